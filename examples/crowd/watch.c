// Watches steps: does the middle of an agent come into a wall on the straight line of its step? Places on the line
// are checked, by an overlap of each with the wall, so that it does not depend on casts.
#include "crowd.h"

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
