// The picture of a replay: every path as a thin line; a warm glow where many came close to each other; the closest
// points of each approach as a dot coloured by the gap, nearest on top; contacts as rings.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heat.h"
#include "replay.h"

#define DRAWING_WIDTH 1120.0  // pixels at most, of the floor
#define DRAWING_HEIGHT 880.0
#define MARGIN 40.0
#define HEADER 96.0
#define FOOTER 92.0
#define PATH_STEP 0.05f  // metres: shorter steps of a path are not drawn
#define HEAT_RADIUS 0.5  // metres
#define HEAT_CELL 8.0    // pixels
#define HEAT_LEVELS 24
#define SMALLEST_FLOOR 1.0  // metres
#define SHOWN_SHARE 0.15    // of the reach: smaller gaps are drawn one by one

typedef struct colour {
  double red, green, blue;
} colour;

// Of gaps, from touching to the largest that is drawn; and of heat, from none to the most.
static const colour gap_ramp[] = {{84, 0, 60}, {158, 20, 80}, {214, 72, 108}, {240, 140, 160}};
static const colour heat_ramp[] = {{250, 247, 238}, {254, 217, 118}, {253, 160, 66}, {240, 90, 40}};
#define RAMP_LAST 3

// Metres to pixels; y points up on the floor and down in the picture.
typedef struct canvas {
  double x0, y1;         // the upper left corner of the floor, in metres
  double pixels;         // per metre
  double left, top;      // the same corner in pixels
  double width, height;  // of the floor, in pixels
} canvas;

static double to_x(const canvas* c, double x) { return c->left + (x - c->x0) * c->pixels; }
static double to_y(const canvas* c, double y) { return c->top + (c->y1 - y) * c->pixels; }

static canvas lay_out(const recording* crowd) {
  double x0 = HUGE_VAL, x1 = -HUGE_VAL, y0 = HUGE_VAL, y1 = -HUGE_VAL;
  for (size_t i = 0; i < crowd->point_count; ++i) {
    const track_point* p = &crowd->point[i];
    x0 = fmin(x0, (double)p->x), x1 = fmax(x1, (double)p->x);
    y0 = fmin(y0, (double)p->y), y1 = fmax(y1, (double)p->y);
  }
  const double border = 0.3;
  const double width = fmax(x1 - x0 + 2.0 * border, SMALLEST_FLOOR);
  const double height = fmax(y1 - y0 + 2.0 * border, SMALLEST_FLOOR);
  canvas c = {.x0 = x0 - border, .y1 = y1 + border};
  c.pixels = fmin(DRAWING_WIDTH / width, DRAWING_HEIGHT / height);
  c.width = width * c.pixels;
  c.height = height * c.pixels;
  // a narrow floor still leaves room for the words
  c.left = MARGIN + fmax(0.0, 0.5 * (720.0 - c.width));
  c.top = HEADER;
  return c;
}

// The largest of 1, 2, 5, 10, 20, ... that is at most the limit (and 1 at least).
static double round_length(double limit) {
  double length = 1.0;
  for (;;) {
    if (2.0 * length <= limit && 5.0 * length > limit) return 2.0 * length;
    if (5.0 * length <= limit && 10.0 * length > limit) return 5.0 * length;
    if (10.0 * length > limit) return length;
    length *= 10.0;
  }
}

static colour colour_of(const colour* ramp, double share) {
  const double at = fmin(fmax(share, 0.0), 1.0) * RAMP_LAST;
  const int i = at < RAMP_LAST ? (int)at : RAMP_LAST - 1;
  const double t = at - i;
  const colour a = ramp[i];
  const colour b = ramp[i + 1];
  return (colour){a.red + t * (b.red - a.red), a.green + t * (b.green - a.green), a.blue + t * (b.blue - a.blue)};
}

static void append_escaped(text_buffer* svg, const char* text) {
  for (; *text != '\0'; ++text) {
    switch (*text) {
      case '&':
        text_append(svg, "&amp;");
        break;
      case '<':
        text_append(svg, "&lt;");
        break;
      case '>':
        text_append(svg, "&gt;");
        break;
      default:
        text_append(svg, "%c", *text);
        break;
    }
  }
}

static void define_ramp(text_buffer* svg, const char* name, const colour* ramp) {
  text_append(svg, "<linearGradient id=\"%s\">", name);
  for (int i = 0; i <= RAMP_LAST; ++i) {
    text_append(svg, "<stop offset=\"%.2f\" stop-color=\"rgb(%.0f,%.0f,%.0f)\"/>", (double)i / RAMP_LAST, ramp[i].red,
                ramp[i].green, ramp[i].blue);
  }
  text_append(svg, "</linearGradient>\n");
}

static void draw_frame(text_buffer* svg, const canvas* c, double width, double height) {
  text_append(svg,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
              "font-family=\"Helvetica, Arial, sans-serif\" fill=\"#1f2733\">\n<defs>\n",
              width, height, width, height);
  define_ramp(svg, "gaps", gap_ramp);
  define_ramp(svg, "heat", heat_ramp);
  text_append(
      svg,
      "<filter id=\"blur\"><feGaussianBlur stdDeviation=\"%.1f\"/></filter>\n"
      "<clipPath id=\"floor\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></clipPath>\n</defs>\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#f7f8fa\"/>\n",
      0.6 * HEAT_CELL, c->left, c->top, c->width, c->height, c->left, c->top, c->width, c->height);
}

static void draw_metre_lines(text_buffer* svg, const canvas* c) {
  const double step = round_length(40.0 / c->pixels);
  text_append(svg, "<path fill=\"none\" stroke=\"#1f2733\" stroke-opacity=\"0.07\" stroke-width=\"1\" d=\"");
  for (double x = step * ceil(c->x0 / step); to_x(c, x) < c->left + c->width; x += step) {
    text_append(svg, "M%.1f %.1fv%.1f", to_x(c, x), c->top, c->height);
  }
  for (double y = step * floor(c->y1 / step); to_y(c, y) < c->top + c->height; y -= step) {
    text_append(svg, "M%.1f %.1fh%.1f", c->left, to_y(c, y), c->width);
  }
  text_append(svg, "\"/>\n");
}

static void draw_paths(text_buffer* svg, const canvas* c, const recording* crowd) {
  text_append(svg, "<g fill=\"none\" stroke=\"#44566c\" stroke-opacity=\"0.22\" stroke-width=\"0.9\">\n");
  for (uint32_t person = 0; person < crowd->person_count; ++person) {
    const track_point* p = &crowd->point[crowd->person_first[person]];
    const track_point* last = &crowd->point[crowd->person_first[person + 1]] - 1;
    const track_point* drawn = p;
    text_append(svg, "<path d=\"M%.1f %.1f", to_x(c, (double)p->x), to_y(c, (double)p->y));
    for (++p; p <= last; ++p) {
      const float dx = p->x - drawn->x;
      const float dy = p->y - drawn->y;
      if (dx * dx + dy * dy < PATH_STEP * PATH_STEP && p != last) continue;
      text_append(svg, " %.1f %.1f", to_x(c, (double)p->x), to_y(c, (double)p->y));
      drawn = p;
    }
    text_append(svg, "\"/>\n");
  }
  text_append(svg, "</g>\n");
}

static int compare_nearest_last(const void* left, const void* right) {
  const encounter* a = *(const encounter* const*)left;
  const encounter* b = *(const encounter* const*)right;
  if (a->distance != b->distance) return a->distance > b->distance ? -1 : 1;
  return (a > b) - (a < b);  // both point into the sorted list
}

// The approaches, farthest first.
static size_t collect_approaches(const encounters* met, const encounter** list) {
  size_t count = 0;
  for (size_t i = 0; i < met->ended_count; ++i) {
    if (met->ended[i].kind == ENCOUNTER_APPROACH) list[count++] = &met->ended[i];
  }
  qsort(list, count, sizeof *list, compare_nearest_last);
  return count;
}

// Rows of cells; neighbours of one level are drawn as one rectangle, and the blur hides the steps.
static void draw_heat_cells(text_buffer* svg, const canvas* c, const heat_map* heat) {
  text_append(svg, "<g filter=\"url(#blur)\">\n");
  for (uint32_t row = 0; row < heat->rows; ++row) {
    const double y = to_y(c, heat->y0 + (row + 1) * heat->cell);
    uint32_t begin = 0;
    while (begin < heat->columns) {
      const int level = (int)(heat_share(heat, begin, row) * HEAT_LEVELS);
      uint32_t end = begin + 1;
      while (end < heat->columns && (int)(heat_share(heat, end, row) * HEAT_LEVELS) == level) ++end;
      if (level > 0) {
        const double share = (double)level / HEAT_LEVELS;
        const colour shade = colour_of(heat_ramp, share);
        text_append(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"rgb(%.0f,%.0f,%.0f)\"/>\n",
                    to_x(c, heat->x0 + begin * heat->cell), y, (end - begin) * HEAT_CELL, HEAT_CELL, shade.red,
                    shade.green, shade.blue);
      }
      begin = end;
    }
  }
  text_append(svg, "</g>\n");
}

static void draw_heat(text_buffer* svg, const canvas* c, const encounter* const* list, size_t count, double reach) {
  const double width = c->width / c->pixels;
  const double height = c->height / c->pixels;
  heat_map heat = heat_make(c->x0, c->y1 - height, width, height, HEAT_CELL / c->pixels);
  for (size_t i = 0; i < count; ++i) {
    const double closeness = reach > 0.0 ? 1.0 - (double)list[i]->distance / reach : 1.0;
    heat_add(&heat, encounter_middle(list[i], 0), encounter_middle(list[i], 1), HEAT_RADIUS, closeness * closeness);
  }
  draw_heat_cells(svg, c, &heat);
  heat_free(&heat);
}

static void draw_ring(text_buffer* svg, double x, double y) {
  text_append(svg,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.7\" fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"#54003c\" "
              "stroke-width=\"1.3\"/>\n",
              x, y);
}

static void draw_gaps(text_buffer* svg, const canvas* c, const encounter* const* list, size_t count, double largest) {
  text_append(svg, "<g stroke-width=\"1.8\" stroke-linecap=\"round\">\n");
  for (size_t i = 0; i < count; ++i) {
    const encounter* e = list[i];
    if ((double)e->distance > largest) continue;
    if (e->distance == 0.0f) {
      draw_ring(svg, to_x(c, encounter_middle(e, 0)), to_y(c, encounter_middle(e, 1)));
      continue;
    }
    const colour shade = colour_of(gap_ramp, (double)e->distance / largest);
    text_append(svg, "<path stroke=\"rgb(%.0f,%.0f,%.0f)\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", shade.red, shade.green,
                shade.blue, to_x(c, (double)e->point_a[0]), to_y(c, (double)e->point_a[1]),
                to_x(c, (double)e->point_b[0]), to_y(c, (double)e->point_b[1]));
  }
  text_append(svg, "</g>\n");
}

static void draw_title(text_buffer* svg, const replay_setup* setup, const recording* crowd, size_t approaches,
                       size_t contacts) {
  const char* slash = strrchr(setup->name, '/');
  const double seconds = (double)(crowd->frame_number[crowd->frame_count - 1] - crowd->frame_number[0]) / crowd->fps;
  text_append(svg, "<text x=\"%.0f\" y=\"44\" font-size=\"24\" font-weight=\"bold\">Where people came closest</text>\n",
              MARGIN);
  text_append(svg, "<text x=\"%.0f\" y=\"70\" font-size=\"14\" fill=\"#5a6675\">", MARGIN);
  append_escaped(svg, slash != NULL ? slash + 1 : setup->name);
  text_append(svg, ": %u persons in %.0f s; %zu approaches, %zu of them with contact; torso ", crowd->person_count,
              seconds, approaches, contacts);
  if (setup->body.is_circle) {
    text_append(svg, "%g m wide", 2.0 * (double)setup->body.width);
  } else {
    text_append(svg, "%g m x %g m", 2.0 * (double)setup->body.width, 2.0 * (double)setup->body.depth);
  }
  text_append(svg, "</text>\n");
}

// A bar of colours with a word above it and values below its ends; returns where the next thing may stand.
static double draw_bar(text_buffer* svg, double x, double y, const char* ramp, const char* title, const char* low,
                       const char* high) {
  const double bar = 170.0;
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y - 8.0, title);
  text_append(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.0f\" height=\"10\" rx=\"2\" fill=\"url(#%s)\"/>\n", x, y, bar,
              ramp);
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\">%s</text>", x, y + 26.0, low);
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", x + bar, y + 26.0, high);
  return x + bar + 32.0;
}

static void draw_legend(text_buffer* svg, const canvas* c, double largest, double y) {
  char high[32];
  const double length = round_length(fmin(0.3 * c->width, 160.0) / c->pixels);
  double x = MARGIN;
  text_append(svg, "<g font-size=\"13\" fill=\"#3a4552\">\n");
  x = draw_bar(svg, x, y, "heat", "close approaches", "few", "many");
  snprintf(high, sizeof high, "%.3g m", largest);
  x = draw_bar(svg, x, y, "gaps", "gap, drawn to scale", "0", high);
  draw_ring(svg, x + 4.0, y + 5.0);
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\">contact</text>\n", x + 16.0, y + 9.5);
  x += 88.0;
  text_append(svg,
              "<path d=\"M%.1f %.1fh22\" stroke=\"#44566c\" stroke-opacity=\"0.6\" stroke-width=\"1.2\"/>"
              "<text x=\"%.1f\" y=\"%.1f\">path</text>\n",
              x, y + 5.0, x + 30.0, y + 9.5);
  x += 84.0;
  text_append(svg,
              "<path d=\"M%.1f %.1fv8h%.1fv-8\" fill=\"none\" stroke=\"#1f2733\" stroke-width=\"1.5\"/>"
              "<text x=\"%.1f\" y=\"%.1f\">%g m</text>\n</g>\n",
              x, y, length * c->pixels, x, y + 26.0, length);
}

text_buffer replay_picture(const replay_setup* setup, const recording* crowd, const encounters* met) {
  text_buffer svg = {0};
  const canvas c = lay_out(crowd);
  const encounter** list = allocate(met->ended_count, sizeof *list);
  const size_t count = collect_approaches(met, list);
  size_t contacts = 0;
  while (contacts < count && list[count - 1 - contacts]->distance == 0.0f) ++contacts;

  const double width = fmax(c.width, 720.0) + 2.0 * MARGIN;
  const double reach = (double)setup->reach;
  draw_frame(&svg, &c, width, c.top + c.height + FOOTER);
  text_append(&svg, "<g clip-path=\"url(#floor)\">\n");
  draw_heat(&svg, &c, list, count, reach);
  draw_metre_lines(&svg, &c);
  draw_paths(&svg, &c, crowd);
  draw_gaps(&svg, &c, list, count, SHOWN_SHARE * reach);
  text_append(&svg, "</g>\n");
  draw_title(&svg, setup, crowd, count, contacts);
  draw_legend(&svg, &c, SHOWN_SHARE * reach, c.top + c.height + 40.0);
  text_append(&svg, "</svg>\n");
  free(list);
  return svg;
}
