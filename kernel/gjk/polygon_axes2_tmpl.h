// Finds the separating axis of two polygons of up to 8 vertices, boxes, segments and points among them. The separation
// is largest along the normal of an edge of one of them. This takes about 700 operations for two of 8 vertices, and no
// search. Edges come from local coordinates, turned into A's axes, so that the direction of a short one is as good.
//
// The separations of edges are compared by their signed squares, as fractions, without a division or a root.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/axis_edges2_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// The vertices and the edges of both cores, A's first, in A's axes around A's position. Float edges are in units of
// about the pair's scale, so that no square of one underflows. Double edges are computed from the vertices.
typedef struct R(ring_lanes) {
  R(vec) v[2][RING_MOST];
#if !REAL_IS_DOUBLE
  vec_f e[2][RING_MOST];
#endif
  R(vec) last[2];    // the edge that ends at the first vertex
  vr size[2];        // number of vertices without padding
  vr unit;           // factor of the edges, a power of two
  uint32_t count[2]; // number of vertices in a row
} R(ring_lanes);

LANE_INLINE R(vec) R(ring_vertex)(const R(core_lanes)* core, uint32_t i) {
  if (!is_box_core(core->core)) return R(coordinates)(core, i);
  const R(vec) half = R(coordinates)(core, 0);
  return (R(vec)){i == 1 || i == 2 ? v_neg(half.x) : half.x, i >= 2 ? v_neg(half.y) : half.y};
}

// Returns the number of vertices without padding, which repeats them from the first on. A point has one, and no edge.
LANE_INLINE vr R(ring_size)(const R(vec) v[RING_MOST], uint32_t count) {
  vr size = v_set(count);
  for (uint32_t i = count - 1; i > 0; --i) size = v_select(R(same)(v[i], v[0]), v_set(i), size);
  return size;
}

// Returns the edge from vertex i to the next. An edge made by padding is 0, or repeats another edge.
LANE_INLINE R(vec) R(edge_from)(const R(vec)* v, uint32_t count, vr size, uint32_t i) {
  const R(vec) e = R(sub)(v[i + 1 < count ? i + 1 : 0], v[i]), zeros = {v_set(0), v_set(0)};
  return i == RING_MOST - 1 ? R(select_vec)(v_eq(size, v_set(RING_MOST)), e, zeros) : e; // of padding it is a chord
}

LANE_INLINE R(vec) R(ring_edge)(const R(ring_lanes)* r, uint32_t side, uint32_t i) {
#if REAL_IS_DOUBLE
  return edge_from_d(r->v[side], r->count[side], r->size[side], i);
#else
  return r->e[side][i];
#endif
}

// Fills one side. `side`: 0 for A, 1 for B. `turn`, `position`: of the core in A's axes.
LANE_INLINE void R(fill_ring)(const R(core_lanes)* core, uint32_t side, const R(rotation)* turn, R(vec) position,
                              R(ring_lanes)* out) {
  R(vec) v[RING_MOST];
  const uint32_t count = out->count[side] = ring_count(core->core);
  for (uint32_t i = 0; i < count; ++i) v[i] = R(ring_vertex)(core, i);
  const vr size = out->size[side] = R(ring_size)(v, count);
  for (uint32_t i = 0; i < count; ++i) {
    out->v[side][i] = turn != NULL ? R(add)(position, R(rotate)(turn, v[i])) : v[i];
#if !REAL_IS_DOUBLE
    const vec_f e = scale_f(edge_from_f(v, count, size, i), out->unit);
    out->e[side][i] = turn != NULL ? rotate_f(turn, e) : e;
#endif
  }
  out->last[side] = (R(vec)){v_set(0), v_set(0)};
  for (uint32_t i = 0; i < count; ++i) {
    out->last[side] = R(select_vec)(v_lt(v_set(i), size), R(ring_edge)(out, side, i), out->last[side]);
  }
}

// The widest separation so far: its signed square is square / length2.
typedef struct R(best_edge) {
  vr square, length2;
  vr entry;           // the edge's number, plus RING_MOST if it is B's
  R(vec) from, to, e; // its ends, and the edge itself
  vr shortest;        // square of the shortest edge of all
} R(best_edge);

// Returns the least projection of vertices on the normal of e, times the length of e.
LANE_INLINE vr R(least_across)(const R(vec)* v, uint32_t count, R(vec) e) {
  vr least = R(cross)(v[0], e);
  for (uint32_t k = 1; k < count; ++k) least = v_min(R(cross)(v[k], e), least);
  return least;
}

// Updates the widest separation by one side's edges. An edge that is 0 is never wider. If cores overlap, one has to be
// wider by half a band of the depth: the normal stays the same while several are as short. The widest edge's data are
// kept on the way: a look-up afterwards would be a gather for each number.
LANE_INLINE void R(try_edges)(const R(ring_lanes)* r, uint32_t side, R(best_edge)* best) {
  const R(vec)* v = r->v[side];
  const uint32_t count = r->count[side];
  const mr closed = v_eq(r->size[side], v_set(count > 1 ? count : 0)); // else the last edge is padding
  vr entry = v_set(RING_MOST * side);
  for (uint32_t i = 0; i < count; ++i, entry = v_add(entry, v_set(1))) {
    const R(vec) e = R(ring_edge)(r, side, i);
    const vr length2 = R(dot)(e, e);
    const vr s = v_sub(R(least_across)(r->v[1 - side], r->count[1 - side], e), R(cross)(v[i], e));
    const vr square = R(signed_square)(s);
    const vr bar = v_max(v_mul(best->square, v_set(AXES_ALIKE)), best->square);
    const mr wider = v_lt(v_mul(bar, length2), v_mul(square, best->length2));
    best->square = v_select(wider, square, best->square);
    best->length2 = v_select(wider, length2, best->length2);
    best->entry = v_select(wider, entry, best->entry);
    best->from = R(select_vec)(wider, v[i], best->from);
    best->to = R(select_vec)(wider, v[i + 1 < count ? i + 1 : 0], best->to);
    best->e = R(select_vec)(wider, e, best->e);
    const vr counted = i + 1 < count ? length2 : v_select(closed, length2, best->shortest);
    best->shortest = v_min(counted, best->shortest);
  }
}

LANE_INLINE uint32_t R(ring_index_of)(const R(ring_lanes)* r, uint32_t side, uint32_t i) {
  return i < r->count[side] ? i : r->count[side] - 1;
}

// Return vertex i of A in the lanes of m, else of B, and the edge from it. A core that has fewer repeats its last.
LANE_INLINE R(vec) R(vertex_of_either)(mr m, const R(ring_lanes)* r, uint32_t i) {
  return R(select_vec)(m, r->v[0][R(ring_index_of)(r, 0, i)], r->v[1][R(ring_index_of)(r, 1, i)]);
}
LANE_INLINE R(vec) R(edge_of_either)(mr m, const R(ring_lanes)* r, uint32_t i) {
  return R(select_vec)(m, R(ring_edge)(r, 0, R(ring_index_of)(r, 0, i)), R(ring_edge)(r, 1, R(ring_index_of)(r, 1, i)));
}

LANE_INLINE vr R(vertex_after)(vr number, vr size) {
  const vr next = v_add(number, v_set(1));
  return v_select(v_eq(next, size), v_set(0), next);
}

// Returns the edge of the other core that faces n, in A's axes. `level`: the lanes in which it is across the axis.
LANE_INLINE R(own_edge) R(edge_against)(const R(ring_lanes)* r, R(vec) n, mr of_b, mr* level) {
  const vr zero = v_set(0), one = v_set(1), size = v_select(of_b, r->size[0], r->size[1]);
  const uint32_t count = r->count[0] > r->count[1] ? r->count[0] : r->count[1];
  R(vec) vertex = R(vertex_of_either)(of_b, r, 0), out = R(edge_of_either)(of_b, r, 0), before = out;
  R(vec) in = R(select_vec)(of_b, r->last[0], r->last[1]);
  vr least = R(dot)(vertex, n), corner = zero, each = zero;
  for (uint32_t i = 1; i < count; ++i) {
    const R(vec) v = R(vertex_of_either)(of_b, r, i), e = R(edge_of_either)(of_b, r, i);
    const vr h = R(dot)(v, n);
    const mr less = v_lt(h, least);
    each = v_add(each, one);
    least = v_min(h, least);
    corner = v_select(less, each, corner);
    vertex = R(select_vec)(less, v, vertex);
    in = R(select_vec)(less, before, in);
    out = R(select_vec)(less, e, out);
    before = e;
  }
  const R(vec) d = R(neg)(n);
  const mr first = R(is_nearer)(in, out, d);
  *level = R(is_across)(R(select_vec)(first, in, out), d);
  const vr last = v_sub(v_select(v_eq(corner, zero), size, corner), one), back = v_div(one, r->unit);
  return (R(own_edge)){R(select_vec)(first, R(sub)(vertex, R(scale)(in, back)), vertex),
                       R(select_vec)(first, vertex, R(add)(vertex, R(scale)(out, back))),
                       vertex,
                       v_select(first, last, corner),
                       v_select(first, corner, R(vertex_after)(corner, size)),
                       corner};
}

// Returns how far vertices reach beyond p along d, times |d|. It is not negative, because p is one of them.
LANE_INLINE vr R(ring_rise)(const R(vec)* v, uint32_t count, R(vec) p, R(vec) d) {
  vr most = R(dot)(p, d);
  const vr base = most;
  for (uint32_t i = 0; i < count; ++i) most = v_max(R(dot)(v[i], d), most);
  return v_sub(most, base);
}

// Returns by how much a vertex of the difference is nearer than two vertices along the way between these, times the
// way's length. `own`: the vertex of the core that the axis belongs to.
LANE_INLINE vr R(rise_beyond)(const R(ring_lanes)* r, mr of_b, R(vec) own, R(vec) other) {
  const R(vec) way = R(sub)(other, own), d = R(select_vec)(of_b, R(neg)(way), way); // from A to B
  const vr a = R(ring_rise)(r->v[0], r->count[0], R(select_vec)(of_b, other, own), d);
  return v_add(a, R(ring_rise)(r->v[1], r->count[1], R(select_vec)(of_b, own, other), R(neg)(d)));
}

// Finds the axis and its edge. Ties go to A's edges, and to the lowest. Lanes without any edge are not certain. Vectors
// stay in A's axes.
LANE_INLINE void R(find_widest_edge)(const R(pair_frame)* f, R(ring_lanes)* r, R(axis_edges)* out) {
  const R(rotation)* axes = &f->a.rotation;
  const R(vec) turned = R(unrotate)(axes, (R(vec)){f->b.rotation.c, f->b.rotation.s});
  const R(rotation) turn = {turned.x, turned.y};
  const vr zero = v_set(0), one = v_set(1);
  const R(vec) zeros = {zero, zero};
  R(best_edge) best = {v_set(-HUGE_VALF), one, zero, zeros, zeros, zeros, v_set(HUGE_VALF)};
  r->unit = LANE_PICK(unit_power(f->scale), v_set(1));
  R(fill_ring)(&f->a, 0, NULL, zeros, r);
  R(fill_ring)(&f->b, 1, &turn, R(unrotate)(axes, f->p), r);
  R(try_edges)(r, 0, &best);
  R(try_edges)(r, 1, &best);
  const mr some = v_lt(v_set(-HUGE_VALF), best.square);
  const vr length = v_sqrt(v_select(some, R(dot)(best.e, best.e), one));
  out->n = R(scale)((R(vec)){best.e.y, v_neg(best.e.x)}, v_div(one, length));
  out->certain = m_and(some, v_le(v_set(R(LEAST_EDGE_SQUARE)), v_mul(best.shortest, f->scale)));
  const vr separation = v_sqrt(v_div(v_abs(best.square), best.length2));
  out->separation = v_select(out->certain, v_flip_sign(separation, best.square), zero);
  out->of_b = v_le(v_set(RING_MOST), best.entry);
  out->number = v_select(out->of_b, v_sub(best.entry, v_set(RING_MOST)), best.entry);
  out->next = R(vertex_after)(out->number, v_select(out->of_b, r->size[1], r->size[0]));
  out->from = best.from;
  out->to = best.to;
}

// Finds the other core's edge that faces the axis, and turns all vectors into world axes.
LANE_INLINE void R(find_edge_across)(const R(pair_frame)* f, const R(ring_lanes)* r, R(axis_edges)* out) {
  const R(rotation)* axes = &f->a.rotation;
  R(own_edge)* across = &out->across;
  *across = R(edge_against)(r, out->n, out->of_b, &out->level);
  R(find_beside)(out);
  if (m_any(out->beside)) out->rise = R(rise_beyond)(r, out->of_b, out->end, across->vertex);
  out->end = R(rotate)(axes, out->end);
  out->n = R(rotate)(axes, out->n);
  out->from = R(rotate)(axes, out->from);
  out->to = R(rotate)(axes, out->to);
  across->start = R(rotate)(axes, across->start);
  across->end = R(rotate)(axes, across->end);
  across->vertex = R(rotate)(axes, across->vertex);
}

// Finds the axis with its edges.
LANE_INLINE void R(find_axis)(const R(pair_frame)* f, R(axis_edges)* out) {
  if (are_box_cores(f->a.core, f->b.core)) {
    R(find_box_axis)(f, out);
  } else {
    R(ring_lanes) r;
    R(find_widest_edge)(f, &r, out);
    R(find_edge_across)(f, &r, out);
  }
}
