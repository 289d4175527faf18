#include "single/triangle3.h"

// Finds the point of the edge from p to q, measured from the nearer end: the other end's rounding would be larger.
// Returns the weight of q.
static double nearest_on_edge(lgjk_vec3 p, lgjk_vec3 q, lgjk_vec3* point) {
  const lgjk_vec3 e = vec3_sub(q, p);
  const double square = vec3_square(e), along = -vec3_dot(p, e), left = vec3_dot(q, e);
  if (!(along > 0.0 && square > 0.0)) return *point = p, 0.0;
  if (!(left > 0.0)) return *point = q, 1.0;
  const double t = along < left ? along / square : 1.0 - left / square;
  *point = along < left ? vec3_ahead(p, e, t) : vec3_ahead(q, e, -left / square);
  return t;
}

double lgjk_triangle3_nearest(const lgjk_vec3 c[3], double weight[3], lgjk_vec3* point) {
  double best = 0.0;
  for (int k = 0; k < 3; ++k) {
    const int next = k == 2 ? 0 : k + 1;
    lgjk_vec3 x;
    const double t = nearest_on_edge(c[k], c[next], &x), square = vec3_square(x);
    if (k > 0 && !(square < best)) continue;
    best = square;
    *point = x;
    weight[k] = 1.0 - t, weight[next] = t, weight[3 - k - next] = 0.0;
  }
  const lgjk_vec3 n = vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0]));
  double inside[3], sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    inside[k] = vec3_dot(n, vec3_cross(c[(k + 1) % 3], c[(k + 2) % 3]));
    if (!(inside[k] > 0.0)) return best;
    sum += inside[k];
  }
  for (int k = 0; k < 3; ++k) inside[k] /= sum;
  const lgjk_vec3 x = vec3_ahead(vec3_ahead(vec3_scale(c[0], inside[0]), c[1], inside[1]), c[2], inside[2]);
  const double square = vec3_square(x);
  if (!(square < best)) return best;
  *point = x;
  for (int k = 0; k < 3; ++k) weight[k] = inside[k];
  return square;
}
