// Makes manifolds in 2D, in lanes: one point, or the two ends of the stretch along which two edges face each other.
//
// The edges that face each other (formula/facing_edges2.h) are intervals along the tangent. Their heights along the
// normal are linear, so the separation is greatest and least at the ends of the stretch that both have in common.
// Without two edges across the normal or a common stretch, or if no end is as deep as the shapes, the point midway
// between the witness points is one.
//
// An id has A's feature in its low 16 bits and B's in the others. At an end of the common stretch they are the vertex
// of one core and the edge of the other. They are two vertices if these are within the snap of each other. At a witness
// point each is the edge, if one is across the normal, or the vertex. So an id stays while the vertex meets the edge,
// whichever edge of the vertex faces it. Swapping the shapes swaps the halves of the id.
#ifndef LGJK_QUERY_MANIFOLD2_H
#define LGJK_QUERY_MANIFOLD2_H

#include "block/frame.h"
#include "block/results.h"
#include "formula/facing_edges2.h"

// The kind of a feature. A feature has its number in the low 8 bits and its kind above them.
typedef enum feature_kind {
  EDGE,
  VERTEX,
  NO_FEATURE // a curved core, or a point
} feature_kind;

// A stretch that is shorter than this, relative to the pair's scale, is one point. An end that is less deep by more is
// not the deepest.
#define MANIFOLD_SLACK 1e-6f

// Vertices meet if they are nearer to each other along the tangent than this, relative to the shorter edge.
#define MANIFOLD_SNAP 1e-3f

typedef struct manifold_point {
  vec_f position;
  vf separation;
  vi id;
} manifold_point;

typedef struct manifold_lanes {
  vf count;
  manifold_point point[2];
} manifold_lanes;

LANE_INLINE manifold_point select_manifold_point(mf m, const manifold_point* a, const manifold_point* b) {
  return (manifold_point){select_vec_f(m, a->position, b->position), vf_select(m, a->separation, b->separation),
                          vi_of(vf_select(m, vf_of(a->id), vf_of(b->id)))};
}

LANE_INLINE vf feature(feature_kind kind, vf number) { return vf_add(vf_set((float)(256 * (int)kind)), number); }

LANE_INLINE vi id_of(vf feature_a, vf feature_b) {
  return vi_or(vi_truncate(feature_a), vi_shl(vi_truncate(feature_b), 16));
}

// Returns the feature of an edge at an end of the common stretch: its own vertex if that is inside of the other edge,
// else the edge.
LANE_INLINE vf end_feature(const facing_edge* e, int which, vf inside, vf snap) {
  const mf own = vf_le(vf_neg(snap), inside);
  return vf_select(own, feature(VERTEX, e->vertex[which]), feature(EDGE, e->number));
}

// Makes the end of the common stretch at `s`. `which`: 1 for the end that is farther along the tangent, else 0. `snap`:
// the greatest distance of vertices that meet.
LANE_INLINE manifold_point end_point(const pair_block* block, const facing_edge* a, const facing_edge* b, vec_f n, vf s,
                                     int which, vf snap) {
  const vec_f on_a = edge_point(a, s), on_b = edge_point(b, s), half = scale_f(n, vf_set(0.5f));
  const vf radius_a = block->a.radius, radius_b = block->b.radius;
  const vec_f middle = scale_f(add_f(on_a, on_b), vf_set(0.5f));
  const vf beyond = vf_sub(a->along[which], b->along[which]), inside = which == 0 ? beyond : vf_neg(beyond);
  manifold_point out;
  out.position = add_f(position(&block->a), add_f(middle, scale_f(half, vf_sub(radius_a, radius_b))));
  out.separation = vf_sub(dot_f(sub_f(on_b, on_a), n), vf_add(radius_a, radius_b));
  out.id = id_of(end_feature(a, which, inside, snap), end_feature(b, which, vf_neg(inside), snap));
  return out;
}

LANE_INLINE vf witness_feature(const facing_edge* e, uint32_t core) {
  if (is_round_core(core)) return feature(NO_FEATURE, vf_set(0));
  return vf_select(e->across, feature(EDGE, e->number), feature(VERTEX, e->corner));
}

LANE_INLINE manifold_point witness_point(const pair_block* block, const facing_edge* a, const facing_edge* b,
                                         const found_lanes* found) {
  const vf half = vf_set(0.5f);
  manifold_point out;
  out.position = add_f(scale_f(found->a, half), scale_f(found->b, half)); // the sum might overflow
  out.separation = found->distance;
  out.id = id_of(witness_feature(a, block->a.core), witness_feature(b, block->b.core));
  return out;
}

// Makes the manifolds of the lanes `touching`; the others get none.
LANE_INLINE void find_manifold(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f,
                               const facing_edge* a, const facing_edge* b, const found_lanes* found, mf touching,
                               manifold_lanes* out) {
  const vf slack = vf_mul(vf_set(MANIFOLD_SLACK), f->scale), low = vf_max(a->along[0], b->along[0]);
  const vf high = vf_min(a->along[1], b->along[1]), zero = vf_set(0), one = vf_set(1);
  const mf stretch = mf_and(mf_and(a->across, b->across), vf_lt(slack, vf_sub(high, low)));
  const vf length_a = vf_sub(a->along[1], a->along[0]), length_b = vf_sub(b->along[1], b->along[0]);
  const vf snap = vf_mul(vf_set(MANIFOLD_SNAP), vf_min(length_a, length_b));
  const manifold_point lower = end_point(block, a, b, found->normal, low, 0, snap);
  const manifold_point upper = end_point(block, a, b, found->normal, high, 1, snap);
  const manifold_point witness = witness_point(block, a, b, found), none = {{zero, zero}, zero, vi_set(0)};
  const mf swapped = vf_lt(upper.separation, lower.separation);
  const manifold_point deeper = select_manifold_point(swapped, &upper, &lower);
  const manifold_point other = select_manifold_point(swapped, &lower, &upper);
  const mf whole = mf_and(stretch, vf_le(deeper.separation, vf_add(found->distance, slack)));
  const vf margin = vf_set(batch->margin);
  manifold_point first = select_manifold_point(whole, &deeper, &witness);
  first.separation = vf_min(found->distance, margin); // rounding alone may lift it
  manifold_point second = select_manifold_point(whole, &other, &deeper);
  second.separation = vf_max(second.separation, first.separation);
  const mf two = mf_and(mf_and(touching, stretch), vf_le(second.separation, margin));
  out->count = vf_add(vf_select(touching, one, zero), vf_select(two, one, zero));
  out->point[0] = select_manifold_point(touching, &first, &none);
  out->point[1] = select_manifold_point(two, &second, &none);
}

_Static_assert(sizeof(lgjk_manifold2) == 48 && offsetof(lgjk_manifold2, points) == 16, "three pieces of 16 bytes");

// Writes manifolds to the caller's array: of all lanes at once, or of some, as bits, through a copy.
LANE_INLINE void store_manifolds(lgjk_manifold2* to, const uint32_t* pair, uint32_t lanes, const manifold_lanes* m,
                                 vec_f normal) {
  lgjk_manifold2 each[LANES];
  uint32_t number[LANES];
  for (uint32_t l = 0; l < LANES; ++l) number[l] = l;
  const bool whole = lanes == ALL_LANES;
  char* base = (char*)(whole ? to : each);
  const uint32_t* index = whole ? pair : number;
  const vf head[4] = {vf_of(vi_truncate(m->count)), normal.x, normal.y, vf_set(0)};
  vf_store_records(base, sizeof *to, index, head);
  for (int k = 0; k < 2; ++k) {
    const manifold_point* p = &m->point[k];
    const vf piece[4] = {p->position.x, p->position.y, p->separation, vf_of(p->id)};
    vf_store_records(base + 16 + 16 * k, sizeof *to, index, piece);
  }
  for (; !whole && lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes);
    to[pair[l]] = each[l];
  }
}

// Returns the lanes whose shapes are no farther apart than the margin.
LANE_INLINE mf within_margin(const lgjk_batch* batch, const found_lanes* found) {
  return mf_and_not(vf_le(found->distance, vf_set(batch->margin)), mf_or(found->beyond, found->bad));
}

// Writes the manifolds of `lanes`, as bits, if an earlier run has written the block's pairs, else those of all lanes.
// Lanes that are not decided get none.
LANE_INLINE void write_manifold_lanes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                      const found_lanes* found, const manifold_lanes* m) {
  const uint32_t written = found->later ? lanes : lanes_of(block);
  store_manifolds(batch->results.manifold2, block->pairs->pair, written, m, found->normal);
}

// Makes the manifolds of cores without edges in the lanes `touching`, as find_manifold would.
LANE_INLINE void find_plain_manifold(const lgjk_batch* batch, const found_lanes* found, mf touching,
                                     manifold_lanes* out) {
  const vf zero = vf_set(0), half = vf_set(0.5f);
  const vec_f middle = add_f(scale_f(found->a, half), scale_f(found->b, half)), zeros = {zero, zero};
  const vf id = vf_of(id_of(feature(NO_FEATURE, zero), feature(NO_FEATURE, zero)));
  out->count = vf_select(touching, vf_set(1), zero);
  out->point[0].position = select_vec_f(touching, middle, zeros);
  out->point[0].separation = vf_select(touching, vf_min(found->distance, vf_set(batch->margin)), zero);
  out->point[0].id = vi_of(vf_select(touching, id, zero));
}

// Writes the manifolds of the given lanes. `known`: a frame that may lack the rows; edges need a frame with all of
// them.
static LANE_NOINLINE void write_manifolds(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* known,
                                          uint32_t lanes, const found_lanes* found) {
  (void)known;
  manifold_lanes m = {.count = vf_set(0)};
  const uint32_t touching = lanes & found->decided & mf_bits(within_margin(batch, found));
  for (int k = 0; k < 2; ++k) m.point[k] = (manifold_point){{vf_set(0), vf_set(0)}, vf_set(0), vi_set(0)};
  if (is_round_core(block->a.core) && is_round_core(block->b.core)) {
    find_plain_manifold(batch, found, mf_from_bits(touching), &m);
  } else if (touching != 0) {
    pair_block loaded; // with all rows
    pair_frame_f f;
    facing_edge a, b;
    loaded.pairs = block->pairs;
    load_block(batch, block->a.core, block->b.core, ALL_ROWS, &loaded);
    frame_block(batch, &loaded, &f);
    find_facing_edges(&f, &found->normal, touching, &a, &b);
    find_manifold(batch, &loaded, &f, &a, &b, found, mf_from_bits(touching), &m);
  }
  write_manifold_lanes(batch, block, lanes, found, &m);
}

#endif
