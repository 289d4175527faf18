/* Uses the installed adapter: a query of one pair on the threads of OpenMP. */
#include <lanegjk/lanegjk_openmp.h>
#include <stdio.h>

typedef struct world {
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  float distance;
  int32_t code;
} world;

static void frame(const lgjk_tasks* tasks, void* user) {
  world* w = user;
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
  world w = {.distance = -1.0f, .code = -1};
  lgjk_shape2_def_init(&def);
  def.points = centre;
  def.point_count = 1;
  def.radius = 1.0f;
  if (lgjk_shapes2_create(&def, 1, NULL, &shapes, NULL) != LGJK_OK) return 1;
  lgjk_bodies2_init(&w.bodies);
  w.bodies.count = 2;
  w.bodies.shapes = shapes;
  w.bodies.shape = shape;
  w.bodies.pose = pose;
  lgjk_pairs_init(&w.pairs);
  w.pairs.a = &a;
  w.pairs.b = &b;
  w.pairs.count = 1;
  lgjk_openmp_run(2, frame, &w);
  lgjk_shapes2_destroy(shapes);
  printf("%.3f\n", (double)w.distance);
  return w.code == LGJK_OK && w.distance == 1.0f ? 0 : 2;
}
