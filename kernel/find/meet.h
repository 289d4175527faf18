// Boxes of bodies, and who may meet whom, as lanegjk_find.h says.
#ifndef LGJK_FIND_MEET_H
#define LGJK_FIND_MEET_H

#include <string.h>

#include "find/job.h"

static inline float find_abs(float x) { return __builtin_fabsf(x); }

static inline float find_dot(const float* a, const float* b) {
  float sum = a[0] * b[0];
  for (int k = 1; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

// Copies axis k of a box.
static inline void find_axis(const find_box* box, int k, float axis[DIM]) {
#if DIM == 2
  axis[0] = k == 0 ? box->axis[0] : -box->axis[1];
  axis[1] = k == 0 ? box->axis[1] : box->axis[0];
#else
  memcpy(axis, box->axis + DIM * k, DIM * sizeof *axis);
#endif
}

// The same as find_way where a tree has no positions: they are 0.
static inline void find_way_without(const find_tree* a, uint32_t i, const find_tree* b, uint32_t j, float way[DIM]) {
  find_home from = {.local = {0}}, to = from;
  for (uint32_t k = 0; k < DIM && a->home == NULL; ++k) from.local[k] = a->centre[k][i];
  for (uint32_t k = 0; k < DIM && b->home == NULL; ++k) to.local[k] = b->centre[k][j];
  const find_home *x = a->home != NULL ? &a->home[i] : &from, *y = b->home != NULL ? &b->home[j] : &to;
  lgjk_find_way(x->position, x->local, y->position, y->local, DIM, way);
}

// Finds the way from the place of body i of a tree to that of body j of another: the difference of their places in
// double, rounded once.
static inline void find_way(const find_tree* a, uint32_t i, const find_tree* b, uint32_t j, float way[DIM]) {
  if (a->home == NULL || b->home == NULL) {
    find_way_without(a, i, b, j, way);
    return;
  }
  const find_home *from = &a->home[i], *to = &b->home[j];
  lgjk_find_way(from->position, from->local, to->position, to->local, DIM, way);
}

// The categories, masks and groups of a view's body.
typedef struct find_filter {
  uint32_t category, mask, group;
} find_filter;

static inline uint32_t filter_word(const char* array, size_t stride, uint32_t body, uint32_t none) {
  return array == NULL ? none : lgjk_word_at(array, stride, body);
}

static inline find_filter filter_in(const find_view* v, uint32_t body) {
  return (find_filter){filter_word(v->category, v->filter_stride, body, 1),
                       filter_word(v->mask, v->filter_stride, body, UINT32_MAX),
                       filter_word(v->group, v->filter_stride, body, 0)};
}

static inline bool filters_allow(const find_filter* a, const find_filter* b) {
  if ((a->category & b->mask) == 0 || (b->category & a->mask) == 0) return false;
  return a->group == 0 || a->group != b->group;
}

#endif
