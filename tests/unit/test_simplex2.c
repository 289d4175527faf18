// The steps of a search in 2D on hand-made simplices, whose regions and ties were worked out by hand, and on random
// ones, whose nearest points are found in integers; and the states that records restore.
#include "simplex_cases.h"

TEST(advance_by_regions) {
  static const simplex_case cases[] = {
      {"the support alone", {{3, 0}, {1, 1}}, 1, {1, {1}}, false},
      {"between both", {{2, 3}, {2, -1}}, 1, {2, {1, 0}}, false},
      {"tie: the edge begins across", {{1, 3}, {1, 0}}, 1, {1, {1}}, false},
      {"touching: the edge holds the origin", {{2, 2}, {-1, -1}}, 1, {2, {1, 0}}, false},
      {"of an edge, the support alone", {{3, 2}, {3, -2}, {1, 0}}, 2, {1, {2}}, false},
      {"the edge to the first", {{3, 4}, {3, -4}, {1, -1}}, 2, {2, {2, 0}}, false},
      {"the edge to the second", {{3, 4}, {3, -4}, {1, 1}}, 2, {2, {2, 1}}, false},
      {"the other way round", {{3, -4}, {3, 4}, {1, 1}}, 2, {2, {2, 0}}, false},
      {"inside", {{3, 4}, {3, -4}, {-1, 0}}, 2, {3, {0, 1, 2}}, false},
      {"inside, the other way round", {{3, -4}, {3, 4}, {-1, 0}}, 2, {3, {0, 1, 2}}, false},
      {"tie: on the new edge", {{3, 3}, {3, -4}, {-1, -1}}, 2, {3, {0, 1, 2}}, false},
      {"tie: on the old edge", {{0, 3}, {0, -4}, {-2, 0}}, 2, {3, {0, 1, 2}}, false},
      {"touching: the support is the origin", {{3, 4}, {3, -4}, {0, 0}}, 2, {3, {0, 1, 2}}, false},
      {"flat: the support in line with the edge", {{1, 1}, {1, -1}, {1, 3}}, 2, {2, {2, 0}}, false},
      {"the support behind the edge", {{1, 2}, {1, -2}, {2, 0}}, 2, {2, {0, 1}}, true},
  };
  EXPECT_EACH(cases, expect_advance);
}

TEST(trim_by_regions) {
  static const simplex_case cases[] = {
      {"a vertex", {{1, 2}}, 1, {1, {0}}, false},
      {"within", {{1, -2}, {1, 3}}, 2, {2, {0, 1}}, false},
      {"before the first", {{1, 2}, {1, 5}}, 2, {1, {0}}, false},
      {"after the second", {{1, -5}, {1, -2}}, 2, {1, {1}}, false},
      {"tie: at the first", {{1, 0}, {1, 3}}, 2, {1, {0}}, false},
      {"tie: at the second", {{1, -3}, {1, 0}}, 2, {1, {1}}, false},
      {"touching", {{-1, -1}, {2, 2}}, 2, {2, {0, 1}}, false},
  };
  EXPECT_EACH(cases, expect_trim);
}

// The origin is 1 from two sides of the triangle, and more from the third.
TEST(shares_and_margins) {
  static const int_point p[4] = {{-1, -1}, {7, -1}, {-1, 5}};
  const simplex_f s = simplex_of_f(p, &first_points[3], true);
  const origin_areas_f u = areas_f(&s);
  assert_true(u.u0 == 34 && u.u1 == 6 && u.u2 == 8 && u.sum == 48);
  assert_true(deep_f(&s, &u, 0.5f));
  assert_true(deep_f(&s, &u, 0.999f));
  assert_false(deep_f(&s, &u, 1));
  const simplex_f edge = simplex_of_f((const int_point[]){{1, -2}, {1, 3}}, &first_points[2], true);
  const feature_line_f line = line_of_f(&edge);
  assert_true(line.numerator == -5 && line.denominator == 25);
  const vec_f nearest = nearest_f(&edge);
  assert_true(nearest.x == 1 && nearest.y == 0);
}

// Whichever end of an edge comes first, its nearest point has the same bits; of a vertex it is the vertex, whatever the
// other point is.
TEST(edges_have_no_order) {
  random_state = 12;
  for (uint32_t i = 0; i < fewer(20000, 400); ++i) {
    simplex_f s = simplex_of_f((const int_point[]){{1, -2}, {1, 3}}, &first_points[2], true);
    s.p0.w = (vec_f){(float)random_in(-3, 3), (float)random_in(-3, 3)};
    s.p1.w = (vec_f){(float)random_in(-3, 3), (float)random_in(-3, 3)};
    simplex_f turned = s;
    turned.p0 = s.p1;
    turned.p1 = s.p0;
    const vec_f one = nearest_f(&s), other = nearest_f(&turned);
    assert_true(same_f(one, other));
    s.edge = mf_none();
    assert_true(same_f(nearest_f(&s), s.p0.w));
  }
}

// ---------------------------------------------------------------- restore

static const uint32_t one_shape[1] = {0};
static const vf beside[2] = {1, -2}; // B's vertex, around its position

// A against a vertex at (x, y); nothing is turned.
static pair_frame_f frame_of(core_lanes_f a, float x, float y) {
  a.rotation = (rotation_f){1, 0};
  a.shape = one_shape;
  const core_lanes_f b = {.core = LGJK_CORE2_POINT, .floats = beside, .rotation = {1, 0}};
  return (pair_frame_f){.a = a, .b = b, .p = {x - 1, y + 2}, .scale = 1, .touch_band = 0.125f};
}

static void expect_restored(const pair_frame_f* f, uint32_t indices, uint32_t count, const feature* expected) {
  proof_lanes proof;
  const simplex_f s = restored_from(f, (const uint32_t[]){0, indices, 0, count}, true, &proof);
  const uint32_t found = s.inside ? 3 : s.edge ? 2 : 1;
  const float id[3] = {s.p0.id, s.p1.id, s.p2.id};
  assert_int_equal(found, expected->count);
  for (uint32_t k = 0; k < found; ++k) assert_int_equal((uint32_t)id[k], expected->id[k]);
  assert_int_equal(s.active, found < 3);
  assert_int_equal(proof.triangle, count == 3);
  const simplex_f none = restored_from(f, (const uint32_t[]){0, indices, 0, count}, false, &proof);
  assert_false(none.active || none.edge || none.inside);
}

// A box of half extents 2 and 1 against a point: vertex 1 has x negative, 2 has y negative, 3 both.
TEST(restore_of_a_box) {
  const vf half[2] = {2, 1};
  const core_lanes_f box = {.core = LGJK_CORE2_BOX, .floats = half};
  const pair_frame_f right = frame_of(box, 5, 0), corner = frame_of(box, 5, 3);
  const pair_frame_f below = frame_of(box, 5, -3), within = frame_of(box, 0.5f, 0.25f);
  pair_frame_f wide = within;
  wide.touch_band = 10;
  expect_restored(&right, 0x0000, 1, &(feature){1, {0}});
  expect_restored(&right, 0x0200, 2, &(feature){2, {0, 2}});
  expect_restored(&corner, 0x0200, 2, &(feature){1, {0}});
  expect_restored(&below, 0x0200, 2, &(feature){1, {2}});
  expect_restored(&within, 0x010200, 3, &(feature){3, {0, 2, 1}});
  expect_restored(&right, 0x010200, 3, &(feature){2, {0, 2}});
  expect_restored(&wide, 0x010200, 3, &(feature){2, {0, 2}});
  proof_lanes proof;
  const simplex_f s = restored_from(&right, (const uint32_t[]){0, 0x0200, 0, 2}, true, &proof);
  assert_true(s.p0.w.x == -3 && s.p0.w.y == 1 && s.p1.w.x == -3 && s.p1.w.y == -1);
  assert_true(s.p0.a.x == 2 && s.p0.a.y == 1);
  assert_false(proof.a.ring || proof.b.ring);
}

// A square in the ring of a shape: what a guess names, the neighbours, a second index that does not follow the first.
TEST(restore_of_a_ring) {
  static const lgjk_shape2 square = {.core = LGJK_CORE2_POLYGON4,
                                     .count = 4,
                                     .before = {-1, 1},
                                     .row = {-1, -1, 1, -1, 1, 1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1}};
  const core_lanes_f ring = {.core = LGJK_CORE2_POLYGON4, .table = &square};
  const pair_frame_f right = frame_of(ring, 3, 0), above = frame_of(ring, 3, 4);
  expect_restored(&right, 0x0201, 2, &(feature){2, {1, 2}});
  expect_restored(&above, 0x0201, 2, &(feature){1, {2}});
  expect_restored(&right, 0x0301, 2, &(feature){2, {1, 2}});
  expect_restored(&right, 0x0202, 1, &(feature){1, {2}});
  proof_lanes proof;
  restored_from(&right, (const uint32_t[]){0, 0x0201, 0, 2}, true, &proof);
  assert_true(proof.a.ring && proof.a.before.x == -1 && proof.a.before.y == -1);
  assert_true(proof.a.after.x == -1 && proof.a.after.y == 1);
  const pair_frame_f within = frame_of(ring, 0.25f, -0.25f);
  expect_restored(&within, 0x020100, 3, &(feature){3, {0, 1, 2}});
}
