// Looks for memory that a call writes and also reads, or writes twice, and for bodies that both sides share.
#include <stdbool.h>
#include <string.h>

#include "api/arguments.h"
#include "base/arrays.h"

// The arrays that a call writes: its own range of each result, and its records. It reads the range's pairs, and bodies
// up to the last that these name. X(name, array, bytes of an element, stride, first, count) needs dim, call, batch,
// bodies_a and bodies_b (numbers of bodies) in its scope.
#define WRITTEN_ARRAY(member, alignment, elements, written)                               \
  X("results->" #member, call->results->member, sizeof *call->results->member*(elements), \
    sizeof *call->results->member*(elements), call->first, call->count)
#define WRITTEN_ARRAYS                                                                    \
  LGJK_RESULT_ARRAYS(WRITTEN_ARRAY)                                                       \
  X("warm", call->warm, sizeof *call->warm, sizeof *call->warm, call->first, call->count) \
  X("results->bad_count", call->results->bad_count, sizeof(uint64_t), sizeof(uint64_t), 0, 1)
#define COUNT_ARRAY(...) +1
enum { WRITTEN_MOST = LGJK_RESULT_ARRAYS(COUNT_ARRAY) + 2 };
#define READ_BODIES(side)                                                                              \
  X(#side "->pose", batch->side.pose, lgjk_pose_bytes(dim), batch->side.pose_stride, 0, bodies_##side) \
  X(#side "->shape", batch->side.shape, sizeof(uint32_t), batch->side.shape_stride, 0, bodies_##side)  \
  X(#side "->radius", batch->side.radius, sizeof(float), batch->side.radius_stride, 0, bodies_##side)
#define READ_PAIRS                                                                              \
  X("pairs->a", call->pairs->a, sizeof(uint32_t), batch->pair_stride, call->first, call->count) \
  X("pairs->b", call->pairs->b, sizeof(uint32_t), batch->pair_stride, call->first, call->count)

// Returns the number of bodies up to the last one that the range names.
static uint64_t named_bodies(const uint32_t* indices, size_t stride, uint64_t first, uint64_t count) {
  uint64_t named = 0;
  for (uint64_t i = first; i < first + count; ++i) {
    uint32_t body;
    memcpy(&body, (const char*)indices + stride * i, sizeof body);
    if (body >= named) named = (uint64_t)body + 1;
  }
  return named;
}

static int32_t compare_arrays(const lgjk_call* call, const lgjk_batch* batch, uint64_t bodies_a, uint64_t bodies_b,
                              lgjk_error* error) {
  const uint32_t dim = call->dim;
  const lgjk_array arrays[] = {
#define ROW(name, use, array, size, stride, first, count) \
  {name, use, (array) == NULL ? NULL : (const char*)(array) + (stride) * (size_t)(first), size, stride, count},
#define X(name, ...) ROW(name, LGJK_READ, __VA_ARGS__)
      READ_BODIES(a) READ_BODIES(b) READ_PAIRS
#undef X
#define X(name, ...) ROW(name, LGJK_WRITTEN, __VA_ARGS__)
          WRITTEN_ARRAYS
#undef X
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

// Looks for an overlap with all bodies first, and reads the indices again only if there is one.
static int32_t find_overlap(const lgjk_call* call, const lgjk_batch* batch, lgjk_error* error) {
  if (compare_arrays(call, batch, batch->a.body_count, batch->b.body_count, NULL) == LGJK_OK) return LGJK_OK;
  const uint64_t bodies_a = named_bodies(call->pairs->a, batch->pair_stride, call->first, call->count);
  const uint64_t bodies_b = named_bodies(call->pairs->b, batch->pair_stride, call->first, call->count);
  return compare_arrays(call, batch, bodies_a, bodies_b, error);
}

// Returns true if a written array is near what it must not overlap, by the spans of all bodies and indices. A finer
// test would slow calls of few pairs.
static bool is_any_near(const lgjk_call* call, const lgjk_batch* batch) {
  const uint32_t dim = call->dim;
  const uint64_t bodies_a = batch->a.body_count, bodies_b = batch->b.body_count;
  lgjk_span bodies = lgjk_no_span, pairs = lgjk_no_span, written[WRITTEN_MOST];
  uint32_t count = 0, near = 0;
#define X(name, ...) bodies = lgjk_join_spans(bodies, lgjk_span_of(__VA_ARGS__));
  READ_BODIES(a)
  if (call->b != call->a) {
    READ_BODIES(b)
  }
#undef X
#define X(name, ...) pairs = lgjk_join_spans(pairs, lgjk_span_of(__VA_ARGS__));
  READ_PAIRS
#undef X
#define X(name, array, ...) \
  if ((array) != NULL) written[count++] = lgjk_span_of(array, __VA_ARGS__);
  WRITTEN_ARRAYS
#undef X
  for (uint32_t i = 0; i < count; ++i) {
    near |= lgjk_spans_meet(written[i], bodies) | lgjk_spans_meet(written[i], pairs);
    for (uint32_t k = 0; k < i; ++k) near |= lgjk_spans_meet(written[i], written[k]);
  }
  return near != 0;
}

int32_t lgjk_check_overlap(const lgjk_call* call, const lgjk_batch* batch, lgjk_error* error) {
  return is_any_near(call, batch) ? find_overlap(call, batch, error) : LGJK_OK;
}

void lgjk_find_same_bodies(lgjk_batch* batch) {
  const lgjk_side *a = &batch->a, *b = &batch->b;
  const uintptr_t pa = (uintptr_t)a->pose, pb = (uintptr_t)b->pose;
  const size_t size_a = a->pose_stride * a->body_count, size_b = b->pose_stride * b->body_count;
  batch->same_bodies = LGJK_SAME_NEVER;
  batch->same_offset = 0;
  if (pa < pb ? pb - pa >= size_a : pa - pb >= size_b) return;
  if (a->pose_stride != b->pose_stride) {
    batch->same_bodies = LGJK_SAME_BY_ADDRESS;
  } else if (pa == pb) { // nearly always: saves a division
    batch->same_bodies = LGJK_SAME_BY_INDEX;
  } else if ((pa < pb ? pb - pa : pa - pb) % a->pose_stride == 0) {
    batch->same_bodies = LGJK_SAME_BY_INDEX;
    batch->same_offset = (uint32_t)(pa < pb ? (pb - pa) / a->pose_stride : 0 - (pa - pb) / a->pose_stride);
  }
}
