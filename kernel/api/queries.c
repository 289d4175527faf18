// The public queries: every argument and every pair index of the range is checked, then the kernel of the chosen
// instruction set runs with the default floating-point environment. Nothing is written before all checks have passed.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/fpcontrol.h"
#include "isa/kernels.h"
#include "shape/shapes2.h"
#include "shape/shapes3.h"

void lgjk_pairs_init(lgjk_pairs* pairs) {
  memset(pairs, 0, sizeof *pairs);
  pairs->struct_size = sizeof *pairs;
}

void lgjk_options_init(lgjk_options* options) {
  memset(options, 0, sizeof *options);
  options->struct_size = sizeof *options;
  options->max_distance = HUGE_VALF;
  options->iteration_limit = LGJK_DEFAULT_ITERATION_LIMIT;
}

void lgjk_results_init(lgjk_results* results) {
  memset(results, 0, sizeof *results);
  results->struct_size = sizeof *results;
}

const char* lgjk_status_text(uint32_t status) {
  static const char* const text[] = {"separated", "overlapping", "beyond", "limit", "bad"};
  return status < sizeof text / sizeof text[0] ? text[status] : NULL;
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
const char* lgjk_version(void) {
  return TEXT(LGJK_VERSION_MAJOR) "." TEXT(LGJK_VERSION_MINOR) "." TEXT(LGJK_VERSION_PATCH);
}

static int32_t bad_argument(lgjk_error* error, const char* what, const char* why) {
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s %s", what, why);
}

// A stride in bytes, or 0 for tight; 0 also means an error here, since no element is empty.
static size_t resolve_stride(uint32_t stride, uint32_t element) {
  if (stride == 0) return element;
  return stride % 4 == 0 && stride >= element ? stride : 0;
}

static bool is_misaligned(const void* array) { return (uintptr_t)array % 4 != 0; }

// A view of either dimension: its members, and those of its shape set.
typedef struct view {
  lgjk_side side;
  uint32_t struct_size, expected_size;
  const char* init;  // the function that sets struct_size
  uint32_t shape_stride, pose_stride, radius_stride, pose_size;
  uint32_t reserved;
} view;

// lgjk_bodies2 and lgjk_bodies3 have the same members under the same names; lgjk_shapes2 and lgjk_shapes3 those used
// here.
#define READ_VIEW(bodies, pose_floats, init_name)                                                                               \
  (view) {                                                                                                           \
    .side = {.table = (bodies)->shapes ? (bodies)->shapes->shape : NULL,                                             \
             .pool = (bodies)->shapes ? (bodies)->shapes->pool : NULL,                                               \
             .core = (bodies)->shapes ? (bodies)->shapes->core : NULL,                                               \
             .shape = (const char*)(bodies)->shape,                                                                  \
             .pose = (const char*)(bodies)->pose,                                                                    \
             .radius = (const char*)(bodies)->radius,                                                                \
             .shape_count = (bodies)->shapes ? (bodies)->shapes->count : 0,                                          \
             .body_count = (bodies)->count,                                                                          \
             .core_mask = (bodies)->shapes ? (bodies)->shapes->core_mask : 0},                                       \
    .struct_size = (bodies)->struct_size, .expected_size = sizeof *(bodies), .init = (init_name),                    \
    .shape_stride = (bodies)->shape_stride, .pose_stride = (bodies)->pose_stride,                                    \
    .radius_stride = (bodies)->radius_stride, .pose_size = (pose_floats) * sizeof(float),                            \
    .reserved = (bodies)->reserved                                                                                   \
  }

static int32_t check_side(const char* name, const view* v, lgjk_side* out, lgjk_error* error) {
  const char* member = NULL;
  const char* why = "is NULL";
  lgjk_side side = v->side;
  const int32_t code = lgjk_check_struct_size(name, v->struct_size, v->expected_size, v->init, error);
  if (code != LGJK_OK) return code;
  side.shape_stride = resolve_stride(v->shape_stride, sizeof(uint32_t));
  side.pose_stride = resolve_stride(v->pose_stride, v->pose_size);
  side.radius_stride = resolve_stride(v->radius_stride, sizeof(float));
  if (side.table == NULL) member = "shapes";
  if (side.body_count > 0 && side.shape == NULL) member = "shape";
  if (side.body_count > 0 && side.pose == NULL) member = "pose";
  if (member == NULL) {
    why = "is not a multiple of 4, or smaller than an element";
    if (side.shape_stride == 0) member = "shape_stride";
    if (side.pose_stride == 0) member = "pose_stride";
    if (side.radius_stride == 0) member = "radius_stride";
  }
  if (member == NULL) {
    why = "is not aligned to 4 bytes";
    if (is_misaligned(side.shape)) member = "shape";
    if (is_misaligned(side.pose)) member = "pose";
    if (is_misaligned(side.radius)) member = "radius";
  }
  if (member == NULL && v->reserved != 0) {
    member = "reserved";
    why = "is not 0";
  }
  if (member != NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->%s %s", name, member, why);
  *out = side;
  return LGJK_OK;
}

static int32_t check_options(const lgjk_options* options, lgjk_batch* batch, lgjk_error* error) {
  const int32_t code =
      lgjk_check_struct_size("options", options->struct_size, sizeof *options, "lgjk_options_init", error);
  if (code != LGJK_OK) return code;
  if (!(options->max_distance >= 0)) return bad_argument(error, "options->max_distance", "is negative or NaN");
  if (options->iteration_limit > 255) return bad_argument(error, "options->iteration_limit", "is outside 0..255");
  if ((options->flags & ~LGJK_FLAG_SORT_ALL) != 0) return bad_argument(error, "options->flags", "has an unknown flag");
  if (options->reserved != 0) return bad_argument(error, "options->reserved", "is not 0");
  batch->max_distance = options->max_distance > 0 ? options->max_distance : HUGE_VALF;
  batch->limit = options->iteration_limit > 0 ? options->iteration_limit : LGJK_DEFAULT_ITERATION_LIMIT;
  batch->flags = options->flags;
  return LGJK_OK;
}

static int32_t check_results(const lgjk_results* results, bool witness, lgjk_error* error) {
  if (results == NULL) return bad_argument(error, "results", "is NULL");
  const int32_t code =
      lgjk_check_struct_size("results", results->struct_size, sizeof *results, "lgjk_results_init", error);
  if (code != LGJK_OK) return code;
  if (results->reserved != 0) return bad_argument(error, "results->reserved", "is not 0");
  const char* why = "is not aligned to 4 bytes";
  if (is_misaligned(results->distance)) return bad_argument(error, "results->distance", why);
  if (is_misaligned(results->point_a)) return bad_argument(error, "results->point_a", why);
  if (is_misaligned(results->point_b)) return bad_argument(error, "results->point_b", why);
  if ((uintptr_t)results->bad_count % 8 != 0) {
    return bad_argument(error, "results->bad_count", "is not aligned to 8 bytes");
  }
  const int any = results->status || results->iterations || results->bad_count;
  if (any || (witness && (results->distance || results->point_a || results->point_b))) return LGJK_OK;
  return bad_argument(error, "results", "has no array that this query writes");
}

// Whether any index of a range is out of bounds, in one streaming pass: bound - 1 - index borrows into the top bit.
static uint32_t any_beyond(const char* base, size_t stride, uint64_t count, uint32_t bound) {
  uint32_t borrow = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t value;
    memcpy(&value, base + stride * i, sizeof value);
    borrow |= (bound - 1 - value) | (value & 0x80000000u);
  }
  return borrow >> 31;
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
    uint32_t value;
    memcpy(&value, base + stride * i, sizeof value);
    if (value < bodies) continue;
    return lgjk_fail(error, LGJK_ERROR_PAIR_INDEX, first + i, "pairs->%c[%llu] is %u, but the %c view has %u bodies",
                     side, (unsigned long long)(first + i), (unsigned)value, side - 'a' + 'A', (unsigned)bodies);
  }
  return LGJK_OK;
}

static int32_t check_pairs(const lgjk_pairs* pairs, uint64_t first, uint64_t count, lgjk_batch* batch,
                           lgjk_error* error) {
  if (pairs == NULL) return bad_argument(error, "pairs", "is NULL");
  const int32_t size = lgjk_check_struct_size("pairs", pairs->struct_size, sizeof *pairs, "lgjk_pairs_init", error);
  if (size != LGJK_OK) return size;
  const size_t stride = batch->pair_stride = resolve_stride(pairs->stride, sizeof(uint32_t));
  if (stride == 0) return bad_argument(error, "pairs->stride", "is not a multiple of 4");
  if (pairs->count > 0 && pairs->a == NULL) return bad_argument(error, "pairs->a", "is NULL");
  if (pairs->count > 0 && pairs->b == NULL) return bad_argument(error, "pairs->b", "is NULL");
  if (is_misaligned(pairs->a)) return bad_argument(error, "pairs->a", "is not aligned to 4 bytes");
  if (is_misaligned(pairs->b)) return bad_argument(error, "pairs->b", "is not aligned to 4 bytes");
  if (first > pairs->count || count > pairs->count - first) {
    return lgjk_fail(error, LGJK_ERROR_RANGE, first, "%llu pairs from %llu on are asked for, but there are %llu",
                     (unsigned long long)count, (unsigned long long)first, (unsigned long long)pairs->count);
  }
  const char *a = (const char*)pairs->a, *b = (const char*)pairs->b;
  // an array of {a, b} in one pass, as most have it
  const uint32_t fewest = batch->a.body_count < batch->b.body_count ? batch->a.body_count : batch->b.body_count;
  if (stride == 8 && b == a + 4 && is_countable(fewest) && !any_beyond(a + stride * first, 4, 2 * count, fewest)) return LGJK_OK;
  const int32_t code = check_indices('a', a, stride, first, count, batch->a.body_count, error);
  return code != LGJK_OK ? code : check_indices('b', b, stride, first, count, batch->b.body_count, error);
}

static void* at(const void* array, size_t bytes) { return array == NULL ? NULL : (char*)(uintptr_t)array + bytes; }

// Kernels number pairs with 16 bits: larger ranges go in slices.
static void run(lgjk_kernel* kernel, query_id query, const lgjk_pairs* pairs, lgjk_warm* warm, uint64_t first, uint64_t count,
                const lgjk_results* results, size_t point_size, lgjk_batch* batch) {
  for (uint64_t i = first, end = first + count; i < end; i += LGJK_SLICE) {
    batch->count = (uint32_t)(end - i < LGJK_SLICE ? end - i : LGJK_SLICE);
    batch->pair_a = at(pairs->a, batch->pair_stride * i);
    batch->pair_b = at(pairs->b, batch->pair_stride * i);
    batch->warm = at(warm, sizeof(lgjk_warm) * i);
    batch->results = (lgjk_results){.status = at(results->status, i),
                                    .iterations = at(results->iterations, i),
                                    .distance = at(results->distance, 4 * i),
                                    .point_a = at(results->point_a, point_size * i),
                                    .point_b = at(results->point_b, point_size * i)};
    kernel(batch, query);
  }
}

// Above this many bytes of poses, prefetching pays; below, it costs 0.3 ns per pair.
#define PREFETCH_BYTES ((size_t)1024 * 1024)

static uint32_t wants_prefetch(const lgjk_side* side) { return side->pose_stride * side->body_count > PREFETCH_BYTES; }

// Where both sides can have a pose at the same address: by a difference of indices if their strides are equal.
static void find_same_bodies(lgjk_batch* batch) {
  const lgjk_side *a = &batch->a, *b = &batch->b;
  const uintptr_t pa = (uintptr_t)a->pose, pb = (uintptr_t)b->pose;
  const size_t size_a = a->pose_stride * a->body_count, size_b = b->pose_stride * b->body_count;
  batch->same_bodies = LGJK_SAME_NEVER;
  if (pa < pb ? pb - pa >= size_a : pa - pb >= size_b) return;
  if (a->pose_stride != b->pose_stride) {
    batch->same_bodies = LGJK_SAME_BY_ADDRESS;
  } else if ((pa < pb ? pb - pa : pa - pb) % a->pose_stride == 0) {
    batch->same_bodies = LGJK_SAME_BY_INDEX;
    batch->same_offset = (uint32_t)(pa < pb ? (pb - pa) / a->pose_stride : 0 - (pa - pb) / a->pose_stride);
  }
}

// What the four queries have in common, and what tells them apart.
typedef struct call {
  const view *a, *b;  // NULL where the caller's is
  const lgjk_pairs* pairs;
  lgjk_warm* warm;
  uint64_t first, count;
  const lgjk_results* results;
  const lgjk_options* options;
  uint32_t dim;
  query_id query;
} call;

// Runs in the default floating-point environment: even to look at an option is arithmetic.
static int32_t check_and_run(const call* c, lgjk_error* error) {
  lgjk_tally tally = {0, 0};
  lgjk_batch batch = {.tally = &tally};
  lgjk_options defaults;
  const lgjk_options* options = c->options;
  if (options == NULL) {
    lgjk_options_init(&defaults);
    options = &defaults;
  }
  int32_t code = c->a == NULL ? bad_argument(error, "a", "is NULL") : check_side("a", c->a, &batch.a, error);
  if (code == LGJK_OK)
    code = c->b == NULL ? bad_argument(error, "b", "is NULL") : check_side("b", c->b, &batch.b, error);
  if (code == LGJK_OK) code = check_results(c->results, asks_witness(c->query), error);
  if (code == LGJK_OK) code = check_options(options, &batch, error);
  if (code == LGJK_OK) code = check_pairs(c->pairs, c->first, c->count, &batch, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("warm", c->warm, 4, error);
  if (code != LGJK_OK) return code;
  const lgjk_kernels* kernels = lgjk_kernels_for(options->isa, &code, error);
  if (kernels == NULL) return code;
  find_same_bodies(&batch);
  batch.prefetch = wants_prefetch(&batch.a) || wants_prefetch(&batch.b);
  run(kernels->run[c->dim - 2], c->query, c->pairs, c->warm, c->first, c->count, c->results, c->dim * sizeof(float), &batch);
  if (c->results->bad_count != NULL) *c->results->bad_count = tally.bad;
  return lgjk_succeed(error);
}

static int32_t ask(const call* c, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  const int32_t code = check_and_run(c, error);
  lgjk_fp_leave(caller);
  return code;
}

#if LGJK_HAVE_2D
void lgjk_bodies2_init(lgjk_bodies2* bodies) {
  memset(bodies, 0, sizeof *bodies);
  bodies->struct_size = sizeof *bodies;
}

static int32_t query2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                      uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                      lgjk_error* error, query_id which) {
  view va, vb;
  if (a != NULL) va = READ_VIEW(a, 4, "lgjk_bodies2_init");
  if (b != NULL) vb = READ_VIEW(b, 4, "lgjk_bodies2_init");
  const call c = {a ? &va : NULL, b ? &vb : NULL, pairs, warm, first, count, results, options, 2, which};
  return ask(&c, error);
}

int32_t lgjk_distance2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                       uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                       lgjk_error* error) {
  return query2(a, b, pairs, warm, first, count, results, options, error, DISTANCE);
}

int32_t lgjk_overlap2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                      uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                      lgjk_error* error) {
  return query2(a, b, pairs, warm, first, count, results, options, error, OVERLAP);
}
#endif

#if LGJK_HAVE_3D
void lgjk_bodies3_init(lgjk_bodies3* bodies) {
  memset(bodies, 0, sizeof *bodies);
  bodies->struct_size = sizeof *bodies;
}

static int32_t query3(const lgjk_bodies3* a, const lgjk_bodies3* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                      uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                      lgjk_error* error, query_id which) {
  view va, vb;
  if (a != NULL) va = READ_VIEW(a, 7, "lgjk_bodies3_init");
  if (b != NULL) vb = READ_VIEW(b, 7, "lgjk_bodies3_init");
  const call c = {a ? &va : NULL, b ? &vb : NULL, pairs, warm, first, count, results, options, 3, which};
  return ask(&c, error);
}

int32_t lgjk_distance3(const lgjk_bodies3* a, const lgjk_bodies3* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                       uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                       lgjk_error* error) {
  return query3(a, b, pairs, warm, first, count, results, options, error, DISTANCE);
}

int32_t lgjk_overlap3(const lgjk_bodies3* a, const lgjk_bodies3* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                      uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                      lgjk_error* error) {
  return query3(a, b, pairs, warm, first, count, results, options, error, OVERLAP);
}
#endif
