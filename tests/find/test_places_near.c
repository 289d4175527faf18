// Views with positions in double: what is near, casts and sweeps. Bodies, distances, fractions and normals are, bit for
// bit, those of the same bodies with poses alone, near the origin and far away; points are relative to A's position.
// Compiled once for each dimension.
#include "find_call.h"
#include "lanegjk/lanegjk_slide.h"

static const double SHIFTS[] = {0, 1e5, -1e7, 1e9};
enum { SHIFT_COUNT = sizeof SHIFTS / sizeof SHIFTS[0], COUNT = 240, LOOK = 90, K = 5, ROOM = LOOK * COUNT };
#define STEP 0x1p-20 // of places: with any shift they are exact

// The first LOOK bodies of a scene look for the others: with poses alone, and with positions.
typedef struct near_scene {
  bodies_scene scene;
  float plain[COUNT * POSE_FLOATS], way[COUNT * DIM];
  double position[COUNT * DIM];
  lgjk_bodiesN a[2], b[2]; // plain, placed
  built_tree tree[2];
  void* scratch;
  uint64_t size;
} near_scene;

static void move_scene(near_scene* n, double shift) {
  for (uint32_t i = 0; i < COUNT * DIM; ++i) {
    const uint32_t at = i / DIM * POSE_FLOATS + i % DIM;
    n->position[i] = shift + ((double)n->plain[at] - (double)n->scene.mixed.pose[at]);
  }
  const lgjk_tree_options options = {.struct_size = sizeof options};
  for (int w = 0; w < 2; ++w) {
    free(n->tree[w].memory);
    n->tree[w] = build_tree(&n->b[w], &options);
  }
}

static near_scene* open_near(uint32_t kind) {
  near_scene* n = calloc(1, sizeof *n);
  assert_int_equal(scene_open(&n->scene, kind, COUNT, 5), 0);
  mixedN* m = &n->scene.mixed;
  for (uint32_t i = 0; i < COUNT * DIM; ++i) {
    float* pose = &m->pose[i / DIM * POSE_FLOATS + i % DIM];
    *pose = (float)(floor((double)*pose / STEP + 0.5) * STEP);
    n->way[i] = (float)mixedN_in(m, -4, 4);
  }
  memcpy(n->plain, m->pose, sizeof n->plain);
  for (uint32_t i = 0; i < COUNT * DIM; ++i)
    m->pose[i / DIM * POSE_FLOATS + i % DIM] = (float)(STEP * (double)(mixed_bits(m) % 1000000));
  for (int w = 0; w < 2; ++w) {
    split_views(&n->scene, LOOK, &n->a[w], &n->b[w]);
    if (w == 1) {
      n->a[w].position = n->position;
      n->b[w].position = n->position + LOOK * DIM;
    } else {
      n->a[w].pose = n->plain;
      n->b[w].pose = n->plain + LOOK * POSE_FLOATS;
    }
  }
  n->size = lgjk_nearest_shapes_scratchN(LOOK, K, COUNT) + lgjk_near_scratchN(LOOK, ROOM);
  n->scratch = aligned_alloc(64, (n->size + 63) / 64 * 64);
  move_scene(n, 0);
  return n;
}

static void close_near(near_scene* n) {
  for (int w = 0; w < 2; ++w) free(n->tree[w].memory);
  free(n->scratch);
  scene_close(&n->scene);
  free(n);
}

// Bad bodies have bad places, which positions cannot have with finite poses.
static bool is_left_out(uint32_t kind) { return kind == ALL_BAD; }

static lgjk_near_options options_of(float most, const near_scene* n, int w, bool points) {
  lgjk_near_options o = {.struct_size = sizeof o, .max_distance = most};
  if (points) o.stride = POSE_FLOATS * sizeof(float);
  if (points && w == 1) o.position = n->position;
  return o;
}

// ---------------------------------------------------------------- what is near

static void check_nearest(near_scene* n, bool shapes) {
  static uint32_t body[2][LOOK * K], found[2][LOOK];
  static float distance[2][LOOK * K];
  for (int w = 0; w < 2; ++w) {
    const lgjk_near_options o = options_of(0, n, w, !shapes);
    const lgjk_targetN* target = TARGET(&n->b[w], &n->tree[w]);
    memset(body[w], 7, sizeof body[w]), memset(distance[w], 7, sizeof distance[w]);
    const int32_t code = shapes ? lgjk_nearest_shapesN(&n->a[w], target, 1, K, body[w], distance[w], found[w],
                                                       n->scratch, n->size, &o, NULL)
                                : lgjk_nearestN(n->a[w].pose, LOOK, target, 1, K, body[w], distance[w], found[w],
                                                n->scratch, n->size, &o, NULL);
    assert_int_equal(code, LGJK_OK);
  }
  assert_memory_equal(body[0], body[1], sizeof body[0]);
  assert_memory_equal(distance[0], distance[1], sizeof distance[0]);
  assert_memory_equal(found[0], found[1], sizeof found[0]);
}

static void check_within(near_scene* n, bool shapes, float most) {
  static uint32_t a[2][ROOM], b[2][ROOM];
  static float distance[2][ROOM];
  lgjk_pair_list list[2];
  for (int w = 0; w < 2; ++w) {
    const lgjk_near_options o = options_of(most, n, w, !shapes);
    const lgjk_targetN* target = TARGET(&n->b[w], &n->tree[w]);
    list[w] = (lgjk_pair_list){.struct_size = sizeof list[w], .a = a[w], .b = b[w], .capacity = ROOM};
    const int32_t code =
        shapes ? lgjk_within_shapesN(&n->a[w], target, 1, &list[w], distance[w], n->scratch, n->size, &o, NULL)
               : lgjk_withinN(n->a[w].pose, LOOK, target, 1, &list[w], distance[w], n->scratch, n->size, &o, NULL);
    assert_int_equal(code, LGJK_OK);
  }
  assert_int_equal(list[0].count, list[1].count);
  assert_memory_equal(a[0], a[1], list[0].count * 4);
  assert_memory_equal(b[0], b[1], list[0].count * 4);
  assert_memory_equal(distance[0], distance[1], list[0].count * 4);
}

TEST(what_is_near_is_so_wherever_the_world_is) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    if (is_left_out(kind)) continue;
    near_scene* n = open_near(kind);
    for (uint32_t s = 0; s < SHIFT_COUNT; ++s) {
      move_scene(n, SHIFTS[s]);
      check_nearest(n, false);
      check_nearest(n, true);
      for (float most = 0; most < 6; most += 2.5f) {
        check_within(n, false, most);
        check_within(n, true, most);
      }
    }
    close_near(n);
  }
}

// Points may be positions alone, and a tree without positions is searched from them.
TEST(points_may_be_positions_alone) {
  near_scene* n = open_near(CIRCLES);
  for (int tree = 0; tree < 2; ++tree) {
    uint32_t body[2][LOOK * K];
    double at[LOOK][DIM];
    for (uint32_t i = 0; i < LOOK * DIM; ++i)
      at[i / DIM][i % DIM] = SHIFTS[0] + (double)n->plain[i / DIM * POSE_FLOATS + i % DIM];
    for (int w = 0; w < 2; ++w) {
      lgjk_near_options o = {.struct_size = sizeof o};
      if (w == 0) o.stride = POSE_FLOATS * sizeof(float);
      if (w == 1) o.position = at[0];
      assert_int_equal(lgjk_nearestN(w == 0 ? n->plain : NULL, LOOK, TARGET(&n->b[tree], &n->tree[tree]), 1, K, body[w],
                                     NULL, NULL, n->scratch, n->size, &o, NULL),
                       LGJK_OK);
    }
    assert_memory_equal(body[0], body[1], sizeof body[0]);
  }
  lgjk_near_options o = {.struct_size = sizeof o};
  uint32_t body[LOOK];
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(
      lgjk_nearestN(NULL, LOOK, TARGET(&n->b[0], &n->tree[0]), 1, 1, body, NULL, NULL, n->scratch, n->size, &o, &error),
      LGJK_ERROR_ARGUMENT);
  double nowhere[LOOK * DIM] = {[0] = NAN, [DIM] = 1e16};
  o.position = nowhere;
  assert_int_equal(
      lgjk_nearestN(NULL, LOOK, TARGET(&n->b[1], &n->tree[1]), 1, 1, body, NULL, NULL, n->scratch, n->size, &o, &error),
      LGJK_OK);
  assert_int_equal(body[0], LGJK_NO_BODY);
  assert_int_equal(body[1], LGJK_NO_BODY);
  assert_int_not_equal(body[2], LGJK_NO_BODY);
  close_near(n);
}

// ---------------------------------------------------------------- casts

// A point of a body's pose, of which the second is relative to A's position at the origin of the world.
static void expect_point(const near_scene* n, uint32_t a, const float* plain, const float* placed, double shift) {
  for (uint32_t k = 0; k < DIM; ++k) {
    const double position = n->position[a * DIM + k] - shift, size = fabs((double)plain[k]) + fabs(position) + 1;
    if (fabs((double)plain[k] - position - (double)placed[k]) > 2e-6 * size)
      fail_msg("a point is at %g + %g, not at %g", position, (double)placed[k], (double)plain[k]);
  }
}

static void check_casts(near_scene* n, double shift, bool sweeps, bool turns) {
  enum { PAIRS = LOOK * 20 };
  static uint8_t status[2][PAIRS];
  static float fraction[2][PAIRS], normal[2][PAIRS * DIM], point[2][PAIRS * DIM], depth[2][PAIRS],
      end[2][LOOK * POSE_FLOATS];
  static uint32_t a[PAIRS], b[PAIRS];
  float turn[LOOK][POSE_FLOATS - DIM];
  for (uint32_t i = 0; i < PAIRS; ++i) a[i] = i % LOOK, b[i] = i * 7 % (COUNT - LOOK);
  for (uint32_t i = 0; i < LOOK; ++i) memcpy(turn[i], n->plain + (i + 1) % LOOK * POSE_FLOATS + DIM, sizeof turn[i]);
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = PAIRS};
  for (int w = 0; w < 2; ++w) {
    lgjk_cast_options o = {.struct_size = sizeof o, .way_a = sweeps ? NULL : n->way, .turn_a = turns ? turn[0] : NULL};
    const lgjk_cast_results r = {.struct_size = sizeof r,
                                 .status = status[w],
                                 .fraction = fraction[w],
                                 .normal = normal[w],
                                 .point = point[w],
                                 .depth = depth[w]};
    memcpy(end[w], n->a[w].pose, sizeof end[w]);
    for (uint32_t i = 0; i < LOOK * DIM; ++i) // exact in float: ways are not rounded differently
      end[w][i / DIM * POSE_FLOATS + i % DIM] += (float)(int)(n->way[i] * 8) / 8;
    assert_int_equal(sweeps ? lgjk_sweepN(&n->a[w], &n->b[w], end[w], NULL, &pairs, 0, PAIRS, &r, &o, NULL)
                            : lgjk_castN(&n->a[w], &n->b[w], &pairs, 0, PAIRS, &r, &o, NULL),
                     LGJK_OK);
  }
  assert_memory_equal(status[0], status[1], sizeof status[0]);
  assert_memory_equal(fraction[0], fraction[1], sizeof fraction[0]);
  assert_memory_equal(normal[0], normal[1], sizeof normal[0]);
  assert_memory_equal(depth[0], depth[1], sizeof depth[0]);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    if (status[0][i] == LGJK_CAST_HIT || status[0][i] == LGJK_CAST_OVERLAP)
      expect_point(n, a[i], point[0] + i * DIM, point[1] + i * DIM, shift);
  }
}

static void check_against(near_scene* n, double shift) {
  static lgjk_cast_hit hit[2][LOOK * K];
  uint32_t found[2][LOOK];
  for (int w = 0; w < 2; ++w) {
    const lgjk_cast_options o = {.struct_size = sizeof o, .way_a = n->way};
    lgjk_cast_search search = {.struct_size = sizeof search, .k = K, .hit = hit[w], .found = found[w]};
    assert_int_equal(lgjk_cast_againstN(&n->a[w], TARGET(&n->b[w], &n->tree[w]), 1, &search, &o, NULL), LGJK_OK);
  }
  assert_memory_equal(found[0], found[1], sizeof found[0]);
  for (uint32_t i = 0; i < LOOK * K; ++i) {
    if (hit[0][i].body != LGJK_NO_BODY) expect_point(n, i / K, hit[0][i].point, hit[1][i].point, shift);
    memset(hit[0][i].point, 0, sizeof hit[0][i].point), memset(hit[1][i].point, 0, sizeof hit[1][i].point);
    assert_memory_equal(&hit[0][i], &hit[1][i], sizeof hit[0][i]);
  }
}

TEST(casts_are_so_wherever_the_world_is) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    if (is_left_out(kind) || kind == FAR_AWAY || kind == STRAY) continue; // where the ends of sweeps are rounded
    near_scene* n = open_near(kind);
    for (uint32_t s = 0; s < SHIFT_COUNT; ++s) {
      move_scene(n, SHIFTS[s]);
      check_casts(n, SHIFTS[s], false, false);
      check_casts(n, SHIFTS[s], false, true);
      check_casts(n, SHIFTS[s], true, false);
      check_against(n, SHIFTS[s]);
    }
    close_near(n);
  }
}

// Positions at the end are those of poses. A slide keeps a skin that grows with these, so that poses alone have other
// bits.
TEST(slides_are_so_wherever_the_world_is) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    if (is_left_out(kind)) continue;
    near_scene* n = open_near(kind);
    static lgjk_slide_end end[2][LOOK];
    uint32_t moved = 0;
    for (uint32_t s = 0; s < SHIFT_COUNT; ++s) {
      lgjk_slide slide = {.struct_size = sizeof slide, .end = end[s > 0]};
      move_scene(n, SHIFTS[s]);
      if (s > 1) n->position[7 * DIM] = 1e16;
      assert_int_equal(lgjk_slideN(&n->a[1], n->way, TARGET(&n->b[1], &n->tree[1]), 1, &slide, NULL, NULL), LGJK_OK);
      assert_int_equal(slide.bad_bodies, s > 1);
      if (s > 1) end[1][7] = end[0][7];
      if (s > 0) assert_memory_equal(end[0], end[1], sizeof end[0]);
      for (uint32_t i = 0; i < LOOK; ++i) moved += end[0][i].casts > 1;
    }
    assert_true(moved > 0 || kind == POINTS || kind == STRAY || kind == CLUSTERS);
    close_near(n);
  }
}

TEST(bad_positions_have_no_hits) {
  near_scene* n = open_near(HEAP);
  lgjk_cast_hit hit[LOOK];
  const lgjk_cast_options o = {.struct_size = sizeof o, .way_a = n->way};
  lgjk_cast_search search = {.struct_size = sizeof search, .k = 1, .hit = hit};
  const uint32_t a[2] = {0, 1}, b[2] = {0, 0};
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = 2};
  uint8_t status[2];
  const lgjk_cast_results r = {.struct_size = sizeof r, .status = status};
  n->position[1] = -1.1e15;
  assert_int_equal(lgjk_cast_againstN(&n->a[1], TARGET(&n->b[1], &n->tree[1]), 1, &search, &o, NULL), LGJK_OK);
  assert_int_equal(search.bad_bodies, 1);
  assert_int_equal(hit[0].body, LGJK_NO_BODY);
  assert_int_not_equal(hit[1].body, LGJK_NO_BODY);
  assert_int_equal(lgjk_castN(&n->a[1], &n->b[1], &pairs, 0, 2, &r, &o, NULL), LGJK_OK);
  assert_int_equal(status[0], LGJK_CAST_BAD);
  assert_int_not_equal(status[1], LGJK_CAST_BAD);
  close_near(n);
}

TEST(a_view_and_its_tree_have_positions_or_not) {
  near_scene* n = open_near(CIRCLES);
  lgjk_cast_hit hit[LOOK];
  lgjk_error error = {.struct_size = sizeof error};
  const lgjk_cast_options o = {.struct_size = sizeof o, .way_a = n->way};
  lgjk_cast_search search = {.struct_size = sizeof search, .k = 1, .hit = hit};
  for (int w = 0; w < 2; ++w) {
    assert_int_equal(lgjk_cast_againstN(&n->a[w], TARGET(&n->b[w], &n->tree[1 - w]), 1, &search, &o, &error),
                     LGJK_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "targets[0].bodies->position is "));
  }
  close_near(n);
}
