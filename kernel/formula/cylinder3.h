// Computes how deep the core of a cylinder overlaps a point, a segment, a box or another cylinder. It needs no search:
// it tries the normals along which the support value of the difference can be least.
//
// The difference D is the sum of a disc, the cylinder's axis and the edges of the other core. Another cylinder adds its
// axis as an edge, and a disc. A ball inside D touches its surface where that has one normal, not at a crease. Such
// places are
//   - caps and faces: normals along the axis, and across two edges;
//   - where the side of the cylinder meets the other core: normals across the axis, in whose plane the depth is R and
//     the signed distance from the polygon that the edges span there;
//   - where a rim meets an edge or the side of the other cylinder: normals across the edge, in whose plane the rim is
//     an ellipse;
//   - where two rims meet (cylinder_rims3.h).
// All are tried. The support value of any normal is an upper bound of the depth. So an error of the normal is one of
// second order in the least value; at creases it is of first order, but their normals are known to rounding.
#ifndef LGJK_FORMULA_CYLINDER3_H
#define LGJK_FORMULA_CYLINDER3_H

#include "geometry/gjk.h"

typedef struct cylinder_core {
  vec_f axis[3]; // unit, in world axes: two across the cylinder, then its own
  vf radius, half;
} cylinder_core;

// A cylinder and another core, in the axes of the cylinder, of which z is its own.
typedef struct cylinder_pair {
  cylinder_core own;
  vec_f q;        // vector from the cylinder's centre to that of the other core
  uint32_t edges; // number of edges of the other core: 0, 1 or 3
  vec_f edge[3];  // half edges; for a cylinder its half axis
  vec_f along[3]; // their directions, unit
  bool both;      // the other core is a cylinder,
  vf radius;      // its radius, else 0
  vf depth;       // the least support value so far
  vec_f normal;   // unit, the normal of that value, from the cylinder to the other core
  mf ended;       // lanes in which all iterations have ended
} cylinder_pair;

LANE_INLINE vf not_too_small(vf square) { return vf_max(square, vf_set(LEAST_SQUARE)); }
LANE_INLINE vf length_of_vec(vec_f v) { return vf_sqrt(dot_f(v, v)); }
LANE_INLINE vec_f unit_of(vec_f v) { return scale_f(v, vf_div(vf_set(1), vf_sqrt(not_too_small(dot_f(v, v))))); }

// Returns the unit vector along (x, y), or (1, 0) if that is nearly 0.
LANE_INLINE vec_f unit_across(vf x, vf y) {
  const vf square = vf_add(vf_mul(x, x), vf_mul(y, y));
  const mf none = vf_le(square, vf_set(LEAST_SQUARE));
  const vf inverse = vf_div(vf_set(1), vf_sqrt(vf_select(none, vf_set(1), square)));
  return (vec_f){vf_select(none, vf_set(1), vf_mul(x, inverse)), vf_select(none, vf_set(0), vf_mul(y, inverse)),
                 vf_set(0)};
}

// These map world axes, or those of another body, to the given ones, and back.
LANE_INLINE vec_f in_axes(const vec_f axis[3], vec_f v) {
  return (vec_f){dot_f(axis[0], v), dot_f(axis[1], v), dot_f(axis[2], v)};
}
LANE_INLINE vec_f from_axes(const vec_f axis[3], vec_f c) {
  return add_f(add_f(scale_f(axis[0], c.x), scale_f(axis[1], c.y)), scale_f(axis[2], c.z));
}

// Reads a cylinder. Returns the lanes in which it is one: under a map it may be askew.
LANE_INLINE mf read_cylinder(const core_lanes_f* core, cylinder_core* out) {
  const vec_f row[3] = {coordinates_f(core, 0), coordinates_f(core, 1), coordinates_f(core, 2)};
  const vec_f column[3] = {
      {row[0].x, row[1].x, row[2].x}, {row[0].y, row[1].y, row[2].y}, {row[0].z, row[1].z, row[2].z}};
  vf length[3];
  vec_f unit[3];
  for (int i = 0; i < 3; ++i) {
    length[i] = vf_sqrt(dot_f(column[i], column[i]));
    unit[i] = scale_f(column[i], vf_div(vf_set(1), length[i]));
    out->axis[i] = rotate_f(&core->rotation, unit[i]);
  }
  out->radius = length[0];
  out->half = length[2];
  mf round = vf_le(vf_abs(vf_sub(length[0], length[1])), vf_mul(vf_set(CYLINDER_ASKEW), length[0]));
  for (int i = 0; i < 3; ++i) {
    round = mf_and(round, vf_le(vf_abs(dot_f(unit[i], unit[(i + 1) % 3])), vf_set(CYLINDER_ASKEW)));
  }
  return round;
}

// Reads the edges of the other core. `centre`: the vector from its position to its centre, in world axes. Returns the
// lanes in which it is no askew cylinder.
LANE_INLINE mf read_edges(const core_lanes_f* core, cylinder_pair* p, vec_f* centre) {
  const mf all = mf_all();
  const vf half = vf_set(0.5f);
  const vec_f first = coordinates_f(core, 0);
  *centre = (vec_f){vf_set(0), vf_set(0), vf_set(0)};
  p->edges = 1;
  p->radius = vf_set(0);
  p->both = is_cylinder_core(core->core);
  if (p->both) {
    cylinder_core other;
    const mf round = read_cylinder(core, &other);
    p->along[0] = in_axes(p->own.axis, other.axis[2]);
    p->edge[0] = scale_f(p->along[0], other.half);
    p->radius = other.radius;
    return round;
  }
  if (is_box_core(core->core)) {
    const vec_f axis[3] = {core->rotation.x, core->rotation.y, core->rotation.z};
    const vf extent[3] = {first.x, first.y, first.z};
    p->edges = 3;
    for (int i = 0; i < 3; ++i) {
      p->along[i] = in_axes(p->own.axis, axis[i]);
      p->edge[i] = scale_f(p->along[i], extent[i]);
    }
    return all;
  }
  p->edges = is_point_core(core->core) ? 0 : 1;
  const vec_f last = p->edges == 0 ? first : coordinates_f(core, 1);
  *centre = rotate_f(&core->rotation, scale_f(add_f(first, last), half));
  p->edge[0] = in_axes(p->own.axis, rotate_f(&core->rotation, scale_f(sub_f(last, first), half)));
  p->along[0] = unit_of(p->edge[0]);
  return all;
}

// Reads a pair. `side`: 1 if A is the cylinder whose axes are used, -1 if B is. Returns the lanes without an askew
// cylinder.
LANE_INLINE mf read_pair(const pair_frame_f* f, float side, cylinder_pair* p) {
  vec_f centre;
  const mf round = read_cylinder(side > 0 ? &f->a : &f->b, &p->own);
  const mf others = read_edges(side > 0 ? &f->b : &f->a, p, &centre);
  p->q = in_axes(p->own.axis, add_f(scale_f(f->p, vf_set(side)), centre));
  p->depth = vf_set(HUGE_VALF);
  p->normal = (vec_f){vf_set(0), vf_set(0), vf_set(1)};
  p->ended = mf_all();
  return mf_and(round, others);
}

// Tries the unit normal n and its reverse.
LANE_INLINE void try_normal(cylinder_pair* p, vec_f n) {
  const vf across = vf_sqrt(vf_add(vf_mul(n.x, n.x), vf_mul(n.y, n.y))), away = dot_f(p->q, n);
  vf value = vf_sub(vf_add(vf_mul(p->own.radius, across), vf_mul(p->own.half, vf_abs(n.z))), vf_abs(away));
  if (p->both) value = vf_add(value, vf_mul(p->radius, length_of_vec(cross_f(n, p->along[0]))));
  for (uint32_t i = 0; i < p->edges; ++i) value = vf_add(value, vf_abs(dot_f(p->edge[i], n)));
  p->normal = select_vec_f(vf_lt(value, p->depth), flip_vec_f(n, away), p->normal);
  p->depth = vf_min(value, p->depth);
}

// ------------------------------------------------------------------ across the axis

// Tries the normal of edge i of the polygon that the edges span across the axis, for a centre over that edge. For a
// centre beyond it, tries the way from the end of the edge, a corner.
LANE_INLINE void try_side(cylinder_pair* p, uint32_t i) {
  const vec_f edge = p->edge[i], n = unit_across(p->along[i].y, vf_neg(p->along[i].x));
  const vf away = dot_f(p->q, n);
  vec_f rest = p->q;
  for (uint32_t j = 0; j < p->edges; ++j) {
    const vf up = vf_flip_sign(dot_f(p->edge[j], n), away);
    if (j != i) rest = sub_f(rest, (vec_f){vf_flip_sign(p->edge[j].x, up), vf_flip_sign(p->edge[j].y, up), vf_set(0)});
  }
  const vf ahead = vf_add(vf_mul(rest.x, edge.x), vf_mul(rest.y, edge.y));
  try_normal(p, n);
  try_normal(p, unit_across(vf_sub(rest.x, vf_flip_sign(edge.x, ahead)), vf_sub(rest.y, vf_flip_sign(edge.y, ahead))));
}

// ------------------------------------------------------------------ across an edge

// The plane across an edge, in which the rim is an ellipse.
typedef struct rim_plane {
  vec_f up, side; // unit: the plane's vector nearest to the axis, and the one across the axis
  vf sine;        // between the edge and the axis
  vf cosine;      // at least RIM_THIN: the lesser semi-axis, which is along `up`, over R
} rim_plane;

LANE_INLINE void plane_across(vec_f along, rim_plane* out) {
  const vec_f across = unit_across(along.x, along.y);
  out->sine = vf_add(vf_mul(across.x, along.x), vf_mul(across.y, along.y));
  out->cosine = vf_max(vf_abs(along.z), vf_set(RIM_THIN));
  out->side = (vec_f){across.y, vf_neg(across.x), vf_set(0)};
  out->up = (vec_f){vf_neg(vf_mul(along.z, across.x)), vf_neg(vf_mul(along.z, across.y)), out->sine};
}

// Sets the plane across the axis, in which the rim of the other cylinder is an ellipse.
LANE_INLINE void plane_of_axis(vec_f along, rim_plane* out) {
  plane_across(along, out);
  out->up = unit_across(along.x, along.y);
}

// Returns the tangent t of an angle, 0 at `up`, in the normal's quarter. It is the first with a least value of R
// sqrt(t^2 + cosine^2) - (x + y t) over sqrt(1 + t^2), y >= 0. The derivative has the sign of a concave function of t
// that is -y at 0. So Newton's method from the left neither oversteps its first root nor ends before it. If there is no
// root, the function falls. The start is where the tangents at 0 and at infinity are 0.
LANE_INLINE vf find_tangent(vf radius, const rim_plane* plane, vf x, vf y, mf* ended) {
  const vf zero = vf_set(0), one = vf_set(1), top = vf_set(RIM_STEEPEST);
  const vf rise = vf_mul(vf_mul(radius, plane->sine), plane->sine);
  const vf steep = vf_add(vf_div(rise, plane->cosine), x), left = vf_sub(y, rise);
  const mf falls = vf_le(steep, zero), far = mf_and(vf_lt(zero, x), vf_lt(zero, left));
  const vf near = vf_div(y, vf_select(falls, one, steep));
  vf t = vf_max(near, vf_select(far, vf_div(left, vf_select(far, x, one)), zero));
  t = vf_min(vf_select(falls, top, t), top);
  mf active = mf_and_not(vf_lt(t, top), falls);
  const vf thin = vf_mul(plane->cosine, plane->cosine);
  for (int k = 0; k < RIM_STEPS && mf_any(active); ++k) {
    const vf inverse = vf_div(one, vf_sqrt(vf_add(vf_mul(t, t), thin)));
    const vf bent = vf_mul(rise, inverse), slope = vf_add(vf_mul(vf_mul(bent, thin), vf_mul(inverse, inverse)), x);
    const vf value = vf_sub(vf_mul(vf_add(bent, x), t), y);
    const mf rises = vf_lt(zero, slope);
    const vf step = vf_select(rises, vf_div(vf_neg(value), vf_select(rises, slope, one)), top);
    const vf next = vf_max(vf_min(vf_add(t, step), top), zero);
    t = vf_select(active, next, t);
    active = mf_and(mf_and(active, vf_lt(t, top)), vf_lt(vf_mul(vf_set(RIM_STEP), t), vf_abs(step)));
  }
  *ended = mf_and_not(*ended, active);
  return t;
}

// Tries the rim around the end of the axis that n.up > 0 shows, against a corner of the rest in the plane. `at`: the
// vector between the centre and that corner. `tip`: the end of the axis along `up`, which `at` does not include.
LANE_INLINE void try_rim(cylinder_pair* p, const rim_plane* plane, vf radius, vec_f at, vf tip) {
  const vf y = dot_f(at, plane->side), one = vf_set(1);
  const vf t = find_tangent(radius, plane, vf_sub(dot_f(at, plane->up), tip), vf_abs(y), &p->ended);
  const vf cosine = vf_div(one, vf_sqrt(vf_add(one, vf_mul(t, t)))), sine = vf_flip_sign(vf_mul(t, cosine), y);
  try_normal(p, add_f(scale_f(plane->up, cosine), scale_f(plane->side, sine)));
}

// Tries the rims against edge i: for the four corners of the other edges, and for the centre as it is and mirrored.
// Only normals with n.up > 0 are looked for, and a mirrored centre stands for the reverse.
LANE_INLINE void try_rims(cylinder_pair* p, uint32_t i) {
  rim_plane plane;
  plane_across(p->along[i], &plane);
  const vf tip = vf_mul(p->own.half, plane.sine);
  const uint32_t corners = p->edges == 3 ? 4 : 1;
  const vec_f* one = &p->edge[(i + 1) % 3];
  const vec_f* two = &p->edge[(i + 2) % 3];
  for (uint32_t k = 0; k < 2 * corners; ++k) {
    vec_f at = scale_f(p->q, vf_set(k & 1 ? -1.0f : 1.0f));
    if (corners > 1) {
      at = sub_f(at, add_f(scale_f(*one, vf_set(k & 2 ? -1.0f : 1.0f)), scale_f(*two, vf_set(k & 4 ? -1.0f : 1.0f))));
    }
    try_rim(p, &plane, p->own.radius, at, tip);
  }
}

// Tries the rims of the other cylinder against the side of this one.
LANE_INLINE void try_other_rims(cylinder_pair* p) {
  rim_plane plane;
  plane_of_axis(p->along[0], &plane);
  const vf tip = dot_f(p->edge[0], plane.up);
  for (int k = 0; k < 2; ++k) try_rim(p, &plane, p->radius, scale_f(p->q, vf_set(k ? -1.0f : 1.0f)), tip);
}

#endif
