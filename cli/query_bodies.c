// Queries of bodies: the pairs that the finder lists, the nearest bodies, and casts against what rests.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

// Whether a body is bad whatever it meets; of the first one the reason is noted.
static int note_bad_body(query_run* run, const body_view* view, const char* key, uint32_t body, uint32_t frame) {
  const dimension* dim = run->scene->dim;
  bad_pairs* bad = &run->bad_bodies;
  const lgjk_bad_reason why = body_reason(dim, view, body, run->options->flags & LGJK_FLAG_NORMALIZE);
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
    run->bad_bodies.total += views[side]->in2d.count;
    for (uint32_t i = 0; i < views[side]->in2d.count; ++i) note_bad_body(run, views[side], keys[side], i, frame);
  }
}

void give_answer(query_run* run, text_buffer* text, const answer* row) {
  append_answer(text, run->scene, run->request, row);
  if (run->marks != NULL && row->frame == run->drawn_frame) mark_answer(run->marks, run->scene, run->request, row);
}

static void find_frame(query_run* run, const frame_view* view, uint32_t frame, text_buffer* text) {
  neighbours list = {0};
  frame_view_find(run->scene, view, run->margin, run->options, &list);
  for (uint64_t i = 0; i < list.count; ++i) {
    const answer row = {.frame = frame, .row = i, .a = list.a[i], .b = list.b[i]};
    give_answer(run, text, &row);
  }
  neighbours_free(&list);
}

// ---------------------------------------------------------------- trees

// The bodies of a view with their tree, for calls of 2D and of 3D.
typedef struct body_target {
  lgjk_target2 in2d;
  lgjk_target3 in3d;
  void* tree;
} body_target;

// Builds the tree of a view. It is released with aligned_release.
static body_target make_target(const query_run* run, const body_view* bodies) {
  const dimension* dim = run->scene->dim;
  const uint32_t count = bodies->in2d.count;
  const uint64_t size = dim->axes == 2 ? lgjk_tree_size2(count) : lgjk_tree_size3(count);
  void* tree = allocate_aligned(size);
  lgjk_tree_options options;
  lgjk_error error;
  lgjk_tree_options_init(&options);
  lgjk_error_init(&error);
  options.isa = run->options->isa;
  options.flags = run->options->flags & LGJK_FLAG_NORMALIZE;
  const int32_t code = CALL_OF_VIEW(dim, lgjk_tree_build, bodies, tree, size, &options, &error);
  if (code != LGJK_OK) fail("%s: tree: %s", run->file, error.text);
  return (body_target){{&bodies->in2d, tree, size}, {&bodies->in3d, tree, size}, tree};
}

// ---------------------------------------------------------------- nearest bodies

static void nearest_frame(query_run* run, const frame_view* view, uint32_t frame, text_buffer* text) {
  const scene* self = run->scene;
  const uint32_t n = self->moving, k = run->k;
  const body_target among = make_target(run, self->has_rest ? &view->rest : &view->bodies);
  const uint64_t scratch_size = self->dim->axes == 2 ? lgjk_near_scratch2(n, 0) : lgjk_near_scratch3(n, 0);
  void* scratch = allocate_aligned(scratch_size);
  memory_pool memory = {0};
  uint32_t* body = pool_allocate(&memory, (size_t)n * k, sizeof *body);
  float* distance = pool_allocate(&memory, (size_t)n * k, sizeof *distance);
  uint32_t* skip = pool_allocate(&memory, n, sizeof *skip);
  lgjk_near_options options;
  lgjk_error error;
  size_t row = 0;
  lgjk_near_options_init(&options);
  lgjk_error_init(&error);
  for (uint32_t i = 0; i < n; ++i) skip[i] = self->has_rest ? LGJK_NO_BODY : i;
  options.isa = run->options->isa;
  options.max_distance = run->options->max_distance;
  options.position = view->bodies.in2d.position; // points are there: poses only turn
  options.skip = skip;
  const int32_t code =
      self->dim->axes == 2
          ? lgjk_nearest2(NULL, n, &among.in2d, 1, k, body, distance, NULL, scratch, scratch_size, &options, &error)
          : lgjk_nearest3(NULL, n, &among.in3d, 1, k, body, distance, NULL, scratch, scratch_size, &options, &error);
  if (code != LGJK_OK) fail("%s: frame %u: %s", run->file, frame, error.text);
  for (size_t i = 0; i < (size_t)n * k; ++i) {
    if (body[i] == LGJK_NO_BODY) continue;
    const answer found = {.frame = frame,
                          .row = row++,
                          .a = (uint32_t)(i / k),
                          .b = body[i] + (self->has_rest ? self->moving : 0),
                          .distance = distance[i]};
    give_answer(run, text, &found);
  }
  aligned_release(scratch);
  aligned_release(among.tree);
  pool_free(&memory);
}

// ---------------------------------------------------------------- casts against what rests

typedef struct caster {
  const query_run* run;
  const frame_view* view;
  body_target among;
  lgjk_cast_hit* hit;
  uint32_t* found;
} caster;

// Casts `count` bodies from `first` on; writes their hits to where those of body 0 would be.
static void cast_bodies(const caster* self, uint32_t first, uint32_t count, lgjk_cast_search* search) {
  const scene* of = self->run->scene;
  const uint32_t axes = of->dim->axes, size = of->dim->pose_size;
  const body_view bodies = body_view_part(of->dim, &self->view->bodies, first, count);
  lgjk_cast_options options;
  lgjk_error error;
  lgjk_cast_options_init(&options);
  lgjk_cast_search_init(search);
  lgjk_error_init(&error);
  options.isa = self->run->options->isa;
  options.flags = self->run->options->flags & LGJK_FLAG_NORMALIZE;
  if (of->way != NULL) options.way_a = of->way + (size_t)axes * first;
  if (self->view->turn != NULL) options.turn_a = self->view->turn + (size_t)(size - axes) * first;
  search->k = self->run->k;
  search->hit = self->hit;
  search->found = self->found;
  const int32_t code = of->dim->axes == 2
                           ? lgjk_cast_against2(&bodies.in2d, &self->among.in2d, 1, search, &options, &error)
                           : lgjk_cast_against3(&bodies.in3d, &self->among.in3d, 1, search, &options, &error);
  if (code != LGJK_OK) fail("%s: %s", self->run->file, error.text);
}

// Why a body has no hit: LGJK_CAST_MISS, LIMIT or BAD. If that is its pose, it has been noted; its turn is noted here.
static uint32_t status_without_hit(const caster* self, query_run* run, uint32_t frame, uint32_t body) {
  lgjk_cast_search search;
  cast_bodies(self, body, 1, &search);
  if (search.bad_bodies == 0) return search.limit_bodies > 0 ? LGJK_CAST_LIMIT : LGJK_CAST_MISS;
  const uint32_t flags = run->options->flags & LGJK_FLAG_NORMALIZE;
  const lgjk_bad_reason why = body_reason(run->scene->dim, &self->view->bodies, body, flags);
  if ((why.reason == LGJK_BAD_NONE || why.reason == LGJK_BAD_SCALE) && run->bad_bodies.count++ == 0) {
    snprintf(run->bad_bodies.first, sizeof run->bad_bodies.first, "frame %u, bodies[%u]: " TURN_DOMAIN, frame, body);
  }
  return LGJK_CAST_BAD;
}

// A row for each hit of a body, or one that says that there is none.
static void answer_hits(const caster* one, query_run* run, answer* row, uint32_t found, const lgjk_cast_hit* hit,
                        int all_plain, text_buffer* text) {
  static const float zero[3] = {0.0f};
  for (uint32_t i = 0; i < found; ++i, ++row->row) {
    row->b = run->scene->moving + hit[i].body;
    row->status = hit[i].status;
    row->distance = hit[i].fraction;
    row->depth = hit[i].depth;
    row->normal = hit[i].normal;
    row->point_a = hit[i].point;
    give_answer(run, text, row);
  }
  if (found > 0) return;
  row->b = LGJK_NO_BODY;
  row->status = all_plain ? LGJK_CAST_MISS : status_without_hit(one, run, row->frame, row->a);
  row->distance = row->status == LGJK_CAST_BAD ? NAN : row->status == LGJK_CAST_LIMIT ? 0.0f : 1.0f;
  row->depth = 0.0f;
  row->normal = row->point_a = zero;
  give_answer(run, text, row);
  ++row->row;
}

static void cast_frame(query_run* run, const frame_view* view, uint32_t frame, text_buffer* text) {
  const uint32_t n = run->scene->moving;
  memory_pool memory = {0};
  const caster all = {run, view, make_target(run, &view->rest),
                      pool_allocate(&memory, (size_t)n * run->k, sizeof(lgjk_cast_hit)),
                      pool_allocate(&memory, n, sizeof(uint32_t))};
  caster one = all;
  one.hit = pool_allocate(&memory, run->k, sizeof(lgjk_cast_hit));
  one.found = NULL;
  lgjk_cast_search search;
  cast_bodies(&all, 0, n, &search);
  if (search.limit_bodies > 0) {
    note("lanegjk query: warning: frame %u: casts of %" PRIu64 " bodies end at the limit; they may have other hits",
         frame, search.limit_bodies);
  }
  const int all_plain = search.bad_bodies == 0 && search.limit_bodies == 0;
  answer row = {.frame = frame};
  for (row.a = 0; row.a < n; ++row.a) {
    row.offset = position_of(run->scene, view, row.a);
    answer_hits(&one, run, &row, all.found[row.a], all.hit + (size_t)row.a * run->k, all_plain, text);
  }
  aligned_release(all.among.tree);
  pool_free(&memory);
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
    pool_free(&view.memory);
  }
}
