// Each operation of each instruction set's lanes against the scalar one, on random and on special bits: the same
// results, lane by lane, and nothing written beside them.
//   test_lane [NAME]   that instruction set alone; status 77 where it cannot run
//   test_lane --time   nanoseconds per operation, with the loads and stores around it, of every set that runs here
//   test_lane --list   the operations
// In the environment LGJK_TEST_SEED=n makes other inputs, LGJK_TEST_PAIRS=n fewer, and fewer rounds of timing.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fewer.h"
#include "isa/kernels.h"
#include "lane_operations.h"
#include "test_random.h"

// ---------------------------------------------------------------- inputs

// Random bits, every pair of special values, ties, and records within one block of memory.
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

// memory: LANE_MEMORY bytes, which are written. trial: special values come first, in all pairs.
static void lane_input_fill(lane_input* in, char* memory, uint32_t trial) {
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

// Ordinary numbers and a usual layout, for measuring times.
static void lane_input_fill_plain(lane_input* in, char* memory) {
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

// ---------------------------------------------------------------- comparison

enum { TRIALS = 1500, SHOWN = 4, SKIPPED = 77, TIMED_CALLS = 100, TIMED_ROUNDS = 31 };

LGJK_ISA_TABLE(LANE_DECLARE_ROWS)

#define ROWS_0(name) NULL
#define ROWS_1(name) lane_rows_##name
#define ROWS_(have, name) ROWS_##have(name)
#define ROWS(have, name) ROWS_(have, name)
#define SET_ROW(name, number, ...) {#name, number, ROWS(LGJK_HAVE_##name, name)},

typedef struct lane_set {
  const char* name;
  uint32_t isa;
  const lane_row* rows; // NULL: not in this build
} lane_set;

static const lane_set sets[] = {LGJK_ISA_TABLE(SET_ROW)};
enum { SETS = sizeof sets / sizeof sets[0] };

static bool runs(const lane_set* set) { return set->rows != NULL && lgjk_isa_supported(set->isa); }

// ---------------------------------------------------------------- comparing

typedef struct output_field {
  const char* name;
  size_t at, size, element; // bytes
} output_field;

#define FIELD(name, type) \
  { #name, offsetof(lane_output, name), sizeof((lane_output*)NULL)->name, sizeof(type) }
static const output_field fields[] = {
    FIELD(f, float),       FIELD(d, double),       FIELD(i, uint32_t),
    FIELD(list, uint32_t), FIELD(piece, uint32_t), FIELD(words, uint16_t),
    FIELD(bytes, uint8_t), FIELD(mask, uint32_t),  FIELD(memory, uint32_t),
};

static bool both_nan(const output_field* field, const void* a, const void* b) {
  float f[2];
  double d[2];
  if (strcmp(field->name, "f") == 0) {
    memcpy(&f[0], a, sizeof f[0]);
    memcpy(&f[1], b, sizeof f[1]);
    return isnan(f[0]) && isnan(f[1]);
  }
  if (strcmp(field->name, "d") != 0) return false;
  memcpy(&d[0], a, sizeof d[0]);
  memcpy(&d[1], b, sizeof d[1]);
  return isnan(d[0]) && isnan(d[1]);
}

static uint64_t bits_at(const void* p, size_t element) {
  uint64_t bits = 0;
  memcpy(&bits, p, element); // little-endian
  return bits;
}

// Shows the first few differences; returns how many there are.
static uint32_t differences(const lane_set* set, const lane_row* row, const lane_input* in, const lane_output* expected,
                            const lane_output* found) {
  uint32_t count = 0;
  for (size_t k = 0; k < sizeof fields / sizeof fields[0]; ++k) {
    const output_field* field = &fields[k];
    for (size_t at = 0; at < field->size; at += field->element) {
      const char *a = (const char*)expected + field->at + at, *b = (const char*)found + field->at + at;
      if (memcmp(a, b, field->element) == 0 || (row->contract == NUMBERS && both_nan(field, a, b))) continue;
      if (++count > SHOWN) continue;
      const size_t i = at / field->element, l = i % LANE_COUNT;
      fprintf(stderr, "%s of %s: %s[%zu] is %llx, of one lane %llx", row->name, set->name, field->name, i,
              (unsigned long long)bits_at(b, field->element), (unsigned long long)bits_at(a, field->element));
      fprintf(stderr, " (lane %zu: f %llx %llx, d %llx %llx, i %x %x; shift %d, offset %u)\n", l,
              (unsigned long long)bits_at(&in->f[0][l], 4), (unsigned long long)bits_at(&in->f[1][l], 4),
              (unsigned long long)bits_at(&in->d[0][l], 8), (unsigned long long)bits_at(&in->d[1][l], 8), in->i[0][l],
              in->i[1][l], in->shift, in->offset);
    }
  }
  return count;
}

// Returns how many operations of the set differ from those of one lane.
static uint32_t check_set(const lane_set* set, lane_input* in, char* memory) {
  static lane_output expected, found;
  bool wrong[LANE_ROWS] = {false};
  const uint32_t trials = fewer(TRIALS, 300);
  uint32_t count = 0;
  for (uint32_t trial = 0; trial < trials; ++trial) {
    lane_input_fill(in, memory, trial);
    for (uint32_t k = 0; k < LANE_ROWS; ++k) {
      if (wrong[k]) continue;
      memset(&expected, 0, sizeof expected);
      memset(&found, 0, sizeof found);
      lane_rows_scalar[k].run(in, &expected);
      set->rows[k].run(in, &found);
      if (memcmp(&expected, &found, sizeof found) == 0) continue;
      wrong[k] = differences(set, &set->rows[k], in, &expected, &found) > 0;
      count += wrong[k];
    }
  }
  printf("%s: %d operations, %u differ from those of one lane\n", set->name, (int)LANE_ROWS, count);
  return count;
}

// ---------------------------------------------------------------- times

static double nanoseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// The least of some rounds, per call of the operation.
static double time_of(const lane_row* row, const lane_input* in) {
  static lane_output out;
  double least = HUGE_VAL;
  for (uint32_t round = 0; round < fewer(TIMED_ROUNDS, 3); ++round) {
    const double begin = nanoseconds();
    for (uint32_t call = 0; call < TIMED_CALLS; ++call) row->run(in, &out);
    const double spent = nanoseconds() - begin;
    least = spent < least ? spent : least;
  }
  return least / (TIMED_CALLS * (LANE_COUNT / row->lanes));
}

static void print_times(lane_input* in, char* memory) {
  lane_input_fill_plain(in, memory);
  printf("%-20s", "ns per operation");
  for (uint32_t s = 0; s < SETS; ++s) {
    if (runs(&sets[s])) printf("%10s", sets[s].name);
  }
  printf("\n");
  for (uint32_t k = 0; k < LANE_ROWS; ++k) {
    printf("%-20s", lane_rows_scalar[k].name);
    for (uint32_t s = 0; s < SETS; ++s) {
      if (runs(&sets[s])) printf("%10.2f", time_of(&sets[s].rows[k], in));
    }
    printf("\n");
  }
}

// ---------------------------------------------------------------- the program

// Of the set that is named, or of all but the scalar one where none is.
static int check_sets(const char* name, lane_input* in, char* memory) {
  uint32_t known = 0, wrong = 0;
  for (uint32_t s = 0; s < SETS; ++s) {
    if (name == NULL ? sets[s].rows == lane_rows_scalar : strcmp(name, sets[s].name) != 0) continue;
    ++known;
    if (runs(&sets[s])) {
      wrong += check_set(&sets[s], in, memory);
      continue;
    }
    printf("%s: skipped, %s\n", sets[s].name, sets[s].rows ? "this CPU does not run it" : "it is not in this build");
    if (name != NULL) return SKIPPED;
  }
  if (known == 0) {
    fprintf(stderr, "%s is no instruction set\n", name);
    return 2;
  }
  return wrong > 0;
}

int main(int argc, char** argv) {
  static lane_input in;
  const char *argument = argc > 1 ? argv[1] : NULL, *seed = getenv("LGJK_TEST_SEED");
  if (argument != NULL && strcmp(argument, "--list") == 0) {
    for (uint32_t k = 0; k < LANE_ROWS; ++k) printf("%s\n", lane_rows_scalar[k].name);
    return 0;
  }
  char* memory = malloc(LANE_MEMORY);
  if (memory == NULL) return 1;
  random_state = seed ? strtoull(seed, NULL, 0) : 20268;
  int status = 0;
  if (argument != NULL && strcmp(argument, "--time") == 0) {
    print_times(&in, memory);
  } else {
    printf("LGJK_TEST_SEED=%llu\n", (unsigned long long)random_state);
    status = check_sets(argument, &in, memory);
  }
  free(memory);
  return status;
}
