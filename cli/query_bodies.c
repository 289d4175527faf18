// Queries of bodies: the pairs that the finder lists, the nearest bodies, and casts against what rests.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query_run.h"

scene_marks* run_marks(const query_run* run, uint32_t frame) { return frame == run->drawn_frame ? run->marks : NULL; }

// Whether a body is bad whatever it meets; of the first one the reason is noted.
static int note_bad_body(query_run* run, const body_view* view, const char* key, uint32_t body, uint32_t frame) {
  const dimension* dim = run->scene->dim;
  bad_pairs* bad = &run->bad_bodies;
  lgjk_bad_reason why;
  lgjk_bad_reason_init(&why);
  dim->body_reason(view, body, run->options->flags & LGJK_FLAG_NORMALIZE, &why);
  if (why.reason == LGJK_BAD_NONE || why.reason == LGJK_BAD_SCALE) return 0;
  if (bad->count++ > 0) return 1;
  const char* colon = strchr(why.text, ':');
  const int turned = why.reason == LGJK_BAD_POSE || why.reason == LGJK_BAD_ROTATION;
  snprintf(bad->first, sizeof bad->first, "frame %u, %s[%u]%s%s%s", frame, key, body, colon != NULL ? colon : ": bad",
           turned ? "; " : "", turned ? dim->rotation_domain : "");
  return 1;
}

void note_bad_bodies(query_run* run, const frame_view* view, uint32_t frame) {
  const body_view* views[] = {&view->bodies, &view->rest};
  static const char* const keys[] = {"bodies", "against"};
  for (int side = 0; side < 2; ++side) {
    run->bad_bodies.total += views[side]->count;
    for (uint32_t i = 0; i < views[side]->count; ++i) note_bad_body(run, views[side], keys[side], i, frame);
  }
}

static void answer(query_run* run, text_buffer* text, uint32_t frame, size_t row, const found_row* found) {
  const scene* self = run->scene;
  append_found(text, self->dim, run->request, frame, row, found);
  mark_found(run_marks(run, frame), self, run->request, found);
}

// ---------------------------------------------------------------- pairs that may meet

static void find_frame(query_run* run, const frame_view* view, uint32_t frame, text_buffer* text) {
  const scene* self = run->scene;
  neighbours list = {0};
  frame_view_find(self, view, run->margin, run->options, &list);
  for (uint64_t i = 0; i < list.count; ++i) {
    const found_row found = {.a = list.a[i], .b = scene_number(self, list.b[i])};
    answer(run, text, frame, i, &found);
  }
  neighbours_free(&list);
}

// ---------------------------------------------------------------- indices

// An index of the bodies of a view. Its memory is released with aligned_release.
static void* make_index(const query_run* run, const body_view* bodies, uint32_t kind, float reach) {
  const dimension* dim = run->scene->dim;
  lgjk_index_def def;
  lgjk_error error;
  uint64_t size = 0;
  lgjk_index_def_init(&def);
  lgjk_error_init(&error);
  def.flags = run->options->flags & LGJK_FLAG_NORMALIZE;
  def.kind = kind;
  def.reach = reach;
  if (dim->index_size(bodies, &def, &size, &error) != LGJK_OK) fail("%s: index: %s", run->file, error.text);
  void* memory = aligned_memory(size);
  if (memory == NULL) fail("lanegjk: out of memory");
  if (dim->index_build(bodies, &def, memory, size, &error) != LGJK_OK) fail("%s: index: %s", run->file, error.text);
  return memory;
}

// ---------------------------------------------------------------- nearest bodies

static void nearest_frame(query_run* run, const frame_view* view, uint32_t frame, text_buffer* text) {
  const scene* self = run->scene;
  const uint32_t n = view->bodies.count, k = run->k;
  void* index = make_index(run, self->has_rest ? &view->rest : &view->bodies, LGJK_INDEX_NEAREST, 0.0f);
  uint32_t* body = allocate((size_t)n * k, sizeof *body);
  float* distance = allocate((size_t)n * k, sizeof *distance);
  uint32_t* skip = allocate(n, sizeof *skip);
  lgjk_nearest_options options;
  lgjk_error error;
  size_t row = 0;
  lgjk_nearest_options_init(&options);
  lgjk_error_init(&error);
  for (uint32_t i = 0; i < n; ++i) skip[i] = self->has_rest ? LGJK_NO_BODY : i;
  options.isa = run->options->isa;
  options.max_distance = run->options->max_distance;
  options.stride = self->dim->pose_size * (uint32_t)sizeof(float);
  options.skip = skip;
  if (self->dim->nearest(index, view->pose, n, k, body, distance, NULL, &options, &error) != LGJK_OK) {
    fail("%s: frame %u: %s", run->file, frame, error.text);
  }
  for (size_t i = 0; i < (size_t)n * k; ++i) {
    if (body[i] == LGJK_NO_BODY) continue;
    const found_row found = {.a = (uint32_t)(i / k), .b = body[i], .distance = distance[i]};
    answer(run, text, frame, row++, &found);
  }
  aligned_release(index);
  free(body);
  free(distance);
  free(skip);
}

// ---------------------------------------------------------------- casts against what rests

// The greatest radius of a view's bodies that are no bad ones.
static float greatest_radius(const scene* self, const body_view* view) {
  float most = 0.0f;
  for (uint32_t i = 0; i < view->count; ++i) {
    const float rounding =
        view->radius != NULL ? view->radius[i] : self->dim->shape_radius(self->shapes, view->shape[i]);
    most = fmaxf(most, self->dim->shape_bound(self->shapes, view->shape[i]) + rounding);
  }
  return most;
}

// The size of the cells: that of the bodies that move; of rays, which have none, that of what they may hit.
static float reach_of(const scene* self, const frame_view* view) {
  const float own = greatest_radius(self, &view->bodies), others = greatest_radius(self, &view->rest);
  return fminf(own > 0.0f ? own : others > 0.0f ? others : 1.0f, 1e6f);
}

typedef struct caster {
  const query_run* run;
  const frame_view* view;
  const void* index;
  lgjk_cast_hit* hit;
  uint32_t* found;
} caster;

// Casts `count` bodies from `first` on; writes their hits to where those of body 0 would be.
static void cast_bodies(const caster* self, uint32_t first, uint32_t count, lgjk_cast_search* search) {
  const scene* of = self->run->scene;
  const uint32_t axes = of->dim->axes, size = of->dim->pose_size;
  body_view bodies = self->view->bodies;
  lgjk_cast_options options;
  lgjk_error error;
  lgjk_cast_options_init(&options);
  lgjk_cast_search_init(search);
  lgjk_error_init(&error);
  bodies.count = count;
  bodies.shape += first;
  bodies.pose += (size_t)size * first;
  if (bodies.radius != NULL) bodies.radius += first;
  options.isa = self->run->options->isa;
  options.flags = self->run->options->flags & LGJK_FLAG_NORMALIZE;
  if (self->view->way != NULL) options.way_a = self->view->way + (size_t)axes * first;
  if (self->view->turn != NULL) options.turn_a = self->view->turn + (size_t)(size - axes) * first;
  search->k = self->run->k;
  search->hit = self->hit;
  search->found = self->found;
  const int32_t code = of->dim->cast_against(&bodies, &self->view->rest, self->index, search, &options, &error);
  if (code != LGJK_OK) fail("%s: %s", self->run->file, error.text);
}

static void answer_hits(query_run* run, const frame_view* view, uint32_t frame, uint32_t body, const lgjk_cast_hit* hit,
                        uint32_t found, size_t* row, text_buffer* text) {
  for (uint32_t i = 0; i < found; ++i) {
    const touch touched = {
        .status = hit[i].status,
        .fraction = hit[i].fraction,
        .depth = hit[i].depth,
        .normal = hit[i].normal,
        .point = hit[i].point,
        .offset = view->origin,
    };
    const found_row one = {.a = body, .b = hit[i].body, .hit = touched};
    answer(run, text, frame, (*row)++, &one);
  }
}

// Why a body has no hit: LGJK_CAST_MISS, LIMIT or BAD. If that is its pose, it has been noted; its turn is noted here.
static uint32_t status_without_hit(const caster* self, query_run* run, uint32_t frame, uint32_t body) {
  lgjk_cast_search search;
  lgjk_bad_reason why;
  cast_bodies(self, body, 1, &search);
  if (search.bad_bodies == 0) return search.limit_bodies > 0 ? LGJK_CAST_LIMIT : LGJK_CAST_MISS;
  lgjk_bad_reason_init(&why);
  run->scene->dim->body_reason(&self->view->bodies, body, run->options->flags & LGJK_FLAG_NORMALIZE, &why);
  if ((why.reason == LGJK_BAD_NONE || why.reason == LGJK_BAD_SCALE) && run->bad_bodies.count++ == 0) {
    snprintf(run->bad_bodies.first, sizeof run->bad_bodies.first, "frame %u, bodies[%u]: " TURN_DOMAIN, frame, body);
  }
  return LGJK_CAST_BAD;
}

// A body without a hit has a row of its own.
static void answer_none(const frame_view* view, query_run* run, uint32_t frame, uint32_t body, uint32_t status,
                        size_t row, text_buffer* text) {
  static const float zero[3] = {0.0f};
  const touch none = {
      .status = status,
      .fraction = status == LGJK_CAST_BAD     ? NAN
                  : status == LGJK_CAST_LIMIT ? 0.0f
                                              : 1.0f,
      .normal = zero,
      .point = zero,
      .offset = view->origin,
  };
  const found_row one = {.a = body, .b = LGJK_NO_BODY, .hit = none};
  answer(run, text, frame, row, &one);
}

static void cast_frame(query_run* run, const frame_view* view, uint32_t frame, text_buffer* text) {
  const uint32_t n = view->bodies.count;
  void* index = make_index(run, &view->rest, LGJK_INDEX_COVER, reach_of(run->scene, view));
  const caster all = {run, view, index, allocate((size_t)n * run->k, sizeof(lgjk_cast_hit)),
                      allocate(n, sizeof(uint32_t))};
  caster one = all;
  one.hit = allocate(run->k, sizeof(lgjk_cast_hit));
  one.found = NULL;
  lgjk_cast_search search;
  size_t row = 0;
  cast_bodies(&all, 0, n, &search);
  if (search.limit_bodies > 0) {
    note("lanegjk query: warning: frame %u: casts of %" PRIu64 " bodies end at the limit; they may have other hits",
         frame, search.limit_bodies);
  }
  for (uint32_t i = 0; i < n; ++i) {
    if (all.found[i] > 0) {
      answer_hits(run, view, frame, i, all.hit + (size_t)i * run->k, all.found[i], &row, text);
    } else {
      const int plain = search.bad_bodies == 0 && search.limit_bodies == 0;
      answer_none(view, run, frame, i, plain ? LGJK_CAST_MISS : status_without_hit(&one, run, frame, i), row++, text);
    }
  }
  aligned_release(index);
  free(all.hit);
  free(all.found);
  free(one.hit);
}

void run_bodies(query_run* run, text_buffer* text) {
  for (uint32_t frame = 0; frame < run->scene->frame_count; ++frame) {
    frame_view view = frame_view_make(run->scene, frame);
    note_bad_bodies(run, &view, frame);
    switch (run->request->query) {
      case QUERY_FIND: find_frame(run, &view, frame, text); break;
      case QUERY_NEAREST: nearest_frame(run, &view, frame, text); break;
      default: cast_frame(run, &view, frame, text);
    }
    frame_view_free(&view);
  }
}
