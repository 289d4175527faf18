// From one definition to one record of shapes2.h: its members are checked, its core is mapped and reduced to its hull,
// class, radii and vertices.
//
// Radii about the local origin are rounded outwards (bound) and inwards (inner): queries use them to prove that a pair
// is apart or overlapping, so they may be loose but never wrong.
#include "builder2.h"

#include <stdbool.h>
#include <string.h>

#include "error.h"
#include "fpcontrol.h"

#define MAX_COORDINATE 1e6
#define MAX_RADIUS 1e6f
// Far above the rounding errors of these radii in double, far below what a query could notice.
#define INNER_SHRINK (1.0 - 1e-6)
#define OUTER_GROW (1.0 + 0x1p-48)
// Kernels address the pool with signed 32-bit float offsets.
#define MAX_POOL INT32_MAX

// ---------------------------------------------------------------- checks of single members

static bool is_finite(float x) { return x - x == 0.0f; }

static int32_t check_points_member(const lgjk_shape2_def* def, uint64_t index, lgjk_error* error) {
  if (def->points == NULL) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points is NULL");
  if (def->point_count == 0) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "point_count is 0");
  if (def->point_stride % 4 != 0 || (def->point_stride > 0 && def->point_stride < 8)) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "point_stride is %u, not 0 or a multiple of 4 that is at least 8",
                     (unsigned)def->point_stride);
  }
  return LGJK_OK;
}

static int32_t check_size_member(const lgjk_shape2_def* def, uint64_t index, lgjk_error* error) {
  for (int i = 0; i < 2; ++i) {
    if (!is_finite(def->size[i])) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size[%d] is not finite", i);
    if (def->size[i] <= 0.0f) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size[%d] is not above 0", i);
  }
  return LGJK_OK;
}

int32_t lgjk_builder2_check(const lgjk_shape2_def* def, uint64_t index, lgjk_error* error) {
  if (def->struct_size != sizeof *def) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "struct_size is %u, not %u: was lgjk_shape2_def_init called?",
                     (unsigned)def->struct_size, (unsigned)sizeof *def);
  }
  if (def->kind > LGJK_SHAPE2_ELLIPSE) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "kind %u is unknown", (unsigned)def->kind);
  }
  const int32_t code =
      def->kind == LGJK_SHAPE2_POINTS ? check_points_member(def, index, error) : check_size_member(def, index, error);
  if (code != LGJK_OK) return code;
  if (!is_finite(def->radius)) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "radius is not finite");
  if (def->radius < 0.0f) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "radius is negative");
  if (def->radius > MAX_RADIUS) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "radius is above 1e6");
  for (int i = 0; i < 4; ++i) {
    if (!is_finite(def->map[i])) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map[%d] is not finite", i);
  }
  return LGJK_OK;
}

// ---------------------------------------------------------------- rounding outwards and inwards

static float step_bits(float x, uint32_t step) {  // x >= 0: the next float up (1) or down (UINT32_MAX)
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits += step;
  memcpy(&x, &bits, sizeof bits);
  return x;
}

static float round_up(double x) {
  const float f = (float)x;
  return (double)f < x ? step_bits(f, 1u) : f;
}

static float round_down(double x) {
  const float f = (float)x;
  return (double)f > x ? step_bits(f, UINT32_MAX) : f;
}

// The least float that is not below the exact length.
static float length_up(lgjk_point2 p) {
  const double xx = (double)p.x * (double)p.x;
  const double yy = (double)p.y * (double)p.y;
  const float f = (float)lgjk_sqrt(xx + yy);
  const double terms[3] = {xx, yy, -((double)f * (double)f)};
  return lgjk_exact_sign(terms, 3) > 0 ? step_bits(f, 1u) : f;
}

float lgjk_sum_up(float a, float b) {
  const double sum = (double)a + (double)b;
  const float f = (float)sum;
  const double terms[3] = {(double)a, (double)b, -(double)f};
  return lgjk_exact_sign(terms, 3) > 0 ? step_bits(f, 1u) : f;
}

static float polygon_bound(const lgjk_point2* v, uint32_t count) {
  float bound = 0.0f;
  for (uint32_t i = 0; i < count; ++i) {
    const float length = length_up(v[i]);
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
  return round_down(inner * INNER_SHRINK);
}

// ---------------------------------------------------------------- records

static uint32_t polygon_core(uint32_t count) {
  if (count == 1) return LGJK_CORE2_POINT;
  if (count == 2) return LGJK_CORE2_SEGMENT;
  if (count <= 4) return LGJK_CORE2_POLYGON4;
  return count <= 8 ? LGJK_CORE2_POLYGON8 : LGJK_CORE2_LARGE;
}

static uint32_t round16(uint32_t n) { return (n + 15u) & ~15u; }

// Pieces {x x x x y y y y} of four vertices each.
static void write_row(float* row, const lgjk_point2* v, uint32_t count) {
  for (uint32_t i = 0; i < 8; ++i) {
    const lgjk_point2 p = v[i < count ? i : count - 1];
    float* piece = row + 8 * (i / 4) + i % 4;
    piece[0] = p.x;
    piece[4] = p.y;
  }
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
    write_row(record->row, v, count);
  }
  if (record->core == LGJK_CORE2_POINT || record->core == LGJK_CORE2_SEGMENT) {
    const lgjk_point2 last = v[count - 1];
    const float small[4] = {v[0].x, v[0].y, last.x, last.y};
    memcpy(record->small, small, sizeof small);
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
      if (is_finite(p[axis])) continue;
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
  record->bound = length_up(half);
  record->inner = half.x < half.y ? half.x : half.y;
  record->small[0] = half.x;
  record->small[1] = half.y;
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
    record->small[i] = (float)entry + 0.0f;
  }
  const double xx = (double)record->small[0], xy = (double)record->small[1];
  const double yx = (double)record->small[2], yy = (double)record->small[3];
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
  record->bound = round_up(major * OUTER_GROW);
  record->inner = round_down(minor * INNER_SHRINK);
  if (minor >= SEMI_AXIS_MIN) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map: a semi-axis of the mapped ellipse is below 1e-12");
}

int32_t lgjk_builder2_add(lgjk_builder2* b, const lgjk_shape2_def* def, uint32_t index, lgjk_error* error) {
  lgjk_shape2* record = b->shape + index;
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
