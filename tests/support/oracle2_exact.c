// The signed distance of two convex polygons without rounding error: that of the origin from the boundary of their
// exact Minkowski difference.
#include <math.h>
#include <stdlib.h>

#include "exact_numbers.h"

// ---------------------------------------------------------------- polygons on a fixed-point grid

void exact2_set_float(mpz_t out, float value) { mpz_set_d(out, ldexp((double)value, EXACT2_FLOAT_BITS)); }

void exact2_cross(mpz_t out, const exact2_point* p, const exact2_point* q) {
  mpz_mul(out, p->x, q->y);
  mpz_submul(out, p->y, q->x);
}

void exact2_dot(mpz_t out, const exact2_point* p, const exact2_point* q) {
  mpz_mul(out, p->x, q->x);
  mpz_addmul(out, p->y, q->y);
}

// ---------------------------------------------------------------- polygons in the world

// 2^EXACT2_INVERSE_BITS / sqrt(c*c + s*s), for c and s in units of 2^-EXACT2_FLOAT_BITS.
static void inverse_length(mpz_t out, const mpz_t c, const mpz_t s) {
  mpz_t square;
  mpz_init(square);
  mpz_mul(square, c, c);
  mpz_addmul(square, s, s);
  mpz_set_ui(out, 1);
  mpz_mul_2exp(out, out, 2 * (EXACT2_FLOAT_BITS + EXACT2_INVERSE_BITS));
  mpz_tdiv_q(out, out, square);
  mpz_sqrt(out, out);
  mpz_clear(square);
}

static bool is_lower(const exact2_point* p, const exact2_point* q) {
  int by_y = mpz_cmp(p->y, q->y);
  return by_y < 0 || (by_y == 0 && mpz_cmp(p->x, q->x) < 0);
}

static void set_world(mpz_t out, float value) {
  exact2_set_float(out, value);
  mpz_mul_2exp(out, out, EXACT2_BITS - EXACT2_FLOAT_BITS);
}

exact2_polygon exact2_place(const oracle2_body* body, int sign) {
  exact2_polygon polygon = {calloc(body->count, sizeof(exact2_point)), body->count, 0};
  mpz_t x, y, c, s, inverse;
  mpz_inits(x, y, c, s, inverse, NULL);
  exact2_set_float(c, body->pose[2]);
  exact2_set_float(s, body->pose[3]);
  inverse_length(inverse, c, s);
  mpz_mul(c, c, inverse);
  mpz_mul(s, s, inverse);
  for (uint32_t i = 0; i < body->count; ++i) {
    exact2_point* p = &polygon.point[i];
    mpz_inits(p->x, p->y, NULL);
    set_world(p->x, body->pose[0]);
    set_world(p->y, body->pose[1]);
    exact2_set_float(x, body->vertices[2 * i]);
    exact2_set_float(y, body->vertices[2 * i + 1]);
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

void exact2_free(exact2_polygon* polygon) {
  for (uint32_t i = 0; i < polygon->count; ++i) mpz_clears(polygon->point[i].x, polygon->point[i].y, NULL);
  free(polygon->point);
}

// ---------------------------------------------------------------- the sum

static const exact2_point* vertex(const exact2_polygon* polygon, uint32_t step) {
  return &polygon->point[(polygon->lowest + step) % polygon->count];
}

static void edge(exact2_point* out, const exact2_polygon* polygon, uint32_t step) {
  const exact2_point *p = vertex(polygon, step), *q = vertex(polygon, step + 1);
  mpz_sub(out->x, q->x, p->x);
  mpz_sub(out->y, q->y, p->y);
}

static bool in_lower_half(const exact2_point* e) {
  return mpz_sgn(e->y) < 0 || (mpz_sgn(e->y) == 0 && mpz_sgn(e->x) < 0);
}

// Below 0 where e comes before f by polar angle in [0, 2 pi), 0 where they are parallel, else above.
static int compare_angles(const exact2_point* e, const exact2_point* f) {
  if (in_lower_half(e) != in_lower_half(f)) return in_lower_half(e) ? 1 : -1;
  mpz_t turn;
  mpz_init(turn);
  exact2_cross(turn, e, f);
  int sign = mpz_sgn(turn);
  mpz_clear(turn);
  return -sign;
}

exact2_polygon exact2_sum(const exact2_polygon* a, const exact2_polygon* b) {
  exact2_polygon sum = {calloc(a->count + b->count, sizeof(exact2_point)), 0, 0};
  uint32_t edges_a = a->count > 1 ? a->count : 0, edges_b = b->count > 1 ? b->count : 0, i = 0, j = 0;
  exact2_point e, f;
  mpz_inits(e.x, e.y, f.x, f.y, NULL);
  do {
    exact2_point* p = &sum.point[sum.count++];
    mpz_inits(p->x, p->y, NULL);
    mpz_add(p->x, vertex(a, i)->x, vertex(b, j)->x);
    mpz_add(p->y, vertex(a, i)->y, vertex(b, j)->y);
    if (i < edges_a) edge(&e, a, i);
    if (j < edges_b) edge(&f, b, j);
    int order = i >= edges_a ? 1 : j >= edges_b ? -1 : compare_angles(&e, &f);
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  } while (i < edges_a || j < edges_b);
  mpz_clears(e.x, e.y, f.x, f.y, NULL);
  return sum;
}

// ---------------------------------------------------------------- the walk around their difference

// What the walk around A - B has found of the origin's place.
typedef struct exact_walk {
  bool outside; // right of some edge
  bool proper;  // left of some edge: a difference that is flat has the origin on the line of all
  mpz_t near[2],
      deep[2]; // least squared distance from an edge, from an edge's line: numerator, denominator (0: none yet)
  mpz_t cross, length, along, number, left, right; // temporaries
} exact_walk;

static void keep_least(exact_walk* walk, mpz_t least[2], const mpz_t number, const mpz_t denominator) {
  mpz_mul(walk->left, number, least[1]);
  mpz_mul(walk->right, least[0], denominator);
  if (mpz_sgn(least[1]) != 0 && mpz_cmp(walk->left, walk->right) >= 0) return;
  mpz_set(least[0], number);
  mpz_set(least[1], denominator);
}

// The origin against the edge from p along e.
static void visit(exact_walk* walk, exact2_point* p, const exact2_point* e) {
  mpz_t one;
  mpz_init_set_ui(one, 1);
  exact2_dot(walk->length, e, e);
  exact2_dot(walk->along, p, e);
  mpz_neg(walk->along, walk->along);
  exact2_cross(walk->cross, p, e); // = e x (origin - p)
  if (mpz_sgn(walk->cross) < 0) walk->outside = true;
  if (mpz_sgn(walk->cross) > 0) walk->proper = true;
  mpz_mul(walk->cross, walk->cross, walk->cross);
  bool between = mpz_sgn(walk->along) > 0 && mpz_cmp(walk->along, walk->length) < 0;
  if (mpz_sgn(walk->length) > 0) keep_least(walk, walk->deep, walk->cross, walk->length);
  if (between) {
    keep_least(walk, walk->near, walk->cross, walk->length);
  } else {
    exact2_point end;
    mpz_init_set(end.x, p->x);
    mpz_init_set(end.y, p->y);
    if (mpz_sgn(walk->along) > 0) {
      mpz_add(end.x, end.x, e->x);
      mpz_add(end.y, end.y, e->y);
    }
    exact2_dot(walk->number, &end, &end);
    keep_least(walk, walk->near, walk->number, one);
    mpz_clears(end.x, end.y, NULL);
  }
  mpz_clear(one);
}

static void walk_around(exact_walk* walk, const exact2_polygon* sum) {
  exact2_point e;
  mpz_inits(e.x, e.y, NULL);
  for (uint32_t i = 0; i < sum->count; ++i) {
    exact2_point *p = &sum->point[i], *q = &sum->point[(i + 1) % sum->count];
    mpz_sub(e.x, q->x, p->x);
    mpz_sub(e.y, q->y, p->y);
    visit(walk, p, &e);
  }
  mpz_clears(e.x, e.y, NULL);
}

// sign * sqrt(square) of the cores, less the rounding radii; squares are in units of 2^-2*EXACT2_BITS.
static oracle2_bounds conclude(mpz_t square[2], int sign, const oracle2_body* a, const oracle2_body* b) {
  mpf_t value, divisor;
  mpf_init2(value, MPF_BITS);
  mpf_init2(divisor, MPF_BITS);
  mpf_set_z(value, square[0]);
  mpf_set_z(divisor, square[1]);
  mpf_div(value, value, divisor);
  mpf_sqrt(value, value);
  mpf_div_2exp(value, value, EXACT2_BITS);
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
  exact2_set_float(radius, a->radius);
  exact2_set_float(other, b->radius);
  mpz_add(radius, radius, other);
  mpz_mul_2exp(radius, radius, EXACT2_BITS - EXACT2_FLOAT_BITS);
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
  exact2_polygon in_a = exact2_place(a, 1), minus_b = exact2_place(b, -1), sum = exact2_sum(&in_a, &minus_b);
  walk_around(&walk, &sum);
  bool inside = walk.proper && !walk.outside;
  oracle2_bounds bounds = conclude(inside ? walk.deep : walk.near, inside ? -1 : 1, a, b);
  exact2_free(&in_a);
  exact2_free(&minus_b);
  exact2_free(&sum);
  mpz_clears(walk.near[0], walk.near[1], walk.deep[0], walk.deep[1], NULL);
  mpz_clears(walk.cross, walk.length, walk.along, walk.number, walk.left, walk.right, NULL);
  return bounds;
}
