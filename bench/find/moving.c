// Makes and moves the scenes.
#include "moving.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "lanegjk/lanegjk_find.h"

const moving_about moving_kinds[MOVING_KINDS] = {
    {"P1", 2, 1000, 1000000, 0.1f, 0},      {"P2", 2, 1000, 1000000, 0.1f, 100},  {"P3", 2, 1000, 100000, 0.1f, 0},
    {"P4", 2, 1000, 100000, 0.1f, 0},       {"P5", 3, 1000, 1000000, 0.1f, 0},    {"P6", 3, 1000, 100000, 0.1f, 0},
    {"A0", 2, 20000, 20000, 0.35f, 0},      {"A7", 2, 20000, 20000, 0.35f, 0},    {"A9", 2, 20000, 20000, 0.35f, 0},
    {"A18", 2, 20000, 20000, 0.35f, 0},     {"D4", 2, 100000, 100000, 0, 0},      {"D30", 2, 100000, 100000, 0, 0},
    {"D1000", 2, 100000, 100000, 0, 0},     {"B10", 2, 100000, 100000, 0.35f, 0}, {"G6", 2, 100000, 100000, 0.35f, 0},
    {"G9", 2, 100000, 100000, 0.35f, 0},    {"H1", 2, 2000, 2000, 0, 0},          {"W10", 2, 100000, 100000, 0.35f, 10},
    {"W100", 2, 100000, 100000, 0.35f, 10}, {"R2", 2, 100000, 100000, 0, 0},      {"R5", 2, 100000, 100000, 0, 0},
    {"F1", 3, 100000, 100000, 0.02f, 0},    {"F2", 3, 100000, 100000, 0.02f, 0},  {"F3", 3, 100000, 100000, 0.02f, 0},
    {"F4", 3, 100000, 100000, 0.02f, 0},
};

#define WALL_SIZES 8u

double moving_draw(moving* m) {
  m->random ^= m->random << 13;
  m->random ^= m->random >> 7;
  m->random ^= m->random << 17;
  return (double)(m->random >> 11) * (1.0 / 9007199254740992.0);
}

static double draw_normal(moving* m) {
  const double far = sqrt(-2 * log(moving_draw(m) + 1e-300));
  return far * cos(6.283185307179586 * moving_draw(m));
}

// ---------------------------------------------------------------- shapes

// Half extents of a wall's shape.
static void wall_size(moving_kind kind, uint32_t shape, float half[2]) {
  const float radius = 0.2f + 0.15f * ((float)shape - 0.5f) / (float)WALL_SIZES;
  half[1] = kind == WALLED ? radius : 0.1f;
  half[0] = kind == WALLED ? 100 * radius : kind == WALLS10 ? 5 : 50;
}

void moving_wall(const moving* m, uint32_t body, float half[2]) { wall_size(m->kind, m->shape[body], half); }

static void make_shapes2(moving* m) {
  static const float origin[2] = {0, 0};
  lgjk_shape2_def defs[WALL_SIZES + 1];
  lgjk_error error = {0};
  for (uint32_t i = 0; i <= WALL_SIZES; ++i) {
    lgjk_shape2_def_init(&defs[i]);
    defs[i].kind = i == 0 ? LGJK_SHAPE2_POINTS : LGJK_SHAPE2_BOX;
    if (i == 0) continue;
    wall_size(m->kind, i, defs[i].size);
  }
  defs[0].points = origin;
  defs[0].point_count = 1;
  check_call(lgjk_shapes2_create(defs, WALL_SIZES + 1, NULL, &m->shapes2, &error), &error);
}

// A box for each body.
static void make_boxes(moving* m) {
  lgjk_shape3_def* defs = claim(m->count, sizeof *defs);
  lgjk_error error = {0};
  for (uint32_t i = 0; i < m->count; ++i) {
    lgjk_shape3_def_init(&defs[i]);
    defs[i].kind = LGJK_SHAPE3_BOX;
    memcpy(defs[i].size, m->box[i], sizeof m->box[i]);
  }
  check_call(lgjk_shapes3_create(defs, m->count, NULL, &m->shapes3, &error), &error);
  free(defs);
}

static void make_point3(moving* m) {
  static const float origin[3] = {0, 0, 0};
  lgjk_shape3_def def;
  lgjk_error error = {0};
  lgjk_shape3_def_init(&def);
  def.points = origin;
  def.point_count = 1;
  check_call(lgjk_shapes3_create(&def, 1, NULL, &m->shapes3, &error), &error);
}

// ---------------------------------------------------------------- bodies

static void place(moving* m, uint32_t body, const double* centre) {
  float* pose = m->pose + (uint64_t)m->floats * body;
  for (int k = 0; k < m->dim; ++k) {
    pose[k] = (float)(centre != NULL ? centre[k] + 5 * draw_normal(m) : (2 * moving_draw(m) - 1) * (double)m->half);
  }
  pose[m->floats - (m->dim == 2 ? 2 : 1)] = 1; // no rotation
}

void moving_send_off(moving* m, uint32_t body) {
  double way[3], length = 0;
  for (int k = 0; k < m->dim; ++k) {
    way[k] = draw_normal(m);
    length += way[k] * way[k];
  }
  const double speed = (1.0 + 0.6 * moving_draw(m)) / sqrt(length);
  for (int k = 0; k < m->dim; ++k) m->velocity[(uint64_t)m->dim * body + (uint64_t)k] = (float)(speed * way[k]);
}

void moving_make_wall(moving* m, uint32_t body) {
  float* pose = m->pose + 4 * (uint64_t)body;
  float half[2];
  lgjk_pose2_from_angle(pose[0], pose[1], (float)(6.283185307179586 * moving_draw(m)), pose);
  m->shape[body] = 1 + (uint32_t)(moving_draw(m) * WALL_SIZES);
  m->radius[body] = 0;
  moving_wall(m, body, half);
  m->extent[0][body] = fabsf(pose[2]) * half[0] + fabsf(pose[3]) * half[1];
  m->extent[1][body] = fabsf(pose[3]) * half[0] + fabsf(pose[2]) * half[1];
}

static void make_bodies(moving* m) {
  const uint32_t clusters = m->count / 1000 + 1;
  double(*centre)[2] = claim(clusters, sizeof *centre);
  for (uint32_t i = 0; i < clusters; ++i) {
    centre[i][0] = (2 * moving_draw(m) - 1) * 5e4;
    centre[i][1] = (2 * moving_draw(m) - 1) * 5e4;
  }
  for (uint32_t i = 0; i < m->count; ++i) {
    place(m, i, m->kind == CLUSTERS ? centre[i % clusters] : NULL);
    m->radius[i] = (float)(0.2 + 0.15 * moving_draw(m));
    if (m->kind == SWARM_OF_HUGE && i < 8) m->radius[i] = 0.5f * m->half;
    for (int k = 0; k < m->dim; ++k) m->extent[k][i] = m->radius[i];
    moving_send_off(m, i);
    if (moving_is_wall(m, i)) moving_make_wall(m, i);
  }
  free(centre);
}

// ---------------------------------------------------------------- order

void moving_permute(void* array, const uint32_t* order, uint32_t count, size_t bytes, void* work) {
  for (uint32_t i = 0; i < count; ++i) memcpy((char*)work + i * bytes, (char*)array + order[i] * bytes, bytes);
  memcpy(array, work, count * bytes);
}

// Sorts some bodies along the curve.
static void sort_part(moving* m, uint32_t first, uint32_t count) {
  const size_t dim = (size_t)m->dim;
  uint32_t* order = claim(count, sizeof *order);
  const uint64_t size = m->dim == 2 ? lgjk_tree_size2(count) : lgjk_tree_size3(count);
  void* work = claim_lines(size);
  lgjk_error error = {0};
  const lgjk_bodies2 flat = moving_view2(m, first, count);
  const lgjk_bodies3 deep = moving_view3(m, first, count);
  const int32_t code =
      m->dim == 2 ? lgjk_order2(&flat, order, work, size, &error) : lgjk_order3(&deep, order, work, size, &error);
  check_call(code, &error);
  moving_permute(m->pose + (uint64_t)m->floats * first, order, count, m->floats * sizeof(float), work);
  moving_permute(m->velocity + dim * first, order, count, dim * sizeof(float), work);
  moving_permute(m->radius + first, order, count, sizeof(float), work);
  moving_permute(m->shape + first, order, count, sizeof(uint32_t), work);
  for (size_t k = 0; k < dim; ++k) moving_permute(m->extent[k] + first, order, count, sizeof(float), work);
  free(order);
  free(work);
}

// ---------------------------------------------------------------- all

void moving_open(moving* m, moving_kind kind, uint32_t count, bool z_order) {
  memset(m, 0, sizeof *m);
  m->kind = kind;
  m->dim = moving_kinds[kind].dim;
  m->floats = m->dim == 2 ? 4 : 7;
  m->count = count;
  m->margin = moving_kinds[kind].margin;
  m->movers = count - (moving_kinds[kind].walls > 0 ? count / moving_kinds[kind].walls : 0);
  m->random = 88172645463325252u;
  m->half = (float)(0.5 * pow(count / (kind == HEAP ? 40.0 : 2.0), 1.0 / m->dim));
  m->bounded = kind < CROWD && kind != CLUSTERS;
  m->pose = claim((size_t)count * m->floats, sizeof *m->pose);
  m->radius = claim(count, sizeof *m->radius);
  m->velocity = claim((size_t)count * (size_t)m->dim, sizeof *m->velocity);
  m->shape = claim(count, sizeof *m->shape);
  for (int k = 0; k < m->dim; ++k) m->extent[k] = claim(count, sizeof(float));
  if (kind < CROWD) make_bodies(m);
  if (kind >= CROWD) worlds_make_bodies(m);
  if (m->dim == 2) make_shapes2(m);
  if (m->dim == 3 && m->box == NULL) make_point3(m);
  if (m->box != NULL) make_boxes(m);
  if (!z_order) return;
  sort_part(m, 0, m->movers);
  sort_part(m, m->movers, count - m->movers);
}

// Bodies go straight on, with a slow turn.
void moving_step(moving* m) {
  const float c = cosf(0.6f * MOVING_TICK), s = sinf(0.6f * MOVING_TICK);
  for (uint32_t i = 0; i < m->movers; ++i) {
    float* v = m->velocity + (uint64_t)m->dim * i;
    float* at = m->pose + (uint64_t)m->floats * i;
    const float x = v[0], y = v[1], turn = i & 1 ? s : -s;
    v[0] = x * c - y * turn;
    v[1] = x * turn + y * c;
    for (int k = 0; k < m->dim; ++k) {
      const float next = at[k] + v[k] * MOVING_TICK;
      const bool out = m->bounded && ((next > m->half && v[k] > 0) || (next < -m->half && v[k] < 0));
      if (out) v[k] = -v[k];
      at[k] = out ? at[k] + v[k] * MOVING_TICK : next;
    }
  }
}

#define DEFINE_VIEW(dim)                                                                            \
  lgjk_bodies##dim moving_view##dim(const moving* m, uint32_t first, uint32_t count) {              \
    lgjk_bodies##dim view = {.struct_size = sizeof view, .count = count, .shapes = m->shapes##dim}; \
    view.shape = m->shape + first;                                                                  \
    view.pose = m->pose + (uint64_t)m->floats * first;                                              \
    view.radius = m->radius + first;                                                                \
    return view;                                                                                    \
  }
DEFINE_VIEW(2)
DEFINE_VIEW(3)
