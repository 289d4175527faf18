// Builds the convex hull of float32 points by the monotone chain (Andrew 1979) with exact orientation tests. So
// collinear and nearly collinear points cannot make a vertex too many, too few or a concave corner.
//
// The product of two floats has 48 bits and is exact in double (no overflow: 2^256; no underflow: 2^-298). So the
// orientation is a sum of six doubles, whose exact sign comes from expansion arithmetic. A filter answers first if
// rounding cannot matter.
#include "shape/hull2.h"

#include <stdbool.h>
#include <stddef.h>

#include "lane/lane_common.h"

double lgjk_area2(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c) {
  const double ax = (double)a.x, ay = (double)a.y;
  const double bx = (double)b.x, by = (double)b.y;
  const double cx = (double)c.x, cy = (double)c.y;
  const double terms[6] = {ax * by, -(ay * bx), bx * cy, -(by * cx), cx * ay, -(cy * ax)};
  return lgjk_exact_sum(terms, 6);
}

int lgjk_orient2(lgjk_point2 a, lgjk_point2 b, lgjk_point2 c) {
  const double ax = (double)a.x, ay = (double)a.y;
  const double bx = (double)b.x, by = (double)b.y;
  const double cx = (double)c.x, cy = (double)c.y;
  const double left = (ax - cx) * (by - cy);
  const double right = (ay - cy) * (bx - cx);
  const double area = left - right;
  // Shewchuk's bound (3 + 16 u) u of this formula, u = 2^-53, rounded up.
  const double bound = 0x1.8000000000010p-52 * ((left < 0.0 ? -left : left) + (right < 0.0 ? -right : right));
  if (area > bound) return 1;
  if (area < -bound) return -1;
  const double exact = lgjk_area2(a, b, c);
  return (exact > 0.0) - (exact < 0.0);
}

// Appends p to the chain hull[bottom..top-1], after removing vertices that would not turn left. Returns the new top.
static uint32_t append(lgjk_point2* hull, uint32_t bottom, uint32_t top, lgjk_point2 p) {
  while (top >= bottom + 2 && lgjk_orient2(hull[top - 2], hull[top - 1], p) <= 0) --top;
  hull[top] = p;
  return top + 1;
}

uint32_t lgjk_hull2(lgjk_point2* points, uint32_t count, lgjk_point2* hull) {
  count = lgjk_sort_points(&points->x, count, 2);
  hull[0] = points[0];
  if (count == 1) return 1;
  uint32_t top = 1;
  for (uint32_t i = 1; i < count; ++i) top = append(hull, 0, top, points[i]);
  const uint32_t rightmost = top - 1;
  for (uint32_t i = count - 1; i-- > 0;) top = append(hull, rightmost, top, points[i]);
  return top - 1; // the upper chain ended on hull[0] again
}

// ---------------------------------------------------------------- sorting

// Heap sort: in place, O(n log n) for every input, the same on every platform. The functions are inlined, so that the
// dimension is a constant.
#define MOST_AXES 3

LANE_INLINE bool before(const float* a, const float* b, uint32_t dimension) {
  for (uint32_t i = 0; i < dimension; ++i) {
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return false;
}

LANE_INLINE void copy(float* to, const float* from, uint32_t dimension) {
  for (uint32_t i = 0; i < dimension; ++i) to[i] = from[i];
}

// Moves the point at `root` down until the heap of the first count points has its greatest on top again.
LANE_INLINE void sift_down(float* points, size_t root, size_t count, uint32_t dimension) {
  float moving[MOST_AXES];
  copy(moving, points + root * dimension, dimension);
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && before(points + child * dimension, points + (child + 1) * dimension, dimension)) ++child;
    if (!before(moving, points + child * dimension, dimension)) break;
    copy(points + root * dimension, points + child * dimension, dimension);
    root = child;
  }
  copy(points + root * dimension, moving, dimension);
}

LANE_INLINE uint32_t drop_duplicates(float* sorted, uint32_t count, uint32_t dimension) {
  size_t kept = 1;
  for (size_t i = 1; i < count; ++i) {
    if (!before(sorted + (kept - 1) * dimension, sorted + i * dimension, dimension)) continue;
    if (kept < i) copy(sorted + kept * dimension, sorted + i * dimension, dimension);
    ++kept;
  }
  return (uint32_t)kept;
}

LANE_INLINE uint32_t sort(float* points, uint32_t count, uint32_t dimension) {
  for (size_t root = count / 2; root-- > 0;) sift_down(points, root, count, dimension);
  for (size_t last = count; last-- > 1;) {
    float greatest[MOST_AXES];
    copy(greatest, points, dimension);
    copy(points, points + last * dimension, dimension);
    copy(points + last * dimension, greatest, dimension);
    sift_down(points, 0, last, dimension);
  }
  return drop_duplicates(points, count, dimension);
}

uint32_t lgjk_sort_points(float* points, uint32_t count, uint32_t dimension) {
  return dimension == 2 ? sort(points, count, 2) : sort(points, count, 3);
}
