// Square cells of the plaza, each owned by a rank. All ranks know all owners, so that both ends of a border agree on
// who needs what.
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

#define MOST 1024u  // cells along a side
#define SLACK 0.01f // metres, for rounding

// Agents whose gap is at most COMFORT push each other, and those that touch may leave each other by a step before it
// is seen that they no longer do.
static float reach_of(const crowd* w) {
  const float parting = SLOP + 2.0f * longest_step(w);
  return 2.0f * MAX_EXTENT + (parting > COMFORT ? parting : COMFORT) + SLACK;
}

cells open_cells(const crowd* w, float edge) {
  cells c = {.reach = reach_of(w)};
  MPI_Comm_rank(MPI_COMM_WORLD, &c.me);
  MPI_Comm_size(MPI_COMM_WORLD, &c.ranks);
  const float side = 2.0f * w->half, wanted = side / (edge > 0.0f ? edge : 2.0f * c.reach);
  c.side = wanted < 1.0f ? 1 : wanted > (float)MOST ? MOST : (uint32_t)wanted;
  c.edge = side / (float)c.side;
  c.per_metre = 1.0f / c.edge;
  const uint64_t count = (uint64_t)c.side * c.side;
  c.owner = grow(NULL, count, sizeof *c.owner);
  c.inner = grow(NULL, count, sizeof *c.inner);
  c.seen = grow(NULL, (uint64_t)c.ranks, sizeof *c.seen);
  c.near = grow(NULL, (uint64_t)c.ranks, sizeof *c.near);
  memset(c.owner, 0, count * sizeof *c.owner);
  memset(c.seen, 0, (size_t)c.ranks * sizeof *c.seen);
  return c;
}

void close_cells(cells* c) {
  free(c->owner);
  free(c->inner);
  free(c->seen);
  free(c->near);
}

int ranks_near(cells* c, vec2 at) {
  const uint32_t x0 = column_at(c, at.x - c->reach), x1 = column_at(c, at.x + c->reach),
                 y0 = column_at(c, at.y - c->reach), y1 = column_at(c, at.y + c->reach);
  int count = 0;
  c->calls++;
  for (uint32_t y = y0; y <= y1; y++) {
    for (uint32_t x = x0; x <= x1; x++) {
      const uint32_t owner = c->owner[y * c->side + x];
      if (c->seen[owner] == c->calls) continue;
      c->seen[owner] = c->calls;
      c->near[count++] = (int)owner;
    }
  }
  return count;
}

void mark_inner(cells* c) {
  const uint32_t ring = (uint32_t)(c->reach / c->edge) + 1, last = c->side - 1;
  c->alone = true;
  for (uint32_t y = 0; y < c->side; y++) {
    for (uint32_t x = 0; x < c->side; x++) {
      const uint32_t x0 = x > ring ? x - ring : 0, x1 = last - x > ring ? x + ring : last, y0 = y > ring ? y - ring : 0,
                     y1 = last - y > ring ? y + ring : last;
      bool inner = true;
      for (uint32_t v = y0; v <= y1 && inner; v++)
        for (uint32_t u = x0; u <= x1 && inner; u++) inner = (int)c->owner[v * c->side + u] == c->me;
      c->inner[y * c->side + x] = inner;
      c->alone &= inner;
    }
  }
}
