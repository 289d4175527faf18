// The roundings of vertices, of support values and of the other quantities that tolerances guard, against long double:
// the worst that a search for bad inputs finds of each is within the count of gjk/tolerance*.h and within the
// tolerance in use. On the kernels' own code, one lane wide; compiled once for each dimension. In the environment
// LGJK_TEST_PAIRS=n makes fewer starts of that search.
#include "test.h"
#include "block/frame.h"
#if DIM == 2
#include "block/warm2.h"
#else
#include "case3/box_separation.h"
#endif
#include "fewer.h"
#include "long_points.h"
#include "test_random.h"

#if DIM == 2
#define CORE_OF_FOUR LGJK_CORE2_POLYGON4
#else
#define CORE_OF_FOUR LGJK_CORE3_HULL16
#endif

enum { VERTICES = DIM == 2 ? 4 : 16, CORNERS_GIVEN = 4, MOST_NUMBERS = 64, CLIMBS = 400 };
enum { STARTS = 600, LEAST_STARTS = 24 };

// An error, relative to what its tolerance is relative to, of an input of so many numbers in -1..1.
typedef struct measure {
  const char* name;
  real (*error)(const float* number);
  uint32_t numbers;
  real counted, in_use;
} measure;

// ------------------------------------------------------------------ vectors of long doubles

static real most(real a, real b) { return a > b ? a : b; }

static point point_of(vec_f v) {
  vf each[DIM];
  point p = {{0}};
  to_array_f(v, each);
  for (int k = 0; k < DIM; ++k) p.at[k] = each[k];
  return p;
}

static vec_f vector_of(const float* number) {
  vf each[DIM];
  for (int k = 0; k < DIM; ++k) each[k] = number[k];
  return from_array_f(each);
}

// ------------------------------------------------------------------ rotations

// A pose's rotation: of unit length to rounding, or as far off as a pose may be.
static void write_turn(const float* number, float slack, float turn[TURN]) {
  real square = 0;
  for (int k = 0; k < TURN; ++k) square += (real)number[k] * number[k];
  const real factor = (1 + 4.9e-5L * slack) / (square > 0 ? sqrtl(square) : 1);
  for (int k = 0; k < TURN; ++k) turn[k] = (float)(number[k] * factor);
  if (!(square > 0)) turn[DIM == 2 ? 0 : TURN - 1] = 1;
}

static rotation_f rotation_of(const float* turn) {
  rotation_f r;
  assert_true(unit_f(turn, &r));
  return r;
}

static void exact_axes(const float* turn, point axis[DIM]) {
#if DIM == 2
  const real c = turn[0], s = turn[1], size = sqrtl(c * c + s * s);
  axis[0] = (point){{c / size, s / size, 0}};
  axis[1] = (point){{-s / size, c / size, 0}};
#else
  long_axes3(turn, axis);
#endif
}

static point turned(const point axis[DIM], const vf* v) {
  point p = {{0}};
  for (int k = 0; k < DIM; ++k) {
    for (int i = 0; i < 3; ++i) p.at[i] += axis[k].at[i] * (real)v[k];
  }
  return p;
}

// ------------------------------------------------------------------ a pair of hulls of four vertices

typedef struct hull_pair {
  pair_frame_f f;
  vf row_a[VERTICES * DIM], row_b[VERTICES * DIM];
  point a[VERTICES], b[VERTICES], p; // in world axes, exact
  real scale;
} hull_pair;

enum { SIDE_NUMBERS = TURN + 1 + DIM + CORNERS_GIVEN * DIM, PAIR_NUMBERS = 2 * SIDE_NUMBERS };

static real set_side(const float* number, core_lanes_f* core, vf* row, point vertex[VERTICES], vec_f* position) {
  float turn[TURN];
  point axis[DIM];
  real reach = 0;
  write_turn(number, number[TURN], turn);
  exact_axes(turn, axis);
  *position = vector_of(number + TURN + 1);
  for (int i = 0; i < VERTICES * DIM; ++i) { // the last repeats
    row[i] = number[TURN + 1 + DIM + (i < CORNERS_GIVEN * DIM ? i : (CORNERS_GIVEN - 1) * DIM + i % DIM)];
  }
  *core = (core_lanes_f){.core = CORE_OF_FOUR, .floats = row, .rotation = rotation_of(turn)};
  for (int i = 0; i < VERTICES; ++i) {
    vertex[i] = turned(axis, row + DIM * i);
    reach = most(reach, length(vertex[i]));
  }
  return reach;
}

static void set_pair(const float* number, hull_pair* pair) {
  vec_f at_a, at_b;
  pair->scale = set_side(number, &pair->f.a, pair->row_a, pair->a, &at_a);
  pair->scale += set_side(number + SIDE_NUMBERS, &pair->f.b, pair->row_b, pair->b, &at_b);
  pair->f.p = sub_f(at_b, at_a);
  pair->p = minus(point_of(at_b), point_of(at_a));
  pair->scale += length(pair->p);
}

// Of a point of the difference.
static real vertex_error(const float* number) {
  hull_pair pair;
  set_pair(number, &pair);
  const core_vertex_f a = {.v = coordinates_f(&pair.f.a, 0)}, b = {.v = coordinates_f(&pair.f.b, 0)};
  const point w =
      minus(pair.a[0],
            (point){{pair.b[0].at[0] + pair.p.at[0], pair.b[0].at[1] + pair.p.at[1], pair.b[0].at[2] + pair.p.at[2]}});
  const real scale = length(pair.a[0]) + length(pair.b[0]) + length(pair.p);
  return scale == 0 ? 0 : length(minus(point_of(difference_f(&pair.f, &a, &b).w), w)) / scale;
}

// Of the support value by a support, and of the support value alone, over |d|.
static real value_error(const float* number) {
  hull_pair pair;
  set_pair(number, &pair);
  const vec_f d = vector_of(number + PAIR_NUMBERS);
  const point along = point_of(d);
  real highest_a = -HUGE_VALL, lowest_b = HUGE_VALL;
  for (int i = 0; i < VERTICES; ++i) {
    highest_a = most(highest_a, dot(pair.a[i], along));
    lowest_b = -most(-lowest_b, -dot(pair.b[i], along));
  }
  const real exact = highest_a - lowest_b - dot(pair.p, along);
  const real of_support = fabsl(exact - (real)dot_f(support_f(&pair.f, d, 1).w, d));
  const real unit = length(along) * pair.scale;
  return unit == 0 ? 0 : most(of_support, fabsl(exact - (real)support_value_f(&pair.f, d, 1))) / unit;
}

// ------------------------------------------------------------------ what one dimension has

#if DIM == 2
// Of how much a neighbour is lower, over the size of d times |e.x| + |e.y|; without end where a higher one is taken for
// lower.
static real fall_error(const float* number) {
  const vec_f from = vector_of(number), to = vector_of(number + 2), d = vector_of(number + 4);
  const point e = minus(point_of(to), point_of(from)), along = point_of(d);
  const real unit = most(fabsl(along.at[0]), fabsl(along.at[1])) * (fabsl(e.at[0]) + fabsl(e.at[1]));
  if (dot(e, along) >= 0 && falls(from, to, d, RING_FALL * size_f(d))) return HUGE_VALL;
  return unit == 0 ? 0 : fabsl(dot(e, along) - (real)dot_f(sub_f(to, from), d)) / unit;
}
#else
// Of a projection on the grid, in steps; and of how much lower the support on the grid is than the highest vertex, over
// the greatest length of a vertex and |d|.
typedef struct grid_pair {
  lgjk_shape3 record;
  float pool[3 * LGJK_GRID_VERTICES + LGJK_GRID_WORDS];
  uint32_t at[LANES];
  vf row[LGJK_GRID_WORDS], fineness, count;
  core_lanes_f core;
  vec_f d; // in the core's axes, brought to size
  point vertex[VERTICES];
} grid_pair;

static void set_grid(const float* number, grid_pair* out) {
  float vertex[LGJK_GRID_VERTICES][3];
  real longest = 0;
  *out = (grid_pair){.count = vf_of(vi_set(CORNERS_GIVEN))};
  for (int i = 0; i < VERTICES; ++i) {
    memcpy(vertex[i], number + 3 * (i < CORNERS_GIVEN ? i : CORNERS_GIVEN - 1), sizeof vertex[i]);
    memcpy(out->pool + 3 * i, vertex[i], sizeof vertex[i]);
    for (int k = 0; k < 3; ++k) out->vertex[i].at[k] = vertex[i][k];
    longest = most(longest, length(out->vertex[i]));
  }
  out->record.bound = nextafterf((float)longest, HUGE_VALF);
  uint32_t words[LGJK_GRID_WORDS];
  out->fineness = lgjk_grid_fineness(out->record.bound);
  lgjk_grid_write((const float(*)[3])vertex, CORNERS_GIVEN, out->fineness, words);
  memcpy(out->row, words, sizeof words);
  out->core = (core_lanes_f){.core = CORE_OF_FOUR,
                             .floats = out->row,
                             .pool = out->at,
                             .vertices = out->pool,
                             .on_grid = true,
                             .fineness = &out->fineness,
                             .count = &out->count};
  float turn[TURN];
  write_turn(number + 3 * CORNERS_GIVEN + 3, 0, turn);
  const rotation_f rotation = rotation_of(turn);
  out->d = unrotate_f(&rotation, to_grid_size(vector_of(number + 3 * CORNERS_GIVEN)));
}

enum { GRID_NUMBERS = 3 * CORNERS_GIVEN + 3 + TURN };

static real projection_error(const float* number) {
  grid_pair pair;
  set_grid(number, &pair);
  const grid_direction along = to_grid(pair.d);
  real worst = 0;
  for (uint32_t i = 0; i < CORNERS_GIVEN; ++i) {
    const real exact = dot(pair.vertex[i], point_of(pair.d)) * pair.fineness;
    worst = most(worst, fabsl(exact - (real)(int32_t)project_on_grid(pair.core.floats, i, &along)));
  }
  return worst * (real)ROUNDOFF_F;
}

static real grid_support_error(const float* number) {
  grid_pair pair;
  set_grid(number, &pair);
  const point along = point_of(pair.d);
  real highest = -HUGE_VALL;
  for (int i = 0; i < VERTICES; ++i) highest = most(highest, dot(pair.vertex[i], along));
  const real found = dot(point_of(support_on_grid(&pair.core, pair.d).v), along);
  return length(along) > 0 ? (highest - found) / ((real)pair.record.bound * length(along)) : 0;
}

// Of a normal, over the lengths of its edges.
static real normal_error(const float* number) {
  const vec_f w = vector_of(number), p = vector_of(number + 3), q = vector_of(number + 6);
  const point e = minus(point_of(p), point_of(w)), g = minus(point_of(q), point_of(w));
  const real unit = length(e) * length(g);
  return unit == 0 ? 0 : length(minus(cross(e, g), point_of(cross_f(sub_f(p, w), sub_f(q, w))))) / unit;
}

// Of a volume that is 0, over the sizes; of others less what its own size makes.
static real volume_error(const float* number) {
  simplex_f s = {0};
  volumes_f volumes;
  s.p0.w = vector_of(number);
  s.p1.w = vector_of(number + 3);
  s.p2.w = vector_of(number + 6);
  s.p3.w = vector_of(number + 9);
  find_volumes_f(&s, 0, &volumes);
  const vec_f e = sub_f(s.p2.w, s.p1.w), g = sub_f(s.p3.w, s.p1.w);
  const real unit = (real)size_f(s.p1.w) * size_f(e) * size_f(g);
  const real exact = dot(cross(point_of(e), point_of(g)), point_of(s.p1.w));
  return unit == 0 ? 0 : (fabsl(exact - (real)volumes.u[0]) - 2 * (real)ROUNDOFF_F * fabsl(exact)) / unit;
}

// ------------------------------------------------------------------ two boxes

typedef struct exact_boxes {
  real faces, edges, sine; // as between_faces and between_edges have them; the least sine between two edges
} exact_boxes;

static void measure_boxes(const point a[3], const point b[3], point p, const float* half_a, const float* half_b,
                          real reach, exact_boxes* out) {
  real r[3][3];
  *out = (exact_boxes){-HUGE_VALL, -HUGE_VALL, 2};
  for (int i = 0; i < 9; ++i) r[i / 3][i % 3] = fabsl(dot(a[i / 3], b[i % 3]));
  for (int i = 0; i < 3; ++i) {
    real of_a = half_b[i], of_b = half_a[i];
    for (int k = 0; k < 3; ++k) {
      of_a += half_a[k] * r[k][i];
      of_b += half_b[k] * r[i][k];
    }
    out->faces = most(out->faces, most(fabsl(dot(p, a[i])) - of_b, fabsl(dot(p, b[i])) - of_a));
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const real of_a = half_a[i1] * r[i2][j] + half_a[i2] * r[i1][j];
      const real of_b = half_b[j1] * r[i][j2] + half_b[j2] * r[i][j1];
      const point n = cross(a[i], b[j]);
      out->edges = most(out->edges, fabsl(dot(p, n)) - of_a - of_b - reach * (r[i1][j] + r[i2][j]));
      out->sine = -most(-out->sine, -length(n));
    }
  }
}

enum { BOX_NUMBERS = TURN + 1 + 6, BOXES_NUMBERS = 2 * BOX_NUMBERS + 2 };

static real set_box(const float* number, core_lanes_f* core, vf half[3], point axis[3], vec_f* position) {
  float turn[TURN];
  point corner = {{0}};
  write_turn(number, number[TURN], turn);
  exact_axes(turn, axis);
  *position = vector_of(number + TURN + 1);
  for (int k = 0; k < 3; ++k) corner.at[k] = half[k] = fabsf(number[TURN + 4 + k]);
  *core = (core_lanes_f){.core = LGJK_CORE3_BOX, .floats = half, .rotation = rotation_of(turn)};
  return length(corner);
}

// The errors of two boxes, over their scale; of the sine by itself. A negative last number: both are turned nearly
// alike.
static void box_errors(const float* number, real* faces, real* edges, real* sine) {
  float other[BOX_NUMBERS];
  vf half_a[3], half_b[3], each[BOX_FACES];
  point a[3], b[3];
  pair_frame_f f;
  vec_f at_a, at_b;
  const bool alike = number[BOXES_NUMBERS - 1] < 0;
  for (int k = 0; k < BOX_NUMBERS; ++k) other[k] = number[BOX_NUMBERS + k];
  for (int k = 0; alike && k < TURN; ++k) other[k] = number[k] + 1e-6f * other[k];
  real scale = set_box(number, &f.a, half_a, a, &at_a) + set_box(other, &f.b, half_b, b, &at_b);
  f.p = sub_f(at_b, at_a);
  f.radius = fabsf(number[BOXES_NUMBERS - 2]);
  const point p = minus(point_of(at_b), point_of(at_a));
  scale += length(p) + (real)f.radius;
  box_pair pair;
  edge_axes found;
  exact_boxes exact, bare;
  compare_axes(&f, &pair);
  measure_boxes(a, b, p, half_a, half_b, f.radius, &exact);
  measure_boxes(a, b, p, half_a, half_b, 0, &bare);
  between_edges(&pair, f.radius, 0, &found);
  *faces = fabsl(exact.faces - (real)between_faces(&pair, each)) / scale;
  *edges = most(fabsl(exact.edges - (real)found.apart), fabsl(bare.edges - (real)found.most)) / scale;
  *sine = exact.sine - (real)found.sine;
}

static real faces_error(const float* number) {
  real faces, edges, sine;
  box_errors(number, &faces, &edges, &sine);
  return faces;
}

static real edges_error(const float* number) {
  real faces, edges, sine;
  box_errors(number, &faces, &edges, &sine);
  return edges;
}

static real sine_error(const float* number) {
  real faces, edges, sine;
  box_errors(number, &faces, &edges, &sine);
  return sine;
}
#endif

// ------------------------------------------------------------------ the search for the worst

// Numbers of any size, zeros, powers of 2, and numbers just above one, where rounding is at its worst.
static float random_number(void) {
  const double x = random_in(-1, 1), sign = x < 0 ? -1 : 1;
  switch (random_below(8)) {
    case 0: return 0;
    case 1: return (float)ldexp(sign * (1 + 1e-6 * x * x), -1 - (int)random_below(3));
    case 2: return (float)ldexp(sign, -(int)random_below(24));
    default: return (float)x;
  }
}

static void change(float* number, uint32_t numbers) {
  float* one = number + random_below(numbers);
  const double x = random_in(-1, 1);
  switch (random_below(4)) {
    case 0: *one = random_number(); break;
    case 1: *one = -*one; break;
    default: *one *= 1 + (float)ldexp(x, -(int)random_below(24));
  }
  *one = fmaxf(fminf(*one, 1), -1);
}

// Starts at random, and from there takes each change that makes it worse.
static real worst_of(const measure* m) {
  const uint32_t starts = fewer(STARTS, LEAST_STARTS);
  real worst = 0;
  for (uint32_t i = 0; i < starts; ++i) {
    float number[MOST_NUMBERS], next[MOST_NUMBERS];
    for (uint32_t k = 0; k < m->numbers; ++k) number[k] = random_number();
    real here = m->error(number);
    assert_true(here == here); // it would hide what was the worst before
    for (uint32_t c = 0; c < CLIMBS; ++c) {
      memcpy(next, number, sizeof next);
      for (uint32_t times = 1 + random_below(2); times > 0; --times) change(next, m->numbers);
      const real there = m->error(next);
      if (!(there > here)) continue;
      here = there;
      memcpy(number, next, sizeof number);
    }
    worst = most(worst, here);
  }
  return worst / (real)ROUNDOFF_F;
}

TEST(test_counted_and_in_use) {
  static const measure measures[] = {
    {"vertex", vertex_error, PAIR_NUMBERS, VERTEX_COUNTED, TOUCH_BAND_FLAT},
    {"support value", value_error, PAIR_NUMBERS + DIM, VALUE_COUNTED, TOUCH_BAND_FLAT},
#if DIM == 2
    {"fall on a ring", fall_error, 6, 3 * ROUNDOFF_F, RING_FALL},
#else
    {"projection", projection_error, GRID_NUMBERS, GRID_ROUNDINGS * ROUNDOFF_F, GRID_ROUNDINGS * ROUNDOFF_F},
    {"support on grid", grid_support_error, GRID_NUMBERS, GRID_DOUBT, GRID_DOUBT},
    {"normal", normal_error, 9, 5.3 * ROUNDOFF_F, FLAT_FACE_f},
    {"volume", volume_error, 12, 16 * ROUNDOFF_F, VOLUME_NOISE_f},
    {"faces of boxes", faces_error, BOXES_NUMBERS, BOX_FACES_COUNTED, BOX_MARGIN * TOUCH_BAND_FLAT},
    {"edges of boxes", edges_error, BOXES_NUMBERS, BOX_EDGES_COUNTED, BOX_MARGIN * TOUCH_BAND_FLAT},
    {"sine of boxes", sine_error, BOXES_NUMBERS, BOX_SINE_COUNTED, BOX_MARGIN * TOUCH_BAND_FLAT},
#endif
  };
  random_state = 11;
  for (size_t i = 0; i < sizeof measures / sizeof *measures; ++i) {
    const measure* m = measures + i;
    const real worst = worst_of(m), counted = m->counted / (real)ROUNDOFF_F, in_use = m->in_use / (real)ROUNDOFF_F;
    print_message("%-16s worst %5.2Lf u, counted %5.2Lf u, in use %5.2Lf u\n", m->name, worst, counted, in_use);
    assert_true(worst <= counted && worst <= in_use);
    assert_true(worst > 0.5L || fewer(STARTS, LEAST_STARTS) < STARTS); // few starts may lead nowhere
  }
}
