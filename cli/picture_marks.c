// Marks on the floor: gaps, contacts, and the numbers of the near misses.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "replay.h"
#include "replay_picture.h"

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
  const double x = to_x(c, (double)e->point_a[0]);
  const double y = to_y(c, (double)e->point_a[1]);
  text_append(svg, "M%.1f %.1fl%.1f %.1f", x, y, to_x(c, (double)e->point_b[0]) - x,
              to_y(c, (double)e->point_b[1]) - y);
}

static void begin_gaps(text_buffer* svg, double share) {
  const colour shade = colour_of(gap_ramp, share);
  text_append(svg, "<path stroke=\"rgb(%.0f,%.0f,%.0f)\" d=\"", shade.red, shade.green, shade.blue);
}

drawn_share draw_gaps(text_buffer* svg, const canvas* c, const encounter* const* approaches, size_t count,
                      double largest) {
  const size_t most = most_marks(c, PIXELS_PER_GAP, MOST_GAPS);
  size_t begin = 0;
  size_t end = count;
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

static void begin_rings(text_buffer* svg) {
  text_append(svg,
              "<g id=\"contacts\" fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"#54003c\" stroke-width=\"1.3\">\n");
}

static void append_ring(text_buffer* svg, double x, double y) {
  text_append(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.7\"/>\n", x, y);
}

void draw_ring(text_buffer* svg, double x, double y) {
  text_append(svg, "<g fill=\"none\" stroke=\"#54003c\" stroke-width=\"1.3\">");
  append_ring(svg, x, y);
  text_append(svg, "</g>\n");
}

size_t draw_contacts(text_buffer* svg, const canvas* c, const encounters* met) {
  const size_t most = most_marks(c, PIXELS_PER_CONTACT, MOST_CONTACTS);
  const size_t all = encounters_count(met, ENCOUNTER_CONTACT);
  const size_t every = all > most ? (all + most - 1) / most : 1;
  size_t seen = 0;
  begin_rings(svg);
  for (size_t i = 0; i < met->ended_count; ++i) {
    const encounter* e = &met->ended[i];
    if (e->kind != ENCOUNTER_CONTACT || seen++ % every != 0) continue;
    append_ring(svg, to_x(c, encounter_middle(e, 0)), to_y(c, encounter_middle(e, 1)));
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
    const double dx = taken[i][0] - x;
    const double dy = taken[i][1] - y;
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
  for (size_t i = 0; i < count; ++i) {
    taken[i][0] = to_x(c, encounter_middle(nearest[i], 0));
    taken[i][1] = to_y(c, encounter_middle(nearest[i], 1));
  }
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
