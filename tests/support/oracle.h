// What the oracles of 2D and 3D declare alike: bounds, judgements, and the functions that give them.
#ifndef LGJK_TESTS_ORACLE_H
#define LGJK_TESTS_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"

// lower <= signed distance <= upper.
typedef struct oracle_bounds {
  long double lower, upper;
  bool overlap; // the exact verdict for polygons and polyhedra; where a core is curved lower + upper <= 0
} oracle_bounds;

// A query's answer in units of the band; the contract is kept where all errors are <= 1 and nothing is wrong.
typedef struct oracle_judgement {
  long double distance; // |distance - truth|; in 3D the least that the bounds of the truth leave
  long double witness;  // the worse of the two points' way out of its shape, less half a unit in the last place
  long double gap;      // half of | |a - b| - distance |, less half a unit in the last place of both
  bool misclassified;   // the verdict is wrong outside of the band
  bool contradiction;   // distance 0 and the status disagree, or an overlapping pair's points differ
} oracle_judgement;

// For a dimension whose oracle<N>_body is declared:
// table: the vertices of all shapes of a set, read back once with lgjk_shapes<N>_get. read: body `index` of a view
//   whose shapes the table was made from; points into the table.
// outside: how far a world point is outside of a shape, rounding included; negative inside.
// scale, band: of a pair, as lanegjk.h and lanegjk3.h define them.
// epsilon: what one rounding of a long double costs here: 2^-64, or 2^-53 where an emulator (valgrind) makes it a
//   double. half_ulp: how far rounding to float may move a world point: half a unit in the last place along each axis.
// judge: of an answer whose status is separated, overlapping or limit; truth is the pair's signed distance.
// misclassified: whether a status is a wrong verdict for this truth.
#define ORACLE_OF(N)                                                                                                   \
  typedef oracle_bounds oracle##N##_bounds;                                                                            \
  typedef oracle_judgement oracle##N##_judgement;                                                                      \
  typedef struct oracle##N##_table oracle##N##_table;                                                                  \
  oracle##N##_table* oracle##N##_table_create(const lgjk_shapes##N* shapes);                                           \
  void oracle##N##_table_destroy(oracle##N##_table* table);                                                            \
  oracle##N##_body oracle##N##_read(const oracle##N##_table* table, const lgjk_bodies##N* bodies, uint32_t index);     \
  oracle_bounds oracle##N##_signed_distance(const oracle##N##_body* a, const oracle##N##_body* b);                     \
  oracle_bounds oracle##N##_exact(const oracle##N##_body* a, const oracle##N##_body* b);                               \
  long double oracle##N##_outside(const oracle##N##_body* body, const float* point);                                   \
  long double oracle##N##_scale(const oracle##N##_body* a, const oracle##N##_body* b);                                 \
  long double oracle##N##_band(const oracle##N##_body* a, const oracle##N##_body* b);                                  \
  long double oracle##N##_epsilon(void);                                                                               \
  long double oracle##N##_half_ulp(const float* point);                                                                \
  oracle_judgement oracle##N##_judge(const oracle##N##_body* a, const oracle##N##_body* b, const oracle_bounds* truth, \
                                     uint8_t status, float distance, const float* point_a, const float* point_b);      \
  bool oracle##N##_misclassified(const oracle_bounds* truth, long double band, uint8_t status);

#endif
