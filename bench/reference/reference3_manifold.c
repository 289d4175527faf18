// The manifold of a contact in space. Both shapes show a feature along the normal. Seen along it, faces have a convex
// polygon in common, or a face and an edge a stretch (Sutherland, Hodgman 1974); its corners, between the surfaces, are
// the points of the manifold, four at most. Of other features, and of curved cores, it is the middle of the witness
// points.
//
// The feature that a polyhedron shows is the face that is nearest to being across the normal, an edge, or a vertex.
// Hulls of the reference have no list of faces: those around the farthest vertex are found by wrapping a plane around
// its edges (Chand, Kapur 1970).
#include "reference3_pair.h"
#include "reference_bodies.h"

// ---------------------------------------------------------------- features

#define REF3_SHOWN 0.2       // tangent of the angle up to which a face or an edge counts as being across the direction
#define REF3_LEVEL 0.9999999 // cosine from which on no other face is looked for
#define REF3_COPLANAR 1e-6   // x bound: points this close to a plane are in it

typedef struct feature3 {
  uint16_t corner[LGJK_MAX_POINTS]; // in no order
  uint32_t count;                   // 1: a vertex; 2: an edge; else a face
  vec3 normal;                      // of a face; of an edge, across it and the nearest to the direction; unit
} feature3;

REF3_INLINE vec3 point_of(const ref3_shape* shape, uint32_t i) {
  return shape->kind == LGJK_SHAPE3_BOX ? box_point(shape, i) : hull_point(shape, i);
}

// The face on one side of the edge from v to the point u, seen from outside, the right one where side is 1 and the left
// one where it is -1: its unit normal, and a point of it beyond the edge; v where nothing is there. A plane through the
// edge that comes down from above, as d has it, meets the point that is the highest by how far out it is.
static inline uint32_t wrap(const ref3_shape* shape, uint32_t v, uint32_t u, vec3 d, double side, vec3* normal) {
  vec3 from = point_of(shape, v), e = sub(point_of(shape, u), from), across = cross(e, d);
  across = mul(side / sqrt(length2_of(across)), across);
  vec3 up = mul(side / sqrt(length2_of(e)), cross(across, e));
  double least = REF3_COPLANAR * (double)shape->bound, highest = 0.0, farthest_out = 0.0;
  uint32_t found = v;
  for (uint32_t i = 0; i < shape->count; ++i) {
    vec3 p = sub(point_of(shape, i), from);
    double out = dot(p, across), high = dot(p, up);
    if (i == u || !(out > least) || (found != v && high * farthest_out <= highest * out)) continue;
    found = i;
    highest = high;
    farthest_out = out;
  }
  vec3 n = sub(mul(farthest_out, up), mul(highest, across));
  if (found != v) *normal = mul(1.0 / sqrt(length2_of(n)), n);
  return found;
}

static inline uint32_t farthest_vertex(const ref3_shape* shape, vec3 d) {
  uint32_t best = 0;
  double most = dot(point_of(shape, 0), d);
  for (uint32_t i = 1; i < shape->count; ++i) {
    double height = dot(point_of(shape, i), d);
    if (height > most) most = height, best = i;
  }
  return best;
}

// A way down from a vertex: how far along d, and how far across it, squared.
typedef struct way_down {
  double fall, run2;
} way_down;

REF3_INLINE way_down way_to(const ref3_shape* shape, vec3 from, uint32_t i, vec3 d) {
  vec3 e = sub(point_of(shape, i), from);
  double fall = -dot(e, d);
  return (way_down){fall > 0.0 ? fall : 0.0, length2_of(e) - fall * fall};
}

REF3_INLINE bool is_flatter(way_down a, way_down b) { return a.fall * a.fall * b.run2 < b.fall * b.fall * a.run2; }

// The point to which the way down from v is the flattest: an edge leads there. v where all are steeper than `most`.
static inline uint32_t flattest_edge(const ref3_shape* shape, uint32_t v, vec3 d, way_down most) {
  uint32_t found = v;
  vec3 from = point_of(shape, v);
  for (uint32_t i = 0; i < shape->count; ++i) {
    way_down way = way_to(shape, from, i, d);
    if (i == v || !is_flatter(way, most)) continue;
    most = way;
    found = i;
  }
  return found;
}

// Walks around v from the edge to u, both ways, over faces whose edges are flatter than `most`; the least inclined of
// them that is above the cosine. False where there is none.
static inline bool find_face(const ref3_shape* shape, uint32_t v, uint32_t u, vec3 d, way_down most, double cosine,
                             vec3* normal) {
  bool found = false, around = false;
  for (double side = -1.0; side < 2.0 && !around; side += 2.0) {
    uint32_t at = u;
    for (uint32_t steps = 0; steps < shape->count && cosine < REF3_LEVEL; ++steps) {
      vec3 n = d;
      at = wrap(shape, v, at, d, side, &n);
      if (at == v) break;
      if (dot(n, d) > cosine) {
        cosine = dot(n, d);
        *normal = n;
        found = true;
      }
      around = at == u;
      if (around || !is_flatter(way_to(shape, point_of(shape, v), at, d), most)) break;
    }
  }
  return found;
}

// Along the unit vector d, in the frame of the shape, which has points.
static inline void find_feature(const ref3_shape* shape, vec3 d, feature3* out) {
  const way_down steepest = {REF3_SHOWN, 1.0 - REF3_SHOWN * REF3_SHOWN};
  uint32_t v = farthest_vertex(shape, d), u = flattest_edge(shape, v, d, steepest);
  vec3 from = point_of(shape, v);
  out->corner[0] = (uint16_t)v;
  out->count = 1;
  out->normal = d;
  if (u == v) return;
  if (find_face(shape, v, u, d, steepest, sqrt(steepest.run2), &out->normal)) {
    out->count = 0;
    for (uint32_t i = 0; i < shape->count; ++i) {
      double off = dot(out->normal, sub(point_of(shape, i), from));
      if (fabs(off) <= REF3_COPLANAR * (double)shape->bound) out->corner[out->count++] = (uint16_t)i;
    }
    return;
  }
  vec3 e = sub(point_of(shape, u), from), up = sub(d, mul(dot(d, e) / length2_of(e), e));
  out->corner[out->count++] = (uint16_t)u;
  out->normal = mul(1.0 / sqrt(length2_of(up)), up);
}

// ---------------------------------------------------------------- the manifold

enum { MOST_CUT = 2 * LGJK_MAX_POINTS };

static const double ONE = 1e-6; // x scale: points this close are one

// Axes around A's position: z along the normal from A to B.
typedef struct axes3 {
  vec3 x, y, z, origin;
} axes3;

typedef struct flat {
  double x, y;
} flat;

// A feature as seen along z, counter-clockwise, and the plane that its surface is in.
typedef struct patch {
  flat corner[MOST_CUT];
  uint32_t count;
  vec3 point, normal; // of the plane, in the axes
  double lift;        // how far rounding raises the surface above the plane, along z
} patch;

// A corner of what both have in common.
typedef struct place3 {
  flat at;
  double separation, middle;
  uint32_t id;
} place3;

static vec3 vector_of(const float v[3]) { return (vec3){(double)v[0], (double)v[1], (double)v[2]}; }

static double turn_of(flat a, flat b, flat c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static vec3 in_axes(const axes3* axes, vec3 v) { return (vec3){dot(axes->x, v), dot(axes->y, v), dot(axes->z, v)}; }

static axes3 axes_of(const ref3_body* a, const ref3_answer* contact) {
  axes3 axes = {.z = vector_of(contact->normal), .origin = vector_of(a->pose)};
  axes.z = mul(1.0 / sqrt(length2_of(axes.z)), axes.z);
  vec3 other = fabs(axes.z.x) < 0.6 ? (vec3){1.0, 0.0, 0.0} : (vec3){0.0, 1.0, 0.0};
  axes.x = cross(other, axes.z);
  axes.x = mul(1.0 / sqrt(length2_of(axes.x)), axes.x);
  axes.y = cross(axes.z, axes.x);
  return axes;
}

// ---------------------------------------------------------------- patches

// An angle around the middle that grows from 0 to 4 with the true one.
static double order_of(flat p, flat middle) {
  double x = p.x - middle.x, y = p.y - middle.y, share = x / (fabs(x) + fabs(y) + 1e-300);
  return y < 0.0 ? 3.0 + share : 1.0 - share;
}

static void sort_around(patch* p) {
  flat middle = {0.0, 0.0};
  for (uint32_t i = 0; i < p->count; ++i) {
    middle.x += p->corner[i].x / p->count;
    middle.y += p->corner[i].y / p->count;
  }
  for (uint32_t i = 1; i < p->count; ++i) {
    flat c = p->corner[i];
    uint32_t k = i;
    for (; k > 0 && order_of(p->corner[k - 1], middle) > order_of(c, middle); --k) p->corner[k] = p->corner[k - 1];
    p->corner[k] = c;
  }
}

// What the body shows along z, or against it where side is -1. False where it has no points.
static bool show(const ref3_body* body, const axes3* axes, double side, patch* out) {
  feature3 f;
  if (body->shape->count == 0) return false;
  rotation turn = rotation_of(body->pose);
  find_feature(body->shape, rotate(inverse(turn), mul(side, axes->z)), &f);
  vec3 position = sub(vector_of(body->pose), axes->origin);
  out->count = f.count;
  out->normal = in_axes(axes, rotate(turn, f.normal));
  out->lift = (double)body->radius / out->normal.z;
  for (uint32_t i = 0; i < f.count; ++i) {
    vec3 p = in_axes(axes, add(position, rotate(turn, point_of(body->shape, f.corner[i]))));
    out->corner[i] = (flat){p.x, p.y};
    if (i == 0) out->point = p;
  }
  sort_around(out);
  return true;
}

static double height_at(const patch* p, flat at) {
  double off = p->normal.x * (at.x - p->point.x) + p->normal.y * (at.y - p->point.y);
  return p->point.z - off / p->normal.z + p->lift;
}

// Cuts off what is right of the line from a to b, by more than `one`.
static void cut(patch* p, flat a, flat b, double one) {
  flat kept[MOST_CUT];
  uint32_t count = 0;
  double least = -one * sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  for (uint32_t i = 0; i < p->count; ++i) {
    flat c = p->corner[i], next = p->corner[i + 1 < p->count ? i + 1 : 0];
    double here = turn_of(a, b, c), there = turn_of(a, b, next);
    if (here >= least && count < MOST_CUT) kept[count++] = c;
    if ((here >= least) == (there >= least) || count == MOST_CUT) continue;
    double t = here / (here - there);
    kept[count++] = (flat){c.x + t * (next.x - c.x), c.y + t * (next.y - c.y)};
  }
  for (uint32_t i = 0; i < count; ++i) p->corner[i] = kept[i];
  p->count = count;
}

// ---------------------------------------------------------------- places

static bool is_listed(const place3* list, uint32_t count, flat at, double one) {
  for (uint32_t i = 0; i < count; ++i) {
    double x = list[i].at.x - at.x, y = list[i].at.y - at.y;
    if (x * x + y * y <= one * one) return true;
  }
  return false;
}

// The corners of what two patches have in common, of a separation up to `slack`; the deepest first. None is deeper than
// the shapes are: a plane raised by rounding is, where it ends.
static uint32_t find_places(const patch* a, const patch* b, double distance, double slack, double one, place3* list) {
  const patch *clip = a->count > 2 ? a : b, *subject = a->count > 2 ? b : a;
  patch common = *subject;
  uint32_t count = 0;
  for (uint32_t i = 0; i < clip->count; ++i)
    cut(&common, clip->corner[i], clip->corner[i + 1 < clip->count ? i + 1 : 0], one);
  for (uint32_t i = 0; i < common.count; ++i) {
    flat at = common.corner[i];
    double low = height_at(a, at), high = height_at(b, at);
    if (high - low > slack || is_listed(list, count, at, one)) continue;
    list[count] = (place3){at, fmax(high - low, distance), 0.5 * (low + high), i};
    if (list[count].separation < list[0].separation) {
      place3 deeper = list[count];
      list[count] = list[0];
      list[0] = deeper;
    }
    ++count;
  }
  return count;
}

// How much a place adds to the first `chosen`: its distance from a point, from a line, or beyond a triangle's sides.
static double gain_of(const place3* list, uint32_t chosen, flat at) {
  flat a = list[0].at, b = list[1].at, c = list[2].at;
  if (chosen == 1) return (at.x - a.x) * (at.x - a.x) + (at.y - a.y) * (at.y - a.y);
  if (chosen == 2) return fabs(turn_of(a, b, at));
  double side = turn_of(a, b, c) < 0.0 ? -1.0 : 1.0;
  return fmax(-side * turn_of(a, b, at), fmax(-side * turn_of(b, c, at), -side * turn_of(c, a, at)));
}

// Brings the four that span the most to the front, each the best beside those before it.
static uint32_t choose(place3* list, uint32_t count) {
  if (count <= 4) return count;
  for (uint32_t chosen = 1; chosen < 4; ++chosen) {
    uint32_t best = chosen;
    for (uint32_t i = chosen + 1; i < count; ++i) {
      if (gain_of(list, chosen, list[i].at) > gain_of(list, chosen, list[best].at)) best = i;
    }
    place3 next = list[best];
    list[best] = list[chosen];
    list[chosen] = next;
  }
  return 4;
}

static void put_point(const axes3* axes, const place3* place, lgjk_manifold_point3* out) {
  vec3 across = add(mul(place->at.x, axes->x), mul(place->at.y, axes->y));
  vec3 p = add(axes->origin, add(across, mul(place->middle, axes->z)));
  *out = (lgjk_manifold_point3){{(float)p.x, (float)p.y, (float)p.z}, (float)place->separation, place->id};
}

static lgjk_manifold_point3 middle_of(const ref3_answer* contact) {
  lgjk_manifold_point3 out = {.separation = contact->distance, .id = 0xffffffffu};
  for (int k = 0; k < 3; ++k) {
    out.position[k] = (float)(0.5 * ((double)contact->point[0][k] + (double)contact->point[1][k]));
  }
  return out;
}

void ref3_manifold(const ref3_body* a, const ref3_body* b, const ref3_answer* contact, lgjk_manifold3* out) {
  patch on_a, on_b;
  place3 list[MOST_CUT];
  uint32_t count = 0;
  axes3 axes = axes_of(a, contact);
  double scale = (double)a->shape->bound + (double)a->radius + (double)b->shape->bound + (double)b->radius +
                 sqrt(length2_of(sub(vector_of(b->pose), axes.origin))),
         slack = REF3_TOUCH * scale;
  *out = (lgjk_manifold3){.normal = {contact->normal[0], contact->normal[1], contact->normal[2]}};
  if ((double)contact->distance > slack) return;
  if (show(a, &axes, 1.0, &on_a) && show(b, &axes, -1.0, &on_b) && on_a.count > 1 && on_b.count > 1 &&
      on_a.count + on_b.count > 4) {
    count = find_places(&on_a, &on_b, (double)contact->distance, slack, ONE * scale, list);
  }
  if (count == 0 || list[0].separation > (double)contact->distance + 16.0 * slack) {
    out->points[out->count++] = middle_of(contact);
    count = count < 4 ? count : 3;
  }
  count = choose(list, count);
  for (uint32_t i = 0; i < count && out->count < 4; ++i) put_point(&axes, &list[i], &out->points[out->count++]);
}
