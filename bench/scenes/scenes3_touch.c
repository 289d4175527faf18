// Where the ray t*u leaves the Minkowski difference A - B, by portal refinement (Snethen, Xenocollide, in Game
// Programming Gems 7): a triangle of points of A - B that the ray passes through is moved outwards along its own
// normal, until the support along that normal finds nothing beyond it. Every triangle is a point of the ray that still
// overlaps; every normal is a plane that bounds the ray. In double, and nothing of the kernels.
#include "scenes3_parts.h"

#include <float.h>
#include <math.h>

enum { MOST_STEPS = 400 };

static const double CLOSE = 1e-9; // of the size: when inside and outside count as met

turned3 scene3_turn(const lgjk_shape3_def* def, const float* pose) {
  double x = (double)pose[3], y = (double)pose[4], z = (double)pose[5], w = (double)pose[6];
  double s = 2.0 / (x * x + y * y + z * z + w * w);
  turned3 t = {.def = def};
  t.axis[0] = (vec3){1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
  t.axis[1] = (vec3){s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)};
  t.axis[2] = (vec3){s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)};
  return t;
}

static vec3 support_points(const lgjk_shape3_def* def, vec3 u) {
  const float* p = def->points;
  uint32_t best = 0;
  double most = -DBL_MAX;
  for (uint32_t i = 0; i < def->point_count; i++) {
    double along = (double)p[3 * i] * u.x + (double)p[3 * i + 1] * u.y + (double)p[3 * i + 2] * u.z;
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return (vec3){(double)p[3 * best], (double)p[3 * best + 1], (double)p[3 * best + 2]};
}

// Kinds of T1..T8 only: points, boxes and cylinders.
static vec3 support_local(const lgjk_shape3_def* def, vec3 u) {
  const double size[3] = {(double)def->size[0], (double)def->size[1], (double)def->size[2]};
  if (def->kind == LGJK_SHAPE3_POINTS) return support_points(def, u);
  if (def->kind == LGJK_SHAPE3_BOX) {
    return (vec3){u.x < 0.0 ? -size[0] : size[0], u.y < 0.0 ? -size[1] : size[1], u.z < 0.0 ? -size[2] : size[2]};
  }
  double across = sqrt(u.x * u.x + u.y * u.y), height = u.z < 0.0 ? -size[1] : size[1];
  if (!(across > 0.0)) return (vec3){0.0, 0.0, height};
  return (vec3){size[0] * u.x / across, size[0] * u.y / across, height};
}

vec3 scene3_support(const turned3* t, vec3 u) {
  vec3 back = {vec3_dot(t->axis[0], u), vec3_dot(t->axis[1], u), vec3_dot(t->axis[2], u)};
  vec3 p = support_local(t->def, back);
  vec3 xy = vec3_add(vec3_scale(t->axis[0], p.x), vec3_scale(t->axis[1], p.y));
  return vec3_add(vec3_add(xy, vec3_scale(t->axis[2], p.z)), vec3_scale(u, (double)t->def->radius));
}

// Three points of A - B about its inner point 0, close to it, counter-clockwise as seen from the end of u; tilted, so
// that the first support of a sphere is not on the ray, which no triangle is about.
static void begin(vec3 portal[3], vec3 u, double size) {
  vec3 side = u.x * u.x < 0.5 ? (vec3){1.0, 0.0, 0.0} : (vec3){0.0, 1.0, 0.0};
  vec3 e = vec3_cross(u, side);
  e = vec3_scale(e, CLOSE * size / sqrt(vec3_dot(e, e)));
  vec3 f = vec3_cross(u, e);
  portal[0] = vec3_add(e, vec3_scale(u, 0.3 * CLOSE * size));
  portal[1] = vec3_sub(f, vec3_scale(e, 0.5));
  portal[2] = vec3_sub(vec3_scale(e, -0.5), f);
}

// Puts w in the place of the corner that leaves the ray inside the triangle. False where there is none.
static bool replace_corner(vec3 portal[3], vec3 w, vec3 u) {
  vec3 across = vec3_cross(u, w);
  bool left[3]; // whether the ray is left of the line from w to the corner
  for (int i = 0; i < 3; i++) left[i] = vec3_dot(across, portal[i]) >= 0.0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    if (left[i] && !left[j]) {
      portal[(i + 2) % 3] = w;
      return true;
    }
  }
  return false;
}

void scene3_touching_offset(const turned3* a, const turned3* b, vec3 u, double size, double* inside, double* outside) {
  vec3 portal[3];
  begin(portal, u, size);
  *inside = 0.0;
  *outside = DBL_MAX;
  for (int step = 0; step < MOST_STEPS; step++) {
    vec3 normal = vec3_cross(vec3_sub(portal[1], portal[0]), vec3_sub(portal[2], portal[0]));
    double length = sqrt(vec3_dot(normal, normal));
    normal = length > 0.0 ? vec3_scale(normal, 1.0 / length) : u;
    double slope = vec3_dot(normal, u);
    if (!(slope > 0.0)) break;
    vec3 w = vec3_sub(scene3_support(a, normal), scene3_support(b, vec3_scale(normal, -1.0)));
    *inside = scene_larger(*inside, vec3_dot(normal, portal[0]) / slope);
    *outside = scene_smaller(*outside, vec3_dot(normal, w) / slope);
    if (*outside - *inside <= CLOSE * size || !replace_corner(portal, w, u)) break;
  }
}
