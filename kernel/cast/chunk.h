// Reads pairs that are cast, a chunk at a time, and finds when their circles (balls in 3D) meet.
#ifndef LGJK_CAST_CHUNK_H
#define LGJK_CAST_CHUNK_H

#include <string.h>

#include "cast/run.h"
#include "cast/turn.h"

#define cast_read_chunkN LANE_CAT(lgjk_cast_read_chunk, DIM)

#define CHUNK 64u

// A pair touches from a distance of so many bands on, at a scale of twice its reach. A contact is off by one more.
#define CAST_TOUCH_BANDS 5.0

// A band, of the scale.
#define CAST_BAND_FLAT 4e-7
#define CAST_BAND_CURVED 2e-6

// The gap up to which a pair touches that is cast in double: of the smaller radius, and of the reach, which bears the
// rounding of double. Smooth surfaces meet in planes whose digits come one by one.
#define CAST_NEAR_SMALL 1e-8
#define CAST_NEAR_FLAT 1e-13
#define CAST_NEAR_CURVED 1e-10

// A pair whose reach is more than so many radii of the smaller body is cast in double.
#define LOCAL 4.0

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
  double tolerance[CHUNK]; // the gap up to which a pair touches that is cast in double
  double fine[CHUNK];      // the same where bodies turn and one is far larger; else 0: contacts find the touch
  double most[CHUNK], from[CHUNK], to[CHUNK], spin[CHUNK];
  uint8_t good[CHUNK], meets[CHUNK];
  uint8_t exact[CHUNK]; // cast in double (cast/exact.h)
  cast_body a[CHUNK], b[CHUNK];
} cast_chunk;

// Reads `count` of the pairs that are left, from the place `at` on.
void cast_read_chunkN(const cast_job* job, const cast_left* left, uint32_t at, uint32_t count, cast_chunk* out);

#endif
