// The table of families, and batches filled from it: shapes built, poses and pairs stored, views set.
#include "families2.h"

#include <stdlib.h>
#include <string.h>

#include "families2_pairs.h"

// ---------------------------------------------------------------- the table

static const struct family {
  const char* name;
  void (*make)(maker* m);
  bool own_radius; // bodies carry radii of their own
} FAMILIES[] = {
    {"general", family_general, false},
    {"boxes", family_boxes, false},
    {"far_apart", family_far_apart, false},
    {"deep", family_deep, false},
    {"rounded", family_rounded, true},
    {"mapped", family_mapped, false},
    {"large_polygons", family_large_polygons, false},
    {"near_parallel_edges", family_near_parallel_edges, false},
    {"small_gaps", family_small_gaps, false},
    {"touching_nearly", family_touching_nearly, false},
    {"offset_1e4", family_offset_1e4, false},
    {"slivers", family_slivers, false},
    {"parallel_capsules", family_parallel_capsules, false},
    {"degenerate_points", family_degenerate_points, false},
    {"points_and_segments", family_points_and_segments, false},
    {"size_1e-6", family_size_1e_minus_6, false},
    {"size_1e-3", family_size_1e_minus_3, false},
    {"size_1e3", family_size_1e3, false},
    {"size_1e6", family_size_1e6, false},
    {"size_mix", family_size_mix, false},
    {"concentric", family_concentric, false},
    {"identical", family_identical, false},
    {"touching_vertices", family_touching_vertices, false},
    {"touching_edges", family_touching_edges, false},
    {"touching_grid", family_touching_grid, false},
    {"ellipses", family_ellipses, false},
    {"ellipses_close", family_ellipses_close, false},
    {"ellipses_deep", family_ellipses_deep, false},
    {"ellipse_needles", family_ellipse_needles, false},
    {"vanishing_edges", family_vanishing_edges, false},
};

uint32_t families2_count(void) { return sizeof FAMILIES / sizeof FAMILIES[0]; }

const char* families2_name(uint32_t family) { return FAMILIES[family].name; }

// ---------------------------------------------------------------- batches

static void store_body(families2_batch* batch, lgjk_shape2_def* defs, uint32_t body, const plan* p) {
  size_t size = 2 * p->def.point_count * sizeof(float);
  defs[body] = p->def;
  if (size > 0) {
    float* copy = malloc(size);
    memcpy(copy, p->points, size);
    defs[body].points = copy;
  }
  batch->shape[body] = body;
  memcpy(&batch->pose[4 * body], p->pose, sizeof p->pose);
  if (batch->radius != NULL) batch->radius[body] = p->radius;
}

static void set_views(families2_batch* batch) {
  lgjk_bodies2_init(&batch->bodies);
  batch->bodies.count = batch->body_count;
  batch->bodies.shapes = batch->shapes;
  batch->bodies.shape = batch->shape;
  batch->bodies.pose = batch->pose;
  batch->bodies.radius = batch->radius;
  lgjk_pairs_init(&batch->pairs);
  batch->pairs.a = batch->a;
  batch->pairs.b = batch->b;
  batch->pairs.count = batch->pair_count;
}

int32_t families2_make(families2_batch* batch, uint32_t family, uint64_t seed, uint32_t pair_count, lgjk_error* error) {
  uint32_t bodies = 2 * pair_count;
  lgjk_shape2_def* defs = calloc(bodies + 1, sizeof *defs);
  *batch = (families2_batch){.body_count = bodies, .pair_count = pair_count};
  batch->shape = malloc((bodies + 1) * sizeof *batch->shape);
  batch->pose = malloc((bodies + 1) * 4 * sizeof *batch->pose);
  if (FAMILIES[family].own_radius) batch->radius = malloc((bodies + 1) * sizeof *batch->radius);
  batch->a = malloc((pair_count + 1) * sizeof *batch->a);
  batch->b = malloc((pair_count + 1) * sizeof *batch->b);
  for (uint32_t i = 0; i < pair_count; ++i) {
    maker m = {.state = seed * 0x2545f4914f6cdd1du + family * 1000003u + i};
    m.state = maker_next(&m);
    FAMILIES[family].make(&m);
    store_body(batch, defs, 2 * i, &m.a);
    store_body(batch, defs, 2 * i + 1, &m.b);
    batch->a[i] = 2 * i;
    batch->b[i] = 2 * i + 1;
  }
  int32_t code = lgjk_shapes2_create(defs, bodies, NULL, &batch->shapes, error);
  for (uint32_t i = 0; i < bodies; ++i) free((void*)(uintptr_t)defs[i].points);
  free(defs);
  set_views(batch);
  if (code != LGJK_OK) families2_free(batch);
  return code;
}

void families2_free(families2_batch* batch) {
  lgjk_shapes2_destroy(batch->shapes);
  free(batch->shape);
  free(batch->pose);
  free(batch->radius);
  free(batch->a);
  free(batch->b);
  *batch = (families2_batch){0};
}

void families2_move(const families2_batch* batch, uint64_t seed, float* pose) {
  maker m = {.state = seed};
  for (uint32_t i = 0; i < batch->body_count; ++i) {
    const float* from = &batch->pose[4 * i];
    float* to = &pose[4 * i];
    lgjk_shape2_info info;
    lgjk_shape2_info_init(&info);
    lgjk_shapes2_get(batch->shapes, batch->shape[i], &info, NULL, 0, NULL);
    double step = 0.01 * info.bound, turn = maker_uniform(&m, -0.01, 0.01);
    to[0] = (float)(from[0] + step * maker_uniform(&m, -1, 1));
    to[1] = (float)(from[1] + step * maker_uniform(&m, -1, 1));
    to[2] = (float)(from[2] - turn * from[3]);
    to[3] = (float)(from[3] + turn * from[2]);
  }
  lgjk_pose2_normalize(pose, 0, batch->body_count, NULL);
}
