// Runs a tick by public calls, and renumbers what it remembers; compiled once for each dimension.
#include <float.h>

#include "api/targets.h"
#include "tick/names.h"
#include "tick/parts.h"

#define lgjk_contactN NAME_N(lgjk_contact, )
#define lgjk_tree_buildN NAME_N(lgjk_tree_build, )
#define lgjk_tree_pairsN NAME_N(lgjk_tree_pairs, )
#define lgjk_tick_runN NAME_N(lgjk_tick_run, )
#define lgjk_tick_renumberN NAME_N(lgjk_tick_renumber, )

// A run whose arguments are checked.
typedef struct tick_call {
  lgjk_tick* tick;
  const lgjk_bodiesN* moving;
  const lgjk_targetN* fixed; // or NULL
  lgjk_find_options find;    // up to the greater of margin and slop
  lgjk_options contact;      // as far
  lgjk_error* error;
  lgjk_pair_list found[LISTS];
  uint64_t tree_size; // of the tree of moving bodies
} tick_call;

#define BODIES_INIT (DIM == 2 ? "lgjk_bodies2_init" : "lgjk_bodies3_init")

static uint32_t next_of(const tick_head* head) { return 1 - head->current; }

// Builds the tree of the moving bodies.
static int32_t build(tick_call* c, const tick_arrays* t) {
  const lgjk_tree_options options = {.struct_size = sizeof options,
                                     .isa = c->find.isa,
                                     .flags = c->find.flags,
                                     .motion = c->find.motion,
                                     .motion_stride = c->find.motion_stride,
                                     .filters = c->find.filters_a,
                                     .tasks = c->find.tasks};
  c->tree_size = lgjk_tree_sizeN(c->tick->max_bodies);
  if (c->find.filters_b != NULL)
    return lgjk_refuse(c->error, "find->filters_b is set, but the tree of fixed bodies has its own filters");
  const int32_t code = lgjk_tree_buildN(c->moving, t->work, t->work_size, &options, c->error);
  return lgjk_tick_name_error(code, lgjk_tick_build_names, c->error);
}

// Finds this tick's pairs, and writes them to the buffers that are not current.
static int32_t find(tick_call* c, const tick_arrays* t, const tick_head* head) {
  lgjk_find_options options = c->find;
  options.filters_a = NULL;
  options.motion = NULL;
  for (int number = 0; number < LISTS; ++number) {
    const tick_buffer* to = &t->buffer[number][next_of(head)];
    c->found[number] = (lgjk_pair_list){.struct_size = sizeof c->found[number],
                                        .flags = LGJK_LIST_FIT,
                                        .a = to->a,
                                        .b = to->b,
                                        .capacity = c->tick->max_pairs};
  }
  for (int number = 0; number < (c->fixed == NULL ? 1 : LISTS); ++number) {
    const void* b = number == 0 ? NULL : c->fixed->tree;
    const int32_t code =
        lgjk_tree_pairsN(t->work, c->tree_size, b, number == 0 ? 0 : c->fixed->tree_size, &c->found[number],
                         t->work + c->tree_size, t->work_size - c->tree_size, &options, c->error);
    LGJK_TRY(lgjk_tick_name_error(code, lgjk_tick_find_names, c->error));
  }
  return LGJK_OK;
}

// Queries the contacts of a list.
static int32_t query(tick_call* c, const tick_arrays* t, int number, const lgjk_bodiesN* partners,
                     const lgjk_pairs* pairs, lgjk_warm* records) {
  lgjk_results results = {.struct_size = sizeof results,
                          .status = t->status[number],
                          .distance = t->distance[number],
                          .normal = t->normal[number],
                          .point_a = t->point_a[number],
                          .point_b = t->point_b[number]};
  results.manifoldN = t->manifold[number];
  const int32_t code =
      lgjk_contactN(c->moving, partners, pairs, records, 0, pairs->count, &results, &c->contact, c->error);
  return lgjk_tick_name_error(code, number == 0 ? lgjk_tick_among_names : lgjk_tick_against_names, c->error);
}

static int32_t find_events(tick_call* c, const tick_arrays* t, const tick_head* head, int number,
                           const lgjk_pairs* pairs, lgjk_events* events) {
  const lgjk_tick* tick = c->tick;
  const tick_buffer *from = &t->buffer[number][head->current], *to = &t->buffer[number][next_of(head)];
  const lgjk_pairs before = pairs_of(from, head->count[number]);
  const lgjk_touches was = {.struct_size = sizeof was, .pairs = &before, .touching = from->touching};
  const lgjk_touches is = {.struct_size = sizeof is, .pairs = pairs, .touching = to->touching};
  *events = (lgjk_events){.struct_size = sizeof *events,
                          .flags = tick->flags & LGJK_TICK_PERSIST ? LGJK_EVENTS_PERSIST : 0,
                          .event = t->event[number],
                          .capacity = 2 * tick->max_pairs,
                          .tasks = c->find.tasks,
                          .replaced_stride = tick->replaced_stride,
                          .replaced_b_stride = number == 0 ? tick->replaced_stride : tick->replaced_fixed_stride};
  const uint8_t* replaced_b = number == 0 ? tick->replaced : tick->replaced_fixed;
  LGJK_TRY(lgjk_pair_events(&was, &is, t->status[number], t->distance[number], tick->slop, tick->replaced, replaced_b,
                            events, c->error));
  for (uint64_t i = 0; i < events->count; ++i) {
    if (events->event[i].kind == LGJK_EVENT_END) events->event[i].pair = LGJK_NO_PAIR;
  }
  return LGJK_OK;
}

// Fills the buffer that is not current with all else that a run reports of a list.
static int32_t run_list(tick_call* c, const tick_arrays* t, const tick_head* head, int number,
                        const lgjk_bodiesN* partners, lgjk_tick_list* out) {
  const tick_buffer *from = &t->buffer[number][head->current], *to = &t->buffer[number][next_of(head)];
  const lgjk_pairs before = pairs_of(from, head->count[number]), pairs = pairs_of(to, c->found[number].count);
  lgjk_events events = {.count = 0};
  if (to->records != NULL) {
    LGJK_TRY(lgjk_warm_carry(&before, from->records, &pairs, to->records, c->find.tasks, c->error));
  }
  LGJK_TRY(query(c, t, number, partners, &pairs, to->records));
  LGJK_TRY(find_events(c, t, head, number, &pairs, &events));
  *out = (lgjk_tick_list){.pairs = pairs,
                          .status = t->status[number],
                          .distance = t->distance[number],
                          .normal = t->normal[number],
                          .point_a = t->point_a[number],
                          .point_b = t->point_b[number],
                          .touching = to->touching,
                          .events = events.event,
                          .event_count = events.count,
                          .dropped = c->found[number].dropped,
                          .cut = c->found[number].cut};
  out->manifoldN = t->manifold[number];
  return LGJK_OK;
}

// ---------------------------------------------------------------- a run

// Copies the caller's options, with the distance up to which pairs are found and queried.
static int32_t take_options(tick_call* c, const lgjk_find_options* find_options, const lgjk_options* contact,
                            lgjk_error* error) {
  const float slop = c->tick->slop;
  if (find_options != NULL) {
    LGJK_TRY(lgjk_check_struct("find", find_options, sizeof *find_options, "lgjk_find_options_init", error));
  }
  if (contact != NULL) LGJK_TRY(lgjk_check_struct("contact", contact, sizeof *contact, "lgjk_options_init", error));
  c->find = find_options != NULL ? *find_options : (lgjk_find_options){.struct_size = sizeof c->find};
  c->contact = contact != NULL ? *contact : (lgjk_options){.struct_size = sizeof c->contact};
  if (!(slop >= 0 && slop <= LGJK_MAX_MARGIN)) {
    return lgjk_refuse(error, "tick->slop is %g: it has to be in 0..LGJK_MAX_MARGIN", (double)slop);
  }
  if (!(c->find.margin >= 0 && c->find.margin <= LGJK_MAX_MARGIN)) {
    return lgjk_refuse(error, "find->margin is %g: it has to be in 0..LGJK_MAX_MARGIN", (double)c->find.margin);
  }
  if (c->find.margin < slop) c->find.margin = slop;
  c->contact.max_distance = c->find.margin > 0 ? c->find.margin : FLT_MIN; // 0 would mean any distance
  return LGJK_OK;
}

static int32_t check_views(const tick_call* c, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("moving", c->moving, sizeof *c->moving, BODIES_INIT, error));
  if (c->fixed != NULL) {
    opened_targets open;
    const int32_t code = open_targets(c->fixed, 1, TARGET_BODIES, NULL, &open, error);
    LGJK_TRY(lgjk_tick_name_error(code, lgjk_tick_fixed_names, error));
  }
  if (c->moving->count > c->tick->max_bodies) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, c->moving->count, "moving->count is %u, but tick->max_bodies is %u",
                     (unsigned)c->moving->count, (unsigned)c->tick->max_bodies);
  }
  return LGJK_OK;
}

int32_t lgjk_tick_runN(lgjk_tick* tick, const lgjk_bodiesN* moving, const lgjk_targetN* fixed,
                       const lgjk_find_options* find_options, const lgjk_options* contact, lgjk_error* error) {
  tick_arrays t;
  tick_head head;
  lgjk_tick_list among, against;
  tick_call c = {.tick = tick, .moving = moving, .fixed = fixed, .error = error};
  tick_empty_listsN(tick);
  LGJK_TRY(tick_openN(tick, &t, &head, error));
  LGJK_TRY(take_options(&c, find_options, contact, error));
  LGJK_TRY(check_views(&c, error));
  LGJK_TRY(build(&c, &t));
  LGJK_TRY(find(&c, &t, &head));
  LGJK_TRY(run_list(&c, &t, &head, 0, moving, &among));
  // Without fixed bodies their list has no pair, of whatever bodies, and what touched before ends.
  LGJK_TRY(run_list(&c, &t, &head, 1, fixed != NULL ? fixed->bodies : moving, &against));
  tick->among = among;
  tick->against = against;
  tick->bad_bodies = c.found[fixed != NULL].bad_bodies; // with those of the tree of fixed bodies
  tick->tree = t.work;
  tick->tree_size = c.tree_size;
  head.current = next_of(&head);
  for (int number = 0; number < LISTS; ++number) head.count[number] = c.found[number].count;
  tick_sealN(t.head, &head);
  return lgjk_succeed(error);
}

// ---------------------------------------------------------------- new numbers

// Returns the words of an index of all pairs, so that what follows it is aligned to 8.
static uint64_t words_of_pairs(const lgjk_tick* tick) { return (tick->max_pairs + 1) / 2 * 2; }

// New numbers of moving bodies and of fixed ones. An order may be NULL.
typedef struct tick_orders {
  const uint32_t* order[LISTS];
  uint32_t bodies[LISTS];
} tick_orders;

// Checks that an order has all bodies of the stored pairs, and that there is memory for it.
static int32_t check_orders(const lgjk_tick* tick, const tick_arrays* t, const tick_head* head, const tick_orders* o,
                            lgjk_error* error) {
  static const char* const names[LISTS] = {"bodies", "fixed_bodies"};
  uint64_t needed[LISTS] = {0}, most = 0;
  if (o->order[0] != NULL && o->bodies[0] > tick->max_bodies) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, o->bodies[0], "bodies is %u, but tick->max_bodies is %u",
                     (unsigned)o->bodies[0], (unsigned)tick->max_bodies);
  }
  if (o->order[0] != NULL && o->order[0] == o->order[1]) {
    return lgjk_refuse(error, "order and fixed_order are one array, which would mean pairs of one view");
  }
  for (int number = 0; number < LISTS; ++number) {
    const tick_buffer* from = &t->buffer[number][head->current];
    for (uint64_t i = 0; i < head->count[number]; ++i) {
      if (from->a[i] >= needed[0]) needed[0] = (uint64_t)from->a[i] + 1;
      if (from->b[i] >= needed[number]) needed[number] = (uint64_t)from->b[i] + 1;
    }
    most = head->count[number] > most ? head->count[number] : most;
  }
  for (int k = 0; k < LISTS; ++k) {
    if (o->order[k] == NULL || o->bodies[k] >= needed[k]) continue;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, needed[k], "%s is %u, but a pair of the last run has body %u",
                     names[k], (unsigned)o->bodies[k], (unsigned)(needed[k] - 1));
  }
  const uint64_t before = lgjk_tick_sizeN(tick->max_bodies, tick->max_pairs, tick->flags) - t->work_size;
  const uint64_t rows = most + tick->max_bodies + (o->order[1] != NULL ? o->bodies[1] : 0) + 1;
  return lgjk_check_room("tick->size", tick->size, before + 4 * words_of_pairs(tick) + 8 * rows, error);
}

// Writes the list of the last run, renumbered, to the buffer that is not current.
static int32_t renumber_list(const lgjk_tick* tick, const tick_arrays* t, const tick_head* head, int number,
                             const tick_orders* o, lgjk_error* error) {
  const tick_buffer *from = &t->buffer[number][head->current], *to = &t->buffer[number][next_of(head)];
  const uint64_t count = head->count[number];
  const uint32_t rows = o->order[0] != NULL ? o->bodies[0] : tick->max_bodies;
  const lgjk_pairs before = pairs_of(from, count);
  lgjk_pair_list list = {.struct_size = sizeof list, .a = to->a, .b = to->b, .capacity = tick->max_pairs};
  uint32_t *index = (uint32_t*)(void*)t->work, *rest = index + words_of_pairs(tick);
  const uint64_t room = tick->size - (uint64_t)((const char*)rest - (const char*)tick->memory);
  const int32_t code = lgjk_pairs_renumber(&before, o->order[0], rows, o->order[number],
                                           number == 0 ? rows : o->bodies[1], &list, index, rest, room, error);
  LGJK_TRY(lgjk_tick_name_error(code, lgjk_tick_order_names, error));
  for (uint64_t i = 0; i < count; ++i) to->touching[i] = from->touching[index[i]];
  for (uint64_t i = 0; i < count && to->records != NULL; ++i) to->records[i] = from->records[index[i]];
  return LGJK_OK;
}

int32_t lgjk_tick_renumberN(lgjk_tick* tick, const uint32_t* order, uint32_t bodies, const uint32_t* fixed_order,
                            uint32_t fixed_bodies, lgjk_error* error) {
  tick_arrays t;
  tick_head head;
  const tick_orders orders = {{order, fixed_order}, {bodies, fixed_bodies}};
  LGJK_TRY(tick_openN(tick, &t, &head, error));
  LGJK_TRY(check_orders(tick, &t, &head, &orders, error));
  for (int number = 0; number < LISTS; ++number) LGJK_TRY(renumber_list(tick, &t, &head, number, &orders, error));
  head.current = next_of(&head);
  tick_sealN(t.head, &head);
  tick_empty_listsN(tick);
  return lgjk_succeed(error);
}
