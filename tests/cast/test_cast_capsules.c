// Casts of capsules at capsules in 3D, by the distance of two segments in long double and halves of the way. They stop
// at the touch, with its point and normal: at faces, edges and corners of what both segments span, also parallel ones,
// nearly parallel ones, thin ones, of sizes 1:1000, and where they graze.
#include "exact_casts.h"

enum { CAPSULES = 3000, SEED = 131, SEGMENTS = 4, LONG = SEGMENTS - 1 };

static const float segment[SEGMENTS][6] = {{-0.3f, 0, 0, 0.3f, 0.1f, 0},
                                           {0, 0.1f, -0.8f, 0.2f, -0.1f, 0.9f},
                                           {0, 0, -0.01f, 0, 0, 0.01f},
                                           {-300, 20, 0, 310, -20, 10}};

// Where both segments are at a fraction: from one end to the other, A's position at 0.
typedef struct two_segments {
  real from[2][3], along[2][3];
} two_segments;

static void see_segments(const casts* c, uint32_t i, real fraction, two_segments* out) {
  for (uint32_t k = 0; k < 2; ++k) {
    const uint32_t body = k == 0 ? c->a[i] : c->b[i];
    const float* ends = segment[c->shape[body]];
    real axis[3][3];
    axes_at(c, body, 0, axis);
    relative(c, c->a[i], body, fraction, out->from[k]);
    for (int x = 0; x < 3; ++x) {
      out->along[k][x] = 0;
      for (int j = 0; j < 3; ++j) {
        out->from[k][x] += axis[j][x] * (real)ends[j];
        out->along[k][x] += axis[j][x] * ((real)ends[3 + j] - (real)ends[j]);
      }
    }
  }
}

// Sets v from the place s of A's segment to t of B's, and returns its length.
static real between(const two_segments* p, real s, real t, real v[3]) {
  for (int x = 0; x < 3; ++x) {
    v[x] = p->from[1][x] + t * p->along[1][x] - p->from[0][x] - s * p->along[0][x];
  }
  return sqrtl(dot(v, v));
}

static real clamped(real t) { return fminl(fmaxl(t, 0), 1); }

// Returns the distance, with v from A's nearest point to B's, and B's place: from each end of one to the other segment,
// and between both lines if the places there are within.
static real segments_apart(const two_segments* p, real v[3], real* on_b) {
  const real *d = p->along[0], *e = p->along[1];
  real r[3], places[5][2], best = HUGE_VALL;
  between(p, 0, 0, r);
  const real dd = dot(d, d), ee = dot(e, e), de = dot(d, e), rd = dot(r, d), re = dot(r, e), all = dd * ee - de * de;
  for (int k = 0; k < 2; ++k) {
    places[k][0] = k;
    places[k][1] = clamped((k * de - re) / ee);
    places[2 + k][0] = clamped((rd + k * de) / dd);
    places[2 + k][1] = k;
  }
  places[4][0] = clamped(all > 0 ? (rd * ee - re * de) / all : 0);
  places[4][1] = clamped((places[4][0] * de - re) / ee);
  for (int k = 0; k < 5; ++k) {
    real w[3];
    const real apart = between(p, places[k][0], places[k][1], w);
    if (apart >= best) continue;
    best = apart;
    memcpy(v, w, sizeof w);
    *on_b = places[k][1];
  }
  return best;
}

static real gap_at(const casts* c, uint32_t i, real fraction) {
  two_segments p;
  real v[3], on_b;
  see_segments(c, i, fraction, &p);
  return segments_apart(&p, v, &on_b) - (real)c->radius[c->a[i]] - (real)c->radius[c->b[i]];
}

// Rotations in turn: any, the same, one nearly the other, and those of upright capsules.
static void place_capsules(casts* c, uint32_t i, double offset) {
  const uint32_t a = 2 * i, b = 2 * i + 1;
  const double length = pow(10, random_in(-1, 3)), thin = random_below(4) == 0 ? 1e-3 : 1;
  double direction[3], aim[3];
  const double square = random_in_ball(direction, 3);
  random_in_ball(aim, 3);
  c->a[i] = a;
  c->b[i] = b;
  for (uint32_t k = 0; k < 2; ++k) {
    c->shape[a + k] = random_below(8) == 0 ? LONG : random_below(LONG);
    c->radius[a + k] = (float)(thin * random_in(0.05, 0.5));
    draw_rotation(c->pose[a + k]);
  }
  if (i % 4 > 0) {
    c->shape[b] = c->shape[a];
    memcpy(c->pose[b] + 3, c->pose[a] + 3, 4 * sizeof(float));
  }
  if (i % 4 == 2) c->pose[b][3 + random_below(4)] += (float)pow(10, random_in(-8, -4.5));
  for (uint32_t k = 0; i % 4 == 3 && k < 2; ++k) memcpy(c->pose[a + k] + 3, (float[4]){0, 0, 0, 1}, 4 * sizeof(float));
  for (int x = 0; x < 3; ++x) {
    const double drift = random_in(-2, 2), unit = direction[x] / sqrt(square);
    c->pose[b][x] = (float)random_in(-offset, offset);
    c->pose[a][x] = (float)((double)c->pose[b][x] + 0.6 * aim[x] - unit * random_in(0.2, 1) * length);
    c->way[b][x] = (float)drift;
    c->way[a][x] = (float)(drift + unit * length);
  }
}

// How far both segments reach.
static double size_of(const casts* c, uint32_t i) {
  const bool large = c->shape[2 * i] == LONG || c->shape[2 * i + 1] == LONG;
  return large ? 622 : 2;
}

// Judges the normal and the point of a touch. Where the segments are parallel any point between is right.
static void judge_place(const casts* c, uint32_t i, real touch, real slack) {
  two_segments p;
  real v[3], on_b, off[3], at[3];
  see_segments(c, i, touch, &p);
  const real apart = segments_apart(&p, v, &on_b);
  for (int x = 0; x < 3; ++x) off[x] = (real)c->got.normal[3 * i + (uint32_t)x] - v[x] / apart;
  if (sqrtl(dot(off, off)) > 1e-6L + slack / apart) {
    fail_msg("pair %u: normal off by %g", i, (double)sqrtl(dot(off, off)));
  }
  // The point is on both surfaces: as far as the radius of B from its segment, and as that of A from the other.
  for (int x = 0; x < 3; ++x) {
    const real world = (real)c->pose[c->a[i]][x] + touch * (real)c->way[c->a[i]][x];
    at[x] = (real)c->got.point[3 * i + (uint32_t)x] - world;
  }
  for (int k = 0; k < 2; ++k) {
    const real* e = p.along[k];
    for (int x = 0; x < 3; ++x) v[x] = at[x] - p.from[k][x];
    const real t = clamped(dot(v, e) / dot(e, e));
    for (int x = 0; x < 3; ++x) v[x] -= t * e[x];
    const real radius = (real)c->radius[k == 0 ? c->a[i] : c->b[i]];
    const real miss = fabsl(sqrtl(dot(v, v)) - radius);
    if (miss > 2e-6L + slack) fail_msg("pair %u: point off by %g", i, (double)miss);
  }
}

static void judge_capsules(const casts* c, uint32_t i, uint32_t* hits) {
  const uint32_t status = c->got.status[i];
  const double way = (double)length_of_way(c, i), radius = (double)c->radius[2 * i] + (double)c->radius[2 * i + 1];
  // What contacts find of long ones, such as pairs that nearly touch when they begin, is off by bands of their size.
  const double size = size_of(c, i), fine = 4e-7 * (2 + radius);
  const double band = size < 10 || c->got.iterations[i] == 0 ? fine : 6 * 2 * 4e-7 * (size + radius);
  real touch;
  const real least = first_touch(c, i, gap_at, gap_at, &touch), begin = gap_at(c, i, 0);
  if (begin < -1e-3L && status != LGJK_CAST_OVERLAP) fail_msg("pair %u: begins inside, status %u", i, status);
  if (begin <= 6 * 2 * 4e-7 * (size + radius)) return; // it touches when it begins
  if (status == LGJK_CAST_MISS) {
    if (least < -1e-8L) fail_msg("pair %u: missed by %g", i, (double)least);
    return;
  }
  const real here = gap_at(c, i, (real)c->got.fraction[i]);
  if (status != LGJK_CAST_HIT || least > 1e-8L || here < -1e-8L || here > band + 6e-8 * way) {
    fail_msg("pair %u: status %u, least %g, at the touch %g", i, status, (double)least, (double)here);
  }
  ++*hits;
  const real slack = 12e-8L * (real)way + 4 * (real)rounding_at(c, 2 * i, size);
  if (least < -0.01L * (real)radius) judge_place(c, i, touch, slack);
}

TEST(capsules_touch_where_they_do) {
  const uint32_t count = fewer(CAPSULES, 400);
  lgjk_shapeN_def defs[SEGMENTS];
  for (uint32_t k = 0; k < SEGMENTS; ++k) defs[k] = rounded_pointsN(segment[k], 2, 0);
  random_state = test_seed(SEED);
  for (int far = 0; far < 2; ++far) {
    casts c;
    uint32_t hits = 0, by_formula = 0;
    open_casts(&c, defs, SEGMENTS, count);
    for (uint32_t i = 0; i < count; ++i) place_capsules(&c, i, far ? 1000 : 0);
    call_cast(&c, c.radius);
    for (uint32_t i = 0; i < count; ++i) {
      judge_capsules(&c, i, &hits);
      by_formula += c.got.status[i] == LGJK_CAST_HIT && c.got.iterations[i] == 0;
    }
    print_message("  %u hits of %u, %u without a contact\n", hits, count, by_formula);
    assert_true(hits > count / 10 && hits < count * 9 / 10 && by_formula > hits * 9 / 10);
    close_casts(&c);
  }
}
