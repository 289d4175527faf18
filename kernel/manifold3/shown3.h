// Shows features: faces, edges or points of cores along a normal, as they are seen across it, in lanes. Boxes and
// segments; the others are in shown_round3.h and shown_hull3.h.
#ifndef LGJK_MANIFOLD3_SHOWN3_H
#define LGJK_MANIFOLD3_SHOWN3_H

#include "block/frame.h"
#include "gjk/segments3.h"

// Corners of a feature, at most. Faces of more corners are represented by so many of them, evenly chosen.
enum { SHOWN_MOST = 24 };

// The base of a cylinder or a cone: its rim is at centre + cos(t) e + sin(t) f.
typedef struct shown_disc {
  mf is; // lanes that show one
  vf centre_x, centre_y, e_x, e_y, f_x, f_y;
  vf bottom; // 1: the base at local z = -1
} shown_disc;

// The feature that a core shows, in the plane across the normal. Corners of a face turn left. One more entry than there
// are corners repeats the first; the entries after it are those of some corner.
typedef struct shown_core {
  uint32_t most;                                                   // corners of the lane that has most
  vf count;                                                        // 1 of a point, 2 of an edge
  vf number;                                                       // of the feature
  vf x[SHOWN_MOST + 1], y[SHOWN_MOST + 1], vertex[SHOWN_MOST + 1]; // vertex: its number
  vf height, slope_x, slope_y; // the surface, rounding included, is at height + slope . (x, y) along the normal
  vf area;                     // of a face
  vf size_square;              // of the width of a face, the length of an edge, both as seen; 0 of a point
  vf bend;                     // radius of the surface around an edge, rounding included
  shown_disc disc;
} shown_core;

// The axes in which features are seen: x and y across the normal, and the normal. All are around `middle`, that of the
// witness points, which is around A's position.
typedef struct view_axes {
  vec_f axis[3], middle;
} view_axes;

// A core in these axes.
typedef struct core_view {
  vec_f row[3]; // the axes in the core's own axes
  vf at[3];     // the core's origin
  vec_f along;  // the direction in which the core is looked at, in its own axes
  vf radius;    // rounding radius, times the direction
  vf least;     // rounding may turn or close a feature that is narrower or shorter
  bool is_b;
} core_view;

LANE_INLINE core_view view_of(const view_axes* axes, const core_lanes_f* core, vec_f at, vf radius, vf scale,
                              bool is_b) {
  core_view v = {.is_b = is_b, .least = vf_mul(vf_set(LEAST_SHOWN), scale)};
  for (int k = 0; k < 3; ++k) {
    v.row[k] = unrotate_f(&core->rotation, axes->axis[k]);
    v.at[k] = dot_f(axes->axis[k], sub_f(at, axes->middle));
  }
  v.along = is_b ? neg_f(v.row[2]) : v.row[2];
  v.radius = is_b ? vf_neg(radius) : radius;
  return v;
}

LANE_INLINE vec_f direction_in(const core_view* v, vec_f local) {
  return (vec_f){dot_f(v->row[0], local), dot_f(v->row[1], local), dot_f(v->row[2], local)};
}

LANE_INLINE vec_f point_in(const core_view* v, vec_f local) {
  const vec_f p = direction_in(v, local);
  return (vec_f){vf_add(v->at[0], p.x), vf_add(v->at[1], p.y), vf_add(v->at[2], p.z)};
}

LANE_INLINE vf not_zero(vf a) { // or 1e-30, whose inverse is finite, even times a length
  const vf least = vf_set(1e-30f);
  return vf_select(vf_lt(vf_abs(a), least), least, a);
}

LANE_INLINE vf number_of_edge(vf a, vf b) {
  const vf high = vf_max(a, b), low = vf_min(a, b);
  const vf before = vf_mul(vf_set(0.5f), vf_mul(high, vf_sub(high, vf_set(1))));
  return vf_add(vf_set(LGJK_FEATURE3_EDGE), vf_add(before, low));
}

// Returns the lanes whose edge is long enough to be one, and nearly across the direction.
LANE_INLINE mf is_across(const core_view* v, vec_f edge) {
  const vf along = dot_f(edge, v->along), square = dot_f(edge, edge);
  const mf steep = vf_lt(vf_mul(vf_set(SHOWN_SQUARE), square), vf_mul(along, along));
  return mf_and_not(vf_lt(vf_mul(v->least, v->least), square), steep);
}

// ------------------ what all features have

// Sets the height of the surface. `base`: a point of the feature. If the feature is not across the normal, its rounding
// lifts it by more than the radius; the square of the angle is neglected.
LANE_INLINE vf height_of(const core_view* v, const shown_core* s, vec_f base) {
  const vf below = vf_add(vf_mul(s->slope_x, base.x), vf_mul(s->slope_y, base.y));
  return vf_add(vf_sub(base.z, below), v->radius);
}

// Sets points of the given numbers, in all lanes.
LANE_INLINE void begin_shown(vf number, shown_core* s) {
  const vf zero = vf_set(0);
  s->most = 1;
  s->count = vf_set(1);
  s->number = number;
  s->height = s->slope_x = s->slope_y = s->area = s->size_square = s->bend = zero;
  s->disc.is = mf_none();
  for (int i = 0; i < 3; ++i) s->x[i] = s->y[i] = s->vertex[i] = zero;
}

// Makes points of the lanes `m`, whose face is too narrow.
LANE_INLINE void clear_shown(shown_core* s, mf m, vf number) {
  const vf zero = vf_set(0);
  s->count = vf_select(m, vf_set(1), s->count);
  s->number = vf_select(m, number, s->number);
  s->slope_x = vf_select(m, zero, s->slope_x);
  s->slope_y = vf_select(m, zero, s->slope_y);
  s->area = vf_select(m, zero, s->area);
  s->size_square = vf_select(m, zero, s->size_square);
}

LANE_INLINE void put_corner(shown_core* s, uint32_t i, vec_f at, vf vertex) {
  s->x[i] = at.x;
  s->y[i] = at.y;
  s->vertex[i] = vertex;
}

// Sets edges in the lanes `m`; those of others are corners 0 to 2 of their own feature. `bend`: without rounding.
LANE_INLINE void put_edge(const core_view* v, shown_core* s, mf m, vec_f a, vf a_number, vec_f b, vf b_number,
                          vf bend) {
  const vf x = vf_sub(b.x, a.x), y = vf_sub(b.y, a.y), rise = vf_sub(b.z, a.z);
  const vf square = not_zero(vf_add(vf_mul(x, x), vf_mul(y, y))), steep = vf_div(rise, square);
  s->most = s->most < 2 ? 2 : s->most;
  s->count = vf_select(m, vf_set(2), s->count);
  s->number = vf_select(m, number_of_edge(a_number, b_number), s->number);
  for (int i = 0; i < 3; ++i) {
    s->x[i] = vf_select(m, i == 1 ? b.x : a.x, s->x[i]);
    s->y[i] = vf_select(m, i == 1 ? b.y : a.y, s->y[i]);
    s->vertex[i] = vf_select(m, i == 1 ? b_number : a_number, s->vertex[i]);
  }
  s->slope_x = vf_select(m, vf_mul(steep, x), s->slope_x);
  s->slope_y = vf_select(m, vf_mul(steep, y), s->slope_y);
  s->size_square = vf_select(m, square, s->size_square);
  s->bend = vf_select(m, vf_add(bend, vf_abs(v->radius)), s->bend);
  s->height = vf_select(m, height_of(v, s, a), s->height);
}

// Returns twice the area of the corners of faces, and the square of the distance from the first that is farthest.
LANE_INLINE vf twice_area(const shown_core* s, vf* farthest) {
  const vf zero = vf_set(0);
  vf sum = zero, x = zero, y = zero;
  *farthest = zero;
  for (uint32_t i = 1; i < s->most; ++i) {
    const vf next_x = vf_sub(s->x[i], s->x[0]), next_y = vf_sub(s->y[i], s->y[0]);
    const mf has = vf_lt(vf_set((float)i), s->count);
    const vf square = vf_add(vf_mul(next_x, next_x), vf_mul(next_y, next_y));
    const vf area = vf_sub(vf_mul(x, next_y), vf_mul(y, next_x));
    sum = vf_select(has, vf_add(sum, area), sum);
    *farthest = vf_select(has, vf_max(*farthest, square), *farthest);
    x = next_x;
    y = next_y;
  }
  return sum;
}

// Completes faces. `n`: outwards, of any length; `p`: a point of the plane. `area`: as seen; `farthest`: the square of
// the distance of the corner that is farthest from the first. Returns the lanes whose face is too narrow for one: an
// edge or a point.
LANE_INLINE mf put_plane(const core_view* v, shown_core* s, mf m, vec_f n, vec_f p, vf number, vf area, vf farthest) {
  const vf inverse = vf_div(vf_set(-1), not_zero(n.z));
  const vf size_square = vf_div(vf_mul(area, area), not_zero(farthest));
  s->number = vf_select(m, number, s->number);
  s->slope_x = vf_select(m, vf_mul(n.x, inverse), s->slope_x);
  s->slope_y = vf_select(m, vf_mul(n.y, inverse), s->slope_y);
  s->size_square = vf_select(m, size_square, s->size_square);
  s->height = vf_select(m, height_of(v, s, p), s->height);
  return mf_and_not(m, vf_lt(vf_mul(v->least, v->least), size_square));
}

// Completes faces whose corners are set.
LANE_INLINE mf put_polygon(const core_view* v, shown_core* s, mf m, vec_f n, vec_f p, vf number) {
  vf farthest;
  const vf area = vf_abs(vf_mul(vf_set(0.5f), twice_area(s, &farthest)));
  const mf narrow = put_plane(v, s, m, n, p, number, area, farthest);
  const vf rise = vf_add(vf_mul(s->slope_x, s->slope_x), vf_mul(s->slope_y, s->slope_y));
  s->area = vf_select(m, vf_mul(area, vf_sqrt(vf_add(vf_set(1), rise))), s->area);
  return narrow;
}

// Returns the unit vector across the normal of a direction that is fixed in the body. If that is nearly along the
// normal, another one, across it, serves.
LANE_INLINE vec_f fixed_across(const core_view* v) {
  const vf x = vf_set(FIXED_X), y = vf_set(FIXED_Y), z = vf_set(FIXED_Z);
  const vec_f first = direction_in(v, (vec_f){x, y, z}), second = direction_in(v, (vec_f){vf_neg(y), x, vf_set(0)});
  const vf square = vf_add(vf_mul(first.x, first.x), vf_mul(first.y, first.y));
  const vec_f d = select_vec_f(vf_lt(square, vf_set(0.1f)), second, first);
  const vf length = vf_sqrt(not_zero(vf_add(vf_mul(d.x, d.x), vf_mul(d.y, d.y))));
  return scale_f(d, vf_div(vf_set(1), length));
}

// ------------------ boxes

// A box as it is seen.
typedef struct box_view {
  vec_f axis[3];
  vf half[3], side[3]; // half extents; 1 or -1 of the corner that is farthest along the direction
  vf most, least;      // numbers of the axes most and least along the direction
  mf face, edge;       // neither: a vertex
} box_view;

LANE_INLINE void find_box_view(const core_view* v, const core_lanes_f* core, box_view* s) {
  const vf along[3] = {v->along.x, v->along.y, v->along.z};
  vf most = vf_set(-1), least = vf_set(SHOWN_SQUARE), row[3][3];
  for (int k = 0; k < 3; ++k) to_array_f(v->row[k], row[k]);
  s->most = vf_set(0);
  s->least = vf_set(3);
  for (uint32_t k = 0; k < 3; ++k) {
    const vf square = vf_mul(along[k], along[k]), number = vf_set((float)k);
    s->half[k] = core_float_f(core, k);
    s->axis[k] = (vec_f){row[0][k], row[1][k], row[2][k]};
    s->side[k] = vf_flip_sign(vf_set(1), along[k]);
    s->most = vf_select(vf_lt(most, square), number, s->most);
    most = vf_max(most, square);
    const mf across = mf_and(vf_le(square, least), vf_lt(v->least, vf_add(s->half[k], s->half[k])));
    s->least = vf_select(across, number, s->least);
    least = vf_select(across, square, least);
  }
  s->face = vf_le(vf_set(1 - SHOWN_SQUARE), most);
  s->edge = vf_lt(s->least, vf_set(3));
}

// Returns the number of the corner on the sides of a box, without the bit of an axis; 3: with all bits.
LANE_INLINE vf box_number(const vf side[3], vf axis) {
  vf number = vf_set(0);
  for (int k = 0; k < 3; ++k) {
    const mf negative = mf_and_not(vf_lt(side[k], vf_set(0)), vf_eq(axis, vf_set((float)k)));
    number = vf_add(number, vf_select(negative, vf_set((float)(1 << k)), vf_set(0)));
  }
  return number;
}

LANE_INLINE vf after_axis(vf k) { return vf_select(vf_eq(k, vf_set(2)), vf_set(0), vf_add(k, vf_set(1))); }
LANE_INLINE vf bit_of_axis(vf k) { return vf_select(vf_eq(k, vf_set(2)), vf_set(4), vf_add(k, vf_set(1))); }

LANE_INLINE vf square_seen(vec_f v) { return vf_add(vf_mul(v.x, v.x), vf_mul(v.y, v.y)); }

// Sets the corners of the faces. They go around by the signs of the other two axes, from both positive.
LANE_INLINE void put_box_face(const core_view* v, const box_view* s, vf vertex, shown_core* out) {
  const vf zero = vf_set(0), one = vf_set(1), side = pick_3(s->most, s->side);
  const mf negative = vf_lt(side, zero), back = v->is_b ? mf_not(negative) : negative;
  const vf next = after_axis(s->most), last = after_axis(next);
  const vf half_p = pick_3(next, s->half), half_q = pick_3(last, s->half);
  const vec_f outwards = flip_vec_f(pick_axis(s->most, s->axis), side);
  const vec_f p = scale_f(pick_axis(next, s->axis), half_p), q = scale_f(pick_axis(last, s->axis), half_q);
  const vec_f centre = scale_f(outwards, pick_3(s->most, s->half));
  const vec_f u = select_vec_f(back, q, p), w = select_vec_f(back, p, q);
  const vf bit_p = bit_of_axis(next), bit_q = bit_of_axis(last);
  const vf bit_u = vf_select(back, bit_q, bit_p), bit_w = vf_select(back, bit_p, bit_q);
  const vf bits = vf_select(negative, bit_of_axis(s->most), zero);
  const vec_f at = add_f(from_array_f(v->at), centre);
  const vec_f sum = add_f(u, w), across = sub_f(w, u);
  put_corner(out, 0, add_f(at, sum), bits);
  put_corner(out, 1, add_f(at, across), vf_add(bits, bit_u));
  put_corner(out, 2, sub_f(at, sum), vf_add(bits, vf_add(bit_u, bit_w)));
  put_corner(out, 3, sub_f(at, across), vf_add(bits, bit_w));
  put_corner(out, 4, add_f(at, sum), bits);
  out->most = 4;
  out->count = vf_select(s->face, vf_set(4), out->count);
  const vf number = vf_add(vf_add(s->most, s->most), vf_select(negative, one, zero)), four = vf_set(4);
  const vf area = vf_mul(four, vf_abs(vf_sub(vf_mul(u.x, w.y), vf_mul(u.y, w.x))));
  const vf farthest = vf_max(square_seen(sum), vf_max(square_seen(u), square_seen(w)));
  const mf narrow = put_plane(v, out, s->face, outwards, at, vf_add(vf_set(LGJK_FEATURE3_FACE), number), area,
                              vf_mul(four, farthest));
  out->area = vf_select(s->face, vf_mul(four, vf_mul(half_p, half_q)), out->area);
  if (mf_any(narrow)) clear_shown(out, narrow, vertex);
}

// `faces`: lanes that show a face, however far its normal is from the direction.
static LANE_NOINLINE void show_box(const core_view* v, const core_lanes_f* core, mf faces, shown_core* out) {
  box_view s;
  find_box_view(v, core, &s);
  s.face = mf_or(s.face, faces);
  const vf vertex = box_number(s.side, vf_set(3));
  begin_shown(vertex, out);
  if (mf_any(s.face)) put_box_face(v, &s, vertex, out);
  const mf edge = mf_and(s.edge, vf_eq(out->count, vf_set(1)));
  if (!mf_any(edge)) return;
  vec_f middle = from_array_f(v->at);
  for (int k = 0; k < 3; ++k) {
    const vf along = vf_select(vf_eq(s.least, vf_set((float)k)), vf_set(0), vf_mul(s.side[k], s.half[k]));
    middle = add_f(middle, scale_f(s.axis[k], along));
  }
  const vec_f half = scale_f(pick_axis(s.least, s.axis), pick_3(s.least, s.half));
  const vf low = box_number(s.side, s.least), high = vf_add(low, bit_of_axis(s.least));
  put_edge(v, out, edge, add_f(middle, half), low, sub_f(middle, half), high, vf_set(0));
}

// ------------------ segments

static LANE_NOINLINE void show_segment(const core_view* v, const core_lanes_f* core, shown_core* out) {
  const vec_f p = coordinates_f(core, 0), q = coordinates_f(core, 1), edge = sub_f(q, p);
  const vf zero = vf_set(0), one = vf_set(1);
  begin_shown(vf_select(vf_lt(zero, dot_f(edge, v->along)), one, zero), out);
  put_edge(v, out, is_across(v, edge), point_in(v, p), zero, point_in(v, q), one, zero);
}

#endif
