// The oracles against figures that can be checked by hand, and wrong answers for their judges. Against the corpus:
// test_corpus; on the families of hard pairs against themselves and against other methods: test_minkowski2 and
// test_oracle3_families. Compiled once for each dimension.
#include "built.h"
#include "dim_names.h"
#include "oracle3_parts.h"

static const long double TINY = 1e-16L; // what long double leaves of a scale, with room

static void assert_bounds(oracle_bounds bounds, long double expected, long double tolerance) {
  assert_true(bounds.lower <= bounds.upper);
  assert_true(fabsl(bounds.lower - expected) <= tolerance);
  assert_true(fabsl(bounds.upper - expected) <= tolerance);
}

// Of a pair that is `gap` apart, at p on A and q on B; off is near p, but outside of A.
static void check_judge(const oracleN_body* a, const oracleN_body* b, float gap, const float* p, const float* q,
                        const float* off) {
  const oracle_bounds truth = oracleN_signed_distance(a, b);
  oracle_judgement j = oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, gap, p, q);
  assert_true(j.distance < 0.1L && j.witness < 0.1L && j.gap < 0.1L && !j.misclassified && !j.contradiction);
  for (float wrong = -4e-5f; wrong < 1e-4f; wrong += 8e-5f) {
    j = oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, gap + wrong, p, q);
    assert_true(j.distance > 1 && j.gap > 1);
  }
  j = oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, gap, off, q);
  assert_true(j.distance < 0.1L && j.witness > 1);
  if (DIM == 3) assert_true(j.gap > 1);
  j = oracleN_judge(a, b, &truth, LGJK_STATUS_OVERLAPPING, 0, p, p);
  assert_true(j.distance > 1 && j.witness > 1 && j.misclassified && !j.contradiction);
  assert_true(oracleN_judge(a, b, &truth, LGJK_STATUS_OVERLAPPING, gap, p, q).contradiction);
  assert_true(oracleN_judge(a, b, &truth, LGJK_STATUS_OVERLAPPING, 0, p, q).contradiction);
  assert_true(oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, NAN, p, q).contradiction);
}

TEST(half_ulps_are_those_of_float) {
  static const float cases[][3] = {{1}, {0, 1.5f}, {0, 0x1.fffffep0f}, {10000}, {-0x1p-140f}, {0}};
  static const long double expected[] = {0x1p-24L, 0x1p-24L, 0x1p-24L, 0x1p-11L, 0x1p-150L, 0};
  for (int i = 0; i < 6; ++i) assert_true(oracleN_half_ulp(cases[i]) == expected[i]);
#if DIM == 3
  static const float diagonal[3] = {1, 1, 1};
  assert_true(fabsl(oracle3_half_ulp(diagonal) / (sqrtl(3) * 0x1p-24L) - 1) <= 1e-18L);
#endif
}

#if DIM == 2

// ---------------------------------------------------------------- 2D

static const long double CERTIFIED = 1e-12L; // gap that bounds of curved shapes must close, of a scale

static oracle2_body polygon(const float* vertices, uint32_t count, float radius, float x, float y) {
  return (oracle2_body){.vertices = vertices, .count = count, .radius = radius, .pose = {x, y, 1, 0}};
}

static oracle2_body ellipse(float rx, float ry, float x, float y) {
  return (oracle2_body){.matrix = {rx, 0, 0, ry}, .pose = {x, y, 1, 0}};
}

static void assert_all_methods(const oracle2_body* a, const oracle2_body* b, long double expected) {
  long double tolerance = TINY * (oracle2_scale(a, b) + fabsl(expected));
  assert_bounds(oracle2_exact(a, b), expected, tolerance);
  assert_bounds(oracle2_filtered(a, b), expected, tolerance);
  assert_bounds(oracle2_curved(a, b), expected, tolerance);
}

// ---------------------------------------------------------------- figures

static const float TRIANGLE[] = {4, 5, 9, 9, 4, 11};
static const float QUAD[] = {5, 7, 7, 3, 10, 2, 12, 7};
static const float FAR_QUAD[] = {8, 6, 10, 2, 13, 1, 15, 6};

TEST(worked_figures_of_triangle_and_quads) {
  oracle2_body t = polygon(TRIANGLE, 3, 0, 0, 0), q = polygon(QUAD, 4, 0, 0, 0), r = polygon(FAR_QUAD, 4, 0, 0, 0);
  assert_all_methods(&t, &r, sqrtl(4961) / 41);
  assert_all_methods(&r, &t, sqrtl(4961) / 41);
  // The least way out is across T's edge (4,5)-(9,9), outward normal (4,-5): its slab ends at -9, Q's begins at -15.
  assert_all_methods(&t, &q, -6 / sqrtl(41));
  assert_true(oracle2_exact(&t, &q).overlap);
}

TEST(worked_figures_of_points_segments_and_circles) {
  static const float origin[] = {0, 0}, segment[] = {-1, 0, 1, 0}, upright[] = {0, -1, 0, 1};
  oracle2_body p = polygon(origin, 1, 0, 3, 4), o = polygon(origin, 1, 2, 0, 0), s = polygon(segment, 2, 0, 0, 0);
  assert_all_methods(&o, &p, 3);
  oracle2_body end = polygon(origin, 1, 0, 5, 0), on = polygon(origin, 1, 0, 0.5f, 0);
  assert_all_methods(&s, &end, 4);
  assert_all_methods(&s, &on, 0);
  oracle2_body u = polygon(upright, 2, 0.5f, 0.25f, 0), along = polygon(segment, 2, 0, 7, 0);
  assert_all_methods(&s, &u, -0.75L - 0.5L);
  assert_all_methods(&s, &along, 5);
  assert_all_methods(&o, &o, -4);
}

TEST(touching_is_overlapping_and_the_next_float_is_not) {
  static const float origin[] = {0, 0}, segment[] = {-1, 0, 1, 0}, square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
  oracle2_body two = polygon(origin, 1, 2, 0, 0), three = polygon(origin, 1, 3, 4, 3);
  oracle2_body line = polygon(segment, 2, 0, 0, 0), point = polygon(origin, 1, 0, 0.5f, 0);
  oracle2_body left = polygon(square, 4, 0, 0, 0), right = polygon(square, 4, 0, 2, 2);
  const oracle2_body* pairs[3][2] = {{&two, &three}, {&line, &point}, {&left, &right}};
  for (int i = 0; i < 3; ++i) {
    oracle2_body moved = *pairs[i][1];
    moved.pose[1] = nextafterf(moved.pose[1], 10);
    assert_all_methods(pairs[i][0], pairs[i][1], 0);
    assert_true(oracle2_exact(pairs[i][0], pairs[i][1]).overlap);
    assert_true(oracle2_filtered(pairs[i][0], pairs[i][1]).overlap);
    assert_false(oracle2_exact(pairs[i][0], &moved).overlap);
    assert_false(oracle2_filtered(pairs[i][0], &moved).overlap);
  }
}

TEST(worked_figures_of_ellipses) {
  static const float origin[] = {0, 0};
  oracle2_body e = ellipse(3, 1, 0, 0), disc = ellipse(1, 1, 5, 0), p = polygon(origin, 1, 0, 0, 3);
  assert_bounds(oracle2_curved(&e, &disc), 1, CERTIFIED);
  assert_bounds(oracle2_curved(&e, &p), 2, CERTIFIED);
  p.pose[1] = 0;
  assert_bounds(oracle2_curved(&e, &p), -1, CERTIFIED);
  assert_bounds(oracle2_curved(&e, &e), -2, CERTIFIED);
  disc.pose[0] = 0;
  assert_bounds(oracle2_curved(&disc, &disc), -2, CERTIFIED);
  disc.radius = 0.5f;
  assert_bounds(oracle2_curved(&disc, &disc), -3, CERTIFIED);
}

TEST(unnormalised_rotations_are_normalised) {
  static const float segment[] = {-1, 0, 1, 0}, origin[] = {0, 0};
  oracle2_body s = polygon(segment, 2, 0, 0, 0), p = polygon(origin, 1, 0, 4, 3);
  s.pose[2] = 0.8f * 1.00004f;
  s.pose[3] = 0.6f * 1.00004f;
  long double c = s.pose[2], d = s.pose[3], length = sqrtl(c * c + d * d);
  long double x = 4 - c / length, y = 3 - d / length;
  assert_all_methods(&s, &p, sqrtl(x * x + y * y));
}

// ---------------------------------------------------------------- the judge

TEST(the_judge_sees_every_kind_of_wrong_answer) {
  oracle2_body t = polygon(TRIANGLE, 3, 0, 0, 0), r = polygon(FAR_QUAD, 4, 0, 0, 0);
  const float d = 1.71791148f, p[2] = {284.0f / 41, 301.0f / 41}, q[2] = {8, 6}, off[2] = {6.93f, 7.33f};
  const float beside[2] = {8, 5.99f};
  check_judge(&t, &r, d, p, q, off);
  const oracle2_bounds truth = oracle2_signed_distance(&t, &r);
  assert_true(oracle2_judge(&t, &r, &truth, LGJK_STATUS_SEPARATED, d, p, beside).witness > 1);
}

#else

// ---------------------------------------------------------------- 3D

static const long double CERTIFIED = 3e-10L; // gap that bounds of curved shapes close, of a scale

static oracle3_body polyhedron(const float* vertices, uint32_t count, float radius, float x, float y, float z) {
  return (oracle3_body){.vertices = vertices, .count = count, .radius = radius, .pose = {x, y, z, 0, 0, 0, 1}};
}

static oracle3_body curved(uint32_t kind, float sx, float sy, float sz, float x, float y, float z) {
  return (oracle3_body){.kind = kind, .matrix = {sx, 0, 0, 0, sy, 0, 0, 0, sz}, .pose = {x, y, z, 0, 0, 0, 1}};
}

static void set_turn(oracle3_body* body, float x, float y, float z, float w) {
  body->pose[3] = x;
  body->pose[4] = y;
  body->pose[5] = z;
  body->pose[6] = w;
}

// expected: the signed distance; the cores' own as well, which exact arithmetic needs to find apart.
static void assert_polyhedra(const oracle3_body* a, const oracle3_body* b, long double expected) {
  long double tolerance = TINY * (oracle3_scale(a, b) + fabsl(expected));
  assert_bounds(oracle3_signed_distance(a, b), expected, tolerance);
  assert_bounds(oracle3_signed_distance(b, a), expected, tolerance);
  assert_bounds(oracle3_bounded(a, b), expected, tolerance);
  oracle3_bounds exact = oracle3_exact(a, b);
  assert_int_equal(exact.overlap, expected <= 0);
  if (expected + a->radius + b->radius > 0) assert_bounds(exact, expected, tolerance);
}

static void assert_curved(const oracle3_body* a, const oracle3_body* b, long double expected) {
  long double tolerance = CERTIFIED * oracle3_scale(a, b);
  assert_bounds(oracle3_bounded(a, b), expected, tolerance);
  assert_bounds(oracle3_signed_distance(b, a), expected, tolerance);
}

// ---------------------------------------------------------------- figures

static const float ORIGIN[] = {0, 0, 0};
static const float SEGMENT[] = {-1, 0, 0, 1, 0, 0};
static const float UPRIGHT[] = {0, 0, -1, 0, 0, 1};
static const float CUBE[] = {1, 1, 1, -1, 1, 1, 1, -1, 1, -1, -1, 1, 1, 1, -1, -1, 1, -1, 1, -1, -1, -1, -1, -1};
static const float OCTAHEDRON[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
static const float TRIANGLE[] = {0, 0, 0, 3, 0, 0, 0, 3, 0};

TEST(worked_figures_of_polyhedra) {
  oracle3_body c = polyhedron(CUBE, 8, 0, 0, 0, 0), d = polyhedron(CUBE, 8, 0, 3, 0.5f, -0.25f);
  assert_polyhedra(&c, &d, 1); // face to face
  d.pose[0] = 1.5f;
  assert_polyhedra(&c, &d, -0.5L);
  d = polyhedron(CUBE, 8, 0, 3, 3, 0);
  assert_polyhedra(&c, &d, sqrtl(2)); // edge to edge, parallel
  d = polyhedron(CUBE, 8, 0, 3, 3, 3);
  assert_polyhedra(&c, &d, sqrtl(3)); // vertex to vertex
  oracle3_body o = polyhedron(OCTAHEDRON, 6, 0, 2.5f, 0, 0);
  assert_polyhedra(&c, &o, 0.5L); // vertex to face
  o = polyhedron(OCTAHEDRON, 6, 0, 1.75f, 1.75f, 1.75f);
  assert_polyhedra(&c, &o, 1.25L / sqrtl(3)); // face to vertex: 3 * 1.75 - 1 - 3 along (1,1,1)
  o = polyhedron(OCTAHEDRON, 6, 0, 2, 2, 0);
  assert_polyhedra(&c, &o, 1 / sqrtl(2)); // edge to edge: 4 - 1 - 2 along (1,1,0)
  o = polyhedron(OCTAHEDRON, 6, 0, 0, 0, 0);
  assert_polyhedra(&c, &o, -2); // concentric: 1 + 1 along an axis
}

TEST(crossing_edges_and_flat_shapes) {
  oracle3_body s = polyhedron(SEGMENT, 2, 0, 0, 0, 0), u = polyhedron(UPRIGHT, 2, 0, 0.5f, 0.25f, 0.125f);
  oracle3_body t = polyhedron(TRIANGLE, 3, 0, 0, 0, 0);
  assert_polyhedra(&s, &u, 0.25L);
  s.radius = 0.5f;
  u.radius = 0.25f;
  assert_polyhedra(&s, &u, -0.5L);
  u = polyhedron(UPRIGHT, 2, 0, 1, 1, 1.5f);
  assert_polyhedra(&t, &u, 0.5L);
  u.pose[2] = 0.5f;
  assert_polyhedra(&t, &u, -0.5L); // pulled back out, or 1 / sqrt(2) across the slanted edge
  u = polyhedron(UPRIGHT, 2, 0, 1.25f, 1.25f, 0);
  assert_polyhedra(&t, &u, -0.5L / sqrtl(2));
  oracle3_body v = polyhedron(TRIANGLE, 3, 0, 1, 1, 0);
  assert_polyhedra(&t, &v, 0); // in one plane
  v.pose[0] = v.pose[1] = 2;
  assert_polyhedra(&t, &v, 1 / sqrtl(2));
}

TEST(points_segments_and_spheres) {
  oracle3_body p = polyhedron(ORIGIN, 1, 0, 2, 3, 6), o = polyhedron(ORIGIN, 1, 2, 0, 0, 0);
  assert_polyhedra(&o, &p, 5);
  assert_polyhedra(&o, &o, -4);
  oracle3_body s = polyhedron(SEGMENT, 2, 0, 0, 0, 0), end = polyhedron(ORIGIN, 1, 0, 3, 2, 1);
  assert_polyhedra(&s, &end, 3);
  end.pose[0] = 0.5f;
  assert_polyhedra(&s, &end, sqrtl(5));
  oracle3_body along = polyhedron(SEGMENT, 2, 1, 7, 0, 0), beside = polyhedron(SEGMENT, 2, 0.5f, 0.75f, 3, 4);
  assert_polyhedra(&s, &along, 4);
  assert_polyhedra(&s, &beside, 4.5L);
  assert_polyhedra(&s, &s, 0);
}

TEST(touching_is_overlapping_and_the_next_float_is_not) {
  oracle3_body two = polyhedron(ORIGIN, 1, 2, 0, 0, 0), five = polyhedron(ORIGIN, 1, 5, 2, 3, 6);
  oracle3_body segment = polyhedron(SEGMENT, 2, 0, 0, 0, 0), point = polyhedron(ORIGIN, 1, 0, 0.5f, 0, 0);
  oracle3_body cube = polyhedron(CUBE, 8, 0, 0, 0, 0), corner = polyhedron(CUBE, 8, 0, 2, 2, 2);
  oracle3_body turned = polyhedron(OCTAHEDRON, 6, 0, 2, 0, 0);
  set_turn(&turned, 0.70710677f, 0, 0, 0.70710677f);
  const oracle3_body* pairs[4][2] = {{&two, &five}, {&segment, &point}, {&cube, &corner}, {&cube, &turned}};
  for (int i = 0; i < 4; ++i) {
    oracle3_body moved = *pairs[i][1];
    moved.pose[i == 3 ? 0 : 2] = nextafterf(moved.pose[i == 3 ? 0 : 2], 10);
    assert_true(oracle3_exact(pairs[i][0], pairs[i][1]).overlap);
    assert_true(oracle3_signed_distance(pairs[i][0], pairs[i][1]).overlap);
    assert_true(fabsl(oracle3_signed_distance(pairs[i][0], pairs[i][1]).upper) <= TINY);
    assert_false(oracle3_exact(pairs[i][0], &moved).overlap);
    assert_false(oracle3_signed_distance(pairs[i][0], &moved).overlap);
  }
}

TEST(worked_figures_of_curved_shapes) {
  oracle3_body e = curved(LGJK_SHAPE3_ELLIPSOID, 3, 1, 2, 0, 0, 0), p = polyhedron(ORIGIN, 1, 0, 0, 0, 5);
  assert_curved(&e, &p, 3);
  p.pose[2] = 0;
  assert_curved(&e, &p, -1);
  assert_curved(&e, &e, -2);
  oracle3_body oval = curved(LGJK_SHAPE3_ELLIPSOID, 5, 1, 2.5f, 0, 0, 0);
  p = polyhedron(ORIGIN, 1, 0, 3.75f, 0, 4);
  assert_curved(&oval, &p, sqrtl(73) / 4); // from (3, 0, 2) along its normal (3, 0, 8)
  oracle3_body ball = curved(LGJK_SHAPE3_ELLIPSOID, 1, 1, 1, 5, 0, 0);
  assert_curved(&e, &ball, 1);
  assert_curved(&ball, &ball, -2);
  ball.radius = 0.5f;
  assert_curved(&ball, &ball, -3);
  oracle3_body cylinder = curved(LGJK_SHAPE3_CYLINDER, 1, 1, 2, 0, 0, 0), s = polyhedron(ORIGIN, 1, 0.5f, 4, 0, 6);
  assert_curved(&cylinder, &s, 4.5L); // 3, 4, 5 from the rim
  s = polyhedron(ORIGIN, 1, 0.5f, 0, 3, 1);
  assert_curved(&cylinder, &s, 1.5L);
  oracle3_body lying = cylinder;
  set_turn(&lying, 0.5f, 0, 0, 0.5f);
  lying.pose[2] = 3.75f;
  assert_curved(&cylinder, &lying, 0.75L);
  oracle3_body cone = curved(LGJK_SHAPE3_CONE, 3, 3, 2, 0, 0, 5); // 3 wide at z = 3, apex at z = 7
  assert_curved(&cylinder, &cone, 1);
  s = polyhedron(ORIGIN, 1, 0, 0, 0, 9);
  assert_curved(&cone, &s, 2);
  s = polyhedron(ORIGIN, 1, 0, 2, 0, 9);
  assert_curved(&cone, &s, sqrtl(8));
  s = polyhedron(ORIGIN, 1, 0, 4, 0, 7); // 4 (x - 0) + 3 (z - 7) = 0 is the side's line
  assert_curved(&cone, &s, 3.2L);
  s = polyhedron(ORIGIN, 1, 0.25f, 0, 0, 4);
  assert_curved(&cone, &s, -1.25L);
}

// A surface grown from a simplex that the origin is outside of: what it says is how far away the origin is at most.
TEST(a_polytope_that_does_not_wind_around_the_origin_is_no_proof) {
  static const vec directions[4] = {{0, 0, 1}, {0, 0.8L, -0.6L}, {0.8L, -0.6L, 0}, {-0.8L, 0, -0.6L}};
  oracle3_body c = polyhedron(CUBE, 8, 0, 0, 0, 0), o = polyhedron(OCTAHEDRON, 6, 0, 3, 0.25f, 0);
  static difference3 d;
  difference3_read(&d, &c, &o);
  simplex3 start = {.count = 4};
  for (int i = 0; i < 4; ++i) start.corner[i] = difference3_support(&d, directions[i]);
  assert_true(oracle3_depth(&d, &start) >= 1);
}

// Of a box of an aspect of 2,000 four corners seem to hold a point that is outside by more than its shortest side.
TEST(a_needle_holds_no_point_that_a_plane_parts_from_it) {
  static const float spot[3] = {-0x1.c1c8p+1f, -0x1.c1c8p+1f, -0x1.cp+0f};
  static const float size[3] = {0x1.1p+0f, 0x1.3538p+1f, 0x1.1dp+12f};
  float corners[24];
  for (int i = 0; i < 24; ++i) corners[i] = i / 3 >> i % 3 & 1 ? -size[i % 3] : size[i % 3];
  oracle3_body p = polyhedron(spot, 1, 0, -2, 1.5f, 0x1.7f310ep-13f);
  oracle3_body needle = polyhedron(corners, 8, 0, -7, 3, -7);
  set_turn(&p, 0x1.531242p-1f, -0x1.7666e2p-17f, 0x1.bc7faap-5f, 0x1.7ea052p-1f);
  set_turn(&needle, 0x1.22f9ep-1f, 0x1.4c90d4p-5f, 0x1.7f26bcp-2f, 0x1.769fecp-1f);
  assert_polyhedra(&p, &needle, 0.97381668730957679237L);
}

TEST(unnormalised_rotations_are_normalised) {
  oracle3_body s = polyhedron(SEGMENT, 2, 0, 0, 0, 0), p = polyhedron(ORIGIN, 1, 0, 4, 3, 0);
  set_turn(&s, 0, 0, 0.3f, 0.95f);
  long double z = 0.3f, w = 0.95f, n = z * z + w * w, x = 4 - (w * w - z * z) / n, y = 3 - 2 * z * w / n;
  assert_polyhedra(&s, &p, sqrtl(x * x + y * y));
  oracle3_body c = curved(LGJK_SHAPE3_CYLINDER, 1, 1, 2, 0, 0, 0);
  p = polyhedron(ORIGIN, 1, 0, 0, 0, 5);
  set_turn(&c, 0, 0, 0.3f, 0.95f);
  assert_curved(&c, &p, 3);
}

TEST(views_are_read_with_their_strides) {
  struct record {
    float radius, pose[7];
    uint32_t shape;
  } records[2] = {{0.5f, {1, 2, 3, 0, 0, 0, 1}, 1}, {0.25f, {4, 5, 6, 0, 1, 0, 0}, 0}};
  const lgjk_shape3_def defs[2] = {rounded_points3(SEGMENT, 2, 0),
                                   {.struct_size = sizeof defs[0], .kind = LGJK_SHAPE3_ELLIPSOID, .size = {2, 2, 2}}};
  lgjk_shapes3* shapes = build_shapes3(defs, 2);
  oracle3_table* table = oracle3_table_create(shapes);
  const uint32_t stride = sizeof(struct record);
  lgjk_bodies3 bodies = {.count = 2, .shapes = shapes, .shape = &records[0].shape, .pose = records[0].pose};
  bodies.shape_stride = bodies.pose_stride = bodies.radius_stride = stride;
  assert_true(oracle3_read(table, &bodies, 0).radius == 0);
  bodies.radius = &records[0].radius;
  oracle3_body ball = oracle3_read(table, &bodies, 0), rod = oracle3_read(table, &bodies, 1);
  assert_true(ball.radius == 0.5f && ball.count == 0 && ball.matrix[4] == 2 && ball.pose[2] == 3);
  assert_true(rod.radius == 0.25f && rod.count == 2 && fabsf(rod.vertices[0]) == 1 && rod.pose[4] == 1);
  oracle3_table_destroy(table);
  lgjk_shapes3_destroy(shapes);
}

// ---------------------------------------------------------------- the judge

TEST(the_judge_sees_every_kind_of_wrong_answer) {
  oracle3_body c = polyhedron(CUBE, 8, 0, 0, 0, 0), d = polyhedron(CUBE, 8, 0, 3, 3, 0);
  const float p[3] = {1, 1, 0.25f}, q[3] = {2, 2, 0.25f}, off[3] = {1.001f, 1, 0.25f};
  check_judge(&c, &d, 1.41421356f, p, q, off);
  d.pose[0] = d.pose[1] = 1.999f;
  const oracle3_bounds truth = oracle3_signed_distance(&c, &d);
  assert_true(oracle3_judge(&c, &d, &truth, LGJK_STATUS_SEPARATED, 1e-9f, p, p).misclassified);
  assert_false(oracle3_judge(&c, &d, &truth, LGJK_STATUS_OVERLAPPING, 0, p, p).misclassified);
}

TEST(bands_follow_kind_and_aspect) {
  static const float thin[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1e-4f},
                     needle[] = {0, 0, 0, 1, 0, 0, 0.5f, 1e-5f, 0};
  oracle3_body c = polyhedron(CUBE, 8, 0, 0, 0, 0), t = polyhedron(thin, 5, 0, 4, 0, 0),
               n = polyhedron(needle, 3, 0, 0, 0, 0);
  oracle3_body e = curved(LGJK_SHAPE3_CYLINDER, 3, 3, 4, 0, 0, 0);
  assert_true(oracle3_aspect(&c) < 3);
  assert_true(oracle3_aspect(&t) > 1e4L && oracle3_aspect(&t) < 4e4L);
  assert_true(oracle3_aspect(&n) > 5e4L && oracle3_aspect(&n) < 2e5L);
  n.count = 2;
  assert_true(oracle3_aspect(&n) == 1);
  assert_true(fabsl(oracle3_scale(&e, &t) - 10) <= TINY); // 5 to the rim, 1, and 4 apart
  assert_true(fabsl(oracle3_band(&c, &n) / oracle3_scale(&c, &n) - 4e-7L) <= TINY);
  assert_true(fabsl(oracle3_band(&c, &e) / oracle3_scale(&c, &e) - 2e-6L) <= TINY);
  assert_true(fabsl(oracle3_band(&c, &t) / oracle3_scale(&c, &t) - 1e-5L) <= TINY);
}

#endif

int main(void) { return test_run_where_wide(oracleN_epsilon()); }
