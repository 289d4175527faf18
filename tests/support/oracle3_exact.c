// The exact verdict and distance of two polyhedra: GJK in integers (GMP).
// A quaternion q turns v into M(q) v / |q|^2, with M a polynomial of q, so that world coordinates are rational. With
// all floats of a kind in a common power of two and everything multiplied by |qa|^2 |qb|^2, the points of the Minkowski
// difference D = A - B are integers. The nearest point of a simplex is found by trying all its faces; every step comes
// strictly nearer to the origin, and there are finitely many simplices, so the search ends, at the exact answer.
#include <stdlib.h>

#include "exact_numbers.h"
#include "oracle3_parts.h"

typedef struct exact_point {
  mpz_t at[3];
} exact_point;

// Vertices in the world, multiplied by both squared quaternions.
typedef struct exact_hull {
  exact_point* point;
  uint32_t count;
} exact_hull;

// Units of the numbers: coordinates and radii in 2^length, the quaternion of A and of B in 2^turn[0] and 2^turn[1].
typedef struct exact_units {
  int length, turn[2];
} exact_units;

typedef struct exact_corner {
  exact_point point;
  uint32_t a, b;
} exact_corner;

// The nearest point of a simplex lies on the face `face` (bit set of corners); its squared distance is square[0] /
// square[1]; direction is a multiple, by some positive number, of the vector to it.
typedef struct exact_search {
  exact_hull a, b;
  exact_corner corner[4];
  uint32_t count, face;
  bool inside;
  exact_point direction;
  mpz_t square[2];
  exact_point e, f, n, p, q;        // temporaries
  mpz_t s, t, left, right, product; // temporaries
} exact_search;

// ---------------------------------------------------------------- vectors

static void point_init(exact_point* p) { mpz_inits(p->at[0], p->at[1], p->at[2], NULL); }
static void point_clear(exact_point* p) { mpz_clears(p->at[0], p->at[1], p->at[2], NULL); }

static void point_set(exact_point* out, const exact_point* p) {
  for (int k = 0; k < 3; ++k) mpz_set(out->at[k], p->at[k]);
}

static void point_sub(exact_point* out, const exact_point* p, const exact_point* q) {
  for (int k = 0; k < 3; ++k) mpz_sub(out->at[k], p->at[k], q->at[k]);
}

static void dot(mpz_t out, const exact_point* p, const exact_point* q) {
  mpz_mul(out, p->at[0], q->at[0]);
  mpz_addmul(out, p->at[1], q->at[1]);
  mpz_addmul(out, p->at[2], q->at[2]);
}

static void cross(exact_point* out, const exact_point* p, const exact_point* q) {
  for (int k = 0; k < 3; ++k) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    mpz_mul(out->at[k], p->at[i], q->at[j]);
    mpz_submul(out->at[k], p->at[j], q->at[i]);
  }
}

// ---------------------------------------------------------------- reading

// The exponent of the last bit of a float; `least` or that, whichever is less.
static int least_bit(float value, int least) {
  int exponent;
  if (value == 0) return least;
  float mantissa = frexpf(value, &exponent);
  int bit = exponent - 24;
  for (long whole = (long)ldexpf(mantissa, 24); whole % 2 == 0; whole /= 2) ++bit;
  return bit < least ? bit : least;
}

static int least_bits(const float* values, uint32_t count, int least) {
  for (uint32_t i = 0; i < count; ++i) least = least_bit(values[i], least);
  return least;
}

static exact_units read_units(const oracle3_body* a, const oracle3_body* b) {
  const oracle3_body* bodies[2] = {a, b};
  exact_units units = {.length = 100};
  for (int i = 0; i < 2; ++i) {
    units.turn[i] = least_bits(bodies[i]->pose + 3, 4, 100);
    units.length = least_bits(bodies[i]->pose, 3, units.length);
    units.length = least_bits(bodies[i]->vertices, 3 * bodies[i]->count, units.length);
    units.length = least_bit(bodies[i]->radius, units.length);
  }
  return units;
}

static void set_float(mpz_t out, float value, int unit) { mpz_set_d(out, ldexp((double)value, -unit)); }

static void squared_length(mpz_t out, const mpz_t* q) {
  mpz_mul(out, q[0], q[0]);
  for (int k = 1; k < 4; ++k) mpz_addmul(out, q[k], q[k]);
}

// |q|^2 times the rotation matrix: (w^2 - |u|^2) 1 + 2 u u^T + 2 w [u]x for q = (u, w).
static void read_matrix(mpz_t matrix[3][3], const mpz_t* q) {
  mpz_t diagonal;
  mpz_init(diagonal);
  mpz_mul(diagonal, q[3], q[3]);
  for (int k = 0; k < 3; ++k) mpz_submul(diagonal, q[k], q[k]);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      mpz_mul(matrix[i][j], q[i], q[j]);
      if (j == (i + 1) % 3) mpz_submul(matrix[i][j], q[3], q[(i + 2) % 3]);
      if (i == (j + 1) % 3) mpz_addmul(matrix[i][j], q[3], q[(j + 2) % 3]);
      mpz_mul_2exp(matrix[i][j], matrix[i][j], 1);
    }
    mpz_add(matrix[i][i], matrix[i][i], diagonal);
  }
  mpz_clear(diagonal);
}

// other: the squared quaternion of the other body.
static exact_hull place(const oracle3_body* body, const mpz_t* q, const mpz_t other, int unit) {
  exact_hull hull = {malloc(body->count * sizeof(exact_point)), body->count};
  mpz_t matrix[3][3], square, value;
  mpz_inits(square, value, NULL);
  for (int k = 0; k < 9; ++k) mpz_init(matrix[k / 3][k % 3]);
  read_matrix(matrix, q);
  squared_length(square, q);
  for (uint32_t i = 0; i < body->count; ++i) {
    exact_point* p = &hull.point[i];
    point_init(p);
    for (int k = 0; k < 3; ++k) {
      set_float(value, body->pose[k], unit);
      mpz_mul(p->at[k], value, square);
      for (int j = 0; j < 3; ++j) {
        set_float(value, body->vertices[3 * i + (uint32_t)j], unit);
        mpz_addmul(p->at[k], matrix[k][j], value);
      }
      mpz_mul(p->at[k], p->at[k], other);
    }
  }
  for (int k = 0; k < 9; ++k) mpz_clear(matrix[k / 3][k % 3]);
  mpz_clears(square, value, NULL);
  return hull;
}

static void hull_clear(exact_hull* hull) {
  for (uint32_t i = 0; i < hull->count; ++i) point_clear(&hull->point[i]);
  free(hull->point);
}

// ---------------------------------------------------------------- GJK

// Whether number / denominator is less than the best square so far, which it then replaces.
static bool is_nearer(exact_search* x, const mpz_t number, const mpz_t denominator) {
  mpz_mul(x->left, number, x->square[1]);
  mpz_mul(x->right, x->square[0], denominator);
  if (x->face != 0 && mpz_cmp(x->left, x->right) >= 0) return false;
  mpz_set(x->square[0], number);
  mpz_set(x->square[1], denominator);
  return true;
}

static void try_vertex(exact_search* x, uint32_t i) {
  const exact_point* p = &x->corner[i].point;
  dot(x->s, p, p);
  mpz_set_ui(x->t, 1);
  if (!is_nearer(x, x->s, x->t)) return;
  x->face = 1u << i;
  point_set(&x->direction, p);
}

static void try_edge(exact_search* x, uint32_t i, uint32_t j) {
  const exact_point* p = &x->corner[i].point;
  point_sub(&x->e, &x->corner[j].point, p);
  dot(x->t, &x->e, &x->e);
  dot(x->s, p, &x->e);
  mpz_neg(x->s, x->s);
  if (mpz_sgn(x->s) <= 0 || mpz_cmp(x->s, x->t) >= 0) return;
  for (int k = 0; k < 3; ++k) { // the foot, times t
    mpz_mul(x->f.at[k], p->at[k], x->t);
    mpz_addmul(x->f.at[k], x->e.at[k], x->s);
  }
  dot(x->product, &x->f, p); // t times its squared length
  if (!is_nearer(x, x->product, x->t)) return;
  x->face = 1u << i | 1u << j;
  point_set(&x->direction, &x->f);
}

// Whether n . (p x q) > 0.
static bool turns_left(exact_search* x, const exact_point* p, const exact_point* q) {
  cross(&x->p, p, q);
  dot(x->product, &x->n, &x->p);
  return mpz_sgn(x->product) > 0;
}

static void try_triangle(exact_search* x, uint32_t i, uint32_t j, uint32_t k) {
  const exact_point *a = &x->corner[i].point, *b = &x->corner[j].point, *c = &x->corner[k].point;
  point_sub(&x->e, b, a);
  point_sub(&x->f, c, a);
  cross(&x->n, &x->e, &x->f);
  if (!turns_left(x, a, b) || !turns_left(x, b, c) || !turns_left(x, c, a)) return;
  dot(x->s, &x->n, a);
  dot(x->t, &x->n, &x->n);
  int side = mpz_sgn(x->s);
  mpz_mul(x->s, x->s, x->s);
  if (!is_nearer(x, x->s, x->t)) return;
  x->face = 1u << i | 1u << j | 1u << k;
  for (int m = 0; m < 3; ++m) mpz_mul_si(x->direction.at[m], x->n.at[m], side);
}

// Whether the origin is strictly inside of the tetrahedron of the four corners.
static bool encloses_origin(exact_search* x) {
  for (uint32_t i = 0; i < 4; ++i) {
    const exact_point* a = &x->corner[(i + 1) % 4].point;
    point_sub(&x->e, &x->corner[(i + 2) % 4].point, a);
    point_sub(&x->f, &x->corner[(i + 3) % 4].point, a);
    cross(&x->n, &x->e, &x->f);
    point_sub(&x->q, &x->corner[i].point, a);
    dot(x->s, &x->n, &x->q);
    dot(x->t, &x->n, a);
    if (mpz_sgn(x->s) * mpz_sgn(x->t) >= 0) return false;
  }
  return true;
}

static void find_nearest(exact_search* x) {
  x->face = 0;
  x->inside = x->count == 4 && encloses_origin(x);
  if (x->inside) return;
  for (uint32_t i = 0; i < x->count; ++i) {
    try_vertex(x, i);
    for (uint32_t j = i + 1; j < x->count; ++j) {
      try_edge(x, i, j);
      for (uint32_t k = j + 1; k < x->count; ++k) try_triangle(x, i, j, k);
    }
  }
  x->inside = mpz_sgn(x->square[0]) == 0;
}

static void keep_only_face(exact_search* x) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->count; ++i) {
    if (!(x->face >> i & 1u)) continue;
    point_set(&x->corner[count].point, &x->corner[i].point);
    x->corner[count].a = x->corner[i].a;
    x->corner[count++].b = x->corner[i].b;
  }
  x->count = count;
}

// The vertex of a hull that is farthest along sign * direction.
static uint32_t support(exact_search* x, const exact_hull* hull, int sign) {
  uint32_t best = 0;
  for (uint32_t i = 0; i < hull->count; ++i) {
    dot(x->s, &hull->point[i], &x->direction);
    if (i > 0 && mpz_cmp(x->s, x->t) * sign <= 0) continue;
    mpz_set(x->t, x->s);
    best = i;
  }
  return best;
}

static void add_corner(exact_search* x, uint32_t a, uint32_t b) {
  exact_corner* w = &x->corner[x->count++];
  w->a = a;
  w->b = b;
  point_sub(&w->point, &x->a.point[a], &x->b.point[b]);
}

static void search(exact_search* x) {
  for (;;) {
    find_nearest(x);
    if (x->inside) return;
    keep_only_face(x);
    uint32_t a = support(x, &x->a, -1), b = support(x, &x->b, 1);
    // All corners of the face are as far along the direction as its nearest point: is w any nearer?
    point_sub(&x->q, &x->a.point[a], &x->b.point[b]);
    point_sub(&x->q, &x->q, &x->corner[0].point);
    dot(x->s, &x->q, &x->direction);
    if (mpz_sgn(x->s) >= 0) return;
    add_corner(x, a, b);
  }
}

// ---------------------------------------------------------------- the answer

// sqrt(square) / both squared quaternions, less the radii.
static oracle3_bounds conclude(exact_search* x, const mpz_t both, float radius_a, float radius_b, int unit) {
  mpf_t value, divisor;
  mpf_init2(value, MPF_BITS);
  mpf_init2(divisor, MPF_BITS);
  mpf_set_z(value, x->square[0]);
  mpf_set_z(divisor, x->square[1]);
  mpf_div(value, value, divisor);
  mpf_sqrt(value, value);
  mpf_set_z(divisor, both);
  mpf_div(value, value, divisor);
  set_float(x->s, radius_a, unit);
  set_float(x->t, radius_b, unit);
  mpz_add(x->s, x->s, x->t);
  mpf_set_z(divisor, x->s);
  mpf_sub(value, value, divisor);
  long double distance = ldexpl(to_long_double(value), unit);
  mpf_clear(value);
  mpf_clear(divisor);
  mpz_mul(x->s, x->s, both);
  mpz_mul(x->s, x->s, x->s);
  mpz_mul(x->s, x->s, x->square[1]);
  return (oracle3_bounds){distance, distance, mpz_cmp(x->square[0], x->s) <= 0};
}

enum { SEARCH_POINTS = 10 };

static void list_points(exact_search* x, exact_point* points[SEARCH_POINTS]) {
  for (int i = 0; i < 4; ++i) points[i] = &x->corner[i].point;
  points[4] = &x->direction;
  exact_point* const others[] = {&x->e, &x->f, &x->n, &x->p, &x->q};
  for (int i = 0; i < 5; ++i) points[5 + i] = others[i];
}

static void search_init(exact_search* x) {
  exact_point* points[SEARCH_POINTS];
  list_points(x, points);
  for (size_t i = 0; i < SEARCH_POINTS; ++i) point_init(points[i]);
  mpz_inits(x->square[0], x->square[1], x->s, x->t, x->left, x->right, x->product, NULL);
  x->count = 0;
}

static void search_clear(exact_search* x) {
  exact_point* points[SEARCH_POINTS];
  list_points(x, points);
  for (size_t i = 0; i < SEARCH_POINTS; ++i) point_clear(points[i]);
  mpz_clears(x->square[0], x->square[1], x->s, x->t, x->left, x->right, x->product, NULL);
  hull_clear(&x->a);
  hull_clear(&x->b);
}

oracle3_bounds oracle3_exact_from(const oracle3_body* a, const oracle3_body* b, const simplex3* start) {
  exact_search x;
  exact_units units = read_units(a, b);
  mpz_t q[2][4], square[2];
  search_init(&x);
  for (int i = 0; i < 2; ++i) {
    const oracle3_body* body = i == 0 ? a : b;
    mpz_init(square[i]);
    for (int k = 0; k < 4; ++k) mpz_init(q[i][k]);
    for (int k = 0; k < 4; ++k) set_float(q[i][k], body->pose[3 + k], units.turn[i]);
    squared_length(square[i], (const mpz_t*)q[i]);
  }
  x.a = place(a, (const mpz_t*)q[0], square[1], units.length);
  x.b = place(b, (const mpz_t*)q[1], square[0], units.length);
  for (uint32_t i = 0; i < start->count; ++i) add_corner(&x, start->corner[i].a, start->corner[i].b);
  search(&x);
  mpz_mul(square[0], square[0], square[1]);
  oracle3_bounds bounds = {-INFINITY, -(long double)a->radius - b->radius, true};
  if (!x.inside) bounds = conclude(&x, square[0], a->radius, b->radius, units.length);
  search_clear(&x);
  for (int i = 0; i < 2; ++i) {
    mpz_clear(square[i]);
    for (int k = 0; k < 4; ++k) mpz_clear(q[i][k]);
  }
  return bounds;
}

oracle3_bounds oracle3_exact(const oracle3_body* a, const oracle3_body* b) {
  const simplex3 start = {.count = 1};
  return oracle3_exact_from(a, b, &start);
}
