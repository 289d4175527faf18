// The families of hard pairs that both dimensions have: one short function each. Two draws never stand in one list of
// arguments: compilers evaluate those in orders of their own.
#include <string.h>

#if DIM == 2
#include "families2_pairs.h"
#define vecN point2
#else
#include "families3_pairs.h"
#define vecN vec3
#endif
#define makerN_any MAKER_NAME(_any)
#define makerN_turn MAKER_NAME(_turn)
#define makerN_turn_both MAKER_NAME(_turn_both)
#define makerN_pose_at_gap MAKER_NAME(_pose_at_gap)
#define makerN_direction MAKER_NAME(_direction)
#define makerN_place MAKER_NAME(_place)

void makerN_turn_both(makerN* m) {
  makerN_random_position(m, &m->a, 0.1);
  makerN_turn(m, &m->a);
  makerN_turn(m, &m->b);
}

static void any_two(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_any(m, &m->b, 1);
}

void familyN(general)(makerN* m) {
  any_two(m);
  makerN_pose_at_gap(m, 20, makerN_uniform(m, -1.5, 1.5));
}

void familyN(far_apart)(makerN* m) {
  any_two(m);
  makerN_pose_at_gap(m, 10, 100 * makerN_uniform(m, 0.1, 100));
}

void familyN(deep)(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_any(m, &m->b, makerN_uniform(m, 0.3, 3));
  makerN_turn_both(m);
  makerN_random_position(m, &m->b, DIM == 2 ? 0.4 : 0.3);
}

void familyN(offset_1e4)(makerN* m) {
  any_two(m);
  makerN_pose_at_gap(m, 1, makerN_gap(m, 1));
  makerN_carry_away(m);
}

void familyN(concentric)(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_any(m, &m->b, makerN_chance(m, 0.5) ? 1 : 0.1);
  makerN_turn_both(m);
  memcpy(m->b.pose, m->a.pose, DIM * sizeof(float));
}

void familyN(identical)(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_copy(&m->b, &m->a);
  makerN_turn_both(m);
  const float sign = makerN_chance(m, DIM == 2 ? 0.3 : 0.5) ? -1 : 1; // q and -q are one rotation of space
  memcpy(m->b.pose, m->a.pose, sizeof m->a.pose);
  for (int k = DIM; k < POSE_FLOATS; ++k) m->b.pose[k] *= sign;
  if (makerN_chance(m, 0.5)) {
    const vecN u = makerN_direction(m);
    makerN_place(m, u, makerN_small(m, 0, 7), 0);
  }
}
