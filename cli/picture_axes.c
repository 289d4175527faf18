// Axes: ticks at round numbers, as far apart as their labels need, and faint lines across the floor.
#include <math.h>
#include <stdio.h>

#include "picture.h"

#define LABEL_SIZE 12.0
#define LABEL_ROOM 32
#define TICK_SPACING 70.0 // pixels at least
#define TICK 5.0
#define LEAST_TICKS 3.0

// One axis: from low to high in the coordinates of the world, with ticks at the multiples of step.
typedef struct axis {
  double origin; // of the floor
  double low, high;
  double step;
  int decimals;
} axis;

// The smallest of ..., 0.1, 0.2, 0.5, 1, 2, 5, 10, ... that is at least the limit.
static double round_up(double limit) {
  double power = 1.0;
  while (power >= limit && power > 1e-300) power /= 10.0;
  while (power * 10.0 < limit) power *= 10.0;
  return limit <= power         ? power
         : limit <= 2.0 * power ? 2.0 * power
         : limit <= 5.0 * power ? 5.0 * power
                                : 10.0 * power;
}

static double tick_at(const axis* self, double number) { return self->step * number + 0.0; }

static void label_of(const axis* self, double at, char* label) {
  snprintf(label, LABEL_ROOM, "%.*f", self->decimals, at);
}

static double label_width(const axis* self) {
  char low[LABEL_ROOM];
  char high[LABEL_ROOM];
  label_of(self, self->low, low);
  label_of(self, self->high, high);
  return fmax(text_width(low, LABEL_SIZE), text_width(high, LABEL_SIZE));
}

static void set_step(axis* self, double step) {
  self->step = step;
  self->decimals = 0;
  for (double unit = 1.0; step < unit && self->decimals < 20; unit /= 10.0) ++self->decimals;
}

// A floor that is narrow in the picture still gets a few ticks.
static axis make_axis(double origin, double low, double high, double pixels) {
  axis self = {.origin = origin, .low = origin + low, .high = origin + high};
  set_step(&self, round_up(TICK_SPACING / pixels));
  const double wanted = label_width(&self) + 16.0;
  if (wanted > TICK_SPACING) set_step(&self, round_up(wanted / pixels));
  while (self.step > (high - low) / LEAST_TICKS) set_step(&self, round_up(0.39 * self.step));
  return self;
}

static axis make_x_axis(const canvas* c) {
  return make_axis(c->origin[0], c->x0, c->x0 + c->width / c->pixels, c->pixels);
}

static axis make_y_axis(const canvas* c) {
  return make_axis(c->origin[1], c->y1 - c->height / c->pixels, c->y1, c->pixels);
}

double axis_plan_left(double origin, double y0, double y1) {
  // labels as if the floor were a hundred ticks high: none is longer
  const axis widest = make_axis(origin, y0, y1, 100.0 * TICK_SPACING / (y1 - y0));
  return label_width(&widest) + TICK + 24.0;
}

void draw_tick_lines(text_buffer* svg, const canvas* c) {
  const axis x = make_x_axis(c);
  const axis y = make_y_axis(c);
  text_append(svg, "<path fill=\"none\" stroke=\"#1f2733\" stroke-opacity=\"0.07\" stroke-width=\"1\" d=\"");
  for (double i = ceil(x.low / x.step); tick_at(&x, i) <= x.high; ++i) {
    text_append(svg, "M%.1f %.1fv%.1f", to_x(c, tick_at(&x, i) - x.origin), c->top, c->height);
  }
  for (double i = ceil(y.low / y.step); tick_at(&y, i) <= y.high; ++i) {
    text_append(svg, "M%.1f %.1fh%.1f", c->left, to_y(c, tick_at(&y, i) - y.origin), c->width);
  }
  text_append(svg, "\"/>\n");
}

static void draw_x_axis(text_buffer* svg, const canvas* c, const axis* x) {
  const double bottom = c->top + c->height;
  double free_from = -HUGE_VAL;
  for (double i = ceil(x->low / x->step); tick_at(x, i) <= x->high; ++i) {
    char label[LABEL_ROOM];
    const double at = to_x(c, tick_at(x, i) - x->origin);
    label_of(x, tick_at(x, i), label);
    text_append(svg, "<path d=\"M%.1f %.1fv%.0f\" stroke=\"#5a6675\"/>", at, bottom, TICK);
    const double half = 0.5 * text_width(label, LABEL_SIZE);
    if (at - half < free_from) continue;
    text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", at, bottom + TICK + 13.0, label);
    free_from = at + half + 6.0;
  }
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">x%s%s</text>\n", c->left + 0.5 * c->width,
              bottom + TICK + 31.0, *c->unit != '\0' ? ", " : "", c->unit);
}

static void draw_y_axis(text_buffer* svg, const canvas* c, const axis* y) {
  double free_below = HUGE_VAL;
  for (double i = ceil(y->low / y->step); tick_at(y, i) <= y->high; ++i) {
    char label[LABEL_ROOM];
    const double at = to_y(c, tick_at(y, i) - y->origin);
    label_of(y, tick_at(y, i), label);
    text_append(svg, "<path d=\"M%.1f %.1fh%.0f\" stroke=\"#5a6675\"/>", c->left, at, -TICK);
    if (at + LABEL_SIZE > free_below) continue;
    text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", c->left - TICK - 4.0, at + 4.0,
                label);
    free_below = at;
  }
  const double x = c->left - TICK - 12.0 - label_width(y);
  const double middle = c->top + 0.5 * c->height;
  text_append(svg, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">y%s%s</text>\n", x,
              middle, *c->unit != '\0' ? ", " : "", c->unit);
}

void draw_axes(text_buffer* svg, const canvas* c) {
  const axis x = make_x_axis(c);
  const axis y = make_y_axis(c);
  text_append(svg, "<g id=\"axes\" font-size=\"%.0f\" fill=\"#5a6675\">\n", LABEL_SIZE);
  draw_x_axis(svg, c, &x);
  draw_y_axis(svg, c, &y);
  text_append(svg, "</g>\n");
}
