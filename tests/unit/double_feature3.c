// Finds which face, edge or point a core shows, and where it is.
#include "double_feature3.h"

#include <stdbool.h>

#include "base/fpcontrol.h"
#include "single/solid.h"

// Relative to the scale: a face that is narrower counts as an edge, an edge that is shorter as a point. It is millions
// of roundings, and a thousandth of LGJK_ONE_PLACE.
#define FLAT 1e-9

// A core in the frame: the frame's axes and the direction in local coordinates.
typedef struct view {
  double row[3][3];
  double at[3];    // the local origin in the frame
  double along[3]; // the direction, unit
  double toward, radius;
  double least; // rounding may turn or close a feature that is narrower or shorter
} view;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static view view_of(const lgjk_solid3* solid, const lgjk_frame3* frame, double toward, double radius, double scale) {
  view v = {.toward = toward, .radius = radius, .least = FLAT * scale};
  for (int k = 0; k < 3; ++k) {
    const double* axis = frame->axis[k];
    for (int i = 0; i < 3; ++i) {
      v.row[k][i] = solid->turn[i] * axis[0] + solid->turn[3 + i] * axis[1] + solid->turn[6 + i] * axis[2];
    }
    v.at[k] = dot(axis, solid->position);
  }
  for (int i = 0; i < 3; ++i) v.along[i] = toward * v.row[2][i];
  return v;
}

static void direction_in(const view* v, const double local[3], double out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = dot(v->row[k], local);
}

static void point_in(const view* v, const double local[3], double out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = v->at[k] + dot(v->row[k], local);
}

// ---------------------------------------------------------------- rims

// The number that is added to those of the lower rim.
#define LOWER_RIM 0x80u

// A point of a disc counts as on its rim from this part of the radius on.
#define RIM_FROM 0.99

enum { EIGHTH = LGJK_RIM3_SECTORS / 8, QUARTER = 2 * EIGHTH };

// Returns the number of the sector, 0..71, in which the direction (x, y) points, before the core's matrix. A direction
// is folded into an eighth of the circle, and compared with tangents there.
static uint32_t sector_of(double x, double y) {
  // The tangents of the odd multiples of half a sector.
  static const double tangent[EIGHTH] = {0.04366094290851206, 0.13165249758739583, 0.22169466264293988,
                                         0.3152987888789835,  0.41421356237309503, 0.5205670505517462,
                                         0.6370702608074932,  0.7673269879789604,  0.9163311740174234};
  const double across = x < 0.0 ? -x : x, up = y < 0.0 ? -y : y;
  const double low = across < up ? across : up, high = across < up ? up : across;
  uint32_t sector = 0;
  while (sector < EIGHTH && low > tangent[sector] * high) ++sector;
  if (across < up) sector = QUARTER - sector;
  if (x < 0.0) sector = 2 * QUARTER - sector;
  return y < 0.0 ? (LGJK_RIM3_SECTORS - sector) % LGJK_RIM3_SECTORS : sector;
}

// Returns the number of the rim's place in a sector.
static uint32_t rim_number(bool bottom, uint32_t sector) {
  return LGJK_FEATURE3_SECTOR + (bottom ? LOWER_RIM : 0u) + sector;
}

lgjk_corner3 lgjk_rim3_farthest(const lgjk_feature3* disc, double x, double y) {
  const double *e = disc->semi[0], *f = disc->semi[1];
  const double u = e[0] * x + e[1] * y, v = f[0] * x + f[1] * y, length = lgjk_sqrt(u * u + v * v);
  const double cosine = length > 0.0 ? u / length : 1.0, sine = length > 0.0 ? v / length : 0.0;
  return (lgjk_corner3){disc->centre[0] + cosine * e[0] + sine * f[0], disc->centre[1] + cosine * e[1] + sine * f[1],
                        rim_number(disc->is_bottom, sector_of(cosine, sine))};
}

uint32_t lgjk_rim3_number_at(const lgjk_feature3* f, double x, double y) {
  if (!f->is_disc) return f->number;
  const double dx = x - f->centre[0], dy = y - f->centre[1], *p = f->semi[0], *q = f->semi[1];
  const double area = p[0] * q[1] - p[1] * q[0], u = (dx * q[1] - dy * q[0]) / area, v = (p[0] * dy - p[1] * dx) / area;
  if (u * u + v * v < RIM_FROM * RIM_FROM) return f->number;
  return rim_number(f->is_bottom, sector_of(u, v));
}

// ---------------------------------------------------------------- what is found

static void set_point(lgjk_feature3* f, uint32_t number) {
  f->count = 1;
  f->number = number;
}

static void set_corner(lgjk_feature3* f, uint32_t i, double x, double y, uint32_t number) {
  f->corner[i] = (lgjk_corner3){x, y, number};
}

// Sets the height of the surface. `base`: a point of the feature in the frame. If the feature is not across the normal,
// its rounding lifts it by more than the radius; the square of the angle is neglected.
static void set_height(const view* v, lgjk_feature3* f, const double base[3]) {
  f->height = base[2] - f->slope[0] * base[0] - f->slope[1] * base[1] + v->toward * v->radius;
}

// Returns whether an edge is long enough to be one, and nearly across the line of sight.
static bool is_across(const view* v, const double edge[3]) {
  const double along = dot(edge, v->along), square = dot(edge, edge);
  return square > v->least * v->least && along * along <= LGJK_SHOWN_SQUARE * square;
}

// Precondition: is_across.
static void set_edge(const view* v, lgjk_feature3* f, const double p[3], uint32_t p_number, const double q[3],
                     uint32_t q_number, double bend) {
  double a[3], b[3];
  point_in(v, p, a);
  point_in(v, q, b);
  const double x = b[0] - a[0], y = b[1] - a[1], rise = b[2] - a[2], square = x * x + y * y;
  f->count = 2;
  f->number = lgjk_feature3_edge(p_number, q_number);
  set_corner(f, 0, a[0], a[1], p_number);
  set_corner(f, 1, b[0], b[1], q_number);
  f->slope[0] = rise * x / square;
  f->slope[1] = rise * y / square;
  f->size = lgjk_sqrt(square);
  f->bend = bend + v->radius;
  set_height(v, f, a);
}

// Completes a face from its corners, clockwise or not. `normal` (unit, outwards) and `base`, a point of its plane, are
// local. Returns false if it is too narrow for a face: an edge or a point.
static bool set_face(const view* v, lgjk_feature3* f, uint32_t number, const double normal[3], const double base[3]) {
  double m[3], p[3];
  direction_in(v, normal, m);
  point_in(v, base, p);
  f->number = LGJK_FEATURE3_FACE + number;
  f->slope[0] = -m[0] / m[2];
  f->slope[1] = -m[1] / m[2];
  set_height(v, f, p);
  const lgjk_corner3 first = f->corner[0];
  double twice_area = 0.0, farthest = 0.0, x = 0.0, y = 0.0;
  for (uint32_t i = 1; i < f->count; ++i) {
    const double next_x = f->corner[i].x - first.x, next_y = f->corner[i].y - first.y;
    const double square = next_x * next_x + next_y * next_y;
    twice_area += x * next_y - y * next_x;
    farthest = square > farthest ? square : farthest;
    x = next_x;
    y = next_y;
  }
  for (uint32_t i = 1, j = f->count - 1; twice_area < 0.0 && i < j; ++i, --j) {
    const lgjk_corner3 other = f->corner[i];
    f->corner[i] = f->corner[j];
    f->corner[j] = other;
  }
  if (twice_area < 0.0) twice_area = -twice_area;
  f->area = 0.5 * twice_area * lgjk_sqrt(1.0 + f->slope[0] * f->slope[0] + f->slope[1] * f->slope[1]);
  f->size = farthest > 0.0 ? 0.5 * twice_area / lgjk_sqrt(farthest) : 0.0;
  return f->size > v->least;
}

// ---------------------------------------------------------------- boxes, segments

// Writes the corner of a box whose number has these signs.
static void box_corner(const lgjk_shape3* shape, uint32_t number, double p[3]) {
  for (uint32_t k = 0; k < 3; ++k) p[k] = number >> k & 1u ? -(double)shape->small[k] : (double)shape->small[k];
}

// `number`: the corner that is farthest along the direction. `axis`: that of the face's normal.
static bool find_face_of_box(const view* v, const lgjk_shape3* shape, uint32_t axis, uint32_t number,
                             lgjk_feature3* f) {
  // The corners go around the face by the bits of the other two axes.
  const uint32_t j = 1u << (axis + 1) % 3, k = 1u << (axis + 2) % 3, face = number & 1u << axis;
  const uint32_t corners[4] = {face, face | j, face | j | k, face | k};
  double p[3], normal[3] = {0.0, 0.0, 0.0};
  f->count = 4;
  for (uint32_t i = 0; i < 4; ++i) {
    box_corner(shape, corners[i], p);
    set_corner(f, i, v->at[0] + dot(v->row[0], p), v->at[1] + dot(v->row[1], p), corners[i]);
  }
  normal[axis] = face ? -1.0 : 1.0;
  return set_face(v, f, 2 * axis + (face ? 1 : 0), normal, p);
}

static void find_of_box(const view* v, const lgjk_shape3* shape, lgjk_feature3* f) {
  uint32_t most = 0, across = 3, number = 0;
  double square[3], least = LGJK_SHOWN_SQUARE;
  for (uint32_t k = 0; k < 3; ++k) {
    square[k] = v->along[k] * v->along[k];
    number |= (v->along[k] < 0.0 ? 1u : 0u) << k;
    if (square[k] > square[most]) most = k;
    if (square[k] > least || !(2.0 * (double)shape->small[k] > v->least)) continue;
    least = square[k];
    across = k;
  }
  if (square[most] >= 1.0 - LGJK_SHOWN_SQUARE && find_face_of_box(v, shape, most, number, f)) return;
  if (across < 3) {
    const uint32_t low = number & ~(1u << across), high = number | 1u << across;
    double p[3], q[3];
    box_corner(shape, low, p);
    box_corner(shape, high, q);
    set_edge(v, f, p, low, q, high, 0.0);
  } else {
    set_point(f, number);
  }
}

static void find_of_segment(const view* v, const lgjk_shape3* shape, lgjk_feature3* f) {
  double p[3], q[3], edge[3];
  for (int k = 0; k < 3; ++k) {
    p[k] = (double)shape->small[k];
    q[k] = (double)shape->small[3 + k];
    edge[k] = q[k] - p[k];
  }
  if (is_across(v, edge)) {
    set_edge(v, f, p, 0, q, 1, 0.0);
  } else {
    set_point(f, dot(edge, v->along) > 0.0 ? 1 : 0);
  }
}

// ---------------------------------------------------------------- cylinders, cones

// Vertices 0..7 are on the rim at local z = 1, 8..15 at z = -1. The line along the side is the edge from TOP to BOTTOM,
// and TOP is the apex. Other points of a rim have the numbers of their sectors.
enum { RIM = LGJK_FEATURE3_RIM, TOP = 2 * RIM, BOTTOM = TOP + 1 };

// Writes the image of (x, y, z) under the core's matrix.
static void image(const lgjk_shape3* shape, double x, double y, double z, double p[3]) {
  for (int k = 0; k < 3; ++k) {
    const float* m = shape->small + 3 * k;
    p[k] = (double)m[0] * x + (double)m[1] * y + (double)m[2] * z;
  }
}

static bool set_disc(const view* v, const lgjk_shape3* shape, bool bottom, const double normal[3], lgjk_feature3* f) {
  static const double diagonal = 0.70710678118654752;
  const double circle[RIM][2] = {{1.0, 0.0},  {diagonal, diagonal},   {0.0, 1.0},  {-diagonal, diagonal},
                                 {-1.0, 0.0}, {-diagonal, -diagonal}, {0.0, -1.0}, {diagonal, -diagonal}};
  double local[3], p[3];
  f->count = RIM;
  for (int i = 0; i < 2; ++i) {
    image(shape, i == 0 ? 1.0 : 0.0, i == 0 ? 0.0 : 1.0, 0.0, local);
    direction_in(v, local, p);
    f->semi[i][0] = p[0];
    f->semi[i][1] = p[1];
  }
  image(shape, 0.0, 0.0, bottom ? -1.0 : 1.0, local);
  point_in(v, local, p);
  f->centre[0] = p[0];
  f->centre[1] = p[1];
  for (uint32_t i = 0; i < RIM; ++i) {
    const double x = p[0] + circle[i][0] * f->semi[0][0] + circle[i][1] * f->semi[1][0];
    const double y = p[1] + circle[i][0] * f->semi[0][1] + circle[i][1] * f->semi[1][1];
    set_corner(f, i, x, y, bottom ? RIM + i : i);
  }
  f->is_bottom = bottom;
  f->is_disc = set_face(v, f, bottom ? 1 : 0, normal, local);
  return f->is_disc;
}

// Finds the base that is shown, if any. The first two columns span its plane; the determinant's sign gives the side.
static bool find_base(const view* v, const lgjk_shape3* shape, lgjk_feature3* f) {
  double e[3][3], normal[3];
  for (int i = 0; i < 3; ++i) image(shape, i == 0, i == 1, i == 2, e[i]);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    normal[i] = e[0][j] * e[1][k] - e[0][k] * e[1][j];
  }
  const double height = dot(normal, v->along), length = lgjk_sqrt(dot(normal, normal));
  if (height * height < (1.0 - LGJK_SHOWN_SQUARE) * (length * length)) return false;
  const bool bottom = (height < 0.0) != (dot(normal, e[2]) < 0.0);
  if (!bottom && is_cone_core(shape->core)) return false;
  const double outwards = height < 0.0 ? -length : length;
  for (int i = 0; i < 3; ++i) normal[i] /= outwards;
  return set_disc(v, shape, bottom, normal, f);
}

static void find_of_round(const view* v, const lgjk_shape3* shape, lgjk_feature3* f) {
  if (find_base(v, shape, f)) return;
  const bool cone = is_cone_core(shape->core);
  double g[3] = {0.0, 0.0, 0.0}; // the direction before the core's matrix: its image under the transpose
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) g[i] += (double)shape->small[3 * k + i] * v->along[k];
  }
  const double reach = lgjk_sqrt(g[0] * g[0] + g[1] * g[1]);
  if (reach > 0.0) {
    const double x = g[0] / reach, y = g[1] / reach;
    double top[3], bottom[3], side[3];
    image(shape, cone ? 0.0 : x, cone ? 0.0 : y, 1.0, top);
    image(shape, x, y, -1.0, bottom);
    for (int k = 0; k < 3; ++k) side[k] = top[k] - bottom[k];
    if (is_across(v, side)) {
      set_edge(v, f, top, TOP, bottom, BOTTOM, cone ? 0.5 * reach : reach);
      return;
    }
  }
  const bool bottom = cone ? !(2.0 * g[2] > reach) : !(g[2] > 0.0);
  set_point(f, cone && !bottom ? TOP : rim_number(bottom, sector_of(g[0], g[1])));
}

// ---------------------------------------------------------------- hulls

typedef struct hull_faces {
  const lgjk_shape3* shape;
  const float* vertex; // coordinate k of vertex i is vertex[3 * i + k]
  const lgjk_face3* faces;
  const uint8_t* loops;
  const uint16_t *lowest, *start, *rings;
} hull_faces;

// Precondition: the core is a HULL or LARGE.
static hull_faces faces_of(const lgjk_solid3* solid) {
  const lgjk_shape3* shape = solid->shape;
  const uint16_t *numbers = lgjk_shape3_numbers(shape, solid->pool), *start = numbers + shape->joined;
  return (hull_faces){shape,
                      solid->pool + shape->pool,
                      lgjk_shape3_faces(shape, solid->pool),
                      lgjk_shape3_loops(shape, solid->pool),
                      numbers,
                      start,
                      start + shape->count + 1};
}

static void vertex_of(const hull_faces* h, uint32_t i, double p[3]) {
  for (uint32_t k = 0; k < 3; ++k) p[k] = (double)h->vertex[3 * i + k];
}

static void normal_of(const lgjk_face3* face, double normal[3]) {
  for (uint32_t k = 0; k < 3; ++k) normal[k] = (double)face->normal[k];
}

// Finds the face around a vertex whose normal is the nearest to the direction.
static bool find_face(const view* v, const hull_faces* h, uint32_t vertex, lgjk_feature3* f) {
  uint32_t number = 0;
  double most = -2.0, normal[3], p[3], q[3];
  for (uint32_t i = h->start[vertex]; i < h->start[vertex + 1]; ++i) {
    normal_of(&h->faces[h->rings[2 * i]], normal);
    const double along = dot(normal, v->along);
    if (along > most) {
      most = along;
      number = h->rings[2 * i];
    }
  }
  if (most <= 0.0 || most * most < 1.0 - LGJK_SHOWN_SQUARE) return false;
  const lgjk_face3* face = &h->faces[number];
  const uint8_t* loop = h->loops + face->start;
  f->count = face->count < LGJK_FEATURE3_CORNERS ? face->count : LGJK_FEATURE3_CORNERS;
  for (uint32_t i = 0; i < f->count; ++i) {
    const uint32_t corner = loop[i * face->count / f->count];
    vertex_of(h, corner, p);
    point_in(v, p, q);
    set_corner(f, i, q[0], q[1], corner);
  }
  normal_of(face, normal);
  vertex_of(h, loop[0], p);
  return set_face(v, f, number < h->shape->face_count ? number : h->lowest[number - h->shape->face_count], normal, p);
}

// Finds the other end of the edge from a vertex that is the most across the direction, if one is across it.
static bool find_edge(const view* v, const hull_faces* h, uint32_t vertex, uint32_t* across) {
  double p[3], q[3], edge[3], least = LGJK_SHOWN_SQUARE;
  bool found = false;
  vertex_of(h, vertex, p);
  for (uint32_t i = h->start[vertex]; i < h->start[vertex + 1]; ++i) {
    const lgjk_face3* face = &h->faces[h->rings[2 * i]];
    const uint8_t* loop = h->loops + face->start;
    uint32_t k = 0;
    while (k < face->count && loop[k] != vertex) ++k;
    if (k == face->count) continue; // within a joined face
    const uint32_t end = loop[k + 1u < face->count ? k + 1u : 0];
    vertex_of(h, end, q);
    for (int axis = 0; axis < 3; ++axis) edge[axis] = q[axis] - p[axis];
    const double along = dot(edge, v->along), part = along * along / dot(edge, edge);
    if (part > least || !is_across(v, edge)) continue;
    least = part;
    *across = end;
    found = true;
  }
  return found;
}

// Finds a face around the highest vertex; else the edge from there that is the most across the direction; else that
// vertex.
static void find_of_hull(const view* v, const lgjk_solid3* solid, const lgjk_frame3* frame, lgjk_feature3* f) {
  const hull_faces h = faces_of(solid);
  double d[3], p[3], q[3];
  uint32_t across;
  for (int k = 0; k < 3; ++k) d[k] = v->toward * frame->axis[2][k];
  const uint32_t highest = lgjk_solid3_support(solid, d, p);
  if (find_face(v, &h, highest, f)) return;
  if (find_edge(v, &h, highest, &across)) {
    vertex_of(&h, highest, p);
    vertex_of(&h, across, q);
    set_edge(v, f, p, highest, q, across, 0.0);
  } else {
    set_point(f, highest);
  }
}

// ---------------------------------------------------------------- any core

// Sets the direction that is fixed in the body. If it is nearly along the normal, another one, across it, serves.
static void set_fixed(const view* v, lgjk_feature3* f) {
  static const double fixed[2][3] = {{LGJK_FIXED_X, LGJK_FIXED_Y, LGJK_FIXED_Z}, {-LGJK_FIXED_Y, LGJK_FIXED_X, 0.0}};
  double square = 0.0;
  for (int i = 0; i < 2 && square < 0.1; ++i) {
    for (int k = 0; k < 2; ++k) f->fixed[k] = dot(v->row[k], fixed[i]);
    square = f->fixed[0] * f->fixed[0] + f->fixed[1] * f->fixed[1];
  }
  for (int k = 0; k < 2; ++k) f->fixed[k] /= lgjk_sqrt(square);
}

void lgjk_feature3_find(const lgjk_solid3* solid, const lgjk_frame3* frame, double toward, double radius, double scale,
                        lgjk_feature3* out) {
  const view v = view_of(solid, frame, toward, radius, scale);
  out->height = out->slope[0] = out->slope[1] = out->area = out->size = out->bend = 0.0;
  out->is_disc = false;
  set_fixed(&v, out);
  const uint32_t core = solid->shape->core;
  if (is_point_core(core) || is_smooth_core(core)) {
    set_point(out, 0);
  } else if (is_segment_core(core)) {
    find_of_segment(&v, solid->shape, out);
  } else if (is_box_core(core)) {
    find_of_box(&v, solid->shape, out);
  } else if (is_curved_core(core)) {
    find_of_round(&v, solid->shape, out);
  } else {
    find_of_hull(&v, solid, frame, out);
  }
}
