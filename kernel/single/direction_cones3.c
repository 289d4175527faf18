// Searches cones of directions, for which a surface needs room only for the faces that meet the cone, in two parts:
//   - descent: a narrow cone around a direction, and again around the lower one that was found, until it stays;
//   - proof: the eight octants, until all are proved or the evaluations are used up. Without room, a triangle of
//     directions is divided in four by the middles of its sides.
#include "single/direction_cones3.h"

#include "single/curved_starts3.h"

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
  lgjk_epa3_begin(d, p, n);
  return lgjk_epa3_run(d, p, d->evaluations + DESCENT_EVALUATIONS);
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
  lgjk_epa3_begin(d, p, middle);
  return lgjk_epa3_run(d, p, limit);
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

void lgjk_direction_cones3_search(lgjk_difference3* d, lgjk_polytope3* p) {
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
