// Fuzzing of casts: of pairs along ways and turns, to other poses, and against a tree. All sets and ranges give the
// bits of one lane. Where a cast reports a touch, the shapes are as far apart as it says, and at some fractions before
// they do not overlap, by their contacts. Hits against a tree are those of all pairs.
#ifndef LGJK_TESTS_FUZZ_CAST_H
#define LGJK_TESTS_FUZZ_CAST_H

#include "cast_answers.h"
#include "fuzz_tree.h"

// A cast of pairs; or, where there are `end` poses, a sweep.
typedef struct cast_call {
  lgjk_pairs pairs;
  lgjk_cast_options options;
  const float* end;
  uint64_t first, count;
} cast_call;

// Ways and turns of all bodies, and where these end.
typedef struct motions {
  vectors way, turn;
  float* end;  // with the stride of poses
  float* most; // of each pair
  int exact;   // whether all ways are the differences of places, without rounding
} motions;

static int32_t run_cast(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const cast_call* c, cast_answers* answers,
                        lgjk_error* error) {
  const lgjk_cast_results results = cast_answers_results(answers);
  lgjk_error_init(error);
  if (c->end == NULL) return lgjk_castN(a, b, &c->pairs, c->first, c->count, &results, &c->options, error);
  return lgjk_sweepN(a, b, c->end, c->end, &c->pairs, c->first, c->count, &results, &c->options, error);
}

// ---------------------------------------------------------------- reading

// A rotation near that of a body, or any.
static void read_turn(reader* r, const float* pose, float* turn) {
  float turned[POSE_FLOATS];
  const uint32_t way = read_byte(r);
  memcpy(turned, pose, sizeof turned);
  if (way < 16) {
    read_pose(r, turned);
  } else {
    for (int k = DIM; k < POSE_FLOATS; ++k) turned[k] += (float)(int8_t)read_byte(r) * (way < 64 ? 0.01f : 0.001f);
    lgjk_poseN_normalize(turned, 0, 1, NULL);
  }
  memcpy(turn, turned + DIM, ROTATION * sizeof *turn);
}

static motions read_motions(reader* r, input* in, const world* w, uint64_t pairs) {
  const uint32_t count = w->all.count, ways = read_byte(r);
  motions m = {.way = read_vectors(r, in, count, DIM, ways & 1), .exact = 1};
  m.turn.stride = 4 * (ROTATION + (ways >> 1 & 1));
  m.turn.at = own_array(in, count, m.turn.stride, 4 * ROTATION);
  const uint32_t step = in->bodies.pose_stride > 0 ? in->bodies.pose_stride : 4 * POSE_FLOATS;
  m.end = own_array(in, count, step, 4 * POSE_FLOATS);
  for (uint32_t i = 0; i < count; ++i) {
    float *end = m.end + (size_t)step / 4 * i, *turn = m.turn.at + (size_t)m.turn.stride / 4 * i;
    const float *pose = pose_of(in, i), *way = vector_of(&m.way, i);
    read_turn(r, pose, turn);
    memcpy(end + DIM, turn, ROTATION * sizeof *turn);
    for (int k = 0; k < DIM; ++k) {
      end[k] = pose[k] + way[k];
      m.exact &= (double)end[k] == (double)pose[k] + (double)way[k];
    }
  }
  m.most = own_array(in, (uint32_t)pairs, 4, 4);
  for (uint64_t i = 0; i < pairs; ++i) m.most[i] = read_below(r, 8) > 0 ? 1 : fabsf(read_float(r));
  return m;
}

static lgjk_cast_options read_cast_options(reader* r, const world* w, const motions* m, int turns) {
  lgjk_cast_options o = {.struct_size = sizeof o};
  const uint32_t ways = read_byte(r);
  o.isa = LGJK_ISA_SCALAR;
  o.flags = w->flags;
  if (ways & 1) o.iteration_limit = 1 + ways / 2 % 8;
  if (ways & 16) o.target = fabsf(read_float(r));
  if (!(o.target <= FLT_MAX)) o.target = 0;
  o.way_a = o.way_b = m->way.at;
  o.way_a_stride = o.way_b_stride = m->way.stride;
  if (turns) o.turn_a = o.turn_b = m->turn.at;
  o.turn_a_stride = o.turn_b_stride = m->turn.stride;
  o.most = ways & 32 && !turns ? m->most : NULL;
  return o;
}

// ---------------------------------------------------------------- what an answer is

static float most_of(const cast_call* c, uint64_t i) { return c->options.most != NULL ? c->options.most[i] : 1; }

static void check_answer(const cast_call* c, const cast_answers* a, uint64_t i) {
  const float zero[DIM] = {0}, f = a->fraction[i], *n = &a->normal[DIM * i], *p = &a->point[DIM * i];
  const uint32_t quiet_nan = 0x7FC00000u;
  const uint8_t status = a->status[i];
  const int touches = status == LGJK_CAST_HIT || status == LGJK_CAST_OVERLAP;
  double square = 0;
  for (int k = 0; k < DIM; ++k) square += (double)n[k] * (double)n[k];
  require(status <= LGJK_CAST_BAD, "no status of a cast", i);
  require(a->depth[i] >= 0 && a->depth[i] <= FLT_MAX && (status == LGJK_CAST_OVERLAP) == (a->depth[i] > 0),
          "a depth without an overlap, or an overlap without a depth", i);
  require((status == LGJK_CAST_BAD) == (memcmp(&f, &quiet_nan, sizeof f) == 0), "a cast: NaN without being bad", i);
  if (status == LGJK_CAST_BAD) return;
  require(f >= 0 && f <= most_of(c, i), "a fraction that is outside of the way", i);
  require(status != LGJK_CAST_MISS || f >= most_of(c, i), "a miss ends before its way", i);
  require(status != LGJK_CAST_OVERLAP || f <= 0, "an overlap at the beginning, but later", i);
  require(is_number(p, DIM, FLT_MAX), "a point of a touch is not finite", i);
  require(!touches || fabs(sqrt(square) - 1) <= 1e-6, "the normal of a touch is not of unit length", i);
  require(touches || (memcmp(n, zero, sizeof zero) == 0 && memcmp(p, zero, sizeof zero) == 0),
          "a normal or a point without a touch", i);
}

// A pair that is surely bad is reported as bad.
static void check_bad_cast(const world* w, const cast_call* c, const motions* m, const cast_answers* answers,
                           uint64_t i) {
  const uint32_t a = body_of(w->in, 0, i), b = body_of(w->in, 1, i);
  const int known = is_number(vector_of(&m->way, a), DIM, FLT_MAX) && is_number(vector_of(&m->way, b), DIM, FLT_MAX);
  const float most = most_of(c, i);
  const int good = a != b && is_fit(w, a) >= 0 && is_fit(w, b) >= 0 && known && most >= 0 && most <= FLT_MAX;
  require(good || answers->status[i] == LGJK_CAST_BAD, "a bad pair, but a cast takes it", i);
}

// ----------------------------------------------------------------
// What casts of pairs have to be, by contacts on the way; and all of a scene's casts of pairs.

enum { SAMPLES = 4 };

// Parts of the fraction that a cast reports; the last is all of it.
static const double sample_at[SAMPLES] = {0, 0.5, 0.97, 1};

// A pair's way, turns included.
typedef struct pair_way {
  double start[DIM], way[DIM], length, reach, band, most; // of A relative to B
} pair_way;

static pair_way way_of(const world* w, const cast_call* c, const motions* m, uint64_t i) {
  const uint32_t a = body_of(w->in, 0, i), b = body_of(w->in, 1, i);
  const float *way_a = vector_of(&m->way, a), *way_b = vector_of(&m->way, b);
  pair_way p = {.reach = circle_of(w->in, a) + circle_of(w->in, b) + (double)c->options.target};
  const int curved =
      w->in->info[shape_of(w->in, a)].vertex_count == 0 || w->in->info[shape_of(w->in, b)].vertex_count == 0;
  for (int k = 0; k < DIM; ++k) {
    p.start[k] = (double)pose_of(w->in, a)[k] - (double)pose_of(w->in, b)[k];
    p.way[k] = (double)way_a[k] - (double)way_b[k];
    p.length += p.way[k] * p.way[k];
  }
  p.length = sqrt(p.length);
  p.band = (DIM == 3 ? 1e-5 : curved ? 2e-6 : 4e-7) * 2 * p.reach;
  return p;
}

// Both bodies of each pair at a sample of the fraction that the cast reports.
typedef struct sample {
  float pose[2 * PAIRS * POSE_FLOATS], radius[2 * PAIRS], distance[PAIRS];
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  uint8_t status[PAIRS];
} sample;

static void place_body(const world* w, const cast_call* c, const motions* m, uint32_t body, double fraction, sample* s,
                       uint64_t at) {
  float* pose = s->pose + POSE_FLOATS * at;
  memcpy(pose, pose_of(w->in, body), POSE_FLOATS * sizeof *pose);
  s->shape[at] = shape_of(w->in, body);
  s->radius[at] = *radius_of(w->in, body);
  if (c->options.turn_a != NULL || c->end != NULL) turn_pose(pose, vector_of(&m->turn, body), fraction);
}

static void take_sample(const world* w, const cast_call* c, const motions* m, const cast_answers* answers, int number,
                        sample* s) {
  memset(s, 0, sizeof *s);
  const uint64_t count = answers->count;
  for (uint64_t i = 0; i < count; ++i) {
    s->a[i] = (uint32_t)(2 * i);
    s->b[i] = (uint32_t)(2 * i + 1);
    s->shape[2 * i] = s->shape[2 * i + 1] = UINT32_MAX; // is bad
    if (answers->status[i] == LGJK_CAST_BAD) continue;
    const double fraction = sample_at[number] * (double)answers->fraction[i];
    const pair_way p = way_of(w, c, m, i);
    place_body(w, c, m, body_of(w->in, 0, i), fraction, s, 2 * i);
    place_body(w, c, m, body_of(w->in, 1, i), fraction, s, 2 * i + 1);
    for (uint64_t k = 0; k < DIM; ++k) {
      s->pose[POSE_FLOATS * 2 * i + k] = (float)(p.start[k] + fraction * p.way[k]);
      s->pose[POSE_FLOATS * (2 * i + 1) + k] = 0;
    }
  }
  const lgjk_bodiesN bodies = packed_bodies(w->all.shapes, (uint32_t)(2 * count), s->shape, s->pose, s->radius);
  const lgjk_pairs pairs = packed_pairs(s->a, s->b, count);
  const lgjk_results results = {.struct_size = sizeof results, .status = s->status, .distance = s->distance};
  const lgjk_options options = {.struct_size = sizeof options, .flags = w->flags};
  require(lgjk_contactN(&bodies, &bodies, &pairs, NULL, 0, count, &results, &options, NULL) == LGJK_OK,
          "contacts on the way", 0);
}

// Before a fraction that is reported nothing overlaps; where a touch is reported, the shapes are about the target
// apart.
static void check_sample(const world* w, const cast_call* c, const motions* m, const cast_answers* answers,
                         int number) {
  sample s;
  take_sample(w, c, m, answers, number, &s);
  for (uint64_t i = 0; i < answers->count; ++i) {
    const uint8_t status = answers->status[i];
    const int is_end = sample_at[number] >= 1;
    if (s.status[i] == LGJK_STATUS_BAD || s.status[i] == LGJK_STATUS_LIMIT || status == LGJK_CAST_BAD) continue;
    const pair_way p = way_of(w, c, m, i);
    const double fraction = (double)answers->fraction[i], gap = (double)s.distance[i] - (double)c->options.target;
    double place = 0;
    for (int k = 0; k < DIM; ++k) place += fabs(p.start[k] + sample_at[number] * fraction * p.way[k]);
    // A fraction below FLT_MIN is rounded as one there.
    const double slack = 2.4e-7 * (fmax(fraction, (double)FLT_MIN) * p.length + place + p.reach);
    if (status == LGJK_CAST_OVERLAP) {
      require(gap < 0, "an overlap at the beginning, but they are apart", i);
      continue;
    }
    if (status == LGJK_CAST_HIT && is_end) require(gap <= 8 * p.band + slack, "a touch, but they are apart", i);
    require(gap >= -2 * p.band - slack, is_end ? "they overlap where a cast ends" : "a cast goes through", i);
  }
}

// ---------------------------------------------------------------- calls

static verdict spoil_cast(cast_call* c, uint32_t way, uint32_t value, lgjk_tasks* tasks) {
  lgjk_cast_options* o = &c->options;
  uint32_t* const strides[] = {&o->way_a_stride, &o->way_b_stride, &o->turn_a_stride, &o->turn_b_stride};
  switch (way) {
    case 0: o->target = float_of(value); return taken_if(o->target >= 0 && o->target <= FLT_MAX);
    case 1: o->flags ^= value | 1; break;
    case 2: o->iteration_limit = value % 512; return taken_if(o->iteration_limit <= 255);
    case 3: o->struct_size ^= value | 1; break;
    case 4: o->reserved = value | 1; break;
    case 5: *strides[value % 4] = value & 4 ? 4 : 4 * (value / 4 % 64) + 1; break;
    case 6: tasks->start = NULL, tasks->workers = 2 + value % 8, o->tasks = tasks; break;
    case 7:
      c->first = value % 64;
      c->count = (uint64_t)(int64_t)((int16_t)(value >> 16) / 256);
      return c->first <= c->pairs.count && c->count <= c->pairs.count - c->first
                 ? taken_if(1)
                 : (verdict){LGJK_ERROR_RANGE, c->first};
    case 8: o->most = (const float*)(const void*)((const char*)o->way_a + 1); break;
    default: o->isa = LGJK_ISA_COUNT + value % 1000; return (verdict){LGJK_ERROR_ISA, 0};
  }
  return taken_if(0);
}

static void check_spoiled_cast(const world* w, reader* r, const cast_call* good) {
  const uint32_t way = read_below(r, 10), value = read_bytes(r, 4);
  const lgjk_bodiesN* bodies = &w->in->bodies;
  cast_call c = *good;
  lgjk_tasks tasks = w->tasks;
  lgjk_error error;
  cast_answers answers = cast_answers_open(c.pairs.count);
  answers.bad = 77;
  const verdict expected = spoil_cast(&c, way, value, &tasks);
  const int32_t code = run_cast(bodies, bodies, &c, &answers, &error);
  check_error(code, &error, expected.code, expected.index);
  require(code == LGJK_OK || answers.bad == 77, "a cast that is refused counts bad pairs", way);
  for (uint64_t i = 0; i < c.pairs.count; ++i) {
    if (code == LGJK_OK && i >= c.first && i - c.first < c.count) continue;
    require(cast_answers_untouched_at(&answers, i), "a cast that was not requested", i);
  }
  cast_answers_close(&answers);
}

// On one lane at once, and on the other set by threads in two ranges.
static void run_casts(const world* w, const cast_call* good, cast_answers* one) {
  const lgjk_bodiesN* bodies = &w->in->bodies;
  lgjk_error error;
  cast_call c = *good;
  cast_answers wide = cast_answers_open(c.pairs.count);
  check_error(run_cast(bodies, bodies, &c, one, &error), &error, LGJK_OK, 0);
  c.options.isa = w->in->wide_isa;
  c.options.tasks = &w->tasks;
  uint64_t bad = 0, reported = 0;
  for (int range = 0; range < 2; ++range) {
    c.first = range == 0 ? 0 : w->in->split;
    c.count = range == 0 ? w->in->split : c.pairs.count - w->in->split;
    check_error(run_cast(bodies, bodies, &c, &wide, &error), &error, LGJK_OK, 0);
    bad += wide.bad;
  }
  for (uint64_t i = 0; i < c.pairs.count; ++i) {
    require(cast_answers_same_at(one, &wide, i), "another instruction set casts otherwise", i);
    reported += one->status[i] == LGJK_CAST_BAD;
  }
  require(bad == reported && one->bad == reported, "another number of bad casts", reported);
  cast_answers_close(&wide);
}

static void check_casts(const world* w, const cast_call* c, const motions* m, cast_answers* answers) {
  run_casts(w, c, answers);
  for (uint64_t i = 0; i < c->pairs.count; ++i) {
    check_answer(c, answers, i);
    check_bad_cast(w, c, m, answers, i);
  }
  for (int number = 0; number < SAMPLES; ++number) check_sample(w, c, m, answers, number);
}

// Casts along ways, perhaps with turns; and where the ways have no rounding, a sweep gives the same bits.
static void check_pair_casts(input* in, const world* w, reader* r) {
  const motions m = read_motions(r, in, w, in->pairs.count);
  const int turns = read_below(r, 2) > 0;
  cast_call c = {.pairs = in->pairs, .count = in->pairs.count, .options = read_cast_options(r, w, &m, turns)};
  cast_answers answers = cast_answers_open(c.pairs.count), swept = cast_answers_open(c.pairs.count);
  check_casts(w, &c, &m, &answers);
  check_spoiled_cast(w, r, &c);
  if (turns && m.exact) {
    cast_call sweep = c;
    sweep.end = m.end;
    sweep.options.way_a = sweep.options.way_b = sweep.options.turn_a = sweep.options.turn_b = NULL;
    run_casts(w, &sweep, &swept);
    for (uint64_t i = 0; i < c.pairs.count; ++i) {
      require(cast_answers_same_at(&answers, &swept, i), "a sweep is not the cast to its end", i);
    }
  }
  cast_answers_close(&answers);
  cast_answers_close(&swept);
}

#endif
