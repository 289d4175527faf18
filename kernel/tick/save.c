// Saves and loads the state of a tick; compiled once for each dimension.
//
// A saved state is a sequence of 32-bit words, the lowest byte first: a head, then for each list its pairs. With
// records each pair is (a, b, touching, four words of its record), else each pair that touches is (a, b). The last two
// words are a checksum of all before.
#include "base/arrays.h"
#include "tick/parts.h"

#define lgjk_tick_saveN NAME_N(lgjk_tick_save, )
#define lgjk_tick_loadN NAME_N(lgjk_tick_load, )

#define MAGIC 0x534a474cu // "LGJS"
#define VERSION 1u

enum { HEAD_WORDS = 8, CHECKSUM_WORDS = 2, PAIR_WORDS = 2, RECORD_PAIR_WORDS = 7 };

static void put(uint8_t** at, uint32_t word) {
  for (int k = 0; k < 4; ++k) (*at)[k] = (uint8_t)(word >> 8 * k);
  *at += 4;
}

static uint32_t get(const uint8_t** at) {
  uint32_t word = 0;
  for (int k = 0; k < 4; ++k) word |= (uint32_t)(*at)[k] << 8 * k;
  *at += 4;
  return word;
}

static uint32_t words_of(uint32_t flags) { return flags & LGJK_TICK_RECORDS ? RECORD_PAIR_WORDS : PAIR_WORDS; }

// Returns how many pairs of a list are saved.
static uint64_t count_saved(const lgjk_tick* tick, const tick_buffer* from, uint64_t count) {
  uint64_t saved = 0;
  if (tick->flags & LGJK_TICK_RECORDS) return count;
  for (uint64_t i = 0; i < count; ++i) saved += from->touching[i];
  return saved;
}

static void put_pairs(const tick_buffer* from, uint64_t count, uint8_t** at) {
  for (uint64_t i = 0; i < count; ++i) {
    if (from->records == NULL && from->touching[i] == 0) continue;
    put(at, from->a[i]);
    put(at, from->b[i]);
    if (from->records == NULL) continue;
    put(at, from->touching[i]);
    for (int k = 0; k < 4; ++k) put(at, from->records[i].word[k]);
  }
}

int32_t lgjk_tick_saveN(const lgjk_tick* tick, void* saved, uint64_t capacity, uint64_t* size, lgjk_error* error) {
  tick_arrays t;
  tick_head head;
  LGJK_TRY(tick_openN(tick, &t, &head, error));
  if (size == NULL) return lgjk_refuse(error, "size is NULL");
  uint64_t count[LISTS], words = HEAD_WORDS + CHECKSUM_WORDS;
  for (int list = 0; list < LISTS; ++list) {
    count[list] = count_saved(tick, &t.buffer[list][head.current], head.count[list]);
    words += count[list] * words_of(tick->flags);
  }
  const lgjk_array arrays[] = {{"size", LGJK_WRITTEN, size, sizeof *size, sizeof *size, 1},
                               {"saved", LGJK_WRITTEN, saved, 1, 1, capacity < 4 * words ? 0 : 4 * words},
                               {"tick->memory", LGJK_READ, tick->memory, 1, 1, tick->size}};
  LGJK_TRY(LGJK_CHECK_ARRAYS(arrays, error));
  *size = 4 * words;
  if (saved == NULL) return lgjk_succeed(error);
  if (capacity < *size) {
    return lgjk_fail(error, LGJK_ERROR_CAPACITY, *size, "capacity is %llu, but the state takes %llu bytes",
                     (unsigned long long)capacity, (unsigned long long)*size);
  }
  uint8_t* at = saved;
  const uint32_t first[HEAD_WORDS] = {
      MAGIC, VERSION, DIM, tick->flags & LGJK_TICK_RECORDS, tick->max_bodies, (uint32_t)count[0], (uint32_t)count[1],
      0};
  for (int k = 0; k < HEAD_WORDS; ++k) put(&at, first[k]);
  for (int list = 0; list < LISTS; ++list) put_pairs(&t.buffer[list][head.current], head.count[list], &at);
  const uint64_t checksum = tick_hash(TICK_HASH_BEGIN, saved, (uint64_t)(at - (uint8_t*)saved));
  put(&at, (uint32_t)checksum);
  put(&at, (uint32_t)(checksum >> 32));
  return lgjk_succeed(error);
}

// ---------------------------------------------------------------- loading

// Checks the head of a saved state, its size and its checksum. Writes how many pairs both lists have.
static int32_t check_saved(const lgjk_tick* tick, const uint8_t* saved, uint64_t size, uint64_t count[LISTS],
                           lgjk_error* error) {
  const uint8_t* at = saved;
  uint32_t first[HEAD_WORDS];
  if (size < 4 * (HEAD_WORDS + CHECKSUM_WORDS)) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 4 * (HEAD_WORDS + CHECKSUM_WORDS),
                     "size is %llu, but a saved state has at least %d bytes", (unsigned long long)size,
                     4 * (HEAD_WORDS + CHECKSUM_WORDS));
  }
  for (int k = 0; k < HEAD_WORDS; ++k) first[k] = get(&at);
  if (first[0] != MAGIC) return lgjk_refuse(error, "saved is no state of a tick");
  if (first[1] != VERSION || first[2] != DIM) {
    return lgjk_refuse(error, "saved is of version %u in %uD, but this is version %u in %dD", (unsigned)first[1],
                       (unsigned)first[2], VERSION, DIM);
  }
  if (first[3] != (tick->flags & LGJK_TICK_RECORDS)) {
    return lgjk_refuse(error, "saved has %s records, but tick->flags has %s LGJK_TICK_RECORDS",
                       first[3] != 0 ? "" : "no", first[3] != 0 ? "no" : "");
  }
  for (int list = 0; list < LISTS; ++list) count[list] = first[5 + list];
  const uint64_t needed = 4 * (HEAD_WORDS + CHECKSUM_WORDS + (count[0] + count[1]) * words_of(tick->flags));
  if (size != needed) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, needed, "size is %llu, but the saved state has %llu bytes",
                     (unsigned long long)size, (unsigned long long)needed);
  }
  const uint8_t* end = saved + size - 4 * CHECKSUM_WORDS;
  const uint64_t checksum = tick_hash(TICK_HASH_BEGIN, saved, (uint64_t)(end - saved));
  const uint64_t low = get(&end), high = get(&end);
  if ((high << 32 | low) != checksum) return lgjk_refuse(error, "saved is damaged: its checksum is wrong");
  for (int list = 0; list < LISTS; ++list) {
    if (count[list] <= tick->max_pairs) continue;
    return lgjk_fail(error, LGJK_ERROR_CAPACITY, count[list], "tick->max_pairs is %llu, but saved has %llu pairs",
                     (unsigned long long)tick->max_pairs, (unsigned long long)count[list]);
  }
  return LGJK_OK;
}

// Checks the pairs of a list that is saved: their order, numbers and touches. Moves on to what follows.
static int32_t check_pairs(const lgjk_tick* tick, uint64_t count, bool one_view, const uint8_t** at,
                           lgjk_error* error) {
  const uint64_t skipped = 4 * (words_of(tick->flags) - PAIR_WORDS);
  uint64_t last = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t a = get(at), b = get(at);
    const uint64_t key = (uint64_t)a << 32 | b;
    const uint8_t* rest = *at;
    const uint32_t touching = skipped > 0 ? get(&rest) : 1;
    *at += skipped;
    if (a >= tick->max_bodies || (one_view && b >= tick->max_bodies)) {
      const uint32_t body = a >= tick->max_bodies ? a : b;
      return lgjk_fail(error, LGJK_ERROR_ARGUMENT, body, "tick->max_bodies is %u, but saved has a pair with body %u",
                       (unsigned)tick->max_bodies, (unsigned)body);
    }
    if ((i > 0 && key <= last) || (one_view && b <= a) || b >= INT32_MAX || touching > 1) {
      return lgjk_fail(error, LGJK_ERROR_ARGUMENT, i, "saved is damaged: pair %llu is none that a run writes there",
                       (unsigned long long)i);
    }
    last = key;
  }
  return LGJK_OK;
}

static void get_pairs(const tick_buffer* to, uint64_t count, const uint8_t** at) {
  for (uint64_t i = 0; i < count; ++i) {
    to->a[i] = get(at);
    to->b[i] = get(at);
    to->touching[i] = to->records != NULL ? (uint8_t)get(at) : 1;
    for (int k = 0; k < 4 && to->records != NULL; ++k) to->records[i].word[k] = get(at);
  }
}

int32_t lgjk_tick_loadN(lgjk_tick* tick, const void* saved, uint64_t size, lgjk_error* error) {
  tick_arrays t;
  uint64_t count[LISTS];
  LGJK_TRY(tick_check_structN(tick, error));
  if (saved == NULL) return lgjk_refuse(error, "saved is NULL");
  const lgjk_array arrays[] = {{"saved", LGJK_READ, saved, 1, 1, size},
                               {"tick->memory", LGJK_WRITTEN, tick->memory, 1, 1, tick->size}};
  LGJK_TRY(LGJK_CHECK_ARRAYS(arrays, error));
  LGJK_TRY(check_saved(tick, saved, size, count, error));
  const uint8_t* at = (const uint8_t*)saved + 4 * HEAD_WORDS;
  for (int list = 0; list < LISTS; ++list) LGJK_TRY(check_pairs(tick, count[list], list == 0, &at, error));
  tick_empty_listsN(tick);
  tick_placeN(tick, &t);
  tick_head head = tick_fresh_headN(tick);
  at = (const uint8_t*)saved + 4 * HEAD_WORDS;
  for (int list = 0; list < LISTS; ++list) {
    get_pairs(&t.buffer[list][head.current], count[list], &at);
    head.count[list] = count[list];
  }
  tick_sealN(t.head, &head);
  return lgjk_succeed(error);
}
