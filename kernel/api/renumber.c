// Renumbers the bodies of a sorted list of pairs, and sorts it again: by counting into rows of one body, then each row.
#include "api/pair_list.h"
#include "base/error.h"
#include "lanegjk/lanegjk_find.h"

#define NOWHERE UINT32_MAX

typedef struct renumbering {
  pair_list before;
  const uint32_t* order[2]; // of a and b: as given
  uint32_t bodies[2];
  uint64_t* item;     // of each pair: the new number of b, and the pair
  uint32_t* place[2]; // of each body the new number; NULL: its own
  uint32_t* end;      // of each new number: the end of its row
  bool one_view;
} renumbering;

typedef struct new_pair {
  uint32_t a, b;
} new_pair;

static inline new_pair pair_now(const renumbering* r, uint64_t i) {
  uint32_t a = lgjk_word_at(r->before.a, r->before.stride, i);
  uint32_t b = lgjk_word_at(r->before.b, r->before.stride, i);
  if (r->place[0] != NULL) a = r->place[0][a];
  if (r->place[1] != NULL) b = r->place[1][b];
  return r->one_view && b < a ? (new_pair){b, a} : (new_pair){a, b};
}

// Sorts in place. Lists are short, and mostly in runs that ascend; long ones go by gaps (Shell 1959, Ciura 2001).
static inline void sort_items(uint64_t* item, uint32_t count) {
  static const uint32_t gaps[] = {0, 1, 4, 10, 23, 57, 132, 301, 701, 1577, 3548, 7983, 17961, 40412, 90927};
  uint32_t g = 1;
  if (count > 24) {
    while (g + 1 < sizeof gaps / sizeof gaps[0] && 2 * gaps[g + 1] < count) ++g;
  }
  for (; g > 0; --g) {
    const uint32_t gap = gaps[g];
    for (uint32_t i = gap; i < count; ++i) {
      const uint64_t value = item[i];
      uint32_t k = i;
      for (; k >= gap && value < item[k - gap]; k -= gap) item[k] = item[k - gap];
      item[k] = value;
    }
  }
}

static void renumber(const renumbering* r, lgjk_pair_list* now, uint32_t* index) {
  uint32_t begin = 0;
  memset(r->end, 0, ((size_t)r->bodies[0] + 1) * sizeof *r->end);
  for (uint64_t i = 0; i < r->before.count; ++i) ++r->end[pair_now(r, i).a + 1];
  for (uint32_t k = 0; k < r->bodies[0]; ++k) r->end[k + 1] += r->end[k];
  for (uint64_t i = 0; i < r->before.count; ++i) {
    const new_pair pair = pair_now(r, i);
    r->item[r->end[pair.a]++] = (uint64_t)pair.b << 32 | i;
  }
  for (uint32_t k = 0; k < r->bodies[0]; begin = r->end[k++]) {
    sort_items(r->item + begin, r->end[k] - begin);
    for (uint32_t p = begin; p < r->end[k]; ++p) {
      now->a[p] = k;
      now->b[p] = (uint32_t)(r->item[p] >> 32);
      index[p] = (uint32_t)r->item[p];
    }
  }
  now->count = r->before.count;
}

// ---------------------------------------------------------------- arguments

// Fills the places of one side's bodies.
static int32_t place_bodies(const char* name, const uint32_t* order, uint32_t bodies, uint32_t* place,
                            lgjk_error* error) {
  for (uint32_t i = 0; i < bodies; ++i) place[i] = NOWHERE;
  for (uint32_t i = 0; i < bodies; ++i) {
    if (order[i] >= bodies || place[order[i]] != NOWHERE) {
      return lgjk_fail(error, LGJK_ERROR_ARGUMENT, i, "%s[%u] is %u, %s", name, (unsigned)i, (unsigned)order[i],
                       order[i] >= bodies ? "but there are fewer bodies" : "which stands before, too");
    }
    place[order[i]] = i;
  }
  return LGJK_OK;
}

static int32_t check_numbers(const renumbering* r, lgjk_error* error) {
  for (uint64_t i = 0; i < r->before.count; ++i) {
    const uint32_t a = lgjk_word_at(r->before.a, r->before.stride, i);
    const uint32_t b = lgjk_word_at(r->before.b, r->before.stride, i);
    const bool wrong = a >= r->bodies[0];
    if (!wrong && (r->order[1] == NULL || b < r->bodies[1])) continue;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, i, "before: pair %llu has body %u of %c, but bodies_%c is %u",
                     (unsigned long long)i, (unsigned)(wrong ? a : b), wrong ? 'a' : 'b', wrong ? 'a' : 'b',
                     (unsigned)r->bodies[wrong ? 0 : 1]);
  }
  return LGJK_OK;
}

static int32_t check_list(const lgjk_pair_list* now, uint64_t count, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("now", now, sizeof *now, "lgjk_pair_list_init", error));
  if (now->flags != 0) return lgjk_refuse(error, "now->flags is not 0");
  if (now->capacity > UINT32_MAX) return lgjk_refuse(error, "now->capacity is above UINT32_MAX");
  if (count >= UINT32_MAX) return lgjk_refuse(error, "before has 2^32 - 1 pairs or more");
  if (count > now->capacity) {
    return lgjk_fail(error, LGJK_ERROR_CAPACITY, count, "now->capacity is %llu, but there are %llu pairs",
                     (unsigned long long)now->capacity, (unsigned long long)count);
  }
  return LGJK_OK;
}

// Gives the job its arrays.
static int32_t take_scratch(renumbering* r, void* scratch, uint64_t size, lgjk_error* error) {
  const uint64_t a = r->bodies[0], b = r->order[1] == NULL || r->one_view ? 0 : r->bodies[1];
  const uint64_t needed = 8 * (r->before.count + a + b + 1);
  LGJK_TRY(lgjk_check_memory("scratch", scratch, 8, error));
  LGJK_TRY(lgjk_check_room("scratch_size", size, needed, error));
  r->item = scratch;
  uint32_t* words = (uint32_t*)(r->item + r->before.count);
  if (r->order[0] != NULL) r->place[0] = words;
  if (r->order[1] != NULL) r->place[1] = r->one_view ? words : words + a;
  r->end = words + a + b;
  return LGJK_OK;
}

static int32_t check_memory(const renumbering* r, const lgjk_pair_list* now, const uint32_t* index, const void* scratch,
                            uint64_t size, lgjk_error* error) {
  const uint64_t room = r->before.count > 0 ? now->capacity : 0;
  const lgjk_array arrays[] = {
      {"order_a", LGJK_READ, r->order[0], 4, 4, r->bodies[0]},
      {"order_b", LGJK_READ, r->order[1], 4, 4, r->bodies[1]},
      PAIR_LIST_ROWS("before", &r->before),
      {"now->a", LGJK_WRITTEN | LGJK_NEEDED, now->a, 4, 4, room},
      {"now->b", LGJK_WRITTEN | LGJK_NEEDED, now->b, 4, 4, room},
      {"now", LGJK_WRITTEN, now, sizeof *now, sizeof *now, 1},
      {"index", LGJK_WRITTEN | LGJK_NEEDED, index, 4, 4, r->before.count},
      {"scratch", LGJK_WRITTEN, scratch, 1, 1, size},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

// ---------------------------------------------------------------- a call

int32_t lgjk_pairs_renumber(const lgjk_pairs* before, const uint32_t* order_a, uint32_t bodies_a,
                            const uint32_t* order_b, uint32_t bodies_b, lgjk_pair_list* now, uint32_t* index,
                            void* scratch, uint64_t scratch_size, lgjk_error* error) {
  renumbering r = {.order = {order_a, order_b}, .bodies = {bodies_a, bodies_b}};
  r.one_view = order_a != NULL && order_a == order_b;
  lgjk_empty_list(now);
  LGJK_TRY(lgjk_check_pair_list("before", before, &r.before, error));
  LGJK_TRY(check_list(now, r.before.count, error));
  if (r.one_view && bodies_a != bodies_b)
    return lgjk_refuse(error, "bodies_a and bodies_b differ, but the order is the same");
  LGJK_TRY(take_scratch(&r, scratch, scratch_size, error));
  LGJK_TRY(check_memory(&r, now, index, scratch, scratch_size, error));
  const pair_list none = {.count = 0};
  LGJK_TRY(lgjk_check_pair_orders("before", &r.before, "", &none, NULL, error));
  LGJK_TRY(check_numbers(&r, error));
  if (r.place[0] != NULL) LGJK_TRY(place_bodies("order_a", order_a, bodies_a, r.place[0], error));
  if (r.place[1] != NULL && !r.one_view) LGJK_TRY(place_bodies("order_b", order_b, bodies_b, r.place[1], error));
  renumber(&r, now, index);
  return lgjk_succeed(error);
}
