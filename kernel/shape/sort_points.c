// Sorts points by heap sort: in place, O(n log n) for every input, the same on every platform.
#include "shape/sort_points.h"

#include <stdbool.h>
#include <stddef.h>

#define MOST_AXES 3

// These functions are inlined everywhere, so that the number of axes is a constant.
#if defined(__OPTIMIZE__)
#define SORT_FN static inline __attribute__((always_inline))
#else
#define SORT_FN static inline
#endif

SORT_FN bool before(const float* a, const float* b, uint32_t axes) {
  for (uint32_t i = 0; i < axes; ++i) {
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return false;
}

SORT_FN void copy(float* to, const float* from, uint32_t axes) {
  for (uint32_t i = 0; i < axes; ++i) to[i] = from[i];
}

// Moves the point at `root` down until the heap of the first count points has its greatest on top again.
SORT_FN void sift_down(float* points, size_t root, size_t count, uint32_t axes) {
  float moving[MOST_AXES];
  copy(moving, points + root * axes, axes);
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && before(points + child * axes, points + (child + 1) * axes, axes)) ++child;
    if (!before(moving, points + child * axes, axes)) break;
    copy(points + root * axes, points + child * axes, axes);
    root = child;
  }
  copy(points + root * axes, moving, axes);
}

SORT_FN uint32_t drop_duplicates(float* sorted, uint32_t count, uint32_t axes) {
  size_t kept = 1;
  for (size_t i = 1; i < count; ++i) {
    if (!before(sorted + (kept - 1) * axes, sorted + i * axes, axes)) continue;
    if (kept < i) copy(sorted + kept * axes, sorted + i * axes, axes);
    ++kept;
  }
  return (uint32_t)kept;
}

SORT_FN uint32_t sort(float* points, uint32_t count, uint32_t axes) {
  for (size_t root = count / 2; root-- > 0;) sift_down(points, root, count, axes);
  for (size_t last = count; last-- > 1;) {
    float greatest[MOST_AXES];
    copy(greatest, points, axes);
    copy(points, points + last * axes, axes);
    copy(points + last * axes, greatest, axes);
    sift_down(points, 0, last, axes);
  }
  return drop_duplicates(points, count, axes);
}

uint32_t lgjk_sort_points(float* points, uint32_t count, uint32_t axes) {
  return axes == 2 ? sort(points, count, 2) : sort(points, count, 3);
}
