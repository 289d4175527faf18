// The heat map of a picture: rows of cells, neighbours of one level as one rectangle; a blur hides the steps.
#include <math.h>

#include "heat.h"
#include "replay_picture.h"

#define HEAT_RADIUS 0.5 // metres
#define HEAT_CELL 8     // pixels
#define HEAT_LEVELS 24

static int level_at(const heat_map* heat, uint32_t column, uint32_t row) {
  return (int)(heat_share(heat, column, row) * HEAT_LEVELS);
}

static void draw_level(text_buffer* svg, const canvas* c, const heat_map* heat, int level) {
  int begun = 0;
  for (uint32_t row = 0; row < heat->rows; ++row) {
    const double y = c->top + c->height - HEAT_CELL * (double)(row + 1);
    for (uint32_t begin = 0, end = 0; begin < heat->columns; begin = end) {
      end = begin + 1;
      if (level_at(heat, begin, row) != level) continue;
      while (end < heat->columns && level_at(heat, end, row) == level) ++end;
      if (!begun) {
        const colour shade = colour_of(heat_ramp, (double)level / HEAT_LEVELS);
        text_append(svg, "<path fill=\"rgb(%.0f,%.0f,%.0f)\" d=\"", shade.red, shade.green, shade.blue);
        begun = 1;
      }
      const uint32_t width = HEAT_CELL * (end - begin);
      text_append(svg, "M%.0f %.1fh%uv%dh-%uz", c->left + HEAT_CELL * (double)begin, y, width, HEAT_CELL, width);
    }
  }
  if (begun) text_append(svg, "\"/>\n");
}

void draw_heat(text_buffer* svg, const canvas* c, const encounter* const* approaches, size_t count, double reach) {
  const double width = c->width / c->pixels;
  const double height = c->height / c->pixels;
  const double cell = HEAT_CELL / c->pixels;
  heat_map heat = heat_make(c->x0, c->y1 - height, width, height, cell);
  for (size_t i = 0; i < count; ++i) {
    const double closeness = 1.0 - fmax((double)approaches[i]->distance, 0.0) / reach;
    // on a large floor half a metre would fall between the middles of cells
    heat_add(&heat, encounter_middle(approaches[i], 0), encounter_middle(approaches[i], 1),
             fmax(HEAT_RADIUS, 1.5 * cell), closeness * closeness);
  }
  text_append(svg, "<filter id=\"blur\"><feGaussianBlur stdDeviation=\"%.1f\"/></filter>\n<g filter=\"url(#blur)\">\n",
              0.6 * HEAT_CELL);
  for (int level = 1; level <= HEAT_LEVELS; ++level) draw_level(svg, c, &heat, level);
  text_append(svg, "</g>\n");
  heat_free(&heat);
}
