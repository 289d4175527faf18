// S9: the pairs of a crowd among walls, with the kinds, sizes and shares that examples/crowd/crowd.c was seen to query.
#include "scenes2_parts.h"

enum { CIRCLE, TORSO, FIRST_WALL };

#define WALL_SHARE 0.08 // of the pairs
#define TORSO_SHARE 0.3 // of the agents
#define WALL_RANGE 1.0  // metres from a wall within which the boxes of a broad phase meet
#define DEEPEST 0.2     // overlap, of the smaller body's diameter

// ---- shapes ----

static void define_wall(scene2* scene, uint32_t index, float size) {
  static const float triangle[3][2] = {{-2.0f, -1.5f}, {2.5f, -1.0f}, {0.0f, 2.0f}};
  static const float hexagon[6][2] = {{2.0f, 0.0f},  {1.0f, 1.75f},   {-1.0f, 1.75f},
                                      {-2.0f, 0.0f}, {-1.0f, -1.75f}, {1.0f, -1.75f}};
  static const float ends[2][2] = {{-2.5f, 0.0f}, {2.5f, 0.0f}};
  static const struct {
    const float (*points)[2];
    uint32_t count;
    float radius;
  } kinds[4] = {{ends, 2, 0.2f}, {triangle, 3, 0.3f}, {hexagon, 6, 0.0f}, {hexagon, 6, 0.0f}};
  lgjk_shape2_def* def = &scene->defs[index];
  uint32_t kind = index % 8u;
  if (kind >= 4) {
    def->kind = LGJK_SHAPE2_BOX;
    def->points = NULL;
    def->size[0] = 2.5f * size;
    def->size[1] = 0.75f * size;
    return;
  }
  def->point_count = kinds[kind].count;
  def->radius = kinds[kind].radius;
  for (uint32_t i = 0; i < def->point_count; i++) {
    scene->points[index][i][0] = size * kinds[kind].points[i][0];
    scene->points[index][i][1] = size * kinds[kind].points[i][1];
  }
}

void scene2_define_crowd_shape(scene2* scene, uint32_t index, uint64_t* stream) {
  lgjk_shape2_def* def = &scene->defs[index];
  if (index >= FIRST_WALL) {
    define_wall(scene, index, (float)scene_between(stream, 1.0, 3.0));
  } else if (index == TORSO) {
    def->kind = LGJK_SHAPE2_ELLIPSE;
    def->points = NULL;
    def->size[0] = 0.04f;
    def->size[1] = 0.14f;
  } else {
    def->point_count = 1;
  }
}

// ---- placement ----

static void make_agent(scene2* scene, uint32_t body, uint64_t* stream) {
  bool torso = scene_uniform(stream) < TORSO_SHARE;
  scene->shape[body] = torso ? TORSO : CIRCLE;
  scene->radius[body] = (float)(torso ? scene_between(stream, 0.1, 0.15) : scene_between(stream, 0.18, 0.3));
}

static void make_wall(scene2* scene, uint32_t body, uint64_t* stream) {
  scene->shape[body] = FIRST_WALL + scene_below(stream, SCENE2_SHAPES - FIRST_WALL);
  scene->radius[body] = scene->defs[scene->shape[body]].radius;
}

// A point of a wall, from which its surface is looked for: agents stand all along it. The core moves there.
static point move_inside(core* wall, uint64_t* stream) {
  point p = wall->vertex[scene_below(stream, wall->count)], q = wall->vertex[scene_below(stream, wall->count)];
  double share = scene_uniform(stream);
  point inside = {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
  for (uint32_t i = 0; i < wall->count; i++) wall->vertex[i] = point_sub(wall->vertex[i], inside);
  return inside;
}

// How far along u B is from A.
static double wanted_offset(const scene2* scene, uint32_t body_a, uint32_t body_b, double touching, uint64_t* stream) {
  double reach_a = (double)scene2_reach(scene, body_a), reach_b = (double)scene2_reach(scene, body_b);
  double share = scene_uniform(stream);
  if (scene_uniform(stream) < scene->overlap_share)
    return touching - share * DEEPEST * 2.0 * scene_smaller(reach_a, reach_b);
  double range =
      scene->shape[body_b] >= FIRST_WALL ? WALL_RANGE : reach_a + reach_b + (double)scene->max_distance - touching;
  return touching + (1.0 - share) * range;
}

void scene2_place_in_crowd(scene2* scene, uint32_t pair, uint64_t* stream) {
  uint32_t body_a = scene->a[pair], body_b = scene->b[pair];
  float *pose_a = scene->pose[body_a], *pose_b = scene->pose[body_b];
  bool wall = scene_uniform(stream) < WALL_SHARE;
  make_agent(scene, body_a, stream);
  (wall ? make_wall : make_agent)(scene, body_b, stream);
  scene2_random_direction(stream, 0.0f, 0.0f, pose_a);
  scene2_random_direction(stream, 0.0f, 0.0f, pose_b);
  core a = scene2_turn(scene, scene->shape[body_a], pose_a), b = scene2_turn(scene, scene->shape[body_b], pose_b);
  point u = scene2_random_heading(stream), inside = {0.0, 0.0};
  if (wall) inside = move_inside(&b, stream);
  double radius = (double)scene->radius[body_a] + (double)scene->radius[body_b];
  double touching = scene2_touching_offset_by_lines(&a, &b, radius, u);
  double offset = wanted_offset(scene, body_a, body_b, touching, stream);
  point step = {0.5 * (offset * u.x - inside.x), 0.5 * (offset * u.y - inside.y)};
  double x = scene_between(stream, -PLACE_RANGE, PLACE_RANGE), y = scene_between(stream, -PLACE_RANGE, PLACE_RANGE);
  pose_a[0] = (float)(x - step.x);
  pose_a[1] = (float)(y - step.y);
  pose_b[0] = (float)(x + step.x);
  pose_b[1] = (float)(y + step.y);
  scene2_set_velocity(scene, body_a, stream);
  scene2_set_velocity(scene, body_b, stream);
  if (!wall) return;
  static const float rest[4] = {0.0f, 0.0f, 1.0f, 0.0f};
  memcpy(scene->velocity[body_b], rest, sizeof rest);
}
