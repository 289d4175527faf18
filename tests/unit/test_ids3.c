// Ids of 3D manifolds where bodies rest on each other and tremble, as a solver leaves them: through lgjk_contact3, cold
// and warm. Places keep their ids, and ids their places. In the environment LGJK_TEST_PAIRS=n makes fewer pairs.
#include "built.h"
#include "fewer.h"
#include "shape_defs.h"
#include "test_random.h"

#define PI 3.14159265358979323846
enum { PAIRS = 2000, LEAST_PAIRS = 12, FRAMES = 60, MOST_SIDES = 12 };

static uint32_t pair_count = PAIRS;

typedef enum solid_kind { BOX, PRISM, CYLINDER, CONE } solid_kind;

// Body 2 i of pair i stands on the ground, body 2 i + 1 on it.
typedef struct world {
  lgjk_shapes3* shapes;
  lgjk_bodies3 bodies;
  lgjk_pairs pairs;
  double size[2 * PAIRS][2]; // half extents or radius across, half height
  double turn[PAIRS][4];     // of the whole pair
  double yaw[PAIRS], shift[PAIRS][2], depth[PAIRS];
  float pose[2 * PAIRS][7], distance[PAIRS];
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  lgjk_manifold3 now[PAIRS], before[PAIRS];
  lgjk_warm warm[PAIRS];
} world;

static world w;

// ---------------------------------------------------------------- bodies

static void multiply(const double p[4], const double q[4], double out[4]) {
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = p[3] * q[k] + q[3] * p[k] + p[i] * q[j] - p[j] * q[i];
  }
  out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

static void turn_vector(const double q[4], const double v[3], double out[3]) {
  const double from[4] = {v[0], v[1], v[2], 0}, back[4] = {-q[0], -q[1], -q[2], q[3]};
  double half[4], whole[4];
  multiply(q, from, half);
  multiply(half, back, whole);
  memcpy(out, whole, 3 * sizeof *out);
}

// Across, and half the height.
static lgjk_shape3_def define(solid_kind kind, const double size[2], float points[2 * MOST_SIDES][3]) {
  const float across = (float)size[0], half = (float)size[1];
  if (kind == CYLINDER) return sized_def3(LGJK_SHAPE3_CYLINDER, across, half, 0);
  if (kind == CONE) return sized_def3(LGJK_SHAPE3_CONE, across, half, 0);
  if (kind == BOX) return sized_def3(LGJK_SHAPE3_BOX, across, (float)random_in(0.2, 1), half);
  for (uint32_t i = 0; i < 12; ++i) {
    points[i][0] = (float)(size[0] * cos(PI / 3 * i));
    points[i][1] = (float)(size[0] * sin(PI / 3 * i));
    points[i][2] = i < 6 ? half : -half;
  }
  return points_def3(points[0], 12);
}

// degrees: by which B is turned, centred on an A that is equal; negative: others, in any place.
static void open_world(solid_kind a, solid_kind b, double degrees) {
  static lgjk_shape3_def defs[2 * PAIRS];
  static float points[2 * PAIRS][2 * MOST_SIDES][3];
  memset(&w, 0, sizeof w);
  for (uint32_t i = 0; i < 2 * pair_count; ++i) {
    const bool equal = degrees >= 0 && i % 2 == 1;
    for (int k = 0; k < 2; ++k) w.size[i][k] = equal ? w.size[i - 1][k] : random_in(0.2, 1);
    defs[i] = equal ? defs[i - 1] : define(i % 2 ? b : a, w.size[i], points[i]);
    w.shape[i] = i;
  }
  w.shapes = build_shapes3(defs, 2 * pair_count);
  w.bodies = (lgjk_bodies3){
      .struct_size = sizeof w.bodies, .count = 2 * pair_count, .shapes = w.shapes, .shape = w.shape, .pose = w.pose[0]};
  w.pairs = (lgjk_pairs){.struct_size = sizeof w.pairs, .a = w.a, .b = w.b, .count = pair_count};
  for (uint32_t i = 0; i < pair_count; ++i) {
    w.a[i] = 2 * i;
    w.b[i] = 2 * i + 1;
    random_rotation(w.turn[i], 4);
    w.yaw[i] = degrees >= 0 ? degrees * PI / 180 : random_in(-PI, PI);
    const double reach = 0.35 * (w.size[2 * i][0] + w.size[2 * i + 1][0]);
    for (int k = 0; k < 2; ++k) w.shift[i][k] = degrees >= 0 ? 0 : random_in(-reach, reach);
    w.depth[i] = random_in(-0.002, 0.01);
  }
}

static void close_world(void) { lgjk_shapes3_destroy(w.shapes); }

static void place(uint32_t pair, int side, const double q[4], const double at[3]) {
  float* pose = w.pose[2 * pair + (uint32_t)side];
  double turn[4], position[3];
  multiply(w.turn[pair], q, turn);
  turn_vector(w.turn[pair], at, position);
  for (int k = 0; k < 3; ++k) pose[k] = (float)(position[k] + k);
  for (int k = 0; k < 4; ++k) pose[3 + k] = (float)turn[k];
}

// B is tilted by `tilt` about an axis across the normal, at `azimuth` from x; lifted by `lift`.
static void set_pair(uint32_t i, double tilt, double azimuth, double lift) {
  static const double zero[3] = {0, 0, 0}, still[4] = {0, 0, 0, 1};
  const double lean[4] = {sin(tilt / 2) * cos(azimuth), sin(tilt / 2) * sin(azimuth), 0, cos(tilt / 2)};
  const double yaw[4] = {0, 0, sin(w.yaw[i] / 2), cos(w.yaw[i] / 2)};
  const double high = w.size[2 * i][1] + w.size[2 * i + 1][1] - w.depth[i] + lift;
  double turn[4];
  multiply(lean, yaw, turn);
  place(i, 0, still, zero);
  place(i, 1, turn, (double[3]){w.shift[i][0], w.shift[i][1], high});
}

static void call_query(bool warm) {
  const lgjk_options options = {.struct_size = sizeof options, .margin = 0.05f};
  const lgjk_results results = {.struct_size = sizeof results, .distance = w.distance, .manifold3 = w.now};
  memcpy(w.before, w.now, sizeof w.now);
  assert_int_equal(
      lgjk_contact3(&w.bodies, &w.bodies, &w.pairs, warm ? w.warm : NULL, 0, pair_count, &results, &options, NULL),
      LGJK_OK);
}

// ---------------------------------------------------------------- ids that stay

static bool has_id(const lgjk_manifold3* m, uint32_t id) {
  for (uint32_t i = 0; i < m->count; ++i) {
    if (m->points[i].id == id) return true;
  }
  return false;
}

static bool same_ids(const lgjk_manifold3* m, const lgjk_manifold3* n) {
  bool same = m->count == n->count;
  for (uint32_t i = 0; i < m->count; ++i) {
    same = same && has_id(n, m->points[i].id);
    for (uint32_t k = 0; k < i; ++k) assert_int_not_equal(m->points[i].id, m->points[k].id);
  }
  return same;
}

// How far points have moved that kept their ids.
static double most_moved(const lgjk_manifold3* m, const lgjk_manifold3* n) {
  double most = 0;
  for (uint32_t i = 0; i < m->count; ++i) {
    for (uint32_t k = 0; k < n->count; ++k) {
      if (m->points[i].id != n->points[k].id) continue;
      double square = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const double d = (double)m->points[i].position[axis] - (double)n->points[k].position[axis];
        square += d * d;
      }
      most = fmax(most, sqrt(square));
    }
  }
  return most;
}

// In how many of a hundred steps the set of ids is another.
static double tremble(double tilt, bool warm, bool still) {
  uint32_t changed = 0;
  memset(w.warm, 0, sizeof w.warm);
  for (int frame = 0; frame < FRAMES; ++frame) {
    for (uint32_t i = 0; i < pair_count; ++i) set_pair(i, random_in(-tilt, tilt), random_in(-PI, PI), 0);
    call_query(warm);
    for (uint32_t i = 0; i < pair_count && frame > 0; ++i) {
      changed += !same_ids(&w.now[i], &w.before[i]);
      if (still) assert_true(most_moved(&w.now[i], &w.before[i]) < 0.1 * w.size[2 * i + 1][0]);
    }
  }
  return 100.0 * changed / (pair_count * (FRAMES - 1));
}

// most: of a hundred steps; of fewer pairs than usual, two more may tremble in every other step. least: the smallest
// tilt; the largest is 1e-3.
static void expect_stable(const char* name, solid_kind a, solid_kind b, double degrees, double least, double most) {
  const double few = pair_count < PAIRS ? 100.0 / pair_count : 0;
  random_state = 7;
  print_message("seed %llu, %s\n", (unsigned long long)random_state, name);
  open_world(a, b, degrees);
  for (double tilt = least; tilt < 2e-3; tilt *= 10) {
    const double cold = tremble(tilt, false, a >= CYLINDER || b >= CYLINDER);
    const double warm = tremble(tilt, true, a >= CYLINDER || b >= CYLINDER);
    print_message("  tilt %g: cold %.3f%%, warm %.3f%%\n", tilt, cold, warm);
    assert_true(cold <= most + few && warm <= most + few);
  }
  close_world();
}

TEST(ids_of_polyhedra_stay) {
  expect_stable("box on box", BOX, BOX, -1, 1e-5, 0.5);
  expect_stable("prism on box", BOX, PRISM, -1, 1e-4, 0.5);
  expect_stable("box on prism", PRISM, BOX, -1, 1e-4, 0.5);
  expect_stable("prism on prism", PRISM, PRISM, -1, 1e-4, 0.5);
}

TEST(ids_of_equal_shapes_that_are_turned_stay) {
  static const double degrees[] = {20, 30, 45};
  for (int i = 0; i < 3; ++i) {
    expect_stable("equal boxes, turned", BOX, BOX, degrees[i], 1e-5, 0.5);
    expect_stable("equal prisms, turned", PRISM, PRISM, degrees[i], 1e-5, 0.5);
  }
}

// Where a disc reaches beyond the face below, corners come and go by as much as it trembles.
TEST(ids_on_rims_stay_and_so_do_their_points) {
  expect_stable("cylinder on box", BOX, CYLINDER, -1, 1e-5, 0.5);
  expect_stable("cone on box", BOX, CONE, -1, 1e-5, 0.5);
  expect_stable("cylinder on cylinder", CYLINDER, CYLINDER, -1, 1e-5, 0.7);
  expect_stable("cone on cylinder", CYLINDER, CONE, -1, 1e-5, 0.7);
}

// ---------------------------------------------------------------- ids of one place

enum { ROUNDS = 400, MOST_IDS = 200 };

typedef struct seen_id {
  uint32_t id;
  double at[3];
} seen_id;

// In B's axes.
static void local_of(uint32_t i, const lgjk_manifold_point3* p, double out[3]) {
  const float* pose = w.pose[2 * i + 1];
  double from[3];
  for (int k = 0; k < 3; ++k) from[k] = (double)p->position[k] - (double)pose[k];
  turn_vector((double[4]){-(double)pose[3], -(double)pose[4], -(double)pose[5], (double)pose[6]}, from, out);
}

static void expect_one_place(uint32_t i, const lgjk_manifold_point3* p, seen_id* seen, uint32_t* count) {
  double at[3];
  local_of(i, p, at);
  for (uint32_t k = 0; k < *count; ++k) {
    if (seen[k].id != p->id) continue;
    const double x = at[0] - seen[k].at[0], y = at[1] - seen[k].at[1];
    if (!(hypot(x, y) < 0.1 * w.size[2 * i + 1][0])) {
      fail_msg("pair %u: id %08x stands for places %g apart, radius %g", i, p->id, hypot(x, y), w.size[2 * i + 1][0]);
    }
    return;
  }
  assert_true(*count < MOST_IDS);
  seen[*count].id = p->id;
  memcpy(seen[(*count)++].at, at, sizeof at);
}

// A disc on the middle of a larger box rolls once around on its rim. On its base, whose four corners are within the
// margin or not, and steeper, on the rim alone.
TEST(an_id_on_a_rim_stands_for_one_place) {
  static seen_id seen[PAIRS][MOST_IDS];
  static uint32_t count[PAIRS];
  for (int kind = 0; kind < 2; ++kind) {
    random_state = 8;
    memset(count, 0, sizeof count);
    open_world(BOX, kind ? CONE : CYLINDER, -1);
    for (uint32_t i = 0; i < pair_count; ++i) {
      for (int k = 0; k < 2; ++k) w.shift[i][k] = random_in(-0.1, 0.1);
    }
    for (int round = 0; round < ROUNDS; ++round) {
      for (uint32_t i = 0; i < pair_count; ++i) {
        const double tilt = pow(10.0, -4.0 + 3.6 * i / pair_count);
        set_pair(i, tilt, 2 * PI * round / ROUNDS + i, 0.999 * sin(tilt) * w.size[2 * i + 1][0]);
      }
      call_query(false);
      for (uint32_t i = 0; i < pair_count; ++i) {
        for (uint32_t k = 0; k < w.now[i].count; ++k) {
          const lgjk_manifold_point3* p = &w.now[i].points[k];
          if (p->id >> 16 < 0x200) expect_one_place(i, p, seen[i], &count[i]); // not where sides cross
        }
      }
    }
    close_world();
  }
}

// ---------------------------------------------------------------- normals that stay

// Plates in one plane, whose sides overlap by as much as they are thick, in 40 frames of noise: cold and warm the
// normal is the same, except for its sign, which the noise decides where their middles are in one plane.
TEST(a_normal_of_two_directions_stays) {
  static float normal[PAIRS][3], first[PAIRS][3];
  random_state = 9;
  print_message("seed %llu\n", (unsigned long long)random_state);
  open_world(BOX, BOX, 0);
  for (uint32_t i = 0; i < pair_count; ++i) set_pair(i, 0, 0, 0);
  const lgjk_results results = {.struct_size = sizeof results, .normal = normal[0]};
  for (int frame = 0; frame < 80; ++frame) {
    if (frame == 40) memset(w.warm, 0, sizeof w.warm);
    for (uint32_t i = 0; i < pair_count; ++i) {
      const double still[4] = {0, 0, 0, 1}, across = w.size[2 * i][0], thick = 2 * w.size[2 * i][1];
      const double noise = 1e-7 * across, side = 2 * across - thick + random_in(-noise, noise);
      if (thick > across) continue; // no plate
      place(i, 0, still, (double[3]){0, 0, 0});
      place(i, 1, still, (double[3]){side, 0.1 * across, random_in(-noise, noise)});
    }
    lgjk_warm* warm = frame < 40 ? NULL : w.warm;
    assert_int_equal(lgjk_contact3(&w.bodies, &w.bodies, &w.pairs, warm, 0, pair_count, &results, NULL, NULL), LGJK_OK);
    if (frame == 0) memcpy(first, normal, sizeof first);
    for (uint32_t i = 0; i < pair_count; ++i) {
      double along = 0;
      for (int k = 0; k < 3; ++k) along += (double)first[i][k] * (double)normal[i][k];
      if (fabs(along) < 0.99) fail_msg("pair %u, frame %d: the normal turned", i, frame);
    }
  }
  close_world();
}

int main(void) {
  pair_count = fewer(PAIRS, LEAST_PAIRS);
  return test_run(NULL, NULL);
}
