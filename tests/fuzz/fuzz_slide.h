// Fuzzing of slides: numbers are numbers, whatever the scene; a body that is bad stays; no body gets farther than its
// way and its push; a body alone comes to the same place, by one lane; planes and ground are of bodies that it may
// meet.
#ifndef LGJK_TESTS_FUZZ_SLIDE_H
#define LGJK_TESTS_FUZZ_SLIDE_H

#include "fuzz_against.h"
#include "lanegjk/lanegjk_slide.h"

enum { SLIDING = 6, SLIDE_PLANES = 3 };

typedef struct slide_call {
  lgjk_bodiesN a, b;
  index_block index;
  const float* way;
  uint32_t skip[SLIDING];
  lgjk_filters filters;
  lgjk_slide_options options;
  lgjk_slide slide;
  lgjk_slide_end end[SLIDING];
  lgjk_slide_plane plane[SLIDING * SLIDE_PLANES];
} slide_call;

static float read_length(reader* r) {
  const float length = fabsf(read_float(r));
  return length <= FLT_MAX ? length : 0;
}

static void read_slide(reader* r, const world* w, slide_call* c) {
  const uint32_t ways = read_byte(r);
  lgjk_slide_options* o = &c->options;
  lgjk_slide_options_init(o);
  lgjk_slide_init(&c->slide);
  o->flags = w->flags;
  o->iteration_limit = ways & 1 ? 1 + read_below(r, LGJK_MAX_SLIDE_LIMIT) : 0;
  o->skin = ways & 2 ? read_length(r) : 0;
  o->recover = ways & 4 ? read_length(r) : 0;
  if (ways & 8) read_floats(r, o->up, DIM);
  float size = 0;
  for (int k = 0; k < DIM; ++k) {
    if (!(fabsf(o->up[k]) <= FLT_MAX)) o->up[k] = 1;
    size += fabsf(o->up[k]);
  }
  if (size > 0) {
    o->walkable = (float)read_below(r, 256) / 255;
    o->step_height = ways & 16 ? read_length(r) : 0;
    o->step_forward = ways & 32 ? read_length(r) : 0;
    o->snap = ways & 64 ? read_length(r) : 0;
  }
  for (uint32_t i = 0; i < SLIDING; ++i) c->skip[i] = read_below(r, c->b.count + 1);
  o->skip = ways & 128 ? c->skip : NULL;
  o->filters = w->filtered ? &w->filters : NULL;
}

static int32_t run_slide(slide_call* c, lgjk_error* error) {
  lgjk_error_init(error);
  memset(c->end, ANSWERS_PATTERN, sizeof c->end);
  memset(c->plane, ANSWERS_PATTERN, sizeof c->plane);
  return lgjk_slideN(&c->a, c->way, &c->b, c->index.memory, &c->slide, &c->options, error);
}

static void check_planes(const world* w, const slide_call* c, uint32_t a) {
  const lgjk_slide_end* e = &c->end[a];
  require(e->planes <= SLIDE_PLANES, "too many planes", a);
  for (uint32_t i = 0; i < SLIDE_PLANES; ++i) {
    const lgjk_slide_plane* p = &c->plane[a * SLIDE_PLANES + i];
    if (i >= e->planes) {
      require(answersN_is_pattern(p, sizeof *p), "a plane beyond their number, of body", a);
      continue;
    }
    require(p->body < c->b.count && is_allowed(w, a, w->split + p->body), "a plane of another body", a);
    require(c->options.skip == NULL || c->skip[a] != p->body, "a plane of what is left out", a);
    double square = 0;
    for (int k = 0; k < DIM; ++k) square += (double)p->normal[k] * (double)p->normal[k];
    require(fabs(square - 1) < 1e-3 && is_number(p->point, DIM, FLT_MAX), "a plane that is none, of body", a);
  }
}

static void check_end(const world* w, const slide_call* c, uint32_t a, int taken) {
  const lgjk_slide_end* e = &c->end[a];
  const float* from = pose_of(w->in, a);
  const int stays = e->status >= LGJK_SLIDE_BAD;
  require(e->status <= LGJK_SLIDE_EMPTY, "no such status of a slide", a);
  require((e->status == LGJK_SLIDE_EMPTY) == (w->filter_word[a][0] == 0), "an empty slot, or none", a);
  if (w->filter_word[a][0] != 0 && taken != 0) {
    require((e->status == LGJK_SLIDE_BAD) == (taken < 0), "a bad body slides, or a good one does not", a);
  }
  if (stays) {
    require(memcmp(e->position, from, DIM * sizeof *from) == 0 && e->planes == 0, "a bad body has moved", a);
    return;
  }
  require(e->left >= 0 && e->left <= 1 && is_number(e->ground_normal, 3, 1.001f), "no part, or no normal", a);
  require(e->ground == LGJK_NO_BODY || e->ground < c->b.count, "another ground", a);
  check_planes(w, c, a);
  if (c->options.step_height > 0 || c->options.snap > 0 || c->options.up[0] != 0 || c->options.up[1] != 0 ||
      c->options.up[2] != 0) {
    return;
  }
  double way = 0, went = 0, most = 0;
  for (int k = 0; k < DIM; ++k) {
    const double step = (double)c->way[DIM * a + (uint32_t)k];
    way += step * step;
    went += pow((double)e->position[k] - (double)from[k], 2);
    most = fmax(most, fabs((double)from[k]));
  }
  const double reach = circle_of(w->in, a), push = c->options.recover > 0 ? (double)c->options.recover : reach;
  const double skin = fmax((double)c->options.skin, 1e-4 * reach) + 1e-6 * (most + sqrt(way) + push);
  require(sqrt(went) <= (sqrt(way) + push) * 1.0001 + 17.1 * LGJK_MAX_SLIDE_LIMIT * skin, "too far", a);
}

static void check_spoiled_slide(const slide_call* good, uint32_t way, uint32_t value) {
  static slide_call c;
  lgjk_error error;
  c = *good;
  c.slide.end = c.end;
  c.slide.plane = c.plane;
  if (c.a.count == 0 || c.b.count == 0) return;
  switch (way) {
    case 0: c.slide.struct_size ^= value | 1; break;
    case 1: c.slide.max_planes = value | 16; break;
    case 2: c.slide.plane = NULL; break;
    case 3: c.slide.end = NULL; break;
    case 4: c.options.struct_size ^= value | 1; break;
    case 5: c.options.flags = value | 1; break;
    case 6: c.options.iteration_limit = (value | 128) & 0x7FFFFFFFu; break;
    case 7: c.options.skin = float_of(value | 0x80000001u); break; // negative or no number
    case 8: c.options.way_stride = 4 * (value % DIM) + 1 + value % 3; break;
    case 9: c.index.memory = NULL; break;
    case 10: c.way = NULL; break;
    default: c.options.walkable = 1 + (float)(1 + value % 1000); break;
  }
  check_error(run_slide(&c, &error), &error, LGJK_ERROR_ARGUMENT, 0);
  require(answersN_is_pattern(c.end, sizeof c.end) && answersN_is_pattern(c.plane, sizeof c.plane),
          "a slide that is refused writes", way);
}

// Of the first bodies of A against B.
static void check_slides(input* in, const world* w, reader* r) {
  static slide_call c, one;
  lgjk_error error;
  c = (slide_call){.a = w->a, .b = w->b};
  const uint32_t way = read_below(r, 12), value = read_bytes(r, 4);
  if (c.a.count > SLIDING) c.a.count = SLIDING;
  read_slide(r, w, &c);
  const vectors ways = read_vectors(r, in, c.a.count, DIM, 0);
  c.way = ways.at;
  c.index = build_index(w, &c.b, LGJK_INDEX_COVER, read_reach(r, w), w->filtered ? &w->filters_b : NULL, NULL);
  c.slide.end = c.end;
  c.slide.plane = c.plane;
  c.slide.max_planes = SLIDE_PLANES;
  c.options.isa = in->wide_isa;
  check_error(run_slide(&c, &error), &error, LGJK_OK, 0);
  for (uint32_t a = 0; a < c.a.count; ++a) {
    const int fit = is_fit(w, a), known = is_number(vector_of(&ways, a), DIM, FLT_MAX);
    check_end(w, &c, a, !known || fit < 0 ? -1 : fit);
    one = c;
    one.a = view_from(&c.a, a, a + 1);
    one.way = vector_of(&ways, a);
    one.slide.end = one.end;
    one.slide.plane = one.plane;
    one.options.isa = LGJK_ISA_SCALAR;
    if (one.options.skip != NULL) one.options.skip = c.skip + a;
    lgjk_filters filters = w->filters;
    if (filters.category != NULL) filters.category += FILTER_WORDS * a;
    if (filters.mask != NULL) filters.mask += FILTER_WORDS * a;
    if (filters.group != NULL) filters.group += FILTER_WORDS * a;
    if (one.options.filters != NULL) one.options.filters = &filters;
    check_error(run_slide(&one, &error), &error, LGJK_OK, 0);
    require(memcmp(one.end, &c.end[a], sizeof c.end[a]) == 0 &&
                memcmp(one.plane, &c.plane[a * SLIDE_PLANES], SLIDE_PLANES * sizeof *c.plane) == 0,
            "a body alone slides elsewhere", a);
  }
  check_spoiled_slide(&c, way, value);
  free(c.index.memory);
}

#endif
