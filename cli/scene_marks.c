// Marks from answers.
#include "scene_marks.h"

#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk_cast.h"
#include "support.h"

scene_marks scene_marks_make(const scene* self) { return (scene_marks){.touching = allocate(self->body_count, 1)}; }

void scene_marks_free(scene_marks* marks) {
  free(marks->mark);
  free(marks->touching);
}

static void add(scene_marks* marks, const mark* one) {
  marks->mark = grow(marks->mark, &marks->capacity, marks->count + 1, sizeof *marks->mark);
  marks->mark[marks->count++] = *one;
}

static void note_touch(scene_marks* marks, uint32_t a, uint32_t b) {
  marks->touching[a] = marks->touching[b] = 1;
  ++marks->touches;
}

static void to_scene(const double* offset, const float* point, double* out) {
  for (int k = 0; k < 2; ++k) out[k] = offset[k] + (double)point[k];
}

static void add_normal(scene_marks* marks, const double* at, const float* normal) {
  const mark one = {.kind = MARK_NORMAL, .at = {at[0], at[1]}, .to = {(double)normal[0], (double)normal[1]}};
  add(marks, &one);
}

static void mark_touch(scene_marks* marks, const scene* self, const touch* hit, uint32_t a, uint32_t b) {
  if (hit->status != LGJK_CAST_HIT && hit->status != LGJK_CAST_OVERLAP) return;
  mark one = {.kind = MARK_GHOST, .body = a, .fraction = (double)hit->fraction};
  const int moves[] = {self->way != NULL || self->turn != NULL, self->way != NULL && b < self->moving};
  const int later = hit->fraction > 0.0f; // else it touches where it is drawn anyway
  if (moves[0] && later) add(marks, &one);
  one.body = b;
  if (moves[1] && later && (self->way[2 * b] != 0.0f || self->way[2 * b + 1] != 0.0f)) add(marks, &one);
  one.kind = MARK_POINT;
  to_scene(hit->offset, hit->point, one.at);
  add_normal(marks, one.at, hit->normal);
  add(marks, &one);
  note_touch(marks, a, b);
}

static void mark_manifold(scene_marks* marks, const scene* self, const batch* query, size_t pair) {
  for (uint32_t i = 0; i < self->dim->manifold_count(query, pair); ++i) {
    mark one = {.kind = MARK_POINT};
    to_scene(query->offset + 2 * pair, self->dim->manifold_point(query, pair, i).position, one.at);
    add(marks, &one);
  }
}

// The closest points of a pair that is apart, or of one that overlaps.
static void mark_points(scene_marks* marks, const query_request* request, const batch* query, size_t pair) {
  const int overlaps = query->status[pair] == LGJK_STATUS_OVERLAPPING;
  mark one = {.kind = overlaps ? MARK_DEPTH : MARK_GAP};
  to_scene(query->offset + 2 * pair, query->point_a + 2 * pair, one.at);
  to_scene(query->offset + 2 * pair, query->point_b + 2 * pair, one.to);
  if (request->query == QUERY_CONTACT) add_normal(marks, overlaps ? one.at : one.to, query->normal + 2 * pair);
  if (overlaps && memcmp(one.at, one.to, sizeof one.at) == 0) one.kind = MARK_POINT;
  add(marks, &one);
}

void mark_pair(scene_marks* marks, const scene* self, const query_request* request, const batch* query, size_t pair) {
  if (marks == NULL) return;
  const uint32_t a = query->body[2 * pair], b = query->body[2 * pair + 1];
  const uint8_t status = query->status[pair];
  ++marks->rows;
  if (request->query == QUERY_CAST) {
    const touch hit = touch_of(query, pair, 2);
    mark_touch(marks, self, &hit, a, b);
    return;
  }
  if (status == LGJK_STATUS_OVERLAPPING) note_touch(marks, a, b);
  if (status == LGJK_STATUS_BEYOND || status == LGJK_STATUS_BAD || request->query == QUERY_OVERLAP) return;
  mark_points(marks, request, query, pair);
  if (request->manifold) mark_manifold(marks, self, query, pair);
}

void mark_found(scene_marks* marks, const scene* self, const query_request* request, const found_row* found) {
  if (marks == NULL) return;
  ++marks->rows;
  if (found->b == LGJK_NO_BODY) return;
  const uint32_t b = found->b + (self->has_rest ? self->moving : 0);
  if (request->query == QUERY_CAST) {
    mark_touch(marks, self, &found->hit, found->a, b);
    return;
  }
  const mark one = {.kind = MARK_LINK, .body = found->a, .other = b};
  add(marks, &one);
}
