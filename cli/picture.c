// What pictures have in common: the floor and the words around it, axes, colours, text.
#include "picture.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- the floor, and the words around it

#define DRAWING_WIDTH 1120.0 // pixels at most, of the floor
#define DRAWING_HEIGHT 880.0
#define LONGEST_FLOOR 12.0 // times its width: less would leave no room for marks

double to_x(const canvas* c, double x) { return c->left + (x - c->x0) * c->pixels; }
double to_y(const canvas* c, double y) { return c->top + (c->y1 - y) * c->pixels; }

canvas canvas_fit(double x0, double y0, double x1, double y1, double least, const char* unit) {
  double width = fmax(x1 - x0, least), height = fmax(y1 - y0, least);
  width = fmax(width, height / LONGEST_FLOOR);
  height = fmax(height, width / LONGEST_FLOOR);
  canvas c = {.x0 = 0.5 * (x0 + x1 - width), .y1 = 0.5 * (y0 + y1 + height), .top = PICTURE_HEADER, .unit = unit};
  c.pixels = fmin(DRAWING_WIDTH / width, DRAWING_HEIGHT / height);
  c.width = width * c.pixels;
  c.height = height * c.pixels;
  const double labels = axis_plan_left(c.y1 - height, c.y1);
  c.left = round(PICTURE_MARGIN + fmax(labels, 0.5 * (PICTURE_TEXT - c.width)));
  c.room = fmax(c.left + c.width - PICTURE_MARGIN, PICTURE_TEXT);
  return c;
}

void begin_picture(text_buffer* svg, const canvas* c, double height) {
  const double width = c->room + 2.0 * PICTURE_MARGIN;
  text_append(svg,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
              "font-family=\"Helvetica, Arial, sans-serif\" fill=\"#1f2733\">\n<defs>\n",
              width, height, width, height);
}

void draw_floor(text_buffer* svg, const canvas* c) {
  text_append(svg,
              "<clipPath id=\"floor\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></clipPath>\n"
              "</defs>\n",
              c->left, c->top, c->width, c->height);
  text_append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
  text_append(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#f7f8fa\"/>\n", c->left, c->top,
              c->width, c->height);
}

void draw_title(text_buffer* svg, const char* title) {
  text_append(svg, "<text x=\"%.0f\" y=\"44\" font-size=\"24\" font-weight=\"bold\">%s</text>\n", PICTURE_MARGIN,
              title);
}

void draw_line(text_buffer* svg, const canvas* c, const char* id, double y, const char* text) {
  text_append(svg, "<text id=\"%s\" x=\"%.0f\" y=\"%.0f\" font-size=\"14\" fill=\"#5a6675\">", id, PICTURE_MARGIN, y);
  append_fitted(svg, text, 14.0, c->room);
  text_append(svg, "</text>\n");
}

// ---------------------------------------------------------------- axes

// Axes: ticks at round numbers, as far apart as their labels need, and faint lines across the floor.

#define LABEL_SIZE 12.0
#define LABEL_ROOM 32
#define TICK_SPACING 70.0 // pixels at least
#define TICK 5.0
#define LEAST_TICKS 3.0
#define MOST_TICKS 200

// The axis along x (0) or y (1): from low to high, with ticks at the multiples of step.
typedef struct axis {
  int along;
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

// Where tick i is; returns 0 behind the last one, which lie near each other at the largest numbers.
static int tick_at(const axis* self, int i, double* at) {
  *at = self->step * (ceil(self->low / self->step) + i) + 0.0;
  return *at <= self->high && i < MOST_TICKS;
}

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
static axis make_axis(double low, double high, double pixels) {
  axis self = {.low = low, .high = high};
  set_step(&self, round_up(TICK_SPACING / pixels));
  const double spacing = label_width(&self) + 16.0;
  if (spacing > TICK_SPACING) set_step(&self, round_up(spacing / pixels));
  while (self.step > (high - low) / LEAST_TICKS) set_step(&self, round_up(0.39 * self.step));
  return self;
}

static axis axis_of(const canvas* c, int along) {
  axis self = along == 0 ? make_axis(c->x0, c->x0 + c->width / c->pixels, c->pixels)
                         : make_axis(c->y1 - c->height / c->pixels, c->y1, c->pixels);
  self.along = along;
  return self;
}

double axis_plan_left(double y0, double y1) {
  // labels as if the floor were a hundred ticks high: none is longer
  const axis widest = make_axis(y0, y1, 100.0 * TICK_SPACING / (y1 - y0));
  return label_width(&widest) + TICK + 24.0;
}

void draw_tick_lines(text_buffer* svg, const canvas* c) {
  double at;
  text_append(svg, "<path fill=\"none\" stroke=\"#1f2733\" stroke-opacity=\"0.07\" stroke-width=\"1\" d=\"");
  for (int along = 0; along < 2; ++along) {
    const axis self = axis_of(c, along);
    for (int i = 0; tick_at(&self, i, &at); ++i) {
      if (along == 0) text_append(svg, "M%.1f %.1fv%.1f", to_x(c, at), c->top, c->height);
      if (along == 1) text_append(svg, "M%.1f %.1fh%.1f", c->left, to_y(c, at), c->width);
    }
  }
  text_append(svg, "\"/>\n");
}

// Ticks, and labels at those where there is room.
static void draw_ticks(text_buffer* svg, const canvas* c, const axis* self) {
  const double bottom = c->top + c->height;
  double at, free_from = -HUGE_VAL, free_below = HUGE_VAL;
  for (int i = 0; tick_at(self, i, &at); ++i) {
    char label[LABEL_ROOM];
    label_of(self, at, label);
    const double half = 0.5 * text_width(label, LABEL_SIZE);
    if (self->along == 0) {
      const double x = to_x(c, at);
      text_append(svg, "<path d=\"M%.1f %.1fv%.0f\" stroke=\"#5a6675\"/>", x, bottom, TICK);
      if (x - half < free_from) continue;
      text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x, bottom + TICK + 13.0,
                  label);
      free_from = x + half + 6.0;
    } else {
      const double y = to_y(c, at);
      text_append(svg, "<path d=\"M%.1f %.1fh%.0f\" stroke=\"#5a6675\"/>", c->left, y, -TICK);
      if (y + LABEL_SIZE > free_below) continue;
      text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", c->left - TICK - 4.0, y + 4.0,
                  label);
      free_below = y;
    }
  }
}

void draw_axes(text_buffer* svg, const canvas* c) {
  const axis x = axis_of(c, 0), y = axis_of(c, 1);
  const char* comma = *c->unit != '\0' ? ", " : "";
  text_append(svg, "<g id=\"axes\" font-size=\"%.0f\" fill=\"#5a6675\">\n", LABEL_SIZE);
  draw_ticks(svg, c, &x);
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">x%s%s</text>\n", c->left + 0.5 * c->width,
              c->top + c->height + TICK + 31.0, comma, c->unit);
  draw_ticks(svg, c, &y);
  text_append(svg, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">y%s%s</text>\n",
              c->left - TICK - 12.0 - label_width(&y), c->top + 0.5 * c->height, comma, c->unit);
  text_append(svg, "</g>\n");
}

// ---------------------------------------------------------------- colours

const colour gap_ramp[RAMP_STOPS] = {{84, 0, 60}, {158, 20, 80}, {214, 72, 108}, {240, 140, 160}};
const colour heat_ramp[RAMP_STOPS] = {{250, 247, 238}, {254, 217, 118}, {253, 160, 66}, {240, 90, 40}};

colour colour_of(const colour* ramp, double share) {
  const double at = fmin(fmax(share, 0.0), 1.0) * (RAMP_STOPS - 1);
  const int i = at < RAMP_STOPS - 1 ? (int)at : RAMP_STOPS - 2;
  const double t = at - i;
  const colour a = ramp[i], b = ramp[i + 1];
  return (colour){a.red + t * (b.red - a.red), a.green + t * (b.green - a.green), a.blue + t * (b.blue - a.blue)};
}

void define_ramp(text_buffer* svg, const char* name, const colour* ramp) {
  text_append(svg, "<linearGradient id=\"%s\">", name);
  for (int i = 0; i < RAMP_STOPS; ++i) {
    text_append(svg, "<stop offset=\"%.2f\" stop-color=\"rgb(%.0f,%.0f,%.0f)\"/>", (double)i / (RAMP_STOPS - 1),
                ramp[i].red, ramp[i].green, ramp[i].blue);
  }
  text_append(svg, "</linearGradient>\n");
}

// ---------------------------------------------------------------- text

// Text of a picture: whatever a file is called, it is valid XML and stays in its room.

#define REPLACEMENT "\xef\xbf\xbd"
#define ELLIPSIS "\xe2\x80\xa6"

// The bytes of the UTF-8 character at `text` that XML may hold; 0 where there is none.
static size_t character_length(const char* text) {
  const unsigned char* byte = (const unsigned char*)text;
  const size_t length = byte[0] < 0x80 ? 1 : byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
  if (length == 1) return byte[0] >= 0x20 && byte[0] != 0x7f;
  if (byte[0] < 0xc2 || byte[0] > 0xf4) return 0;
  uint32_t code = byte[0] & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte[i] & 0x3f);
  }
  const uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const int surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least || code > 0x10ffff || surrogate || code == 0xfffe || code == 0xffff ? 0 : length;
}

// In em, as wide as in the widest of the usual fonts.
static double character_width(const char* text) {
  if ((unsigned char)text[0] >= 0x80 || strchr("mwMW@%", text[0]) != NULL) return 1.0;
  if (strchr("ijlI|'.,:;!()[] ", text[0]) != NULL) return 0.4;
  return text[0] >= 'A' && text[0] <= 'Z' ? 0.78 : 0.65;
}

static const char* next_character(const char* text) {
  const size_t length = character_length(text);
  return text + (length > 0 ? length : 1);
}

double text_width(const char* text, double font_size) {
  double em = 0.0;
  for (; *text != '\0'; text = next_character(text)) em += character_width(text);
  return em * font_size;
}

static void append_character(text_buffer* svg, const char* text) {
  const size_t length = character_length(text);
  switch (*text) {
    case '&': text_append(svg, "&amp;"); break;
    case '<': text_append(svg, "&lt;"); break;
    case '>': text_append(svg, "&gt;"); break;
    case '"': text_append(svg, "&quot;"); break;
    default: text_append(svg, "%.*s", length > 0 ? (int)length : 3, length > 0 ? text : REPLACEMENT);
  }
}

// The end, which has a file's suffix, is kept as well as the beginning.
void append_fitted(text_buffer* svg, const char* text, double font_size, double room) {
  double left = text_width(text, font_size), used = 0.0;
  const int cut = left > room;
  const double kept = cut ? 0.5 * (room - font_size) : room;
  for (; *text != '\0' && (!cut || used + character_width(text) * font_size <= kept); text = next_character(text)) {
    append_character(svg, text);
    used += character_width(text) * font_size;
    left -= character_width(text) * font_size;
  }
  if (!cut) return;
  text_append(svg, ELLIPSIS);
  for (; *text != '\0' && left > kept; text = next_character(text)) left -= character_width(text) * font_size;
  for (; *text != '\0'; text = next_character(text)) append_character(svg, text);
}
