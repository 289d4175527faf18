// What arrives takes the slots of what has gone, so that nearly all agents stay where they are: most ghosts are sent
// again in each tick, and agents cross a border both ways. A slot that stays free is a hole, with the key of what
// stands before it. Where somebody arrives and no slot is free there, others move by one, up to the next free one.
#include <inttypes.h>
#include <string.h>

#include "crowd_mpi.h"

static bool is_free(const world* r, uint32_t slot) { return r->fate[slot] == GONE; }

static void put(world* r, uint32_t slot, const agent* p) {
  crowd* w = &r->w;
  const bool ghost = owner_at(&r->cells, place_of(p)) != r->me;
  w->agents[slot] = *p;
  w->agents[slot].ghost = ghost;
  w->replaced[slot] = p->category == NEWCOMER;
  r->fate[slot] = ghost ? GHOST : KEPT;
  r->came_from[slot] = NOWHERE;
  r->own += !ghost;
}

// Moves the slots from `first` to before `end` by one, up or down.
static void shift(world* r, uint32_t first, uint32_t end, int by) {
  crowd* w = &r->w;
  const size_t count = end - first;
  const uint32_t to = by > 0 ? first + 1 : first - 1;
  memmove(w->agents + to, w->agents + first, count * sizeof *w->agents);
  memmove(w->replaced + to, w->replaced + first, count * sizeof *w->replaced);
  memmove(r->fate + to, r->fate + first, count * sizeof *r->fate);
  memmove(r->came_from + to, r->came_from + first, count * sizeof *r->came_from);
}

// Makes the slot before `at`, or that at `at`, free. Returns which.
static uint32_t make_room(world* r, uint32_t at) {
  uint32_t below = at, above = at;
  for (;;) {
    if (below > 0 && is_free(r, --below)) {
      shift(r, below + 1, at, -1);
      return at - 1;
    }
    if (above == r->w.count) r->fate[r->w.count++] = GONE; // one more
    if (is_free(r, above)) {
      shift(r, at, above, 1);
      return at;
    }
    above++;
  }
}

static void insert(world* r, const agent* p) {
  const crowd* w = &r->w;
  const uint64_t key = order_key(p);
  const uint32_t at = first_not_below(w, key);
  const bool has_key = at < w->count && order_key(&w->agents[at]) == key;
  if (has_key && !is_free(r, at)) end_ranks(1, "agent %" PRIu32 " has arrived where it was already", p->number);
  put(r, has_key ? at : make_room(r, at), p);
}

static void make_hole(crowd* w, uint32_t slot) {
  agent* p = &w->agents[slot];
  p->cell = slot > 0 ? p[-1].cell : 0;
  p->number = slot > 0 ? p[-1].number : 0;
  p->category = EMPTY;
  p->ghost = NOBODY;
  w->replaced[slot] = false;
}

static bool is_worthwhile(const world* r) {
  const crowd* w = &r->w;
  const agent* in = agents_of(&r->in);
  uint32_t others = 0; // for whom no slot waits
  for (uint32_t i = 0; i < r->in.of[AGENTS].count; i++) {
    const uint32_t at = first_not_below(w, order_key(&in[i]));
    others += at == w->count || order_key(&w->agents[at]) != order_key(&in[i]);
  }
  return others <= 64 + w->count / 256;
}

bool insert_arrived(world* r) {
  crowd* w = &r->w;
  const agent* in = agents_of(&r->in);
  const uint32_t arrived = r->in.of[AGENTS].count, room = w->count + arrived;
  if (!is_worthwhile(r)) return false;
  grow_slots(w, room);
  r->fate = grow(r->fate, room, sizeof *r->fate);
  r->came_from = grow(r->came_from, room, sizeof *r->came_from);
  for (uint32_t i = 0; i < w->count; i++) {
    r->came_from[i] = i;
    if (r->fate[i] == GHOST) w->agents[i].ghost = true;
  }
  for (uint32_t i = 0; i < arrived; i++) insert(r, &in[i]);
  r->holes = 0;
  for (uint32_t i = 0; i < w->count; i++) {
    if (is_free(r, i))
      make_hole(w, i), r->holes++;
    else if (r->came_from[i] != NOWHERE)
      r->new_index[r->came_from[i]] = i;
  }
  return true;
}
