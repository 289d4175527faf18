// A picture of the crowd as SVG: walls, agents coloured by the way they walk, a line between the closest points of
// agents that are nearer to each other than they like, and a red one, as long as the overlap is deep, where they
// overlap. A rounding radius is drawn as a stroke with round joins, which is what it means.
#include <stdio.h>

#include "crowd.h"

static const char* const COLOUR[4] = {"#2f6db5", "#d9822b", "#3a9d5d", "#b8405e"}; // east, west, north, south

static void draw_body(FILE* file, const lgjk_shapes2* shapes, uint32_t shape, pose2 p, float rounding) {
  lgjk_shape2_info info;
  lgjk_shape2_info_init(&info);
  vec2 vertex[8];
  lgjk_shapes2_get(shapes, shape, &info, &vertex[0].x, 8, NULL);
  if (info.kind == LGJK_SHAPE2_ELLIPSE)
    fprintf(file,
            "<ellipse rx=\"%.3f\" ry=\"%.3f\" transform=\"matrix(%.3f %.3f %.3f %.3f %.2f %.2f)\" "
            "stroke-width=\"%.3f\"/>\n",
            info.matrix[0], info.matrix[3], p.c, p.s, -p.s, p.c, p.x, p.y, 2.0 * rounding);
  else if (info.vertex_count == 1)
    fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.3f\"/>\n", p.x, p.y, rounding);
  else {
    fprintf(file, "<polygon stroke-width=\"%.3f\" points=\"", 2.0 * rounding);
    for (uint32_t i = 0; i < info.vertex_count; i++)
      fprintf(file, "%.2f,%.2f ", (p.x + p.c * vertex[i].x - p.s * vertex[i].y),
              (p.y + p.s * vertex[i].x + p.c * vertex[i].y));
    fputs("\"/>\n", file);
  }
}

static void draw_agents(FILE* file, const crowd* w) {
  for (uint32_t stream = 0; stream < 4; stream++) {
    fprintf(file, "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"0\">\n", COLOUR[stream], COLOUR[stream]);
    for (uint32_t i = 0; i < w->count; i++) {
      const agent* p = &w->agents[i];
      if (p->stream == stream && p->category == SOMEBODY) draw_body(file, w->shapes, p->shape, p->pose, p->radius);
    }
    fputs("</g>\n", file);
  }
}

static void draw_walls(FILE* file, const crowd* w) {
  fputs("<g fill=\"#30343b\" stroke=\"#30343b\" stroke-linejoin=\"round\">\n", file);
  for (uint32_t i = 0; i < w->wall_count; i++) {
    lgjk_shape2_info info;
    lgjk_shape2_info_init(&info);
    lgjk_shapes2_get(w->shapes, w->walls[i].shape, &info, NULL, 0, NULL);
    draw_body(file, w->shapes, w->walls[i].shape, w->walls[i].pose, info.radius);
  }
  fputs("</g>\n", file);
}

static void draw_closest(FILE* file, const crowd* w, int overlapping) {
  const meetings* m = &w->among;
  fprintf(file, "<path stroke=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\" d=\"",
          overlapping ? "#d01c1c" : "#111", overlapping ? "0.12" : "0.05");
  for (uint64_t i = 0; i < now_of(w, m)->count; i++) {
    if (!(m->distance[i] < COMFORT) || (m->status[i] == LGJK_STATUS_OVERLAPPING) != overlapping) continue;
    fprintf(file, "M%.2f %.2fL%.2f %.2f", m->on_a[i].x, m->on_a[i].y, m->on_b[i].x, m->on_b[i].y);
  }
  fputs("\"/>\n", file);
}

int draw(const crowd* w, const char* path) {
  FILE* file = fopen(path, "w");
  if (file == NULL) return 0;
  const double half = w->half + 0.5;
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"900\" viewBox=\"%.2f %.2f %.2f %.2f\">\n"
          "<rect x=\"%.2f\" y=\"%.2f\" width=\"100%%\" height=\"100%%\" fill=\"#f7f5f0\"/>\n<g transform=\"scale(1 "
          "-1)\">\n",
          -half, -half, 2.0 * half, 2.0 * half, -half, -half);
  draw_agents(file, w);
  draw_closest(file, w, 0);
  draw_closest(file, w, 1);
  draw_walls(file, w);
  fputs("</g>\n</svg>\n", file);
  const int failed = ferror(file);
  return fclose(file) == 0 && !failed;
}
