// Builds the convex hull of float32 points in space by gift wrapping (Chand and Kapur 1970) with exact orientation
// tests. Each face is found whole, as a polygon of all points in its plane. A monotone chain keeps the extreme ones,
// and the rest are dropped. So coplanar, collinear and coincident points need no perturbation and no tolerance, and the
// result is the set of extreme points itself.
//
// Seen along a hull edge a, b, all points lie within half a turn, so "farther around" orders them. The farthest span
// the face that has the directed edge a to b. The work ends with the 257th vertex, which bounds it.
#include "shape/hull3.h"

#include <stdbool.h>
#include <string.h>

#include "base/fpcontrol.h"

// ---------------------------------------------------------------- projections along an axis

// Drops coordinate `axis`. Points of a plane that does not contain the axis keep their order under sorting.
static lgjk_point2 project(lgjk_point3 p, int axis) {
  if (axis == 2) return (lgjk_point2){p.x, p.y};
  return axis == 1 ? (lgjk_point2){p.x, p.z} : (lgjk_point2){p.y, p.z};
}

// These test the triangle a, b, c projected along an axis.
static int orient_along(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c, int axis) {
  return lgjk_orient2(project(a, axis), project(b, axis), project(c, axis));
}

static double area_along(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c, int axis) {
  return lgjk_area2(project(a, axis), project(b, axis), project(c, axis));
}

// Returns whether three points are on a line. Exact.
static bool is_collinear(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c) {
  return orient_along(a, b, c, 2) == 0 && orient_along(a, b, c, 1) == 0 && orient_along(a, b, c, 0) == 0;
}

// ---------------------------------------------------------------- on which side of a plane a point lies

// A volume in double decides where its rounding cannot matter, else an exact one.

static double magnitude(double x) { return x > -x ? x : -x; }

lgjk_plane3 lgjk_plane3_through(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c) {
  const double ux = (double)b.x - (double)a.x, vx = (double)c.x - (double)a.x;
  const double uy = (double)b.y - (double)a.y, vy = (double)c.y - (double)a.y;
  const double uz = (double)b.z - (double)a.z, vz = (double)c.z - (double)a.z;
  const double yz = uy * vz, zy = uz * vy, zx = uz * vx, xz = ux * vz, xy = ux * vy, yx = uy * vx;
  const lgjk_plane3 plane = {
      a,
      b,
      c,
      {yz - zy, zx - xz, xy - yx},
      {magnitude(yz) + magnitude(zy), magnitude(zx) + magnitude(xz), magnitude(xy) + magnitude(yx)}};
  return plane;
}

// Writes sign * p . (q x r) as twelve doubles.
static void triple_product(double sign, lgjk_point3 p, lgjk_point3 q, lgjk_point3 r, double* terms) {
  const double x = sign * (double)p.x, y = sign * (double)p.y, z = sign * (double)p.z;
  lgjk_exact_product(x * (double)q.y, r.z, terms);
  lgjk_exact_product(-x * (double)q.z, r.y, terms + 2);
  lgjk_exact_product(y * (double)q.z, r.x, terms + 4);
  lgjk_exact_product(-y * (double)q.x, r.z, terms + 6);
  lgjk_exact_product(z * (double)q.x, r.y, terms + 8);
  lgjk_exact_product(-z * (double)q.y, r.x, terms + 10);
}

// Returns (b - a) x (c - a) . (d - a), computed from the coordinates themselves. Their differences are not exact;
// products of three are, as two doubles each (no underflow: 2^-447).
static double exact_volume(const lgjk_plane3* plane, lgjk_point3 d) {
  const lgjk_point3 a = plane->a, b = plane->b, c = plane->c;
  double terms[48];
  triple_product(1.0, b, c, d, terms);
  triple_product(-1.0, a, c, d, terms + 12);
  triple_product(1.0, a, b, d, terms + 24);
  triple_product(-1.0, a, b, c, terms + 36);
  return lgjk_exact_sum(terms, 48);
}

// A term of the volume is rounded eight times on its way into the sum, by 2^-53 of a spread times an offset each.
// Sixteen leave room for the roundings of the bound itself.
#define FILTER 0x1p-49

int lgjk_plane3_side(const lgjk_plane3* plane, lgjk_point3 d) {
  const double x = (double)d.x - (double)plane->a.x;
  const double y = (double)d.y - (double)plane->a.y;
  const double z = (double)d.z - (double)plane->a.z;
  const double volume = plane->normal[0] * x + plane->normal[1] * y + plane->normal[2] * z;
  const double size =
      plane->spread[0] * magnitude(x) + plane->spread[1] * magnitude(y) + plane->spread[2] * magnitude(z);
  if (volume > FILTER * size) return 1;
  if (volume < -FILTER * size) return -1;
  const double exact = exact_volume(plane, d);
  return (exact > 0.0) - (exact < 0.0);
}

// Returns the distance from the origin to the plane of three vertices, or 0 if the origin is not strictly inside.
// Rounded values serve if cancellation has left 24 bits of the volume, and with them of the normal.
static double plane_distance(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c) {
  const lgjk_plane3 plane = lgjk_plane3_through(a, b, c);
  const double x = (double)a.x, y = (double)a.y, z = (double)a.z;
  double n[3] = {plane.normal[0], plane.normal[1], plane.normal[2]};
  double volume = n[0] * x + n[1] * y + n[2] * z;
  const double size =
      (plane.spread[0] + plane.spread[1] + plane.spread[2]) * (magnitude(x) + magnitude(y) + magnitude(z));
  if (magnitude(volume) < 0x1p24 * FILTER * size) {
    volume = -exact_volume(&plane, (lgjk_point3){0.0f, 0.0f, 0.0f});
    for (int axis = 0; axis < 3; ++axis) n[axis] = area_along(a, b, c, axis);
  }
  return volume > 0.0 ? volume / lgjk_sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) : 0.0;
}

// ---------------------------------------------------------------- the state of the wrapping

#define MOST_EDGES (3 * LGJK_MAX_POINTS - 6) // edges of a convex polyhedron; each has two directions
#define UNSEEN UINT32_MAX
#define DROPPED (UINT32_MAX - 1)

// The state of the wrapping. Points are named by their place in sorted order.
typedef struct wrapping {
  const lgjk_point3* points;
  uint32_t* active; // points that are not dropped, ascending
  uint32_t active_count;
  uint32_t* number; // for each point: its number as a vertex, in order of discovery, or UNSEEN or DROPPED
  uint32_t vertex_count;
  uint32_t* plane; // points of the face that is being found, ascending
  uint32_t* chain; // its vertices, counter-clockwise from the lowest
  uint32_t* loop;  // vertices of the faces found so far, one after the other
  uint32_t* start; // starts of the faces in loop; one more entry ends the last
  uint32_t face_count;
  uint32_t* directed_edge; // bit from * LGJK_MAX_POINTS + to: some face has that edge
  double inner;
} wrapping;

// The scratch memory has the number of faces, start, loop and directed_edge, then what grows with the points.
_Static_assert(1 + LGJK_HULL3_MOST_FACES + 1 + 2 * MOST_EDGES + LGJK_MAX_POINTS * LGJK_MAX_POINTS / 32 + 1 <= 4096,
               "the fixed part of the scratch memory");

static wrapping begin(const lgjk_point3* points, uint32_t count, uint32_t* scratch) {
  wrapping w = {0};
  w.points = points;
  w.start = scratch + 1;
  w.loop = w.start + LGJK_HULL3_MOST_FACES + 1;
  w.directed_edge = w.loop + 2 * MOST_EDGES;
  w.active = w.directed_edge + LGJK_MAX_POINTS * LGJK_MAX_POINTS / 32;
  w.number = w.active + count;
  w.plane = w.number + count;
  w.chain = w.plane + count;
  w.active_count = count;
  w.inner = 1e300;
  for (uint32_t i = 0; i < count; ++i) {
    w.active[i] = i;
    w.number[i] = UNSEEN;
  }
  w.start[0] = 0;
  memset(w.directed_edge, 0, LGJK_MAX_POINTS * LGJK_MAX_POINTS / 8);
  return w;
}

static uint32_t edge_bit(const wrapping* w, uint32_t from, uint32_t to) {
  return w->number[from] * LGJK_MAX_POINTS + w->number[to];
}

static bool has_edge(const wrapping* w, uint32_t from, uint32_t to) {
  const uint32_t bit = edge_bit(w, from, to);
  return (w->directed_edge[bit / 32] >> bit % 32 & 1u) != 0;
}

static void mark_edge(wrapping* w, uint32_t from, uint32_t to) {
  const uint32_t bit = edge_bit(w, from, to);
  w->directed_edge[bit / 32] |= 1u << bit % 32;
}

static void remove_dropped(wrapping* w) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < w->active_count; ++k) {
    if (w->number[w->active[k]] != DROPPED) w->active[kept++] = w->active[k];
  }
  w->active_count = kept;
}

// ---------------------------------------------------------------- one face

// Finds the face to the left of the hull edge a to b. No other active point is collinear with the edge. Writes the
// plane, and the face's points to w->plane; returns how many.
static uint32_t wrap(const wrapping* w, uint32_t a, uint32_t b, lgjk_plane3* plane) {
  const lgjk_point3* p = w->points;
  const uint32_t low = a < b ? a : b, high = a < b ? b : a;
  uint32_t count = 0;
  bool started = false;
  for (uint32_t k = 0; k < w->active_count; ++k) {
    const uint32_t i = w->active[k];
    if (i != low && i != high) {
      const int side = started ? lgjk_plane3_side(plane, p[i]) : 1;
      if (side < 0) continue;
      if (side > 0) {
        *plane = lgjk_plane3_through(p[a], p[b], p[i]);
        started = true;
        count = 0;
        if (low < i) w->plane[count++] = low;
        if (high < i) w->plane[count++] = high;
      }
    }
    w->plane[count++] = i;
  }
  return count;
}

// Appends point i to the chain from `bottom` on, after removing vertices that would not turn left. Returns the new top.
static uint32_t append(const wrapping* w, uint32_t bottom, uint32_t top, uint32_t i, int axis) {
  const lgjk_point3* p = w->points;
  uint32_t* chain = w->chain;
  while (top >= bottom + 2 && orient_along(p[chain[top - 2]], p[chain[top - 1]], p[i], axis) <= 0) --top;
  chain[top] = i;
  return top + 1;
}

// Writes the extreme ones of the count points in w->plane to w->chain, counter-clockwise from outside; returns how
// many.
static uint32_t find_polygon(const wrapping* w, uint32_t count, const lgjk_plane3* plane) {
  int axis = 2;
  int turn = orient_along(plane->a, plane->b, plane->c, axis);
  while (turn == 0) turn = orient_along(plane->a, plane->b, plane->c, --axis);
  uint32_t top = 0;
  for (uint32_t i = 0; i < count; ++i) top = append(w, 0, top, w->plane[i], axis);
  const uint32_t last = top - 1;
  for (uint32_t i = count - 1; i-- > 0;) top = append(w, last, top, w->plane[i], axis);
  --top; // the upper chain ended on the first point again
  for (uint32_t i = 1, j = top - 1; turn < 0 && i < j; ++i, --j) {
    const uint32_t other = w->chain[i];
    w->chain[i] = w->chain[j];
    w->chain[j] = other;
  }
  return top;
}

// Adds the face whose points are in w->plane: drops those that are no vertices, numbers the new vertices, stores the
// polygon and its edges. Returns false if there are too many vertices.
static bool add_face(wrapping* w, uint32_t count, const lgjk_plane3* plane) {
  const uint32_t corners = find_polygon(w, count, plane);
  for (uint32_t i = 0; i < corners; ++i) {
    uint32_t* number = &w->number[w->chain[i]];
    if (*number != UNSEEN) continue;
    if (w->vertex_count == LGJK_MAX_POINTS) return false;
    *number = w->vertex_count++;
  }
  if (corners < count) {
    for (uint32_t i = 0; i < count; ++i) {
      if (w->number[w->plane[i]] == UNSEEN) w->number[w->plane[i]] = DROPPED;
    }
    remove_dropped(w);
  }
  uint32_t* loop = w->loop + w->start[w->face_count];
  for (uint32_t i = 0; i < corners; ++i) {
    loop[i] = w->chain[i];
    mark_edge(w, w->chain[i], w->chain[i + 1 < corners ? i + 1 : 0]);
  }
  ++w->face_count;
  w->start[w->face_count] = w->start[w->face_count - 1] + corners;
  if (w->inner > 0.0) {
    const double distance = plane_distance(w->points[loop[0]], w->points[loop[1]], w->points[loop[2]]);
    if (distance < w->inner) w->inner = distance;
  }
  return true;
}

// ---------------------------------------------------------------- the hull

// Finds a hull edge from the lowest point, and returns its other end. It lies in the plane along z that touches the
// points there, on the line with no point below it. Points in between are dropped.
static uint32_t first_edge(wrapping* w) {
  const lgjk_point3* p = w->points;
  uint32_t touching = 0;
  for (uint32_t i = 1; i < w->active_count; ++i) {
    if (p[i].x == p[0].x && p[i].y == p[0].y) continue;
    if (touching == 0 || orient_along(p[0], p[touching], p[i], 2) < 0) touching = i;
  }
  const int axis = p[touching].x != p[0].x ? 1 : 0;
  uint32_t end = 0;
  for (uint32_t i = 1; i < w->active_count; ++i) {
    if (orient_along(p[0], p[touching], p[i], 2) != 0) continue;
    if (end == 0 || orient_along(p[0], p[end], p[i], axis) <= 0) end = i;
  }
  for (uint32_t i = 1; i < end; ++i) {
    if (is_collinear(p[0], p[end], p[i])) w->number[i] = DROPPED;
  }
  remove_dropped(w);
  return end;
}

// Adds the other side of a polygon: from the same vertex the other way around.
static void add_back(wrapping* w) {
  const uint32_t corners = w->start[1];
  w->loop[corners] = w->loop[0];
  for (uint32_t i = 1; i < corners; ++i) w->loop[corners + i] = w->loop[corners - i];
  w->start[2] = 2 * corners;
  w->face_count = 2;
  w->inner = 0.0;
}

// Wraps the edges of every face, until each edge has a face on both sides. Returns false for too many vertices.
static bool wrap_all(wrapping* w, uint32_t first, uint32_t second) {
  lgjk_plane3 plane;
  uint32_t count = wrap(w, first, second, &plane);
  const bool flat = count == w->active_count;
  if (!add_face(w, count, &plane)) return false;
  if (flat) add_back(w);
  for (uint32_t face = 0; !flat && face < w->face_count; ++face) {
    const uint32_t end = w->start[face + 1];
    for (uint32_t i = w->start[face]; i < end; ++i) {
      const uint32_t from = w->loop[i], to = w->loop[i + 1 < end ? i + 1 : w->start[face]];
      if (has_edge(w, to, from)) continue;
      count = wrap(w, to, from, &plane);
      if (!add_face(w, count, &plane)) return false;
    }
  }
  return true;
}

uint32_t lgjk_hull3(lgjk_point3* points, uint32_t count, uint32_t* scratch, double* inner) {
  count = lgjk_sort_points(&points->x, count, 3);
  *inner = 0.0;
  scratch[0] = 0;
  if (count == 1) return 1;
  wrapping w = begin(points, count, scratch);
  const uint32_t end = first_edge(&w);
  if (w.active_count == 2) {
    points[1] = points[end];
    return 2;
  }
  if (!wrap_all(&w, 0, end)) return LGJK_MAX_POINTS + 1;
  *inner = w.inner;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (w.number[i] >= LGJK_MAX_POINTS) continue;
    w.number[i] = kept;
    points[kept++] = points[i];
  }
  for (uint32_t i = 0; i < w.start[w.face_count]; ++i) w.loop[i] = w.number[w.loop[i]];
  scratch[0] = w.face_count;
  return kept;
}

lgjk_loops3 lgjk_hull3_loops(const uint32_t* scratch) {
  const uint32_t* start = scratch + 1;
  return (lgjk_loops3){scratch[0], start, start + LGJK_HULL3_MOST_FACES + 1};
}

// Without one coordinate, a face is a convex polygon whose triangles from one corner turn one way: nothing cancels.
void lgjk_hull3_normal(const lgjk_point3* points, const uint32_t* loop, uint32_t count, float normal[3]) {
  double n[3] = {0.0, 0.0, 0.0};
  for (uint32_t i = 2; i < count; ++i) {
    const lgjk_point3 a = points[loop[0]], b = points[loop[i - 1]], c = points[loop[i]];
    n[0] += area_along(a, b, c, 0);
    n[1] -= area_along(a, b, c, 1);
    n[2] += area_along(a, b, c, 2);
  }
  const double length = lgjk_sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int axis = 0; axis < 3; ++axis) normal[axis] = (float)(n[axis] / length) + 0.0f;
}
