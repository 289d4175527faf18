// Fuzzing of casts against a tree: hits are those of all pairs, cast one by one, by fraction, then by body.
#ifndef LGJK_TESTS_FUZZ_SLIDE_H
#define LGJK_TESTS_FUZZ_SLIDE_H

#include "fuzz_cast.h"
#include "lanegjk/lanegjk_slide.h"

enum { CASTING = 5 }; // bodies of A at most: all pairs of these are cast by brute force

typedef struct against_call {
  lgjk_bodiesN a, b;
  tree_block tree;
  uint32_t first_b; // the number of B's first body in the scene
  uint32_t skip[CASTING];
  lgjk_cast_search search;
  lgjk_cast_options options;
} against_call;

// All hits of a body of A, sorted.
typedef struct hit_row {
  uint32_t count;
  lgjk_cast_hit hit[BODIES];
} hit_row;

// Returns 0 where a limit has ended a cast, as against a tree more contacts may decide it.
static int cast_all(const world* w, const against_call* c, hit_row rows[CASTING]) {
  uint32_t of_a[CASTING * BODIES], of_b[CASTING * BODIES], count = 0;
  float most[CASTING * BODIES];
  int sure = 1;
  memset(rows, 0, CASTING * sizeof *rows);
  for (uint32_t a = 0; a < c->a.count; ++a) {
    for (uint32_t b = 0; b < c->b.count; ++b) {
      if (!is_allowed(w, a, c->first_b + b) || (c->search.skip != NULL && c->skip[a] == b)) continue;
      of_a[count] = a;
      most[count] = c->options.most != NULL ? c->options.most[a] : 1;
      of_b[count++] = b;
    }
  }
  cast_call all = {.pairs = {.struct_size = sizeof all.pairs, .a = of_a, .b = of_b, .count = count},
                   .count = count,
                   .options = c->options};
  cast_answers answers = cast_answers_open(count);
  lgjk_error error;
  all.options.most = most;
  all.options.isa = w->in->wide_isa;
  check_error(run_cast(&c->a, &c->b, &all, &answers, &error), &error, LGJK_OK, 0);
  for (uint32_t i = 0; i < count; ++i) {
    if (answers.status[i] == LGJK_CAST_LIMIT) sure = 0;
    if (answers.status[i] != LGJK_CAST_HIT && answers.status[i] != LGJK_CAST_OVERLAP) continue;
    hit_row* row = &rows[of_a[i]];
    cast_answers_add_hit(&answers, i, of_b[i], row->hit, &row->count);
  }
  cast_answers_close(&answers);
  return sure;
}

static void check_rows(const against_call* c, const hit_row rows[CASTING]) {
  const uint32_t k = c->search.k;
  for (uint32_t a = 0; a < c->a.count; ++a) {
    const uint32_t kept = rows[a].count < k ? rows[a].count : k;
    require(c->search.found[a] == kept, "another number of hits, of body", a);
    for (uint32_t i = 0; i < k; ++i) {
      const lgjk_cast_hit* hit = &c->search.hit[a * k + i];
      if (i < kept) require(memcmp(hit, &rows[a].hit[i], sizeof *hit) == 0, "another hit, of body", a);
      if (i >= kept) require(hit->body == LGJK_NO_BODY, "a hit beyond the number that is found, of body", a);
    }
  }
}

static void check_bad_movers(const world* w, const against_call* c, const motions* m) {
  uint64_t least = 0, most = 0;
  for (uint32_t a = 0; a < c->a.count; ++a) {
    if (w->filter_word[a][0] == 0) continue;
    const int fit = is_fit(w, a), known = is_number(vector_of(&m->way, a), DIM, FLT_MAX);
    const int taken = c->options.most == NULL || (c->options.most[a] >= 0 && c->options.most[a] <= FLT_MAX);
    least += fit < 0 || !known || !taken;
    most += fit <= 0 || !known || !taken || c->options.turn_a != NULL;
  }
  const uint64_t reported = c->search.bad_bodies;
  require(reported >= least && reported <= most, "another number of bad bodies that are cast", reported);
}

static int32_t run_against(against_call* c, lgjk_error* error) {
  const size_t hits = (size_t)c->a.count * c->search.k;
  memset(c->search.hit, ANSWERS_PATTERN, hits * sizeof *c->search.hit);
  memset(c->search.found, ANSWERS_PATTERN, c->a.count * sizeof *c->search.found);
  lgjk_error_init(error);
  return lgjk_cast_againstN(&c->a, &(const lgjk_targetN){&c->b, c->tree.memory, c->tree.size}, 1, &c->search,
                            &c->options, error);
}

static verdict spoil_against(against_call* c, uint32_t way, uint32_t value) {
  switch (way) {
    case 0: c->search.struct_size ^= value | 1; break;
    case 1: c->search.flags = value | 2; break;
    case 2: c->search.reserved = value | 1; break;
    case 3: c->options.way_b = c->options.way_a; break;
    case 4: c->options.turn_b = c->options.way_a; break;
    case 5: c->tree.memory += 4 * (value % 15 + 1); break;
    case 6: c->tree.memory = NULL; break;
    case 7: {
      const uint32_t built = c->b.count;
      c->b.count = value % built;
      return (verdict){LGJK_ERROR_ARGUMENT, built};
    }
    case 8: c->options.target = float_of(value | 0x80000001u); break; // negative or no number
    default: c->options.isa = LGJK_ISA_COUNT + value % 1000; return (verdict){LGJK_ERROR_ISA, 0};
  }
  return taken_if(0);
}

static void check_spoiled_against(const against_call* good, uint32_t way, uint32_t value) {
  against_call c = *good;
  lgjk_error error;
  if (c.a.count == 0 || c.b.count == 0) return;
  const verdict expected = spoil_against(&c, way, value);
  check_error(run_against(&c, &error), &error, expected.code, expected.index);
  require(answersN_is_pattern(c.search.hit, sizeof *c.search.hit * c.a.count * c.search.k) &&
              answersN_is_pattern(c.search.found, sizeof *c.search.found * c.a.count),
          "a cast that is refused writes hits", way);
}

// Of the first bodies of A against B. All hits at once, or the first k.
static void check_against(input* in, const world* w, reader* r) {
  against_call c = {.a = w->a, .b = w->b, .first_b = w->split};
  const uint32_t ways = read_byte(r), way = read_below(r, 10), value = read_bytes(r, 4);
  const motions m = read_motions(r, in, w, CASTING);
  if (c.a.count > CASTING) c.a.count = CASTING;
  for (uint32_t i = 0; i < CASTING; ++i) c.skip[i] = read_below(r, c.b.count + 1);
  c.options = read_cast_options(r, w, &m, ways & 1);
  c.options.way_b = c.options.turn_b = NULL;
  c.tree = build_tree(w, &c.b, w->filtered ? &w->filters_b : NULL, NULL);
  hit_row rows[CASTING];
  lgjk_cast_search_init(&c.search);
  c.search.skip = ways & 32 ? c.skip : NULL;
  const int sure = cast_all(w, &c, rows);
  uint32_t most = 0;
  for (uint32_t a = 0; a < c.a.count; ++a) most = rows[a].count > most ? rows[a].count : most;
  c.search.k = 1 + ways / 2 % 8;
  c.search.flags = ways & 16 ? LGJK_CAST_ALL : 0;
  c.search.filters_a = w->filtered ? &w->filters : NULL;
  c.search.hit = malloc((size_t)c.a.count * c.search.k * sizeof *c.search.hit);
  c.search.found = malloc(c.a.count * sizeof *c.search.found);
  for (int wide = 0; wide < 2; ++wide) {
    lgjk_error error;
    c.options.isa = wide ? in->wide_isa : LGJK_ISA_SCALAR;
    c.options.tasks = wide ? &w->tasks : NULL;
    const int fits = !(ways & 16) || most <= c.search.k;
    const int32_t code = run_against(&c, &error);
    check_bad_movers(w, &c, &m);
    require(c.search.limit_bodies <= c.a.count && (!sure || c.search.limit_bodies == 0), "bodies with a limit",
            c.search.limit_bodies);
    for (uint32_t i = 0; i < c.a.count * c.search.k; ++i) {
      const lgjk_cast_hit* hit = &c.search.hit[i];
      require(hit->body == LGJK_NO_BODY || hit->status == LGJK_CAST_HIT || hit->status == LGJK_CAST_OVERLAP,
              "a hit that is none", i);
    }
    if (!sure) {
      // A cast that a limit has ended may be a hit here.
      require(code == LGJK_OK || (code == LGJK_ERROR_CAPACITY && (ways & 16) && error.index > c.search.k),
              "a cast is refused", (uint64_t)code);
      continue;
    }
    check_error(code, &error, fits ? LGJK_OK : LGJK_ERROR_CAPACITY, most);
    check_rows(&c, rows);
  }
  check_spoiled_against(&c, way, value);
  free(c.search.hit);
  free(c.search.found);
  free(c.tree.memory);
}

// ----------------------------------------------------------------
// Fuzzing of slides: numbers are numbers, whatever the scene; a body that is bad stays; no body gets farther than its
// way and its push; a body alone comes to the same place, by one lane; planes and ground are of bodies that it may
// meet.

enum { SLIDING = 6, SLIDE_PLANES = 3 };

typedef struct slide_call {
  lgjk_bodiesN a, b;
  tree_block tree;
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
  return lgjk_slideN(&c->a, c->way, &(const lgjk_targetN){&c->b, c->tree.memory, c->tree.size}, 1, &c->slide,
                     &c->options, error);
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
    case 9: c.tree.memory = NULL; break;
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
  c.tree = build_tree(w, &c.b, w->filtered ? &w->filters_b : NULL, NULL);
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
  free(c.tree.memory);
}

#endif
