// The pairs of a row: shapes of its kinds, and bodies in its relation.
#include "built.h"
#include "attempt.h"

// ---------------------------------------------------------------- shapes

static void create_sets(sample* s) {
  lgjk_shapeN_info info;
  const uint32_t own = s->shape_count;
  s->shapes = build_shapesN(s->def, own);
  for (uint32_t i = 0; i < own; ++i) {
    lgjk_shapeN_info_init(&info);
    assert_int_equal(lgjk_shapesN_get(s->shapes, i, &info, NULL, 0, NULL), LGJK_OK);
    s->bound[i] = info.bound;
  }
  for (uint32_t kind = 0; kind < kind_count; ++kind) kind_define(kind, &s->def[own + kind], s->points[own + kind]);
  s->beside = build_shapesN(s->def, own + kind_count);
}

static void define_kinds(sample* s) {
  for (uint32_t kind = 0; kind < kind_count; ++kind) {
    for (uint32_t k = 0; k < EACH && ((s->row->a | s->row->b) >> kind & 1); ++k) {
      const uint32_t i = s->shape_count++;
      assert_true(i + kind_count < MOST_SHAPES);
      s->kind_of[i] = kind;
      kind_define(kind, &s->def[i], s->points[i]);
    }
  }
}

// A shape of one of these kinds.
static uint32_t draw_shape(const sample* s, uint32_t kinds) {
  uint32_t i;
  do {
    i = random_below(s->shape_count);
  } while (!(kinds >> s->kind_of[i] & 1));
  return i;
}

// ---------------------------------------------------------------- poses

static void set_turn(float* pose, double angle) {
  for (int k = DIM; k < POSE_FLOATS; ++k) pose[k] = 0;
#if DIM == 2
  pose[2] = (float)cos(angle);
  pose[3] = (float)sin(angle);
#else
  pose[5] = (float)sin(angle / 2);
  pose[6] = (float)cos(angle / 2);
#endif
}

static void draw_turn(float* pose) {
  set_turn(pose, random_below(8) ? random_in(0, 6.3) : 0);
#if DIM == 3
  if (random_below(8) == 0) return;
  double q[4];
  const double square = random_in_ball(q, 4);
  for (int k = 0; k < 4; ++k) pose[3 + k] = (float)(q[k] / sqrt(square));
#endif
}

void place_body(sample* s, uint32_t body, double x, double y, double z, double angle) {
  const double at[3] = {x, y, z};
  for (int k = 0; k < DIM; ++k) s->pose[body][k] = (float)at[k];
  set_turn(s->pose[body], angle);
}

static void draw_direction(double u[DIM]) {
  const double square = random_in_ball(u, DIM);
  for (int k = 0; k < DIM; ++k) u[k] = random_below(8) ? u[k] / sqrt(square) : k == 0;
}

// Turns B as A, except for a small angle about one axis.
static void turn_alike(const float* a, float* b, double angle) {
  memcpy(b + DIM, a + DIM, (POSE_FLOATS - DIM) * sizeof *b);
  if (angle == 0) return;
#if DIM == 2
  b[2] = (float)((double)a[2] - angle * (double)a[3]);
  b[3] = (float)((double)a[3] + angle * (double)a[2]);
#else
  b[3] = (float)((double)a[3] + angle * (double)a[6] / 2);
  b[6] = (float)((double)a[6] - angle * (double)a[3] / 2);
  b[4] = (float)((double)a[4] + angle * (double)a[5] / 2);
  b[5] = (float)((double)a[5] - angle * (double)a[4] / 2);
#endif
}

static void place_on_axes(float* a, float* b) {
  static const float numbers[] = {0.0f, -0.0f, 1.0f, -1.0f};
  const bool whole = random_below(2);
  for (int side = 0; side < 2; ++side) {
    float* pose = side ? b : a;
    for (int k = 0; k < DIM && whole; ++k) pose[k] = numbers[random_below(side ? 4 : 2)];
#if DIM == 2
    static const float turns[4][2] = {{1, 0}, {-1, -0.0f}, {-0.0f, 1}, {0, -1}};
#else
    static const float turns[4][4] = {
        {0, 0, 0, 1}, {-0.0f, 1, -0.0f, 0}, {0.70710677f, 0, -0.0f, 0.70710677f}, {0, 0, -0.70710677f, -0.70710677f}};
#endif
    memcpy(pose + DIM, turns[random_below(4)], sizeof turns[0]);
  }
}

// Moves B's origin to the line through two vertices of A, where A has these, within or beyond them.
static void place_on_a_line(const sample* s, uint32_t pair) {
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  float vertex[DIM * LGJK_MAX_POINTS], end[2][POSE_FLOATS];
  const float* a = s->pose[2 * pair];
  lgjk_shapesN_get(s->shapes, s->shape[2 * pair], &info, vertex, LGJK_MAX_POINTS, NULL);
  if (info.vertex_count < 2) return;
  const uint32_t from = random_below(info.vertex_count), to = (from + 1) % info.vertex_count;
  const double t = random_in(-1, 2);
  long double column[DIM][DIM];
  touch_columns(a, column);
  for (int k = 0; k < DIM; ++k) {
    end[0][k] = end[1][k] = 0;
    for (int i = 0; i < DIM; ++i) {
      end[0][k] += (float)(column[i][k] * vertex[DIM * from + (uint32_t)i]);
      end[1][k] += (float)(column[i][k] * vertex[DIM * to + (uint32_t)i]);
    }
    s->pose[2 * pair + 1][k] = (float)((double)a[k] + (double)end[0][k] + t * (double)(end[1][k] - end[0][k]));
  }
}

// Over both bounds.
static double draw_apart(relation how) {
  switch (how) {
    case CLOSE: return random_in(0.6, 1);
    case DEEP: return random_in(0, 0.5);
    case CONCENTRIC: return random_below(4) ? random_in(0, 1e-6) : 0;
    case IDENTICAL: return 0;
    case FAR: return random_in(2, 1000);
    case TOUCHING:
    case NEARLY_TOUCHING: return random_in(0.2, 1.1);
    default: return random_in(0.15, 1.6);
  }
}

static void place_related(sample* s, uint32_t pair) {
  const relation how = s->row->relation == HARD ? (relation)random_below(RELATIONS) : s->row->relation;
  float *a = s->pose[2 * pair], *b = s->pose[2 * pair + 1];
  uint32_t* shape = &s->shape[2 * pair];
  const bool turned = random_below(2);
  double u[DIM];
  shape[turned] = draw_shape(s, s->row->a);
  shape[!turned] = draw_shape(s, s->row->b);
  if (how == IDENTICAL && (s->row->b >> s->kind_of[shape[turned]] & 1)) shape[!turned] = shape[turned];
  const double reach = (double)s->bound[shape[0]] + (double)s->bound[shape[1]];
  draw_turn(a);
  draw_turn(b);
  draw_direction(u);
  const double apart = draw_apart(how) * fmax(reach, 0.1);
  for (int k = 0; k < DIM; ++k) {
    a[k] = (float)(how == OFFSET ? random_in(-1e4, 1e4) : random_in(-3, 3));
    b[k] = (float)((double)a[k] + apart * u[k]);
  }
  if (how == PARALLEL || how == IDENTICAL) turn_alike(a, b, 0);
  if (how == NEARLY) turn_alike(a, b, pow(10, -random_in(3, 9)));
  if (how == ON_AXES) place_on_axes(a, b);
  if (how == ON_A_LINE) place_on_a_line(s, pair);
  if (how == TOUCHING) s->gap[pair] = 0;
  if (how == NEARLY_TOUCHING) s->gap[pair] = reach * pow(10, -random_in(1, 8)) * (random_below(2) ? 1 : -1);
}

// Moves B of some pairs along their contact's normal, to the gap that they are to have.
static void push(sample* s) {
  answersN answers = answersN_open(s->count);
  query_pairs(CONTACT, &s->bodies, &s->pairs, NULL, NULL, &answers);
  for (uint32_t i = 0; i < s->count; ++i) {
    if (isnan(s->gap[i])) continue;
    const double way = s->gap[i] - (double)answers.distance[i];
    float* b = s->pose[2 * i + 1];
    for (uint32_t k = 0; k < DIM && answers.status[i] <= LGJK_STATUS_OVERLAPPING; ++k) {
      b[k] = (float)((double)b[k] + way * (double)answers.normal[DIM * i + k]);
    }
  }
  answersN_close(&answers);
}

// ---------------------------------------------------------------- the whole

static void allocate(sample* s) {
  const size_t bodies = 2 * (size_t)s->count;
  s->pose = calloc(bodies, sizeof *s->pose);
  s->shape = calloc(bodies, sizeof *s->shape);
  s->index = calloc(bodies, sizeof *s->index);
  s->radius = calloc(bodies, sizeof *s->radius);
  s->gap = calloc(s->count, sizeof *s->gap);
  assert_true(s->pose && s->shape && s->index && s->radius && s->gap);
  for (uint32_t i = 0; i < s->count; ++i) {
    s->gap[i] = NAN;
  }
  lone_pairs(s->shapes, s->shape, s->pose[0], s->count, s->index, s->index + s->count, &s->bodies, &s->pairs);
}

static void open_input(sample* s, uint64_t seed) {
  const uint32_t number = inputsN_find(s->row->input);
  if (number == inputsN_count()) fail_msg("no input %s", s->row->input);
  assert_int_equal(inputsN_open(&s->input, number, seed, s->count), 0);
  s->count = (uint32_t)s->input.pairs.count;
  s->bodies = s->input.bodies;
  s->pairs = s->input.pairs;
}

// Bodies of hard pairs have radii of their own, most of them those of their shapes.
static void draw_radii(sample* s) {
  if (s->row->relation != HARD) return;
  for (uint32_t body = 0; body < 2 * s->count; ++body) {
    const float own = s->def[s->shape[body]].radius;
    s->radius[body] = random_below(4) ? own : (float)random_in(0, 0.5);
  }
  s->bodies.radius = s->radius;
}

void sample_open(sample* s, const row* r, uint64_t seed) {
  memset(s, 0, sizeof *s);
  s->row = r;
  s->count = fewer(usual_pairs(r), r->least ? r->least : 30);
  random_state = seed;
  if (r->input != NULL) {
    open_input(s, seed);
    return;
  }
  (r->define ? r->define : define_kinds)(s);
  create_sets(s);
  allocate(s);
  for (uint32_t i = 0; i < s->count; ++i) (r->place ? r->place : place_related)(s, i);
  draw_radii(s);
  push(s);
}

void sample_close(sample* s) {
  if (s->row->input != NULL) {
    inputsN_close(&s->input);
    return;
  }
  lgjk_shapesN_destroy(s->shapes);
  lgjk_shapesN_destroy(s->beside);
  free(s->pose);
  free(s->shape);
  free(s->index);
  free(s->radius);
  free(s->gap);
}
