// Bounds of the signed distance, the exact answer where they do not do, and the scale and the band of a pair.
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle3_parts.h"

static const long double MET = 1e-10L;   // of the scale: when bounds of polyhedra count as met
static const long double SLENDER = 1e3L; // the aspect up to which polyhedra are held to the tighter band
static const long double FLAT = 1e-12L;  // of the length: what float coordinates can't distinguish from 0

// ---------------------------------------------------------------- support points

// Support points of the Minkowski difference of two cores.
// An ellipsoid rolls freely in the ball of its longest, and a ball of its least radius of curvature in it, so this ball
// is taken off first and put back as rounding: two concentric balls would otherwise need a million corners.
static const long double ROUNDOFF = 64; // of a support point, in roundings of the scale

static vec column(const float* m, int k) { return (vec){m[k], m[3 + k], m[6 + k]}; }

// Turns columns p and q, which may lie askew, into two that are perpendicular and span the same ellipse (Jacobi,
// one-sided).
static bool make_perpendicular(vec* p, vec* q) {
  long double pp = vec_dot(*p, *p), qq = vec_dot(*q, *q), pq = vec_dot(*p, *q);
  if (fabsl(pq) <= 1e-19L * sqrtl(pp * qq)) return false;
  long double tau = (qq - pp) / (2 * pq);
  long double t = (tau >= 0 ? 1 : -1) / (fabsl(tau) + sqrtl(1 + tau * tau)), c = 1 / sqrtl(1 + t * t), s = c * t;
  vec old = *p;
  *p = vec_sub(vec_scale(old, c), vec_scale(*q, s));
  *q = vec_add(vec_scale(old, s), vec_scale(*q, c));
  return true;
}

void oracle3_semi_axes(const float* matrix, long double* longest, long double* shortest) {
  vec axis[3] = {column(matrix, 0), column(matrix, 1), column(matrix, 2)};
  for (int sweep = 0; sweep < 40; ++sweep) {
    bool changed = make_perpendicular(&axis[0], &axis[1]);
    changed = make_perpendicular(&axis[0], &axis[2]) || changed;
    changed = make_perpendicular(&axis[1], &axis[2]) || changed;
    if (!changed) break;
  }
  *longest = *shortest = vec_length(axis[0]);
  for (int k = 1; k < 3; ++k) {
    *longest = fmaxl(*longest, vec_length(axis[k]));
    *shortest = fminl(*shortest, vec_length(axis[k]));
  }
}

static void read_rotation(vec* columns, const float* pose) {
  long double x = pose[3], y = pose[4], z = pose[5], w = pose[6];
  long double n = x * x + y * y + z * z + w * w, s = 2 / n;
  columns[0] = (vec){1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
  columns[1] = (vec){s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
  columns[2] = (vec){s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
}

static vec combine(const vec* columns, vec p) {
  return vec_add(vec_add(vec_scale(columns[0], p.x), vec_scale(columns[1], p.y)), vec_scale(columns[2], p.z));
}

static void read_core(core3* core, const oracle3_body* body) {
  core->body = body;
  core->rolling = 0;
  read_rotation(core->column, body->pose);
  if (body->count == 0 && body->kind == LGJK_SHAPE3_ELLIPSOID) {
    long double longest, shortest;
    oracle3_semi_axes(body->matrix, &longest, &shortest);
    // A hair less, so that what remains is convex in spite of roundoff.
    core->rolling = shortest / longest * shortest * (1 - 0x1p-50L);
  }
  for (uint32_t i = 0; i < body->count; ++i) {
    const float* v = body->vertices + 3 * i;
    core->turned[i] = combine(core->column, (vec){v[0], v[1], v[2]});
  }
}

void difference3_read(difference3* d, const oracle3_body* a, const oracle3_body* b) {
  read_core(&d->a, a);
  read_core(&d->b, b);
  d->offset = (vec){(long double)a->pose[0] - b->pose[0], (long double)a->pose[1] - b->pose[1],
                    (long double)a->pose[2] - b->pose[2]};
  d->scale = oracle3_scale(a, b);
  d->error = ROUNDOFF * oracle3_epsilon() * d->scale;
  d->lower = -INFINITY;
}

// Of the cylinder of radius and half height 1, or of the cone with its apex at z = 1 and its base at z = -1.
static vec support_round(uint32_t kind, vec u) {
  long double across = sqrtl(u.x * u.x + u.y * u.y);
  if (kind == LGJK_SHAPE3_CONE && u.z + u.z >= across) return (vec){0, 0, 1};
  long double z = kind == LGJK_SHAPE3_CONE || u.z < 0 ? -1 : 1;
  return across > 0 ? (vec){u.x / across, u.y / across, z} : (vec){0, 0, z};
}

static vec support_curved(const core3* core, vec direction) {
  const float* m = core->body->matrix;
  const vec columns[3] = {column(m, 0), column(m, 1), column(m, 2)};
  vec u = {vec_dot(core->column[0], direction), vec_dot(core->column[1], direction),
           vec_dot(core->column[2], direction)};
  vec back = {vec_dot(columns[0], u), vec_dot(columns[1], u), vec_dot(columns[2], u)};
  bool ball = core->body->kind == LGJK_SHAPE3_ELLIPSOID;
  vec p = ball ? vec_scale(back, 1 / vec_length(back)) : support_round(core->body->kind, back);
  return combine(core->column, vec_sub(combine(columns, p), vec_scale(u, core->rolling)));
}

static uint32_t support_vertex(const core3* core, vec u) {
  uint32_t best = 0;
  long double most = -INFINITY;
  for (uint32_t i = 0; i < core->body->count; ++i) {
    long double along = vec_dot(core->turned[i], u);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

static vec support_core(const core3* core, vec u, uint32_t* index) {
  *index = 0;
  if (core->body->count == 0) return support_curved(core, u);
  *index = support_vertex(core, u);
  return core->turned[*index];
}

corner3 difference3_support(difference3* d, vec u) {
  corner3 corner;
  vec p = support_core(&d->a, u, &corner.a), q = support_core(&d->b, vec_scale(u, -1), &corner.b);
  corner.point = vec_add(d->offset, vec_sub(p, q));
  d->lower = fmaxl(d->lower, -vec_dot(corner.point, u));
  return corner;
}

// ---------------------------------------------------------------- the distance

// GJK (Gilbert, Johnson, Keerthi 1988) in long double. The nearest point of a simplex is found by trying all its
// vertices, edges and faces: slow, but there is no case to get wrong. What it returns needs no trust in how it was
// found: a point of D is an upper bound of the distance, a support plane a lower one.
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

// ---------------------------------------------------------------- bounds

static oracle3_bounds bound(difference3* d, simplex3* simplex) {
  const oracle3_body *a = d->a.body, *b = d->b.body;
  long double upper = oracle3_gjk(d, simplex);
  if (upper <= 4 * d->error) upper = fminl(upper, oracle3_depth(d, simplex));
  long double rounding = d->a.rolling + d->b.rolling + a->radius + b->radius;
  long double lower = d->lower - d->error - rounding;
  upper += d->error - rounding;
  return (oracle3_bounds){lower, upper, lower + upper <= 0};
}

// Of polyhedra the exact answer, not below what is proved.
static oracle3_bounds exact_from(const oracle3_body* a, const oracle3_body* b, const simplex3* start,
                                 const oracle3_bounds* proved) {
  oracle3_bounds exact = oracle3_exact_from(a, b, start);
  exact.lower = fmaxl(exact.lower, proved->lower);
  return exact;
}

// A tetrahedron of a needle's corners may seem to hold an origin that a support plane has proved to be outside.
static bool is_noise(const oracle3_body* a, const oracle3_body* b, const oracle3_bounds* bounds) {
  return bounds->lower > bounds->upper && a->count != 0 && b->count != 0;
}

oracle3_bounds oracle3_bounded(const oracle3_body* a, const oracle3_body* b) {
  difference3 d;
  simplex3 simplex;
  difference3_read(&d, a, b);
  const oracle3_bounds bounds = bound(&d, &simplex);
  return is_noise(a, b, &bounds) ? exact_from(a, b, &simplex, &bounds) : bounds;
}

oracle3_bounds oracle3_signed_distance(const oracle3_body* a, const oracle3_body* b) {
  difference3 d;
  simplex3 simplex;
  difference3_read(&d, a, b);
  oracle3_bounds bounds = bound(&d, &simplex);
  if (a->count == 0 || b->count == 0) return bounds;
  if (is_noise(a, b, &bounds)) return exact_from(a, b, &simplex, &bounds);
  if (bounds.upper <= 0) return (oracle3_bounds){bounds.lower, bounds.upper, true};
  if (bounds.lower > 0 && bounds.upper - bounds.lower <= MET * d.scale) {
    return (oracle3_bounds){bounds.lower, bounds.upper, false};
  }
  return exact_from(a, b, &simplex, &bounds);
}

long double oracle3_outside(const oracle3_body* body, const float* point) {
  static const float origin[3] = {0, 0, 0};
  oracle3_body spot = {.vertices = origin, .count = 1, .pose = {point[0], point[1], point[2], 0, 0, 0, 1}};
  oracle3_bounds bounds = oracle3_bounded(body, &spot);
  return bounds.upper < 0 ? bounds.upper : (bounds.lower + bounds.upper) / 2;
}

// ---------------------------------------------------------------- scale and band

static vec vertex(const oracle3_body* body, uint32_t i) {
  const float* v = body->vertices + 3 * i;
  return (vec){v[0], v[1], v[2]};
}

// |matrix (x, y, 1)| over the rim of the cylinder, which is as far as its points get: from several starts, each point
// is replaced by the support along itself, which is farther, until that is no farther.
static long double rim_radius(const float* m) {
  const vec x = {m[0], m[3], m[6]}, y = {m[1], m[4], m[7]}, z = {m[2], m[5], m[8]};
  long double most = 0;
  for (int start = 0; start < 8; ++start) {
    long double c = start < 4 ? 1 - start / 2 * 2 : 0.8L * (1 - start / 2 % 2 * 2);
    long double s = start < 4 ? 0 : 0.6L * (1 - start % 2 * 2);
    long double here = -1, there = 0;
    for (int step = 0; step < 60 && there > here; ++step) {
      const vec p = vec_add(z, vec_add(vec_scale(x, c), vec_scale(y, s)));
      here = there;
      there = vec_dot(p, p);
      most = fmaxl(most, there);
      const long double along = vec_dot(p, x), across = vec_dot(p, y), length = hypotl(along, across);
      if (!(length > 0)) break;
      c = along / length;
      s = across / length;
    }
  }
  return sqrtl(most);
}

static long double core_radius(const oracle3_body* body) {
  long double most = 0, least;
  if (body->count == 0 && body->kind != LGJK_SHAPE3_ELLIPSOID) return rim_radius(body->matrix);
  if (body->count == 0) {
    oracle3_semi_axes(body->matrix, &most, &least);
    return most;
  }
  for (uint32_t i = 0; i < body->count; ++i) most = fmaxl(most, vec_dot(vertex(body, i), vertex(body, i)));
  return sqrtl(most);
}

long double oracle3_scale(const oracle3_body* a, const oracle3_body* b) {
  vec offset = {(long double)a->pose[0] - b->pose[0], (long double)a->pose[1] - b->pose[1],
                (long double)a->pose[2] - b->pose[2]};
  return core_radius(a) + a->radius + core_radius(b) + b->radius + vec_length(offset);
}

static vec across_line(vec p, vec e) {
  long double square = vec_dot(e, e);
  return square > 0 ? vec_sub(p, vec_scale(e, vec_dot(p, e) / square)) : p;
}

long double oracle3_aspect(const oracle3_body* body) {
  vec origin, edge = {0, 0, 0}, side = {0, 0, 0};
  if (body->count < 3) return 1;
  origin = vertex(body, 0);
  for (uint32_t i = 1; i < body->count; ++i) {
    vec p = vec_sub(vertex(body, i), origin);
    if (vec_dot(p, p) > vec_dot(edge, edge)) edge = p;
  }
  for (uint32_t i = 1; i < body->count; ++i) {
    vec p = across_line(vec_sub(vertex(body, i), origin), edge);
    if (vec_dot(p, p) > vec_dot(side, side)) side = p;
  }
  vec normal = vec_cross(edge, side);
  long double length = vec_length(edge), width = vec_length(side), least = 0, most = 0;
  if (width <= FLAT * length) return 1;
  for (uint32_t i = 1; i < body->count; ++i) {
    long double height = vec_dot(normal, vec_sub(vertex(body, i), origin));
    least = fminl(least, height);
    most = fmaxl(most, height);
  }
  long double thickness = (most - least) / vec_length(normal);
  return length / (thickness > FLAT * length ? fminl(thickness, width) : width);
}

long double oracle3_band(const oracle3_body* a, const oracle3_body* b) {
  bool slender = oracle3_aspect(a) > SLENDER || oracle3_aspect(b) > SLENDER;
  bool curved = a->count == 0 || b->count == 0;
  return (slender ? 1e-5L : curved ? 2e-6L : 4e-7L) * oracle3_scale(a, b);
}
