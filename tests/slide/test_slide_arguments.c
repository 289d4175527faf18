// What slides refuse, by the name of what is wrong, and that nothing is written then. Compiled once for each dimension.
#include "hostile_fp.h"
#include "slide_walls.h"

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
  index_walls(&c.w);
  c.pose[0][POSE_UNIT] = c.pose[1][POSE_UNIT] = 1;
  c.way[0][0] = c.way[1][1] = 3;
  c.a = packed_bodies(c.w.shapes, 2, c.shape, c.pose[0], NULL);
  lgjk_slide_init(&c.slide);
  lgjk_slide_options_init(&c.options);
  c.slide.end = c.end;
  c.slide.plane = c.plane[0];
  c.slide.max_planes = 2;
}

static int32_t run(void) { return lgjk_slideN(&c.a, c.way[0], &c.w.view, c.w.index, &c.slide, &c.options, &c.error); }

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
  static char wrong[1024] __attribute__((aligned(64))); // as long as the head of an index at least
  open_call();
  refused(lgjk_slideN(NULL, c.way[0], &c.w.view, c.w.index, &c.slide, NULL, &c.error), "a is NULL");
  refused(lgjk_slideN(&c.a, NULL, &c.w.view, c.w.index, &c.slide, NULL, &c.error), "way is NULL");
  refused(lgjk_slideN(&c.a, c.way[0], NULL, c.w.index, &c.slide, NULL, &c.error), "b is NULL");
  refused(lgjk_slideN(&c.a, c.way[0], &c.w.view, NULL, &c.slide, NULL, &c.error), "index is NULL");
  refused(lgjk_slideN(&c.a, c.way[0], &c.w.view, wrong, &c.slide, NULL, &c.error), "index is none of kind");
  refused(lgjk_slideN(&c.a, c.way[0], &c.a, c.w.index, &c.slide, NULL, &c.error), "another number of bodies");
  refused(lgjk_slideN(&c.a, c.way[0], &c.w.view, c.w.index, NULL, NULL, &c.error), "slide is NULL");
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
  assert_int_equal(lgjk_slideN(&c.a, NULL, &c.w.view, c.w.index, &c.slide, NULL, NULL), LGJK_OK);
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
  const int32_t code = lgjk_slideN(&c.a, bodies[0].way, &c.w.view, c.w.index, &c.slide, &c.options, &c.error);
  assert_true(hostile_fp_end(caller));
  assert_int_equal(code, LGJK_OK);
  assert_memory_equal(end, c.end, sizeof end);
  assert_string_equal(lgjk_slide_text(c.end[0].status), "slid");
  assert_string_equal(lgjk_slide_text(LGJK_SLIDE_EMPTY), "empty");
  assert_null(lgjk_slide_text(6));
  close_walls(&c.w);
}
