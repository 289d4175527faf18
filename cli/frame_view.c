// Views of a frame. Their origin is near the middle one of the coordinates along each axis, so that a body far from all
// others takes no precision from these.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"
#include "reader.h"

static void find_origin(const scene* self, uint32_t frame, double* origin) {
  const uint32_t axes = self->dim->axes;
  double* value = allocate(self->body_count, sizeof *value);
  for (uint32_t k = 0; self->body_count > 0 && k < axes; ++k) {
    for (size_t i = 0; i < self->body_count; ++i) value[i] = scene_positions(self, frame)[axes * i + k];
    origin[k] = rint(median_of(value, self->body_count)) + 0.0;
  }
  free(value);
}

// Places all bodies about the origin. What is too far away for the library is not counted as rounded.
static void place(const scene* self, uint32_t frame, frame_view* view) {
  const uint32_t axes = self->dim->axes, size = self->dim->pose_size;
  double most = 0.0;
  memcpy(view->pose, scene_frame(self, frame), (size_t)self->body_count * size * sizeof(float));
  for (size_t i = 0; i < self->body_count; ++i) {
    double square = 0.0;
    for (uint32_t k = 0; k < axes; ++k) {
      const double exact = scene_positions(self, frame)[axes * i + k] - view->origin[k];
      const float at = rounded_position(exact);
      view->pose[size * i + k] = at;
      square += (exact - (double)at) * (exact - (double)at);
    }
    if (square < 1e12) most = fmax(most, square);
  }
  view->rounding = sqrt(most);
}

frame_view frame_view_make(const scene* self, uint32_t frame) {
  const uint32_t axes = self->dim->axes, size = self->dim->pose_size;
  frame_view view = {0};
  view.pose = pool_allocate(&view.memory, self->body_count, size * sizeof(float));
  find_origin(self, frame, view.origin);
  place(self, frame, &view);
  const body_view all = body_view_make(self->shapes, self->body_count, self->shape, self->radius, view.pose);
  view.bodies = body_view_part(self->dim, &all, 0, self->moving);
  view.rest = body_view_part(self->dim, &all, self->moving, self->resting);
  if (self->turn == NULL) return view;
  view.turn = pool_allocate(&view.memory, self->moving, (size - axes) * sizeof(float));
  for (uint32_t i = 0; i < self->moving; ++i) {
    scene_turn(self, i, view.pose + (size_t)size * i + axes, view.turn + (size_t)(size - axes) * i);
  }
  return view;
}

void frame_view_find(const scene* self, const frame_view* view, float margin, const lgjk_options* options,
                     neighbours* list) {
  lgjk_find_options find;
  lgjk_find_options_init(&find);
  find.isa = options->isa;
  find.flags = options->flags & LGJK_FLAG_NORMALIZE;
  find.margin = fminf((float)((double)margin + 2.0 * view->rounding), LGJK_MAX_MARGIN);
  neighbours_find(list, self->dim, &view->bodies, self->has_rest ? &view->rest : NULL, &find);
  for (uint64_t i = 0; self->has_rest && i < list->count; ++i) list->b[i] += self->moving;
}
