// Both shapes show a feature along the normal. Seen along it, faces have a convex polygon in common, or a face and an
// edge a stretch (Sutherland, Hodgman 1974); its corners, between the surfaces, are the points of the manifold, four at
// most. Of other features, and of curved cores, it is the middle of the witness points.
#include "reference3_manifold.h"

#include "reference3_feature.h"

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
