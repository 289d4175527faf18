// From one definition to one record of shapes2.h: its members are checked, its core is mapped and reduced to its hull,
// class, radii and vertices.
//
// Radii about the local origin are rounded outwards (bound) and inwards (inner): queries use them to prove that a pair
// is apart or overlapping, so they may be loose but never wrong.
#include "shape/builder2.h"

#include <stdbool.h>
#include <string.h>

#include "shape/definition.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/rounding.h"

#define MAX_COORDINATE 1e6
#define MAX_RADIUS_EXPONENT 6
// Far above the rounding errors of these radii in double, far below what a query could notice.
#define INNER_SHRINK (1.0 - 1e-6)
#define OUTER_GROW (1.0 + 0x1p-48)
// Kernels address the pool with signed 32-bit float offsets.
#define MAX_POOL INT32_MAX

// ---------------------------------------------------------------- checks of single members

int32_t lgjk_builder2_check(const lgjk_shape2_def* def, uint64_t index, lgjk_error* error) {
  if (def->struct_size != sizeof *def) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "struct_size is %u, not %u: was lgjk_shape2_def_init called?",
                     (unsigned)def->struct_size, (unsigned)sizeof *def);
  }
  if (def->kind > LGJK_SHAPE2_ELLIPSE) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "kind %u is unknown", (unsigned)def->kind);
  }
  int32_t code = def->kind == LGJK_SHAPE2_POINTS
                     ? lgjk_check_points(def->points, def->point_count, def->point_stride, 8, index, error)
                     : lgjk_check_size(def->size, 2, index, error);
  if (code == LGJK_OK) code = lgjk_check_radius(def->radius, MAX_RADIUS_EXPONENT, index, error);
  if (code == LGJK_OK) code = lgjk_check_map(def->map, 4, index, error);
  return code;
}

// ---------------------------------------------------------------- radii

static float polygon_bound(const lgjk_point2* v, uint32_t count) {
  float bound = 0.0f;
  for (uint32_t i = 0; i < count; ++i) {
    const float length = lgjk_length_up(&v[i].x, 2);
    if (length > bound) bound = length;
  }
  return bound;
}

// Least distance from the origin to an edge line, if the origin lies strictly inside.
static float polygon_inner(const lgjk_point2* v, uint32_t count) {
  if (count < 3) return 0.0f;
  double inner = 1e300;
  for (uint32_t i = 0; i < count; ++i) {
    const lgjk_point2 p = v[i], q = v[i + 1 < count ? i + 1 : 0];
    const double cross = (double)p.x * (double)q.y - (double)p.y * (double)q.x;
    if (!(cross > 0.0)) return 0.0f;
    const double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
    const double distance = cross / lgjk_sqrt(ex * ex + ey * ey);
    if (distance < inner) inner = distance;
  }
  return lgjk_round_down(inner * INNER_SHRINK);
}

// ---------------------------------------------------------------- records

static uint32_t polygon_core(uint32_t count) {
  if (count == 1) return LGJK_CORE2_POINT;
  if (count == 2) return LGJK_CORE2_SEGMENT;
  if (count <= 4) return LGJK_CORE2_POLYGON4;
  return count <= 8 ? LGJK_CORE2_POLYGON8 : LGJK_CORE2_LARGE;
}

static uint32_t round16(uint32_t n) { return (n + 15u) & ~15u; }

// before, row and after: all vertices in turn, beginning with the last.
static void write_ring(lgjk_shape2* record, const lgjk_point2* v, uint32_t count) {
  memcpy(record->before, &v[count - 1], sizeof record->before);
  for (uint32_t i = 0; i < 8; ++i) memcpy(record->row + 2 * i, &v[i % count], 8);
  for (uint32_t i = 8; i < 10; ++i) memcpy(record->after + 2 * (i - 8), &v[i % count], 8);
}

static void write_pool(lgjk_builder2* b, lgjk_shape2* record, const lgjk_point2* v, uint32_t count) {
  record->pool = b->pool_count;
  record->padded = round16(count);
  float* x = b->pool + b->pool_count;
  float* y = x + record->padded;
  for (uint32_t i = 0; i < record->padded; ++i) {
    const lgjk_point2 p = v[i < count ? i : count - 1];
    x[i] = p.x;
    y[i] = p.y;
  }
  b->pool_count += 2 * record->padded;
}

static void write_polygon(lgjk_builder2* b, lgjk_shape2* record, const lgjk_point2* v, uint32_t count) {
  record->kind = LGJK_SHAPE2_POINTS;
  record->core = polygon_core(count);
  record->count = count;
  record->bound = polygon_bound(v, count);
  record->inner = polygon_inner(v, count);
  if (record->core == LGJK_CORE2_LARGE) {
    write_pool(b, record, v, count);
  } else {
    write_ring(record, v, count);
  }
}

// ---------------------------------------------------------------- one definition

typedef struct mapped {
  double x, y;
} mapped;

// Products of floats are exact in double, so the sum is rounded once.
static mapped apply(const float* map, float x, float y) {
  const double px = (double)x, py = (double)y;
  return (mapped){(double)map[0] * px + (double)map[1] * py, (double)map[2] * px + (double)map[3] * py};
}

static bool in_domain(double x) { return x >= -MAX_COORDINATE && x <= MAX_COORDINATE; }

// Adding 0 turns -0.0 into 0.0.
static lgjk_point2 to_point(mapped m) { return (lgjk_point2){(float)m.x + 0.0f, (float)m.y + 0.0f}; }

static int32_t build_hull(lgjk_builder2* b, lgjk_shape2* record, uint32_t count, uint64_t index, lgjk_error* error) {
  const uint32_t vertices = lgjk_hull2(b->points, count, b->hull);
  if (vertices > LGJK_MAX_POINTS) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points: the hull has %u vertices, more than %u",
                     (unsigned)vertices, LGJK_MAX_POINTS);
  }
  if (vertices > 8 && b->pool_count > MAX_POOL - 2 * LGJK_MAX_POINTS) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points: the set has no room for more large hulls");
  }
  write_polygon(b, record, b->hull, vertices);
  return LGJK_OK;
}

static int32_t build_points(lgjk_builder2* b, const lgjk_shape2_def* def, lgjk_shape2* record, uint64_t index,
                            lgjk_error* error) {
  const size_t step = (def->point_stride > 0 ? def->point_stride : 8) / sizeof(float);
  for (uint32_t i = 0; i < def->point_count; ++i) {
    const float* p = def->points + i * step;
    for (int axis = 0; axis < 2; ++axis) {
      if (lgjk_is_finite(p[axis])) continue;
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points[%u].%c is not finite", (unsigned)i, "xy"[axis]);
    }
    const mapped m = apply(def->map, p[0], p[1]);
    if (!in_domain(m.x) || !in_domain(m.y)) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points[%u].%c is beyond +-1e6 once mapped", (unsigned)i,
                       in_domain(m.x) ? 'y' : 'x');
    }
    b->points[i] = to_point(m);
  }
  return build_hull(b, record, def->point_count, index, error);
}

// A map without shear, rotation or collapse leaves a box; any other makes it the polygon of its four mapped corners.
static int32_t build_box(lgjk_builder2* b, const lgjk_shape2_def* def, lgjk_shape2* record, uint64_t index,
                         lgjk_error* error) {
  const float hx = def->size[0], hy = def->size[1];
  const float corner[4][2] = {{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}};
  for (int i = 0; i < 4; ++i) {
    const mapped m = apply(def->map, corner[i][0], corner[i][1]);
    if (!in_domain(m.x) || !in_domain(m.y)) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the box reaches beyond +-1e6 in %c once mapped",
                       in_domain(m.x) ? 'y' : 'x');
    }
    b->points[i] = to_point(m);
  }
  const lgjk_point2 p = b->points[2];
  const lgjk_point2 half = {p.x < 0.0f ? -p.x : p.x, p.y < 0.0f ? -p.y : p.y};
  const bool diagonal = def->map[1] == 0.0f && def->map[2] == 0.0f;
  if (!diagonal || half.x == 0.0f || half.y == 0.0f) return build_hull(b, record, 4, index, error);
  record->kind = LGJK_SHAPE2_BOX;
  record->core = LGJK_CORE2_BOX;
  record->count = 4;
  record->bound = lgjk_length_up(&half.x, 2);
  record->inner = half.x < half.y ? half.x : half.y;
  record->row[0] = half.x;
  record->row[1] = half.y;
  return LGJK_OK;
}

// Below this, float32 supports of a direction across the ellipse would divide by what has underflowed.
#define SEMI_AXIS_MIN 1e-12

// The matrix whose image of the unit disc is the core. Its singular values are the semi-axes: the greater as a sum of
// two lengths, the smaller by the determinant, which is rounded only once and so is 0 exactly where the matrix is
// singular.
static int32_t build_ellipse(const lgjk_shape2_def* def, lgjk_shape2* record, uint64_t index, lgjk_error* error) {
  for (int i = 0; i < 4; ++i) {
    const double entry = (double)def->map[i] * (double)def->size[i % 2];
    if (!in_domain(entry)) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the ellipse reaches beyond +-1e6 in %c once mapped",
                       "xy"[i / 2]);
    }
    record->row[i] = (float)entry + 0.0f;
  }
  const double xx = (double)record->row[0], xy = (double)record->row[1];
  const double yx = (double)record->row[2], yy = (double)record->row[3];
  const double extent_x = lgjk_sqrt(xx * xx + xy * xy), extent_y = lgjk_sqrt(yx * yx + yy * yy);
  if (!in_domain(extent_x) || !in_domain(extent_y)) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the ellipse reaches beyond +-1e6 in %c once mapped",
                     in_domain(extent_x) ? 'y' : 'x');
  }
  const double e = xx + yy, f = xx - yy, g = yx + xy, h = yx - xy;
  const double major = 0.5 * (lgjk_sqrt(e * e + h * h) + lgjk_sqrt(f * f + g * g));
  const double area = xx * yy - xy * yx;
  const double minor = major > 0.0 ? (area < 0.0 ? -area : area) / major : 0.0;
  record->kind = LGJK_SHAPE2_ELLIPSE;
  record->core = LGJK_CORE2_ELLIPSE;
  record->bound = lgjk_round_up(major * OUTER_GROW);
  record->inner = lgjk_round_down(minor * INNER_SHRINK);
  if (minor >= SEMI_AXIS_MIN) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map: a semi-axis of the mapped ellipse is below 1e-12");
}

int32_t lgjk_builder2_add(lgjk_builder2* b, const lgjk_shape2_def* given, uint32_t index, lgjk_error* error) {
  lgjk_shape2* record = b->shape + index;
  lgjk_shape2_def filled = *given;
  const lgjk_shape2_def* def = &filled;
  lgjk_default_map(filled.map, 2);
  memset(record, 0, sizeof *record);
  int32_t code;
  switch (def->kind) {
    case LGJK_SHAPE2_POINTS:
      code = build_points(b, def, record, index, error);
      break;
    case LGJK_SHAPE2_BOX:
      code = build_box(b, def, record, index, error);
      break;
    default:
      code = build_ellipse(def, record, index, error);
      break;
  }
  record->radius = def->radius + 0.0f;
  b->core_mask |= 1u << record->core;
  return code;
}
