// A picture of the world as SVG. In 2D each box, and at each point that carries load a line along the normal, the wider
// the more it carries. In 3D a parallel projection from above: the faces that are seen, bodies at the back first.
#include <stdio.h>
#include <stdlib.h>

#include "stack.h"

#define WIDTH 900.0f // pixels

// The way into the picture, to its right and to its top: unit vectors across each other.
typedef struct view {
  vec3 into, right, up;
  float left, top, pixels; // of the upper left corner in metres; pixels per metre
} view;

typedef struct rgb {
  float red, green, blue;
} rgb;

static const rgb colours[] = {{108, 142, 191}, {217, 155, 82}, {104, 166, 121}, {190, 105, 120},
                              {146, 123, 181}, {92, 164, 170}, {196, 174, 92},  {140, 140, 148}};

static float pixel_x(const view* v, vec3 p) { return v->pixels * (dot(v->right, p) - v->left); }
static float pixel_y(const view* v, vec3 p) { return v->pixels * (v->top - dot(v->up, p)); }

static void put_points(FILE* file, const view* v, const vec3* points, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    fprintf(file, "%s%.1f,%.1f", i > 0 ? " " : "", pixel_x(v, points[i]), pixel_y(v, points[i]));
}

// ---------------------------------------------------------------- 2D

static void draw_boxes(FILE* file, const world* w, const view* v) {
  fputs("<g fill=\"#dfe6ee\" stroke=\"#5a6b80\" stroke-width=\"1\">\n", file);
  for (uint32_t i = 0; i < w->count; i++) {
    const body* b = &w->bodies[i];
    const mat3 turn = rotation_of(b->pose.turn);
    vec3 placed[4];
    for (int k = 0; k < 4; k++) placed[k] = add(b->pose.position, apply(&turn, w->vertices[b->shape][k]));
    fputs("<polygon points=\"", file);
    put_points(file, v, placed, 4);
    fputs("\"/>\n", file);
  }
  fputs("</g>\n", file);
}

static void draw_pushes(FILE* file, const world* w, const view* v) {
  const contact_list* list = &w->contacts[w->now];
  float most = 1e-9f;
  for (uint32_t i = 0; i < list->count; i++)
    for (uint32_t k = 0; k < list->items[i].count; k++)
      most = list->items[i].points[k].push > most ? list->items[i].points[k].push : most;
  fputs("<g stroke=\"#b8405e\" stroke-linecap=\"round\">\n", file);
  for (uint32_t i = 0; i < list->count; i++)
    for (uint32_t k = 0; k < list->items[i].count; k++) {
      const contact* c = &list->items[i];
      const vec3 at = add(w->bodies[c->body[0]].pose.position, c->points[k].arm_a);
      const vec3 half = scale(0.3f, c->normal), from = sub(at, half), to = add(at, half);
      fprintf(file, "<path stroke-width=\"%.1f\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", 8.0f * c->points[k].push / most,
              pixel_x(v, from), pixel_y(v, from), pixel_x(v, to), pixel_y(v, to));
    }
  fputs("</g>\n", file);
}

// ---------------------------------------------------------------- 3D

static void draw_face(FILE* file, const view* v, const face* f, const vec3* placed, vec3 normal, rgb colour) {
  vec3 corner[MAX_VERTICES];
  const vec3 light = {-0.36f, -0.48f, 0.8f};
  const float bright = 0.72f + 0.36f * dot(normal, light);
  for (uint32_t i = 0; i < f->count; i++) corner[i] = placed[f->vertex[i]];
  fprintf(file, "<polygon fill=\"rgb(%.0f,%.0f,%.0f)\" points=\"", bright * colour.red, bright * colour.green,
          bright * colour.blue);
  put_points(file, v, corner, f->count);
  fputs("\"/>\n", file);
}

// What does not move is drawn without colour, and where it stands in front, as an outline.
static void draw_solid(FILE* file, const world* w, const view* v, const body* b, int is_outline) {
  face faces[MAX_FACES];
  vec3 placed[MAX_VERTICES];
  const mat3 turn = rotation_of(b->pose.turn);
  const vec3* corner = w->vertices[b->shape];
  const uint32_t count = find_faces(corner, w->vertex_count[b->shape], faces);
  const rgb colour = b->inverse_mass > 0.0f ? colours[b->shape % 8] : (rgb){226, 222, 214};
  for (uint32_t i = 0; i < w->vertex_count[b->shape]; i++) placed[i] = add(b->pose.position, apply(&turn, corner[i]));
  fputs(is_outline ? "<g fill-opacity=\"0.05\">" : "<g>", file);
  for (uint32_t i = 0; i < count; i++) {
    const vec3 normal = apply(&turn, faces[i].normal);
    if (dot(normal, v->into) < 0.0f) draw_face(file, v, &faces[i], placed, normal, colour);
  }
  fputs("</g>\n", file);
}

typedef struct layer {
  float depth;
  const body* body;
} layer;

static int compare_depth(const void* left, const void* right) {
  const layer *a = left, *b = right;
  return (a->depth < b->depth) - (a->depth > b->depth);
}

static void draw_solids(FILE* file, const world* w, const view* v) {
  layer* layers = grow(NULL, w->count, sizeof *layers);
  for (uint32_t i = 0; i < w->count; i++) layers[i] = (layer){dot(v->into, w->bodies[i].pose.position), &w->bodies[i]};
  qsort(layers, w->count, sizeof *layers, compare_depth);
  const float middle = dot(v->into, w->bodies[0].pose.position); // of the floor, which is first
  fputs("<g stroke=\"#333a44\" stroke-width=\"0.6\" stroke-linejoin=\"round\">\n", file);
  draw_solid(file, w, v, &w->bodies[0], 0);
  for (int pass = 0; pass < 3; pass++) // walls at the back, what moves, walls in front
    for (uint32_t i = 0; i < w->count; i++) {
      const body* b = layers[i].body;
      if (b == &w->bodies[0]) continue;
      if ((b->inverse_mass > 0.0f ? 1 : layers[i].depth > middle ? 0 : 2) == pass) draw_solid(file, w, v, b, pass == 2);
    }
  fputs("</g>\n", file);
  free(layers);
}

// ---------------------------------------------------------------- either

// A view that holds all bodies within some border.
static view look(const world* w, vec3 into, vec3 right, float* height) {
  const float border = 0.3f;
  view v = {.into = into, .right = right, .up = cross(right, into)};
  float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (uint32_t i = 0; i < w->count; i++) {
    const body* b = &w->bodies[i];
    const mat3 turn = rotation_of(b->pose.turn);
    for (uint32_t k = 0; k < w->vertex_count[b->shape]; k++) {
      const vec3 p = add(b->pose.position, apply(&turn, w->vertices[b->shape][k]));
      const float at[2] = {dot(v.right, p), dot(v.up, p)};
      for (int axis = 0; axis < 2; axis++) {
        low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
        high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
      }
    }
  }
  v.left = low[0] - border, v.top = high[1] + border;
  v.pixels = WIDTH / (high[0] - low[0] + 2.0f * border);
  *height = v.pixels * (high[1] - low[1] + 2.0f * border);
  return v;
}

int draw(const world* w, const char* path) {
  FILE* file = fopen(path, "w");
  if (file == NULL) return 0;
  float height;
  const view v = w->dim == 2 ? look(w, (vec3){0.0f, 0.0f, -1.0f}, (vec3){1.0f, 0.0f, 0.0f}, &height)
                             : look(w, (vec3){-0.48f, 0.64f, -0.6f}, (vec3){0.8f, 0.6f, 0.0f}, &height);
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#f7f5f0\"/>\n",
          WIDTH, height, WIDTH, height);
  if (w->dim == 2) {
    draw_boxes(file, w, &v);
    draw_pushes(file, w, &v);
  } else {
    draw_solids(file, w, &v);
  }
  fputs("</svg>\n", file);
  const int failed = ferror(file);
  return fclose(file) == 0 && !failed;
}
