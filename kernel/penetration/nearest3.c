#include "penetration/nearest3.h"

#include "penetration/vec3.h"

typedef struct two_hulls {
  lgjk_vec3 a[LGJK_NEAREST3_VERTICES], b[LGJK_NEAREST3_VERTICES]; // around A's position
  uint32_t count_a, count_b;
  double gap;
} two_hulls;

static uint32_t place_vertices(const lgjk_solid3* solid, lgjk_vec3 v[LGJK_NEAREST3_VERTICES]) {
  const double* r = solid->turn;
  const uint32_t count = solid->shape->count;
  const float* each = solid->pool + solid->shape->pool;
  for (uint32_t i = 0; i < count; ++i, each += 3) {
    const lgjk_vec3 p = {(double)each[0], (double)each[1], (double)each[2]};
    v[i].x = r[0] * p.x + r[1] * p.y + r[2] * p.z + solid->position[0];
    v[i].y = r[3] * p.x + r[4] * p.y + r[5] * p.z + solid->position[1];
    v[i].z = r[6] * p.x + r[7] * p.y + r[8] * p.z + solid->position[2];
  }
  return count;
}

// Whether no vertex is farther along d than `height`.
static bool holds_all(const lgjk_vec3* v, uint32_t count, lgjk_vec3 d, double height) {
  for (uint32_t i = 0; i < count; ++i) {
    if (vec3_dot(v[i], d) > height) return false;
  }
  return true;
}

// Whether y, of the feature whose first pair is (i, j), is as near as the support plane along d, within the gap.
static bool is_proved(const two_hulls* h, lgjk_vec3 y, lgjk_vec3 d, uint32_t i, uint32_t j) {
  const double slack = h->gap * vec3_length(d);
  const lgjk_vec3 w = vec3_sub(h->a[i], h->b[j]), back = vec3_neg(d);
  if (!(slack > 0.0) || vec3_length(y) * vec3_length(d) + vec3_dot(w, d) > slack) return false;
  return holds_all(h->a, h->count_a, d, vec3_dot(h->a[i], d) + slack) &&
         holds_all(h->b, h->count_b, back, vec3_dot(h->b[j], back) + slack);
}

// Of one or two vertices.
static bool try_edge(const two_hulls* h, const lgjk_nearest3* f) {
  const lgjk_vec3 w = vec3_sub(h->a[f->a[0]], h->b[f->b[0]]);
  if (f->count == 1) return is_proved(h, w, vec3_neg(w), f->a[0], f->b[0]);
  const lgjk_vec3 e = vec3_sub(vec3_sub(h->a[f->a[1]], h->b[f->b[1]]), w);
  const double square = vec3_square(e), t = -vec3_dot(w, e);
  if (!(t > 0.0 && t < square)) return false;
  return is_proved(h, vec3_ahead(w, e, t / square), vec3_cross(vec3_cross(w, e), e), f->a[0], f->b[0]);
}

static bool try_face(const two_hulls* h, const lgjk_nearest3* f, bool crossing) {
  const lgjk_vec3 w = vec3_sub(h->a[f->a[0]], h->b[f->b[0]]);
  const lgjk_vec3 e1 = vec3_sub(vec3_sub(h->a[f->a[1]], h->b[f->b[1]]), w);
  const lgjk_vec3 e2 = vec3_sub(vec3_sub(h->a[f->a[2]], h->b[f->b[2]]), w), n = vec3_cross(e1, e2);
  const double over = vec3_square(n);
  const double t1 = vec3_dot(vec3_cross(e2, w), n), t2 = vec3_dot(vec3_cross(w, e1), n);
  if (!(t1 > 0.0 && t2 > 0.0 && t1 < over && t2 < over && (crossing || t1 + t2 < over))) return false;
  const lgjk_vec3 y = vec3_ahead(vec3_ahead(w, e1, t1 / over), e2, t2 / over);
  return is_proved(h, y, vec3_dot(n, w) > 0.0 ? vec3_neg(n) : n, f->a[0], f->b[0]);
}

// Of vertices i <= k of one hull and j of the other. swapped: i and k are B's.
static lgjk_nearest3 of_one(bool swapped, uint32_t count, const uint32_t i[3], uint32_t j) {
  lgjk_nearest3 f = {.count = count};
  for (uint32_t n = 0; n < 3; ++n) {
    f.a[n] = swapped ? j : i[n];
    f.b[n] = swapped ? i[n] : j;
  }
  return f;
}

// Pairs of `count` vertices of one hull, from the first in i on, with one of the other.
static bool try_fans(const two_hulls* h, bool swapped, uint32_t count, lgjk_nearest3* out) {
  const uint32_t many = swapped ? h->count_b : h->count_a, others = swapped ? h->count_a : h->count_b;
  for (uint32_t i = 0; i < many; ++i) {
    for (uint32_t k = i + 1; k < many; ++k) {
      for (uint32_t l = count == 3 ? k + 1 : many - 1; l < many; ++l) {
        for (uint32_t j = 0; j < others; ++j) {
          *out = of_one(swapped, count, (uint32_t[3]){i, k, l}, j);
          if (count == 3 ? try_face(h, out, false) : try_edge(h, out)) return true;
        }
      }
    }
  }
  return false;
}

static bool try_crossings(const two_hulls* h, lgjk_nearest3* out) {
  for (uint32_t i = 0; i < h->count_a; ++i) {
    for (uint32_t k = i + 1; k < h->count_a; ++k) {
      for (uint32_t j = 0; j < h->count_b; ++j) {
        for (uint32_t l = j + 1; l < h->count_b; ++l) {
          *out = (lgjk_nearest3){.count = 3, .a = {i, k, i}, .b = {j, j, l}};
          if (try_face(h, out, true)) return true;
        }
      }
    }
  }
  return false;
}

static bool try_vertices(const two_hulls* h, lgjk_nearest3* out) {
  for (uint32_t i = 0; i < h->count_a; ++i) {
    for (uint32_t j = 0; j < h->count_b; ++j) {
      *out = of_one(false, 1, (uint32_t[3]){i, i, i}, j);
      if (try_edge(h, out)) return true;
    }
  }
  return false;
}

bool lgjk_nearest3_find(const lgjk_solid3* a, const lgjk_solid3* b, double scale, lgjk_nearest3* out) {
  two_hulls h = {.gap = LGJK_NEAREST3_GAP * scale};
  h.count_a = place_vertices(a, h.a);
  h.count_b = place_vertices(b, h.b);
  return try_vertices(&h, out) || try_fans(&h, false, 2, out) || try_fans(&h, true, 2, out) ||
         try_fans(&h, false, 3, out) || try_fans(&h, true, 3, out) || try_crossings(&h, out);
}
