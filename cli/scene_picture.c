// The picture of a scene: what rests in grey, what moves in blue, what touches in red; behind these their ways, in
// front of them the marks of the answers; numbers on the bodies where there is room; a legend of what there is.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "query.h"
#include "reader.h"

#define LEGEND_STEP 24.0
#define FOOTER 50.0
#define BORDER 0.06         // of the larger side
#define FARTHEST 1e9        // from the middle one: bodies beyond are not drawn
#define SHORTEST_ARROW 12.0 // pixels
#define LONGEST_ARROW 30.0
#define MOST_LABELS 300
#define MOST_KEPT_CLEAR 2000

// Kinds of marks, for the legend.
enum {
  SEEN_REST,
  SEEN_REST_TOUCHING,
  SEEN_BODY,
  SEEN_BODY_TOUCHING,
  SEEN_WAY,
  SEEN_GHOST,
  SEEN_LINK,
  SEEN_GAP,
  SEEN_DEPTH,
  SEEN_POINT,
  SEEN_NORMAL,
  SEEN_COUNT
};

typedef struct drawing {
  const query_run* run;
  frame_view view;
  double middle[2]; // median coordinates
  canvas floor;
  size_t left_out; // bodies
  double arrow;    // pixels, of a normal
  int seen[SEEN_COUNT];
} drawing;

// The body at a fraction of its way; returns 0 where it cannot be drawn.
static int place_body(const drawing* d, uint32_t body, double fraction, placed_shape* out) {
  const scene* self = d->run->scene;
  const float* pose = d->view.all.in2d.pose + 4 * (size_t)body;
  const double* at = position_of(self, &d->view, body);
  const float* way = self->way != NULL ? self->way + 2 * (size_t)body : NULL;
  outline_read(out, self->shapes.in2d, self->shape[body]);
  if (self->radius != NULL) out->radius = (double)self->radius[body];
  double c = (double)pose[2], s = (double)pose[3];
  if (d->view.turn != NULL && body < self->moving) {
    const float* turn = d->view.turn + 2 * (size_t)body;
    c += fraction * ((double)turn[0] - c);
    s += fraction * ((double)turn[1] - s);
  }
  const double length = hypot(c, s);
  out->x = at[0] + (way != NULL ? fraction * (double)way[0] : 0.0);
  out->y = at[1] + (way != NULL ? fraction * (double)way[1] : 0.0);
  out->c = c / length;
  out->s = s / length;
  return length > 0.0 && fmax(fabs(out->x - d->middle[0]), fabs(out->y - d->middle[1])) < FARTHEST;
}

static int has_way(const drawing* d, uint32_t body) {
  const scene* self = d->run->scene;
  if (d->run->request->query != QUERY_CAST || self->way == NULL) return 0;
  return self->way[2 * (size_t)body] != 0.0f || self->way[2 * (size_t)body + 1] != 0.0f;
}

// ---------------------------------------------------------------- the floor

typedef struct extent {
  double low[2], high[2];
} extent;

static void take_in(extent* box, const double* middle, const double* half) {
  for (int k = 0; k < 2; ++k) {
    box->low[k] = fmin(box->low[k], middle[k] - half[k]);
    box->high[k] = fmax(box->high[k], middle[k] + half[k]);
  }
}

static void find_middle(drawing* d) {
  const scene* self = d->run->scene;
  double* value = allocate(self->body_count, sizeof *value);
  for (int k = 0; self->body_count > 0 && k < 2; ++k) {
    for (uint32_t i = 0; i < self->body_count; ++i) value[i] = position_of(self, &d->view, i)[k];
    d->middle[k] = median_of(value, self->body_count);
  }
  free(value);
}

static void lay_out(drawing* d) {
  static const double none[2] = {0.0, 0.0};
  extent box = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
  placed_shape shape;
  double sizes = 0.0, middle[2], half[2];
  for (uint32_t i = 0; i < d->run->scene->body_count; ++i) {
    if (!place_body(d, i, 0.0, &shape)) {
      ++d->left_out;
      continue;
    }
    outline_box(&shape, middle, half);
    take_in(&box, middle, half);
    sizes += 0.5 * (half[0] + half[1]);
    if (has_way(d, i) && place_body(d, i, 1.0, &shape)) take_in(&box, (double[2]){shape.x, shape.y}, none);
  }
  for (size_t i = 0; i < d->run->marks->count; ++i) {
    const mark* m = &d->run->marks->mark[i];
    if (m->kind != MARK_GHOST || !place_body(d, m->body, m->fraction, &shape)) continue;
    outline_box(&shape, middle, half);
    take_in(&box, middle, half);
  }
  if (box.low[0] > box.high[0]) box = (extent){{0.0, 0.0}, {1.0, 1.0}};
  double border = BORDER * fmax(box.high[0] - box.low[0], box.high[1] - box.low[1]);
  if (border == 0.0) border = 0.5;
  d->floor = canvas_fit(box.low[0] - border, box.low[1] - border, box.high[0] + border, box.high[1] + border,
                        2.0 * border, "");
  const double size = sizes / fmax(1.0, (double)(d->run->scene->body_count - d->left_out)) * d->floor.pixels;
  d->arrow = fmin(fmax(size, SHORTEST_ARROW), LONGEST_ARROW);
}

// ---------------------------------------------------------------- bodies

static void draw_bodies(text_buffer* svg, drawing* d, const char* id, const char* style, int touching, int rest) {
  const scene* self = d->run->scene;
  placed_shape shape;
  text_append(svg, "<g id=\"%s\" %s>\n", id, style);
  for (uint32_t i = rest ? self->moving : 0; i < (rest ? self->body_count : self->moving); ++i) {
    if (d->run->marks->touching[i] != touching || !place_body(d, i, 0.0, &shape)) continue;
    d->seen[(rest ? SEEN_REST : SEEN_BODY) + touching] = 1;
    text_append(svg, "<path d=\"");
    append_outline(svg, &d->floor, &shape);
    text_append(svg, "\"><title>%s[%u]</title></path>\n", rest ? "against" : "bodies", scene_number(self, i));
  }
  text_append(svg, "</g>\n");
}

static void draw_all_bodies(text_buffer* svg, drawing* d) {
  text_append(svg, "<g stroke-width=\"1.3\" stroke-linejoin=\"round\">\n");
  draw_bodies(svg, d, "rest", "fill=\"#dcdfe4\" stroke=\"#6b7684\"", 0, 1);
  draw_bodies(svg, d, "rest-touching", "fill=\"#ead9da\" stroke=\"#b8405e\"", 1, 1);
  draw_bodies(svg, d, "bodies", "fill=\"#cfe0f3\" fill-opacity=\"0.75\" stroke=\"#2f6db5\"", 0, 0);
  draw_bodies(svg, d, "bodies-touching", "fill=\"#f6cfd4\" fill-opacity=\"0.75\" stroke=\"#b8405e\"", 1, 0);
  text_append(svg, "</g>\n");
}

static void draw_ways(text_buffer* svg, drawing* d) {
  placed_shape from, to;
  text_append(svg,
              "<g id=\"ways\" fill=\"none\" stroke=\"#2f6db5\" stroke-opacity=\"0.8\" stroke-width=\"1.2\" "
              "stroke-dasharray=\"5 4\">\n");
  for (uint32_t i = 0; i < d->run->scene->moving; ++i) {
    if (!has_way(d, i) || !place_body(d, i, 0.0, &from) || !place_body(d, i, 1.0, &to)) continue;
    d->seen[SEEN_WAY] = 1;
    text_append(svg, "<path marker-end=\"url(#way-head)\" d=\"M%.2f %.2fL%.2f %.2f\"/>\n", to_x(&d->floor, from.x),
                to_y(&d->floor, from.y), to_x(&d->floor, to.x), to_y(&d->floor, to.y));
  }
  text_append(svg, "</g>\n");
}

// ---------------------------------------------------------------- marks

static void draw_ghosts(text_buffer* svg, drawing* d) {
  placed_shape shape;
  text_append(svg,
              "<g id=\"ghosts\" fill=\"none\" stroke=\"#b8405e\" stroke-width=\"1.2\" stroke-dasharray=\"3 2\">\n");
  for (size_t i = 0; i < d->run->marks->count; ++i) {
    const mark* m = &d->run->marks->mark[i];
    if (m->kind != MARK_GHOST || !place_body(d, m->body, m->fraction, &shape)) continue;
    d->seen[SEEN_GHOST] = 1;
    text_append(svg, "<path d=\"");
    append_outline(svg, &d->floor, &shape);
    text_append(svg, "\"/>\n");
  }
  text_append(svg, "</g>\n");
}

static void world_to_picture(const drawing* d, const double* at, double* out) {
  out[0] = to_x(&d->floor, at[0]);
  out[1] = to_y(&d->floor, at[1]);
}

// Where a mark begins and ends, in pixels.
static void ends_of(const drawing* d, const mark* m, double* from, double* to) {
  if (m->kind == MARK_LINK) {
    world_to_picture(d, position_of(d->run->scene, &d->view, m->body), from);
    world_to_picture(d, position_of(d->run->scene, &d->view, m->other), to);
    return;
  }
  world_to_picture(d, m->at, from);
  world_to_picture(d, m->to, to);
  if (m->kind != MARK_NORMAL) return;
  to[0] = from[0] + d->arrow * m->to[0];
  to[1] = from[1] - d->arrow * m->to[1];
}

static void draw_lines(text_buffer* svg, drawing* d, mark_kind kind, int seen, const char* id, const char* style) {
  text_append(svg, "<g id=\"%s\" %s>\n", id, style);
  for (size_t i = 0; i < d->run->marks->count; ++i) {
    const mark* m = &d->run->marks->mark[i];
    double from[2], to[2];
    if (m->kind != kind) continue;
    d->seen[seen] = 1;
    ends_of(d, m, from, to);
    text_append(svg, "<path d=\"M%.2f %.2fL%.2f %.2f\"%s/>\n", from[0], from[1], to[0], to[1],
                kind == MARK_NORMAL ? " marker-end=\"url(#normal-head)\"" : "");
  }
  text_append(svg, "</g>\n");
}

// The ends of gaps and of overlaps, and single points.
static void draw_dots(text_buffer* svg, drawing* d) {
  text_append(svg, "<g id=\"points\" stroke=\"#ffffff\" stroke-width=\"0.8\">\n");
  for (size_t i = 0; i < d->run->marks->count; ++i) {
    const mark* m = &d->run->marks->mark[i];
    double at[2][2];
    if (m->kind != MARK_GAP && m->kind != MARK_DEPTH && m->kind != MARK_POINT) continue;
    if (m->kind == MARK_POINT) d->seen[SEEN_POINT] = 1;
    ends_of(d, m, at[0], at[1]);
    for (int k = 0; k < (m->kind == MARK_POINT ? 1 : 2); ++k) {
      text_append(svg, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\" fill=\"%s\"/>\n", at[k][0], at[k][1],
                  fmax(2.0, 0.1 * d->arrow), m->kind == MARK_GAP ? "#1f2733" : "#d01c1c");
    }
  }
  text_append(svg, "</g>\n");
}

static void draw_marks(text_buffer* svg, drawing* d) {
  draw_ghosts(svg, d);
  draw_ways(svg, d);
  draw_lines(svg, d, MARK_LINK, SEEN_LINK, "links", "stroke=\"#3a8f5a\" stroke-width=\"1.4\"");
  draw_lines(svg, d, MARK_GAP, SEEN_GAP, "gaps", "stroke=\"#1f2733\" stroke-width=\"1.4\"");
  draw_lines(svg, d, MARK_DEPTH, SEEN_DEPTH, "depths", "stroke=\"#d01c1c\" stroke-width=\"2.4\"");
  draw_lines(svg, d, MARK_NORMAL, SEEN_NORMAL, "normals", "stroke=\"#d9822b\" stroke-width=\"2\"");
  draw_dots(svg, d);
}

// ---------------------------------------------------------------- numbers

static size_t keep_clear(const drawing* d, double (*taken)[2]) {
  size_t count = 0;
  for (size_t i = 0; i < d->run->marks->count && count + 2 <= MOST_KEPT_CLEAR; ++i) {
    const mark* m = &d->run->marks->mark[i];
    if (m->kind == MARK_GHOST) continue;
    ends_of(d, m, taken[count], taken[count + 1]);
    if (m->kind == MARK_LINK) continue;
    count += m->kind == MARK_POINT ? 1 : 2;
  }
  return count;
}

static void draw_number(text_buffer* svg, const double* at, const scene* self, uint32_t body) {
  text_append(svg, "<text x=\"%.1f\" y=\"%.1f\"%s>%u</text>\n", at[0], at[1] + 4.3,
              body < self->moving ? "" : " font-style=\"italic\" fill=\"#5a6675\"", scene_number(self, body));
}

// A number on each body, or beside it with a line to it, where it covers no other one and no point.
static void draw_numbers(text_buffer* svg, const drawing* d) {
  const scene* self = d->run->scene;
  if (self->body_count > MOST_LABELS) return;
  double(*taken)[2] = allocate(MOST_KEPT_CLEAR + self->body_count, sizeof *taken);
  size_t count = keep_clear(d, taken);
  text_append(svg,
              "<g id=\"numbers\" font-size=\"12\" text-anchor=\"middle\" stroke=\"#ffffff\" stroke-width=\"3\" "
              "stroke-opacity=\"0.85\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n");
  for (uint32_t i = 0; i < self->body_count; ++i) {
    placed_shape shape;
    double middle[2], half[2];
    if (!place_body(d, i, 0.0, &shape)) continue;
    outline_box(&shape, middle, half);
    const double on[2] = {to_x(&d->floor, middle[0]), to_y(&d->floor, middle[1])};
    double* at = taken[count];
    at[0] = on[0], at[1] = on[1];
    const int fits = fmin(half[0], half[1]) * d->floor.pixels > BADGE_RADIUS;
    if (!fits || !badge_is_free(&d->floor, on[0], on[1], taken, count)) {
      if (!place_badge(&d->floor, on, taken, count, at)) continue;
      text_append(svg, "<path stroke=\"#6b7684\" stroke-width=\"0.8\" d=\"M%.1f %.1fL%.1f %.1f\"/>", on[0], on[1],
                  at[0], at[1]);
    }
    draw_number(svg, at, self, i);
    ++count;
  }
  text_append(svg, "</g>\n");
  free(taken);
}

// ---------------------------------------------------------------- words

static void draw_header(text_buffer* svg, const drawing* d) {
  static const char* const titles[QUERY_COUNT] = {"Closest points",      "Overlaps",      "Contacts", "Casts",
                                                  "Pairs that may meet", "Nearest bodies"};
  const query_run* run = d->run;
  const scene* self = run->scene;
  const char* slash = strrchr(run->file, '/');
  char counts[240], resting[40] = "", touching[40] = "", frame[64] = "", left_out[60] = "";
  if (self->has_rest) snprintf(resting, sizeof resting, " and %u at rest", self->resting);
  if (run->request->query < QUERY_FIND) snprintf(touching, sizeof touching, ", touching: %zu", run->marks->touches);
  if (self->frame_count > 1) {
    snprintf(frame, sizeof frame, "; frame %u of 0 to %u", run->drawn_frame, self->frame_count - 1);
  }
  if (d->left_out > 0) snprintf(left_out, sizeof left_out, "; not drawn: %zu bad or far away", d->left_out);
  snprintf(counts, sizeof counts, "bodies: %u%s; answers: %zu%s%s%s", self->moving, resting, run->marks->rows, touching,
           frame, left_out);
  draw_title(svg, titles[run->request->query]);
  draw_line(svg, &d->floor, "name", 70.0, slash != NULL ? slash + 1 : run->file);
  draw_line(svg, &d->floor, "counts", 91.0, counts);
}

typedef struct legend_entry {
  const char* text;
  const char* sign; // drawn in 26 x 14 pixels
} legend_entry;

#define BOX(style) "<rect x=\"4\" y=\"1\" width=\"18\" height=\"12\" " style "/>"

static const legend_entry legend[] = {
    [SEEN_REST] = {"at rest", BOX("fill=\"#dcdfe4\" stroke=\"#6b7684\"")},
    [SEEN_REST_TOUCHING] = {"at rest, and touches", BOX("fill=\"#ead9da\" stroke=\"#b8405e\"")},
    [SEEN_BODY] = {"body", BOX("fill=\"#cfe0f3\" stroke=\"#2f6db5\"")},
    [SEEN_BODY_TOUCHING] = {"body, and touches", BOX("fill=\"#f6cfd4\" stroke=\"#b8405e\"")},
    [SEEN_WAY] = {"way",
                  "<path d=\"M1 7h20\" stroke=\"#2f6db5\" stroke-width=\"1.2\" stroke-dasharray=\"5 4\" "
                  "marker-end=\"url(#way-head)\"/>"},
    [SEEN_GHOST] = {"where it touches",
                    BOX("fill=\"none\" stroke=\"#b8405e\" stroke-width=\"1.2\" stroke-dasharray=\"3 2\"")},
    [SEEN_LINK] = {"pair", "<path d=\"M1 7h24\" stroke=\"#3a8f5a\" stroke-width=\"1.4\"/>"},
    [SEEN_GAP] = {"closest points",
                  "<path d=\"M4 7h18\" stroke=\"#1f2733\" stroke-width=\"1.4\"/>"
                  "<circle cx=\"4\" cy=\"7\" r=\"3\"/><circle cx=\"22\" cy=\"7\" r=\"3\"/>"},
    [SEEN_DEPTH] = {"depth",
                    "<g fill=\"#d01c1c\"><path d=\"M4 7h18\" stroke=\"#d01c1c\" stroke-width=\"2.4\"/>"
                    "<circle cx=\"4\" cy=\"7\" r=\"3\"/><circle cx=\"22\" cy=\"7\" r=\"3\"/></g>"},
    [SEEN_POINT] = {"point of contact", "<circle cx=\"13\" cy=\"7\" r=\"3\" fill=\"#d01c1c\"/>"},
    [SEEN_NORMAL] = {"normal, from a to b",
                     "<path d=\"M1 7h17\" stroke=\"#d9822b\" stroke-width=\"2\" marker-end=\"url(#normal-head)\"/>"},
};
#define LEGEND_ENTRIES (sizeof legend / sizeof legend[0])

// Appends the entries of what has been drawn, if svg is there; returns how many lines they take.
static int draw_legend(text_buffer* svg, const drawing* d, double y) {
  double x = PICTURE_MARGIN;
  int lines = 1;
  for (size_t i = 0; i < LEGEND_ENTRIES; ++i) {
    const double width = 34.0 + text_width(legend[i].text, 13.0) + 18.0;
    if (!d->seen[i]) continue;
    if (x > PICTURE_MARGIN && x + width > PICTURE_MARGIN + d->floor.room) x = PICTURE_MARGIN, ++lines;
    text_append(svg,
                "<g transform=\"translate(%.1f %.1f)\">%s</g><text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" "
                "fill=\"#3a4552\">%s</text>\n",
                x, y + LEGEND_STEP * (lines - 1), legend[i].sign, x + 34.0, y + LEGEND_STEP * (lines - 1) + 11.5,
                legend[i].text);
    x += width;
  }
  return lines;
}

static void define_head(text_buffer* svg, const char* id, const char* colour_name) {
  text_append(svg,
              "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
              "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"%s\" "
              "stroke=\"none\"/></marker>\n",
              id, colour_name);
}

text_buffer scene_picture(const query_run* run) {
  text_buffer svg = {0}, body = {0}, words = {0};
  drawing d = {.run = run};
  if (run->scene->frame_count == 0) fail("%s: frames: there is none that --svg could draw", run->file);
  d.view = frame_view_make(run->scene, run->drawn_frame);
  find_middle(&d);
  lay_out(&d);
  draw_all_bodies(&body, &d);
  draw_marks(&body, &d);
  draw_numbers(&body, &d);
  const double below = d.floor.top + d.floor.height + AXIS_BELOW + 24.0;
  const int lines = draw_legend(&words, &d, below);
  begin_picture(&svg, &d.floor, below + lines * LEGEND_STEP + FOOTER - LEGEND_STEP);
  define_head(&svg, "way-head", "#2f6db5");
  define_head(&svg, "normal-head", "#d9822b");
  draw_floor(&svg, &d.floor);
  text_append(&svg, "<g clip-path=\"url(#floor)\">\n");
  draw_tick_lines(&svg, &d.floor);
  text_append(&svg, "%s</g>\n", body.data);
  draw_axes(&svg, &d.floor);
  draw_header(&svg, &d);
  text_append(&svg, "%s</svg>\n", words.data != NULL ? words.data : "");
  text_free(&body);
  text_free(&words);
  pool_free(&d.view.memory);
  return svg;
}
