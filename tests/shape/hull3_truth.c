#include "hull3_truth.h"

#include <gmp.h>
#include <math.h>

// One more than there are points: a point off the plane of a flat hull.
#define HELPER TRUTH3_MOST_POINTS

static mpz_t exact[TRUTH3_MOST_POINTS + 1][3];
static double rounded[TRUTH3_MOST_POINTS + 1][3];
static mpz_t u[3], v[3], w[3], n[3], left, right;

static void for_each(void (*change)(mpz_ptr)) {
  for (uint32_t i = 0; i <= TRUTH3_MOST_POINTS; ++i) {
    for (int k = 0; k < 3; ++k) change(exact[i][k]);
  }
  for (int k = 0; k < 3; ++k) change(u[k]), change(v[k]), change(w[k]), change(n[k]);
  change(left);
  change(right);
}

static void initialise(mpz_ptr x) { mpz_init(x); }
static void clear(mpz_ptr x) { mpz_clear(x); }

void truth3_begin(void) { for_each(initialise); }
void truth3_end(void) { for_each(clear); }

static void to_exact(mpz_t out, float x) { mpz_set_d(out, ldexp((double)x, 149)); }

void truth3_load(const lgjk_point3* p, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const float x[3] = {p[i].x, p[i].y, p[i].z};
    for (int k = 0; k < 3; ++k) {
      to_exact(exact[i][k], x[k]);
      rounded[i][k] = (double)x[k];
    }
  }
}

static void difference(mpz_t* out, uint32_t to, uint32_t from) {
  for (int k = 0; k < 3; ++k) mpz_sub(out[k], exact[to][k], exact[from][k]);
}

static void cross(mpz_t* out, mpz_t* p, mpz_t* q) {
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    mpz_mul(out[k], p[i], q[j]);
    mpz_submul(out[k], p[j], q[i]);
  }
}

static void dot(mpz_t out, mpz_t* p, mpz_t* q) {
  mpz_mul(out, p[0], q[0]);
  mpz_addmul(out, p[1], q[1]);
  mpz_addmul(out, p[2], q[2]);
}

static int sign(int x) { return (x > 0) - (x < 0); }

// The sign where doubles leave no doubt, with a margin a hundred times what they need; else 0.
static int obvious_side(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const double *o = rounded[a], *p = rounded[b], *q = rounded[c], *r = rounded[d];
  double sum = 0.0, size = 0.0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double one = (p[i] - o[i]) * (q[j] - o[j]), other = (p[j] - o[j]) * (q[i] - o[i]);
    sum += (one - other) * (r[k] - o[k]);
    size += (fabs(one) + fabs(other)) * fabs(r[k] - o[k]);
  }
  return fabs(sum) > 1e-13 * size ? (sum > 0.0) - (sum < 0.0) : 0;
}

int truth3_side(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  difference(u, b, a);
  difference(v, c, a);
  difference(w, d, a);
  cross(n, u, v);
  dot(left, n, w);
  return mpz_sgn(left);
}

static int side(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const int obvious = obvious_side(a, b, c, d);
  return obvious != 0 ? obvious : truth3_side(a, b, c, d);
}

bool truth3_collinear(uint32_t a, uint32_t b, uint32_t c) {
  difference(u, b, a);
  difference(v, c, a);
  cross(n, u, v);
  return mpz_sgn(n[0]) == 0 && mpz_sgn(n[1]) == 0 && mpz_sgn(n[2]) == 0;
}

bool truth3_on_segment(uint32_t a, uint32_t b, uint32_t c) {
  if (!truth3_collinear(a, b, c)) return false;
  difference(u, a, c);
  difference(v, b, c);
  dot(left, u, v);
  return mpz_sgn(left) <= 0;
}

bool truth3_coplanar(uint32_t count) {
  for (uint32_t i = 3; i < count; ++i) {
    if (side(0, 1, 2, i) != 0) return false;
  }
  return true;
}

// ---------------------------------------------------------------- polygons and faces

// Marks the ends of every pair of points of a plane that has all others strictly on one side, in the plane; `off` is a
// point off it.
static void mark_corners(const uint32_t* in_plane, uint32_t count, uint32_t off, bool* extreme) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t j = i + 1; j < count; ++j) {
      int seen[3] = {0, 0, 0};
      for (uint32_t k = 0; k < count && seen[1] + (seen[0] && seen[2]) == 0; ++k) {
        if (k != i && k != j) seen[1 + side(in_plane[i], in_plane[j], in_plane[k], off)] = 1;
      }
      if (seen[1] + (seen[0] && seen[2]) == 0) extreme[in_plane[i]] = extreme[in_plane[j]] = true;
    }
  }
}

// If no point is on the one side of a, b, c and some are on the other: those in the plane, and one that is off it.
static uint32_t touching(uint32_t a, uint32_t b, uint32_t c, uint32_t count, uint32_t* in_plane, int* inside,
                         uint32_t* off) {
  uint32_t found = 0;
  *inside = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const int s = i == a || i == b || i == c ? 0 : side(a, b, c, i);
    if (s == 0) {
      in_plane[found++] = i;
    } else if (*inside == -s) {
      return 0;
    } else {
      *inside = s;
      *off = i;
    }
  }
  return *inside != 0 ? found : 0;
}

uint32_t truth3_faces(uint32_t count, truth3_face* faces, bool* extreme) {
  static uint32_t in_plane[TRUTH3_MOST_POINTS];
  uint32_t face_count = 0;
  for (uint32_t i = 0; i < count; ++i) extreme[i] = false;
  for (uint32_t a = 0; a < count; ++a) {
    for (uint32_t b = a + 1; b < count; ++b) {
      for (uint32_t c = b + 1; c < count; ++c) {
        int inside;
        uint32_t off = a;
        const uint32_t found = touching(a, b, c, count, in_plane, &inside, &off);
        // Each plane once: from its three first points.
        if (found < 3 || in_plane[0] != a || in_plane[1] != b || in_plane[2] != c) continue;
        mark_corners(in_plane, found, off, extreme);
        if (face_count == TRUTH3_MOST_FACES) return face_count;
        faces[face_count++] = inside < 0 ? (truth3_face){a, b, c} : (truth3_face){a, c, b};
      }
    }
  }
  return face_count;
}

bool truth3_inside(truth3_face face, uint32_t i) { return side(face.a, face.b, face.c, i) <= 0; }

bool truth3_flat_hull(uint32_t count, uint32_t all) {
  int axis = 0;
  for (; axis < 3; ++axis) { // away from the first point, along an axis that leaves the plane
    for (int k = 0; k < 3; ++k) mpz_set(exact[HELPER][k], exact[0][k]);
    mpz_add_ui(exact[HELPER][axis], exact[HELPER][axis], 1);
    if (truth3_side(0, 1, 2, HELPER) != 0) break;
  }
  if (axis == 3) return false;
  for (int k = 0; k < 3; ++k) rounded[HELPER][k] = NAN; // nothing is obvious about this point
  // In a convex polygon each vertex is the start of one directed edge that has all else on its left.
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t edges = 0;
    for (uint32_t j = 0; j < count; ++j) {
      bool edge = j != i;
      for (uint32_t k = 0; k < count && edge; ++k) {
        edge = k == i || k == j || truth3_side(i, j, k, HELPER) > 0;
      }
      for (uint32_t k = count; k < all && edge; ++k) {
        if (truth3_side(0, 1, 2, k) != 0 || truth3_side(i, j, k, HELPER) < 0) return false;
      }
      edges += edge;
    }
    if (edges != 1) return false;
  }
  return true;
}

// ---------------------------------------------------------------- lengths

int truth3_compare_length(uint32_t i, float f) {
  dot(left, exact[i], exact[i]);
  to_exact(right, f);
  mpz_mul(right, right, right);
  return sign(mpz_cmp(left, right));
}

int truth3_compare_distance(truth3_face face, float f, double* distance) {
  difference(u, face.b, face.a);
  difference(v, face.c, face.a);
  cross(n, u, v);
  dot(left, n, exact[face.a]);
  if (mpz_sgn(left) <= 0) return -2;
  dot(right, n, n);
  *distance = ldexp(mpz_get_d(left) / sqrt(mpz_get_d(right)), -149);
  to_exact(w[0], f);
  mpz_mul(w[0], w[0], w[0]);
  mpz_mul(right, right, w[0]);
  mpz_mul(left, left, left);
  return sign(mpz_cmp(left, right));
}

uint32_t truth3_certainly_extreme(uint32_t count) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; ++i) {
    bool highest = true;
    for (uint32_t j = 0; j < count && highest; ++j) {
      if (j == i) continue;
      difference(u, i, j);
      dot(left, u, exact[i]);
      highest = mpz_sgn(left) > 0;
    }
    found += highest;
  }
  return found;
}

void truth3_normal(truth3_face face, double normal[3]) {
  difference(u, face.b, face.a);
  difference(v, face.c, face.a);
  cross(n, u, v);
  mpz_set_ui(left, 0);
  for (int k = 0; k < 3; ++k) mpz_addmul(left, n[k], n[k]);
  long length_exponent, exponent;
  const double length = mpz_get_d_2exp(&length_exponent, left);
  for (int k = 0; k < 3; ++k) {
    const double part = mpz_get_d_2exp(&exponent, n[k]); // two exponents: a length may be beyond a double
    normal[k] = ldexp(part / sqrt(length_exponent % 2 ? 2.0 * length : length),
                      (int)(exponent - (length_exponent - length_exponent % 2) / 2));
  }
}
