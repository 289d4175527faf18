// The parts of a replay's picture: paths, the heat map, and the marks of gaps, contacts and near misses.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay.h"

// ---------------------------------------------------------------- paths

// Paths, in tenths of a pixel from point to point. A point is left out where the line past it misses it by less than
// can be seen.

#define TOLERANCE 3.5        // tenths of a pixel
#define LARGEST_SIZE 1000000 // bytes of all paths together
#define STRONGEST 0.5        // opacity where paths are few
#define COVER 0.17           // of the floor by all paths together, as if it were ink

// Which ways a line may leave `anchor` and pass all points since then within the tolerance: between `right` and `left`.
typedef struct sleeve {
  double anchor[2];
  double left[2], right[2];
  double farthest; // of the points from the anchor; 0: none outside the tolerance yet, any way is allowed
} sleeve;

static double cross(const double* a, const double* b) { return a[0] * b[1] - a[1] * b[0]; }

// Narrows the sleeve for the point; returns 0 where no line can pass it and all before, or where the path turns back.
static int sleeve_admits(sleeve* self, const double* point) {
  const double v[2] = {point[0] - self->anchor[0], point[1] - self->anchor[1]};
  const double distance = sqrt(v[0] * v[0] + v[1] * v[1]);
  if (distance < self->farthest - TOLERANCE) return 0;
  if (distance <= TOLERANCE) return 1;
  if (self->farthest > 0.0 && (cross(self->right, v) < 0.0 || cross(v, self->left) < 0.0)) return 0;
  const double sine = TOLERANCE / distance, cosine = sqrt(1.0 - sine * sine);
  const double left[2] = {v[0] * cosine - v[1] * sine, v[0] * sine + v[1] * cosine};
  const double right[2] = {v[0] * cosine + v[1] * sine, v[1] * cosine - v[0] * sine};
  if (self->farthest == 0.0 || cross(left, self->left) > 0.0) memcpy(self->left, left, sizeof left);
  if (self->farthest == 0.0 || cross(self->right, right) > 0.0) memcpy(self->right, right, sizeof right);
  self->farthest = fmax(self->farthest, distance);
  return 1;
}

static void place_of(const canvas* c, const track_point* p, double* place) {
  place[0] = round(10.0 * to_x(c, p->at[0]));
  place[1] = round(10.0 * to_y(c, p->at[1]));
}

// Draws on from `pen`, which moves along; a minus sign parts two numbers by itself.
static double draw_to(text_buffer* svg, double* pen, const double* place, int first) {
  const double dx = place[0] - pen[0], dy = place[1] - pen[1];
  text_append(svg, "%s%.0f%s%.0f", !first && dx >= 0.0 ? " " : "", dx + 0.0, dy >= 0.0 ? " " : "", dy + 0.0);
  memcpy(pen, place, 2 * sizeof *pen);
  return sqrt(dx * dx + dy * dy);
}

// Returns the length that is drawn.
static double draw_path(text_buffer* svg, const canvas* c, const track_point* p, size_t count) {
  double place[2], before[2], pen[2];
  double length = 0.0;
  place_of(c, p, place);
  memcpy(before, place, sizeof place);
  memcpy(pen, place, sizeof place);
  sleeve open = {.anchor = {place[0], place[1]}};
  text_append(svg, "<path d=\"M%.0f %.0fl", place[0], place[1]);
  int first = 1;
  for (size_t i = 1; i < count; ++i) {
    place_of(c, &p[i], place);
    if (!sleeve_admits(&open, place)) {
      length += draw_to(svg, pen, before, first);
      first = 0;
      open = (sleeve){.anchor = {before[0], before[1]}};
      sleeve_admits(&open, place);
    }
    memcpy(before, place, sizeof place);
  }
  length += draw_to(svg, pen, before, first);
  text_append(svg, "\"/>\n");
  return length;
}

size_t draw_paths(text_buffer* svg, const canvas* c, const recording* crowd) {
  text_buffer paths = {0};
  double length = 0.0;
  size_t every = 1;
  for (;;) {
    for (size_t person = 0; person < crowd->person_count; person += every) {
      const size_t begin = crowd->person_first[person];
      length += draw_path(&paths, c, &crowd->point[begin], crowd->person_first[person + 1] - begin);
    }
    if (paths.size <= LARGEST_SIZE || every >= crowd->person_count) break;
    every = every * paths.size / LARGEST_SIZE + 1;
    paths.size = 0;
    length = 0.0;
  }
  // where paths cover the floor several times over, each is fainter
  const double cover = 0.09 * length / (c->width * c->height);
  text_append(svg,
              "<g id=\"paths\" transform=\"scale(.1)\" fill=\"none\" stroke=\"#44566c\" stroke-opacity=\"%.2f\" "
              "stroke-width=\"9\" stroke-linecap=\"round\">\n",
              fmin(STRONGEST, COVER / fmax(cover, 1e-3)));
  text_append(svg, "%.*s</g>\n", (int)paths.size, paths.data);
  text_free(&paths);
  return every;
}

// ---------------------------------------------------------------- heat

// Where close approaches are many: a map over the floor, summed up from smooth bumps around the closest points. It is
// drawn as rows of cells, neighbours of one level as one rectangle; a blur hides the steps.

#define HEAT_RADIUS 0.5 // metres
#define HEAT_CELL 8     // pixels
#define HEAT_LEVELS 24

typedef struct heat_map {
  double x0, y0; // the lower left corner, metres
  double cell;   // side of a cell, metres
  uint32_t columns;
  uint32_t rows;
  float* value;  // columns x rows, from the lowest row up
  float highest; // of all cells
} heat_map;

static uint32_t clamped(double cells, uint32_t count) {
  if (!(cells > 0.0)) return 0;
  return cells < (double)(count - 1) ? (uint32_t)cells : count - 1;
}

// Adds a bump (1 - (r/R)^2)^2 of the given radius and height around a point.
static void heat_add(heat_map* self, double x, double y, double radius, double height) {
  const double column = (x - self->x0) / self->cell, row = (y - self->y0) / self->cell;
  const double reach = radius / self->cell;
  const uint32_t last_row = clamped(row + reach, self->rows);
  const uint32_t last_column = clamped(column + reach, self->columns);
  for (uint32_t r = clamped(row - reach, self->rows); r <= last_row; ++r) {
    for (uint32_t c = clamped(column - reach, self->columns); c <= last_column; ++c) {
      const double dx = ((double)c + 0.5 - column) / reach, dy = ((double)r + 0.5 - row) / reach;
      const double fall = 1.0 - dx * dx - dy * dy;
      if (fall <= 0.0) continue;
      float* value = &self->value[(size_t)r * self->columns + c];
      *value += (float)(height * fall * fall);
      if (*value > self->highest) self->highest = *value;
    }
  }
}

static int level_at(const heat_map* heat, uint32_t column, uint32_t row) {
  if (!(heat->highest > 0.0f)) return 0;
  return (int)((double)(heat->value[(size_t)row * heat->columns + column] / heat->highest) * HEAT_LEVELS);
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
  const double width = c->width / c->pixels, height = c->height / c->pixels;
  const double cell = HEAT_CELL / c->pixels;
  heat_map heat = {.x0 = c->x0, .y0 = c->y1 - height, .cell = cell};
  heat.columns = (uint32_t)(width / cell) + 1;
  heat.rows = (uint32_t)(height / cell) + 1;
  heat.value = allocate((size_t)heat.columns * heat.rows, sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    double middle[2];
    encounter_middle(approaches[i], middle);
    const double closeness = 1.0 - fmax((double)approaches[i]->distance, 0.0) / reach;
    // on a large floor half a metre would fall between the middles of cells
    heat_add(&heat, middle[0], middle[1], fmax(HEAT_RADIUS, 1.5 * cell), closeness * closeness);
  }
  text_append(svg, "<filter id=\"blur\"><feGaussianBlur stdDeviation=\"%.1f\"/></filter>\n<g filter=\"url(#blur)\">\n",
              0.6 * HEAT_CELL);
  for (int level = 1; level <= HEAT_LEVELS; ++level) draw_level(svg, c, &heat, level);
  text_append(svg, "</g>\n");
  free(heat.value);
}

// ---------------------------------------------------------------- marks

// Marks on the floor: gaps, contacts, and the numbers of the near misses.

// Where an encounter was closest, in pixels.
static void mark_of(const canvas* c, const encounter* e, double* out) {
  encounter_middle(e, out);
  out[0] = to_x(c, out[0]);
  out[1] = to_y(c, out[1]);
}

// More than these hide each other, and make a large file.
#define MOST_GAPS 12000
#define MOST_CONTACTS 4000
#define PIXELS_PER_GAP 80.0
#define PIXELS_PER_CONTACT 400.0
#define GAP_SHADES 24

static size_t most_marks(const canvas* c, double pixels_each, size_t most) {
  const double room = c->width * c->height / pixels_each;
  return room < (double)most ? (size_t)room : most;
}

static void append_gap(text_buffer* svg, const canvas* c, const encounter* e) {
  const double *at = e->at, x = to_x(c, at[0] + (double)e->point_a[0]), y = to_y(c, at[1] + (double)e->point_a[1]);
  text_append(svg, "M%.1f %.1fl%.1f %.1f", x, y, to_x(c, at[0] + (double)e->point_b[0]) - x,
              to_y(c, at[1] + (double)e->point_b[1]) - y);
}

static void begin_gaps(text_buffer* svg, double share) {
  const colour shade = colour_of(gap_ramp, share);
  text_append(svg, "<path stroke=\"rgb(%.0f,%.0f,%.0f)\" d=\"", shade.red, shade.green, shade.blue);
}

drawn_share draw_gaps(text_buffer* svg, const canvas* c, const encounter* const* approaches, size_t count,
                      double largest) {
  const size_t most = most_marks(c, PIXELS_PER_GAP, MOST_GAPS);
  size_t begin = 0, end = count;
  while (begin < end && (double)approaches[begin]->distance > largest) ++begin;
  while (end > begin && approaches[end - 1]->distance <= 0.0f) --end;
  drawn_share share = {.all = end - begin};
  if (end - begin > most) begin = end - most;
  share.drawn = end - begin;
  int shade = -1;
  text_append(svg, "<g id=\"gaps\" fill=\"none\" stroke-width=\"1.8\" stroke-linecap=\"round\">\n");
  for (size_t i = begin; i < end; ++i) {
    const int next = (int)((double)approaches[i]->distance / largest * GAP_SHADES);
    if (next != shade) {
      text_append(svg, shade >= 0 ? "\"/>\n" : "");
      begin_gaps(svg, (double)next / GAP_SHADES);
      shade = next;
    }
    append_gap(svg, c, approaches[i]);
  }
  text_append(svg, shade >= 0 ? "\"/>\n</g>\n" : "</g>\n");
  return share;
}

void draw_ring(text_buffer* svg, double x, double y) {
  text_append(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.7\"/>\n", x, y);
}

size_t draw_contacts(text_buffer* svg, const canvas* c, const encounters* met) {
  const size_t most = most_marks(c, PIXELS_PER_CONTACT, MOST_CONTACTS);
  const size_t all = encounters_count(met, ENCOUNTER_CONTACT);
  const size_t every = all > most ? (all + most - 1) / most : 1;
  size_t seen = 0;
  text_append(svg,
              "<g id=\"contacts\" fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"#54003c\" stroke-width=\"1.3\">\n");
  for (size_t i = 0; i < met->ended_count; ++i) {
    const encounter* e = &met->ended[i];
    if (e->kind != ENCOUNTER_CONTACT || seen++ % every != 0) continue;
    double at[2];
    mark_of(c, e, at);
    draw_ring(svg, at[0], at[1]);
  }
  text_append(svg, "</g>\n");
  return every;
}

void draw_badge(text_buffer* svg, double x, double y, const char* label) {
  text_append(svg,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#ffffff\" stroke=\"#54003c\" stroke-width=\"1.4\"/>",
              x, y, BADGE_RADIUS);
  text_append(svg,
              "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" font-weight=\"bold\" fill=\"#54003c\" "
              "text-anchor=\"middle\">%s</text>\n",
              x, y + 4.3, label);
}

// Whether a badge at (x, y) is on the floor and clear of what is taken: the points and the badges placed so far.
int badge_is_free(const canvas* c, double x, double y, double (*taken)[2], size_t count) {
  const double edge = BADGE_RADIUS + 1.0;
  if (x < c->left + edge || x > c->left + c->width - edge) return 0;
  if (y < c->top + edge || y > c->top + c->height - edge) return 0;
  for (size_t i = 0; i < count; ++i) {
    const double dx = taken[i][0] - x, dy = taken[i][1] - y;
    if (sqrt(dx * dx + dy * dy) < 2.0 * BADGE_RADIUS + 2.0) return 0;
  }
  return 1;
}

int place_badge(const canvas* c, const double* point, double (*taken)[2], size_t count, double* badge) {
  static const double ways[8][2] = {{0.7, -0.7}, {-0.7, -0.7}, {0.7, 0.7}, {-0.7, 0.7},
                                    {1, 0},      {-1, 0},      {0, -1},    {0, 1}};
  for (double away = 22.0; away < 100.0; away += 14.0) {
    for (int i = 0; i < 8; ++i) {
      badge[0] = point[0] + away * ways[i][0];
      badge[1] = point[1] + away * ways[i][1];
      if (badge_is_free(c, badge[0], badge[1], taken, count)) return 1;
    }
  }
  memcpy(badge, point, 2 * sizeof *badge);
  return 0;
}

void draw_near_misses(text_buffer* svg, const canvas* c, const encounters* met, double largest) {
  const encounter* nearest[NEAR_MISSES];
  double taken[2 * NEAR_MISSES][2];
  const size_t count = encounters_nearest(met, nearest, NEAR_MISSES);
  for (size_t i = 0; i < count; ++i) mark_of(c, nearest[i], taken[i]);
  text_append(svg, "<g id=\"near-misses\">\n");
  for (size_t i = 0; i < count; ++i) {
    char label[24];
    double* badge = taken[count + i];
    place_badge(c, taken[i], taken, count + i, badge);
    text_append(svg, "<g fill=\"none\" stroke-width=\"1.8\" stroke-linecap=\"round\">");
    begin_gaps(svg, (double)nearest[i]->distance / largest);
    append_gap(svg, c, nearest[i]);
    text_append(svg, "\"/><path stroke=\"#54003c\" stroke-width=\"1.1\" d=\"M%.1f %.1fL%.1f %.1f\"/></g>\n",
                taken[i][0], taken[i][1], badge[0], badge[1]);
    snprintf(label, sizeof label, "%zu", i + 1);
    draw_badge(svg, badge[0], badge[1], label);
  }
  text_append(svg, "</g>\n");
}
