// Answers of the dimension DIM held against the oracle.
#ifndef LGJK_TESTS_TRUTH_H
#define LGJK_TESTS_TRUTH_H

#include <stdbool.h>

#include "answers.h"
#include "oracle.h"

// What is true of one pair.
typedef struct truth {
  oracleN_body a, b;
  oracleN_bounds bounds;
} truth;

static inline oracleN_body truth_body(const oracleN_table* table, const lgjk_bodiesN* bodies, uint32_t index) {
#if DIM == 2
  return oracle2_read(table, bodies, index);
#else
  return oracle3_place(table, bodies->shape[index], bodies->pose + (size_t)POSE_FLOATS * index,
                       bodies->radius != NULL ? bodies->radius + index : NULL);
#endif
}

// Of pair i of tightly packed views.
static inline truth truth_of(const oracleN_table* table, const lgjk_bodiesN* bodies, const lgjk_pairs* pairs,
                             uint64_t i) {
  truth t = {.a = truth_body(table, bodies, pairs->a[i]), .b = truth_body(table, bodies, pairs->b[i])};
  t.bounds = oracleN_signed_distance(&t.a, &t.b);
  return t;
}

static inline oracleN_judgement truth_judge(const truth* t, const answersN* answers, uint64_t i) {
  return oracleN_judge(&t->a, &t->b, &t->bounds, answers->status[i], answers->distance[i], answers->point_a + DIM * i,
                       answers->point_b + DIM * i);
}

// The worst of both, of each error.
static inline void truth_raise(oracleN_judgement* most, const oracleN_judgement* j) {
  most->distance = fmaxl(most->distance, j->distance);
  most->witness = fmaxl(most->witness, j->witness);
  most->gap = fmaxl(most->gap, j->gap);
}

// Whether answer i keeps the contract.
static inline bool truth_is_kept(const truth* t, const answersN* answers, uint64_t i) {
  const oracleN_judgement j = truth_judge(t, answers, i);
  return j.distance <= 1 && j.witness <= 1 && j.gap <= 1 && !j.misclassified && !j.contradiction;
}

static inline bool truth_is_curved(const truth* t) { return t->a.count == 0 || t->b.count == 0; }

// The middle of the bounds of the signed distance.
static inline double truth_gap(const truth* t) {
  const oracleN_bounds bounds = oracleN_signed_distance(&t->a, &t->b);
  return (double)(bounds.lower + bounds.upper) / 2;
}

// A radius about the local origin that the shape's definition bounds.
static inline double truth_reach(const oracleN_body* body) {
  double most = 0;
  if (body->count == 0) { // a curved core
    for (int k = 0; k < DIM * DIM; ++k) most += (double)body->matrix[k] * (double)body->matrix[k];
    return sqrt(2 * most) + (double)body->radius;
  }
  for (uint32_t i = 0; i < body->count; ++i) {
    double square = 0;
    for (uint32_t k = 0; k < DIM; ++k) square += pow((double)body->vertices[DIM * i + k], 2);
    most = fmax(most, square);
  }
  return sqrt(most) + (double)body->radius;
}

#endif
