// What stays on this rank, and what goes to others, when agents have moved or borders have. Copies of other ranks'
// agents do not stay: these send them in each tick. What is kept of pairs stays or goes with own agents.
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

enum { HERE = -1 }; // goes_to of agents that keep their owner, and of ghosts

// The straight way of the last step crosses so many changes of owners.
static int borders_crossed(const world* r, const agent* p) {
  enum { PLACES = 16 };
  int crossed = 0, last = r->me;
  for (int i = 0; i <= PLACES; i++) {
    const float back = r->w.dt * (float)(PLACES - i) / PLACES;
    const vec2 at = {p->pose.x - back * p->velocity.x, p->pose.y - back * p->velocity.y};
    const int owner = owner_at(&r->cells, at);
    crossed += owner != last;
    last = owner;
  }
  return crossed;
}

// Sends an agent to all others that need it.
static uint8_t send_agent(world* r, uint32_t i, const agent* p) {
  const int count = ranks_near(&r->cells, place_of(p)), owner = owner_at(&r->cells, place_of(p));
  uint8_t fate = GONE;
  for (int k = 0; k < count; k++) {
    const int to = r->cells.near[k];
    if (to == r->me) {
      fate = owner == to ? KEPT : GHOST;
      continue;
    }
    add_element(&r->out[to], AGENTS, p);
    r->ghosts += to != owner;
  }
  if (owner == r->me) return fate;
  r->goes_to[i] = owner;
  r->moved++;
  r->jumped += p->category == SOMEBODY && borders_crossed(r, p) > 1;
  return fate;
}

static void sort_out_agents(world* r) {
  const crowd* w = &r->w;
  r->own = 0;
  for (uint32_t i = 0; i < w->count; i++) {
    const agent* p = &w->agents[i];
    r->goes_to[i] = HERE;
    if (p->ghost)
      r->fate[i] = GONE;
    else
      r->fate[i] = r->cells.inner[cell_at(&r->cells, place_of(p))] ? KEPT : send_agent(r, i, p);
    r->own += r->fate[i] == KEPT;
  }
}

static void send_touch(parcel* to, const agent* p, const agent* other) {
  const touch t = {.agent = order_key(p), .other = order_key(other), .at = place_of(p)};
  add_element(to, TOUCHES, &t);
}

// Of pairs of agents the touches are kept. Those of own agents stand where they were in the list. Those of an own agent
// with another rank's wait until it is known where that one stands.
static void sort_out_touches(world* r) {
  const crowd* w = &r->w;
  pair_list* list = now_of(w, &w->among);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->count; i++) {
    if (!list->touching[i]) continue;
    const uint32_t end[2] = {list->a[i], list->b[i]};
    const agent* p[2] = {&w->agents[end[0]], &w->agents[end[1]]};
    for (int k = 0; k < 2; k++)
      if (r->goes_to[end[k]] != HERE) send_touch(&r->out[r->goes_to[end[k]]], p[k], p[!k]);
    if (r->fate[end[0]] == KEPT && r->fate[end[1]] == KEPT) {
      list->a[kept] = end[0], list->b[kept] = end[1];
      list->touching[kept++] = true;
    } else if (r->fate[end[0]] == KEPT || r->fate[end[1]] == KEPT) {
      send_touch(&r->kept, p[0], p[1]);
    }
  }
  list->count = kept;
}

static wall_pair take_wall_pair(const crowd* w, const pair_list* list, uint64_t i) {
  const agent* p = &w->agents[list->a[i]];
  return (wall_pair){order_key(p), list->b[i], list->touching[i], list->warm[i], place_of(p)};
}

static void sort_out_wall_pairs(world* r) {
  const crowd* w = &r->w;
  pair_list* list = now_of(w, &w->against);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->count; i++) {
    const uint32_t a = list->a[i];
    const int32_t to = r->goes_to[a];
    if (to != HERE) {
      const wall_pair moved = take_wall_pair(w, list, i);
      add_element(&r->out[to], WALL_PAIRS, &moved);
    }
    if (r->fate[a] != KEPT) continue;
    list->a[kept] = a, list->b[kept] = list->b[i];
    list->touching[kept] = list->touching[i];
    list->warm[kept++] = list->warm[i];
  }
  list->count = kept;
}

void sort_out(world* r) {
  sort_out_agents(r);
  sort_out_touches(r);
  sort_out_wall_pairs(r);
}

void pack_own(world* r, parcel* to) {
  const crowd* w = &r->w;
  const pair_list *among = now_of(w, &w->among), *against = now_of(w, &w->against);
  for (uint32_t i = 0; i < w->count; i++)
    if (!w->agents[i].ghost) add_element(to, AGENTS, &w->agents[i]);
  for (uint64_t i = 0; i < among->count; i++) {
    if (!among->touching[i]) continue;
    const agent *a = &w->agents[among->a[i]], *b = &w->agents[among->b[i]];
    if (!a->ghost) send_touch(to, a, b);
    if (!b->ghost) send_touch(to, b, a);
  }
  for (uint64_t i = 0; i < against->count; i++) {
    if (w->agents[against->a[i]].ghost) continue;
    const wall_pair kept = take_wall_pair(w, against, i);
    add_element(to, WALL_PAIRS, &kept);
  }
}
