// What the Python package adds in C: threads, by the pool of the crowd example, queries whose arguments are bound, and
// loops over calls of one pose.
#include "pool.c"

// One call with three arguments: each argument that Python converts takes some 10 ns. Without an error to fill.
static int32_t ask(const bound_query* q, uint64_t first, uint64_t count) {
#define ASK(name) lgjk_##name(q->a, q->b, q->pairs, q->warm, first, count, q->results, q->options, NULL)
  const int in_3d = q->dim == 3;
  switch (q->kind) {
    case 0: return in_3d ? ASK(overlap3) : ASK(overlap2);
    case 1: return in_3d ? ASK(distance3) : ASK(distance2);
    default: return in_3d ? ASK(contact3) : ASK(contact2);
  }
#undef ASK
}

static void poses2(const float* place, const float* angle, float* pose, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) lgjk_pose2_from_angle(place[2 * i], place[2 * i + 1], angle[i], pose + 4 * i);
}

static void poses3(const float* place, const float* axis, const float* angle, float* pose, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) lgjk_pose3_from_axis_angle(place + 3 * i, axis + 3 * i, angle[i], pose + 7 * i);
}
