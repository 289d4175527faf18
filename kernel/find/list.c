// Sorts the pairs that were found; compiled once for each dimension. They are divided by their first bodies, which
// streams through memory. Then each part, which the nearer caches hold, is sorted.
#include "find/list.h"

#include <string.h>

#include "find/sort.h"

#define LIST_PART 16384u   // pairs of a part, at least
#define LIST_PARTS 32u     // parts, at most
#define BUCKETS 256u       // of first bodies, at most
#define BUCKET_PAIRS 4096u // at least, in the mean

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

// Sorts words that are spread so densely that their bits take less room than they: sets these in `bits`, which has as
// many words, and reads them. No two words are equal, except of a damaged tree: the last one stands there again.
static void sort_dense(const uint32_t* word, uint32_t count, uint32_t least, uint32_t most, uint32_t* bits,
                       uint32_t* to) {
  const uint32_t size = (most - least) / 32 + 1;
  memset(bits, 0, size * sizeof *bits);
  for (uint32_t k = 0; k < count; ++k) bits[(word[k] - least) / 32] |= 1u << (word[k] - least) % 32;
  uint32_t at = 0;
  for (uint32_t k = 0; k < size; ++k) {
    for (uint32_t left = bits[k]; left != 0; left &= left - 1)
      to[at++] = least + 32 * k + (uint32_t)__builtin_ctz(left);
  }
  while (at < count) to[at++] = most;
}

// Writes the pairs of a body.
static void write_row(const list_work* w, uint32_t* row, uint32_t place, uint32_t count, uint32_t body) {
  uint32_t *from = row + place, *a = w->a + place, *b = w->b + place;
  if (count <= LONG_ROW) {
    memcpy(b, from, count * sizeof *b); // a damaged tree may have a body twice, which has one rank
    sort_by_ranks(from, count, b);
  } else {
    uint32_t least = from[0], most = from[0];
    for (uint32_t k = 1; k < count; ++k) {
      least = from[k] < least ? from[k] : least;
      most = from[k] > most ? from[k] : most;
    }
    if ((most - least) / 32 < count) {
      sort_dense(from, count, least, most, a, b);
    } else {
      sort_long(from, b, count);
      memcpy(b, from, count * sizeof *b);
    }
  }
  for (uint32_t k = 0; k < count; ++k) a[k] = body;
}

// Sorts the pairs first..end - 1 of a bucket, of the bodies low..high - 1.
static void sort_bucket(const list_work* w, uint32_t first, uint32_t end, uint32_t low, uint32_t high) {
  uint32_t *at = w->job->pair_end, *row = (uint32_t*)(void*)w->job->pair, *a = w->a, *b = w->b, place = first;
  memset(at + low, 0, (high - low) * sizeof *at);
  for (uint32_t i = first; i < end; ++i) ++at[a[i]];
  for (uint32_t body = low; body < high; ++body) {
    const uint32_t count = at[body];
    at[body] = place;
    place += count;
  }
  for (uint32_t i = first; i < end; i += SORT_PLACES) {
    const uint32_t some = end - i < SORT_PLACES ? end - i : SORT_PLACES;
    uint32_t to[SORT_PLACES];
    for (uint32_t k = 0; k < some; ++k) to[k] = at[a[i + k]]++;
    for (uint32_t k = 0; k < some; ++k) row[to[k]] = b[i + k];
  }
  place = first;
  for (uint32_t body = low; body < high; ++body) {
    const uint32_t count = at[body] - place;
    if (count <= FEW && place + FEW <= end) {
      sort_four(row + place, count, b + place);
      for (uint32_t k = 0; k < FEW; ++k) a[place + k] = body;
    } else {
      write_row(w, row, place, count, body);
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
    sort_bucket(w, k == 0 ? 0 : last[k - 1], last[k], k << w->shift, next < w->bodies ? (uint32_t)next : w->bodies);
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
  lgjk_split(job->tasks, w.buckets, 4, sort_part, &w);
}
