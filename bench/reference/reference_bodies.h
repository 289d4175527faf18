// One pair of bodies, as the queries and the batches of the reference hand it on: refN_body stands for ref2_body and
// ref3_body, and so on. Only the reference includes this file.
#ifndef LGJK_REFERENCE_BODIES_H
#define LGJK_REFERENCE_BODIES_H

#include "reference.h"
#if DIM == 2
#include "reference2_real.h"
#endif

#define refN_body DIM_NAME(ref, DIM, _body)
#define refN_answer DIM_NAME(ref, DIM, _answer)
#define refN_overlap_bodies DIM_NAME(ref, DIM, _overlap_bodies)
#define refN_distance_bodies DIM_NAME(ref, DIM, _distance_bodies)
#define refN_contact_bodies DIM_NAME(ref, DIM, _contact_bodies)

typedef struct refN_body {
  const refN_shape* shape;
  const float* pose;
  float radius; // in place of the shape's own
} refN_body;

typedef struct refN_answer {
  float distance;      // of a contact signed
  float normal[DIM];   // of a contact: unit, from A to B
  float point[2][DIM]; // on A and on B
  uint32_t iterations; // REFN_ITERATION_LIMIT + 1, of a contact REFN_CONTACT_LIMIT + 1, where a limit ended the search
} refN_answer;

// All return LGJK_STATUS_*: bad where the pair's scale is outside the domain; then nothing else is said. A manifold
// that is not NULL comes as zeros. In 2D they are inlined (reference2_answers.h).
#if DIM == 3
uint8_t refN_overlap_bodies(const refN_body* a, const refN_body* b, refN_cache* cache, uint32_t* iterations);
uint8_t refN_distance_bodies(const refN_body* a, const refN_body* b, refN_cache* cache, refN_answer* answer);
uint8_t refN_contact_bodies(const refN_body* a, const refN_body* b, refN_cache* cache, refN_answer* answer,
                            lgjk_manifoldN* manifold);

// The manifold of a contact that is not bad: one face clipped by the other. A second opinion for tests, and for boxes
// and small hulls a fair baseline; of large hulls it is not, as their faces are searched for again in each pair. No
// points where the shapes are apart by more than REF3_TOUCH, and no point of a larger separation. Ids number the
// corners of the face that is common to both.
void ref3_manifold(const ref3_body* a, const ref3_body* b, const ref3_answer* contact, lgjk_manifold3* out);
#else
// A contact in world axes and coordinates.
typedef struct touch2 {
  double distance;
  real2 normal, point_a, point_b;
  uint32_t iterations;
} touch2;

// The manifold of a contact: one edge clipped by the other. No points where the shapes are apart by more than `slack`,
// which is what counts as touching, and no point of a larger separation. An id is made of the vertices where edges
// begin and of the end of the common stretch that the point is.
void ref2_manifold(const ref2_body* a, const ref2_body* b, const touch2* touch, double slack, lgjk_manifold2* out);
#endif

#endif
