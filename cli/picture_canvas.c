// The floor of a picture, and the words around it.
#include <math.h>

#include "picture.h"

#define DRAWING_WIDTH 1120.0 // pixels at most, of the floor
#define DRAWING_HEIGHT 880.0
#define LONGEST_FLOOR 12.0 // times its width: less would leave no room for marks

double to_x(const canvas* c, double x) { return c->left + (x - c->x0) * c->pixels; }
double to_y(const canvas* c, double y) { return c->top + (c->y1 - y) * c->pixels; }

canvas canvas_fit(double x0, double y0, double x1, double y1, double least, const double* origin, const char* unit) {
  double width = fmax(x1 - x0, least);
  double height = fmax(y1 - y0, least);
  width = fmax(width, height / LONGEST_FLOOR);
  height = fmax(height, width / LONGEST_FLOOR);
  canvas c = {.x0 = 0.5 * (x0 + x1 - width),
              .y1 = 0.5 * (y0 + y1 + height),
              .top = PICTURE_HEADER,
              .origin = {origin[0], origin[1]},
              .unit = unit};
  c.pixels = fmin(DRAWING_WIDTH / width, DRAWING_HEIGHT / height);
  c.width = width * c.pixels;
  c.height = height * c.pixels;
  const double labels = axis_plan_left(origin[1], c.y1 - height, c.y1);
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
