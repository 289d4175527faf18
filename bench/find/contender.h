// What searches a moving scene, for pairs that may meet or for the nearest bodies: this library, and its rivals.
#ifndef LGJK_BENCH_FIND_CONTENDER_H
#define LGJK_BENCH_FIND_CONTENDER_H

#include "lanegjk/lanegjk_find.h"
#include "moving.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a tick finds: pairs in any order, of which those without room are only counted; or for each body its NEAR_COUNT
// nearest others and their distances, the nearest first.
typedef struct find_answers {
  uint32_t *a, *b;
  uint64_t capacity, count;
  uint32_t* nearest;
  float* distance;
} find_answers;

#define NEAR_COUNT 8u

static inline void find_pairs_add(find_answers* pairs, uint32_t a, uint32_t b) {
  if (pairs->count < pairs->capacity) {
    pairs->a[pairs->count] = a;
    pairs->b[pairs->count] = b;
  }
  pairs->count++;
}

// How a contender is opened. Rivals read the scene alone.
typedef struct find_setup {
  const moving* scene;
  uint32_t isa;
  const lgjk_tasks* tasks;
  double built; // written: the seconds that an index took
} find_setup;

// What a contender is and does, as bits.
enum {
  IN_2D = 1,
  IN_3D = 2,
  WHOLE_LIST = 4,   // it reports all pairs in each tick; else the new ones
  WALLS_ONLY = 8,   // it takes part in P2 alone, for its walls
  NO_WALLS = 16,    // or in those of P1 to P6 without walls: bodies have about one size, in a world of few cells
  NEAREST = 32,     // it finds the nearest bodies, not pairs
  TWO_VIEWS = 64,   // it also finds pairs of two views
  ROUND_ONLY = 128, // it takes part in scenes of circles or balls in one view alone
  EXACT = 256       // its pairs are those that meet, as this library's are
};

// A contender that reports pairs of two walls may: these are not counted. It is opened in a process of its own, whose
// end closes it.
typedef struct find_contender {
  const char* name;  // in the names of cases
  const char* shown; // in tables
  uint32_t traits;
  void* (*open)(find_setup* setup);              // takes the bodies in; NULL: no memory
  void (*tick)(void* self, find_answers* pairs); // bodies have moved
} find_contender;

extern const find_contender find_library2, find_library3; // one view of all bodies
extern const find_contender find_indexed;                 // walls in a tree of their own
extern const find_contender find_box2d_new, find_box2d_whole, find_chipmunk_tree, find_chipmunk_hash, find_bullet,
    find_fcl;
extern const find_contender find_plain2, find_plain3; // a grid in plain C
extern const find_contender find_box3d;               // of builds that have LGJK_HAVE_BOX3D
extern const find_contender find_box2d3;              // of builds that have LGJK_HAVE_BOX2D3
extern const find_contender find_box2d3_clang;        // of builds that have LGJK_HAVE_BOX2D3_CLANG
extern const find_contender find_box3d_clang;         // of builds that have LGJK_HAVE_BOX3D_CLANG
extern const find_contender find_jolt;                // of those that have LGJK_HAVE_JOLT
extern const find_contender near_library2, near_library3, near_nanoflann2, near_nanoflann3;

#ifdef __cplusplus
}
#endif

#endif
