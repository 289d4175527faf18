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
  CROWD,         // A0: bodies of 0.2 to 0.3 m, 1.5 per square metre
  STRAY7,        // A7: the same, and one of them is at 1e7 m
  STRAY9,        // A9: at 1e9 m
  STRAY18,       // A18: at 1e18 m
  SIZES4,        // D4: radii from 0.1 m on, 1:4 log-uniform, 3 pairs per body
  SIZES30,       // D30: 1:30
  SIZES1000,     // D1000: 1:1000
  FEW_BIG,       // B10: the crowd, where one body in 100 has a radius of 10 m
  TOWNS6,        // G6: two halves of a crowd, 1e6 m apart
  TOWNS9,        // G9: the same, 1e9 m apart; the second is 1,000 times as large in all lengths
  ONE_SPOT,      // H1: all bodies meet
  WALLS10,       // W10: one body in 10 is a wall of 10 m, in 10 square metres per body
  WALLS100,      // W100: of 100 m
  VIEWS2,        // R2: half of the bodies are circles of 2 m in one view, half are points in another
  VIEWS5,        // R5: circles of 5 m
  BOXES,         // F1: 3D, turned boxes of half extents 0.2 to 0.5 m, 1 per cubic metre
  BALLS,         // F2: balls of these sizes
  BOXES30,       // F3: turned boxes of sizes 1:30, 1 per 17 cubic metres
  BOXES_FLAT,    // F4: those of F1 in a layer of 1.5 m
  MOVING_KINDS
} moving_kind;

// One row for each kind.
typedef struct moving_about {
  const char* name;
  int dim;
  uint32_t least, most; // bodies
  float margin;
  uint32_t walls; // one body in so many; 0: none
} moving_about;

extern const moving_about moving_kinds[MOVING_KINDS];

#define MOVING_TICK (1.0f / 60.0f)

typedef struct moving {
  moving_kind kind;
  int dim;
  float margin;
  uint32_t count;
  uint32_t movers;  // the bodies from here on are walls
  uint32_t second;  // where the second view begins, which alone the first one meets; 0: there is one view
  uint32_t floats;  // of a pose
  float half;       // of the world's width
  bool bounded;     // bodies turn round at the border
  float* pose;      // as the library has it
  float* radius;    // rounding radius
  float* velocity;  // `dim` numbers for each body
  float (*box)[3];  // half extents of turned boxes in 3D; NULL: there are balls alone
  uint32_t* shape;  // 0: a point; else a wall. Of turned boxes each has its own
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

// What makes bodies, beside moving.c.
double moving_draw(moving* m);                   // 0..1
void moving_send_off(moving* m, uint32_t body);  // in a random direction, as fast as people walk
void moving_make_wall(moving* m, uint32_t body); // where it is, turned at random
void worlds_make_bodies(moving* m);              // kinds from CROWD on

// Brings `bytes` bytes of each body into the order; `work` holds as many.
void moving_permute(void* array, const uint32_t* order, uint32_t count, size_t bytes, void* work);

// Half extents of the box that a wall has in its own axes.
void moving_wall(const moving* m, uint32_t body, float half[2]);

static inline const float* moving_place(const moving* m, uint32_t body) { return m->pose + (uint64_t)m->floats * body; }
static inline bool moving_is_first(const moving* m, uint32_t body) { return m->second == 0 || body < m->second; }
static inline bool moving_is_wall(const moving* m, uint32_t body) { return body >= m->movers; }

// Writes the box of a body in the world's axes, widened by half of the margin.
static inline void moving_box(const moving* m, uint32_t body, float low[3], float high[3]) {
  const float* at = moving_place(m, body);
  for (int k = 0; k < m->dim; ++k) {
    const float wide = m->extent[k][body] + m->margin * 0.5f;
    low[k] = at[k] - wide;
    high[k] = at[k] + wide;
  }
}

#ifdef __cplusplus
}
#endif

#endif
