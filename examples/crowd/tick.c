// A tick, as a game server runs it: candidate pairs, the records of those that were there before, contacts, events.
// Nothing of it depends on the number of threads or on the instruction set.
#include <stdlib.h>

#include "crowd.h"
#include "portable.h"

#define CONTACT_PART 4096u // pairs of a call

// ---------------------------------------------------------------- candidate pairs

// Builds the tree of the agents. A slot without an agent has the category 0.
static void build_tree(crowd* w) {
  const lgjk_bodies2 agents = bodies_of_agents(w);
  lgjk_filters slots;
  lgjk_tree_options options;
  lgjk_error error;
  lgjk_filters_init(&slots);
  lgjk_tree_options_init(&options);
  lgjk_error_init(&error);
  slots.category = &w->agents->category;
  slots.stride = sizeof *w->agents;
  options.isa = w->options.isa;
  options.filters = &slots;
  options.tasks = &w->tasks;
  w->moving_tree = grow_scratch(w->moving_tree, &w->moving_size, lgjk_tree_size2(agents.count));
  check(lgjk_tree_build2(&agents, w->moving_tree, w->moving_size, &options, &error), &error);
}

// Finds the pairs of agents among themselves, or with walls.
static int32_t search_list(crowd* w, const meetings* m, float margin, pair_list* list, lgjk_error* error) {
  const bool walls = m == &w->against;
  lgjk_pair_list found;
  lgjk_find_options options;
  lgjk_pair_list_init(&found);
  lgjk_find_options_init(&options);
  found.a = list->a;
  found.b = list->b;
  found.capacity = list->capacity;
  options.isa = w->options.isa;
  options.margin = margin;
  options.tasks = &w->tasks;
  w->scratch = grow_scratch(w->scratch, &w->scratch_size, lgjk_tree_scratch2(w->count, list->capacity));
  const int32_t code = lgjk_tree_pairs2(w->moving_tree, w->moving_size, walls ? w->tree : NULL, w->tree_size, &found,
                                        w->scratch, w->scratch_size, &options, error);
  list->count = found.count;
  return code;
}

// A list that turns out to be too short is made longer, and searched for once more.
static void find(crowd* w, meetings* m, float margin) {
  pair_list* list = now_of(w, m);
  lgjk_error error;
  lgjk_error_init(&error);
  int32_t code = search_list(w, m, margin, list, &error);
  if (code == LGJK_ERROR_CAPACITY) {
    grow_list(m, list, error.index);
    code = search_list(w, m, margin, list, &error);
  }
  check(code, &error);
}

static void find_all(crowd* w) {
  build_tree(w);
  find(w, &w->among, COMFORT);
  timing_lap(&w->times, FIND);
  find(w, &w->against, wall_margin(w));
  timing_lap(&w->times, AGAINST);
}

// ---------------------------------------------------------------- query

static lgjk_pairs pairs_of(const pair_list* list) {
  return (lgjk_pairs){.struct_size = sizeof(lgjk_pairs), .a = list->a, .b = list->b, .count = list->count};
}

static void carry(const crowd* w, const meetings* m) {
  const pair_list *before = before_of(w, m), *now = now_of(w, m);
  const lgjk_pairs from = pairs_of(before), to = pairs_of(now);
  lgjk_error error;
  lgjk_error_init(&error);
  check(lgjk_warm_carry(&from, before->warm, &to, now->warm, &w->tasks, &error), &error);
}

typedef struct contact_work {
  const crowd* w;
  lgjk_bodies2 a, b;
  lgjk_pairs pairs;
  lgjk_warm* warm;
  lgjk_results results;
} contact_work;

static void contact_part(void* given, uint64_t first, uint64_t end) {
  const contact_work* c = given;
  lgjk_error error;
  lgjk_error_init(&error);
  check(lgjk_contact2(&c->a, &c->b, &c->pairs, c->warm, first, end - first, &c->results, &c->w->options, &error),
        &error);
}

static void contact(crowd* w, meetings* m, const lgjk_bodies2* a, const lgjk_bodies2* b) {
  const pair_list* list = now_of(w, m);
  contact_work c = {.w = w, .a = *a, .b = *b, .pairs = pairs_of(list), .warm = list->warm};
  grow_answers(m, list->count);
  lgjk_results_init(&c.results);
  c.results.status = m->status;
  c.results.distance = m->distance;
  c.results.normal = &m->normal->x;
  if (m->keeps_points) {
    c.results.point_a = &m->on_a->x;
    c.results.point_b = &m->on_b->x;
  }
  pool_split(w->pool, list->count, CONTACT_PART, contact_part, &c);
  w->queried += list->count;
}

// ---------------------------------------------------------------- events

static lgjk_touches touches_of(const pair_list* list, const lgjk_pairs* pairs) {
  lgjk_touches touches;
  lgjk_touches_init(&touches);
  touches.pairs = pairs;
  touches.touching = list->touching;
  return touches;
}

static int32_t find_events(const crowd* w, meetings* m, lgjk_events* events, lgjk_error* error) {
  const lgjk_pairs from = pairs_of(before_of(w, m)), to = pairs_of(now_of(w, m));
  const lgjk_touches before = touches_of(before_of(w, m), &from), now = touches_of(now_of(w, m), &to);
  lgjk_events_init(events);
  events->event = m->event;
  events->capacity = m->event_room;
  events->tasks = &w->tasks;
  return lgjk_pair_events(&before, &now, m->status, m->distance, SLOP, w->replaced, m == &w->among ? w->replaced : NULL,
                          events, error);
}

// Walls are never replaced; of agents among themselves both sides may be.
static void update_events(const crowd* w, meetings* m) {
  lgjk_events events;
  lgjk_error error;
  lgjk_error_init(&error);
  int32_t code = find_events(w, m, &events, &error);
  if (code == LGJK_ERROR_CAPACITY) {
    m->event_room = error.index + error.index / 2;
    m->event = grow(m->event, m->event_room, sizeof *m->event);
    code = find_events(w, m, &events, &error);
  }
  check(code, &error);
  for (uint64_t i = 0; i < events.count; i++) {
    if (w->agents[events.event[i].a].ghost) continue; // the event of another rank
    m->begun += events.event[i].kind == LGJK_EVENT_BEGIN;
    m->ended += events.event[i].kind == LGJK_EVENT_END;
  }
}

// ---------------------------------------------------------------- all

void look(crowd* w) {
  const lgjk_bodies2 agents = bodies_of_agents(w), walls = bodies_of_walls(w);
  w->now = !w->now;
  find_all(w);
  carry(w, &w->against);
  timing_lap(&w->times, CARRY);
  contact(w, &w->among, &agents, &agents);
  contact(w, &w->against, &agents, &walls);
  timing_lap(&w->times, CONTACT);
  admit_newcomers(w);
  timing_lap(&w->times, ADMIT);
  update_events(w, &w->among);
  update_events(w, &w->against);
  timing_lap(&w->times, EVENTS);
}

void act(crowd* w) {
  push_apart(w);
  timing_lap(&w->times, PUSH);
  if (w->start != NULL) begin_watch(w);
  plan_steps(w);
  hold_back(w);
  make_steps(w);
  if (w->start != NULL) watch_steps(w);
  timing_lap(&w->times, MOVE);
  w->tick++;
}

// ---- memory that grows, and errors that end the program ----

void check(int32_t code, const lgjk_error* error) {
  if (code != LGJK_OK) end_program(code == LGJK_ERROR_ISA ? 3 : 2, error->text);
}

static void* or_end(void* memory) {
  if (memory == NULL) end_program(2, "out of memory");
  return memory;
}

void* grow(void* memory, uint64_t count, size_t size) {
  return or_end(realloc(memory, (size_t)(count > 0 ? count : 1) * size));
}

void* grow_scratch(void* memory, uint64_t* size, uint64_t needed) {
  if (memory != NULL && *size >= needed) return memory;
  aligned_release(memory);
  *size = needed;
  return or_end(aligned_memory((size_t)needed));
}

void grow_list(const meetings* m, pair_list* list, uint64_t count) {
  if (list->a != NULL && list->capacity >= count) return;
  const uint64_t n = list->capacity = count + count / 8 + 64;
  list->a = grow(list->a, n, sizeof *list->a);
  list->b = grow(list->b, n, sizeof *list->b);
  list->touching = grow(list->touching, n, sizeof *list->touching);
  if (m->keeps_records) list->warm = grow(list->warm, n, sizeof *list->warm);
}

void grow_answers(meetings* m, uint64_t count) {
  if (m->status != NULL && m->room >= count) return;
  const uint64_t n = m->room = count + count / 8 + 64;
  m->status = grow(m->status, n, sizeof *m->status);
  m->distance = grow(m->distance, n, sizeof *m->distance);
  m->normal = grow(m->normal, n, sizeof *m->normal);
  if (!m->keeps_points) return;
  m->on_a = grow(m->on_a, n, sizeof *m->on_a);
  m->on_b = grow(m->on_b, n, sizeof *m->on_b);
}
