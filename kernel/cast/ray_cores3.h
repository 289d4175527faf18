// Rays that enter cores of 3D, without a search: boxes, ellipsoids, cylinders, cones and hulls, and balls that touch
// boxes.
//
// A convex core is entered once. So a ray touches it where it enters the last of the sets that the core is the
// intersection of: half spaces, slabs (Kay, Kajiya 1986, "Ray tracing complex scenes"), a quadric. The normal there is
// that of the core.
#ifndef LGJK_CAST_RAY_CORES3_H
#define LGJK_CAST_RAY_CORES3_H

#include "cast/ray_capsules3.h"
#include "cast/ray_planes3.h"
#include "shape/core_class.h"

// What there are formulas for.
enum {
  RAY_NONE,
  RAY_ROUND,
  RAY_BOX,
  RAY_ROUND_BOX,
  RAY_ELLIPSOID,
  RAY_CYLINDER,
  RAY_CONE,
  RAY_HULL,
  RAY_CAPSULES, // A's segment at B's
  RAY_KINDS
};

LANE_INLINE vd pick_d(bool first, vd a, vd b) { return first ? a : b; }

// ---------------------------------------------------------------- boxes

// Takes the slab of half width `half` about 0. Returns the lanes in which it is the last that is entered.
LANE_INLINE md enter_slab(vd at, vd speed, vd half, vd* enter, vd* leave) {
  const vd toward = vd_flip_sign(at, speed), by = vd_div(vd_set(1), vd_max(vd_abs(speed), vd_set(1e-290)));
  const vd first = vd_mul(vd_sub(vd_neg(half), toward), by);
  const md later = vd_lt(*enter, first);
  *enter = vd_max(*enter, first);
  *leave = vd_min(*leave, vd_mul(vd_sub(half, toward), by));
  return later;
}

LANE_INLINE ray_hit enter_box(const ray_half* f, const vd* half) {
  const vd none = vd_set(0);
  vd p[3], v[3], out[3] = {none, none, none}, enter = vd_set(-RAY_FAR), leave = vd_set(RAY_FAR);
  to_array_d(f->p, p);
  to_array_d(f->v, v);
  for (int k = 0; k < 3; ++k) {
    const md later = enter_slab(p[k], v[k], half[k], &enter, &leave);
    for (int j = 0; j < k; ++j) out[j] = vd_select(later, none, out[j]);
    out[k] = vd_select(later, vd_flip_sign(vd_set(-1), v[k]), none);
  }
  return (ray_hit){enter, leave, from_array_d(out), md_from_bits(UINT32_MAX)};
}

// Steps of a ball at a box; what takes more grazes. A ball touches that is so near, of the reach (CAST_NEAR_FLAT).
#define RAY_STEPS 24
#define RAY_NEAR 1e-13

// A ball goes on to where it touches the plane across the way to the nearest point of the box, again and again: from
// where it enters the box that is larger by its radius. On a face that ends at once; on an edge or a corner the digits
// double with each step.
LANE_INLINE ray_hit enter_round_box(const ray_half* f, const vd* half) {
  const vd none = vd_set(0), nearly = vd_mul(vd_set(RAY_NEAR), f->reach);
  vd p[3], v[3], d[3] = {none, none, none}, enter = vd_set(-RAY_FAR), leave = vd_set(RAY_FAR), outside = none;
  md touches = md_from_bits(0), misses = touches;
  to_array_d(f->p, p);
  to_array_d(f->v, v);
  for (int k = 0; k < 3; ++k) {
    const vd begin = vd_abs(vd_sub(p[k], vd_mul(f->base, v[k]))), off = vd_max(vd_sub(begin, half[k]), none);
    enter_slab(p[k], v[k], vd_add(half[k], f->radius), &enter, &leave);
    outside = vd_add(outside, vd_mul(off, off));
  }
  misses = vd_lt(leave, enter);
  for (uint32_t step = 0; step < RAY_STEPS && md_any(md_and_not(f->usable, md_or(touches, misses))); ++step) {
    const md ended = md_or(touches, misses);
    vd on[3];
    for (int k = 0; k < 3; ++k) {
      const vd at = vd_add(p[k], vd_mul(enter, v[k]));
      on[k] = vd_sub(at, vd_max(vd_min(at, half[k]), vd_neg(half[k])));
    }
    const vec_d to = from_array_d(on);
    const vd length = vd_sqrt(dot_d(to, to)), gap = vd_sub(length, f->radius), toward = vd_neg(dot_d(to, f->v));
    const md moves = md_and_not(vd_lt(none, toward), ended);
    misses = md_or(misses, md_and_not(vd_le(toward, none), ended));
    touches = md_or(touches, md_and(moves, vd_le(gap, nearly)));
    for (int k = 0; k < 3; ++k) d[k] = vd_select(ended, d[k], on[k]);
    const vd next = vd_add(enter, vd_div(vd_mul(gap, length), vd_select(moves, toward, vd_set(1))));
    enter = vd_select(md_and_not(moves, touches), next, enter);
  }
  const md past = md_and(vd_lt(vd_add(f->base, enter), none), vd_lt(vd_mul(f->radius, f->radius), outside));
  leave = vd_select(md_or(misses, past), vd_set(-RAY_FAR), vd_set(RAY_FAR));
  return (ray_hit){enter, leave, from_array_d(d), md_or(touches, misses)};
}

// ---------------------------------------------------------------- ellipsoids, cylinders, cones

// Sums of a determinant may be so much larger than it is.
#define RAY_SHEAR 1e3
// Nearer to its apex than this, of a cone's height, rounding would choose the normal.
#define RAY_APEX 1e-6

// Where the ray q + t v enters and leaves the quadric x^2 + y^2 <= h^2, the part of it where h > 0, h linear. A cone's
// h falls to 0 at its apex, a cylinder's stays.
typedef struct ray_side {
  vd enter, leave, height, slope;
} ray_side;

LANE_INLINE ray_side enter_side(vec_d q, vec_d v, vd size, vd vv, bool cone, md* apart) {
  const vd none = vd_set(0), least = vd_mul(vd_set(1e-30), vv), far = vd_set(RAY_FAR);
  ray_side s = {.height = size, .slope = none};
  if (cone) {
    s.height = vd_mul(vd_set(0.5), vd_sub(size, q.z));
    s.slope = vd_mul(vd_set(-0.5), v.z);
  }
  const vd square = vd_sub(vd_add(vd_mul(v.x, v.x), vd_mul(v.y, v.y)), vd_mul(s.slope, s.slope));
  const vd a = vd_select(vd_lt(vd_abs(square), least), pick_d(cone, vd_neg(least), least), square);
  const vd b = vd_sub(vd_add(vd_mul(q.x, v.x), vd_mul(q.y, v.y)), vd_mul(s.height, s.slope));
  const vd c = vd_sub(vd_add(vd_mul(q.x, q.x), vd_mul(q.y, q.y)), vd_mul(s.height, s.height));
  const vd root = vd_sub(vd_mul(b, b), vd_mul(a, c)), r = vd_sqrt(vd_max(root, none));
  const md below = vd_lt(b, none), bent = vd_lt(none, a);
  vd sum = vd_add(vd_abs(b), r);
  sum = vd_select(vd_lt(none, sum), sum, vd_set(1e-290));
  sum = vd_select(below, vd_neg(sum), sum); // -sum / a and -c / sum are the roots
  const vd one_root = vd_div(vd_neg(sum), a), other = vd_div(vd_neg(c), sum);
  const vd first = vd_select(below, other, one_root), last = vd_select(below, one_root, other);
  // A ray that is steeper than the cone is in this half of it from one root on, or up to it.
  s.enter = vd_select(md_or(bent, vd_lt(none, s.slope)), first, vd_neg(far));
  s.leave = vd_select(md_or(bent, vd_lt(s.slope, none)), last, far);
  *apart = md_and(bent, vd_lt(root, none));
  return s;
}

// The core is the image under a matrix of the unit ball, cylinder or cone. Rows of cofactors map back, times the
// determinant: differences of exact products, each rounded once, so that it is as exact along a thin core's axis.
LANE_INLINE ray_hit enter_curved(const ray_half* f, const vd* m, uint32_t kind) {
  const vd none = vd_set(0), one = vd_set(1);
  const vec_d column[3] = {{m[0], m[3], m[6]}, {m[1], m[4], m[7]}, {m[2], m[5], m[8]}};
  vec_d row[3];
  for (int k = 0; k < 3; ++k) row[k] = cross_d(column[(k + 1) % 3], column[(k + 2) % 3]);
  const vd x = vd_mul(column[0].x, row[0].x), y = vd_mul(column[0].y, row[0].y), z = vd_mul(column[0].z, row[0].z);
  const vd det = vd_add(vd_add(x, y), z), size = vd_abs(det);
  for (int k = 0; k < 3; ++k) row[k] = flip_vec_d(row[k], det);
  const vec_d u = {dot_d(row[0], f->p), dot_d(row[1], f->p), dot_d(row[2], f->p)};
  const vec_d v = {dot_d(row[0], f->v), dot_d(row[1], f->v), dot_d(row[2], f->v)};
  const vd vv = dot_d(v, v), by = vd_div(one, vv), middle = vd_neg(vd_mul(dot_d(u, v), by));
  const vec_d q = add_d(u, scale_d(v, middle));
  ray_hit hit = {.sure = vd_le(extent_d((vec_d){x, y, z}), vd_mul(vd_set(RAY_SHEAR), size))};
  vec_d n;
  md apart;
  vd enter, leave;
  if (kind == RAY_ELLIPSOID) {
    const vd root = vd_sub(vd_mul(size, size), dot_d(q, q));
    leave = vd_sqrt(vd_mul(vd_max(root, none), by));
    enter = vd_neg(leave);
    apart = vd_lt(root, none);
    n = add_d(q, scale_d(v, enter));
  } else {
    const bool cone = kind == RAY_CONE;
    const ray_side side = enter_side(q, v, size, vv, cone, &apart);
    enter = side.enter;
    leave = side.leave;
    const md base = enter_slab(q.z, v.z, size, &enter, &leave);
    const vec_d at = add_d(q, scale_d(v, enter));
    const vd height = vd_add(side.height, vd_mul(enter, side.slope));
    n = select_vec_d(base, (vec_d){none, none, vd_flip_sign(vd_set(-1), v.z)},
                     (vec_d){at.x, at.y, pick_d(cone, vd_mul(vd_set(0.5), height), none)});
    hit.sure = md_and(hit.sure, md_or(base, vd_lt(vd_mul(vd_set(RAY_APEX), size), height)));
    hit.sure = md_or(hit.sure, md_or(apart, vd_lt(leave, enter)));
  }
  hit.enter = vd_add(middle, enter);
  hit.leave = vd_select(apart, vd_set(-RAY_FAR), vd_add(middle, leave));
  hit.out = add_d(add_d(scale_d(row[0], n.x), scale_d(row[1], n.y)), scale_d(row[2], n.z));
  return hit;
}

// ---------------------------------------------------------------- hulls

// Finds where the rays meet the planes of the faces that are chosen, from outside, and whether that is within the
// edges. Planes too narrow for that are not known.
LANE_INLINE void meet_faces(const float* pool, const hull_faces* faces, const ray_half half[RAY_HALVES],
                            ray_hit hit[RAY_HALVES]) {
  const vd none = vd_set(0);
  vec_f corner[3];
  vec_d on[RAY_HALVES];
  md within[RAY_HALVES];
  for (uint32_t i = 0; i < 3; ++i) corner[i] = load_vertices(pool, faces, i, true);
  for (unsigned h = 0; h < RAY_HALVES; ++h) {
    const vec_d a = widen_all_of(corner[0], h), e = sub_d(widen_all_of(corner[1], h), a);
    const vec_d g = sub_d(widen_all_of(corner[2], h), a), n = cross_d(e, g);
    const vd speed = dot_d(n, half[h].v), sine = vd_set(LEAST_SINE * LEAST_SINE);
    const md meets = vd_lt(speed, none), wide = vd_lt(vd_mul(sine, vd_mul(dot_d(e, e), dot_d(g, g))), dot_d(n, n));
    const vd by = vd_select(meets, speed, vd_set(-1));
    hit[h].enter = vd_div(dot_d(n, sub_d(a, half[h].p)), by);
    hit[h].leave = vd_load(faces->leave + h * WIDE_LANES);
    hit[h].out = n;
    on[h] = add_d(half[h].p, scale_d(half[h].v, hit[h].enter));
    within[h] = md_and(md_and(meets, wide), md_from_bits(faces->known >> h * WIDE_LANES));
  }
  vec_f from = load_vertices(pool, faces, 0, false);
  for (uint32_t i = 1; i <= faces->most; ++i) {
    const vec_f to = load_vertices(pool, faces, i, false);
    for (unsigned h = 0; h < RAY_HALVES; ++h) {
      const vec_d at = widen_all_of(from, h), edge = sub_d(widen_all_of(to, h), at);
      within[h] = md_and(within[h], vd_le(none, dot_d(cross_d(edge, sub_d(on[h], at)), hit[h].out)));
    }
    from = to;
  }
  for (unsigned h = 0; h < RAY_HALVES; ++h) {
    const md misses = md_from_bits(faces->misses >> h * WIDE_LANES);
    hit[h].leave = vd_select(misses, vd_set(-RAY_FAR), hit[h].leave);
    hit[h].sure = md_or(misses, within[h]);
  }
}

// Finds what the rays of some lanes, given as bits, enter in hulls: float finds the last plane, one ray after the
// other, and double where the rays meet those faces. The other lanes do what the first does.
LANE_INLINE void enter_hulls(const lgjk_side* side, const uint32_t shape[LANES], vf reach, uint32_t lanes,
                             const ray_half half[RAY_HALVES], ray_hit hit[RAY_HALVES]) {
  const uint32_t first = (uint32_t)__builtin_ctz(lanes);
  double p[3][LANES], v[3][LANES];
  float from[3][LANES], way[3][LANES], slop[LANES];
  hull_faces faces = {.misses = 0, .known = 0, .most = 0};
  for (unsigned h = 0; h < RAY_HALVES; ++h) {
    store_all_of(p, h, half[h].p);
    store_all_of(v, h, half[h].v);
  }
  for (int k = 0; k < 3; ++k) {
    vf_store(from[k], vf_narrow(p[k]));
    vf_store(way[k], vf_narrow(v[k]));
  }
  vf_store(slop, vf_mul(vf_set(PLANE_SLOP), reach));
  for (uint32_t l = 0; l < LANES; ++l) {
    const uint32_t i = (lanes >> l & 1) != 0 ? l : first;
    const float at[3] = {from[0][i], from[1][i], from[2][i]}, along[3] = {way[0][i], way[1][i], way[2][i]};
    choose_face((const lgjk_shape3*)side->table + shape[i], side->pool, at, along, slop[i], l, &faces);
  }
  meet_faces(side->pool, &faces, half, hit);
}

// ---------------------------------------------------------------- kinds

// The kinds of targets by their classes of cores: where neither has a radius, and where one has.
static const uint8_t ray_kinds[2][CORE_CLASSES] = {{[BOX_CLASS] = RAY_BOX,
                                                    [SMOOTH_CLASS] = RAY_ELLIPSOID,
                                                    [CYLINDER_CLASS] = RAY_CYLINDER,
                                                    [CONE_CLASS] = RAY_CONE,
                                                    [HULL_CLASS] = RAY_HULL},
                                                   {[SIMPLE_CLASS] = RAY_ROUND, [BOX_CLASS] = RAY_ROUND_BOX}};

static inline double ray_band(uint32_t kind) {
  return (double)(kind >= RAY_ELLIPSOID && kind <= RAY_CONE ? BAND_CURVED : BAND_FLAT);
}

// Loads the floats of the targets' cores.
LANE_INLINE void load_targets(const lgjk_side* side, uint32_t kind, side_lanes* target) {
  const char* small = (const char*)side->table + offsetof(lgjk_shape3, small);
  vf* to = target->header + HEADER_FLOATS;
  const size_t size = sizeof(lgjk_shape3);
  switch (kind) {
    case RAY_HULL: break;
    case RAY_BOX:
    case RAY_ROUND_BOX: vf_load_records(small, size, target->shape, 0, 1, to); break;
    case RAY_CAPSULES:
    case RAY_ROUND: vf_load_records(small, size, target->shape, 0, 2, to); break;
    default: vf_load_records(small, size, target->shape, 0, 3, to);
  }
}

LANE_INLINE ray_hit enter_core(const ray_half* f, const side_lanes* target, uint32_t kind, unsigned half) {
  vd floats[9];
  const vf* from = target->header + HEADER_FLOATS;
  if (kind == RAY_BOX || kind == RAY_ROUND_BOX) {
    widen_all(from, half, 3, floats);
    return kind == RAY_BOX ? enter_box(f, floats) : enter_round_box(f, floats);
  }
  if (kind == RAY_ROUND) {
    widen_all(from, half, 6, floats);
    return enter_round(f, floats);
  }
  widen_all(from, half, 9, floats);
  return enter_curved(f, floats, kind);
}

LANE_INLINE ray_hit enter_other_capsule(ray_half* f, const pair_block* block, unsigned half) {
  vd a[6], b[6], pose[TURN];
  rotation_d turn;
  widen_all(block->a.header + HEADER_FLOATS, half, 6, a);
  widen_all(block->b.header + HEADER_FLOATS, half, 6, b);
  widen_all(block->a.pose + DIM, half, TURN, pose);
  f->usable = md_and(f->usable, unit_d(pose, &turn));
  return enter_capsules(f, a, &turn, b);
}

// Finds what the rays of some lanes, given as bits, enter. of_a: whether they are A's.
LANE_INLINE void enter_targets(const lgjk_batch* batch, pair_block* block, uint32_t kind, bool of_a, vf reach,
                               uint32_t lanes, ray_half half[RAY_HALVES], ray_hit hit[RAY_HALVES]) {
  const lgjk_side* side = of_a ? &batch->b : &batch->a;
  side_lanes* target = of_a ? &block->b : &block->a;
  load_targets(side, kind, target);
  if (kind == RAY_HULL) {
    enter_hulls(side, target->shape, reach, lanes, half, hit);
  } else if (kind == RAY_CAPSULES) {
    load_targets(&batch->a, kind, &block->a);
    for (unsigned h = 0; h < RAY_HALVES; ++h) hit[h] = enter_other_capsule(&half[h], block, h);
  } else {
    for (unsigned h = 0; h < RAY_HALVES; ++h) hit[h] = enter_core(&half[h], target, kind, h);
  }
}

#endif
