// Manifolds of 2D shapes: what the public header says of them, on the families of hard pairs, and which points and
// which ids pairs at rest have.
#include "built.h"
#include "solids2.h"

// Relative to the scale: how far a point's separation may be from that between the surfaces, and its position from the
// middle between them. Half of the band, and float's rounding of positions beside it.
#define ERROR_SEPARATION 4e-7

// ---------------------------------------------------------------- surfaces

// What a core spans along n, at `s` along the tangent, give or take `slack`: the greatest and the least height of its
// farther side. In long double, and by every edge.
typedef struct span {
  long double least, most;
} span;

typedef struct spot {
  long double x, y;
} spot;

static spot vertex_of(const oracle2_body* body, const float* origin, uint32_t i) {
  const long double c = body->pose[2], s = body->pose[3], length = sqrtl(c * c + s * s);
  const float* v = body->vertices + 2 * (i % body->count);
  return (spot){(c * v[0] - s * v[1]) / length + ((long double)body->pose[0] - origin[0]),
                (s * v[0] + c * v[1]) / length + ((long double)body->pose[1] - origin[1])};
}

// The height of the side of a polygon that is farthest along n, at s; its end's where s is beyond.
static long double height_at(const oracle2_body* body, const float* origin, spot n, long double s) {
  long double height = -INFINITY, nearest = INFINITY, beyond = 0;
  for (uint32_t i = 0; i < body->count; ++i) {
    const spot v = vertex_of(body, origin, i), w = vertex_of(body, origin, i + 1);
    const long double sv = n.x * v.y - n.y * v.x, sw = n.x * w.y - n.y * w.x;
    const long double hv = n.x * v.x + n.y * v.y, hw = n.x * w.x + n.y * w.y;
    if (fminl(sv, sw) <= s && s <= fmaxl(sv, sw)) {
      height = fmaxl(height, sv == sw ? fmaxl(hv, hw) : hv + (s - sv) / (sw - sv) * (hw - hv));
    }
    if (fabsl(s - sv) < nearest || (fabsl(s - sv) == nearest && hv > beyond)) {
      nearest = fabsl(s - sv);
      beyond = hv;
    }
  }
  return height > -INFINITY ? height : beyond;
}

static span height_near(const oracle2_body* body, const float* origin, spot n, long double s, long double slack) {
  const long double h[2] = {height_at(body, origin, n, s - slack), height_at(body, origin, n, s + slack)};
  span out = {fminl(h[0], h[1]), fmaxl(h[0], h[1])};
  for (uint32_t i = 0; i < body->count; ++i) {
    const spot v = vertex_of(body, origin, i);
    if (fabsl(n.x * v.y - n.y * v.x - s) <= slack) out.most = fmaxl(out.most, n.x * v.x + n.y * v.y);
  }
  return out;
}

// ---------------------------------------------------------------- any pair

// What lgjk_contact2 answers of one pair.
typedef struct answer {
  uint8_t status;
  float distance, normal[2], point_a[2], point_b[2], margin;
  const float* origin; // A's position
  lgjk_manifold2 manifold;
} answer;

// turned: B and A.
static answer call_query(const solid_pair* pair, float margin, bool turned) {
  const uint32_t zero = 0, one = 1;
  const lgjk_pairs pairs = {sizeof pairs, 0, turned ? &one : &zero, turned ? &zero : &one, 1};
  answer out = {.margin = margin, .origin = turned ? pair->b.pose : pair->a.pose};
  float pose[8], radius[2] = {pair->a.radius, pair->b.radius};
  memcpy(pose, pair->a.pose, sizeof pair->a.pose);
  memcpy(pose + 4, pair->b.pose, sizeof pair->b.pose);
  const lgjk_bodies2 bodies = {sizeof bodies, 2, pair->shapes, pair->shape, pose, radius, NULL, 0, 0, 0, 0};
  const lgjk_options options = {.struct_size = sizeof options, .margin = margin};
  const lgjk_results results = {.struct_size = sizeof results,
                                .status = &out.status,
                                .distance = &out.distance,
                                .normal = out.normal,
                                .point_a = out.point_a,
                                .point_b = out.point_b,
                                .manifold2 = &out.manifold};
  assert_int_equal(lgjk_contact2(&bodies, &bodies, &pairs, NULL, 0, 1, &results, &options, NULL), LGJK_OK);
  return out;
}

static void expect_true_point(const char* family, const solid_pair* pair, const answer* t,
                              const lgjk_manifold_point2* p) {
  if (pair->curved) return;
  const long double length = hypotl(t->normal[0], t->normal[1]);
  const spot n = {t->normal[0] / length, t->normal[1] / length};
  const long double x = (long double)p->position[0] - t->origin[0], y = (long double)p->position[1] - t->origin[1];
  const long double rounding = 2 * oracle2_half_ulp(p->position), slack = ERROR_SEPARATION * pair->scale + rounding;
  const long double along = n.x * y - n.y * x, height = n.x * x + n.y * y;
  const span a = height_near(&pair->a, t->origin, n, along, slack);
  const span b = height_near(&pair->b, t->origin, (spot){-n.x, -n.y}, -along, slack);
  const long double radii = (long double)pair->a.radius + pair->b.radius;
  const long double least = -b.most - a.most - radii, most = -b.least - a.least - radii;
  const long double middle[2] = {(a.least - b.most + pair->a.radius - pair->b.radius) / 2,
                                 (a.most - b.least + pair->a.radius - pair->b.radius) / 2};
  if (p->separation < least - slack || p->separation > most + slack || height < middle[0] - slack ||
      height > middle[1] + slack) {
    fail_msg("%s: separation %.9g of %.9Lg..%.9Lg, height %.9Lg of %.9Lg..%.9Lg, scale %.9g, id %x", family,
             (double)p->separation, least, most, height, middle[0], middle[1], pair->scale, (unsigned)p->id);
  }
}

static uint32_t manifolds, of_two, mirrored_points, other_points;

static void expect_contract(const char* family, const solid_pair* pair, const answer* t) {
  const lgjk_manifold2* m = &t->manifold;
  const lgjk_manifold_point2 zero = {{0, 0}, 0, 0};
  assert_true(m->reserved == 0 && memcmp(m->normal, t->normal, sizeof m->normal) == 0);
  assert_true(t->distance <= t->margin ? m->count == 1 || m->count == 2 : m->count == 0);
  for (uint32_t i = m->count; i < 2; ++i) assert_memory_equal(&m->points[i], &zero, sizeof zero);
  if (m->count == 0) return;
  for (uint32_t i = 0; i < m->count; ++i) {
    expect_true_point(family, pair, t, &m->points[i]);
    assert_true(m->points[i].separation <= t->margin);
  }
  if (m->count == 2) {
    assert_true(m->points[0].separation <= m->points[1].separation);
    assert_int_not_equal(m->points[0].id, m->points[1].id);
    ++of_two;
  }
  if (m->points[0].separation != t->distance) {
    fail_msg("%s: the deepest point %.9g, the shapes %.9g", family, (double)m->points[0].separation,
             (double)t->distance);
  }
  ++manifolds;
}

static uint32_t with_halves_swapped(uint32_t id) { return id << 16 | id >> 16; }

// The manifold of B and A: the same points where the normal is the other way, with the halves of ids swapped.
static void count_mirrored(const solid_pair* pair, const answer* t) {
  const answer other = call_query(pair, t->margin, true);
  const lgjk_manifold2 *m = &t->manifold, *mirrored = &other.manifold;
  const double turned = hypot((double)(t->normal[0] + other.normal[0]), (double)(t->normal[1] + other.normal[1]));
  if (turned > 1e-6 || mirrored->count != m->count) return; // another minimum, or a point at the margin
  for (uint32_t i = 0; i < m->count; ++i) {
    uint32_t j = 0;
    while (j < m->count && with_halves_swapped(mirrored->points[j].id) != m->points[i].id) ++j;
    if (j < m->count) {
      assert_true(fabs((double)(mirrored->points[j].separation - m->points[i].separation)) <= 3e-6 * pair->scale);
      ++mirrored_points;
    } else {
      ++other_points;
    }
  }
}

static void check_manifold(const char* family, const solid_pair* pair) {
  const answer none = call_query(pair, 0, false), some = call_query(pair, (float)(0.05 * pair->scale), false);
  if (none.status == LGJK_STATUS_BAD) return;
  expect_contract(family, pair, &none);
  expect_contract(family, pair, &some);
  if (some.distance > 0 && some.distance <= some.margin) {
    const answer just = call_query(pair, some.distance, false);
    expect_contract(family, pair, &just);
  }
  count_mirrored(pair, &some);
}

TEST(manifolds_of_all_families) {
  const uint32_t few = fewer(60, 12) < 60 ? 12 : 0; // four standard deviations of what is a 200th of 1800
  manifolds = of_two = mirrored_points = other_points = 0;
  each_family_pair(test_seed(20261), fewer(60, 12), check_manifold);
  print_message("%u manifolds, %u of two points; swapped, %u points are the same, %u others\n", manifolds, of_two,
                mirrored_points, other_points);
  assert_true(manifolds > fewer(5000, 1000) && of_two > manifolds / 4);
  assert_true(mirrored_points > fewer(5000, 1000) &&
              other_points < mirrored_points / 200 + few); // slivers have edges that tie
}

// ---------------------------------------------------------------- through touching

static uint32_t followed, lost;

static void move_b(solid_pair* pair, const float normal[2], double by) {
  for (int k = 0; k < 2; ++k) pair->b.pose[k] += (float)(by * (double)normal[k]);
}

// Cores that are apart and cores that overlap have their edges from different code: B moves along the normal from a
// gap, where a search finds them, to the same depth, where axes do.
static void follow_through_touching(const char* family, const solid_pair* pair) {
  (void)family;
  solid_pair moved = *pair;
  const double step = 1e-4 * pair->scale;
  const float margin = (float)pair->scale;
  const answer t = call_query(&moved, margin, false);
  if (t.status == LGJK_STATUS_BAD || moved.a.radius > 0 || moved.b.radius > 0) return;
  move_b(&moved, t.normal, step - (double)t.distance);
  const answer apart = call_query(&moved, margin, false);
  move_b(&moved, apart.normal, -2 * step);
  const answer deep = call_query(&moved, margin, false);
  if (apart.status != LGJK_STATUS_SEPARATED || deep.status != LGJK_STATUS_OVERLAPPING) return;
  const double turned = hypot((double)(apart.normal[0] - deep.normal[0]), (double)(apart.normal[1] - deep.normal[1]));
  if (turned > 1e-5) return; // a corner against a corner, or another side
  const lgjk_manifold2 *m = &apart.manifold, *n = &deep.manifold;
  bool same = m->count == n->count;
  for (uint32_t i = 0; same && i < m->count; ++i) {
    same = n->points[0].id == m->points[i].id || (n->count == 2 && n->points[1].id == m->points[i].id);
  }
  if (same) {
    ++followed;
  } else {
    ++lost;
  }
}

TEST(ids_stay_through_touching) {
  followed = lost = 0;
  each_family_pair(test_seed(20261), fewer(60, 12), follow_through_touching);
  print_message("%u manifolds kept their ids, %u did not\n", followed, lost);
  assert_true(followed > fewer(1000, 200) && lost < followed / 50); // slivers have edges that tie
}

// ---------------------------------------------------------------- pairs at rest

typedef struct resting {
  lgjk_shapes2* shapes;
  oracle2_table* table;
} resting;

static resting rest(lgjk_shape2_def a, lgjk_shape2_def b) {
  const lgjk_shape2_def defs[2] = {a, b};
  resting r;
  r.shapes = build_shapes2(defs, 2);
  r.table = oracle2_table_create(r.shapes);
  return r;
}

static void end_rest(resting* r) {
  oracle2_table_destroy(r->table);
  lgjk_shapes2_destroy(r->shapes);
}

static solid_pair pair_of(const resting* r, const float pose[8]) {
  const uint32_t shape[2] = {0, 1};
  const lgjk_bodies2 bodies = {sizeof bodies, 2, r->shapes, shape, pose, NULL, NULL, 0, 0, 0, 0};
  solid_pair pair = {.a = oracle2_read(r->table, &bodies, 0), .b = oracle2_read(r->table, &bodies, 1)};
  place_pair(r->shapes, 0, 1, &pair);
  return pair;
}

// A at (0, 0), B at (x, y), turned by `angle`.
static lgjk_manifold2 contact_of(const resting* r, float x, float y, float angle, float margin) {
  float pose[8] = {0, 0, 1, 0};
  lgjk_pose2_from_angle(x, y, angle, pose + 4);
  const solid_pair pair = pair_of(r, pose);
  const answer t = call_query(&pair, margin, false);
  expect_contract("at rest", &pair, &t);
  return t.manifold;
}

static bool has_id(const lgjk_manifold2* m, uint32_t id) {
  return m->points[0].id == id || (m->count == 2 && m->points[1].id == id);
}

// Upright and tilted, side by side and exactly stacked: two points, with the same ids in 60 frames of drift.
TEST(boxes_at_rest_keep_their_points) {
  random_state = test_seed(20261);
  resting r = rest(sized_def(LGJK_SHAPE2_BOX, 1, 0.5f), sized_def(LGJK_SHAPE2_BOX, 1, 0.5f));
  for (int start = 0; start < (int)fewer(200, 20); ++start) {
    const float x = start % 4 == 0 ? 0 : (float)random_in(-1.5, 1.5), angle = (float)random_in(-1e-3, 1e-3);
    const float tilt = start % 4 == 1 ? 0 : angle, y = 0.9995f;
    const lgjk_manifold2 first = contact_of(&r, x, y, tilt, 0.01f);
    assert_int_equal(first.count, 2);
    for (int frame = 0; frame < 60; ++frame) {
      const float dx = (float)random_in(-1e-5, 1e-5), dy = (float)random_in(-1e-5, 1e-5);
      const lgjk_manifold2 m = contact_of(&r, x + dx, y + dy, tilt + (float)random_in(-1e-5, 1e-5), 0.01f);
      assert_int_equal(m.count, 2);
      assert_true(has_id(&m, first.points[0].id) && has_id(&m, first.points[1].id));
    }
  }
  end_rest(&r);
}

// A regular polygon stands on one of its vertices, and rocks by an angle: the edge that faces the floor is one or the
// other of those that meet there. apart: from the floor.
static lgjk_manifold2 rock(const resting* r, uint32_t sides, uint32_t vertex, float x, float angle, float apart,
                           bool floor_is_b) {
  const double turned = -1.5707963267948966 - 6.283185307179586 * vertex / sides + (double)angle;
  float pose[8] = {0, 0, 1, 0};
  lgjk_pose2_from_angle(x, 0.5f + cosf(angle) + apart, (float)turned, pose + 4);
  solid_pair pair = pair_of(r, pose);
  const answer t = call_query(&pair, 1, floor_is_b);
  if (!floor_is_b) expect_contract("rocking", &pair, &t);
  return t.manifold;
}

TEST(a_vertex_keeps_its_id_whichever_edge_faces_the_floor) {
  random_state = test_seed(20261);
  for (uint32_t sides = 5; sides <= 12; ++sides) {
    float points[24];
    for (uint32_t i = 0; i < sides; ++i) {
      points[2 * i] = (float)cos(6.283185307179586 * i / sides);
      points[2 * i + 1] = (float)sin(6.283185307179586 * i / sides);
    }
    resting r = rest(sized_def(LGJK_SHAPE2_BOX, 4, 0.5f), points_def(points, sides));
    for (uint32_t round = 0; round < 8 * sides; ++round) {
      const float x = (float)random_in(-2, 2), apart = round % 2 ? 0.01f : -0.01f, angle = (float)random_in(1e-4, 1e-2);
      const bool swapped = round % 4 >= 2;
      const lgjk_manifold2 left = rock(&r, sides, round % sides, x, -angle, apart, swapped);
      const lgjk_manifold2 right = rock(&r, sides, round % sides, x, angle, apart, swapped);
      assert_true(left.count == 2 && right.count == 2);
      assert_int_equal(left.points[0].id, right.points[0].id);
      assert_int_not_equal(left.points[1].id, right.points[1].id);
    }
    end_rest(&r);
  }
}

// Tiles that overlap as much along both axes, in 60 frames of noise.
TEST(a_normal_of_two_directions_stays) {
  random_state = test_seed(20261);
  resting r = rest(sized_def(LGJK_SHAPE2_BOX, 1, 0.5f), sized_def(LGJK_SHAPE2_BOX, 1, 0.5f));
  for (int start = 0; start < (int)fewer(200, 20); ++start) {
    const double depth = random_in(0.01, 0.3);
    lgjk_manifold2 first = {0};
    for (int frame = 0; frame < 60; ++frame) {
      const double noise[2] = {random_in(-1e-7, 1e-7), random_in(-1e-7, 1e-7)};
      const lgjk_manifold2 m = contact_of(&r, (float)(2 - depth + noise[0]), (float)(1 - depth + noise[1]), 0, 0);
      if (frame == 0) first = m;
      assert_memory_equal(m.normal, first.normal, sizeof m.normal);
    }
  }
  end_rest(&r);
}

// The tip of a needle is an edge of 1e-13, whose projections have squares that underflow.
TEST(a_tiny_tip_is_as_deep_as_it_is) {
  static const float needle[8] = {-1e-6f, -2e-8f, 0, -5e-14f, 0, 5e-14f, -1e-6f, 2e-8f};
  resting r = rest(points_def(needle, 4), sized_def(LGJK_SHAPE2_BOX, 1e-6f, 1e-6f));
  for (float depth = 1e-10f; depth < 2e-8f; depth *= 4) {
    const lgjk_manifold2 m = contact_of(&r, 1e-6f - depth, 0, 0, 0);
    assert_true(m.count > 0 && fabs((double)(m.points[0].separation + depth)) <= 4e-7 * 3.4e-6);
  }
  end_rest(&r);
}

TEST(points_are_finite_wherever_bodies_are) {
  static const float dot[2] = {0.5f, 0.5f}, pose[8] = {-3e38f, 3e38f, 1, 0, -3e38f, 3e38f, 1, 0};
  resting r = rest(points_def(dot, 1), points_def(dot, 1));
  const solid_pair pair = pair_of(&r, pose);
  const answer t = call_query(&pair, 0, false);
  assert_int_equal(t.manifold.count, 1);
  for (int k = 0; k < 2; ++k) assert_true(isfinite(t.manifold.points[0].position[k]));
  end_rest(&r);
}

static void expect_points(const char* name, lgjk_shape2_def a, lgjk_shape2_def b, float x, float y, float angle,
                          float margin, uint32_t count) {
  resting r = rest(a, b);
  const lgjk_manifold2 m = contact_of(&r, x, y, angle, margin);
  if (m.count != count) fail_msg("%s: %u points", name, (unsigned)m.count);
  end_rest(&r);
}

TEST(how_many_points) {
  static const float bar[4] = {-1, 0, 1, 0}, dot[2] = {0, 0};
  const lgjk_shape2_def box = sized_def(LGJK_SHAPE2_BOX, 1, 1), disc = sized_def(LGJK_SHAPE2_ELLIPSE, 1, 1);
  lgjk_shape2_def capsule = points_def(bar, 2), circle = points_def(dot, 1);
  capsule.radius = circle.radius = 0.5f;
  expect_points("a box on its corner", box, box, 0, 2.41f, 0.7853982f, 0.1f, 1);
  expect_points("a box steeper than the limit", box, box, 0, 2.38f, 0.74f, 10, 1);
  expect_points("a tilted box", box, box, 0, 2.05f, 0.1f, 0.01f, 1);
  expect_points("the same within the margin", box, box, 0, 2.05f, 0.1f, 0.5f, 2);
  expect_points("boxes side by side, corner beside corner", box, box, 1.9999999f, 1.999998f, 0, 0.1f, 1);
  expect_points("a disc on a box", box, disc, 0.25f, 1.9f, 0, 0.1f, 1);
  expect_points("discs", disc, disc, 0, 1.9f, 0, 0.1f, 1);
  expect_points("a capsule on a box", box, capsule, 0.25f, 1.4f, 0, 0.1f, 2);
  expect_points("capsules", capsule, capsule, 0.25f, 0.9f, 0, 0.1f, 2);
  expect_points("crossing capsules", capsule, capsule, 0, 0, 1.5707963f, 0.1f, 1);
  expect_points("a circle on a box", box, circle, 0.25f, 1.4f, 0, 0.1f, 1);
}
