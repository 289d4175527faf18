// The steps of a search on simplices of integer points, in float and in double, against integers; on random simplices
// and on hand-made ones, for both reals and both efforts.
#ifndef LGJK_TESTS_UNIT_SIMPLEX_CHECK_H
#define LGJK_TESTS_UNIT_SIMPLEX_CHECK_H

#include <float.h>

#include "test.h"
#include "fewer.h"
#include "test_random.h"

#include "lane/lane_scalar.h"

#include "lane/dimension.h"
#include OF_DIM("block/warm2.h", "block/warm3.h")

// ---------------------------------------------------------------- exact places

// Where the origin is to simplices of integer points, in integers. Coordinates up to EXACT_SIZE in size keep every
// number here below 2^63, and every one that the kernel decides by within the 24 bits of a float, so that nothing is
// rounded. In 2D the third coordinate is 0.
enum { EXACT_SIZE = 16 };

typedef int32_t int_point[3];

// Some of a list of points.
typedef struct feature {
  uint32_t count, id[4];
} feature;

// The point nearest the origin of the line, plane or space through a feature's points.
typedef struct exact_place {
  int64_t weight[4], sum; // weight / sum is each point's share; sum > 0, and 0 where the points are in one lesser space
  int64_t square[2];      // of its distance: numerator and denominator
  int64_t point[3];       // times sum
} exact_place;

typedef struct vector {
  int64_t x, y, z;
} vector;

static vector from_to(const int32_t* p, const int32_t* q) {
  return (vector){(int64_t)q[0] - p[0], (int64_t)q[1] - p[1], (int64_t)q[2] - p[2]};
}

static int64_t dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vector cross(vector a, vector b) {
  return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static int64_t volume(vector a, vector b, vector c) { return dot(cross(a, b), c); }

static exact_place exact_place_of(const int_point* points, const feature* f) {
  static const int32_t origin[3] = {0, 0, 0};
  exact_place out = {.sum = 1, .square = {0, 1}};
  const int32_t *p0 = points[f->id[0]], *p1 = points[f->id[1]], *p2 = points[f->id[2]], *p3 = points[f->id[3]];
  const vector o = from_to(p0, origin), e1 = from_to(p0, p1), e2 = from_to(p0, p2), e3 = from_to(p0, p3);
  const vector n = cross(e1, e2);
  int64_t* w = out.weight;
  switch (f->count) {
    case 1: out.square[0] = dot(o, o); break;
    case 2:
      out.sum = out.square[1] = dot(e1, e1);
      w[1] = dot(o, e1);
      out.square[0] = dot(cross(e1, o), cross(e1, o));
      break;
    case 3: // o = w1 e1 + w2 e2 except for what is across both: two equations
      out.sum = out.square[1] = dot(n, n);
      w[1] = dot(o, e1) * dot(e2, e2) - dot(o, e2) * dot(e1, e2);
      w[2] = dot(o, e2) * dot(e1, e1) - dot(o, e1) * dot(e1, e2);
      out.square[0] = dot(n, o) * dot(n, o);
      break;
    default: {
      const int64_t whole = volume(e1, e2, e3), sign = whole < 0 ? -1 : 1;
      out.sum = sign * whole;
      w[1] = sign * volume(o, e2, e3);
      w[2] = sign * volume(e1, o, e3);
      w[3] = sign * volume(e1, e2, o);
    }
  }
  w[0] = out.sum - w[1] - w[2] - w[3];
  for (uint32_t k = 0; k < 3; ++k) {
    for (uint32_t i = 0; i < f->count; ++i) out.point[k] += w[i] * points[f->id[i]][k];
  }
  return out;
}

// Whether that point is in the feature itself, its border included.
static bool exact_within(const exact_place* place, uint32_t count) {
  if (place->sum == 0) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (place->weight[i] < 0) return false;
  }
  return true;
}

static int64_t times(const exact_place* a, const exact_place* b) { return a->square[0] * b->square[1]; }

static bool exact_same_distance(const exact_place* a, const exact_place* b) { return times(a, b) == times(b, a); }

// The feature of fewest points, of the first `count`, that the nearest point of them all is in.
static feature exact_nearest(const int_point* points, uint32_t count, exact_place* place) {
  feature nearest = {0};
  for (uint32_t size = 1; size <= count; ++size) {
    for (uint32_t set = 1; set < 1u << count; ++set) {
      feature f = {0};
      for (uint32_t i = 0; i < count; ++i) {
        if (set >> i & 1) f.id[f.count++] = i;
      }
      if (f.count != size) continue;
      const exact_place at = exact_place_of(points, &f);
      if (!exact_within(&at, size) || (nearest.count > 0 && times(&at, place) >= times(place, &at))) continue;
      nearest = f;
      *place = at;
    }
  }
  return nearest;
}

// ---------------------------------------------------------------- checks

// What a point that is in no feature holds, from an earlier step: no number may depend on it.
static const int_point stale_point = {5, -7, DIM == 3 ? 3 : 0};
enum { STALE_ID = 99 };

static const feature first_points[5] = {{0}, {1, {0}}, {2, {0, 1}}, {3, {0, 1, 2}}, {4, {0, 1, 2, 3}}};

static const char* points_text(const int_point* p, uint32_t count) {
  static char text[160];
  size_t used = 0;
  text[0] = 0;
  for (uint32_t i = 0; i < count && used < sizeof text; ++i) {
    used += (size_t)snprintf(text + used, sizeof text - used, "(%d %d %d) ", p[i][0], p[i][1], p[i][2]);
  }
  return text;
}

static const char* feature_text(const feature* f) {
  static char text[64];
  snprintf(text, sizeof text, "%u of %u %u %u %u", f->count, f->id[0], f->id[1], f->id[2], f->id[3]);
  return text;
}

static void random_points(int_point* p, uint32_t count, uint32_t size) {
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t k = 0; k < 3; ++k) p[i][k] = k < DIM ? (int32_t)random_below(2 * size + 1) - (int32_t)size : 0;
  }
}

// Whether a support w, after the feature of the first `count` points, is one that a search can meet: nearer along the
// direction to the origin; where the origin is on the feature, beside it.
static bool can_follow(const int_point* p, uint32_t count) {
  const exact_place old = exact_place_of(p, &first_points[count]);
  const int32_t* w = p[count];
  if (!exact_within(&old, count)) return false;
  const int64_t* v = old.point;
  const int64_t square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], along = v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
  if (square == 0) return count == DIM && exact_place_of(p, &first_points[count + 1]).sum != 0;
  return along * old.sum < square;
}

#define REAL_IS_DOUBLE 0
#include "simplex_check_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "simplex_check_tmpl.h"
#undef REAL_IS_DOUBLE

// ---------------------------------------------------------------- hand-made simplices

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
