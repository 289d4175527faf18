#include "single/curved_starts3.h"

// ------------------------------------------------------------------ the lowest directions

static void remove_at(lgjk_starts3* s, uint32_t place) {
  --s->count;
  for (uint32_t i = place; i < s->count; ++i) s->value[i] = s->value[i + 1], s->direction[i] = s->direction[i + 1];
}

double lgjk_starts3_offer(lgjk_difference3* d, lgjk_starts3* s, lgjk_vec3 n) {
  const double value = vec3_dot(lgjk_difference3_support(d, n).w, n);
  for (uint32_t i = s->count; i-- > 0;) {
    if (vec3_dot(s->direction[i], n) < LGJK_STARTS3_COSINE) continue;
    if (s->value[i] <= value) return value;
    remove_at(s, i);
  }
  if (s->count == LGJK_STARTS3) {
    if (s->value[s->count - 1] <= value) return value;
    --s->count;
  }
  uint32_t place = s->count++;
  for (; place > 0 && value < s->value[place - 1]; --place) {
    s->value[place] = s->value[place - 1], s->direction[place] = s->direction[place - 1];
  }
  s->value[place] = value;
  s->direction[place] = n;
  return value;
}

// ------------------------------------------------------------------ the least along a circle

// The directions centre + cos(angle) across + sin(angle) beyond, of any length.
typedef struct circle3 {
  lgjk_vec3 centre, across, beyond;
} circle3;

#define SAMPLES 32
#define SAMPLE_COSINE 0.980785280403230 // of the angle between samples
#define SAMPLE_SINE 0.195090322016128
#define SAMPLE_TANGENT 0.098491403357164 // of half the angle
#define GOLDEN 0.618033988749895
#define SECTIONS 14 // sections of an interval, which leave 1e-3 of it: a descent goes on
#define INTERVALS 3 // intervals that are searched, the lowest

static lgjk_vec3 on_circle(const circle3* c, double cosine, double sine) {
  return vec3_unit(vec3_ahead(vec3_ahead(c->centre, c->across, cosine), c->beyond, sine), (lgjk_vec3){1.0, 0.0, 0.0});
}

// Offers a direction and returns its value. `middle`: cosine and sine of a sample. `t`: tangent of half the angle.
static double value_near(lgjk_difference3* d, lgjk_starts3* s, const circle3* c, const double middle[2], double t) {
  const double over = 1.0 / (1.0 + t * t), cosine = (1.0 - t * t) * over, sine = 2.0 * t * over;
  const lgjk_vec3 n = on_circle(c, middle[0] * cosine - middle[1] * sine, middle[1] * cosine + middle[0] * sine);
  return lgjk_starts3_offer(d, s, n);
}

// Searches the two intervals beside a sample by golden section (Kiefer 1953).
static void search_near(lgjk_difference3* d, lgjk_starts3* s, const circle3* c, const double middle[2]) {
  double low = -SAMPLE_TANGENT, high = SAMPLE_TANGENT;
  double left = high - GOLDEN * (high - low), right = low + GOLDEN * (high - low);
  double at_left = value_near(d, s, c, middle, left), at_right = value_near(d, s, c, middle, right);
  for (int i = 0; i < SECTIONS; ++i) {
    if (at_left <= at_right) {
      high = right, right = left, at_right = at_left;
      left = high - GOLDEN * (high - low);
      at_left = value_near(d, s, c, middle, left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + GOLDEN * (high - low);
      at_right = value_near(d, s, c, middle, right);
    }
  }
}

static void search_circle(lgjk_difference3* d, lgjk_starts3* s, const circle3* c) {
  double sample[SAMPLES][2], value[SAMPLES];
  sample[0][0] = 1.0, sample[0][1] = 0.0;
  for (int i = 0; i < SAMPLES; ++i) {
    value[i] = lgjk_starts3_offer(d, s, on_circle(c, sample[i][0], sample[i][1]));
    if (i + 1 == SAMPLES) break;
    sample[i + 1][0] = sample[i][0] * SAMPLE_COSINE - sample[i][1] * SAMPLE_SINE;
    sample[i + 1][1] = sample[i][1] * SAMPLE_COSINE + sample[i][0] * SAMPLE_SINE;
  }
  for (int round = 0; round < INTERVALS; ++round) {
    int best = -1;
    for (int i = 0; i < SAMPLES; ++i) {
      const bool lowest = value[i] <= value[(i + 1) % SAMPLES] && value[i] <= value[(i + SAMPLES - 1) % SAMPLES];
      if (lowest && value[i] < LGJK_DEPTH3_MOST * d->scale && (best < 0 || value[i] < value[best])) best = i;
    }
    if (best < 0) return;
    search_near(d, s, c, sample[best]);
    value[best] = LGJK_DEPTH3_MOST * d->scale;
  }
}

// ------------------------------------------------------------------ one core

// Two lengths, or a cosine and 0, that are as far apart as this are equal: rotations and maps are rounded to float. The
// effect on a depth is far below 1e-6 of the scale.
#define SAME 2e-7

typedef struct curved_core {
  bool curved, revolves, ball;
  lgjk_vec3 column[3]; // columns of the core's matrix; the semi-axes of an ellipsoid
  lgjk_vec3 axis;      // unit, of revolution
} curved_core;

static bool same_length(lgjk_vec3 p, lgjk_vec3 q) {
  const double a = vec3_length(p), b = vec3_length(q);
  return vec3_magnitude(a - b) <= SAME * (a + b);
}

static bool perpendicular(lgjk_vec3 p, lgjk_vec3 q) {
  return vec3_magnitude(vec3_dot(p, q)) <= SAME * lgjk_sqrt(vec3_square(p) * vec3_square(q));
}

static curved_core read_core(const lgjk_solid3* solid) {
  curved_core r = {.curved = is_curved_core(solid->shape->core)};
  if (!r.curved) return r;
  const lgjk_vec3* c = r.column;
  int last = 2;
  if (is_smooth_core(solid->shape->core)) {
    lgjk_solid3_semi_axes(solid, r.column);
    last = same_length(c[0], c[1]) ? 2 : same_length(c[1], c[2]) ? 0 : 1;
    r.ball = same_length(c[0], c[1]) && same_length(c[1], c[2]);
  } else {
    lgjk_solid3_columns(solid, r.column);
  }
  const lgjk_vec3 p = c[(last + 1) % 3], q = c[(last + 2) % 3];
  r.axis = vec3_unit(c[last], (lgjk_vec3){0.0, 0.0, 1.0});
  r.revolves = same_length(p, q) && perpendicular(p, q) && perpendicular(p, c[last]) && perpendicular(q, c[last]);
  return r;
}

static void offer_both(lgjk_difference3* d, lgjk_starts3* s, lgjk_vec3 n) {
  const lgjk_vec3 unit = vec3_unit(n, (lgjk_vec3){1.0, 0.0, 0.0});
  lgjk_starts3_offer(d, s, unit);
  lgjk_starts3_offer(d, s, vec3_neg(unit));
}

// Offers the directions of one core. `side`: 1 for A, -1 for B, whose normals are seen from the other side.
static void offer_core(lgjk_difference3* d, lgjk_starts3* s, const curved_core* r, uint32_t core, double side) {
  const lgjk_vec3* c = r->column;
  if (is_smooth_core(core)) {
    for (int k = 0; k < 3; ++k) offer_both(d, s, c[k]);
    return;
  }
  // The normal of a plane's image is its normal under the inverse transposed: cofactors, times the determinant's sign.
  const lgjk_vec3 x = vec3_cross(c[1], c[2]), y = vec3_cross(c[2], c[0]), z = vec3_cross(c[0], c[1]);
  const double sign = vec3_dot(x, c[0]) < 0.0 ? -side : side;
  offer_both(d, s, z);
  const circle3 crease = {vec3_scale(z, is_cone_core(core) ? 0.5 * sign : 0.0), x, y};
  search_circle(d, s, &crease);
}

// Offers the least in the plane of an axis and the line of centres, spanned by the axis and that line's part across it.
static void offer_plane(lgjk_difference3* d, lgjk_starts3* s, lgjk_vec3 axis) {
  const lgjk_vec3 p = vec3_sub(vec3_of(d->b->position), vec3_of(d->a->position));
  const lgjk_vec3 across = vec3_ahead(p, axis, -vec3_dot(p, axis));
  const lgjk_vec3 any = vec3_unit(vec3_across(axis), (lgjk_vec3){1.0, 0.0, 0.0});
  const circle3 plane = {{0.0, 0.0, 0.0}, axis, vec3_unit(across, any)};
  search_circle(d, s, &plane);
}

bool lgjk_curved_starts3_offer(lgjk_difference3* d, lgjk_starts3* s) {
  const curved_core a = read_core(d->a), b = read_core(d->b);
  if (a.curved) offer_core(d, s, &a, d->a->shape->core, 1.0);
  if (b.curved) offer_core(d, s, &b, d->b->shape->core, -1.0);
  const bool both = a.curved && b.curved, parallel = vec3_length(vec3_cross(a.axis, b.axis)) <= SAME;
  if (a.curved && !a.ball) offer_plane(d, s, a.axis);
  if (b.curved && !b.ball && !(both && parallel)) offer_plane(d, s, b.axis);
  return (a.ball || a.revolves) && (b.ball || b.revolves) && (a.ball || b.ball || parallel);
}
