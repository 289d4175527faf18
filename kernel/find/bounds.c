// Finds the bounds of bodies; compiled once for each dimension.
//
// Roundings are covered as follows, u being 2^-24. The radius of a circle is rounded up by CIRCLE_OUTWARDS, 84 u: the
// errors of a difference of places, of its square and of a sum of radii are 10 u together, the touch band of a query is
// 34 u. An axis of a box is as long as its rotation, which the library normalises; `turned` covers that, and all
// roundings.
#include "find/bounds.h"

#include <math.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "find/meet.h"
#include "shape/names.h"

static inline float read_float(const char* array, size_t stride, uint32_t i) {
  float value;
  memcpy(&value, array + stride * i, sizeof value);
  return value;
}

static inline bool is_finite(float x) { return x - x == 0; }

// The rotation of a pose: floats after its place.
enum { ROTATION = DIM == 2 ? 2 : 4, POSE = DIM + ROTATION };

// Writes the axes of a pose. A rotation of length l gives axes of about that length (2D), or of its square (3D).
static void write_axes(const float* rotation, float* axis) {
#if DIM == 2
  memcpy(axis, rotation, 2 * sizeof *axis);
#else
  const float x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
  const float rows[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                         2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                         2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
  memcpy(axis, rows, sizeof rows);
#endif
}

// Writes what lanes look for of a body without a box.
static inline void write_circle(float circle, const float centre[DIM], find_box* out) {
  *out = (find_box){.half[0] = -1, .circle = circle};
  memcpy(out->centre, centre, sizeof out->centre);
}

// Makes the box of a body. Returns false if the circle does as well: half of the box is no thinner than half of the
// circle's radius. `local`: the box of its shape. `way`: how far it moves.
static bool make_box(const float* pose, const float centre[DIM], const float* local, const float* way, float radius,
                     float circle, find_box* out) {
  float axis[DIM], thinnest = circle, extent = 0;
  for (int k = 0; k < DIM; ++k) extent += local[DIM + k] + find_abs(way[k]);
  write_circle(circle, centre, out);
  if (extent == 0) return false; // a point that rests
  write_axes(pose + DIM, out->axis);
  out->radius = radius;
  for (int k = 0; k < DIM; ++k) out->offset[k] = 0;
  for (int k = 0; k < DIM; ++k) {
    find_axis(out, k, axis);
    out->half[k] = local[DIM + k] + 0.5f * find_abs(find_dot(way, axis));
    thinnest = out->half[k] + radius < thinnest ? out->half[k] + radius : thinnest;
    for (int l = 0; l < DIM; ++l) out->offset[l] += local[k] * axis[l];
  }
  if (thinnest < 0.5f * circle) return true;
  write_circle(circle, centre, out);
  return false;
}

// Reads the way of a body, which is 0. Returns false if it is not finite.
static bool read_motion(const find_job* job, uint32_t i, float way[DIM]) {
  if (job->motion == NULL) return true;
  memcpy(way, job->motion + job->motion_stride * i, DIM * sizeof *way);
  float sum = 0;
  for (int k = 0; k < DIM; ++k) sum += way[k];
  return is_finite(sum);
}

static float length_of(const float v[DIM]) {
  double square = 0;
  for (int k = 0; k < DIM; ++k) square += (double)v[k] * (double)v[k];
  return (float)lgjk_sqrt(square);
}

// Returns how far the middle of a way may be off by rounding: by half of the way at most, which MOST_RADIUS bounds.
static float blur_of(const float* place) {
  float sum = 0;
  for (int k = 0; k < DIM; ++k) sum += find_abs(place[k]);
  return 1.2e-7f * sum < 0.5f * MOST_RADIUS ? 1.2e-7f * sum : 0.5f * MOST_RADIUS;
}

// What is read of a body to bound it.
typedef struct bound_source {
  float pose[POSE], way[DIM];
  const float* local; // box of its shape
  float radius;       // rounding radius, outwards
  bool moves;
} bound_source;

// Finds the circle of a body, and reads what its box is made from.
static inline bound_kind bound_circle(find_job* job, uint32_t body, uint32_t i, bound_source* from) {
  const find_view* view = &job->view;
  const lgjk_side* side = &view->bodies;
  const float* pose = from->pose;
  float place[DIM];
  from->local = NULL;
  from->radius = 0;
  for (int k = 0; k < DIM; ++k) from->way[k] = 0;
  if (job->tree.home != NULL) find_home_of(job, side->pose + side->pose_stride * body, body, place);
  if (filter_word(view->category, view->filter_stride, body, 1) == 0) return BOUND_EMPTY;
  uint32_t shape = lgjk_word_at(side->shape, side->shape_stride, body);
  memcpy(from->pose, side->pose + side->pose_stride * body, sizeof from->pose);
  if (shape > side->shape_count) shape = side->shape_count; // whose bound is no number
  const lgjk_shapeN* record = (const lgjk_shapeN*)side->table + shape;
  const float radius = side->radius ? read_float(side->radius, side->radius_stride, body) : record->radius;
  float circle = (record->bound + radius) * CIRCLE_OUTWARDS, sum = circle;
  for (int k = 0; k < DIM; ++k) sum += pose[k] - pose[k];
  if (!(radius >= 0) || !is_finite(sum) || !find_is_turned_well(pose + DIM, job->tolerance)) return BOUND_BAD;
  if (!read_motion(job, body, from->way)) return BOUND_BAD;
  from->moves = job->motion != NULL;
  const float blur = from->moves ? blur_of(pose) : 0;
  if (from->moves) circle += 0.5f * length_of(from->way) * CIRCLE_OUTWARDS + blur;
  if (!(circle <= MOST_RADIUS)) return BOUND_BAD;
  for (int k = 0; k < DIM; ++k) place[k] = pose[k] + 0.5f * from->way[k];
  if (job->tree.home != NULL) {
    float local[DIM];
    memcpy(local, place, sizeof local);
    if (!find_home_of(job, local, body, place)) return BOUND_BAD;
  }
  for (int k = 0; k < DIM; ++k) job->tree.centre[k][i] = place[k];
  job->tree.radius[i] = circle;
  from->radius = radius * CIRCLE_OUTWARDS + blur;
  from->local = view->box + (size_t)shape * (2 * DIM);
  return BOUND_POINT;
}

// Returns whether the body whose circle was found may have a box. One that rests has it if its shape is thin.
static inline bool may_be_boxed(const bound_source* from, float circle) {
  float thinnest = circle;
  for (int k = 0; k < DIM; ++k) {
    const float half = from->local[DIM + k] + from->radius;
    thinnest = half < thinnest ? half : thinnest;
  }
  return from->moves || thinnest < 0.5f * circle;
}

static inline bound_kind bound_box(find_job* job, const bound_source* from, uint32_t i) {
  find_box* box = &job->tree.box[i];
  const float circle = job->tree.radius[i];
  float centre[DIM];
  for (int k = 0; k < DIM; ++k) centre[k] = job->tree.centre[k][i];
  return make_box(from->pose, centre, from->local, from->way, from->radius, circle, box) ? BOUND_BOXED : BOUND_POINT;
}

bound_kind find_boundN(find_job* job, uint32_t body, uint32_t i) {
  bound_source from;
  const bound_kind kind = bound_circle(job, body, i, &from);
  return kind == BOUND_POINT && job->tree.box != NULL ? bound_box(job, &from, i) : kind;
}

// ---------------------------------------------------------------- all bodies

void find_circleN(find_job* job, uint32_t i, circle_sum* sum) {
  bound_source from;
  const bound_kind kind = bound_circle(job, i, i, &from);
  const bool in = kind == BOUND_POINT, may = in && job->tree.box != NULL && may_be_boxed(&from, job->tree.radius[i]);
  job->class[i] = in ? (may ? MAY_BE_BOXED : 0) : LEFT_OUT;
  sum->bad += kind == BOUND_BAD;
  sum->boxed += may;
}

static void circle_part(void* context, uint32_t first, uint32_t end) {
  find_job* job = context;
  circle_sum sum = {0, 0};
  job->circles(job, first, end, &sum);
  if (sum.bad != 0) atomic_fetch_add_explicit(&job->bad, sum.bad, memory_order_relaxed);
  if (sum.boxed != 0) atomic_store_explicit(&job->any_boxed, true, memory_order_relaxed);
}

// Finds the boxes of the bodies that may have one. Others get their circle where lanes look for it.
static void box_part(void* context, uint32_t first, uint32_t end) {
  find_job* job = context;
  bool any = false;
  for (uint32_t i = first; i < end; ++i) {
    bound_source from;
    if (job->class[i] == BOX_WRITTEN) {
      any = true;
      job->class[i] = 0;
    } else if (job->class[i] == MAY_BE_BOXED) {
      bound_circle(job, i, i, &from);
      any = bound_box(job, &from, i) == BOUND_BOXED || any;
      job->class[i] = 0;
    } else if (job->class[i] != LEFT_OUT) {
      float centre[DIM];
      for (int k = 0; k < DIM; ++k) centre[k] = job->tree.centre[k][i];
      write_circle(job->tree.radius[i], centre, &job->tree.box[i]);
    }
  }
  if (any) atomic_store_explicit(&job->any_boxed, true, memory_order_relaxed);
}

void find_originN(find_job* job) {
  const lgjk_side* side = &job->view.bodies;
  for (int k = 0; k < DIM; ++k) job->origin[k] = 0;
  if (side->position == NULL) return;
  for (uint32_t i = 0; i < job->count && !lgjk_read_position(side, i, DIM, job->origin); ++i) {
    for (int k = 0; k < DIM; ++k) job->origin[k] = 0;
  }
}

void find_boundsN(find_job* job) {
  atomic_init(&job->bad, 0);
  atomic_init(&job->any_boxed, false);
  find_originN(job);
  if (job->view.only_points && job->motion == NULL) job->tree.box = NULL;
  lgjk_split(job->tasks, job->count, FIND_PART, circle_part, job);
  if (atomic_load_explicit(&job->any_boxed, memory_order_relaxed)) {
    atomic_store_explicit(&job->any_boxed, false, memory_order_relaxed);
    lgjk_split(job->tasks, job->count, FIND_PART, box_part, job);
  }
  if (!atomic_load_explicit(&job->any_boxed, memory_order_relaxed)) job->tree.box = NULL;
}
