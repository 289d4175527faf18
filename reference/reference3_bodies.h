// One pair of bodies, as the queries and the batches of the reference hand it on. Only the reference includes this
// file.
#ifndef LGJK_REFERENCE3_BODIES_H
#define LGJK_REFERENCE3_BODIES_H

#include "reference3.h"

typedef struct ref3_body {
  const ref3_shape* shape;
  const float* pose;
  float radius; // in place of the shape's own
} ref3_body;

typedef struct ref3_answer {
  float distance;      // of a contact signed
  float normal[3];     // of a contact: unit, from A to B
  float point[2][3];   // on A and on B
  uint32_t iterations; // REF3_ITERATION_LIMIT + 1, of a contact REF3_CONTACT_LIMIT + 1, where a limit ended the search
} ref3_answer;

// All return LGJK_STATUS_*: bad where the pair's scale is outside the domain; then nothing else is said.
uint8_t ref3_overlap_bodies(const ref3_body* a, const ref3_body* b, ref3_cache* cache, uint32_t* iterations);
uint8_t ref3_distance_bodies(const ref3_body* a, const ref3_body* b, ref3_cache* cache, ref3_answer* answer);
uint8_t ref3_contact_bodies(const ref3_body* a, const ref3_body* b, ref3_cache* cache, ref3_answer* answer);

#endif
