// Makes manifolds in 3D, in lanes: chooses at most four of the places where the features that both cores show lie over
// each other. The rules are those of gjk/rules3.h.
#ifndef LGJK_MANIFOLD3_CHOICE3_H
#define LGJK_MANIFOLD3_CHOICE3_H

#include "manifold3/places3.h"

enum {
  CHOSEN_MOST = 4,
  MANIFOLD_HEAD = 4,
  POINT_WORDS = 5,
  MANIFOLD_WORDS = MANIFOLD_HEAD + CHOSEN_MOST * POINT_WORDS
};
_Static_assert(sizeof(lgjk_manifold3) == MANIFOLD_WORDS * sizeof(float), "quads of 16 bytes");

// Places of faces that rest on each other are less deep than the pair by no more than this part of the scale.
#define LESS_DEEP 2e-3f

// The contact of a block's lanes, of which the manifold is made.
typedef struct touch_lanes {
  vec_f normal; // from A to B; of unit length up to rounding, and not that of any feature
  vec_f middle; // of the witness points, around A's position
  vec_f origin; // A's position
  vf distance;  // signed, rounding included
  vf scale, margin;
  mf lanes;
} touch_lanes;

typedef struct meeting_place {
  vf x, y, apart, id;
  mf has;
} meeting_place;

typedef struct choice {
  meeting_place at[CHOSEN_MOST];
} choice;

// The planes of both surfaces, for separations, and for the middle between them.
typedef struct surfaces {
  vf gap, tilt_x, tilt_y; // B's height above A's, and its slopes
  vf mean, mean_x, mean_y;
} surfaces;

LANE_INLINE surfaces surfaces_of(const shown_core* a, const shown_core* b) {
  const vf half = vf_set(0.5f);
  return (surfaces){vf_sub(b->height, a->height),
                    vf_sub(b->slope_x, a->slope_x),
                    vf_sub(b->slope_y, a->slope_y),
                    vf_mul(half, vf_add(a->height, b->height)),
                    vf_mul(half, vf_add(a->slope_x, b->slope_x)),
                    vf_mul(half, vf_add(a->slope_y, b->slope_y))};
}

LANE_INLINE meeting_place select_place(mf m, const meeting_place* a, const meeting_place* b) {
  return (meeting_place){vf_select(m, a->x, b->x), vf_select(m, a->y, b->y), vf_select(m, a->apart, b->apart),
                         vf_select(m, a->id, b->id), mf_or(mf_and(m, a->has), mf_and_not(b->has, m))};
}

LANE_INLINE void take_place(const meeting_places* p, uint32_t i, mf m, meeting_place* out) {
  out->x = vf_select(m, p->x[i], out->x);
  out->y = vf_select(m, p->y[i], out->y);
  out->id = vf_select(m, p->id[i], out->id);
}

LANE_INLINE vf square_between(const meeting_place* p, const meeting_place* q) {
  const vf x = vf_sub(q->x, p->x), y = vf_sub(q->y, p->y);
  return vf_add(vf_mul(x, x), vf_mul(y, y));
}

// ------------------ at most four places

// The chosen places stay the same while the bodies tremble.

LANE_INLINE vf between_surfaces(const surfaces* s, vf x, vf y) {
  return vf_add(vf_add(s->gap, vf_mul(s->tilt_x, x)), vf_mul(s->tilt_y, y));
}

// No place is deeper than the pair, and none that counts is beyond the margin: rounding alone makes it seem so.
LANE_INLINE vf separation_at(const surfaces* s, const touch_lanes* t, vf x, vf y) {
  return vf_max(vf_min(between_surfaces(s, x, y), t->margin), t->distance);
}

// Leaves out places beyond the margin, and those of no lane. Returns the deepest.
LANE_INLINE meeting_place measure_places(const surfaces* s, const touch_lanes* t, meeting_places* p) {
  const vf zero = vf_set(0);
  meeting_place deepest = {zero, zero, vf_set(HUGE_VALF), zero, mf_none()};
  const vf most = vf_add(t->margin, vf_mul(vf_set(MARGIN_NOISE), t->scale));
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->count; ++i) {
    const vf x = p->x[i], y = p->y[i], id = p->id[i], apart = separation_at(s, t, x, y);
    const mf valid = mf_and(mf_and(p->valid[i], t->lanes), vf_le(between_surfaces(s, x, y), most));
    if (!mf_any(valid)) continue;
    p->x[count] = x;
    p->y[count] = y;
    p->id[count] = id;
    p->valid[count] = valid;
    const mf deeper = mf_and(valid, vf_lt(apart, deepest.apart));
    take_place(p, count, deeper, &deepest);
    deepest.apart = vf_select(deeper, apart, deepest.apart);
    deepest.has = mf_or(deepest.has, valid);
    ++count;
  }
  p->count = count;
  return deepest;
}

// A direction that turns with both bodies, and the range of the places along it.
typedef struct extent3 {
  vf x, y, low, high;
} extent3;

// Finds the direction for two faces. It is the same whichever is A, unless their faces are equally large. An edge's own
// direction serves else.
LANE_INLINE extent3 find_direction(const meeting* m, const core_view* of_a, const core_view* of_b) {
  const shown_core* other = m->other;
  const vf edge_x = vf_sub(other->x[1], other->x[0]), edge_y = vf_sub(other->y[1], other->y[0]);
  if (!mf_any(m->faces)) return (extent3){.x = edge_x, .y = edge_y};
  const vec_f a = fixed_across(of_a), b = fixed_across(of_b);
  const vf together = vf_add(vf_mul(a.x, b.x), vf_mul(a.y, b.y));
  const vec_f opposed = select_vec_f(m->swapped, sub_f(b, a), sub_f(a, b));
  const vec_f d = select_vec_f(vf_lt(vf_set(OPPOSED), together), add_f(a, b), opposed);
  return (extent3){.x = vf_select(m->faces, d.x, edge_x), .y = vf_select(m->faces, d.y, edge_y)};
}

LANE_INLINE vf along_extent(const extent3* e, vf x, vf y) { return vf_add(vf_mul(e->x, x), vf_mul(e->y, y)); }

// Takes both ends along the direction.
LANE_INLINE void take_ends(const meeting_places* p, vf near, extent3* e, choice* out) {
  e->low = vf_set(HUGE_VALF);
  e->high = vf_set(-HUGE_VALF);
  for (uint32_t i = 0; i < p->count; ++i) {
    const vf at = along_extent(e, p->x[i], p->y[i]);
    const mf lower = mf_and(p->valid[i], vf_lt(at, e->low)), higher = mf_and(p->valid[i], vf_lt(e->high, at));
    e->low = vf_select(lower, at, e->low);
    e->high = vf_select(higher, at, e->high);
    take_place(p, i, lower, &out->at[0]);
    take_place(p, i, higher, &out->at[1]);
  }
  out->at[0].has = vf_le(e->low, e->high);
  const vf square = square_between(&out->at[0], &out->at[1]);
  out->at[1].has = mf_and(out->at[0].has, vf_lt(vf_mul(near, near), square));
}

// A linear function: twice the area of the triangle over the side from p to q, by its third corner.
typedef struct side_area {
  vf x, y, constant;
} side_area;

LANE_INLINE side_area area_over(const meeting_place* p, const meeting_place* q, vf sign) {
  const vf x = vf_flip_sign(vf_sub(p->y, q->y), sign), y = vf_flip_sign(vf_sub(q->x, p->x), sign);
  return (side_area){x, y, vf_neg(vf_add(vf_mul(x, p->x), vf_mul(y, p->y)))};
}

LANE_INLINE vf area_at(const side_area* s, vf x, vf y) {
  return vf_add(vf_add(vf_mul(s->x, x), vf_mul(s->y, y)), s->constant);
}

// Takes as place k the one that has the largest area over the given sides, or beside the only one, if it is above
// `least`. A place is worth more, by up to BIAS, the farther it is along the direction.
LANE_INLINE void take_largest(const meeting_places* p, const extent3* e, const side_area* sides, int count, vf least,
                              mf lanes, int k, choice* out) {
  const vf reach = vf_sub(e->high, e->low), bias = vf_set(BIAS);
  vf most = vf_set(0);
  for (uint32_t i = 0; i < p->count; ++i) {
    vf area = area_at(&sides[0], p->x[i], p->y[i]);
    if (count == 1) area = vf_abs(area);
    for (int s = 1; s < count; ++s) area = vf_max(area, area_at(&sides[s], p->x[i], p->y[i]));
    const vf along = vf_sub(along_extent(e, p->x[i], p->y[i]), e->low);
    const vf worth = vf_mul(area, vf_add(reach, vf_mul(bias, along)));
    const mf counts = mf_and(mf_and(p->valid[i], lanes), vf_lt(least, area));
    const mf better = mf_and(counts, vf_lt(most, worth));
    most = vf_select(better, worth, most);
    take_place(p, i, better, &out->at[k]);
    out->at[k].has = mf_or(out->at[k].has, better);
  }
}

// Chooses the two ends along a direction that turns with the bodies, the place farthest from their line, and the one
// that adds most to that triangle. Of an edge, the ends alone. Places within `near` of each other are one. Depths do
// not matter, so that the choice stays the same while bodies tremble.
LANE_INLINE void choose_spread(const meeting* m, const core_view* of_a, const core_view* of_b, const meeting_places* p,
                               vf near, choice* out) {
  const vf zero = vf_set(0);
  for (int k = 0; k < CHOSEN_MOST; ++k) out->at[k] = (meeting_place){zero, zero, vf_set(HUGE_VALF), zero, mf_none()};
  if (p->count == 0) return;
  extent3 e = find_direction(m, of_a, of_b);
  take_ends(p, near, &e, out);
  const meeting_place* at = out->at;
  const mf third = mf_and(at[1].has, m->faces);
  if (!mf_any(third)) return;
  const vf least = vf_mul(near, vf_sqrt(square_between(&at[0], &at[1])));
  const side_area line = area_over(&at[0], &at[1], vf_set(1));
  take_largest(p, &e, &line, 1, least, third, 2, out);
  if (!mf_any(at[2].has)) return;
  const vf turn = vf_neg(area_at(&line, at[2].x, at[2].y));
  const side_area sides[3] = {area_over(&at[0], &at[1], turn), area_over(&at[1], &at[2], turn),
                              area_over(&at[2], &at[0], turn)};
  take_largest(p, &e, sides, 3, least, at[2].has, 3, out);
}

// Puts a place among the chosen ones in the given lanes: in place of the nearest if these are `full`, if both are one,
// or if that is in `passed`; else after the others.
LANE_INLINE void put_place(const meeting_place* p, mf lanes, mf full, const mf passed[CHOSEN_MOST], vf near,
                           choice* out) {
  vf least = vf_set(HUGE_VALF), nearest = vf_set(0), count = vf_set(0);
  mf instead = full;
  for (int k = 0; k < CHOSEN_MOST; ++k) {
    const vf square = square_between(p, &out->at[k]);
    const mf nearer = mf_and(out->at[k].has, vf_lt(square, least));
    least = vf_select(nearer, square, least);
    nearest = vf_select(nearer, vf_set((float)k), nearest);
    instead = mf_or(mf_and_not(instead, nearer), mf_and(nearer, mf_or(full, passed[k])));
    count = vf_add(count, vf_select(out->at[k].has, vf_set(1), vf_set(0)));
  }
  instead = mf_or(instead, vf_le(least, vf_mul(near, near)));
  const vf to = vf_select(instead, nearest, count);
  for (int k = 0; k < CHOSEN_MOST; ++k) {
    const mf here = mf_and(lanes, vf_eq(to, vf_set((float)k)));
    out->at[k] = select_place(here, p, &out->at[k]);
    out->at[k].has = mf_or(out->at[k].has, here);
  }
}

// ------------------ the deepest place

// Returns the lanes of two faces that rest on each other, so that any place is about as deep as the pair.
LANE_INLINE mf rests(const surfaces* s, const shown_core* a, const shown_core* b, const meeting* m,
                     const touch_lanes* t, const meeting_place* deepest) {
  const vf z = vf_sub(vf_mul(a->slope_x, b->slope_y), vf_mul(a->slope_y, b->slope_x)); // of both (-slope, 1)
  const vf cross = vf_add(vf_add(vf_mul(s->tilt_x, s->tilt_x), vf_mul(s->tilt_y, s->tilt_y)), vf_mul(z, z));
  const vf one = vf_set(1);
  const vf of_a = vf_add(one, vf_add(vf_mul(a->slope_x, a->slope_x), vf_mul(a->slope_y, a->slope_y)));
  const vf of_b = vf_add(one, vf_add(vf_mul(b->slope_x, b->slope_x), vf_mul(b->slope_y, b->slope_y)));
  const mf alike = vf_le(cross, vf_mul(vf_set(TREMOR * TREMOR), vf_mul(of_a, of_b)));
  const mf shallow = vf_le(vf_sub(deepest->apart, t->distance), vf_mul(vf_set(LESS_DEEP), t->scale));
  return mf_and(mf_and(m->faces, deepest->has), mf_and(alike, shallow));
}

// Returns the lanes whose place is a corner of a disc: the deepest place passes it as the disc rolls.
LANE_INLINE mf is_rim(const meeting* m, const meeting_place* at) {
  const mf discs = mf_or(m->face->disc.is, m->other->disc.is);
  if (!mf_any(discs)) return discs;
  const vf of_face = vf_convert(vi_and(vi_of(at->id), 0xFFFF)), of_other = vf_convert(vi_shr(vi_of(at->id), 16));
  const vf sectors = vf_set(LGJK_FEATURE3_SECTOR);
  const mf on_face = mf_and(vf_lt(of_face, sectors), m->face->disc.is);
  return mf_and(at->has, mf_or(on_face, mf_and(vf_lt(of_other, sectors), m->other->disc.is)));
}

// Moves a place to where a tilted disc is deepest, which is between its corners and moves along the rim with the tilt.
// If it is over the other face, it is as deep as the pair.
LANE_INLINE void find_summit(const surfaces* s, const shown_core* own, const shown_core* other, mf lanes,
                             meeting_place* out) {
  const shown_disc* d = &own->disc;
  const mf some = mf_and(mf_and(lanes, d->is), vf_lt(vf_set(2), other->count));
  if (!mf_any(some)) return;
  const vf x = vf_neg(s->tilt_x), y = vf_neg(s->tilt_y), zero = vf_set(0), one = vf_set(1);
  const vf u = vf_add(vf_mul(d->e_x, x), vf_mul(d->e_y, y)), w = vf_add(vf_mul(d->f_x, x), vf_mul(d->f_y, y));
  const vf length = vf_sqrt(vf_add(vf_mul(u, u), vf_mul(w, w)));
  const mf none = vf_le(length, zero);
  const vf inverse = vf_div(one, vf_select(none, one, length));
  const vf c = vf_select(none, one, vf_mul(u, inverse)), sine = vf_mul(w, inverse);
  const vf at_x = vf_add(d->centre_x, vf_add(vf_mul(c, d->e_x), vf_mul(sine, d->f_x)));
  const vf at_y = vf_add(d->centre_y, vf_add(vf_mul(c, d->e_y), vf_mul(sine, d->f_y)));
  vf inside[SHOWN_MOST];
  face_sides sides;
  set_sides(other, zero, &sides);
  const mf in = is_covered(other, zero, at_x, at_y, find_inside(&sides, at_x, at_y, inside));
  const mf over = mf_and(some, in);
  out->x = vf_select(over, at_x, out->x);
  out->y = vf_select(over, at_y, out->y);
}

// Adds the deepest place. The deepest corner or crossing is put among the chosen ones if none there is as deep as
// `deep`. If none at all is, or it is a corner of a rim, a summit or the middle of the witness points is added.
LANE_INLINE void add_deepest(const surfaces* s, const meeting* m, const touch_lanes* t, const meeting_place* deepest,
                             mf resting, vf deep, vf near, choice* out) {
  const vf zero = vf_set(0);
  const mf moving = mf_and_not(t->lanes, resting), all = mf_all();
  mf passed[CHOSEN_MOST];
  vf least = vf_set(HUGE_VALF);
  for (int k = 0; k < CHOSEN_MOST; ++k) {
    passed[k] = mf_none();
    least = vf_select(out->at[k].has, vf_min(least, out->at[k].apart), least);
  }
  const mf shallow = mf_and(mf_and(moving, out->at[0].has), vf_lt(deep, least));
  if (mf_any(shallow)) put_place(deepest, shallow, all, passed, near, out);
  const mf reaches = mf_and(deepest->has, vf_le(deepest->apart, deep));
  const mf missing = mf_and_not(moving, mf_and_not(reaches, is_rim(m, deepest)));
  if (!mf_any(missing)) return;
  meeting_place deeper = {zero, zero, t->distance, zero, missing};
  find_summit(s, m->other, m->face, missing, &deeper);
  find_summit(s, m->face, m->other, missing, &deeper);
  deeper.id = id_of(number_at(m->face, deeper.x, deeper.y), number_at(m->other, deeper.x, deeper.y));
  for (int k = 0; k < CHOSEN_MOST; ++k) passed[k] = is_rim(m, &out->at[k]);
  const mf full = mf_and(out->at[1].has, mf_or(mf_not(m->faces), out->at[3].has));
  put_place(&deeper, missing, full, passed, near, out);
}

// Swaps the deepest place to the front.
LANE_INLINE void front_deepest(choice* c) {
  for (int k = 1; k < CHOSEN_MOST; ++k) {
    const mf deeper = mf_and(c->at[k].has, vf_lt(c->at[k].apart, c->at[0].apart));
    const meeting_place first = c->at[0];
    c->at[0] = select_place(deeper, &c->at[k], &first);
    c->at[k] = select_place(deeper, &first, &c->at[k]);
  }
}

// ------------------ words

LANE_INLINE vf swap_halves(vf a) { return vf_of(vi_or(vi_shl(vi_of(a), 16), vi_shr(vi_of(a), 16))); }

// Writes the words of lgjk_manifold3, the deepest place first; other lanes have no points. Integers are stored by their
// bits. `deep`: the separation up to which a place is as deep as the pair.
LANE_INLINE void write_words(const surfaces* s, const view_axes* axes, const touch_lanes* t, const meeting* m,
                             const choice* c, vf deep, vf word[MANIFOLD_WORDS]) {
  const vf zero = vf_set(0);
  const vec_f base = add_f(t->origin, t->middle);
  vf count = zero;
  to_array_f(t->normal, word + 1);
  for (int k = 0; k < CHOSEN_MOST; ++k) {
    const meeting_place* at = &c->at[k];
    vf* to = word + MANIFOLD_HEAD + POINT_WORDS * k;
    if (!mf_any(at->has)) {
      for (int i = 0; i < POINT_WORDS; ++i) to[i] = zero;
      continue;
    }
    const vf mean = vf_add(s->mean, vf_add(vf_mul(s->mean_x, at->x), vf_mul(s->mean_y, at->y)));
    const mf witness = mf_and(vf_eq(at->x, zero), vf_eq(at->y, zero));
    const vf z = vf_select(witness, zero, mean);
    const vec_f away =
        add_f(add_f(scale_f(axes->axis[0], at->x), scale_f(axes->axis[1], at->y)), scale_f(axes->axis[2], z));
    const vec_f where = add_f(base, away);
    const mf pair = k == 0 ? vf_le(at->apart, deep) : mf_none();
    const vf values[POINT_WORDS] = {where.x, where.y, where.z, vf_select(pair, t->distance, at->apart),
                                    vf_select(m->swapped, swap_halves(at->id), at->id)};
    for (int i = 0; i < POINT_WORDS; ++i) to[i] = vf_select(at->has, values[i], zero);
    count = vf_add(count, vf_select(at->has, vf_set(1), zero));
  }
  word[0] = vf_of(vi_truncate(count));
}

// ------------------ the manifold

// Finds the axes across a unit normal (Duff and others 2017).
LANE_INLINE void set_axes(vec_f normal, vec_f middle, view_axes* out) {
  const vf one = vf_set(1);
  const vec_f n = normal;
  const vf sign = vf_flip_sign(one, n.z), part = vf_div(vf_set(-1), vf_add(sign, n.z));
  const vf both = vf_mul(vf_mul(n.x, n.y), part);
  out->axis[0] =
      (vec_f){vf_add(one, vf_mul(vf_mul(sign, vf_mul(n.x, n.x)), part)), vf_mul(sign, both), vf_neg(vf_mul(sign, n.x))};
  out->axis[1] = (vec_f){both, vf_add(sign, vf_mul(vf_mul(n.y, n.y), part)), vf_neg(n.y)};
  out->axis[2] = n;
  out->middle = middle;
}

// Makes the manifolds of the lanes of a contact, each of at least one place. `a`, `b`: what the cores show; they are
// changed.
static LANE_NOINLINE void make_manifold(const view_axes* axes, const touch_lanes* t, const core_view* of_a,
                                        const core_view* of_b, shown_core* a, shown_core* b, bool curved,
                                        vf word[MANIFOLD_WORDS]) {
  meeting m;
  meeting_places p;
  choice c;
  const surfaces s = surfaces_of(a, b);
  const vf near = vf_mul(vf_set(ONE_PLACE), t->scale), bend = vf_add(a->bend, b->bend);
  const vf deep = vf_add(t->distance, vf_mul(vf_set(curved ? AS_DEEP_CURVED : AS_DEEP), t->scale));
  begin_meeting(a, b, &m);
  p.count = p.others = p.faces = 0;
  if (mf_any(mf_and(m.both, t->lanes))) find_places(&m, near, bend, &p);
  const meeting_place deepest = measure_places(&s, t, &p);
  choose_spread(&m, of_a, of_b, &p, near, &c);
  for (int k = 0; k < CHOSEN_MOST; ++k) c.at[k].apart = separation_at(&s, t, c.at[k].x, c.at[k].y);
  const mf resting = rests(&s, a, b, &m, t, &deepest);
  add_deepest(&s, &m, t, &deepest, resting, deep, near, &c);
  front_deepest(&c);
  write_words(&s, axes, t, &m, &c, deep, word);
}

#endif
