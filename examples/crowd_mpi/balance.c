// Who owns which cells: the plaza is halved again and again, so that the parts of each cut weigh as their numbers of
// ranks. Weights are integers, so all ranks find the same cuts.
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

typedef struct rectangle {
  uint32_t from[2], to[2]; // columns and rows, the last not included
} rectangle;

typedef struct halving {
  cells* c;
  const uint64_t* weight; // of each cell; NULL: cuts are drawn at random
  uint64_t* line;         // room for the weights of columns or rows
  uint32_t random;
} halving;

static uint64_t weigh_lines(const halving* h, const rectangle* r, int axis) {
  const uint32_t side = h->c->side;
  uint64_t sum = 0;
  memset(h->line, 0, side * sizeof *h->line);
  for (uint32_t y = r->from[1]; y < r->to[1]; y++)
    for (uint32_t x = r->from[0]; x < r->to[0]; x++) h->line[axis == 0 ? x : y] += h->weight[y * side + x];
  for (uint32_t i = r->from[axis]; i < r->to[axis]; i++) sum += h->line[i];
  return sum;
}

// The first column (row) of the second part, which gets `second` of `ranks`.
static uint32_t choose_cut(halving* h, const rectangle* r, int axis, uint32_t second, uint32_t ranks) {
  const uint32_t from = r->from[axis], to = r->to[axis];
  h->random = h->random * 1664525u + 1013904223u;
  if (h->weight == NULL) return from + (h->random >> 8) % (to - from + 1);
  const uint64_t sum = weigh_lines(h, r, axis);
  if (sum == 0) return from + (to - from) * (ranks - second) / ranks;
  uint64_t before = 0, least = UINT64_MAX;
  uint32_t best = from;
  for (uint32_t cut = from; cut <= to; before += cut < to ? h->line[cut] : 0, cut++) {
    const uint64_t left = before * ranks, wanted = sum * (ranks - second),
                   off = left > wanted ? left - wanted : wanted - left;
    if (off < least) least = off, best = cut;
  }
  return best;
}

static void halve(halving* h, rectangle r, uint32_t rank, uint32_t ranks) {
  if (ranks == 1) {
    for (uint32_t y = r.from[1]; y < r.to[1]; y++)
      for (uint32_t x = r.from[0]; x < r.to[0]; x++) h->c->owner[y * h->c->side + x] = rank;
    return;
  }
  const int axis = r.to[0] - r.from[0] >= r.to[1] - r.from[1] ? 0 : 1;
  const uint32_t second = ranks / 2, cut = choose_cut(h, &r, axis, second, ranks);
  rectangle left = r, right = r;
  left.to[axis] = right.from[axis] = cut;
  halve(h, left, rank, ranks - second);
  halve(h, right, rank + ranks - second, second);
}

// What the agents of each cell weigh on all ranks.
static void weigh_cells(const cells* c, const crowd* w, uint64_t each, uint64_t* weight) {
  const uint64_t count = (uint64_t)c->side * c->side;
  memset(weight, 0, count * sizeof *weight);
  for (uint32_t i = 0; i < w->count; i++)
    if (!w->agents[i].ghost) weight[cell_at(c, place_of(&w->agents[i]))] += each;
  must(MPI_Allreduce(MPI_IN_PLACE, weight, (int)count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD), "weights of cells");
}

void divide(cells* c, const crowd* w, balancing how, uint64_t each) {
  const uint64_t count = (uint64_t)c->side * c->side;
  uint64_t* weight = grow(NULL, count, sizeof *weight);
  halving h = {.c = c, .weight = weight, .random = 2654435769u * (w->tick + 1)};
  h.line = grow(NULL, c->side, sizeof *h.line);
  for (uint64_t i = 0; i < count; i++) weight[i] = 1;
  if (how == BY_COUNT || how == BY_TIME || how == BY_ZOLTAN) weigh_cells(c, w, each, weight);
  if (how == AT_RANDOM) h.weight = NULL;
  if (how == BY_ZOLTAN)
    divide_by_zoltan(c, weight);
  else
    halve(&h, (rectangle){{0, 0}, {c->side, c->side}}, 0, (uint32_t)c->ranks);
  free(h.line);
  free(weight);
  mark_inner(c);
}
