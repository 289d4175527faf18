// Marks from answers.
#include <stdlib.h>
#include <string.h>

#include "query.h"

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

static void mark_touch(scene_marks* marks, const scene* self, const answer* hit) {
  const uint32_t b = hit->b;
  mark one = {.kind = MARK_GHOST, .body = hit->a, .fraction = (double)hit->distance};
  const int moves[] = {self->way != NULL || self->turn != NULL, self->way != NULL && b < self->moving};
  const int later = hit->distance > 0.0f; // else it touches where it is drawn anyway
  if (moves[0] && later) add(marks, &one);
  one.body = b;
  if (moves[1] && later && (self->way[2 * b] != 0.0f || self->way[2 * b + 1] != 0.0f)) add(marks, &one);
  one.kind = MARK_POINT;
  to_scene(hit->offset, hit->point_a, one.at);
  add_normal(marks, one.at, hit->normal);
  add(marks, &one);
  note_touch(marks, hit->a, b);
}

// The closest points of a pair that is apart, or of one that overlaps.
static void mark_points(scene_marks* marks, const query_request* request, const answer* row) {
  const int overlaps = row->status == LGJK_STATUS_OVERLAPPING;
  mark one = {.kind = overlaps ? MARK_DEPTH : MARK_GAP};
  to_scene(row->offset, row->point_a, one.at);
  to_scene(row->offset, row->point_b, one.to);
  if (request->query == QUERY_CONTACT) add_normal(marks, overlaps ? one.at : one.to, row->normal);
  if (overlaps && memcmp(one.at, one.to, sizeof one.at) == 0) one.kind = MARK_POINT;
  add(marks, &one);
  one.kind = MARK_POINT;
  for (uint32_t i = 0; i < row->manifold_count; ++i) {
    to_scene(row->offset, row->manifold[i].position, one.at);
    add(marks, &one);
  }
}

void mark_answer(scene_marks* marks, const scene* self, const query_request* request, const answer* row) {
  const int is_pair = request->query < QUERY_CAST;
  const mark link = {.kind = MARK_LINK, .body = row->a, .other = row->b};
  ++marks->rows;
  if (request->query > QUERY_CAST) {
    add(marks, &link);
  } else if (request->query == QUERY_CAST && has_points(request, row)) {
    mark_touch(marks, self, row);
  } else if (is_pair) {
    if (row->status == LGJK_STATUS_OVERLAPPING) note_touch(marks, row->a, row->b);
    if (request->query != QUERY_OVERLAP && has_points(request, row)) mark_points(marks, request, row);
  }
}
