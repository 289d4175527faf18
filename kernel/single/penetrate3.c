// Finds how deep two cores in space overlap: by one surface for almost all pairs, by cones of directions for others.
//
// A surface grows by the expanding polytope algorithm (van den Bergen 2001) with signed distances of planes, so that it
// may begin with the origin outside. If the cores turn out to be apart, it goes on as a search for their distance.
#include "single/penetrate.h"

#include "single/curved_starts3.h"
#include "single/polytope3.h"

// ------------------------------------------------------------------ a tetrahedron to begin with

// The cosine and the sine of 55 degrees, and the sine times those of 120 degrees, without sign.
#define CONE_COSINE 0.573576436351046
#define CONE_SINE 0.819152044288992
#define CONE_SINE_HALF (0.5 * CONE_SINE)
#define CONE_SINE_REST (0.866025403784439 * CONE_SINE)

#define SLIM 1e-4 // of the scale: the least altitude of a tetrahedron that is not replaced

static double magnitude_of_volume(const lgjk_support3 c[4]) {
  const lgjk_vec3 p = c[0].w, n = vec3_cross(vec3_sub(c[1].w, p), vec3_sub(c[2].w, p));
  return vec3_magnitude(vec3_dot(n, vec3_sub(c[3].w, p)));
}

static double least_altitude(const lgjk_support3 c[4]) {
  double largest = 0.0;
  for (int k = 0; k < 4; ++k) {
    const lgjk_vec3 p = c[k].w, e = vec3_sub(c[(k + 1) % 4].w, p), g = vec3_sub(c[(k + 2) % 4].w, p);
    const double square = vec3_square(vec3_cross(e, g));
    largest = square > largest ? square : largest;
  }
  return largest > 0.0 ? magnitude_of_volume(c) / lgjk_sqrt(largest) : 0.0;
}

static void take_cone(lgjk_difference3* d, lgjk_vec3 around, lgjk_support3 c[4]) {
  const lgjk_vec3 u = vec3_unit(vec3_across(around), (lgjk_vec3){1.0, 0.0, 0.0}), v = vec3_cross(around, u);
  const lgjk_vec3 middle = vec3_scale(around, CONE_COSINE), back = vec3_ahead(middle, u, -CONE_SINE_HALF);
  c[0] = lgjk_difference3_support(d, vec3_ahead(middle, u, CONE_SINE));
  c[1] = lgjk_difference3_support(d, vec3_ahead(back, v, CONE_SINE_REST));
  c[2] = lgjk_difference3_support(d, vec3_ahead(back, v, -CONE_SINE_REST));
  c[3] = lgjk_difference3_support(d, vec3_neg(around));
}

// Returns how far w is from the point, line or plane of the first `count` corners. `across`: a plane's unit normal.
static double distance_from(const lgjk_support3 c[4], int count, lgjk_vec3 across, lgjk_vec3 w) {
  const lgjk_vec3 q = vec3_sub(w, c[0].w);
  if (count == 1) return vec3_length(q);
  if (count == 3) return vec3_magnitude(vec3_dot(across, q));
  const lgjk_vec3 e = vec3_unit(vec3_sub(c[1].w, c[0].w), (lgjk_vec3){1.0, 0.0, 0.0});
  return vec3_length(vec3_cross(e, q));
}

// Adds the support farthest from the first `count` corners among those along axes across them; returns the distance.
static double extend(lgjk_difference3* d, lgjk_support3 c[4], int count) {
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
      const lgjk_support3 each = lgjk_difference3_support(d, side == 0 ? axis[k] : vec3_neg(axis[k]));
      const double distance = distance_from(c, count, axis[2], each.w);
      if (distance > most) most = distance, c[count] = each;
    }
  }
  return most;
}

// Finds four corners that span as much as the difference does, and returns the least distance that a corner adds.
static double take_extremes(lgjk_difference3* d, lgjk_support3 c[4]) {
  c[0] = lgjk_difference3_support(d, (lgjk_vec3){1.0, 0.0, 0.0});
  double least = d->scale;
  for (int count = 1; count < 4; ++count) {
    const double added = extend(d, c, count);
    least = added < least ? added : least;
  }
  return least;
}

// Begins with a tetrahedron of corners of the difference around a direction: supports at 55 degrees from it and the
// opposite one. If these are flat, others are taken; a flat difference is thickened for them.
static void begin_surface(lgjk_difference3* d, lgjk_polytope3* p, lgjk_vec3 around) {
  lgjk_support3 c[4];
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
    const lgjk_support3 corner = lgjk_difference3_support(d, n);
    const double value = vec3_dot(corner.w, n);
    if (value + distance <= d->tolerance) {
      d->least = value;
      d->normal = n;
      return true;
    }
    uint32_t first = near.face;
    if (!(lgjk_facet3_under(&p->face[first], corner.w) > p->dent)) first = lgjk_polytope3_facing(p, corner.w);
    if (!(lgjk_facet3_under(&p->face[first], corner.w) > p->dent) || !lgjk_polytope3_expand(p, first, &corner)) {
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

// Grows the surface until it proves that no support value within its cone is below d->least by more than the tolerance.
// Returns false if room, or `limit` of d->evaluations, did not suffice.
static bool grow(lgjk_difference3* d, lgjk_polytope3* p, uint32_t limit) {
  for (;;) {
    if (d->least < -d->tolerance) return run_apart(d, p, limit);
    const uint32_t face = lgjk_polytope3_lowest(p);
    if (face == LGJK_POLYTOPE3_NONE || is_known(d, p, p->floor[face], d->tolerance)) {
      return is_known(d, p, lgjk_polytope3_floor(p), CERTAIN * d->scale + d->tolerance);
    }
    if (d->evaluations >= limit) return false;
    const lgjk_support3 corner = lgjk_difference3_support(d, p->face[face].normal);
    if (!(lgjk_facet3_under(&p->face[face], corner.w) > p->dent)) {
      lgjk_polytope3_end_face(p, face);
    } else if (!lgjk_polytope3_expand(p, face, &corner)) {
      return false;
    }
  }
}

// ------------------------------------------------------------------ cones of directions

// Searches cones of directions, for which a surface needs room only for the faces that meet the cone, in two parts:
//   - descent: a narrow cone around a direction, and again around the lower one that was found, until it stays;
//   - proof: the eight octants, until all are proved or the evaluations are used up. Without room, a triangle of
//     directions is divided in four by the middles of its sides.

#define LOWEST_FACES 16        // faces of the surface that are offered as starts
#define COMPLETE_STARTS 2      // starts of a descent if starts are all there can be
#define NARROW 0.15            // tangent of half a descent's cone
#define NARROWEST 1e-4         // least tangent of the last cone, which has to hold the answer's points
#define DESCENTS 12            // cones of one descent
#define DESCENT_EVALUATIONS 80 // support evaluations of one cone
#define PROOF_EVALUATIONS 4000 // more than hulls of 256 vertices have been seen to need
#define PROOF_GAP_CURVED 4e-7  // of the scale: a value lower by less may stay unfound; the promise is 1e-6
#define LEVELS 6               // times that an octant is divided

static lgjk_vec3 direction_of(lgjk_vec3 n) { return vec3_unit(n, (lgjk_vec3){1.0, 0.0, 0.0}); }

static bool run_narrow(lgjk_difference3* d, lgjk_polytope3* p, lgjk_vec3 n, double tangent) {
  const lgjk_vec3 u = vec3_scale(direction_of(vec3_across(n)), tangent), v = vec3_cross(n, u);
  const lgjk_vec3 left = vec3_sub(n, u), right = vec3_add(n, u);
  const lgjk_vec3 ray[4] = {vec3_add(left, v), vec3_add(right, v), vec3_sub(right, v), vec3_sub(left, v)};
  lgjk_cone3_set(&p->cone, ray, 4);
  begin_surface(d, p, n);
  return grow(d, p, d->evaluations + DESCENT_EVALUATIONS);
}

// Searches a cone around the lowest direction found, as long as its value becomes lower.
static void descend(lgjk_difference3* d, lgjk_polytope3* p, lgjk_vec3 from) {
  for (int i = 0; i < DESCENTS; ++i) {
    const double before = d->least;
    run_narrow(d, p, from, NARROW);
    if (!(d->least < before - d->tolerance)) return;
    from = d->normal;
  }
}

// ------------------------------------------------------------------ proof

// A cell of directions: an octant, and for each level below it a quarter (three at the corners, one in the middle).
typedef struct cell3 {
  uint8_t level, octant;
  uint16_t quarters; // two bits a level, the first level in the lowest
} cell3;

static void corners_of(cell3 cell, lgjk_vec3 c[3]) {
  c[0] = (lgjk_vec3){cell.octant & 1 ? -1.0 : 1.0, 0.0, 0.0};
  c[1] = (lgjk_vec3){0.0, cell.octant & 2 ? -1.0 : 1.0, 0.0};
  c[2] = (lgjk_vec3){0.0, 0.0, cell.octant & 4 ? -1.0 : 1.0};
  for (uint32_t level = 0; level < cell.level; ++level) {
    const uint32_t quarter = ((uint32_t)cell.quarters >> 2 * level) & 3u;
    lgjk_vec3 middle[3]; // across from each corner
    for (int k = 0; k < 3; ++k) middle[k] = direction_of(vec3_add(c[(k + 1) % 3], c[(k + 2) % 3]));
    for (uint32_t k = 0; k < 3; ++k) {
      if (k != quarter) c[k] = middle[quarter == 3 ? k : 3 - k - quarter];
    }
  }
}

static bool run_cell(lgjk_difference3* d, lgjk_polytope3* p, cell3 cell, uint32_t limit) {
  lgjk_vec3 c[3];
  corners_of(cell, c);
  const lgjk_vec3 middle = direction_of(vec3_add(vec3_add(c[0], c[1]), c[2]));
  lgjk_cone3_set(&p->cone, c, 3);
  begin_surface(d, p, middle);
  return grow(d, p, limit);
}

static void prove_octant(lgjk_difference3* d, lgjk_polytope3* p, uint8_t octant, uint32_t limit) {
  cell3 waiting[1 + 3 * LEVELS] = {{.octant = octant}};
  uint32_t count = 1;
  while (count > 0 && d->evaluations < limit) {
    const cell3 cell = waiting[--count];
    if (run_cell(d, p, cell, limit) || cell.level == LEVELS) continue;
    for (uint32_t quarter = 0; quarter < 4; ++quarter) {
      waiting[count] = cell;
      waiting[count].level = (uint8_t)(cell.level + 1);
      waiting[count++].quarters = (uint16_t)(cell.quarters | quarter << 2 * cell.level);
    }
  }
}

// Proves the octants. Each has its share of the evaluations, so that a shortage does not fall on the last ones alone.
static void prove(lgjk_difference3* d, lgjk_polytope3* p) {
  const double tolerance = d->tolerance;
  if (d->curved) d->tolerance = PROOF_GAP_CURVED * d->scale;
  for (uint8_t octant = 0; octant < 8; ++octant) prove_octant(d, p, octant, d->evaluations + PROOF_EVALUATIONS / 8);
  d->tolerance = tolerance;
}

// Finds the least support value by cones, if one surface has no room: descends from the best direction and from the
// lowest faces of the surface, which is used up. Leaves a surface that holds the neighbourhood of d->normal.
static void search_cones(lgjk_difference3* d, lgjk_polytope3* p) {
  lgjk_starts3 starts = {.count = 0};
  lgjk_starts3_offer(d, &starts, d->normal);
  for (uint32_t i = 0; i < LOWEST_FACES; ++i) {
    const uint32_t face = lgjk_polytope3_lowest(p);
    if (face == LGJK_POLYTOPE3_NONE) break;
    lgjk_starts3_offer(d, &starts, p->face[face].normal);
    lgjk_polytope3_end_face(p, face);
  }
  const bool complete = d->curved && lgjk_curved_starts3_offer(d, &starts);
  const uint32_t most = complete ? COMPLETE_STARTS : LGJK_STARTS3;
  for (uint32_t i = 0; i < starts.count && i < most; ++i) descend(d, p, starts.direction[i]);
  if (!complete && d->least >= -d->tolerance) prove(d, p);
  for (double tangent = NARROW; !run_narrow(d, p, d->normal, tangent) && tangent > NARROWEST;) tangent *= 0.125;
}

// ------------------------------------------------------------------ the answer

#define EVALUATIONS 400u // more than a surface has room for

// Writes the support value as the depth; b follows from a, so that the two points are as far apart as the depth.
static void write_answer(lgjk_difference3* d, const lgjk_polytope3* p, lgjk_penetration3* out) {
  const lgjk_vec3 n = d->normal;
  const lgjk_surface_point3 near = lgjk_polytope3_nearest(p, vec3_scale(n, d->least), lgjk_polytope3_towards(p, n));
  const lgjk_facet3* f = &p->face[near.face];
  lgjk_vec3 a = vec3_scale(n, d->ball_a);
  for (int k = 0; k < 3; ++k) a = vec3_ahead(a, p->corner[f->corner[k]].a, near.weight[k]);
  const double along[3] = {n.x, n.y, n.z}, against[3] = {-n.x, -n.y, -n.z};
  double far_a[3], far_b[3];
  lgjk_solid3_support(d->a, along, far_a);
  lgjk_solid3_support(d->b, against, far_b);
  out->depth = vec3_dot(n, vec3_sub(vec3_of(far_a), vec3_of(far_b)));
  vec3_store(out->normal, n);
  vec3_store(out->a, a);
  vec3_store(out->b, vec3_ahead(a, n, -out->depth));
  out->evaluations = d->evaluations + 1;
}

void lgjk_penetrate3(const lgjk_solid3* a, const lgjk_solid3* b, double scale, lgjk_penetration3* out) {
  lgjk_difference3 d;
  lgjk_polytope3 p;
  lgjk_difference3_make(&d, a, b, scale);
  p.cone.count = 0;
  begin_surface(&d, &p, vec3_unit(vec3_of(b->position), (lgjk_vec3){0.0, 0.0, 1.0}));
  if (!grow(&d, &p, EVALUATIONS)) search_cones(&d, &p);
  write_answer(&d, &p, out);
}
