// Runs a tick by public calls; compiled once for each dimension.
//
// Each of the two lists has two buffers for its pairs, records and touches: that of the tick before, and the one that
// is filled. They are exchanged when all calls of a run have succeeded.
#include "lanegjk/lanegjk_tick.h"

#include <stdbool.h>
#include <string.h>

#include "lanegjk/lanegjk3.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define N(before, after) JOIN(before, LGJK_DIM, after)
#define lgjk_bodiesN N(lgjk_bodies, )
#define lgjk_contactN N(lgjk_contact, )
#define lgjk_find_pairsN N(lgjk_find_pairs, )
#define lgjk_find_bothN N(lgjk_find_both, )
#define lgjk_find_scratchN N(lgjk_find_scratch, )
#define lgjk_tick_sizeN N(lgjk_tick_size, )
#define lgjk_tick_runN N(lgjk_tick_run, )
#define lgjk_tick_renumberN N(lgjk_tick_renumber, )
#define lgjk_push_apartN N(lgjk_push_apart, )

enum { DIM = LGJK_DIM, LISTS = 2 };

// What the memory begins with.
typedef struct tick_head {
  uint32_t current[LISTS];  // the buffer of the last run
  uint64_t count[LISTS][2]; // pairs in each buffer
} tick_head;

typedef struct tick_buffer {
  uint32_t *a, *b;
  uint8_t* touching;
  lgjk_warm* records; // or NULL
} tick_buffer;

typedef struct tick_arrays {
  tick_head* head;
  tick_buffer buffer[LISTS][2];
  uint8_t* status[LISTS];
  float *distance[LISTS], *normal[LISTS];
  lgjk_event* event[LISTS];
  void* scratch;
  uint64_t scratch_size;
} tick_arrays;

// ---------------------------------------------------------------- memory

static void* take(char* base, uint64_t* used, uint64_t bytes) {
  char* at = base == NULL ? NULL : base + *used;
  *used += (bytes + 63) / 64 * 64;
  return at;
}

// Places all arrays; returns the bytes that they take. A NULL memory only counts.
static uint64_t place(char* base, uint32_t bodies, uint64_t pairs, uint32_t flags, tick_arrays* out) {
  uint64_t used = 0;
  out->head = take(base, &used, sizeof *out->head);
  for (int list = 0; list < LISTS; ++list) {
    for (int k = 0; k < 2; ++k) {
      tick_buffer* to = &out->buffer[list][k];
      to->a = take(base, &used, pairs * sizeof *to->a);
      to->b = take(base, &used, pairs * sizeof *to->b);
      to->touching = take(base, &used, pairs);
      to->records = flags & LGJK_TICK_RECORDS ? take(base, &used, pairs * sizeof *to->records) : NULL;
    }
    out->status[list] = take(base, &used, pairs);
    out->distance[list] = take(base, &used, pairs * sizeof(float));
    out->normal[list] = take(base, &used, pairs * DIM * sizeof(float));
    out->event[list] = take(base, &used, 2 * pairs * sizeof(lgjk_event));
  }
  out->scratch_size = lgjk_find_scratchN(bodies, 0, pairs);
  out->scratch = take(base, &used, out->scratch_size);
  return used;
}

uint64_t lgjk_tick_sizeN(uint32_t max_bodies, uint64_t max_pairs, uint32_t flags) {
  tick_arrays arrays;
  const uint64_t most = UINT32_MAX; // of a list
  return place(NULL, max_bodies, max_pairs < most ? max_pairs : most, flags, &arrays);
}

// ---------------------------------------------------------------- one list

typedef struct tick_call {
  lgjk_tick* tick;
  const lgjk_bodiesN* moving;
  const void* index; // or NULL
  const lgjk_find_options* find;
  const lgjk_options* contact;
  lgjk_error* error;
  uint64_t bad;
} tick_call;

static lgjk_pairs pairs_of(const tick_buffer* buffer, uint64_t count) {
  return (lgjk_pairs){.struct_size = sizeof(lgjk_pairs), .a = buffer->a, .b = buffer->b, .count = count};
}

static tick_buffer* next_buffer(tick_arrays* t, int number) { return &t->buffer[number][1 - t->head->current[number]]; }

// Finds this tick's pairs, and writes them to the buffers that are not current.
static int32_t find(tick_call* c, tick_arrays* t, uint64_t count[LISTS]) {
  lgjk_pair_list list[LISTS];
  for (int number = 0; number < LISTS; ++number) {
    const tick_buffer* to = next_buffer(t, number);
    list[number] =
        (lgjk_pair_list){.struct_size = sizeof *list, .a = to->a, .b = to->b, .capacity = c->tick->max_pairs};
  }
  const int32_t code =
      c->index == NULL
          ? lgjk_find_pairsN(c->moving, NULL, &list[0], t->scratch, t->scratch_size, c->find, c->error)
          : lgjk_find_bothN(c->moving, c->index, &list[0], &list[1], t->scratch, t->scratch_size, c->find, c->error);
  for (int number = 0; number < LISTS; ++number) count[number] = list[number].count;
  c->bad = list[c->index != NULL].bad_bodies; // against an index those of the index, too
  return code;
}

// Fills the buffer that is not current with all else that a run tells of a list.
static int32_t run_list(tick_call* c, const tick_arrays* t, int number, const lgjk_bodiesN* partners, uint64_t count,
                        lgjk_tick_list* out) {
  const lgjk_tasks* tasks = c->find == NULL ? NULL : c->find->tasks;
  const uint32_t now = 1 - t->head->current[number];
  const tick_buffer *from = &t->buffer[number][1 - now], *to = &t->buffer[number][now];
  int32_t code = LGJK_OK;
  const lgjk_pairs before = pairs_of(from, t->head->count[number][1 - now]), pairs = pairs_of(to, count);
  if (to->records != NULL) code = lgjk_warm_carry(&before, from->records, &pairs, to->records, tasks, c->error);
  if (code != LGJK_OK) return code;
  const lgjk_results results = {.struct_size = sizeof results,
                                .status = t->status[number],
                                .distance = t->distance[number],
                                .normal = t->normal[number]};
  code = lgjk_contactN(c->moving, partners, &pairs, to->records, 0, count, &results, c->contact, c->error);
  if (code != LGJK_OK) return code;
  const lgjk_touches was = {.struct_size = sizeof was, .pairs = &before, .touching = from->touching};
  const lgjk_touches is = {.struct_size = sizeof is, .pairs = &pairs, .touching = to->touching};
  lgjk_events events = {.struct_size = sizeof events,
                        .flags = c->tick->flags & LGJK_TICK_PERSIST ? LGJK_EVENTS_PERSIST : 0,
                        .event = t->event[number],
                        .capacity = 2 * c->tick->max_pairs,
                        .tasks = tasks,
                        .replaced_stride = c->tick->replaced_stride};
  const uint8_t* replaced = c->tick->replaced;
  code = lgjk_pair_events(&was, &is, results.status, results.distance, c->tick->slop, replaced,
                          number == 0 ? replaced : NULL, &events, c->error);
  if (code != LGJK_OK) return code;
  t->head->count[number][now] = count;
  *out = (lgjk_tick_list){.pairs = pairs,
                          .status = results.status,
                          .distance = results.distance,
                          .normal = results.normal,
                          .touching = to->touching,
                          .events = events.event,
                          .event_count = events.count};
  return LGJK_OK;
}

// ---------------------------------------------------------------- a run

static int32_t fail(lgjk_error* error, const char* text) {
  if (error == NULL) return LGJK_ERROR_ARGUMENT;
  lgjk_error whole;
  lgjk_error_init(&whole);
  whole.code = LGJK_ERROR_ARGUMENT;
  strncpy(whole.text, text, sizeof whole.text - 1);
  const size_t size = error->struct_size != 0 && error->struct_size < sizeof whole ? error->struct_size : sizeof whole;
  const size_t first = sizeof error->struct_size;
  if (size > first) memcpy((char*)error + first, (const char*)&whole + first, size - first);
  return LGJK_ERROR_ARGUMENT;
}

static int32_t check_tick(const lgjk_tick* tick, lgjk_error* error) {
  if (tick == NULL) return fail(error, "tick is NULL");
  if (tick->struct_size != sizeof *tick) return fail(error, "tick->struct_size is wrong: was lgjk_tick_init called?");
  if (tick->memory == NULL) return fail(error, "tick->memory is NULL");
  if ((uintptr_t)tick->memory % 64 != 0) return fail(error, "tick->memory is not aligned to 64 bytes");
  if ((tick->flags & ~(LGJK_TICK_RECORDS | LGJK_TICK_PERSIST)) != 0)
    return fail(error, "tick->flags has an unknown flag");
  if (tick->max_pairs > UINT32_MAX) return fail(error, "tick->max_pairs is above UINT32_MAX");
  if (tick->size < lgjk_tick_sizeN(tick->max_bodies, tick->max_pairs, tick->flags)) {
    return fail(error, "tick->size is less than lgjk_tick_size tells for its bodies and pairs");
  }
  return LGJK_OK;
}

static int32_t check(const lgjk_tick* tick, const lgjk_bodiesN* moving, const lgjk_bodiesN* fixed, const void* index,
                     lgjk_error* error) {
  const int32_t code = check_tick(tick, error);
  if (code != LGJK_OK) return code;
  if (moving != NULL && moving->count > tick->max_bodies)
    return fail(error, "moving has more than tick->max_bodies bodies");
  if ((fixed == NULL) != (index == NULL)) return fail(error, "fixed or index is NULL, but not both");
  return LGJK_OK;
}

static void empty_lists(lgjk_tick* tick) {
  if (tick == NULL || tick->struct_size != sizeof *tick) return;
  memset(&tick->among, 0, sizeof tick->among);
  memset(&tick->against, 0, sizeof tick->against);
}

int32_t lgjk_tick_runN(lgjk_tick* tick, const lgjk_bodiesN* moving, const lgjk_bodiesN* fixed, const void* index,
                       const lgjk_find_options* find_options, const lgjk_options* contact, lgjk_error* error) {
  empty_lists(tick);
  int32_t code = check(tick, moving, fixed, index, error);
  if (code != LGJK_OK) return code;
  tick_arrays arrays;
  place(tick->memory, tick->max_bodies, tick->max_pairs, tick->flags, &arrays);
  tick_call c = {tick, moving, index, find_options, contact, error, 0};
  uint64_t count[LISTS];
  lgjk_tick_list among, against;
  code = find(&c, &arrays, count);
  if (code == LGJK_OK) code = run_list(&c, &arrays, 0, moving, count[0], &among);
  // Without an index its list has no pair, of whatever bodies, and what touched before ends.
  if (code == LGJK_OK) code = run_list(&c, &arrays, 1, fixed != NULL ? fixed : moving, count[1], &against);
  if (code != LGJK_OK) return code;
  tick->among = among;
  tick->against = against;
  tick->bad_bodies = c.bad;
  for (int number = 0; number < LISTS; ++number) arrays.head->current[number] = 1 - arrays.head->current[number];
  return LGJK_OK;
}

// ---------------------------------------------------------------- new numbers

// Writes the list of the last run anew to the buffer that is not current.
static int32_t renumber_list(const lgjk_tick* tick, const tick_arrays* t, int number, const uint32_t* order,
                             uint32_t bodies, lgjk_error* error) {
  const uint32_t now = 1 - t->head->current[number];
  const tick_buffer *from = &t->buffer[number][1 - now], *to = &t->buffer[number][now];
  const uint64_t count = t->head->count[number][1 - now];
  const uint64_t words = (tick->max_pairs + 1) / 2 * 2; // so that what follows them is aligned
  const lgjk_pairs before = pairs_of(from, count);
  lgjk_pair_list list = {.struct_size = sizeof list, .a = to->a, .b = to->b, .capacity = tick->max_pairs};
  uint32_t* index = t->scratch;
  const int32_t code = lgjk_pairs_renumber(&before, order, bodies, number == 0 ? order : NULL, bodies, &list, index,
                                           index + words, t->scratch_size - words * sizeof *index, error);
  if (code != LGJK_OK) return code;
  for (uint64_t i = 0; i < count; ++i) to->touching[i] = from->touching[index[i]];
  for (uint64_t i = 0; i < count && to->records != NULL; ++i) to->records[i] = from->records[index[i]];
  t->head->count[number][now] = count;
  return LGJK_OK;
}

int32_t lgjk_tick_renumberN(lgjk_tick* tick, const uint32_t* order, uint32_t bodies, lgjk_error* error) {
  int32_t code = check_tick(tick, error);
  if (code != LGJK_OK) return code;
  if (order == NULL) return fail(error, "order is NULL");
  if (bodies > tick->max_bodies) return fail(error, "bodies is more than tick->max_bodies");
  tick_arrays arrays;
  place(tick->memory, tick->max_bodies, tick->max_pairs, tick->flags, &arrays);
  for (int number = 0; number < LISTS && code == LGJK_OK; ++number) {
    code = renumber_list(tick, &arrays, number, order, bodies, error);
  }
  if (code != LGJK_OK) return code;
  for (int number = 0; number < LISTS; ++number) arrays.head->current[number] = 1 - arrays.head->current[number];
  empty_lists(tick);
  return LGJK_OK;
}

// ---------------------------------------------------------------- pushes

enum { AT_ONCE = 64 }; // pairs

// Writes which pairs from `first` on push, without a branch that nothing predicts; returns how many.
static uint32_t list_pushing(const lgjk_tick_list* list, uint64_t first, uint64_t end, float slop,
                             const uint8_t* sensors, uint64_t pushing[AT_ONCE]) {
  uint32_t count = 0;
  for (uint64_t i = first; i < end; ++i) {
    const bool deep = -list->distance[i] - slop > 0, sensed = sensors != NULL && sensors[list->pairs.b[i]] != 0;
    pushing[count] = i;
    count += (list->status[i] == LGJK_STATUS_OVERLAPPING) & deep & !sensed;
  }
  return count;
}

static void push_list(const lgjk_tick_list* list, float slop, float share, const uint8_t* sensors, bool both,
                      float* push) {
  uint64_t pushing[AT_ONCE];
  for (uint64_t first = 0; first < list->pairs.count; first += AT_ONCE) {
    const uint64_t left = list->pairs.count - first, end = first + (left < AT_ONCE ? left : AT_ONCE);
    const uint32_t count = list_pushing(list, first, end, slop, sensors, pushing);
    for (uint32_t n = 0; n < count; ++n) {
      const uint64_t i = pushing[n];
      const float depth = -list->distance[i] - slop, way = depth * (both ? 0.5f * share : share);
      const float* normal = list->normal + DIM * i;
      float* a = push + (size_t)DIM * list->pairs.a[i];
      float* b = both ? push + (size_t)DIM * list->pairs.b[i] : NULL;
      for (int k = 0; k < DIM; ++k) {
        a[k] -= way * normal[k];
        if (both) b[k] += way * normal[k];
      }
    }
  }
}

void lgjk_push_apartN(const lgjk_tick* tick, float slop, float share, const uint8_t* sensors, float* push) {
  push_list(&tick->among, slop, share, NULL, true, push);
  push_list(&tick->against, slop, share, sensors, false, push);
}
