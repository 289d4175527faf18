// Points of cores in 3D that something else proves, on one lane. A support of a large hull by its cells of directions
// is that of a scan of all vertices, bit for bit, in float lanes and in double, whatever the direction: in and between
// cells, along axes and normals, where many are equally far. Projections back and forth between two boxes find the
// features of their nearest points, or a common point: what is wrong with them only costs time, which this counts.
// In the environment LGJK_TEST_PAIRS=n makes fewer directions.
#include "built.h"
#include "fewer.h"
#include "shape_defs.h"
#include "test_random.h"

#include "lane/lane_scalar.h"

#include "block/warm3.h"
#include "gjk/box_points3.h"

enum { DIRECTIONS = 8000, KINDS = 8 };

static const float EXTREME[] = {0.0f, -0.0f, 1e-45f, 1e-40f, 1e-20f, 1e20f, 3e38f, INFINITY, -INFINITY, NAN, 1.0f};

// ---------------------------------------------------------------- hulls

// On an ellipsoid; in two, three or twelve rings of a prism; all in a plane; on a grid of numbers, so that many tie.
static void make_point(uint32_t kind, uint32_t i, uint32_t count, const double axes[3], float p[3]) {
  double v[3], square;
  do {
    square = 0;
    for (int k = 0; k < 3; ++k) v[k] = random_in(-1, 1), square += v[k] * v[k];
  } while (square > 1 || square < 1e-4);
  const double turn = 6.283185307179586 * i / count;
  const double ring = kind == 2 ? i % 2 * 2.0 - 1 : kind == 3 ? i % 12 / 5.5 - 1 : 0;
  for (int k = 0; k < 3; ++k) v[k] /= sqrt(square);
  if (kind == 2 || kind == 4) v[0] = cos(turn), v[1] = sin(turn), v[2] = ring;
  if (kind == 3) v[0] = cos(turn) * sqrt(1.2 - ring * ring), v[1] = sin(turn) * sqrt(1.2 - ring * ring), v[2] = ring;
  for (int k = 0; k < 3; ++k) p[k] = (float)(axes[k] * v[k]);
  for (int k = 0; k < 3 && kind == 5; ++k) p[k] = (float)(axes[k] * rint(v[k] * 20) / 16);
}

// kind: as above, or far from the origin (6), or tiny (7).
static lgjk_shapes3* make_hull(uint32_t kind, uint32_t count, float p[][3]) {
  double axes[3] = {random_in(0.2, 1), random_in(0.2, 1), random_in(0.2, 1)};
  const double size = kind == 7 ? 1e-6 : 1.0, off = kind == 6 ? pow(10, random_in(0, 4)) : 0.0;
  if (kind == 1) axes[random_below(3)] *= pow(10, random_in(-5, 3)); // flat or slender
  for (uint32_t i = 0; i < count; ++i) {
    make_point(kind, i, count, axes, p[i]);
    for (int k = 0; k < 3; ++k) p[i][k] = (float)(p[i][k] * size + (k == 1 ? off : 0.0));
  }
  const lgjk_shape3_def def = points_def3(&p[0][0], count);
  return build_shapes3(&def, 1);
}

// ---------------------------------------------------------------- scans of all vertices

static uint32_t scan_in_float(const lgjk_shape3* shape, const float* v, const float d[3]) {
  uint32_t best = 0;
  float most = 0;
  for (uint32_t i = 0; i < shape->count; ++i, v += 3) {
    const float h = v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
    if (i == 0 || h > most) most = h, best = i;
  }
  return best;
}

static uint32_t scan_in_double(const lgjk_shape3* shape, const float* v, const double d[3]) {
  uint32_t best = 0;
  double most = 0;
  for (uint32_t i = 0; i < shape->count; ++i, v += 3) {
    const double h = (double)v[0] * d[0] + (double)v[1] * d[1] + (double)v[2] * d[2];
    if (i == 0 || h > most) most = h, best = i;
  }
  return best;
}

static uint32_t support_in_lanes(const lgjk_shapes3* shapes, const float d[3]) {
  const lgjk_shape3* shape = shapes->shape;
  const uint32_t pool = shape->pool, cells = pool + 3 * shape->padded;
  float row[4];
  memcpy(row, &shape->cells, sizeof row);
  const core_lanes_f core = {
      .core = LGJK_CORE3_LARGE, .floats = row, .pool = &pool, .cells = &cells, .vertices = shapes->pool};
  const core_vertex_f found = support_core_f(&core, (vec_f){d[0], d[1], d[2]}, 1);
  const uint32_t i = (uint32_t)found.id;
  assert_true(i < shape->count);
  const float* v = shapes->pool + pool + 3 * (size_t)i;
  const float h = v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
  assert_true(v[0] == found.v.x && v[1] == found.v.y && v[2] == found.v.z);
  assert_true(h == found.h || h != h);
  return i;
}

static void check_direction(const lgjk_shapes3* shapes, const float d[3]) {
  const lgjk_shape3* shape = shapes->shape;
  const float* v = shapes->pool + shape->pool;
  assert_int_equal(support_in_lanes(shapes, d), scan_in_float(shape, v, d));
  double wide[3]; // no float
  for (int k = 0; k < 3; ++k) wide[k] = (double)d[k] * (1 + ldexp(random_in(-1, 1), -24));
  assert_int_equal(lgjk_cells3_support(&shape->cells, v, 3 * shape->padded, wide), scan_in_double(shape, v, wide));
  for (int k = 0; k < 3; ++k) wide[k] = (double)d[k];
  assert_int_equal(lgjk_cells3_support(&shape->cells, v, 3 * shape->padded, wide), scan_in_double(shape, v, wide));
}

// ---------------------------------------------------------------- directions

// A coordinate on the side of a cell, or some roundings off.
static double side_of_cell(uint32_t steps) {
  const double side = 2.0 * random_below(steps + 1) / steps - 1.0;
  return side + ldexp((double)random_below(9) - 4.0, -24 - (int)random_below(4));
}

static void make_direction(const lgjk_shapes3* shapes, float d[3]) {
  const lgjk_shape3* shape = shapes->shape;
  const uint32_t steps = (uint32_t)(2 * shape->cells.half_steps), axis = random_below(3), way = random_below(6);
  for (uint32_t k = 0; k < 3; ++k) d[k] = (float)random_in(-1, 1);
  if (way == 1) { // corners and sides of cells
    for (uint32_t k = 0; k < 3; ++k) {
      const double at = k == axis ? (random_below(2) ? 1.0 : -1.0) : side_of_cell(steps);
      if (k == axis || random_below(2)) d[k] = (float)(at / (double)shape->cells.stretch[k]);
    }
  } else if (way == 2) { // axes, and planes of two
    for (uint32_t k = 0; k < 3; ++k) d[k] = k == axis || random_below(4) == 0 ? copysignf(1.0f, d[k]) : 0.0f * d[k];
  } else if (way == 3) { // normals of faces, or nearly
    const lgjk_face3* face = lgjk_shape3_faces(shape, shapes->pool) + random_below(shape->face_count);
    const float off = random_below(2) ? 0.0f : ldexpf(1.0f, -(int)(10 + random_below(20)));
    for (uint32_t k = 0; k < 3; ++k) d[k] = face->normal[k] + off * d[k];
  } else if (way == 4) { // across an edge of any two vertices
    const float *v = shapes->pool + shape->pool, *a = v + 3 * random_below(shape->count);
    const float* b = v + 3 * random_below(shape->count);
    const float e[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]}, c[3] = {d[0], d[1], d[2]};
    for (uint32_t k = 0; k < 3; ++k) d[k] = e[(k + 1) % 3] * c[(k + 2) % 3] - e[(k + 2) % 3] * c[(k + 1) % 3];
  }
  const float size = fmaxf(fmaxf(fabsf(d[0]), fabsf(d[1])), fabsf(d[2]));
  const float scale = random_below(4) ? 1.0f : ldexpf(1.0f, (int)random_below(121) - 60);
  if (!(size > 0)) d[axis] = 1.0f; // two equal vertices
  for (uint32_t k = 0; k < 3; ++k) d[k] *= scale;
}

TEST(supports_are_those_of_a_scan) {
  random_state = 3301;
  static float p[LGJK_MAX_POINTS][3];
  const uint32_t rounds = fewer(160, 40), directions = fewer(DIRECTIONS, 200);
  uint32_t large = 0;
  for (uint32_t round = 0; round < rounds; ++round) {
    const uint32_t count = round < KINDS ? LGJK_MAX_POINTS : 33 + random_below(LGJK_MAX_POINTS - 32);
    lgjk_shapes3* shapes = make_hull(round % KINDS, count, p);
    for (uint32_t i = 0; i < directions && shapes->shape->core == LGJK_CORE3_LARGE; ++i) {
      float d[3];
      make_direction(shapes, d);
      check_direction(shapes, d);
    }
    large += shapes->shape->core == LGJK_CORE3_LARGE;
    lgjk_shapes3_destroy(shapes);
  }
  assert_true(large > rounds - rounds / 16);
}

// No direction leads out of the hull, and a direction of 0, along which all are as far, to some vertex.
TEST(any_bits_find_a_vertex) {
  random_state = 3302;
  static float p[LGJK_MAX_POINTS][3];
  enum { MANY = sizeof EXTREME / sizeof *EXTREME };
  for (uint32_t kind = 0; kind < KINDS; ++kind) {
    lgjk_shapes3* shapes = make_hull(kind, 100, p);
    const lgjk_shape3* shape = shapes->shape;
    for (uint32_t i = 0; i < MANY * MANY * MANY + fewer(10000, 200); ++i) {
      float d[3] = {EXTREME[i % MANY], EXTREME[i / MANY % MANY], EXTREME[i / (MANY * MANY) % MANY]};
      for (uint32_t k = 0; k < 3 && i >= MANY * MANY * MANY; ++k) {
        const uint32_t bits = random_bits();
        memcpy(&d[k], &bits, sizeof bits);
      }
      const double wide[3] = {(double)d[0], (double)d[1], (double)d[2]};
      (void)support_in_lanes(shapes, d);
      const float* v = shapes->pool + shape->pool;
      assert_true(lgjk_cells3_support(&shape->cells, v, 3 * shape->padded, wide) < shape->count);
    }
    lgjk_shapes3_destroy(shapes);
  }
}

// ---------------------------------------------------------------- lists

// Ascending, of vertices; few where no vertices tie.
TEST(lists_are_short) {
  random_state = 3303;
  static float p[LGJK_MAX_POINTS][3];
  for (uint32_t round = 0; round < fewer(8 * KINDS, KINDS); ++round) {
    lgjk_shapes3* shapes = make_hull(round % KINDS, 40 + random_below(200), p);
    const lgjk_shape3* shape = shapes->shape;
    const uint32_t steps = (uint32_t)(2 * shape->cells.half_steps), cells = 6 * steps * steps;
    const uint8_t* bytes = (const uint8_t*)(shapes->pool + shape->pool + 3 * (size_t)shape->padded);
    uint32_t listed = 0, last = cells, end = cells;
    for (uint32_t c = 0; c < cells; ++c) {
      uint32_t second;
      memcpy(&second, bytes + 8 * (size_t)c + 4, sizeof second);
      const uint32_t lists = second & 0xFF, start = second >> LGJK_CELLS_START;
      if (lists > 0) assert_true(start >= cells);
      if (start + lists > last) last = start + lists;
      end += lists;
      uint32_t before = bytes[8 * (size_t)c];
      ++listed;
      for (uint32_t i = 1; i < 4 + 8 * lists; ++i) {
        const uint32_t each = i < 4 ? bytes[8 * (size_t)c + i] : bytes[8 * (size_t)start + i - 4];
        assert_true(each >= before && each < shape->count);
        listed += each > before;
        before = each;
      }
    }
    assert_int_equal(last, end); // one after the other
    assert_true(2 * end <= lgjk_cells3_most(shape->count));
    if (round % KINDS == 0) assert_true(listed < 3 * cells);
    lgjk_shapes3_destroy(shapes);
  }
}

// ---------------------------------------------------------------- features of two boxes

enum { PAIRS = 40000 };

typedef struct box_frame {
  vf half_a[3], half_b[3];
  pair_frame_f f;
} box_frame;

static void turn_at_random(rotation_f* out) {
  double q[4];
  random_rotation(q, 4);
  const vf unit[4] = {(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
  assert_true(unit_f(unit, out));
}

static void make_boxes(box_frame* b) {
  b->f = (pair_frame_f){.a = {.core = LGJK_CORE3_BOX, .floats = b->half_a},
                        .b = {.core = LGJK_CORE3_BOX, .floats = b->half_b}};
  for (int k = 0; k < 3; ++k) {
    b->half_a[k] = (float)random_in(0.2, 1);
    b->half_b[k] = (float)random_in(0.2, 1);
  }
  turn_at_random(&b->f.a.rotation);
  turn_at_random(&b->f.b.rotation);
  b->f.p = (vec_f){(float)random_in(-1.5, 1.5), (float)random_in(-1.5, 1.5), (float)random_in(-1.5, 1.5)};
  const vec_f half_a = coordinates_f(&b->f.a, 0), half_b = coordinates_f(&b->f.b, 0);
  b->f.scale = length_above_f(half_a) + length_above_f(half_b) + length_above_f(b->f.p);
  b->f.touch_band = TOUCH_BAND_FLAT * b->f.scale;
}

// Whether projections from the positions end with points that one support value proves. within: a common point.
static bool ends(const pair_frame_f* f, bool again, bool* within) {
  const search_bounds_f bounds = {.gap = GAP_FLAT * f->scale};
  box_points p = {.half_a = coordinates_f(&f->a, 0), .half_b = coordinates_f(&f->b, 0)};
  simplex_f s;
  project_boxes(f, again, &p);
  solve_features(f, false, &p);
  clear_state_f(&s, p.within | p.own | p.any);
  const vec_f d = take_box_points(f, &p, &s);
  verify_along_f(f, &s, &bounds, d);
  *within = s.inside;
  return s.inside || (s.converged && is_parallel(s.p0.w, d, bounds.gap));
}

// A common point is one of both boxes.
static void expect_in_both(const box_frame* b) {
  const pair_frame_f* f = &b->f;
  box_points p = {.half_a = coordinates_f(&f->a, 0), .half_b = coordinates_f(&f->b, 0)};
  project_boxes(f, false, &p);
  solve_features(f, false, &p);
  if (!p.within) return;
  const vec_f at = p.by_b ? p.on_b : p.on_a, in_a = unrotate_f(&f->a.rotation, at);
  const vec_f in_b = unrotate_f(&f->b.rotation, sub_f(at, f->p));
  const float noise = f->touch_band;
  const float off_a[3] = {fabsf(in_a.x), fabsf(in_a.y), fabsf(in_a.z)};
  const float off_b[3] = {fabsf(in_b.x), fabsf(in_b.y), fabsf(in_b.z)};
  for (int k = 0; k < 3; ++k) assert_true(off_a[k] <= b->half_a[k] + noise && off_b[k] <= b->half_b[k] + noise);
}

TEST(most_pairs_end) {
  uint32_t left = 0, left_again = 0, common = 0;
  random_state = 1;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    box_frame b;
    bool within;
    make_boxes(&b);
    expect_in_both(&b);
    if (ends(&b.f, false, &within)) {
      common += within;
      continue;
    }
    ++left;
    left_again += !ends(&b.f, true, &within);
  }
  print_message("of %u pairs %u have a common point, %u are left, and %u once more\n", (unsigned)PAIRS,
                (unsigned)common, (unsigned)left, (unsigned)left_again);
  assert_true(common > PAIRS / 10);
  assert_true(left < PAIRS / 1000 * 91);
  assert_true(left_again < PAIRS / 2000 * 41);
}

// Above the ratio by 3% at least, which is behind the plane, and by a fifth at most.
TEST(ratios_are_above) {
  random_state = 2;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const float a = (float)ldexp(random_in(1, 2), (int)random_below(60) - 30);
    const float b = (float)ldexp(random_in(1, 2), (int)random_below(60) - 30);
    const double share = (double)ratio_above(a, b) * (double)b / (double)a;
    assert_true(share > 1.03 && share < 1.2);
  }
}
