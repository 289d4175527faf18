// Edges merged by angle, and where the origin is of the polygon that they make.
#include "minkowski2.h"

#include "reference2_real.h"

// The core of a body in world axes around A's position, or the negative of one.
typedef struct ring {
  real2 point[LGJK_MAX_POINTS], edge[LGJK_MAX_POINTS]; // edges from local coordinates, or short ones had no direction
  uint32_t count, edges;                               // edges: 0 for a point
  uint32_t lowest;                                     // least y, then least x: where the angles of the edges begin
} ring;

static bool in_lower_half(real2 e) { return e.y < 0.0 || (e.y == 0.0 && e.x < 0.0); }

static void place(const ref2_shape* shape, const float pose[4], real2 position, double sign, ring* out) {
  const real2 q = real2_mul(sign, real2_rotation(pose));
  out->count = shape->count;
  out->edges = shape->count > 1 ? shape->count : 0;
  out->lowest = 0;
  for (uint32_t i = 0; i < shape->count; ++i) {
    const real2 p = real2_point(shape, i), next = real2_point(shape, (i + 1) % shape->count);
    out->point[i] = real2_add(real2_mul(sign, position), real2_turn(q, p));
    out->edge[i] = real2_turn(q, real2_sub(next, p));
    if (in_lower_half(real2_turn(q, real2_sub(p, real2_point(shape, out->lowest))))) out->lowest = i;
  }
}

static real2 vertex(const ring* r, uint32_t step) { return r->point[(r->lowest + step) % r->count]; }

static real2 edge(const ring* r, uint32_t step) { return r->edge[(r->lowest + step) % r->count]; }

// Above 0 where e comes before f by angle in [0, 2 pi), 0 where they are parallel, else below.
static double turn_between(real2 e, real2 f) {
  if (in_lower_half(e) != in_lower_half(f)) return in_lower_half(f) ? 1.0 : -1.0;
  return real2_cross(e, f);
}

void minkowski2_difference(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                           minkowski2* out) {
  ring in_a, minus_b;
  place(a, pose_a, (real2){0.0, 0.0}, 1.0, &in_a);
  place(b, pose_b, real2_offset(pose_a, pose_b), -1.0, &minus_b);
  uint32_t i = 0, j = 0;
  out->count = 0;
  do {
    const real2 p = real2_add(vertex(&in_a, i), vertex(&minus_b, j)), e = edge(&in_a, i), f = edge(&minus_b, j);
    const double turn = i >= in_a.edges ? -1.0 : j >= minus_b.edges ? 1.0 : turn_between(e, f);
    const real2 step = real2_add(real2_mul(turn >= 0.0, e), real2_mul(turn <= 0.0, f));
    out->point[out->count][0] = p.x;
    out->point[out->count][1] = p.y;
    out->edge[out->count][0] = step.x;
    out->edge[out->count++][1] = step.y;
    if (turn >= 0.0) ++i;
    if (turn <= 0.0) ++j;
  } while (i < in_a.edges || j < minus_b.edges);
}

// ---------------------------------------------------------------- the origin

static real2 corner(const minkowski2* m, uint32_t i) { return (real2){m->point[i][0], m->point[i][1]}; }
static real2 side(const minkowski2* m, uint32_t i) { return (real2){m->edge[i][0], m->edge[i][1]}; }

// The line that the origin is least inside of, or most outside: how far inside, and its normal.
static double nearest_line(const minkowski2* m, real2* normal) {
  double least = INFINITY;
  *normal = (real2){1.0, 0.0};
  for (uint32_t i = 0; i < m->count; ++i) {
    real2 p = corner(m, i), n = real2_outwards(side(m, i));
    double length = real2_length(n);
    if (!(length > 0.0)) continue;
    n = real2_mul(1.0 / length, n);
    if (real2_dot(n, p) >= least) continue;
    least = real2_dot(n, p);
    *normal = n;
  }
  return least;
}

static double distance_of_segment(real2 p, real2 e) {
  double along = -real2_dot(p, e), length2 = real2_dot(e, e);
  if (!(along > 0.0)) return real2_length(p);
  if (along >= length2) return real2_length(real2_add(p, e));
  return fabs(real2_cross(p, e)) / sqrt(length2);
}

static double distance_of_boundary(const minkowski2* m) {
  double least = INFINITY;
  for (uint32_t i = 0; i < m->count; ++i) least = fmin(least, distance_of_segment(corner(m, i), side(m, i)));
  return least;
}

// A flat difference holds the origin only where its boundary does.
bool minkowski2_overlap(const minkowski2* difference) {
  real2 normal;
  if (difference->count > 2) return nearest_line(difference, &normal) >= 0.0;
  return distance_of_boundary(difference) <= 0.0;
}

double minkowski2_distance(const minkowski2* difference) {
  return minkowski2_overlap(difference) ? 0.0 : distance_of_boundary(difference);
}

double minkowski2_depth(const minkowski2* difference, double normal[2]) {
  real2 n;
  double inside = nearest_line(difference, &n);
  normal[0] = n.x;
  normal[1] = n.y;
  return difference->count > 2 && inside > 0.0 ? inside : 0.0;
}
