// The support of the reference in 2D, as the library's users see it: in the world, rounding included.
#include "reference2_warm.h"

void ref2_support(const ref2_shape* shape, const float pose[4], const float direction[2], float point[2]) {
  uint32_t index;
  vec2 d = {direction[0], direction[1]}, q = unit_rotation(pose);
  vec2 v = to_world(pose, support_core(shape, unrotate(q.x, q.y, d), &index));
  float size = largest(d);
  if (size > 0.0f) {
    d = mul(1.0f / size, d);
    v = add(v, mul(shape->radius / sqrtf(dot(d, d)), d));
  }
  put_point(point, v);
}
