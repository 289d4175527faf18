// The 3D oracle on every family of hard pairs: bounds against exact arithmetic, small shapes against brute force over
// features, either order of a pair.
// In the environment LGJK_TEST_SEED=n makes other pairs.
#include "test.h"
#include "families.h"
#include "oracle3_parts.h"

enum { PAIRS = 200, FEW_VERTICES = 8 };

static uint64_t seed = 20263;

// Of a scale: what long double leaves, and what is left of it between edges that are nearly parallel; what the bounds
// of polyhedra close, what those of curved shapes close where they are apart or not far in. Far in, the depth may be
// had all around a cylinder, which no polytope gets close to.
static const long double TINY = 1e-16L, BRUTE = 1e-10L, CLOSED = 1e-9L, CURVED = 5e-8L, CURVED_DEEP = 1e-4L;

typedef struct fixture {
  families3_batch batch;
  oracle3_table* table;
} fixture;

static fixture open_family(uint32_t family) {
  fixture f;
  assert_int_equal(families3_make(&f.batch, family, seed, PAIRS, NULL), LGJK_OK);
  f.table = oracle3_table_create(f.batch.shapes);
  return f;
}

static void close_family(fixture* f) {
  oracle3_table_destroy(f->table);
  families3_free(&f->batch);
}

static oracle3_body body_of(const fixture* f, uint32_t body) { return oracle3_read(f->table, &f->batch.bodies, body); }

// ---------------------------------------------------------------- brute force over features

static vec along(vec p, vec e, long double t) { return vec_add(p, vec_scale(e, t)); }
static long double clamp(long double t) { return fminl(fmaxl(t, 0), 1); }

typedef struct cloud {
  vec point[FEW_VERTICES];
  uint32_t count;
} cloud;

// In axes of the world, about B's position.
static cloud read_cloud(const oracle3_body* body, const float* about) {
  cloud c = {.count = body->count};
  const float* p = body->pose;
  vec u = {p[3], p[4], p[5]};
  long double w = p[6], n = vec_dot(u, u) + w * w;
  for (uint32_t i = 0; i < c.count; ++i) {
    const float* v = body->vertices + 3 * i;
    vec x = {v[0], v[1], v[2]}, ux = vec_cross(u, x), uux = vec_cross(u, ux);
    x = along(along(x, ux, 2 * w / n), uux, 2 / n);
    c.point[i] = (vec){x.x + ((long double)p[0] - about[0]), x.y + ((long double)p[1] - about[1]),
                       x.z + ((long double)p[2] - about[2])};
  }
  return c;
}

static long double point_to_segment(vec p, vec a, vec e) {
  long double square = vec_dot(e, e);
  vec d = vec_sub(p, along(a, e, square > 0 ? clamp(vec_dot(vec_sub(p, a), e) / square) : 0));
  return sqrtl(vec_dot(d, d));
}

static long double segment_to_segment(vec a, vec e, vec b, vec f) {
  long double least = fminl(fminl(point_to_segment(a, b, f), point_to_segment(along(a, e, 1), b, f)),
                            fminl(point_to_segment(b, a, e), point_to_segment(along(b, f, 1), a, e)));
  vec n = vec_cross(e, f), d = vec_sub(b, a);
  long double square = vec_dot(n, n), s = vec_dot(vec_cross(d, f), n), t = vec_dot(vec_cross(d, e), n);
  if (square > 0 && s > 0 && s < square && t > 0 && t < square)
    least = fminl(least, fabsl(vec_dot(d, n)) / sqrtl(square));
  return least;
}

static long double point_to_face(vec p, vec a, vec e, vec f) {
  vec n = vec_cross(e, f), d = vec_sub(p, a);
  long double square = vec_dot(n, n), s = vec_dot(vec_cross(d, f), n), t = vec_dot(vec_cross(e, d), n);
  return square > 0 && s > 0 && t > 0 && s + t < square ? fabsl(vec_dot(d, n)) / sqrtl(square) : INFINITY;
}

// The depth or gap of the slabs of A and B across n, of either sign.
static long double separation(const cloud* a, const cloud* b, vec n) {
  long double most_a = -INFINITY, least_a = INFINITY, most_b = -INFINITY, least_b = INFINITY;
  for (uint32_t i = 0; i < a->count; ++i) {
    most_a = fmaxl(most_a, vec_dot(a->point[i], n));
    least_a = fminl(least_a, vec_dot(a->point[i], n));
  }
  for (uint32_t i = 0; i < b->count; ++i) {
    most_b = fmaxl(most_b, vec_dot(b->point[i], n));
    least_b = fminl(least_b, vec_dot(b->point[i], n));
  }
  return fmaxl(least_b - most_a, least_a - most_b) / sqrtl(vec_dot(n, n));
}

typedef struct brute {
  long double distance;   // of the nearest features, if apart
  long double separation; // the most over normals of all triangles of vertices and of all pairs of edges
} brute;

static void keep_normal(brute* result, const cloud* a, const cloud* b, vec e, vec f) {
  vec n = vec_cross(e, f);
  // Nearly parallel edges have no normal to speak of.
  if (vec_dot(n, n) > 1e-24L * vec_dot(e, e) * vec_dot(f, f))
    result->separation = fmaxl(result->separation, separation(a, b, n));
}

// Triangles of A against vertices of B, and their normals.
static void try_faces(brute* result, const cloud* a, const cloud* b) {
  for (uint32_t i = 0; i < a->count; ++i) {
    for (uint32_t j = i + 1; j < a->count; ++j) {
      for (uint32_t k = j + 1; k < a->count; ++k) {
        vec e = vec_sub(a->point[j], a->point[i]), f = vec_sub(a->point[k], a->point[i]);
        keep_normal(result, a, b, e, f);
        for (uint32_t m = 0; m < b->count; ++m) {
          result->distance = fminl(result->distance, point_to_face(b->point[m], a->point[i], e, f));
        }
      }
    }
  }
}

// All segments between vertices, points among them.
static brute brute_force(const cloud* a, const cloud* b) {
  brute result = {INFINITY, -INFINITY};
  try_faces(&result, a, b);
  try_faces(&result, b, a);
  for (uint32_t i = 0; i < a->count * a->count; ++i) {
    for (uint32_t j = 0; j < b->count * b->count; ++j) {
      vec p = a->point[i / a->count], q = b->point[j / b->count];
      vec e = vec_sub(a->point[i % a->count], p), f = vec_sub(b->point[j % b->count], q);
      if (i / a->count > i % a->count || j / b->count > j % b->count) continue;
      result.distance = fminl(result.distance, segment_to_segment(p, e, q, f));
      keep_normal(&result, a, b, e, f);
    }
  }
  return result;
}

static void assert_brute_force_agrees(const oracle3_body* a, const oracle3_body* b, const oracle3_bounds* truth) {
  long double radii = (long double)a->radius + b->radius, tolerance = BRUTE * oracle3_scale(a, b);
  cloud of_a = read_cloud(a, b->pose), of_b = read_cloud(b, b->pose);
  brute found = brute_force(&of_a, &of_b);
  if (truth->lower + radii > tolerance) assert_true(fabsl(found.distance - radii - truth->lower) <= tolerance);
  if (truth->upper + radii < -tolerance) assert_true(fabsl(found.separation - radii - truth->upper) <= tolerance);
  if (found.separation > tolerance) assert_true(truth->upper + radii > 0);
}

// ---------------------------------------------------------------- bounds

static void check_polyhedra(const oracle3_body* a, const oracle3_body* b, const oracle3_bounds* truth) {
  oracle3_bounds exact = oracle3_exact(a, b), bounded = oracle3_bounded(a, b);
  long double scale = oracle3_scale(a, b);
  assert_int_equal(truth->overlap, exact.overlap);
  assert_true(bounded.lower <= exact.upper && exact.lower <= bounded.upper);
  assert_true(truth->upper - truth->lower <= CLOSED * scale);
  if (exact.lower == exact.upper) {
    assert_true(truth->lower <= exact.lower && exact.upper <= truth->upper);
    assert_int_equal(exact.overlap, exact.upper <= 0);
  }
  if (a->count <= FEW_VERTICES && b->count <= FEW_VERTICES) assert_brute_force_agrees(a, b, truth);
}

static void check_curved(const oracle3_bounds* truth, long double scale) {
  bool deep = truth->upper < -0.01L * scale;
  assert_true(truth->upper - truth->lower <= (deep ? CURVED_DEEP : CURVED) * scale);
}

TEST(bounds_exact_arithmetic_and_brute_force_agree) {
  for (uint32_t family = 0; family < families3_count(); ++family) {
    fixture f = open_family(family);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      oracle3_body a = body_of(&f, 2 * i), b = body_of(&f, 2 * i + 1);
      oracle3_bounds truth = oracle3_signed_distance(&a, &b), back = oracle3_signed_distance(&b, &a);
      bool polyhedra = a.count > 0 && b.count > 0;
      assert_true(truth.lower <= truth.upper);
      assert_true(truth.lower <= back.upper + TINY && back.lower <= truth.upper + TINY);
      if (polyhedra) assert_int_equal(truth.overlap, back.overlap);
      if (polyhedra) check_polyhedra(&a, &b, &truth);
      if (!polyhedra) check_curved(&truth, oracle3_scale(&a, &b));
    }
    close_family(&f);
  }
}

// A point of a segment through a body's support points is inside, and how far outside a point is changes no faster than
// the point.
TEST(points_are_as_far_outside_as_they_were_moved) {
  for (uint32_t family = 0; family < families3_count(); ++family) {
    fixture f = open_family(family);
    for (uint32_t i = 0; i < PAIRS; i += 10) {
      oracle3_body a = body_of(&f, 2 * i);
      lgjk_shape3_info info = {.struct_size = sizeof info};
      lgjk_shapes3_get(f.batch.shapes, 2 * i, &info, NULL, 0, NULL);
      float far[3] = {a.pose[0] + 4 * info.bound, a.pose[1], a.pose[2]};
      long double outside = oracle3_outside(&a, far), moved = (long double)far[0] - a.pose[0];
      long double radius = (long double)info.bound - info.radius + a.radius;
      assert_true(outside >= moved - radius * (1 + 1e-6L) && outside <= moved + radius * (1 + 1e-6L));
    }
    close_family(&f);
  }
}

int main(void) {
  seed = test_seed(seed);
  return test_run_where_wide(oracle3_epsilon());
}
