// Queries of pairs: frame after frame, with the records of the frame before.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

typedef struct batch {
  memory_pool memory;
  lgjk_pairs pairs; // of all bodies: an array of {a, b}
  lgjk_warm* warm;
  lgjk_results results; // of casts the distance is the fraction, and point_a where they touch
  float* depth;         // of casts
} batch;

// ---------------------------------------------------------------- batches

// Of `count` pairs {a, b} of bodies. The array has to stay; the memory, which may hold it, becomes that of the batch.
static batch batch_make(const scene* self, const uint32_t* pair, uint32_t count, const query_request* request,
                        memory_pool held) {
  batch query = {.memory = held, .pairs = {.struct_size = sizeof(lgjk_pairs), .count = count}};
  memory_pool* memory = &query.memory;
  lgjk_results* results = &query.results;
  const size_t point = self->dim->axes * sizeof(float);
  if (count > 0) query.pairs.a = pair, query.pairs.b = pair + 1, query.pairs.stride = 2 * sizeof *pair;
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
  lgjk_error error;
  lgjk_error_init(&error);
  if (lgjk_warm_carry(&before->pairs, before->warm, &query->pairs, query->warm, NULL, &error) != LGJK_OK) {
    fail("lanegjk query: records: %s", error.text);
  }
}

// ---------------------------------------------------------------- queries

static int32_t cast(const scene* self, const frame_view* view, const batch* query, const lgjk_options* of_pairs,
                    lgjk_error* error) {
  lgjk_cast_options options;
  lgjk_cast_options_init(&options);
  options.isa = of_pairs->isa;
  options.flags = of_pairs->flags & LGJK_FLAG_NORMALIZE;
  options.way_a = options.way_b = self->way;
  options.turn_a = options.turn_b = view->turn;
  const lgjk_cast_results results = {.struct_size = sizeof(lgjk_cast_results),
                                     .status = query->results.status,
                                     .iterations = query->results.iterations,
                                     .fraction = query->results.distance,
                                     .normal = query->results.normal,
                                     .depth = query->depth,
                                     .point = query->results.point_a,
                                     .bad_count = query->results.bad_count};
  return CALL_OF_VIEWS(self->dim, lgjk_cast, &view->all, &view->all, &query->pairs, 0, query->pairs.count, &results,
                       &options, error);
}

#define QUERY_PAIRS(function)                                                                                         \
  CALL_OF_VIEWS(run->scene->dim, function, &view->all, &view->all, &query->pairs, query->warm, 0, query->pairs.count, \
                &query->results, run->options, error)

static int32_t run_query(const query_run* run, const frame_view* view, const batch* query, lgjk_error* error) {
  switch (run->request->query) {
    case QUERY_DISTANCE: return QUERY_PAIRS(lgjk_distance);
    case QUERY_OVERLAP: return QUERY_PAIRS(lgjk_overlap);
    case QUERY_CONTACT: return QUERY_PAIRS(lgjk_contact);
    default: return cast(run->scene, view, query, run->options, error);
  }
}

// What is wrong with pair i, with the scene's number of the body.
static void tell_reason(const query_run* run, const frame_view* view, const batch* query, size_t i, char* text,
                        size_t size) {
  const dimension* dim = run->scene->dim;
  lgjk_bad_reason why;
  lgjk_bad_reason_init(&why);
  CALL_OF_VIEWS(dim, lgjk_bad_reason, &view->all, &view->all, &query->pairs, i, run->options, &why, NULL);
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
    snprintf(body, sizeof body, "body %u of %c", scene_number(run->scene, query->pairs.a[2 * i + why.side]),
             why.side == 0 ? 'A' : 'B');
  } else {
    colon = why.text;
  }
  snprintf(text, size, "%s%s%s%s", body, colon, turned ? "; " : "", turned ? dim->rotation_domain : "");
}

static void note_bad_pairs(query_run* run, const frame_view* view, const batch* query, uint32_t frame) {
  bad_pairs* bad = &run->bad_pairs;
  const scene* self = run->scene;
  size_t i = 0;
  bad->total += query->pairs.count;
  bad->count += *query->results.bad_count;
  if (*query->results.bad_count == 0 || bad->first[0] != '\0') return;
  while (query->results.status[i] != LGJK_STATUS_BAD) ++i; // as LGJK_CAST_BAD
  char text[224];
  tell_reason(run, view, query, i, text, sizeof text);
  snprintf(bad->first, sizeof bad->first, "frame %u, pair %zu (bodies %u and %u): %s", frame, i,
           scene_number(self, query->pairs.a[2 * i]), scene_number(self, query->pairs.b[2 * i]), text);
}

_Static_assert((int)LGJK_CAST_BAD == (int)LGJK_STATUS_BAD, "note_bad_pairs reads either");

// The pairs that the finder lists, with the records of those that were there in the frame before.
static void find_batch(query_run* run, const frame_view* view, uint32_t frame, neighbours* list, batch* query) {
  const scene* self = run->scene;
  memory_pool memory = {0};
  frame_view_find(self, view, self->margin, run->options, list);
  note_bad_bodies(run, view, frame);
  if (list->count > UINT32_MAX) fail("lanegjk query: frame %u has too many pairs", frame);
  uint32_t* pair = pool_allocate(&memory, list->count, 2 * sizeof *pair);
  for (uint64_t i = 0; i < list->count; ++i) pair[2 * i] = list->a[i], pair[2 * i + 1] = list->b[i];
  batch now = batch_make(self, pair, (uint32_t)list->count, run->request, memory);
  batch_carry(query, &now);
  pool_free(&query->memory);
  *query = now;
}

static answer answer_of(const query_run* run, const frame_view* view, const batch* query, uint32_t frame, size_t pair) {
  const lgjk_results* results = &query->results;
  const size_t axes = run->scene->dim->axes;
  const uint32_t a = query->pairs.a[2 * pair];
  answer row = {.frame = frame,
                .row = pair,
                .a = a,
                .b = query->pairs.b[2 * pair],
                .status = results->status[pair],
                .iterations = results->iterations[pair],
                .offset = position_of(run->scene, view, a)};
  if (results->distance != NULL) row.distance = results->distance[pair];
  if (results->point_a != NULL) row.point_a = results->point_a + axes * pair;
  if (results->point_b != NULL && query->depth == NULL) row.point_b = results->point_b + axes * pair;
  if (results->normal != NULL) row.normal = results->normal + axes * pair;
  if (query->depth != NULL) row.depth = query->depth[pair];
  if (results->manifold2 != NULL || results->manifold3 != NULL)
    row.manifold_count = read_manifold(results, pair, row.manifold);
  return row;
}

static void answer_frame(query_run* run, const frame_view* view, batch* query, uint32_t frame, text_buffer* text) {
  lgjk_error error;
  lgjk_error_init(&error);
  if (run_query(run, view, query, &error) != LGJK_OK) fail("%s: frame %u: %s", run->file, frame, error.text);
  note_bad_pairs(run, view, query, frame);
  for (size_t pair = 0; pair < query->pairs.count; ++pair) {
    const answer row = answer_of(run, view, query, frame, pair);
    give_answer(run, text, &row);
  }
}

void run_pairs(query_run* run, text_buffer* text) {
  const scene* self = run->scene;
  neighbours list = {0};
  batch query = batch_make(self, self->pair, self->pair_count, run->request, (memory_pool){0});
  for (uint32_t frame = 0; frame < self->frame_count; ++frame) {
    frame_view view = frame_view_make(self, frame);
    if (self->source == PAIRS_FOUND) find_batch(run, &view, frame, &list, &query);
    answer_frame(run, &view, &query, frame, text);
    pool_free(&view.memory);
  }
  pool_free(&query.memory);
  neighbours_free(&list);
}
