// Queries of pairs: frame after frame, with the records of the frame before. The pairs of a scene are a query over
// bodies of their own, each pair about its first body. Differences of positions are taken in double and then rounded,
// so that a scene may lie anywhere in the coordinates of a map.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

// Each pair has two bodies of its own, the first at the origin.
typedef struct batch {
  memory_pool memory;
  body_view bodies;
  uint32_t* body; // of the scene, two per pair
  float* pose;    // of these
  float* turn;    // of casts, the rotation of a pose; NULL where nothing turns
  float* way;     // of casts, `axes` floats; NULL where nothing moves
  double* offset; // where the first body of each pair is in the scene, `axes` doubles
  lgjk_pairs pairs;
  lgjk_warm* warm;
  lgjk_results results; // of casts the distance is the fraction, and point_a where they touch
  float* depth;         // of casts
} batch;

// ---------------------------------------------------------------- batches

// A body with itself stays one: it is no pair to the library.
static void make_bodies(batch* query, const scene* self, const uint32_t* pair, size_t count) {
  const size_t axes = self->dim->axes, size = self->dim->pose_size;
  memory_pool* memory = &query->memory;
  uint32_t* index = pool_allocate(memory, 2 * count, sizeof *index);
  uint32_t* shape = pool_allocate(memory, 2 * count, sizeof *shape);
  float* radius = self->radius != NULL ? pool_allocate(memory, 2 * count, sizeof(float)) : NULL;
  query->body = pool_allocate(memory, 2 * count, sizeof *query->body);
  query->pose = pool_allocate(memory, 2 * count, size * sizeof(float));
  query->offset = pool_allocate(memory, count, axes * sizeof(double));
  if (self->way != NULL) query->way = pool_allocate(memory, 2 * count, axes * sizeof(float));
  if (self->turn != NULL) query->turn = pool_allocate(memory, 2 * count, (size - axes) * sizeof(float));
  for (size_t i = 0; i < 2 * count; ++i) {
    const uint32_t body = pair[i];
    index[i] = (uint32_t)(pair[i & ~(size_t)1] == body ? i & ~(size_t)1 : i);
    query->body[i] = body;
    shape[i] = self->shape[body];
    if (radius != NULL) radius[i] = self->radius[body];
    if (self->way != NULL) memcpy(query->way + axes * i, self->way + axes * body, axes * sizeof(float));
  }
  query->bodies = body_view_make(self->shapes, (uint32_t)(2 * count), shape, radius, query->pose);
  query->pairs = (lgjk_pairs){
      .struct_size = sizeof(lgjk_pairs), .a = index, .b = index + 1, .stride = 2 * sizeof(uint32_t), .count = count};
}

// Of `count` pairs {a, b} of bodies.
static batch batch_make(const scene* self, const uint32_t* pair, uint32_t count, const query_request* request) {
  batch query = {0};
  memory_pool* memory = &query.memory;
  lgjk_results* results = &query.results;
  const size_t point = self->dim->axes * sizeof(float);
  if (count > UINT32_MAX / 2) fail("lanegjk query: %u pairs are too many", count);
  make_bodies(&query, self, pair, count);
  query.warm = pool_allocate(memory, count, sizeof *query.warm);
  lgjk_results_init(results);
  results->status = pool_allocate(memory, count, 1);
  results->iterations = pool_allocate(memory, count, 1);
  results->bad_count = pool_allocate(memory, 1, sizeof *results->bad_count);
  if (request->query != QUERY_OVERLAP) {
    results->distance = pool_allocate(memory, count, sizeof(float));
    results->point_a = pool_allocate(memory, count, point);
    results->point_b = pool_allocate(memory, count, point);
  }
  if (request->query == QUERY_CONTACT || request->query == QUERY_CAST)
    results->normal = pool_allocate(memory, count, point);
  if (request->query == QUERY_CAST) query.depth = pool_allocate(memory, count, sizeof(float));
  if (request->manifold && self->dim->axes == 2)
    results->manifold2 = pool_allocate(memory, count, sizeof(lgjk_manifold2));
  if (request->manifold && self->dim->axes == 3)
    results->manifold3 = pool_allocate(memory, count, sizeof(lgjk_manifold3));
  return query;
}

// Takes over what is known of the pairs of another list; both are sorted.
static void batch_carry(const batch* before, batch* query) {
  lgjk_pairs from = before->pairs, to = query->pairs;
  lgjk_error error;
  lgjk_error_init(&error);
  from.a = before->body, from.b = before->body + 1;
  to.a = query->body, to.b = query->body + 1;
  if (lgjk_warm_carry(&from, before->warm, &to, query->warm, NULL, &error) != LGJK_OK) {
    fail("lanegjk query: records: %s", error.text);
  }
}

// Puts the bodies of all pairs where the frame has them.
static void batch_place(batch* query, const scene* self, size_t frame) {
  const size_t axes = self->dim->axes, size = self->dim->pose_size;
  for (size_t i = 0; i < 2 * query->pairs.count; ++i) {
    const double* at = scene_positions(self, frame) + axes * query->body[i];
    double* offset = query->offset + axes * (i / 2);
    float* pose = query->pose + size * i;
    memcpy(pose, scene_frame(self, frame) + size * query->body[i], size * sizeof(float));
    if (i % 2 == 0) memcpy(offset, at, axes * sizeof(double));
    for (size_t k = 0; i % 2 == 1 && k < axes; ++k) pose[k] = rounded_position(at[k] - offset[k]);
    if (query->turn != NULL) scene_turn(self, query->body[i], pose + axes, query->turn + i * (size - axes));
  }
}

// ---------------------------------------------------------------- queries

static int32_t cast(const dimension* dim, const batch* query, const lgjk_options* of_pairs, lgjk_error* error) {
  lgjk_cast_options options;
  lgjk_cast_options_init(&options);
  options.isa = of_pairs->isa;
  options.flags = of_pairs->flags & LGJK_FLAG_NORMALIZE;
  options.way_a = options.way_b = query->way;
  options.turn_a = options.turn_b = query->turn;
  const lgjk_cast_results results = {.struct_size = sizeof(lgjk_cast_results),
                                     .status = query->results.status,
                                     .iterations = query->results.iterations,
                                     .fraction = query->results.distance,
                                     .normal = query->results.normal,
                                     .depth = query->depth,
                                     .point = query->results.point_a,
                                     .bad_count = query->results.bad_count};
  return CALL_OF_VIEWS(dim, lgjk_cast, &query->bodies, &query->bodies, &query->pairs, 0, query->pairs.count, &results,
                       &options, error);
}

#define QUERY_PAIRS(function)                                                                                     \
  CALL_OF_VIEWS(dim, function, &query->bodies, &query->bodies, &query->pairs, query->warm, 0, query->pairs.count, \
                &query->results, options, error)

static int32_t run_query(size_t which, const dimension* dim, const batch* query, const lgjk_options* options,
                         lgjk_error* error) {
  switch (which) {
    case QUERY_DISTANCE: return QUERY_PAIRS(lgjk_distance);
    case QUERY_OVERLAP: return QUERY_PAIRS(lgjk_overlap);
    case QUERY_CONTACT: return QUERY_PAIRS(lgjk_contact);
    default: return cast(dim, query, options, error);
  }
}

// What is wrong with pair i, with the scene's number of the body.
static void tell_reason(const query_run* run, const batch* query, size_t i, char* text, size_t size) {
  const dimension* dim = run->scene->dim;
  lgjk_bad_reason why;
  lgjk_bad_reason_init(&why);
  CALL_OF_VIEWS(dim, lgjk_bad_reason, &query->bodies, &query->bodies, &query->pairs, i, run->options, &why, NULL);
  // of a pose rotations alone can be wrong: numbers that are not finite are no JSON
  const bool turned = why.reason == LGJK_BAD_POSE || why.reason == LGJK_BAD_ROTATION;
  const bool of_both = why.reason == LGJK_BAD_ITSELF || why.reason == LGJK_BAD_SCALE;
  const char* colon = strchr(why.text, ':');
  char body[40] = "";
  if (why.reason == LGJK_BAD_NONE) {
    snprintf(text, size, TURN_DOMAIN);
    return;
  }
  if (!of_both && colon != NULL) {
    snprintf(body, sizeof body, "body %u of %c", scene_number(run->scene, query->body[2 * i + why.side]),
             why.side == 0 ? 'A' : 'B');
  } else {
    colon = why.text;
  }
  snprintf(text, size, "%s%s%s%s", body, colon, turned ? "; " : "", turned ? dim->rotation_domain : "");
}

static void note_bad_pairs(query_run* run, const batch* query, uint32_t frame) {
  bad_pairs* bad = &run->bad_pairs;
  const scene* self = run->scene;
  size_t i = 0;
  bad->total += query->pairs.count;
  bad->count += *query->results.bad_count;
  if (*query->results.bad_count == 0 || bad->first[0] != '\0') return;
  while (query->results.status[i] != LGJK_STATUS_BAD) ++i; // as LGJK_CAST_BAD
  char text[224];
  tell_reason(run, query, i, text, sizeof text);
  snprintf(bad->first, sizeof bad->first, "frame %u, pair %zu (bodies %u and %u): %s", frame, i,
           scene_number(self, query->body[2 * i]), scene_number(self, query->body[2 * i + 1]), text);
}

_Static_assert((int)LGJK_CAST_BAD == (int)LGJK_STATUS_BAD, "note_bad_pairs reads either");

// The pairs that the finder lists, with the records of those that were there in the frame before.
static void find_batch(query_run* run, uint32_t frame, neighbours* list, batch* query) {
  const scene* self = run->scene;
  frame_view view = frame_view_make(self, frame);
  frame_view_find(self, &view, self->margin, run->options, list);
  note_bad_bodies(run, &view, frame);
  pool_free(&view.memory);
  if (list->count > UINT32_MAX) fail("lanegjk query: frame %u has too many pairs", frame);
  uint32_t* pair = allocate(list->count, 2 * sizeof *pair);
  for (uint64_t i = 0; i < list->count; ++i) pair[2 * i] = list->a[i], pair[2 * i + 1] = list->b[i];
  batch now = batch_make(self, pair, (uint32_t)list->count, run->request);
  batch_carry(query, &now);
  pool_free(&query->memory);
  *query = now;
  free(pair);
}

static answer answer_of(const batch* query, uint32_t axes, uint32_t frame, size_t pair) {
  const lgjk_results* results = &query->results;
  answer row = {.frame = frame,
                .row = pair,
                .a = query->body[2 * pair],
                .b = query->body[2 * pair + 1],
                .status = results->status[pair],
                .iterations = results->iterations[pair],
                .offset = query->offset + axes * pair};
  if (results->distance != NULL) row.distance = results->distance[pair];
  if (results->point_a != NULL) row.point_a = results->point_a + axes * pair;
  if (results->point_b != NULL && query->depth == NULL) row.point_b = results->point_b + axes * pair;
  if (results->normal != NULL) row.normal = results->normal + axes * pair;
  if (query->depth != NULL) row.depth = query->depth[pair];
  if (results->manifold2 != NULL || results->manifold3 != NULL)
    row.manifold_count = read_manifold(results, pair, row.manifold);
  return row;
}

static void answer_frame(query_run* run, batch* query, uint32_t frame, text_buffer* text) {
  const dimension* dim = run->scene->dim;
  lgjk_error error;
  lgjk_error_init(&error);
  batch_place(query, run->scene, frame);
  if (run_query(run->request->query, dim, query, run->options, &error) != LGJK_OK) {
    fail("%s: frame %u: %s", run->file, frame, error.text);
  }
  note_bad_pairs(run, query, frame);
  for (size_t pair = 0; pair < query->pairs.count; ++pair) {
    const answer row = answer_of(query, dim->axes, frame, pair);
    give_answer(run, text, &row);
  }
}

void run_pairs(query_run* run, text_buffer* text) {
  const scene* self = run->scene;
  neighbours list = {0};
  batch query = batch_make(self, self->pair, self->pair_count, run->request);
  for (uint32_t frame = 0; frame < self->frame_count; ++frame) {
    if (self->source == PAIRS_FOUND) find_batch(run, frame, &list, &query);
    answer_frame(run, &query, frame, text);
  }
  pool_free(&query.memory);
  neighbours_free(&list);
}
