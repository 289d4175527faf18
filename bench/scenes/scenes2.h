// The 2D scenes S1..S15: pairs of bodies with a promised share of overlaps, the same bits on every machine. Tests and
// benchmark share them, so that what is timed is what is tested.
//
//   S1 8-gon against 8-gon, 50% overlapping    S5 as S2, all apart
//   S2 polygons of 3..8 vertices, 30%          S6 circles, capsules, boxes, polygons in equal parts, 30%
//   S3 capsules, 30%                           S7 as S2, gaps log-uniform in 1e-3..1 of the mean diameter
//   S4 boxes, 30%                              S8 a grid of touching unit boxes, each against its eight neighbours
//
//   S9 the mix of the crowd example, in metres. 92% of the pairs are of two agents, 8% of an agent and a wall. Of the
//      agents 70% are circles, 30% torsos: ellipses of 0.04 x 0.14, rounded; each has a radius of its own. Half of the
//      walls are boxes, the others long capsules, rounded triangles and hexagons. A third of the pairs overlaps, by 0
//      to 20% of the smaller body's diameter. The others are as a broad phase finds them: circles about two agents are
//      apart by 0 to 0.35, and agents are within a metre of a wall. The maximum distance is 0.35. Walls rest.
//
//   Pairs after one push: they overlapped as those of the scenes above do, until B was moved by minus the distance
//   times the normal, once, in float. They touch within rounding: half of them overlap by it. After each frame of
//   motion B is pushed again, so that they touch in every frame; walls are boxes of 8 x 1 and rest.
//   S10 half of the pairs a body against a wall, half two bodies; bodies are boxes, hexagons, capsules and circles in
//       equal parts
//   S11 boxes against walls       S12 regular hexagons against walls       S13 capsules against walls
//
//   S14 the grid of S8, turned by 0.3 rad, so that no coordinate is exact: each tile touches its eight neighbours
//   within
//       rounding. Half of the tiles are boxes, half polygons of four vertices
//   S15 piles at rest: 256 boxes, hexagons, capsules and circles in equal parts that were dropped between walls and
//       came to rest (settle.c), and several copies of the pile, each turned. Pairs are those whose bounding boxes were
//       at most 0.02 apart before they were turned; most of them touch, to 5 mm deep
//
// "-shuffled" after the name stores the bodies in random order; the pair list keeps its order. "-overlapping", where a
// part of the pairs overlaps, places every pair as the scene places those that overlap at frame 0.
// In all but S8, S14 and S15 pair i joins two bodies of its own, 2i and 2i+1, so that lists in order are sorted for
// lgjk_warm_carry.
#ifndef LGJK_BENCH_SCENES2_H
#define LGJK_BENCH_SCENES2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SCENE2_SHAPES 64u
#define SCENE2_MAX_VERTICES 8u

typedef struct scene2 {
  char name[32];
  uint32_t number; // 1..15
  bool shuffled;
  uint64_t seed;
  double overlap_share;                                // of the pairs at frame 0, as promised
  lgjk_shape2_def defs[SCENE2_SHAPES];                 // points lie in `points` below
  float points[SCENE2_SHAPES][SCENE2_MAX_VERTICES][2]; // counter-clockwise
  float bound[SCENE2_SHAPES];                          // radius about the local origin, rounding included
  float max_distance;                                  // of distance queries; 0: none
  uint32_t pair_count;
  uint32_t body_count;
  uint32_t* a;          // per pair: body of the A side
  uint32_t* b;          // per pair: body of the B side
  uint32_t* shape;      // per body: index into defs
  float (*pose)[4];     // per body: {x, y, c, s}
  float (*velocity)[4]; // per body and frame: {dx, dy, cosine and sine of the turn}
  float* radius;        // per body: rounding radius; NULL: that of its shape
  uint32_t* slot;       // shuffled: where the body that would be number i in order is stored; else NULL
  bool* replaced;       // per pair: whether the last scene2_churn replaced it
  float (*rest)[4];     // of piles, per body: its pose at frame 0; else NULL
  uint32_t (*pile)[2];  // of piles: the pairs of one
  uint32_t pile_pairs, frame;
} scene2;

// NULL where the name is unknown, pairs is 0 or above 2^30, or memory is short. Release with scene2_free.
scene2* scene2_create(const char* name, uint32_t pairs, uint64_t seed);
void scene2_free(scene2* scene);

// Radius of a body about its position, rounding included.
float scene2_reach(const scene2* scene, uint32_t body);

// Back to frame 0.
void scene2_reset(scene2* scene);

// One frame further: every body moves by 0.01 of its diameter along a straight line and turns by 0.01 rad. The boxes of
// S8 and S14 and walls rest. From S10 to S13 B is then pushed until it touches A. In piles every body is off its place
// by up to 1e-4 m and 1e-4 rad, each frame in another way.
void scene2_advance(scene2* scene);

// Whether scene2_churn makes sense: bodies in order, each in one pair.
bool scene2_can_churn(const scene2* scene);

// Replaces one pair in ten by a fresh one, placed as at frame 0, before scene2_advance. A replaced pair swaps its two
// body indices, so that the list stays sorted and the pair is new to lgjk_warm_carry. frame: 1, 2, ...; each draws
// other pairs.
void scene2_churn(scene2* scene, uint32_t frame);

#ifdef __cplusplus
}
#endif

#endif
