/* Uses the installed library from C and from C++: two circles of radius 1, three apart, and the version of header and
   library. With CONSUMER_OPENMP the query runs on the threads of the installed adapter. */
#ifdef CONSUMER_OPENMP
#include <lanegjk/lanegjk_openmp.h>
#else
#include <lanegjk/lanegjk.h>
#endif
#include <stdio.h>
#include <string.h>

typedef struct world {
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  float distance;
  int32_t code;
} world;

static void frame(const lgjk_tasks* tasks, void* user) {
  world* w = (world*)user;
  lgjk_options options;
  lgjk_results results;
  lgjk_options_init(&options);
  lgjk_results_init(&results);
  options.tasks = tasks;
  results.distance = &w->distance;
  w->code = lgjk_distance2(&w->bodies, &w->bodies, &w->pairs, NULL, 0, 1, &results, &options, NULL);
}

int main(void) {
  const float centre[2] = {0.0f, 0.0f}, pose[8] = {0.0f, 0.0f, 1.0f, 0.0f, 3.0f, 0.0f, 1.0f, 0.0f};
  const uint32_t shape[2] = {0, 0}, a = 0, b = 1;
  lgjk_shapes2* shapes = NULL;
  lgjk_shape2_def def;
  world w;
  char version[32];

  snprintf(version, sizeof version, "%d.%d.%d", LGJK_VERSION_MAJOR, LGJK_VERSION_MINOR, LGJK_VERSION_PATCH);
  if (strcmp(version, lgjk_version()) != 0) return 1;
  lgjk_shape2_def_init(&def);
  def.kind = LGJK_SHAPE2_POINTS;
  def.points = centre;
  def.point_count = 1;
  def.radius = 1.0f;
  if (lgjk_shapes2_create(&def, 1, NULL, &shapes, NULL) != LGJK_OK) return 2;
  lgjk_bodies2_init(&w.bodies);
  w.bodies.count = 2;
  w.bodies.shapes = shapes;
  w.bodies.shape = shape;
  w.bodies.pose = pose;
  lgjk_pairs_init(&w.pairs);
  w.pairs.a = &a;
  w.pairs.b = &b;
  w.pairs.count = 1;
  w.distance = -1.0f;
  w.code = -1;
#ifdef CONSUMER_OPENMP
  lgjk_openmp_run(2, frame, &w);
#else
  frame(NULL, &w);
#endif
  if (w.code != LGJK_OK) return 3;
  lgjk_shapes2_destroy(shapes);
  printf("%.3f\n", (double)w.distance);
  return w.distance == 1.0f ? 0 : 4;
}
