// The gaps across the edges of each polygon, in the frame of A.
#include "sat.h"

#include "reference2_real.h"

typedef struct placed {
  real2 point[LGJK_MAX_POINTS];
  uint32_t count;
} placed;

static void place_both(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                       placed both[2]) {
  frame2 f = real2_frame(a, pose_a, b, pose_b);
  both[0].count = a->count;
  both[1].count = b->count;
  for (uint32_t i = 0; i < a->count; ++i) both[0].point[i] = real2_point(a, i);
  for (uint32_t i = 0; i < b->count; ++i) both[1].point[i] = real2_place(&f, real2_point(b, i));
}

// How far q is beyond the edge from point i of p on, at least, times the length of the normal.
static double gap_across(const placed* p, uint32_t i, const placed* q, real2* normal) {
  real2 from = p->point[i];
  *normal = real2_outwards(real2_sub(p->point[i + 1 < p->count ? i + 1 : 0], from));
  double least = real2_dot(*normal, q->point[0]);
  for (uint32_t k = 1; k < q->count; ++k) {
    double height = real2_dot(*normal, q->point[k]);
    least = height < least ? height : least;
  }
  return least - real2_dot(*normal, from);
}

static double touch_of(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4]) {
  double bounds = (double)a->bound + (double)b->bound;
  return (double)REF2_TOUCH * (bounds + real2_length(real2_offset(pose_a, pose_b)));
}

bool ref2_sat_fits(const ref2_shape* shape) { return shape->count > 2 && shape->radius == 0.0f; }

bool ref2_sat_overlap(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4]) {
  placed both[2];
  double touch = touch_of(a, pose_a, b, pose_b);
  place_both(a, pose_a, b, pose_b, both);
  for (int side = 0; side < 2; ++side) {
    for (uint32_t i = 0; i < both[side].count; ++i) {
      real2 n;
      double gap = gap_across(&both[side], i, &both[1 - side], &n);
      if (gap > 0.0 && gap * gap > touch * touch * real2_dot(n, n)) return false;
    }
  }
  return true;
}

float ref2_sat_contact(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                       float normal[2]) {
  placed both[2];
  double greatest = -INFINITY;
  real2 best = {1.0, 0.0};
  place_both(a, pose_a, b, pose_b, both);
  for (int side = 0; side < 2; ++side) {
    for (uint32_t i = 0; i < both[side].count; ++i) {
      real2 n;
      double gap = gap_across(&both[side], i, &both[1 - side], &n), length = real2_length(n);
      if (!(gap > greatest * length)) continue;
      greatest = gap / length;
      best = real2_mul((side == 0 ? 1.0 : -1.0) / length, n);
    }
  }
  if (greatest > 0.0 && greatest <= touch_of(a, pose_a, b, pose_b)) greatest = 0.0;
  best = real2_turn(real2_rotation(pose_a), best);
  if (normal) {
    normal[0] = (float)best.x;
    normal[1] = (float)best.y;
  }
  return (float)greatest;
}
