// Bodies that walk on ground: steps that they climb, and those that are too high, have no room above or are a steep
// slope; slopes up to the steepest that is walkable; and the way down. Heights are those of the steps. Compiled once
// for each dimension: the last axis is up.
#include "built.h"
#include "built_tree.h"
#include "lanegjk/lanegjk_slide.h"
#include "packed.h"
#include "slide_walls.h"

enum { CAPSULE, CRATE, FLOOR, PARTS, UP = DIM - 1, MOST_PARTS = 24 };

static const float half_height = 0.7f, half_width = 0.3f; // of both movers
static const float skin = 2e-4f;

typedef struct place {
  lgjk_shapesN* shapes;
  lgjk_shapeN_def defs[MOST_PARTS];
  uint32_t count, shape[MOST_PARTS];
  float pose[MOST_PARTS][POSE_FLOATS];
  lgjk_bodiesN view;
  built_tree tree;
} place;

static void open_place(place* p) {
  static const float ends[2 * DIM] = {[UP] = -0.4f, [DIM + UP] = 0.4f};
  memset(p, 0, sizeof *p);
  p->defs[CAPSULE] = rounded_pointsN(ends, 2, half_width);
  p->defs[CRATE] = long_boxN(half_width, half_width);
  p->defs[CRATE].size[UP] = half_height;
}

// Adds a box from x = left on, whose top is at a height, and turned by an angle about its upper left edge.
static void add_part(place* p, double left, double half_length, double top, double half_size, double angle) {
  lgjk_shapeN_def* def = &p->defs[FLOOR + p->count];
  *def = long_boxN((float)half_length, 30);
  def->size[UP] = (float)half_size;
  float* pose = p->pose[p->count];
  pose[0] = (float)(left + half_length * cos(angle) + half_size * sin(angle));
  pose[UP] = (float)(top + half_length * sin(angle) - half_size * cos(angle));
#if DIM == 2
  pose[2] = (float)cos(angle);
  pose[3] = (float)sin(angle);
#else
  pose[4] = (float)-sin(angle / 2);
  pose[6] = (float)cos(angle / 2);
#endif
  p->shape[p->count] = FLOOR + p->count;
  ++p->count;
}

static void build_place(place* p) {
  p->shapes = build_shapesN(p->defs, FLOOR + p->count);
  p->view = packed_bodies(p->shapes, p->count, p->shape, p->pose[0], NULL);
  p->tree = build_tree(&p->view, NULL);
}

static void close_place(place* p) {
  free(p->tree.memory);
  lgjk_shapesN_destroy(p->shapes);
}

typedef struct walker {
  uint32_t shape;
  float pose[POSE_FLOATS];
} walker;

static walker stand_at(uint32_t shape, double x, double foot) {
  walker w = {.shape = shape};
  w.pose[0] = (float)x;
  w.pose[UP] = (float)(foot + (double)half_height + 2 * (double)skin);
  w.pose[POSE_UNIT] = 1;
  return w;
}

static double foot_of(const walker* w) { return (double)w->pose[UP] - (double)half_height; }

static lgjk_slide_end go(const place* p, walker* w, double forward, double up, double step_height, double snap) {
  lgjk_slide_end end;
  float way[DIM] = {[0] = (float)forward, [UP] = (float)up};
  lgjk_slide_options options = {
      .struct_size = sizeof options, .skin = skin, .step_height = (float)step_height, .snap = (float)snap};
  options.up[UP] = 3; // of any length
  lgjk_slide slide = {.struct_size = sizeof slide, .end = &end};
  lgjk_error error = {.struct_size = sizeof error};
  const lgjk_bodiesN body = packed_bodies(p->shapes, 1, &w->shape, w->pose, NULL);
  if (lgjk_slideN(&body, way, TARGET(&p->view, &p->tree), 1, &slide, &options, &error) != LGJK_OK)
    fail_msg("%s", error.text);
  memcpy(w->pose, end.position, DIM * sizeof(float));
  return end;
}

TEST(steps_up_to_a_height_are_climbed) {
  static const double heights[] = {0.02, 0.1, 0.2, 0.29, 0.3, 0.31, 0.5, 1, 3};
  for (size_t i = 0; i < 2 * sizeof heights / sizeof heights[0]; ++i) {
    const double height = heights[i / 2];
    for (int sign = 0; sign < 2; ++sign) {
      const double forward = sign == 0 ? 0.1 : 0.03;
      place p;
      open_place(&p);
      add_part(&p, -20, 20, 0, 0.5, 0);
      add_part(&p, 2, 10, height, 2, 0);
      build_place(&p);
      walker w = stand_at(i % 2 == 0 ? CAPSULE : CRATE, 1, 0);
      lgjk_slide_end end = {0};
      const int ticks = (int)(3 / forward + 0.5);
      for (int t = 0; t < ticks; ++t) end = go(&p, &w, forward, -0.01, 0.3, 0);
      const double x = (double)w.pose[0], foot = foot_of(&w);
      const bool climbs = height <= 0.3;
      if (climbs != (x > 2)) fail_msg("a step of %g, mover %u: x %g", height, w.shape, x);
      if (climbs && (fabs(x - 4) > 0.02 || fabs(foot - height) > 3e-3 || end.ground != 1)) {
        fail_msg("a step of %g, mover %u: x %g, foot %g, ground %u", height, w.shape, x, foot, end.ground);
      }
      if (!climbs && (fabs(x - 2 + (double)half_width) > 2e-3 || fabs(foot) > 3e-3 || end.ground != 0)) {
        fail_msg("a wall of %g, mover %u: x %g, foot %g, ground %u", height, w.shape, x, foot, end.ground);
      }
      close_place(&p);
    }
  }
}

TEST(steps_without_room_above_are_not_climbed) {
  place p;
  open_place(&p);
  add_part(&p, -20, 20, 0, 0.5, 0);
  add_part(&p, 2, 10, 0.2, 2, 0);
  add_part(&p, 1.9, 10, 1.55 + 1, 0.5, 0); // the room on top is 1.35 high, and the mover 1.4
  build_place(&p);
  walker w = stand_at(CRATE, 1, 0);
  for (int t = 0; t < 30; ++t) go(&p, &w, 0.1, -0.01, 0.3, 0);
  assert_true(fabs((double)w.pose[0] - 2 + (double)half_width) < 2e-3 && fabs(foot_of(&w)) < 3e-3);
  close_place(&p);
}

TEST(slopes_are_climbed_up_to_the_steepest) {
  static const double degrees[] = {5, 20, 35, 44, 46, 50, 60, 75, 85};
  for (size_t i = 0; i < 2 * sizeof degrees / sizeof degrees[0]; ++i) {
    const double angle = degrees[i / 2] * acos(-1) / 180;
    place p;
    open_place(&p);
    add_part(&p, -20, 30, 0, 0.5, 0);
    add_part(&p, 2, 10, 0, 0.5, angle);
    build_place(&p);
    walker w = stand_at(i % 2 == 0 ? CAPSULE : CRATE, 1, 0);
    lgjk_slide_end end = {0};
    for (int t = 0; t < 30; ++t) end = go(&p, &w, 0.1, -0.01, 0.3, 0);
    const double x = (double)w.pose[0], foot = foot_of(&w);
    if (degrees[i / 2] < 45) {
      // What touches the slope is the lower right corner of the box, and of the capsule the point across the normal.
      const double r = (double)half_width, corner = (x + r - 2) * tan(angle);
      const double on = w.shape == CRATE ? corner : (x - 2) * tan(angle) + r * (1 / cos(angle) - 1);
      if (fabs(x - 4) > 5e-3 || fabs(foot - on) > 5e-3 || end.ground != 1) {
        fail_msg("%g degrees, mover %u: x %g, foot %g, not %g", degrees[i / 2], w.shape, x, foot, on);
      }
    } else if (x > 2.3 || foot > 5e-3 || end.ground != 0) {
      fail_msg("%g degrees, mover %u: x %g, foot %g, ground %u", degrees[i / 2], w.shape, x, foot, end.ground);
    }
    close_place(&p);
  }
}

// Without gravity in the way, `snap` keeps a walker on the steps.
TEST(stairs_are_gone_down) {
  place p;
  open_place(&p);
  for (int i = 0; i < 10; ++i) add_part(&p, -20, 11 + i, 2 - 0.2 * i, 2, 0); // to x = 2, 4, ...
  build_place(&p);
  walker w = stand_at(CRATE, 0, 2), floats = w;
  go(&p, &w, 0, -0.01, 0, 0.25);
  for (int t = 0; t < 100; ++t) {
    const lgjk_slide_end end = go(&p, &w, 0.1, 0, 0, 0.25);
    const double x = (double)w.pose[0] - (double)half_width; // its last corner
    const double step = x < 2 ? 0 : floor(x / 2);
    if (fabs(x - 2 * floor(x / 2 + 0.5)) < 1e-3) continue; // at an edge
    if (end.ground == LGJK_NO_BODY || fabs(foot_of(&w) - 2 + 0.2 * step) > 3e-3) {
      fail_msg("tick %d: x %g, foot %g, ground %u", t, (double)w.pose[0], foot_of(&w), end.ground);
    }
  }
  for (int t = 0; t < 100; ++t) go(&p, &floats, 0.1, 0, 0, 0);
  assert_true(fabs(foot_of(&floats) - 2) < 3e-3);
  close_place(&p);
}

TEST(what_jumps_is_not_held) {
  place p;
  open_place(&p);
  add_part(&p, -20, 30, 0, 0.5, 0);
  build_place(&p);
  walker w = stand_at(CAPSULE, 0, 0);
  go(&p, &w, 0, -0.01, 0.3, 0.3);
  const lgjk_slide_end end = go(&p, &w, 0.05, 0.1, 0.3, 0.3);
  assert_true(end.ground == LGJK_NO_BODY && fabs(foot_of(&w) - 0.1) < 3e-3);
  close_place(&p);
}

// What stands on a walkable slope stays, whatever gravity; on a steep one it slides down.
TEST(what_stands_on_a_slope) {
  for (int steep = 0; steep < 2; ++steep) {
    const double angle = (steep ? 55 : 40) * acos(-1) / 180;
    place p;
    open_place(&p);
    add_part(&p, 0, 10, 0, 0.5, angle);
    build_place(&p);
    walker w = stand_at(CAPSULE, 4, 4 * tan(angle) + (double)half_width * (1 / cos(angle) - 1));
    for (int t = 0; t < 20; ++t) {
      const lgjk_slide_end end = go(&p, &w, 0, -0.05, 0.3, 0.1);
      assert_true((end.ground == LGJK_NO_BODY) == (steep != 0));
    }
    // Down a slope by sine and cosine of each tick's way.
    const double down = steep ? 20 * 0.05 * sin(angle) * cos(angle) : 0;
    if (fabs((double)w.pose[0] - 4 + down) > 5e-3) fail_msg("x %g, not %g", (double)w.pose[0], 4 - down);
    close_place(&p);
  }
}

#if DIM == 3
// ----------------------------------------------------------------
// A capsule walks 40 m on rows of boxes and prisms, on stairs and on a slope, with gravity. It comes to where its speed
// would bring it on a plane floor; on flat courses nothing lifts it, and no tick slows it down. All bits are the same
// on every instruction set. In 3D.

enum { CORE, BOX, PRISM, KINDS = PRISM + 2, LENGTH = 60, BODIES = LENGTH * 3 * 2, TICKS = 600, SETTLED = 60 };

typedef enum ground_kind { BOXES, PRISMS, STAIRS, SLOPE } ground_kind;

typedef struct course {
  const char* name;
  ground_kind kind;
  float gap, jitter, skin; // jitter: heights differ by up to four of these
  float from, bump;        // bump: the greatest range of heights where it is flat; 0: it is not
} course;

static const course courses[] = {
    {"boxes, skin of 0.01", BOXES, 0, 0, 0.01f, 0.3f, 3e-4f},
    {"boxes", BOXES, 0, 0, 0, 0.3f, 3e-4f},
    {"boxes with gaps of 1e-4", BOXES, 1e-4f, 0, 0, 0.3f, 3e-4f},
    {"boxes of heights that differ by 4e-5", BOXES, 0, 1e-5f, 0, 0.3f, 3e-4f},
    {"boxes of heights that differ by 4 mm", BOXES, 0, 1e-3f, 0, 0.3f, 0},
    {"prisms, skin of 0.01", PRISMS, 0, 0, 0.01f, 0.3f, 3e-4f},
    {"prisms", PRISMS, 0, 0, 0, 0.3f, 3e-4f},
    {"stairs of 0.15 m", STAIRS, 0, 0, 0, -0.1f, 0},
    {"slope of 20 degrees", SLOPE, 0, 0, 0, 0.3f, 0},
};

typedef struct world {
  lgjk_shapes3* shapes;
  lgjk_bodies3 fixed;
  uint32_t shape[BODIES];
  float pose[BODIES][7];
  built_tree tree;
} world;

static lgjk_shapes3* make_shapes(void) {
  static const float ends[] = {0, 0, -0.5f, 0, 0, 0.5f};
  static const float prism[2][18] = {
      {-.5f, -.5f, 0, .5f, -.5f, 0, -.5f, .5f, 0, -.5f, -.5f, -1, .5f, -.5f, -1, -.5f, .5f, -1},
      {.5f, .5f, 0, .5f, -.5f, 0, -.5f, .5f, 0, .5f, .5f, -1, .5f, -.5f, -1, -.5f, .5f, -1}};
  const lgjk_shape3_def defs[KINDS] = {[CORE] = rounded_points3(ends, 2, 0.4f),
                                       [BOX] = long_box3(0.5f, 0.5f),
                                       [PRISM] = rounded_points3(prism[0], 6, 0),
                                       [PRISM + 1] = rounded_points3(prism[1], 6, 0)};
  return build_shapes3(defs, KINDS);
}

static void place_box(const course* c, int i, int j, float* pose) {
  const float height = c->jitter * (float)((i * 7 + j * 3 + 35) % 5 - 2), top = c->kind == PRISMS ? 0 : -0.5f;
  pose[0] = (float)i * (1 + c->gap);
  pose[1] = (float)j * (1 + c->gap);
  pose[2] = top + height + (c->kind == STAIRS ? 0.15f * (float)i : 0);
  pose[6] = 1;
  if (c->kind != SLOPE) return;
  const double angle = 20 * acos(-1) / 180;
  pose[0] = (float)(i * cos(angle) + 0.5 * sin(angle) - 0.5);
  pose[2] = (float)(i * sin(angle) - 0.5 * cos(angle));
  pose[4] = (float)-sin(angle / 2); // about -y
  pose[6] = (float)cos(angle / 2);
}

static void open_course(world* w, const course* c) {
  memset(w, 0, sizeof *w);
  w->shapes = make_shapes();
  uint32_t count = 0;
  for (int i = 0; i < LENGTH; ++i) {
    for (int j = -1; j <= 1; ++j) {
      for (uint32_t k = 0; k < (c->kind == PRISMS ? 2 : 1); ++k) {
        w->shape[count] = c->kind == PRISMS ? PRISM + k : BOX;
        place_box(c, i, j, w->pose[count++]);
      }
    }
  }
  w->fixed = packed_bodies(w->shapes, count, w->shape, w->pose[0], NULL);
  w->tree = build_tree(&w->fixed, NULL);
}

// What a walk came to.
typedef struct walk {
  float pose[7], speed; // of falling
  double low, high, slowest;
  uint32_t most_casts;
  uint64_t casts;
} walk;

static void tick(const world* w, const course* c, walk* x, int t, uint32_t isa) {
  static const uint32_t capsule = CORE;
  const float dt = 1.0f / 60;
  const lgjk_bodies3 body = packed_bodies(w->shapes, 1, &capsule, x->pose, NULL);
  const lgjk_slide_options options = {
      .struct_size = sizeof options, .isa = isa, .skin = c->skin, .up = {0, 0, 1}, .step_height = 0.2f};
  lgjk_slide_end end;
  lgjk_slide slide = {.struct_size = sizeof slide, .end = &end};
  lgjk_error error = {.struct_size = sizeof error};
  x->speed -= 9.81f * dt;
  const float way[3] = {4 * dt, 0.37f * dt * (float)sin(t * 0.01), x->speed * dt}, before = x->pose[0];
  if (lgjk_slide3(&body, way, TARGET(&w->fixed, &w->tree), 1, &slide, &options, &error) != LGJK_OK)
    fail_msg("%s", error.text);
  memcpy(x->pose, end.position, sizeof end.position);
  if (end.ground != LGJK_NO_BODY) x->speed = 0;
  x->casts += end.casts;
  x->most_casts = end.casts > x->most_casts ? end.casts : x->most_casts;
  if (t <= SETTLED) return;
  x->slowest = fmin(x->slowest, (double)(x->pose[0] - before) / (double)(4 * dt));
  x->low = fmin(x->low, (double)x->pose[2]);
  x->high = fmax(x->high, (double)x->pose[2]);
}

static walk run(const world* w, const course* c, uint32_t isa) {
  walk x = {.low = 1e9, .high = -1e9, .slowest = 1, .pose = {c->from, 0.13f, 0.95f, 0, 0, 0, 1}};
  if (c->kind == SLOPE) x.pose[2] += 0.4f;
  for (int t = 0; t < TICKS; ++t) tick(w, c, &x, t, isa);
  return x;
}

TEST(a_capsule_walks_the_courses) {
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t sets = test_isas(isas);
  for (size_t i = 0; i < sizeof courses / sizeof courses[0]; ++i) {
    const course* c = &courses[i];
    world w;
    open_course(&w, c);
    const walk first = run(&w, c, isas[0]);
    print_message("  %-38s x %.3f, heights %.6f..%.6f (%.2e), slowest tick %.3f, %.2f casts per tick, %u at most\n",
                  c->name, (double)first.pose[0], first.low, first.high, first.high - first.low, first.slowest,
                  (double)first.casts / TICKS, (unsigned)first.most_casts);
    assert_true(fabs((double)first.pose[0] - (double)c->from - 40) <= 0.01);
    assert_true(c->bump == 0 || first.high - first.low <= (double)c->bump);
    assert_true(c->kind == STAIRS || first.slowest >= 0.5);
    for (uint32_t k = 1; k < sets; ++k) {
      const walk other = run(&w, c, isas[k]);
      assert_memory_equal(&other, &first, sizeof first);
    }
    free(w.tree.memory);
    lgjk_shapes3_destroy(w.shapes);
  }
}
#endif
