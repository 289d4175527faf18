// Random numbers and the beginnings of shapes for the test families: everything in double with + - * / only.
#include "families_maker.h"

#include <string.h>

// splitmix64
uint64_t makerN_next(makerN* m) {
  uint64_t z = m->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double makerN_uniform(makerN* m, double low, double high) {
  return low + (high - low) * ((double)(makerN_next(m) >> 11) * 0x1p-53);
}

uint32_t makerN_below(makerN* m, uint32_t count) { return (uint32_t)((makerN_next(m) >> 32) * count >> 32); }

bool makerN_chance(makerN* m, double probability) { return makerN_uniform(m, 0, 1) < probability; }

double makerN_small(makerN* m, uint32_t low, uint32_t high) {
  double value = makerN_uniform(m, 0.1, 1);
  for (uint32_t i = low + makerN_below(m, high - low); i > 0; --i) value *= 0.1;
  return makerN_chance(m, 0.5) ? value : -value;
}

void makerN_clear(planN* p) {
  lgjk_shapeN_def_init(&p->def);
  p->def.kind = LGJK_SHAPEN_POINTS;
  p->def.points = p->points;
  p->def.point_count = 0;
  p->radius = 0;
}

void makerN_rounding(planN* p, double radius) {
  p->def.radius = (float)radius;
  p->radius = (float)radius;
}

void makerN_shuffle(makerN* m, planN* p) {
  for (uint32_t i = p->def.point_count; i > 1; --i) {
    float kept[DIM], *from = p->points + DIM * makerN_below(m, i), *to = p->points + DIM * (i - 1);
    memcpy(kept, from, sizeof kept);
    memmove(from, to, sizeof kept);
    memcpy(to, kept, sizeof kept);
  }
}

void makerN_copy(planN* to, const planN* from) {
  *to = *from;
  if (from->def.points != NULL) to->def.points = to->points;
}

double makerN_gap(makerN* m, double size) {
  return size * (makerN_chance(m, 0.5) ? makerN_small(m, 2, 7) : makerN_uniform(m, DIM == 2 ? -1 : -0.7, 1));
}

void makerN_random_position(makerN* m, planN* p, double range) {
  for (int k = 0; k < DIM; ++k) p->pose[k] = (float)makerN_uniform(m, -range, range);
}

void makerN_carry_away(makerN* m) {
  for (int k = 0; k < DIM; ++k) {
    const float offset = makerN_chance(m, 0.5) ? 1e4f : -1e4f;
    m->a.pose[k] += offset;
    m->b.pose[k] += offset;
  }
}
