// A capsule walks 40 m on rows of boxes and prisms, on stairs and on a slope, with gravity. It comes to where its speed
// would bring it on a plane floor; on flat courses nothing lifts it, and no tick slows it down. All bits are the same
// on every instruction set. In 3D.
#include "built.h"
#include "built_index.h"
#include "lanegjk/lanegjk_slide.h"
#include "packed.h"

enum { CAPSULE, BOX, PRISM, SHAPES = PRISM + 2, LENGTH = 60, BODIES = LENGTH * 3 * 2, TICKS = 600, SETTLED = 60 };

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
  void* index;
} world;

static lgjk_shapes3* make_shapes(void) {
  static const float ends[] = {0, 0, -0.5f, 0, 0, 0.5f};
  static const float prism[2][18] = {
      {-.5f, -.5f, 0, .5f, -.5f, 0, -.5f, .5f, 0, -.5f, -.5f, -1, .5f, -.5f, -1, -.5f, .5f, -1},
      {.5f, .5f, 0, .5f, -.5f, 0, -.5f, .5f, 0, .5f, .5f, -1, .5f, -.5f, -1, -.5f, .5f, -1}};
  const lgjk_shape3_def defs[SHAPES] = {[CAPSULE] = rounded_points3(ends, 2, 0.4f),
                                        [BOX] = long_box3(0.5f, 0.5f),
                                        [PRISM] = rounded_points3(prism[0], 6, 0),
                                        [PRISM + 1] = rounded_points3(prism[1], 6, 0)};
  return build_shapes3(defs, SHAPES);
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
  w->index = build_index(&w->fixed, (lgjk_index_def){.reach = 1.1f}, NULL, NULL);
}

// What a walk came to.
typedef struct walk {
  float pose[7], speed; // of falling
  double low, high, slowest;
  uint32_t most_casts;
  uint64_t casts;
} walk;

static void tick(const world* w, const course* c, walk* x, int t, uint32_t isa) {
  static const uint32_t capsule = CAPSULE;
  const float dt = 1.0f / 60;
  const lgjk_bodies3 body = packed_bodies(w->shapes, 1, &capsule, x->pose, NULL);
  const lgjk_slide_options options = {
      .struct_size = sizeof options, .isa = isa, .skin = c->skin, .up = {0, 0, 1}, .step_height = 0.2f};
  lgjk_slide_end end;
  lgjk_slide slide = {.struct_size = sizeof slide, .end = &end};
  lgjk_error error = {.struct_size = sizeof error};
  x->speed -= 9.81f * dt;
  const float way[3] = {4 * dt, 0.37f * dt * (float)sin(t * 0.01), x->speed * dt}, before = x->pose[0];
  if (lgjk_slide3(&body, way, &w->fixed, w->index, &slide, &options, &error) != LGJK_OK) fail_msg("%s", error.text);
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
    free(w.index);
    lgjk_shapes3_destroy(w.shapes);
  }
}
