// Numbers the classes that the shapes of both sides can form, or the one that holds all pairs. A class is a pair of
// cores, of A and B; pairs of one class do the same work in every lane.
#ifndef LGJK_SCHEDULE_CLASSES_H
#define LGJK_SCHEDULE_CLASSES_H

#include "schedule/route.h"

#define CLASSES (CORES * CORES)

// The classes of a call, numbered without gaps, so that a call pays for its own classes alone.
typedef struct class_table {
  const query_table* table;
  uint32_t count;
  uint8_t number[CORES][CORES];             // by the cores of a pair
  uint8_t core_a[CLASSES], core_b[CLASSES]; // by number
  uint32_t single_a, single_b;              // the core that all pairs of a side share, or CORES
  uint32_t round;                           // the class of all pairs of points and ellipses, or CLASSES
} class_table;

_Static_assert(CLASSES <= UINT8_MAX, "numbers of classes are bytes");

// Returns the one core that can hold all shapes of a side without sorting, or CORES.
static uint32_t single_core(uint32_t mask, uint32_t flags) {
  if (mask == 0) return LGJK_COREN_POINT;
  const uint32_t largest = 31u - (uint32_t)__builtin_clz(mask);
  const bool one = (mask & (mask - 1)) == 0, padded = (mask & ~CORES_ALIKE) == 0 && !(flags & LGJK_FLAG_SORT_ALL);
  return one || padded ? largest : CORES;
}

static uint32_t cores_of(const lgjk_side* side, uint32_t single) {
  return single < CORES
             ? 1u << single
             : side->core_mask | 1u << LGJK_COREN_POINT; // the shape that stands in for an index out of range
}

static uint8_t add_class(class_table* classes, uint32_t core_a, uint32_t core_b) {
  classes->core_a[classes->count] = (uint8_t)core_a;
  classes->core_b[classes->count] = (uint8_t)core_b;
  return (uint8_t)classes->count++;
}

// Gives pairs of points and ellipses of 2D one class, unless all of them are points. Returns the bits of their cores if
// other pairs have other classes.
static uint32_t join_ellipses(const lgjk_batch* batch, class_table* classes) {
  const uint32_t point = 1u << LGJK_CORE2_POINT, round = point | 1u << LGJK_CORE2_ELLIPSE;
  const uint32_t mask_a = cores_of(&batch->a, classes->single_a), mask_b = cores_of(&batch->b, classes->single_b);
  const bool some = (mask_a & round) != 0 && (mask_b & round) != 0, all = ((mask_a | mask_b) & ~round) == 0;
  if (DIM == 3 || !some || ((mask_a | mask_b) & round) == point || (batch->flags & LGJK_FLAG_SORT_ALL)) return 0;
  if (all) {
    classes->single_a = classes->single_b = LGJK_CORE2_ROUND;
    return 0;
  }
  classes->round = add_class(classes, LGJK_CORE2_ROUND, LGJK_CORE2_ROUND);
  return round;
}

static void number_classes(const lgjk_batch* batch, class_table* classes) {
  classes->count = 0;
  classes->round = CLASSES;
  classes->single_a = single_core(batch->a.core_mask, batch->flags);
  classes->single_b = single_core(batch->b.core_mask, batch->flags);
  const uint32_t rounds = join_ellipses(batch, classes), mask_b = cores_of(&batch->b, classes->single_b);
  for (uint32_t a = cores_of(&batch->a, classes->single_a); a != 0; a &= a - 1) {
    const uint32_t core_a = (uint32_t)__builtin_ctz(a);
    for (uint32_t b = mask_b; b != 0; b &= b - 1) {
      const uint32_t core_b = (uint32_t)__builtin_ctz(b);
      const bool round = (rounds >> core_a & rounds >> core_b & 1) != 0;
      classes->number[core_a][core_b] = round ? (uint8_t)classes->round : add_class(classes, core_a, core_b);
    }
  }
}

static void begin_class(const lgjk_batch* batch, const class_table* classes, uint32_t number, class_run* run) {
  run->batch = batch;
  run->core_a = classes->core_a[number];
  run->core_b = classes->core_b[number];
  run->route = route_of(batch, classes->table, run->core_a, run->core_b);
  run->closed_depth = closed_depth_of(classes->table, run->core_a, run->core_b);
  run->next_to_prefetch = UINT32_MAX;
  run->last_overlapping = has_trait(run, DEPTH_AXES) ? LANES : 0;
  memset(run->count, 0, sizeof run->count);
}

// Returns the core of one side of pair i.
LANE_INLINE uint32_t core_of(const lgjk_side* side, const char* pairs, size_t stride, size_t shape_stride, uint32_t i) {
  const uint32_t shape = u32_at(side->shape, shape_stride, u32_at(pairs, stride, i));
  return side->core[shape < side->shape_count ? shape : side->shape_count];
}

// Finds the classes of `count` listed pairs. `stride`: those of the pairs' body indices, and of A's and B's shape
// indices.
LANE_INLINE void classify_strided(const lgjk_batch* batch, const class_table* classes, const uint16_t* list,
                                  uint32_t count, const size_t stride[3], uint8_t* class) {
  const uint32_t one_a = classes->single_a, one_b = classes->single_b;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t pair = list[i];
    const uint32_t core_a = one_a < CORES ? one_a : core_of(&batch->a, batch->pair_a, stride[0], stride[1], pair);
    const uint32_t core_b = one_b < CORES ? one_b : core_of(&batch->b, batch->pair_b, stride[0], stride[2], pair);
    class[i] = classes->number[core_a][core_b];
  }
}

static LANE_NOINLINE void classify(const lgjk_batch* batch, const class_table* classes, const uint16_t* list,
                                   uint32_t count, uint8_t* class) {
  const size_t given[3] = {batch->pair_stride, batch->a.shape_stride, batch->b.shape_stride};
  static const size_t usual[3] = {4, 4, 4}; // constants spare a multiplication per index
  if (given[0] == 4 && given[1] == 4 && given[2] == 4) {
    classify_strided(batch, classes, list, count, usual, class);
  } else {
    classify_strided(batch, classes, list, count, given, class);
  }
}

#endif
