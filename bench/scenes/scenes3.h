// The 3D scenes T1..T10: pairs of bodies of which 30% overlap, from T8 on more, the same bits on every machine. Tests
// and benchmark share them, so that what is timed is what is tested.
//
//   T1 boxes                                  T5 hulls of 32..64 vertices
//   T2 capsules                               T6 hulls of 256 vertices
//   T3 spheres, capsules, boxes, cylinders    T7 the convex hulls of a shipped game: $LGJK_DATA_DIR/convex_hulls.bin
//      in equal parts
//   T4 hulls of 8..16 vertices
//
//   T8 bodies at rest: A is a floor, a flat box of 16 to 20 across. B lies on it with a face, as in a pile that has
//      settled: boxes, hulls of 8..16 vertices, and prisms of 5..8 sides. Its lowest vertex is 1e-4 to 1e-3 of its
//      diameter below the floor's top (70% of the pairs) or above it. A quarter of the bodies lies as flat as floats
//      can, the others are tilted by 1e-5 to 1e-3 rad.
//
//   Piles at rest: 256 bodies that were dropped into a pit of slabs and came to rest (settle.c), and of the 10,000
//   pairs those of several copies of the pile, each turned about the vertical. Pairs are those whose bounding boxes are
//   at most 0.02 apart, so that most are of faces, edges and corners that touch, to 5 mm deep, and the others are near.
//   T9 hulls of 8..16 vertices       T10 balls, capsules, boxes, cylinders and hulls in equal parts
//
// "-shuffled" after the name stores the bodies in random order; the pair list keeps its order. "-overlapping" places
// every pair as the scene places those that overlap at frame 0; piles have none.
// Pair i joins two bodies of its own, 2i and 2i+1, so that lists in order are sorted for lgjk_warm_carry; those of
// piles are sorted, too.
#ifndef LGJK_BENCH_SCENES3_H
#define LGJK_BENCH_SCENES3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SCENE3_SHAPES 64u // of all but T7, which has as many as the file

typedef struct scene3 {
  char name[32];
  uint32_t number; // 1..10
  bool shuffled;
  uint64_t seed;
  double overlap_share; // of the pairs at frame 0, as promised
  uint32_t shape_count;
  lgjk_shape3_def* defs; // shape_count; their points lie in `points` below
  float (*points)[3];
  float* bound; // shape_count: radius about the local origin, rounding included
  uint32_t pair_count;
  uint32_t body_count;
  uint32_t* a;          // per pair: body of the A side
  uint32_t* b;          // per pair: body of the B side
  uint32_t* shape;      // per body: index into defs
  float (*pose)[7];     // per body: {x, y, z, qx, qy, qz, qw}
  float (*velocity)[7]; // per body and frame: {dx, dy, dz, quaternion of the turn}
  uint32_t* slot;       // shuffled: where the body that would be number i in order is stored; else NULL
  bool* replaced;       // per pair: whether the last scene3_churn replaced it
  float (*rest)[7];     // of piles, per body: its pose at frame 0; else NULL
  uint32_t (*pile)[2];  // of piles: the pairs of one
  uint32_t pile_pairs, frame;
} scene3;

// NULL where the name is unknown, pairs is 0 or above 2^30, memory is short, or scene3_missing_data says so. Release
// with scene3_free.
scene3* scene3_create(const char* name, uint32_t pairs, uint64_t seed);
void scene3_free(scene3* scene);

// What the scene of this name needs and can't be read here, as a text; NULL where nothing is missing.
const char* scene3_missing_data(const char* name);

// Back to frame 0.
void scene3_reset(scene3* scene);

// One frame further: every body moves by 0.01 of its diameter along a straight line and turns by 0.01 rad about an axis
// of its own. The bodies of T8 creep over the floor: by 1e-4 of their diameter, and 1e-4 rad about its normal.
// In piles every body is off its place by up to 1e-4 m and 1e-4 rad, each frame in another way.
void scene3_advance(scene3* scene);

// Whether scene3_churn makes sense: bodies in order, each in one pair.
bool scene3_can_churn(const scene3* scene);

// Replaces one pair in ten by a fresh one, placed as at frame 0, before scene3_advance. A replaced pair swaps its two
// body indices, so that the list stays sorted and the pair is new to lgjk_warm_carry. frame: 1, 2, ...; each draws
// other pairs.
void scene3_churn(scene3* scene, uint32_t frame);

#ifdef __cplusplus
}
#endif

#endif
