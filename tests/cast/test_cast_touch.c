// Casts that begin at a touch. A body that has come to a wall goes on along it at every angle, by both calls, on every
// instruction set; one whose way points inwards by more than rounding is stopped; and no number of casts brings it into
// the wall by more than a band and a half. The body sees one face of the wall, so that its gap has a formula, which is
// evaluated in long double. Compiled once for each dimension.
#include "built_tree.h"
#include "exact_casts.h"
#include "lanegjk/lanegjk_cast.h"

enum { WALL = MOVERS, DISC, SHAPES, KINDS = MOVERS - BALL, SEED = 91 };
enum { ANGLES = DIM == 2 ? 3600 : 1200, WAYS = 20, CREEPS = 600 };

typedef struct wall {
  lgjk_shapesN* shapes;
  uint32_t mover, shape;
  float pose[POSE_FLOATS], wall_pose[POSE_FLOATS];
  real out[DIM], along[DIM]; // the normal of the face across the last axis, and a direction in the face
  double band, least;        // least: the gap of the mover whose position is the wall's
  lgjk_bodiesN a, b;
  built_tree tree;
} wall;

static lgjk_shapesN* make_shapes(void) {
  static const float origin[DIM], wall_sizes[3] = {20, DIM == 2 ? 0.5f : 20, 0.5f};
  lgjk_shapeN_def defs[SHAPES];
  define_movers(defs);
  defs[WALL] = box_of(wall_sizes);
  defs[DISC] = rounded_pointsN(origin, 1, 20);
  return build_shapesN(defs, SHAPES);
}

static void open_wall(wall* w, uint32_t angle, uint32_t mover) {
  double turn[4];
  real rotation[4] = {0}, axis[DIM][DIM], into[DIM];
  *w = (wall){.shapes = w->shapes, .mover = mover, .shape = WALL};
  if (DIM == 2) {
    turn[0] = cos(angle * 2 * acos(-1) / ANGLES);
    turn[1] = sin(angle * 2 * acos(-1) / ANGLES);
  } else {
    random_rotation(turn, 4);
  }
  for (int k = 0; k < POSE_FLOATS; ++k) w->wall_pose[k] = (float)(k < DIM ? random_in(-5, 5) : turn[k - DIM]);
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) rotation[k] = (real)w->wall_pose[DIM + k];
  axes_of(rotation, axis);
  for (int k = 0; k < DIM; ++k) {
    w->along[k] = axis[0][k];
    w->out[k] = axis[DIM - 1][k];
    into[k] = -w->out[k];
  }
  w->least = -0.5 - (double)reach_along(mover, into);
  w->band = (mover == CURVED ? 2e-6 : 4e-7) * 2 * (sqrt(DIM == 2 ? 400.25 : 800.25) + 0.5);
  w->pose[POSE_UNIT] = 1;
  w->a = packed_bodies(w->shapes, 1, &w->mover, w->pose, NULL);
  w->b = packed_bodies(w->shapes, 1, &w->shape, w->wall_pose, NULL);
}

static double gap_of(const wall* w) {
  real d[DIM];
  for (int k = 0; k < DIM; ++k) d[k] = (real)w->pose[k] - (real)w->wall_pose[k];
  return (double)dot(d, w->out) + w->least;
}

static void place(wall* w, double gap) {
  for (int k = 0; k < DIM; ++k) w->pose[k] = (float)((real)w->wall_pose[k] + (real)(gap - w->least) * w->out[k]);
}

// The way along the face that is left of one that also points inwards, in float, as a program has it; and more inwards.
static void make_way(const wall* w, double length, double inwards, float* way) {
  float into = 0;
  for (int k = 0; k < DIM; ++k) way[k] = (float)(length * (double)(w->along[k] - 0.5L * w->out[k]));
  for (int k = 0; k < DIM; ++k) into -= way[k] * (float)w->out[k];
  for (int k = 0; k < DIM; ++k)
    way[k] = way[k] + into * (float)w->out[k] - (float)(length * inwards * (double)w->out[k]);
}

static uint64_t folded; // of all hits of a test

// Expects that a test's hits have the same bits on every instruction set; `kept`: 0, or those of the set before.
static void compare_folded(uint64_t* kept) {
  if (*kept != 0) assert_true(*kept == folded);
  *kept = folded;
}

// Casts by both calls, whose answers have to be the same.
static lgjk_cast_hit cast(const wall* w, const float* way, uint32_t isa) {
  static const uint32_t zero = 0;
  uint8_t status;
  lgjk_cast_hit hit;
  lgjk_error error = {.struct_size = sizeof error};
  float fraction, most = 1;
  const lgjk_pairs pairs = packed_pairs(&zero, &zero, 1);
  const lgjk_cast_options options = {.struct_size = sizeof options, .isa = isa, .way_a = way, .most = &most};
  const lgjk_cast_results results = {.struct_size = sizeof results, .status = &status, .fraction = &fraction};
  lgjk_cast_search search = {.struct_size = sizeof search, .k = 1, .hit = &hit};
  if (lgjk_castN(&w->a, &w->b, &pairs, 0, 1, &results, &options, &error) != LGJK_OK) fail_msg("%s", error.text);
  if (lgjk_cast_againstN(&w->a, TARGET(&w->b, &w->tree), 1, &search, &options, &error) != LGJK_OK)
    fail_msg("%s", error.text);
  assert_int_equal(hit.body == LGJK_NO_BODY ? LGJK_CAST_MISS : hit.status, status);
  if (status != LGJK_CAST_MISS) assert_true(hit.fraction == fraction);
  for (size_t i = 0; i < sizeof hit; ++i) folded = (folded ^ ((const uint8_t*)&hit)[i]) * 0x100000001b3u;
  return hit;
}

static void complain(const wall* w, uint32_t angle, const lgjk_cast_hit* hit, const char* what) {
  fail_msg("angle %u, mover %u: %s: status %u at %.9g, gap of %g bands", (unsigned)angle, (unsigned)w->mover, what,
           (unsigned)hit->status, (double)hit->fraction, gap_of(w) / w->band);
}

// Expects a miss of a way that leaves a part of the gap, and a hit of one that ends two bands inside.
static void check_inwards(const wall* w, uint32_t angle, double length, uint32_t isa) {
  float way[DIM];
  const double left = gap_of(w) - random_in(0.3, 2) * w->band;
  make_way(w, length, left / length, way);
  lgjk_cast_hit hit = cast(w, way, isa);
  if (hit.body != LGJK_NO_BODY) complain(w, angle, &hit, "is stopped before it touches");
  make_way(w, length, (gap_of(w) + 2 * w->band) / length, way);
  hit = cast(w, way, isa);
  if (hit.body == LGJK_NO_BODY || hit.status != LGJK_CAST_HIT) complain(w, angle, &hit, "goes into the wall");
}

TEST_EACH_ISA(a_touch_does_not_stop_what_goes_along_a_wall) {
  const uint32_t isa = *(const uint32_t*)*state, angles = fewer(ANGLES, 100);
  static uint64_t kept;
  folded = 1;
  wall w = {.shapes = make_shapes()};
  random_state = test_seed(SEED);
  for (uint32_t angle = 0; angle < angles; ++angle) {
    for (uint32_t mover = RAY; mover < MOVERS; ++mover) {
      open_wall(&w, angle * (ANGLES / angles), mover);
      w.tree = build_tree(&w.b, NULL);
      const double length = pow(10, random_in(-2, 1));
      float way[DIM];
      place(&w, (random_below(2) ? random_in(-0.5, 5.5) : random_in(0, 0.1)) * w.band); // some come to the wall
      make_way(&w, length, random_in(-1e-6, 3e-7), way);
      const lgjk_cast_hit hit = cast(&w, way, isa);
      if (hit.body != LGJK_NO_BODY) complain(&w, angle, &hit, "is stopped");
      check_inwards(&w, angle, length, isa);
      free(w.tree.memory);
    }
  }
  compare_folded(&kept);
  lgjk_shapesN_destroy(w.shapes);
}

TEST_EACH_ISA(balls_that_begin_at_a_touch) {
  const uint32_t isa = *(const uint32_t*)*state;
  static uint64_t kept;
  folded = 1;
  wall w = {.shapes = make_shapes()};
  random_state = test_seed(SEED + 2);
  for (uint32_t angle = 0; angle < fewer(ANGLES, 100); ++angle) {
    open_wall(&w, angle, BALL);
    w.shape = DISC;
    w.least = -20.25;
    w.band = 4e-7 * 2 * 20.25;
    w.tree = build_tree(&w.b, NULL);
    place(&w, random_in(2.6, 5.5) * w.band);
    check_inwards(&w, angle, 1e-5, isa);
    free(w.tree.memory);
  }
  compare_folded(&kept);
  lgjk_shapesN_destroy(w.shapes);
}

// Goes to and fro along a wall, and inwards by a share of the way that rounding may have.
static void creep(wall* w, uint32_t angle, double inwards) {
  float way[DIM];
  for (int i = 0; i < CREEPS; ++i) {
    const double length = i % 2 == 0 ? 2 : -2;
    make_way(w, length, inwards * (length > 0 ? 1 : -1), way);
    const lgjk_cast_hit hit = cast(w, way, LGJK_ISA_AUTO);
    const float part = hit.body == LGJK_NO_BODY ? 1 : hit.fraction;
    for (int k = 0; k < DIM; ++k) w->pose[k] += part * way[k];
    if (gap_of(w) < -1.5 * w->band - 4e-6) complain(w, angle, &hit, "has crept in"); // positions are rounded
  }
}

TEST(no_number_of_casts_goes_through) {
  static const double inwards[] = {9e-7, 3e-6, 1e-4, 1e-2};
  wall w = {.shapes = make_shapes()};
  random_state = test_seed(SEED + 1);
  for (uint32_t i = 0; i < fewer(WAYS, 2) * KINDS; ++i) {
    open_wall(&w, random_below(ANGLES), BALL + i % KINDS);
    w.tree = build_tree(&w.b, NULL);
    place(&w, random_in(0, 8) * w.band);
    creep(&w, i, inwards[i / KINDS % 4]);
    free(w.tree.memory);
  }
  lgjk_shapesN_destroy(w.shapes);
}
