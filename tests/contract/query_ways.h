// Ways to query an input, and the comparison of the results of two of them, bit by bit. A difference fails the test
// with a message that says how to find it again.
#ifndef LGJK_TESTS_QUERY_WAYS_H
#define LGJK_TESTS_QUERY_WAYS_H

#include "query_pairs.h"
#include "inputs.h"

// One way to query; results of a batch must not depend on `isa` nor on `first` and `count`.
typedef struct query_way {
  query query;
  lgjk_options options;
} query_way;

static inline query_way way_of(query q, uint32_t isa) {
  return (query_way){.query = q, .options = options_of_isa(isa)};
}

static inline void run(const query_way* how, const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs,
                       lgjk_warm* warm, uint64_t first, uint64_t count, const lgjk_results* results) {
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = query_function[how->query](a, b, pairs, warm, first, count, results, &how->options, &error);
  if (code != LGJK_OK) fail_msg("%s", error.text);
}

// The whole batch into freshly patterned answers.
static inline void run_whole(const query_way* how, const inputN* input, lgjk_warm* warm, answersN* answers) {
  query_pairs(how->query, &input->bodies, &input->pairs, warm, &how->options, answers);
}

static inline void print_answer(const char* who, const answersN* answers, uint64_t i) {
  const float *a = answers->point_a + DIM * i, *b = answers->point_b + DIM * i;
  print_message("  %-7s status %u iterations %u distance %a\n", who, answers->status[i], answers->iterations[i],
                (double)answers->distance[i]);
  for (uint32_t k = 0; k < DIM; ++k) {
    print_message("    %c: a %a b %a normal %a\n", "xyz"[k], (double)a[k], (double)b[k],
                  (double)answers -> normal[DIM * i + k]);
  }
}

static inline void print_context(const query_way* how, const inputN* input, const char* what, uint64_t i) {
  print_message("  %s, %s, %s of %s, max_distance %g, iteration_limit %u, flags %u: pair %llu\n", input->name, what,
                query_name[how->query], lgjk_isa_name(how->options.isa), (double)how->options.max_distance,
                how->options.iteration_limit, how->options.flags, (unsigned long long)i);
}

static inline void expect_same_at(const query_way* how, const inputN* input, const char* what, const answersN* expected,
                                  uint64_t i, const answersN* answers, uint64_t k) {
  if (answersN_same_at(expected, i, answers, k)) return;
  print_context(how, input, what, i);
  print_answer("one", expected, i);
  print_answer("other", answers, k);
  fail_msg("results differ");
}

static inline void expect_same(const query_way* how, const inputN* input, const char* what, const answersN* expected,
                               const answersN* answers, uint64_t first, uint64_t count) {
  const uint64_t i = answersN_difference(expected, answers, first, count);
  if (i != UINT64_MAX) expect_same_at(how, input, what, expected, i, answers, i);
}

static inline void expect_same_records(const query_way* how, const inputN* input, const char* what,
                                       const lgjk_warm* expected, const lgjk_warm* records, uint64_t first,
                                       uint64_t count) {
  for (uint64_t i = first; i < first + count; ++i) {
    if (memcmp(&expected[i], &records[i], sizeof *records) == 0) continue;
    print_context(how, input, what, i);
    print_message("  one   %08x %08x %08x %08x\n  other %08x %08x %08x %08x\n", expected[i].word[0],
                  expected[i].word[1], expected[i].word[2], expected[i].word[3], records[i].word[0], records[i].word[1],
                  records[i].word[2], records[i].word[3]);
    fail_msg("records differ");
  }
}

// A list of the same pairs in another order: pair i is pair to[i] of it. a, b: room for its indices.
static inline lgjk_pairs permuted_pairs(const lgjk_pairs* pairs, const uint32_t* to, uint32_t* a, uint32_t* b) {
  lgjk_pairs list = *pairs;
  list.a = a;
  list.b = b;
  for (uint64_t i = 0; i < pairs->count; ++i) {
    a[to[i]] = pairs->a[i];
    b[to[i]] = pairs->b[i];
  }
  return list;
}

#endif
