// Paths, in tenths of a pixel from point to point. A point is left out where the line past it misses it by less than
// can be seen.
#include <math.h>
#include <string.h>

#include "replay_picture.h"

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
  const double sine = TOLERANCE / distance;
  const double cosine = sqrt(1.0 - sine * sine);
  const double left[2] = {v[0] * cosine - v[1] * sine, v[0] * sine + v[1] * cosine};
  const double right[2] = {v[0] * cosine + v[1] * sine, v[1] * cosine - v[0] * sine};
  if (self->farthest == 0.0 || cross(left, self->left) > 0.0) memcpy(self->left, left, sizeof left);
  if (self->farthest == 0.0 || cross(self->right, right) > 0.0) memcpy(self->right, right, sizeof right);
  self->farthest = fmax(self->farthest, distance);
  return 1;
}

static void place_of(const canvas* c, const track_point* p, double* place) {
  place[0] = round(10.0 * to_x(c, (double)p->x));
  place[1] = round(10.0 * to_y(c, (double)p->y));
}

// Draws on from `pen`, which moves along; a minus sign parts two numbers by itself.
static double draw_to(text_buffer* svg, double* pen, const double* place, int first) {
  const double dx = place[0] - pen[0];
  const double dy = place[1] - pen[1];
  text_append(svg, "%s%.0f%s%.0f", !first && dx >= 0.0 ? " " : "", dx + 0.0, dy >= 0.0 ? " " : "", dy + 0.0);
  memcpy(pen, place, 2 * sizeof *pen);
  return sqrt(dx * dx + dy * dy);
}

// Returns the length that is drawn.
static double draw_path(text_buffer* svg, const canvas* c, const track_point* p, size_t count) {
  double place[2];
  double before[2];
  double pen[2];
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
