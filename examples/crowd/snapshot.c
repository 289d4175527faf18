// Rollback: what a server keeps of a tick, to go back to it and play on from there, with other input, or with the same
// and then the same bits. That is what agents carry from tick to tick, and of the pairs that keep records their last
// list with the records. A shape set does not change and is not copied. Where answers are free of history, agents are
// enough: the records of the ticks that are taken back stay, and change nothing.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

static bool keeps_pairs(const crowd* w) { return !(w->options.flags & LGJK_FLAG_HISTORY_FREE); }

// The copy, in the room of the one before.
static void* copy(void* to, const void* from, size_t count, size_t size) {
  if (count == 0) return to;
  return memcpy(grow(to, count, size), from, count * size);
}

static void save_list(const pair_list* list, snapshot* s) {
  s->a = copy(s->a, list->a, list->count, sizeof *list->a);
  s->b = copy(s->b, list->b, list->count, sizeof *list->b);
  s->warm = copy(s->warm, list->warm, list->count, sizeof *list->warm);
  s->count = list->count;
}

void save(const crowd* w, snapshot* s) {
  const agents* p = &w->agents;
  s->pose = copy(s->pose, p->pose, p->count, sizeof *p->pose);
  s->velocity = copy(s->velocity, p->velocity, p->count, sizeof *p->velocity);
  s->stream = copy(s->stream, p->stream, p->count, sizeof *p->stream);
  if (keeps_pairs(w)) save_list(&w->against[w->now], s);
  s->held = true;
}

static void restore_list(const snapshot* s, pair_list* list) {
  while (list->capacity < s->count) grow_list(list);
  list->count = s->count;
  if (s->count == 0) return;
  memcpy(list->a, s->a, s->count * sizeof *list->a);
  memcpy(list->b, s->b, s->count * sizeof *list->b);
  memcpy(list->warm, s->warm, s->count * sizeof *list->warm);
}

void restore(crowd* w, const snapshot* s) {
  agents* p = &w->agents;
  memcpy(p->pose, s->pose, p->count * sizeof *p->pose);
  memcpy(p->velocity, s->velocity, p->count * sizeof *p->velocity);
  memcpy(p->stream, s->stream, p->count * sizeof *p->stream);
  if (keeps_pairs(w)) restore_list(s, &w->against[w->now]);
}

void forget(snapshot* s) {
  free(s->pose);
  free(s->velocity);
  free(s->stream);
  free(s->a);
  free(s->b);
  free(s->warm);
  *s = (snapshot){.held = false};
}
