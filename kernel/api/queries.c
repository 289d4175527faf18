// Runs the public queries; compiled once for each dimension. Arguments are checked (arguments.c), then the kernel of
// the chosen instruction set runs in the default floating-point environment. No result is written before all checks
// have passed.
#include <stdatomic.h>
#include <string.h>

#include "api/arguments.h"
#include "api/group.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "base/tasks.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk3.h"
#include "shape/names.h"

#define lgjk_overlapN NAME_N(lgjk_overlap, )
#define lgjk_distanceN NAME_N(lgjk_distance, )
#define lgjk_contactN NAME_N(lgjk_contact, )

// ---------------------------------------------------------------- a call

#define SLICE(member, alignment, count, written) \
  batch->results.member = offset_by(call->results->member, sizeof *batch->results.member * (count)*at);

static void* offset_by(const void* array, size_t bytes) {
  return array == NULL ? NULL : (char*)(uintptr_t)array + bytes;
}

// Returns the records that a kernel gets. Under LGJK_FLAG_HISTORY_FREE there are none, so that nothing depends on them.
static lgjk_warm* records_of(const lgjk_call* call, const lgjk_batch* batch) {
  return batch->flags & LGJK_FLAG_HISTORY_FREE ? NULL : call->warm;
}

// Sets *batch to the slice that begins with pair i. Kernels number pairs with 16 bits, so a large range goes in slices.
static void take_slice(const lgjk_call* call, lgjk_warm* warm, uint64_t i, lgjk_batch* batch) {
  const size_t dim = call->dim, at = (size_t)i; // arrays in memory have no larger indices
  const uint64_t left = call->first + call->count - i;
  batch->count = (uint32_t)(left < LGJK_SLICE ? left : LGJK_SLICE);
  batch->pair_a = offset_by(call->pairs->a, batch->pair_stride * at);
  batch->pair_b = offset_by(call->pairs->b, batch->pair_stride * at);
  batch->warm = offset_by(warm, sizeof *warm * at);
  LGJK_RESULT_ARRAYS(SLICE)
}

static void run_slices(lgjk_kernel* kernel, const lgjk_call* call, lgjk_batch* batch) {
  lgjk_warm* warm = records_of(call, batch);
  for (uint64_t i = call->first, end = call->first + call->count; i < end; i += LGJK_SLICE) {
    take_slice(call, warm, i, batch);
    kernel(batch);
  }
}

// Runs groups, where views have positions or under LGJK_FLAG_NORMALIZE. The function is not inlined, so that other
// calls do not have the group on their stack.
__attribute__((noinline)) static void run_groups(lgjk_kernel* kernel, const lgjk_call* call, const lgjk_batch* whole) {
  lgjk_warm* warm = records_of(call, whole);
  lgjk_group group;
  lgjk_batch batch;
  group.halves = false;
  for (uint32_t i = 0; i < LGJK_GROUP && i < call->count; ++i) group.number[i] = i;
  for (uint64_t i = call->first, end = call->first + call->count; i < end; i += batch.count) {
    batch = *whole;
    take_slice(call, warm, i, &batch);
    const lgjk_batch from = batch;
    lgjk_make_group(&batch, call->dim, batch.count < LGJK_GROUP ? batch.count : LGJK_GROUP, &group);
    kernel(&batch);
    lgjk_place_points(&batch, &from, call->dim, call->query, &group);
  }
}

static void run_range(lgjk_kernel* kernel, const lgjk_call* call, lgjk_batch* batch) {
  if ((batch->flags & LGJK_FLAG_NORMALIZE) != 0 || lgjk_has_positions(&batch->a, &batch->b)) {
    run_groups(kernel, call, batch);
  } else {
    run_slices(kernel, call, batch);
  }
}

// ---------------------------------------------------------------- a call on several threads

#define PART_LEAST 1024u // pairs of a part, at least: fewer do not fill the lanes of several classes

typedef struct split_call {
  lgjk_kernel* kernel;
  const lgjk_call* call;
  const lgjk_batch* batch;
  uint64_t part; // pairs of a part
  atomic_uint_fast64_t bad;
} split_call;

static void run_part(void* context, uint32_t first, uint32_t end) {
  split_call* split = context;
  for (uint32_t p = first; p < end; ++p) {
    lgjk_tally tally = {0, 0};
    lgjk_call call = *split->call;
    lgjk_batch batch = *split->batch;
    const uint64_t before = p * split->part, left = split->call->count - before;
    call.first += before;
    call.count = left < split->part ? left : split->part;
    batch.tally = &tally;
    run_range(split->kernel, &call, &batch);
    if (tally.bad != 0) atomic_fetch_add_explicit(&split->bad, tally.bad, memory_order_relaxed);
  }
}

// Runs a call in parts, four for each worker. Their borders change no bit. Not inlined, so that other calls do not have
// its memory on their stack.
__attribute__((noinline)) static uint64_t run_split(lgjk_kernel* kernel, const lgjk_call* call,
                                                    const lgjk_batch* batch) {
  split_call split = {.kernel = kernel, .call = call, .batch = batch};
  atomic_init(&split.bad, 0);
  const lgjk_tasks* tasks = call->options->tasks;
  split.part = call->count / (4 * (uint64_t)tasks->workers) + 1;
  if (split.part < PART_LEAST) split.part = PART_LEAST;
  if (split.part > LGJK_SLICE) split.part = LGJK_SLICE;
  lgjk_split(tasks, (uint32_t)((call->count - 1) / split.part + 1), 1, run_part, &split);
  return atomic_load_explicit(&split.bad, memory_order_relaxed);
}

// Prefetching pays above so many bytes of poses; below, it costs 0.3 ns per pair.
#define PREFETCH_BYTES ((size_t)1024 * 1024)

static uint32_t needs_prefetch(const lgjk_side* side) { return side->pose_stride * side->body_count > PREFETCH_BYTES; }

static int32_t check_and_run(const lgjk_call* call, lgjk_kernel* const* kernels, lgjk_error* error) {
  lgjk_tally tally = {0, 0};
  lgjk_batch batch;
  uint32_t isa, set;
  LGJK_TRY(lgjk_check_arguments(call, &batch, &isa, error));
  LGJK_TRY(lgjk_isa_for(isa, lgjk_pairs_of_block(&batch, call->dim, call->count), &set, error));
  lgjk_find_same_bodies(&batch);
  batch.prefetch = needs_prefetch(&batch.a) || needs_prefetch(&batch.b);
  batch.tally = &tally;
  lgjk_kernel* kernel = kernels[set];
  if (call->options != NULL && lgjk_is_split(call->options->tasks) && call->count > PART_LEAST) {
    tally.bad = run_split(kernel, call, &batch);
  } else {
    run_range(kernel, call, &batch);
  }
  if (call->results->bad_count != NULL) *call->results->bad_count = tally.bad;
  return lgjk_succeed(error);
}

// Runs a call. `kernels`: by the number of the instruction set.
static int32_t run(const lgjk_call* call, lgjk_kernel* const* kernels, lgjk_error* error) {
  LGJK_RETURN_IN_DEFAULT_FP(check_and_run(call, kernels, error));
}

// ---------------------------------------------------------------- the public functions

int32_t lgjk_overlapN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                      uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                      lgjk_error* error) {
  const lgjk_call call = {a, b, pairs, warm, first, count, results, options, DIM, OVERLAP};
  return run(&call, NAME_N(lgjk_overlap, _kernels), error);
}

int32_t lgjk_distanceN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                       uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                       lgjk_error* error) {
  const lgjk_call call = {a, b, pairs, warm, first, count, results, options, DIM, DISTANCE};
  return run(&call, NAME_N(lgjk_distance, _kernels), error);
}

int32_t lgjk_contactN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                      uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                      lgjk_error* error) {
  const lgjk_call call = {a, b, pairs, warm, first, count, results, options, DIM, CONTACT};
  return run(&call, NAME_N(lgjk_contact, _kernels), error);
}
