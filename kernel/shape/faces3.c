// Stores the faces of a hull, and what finds them: those that lie in one plane joined, and those around each vertex.
#include <stdbool.h>
#include <string.h>

#include "shape/builder.h"

// Rounding of its vertices splits a polygon into faces that are flat within this part of the hull's radius about the
// origin. Coordinates were rounded by 2^-24 of it, and as much for each map before. A height's error is as large.
#define FLAT 1e-6

#define NONE UINT32_MAX
#define UNSEEN UINT16_MAX
enum { WORDS = LGJK_MAX_POINTS / 32, BYTES_OF_NUMBER = sizeof(uint16_t) };

static uint32_t units_of(uint32_t faces, uint32_t loop_bytes, uint32_t numbers) {
  const uint32_t bytes = loop_bytes + loop_bytes % BYTES_OF_NUMBER + numbers * BYTES_OF_NUMBER;
  return faces + (bytes + LGJK_FACE_UNIT - 1) / LGJK_FACE_UNIT;
}

// A hull of triangles has the most faces and edges, and more than a polygon with its two sides. Two faces or more are
// joined to one.
uint32_t lgjk_record3_face_units(uint32_t count) {
  if (count < 3) return 0;
  const uint32_t faces = 2 * count - 4, ends = 3 * faces;
  return lgjk_planes3_count(faces) + units_of(faces + faces / 2, ends + ends, faces / 2 + count + 1 + ends + ends);
}

// The faces while they are found.
typedef struct hull_faces {
  const lgjk_point3* v;
  uint32_t vertices, count;                       // count: of faces
  uint32_t joined;                                // faces that others were joined to
  uint32_t bytes;                                 // of loops
  uint32_t entries;                               // of rings
  lgjk_face3 face[LGJK_HULL3_MOST_FACES * 3 / 2]; // then the joined ones
  uint8_t loops[2 * LGJK_HULL3_MOST_ENDS];
  uint16_t lowest[LGJK_HULL3_MOST_FACES / 2]; // of the faces that are joined
  uint16_t whole[LGJK_HULL3_MOST_FACES];      // of a face: itself, or the one that it is joined to, or UNSEEN
  uint16_t start[LGJK_MAX_POINTS + 1];        // of the rings in `ring`
  uint16_t ring[LGJK_HULL3_MOST_ENDS][2];
} hull_faces;

// ---------------------------------------------------------------- faces in one plane

static uint32_t after(const lgjk_face3* face, uint32_t i) { return i + 1u < face->count ? i + 1u : 0; }

static double dot(const float a[3], const float b[3]) {
  return (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2];
}

static double height(const float normal[3], lgjk_point3 p) { return dot(normal, (const float[3]){p.x, p.y, p.z}); }

static bool all_marked(const bool* marked, const uint8_t* loop, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!marked[loop[i]]) return false;
  }
  return true;
}

// Finds a face and those after it that are in its plane, and in no other's before. Returns how many. Others in that
// plane look away from it: those of a thin hull.
static uint32_t find_coplanar(const hull_faces* h, uint32_t face, double slack, uint16_t* found) {
  bool marked[LGJK_MAX_POINTS];
  const lgjk_face3* first = &h->face[face];
  const double least = height(first->normal, h->v[h->loops[first->start]]) - slack;
  uint32_t count = 0;
  for (uint32_t i = 0; i < h->vertices; ++i) marked[i] = height(first->normal, h->v[i]) >= least;
  for (uint32_t f = face; f < h->count; ++f) {
    const lgjk_face3* each = &h->face[f];
    if (h->whole[f] != UNSEEN || dot(first->normal, each->normal) <= 0.0) continue;
    if (all_marked(marked, h->loops + each->start, each->count)) found[count++] = (uint16_t)f;
  }
  return count;
}

// Directed edges of faces, as bits.
typedef struct edge_table {
  uint32_t from_to[LGJK_MAX_POINTS][WORDS];
} edge_table;

static bool has_edge(const edge_table* t, uint32_t from, uint32_t to) {
  return (t->from_to[from][to / 32] >> to % 32 & 1u) != 0;
}

static bool has_common_edge(const hull_faces* h, const edge_table* t, uint32_t face) {
  const lgjk_face3* each = &h->face[face];
  const uint8_t* loop = h->loops + each->start;
  for (uint32_t i = 0; i < each->count; ++i) {
    if (has_edge(t, loop[after(each, i)], loop[i])) return true;
  }
  return false;
}

static void add_edges(const hull_faces* h, uint32_t face, edge_table* t) {
  const lgjk_face3* each = &h->face[face];
  const uint8_t* loop = h->loops + each->start;
  for (uint32_t i = 0; i < each->count; ++i) {
    const uint32_t to = loop[after(each, i)];
    t->from_to[loop[i]][to / 32] |= 1u << to % 32;
  }
}

// Moves the faces that are connected with the first one by edges to the front. Returns how many, with their edges.
static uint32_t take_connected(const hull_faces* h, uint16_t* found, uint32_t count, edge_table* t) {
  uint32_t taken = 1;
  memset(t->from_to, 0, h->vertices * sizeof *t->from_to);
  add_edges(h, found[0], t);
  for (uint32_t before = 0; before < taken;) {
    before = taken;
    for (uint32_t k = taken; k < count; ++k) {
      const uint16_t face = found[k];
      if (!has_common_edge(h, t, face)) continue;
      add_edges(h, face, t);
      found[k] = found[taken];
      found[taken++] = face;
    }
  }
  return taken;
}

// Finds the border of some faces, and returns how many edges it has. A directed edge that none of them has the other
// way leads from a vertex of the border to the next.
static uint32_t find_border(const hull_faces* h, const uint16_t* found, uint32_t count, const edge_table* t,
                            uint32_t* next) {
  uint32_t edges = 0;
  for (uint32_t i = 0; i < h->vertices; ++i) next[i] = NONE;
  for (uint32_t k = 0; k < count; ++k) {
    const lgjk_face3* each = &h->face[found[k]];
    const uint8_t* loop = h->loops + each->start;
    for (uint32_t i = 0; i < each->count; ++i) {
      const uint32_t from = loop[i], to = loop[after(each, i)];
      if (has_edge(t, to, from)) continue;
      next[from] = to;
      ++edges;
    }
  }
  return edges;
}

// Writes the border once around, from its lowest vertex. Returns false if that is not all of its edges: it passes a
// vertex twice, or is empty as that of a hull in one plane is.
static bool follow(const uint32_t* next, uint32_t edges, uint8_t* loop) {
  uint32_t start = 0, count = 0;
  if (edges == 0) return false;
  while (next[start] == NONE) ++start;
  uint32_t i = start;
  do {
    loop[count++] = (uint8_t)i;
    i = next[i];
  } while (i != start && i != NONE && count < edges);
  return i == start && count == edges;
}

// Joins the faces of each plane.
static void join_faces(hull_faces* h, double slack) {
  uint16_t found[LGJK_HULL3_MOST_FACES];
  uint32_t next[LGJK_MAX_POINTS];
  edge_table edges;
  memset(h->whole, 0xFF, sizeof h->whole);
  for (uint32_t face = 0; face < h->count; ++face) {
    if (h->whole[face] != UNSEEN) continue;
    const uint32_t coplanar = find_coplanar(h, face, slack, found), number = h->count + h->joined;
    h->whole[face] = (uint16_t)face;
    if (coplanar == 1) continue;
    const uint32_t count = take_connected(h, found, coplanar, &edges);
    const uint32_t corners = find_border(h, found, count, &edges, next);
    if (count == 1 || !follow(next, corners, h->loops + h->bytes)) continue;
    h->face[number] = h->face[face];
    h->face[number].start = (uint16_t)h->bytes;
    h->face[number].count = (uint16_t)corners;
    h->bytes += corners;
    h->lowest[h->joined++] = (uint16_t)face;
    for (uint32_t k = 0; k < count; ++k) h->whole[found[k]] = (uint16_t)number;
  }
}

// ---------------------------------------------------------------- rings

static bool is_in(uint16_t (*ring)[2], uint32_t count, uint16_t face) {
  for (uint32_t i = 0; i < count; ++i) {
    if (ring[i][0] == face) return true;
  }
  return false;
}

// Returns the vertex after one in a face's loop; itself if it is not there, within a face that stands for several.
static uint16_t vertex_after(const hull_faces* h, uint32_t face, uint8_t vertex) {
  const lgjk_face3* f = &h->face[face];
  const uint8_t *loop = h->loops + f->start, *at = memchr(loop, vertex, f->count);
  return at == NULL ? vertex : loop[after(f, (uint32_t)(at - loop))];
}

// Finds the faces around each vertex, each once, those that are joined as one; and the other ends of their edges.
static void find_rings(hull_faces* h) {
  uint16_t count[LGJK_MAX_POINTS] = {0};
  const uint32_t ends = h->face[h->count - 1].start + (uint32_t)h->face[h->count - 1].count;
  memset(h->start, 0, sizeof h->start);
  for (uint32_t i = 0; i < ends; ++i) ++h->start[h->loops[i] + 1u];
  for (uint32_t i = 0; i < h->vertices; ++i) h->start[i + 1] = (uint16_t)(h->start[i + 1] + h->start[i]);
  for (uint32_t f = 0; f < h->count; ++f) {
    const uint8_t* loop = h->loops + h->face[f].start;
    for (uint32_t i = 0; i < h->face[f].count; ++i) {
      uint16_t(*ring)[2] = h->ring + h->start[loop[i]], *entry = ring[count[loop[i]]];
      if (is_in(ring, count[loop[i]], h->whole[f])) continue;
      entry[0] = h->whole[f];
      entry[1] = vertex_after(h, h->whole[f], loop[i]);
      ++count[loop[i]];
    }
  }
  h->entries = 0;
  for (uint32_t i = 0; i < h->vertices; ++i) {
    memmove(h->ring + h->entries, h->ring + h->start[i], count[i] * sizeof *h->ring);
    h->start[i] = (uint16_t)h->entries;
    h->entries += count[i];
  }
  h->start[h->vertices] = (uint16_t)h->entries;
}

// ---------------------------------------------------------------- the faces of a record

static void read_faces(hull_faces* h, const lgjk_loops3* loops) {
  h->count = loops->count;
  h->joined = 0;
  h->bytes = loops->start[loops->count];
  for (uint32_t i = 0; i < h->bytes; ++i) h->loops[i] = (uint8_t)loops->vertex[i];
  for (uint32_t f = 0; f < loops->count; ++f) {
    const uint32_t start = loops->start[f], count = loops->start[f + 1] - start;
    h->face[f].start = (uint16_t)start;
    h->face[f].count = (uint16_t)count;
    lgjk_hull3_normal(h->v, loops->vertex + start, count, h->face[f].normal);
  }
}

// Writes the planes of all faces. An offset is off by rounding alone, as the normal is.
static void write_planes(const hull_faces* h, float* planes) {
  for (uint32_t f = 0; f < lgjk_planes3_count(h->count); ++f) {
    float* plane = planes + 4 * (f - f % LGJK_PLANES3) + f % LGJK_PLANES3;
    plane[3 * LGJK_PLANES3] = 1;
    if (f >= h->count) continue;
    const float* n = h->face[f].normal;
    for (uint32_t k = 0; k < 3; ++k) plane[k * LGJK_PLANES3] = n[k];
    plane[3 * LGJK_PLANES3] = (float)height(n, h->v[h->loops[h->face[f].start]]);
  }
}

void lgjk_record3_write_faces(lgjk_builder3* b, lgjk_shape3* record, const lgjk_point3* v) {
  hull_faces h;
  const lgjk_loops3 loops = lgjk_hull3_loops(b->scratch);
  h.v = v;
  h.vertices = record->count;
  read_faces(&h, &loops);
  join_faces(&h, FLAT * (double)record->bound);
  find_rings(&h);
  const uint32_t faces = h.count + h.joined, planes = lgjk_planes3_count(h.count);
  const uint32_t units = planes + units_of(faces, h.bytes, h.joined + h.vertices + 1 + 2 * h.entries);
  b->face_units += units;
  record->faces = b->face_units - planes;
  record->face_count = h.count;
  record->joined = h.joined;
  lgjk_face3* to = (lgjk_face3*)(void*)b->pool - record->faces;
  memset(to - planes, 0, (size_t)units * LGJK_FACE_UNIT);
  write_planes(&h, (float*)(void*)(to - planes));
  memcpy(to, h.face, faces * sizeof *to);
  uint8_t* loop = (uint8_t*)(to + faces);
  memcpy(loop, h.loops, h.bytes);
  record->numbers = (uint32_t)((h.bytes + 1) / BYTES_OF_NUMBER * BYTES_OF_NUMBER);
  uint16_t* number = (uint16_t*)(void*)(loop + record->numbers);
  memcpy(number, h.lowest, h.joined * sizeof *number);
  memcpy(number + h.joined, h.start, (h.vertices + 1) * sizeof *number);
  memcpy(number + h.joined + h.vertices + 1, h.ring, h.entries * sizeof *h.ring);
}
