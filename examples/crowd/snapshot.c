// Rollback: what a server keeps of a tick, to go back to it and play on from there, with other input, or with the same
// and then the same bits. That is the agents, and the last lists of pairs: with their touches, so that each begin has
// one end, and with their records. Where answers are free of history, records need not go back: those of the ticks that
// are taken back stay, and change nothing. Shape sets and the tree of the walls do not change and are not copied.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

static bool keeps_records(const crowd* w, const meetings* m) {
  return m->keeps_records && !(w->options.flags & LGJK_FLAG_HISTORY_FREE);
}

static void copy_list(const crowd* w, const meetings* m, const pair_list* from, pair_list* to) {
  const size_t count = (size_t)from->count;
  grow_list(m, to, from->count);
  to->count = from->count;
  memcpy(to->a, from->a, count * sizeof *to->a);
  memcpy(to->b, from->b, count * sizeof *to->b);
  memcpy(to->touching, from->touching, count * sizeof *to->touching);
  if (keeps_records(w, m)) memcpy(to->warm, from->warm, count * sizeof *to->warm);
}

void save(const crowd* w, snapshot* s) {
  s->agents = grow(s->agents, w->count, sizeof *s->agents);
  memcpy(s->agents, w->agents, w->count * sizeof *s->agents);
  copy_list(w, &w->among, now_of(w, &w->among), &s->among);
  copy_list(w, &w->against, now_of(w, &w->against), &s->against);
  s->begun[0] = w->among.begun, s->begun[1] = w->against.begun;
  s->ended[0] = w->among.ended, s->ended[1] = w->against.ended;
  s->tick = w->tick;
  s->held = true;
}

void restore(crowd* w, const snapshot* s) {
  memcpy(w->agents, s->agents, w->count * sizeof *s->agents);
  for (uint32_t i = 0; i < w->count; i++) w->replaced[i] = w->agents[i].category == NEWCOMER;
  copy_list(w, &w->among, &s->among, now_of(w, &w->among));
  copy_list(w, &w->against, &s->against, now_of(w, &w->against));
  w->among.begun = s->begun[0], w->against.begun = s->begun[1];
  w->among.ended = s->ended[0], w->against.ended = s->ended[1];
  w->tick = s->tick;
}

static void free_list(pair_list* list) {
  free(list->a);
  free(list->b);
  free(list->touching);
  free(list->warm);
}

void forget(snapshot* s) {
  free(s->agents);
  free_list(&s->among);
  free_list(&s->against);
  *s = (snapshot){.held = false};
}

uint64_t checksum(const crowd* w) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < w->count; i++) {
    const agent* p = &w->agents[i];
    if (p->ghost) continue;
    uint32_t word[6] = {p->number, p->category};
    uint64_t hash = 14695981039346656037u;
    memcpy(word + 2, &p->pose, sizeof p->pose);
    for (int k = 0; k < 6; k++) hash = (hash ^ word[k]) * 1099511628211u;
    sum += hash;
  }
  return sum;
}
