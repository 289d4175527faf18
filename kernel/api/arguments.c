// Checks a query's arguments: structs member by member, then the pair indices of the range in one streaming pass, then
// whether memory that a call writes is read, too, or written twice.
#include "api/arguments.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/arrays.h"
#include "base/error.h"
#include "base/tasks.h"
#include "shape/shapes.h"

// Returns a stride in bytes; 0 stands for tight. The result 0 means an error, since no element is empty.
static size_t resolve_stride(uint32_t stride, uint32_t element) {
  if (stride == 0) return element;
  return stride % 4 == 0 && stride >= element ? stride : 0;
}

// ---------------------------------------------------------------- bodies

// lgjk_bodies2 has the members of lgjk_bodies3.
#define SAME_IN_VIEWS(member)                                                      \
  _Static_assert(offsetof(lgjk_bodies2, member) == offsetof(lgjk_bodies3, member), \
                 "the views of both dimensions are read as one");
// clang-format off
#define VIEW_MEMBERS(X)                                                                                   \
  X(struct_size) X(count) X(shapes) X(shape) X(pose) X(radius) X(position) X(shape_stride) X(pose_stride) \
  X(radius_stride) X(position_stride)
// clang-format on
VIEW_MEMBERS(SAME_IN_VIEWS)
_Static_assert(sizeof(lgjk_bodies2) == sizeof(lgjk_bodies3), "and hold nothing else");

// The arrays of a view: member, bytes of an element, whether bodies need it. If several are wrong, the first is named.
// clang-format off
#define BODY_ARRAYS(X)            \
  X(position, dim * sizeof(double), false) \
  X(radius, sizeof(float), false) \
  X(pose, pose_bytes, true)       \
  X(shape, sizeof(uint32_t), true)
// clang-format on

static int32_t bad_member(lgjk_error* error, const char* name, const char* member, const char* why) {
  return lgjk_refuse(error, "%s->%s %s", name, member, why);
}

static int32_t bad_stride(lgjk_error* error, const char* name, const char* member, uint32_t stride, uint32_t least) {
  return lgjk_refuse(error, "%s->%s_stride is %u, not 0 or a multiple of 4 that is at least %u", name, member,
                     (unsigned)stride, (unsigned)least);
}

#define CHECK_NULL(member, element, needed) \
  if (needed && v.count > 0 && v.member == NULL) return bad_member(error, name, #member, "is NULL");
#define CHECK_STRIDE(member, element, needed)                                     \
  side->member##_stride = resolve_stride(v.member##_stride, (uint32_t)(element)); \
  if (side->member##_stride == 0) return bad_stride(error, name, #member, v.member##_stride, (uint32_t)(element));
#define CHECK_ALIGNED(member, element, needed) \
  if ((uintptr_t)v.member % 4 != 0) return bad_member(error, name, #member, "is not aligned to 4 bytes");
#define TAKE(member, element, needed) side->member = (const char*)v.member;

int32_t lgjk_check_bodies(const char* name, const void* bodies, uint32_t dim, lgjk_side* side, lgjk_error* error) {
  const uint32_t pose_bytes = lgjk_pose_bytes(dim);
  lgjk_bodies3 v;
  lgjk_shape_set set;
  const char* init = dim == 2 ? "lgjk_bodies2_init" : "lgjk_bodies3_init";
  LGJK_TRY(lgjk_check_struct(name, bodies, sizeof v, init, error));
  memcpy(&v, bodies, sizeof v);
  BODY_ARRAYS(CHECK_NULL)
  if (v.shapes == NULL) return bad_member(error, name, "shapes", "is NULL");
  const char* fault = lgjk_fault_of_set(v.shapes, dim);
  if (fault != NULL) return bad_member(error, name, "shapes", fault);
  BODY_ARRAYS(CHECK_STRIDE)
  BODY_ARRAYS(CHECK_ALIGNED)
  BODY_ARRAYS(TAKE)
  memcpy(&set, v.shapes, sizeof set);
  side->table = set.shape;
  side->pool = set.pool;
  side->core = set.core;
  side->shape_count = set.count;
  side->body_count = v.count;
  side->core_mask = set.core_mask;
  return LGJK_OK;
}

// ---------------------------------------------------------------- results, options

#define CHECK_ARRAY(member, alignment, count, written) \
  LGJK_TRY(lgjk_check_aligned("results->" #member, results->member, alignment, error));
#define REFUSE_IGNORED(member, alignment, count, written)                                                   \
  if (!(written) && results->member != NULL) {                                                              \
    return lgjk_refuse(error, "results->" #member " is set, but lgjk_%s%u does not write it", names[query], \
                       (unsigned)dim);                                                                      \
  }
#define OR_WANTED(member, alignment, count, written) || results->member != NULL

#define QUERY_NAME(name, constant, ...) #name,

static int32_t check_results(const lgjk_results* results, query_id query, uint32_t dim, lgjk_error* error) {
  static const char* const names[] = {LGJK_QUERY_TABLE(QUERY_NAME)};
  const query_row row = row_of_query(query);
  LGJK_TRY(lgjk_check_struct("results", results, sizeof *results, "lgjk_results_init", error));
  if (results->reserved != 0) return lgjk_refuse(error, "results->reserved is not 0");
  LGJK_RESULT_ARRAYS(REFUSE_IGNORED)
  LGJK_RESULT_ARRAYS(CHECK_ARRAY)
  CHECK_ARRAY(bad_count, 8, 1, true)
  if (results->bad_count != NULL LGJK_RESULT_ARRAYS(OR_WANTED)) return LGJK_OK;
  return lgjk_refuse(error, "results has no array that lgjk_%s%u writes", names[query], (unsigned)dim);
}

static int32_t check_options(const lgjk_options* options, lgjk_batch* batch, uint32_t* isa, lgjk_error* error) {
  static const lgjk_options defaults = {.struct_size = sizeof defaults};
  if (options == NULL) options = &defaults;
  LGJK_TRY(lgjk_check_struct("options", options, sizeof *options, "lgjk_options_init", error));
  if (!(options->max_distance >= 0)) {
    return lgjk_refuse(error, "options->max_distance is %g: negative or NaN", (double)options->max_distance);
  }
  if (options->iteration_limit > 255) {
    return lgjk_refuse(error, "options->iteration_limit is %u, outside 0..255", (unsigned)options->iteration_limit);
  }
  const uint32_t known =
      LGJK_FLAG_SORT_ALL | LGJK_FLAG_EPA | LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS | LGJK_FLAG_NORMALIZE;
  if ((options->flags & ~known) != 0) {
    return lgjk_refuse(error, "options->flags has an unknown flag, 0x%x", (unsigned)(options->flags & ~known));
  }
  if (!(options->margin >= 0 && options->margin < HUGE_VALF)) {
    return lgjk_refuse(error, "options->margin is %g: negative or not finite", (double)options->margin);
  }
  batch->max_distance = options->max_distance > 0 ? options->max_distance : HUGE_VALF;
  batch->limit = options->iteration_limit > 0 ? options->iteration_limit : LGJK_DEFAULT_ITERATION_LIMIT;
  batch->flags = options->flags;
  batch->margin = options->margin;
  *isa = options->isa;
  return lgjk_check_tasks("options->tasks", options->tasks, error);
}

// ---------------------------------------------------------------- pairs

// Returns 1 if any index of a range is out of bounds, in one streaming pass. bound - 1 - index borrows into the top
// bit; an index that is too large for that has the top bit itself.
static uint32_t any_beyond(const char* base, size_t stride, uint64_t count, uint32_t bound) {
  uint32_t borrow = 0, large = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t value = lgjk_word_at(base, stride, i);
    borrow |= bound - 1 - value;
    large |= value;
  }
  return (borrow | large) >> 31;
}

static bool is_countable(uint32_t bodies) { return bodies > 0 && bodies <= 0x80000000u; }

static int32_t check_indices(char side, const char* base, size_t stride, uint64_t first, uint64_t count,
                             uint32_t bodies, lgjk_error* error) {
  base += stride * first;
  if (is_countable(bodies)) {
    const uint32_t beyond = stride == 4 ? any_beyond(base, 4, count, bodies) : any_beyond(base, stride, count, bodies);
    if (!beyond) return LGJK_OK;
  }
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t value = lgjk_word_at(base, stride, i);
    if (value < bodies) continue;
    return lgjk_fail(error, LGJK_ERROR_PAIR_INDEX, first + i, "pairs->%c[%llu] is %u, but the %c view has %u bodies",
                     side, (unsigned long long)(first + i), (unsigned)value, side - 'a' + 'A', (unsigned)bodies);
  }
  return LGJK_OK;
}

static int32_t check_pairs(const lgjk_pairs* pairs, uint64_t first, uint64_t count, lgjk_batch* batch,
                           lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("pairs", pairs, sizeof *pairs, "lgjk_pairs_init", error));
  const size_t stride = batch->pair_stride = resolve_stride(pairs->stride, sizeof(uint32_t));
  if (stride == 0) return lgjk_refuse(error, "pairs->stride is not a multiple of 4");
  if (pairs->count > 0 && pairs->a == NULL) return lgjk_refuse(error, "pairs->a is NULL");
  if (pairs->count > 0 && pairs->b == NULL) return lgjk_refuse(error, "pairs->b is NULL");
  if ((uintptr_t)pairs->a % 4 != 0) return lgjk_refuse(error, "pairs->a is not aligned to 4 bytes");
  if ((uintptr_t)pairs->b % 4 != 0) return lgjk_refuse(error, "pairs->b is not aligned to 4 bytes");
  if (first > pairs->count || count > pairs->count - first) {
    return lgjk_fail(error, LGJK_ERROR_RANGE, first, "%llu pairs from %llu on are requested, but there are %llu",
                     (unsigned long long)count, (unsigned long long)first, (unsigned long long)pairs->count);
  }
  const char *a = (const char*)pairs->a, *b = (const char*)pairs->b;
  // most callers have an array of {a, b}, which is checked in one pass
  const uint32_t fewest = batch->a.body_count < batch->b.body_count ? batch->a.body_count : batch->b.body_count;
  if (stride == 8 && b == a + 4 && is_countable(fewest) && !any_beyond(a + stride * first, 4, 2 * count, fewest))
    return LGJK_OK;
  LGJK_TRY(check_indices('a', a, stride, first, count, batch->a.body_count, error));
  return check_indices('b', b, stride, first, count, batch->b.body_count, error);
}

// ---------------------------------------------------------------- memory that overlaps, and bodies on both sides

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
  X(#side "->radius", batch->side.radius, sizeof(float), batch->side.radius_stride, 0, bodies_##side)  \
  X(#side "->position", batch->side.position, dim * sizeof(double), batch->side.position_stride, 0, bodies_##side)
#define READ_PAIRS                                                                              \
  X("pairs->a", call->pairs->a, sizeof(uint32_t), batch->pair_stride, call->first, call->count) \
  X("pairs->b", call->pairs->b, sizeof(uint32_t), batch->pair_stride, call->first, call->count)
#define X(...) +1
enum { READ_MOST = READ_BODIES(a) READ_BODIES(b) READ_PAIRS };
#undef X

// Returns the number of bodies up to the last one that the range names.
static uint64_t named_bodies(const uint32_t* indices, size_t stride, uint64_t first, uint64_t count) {
  uint64_t named = 0;
  for (uint64_t i = first; i < first + count; ++i) {
    const uint32_t body = lgjk_word_at(indices, stride, i);
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

// Returns LGJK_ERROR_ARGUMENT if a result or a record of the call's range overlaps another array. Looks for an overlap
// with all bodies first, and reads the indices again only if there is one.
static int32_t find_overlap(const lgjk_call* call, const lgjk_batch* batch, lgjk_error* error) {
  if (compare_arrays(call, batch, batch->a.body_count, batch->b.body_count, NULL) == LGJK_OK) return LGJK_OK;
  const uint64_t bodies_a = named_bodies(call->pairs->a, batch->pair_stride, call->first, call->count);
  const uint64_t bodies_b = named_bodies(call->pairs->b, batch->pair_stride, call->first, call->count);
  return compare_arrays(call, batch, bodies_a, bodies_b, error);
}

static bool any_meet(const lgjk_span* a, uint32_t count_a, const lgjk_span* b, uint32_t count_b) {
  uint32_t meet = 0;
  for (uint32_t i = 0; i < count_a; ++i) {
    for (uint32_t k = 0; k < count_b; ++k) meet |= lgjk_spans_meet(a[i], b[k]);
  }
  return meet != 0;
}

static lgjk_span join_all(const lgjk_span* spans, uint32_t count) {
  lgjk_span all = lgjk_no_span;
  for (uint32_t i = 0; i < count; ++i) all = lgjk_join_spans(all, spans[i]);
  return all;
}

// Returns true if the span of a written array meets that of another array, of all bodies and indices. What is read is
// compared as two spans first, of the bodies and of the pairs: a finer test would slow calls of few pairs, and without
// it those whose results lie between the bodies' arrays.
static bool is_any_near(const lgjk_call* call, const lgjk_batch* batch) {
  const uint32_t dim = call->dim;
  const uint64_t bodies_a = batch->a.body_count, bodies_b = batch->b.body_count;
  lgjk_span read[READ_MOST], written[WRITTEN_MOST];
  uint32_t reads = 0, count = 0;
#define X(name, array, ...) \
  if ((array) != NULL) read[reads++] = lgjk_span_of(array, __VA_ARGS__);
  READ_BODIES(a)
  if (call->b != call->a) {
    READ_BODIES(b)
  }
  const uint32_t bodies = reads;
  READ_PAIRS
#undef X
#define X(name, array, ...) \
  if ((array) != NULL) written[count++] = lgjk_span_of(array, __VA_ARGS__);
  WRITTEN_ARRAYS
#undef X
  const lgjk_span joined[2] = {join_all(read, bodies), join_all(read + bodies, reads - bodies)};
  uint32_t near = any_meet(written, count, joined, 2) && any_meet(written, count, read, reads);
  for (uint32_t i = 1; i < count; ++i) near |= any_meet(&written[i], 1, written, i);
  return near != 0;
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

// ---------------------------------------------------------------- all

int32_t lgjk_check_inputs(const lgjk_call* call, lgjk_batch* batch, uint32_t* isa, lgjk_error* error) {
  LGJK_TRY(lgjk_check_bodies("a", call->a, call->dim, &batch->a, error));
  LGJK_TRY(lgjk_check_bodies("b", call->b, call->dim, &batch->b, error));
  LGJK_TRY(check_options(call->options, batch, isa, error));
  return check_pairs(call->pairs, call->first, call->count, batch, error);
}

int32_t lgjk_check_arguments(const lgjk_call* call, lgjk_batch* batch, uint32_t* isa, lgjk_error* error) {
  LGJK_TRY(lgjk_check_inputs(call, batch, isa, error));
  LGJK_TRY(check_results(call->results, call->query, call->dim, error));
  LGJK_TRY(lgjk_check_aligned("warm", call->warm, 4, error));
  return is_any_near(call, batch) ? find_overlap(call, batch, error) : LGJK_OK;
}
