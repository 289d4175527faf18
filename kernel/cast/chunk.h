// Reads pairs that are cast, a chunk at a time, and finds when their circles (balls in 3D) meet.
#ifndef LGJK_CAST_CHUNK_H
#define LGJK_CAST_CHUNK_H

#include <string.h>

#include "cast/run.h"
#include "cast/turn.h"

#define cast_read_chunkN LANE_CAT(lgjk_cast_read_chunk, DIM)

#define CHUNK 64u

enum { POSE = DIM + TURN };

// One body of a pair.
typedef struct cast_body {
  float pose[POSE];
  uint32_t shape;
  float radius;
} cast_body;

// New pairs, which begin at the fraction `from` and have passed at `to`. One that is not good is bad.
typedef struct cast_chunk {
  uint32_t count;
  uint64_t pair[CHUNK];
  double start[DIM][CHUNK], way[DIM][CHUNK], reach[CHUNK], scale[CHUNK];
  double most[CHUNK], from[CHUNK], to[CHUNK], spin[CHUNK];
  uint8_t good[CHUNK], meets[CHUNK];
  cast_body a[CHUNK], b[CHUNK];
} cast_chunk;

// Adds the way of body i of a side, times a sign.
static inline void cast_add_way(const cast_job* job, const lgjk_side* side, const char* ways, size_t stride, uint32_t i,
                                double sign, double out[DIM]) {
  float way[DIM], from[DIM] = {0};
  if (ways == NULL) return;
  memcpy(way, ways + stride * i, sizeof way);
  if (job->ends) memcpy(from, side->pose + side->pose_stride * i, sizeof from);
  for (int k = 0; k < DIM; ++k) out[k] += sign * ((double)way[k] - (double)from[k]);
}

// Reads `count` of the pairs that are left, from the place `at` on.
void cast_read_chunkN(const cast_job* job, const cast_left* left, uint32_t at, uint32_t count, cast_chunk* out);

#endif
