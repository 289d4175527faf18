// What has arrived takes its place among the agents that were kept, in the order of keys; lists of pairs get the new
// numbers, and what has come with agents.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

static int compare_keys(const void* left, const void* right) {
  const uint64_t a = order_key(left), b = order_key(right);
  return (a > b) - (a < b);
}

void sort_arrived(world* r) {
  const section* s = &r->in.of[AGENTS];
  const agent* p = s->data;
  if (s->count > 0) qsort(s->data, s->count, sizeof(agent), compare_keys);
  for (uint32_t i = 0; i < s->count; i++) {
    const vec2 at = place_of(&p[i]);
    if (i > 0 && order_key(&p[i - 1]) >= order_key(&p[i]))
      end_ranks(1, "agent %" PRIu32 " has arrived twice", p[i].number);
    if (!(at.x == at.x && at.y == at.y) || p[i].number >= r->w.total || p[i].shape > TORSO || p[i].stream > 3 ||
        p[i].category > NEWCOMER)
      end_ranks(1, "agent %" PRIu32 " that has arrived is none of this crowd", p[i].number);
  }
}

// ---------------------------------------------------------------- agents

static void put(world* r, uint32_t to, const agent* p, bool ghost) {
  crowd* w = &r->w;
  if (to > 0 && order_key(&w->other[to - 1]) >= order_key(p))
    end_ranks(1, "agent %" PRIu32 " has arrived where it was already, or out of order", p->number);
  w->other[to] = *p;
  w->other[to].ghost = ghost;
  r->own += !ghost;
  w->replaced[to] = p->category == NEWCOMER;
}

// Rebuilds the array of agents.
static void merge_agents(world* r) {
  crowd* w = &r->w;
  const agent* in = agents_of(&r->in);
  const uint32_t arrived = r->in.of[AGENTS].count, before = w->count;
  uint32_t next = 0, count = 0;
  r->own = r->holes = 0;
  grow_slots(w, before + arrived);
  for (uint32_t i = 0; i < before; i++) {
    const agent* p = &w->agents[i];
    if (r->fate[i] == GONE) continue;
    for (; next < arrived && order_key(&in[next]) < order_key(p); next++, count++)
      put(r, count, &in[next], owner_at(&r->cells, place_of(&in[next])) != r->me);
    r->new_index[i] = count;
    put(r, count++, p, r->fate[i] == GHOST);
  }
  for (; next < arrived; next++, count++) put(r, count, &in[next], owner_at(&r->cells, place_of(&in[next])) != r->me);
  agent* const merged = w->other;
  w->other = w->agents;
  w->agents = merged;
  w->count = count;
}

// ---------------------------------------------------------------- pairs

// A pair that joins a list, with the numbers that its bodies have here.
typedef struct extra {
  uint64_t pair; // a << 32 | b
  uint32_t touching;
  lgjk_warm warm;
} extra;

static int compare_extras(const void* left, const void* right) {
  const uint64_t a = ((const extra*)left)->pair, b = ((const extra*)right)->pair;
  return (a > b) - (a < b);
}

uint32_t first_not_below(const crowd* w, uint64_t key) {
  uint32_t low = 0, high = w->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (order_key(&w->agents[middle]) < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static uint32_t index_of(const world* r, uint64_t key) {
  const crowd* w = &r->w;
  uint32_t low = first_not_below(w, key);
  while (low < w->count && w->agents[low].ghost == NOBODY) low++;
  if (low == w->count || order_key(&w->agents[low]) != key)
    end_ranks(1, "agent %" PRIu32 " is in a pair of this rank and has not arrived", (uint32_t)key);
  return low;
}

static void copy_pair(pair_list* list, uint64_t from, uint64_t to) {
  list->a[to] = list->a[from], list->b[to] = list->b[from];
  list->touching[to] = list->touching[from];
  if (list->warm != NULL) list->warm[to] = list->warm[from];
}

static void renumber_list(const world* r, pair_list* list, bool of_agents) {
  for (uint64_t i = 0; i < list->count; i++) {
    list->a[i] = r->new_index[list->a[i]];
    if (of_agents) list->b[i] = r->new_index[list->b[i]];
  }
}

// Merges from the end, so that nothing is overwritten before it is moved. A pair may be among the extras twice.
static void merge_pairs(const meetings* m, pair_list* list, extra* with, uint32_t count) {
  uint32_t left = 0;
  if (count == 0) return;
  qsort(with, count, sizeof *with, compare_extras);
  for (uint32_t i = 0; i < count; i++)
    if (i == 0 || with[i].pair != with[left - 1].pair) with[left++] = with[i];
  uint64_t from = list->count, to = from + left;
  grow_list(m, list, to);
  list->count = to;
  while (left > 0) {
    const uint64_t pair = with[left - 1].pair;
    to--;
    if (from > 0 && ((uint64_t)list->a[from - 1] << 32 | list->b[from - 1]) > pair) {
      copy_pair(list, --from, to);
      continue;
    }
    list->a[to] = (uint32_t)(pair >> 32), list->b[to] = (uint32_t)pair;
    list->touching[to] = (uint8_t)with[--left].touching;
    if (list->warm != NULL) list->warm[to] = with[left].warm;
  }
}

static uint32_t add_touches(const world* r, const parcel* from, extra* to) {
  const touch* t = touches_of_parcel(from);
  const uint32_t count = from->of[TOUCHES].count;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t a = index_of(r, t[i].agent), b = index_of(r, t[i].other);
    to[i] = (extra){.pair = a < b ? a << 32 | b : b << 32 | a, .touching = true};
  }
  return count;
}

static void merge_lists(world* r) {
  crowd* w = &r->w;
  const uint32_t touches = r->kept.of[TOUCHES].count + r->in.of[TOUCHES].count, pairs = r->in.of[WALL_PAIRS].count;
  const wall_pair* p = wall_pairs_of(&r->in);
  extra* with = grow(NULL, touches > pairs ? touches : pairs, sizeof *with);
  const uint32_t kept = add_touches(r, &r->kept, with);
  add_touches(r, &r->in, with + kept);
  renumber_list(r, now_of(w, &w->among), true);
  merge_pairs(&w->among, now_of(w, &w->among), with, touches);
  for (uint32_t i = 0; i < pairs; i++) {
    if (p[i].wall >= w->wall_count) end_ranks(1, "wall %" PRIu32 " has arrived, and is none", p[i].wall);
    with[i] = (extra){(uint64_t)index_of(r, p[i].agent) << 32 | p[i].wall, p[i].touching, p[i].warm};
  }
  renumber_list(r, now_of(w, &w->against), false);
  merge_pairs(&w->against, now_of(w, &w->against), with, pairs);
  free(with);
}

void merge_arrived(world* r) {
  if (order_is_due(&r->w) || !insert_arrived(r)) merge_agents(r); // holes have no place in an order
  merge_lists(r);
}
