// The reference over a list of pairs: strided views, radii of bodies, bad bodies kept to themselves, and the same
// answers as one pair at a time. Compiled once for each dimension.
#define FAMILY_PAIRS 1
#include "built.h"
#include "packed.h"
#include "reference_runs.h"

// A body along the first axis or the second, with its rotation as far from unit length as `turn` makes it.
static const struct {
  float radius, x, y, turn;
  uint32_t shape;
} plan[] = {{0.5f, 0, 0, 0, 0},  {0.5f, 5, 0, 0, 0},    {0.5f, 5, 0, 0, 1},   {0.5f, NAN, 0, 0, 0},
            {-1.0f, 5, 0, 0, 0}, {0.5f, 5, 0, 0.1f, 0}, {0.5f, 0, 1e6f, 0, 0}};
enum { BODIES = sizeof plan / sizeof plan[0], BATCH = 8 };
static const uint32_t list[BATCH][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {5, 0}, {0, 6}, {0, 0}, {1, 0}};
static const uint8_t expected[BATCH] = {LGJK_STATUS_SEPARATED,   LGJK_STATUS_BAD,      LGJK_STATUS_BAD,
                                        LGJK_STATUS_BAD,         LGJK_STATUS_BAD,      LGJK_STATUS_BAD,
                                        LGJK_STATUS_OVERLAPPING, LGJK_STATUS_SEPARATED};

typedef struct record {
  float radius, pose[POSE_FLOATS];
  uint32_t shape;
} record;

static void make_records(record* records) {
  for (size_t i = 0; i < BODIES; ++i) {
    records[i] = (record){.radius = plan[i].radius, .pose = {plan[i].x, plan[i].y}, .shape = plan[i].shape};
    records[i].pose[POSE_UNIT] = 1;
    records[i].pose[DIM + 1] = plan[i].turn;
  }
}

static lgjk_shapesN* make_box(void) {
  const lgjk_shapeN_def def = long_boxN(1, 1);
  return build_shapesN(&def, 1);
}

TEST(batches_read_strided_views_and_keep_bad_bodies_to_themselves) {
  static const float zero[DIM];
  record records[BODIES];
  refN_shapes shapes;
  lgjk_shapesN* set = make_box();
  answersN answers = answersN_open(BATCH);
  lgjk_results results = answersN_results(&answers);
  assert_true(refN_shapes_create(set, &shapes));
  make_records(records);
  lgjk_bodiesN view = packed_bodies(set, BODIES, &records[0].shape, records[0].pose, &records[0].radius);
  lgjk_pairs pairs = packed_pairs(&list[0][0], &list[0][1], BATCH);
  view.shape_stride = view.pose_stride = view.radius_stride = sizeof records[0];
  pairs.stride = sizeof list[0];
  refN_overlap_batch(&shapes, &view, &shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(answers.status, expected, BATCH);
  answersN_fill(&answers);
  refN_distance_batch(&shapes, &view, &shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(answers.status, expected, BATCH);
  for (int i = 0; i < BATCH; ++i) {
    if (expected[i] == LGJK_STATUS_BAD) assert_true(isnan(answers.distance[i]));
    if (expected[i] == LGJK_STATUS_SEPARATED) assert_true(fabsf(answers.distance[i] - 2.0f) < 1e-6f);
    if (expected[i] == LGJK_STATUS_OVERLAPPING) assert_true(answers.distance[i] == 0.0f);
  }
  answersN_fill(&answers);
  refN_contact_batch(&shapes, &view, &shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(answers.status, expected, BATCH);
  for (int i = 0; i < BATCH; ++i) {
    const bool bad = expected[i] == LGJK_STATUS_BAD;
    const float* normal = answers.normal + DIM * i;
    assert_int_equal(isnan(answers.distance[i]) != 0, bad);
    assert_int_equal(memcmp(normal, zero, sizeof zero) == 0, bad);
    if (bad) assert_memory_equal(answers.point_a + DIM * i, zero, sizeof zero);
    if (bad) assert_int_equal(answers.manifold[i].count, 0);
  }
  answersN_close(&answers);
  refN_shapes_destroy(&shapes);
  lgjk_shapesN_destroy(set);
}

enum { PAIRS = 500 };

TEST(a_batch_has_the_answers_of_single_pairs) {
  staged s = staged_open(DIM == 2 ? "S3" : "T3", PAIRS, 5);
  answersN answers = answersN_open(PAIRS);
  const lgjk_results results = answersN_results(&answers);
  const lgjk_bodiesN view = packed_bodies(s.set, s.scene->body_count, s.scene->shape, s.scene->pose[0], NULL);
  const lgjk_pairs pairs = packed_pairs(s.scene->a, s.scene->b, PAIRS);
  for (int contact = 0; contact < 2; ++contact) {
    answersN_fill(&answers);
    (contact ? refN_contact_batch : refN_distance_batch)(&s.shapes, &view, &s.shapes, &view, &pairs, NULL, &results);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      const uint32_t a = s.scene->a[i], b = s.scene->b[i];
      const refN_shape *of_a = staged_shape(&s, a), *of_b = staged_shape(&s, b);
      const float *pose_a = s.scene->pose[a], *pose_b = s.scene->pose[b];
      float p[DIM], q[DIM], normal[DIM];
      uint32_t spent;
      const float d = contact ? refN_contact(of_a, pose_a, of_b, pose_b, normal, p, q, NULL, &spent)
                              : refN_distance(of_a, pose_a, of_b, pose_b, p, q, NULL, &spent);
      assert_true(d == answers.distance[i] && spent == answers.iterations[i]);
      assert_int_equal(answers.status[i], d > 0 ? LGJK_STATUS_SEPARATED : LGJK_STATUS_OVERLAPPING);
      assert_memory_equal(p, answers.point_a + DIM * i, sizeof p);
      assert_memory_equal(q, answers.point_b + DIM * i, sizeof q);
      if (contact) assert_memory_equal(normal, answers.normal + DIM * i, sizeof normal);
    }
  }
  answersN_close(&answers);
  staged_close(&s);
}
