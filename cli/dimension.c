// The tables of 2D and 3D, and what calls either.
#include "dimension.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static const dimension dimension2 = {
    .axes = 2,
    .pose_size = 4,
    .manifold_points = 2,
    .cores = {{"points", CORE_POINTS, LGJK_SHAPE2_POINTS},
              {"box", CORE_SIZES, LGJK_SHAPE2_BOX},
              {"ellipse", CORE_SIZES, LGJK_SHAPE2_ELLIPSE}},
    .core_names = "\"points\", \"box\", \"ellipse\"",
    .map_form = "two rows of two numbers",
    .rotation_key = "angle",
    .rotation_size = 1,
    .no_rotation = {0.0f},
    .rotation_domain = "an angle is within +-1e6",
};

static const dimension dimension3 = {
    .axes = 3,
    .pose_size = 7,
    .manifold_points = MAX_MANIFOLD_POINTS,
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
};

const dimension* dimension_of(int64_t axes) { return axes == 2 ? &dimension2 : axes == 3 ? &dimension3 : NULL; }

void make_pose(const dimension* dim, const float* rotation, float* pose) {
  if (dim->axes == 2) {
    lgjk_pose2_from_angle(0.0f, 0.0f, rotation[0], pose);
  } else {
    memset(pose, 0, 3 * sizeof(float));
    memcpy(pose + 3, rotation, 4 * sizeof(float));
  }
}

// ---------------------------------------------------------------- shapes

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

int32_t create_shapes(const dimension* dim, const lgjk_shape3_def* defs, uint32_t count, shape_set* out,
                      lgjk_error* error) {
  if (dim->axes == 3) return lgjk_shapes3_create(defs, count, NULL, &out->in3d, error);
  lgjk_shape2_def* flat = allocate(count, sizeof *flat);
  for (uint32_t i = 0; i < count; ++i) flatten(&defs[i], &flat[i]);
  const int32_t code = lgjk_shapes2_create(flat, count, NULL, &out->in2d, error);
  free(flat);
  return code;
}

lgjk_shapes2* create_round(float rx, float ry, float radius) {
  static const float centre[2] = {0.0f, 0.0f};
  lgjk_shapes2* shapes = NULL;
  lgjk_shape2_def def;
  lgjk_error error;
  lgjk_error_init(&error);
  lgjk_shape2_def_init(&def);
  def.kind = rx > 0.0f ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE2_POINTS;
  def.size[0] = rx;
  def.size[1] = ry;
  def.radius = radius;
  if (rx <= 0.0f) {
    def.points = centre;
    def.point_count = 1;
  }
  if (lgjk_shapes2_create(&def, 1, NULL, &shapes, &error) != LGJK_OK) fail("lanegjk: a round shape: %s", error.text);
  return shapes;
}

void destroy_shapes(shape_set shapes) {
  lgjk_shapes2_destroy(shapes.in2d);
  lgjk_shapes3_destroy(shapes.in3d);
}

shape_facts shape_facts_of(shape_set shapes, uint32_t index) {
  lgjk_shape2_info flat;
  lgjk_shape3_info solid;
  if (shapes.in2d != NULL) {
    lgjk_shape2_info_init(&flat);
    lgjk_shapes2_get(shapes.in2d, index, &flat, NULL, 0, NULL);
    return (shape_facts){flat.radius, flat.bound - flat.radius, flat.vertex_count};
  }
  lgjk_shape3_info_init(&solid);
  lgjk_shapes3_get(shapes.in3d, index, &solid, NULL, 0, NULL);
  return (shape_facts){solid.radius, solid.bound - solid.radius, solid.vertex_count};
}

// ---------------------------------------------------------------- bodies

body_view body_view_make(shape_set shapes, uint32_t count, const uint32_t* shape, const float* radius,
                         const float* pose, const double* position) {
  return (body_view){
      .in2d = {.struct_size = sizeof(lgjk_bodies2),
               .count = count,
               .shapes = shapes.in2d,
               .shape = shape,
               .pose = pose,
               .radius = radius,
               .position = position},
      .in3d = {.struct_size = sizeof(lgjk_bodies3),
               .count = count,
               .shapes = shapes.in3d,
               .shape = shape,
               .pose = pose,
               .radius = radius,
               .position = position},
  };
}

body_view body_view_part(const dimension* dim, const body_view* all, uint32_t first, uint32_t count) {
  body_view part = *all;
  part.in2d.count = part.in3d.count = count;
  part.in2d.shape = part.in3d.shape = all->in2d.shape + first;
  part.in2d.pose = part.in3d.pose = all->in2d.pose + (size_t)dim->pose_size * first;
  if (all->in2d.position != NULL)
    part.in2d.position = part.in3d.position = all->in2d.position + (size_t)dim->axes * first;
  if (all->in2d.radius != NULL) part.in2d.radius = part.in3d.radius = all->in2d.radius + first;
  return part;
}

lgjk_bad_reason body_reason(const dimension* dim, const body_view* bodies, uint32_t body, uint32_t flags) {
  float pose[7]; // a body elsewhere in memory is another one
  body_view twin = body_view_part(dim, bodies, body, 1);
  const uint32_t zero = 0;
  lgjk_pairs pairs;
  lgjk_options options;
  lgjk_bad_reason reason;
  lgjk_pairs_init(&pairs);
  lgjk_options_init(&options);
  lgjk_bad_reason_init(&reason);
  memcpy(pose, twin.in2d.pose, dim->pose_size * sizeof(float));
  twin.in2d.pose = twin.in3d.pose = pose;
  pairs.a = &body;
  pairs.b = &zero;
  pairs.count = 1;
  options.flags = flags;
  CALL_OF_VIEWS(dim, lgjk_bad_reason, bodies, &twin, &pairs, 0, &options, &reason, NULL);
  return reason;
}

#define COPY_POINTS(manifold)                                                                 \
  for (uint32_t i = 0; i < (manifold).count; ++i) out[i] = (manifold_point) {                 \
      (manifold).points[i].position, (manifold).points[i].separation, (manifold).points[i].id \
    }

uint32_t read_manifold(const lgjk_results* results, size_t pair, manifold_point* out) {
  if (results->manifold2 != NULL) {
    COPY_POINTS(results->manifold2[pair]);
    return results->manifold2[pair].count;
  }
  COPY_POINTS(results->manifold3[pair]);
  return results->manifold3[pair].count;
}

// ---------------------------------------------------------------- neighbours

static void make_room(neighbours* self, const dimension* dim, uint32_t bodies_a, uint32_t bodies_b, uint64_t pairs) {
  if (pairs > self->capacity || self->capacity == 0) {
    free(self->a);
    free(self->b);
    self->capacity = pairs + pairs / 4 + 64;
    self->a = allocate(self->capacity, sizeof(uint32_t));
    self->b = allocate(self->capacity, sizeof(uint32_t));
  }
  const uint64_t size = (dim->axes == 2 ? lgjk_find_scratch2 : lgjk_find_scratch3)(bodies_a, bodies_b, self->capacity);
  if (size <= self->scratch_size) return;
  aligned_release(self->scratch);
  self->scratch_size = size + size / 4;
  self->scratch = allocate_aligned(self->scratch_size);
}

void neighbours_find(neighbours* self, const dimension* dim, const body_view* a, const body_view* b,
                     const lgjk_find_options* options) {
  lgjk_pair_list list;
  lgjk_error error;
  int32_t code;
  lgjk_pair_list_init(&list);
  lgjk_error_init(&error);
  uint64_t needed = 0;
  do {
    make_room(self, dim, a->in2d.count, b != NULL ? b->in2d.count : 0, needed);
    list.a = self->a;
    list.b = self->b;
    list.capacity = self->capacity;
    code = dim->axes == 2 ? lgjk_find_pairs2(&a->in2d, b != NULL ? &b->in2d : NULL, &list, self->scratch,
                                             self->scratch_size, options, &error)
                          : lgjk_find_pairs3(&a->in3d, b != NULL ? &b->in3d : NULL, &list, self->scratch,
                                             self->scratch_size, options, &error);
    needed = error.index;
  } while (code == LGJK_ERROR_CAPACITY);
  if (code != LGJK_OK) fail("pairs of neighbours: %s", error.text);
  self->count = list.count;
}

void neighbours_free(neighbours* self) {
  free(self->a);
  free(self->b);
  aligned_release(self->scratch);
  *self = (neighbours){0};
}
