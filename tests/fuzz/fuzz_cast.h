// Fuzzing of casts: of pairs along ways and turns, to other poses, and against an index. All sets and ranges give the
// bits of one lane. Where a cast reports a touch, the shapes are as far apart as it says, and at some fractions before
// they do not overlap, by their contacts. Hits against an index are those of all pairs.
#ifndef LGJK_TESTS_FUZZ_CAST_H
#define LGJK_TESTS_FUZZ_CAST_H

#include "cast_answers.h"
#include "fuzz_index.h"

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

#endif
