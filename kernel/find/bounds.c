// Finds the bounds of bodies; compiled once for each dimension.
//
// Roundings are covered as follows, u being 2^-24. The radius of a circle is rounded up by OUTWARDS, 84 u: the errors
// of a difference of places, of its square and of a sum of radii are 10 u together, the touch band of a query is 34 u.
// An axis of a box is as long as its rotation, which the library normalises; `turned` covers that, and all roundings.
#include "find/bounds.h"

#include <math.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "find/meet.h"
#include "shape/names.h"

#define OUTWARDS 1.00001f

// A larger radius, which is far outside of the domain of queries, would overflow the arithmetic of cells.
#define MOST_RADIUS 1e30f

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

// Makes the box of a body. Returns false if the circle does as well: half of the box is no thinner than half of the
// circle's radius. `local`: the box of its shape. `way`: how far it moves.
static bool make_box(const float* pose, const float* local, const float* way, float radius, float circle,
                     find_box* out) {
  float axis[DIM], thinnest = circle, extent = 0;
  for (int k = 0; k < DIM; ++k) extent += local[DIM + k] + find_abs(way[k]);
  out->circle = circle;
  for (int k = 0; k < DIM; ++k) out->centre[k] = pose[k] + 0.5f * way[k];
  out->half[0] = -1;
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
  out->half[0] = -1;
  return false;
}

// Reads the way of a body of A. Returns false if it is not finite.
static bool read_motion(const find_job* job, uint32_t i, float way[DIM]) {
  for (int k = 0; k < DIM; ++k) way[k] = 0;
  if (job->motion == NULL || i >= job->split) return true;
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

// Returns how far the middle of a way may be off by rounding; at most what a pair in the domain can be apart.
static float blur_of(const float* place) {
  float sum = 0;
  for (int k = 0; k < DIM; ++k) sum += find_abs(place[k]);
  return 1.2e-7f * sum < 1e6f ? 1.2e-7f * sum : 1e6f;
}

static inline bound_kind bound_body(find_job* job, const find_view* view, uint32_t body, uint32_t i) {
  const lgjk_side* side = &view->bodies;
  float pose[POSE], way[DIM];
  uint32_t shape;
  if (filter_word(view->category, view->filter_stride, body, 1) == 0) return BOUND_EMPTY;
  memcpy(&shape, side->shape + side->shape_stride * body, sizeof shape);
  memcpy(pose, side->pose + side->pose_stride * body, sizeof pose);
  if (shape > side->shape_count) shape = side->shape_count; // whose bound is no number
  const lgjk_shapeN* record = (const lgjk_shapeN*)side->table + shape;
  const float radius = side->radius ? read_float(side->radius, side->radius_stride, body) : record->radius;
  float circle = (record->bound + radius) * OUTWARDS, sum = circle;
  for (int k = 0; k < DIM; ++k) sum += pose[k] - pose[k];
  if (!(radius >= 0) || !is_finite(sum) || !find_is_turned_well(pose + DIM, job->tolerance)) return BOUND_BAD;
  if (!read_motion(job, i, way)) return BOUND_BAD;
  const bool moves = job->motion != NULL && i < job->split;
  const float blur = moves ? blur_of(pose) : 0;
  if (moves) circle += 0.5f * length_of(way) * OUTWARDS + blur;
  if (!(circle <= MOST_RADIUS)) return BOUND_BAD;
  for (int k = 0; k < DIM; ++k) job->bounds.centre[k][i] = pose[k] + 0.5f * way[k];
  job->bounds.radius[i] = circle;
  if (job->bounds.box == NULL) return BOUND_POINT;
  const float* local = view->box + (size_t)shape * (2 * DIM);
  return make_box(pose, local, way, radius * OUTWARDS + blur, circle, &job->bounds.box[i]) ? BOUND_BOXED : BOUND_POINT;
}

bound_kind find_boundN(find_job* job, uint32_t view, uint32_t body, uint32_t i) {
  return bound_body(job, &job->view[view], body, i);
}

// Finds the bounds of bodies first..end - 1 of the row, all of one view. `before`: the bodies before the view. Counts
// the kinds.
static void bound_bodies(find_job* job, const find_view* view, uint32_t first, uint32_t end, uint32_t before,
                         uint32_t count[BOUND_BOXED + 1]) {
  for (uint32_t i = first; i < end; ++i) {
    const bound_kind kind = bound_body(job, view, i - before, i);
    job->class[i] = kind == BOUND_BAD || kind == BOUND_EMPTY ? LEFT_OUT : 0;
    ++count[kind];
  }
}

static void bound_part(void* context, uint32_t first, uint32_t end) {
  find_job* job = context;
  uint32_t count[BOUND_BOXED + 1] = {0};
  const uint32_t split = job->split, border = first > split ? first : end < split ? end : split;
  bound_bodies(job, &job->view[0], first, border, 0, count);
  bound_bodies(job, &job->view[1], border, end, split, count);
  if (count[BOUND_BAD] != 0) atomic_fetch_add_explicit(&job->bad, count[BOUND_BAD], memory_order_relaxed);
  if (count[BOUND_BOXED] != 0) atomic_store_explicit(&job->any_boxed, true, memory_order_relaxed);
}

void find_boundsN(find_job* job) {
  atomic_init(&job->bad, 0);
  atomic_init(&job->any_boxed, false);
  const bool only_points = job->view[0].only_points && (job->of_index || job->view[1].only_points);
  if (only_points && job->motion == NULL) job->bounds.box = NULL;
  lgjk_split(job->tasks, job->count, FIND_PART, bound_part, job);
  if (!atomic_load_explicit(&job->any_boxed, memory_order_relaxed)) job->bounds.box = NULL;
}
