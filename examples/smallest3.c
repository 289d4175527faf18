// The smallest program in 3D: a shape set of a box and a capsule, three bodies, every pair of them, signed distances,
// normals and the closest points. Nothing is kept from frame to frame and every option has its default.
#include <stdio.h>

#include "lanegjk/lanegjk3.h"

enum { BOX, CAPSULE, SHAPES };

static lgjk_shapes3* build_shapes(lgjk_error* error) {
  static const float ends[2][3] = {{0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, 1.0f}};
  lgjk_shape3_def defs[SHAPES];
  for (int i = 0; i < SHAPES; i++) lgjk_shape3_def_init(&defs[i]);
  defs[BOX].kind = LGJK_SHAPE3_BOX;
  defs[BOX].size[0] = 1.0f; // half extents
  defs[BOX].size[1] = 0.5f;
  defs[BOX].size[2] = 0.5f;
  defs[CAPSULE].kind = LGJK_SHAPE3_POINTS; // a capsule is two points and a rounding radius
  defs[CAPSULE].points = ends[0];
  defs[CAPSULE].point_count = 2;
  defs[CAPSULE].radius = 0.25f;

  lgjk_shapes3* shapes = NULL;
  return lgjk_shapes3_create(defs, SHAPES, NULL, &shapes, error) == LGJK_OK ? shapes : NULL;
}

int main(void) {
  lgjk_error error;
  lgjk_error_init(&error);
  lgjk_shapes3* shapes = build_shapes(&error);
  if (shapes == NULL) return fprintf(stderr, "%s\n", error.text), 1;

  const uint32_t shape[3] = {BOX, BOX, CAPSULE};
  const float position[3][3] = {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {0.5f, 0.0f, 1.0f}};
  const float axis[3] = {0.0f, 1.0f, 1.0f}; // of any length
  float pose[3][7];
  lgjk_pose3_from_axis_angle(position[0], axis, 0.0f, pose[0]);
  lgjk_pose3_from_axis_angle(position[1], axis, 0.7853982f, pose[1]); // an eighth of a turn
  lgjk_pose3_from_axis_angle(position[2], axis, 0.0f, pose[2]);
  lgjk_bodies3 bodies;
  lgjk_bodies3_init(&bodies);
  bodies.count = 3;
  bodies.shapes = shapes;
  bodies.shape = shape;
  bodies.pose = pose[0];

  const uint32_t pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.count = 3;
  pairs.a = &pair[0][0];
  pairs.b = &pair[0][1];
  pairs.stride = sizeof pair[0];

  uint8_t status[3];
  float distance[3], normal[3][3], on_a[3][3], on_b[3][3];
  lgjk_results results;
  lgjk_results_init(&results);
  results.status = status;
  results.distance = distance;
  results.normal = normal[0];
  results.point_a = on_a[0];
  results.point_b = on_b[0];
  if (lgjk_contact3(&bodies, &bodies, &pairs, NULL, 0, pairs.count, &results, NULL, &error) != LGJK_OK)
    return fprintf(stderr, "%s\n", error.text), 1;

  for (int i = 0; i < 3; i++)
    printf("%u-%u  %-11s  distance %.6f  normal (%.4f, %.4f, %.4f)  from (%.4f, %.4f, %.4f) to (%.4f, %.4f, %.4f)\n",
           pair[i][0], pair[i][1], lgjk_status_text(status[i]), distance[i], normal[i][0], normal[i][1], normal[i][2],
           on_a[i][0], on_a[i][1], on_a[i][2], on_b[i][0], on_b[i][1], on_b[i][2]);
  lgjk_shapes3_destroy(shapes);
  return 0;
}
