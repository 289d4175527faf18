// GJK (Gilbert, Johnson, Keerthi 1988) in long double. The nearest point of a simplex is found by trying all its
// vertices, edges and faces: slow, but there is no case to get wrong. What it returns needs no trust in how it was
// found: a point of D is an upper bound of the distance, a support plane a lower one.
#include "oracle3_parts.h"

enum { MOST_STEPS = 2000 };

static const long double CURVED_GAP = 1e-11L; // of the scale: when bounds about curved cores count as met

// What was nearest among the faces of a simplex.
typedef struct nearest3 {
  vec point;
  vec direction; // from the origin to it, or the normal of its face; not of unit length
  long double square;
  uint32_t face; // bit set of corners
} nearest3;

static void offer(nearest3* best, vec point, vec direction, uint32_t face) {
  long double square = vec_dot(point, point);
  if (square < best->square) *best = (nearest3){point, direction, square, face};
}

static void offer_edge(nearest3* best, vec a, vec b, uint32_t face) {
  vec e = vec_sub(b, a);
  long double length2 = vec_dot(e, e), along = -vec_dot(a, e);
  if (!(along > 0 && along < length2)) return;
  // From the nearer end: the other one's rounding would be larger.
  vec x = along + along < length2 ? vec_add(a, vec_scale(e, along / length2))
                                  : vec_add(b, vec_scale(e, (along - length2) / length2));
  offer(best, x, x, face);
}

// The point is put together from the corners, so that it is one of D even where the triangle is a sliver with a poor
// normal.
static void offer_triangle(nearest3* best, vec a, vec b, vec c, uint32_t face) {
  vec n = vec_cross(vec_sub(b, a), vec_sub(c, a));
  long double square = vec_dot(n, n);
  if (!(square > 0)) return;
  long double height = vec_dot(n, a);
  vec foot = vec_scale(n, height / square);
  vec p = vec_sub(a, foot), q = vec_sub(b, foot), r = vec_sub(c, foot);
  long double of_a = vec_dot(n, vec_cross(q, r)), of_b = vec_dot(n, vec_cross(r, p)),
              of_c = vec_dot(n, vec_cross(p, q));
  if (!(of_a >= 0 && of_b >= 0 && of_c >= 0)) return;
  long double sum = of_a + of_b + of_c;
  vec x = vec_add(vec_add(vec_scale(a, of_a / sum), vec_scale(b, of_b / sum)), vec_scale(c, of_c / sum));
  offer(best, x, height < 0 ? vec_scale(n, -1) : n, face);
}

vec oracle3_nearest_on_triangle(vec a, vec b, vec c) {
  nearest3 best = {.square = INFINITY};
  offer(&best, a, a, 1);
  offer(&best, b, b, 2);
  offer(&best, c, c, 4);
  offer_edge(&best, a, b, 3);
  offer_edge(&best, b, c, 6);
  offer_edge(&best, c, a, 5);
  offer_triangle(&best, a, b, c, 7);
  return best.point;
}

// Whether the origin is strictly on the fourth corner's side of the face of the other three.
static bool inner_side(const corner3* corner, uint32_t fourth) {
  vec p[3];
  for (uint32_t k = 0; k < 3; ++k) p[k] = corner[(fourth + 1 + k) % 4].point;
  vec n = vec_cross(vec_sub(p[1], p[0]), vec_sub(p[2], p[0]));
  long double to_fourth = vec_dot(n, vec_sub(corner[fourth].point, p[0])), to_origin = -vec_dot(n, p[0]);
  return (to_fourth > 0 && to_origin > 0) || (to_fourth < 0 && to_origin < 0);
}

static bool encloses_origin(const simplex3* s) {
  if (s->count < 4) return false;
  for (uint32_t k = 0; k < 4; ++k) {
    if (!inner_side(s->corner, k)) return false;
  }
  return true;
}

static nearest3 nearest_of(const simplex3* s) {
  nearest3 best = {.square = INFINITY};
  const corner3* c = s->corner;
  for (uint32_t i = 0; i < s->count; ++i) {
    offer(&best, c[i].point, c[i].point, 1u << i);
    for (uint32_t j = i + 1; j < s->count; ++j) {
      offer_edge(&best, c[i].point, c[j].point, 1u << i | 1u << j);
      for (uint32_t k = j + 1; k < s->count; ++k) {
        offer_triangle(&best, c[i].point, c[j].point, c[k].point, 1u << i | 1u << j | 1u << k);
      }
    }
  }
  return best;
}

static void keep_only(simplex3* s, uint32_t face) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->count; ++i) {
    if (face >> i & 1u) s->corner[count++] = s->corner[i];
  }
  s->count = count;
}

static bool has_corner(const simplex3* s, const corner3* w) {
  for (uint32_t i = 0; i < s->count; ++i) {
    vec p = s->corner[i].point, q = w->point;
    if (p.x == q.x && p.y == q.y && p.z == q.z) return true;
  }
  return false;
}

static vec first_direction(const difference3* d) {
  long double length = vec_length(d->offset);
  return length > 0 ? vec_scale(d->offset, -1 / length) : (vec){1, 0, 0};
}

long double oracle3_gjk(difference3* d, simplex3* simplex) {
  bool curved = d->a.body->count == 0 || d->b.body->count == 0;
  long double tolerance = curved ? CURVED_GAP * d->scale : d->error, upper = INFINITY;
  *simplex = (simplex3){.corner = {difference3_support(d, first_direction(d))}, .count = 1};
  for (int step = 0; step < MOST_STEPS; ++step) {
    if (encloses_origin(simplex)) return 0;
    nearest3 near = nearest_of(simplex);
    long double distance = sqrtl(near.square);
    keep_only(simplex, near.face);
    if (!(distance < upper)) break;
    upper = distance;
    if (upper <= 4 * d->error) break;
    corner3 w = difference3_support(d, vec_scale(near.direction, -1 / vec_length(near.direction)));
    if (upper - d->lower <= tolerance || has_corner(simplex, &w)) break;
    simplex->corner[simplex->count++] = w;
  }
  return upper;
}
