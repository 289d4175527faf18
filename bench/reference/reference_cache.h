// What a pair of the reference remembers, in both dimensions.
#ifndef LGJK_REFERENCE_CACHE_H
#define LGJK_REFERENCE_CACHE_H

#include <stdint.h>

// The last simplex and search direction, in the frame of A. Zero means cold; any bytes are safe. In `dim` dimensions a
// simplex of dim + 1 vertices held the origin.
#define REF_CACHE_OF(dim)                                                \
  typedef struct ref##dim##_cache {                                      \
    float direction[dim];                                                \
    uint8_t count;            /* vertices of the simplex */              \
    uint8_t index_a[dim + 1]; /* the points of A and B they came from */ \
    uint8_t index_b[dim + 1];                                            \
    uint8_t unused[dim == 2 ? 1 : 3];                                    \
  } ref##dim##_cache;

#endif
