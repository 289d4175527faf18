// The queries of one dimension on one instruction set: pairs are sorted into classes where that is needed, and each class runs through
// the pipeline. A class joins the cores of A and B; pairs of one class do the same work in every lane.
#ifndef LGJK_SCHEDULE_TILES_H
#define LGJK_SCHEDULE_TILES_H

#include "schedule/steps.h"

#define CLASSES (CORES * CORES)

// The classes that the shapes of both sides can form, or the one that holds all pairs; densely numbered, so that a call pays for
// those alone.
typedef struct class_table {
  class_run* run;                       // `count` of them
  uint32_t count;
  uint8_t place_a[CORES], place_b[CORES]; // a class's number is the sum of its cores' places
  uint32_t single_a, single_b;          // the core that all pairs of a side share, or CORES
  class_run* only;                      // the one class of all pairs, or NULL
  uint16_t near[CENTRE_CLASSES][STEP + STEP];
} class_table;

_Static_assert(CLASSES <= UINT8_MAX, "numbers of classes are bytes");

// The one core that can hold all of a side without sorting, or CORES.
static uint32_t single_core(uint32_t mask, uint32_t flags) {
  if (mask == 0) return CORE_POINT;
  const uint32_t largest = 31u - (uint32_t)__builtin_clz(mask);
  const int one = (mask & (mask - 1)) == 0, padded = (mask & ~CORES_ALIKE) == 0 && !(flags & LGJK_FLAG_SORT_ALL);
  return one || padded ? largest : CORES;
}

// Numbers the cores of a side by steps of `step`; returns how many there are.
static uint32_t place_cores(uint32_t mask, uint32_t step, uint8_t place[CORES]) {
  uint32_t count = 0;
  for (uint32_t core = 0; core < CORES; ++core) {
    if (mask >> core & 1) place[core] = (uint8_t)(step * count++);
  }
  return count;
}

static uint32_t cores_of(const lgjk_side* side, uint32_t single) {
  return single < CORES ? 1u << single : side->core_mask | 1u << CORE_POINT; // what stands in for an index out of range
}

// All but `run`, which then takes `count` of them.
static void plan_classes(const lgjk_batch* batch, class_table* classes) {
  classes->single_a = single_core(batch->a.core_mask, batch->flags);
  classes->single_b = single_core(batch->b.core_mask, batch->flags);
  const uint32_t cores_b = place_cores(cores_of(&batch->b, classes->single_b), 1, classes->place_b);
  classes->count = place_cores(cores_of(&batch->a, classes->single_a), cores_b, classes->place_a) * cores_b;
}

static void init_class(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, uint16_t* near, class_run* run) {
  run->batch = batch;
  run->core_a = (uint16_t)core_a;
  run->core_b = (uint16_t)core_b;
  run->near = near;
  run->fresh_count = run->near_count = run->left_count = run->unsure_count = 0;
  run->ahead = UINT32_MAX;
}

static void init_classes(const lgjk_batch* batch, class_run* runs, class_table* classes) {
  const uint32_t mask_a = cores_of(&batch->a, classes->single_a), mask_b = cores_of(&batch->b, classes->single_b);
  uint32_t asking = 0;
  class_run* run = classes->run = runs;
  for (uint32_t a = mask_a; a != 0; a &= a - 1) {
    for (uint32_t b = mask_b; b != 0; b &= b - 1, ++run) {
      const uint32_t core_a = (uint32_t)__builtin_ctz(a), core_b = (uint32_t)__builtin_ctz(b);
      init_class(batch, core_a, core_b, asks_centres(core_a, core_b) ? classes->near[asking++] : NULL, run);
    }
  }
  classes->only = classes->single_a < CORES && classes->single_b < CORES ? runs : NULL;
}

// The core class of one side of pair i.
LANE_FN uint32_t core_of(const lgjk_side* side, const char* pairs, size_t stride, size_t shape_stride, uint32_t i) {
  const uint32_t shape = u32_at(side->shape, shape_stride, u32_at(pairs, stride, i));
  return side->core[shape < side->shape_count ? shape : side->shape_count];
}

LANE_FN void run_rest(class_table* classes, query_id query, run_mode warm) {
  for (uint32_t c = 0; c < classes->count; ++c) {
    class_run* run = &classes->run[c];
    if (run->fresh_count) run_fresh(run, query, warm);
    drain(run, query, warm, ALL_PAIRS);
  }
}

#define TILE (DIM == 2 ? 1536u : 256u) // pairs sorted at a time; in 3D there are more classes on the stack

LANE_FN uint32_t enqueue_fresh(class_run* run, uint32_t base, const uint16_t* pairs, uint32_t count) {
  const uint32_t waiting = run->fresh_count, room = waiting < STEP ? STEP - waiting : 0, take = count < room ? count : room;
  for (uint32_t k = 0; k < take; ++k) run->fresh[waiting + k] = (uint16_t)(base + pairs[k]);
  run->fresh_count = (uint16_t)(waiting + take);
  return take;
}

LANE_FN void address_listed_step(const lgjk_batch* batch, uint32_t base, const uint16_t* pairs, addresses at[BLOCKS]) {
  for (uint32_t u = 0; u < BLOCKS; ++u) address_listed(batch, base, pairs + u * LANES, LANES, &at[u]);
}

// Runs as many pairs of a class as fill blocks, with those that wait; what is over waits for the next tile.
LANE_FN void run_sorted_class(class_run* run, uint32_t base, const uint16_t* order, uint32_t count, query_id query, run_mode warm) {
  addresses at[2][BLOCKS];
  uint32_t i = 0;
  if (run->fresh_count != 0) {
    i = enqueue_fresh(run, base, order, count);
    if (run->fresh_count == STEP) run_fresh(run, query, warm);
  }
  if (count - i >= STEP) address_listed_step(run->batch, base, order + i, at[0]);
  for (uint32_t now = 0; count - i >= STEP; i += STEP, now ^= 1) {
    if (count - i >= 2 * STEP) address_listed_step(run->batch, base, order + i + STEP, at[now ^ 1]);
    run_some(run, at[now], query, warm);
  }
  enqueue_fresh(run, base, order + i, count - i);
}

// The classes of a tile's pairs, for given strides of pair, A's and B's shape indices; pairs: offsets from base, or NULL for all.
LANE_FN void classify(const lgjk_batch* batch, const class_table* classes, uint32_t base, const uint16_t* pairs,
                      uint32_t count, const size_t stride[3], uint8_t class[TILE]) {
  const uint32_t one_a = classes->single_a, one_b = classes->single_b;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t pair = base + (pairs ? pairs[i] : i);
    const uint32_t core_a = one_a < CORES ? one_a : core_of(&batch->a, batch->pair_a, stride[0], stride[1], pair);
    const uint32_t core_b = one_b < CORES ? one_b : core_of(&batch->b, batch->pair_b, stride[0], stride[2], pair);
    class[i] = (uint8_t)(classes->place_a[core_a] + classes->place_b[core_b]);
  }
}

LANE_FN void classify_tile(const lgjk_batch* batch, const class_table* classes, uint32_t base, const uint16_t* pairs,
                           uint32_t count, uint8_t class[TILE]) {
  const size_t given[3] = {batch->pair_stride, batch->a.shape_stride, batch->b.shape_stride};
  static const size_t usual[3] = {4, 4, 4}; // without a multiplication per index
  if (given[0] == 4 && given[1] == 4 && given[2] == 4) {
    classify(batch, classes, base, pairs, count, usual, class);
  } else {
    classify(batch, classes, base, pairs, count, given, class);
  }
}

// Sorts a tile's pairs by class (a counting sort) and runs the classes one after the other, so that the branches on a class
// are taken alike many times in a row. Two counts per class, for pairs in turns: an increment waits for the last of its kind.
LANE_FN void run_tile(const lgjk_batch* batch, class_table* classes, uint32_t base, const uint16_t* pairs, uint32_t count,
                      query_id query, run_mode warm) {
  uint8_t class[TILE];
  uint16_t order[TILE];
  uint32_t counts[2][CLASSES] = {{0}}, start[CLASSES + 1], sum = 0;
  for (uint32_t i = 0; !pairs && i < count; i += LANES) prefetch_in_order(batch, base + i);
  classify_tile(batch, classes, base, pairs, count, class);
  for (uint32_t i = 0; i < count; ++i) ++counts[i & 1][class[i]];
  for (uint32_t c = 0; c < classes->count; ++c) {
    const uint32_t even = counts[0][c], odd = counts[1][c];
    start[c] = counts[0][c] = sum;
    counts[1][c] = sum + even;
    sum += even + odd;
  }
  start[classes->count] = sum;
  for (uint32_t i = 0; i < count; ++i) order[counts[i & 1][class[i]]++] = (uint16_t)(pairs ? pairs[i] : i);
  for (uint32_t c = 0; c < classes->count; ++c) {
    if (start[c + 1] == start[c]) continue;
    run_sorted_class(&classes->run[c], base, order + start[c], start[c + 1] - start[c], query, warm);
  }
}

LANE_FN void run_sorted(const lgjk_batch* batch, class_table* classes, query_id query, run_mode warm) {
  for (uint32_t base = 0; base < batch->count; base += TILE) {
    const uint32_t count = batch->count - base < TILE ? batch->count - base : TILE;
    run_tile(batch, classes, base, NULL, count, query, warm);
  }
  run_rest(classes, query, warm);
}

#endif
