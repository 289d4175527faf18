// Hand-made simplices, for both reals and both efforts.
#ifndef LGJK_TESTS_UNIT_SIMPLEX_CASES_H
#define LGJK_TESTS_UNIT_SIMPLEX_CASES_H

#include "fewer.h"
#include "simplex_check.h"

// Points of a feature; after them, for advance, the support. left: the feature afterwards, of DIM + 1 points where it
// holds the origin. turned: the support is behind the feature, which only rounding makes: a careful search ends, and
// keeps the feature.
typedef struct simplex_case {
  const char* name;
  int_point p[4];
  uint32_t count;
  feature left;
  bool turned;
} simplex_case;

static void expect_feature(const simplex_case* c, const char* real, const feature* found) {
  bool same = found->count == c->left.count;
  for (uint32_t k = 0; same && k < found->count; ++k) same = found->id[k] == c->left.id[k];
  if (!same) {
    char left[64];
    snprintf(left, sizeof left, "%s", feature_text(&c->left));
    fail_msg("%s, %s: found %s, and not %s", c->name, real, feature_text(found), left);
  }
}

#define DEFINE_EXPECT(real, R)                                                                         \
  static void R(expect_advance)(const simplex_case* c) {                                               \
    for (int step = (int)c->count; step <= DIM; ++step) {                                              \
      for (int effort = c->turned ? CAREFUL : QUICK; effort <= CAREFUL; ++effort) {                    \
        const R(simplex) s = R(advanced)(c->p, c->count, step, (search_effort)effort, true);           \
        const feature found = R(feature_of)(&s, c->p);                                                 \
        expect_feature(c, #real, &found);                                                              \
        assert_int_equal(s.converged, c->turned);                                                      \
        assert_int_equal(s.active, !c->turned && c->left.count <= DIM);                                \
        if (can_follow(c->p, c->count)) R(check_advance)(c->p, c->count, step, (search_effort)effort); \
      }                                                                                                \
    }                                                                                                  \
  }                                                                                                    \
  static void R(expect_trim)(const simplex_case* c) {                                                  \
    R(simplex) s = R(simplex_of)(c->p, &first_points[c->count], true);                                 \
    R(trim)(&s);                                                                                       \
    const feature found = R(feature_of)(&s, c->p);                                                     \
    expect_feature(c, #real, &found);                                                                  \
    R(check_trim)(c->p, c->count);                                                                     \
  }
#define NAME_F(name) name##_f
#define NAME_D(name) name##_d
DEFINE_EXPECT(float, NAME_F)
DEFINE_EXPECT(double, NAME_D)

#define EXPECT_EACH(cases, expect)                                \
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases)[0]; ++i) { \
    expect##_f(&(cases)[i]);                                      \
    expect##_d(&(cases)[i]);                                      \
  }

// Random simplices of a few integers, so that ties are common, and of larger ones; enough of them are states that a
// search can be in.
TEST(random_advances) {
  for (uint32_t count = 1; count <= DIM; ++count) {
    for (uint32_t size = 2; size <= EXACT_SIZE; size *= 2) {
      const uint32_t rounds = fewer(40000, 2000), checked = check_random_advances_f(count, size, rounds);
      if (checked < rounds / 400) fail_msg("only %u states of %u points up to %u", checked, count, size);
      check_random_advances_d(count, size, rounds);
    }
  }
}

TEST(random_trims) {
  for (uint32_t count = 1; count <= DIM; ++count) {
    for (uint32_t size = 2; size <= EXACT_SIZE; size *= 2) {
      check_random_trims_f(count, size, fewer(10000, 400));
      check_random_trims_d(count, size, fewer(10000, 400));
    }
  }
}

// The state that a record's words describe.
static simplex_f restored_from(const pair_frame_f* f, const uint32_t words[4], bool active, proof_lanes* proof) {
  vf record[4];
  warm_guess guess;
  simplex_f s;
  for (uint32_t k = 0; k < 4; ++k) record[k] = vf_of(words[k]);
  read_guess(record, false, &guess);
  restore(f, &guess, active, &s, proof);
  return s;
}

#endif
