// Convex hull of float32 points by the monotone chain (Andrew 1979) with exact orientation tests, so that collinear and
// nearly collinear points cannot make a vertex too many, too few or a concave corner.
//
// The product of two floats has 48 bits and is exact in double (no overflow: 2^256; no underflow: 2^-298). So the
// orientation is a sum of six doubles, whose exact sign comes from expansion arithmetic (Shewchuk 1997); a filter
// answers first where rounding cannot matter.
#include "hull2.h"

#include <stdbool.h>
#include <stddef.h>

// Adds term to an expansion of n components and returns its error-free sum of n + 1 (Grow-Expansion with Knuth's
// Two-Sum): components do not overlap and, zeros aside, grow in magnitude.
static void grow_expansion(double* expansion, uint32_t n, double term) {
  double q = term;
  for (uint32_t i = 0; i < n; ++i) {
    const double e = expansion[i];
    const double sum = q + e;
    const double e_virtual = sum - q;
    const double q_virtual = sum - e_virtual;
    expansion[i] = (q - q_virtual) + (e - e_virtual);
    q = sum;
  }
  expansion[n] = q;
}

int lgjk_exact_sign(const double* terms, uint32_t count) {
  double expansion[6];
  for (uint32_t i = 0; i < count; ++i) grow_expansion(expansion, i, terms[i]);
  for (uint32_t i = count; i-- > 0;) {
    if (expansion[i] != 0.0) return expansion[i] > 0.0 ? 1 : -1;
  }
  return 0;
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
  const double terms[6] = {ax * by, -(ay * bx), bx * cy, -(by * cx), cx * ay, -(cy * ax)};
  return lgjk_exact_sign(terms, 6);
}

static bool before(lgjk_point2 a, lgjk_point2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Moves points[root] down until the heap of the first count points has its greatest on top again.
static void sift_down(lgjk_point2* points, size_t root, size_t count) {
  const lgjk_point2 moving = points[root];
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && before(points[child], points[child + 1])) ++child;
    if (!before(moving, points[child])) break;
    points[root] = points[child];
    root = child;
  }
  points[root] = moving;
}

// Heap sort: in place, O(n log n) for every input, the same on every platform.
static void sort_points(lgjk_point2* points, size_t count) {
  for (size_t root = count / 2; root-- > 0;) sift_down(points, root, count);
  for (size_t last = count; last-- > 1;) {
    const lgjk_point2 greatest = points[0];
    points[0] = points[last];
    points[last] = greatest;
    sift_down(points, 0, last);
  }
}

// Appends p to the chain hull[bottom..top-1], from which vertices that would not turn left go first.
static uint32_t append(lgjk_point2* hull, uint32_t bottom, uint32_t top, lgjk_point2 p) {
  while (top >= bottom + 2 && lgjk_orient2(hull[top - 2], hull[top - 1], p) <= 0) --top;
  hull[top] = p;
  return top + 1;
}

static uint32_t drop_duplicates(lgjk_point2* sorted, uint32_t count) {
  uint32_t kept = 1;
  for (uint32_t i = 1; i < count; ++i) {
    if (before(sorted[kept - 1], sorted[i])) sorted[kept++] = sorted[i];
  }
  return kept;
}

uint32_t lgjk_hull2(lgjk_point2* points, uint32_t count, lgjk_point2* hull) {
  sort_points(points, count);
  count = drop_duplicates(points, count);
  hull[0] = points[0];
  if (count == 1) return 1;
  uint32_t top = 1;
  for (uint32_t i = 1; i < count; ++i) top = append(hull, 0, top, points[i]);
  const uint32_t rightmost = top - 1;
  for (uint32_t i = count - 1; i-- > 0;) top = append(hull, rightmost, top, points[i]);
  return top - 1;  // the upper chain ended on hull[0] again
}
