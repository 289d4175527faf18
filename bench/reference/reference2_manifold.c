// Of both shapes the edge that faces the other is taken, and what they have in common along the tangent has two ends:
// the points of the manifold. Where there are no two such edges, it is the middle of the witness points.
#include "reference2_gjk.h"

static const double ACROSS = 0.75; // least cosine between the normal and an edge's own: steeper ones face elsewhere

// An edge in world axes around the origin of A, from the lower to the upper end along the tangent.
typedef struct facing {
  double along[2], height[2]; // of the ends: along the tangent, along the normal from A to B
  double lift;                // how far rounding raises the surface above the higher end, along the normal
  uint32_t first;             // the vertex where it begins
} facing;

static uint32_t farthest_point(const ref2_shape* shape, real2 d) {
  return farthest(shape->points, shape->count, (vec2){(float)d.x, (float)d.y});
}

static double cosine_of(const ref2_shape* shape, uint32_t i, real2 d) {
  real2 n = real2_outwards(real2_sub(real2_point(shape, i + 1 < shape->count ? i + 1 : 0), real2_point(shape, i)));
  return real2_dot(n, d) / real2_length(n);
}

// The edge whose normal is most along `outwards`, n or -n. False where there is none, or it is too steep.
static bool face(const ref2_body* body, const float* origin, real2 n, real2 outwards, facing* out) {
  const ref2_shape* shape = body->shape;
  if (shape->count < 2) return false;
  real2 q = real2_rotation(body->pose), d = real2_unturn(q, outwards), t = {-n.y, n.x};
  uint32_t top = farthest_point(shape, d), before = top > 0 ? top - 1 : shape->count - 1;
  out->first = cosine_of(shape, before, d) > cosine_of(shape, top, d) ? before : top;
  if (cosine_of(shape, out->first, d) < ACROSS) return false;
  out->lift = (double)body->radius;
  for (uint32_t end = 0; end < 2; ++end) {
    real2 p = real2_turn(q, real2_point(shape, (out->first + end) % shape->count));
    p = real2_add(p, real2_offset(origin, body->pose));
    out->along[end] = real2_dot(p, t);
    out->height[end] = real2_dot(p, n);
  }
  if (out->along[0] > out->along[1]) {
    double along = out->along[0], height = out->height[0];
    out->along[0] = out->along[1];
    out->height[0] = out->height[1];
    out->along[1] = along;
    out->height[1] = height;
  }
  return true;
}

static double height_at(const facing* f, double s) {
  double share = (s - f->along[0]) / (f->along[1] - f->along[0]);
  return f->height[0] + share * (f->height[1] - f->height[0]);
}

// Where the surfaces are above each other at s along the tangent.
static lgjk_manifold_point2 point_at(const facing* a, const facing* b, const ref2_body* on_a, real2 n, double s,
                                     uint32_t end) {
  double low = height_at(a, s) + a->lift, high = height_at(b, s) - b->lift, middle = 0.5 * (low + high);
  real2 p = real2_add(real2_mul(s, (real2){-n.y, n.x}), real2_mul(middle, n));
  lgjk_manifold_point2 point = {.separation = (float)(high - low), .id = 2 * a->first + end + (b->first << 16)};
  point.position[0] = (float)((double)on_a->pose[0] + p.x);
  point.position[1] = (float)((double)on_a->pose[1] + p.y);
  return point;
}

static lgjk_manifold_point2 middle_of(const touch2* touch) {
  real2 p = real2_mul(0.5, real2_add(touch->point_a, touch->point_b));
  return (lgjk_manifold_point2){{(float)p.x, (float)p.y}, (float)touch->distance, 0xffffffffu};
}

// The two ends, the deeper one first. False where the edges have nothing in common.
static bool clip(const facing* a, const facing* b, const ref2_body* on_a, real2 n, double slack,
                 lgjk_manifold_point2 end[2]) {
  double low = fmax(a->along[0], b->along[0]), high = fmin(a->along[1], b->along[1]);
  if (!(high - low > slack)) return false;
  end[0] = point_at(a, b, on_a, n, low, 0);
  end[1] = point_at(a, b, on_a, n, high, 1);
  if (end[1].separation < end[0].separation) {
    lgjk_manifold_point2 deeper = end[1];
    end[1] = end[0];
    end[0] = deeper;
  }
  return true;
}

void ref2_manifold(const ref2_body* a, const ref2_body* b, const touch2* touch, double slack, lgjk_manifold2* out) {
  facing on_a, on_b;
  lgjk_manifold_point2 end[2];
  real2 n = touch->normal;
  *out = (lgjk_manifold2){.normal = {(float)n.x, (float)n.y}};
  if (touch->distance > slack) return;
  bool edges = face(a, a->pose, n, n, &on_a) && face(b, a->pose, n, real2_mul(-1.0, n), &on_b) &&
               clip(&on_a, &on_b, a, n, slack, end);
  if (!edges || (double)end[0].separation > touch->distance + 8.0 * slack) out->points[out->count++] = middle_of(touch);
  for (uint32_t i = 0; edges && i < 2 && out->count < 2; ++i) {
    if ((double)end[i].separation <= slack) out->points[out->count++] = end[i];
  }
}
