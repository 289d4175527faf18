// Sorts the pairs that were found; compiled once for each dimension. They are divided by their first bodies, which
// streams through memory. Then each part, which the nearer caches hold, is sorted.
#include "find/list.h"

#include <stdbool.h>
#include <string.h>

#include "find/sort.h"

#define LIST_PART 8192u    // pairs of a part, at least
#define LIST_PARTS 32u     // parts, at most
#define BUCKETS 256u       // of first bodies, at most
#define BUCKET_PAIRS 8192u // at least, in the mean

typedef struct list_work {
  const join_job* job;
  uint32_t count, part, shift, buckets, bodies;
  uint32_t* place; // of each part and bucket
  uint32_t *a, *b;
} list_work;

static uint32_t bucket_of(uint64_t pair, uint32_t shift) { return (uint32_t)(pair >> 32) >> shift; }

static void count_part(void* context, uint32_t first, uint32_t end) {
  const list_work* w = context;
  const uint32_t shift = w->shift;
  uint32_t* count = w->place + (size_t)(first / w->part) * w->buckets;
  memset(count, 0, w->buckets * sizeof *count);
  for (uint32_t i = first; i < end; ++i) ++count[bucket_of(w->job->pair[i], shift)];
}

static void place_part(void* context, uint32_t first, uint32_t end) {
  const list_work* w = context;
  const uint32_t shift = w->shift;
  uint32_t* place = w->place + (size_t)(first / w->part) * w->buckets;
  for (uint32_t i = first; i < end; i += SORT_PLACES) {
    const uint32_t some = end - i < SORT_PLACES ? end - i : SORT_PLACES;
    const uint64_t* pair = w->job->pair + i;
    uint32_t to[SORT_PLACES], *a = w->a, *b = w->b;
    for (uint32_t k = 0; k < some; ++k) to[k] = place[bucket_of(pair[k], shift)]++;
    for (uint32_t k = 0; k < some; ++k) {
      a[to[k]] = (uint32_t)(pair[k] >> 32);
      b[to[k]] = (uint32_t)pair[k];
    }
  }
}

#define FEW 4u       // partners that are sorted and written without a branch on their number
#define LONG_ROW 96u // partners that are sorted by their bytes

// The pairs of a bucket, of the bodies low..high - 1, and as many words twice to work in.
typedef struct list_bucket {
  uint32_t *a, *b, *work, count, low, high;
} list_bucket;

// Sorts pairs that are so dense that a table of bits, a row for each body and a bit for each partner, takes no more
// room than they: it is filled, and read. Returns whether they are. No two pairs are equal, except of a damaged tree:
// then the last one stands there again.
static bool sort_dense(const list_bucket* k) {
  uint32_t least = UINT32_MAX, most = 0, at = 0, *row = k->work;
  for (uint32_t i = 0; i < k->count; ++i) {
    least = k->b[i] < least ? k->b[i] : least;
    most = k->b[i] > most ? k->b[i] : most;
  }
  const uint64_t words = (most - least) / 32 + 1, all = words * (k->high - k->low);
  if (all > k->count) return false;
  memset(row, 0, (size_t)all * sizeof *row);
  for (uint32_t i = 0; i < k->count; ++i) {
    const uint32_t bit = k->b[i] - least;
    row[(k->a[i] - k->low) * words + bit / 32] |= 1u << bit % 32;
  }
  for (uint32_t body = k->low; body < k->high; ++body, row += words) {
    const uint32_t first = at;
    for (uint32_t w = 0; w < words; ++w) {
      for (uint32_t left = row[w]; left != 0; left &= left - 1)
        k->b[at++] = least + 32 * w + (uint32_t)__builtin_ctz(left);
    }
    for (uint32_t i = first; i < at; ++i) k->a[i] = body;
  }
  for (; at < k->count; ++at) {
    k->a[at] = k->high - 1;
    k->b[at] = most;
  }
  return true;
}

// Writes the pairs of a body.
static void write_row(uint32_t* from, uint32_t count, uint32_t body, uint32_t* a, uint32_t* b) {
  if (count > LONG_ROW) sort_long(from, b, count);
  memcpy(b, from, count * sizeof *b); // a damaged tree may have a body twice, which has one rank
  if (count <= LONG_ROW) sort_by_ranks(from, count, b);
  for (uint32_t k = 0; k < count; ++k) a[k] = body;
}

// Sorts the pairs of a bucket. `at`: of each body.
static void sort_bucket(const list_bucket* k, uint32_t* at) {
  uint32_t *row = k->work, *a = k->a, *b = k->b, place = 0;
  memset(at + k->low, 0, (k->high - k->low) * sizeof *at);
  for (uint32_t i = 0; i < k->count; ++i) ++at[a[i]];
  for (uint32_t body = k->low; body < k->high; ++body) {
    const uint32_t count = at[body];
    at[body] = place;
    place += count;
  }
  for (uint32_t i = 0; i < k->count; i += SORT_PLACES) {
    const uint32_t some = k->count - i < SORT_PLACES ? k->count - i : SORT_PLACES;
    uint32_t to[SORT_PLACES];
    for (uint32_t l = 0; l < some; ++l) to[l] = at[a[i + l]]++;
    for (uint32_t l = 0; l < some; ++l) row[to[l]] = b[i + l];
  }
  place = 0;
  for (uint32_t body = k->low; body < k->high; ++body) {
    const uint32_t count = at[body] - place;
    if (count <= FEW && place + FEW <= k->count) {
      sort_four(row + place, count, b + place);
      for (uint32_t l = 0; l < FEW; ++l) a[place + l] = body;
    } else {
      write_row(row + place, count, body, a + place, b + place);
    }
    place += count;
  }
}

static void sort_part(void* context, uint32_t first, uint32_t end) {
  const list_work* w = context;
  const uint32_t parts = (w->count - 1) / w->part + 1;
  const uint32_t* last = w->place + (size_t)(parts - 1) * w->buckets; // the ends of buckets
  for (uint32_t k = first; k < end; ++k) {
    const uint64_t next = (uint64_t)(k + 1) << w->shift;
    const uint32_t from = k == 0 ? 0 : last[k - 1];
    const list_bucket bucket = {
        .a = w->a + from,
        .b = w->b + from,
        .work = (uint32_t*)(void*)(w->job->pair + from),
        .count = last[k] - from,
        .low = k << w->shift,
        .high = next < w->bodies ? (uint32_t)next : w->bodies,
    };
    if (!sort_dense(&bucket)) sort_bucket(&bucket, w->job->pair_end);
  }
}

uint64_t find_list_work(uint64_t capacity) {
  const uint64_t parts = capacity / LIST_PART + 1;
  return (parts < LIST_PARTS ? parts : LIST_PARTS + 1) * BUCKETS * sizeof(uint32_t);
}

void find_list_sort(join_job* job, uint32_t count, uint32_t bodies, uint32_t* a, uint32_t* b) {
  list_work w = {.job = job, .count = count, .bodies = bodies, .place = job->work, .a = a, .b = b};
  w.part = count / LIST_PARTS + 1 > LIST_PART ? count / LIST_PARTS + 1 : LIST_PART;
  const uint32_t most = count / BUCKET_PAIRS + 1 < BUCKETS ? count / BUCKET_PAIRS + 1 : BUCKETS;
  while ((bodies - 1) >> w.shift >= most) ++w.shift;
  w.buckets = ((bodies - 1) >> w.shift) + 1;
  lgjk_split(job->tasks, count, w.part, count_part, &w);
  uint32_t at = 0;
  for (uint32_t k = 0; k < w.buckets; ++k) {
    for (uint32_t p = 0; p <= (count - 1) / w.part; ++p) {
      uint32_t* place = &w.place[(size_t)p * w.buckets + k];
      const uint32_t pairs = *place;
      *place = at;
      at += pairs;
    }
  }
  lgjk_split(job->tasks, count, w.part, place_part, &w);
  lgjk_split(job->tasks, w.buckets, 1, sort_part, &w);
}
