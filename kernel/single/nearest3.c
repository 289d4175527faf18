#include "single/nearest3.h"

#include "single/vec3.h"

// A way: the ray from a vertex of the difference through the origin.
typedef struct through_origin {
  lgjk_vec3 from, from_a; // the vertex, and A's vertex of it
  lgjk_vec3 common;       // a point of both hulls, if the way meets a face behind the origin
} through_origin;

typedef struct two_hulls {
  lgjk_vec3 a[LGJK_NEAREST3_VERTICES], b[LGJK_NEAREST3_VERTICES]; // around A's position
  uint32_t count_a, count_b;
  double gap;
  through_origin* way; // faces are tested for meeting this way; NULL: for being the nearest feature
} two_hulls;

static uint32_t place_vertices(const lgjk_solid3* solid, lgjk_vec3 v[LGJK_NEAREST3_VERTICES]) {
  const uint32_t count = solid->shape->count;
  const float* each = solid->pool + solid->shape->pool;
  for (uint32_t i = 0; i < count; ++i, each += 3) {
    const lgjk_vec3 p = {(double)each[0], (double)each[1], (double)each[2]};
    v[i] = vec3_add(vec3_turn(solid->turn, p), vec3_of(solid->position));
  }
  return count;
}

// Returns whether no vertex is farther along d than `height`.
static bool holds_all(const lgjk_vec3* v, uint32_t count, lgjk_vec3 d, double height) {
  for (uint32_t i = 0; i < count; ++i) {
    if (vec3_dot(v[i], d) > height) return false;
  }
  return true;
}

// Returns whether y, of the feature whose first pair is (i, j), is within the gap as near as the support plane along d.
static bool is_proved(const two_hulls* h, lgjk_vec3 y, lgjk_vec3 d, uint32_t i, uint32_t j) {
  const double slack = h->gap * vec3_length(d);
  const lgjk_vec3 w = vec3_sub(h->a[i], h->b[j]), back = vec3_neg(d);
  if (!(slack > 0.0) || vec3_length(y) * vec3_length(d) + vec3_dot(w, d) > slack) return false;
  return holds_all(h->a, h->count_a, d, vec3_dot(h->a[i], d) + slack) &&
         holds_all(h->b, h->count_b, back, vec3_dot(h->b[j], back) + slack);
}

// Tries a feature of one or two pairs.
static bool try_edge(const two_hulls* h, const lgjk_nearest3* f) {
  const lgjk_vec3 w = vec3_sub(h->a[f->a[0]], h->b[f->b[0]]);
  if (f->count == 1) return is_proved(h, w, vec3_neg(w), f->a[0], f->b[0]);
  const lgjk_vec3 e = vec3_sub(vec3_sub(h->a[f->a[1]], h->b[f->b[1]]), w);
  const double square = vec3_square(e), t = -vec3_dot(w, e);
  if (!(t > 0.0 && t < square)) return false;
  return is_proved(h, vec3_ahead(w, e, t / square), vec3_cross(vec3_cross(w, e), e), f->a[0], f->b[0]);
}

// A face: its first vertex w, the edges to the two others, its normal n, and n . n.
typedef struct laid_face {
  lgjk_vec3 w, e1, e2, n;
  double over;
} laid_face;

static laid_face lay_face(const two_hulls* h, const lgjk_nearest3* f) {
  laid_face face = {.w = vec3_sub(h->a[f->a[0]], h->b[f->b[0]])};
  face.e1 = vec3_sub(vec3_sub(h->a[f->a[1]], h->b[f->b[1]]), face.w);
  face.e2 = vec3_sub(vec3_sub(h->a[f->a[2]], h->b[f->b[2]]), face.w);
  face.n = vec3_cross(face.e1, face.e2);
  face.over = vec3_square(face.n);
  return face;
}

// Finds the weights t1 and t2, times `over`, of a point's foot on the face's plane, and returns whether the foot is
// within the face. `w`: the face's first vertex as seen from that point.
static bool lies_within(const laid_face* face, lgjk_vec3 w, bool crossing, double slack, double* t1, double* t2) {
  const double least = -slack * face->over, most = face->over - least;
  *t1 = vec3_dot(vec3_cross(face->e2, w), face->n);
  *t2 = vec3_dot(vec3_cross(w, face->e1), face->n);
  return *t1 > least && *t2 > least && *t1 < most && *t2 < most && (crossing || *t1 + *t2 < most);
}

// Returns whether the way meets the face, at the origin or behind it, so that the difference holds the origin.
static bool meets_way(const two_hulls* h, const lgjk_nearest3* f, const laid_face* face, bool crossing) {
  through_origin* way = h->way;
  const double rise = vec3_dot(way->from, face->n), size = vec3_length(way->from) * vec3_length(face->n);
  if (!(vec3_magnitude(rise) > LGJK_NEAREST3_GAP * size)) return false;
  const double behind = -vec3_dot(face->w, face->n) / rise; // over the vertex's distance from the origin
  double t1, t2;
  if (!(behind >= 0.0)) return false;
  if (!lies_within(face, vec3_ahead(face->w, way->from, behind), crossing, LGJK_NEAREST3_GAP, &t1, &t2)) return false;
  const lgjk_vec3 a = h->a[f->a[0]], a1 = vec3_sub(h->a[f->a[1]], a), a2 = vec3_sub(h->a[f->a[2]], a);
  const lgjk_vec3 met = vec3_ahead(vec3_ahead(a, a1, t1 / face->over), a2, t2 / face->over);
  way->common = vec3_scale(vec3_ahead(met, way->from_a, behind), 1.0 / (1.0 + behind));
  return true;
}

static bool try_face(const two_hulls* h, const lgjk_nearest3* f, bool crossing) {
  const laid_face face = lay_face(h, f);
  double t1, t2;
  if (h->way != NULL) return meets_way(h, f, &face, crossing);
  if (!lies_within(&face, face.w, crossing, 0.0, &t1, &t2)) return false;
  const lgjk_vec3 y = vec3_ahead(vec3_ahead(face.w, face.e1, t1 / face.over), face.e2, t2 / face.over);
  return is_proved(h, y, vec3_dot(face.n, face.w) > 0.0 ? vec3_neg(face.n) : face.n, f->a[0], f->b[0]);
}

// Returns the feature of `count` vertices i of one hull, each with vertex j of the other. `swapped`: i are B's.
static lgjk_nearest3 of_one(bool swapped, uint32_t count, const uint32_t i[3], uint32_t j) {
  lgjk_nearest3 f = {.count = count};
  for (uint32_t n = 0; n < 3; ++n) {
    f.a[n] = swapped ? j : i[n];
    f.b[n] = swapped ? i[n] : j;
  }
  return f;
}

// Tries all features of `count` vertices of one hull, each with the same vertex of the other.
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

static void place_hulls(const lgjk_solid3* a, const lgjk_solid3* b, two_hulls* h) {
  h->count_a = place_vertices(a, h->a);
  h->count_b = place_vertices(b, h->b);
}

static bool try_faces(const two_hulls* h, lgjk_nearest3* out) {
  return try_fans(h, false, 3, out) || try_fans(h, true, 3, out) || try_crossings(h, out);
}

bool lgjk_nearest3_find(const lgjk_solid3* a, const lgjk_solid3* b, double scale, lgjk_nearest3* out) {
  two_hulls h = {.gap = LGJK_NEAREST3_GAP * scale};
  place_hulls(a, b, &h);
  return try_vertices(&h, out) || try_fans(&h, false, 2, out) || try_fans(&h, true, 2, out) || try_faces(&h, out);
}

// The difference holds the origin if a way through it meets a face behind it. Ways from several vertices are tried: one
// may go through the edge of a face that is too thin to have a sign.
bool lgjk_common3_find(const lgjk_solid3* a, const lgjk_solid3* b, double point[3]) {
  through_origin way;
  two_hulls h = {.way = &way};
  lgjk_nearest3 face;
  place_hulls(a, b, &h);
  for (uint32_t i = 0; i < h.count_a; ++i) {
    way.from_a = h.a[i];
    way.from = vec3_sub(h.a[i], h.b[0]);
    if (!try_faces(&h, &face)) continue;
    vec3_store(point, way.common);
    return true;
  }
  return false;
}
