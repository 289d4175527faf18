// Answers flat cores in the canonical run by the separating axis in double, which is exact but for rounding of double:
// polygons of up to 8 vertices, boxes, segments and points. All queries have its verdict. What it does not prove is
// searched. Two points, and distances of boxes without rounding, have shorter ways.
#ifndef LGJK_QUERY_CANONICAL_AXES2_H
#define LGJK_QUERY_CANONICAL_AXES2_H

#include "formula/polygon_axes2.h"
#include "query/common_point.h"
#include "query/contact.h"

// The answers of half a block that are found without a search.
typedef struct axes_end {
  axis_answer_d answer;
  vd distance; // of the shapes with their rounding, signed; 0 where they do no more than touch
  md touch;    // lanes whose shapes touch or overlap
  md ended;    // lanes that this answers
} axes_end;

LANE_INLINE bool may_be_point(uint32_t core) { return core == LGJK_CORE2_POINT || core == LGJK_CORE2_ROUND; }

LANE_INLINE bool may_be_points(const pair_block* block) {
  return may_be_point(block->a.core) && may_be_point(block->b.core);
}

// Returns whether the canonical run may ask the axis. An iteration limit below FLOAT_LIMIT is meant for a search.
LANE_INLINE bool has_canonical_axes(const lgjk_batch* batch, const pair_block* block) {
  return has_axes(block->a.core) && has_axes(block->b.core) && batch->limit >= FLOAT_LIMIT;
}

LANE_INLINE void find_axis_d(const pair_frame_d* f, axis_edges_d* out) {
  if (f->a.core == LGJK_CORE2_BOX && f->b.core == LGJK_CORE2_BOX) {
    find_box_axis_d(f, out);
  } else {
    find_polygon_axis_d(f, out);
  }
}

// Finds the answers of the lanes that hold two points. Two points in one place are not proved: they have no direction.
LANE_INLINE void find_points_answer(const pair_frame_d* f, axis_answer_d* out) {
  md points = md_from_bits((1u << WIDE_LANES) - 1);
  if (f->a.core == LGJK_CORE2_ROUND) points = point_lanes_d(&f->a);
  if (f->b.core == LGJK_CORE2_ROUND) points = md_and(points, point_lanes_d(&f->b));
  out->a = rotate_d(&f->a.rotation, coordinates_d(&f->a, 0));
  out->b = add_d(f->p, rotate_d(&f->b.rotation, coordinates_d(&f->b, 0)));
  const vec_d way = sub_d(out->b, out->a);
  out->distance = vd_sqrt(dot_d(way, way));
  const md some = vd_lt(vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), out->distance);
  out->n = scale_d(way, vd_div(vd_set(1), vd_select(some, out->distance, vd_set(1))));
  out->proved = md_and(points, some);
}

LANE_INLINE void end_where_proved(const pair_frame_d* f, axes_end* out) {
  const vd touch = vd_mul(vd_set(AXES_TOUCH_CANONICAL), f->scale), d = vd_sub(out->answer.distance, f->radius);
  out->touch = md_and(out->answer.proved, vd_le(d, touch));
  out->distance = vd_select(vd_le(vd_abs(d), touch), vd_set(0), d);
  out->ended = out->answer.proved;
}

// Returns whether the difference of two cores has an area. If both are along one line, edges cannot tell whether they
// are apart or touch.
LANE_INLINE bool has_area(const pair_frame_d* f) {
  return f->a.core > LGJK_CORE2_SEGMENT || f->b.core > LGJK_CORE2_SEGMENT;
}

// Ends lanes at their axis. If the points are not proved, the sign of the separation is the verdict of the cores. Not
// inlined: one copy serves verdicts, distances and contacts.
static LANE_NOINLINE void end_at_axis(const pair_frame_d* f, axis_edges_d* x, axes_end* out) {
  find_axis_d(f, x);
  find_axis_answer_d(f, x, vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), &out->answer);
  end_where_proved(f, out);
  if (!has_area(f)) return;
  const md meet = md_and(x->certain, vd_le(x->separation, vd_mul(vd_set(AXES_TOUCH_CANONICAL), f->scale)));
  out->touch = md_or(out->touch, md_and_not(meet, out->ended));
}

// Returns the most that a distance may be off 0 if float cannot tell the pair from touching.
LANE_INLINE vd certain_touch(const pair_frame_d* f) {
  return vd_mul(vd_set((double)TOUCH_FOR_CERTAIN * TOUCH_BAND_FLAT), f->scale);
}

// Ends verdicts of polygons. Near touching, the points along the axis have the verdict.
LANE_INLINE void end_verdicts(const pair_frame_d* f, axes_end* out) {
  axis_verdict_d x;
  const vd touch = vd_mul(vd_set(AXES_TOUCH_CANONICAL), f->scale), far = vd_add(f->radius, certain_touch(f));
  find_axis_verdict_d(f, touch, far, vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), &x);
  out->answer = x.answer;
  out->answer.proved = md_or(out->answer.proved, md_or(x.meet, x.apart));
  end_where_proved(f, out);
}

// Ends distances of boxes without rounding by the side of their difference that is next to the origin. Boxes that touch
// have a common point on it, and those that overlap have one in the triangle behind it. Boxes that are apart end there
// if that is proved.
static LANE_NOINLINE void end_plain_boxes(const pair_frame_d* f, vd gap, simplex_d* s, axes_end* out) {
  const vd touch = vd_mul(vd_set(AXES_TOUCH_CANONICAL), f->scale), zero = vd_set(0);
  const md plain = vd_eq(f->radius, zero);
  box_side_d side;
  find_box_side_d(f, &side);
  out->touch = md_and(plain, vd_le(side.separation, touch));
  out->ended = md_and(out->touch, vd_le(vd_neg(touch), side.separation));
  out->answer.a = out->answer.b = touching_point_d(f, &side);
  out->answer.n = (vec_d){zero, zero};
  out->answer.distance = out->distance = zero;
  const md rest = md_and_not(plain, out->ended);
  if (!md_any(rest)) return;
  end_at_box_edge_d(f, &side, gap, plain, s);
  const md near = md_and_not(s->converged, out->touch);
  vec_d a = s->p0.a, b = sub_d(s->p0.a, s->p0.w);
  s->inside = md_and(rest, side.overlap);
  out->distance = vd_select(near, vd_sqrt(dot_d(s->p0.w, s->p0.w)), zero);
  if (md_any(s->inside)) {
    vd miss_size;
    const vec_d common = common_point(s, f->scale, &miss_size);
    a = select_vec_d(s->inside, common, a);
    b = select_vec_d(s->inside, common, b);
    s->inside = md_and(s->inside, vd_le(miss_size, vd_mul(vd_set(MISS_CANONICAL), f->scale)));
  }
  const md found = md_or(near, s->inside);
  out->answer.a = select_vec_d(found, a, out->answer.a);
  out->answer.b = select_vec_d(found, b, out->answer.b);
  out->ended = md_or(out->ended, found);
}

// Leaves a distance of cores that overlap to the search: the points of an axis are common to both cores only if these
// do no more than touch.
LANE_INLINE void leave_deep(const pair_frame_d* f, axes_end* out) {
  out->ended = md_and(out->ended, vd_le(vd_neg(certain_touch(f)), out->answer.distance));
}

// Ends the lanes that need no search. Returns whether there may be any.
LANE_INLINE bool end_without_search(const lgjk_batch* batch, const pair_block* block, const pair_frame_d* f, vd gap,
                                    query_id query, axes_end* out) {
  const bool boxes = block->a.core == LGJK_CORE2_BOX && block->b.core == LGJK_CORE2_BOX;
  if (batch->limit < FLOAT_LIMIT) return false;
  if (may_be_points(block)) {
    find_points_answer(f, &out->answer);
    end_where_proved(f, out);
  } else if (boxes && query == DISTANCE) {
    simplex_d s;
    end_plain_boxes(f, gap, &s, out);
  } else if (!has_canonical_axes(batch, block) || asks_depth(query)) {
    return false;
  } else if (asks_verdict(query) && has_area(f)) {
    end_verdicts(f, out);
  } else {
    axis_edges_d x;
    end_at_axis(f, &x, out);
    leave_deep(f, out);
  }
  return true;
}

// Finds the points of the lanes that have ended, on the rounded shapes. `ra`: A's rounding radius. `two_points`:
// whether shapes that overlap have two points. One common point divides the way between the cores as the radii do.
LANE_INLINE void answer_without_search(const pair_frame_d* f, const axes_end* x, vd ra, bool two_points, vec_d* a,
                                       vec_d* b) {
  const vec_d n = x->answer.n;
  *a = add_d(x->answer.a, scale_d(n, ra));
  *b = sub_d(x->answer.b, scale_d(n, vd_sub(f->radius, ra)));
  if (two_points) return;
  const vd share = vd_div(ra, vd_select(vd_eq(f->radius, vd_set(0)), vd_set(1), f->radius));
  const vec_d common = add_d(x->answer.a, scale_d(n, vd_mul(share, x->answer.distance)));
  *a = select_vec_d(x->touch, common, *a);
  *b = select_vec_d(x->touch, common, *b);
}

// Returns the lanes whose search has called cores apart without a distance that is clear of its rounding.
LANE_INLINE md doubtful_lanes(const pair_frame_d* f, md searched, const answer_d* answer) {
  const md clear = md_and(answer->certified, vd_lt(vd_mul(vd_set(AXES_CLEAR), f->scale), answer->distance));
  return md_and_not(md_and_not(searched, clear), answer->overlapping);
}

// Gives doubtful lanes the verdict of their axis. Not inlined, as few blocks have such lanes; not called by a search,
// to save stack.
static LANE_NOINLINE void ask_axes(const lgjk_batch* batch, const pair_block* block, canonical_lanes* c) {
  uint32_t touching = 0;
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    pair_frame_d f;
    axis_edges_d x;
    axes_end e;
    if (!(c->doubtful >> half * WIDE_LANES)) break;
    frame_half(batch, block, half, &f);
    end_at_axis(&f, &x, &e);
    touching |= md_bits(e.touch) << half * WIDE_LANES;
  }
  c->overlapping |= touching &= c->doubtful;
  for (; touching != 0; touching &= touching - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(touching);
    c->distance[l] = 0;
    for (int k = 0; k < DIM; ++k) c->b[k][l] = c->a[k][l];
  }
}

// ------------------------------------------------------------------ contacts

// The contact of each lane by its axis, found in float or narrowed from double.
typedef struct axis_lanes {
  vf distance;   // of the shapes, signed
  vec_f n, a, b; // unit normal, from A to B; points of the shapes, around A's position
  mf overlapping, proved;
  mf vertices; // lanes whose nearest points are two vertices
  vf evaluations;
  facing_edge edge_a, edge_b; // as of a manifold, except of lanes in `vertices`
} axis_lanes;

// Indices of the doubles of an axis that are narrowed to float. Vectors have two.
enum {
  AXIS_DISTANCE,
  AXIS_N,
  AXIS_A = AXIS_N + 2,
  AXIS_B = AXIS_A + 2,
  AXIS_OUT = AXIS_B + 2,
  AXIS_FROM = AXIS_OUT + 2,
  AXIS_TO = AXIS_FROM + 2,
  AXIS_START = AXIS_TO + 2,
  AXIS_END = AXIS_START + 2,
  AXIS_NUMBER = AXIS_END + 2,
  AXIS_NEXT,
  AXIS_ACROSS,
  AXIS_ACROSS_NEXT,
  AXIS_CORNER,
  AXIS_WORDS
};

typedef struct narrowed_axis {
  double word[AXIS_WORDS][LANES];
  uint32_t touch, ended, vertices, of_b, level; // bits of lanes
} narrowed_axis;

LANE_INLINE void store_two(vec_d v, uint32_t word, uint32_t shift, narrowed_axis* to) {
  vd_store(to->word[word] + shift, v.x);
  vd_store(to->word[word + 1] + shift, v.y);
}

LANE_INLINE void store_axis(const pair_frame_d* f, vd ra, const axis_edges_d* x, const axes_end* e, uint32_t shift,
                            narrowed_axis* to) {
  const vec_d n = e->answer.n;
  vd_store(to->word[AXIS_DISTANCE] + shift, e->distance);
  store_two(n, AXIS_N, shift, to);
  store_two(add_d(e->answer.a, scale_d(n, ra)), AXIS_A, shift, to);
  store_two(sub_d(e->answer.b, scale_d(n, vd_sub(f->radius, ra))), AXIS_B, shift, to);
  store_two(x->n, AXIS_OUT, shift, to);
  store_two(x->from, AXIS_FROM, shift, to);
  store_two(x->to, AXIS_TO, shift, to);
  store_two(x->across.start, AXIS_START, shift, to);
  store_two(x->across.end, AXIS_END, shift, to);
  vd_store(to->word[AXIS_NUMBER] + shift, x->number);
  vd_store(to->word[AXIS_NEXT] + shift, x->next);
  vd_store(to->word[AXIS_ACROSS] + shift, x->across.number);
  vd_store(to->word[AXIS_ACROSS_NEXT] + shift, x->across.next);
  vd_store(to->word[AXIS_CORNER] + shift, x->across.corner);
  to->touch |= md_bits(e->touch) << shift;
  to->ended |= md_bits(e->ended) << shift;
  to->vertices |= md_bits(e->answer.vertices) << shift;
  to->of_b |= md_bits(x->of_b) << shift;
  to->level |= md_bits(x->level) << shift;
}

LANE_INLINE vec_f narrow_two(const narrowed_axis* from, uint32_t word) {
  return (vec_f){vf_narrow(from->word[word]), vf_narrow(from->word[word + 1])};
}

// Finds in double the axes of the given lanes, as bits. Other lanes are not proved.
static LANE_NOINLINE void find_axes_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                              axis_lanes* out) {
  narrowed_axis narrowed;
  memset(&narrowed, 0, sizeof narrowed);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    pair_frame_d f;
    axis_edges_d x;
    axes_end e;
    if (!(lanes >> half * WIDE_LANES)) continue;
    frame_half(batch, block, half, &f);
    end_at_axis(&f, &x, &e);
    store_axis(&f, vd_widen(block->a.radius, half), &x, &e, half * WIDE_LANES, &narrowed);
  }
  axis_edges_f x;
  x.n = narrow_two(&narrowed, AXIS_OUT);
  x.of_b = mf_from_bits(narrowed.of_b);
  x.level = mf_from_bits(narrowed.level);
  x.from = narrow_two(&narrowed, AXIS_FROM);
  x.to = narrow_two(&narrowed, AXIS_TO);
  x.number = vf_narrow(narrowed.word[AXIS_NUMBER]);
  x.across.start = narrow_two(&narrowed, AXIS_START);
  x.across.end = narrow_two(&narrowed, AXIS_END);
  x.next = vf_narrow(narrowed.word[AXIS_NEXT]);
  x.across.number = vf_narrow(narrowed.word[AXIS_ACROSS]);
  x.across.next = vf_narrow(narrowed.word[AXIS_ACROSS_NEXT]);
  x.across.corner = vf_narrow(narrowed.word[AXIS_CORNER]);
  face_axis_edges(&x, select_vec_f(x.of_b, neg_f(x.n), x.n), &out->edge_a, &out->edge_b);
  out->distance = vf_narrow(narrowed.word[AXIS_DISTANCE]);
  out->n = narrow_two(&narrowed, AXIS_N);
  out->a = narrow_two(&narrowed, AXIS_A);
  out->b = narrow_two(&narrowed, AXIS_B);
  out->overlapping = mf_from_bits(narrowed.touch);
  out->proved = mf_from_bits(lanes & narrowed.ended);
  out->vertices = mf_from_bits(narrowed.vertices);
  out->evaluations = vf_set(1);
}

// Fills the results of the lanes of x->proved; of the others only bad ones are decided.
LANE_INLINE void fill_axes(const lgjk_batch* batch, const pair_block* block, const axis_lanes* x, found_lanes* found) {
  const vec_f zeros = {vf_set(0), vf_set(0)}, centre = add_f(position(&block->a), zeros);
  found->overlapping = mf_and(x->proved, x->overlapping);
  found->beyond = mf_and(x->proved, vf_lt(vf_set(batch->max_distance), x->distance));
  const mf told = mf_and_not(x->proved, found->beyond);
  found->decided = mf_bits(mf_or(x->proved, found->bad));
  found->distance = vf_select(told, x->distance, vf_select(found->beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->normal = select_vec_f(told, x->n, zeros);
  found->a = select_vec_f(told, add_f(centre, x->a), zeros);
  found->b = select_vec_f(told, add_f(centre, x->b), zeros);
  found->evaluations = x->evaluations;
}

// Finds the edges that face each other along the normal in `lanes`, whose axis does not tell them. `f`: the frame of
// the block if that has all rows, else NULL.
static LANE_NOINLINE void face_edges(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, mf lanes,
                                     vec_f n, axis_lanes* x) {
  pair_block loaded;
  pair_frame_f own;
  facing_edge a, b;
  if (f == NULL) {
    loaded.pairs = block->pairs;
    load_block(batch, block->a.core, block->b.core, ALL_ROWS, &loaded);
    frame_block(batch, &loaded, &own);
    f = &own;
  }
  find_facing_edges(f, &n, mf_bits(lanes), &a, &b);
  x->edge_a = select_facing_edge(lanes, &a, &x->edge_a);
  x->edge_b = select_facing_edge(lanes, &b, &x->edge_b);
}

// Writes the manifolds of a block. `x` holds the lanes `by_axes`, as bits. `rows`: whether the block has all of them.
static LANE_NOINLINE void write_axis_manifolds(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f,
                                               uint32_t by_axes, bool rows, const found_lanes* found, axis_lanes* x) {
  const uint32_t lanes = lanes_of(block) & found->decided;
  const mf touching = mf_and(within_margin(batch, found), mf_from_bits(lanes));
  const mf facing = mf_and_not(touching, mf_and_not(mf_from_bits(by_axes), x->vertices));
  manifold_lanes m;
  if (!mf_any(touching)) {
    write_no_points(batch->results.manifold2, block->pairs, found->later ? lanes : lanes_of(block), found);
    return;
  }
  if (mf_any(facing)) face_edges(batch, block, rows ? f : NULL, facing, found->normal, x);
  find_manifold(batch, block, f, &x->edge_a, &x->edge_b, found, touching, &m);
  write_manifold_lanes(batch, block, lanes, found, &m);
}

// Answers the given lanes, as bits, of a loaded block in a later run; returns those that are left for a search.
static LANE_NOINLINE uint32_t run_axes_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes) {
  axis_lanes x;
  pair_frame_f f;
  found_lanes found = nothing_found(mf_none());
  found.later = true;
  find_axes_in_double(batch, block, lanes, &x);
  fill_axes(batch, block, &x, &found);
  clear_evaluations(batch, block->pairs, lanes & found.decided);
  write_answers(batch, block, lanes & found.decided, &found, CONTACT);
  if (batch->results.manifold2) {
    frame_block(batch, block, &f);
    write_axis_manifolds(batch, block, &f, UINT32_MAX, true, &found, &x);
  }
  return lanes & ~found.decided;
}

#endif
