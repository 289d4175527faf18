// Casts of small bodies down on large floors, by formulas in long double. They stop at the touch, however large the
// floor is, wherever it is, in both orders, with the point and the normal of the face; on every instruction set with
// the same bits. Compiled once for each dimension.
#include "exact_casts.h"

enum { PAIRS = 600, STEPS = 40, SEED = 77 };
enum { FLOOR = MOVERS, SHAPES };

static const float halves[] = {1, 5, 50, 500, 5000};
enum { FLOORS = sizeof halves / sizeof halves[0] };

// The radius of a mover about its position.
static double size_of(uint32_t mover) {
  return mover == RAY ? 0 : mover == BALL ? 0.25 : mover == CAPSULE ? 0.52 : mover == POINTED ? 0.42 : 0.51;
}

// Puts a mover above the floor's face across the last axis, over a place well within it, and sends it down.
static void place_above(casts* c, uint32_t i, uint32_t mover, double half, double offset) {
  const uint32_t body = 2 * i, floor = 2 * i + 1;
  const bool swapped = random_below(2), shared = random_below(2);
  real axis[DIM][DIM];
  c->a[i] = swapped ? floor : body;
  c->b[i] = swapped ? body : floor;
  c->shape[body] = mover;
  c->shape[floor] = FLOOR;
  draw_rotation(c->pose[body]);
  draw_rotation(c->pose[floor]);
  if (random_below(3) == 0) { // along the axes
    memset(c->pose[floor] + DIM, 0, (POSE_FLOATS - DIM) * sizeof(float));
    c->pose[floor][POSE_UNIT] = 1;
  }
  axes_at(c, floor, 0, axis);
  double local[DIM], way[DIM];
  const double length = pow(10, random_in(-1, 2));
  for (int k = 0; k < DIM; ++k) {
    local[k] = k == DIM - 1 ? half + 0.6 + random_in(0.05, 0.5) * length : random_in(-0.4, 0.4) * half;
    way[k] = k == DIM - 1 ? -length - 1.2 : random_in(-0.3, 0.3) * fmin(half, length);
  }
  for (int k = 0; k < DIM; ++k) {
    double place = 0, move = 0, drift = shared ? random_in(-3, 3) : 0;
    for (int j = 0; j < DIM; ++j) {
      place += local[j] * (double)axis[j][k];
      move += way[j] * (double)axis[j][k];
    }
    c->pose[floor][k] = (float)random_in(-offset, offset);
    c->pose[body][k] = (float)((double)c->pose[floor][k] + place);
    c->way[floor][k] = (float)drift;
    c->way[body][k] = (float)(drift + move);
  }
}

// The gap between a mover and the plane of the floor's face at a fraction; its normal.
static double gap_at(const casts* c, uint32_t i, real half, real fraction, real up[DIM]) {
  const uint32_t body = 2 * i, floor = 2 * i + 1;
  real axis[DIM][DIM], own[DIM][DIM], at[DIM], down[DIM];
  axes_at(c, floor, fraction, axis);
  axes_at(c, body, fraction, own);
  relative(c, floor, body, fraction, at);
  memcpy(up, axis[DIM - 1], sizeof axis[0]);
  for (int k = 0; k < DIM; ++k) down[k] = -dot(own[k], up);
  return (double)(dot(at, up) - half - reach_along(c->shape[body], down));
}

// Judges a fall. Returns how far above the touch it stops, in bands of the small body and the way.
static double judge_fall(const casts* c, uint32_t i, double half) {
  const uint32_t body = 2 * i, floor = 2 * i + 1, mover = c->shape[body];
  const double fraction = (double)c->got.fraction[i],
               sign = c->b[i] == floor ? -1 : 1; // of the normal along the face's
  const double size = size_of(mover), band = 4e-7 * (size + (double)length_of_way(c, i));
  const bool unlike = half > 3 * size, exact = c->turn == NULL && (mover <= BALL || (DIM == 2 && mover != CURVED));
  const double rate = mover == CURVED ? 2e-6 : 4e-7, like = 6 * rate * 2 * (size + sqrt(DIM) * half);
  const double skin = !unlike && !exact ? like : band + (c->turn != NULL ? rate * size : 0);
  real up[DIM], square = 0;
  const double gap = gap_at(c, i, (real)half, (real)fraction, up);
  if (c->got.status[i] != LGJK_CAST_HIT || !(gap >= -band && gap <= skin)) {
    fail_msg("half %g, mover %u, pair %u: status %u, gap %g", half, mover, i, c->got.status[i], gap);
  }
  for (int k = 0; c->turn != NULL && k < STEPS; ++k) {
    real any[DIM];
    const double before = gap_at(c, i, (real)half, (real)fraction * (real)random_in(0, 1), any);
    if (before < -band) fail_msg("half %g, mover %u, pair %u: touched before: %g", half, mover, i, before);
  }
  for (int k = 0; k < DIM; ++k) {
    const real off = (real)c->got.normal[DIM * i + (uint32_t)k] - (real)sign * up[k];
    square += off * off;
  }
  if (!(square < 1e-12L)) {
    fail_msg("half %g, mover %u, pair %u: normal off by %g", half, mover, i, sqrt((double)square));
  }
  // The point is on B: on the face, or as low as the mover is.
  real height = 0;
  for (int k = 0; k < DIM; ++k) {
    const real floor_at = (real)c->pose[floor][k] + (real)fraction * (real)c->way[floor][k];
    height += ((real)c->got.point[DIM * i + (uint32_t)k] - floor_at) * up[k];
  }
  const double off = fabs((double)height - half - (c->b[i] == body ? gap : 0)),
               rounding = 4 * rounding_at(c, body, half);
  if (off > band + rounding) fail_msg("half %g, mover %u, pair %u: point off by %g", half, mover, i, off);
  return gap / band;
}

// Turns a body by 120 degrees at most, a floor by so little that the mover stays above its face.
static void draw_turn(const float* pose, float* turn, double most) {
  double drawn[POSE_FLOATS - DIM], square = 0;
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) {
    drawn[k] = (double)pose[DIM + k] + random_in(-most, most);
    square += drawn[k] * drawn[k];
  }
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) turn[k] = (float)(drawn[k] / sqrt(square));
}

static void fall(float size, double offset, bool turns) {
  const float half[3] = {size, size, size};
  lgjk_shapeN_def defs[SHAPES];
  define_movers(defs);
  defs[FLOOR] = box_of(half);
  const uint32_t count = fewer(turns ? PAIRS / 2 : PAIRS, 60);
  casts c;
  double most = 0;
  open_casts(&c, defs, SHAPES, count);
  for (uint32_t i = 0; i < count; ++i) place_above(&c, i, i % MOVERS, (double)size, offset);
  if (turns) c.turn = calloc(2 * count, sizeof *c.turn);
  for (uint32_t i = 0; turns && i < 2 * count; ++i) draw_turn(c.pose[i], c.turn[i], i % 2 ? 0.02 / (double)size : 0.5);
  call_cast(&c, NULL);
  for (uint32_t i = 0; i < count; ++i) most = fmax(most, judge_fall(&c, i, (double)size));
  print_message("  half %4g, offset %4g: at most %.2f bands\n", (double)size, offset, most);
  close_casts(&c);
}

TEST(small_bodies_fall_on_large_floors) {
  random_state = test_seed(SEED);
  for (int f = 0; f < 2 * FLOORS; ++f) fall(halves[f % FLOORS], f < FLOORS ? 0 : 1000, false);
}

TEST(bodies_that_turn_fall_on_large_floors) {
  random_state = test_seed(SEED + 1);
  for (int f = 1; f < FLOORS; ++f) fall(halves[f], 0, true);
}

// Pairs that begin at a touch, or overlap: what comes nearer hits at once, what leaves or slides passes, and what is
// deeper than a band overlaps, with the normal of the face.
TEST(what_begins_on_a_large_floor) {
  static const float half[3] = {5, 5, 5};
  static const double gaps[] = {1e-6, 0, -1e-3, -0.7};
  enum { GAPS = sizeof gaps / sizeof gaps[0], WAYS = 3 };
  const uint32_t count = BOX * GAPS * WAYS * 2;
  lgjk_shapeN_def defs[SHAPES];
  define_movers(defs);
  defs[FLOOR] = box_of(half);
  casts c;
  open_casts(&c, defs, SHAPES, count);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t body = 2 * i, floor = 2 * i + 1, mover = i % BOX, way = i / BOX % WAYS;
    real down[DIM] = {0};
    down[DIM - 1] = -1;
    c.a[i] = i % 2 ? floor : body;
    c.b[i] = i % 2 ? body : floor;
    c.shape[body] = mover;
    c.shape[floor] = FLOOR;
    c.pose[body][POSE_UNIT] = c.pose[floor][POSE_UNIT] = 1;
    c.pose[body][DIM - 1] = (float)(5 + (double)reach_along(mover, down) + gaps[i / (BOX * WAYS) % GAPS]);
    c.way[body][way == 2 ? 0 : DIM - 1] = way == 0 ? -1 : 1;
  }
  call_cast(&c, NULL);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t way = i / BOX % WAYS, which = i / (BOX * WAYS) % GAPS, status = c.got.status[i];
    const uint32_t right = which >= 2 ? LGJK_CAST_OVERLAP : way == 0 ? LGJK_CAST_HIT : LGJK_CAST_MISS;
    const float sign = c.b[i] == 2 * i ? 1 : -1;
    if (status != right) fail_msg("mover %u, gap %g, way %u: status %u", i % BOX, gaps[which], way, status);
    if (right == LGJK_CAST_MISS) continue;
    assert_float_equal(c.got.normal[DIM * i + DIM - 1], sign, 1e-6);
    assert_true(c.got.fraction[i] <= (right == LGJK_CAST_OVERLAP ? 0 : 2e-6f));
  }
  close_casts(&c);
}
