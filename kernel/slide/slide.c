// Checks the arguments of slides, and runs them chunk by chunk; compiled once for each dimension.
#include "lanegjk/lanegjk_slide.h"

#include "api/arguments.h"
#include "base/error.h"
#include "slide/move.h"

#define DEFAULT_SKIN 1e-4     // of a body's radius
#define ROUNDING_OF_SKIN 5e-7 // of the greatest coordinate

// ---------------------------------------------------------------- arguments

static int32_t check_length(const char* name, float value, lgjk_error* error) {
  if (value >= 0 && value < HUGE_VALF) return LGJK_OK;
  return lgjk_refuse(error, "options->%s is %g: negative or not finite", name, (double)value);
}

// Sets `up` of unit length.
static int32_t take_up(slide_job* job, lgjk_error* error) {
  const lgjk_slide_options* o = &job->options;
  double most = 0, up[DIM];
  read_vector(o->up, up);
  for (int k = 0; k < DIM; ++k) {
    if (!(up[k] - up[k] == 0)) return lgjk_refuse(error, "options->up[%d] is not finite", k);
    most = up[k] > most ? up[k] : -up[k] > most ? -up[k] : most;
  }
  job->has_up = most > 0;
  for (int k = 0; k < DIM && job->has_up; ++k) up[k] /= most;
  const double length = length_of(up);
  for (int k = 0; k < DIM; ++k) job->up[k] = job->has_up ? up[k] / length : 0;
  if (job->has_up || !(o->step_height > 0 || o->snap > 0)) return LGJK_OK;
  return lgjk_refuse(error, "options->%s is set, but options->up is zero", o->step_height > 0 ? "step_height" : "snap");
}

static int32_t check_filters_of(const lgjk_filters* f, lgjk_error* error) {
  if (f == NULL) return LGJK_OK;
  LGJK_TRY(lgjk_check_struct("options->filters", f, sizeof *f, "lgjk_filters_init", error));
  if (f->stride % 4 == 0) return LGJK_OK;
  return lgjk_refuse(error, "options->filters->stride is %u, not a multiple of 4", (unsigned)f->stride);
}

static int32_t check_options(const lgjk_slide_options* given, slide_job* job, lgjk_error* error) {
  static const lgjk_slide_options defaults = {.struct_size = sizeof defaults};
  lgjk_slide_options* o = &job->options;
  if (given != NULL) LGJK_TRY(lgjk_check_struct("options", given, sizeof *given, "lgjk_slide_options_init", error));
  *o = given == NULL ? defaults : *given;
  if ((o->flags & ~LGJK_FLAG_NORMALIZE) != 0) return lgjk_refuse(error, "options->flags has an unknown flag");
  if (o->iteration_limit > LGJK_MAX_SLIDE_LIMIT) {
    return lgjk_refuse(error, "options->iteration_limit is %u, more than %u", (unsigned)o->iteration_limit,
                       LGJK_MAX_SLIDE_LIMIT);
  }
  const char* const name[] = {"skin", "recover", "step_height", "step_forward", "snap"};
  const float value[] = {o->skin, o->recover, o->step_height, o->step_forward, o->snap};
  for (int i = 0; i < 5; ++i) LGJK_TRY(check_length(name[i], value[i], error));
  if (!(o->walkable >= 0 && o->walkable <= 1)) {
    return lgjk_refuse(error, "options->walkable is %g, not in 0..1", (double)o->walkable);
  }
  if (o->iteration_limit == 0) o->iteration_limit = LGJK_DEFAULT_SLIDE_LIMIT;
  if (o->walkable == 0) o->walkable = 0.70710677f;
  if (o->step_forward == 0) o->step_forward = o->step_height;
  LGJK_TRY(check_filters_of(o->filters, error));
  return take_up(job, error);
}

static int32_t check_slide(const lgjk_slide* slide, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("slide", slide, sizeof *slide, "lgjk_slide_init", error));
  if (slide->max_planes > TOUCHES) {
    return lgjk_refuse(error, "slide->max_planes is %u, more than %d", (unsigned)slide->max_planes, (int)TOUCHES);
  }
  if ((slide->plane == NULL) == (slide->max_planes == 0)) return LGJK_OK;
  return lgjk_refuse(error, slide->plane == NULL ? "slide->plane is NULL, but slide->max_planes is not 0"
                                                 : "slide->max_planes is 0, but slide->plane is not NULL");
}

static int32_t check_memory(const slide_job* job, const lgjk_slide* slide, lgjk_error* error) {
  const lgjk_slide_options* o = &job->options;
  const lgjk_filters none = {0}, *f = o->filters != NULL ? o->filters : &none;
  const size_t stride = f->stride != 0 ? f->stride : sizeof(uint32_t);
  const uint64_t bodies = job->side.body_count;
  const lgjk_array arrays[] = {
      LGJK_BODY_ROWS("a", &job->side, DIM),
      {"way", LGJK_READ | LGJK_NEEDED, job->way, DIM * sizeof(float), job->way_stride, bodies},
      {"options->filters->category", LGJK_READ, f->category, 4, stride, bodies},
      {"options->filters->mask", LGJK_READ, f->mask, 4, stride, bodies},
      {"options->filters->group", LGJK_READ, f->group, 4, stride, bodies},
      {"options->skip", LGJK_READ, o->skip, 4, 4, bodies},
      {"slide", LGJK_WRITTEN, slide, sizeof *slide, sizeof *slide, 1},
      {"slide->end", LGJK_WRITTEN | LGJK_NEEDED, slide->end, sizeof *slide->end, sizeof *slide->end, bodies},
      {"slide->plane", LGJK_WRITTEN, slide->plane, sizeof *slide->plane, sizeof *slide->plane,
       bodies * slide->max_planes},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

// Checks all arguments. Those of casts are checked by one of no body.
static int32_t check(slide_job* job, const float* way, const lgjk_slide* slide, const lgjk_slide_options* options) {
  lgjk_error* error = job->error;
  LGJK_TRY(check_options(options, job, error));
  LGJK_TRY(lgjk_check_bodies("a", job->a, DIM, &job->side, error));
  LGJK_TRY(check_slide(slide, error));
  LGJK_TRY(
      lgjk_take_stride("options->way_stride", job->options.way_stride, DIM * sizeof(float), &job->way_stride, error));
  job->way = (const char*)way;
  LGJK_TRY(check_memory(job, slide, error));
  slide_casts none;
  none.count = 0;
  return run_casts(job, &none, NULL);
}

// ---------------------------------------------------------------- walkers

static uint32_t filter_of(const lgjk_filters* f, const uint32_t* array, uint32_t body, uint32_t without) {
  return array == NULL ? without : lgjk_word_at(array, f->stride != 0 ? f->stride : 4, body);
}

static void take_filter(const slide_job* job, slide_walker* w) {
  const lgjk_filters none = {0}, *f = job->options.filters != NULL ? job->options.filters : &none;
  w->filter[0] = filter_of(f, f->category, w->body, 1);
  w->filter[1] = filter_of(f, f->mask, w->body, UINT32_MAX);
  w->filter[2] = filter_of(f, f->group, w->body, 0);
  w->skip = job->options.skip != NULL ? job->options.skip[w->body] : LGJK_NO_BODY;
}

// Reads a body of A. Bad ones do not move.
static void begin(const slide_job* job, uint32_t body, slide_walker* w) {
  float way[DIM];
  const lgjk_side* side = &job->side;
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  *w = (slide_walker){.body = body, .left = 1, .ground = LGJK_NO_BODY};
  take_filter(job, w);
  memcpy(w->pose, side->pose + side->pose_stride * body, sizeof w->pose);
  memcpy(&w->shape, side->shape + side->shape_stride * body, sizeof w->shape);
  memcpy(way, job->way + job->way_stride * body, sizeof way);
  read_vector(w->pose, w->at);
  read_vector(w->pose, w->start);
  w->empty = w->filter[0] == 0;
  w->bad = !lgjk_read_position(side, body, DIM, w->position) || w->shape >= lgjk_shapesN_count(job->a->shapes);
  if (w->bad || w->empty) return;
  lgjk_shapesN_get(job->a->shapes, w->shape, &info, NULL, 0, NULL);
  w->radius = info.radius;
  if (side->radius != NULL) memcpy(&w->radius, side->radius + side->radius_stride * body, sizeof w->radius);
  read_vector(way, w->way);
  const double reach = (double)info.bound - (double)info.radius + (double)w->radius;
  double most = 0, finite = reach - reach, off = -1;
  for (int k = 0; k < DIM; ++k) {
    const double size = w->at[k] < 0 ? -w->at[k] : w->at[k];
    most = size > most ? size : most;
    finite += (w->at[k] - w->at[k]) + (w->way[k] - w->way[k]);
    w->rest[k] = w->way[k];
  }
  for (int k = 0; k < TURN; ++k) off += (double)w->pose[DIM + k] * (double)w->pose[DIM + k];
  const double allowed = job->options.flags & LGJK_FLAG_NORMALIZE ? 1e-2 : 1e-4;
  const double skin = job->options.skin > 0 ? (double)job->options.skin : DEFAULT_SKIN * reach;
  w->bad = !(finite == 0 && w->radius >= 0 && off <= allowed && -off <= allowed);
  w->skin = skin > ROUNDING_OF_SKIN * most ? skin : ROUNDING_OF_SKIN * most;
  w->recover = job->options.recover > 0 ? (double)job->options.recover : reach;
  w->moves = !w->bad;
}

static uint32_t status_of(const slide_walker* w) {
  if (w->empty) return LGJK_SLIDE_EMPTY;
  if (w->bad) return LGJK_SLIDE_BAD;
  if (w->stuck) return LGJK_SLIDE_OVERLAP;
  return w->limited ? LGJK_SLIDE_LIMIT : w->touches > 0 ? LGJK_SLIDE_SLID : LGJK_SLIDE_FREE;
}

static void end(const slide_walker* w, lgjk_slide* slide) {
  const uint32_t planes = w->touches < slide->max_planes ? w->touches : slide->max_planes;
  lgjk_slide_end* out = &slide->end[w->body];
  *out = (lgjk_slide_end){.status = status_of(w), .planes = planes, .ground = w->ground, .left = (float)w->left};
  out->casts = w->casts < 255 ? w->casts : 255;
  for (int k = 0; k < DIM; ++k) {
    out->position[k] = w->bad || w->empty ? w->pose[k] : (float)w->at[k];
    out->ground_normal[k] = (float)w->ground_normal[k];
  }
  for (uint32_t i = 0; i < planes; ++i) {
    slide->plane[(uint64_t)w->body * slide->max_planes + i] = w->touch[i].plane;
  }
}

static int32_t slide_chunk(const slide_job* job, uint32_t first, uint32_t count, lgjk_slide* slide, uint64_t* bad) {
  slide_walker walkers[CHUNK];
  slide_casts casts;
  uint32_t good = 0;
  for (uint32_t i = 0; i < count; ++i) {
    slide_walker* w = &walkers[good];
    begin(job, first + i, w);
    good += w->moves;
    if (!w->moves) end(w, slide);
    *bad += w->bad && !w->empty;
  }
  LGJK_TRY(ground_all(job, &casts, walkers, good, stand));
  LGJK_TRY(move_all(job, &casts, walkers, good));
  LGJK_TRY(step_all(job, &casts, walkers, good));
  LGJK_TRY(ground_all(job, &casts, walkers, good, settle));
  for (uint32_t i = 0; i < good; ++i) end(&walkers[i], slide);
  return LGJK_OK;
}

static int32_t run(slide_job* job, const float* way, lgjk_slide* slide, const lgjk_slide_options* options) {
  uint64_t bad = 0;
  LGJK_TRY(check(job, way, slide, options));
  const uint32_t bodies = job->a->count;
  for (uint32_t first = 0; first < bodies; first += CHUNK) {
    LGJK_TRY(slide_chunk(job, first, bodies - first < CHUNK ? bodies - first : CHUNK, slide, &bad));
  }
  slide->bad_bodies = bad;
  return lgjk_succeed(job->error);
}

int32_t lgjk_slideN(const lgjk_bodiesN* a, const float* way, const lgjk_targetN* targets, uint32_t target_count,
                    lgjk_slide* slide, const lgjk_slide_options* options, lgjk_error* error) {
  slide_job job = {.a = a, .targets = targets, .target_count = target_count, .error = error};
  LGJK_RETURN_IN_DEFAULT_FP(run(&job, way, slide, options));
}

// ---------------------------------------------------------------- clips

static int32_t clip(const lgjk_slide_plane* planes, uint32_t count, float* vector, lgjk_error* error) {
  slide_limit limits[MOST_LIMITS];
  double way[DIM], out[DIM];
  if (planes == NULL && count > 0) return lgjk_refuse(error, "planes is NULL");
  if (vector == NULL) return lgjk_refuse(error, "vector is NULL");
  if (count > TOUCHES) return lgjk_refuse(error, "count is %u, more than %d", (unsigned)count, (int)TOUCHES);
  for (uint32_t i = 0; i < count; ++i) {
    read_vector(planes[i].normal, limits[i].normal);
    limits[i].most = 0;
  }
  read_vector(vector, way);
  find_nearest(limits, count, way, SLACK * length_of(way), out);
  for (int k = 0; k < DIM; ++k) vector[k] = (float)out[k];
  return lgjk_succeed(error);
}

int32_t lgjk_slide_clipN(const lgjk_slide_plane* planes, uint32_t count, float* vector, lgjk_error* error) {
  LGJK_RETURN_IN_DEFAULT_FP(clip(planes, count, vector, error));
}
