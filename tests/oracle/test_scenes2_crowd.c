// The benchmark's scene S9 keeps its promises: kinds, sizes and their shares, a third overlapping by up to a fifth of
// the smaller body's diameter (by the oracle), gaps as a broad phase leaves them, motion and replacement.
#define DIM 2

#include "built.h"
#include "oracle.h"
#include "packed.h"
#include "scene_checks.h"

#define ROUNDOFF 2e-5 // metres: positions are rounded to float, and the oracle bounds ellipses

typedef struct crowd {
  scene2* scene;
  lgjk_shapes2* shapes;
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  oracle2_table* table;
} crowd;

static crowd open_crowd(const char* name) {
  crowd c = {.scene = create(name, PAIRS)};
  c.shapes = build_shapes(c.scene);
  c.bodies = packed_bodies(c.shapes, c.scene->body_count, c.scene->shape, &c.scene->pose[0][0], c.scene->radius);
  c.pairs = packed_pairs(c.scene->a, c.scene->b, PAIRS);
  c.table = oracle2_table_create(c.shapes);
  assert_non_null(c.table);
  return c;
}

static void close_crowd(crowd* c) {
  oracle2_table_destroy(c->table);
  lgjk_shapes2_destroy(c->shapes);
  scene2_free(c->scene);
}

static double gap_of(const crowd* c, uint32_t pair) {
  const oracle2_body a = oracle2_read(c->table, &c->bodies, c->scene->a[pair]);
  const oracle2_body b = oracle2_read(c->table, &c->bodies, c->scene->b[pair]);
  const oracle2_bounds truth = oracle2_signed_distance(&a, &b);
  return (double)(0.5L * (truth.lower + truth.upper));
}

static bool is_circle(const scene2* s, uint32_t body) { return s->bound[s->shape[body]] == 0; }
static bool is_torso(const scene2* s, uint32_t body) { return s->defs[s->shape[body]].kind == LGJK_SHAPE2_ELLIPSE; }
static bool is_wall(const scene2* s, uint32_t body) { return !is_circle(s, body) && !is_torso(s, body); }

static double smaller_diameter(const scene2* s, uint32_t pair) {
  return 2 * fmin((double)scene2_reach(s, s->a[pair]), (double)scene2_reach(s, s->b[pair]));
}

// ---------------------------------------------------------------- bodies

static void check_agent(const scene2* s, uint32_t body) {
  const lgjk_shape2_def* def = &s->defs[s->shape[body]];
  const float radius = s->radius[body];
  if (is_torso(s, body)) {
    assert_true(def->size[0] == 0.04f && def->size[1] == 0.14f);
    assert_true(radius >= 0.1f && radius <= 0.15f);
  } else {
    assert_true(radius >= 0.18f && radius <= 0.3f);
  }
}

// As many of each as examples/crowd/world.c makes, and as it then queries.
TEST(kinds_have_their_shares) {
  crowd c = open_crowd("S9");
  const scene2* s = c.scene;
  uint32_t torsos = 0, walls = 0, boxes = 0;
  for (uint32_t i = 0; i < PAIRS; i++) {
    const uint32_t a = s->a[i], b = s->b[i];
    assert_false(is_wall(s, a));
    check_agent(s, a);
    torsos += is_torso(s, a) + is_torso(s, b);
    walls += is_wall(s, b);
    boxes += s->defs[s->shape[b]].kind == LGJK_SHAPE2_BOX;
    if (is_wall(s, b)) assert_true(s->radius[b] == s->defs[s->shape[b]].radius);
    if (!is_wall(s, b)) check_agent(s, b);
  }
  assert_true(fabs((double)torsos / (2 * PAIRS - walls) - 0.3) <= SHARE_TOLERANCE);
  assert_true(fabs((double)walls / PAIRS - 0.08) <= SHARE_TOLERANCE / 2);
  assert_true(fabs((double)boxes / walls - 32.0 / 62) <= 4 * 0.5 / sqrt(walls));
  close_crowd(&c);
}

TEST(walls_are_of_four_kinds) {
  scene2* s = create("S9", 1);
  uint32_t count[7] = {0};
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) {
    const lgjk_shape2_def* def = &s->defs[i];
    const bool points = def->kind == LGJK_SHAPE2_POINTS;
    count[points ? def->point_count : def->kind == LGJK_SHAPE2_BOX ? 4 : 0]++;
    assert_true(def->radius == (points && def->point_count == 2 ? 0.2f : points && def->point_count == 3 ? 0.3f : 0));
  }
  static const uint32_t promised[7] = {1, 1, 7, 7, 32, 0, 16}; // ellipse, circle, capsules, triangles, boxes, hexagons
  for (int k = 0; k < 7; k++) assert_int_equal(count[k], promised[k]);
  scene2_free(s);
}

// ---------------------------------------------------------------- gaps

TEST(a_third_overlaps_by_up_to_a_fifth) {
  crowd c = open_crowd("S9");
  uint32_t overlapping = 0, circles = 0, fifth[5] = {0};
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double depth = -gap_of(&c, i) / smaller_diameter(c.scene, i);
    if (depth <= 0) continue;
    overlapping++;
    assert_true(depth <= 0.2 + ROUNDOFF);
    // Along the line of centres, where circles overlap, depths are uniform.
    if (!is_circle(c.scene, c.scene->a[i]) || !is_circle(c.scene, c.scene->b[i])) continue;
    circles++;
    fifth[depth >= 0.2 ? 4 : (int)(depth / 0.04)]++;
  }
  assert_true(c.scene->overlap_share == 1.0 / 3);
  assert_true(fabs((double)overlapping / PAIRS - 1.0 / 3) <= SHARE_TOLERANCE);
  for (int k = 0; k < 5; k++) assert_true(fabs((double)fifth[k] / circles - 0.2) <= 2 * SHARE_TOLERANCE);
  close_crowd(&c);
}

TEST(all_overlap_where_only_those_are_wanted) {
  crowd c = open_crowd("S9-overlapping");
  assert_true(c.scene->overlap_share == 1);
  for (uint32_t i = 0; i < PAIRS; i++) {
    assert_true(gap_of(&c, i) <= ROUNDOFF);
    assert_true(gap_of(&c, i) >= -0.2 * smaller_diameter(c.scene, i) - ROUNDOFF);
  }
  close_crowd(&c);
}

TEST(others_are_as_a_broad_phase_finds_them) {
  crowd c = open_crowd("S9-shuffled");
  const scene2* s = c.scene;
  uint32_t agents = 0, walls = 0, agents_beyond = 0, walls_beyond = 0;
  assert_true(s->max_distance == 0.35f);
  for (uint32_t i = 0; i < PAIRS; i++) {
    const uint32_t a = s->a[i], b = s->b[i];
    const double gap = gap_of(&c, i), most = (double)s->max_distance;
    if (gap <= 0) continue;
    if (is_wall(s, b)) {
      walls++;
      walls_beyond += gap > most;
      assert_true(gap <= 1 + ROUNDOFF);
    } else {
      agents++;
      agents_beyond += gap > most;
      const double dx = (double)s->pose[a][0] - (double)s->pose[b][0],
                   dy = (double)s->pose[a][1] - (double)s->pose[b][1];
      const double reach = (double)scene2_reach(s, a) + (double)scene2_reach(s, b);
      assert_true(hypot(dx, dy) <= reach + most + ROUNDOFF);
    }
  }
  assert_true((double)agents_beyond / agents > 0.05 && (double)agents_beyond / agents < 0.15);
  assert_true((double)walls_beyond / walls > 0.4 && (double)walls_beyond / walls < 0.7);
  close_crowd(&c);
}

// Verdicts of the library may differ from the oracle's within the band, and those about the maximum distance as well.
TEST(the_library_agrees) {
  crowd c = open_crowd("S9");
  uint8_t* status = calloc(PAIRS, 1);
  assert_non_null(status);
  const lgjk_results results = {.struct_size = sizeof results, .status = status};
  const lgjk_options options = {.struct_size = sizeof options, .max_distance = c.scene->max_distance};
  assert_int_equal(lgjk_distance2(&c.bodies, &c.bodies, &c.pairs, NULL, 0, PAIRS, &results, &options, NULL), LGJK_OK);
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double gap = gap_of(&c, i), most = (double)c.scene->max_distance;
    if (fabs(gap) > ROUNDOFF) assert_int_equal(status[i] == LGJK_STATUS_OVERLAPPING, gap < 0);
    if (fabs(gap - most) > ROUNDOFF) assert_int_equal(status[i] == LGJK_STATUS_BEYOND, gap > most);
  }
  free(status);
  close_crowd(&c);
}

// ---------------------------------------------------------------- motion

TEST(agents_move_and_walls_rest) {
  scene2 *s = create("S9", 1000), *start = create("S9", 1000);
  scene2_advance(s);
  for (uint32_t i = 0; i < s->body_count; i++) {
    const float *p = start->pose[i], *q = s->pose[i];
    const double step = hypot((double)q[0] - (double)p[0], (double)q[1] - (double)p[1]);
    const double turn = asin((double)p[2] * (double)q[3] - (double)p[3] * (double)q[2]);
    assert_true(fabs(step - (is_wall(s, i) ? 0 : 0.02 * (double)scene2_reach(s, i))) <= 1e-5);
    assert_true(fabs(fabs(turn) - (is_wall(s, i) ? 0 : 0.01)) <= 1e-6);
  }
  scene2_free(s);
  scene2_free(start);
}

TEST(replaced_pairs_overlap_as_often) {
  crowd c = open_crowd("S9");
  for (uint32_t frame = 1; frame <= 5; frame++) scene2_churn(c.scene, frame);
  uint32_t overlapping = 0, walls = 0;
  for (uint32_t i = 0; i < PAIRS; i++) {
    overlapping += gap_of(&c, i) < 0;
    walls += is_wall(c.scene, c.scene->a[i]) + is_wall(c.scene, c.scene->b[i]);
  }
  assert_true(fabs((double)overlapping / PAIRS - 1.0 / 3) <= SHARE_TOLERANCE);
  assert_true(fabs((double)walls / PAIRS - 0.08) <= SHARE_TOLERANCE / 2);
  close_crowd(&c);
}
