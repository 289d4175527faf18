// Finds the places where the features that two cores show lie over each other, in lanes (the clipping of Cyrus and
// Beck 1978). The rules are those of gjk/rules3.h.
//
// Rounding, and small motions from frame to frame, must not make places come and go where the sides or corners of both
// coincide. So a corner that is outside by no more than SNAP of the smaller feature's size counts as inside. Crossings
// as near as that to such a corner are left out, and so are corners of the face at corners of the other.
#ifndef LGJK_MANIFOLD3_PLACES3_H
#define LGJK_MANIFOLD3_PLACES3_H

#include "manifold3/shown_round3.h"

// The face that cuts, and the other feature: a face or an edge. Of two edges the face is A's.
typedef struct meeting {
  shown_core *face, *other;
  mf swapped; // lanes in which the face is B's
  mf faces;   // lanes of two faces
  mf edges;   // lanes of two edges
  mf both;    // lanes in which neither is a point, nor two edges cross
  vf slack, slack_square;
} meeting;

// Places: corners of the other, then of the face, then where sides of the other enter and leave the face. Ids have the
// face's number in the low half.
typedef struct meeting_places {
  uint32_t count, others, faces; // of slots; of those, corners of the other, and of the face
  vf x[4 * SHOWN_MOST], y[4 * SHOWN_MOST];
  mf valid[4 * SHOWN_MOST];
  vf id[4 * SHOWN_MOST]; // by its bits
} meeting_places;

// Fills the entries after the last corner.
LANE_INLINE void pad_shown(uint32_t most, shown_core* s) {
  for (uint32_t i = s->most + 1; i <= most; ++i) put_corner(s, i, (vec_f){s->x[0], s->y[0], s->x[0]}, s->vertex[0]);
  s->most = most;
}

LANE_INLINE void swap_lanes(mf m, vf* a, vf* b) {
  const vf first = *a;
  *a = vf_select(m, *b, first);
  *b = vf_select(m, first, *b);
}

LANE_INLINE void swap_discs(mf m, shown_disc* a, shown_disc* b) {
  const mf first = a->is;
  a->is = mf_or(mf_and(m, b->is), mf_and_not(first, m));
  b->is = mf_or(mf_and(m, first), mf_and_not(b->is, m));
  swap_lanes(m, &a->centre_x, &b->centre_x);
  swap_lanes(m, &a->centre_y, &b->centre_y);
  swap_lanes(m, &a->e_x, &b->e_x);
  swap_lanes(m, &a->e_y, &b->e_y);
  swap_lanes(m, &a->f_x, &b->f_x);
  swap_lanes(m, &a->f_y, &b->f_y);
  swap_lanes(m, &a->bottom, &b->bottom);
}

// Swaps the features of lanes. All but heights and slopes, which remain those of A and of B.
LANE_INLINE void swap_shown(mf m, shown_core* a, shown_core* b) {
  const uint32_t most = a->most > b->most ? a->most : b->most;
  pad_shown(most, a);
  pad_shown(most, b);
  for (uint32_t i = 0; i <= most; ++i) {
    swap_lanes(m, &a->x[i], &b->x[i]);
    swap_lanes(m, &a->y[i], &b->y[i]);
    swap_lanes(m, &a->vertex[i], &b->vertex[i]);
  }
  swap_lanes(m, &a->count, &b->count);
  swap_lanes(m, &a->number, &b->number);
  swap_lanes(m, &a->size_square, &b->size_square);
  if (mf_any(mf_or(a->disc.is, b->disc.is))) swap_discs(m, &a->disc, &b->disc);
}

// Leaves out corners that no lane of `m` has.
LANE_INLINE void limit_corners(mf m, shown_core* s) {
  while (s->most > 1 && !mf_any(mf_and(m, vf_le(vf_set((float)s->most), s->count)))) --s->most;
}

// Returns the lanes of edges that are not parallel: they cross at a larger angle than PARALLEL_EDGES.
LANE_INLINE mf edges_cross(const shown_core* a, const shown_core* b) {
  const vf ax = vf_sub(a->x[1], a->x[0]), ay = vf_sub(a->y[1], a->y[0]);
  const vf bx = vf_sub(b->x[1], b->x[0]), by = vf_sub(b->y[1], b->y[0]);
  const vf sine = vf_sub(vf_mul(ax, by), vf_mul(ay, bx));
  const vf lengths = vf_mul(vf_add(vf_mul(ax, ax), vf_mul(ay, ay)), vf_add(vf_mul(bx, bx), vf_mul(by, by)));
  return vf_lt(vf_mul(vf_set(PARALLEL_EDGES), lengths), vf_mul(sine, sine));
}

// Sets which feature cuts. A face cuts an edge; A's face cuts B's, unless B's area is larger by more than LARGER. `a`
// and `b` become the face and the other in the lanes that are swapped.
LANE_INLINE void begin_meeting(shown_core* a, shown_core* b, meeting* m) {
  const vf two = vf_set(2);
  const mf edge_a = vf_eq(a->count, two), edge_b = vf_eq(b->count, two), a_faces = vf_lt(two, a->count);
  const mf edges = mf_and(edge_a, edge_b), crossed = mf_and(edges, edges_cross(a, b));
  const mf larger = mf_and(vf_lt(two, b->count), vf_lt(vf_mul(vf_set(LARGER), a->area), b->area));
  m->faces = mf_and(a_faces, vf_lt(two, b->count));
  m->edges = mf_and_not(edges, crossed);
  m->both = mf_and_not(mf_and(vf_le(two, a->count), vf_le(two, b->count)), crossed);
  m->swapped = mf_and_not(mf_or(edge_a, larger), edges);
  m->slack_square = vf_mul(vf_set(SNAP * SNAP), vf_min(a->size_square, b->size_square));
  m->slack = vf_sqrt(m->slack_square);
  if (mf_any(m->swapped)) swap_shown(m->swapped, a, b);
  limit_corners(m->both, a);
  limit_corners(m->both, b);
  m->face = a;
  m->other = b;
}

LANE_INLINE mf has_corner(const shown_core* s, uint32_t i) { return vf_lt(vf_set((float)i), s->count); }

// ------------------ a face, and a face or an edge

// The sides of a face as lines: x normal_x + y normal_y + offset is how far inside a point is, times the length of the
// side. A side that a lane does not have is far outside. `least`: what counts as inside, negative.
typedef struct face_sides {
  uint32_t count;
  vf normal_x[SHOWN_MOST], normal_y[SHOWN_MOST], offset[SHOWN_MOST], least[SHOWN_MOST];
} face_sides;

LANE_INLINE void set_sides(const shown_core* face, vf slack_square, face_sides* out) {
  const vf zero = vf_set(0);
  out->count = face->most;
  for (uint32_t k = 0; k < face->most; ++k) {
    const mf has = has_corner(face, k);
    const vf x = vf_select(has, vf_sub(face->x[k + 1], face->x[k]), zero);
    const vf y = vf_select(has, vf_sub(face->y[k + 1], face->y[k]), zero);
    const vf offset = vf_sub(vf_mul(y, face->x[k]), vf_mul(x, face->y[k]));
    const vf square = vf_add(vf_mul(x, x), vf_mul(y, y));
    out->normal_x[k] = vf_neg(y);
    out->normal_y[k] = x;
    out->offset[k] = vf_select(has, offset, vf_set(FAR_INSIDE));
    out->least[k] = vf_neg(vf_sqrt(vf_mul(slack_square, square)));
  }
}

// Finds how far inside each side of a face a point is: negative if it is outside, 0 within the slack. Returns the lanes
// whose point is outside of a side.
LANE_INLINE mf find_inside(const face_sides* s, vf x, vf y, vf* inside) {
  const vf zero = vf_set(0);
  mf outside = mf_none();
  for (uint32_t k = 0; k < s->count; ++k) {
    const vf far = vf_add(vf_add(vf_mul(s->normal_x[k], x), vf_mul(s->normal_y[k], y)), s->offset[k]);
    const mf out = vf_lt(far, s->least[k]);
    inside[k] = vf_select(out, far, vf_max(far, zero));
    outside = mf_or(outside, out);
  }
  return outside;
}

// Returns the lanes whose point a face covers. `outside`: those whose point is outside of a side. A disc is seen as an
// ellipse. Its corners would leave out a tenth of it.
LANE_INLINE mf is_covered(const shown_core* s, vf slack, vf x, vf y, mf outside) {
  const shown_disc* d = &s->disc;
  if (!mf_any(d->is)) return mf_not(outside);
  const vf dx = vf_sub(x, d->centre_x), dy = vf_sub(y, d->centre_y);
  const vf inverse = vf_div(vf_set(1), not_zero(vf_sub(vf_mul(d->e_x, d->f_y), vf_mul(d->e_y, d->f_x))));
  const vf u = vf_mul(vf_sub(vf_mul(dx, d->f_y), vf_mul(dy, d->f_x)), inverse);
  const vf w = vf_mul(vf_sub(vf_mul(d->e_x, dy), vf_mul(d->e_y, dx)), inverse);
  const vf reach = vf_add(vf_set(1), vf_div(slack, not_zero(vf_sqrt(s->size_square))));
  const mf within = vf_le(vf_add(vf_mul(u, u), vf_mul(w, w)), vf_mul(reach, reach));
  return mf_or(mf_and(d->is, within), mf_and_not(mf_not(outside), d->is));
}

LANE_INLINE mf is_near(vf x, vf y, vf to_x, vf to_y, vf square) {
  const vf dx = vf_sub(to_x, x), dy = vf_sub(to_y, y);
  return vf_le(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), square);
}

// Which corners of each feature the other covers.
typedef struct covers {
  face_sides sides; // of the face; before that, of the other
  uint32_t faces;   // corners of faces that another face may cover
  mf other[SHOWN_MOST + 1], face[SHOWN_MOST];
  mf whole_other, whole_face; // lanes of which all corners are covered
  vf inside[2][SHOWN_MOST];   // how far corners k of the other are inside the sides of the face, for k even and odd
  vf number[SHOWN_MOST];      // of the sides of the face
} covers;

LANE_INLINE void cover_face(const meeting* m, covers* c) {
  set_sides(m->other, m->slack_square, &c->sides);
  c->whole_face = m->faces;
  c->faces = m->face->most;
  for (uint32_t i = 0; i < m->face->most; ++i) {
    const vf x = m->face->x[i], y = m->face->y[i];
    const mf in = is_covered(m->other, m->slack, x, y, find_inside(&c->sides, x, y, c->inside[0]));
    c->face[i] = mf_and(mf_and(in, m->faces), has_corner(m->face, i));
    c->whole_face = mf_and_not(c->whole_face, mf_and_not(has_corner(m->face, i), c->face[i]));
  }
}

LANE_INLINE void cover_corner(const meeting* m, covers* c, uint32_t i) {
  const vf x = m->other->x[i], y = m->other->y[i];
  const mf outside = find_inside(&c->sides, x, y, c->inside[i & 1]);
  c->other[i] = mf_and(is_covered(m->face, m->slack, x, y, outside), m->both);
  c->whole_other = mf_and_not(c->whole_other, mf_and_not(has_corner(m->other, i), c->other[i]));
}

LANE_INLINE vf id_of(vf of_face, vf of_other) {
  return vf_of(vi_or(vi_truncate(of_face), vi_shl(vi_truncate(of_other), 16)));
}

// The part of a side of the other that is over the face.
typedef struct side_part {
  vf enter, leave, entered, left; // parameters, and the numbers of the sides of the face
  mf enters, leaves;
} side_part;

// `first`, `last`: how far both ends are inside the sides of the face.
LANE_INLINE void cut_side(const covers* c, const vf* first, const vf* last, side_part* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  mf beyond = mf_none();
  out->enter = zero;
  out->leave = one;
  out->entered = out->left = zero;
  for (uint32_t k = 0; k < c->sides.count; ++k) {
    const mf first_out = vf_lt(first[k], zero), last_out = vf_lt(last[k], zero);
    const vf t = vf_div(first[k], vf_sub(first[k], last[k]));
    beyond = mf_or(beyond, mf_and(first_out, last_out));
    const mf in = mf_and(mf_and_not(first_out, last_out), vf_lt(out->enter, t));
    const mf gone = mf_and(mf_and_not(last_out, first_out), vf_lt(t, out->leave));
    out->enter = vf_select(in, t, out->enter);
    out->entered = vf_select(in, c->number[k], out->entered);
    out->leave = vf_select(gone, t, out->leave);
    out->left = vf_select(gone, c->number[k], out->left);
  }
  const mf part = mf_and_not(vf_lt(out->enter, out->leave), beyond);
  out->enters = mf_and(vf_lt(zero, out->enter), part);
  out->leaves = mf_and(vf_lt(out->leave, one), part);
}

// Adds a crossing of side i of the other, unless it is near a covered corner: number `end` of the other, or the face's.
LANE_INLINE void add_crossing(const meeting* m, const covers* c, uint32_t i, vf t, mf is, uint32_t end, vf id,
                              meeting_places* out) {
  if (!mf_any(is)) return;
  const shown_core *other = m->other, *face = m->face;
  const vf x = vf_add(other->x[i], vf_mul(t, vf_sub(other->x[i + 1], other->x[i])));
  const vf y = vf_add(other->y[i], vf_mul(t, vf_sub(other->y[i + 1], other->y[i])));
  mf near = mf_and(c->other[end], is_near(x, y, other->x[end], other->y[end], m->slack_square));
  for (uint32_t k = 0; k < c->faces; ++k) {
    near = mf_or(near, mf_and(c->face[k], is_near(x, y, face->x[k], face->y[k], m->slack_square)));
  }
  out->x[out->count] = x;
  out->y[out->count] = y;
  out->id[out->count] = id;
  out->valid[out->count++] = mf_and_not(is, near);
}

// Adds where side i of the other enters and leaves the face, if some lane has an end outside.
LANE_INLINE void add_crossings(const meeting* m, const covers* c, uint32_t i, mf cut, meeting_places* out) {
  const mf has = mf_and(has_corner(m->other, i), cut), lanes = i == 0 ? has : mf_and(has, m->faces); // an edge has one
  if (!mf_any(mf_and_not(lanes, mf_and(c->other[i], c->other[i + 1])))) return;
  side_part part;
  cut_side(c, c->inside[i & 1], c->inside[(i + 1) & 1], &part);
  const vf number = number_of_edge(m->other->vertex[i], m->other->vertex[i + 1]);
  const mf enters = mf_and_not(mf_and(lanes, part.enters), c->other[i]);
  const mf leaves = mf_and_not(mf_and(lanes, part.leaves), c->other[i + 1]);
  add_crossing(m, c, i, part.enter, enters, i + 1, id_of(part.entered, number), out);
  add_crossing(m, c, i, part.leave, leaves, i, id_of(part.left, number), out);
}

// Finds which corners of the other are covered, and the crossings of its sides.
LANE_INLINE void cross_sides(const meeting* m, mf cut, covers* c, meeting_places* out) {
  const uint32_t sides = mf_any(m->faces) ? m->other->most : 1;
  for (uint32_t k = 0; k < m->face->most; ++k) {
    c->number[k] = number_of_edge(m->face->vertex[k], m->face->vertex[k + 1]);
  }
  set_sides(m->face, m->slack_square, &c->sides);
  c->whole_other = cut;
  cover_corner(m, c, 0);
  for (uint32_t i = 0; i < sides; ++i) {
    cover_corner(m, c, i + 1);
    add_crossings(m, c, i, cut, out);
  }
}

// Sets the corners: all of the other if the face covers it; else all of the face if the other covers that; else those
// of both that are covered. Of a disc that is covered as a whole every other corner will do.
LANE_INLINE void add_corners(const meeting* m, const covers* c, mf some, meeting_places* out) {
  const shown_core *face = m->face, *other = m->other;
  const mf odd_other = mf_and(c->whole_other, other->disc.is), odd_face = mf_and(c->whole_face, face->disc.is);
  for (uint32_t i = 0; i < out->others; ++i) {
    const mf in = mf_and(c->other[i], mf_or(c->whole_other, some));
    out->x[i] = other->x[i];
    out->y[i] = other->y[i];
    out->id[i] = id_of(face->number, other->vertex[i]);
    out->valid[i] = mf_and(has_corner(other, i), i % 2 ? mf_and_not(in, odd_other) : in);
  }
  for (uint32_t k = 0; k < out->faces; ++k) {
    const uint32_t at = out->others + k;
    mf in = k < c->faces ? mf_and_not(mf_and(c->face[k], mf_or(c->whole_face, some)), c->whole_other) : mf_none();
    out->x[at] = face->x[k];
    out->y[at] = face->y[k];
    out->id[at] = id_of(face->vertex[k], other->number);
    if (k % 2) in = mf_and_not(in, odd_face);
    for (uint32_t i = 0; i < out->others && mf_any(mf_and(in, some)); ++i) {
      const mf stands = mf_and(mf_and(c->other[i], has_corner(other, i)), some);
      in = mf_and_not(in, mf_and(stands, is_near(face->x[k], face->y[k], other->x[i], other->y[i], m->slack_square)));
    }
    out->valid[at] = in;
  }
}

// ------------------ two edges

// Sets the ends of the common part of two parallel edges: corners of either, midway to the other. Both count as
// parallel if they are as near there as where they cross. A distance across the edges lifts one surface above the other
// by its square over twice the sum of their radii.
LANE_INLINE void overlay_edges(const meeting* m, vf near, vf bend, meeting_places* out) {
  const shown_core *a = m->face, *b = m->other;
  const vf zero = vf_set(0), one = vf_set(1), half = vf_set(0.5f);
  const vf from_x = a->x[0], from_y = a->y[0], x = vf_sub(a->x[1], from_x), y = vf_sub(a->y[1], from_y);
  const vf inverse = vf_div(one, not_zero(vf_add(vf_mul(x, x), vf_mul(y, y))));
  const vf gap = vf_mul(near, vf_add(vf_add(bend, bend), near)),
           outside = vf_sqrt(vf_div(m->slack_square, not_zero(a->size_square)));
  vf part[2];
  for (int i = 0; i < 2; ++i) {
    const vf dx = vf_sub(b->x[i], from_x), dy = vf_sub(b->y[i], from_y);
    part[i] = vf_mul(vf_add(vf_mul(dx, x), vf_mul(dy, y)), inverse);
  }
  const vf first = vf_min(part[0], part[1]), last = vf_max(part[0], part[1]);
  const mf first_of_b = vf_le(vf_neg(outside), first), last_of_b = vf_le(last, vf_add(one, outside));
  const mf forth = vf_le(part[0], part[1]);
  const vf begin = vf_select(first_of_b, first, zero), end = vf_select(last_of_b, last, one);
  mf is[4], parallel = mf_and(m->edges, vf_lt(begin, end));
  is[0] = mf_or(mf_and(forth, first_of_b), mf_and_not(last_of_b, forth)); // corner 0 of b is the first or the last
  is[1] = mf_or(mf_and(forth, last_of_b), mf_and_not(first_of_b, forth));
  is[2] = mf_not(first_of_b);
  is[3] = mf_not(last_of_b);
  const vf along_x = vf_sub(b->x[1], b->x[0]), along_y = vf_sub(b->y[1], b->y[0]);
  const vf along = vf_div(one, not_zero(vf_add(vf_mul(along_x, along_x), vf_mul(along_y, along_y))));
  for (int k = 0; k < 4; ++k) {
    const shown_core* s = k < 2 ? b : a;
    const vf at_x = s->x[k & 1], at_y = s->y[k & 1];
    const vf rise =
        vf_mul(vf_add(vf_mul(vf_sub(at_x, b->x[0]), along_x), vf_mul(vf_sub(at_y, b->y[0]), along_y)), along);
    const vf foot_x = k < 2 ? vf_add(from_x, vf_mul(part[k & 1], x)) : vf_add(b->x[0], vf_mul(rise, along_x));
    const vf foot_y = k < 2 ? vf_add(from_y, vf_mul(part[k & 1], y)) : vf_add(b->y[0], vf_mul(rise, along_y));
    const mf beside = mf_not(is_near(foot_x, foot_y, at_x, at_y, gap));
    const uint32_t slot = k < 2 ? (uint32_t)k : out->others + (uint32_t)(k - 2);
    parallel = mf_and_not(parallel, mf_and(is[k], beside));
    out->x[slot] = vf_select(m->edges, vf_mul(half, vf_add(at_x, foot_x)), out->x[slot]);
    out->y[slot] = vf_select(m->edges, vf_mul(half, vf_add(at_y, foot_y)), out->y[slot]);
  }
  for (int k = 0; k < 4; ++k) {
    mf* valid = &out->valid[k < 2 ? (uint32_t)k : out->others + (uint32_t)(k - 2)];
    *valid = mf_or(mf_and(parallel, is[k]), mf_and_not(*valid, m->edges));
  }
}

// ------------------ all

// Finds the places of lanes whose features are no points; `near`: within it, two places are one.
LANE_INLINE void find_places(const meeting* m, vf near, vf bend, meeting_places* out) {
  covers c;
  const mf cut = mf_and_not(m->both, m->edges);
  out->others = m->other->most;
  out->faces = mf_any(m->faces) ? m->face->most : mf_any(m->edges) ? 2 : 0;
  out->count = out->others + out->faces;
  c.whole_face = mf_none();
  c.faces = 0;
  if (mf_any(m->faces)) cover_face(m, &c);
  cross_sides(m, cut, &c, out);
  const mf some = mf_and_not(mf_and_not(cut, c.whole_other), c.whole_face);
  for (uint32_t i = out->others + out->faces; i < out->count; ++i) out->valid[i] = mf_and(out->valid[i], some);
  add_corners(m, &c, some, out);
  if (mf_any(m->edges)) overlay_edges(m, near, bend, out);
}

#endif
