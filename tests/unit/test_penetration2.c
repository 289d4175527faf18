// How deep cores overlap, one pair at a time in double, against the exact oracles: every family of hard pairs, those
// made to overlap too, and pairs whose depth is known.
#include "built.h"
#include "solids2.h"

// Relative to the scale. The curved oracle's own bounds are apart by what is added.
#define ERROR_POLYGONS 1e-8
#define ERROR_CURVED 5e-7
// Cores farther apart are none of its business.
#define MOST_APART 1e-6
// How far a - b may be from depth times the normal, and a point outside of its core.
#define ERROR_POINTS 1e-9

static uint32_t checked, overlapping;
static double worst_polygons, worst_curved, worst_points;
static uint32_t most_evaluations;

static double worse(double a, double b) { return a > b ? a : b; }

// How far a point, relative to A's position, is outside of a core.
static double outside_polygon(const oracle2_body* body, const float* origin, const double p[2]) {
  const double length = hypot((double)body->pose[2], (double)body->pose[3]);
  const double c = (double)body->pose[2] / length, s = (double)body->pose[3] / length;
  const double dx = p[0] - ((double)body->pose[0] - (double)origin[0]);
  const double dy = p[1] - ((double)body->pose[1] - (double)origin[1]);
  const double x = c * dx + s * dy, y = c * dy - s * dx;
  double most = -INFINITY, nearest = INFINITY;
  for (uint32_t i = 0; i < body->count; ++i) {
    const float *v = body->vertices + 2 * i, *w = body->vertices + 2 * ((i + 1) % body->count);
    const double ex = (double)w[0] - (double)v[0], ey = (double)w[1] - (double)v[1], e = hypot(ex, ey);
    const double px = x - (double)v[0], py = y - (double)v[1];
    if (e > 0) most = worse(most, (px * ey - py * ex) / e);
    const double along = e > 0 ? fmin(1, fmax(0, (px * ex + py * ey) / (e * e))) : 0;
    nearest = fmin(nearest, hypot(px - along * ex, py - along * ey));
  }
  return most <= 0 ? most : nearest;
}

static void check_depth(const char* family, const solid_pair* pair) {
  oracle2_body a = pair->a, b = pair->b;
  a.radius = b.radius = 0;
  const oracle2_bounds truth = oracle2_signed_distance(&a, &b);
  if ((double)truth.lower > MOST_APART * pair->scale) return;
  lgjk_penetration2 found;
  lgjk_penetrate2(&pair->solid_a, &pair->solid_b, pair->scale, &found);
  const double error = worse(-found.depth - (double)truth.upper, (double)truth.lower + found.depth) / pair->scale;
  double points = 0;
  for (int k = 0; k < 2; ++k) {
    points = worse(points, fabs(found.a[k] - found.b[k] - found.depth * found.normal[k]) / pair->scale);
  }
  if (a.count > 0) points = worse(points, outside_polygon(&a, a.pose, found.a) / pair->scale);
  if (b.count > 0) points = worse(points, outside_polygon(&b, a.pose, found.b) / pair->scale);
  ++checked;
  overlapping += truth.upper < 0;
  if (found.evaluations > most_evaluations) most_evaluations = found.evaluations;
  double* worst = pair->curved ? &worst_curved : &worst_polygons;
  *worst = worse(*worst, error);
  worst_points = worse(worst_points, points);
  const double length = hypot(found.normal[0], found.normal[1]);
  if (!(error <= (pair->curved ? ERROR_CURVED : ERROR_POLYGONS)) || !(points <= ERROR_POINTS) ||
      !(fabs(length - 1) < 1e-12)) {
    fail_msg("%s: depth %.17g, truth %.17g..%.17g, scale %.9g, points off by %.3g, normal %.17g %.17g, %u evaluations",
             family, found.depth, -(double)truth.upper, -(double)truth.lower, pair->scale, points, found.normal[0],
             found.normal[1], found.evaluations);
  }
}

static void expect_checked(uint32_t least) {
  print_message("%u pairs, %u overlap; worst: polygons %.2e, curved %.2e, points %.2e; at most %u evaluations\n",
                checked, overlapping, worst_polygons, worst_curved, worst_points, most_evaluations);
  assert_true(overlapping > checked / 2 && checked > least);
  checked = overlapping = most_evaluations = 0;
  worst_polygons = worst_curved = worst_points = 0;
}

TEST(depths_of_all_families) {
  each_family_pair(test_seed(20261), fewer(60, 12), check_depth);
  expect_checked(fewer(1000, 200));
}

// ---------------------------------------------------------------- nearly equal depths all around

static double power_of_ten(double low, double high) { return pow(10, random_in(low, high)); }

// An n-gon inscribed in an ellipse of size `size`, whose vertices may crowd at one place; or an ellipse.
static lgjk_shape2_def round_def(float* points, double size, double aspect) {
  if (random_below(3) == 0) return sized_def(LGJK_SHAPE2_ELLIPSE, (float)size, (float)(size / aspect));
  const uint32_t count = random_below(2) != 0 ? 256 : 3 + random_below(254);
  const double crowd = random_below(3) != 0 ? 1 : power_of_ten(0, 1);
  for (uint32_t i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * pow((i + 0.5) / count, crowd);
    points[2 * i] = (float)(size * cos(angle));
    points[2 * i + 1] = (float)(size / aspect * sin(angle));
  }
  return points_def(points, count);
}

static double hard_aspect(void) {
  const uint32_t kind = random_below(3);
  return kind == 0 ? 1 : kind == 1 ? 1 + power_of_ten(-6, 0) : power_of_ten(0, 6);
}

static void hard_pose(float pose[4], double distance) {
  const float x = pose[0], y = pose[1];
  lgjk_pose2_from_angle(0, 0, (float)random_in(-4, 4), pose);
  pose[0] = x + (float)random_in(-distance, distance);
  pose[1] = y + (float)random_in(-distance, distance);
}

// Round cores, concentric or nearly so: many normals compete.
TEST(depths_of_round_cores) {
  random_state = test_seed(20261);
  for (int i = 0; i < (int)fewer(400, 80); ++i) {
    static float points[2][512];
    const double size = power_of_ten(-5, 5), other = random_below(2) != 0 ? size : size * power_of_ten(-2, 0);
    const double aspect = hard_aspect();
    const lgjk_shape2_def defs[2] = {round_def(points[0], size, aspect),
                                     round_def(points[1], other, random_below(2) != 0 ? aspect : hard_aspect())};
    lgjk_shapes2* shapes = build_shapes2(defs, 2);
    oracle2_table* table = oracle2_table_create(shapes);
    float pose[8] = {0, 0, 1, 0};
    const uint32_t shape[2] = {0, 1};
    if (random_below(4) == 0) pose[0] = pose[1] = 1e4f;
    hard_pose(pose, 0);
    memcpy(pose + 4, pose, 4 * sizeof pose[0]);
    const uint32_t kind = random_below(4);
    if (kind > 0) hard_pose(pose + 4, kind == 1 ? 0 : kind == 2 ? 1e-3 * size : 0.5 * size);
    const lgjk_bodies2 bodies = {sizeof bodies, 2, shapes, shape, pose, NULL, NULL, 0, 0, 0, 0};
    solid_pair pair = {.a = oracle2_read(table, &bodies, 0), .b = oracle2_read(table, &bodies, 1)};
    place_pair(shapes, 0, 1, &pair);
    if (pair.scale <= 1e6) check_depth("round cores", &pair);
    oracle2_table_destroy(table);
    lgjk_shapes2_destroy(shapes);
  }
  expect_checked(fewer(200, 40));
}

// ---------------------------------------------------------------- known depths

typedef struct known_depth {
  const char* name;
  lgjk_shape2_def a, b;
  float pose_a[4], pose_b[4];
  double depth;
  double normal[2]; // 0, 0: any
} known_depth;

static const float segment[4] = {-1, 0, 1, 0}, point[2] = {0, 0}, upright[4] = {0, -1, 0, 1};

static void expect_depth(const known_depth* c) {
  const lgjk_shape2_def defs[2] = {c->a, c->b};
  lgjk_shapes2* shapes = build_shapes2(defs, 2);
  solid_pair pair = {.scale = 0};
  lgjk_solid2_place(&pair.solid_a, &shapes->shape[0], shapes->pool, c->pose_a, c->pose_a);
  lgjk_solid2_place(&pair.solid_b, &shapes->shape[1], shapes->pool, c->pose_b, c->pose_a);
  lgjk_penetration2 found;
  lgjk_penetrate2(&pair.solid_a, &pair.solid_b, 4, &found);
  bool right = fabs(found.depth - c->depth) <= 1e-7;
  if (c->normal[0] != 0 || c->normal[1] != 0) {
    right = right && hypot(found.normal[0] - c->normal[0], found.normal[1] - c->normal[1]) < 1e-6;
  }
  if (!right) fail_msg("%s: depth %.17g, normal %.9g %.9g", c->name, found.depth, found.normal[0], found.normal[1]);
  lgjk_shapes2_destroy(shapes);
}

#define AT(x, y) \
  { x, y, 1, 0 }
TEST(known_depths) {
  const lgjk_shape2_def dot = points_def(point, 1), bar = points_def(segment, 2), post = points_def(upright, 2);
  const lgjk_shape2_def square = sized_def(LGJK_SHAPE2_BOX, 1, 1);
  const lgjk_shape2_def disc = sized_def(LGJK_SHAPE2_ELLIPSE, 1, 1), thin = sized_def(LGJK_SHAPE2_ELLIPSE, 1, 1e-6f);
  const known_depth cases[] = {
      {"equal points", dot, dot, AT(3, 4), AT(3, 4), 0, {1, 0}},
      {"points apart", dot, dot, AT(0, 0), AT(0, 1e-6f), -(double)1e-6f, {0, 1}},
      {"a point on a segment", bar, dot, AT(0, 0), AT(0.5f, 0), 0, {0, 0}},
      {"parallel segments that overlap", bar, bar, AT(0, 0), AT(0.5f, 0), 0, {0, 0}},
      {"segments in one line, apart", bar, bar, AT(0, 0), AT(2.000001f, 0), 2 - (double)2.000001f, {1, 0}},
      {"crossing segments", bar, post, AT(0, 0), AT(0.25f, 0), 0.75, {1, 0}},
      {"boxes", square, square, AT(0, 0), AT(0.5f, 1.5f), 0.5, {0, 1}},
      {"boxes, corner to corner",
       square,
       square,
       AT(0, 0),
       AT(2.000001f, 2.000001f),
       -1.4142135623730951 * ((double)2.000001f - 2),
       {0.7071067811865476, 0.7071067811865476}},
      {"equal boxes", square, square, AT(1, 1), AT(1, 1), 2, {0, 0}},
      {"equal discs", disc, disc, AT(0, 0), AT(0, 0), 2, {0, 0}},
      {"discs", disc, disc, AT(0, 0), AT(0.6f, 0.8f), 1, {0.6, 0.8}},
      {"a disc in a box", square, disc, AT(0, 0), AT(0.25f, 0), 1.75, {1, 0}},
      {"a point in a disc's centre", disc, dot, AT(0, 0), AT(0, 0), 1, {0, 0}},
      {"thin ellipses", thin, thin, AT(0, 0), AT(0.5f, 0), 2e-6, {0, 0}},
      {"crossing thin ellipses", thin, thin, AT(0, 0), {0.25f, 0, 0, 1}, 0.75 + 1e-6, {1, 0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_depth(&cases[i]);
}
