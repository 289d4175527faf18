// Scenes of many bodies that all move from tick to tick, for what finds pairs that may meet. The same bodies go to
// every contender.
#ifndef LGJK_BENCH_FIND_MOVING_H
#define LGJK_BENCH_FIND_MOVING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"
#include "lanegjk/lanegjk3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum moving_kind {
  WALKERS,       // P1: 2 per square metre
  WALLED,        // P2: the same, and one body in 100 is a wall 200 radii long that stays where it is
  HEAP,          // P3: 40 per square metre
  CLUSTERS,      // P4: of 1,000, in a world of 100 km
  SWARM,         // P5: 3D, 2 per cubic metre
  SWARM_OF_HUGE, // P6: the same with 8 bodies of a quarter of the world's width
  MOVING_KINDS
} moving_kind;

// One row for each kind.
typedef struct moving_about {
  const char* name;
  int dim;
  uint32_t most; // bodies
} moving_about;

extern const moving_about moving_kinds[MOVING_KINDS];

#define MOVING_MARGIN 0.1f
#define MOVING_TICK (1.0f / 60.0f)

typedef struct moving {
  moving_kind kind;
  int dim;
  uint32_t count;
  uint32_t movers;  // the bodies from here on are walls
  uint32_t floats;  // of a pose
  float half;       // of the world's width
  bool bounded;     // bodies turn round at the border
  float* pose;      // as the library has it
  float* radius;    // rounding radius
  float* velocity;  // `dim` numbers for each body
  uint32_t* shape;  // 0: a point; else a wall
  float* extent[3]; // half of the width of the box around a body, in the world's axes
  lgjk_shapes2* shapes2;
  lgjk_shapes3* shapes3;
  uint64_t random;
} moving;

// Makes a scene; `z_order`: bodies stand along the curve of lgjk_order2, else at random.
void moving_open(moving* m, moving_kind kind, uint32_t count, bool z_order);
// Moves all bodies but walls by one tick.
void moving_step(moving* m);

// Views of the bodies from `first` on.
lgjk_bodies2 moving_view2(const moving* m, uint32_t first, uint32_t count);
lgjk_bodies3 moving_view3(const moving* m, uint32_t first, uint32_t count);

// Brings `bytes` bytes of each body into the order; `work` holds as many.
void moving_permute(void* array, const uint32_t* order, uint32_t count, size_t bytes, void* work);

// Half extents of the box that a wall has in its own axes.
void moving_wall(const moving* m, uint32_t body, float half[2]);

static inline const float* moving_place(const moving* m, uint32_t body) { return m->pose + (uint64_t)m->floats * body; }
static inline bool moving_is_wall(const moving* m, uint32_t body) { return body >= m->movers; }

// Writes the box of a body in the world's axes, widened by half of the margin.
static inline void moving_box(const moving* m, uint32_t body, float low[3], float high[3]) {
  const float* at = moving_place(m, body);
  for (int k = 0; k < m->dim; ++k) {
    const float wide = m->extent[k][body] + MOVING_MARGIN * 0.5f;
    low[k] = at[k] - wide;
    high[k] = at[k] + wide;
  }
}

#ifdef __cplusplus
}
#endif

#endif
