#include "single/epa3.h"

// ------------------------------------------------------------------ a tetrahedron to begin with

// The cosine and the sine of 55 degrees, and the sine times those of 120 degrees, without sign.
#define CONE_COSINE 0.573576436351046
#define CONE_SINE 0.819152044288992
#define CONE_SINE_HALF (0.5 * CONE_SINE)
#define CONE_SINE_REST (0.866025403784439 * CONE_SINE)

#define SLIM 1e-4 // of the scale: the least altitude of a tetrahedron that is not replaced

static double magnitude_of_volume(const lgjk_corner3 c[4]) {
  const lgjk_vec3 p = c[0].w, n = vec3_cross(vec3_sub(c[1].w, p), vec3_sub(c[2].w, p));
  return vec3_magnitude(vec3_dot(n, vec3_sub(c[3].w, p)));
}

static double least_altitude(const lgjk_corner3 c[4]) {
  double largest = 0.0;
  for (int k = 0; k < 4; ++k) {
    const lgjk_vec3 p = c[k].w, e = vec3_sub(c[(k + 1) % 4].w, p), g = vec3_sub(c[(k + 2) % 4].w, p);
    const double square = vec3_square(vec3_cross(e, g));
    largest = square > largest ? square : largest;
  }
  return largest > 0.0 ? magnitude_of_volume(c) / lgjk_sqrt(largest) : 0.0;
}

static void take_cone(lgjk_difference3* d, lgjk_vec3 around, lgjk_corner3 c[4]) {
  const lgjk_vec3 u = vec3_unit(vec3_across(around), (lgjk_vec3){1.0, 0.0, 0.0}), v = vec3_cross(around, u);
  const lgjk_vec3 middle = vec3_scale(around, CONE_COSINE), back = vec3_ahead(middle, u, -CONE_SINE_HALF);
  c[0] = lgjk_difference3_support(d, vec3_ahead(middle, u, CONE_SINE));
  c[1] = lgjk_difference3_support(d, vec3_ahead(back, v, CONE_SINE_REST));
  c[2] = lgjk_difference3_support(d, vec3_ahead(back, v, -CONE_SINE_REST));
  c[3] = lgjk_difference3_support(d, vec3_neg(around));
}

// Returns how far w is from the point, line or plane of the first `count` corners. `across`: a plane's unit normal.
static double distance_from(const lgjk_corner3 c[4], int count, lgjk_vec3 across, lgjk_vec3 w) {
  const lgjk_vec3 q = vec3_sub(w, c[0].w);
  if (count == 1) return vec3_length(q);
  if (count == 3) return vec3_magnitude(vec3_dot(across, q));
  const lgjk_vec3 e = vec3_unit(vec3_sub(c[1].w, c[0].w), (lgjk_vec3){1.0, 0.0, 0.0});
  return vec3_length(vec3_cross(e, q));
}

// Adds the support farthest from the first `count` corners among those along axes across them; returns the distance.
static double extend(lgjk_difference3* d, lgjk_corner3 c[4], int count) {
  lgjk_vec3 axis[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  if (count > 1) {
    const lgjk_vec3 e = vec3_unit(vec3_sub(c[1].w, c[0].w), axis[0]);
    axis[1] = vec3_unit(vec3_across(e), axis[1]);
    axis[2] = vec3_cross(e, axis[1]);
    if (count == 3) axis[2] = vec3_unit(vec3_cross(e, vec3_sub(c[2].w, c[0].w)), axis[2]);
  }
  double most = -1.0;
  for (int k = count - 1; k < 3; ++k) {
    for (int side = 0; side < 2; ++side) {
      const lgjk_corner3 each = lgjk_difference3_support(d, side == 0 ? axis[k] : vec3_neg(axis[k]));
      const double distance = distance_from(c, count, axis[2], each.w);
      if (distance > most) most = distance, c[count] = each;
    }
  }
  return most;
}

// Finds four corners that span as much as the difference does, and returns the least distance that a corner adds.
static double take_extremes(lgjk_difference3* d, lgjk_corner3 c[4]) {
  c[0] = lgjk_difference3_support(d, (lgjk_vec3){1.0, 0.0, 0.0});
  double least = d->scale;
  for (int count = 1; count < 4; ++count) {
    const double added = extend(d, c, count);
    least = added < least ? added : least;
  }
  return least;
}

void lgjk_epa3_begin(lgjk_difference3* d, lgjk_polytope3* p, lgjk_vec3 around) {
  lgjk_corner3 c[4];
  take_cone(d, around, c);
  if (least_altitude(c) < SLIM * d->scale && take_extremes(d, c) < LGJK_DEPTH3_THIN * d->scale && d->cube == 0.0) {
    d->cube = LGJK_DEPTH3_CUBE * d->scale;
    if (d->tolerance < LGJK_DEPTH3_THICK * d->scale) d->tolerance = LGJK_DEPTH3_THICK * d->scale;
    d->least = LGJK_DEPTH3_MOST * d->scale;
    take_extremes(d, c);
  }
  lgjk_polytope3_begin(p, c, d->scale);
}

// ------------------------------------------------------------------ growing

// This gap, relative to the scale, is certain enough for ended faces: no corner is beyond them, but rounding leaves
// their planes farther in than the tolerance.
#define CERTAIN 1e-8

static double height_over(const lgjk_polytope3* p, uint32_t face, lgjk_vec3 w) {
  return vec3_dot(p->face[face].normal, w) - p->face[face].top;
}

// Returns the direction from the nearest point of the surface to the origin. Inside a face it is the face's normal,
// which stays exact if the distance is small.
static lgjk_vec3 way_in(const lgjk_polytope3* p, const lgjk_surface_point3* near, double distance) {
  const double* w = near->weight;
  if (w[0] > 0.0 && w[1] > 0.0 && w[2] > 0.0) return p->face[near->face].normal;
  return vec3_scale(near->point, -1.0 / distance);
}

// Searches with the origin outside: the depth is minus the distance, which the surface bounds from above. When the
// bounds meet, the nearest point's direction is taken: an earlier one that is as low may differ far from the origin.
static bool run_apart(lgjk_difference3* d, lgjk_polytope3* p, uint32_t limit) {
  uint32_t guess = lgjk_polytope3_towards(p, d->normal);
  while (d->evaluations < limit) {
    const lgjk_surface_point3 near = lgjk_polytope3_nearest(p, (lgjk_vec3){0.0, 0.0, 0.0}, guess);
    const double distance = lgjk_sqrt(near.square);
    if (!(distance > 0.0)) return true;
    const lgjk_vec3 n = way_in(p, &near, distance);
    const lgjk_corner3 corner = lgjk_difference3_support(d, n);
    const double value = vec3_dot(corner.w, n);
    if (value + distance <= d->tolerance) {
      d->least = value;
      d->normal = n;
      return true;
    }
    uint32_t first = near.face;
    if (!(height_over(p, first, corner.w) > p->dent)) first = lgjk_polytope3_facing(p, corner.w);
    if (!(height_over(p, first, corner.w) > p->dent) || !lgjk_polytope3_expand(p, first, &corner)) {
      return d->least + distance <= CERTAIN * d->scale + d->tolerance;
    }
    guess = lgjk_polytope3_towards(p, n);
  }
  return false;
}

// Returns whether the depth is known within a gap. `low`: the least floor, below 0 if the origin is not inside the
// surface. Then the distance is the bound: the planes of a thin wedge all pass close to an origin that is far outside.
static bool is_known(const lgjk_difference3* d, const lgjk_polytope3* p, double low, double gap) {
  if (low < d->least - gap || low >= 0.0) return low >= d->least - gap;
  const uint32_t guess = lgjk_polytope3_towards(p, d->normal);
  return d->least + lgjk_sqrt(lgjk_polytope3_nearest(p, (lgjk_vec3){0.0, 0.0, 0.0}, guess).square) <= gap;
}

bool lgjk_epa3_run(lgjk_difference3* d, lgjk_polytope3* p, uint32_t limit) {
  for (;;) {
    if (d->least < -d->tolerance) return run_apart(d, p, limit);
    const uint32_t face = lgjk_polytope3_lowest(p);
    if (face == LGJK_POLYTOPE3_NONE || is_known(d, p, p->floor[face], d->tolerance)) {
      return is_known(d, p, lgjk_polytope3_floor(p), CERTAIN * d->scale + d->tolerance);
    }
    if (d->evaluations >= limit) return false;
    const lgjk_corner3 corner = lgjk_difference3_support(d, p->face[face].normal);
    if (!(height_over(p, face, corner.w) > p->dent)) {
      lgjk_polytope3_end_face(p, face);
    } else if (!lgjk_polytope3_expand(p, face, &corner)) {
      return false;
    }
  }
}
