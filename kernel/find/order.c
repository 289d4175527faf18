// Sorts bodies by their place on Morton's curve (Morton 1966), with 32 bits of it; compiled once for each dimension.
#include "find/order.h"

#include <string.h>

#include "find/bounds.h"

#define AXIS_BITS (DIM == 2 ? 16 : 10)
#define LAST_PLACE UINT32_MAX

// Spreads the bits of a coordinate, so that those of the others fit between.
static uint32_t spread(uint32_t x) {
#if DIM == 2
  x = (x | x << 8) & 0x00FF00FFu;
  x = (x | x << 4) & 0x0F0F0F0Fu;
  x = (x | x << 2) & 0x33333333u;
  return (x | x << 1) & 0x55555555u;
#else
  x = (x | x << 16) & 0x030000FFu;
  x = (x | x << 8) & 0x0300F00Fu;
  x = (x | x << 4) & 0x030C30C3u;
  return (x | x << 2) & 0x09249249u;
#endif
}

// Where bodies lie: the least coordinates, and steps of the curve per length.
typedef struct order_span {
  double low[DIM], scale[DIM];
} order_span;

// Reads the place of a body; returns false if it is bad.
static bool read_place(find_job* job, uint32_t i, float place[DIM]) {
  float radius;
  for (int k = 0; k < DIM; ++k) job->bounds.centre[k] = &place[k];
  job->bounds.radius = &radius;
  job->bounds.box = NULL;
  return find_boundN(job, i, 0) != BOUND_BAD;
}

static void find_span_of(find_job* job, order_span* out) {
  double high[DIM];
  float place[DIM];
  const double most = (double)((1u << AXIS_BITS) - 1);
  for (int k = 0; k < DIM; ++k) out->low[k] = 1e300, high[k] = -1e300;
  for (uint32_t i = 0; i < job->count; ++i) {
    if (!read_place(job, i, place)) continue;
    for (int k = 0; k < DIM; ++k) {
      const double x = (double)place[k];
      out->low[k] = x < out->low[k] ? x : out->low[k];
      high[k] = x > high[k] ? x : high[k];
    }
  }
  for (int k = 0; k < DIM; ++k) out->scale[k] = high[k] > out->low[k] ? most / (high[k] - out->low[k]) : 0;
}

// Sorts (key, body) pairs by their keys, a byte at a time. The order of equal keys stays.
static void sort_by_keys(uint64_t* item, uint64_t* other, uint32_t count) {
  for (int shift = 32; shift < 64; shift += 8) {
    uint32_t place[257] = {0};
    for (uint32_t i = 0; i < count; ++i) ++place[(item[i] >> shift & 0xFF) + 1];
    for (uint32_t k = 0; k < 256; ++k) place[k + 1] += place[k];
    for (uint32_t i = 0; i < count; ++i) other[place[item[i] >> shift & 0xFF]++] = item[i];
    uint64_t* const sorted = other;
    other = item;
    item = sorted;
  }
}

void find_orderN(find_job* job, uint32_t* order, void* work) {
  uint64_t *item = work, *other = item + job->count;
  order_span span;
  float place[DIM];
  find_span_of(job, &span);
  for (uint32_t i = 0; i < job->count; ++i) {
    uint32_t key = LAST_PLACE;
    if (read_place(job, i, place)) {
      key = 0;
      for (int k = 0; k < DIM; ++k) {
        key |= spread((uint32_t)(((double)place[k] - span.low[k]) * span.scale[k])) << k;
      }
      key -= key == LAST_PLACE; // which is that of bad bodies
    }
    item[i] = (uint64_t)key << 32 | i;
  }
  sort_by_keys(item, other, job->count);
  for (uint32_t i = 0; i < job->count; ++i) order[i] = (uint32_t)item[i];
}
