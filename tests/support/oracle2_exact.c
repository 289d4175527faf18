// The signed distance of two convex polygons without rounding error. All coordinates are integers, in units of
// 2^-FRACTION_BITS: floats and their products are exact there, and 1/sqrt(c*c + s*s), the one irrational number, is cut
// after 256 binary places (relative error below 1e-76) and taken as exact from there on.
// The edges of A and of -B merged by polar angle are the boundary of the Minkowski difference A - B (de Berg et al.,
// Computational Geometry, 13.3); the signed distance is that of the origin from it.
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

#include "oracle2.h"

enum {
  FLOAT_BITS = 149,  // every float32 is an integer multiple of 2^-149
  INVERSE_BITS = 256,
  FRACTION_BITS = 2 * FLOAT_BITS + INVERSE_BITS,
  MPF_BITS = 512
};

typedef struct exact_point {
  mpz_t x, y;
} exact_point;

typedef struct exact_polygon {
  exact_point* point;
  uint32_t count;
  uint32_t lowest;  // least y, then least x: where the edges' polar angles start
} exact_polygon;

// What the walk around A - B has found of the origin's place.
typedef struct exact_walk {
  bool outside;  // right of some edge
  bool proper;   // left of some edge: a difference that is flat has the origin on the line of all
  mpz_t near[2],
      deep[2];  // least squared distance from an edge, from an edge's line: numerator, denominator (0: none yet)
  mpz_t cross, length, along, number, left, right;  // temporaries
} exact_walk;

static void set_float(mpz_t out, float value) { mpz_set_d(out, ldexp((double)value, FLOAT_BITS)); }

// 2^INVERSE_BITS / sqrt(c*c + s*s), for c and s in units of 2^-FLOAT_BITS.
static void inverse_length(mpz_t out, const mpz_t c, const mpz_t s) {
  mpz_t square;
  mpz_init(square);
  mpz_mul(square, c, c);
  mpz_addmul(square, s, s);
  mpz_set_ui(out, 1);
  mpz_mul_2exp(out, out, 2 * (FLOAT_BITS + INVERSE_BITS));
  mpz_tdiv_q(out, out, square);
  mpz_sqrt(out, out);
  mpz_clear(square);
}

static bool is_lower(const exact_point* p, const exact_point* q) {
  int by_y = mpz_cmp(p->y, q->y);
  return by_y < 0 || (by_y == 0 && mpz_cmp(p->x, q->x) < 0);
}

// The polygon in the world; negated where sign is -1.
static exact_polygon place(const oracle2_body* body, int sign) {
  exact_polygon polygon = {calloc(body->count, sizeof(exact_point)), body->count, 0};
  mpz_t x, y, c, s, inverse;
  mpz_inits(x, y, c, s, inverse, NULL);
  set_float(c, body->pose[2]);
  set_float(s, body->pose[3]);
  inverse_length(inverse, c, s);
  mpz_mul(c, c, inverse);
  mpz_mul(s, s, inverse);
  for (uint32_t i = 0; i < body->count; ++i) {
    exact_point* p = &polygon.point[i];
    mpz_inits(p->x, p->y, NULL);
    set_float(p->x, body->pose[0]);
    set_float(p->y, body->pose[1]);
    mpz_mul_2exp(p->x, p->x, FRACTION_BITS - FLOAT_BITS);
    mpz_mul_2exp(p->y, p->y, FRACTION_BITS - FLOAT_BITS);
    set_float(x, body->vertices[2 * i]);
    set_float(y, body->vertices[2 * i + 1]);
    mpz_addmul(p->x, c, x);
    mpz_submul(p->x, s, y);
    mpz_addmul(p->y, s, x);
    mpz_addmul(p->y, c, y);
    if (sign < 0) {
      mpz_neg(p->x, p->x);
      mpz_neg(p->y, p->y);
    }
    if (is_lower(p, &polygon.point[polygon.lowest])) polygon.lowest = i;
  }
  mpz_clears(x, y, c, s, inverse, NULL);
  return polygon;
}

static void polygon_free(exact_polygon* polygon) {
  for (uint32_t i = 0; i < polygon->count; ++i) mpz_clears(polygon->point[i].x, polygon->point[i].y, NULL);
  free(polygon->point);
}

static const exact_point* vertex(const exact_polygon* polygon, uint32_t step) {
  return &polygon->point[(polygon->lowest + step) % polygon->count];
}

static void edge(exact_point* out, const exact_polygon* polygon, uint32_t step) {
  const exact_point *p = vertex(polygon, step), *q = vertex(polygon, step + 1);
  mpz_sub(out->x, q->x, p->x);
  mpz_sub(out->y, q->y, p->y);
}

static void cross(mpz_t out, const exact_point* p, const exact_point* q) {
  mpz_mul(out, p->x, q->y);
  mpz_submul(out, p->y, q->x);
}

static void dot(mpz_t out, const exact_point* p, const exact_point* q) {
  mpz_mul(out, p->x, q->x);
  mpz_addmul(out, p->y, q->y);
}

static bool in_lower_half(const exact_point* e) {
  return mpz_sgn(e->y) < 0 || (mpz_sgn(e->y) == 0 && mpz_sgn(e->x) < 0);
}

// Whether e comes before f, or with it, by polar angle in [0, 2 pi).
static bool angle_at_most(exact_walk* walk, const exact_point* e, const exact_point* f) {
  if (in_lower_half(e) != in_lower_half(f)) return in_lower_half(f);
  cross(walk->cross, e, f);
  return mpz_sgn(walk->cross) >= 0;
}

static void keep_least(exact_walk* walk, mpz_t least[2], const mpz_t number, const mpz_t denominator) {
  mpz_mul(walk->left, number, least[1]);
  mpz_mul(walk->right, least[0], denominator);
  if (mpz_sgn(least[1]) != 0 && mpz_cmp(walk->left, walk->right) >= 0) return;
  mpz_set(least[0], number);
  mpz_set(least[1], denominator);
}

// The origin against the edge from p along e.
static void visit(exact_walk* walk, exact_point* p, const exact_point* e) {
  mpz_t one;
  mpz_init_set_ui(one, 1);
  dot(walk->length, e, e);
  dot(walk->along, p, e);
  mpz_neg(walk->along, walk->along);
  cross(walk->cross, p, e);  // = e x (origin - p)
  if (mpz_sgn(walk->cross) < 0) walk->outside = true;
  if (mpz_sgn(walk->cross) > 0) walk->proper = true;
  mpz_mul(walk->cross, walk->cross, walk->cross);
  bool between = mpz_sgn(walk->along) > 0 && mpz_cmp(walk->along, walk->length) < 0;
  if (mpz_sgn(walk->length) > 0) keep_least(walk, walk->deep, walk->cross, walk->length);
  if (between) {
    keep_least(walk, walk->near, walk->cross, walk->length);
  } else {
    exact_point end;
    mpz_init_set(end.x, p->x);
    mpz_init_set(end.y, p->y);
    if (mpz_sgn(walk->along) > 0) {
      mpz_add(end.x, end.x, e->x);
      mpz_add(end.y, end.y, e->y);
    }
    dot(walk->number, &end, &end);
    keep_least(walk, walk->near, walk->number, one);
    mpz_clears(end.x, end.y, NULL);
  }
  mpz_clear(one);
}

static void walk_around(exact_walk* walk, const exact_polygon* a, const exact_polygon* minus_b) {
  exact_point p, e, f;
  mpz_inits(p.x, p.y, e.x, e.y, f.x, f.y, NULL);
  uint32_t edges_a = a->count > 1 ? a->count : 0;
  uint32_t edges_b = minus_b->count > 1 ? minus_b->count : 0;
  uint32_t i = 0, j = 0;
  do {
    mpz_add(p.x, vertex(a, i)->x, vertex(minus_b, j)->x);
    mpz_add(p.y, vertex(a, i)->y, vertex(minus_b, j)->y);
    if (i < edges_a) edge(&e, a, i);
    if (j < edges_b) edge(&f, minus_b, j);
    bool from_a = i < edges_a && (j >= edges_b || angle_at_most(walk, &e, &f));
    if (!from_a) mpz_swap(e.x, f.x), mpz_swap(e.y, f.y);
    if (edges_a + edges_b == 0) mpz_set_ui(e.x, 0), mpz_set_ui(e.y, 0);
    visit(walk, &p, &e);
    if (from_a) {
      ++i;
    } else {
      ++j;
    }
  } while (i < edges_a || j < edges_b);
  mpz_clears(p.x, p.y, e.x, e.y, f.x, f.y, NULL);
}

static long double to_long_double(mpf_t value) {
  mpf_t rest;
  mpf_init2(rest, MPF_BITS);
  double high = mpf_get_d(value);
  mpf_set_d(rest, high);
  mpf_sub(rest, value, rest);
  long double sum = (long double)high + (long double)mpf_get_d(rest);
  mpf_clear(rest);
  return sum;
}

// sign * sqrt(square) of the cores, less the rounding radii; squares are in units of 2^-2*FRACTION_BITS.
static oracle2_bounds conclude(mpz_t square[2], int sign, const oracle2_body* a, const oracle2_body* b) {
  mpf_t value, divisor;
  mpf_init2(value, MPF_BITS);
  mpf_init2(divisor, MPF_BITS);
  mpf_set_z(value, square[0]);
  mpf_set_z(divisor, square[1]);
  mpf_div(value, value, divisor);
  mpf_sqrt(value, value);
  mpf_div_2exp(value, value, FRACTION_BITS);
  if (sign < 0) mpf_neg(value, value);
  mpf_set_d(divisor, (double)a->radius);
  mpf_sub(value, value, divisor);
  mpf_set_d(divisor, (double)b->radius);
  mpf_sub(value, value, divisor);
  long double distance = to_long_double(value);
  mpf_clear(value);
  mpf_clear(divisor);

  mpz_t radius, other;
  mpz_inits(radius, other, NULL);
  set_float(radius, a->radius);
  set_float(other, b->radius);
  mpz_add(radius, radius, other);
  mpz_mul_2exp(radius, radius, FRACTION_BITS - FLOAT_BITS);
  mpz_mul(radius, radius, radius);
  mpz_mul(radius, radius, square[1]);
  bool overlap = sign < 0 || mpz_cmp(square[0], radius) <= 0;
  mpz_clears(radius, other, NULL);
  return (oracle2_bounds){distance, distance, overlap};
}

oracle2_bounds oracle2_exact(const oracle2_body* a, const oracle2_body* b) {
  exact_walk walk = {.outside = false};
  mpz_inits(walk.near[0], walk.near[1], walk.deep[0], walk.deep[1], NULL);
  mpz_inits(walk.cross, walk.length, walk.along, walk.number, walk.left, walk.right, NULL);
  exact_polygon in_a = place(a, 1), minus_b = place(b, -1);
  walk_around(&walk, &in_a, &minus_b);
  bool inside = walk.proper && !walk.outside;
  oracle2_bounds bounds = conclude(inside ? walk.deep : walk.near, inside ? -1 : 1, a, b);
  polygon_free(&in_a);
  polygon_free(&minus_b);
  mpz_clears(walk.near[0], walk.near[1], walk.deep[0], walk.deep[1], NULL);
  mpz_clears(walk.cross, walk.length, walk.along, walk.number, walk.left, walk.right, NULL);
  return bounds;
}
