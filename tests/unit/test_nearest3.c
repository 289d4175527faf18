// The nearest feature of two small hulls by trying all: at the distance that a query finds, of the vertices that the
// query's record names, and none where the hulls overlap. A record that names it changes no bit of an answer under
// LGJK_FLAG_HISTORY_FREE. General hulls, needles and plates, in any places. test_nearest3 [SEED [PAIRS]]: others, more.
// In the environment LGJK_TEST_PAIRS=n makes fewer.
#include "built.h"
#include "lanegjk/lanegjk3.h"
#include "single/nearest3.h"
#include "single/vec3.h"
#include "fewer.h"
#include "shape_defs3.h"
#include "test_random.h"

enum { FAMILIES = 5, VERTICES = 16, PAIRS = 600, LEAST_PAIRS = 24 };

static uint64_t seed = 20265;
static uint32_t pair_count;

#define GRAZE 5e-6          // of the scale: how far from touching
#define BAND 1e-6           // of the scale: a float distance may be off by as much
#define OTHER_VERTICES 0.01 // of general pairs: they have two features within rounding of each other

// Of each family how wide a hull is along its own axes.
static const float WIDTH[FAMILIES][3] = {{1, 1, 1}, {1e-5f, 1e-5f, 1}, {1e-5f, 1, 1}, {1e-3f, 1e-7f, 1}, {1e-7f, 1, 1}};

typedef struct answer3 {
  uint32_t status;
  float distance, a[3], b[3];
} answer3;

typedef struct pair3 {
  lgjk_shapes3* shapes;
  float pose[2][7];
  lgjk_solid3 solid[2];
  double scale;
  answer3 cold;
  lgjk_warm record; // that a query has written
} pair3;

static void make_shapes(pair3* p, uint32_t family) {
  float points[2][3 * VERTICES];
  lgjk_shape3_def def[2];
  for (int side = 0; side < 2; ++side) {
    const uint32_t count = 4 + random_below(VERTICES - 3);
    for (uint32_t i = 0; i < 3 * count; ++i) points[side][i] = WIDTH[family][i % 3] * (float)random_in(-1, 1);
    def[side] = points_def3(points[side], count);
  }
  p->shapes = build_shapes3(def, 2);
}

static void set_solids(pair3* p) {
  const lgjk_shape3* shape = p->shapes->shape;
  for (int side = 0; side < 2; ++side)
    lgjk_solid3_place(&p->solid[side], &shape[side], p->shapes->pool, p->pose[side], p->pose[0]);
  p->scale = (double)shape[0].bound + (double)shape[1].bound + vec3_length(vec3_of(p->solid[1].position));
}

static void place(pair3* p) {
  for (int side = 0; side < 2; ++side) {
    double square = 0;
    for (int k = 0; k < 7; ++k) p->pose[side][k] = (float)random_in(-1, 1);
    for (int k = 3; k < 7; ++k) square += (double)p->pose[side][k] * (double)p->pose[side][k];
    for (int k = 3; k < 7; ++k) p->pose[side][k] = (float)(p->pose[side][k] / sqrt(square));
  }
  p->pose[1][0] += (float)random_in(0, 3);
  set_solids(p);
}

static answer3 ask(const pair3* p, uint32_t flags, lgjk_warm* record) {
  static const uint32_t both[2] = {0, 1};
  answer3 out;
  uint8_t status;
  memset(&out, 0, sizeof out);
  const lgjk_bodies3 bodies = {
      .struct_size = sizeof bodies, .count = 2, .shapes = p->shapes, .shape = both, .pose = p->pose[0]};
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = &both[0], .b = &both[1], .count = 1};
  const lgjk_options options = {.struct_size = sizeof options, .flags = flags};
  const lgjk_results results = {
      .struct_size = sizeof results, .status = &status, .distance = &out.distance, .point_a = out.a, .point_b = out.b};
  assert_int_equal(lgjk_distance3(&bodies, &bodies, &pairs, record, 0, 1, &results, &options, NULL), LGJK_OK);
  out.status = status;
  return out;
}

static lgjk_warm record_of(const lgjk_nearest3* f) {
  lgjk_warm record = {{0, 0, 0, f->count}};
  for (uint32_t i = 0; i < f->count; ++i) {
    record.word[1] |= f->a[i] << 8 * i;
    record.word[2] |= f->b[i] << 8 * i;
  }
  return record;
}

static void expect_cold(const pair3* p, const lgjk_warm* from) {
  lgjk_warm record = *from;
  answer3 expected = p->cold, free = ask(p, LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS, &record);
  assert_memory_equal(&free, &expected, sizeof free);
  if (expected.status == LGJK_STATUS_OVERLAPPING) {
    memset(expected.a, 0, sizeof expected.a);
    memset(expected.b, 0, sizeof expected.b);
  }
  record = *from;
  free = ask(p, LGJK_FLAG_HISTORY_FREE, &record);
  assert_memory_equal(&free, &expected, sizeof free);
}

// Of the nearest feature, of that with another vertex of A or one vertex less, and with bytes that are no index but
// have one in their low bits: vertices are in the order of their numbers.
static void expect_no_history(const pair3* p, const lgjk_nearest3* found) {
  for (uint32_t change = 0; change < 6; ++change) {
    lgjk_nearest3 f = *found;
    if (change == 1) f.a[f.count - 1] = random_below(4);
    if (change == 2 && f.count > 1) --f.count;
    for (uint32_t i = 0; change > 2 && i < f.count; ++i) {
      const uint32_t number = f.a[change % f.count], high = (uint32_t)VERTICES << (change - 3);
      f.a[i] |= f.a[i] == number ? high : 0;
      f.b[i] |= change == 5 ? high : 0;
    }
    const lgjk_warm record = record_of(&f);
    expect_cold(p, &record);
  }
}

// Of the tetrahedron that a query has found, and of any: whether its verdict is that of all records.
static void expect_no_tetrahedron(const pair3* p) {
  for (uint32_t change = 0; change < 8; ++change) {
    lgjk_warm record = p->record;
    if (change > 0) record = (lgjk_warm){{0, random_bits() & 0x0F0F0F0Fu, random_bits() & 0x0F0F0F0Fu, 4}};
    expect_cold(p, &record);
  }
}

static lgjk_vec3 vertex(const lgjk_solid3* solid, uint32_t number) {
  const float* v = solid->pool + solid->shape->pool + 3 * number;
  lgjk_vec3 out = vec3_of(solid->position);
  for (int k = 0; k < 3; ++k)
    out = vec3_ahead(out, (lgjk_vec3){solid->turn[k], solid->turn[3 + k], solid->turn[6 + k]}, (double)v[k]);
  return out;
}

// Of the feature's point, line or plane.
static double distance_of(const pair3* p, const lgjk_nearest3* f) {
  lgjk_vec3 w[3];
  for (uint32_t i = 0; i < f->count; ++i) w[i] = vec3_sub(vertex(&p->solid[0], f->a[i]), vertex(&p->solid[1], f->b[i]));
  if (f->count == 1) return vec3_length(w[0]);
  const lgjk_vec3 e = vec3_sub(w[1], w[0]);
  if (f->count == 2) return vec3_length(vec3_cross(w[0], e)) / vec3_length(e);
  const lgjk_vec3 n = vec3_cross(e, vec3_sub(w[2], w[0]));
  return fabs(vec3_dot(w[0], n)) / vec3_length(n);
}

// Whether the pair's record names the same vertices of each hull.
static bool named_by(const lgjk_warm* record, const lgjk_nearest3* f) {
  uint32_t a = 0, b = 0, named_a = 0, named_b = 0;
  for (uint32_t i = 0; i < f->count; ++i) {
    a |= 1u << f->a[i];
    b |= 1u << f->b[i];
  }
  for (uint32_t i = 0; i < (record->word[3] & 0xFF); ++i) {
    named_a |= 1u << (record->word[1] >> 8 * i & 0xFF);
    named_b |= 1u << (record->word[2] >> 8 * i & 0xFF);
  }
  return a == named_a && b == named_b;
}

// Of the pair, of which f is the nearest feature, brought together until they all but touch: tetrahedra on that feature
// do not hold the origin, by as little.
static void expect_no_flat_tetrahedron(const pair3* apart, const lgjk_nearest3* f) {
  pair3 p = *apart;
  const double distance = (double)p.cold.distance, gap = random_in(-GRAZE, GRAZE) * p.scale;
  for (int k = 0; k < 3; ++k) {
    const double ahead = ((double)p.cold.b[k] - (double)p.cold.a[k]) / distance;
    p.pose[1][k] -= (float)(ahead * (distance - gap));
  }
  set_solids(&p);
  p.cold = ask(&p, 0, NULL);
  for (uint32_t i = 0; i < 8; ++i) {
    lgjk_warm record = record_of(f);
    record.word[1] |= random_below(VERTICES) << 24;
    record.word[2] |= random_below(VERTICES) << 24;
    record.word[3] = 4;
    expect_cold(&p, &record);
  }
}

// By how much the point is outside of the hull, along the directions from its vertices and across its triangles.
static double outside(const lgjk_solid3* solid, lgjk_vec3 point) {
  double most = -1;
  const uint32_t count = solid->shape->count;
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t k = i + 1; k < count; ++k) {
      for (uint32_t l = k + 1; l < count; ++l) {
        const lgjk_vec3 from = vertex(solid, i);
        const lgjk_vec3 n = vec3_cross(vec3_sub(vertex(solid, k), from), vec3_sub(vertex(solid, l), from));
        const double size = vec3_length(n);
        if (size < 1e-12) continue;
        double low = 0, high = 0;
        for (uint32_t j = 0; j < count; ++j) {
          const double height = vec3_dot(vec3_sub(vertex(solid, j), from), n) / size;
          low = fmin(low, height);
          high = fmax(high, height);
        }
        const double at = vec3_dot(vec3_sub(point, from), n) / size;
        most = fmax(most, fmax(low - at, at - high));
      }
    }
  }
  return most;
}

// A point of both where they overlap, and none where they are apart.
static uint32_t check_common(const pair3* p) {
  double at[3];
  const bool any = lgjk_common3_find(&p->solid[0], &p->solid[1], at);
  if (p->cold.status != LGJK_STATUS_OVERLAPPING) {
    assert_false(any);
    return 0;
  }
  if (!any) return 0;
  assert_true(outside(&p->solid[0], vec3_of(at)) < BAND * p->scale);
  assert_true(outside(&p->solid[1], vec3_of(at)) < BAND * p->scale);
  return 1;
}

static void check_family(uint32_t family) {
  uint32_t apart = 0, common = 0, same = 0, kinds[4] = {0};
  for (uint32_t i = 0; i < pair_count; ++i) {
    pair3 p;
    lgjk_nearest3 found;
    make_shapes(&p, family);
    place(&p);
    p.record = (lgjk_warm){{0}};
    ask(&p, 0, &p.record);
    p.cold = ask(&p, 0, NULL);
    expect_no_tetrahedron(&p);
    common += check_common(&p);
    const bool any = lgjk_nearest3_find(&p.solid[0], &p.solid[1], p.scale, &found);
    if (any) expect_no_history(&p, &found);
    if (p.cold.status == LGJK_STATUS_OVERLAPPING) {
      assert_true(!any || distance_of(&p, &found) < BAND * p.scale);
    } else {
      assert_true(any);
      assert_true(fabs(distance_of(&p, &found) - (double)p.cold.distance) < BAND * p.scale);
      if (found.count == 3 && family == 0) expect_no_flat_tetrahedron(&p, &found);
      ++apart;
      ++kinds[found.count];
      same += named_by(&p.record, &found);
    }
    lgjk_shapes3_destroy(p.shapes);
  }
  print_message("%u apart, %u vertices, %u edges, %u faces, %u as the record has it; %u with a common point\n", apart,
                kinds[1], kinds[2], kinds[3], same, common);
  assert_true(apart > pair_count / 3 && kinds[1] > 0 && kinds[2] > 0 && kinds[3] > 0);
  if (family > 0) return;
  assert_true(apart - same <= fmax(OTHER_VERTICES * apart, 1)); // of fewer than a hundred it may be one
  assert_int_equal(common, pair_count - apart);
}

TEST(features_are_the_nearest) {
  random_state = seed;
  for (uint32_t family = 0; family < FAMILIES; ++family) check_family(family);
}

int main(void) {
  pair_count = fewer(PAIRS, LEAST_PAIRS);
  seed = test_seed(seed);
  return test_run(NULL, NULL);
}
