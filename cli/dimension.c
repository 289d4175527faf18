// The tables of 2D and 3D.
#include "dimension.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

#define DIM_PASTE(before, dim, after) before##dim##after
#define DIM_EXPAND(before, dim, after) DIM_PASTE(before, dim, after)
#define DIM_NAME(before, after) DIM_EXPAND(before, DIM, after)
#define DIM_SET DIM_EXPAND(in, DIM, d)

static lgjk_results results_of(const batch* query) {
  return (lgjk_results){.struct_size = sizeof(lgjk_results),
                        .status = query->status,
                        .iterations = query->iterations,
                        .distance = query->distance,
                        .point_a = query->point_a,
                        .point_b = query->point_b,
                        .normal = query->normal,
                        .bad_count = query->bad_count};
}

static body_view view_of(const batch* query) {
  return (body_view){query->shapes, query->body_count, query->shape, query->radius, query->pose};
}

#define DIM 2
#include "dimension.inc"
#undef DIM
#define DIM 3
#include "dimension.inc"
#undef DIM

static void make_pose2(const float* position, const float* rotation, float* pose) {
  lgjk_pose2_from_angle(position[0], position[1], rotation[0], pose);
}

static void make_pose3(const float* position, const float* rotation, float* pose) {
  memcpy(pose, position, 3 * sizeof(float));
  memcpy(pose + 3, rotation, 4 * sizeof(float));
}

static void flatten(const lgjk_shape3_def* from, lgjk_shape2_def* to) {
  lgjk_shape2_def_init(to);
  to->kind = from->kind;
  to->points = from->points;
  to->point_count = from->point_count;
  to->radius = from->radius;
  for (int row = 0; row < 2; ++row) {
    to->size[row] = from->size[row];
    for (int column = 0; column < 2; ++column) to->map[2 * row + column] = from->map[3 * row + column];
  }
}

static int32_t create_shapes2(const lgjk_shape3_def* defs, uint32_t count, shape_set* out, lgjk_error* error) {
  lgjk_shape2_def* flat = allocate(count, sizeof *flat);
  for (uint32_t i = 0; i < count; ++i) flatten(&defs[i], &flat[i]);
  const int32_t code = lgjk_shapes2_create(flat, count, NULL, &out->in2d, error);
  free(flat);
  return code;
}

static int32_t create_shapes3(const lgjk_shape3_def* defs, uint32_t count, shape_set* out, lgjk_error* error) {
  return lgjk_shapes3_create(defs, count, NULL, &out->in3d, error);
}

#define FUNCTIONS_OF(dim)                                                                                        \
  .make_pose = make_pose##dim, .create_shapes = create_shapes##dim, .destroy_shapes = destroy_shapes##dim,       \
  .shape_radius = shape_radius##dim, .shape_corners = shape_corners##dim, .distance = distance##dim,             \
  .overlap = overlap##dim, .contact = contact##dim, .cast = cast##dim, .bad_reason = bad_reason##dim,            \
  .body_reason = body_reason##dim, .manifold_count = manifold_count##dim, .manifold_point = manifold_point##dim, \
  .find_scratch = lgjk_find_scratch##dim, .find_pairs = find_pairs##dim, .index_size = index_size##dim,          \
  .index_build = index_build##dim, .nearest = lgjk_nearest##dim, .cast_against = cast_against##dim,              \
  .shape_bound = shape_bound##dim

static const dimension dimension2 = {
    .axes = 2,
    .pose_size = 4,
    .manifold_points = 2,
    .manifold_size = sizeof(lgjk_manifold2),
    .cores = {{"points", CORE_POINTS, LGJK_SHAPE2_POINTS},
              {"box", CORE_SIZES, LGJK_SHAPE2_BOX},
              {"ellipse", CORE_SIZES, LGJK_SHAPE2_ELLIPSE}},
    .core_names = "\"points\", \"box\", \"ellipse\"",
    .map_form = "two rows of two numbers",
    .rotation_key = "angle",
    .rotation_size = 1,
    .no_rotation = {0.0f},
    .rotation_domain = "an angle is within +-1e6",
    FUNCTIONS_OF(2),
};

static const dimension dimension3 = {
    .axes = 3,
    .pose_size = 7,
    .manifold_points = 4,
    .manifold_size = sizeof(lgjk_manifold3),
    .cores = {{"points", CORE_POINTS, LGJK_SHAPE3_POINTS},
              {"box", CORE_SIZES, LGJK_SHAPE3_BOX},
              {"ellipsoid", CORE_SIZES, LGJK_SHAPE3_ELLIPSOID},
              {"cylinder", CORE_ROUND, LGJK_SHAPE3_CYLINDER},
              {"cone", CORE_ROUND, LGJK_SHAPE3_CONE}},
    .core_names = "\"points\", \"box\", \"ellipsoid\", \"cylinder\", \"cone\"",
    .map_form = "three rows of three numbers",
    .rotation_key = "q",
    .rotation_size = 4,
    .no_rotation = {0.0f, 0.0f, 0.0f, 1.0f},
    .rotation_domain = "q has length 1, give or take 5e-5",
    FUNCTIONS_OF(3),
};

const dimension* dimension_of(int64_t axes) { return axes == 2 ? &dimension2 : axes == 3 ? &dimension3 : NULL; }
