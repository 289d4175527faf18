// Piles at rest as text: what scenes2_pile.c and scenes3_pile.c read, and settle.c writes. A pose is a row of numbers
// of 24 bits, four characters each of the alphabet of base 64 (RFC 4648).
#ifndef LGJK_BENCH_PILE_H
#define LGJK_BENCH_PILE_H

#include <stdint.h>

#include "scenes2.h"
#include "scenes3.h"

#define PILE_BODIES 256u // that move, besides walls
#define PILE_SEED 1u     // of their shapes, whatever the seed of the scene
#define PILE_LIMIT2 64.0 // positions are within it
#define PILE_LIMIT3 16.0
#define PILE_TURN_LIMIT 1.0
#define PILE_STEP 0x1p-23 // of the limit
// At rest: by how much bodies are off their place in a frame, at most, in metres and radians.
#define PILE_TREMOR 1e-4
#define PILE_MARGIN 0.02 // candidate pairs have bounding boxes no farther apart

static inline uint32_t pile_digit(char c) {
  if (c >= 'a') return (uint32_t)(c - 'a') + 26u;
  if (c >= 'A') return (uint32_t)(c - 'A');
  if (c >= '0') return (uint32_t)(c - '0') + 52u;
  return c == '+' ? 62u : 63u;
}

static inline double pile_read(const char* text, double limit) {
  uint32_t bits = 0;
  for (int i = 0; i < 4; i++) bits = bits << 6 | pile_digit(text[i]);
  return limit * ((double)bits * PILE_STEP - 1.0);
}

// A body of one pile, in the frame of its pit, whose walls come first and do not move.
uint32_t scene2_pile_walls(void);
uint32_t scene2_pile_bodies(void);
void scene2_pile_body(uint32_t index, uint32_t* shape, double pose[4]);
uint32_t scene3_pile_walls(void);
uint32_t scene3_pile_bodies(void);
void scene3_pile_body(uint32_t scene, uint32_t index, uint32_t* shape, double pose[7]); // scene: 9 or 10
// Returns the number of pairs of one pile; writes them where `pairs` is not NULL.
uint32_t scene2_pile_pairs(const scene2* scene, uint32_t (*pairs)[2]);
uint32_t scene3_pile_pairs(const scene3* scene, uint32_t (*pairs)[2]);

#endif
