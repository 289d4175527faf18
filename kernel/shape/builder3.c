// From one definition to one record of shapes3.h: its members are checked, its core is mapped and reduced to its hull,
// class, radii and vertices.
//
// Radii about the local origin are rounded outwards (bound) and inwards (inner): queries use them to prove that a pair
// is apart or overlapping, so they may be loose but never wrong.
#include "shape/builder3.h"

#include <stdbool.h>
#include <string.h>

#include "shape/definition.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/rounding.h"
#include "shape/stretch3.h"

#define MAX_COORDINATE 1e5
#define MAX_RADIUS_EXPONENT 5
// Far above the rounding errors of these radii, far below what a query could notice.
#define INNER_SHRINK (1.0 - 1e-6)
// Kernels address the pool with signed 32-bit float offsets.
#define MAX_POOL INT32_MAX

int32_t lgjk_builder3_check(const lgjk_shape3_def* def, uint64_t index, lgjk_error* error) {
  if (def->struct_size != sizeof *def) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "struct_size is %u, not %u: was lgjk_shape3_def_init called?",
                     (unsigned)def->struct_size, (unsigned)sizeof *def);
  }
  if (def->kind > LGJK_SHAPE3_CONE) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "kind %u is unknown", (unsigned)def->kind);
  }
  const uint32_t sizes = def->kind == LGJK_SHAPE3_CYLINDER || def->kind == LGJK_SHAPE3_CONE ? 2 : 3;
  int32_t code = def->kind == LGJK_SHAPE3_POINTS
                     ? lgjk_check_points(def->points, def->point_count, def->point_stride, 12, index, error)
                     : lgjk_check_size(def->size, sizes, index, error);
  if (code == LGJK_OK) code = lgjk_check_radius(def->radius, MAX_RADIUS_EXPONENT, index, error);
  if (code == LGJK_OK) code = lgjk_check_map(def->map, 9, index, error);
  return code;
}

// ---------------------------------------------------------------- hulls

static uint32_t hull_core(uint32_t count) {
  if (count == 1) return LGJK_CORE3_POINT;
  if (count == 2) return LGJK_CORE3_SEGMENT;
  if (count <= 4) return LGJK_CORE3_HULL4;
  if (count <= 8) return LGJK_CORE3_HULL8;
  if (count <= 16) return LGJK_CORE3_HULL16;
  return count <= 32 ? LGJK_CORE3_HULL32 : LGJK_CORE3_LARGE;
}

static uint32_t padded_count(uint32_t core, uint32_t count) {
  if (core == LGJK_CORE3_LARGE) return (count + 63u) & ~63u;
  return core >= LGJK_CORE3_HULL4 ? 4u << (core - LGJK_CORE3_HULL4) : 0;
}

uint32_t lgjk_builder3_pool_size(uint32_t count) { return (3 * padded_count(hull_core(count), count) + 15u) & ~15u; }

uint32_t lgjk_builder3_kind(uint32_t core) {
  return core <= LGJK_CORE3_LARGE ? LGJK_SHAPE3_POINTS : LGJK_SHAPE3_BOX + (core - LGJK_CORE3_BOX);
}

static float hull_bound(const lgjk_point3* v, uint32_t count) {
  float bound = 0.0f;
  for (uint32_t i = 0; i < count; ++i) {
    const float length = lgjk_length_up(&v[i].x, 3);
    if (length > bound) bound = length;
  }
  return bound;
}

// HULL*: (x, y, z) in turns; LARGE: all x, all y, all z. Padding repeats the last vertex.
static void write_pool(lgjk_builder3* b, lgjk_shape3* record, const lgjk_point3* v, uint32_t count) {
  float* row = b->pool + b->pool_count;
  const bool large = record->core == LGJK_CORE3_LARGE;
  const uint32_t step = large ? 1 : 3, next = large ? record->padded : 1;
  const uint32_t size = lgjk_builder3_pool_size(count);
  memset(row, 0, size * sizeof *row);
  for (uint32_t i = 0; i < record->padded; ++i) {
    const lgjk_point3 p = v[i < count ? i : count - 1];
    row[step * i] = p.x;
    row[step * i + next] = p.y;
    row[step * i + 2 * next] = p.z;
  }
  record->pool = b->pool_count;
  b->pool_count += size;
}

static int32_t build_hull(lgjk_builder3* b, lgjk_shape3* record, uint32_t count, uint64_t index, lgjk_error* error) {
  double inner;
  const uint32_t vertices = lgjk_hull3(b->points, count, b->scratch, &inner);
  if (vertices > LGJK_MAX_POINTS) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points: the hull has more than %u vertices", LGJK_MAX_POINTS);
  }
  if (vertices > 2 && b->pool_count > MAX_POOL - 3 * LGJK_MAX_POINTS) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points: the set has no room for more hulls");
  }
  record->core = hull_core(vertices);
  record->count = vertices;
  record->padded = padded_count(record->core, vertices);
  record->bound = hull_bound(b->points, vertices);
  record->inner = lgjk_round_down(inner * INNER_SHRINK);
  if (record->core >= LGJK_CORE3_HULL4) {
    write_pool(b, record, b->points, vertices);
  } else {
    memcpy(record->small, &b->points[0], sizeof(lgjk_point3));
    memcpy(record->small + 3, &b->points[vertices - 1], sizeof(lgjk_point3));
  }
  return LGJK_OK;
}

// ---------------------------------------------------------------- points and boxes

static bool in_domain(double x) { return x >= -MAX_COORDINATE && x <= MAX_COORDINATE; }

// Maps p to *out and returns -1, or returns the first axis along which it lands outside the domain. Products of floats
// are exact in double, so a map without shear rounds once. Adding 0 turns -0.0 into 0.0.
static int apply(const float* map, const float* p, lgjk_point3* out) {
  float q[3];
  for (int row = 0; row < 3; ++row) {
    const float* m = map + 3 * row;
    const double sum = (double)m[0] * (double)p[0] + (double)m[1] * (double)p[1] + (double)m[2] * (double)p[2];
    if (!in_domain(sum)) return row;
    q[row] = (float)sum + 0.0f;
  }
  *out = (lgjk_point3){q[0], q[1], q[2]};
  return -1;
}

static int32_t build_points(lgjk_builder3* b, const lgjk_shape3_def* def, lgjk_shape3* record, uint64_t index,
                            lgjk_error* error) {
  const size_t step = (def->point_stride > 0 ? def->point_stride : 12) / sizeof(float);
  for (uint32_t i = 0; i < def->point_count; ++i) {
    const float* p = def->points + i * step;
    for (int axis = 0; axis < 3; ++axis) {
      if (lgjk_is_finite(p[axis])) continue;
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points[%u].%c is not finite", (unsigned)i, "xyz"[axis]);
    }
    const int beyond = apply(def->map, p, &b->points[i]);
    if (beyond >= 0) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points[%u].%c is beyond +-1e5 once mapped", (unsigned)i,
                       "xyz"[beyond]);
    }
  }
  return build_hull(b, record, def->point_count, index, error);
}

static bool is_diagonal(const float* map) {
  for (int i = 0; i < 9; ++i) {
    if (i % 4 != 0 && map[i] != 0.0f) return false;
  }
  return true;
}

static float absolute(float x) { return x < 0.0f ? -x : x; }

// A map without shear, rotation or collapse leaves a box; any other makes it the hull of its eight mapped corners.
static int32_t build_box(lgjk_builder3* b, const lgjk_shape3_def* def, lgjk_shape3* record, uint64_t index,
                         lgjk_error* error) {
  for (int i = 0; i < 8; ++i) {
    float corner[3];
    for (int axis = 0; axis < 3; ++axis) corner[axis] = i >> axis & 1 ? -def->size[axis] : def->size[axis];
    const int beyond = apply(def->map, corner, &b->points[i]);
    if (beyond >= 0) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the box reaches beyond +-1e5 in %c once mapped",
                       "xyz"[beyond]);
    }
  }
  const lgjk_point3 p = b->points[0];
  const float half[3] = {absolute(p.x), absolute(p.y), absolute(p.z)};
  if (!is_diagonal(def->map) || half[0] == 0.0f || half[1] == 0.0f || half[2] == 0.0f) {
    return build_hull(b, record, 8, index, error);
  }
  record->core = LGJK_CORE3_BOX;
  record->count = 8;
  record->bound = lgjk_length_up(half, 3);
  record->inner = half[0] < half[1] ? half[0] : half[1];
  if (half[2] < record->inner) record->inner = half[2];
  memcpy(record->small, half, sizeof half);
  return LGJK_OK;
}

// ---------------------------------------------------------------- ellipsoids, cylinders, cones

// Far below the smallest scale, and far enough above underflow for float32 supports, which divide by the length of a
// direction's image and square it first.
#define SINGULAR_VALUE_MIN 1e-10

static const char* kind_name(uint32_t kind) {
  if (kind == LGJK_SHAPE3_ELLIPSOID) return "ellipsoid";
  return kind == LGJK_SHAPE3_CYLINDER ? "cylinder" : "cone";
}

static double length3(double x, double y, double z) { return lgjk_sqrt(x * x + y * y + z * z); }

// The greatest coordinate of the core along an axis, from that row of its matrix.
static double extent(uint32_t kind, const double* row) {
  if (kind == LGJK_SHAPE3_ELLIPSOID) return length3(row[0], row[1], row[2]);
  return length3(row[0], row[1], 0.0) + (row[2] < 0.0 ? -row[2] : row[2]);
}

// The greatest distance from the origin to a point of the core.
static double farthest(uint32_t kind, const lgjk_matrix3* m) {
  return kind == LGJK_SHAPE3_ELLIPSOID ? lgjk_greatest_stretch(m) : lgjk_rim_stretch(m);
}

// One by the distance from the origin to the nearest plane that touches the core. Under M the half space n . p <= 1
// becomes one at distance 1 / |N n|, N the inverse of M transposed. A ball touches along every unit vector, a cylinder
// along (u, 0) and (0, 0, +-1), a cone along (2 u, 1) and (0, 0, -1), u on the unit circle.
static double nearest_inverse(uint32_t kind, lgjk_matrix3 n) {
  if (kind == LGJK_SHAPE3_ELLIPSOID) return lgjk_greatest_stretch(&n);
  if (kind == LGJK_SHAPE3_CONE) {
    for (int row = 0; row < 3; ++row) n.m[3 * row] *= 2.0, n.m[3 * row + 1] *= 2.0;
    return lgjk_rim_stretch(&n);
  }
  const double base = length3(n.m[2], n.m[5], n.m[8]);
  n.m[2] = n.m[5] = n.m[8] = 0.0;
  const double side = lgjk_greatest_stretch(&n);
  return side > base ? side : base;
}

static int32_t write_matrix(const lgjk_shape3_def* def, lgjk_shape3* record, lgjk_matrix3* matrix, uint64_t index,
                            lgjk_error* error) {
  const float* size = def->size;
  const bool is_round = def->kind != LGJK_SHAPE3_ELLIPSOID;
  const float scale[3] = {size[0], is_round ? size[0] : size[1], is_round ? size[1] : size[2]};
  for (int row = 0; row < 3; ++row) {
    double* m = matrix->m + 3 * row;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
      m[i] = (double)def->map[3 * row + i] * (double)scale[i];
      inside = inside && in_domain(m[i]);
      if (!inside) break;
      record->small[3 * row + i] = (float)m[i] + 0.0f;
      m[i] = (double)record->small[3 * row + i];
    }
    if (inside && in_domain(extent(def->kind, m))) continue;
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the %s reaches beyond +-1e5 in %c once mapped",
                     kind_name(def->kind), "xyz"[row]);
  }
  return LGJK_OK;
}

static int32_t build_smooth(const lgjk_shape3_def* def, lgjk_shape3* record, uint64_t index, lgjk_error* error) {
  lgjk_matrix3 matrix;
  const int32_t code = write_matrix(def, record, &matrix, index, error);
  if (code != LGJK_OK) return code;
  const double signed_volume = lgjk_determinant(record->small);
  const double volume = signed_volume < 0.0 ? -signed_volume : signed_volume;
  const lgjk_matrix3 cofactors = lgjk_cofactors(record->small);
  // Sign and zero of the determinant are exact, so least is 0 exactly where the matrix is singular.
  const double least = volume > 0.0 ? volume / lgjk_greatest_stretch(&cofactors) : 0.0;
  if (!(least >= SINGULAR_VALUE_MIN)) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map: a singular value of the mapped %s is below 1e-10",
                     kind_name(def->kind));
  }
  record->core = LGJK_CORE3_ELLIPSOID + (def->kind - LGJK_SHAPE3_ELLIPSOID);
  record->bound = lgjk_round_up(farthest(def->kind, &matrix));
  record->inner = lgjk_round_down(volume / nearest_inverse(def->kind, cofactors) * INNER_SHRINK);
  return LGJK_OK;
}

int32_t lgjk_builder3_add(lgjk_builder3* b, const lgjk_shape3_def* given, uint32_t index, lgjk_error* error) {
  lgjk_shape3* record = b->shape + index;
  lgjk_shape3_def filled = *given;
  const lgjk_shape3_def* def = &filled;
  lgjk_default_map(filled.map, 3);
  memset(record, 0, sizeof *record);
  int32_t code;
  switch (def->kind) {
    case LGJK_SHAPE3_POINTS:
      code = build_points(b, def, record, index, error);
      break;
    case LGJK_SHAPE3_BOX:
      code = build_box(b, def, record, index, error);
      break;
    default:
      code = build_smooth(def, record, index, error);
      break;
  }
  record->radius = def->radius + 0.0f;
  b->core_mask |= 1u << record->core;
  return code;
}
