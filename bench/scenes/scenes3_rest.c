// T8: bodies that rest with a face on a floor. Which triples of vertices span a face is tried out.
#include <math.h>

#include "scenes3_parts.h"

#define FLOOR_EXTENT 0.5f
#define HALF_CREEP 5e-5 // half the turn of a frame; its cosine is 1 in float
static const double SAME_PLANE = 1e-9;

// ---- shapes ----

// Regular, about the z axis, centred.
static void define_prism(lgjk_shape3_def* def, float (*points)[3], uint32_t sides, uint64_t* stream) {
  const float radius = (float)scene_between(stream, 0.2, 1.0), half = (float)scene_between(stream, 0.2, 1.0);
  for (uint32_t k = 0; k < 2u * sides; k++) {
    float pose[4];
    lgjk_pose2_from_angle(0.0f, 0.0f, (float)(6.283185307179586 * (double)(k / 2u) / (double)sides), pose);
    points[k][0] = radius * pose[2];
    points[k][1] = radius * pose[3];
    points[k][2] = k & 1u ? half : -half;
  }
  def->points = points[0];
  def->point_count = 2u * sides;
}

void scene3_define_resting(lgjk_shape3_def* def, float (*points)[3], uint32_t index, uint64_t* stream) {
  const uint32_t kind = index % REST_KINDS;
  if (kind == 0) {
    def->kind = LGJK_SHAPE3_BOX;
    def->size[0] = (float)scene_between(stream, 8.0, 10.0);
    def->size[1] = (float)scene_between(stream, 8.0, 10.0);
    def->size[2] = FLOOR_EXTENT;
  } else if (kind < 8u) {
    scene3_define_box(def, stream);
  } else if (kind < 12u) {
    scene3_define_hull(def, points, 8u + scene_below(stream, 9u), stream);
  } else {
    define_prism(def, points, 5u + scene_below(stream, 4u), stream);
  }
}

// ---- faces ----

static vec3 point_of(const lgjk_shape3_def* def, uint32_t i) {
  const float* p = &def->points[3 * i];
  return (vec3){(double)p[0], (double)p[1], (double)p[2]};
}

// Whether no point lies beyond the plane through three of them, whose normal points away from the local origin.
static bool is_face(const lgjk_shape3_def* def, vec3 normal, double height) {
  for (uint32_t i = 0; i < def->point_count; i++) {
    if (vec3_dot(normal, point_of(def, i)) > height + SAME_PLANE) return false;
  }
  return true;
}

// The outward normal of a face, by random triples of points until they span one.
static vec3 random_face(const lgjk_shape3_def* def, uint64_t* stream) {
  if (def->kind == LGJK_SHAPE3_BOX) {
    const double axis[3] = {1.0, 0.0, 0.0}, sign = scene_next(stream) & 1u ? 1.0 : -1.0;
    const uint32_t k = scene_below(stream, 3u);
    return (vec3){sign * axis[k], sign * axis[(k + 2u) % 3u], sign * axis[(k + 1u) % 3u]};
  }
  for (;;) {
    const vec3 p = point_of(def, scene_below(stream, def->point_count));
    const vec3 q = vec3_sub(point_of(def, scene_below(stream, def->point_count)), p);
    const vec3 r = vec3_sub(point_of(def, scene_below(stream, def->point_count)), p);
    vec3 normal = vec3_cross(q, r);
    const double length = sqrt(vec3_dot(normal, normal));
    if (!(length > 1e-6)) continue;
    normal = vec3_scale(normal, vec3_dot(normal, p) < 0.0 ? -1.0 / length : 1.0 / length);
    if (is_face(def, normal, vec3_dot(normal, p))) return normal;
  }
}

// ---- rotations ----

typedef struct quaternion {
  vec3 v;
  double w;
} quaternion;

static quaternion after(quaternion p, quaternion q) {
  const vec3 mixed = vec3_add(vec3_scale(q.v, p.w), vec3_scale(p.v, q.w));
  return (quaternion){vec3_add(mixed, vec3_cross(p.v, q.v)), p.w * q.w - vec3_dot(p.v, q.v)};
}

static quaternion unit(quaternion q) {
  const double length = sqrt(vec3_dot(q.v, q.v) + q.w * q.w);
  return (quaternion){vec3_scale(q.v, 1.0 / length), q.w / length};
}

// Turns a unit vector to -z.
static quaternion turn_down(vec3 n) {
  const vec3 down = {0.0, 0.0, -1.0};
  const double cosine = vec3_dot(n, down);
  if (1.0 + cosine < 1e-12) return (quaternion){{1.0, 0.0, 0.0}, 0.0};
  return unit((quaternion){vec3_cross(n, down), 1.0 + cosine});
}

// A unit vector with z = 0.
static vec3 heading(uint64_t* stream) {
  for (;;) {
    const double x = scene_between(stream, -1.0, 1.0), y = scene_between(stream, -1.0, 1.0);
    const double length2 = x * x + y * y;
    if (length2 <= 1.0 && length2 > 0.01) return (vec3){x / sqrt(length2), y / sqrt(length2), 0.0};
  }
}

static quaternion resting_turn(const lgjk_shape3_def* def, uint64_t* stream) {
  const quaternion flat = turn_down(random_face(def, stream));
  const vec3 half_turn = heading(stream), axis = heading(stream);
  const quaternion spun = after((quaternion){{0.0, 0.0, half_turn.y}, half_turn.x}, flat);
  const double tilt = 1e-3 * scene_log_uniform(stream, 1e-2);
  if (scene_below(stream, 4u) == 0) return spun;
  return unit(after((quaternion){vec3_scale(axis, 0.5 * tilt), 1.0}, spun));
}

// ---- pairs ----

static void set_velocity(scene3* scene, uint32_t body, uint64_t* stream) {
  const double speed = 2e-4 * (double)scene->bound[scene->shape[body]];
  const vec3 along = heading(stream);
  float* velocity = scene->velocity[body];
  velocity[0] = (float)(speed * along.x);
  velocity[1] = (float)(speed * along.y);
  velocity[5] = (float)(scene_next(stream) & 1u ? HALF_CREEP : -HALF_CREEP);
  velocity[2] = velocity[3] = velocity[4] = 0.0f;
  velocity[6] = 1.0f;
}

static void rest(scene3* scene, uint32_t body, uint64_t* stream) {
  const lgjk_shape3_def* def = &scene->defs[scene->shape[body]];
  const quaternion q = resting_turn(def, stream);
  float* pose = scene->pose[body];
  pose[3] = (float)q.v.x;
  pose[4] = (float)q.v.y;
  pose[5] = (float)q.v.z;
  pose[6] = (float)q.w;
  const turned3 turned = scene3_turn(def, pose);
  const double lowest = scene3_support(&turned, (vec3){0.0, 0.0, -1.0}).z;
  const double gap = 2e-3 * (double)scene->bound[scene->shape[body]] * scene_log_uniform(stream, 0.1);
  const double above = scene_uniform(stream) < scene->overlap_share ? -gap : gap;
  pose[0] = (float)scene_between(stream, -4.0, 4.0);
  pose[1] = (float)scene_between(stream, -4.0, 4.0);
  pose[2] = (float)((double)FLOOR_EXTENT + above - lowest);
  set_velocity(scene, body, stream);
}

void scene3_place_at_rest(scene3* scene, uint32_t pair, uint64_t* stream) {
  const uint32_t floor = scene->a[pair], body = scene->b[pair];
  static const float upright[7] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f};
  const uint32_t per_kind = scene->shape_count / REST_KINDS;
  scene->shape[floor] = REST_KINDS * scene_below(stream, per_kind);
  scene->shape[body] = REST_KINDS * scene_below(stream, per_kind) + 1u + scene_below(stream, REST_KINDS - 1u);
  memcpy(scene->pose[floor], upright, sizeof upright);
  memcpy(scene->velocity[floor], upright, sizeof upright);
  rest(scene, body, stream);
}
