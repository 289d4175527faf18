// Joins faces that are one up to rounding.
#include "single/faces3.h"

#include <string.h>

// Rounding of its vertices splits a polygon into faces that are flat within this part of the hull's radius about the
// origin. Coordinates were rounded by 2^-24 of it, and as much for each map before. A height's error is as large.
#define FLAT 1e-6

#define NONE UINT32_MAX
enum { WORDS = LGJK_MAX_POINTS / 32 };

static bool all_marked(const bool* marked, const uint8_t* loop, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!marked[loop[i]]) return false;
  }
  return true;
}

static uint32_t after(const lgjk_face3* face, uint32_t i) { return i + 1u < face->count ? i + 1u : 0; }

// Finds the border of the faces whose vertices are all marked, and returns the lowest of these faces. A directed edge
// that none of them has the other way leads from a vertex of the border to the next.
static uint32_t find_border(const lgjk_faces3* f, const bool* marked, uint32_t* next) {
  uint32_t from_to[LGJK_MAX_POINTS][WORDS], count = 0;
  uint16_t found[LGJK_HULL3_MOST_FACES];
  memset(from_to, 0, f->shape->count * sizeof *from_to);
  for (uint32_t face = 0; face < f->count; ++face) {
    const lgjk_face3* each = &f->faces[face];
    const uint8_t* loop = f->loops + each->start;
    if (!all_marked(marked, loop, each->count)) continue;
    found[count++] = (uint16_t)face;
    for (uint32_t i = 0; i < each->count; ++i) {
      const uint32_t to = loop[after(each, i)];
      from_to[loop[i]][to / 32] |= 1u << to % 32;
    }
  }
  for (uint32_t i = 0; i < f->shape->count; ++i) next[i] = NONE;
  for (uint32_t k = 0; k < count; ++k) {
    const lgjk_face3* each = &f->faces[found[k]];
    const uint8_t* loop = f->loops + each->start;
    for (uint32_t i = 0; i < each->count; ++i) {
      const uint32_t from = loop[i], to = loop[after(each, i)];
      if ((from_to[to][from / 32] >> from % 32 & 1u) == 0) next[from] = to;
    }
  }
  return found[0];
}

// Follows the border once around from its lowest vertex. Returns false if it is open, or empty (all in one plane).
static bool follow(const uint32_t* next, uint32_t vertices, lgjk_patch3* out) {
  uint32_t start = 0;
  while (start < vertices && next[start] == NONE) ++start;
  if (start == vertices) return false;
  uint32_t i = start;
  out->count = 0;
  do {
    out->loop[out->count++] = (uint8_t)i;
    i = next[i];
  } while (i != start && i != NONE && out->count < vertices);
  return i == start;
}

void lgjk_faces3_patch(const lgjk_faces3* f, uint32_t face, lgjk_patch3* out) {
  const uint8_t* loop = f->loops + f->faces[face].start;
  const uint32_t vertices = f->shape->count;
  double normal[3], p[3];
  lgjk_faces3_normal(f, face, normal);
  lgjk_faces3_vertex(f, loop[0], p);
  const double slack = FLAT * (double)f->shape->bound;
  const double least = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] - slack;
  bool marked[LGJK_MAX_POINTS];
  uint32_t in_plane = 0;
  for (uint32_t i = 0; i < vertices; ++i) {
    lgjk_faces3_vertex(f, i, p);
    marked[i] = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] >= least;
    in_plane += marked[i];
  }
  if (in_plane > f->faces[face].count) {
    uint32_t next[LGJK_MAX_POINTS];
    out->number = find_border(f, marked, next);
    if (follow(next, vertices, out)) return;
  }
  out->number = face;
  out->count = f->faces[face].count;
  memcpy(out->loop, loop, out->count);
}
