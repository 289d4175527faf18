// The rows of 2D, and the kinds of shapes that they name.
#include "attempt.h"

// ---------------------------------------------------------------- kinds of shapes

#define PLATE_HEIGHT 0.001f

// Points, then segments, polygons, and what has sizes; those after PLAIN have no radius.
enum kind {
  POINT,
  CIRCLE,
  ASIDE, // a circle whose centre is not the origin
  SEGMENT,
  CAPSULE,
  RING,    // polygons of 3 to 8 vertices: general,
  SQUARE,  // along the axes,
  FLAT,    // with a flat angle,
  SHORT,   // with a short edge,
  OUTSIDE, // beside the origin,
  SLIVER,  // and of no height
  LARGE,   // more vertices
  ELLIPSE,
  DISC, // an ellipse with equal axes
  BOX,
  NEEDLE,
  PLAIN = NEEDLE,
  TILE, // of halves
  UNIT,
  PLATE,      // flat, so that floats place it in steps that are small beside the scale
  PLATE_RING, // the same as a polygon
  BENT,       // its upper edge is bent by less than double can resolve in the plane of another body
  TIP,        // its lowest vertex is its origin
  KINDS
};
#define SET(kind) (1u << (kind))
#define CIRCLES (SET(CIRCLE) | SET(ASIDE))
#define ELLIPSES (SET(ELLIPSE) | SET(DISC))
#define HARD_RINGS (SET(RING) | SET(SQUARE) | SET(FLAT) | SET(SHORT) | SET(OUTSIDE) | SET(SLIVER))
const uint32_t kind_count = KINDS;

// A ring of n vertices on a circle, beginning anywhere.
static void make_ring(float* v, uint32_t n, double size, double jitter) {
  const double turn = 6.283185307179586, from = random_in(0, turn);
  for (uint32_t i = 0; i < n; ++i) {
    const double angle = from + turn * (i + random_in(-jitter, jitter)) / n;
    v[2 * i] = (float)(size * cos(angle));
    v[2 * i + 1] = (float)(size * sin(angle));
  }
}

// A vertex beside the middle of the last edge by `part` of it, and by `out` outside.
static uint32_t divide_last_edge(float* v, uint32_t n, double part, double out) {
  const double x = (double)v[2 * n - 2], y = (double)v[2 * n - 1], ex = (double)v[0] - x, ey = (double)v[1] - y;
  v[2 * n] = (float)(x + part * ex + out * ey);
  v[2 * n + 1] = (float)(y + part * ey - out * ex);
  return n + 1;
}

static uint32_t make_points(uint32_t kind, double size, float* v) {
  uint32_t n = 3 + random_below(6);
  if (kind == FLAT || kind == SHORT) n = 3 + random_below(5);
  if (kind == LARGE) n = 9 + random_below(40);
  make_ring(v, n, size, kind == LARGE ? 0.05 : 0.25);
  if (kind == FLAT) return divide_last_edge(v, n, 0.5, pow(10, -random_in(5, 8)));
  if (kind == SHORT) return divide_last_edge(v, n, pow(10, -random_in(3, 6)), 1e-8);
  for (uint32_t i = 0; i < n; ++i) {
    if (kind == OUTSIDE) v[2 * i] += 1.25f * (float)size;
    if (kind == SLIVER) v[2 * i + 1] *= 1e-4f;
  }
  return n;
}

static uint32_t make_core(uint32_t kind, double size, float* v) {
  if (kind <= ASIDE) {
    v[0] = kind == ASIDE ? (float)random_in(-0.5, 0.5) : 0;
    v[1] = kind == ASIDE ? (float)random_in(-0.5, 0.5) : 0;
    return 1;
  }
  if (kind <= CAPSULE) {
    for (int k = 0; k < 4; ++k) v[k] = (float)random_in(-size, size);
    return 2;
  }
  if (kind == SQUARE) {
    for (int i = 0; i < 4; ++i) {
      v[2 * i] = i == 1 || i == 2 ? -(float)size : (float)size;
      v[2 * i + 1] = i >= 2 ? -1.0f : 1.0f;
    }
    return 4;
  }
  return make_points(kind, size, v);
}

static void set_size(lgjk_shape2_def* def, uint32_t kind, double size) {
  def->size[0] = (float)size;
  def->size[1] = (float)random_in(0.25, 1.5);
  if (kind == ELLIPSE) def->size[1] = (float)(size * random_in(0.1, 1));
  if (kind == DISC) def->size[1] = def->size[0];
  if (kind == NEEDLE) def->size[1] = (float)pow(10, -(random_below(3) ? random_in(1, 4) : random_in(20, 44)));
  if (kind == UNIT) def->size[0] = def->size[1] = 1;
  if (kind == PLATE) def->size[0] = 1, def->size[1] = PLATE_HEIGHT;
  for (int k = 0; k < 2 && kind == TILE; ++k) def->size[k] = 0.5f * (float)(1 + random_below(3));
}

void kind_define(uint32_t kind, lgjk_shape2_def* def, float* points) {
  static const float plate[8] = {-1, -PLATE_HEIGHT, 1, -PLATE_HEIGHT, 1, PLATE_HEIGHT, -1, PLATE_HEIGHT};
  static const float bent[8] = {-1, 0, 0, -1, 1, 0, 0, 1e-35f}, tip[8] = {0, 0, 1, 1, 0, 2, -1, 1};
  const double size = random_in(0.5, 1.5);
  const bool round = kind == POINT || kind == CIRCLE || kind == ASIDE || kind == CAPSULE, plain = kind > PLAIN;
  lgjk_shape2_def_init(def);
  if (!plain) def->radius = round && kind != POINT ? (float)random_in(0.05, 0.8) : random_below(4) ? 0 : 0.05f;
  if (kind == SEGMENT) def->radius = 0;
  if (kind >= ELLIPSE) {
    def->kind = kind <= DISC ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE2_BOX;
    set_size(def, kind, size);
    if (kind < PLATE_RING) return;
    memset(def->size, 0, sizeof def->size);
    def->kind = LGJK_SHAPE2_POINTS;
    memcpy(points, kind == PLATE_RING ? plate : kind == BENT ? bent : tip, sizeof plate);
    def->point_count = 4;
  } else {
    def->point_count = make_core(kind, size, points);
  }
  def->points = points;
}

// ---------------------------------------------------------------- generators of single rows

// Side by side, or corner at corner, in steps of a half, which are exact in float.
static void place_tiles(sample* s, uint32_t pair) {
  const double x = 0.5 * random_below(7), y = 0.5 * random_below(7);
  for (uint32_t side = 0; side < 2; ++side) {
    s->shape[2 * pair + side] = random_below(s->shape_count);
    place_body(s, 2 * pair + side, side ? 8 + x : 8, side ? y - 8 : -8, 0, 0);
  }
}

// Rounded boxes corner to corner: along one axis the radii just close the gap, and the distance of the corners is
// larger. Every other pair is farther apart.
static void place_corners(sample* s, uint32_t pair) {
  s->bodies.radius = s->radius;
  s->radius[2 * pair] = s->radius[2 * pair + 1] = 0.25f;
  place_body(s, 2 * pair, 0, 0, 0, 0);
  place_body(s, 2 * pair + 1, random_below(2) ? 2.5 : 3, 2 + random_in(0.05, 0.45), 0, 0);
}

// B above A, both turned alike and their origins `apart`, except for a gap of 1.2e-14 to 1.8e-14 of the scale, which
// the axes of edges call touching and a search in double would not.
static void place_above(sample* s, uint32_t pair, double apart) {
  float *below = s->pose[2 * pair], *above = s->pose[2 * pair + 1];
  const double reach = (double)s->bound[s->shape[2 * pair]] + (double)s->bound[s->shape[2 * pair + 1]];
  double gap = 0;
  while (!(gap > 1.2e-14 && gap < 1.8e-14)) {
    const double angle = random_in(-0.5, 0.5), aside = random_in(-1e-3, 1e-3);
    place_body(s, 2 * pair + 1, aside, (apart + aside * sin(angle)) / cos(angle), 0, angle);
    const double x = (double)above[0], y = (double)above[1], c = (double)above[2], d = (double)above[3];
    gap = ((y * c - x * d) / sqrt(c * c + d * d) - apart) / (reach + fabs(x) + fabs(y));
  }
  memcpy(below + 2, above + 2, 2 * sizeof *below);
}

static void place_plates(sample* s, uint32_t pair) { place_above(s, pair, 2 * (double)PLATE_HEIGHT); }

// A tip on either half of a bent edge: the halves are the same axis to double, so the tip may be beside the one taken.
static void place_tip(sample* s, uint32_t pair) {
  s->shape[2 * pair + 1] = EACH;
  place_above(s, pair, 0);
}

// Few circles and ellipses before other shapes, of which a late one may be an ellipse, too.
static void define_few(sample* s) {
  const uint32_t* few = s->row->few;
  s->shape_count = few[0];
  for (uint32_t i = 0; i < few[0]; ++i) {
    const bool round = i < few[1] || (few[2] != 0 && i == few[2]);
    s->kind_of[i] = round ? i % 3 ? ELLIPSE : CIRCLE : i % 2 ? BOX : RING;
    kind_define(s->kind_of[i], &s->def[i], s->points[i]);
  }
}

// Bodies of these first shapes, and now and then of another or of a shape that the set does not have.
static void place_few(sample* s, uint32_t pair) {
  const uint32_t* few = s->row->few;
  for (uint32_t body = 2 * pair; body < 2 * pair + 2; ++body) {
    uint32_t shape = random_below(few[2] ? few[1] + 1 : few[1]);
    if (shape == few[1]) shape = few[2];
    if (random_below(16) == 0) shape = random_below(few[0]);
    if (random_below(100) == 0) shape = few[0] + random_below(2) * 1000;
    s->shape[body] = shape;
    place_body(s, body, random_in(0, 4), random_in(0, 4), 0, random_in(0, 6.283));
    s->radius[body] = 0.25f * (float)random_below(3);
  }
  if (few[1] % 2) s->bodies.radius = s->radius;
}

// ---------------------------------------------------------------- records

// An edge that ended a pair ends it again: with one evaluation, or with none where it holds the origin together with
// the local origins.
static void judge_edges(const sample* s, const answersN* second, const lgjk_warm* before, const lgjk_warm* after) {
  enum { HELD = 4 };
  uint32_t kept[2] = {0}, all[2] = {0};
  (void)before;
  for (uint32_t i = 0; i < s->count; ++i) {
    const uint32_t overlapping = second->status[i] == LGJK_STATUS_OVERLAPPING;
    all[overlapping]++;
    kept[overlapping] += second->iterations[i] == !overlapping && (after[i].word[3] == HELD) == overlapping;
  }
  for (int k = 0; k < 2; ++k) {
    if (all[k] - kept[k] > allowed(0.1, all[k], shares_usual(s)))
      fail_msg("of %u pairs with overlap %d, %u end by their records", all[k], k, kept[k]);
  }
}

// Whether a query leaves the records of these kinds: circles and boxes, and contacts of all but the polytope's.
#define MIXTURE (CIRCLES | SET(POINT) | SET(BOX) | SET(SQUARE) | SET(RING) | SET(SEGMENT) | SET(CAPSULE))
static bool leaves_records(attempt_query query_kind, uint32_t kinds) {
  const bool polygons = kinds & (SET(SQUARE) | SET(RING)), round = kinds & (CIRCLES | SET(POINT));
  if (query_kind == ATTEMPT_CONTACT || round || !polygons) return true;
  return query_kind == ATTEMPT_OVERLAP && !(kinds & (SET(SEGMENT) | SET(CAPSULE)));
}

// ---------------------------------------------------------------- the rows

#define POLYGONS ROUTES(polygons_overlap, polygons_distance, polygons_contact, polygons_polytope)
#define ANY ROUTES(any_search, any_search, any_search, any_search)
// Pairs that were moved until they touch are searched in few cases, and overlap and are apart in many.
#define TOUCHES                                                                                                       \
  COLD(OVERLAP, EITHER, 0, 4, 95, 90), COLD(CONTACT, EITHER, 0, 4, 95, 90), COLD(CONTACT, OVERLAPS, 0, 255, 100, 25), \
      COLD(CONTACT, APART, 0, 255, 100, 25)
#define FEW(n, rounds, late)                                                                                           \
  {                                                                                                                    \
    .name = "few shapes " #n " " #rounds " " #late, .define = define_few, .place = place_few,                          \
    .few = {n, rounds, late}, .keeps = n == rounds ? 0 : KEEPS(OVERLAP) | KEEPS(DISTANCE) | KEEPS(EPA), .pairs = 2000, \
    .least = 600                                                                                                       \
  }

// clang-format off
const row rows[] = {
    {.name = "circles", OF(CIRCLES, CIRCLES, GENERAL), ROUTES(ellipses, ellipses, circles, ellipses_by_polytope),
     SHARES(COLD(OVERLAP, EITHER, 1, 1, 100, 30), COLD(DISTANCE, EITHER, 1, 1, 100, 90),
     COLD(CONTACT, EITHER, 1, 1, 100, 90))},
    {.name = "circles, hard", OF(CIRCLES | SET(POINT), CIRCLES, HARD)},
    {.name = "ellipses", OF(SET(ELLIPSE), ELLIPSES, GENERAL),
     ROUTES(ellipses, ellipses, ellipses, ellipses_by_polytope), SHARES(COLD(OVERLAP, EITHER, 2, 3, 86, 10),
     COLD(DISTANCE, APART, 1, 3, 80, 30), COLD(CONTACT, APART, 1, 4, 80, 30), COLD(CONTACT, OVERLAPS, 0, 9, 45, 30))},
    {.name = "ellipses, close", OF(SET(ELLIPSE), ELLIPSES | CIRCLES, CLOSE),
     SHARES(COLD(CONTACT, OVERLAPS, 0, 8, 75, 30))},
    {.name = "ellipses, deep", OF(SET(ELLIPSE), ELLIPSES | CIRCLES, DEEP)},
    {.name = "ellipses, hard", OF(ELLIPSES | CIRCLES, ELLIPSES, HARD)},
    {.name = "circle and wall", OF(CIRCLES, SET(BOX) | SET(RING) | SET(SEGMENT), GENERAL),
     ROUTES(circle_wall, circle_wall, circle_wall_contact, circle_wall_polytope),
     SHARES(COLD(OVERLAP, EITHER, 1, 1, 99, 20), COLD(DISTANCE, APART, 1, 1, 99.5, 50),
     COLD(DISTANCE, OVERLAPS, 1, 1, 98, 20), COLD(CONTACT, APART, 1, 1, 99.5, 50),
     COLD(CONTACT, OVERLAPS, 1, 1, 98, 20))},
    {.name = "circle and wall, lines", OF(CIRCLES, SET(BOX) | SET(RING) | SET(SEGMENT), ON_A_LINE),
     SHARES(COLD(OVERLAP, EITHER, 1, 1, 96, 20), COLD(DISTANCE, APART, 1, 1, 99.5, 40),
     COLD(DISTANCE, OVERLAPS, 1, 1, 93, 20), COLD(CONTACT, APART, 1, 1, 99.5, 40),
     COLD(CONTACT, OVERLAPS, 1, 1, 96, 20))},
    {.name = "circle and wall, hard", OF(CIRCLES, HARD_RINGS | SET(BOX) | SET(NEEDLE) | SET(CAPSULE), HARD)},
    {.name = "disc and wall", OF(SET(DISC), SET(BOX) | SET(RING) | SET(SEGMENT), GENERAL),
     ROUTES(ellipse_wall, ellipse_wall, ellipse_wall, ellipse_wall), SHARES(COLD(DISTANCE, APART, 1, 5, 99.5, 30),
     COLD(CONTACT, APART, 1, 5, 99.5, 30))},
    {.name = "ellipse and wall", OF(SET(ELLIPSE), SET(BOX) | SET(RING) | SET(SEGMENT), GENERAL),
     SHARES(COLD(DISTANCE, APART, 1, 4, 85, 30), COLD(CONTACT, APART, 1, 5, 85, 30))},
    {.name = "ellipse and wall, hard", OF(ELLIPSES, HARD_RINGS | SET(BOX) | SET(NEEDLE) | SET(CAPSULE), HARD)},
    {.name = "boxes", OF(SET(BOX), SET(BOX), GENERAL),
     ROUTES(boxes_overlap, boxes_distance, contact_by_axes, few_vertices), SHARES(COLD(OVERLAP, APART, 0, 0, 99, 30),
     COLD(OVERLAP, OVERLAPS, 0, 0, 94, 20), COLD(CONTACT, EITHER, 0, 1, 98, 90),
     COLD(DISTANCE, EITHER, 0, 1, 96, 90))},
    {.name = "boxes, parallel", OF(SET(BOX), SET(BOX), PARALLEL), SHARES(COLD(OVERLAP, APART, 0, 0, 99, 30),
     COLD(OVERLAP, OVERLAPS, 0, 0, 85, 20), COLD(CONTACT, EITHER, 0, 1, 90, 90),
     COLD(DISTANCE, EITHER, 0, 1, 93, 90))},
    {.name = "boxes, nearly parallel", OF(SET(BOX), SET(BOX), NEARLY), .pairs = 6000,
     SHARES(COLD(DISTANCE, EITHER, 0, 1, 89.5, 90))},
    {.name = "boxes, tiles", OF(SET(TILE), SET(TILE), GENERAL), .place = place_tiles,
     SHARES(COLD(OVERLAP, EITHER, 0, 0, 99, 90), COLD(DISTANCE, EITHER, 0, 2, 94, 90),
     COLD(CONTACT, EITHER, 0, 1, 99, 90))},
    {.name = "boxes, needles", OF(SET(NEEDLE), SET(NEEDLE), GENERAL), SHARES(COLD(DISTANCE, EITHER, 0, 1, 80, 90))},
    {.name = "boxes, concentric", OF(SET(BOX), SET(BOX), CONCENTRIC)},
    {.name = "boxes, touching", OF(SET(BOX), SET(BOX), TOUCHING),
     SHARES(TOUCHES)},
    {.name = "boxes, hard", OF(SET(BOX) | SET(NEEDLE), SET(BOX) | SET(TILE), HARD)},
    {.name = "boxes, in eighths", OF(SET(UNIT), SET(UNIT), GENERAL), .place = place_in_eighths, .exact = true,
     .pairs = 4096, .least = 1300},
    {.name = "boxes, plates", OF(SET(PLATE), SET(PLATE), GENERAL), .place = place_plates, .doubtful = true,
     .pairs = 40, .least = 40, SHARES(COLD(OVERLAP, OVERLAPS, 0, 1, 100, 100),
     COLD(DISTANCE, OVERLAPS, 0, 1, 100, 100), COLD(CONTACT, OVERLAPS, 0, 1, 100, 100))},
    {.name = "polygons, plates", OF(SET(PLATE_RING), SET(PLATE_RING), GENERAL), .place = place_plates,
     .doubtful = true, .pairs = 40, .least = 40, .keeps = KEEPS(DISTANCE) | KEEPS(EPA),
     SHARES(COLD(OVERLAP, OVERLAPS, 0, 1, 100, 100), COLD(DISTANCE, OVERLAPS, 0, 1, 100, 100),
     COLD(CONTACT, OVERLAPS, 0, 1, 100, 100))},
    {.name = "polygons, tips", OF(SET(BENT), SET(TIP), GENERAL), .place = place_tip, .doubtful = true,
     .pairs = 40, .least = 40, .keeps = KEEPS(DISTANCE) | KEEPS(EPA), SHARES(COLD(OVERLAP, OVERLAPS, 0, 1, 100, 100),
     COLD(DISTANCE, OVERLAPS, 0, 255, 100, 100), COLD(CONTACT, OVERLAPS, 0, 255, 100, 100))},
    {.name = "polygons", OF(SET(RING), SET(RING), GENERAL), POLYGONS, .judge_records = judge_edges,
     .keeps = KEEPS(DISTANCE) | KEEPS(EPA), SHARES(COLD(OVERLAP, APART, 2, 2, 95, 3),
     COLD(OVERLAP, OVERLAPS, 2, 2, 95, 3), COLD(DISTANCE, APART, 2, 2, 90, 25),
     COLD(DISTANCE, OVERLAPS, 2, 2, 90, 25), COLD(CONTACT, APART, 1, 2, 92, 25),
     COLD(CONTACT, APART, 0, 2, 99, 25), COLD(CONTACT, OVERLAPS, 0, 2, 99, 25), SECOND(DISTANCE, APART, 1, 1, 90, 12),
     SECOND(DISTANCE, OVERLAPS, 0, 0, 90, 12))},
    {.name = "polygon and box", OF(SET(RING), SET(BOX), GENERAL),
     ROUTES(polygons_overlap, polygons_distance, polygons_contact, any_search),
     .keeps = KEEPS(DISTANCE) | KEEPS(EPA), SHARES(COLD(OVERLAP, APART, 2, 2, 95, 4),
     COLD(OVERLAP, OVERLAPS, 2, 2, 95, 4), COLD(DISTANCE, APART, 2, 2, 82, 25),
     COLD(DISTANCE, OVERLAPS, 2, 2, 82, 25), COLD(CONTACT, APART, 1, 2, 92, 25),
     COLD(CONTACT, APART, 0, 2, 99, 25), COLD(CONTACT, OVERLAPS, 0, 2, 99, 25), SECOND(DISTANCE, APART, 1, 1, 90, 12),
     SECOND(DISTANCE, OVERLAPS, 0, 0, 90, 12))},
    {.name = "polygons, touching", OF(SET(RING), SET(RING), TOUCHING), .keeps = KEEPS(DISTANCE) | KEEPS(EPA),
     SHARES(COLD(DISTANCE, EITHER, 0, 4, 95, 90), TOUCHES)},
    {.name = "polygons, hard", OF(HARD_RINGS, HARD_RINGS, HARD), .keeps = KEEPS(DISTANCE) | KEEPS(EPA)},
    {.name = "polygon and box, touching", OF(SET(RING), SET(BOX), TOUCHING), .keeps = KEEPS(DISTANCE) | KEEPS(EPA),
     SHARES(COLD(DISTANCE, EITHER, 0, 4, 95, 90), TOUCHES)},
    {.name = "polygon and box, hard", OF(HARD_RINGS, SET(BOX) | SET(NEEDLE), HARD),
     .keeps = KEEPS(DISTANCE) | KEEPS(EPA)},
    {.name = "segments", OF(SET(SEGMENT), SET(SEGMENT) | SET(BOX), GENERAL),
     ROUTES(few_vertices, few_vertices, segments_contact, few_vertices), SHARES(COLD(CONTACT, APART, 0, 4, 95, 30))},
    {.name = "segments, touching", OF(SET(SEGMENT) | SET(CAPSULE), SET(SEGMENT) | SET(BOX), TOUCHING),
     SHARES(COLD(DISTANCE, EITHER, 0, 4, 95, 90), TOUCHES)},
    {.name = "segments, hard", OF(SET(SEGMENT) | SET(CAPSULE), SET(CAPSULE) | SET(BOX) | SET(NEEDLE), HARD)},
    {.name = "segment and polygon", OF(SET(SEGMENT), SET(RING), GENERAL),
     ROUTES(any_search, any_search, contact_by_axes, any_search),
     .keeps = KEEPS(OVERLAP) | KEEPS(DISTANCE) | KEEPS(EPA), SHARES(COLD(CONTACT, EITHER, 0, 1, 98, 90),
     SECOND(DISTANCE, APART, 1, 1, 98, 30), SECOND(DISTANCE, OVERLAPS, 0, 1, 98, 20))},
    {.name = "segment and polygon, hard", OF(SET(SEGMENT) | SET(CAPSULE), HARD_RINGS, HARD),
     .keeps = KEEPS(OVERLAP) | KEEPS(DISTANCE) | KEEPS(EPA)},
    {.name = "ellipse and large polygon", OF(SET(ELLIPSE), SET(LARGE), GENERAL),
     ROUTES(curved_search, curved_search, curved_search, curved_search),
     .keeps = KEEPS(OVERLAP) | KEEPS(DISTANCE) | KEEPS(CONTACT) | KEEPS(EPA)},
    {.name = "large polygons", OF(SET(LARGE), SET(LARGE), GENERAL), ANY,
     .keeps = KEEPS(OVERLAP) | KEEPS(DISTANCE) | KEEPS(CONTACT) | KEEPS(EPA),
     SHARES(SECOND(DISTANCE, APART, 1, 1, 98, 30), SECOND(DISTANCE, OVERLAPS, 0, 1, 98, 30))},
    {.name = "large polygons, hard", OF(SET(LARGE) | SET(CIRCLE), SET(LARGE) | HARD_RINGS | ELLIPSES, HARD),
     .keeps = KEEPS(OVERLAP) | KEEPS(DISTANCE) | KEEPS(CONTACT) | KEEPS(EPA)},
    {.name = "mixture", OF(MIXTURE, MIXTURE, TOUCHING), .keeps = KEEPS(OVERLAP) | KEEPS(DISTANCE) | KEEPS(EPA),
     .leaves = leaves_records, SHARES(TOUCHES)},
    FEW(15, 15, 0), FEW(16, 16, 0), FEW(3, 3, 0), FEW(24, 9, 0), FEW(16, 9, 0), FEW(12, 9, 0), FEW(24, 9, 15),
    FEW(24, 9, 16), FEW(40, 16, 0),
    {.name = "boxes, corners", OF(SET(UNIT), SET(UNIT), GENERAL), .place = place_corners, .pairs = 400, .least = 100},
};
// clang-format on
const uint32_t row_count = sizeof rows / sizeof *rows;
