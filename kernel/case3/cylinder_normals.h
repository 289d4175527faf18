// Finds the normal along which the core of a cylinder overlaps a point, a segment, a box or another cylinder the least.
// It needs no search: it tries the normals along which the support value of the difference can be least.
//
// The difference D is the sum of a disc, the cylinder's axis and the edges of the other core. Another cylinder adds its
// axis as an edge, and a disc. A ball inside D touches its surface where that has one normal, not at a crease. Such
// places are
//   - caps and faces: normals along the axis, and across two edges;
//   - where the side of the cylinder meets the other core: normals across the axis, in whose plane the depth is R and
//     the signed distance from the polygon that the edges span there;
//   - where a rim meets an edge or the side of the other cylinder: normals across the edge, in whose plane the rim is
//     an ellipse;
//   - where two rims meet (the second part).
// All are tried. The support value of any normal is an upper bound of the depth. So an error of the normal is one of
// second order in the least value; at creases it is of first order, but their normals are known to rounding.
#ifndef LGJK_CASE3_CYLINDER_NORMALS_H
#define LGJK_CASE3_CYLINDER_NORMALS_H

#include "gjk/solid_points3.h"

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

// Reads a cylinder. Returns the lanes in which it is one: under a map it may be askew.
LANE_INLINE mf read_cylinder(const core_lanes_f* core, cylinder_core* out) {
  const matrix_f m = matrix_of_f(core);
  vf length[3];
  vec_f unit[3];
  for (int i = 0; i < 3; ++i) {
    const vec_f column = column_of(&m, i);
    length[i] = length_of_vec(column);
    unit[i] = scale_f(column, vf_div(vf_set(1), length[i]));
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
  const vf square_across = vf_mul(plane->cosine, plane->cosine);
  for (int k = 0; k < RIM_STEPS && mf_any(active); ++k) {
    const vf inverse = vf_div(one, vf_sqrt(vf_add(vf_mul(t, t), square_across)));
    const vf bent = vf_mul(rise, inverse),
             slope = vf_add(vf_mul(vf_mul(bent, square_across), vf_mul(inverse, inverse)), x);
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

// ------------------ where two rims meet

// Tries the normals of places where the rims of two cylinders meet, and all others.
//
// Four pairs of ends face each other, and each has a lune of normals. The value over it is the sum of two discs'
// values, less that of c between their centres. Along a half circle from the plane of both axes to the normal across
// both, it is the value of two ellipses. Its derivative again has the sign of a concave function, so Newton's method
// from the left finds the first least value. These values are compared along the lune. Newton's method goes down to the
// nearest point of the sum of the rims. It begins at the two lowest valleys and beside both caps, where valleys are
// narrow. That no valley is missed is found and not proved: docs/internals/formulas3.md says how.

// The normals between two ends.
typedef struct rim_lune {
  vec_f c;             // vector from the centre of this cylinder's rim to that of the other's
  vec_f from, mid, to; // unit normals in the plane of the axes, at both ends of the lune and in the middle
  vec_f across;        // unit, across both axes, on the side of c
  vec_f along;         // unit: the other cylinder's axis
} rim_lune;

typedef struct lowest_two {
  vf value[2];
  vec_f n[2];
} lowest_two;

LANE_INLINE void keep_lowest(lowest_two* s, mf m, vf value, vec_f n) {
  const mf first = mf_and(m, vf_lt(value, s->value[0])), second = mf_and(m, vf_lt(value, s->value[1]));
  s->n[1] = select_vec_f(first, s->n[0], select_vec_f(second, n, s->n[1]));
  s->value[1] = vf_select(first, s->value[0], vf_select(second, value, s->value[1]));
  s->n[0] = select_vec_f(first, n, s->n[0]);
  s->value[0] = vf_select(first, value, s->value[0]);
}

// The pairs of ends have numbers from 0 to 3.
LANE_INLINE float sign_of_other(uint32_t number) { return number & 1 ? -1.0f : 1.0f; }
LANE_INLINE float sign_of_mirror(uint32_t number) { return number & 2 ? -1.0f : 1.0f; }

// `other`, `mirror`: the signs of a pair of ends.
LANE_INLINE void find_lune(const cylinder_pair* p, vf other, vf mirror, rim_lune* out) {
  const vf zero = vf_set(0);
  const vec_f z = {zero, zero, vf_set(1)};
  out->along = scale_f(p->along[0], other);
  out->c = sub_f(sub_f(scale_f(p->q, mirror), scale_f(z, p->own.half)), scale_f(p->edge[0], other));
  out->to = unit_across(out->along.x, out->along.y);
  const vf sine = vf_add(vf_mul(out->to.x, out->along.x), vf_mul(out->to.y, out->along.y));
  out->from = sub_f(scale_f(z, sine), scale_f(out->to, out->along.z));
  out->mid = unit_of(add_f(z, out->along));
  const vec_f across = {out->to.y, vf_neg(out->to.x), zero};
  const vf above = dot_f(out->c, across);
  out->across = (vec_f){vf_flip_sign(across.x, above), vf_flip_sign(across.y, above), zero};
}

// Returns the first least value over the half circle from k, in the plane of the axes, to the normal across both. `n`:
// its normal.
LANE_INLINE vf least_of_half_circle(const cylinder_pair* p, const rim_lune* lune, vec_f k, vec_f* n) {
  const vf zero = vf_set(0), one = vf_set(1), top = vf_set(RIM_STEEPEST);
  const vf radius[2] = {p->own.radius, p->radius};
  const vec_f over = cross_f(k, lune->along);
  const vf square_across[2] = {vf_max(vf_add(vf_mul(k.x, k.x), vf_mul(k.y, k.y)), vf_set(RIM_THIN * RIM_THIN)),
                               vf_max(dot_f(over, over), vf_set(RIM_THIN * RIM_THIN))};
  const vf x = dot_f(lune->c, k), y = dot_f(lune->c, lune->across);
  vf t = zero;
  for (int step = 0; step < RIM_GUESSES; ++step) {
    vf value = vf_sub(vf_mul(x, t), y), slope = x;
    for (int i = 0; i < 2; ++i) {
      const vf inverse = vf_div(one, vf_sqrt(vf_add(vf_mul(t, t), square_across[i])));
      const vf bent = vf_mul(vf_mul(radius[i], vf_sub(one, square_across[i])), inverse);
      value = vf_add(value, vf_mul(bent, t));
      slope = vf_add(slope, vf_mul(vf_mul(bent, square_across[i]), vf_mul(inverse, inverse)));
    }
    const mf rises = vf_lt(zero, slope);
    const vf next = vf_sub(t, vf_div(value, vf_select(rises, slope, one)));
    t = vf_max(vf_min(vf_select(rises, next, top), top), zero);
  }
  const vf square = vf_mul(t, t), cosine = vf_div(one, vf_sqrt(vf_add(one, square)));
  *n = scale_f(add_f(k, scale_f(lune->across, t)), cosine);
  const vf discs = vf_add(vf_mul(radius[0], vf_sqrt(vf_add(square, square_across[0]))),
                          vf_mul(radius[1], vf_sqrt(vf_add(square, square_across[1]))));
  return vf_mul(vf_sub(vf_sub(discs, x), vf_mul(y, t)), cosine);
}

// Finds the two lowest half circles of a lune whose least values are less than those beside them.
LANE_INLINE void search_lune(const cylinder_pair* p, const rim_lune* lune, lowest_two* out) {
  const vf none = vf_set(HUGE_VALF);
  vf before = none, last = none;
  vec_f at = lune->mid;
  out->value[0] = out->value[1] = none;
  out->n[0] = out->n[1] = lune->mid;
  for (int i = 0; i <= 2 * RIM_CIRCLES; ++i) {
    const float share = (float)(i < RIM_CIRCLES ? RIM_CIRCLES - i : i - RIM_CIRCLES) / (float)RIM_CIRCLES;
    const vec_f end = i < RIM_CIRCLES ? lune->from : lune->to;
    vec_f n;
    const vf value = least_of_half_circle(p, lune, unit_of(blend_f(lune->mid, end, vf_set(share))), &n);
    keep_lowest(out, mf_and(vf_lt(last, before), vf_le(last, value)), last, at);
    before = last;
    last = value;
    at = n;
  }
  keep_lowest(out, vf_lt(last, before), last, at);
}

// Goes to the nearest point of the sum of the rims by Newton's method, from the rims' points in the directions u and v.
// Both turn by a small angle at a time.
LANE_INLINE void try_two_rims(cylinder_pair* p, const rim_lune* lune, vec_f u, vec_f v) {
  const vf one = vf_set(1), r1 = p->own.radius, r2 = p->radius, most = vf_set(RIM_TURN);
  vec_f w = sub_f(add_f(scale_f(u, r1), scale_f(v, r2)), lune->c);
  for (int step = 0; step < RIM_TURNS; ++step) {
    const vec_f s = {vf_neg(u.y), u.x, vf_set(0)}, t = cross_f(lune->along, v);
    const vf ws = dot_f(w, s), wt = dot_f(w, t);
    const vf ss = vf_sub(r1, dot_f(w, u)), tt = vf_sub(r2, dot_f(w, v)), st = dot_f(s, t);
    const vf area = vf_sub(vf_mul(ss, tt), vf_mul(vf_mul(r1, r2), vf_mul(st, st)));
    const mf convex = mf_and(vf_lt(vf_set(0), area), vf_lt(vf_set(0), ss));
    const vf inverse = vf_select(convex, vf_div(one, vf_select(convex, area, one)), vf_set(0));
    const vf by_u = vf_mul(vf_sub(vf_mul(vf_mul(r2, st), wt), vf_mul(tt, ws)), inverse);
    const vf by_v = vf_mul(vf_sub(vf_mul(vf_mul(r1, st), ws), vf_mul(ss, wt)), inverse);
    u = unit_of(add_f(u, scale_f(s, vf_max(vf_min(by_u, most), vf_neg(most)))));
    v = unit_of(add_f(v, scale_f(t, vf_max(vf_min(by_v, most), vf_neg(most)))));
    w = sub_f(add_f(scale_f(u, r1), scale_f(v, r2)), lune->c);
  }
  const vf square = dot_f(w, w);
  const mf none = vf_le(square, vf_set(LEAST_SQUARE));
  try_normal(p, select_vec_f(none, lune->mid, scale_f(w, vf_div(one, vf_sqrt(vf_select(none, one, square))))));
}

enum { RIM_STARTS = 4 };

// Sets where Newton's method begins: at the two lowest half circles, and beside both caps, where valleys are narrow.
// There the normal leans from the cap's to where the value falls.
LANE_INLINE void begin_rims(const cylinder_pair* p, const rim_lune* lune, const lowest_two* low, int start, vec_f* u,
                            vec_f* v) {
  const vec_f n = low->n[start & 1];
  if (start < 2) {
    *u = unit_across(n.x, n.y);
    *v = unit_of(across_from(n, lune->along));
    return;
  }
  *u = lune->to;
  *v = unit_of(across_from((vec_f){vf_set(0), vf_set(0), vf_set(1)}, lune->along));
  if (start == 2) {
    const vec_f at = sub_f(lune->c, scale_f(*v, p->radius));
    *u = unit_across(at.x, at.y);
  } else {
    *v = unit_of(across_from(sub_f(lune->c, scale_f(*u, p->own.radius)), lune->along));
  }
}

static LANE_NOINLINE void try_lune(cylinder_pair* p, vf other, vf mirror) {
  rim_lune lune;
  lowest_two low;
  find_lune(p, other, mirror, &lune);
  search_lune(p, &lune, &low);
  for (int i = 0; i < RIM_STARTS; ++i) {
    vec_f u, v;
    begin_rims(p, &lune, &low, i, &u, &v);
    try_two_rims(p, &lune, u, v);
  }
}

LANE_INLINE vf spread_lanes(vf v, const uint32_t from[LANES]) {
  float given[LANES], out[LANES];
  vf_store(given, v);
  for (uint32_t l = 0; l < LANES; ++l) out[l] = given[from[l]];
  return vf_load(out);
}

// Tries the lunes of the pairs in lanes from[l], each lune in a lane of its own. As one lune after the other does, it
// keeps the first of equal values.
LANE_INLINE void try_lunes_at_once(cylinder_pair* p, const uint32_t from[LANES]) {
  cylinder_pair each = *p;
  vf* const word[] = {&each.own.radius, &each.own.half,  &each.radius,     &each.q.x,
                      &each.q.y,        &each.q.z,       &each.along[0].x, &each.along[0].y,
                      &each.along[0].z, &each.edge[0].x, &each.edge[0].y,  &each.edge[0].z,
                      &each.depth,      &each.normal.x,  &each.normal.y,   &each.normal.z};
  vf* const least[] = {&p->depth, &p->normal.x, &p->normal.y, &p->normal.z};
  enum { WORDS = sizeof word / sizeof word[0], FOUND = 4 };
  float other[LANES], mirror[LANES], found[FOUND][LANES], kept[FOUND][LANES];
  for (uint32_t l = 0; l < LANES; ++l) {
    other[l] = sign_of_other(l % 4);
    mirror[l] = sign_of_mirror(l % 4);
  }
  for (int i = 0; i < WORDS; ++i) *word[i] = spread_lanes(*word[i], from);
  try_lune(&each, vf_load(other), vf_load(mirror));
  for (int i = 0; i < FOUND; ++i) {
    vf_store(found[i], *word[WORDS - FOUND + i]);
    vf_store(kept[i], *least[i]);
  }
  for (uint32_t l = 0; l < LANES; ++l) {
    if (!(found[0][l] < kept[0][from[l]])) continue;
    for (int i = 0; i < FOUND; ++i) kept[i][from[l]] = found[i][l];
  }
  for (int i = 0; i < FOUND; ++i) *least[i] = vf_load(kept[i]);
}

// Tries all pairs of ends in `lanes`, as bits. A few lanes have theirs side by side: a block's four take most of the
// time of a call of few pairs of mixed kinds.
LANE_INLINE void try_pairs_of_rims(cylinder_pair* p, uint32_t lanes) {
  if (4 * lane_count(lanes) > 3 * LANES || LANES < 4) {
    for (uint32_t i = 0; i < 4; ++i) try_lune(p, vf_set(sign_of_other(i)), vf_set(sign_of_mirror(i)));
    return;
  }
  while (lanes != 0) {
    uint32_t from[LANES];
    for (uint32_t l = 0; l < LANES; ++l) {
      if (l != 0 && l % 4 == 0 && (lanes & (lanes - 1)) != 0) lanes &= lanes - 1;
      from[l] = (uint32_t)__builtin_ctz(lanes);
    }
    lanes &= lanes - 1;
    try_lunes_at_once(p, from);
  }
}

static LANE_NOINLINE void find_cylinder_normal(cylinder_pair* p, uint32_t lanes) {
  const vf zero = vf_set(0);
  try_normal(p, (vec_f){zero, zero, vf_set(1)});
  if (p->edges == 0) try_normal(p, unit_across(p->q.x, p->q.y));
  for (uint32_t i = 0; i < p->edges; ++i) {
    if (p->edges == 3 || p->both) try_normal(p, p->along[i]);
    if (!p->both) try_side(p, i);
    try_rims(p, i);
  }
  if (!p->both) return;
  try_normal(p, unit_across(p->along[0].y, vf_neg(p->along[0].x))); // the sides of both
  try_other_rims(p);
  try_pairs_of_rims(p, lanes);
}

#endif
