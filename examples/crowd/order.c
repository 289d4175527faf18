// Agents that are near each other get places near each other in memory. The lists of the tick before name agents by
// their places, so they get the new ones, and are sorted again: touches and records are carried across the change.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

#define PERIOD 64u // ticks

static void renumber(crowd* w, meetings* m) {
  pair_list *list = now_of(w, m), *other = before_of(w, m);
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = list->a, .b = list->b, .count = list->count};
  const uint32_t* walls_or_agents = m == &w->among ? w->order : NULL;
  const uint64_t scratch = 8 * (list->count + w->count + 1);
  uint32_t* index = grow(NULL, list->count, sizeof *index);
  lgjk_error error;
  lgjk_error_init(&error);
  grow_list(m, other, list->count);
  w->scratch = grow_scratch(w->scratch, &w->scratch_size, scratch);
  lgjk_pair_list sorted = {.struct_size = sizeof sorted, .a = other->a, .b = other->b, .capacity = other->capacity};
  check(lgjk_pairs_renumber(&pairs, w->order, w->count, walls_or_agents, w->count, &sorted, index, w->scratch,
                            w->scratch_size, &error),
        &error);
  for (uint64_t i = 0; i < list->count; i++) other->touching[i] = list->touching[index[i]];
  for (uint64_t i = 0; i < list->count && list->warm != NULL; i++) other->warm[i] = list->warm[index[i]];
  free(index);
  const pair_list kept = *list;
  other->count = kept.count;
  *list = *other;
  *other = kept;
}

void order_agents(crowd* w) {
  if (w->tick % PERIOD != 0) return;
  const lgjk_bodies2 agents = bodies_of_agents(w);
  lgjk_error error;
  lgjk_error_init(&error);
  w->scratch = grow_scratch(w->scratch, &w->scratch_size, lgjk_tree_size2(w->count));
  check(lgjk_order2(&agents, w->order, w->scratch, w->scratch_size, &error), &error);
  for (uint32_t i = 0; i < w->count; i++) w->other[i] = w->agents[w->order[i]];
  agent* const sorted = w->other;
  w->other = w->agents;
  w->agents = sorted;
  for (uint32_t i = 0; i < w->count; i++) w->replaced[i] = w->agents[i].category == NEWCOMER;
  renumber(w, &w->among);
  renumber(w, &w->against);
}
