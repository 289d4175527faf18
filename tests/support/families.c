// The table of families, and batches filled from it: shapes built, poses and pairs stored, views set.
#include "families.h"

#include <stdlib.h>
#include <string.h>

#include "packed.h"
#if DIM == 2
#include "families2_pairs.h"
#else
#include "families3_pairs.h"
#endif

// ---------------------------------------------------------------- the table

static const struct family {
  const char* name;
  void (*make)(makerN* m);
  bool own_radius; // bodies carry radii of their own
} FAMILIES[] = {
#if DIM == 2
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
#else
    {"general", family3_general, false},
    {"boxes", family3_boxes, false},
    {"far_apart", family3_far_apart, false},
    {"deep", family3_deep, false},
    {"rounded", family3_rounded, true},
    {"mapped", family3_mapped, false},
    {"large_hulls", family3_large_hulls, false},
    {"large_hulls_deep", family3_large_hulls_deep, false},
    {"near_parallel_faces", family3_near_parallel_faces, false},
    {"small_gaps", family3_small_gaps, false},
    {"touching_nearly", family3_touching_nearly, false},
    {"offset_1e4", family3_offset_1e4, false},
    {"thin_boxes", family3_thin_boxes, false},
    {"needles", family3_needles, false},
    {"flat_hulls", family3_flat_hulls, false},
    {"parallel_capsules", family3_parallel_capsules, false},
    {"crossing_capsules", family3_crossing_capsules, false},
    {"collinear_capsules", family3_collinear_capsules, false},
    {"spheres", family3_spheres, false},
    {"degenerate_points", family3_degenerate_points, false},
    {"points_to_triangles", family3_points_to_triangles, false},
    {"size_1e-4", family3_size_1e_minus_4, false},
    {"size_1e-3", family3_size_1e_minus_3, false},
    {"size_1e3", family3_size_1e3, false},
    {"size_1e4", family3_size_1e4, false},
    {"size_mix", family3_size_mix, false},
    {"concentric", family3_concentric, false},
    {"identical", family3_identical, false},
    {"touching_vertices", family3_touching_vertices, false},
    {"touching_edges", family3_touching_edges, false},
    {"touching_faces", family3_touching_faces, false},
    {"touching_grid", family3_touching_grid, false},
    {"curved", family3_curved, false},
    {"curved_close", family3_curved_close, false},
    {"curved_deep", family3_curved_deep, false},
    {"curved_rounded", family3_curved_rounded, false},
    {"curved_slender", family3_curved_slender, false},
    {"curved_faces", family3_curved_faces, false},
    {"curved_concentric", family3_curved_concentric, false},
    {"curved_identical", family3_curved_identical, false},
    {"curved_offset_1e4", family3_curved_offset_1e4, false},
    {"curved_sizes", family3_curved_sizes, false},
    {"curved_and_hulls", family3_curved_and_hulls, false},
    {"curved_touching", family3_curved_touching, false},
    {"crossing_edges", family3_crossing_edges, false},
#endif
};

uint32_t familiesN_count(void) { return sizeof FAMILIES / sizeof FAMILIES[0]; }

const char* familiesN_name(uint32_t family) { return FAMILIES[family].name; }

// ---------------------------------------------------------------- batches

static void store_body(familiesN_batch* batch, lgjk_shapeN_def* defs, uint32_t body, const planN* p) {
  size_t size = DIM * p->def.point_count * sizeof(float);
  defs[body] = p->def;
  if (size > 0) {
    float* copy = malloc(size);
    memcpy(copy, p->points, size);
    defs[body].points = copy;
  }
  batch->shape[body] = body;
  memcpy(&batch->pose[POSE_FLOATS * body], p->pose, sizeof p->pose);
  if (batch->radius != NULL) batch->radius[body] = p->radius;
}

static void set_views(familiesN_batch* batch) {
  batch->bodies = packed_bodies(batch->shapes, batch->body_count, batch->shape, batch->pose, batch->radius);
  batch->pairs = packed_pairs(batch->a, batch->b, batch->pair_count);
}

int32_t familiesN_make(familiesN_batch* batch, uint32_t family, uint64_t seed, uint32_t pair_count, lgjk_error* error) {
  uint32_t bodies = 2 * pair_count;
  lgjk_shapeN_def* defs = calloc(bodies + 1, sizeof *defs);
  *batch = (familiesN_batch){.body_count = bodies, .pair_count = pair_count};
  batch->shape = malloc((bodies + 1) * sizeof *batch->shape);
  batch->pose = malloc((bodies + 1) * POSE_FLOATS * sizeof *batch->pose);
  if (FAMILIES[family].own_radius) batch->radius = malloc((bodies + 1) * sizeof *batch->radius);
  batch->a = malloc((pair_count + 1) * sizeof *batch->a);
  batch->b = malloc((pair_count + 1) * sizeof *batch->b);
  for (uint32_t i = 0; i < pair_count; ++i) {
    makerN m = {.state = seed * 0x2545f4914f6cdd1du + family * 1000003u + i};
    m.state = makerN_next(&m);
    FAMILIES[family].make(&m);
    store_body(batch, defs, 2 * i, &m.a);
    store_body(batch, defs, 2 * i + 1, &m.b);
    batch->a[i] = 2 * i;
    batch->b[i] = 2 * i + 1;
  }
  int32_t code = lgjk_shapesN_create(defs, bodies, NULL, &batch->shapes, error);
  for (uint32_t i = 0; i < bodies; ++i) free((void*)(uintptr_t)defs[i].points);
  free(defs);
  set_views(batch);
  if (code != LGJK_OK) familiesN_free(batch);
  return code;
}

void familiesN_free(familiesN_batch* batch) {
  lgjk_shapesN_destroy(batch->shapes);
  free(batch->shape);
  free(batch->pose);
  free(batch->radius);
  free(batch->a);
  free(batch->b);
  *batch = (familiesN_batch){0};
}

#if DIM == 2
static void turn_by(double turn, const float* from, float* to) {
  to[0] = (float)(from[0] - turn * from[1]);
  to[1] = (float)(from[1] + turn * from[0]);
}
#else
// q + t q with a small imaginary t, which is a turn by twice its length.
static void turn_slightly(maker3* m, const float* from, float* to) {
  double angle = maker3_uniform(m, -0.005, 0.005);
  vec3 t = vec3_scale(maker3_direction(m), angle);
  double x = from[0], y = from[1], z = from[2], w = from[3];
  to[0] = (float)(x + t.x * w + t.y * z - t.z * y);
  to[1] = (float)(y - t.x * z + t.y * w + t.z * x);
  to[2] = (float)(z + t.x * y - t.y * x + t.z * w);
  to[3] = (float)(w - t.x * x - t.y * y - t.z * z);
}
#endif

void familiesN_move(const familiesN_batch* batch, uint64_t seed, float* pose) {
  makerN m = {.state = seed};
  for (uint32_t i = 0; i < batch->body_count; ++i) {
    const float* from = &batch->pose[POSE_FLOATS * i];
    float* to = &pose[POSE_FLOATS * i];
    lgjk_shapeN_info info;
    lgjk_shapeN_info_init(&info);
    lgjk_shapesN_get(batch->shapes, batch->shape[i], &info, NULL, 0, NULL);
    double step = 0.01 * info.bound;
#if DIM == 2
    const double turn = makerN_uniform(&m, -0.01, 0.01); // drawn before the step
#endif
    for (int k = 0; k < DIM; ++k) to[k] = (float)(from[k] + step * makerN_uniform(&m, -1, 1));
#if DIM == 2
    turn_by(turn, from + DIM, to + DIM);
#else
    turn_slightly(&m, from + DIM, to + DIM);
#endif
  }
  lgjk_poseN_normalize(pose, 0, batch->body_count, NULL);
}
