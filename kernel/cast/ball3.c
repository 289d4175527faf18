// Casts a point with a radius r against the core of a point, a segment or a box: rays and balls against balls, capsules
// and boxes.
//
// Let q be the point of the core that is the nearest to x: coordinates are clamped to a box, in its axes, or the one
// along it to a segment. The core is beyond the plane through q across x - q. So x may go on to where it is as near to
// that plane as r allows, again and again, as in cast/exact.c. On a face that ends at once; on an edge or a corner the
// digits double with each step. A box that is larger by r holds all of this, so that steps begin where x enters it
// (Kay, Kajiya 1986, "Ray tracing complex scenes": slabs). That is all where r is 0.
#include <math.h>
#include <stdbool.h>

#include "base/fpcontrol.h"
#include "cast/exact.h"
#include "shape/cores.h"
#include "single/solid.h"

#define MOST_STEPS 64u

typedef struct round_course {
  bool box, of_a;            // of_a: whether the core is A's, and the point B's
  double axis[3][3];         // of a box; the first is a segment's direction, and 0 for a point
  double half[3];            // of a box; the first is half a segment's length
  lgjk_vec3 centre, point;   // of the core, and the point, relative to the positions of their bodies
  lgjk_vec3 x, way;          // of the point relative to the centre, and how it moves
  double along[3], speed[3]; // the same along a box's axes
  double radius, tolerance, end;
} round_course;

static double axis_dot(const double axis[3], lgjk_vec3 v) { return axis[0] * v.x + axis[1] * v.y + axis[2] * v.z; }

static lgjk_vec3 vector_at(const float* v) { return (lgjk_vec3){(double)v[0], (double)v[1], (double)v[2]}; }

static double clamp(double x, double most) { return x < -most ? -most : x > most ? most : x; }

// ---------------------------------------------------------------- opening

static void place_core(const lgjk_side* side, const cast_body* body, round_course* out) {
  const lgjk_shape3* shape = (const lgjk_shape3*)side->table + body->shape;
  lgjk_solid3 solid;
  lgjk_solid3_place(&solid, shape, side->pool, body->pose, body->pose);
  out->box = is_box_core(shape->core);
  out->centre = (lgjk_vec3){0, 0, 0};
  if (out->box) {
    for (int k = 0; k < 3; ++k) {
      out->half[k] = (double)shape->small[k];
      for (int i = 0; i < 3; ++i) out->axis[k][i] = solid.turn[3 * i + k];
    }
    return;
  }
  const lgjk_vec3 from = vector_at(shape->small), half = vec3_scale(vec3_sub(vector_at(shape->small + 3), from), 0.5);
  out->half[0] = vec3_length(half);
  out->centre = vec3_turn(solid.turn, vec3_add(from, half));
  vec3_store(out->axis[0], vec3_turn(solid.turn, vec3_scale(half, out->half[0] > 0 ? 1 / out->half[0] : 0)));
}

static lgjk_vec3 place_point(const lgjk_side* side, const cast_body* body) {
  const lgjk_shape3* shape = (const lgjk_shape3*)side->table + body->shape;
  const lgjk_vec3 v = vector_at(shape->small);
  if (v.x == 0 && v.y == 0 && v.z == 0) return v;
  lgjk_solid3 solid;
  lgjk_solid3_place(&solid, shape, side->pool, body->pose, body->pose);
  return vec3_turn(solid.turn, v);
}

static void open_course(const cast_job* job, const cast_chunk* c, uint32_t i, round_course* out) {
  const lgjk_batch* batch = &job->batch;
  const double sign = c->point_a[i] ? 1 : -1;
  out->of_a = !c->point_a[i];
  place_core(out->of_a ? &batch->a : &batch->b, out->of_a ? &c->a[i] : &c->b[i], out);
  out->point = place_point(out->of_a ? &batch->b : &batch->a, out->of_a ? &c->b[i] : &c->a[i]);
  const lgjk_vec3 start = {c->start[0][i], c->start[1][i], c->start[2][i]};
  const lgjk_vec3 way = {c->way[0][i], c->way[1][i], c->way[2][i]};
  out->way = vec3_scale(way, sign);
  out->x = vec3_add(vec3_sub(out->point, out->centre), vec3_scale(vec3_ahead(start, way, c->from[i]), sign));
  for (int k = 0; k < 3 && out->box; ++k) {
    out->along[k] = axis_dot(out->axis[k], out->x);
    out->speed[k] = axis_dot(out->axis[k], out->way);
  }
  out->radius = (double)c->a[i].radius + (double)c->b[i].radius + job->target;
  out->tolerance = c->tolerance[i];
  out->end = c->to[i] - c->from[i];
}

// ---------------------------------------------------------------- steps

// Returns the way from the core's nearest point to x, after some of the way.
static lgjk_vec3 offset_at(const round_course* c, double moved) {
  const lgjk_vec3 x = vec3_ahead(c->x, c->way, moved);
  if (!c->box) return vec3_ahead(x, vec3_of(c->axis[0]), -clamp(axis_dot(c->axis[0], x), c->half[0]));
  lgjk_vec3 d = {0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const double along = c->along[k] + moved * c->speed[k];
    d = vec3_ahead(d, vec3_of(c->axis[k]), along - clamp(along, c->half[k]));
  }
  return d;
}

// Finds where x enters the box that is larger by the radius, and by which axis. Returns false if it passes that.
static bool enter_box(const round_course* c, double* enter, int* by) {
  double leave = c->end;
  *enter = -HUGE_VAL;
  for (int k = 0; k < 3; ++k) {
    const double half = c->half[k] + c->radius, along = c->speed[k] < 0 ? -c->along[k] : c->along[k];
    if (c->speed[k] == 0 && vec3_magnitude(along) >= half) return false;
    if (c->speed[k] == 0) continue;
    const double speed = vec3_magnitude(c->speed[k]), from = (-half - along) / speed, to = (half - along) / speed;
    if (from > *enter) *by = k;
    *enter = from > *enter ? from : *enter;
    leave = to < leave ? to : leave;
  }
  return *enter <= leave && leave > 0;
}

// Fills a touch. `d`: from the core to x, of any length but 0, or the normal of a face.
static void write_touch(const cast_chunk* chunk, uint32_t i, const round_course* c, double moved, double gap,
                        lgjk_vec3 d, lgjk_vec3 unit, cast_touch* out) {
  const lgjk_vec3 n = c->of_a ? unit : vec3_neg(unit), on = vec3_sub(vec3_ahead(c->x, c->way, moved), d);
  const lgjk_vec3 core = c->of_a ? c->point : vec3_add(on, c->centre);
  out->fraction = chunk->from[i] + moved;
  out->gap = gap;
  out->speed = -vec3_dot(unit, c->way);
  out->first = gap + moved * out->speed;
  vec3_store(out->normal, n);
  vec3_store(out->point, vec3_ahead(core, n, -(double)chunk->b[i].radius));
}

uint32_t cast_ball3(const cast_job* job, const cast_chunk* chunk, uint32_t i, cast_touch* out) {
  round_course c;
  double moved = 0;
  open_course(job, chunk, i, &c);
  if (c.box) {
    double enter;
    int by = 0;
    if (!enter_box(&c, &enter, &by)) return CAST_PASSES;
    moved = enter > 0 ? enter : 0;
    if (!(c.radius > 0)) {
      const double gap = enter < 0 ? enter * vec3_magnitude(c.speed[by]) : 0;
      out->fraction = chunk->from[i] + moved;
      if (!(gap >= -c.tolerance)) return CAST_UNKNOWN;
      const lgjk_vec3 unit = vec3_scale(vec3_of(c.axis[by]), c.speed[by] > 0 ? -1 : 1);
      write_touch(chunk, i, &c, moved, gap, (lgjk_vec3){0, 0, 0}, unit, out);
      return CAST_TOUCHES;
    }
  }
  for (uint32_t step = 0; step < MOST_STEPS; ++step) {
    const lgjk_vec3 d = offset_at(&c, moved);
    const double distance = vec3_length(d), gap = distance - c.radius, along = -vec3_dot(d, c.way);
    out->fraction = chunk->from[i] + moved;
    if (!(distance > 0)) return CAST_UNKNOWN;
    if (gap >= -c.tolerance && !(along > 0)) return CAST_PASSES;
    if (gap <= c.tolerance) {
      write_touch(chunk, i, &c, moved, gap, d, vec3_scale(d, 1 / distance), out);
      return CAST_TOUCHES;
    }
    moved += gap * distance / along;
    if (!(moved <= c.end)) return CAST_PASSES;
  }
  return CAST_UNKNOWN;
}
