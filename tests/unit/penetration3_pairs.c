#include "built.h"
#include "penetration3_pairs.h"

#include "shape_defs.h"
#include "test_random.h"

// ---------------------------------------------------------------- shapes

typedef enum shape_kind {
  POINT,
  SEGMENT,
  FLAT,
  SMALL_HULL,
  MIDDLE_HULL,
  LARGE_HULL,
  BOX,
  BALL,
  ELLIPSOID,
  SPHEROID,
  CYLINDER,
  CONE,
  SHEARED,
  KINDS
} shape_kind;
enum { POLYHEDRA = BALL };

static double random_normal(void) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += random_in(-0.5, 0.5);
  return sum;
}

static void random_unit(double v[3]) {
  double square;
  do {
    for (int k = 0; k < 3; ++k) v[k] = random_normal();
    square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  } while (square < 1e-4);
  for (int k = 0; k < 3; ++k) v[k] /= sqrt(square);
}

// Points on a sphere or, of every other shape, on a lattice, where many are coplanar.
static uint32_t random_points(float* out, uint32_t count, bool flat) {
  const bool lattice = random_below(3) == 0 && count > 1; // a point at the origin would be a pair without scale
  for (uint32_t i = 0; i < count; ++i) {
    double v[3];
    random_unit(v);
    for (int k = 0; k < 3; ++k) {
      out[3 * i + (uint32_t)k] = lattice ? (float)random_below(5) - 2.0f : (float)v[k];
    }
    if (flat) out[3 * i + 2] = 0;
  }
  return count;
}

static double random_power(double low, double high) { return pow(10, random_in(low, high)); }

// aspect: by which power of ten axes are shortened at most.
static lgjk_shape3_def random_def(shape_kind kind, double aspect, float* points) {
  static const uint32_t least[] = {1, 2, 3, 4, 16, 64}, most[] = {1, 2, 12, 16, 64, 256};
  const float x = (float)random_power(-aspect, 0), y = (float)random_power(-aspect, 0);
  const float z = (float)random_power(-aspect, 0);
  lgjk_shape3_def def;
  if (kind <= LARGE_HULL) {
    const uint32_t count = least[kind] + random_below(most[kind] - least[kind] + 1);
    def = points_def3(points, random_points(points, count, kind == FLAT));
    if (aspect > 0) set_diagonal3(&def, x, y, z);
    return def;
  }
  switch (kind) {
    case BOX: return sized_def3(LGJK_SHAPE3_BOX, x, y, z);
    case BALL: return sized_def3(LGJK_SHAPE3_ELLIPSOID, x, x, x);
    case ELLIPSOID: return sized_def3(LGJK_SHAPE3_ELLIPSOID, x, y, z);
    case SPHEROID: return sized_def3(LGJK_SHAPE3_ELLIPSOID, x, x, z);
    case CYLINDER: return sized_def3(LGJK_SHAPE3_CYLINDER, x, z, 0);
    case CONE: return sized_def3(LGJK_SHAPE3_CONE, x, z, 0);
    default: break;
  }
  def = sized_def3(LGJK_SHAPE3_ELLIPSOID + random_below(3), x, y, z);
  float map[9];
  for (int i = 0; i < 9; ++i) map[i] = (float)random_in(-1, 1) + (i % 4 == 0 ? 1.5f : 0.0f);
  set_map3(&def, map);
  return def;
}

// ---------------------------------------------------------------- how they lie

typedef enum arrangement { ANYWHERE, DEEP, CONCENTRIC, ALONG_AXIS, ACROSS_AXIS, TOUCHING } arrangement;
typedef enum turning { RANDOM, PARALLEL, ABOUT_AXIS, NEARLY, QUARTER } turning;

typedef struct family3 {
  const char* name;
  uint32_t first_a, last_a, first_b, last_b; // kinds
  arrangement place;
  turning turn;
  double aspect;
  bool same;            // both bodies have the same shape
  bool shallow;         // moved along the normal until they touch, up to 1e-6 of the scale
  uint32_t evaluations; // at most, on average
} family3;

static const family3 families[] = {
    {"hulls", SMALL_HULL, MIDDLE_HULL, SMALL_HULL, MIDDLE_HULL, ANYWHERE, RANDOM, 0, 0, 0, 60},
    {"hulls, shallow", POINT, MIDDLE_HULL, SMALL_HULL, BOX, ANYWHERE, RANDOM, 0, 0, 1, 60},
    {"hulls, deep", SMALL_HULL, MIDDLE_HULL, SMALL_HULL, MIDDLE_HULL, DEEP, RANDOM, 0, 0, 0, 60},
    {"hulls, concentric", SMALL_HULL, MIDDLE_HULL, SMALL_HULL, MIDDLE_HULL, CONCENTRIC, RANDOM, 0, 0, 0, 60},
    {"hulls, identical", POINT, BOX, POINT, BOX, CONCENTRIC, PARALLEL, 0, 1, 0, 100},
    {"large hulls", LARGE_HULL, LARGE_HULL, LARGE_HULL, LARGE_HULL, ANYWHERE, RANDOM, 0, 0, 0, 60},
    {"large hulls, concentric", LARGE_HULL, LARGE_HULL, SMALL_HULL, LARGE_HULL, CONCENTRIC, RANDOM, 0, 0, 0, 80},
    {"flat", POINT, FLAT, POINT, FLAT, ANYWHERE, RANDOM, 0, 0, 0, 60},
    {"flat, coplanar", POINT, FLAT, POINT, FLAT, ANYWHERE, ABOUT_AXIS, 0, 0, 0, 60},
    {"flat, in a plane", POINT, FLAT, POINT, FLAT, ACROSS_AXIS, ABOUT_AXIS, 0, 0, 0, 60},
    {"flat in solid", POINT, FLAT, SMALL_HULL, BOX, DEEP, RANDOM, 0, 0, 0, 60},
    {"boxes", BOX, BOX, BOX, BOX, ANYWHERE, RANDOM, 1, 0, 0, 60},
    {"boxes, parallel", BOX, BOX, BOX, BOX, ANYWHERE, PARALLEL, 1, 0, 0, 60},
    {"boxes, nearly parallel", BOX, BOX, BOX, BOX, DEEP, NEARLY, 1, 0, 0, 60},
    {"slivers of 1e4", POINT, BOX, POINT, BOX, ANYWHERE, RANDOM, 4, 0, 0, 60},
    {"slivers of 1e6, deep", FLAT, BOX, FLAT, BOX, DEEP, RANDOM, 6, 0, 0, 60},
    {"slivers of 1e4, nearly parallel", FLAT, BOX, FLAT, BOX, DEEP, NEARLY, 4, 0, 0, 60},
    {"slivers of 1e4, same", FLAT, BOX, FLAT, BOX, DEEP, NEARLY, 4, 1, 0, 60},
    {"boxes, side by side", BOX, BOX, BOX, BOX, TOUCHING, PARALLEL, 0, 1, 0, 60},
    {"polyhedra, a quarter turned", POINT, BOX, POINT, BOX, ALONG_AXIS, QUARTER, 0, 0, 0, 60},
    {"balls", BALL, BALL, POINT, BALL, ANYWHERE, RANDOM, 0.5, 0, 0, 60},
    {"ellipsoids", ELLIPSOID, ELLIPSOID, BALL, SPHEROID, ANYWHERE, RANDOM, 0.7, 0, 0, 60},
    {"ellipsoids, deep", ELLIPSOID, ELLIPSOID, BALL, SPHEROID, DEEP, RANDOM, 0.7, 0, 0, 300},
    {"ellipsoids, identical", BALL, SPHEROID, BALL, SPHEROID, CONCENTRIC, PARALLEL, 0.7, 1, 0, 300},
    {"cylinders and cones", CYLINDER, CONE, CYLINDER, CONE, ANYWHERE, RANDOM, 0.7, 0, 0, 60},
    {"cylinders and cones, deep", CYLINDER, CONE, CYLINDER, CONE, DEEP, RANDOM, 0.7, 0, 0, 200},
    {"round, concentric", SPHEROID, CONE, SPHEROID, CONE, CONCENTRIC, RANDOM, 0.7, 0, 0, 500},
    {"round, concentric, parallel", BALL, CONE, BALL, CONE, CONCENTRIC, PARALLEL, 0.7, 0, 0, 600},
    {"round, identical", BALL, CONE, BALL, CONE, CONCENTRIC, PARALLEL, 0.7, 1, 0, 500},
    {"round, upright", BALL, CONE, BALL, CONE, ANYWHERE, PARALLEL, 0.7, 0, 0, 60},
    {"round, along an axis", BALL, CONE, BALL, CONE, ALONG_AXIS, ABOUT_AXIS, 0.7, 0, 0, 300},
    {"round, nearly parallel", SPHEROID, CONE, SPHEROID, CONE, DEEP, NEARLY, 0.7, 0, 0, 2500},
    {"round, nearly upright", BALL, CONE, BALL, CONE, ANYWHERE, NEARLY, 0.7, 0, 0, 100},
    {"round, nearly upright, shallow", BALL, CONE, BALL, CONE, ACROSS_AXIS, NEARLY, 0.5, 0, 1, 100},
    {"round on boxes, nearly parallel", CYLINDER, CONE, BOX, BOX, ALONG_AXIS, NEARLY, 0.5, 0, 1, 60},
    {"sheared", SHEARED, SHEARED, SHEARED, SHEARED, ANYWHERE, RANDOM, 0.5, 0, 0, 60},
    {"sheared, concentric", SHEARED, SHEARED, SHEARED, SHEARED, CONCENTRIC, RANDOM, 0.5, 0, 0, 200},
    {"round and hulls", ELLIPSOID, SHEARED, SMALL_HULL, BOX, ANYWHERE, RANDOM, 0.3, 0, 0, 60},
    {"round and hulls, deep", ELLIPSOID, SHEARED, SMALL_HULL, BOX, DEEP, RANDOM, 0.3, 0, 0, 60},
    {"round and flat", ELLIPSOID, SHEARED, POINT, FLAT, DEEP, RANDOM, 0.3, 0, 0, 200},
    {"round and boxes, parallel", BALL, CONE, BOX, BOX, ALONG_AXIS, PARALLEL, 0.5, 0, 0, 60},
    {"round and boxes, concentric", BALL, CONE, BOX, BOX, CONCENTRIC, PARALLEL, 0.5, 0, 0, 60},
    {"round slivers", ELLIPSOID, SHEARED, ELLIPSOID, SHEARED, ANYWHERE, RANDOM, 3, 0, 0, 60},
    {"round slivers, concentric", ELLIPSOID, CONE, ELLIPSOID, CONE, CONCENTRIC, PARALLEL, 3, 0, 0, 600},
    {"round slivers of 1e5, deep", ELLIPSOID, CONE, ELLIPSOID, BOX, DEEP, RANDOM, 5, 0, 0, 300},
    {"round slivers and hulls", ELLIPSOID, CONE, SMALL_HULL, BOX, DEEP, RANDOM, 4, 0, 0, 300},
    {"round, side by side", BALL, BALL, BALL, BALL, TOUCHING, PARALLEL, 0, 1, 0, 60},
    {"round, shallow", ELLIPSOID, SHEARED, POINT, SHEARED, ANYWHERE, RANDOM, 0.7, 0, 1, 60},
};

uint32_t pairs3_count(void) { return sizeof families / sizeof *families; }
const char* pairs3_name(uint32_t family) { return families[family].name; }
bool pairs3_curved(uint32_t family) {
  return families[family].last_a >= POLYHEDRA || families[family].last_b >= POLYHEDRA;
}
uint32_t pairs3_most_evaluations(uint32_t family) { return families[family].evaluations; }

static void set_rotation(float* q, const double axis[3], double sine_of_half) {
  for (int k = 0; k < 3; ++k) q[k] = (float)(axis[k] * sine_of_half);
  q[3] = (float)sqrt(1 - sine_of_half * sine_of_half);
}

static void place_b(core_pair3* pair, const family3* f, double reach, double size) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  float* q = pair->pose[1] + 3;
  double axis[3], way[3];
  random_unit(axis);
  memcpy(q, pair->pose[0] + 3, 4 * sizeof *q);
  // The first body is upright where the second one's turn is given.
  if (f->turn == RANDOM) set_rotation(q, axis, random_in(-1, 1));
  if (f->turn == ABOUT_AXIS) set_rotation(q, axes[2], random_in(-1, 1));
  if (f->turn == NEARLY) set_rotation(q, axis, random_power(-7, -2));
  if (f->turn == QUARTER) set_rotation(q, axes[random_below(3)], sqrt(0.5));
  random_unit(way);
  double distance = reach * random_in(0, 1);
  if (f->place == DEEP) distance = reach * random_power(-6, -1);
  if (f->place == CONCENTRIC) distance = 0;
  if (f->place == ALONG_AXIS) memcpy(way, axes[random_below(3)], sizeof way);
  if (f->place == TOUCHING) { // sizes are all 1 then
    memcpy(way, axes[random_below(3)], sizeof way);
    distance = 2 * size;
  }
  if (f->place == ACROSS_AXIS) {
    way[2] = 0;
    distance *= random_below(2) ? 0.1 : 1;
  }
  for (int k = 0; k < 3; ++k) pair->pose[1][k] = (float)((double)pair->pose[0][k] + distance * way[k]);
}

// ---------------------------------------------------------------- pairs

static void pose_solids(core_pair3* pair, uint32_t shape_b) {
  for (uint32_t side = 0; side < 2; ++side) {
    const uint32_t index = side ? shape_b : 0;
    const lgjk_shape3* shape = pair->shapes->shape + index;
    lgjk_solid3_place(&pair->solid[side], shape, pair->shapes->pool, pair->pose[side], pair->pose[0]);
    lgjk_shape3_info info = {.struct_size = sizeof info};
    const int32_t code = lgjk_shapes3_get(pair->shapes, index, &info, pair->vertices[side], LGJK_MAX_POINTS, NULL);
    assert_int_equal(code, LGJK_OK);
    oracle3_body* body = &pair->body[side];
    *body = (oracle3_body){
        .vertices = info.vertex_count ? pair->vertices[side] : NULL, .count = info.vertex_count, .kind = info.kind};
    memcpy(body->matrix, info.matrix, sizeof body->matrix);
    memcpy(body->pose, pair->pose[side], sizeof body->pose);
  }
  pair->scale = (double)oracle3_scale(&pair->body[0], &pair->body[1]);
}

void pairs3_shift(core_pair3* pair, const double direction[3], double step) {
  for (int k = 0; k < 3; ++k) pair->pose[1][k] = (float)((double)pair->pose[1][k] + step * direction[k]);
  pose_solids(pair, (uint32_t)(pair->solid[1].shape - pair->shapes->shape));
}

void pairs3_make(core_pair3* pair, uint32_t family, uint64_t seed, uint32_t number) {
  const family3* f = &families[family];
  random_state = seed + (uint64_t)family * UINT64_C(0x100000000) + number * UINT64_C(0x10001);
  float points[2][3 * LGJK_MAX_POINTS];
  lgjk_shape3_def def[2];
  def[0] = random_def(f->first_a + random_below(f->last_a - f->first_a + 1), f->aspect, points[0]);
  def[1] = random_def(f->first_b + random_below(f->last_b - f->first_b + 1), f->aspect, points[1]);
  const float size = (float)random_power(-3, 4), other = random_below(4) ? 1.0f : (float)random_power(-2, 0);
  for (uint32_t side = 0; side < 2; ++side) {
    const float factor = side ? size * other : size;
    if (def[side].kind == LGJK_SHAPE3_POINTS) {
      for (uint32_t i = 0; i < 3 * def[side].point_count; ++i) points[side][i] *= factor;
    }
    for (int k = 0; k < 3; ++k) def[side].size[k] *= factor;
  }
  pair->shapes = build_shapes3(def, 2);
  double axis[3];
  random_unit(axis);
  for (int k = 0; k < 3; ++k) pair->pose[0][k] = random_below(2) ? 0.0f : size * (float)random_in(-10, 10);
  set_rotation(pair->pose[0] + 3, axis, f->turn == RANDOM || f->turn == PARALLEL ? random_in(-1, 1) : 0);
  const lgjk_shape3* shapes = pair->shapes->shape;
  place_b(pair, f, (double)shapes[0].bound + (double)shapes[f->same ? 0 : 1].bound, size);
  pose_solids(pair, f->same ? 0 : 1);
  if (!f->shallow) return;
  lgjk_penetration3 found;
  lgjk_penetrate3(&pair->solid[0], &pair->solid[1], pair->scale, &found);
  pairs3_shift(pair, found.normal, found.depth + 1e-6 * pair->scale * random_in(-1, 1));
}

void pairs3_free(core_pair3* pair) { lgjk_shapes3_destroy(pair->shapes); }
