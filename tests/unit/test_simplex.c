// The steps of a search on hand-made simplices, whose regions and ties were worked out by hand, and on random ones,
// whose nearest points are found in integers; and the states that records restore. Compiled once for each dimension.
#include "simplex_check.h"

#if DIM == 2

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

#else

TEST(advance_by_regions) {
  static const simplex_case cases[] = {
      {"the support alone", {{3, 0, 0}, {1, 1, 1}}, 1, {1, {1}}, false},
      {"between both", {{2, 3, 1}, {2, -1, -1}}, 1, {2, {1, 0}}, false},
      {"tie: the edge begins across", {{1, 3, 0}, {1, 0, 0}}, 1, {1, {1}}, false},
      {"touching: the edge holds the origin", {{2, 2, 4}, {-1, -1, -2}}, 1, {2, {1, 0}}, false},
      {"of an edge, the support alone", {{2, 3, 0}, {2, -3, 0}, {1, 0, 0}}, 2, {1, {2}}, false},
      {"the edge to the first", {{2, 3, 0}, {2, -3, 0}, {1, -1, 0}}, 2, {2, {2, 0}}, false},
      {"the edge to the second", {{2, 3, 0}, {2, -3, 0}, {1, 1, 0}}, 2, {2, {2, 1}}, false},
      {"a face", {{2, 3, 0}, {2, -3, 0}, {-1, 0, 1}}, 2, {3, {2, 0, 1}}, false},
      {"a face, from below", {{2, -3, 0}, {2, 3, 0}, {-1, 0, -1}}, 2, {3, {2, 0, 1}}, false},
      {"tie: over the border with the first", {{2, 2, 1}, {4, -3, 1}, {-1, -1, 1}}, 2, {3, {2, 0, 1}}, false},
      {"tie: over the border with the second", {{4, -3, 1}, {2, 2, 1}, {-1, -1, 1}}, 2, {3, {2, 0, 1}}, false},
      {"touching: the face holds the origin", {{2, 3, 0}, {2, -3, 0}, {-1, 0, 0}}, 2, {3, {2, 0, 1}}, false},
      {"of a face, the support alone", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}, {0, 0, 1}}, 3, {1, {3}}, false},
      {"the edge to the first", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}, {-1, 0, 1}}, 3, {2, {3, 0}}, false},
      {"the edge to the second", {{-3, -4, 2}, {4, 0, 2}, {-3, 4, 2}, {-1, 0, 1}}, 3, {2, {3, 1}}, false},
      {"the edge to the third", {{-3, 4, 2}, {-3, -4, 2}, {4, 0, 2}, {-1, 0, 1}}, 3, {2, {3, 2}}, false},
      {"the face of first and second", {{3, 4, 2}, {3, -4, 2}, {-4, 0, 2}, {-1, 0, 1}}, 3, {3, {3, 0, 1}}, false},
      {"the face of second and third", {{-4, 0, 2}, {3, 4, 2}, {3, -4, 2}, {-1, 0, 1}}, 3, {3, {3, 1, 2}}, false},
      {"the face of third and first", {{3, -4, 2}, {-4, 0, 2}, {3, 4, 2}, {-1, 0, 1}}, 3, {3, {3, 0, 2}}, false},
      {"inside", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}, {0, 0, -1}}, 3, {4, {0, 1, 2, 3}}, false},
      {"inside, the other way round", {{4, 0, 2}, {-3, -4, 2}, {-3, 4, 2}, {0, 0, -1}}, 3, {4, {0, 1, 2, 3}}, false},
      {"tie: on a new face", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}, {3, 0, -2}}, 3, {4, {0, 1, 2, 3}}, false},
      {"tie: on a new edge", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}, {-4, 0, -2}}, 3, {4, {0, 1, 2, 3}}, false},
      {"tie: on the old face", {{4, 0, 0}, {-3, 4, 0}, {-3, -4, 0}, {0, 0, -1}}, 3, {4, {0, 1, 2, 3}}, false},
      {"touching: the support is the origin", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}}, 3, {4, {0, 1, 2, 3}}, false},
      {"flat: the support in the face", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}, {0, 0, 2}}, 3, {3, {3, 0, 1}}, false},
      {"flat, from below", {{4, 0, -2}, {-3, 4, -2}, {-3, -4, -2}, {0, 0, -2}}, 3, {3, {3, 0, 1}}, false},
      {"the support behind the face", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}, {0, 0, 3}}, 3, {3, {0, 1, 2}}, true},
  };
  EXPECT_EACH(cases, expect_advance);
}

TEST(one_region_at_most) {
  for (uint32_t size = 1; size <= 4; ++size) {
    check_random_regions_f(size, fewer(20000, 400));
    check_random_regions_d(size, fewer(20000, 400));
  }
}

// The angle at the support has a sine of 2.5e-7: an edge to a careful search in float, a face in double.
TEST(advance_of_a_needle) {
  static const int_point needle[4] = {{4000000, 1, 5}, {4000000, 0, 5}, {-1, 0, 5}};
  const simplex_f f = advanced_f(needle, 2, 2, CAREFUL, true);
  const simplex_d d = advanced_d(needle, 2, 2, CAREFUL, true);
  const feature edge = feature_of_f(&f, needle), face = feature_of_d(&d, needle);
  assert_int_equal(edge.count, 2);
  assert_int_equal(edge.id[1], 0);
  assert_int_equal(face.count, 3);
}

TEST(trim_by_regions) {
  static const simplex_case cases[] = {
      {"a vertex", {{1, 2, 3}}, 1, {1, {0}}, false},
      {"within an edge", {{1, -2, 1}, {1, 3, 1}}, 2, {2, {0, 1}}, false},
      {"before its first", {{1, 2, 1}, {1, 5, 1}}, 2, {1, {0}}, false},
      {"after its second", {{1, -5, 1}, {1, -2, 1}}, 2, {1, {1}}, false},
      {"tie: at the first", {{1, 0, 1}, {1, 3, 1}}, 2, {1, {0}}, false},
      {"tie: at the second", {{1, -3, 1}, {1, 0, 1}}, 2, {1, {1}}, false},
      {"within a face", {{4, 0, 2}, {-3, 4, 2}, {-3, -4, 2}}, 3, {3, {0, 1, 2}}, false},
      {"the other way round", {{4, 0, 2}, {-3, -4, 2}, {-3, 4, 2}}, 3, {3, {0, 1, 2}}, false},
      {"tie: on a face's edge", {{4, 0, 2}, {0, 4, 2}, {0, -4, 2}}, 3, {3, {0, 1, 2}}, false},
      {"beyond the edge of first and second", {{1, 4, 2}, {1, -4, 2}, {5, 0, 2}}, 3, {2, {0, 1}}, false},
      {"of second and third", {{5, 0, 2}, {1, 4, 2}, {1, -4, 2}}, 3, {2, {1, 2}}, false},
      {"of third and first", {{1, -4, 2}, {5, 0, 2}, {1, 4, 2}}, 3, {2, {0, 2}}, false},
      {"beyond an edge and its end", {{1, 4, 2}, {1, 1, 2}, {9, 3, 2}}, 3, {1, {1}}, false},
      {"touching", {{4, 0, 0}, {-3, 4, 0}, {-3, -4, 0}}, 3, {3, {0, 1, 2}}, false},
  };
  EXPECT_EACH(cases, expect_trim);
}

// The origin's projection has shares of 3/7, 2/7 and 2/7 in the face, which is 1 off, and the origin a third of the way
// from there to the last point.
TEST(barycentric_and_margins) {
  static const int_point p[4] = {{4, 0, 1}, {-3, 4, 1}, {-3, -4, 1}, {0, 0, -2}};
  simplex_f s = simplex_of_f(p, &first_points[3], true);
  barycentric_f t = feature_barycentric_f(&s);
  assert_true(t.over == 56 * 56 && 7 * t.t1 == 2 * t.over && 7 * t.t2 == 2 * t.over);
  t = (barycentric_f){3, 3, 4};
  clamp_barycentric_f(&t, 0.25f);
  assert_true(t.t1 == 0.75f && t.t2 == 0.25f);
  t = (barycentric_f){-1, 5, 4};
  clamp_barycentric_f(&t, 0.25f);
  assert_true(t.t1 == 0 && t.t2 == 1);
  const simplex_f edge = simplex_of_f((const int_point[]){{1, -2, 1}, {1, 3, 1}}, &first_points[2], true);
  t = feature_barycentric_f(&edge);
  assert_true(t.t1 == 10 && t.t2 == 0 && t.over == 25);

  volumes_f u;
  s = simplex_of_f(p, &first_points[4], true);
  find_volumes_f(&s, 0.25f, &u);
  assert_true(u.deep && 3 * u.u[3] == u.sum && 7 * u.u[0] == 2 * u.sum && u.u[1] == u.u[2]);
  find_volumes_f(&s, 1.01f, &u);
  assert_false(u.deep);
}

// A tetrahedron around the origin, a hundred times as wide as it is thick.
static void flat_tetrahedron(simplex_f* s) {
  vec_f v[4] = {{0}};
  double share[3], turned[3];
  double last = 1, sum[3] = {0};
  for (int i = 0; i < 3; ++i) {
    share[i] = 0.3 * random_in(0.1, 1);
    last -= share[i];
  }
  for (int i = 0; i < 4; ++i) {
    double p[3];
    for (int k = 0; k < 3; ++k) {
      p[k] = i < 3 ? random_in(-1, 1) * (k == 2 ? 0.01 : 1) : -sum[k] / last;
      if (i < 3) sum[k] += share[i] * p[k];
    }
    for (int k = 0; k < 3; ++k) turned[k] = 0.6 * p[k] - 0.7 * p[(k + 1) % 3] + 0.3 * p[(k + 2) % 3];
    v[i] = (vec_f){(float)turned[0], (float)turned[1], (float)turned[2]};
  }
  memset(s, 0, sizeof *s);
  s->p0.w = v[0], s->p1.w = v[1], s->p2.w = v[2], s->p3.w = v[3];
}

static double miss_of(const simplex_f* s, const volumes_f* u) {
  const vec_f p[4] = {s->p0.w, s->p1.w, s->p2.w, s->p3.w};
  double miss[3] = {0};
  for (int i = 0; i < 4; ++i) {
    const double share = (double)u->u[i] / (double)u->sum;
    miss[0] += share * (double)p[i].x;
    miss[1] += share * (double)p[i].y;
    miss[2] += share * (double)p[i].z;
  }
  return fmax(fmax(fabs(miss[0]), fabs(miss[1])), fabs(miss[2]));
}

// Volumes of flat tetrahedra that rounding has far from the origin are refined; what is deep then misses it by as
// little as is required, up to the rounding of that miss.
TEST(flat_tetrahedra_are_refined) {
  random_state = 5;
  const float margin = 2 * TOUCH_BAND_FLAT;
  const pair_frame_f f = {.touch_band = margin};
  const int rounds = (int)fewer(20000, 400);
  int coarse = 0, refined = 0;
  for (int i = 0; i < rounds; ++i) {
    simplex_f s;
    volumes_f u, finer;
    flat_tetrahedron(&s);
    const bool flat = find_volumes_f(&s, margin, &u);
    s.inside = true;
    volumes_of_f(&f, &s, &finer);
    if (u.deep) assert_memory_equal(u.u, finer.u, sizeof u.u);
    if (finer.deep) assert_true(miss_of(&s, &finer) < 1.5 * (double)(COMMON_MISS * margin));
    coarse += flat;
    refined += flat && finer.deep;
    s.inside = false;
    volumes_of_f(&f, &s, &finer);
    assert_memory_equal(u.u, finer.u, sizeof u.u);
  }
  print_message("%d flat tetrahedra, %d refined\n", coarse, refined);
  assert_true(coarse > rounds / 20 && refined > coarse / 2);
}

// ---------------------------------------------------------------- restore

static const vf half[3] = {3, 2, 1};    // extents of A, a box: bits 0, 1, 2 of a vertex say that x, y, z are negative
static const vf beside[3] = {1, -2, 4}; // B's vertex, around its position

// The box against a vertex at (x, y, z); nothing is turned.
static pair_frame_f frame_of(float x, float y, float z) {
  const rotation_f none = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const core_lanes_f a = {.core = LGJK_CORE3_BOX, .floats = half, .rotation = none};
  const core_lanes_f b = {.core = LGJK_CORE3_POINT, .floats = beside, .rotation = none};
  return (pair_frame_f){.a = a, .b = b, .p = {x - 1, y + 2, z - 4}, .scale = 1, .touch_band = 0.125f};
}

static void expect_restored(const pair_frame_f* f, uint32_t indices, uint32_t count, const feature* expected) {
  proof_lanes proof = {.in_order = false};
  const simplex_f s = restored_from(f, (const uint32_t[]){0, indices, 0, count}, true, &proof);
  const uint32_t found = s.inside ? 4 : s.face ? 3 : s.edge ? 2 : 1;
  const float id[4] = {s.p0.id, s.p1.id, s.p2.id, s.p3.id};
  assert_int_equal(found, expected->count);
  for (uint32_t k = 0; k < found; ++k) assert_int_equal((uint32_t)id[k], expected->id[k]);
  assert_int_equal(s.active, found < 4);
  assert_int_equal(s.restored, count == 4);
  assert_false(s.converged || s.separated || s.closed_form);
  const simplex_f none = restored_from(f, (const uint32_t[]){0, indices, 0, count}, false, &proof);
  assert_false(none.active || none.edge || none.face || none.inside);
}

TEST(restore_of_a_box) {
  const pair_frame_f above = frame_of(1, 1, 5), aside = frame_of(5, 1, 5);
  const pair_frame_f corner = frame_of(5, 4, 5), within = frame_of(0.5f, 0.25f, 0);
  pair_frame_f wide = within;
  wide.touch_band = 10;
  expect_restored(&above, 0x000000, 1, &(feature){1, {0}});
  expect_restored(&above, 0x000100, 2, &(feature){2, {0, 1}});
  expect_restored(&corner, 0x000100, 2, &(feature){1, {0}});
  expect_restored(&above, 0x020100, 3, &(feature){3, {0, 1, 2}});
  expect_restored(&aside, 0x020100, 3, &(feature){2, {0, 2}});
  expect_restored(&corner, 0x020100, 3, &(feature){1, {0}});
  expect_restored(&within, 0x06050300, 4, &(feature){4, {0, 3, 5, 6}});
  expect_restored(&above, 0x04020100, 4, &(feature){3, {0, 1, 2}});
  expect_restored(&wide, 0x06050300, 4, &(feature){3, {0, 3, 5}});
  proof_lanes proof = {.in_order = false};
  const simplex_f s = restored_from(&above, (const uint32_t[]){0, 0x020100, 0, 3}, true, &proof);
  assert_true(s.p0.w.x == 2 && s.p0.w.y == 1 && s.p0.w.z == -4 && s.p1.w.x == -4 && s.p2.w.y == -3);
  assert_true(s.p2.a.x == 3 && s.p2.a.y == -2 && s.p2.a.z == 1);
}

// Words that count no vertices, or too many, name no simplex; a curved core has none.
TEST(guesses) {
  static const uint32_t counts[] = {0, 1, 4, 5, 0x102};
  static const bool named[] = {false, true, true, false, true};
  for (uint32_t i = 0; i < 5; ++i) {
    const vf record[4] = {vf_of(0x3FF | 1u << 10), vf_of(0x04030201), vf_of(0x08070605), vf_of(counts[i])};
    warm_guess guess;
    read_guess(record, false, &guess);
    assert_int_equal(guess.simplex, named[i]);
    assert_true(guess.axis.x == -1 && guess.axis.y == 1 && guess.axis.z == 0);
    for (uint32_t k = 0; k < 4; ++k) assert_true(guess.a[k] == k + 1 && guess.b[k] == k + 5);
    read_guess(record, true, &guess);
    assert_false(guess.simplex);
  }
}

#endif
