// Memory of a query, and its bodies frame by frame.
#include "pair_batch.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static void allocate_bodies(batch* query, const scene* self, size_t count) {
  const size_t axes = self->dim->axes, size = self->dim->pose_size;
  query->body_count = (uint32_t)(2 * count);
  query->shape = allocate(2 * count, sizeof *query->shape);
  query->body = allocate(2 * count, sizeof *query->body);
  query->pose = allocate(2 * count, size * sizeof(float));
  query->offset = allocate(count, axes * sizeof(double));
  if (self->radius != NULL) query->radius = allocate(2 * count, sizeof(float));
  if (self->way != NULL) query->way = allocate(2 * count, axes * sizeof(float));
  if (self->turn != NULL) query->turn = allocate(2 * count, (size - axes) * sizeof(float));
}

// A body with itself stays one: it is no pair to the library.
static void make_bodies(batch* query, const scene* self, const uint32_t* pair, size_t count) {
  const size_t axes = self->dim->axes;
  uint32_t* index = allocate(2 * count, sizeof *index);
  allocate_bodies(query, self, count);
  for (size_t i = 0; i < 2 * count; ++i) {
    const uint32_t body = pair[i];
    index[i] = (uint32_t)(pair[i & ~(size_t)1] == body ? i & ~(size_t)1 : i);
    query->body[i] = body;
    query->shape[i] = self->shape[body];
    if (self->radius != NULL) query->radius[i] = self->radius[body];
    if (self->way != NULL) memcpy(query->way + axes * i, self->way + axes * body, axes * sizeof(float));
  }
  lgjk_pairs_init(&query->pairs);
  query->pairs.a = index;
  query->pairs.b = index + 1;
  query->pairs.stride = 2 * sizeof(uint32_t);
  query->pairs.count = count;
}

batch batch_make(const scene* self, const uint32_t* pair, uint32_t count, const query_request* request,
                 const lgjk_options* options) {
  batch query = {.shapes = self->shapes, .options = *options};
  if (count > UINT32_MAX / 2) fail("lanegjk query: %u pairs are too many", count);
  make_bodies(&query, self, pair, count);
  query.warm = allocate(count, sizeof *query.warm);
  query.status = allocate(count, 1);
  query.iterations = allocate(count, 1);
  if (request->query != QUERY_OVERLAP) {
    query.distance = allocate(count, sizeof(float));
    query.point_a = allocate(count, self->dim->axes * sizeof(float));
    query.point_b = allocate(count, self->dim->axes * sizeof(float));
  }
  if (request->query == QUERY_CONTACT || request->query == QUERY_CAST)
    query.normal = allocate(count, self->dim->axes * sizeof(float));
  if (request->query == QUERY_CAST) query.depth = allocate(count, sizeof(float));
  if (request->manifold) query.manifold = allocate(count, self->dim->manifold_size);
  query.bad_count = allocate(1, sizeof *query.bad_count);
  return query;
}

static lgjk_pairs scene_pairs(const batch* query) {
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.a = query->body;
  pairs.b = query->body + 1;
  pairs.stride = 2 * sizeof(uint32_t);
  pairs.count = query->pairs.count;
  return pairs;
}

void batch_carry(const batch* before, batch* query) {
  const lgjk_pairs from = scene_pairs(before), to = scene_pairs(query);
  lgjk_error error;
  lgjk_error_init(&error);
  if (lgjk_warm_carry(&from, before->warm, &to, query->warm, NULL, &error) != LGJK_OK) {
    fail("lanegjk query: records: %s", error.text);
  }
}

void batch_place(batch* query, const scene* self, size_t frame) {
  const uint32_t axes = self->dim->axes;
  const uint32_t size = self->dim->pose_size;
  for (size_t i = 0; i < query->pairs.count; ++i) {
    const uint32_t* body = query->body + 2 * i;
    const double* a = scene_positions(self, frame) + (size_t)axes * body[0];
    const double* b = scene_positions(self, frame) + (size_t)axes * body[1];
    float* pose = query->pose + 2 * i * size;
    memcpy(pose, scene_frame(self, frame) + (size_t)size * body[0], size * sizeof(float));
    memcpy(pose + size, scene_frame(self, frame) + (size_t)size * body[1], size * sizeof(float));
    memcpy(query->offset + axes * i, a, axes * sizeof(double));
    for (uint32_t k = 0; k < axes; ++k) pose[size + k] = rounded_position(b[k] - a[k]);
  }
  for (size_t i = 0; query->turn != NULL && i < query->body_count; ++i) {
    scene_turn(self, query->body[i], query->pose + i * size + axes, query->turn + i * (size - axes));
  }
}

void batch_free(batch* query) {
  free((void*)query->pairs.a);
  free(query->shape);
  free(query->body);
  free(query->radius);
  free(query->pose);
  free(query->way);
  free(query->turn);
  free(query->offset);
  free(query->warm);
  free(query->status);
  free(query->iterations);
  free(query->distance);
  free(query->point_a);
  free(query->point_b);
  free(query->depth);
  free(query->normal);
  free(query->manifold);
  free(query->bad_count);
}
