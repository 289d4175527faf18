// A contender: one implementation that answers the queries of a scene. The library on each instruction set, the scalar
// reference and the rivals all sit behind these few functions, so that every one is driven, checked and timed alike.
#ifndef LGJK_BENCH_CONTENDER2_H
#define LGJK_BENCH_CONTENDER2_H

#include "scenes2.h"

#ifdef __cplusplus
extern "C" {
#endif

// Up to where contacts are asked for, and up to which separation the points of manifolds, in metres: what users of the
// best known rival get: the skins of two of Box2D's polygons.
#define CONTACT_REACH2 0.02f

// Where answers go: one element per pair (two floats per pair for points). Every contender of a query writes the same.
typedef struct answers2 {
  uint8_t* overlapping; // overlap: 1 where the pair overlaps, else another number
  uint8_t* iterations;  // support evaluations or iterations, by the contender's own count
  float* distance;      // distance: 0 where the pair overlaps; contact and depth: minus the depth there, and +infinity
                        // where the pair is apart and no contact is found
  float* point_a;       // a rival that gives one point of a contact writes it to both
  float* point_b;
  float* normal;            // contact and depth: unit, from A to B
  lgjk_manifold2* manifold; // contact
  bool counting;            // false: iterations need not be written
} answers2;

// How a contender is opened.
typedef struct setup2 {
  const scene2* scene; // outlives the contender; its arrays stay where they are
  bool warm;           // keep a record per pair from query to query
  uint32_t isa;        // of the library: LGJK_ISA_*
  uint32_t flags;      // of the library: LGJK_FLAG_*
  float max_distance;  // of the library; 0: none
  float margin;        // of the library: of manifolds
  bool interleaved;    // of the library: pairs as an array of {a, b}
  uint32_t call_pairs; // of the library: how many it is asked about per call
} setup2;

// Functions that a contender has no need of are NULL. Only replace and the queries are timed. Depth is contact without
// the manifold.
typedef struct contender2 {
  void* (*open)(const setup2* setup); // NULL where memory is short
  void (*close)(void* self);
  void (*restart)(void* self); // the scene is back at frame 0: forget every record
  void (*leave)(void* self);   // pairs are about to be replaced
  void (*follow)(void* self);  // poses have changed, and the pairs marked in scene->replaced
  void (*replace)(void* self); // timed: bring the records to the new pair list
  void (*distance)(void* self, const answers2* answers);
  void (*overlap)(void* self, const answers2* answers);
  void (*contact)(void* self, const answers2* answers);
  void (*depth)(void* self, const answers2* answers);
  bool counts_iterations;
  bool follows_replacement;
  bool has_warm_start;   // for distance and overlap
  bool has_warm_contact; // for contact and depth
  uint32_t most_pairs;   // that it is given; 0: any number
  float misjudges; // the share of verdicts that it is known to get wrong; where not 0 its distances are not checked
  // The same of contacts; and the share of overlapping pairs whose depth it is known to miss by more than 1e-3 of their
  // scale. In the worst scene of those whose shapes it has.
  float misjudges_contacts, misses_depths;
  const char* scenes;         // digits (scene_digit) of those whose shapes it has, "1245"; NULL: all
  const char* contact_scenes; // and of which it has contacts; NULL: of all of those
  bool finds_overlaps_alone;  // contacts: none where the pair is apart
  const char* approximates;   // the scene of which it has only similar shapes, or NULL
} contender2;

extern const contender2 contender2_library;
extern const contender2 contender2_reference;
extern const contender2 contender2_reference_sat;  // separating axes: polygons alone
extern const contender2 contender2_box2d;          // overlap by b2TestOverlap
extern const contender2 contender2_box2d_distance; // overlap by b2Distance
extern const contender2 contender2_chipmunk;
extern const contender2 contender2_box2d3;

const char* chipmunk_version(void);
const char* box2d3_version(void); // NULL: not in this build

#ifdef __cplusplus
}
#endif

#endif
