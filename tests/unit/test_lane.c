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
