// Fuzzing of positions in double: a world whose positions are moved by whole numbers, far off, has the same bits in
// queries, lists, what is near, casts, slides and ticks; points get their positions exactly. Also why pairs are bad,
// and vectors that are clipped by planes.
#ifndef LGJK_TESTS_FUZZ_PLACES_H
#define LGJK_TESTS_FUZZ_PLACES_H

#include "fuzz_near.h"
#include "fuzz_tick.h"

enum { PLACE_POINTS = 3 };

// What calls write of a world.
typedef struct place_answers {
  answersN query[QUERIES];
  cast_answers cast;
  near_list within, shapes;
  lgjk_pair_list found;
  uint32_t nearest[BODIES], order[BODIES];
  lgjk_slide_end end[SLIDING];
  lgjk_cast_hit hit[CASTING];
  lgjk_event event[2 * MOST_PAIRS];
  uint64_t events;
} place_answers;

typedef struct places {
  lgjk_bodiesN all, a, b;
  const double* at;
  uint32_t stride;
} places;

static places place(const world* w, const double* at, uint32_t stride) {
  places p = {.all = w->all, .at = at, .stride = stride};
  p.all.position = at;
  p.all.position_stride = stride;
  p.a = view_from(&p.all, 0, w->split);
  p.b = view_from(&p.all, w->split, w->all.count);
  p.b.position = member(at, stride, 8 * DIM, w->split);
  return p;
}

static void place_queries(input* in, const world* w, const places* p, uint32_t isa, place_answers* out) {
  lgjk_error error;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    out->query[q] = answersN_open(in->pairs.count);
    const lgjk_results results = answersN_results(&out->query[q]);
    lgjk_options options = in->options;
    options.isa = isa;
    lgjk_error_init(&error);
    const int32_t code =
        query_function[q](&p->all, &p->all, &in->pairs, NULL, 0, in->pairs.count, &results, &options, &error);
    check_error(code, &error, LGJK_OK, 0);
  }
  cast_call cast = {.pairs = in->pairs, .count = in->pairs.count, .options = {.struct_size = sizeof cast.options}};
  cast.options.isa = isa;
  cast.options.flags = w->flags;
  cast.options.way_a = w->motion.at;
  cast.options.way_a_stride = w->motion.stride;
  out->cast = cast_answers_open(in->pairs.count);
  check_error(run_cast(&p->all, &p->all, &cast, &out->cast, &error), &error, LGJK_OK, 0);
}

static void place_finding(const world* w, const places* p, uint32_t isa, place_answers* out) {
  lgjk_error error = {.struct_size = sizeof error};
  find_call find = call_of(w, &p->all, NULL);
  find.options.isa = isa;
  find.options.tasks = &w->tasks;
  find.list = out->found = open_list(MOST_PAIRS);
  find.size = lgjk_find_scratchN(w->all.count, 0, MOST_PAIRS);
  find.scratch = aligned_block(find.size);
  check_error(run_find(&find, &error), &error, LGJK_OK, 0);
  out->found = find.list;
  free(find.scratch);
  const uint64_t size = lgjk_tree_sizeN(w->all.count);
  void* scratch = aligned_block(size);
  check_error(lgjk_orderN(&p->all, out->order, scratch, size, &error), &error, LGJK_OK, 0);
  free(scratch);
}

// The nearest body of each body's place; and what is within the margin of it, by positions and by shapes.
static void place_near(const world* w, const places* p, uint32_t isa, const tree_block* tree, place_answers* out) {
  lgjk_error error = {.struct_size = sizeof error};
  near_call points = {.count = w->all.count, .k = 1};
  points.points.at = (float*)(uintptr_t)p->all.pose;
  points.points.stride = p->all.pose_stride > 0 ? p->all.pose_stride : 4 * POSE_FLOATS;
  looking c = {.w = w, .points = &points, .count = w->all.count, .target = {&p->all, tree->memory, tree->size}};
  lgjk_near_options_init(&c.options);
  c.options.isa = isa;
  c.options.tasks = &w->tasks;
  c.options.stride = points.points.stride;
  c.options.max_distance = w->margin;
  c.options.position = p->at;
  c.options.position_stride = p->stride;
  out->within = open_near_list(MOST_PAIRS);
  check_error(look(&c, &out->within, &error), &error, LGJK_OK, 0);
  const uint64_t size = lgjk_near_scratchN(c.count, 0);
  void* scratch = aligned_block(size);
  c.options.max_distance = 0;
  const int32_t code = lgjk_nearestN(points.points.at, c.count, &c.target, 1, 1, out->nearest, NULL, NULL, scratch,
                                     size, &c.options, &error);
  check_error(code, &error, LGJK_OK, 0);
  free(scratch);
  c.points = NULL;
  c.a = p->all;
  lgjk_near_options_init(&c.options);
  c.options.isa = isa;
  c.options.flags = w->flags;
  c.options.max_distance = w->margin;
  out->shapes = open_near_list(MOST_PAIRS);
  check_error(look(&c, &out->shapes, &error), &error, LGJK_OK, 0);
}

// Casts and slides of the first bodies of A among those of B.
static void place_ways(const world* w, const places* p, uint32_t isa, const tree_block* tree, place_answers* out) {
  lgjk_error error = {.struct_size = sizeof error};
  const lgjk_targetN target = {&p->b, tree->memory, tree->size};
  lgjk_bodiesN some = p->a;
  if (some.count > CASTING) some.count = CASTING;
  lgjk_cast_options options = {.struct_size = sizeof options, .isa = isa, .flags = w->flags};
  options.way_a = w->motion.at;
  options.way_a_stride = w->motion.stride;
  options.tasks = &w->tasks;
  lgjk_cast_search search = {.struct_size = sizeof search, .k = 1, .hit = out->hit};
  check_error(lgjk_cast_againstN(&some, &target, 1, &search, &options, &error), &error, LGJK_OK, 0);
  lgjk_slide slide = {.struct_size = sizeof slide, .end = out->end};
  lgjk_slide_options slides = {.struct_size = sizeof slides, .isa = isa, .flags = w->flags};
  slides.way_stride = w->motion.stride;
  slides.skin = 1e-3f;
  check_error(lgjk_slideN(&some, w->motion.at, &target, 1, &slide, &slides, &error), &error, LGJK_OK, 0);
}

static void place_tick(const world* w, const places* p, uint32_t isa, const tree_block* tree, place_answers* out) {
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_tick tick = {.struct_size = sizeof tick, .max_bodies = w->split, .max_pairs = MOST_PAIRS};
  const lgjk_targetN target = {&p->b, tree->memory, tree->size};
  lgjk_find_options find = {.struct_size = sizeof find, .isa = isa, .margin = w->margin, .flags = w->flags};
  lgjk_options contact = {.struct_size = sizeof contact, .isa = isa, .flags = w->flags};
  if (w->split == 0) return;
  tick.size = lgjk_tick_sizeN(tick.max_bodies, tick.max_pairs, 0);
  tick.memory = aligned_block(tick.size);
  check_error(lgjk_tick_initN(&tick, &error), &error, LGJK_OK, 0);
  check_error(lgjk_tick_runN(&tick, &p->a, &target, &find, &contact, &error), &error, LGJK_OK, 0);
  const lgjk_tick_list* lists[] = {&tick.among, &tick.against};
  for (int k = 0; k < 2; ++k) {
    memcpy(out->event + out->events, lists[k]->events, (size_t)lists[k]->event_count * sizeof *out->event);
    out->events += lists[k]->event_count;
  }
  free(tick.memory);
}

static void place_all(input* in, const world* w, const places* p, uint32_t isa, place_answers* out) {
  memset(out, 0, sizeof *out);
  const lgjk_filters *filters = w->filtered ? &w->filters : NULL, *filters_b = w->filtered ? &w->filters_b : NULL;
  const tree_block tree = build_tree(w, &p->all, filters, NULL), tree_b = build_tree(w, &p->b, filters_b, NULL);
  place_queries(in, w, p, isa, out);
  place_finding(w, p, isa, out);
  place_near(w, p, isa, &tree, out);
  place_ways(w, p, isa, &tree_b, out);
  place_tick(w, p, isa, &tree_b, out);
  free(tree.memory);
  free(tree_b.memory);
}

static void free_places(place_answers* out) {
  for (query q = OVERLAP; q < QUERIES; ++q) answersN_close(&out->query[q]);
  cast_answers_close(&out->cast);
  close_list(&out->found);
  close_near_list(&out->within);
  close_near_list(&out->shapes);
}

static void require_same_places(const place_answers* one, const place_answers* other) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    const uint64_t different = answersN_difference(&one->query[q], &other->query[q], 0, one->query[q].count);
    require(different == UINT64_MAX, "a world that is moved has other answers", different);
  }
  for (uint64_t i = 0; i < one->cast.count; ++i)
    require(cast_answers_same_at(&one->cast, &other->cast, i), "a world that is moved has other casts", i);
  const size_t bytes = (size_t)one->found.count * sizeof(uint32_t);
  require(one->found.count == other->found.count && memcmp(one->found.a, other->found.a, bytes) == 0 &&
              memcmp(one->found.b, other->found.b, bytes) == 0,
          "a world that is moved has other pairs", one->found.count);
  require_same_near(&one->within, &other->within);
  require_same_near(&one->shapes, &other->shapes);
  require(memcmp(one->nearest, other->nearest, sizeof one->nearest) == 0, "a world that is moved: other nearest", 0);
  require(memcmp(one->hit, other->hit, sizeof one->hit) == 0, "a world that is moved has other hits", 0);
  require(memcmp(one->end, other->end, sizeof one->end) == 0, "a world that is moved has other slides", 0);
  require(one->events == other->events && memcmp(one->event, other->event, sizeof one->event) == 0,
          "a world that is moved has other events", one->events);
}

// ---------------------------------------------------------------- one argument, and points with their positions

static void check_added_positions(const places* p, reader* r) {
  float points[PLACE_POINTS * (DIM + 1)];
  double out[PLACE_POINTS * DIM];
  uint32_t body[2 * PLACE_POINTS];
  lgjk_error error = {.struct_size = sizeof error};
  const uint32_t ways = read_byte(r), step = DIM + (ways & 1), numbers = 1 + (ways >> 1 & 1);
  uint32_t wrong = PLACE_POINTS;
  read_floats(r, points, PLACE_POINTS * (DIM + 1));
  for (uint32_t i = 0; i < 2 * PLACE_POINTS; ++i)
    body[i] = read_below(r, p->all.count + 1) % (ways & 4 ? 1000 : p->all.count);
  for (uint32_t i = PLACE_POINTS; i-- > 0;) wrong = body[numbers * i] >= p->all.count ? i : wrong;
  memset(out, ANSWERS_PATTERN, sizeof out);
  const int32_t code = lgjk_add_positionsN(&p->all, body, 4 * numbers, points, 4 * step, PLACE_POINTS, out, &error);
  check_error(code, &error, wrong < PLACE_POINTS ? LGJK_ERROR_RANGE : LGJK_OK, wrong < PLACE_POINTS ? wrong : 0);
  if (code != LGJK_OK) {
    require(answersN_is_pattern(out, sizeof out), "positions of no body", wrong);
    return;
  }
  for (uint32_t i = 0; i < PLACE_POINTS; ++i) {
    const double* at = member(p->at, p->stride, 8 * DIM, body[numbers * i]);
    for (uint32_t k = 0; k < DIM; ++k) {
      const double sum = at[k] + (double)points[step * i + k];
      require(memcmp(&sum, &out[DIM * i + k], sizeof sum) == 0 || sum != sum, "a point at another position", i);
    }
  }
}

// A pair has a reason exactly where it is bad.
static void check_reasons(const input* in, const places* p, const place_answers* answers) {
  for (uint64_t i = 0; i < in->pairs.count; ++i) {
    lgjk_bad_reason reason;
    lgjk_error error = {.struct_size = sizeof error};
    lgjk_bad_reason_init(&reason);
    check_error(lgjk_bad_reasonN(&p->all, &p->all, &in->pairs, i, &in->options, &reason, &error), &error, LGJK_OK, 0);
    const int bad = answers->query[OVERLAP].status[i] == LGJK_STATUS_BAD;
    require((reason.reason != LGJK_BAD_NONE) == bad, "a reason without being bad, or the reverse", i);
    require(reason.reason <= LGJK_BAD_POSITION && reason.side < 2, "no such reason", i);
    require(memchr(reason.text, 0, sizeof reason.text) != NULL && (reason.text[0] != 0) == bad, "no text", i);
    if (bad) require(reason.body == body_of(in, (int)reason.side, i), "a reason of another body", i);
  }
  lgjk_bad_reason none = {.struct_size = sizeof none};
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_bad_reasonN(&p->all, &p->all, &in->pairs, in->pairs.count, NULL, &none, &error);
  check_error(code, &error, LGJK_ERROR_RANGE, in->pairs.count);
}

// The nearest vector that goes into no plane is no longer than the vector.
static void check_clip(reader* r) {
  lgjk_slide_plane planes[LGJK_MAX_SLIDE_PLANES];
  float vector[DIM], clipped[DIM];
  double before = 0, after = 0;
  lgjk_error error = {.struct_size = sizeof error};
  const uint32_t count = read_below(r, LGJK_MAX_SLIDE_PLANES + 2);
  int sound = 1;
  memset(planes, 0, sizeof planes);
  for (uint32_t i = 0; i < LGJK_MAX_SLIDE_PLANES; ++i) {
    double square = 0;
    read_floats(r, planes[i].normal, DIM);
    for (int k = 0; k < DIM; ++k) square += (double)planes[i].normal[k] * (double)planes[i].normal[k];
    if (square > 1e-20 && square < 1e20) {
      for (int k = 0; k < DIM; ++k) planes[i].normal[k] = (float)((double)planes[i].normal[k] / sqrt(square));
    } else if (i < count) {
      sound = 0;
    }
  }
  read_floats(r, vector, DIM);
  memcpy(clipped, vector, sizeof vector);
  const int32_t code = lgjk_slide_clipN(planes, count, clipped, &error);
  check_error(code, &error, count <= LGJK_MAX_SLIDE_PLANES ? LGJK_OK : LGJK_ERROR_ARGUMENT, error.index);
  if (code != LGJK_OK) require(memcmp(vector, clipped, sizeof vector) == 0, "a vector that is refused, but changed", 0);
  if (code != LGJK_OK || !sound || !is_number(vector, DIM, 1e15f)) return;
  for (int k = 0; k < DIM; ++k) {
    before += (double)vector[k] * (double)vector[k];
    after += (double)clipped[k] * (double)clipped[k];
  }
  require(sqrt(after) <= sqrt(before) * 1.0001 + 1e-30, "a clipped vector is longer", count);
  for (uint32_t i = 0; i < count; ++i) {
    double into = 0;
    for (int k = 0; k < DIM; ++k) into += (double)planes[i].normal[k] * (double)clipped[k];
    require(into <= 1e-3 * sqrt(before) + 1e-30, "a clipped vector goes into a plane", i);
  }
}

// ---------------------------------------------------------------- the same world elsewhere

// Positions on a grid of 1/16, near each other or not, some impossible; and the same, moved.
static void read_places(reader* r, uint32_t count, uint32_t step, double* here, double* there) {
  static const double lost[] = {(double)NAN, 1e16, -(double)INFINITY, 1.7e308};
  const uint32_t ways = read_byte(r), power = read_below(r, 38);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t way = read_byte(r);
    for (uint32_t k = 0; k < DIM; ++k) {
      const double at = (double)(int16_t)read_bytes(r, 2) / (ways & 1 ? 4096 * 16 : 16);
      const double grid = floor(at * 16) / 16,
                   moved = grid + ((power + k) % 2 ? -1 : 1) * (double)(UINT64_C(1) << power);
      here[step * i + k] = way == 255 && k == 0 ? lost[ways / 2 % 4] : grid;
      there[step * i + k] = way == 255 && k == 0 ? lost[ways / 2 % 4] : moved;
    }
  }
}

static void check_places(input* in, const world* w, reader* r) {
  static place_answers one, other, wide;
  const uint32_t step = DIM + read_below(r, 2), stride = 8 * step;
  double* here = own_array(in, w->all.count, stride, 8 * DIM);
  double* there = own_array(in, w->all.count, stride, 8 * DIM);
  read_places(r, w->all.count, step, here, there);
  const places near = place(w, here, stride), far = place(w, there, stride);
  place_all(in, w, &near, LGJK_ISA_SCALAR, &one);
  place_all(in, w, &near, in->wide_isa, &wide);
  place_all(in, w, &far, in->wide_isa, &other);
  require_same_places(&one, &wide);
  require_same_places(&one, &other);
  require(memcmp(one.order, wide.order, w->all.count * sizeof *one.order) == 0, "another set has another order", 0);
  check_added_positions(&far, r);
  check_reasons(in, &near, &one);
  check_clip(r);
  free_places(&one);
  free_places(&other);
  free_places(&wide);
}

#endif
