// Shows the features of cylinders and cones: a base, the line along the side, or a point.
#ifndef LGJK_MANIFOLD3_SHOWN_ROUND3_H
#define LGJK_MANIFOLD3_SHOWN_ROUND3_H

#include "manifold3/shown3.h"

// Vertices 0..7 are on the rim at local z = 1, 8..15 at z = -1. The line along the side is the edge from SIDE_TOP to
// SIDE_BOTTOM, and SIDE_TOP is the apex. Other points of a rim have the numbers of their sectors.
enum { RIM_CORNERS = 8, SIDE_TOP = 2 * RIM_CORNERS, SIDE_BOTTOM = SIDE_TOP + 1 };

// A rim is divided into so many sectors, fixed in the body: sector 0 is around local x, and the next towards local y.
// Each is 0.087 of the radius long.
enum { SECTORS = 72, EIGHTH = SECTORS / 8, QUARTER = SECTORS / 4, LOWER_RIM = 0x80 };

// Returns the number of a rim's place in the direction (x, y), before the core's matrix. A direction is folded into an
// eighth of the circle, and compared with the tangents of odd multiples of half a sector there.
LANE_INLINE vf number_on_rim(vf x, vf y, vf bottom) {
  static const float tangent[EIGHTH] = {0.04366094f, 0.1316525f, 0.22169466f, 0.31529888f, 0.41421356f,
                                        0.52056706f, 0.6370703f, 0.767327f,   0.91633117f};
  const vf across = vf_abs(x), up = vf_abs(y), low = vf_min(across, up), high = vf_max(across, up), zero = vf_set(0);
  vf sector = zero;
  for (int i = 0; i < EIGHTH; ++i) {
    const mf beyond = vf_lt(vf_mul(vf_set(tangent[i]), high), low);
    sector = vf_select(beyond, vf_set((float)(i + 1)), sector);
  }
  sector = vf_select(vf_lt(across, up), vf_sub(vf_set(QUARTER), sector), sector);
  sector = vf_select(vf_lt(x, zero), vf_sub(vf_set(2 * QUARTER), sector), sector);
  sector = vf_select(vf_lt(y, zero), vf_sub(vf_set(SECTORS), sector), sector);
  sector = vf_select(vf_eq(sector, vf_set(SECTORS)), zero, sector);
  return vf_add(vf_add(vf_set(LGJK_FEATURE3_SECTOR), vf_mul(bottom, vf_set(LOWER_RIM))), sector);
}

// A point of a disc counts as on its rim from this part of the radius on.
#define RIM_FROM 0.99f

// Returns the feature's number, or that of the sector if the point is on a disc's rim.
LANE_INLINE vf number_at(const shown_core* s, vf x, vf y) {
  if (!mf_any(s->disc.is)) return s->number;
  const shown_disc* d = &s->disc;
  const vf dx = vf_sub(x, d->centre_x), dy = vf_sub(y, d->centre_y);
  const vf inverse = vf_div(vf_set(1), not_zero(vf_sub(vf_mul(d->e_x, d->f_y), vf_mul(d->e_y, d->f_x))));
  const vf u = vf_mul(vf_sub(vf_mul(dx, d->f_y), vf_mul(dy, d->f_x)), inverse);
  const vf w = vf_mul(vf_sub(vf_mul(d->e_x, dy), vf_mul(d->e_y, dx)), inverse);
  const mf on_rim = vf_le(vf_set(RIM_FROM * RIM_FROM), vf_add(vf_mul(u, u), vf_mul(w, w)));
  return vf_select(mf_and(on_rim, d->is), number_on_rim(u, w, d->bottom), s->number);
}

// Sets the bases in the lanes `m`. `bottom`: 1 where it is the lower one. `normal`: unit, outwards.
LANE_INLINE void put_disc(const core_view* v, const matrix_f* map, mf m, vf bottom, vec_f normal, vf number,
                          shown_core* out) {
  static const float half = 0.70710678f;
  const float circle[RIM_CORNERS][2] = {{1, 0},  {half, half},   {0, 1},  {-half, half},
                                        {-1, 0}, {-half, -half}, {0, -1}, {half, -half}};
  shown_disc* d = &out->disc;
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f base = map_f(map, (vec_f){zero, zero, vf_select(vf_lt(zero, bottom), vf_set(-1), one)});
  const vec_f e = direction_in(v, map_f(map, (vec_f){one, zero, zero}));
  const vec_f f = direction_in(v, map_f(map, (vec_f){zero, one, zero})), at = point_in(v, base);
  const vf turn = vf_sub(vf_mul(e.x, f.y), vf_mul(e.y, f.x)); // negative: corners are passed the other way around
  d->centre_x = at.x;
  d->centre_y = at.y;
  d->e_x = e.x;
  d->e_y = e.y;
  d->f_x = f.x;
  d->f_y = f.y;
  d->bottom = bottom;
  out->most = RIM_CORNERS;
  out->count = vf_select(m, vf_set(RIM_CORNERS), out->count);
  for (uint32_t i = 0; i <= RIM_CORNERS; ++i) {
    const uint32_t k = i % RIM_CORNERS, back = (RIM_CORNERS - k) % RIM_CORNERS;
    const vf c = vf_set(circle[k][0]), s = vf_flip_sign(vf_set(circle[k][1]), turn);
    out->x[i] = vf_add(at.x, vf_add(vf_mul(c, e.x), vf_mul(s, f.x)));
    out->y[i] = vf_add(at.y, vf_add(vf_mul(c, e.y), vf_mul(s, f.y)));
    const vf corner = vf_select(vf_lt(turn, zero), vf_set((float)back), vf_set((float)k));
    out->vertex[i] = vf_add(corner, vf_mul(bottom, vf_set(RIM_CORNERS)));
  }
  const mf narrow = put_polygon(v, out, m, direction_in(v, normal), at, vf_add(vf_set(LGJK_FEATURE3_FACE), bottom));
  clear_shown(out, narrow, number);
  d->is = mf_and_not(m, narrow);
}

// Shows the bases. The first two columns span their planes; the determinant's sign gives the side.
LANE_INLINE void put_bases(const core_view* v, const matrix_f* map, bool cone, vf number, shown_core* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f columns[3] = {map_f(map, (vec_f){one, zero, zero}), map_f(map, (vec_f){zero, one, zero}),
                            map_f(map, (vec_f){zero, zero, one})};
  const vec_f across = to_size_f(cross_f(to_size_f(columns[0]), to_size_f(columns[1])));
  const vec_f normal = scale_f(across, vf_div(one, vf_sqrt(dot_f(across, across))));
  const vf height = dot_f(normal, v->along);
  const mf down = vf_lt(height, zero), inwards = vf_lt(dot_f(normal, columns[2]), zero);
  const mf below = mf_or(mf_and_not(down, inwards), mf_and_not(inwards, down));
  mf shown = vf_le(vf_set(1 - SHOWN_SQUARE), vf_mul(height, height));
  if (cone) shown = mf_and(shown, below);
  if (mf_any(shown)) {
    put_disc(v, map, shown, vf_select(below, one, zero), flip_vec_f(normal, height), number, out);
  }
}

static LANE_NOINLINE void show_round(const core_view* v, const core_lanes_f* core, shown_core* out) {
  const matrix_f map = matrix_of_f(core);
  const bool cone = is_cone_core(core->core);
  const vf zero = vf_set(0), one = vf_set(1), top_number = vf_set(SIDE_TOP);
  const vec_f g = map_back_f(&map, v->along); // the direction before the core's matrix
  const vf reach = vf_sqrt(vf_add(vf_mul(g.x, g.x), vf_mul(g.y, g.y)));
  const mf sideways = vf_lt(vf_set(1e-30f), reach);
  const vf inverse = vf_div(one, vf_select(sideways, reach, one)), x = vf_mul(g.x, inverse), y = vf_mul(g.y, inverse);
  const mf below = vf_le(cone ? vf_add(g.z, g.z) : g.z, cone ? reach : zero);
  const vf rim = number_on_rim(g.x, g.y, vf_select(below, one, zero));
  const vf number = cone ? vf_select(below, rim, top_number) : rim;
  begin_shown(number, out);
  put_bases(v, &map, cone, number, out);
  const vec_f top = map_f(&map, (vec_f){cone ? zero : x, cone ? zero : y, one});
  const vec_f bottom = map_f(&map, (vec_f){x, y, vf_set(-1)});
  const mf edge = mf_and(mf_and(sideways, vf_eq(out->count, one)), is_across(v, sub_f(top, bottom)));
  if (!mf_any(edge)) return;
  put_edge(v, out, edge, point_in(v, top), top_number, point_in(v, bottom), vf_set(SIDE_BOTTOM),
           cone ? vf_mul(vf_set(0.5f), reach) : reach);
}

#endif
