// What a cast of pairs of the dimension DIM wrote: all its arrays, filled with a pattern beforehand, and their
// comparison bit by bit. Rows of hits, as casts of all pairs report them; and the rotation of a body on its way.
#ifndef LGJK_TESTS_CAST_ANSWERS_H
#define LGJK_TESTS_CAST_ANSWERS_H

#include <math.h>
#include <stdbool.h>

#include "answers.h"
#include "lanegjk/lanegjk_cast.h"

typedef struct cast_answers {
  uint64_t count, bad;
  uint8_t *status, *iterations;
  float *fraction, *normal, *point, *depth;
} cast_answers;

// The arrays, and their elements per pair.
#define CAST_ARRAYS(X) X(status, 1) X(iterations, 1) X(fraction, 1) X(normal, DIM) X(point, DIM) X(depth, 1)

static inline void cast_answers_fill(const cast_answers* answers) {
  const size_t n = (size_t)answers->count;
#define CAST_FILL(member, each) memset(answers->member, ANSWERS_PATTERN, (each)*n * sizeof *answers->member);
  CAST_ARRAYS(CAST_FILL)
#undef CAST_FILL
}

// Exactly as large as needed, so that a sanitizer sees a write beyond.
static inline cast_answers cast_answers_open(uint64_t count) {
  cast_answers answers = {.count = count};
#define CAST_OPEN(member, each) answers.member = malloc((each) * (size_t)count * sizeof *answers.member);
  CAST_ARRAYS(CAST_OPEN)
#undef CAST_OPEN
  cast_answers_fill(&answers);
  return answers;
}

static inline void cast_answers_close(cast_answers* answers) {
#define CAST_CLOSE(member, each) free(answers->member);
  CAST_ARRAYS(CAST_CLOSE)
#undef CAST_CLOSE
}

static inline lgjk_cast_results cast_answers_results(cast_answers* answers) {
  lgjk_cast_results results = {.struct_size = sizeof results, .bad_count = &answers->bad};
#define CAST_RESULT(member, each) results.member = answers->member;
  CAST_ARRAYS(CAST_RESULT)
#undef CAST_RESULT
  return results;
}

static inline bool cast_answers_same_at(const cast_answers* one, const cast_answers* other, uint64_t i) {
#define CAST_SAME(member, each) \
  if (memcmp(one->member + (each)*i, other->member + (each)*i, (each) * sizeof *one->member) != 0) return false;
  CAST_ARRAYS(CAST_SAME)
#undef CAST_SAME
  return true;
}

static inline bool cast_answers_untouched_at(const cast_answers* answers, uint64_t i) {
#define CAST_UNTOUCHED(member, each) \
  if (!answersN_is_pattern(answers->member + (each)*i, (each) * sizeof *answers->member)) return false;
  CAST_ARRAYS(CAST_UNTOUCHED)
#undef CAST_UNTOUCHED
  return true;
}

// Answer i as a hit of a body, put into a row of `count` hits that is sorted by fraction.
static inline void cast_answers_add_hit(const cast_answers* answers, uint64_t i, uint32_t body, lgjk_cast_hit* row,
                                        uint32_t* count) {
  lgjk_cast_hit hit = {
      .body = body, .status = answers->status[i], .fraction = answers->fraction[i], .depth = answers->depth[i]};
  memcpy(hit.normal, answers->normal + DIM * i, DIM * sizeof *hit.normal);
  memcpy(hit.point, answers->point + DIM * i, DIM * sizeof *hit.point);
  uint32_t at = (*count)++;
  for (; at > 0 && row[at - 1].fraction > hit.fraction; --at) row[at] = row[at - 1];
  row[at] = hit;
}

// ---------------------------------------------------------------- rotations on the way

enum { ROTATION = POSE_FLOATS - DIM };

// Turns a pose to a fraction of the turn, by the formula of lanegjk_cast.h.
static inline void turn_pose(float* pose, const float turn[ROTATION], double fraction) {
  long double at[ROTATION], square[2] = {0, 0}, cosine = 0, length = 0;
  for (int k = 0; k < ROTATION; ++k) {
    const long double from = pose[DIM + k], to = turn[k];
    square[0] += from * from;
    square[1] += to * to;
    cosine += from * to;
  }
  const long double sign = DIM == 3 && cosine < 0 ? -1 : 1;
  for (int k = 0; k < ROTATION; ++k) {
    at[k] = (1 - (long double)fraction) * pose[DIM + k] / sqrtl(square[0]) +
            sign * (long double)fraction * turn[k] / sqrtl(square[1]);
    length += at[k] * at[k];
  }
  for (int k = 0; k < ROTATION; ++k) pose[DIM + k] = (float)(at[k] / sqrtl(length));
}

#endif
