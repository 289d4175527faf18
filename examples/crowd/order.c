// Agents that are near each other get places near each other in memory. The lists of the tick before name agents by
// their places, so they get the new ones, and are sorted again: touches and records are carried across the change.
//
// lgjk_order2 sorts all bodies along a curve through their own range. Here the order must not depend on which of them
// are on this rank, so it is that of cells of the plaza along a Z curve, and of numbers within a cell.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

#define PERIOD 64u // ticks
#define SIDE 256u  // cells of the plaza's side

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

static uint32_t column_of(const crowd* w, float x) {
  const float column = (x + w->half) * (0.5f * (float)SIDE / w->half);
  return column <= 0.0f ? 0 : column >= (float)(SIDE - 1) ? SIDE - 1 : (uint32_t)column;
}

// Moves the eight bits apart, so that there is room for others between them.
static uint32_t spread(uint32_t bits) {
  bits = (bits | bits << 4) & 0x0f0fu;
  bits = (bits | bits << 2) & 0x3333u;
  return (bits | bits << 1) & 0x5555u;
}

typedef struct place {
  uint64_t key;
  uint32_t index;
} place;

// Sorts by one byte of the keys, and keeps the order of those that have the same. Returns false, and does nothing,
// where all have.
static bool sort_by_byte(const place* from, place* to, uint32_t count, int shift) {
  uint32_t first[257] = {0};
  for (uint32_t i = 0; i < count; i++) first[(from[i].key >> shift & 255) + 1]++;
  if (first[(from[0].key >> shift & 255) + 1] == count) return false;
  for (int d = 0; d < 256; d++) first[d + 1] += first[d];
  for (uint32_t i = 0; i < count; i++) to[first[from[i].key >> shift & 255]++] = from[i];
  return true;
}

// Fills w->order: which agent stands at each place.
static void find_order(crowd* w) {
  const uint32_t n = w->count;
  w->scratch = grow_scratch(w->scratch, &w->scratch_size, 2 * (uint64_t)n * sizeof(place));
  place *from = w->scratch, *to = from + n;
  for (uint32_t i = 0; i < n; i++) from[i] = (place){order_key(&w->agents[i]), i};
  for (int shift = 0; shift < 48 && n > 0; shift += 8) {
    if (!sort_by_byte(from, to, n, shift)) continue;
    place* const sorted = to;
    to = from;
    from = sorted;
  }
  for (uint32_t i = 0; i < n; i++) w->order[i] = from[i].index;
}

bool order_is_due(const crowd* w) { return w->tick % PERIOD == 0; }

void order_agents(crowd* w) {
  if (!order_is_due(w)) return;
  for (uint32_t i = 0; i < w->count; i++) {
    agent* p = &w->agents[i];
    p->cell = (uint16_t)(spread(column_of(w, p->pose.y)) << 1 | spread(column_of(w, p->pose.x)));
  }
  find_order(w);
  for (uint32_t i = 0; i < w->count; i++) w->other[i] = w->agents[w->order[i]];
  agent* const sorted = w->other;
  w->other = w->agents;
  w->agents = sorted;
  for (uint32_t i = 0; i < w->count; i++) w->replaced[i] = w->agents[i].category == NEWCOMER;
  renumber(w, &w->among);
  renumber(w, &w->against);
}
