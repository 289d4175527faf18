// Follows an axis that separates a pair on its way, while bodies turn; compiled once for each dimension.
//
// The axis drifts on as the normals of the last two contacts do. So it stays near that of a face, an edge, two edges of
// 3D or two vertices that turn. While the gap along it is above 0 the pair is apart; at a fraction it takes a support
// of each core in double. To find its root is what Box2D's b2TimeOfImpact does (Catto 2013, "Continuous collision").
//
// Nothing may be passed through, so the gap has to be bounded between two fractions. Over a direction n of any length
// it is the least of n . y over the differences y of a point of B and one of A, less the radii times |n|. The second
// derivative of n . y is at most some C, as n moves along a line and y is turned and moved. |n| bends upwards. So the
// gap less C f^2 / 2 is a least of concave functions, and concave: it lies above its chord. From the fraction f to f +
// h the gap is at least
//   (1 - t) gap(f) + t gap(f + h) - C h^2 / 2 t (1 - t).
// Up to the first root of that the pair is apart.
#include "cast/exact.h"

#include <math.h>

#include "base/fpcontrol.h"
#include "cast/turn.h"
#include "shape/names.h"
#include "single/solid.h"

#define OUTWARDS 1.0001 // what is bounded is larger by this than what rounds it
#define MOST_STEPS 64u  // of the last ones
#define MOST_GAPS 16u   // of an axis that are computed
#define BEYOND 1.25     // so many times as far as the root of a secant is the next fraction

// A body that turns.
typedef struct turning_body {
  lgjk_solidN solid;
  cast_turn turn;
  double tangent; // of half the angle between both rotations (of 3D: quaternions)
} turning_body;

typedef struct axis_search {
  const cast_course* course;
  turning_body a, b;
  double radius;              // both radii, the target and the least gap
  double way_speed, drifting; // lengths of the way and the drift
} axis_search;

static inline double lesser(double a, double b) { return a < b ? a : b; }

static double length_of(const double v[DIM]) { return lgjk_sqrt(cast_dot(v, v)); }

// ---------------------------------------------------------------- a body

static void open_body(const lgjk_side* side, const cast_turn* turn, uint32_t shape, turning_body* out) {
  double sum = 0, difference = 0;
  for (int k = 0; k < TURN; ++k) {
    const double s = turn->to[k] + turn->from[k], d = turn->to[k] - turn->from[k];
    sum += s * s;
    difference += d * d;
  }
  out->turn = *turn;
  out->tangent = lgjk_sqrt(difference / sum);
  out->solid = (lgjk_solidN){.shape = (const lgjk_shapeN*)side->table + shape, .pool = side->pool};
}

// Adds how fast a point of the core moves by its turn between two fractions, and how fast that changes, at most. The
// chord from one rotation to the other, at an angle a, is cos(a / 2) from 0. So at the fraction f the tangent of the
// angle from its middle is u = (2 f - 1) tan(a / 2). A rotation of 3D is by twice that angle. Both rates, of which the
// second is the root of speed^4 plus the square of the speed's derivative, fall where |u| grows.
static void add_rates(const turning_body* body, double from, double to, double* speed, double* bend) {
  const double a = 2 * from - 1, b = 2 * to - 1, u = (a > 0 ? a : b < 0 ? b : 0) * body->tangent;
  const double core = (double)body->solid.shape->bound, turn = (DIM == 2 ? 2 : 4) * body->tangent / (1 + u * u);
  *speed += turn * core;
  *bend += turn * turn * lgjk_sqrt(1 + (DIM == 2 ? 4 : 1) * u * u) * core;
}

static void turn_solid(turning_body* body, double fraction) {
  double r[TURN], *m = body->solid.turn;
  turn_at(&body->turn, fraction, r);
#if DIM == 2
  m[0] = m[3] = r[0], m[1] = -r[1], m[2] = r[1];
#else
  const double x = r[0], y = r[1], z = r[2], w = r[3];
  m[0] = 1 - 2 * (y * y + z * z), m[1] = 2 * (x * y - z * w), m[2] = 2 * (x * z + y * w);
  m[3] = 2 * (x * y + z * w), m[4] = 1 - 2 * (x * x + z * z), m[5] = 2 * (y * z - x * w);
  m[6] = 2 * (x * z - y * w), m[7] = 2 * (y * z + x * w), m[8] = 1 - 2 * (x * x + y * y);
#endif
}

// ---------------------------------------------------------------- the gap

// Returns the gap at a fraction, less the least, times |n|.
static double gap_at(axis_search* s, double fraction) {
  const cast_course* c = s->course;
  double along[DIM], against[DIM], a[DIM], b[DIM], gap = 0;
  turn_solid(&s->a, fraction);
  turn_solid(&s->b, fraction);
  for (int k = 0; k < DIM; ++k) {
    along[k] = c->normal[k] + (fraction - c->from) * c->drift[k];
    against[k] = -along[k];
    s->a.solid.position[k] = c->start[k] + fraction * c->way[k];
  }
  lgjk_solidN_support(&s->a.solid, along, a);
  lgjk_solidN_support(&s->b.solid, against, b);
  for (int k = 0; k < DIM; ++k) gap += along[k] * (b[k] - a[k]);
  return gap - s->radius * length_of(along);
}

// Returns half of what the gap of two points bends upwards, at most, between fractions that are h apart: |n| |y''| + 2
// |n'| |y'|.
static double bend_between(const axis_search* s, double from, double to) {
  const double n = 1 + s->drifting * (to - s->course->from), h = to - from;
  double speed = s->way_speed, bend = 0;
  add_rates(&s->a, from, to, &speed, &bend);
  add_rates(&s->b, from, to, &speed, &bend);
  return (n * bend + 2 * s->drifting * speed) * (OUTWARDS / 2) * h * h;
}

// Returns the first t in 0..1 where (1 - t) gap + t then - bend t (1 - t) is 0; 1 if there is none.
static double first_root(double gap, double then, double bend) {
  const double b = bend + gap - then, root = b * b - 4 * bend * gap;
  return b > 0 && root >= 0 ? lesser(2 * gap / (b + lgjk_sqrt(root)), 1) : 1;
}

// Follows the axis from chord to chord. The next one ends a little behind the root that the last one's secant has.
static double follow(axis_search* s, double gap) {
  const double enough = s->course->enough, end = s->course->end;
  double from = s->course->from, ahead = end;
  for (unsigned n = 0; n < MOST_GAPS && gap > enough; ++n) {
    const double rest = end - from, whole = bend_between(s, from, end);
    double h = lesser(rest, ahead - from);
    // Not so long that the bound falls below 0 in the middle though the gap stays.
    if (4 * gap * rest * rest < whole * h * h) h = rest * lgjk_sqrt(4 * gap / whole);
    const double to = h < rest ? from + h : end, then = gap_at(s, to);
    const double t = first_root(gap, then, bend_between(s, from, to));
    if (t >= 1 && to >= end) return HUGE_VAL;
    const double way = t < 1 ? t * h : h, next = t < 1 ? gap_at(s, from + way) : then;
    n += t < 1;
    from += way;
    ahead = next < gap ? from + BEYOND * way * next / (gap - next) : end;
    gap = next;
  }
  return from;
}

static void open_search(const cast_job* job, const cast_course* c, axis_search* s) {
  const lgjk_batch* batch = &job->batch;
  const cast_turn a =
      turn_of_pair(&batch->a, batch->pair_a, batch->pair_stride, c->pair, job->turn_a, job->turn_a_stride);
  const cast_turn b =
      turn_of_pair(&batch->b, batch->pair_b, batch->pair_stride, c->pair, job->turn_b, job->turn_b_stride);
  open_body(&batch->a, &a, c->a->shape, &s->a);
  open_body(&batch->b, &b, c->b->shape, &s->b);
  s->course = c;
  s->radius = (double)c->a->radius + (double)c->b->radius + job->target + c->least;
  s->way_speed = length_of(c->way);
  s->drifting = length_of(c->drift);
}

double cast_follow_axisN(const cast_job* job, const cast_course* c, double gap) {
  axis_search s;
  open_search(job, c, &s);
  return follow(&s, gap);
}

// ---------------------------------------------------------------- the last steps

// Measures the pair at a fraction.
static bool measure(const cast_job* job, axis_search* s, double fraction, cast_touch* out) {
  const cast_course* c = s->course;
  const double radius_b = (double)c->b->radius;
  turn_solid(&s->a, fraction);
  turn_solid(&s->b, fraction);
  for (int k = 0; k < DIM; ++k) s->a.solid.position[k] = c->start[k] + fraction * c->way[k];
  const double radius[2] = {(double)c->a->radius + radius_b + job->target, radius_b};
  return cast_measureN(&s->a.solid, &s->b.solid, radius, c->enough / 4, out);
}

uint32_t cast_finish_turnN(const cast_job* job, const cast_course* course, double spin, cast_touch* out) {
  axis_search s;
  cast_course c = *course;
  double fraction = c.from;
  cast_touch touch = *out;
  open_search(job, course, &s);
  s.course = &c;
  s.radius += c.enough / 2 - c.least;
  for (uint32_t n = 0; n < MOST_STEPS; ++n) {
    out->fraction = fraction;
    if (!measure(job, &s, fraction, &touch)) return CAST_TOUCHES;
    double speed = spin;
    for (int k = 0; k < DIM; ++k) speed += c.way[k] * touch.normal[k];
    touch.fraction = fraction;
    touch.speed = speed;
    touch.first = touch.gap + fraction * speed;
    *out = touch;
    if (touch.gap >= -c.enough && !(speed > 0)) return CAST_PASSES;
    if (touch.gap <= c.enough) return CAST_TOUCHES;
    if (touch.gap > c.least) return CAST_UNKNOWN;
    double next = fraction + (touch.gap - c.enough / 2) / speed;
    for (int k = 0; k < DIM; ++k) {
      c.drift[k] = n > 0 ? (touch.normal[k] - c.normal[k]) / (fraction - c.from) : 0;
      c.normal[k] = touch.normal[k];
    }
    c.from = fraction;
    s.drifting = length_of(c.drift);
    const double by_axis = follow(&s, touch.gap - c.enough / 2);
    next = by_axis > next ? by_axis : next;
    if (!(next <= c.end)) return CAST_PASSES;
    if (!(next > fraction)) return CAST_TOUCHES;
    fraction = next;
  }
  out->fraction = fraction;
  return CAST_UNFINISHED;
}
