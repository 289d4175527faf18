// Reads the faces of a hull, as its shape set keeps them.
#ifndef LGJK_SINGLE_FACES3_H
#define LGJK_SINGLE_FACES3_H

#include <stdbool.h>

#include "single/solid.h"

typedef struct lgjk_faces3 {
  const lgjk_shape3* shape;
  const float* first; // coordinate k of vertex i is first[3 * i + k]
  uint32_t count;     // faces
  const lgjk_face3* faces;
  const uint8_t* loops;
} lgjk_faces3;

// Precondition: the core is a HULL or LARGE.
static inline lgjk_faces3 lgjk_faces3_of(const lgjk_solid3* solid) {
  const lgjk_shape3* shape = solid->shape;
  return (lgjk_faces3){shape, solid->pool + shape->pool, shape->face_count, lgjk_shape3_faces(shape, solid->pool),
                       lgjk_shape3_loops(shape, solid->pool)};
}

static inline void lgjk_faces3_vertex(const lgjk_faces3* f, uint32_t i, double p[3]) {
  for (uint32_t k = 0; k < 3; ++k) p[k] = (double)f->first[3 * i + k];
}

static inline void lgjk_faces3_normal(const lgjk_faces3* f, uint32_t face, double normal[3]) {
  for (uint32_t k = 0; k < 3; ++k) normal[k] = (double)f->faces[face].normal[k];
}

// A face together with those around it that rounding of the vertices has split off.
typedef struct lgjk_patch3 {
  uint32_t number; // the lowest of these faces
  uint32_t count;
  uint8_t loop[LGJK_MAX_POINTS];
} lgjk_patch3;

void lgjk_faces3_patch(const lgjk_faces3* f, uint32_t face, lgjk_patch3* out);

#endif
