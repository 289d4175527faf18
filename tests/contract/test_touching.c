// Pairs of the plane that touch: cores along one line, whose edges do not tell apart from touching; pairs after one
// push along their own depth, which need no search; and records, which contacts and the like leave as they are.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 480, SHAPES = 9 };

typedef struct scene {
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  float pose[2 * PAIRS][4];
} scene;

static scene c;

static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1}, line[] = {-1, 0, 1, 0}, dot[] = {0, 0};
static const float hexagon[] = {1, 0, 0.5f, 0.875f, -0.5f, 0.875f, -1, 0, -0.5f, -0.875f, 0.5f, -0.875f};

// Two halves of a segment, with a gap between them that double tells from touching and an edge across it does not.
static const float left_half[] = {-1, 0, 0, 0}, right_half[] = {1e-11f, 0, 1, 0};

// A box, a wall, a hexagon, a segment, a capsule, a circle, a point, and both halves.
static lgjk_shapes2* create(void) {
  lgjk_shape2_def defs[SHAPES];
  lgjk_shapes2* shapes = NULL;
  for (int i = 0; i < SHAPES; ++i) lgjk_shape2_def_init(&defs[i]);
  defs[0] = (lgjk_shape2_def){.struct_size = sizeof defs[0], .points = square, .point_count = 4};
  defs[1].kind = LGJK_SHAPE2_BOX;
  defs[1].size[0] = 4;
  defs[1].size[1] = 0.5f;
  defs[2].points = hexagon, defs[2].point_count = 6;
  defs[3].points = line, defs[3].point_count = 2;
  defs[4].points = line, defs[4].point_count = 2, defs[4].radius = 0.25f;
  defs[5].points = dot, defs[5].point_count = 1, defs[5].radius = 0.5f;
  defs[6].points = dot, defs[6].point_count = 1;
  defs[7].points = left_half, defs[7].point_count = 2;
  defs[8].points = right_half, defs[8].point_count = 2;
  assert_int_equal(lgjk_shapes2_create(defs, SHAPES, NULL, &shapes, NULL), LGJK_OK);
  return shapes;
}

static void place(uint32_t body, uint32_t shape, float x, float y, float angle) {
  c.shape[body] = shape;
  lgjk_pose2_from_angle(x, y, angle, c.pose[body]);
}

// Segments and points on the x axis: apart by `gap` along it, or touching at 0.
static const struct {
  uint32_t a, b;
  float x;
  float gap;
} along[] = {
    {3, 3, 3, 1},
    {3, 3, 2, 0},
    {3, 3, 2.000001f, 9.53674316e-7f},
    {3, 3, 1.5f, 0},
    {3, 6, 1.5f, 0.5f},
    {3, 6, 1, 0},
    {6, 3, 1.0625f, 0.0625f},
    {3, 6, 0.25f, 0},
    {6, 6, 2, 2},
    {4, 4, 3, 0.5f},
    {4, 4, 2.5f, 0},
    {4, 3, 2.5f, 0.25f},
    {5, 3, 2, 0.5f},
    {5, 3, 1.5f, 0},
    {7, 8, 0, 1e-11f},
};
enum { ALONG = sizeof along / sizeof along[0] };

static void cores_along_one_line_are_told_apart(void** state) {
  (void)state;
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_shapes2* shapes = create();
  for (uint32_t i = 0; i < ALONG; ++i) {
    place(2 * i, along[i].a, 0, 0, 0);
    place(2 * i + 1, along[i].b, along[i].x, 0, 0);
  }
  lone_pairs(shapes, c.shape, c.pose[0], ALONG, c.a, c.b, &bodies, &pairs);
  for (int q = 0; q < QUERIES; ++q) {
    answersN answers = answersN_open(ALONG);
    ask_lone_pairs((query)q, &bodies, &pairs, NULL, NULL, &answers);
    for (uint32_t i = 0; i < ALONG; ++i) {
      const uint32_t expected = along[i].gap > 0 ? LGJK_STATUS_SEPARATED : LGJK_STATUS_OVERLAPPING;
      if (answers.status[i] != expected) fail_msg("query %d, pair %u: %u", q, i, answers.status[i]);
      if (q == OVERLAP || along[i].gap == 0) continue;
      const float miss = fabsf(answers.distance[i] - along[i].gap);
      if (!(miss <= 2e-6f)) fail_msg("query %d, pair %u: off by %g", q, i, (double)miss);
    }
    answersN_close(&answers);
  }
  lgjk_shapes2_destroy(shapes);
}

// Overlapping bodies, each moved out by its contact once, as the header says.
static void push_apart(const lgjk_bodies2* bodies, const lgjk_pairs* pairs, answersN* answers) {
  ask_lone_pairs(CONTACT, bodies, pairs, NULL, NULL, answers);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    for (uint32_t k = 0; k < 2; ++k) c.pose[2 * i + 1][k] -= answers->distance[i] * answers->normal[2 * i + k];
  }
}

static void begin_pushed(lgjk_shapes2* shapes, lgjk_bodies2* bodies, lgjk_pairs* pairs, answersN* answers) {
  random_state = 20;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const float x = (float)random_in(-20, 20), y = (float)random_in(-20, 20);
    place(2 * i, i % 2 == 0 ? 1 : i / 2 % 5, x, y, (float)random_in(-3, 3));
    const float dx = (float)random_in(-0.5, 0.5), dy = (float)random_in(-0.5, 0.5);
    place(2 * i + 1, i / 2 % 6, x + dx, y + dy, (float)random_in(-3, 3));
  }
  lone_pairs(shapes, c.shape, c.pose[0], PAIRS, c.a, c.b, bodies, pairs);
  push_apart(bodies, pairs, answers);
}

static void pushed_pairs_need_no_search(void** state) {
  (void)state;
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_shapes2* shapes = create();
  answersN contact = answersN_open(PAIRS), distance = answersN_open(PAIRS), overlap = answersN_open(PAIRS);
  begin_pushed(shapes, &bodies, &pairs, &contact);
  ask_lone_pairs(CONTACT, &bodies, &pairs, NULL, NULL, &contact);
  ask_lone_pairs(DISTANCE, &bodies, &pairs, NULL, NULL, &distance);
  ask_lone_pairs(OVERLAP, &bodies, &pairs, NULL, NULL, &overlap);
  uint32_t searched = 0, overlapping = 0;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    assert_int_equal(contact.status[i], overlap.status[i]);
    assert_int_equal(contact.status[i], distance.status[i]);
    assert_true(fabsf(contact.distance[i]) <= 2e-5f);
    overlapping += contact.status[i] == LGJK_STATUS_OVERLAPPING;
    searched += contact.iterations[i] > 4;
  }
  assert_in_range(overlapping, PAIRS / 4, 3 * PAIRS / 4);
  if (searched > PAIRS / 20) fail_msg("%u of %u pairs were searched", searched, (unsigned)PAIRS);
  answersN_close(&contact);
  answersN_close(&distance);
  answersN_close(&overlap);
  lgjk_shapes2_destroy(shapes);
}

// Of the queries and pairs for which the header says so.
static bool leaves_records(int q, uint32_t a, uint32_t b) {
  const bool polygons = (a == 0 || a == 2) || (b == 0 || b == 2), round = a >= 5 || b >= 5;
  const bool capsule = a == 3 || a == 4 || b == 3 || b == 4;
  if (q == CONTACT || round || !polygons) return true;
  return q == OVERLAP && !capsule;
}

static void records_are_left_where_they_do_not_pay(void** state) {
  (void)state;
  static lgjk_warm records[PAIRS], before[PAIRS];
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_shapes2* shapes = create();
  answersN cold = answersN_open(PAIRS), warm = answersN_open(PAIRS);
  begin_pushed(shapes, &bodies, &pairs, &cold);
  uint32_t left = 0;
  for (int q = 0; q < QUERIES; ++q) {
    for (uint32_t i = 0; i < PAIRS; ++i) {
      for (int k = 0; k < 4; ++k) records[i].word[k] = random_bits();
    }
    memcpy(before, records, sizeof before);
    ask_lone_pairs((query)q, &bodies, &pairs, NULL, NULL, &cold);
    ask_lone_pairs((query)q, &bodies, &pairs, records, NULL, &warm);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      if (!leaves_records(q, c.shape[2 * i], c.shape[2 * i + 1])) continue;
      if (memcmp(&records[i], &before[i], sizeof before[i]) != 0) fail_msg("query %d, pair %u: its record", q, i);
      if (warm.iterations[i] != cold.iterations[i]) fail_msg("query %d, pair %u: its iterations", q, i);
      ++left;
    }
  }
  assert_true(left > PAIRS);
  answersN_close(&cold);
  answersN_close(&warm);
  lgjk_shapes2_destroy(shapes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cores_along_one_line_are_told_apart),
      cmocka_unit_test(pushed_pairs_need_no_search),
      cmocka_unit_test(records_are_left_where_they_do_not_pay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
