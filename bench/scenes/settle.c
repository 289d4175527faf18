// Lets the piles of S15, T9 and T10 come to rest, and writes them as the text that scenes are made from:
//
//   lgjk_settle 2 > pile2.h; lgjk_settle 3 > pile3.h
//
// By the solver of the stack example: sequential impulses, friction 0.5, contacts within 0.02 m, 5 mm of slop. Bodies
// fall slowly, in layers, until the fastest point is slower than 0.01 m/s. Scenes read the text alone, so that what is
// timed stays the same while the library changes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pile.h"
#include "stack.h"

#define SLOP 0.005f       // metres that bodies overlap by at rest
#define FASTEST_FALL 4.0f // m/s
#define REST 0.01f        // m/s
#define MOST_FRAMES 24000
#define DENSITY 1000.0f
#define PI 3.14159265f

void check(int32_t code, const lgjk_error* error) {
  if (code == LGJK_OK) return;
  fprintf(stderr, "lgjk_settle: %s\n", error->text);
  exit(2);
}

void* grow(void* memory, size_t count, size_t size) {
  void* grown = realloc(memory, count * size);
  if (grown == NULL) exit((fputs("lgjk_settle: out of memory\n", stderr), 2));
  return grown;
}

static float random_unit(uint32_t* state) {
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / 16777216.0f;
}

// ---------------------------------------------------------------- mass

typedef struct solid {
  vec3 centre; // of mass, in the frame of the shape
  float inverse_mass;
  mat3 inverse_inertia;
} solid;

// About axes of symmetry, through the origin.
static solid symmetric(float mass, vec3 inertia) {
  mass *= DENSITY;
  return (solid){.inverse_mass = 1.0f / mass,
                 .inverse_inertia = {{{1.0f / (mass * inertia.x), 0.0f, 0.0f},
                                      {0.0f, 1.0f / (mass * inertia.y), 0.0f},
                                      {0.0f, 0.0f, 1.0f / (mass * inertia.z)}}}};
}

// Of a hull, and its points then are about the centre of mass: poses of such a body are of that.
static solid weigh_hull(const lgjk_shape3_def* def, vec3* points) {
  solid s;
  mat3 inertia;
  memcpy(points, def->points, def->point_count * sizeof *points);
  const vec3 first = points[0];
  s.inverse_mass = 1.0f / centre_on_mass(points, def->point_count, DENSITY, &inertia);
  s.centre = sub(first, points[0]);
  s.inverse_inertia = invert(&inertia);
  return s;
}

static solid weigh3(const lgjk_shape3_def* def, vec3* points) {
  const float r = def->radius, x = def->size[0], y = def->size[1], z = def->size[2];
  if (def->kind == LGJK_SHAPE3_BOX) {
    return symmetric(8.0f * x * y * z, (vec3){(y * y + z * z) / 3.0f, (x * x + z * z) / 3.0f, (x * x + y * y) / 3.0f});
  }
  if (def->kind == LGJK_SHAPE3_CYLINDER) {
    const float across = x * x / 4.0f + y * y / 3.0f;
    return symmetric(2.0f * PI * x * x * y, (vec3){across, across, x * x / 2.0f});
  }
  if (def->point_count > 2) return weigh_hull(def, points);
  const float half = def->point_count == 2 ? def->points[5] : 0.0f; // of a capsule, about as of a cylinder
  const float across = 0.4f * r * r + half * half / 3.0f;
  return symmetric(2.0f * PI * r * r * half + 4.0f / 3.0f * PI * r * r * r, (vec3){across, across, 0.4f * r * r});
}

static solid weigh2(const lgjk_shape2_def* def) {
  const float r = def->radius, x = def->size[0], y = def->size[1];
  if (def->kind == LGJK_SHAPE2_BOX) return symmetric(4.0f * x * y, (vec3){1.0f, 1.0f, (x * x + y * y) / 3.0f});
  if (def->point_count == 6) {
    const float side = def->points[0];
    return symmetric(2.598f * side * side, (vec3){1.0f, 1.0f, 5.0f / 12.0f * side * side});
  }
  const float half = def->point_count == 2 ? def->points[2] : 0.0f;
  return symmetric(4.0f * half * r + PI * r * r, (vec3){1.0f, 1.0f, r * r / 2.0f + half * half / 2.0f});
}

// ---------------------------------------------------------------- worlds

static body* add_body(world* w, uint32_t shape, float bound) {
  w->bodies = grow(w->bodies, w->count + 1, sizeof *w->bodies);
  body* b = &w->bodies[w->count++];
  *b = (body){.shape = shape, .bound = bound, .group = 1};
  return b;
}

static void set_free(body* b, const solid* s) {
  b->group = 0;
  b->inverse_mass = s->inverse_mass;
  b->inverse_inertia = s->inverse_inertia;
}

static void begin(world* w, uint32_t dim) {
  *w = (world){.dim = dim, .friction = 0.5f, .damping = 2.0f};
  w->down = dim == 2 ? (vec3){0.0f, -GRAVITY, 0.0f} : (vec3){0.0f, 0.0f, -GRAVITY};
  lgjk_options_init(&w->options);
}

static void build2(world* w, const scene2* scene, solid* solids) {
  lgjk_error error;
  uint32_t random = 7, shape;
  double pose[4];
  lgjk_error_init(&error);
  begin(w, 2);
  check(lgjk_shapes2_create(scene->defs, SCENE2_SHAPES, NULL, &w->shapes2, &error), &error);
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) solids[i] = weigh2(&scene->defs[i]);
  for (uint32_t i = 0; i < scene2_pile_bodies(); i++) {
    const uint32_t k = i - scene2_pile_walls();
    scene2_pile_body(i, &shape, pose);
    body* b = add_body(w, shape, scene->bound[shape]);
    b->pose = (pose3){{(float)pose[0], (float)pose[1], 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    if (i < scene2_pile_walls()) { // a wall that stands is turned by a quarter
      if (pose[3] > 0.5) b->pose.turn = (quat){0.0f, 0.0f, 0.70710678f, 0.70710678f};
      memcpy(b->pose2, (const float[4]){(float)pose[0], (float)pose[1], (float)pose[2], (float)pose[3]},
             sizeof b->pose2);
      continue;
    }
    set_free(b, &solids[shape]);
    b->pose.position.x = 3.5f * ((float)(k % 10u) - 4.5f) + random_unit(&random);
    b->pose.position.y = 2.0f + 3.2f * (float)(k / 10u);
    b->pose.turn = turned(b->pose.turn, (vec3){0.0f, 0.0f, 6.0f * random_unit(&random)});
    const quat q = b->pose.turn;
    const float at[4] = {b->pose.position.x, b->pose.position.y, q.w * q.w - q.z * q.z, 2.0f * q.z * q.w};
    memcpy(b->pose2, at, sizeof at);
  }
}

static void build3(world* w, const scene3* scene, solid* solids) {
  static vec3 points[SCENE3_SHAPES][MAX_VERTICES];
  lgjk_shape3_def defs[SCENE3_SHAPES];
  lgjk_error error;
  uint32_t random = 7, shape;
  double pose[7];
  lgjk_error_init(&error);
  begin(w, 3);
  memcpy(defs, scene->defs, sizeof defs);
  for (uint32_t i = 0; i < SCENE3_SHAPES; i++) {
    solids[i] = weigh3(&defs[i], points[i]);
    if (i > 0 && defs[i].kind == LGJK_SHAPE3_POINTS && defs[i].point_count > 2) defs[i].points = &points[i][0].x;
  }
  check(lgjk_shapes3_create(defs, SCENE3_SHAPES, NULL, &w->shapes3, &error), &error);
  for (uint32_t i = 0; i < scene3_pile_bodies(); i++) {
    const uint32_t k = i - scene3_pile_walls();
    scene3_pile_body(scene->number, i, &shape, pose);
    body* b = add_body(w, shape, scene->bound[shape]);
    b->pose = (pose3){{(float)pose[0], (float)pose[1], (float)pose[2]},
                      {(float)pose[3], (float)pose[4], (float)pose[5], (float)pose[6]}};
    if (i < scene3_pile_walls()) continue;
    set_free(b, &solids[shape]);
    b->pose.position.x = 2.2f * ((float)(k % 4u) - 1.5f) + 0.5f * (random_unit(&random) - 0.5f);
    b->pose.position.y = 2.2f * ((float)(k / 4u % 4u) - 1.5f) + 0.5f * (random_unit(&random) - 0.5f);
    b->pose.position.z = 1.5f + 2.2f * (float)(k / 16u);
    const float x = random_unit(&random), y = random_unit(&random), z = random_unit(&random);
    b->pose.turn = turned((quat){x - 0.5f, y - 0.5f, z - 0.5f, 0.5f}, (vec3){0.0f, 0.0f, 0.0f});
  }
}

// ---------------------------------------------------------------- coming to rest

static void slow_down(body* b) {
  const float speed = length(b->velocity);
  if (speed > FASTEST_FALL) b->velocity = scale(FASTEST_FALL / speed, b->velocity);
}

static float fastest(const world* w) {
  float most = 0.0f;
  for (uint32_t i = 0; i < w->count; i++) {
    const float speed = length(w->bodies[i].velocity) + w->bodies[i].bound * length(w->bodies[i].spin);
    most = speed > most ? speed : most;
  }
  return most;
}

static void settle(world* w, const char* name) {
  int frame = 0;
  float speed = INFINITY;
  for (; frame < MOST_FRAMES && (frame < 1000 || speed > REST); frame++) {
    find_contacts(w);
    contact_list* list = &w->contacts[w->now];
    for (uint32_t i = 0; i < list->count; i++)
      for (uint32_t k = 0; k < list->items[i].count; k++) list->items[i].points[k].separation += SLOP;
    solve(w);
    for (uint32_t i = 0; i < w->count; i++) slow_down(&w->bodies[i]);
    speed = fastest(w);
    if (frame % 1000 == 0) fprintf(stderr, "%s: frame %d, fastest %g m/s\n", name, frame, (double)speed);
  }
  fprintf(stderr, "%s: after %d frames the fastest point has %g m/s, the deepest contact %g m, %u contacts\n", name,
          frame, (double)speed, (double)deepest(w), (unsigned)w->contacts[w->now].count);
}

// ---------------------------------------------------------------- text

static void write_number(double value, double limit) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const double steps = (value / limit + 1.0) / PILE_STEP + 0.5;
  const uint32_t bits = steps <= 0.0 ? 0u : steps >= 0x1p24 - 1.0 ? 0xffffffu : (uint32_t)steps;
  for (int i = 3; i >= 0; i--) putchar(alphabet[bits >> 6 * i & 63u]);
}

static void write_body2(const body* b) {
  for (int k = 0; k < 4; k++) write_number((double)b->pose2[k], k < 2 ? PILE_LIMIT2 : PILE_TURN_LIMIT);
}

// Of the shape's own frame.
static void write_body3(const body* b, const solid* s) {
  const mat3 turn = rotation_of(b->pose.turn);
  const vec3 p = sub(b->pose.position, apply(&turn, s->centre));
  const quat q = b->pose.turn;
  const float pose[7] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
  for (int k = 0; k < 7; k++) write_number((double)pose[k], k < 3 ? PILE_LIMIT3 : PILE_TURN_LIMIT);
}

static void write_pile(const world* w, const solid* solids, const char* name) {
  const uint32_t walls = w->count - PILE_BODIES;
  printf("static const char %s[PILE_BODIES][%d] = {\n", name, w->dim == 2 ? 17 : 29);
  for (uint32_t i = walls; i < w->count; i++) {
    fputs("    \"", stdout);
    if (w->dim == 2) write_body2(&w->bodies[i]);
    if (w->dim == 3) write_body3(&w->bodies[i], &solids[w->bodies[i].shape]);
    fputs("\",\n", stdout);
  }
  puts("};");
}

static void make_pile(const char* scene, const char* name) {
  static world w;
  solid solids[64];
  scene2* flat = scene[0] == 'S' ? scene2_create(scene, 1, PILE_SEED) : NULL;
  scene3* deep = scene[0] == 'T' ? scene3_create(scene, 1, PILE_SEED) : NULL;
  if (flat) build2(&w, flat, solids);
  if (deep) build3(&w, deep, solids);
  settle(&w, scene);
  write_pile(&w, solids, name);
}

int main(int count, char** text) {
  if (count != 2 || (strcmp(text[1], "2") != 0 && strcmp(text[1], "3") != 0)) {
    fputs("usage: lgjk_settle 2|3\n", stderr);
    return 2;
  }
  printf("// Piles at rest, written by settle.c: pile.h says how to read them.\n// clang-format off\n");
  printf("#ifndef LGJK_BENCH_PILE%s_H\n#define LGJK_BENCH_PILE%s_H\n\n#include \"pile.h\"\n\n", text[1], text[1]);
  if (text[1][0] == '2') make_pile("S15", "pile_of_all");
  if (text[1][0] == '3') make_pile("T9", "pile_of_hulls"), make_pile("T10", "pile_of_mixed");
  puts("\n#endif\n// clang-format on");
  return 0;
}
