// Crowds of balls that slide among blocks, whose distance has a formula; what one call comes to is what a call for each
// body comes to, on every instruction set, and bad bodies stay. Compiled once for each dimension.
#include "hostile_fp.h"
#include "slide_walls.h"

enum { SEED = 74 };

typedef struct crowd {
  uint32_t shape[MOST_BALLS], category[MOST_BALLS], skip[MOST_BALLS];
  float pose[MOST_BALLS][POSE_FLOATS], way[MOST_BALLS][DIM], radius[MOST_BALLS];
  lgjk_slide_end end[MOST_BALLS];
  lgjk_slide_plane plane[MOST_BALLS][3];
} crowd;

// How far a place is from a block, outside of it.
static double distance_to_block(const float* pose, const float* place) {
  static const double half[3] = {(double)0.6f, (double)0.4f, (double)0.4f};
  double square = 0, axis[DIM][DIM], r[4] = {0}, norm = 0;
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) norm += (double)pose[DIM + k] * (double)pose[DIM + k];
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) r[k] = (double)pose[DIM + k] / sqrt(norm);
#if DIM == 2
  const double m[2][2] = {{r[0], r[1]}, {-r[1], r[0]}};
#else
  const double x = r[0], y = r[1], z = r[2], w = r[3];
  const double m[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                          {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                          {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
#endif
  memcpy(axis, m, sizeof axis);
  for (int i = 0; i < DIM; ++i) {
    double along = 0;
    for (int k = 0; k < DIM; ++k) along += ((double)place[k] - (double)pose[k]) * axis[i][k];
    const double beyond = fabs(along) - half[i];
    square += beyond > 0 ? beyond * beyond : 0;
  }
  return sqrt(square);
}

static double nearest_block(const walls* w, const float* place) {
  double least = 1e9;
  for (uint32_t i = 0; i < w->count; ++i) least = fmin(least, distance_to_block(w->pose[i], place));
  return least;
}

static void open_crowd(walls* w, crowd* c) {
  open_walls(w);
  const double half = DIM == 2 ? 9 : 3;
  for (w->count = 0; w->count < MOST_WALLS; ++w->count) {
    double turn[4];
    random_rotation(turn, POSE_FLOATS - DIM);
    for (int k = 0; k < POSE_FLOATS; ++k) {
      w->pose[w->count][k] = (float)(k < DIM ? random_in(-half, half) : turn[k - DIM]);
    }
    w->shape[w->count] = BLOCK;
  }
  build_walls(w);
  memset(c, 0, sizeof *c);
  for (uint32_t i = 0; i < MOST_BALLS; ++i) {
    c->radius[i] = (float)random_in(0.05, 0.3);
    c->category[i] = 1;
    c->skip[i] = LGJK_NO_BODY;
    c->pose[i][POSE_UNIT] = 1;
    do {
      for (int k = 0; k < DIM; ++k) c->pose[i][k] = (float)random_in(-half, half);
    } while (nearest_block(w, c->pose[i]) < (double)c->radius[i] + 1e-3);
  }
}

static int32_t slide_crowd(const walls* w, crowd* c, uint32_t first, uint32_t count, uint32_t isa, uint64_t* bad) {
  const lgjk_bodiesN bodies = packed_bodies(w->shapes, count, c->shape + first, c->pose[first], c->radius + first);
  const lgjk_filters filters = {.struct_size = sizeof filters, .category = c->category + first};
  const lgjk_slide_options options = {
      .struct_size = sizeof options, .isa = isa, .filters = &filters, .skip = c->skip + first};
  lgjk_slide slide = {.struct_size = sizeof slide, .max_planes = 3, .end = c->end + first, .plane = c->plane[first]};
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_slideN(&bodies, c->way[first], TARGET(&w->view, &w->tree), 1, &slide, &options, &error);
  if (code != LGJK_OK) fail_msg("%s", error.text);
  if (bad != NULL) *bad = slide.bad_bodies;
  return code;
}

// No ball of a crowd comes into a block, and none goes farther than its way and some skins.
TEST(a_crowd_stays_out_of_blocks) {
  static walls w;
  static crowd c;
  random_state = test_seed(SEED);
  open_crowd(&w, &c);
  for (int t = 0; t < 40; ++t) {
    for (uint32_t i = 0; i < MOST_BALLS; ++i) {
      for (int k = 0; k < DIM; ++k) c.way[i][k] = (float)(random_in(-1, 1) * pow(10, random_in(-4, 0)));
    }
    slide_crowd(&w, &c, 0, MOST_BALLS, LGJK_ISA_AUTO, NULL);
    for (uint32_t i = 0; i < MOST_BALLS; ++i) {
      double way = 0, went = 0;
      for (int k = 0; k < DIM; ++k) {
        way += pow((double)c.way[i][k], 2);
        went += pow((double)c.end[i].position[k] - (double)c.pose[i][k], 2);
        c.pose[i][k] = c.end[i].position[k];
      }
      assert_true(sqrt(went) <= sqrt(way) + 1e-3);
      const double gap = nearest_block(&w, c.pose[i]) - (double)c.radius[i];
      if (gap < -2e-6) fail_msg("tick %d, ball %u: %g inside, status %u", t, i, -gap, c.end[i].status);
    }
  }
  close_walls(&w);
}

TEST(bodies_of_a_call_do_not_matter_to_each_other) {
  static walls w;
  static crowd all, one;
  static const uint32_t signalling = 0x7f800001u; // a NaN
  uint32_t isas[LGJK_ISA_COUNT];
  uint64_t bad;
  random_state = test_seed(SEED + 1);
  open_crowd(&w, &all);
  for (uint32_t i = 0; i < MOST_BALLS; ++i) {
    for (int k = 0; k < DIM; ++k) all.way[i][k] = (float)random_in(-1, 1);
  }
  memcpy(&all.pose[3][0], &signalling, sizeof signalling);
  all.shape[70] = SHAPES;
  all.way[90][1] = HUGE_VALF;
  all.pose[91][POSE_UNIT] = 2;
  all.radius[120] = -1;
  all.category[150] = 0;
  one = all;
  slide_crowd(&w, &all, 0, MOST_BALLS, LGJK_ISA_AUTO, &bad);
  assert_int_equal(bad, 5);
  assert_int_equal(all.end[150].status, LGJK_SLIDE_EMPTY);
  assert_memory_equal(all.end[150].position, all.pose[150], DIM * sizeof(float));
  static const uint32_t wrong[] = {3, 70, 90, 91, 120};
  for (int i = 0; i < 5; ++i) {
    assert_int_equal(all.end[wrong[i]].status, LGJK_SLIDE_BAD);
    assert_memory_equal(all.end[wrong[i]].position, all.pose[wrong[i]], DIM * sizeof(float));
  }
  const uint32_t sets = test_isas(isas);
  for (uint32_t s = 0; s < sets; ++s) {
    memset(one.end, 0, sizeof one.end);
    for (uint32_t i = 0; i < MOST_BALLS; ++i) slide_crowd(&w, &one, i, 1, isas[s], NULL);
    assert_memory_equal(one.end, all.end, sizeof one.end);
    for (uint32_t i = 0; i < MOST_BALLS; ++i) {
      assert_memory_equal(one.plane[i], all.plane[i], all.end[i].planes * sizeof one.plane[i][0]);
    }
  }
  close_walls(&w);
}

// ----------------------------------------------------------------
// What slides refuse, by the name of what is wrong, and that nothing is written then.

typedef struct call {
  walls w;
  lgjk_bodiesN a;
  uint32_t shape[2];
  float pose[2][POSE_FLOATS], way[2][DIM];
  lgjk_slide_end end[2];
  lgjk_slide_plane plane[2][2];
  lgjk_slide slide;
  lgjk_slide_options options;
  lgjk_error error;
} call;

static call c;

static void open_call(void) {
  double out[DIM] = {[0] = -1}, point[DIM] = {[0] = 1};
  memset(&c, 0, sizeof c);
  open_walls(&c.w);
  add_wall(&c.w, point, out);
  build_walls(&c.w);
  c.pose[0][POSE_UNIT] = c.pose[1][POSE_UNIT] = 1;
  c.way[0][0] = c.way[1][1] = 3;
  c.a = packed_bodies(c.w.shapes, 2, c.shape, c.pose[0], NULL);
  lgjk_slide_init(&c.slide);
  lgjk_slide_options_init(&c.options);
  c.slide.end = c.end;
  c.slide.plane = c.plane[0];
  c.slide.max_planes = 2;
}

static int32_t run(void) {
  return lgjk_slideN(&c.a, c.way[0], TARGET(&c.w.view, &c.w.tree), 1, &c.slide, &c.options, &c.error);
}

// Expects a refusal whose text contains a part, with nothing written.
static void refused(int32_t code, const char* part) {
  static const lgjk_slide_end none[2];
  expect_refusal(code, &c.error, part);
  assert_memory_equal(c.end, none, sizeof none);
  close_walls(&c.w);
  open_call();
}

#define REFUSED(change, part) \
  do {                        \
    change;                   \
    refused(run(), part);     \
  } while (0)

TEST(arguments_that_cannot_be_meant_are_named) {
  static char wrong[1024] __attribute__((aligned(64))); // as long as the head of a tree at least
  open_call();
  refused(lgjk_slideN(NULL, c.way[0], TARGET(&c.w.view, &c.w.tree), 1, &c.slide, NULL, &c.error), "a is NULL");
  refused(lgjk_slideN(&c.a, NULL, TARGET(&c.w.view, &c.w.tree), 1, &c.slide, NULL, &c.error), "way is NULL");
  refused(lgjk_slideN(&c.a, c.way[0], NULL, 1, &c.slide, NULL, &c.error), "targets is NULL");
  const built_tree none = {NULL, 0}, zeros = {wrong, sizeof wrong};
  refused(lgjk_slideN(&c.a, c.way[0], TARGET(&c.w.view, &none), 1, &c.slide, NULL, &c.error),
          "targets[0].tree is NULL");
  refused(lgjk_slideN(&c.a, c.way[0], TARGET(&c.w.view, &zeros), 1, &c.slide, NULL, &c.error), "holds no tree");
  refused(lgjk_slideN(&c.a, c.way[0], TARGET(&c.a, &c.w.tree), 1, &c.slide, NULL, &c.error),
          "but the tree was built of");
  refused(lgjk_slideN(&c.a, c.way[0], TARGET(&c.w.view, &c.w.tree), 1, NULL, NULL, &c.error), "slide is NULL");
  REFUSED(c.a.struct_size = 1, "a->struct_size is 1");
  REFUSED(c.a.pose_stride = 3, "a->pose_stride is 3");
  REFUSED(c.slide.struct_size = 0, "slide->struct_size is 0");
  REFUSED(c.slide.end = NULL, "slide->end is NULL");
  REFUSED(c.slide.plane = NULL, "slide->plane is NULL, but slide->max_planes is not 0");
  REFUSED(c.slide.max_planes = 0, "slide->max_planes is 0");
  REFUSED(c.slide.max_planes = 9, "slide->max_planes is 9");
  REFUSED(c.slide.end = (lgjk_slide_end*)(void*)c.way, "slide->end");
  REFUSED(c.slide.plane = (lgjk_slide_plane*)(void*)c.pose, "slide->plane");
  REFUSED(c.slide.plane = (lgjk_slide_plane*)(void*)c.end, "slide->plane");
  REFUSED(c.options.struct_size = 4, "options->struct_size is 4");
  REFUSED(c.options.flags = 32, "options->flags has an unknown flag");
  REFUSED(c.options.iteration_limit = 65, "options->iteration_limit is 65");
  REFUSED(c.options.way_stride = 6, "options->way_stride is 6");
  REFUSED(c.options.skin = -1, "options->skin is -1");
  REFUSED(c.options.skin = (float)NAN, "options->skin is");
  REFUSED(c.options.recover = HUGE_VALF, "options->recover is inf");
  REFUSED(c.options.walkable = 1.5f, "options->walkable is 1.5");
  REFUSED(c.options.up[1] = (float)NAN, "options->up[1] is not finite");
  REFUSED(c.options.step_height = 0.2f, "options->step_height is set, but options->up is zero");
  REFUSED(c.options.snap = 0.2f, "options->snap is set, but options->up is zero");
  REFUSED((c.options.up[1] = 1, c.options.step_forward = -1), "options->step_forward is -1");
  lgjk_filters filters = {.struct_size = 1};
  REFUSED(c.options.filters = &filters, "options->filters->struct_size is 1");
  filters = (lgjk_filters){.struct_size = sizeof filters, .stride = 5, .mask = c.shape};
  REFUSED(c.options.filters = &filters, "options->filters->stride is 5");
  c.options.isa = LGJK_ISA_COUNT;
  assert_int_equal(run(), LGJK_ERROR_ISA);
  close_walls(&c.w);
}

TEST(clips_refuse_what_cannot_be_meant) {
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_slide_plane planes[9] = {0};
  float vector[DIM] = {0};
  expect_refusal(lgjk_slide_clipN(NULL, 1, vector, &error), &error, "planes is NULL");
  expect_refusal(lgjk_slide_clipN(planes, 1, NULL, &error), &error, "vector is NULL");
  expect_refusal(lgjk_slide_clipN(planes, 9, vector, &error), &error, "count is 9");
  assert_int_equal(lgjk_slide_clipN(NULL, 0, vector, &error), LGJK_OK);
}

TEST(no_bodies_and_no_error_struct) {
  open_call();
  c.a.count = 0;
  assert_int_equal(lgjk_slideN(&c.a, NULL, TARGET(&c.w.view, &c.w.tree), 1, &c.slide, NULL, NULL), LGJK_OK);
  close_walls(&c.w);
}

TEST(all_strides_and_a_hostile_control_word) {
  open_call();
  assert_int_equal(run(), LGJK_OK);
  typedef struct body {
    float pose[POSE_FLOATS], radius, way[DIM], other;
    uint32_t shape;
  } body;
  body bodies[2] = {0};
  lgjk_slide_end end[2];
  for (int i = 0; i < 2; ++i) {
    memcpy(bodies[i].pose, c.pose[i], sizeof c.pose[i]);
    memcpy(bodies[i].way, c.way[i], sizeof c.way[i]);
    bodies[i].radius = (float)ball_radius;
  }
  c.a.pose = bodies[0].pose;
  c.a.shape = &bodies[0].shape;
  c.a.radius = &bodies[0].radius;
  c.a.pose_stride = c.a.shape_stride = c.a.radius_stride = c.options.way_stride = sizeof *bodies;
  c.slide.end = end;
  const hostile_fp caller = hostile_fp_begin();
  const int32_t code =
      lgjk_slideN(&c.a, bodies[0].way, TARGET(&c.w.view, &c.w.tree), 1, &c.slide, &c.options, &c.error);
  assert_true(hostile_fp_end(caller));
  assert_int_equal(code, LGJK_OK);
  assert_memory_equal(end, c.end, sizeof end);
  assert_string_equal(lgjk_slide_text(c.end[0].status), "slid");
  assert_string_equal(lgjk_slide_text(LGJK_SLIDE_EMPTY), "empty");
  assert_null(lgjk_slide_text(6));
  close_walls(&c.w);
}
