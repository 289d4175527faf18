// The parts of a record that only 2D has: rings of vertices and ellipses.
#include <string.h>

#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/builder.h"
#include "shape/exact.h"

// Far above the rounding errors of outer radii in double, far below what a query could notice.
#define OUTER_GROW (1.0 + 0x1p-48)

// Returns the least distance from the origin to an edge line if the origin lies strictly inside, else 0.
static double polygon_inner(const lgjk_point2* v, uint32_t count) {
  if (count < 3) return 0.0;
  double inner = 1e300;
  for (uint32_t i = 0; i < count; ++i) {
    const lgjk_point2 p = v[i], q = v[i + 1 < count ? i + 1 : 0];
    const double cross = (double)p.x * (double)q.y - (double)p.y * (double)q.x;
    if (!(cross > 0.0)) return 0.0;
    const double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
    const double distance = cross / lgjk_sqrt(ex * ex + ey * ey);
    if (distance < inner) inner = distance;
  }
  return inner;
}

int32_t lgjk_builder2_find_hull(lgjk_builder2* b, uint32_t* count, double* inner, uint64_t index, lgjk_error* error) {
  lgjk_point2* hull = b->scratch;
  *count = lgjk_hull2(b->points, *count, hull);
  if (*count > LGJK_MAX_POINTS) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points: the hull has %u vertices, more than %u", (unsigned)*count,
                     LGJK_MAX_POINTS);
  }
  memcpy(b->points, hull, *count * sizeof *hull);
  *inner = polygon_inner(hull, *count);
  return LGJK_OK;
}

// case2/edges.h relies on these limits of a ring, which are far above what float can resolve. They are the
// shortest edge, so that no product vanishes, and the sine of the flattest angle, 67 u.
#define RING_EDGE_MIN 1e-9
#define RING_TURN_MIN 4e-6

// Returns true if the ring turns to the left at each vertex, between edges that are not too short.
static bool turns_clearly(const lgjk_point2* v, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const lgjk_point2 p = v[i], q = v[(i + 1) % count], r = v[(i + 2) % count];
    const double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
    const double fx = (double)r.x - (double)q.x, fy = (double)r.y - (double)q.y;
    const double e = lgjk_sqrt(ex * ex + ey * ey), f = lgjk_sqrt(fx * fx + fy * fy);
    if (e < RING_EDGE_MIN || !(ex * fy - ey * fx >= RING_TURN_MIN * e * f)) return false;
  }
  return count >= 3;
}

// Returns the first of the vertices that are the farthest along the middle of the octant.
static uint32_t vertex_of_octant(const lgjk_point2* v, uint32_t count, uint32_t octant) {
  const double longer = 0.92387953251128674, shorter = 0.38268343236508977; // cosine, sine of 22.5 degrees
  const double x = octant & 4 ? shorter : longer, y = octant & 4 ? longer : shorter;
  const double dx = octant & 1 ? -x : x, dy = octant & 2 ? -y : y;
  uint32_t farthest = 0;
  double most = -1e300;
  for (uint32_t i = 0; i < count; ++i) {
    const double h = dx * (double)v[i].x + dy * (double)v[i].y;
    if (h > most) {
      most = h;
      farthest = i;
    }
  }
  return farthest;
}

static void write_octants(lgjk_shape2* record, const lgjk_point2* v, uint32_t count) {
  if (!turns_clearly(v, count)) return;
  uint32_t bits = 0;
  for (uint32_t octant = 0; octant < LGJK_OCTANTS2; ++octant) {
    bits |= vertex_of_octant(v, count, octant) << 3 * octant;
  }
  for (int i = 0; i < 3; ++i) record->octants[LGJK_OCTANT_BYTE2(i)] = (uint8_t)(bits >> 8 * i);
}

// Writes all vertices in turn to earlier, before, row and after, beginning with the last but one.
void lgjk_record2_write_row(lgjk_shape2* record, const lgjk_point2* v, uint32_t count) {
  if (count > 2) memcpy(record->earlier, &v[count - 2], sizeof record->earlier);
  write_octants(record, v, count);
  memcpy(record->before, &v[count - 1], sizeof record->before);
  for (uint32_t i = 0; i < 8; ++i) memcpy(record->row + 2 * i, &v[i % count], 8);
  for (uint32_t i = 8; i < 10; ++i) memcpy(record->after + 2 * (i - 8), &v[i % count], 8);
}

// Products of two floats are exact in double.
double lgjk_record2_determinant(const float map[4]) {
  return (double)map[0] * (double)map[3] - (double)map[1] * (double)map[2];
}

// The least semi-axis. A smaller one would make float32 supports across the ellipse divide by what has underflowed.
#define SEMI_AXIS_MIN 1e-12

// Writes the matrix that maps the unit disc to the core. Its singular values are the semi-axes. The greater is computed
// as a sum of two lengths. The smaller comes from the determinant, which is rounded only once and so is 0 exactly where
// the matrix is singular.
int32_t lgjk_record2_write_curved(lgjk_shape2* record, const lgjk_shape2_def* def, uint64_t index, lgjk_error* error) {
  for (int i = 0; i < 4; ++i) {
    const double entry = (double)def->map[i] * (double)def->size[i % 2];
    if (!lgjk_in_reach(entry)) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the ellipse reaches beyond +-1e6 in %c once mapped",
                       "xy"[i / 2]);
    }
    record->row[i] = (float)entry + 0.0f;
  }
  const double xx = (double)record->row[0], xy = (double)record->row[1];
  const double yx = (double)record->row[2], yy = (double)record->row[3];
  const double extent_x = lgjk_sqrt(xx * xx + xy * xy), extent_y = lgjk_sqrt(yx * yx + yy * yy);
  if (!lgjk_in_reach(extent_x) || !lgjk_in_reach(extent_y)) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the ellipse reaches beyond +-1e6 in %c once mapped",
                     lgjk_in_reach(extent_x) ? 'y' : 'x');
  }
  const double e = xx + yy, f = xx - yy, g = yx + xy, h = yx - xy;
  const double major = 0.5 * (lgjk_sqrt(e * e + h * h) + lgjk_sqrt(f * f + g * g));
  const double area = xx * yy - xy * yx;
  const double minor = major > 0.0 ? (area < 0.0 ? -area : area) / major : 0.0;
  record->core = LGJK_CORE2_ELLIPSE;
  record->bound = lgjk_round_up(major * OUTER_GROW);
  record->inner = lgjk_round_down(minor * LGJK_INNER_SHRINK);
  if (minor >= SEMI_AXIS_MIN) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map: a semi-axis of the mapped ellipse is below 1e-12");
}
