// The crowd of examples/crowd for the live page, as a module of one thread. JavaScript calls what is exported here, and
// reads agents and walls where they lie in memory.
#include "crowd.h"
#include "lanegjk/lanegjk_cast.h"

enum { MOST_WALLS = 1024, RAYS = 240, MOST_CORNERS = 6 };

// What the page reads after each call. All members have four bytes.
typedef struct crowd_view {
  const agent* agents;
  const wall* walls;
  const uint32_t *a, *b; // pairs of agents, with their distances
  const float* distance;
  const char* isa;
  const float *seen, *corners;
  uint32_t agent_count, wall_count, pairs, wall_pairs, touching, tick;
  float half, dt, query_ms;
} crowd_view;

static crowd w;
static crowd_view view;
static float seen[RAYS], corners[2 * MOST_CORNERS + 1];

__attribute__((import_module("page"), import_name("now"))) double page_now(void); // milliseconds

static double page_seconds(void) { return 1e-3 * page_now(); }

void end_program(int status, const char* text) {
  (void)status, (void)text;
  __builtin_trap();
}

void pool_split(pool* p, uint64_t count, uint64_t part, pool_part* run, void* context) {
  (void)p, (void)part;
  if (count > 0) run(context, 0, count);
}

static const crowd_view* look_at(void) {
  const pair_list *among = now_of(&w, &w.among), *against = now_of(&w, &w.against);
  view = (crowd_view){.agents = w.agents,
                      .walls = w.walls,
                      .a = among->a,
                      .b = among->b,
                      .distance = w.among.distance,
                      .isa = lgjk_isa_name(w.options.isa),
                      .seen = seen,
                      .corners = corners,
                      .agent_count = w.count,
                      .wall_count = w.wall_count,
                      .pairs = (uint32_t)among->count,
                      .wall_pairs = (uint32_t)against->count,
                      .touching = (uint32_t)w.touching,
                      .tick = w.tick,
                      .half = w.half,
                      .dt = w.dt,
                      .query_ms = w.tick > 0 ? w.times.ms[0][CONTACT] : 0};
  return &view;
}

const crowd_view* crowd_open(uint32_t agents, float torsos) {
  lgjk_error error;
  lgjk_error_init(&error);
  lgjk_options_init(&w.options);
  lgjk_tasks_init(&w.tasks);
  check(lgjk_isa_chosen(&w.options.isa, &error), &error);
  w.options.max_distance = COMFORT;
  w.tasks.workers = 1;
  w.times.seconds = page_seconds;
  w.dt = 1.0f / 20;
  w.torsos = torsos;
  w.total = agents;
  w.against.keeps_records = true;
  build_plaza(&w);
  place_agents(&w);
  use_shapes(&w, ALL_SHAPES);
  return look_at();
}

const crowd_view* crowd_run(float pace) {
  w.pace = pace;
  w.times.ticks = 0; // the last tick alone
  timing_begin(&w.times);
  order_agents(&w);
  timing_lap(&w.times, ORDER);
  look(&w);
  act(&w);
  return look_at();
}

uint64_t crowd_checksum(void) { return checksum(&w); }

// ---------------------------------------------------------------- walls

const crowd_view* crowd_add_obstacles(void) {
  add_obstacles(&w);
  return look_at();
}

const crowd_view* crowd_add_wall(uint32_t shape, float x, float y, float c, float s) {
  if (w.wall_count < MOST_WALLS) add_wall(&w, shape, (pose2){x, y, c, s});
  build_wall_tree(&w);
  return look_at();
}

void crowd_move_wall(uint32_t i, float x, float y, float c, float s) {
  w.walls[i].pose = (pose2){x, y, c, s};
  build_wall_tree(&w);
}

// The last wall takes the number of the one that is removed. What is remembered names walls by number, so it is lost.
const crowd_view* crowd_remove_wall(uint32_t i) {
  w.walls[i] = w.walls[--w.wall_count];
  now_of(&w, &w.against)->count = 0;
  build_wall_tree(&w);
  return look_at();
}

// Writes the corners of a shape of walls, and behind them its radius. Returns how many there are.
uint32_t crowd_corners(uint32_t shape) {
  const lgjk_shape2_def* def = &w.defs[shape];
  const float scale = def->map[0] != 0 ? def->map[0] : 1;
  const bool is_box = def->kind == LGJK_SHAPE2_BOX;
  const uint32_t count = is_box ? 4 : def->point_count;
  for (uint32_t i = 0; i < count; i++) {
    corners[2 * i] = scale * (is_box ? (i == 1 || i == 2 ? 1.0f : -1.0f) * def->size[0] : def->points[2 * i]);
    corners[2 * i + 1] = scale * (is_box ? (i >= 2 ? 1.0f : -1.0f) * def->size[1] : def->points[2 * i + 1]);
  }
  corners[2 * count] = def->radius;
  return count;
}

// ---------------------------------------------------------------- queries of the visitor

static const uint32_t circle_of[RAYS] = {CIRCLE}; // all are 0

// The last of the walls within 30 cm of a point; -1 where there is none.
int32_t crowd_wall_at(float x, float y) {
  static uint32_t a[MOST_WALLS], b[MOST_WALLS];
  static float distance[MOST_WALLS];
  const pose2 pose = {x, y, 1, 0};
  const float radius = 0.3f;
  const lgjk_bodies2 walls = bodies_of_walls(&w);
  lgjk_bodies2 spot;
  lgjk_pairs pairs;
  lgjk_results results;
  lgjk_error error;
  lgjk_bodies2_init(&spot);
  lgjk_pairs_init(&pairs);
  lgjk_results_init(&results);
  lgjk_error_init(&error);
  spot.count = 1, spot.shapes = w.shapes, spot.shape = circle_of, spot.pose = &pose.x, spot.radius = &radius;
  for (uint32_t i = 0; i < w.wall_count; i++) a[i] = 0, b[i] = i;
  pairs.a = a, pairs.b = b, pairs.count = w.wall_count;
  results.distance = distance;
  check(lgjk_distance2(&spot, &walls, &pairs, NULL, 0, pairs.count, &results, NULL, &error), &error);
  for (uint32_t i = w.wall_count; i-- > 0;)
    if (distance[i] == 0) return (int32_t)i;
  return -1;
}

// Casts rays from a point along `way`, which the page writes: the fraction that each comes to, or 1, in `seen`.
static float way[RAYS][2];
float* crowd_rays(void) { return way[0]; }

void crowd_look(float x, float y) {
  static pose2 pose[RAYS];
  static lgjk_cast_hit hit[RAYS];
  static const float radius[RAYS];
  const lgjk_bodies2 walls = bodies_of_walls(&w);
  lgjk_bodies2 eyes;
  lgjk_cast_options options;
  lgjk_cast_search search;
  lgjk_error error;
  lgjk_bodies2_init(&eyes);
  lgjk_cast_options_init(&options);
  lgjk_cast_search_init(&search);
  lgjk_error_init(&error);
  for (int i = 0; i < RAYS; i++) pose[i] = (pose2){x, y, 1, 0};
  eyes.count = RAYS, eyes.shapes = w.shapes, eyes.shape = circle_of, eyes.pose = &pose[0].x, eyes.radius = radius;
  options.way_a = way[0];
  search.k = 1, search.hit = hit;
  const lgjk_target2 target = {&walls, w.tree, w.tree_size};
  check(lgjk_cast_against2(&eyes, &target, 1, &search, &options, &error), &error);
  for (int i = 0; i < RAYS; i++) seen[i] = hit[i].body != LGJK_NO_BODY ? hit[i].fraction : 1;
}
