// A contender: one implementation that answers the queries of a scene. The library on each instruction set, the scalar
// reference and the rivals all sit behind these few functions, so that every one is driven, checked and timed alike, in
// 2D and in 3D.
#ifndef LGJK_BENCH_CONTENDER_H
#define LGJK_BENCH_CONTENDER_H

#include <stdbool.h>
#include <stdint.h>

#include "rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

// Up to where contacts are queried, and up to which separation the points of manifolds, in metres: what users of the
// best known rivals get. In 2D the skins of two of Box2D's polygons; in 3D Bullet's gContactBreakingThreshold, which
// its worlds, unlike the functions that are called here, multiply by the radius of the smaller shape.
#define CONTACT_REACH 0.02f

typedef enum query { QUERY_DISTANCE, QUERY_OVERLAP, QUERY_CONTACT, QUERY_DEPTH, QUERIES } query;

// Depth is contact without the manifold.
static inline bool is_contact(query q) { return q == QUERY_CONTACT || q == QUERY_DEPTH; }

// Where answers go: one element per pair (two or three floats per pair for points). Every contender of a query writes
// the same.
typedef struct answers {
  uint8_t* overlapping; // overlap: 1 where the pair overlaps, else another number
  uint8_t* iterations;  // support evaluations or iterations, by the contender's own count
  float* distance;      // distance: 0 where the pair overlaps; contact and depth: minus the depth there, and +infinity
                        // where the pair is apart and no contact is found
  float* point_a; // where it overlaps, a rival need not write the points; one point of a contact is written to both
  float* point_b;
  float* normal;  // contact and depth: unit, from A to B
  void* manifold; // contact: lgjk_manifold2 or lgjk_manifold3
  bool counting;  // false: iterations need not be written
} answers;

// How a contender is opened.
typedef struct setup {
  const void* scene;   // scene2 or scene3; outlives the contender; its arrays stay where they are
  bool warm;           // keep a record per pair from query to query
  uint32_t isa;        // of the library: LGJK_ISA_*
  uint32_t flags;      // of the library: LGJK_FLAG_*
  float max_distance;  // of the library; 0: none
  float margin;        // of the library: of manifolds
  bool interleaved;    // of the library: pairs as an array of {a, b}
  uint32_t call_pairs; // of the library: how many a call has
} setup;

// What a contender can do, as bits.
enum {
  COUNTS_ITERATIONS = 1,
  FOLLOWS_REPLACEMENT = 2,
  HAS_WARM_START = 4,       // for distance and overlap
  HAS_WARM_CONTACT = 8,     // for contact and depth
  FINDS_OVERLAPS_ALONE = 16 // contacts: none where the pair is apart
};

typedef void answer_function(void* self, const answers* to);

// Functions that a contender has no need of are NULL. Only replace and the queries are timed.
typedef struct implementation {
  void* (*open)(const setup* how); // NULL where memory is short, or the contender has no such shapes
  void (*close)(void* self);
  void (*restart)(void* self);      // the scene is back at frame 0: forget every record
  void (*leave)(void* self);        // pairs are about to be replaced
  void (*follow)(void* self);       // poses have changed, and the pairs marked in scene->replaced
  void (*replace)(void* self);      // timed: bring the records to the new pair list
  answer_function* answer[QUERIES]; // distance, overlap, contact, depth
  uint32_t can;                     // the bits above
  uint32_t most_pairs;              // that it is given; 0: any number
  float misjudges; // the share of verdicts that it is known to get wrong; where not 0 its distances are not checked
  // The same of contacts; and the share of overlapping pairs whose depth it is known to miss by more than 1e-3 of their
  // scale. In the worst scene of those whose shapes it has.
  float misjudges_contacts, misses_depths;
  const char* scenes;         // digits (scene_digit) of those whose shapes it has, "1245"; NULL: all
  const char* contact_scenes; // and of which it has contacts; NULL: of all of those
  const char* approximates;   // the scene of which it has only similar shapes, or NULL
} implementation;

// The library, and the rivals of each dimension: contender2_box2d and the like.
#define CONTENDER2(identifier, name, shown, library) extern const implementation contender2_##identifier;
#define CONTENDER3(identifier, name, shown, library) extern const implementation contender3_##identifier;
extern const implementation contender2_library;
extern const implementation contender3_library;
BENCH_RIVALS2(CONTENDER2)
BENCH_RIVALS3(CONTENDER3)
#undef CONTENDER2
#undef CONTENDER3

const char* chipmunk_version(void);
const char* box2d3_version(void); // NULL: not in this build, as the next
const char* box2d3_version_clang(void);
const char* c2_version(void);
const char* box3d_version(void);
const char* box3d_version_clang(void);
const char* jolt_version(void);
const char* mujoco_version(void);
const char* coal_version(void);
void jolt_begin(void); // sets Jolt up, once in a program

#ifdef __cplusplus
}
#endif

#endif
