// Outlines as commands of SVG paths.
#include <math.h>

#include "picture.h"

#define ELLIPSE_PARTS 48
#define LEAST_RADIUS 1.5 // pixels, of a dot that stands for what is smaller
#define FULL_TURN 6.283185307179586

void outline_read(placed_shape* self, const lgjk_shapes2* shapes, uint32_t index) {
  lgjk_shape2_info_init(&self->info);
  lgjk_shapes2_get(shapes, index, &self->info, self->vertex, LGJK_MAX_POINTS, NULL);
  self->radius = (double)self->info.radius;
}

// To the canvas, from the shape's own axes.
static void place(const placed_shape* self, double x, double y, double* out) {
  out[0] = self->x + self->c * x - self->s * y;
  out[1] = self->y + self->s * x + self->c * y;
}

static void turn(const placed_shape* self, double x, double y, double* out) {
  out[0] = self->c * x - self->s * y;
  out[1] = self->s * x + self->c * y;
}

static void vertex_of(const placed_shape* self, uint32_t i, double* out) {
  const float* v = self->vertex + 2 * (size_t)(i % self->info.vertex_count);
  place(self, (double)v[0], (double)v[1], out);
}

// The image of the unit vector at an angle.
static void ellipse_at(const placed_shape* self, double cosine, double sine, double* out) {
  const float* m = self->info.matrix;
  turn(self, (double)m[0] * cosine + (double)m[1] * sine, (double)m[2] * cosine + (double)m[3] * sine, out);
}

void outline_box(const placed_shape* self, double* middle, double* half) {
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  double x[2], y[2];
  ellipse_at(self, 1.0, 0.0, x);
  ellipse_at(self, 0.0, 1.0, y);
  for (uint32_t i = 0; i < self->info.vertex_count; ++i) {
    double at[2];
    vertex_of(self, i, at);
    for (int k = 0; k < 2; ++k) low[k] = fmin(low[k], at[k]), high[k] = fmax(high[k], at[k]);
  }
  for (int k = 0; k < 2; ++k) {
    const int round = self->info.vertex_count == 0;
    middle[k] = round ? (k == 0 ? self->x : self->y) : 0.5 * (low[k] + high[k]);
    half[k] = (round ? sqrt(x[k] * x[k] + y[k] * y[k]) : 0.5 * (high[k] - low[k])) + self->radius;
  }
}

static void append_circle(text_buffer* svg, const canvas* c, const double* at, double radius) {
  const double r = fmax(radius * c->pixels, LEAST_RADIUS);
  text_append(svg, "M%.2f %.2fa%.2f %.2f 0 1 0 %.2f 0a%.2f %.2f 0 1 0 %.2f 0z", to_x(c, at[0]) - r, to_y(c, at[1]), r,
              r, 2.0 * r, r, r, -2.0 * r);
}

// Where an edge and the next one meet: the unit vectors along both.
typedef struct corner {
  double at[2], before[2], after[2];
} corner;

static corner corner_of(const placed_shape* self, uint32_t i) {
  corner one;
  double from[2], to[2];
  vertex_of(self, i, from);
  vertex_of(self, i + 1, one.at);
  vertex_of(self, i + 2, to);
  const double before = hypot(one.at[0] - from[0], one.at[1] - from[1]),
               after = hypot(to[0] - one.at[0], to[1] - one.at[1]);
  for (int k = 0; k < 2; ++k) {
    one.before[k] = (one.at[k] - from[k]) / before;
    one.after[k] = (to[k] - one.at[k]) / after;
  }
  return one;
}

// A line or an arc to the point that is the radius away from a corner.
static void append_step(text_buffer* svg, const canvas* c, const placed_shape* self, const corner* one, int arc,
                        double x, double y) {
  const double length = hypot(x, y), r = self->radius * c->pixels;
  if (arc) text_append(svg, "A%.2f %.2f 0 0 0 ", r, r);
  text_append(svg, "%s%.2f %.2f", arc ? "" : "L", to_x(c, one->at[0] + self->radius * x / length),
              to_y(c, one->at[1] + self->radius * y / length));
}

// Edges, moved outwards by the radius, and the arcs between them. Vertices are counter-clockwise. An arc of more than a
// right angle is two, as the middle of a longer one would depend on the last digit of its ends.
static void append_polygon(text_buffer* svg, const canvas* c, const placed_shape* self) {
  for (uint32_t i = 0; i < self->info.vertex_count; ++i) {
    const corner one = corner_of(self, i);
    const double *in = one.before, *out = one.after;
    if (i == 0) {
      double first[2];
      vertex_of(self, 0, first);
      text_append(svg, "M%.2f %.2f", to_x(c, first[0] + self->radius * in[1]),
                  to_y(c, first[1] - self->radius * in[0]));
    }
    append_step(svg, c, self, &one, 0, in[1], -in[0]);
    if (self->radius * c->pixels < 0.01) continue;
    if (in[0] * out[0] + in[1] * out[1] < 0.0) append_step(svg, c, self, &one, 1, in[0] - out[0], in[1] - out[1]);
    append_step(svg, c, self, &one, 1, out[1], -out[0]);
  }
  text_append(svg, "z");
}

// A point of the boundary of a rounded ellipse, and how it changes with the angle.
static void ellipse_point(const placed_shape* self, double angle, double* at, double* speed) {
  const float* map = self->info.matrix;
  const double flipped = (double)map[0] * (double)map[3] < (double)map[1] * (double)map[2] ? -1.0 : 1.0;
  double p[2], t[2];
  ellipse_at(self, cos(angle), sin(angle), p);
  ellipse_at(self, -sin(angle), cos(angle), t);
  const double length = hypot(t[0], t[1]);
  const double n[2] = {flipped * t[1] / length, -flipped * t[0] / length};
  // the tangent changes by -p, and so the normal by what is across of it
  const double across[2] = {-flipped * p[1] / length, flipped * p[0] / length};
  const double along = across[0] * n[0] + across[1] * n[1];
  for (int k = 0; k < 2; ++k) {
    at[k] = (k == 0 ? self->x : self->y) + p[k] + self->radius * n[k];
    speed[k] = t[k] + self->radius * (across[k] - along * n[k]);
  }
}

static void append_ellipse(text_buffer* svg, const canvas* c, const placed_shape* self) {
  const double step = FULL_TURN / ELLIPSE_PARTS;
  double at[2], speed[2], next[2], next_speed[2];
  ellipse_point(self, 0.0, at, speed);
  text_append(svg, "M%.2f %.2f", to_x(c, at[0]), to_y(c, at[1]));
  for (int i = 1; i <= ELLIPSE_PARTS; ++i) {
    ellipse_point(self, step * i, next, next_speed);
    text_append(svg, "C%.2f %.2f %.2f %.2f %.2f %.2f", to_x(c, at[0] + step / 3.0 * speed[0]),
                to_y(c, at[1] + step / 3.0 * speed[1]), to_x(c, next[0] - step / 3.0 * next_speed[0]),
                to_y(c, next[1] - step / 3.0 * next_speed[1]), to_x(c, next[0]), to_y(c, next[1]));
    for (int k = 0; k < 2; ++k) at[k] = next[k], speed[k] = next_speed[k];
  }
  text_append(svg, "z");
}

void append_outline(text_buffer* svg, const canvas* c, const placed_shape* self) {
  double middle[2], half[2];
  outline_box(self, middle, half);
  if (self->info.vertex_count == 1 || fmax(half[0], half[1]) * c->pixels < LEAST_RADIUS) {
    append_circle(svg, c, middle, self->info.vertex_count == 1 ? self->radius : 0.0);
  } else {
    (self->info.vertex_count == 0 ? append_ellipse : append_polygon)(svg, c, self);
  }
}
