// What the checks of a row share.
#ifndef LGJK_TESTS_ATTEMPT_CHECKS_H
#define LGJK_TESTS_ATTEMPT_CHECKS_H

#include "attempt.h"

// A row's pairs, one lane's cold answers to a query, and room for others.
typedef struct fixture {
  const sample* s;
  attempt_query query_kind;
  lgjk_options options;
  answersN expected, found, limited, with_margin;
  answersN contact; // of the query before
  answersN second;  // of one lane, from the records that the first call left
  lgjk_warm *records, *before, *left, *left_again;
  uint8_t* verdict; // of the row's first query
  double* band;
  float* apart;  // signed distances
  float maximum; // a sixth of the pairs that are apart are at most so far, and one is exactly as far
} fixture;

static inline bool keeps_records(const fixture* f) { return f->s->row->keeps >> f->query_kind & 1; }

// Fails the test, and reports what was expected and found of pair i.
void fail_at(const fixture* f, const char* what, uint64_t i);
// Queries all pairs, into a pattern.
void call_all(const fixture* f, lgjk_warm* warm, const answersN* answers);
void expect_found(const fixture* f, const char* what, const answersN* expected);
void check_records(fixture* f);

#endif
