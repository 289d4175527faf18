// Checks the arguments of the calls that find near shapes, and runs them; compiled once for each dimension.
#include <float.h>
#include <math.h>
#include <string.h>

#include "api/near_call.h"
#include "base/fpcontrol.h"
#include "find/bounds.h"
#include "find/take.h"

#define lgjk_within_shapesN NAME_N(lgjk_within_shapes, )
#define lgjk_nearest_shapesN NAME_N(lgjk_nearest_shapes, )
#define lgjk_nearest_shapes_scratchN NAME_N(lgjk_nearest_shapes_scratch, )
#define lgjk_tree_scratchN NAME_N(lgjk_tree_scratch, )
#define lgjk_distanceN NAME_N(lgjk_distance, )

// ---------------------------------------------------------------- distances of shapes

#define SHAPES_PART 256u // pairs that are measured at a time

// Pairs of a body of A and one of all targets.
typedef struct shape_pairs {
  const near_call* c;
  const lgjk_bodiesN* bodies;
  const lgjk_targetN* targets;
  const uint32_t *a, *b; // LGJK_NO_BODY in b: no pair
  uint64_t count;
  float* distance; // written: 0 where they overlap; +infinity if farther than options->max_distance, or not a pair
} shape_pairs;

// Measures those of some pairs whose b is of a target.
static void measure_target(const shape_pairs* w, uint32_t t, uint64_t first, uint32_t count) {
  uint32_t a[SHAPES_PART], b[SHAPES_PART], place[SHAPES_PART], some = 0;
  float distance[SHAPES_PART];
  uint8_t status[SHAPES_PART];
  const lgjk_near_options* o = w->c->options;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t body = w->b[first + i];
    if (body == LGJK_NO_BODY || near_target_of(w->c, body) != t) continue;
    a[some] = w->a[first + i];
    b[some] = body - w->c->open.before[t];
    place[some++] = i;
  }
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = some};
  const lgjk_results results = {.struct_size = sizeof results, .status = status, .distance = distance};
  const lgjk_options options = {
      .struct_size = sizeof options, .isa = o->isa, .flags = o->flags, .max_distance = w->c->most};
  const int32_t code = lgjk_distanceN(w->bodies, w->targets[t].bodies, &pairs, NULL, 0, some, &results, &options, NULL);
  for (uint32_t i = 0; i < some; ++i) {
    const bool near = code == LGJK_OK && status[i] != LGJK_STATUS_BEYOND && status[i] != LGJK_STATUS_BAD;
    w->distance[first + place[i]] = !near ? HUGE_VALF : distance[i] > 0 ? distance[i] : 0;
  }
}

static void measure_part(void* context, uint32_t first, uint32_t end) {
  const shape_pairs* w = context;
  for (uint32_t part = first; part < end; ++part) {
    const uint64_t from = (uint64_t)part * SHAPES_PART, left = w->count - from;
    const uint32_t count = left < SHAPES_PART ? (uint32_t)left : SHAPES_PART;
    for (uint32_t i = 0; i < count; ++i) w->distance[from + i] = HUGE_VALF;
    for (uint32_t t = 0; t < w->c->targets; ++t) measure_target(w, t, from, count);
  }
}

static void measure(shape_pairs* w) {
  lgjk_split(w->c->own.tasks, (uint32_t)((w->count + SHAPES_PART - 1) / SHAPES_PART), 1, measure_part, w);
}

// ---------------------------------------------------------------- all within a distance

// Keeps the pairs whose shapes are near.
static void keep_near(lgjk_pair_list* list, const float* measured, float most, float* distance) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->count; ++i) {
    list->a[kept] = list->a[i];
    list->b[kept] = list->b[i];
    if (distance != NULL && measured[i] <= most) distance[kept] = measured[i];
    kept += measured[i] <= most;
  }
  list->count = kept;
}

static int32_t within_shapes(const lgjk_bodiesN* a, const lgjk_targetN* targets, uint32_t target_count,
                             lgjk_pair_list* list, float* distance, void* scratch, uint64_t size,
                             const lgjk_near_options* options, lgjk_error* error) {
  near_call c;
  join_job job;
  memset(&job, 0, sizeof job);
  LGJK_TRY(near_beginN(targets, target_count, TARGET_BODIES, options, &c, error));
  LGJK_TRY(near_take_bodiesN(a, &c, error));
  LGJK_TRY(near_check_listN(&c, list, distance, scratch, size, &job, error));
  const float most = c.options->max_distance;
  c.most = most > 0 ? most : FLT_MIN; // 0 would mean any distance
  job.limits.margin = most * CIRCLE_OUTWARDS + LEAST_MARGIN;
  find_stored_buildN(&c.own, 0, c.tree);
  find_stored_openN(c.tree, UINT64_MAX, &c.head, &c.looking);
  LGJK_TRY(near_fill_listN(&c, list, &job, error));
  shape_pairs pairs = {
      &c, a, targets, list->a, list->b, list->count, (float*)(void*)job.pair}; // whose pairs are listed
  measure(&pairs);
  keep_near(list, pairs.distance, most, distance);
  return LGJK_OK;
}

int32_t lgjk_within_shapesN(const lgjk_bodiesN* a, const lgjk_targetN* targets, uint32_t target_count,
                            lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                            const lgjk_near_options* options, lgjk_error* error) {
  lgjk_empty_list(list);
  LGJK_RETURN_IN_DEFAULT_FP(
      within_shapes(a, targets, target_count, list, distance, scratch, scratch_size, options, error));
}

// ---------------------------------------------------------------- the nearest

// No query takes shapes that are farther apart: SCALE_MAX of gjk/tolerance2.h and tolerance3.h.
#define MOST_APART OF_DIM(1e6f, 1e5f)

#define CHUNK 4096u   // bodies of A whose candidates are listed together, at most
#define CANDIDATES 4u // for each that is looked for there is room, at least

// The memory of a call: what a chunk works in.
typedef struct nearest_memory {
  char *tree, *scratch;
  uint32_t *body, *first; // k + 1 nearest by position of each body of A; and A's number
  float* distance;        // of these
  float* reach;           // up to which the nearest by shape are looked for
  uint32_t *a, *b;        // candidates
  uint64_t capacity;
} nearest_memory;

static uint64_t place_nearest(uint32_t count, uint32_t k, uint32_t bodies, char* base, nearest_memory* out) {
  const uint64_t chunk = count < CHUNK ? count : CHUNK, by_position = chunk * ((uint64_t)k + 1);
  const uint64_t room = CANDIDATES * by_position;
  find_memory m = {base, 0};
  out->capacity = room > bodies ? room : bodies;
  out->tree = find_take(&m, find_stored_sizeN((uint32_t)chunk));
  out->scratch = find_take(&m, lgjk_tree_scratchN((uint32_t)chunk, out->capacity));
  out->body = find_take(&m, by_position * sizeof *out->body);
  out->first = find_take(&m, by_position * sizeof *out->first);
  out->distance = find_take(&m, by_position * sizeof *out->distance);
  out->reach = find_take(&m, chunk * sizeof *out->reach);
  out->a = find_take(&m, out->capacity * sizeof *out->a);
  out->b = find_take(&m, out->capacity * sizeof *out->b);
  return m.used;
}

uint64_t lgjk_nearest_shapes_scratchN(uint32_t count, uint32_t k, uint32_t target_bodies) {
  nearest_memory memory;
  return place_nearest(count, k < LGJK_MAX_NEAREST ? k : LGJK_MAX_NEAREST,
                       target_bodies < FIND_BODIES ? target_bodies : FIND_BODIES, NULL, &memory);
}

// A call whose arguments are checked.
typedef struct nearest_call {
  near_call near;
  const lgjk_bodiesN* a;
  const lgjk_targetN* targets;
  nearest_memory memory;
  near_job out; // where results are written, and how many
  float most;
} nearest_call;

// Makes a call that of bodies first..first + count - 1 of A.
static void take_part(const nearest_call* w, uint32_t first, uint32_t count, near_call* c, lgjk_near_options* options,
                      lgjk_bodiesN* a) {
  *c = w->near;
  *options = *w->near.options;
  find_view* v = &c->own.view;
  const lgjk_side* side = &w->near.own.view.bodies;
  c->options = options;
  c->own.count = v->bodies.body_count = count;
  v->bodies.pose += side->pose_stride * first;
  v->bodies.shape += side->shape_stride * first;
  if (v->bodies.position != NULL) v->bodies.position += side->position_stride * first;
  if (v->bodies.radius != NULL) v->bodies.radius += side->radius_stride * first;
  const char** const filter[] = {&v->category, &v->mask, &v->group};
  for (int i = 0; i < 3; ++i) *filter[i] += *filter[i] != NULL ? v->filter_stride * first : 0;
  if (options->skip != NULL) options->skip += first;
  *a = *w->a;
  a->count = count;
  a->pose = (const float*)(const void*)v->bodies.pose;
  a->shape = (const uint32_t*)(const void*)v->bodies.shape;
  a->radius = (const float*)(const void*)v->bodies.radius;
  a->position = (const double*)(const void*)v->bodies.position;
  c->tree = w->memory.tree;
  c->scratch = w->memory.scratch;
}

// Finds the bodies nearest by position, and measures them. The greatest of their distances is that up to which the
// nearest by shape are. One more than k is looked for: a body is no pair with itself. Where fewer than k are measured,
// as the others are beyond the greatest distance or too large for a query, any body within it may be among the nearest.
static void reach_of_part(const nearest_call* w, near_call* c, const lgjk_bodiesN* a) {
  const uint32_t k = w->out.k + 1, count = c->own.count;
  const nearest_memory* m = &w->memory;
  lgjk_near_options any = *c->options;
  const lgjk_near_options* const given = c->options;
  near_job job = {.k = k, .body = m->body};
  any.max_distance = 0;
  c->options = &any;
  c->own.points = c->own.view.bodies.pose;
  c->own.point_stride = c->own.view.bodies.pose_stride;
  near_runN(c, &job);
  c->options = given;
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t l = 0; l < k; ++l) m->first[(size_t)i * k + l] = i;
  }
  shape_pairs pairs = {c, a, w->targets, m->first, m->body, (uint64_t)count * k, m->distance};
  measure(&pairs);
  for (uint32_t i = 0; i < count; ++i) {
    float reach = 0;
    uint32_t measured = 0;
    for (uint32_t l = 0; l < k; ++l) {
      const float d = m->distance[(size_t)i * k + l];
      measured += d < HUGE_VALF;
      if (d < HUGE_VALF && d > reach) reach = d;
    }
    if (measured < w->out.k) reach = MOST_APART;
    const bool all = m->body[(size_t)i * k + k - 1] == LGJK_NO_BODY; // that there are
    m->reach[i] = all ? -1 : reach < w->most ? reach : w->most;
  }
}

// The nearest of a body of A.
typedef struct nearest_row {
  uint32_t k, found;
  uint32_t body[LGJK_MAX_NEAREST];
  float distance[LGJK_MAX_NEAREST];
} nearest_row;

static bool comes_before(float distance, uint32_t body, const nearest_row* row, uint32_t i) {
  return distance < row->distance[i] || (distance == row->distance[i] && body < row->body[i]);
}

// Adds a body, if it is one of the nearest.
static void add_nearest(nearest_row* row, uint32_t body, float distance) {
  const bool full = row->found == row->k;
  uint32_t at = full ? row->k - 1 : row->found;
  if (full && !comes_before(distance, body, row, at)) return;
  for (; at > 0 && comes_before(distance, body, row, at - 1); --at) {
    row->body[at] = row->body[at - 1];
    row->distance[at] = row->distance[at - 1];
  }
  row->body[at] = body;
  row->distance[at] = distance;
  row->found += !full;
}

static void write_row(const near_job* out, uint32_t body, const nearest_row* row) {
  const uint64_t first = (uint64_t)body * row->k;
  for (uint32_t i = 0; i < row->k; ++i) {
    const bool there = i < row->found;
    out->body[first + i] = there ? row->body[i] : LGJK_NO_BODY;
    if (out->distance != NULL) out->distance[first + i] = there ? row->distance[i] : HUGE_VALF;
  }
  if (out->found != NULL) out->found[body] = row->found;
}

// Finds the bodies that may be nearest by shape. Returns how many pairs there are.
static uint64_t list_candidates(const nearest_call* w, near_call* c, join_job* job) {
  const nearest_memory* m = &w->memory;
  memset(job, 0, sizeof *job);
  c->own.grow = m->reach;
  find_stored_buildN(&c->own, 0, c->tree);
  find_stored_openN(c->tree, UINT64_MAX, &c->head, &c->looking);
  job->limits = (find_limits){LEAST_MARGIN, c->own.turned};
  job->capacity = m->capacity;
  near_set_joinN(c, job);
  return find_searchN(job, m->a, m->b);
}

// Writes the nearest of a part whose candidates, or all bodies that there are, are measured.
static void write_part(const nearest_call* w, uint32_t first, uint32_t count, const float* measured, uint64_t pairs) {
  const nearest_memory* m = &w->memory;
  const uint32_t by_position = w->out.k + 1;
  uint64_t at = 0;
  for (uint32_t i = 0; i < count; ++i) {
    nearest_row row = {.k = w->out.k};
    const size_t own = (size_t)i * by_position;
    for (uint32_t l = 0; m->reach[i] < 0 && l < by_position; ++l) {
      if (m->distance[own + l] <= w->most && m->distance[own + l] < HUGE_VALF)
        add_nearest(&row, m->body[own + l], m->distance[own + l]);
    }
    for (; at < pairs && m->a[at] == i; ++at) {
      if (measured[at] <= w->most && measured[at] < HUGE_VALF) add_nearest(&row, m->b[at], measured[at]);
    }
    write_row(&w->out, first + i, &row);
  }
}

// Finds the nearest of some bodies of A. If their candidates have no room, of half of them at a time: those of one body
// have.
static void run_part(const nearest_call* w, uint32_t first, uint32_t count) {
  near_call c;
  lgjk_near_options options;
  lgjk_bodiesN a;
  join_job job;
  take_part(w, first, count, &c, &options, &a);
  reach_of_part(w, &c, &a);
  const uint64_t pairs = list_candidates(w, &c, &job);
  if (pairs > job.capacity) {
    run_part(w, first, count / 2);
    run_part(w, first + count / 2, count - count / 2);
    return;
  }
  float* measured = (float*)(void*)job.pair; // whose pairs are listed
  shape_pairs listed = {&c, &a, w->targets, w->memory.a, w->memory.b, pairs, measured};
  measure(&listed);
  write_part(w, first, count, measured, pairs);
}

static int32_t nearest_shapes(nearest_call* w, uint32_t target_count, void* scratch, uint64_t size,
                              const lgjk_near_options* options, lgjk_error* error) {
  near_call* c = &w->near;
  LGJK_TRY(near_beginN(w->targets, target_count, TARGET_BODIES, options, c, error));
  const near_job* out = &w->out;
  if (out->k == 0 || out->k > LGJK_MAX_NEAREST)
    return lgjk_refuse(error, "k is %u, outside 1..%u", (unsigned)out->k, LGJK_MAX_NEAREST);
  LGJK_TRY(near_take_bodiesN(w->a, c, error));
  const uint64_t needed = place_nearest(c->own.count, out->k, c->open.bodies, scratch, &w->memory);
  LGJK_TRY(near_check_resultsN(c, out, scratch, size, needed, error));
  c->most = w->most = c->options->max_distance > 0 ? c->options->max_distance : HUGE_VALF;
  for (uint32_t first = 0; first < c->own.count; first += CHUNK)
    run_part(w, first, c->own.count - first < CHUNK ? c->own.count - first : CHUNK);
  return lgjk_succeed(error);
}

int32_t lgjk_nearest_shapesN(const lgjk_bodiesN* a, const lgjk_targetN* targets, uint32_t target_count, uint32_t k,
                             uint32_t* body, float* distance, uint32_t* found, void* scratch, uint64_t scratch_size,
                             const lgjk_near_options* options, lgjk_error* error) {
  nearest_call call = {.a = a, .targets = targets};
  call.out = (near_job){.k = k, .body = body, .distance = distance, .found = found};
  LGJK_RETURN_IN_DEFAULT_FP(nearest_shapes(&call, target_count, scratch, scratch_size, options, error));
}
