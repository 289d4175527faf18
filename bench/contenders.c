// The library and the scalar reference as contenders, compiled once for each dimension: both read the scene's arrays
// through the same views.
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "dimension_names.h"

// All of a body in half a cache line.
typedef struct record {
  float pose[POSE_FLOATS];
  uint32_t shape;
#if DIM == 2
  float radius;
  float unused[2];
#endif
} record;
_Static_assert(sizeof(record) == 32, "two in a cache line");

typedef struct views {
  const sceneN* scene;
  lgjk_shapesN* shapes;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  record* records; // where bodies are in random order; else they stand in the scene's arrays
} views;

static void copy_poses(views* v) {
  for (uint32_t i = 0; v->records && i < v->scene->body_count; i++) {
    memcpy(v->records[i].pose, v->scene->pose[i], sizeof v->records[i].pose);
  }
}

static void pack_bodies(views* v) {
  const sceneN* scene = v->scene;
  v->records = claim_lines(scene->body_count * sizeof *v->records);
  memset(v->records, 0, scene->body_count * sizeof *v->records);
  for (uint32_t i = 0; i < scene->body_count; i++) v->records[i].shape = scene->shape[i];
  v->bodies.shape = &v->records->shape;
  v->bodies.pose = v->records->pose;
  v->bodies.shape_stride = v->bodies.pose_stride = sizeof(record);
#if DIM == 2
  for (uint32_t i = 0; scene->radius && i < scene->body_count; i++) v->records[i].radius = scene->radius[i];
  if (scene->radius) v->bodies.radius = &v->records->radius;
  if (scene->radius) v->bodies.radius_stride = sizeof(record);
#endif
  copy_poses(v);
}

static void close_views(views* v) {
  lgjk_shapesN_destroy(v->shapes);
  free(v->records);
}

static void open_views(views* v, const sceneN* scene) {
  lgjk_error error;
  lgjk_error_init(&error);
  v->scene = scene;
  check_call(lgjk_shapesN_create(scene->defs, sceneN_shape_count(scene), NULL, &v->shapes, &error), &error);
  lgjk_bodiesN_init(&v->bodies);
  v->bodies.count = scene->body_count;
  v->bodies.shapes = v->shapes;
  v->bodies.shape = scene->shape;
  v->bodies.pose = &scene->pose[0][0];
  v->bodies.radius = sceneN_radius(scene);
  lgjk_pairs_init(&v->pairs);
  v->pairs.a = scene->a;
  v->pairs.b = scene->b;
  v->pairs.count = scene->pair_count;
  if (scene->shuffled) pack_bodies(v);
}

static lgjk_results results_of(query q, const answers* to) {
  lgjk_results results;
  lgjk_results_init(&results);
  results.status = to->overlapping;
  if (to->counting) results.iterations = to->iterations;
  if (q == QUERY_OVERLAP) return results;
  results.distance = to->distance;
  results.point_a = to->point_a;
  results.point_b = to->point_b;
  if (is_contact(q)) results.normal = to->normal;
  if (q == QUERY_CONTACT) results.manifoldN = to->manifold;
  return results;
}

// ---- the library ----

typedef struct library {
  views v;
  lgjk_options options;
  lgjk_warm* records; // NULL: cold
  lgjk_warm* spare;   // where lgjk_warm_carry writes
  uint32_t* last_a;   // the pair list before a replacement
  uint32_t* last_b;
  uint32_t (*both)[2]; // {a, b} of each pair; NULL: two arrays
  uint64_t call_pairs;
} library;

static void library_close(void* pointer) {
  library* self = pointer;
  close_views(&self->v);
  release(self);
}

// A copy, which cannot follow where pairs are replaced.
static void interleave(library* self) {
  const sceneN* scene = self->v.scene;
  self->both = claim_for(self, scene->pair_count, sizeof *self->both);
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    self->both[i][0] = scene->a[i];
    self->both[i][1] = scene->b[i];
  }
  self->v.pairs.a = &self->both[0][0];
  self->v.pairs.b = &self->both[0][1];
  self->v.pairs.stride = sizeof *self->both;
}

static void* library_open(const setup* how) {
  library* self = owner(sizeof *self);
  const sceneN* scene = how->scene;
  open_views(&self->v, scene);
  lgjk_options_init(&self->options);
  self->options.isa = how->isa;
  self->options.flags = how->flags;
  self->options.max_distance = how->max_distance;
  self->options.margin = how->margin;
  self->call_pairs = how->call_pairs;
  if (how->interleaved) interleave(self);
  if (!how->warm) return self;
  const size_t pairs = scene->pair_count;
  self->records = claim_for(self, pairs, sizeof *self->records),
  self->spare = claim_for(self, pairs, sizeof *self->spare);
  self->last_a = claim_for(self, pairs, sizeof *self->last_a),
  self->last_b = claim_for(self, pairs, sizeof *self->last_b);
  return self;
}

static void library_restart(void* pointer) {
  library* self = pointer;
  if (self->records) memset(self->records, 0, self->v.scene->pair_count * sizeof *self->records);
}

static void library_follow(void* pointer) {
  library* self = pointer;
  copy_poses(&self->v);
}

static void library_leave(void* pointer) {
  library* self = pointer;
  size_t pairs = self->v.scene->pair_count;
  memcpy(self->last_a, self->v.scene->a, pairs * sizeof *self->last_a);
  memcpy(self->last_b, self->v.scene->b, pairs * sizeof *self->last_b);
}

static void library_replace(void* pointer) {
  library* self = pointer;
  lgjk_error error;
  lgjk_error_init(&error);
  lgjk_pairs last = self->v.pairs;
  last.a = self->last_a;
  last.b = self->last_b;
  check_call(lgjk_warm_carry(&last, self->records, &self->v.pairs, self->spare, NULL, &error), &error);
  lgjk_warm* carried = self->spare;
  self->spare = self->records;
  self->records = carried;
}

// Pairs of the next call: all, or the next few.
static uint64_t next_call(const library* self, uint64_t first) {
  const uint64_t left = self->v.pairs.count - first;
  return left < self->call_pairs ? left : self->call_pairs;
}

// A contender's function for a query, by the library's own.
#define LIBRARY_ANSWERS(name, queryN, q)                                                                         \
  static void library_##name(void* pointer, const answers* to) {                                                 \
    library* self = pointer;                                                                                     \
    const lgjk_results results = results_of(q, to);                                                              \
    lgjk_error error;                                                                                            \
    lgjk_error_init(&error);                                                                                     \
    for (uint64_t first = 0, count; (count = next_call(self, first)) > 0; first += count) {                      \
      check_call(queryN(&self->v.bodies, &self->v.bodies, &self->v.pairs, self->records, first, count, &results, \
                        &self->options, &error),                                                                 \
                 &error);                                                                                        \
    }                                                                                                            \
  }
LIBRARY_ANSWERS(distance, lgjk_distanceN, QUERY_DISTANCE)
LIBRARY_ANSWERS(overlap, lgjk_overlapN, QUERY_OVERLAP)
LIBRARY_ANSWERS(contact, lgjk_contactN, QUERY_CONTACT)
LIBRARY_ANSWERS(depth, lgjk_contactN, QUERY_DEPTH)

const implementation contenderN_library = {
    .open = library_open,
    .close = library_close,
    .restart = library_restart,
    .leave = library_leave,
    .follow = library_follow,
    .replace = library_replace,
    .answer = {library_distance, library_overlap, library_contact, library_depth},
    .can = COUNTS_ITERATIONS | FOLLOWS_REPLACEMENT | HAS_WARM_START | HAS_WARM_CONTACT};

// ---- the scalar reference ----

typedef struct reference {
  views v;
  refN_shapes shapes;
  refN_cache* caches; // NULL: cold
} reference;

static void reference_close(void* pointer) {
  reference* self = pointer;
  refN_shapes_destroy(&self->shapes);
  close_views(&self->v);
  release(self);
}

static void* reference_open(const setup* how) {
  reference* self = owner(sizeof *self);
  const sceneN* scene = how->scene;
  open_views(&self->v, scene);
  if (how->warm) self->caches = claim_for(self, scene->pair_count, sizeof *self->caches);
  if (refN_shapes_create(self->v.shapes, &self->shapes)) return self;
  reference_close(self);
  return NULL;
}

static void reference_restart(void* pointer) {
  reference* self = pointer;
  if (self->caches) memset(self->caches, 0, self->v.scene->pair_count * sizeof *self->caches);
}

static void reference_follow(void* pointer) {
  reference* self = pointer;
  copy_poses(&self->v);
  const sceneN* scene = self->v.scene;
  for (uint32_t i = 0; self->caches && i < scene->pair_count; i++) {
    if (scene->replaced[i]) memset(&self->caches[i], 0, sizeof self->caches[i]);
  }
}

#define REFERENCE_ANSWERS(name, batchN, q)                                                                          \
  static void reference_##name(void* pointer, const answers* to) {                                                  \
    reference* self = pointer;                                                                                      \
    const lgjk_results results = results_of(q, to);                                                                 \
    batchN(&self->shapes, &self->v.bodies, &self->shapes, &self->v.bodies, &self->v.pairs, self->caches, &results); \
  }
REFERENCE_ANSWERS(distance, refN_distance_batch, QUERY_DISTANCE)
REFERENCE_ANSWERS(overlap, refN_overlap_batch, QUERY_OVERLAP)
REFERENCE_ANSWERS(contact, refN_contact_batch, QUERY_CONTACT)
REFERENCE_ANSWERS(depth, refN_contact_batch, QUERY_DEPTH)

const implementation contenderN_reference = {
    .open = reference_open,
    .close = reference_close,
    .restart = reference_restart,
    .follow = reference_follow,
    .answer = {reference_distance, reference_overlap, reference_contact, reference_depth},
    .can = COUNTS_ITERATIONS | FOLLOWS_REPLACEMENT | HAS_WARM_START | HAS_WARM_CONTACT};

// ---- separating axes, of the reference ----

// The shapes and poses of a pair.
typedef struct posed_pair {
  const refN_shape* shape[2];
  const float* pose[2];
} posed_pair;

static posed_pair pair_of(const reference* self, uint32_t i) {
  const sceneN* scene = self->v.scene;
  const uint32_t a = scene->a[i], b = scene->b[i];
  return (posed_pair){{&self->shapes.shape[scene->shape[a]], &self->shapes.shape[scene->shape[b]]},
                      {scene->pose[a], scene->pose[b]}};
}

// They keep nothing from frame to frame.
static void sat_overlap(void* pointer, const answers* to) {
  const reference* self = pointer;
  for (uint32_t i = 0; i < self->v.scene->pair_count; i++) {
    const posed_pair p = pair_of(self, i);
    to->overlapping[i] = refN_sat_overlap(p.shape[0], p.pose[0], p.shape[1], p.pose[1]);
  }
}

// No points: depth and normal alone.
static void sat_depth(void* pointer, const answers* to) {
  const reference* self = pointer;
  for (uint32_t i = 0; i < self->v.scene->pair_count; i++) {
    const posed_pair p = pair_of(self, i);
    to->distance[i] = refN_sat_contact(p.shape[0], p.pose[0], p.shape[1], p.pose[1], to->normal + (size_t)DIM * i);
  }
}

const implementation contenderN_reference_sat = {.open = reference_open,
                                                 .close = reference_close,
                                                 .answer = {NULL, sat_overlap, sat_depth, sat_depth},
                                                 .scenes = SAT_SCENES};
