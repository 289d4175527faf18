// Determinism over machines, compilers and threads. The answers to fixed inputs have the golden hashes below, whatever
// compiled the library at whatever level; threads that share a batch by ranges give the same bits.
// After a change of the kernels that is meant to change bits, the table is printed anew by
//   test_determinism2 --print
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "digest2.h"
#include "inputs2.h"

enum { PAIRS = 600, FRAMES = 4, SEED = 11 };

// ---------------------------------------------------------------- golden hashes

static const struct golden {
  const char* name;
  uint64_t overlap, distance;
} GOLDEN[] = {
    {"general", 0x6e8e04041c635131u, 0x798a864556419895u},
    {"boxes", 0x21ca9abb8d1d0cf7u, 0x47b88949f42f2419u},
    {"far_apart", 0xfabe75d3bdab9a25u, 0xb13b8fba3ecd837bu},
    {"deep", 0x60602f35f5123931u, 0x8ba14e217867571du},
    {"rounded", 0x0c4e558b325e8a7du, 0x5b934a71799dfaf5u},
    {"mapped", 0xc2576908076acf68u, 0x97b5f3263d3a9ad0u},
    {"large_polygons", 0x171f6e1c28956fa6u, 0xed3e1f83dcd67ba2u},
    {"near_parallel_edges", 0xb268a08b1837e395u, 0xa2221e7ef02939ecu},
    {"small_gaps", 0x39ca5e37c62cd438u, 0x2744880e2f77f6e8u},
    {"touching_nearly", 0x689dbd3f8292cab7u, 0xe969fffec597b092u},
    {"offset_1e4", 0xbd810cda1d5c7540u, 0x3df78fec7b06ba38u},
    {"slivers", 0xc65cf238ceb6cb7cu, 0x5b12d1fe414f480au},
    {"parallel_capsules", 0x1277c41eec7f65cfu, 0x337233236f229363u},
    {"degenerate_points", 0x4ead2576d1e968eeu, 0xcd9dd4fb327742bdu},
    {"points_and_segments", 0x3f047fe08063bf23u, 0x3cf1934873b83f66u},
    {"size_1e-6", 0xa79131e6c2291ad6u, 0x9e41ee340fbe906au},
    {"size_1e-3", 0xe40c4287385c1cf8u, 0x789f62b08f930ebfu},
    {"size_1e3", 0x4f9c6fd14fc8ee75u, 0xfa6795d2be2442f1u},
    {"size_1e6", 0x8ac1c571ed0c5e38u, 0xc031a4d2407ee06fu},
    {"size_mix", 0x8e1bb6f4feee0a5du, 0x0dca20286ee7e05fu},
    {"concentric", 0xcba9e654dc05bc35u, 0xd488dd9f16fcb763u},
    {"identical", 0x909bc2f3eb6af828u, 0x92adc94ae7a921e9u},
    {"touching_vertices", 0x89ce8b276d6d2d35u, 0x91cbca6fa68db5f8u},
    {"touching_edges", 0x90bba7fc4ff61516u, 0x2ed3bc75b50296e2u},
    {"touching_grid", 0x5a6b5b57b5016780u, 0xceb16db865a08868u},
    {"ellipses", 0x45f61c698f0e1f41u, 0x25e739dd62cc4d0du},
    {"ellipses_close", 0xd653df817c9aafdfu, 0xfdfd0f1118240d20u},
    {"ellipses_deep", 0x872c28e1802cc703u, 0x4ee4ad3dcb839e66u},
    {"S1", 0x2e64c2e15a96da5fu, 0x469058a97b2c7097u},
    {"S2", 0x7ed825045525f697u, 0x263e9a0770178eb4u},
    {"S3", 0xc0a22298c7953dbbu, 0x46d9ff8f6f39e8d3u},
    {"S4", 0xd9877c2a94b54b9au, 0xb4f1a8ae7ece6dc0u},
    {"S5", 0x4e8078bc54e4add1u, 0x4bdd35c45e5ea53au},
    {"S6", 0xc3a0e31252fe5c18u, 0x1b74479c8e7ec78fu},
    {"S7", 0x158300abb9ad3450u, 0x9eb67c6dcc59c8b3u},
    {"S8", 0xa28e2cd0469b60f5u, 0xdbf0fe9c58a53405u},
    {"S2-shuffled", 0x7ed825045525f697u, 0x263e9a0770178eb4u},
    {"S6-shuffled", 0xc3a0e31252fe5c18u, 0x1b74479c8e7ec78fu},
    {"mixed", 0xe309d8e2ab74b090u, 0xb68eb4a627274800u},
    {"mixed_with_bad", 0x5c15e9b0dd27e8f8u, 0xbe9ea69f47531971u},
};

enum { GOLDEN_COUNT = sizeof GOLDEN / sizeof GOLDEN[0] };

static void hash_input(uint32_t number, uint32_t isa, char name[40], uint64_t hash[2]) {
  input2 input;
  digest2 digest;
  assert_int_equal(inputs2_open(&input, number, SEED, PAIRS), 0);
  assert_int_equal(digest2_open(&digest, isa, input.pairs.count), 0);
  assert_int_equal(digest2_cold(&digest, &input.bodies, &input.pairs), 0);
  for (uint32_t frame = 0; frame < FRAMES; ++frame) {
    assert_int_equal(digest2_warm(&digest, &input.bodies, &input.pairs), 0);
    inputs2_advance(&input);
  }
  memcpy(name, input.name, sizeof input.name);
  memcpy(hash, digest.hash, sizeof digest.hash);
  digest2_close(&digest);
  inputs2_close(&input);
}

static void hashes_are_golden(void** state) {
  const uint32_t isa = *(const uint32_t*)*state;
  assert_int_equal(GOLDEN_COUNT, inputs2_count());
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < GOLDEN_COUNT; ++i) {
    char name[40];
    uint64_t hash[2];
    hash_input(i, isa, name, hash);
    assert_string_equal(name, GOLDEN[i].name);
    for (uint32_t q = 0; q < 2; ++q) {
      if (hash[q] == (q ? GOLDEN[i].distance : GOLDEN[i].overlap)) continue;
      print_message("  %s, %s: other bits\n", name, q ? "distance" : "overlap");
      ++wrong;
    }
  }
  assert_int_equal(wrong, 0);
}

static int print_golden(void) {
  for (uint32_t i = 0; i < inputs2_count(); ++i) {
    char name[40];
    uint64_t hash[2];
    hash_input(i, LGJK_ISA_SCALAR, name, hash);
    printf("    {\"%s\", 0x%016llxu, 0x%016llxu},\n", name, (unsigned long long)hash[0], (unsigned long long)hash[1]);
  }
  return 0;
}

// ---------------------------------------------------------------- threads

enum { THREADS = 5, MANY = 20011 };

typedef struct share {
  pthread_t thread;
  const input2* input;
  const lgjk_results2* results;
  lgjk_warm* records;
  uint64_t first, count;
  int distance;
  int32_t code;
} share;

// In uneven ranges, so that blocks fall otherwise than in the whole.
static void* work(void* argument) {
  share* s = argument;
  const input2* in = s->input;
  for (uint64_t i = s->first, end = s->first + s->count, length = 1; i < end; i += length, length = length * 3 % 1777) {
    if (length > end - i) length = end - i;
    s->code |= (s->distance ? lgjk_distance2 : lgjk_overlap2)(&in->bodies, &in->bodies, &in->pairs, s->records, i,
                                                              length, s->results, NULL, NULL);
  }
  return NULL;
}

static void run_threads(const input2* input, int distance, lgjk_warm* records, const lgjk_results2* results) {
  share shares[THREADS];
  const uint64_t each = input->pairs.count / THREADS;
  for (uint32_t t = 0; t < THREADS; ++t) {
    share* s = &shares[t];
    *s = (share){.input = input, .results = results, .records = records, .distance = distance, .first = t * each};
    s->count = t + 1 < THREADS ? each : input->pairs.count - s->first;
    assert_int_equal(pthread_create(&s->thread, NULL, work, s), 0);
  }
  for (uint32_t t = 0; t < THREADS; ++t) {
    assert_int_equal(pthread_join(shares[t].thread, NULL), 0);
    assert_int_equal(shares[t].code, LGJK_OK);
  }
}

static void compare_threads(input2* input, int distance) {
  const size_t size = (size_t)input->pairs.count * sizeof(lgjk_warm);
  lgjk_warm *expected_records = calloc(1, size), *records = calloc(1, size);
  answers2 expected = answers2_open(input->pairs.count), answers = answers2_open(input->pairs.count);
  const lgjk_results2 whole = answers2_results(&expected), shared = answers2_results(&answers);
  for (uint32_t frame = 0; frame < 3; ++frame) {
    assert_int_equal(
        (distance ? lgjk_distance2 : lgjk_overlap2)(&input->bodies, &input->bodies, &input->pairs, expected_records, 0,
                                                    input->pairs.count, &whole, NULL, NULL),
        LGJK_OK);
    run_threads(input, distance, records, &shared);
    assert_int_equal(answers2_difference(&expected, &answers, 0, input->pairs.count), UINT64_MAX);
    assert_memory_equal(expected_records, records, size);
    inputs2_advance(input);
  }
  answers2_close(&expected);
  answers2_close(&answers);
  free(expected_records);
  free(records);
}

// The last inputs are scenes and mixtures: all classes of shapes.
static void threads_give_the_same_bits(void** state) {
  (void)state;
  for (uint32_t number = inputs2_count() - 5; number < inputs2_count(); ++number) {
    for (int distance = 0; distance < 2; ++distance) {
      input2 input;
      assert_int_equal(inputs2_open(&input, number, SEED, MANY), 0);
      compare_threads(&input, distance);
      inputs2_close(&input);
    }
  }
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "--print") == 0) return print_golden();
  static uint32_t isas[LGJK_ISA_COUNT];
  static char names[LGJK_ISA_COUNT][64];
  static struct CMUnitTest tests[LGJK_ISA_COUNT + 1] = {cmocka_unit_test(threads_give_the_same_bits)};
  uint32_t count = 1;
  const uint32_t listed = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  for (uint32_t i = 0; i < listed; ++i) {
    if (!lgjk_isa_supported(isas[i])) continue;
    snprintf(names[i], sizeof names[i], "%s: hashes_are_golden", lgjk_isa_name(isas[i]));
    tests[count++] = (struct CMUnitTest){.name = names[i], .test_func = hashes_are_golden, .initial_state = &isas[i]};
  }
  return _cmocka_run_group_tests("determinism2", tests, count, NULL, NULL);
}
