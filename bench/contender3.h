// A contender in 3D: one implementation that answers the queries of a scene. The library on each instruction set, the
// scalar reference and the rivals all sit behind these few functions, so that every one is driven, checked and timed
// alike.
#ifndef LGJK_BENCH_CONTENDER3_H
#define LGJK_BENCH_CONTENDER3_H

#include "scenes3.h"

#ifdef __cplusplus
extern "C" {
#endif

// Up to where contacts are asked for, and up to which separation the points of manifolds, in metres: what users of the
// best known rival get. Bullet's gContactBreakingThreshold, which its worlds, unlike the functions that are called
// here, multiply by the radius of the smaller shape.
#define CONTACT_REACH3 0.02f

// Where answers go: one element per pair (three floats per pair for points). Every contender of a query writes the
// same.
typedef struct answers3 {
  uint8_t* overlapping; // overlap: 1 where the pair overlaps, else another number
  uint8_t* iterations;  // support evaluations or iterations, by the contender's own count
  float* distance;      // distance: 0 where the pair overlaps; contact and depth: minus the depth there, and +infinity
                        // where the pair is apart and no contact is found
  float* point_a; // where it overlaps, a rival need not write the points; one point of a contact is written to both
  float* point_b;
  float* normal;            // contact and depth: unit, from A to B
  lgjk_manifold3* manifold; // contact
  bool counting;            // false: iterations need not be written
} answers3;

// How a contender is opened.
typedef struct setup3 {
  const scene3* scene; // outlives the contender; its arrays stay where they are
  bool warm;           // keep a record per pair from query to query
  uint32_t isa;        // of the library: LGJK_ISA_*
  uint32_t flags;      // of the library: LGJK_FLAG_*
  float max_distance;  // of the library; 0: none
  float margin;        // of the library: of manifolds
  bool interleaved;    // of the library: pairs as an array of {a, b}
  uint32_t call_pairs; // of the library: how many it is asked about per call
} setup3;

// Functions that a contender has no need of are NULL. Only replace and the queries are timed. Depth is contact without
// the manifold.
typedef struct contender3 {
  void* (*open)(const setup3* setup); // NULL where memory is short, or the contender has no such shapes
  void (*close)(void* self);
  void (*restart)(void* self); // the scene is back at frame 0: forget every record
  void (*leave)(void* self);   // pairs are about to be replaced
  void (*follow)(void* self);  // poses have changed, and the pairs marked in scene->replaced
  void (*replace)(void* self); // timed: bring the records to the new pair list
  void (*distance)(void* self, const answers3* answers);
  void (*overlap)(void* self, const answers3* answers);
  void (*contact)(void* self, const answers3* answers);
  void (*depth)(void* self, const answers3* answers);
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
} contender3;

extern const contender3 contender3_library;
extern const contender3 contender3_reference;
extern const contender3 contender3_reference_sat;   // separating axes: boxes alone
extern const contender3 contender3_bullet;          // btGjkEpaSolver2
extern const contender3 contender3_bullet_detector; // btGjkPairDetector
extern const contender3 contender3_libccd;          // ccdGJKIntersect, ccdGJKPenetration
extern const contender3 contender3_libccd_mpr;      // ccdMPRIntersect, ccdMPRPenetration
extern const contender3 contender3_fcl;
extern const contender3 contender3_box3d;
extern const contender3 contender3_jolt;

const char* box3d_version(void); // NULL: not in this build
const char* jolt_version(void);

#ifdef __cplusplus
}
#endif

#endif
