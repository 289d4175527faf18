// Tests whether the bounds of two bodies meet, as lanegjk_find.h says. No test depends on the order of the two.
#ifndef LGJK_FIND_MEET_H
#define LGJK_FIND_MEET_H

#include <string.h>

#include "find/job.h"

static inline float find_abs(float x) { return x < 0 ? -x : x; }

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

// Returns whether an axis of a box separates it from a circle, by more than `gap`. `way`: from the centre of the box's
// own circle to that of the other.
static inline bool parts_circle(const find_box* box, const float way[DIM], float radius, float gap) {
  float d[DIM], axis[DIM];
  for (int k = 0; k < DIM; ++k) d[k] = way[k] - box->offset[k];
  for (int k = 0; k < DIM; ++k) {
    find_axis(box, k, axis);
    if (find_abs(find_dot(d, axis)) > (box->half[k] + box->radius) + (radius + gap)) return true;
  }
  return false;
}

// Returns whether an axis of a box separates it from another box, by more than `gap`.
static inline bool parts_box(const find_box* box, const find_box* other, const float way[DIM], float gap) {
  float d[DIM], axis[DIM], side[DIM];
  for (int k = 0; k < DIM; ++k) d[k] = way[k] + (other->offset[k] - box->offset[k]);
  for (int k = 0; k < DIM; ++k) {
    find_axis(box, k, axis);
    float extent = other->radius + gap;
    for (int l = 0; l < DIM; ++l) {
      find_axis(other, l, side);
      extent += other->half[l] * find_abs(find_dot(axis, side));
    }
    if (find_abs(find_dot(d, axis)) > (box->half[k] + box->radius) + extent) return true;
  }
  return false;
}

static inline bool is_boxed(const find_box* box) { return box->half[0] >= 0; }

// Returns how far an axis of a box has to part two bodies.
static inline float box_gap(const find_limits* limits, float radius_a, float radius_b) {
  return limits->margin + limits->turned * ((radius_a + radius_b) + limits->margin);
}

// Returns whether boxes, if there are any, separate body i of a and body j of b, whose circles meet.
static inline bool trees_part(const find_tree* a, uint32_t i, const find_tree* b, uint32_t j,
                              const find_limits* limits) {
  const find_box *box_a = a->box == NULL || !is_boxed(&a->box[i]) ? NULL : &a->box[i],
                 *box_b = b->box == NULL || !is_boxed(&b->box[j]) ? NULL : &b->box[j];
  if (box_a == NULL && box_b == NULL) return false;
  const float ra = a->radius[i], rb = b->radius[j], gap = box_gap(limits, ra, rb);
  float way[DIM], back[DIM];
  for (int k = 0; k < DIM; ++k) {
    way[k] = b->centre[k][j] - a->centre[k][i];
    back[k] = -way[k];
  }
  if (box_a != NULL && parts_circle(box_a, way, rb, gap)) return true;
  if (box_b != NULL && parts_circle(box_b, back, ra, gap)) return true;
  return box_a != NULL && box_b != NULL && (parts_box(box_a, box_b, way, gap) || parts_box(box_b, box_a, back, gap));
}

// The categories, masks and groups of a view's body.
typedef struct find_filter {
  uint32_t category, mask, group;
} find_filter;

static inline uint32_t filter_word(const char* array, size_t stride, uint32_t body, uint32_t none) {
  uint32_t word;
  if (array == NULL) return none;
  memcpy(&word, array + stride * body, sizeof word);
  return word;
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

static inline bool has_filters(const find_job* job) {
  for (int v = 0; v < 2; ++v) {
    const find_view* view = &job->view[v];
    if (view->category != NULL || view->mask != NULL || view->group != NULL) return true;
  }
  return false;
}

#endif
