// The picture of a replay: a warm glow where many came close to each other; every path as a thin line; the closest
// points of each approach as a line coloured by the gap, nearest on top; contacts as rings; near misses by number.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay.h"

#define FOOTER 136.0
#define BORDER 0.3         // metres around the paths
#define SMALLEST_FLOOR 1.0 // metres
#define SHOWN_SHARE 0.15   // of the reach: smaller gaps are drawn one by one

static canvas lay_out(const recording* crowd) {
  double x0 = HUGE_VAL, x1 = -HUGE_VAL, y0 = HUGE_VAL, y1 = -HUGE_VAL;
  for (size_t i = 0; i < crowd->point_count; ++i) {
    const double* at = crowd->point[i].at;
    x0 = fmin(x0, at[0]), x1 = fmax(x1, at[0]);
    y0 = fmin(y0, at[1]), y1 = fmax(y1, at[1]);
  }
  return canvas_fit(x0 - BORDER, y0 - BORDER, x1 + BORDER, y1 + BORDER, SMALLEST_FLOOR, "metres");
}

static int compare_nearest_last(const void* left, const void* right) {
  const encounter* a = *(const encounter* const*)left;
  const encounter* b = *(const encounter* const*)right;
  if (a->distance != b->distance) return a->distance > b->distance ? -1 : 1;
  return (a > b) - (a < b); // both point into the sorted list
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

static void draw_header(text_buffer* svg, const canvas* c, const replay_setup* setup, const recording* crowd,
                        const encounters* met) {
  const char* slash = strrchr(setup->name, '/');
  const double seconds =
      (double)(crowd->frame_number[crowd->frame_count - 1] - crowd->frame_number[0]) / crowd->rows.fps;
  draw_title(svg, "Where people came closest");
  draw_line(svg, c, "name", 70.0, slash != NULL ? slash + 1 : setup->name);
  char counts[160];
  snprintf(counts, sizeof counts, "%" PRIu32 " persons, %" PRIu32 " frames, %.1f s; %zu approaches, %zu contacts",
           crowd->person_count, crowd->frame_count, seconds, encounters_count(met, ENCOUNTER_APPROACH),
           encounters_count(met, ENCOUNTER_CONTACT));
  draw_line(svg, c, "counts", 91.0, counts);
}

// A bar of colours with a word above it and values below its ends; returns where the next thing may stand.
static double draw_bar(text_buffer* svg, double x, double y, const char* ramp, const char* title, const char* low,
                       const char* high) {
  const double bar = 160.0;
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y - 8.0, title);
  text_append(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.0f\" height=\"10\" rx=\"2\" fill=\"url(#%s)\"/>\n", x, y, bar,
              ramp);
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\">%s</text>", x, y + 26.0, low);
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", x + bar, y + 26.0, high);
  return x + bar + 30.0;
}

static void draw_legend(text_buffer* svg, double largest, double y) {
  char high[32];
  double x = PICTURE_MARGIN;
  text_append(svg, "<g font-size=\"13\" fill=\"#3a4552\">\n");
  x = draw_bar(svg, x, y, "heat-ramp", "close approaches", "few", "many");
  snprintf(high, sizeof high, "%.3g m", largest);
  x = draw_bar(svg, x, y, "gap-ramp", "gap, drawn to scale", "0", high);
  text_append(svg, "<g fill=\"none\" stroke=\"#54003c\" stroke-width=\"1.3\">");
  draw_ring(svg, x + 4.0, y + 5.0);
  text_append(svg, "</g>\n<text x=\"%.1f\" y=\"%.1f\">contact</text>\n", x + 14.0, y + 9.5);
  x += 84.0;
  text_append(svg,
              "<path d=\"M%.1f %.1fh22\" stroke=\"#44566c\" stroke-opacity=\"0.6\" stroke-width=\"1.2\"/>"
              "<text x=\"%.1f\" y=\"%.1f\">path</text>\n",
              x, y + 5.0, x + 28.0, y + 9.5);
  x += 76.0;
  draw_badge(svg, x + 9.0, y + 5.0, "1");
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\">near miss, the nearest first</text>\n</g>\n", x + 24.0, y + 9.5);
}

// Which marks are left out.
typedef struct omissions {
  size_t every_path;
  drawn_share gaps;
  size_t every_contact;
} omissions;

static void draw_torso(text_buffer* svg, const canvas* c, const replay_setup* setup, double y) {
  char text[128];
  const double wide = 2.0 * (double)setup->body.width, deep = 2.0 * (double)setup->body.depth;
  const double reach = (double)setup->reach;
  if (setup->body.is_circle) {
    snprintf(text, sizeof text, "Torsos are circles, %g m wide; approaches are gaps up to %g m.", wide, reach);
  } else {
    snprintf(text, sizeof text, "Torsos are ellipses of %g m x %g m; approaches are gaps up to %g m.", wide, deep,
             reach);
  }
  draw_line(svg, c, "torso", y, text);
}

// Nothing where all marks are drawn.
static void draw_omissions(text_buffer* svg, const canvas* c, const omissions* left_out, double y) {
  text_buffer text = {0};
  const char *begin = "Drawn are only ", *comma = ", ";
  if (left_out->every_path > 1) text_append(&text, "%sthe paths of 1 in %zu persons", begin, left_out->every_path);
  if (left_out->gaps.drawn < left_out->gaps.all) {
    text_append(&text, "%sthe %zu smallest of %zu gaps", text.size > 0 ? comma : begin, left_out->gaps.drawn,
                left_out->gaps.all);
  }
  if (left_out->every_contact > 1)
    text_append(&text, "%s1 in %zu contacts", text.size > 0 ? comma : begin, left_out->every_contact);
  if (text.size > 0) draw_line(svg, c, "omissions", y, text.data);
  text_free(&text);
}

text_buffer replay_picture(const replay_setup* setup, const recording* crowd, const encounters* met) {
  text_buffer svg = {0};
  const canvas c = lay_out(crowd);
  const encounter** list = allocate(met->ended_count, sizeof *list);
  const size_t count = collect_approaches(met, list);
  const double largest = SHOWN_SHARE * (double)setup->reach;
  const double legend = c.top + c.height + AXIS_BELOW + 30.0;
  begin_picture(&svg, &c, c.top + c.height + AXIS_BELOW + FOOTER);
  define_ramp(&svg, "gap-ramp", gap_ramp);
  define_ramp(&svg, "heat-ramp", heat_ramp);
  draw_floor(&svg, &c);
  text_append(&svg, "<g clip-path=\"url(#floor)\">\n");
  draw_heat(&svg, &c, list, count, (double)setup->reach);
  draw_tick_lines(&svg, &c);
  omissions left_out = {0};
  left_out.every_path = draw_paths(&svg, &c, crowd);
  left_out.gaps = draw_gaps(&svg, &c, list, count, largest);
  left_out.every_contact = draw_contacts(&svg, &c, met);
  text_append(&svg, "</g>\n");
  draw_near_misses(&svg, &c, met, largest);
  draw_axes(&svg, &c);
  draw_header(&svg, &c, setup, crowd, met);
  draw_legend(&svg, largest, legend);
  draw_torso(&svg, &c, setup, legend + 60.0);
  draw_omissions(&svg, &c, &left_out, legend + 81.0);
  text_append(&svg, "</svg>\n");
  free(list);
  return svg;
}
