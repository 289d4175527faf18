// Prototype shapes of the 3D scenes. Hulls have their points on an ellipsoid, no two of them closer than what leaves
// each one a vertex in float; hulls about their mean, so that the local origin lies inside.
#include "scenes3_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_POINTS = 256 };

static double coordinate(void* stream) { return scene_between(stream, -1.0, 1.0); }

vec3 scene3_direction(uint64_t* stream) { return vec3_direction(coordinate, stream); }

// ---- one shape ----

static float size_of(uint64_t* stream, double low) { return (float)scene_between(stream, low, 1.0); }

static void define_sized(lgjk_shape3_def* def, uint32_t kind, uint32_t sizes, uint64_t* stream) {
  def->kind = kind;
  for (uint32_t k = 0; k < sizes; k++) def->size[k] = size_of(stream, 0.2);
}

static void define_sphere(lgjk_shape3_def* def, float (*points)[3], uint64_t* stream) {
  def->points = points[0];
  def->point_count = 1;
  def->radius = size_of(stream, 0.2);
}

static void define_capsule(lgjk_shape3_def* def, float (*points)[3], uint64_t* stream) {
  float half = size_of(stream, 0.1);
  points[0][2] = -half;
  points[1][2] = half;
  def->points = points[0];
  def->point_count = 2;
  def->radius = (float)scene_between(stream, 0.1, 0.5);
}

// A direction that keeps off the `count` others: their caps cover at most a quarter of the sphere.
static vec3 separate_direction(uint64_t* stream, const vec3* others, uint32_t count, uint32_t total) {
  for (;;) {
    vec3 p = scene3_direction(stream);
    bool close = false;
    for (uint32_t i = 0; i < count && !close; i++) {
      vec3 d = vec3_sub(p, others[i]);
      close = vec3_dot(d, d) < 1.0 / (double)total;
    }
    if (!close) return p;
  }
}

void scene3_define_box(lgjk_shape3_def* def, uint64_t* stream) { define_sized(def, LGJK_SHAPE3_BOX, 3, stream); }

void scene3_define_hull(lgjk_shape3_def* def, float (*points)[3], uint32_t count, uint64_t* stream) {
  vec3 on[MOST_POINTS], mean = {0.0, 0.0, 0.0}, axes;
  axes.x = scene_between(stream, 0.2, 1.0);
  axes.y = scene_between(stream, 0.2, 1.0);
  axes.z = scene_between(stream, 0.2, 1.0);
  for (uint32_t i = 0; i < count; i++) {
    on[i] = separate_direction(stream, on, i, count);
    mean = vec3_add(mean, vec3_scale(on[i], 1.0 / (double)count));
  }
  for (uint32_t i = 0; i < count; i++) {
    points[i][0] = (float)(axes.x * (on[i].x - mean.x));
    points[i][1] = (float)(axes.y * (on[i].y - mean.y));
    points[i][2] = (float)(axes.z * (on[i].z - mean.z));
  }
  def->points = points[0];
  def->point_count = count;
}

void scene3_define_mixed(lgjk_shape3_def* def, float (*points)[3], uint32_t index, uint64_t* stream) {
  switch (index % 4u) {
    case 0: define_sphere(def, points, stream); break;
    case 1: define_capsule(def, points, stream); break;
    case 2: scene3_define_box(def, stream); break;
    default: define_sized(def, LGJK_SHAPE3_CYLINDER, 2, stream); break;
  }
}

static void define(uint32_t scene, lgjk_shape3_def* def, float (*points)[3], uint32_t index, uint64_t* stream) {
  switch (scene) {
    case 1: scene3_define_box(def, stream); break;
    case 2: define_capsule(def, points, stream); break;
    case 3: scene3_define_mixed(def, points, index, stream); break;
    case 4: scene3_define_hull(def, points, 8u + scene_below(stream, 9u), stream); break;
    case 5: scene3_define_hull(def, points, 32u + scene_below(stream, 33u), stream); break;
    case REST_SCENE: scene3_define_resting(def, points, index, stream); break;
    case PILE_SCENE:
    case PILE_SCENE + 1u: scene3_define_piled(scene, def, points, index, stream); break;
    default: scene3_define_hull(def, points, MOST_POINTS, stream); break;
  }
}

// ---- T7: the data file, repeated { u32 n; n x float x, y, z }, little endian ----

static FILE* open_hulls(void) {
  const char* folder = getenv("LGJK_DATA_DIR");
  char path[4096];
  if (folder == NULL || snprintf(path, sizeof path, "%s/convex_hulls.bin", folder) >= (int)sizeof path) return NULL;
  return fopen(path, "rb");
}

const char* scene3_missing_data(const char* name) {
  if (name[0] != 'T' || name[1] != '7') return NULL;
  FILE* file = open_hulls();
  if (file == NULL) return "needs the file convex_hulls.bin in the folder that LGJK_DATA_DIR names";
  fclose(file);
  return NULL;
}

static bool read_word(FILE* file, uint32_t* word) {
  unsigned char byte[4];
  if (fread(byte, 1, sizeof byte, file) != sizeof byte) return false;
  *word = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
  return true;
}

// The next hull's points. 0 at the end of the file, or where it is not as it should be.
static uint32_t read_hull(FILE* file, float (*points)[3]) {
  uint32_t count, word;
  if (!read_word(file, &count) || count == 0 || count > MOST_POINTS) return 0;
  for (uint32_t i = 0; i < 3 * count; i++) {
    if (!read_word(file, &word)) return 0;
    memcpy(&points[i / 3][i % 3], &word, sizeof word);
  }
  return count;
}

static void move_to_mean(float (*points)[3], uint32_t count) {
  for (int k = 0; k < 3; k++) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += (double)points[i][k];
    for (uint32_t i = 0; i < count; i++) points[i][k] = (float)((double)points[i][k] - sum / (double)count);
  }
}

static void count_hulls(FILE* file, uint32_t* hulls, uint32_t* points) {
  float hull[MOST_POINTS][3];
  *hulls = *points = 0;
  for (uint32_t count; (count = read_hull(file, hull)) > 0;) {
    ++*hulls;
    *points += count;
  }
  rewind(file);
}

// ---- all shapes of a scene ----

static bool allocate(scene3* scene, uint32_t shapes, size_t points) {
  scene->shape_count = shapes;
  scene->defs = calloc(shapes, sizeof *scene->defs);
  scene->bound = calloc(shapes, sizeof *scene->bound);
  scene->points = calloc(points, sizeof *scene->points);
  return shapes > 0 && scene->defs && scene->bound && scene->points;
}

static void set_bound(scene3* scene, uint32_t index) {
  const lgjk_shape3_def* def = &scene->defs[index];
  const double x = (double)def->size[0], y = (double)def->size[1], z = (double)def->size[2];
  double farthest = x * x + y * y + z * z; // of a box, and of a cylinder, whose z is 0
  for (uint32_t i = 0; i < def->point_count; i++) {
    const float* p = &def->points[3 * i];
    vec3 v = {(double)p[0], (double)p[1], (double)p[2]};
    farthest = scene_larger(farthest, vec3_dot(v, v));
  }
  scene->bound[index] = (float)(sqrt(farthest) + (double)def->radius);
}

static bool define_from_file(scene3* scene) {
  FILE* file = open_hulls();
  if (file == NULL) return false;
  uint32_t hulls, points;
  count_hulls(file, &hulls, &points);
  bool done = allocate(scene, hulls, points);
  float(*place)[3] = scene->points;
  for (uint32_t i = 0; done && i < hulls; i++) {
    uint32_t count = read_hull(file, place);
    move_to_mean(place, count);
    lgjk_shape3_def_init(&scene->defs[i]);
    scene->defs[i].points = place[0];
    scene->defs[i].point_count = count;
    set_bound(scene, i);
    place += count;
  }
  fclose(file);
  return done;
}

bool scene3_define_shapes(scene3* scene) {
  if (scene->number == 7) return define_from_file(scene);
  if (!allocate(scene, SCENE3_SHAPES, SCENE3_SHAPES * MOST_POINTS)) return false;
  const uint64_t seed = scene->number >= PILE_SCENE ? PILE_SEED : scene->seed;
  uint64_t stream = scene_stream(seed, UINT64_MAX, 300u + scene->number);
  for (uint32_t i = 0; i < SCENE3_SHAPES; i++) {
    lgjk_shape3_def_init(&scene->defs[i]);
    define(scene->number, &scene->defs[i], &scene->points[i * MOST_POINTS], i, &stream);
    set_bound(scene, i);
  }
  return true;
}
