// Pairs in 3D that a search did not end on.
#define DIM 3

#include "test.h"
#include "lanegjk/lanegjk3.h"
#include "packed.h"

// Edges that cross at an angle of 1.3e-4: the normal of their narrow face is off by more than the gap at which a search
// in double had converged, and the fourth vertex of that face sent it round in circles.
TEST(crossing_edges_end_the_search) {
  static const float half[2][3] = {{1, 1, 1}, {0x1.970994p-10f, 1, 0x1.970994p-10f}};
  static const float pose[14] = {0x1.452dap+4f,   0x1.4f3bdcp+1f, 0x1.21b19p+4f,  -0x1.510f72p-5f, -0x1.82f20cp-2f,
                                 -0x1.569c26p-2f, 0x1.b97e24p-1f, 0x1.569338p+4f, 0x1.6d56dp+1f,   0x1.2fb3a8p+4f,
                                 0x1.1e089p-3f,   0x1.dbcbf2p-2f, 0x1.210298p-1f, 0x1.55eb12p-1f};
  static const uint32_t shape[2] = {0, 1};
  lgjk_shape3_def defs[2];
  for (int i = 0; i < 2; ++i) {
    lgjk_shape3_def_init(&defs[i]);
    defs[i].kind = LGJK_SHAPE3_BOX;
    for (int k = 0; k < 3; ++k) defs[i].size[k] = half[i][k];
  }
  lgjk_shapes3* shapes;
  assert_int_equal(lgjk_shapes3_create(defs, 2, NULL, &shapes, NULL), LGJK_OK);
  const lgjk_bodies3 bodies = packed_bodies(shapes, 2, shape, pose, NULL);
  const lgjk_pairs pairs = packed_pairs(&shape[0], &shape[1], 1);
  uint8_t status = 0, overlap = 0;
  float distance = 0;
  lgjk_results results = {.struct_size = sizeof results};
  results.status = &overlap;
  assert_int_equal(lgjk_overlap3(&bodies, &bodies, &pairs, NULL, 0, 1, &results, NULL, NULL), LGJK_OK);
  results.status = &status;
  results.distance = &distance;
  assert_int_equal(lgjk_distance3(&bodies, &bodies, &pairs, NULL, 0, 1, &results, NULL, NULL), LGJK_OK);
  assert_int_equal(status, LGJK_STATUS_SEPARATED);
  assert_int_equal(overlap, status);
  assert_true(distance > 7.0e-5f && distance < 7.5e-5f);
  lgjk_shapes3_destroy(shapes);
}
