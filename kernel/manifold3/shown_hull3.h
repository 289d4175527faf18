// Shows the features of hulls: a face around the highest vertex, an edge from there, or that vertex.
#ifndef LGJK_MANIFOLD3_SHOWN_HULL3_H
#define LGJK_MANIFOLD3_SHOWN_HULL3_H

#include "block/batch.h"
#include "manifold3/shown3.h"

// The vertices of a block's lanes, and what is around each in its hull.
typedef struct hull_corners {
  const lgjk_shape3* shape[LANES];
  const uint16_t* numbers[LANES]; // of the hulls, from the beginning of rings on
  const uint16_t* ring[LANES];    // of the vertex
  uint32_t count[LANES], most;    // faces around the vertex; of all lanes
  uint32_t faces;                 // units before the pool, of the hull that has its faces farthest from there
} hull_corners;

LANE_INLINE void open_hulls(const lgjk_side* side, const uint32_t* shape, hull_corners* h) {
  h->faces = 0;
  for (uint32_t l = 0; l < LANES; ++l) {
    h->shape[l] = (const lgjk_shape3*)side->table + shape[l];
    h->numbers[l] = lgjk_shape3_numbers(h->shape[l], side->pool) + h->shape[l]->joined;
    h->faces = h->shape[l]->faces > h->faces ? h->shape[l]->faces : h->faces;
  }
}

// Goes to a vertex of each hull, of any number.
LANE_INLINE void go_to_vertices(hull_corners* h, vf vertex) {
  uint32_t number[LANES];
  vi_store(number, vi_truncate(vertex));
  h->most = 0;
  for (uint32_t l = 0; l < LANES; ++l) {
    const uint32_t last = h->shape[l]->count - 1, i = number[l] < last ? number[l] : last;
    const uint16_t* start = h->numbers[l] + i;
    h->ring[l] = h->numbers[l] + h->shape[l]->count + 1 + 2 * start[0];
    h->count[l] = (uint32_t)start[1] - start[0];
    h->most = h->count[l] > h->most ? h->count[l] : h->most;
  }
}

// A face around the vertices, and the other end of an edge from there.
typedef struct ring_entry {
  uint32_t face[LANES], end[LANES];
  vec_f normal; // of the face
  vec_f at;     // the other end
} ring_entry;

// Loads entry k of the rings; the first of shorter ones.
LANE_INLINE void load_ring(const lgjk_side* side, const hull_corners* h, uint32_t k, ring_entry* e) {
  uint32_t record[LANES], place[LANES];
  vf quad[4], at[3];
  for (uint32_t l = 0; l < LANES; ++l) {
    const uint16_t* entry = h->ring[l] + 2 * (k < h->count[l] ? k : 0);
    e->face[l] = entry[0];
    e->end[l] = entry[1];
    record[l] = h->faces - h->shape[l]->faces + entry[0];
    place[l] = h->shape[l]->pool + 3u * entry[1];
  }
  const char* first = (const char*)((const lgjk_face3*)(const void*)side->pool - h->faces);
  vf_load_records(first, sizeof(lgjk_face3), record, 0, 1, quad);
  vf_load_triples(side->pool, vi_load(place), at);
  e->normal = from_array_f(quad);
  e->at = from_array_f(at);
}

LANE_INLINE vec_f vertex_in_pool(const lgjk_side* side, const hull_corners* h, vf vertex) {
  uint32_t number[LANES], place[LANES];
  vf at[3];
  vi_store(number, vi_truncate(vertex));
  for (uint32_t l = 0; l < LANES; ++l) place[l] = h->shape[l]->pool + 3 * number[l];
  vf_load_triples(side->pool, vi_load(place), at);
  return from_array_f(at);
}

// What is nearest to the direction, of all that is around the highest vertex.
typedef struct hull_view {
  vf vertex;
  vec_f at; // the vertex
  vf face;
  vec_f normal; // of the face
  vf cosine;    // between it and the direction
  vf end;       // vertex at the other end of an edge
  vec_f end_at;
  mf edge; // lanes whose edge is across the direction
} hull_view;

// Looks around a vertex. Returns the lanes of which a neighbour is higher, and goes to the highest there.
LANE_INLINE mf look_around(const lgjk_side* side, const core_view* v, const hull_corners* h, hull_view* out) {
  vf least = vf_set(SHOWN_SQUARE), higher = vf_set(CLIMB_SQUARE), to = out->vertex;
  ring_entry e;
  out->cosine = vf_set(-2);
  out->face = out->end = vf_set(0);
  out->normal = out->end_at = out->at;
  out->edge = mf_none();
  for (uint32_t k = 0; k < h->most; ++k) {
    load_ring(side, h, k, &e);
    const vf cosine = dot_f(e.normal, v->along), face = vf_convert(vi_load(e.face)), end = vf_convert(vi_load(e.end));
    const mf nearer = vf_lt(out->cosine, cosine);
    out->cosine = vf_select(nearer, cosine, out->cosine);
    out->face = vf_select(nearer, face, out->face);
    out->normal = select_vec_f(nearer, e.normal, out->normal);
    const vec_f edge = sub_f(e.at, out->at), way = by_power(edge);
    const vf rise = dot_f(way, v->along), part = vf_div(vf_mul(rise, rise), not_zero(dot_f(way, way)));
    const mf across = mf_and(vf_lt(part, least), vf_lt(vf_mul(v->least, v->least), dot_f(edge, edge)));
    least = vf_select(across, part, least);
    out->end = vf_select(across, end, out->end);
    out->end_at = select_vec_f(across, e.at, out->end_at);
    out->edge = mf_or(out->edge, across);
    const mf up = mf_and(vf_lt(vf_set(0), rise), vf_lt(higher, part));
    higher = vf_select(up, part, higher);
    to = vf_select(up, end, to);
  }
  const mf climbs = vf_lt(vf_set(CLIMB_SQUARE), higher);
  out->vertex = to;
  return climbs;
}

// Finds the highest vertex. A support on a grid may be lower (gjk/support3_tmpl.h), and its neighbours show that.
LANE_INLINE void find_hull_view(const lgjk_side* side, const core_view* v, const core_lanes_f* core, uint32_t lanes,
                                hull_corners* h, hull_view* out) {
  const vec_f d = core->on_grid ? to_grid_size(v->along) : v->along;
  out->vertex = support_core_f(core, d, lanes).id;
  for (int i = 0; i <= MOST_CLIMBS; ++i) {
    go_to_vertices(h, out->vertex);
    out->at = vertex_in_pool(side, h, out->vertex);
    const vf vertex = out->vertex;
    const mf climbs = look_around(side, v, h, out);
    if (i == MOST_CLIMBS) out->vertex = vertex;
    if ((mf_bits(climbs) & lanes) == 0) return;
  }
}

// The corners of faces: bytes of their loops, evenly chosen.
typedef struct hull_loops {
  const uint8_t* loop[LANES];
  uint32_t whole[LANES], count[LANES]; // corners of the face; of the feature
  float number[LANES];                 // of the feature
} hull_loops;

// Opens the faces in the lanes of `faces`, as bits. The other lanes show the vertex.
LANE_INLINE void open_loops(const lgjk_side* side, const hull_corners* h, const hull_view* s, uint32_t faces,
                            uint8_t vertex[LANES], hull_loops* out) {
  uint32_t face[LANES], at[LANES];
  vi_store(face, vi_truncate(s->face));
  vi_store(at, vi_truncate(s->vertex));
  for (uint32_t l = 0; l < LANES; ++l) {
    const lgjk_shape3* shape = h->shape[l];
    const bool is = faces >> l & 1;
    const lgjk_face3* f = lgjk_shape3_faces(shape, side->pool) + face[l];
    vertex[l] = (uint8_t)at[l];
    out->loop[l] = is ? lgjk_shape3_loops(shape, side->pool) + f->start : &vertex[l];
    out->whole[l] = is ? f->count : 1;
    out->count[l] = out->whole[l] < SHOWN_MOST ? out->whole[l] : SHOWN_MOST;
    const uint32_t joined = face[l] - shape->face_count;
    const uint32_t number =
        face[l] < shape->face_count ? face[l] : h->numbers[l][(int32_t)joined - (int32_t)shape->joined];
    out->number[l] = (float)number;
  }
}

// Sets all corners. Loops turn left as seen from outside, which is the other way around as seen along B's direction.
LANE_INLINE void put_loops(const lgjk_side* side, const core_view* v, const hull_corners* h, const hull_loops* loops,
                           shown_core* out) {
  uint32_t place[LANES];
  float vertex[LANES], count[LANES];
  vf at[3];
  out->most = 1;
  for (uint32_t l = 0; l < LANES; ++l) {
    out->most = loops->count[l] > out->most ? loops->count[l] : out->most;
    count[l] = (float)loops->count[l];
  }
  out->count = vf_load(count);
  for (uint32_t i = 0; i <= out->most; ++i) {
    for (uint32_t l = 0; l < LANES; ++l) {
      uint32_t k = i < loops->count[l] ? i : 0;
      if (v->is_b && k > 0) k = loops->count[l] - k;
      if (loops->whole[l] > SHOWN_MOST) k = k * loops->whole[l] / SHOWN_MOST;
      const uint32_t number = loops->loop[l][k];
      place[l] = h->shape[l]->pool + 3 * number;
      vertex[l] = (float)number;
    }
    vf_load_triples(side->pool, vi_load(place), at);
    put_corner(out, i, point_in(v, from_array_f(at)), vf_load(vertex));
  }
}

// Shows a face around the highest vertex; else the edge from there that is the most across the direction; else that
// vertex.
static LANE_NOINLINE void show_hull(const lgjk_side* side, const uint32_t* shape, const core_view* v,
                                    const core_lanes_f* core, uint32_t lanes, shown_core* out) {
  hull_corners h;
  hull_view s;
  hull_loops loops;
  uint8_t vertex[LANES];
  open_hulls(side, shape, &h);
  find_hull_view(side, v, core, lanes, &h, &s);
  const mf cosine = vf_lt(vf_set(0), s.cosine);
  const mf face = mf_and(cosine, vf_le(vf_set(1 - SHOWN_SQUARE), vf_mul(s.cosine, s.cosine)));
  begin_shown(s.vertex, out);
  if (mf_any(face)) {
    open_loops(side, &h, &s, mf_bits(face), vertex, &loops);
    put_loops(side, v, &h, &loops, out);
    const vf number = vf_add(vf_set(LGJK_FEATURE3_FACE), vf_load(loops.number));
    clear_shown(out, put_polygon(v, out, face, direction_in(v, s.normal), point_in(v, s.at), number), s.vertex);
  }
  const mf edge = mf_and(s.edge, vf_eq(out->count, vf_set(1)));
  if (mf_any(edge)) put_edge(v, out, edge, point_in(v, s.at), s.vertex, point_in(v, s.end_at), s.end, vf_set(0));
}

#endif
