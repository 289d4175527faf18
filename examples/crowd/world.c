// The plaza: its shapes, and its walls, whose tree is rebuilt when there are more of them.
#include <stdlib.h>

#include "crowd.h"
#include "portable.h"

#define TILE 70.0f // metres: half of the side of a tile, at most

static void define_shapes(crowd* w) {
  static const vec2 centre = {0.0f, 0.0f};
  static const vec2 triangle[] = {{-2.0f, -1.5f}, {2.5f, -1.0f}, {0.0f, 2.0f}};
  static const vec2 hexagon[] = {{2.0f, 0.0f},  {1.0f, 1.75f},   {-1.0f, 1.75f},
                                 {-2.0f, 0.0f}, {-1.0f, -1.75f}, {1.0f, -1.75f}};
  w->ends[0] = (vec2){-w->half, 0.0f};
  w->ends[1] = (vec2){w->half, 0.0f};
  for (int i = 0; i < ALL_SHAPES; i++) {
    lgjk_shape2_def_init(&w->defs[i]);
    w->defs[i].kind = LGJK_SHAPE2_POINTS;
  }
  w->defs[CIRCLE].points = &centre.x, w->defs[CIRCLE].point_count = 1;
  w->defs[TORSO].kind = LGJK_SHAPE2_ELLIPSE;
  w->defs[TORSO].size[0] = 0.04f, w->defs[TORSO].size[1] = 0.14f;
  w->defs[LONG_WALL].points = &w->ends[0].x, w->defs[LONG_WALL].point_count = 2, w->defs[LONG_WALL].radius = 0.2f;
  w->defs[BLOCK].kind = w->defs[PILLAR].kind = LGJK_SHAPE2_BOX;
  w->defs[BLOCK].size[0] = 2.5f, w->defs[BLOCK].size[1] = 0.75f;
  w->defs[PILLAR].size[0] = w->defs[PILLAR].size[1] = 0.5f, w->defs[PILLAR].radius = 0.1f;
  w->defs[TRIANGLE].points = &triangle[0].x, w->defs[TRIANGLE].point_count = 3, w->defs[TRIANGLE].radius = 0.3f;
  w->defs[HEXAGON].points = &hexagon[0].x, w->defs[HEXAGON].point_count = 6;
  for (int i = BLOCK; i < ALL_SHAPES; i++)
    w->defs[i].map[0] = w->defs[i].map[3] = w->half / (float)w->tiles / 20.0f; // scaled at build
}

void use_shapes(crowd* w, uint32_t count) {
  lgjk_shapes2* built = NULL;
  lgjk_error error;
  lgjk_error_init(&error);
  check(lgjk_shapes2_create(w->defs, count, NULL, &built, &error), &error);
  lgjk_shapes2_destroy(w->shapes);
  w->shapes = built;
}

void add_wall(crowd* w, uint32_t shape, pose2 pose) {
  w->walls = grow(w->walls, w->wall_count + 1, sizeof *w->walls);
  w->walls[w->wall_count++] = (wall){.pose = pose, .shape = shape, .since = w->tick};
}

lgjk_bodies2 bodies_of_walls(const crowd* w) {
  lgjk_bodies2 bodies;
  lgjk_bodies2_init(&bodies);
  bodies.count = w->wall_count;
  bodies.shapes = w->shapes;
  bodies.shape = &w->walls->shape;
  bodies.pose = &w->walls->pose.x;
  bodies.shape_stride = bodies.pose_stride = sizeof *w->walls;
  return bodies;
}

// Agents look up what rests, at no cost for the walls that are not near them.
void build_wall_tree(crowd* w) {
  const lgjk_bodies2 walls = bodies_of_walls(w);
  lgjk_tree_options options;
  lgjk_error error;
  lgjk_tree_options_init(&options);
  lgjk_error_init(&error);
  options.isa = w->options.isa;
  options.tasks = &w->tasks;
  w->tree = grow_scratch(w->tree, &w->tree_size, lgjk_tree_size2(w->wall_count));
  check(lgjk_tree_build2(&walls, w->tree, w->tree_size, &options, &error), &error);
}

// Where a wall stands in a tile: its centre in halves of the tile's side, and how it is turned.
typedef struct wall_place {
  uint32_t shape;
  float x, y, c, s;
} wall_place;

static void add_in_tiles(crowd* w, const wall_place* places, uint32_t count) {
  const float tile = w->half / (float)w->tiles;
  for (uint32_t t = 0; t < w->tiles * w->tiles; t++) {
    const float x = tile * (float)(2 * (t % w->tiles) + 1) - w->half,
                y = tile * (float)(2 * (t / w->tiles) + 1) - w->half;
    for (uint32_t i = 0; i < count; i++)
      add_wall(w, places[i].shape, (pose2){x + tile * places[i].x, y + tile * places[i].y, places[i].c, places[i].s});
  }
}

static void add_first_walls(crowd* w) {
  static const wall_place inner[] = {
      {BLOCK, -0.5f, -0.5f, 0.8f, 0.6f},  {BLOCK, 0.5f, -0.5f, 0.6f, 0.8f},    {BLOCK, -0.5f, 0.5f, 0.6f, -0.8f},
      {BLOCK, 0.5f, 0.5f, 0.8f, -0.6f},   {PILLAR, -0.8f, -0.25f, 0.8f, 0.6f}, {PILLAR, -0.8f, 0.25f, 0.8f, 0.6f},
      {PILLAR, 0.8f, -0.25f, 0.8f, 0.6f}, {PILLAR, 0.8f, 0.25f, 0.8f, 0.6f},   {PILLAR, -0.25f, -0.8f, 0.8f, 0.6f},
      {PILLAR, 0.25f, -0.8f, 0.8f, 0.6f}, {PILLAR, -0.25f, 0.8f, 0.8f, 0.6f},  {PILLAR, 0.25f, 0.8f, 0.8f, 0.6f}};
  const float h = w->half;
  add_wall(w, LONG_WALL, (pose2){0.0f, -h, 1.0f, 0.0f});
  add_wall(w, LONG_WALL, (pose2){0.0f, h, 1.0f, 0.0f});
  add_wall(w, LONG_WALL, (pose2){-h, 0.0f, 0.0f, 1.0f});
  add_wall(w, LONG_WALL, (pose2){h, 0.0f, 0.0f, 1.0f});
  add_in_tiles(w, inner, sizeof inner / sizeof *inner);
}

void add_obstacles(crowd* w) {
  static const wall_place obstacles[] = {{HEXAGON, 0.0f, 0.0f, 1.0f, 0.0f},
                                         {TRIANGLE, -0.333f, 0.0f, 0.6f, 0.8f},
                                         {TRIANGLE, 0.333f, 0.0f, -0.6f, -0.8f},
                                         {HEXAGON, 0.0f, -0.333f, 0.96f, 0.28f},
                                         {HEXAGON, 0.0f, 0.333f, 0.8f, -0.6f}};
  use_shapes(w, ALL_SHAPES);
  add_in_tiles(w, obstacles, sizeof obstacles / sizeof *obstacles);
  build_wall_tree(w);
}

void build_plaza(crowd* w) {
  w->columns = 1;
  while (w->columns * w->columns < w->total) w->columns++;
  w->half = 0.5f * SPACING * (float)w->columns + 1.0f;
  w->tiles = (uint32_t)(w->half / TILE) + 1;
  define_shapes(w);
  use_shapes(w, FIRST_SHAPES);
  add_first_walls(w);
  build_wall_tree(w);
}
