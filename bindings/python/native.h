// What the Python package adds in C: threads, by the pool of the crowd example, queries whose arguments are bound, and
// loops over calls of one pose or shape.
#include <float.h>
#include <math.h>

#include "pool.c"

// One call with three arguments: each argument that Python converts takes some 10 ns. Without an error to fill.
static int32_t run_query(const bound_query* q, uint64_t first, uint64_t count) {
#define RUN(name) lgjk_##name(q->a, q->b, q->pairs, q->warm, first, count, q->results, q->options, NULL)
  const int in_3d = q->dim == 3;
  switch (q->kind) {
    case 0: return in_3d ? RUN(overlap3) : RUN(overlap2);
    case 1: return in_3d ? RUN(distance3) : RUN(distance2);
    default: return in_3d ? RUN(contact3) : RUN(contact2);
  }
#undef RUN
}

static int32_t find(bound_find* f) {
#define FIND(name) lgjk_find_##name(f->a, f->b, f->list, f->scratch, f->scratch_size, f->options, &f->error)
  return f->dim == 3 ? FIND(pairs3) : FIND(pairs2);
#undef FIND
}

// The radius that holds each core of a set about its position, and its rounding radius.
static void sizes(uint32_t dim, const void* shapes, uint32_t count, float* core_and_rounding) {
  for (uint32_t i = 0; i < count; i++) {
    lgjk_shape2_info info2;
    lgjk_shape3_info info3;
    lgjk_shape2_info_init(&info2);
    lgjk_shape3_info_init(&info3);
    if (dim == 2)
      lgjk_shapes2_get(shapes, i, &info2, NULL, 0, NULL);
    else
      lgjk_shapes3_get(shapes, i, &info3, NULL, 0, NULL);
    core_and_rounding[i] = dim == 2 ? info2.bound - info2.radius : info3.bound - info3.radius;
    core_and_rounding[count + i] = dim == 2 ? info2.radius : info3.radius;
  }
}

// Finds the first body whose size is less than the distance of neighbouring floats at its place, divided by `share`;
// returns whether there is one. Bodies without a size, and those that are bad, do not count.
static int32_t find_coarse(uint32_t dim, const void* bodies, const float* core_and_rounding, uint32_t shapes,
                           float share, coarse_body* found) {
  const lgjk_bodies2* b2 = bodies;
  const lgjk_bodies3* b3 = bodies;
#define OF(member) (dim == 2 ? b2->member : b3->member)
  const char *pose = (const char*)OF(pose), *shape = (const char*)OF(shape), *radius = (const char*)OF(radius);
  const size_t pose_stride = OF(pose_stride), shape_stride = OF(shape_stride), radius_stride = OF(radius_stride);
  const uint32_t count = OF(count);
#undef OF
  for (uint32_t i = 0; i < count; i++) {
    const float* place = (const float*)(pose + pose_stride * i);
    const uint32_t kind = *(const uint32_t*)(shape + shape_stride * i);
    float far = 0;
    for (uint32_t k = 0; k < dim; k++) far = fabsf(place[k]) > far ? fabsf(place[k]) : far;
    if (!(far <= FLT_MAX) || kind >= shapes) continue;
    const float rounding =
        radius != NULL ? *(const float*)(radius + radius_stride * i) : core_and_rounding[shapes + kind];
    const float size = 2 * (core_and_rounding[kind] + rounding), apart = far * FLT_EPSILON; // up to twice the distance
    if (!(size > 0 && apart > share * size) || !(nextafterf(far, INFINITY) - far > share * size)) continue;
    *found = (coarse_body){i, nextafterf(far, INFINITY) - far, size};
    return 1;
  }
  return 0;
}

static void poses2(const float* place, const float* angle, float* pose, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) lgjk_pose2_from_angle(place[2 * i], place[2 * i + 1], angle[i], pose + 4 * i);
}

static void poses3(const float* place, const float* axis, const float* angle, float* pose, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) lgjk_pose3_from_axis_angle(place + 3 * i, axis + 3 * i, angle[i], pose + 7 * i);
}
