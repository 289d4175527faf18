// What the tests of the oracles check alike in 2D and 3D: bounds, wrong answers for the judge, half units in the last
// place. DIM is 2 or 3.
#ifndef LGJK_TESTS_ORACLE_CHECKS_H
#define LGJK_TESTS_ORACLE_CHECKS_H

#include "test.h"
#include "dim_names.h"
#include "oracle.h"

static const long double TINY = 1e-16L; // what long double leaves of a scale, with room

static inline void assert_bounds(oracle_bounds bounds, long double expected, long double tolerance) {
  assert_true(bounds.lower <= bounds.upper);
  assert_true(fabsl(bounds.lower - expected) <= tolerance);
  assert_true(fabsl(bounds.upper - expected) <= tolerance);
}

// Of a pair that is `gap` apart, at p on A and q on B; off is near p, but outside of A.
static inline void check_judge(const oracleN_body* a, const oracleN_body* b, float gap, const float* p, const float* q,
                               const float* off) {
  const oracle_bounds truth = oracleN_signed_distance(a, b);
  oracle_judgement j = oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, gap, p, q);
  assert_true(j.distance < 0.1L && j.witness < 0.1L && j.gap < 0.1L && !j.misclassified && !j.contradiction);
  for (float wrong = -4e-5f; wrong < 1e-4f; wrong += 8e-5f) {
    j = oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, gap + wrong, p, q);
    assert_true(j.distance > 1 && j.gap > 1);
  }
  j = oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, gap, off, q);
  assert_true(j.distance < 0.1L && j.witness > 1);
  if (DIM == 3) assert_true(j.gap > 1);
  j = oracleN_judge(a, b, &truth, LGJK_STATUS_OVERLAPPING, 0, p, p);
  assert_true(j.distance > 1 && j.witness > 1 && j.misclassified && !j.contradiction);
  assert_true(oracleN_judge(a, b, &truth, LGJK_STATUS_OVERLAPPING, gap, p, q).contradiction);
  assert_true(oracleN_judge(a, b, &truth, LGJK_STATUS_OVERLAPPING, 0, p, q).contradiction);
  assert_true(oracleN_judge(a, b, &truth, LGJK_STATUS_SEPARATED, NAN, p, q).contradiction);
}

#endif
