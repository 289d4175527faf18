// No agent walks through a wall, however far a tick's step is. Steps of agents who are near walls are cast against
// these. Those that would touch one go up to it, and slide along it with the rest of the step, once.
#include "crowd.h"
#include "lanegjk/lanegjk_cast.h"

// What holds up the agent of some pairs: the first touch of its step.
typedef struct hold {
  float fraction;
  vec2 normal; // towards the wall
} hold;

static float dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }

void go(const crowd* w, agent* p, float fraction) {
  const vec2 d = {fraction * p->push.x, fraction * p->push.y};
  p->pose.x += d.x, p->pose.y += d.y;
  p->velocity.x += d.x / w->dt, p->velocity.y += d.y / w->dt;
}

// Casts the steps of the pairs' agents. Statuses, fractions and normals take the place of the answers to contacts,
// which is no longer read in this tick.
static void cast_steps(crowd* w, const lgjk_pairs* pairs) {
  const lgjk_bodies2 agents = bodies_of_agents(w), walls = bodies_of_walls(w);
  lgjk_cast_options options;
  lgjk_cast_results results;
  lgjk_error error;
  lgjk_error_init(&error);
  lgjk_cast_options_init(&options);
  lgjk_cast_results_init(&results);
  options.isa = w->options.isa;
  options.way_a = &w->agents->push.x;
  options.way_a_stride = sizeof *w->agents;
  options.tasks = &w->tasks;
  results.status = w->against.status;
  results.fraction = w->against.distance;
  results.normal = &w->against.normal->x;
  check(lgjk_cast2(&agents, &walls, pairs, 0, pairs->count, &results, &options, &error), &error);
}

// Finds what holds up the agent of the pairs from `first` on, and where those of the next one begin. Who is in a wall
// from the beginning, as where one was built, may leave it.
static uint64_t find_hold(const crowd* w, const lgjk_pairs* pairs, uint64_t first, hold* found) {
  const uint32_t a = pairs->a[first];
  uint64_t i = first;
  *found = (hold){.fraction = 1};
  for (; i < pairs->count && pairs->a[i] == a; i++) {
    const uint8_t status = w->against.status[i];
    const vec2 n = w->against.normal[i];
    if (status != LGJK_CAST_HIT && status != LGJK_CAST_OVERLAP) continue;
    if (status == LGJK_CAST_OVERLAP && dot(w->agents[a].push, n) <= 0) continue;
    if (w->against.distance[i] < found->fraction) *found = (hold){w->against.distance[i], n};
  }
  return i;
}

void hold_back(crowd* w) {
  pair_list* list = now_of(w, &w->against);
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.a = list->a;
  pairs.b = list->b;
  pairs.count = list->count;
  for (int i = 0; i < 2; i++) w->held[i] = grow(w->held[i], list->count, sizeof *w->held[i]);
  for (int round = 0; round < 2; round++) {
    uint64_t held = 0, next;
    cast_steps(w, &pairs);
    for (uint64_t i = 0; i < pairs.count; i = next) {
      hold h;
      next = find_hold(w, &pairs, i, &h);
      if (h.fraction == 1) continue;
      agent* p = &w->agents[pairs.a[i]];
      go(w, p, h.fraction);
      const float left = round == 0 ? 1 - h.fraction : 0, into = left * dot(p->push, h.normal);
      p->push = (vec2){left * p->push.x - into * h.normal.x, left * p->push.y - into * h.normal.y};
      for (uint64_t k = i; k < next; k++, held++) w->held[0][held] = pairs.a[k], w->held[1][held] = pairs.b[k];
    }
    pairs.a = w->held[0];
    pairs.b = w->held[1];
    pairs.count = held;
  }
}

// ---- watching ----

// Does the middle of an agent come into a wall on the straight line of its step? Places on the line are checked, by an
// overlap of each with the wall, so that it does not depend on casts.
enum { PLACES = 64 };

// Returns whether a step from outside of a wall comes into it.
static bool comes_in(const crowd* w, const agent* p, vec2 start, uint32_t of_pair) {
  static const uint32_t point[PLACES];
  lgjk_bodies2 places, walls = bodies_of_walls(w);
  pose2 pose[PLACES];
  float none[PLACES] = {0};
  uint32_t number[PLACES], beside[PLACES];
  uint8_t status[PLACES];
  lgjk_pairs pairs;
  lgjk_results results;
  lgjk_error error;
  for (uint32_t i = 0; i < PLACES; i++) {
    const float at = (float)i / (PLACES - 1);
    pose[i] = (pose2){start.x + at * (p->pose.x - start.x), start.y + at * (p->pose.y - start.y), 1, 0};
    number[i] = i;
    beside[i] = of_pair;
  }
  lgjk_bodies2_init(&places);
  lgjk_pairs_init(&pairs);
  lgjk_results_init(&results);
  lgjk_error_init(&error);
  places.count = PLACES;
  places.shapes = w->shapes;
  places.shape = point; // CIRCLE, of no radius
  places.pose = &pose->x;
  places.radius = none;
  pairs.a = number;
  pairs.b = beside;
  pairs.count = PLACES;
  results.status = status;
  check(lgjk_overlap2(&places, &walls, &pairs, NULL, 0, PLACES, &results, &w->options, &error), &error);
  bool inside = false;
  for (uint32_t i = 1; i < PLACES; i++) inside |= status[i] == LGJK_STATUS_OVERLAPPING;
  return inside && status[0] != LGJK_STATUS_OVERLAPPING;
}

void begin_watch(const crowd* w) {
  for (uint32_t i = 0; i < w->count; i++) w->start[i] = (vec2){w->agents[i].pose.x, w->agents[i].pose.y};
}

void watch_steps(crowd* w) {
  const pair_list* list = now_of(w, &w->against);
  for (uint64_t i = 0; i < list->count; i++) {
    const agent* p = &w->agents[list->a[i]];
    if (p->category == SOMEBODY) w->passed += comes_in(w, p, w->start[list->a[i]], list->b[i]);
  }
}
