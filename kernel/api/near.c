// Checks the arguments of the calls that find what is near, and runs them; compiled once for each dimension.
#include <float.h>
#include <math.h>
#include <string.h>

#include "api/lists.h"
#include "api/targets.h"
#include "api/views.h"
#include "base/fpcontrol.h"
#include "find/bounds.h"
#include "find/near_job.h"
#include "find/take.h"
#include "lanegjk/lanegjk3.h"

#define lgjk_near_scratchN NAME_N(lgjk_near_scratch, )
#define lgjk_nearestN NAME_N(lgjk_nearest, )
#define lgjk_withinN NAME_N(lgjk_within, )
#define lgjk_within_shapesN NAME_N(lgjk_within_shapes, )
#define lgjk_tree_scratchN NAME_N(lgjk_tree_scratch, )
#define lgjk_distanceN NAME_N(lgjk_distance, )

// ---------------------------------------------------------------- what all calls check

// A call whose arguments are checked.
typedef struct near_call {
  const lgjk_near_options* options;
  find_job own; // points or bodies that look
  const char* points;
  size_t stride;
  opened_targets open;
  const void* memory[LGJK_MAX_TARGETS]; // of the targets
  join_target target[LGJK_MAX_TARGETS];
  uint32_t targets, set;
  char *tree, *scratch; // of those that look, and for their pairs
  tree_head head;
  find_tree looking;
} near_call;

static const lgjk_near_options default_options = {.struct_size = sizeof default_options};

static uint64_t place_memory(uint32_t count, uint64_t capacity, char* base, char** tree, char** scratch) {
  find_memory m = {base, 0};
  *tree = find_take(&m, find_stored_sizeN(count));
  *scratch = capacity > 0 ? find_take(&m, lgjk_tree_scratchN(count, capacity)) : NULL;
  return m.used;
}

uint64_t lgjk_near_scratchN(uint32_t count, uint64_t capacity) {
  char *tree, *scratch;
  return place_memory(count < FIND_BODIES ? count : FIND_BODIES, capacity, NULL, &tree, &scratch);
}

static int32_t check_options(const lgjk_near_options* given, near_call* c, lgjk_error* error) {
  const lgjk_near_options* o = c->options = given == NULL ? &default_options : given;
  LGJK_TRY(lgjk_check_struct("options", o, sizeof *o, "lgjk_near_options_init", error));
  if (!(o->max_distance >= 0))
    return lgjk_refuse(error, "options->max_distance is %g: negative or NaN", (double)o->max_distance);
  if ((o->flags & ~LGJK_FLAG_NORMALIZE) != 0) return lgjk_refuse(error, "options->flags has an unknown flag");
  if (o->reserved != 0) return lgjk_refuse(error, "options->reserved is not 0");
  c->own.tasks = o->tasks;
  set_tolerance(&c->own, o->flags);
  return lgjk_check_tasks("options->tasks", o->tasks, error);
}

// Checks options and targets. `needed`: what targets have to have.
static int32_t begin_call(const lgjk_targetN* targets, uint32_t count, int needed, const lgjk_near_options* options,
                          near_call* c, lgjk_error* error) {
  int32_t code;
  memset(c, 0, sizeof *c);
  LGJK_TRY(check_options(options, c, error));
  const float* turned = needed == TARGET_BODIES ? &c->own.turned : NULL;
  LGJK_TRY(open_targets(targets, count, needed, turned, &c->open, error));
  c->targets = count;
  for (uint32_t t = 0; t < count; ++t) {
    c->target[t] = (join_target){&c->open.tree[t], c->open.before[t]};
    c->memory[t] = targets[t].tree;
  }
  c->set = lgjk_isa_for(c->options->isa, UINT64_MAX, &code, error);
  if (c->set == 0) return code;
  set_tree_kernels(&c->own, c->set);
  return LGJK_OK;
}

// Takes points as those that look.
static int32_t take_points(const float* points, uint32_t count, near_call* c, lgjk_error* error) {
  if (count > FIND_BODIES) return lgjk_refuse(error, "count is %u, at most 2^28 are possible", (unsigned)count);
  c->own.count = c->own.view.bodies.body_count = count;
  c->points = (const char*)points;
  LGJK_TRY(lgjk_take_stride("options->stride", c->options->stride, DIM * sizeof(float), &c->stride, error));
  return check_filters("options->filters", c->options->filters, &c->own.view, error);
}

static int32_t take_bodies(const lgjk_bodiesN* a, near_call* c, lgjk_error* error) {
  if (c->options->stride != 0) return lgjk_refuse(error, "options->stride is set, but there are no points");
  LGJK_TRY(check_view("a", a, &c->own, error));
  return check_filters("options->filters", c->options->filters, &c->own.view, error);
}

#define OWN_ROWS 9u
#define INPUT_ROWS (OWN_ROWS + TARGET_ROWS * LGJK_MAX_TARGETS)

// Adds all that a call reads, and its scratch, to a table of arrays; returns how many rows it has.
static uint32_t add_input_rows(const near_call* c, const void* scratch, uint64_t bytes, lgjk_array* arrays) {
  const uint32_t looking = c->own.count;
  const lgjk_array own[OWN_ROWS] = {
      {"points", LGJK_READ | (c->own.view.bodies.pose == NULL ? LGJK_NEEDED : 0), c->points, DIM * sizeof(float),
       c->stride, c->own.view.bodies.pose == NULL ? looking : 0},
      VIEW_ROWS("a", &c->own.view),
      {"options->skip", LGJK_READ, c->options->skip, 4, 4, looking},
      FILTER_ROWS("options->filters", &c->own.view),
      {"scratch", LGJK_WRITTEN, scratch, 1, 1, bytes},
  };
  uint32_t rows = OWN_ROWS;
  memcpy(arrays, own, sizeof own);
  for (uint32_t t = 0; t < c->targets; ++t)
    rows = add_target_rows(&c->open.side[t], c->memory[t], c->open.head[t].bytes, arrays, rows);
  return rows;
}

// Checks the scratch, and places what is in it.
static int32_t take_scratch(near_call* c, uint64_t capacity, void* scratch, uint64_t size, uint64_t* needed,
                            lgjk_error* error) {
  *needed = place_memory(c->own.count, capacity, scratch, &c->tree, &c->scratch);
  LGJK_TRY(lgjk_check_memory("scratch", scratch, 64, error));
  return lgjk_check_room("scratch_size", size, *needed, error);
}

// Builds the tree of those that look.
static void build_looking(near_call* c) {
  if (c->points != NULL || c->own.view.bodies.pose == NULL) {
    find_stored_pointsN(&c->own, c->points, c->stride, c->tree);
  } else {
    find_stored_buildN(&c->own, 0, c->tree);
  }
  find_stored_openN(c->tree, UINT64_MAX, &c->head, &c->looking);
}

// ---------------------------------------------------------------- the nearest

typedef struct near_work {
  const near_job* job;
  lgjk_near_search* search;
} near_work;

static void search_part(void* context, uint32_t first, uint32_t end) {
  const near_work* w = context;
  w->search(w->job, first, end);
}

// Writes that there are no bodies near the points that no leaf holds.
static void write_none(const near_call* c, const near_job* job) {
  for (uint32_t i = 0; i < c->own.count; ++i) {
    if (c->own.class[i] != LEFT_OUT) continue;
    for (uint64_t k = (uint64_t)i * job->k; k < ((uint64_t)i + 1) * job->k; ++k) {
      job->body[k] = LGJK_NO_BODY;
      if (job->distance != NULL) job->distance[k] = HUGE_VALF;
    }
    if (job->found != NULL) job->found[i] = 0;
  }
}

#define NEAR_PART 16u // leaves of points that a thread takes at a time

static void run_nearest(near_call* c, near_job* job) {
  near_work work = {job, NAME_N(lgjk_nearest, _kernels)[c->set]};
  build_looking(c);
  job->points = &c->looking;
  job->target = c->target;
  job->targets = c->targets;
  job->filtered = c->looking.filtered;
  for (uint32_t t = 0; t < c->targets; ++t) job->filtered = job->filtered || c->open.tree[t].filtered;
  job->skip = c->options->skip;
  job->most = c->options->max_distance > 0 ? c->options->max_distance : HUGE_VALF;
  lgjk_split(c->own.tasks, c->looking.leaves, NEAR_PART, search_part, &work);
  write_none(c, job);
}

static int32_t nearest(const float* points, uint32_t count, const lgjk_targetN* targets, uint32_t target_count,
                       near_job* job, void* scratch, uint64_t size, const lgjk_near_options* options,
                       lgjk_error* error) {
  near_call c;
  lgjk_array arrays[INPUT_ROWS + 3];
  uint64_t needed;
  LGJK_TRY(begin_call(targets, target_count, TARGET_TREES, options, &c, error));
  if (job->k == 0 || job->k > LGJK_MAX_NEAREST)
    return lgjk_refuse(error, "k is %u, outside 1..%u", (unsigned)job->k, LGJK_MAX_NEAREST);
  LGJK_TRY(take_points(points, count, &c, error));
  LGJK_TRY(take_scratch(&c, 0, scratch, size, &needed, error));
  uint32_t rows = add_input_rows(&c, scratch, needed, arrays);
  const uint64_t results = (uint64_t)count * job->k;
  arrays[rows++] = (lgjk_array){"body", LGJK_WRITTEN | LGJK_NEEDED, job->body, 4, 4, results};
  arrays[rows++] = (lgjk_array){"distance", LGJK_WRITTEN, job->distance, 4, 4, results};
  arrays[rows++] = (lgjk_array){"found", LGJK_WRITTEN, job->found, 4, 4, count};
  LGJK_TRY(lgjk_check_arrays(arrays, rows, error));
  run_nearest(&c, job);
  return lgjk_succeed(error);
}

int32_t lgjk_nearestN(const float* points, uint32_t count, const lgjk_targetN* targets, uint32_t target_count,
                      uint32_t k, uint32_t* body, float* distance, uint32_t* found, void* scratch,
                      uint64_t scratch_size, const lgjk_near_options* options, lgjk_error* error) {
  near_job job;
  memset(&job, 0, sizeof job);
  job.k = k;
  job.body = body;
  job.distance = distance;
  job.found = found;
  LGJK_RETURN_IN_DEFAULT_FP(nearest(points, count, targets, target_count, &job, scratch, scratch_size, options, error));
}

// ---------------------------------------------------------------- all within a distance

// A call that fills a list.
typedef struct within_call {
  near_call near;
  const lgjk_bodiesN* a; // NULL: points
  const lgjk_targetN* targets;
  lgjk_pair_list* list;
  float* distance; // or NULL
  float* measured; // of the pairs of shapes
} within_call;

static int32_t check_within(within_call* w, void* scratch, uint64_t size, join_job* job, lgjk_error* error) {
  lgjk_array arrays[INPUT_ROWS + 4];
  const named_list named = only_list(w->list);
  uint64_t needed;
  const float most = w->near.options->max_distance;
  if (!(most <= LGJK_MAX_MARGIN))
    return lgjk_refuse(error, "options->max_distance is %g, above LGJK_MAX_MARGIN", (double)most);
  LGJK_TRY(check_list(&named, job, error));
  LGJK_TRY(take_scratch(&w->near, job->capacity, scratch, size, &needed, error));
  uint32_t rows = add_input_rows(&w->near, scratch, needed, arrays);
  const lgjk_array own[] = {LIST_ROWS(&named), {"distance", LGJK_WRITTEN, w->distance, 4, 4, w->list->capacity}};
  memcpy(arrays + rows, own, sizeof own);
  return lgjk_check_arrays(arrays, rows + 4, error);
}

// Finds the pairs of a call whose memory is checked.
static int32_t find_within(within_call* w, join_job* job, lgjk_error* error) {
  near_call* c = &w->near;
  const named_list named = only_list(w->list);
  build_looking(c);
  job->a = &c->looking;
  job->target = c->target;
  job->targets = c->targets;
  job->skip = c->options->skip;
  job->tasks = c->own.tasks;
  job->limits.turned = c->own.turned;
  job->effort = UINT32_MAX;
  find_layoutN(job, c->own.count, c->scratch);
  w->list->bad_bodies = c->head.bad;
  for (uint32_t t = 0; t < c->targets; ++t) w->list->bad_bodies += c->open.head[t].bad;
  return fill_list(job, &named, NAME_N(lgjk_find, _kernels)[c->set], error);
}

// Returns the target that has a body, by its number among those of all.
static uint32_t target_of(const near_call* c, uint32_t body) {
  uint32_t t = c->targets - 1;
  while (t > 0 && body < c->open.before[t]) --t;
  return t;
}

static void measure_part(void* context, uint32_t first, uint32_t end) {
  const within_call* w = context;
  const near_call* c = &w->near;
  for (uint64_t i = (uint64_t)first * FIND_PART; i < (uint64_t)end * FIND_PART && i < w->list->count; ++i) {
    const uint32_t a = w->list->a[i], b = w->list->b[i], t = target_of(c, b);
    float at[DIM], square = 0;
    memcpy(at, c->points + c->stride * a, sizeof at);
    for (int k = 0; k < DIM; ++k) {
      const float d = c->open.tree[t].centre[k][b - c->open.before[t]] - at[k];
      square += d * d;
    }
    w->distance[i] = (float)lgjk_sqrt((double)square);
  }
}

static int32_t within(const float* points, uint32_t count, const lgjk_targetN* targets, uint32_t target_count,
                      lgjk_pair_list* list, float* distance, void* scratch, uint64_t size,
                      const lgjk_near_options* options, lgjk_error* error) {
  within_call w = {.list = list, .distance = distance};
  join_job job;
  memset(&job, 0, sizeof job);
  LGJK_TRY(begin_call(targets, target_count, TARGET_TREES, options, &w.near, error));
  LGJK_TRY(take_points(points, count, &w.near, error));
  LGJK_TRY(check_within(&w, scratch, size, &job, error));
  job.positions = true;
  job.limits.margin = w.near.options->max_distance;
  LGJK_TRY(find_within(&w, &job, error));
  const uint32_t parts = (uint32_t)((list->count + FIND_PART - 1) / FIND_PART);
  if (distance != NULL) lgjk_split(job.tasks, parts, 1, measure_part, &w);
  return LGJK_OK;
}

int32_t lgjk_withinN(const float* points, uint32_t count, const lgjk_targetN* targets, uint32_t target_count,
                     lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                     const lgjk_near_options* options, lgjk_error* error) {
  lgjk_empty_list(list);
  LGJK_RETURN_IN_DEFAULT_FP(
      within(points, count, targets, target_count, list, distance, scratch, scratch_size, options, error));
}

// ---------------------------------------------------------------- all shapes within a distance

#define SHAPES_PART 256u // pairs that are measured at a time

// Measures the distances of those of some pairs whose b is of a target. One that is farther gets +infinity.
static void measure_target(const within_call* w, uint32_t t, uint64_t first, uint32_t count) {
  uint32_t a[SHAPES_PART], b[SHAPES_PART], place[SHAPES_PART], some = 0;
  float distance[SHAPES_PART];
  uint8_t status[SHAPES_PART];
  const near_call* c = &w->near;
  for (uint32_t i = 0; i < count; ++i) {
    if (target_of(c, w->list->b[first + i]) != t) continue;
    a[some] = w->list->a[first + i];
    b[some] = w->list->b[first + i] - c->open.before[t];
    place[some++] = i;
  }
  const float most = c->options->max_distance;
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = some};
  const lgjk_results results = {.struct_size = sizeof results, .status = status, .distance = distance};
  const lgjk_options options = {.struct_size = sizeof options,
                                .isa = c->options->isa,
                                .flags = c->options->flags,
                                .max_distance = most > 0 ? most : FLT_MIN}; // 0 would mean any distance
  const int32_t code = lgjk_distanceN(w->a, w->targets[t].bodies, &pairs, NULL, 0, some, &results, &options, NULL);
  for (uint32_t i = 0; i < some; ++i) {
    const bool near = code == LGJK_OK && status[i] <= LGJK_STATUS_OVERLAPPING && distance[i] <= most;
    w->measured[first + place[i]] = !near ? HUGE_VALF : distance[i] > 0 ? distance[i] : 0;
  }
}

static void measure_shapes(void* context, uint32_t first, uint32_t end) {
  const within_call* w = context;
  for (uint32_t part = first; part < end; ++part) {
    const uint64_t from = (uint64_t)part * SHAPES_PART, left = w->list->count - from;
    for (uint32_t t = 0; t < w->near.targets; ++t)
      measure_target(w, t, from, left < SHAPES_PART ? (uint32_t)left : SHAPES_PART);
  }
}

// Keeps the pairs whose shapes are near.
static void keep_near(within_call* w) {
  lgjk_pair_list* list = w->list;
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->count; ++i) {
    list->a[kept] = list->a[i];
    list->b[kept] = list->b[i];
    if (w->distance != NULL && w->measured[i] < HUGE_VALF) w->distance[kept] = w->measured[i];
    kept += w->measured[i] < HUGE_VALF;
  }
  list->count = kept;
}

static int32_t within_shapes(within_call* w, uint32_t target_count, void* scratch, uint64_t size,
                             const lgjk_near_options* options, lgjk_error* error) {
  join_job job;
  memset(&job, 0, sizeof job);
  LGJK_TRY(begin_call(w->targets, target_count, TARGET_BODIES, options, &w->near, error));
  LGJK_TRY(take_bodies(w->a, &w->near, error));
  LGJK_TRY(check_within(w, scratch, size, &job, error));
  job.limits.margin = w->near.options->max_distance * CIRCLE_OUTWARDS + LEAST_MARGIN;
  LGJK_TRY(find_within(w, &job, error));
  w->measured = (float*)(void*)job.pair; // the pairs are in the list
  const uint32_t parts = (uint32_t)((w->list->count + SHAPES_PART - 1) / SHAPES_PART);
  lgjk_split(job.tasks, parts, 1, measure_shapes, w);
  keep_near(w);
  return LGJK_OK;
}

int32_t lgjk_within_shapesN(const lgjk_bodiesN* a, const lgjk_targetN* targets, uint32_t target_count,
                            lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                            const lgjk_near_options* options, lgjk_error* error) {
  within_call w = {.a = a, .targets = targets, .list = list, .distance = distance};
  lgjk_empty_list(list);
  LGJK_RETURN_IN_DEFAULT_FP(within_shapes(&w, target_count, scratch, scratch_size, options, error));
}
