// The parts of a record that only 3D has: points and segments, faces of hulls, ellipsoids, cylinders and cones.
#include <string.h>

#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/builder.h"
#include "shape/grid3.h"
#include "shape/rounding.h"
#include "shape/stretch3.h"

int32_t lgjk_builder3_find_hull(lgjk_builder3* b, uint32_t* count, double* inner, uint64_t index, lgjk_error* error) {
  *count = lgjk_hull3(b->points, *count, b->scratch, inner);
  if (*count <= LGJK_MAX_POINTS) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points: the hull has more than %u vertices", LGJK_MAX_POINTS);
}

void lgjk_record3_write_row(lgjk_shape3* record, const lgjk_point3* v, uint32_t count) {
  memcpy(record->small, &v[0], sizeof *v);
  memcpy(record->small + 3, &v[count - 1], sizeof *v);
}

// ---------------------------------------------------------------- grids and cells of hulls

uint32_t lgjk_record3_extra_size(uint32_t core, uint32_t count) {
  if (core == LGJK_CORE3_LARGE) return lgjk_cells3_most(count);
  return lgjk_core3_has_grid(core) ? LGJK_GRID_WORDS : 0;
}

static uint32_t write_grid(lgjk_shape3* record, const float (*vertex)[3], float* grid) {
  uint32_t words[LGJK_GRID_WORDS];
  record->fineness = lgjk_grid_fineness(record->bound);
  lgjk_grid_write(vertex, record->count, record->fineness, words);
  memcpy(grid, words, sizeof words);
  return LGJK_GRID_WORDS;
}

uint32_t lgjk_record3_write_extra(lgjk_shape3* record, const lgjk_point3* v, float* to) {
  float vertex[LGJK_MAX_POINTS][3];
  const float(*first)[3] = (const float(*)[3])vertex;
  memcpy(vertex, v, record->count * sizeof *v);
  if (lgjk_core3_has_grid(record->core)) return write_grid(record, first, to);
  if (record->core != LGJK_CORE3_LARGE) return 0;
  return lgjk_cells3_write(first, record->count, &record->cells, (uint32_t*)(void*)to);
}

// ---------------------------------------------------------------- faces of hulls

static uint32_t units_of(uint32_t faces, uint32_t loop_bytes) {
  return faces + (loop_bytes + LGJK_FACE_UNIT - 1) / LGJK_FACE_UNIT;
}

// A hull of triangles has the most faces and edges, and more than a polygon with its two sides.
uint32_t lgjk_record3_face_units(uint32_t count) { return count < 3 ? 0 : units_of(2 * count - 4, 6 * count - 12); }

void lgjk_record3_write_faces(lgjk_builder3* b, lgjk_shape3* record, const lgjk_point3* v) {
  const lgjk_loops3 loops = lgjk_hull3_loops(b->scratch);
  const uint32_t bytes = loops.start[loops.count], units = units_of(loops.count, bytes);
  b->face_units += units;
  record->faces = b->face_units;
  record->face_count = loops.count;
  lgjk_face3* face = (lgjk_face3*)(void*)b->pool - record->faces;
  memset(face, 0, (size_t)units * LGJK_FACE_UNIT);
  uint8_t* vertex = (uint8_t*)(face + loops.count);
  for (uint32_t i = 0; i < bytes; ++i) vertex[i] = (uint8_t)loops.vertex[i];
  for (uint32_t f = 0; f < loops.count; ++f) {
    face[f].start = (uint16_t)loops.start[f];
    face[f].count = (uint16_t)(loops.start[f + 1] - loops.start[f]);
    lgjk_hull3_normal(v, loops.vertex + loops.start[f], face[f].count, face[f].normal);
  }
}

// ---------------------------------------------------------------- ellipsoids, cylinders, cones

// The least singular value. It is far below the smallest scale. It is far enough above underflow for float32 supports,
// which divide by the length of a direction's image and square it first.
#define SINGULAR_VALUE_MIN 1e-10

static const char* kind_name(uint32_t kind) {
  if (kind == LGJK_SHAPE3_ELLIPSOID) return "ellipsoid";
  return kind == LGJK_SHAPE3_CYLINDER ? "cylinder" : "cone";
}

static double length3(double x, double y, double z) { return lgjk_sqrt(x * x + y * y + z * z); }

// Returns the greatest coordinate of the core along an axis. `row`: that row of its matrix.
static double extent(uint32_t kind, const double* row) {
  if (kind == LGJK_SHAPE3_ELLIPSOID) return length3(row[0], row[1], row[2]);
  return length3(row[0], row[1], 0.0) + (row[2] < 0.0 ? -row[2] : row[2]);
}

// Returns the greatest distance from the origin to a point of the core.
static double farthest(uint32_t kind, const lgjk_matrix3* m) {
  return kind == LGJK_SHAPE3_ELLIPSOID ? lgjk_greatest_stretch(m) : lgjk_rim_stretch(m);
}

// Returns one over the distance from the origin to the nearest plane that touches the core. M maps the half space n . p
// <= 1 to one at distance 1 / |N n|, N being the inverse of M transposed. A ball touches along every unit vector. A
// cylinder touches along (u, 0) and (0, 0, +-1), a cone along (2 u, 1) and (0, 0, -1), u on the unit circle.
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
      inside = lgjk_in_reach(m[i]);
      if (!inside) break;
      record->small[3 * row + i] = (float)m[i] + 0.0f;
      m[i] = (double)record->small[3 * row + i];
    }
    if (inside && lgjk_in_reach(extent(def->kind, m))) continue;
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size: the %s reaches beyond +-1e5 in %c once mapped",
                     kind_name(def->kind), "xyz"[row]);
  }
  return LGJK_OK;
}

double lgjk_record3_determinant(const float map[9]) { return lgjk_determinant(map); }

int32_t lgjk_record3_write_curved(lgjk_shape3* record, const lgjk_shape3_def* def, uint64_t index, lgjk_error* error) {
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
  record->inner = lgjk_round_down(volume / nearest_inverse(def->kind, cofactors) * LGJK_INNER_SHRINK);
  return LGJK_OK;
}
