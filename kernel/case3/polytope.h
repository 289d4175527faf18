// Finds how deep cores overlap by the expanding polytope algorithm (van den Bergen 2003, section 4.3.8):
// one pair per lane, in float. The polytope is around the origin and has vertices of A - B. Its nearest face bounds the
// depth from below, the support value along that face's normal from above. When the two meet, the pair is certified.
// The polytope begins from four supports, whether or not they hold the origin: planes have signed distances. A pair at
// rest begins from the face that its record's normal names, so that one more support proves most of them. Lanes are
// left to double if a tetrahedron or the surface is not sound, if rounding may decide a face's side of the origin, if
// POLYTOPE_VERTICES are not enough, and near touching.
#ifndef LGJK_CASE3_POLYTOPE_H
#define LGJK_CASE3_POLYTOPE_H

#include "gjk/polytope_lanes3.h"
#include "gjk/gjk.h"

typedef struct expansion {
  polytope p;
  nearest_face best;
  const pair_frame_f* f;
  mf active;
  mf converged; // lanes without a support farther by more than the gap; their points are not known yet
} expansion;

// The axis of the first three supports, and a basis across it. The fourth is opposite to it.
typedef struct seed_axes {
  vec_f n, u, v;
  mf named; // lanes whose record names a normal: it is the axis. Other lanes have the line of centres
  vf cosine, sine;
} seed_axes;

#define SEED_TILT 0.0625f // from a named normal: above what a body turns in a frame, below the angle of most edges

// Finds the axes. `named`: normals of any length, 0 for none.
static LANE_NOINLINE void find_seed_axes(const pair_frame_f* f, const vec_f* named, seed_axes* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  out->named = vf_lt(zero, size_f(*named));
  const vec_f axis = select_vec_f(out->named, *named, f->p);
  const vf square = dot_f(axis, axis);
  const vf least = vf_max(vf_mul(vf_set(1e-10f), vf_mul(f->scale, f->scale)), vf_set(LEAST_SQUARE));
  const mf concentric = mf_and_not(vf_le(square, least), out->named);
  const vec_f unit = scale_f(axis, vf_div(one, vf_sqrt(vf_select(concentric, one, square))));
  const vec_f n = {vf_select(concentric, zero, unit.x), vf_select(concentric, zero, unit.y),
                   vf_select(concentric, one, unit.z)};
  const mf across_x = vf_lt(vf_abs(n.x), vf_set(0.6f));
  const vec_f across = cross_f(n, (vec_f){vf_select(across_x, one, zero), vf_select(across_x, zero, one), zero});
  out->n = n;
  out->u = scale_f(across, vf_div(one, vf_sqrt(dot_f(across, across))));
  out->v = cross_f(n, out->u);
  out->cosine = vf_select(out->named, vf_set(1 - 0.5f * SEED_TILT * SEED_TILT), vf_set(0.5f));
  out->sine = vf_select(out->named, vf_set(SEED_TILT), vf_set(0.8660254f));
}

// Returns the unit vector along the part of t that is across n, or u if t has none.
LANE_INLINE vec_f across_axis_or(const seed_axes* s, vec_f t, vec_f u) {
  const vec_f across = sub_f(t, scale_f(s->n, dot_f(s->n, t)));
  const vf square = dot_f(across, across);
  const mf some = vf_lt(vf_set(LEAST_SQUARE), square);
  return select_vec_f(some, scale_f(across, vf_div(vf_set(1), vf_sqrt(vf_select(some, square, vf_set(1))))), u);
}

// Makes the direction of support i, and keeps it in the place of that vertex. Around the line of centres three are at
// 60 degrees, a third of a turn apart. A named normal is nearly that of the face sought. So the first is any of its
// corners, the second is beyond the origin from there, and the third is on that side of these two where the origin is.
static LANE_NOINLINE void seed_direction(const seed_axes* s, int i, polytope_vertex* seed) {
  if (i == 3) {
    seed[3].w = neg_f(s->n);
    return;
  }
  const vec_f part = scale_f(s->u, vf_set(-0.5f)), side = scale_f(s->v, vf_set(i == 1 ? 0.8660254f : -0.8660254f));
  vec_f t = s->u;
  if (i == 1) t = across_axis_or(s, neg_f(seed[0].w), neg_f(s->u));
  if (i == 2) {
    const vec_f beside = cross_f(s->n, sub_f(seed[1].w, seed[0].w));
    const mf beyond = vf_lt(vf_set(0), dot_f(beside, seed[0].w));
    t = across_axis_or(s, select_vec_f(beyond, neg_f(beside), beside), s->v);
  }
  if (i > 0) t = select_vec_f(s->named, t, add_f(part, side));
  seed[i].w = add_f(scale_f(s->n, s->cosine), scale_f(t, s->sine));
}

// Finds the vertex of the difference that is farthest along `d`, which may be in `out`. Not inlined, so that it takes
// room on the stack once.
static LANE_NOINLINE void find_vertex(const pair_frame_f* f, const vec_f* d, mf lanes, polytope_vertex* out) {
  support_point_f p;
  find_support_f(f, d, mf_bits(lanes), &p);
  _Static_assert(offsetof(support_point_f, id) == sizeof *out, "a support begins as a vertex does");
  memcpy(out, &p, sizeof *out);
}

static LANE_NOINLINE void begin_expansion(const pair_frame_f* f, mf lanes, const vec_f* named, expansion* e) {
  seed_axes axes;
  find_seed_axes(f, named, &axes);
  for (int i = 0; i < 4; ++i) {
    seed_direction(&axes, i, e->p.first);
    find_vertex(f, &e->p.first[i].w, lanes, &e->p.first[i]);
  }
  e->f = f;
  const vf least = vf_mul(vf_set(EPA_VOLUME_MIN), vf_mul(f->scale, vf_mul(f->scale, f->scale)));
  e->active = mf_and(lanes, begin_polytope(&e->p, least, vf_mul(vf_set(EPA_DOUBT), f->scale), &e->best));
  e->converged = mf_none();
}

// Returns a share of the pair's scale, as a distance.
LANE_INLINE vf of_scale(const expansion* e, float share) { return vf_mul(vf_set(share), e->f->scale); }

LANE_INLINE bool has_curved_core(const expansion* e) {
  return is_curved_core(e->f->a.core) || is_curved_core(e->f->b.core);
}

// Returns the tolerance of a depth.
LANE_INLINE vf gap_of(const expansion* e) { return of_scale(e, has_curved_core(e) ? EPA_GAP_CURVED : EPA_GAP_FLAT); }

// Returns the lanes of `near` whose support is one of the vertices.
LANE_INLINE mf repeated_vertex(const polytope* p, const vec_f* w, mf near) {
  mf out = mf_none();
  for (uint32_t i = 0; i < p->vertices; ++i) out = mf_or(out, same_f(*w, point_of(p, vi_set(i), 0)));
  return mf_and(out, near);
}

// Counts the support `w` along the normal of the nearest face, and ends the lanes in which it gains nothing, or is
// behind the origin. Not inlined, to keep its temporaries off the stack of the supports.
static LANE_NOINLINE void end_lanes(expansion* e, const vec_f* w, depth_lanes* out) {
  out->evaluations = vf_select(e->active, vf_add(out->evaluations, vf_set(1)), out->evaluations);
  const vf h = dot_f(*w, e->best.face.n), gain = vf_sub(h, e->best.face.d);
  const mf apart = mf_and(e->active, vf_lt(h, vf_set(0)));
  mf converged = mf_and_not(mf_and(e->active, vf_le(gain, gap_of(e))), apart);
  mf stuck = mf_none();
  const mf looked = mf_and(e->active, vf_le(gain, of_scale(e, EPA_GAP_LOOK)));
  const mf near = mf_and_not(mf_and_not(looked, apart), converged);
  if (mf_any(near)) {
    const mf repeats = repeated_vertex(&e->p, w, near), small = vf_le(gain, of_scale(e, EPA_GAP_REPEATED));
    converged = mf_or(converged, mf_and(repeats, small));
    stuck = mf_and_not(repeats, small);
  }
  out->apart = mf_or(out->apart, apart);
  out->depth = vf_select(converged, h, out->depth);
  out->normal = select_vec_f(converged, e->best.face.n, out->normal);
  e->converged = mf_or(e->converged, converged);
  e->active = mf_and_not(mf_and_not(mf_and_not(e->active, converged), apart), stuck);
}

// Adds a vertex in the active lanes. Lanes that have ended keep the code of their best face.
static LANE_NOINLINE void expand(expansion* e, const polytope_vertex* w) {
  vf seen[VISIBLE_MOST + 1];
  horizon_edges horizon;
  nearest_face best;
  const vf above = vf_select(e->active, of_scale(e, EPA_ABOVE), vf_set(HUGE_VALF));
  remove_visible(&e->p, w->w, above, seen, &best);
  best.face.n = e->best.face.n;
  best.face.code = e->best.face.code;
  const mf open = find_horizon(seen, e->active, &horizon);
  e->active = close_hole(&e->p, w, &horizon, open, &best);
  best.face.code = vf_select(open, best.face.code, e->best.face.code);
  e->best = best;
}

// A face, around the point that is sought on it.
typedef struct face_shares {
  vec_f w[3];  // its corners
  vf share[3]; // barycentric coordinates of the point that is nearest to the origin here
} face_shares;

// Finds the point of the face `code`, of normal `n`, that is nearest to `at`; returns how far it is from there.
LANE_INLINE vf find_shares(const polytope* p, vf code, vec_f at, vec_f n, face_shares* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  vec_f off = {zero, zero, zero};
  vf sum = zero;
  for (int i = 0; i < 3; ++i) out->w[i] = sub_f(point_of(p, corner_of(code, i), 0), at);
  for (int i = 0; i < 3; ++i) {
    out->share[i] = vf_max(dot_f(cross_f(out->w[(i + 1) % 3], out->w[(i + 2) % 3]), n), zero);
    sum = vf_add(sum, out->share[i]);
  }
  const mf none = vf_eq(sum, zero);
  const vf inverse = vf_div(one, vf_select(none, one, sum));
  for (int i = 0; i < 3; ++i) {
    out->share[i] = vf_mul(out->share[i], inverse);
    off = add_f(off, scale_f(out->w[i], out->share[i]));
  }
  return vf_select(none, vf_set(HUGE_VALF), size_f(off));
}

// Finds the points of the cores by the last face or, if the nearest point of its plane is outside, by another face
// there. Returns the lanes whose points agree with normal and depth within `most`: barycentric coordinates of a narrow
// face are noise. Not inlined, so that it is not on the stack together with a support.
static LANE_NOINLINE mf find_points(const expansion* e, mf lanes, vf most, depth_lanes* out) {
  const vec_f at = scale_f(out->normal, out->depth);
  face_shares face;
  vf code = e->best.face.code, codes[COPLANAR_MOST];
  mf off = mf_and_not(lanes, vf_le(find_shares(&e->p, code, at, out->normal, &face), most));
  if (mf_any(off)) {
    coplanar_faces(&e->p, off, out->normal, vf_add(out->depth, most), codes);
    for (int k = 0; k < COPLANAR_MOST && mf_any(off); ++k) {
      const mf is = mf_and(off, vf_lt(no_code(), codes[k]));
      if (!mf_any(is)) break;
      const vf other = vf_select(is, codes[k], code);
      const mf hit = mf_and(is, vf_le(find_shares(&e->p, other, at, out->normal, &face), most));
      code = vf_select(hit, other, code);
      off = mf_and_not(off, hit);
    }
    find_shares(&e->p, code, at, out->normal, &face);
  }
  // half of what the face's point misses is on each side
  vec_f a = {vf_set(0), vf_set(0), vf_set(0)}, missed = a;
  for (int i = 0; i < 3; ++i) {
    const vec_f half = scale_f(face.w[i], vf_set(0.5f));
    a = add_f(a, scale_f(sub_f(point_of(&e->p, corner_of(code, i), 3), half), face.share[i]));
    missed = add_f(missed, scale_f(half, face.share[i]));
  }
  out->a = select_vec_f(lanes, a, out->a);
  // The depth is between the support value and that point. A curved surface is nearer to the first.
  const vf between = vf_add(out->depth, dot_f(missed, out->normal));
  if (!has_curved_core(e)) out->depth = vf_select(lanes, between, out->depth);
  return mf_and_not(lanes, off);
}

// Takes the normal nearest to a preferred one if several translations are as short within half a band. It is that of a
// face of the polytope that is no farther, and beyond which no support is. So it stays the same from frame to frame.
// Without a named normal, a direction that is fixed in A is preferred.
static LANE_NOINLINE void prefer_normal(const pair_frame_f* f, mf lanes, const vec_f* named, expansion* e,
                                        depth_lanes* out) {
  nearest_face other;
  const vec_f fixed = rotate_f(&f->a.rotation, (vec_f){vf_set(FIXED_X), vf_set(FIXED_Y), vf_set(FIXED_Z)});
  const vec_f preferred = select_vec_f(vf_eq(size_f(*named), vf_set(0)), fixed, *named);
  const vf most = vf_add(e->best.face.d, vf_mul(vf_set(EPA_ALIKE), f->scale));
  const mf some = preferred_face(&e->p, mf_and(lanes, vf_le(out->depth, most)), most, out->normal, preferred, &other);
  if (!mf_any(some)) return;
  polytope_vertex w;
  find_vertex(f, &other.face.n, some, &w);
  const vf depth = dot_f(w.w, other.face.n);
  const mf taken = mf_and(some, vf_le(depth, most));
  out->evaluations = vf_select(some, vf_add(out->evaluations, vf_set(1)), out->evaluations);
  out->depth = vf_select(taken, depth, out->depth);
  out->normal = select_vec_f(taken, other.face.n, out->normal);
  e->best.face.code = vf_select(taken, other.face.code, e->best.face.code);
}

// Certifies the lanes that have converged, and finds their points; after that their faces need not be kept.
static LANE_NOINLINE void certify_converged(const pair_frame_f* f, const vec_f* named, expansion* e, depth_lanes* out) {
  const mf overlapping = mf_and(e->converged, vf_lt(f->touch_band, e->best.face.d));
  const mf sound = mf_and_not(overlapping, doubtful_faces(&e->p));
  prefer_normal(f, sound, named, e, out);
  const vf most = vf_max(gap_of(e), of_scale(e, EPA_GAP_REPEATED));
  out->certified = mf_or(out->certified, find_points(e, sound, most, out));
  e->converged = mf_none();
}

// Finds the depths of `lanes`, whose cores may be apart. The result of a lane depends on its pair alone, and on the
// normal that its record names: `named`, of any length, or 0. It is where the search begins, and is preferred if
// several translations are as short.
static LANE_NOINLINE void find_depth(const pair_frame_f* f, mf lanes, const vec_f* named, depth_lanes* out) {
  expansion e;
  out->depth = vf_set(0);
  out->normal = out->a = (vec_f){0};
  out->apart = out->certified = mf_none();
  out->evaluations = vf_select(lanes, vf_set(4), vf_set(0));
  begin_expansion(f, lanes, named, &e);
  while (mf_any(e.active)) {
    polytope_vertex w;
    find_vertex(f, &e.best.face.n, e.active, &w);
    end_lanes(&e, &w.w, out);
    if (e.p.vertices == POLYTOPE_VERTICES || !mf_any(e.active)) break;
    if (e.p.slots + HORIZON_MOST > POLYTOPE_SLOTS) {
      certify_converged(f, named, &e, out);
      pack_faces(&e.p, e.active);
    }
    expand(&e, &w);
  }
  certify_converged(f, named, &e, out);
}

// ================== attempts: what knows blocks, records and queues

#include "engine/route.h"

// If at least so many lanes of the last block overlapped, the next block finds its depths before its search.
#define ENOUGH_DEEP (LANES - 3 * LANES / 8)

// Adds the certified contacts of `lanes` to the results found so far.
LANE_INLINE void add_contacts(const pair_block* block, const pair_frame_f* f, mf lanes, const depth_lanes* depth,
                              found_lanes* found) {
  const vec_f centre = position(&block->a), n = depth->normal;
  const vec_f on_b = sub_f(depth->a, scale_f(n, depth->depth));
  const vec_f a = add_f(depth->a, scale_f(n, block->a.radius)), b = sub_f(on_b, scale_f(n, block->b.radius));
  const mf certified = mf_and(lanes, depth->certified);
  found->overlapping = mf_or(found->overlapping, certified);
  found->decided |= mf_bits(certified) & lanes_of(block);
  found->evaluations = vf_select(lanes, depth->evaluations, found->evaluations);
  found->distance = vf_select(lanes, vf_neg(vf_add(depth->depth, f->radius)), found->distance);
  found->normal = select_vec_f(lanes, n, found->normal);
  found->a = select_vec_f(lanes, add_f(centre, a), found->a);
  found->b = select_vec_f(lanes, add_f(centre, b), found->b);
}

// Finds the normals that the records of a block name. Not inlined, to keep its temporaries off the stack of the
// expansion.
static LANE_NOINLINE void named_normals(const class_run* run, const pair_block* block, vec_f* out) {
  vf record[4];
  load_records(run, block, record);
  *out = unpack_axis(vi_of(record[0]));
}

// Finds contacts by the expanding polytope. Not inlined, so that it is not on the stack together with the writing of
// results.
static LANE_NOINLINE void find_deep_contacts(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                             mf lanes, bool from_record, found_lanes* found) {
  depth_lanes depth;
  vec_f named = {0};
  if (from_record) named_normals(run, block, &named);
  find_depth(f, lanes, &named, &depth);
  add_contacts(block, f, lanes, &depth, found);
}

// Fills contacts, and stores their records. Only the support evaluations of the polytope count, whatever a search has
// spent before, so that the search may be left out.
LANE_INLINE void fill_depths(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                             found_lanes* found) {
  uint32_t lanes = lanes_of(block);
  const mf some = mf_and(valid, mf_from_bits(lanes));
  if (run->closed_depth) lanes = run->closed_depth(block, f, some, found);
  if (lanes != 0) {
    find_deep_contacts(run, block, f, mf_and(some, mf_from_bits(lanes)), how.from_record, found);
  }
  if (run->batch->results.manifold3) write_manifolds(run, block, f, found);
  if (how.records == STORED) {
    store_depth_records(run->batch->warm, block->pairs->pair, found->decided, found->normal, found->evaluations);
  }
}

static LANE_NOINLINE void try_polytope(class_run* run, const block_pairs* pairs, attempt_kind how) {
  how.query = CONTACT;
  how.load = BY_CALL;
  how.part = WHOLE_CORE;
  how.counts_alone = how.writes_decided_only = true;
  attempt_results(run, pairs, 1, how, fill_depths);
}

// Finds depths before a search; lanes that are not certified are searched. Returns false, and does nothing, if most of
// the last block did not overlap.
LANE_INLINE bool try_polytope_first(class_run* run, const block_pairs* pairs, run_mode mode) {
  if (run->last_overlapping < ENOUGH_DEEP) return false;
  const uint32_t before = run->count[SECOND_ATTEMPT];
  try_polytope(run, pairs, (attempt_kind){.records = records_in(mode), .queue_for_rest = SECOND_ATTEMPT});
  run->last_overlapping = pairs->count - (run->count[SECOND_ATTEMPT] - before);
  return true;
}

// Runs pairs whose records name a depth. Lanes that are not certified from there lose their record, and are searched.
LANE_INLINE void try_recorded_depth(class_run* run, const block_pairs* pairs) {
  const uint32_t before = run->count[WITHOUT_RECORD];
  try_polytope(
      run, pairs,
      (attempt_kind){.records = STORED, .from_record = true, .queue_for_rest = WITHOUT_RECORD, .requeued = true});
  for (uint32_t i = before; i < run->count[WITHOUT_RECORD]; ++i)
    run->batch->warm[run->pairs[WITHOUT_RECORD][i]] = (lgjk_warm){{0}};
}

// Returns the lanes of pairs whose records name a depth.
LANE_INLINE uint32_t lanes_with_recorded_depth(const class_run* run, const block_pairs* pairs) {
  uint32_t kind[LANES], named = 0;
  const char* kinds = (const char*)run->batch->warm + offsetof(lgjk_warm, word[3]);
  lane_look_up(kinds, sizeof(lgjk_warm), pairs->pair, UINT32_MAX, kind);
  for (uint32_t l = 0; l < LANES; ++l) named |= (uint32_t)(kind[l] == NAMES_DEPTH) << l;
  return named & lanes_of_pairs(pairs);
}

// Runs pairs whose records all name a depth; else queues those that do and the others apart. Returns false, and does
// nothing, if none does.
static LANE_NOINLINE bool split_by_records(class_run* run, const block_pairs* pairs) {
  const uint32_t named = lanes_with_recorded_depth(run, pairs);
  if (named == 0) return false;
  prefetch_ahead(run, WHOLE_BLOCK);
  if (named == ALL_LANES) {
    try_recorded_depth(run, pairs);
  } else {
    enqueue_pairs(run, BY_RECORD, pairs, named);
    enqueue_pairs(run, AFTER_RECORD, pairs, lanes_of_pairs(pairs) & ~named);
  }
  return true;
}

// ------------------ attempts

// Runs a block of contacts whose records name their depth.
static LANE_NOINLINE void try_queued_records(class_run* run) {
  block_pairs pairs;
  dequeue(run, BY_RECORD, &pairs);
  try_recorded_depth(run, &pairs);
}

// Runs pairs that wait for their depth.
static void depth_in_lanes(class_run* run, const block_pairs* pairs, run_mode mode) {
  try_polytope(run, pairs, (attempt_kind){.records = records_in(mode), .requeued = true, .finds_depths = true});
}

// Runs the attempt `rest` and counts the pairs that it queues for their depth, so that the next block tries it first.
LANE_INLINE void count_deep(attempt_fn* rest, class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                            run_mode mode) {
  const uint32_t before = run->count[DEPTH];
  rest(run, pairs, query, mode);
  run->last_overlapping = run->count[DEPTH] - before;
}

// Tries depths if most pairs of the block before overlapped, else the route's `second`.
static void depth_before_second(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (!try_polytope_first(run, pairs, mode)) count_deep(run->route->second, run, pairs, query, mode);
}

// Runs the depths that records name; if none does, the route's `left`.
static void recorded_depth_before_left(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  if (!split_by_records(run, pairs)) count_deep(run->route->left, run, pairs, query, mode);
}

// clang-format off
#define WITH_RECORDS(first, recorded, then) \
  .cold = (first), .warm = (recorded), .second = (then), .left = (then), .afresh = (then)
#define IN_LANES .depth = depth_in_lanes
// clang-format on

#endif
