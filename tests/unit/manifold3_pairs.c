// The shapes of the test, and how they are put on each other.
#include "test.h"
#include "api/arguments.h"
#include "isa/kernels.h"
#include "lanes3.h"
#include "manifold3_pairs.h"
#include "shape_defs.h"
#include "test_random.h"

static lgjk_shapes3* shapes;
static oracle3_table* table;

void turn3(double turn[4], double x, double y, double z, double angle) {
  const double s = sin(angle / 2) / sqrt(x * x + y * y + z * z);
  const double p[4] = {s * x, s * y, s * z, cos(angle / 2)}, q[4] = {turn[0], turn[1], turn[2], turn[3]};
  double both[3];
  cross(p, q, both);
  for (int k = 0; k < 3; ++k) turn[k] = p[3] * q[k] + q[3] * p[k] + both[k];
  turn[3] = p[3] * q[3] - dot(p, q);
}

void rotate3(const double q[4], const double v[3], double out[3]) {
  double once[3], twice[3];
  cross(q, v, once);
  for (int k = 0; k < 3; ++k) once[k] += q[3] * v[k];
  cross(q, once, twice);
  for (int k = 0; k < 3; ++k) out[k] = v[k] + 2.0 * twice[k] / (dot(q, q) + q[3] * q[3]);
}

// ---------------------------------------------------------------- pairs

static void write_pose(const body3* body, float pose[7]) {
  const double length = dot(body->turn, body->turn) + body->turn[3] * body->turn[3];
  for (int k = 0; k < 3; ++k) pose[k] = (float)body->position[k];
  for (int k = 0; k < 4; ++k) pose[3 + k] = (float)(body->turn[k] / sqrt(length));
}

// Their distance along the normal, and the points of both that are nearest along it, relative to A.
static double place_both(pair3* pair, double on_a[3], double on_b[3]) {
  const double back[3] = {-pair->normal[0], -pair->normal[1], -pair->normal[2]};
  lgjk_touch3* t = &pair->touch;
  float(*pose)[7] = pair->pose;
  write_pose(&pair->a, pose[0]);
  write_pose(&pair->b, pose[1]);
  memcpy(t->origin, pose[0], sizeof t->origin);
  lgjk_solid3_place(&pair->solid_a, shapes->shape + pair->a.shape, shapes->pool, pose[0], t->origin);
  lgjk_solid3_place(&pair->solid_b, shapes->shape + pair->b.shape, shapes->pool, pose[1], t->origin);
  t->radius_a = pair->a.radius;
  t->radius_b = pair->b.radius;
  pair->body[0] = oracle3_place(table, pair->a.shape, pose[0], &pair->a.radius);
  pair->body[1] = oracle3_place(table, pair->b.shape, pose[1], &pair->b.radius);
  t->scale = (float)(sqrt(dot(pair->solid_b.position, pair->solid_b.position))) + pair->solid_a.shape->bound +
             pair->solid_b.shape->bound + t->radius_a + t->radius_b;
  lgjk_solid3_support(&pair->solid_a, pair->normal, on_a);
  lgjk_solid3_support(&pair->solid_b, back, on_b);
  return dot(on_b, pair->normal) - dot(on_a, pair->normal) - (double)t->radius_a - (double)t->radius_b;
}

void rest3(pair3* pair, double distance) {
  double on_a[3], on_b[3];
  const double now = place_both(pair, on_a, on_b);
  for (int k = 0; k < 3; ++k) pair->b.position[k] += (distance - now) * pair->normal[k];
}

// The two bodies of a pair.
typedef struct two_bodies {
  uint32_t shape[2], index[2];
  float radius[2];
  lgjk_bodies3 bodies;
  lgjk_pairs list;
} two_bodies;

static void open_bodies(const pair3* pair, two_bodies* two) {
  two->shape[0] = pair->a.shape;
  two->shape[1] = pair->b.shape;
  two->index[0] = 0;
  two->index[1] = 1;
  two->radius[0] = pair->a.radius;
  two->radius[1] = pair->b.radius;
  two->bodies = (lgjk_bodies3){.struct_size = sizeof two->bodies,
                               .count = 2,
                               .shapes = shapes,
                               .shape = two->shape,
                               .pose = pair->pose[0],
                               .radius = two->radius};
  two->list = (lgjk_pairs){.struct_size = sizeof two->list, .a = &two->index[0], .b = &two->index[1], .count = 1};
}

typedef struct lane_row {
  uint32_t isa;
  manifold3_run* run; // NULL: not in this build
} lane_row;

#define RUN_0(name) NULL
#define RUN_1(name) manifold3_run_##name
#define RUN_(have, name) RUN_##have(name)
#define RUN(have, name) RUN_(have, name)
#define LANE_ROW(name, number, ...) {number, RUN(LGJK_HAVE_##name, name)},
static const lane_row rows[] = {LGJK_ISA_TABLE(LANE_ROW)};

static lgjk_manifold3 make(pair3* pair) {
  static const uint16_t number = 0;
  lgjk_touch3* t = &pair->touch;
  lgjk_manifold3 m, first;
  two_bodies two;
  lgjk_batch batch;
  uint64_t bad;
  uint32_t isa;
  lgjk_error error;
  lgjk_tally tally;
  open_bodies(pair, &two);
  const lgjk_results results = {.struct_size = sizeof results, .manifold3 = &m, .bad_count = &bad};
  const lgjk_call call = {.a = &two.bodies,
                          .b = &two.bodies,
                          .pairs = &two.list,
                          .count = 1,
                          .results = &results,
                          .dim = 3,
                          .query = CONTACT};
  memset(&batch, 0, sizeof batch);
  if (lgjk_check_arguments(&call, &batch, &isa, &error) != LGJK_OK) abort();
  batch.pair_a = (const char*)two.list.a;
  batch.pair_b = (const char*)two.list.b;
  batch.count = 1;
  batch.tally = &tally;
  batch.results = results;
  batch.margin = t->margin = fmaxf(pair->margin, t->distance);
  for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
    if (!rows[k].run || !lgjk_isa_supported(rows[k].isa)) continue;
    memset(&m, 0xA5, sizeof m);
    memcpy(m.normal, t->normal, sizeof m.normal);
    for (int axis = 0; axis < 3; ++axis) {
      m.points[0].position[axis] = 0.5f * t->point_a[axis] + 0.5f * t->point_b[axis];
    }
    m.points[0].separation = t->distance;
    rows[k].run(&batch, &number, 1);
    if (k == 0) first = m;
    assert_memory_equal(&m, &first, sizeof m);
  }
  return m;
}

lgjk_manifold3 in_double3(const pair3* pair) {
  lgjk_manifold3 m;
  lgjk_manifold3_make(&pair->solid_a, &pair->solid_b, &pair->touch, &m);
  return m;
}

lgjk_manifold3 meet_along3(pair3* pair) {
  double on_a[3], on_b[3];
  const double distance = place_both(pair, on_a, on_b);
  lgjk_touch3* t = &pair->touch;
  t->distance = (float)distance;
  for (int k = 0; k < 3; ++k) {
    const double p = (double)t->origin[k] + on_b[k] - (double)t->radius_b * pair->normal[k];
    t->normal[k] = (float)pair->normal[k];
    t->point_b[k] = (float)p;
    t->point_a[k] = (float)(p - distance * pair->normal[k]);
  }
  return make(pair);
}

lgjk_manifold3 meet3(pair3* pair) {
  double on_a[3], on_b[3];
  two_bodies two;
  lgjk_manifold3 m;
  place_both(pair, on_a, on_b);
  open_bodies(pair, &two);
  lgjk_touch3* t = &pair->touch;
  const lgjk_results results = {.struct_size = sizeof results,
                                .distance = &t->distance,
                                .point_a = t->point_a,
                                .point_b = t->point_b,
                                .normal = t->normal,
                                .manifold3 = &m};
  lgjk_options options;
  lgjk_options_init(&options);
  for (int call = 0; call < 2; ++call) { // the first one finds how far apart they are
    if (call > 0) options.margin = t->margin = fmaxf(pair->margin, t->distance + 1e-6f * t->scale);
    if (lgjk_contact3(&two.bodies, &two.bodies, &two.list, NULL, 0, 1, &results, &options, NULL) != LGJK_OK) abort();
  }
  return m;
}

// ---------------------------------------------------------------- shapes

void pairs3_seed(uint64_t seed) { random_state = seed; }

static uint32_t write_prism(float* p, uint32_t corners, double radius, double half) {
  for (uint32_t i = 0; i < 2 * corners; ++i) {
    const double angle = 6.283185307179586 * (i / 2) / corners;
    p[3 * i] = (float)(radius * cos(angle));
    p[3 * i + 1] = (float)(radius * sin(angle));
    p[3 * i + 2] = (float)(i % 2 ? half : -half);
  }
  return 2 * corners;
}

bool pairs3_build(void) {
  static float turned[24], prism[42], drum[144], many[360], cloud[42], polygon[36];
  static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0.25f, 0.8f, 0};
  static float thread[24];
  static const float ends[6] = {-0.8f, 0, 0, 0.8f, 0, 0}, origin[3] = {0};
  const double turn[4] = {0.3, -0.2, 0.5, 0.7};
  for (int i = 0; i < 8; ++i) { // a box that rounding breaks into triangles
    const double corner[3] = {i & 1 ? -0.5 : 0.5, i & 2 ? -0.4 : 0.4, i & 4 ? -0.6 : 0.6};
    double p[3];
    rotate3(turn, corner, p);
    for (int k = 0; k < 3; ++k) turned[3 * i + k] = (float)p[k];
  }
  for (int i = 0; i < 24; ++i) {
    const float size = i % 3 == 2 ? 0.5f : 1e-31f;
    thread[i] = i / 3 >> i % 3 & 1 ? size : -size;
  }
  random_state = 1;
  for (int i = 0; i < 42; ++i) cloud[i] = (float)random_in(-0.7, 0.7);
  write_prism(polygon, 6, 0.8, 0.0);
  lgjk_shape3_def defs[SHAPES];
  defs[CUBE] = sized_def3(LGJK_SHAPE3_BOX, 0.5f, 0.5f, 0.5f);
  defs[PLATE] = sized_def3(LGJK_SHAPE3_BOX, 2.0f, 1.5f, 0.3f);
  defs[BRICK] = sized_def3(LGJK_SHAPE3_BOX, 0.2f, 0.3f, 0.25f);
  defs[TURNED] = points_def3(turned, 8);
  defs[PRISM] = points_def3(prism, write_prism(prism, 7, 0.6, 0.4));
  defs[DRUM] = points_def3(drum, write_prism(drum, 24, 0.7, 0.3));
  defs[MANY] = points_def3(many, write_prism(many, 60, 0.8, 0.5));
  defs[TETRAHEDRON] = points_def3(unit_tetrahedron, 4);
  defs[CLOUD] = points_def3(cloud, 14);
  defs[TRIANGLE] = points_def3(triangle, 3);
  defs[POLYGON] = points_def3(polygon, 12);
  defs[CYLINDER] = sized_def3(LGJK_SHAPE3_CYLINDER, 0.5f, 0.7f, 0.0f);
  defs[CONE] = sized_def3(LGJK_SHAPE3_CONE, 0.6f, 0.5f, 0.0f);
  defs[ELLIPSOID] = sized_def3(LGJK_SHAPE3_ELLIPSOID, 0.5f, 0.6f, 0.8f);
  defs[CAPSULE] = points_def3(ends, 2);
  defs[BALL] = points_def3(origin, 1);
  defs[SHEET] = sized_def3(LGJK_SHAPE3_BOX, 1e-31f, 0.5f, 0.4f);
  defs[THREAD] = points_def3(thread, 8);
  if (lgjk_shapes3_create(defs, SHAPES, NULL, &shapes, NULL) != LGJK_OK) return false;
  table = oracle3_table_create(shapes);
  return true;
}

void pairs3_destroy(void) {
  oracle3_table_destroy(table);
  lgjk_shapes3_destroy(shapes);
}

// ---------------------------------------------------------------- bodies that rest on each other

void aim3(body3* body, const double local[3], const double world[3]) {
  cross(local, world, body->turn);
  body->turn[3] = 1.0 + dot(local, world);
  if (body->turn[3] > 1e-6) return;
  const bool along_z = local[0] == 0.0 && local[1] == 0.0; // half a turn about any axis across it
  memcpy(body->turn, (double[4]){along_z ? 1.0 : local[1], -local[0], 0.0, 0.0}, sizeof body->turn);
}

void face_direction3(uint32_t shape, uint32_t which, double d[3]) {
  const lgjk_shape3* s = shapes->shape + shape;
  d[0] = d[1] = d[2] = 0.0;
  if (s->core == LGJK_CORE3_BOX) {
    d[which / 2 % 3] = which % 2 ? -1.0 : 1.0;
  } else if (s->core >= LGJK_CORE3_HULL16 && s->core <= LGJK_CORE3_LARGE) {
    const lgjk_face3* face = lgjk_shape3_faces(s, shapes->pool) + which % s->face_count;
    for (int k = 0; k < 3; ++k) d[k] = (double)face->normal[k];
  } else {
    d[2] = 1.0;
  }
}

body3 body3_of(uint32_t shape) { return (body3){shape, {0, 0, 0}, {0, 0, 0, 1}, 0.0f}; }

void random_turn3(double turn[4]) {
  for (int k = 0; k < 3; ++k) turn[k] = random_in(-1, 1);
  turn[3] = random_in(0.1, 1);
}

static double random_angle(void) { return random_in(-3.14, 3.14); }

pair3 stack3(body3 a, const double up[3], body3 b, const double down[3], double yaw, double tilt, double offset) {
  pair3 pair = {.a = a, .b = b, .margin = 0.05f};
  rotate3(a.turn, up, pair.normal);
  const double back[3] = {-pair.normal[0], -pair.normal[1], -pair.normal[2]};
  aim3(&pair.b, down, back);
  turn3(pair.b.turn, pair.normal[0], pair.normal[1], pair.normal[2], yaw);
  const double side[3] = {random_in(-1, 1), random_in(-1, 1), random_in(-1, 1)};
  double across[3];
  for (int k = 0; k < 3; ++k) across[k] = side[k] - dot(side, pair.normal) * pair.normal[k];
  turn3(pair.b.turn, across[0], across[1], across[2], tilt);
  for (int k = 0; k < 3; ++k) pair.b.position[k] = a.position[k] + offset * across[k];
  rest3(&pair, random_in(-0.02, 0.02));
  return pair;
}

pair3 random_stack3(uint32_t shape_a, uint32_t shape_b, double tilt, double offset) {
  double up[3], down[3];
  body3 a = body3_of(shape_a);
  random_turn3(a.turn);
  for (int k = 0; k < 3; ++k) a.position[k] = random_in(-3, 3);
  face_direction3(shape_a, random_below(1000), up);
  face_direction3(shape_b, random_below(1000), down);
  return stack3(a, up, body3_of(shape_b), down, random_angle(), tilt, offset);
}

// ---------------------------------------------------------------- checks

// Surfaces by the oracle, areas by trying every four points, the common part of two faces by cutting the one by the
// sides of the other.

// On both surfaces, or 1 where it is beside one.
static uint32_t check_point(const pair3* pair, const lgjk_manifold_point3* point) {
  const double scale = (double)pair->touch.scale;
  uint32_t beside = 0;
  for (int side = 0; side < 2; ++side) {
    float at[3];
    for (int k = 0; k < 3; ++k) {
      const double half = 0.5 * (double)point->separation * (double)pair->touch.normal[k];
      at[k] = (float)((double)point->position[k] + (side == 0 ? -half : half));
    }
    const double off = (double)oracle3_outside(&pair->body[side], at);
    assert_false(off > 1e-3 * scale || off < -1e-6 * scale);
    beside |= off > 1e-6 * scale;
  }
  return beside;
}

// Whether the separations of all points differ as on faces within 4e-3 of parallel.
static bool rests(const pair3* pair, const lgjk_manifold3* m) {
  for (uint32_t i = 0; i < m->count; ++i) {
    for (uint32_t k = 0; k < i; ++k) {
      double square = 0.0;
      for (int axis = 0; axis < 3; ++axis) {
        const double d = (double)m->points[i].position[axis] - (double)m->points[k].position[axis];
        square += d * d;
      }
      const double rise = fabs((double)m->points[i].separation - (double)m->points[k].separation);
      if (rise > 4.001e-3 * sqrt(square) + 1e-6 * (double)pair->touch.scale) return false;
    }
  }
  return true;
}

// The first point is as deep as the pair, to the bit; but of faces that rest on each other the deepest place may be
// left out.
static void check_deepest(const pair3* pair, const lgjk_manifold3* m) {
  const double more = (double)m->points[0].separation - (double)pair->touch.distance;
  if (more == 0.0) return;
  assert_true(more > 0.0 && more <= 2e-3 * (double)pair->touch.scale);
  assert_true(rests(pair, m));
}

uint32_t check3_manifold(const pair3* pair, const lgjk_manifold3* m, bool anywhere) {
  const lgjk_touch3* t = &pair->touch;
  uint32_t beside = 0;
  assert_in_range(m->count, 1, 4);
  assert_memory_equal(m->normal, t->normal, sizeof m->normal);
  check_deepest(pair, m);
  for (uint32_t i = 0; i < m->count; ++i) {
    const lgjk_manifold_point3* p = &m->points[i];
    for (int k = 0; k < 3; ++k) assert_true(isfinite(p->position[k]));
    assert_true(p->separation >= m->points[0].separation);
    assert_true(p->separation <= t->margin);
    for (uint32_t k = 0; k < i; ++k) assert_int_not_equal(p->id, m->points[k].id);
    if (!anywhere) beside += check_point(pair, p);
  }
  const lgjk_manifold_point3 zero = {{0}, 0, 0};
  for (uint32_t i = m->count; i < 4; ++i) assert_memory_equal(&m->points[i], &zero, sizeof zero);
  return beside;
}

// ---------------------------------------------------------------- areas and ids

// Of the hull of four points seen along n: the largest of the three ways around them.
static double area_of_four(const double* p[4], const double n[3]) {
  static const int way[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}};
  double most = 0.0;
  for (int w = 0; w < 3; ++w) {
    double u[3], v[3], across[3];
    for (int k = 0; k < 3; ++k) {
      u[k] = p[way[w][2]][k] - p[way[w][0]][k];
      v[k] = p[way[w][3]][k] - p[way[w][1]][k];
    }
    cross(u, v, across);
    most = fmax(most, 0.5 * fabs(dot(across, n)));
  }
  return most;
}

double best_area3(const double (*point)[3], uint32_t count, const double n[3]) {
  double best = 0.0;
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t j = i; j < count; ++j) {
      for (uint32_t k = j; k < count; ++k) {
        for (uint32_t l = k; l < count; ++l) {
          const double* four[4] = {point[i], point[j], point[k], point[l]};
          best = fmax(best, area_of_four(four, n));
        }
      }
    }
  }
  return best;
}

double area3(const lgjk_manifold3* m) {
  double point[4][3], n[3];
  for (uint32_t i = 0; i < m->count; ++i) {
    for (int k = 0; k < 3; ++k) point[i][k] = (double)m->points[i].position[k];
  }
  for (int k = 0; k < 3; ++k) n[k] = (double)m->normal[k];
  return best_area3((const double(*)[3])point, m->count, n);
}

static int compare(const void* a, const void* b) {
  const uint32_t *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

void sorted_ids3(const lgjk_manifold3* m, bool swapped, uint32_t ids[4]) {
  for (int i = 0; i < 4; ++i) {
    const uint32_t id = m->points[i].id;
    ids[i] = swapped ? id << 16 | id >> 16 : id;
  }
  qsort(ids, 4, sizeof *ids, compare);
}

// ---------------------------------------------------------------- the common part of two faces

typedef struct corner3 {
  double angle, at[3];
} corner3;

static int by_angle(const void* left, const void* right) {
  const double a = ((const corner3*)left)->angle, b = ((const corner3*)right)->angle;
  return (a > b) - (a < b);
}

// The vertices of a core that are nearly the farthest along d, in order around it.
static void find_top(const lgjk_solid3* solid, const oracle3_body* body, const double d[3], polygon3* out) {
  corner3 corner[300];
  double top[3], centre[3] = {0}, x[3], y[3];
  lgjk_solid3_support(solid, d, top);
  out->count = 0;
  for (uint32_t i = 0; i < body->count; ++i) {
    double *p = corner[out->count].at, below = 0.0;
    for (int k = 0; k < 3; ++k) {
      p[k] = solid->position[k];
      for (int j = 0; j < 3; ++j) p[k] += solid->turn[3 * k + j] * (double)body->vertices[3 * i + (uint32_t)j];
      below += (top[k] - p[k]) * d[k];
    }
    out->count += below < 0.006;
  }
  for (uint32_t i = 0; i < out->count; ++i) {
    for (int k = 0; k < 3; ++k) centre[k] += corner[i].at[k] / out->count;
  }
  const int axis = fabs(d[0]) < 0.6 ? 0 : 1;
  for (int k = 0; k < 3; ++k) x[k] = (k == axis) - d[axis] * d[k];
  cross(d, x, y);
  for (uint32_t i = 0; i < out->count; ++i) {
    double from[3];
    for (int k = 0; k < 3; ++k) from[k] = corner[i].at[k] - centre[k];
    corner[i].angle = atan2(dot(from, y), dot(from, x));
  }
  qsort(corner, out->count, sizeof *corner, by_angle);
  for (uint32_t i = 0; i < out->count; ++i) memcpy(out->at[i], corner[i].at, sizeof out->at[i]);
}

// Cuts the polygon by a side of another, to the left of it as seen against d (Sutherland and Hodgman 1974).
static void cut(polygon3* p, const double a[3], const double b[3], const double d[3]) {
  polygon3 out = {0};
  double left[3];
  cross(d, (double[3]){b[0] - a[0], b[1] - a[1], b[2] - a[2]}, left);
  for (uint32_t i = 0; i < p->count; ++i) {
    const double *u = p->at[i], *v = p->at[(i + 1) % p->count];
    const double at_u = dot(left, u) - dot(left, a), at_v = dot(left, v) - dot(left, a);
    if (at_u >= 0.0) memcpy(out.at[out.count++], u, sizeof *out.at);
    if ((at_u >= 0.0) == (at_v >= 0.0)) continue;
    for (int k = 0; k < 3; ++k) out.at[out.count][k] = u[k] + at_u / (at_u - at_v) * (v[k] - u[k]);
    ++out.count;
  }
  *p = out;
}

void common3(const pair3* pair, polygon3* out) {
  const double back[3] = {-pair->normal[0], -pair->normal[1], -pair->normal[2]};
  static polygon3 a;
  find_top(&pair->solid_a, &pair->body[0], pair->normal, &a);
  find_top(&pair->solid_b, &pair->body[1], back, out);
  for (uint32_t i = 0; i < a.count; ++i) cut(out, a.at[i], a.at[(i + 1) % a.count], pair->normal);
}
