// Checks the arguments of the calls that find what is near, and runs them; compiled once for each dimension.
#include <math.h>
#include <string.h>

#include "api/near_call.h"
#include "base/fpcontrol.h"
#include "find/meet.h"
#include "find/take.h"

#define lgjk_near_scratchN NAME_N(lgjk_near_scratch, )
#define lgjk_nearestN NAME_N(lgjk_nearest, )
#define lgjk_withinN NAME_N(lgjk_within, )
#define lgjk_tree_scratchN NAME_N(lgjk_tree_scratch, )

// ---------------------------------------------------------------- what all calls check

static const lgjk_near_options default_options = {.struct_size = sizeof default_options};

static uint64_t place_memory(uint32_t count, uint64_t capacity, char* base, char** tree, char** scratch) {
  find_memory m = {base, 0};
  *tree = find_take(&m, find_stored_sizeN(count));
  *scratch = find_take(&m, lgjk_tree_scratchN(count, capacity)); // a list without room has counts of its pairs
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
  c->own.tasks = o->tasks;
  set_tolerance(&c->own, o->flags);
  return lgjk_check_tasks("options->tasks", o->tasks, error);
}

int32_t near_beginN(const lgjk_targetN* targets, uint32_t count, int needed, const lgjk_near_options* options,
                    near_call* c, lgjk_error* error) {
  memset(c, 0, sizeof *c);
  LGJK_TRY(check_options(options, c, error));
  const float* turned = needed == TARGET_BODIES ? &c->own.turned : NULL;
  LGJK_TRY(open_targets(targets, count, needed, turned, &c->open, error));
  c->targets = count;
  for (uint32_t t = 0; t < count; ++t) {
    c->target[t] = (join_target){&c->open.tree[t], c->open.before[t]};
    c->memory[t] = targets[t].tree;
  }
  LGJK_TRY(lgjk_isa_for(c->options->isa, UINT64_MAX, &c->set, error));
  set_tree_kernels(&c->own, c->set);
  return LGJK_OK;
}

// Takes points as those that look.
static int32_t take_points(const float* points, uint32_t count, near_call* c, lgjk_error* error) {
  if (count > FIND_BODIES) return lgjk_refuse(error, "count is %u, at most 2^28 are possible", (unsigned)count);
  c->own.count = c->own.view.bodies.body_count = count;
  c->own.points = (const char*)points;
  LGJK_TRY(lgjk_take_stride("options->stride", c->options->stride, DIM * sizeof(float), &c->own.point_stride, error));
  c->own.view.bodies.position = (const char*)c->options->position;
  LGJK_TRY(lgjk_take_stride("options->position_stride", c->options->position_stride, DIM * sizeof(double),
                            &c->own.view.bodies.position_stride, error));
  return check_filters("options->filters", c->options->filters, &c->own.view, error);
}

int32_t near_take_bodiesN(const lgjk_bodiesN* a, near_call* c, lgjk_error* error) {
  if (c->options->stride != 0) return lgjk_refuse(error, "options->stride is set, but there are no points");
  if (c->options->position != NULL) return lgjk_refuse(error, "options->position is set, but there are no points");
  LGJK_TRY(check_view("a", a, &c->own, error));
  return check_filters("options->filters", c->options->filters, &c->own.view, error);
}

enum { OWN_ROWS = 10, WRITTEN_ROWS = 4 }; // at most

// Checks the scratch, of which `needed` bytes are used, and all arrays: what a call reads, and `count` rows that it
// writes.
static int32_t check_memory(const near_call* c, const void* scratch, uint64_t size, uint64_t needed,
                            const lgjk_array* written, uint32_t count, lgjk_error* error) {
  const uint32_t looking = c->own.count;
  const bool has_points = c->own.view.bodies.pose == NULL;
  const bool needs_points = has_points && c->own.view.bodies.position == NULL;
  LGJK_TRY(lgjk_check_memory("scratch", scratch, 64, error));
  LGJK_TRY(lgjk_check_room("scratch_size", size, needed, error));
  lgjk_array arrays[OWN_ROWS + TARGET_ROWS * LGJK_MAX_TARGETS + WRITTEN_ROWS] = {
      {"points", LGJK_READ | (needs_points ? LGJK_NEEDED : 0), c->own.points, DIM * sizeof(float), c->own.point_stride,
       has_points ? looking : 0},
      VIEW_ROWS("a", &c->own.view),
      {"options->skip", LGJK_READ, c->options->skip, 4, 4, looking},
      FILTER_ROWS("options->filters", &c->own.view),
      {"scratch", LGJK_WRITTEN, scratch, 1, 1, needed},
  };
  uint32_t rows = OWN_ROWS;
  for (uint32_t t = 0; t < c->targets; ++t)
    rows = add_target_rows(&c->open.side[t], c->memory[t], c->open.head[t].bytes, arrays, rows);
  memcpy(arrays + rows, written, count * sizeof *written);
  return lgjk_check_arrays(arrays, rows + count, error);
}

// ---------------------------------------------------------------- the nearest

static void search_part(void* context, uint32_t first, uint32_t end) {
  const near_job* job = context;
  job->search(job, first, end);
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

void near_runN(near_call* c, near_job* job) {
  job->search = NAME_N(lgjk_nearest, _kernels)[c->set];
  find_stored_pointsN(&c->own, c->tree);
  find_stored_openN(c->tree, UINT64_MAX, &c->head, &c->looking);
  job->points = &c->looking;
  job->target = c->target;
  job->targets = c->targets;
  job->filtered = c->looking.filtered;
  job->placed = c->looking.home != NULL;
  for (uint32_t t = 0; t < c->targets; ++t) {
    job->filtered = job->filtered || c->open.tree[t].filtered;
    job->placed = job->placed || c->open.tree[t].home != NULL;
  }
  job->skip = c->options->skip;
  job->most = c->options->max_distance > 0 ? c->options->max_distance : HUGE_VALF;
  lgjk_split(c->own.tasks, c->looking.leaves, NEAR_PART, search_part, job);
  write_none(c, job);
}

int32_t near_check_resultsN(const near_call* c, const near_job* job, const void* scratch, uint64_t size,
                            uint64_t needed, lgjk_error* error) {
  const uint64_t results = (uint64_t)c->own.count * job->k;
  const lgjk_array written[] = {
      {"body", LGJK_WRITTEN | LGJK_NEEDED, job->body, 4, 4, results},
      {"distance", LGJK_WRITTEN, job->distance, 4, 4, results},
      {"found", LGJK_WRITTEN, job->found, 4, 4, c->own.count},
  };
  return check_memory(c, scratch, size, needed, written, 3, error);
}

static int32_t nearest(const float* points, uint32_t count, const lgjk_targetN* targets, uint32_t target_count,
                       near_job* job, void* scratch, uint64_t size, const lgjk_near_options* options,
                       lgjk_error* error) {
  near_call c;
  LGJK_TRY(near_beginN(targets, target_count, TARGET_TREES, options, &c, error));
  if (job->k == 0 || job->k > LGJK_MAX_NEAREST)
    return lgjk_refuse(error, "k is %u, outside 1..%u", (unsigned)job->k, LGJK_MAX_NEAREST);
  LGJK_TRY(take_points(points, count, &c, error));
  const uint64_t needed = place_memory(count, 0, scratch, &c.tree, &c.scratch);
  LGJK_TRY(near_check_resultsN(&c, job, scratch, size, needed, error));
  near_runN(&c, job);
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

int32_t near_check_listN(near_call* c, const lgjk_pair_list* list, const float* distance, void* scratch, uint64_t size,
                         join_job* job, lgjk_error* error) {
  const float most = c->options->max_distance;
  if (!(most <= LGJK_MAX_MARGIN))
    return lgjk_refuse(error, "options->max_distance is %g, above LGJK_MAX_MARGIN", (double)most);
  LGJK_TRY(check_list(list, job, error));
  const uint64_t needed = place_memory(c->own.count, job->capacity, scratch, &c->tree, &c->scratch);
  const lgjk_array written[] = {LIST_ROWS(list), {"distance", LGJK_WRITTEN, distance, 4, 4, job->capacity}};
  return check_memory(c, scratch, size, needed, written, 4, error);
}

void near_set_joinN(const near_call* c, join_job* job) {
  job->a = &c->looking;
  job->target = c->target;
  job->targets = c->targets;
  job->skip = c->options->skip;
  job->tasks = c->own.tasks;
  job->limits.turned = c->own.turned;
  job->effort = UINT32_MAX;
  job->search = NAME_N(lgjk_find, _kernels)[c->set];
  find_layoutN(job, c->own.count, c->scratch);
}

int32_t near_fill_listN(near_call* c, lgjk_pair_list* list, join_job* job, lgjk_error* error) {
  near_set_joinN(c, job);
  list->bad_bodies = c->head.bad;
  for (uint32_t t = 0; t < c->targets; ++t) list->bad_bodies += c->open.head[t].bad;
  return fill_list(job, list, error);
}

// A list whose distances are measured.
typedef struct within_work {
  const near_call* c;
  const lgjk_pair_list* list;
  float* distance;
} within_work;

static void measure_part(void* context, uint32_t first, uint32_t end) {
  const within_work* w = context;
  const near_call* c = w->c;
  for (uint64_t i = (uint64_t)first * FIND_PART; i < (uint64_t)end * FIND_PART && i < w->list->count; ++i) {
    const uint32_t a = w->list->a[i], b = w->list->b[i], t = near_target_of(c, b);
    float way[DIM];
    find_way(&c->looking, a, &c->open.tree[t], b - c->open.before[t], way);
    w->distance[i] = (float)lgjk_sqrt((double)find_dot(way, way));
  }
}

static int32_t within(const float* points, uint32_t count, const lgjk_targetN* targets, uint32_t target_count,
                      lgjk_pair_list* list, float* distance, void* scratch, uint64_t size,
                      const lgjk_near_options* options, lgjk_error* error) {
  near_call c;
  join_job job;
  within_work work = {&c, list, distance};
  memset(&job, 0, sizeof job);
  LGJK_TRY(near_beginN(targets, target_count, TARGET_TREES, options, &c, error));
  LGJK_TRY(take_points(points, count, &c, error));
  LGJK_TRY(near_check_listN(&c, list, distance, scratch, size, &job, error));
  job.positions = true;
  job.limits.margin = c.options->max_distance;
  find_stored_pointsN(&c.own, c.tree);
  find_stored_openN(c.tree, UINT64_MAX, &c.head, &c.looking);
  LGJK_TRY(near_fill_listN(&c, list, &job, error));
  const uint32_t parts = (uint32_t)((list->count + FIND_PART - 1) / FIND_PART);
  if (distance != NULL) lgjk_split(job.tasks, parts, 1, measure_part, &work);
  return LGJK_OK;
}

int32_t lgjk_withinN(const float* points, uint32_t count, const lgjk_targetN* targets, uint32_t target_count,
                     lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                     const lgjk_near_options* options, lgjk_error* error) {
  lgjk_empty_list(list);
  LGJK_RETURN_IN_DEFAULT_FP(
      within(points, count, targets, target_count, list, distance, scratch, scratch_size, options, error));
}
