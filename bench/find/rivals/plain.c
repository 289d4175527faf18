// A uniform grid in plain C (plain_grid.h), of circles and balls alone: where there are walls or boxes, and where there
// are two views, it does not take part.
#include "plain_grid.h"

#include <string.h>

#include "basics.h"
#include "contender.h"

typedef struct plain {
  const moving* scene;
  plain_grid grid;
} plain;

static void* open(find_setup* setup) {
  const uint32_t count = setup->scene->count;
  plain* self = claim(1, sizeof *self);
  self->scene = setup->scene;
  self->grid.item = claim(count, sizeof *self->grid.item);
  self->grid.sorted = claim(count, sizeof *self->grid.sorted);
  self->grid.cell = claim(count, sizeof *self->grid.cell);
  self->grid.begin = claim(4 * (size_t)count + 2, sizeof *self->grid.begin);
  return self;
}

static void tick(void* pointer, find_answers* pairs) {
  plain* self = pointer;
  plain_grid* g = &self->grid;
  const moving* m = self->scene;
  for (uint32_t i = 0; i < m->count; ++i) {
    g->item[i] = (plain_item){.radius = m->radius[i], .body = i};
    memcpy(g->item[i].at, moving_place(m, i), (size_t)m->dim * sizeof(float));
  }
  uint64_t count = plain_grid_pairs(g, m->count, m->margin);
  if (count > g->capacity) {
    free(g->a);
    free(g->b);
    g->capacity = count + count / 2;
    g->a = claim(g->capacity, sizeof *g->a);
    g->b = claim(g->capacity, sizeof *g->b);
    count = plain_grid_pairs(g, m->count, m->margin);
  }
  for (uint64_t i = 0; i < count && pairs->capacity > 0; ++i) find_pairs_add(pairs, g->a[i], g->b[i]);
  if (pairs->capacity == 0) pairs->count += count;
}

const find_contender find_plain2 = {"plain", "plain C grid", IN_2D | ROUND_ONLY | WHOLE_LIST | EXACT, open, tick};
const find_contender find_plain3 = {"plain", "plain C grid", IN_3D | ROUND_ONLY | WHOLE_LIST | EXACT, open, tick};
