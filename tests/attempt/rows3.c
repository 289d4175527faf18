// The rows of 3D, and the kinds of shapes that they name.
#include "attempt.h"

// ---------------------------------------------------------------- kinds of shapes

#define ROD_HALF 0.75f // of the length of a rod's core
#define ROD_RADIUS 0.25f

// Points, then what has sizes; those after PLAIN have no radius of their own.
enum kind {
  BALL,
  ASIDE, // a ball whose centre is not the origin
  SEGMENT,
  CAPSULE,
  ROD,    // a capsule along x
  HULL16, // of 4 to 16 points
  HULL32, // of 17 to 40, most of which are vertices
  LARGE,  // of more
  PLATE,  // flat or all but flat, of 3 to 8 points
  SPIKE,  // of 4 points, thin
  BOX,
  SLAB, // a box that is thin
  FOIL, // one so thin that the square of its thickness may be 0
  ELLIPSOID,
  CYLINDER,
  CONE,
  SLENDER, // an ellipsoid, a cylinder or a cone, or a box, of sizes from 0.002 on,
  TURNED,  // under a map that turns it,
  ASKEW,   // or under one that is askew
  PLAIN = ASKEW,
  UNIT,
  BLOCK, // a box without a radius
  KINDS
};
#define SET(kind) (1u << (kind))
#define THIN (SET(SLAB) | SET(FOIL))
#define BALLS (SET(BALL) | SET(ASIDE))
#define CURVED (SET(ELLIPSOID) | SET(CYLINDER) | SET(CONE))
#define ODD (SET(SLENDER) | SET(TURNED) | SET(ASKEW))
#define HULLS (SET(HULL16) | SET(HULL32) | SET(PLATE) | SET(SPIKE))
const uint32_t kind_count = KINDS;

// Points near a sphere, so that most of them are vertices of their hull.
static void make_hull(float* v, uint32_t n, double size) {
  for (uint32_t i = 0; i < n; ++i) {
    double p[3];
    const double square = random_in_ball(p, 3);
    for (uint32_t k = 0; k < 3; ++k) v[3 * i + k] = (float)(size * random_in(0.95, 1) * p[k] / sqrt(square));
  }
}

static uint32_t make_core(uint32_t kind, double size, float* v) {
  uint32_t n = kind <= ASIDE ? 1 : 2;
  if (kind <= CAPSULE) {
    for (uint32_t k = 0; k < 3 * n; ++k) v[k] = kind == BALL ? 0 : (float)random_in(-size, size);
    return n;
  }
  if (kind == ROD) {
    memset(v, 0, 6 * sizeof *v);
    v[0] = -ROD_HALF;
    v[3] = ROD_HALF;
    return n;
  }
  n = 4 + random_below(13);
  if (kind == HULL32) n = 17 + random_below(16);
  if (kind == LARGE) n = 50 + random_below(50);
  if (kind == PLATE) n = 3 + random_below(6);
  if (kind == SPIKE) n = 4;
  make_hull(v, n, size);
  const float tiny = (float)pow(10, -random_in(20, 44)), flat = random_below(2) ? 0 : tiny,
              thin = random_below(3) ? 1e-2f : tiny;
  for (uint32_t i = 0; i < n; ++i) {
    if (kind == PLATE) v[3 * i + 2] *= flat;
    if (kind == SPIKE) v[3 * i + 1] *= thin, v[3 * i + 2] *= thin;
  }
  return n;
}

void kind_define(uint32_t kind, lgjk_shape3_def* def, float* points) {
  const double size = random_in(0.5, 1.5);
  const bool round = kind <= ASIDE || kind == CAPSULE;
  lgjk_shape3_def_init(def);
  if (kind <= PLAIN) def->radius = round ? (float)random_in(0.05, 0.8) : random_below(4) ? 0 : 0.05f;
  if (kind == SEGMENT) def->radius = 0;
  if (kind == ROD) def->radius = ROD_RADIUS;
  if (kind < BOX) {
    def->point_count = make_core(kind, size, points);
    def->points = points;
    return;
  }
  const uint32_t core = kind == SLENDER || kind == TURNED || kind == ASKEW ? random_below(4) : 0;
  def->kind = kind == ELLIPSOID  ? LGJK_SHAPE3_ELLIPSOID
              : kind == CYLINDER ? LGJK_SHAPE3_CYLINDER
              : kind == CONE     ? LGJK_SHAPE3_CONE
                                 : LGJK_SHAPE3_BOX + core;
  for (int k = 0; k < (def->kind >= LGJK_SHAPE3_CYLINDER ? 2 : 3); ++k) {
    def->size[k] = kind == UNIT ? 1 : (float)random_in(kind == SLENDER ? 0.002 : 0.25, 1.25);
  }
  if (kind == TURNED) memcpy(def->map, (float[9]){0, 0.6f, 0.8f, 1, 0, 0, 0, 0.8f, -0.6f}, sizeof def->map);
  if (kind == ASKEW) memcpy(def->map, (float[9]){1, 0.3f, 0, 0, 1, 0.1f, 0, 0, 1.2f}, sizeof def->map);
  if (kind == FOIL) def->size[random_below(3)] = (float)pow(10, -random_in(20, 44));
  if (kind == SLAB) def->size[2] *= (float)pow(10, -random_in(1, 2.5));
}

// ---------------------------------------------------------------- generators of single rows

// Boxes upon boxes, all but upright, that overlap or are apart by 1e-8 to 1e-1 of their sizes.
static void place_resting(sample* s, uint32_t pair) {
  const uint32_t low = 2 * pair, high = low + 1;
  double reach = pow(10, random_in(-8, -1)) * (random_below(3) ? -1 : 1);
  for (uint32_t body = low; body <= high; ++body) {
    s->shape[body] = random_below(s->shape_count);
    reach += (double)s->def[s->shape[body]].size[2] + (double)s->def[s->shape[body]].radius;
  }
  const double x = random_in(-5, 5), y = random_in(-5, 5), z = random_in(-5, 5);
  place_body(s, low, x, y, z, 0);
  place_body(s, high, x + random_in(-1, 1), y + random_in(-1, 1), z + reach, random_below(2) ? random_in(0, 6.4) : 0);
  const double tilt = random_below(4) ? 0 : pow(10, random_in(-8, -2));
  for (int k = 3; k < 5; ++k) s->pose[high][k] = (float)(tilt * random_in(-1, 1));
}

// A small box on a large one that is nearly parallel to it, where a search and a closed form find other points of the
// same distance.
static void define_table(sample* s) {
  static const float size[2][3] = {{8, 6, 0.1f}, {0.05f, 0.05f, 0.05f}};
  for (s->shape_count = 0; s->shape_count < 2; ++s->shape_count) {
    lgjk_shape3_def_init(&s->def[s->shape_count]);
    s->def[s->shape_count].kind = LGJK_SHAPE3_BOX;
    memcpy(s->def[s->shape_count].size, size[s->shape_count], sizeof size[0]);
  }
}

static void place_on_table(sample* s, uint32_t pair) {
  static const double at[2][7] = {{0, 0, 0, 0, 0, 0, 1}, {7.7, 5.6, 0.154, 0, 0, 0, 1}};
  const double noise = pair % 2 ? 1e-7 : 1e-6;
  for (uint32_t side = 0; side < 2; ++side) {
    s->shape[2 * pair + side] = side;
    for (int k = 0; k < 7; ++k) s->pose[2 * pair + side][k] = (float)(at[side][k] + random_in(-noise, noise));
  }
}

static void multiply(const double p[4], const double q[4], double out[4]) {
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = p[3] * q[k] + q[3] * p[k] + p[i] * q[j] - p[j] * q[i];
  }
  out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

// Rods along each other, with an end of one over the side of the other, and crossing in their middles.
enum { ALONG, END, CROSSING, RELATIONS_OF_RODS };
static double rod_depth[1000], rod_shift[1000];

// Places a rod at `at` of the frame that is turned by q, a unit quaternion.
static void place_rod(sample* s, uint32_t body, const double q[4], const double at[3], const double turn[4]) {
  const double back[4] = {-q[0], -q[1], -q[2], q[3]}, point[4] = {at[0], at[1], at[2], 0};
  double half_way[4], turned[4], rotation[4];
  multiply(q, point, half_way);
  multiply(half_way, back, turned);
  multiply(q, turn, rotation);
  for (int k = 0; k < 3; ++k) s->pose[body][k] = (float)turned[k];
  for (int k = 0; k < 4; ++k) s->pose[body][3 + k] = (float)rotation[k];
}

// A along x of a turned frame; B above it, along x or along y.
static void place_rods(sample* s, uint32_t pair) {
  static const double none[4] = {0, 0, 0, 1}, zero[3] = {0};
  const double quarter[4] = {0, 0, sqrt(0.5), sqrt(0.5)}, half = (double)ROD_HALF;
  double q[4];
  random_rotation(q, 4);
  rod_depth[pair] = random_in(0.02, 0.1);
  rod_shift[pair] = random_in(-0.6, 0.6);
  const uint32_t lie = pair % RELATIONS_OF_RODS;
  const double at[3] = {rod_shift[pair], lie == END ? half : 0, 2 * (double)ROD_RADIUS - rod_depth[pair]};
  place_rod(s, 2 * pair, q, zero, none);
  place_rod(s, 2 * pair + 1, q, at, lie == ALONG ? none : quarter);
  for (int k = 0; k < 3; ++k) {
    const float moved = (float)random_in(-2, 2);
    for (uint32_t body = 2 * pair; body < 2 * pair + 2; ++body) s->pose[body][k] += moved;
  }
}

// Manifolds of rods have two points where they lie along each other, else one. An end counts as within by a snap.
static void expect_rod_points(const sample* s, attempt_query query_kind, const answersN* answers) {
  for (uint32_t i = 0; i < s->count && query_kind >= ATTEMPT_CONTACT; ++i) {
    const lgjk_manifold3* m = &answers->manifold[i];
    double square = 0;
    assert_int_equal(m->count, i % RELATIONS_OF_RODS == ALONG ? 2 : 1);
    for (uint32_t k = 0; k < m->count; ++k) {
      assert_true(fabs((double)m->points[k].separation + rod_depth[i]) < 1e-5);
    }
    for (int k = 0; k < 3; ++k) square += pow((double)(m->points[1].position[k] - m->points[0].position[k]), 2);
    if (m->count == 2) assert_true(fabs(sqrt(square) - (2 * (double)ROD_HALF - fabs(rod_shift[i]))) < 2e-3);
  }
}

// ---------------------------------------------------------------- records

// Records of two boxes name places, whatever found them, and the next call ends there at once: nearly always, for a
// common point may be near a surface. A record that is proved is kept; a common point that is not found from the record
// is found without a support.
static void judge_places(const sample* s, const answersN* second, const lgjk_warm* before, const lgjk_warm* after) {
  uint32_t at_once = 0;
  for (uint32_t i = 0; i < s->count; ++i) {
    const bool other = memcmp(&before[i], &after[i], sizeof *after) != 0;
    assert_int_equal(before[i].word[3], RECORD_NAMES_POINTS);
    if (second->iterations[i] > 1 || (other && second->status[i] == LGJK_STATUS_OVERLAPPING)) continue;
    ++at_once;
    assert_false(other);
  }
  print_message("  %u of %u at once\n", at_once, s->count);
  if (s->count - at_once > allowed(0.05, s->count, shares_usual(s))) fail_msg("%u of %u at once", at_once, s->count);
}

// ---------------------------------------------------------------- the rows

// clang-format off
const row rows[] = {
    {.name = "segments", OF(BALLS | SET(CAPSULE), SET(CAPSULE) | SET(SEGMENT), GENERAL),
     ROUTES(segments_all, segments_all, segments_all, segments_all), SHARES(COLD(OVERLAP, EITHER, 1, 1, 97, 30),
     COLD(DISTANCE, APART, 1, 1, 99, 50), COLD(CONTACT, APART, 1, 1, 99, 50))},
    {.name = "segments, hard",
     OF(BALLS | SET(CAPSULE) | SET(ROD), BALLS | SET(CAPSULE) | SET(ROD) | SET(SEGMENT), HARD)},
    {.name = "rods", OF(SET(ROD), SET(ROD), GENERAL), .place = place_rods, .also = expect_rod_points, .pairs = 97,
     .least = 40},
    {.name = "segment and cylinder", OF(SET(CAPSULE) | SET(BALL), SET(CYLINDER), GENERAL),
     ROUTES(segment_solid, segment_solid, segment_solid_contact, segment_solid_contact),
     SHARES(COLD(OVERLAP, EITHER, 1, 1, 97, 15), COLD(DISTANCE, APART, 1, 1, 97, 40),
     COLD(DISTANCE, OVERLAPS, 0, 1, 97, 20), COLD(CONTACT, APART, 1, 1, 97, 40),
     COLD(CONTACT, OVERLAPS, 0, 1, 97, 20))},
    {.name = "segment and cylinder, hard", OF(SET(CAPSULE) | BALLS | SET(ROD), SET(CYLINDER), HARD)},
    {.name = "segment and box", OF(SET(CAPSULE) | SET(BALL), SET(BOX), GENERAL),
     ROUTES(segment_solid, segment_solid, segment_solid_contact, segment_solid_contact),
     SHARES(COLD(OVERLAP, EITHER, 1, 1, 97, 15), COLD(DISTANCE, APART, 1, 1, 97, 40),
     COLD(DISTANCE, OVERLAPS, 0, 1, 97, 20), COLD(CONTACT, APART, 1, 1, 97, 40))},
    {.name = "segment and cone", OF(SET(CAPSULE) | SET(BALL), SET(CONE), GENERAL),
     SHARES(COLD(OVERLAP, EITHER, 1, 1, 95, 15), COLD(DISTANCE, APART, 1, 1, 97, 40),
     COLD(DISTANCE, OVERLAPS, 0, 1, 94, 20), COLD(CONTACT, APART, 1, 1, 97, 40))},
    {.name = "segment and ellipsoid", OF(SET(CAPSULE) | SET(BALL), SET(ELLIPSOID), GENERAL),
     SHARES(COLD(OVERLAP, EITHER, 1, 1, 97, 15), COLD(DISTANCE, APART, 1, 1, 97, 40),
     COLD(DISTANCE, OVERLAPS, 0, 1, 97, 20), COLD(CONTACT, APART, 1, 1, 97, 40))},
    {.name = "segment and solid, hard",
     OF(SET(CAPSULE) | BALLS | SET(SEGMENT), SET(BOX) | THIN | SET(CONE) | SET(ELLIPSOID), HARD)},
    {.name = "boxes", OF(SET(BOX), SET(BOX), GENERAL),
     ROUTES(boxes_overlap, boxes_distance, boxes_contact, boxes_polytope), .keeps = KEEPS(DISTANCE),
     .judge_records = judge_places, SHARES(COLD(OVERLAP, APART, 0, 0, 98, 40), COLD(OVERLAP, OVERLAPS, 0, 0, 88, 25),
     COLD(DISTANCE, APART, 1, 2, 90, 40), COLD(DISTANCE, OVERLAPS, 0, 1, 96, 25),
     SECOND(DISTANCE, APART, 1, 1, 95, 40), COLD(CONTACT, APART, 1, 1, 80, 40),
     COLD(CONTACT, OVERLAPS, 0, 0, 88, 25))},
    {.name = "boxes, parallel", OF(SET(BOX), SET(BOX), PARALLEL), .keeps = KEEPS(DISTANCE)},
    {.name = "boxes, touching", OF(SET(BOX), SET(BOX), TOUCHING), .keeps = KEEPS(DISTANCE)},
    {.name = "boxes, hard", OF(SET(BOX) | SET(SLAB), SET(BOX) | SET(SLAB), HARD), .keeps = KEEPS(DISTANCE)},
    {.name = "boxes, foils, hard", OF(SET(FOIL), SET(FOIL) | SET(BOX), HARD), .keeps = KEEPS(DISTANCE)},
    {.name = "boxes, resting", OF(SET(BOX), SET(BLOCK), GENERAL), .place = place_resting, .keeps = KEEPS(DISTANCE),
     .pairs = 1201, SHARES(COLD(CONTACT, OVERLAPS, 0, 0, 30, 20))},
    {.name = "boxes, on a table", .define = define_table, .place = place_on_table, .keeps = KEEPS(DISTANCE),
     .pairs = 600},
    {.name = "boxes, in eighths", OF(SET(UNIT), SET(UNIT), GENERAL), .place = place_in_eighths, .exact = true,
     .keeps = KEEPS(DISTANCE), .pairs = 4096, .least = 700},
    {.name = "boxes of T1", .input = "T1", .keeps = KEEPS(DISTANCE), .judge_records = judge_places, .pairs = 1500,
     SHARES(COLD(DISTANCE, APART, 1, 2, 95, 50), COLD(CONTACT, OVERLAPS, 0, 0, 95, 20))},
    {.name = "box and cylinder", OF(SET(BOX), SET(CYLINDER), GENERAL),
     ROUTES(cylinders_query, cylinders_query, box_cylinder_contact, box_cylinder_contact),
     SHARES(COLD(DISTANCE, APART, 1, 1, 90, 40), COLD(CONTACT, APART, 1, 1, 88, 40),
     COLD(CONTACT, OVERLAPS, 0, 1, 94, 25))},
    {.name = "box and cylinder, hard", OF(SET(BOX) | THIN, SET(CYLINDER), HARD)},
    {.name = "cylinders", OF(SET(CYLINDER), SET(CYLINDER), GENERAL),
     ROUTES(cylinders_query, cylinders_query, cylinders_contact, cylinders_contact),
     SHARES(COLD(DISTANCE, APART, 1, 1, 94, 35), COLD(CONTACT, APART, 1, 1, 92, 35),
     COLD(CONTACT, OVERLAPS, 0, 1, 93, 25))},
    {.name = "cylinders, touching", OF(SET(CYLINDER), SET(CYLINDER), TOUCHING)},
    {.name = "cylinders, hard", OF(SET(CYLINDER), SET(CYLINDER), HARD)},
    {.name = "box and curved", OF(SET(BOX), SET(CONE) | SET(ELLIPSOID), GENERAL),
     ROUTES(curved_search, curved_distance, curved_contact, curved_contact), KEEPS_ALL,
     SHARES(COLD(DISTANCE, APART, 1, 1, 90, 40), COLD(CONTACT, APART, 1, 1, 82, 40),
     SECOND(OVERLAP, APART, 1, 1, 90, 6))},
    {.name = "box and curved, hard", OF(SET(BOX) | THIN, SET(CONE) | SET(ELLIPSOID), HARD), KEEPS_ALL},
    {.name = "curved", OF(SET(CONE) | SET(ELLIPSOID), CURVED, GENERAL),
     ROUTES(curved_search, curved_distance, curved_contact, curved_contact), KEEPS_ALL,
     SHARES(COLD(DISTANCE, APART, 1, 1, 90, 40), COLD(CONTACT, APART, 1, 1, 82, 40),
     SECOND(OVERLAP, APART, 1, 1, 90, 6))},
    {.name = "curved, hard", OF(SET(CONE) | SET(ELLIPSOID), CURVED, HARD), KEEPS_ALL},
    {.name = "odd solids", OF(ODD, ODD | BALLS | SET(CAPSULE) | SET(CYLINDER), HARD), KEEPS_ALL, .pairs = 600},
    {.name = "odd solids, apart", OF(ODD, ODD | SET(CAPSULE) | SET(CYLINDER), GENERAL), KEEPS_ALL, .pairs = 600},
    {.name = "odd solids, deep", OF(ODD, ODD | SET(CAPSULE) | SET(CYLINDER), DEEP), KEEPS_ALL},
    {.name = "curved and hull", OF(CURVED, SET(HULL16), GENERAL),
     ROUTES(curved_search, curved_search, curved_search_contact, curved_search_contact), KEEPS_ALL,
     SHARES(SECOND(OVERLAP, APART, 1, 1, 94, 8))},
    {.name = "curved and hull, hard", OF(CURVED, HULLS, HARD), KEEPS_ALL},
    {.name = "small hulls", OF(SET(HULL16), SET(HULL16), GENERAL),
     ROUTES(centres_overlap, any_search, any_contact, any_contact), KEEPS_ALL,
     SHARES(COLD(OVERLAP, APART, 1, 1, 30, 8), SECOND(DISTANCE, APART, 1, 1, 97, 40),
     SECOND(DISTANCE, OVERLAPS, 0, 1, 90, 20), SECOND(CONTACT, APART, 1, 1, 97, 40))},
    {.name = "small hulls, touching", OF(SET(HULL16), SET(HULL16), TOUCHING), KEEPS_ALL},
    {.name = "small hulls, hard",
     OF(SET(HULL16) | SET(PLATE) | SET(SPIKE), SET(HULL16) | SET(PLATE) | SET(SPIKE), HARD), KEEPS_ALL},
    {.name = "hulls", OF(SET(HULL32), SET(HULL16) | SET(HULL32), GENERAL),
     ROUTES(centres_overlap, any_search, any_contact, any_contact), KEEPS_ALL,
     SHARES(COLD(OVERLAP, APART, 1, 1, 25, 5), SECOND(DISTANCE, APART, 1, 1, 97, 35),
     SECOND(DISTANCE, OVERLAPS, 0, 1, 90, 20), SECOND(CONTACT, APART, 1, 1, 97, 35))},
    {.name = "hulls, hard", OF(HULLS | SET(LARGE), HULLS | SET(CAPSULE) | SET(BOX), HARD), KEEPS_ALL},
    {.name = "large hulls", OF(SET(LARGE), SET(LARGE) | SET(CAPSULE), GENERAL),
     ROUTES(any_search, any_search, any_contact, any_contact), KEEPS_ALL,
     SHARES(SECOND(DISTANCE, APART, 1, 1, 97, 40), SECOND(DISTANCE, OVERLAPS, 0, 1, 94, 20))},
};
// clang-format on
const uint32_t row_count = sizeof rows / sizeof *rows;
