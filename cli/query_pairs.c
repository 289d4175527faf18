// Queries of pairs: frame after frame, with the records of the frame before.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "pair_batch.h"
#include "query_run.h"

// What is wrong with pair i, with the scene's number of the body.
static void tell_reason(const dimension* dim, const scene* self, const batch* query, size_t i, char* text,
                        size_t size) {
  lgjk_bad_reason why;
  lgjk_bad_reason_init(&why);
  dim->bad_reason(query, i, &why);
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
    snprintf(body, sizeof body, "body %u of %c", scene_number(self, query->body[2 * i + why.side]),
             why.side == 0 ? 'A' : 'B');
  } else {
    colon = why.text;
  }
  snprintf(text, size, "%s%s%s%s", body, colon, turned ? "; " : "", turned ? dim->rotation_domain : "");
}

static void note_bad_pairs(bad_pairs* bad, const scene* self, const batch* query, uint32_t frame) {
  size_t i = 0;
  bad->total += query->pairs.count;
  bad->count += *query->bad_count;
  if (*query->bad_count == 0 || bad->first[0] != '\0') return;
  while (query->status[i] != LGJK_STATUS_BAD) ++i; // as LGJK_CAST_BAD
  char text[224];
  tell_reason(self->dim, self, query, i, text, sizeof text);
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
  frame_view_free(&view);
  if (list->count > UINT32_MAX) fail("lanegjk query: frame %u has too many pairs", frame);
  uint32_t* pair = allocate(list->count, 2 * sizeof *pair);
  for (uint64_t i = 0; i < list->count; ++i) pair[2 * i] = list->a[i], pair[2 * i + 1] = list->b[i];
  batch now = batch_make(self, pair, (uint32_t)list->count, run->request, run->options);
  batch_carry(query, &now);
  batch_free(query);
  *query = now;
  free(pair);
}

static void answer_frame(query_run* run, batch* query, uint32_t frame, text_buffer* text) {
  const dimension* dim = run->scene->dim;
  int32_t (*const call[])(const batch*, lgjk_error*) = {dim->distance, dim->overlap, dim->contact, dim->cast};
  lgjk_error error;
  lgjk_error_init(&error);
  batch_place(query, run->scene, frame);
  if (call[run->request->query](query, &error) != LGJK_OK) fail("%s: frame %u: %s", run->file, frame, error.text);
  note_bad_pairs(&run->bad_pairs, run->scene, query, frame);
  for (size_t pair = 0; pair < query->pairs.count; ++pair) {
    append_row(text, run->scene, run->request, query, frame, pair);
    mark_pair(run_marks(run, frame), run->scene, run->request, query, pair);
  }
}

void run_pairs(query_run* run, text_buffer* text) {
  const scene* self = run->scene;
  neighbours list = {0};
  batch query = batch_make(self, self->pair, self->pair_count, run->request, run->options);
  for (uint32_t frame = 0; frame < self->frame_count; ++frame) {
    if (self->source == PAIRS_FOUND) find_batch(run, frame, &list, &query);
    answer_frame(run, &query, frame, text);
  }
  batch_free(&query);
  neighbours_free(&list);
}
