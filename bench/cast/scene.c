#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WAY 4.0 // of a way, in sums of both radii

static double draw(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

// Draws a point of the unit ball.
static void draw_point(uint64_t* state, int dim, double* out) {
  for (;;) {
    double square = 0;
    for (int k = 0; k < dim; ++k) {
      out[k] = 2 * draw(state) - 1;
      square += out[k] * out[k];
    }
    if (square > 0.01 && square <= 1) return;
  }
}

static double reach_of(const cast_scene* s, uint32_t body) {
  if (s->dim == 2) return (double)scene2_reach(s->scene2, body);
  return (double)s->scene3->bound[s->scene3->shape[body]];
}

static const float* pose_of(const cast_scene* s, uint32_t body) {
  return s->dim == 2 ? s->scene2->pose[body] : s->scene3->pose[body];
}

static void make_way(cast_scene* s, uint32_t i, double wide, uint64_t* state) {
  const double reach = (s->rays ? 0 : reach_of(s, cast_a(s, i))) + reach_of(s, cast_b(s, i));
  double along[3] = {0}, aside[3] = {0}, length = 0, part = 0;
  draw_point(state, s->dim, along);
  draw_point(state, s->dim, aside);
  for (int k = 0; k < s->dim; ++k) length += along[k] * along[k];
  for (int k = 0; k < s->dim; ++k) along[k] /= sqrt(length);
  for (int k = 0; k < s->dim; ++k) part += along[k] * aside[k];
  const float* centre = pose_of(s, cast_b(s, i));
  for (int k = 0; k < s->dim; ++k) {
    const double past = wide * reach * (aside[k] - part * along[k]);
    s->place[(uint32_t)s->dim * i + (uint32_t)k] = (float)((double)centre[k] + past - 0.5 * WAY * reach * along[k]);
    s->way[(uint32_t)s->dim * i + (uint32_t)k] = (float)(WAY * reach * along[k]);
  }
}

bool cast_scene_open(cast_scene* s, const char* name, uint32_t count, bool rays, bool turns, float wide) {
  memset(s, 0, sizeof *s);
  s->dim = name[0] == 'S' ? 2 : 3;
  s->count = count;
  s->rays = rays;
  s->turns = turns;
  s->place = malloc(3 * (size_t)count * sizeof *s->place);
  s->way = malloc(3 * (size_t)count * sizeof *s->way);
  s->angle = calloc(count, sizeof *s->angle);
  if (s->dim == 2) s->scene2 = scene2_create(name, count, 1);
  if (s->dim == 3) s->scene3 = scene3_create(name, count, 1);
  if (s->place == NULL || s->way == NULL || s->angle == NULL || (s->scene2 == NULL && s->scene3 == NULL)) {
    cast_scene_close(s);
    return false;
  }
  uint64_t state = 7;
  for (uint32_t i = 0; i < count; ++i) make_way(s, i, (double)wide, &state);
  for (uint32_t i = 0; turns && i < count; ++i) s->angle[i] = (float)(draw(&state) - 0.5);
  return true;
}

void cast_scene_close(cast_scene* s) {
  scene2_free(s->scene2);
  scene3_free(s->scene3);
  free(s->place);
  free(s->way);
  free(s->angle);
  memset(s, 0, sizeof *s);
}
