// The adapter of OpenMP: the same pairs as without threads.
#include "built.h"
#include "lanegjk/lanegjk_find.h"
#include "lanegjk/lanegjk_openmp.h"
#include "test_random.h"

enum { BODIES = 30000, PAIRS = 8 * BODIES };

typedef struct openmp_world {
  lgjk_bodies2 bodies;
  lgjk_find_options find;
  lgjk_pair_list list;
  void* scratch;
  uint64_t size;
  int32_t code;
  uint32_t workers, calls;
} openmp_world;

static void find(const lgjk_tasks* tasks, void* user) {
  openmp_world* w = user;
  w->find.tasks = tasks;
  w->workers = tasks == NULL ? 1 : tasks->workers;
  w->code = lgjk_find_pairs2(&w->bodies, NULL, &w->list, w->scratch, w->size, &w->find, NULL);
  ++w->calls;
}

TEST(threads_change_nothing) {
  static float pose[BODIES][4];
  static uint32_t shape[BODIES], a[PAIRS], b[PAIRS], first_a[PAIRS], first_b[PAIRS];
  static const float centre[2] = {0, 0};
  openmp_world w;
  const lgjk_shape2_def def = rounded_points2(centre, 1, 0.3f);
  memset(&w, 0, sizeof w);
  lgjk_shapes2* shapes = build_shapes2(&def, 1);
  random_state = 2;
  for (uint32_t i = 0; i < BODIES; ++i) {
    pose[i][0] = (float)random_in(0, 120);
    pose[i][1] = (float)random_in(0, 120);
    pose[i][2] = 1;
  }
  w.bodies = (lgjk_bodies2){
      .struct_size = sizeof w.bodies, .count = BODIES, .shapes = shapes, .shape = shape, .pose = pose[0]};
  w.find = (lgjk_find_options){.struct_size = sizeof w.find, .margin = 0.1f};
  w.list = (lgjk_pair_list){.struct_size = sizeof w.list, .a = a, .b = b, .capacity = PAIRS};
  w.size = lgjk_find_scratch2(BODIES, 0, PAIRS);
  w.scratch = aligned_alloc(64, w.size);
  find(NULL, &w);
  assert_int_equal(w.code, LGJK_OK);
  const uint64_t count = w.list.count;
  assert_true(count > 1000);
  memcpy(first_a, a, sizeof a);
  memcpy(first_b, b, sizeof b);
  for (uint32_t workers = 0; workers < 4; ++workers) {
    memset(a, 0, sizeof a);
    lgjk_openmp_run(workers, find, &w);
    assert_int_equal(w.code, LGJK_OK);
    if (workers > 0) assert_int_equal(w.workers, workers);
    assert_int_equal(w.list.count, count);
    assert_memory_equal(a, first_a, count * sizeof *a);
    assert_memory_equal(b, first_b, count * sizeof *b);
  }
  assert_int_equal(w.calls, 5);
  free(w.scratch);
  lgjk_shapes2_destroy(shapes);
}
