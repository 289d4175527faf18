// The pairs that a call has to find: brute force over the bounds of all bodies. Bounds are the library's own
// (find/bounds.h), and their tests are those of lanegjk_find.h in the same floats, one pair at a time: what is compared
// is that no tree loses or doubles a pair. That bounds are right is checked by distances (test_find.c) and by bounds of
// another source (test_worlds.c). Compiled once for each dimension.
#ifndef LGJK_TESTS_FIND_BRUTE_H
#define LGJK_TESTS_FIND_BRUTE_H

#include "test.h"
#include "find/bounds.h"
#include "find/meet.h"
#include "shape/shapes.h" // before the pool of find_call.h, whose name it shadows
#include "find_call.h"

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

// Returns how far an axis of a box has to part two bodies.
static inline float box_gap(const find_limits* limits, float radius_a, float radius_b) {
  return limits->margin + limits->turned * ((radius_a + radius_b) + limits->margin);
}

// Returns whether boxes, if there are any, separate body i of a and body j of b, whose circles meet.
static inline bool trees_part(const find_tree* a, uint32_t i, const find_tree* b, uint32_t j,
                              const find_limits* limits) {
  const find_box *box_a = a->box == NULL || !(a->box[i].half[0] >= 0) ? NULL : &a->box[i],
                 *box_b = b->box == NULL || !(b->box[j].half[0] >= 0) ? NULL : &b->box[j];
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

// The bounds of two views, found by the library one body at a time.
typedef struct brute {
  find_job job[2]; // that of the second is not used where there is one view
  bool* in[2];     // whether a body is not left out
  bool two;
  find_limits limits;
} brute;

static inline void set_view(find_view* v, const lgjk_bodiesN* bodies, const lgjk_filters* filters,
                            const lgjk_shapesN* shapes) {
  const struct lgjk_shapesN* set = shapes;
  memset(v, 0, sizeof *v);
  v->bodies = (lgjk_side){.table = set->shape,
                          .core = set->core,
                          .shape = (const char*)bodies->shape,
                          .pose = (const char*)bodies->pose,
                          .radius = (const char*)bodies->radius,
                          .shape_stride = 4,
                          .pose_stride = POSE_FLOATS * sizeof(float),
                          .radius_stride = 4,
                          .shape_count = set->count,
                          .body_count = bodies->count};
  v->box = set->box;
  v->filter_stride = 4;
  if (filters == NULL) return;
  v->category = (const char*)filters->category;
  v->mask = (const char*)filters->mask;
  v->group = (const char*)filters->group;
}

static inline void open_side(brute* w, int side, const lgjk_bodiesN* bodies, const lgjk_filters* filters,
                             const float* motion) {
  find_job* job = &w->job[side];
  set_view(&job->view, bodies, filters, bodies->shapes);
  job->count = bodies->count;
  job->tolerance = 1e-4;
  job->turned = w->limits.turned;
  job->motion = (const char*)motion;
  job->motion_stride = DIM * sizeof(float);
  for (uint32_t k = 0; k < DIM; ++k) job->tree.centre[k] = calloc(job->count + 1, sizeof(float));
  job->tree.radius = calloc(job->count + 1, sizeof(float));
  job->tree.box = calloc(job->count + 1, sizeof(find_box));
  w->in[side] = calloc(job->count + 1, sizeof *w->in[side]);
  for (uint32_t i = 0; i < job->count; ++i) {
    const bound_kind kind = find_boundN(job, i, i);
    w->in[side][i] = kind == BOUND_POINT || kind == BOUND_BOXED;
  }
}

static inline void open_brute(brute* w, const find_call* c) {
  memset(w, 0, sizeof *w);
  w->two = c->b != NULL;
  w->limits = (find_limits){c->options.margin * 1.00001f + LEAST_MARGIN, (float)(1e-4 * (DIM == 2 ? 2.0 : 5.0))};
  open_side(w, 0, c->a, c->options.filters_a, c->options.motion);
  if (w->two) open_side(w, 1, c->b, c->options.filters_b, NULL);
}

static inline void close_brute(brute* w) {
  for (int side = 0; side <= w->two; ++side) {
    for (uint32_t k = 0; k < DIM; ++k) free(w->job[side].tree.centre[k]);
    free(w->job[side].tree.radius);
    free(w->job[side].tree.box);
    free(w->in[side]);
  }
}

// Returns whether circle i of a and circle j of b are no farther apart than the margin. In the library
// lanes do this (find/join.h).
static inline bool circles_meet(const find_tree* a, uint32_t i, const find_tree* b, uint32_t j, float margin) {
  float square = 0;
  for (int k = 0; k < DIM; ++k) {
    const float d = b->centre[k][j] - a->centre[k][i];
    square = k == 0 ? d * d : square + d * d;
  }
  const float reach = (a->radius[i] + b->radius[j]) + margin;
  return square <= reach * reach;
}

// Returns the box of body i of a job along the axes of the world, rounded outwards.
static inline void body_box(const find_job* job, uint32_t i, float low[DIM], float high[DIM]) {
  const float r = job->tree.radius[i] * TREE_RADIUS;
  const find_box* box = (job->tree.box[i].half[0] >= 0) ? &job->tree.box[i] : NULL;
  for (int k = 0; k < DIM; ++k) {
    const float c = job->tree.centre[k][i], more = (find_abs(c) + r) * TREE_BORDER;
    low[k] = c - r;
    high[k] = c + r;
    if (box != NULL) {
      float extent = box->radius + job->turned * r, axis[DIM];
      for (int l = 0; l < DIM; ++l) {
        find_axis(box, l, axis);
        extent += box->half[l] * find_abs(axis[k]);
      }
      extent *= TREE_RADIUS;
      low[k] = find_greater(low[k], c + box->offset[k] - extent);
      high[k] = find_lesser(high[k], c + box->offset[k] + extent);
    }
    low[k] -= more;
    high[k] += more;
  }
}

// Returns whether the boxes of two bodies along the axes of the world are no farther apart than the margin.
static inline bool world_boxes_meet(const find_job* a, uint32_t i, const find_job* b, uint32_t j, float margin) {
  float low[2][DIM], high[2][DIM];
  body_box(a, i, low[0], high[0]);
  body_box(b, j, low[1], high[1]);
  for (int k = 0; k < DIM; ++k) {
    if (!(low[1][k] <= high[0][k] + margin && low[0][k] <= high[1][k] + margin)) return false;
  }
  return true;
}

static inline bool meet(const brute* w, uint32_t i, uint32_t j) {
  const find_job *job = &w->job[0], *other = &w->job[w->two];
  const find_filter a = filter_in(&job->view, i), b = filter_in(&other->view, j);
  return w->in[0][i] && w->in[w->two][j] && filters_allow(&a, &b) &&
         circles_meet(&job->tree, i, &other->tree, j, w->limits.margin) &&
         world_boxes_meet(job, i, other, j, w->limits.margin) &&
         !trees_part(&job->tree, i, &other->tree, j, &w->limits);
}

// Compares the list of a call with all pairs that meet; returns how many these are.
static inline uint64_t compare_with_brute(const find_call* c) {
  brute w;
  uint64_t count = 0;
  open_brute(&w, c);
  for (uint32_t i = 0; i < w.job[0].count; ++i) {
    for (uint32_t j = c->b == NULL ? i + 1 : 0; j < w.job[w.two].count; ++j) {
      if (!meet(&w, i, j)) continue;
      if (count < c->list.count) {
        assert_int_equal(c->list.a[count], i);
        assert_int_equal(c->list.b[count], j);
      }
      ++count;
    }
  }
  assert_int_equal(c->list.count, count);
  close_brute(&w);
  return count;
}

#endif
