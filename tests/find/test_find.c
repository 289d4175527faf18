// Pairs of bodies that may meet: the list is that of brute force over the same bounds, for any state of the bodies,
// view, filter, instruction set and number of workers, and lacks no pair that a distance query finds within the margin.
// Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <sys/mman.h>

#include "find/bounds.h"
#include "find/meet.h"
#if DIM == 2
#include "shape/shapes2.h"
#else
#include "shape/shapes3.h"
#endif
#include "find_scenes.h"
#include "test_threads.h"

enum { BODIES = 900, SEEDS = 2 };

// A call and its memory.
typedef struct find_call {
  const lgjk_bodiesN *a, *b;
  lgjk_find_options options;
  lgjk_filters filters_a, filters_b;
  lgjk_pair_list list;
  void* scratch;
  uint64_t size;
  lgjk_error error;
} find_call;

static void open_call(find_call* c, const lgjk_bodiesN* a, const lgjk_bodiesN* b, uint64_t capacity) {
  memset(c, 0, sizeof *c);
  c->a = a;
  c->b = b;
  lgjk_find_options_init(&c->options);
  lgjk_pair_list_init(&c->list);
  c->list.capacity = capacity;
  c->list.a = malloc((capacity + 1) * sizeof *c->list.a);
  c->list.b = malloc((capacity + 1) * sizeof *c->list.b);
  c->size = lgjk_find_scratchN(a->count, b == NULL ? 0 : b->count, capacity);
  c->scratch = aligned_alloc(64, (c->size + 127) / 64 * 64);
  memset(c->scratch, 0xA5, (c->size + 127) / 64 * 64);
}

static void close_call(find_call* c) {
  free(c->list.a);
  free(c->list.b);
  free(c->scratch);
}

static int32_t run(find_call* c) {
  return lgjk_find_pairsN(c->a, c->b, &c->list, c->scratch, c->size, &c->options, &c->error);
}

static void filters_of(const bodies_scene* s, uint32_t first, lgjk_filters* filters) {
  lgjk_filters_init(filters);
  filters->category = s->category + first;
  filters->mask = s->mask + first;
  filters->group = s->group + first;
}

// ---------------------------------------------------------------- brute force

// The bounds of two views, found by the library one body at a time.
typedef struct brute {
  find_job job;
  bool* in; // whether a body is not left out
} brute;

static void set_view(find_view* v, const lgjk_bodiesN* bodies, const lgjk_filters* filters,
                     const lgjk_shapesN* shapes) {
  const struct lgjk_shapesN* set = shapes;
  memset(v, 0, sizeof *v);
  v->bodies = (lgjk_side){.table = set->shape,
                          .core = set->core,
                          .shape = (const char*)bodies->shape,
                          .pose = (const char*)bodies->pose,
                          .radius = (const char*)bodies->radius,
                          .shape_stride = 4,
                          .pose_stride = POSE_FLOATS * sizeof(float),
                          .radius_stride = 4,
                          .shape_count = set->count,
                          .body_count = bodies->count};
  v->box = set->box;
  v->filter_stride = 4;
  if (filters == NULL) return;
  v->category = (const char*)filters->category;
  v->mask = (const char*)filters->mask;
  v->group = (const char*)filters->group;
}

static void open_brute(brute* w, const find_call* c) {
  memset(w, 0, sizeof *w);
  find_job* job = &w->job;
  set_view(&job->view[0], c->a, c->options.filters_a, c->a->shapes);
  set_view(&job->view[1], c->b == NULL ? c->a : c->b, c->b == NULL ? NULL : c->options.filters_b,
           c->b == NULL ? c->a->shapes : c->b->shapes);
  job->split = c->a->count;
  job->count = job->split + (c->b == NULL ? 0 : c->b->count);
  job->tolerance = 1e-4;
  job->limits = (find_limits){c->options.margin * 1.00001f, (float)(1e-4 * (DIM == 2 ? 2.0 : 5.0))};
  job->motion = (const char*)c->options.motion;
  job->motion_stride = DIM * sizeof(float);
  for (uint32_t k = 0; k < DIM; ++k) job->bounds.centre[k] = calloc(job->count + 1, sizeof(float));
  job->bounds.radius = calloc(job->count + 1, sizeof(float));
  job->bounds.box = calloc(job->count + 1, sizeof(find_box));
  w->in = calloc(job->count + 1, sizeof *w->in);
  for (uint32_t i = 0; i < job->count; ++i) {
    const uint32_t view = i >= job->split;
    const bound_kind kind = find_boundN(job, view, view ? i - job->split : i, i);
    w->in[i] = kind == BOUND_POINT || kind == BOUND_BOXED;
  }
}

static void close_brute(brute* w) {
  for (uint32_t k = 0; k < DIM; ++k) free(w->job.bounds.centre[k]);
  free(w->job.bounds.radius);
  free(w->job.bounds.box);
  free(w->in);
}

static bool meet(const brute* w, uint32_t i, uint32_t j) {
  const find_job* job = &w->job;
  const find_filter a = filter_of(job, i), b = filter_of(job, j);
  return w->in[i] && w->in[j] && filters_allow(&a, &b) &&
         circles_meet(&job->bounds, i, &job->bounds, j, job->limits.margin) &&
         !boxes_part(&job->bounds, i, &job->bounds, j, &job->limits);
}

// Compares the list of a call with all pairs that meet; returns how many these are.
static uint64_t compare_with_brute(const find_call* c) {
  brute w;
  uint64_t count = 0;
  open_brute(&w, c);
  const uint32_t split = w.job.split, total = w.job.count;
  for (uint32_t i = 0; i < split; ++i) {
    for (uint32_t j = c->b == NULL ? i + 1 : split; j < total; ++j) {
      if (!meet(&w, i, j)) continue;
      if (count < c->list.count) {
        assert_int_equal(c->list.a[count], i);
        assert_int_equal(c->list.b[count], c->b == NULL ? j : j - split);
      }
      ++count;
    }
  }
  assert_int_equal(c->list.count, count);
  close_brute(&w);
  return count;
}

// ---------------------------------------------------------------- lists

static void lists_are_those_of_brute_force(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    uint64_t listed = 0;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
      bodies_scene s;
      find_call c;
      const uint32_t bodies = kind == ONE_POINT ? 300 : BODIES;
      print_message("  %s, seed %llu\n", scene_names[kind], (unsigned long long)seed);
      assert_int_equal(scene_open(&s, kind, bodies, seed), 0);
      open_call(&c, &s.mixed.bodies, NULL, (uint64_t)bodies * bodies / 2);
      c.options.margin = s.margin;
      for (int variant = 0; variant < 3; ++variant) { // plain; filters; motion
        c.options.filters_a = variant == 1 ? &c.filters_a : NULL;
        filters_of(&s, 0, &c.filters_a);
        c.options.motion = variant == 2 ? s.motion : NULL;
        assert_int_equal(run(&c), LGJK_OK);
        listed += compare_with_brute(&c);
      }
      close_call(&c);
      scene_close(&s);
    }
    assert_true(listed > 100);
  }
}

static void two_views_are_those_of_brute_force(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    for (uint32_t part = 1; part < 4; ++part) {
      bodies_scene s;
      find_call c;
      const uint32_t bodies = kind == ONE_POINT ? 300 : BODIES, split = part == 1   ? 7
                                                                        : part == 2 ? bodies / 2
                                                                                    : bodies - 5;
      assert_int_equal(scene_open(&s, kind, bodies, part), 0);
      lgjk_bodiesN a = s.mixed.bodies, b = s.mixed.bodies;
      a.count = split;
      b.count = bodies - split;
      b.shape += split;
      b.pose += (size_t)POSE_FLOATS * split;
      if (b.radius != NULL) b.radius += split;
      open_call(&c, &a, &b, (uint64_t)bodies * bodies / 2);
      c.options.margin = s.margin;
      for (int variant = 0; variant < 3; ++variant) {
        filters_of(&s, 0, &c.filters_a);
        filters_of(&s, split, &c.filters_b);
        c.options.filters_a = variant == 1 ? &c.filters_a : NULL;
        c.options.filters_b = variant == 1 ? &c.filters_b : NULL;
        c.options.motion = variant == 2 ? s.motion : NULL;
        assert_int_equal(run(&c), LGJK_OK);
        compare_with_brute(&c);
      }
      close_call(&c);
      scene_close(&s);
    }
  }
}

// An index finds what two views find. Half of the bodies that ask reach beyond it.
static void an_index_finds_what_views_find(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c, d;
    const uint32_t bodies = kind == ONE_POINT ? 300 : BODIES, split = 2 * bodies / 3;
    assert_int_equal(scene_open(&s, kind, bodies, 9), 0);
    lgjk_bodiesN a = s.mixed.bodies, b = s.mixed.bodies;
    a.count = split;
    b.count = bodies - split;
    b.shape += split;
    b.pose += (size_t)POSE_FLOATS * split;
    if (b.radius != NULL) b.radius += split;
    open_call(&c, &a, &b, (uint64_t)bodies * bodies / 2);
    open_call(&d, &a, NULL, (uint64_t)bodies * bodies / 2);
    for (int variant = 0; variant < 3; ++variant) {
      lgjk_index_def def;
      uint64_t size;
      filters_of(&s, 0, &c.filters_a);
      filters_of(&s, split, &c.filters_b);
      c.options.margin = d.options.margin = s.margin;
      c.options.filters_a = d.options.filters_a = variant == 1 ? &c.filters_a : NULL;
      c.options.filters_b = variant == 1 ? &c.filters_b : NULL;
      c.options.motion = d.options.motion = variant == 2 ? s.motion : NULL;
      lgjk_index_def_init(&def);
      def.reach = variant == 0 ? 0.4f : 0.28f;
      def.filters = c.options.filters_b;
      assert_int_equal(lgjk_index_sizeN(&b, &def, &size, NULL), LGJK_OK);
      char* built = aligned_alloc(64, (size + 127) / 64 * 64);
      char* copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      assert_ptr_not_equal(copy, MAP_FAILED);
      memset(built, 0x5A, (size + 127) / 64 * 64);
      assert_int_equal(lgjk_index_buildN(&b, &def, built, size, NULL, &d.error), LGJK_OK);
      for (uint64_t k = size; k < (size + 127) / 64 * 64; ++k) assert_int_equal((uint8_t)built[k], 0x5A);
      memcpy(copy, built, size); // it holds no pointers, and is only read
      assert_int_equal(mprotect(copy, size, PROT_READ), 0);
      memset(built, 0, size);
      assert_int_equal(run(&c), LGJK_OK);
      compare_with_brute(&c);
      assert_int_equal(lgjk_find_againstN(&a, copy, &d.list, d.scratch, d.size, &d.options, &d.error), LGJK_OK);
      assert_int_equal(d.list.count, c.list.count);
      assert_int_equal(d.list.bad_bodies, c.list.bad_bodies);
      assert_memory_equal(d.list.a, c.list.a, c.list.count * sizeof *c.list.a);
      assert_memory_equal(d.list.b, c.list.b, c.list.count * sizeof *c.list.b);
      free(built);
      munmap(copy, size);
    }
    close_call(&c);
    close_call(&d);
    scene_close(&s);
  }
}

// ---------------------------------------------------------------- what a query finds

// No pair within the margin is missing.
static void no_near_pair_is_missing(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    const uint32_t bodies = 300;
    assert_int_equal(scene_open(&s, kind, bodies, 5), 0);
    open_call(&c, &s.mixed.bodies, NULL, (uint64_t)bodies * bodies / 2);
    c.options.margin = s.margin;
    assert_int_equal(run(&c), LGJK_OK);
    const uint64_t all = (uint64_t)bodies * (bodies - 1) / 2;
    uint32_t *a = malloc(all * sizeof *a), *b = malloc(all * sizeof *b);
    float* distance = malloc(all * sizeof *distance);
    uint8_t* status = malloc(all);
    uint64_t count = 0, listed = 0, near = 0, bad = 0;
    for (uint32_t i = 0; i < bodies; ++i) {
      for (uint32_t j = i + 1; j < bodies; ++j) {
        a[count] = i;
        b[count++] = j;
      }
    }
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = count};
    const lgjk_results results = {.struct_size = sizeof results, .distance = distance, .status = status};
    assert_int_equal(lgjk_distanceN(c.a, c.a, &pairs, NULL, 0, count, &results, NULL, NULL), LGJK_OK);
    for (uint64_t k = 0; k < count; ++k) {
      const bool in = listed < c.list.count && c.list.a[listed] == a[k] && c.list.b[listed] == b[k];
      listed += in;
      near += distance[k] <= s.margin;
      bad += status[k] == LGJK_STATUS_BAD;
      if (distance[k] <= s.margin) assert_true(in);
    }
    assert_int_equal(listed, c.list.count);
    if (kind == CIRCLES || kind == RATIO) assert_true(listed <= near + near / 100 + 1); // circles are their own bounds
    if (kind == ALL_BAD) assert_true(bad > 0 && c.list.bad_bodies > 0);
    free(a);
    free(b);
    free(distance);
    free(status);
    close_call(&c);
    scene_close(&s);
  }
}

static bool is_listed(const lgjk_pair_list* list, uint32_t a, uint32_t b) {
  uint64_t low = 0, high = list->count;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    const bool before = list->a[middle] < a || (list->a[middle] == a && list->b[middle] < b);
    low = before ? middle + 1 : low;
    high = before ? high : middle;
  }
  return low < list->count && list->a[low] == a && list->b[low] == b;
}

// Nor is one that is within the margin while all bodies move.
static void no_pair_on_the_way_is_missing(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    const uint32_t bodies = 200;
    if (kind == FAR_AWAY) continue; // where the steps below are rounded by as much as the bodies are large
    assert_int_equal(scene_open(&s, kind, bodies, 6), 0);
    open_call(&c, &s.mixed.bodies, NULL, (uint64_t)bodies * bodies / 2);
    c.options.margin = s.margin;
    c.options.motion = s.motion;
    assert_int_equal(run(&c), LGJK_OK);
    uint64_t near = 0;
    for (int step = 0; step <= 4; ++step) {
      for (uint32_t i = 0; i < bodies; ++i) {
        for (uint32_t j = i + 1; j < bodies; ++j) {
          float distance;
          const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = &i, .b = &j, .count = 1};
          const lgjk_results results = {.struct_size = sizeof results, .distance = &distance};
          assert_int_equal(lgjk_distanceN(c.a, c.a, &pairs, NULL, 0, 1, &results, NULL, NULL), LGJK_OK);
          if (!(distance <= s.margin)) continue;
          ++near;
          if (!is_listed(&c.list, i, j)) print_message("  %s: %u and %u\n", scene_names[kind], i, j);
          assert_true(is_listed(&c.list, i, j));
        }
      }
      for (uint32_t i = 0; i < bodies; ++i) {
        for (uint32_t k = 0; k < DIM; ++k) s.mixed.pose[(size_t)POSE_FLOATS * i + k] += 0.25f * s.motion[DIM * i + k];
      }
    }
    assert_true(near > 100 || kind == POINTS); // pairs of points at one place are bad
    close_call(&c);
    scene_close(&s);
  }
}

// ---------------------------------------------------------------- the same for all

// Compares the list of a call with another.
static void expect_list(const find_call* c, const lgjk_pair_list* list) {
  assert_int_equal(c->list.count, list->count);
  assert_int_equal(c->list.bad_bodies, list->bad_bodies);
  assert_memory_equal(c->list.a, list->a, list->count * sizeof *list->a);
  assert_memory_equal(c->list.b, list->b, list->count * sizeof *list->b);
}

// Returns how many pairs there are.
static uint64_t needed_count(const lgjk_bodiesN* bodies, float margin) {
  find_call c;
  open_call(&c, bodies, NULL, 0);
  c.options.margin = margin;
  const int32_t code = run(&c);
  const uint64_t count = code == LGJK_OK ? 0 : c.error.index;
  close_call(&c);
  return count;
}

static void instruction_sets_and_workers_change_nothing(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c, d;
    // several parts of the work, where there are not too many pairs
    const bool dense = kind != CIRCLES && kind != WALLS && kind != CLUSTERS && kind != STRAY && kind != FAR_AWAY;
    const uint32_t bodies = dense ? 1300 : 9500;
    assert_int_equal(scene_open(&s, kind, bodies, 3), 0);
    const uint64_t capacity = needed_count(&s.mixed.bodies, s.margin);
    open_call(&c, &s.mixed.bodies, NULL, capacity);
    open_call(&d, &s.mixed.bodies, NULL, capacity);
    c.options.margin = d.options.margin = s.margin;
    c.options.isa = LGJK_ISA_SCALAR;
    assert_int_equal(run(&c), LGJK_OK);
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      if (!lgjk_isa_supported(isa)) continue;
      for (uint32_t workers = 1; workers <= 5; workers += 2) {
        const lgjk_tasks tasks = threads_of(workers);
        d.options.isa = isa;
        d.options.tasks = &tasks;
        memset(d.list.a, 0xFF, d.list.capacity * sizeof *d.list.a);
        assert_int_equal(run(&d), LGJK_OK);
        expect_list(&d, &c.list);
      }
    }
    close_call(&c);
    close_call(&d);
    scene_close(&s);
  }
}

// ---------------------------------------------------------------- errors

static void a_small_list_tells_the_needed_count(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    const uint32_t bodies = kind == ONE_POINT ? 1300 : BODIES;
    assert_int_equal(scene_open(&s, kind, bodies, 4), 0);
    open_call(&c, &s.mixed.bodies, NULL, (uint64_t)bodies * bodies / 2);
    c.options.margin = s.margin;
    assert_int_equal(run(&c), LGJK_OK);
    const uint64_t needed = c.list.count;
    const uint64_t capacities[] = {0, 1, needed / 2, needed - 1, needed};
    for (size_t k = 0; k < sizeof capacities / sizeof capacities[0]; ++k) {
      find_call d;
      open_call(&d, &s.mixed.bodies, NULL, capacities[k]);
      d.options.margin = s.margin;
      d.list.a[capacities[k]] = d.list.b[capacities[k]] = 77;
      char* end = (char*)d.scratch + d.size;
      *end = 0x77;
      const int32_t code = run(&d);
      assert_int_equal(code, capacities[k] < needed ? LGJK_ERROR_CAPACITY : LGJK_OK);
      if (code != LGJK_OK) assert_int_equal(d.error.index, needed);
      assert_int_equal(d.list.count, code == LGJK_OK ? needed : 0);
      assert_int_equal(d.list.a[capacities[k]], 77);
      assert_int_equal(d.list.b[capacities[k]], 77);
      assert_int_equal(*end, 0x77);
      close_call(&d);
    }
    close_call(&c);
    scene_close(&s);
  }
}

// Arguments that cannot be meant, each with the word that its error names.
static void wrong_arguments_are_named(void** state) {
  (void)state;
  bodies_scene s;
  find_call c;
  assert_int_equal(scene_open(&s, CIRCLES, 100, 1), 0);
  open_call(&c, &s.mixed.bodies, NULL, 1000);
  const find_call good = c;
  lgjk_tasks tasks;
  lgjk_tasks_init(&tasks);
  tasks.workers = 2;
#define EXPECT(word, ...)                         \
  c = good;                                       \
  __VA_ARGS__;                                    \
  assert_int_equal(run(&c), LGJK_ERROR_ARGUMENT); \
  assert_non_null(strstr(c.error.text, word));
  EXPECT("a is NULL", c.a = NULL)
  EXPECT("margin", c.options.margin = -1)
  EXPECT("margin", c.options.margin = (float)NAN)
  EXPECT("margin", c.options.margin = (float)INFINITY)
  EXPECT("margin", c.options.margin = 1e10f)
  EXPECT("flags", c.options.flags = LGJK_FLAG_EPA)
  EXPECT("options->struct_size", c.options.struct_size = 4)
  EXPECT("reserved", c.options.reserved = 1)
  EXPECT("motion_stride", c.options.motion_stride = 2)
  EXPECT("motion_stride", c.options.motion_stride = 4)
  EXPECT("motion", c.options.motion = (const float*)(const void*)((char*)s.motion + 1))
  EXPECT("list->struct_size", c.list.struct_size = 1)
  EXPECT("list->a", c.list.a = NULL)
  EXPECT("list->b", c.list.b = NULL)
  EXPECT("capacity", c.list.capacity = UINT64_MAX)
  EXPECT("scratch is NULL", c.scratch = NULL)
  EXPECT("64", c.scratch = (char*)c.scratch + 4)
  EXPECT("scratch_size", c.size -= 1)
  EXPECT("overlaps list->a", c.list.a = c.list.b)
  EXPECT("scratch overlaps list->a", c.list.a = (uint32_t*)c.scratch)
  EXPECT("filters_a", c.options.filters_a = &c.filters_a)
  EXPECT("tasks->start", c.options.tasks = &tasks)
  EXPECT("workers", tasks.workers = 65; c.options.tasks = &tasks)
  c = good;
  c.options.isa = 99;
  assert_int_equal(run(&c), LGJK_ERROR_ISA);
  c = good;
  assert_int_equal(run(&c), LGJK_OK);
  close_call(&c);
  scene_close(&s);
}

// Numbers that no query takes make a body bad, and the largest margin is no trap.
static void absurd_numbers_leave_bodies_out(void** state) {
  (void)state;
  static const float absurd[] = {1e31f, 3e38f, (float)INFINITY, (float)NAN};
  bodies_scene s;
  find_call c;
  assert_int_equal(scene_open(&s, CIRCLES, 100, 1), 0);
  open_call(&c, &s.mixed.bodies, NULL, 10000);
  c.options.motion = s.motion;
  for (size_t k = 0; k < sizeof absurd / sizeof absurd[0]; ++k) {
    s.mixed.radius[3] = absurd[k];
    s.motion[DIM * 7] = absurd[k];
    for (int large = 0; large < 2; ++large) {
      c.options.margin = large ? LGJK_MAX_MARGIN : s.margin;
      assert_int_equal(run(&c), LGJK_OK);
      assert_int_equal(c.list.bad_bodies, 2);
      compare_with_brute(&c);
      if (large) assert_int_equal(c.list.count, 98 * 97 / 2);
    }
  }
  lgjk_bodiesN none = s.mixed.bodies;
  none.count = 0;
  none.pose = NULL;
  none.shape = NULL;
  c.a = &none;
  c.options.motion = NULL;
  assert_int_equal(run(&c), LGJK_OK);
  assert_int_equal(c.list.count, 0);
  close_call(&c);
  scene_close(&s);
}

// ---------------------------------------------------------------- the order of bodies

static void orders_are_permutations_along_the_curve(void** state) {
  (void)state;
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    uint32_t order[BODIES];
    uint64_t work[2 * BODIES];
    bool seen[BODIES] = {false};
    double length = 0, random = 0;
    assert_int_equal(scene_open(&s, kind, BODIES, 2), 0);
    assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, sizeof work, NULL), LGJK_OK);
    for (uint32_t i = 0; i < BODIES; ++i) {
      assert_true(order[i] < BODIES && !seen[order[i]]);
      seen[order[i]] = true;
    }
    for (uint32_t i = 1; kind == CIRCLES && i < BODIES; ++i) {
      for (uint32_t k = 0; k < DIM; ++k) {
        const float* pose = s.mixed.pose + k;
        length += fabs((double)pose[POSE_FLOATS * order[i]] - (double)pose[POSE_FLOATS * order[i - 1]]);
        random += fabs((double)pose[POSE_FLOATS * i] - (double)pose[POSE_FLOATS * (i - 1)]);
      }
    }
    if (kind == CIRCLES) assert_true(length < 0.2 * random);
    assert_int_equal(lgjk_orderN(&s.mixed.bodies, order, work, sizeof work - 1, NULL), LGJK_ERROR_ARGUMENT);
    scene_close(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_are_those_of_brute_force),
      cmocka_unit_test(two_views_are_those_of_brute_force),
      cmocka_unit_test(an_index_finds_what_views_find),
      cmocka_unit_test(no_near_pair_is_missing),
      cmocka_unit_test(no_pair_on_the_way_is_missing),
      cmocka_unit_test(instruction_sets_and_workers_change_nothing),
      cmocka_unit_test(a_small_list_tells_the_needed_count),
      cmocka_unit_test(wrong_arguments_are_named),
      cmocka_unit_test(absurd_numbers_leave_bodies_out),
      cmocka_unit_test(orders_are_permutations_along_the_curve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
