// What the makers of 2D and 3D pairs share, for the dimension DIM: plans, random numbers, and what shapes begin with.
// families2_maker.h and families3_maker.h have the rest.
#ifndef LGJK_TESTS_FAMILIES_MAKER_H
#define LGJK_TESTS_FAMILIES_MAKER_H

#include <stdbool.h>
#include <stdint.h>

#include "dim_names.h"
#include "same_bits.h"

#if DIM == 2
#define MAKER_NAME(after) maker##after
#define planN plan
#else
#define MAKER_NAME(after) maker3##after
#define planN plan3
#endif
#define makerN MAKER_NAME()
#define makerN_next MAKER_NAME(_next)
#define makerN_uniform MAKER_NAME(_uniform)
#define makerN_below MAKER_NAME(_below)
#define makerN_chance MAKER_NAME(_chance)
#define makerN_small MAKER_NAME(_small)
#define makerN_clear MAKER_NAME(_clear)
#define makerN_rounding MAKER_NAME(_rounding)
#define makerN_shuffle MAKER_NAME(_shuffle)
#define makerN_copy MAKER_NAME(_copy)
#define makerN_gap MAKER_NAME(_gap)
#define makerN_random_position MAKER_NAME(_random_position)
#define makerN_carry_away MAKER_NAME(_carry_away)

enum { MAKER_POINTS = DIM == 2 ? 320 : 640 };

// A shape definition and a pose in the making.
typedef struct planN {
  lgjk_shapeN_def def;
  float points[DIM * MAKER_POINTS];
  float radius; // of the body
  float pose[POSE_FLOATS];
} planN;

typedef struct makerN {
  uint64_t state;
  planN a, b;
} makerN;

uint64_t makerN_next(makerN* m);
double makerN_uniform(makerN* m, double low, double high);
uint32_t makerN_below(makerN* m, uint32_t count);
bool makerN_chance(makerN* m, double probability);
// +-10^-U(low, high), as far as a table of powers and a uniform factor can resolve.
double makerN_small(makerN* m, uint32_t low, uint32_t high);

void makerN_clear(planN* p); // a definition of no points
void makerN_rounding(planN* p, double radius);
void makerN_shuffle(makerN* m, planN* p);
void makerN_copy(planN* to, const planN* from);

// A gap between bodies of about `size`: small in one of two cases.
double makerN_gap(makerN* m, double size);
void makerN_random_position(makerN* m, planN* p, double range);
void makerN_carry_away(makerN* m); // both bodies by 1e4 along each axis, either way

#endif
