// The expanding polytope (van den Bergen 2001) in long double: a closed surface of triangles with corners in D grows by
// support points beyond its nearest triangle. The answer trusts nothing of that growth: if the surface that is left
// winds once around the origin (by the sum of solid angles), the ball about the origin up to its nearest triangle lies
// in D, and the signed distance is at most minus its radius, even where roundoff has dented the surface.
#include <stdlib.h>
#include <string.h>

#include "oracle3_parts.h"

enum { MOST_CORNERS = 1000, MOST_FACES = 4 * MOST_CORNERS, NONE = UINT32_MAX };

static const long double CURVED_GAP = 1e-10L; // of the scale

typedef struct face3 {
  uint32_t corner[3]; // counter-clockwise from outside
  uint32_t across[3]; // the face beyond the edge from corner k to the next
  bool alive, visible;
  vec nearest; // to the origin
  long double distance;
} face3;

typedef struct polytope3 {
  vec corner[MOST_CORNERS];
  face3 face[MOST_FACES];
  uint32_t corner_count, face_count, free_count;
  uint32_t free_face[MOST_FACES], stack[MOST_FACES];
  uint32_t fan_from[MOST_CORNERS]; // of the new faces: which begins its horizon edge at this corner
} polytope3;

// ---------------------------------------------------------------- a tetrahedron to start from

static vec any_perpendicular(vec u) {
  vec axis = fabsl(u.x) <= fabsl(u.y) && fabsl(u.x) <= fabsl(u.z) ? (vec){1, 0, 0}
             : fabsl(u.y) <= fabsl(u.z)                           ? (vec){0, 1, 0}
                                                                  : (vec){0, 0, 1};
  return vec_cross(u, axis);
}

static long double measure(const simplex3* s, vec w) {
  vec p = s->corner[0].point, q = vec_sub(w, p);
  if (s->count == 1) return vec_length(q);
  vec e = vec_sub(s->corner[1].point, p), across = vec_cross(e, q);
  if (s->count == 2) return vec_length(across) / vec_length(e);
  vec n = vec_cross(e, vec_sub(s->corner[2].point, p));
  return fabsl(vec_dot(n, q)) / vec_length(n);
}

// Adds the support point farthest from the simplex among those along some directions across it. False where D does not
// leave the simplex's point, line or plane.
static bool extend(difference3* d, simplex3* s) {
  vec direction[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  uint32_t count = 3;
  if (s->count > 1) {
    vec e = vec_sub(s->corner[1].point, s->corner[0].point);
    direction[0] = any_perpendicular(e);
    direction[1] = vec_cross(e, direction[0]);
    count = 2;
    if (s->count == 3) direction[0] = vec_cross(e, vec_sub(s->corner[2].point, s->corner[0].point));
    if (s->count == 3) count = 1;
  }
  long double most = 16 * d->error;
  corner3 best = {.a = NONE};
  for (uint32_t k = 0; k < 2 * count; ++k) {
    vec u = direction[k / 2];
    corner3 w = difference3_support(d, vec_scale(u, (k % 2 ? -1 : 1) / vec_length(u)));
    if (measure(s, w.point) > most) {
      most = measure(s, w.point);
      best = w;
    }
  }
  if (best.a == NONE) return false;
  s->corner[s->count++] = best;
  return true;
}

// ---------------------------------------------------------------- faces

static void set_nearest(const polytope3* p, face3* f) {
  f->nearest = oracle3_nearest_on_triangle(p->corner[f->corner[0]], p->corner[f->corner[1]], p->corner[f->corner[2]]);
  f->distance = vec_length(f->nearest);
}

static vec normal_of(const polytope3* p, const face3* f) {
  vec a = p->corner[f->corner[0]];
  return vec_cross(vec_sub(p->corner[f->corner[1]], a), vec_sub(p->corner[f->corner[2]], a));
}

static void begin(polytope3* p, const simplex3* s) {
  // Across edge k of face f lies the face that has the same two corners the other way round.
  static const uint32_t corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  static const uint32_t across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  p->corner_count = p->face_count = 4;
  p->free_count = 0;
  for (uint32_t i = 0; i < 4; ++i) p->corner[i] = s->corner[i].point;
  vec a = p->corner[0], n = vec_cross(vec_sub(p->corner[1], a), vec_sub(p->corner[2], a));
  if (vec_dot(n, vec_sub(p->corner[3], a)) > 0) {
    vec swapped = p->corner[1];
    p->corner[1] = p->corner[2];
    p->corner[2] = swapped;
  }
  for (uint32_t i = 0; i < 4; ++i) {
    face3* f = &p->face[i];
    *f = (face3){.alive = true};
    memcpy(f->corner, corners[i], sizeof f->corner);
    memcpy(f->across, across[i], sizeof f->across);
    set_nearest(p, f);
  }
}

static face3* nearest_face(polytope3* p) {
  face3* best = NULL;
  for (uint32_t i = 0; i < p->face_count; ++i) {
    face3* f = &p->face[i];
    if (f->alive && (best == NULL || f->distance < best->distance)) best = f;
  }
  return best;
}

static bool is_beyond(const polytope3* p, const face3* f, vec w, long double error) {
  vec n = normal_of(p, f);
  return vec_dot(n, vec_sub(w, p->corner[f->corner[0]])) > error * vec_length(n);
}

// Marks the faces that w sees, from face `first` on; their numbers are on the stack.
static uint32_t mark_visible(polytope3* p, uint32_t first, vec w, long double error) {
  uint32_t count = 1;
  p->stack[0] = first;
  p->face[first].visible = true;
  for (uint32_t i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k) {
      face3* next = &p->face[p->face[p->stack[i]].across[k]];
      if (next->visible || !is_beyond(p, next, w, error)) continue;
      next->visible = true;
      p->stack[count++] = (uint32_t)(next - p->face);
    }
  }
  return count;
}

static uint32_t new_face(polytope3* p) {
  if (p->free_count > 0) return p->free_face[--p->free_count];
  return p->face_count < MOST_FACES ? p->face_count++ : NONE;
}

// The face from one edge of the horizon to the new corner; linked to the face outside, not yet to its neighbours.
static bool add_fan_face(polytope3* p, uint32_t from, uint32_t to, uint32_t apex, uint32_t outside) {
  uint32_t number = new_face(p);
  if (number == NONE || p->fan_from[from] != NONE) return false;
  face3* f = &p->face[number];
  *f = (face3){.corner = {from, to, apex}, .across = {outside, NONE, NONE}, .alive = true};
  set_nearest(p, f);
  p->fan_from[from] = number;
  face3* beyond = &p->face[outside];
  for (int k = 0; k < 3; ++k) {
    if (beyond->corner[k] == to && beyond->corner[(k + 1) % 3] == from) beyond->across[k] = number;
  }
  return true;
}

static bool link_fan(polytope3* p, uint32_t apex) {
  bool any = false;
  for (uint32_t i = 0; i < apex; ++i) {
    if (p->fan_from[i] == NONE) continue;
    face3* f = &p->face[p->fan_from[i]];
    uint32_t next = p->fan_from[f->corner[1]];
    if (next == NONE) return false;
    f->across[1] = next;
    p->face[next].across[2] = p->fan_from[i];
    any = true;
  }
  return any;
}

// Replaces what w sees by the fan from its rim to w. False where the rim is no simple loop: the surface is broken then.
static bool expand(polytope3* p, uint32_t first, vec w, long double error) {
  uint32_t apex = p->corner_count++, visible = mark_visible(p, first, w, error);
  p->corner[apex] = w;
  for (uint32_t i = 0; i < apex; ++i) p->fan_from[i] = NONE;
  for (uint32_t i = 0; i < visible; ++i) {
    const face3 f = p->face[p->stack[i]];
    for (int k = 0; k < 3; ++k) {
      if (p->face[f.across[k]].visible) continue;
      if (!add_fan_face(p, f.corner[k], f.corner[(k + 1) % 3], apex, f.across[k])) return false;
    }
  }
  for (uint32_t i = 0; i < visible; ++i) {
    p->face[p->stack[i]].alive = p->face[p->stack[i]].visible = false;
    p->free_face[p->free_count++] = p->stack[i];
  }
  return link_fan(p, apex);
}

// ---------------------------------------------------------------- the certificate

// Solid angle of a face as seen from the origin (van Oosterom, Strackee 1983), in units of the whole sphere.
static long double solid_angle(const polytope3* p, const face3* f) {
  vec a = p->corner[f->corner[0]], b = p->corner[f->corner[1]], c = p->corner[f->corner[2]];
  long double la = vec_length(a), lb = vec_length(b), lc = vec_length(c);
  long double below = la * lb * lc + vec_dot(a, b) * lc + vec_dot(b, c) * la + vec_dot(c, a) * lb;
  return atan2l(vec_dot(a, vec_cross(b, c)), below) / 6.283185307179586476925L;
}

static bool winds_once(const polytope3* p) {
  long double sum = 0;
  for (uint32_t i = 0; i < p->face_count; ++i) {
    if (p->face[i].alive) sum += solid_angle(p, &p->face[i]);
  }
  return fabsl(sum - 1) < 0.01L;
}

static bool has_corner(const polytope3* p, vec w) {
  for (uint32_t i = 0; i < p->corner_count; ++i) {
    vec q = p->corner[i];
    if (q.x == w.x && q.y == w.y && q.z == w.z) return true;
  }
  return false;
}

// Looks for a corner beyond the face along u, and grows there. False where there is none; *broken where that failed.
static bool grow_along(difference3* d, polytope3* p, face3* f, vec u, bool* broken) {
  long double length = vec_length(u);
  if (!(length > 0) || p->corner_count == MOST_CORNERS) return false;
  vec w = difference3_support(d, vec_scale(u, 1 / length)).point;
  if (!is_beyond(p, f, w, d->error) || has_corner(p, w)) return false;
  *broken = !expand(p, (uint32_t)(f - p->face), w, d->error);
  return !*broken;
}

static long double grow(difference3* d, polytope3* p) {
  bool curved = d->a.body->count == 0 || d->b.body->count == 0, broken = false;
  long double tolerance = curved ? CURVED_GAP * d->scale : d->error;
  face3* f = nearest_face(p);
  // Of a large face the vector to its nearest point says best where outside is, of one close to the origin the normal.
  while (-d->lower - f->distance > tolerance &&
         (grow_along(d, p, f, f->nearest, &broken) || (!broken && grow_along(d, p, f, normal_of(p, f), &broken)))) {
    f = nearest_face(p);
  }
  if (broken) return INFINITY;
  return f->distance > 4 * d->error && winds_once(p) ? -f->distance : f->distance;
}

long double oracle3_depth(difference3* d, const simplex3* simplex) {
  simplex3 s = *simplex;
  while (s.count < 4) {
    if (!extend(d, &s)) return 0;
  }
  polytope3* p = malloc(sizeof *p);
  begin(p, &s);
  long double upper = grow(d, p);
  free(p);
  return upper;
}
