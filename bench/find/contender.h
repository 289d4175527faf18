// What finds pairs of a moving scene: this library, and its rivals.
#ifndef LGJK_BENCH_FIND_CONTENDER_H
#define LGJK_BENCH_FIND_CONTENDER_H

#include "lanegjk/lanegjk_find.h"
#include "moving.h"

#ifdef __cplusplus
extern "C" {
#endif

// Pairs in any order. Those for which there is no room are counted only.
typedef struct find_pairs {
  uint32_t *a, *b;
  uint64_t capacity, count;
} find_pairs;

static inline void find_pairs_add(find_pairs* pairs, uint32_t a, uint32_t b) {
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

// A contender that lists walls among themselves may; nobody counts these pairs.
typedef struct find_contender {
  const char* name;                            // in the names of cases
  const char* shown;                           // in tables
  bool dim[4];                                 // dimensions that it serves
  bool whole;                                  // it tells all pairs in each tick; else the new ones
  bool walls_only;                             // only scenes with walls
  bool no_walls;                               // only scenes without
  void* (*open)(find_setup* setup);            // takes the bodies in; NULL: no memory
  void (*tick)(void* self, find_pairs* pairs); // bodies have moved
  void (*close)(void* self);
} find_contender;

extern const find_contender find_library2, find_library3; // one view of all bodies
extern const find_contender find_indexed;                 // walls in an index
extern const find_contender find_box2d_new, find_box2d_whole, find_chipmunk_tree, find_chipmunk_hash, find_bullet,
    find_fcl;
extern const find_contender find_box2d3; // of builds that have LGJK_HAVE_BOX2D3
extern const find_contender find_jolt;   // of those that have LGJK_HAVE_JOLT

#ifdef __cplusplus
}
#endif

#endif
