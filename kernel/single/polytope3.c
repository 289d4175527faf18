// Grows the surface of the expanding polytope algorithm (van den Bergen 2001). The faces that a new corner sees are
// found over edges, from one that the caller names, so they are one piece. Only a single loop is taken for their rim,
// so the surface stays that of a sphere, whose faces are counted by its corners.
#include "single/polytope3.h"

// ------------------------------------------------------------------ planes

static void read_corners(const lgjk_polytope3* p, const lgjk_facet3* f, lgjk_vec3 out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = p->corner[f->corner[k]].w;
}

// Returns the least height of three corners along a normal, and writes the greatest, *top.
static double floor_along(const lgjk_vec3 c[3], lgjk_vec3 normal, double* top) {
  const double x = vec3_dot(normal, c[0]), y = vec3_dot(normal, c[1]), z = vec3_dot(normal, c[2]);
  const double low = x < y ? x : y, high = x < y ? y : x;
  *top = z > high ? z : high;
  return z < low ? z : low;
}

// Returns the product of the two shorter edges, whose rounding is that much smaller.
static lgjk_vec3 careful_normal(const lgjk_vec3 c[3]) {
  const lgjk_vec3 e[3] = {vec3_sub(c[1], c[0]), vec3_sub(c[2], c[1]), vec3_sub(c[0], c[2])};
  const double x = vec3_square(e[0]), y = vec3_square(e[1]), z = vec3_square(e[2]);
  if (z >= x && z >= y) return vec3_cross(e[0], e[1]);
  return x >= y ? vec3_cross(e[1], e[2]) : vec3_cross(e[2], e[0]);
}

// Finds normal and top, and returns the floor. A sliver's normal is noise, along which its corners differ.
static double find_plane(const lgjk_vec3 c[3], double dent, lgjk_facet3* f) {
  const lgjk_vec3 e = vec3_sub(c[1], c[0]), n = vec3_cross(e, vec3_sub(c[2], c[0]));
  const double square = vec3_square(n);
  f->normal =
      square > 0.0 ? vec3_scale(n, 1.0 / lgjk_sqrt(square)) : vec3_unit(vec3_across(e), (lgjk_vec3){1.0, 0.0, 0.0});
  const double low = floor_along(c, f->normal, &f->top);
  if (f->top - low <= dent) return low;
  f->normal = vec3_unit(careful_normal(c), f->normal);
  return floor_along(c, f->normal, &f->top);
}

// ------------------------------------------------------------------ cones

void lgjk_cone3_set(lgjk_cone3* cone, const lgjk_vec3* ray, uint32_t count) {
  const double turn = vec3_dot(vec3_cross(ray[0], ray[1]), ray[2]) < 0.0 ? -1.0 : 1.0;
  cone->count = count;
  for (uint32_t k = 0; k < count; ++k) {
    cone->ray[k] = ray[k];
    cone->plane[k] = vec3_scale(vec3_cross(ray[k], ray[k + 1 == count ? 0 : k + 1]), turn);
  }
}

static bool all_behind(lgjk_vec3 normal, const lgjk_vec3* v, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!(vec3_dot(normal, v[i]) < 0.0)) return false;
  }
  return true;
}

// Returns false if a plane through the origin, of the cone or through an edge, separates a triangle from the cone.
static bool meets_cone(const lgjk_cone3* cone, const lgjk_vec3 c[3]) {
  for (uint32_t k = 0; k < cone->count; ++k) {
    if (all_behind(cone->plane[k], c, 3)) return false;
  }
  for (int k = 0; k < 3 && cone->count > 0; ++k) {
    const lgjk_vec3 n = vec3_cross(c[k], c[(k + 1) % 3]);
    const double inside = vec3_dot(n, c[(k + 2) % 3]);
    if (inside > 0.0 ? all_behind(n, cone->ray, cone->count)
                     : inside < 0.0 && all_behind(vec3_neg(n), cone->ray, cone->count)) {
      return false;
    }
  }
  return true;
}

// ------------------------------------------------------------------ faces

// Sets a face's plane and state. Until the origin is inside, any face that has it outside counts as meeting the cone.
static void set_plane(lgjk_polytope3* p, uint32_t number) {
  lgjk_facet3* f = &p->face[number];
  lgjk_vec3 c[3];
  read_corners(p, f, c);
  const double low = find_plane(c, p->dent, f);
  const bool counts = low < 0.0 || meets_cone(&p->cone, c);
  f->state = counts ? LGJK_FACET3_OPEN : LGJK_FACET3_OUTSIDE;
  p->floor[number] = counts ? low : LGJK_POLYTOPE3_NO_FLOOR;
  f->visible = 0;
}

void lgjk_polytope3_begin(lgjk_polytope3* p, const lgjk_support3 corner[4], double scale) {
  // Across edge k of a face lies the face that has the same two corners the other way round.
  static const uint8_t corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  static const uint8_t across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (uint32_t i = 0; i < 4; ++i) p->corner[i] = corner[i];
  const lgjk_vec3 a = corner[0].w;
  const lgjk_vec3 n = vec3_cross(vec3_sub(corner[1].w, a), vec3_sub(corner[2].w, a));
  if (vec3_dot(n, vec3_sub(corner[3].w, a)) > 0.0) p->corner[1] = corner[2], p->corner[2] = corner[1];
  p->dent = LGJK_DEPTH3_DENT * scale;
  p->corners = p->faces = 4;
  p->free = LGJK_POLYTOPE3_NONE;
  for (uint32_t i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) p->face[i].corner[k] = corners[i][k], p->face[i].across[k] = across[i][k];
    set_plane(p, i);
  }
}

// ------------------------------------------------------------------ which face is next

uint32_t lgjk_polytope3_lowest(const lgjk_polytope3* p) {
  uint32_t best = LGJK_POLYTOPE3_NONE;
  double low = LGJK_POLYTOPE3_NO_FLOOR;
  for (uint32_t i = 0; i < p->faces; ++i) {
    if (p->floor[i] < low) low = p->floor[i], best = i;
  }
  return best;
}

void lgjk_polytope3_end_face(lgjk_polytope3* p, uint32_t number) {
  p->face[number].state = LGJK_FACET3_ENDED;
  p->floor[number] = LGJK_POLYTOPE3_NO_FLOOR;
}

double lgjk_polytope3_floor(const lgjk_polytope3* p) {
  double least = LGJK_POLYTOPE3_NO_FLOOR;
  for (uint32_t i = 0; i < p->faces; ++i) {
    const lgjk_facet3* f = &p->face[i];
    double low = p->floor[i], top;
    if (f->state == LGJK_FACET3_ENDED) {
      lgjk_vec3 c[3];
      read_corners(p, f, c);
      low = floor_along(c, f->normal, &top);
    }
    least = low < least ? low : least;
  }
  return least;
}

uint32_t lgjk_polytope3_towards(const lgjk_polytope3* p, lgjk_vec3 n) {
  uint32_t best = 0;
  double most = -2.0;
  for (uint32_t i = 0; i < p->faces; ++i) {
    const double cosine = vec3_dot(p->face[i].normal, n);
    if (p->face[i].state != LGJK_FACET3_FREE && cosine > most) most = cosine, best = i;
  }
  return best;
}

uint32_t lgjk_polytope3_facing(const lgjk_polytope3* p, lgjk_vec3 w) {
  uint32_t best = 0;
  double most = -LGJK_POLYTOPE3_NO_FLOOR;
  for (uint32_t i = 0; i < p->faces; ++i) {
    if (p->face[i].state == LGJK_FACET3_FREE) continue;
    const double height = lgjk_facet3_under(&p->face[i], w);
    if (height > most) most = height, best = i;
  }
  return best;
}

// ------------------------------------------------------------------ growing

// The faces that a new corner sees, and the edges of their rim, of which one begins at each corner.
typedef struct rim3 {
  uint32_t seen_count, edges;
  uint16_t seen[LGJK_POLYTOPE3_FACES];
  uint16_t from[LGJK_POLYTOPE3_CORNERS], to[LGJK_POLYTOPE3_CORNERS], outside[LGJK_POLYTOPE3_CORNERS];
  uint8_t edge_from[LGJK_POLYTOPE3_CORNERS]; // the edge that begins at a corner, NO_EDGE if none
} rim3;

#define NO_EDGE 0xFFu
_Static_assert(LGJK_POLYTOPE3_CORNERS < NO_EDGE, "an edge for each corner");

// Marks the faces that w sees, from `first` on and over edges only.
static void mark_seen(lgjk_polytope3* p, uint32_t first, lgjk_vec3 w, rim3* rim) {
  rim->seen_count = 1;
  rim->seen[0] = (uint16_t)first;
  p->face[first].visible = 1;
  for (uint32_t i = 0; i < rim->seen_count; ++i) {
    const lgjk_facet3* f = &p->face[rim->seen[i]];
    for (int k = 0; k < 3; ++k) {
      lgjk_facet3* next = &p->face[f->across[k]];
      if (next->visible || !(lgjk_facet3_under(next, w) > p->dent)) continue;
      next->visible = 1;
      rim->seen[rim->seen_count++] = f->across[k];
    }
  }
}

// Finds the loop around the faces that are seen. Returns false if its edges are not a single loop.
static bool find_rim(const lgjk_polytope3* p, rim3* rim) {
  rim->edges = 0;
  for (uint32_t i = 0; i < p->corners; ++i) rim->edge_from[i] = NO_EDGE;
  for (uint32_t i = 0; i < rim->seen_count; ++i) {
    const lgjk_facet3* f = &p->face[rim->seen[i]];
    for (int k = 0; k < 3; ++k) {
      if (p->face[f->across[k]].visible) continue;
      const uint16_t from = f->corner[k];
      if (rim->edge_from[from] != NO_EDGE) return false;
      const uint32_t edge = rim->edges++;
      rim->edge_from[from] = (uint8_t)edge;
      rim->from[edge] = from;
      rim->to[edge] = f->corner[k == 2 ? 0 : k + 1];
      rim->outside[edge] = f->across[k];
    }
  }
  uint32_t passed = 0, edge = 0;
  do {
    edge = rim->edge_from[rim->to[edge]];
    if (edge == NO_EDGE) return false;
  } while (++passed < rim->edges && edge != 0);
  return passed == rim->edges && edge == 0;
}

static uint32_t new_face(lgjk_polytope3* p) {
  const uint32_t number = p->free;
  if (number == LGJK_POLYTOPE3_NONE) return p->faces++;
  p->free = p->face[number].across[0];
  return number;
}

// Sets face `number` across the edge from `to` to `from` of face `outside`.
static void link_outside(lgjk_polytope3* p, uint32_t outside, uint32_t from, uint32_t to, uint32_t number) {
  lgjk_facet3* f = &p->face[outside];
  for (int k = 0; k < 3; ++k) {
    if (f->corner[k] == to && f->corner[k == 2 ? 0 : k + 1] == from) f->across[k] = (uint16_t)number;
  }
}

static void make_fan(lgjk_polytope3* p, const rim3* rim, uint32_t apex) {
  uint16_t number[LGJK_POLYTOPE3_CORNERS];
  for (uint32_t i = 0; i < rim->edges; ++i) number[i] = (uint16_t)new_face(p);
  for (uint32_t i = 0; i < rim->edges; ++i) {
    lgjk_facet3* f = &p->face[number[i]];
    f->corner[0] = rim->from[i], f->corner[1] = rim->to[i], f->corner[2] = (uint16_t)apex;
    f->across[0] = rim->outside[i];
    f->across[1] = number[rim->edge_from[rim->to[i]]];
    link_outside(p, rim->outside[i], rim->from[i], rim->to[i], number[i]);
    set_plane(p, number[i]);
  }
  for (uint32_t i = 0; i < rim->edges; ++i) p->face[p->face[number[i]].across[1]].across[2] = number[i];
}

bool lgjk_polytope3_expand(lgjk_polytope3* p, uint32_t first, const lgjk_support3* corner) {
  rim3 rim;
  if (p->corners == LGJK_POLYTOPE3_CORNERS) return false;
  mark_seen(p, first, corner->w, &rim);
  if (!find_rim(p, &rim)) {
    for (uint32_t i = 0; i < rim.seen_count; ++i) p->face[rim.seen[i]].visible = 0;
    return false;
  }
  for (uint32_t i = 0; i < rim.seen_count; ++i) {
    lgjk_facet3* f = &p->face[rim.seen[i]];
    f->state = LGJK_FACET3_FREE;
    f->across[0] = (uint16_t)p->free;
    p->floor[rim.seen[i]] = LGJK_POLYTOPE3_NO_FLOOR;
    p->free = rim.seen[i];
  }
  p->corner[p->corners] = *corner;
  make_fan(p, &rim, p->corners++);
  return true;
}

// ------------------------------------------------------------------ nearest points

// Finds the point of the edge from p to q, measured from the nearer end: the other end's rounding would be larger.
// Returns the weight of q.
static double nearest_on_edge(lgjk_vec3 p, lgjk_vec3 q, lgjk_vec3* point) {
  const lgjk_vec3 e = vec3_sub(q, p);
  const double square = vec3_square(e), along = -vec3_dot(p, e), left = vec3_dot(q, e);
  if (!(along > 0.0 && square > 0.0)) return *point = p, 0.0;
  if (!(left > 0.0)) return *point = q, 1.0;
  const double t = along < left ? along / square : 1.0 - left / square;
  *point = along < left ? vec3_ahead(p, e, t) : vec3_ahead(q, e, -left / square);
  return t;
}

// Finds the point of a triangle that is nearest to the origin. Writes the weights of the corners, whose sum is 1, and
// the point; returns its square. It takes the least of all edges and the inside, so that a sliver, whose normal is
// noise, has the right point, too.
static double nearest_of_triangle(const lgjk_vec3 c[3], double weight[3], lgjk_vec3* point) {
  double best = 0.0;
  for (int k = 0; k < 3; ++k) {
    const int next = k == 2 ? 0 : k + 1;
    lgjk_vec3 x;
    const double t = nearest_on_edge(c[k], c[next], &x), square = vec3_square(x);
    if (k > 0 && !(square < best)) continue;
    best = square;
    *point = x;
    weight[k] = 1.0 - t, weight[next] = t, weight[3 - k - next] = 0.0;
  }
  const lgjk_vec3 n = vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0]));
  double inside[3], sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    inside[k] = vec3_dot(n, vec3_cross(c[(k + 1) % 3], c[(k + 2) % 3]));
    if (!(inside[k] > 0.0)) return best;
    sum += inside[k];
  }
  for (int k = 0; k < 3; ++k) inside[k] /= sum;
  const lgjk_vec3 x = vec3_ahead(vec3_ahead(vec3_scale(c[0], inside[0]), c[1], inside[1]), c[2], inside[2]);
  const double square = vec3_square(x);
  if (!(square < best)) return best;
  *point = x;
  for (int k = 0; k < 3; ++k) weight[k] = inside[k];
  return square;
}

static lgjk_surface_point3 nearest_on(const lgjk_polytope3* p, uint32_t face, lgjk_vec3 target) {
  lgjk_surface_point3 out = {.face = face};
  lgjk_vec3 c[3];
  read_corners(p, &p->face[face], c);
  for (int k = 0; k < 3; ++k) c[k] = vec3_sub(c[k], target);
  out.square = nearest_of_triangle(c, out.weight, &out.point);
  out.point = vec3_add(out.point, target);
  return out;
}

// Returns a lower bound of the distance of a face from the target, by its two planes.
static double distance_bound(const lgjk_polytope3* p, uint32_t face, lgjk_vec3 target) {
  const lgjk_facet3* f = &p->face[face];
  const double along = vec3_dot(f->normal, target), over = along - f->top, under = p->floor[face] - along;
  if (over > 0.0) return over;
  return f->state == LGJK_FACET3_OPEN && under > 0.0 ? under : 0.0;
}

lgjk_surface_point3 lgjk_polytope3_nearest(const lgjk_polytope3* p, lgjk_vec3 target, uint32_t first) {
  lgjk_surface_point3 best = nearest_on(p, first, target);
  for (uint32_t i = 0; i < p->faces; ++i) {
    if (p->face[i].state == LGJK_FACET3_FREE || i == first) continue;
    const double bound = distance_bound(p, i, target);
    if (bound * bound > best.square) continue;
    const lgjk_surface_point3 each = nearest_on(p, i, target);
    if (each.square < best.square) best = each;
  }
  return best;
}
