/* Uses the installed library from C: two circles of radius 1, three apart, and the version of header and library. */
#include <lanegjk/lanegjk.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const float centre[2] = {0.0f, 0.0f}, pose[8] = {0.0f, 0.0f, 1.0f, 0.0f, 3.0f, 0.0f, 1.0f, 0.0f};
  const uint32_t shape[2] = {0, 0}, a = 0, b = 1;
  lgjk_shapes2* shapes = NULL;
  lgjk_shape2_def def;
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_results results;
  float distance = -1.0f;
  char version[32];

  snprintf(version, sizeof version, "%d.%d.%d", LGJK_VERSION_MAJOR, LGJK_VERSION_MINOR, LGJK_VERSION_PATCH);
  if (strcmp(version, lgjk_version()) != 0) return 1;
  lgjk_shape2_def_init(&def);
  def.kind = LGJK_SHAPE2_POINTS;
  def.points = centre;
  def.point_count = 1;
  def.radius = 1.0f;
  if (lgjk_shapes2_create(&def, 1, NULL, &shapes, NULL) != LGJK_OK) return 2;
  lgjk_bodies2_init(&bodies);
  bodies.count = 2;
  bodies.shapes = shapes;
  bodies.shape = shape;
  bodies.pose = pose;
  lgjk_pairs_init(&pairs);
  pairs.a = &a;
  pairs.b = &b;
  pairs.count = 1;
  lgjk_results_init(&results);
  results.distance = &distance;
  if (lgjk_distance2(&bodies, &bodies, &pairs, NULL, 0, 1, &results, NULL, NULL) != LGJK_OK) return 3;
  lgjk_shapes2_destroy(shapes);
  printf("%.3f\n", (double)distance);
  return distance == 1.0f ? 0 : 4;
}
