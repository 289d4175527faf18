// Copies the bodies of pairs to groups, and places what queries of these have written.
#include "api/group.h"

#include "base/error.h"
#include "base/fpcontrol.h"
#include "lanegjk/lanegjk3.h"

// Copies body `body` to place `to`, except for its radius.
static inline void copy_body(const lgjk_side* side, size_t body, uint32_t dim, size_t to, lgjk_group* group) {
  const size_t bytes = lgjk_pose_bytes(dim);
  memcpy((char*)group->pose + bytes * to, side->pose + side->pose_stride * body, bytes);
  memcpy(&group->shape[to], side->shape + side->shape_stride * body, sizeof group->shape[to]);
}

static void copy_radii(const lgjk_side* side, const char* pairs, size_t stride, uint32_t count, float* to) {
  for (uint32_t i = 0; side->radius != NULL && i < count; ++i)
    memcpy(&to[i], side->radius + side->radius_stride * lgjk_word_at(pairs, stride, i), sizeof *to);
}

// What copy_pairs has met: a body of A that is not at its position, and pairs that may be bad.
typedef struct group_finds {
  bool apart, bad;
} group_finds;

// Copies the bodies of B and makes their poses relative, without a branch in the loop.
static inline group_finds copy_pairs(const lgjk_batch* batch, const uint32_t dim, uint32_t count,
                                     lgjk_group* restrict group) {
  static const double none[3] = {0};
  lgjk_side a = batch->a, b = batch->b; // here, since compilers cannot see that stores leave them alone
  const char *pair_a = batch->pair_a, *pair_b = batch->pair_b;
  const size_t stride = batch->pair_stride, each = lgjk_pose_bytes(dim) / sizeof(float);
  const bool placed = lgjk_has_positions(&a, &b);
  if (a.position == NULL) a.position = (const char*)none, a.position_stride = 0;
  if (b.position == NULL) b.position = (const char*)none, b.position_stride = 0;
  uint64_t apart = 0;
  uint32_t itself = 0;
  int64_t good __attribute__((vector_size(16))) = {-1, -1};
  for (uint32_t i = 0; i < count; ++i) {
    const size_t body_a = group->body[i] = lgjk_word_at(pair_a, stride, i), body_b = lgjk_word_at(pair_b, stride, i);
    const char *from = a.pose + a.pose_stride * body_a, *to = b.pose + b.pose_stride * body_b;
    float* pose = group->pose + each * i;
    copy_body(&b, body_b, dim, i, group);
    itself |= from == to;
    if (placed) {
      uint64_t bits;
      uint32_t third = 0;
      memcpy(&bits, from, sizeof bits);
      if (dim == 3) memcpy(&third, from + sizeof bits, sizeof third);
      apart |= bits | third;
      good &= lgjk_find_way(a.position + a.position_stride * body_a, from, b.position + b.position_stride * body_b, to,
                            dim, pose) <= LGJK_FARTHEST_SQUARE;
    }
  }
  return (group_finds){apart != 0, itself != 0 || !good[0] || !good[1]};
}

// Puts NaN into pairs that are bad by their positions, or of a body with itself.
static void mark_bad(const lgjk_batch* batch, uint32_t dim, uint32_t count, lgjk_group* group) {
  const lgjk_side *a = &batch->a, *b = &batch->b;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t body_a = group->body[i], body_b = lgjk_word_at(batch->pair_b, batch->pair_stride, i);
    double unused[3];
    if (a->pose + a->pose_stride * body_a == b->pose + b->pose_stride * body_b ||
        !lgjk_between_positions(a, body_a, b, body_b, dim, unused))
      group->pose[lgjk_pose_bytes(dim) / sizeof(float) * i] = __builtin_nanf("");
  }
}

// Makes a side that of the copies from place `first` on.
static void take_copies(lgjk_side* side, uint32_t dim, uint32_t count, const lgjk_group* group, uint32_t first) {
  side->pose = (const char*)group->pose + (size_t)lgjk_pose_bytes(dim) * first;
  side->pose_stride = lgjk_pose_bytes(dim);
  side->shape = (const char*)&group->shape[first];
  if (side->radius != NULL) side->radius = (const char*)&group->radius[first];
  side->shape_stride = side->radius_stride = sizeof(float);
  side->body_count = count;
}

// Copies the bodies of A, too, and brings rotations to unit length.
static void copy_a(lgjk_batch* batch, uint32_t dim, uint32_t count, lgjk_group* group) {
  const size_t each = lgjk_pose_bytes(dim) / sizeof(float), first = LGJK_GROUP / 2;
  const lgjk_side a = batch->a;
  copy_radii(&a, batch->pair_a, batch->pair_stride, count, group->radius + first);
  for (uint32_t i = 0; i < count; ++i) {
    float *pose_a = group->pose + each * (first + i), *pose_b = group->pose + each * i;
    copy_body(&a, group->body[i], dim, first + i, group);
    if ((batch->flags & LGJK_FLAG_NORMALIZE) != 0) {
      lgjk_make_unit(pose_a + dim, dim);
      lgjk_make_unit(pose_b + dim, dim);
    }
    for (uint32_t k = 0; group->apart && k < dim; ++k) pose_a[k] = 0;
    group->body[i] = i;
  }
  take_copies(&batch->a, dim, count, group, LGJK_GROUP / 2);
}

void lgjk_make_group(lgjk_batch* batch, uint32_t dim, uint32_t count, lgjk_group* group) {
  group->halves |= (batch->flags & LGJK_FLAG_NORMALIZE) != 0;
  if (group->halves && count > LGJK_GROUP / 2) count = LGJK_GROUP / 2;
  const group_finds finds = dim == 2 ? copy_pairs(batch, 2, count, group) : copy_pairs(batch, 3, count, group);
  group->apart = finds.apart;
  if (group->apart && !group->halves) {
    group->halves = true;
    lgjk_make_group(batch, dim, count, group);
    return;
  }
  if (finds.bad) mark_bad(batch, dim, count, group);
  copy_radii(&batch->b, batch->pair_b, batch->pair_stride, count, group->radius);
  if (group->halves) copy_a(batch, dim, count, group);
  if (group->apart && batch->results.status == NULL) batch->results.status = group->status;
  take_copies(&batch->b, dim, count, group, 0);
  batch->pair_a = (const char*)group->body;
  batch->pair_b = (const char*)group->number;
  batch->pair_stride = sizeof group->body[0];
  batch->count = count;
  batch->prefetch = 0;
  batch->same_bodies = LGJK_SAME_NEVER;
}

// ---------------------------------------------------------------- points

static void add_place(float* point, const float* place, uint32_t dim) {
  for (uint32_t k = 0; k < dim; ++k) point[k] += place[k];
}

// Returns whether points are written for a pair. Overlaps of distances may be without.
static bool has_points(const lgjk_batch* batch, query_id query, uint32_t status) {
  const uint32_t flags = batch->flags & (LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS);
  if (status == LGJK_STATUS_OVERLAPPING) return needs_depth(query) || flags != LGJK_FLAG_HISTORY_FREE;
  return status == LGJK_STATUS_SEPARATED || status == LGJK_STATUS_LIMIT;
}

void lgjk_place_points(const lgjk_batch* batch, const lgjk_batch* from, uint32_t dim, query_id query,
                       const lgjk_group* group) {
  const lgjk_results* r = &batch->results;
  if (!group->apart) return;
  for (uint32_t i = 0; i < batch->count; ++i) {
    float place[3];
    if (!has_points(batch, query, r->status[i])) continue;
    const uint32_t body = lgjk_word_at(from->pair_a, from->pair_stride, i);
    memcpy(place, from->a.pose + from->a.pose_stride * body, dim * sizeof *place);
    if (r->point_a != NULL) add_place(r->point_a + dim * i, place, dim);
    if (r->point_b != NULL) add_place(r->point_b + dim * i, place, dim);
    for (uint32_t k = 0; r->manifold2 != NULL && k < r->manifold2[i].count; ++k)
      add_place(r->manifold2[i].points[k].position, place, 2);
    for (uint32_t k = 0; r->manifold3 != NULL && k < r->manifold3[i].count; ++k)
      add_place(r->manifold3[i].points[k].position, place, 3);
  }
}

// ---------------------------------------------------------------- the public functions

static int32_t add_positions(const void* bodies, const uint32_t* body, uint32_t body_stride, const float* points,
                             uint32_t point_stride, uint64_t count, double* out, uint32_t dim, lgjk_error* error) {
  lgjk_side side;
  size_t body_step, point_step;
  LGJK_TRY(lgjk_check_bodies("bodies", bodies, dim, &side, error));
  LGJK_TRY(lgjk_take_stride("body_stride", body_stride, sizeof *body, &body_step, error));
  LGJK_TRY(lgjk_take_stride("point_stride", point_stride, dim * sizeof *points, &point_step, error));
  const lgjk_array arrays[] = {
      LGJK_BODY_ROWS("bodies", &side, dim),
      {"body", LGJK_READ, body, sizeof *body, body_step, count},
      {"points", LGJK_READ | LGJK_NEEDED, points, dim * sizeof *points, point_step, count},
      {"out", LGJK_WRITTEN | LGJK_NEEDED, out, dim * sizeof *out, dim * sizeof *out, count},
  };
  LGJK_TRY(LGJK_CHECK_ARRAYS(arrays, error));
  for (int writes = 0; writes < 2; ++writes) { // all numbers are checked before anything is written
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t at = body == NULL ? i : lgjk_word_at(body, body_step, i);
      double position[3];
      float point[3];
      if (at >= side.body_count)
        return lgjk_fail(error, LGJK_ERROR_RANGE, i, "body[%llu] is %llu, but the view has %u bodies",
                         (unsigned long long)i, (unsigned long long)at, (unsigned)side.body_count);
      lgjk_read_position(&side, (size_t)at, dim, position);
      memcpy(point, (const char*)points + point_step * (size_t)i, dim * sizeof *point);
      for (uint32_t k = 0; writes && k < dim; ++k) out[dim * i + k] = position[k] + (double)point[k];
    }
  }
  return lgjk_succeed(error);
}

#define DEFINE_ADD_POSITIONS(dim)                                                                                      \
  int32_t lgjk_add_positions##dim(const lgjk_bodies##dim* bodies, const uint32_t* body, uint32_t body_stride,          \
                                  const float* points, uint32_t point_stride, uint64_t count, double* out,             \
                                  lgjk_error* error) {                                                                 \
    LGJK_RETURN_IN_DEFAULT_FP(add_positions(bodies, body, body_stride, points, point_stride, count, out, dim, error)); \
  }
#if LGJK_HAVE_2D
DEFINE_ADD_POSITIONS(2)
#endif
#if LGJK_HAVE_3D
DEFINE_ADD_POSITIONS(3)
#endif
