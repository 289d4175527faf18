// The crowd: 1.35 agents per square metre in four streams that cross, 30% of them ellipses. What an agent does about
// others reaches 0.35 m. Records are carried although circles and ellipses read none: other crowds pay for that.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "pool.h"
#include "quiet.h"

const char* const crowd_step_names[STEPS] = {"find", "carry", "contact", "events", "push", "move"};

#define SPACING 0.86f // metres between agents at the beginning
#define COMFORT 0.35f
#define WARM_UP 60u // ticks from the lattice at the beginning

typedef struct vec2 {
  float x, y;
} vec2;

// What belongs to the list of one tick.
typedef struct crowd_list {
  lgjk_pair_list list;
  lgjk_pairs pairs;
  lgjk_warm* record;
  uint8_t *status, *touching;
  float* distance;
  vec2* normal;
  lgjk_touches touches;
} crowd_list;

typedef struct crowd {
  uint32_t count, random;
  float half;
  lgjk_shapes2* shapes;
  lgjk_bodies2 bodies;
  float (*pose)[4];
  float *radius, *speed;
  uint32_t *shape, *stream;
  vec2 *velocity, *push;
  crowd_list lists[2];
  void* scratch;
  uint64_t scratch_size;
  lgjk_events events;
  lgjk_find_options find;
  lgjk_options contact;
  pool* threads;
  lgjk_tasks tasks;
} crowd;

// ---------------------------------------------------------------- the beginning

static float draw(crowd* w) {
  w->random = w->random * 1664525u + 1013904223u;
  return (float)(w->random >> 8) / 16777216.0f;
}

static const vec2 ways[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

// Places the agents on a lattice with some play, in random order.
static void place_agents(crowd* w) {
  uint32_t columns = 1;
  while (columns * columns < w->count) columns++;
  w->half = 0.5f * SPACING * (float)columns + 1;
  uint32_t* at = claim(w->count, sizeof *at);
  for (uint32_t i = 0; i < w->count; ++i) at[i] = i;
  for (uint32_t i = w->count - 1; i > 0; --i) {
    const uint32_t k = (uint32_t)(draw(w) * (float)(i + 1)) % (i + 1), kept = at[i];
    at[i] = at[k];
    at[k] = kept;
  }
  for (uint32_t i = 0; i < w->count; ++i) {
    w->shape[i] = draw(w) < 0.3f;
    w->radius[i] = w->shape[i] ? 0 : 0.18f + 0.12f * draw(w);
    w->speed[i] = 1.0f + 0.6f * draw(w);
    w->stream[i] = (uint32_t)(4 * draw(w)) % 4;
    w->pose[i][0] = SPACING * ((float)(at[i] % columns) + 0.3f + 0.4f * draw(w)) - w->half + 1;
    w->pose[i][1] = SPACING * ((float)(at[i] / columns) + 0.3f + 0.4f * draw(w)) - w->half + 1;
    w->pose[i][2] = ways[w->stream[i]].x;
    w->pose[i][3] = ways[w->stream[i]].y;
  }
  free(at);
}

static void make_shapes(crowd* w) {
  static const float origin[2] = {0, 0};
  lgjk_shape2_def defs[2];
  lgjk_error error = {0};
  for (int i = 0; i < 2; ++i) lgjk_shape2_def_init(&defs[i]);
  defs[0].points = origin;
  defs[0].point_count = 1;
  defs[1].kind = LGJK_SHAPE2_ELLIPSE;
  defs[1].size[0] = 0.15f; // across the way that it faces it is wider
  defs[1].size[1] = 0.25f;
  check_call(lgjk_shapes2_create(defs, 2, NULL, &w->shapes, &error), &error);
}

static void sort_agents(crowd* w) {
  uint32_t* order = claim(w->count, sizeof *order);
  const uint64_t size = lgjk_tree_size2(w->count);
  void* work = claim_lines(size);
  lgjk_error error = {0};
  check_call(lgjk_order2(&w->bodies, order, work, size, &error), &error);
  moving_permute(w->pose, order, w->count, sizeof *w->pose, work);
  moving_permute(w->radius, order, w->count, sizeof *w->radius, work);
  moving_permute(w->speed, order, w->count, sizeof *w->speed, work);
  moving_permute(w->shape, order, w->count, sizeof *w->shape, work);
  moving_permute(w->stream, order, w->count, sizeof *w->stream, work);
  moving_permute(w->velocity, order, w->count, sizeof *w->velocity, work);
  free(order);
  free(work);
}

static void make_lists(crowd* w) {
  const uint64_t capacity = 6 * (uint64_t)w->count + 1024;
  for (int i = 0; i < 2; ++i) {
    crowd_list* l = &w->lists[i];
    lgjk_pair_list_init(&l->list);
    lgjk_pairs_init(&l->pairs);
    lgjk_touches_init(&l->touches);
    l->list.capacity = capacity;
    l->pairs.a = l->list.a = claim(capacity, sizeof *l->list.a);
    l->pairs.b = l->list.b = claim(capacity, sizeof *l->list.b);
    l->record = claim(capacity, sizeof *l->record);
    l->status = claim(capacity, 1);
    l->touches.touching = l->touching = claim(capacity, 1);
    l->touches.pairs = &l->pairs;
    l->distance = claim(capacity, sizeof *l->distance);
    l->normal = claim(capacity, sizeof *l->normal);
  }
  lgjk_events_init(&w->events);
  w->events.capacity = capacity;
  w->events.event = claim(capacity, sizeof *w->events.event);
  w->scratch_size = lgjk_find_scratch2(w->count, 0, capacity);
  w->scratch = claim_lines(w->scratch_size);
}

static void open_crowd(crowd* w, uint32_t count, bool z_order) {
  *w = (crowd){.count = count, .random = 1};
  w->pose = claim(w->count, sizeof *w->pose);
  w->radius = claim(w->count, sizeof *w->radius);
  w->speed = claim(w->count, sizeof *w->speed);
  w->shape = claim(w->count, sizeof *w->shape);
  w->stream = claim(w->count, sizeof *w->stream);
  w->velocity = claim(w->count, sizeof *w->velocity);
  w->push = claim(w->count, sizeof *w->push);
  place_agents(w);
  make_shapes(w);
  w->bodies = (lgjk_bodies2){.struct_size = sizeof w->bodies,
                             .count = w->count,
                             .shapes = w->shapes,
                             .shape = w->shape,
                             .pose = w->pose[0],
                             .radius = w->radius};
  if (z_order) sort_agents(w);
  make_lists(w);
  lgjk_find_options_init(&w->find);
  lgjk_options_init(&w->contact);
  lgjk_tasks_init(&w->tasks);
  w->tasks.workers = 1;
  w->find.margin = w->contact.max_distance = COMFORT;
  w->find.tasks = w->events.tasks = &w->tasks;
}

// ---------------------------------------------------------------- a tick

// What a part of a step works on.
typedef struct crowd_work {
  crowd* w;
  crowd_list* now;
} crowd_work;

static void contact_range(void* context, uint64_t first, uint64_t end) {
  const crowd_work* work = context;
  crowd* w = work->w;
  crowd_list* now = work->now;
  lgjk_results results;
  lgjk_error error = {0};
  lgjk_results_init(&results);
  results.status = now->status;
  results.distance = now->distance;
  results.normal = &now->normal->x;
  check_call(
      lgjk_contact2(&w->bodies, &w->bodies, &now->pairs, NULL, first, end - first, &results, &w->contact, &error),
      &error);
}

// Agents give way to each other, a little to the right, and are moved apart where they overlap. Each agent's pushes are
// added in the order of the list.
static void push_all(crowd* w, const crowd_list* now) {
  memset(w->push, 0, w->count * sizeof *w->push);
  for (uint64_t i = 0; i < now->pairs.count; ++i) {
    const float gap = now->distance[i];
    if (!(gap < COMFORT)) continue;
    const vec2 n = now->normal[i];
    const float much = 0.03f * (COMFORT - gap) + (gap < 0 ? -0.5f * gap : 0);
    const float x = much * (0.4f * n.y - n.x), y = much * (-0.4f * n.x - n.y);
    vec2 *a = &w->push[now->pairs.a[i]], *b = &w->push[now->pairs.b[i]];
    a->x += x;
    a->y += y;
    b->x -= x;
    b->y -= y;
  }
}

static float clamp(float value, float limit) { return value > limit ? limit : value < -limit ? -limit : value; }

static void move_range(void* context, uint64_t first, uint64_t end) {
  const crowd_work* work = context;
  crowd* w = work->w;
  for (uint64_t i = first; i < end; ++i) {
    const vec2 way = ways[w->stream[i]];
    float* pose = w->pose[i];
    vec2* v = &w->velocity[i];
    v->x += 0.15f * (way.x * w->speed[i] - v->x);
    v->y += 0.15f * (way.y * w->speed[i] - v->y);
    const float x = clamp(pose[0] + MOVING_TICK * v->x + clamp(w->push[i].x, 0.1f), w->half);
    const float y = clamp(pose[1] + MOVING_TICK * v->y + clamp(w->push[i].y, 0.1f), w->half);
    v->x = (x - pose[0]) / MOVING_TICK;
    v->y = (y - pose[1]) / MOVING_TICK;
    const float c = pose[2] + 0.1f * v->x, s = pose[3] + 0.1f * v->y, length = sqrtf(c * c + s * s);
    pose[0] = x;
    pose[1] = y;
    if (length > 0.1f) {
      pose[2] = c / length;
      pose[3] = s / length;
    }
    if (way.x * x + way.y * y > w->half - 2.5f) w->stream[i] ^= 1u;
  }
}

// One range for each worker.
static void split(crowd* w, uint64_t count, pool_part* run, crowd_work* work) {
  pool_split(w->threads, count, count / w->tasks.workers + 1, run, work);
}

static void run_step(crowd* w, crowd_step step, const crowd_list* before, crowd_list* now) {
  lgjk_error error = {0};
  crowd_work work = {w, now};
  switch (step) {
    case STEP_FIND:
      check_call(lgjk_find_pairs2(&w->bodies, NULL, &now->list, w->scratch, w->scratch_size, &w->find, &error), &error);
      now->pairs.count = now->list.count;
      break;
    case STEP_CARRY:
      check_call(lgjk_warm_carry(&before->pairs, before->record, &now->pairs, now->record, &w->tasks, &error), &error);
      break;
    case STEP_CONTACT: split(w, now->pairs.count, contact_range, &work); break;
    case STEP_EVENTS:
      check_call(lgjk_pair_events(&before->touches, &now->touches, now->status, now->distance, 0, NULL, NULL,
                                  &w->events, &error),
                 &error);
      break;
    case STEP_PUSH: push_all(w, now); break;
    case STEP_MOVE: split(w, w->count, move_range, &work); break;
    default: break;
  }
}

// ---------------------------------------------------------------- time

#define UNMEASURED 2u // ticks: each list has to be this process's own

static uint64_t hash_poses(const crowd* w) {
  uint64_t hash = 14695981039346656037u;
  for (uint64_t i = 0; i < 4 * (uint64_t)w->count; ++i) {
    uint32_t bits;
    memcpy(&bits, w->pose[0] + i, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
  return hash;
}

// Opens a crowd, and lets it walk from its lattice with the widest instruction set.
static void begin_crowd(crowd* w, uint32_t count, bool z_order) {
  open_crowd(w, count, z_order);
  for (uint32_t i = 0; i < WARM_UP; ++i) {
    for (int k = 0; k < STEPS; ++k) run_step(w, (crowd_step)k, &w->lists[~i & 1], &w->lists[i & 1]);
  }
}

// Leaves the crowd open: the process ends.
static void time_crowd(const void* context, void* written) {
  const find_case* c = context;
  const clock_kind clock = c->workers > 1 ? OF_WALL : OF_THREAD;
  crowd_result* result = written;
  crowd world, *w = &world;
  begin_crowd(w, c->count, c->z_order);
  *result = (crowd_result){.pairs = 0};
  w->threads = need(pool_open(c->workers));
  w->tasks = pool_tasks(w->threads);
  w->find.isa = w->contact.isa = c->isa;
  const double begin = clock_seconds(OF_WALL);
  for (uint32_t i = 0; !has_ended(c->budget, result->time.ticks, begin); ++i) {
    crowd_list *now = &w->lists[i & 1], *before = &w->lists[~i & 1];
    double at[STEPS + 1];
    if (clock == OF_THREAD) quiet_begin();
    at[0] = clock_seconds(clock);
    for (int k = 0; k < STEPS; ++k) {
      run_step(w, (crowd_step)k, before, now);
      at[k + 1] = clock_seconds(clock);
    }
    if (i < UNMEASURED) continue;
    for (int k = 0; k < STEPS; ++k) result->step[k] += at[k + 1] - at[k];
    tick_add(&result->time, at[STEPS] - at[0]);
    result->pairs += (double)now->pairs.count;
    result->events += (double)w->events.count;
    if (result->time.ticks == 3) result->hash = hash_poses(w);
  }
}

bool measure_crowd(const find_case* c, crowd_result* result) {
  return in_child(time_crowd, c, result, sizeof *result, c->budget.seconds);
}
