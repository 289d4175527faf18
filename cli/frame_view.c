// Views of a frame, and the pairs in them.
#include "query.h"

frame_view frame_view_make(const scene* self, uint32_t frame) {
  const uint32_t axes = self->dim->axes, size = self->dim->pose_size;
  const float* pose = scene_frame(self, frame);
  frame_view view = {.all = body_view_make(self->shapes, self->body_count, self->shape, self->radius, pose,
                                           scene_positions(self, frame))};
  view.bodies = body_view_part(self->dim, &view.all, 0, self->moving);
  view.rest = body_view_part(self->dim, &view.all, self->moving, self->resting);
  if (self->turn == NULL) return view;
  view.turn = pool_allocate(&view.memory, self->body_count, (size - axes) * sizeof(float));
  for (uint32_t i = 0; i < self->body_count; ++i) {
    scene_turn(self, i, pose + (size_t)size * i + axes, view.turn + (size_t)(size - axes) * i);
  }
  return view;
}

const double* position_of(const scene* self, const frame_view* view, uint32_t body) {
  return view->all.in2d.position + (size_t)self->dim->axes * body;
}

void frame_view_find(const scene* self, const frame_view* view, float margin, const lgjk_options* options,
                     neighbours* list) {
  lgjk_find_options find;
  lgjk_find_options_init(&find);
  find.isa = options->isa;
  find.flags = options->flags & LGJK_FLAG_NORMALIZE;
  find.margin = margin;
  neighbours_find(list, self->dim, &view->bodies, self->has_rest ? &view->rest : NULL, &find);
  for (uint64_t i = 0; self->has_rest && i < list->count; ++i) list->b[i] += self->moving;
}
