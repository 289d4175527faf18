// Agents that are near each other get places near each other in memory. The lists of the tick before name agents by
// their places, so they get the new ones, and are sorted again: touches and records are carried across the change.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

#define PERIOD 64u // ticks

// A pair in its new place, with what the list keeps of it.
typedef struct kept_pair {
  uint32_t a, b;
  uint8_t touching;
  lgjk_warm warm;
} kept_pair;

// A few pairs of one agent, by their other body.
static void sort_few(kept_pair* pair, uint64_t count) {
  for (uint64_t i = 1; i < count; i++) {
    const kept_pair moved = pair[i];
    uint64_t k = i;
    for (; k > 0 && pair[k - 1].b > moved.b; k--) pair[k] = pair[k - 1];
    pair[k] = moved;
  }
}

static kept_pair pair_at(const pair_list* list, uint64_t i, const uint32_t* place, bool of_agents) {
  const uint32_t a = place[list->a[i]], b = of_agents ? place[list->b[i]] : list->b[i];
  kept_pair p = {.a = of_agents && b < a ? b : a, .b = of_agents && b < a ? a : b, .touching = list->touching[i]};
  if (list->warm != NULL) p.warm = list->warm[i];
  return p;
}

// Sorts by counting how many pairs begin with each agent; then the few of one agent.
static void renumber(const crowd* w, const meetings* m, const uint32_t* place) {
  pair_list* list = now_of(w, m);
  const bool of_agents = m == &w->among;
  kept_pair* sorted = grow(NULL, list->count, sizeof *sorted);
  uint64_t* begin = grow(NULL, (size_t)w->count + 2, sizeof *begin);
  memset(begin, 0, ((size_t)w->count + 2) * sizeof *begin);
  for (uint64_t i = 0; i < list->count; i++) begin[pair_at(list, i, place, of_agents).a + 2]++;
  for (uint32_t k = 0; k < w->count; k++) begin[k + 2] += begin[k + 1];
  for (uint64_t i = 0; i < list->count; i++) {
    const kept_pair p = pair_at(list, i, place, of_agents);
    sorted[begin[p.a + 1]++] = p;
  }
  for (uint32_t k = 0; k < w->count; k++) sort_few(sorted + begin[k], begin[k + 1] - begin[k]);
  for (uint64_t i = 0; i < list->count; i++) {
    list->a[i] = sorted[i].a;
    list->b[i] = sorted[i].b;
    list->touching[i] = sorted[i].touching;
    if (list->warm != NULL) list->warm[i] = sorted[i].warm;
  }
  free(begin);
  free(sorted);
}

void order_agents(crowd* w) {
  if (w->tick % PERIOD != 0) return;
  const lgjk_bodies2 agents = bodies_of_agents(w);
  lgjk_error error;
  lgjk_error_init(&error);
  w->scratch = grow_scratch(w->scratch, &w->scratch_size, 16 * (uint64_t)w->count);
  check(lgjk_order2(&agents, w->order, w->scratch, w->scratch_size, &error), &error);
  for (uint32_t i = 0; i < w->count; i++) w->other[i] = w->agents[w->order[i]];
  agent* const sorted = w->other;
  w->other = w->agents;
  w->agents = sorted;
  uint32_t* place = w->scratch; // of each agent, where it was before
  for (uint32_t i = 0; i < w->count; i++) place[w->order[i]] = i;
  for (uint32_t i = 0; i < w->count; i++) w->replaced[i] = w->agents[i].category == NEWCOMER;
  renumber(w, &w->among, place);
  renumber(w, &w->against, place);
}
