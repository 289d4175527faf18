// Inputs of the operations of lanes: random bits, every pair of special values, ties, and records within one block of
// memory.
#include "lane_operations.h"

#include <math.h>
#include <string.h>

#include "test_random.h"

// Bytes from an array's begin beyond 32 bits, which an index times a stride may reach; below 2^31 pairs of floats.
#define FAR ((size_t)9 << 30)
enum { LARGEST_ENTRY = 15 };

// Zeros, denormals, around 1, where integers end in each format, the largest, infinities, NaNs of both kinds.
static const uint32_t special_floats[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x80800000,
    0x1E3CE508, 0x34000000, 0x3F7FFFFF, 0x3F800000, 0xBF800000, 0x3F800001, 0x40000000,
    0x4B7FFFFF, 0x4B800000, 0x4EFFFFFF, 0x4F000000, 0xCF000000, 0x5F000000, 0x7F7FFFFF,
    0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFFFFFFF,
};
static const uint64_t special_doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001, 0x000FFFFFFFFFFFFF,
    0x0010000000000000, 0x8010000000000000, 0x1E60000000000000, 0x3CB0000000000000, 0x3FEFFFFFFFFFFFFF,
    0x3FF0000000000000, 0xBFF0000000000000, 0x3FF0000000000001, 0x4000000000000000, 0x433FFFFFFFFFFFFF,
    0x4340000000000000, 0x47EFFFFFE0000000, 0x5FE0000000000000, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF,
    0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001,
    0xFFFFFFFFFFFFFFFF,
};
static const uint32_t special_words[] = {
    0,          1,          2,          0xFF,       0x100,      0x7FFE,     0x7FFF,     0x8000,
    0xFFFF,     0x10000,    0x00FFFFFF, 0x01000001, 0x01000003, 0x7FFFFFBF, 0x7FFFFFC0, 0x7FFFFFFF,
    0x80000000, 0x80000001, 0x80000041, 0xFEFFFFFF, 0xFFFF7FFF, 0xFFFF8000, 0xFFFFFFFE, 0xFFFFFFFF,
};
#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof(list)[0]))

// The number of value k (0 or 1) of pair n: each with each.
static uint32_t pair_index(uint32_t n, uint32_t k, uint32_t count) { return k == 0 ? n % count : n / count % count; }

static uint64_t random_wide(void) {
  const uint64_t high = random_bits();
  return high << 32 | random_bits();
}

// Bits of pair n, operand k; `other` is operand 0's. Beyond the pairs of special values: random bits, special ones,
// numbers of few digits, which are equal now and then, and operand 0 again, or its neighbour.
static uint32_t float_bits(uint32_t n, uint32_t k, uint32_t other) {
  const uint32_t count = COUNT(special_floats);
  if (n < count * count && k < 2) return special_floats[pair_index(n, k, count)];
  switch (random_below(k == 0 ? 3 : 5)) {
    case 0: return random_bits();
    case 1: return special_floats[random_below(count)];
    case 2: {
      const float few = (float)(int32_t)random_below(17) * 0.25f - 2;
      uint32_t bits;
      memcpy(&bits, &few, sizeof bits);
      return bits;
    }
    case 3: return other;
    default: return other + 1 - 2 * random_below(2);
  }
}

static uint64_t double_bits(uint32_t n, uint32_t k, uint64_t other) {
  const uint32_t count = COUNT(special_doubles);
  if (n < count * count) return special_doubles[pair_index(n, k, count)];
  switch (random_below(k == 0 ? 3 : 5)) {
    case 0: return random_wide();
    case 1: return special_doubles[random_below(count)];
    case 2: {
      const double few = random_below(17) * 0.25 - 2;
      uint64_t bits;
      memcpy(&bits, &few, sizeof bits);
      return bits;
    }
    case 3: return other;
    default: return other + 1 - 2 * random_below(2);
  }
}

static uint32_t word_bits(uint32_t n, uint32_t k) {
  const uint32_t count = COUNT(special_words);
  if (n < count * count) return special_words[pair_index(n, k, count)];
  return random_below(2) ? random_bits() : special_words[random_below(count)];
}

static void fill_values(lane_input* in, uint32_t trial) {
  for (uint32_t l = 0; l < LANE_COUNT + LANE_SLACK; ++l) {
    const uint32_t n = trial * LANE_COUNT + l;
    uint32_t first = 0;
    uint64_t wide_first = 0;
    for (uint32_t k = 0; k < 4; ++k) {
      const uint32_t bits = float_bits(n, k, first);
      if (k == 0) first = bits;
      memcpy(&in->f[k][l], &bits, sizeof bits);
    }
    for (uint32_t k = 0; k < 2; ++k) {
      const uint64_t wide = double_bits(n, k, wide_first);
      if (k == 0) wide_first = wide;
      memcpy(&in->d[k][l], &wide, sizeof wide);
      in->i[k][l] = word_bits(n, k);
    }
  }
}

// Those that a contract confines: made of what fill_values has written.
static void fill_confined(lane_input* in) {
  for (uint32_t l = 0; l < LANE_COUNT; ++l) {
    const float f = in->f[0][l];
    const double d = in->d[0][l], within = ldexp(random_bits() / 2147483648.0 - 1, (int)random_below(32));
    in->number[l] = isnan(f) ? 0 : f;
    in->wide_number[l] = isnan(d) ? 0 : d;
    in->int_range[l] = f >= -2147483648.0f && f < 2147483648.0f ? f : (float)within < 2147483648.0f ? (float)within : 0;
    for (uint32_t k = 0; k < 2; ++k) in->low[k][l] = in->i[k][l] % 32768;
    in->byte[l] = in->i[1][l] % 256;
  }
}

// Masks by groups: none, all, one lane, any.
static void fill_masks(lane_input* in) {
  const uint32_t all = (1u << LANE_GROUP) - 1;
  for (uint32_t k = 0; k < 2; ++k) {
    for (uint32_t group = 0; group < LANE_COUNT / LANE_GROUP; ++group) {
      const uint32_t kind = random_below(5), one = 1u << random_below(LANE_GROUP), any = random_bits() & all;
      in->mask[k][group] = kind == 0 ? 0 : kind == 1 ? all : kind == 2 ? one : any;
    }
  }
}

// Records wherever they fit; some lane has the first, some the last, which ends where the memory does.
static void fill_indices(uint32_t* index, uint32_t first, uint32_t count) {
  for (uint32_t l = 0; l < LANE_COUNT; ++l) index[l] = first + random_below(count);
  index[random_below(LANE_COUNT)] = first;
  index[random_below(LANE_COUNT)] = first + count - 1;
}

// Where an array begins whose element at `offset` is p, though nothing is there.
static const char* before(const char* p, size_t offset) { return (const char*)((uintptr_t)p - offset); }

static void fill_records(lane_input* in, char* memory) {
  for (size_t at = 0; at < LANE_MEMORY; at += 4) {
    const uint32_t bits = random_bits();
    memcpy(memory + at, &bits, sizeof bits);
  }
  in->stride = 4 * (size_t)(1 + random_below(40));
  in->gap = random_below(3);
  in->quads = 1 + random_below(LANE_QUADS);
  const size_t bytes = 16 * (size_t)(in->quads > 1 ? in->quads + in->gap : 1);
  const uint32_t largest = (uint32_t)((LANE_MEMORY - bytes) / in->stride);
  const uint32_t first = random_below(2) ? (uint32_t)(FAR / in->stride) : 0;
  in->records = before(memory + (LANE_MEMORY - bytes - largest * in->stride), first * in->stride);
  fill_indices(in->record, first, largest + 1);
  in->pairs = memory + LANE_MEMORY - 8 * LANE_COUNT - 4 * (size_t)in->offset;
  in->pair_stride = 8 * (size_t)(1 + random_below(20));
  in->slots = 1 + random_below(LANE_SLOTS);
  const uint32_t pair_first = random_below(2) ? (uint32_t)(FAR / in->pair_stride) : 0;
  in->pair_records = before(memory, pair_first * in->pair_stride);
  fill_indices(in->pair_record, pair_first, (uint32_t)((LANE_MEMORY - 8 * LARGEST_ENTRY) / in->pair_stride));
  for (uint32_t k = 0; k < LANE_SLOTS; ++k) {
    for (uint32_t l = 0; l < LANE_COUNT; ++l) in->entry[k][l] = random_below(LARGEST_ENTRY + 1);
  }
  in->store_stride = 16 + 4 * (size_t)random_below(5);
  for (uint32_t l = 0; l < LANE_COUNT; ++l) {
    const uint32_t other = random_below(l + 1);
    in->place[l] = in->place[other];
    in->place[other] = l;
  }
}

void lane_input_fill(lane_input* in, char* memory, uint32_t trial) {
  memset(in, 0, sizeof *in);
  fill_values(in, trial);
  fill_confined(in);
  fill_masks(in);
  in->junk = random_bits();
  in->offset = trial % LANE_SLACK;
  in->shift = (int)(trial % 32);
  in->most = random_below(3) ? random_bits() : UINT32_MAX * random_below(2);
  fill_records(in, memory);
}

void lane_input_fill_plain(lane_input* in, char* memory) {
  lane_input_fill(in, memory, 0);
  for (uint32_t l = 0; l < LANE_COUNT + LANE_SLACK; ++l) {
    for (uint32_t k = 0; k < 4; ++k) in->f[k][l] = (float)random_in(1, 2);
    for (uint32_t k = 0; k < 2; ++k) in->d[k][l] = random_in(1, 2);
  }
  fill_confined(in);
  in->shift = 8;
  in->stride = 64;
  in->gap = 0;
  in->quads = 1;
  in->slots = 1;
  in->records = memory;
  for (uint32_t l = 0; l < LANE_COUNT; ++l) in->record[l] = random_below(LANE_MEMORY / 64);
}
