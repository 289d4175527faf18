// Places cores in the plane, and finds their supports.
#include "base/fpcontrol.h"
#include "single/ring2.h"

void lgjk_solid2_place(lgjk_solid2* solid, const lgjk_shape2* shape, const float* pool, const float* pose,
                       const float* origin) {
  const double c = (double)pose[2], s = (double)pose[3];
  const double inverse = 1.0 / lgjk_sqrt(c * c + s * s);
  *solid = (lgjk_solid2){.shape = shape, .pool = pool};
  solid->turn[0] = solid->turn[3] = c * inverse;
  solid->turn[1] = -(s * inverse);
  solid->turn[2] = s * inverse;
  for (int k = 0; k < 2; ++k) solid->position[k] = (double)pose[k] - (double)origin[k];
}

// Returns the point of the ellipse M(unit disc) farthest along d: M u / |u| with u = transpose(M) d. First d is brought
// to size 1, so that u.u neither overflows nor underflows.
static lgjk_vec2 farthest_of_ellipse(const float* m, lgjk_vec2 d) {
  const double x = d.x < 0 ? -d.x : d.x, y = d.y < 0 ? -d.y : d.y, size = x > y ? x : y;
  const double xx = (double)m[0], xy = (double)m[1], yx = (double)m[2], yy = (double)m[3];
  d = lgjk_scale2(d, 1.0 / size);
  lgjk_vec2 u = {xx * d.x + yx * d.y, xy * d.x + yy * d.y};
  const double length = lgjk_sqrt(lgjk_dot2(u, u));
  u = length > 0 ? lgjk_scale2(u, 1.0 / length) : (lgjk_vec2){1, 0};
  return (lgjk_vec2){xx * u.x + xy * u.y, yx * u.x + yy * u.y};
}

uint32_t lgjk_solid2_support(const lgjk_solid2* solid, const double d[2], double point[2]) {
  const lgjk_vec2 local = lgjk_turn_back2(solid, (lgjk_vec2){d[0], d[1]});
  uint32_t vertex = 0;
  lgjk_vec2 farthest;
  if (is_curved_core(solid->shape->core)) {
    farthest = farthest_of_ellipse(solid->shape->row, local);
  } else {
    vertex = lgjk_ring2_farthest(solid, local);
    farthest = lgjk_ring2_local(solid, vertex);
  }
  farthest = lgjk_turn2(solid, farthest);
  point[0] = solid->position[0] + farthest.x;
  point[1] = solid->position[1] + farthest.y;
  return vertex;
}
