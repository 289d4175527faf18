// The parts of a record that only 3D has: points and segments, ellipsoids, cylinders and cones.
#include <string.h>

#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/builder.h"
#include "shape/exact.h"
#include "shape/pool3.h"

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

// ---------------------------------------------------------------- how far a linear map stretches

// Finds the greatest stretch by powers of a matrix. The greatest eigenvalue of a symmetric, positive semidefinite G is
// at most trace(G^n)^(1/n), and at least that divided by 3^(1/n). So squaring G forty times, n = 2^40, leaves 1e-12.
// Each square is divided by its trace, so nothing overflows; each root halves the rounding errors before it.
#define SQUARINGS 40
#define OUTER_GROW (1.0 + 0x1p-44) // far above the rounding errors on the way
#define CIRCLE_GROW 0x1p-50        // the roundings of b1 and of b2, over |b|^2
#define CIRCLE_HALVINGS 48

// A matrix by rows, entries as small and as large as products of two floats.
typedef struct matrix3 {
  double m[9];
} matrix3;

typedef struct symmetric {
  double xx, yy, zz, xy, xz, yz;
} symmetric;

static symmetric gram(const double* m) {
  symmetric g;
  g.xx = m[0] * m[0] + m[3] * m[3] + m[6] * m[6];
  g.yy = m[1] * m[1] + m[4] * m[4] + m[7] * m[7];
  g.zz = m[2] * m[2] + m[5] * m[5] + m[8] * m[8];
  g.xy = m[0] * m[1] + m[3] * m[4] + m[6] * m[7];
  g.xz = m[0] * m[2] + m[3] * m[5] + m[6] * m[8];
  g.yz = m[1] * m[2] + m[4] * m[5] + m[7] * m[8];
  return g;
}

static symmetric square(symmetric g) {
  symmetric s;
  s.xx = g.xx * g.xx + g.xy * g.xy + g.xz * g.xz;
  s.yy = g.xy * g.xy + g.yy * g.yy + g.yz * g.yz;
  s.zz = g.xz * g.xz + g.yz * g.yz + g.zz * g.zz;
  s.xy = g.xx * g.xy + g.xy * g.yy + g.xz * g.yz;
  s.xz = g.xx * g.xz + g.xy * g.yz + g.xz * g.zz;
  s.yz = g.xy * g.xz + g.yy * g.yz + g.yz * g.zz;
  return s;
}

// Divides by the trace and returns it. It is above 0: matrices here are of cores that have a volume.
static double normalize(symmetric* g) {
  const double trace = g->xx + g->yy + g->zz;
  g->xx /= trace, g->yy /= trace, g->zz /= trace;
  g->xy /= trace, g->xz /= trace, g->yz /= trace;
  return trace;
}

static double greatest_eigenvalue(symmetric g) {
  double trace[SQUARINGS + 1];
  trace[0] = normalize(&g);
  for (int i = 1; i <= SQUARINGS; ++i) {
    g = square(g);
    trace[i] = normalize(&g);
  }
  double root = 1.0;
  for (int i = SQUARINGS; i > 0; --i) root = lgjk_sqrt(trace[i] * root);
  return trace[0] * root;
}

// Returns the greatest singular value, rounded up by at most 1e-12 of itself.
static double greatest_stretch(const matrix3* a) { return lgjk_sqrt(greatest_eigenvalue(gram(a->m))) * OUTER_GROW; }

// Returns the greatest value of u . G u + 2 b . u on the unit circle, or next to nothing more. For each t > 0
//   p + t + b1 / t + b2 / (t + p - q)
// is as great or greater, and the least of these is the value (Gander, Golub, von Matt 1989). p >= q are the
// eigenvalues of G, b1 and b2 the squares of the parts of b along its axes. There both last terms' derivatives are -1
// together, so t is |b| at most.
static double greatest_on_circle(double xx, double yy, double xy, double bx, double by) {
  const double d = 0.5 * (xx - yy), half = lgjk_sqrt(d * d + xy * xy), square = bx * bx + by * by;
  const double turned = half > 0.0 ? (d * (bx * bx - by * by) + 2.0 * xy * bx * by) / half : square;
  const double b1 = 0.5 * (square + turned) + CIRCLE_GROW * square, b2 = 0.5 * (square - turned) + CIRCLE_GROW * square;
  const double greatest = 0.5 * (xx + yy) + half, gap = 2.0 * half;
  double from = 0.0, to = lgjk_sqrt(b1 + b2);
  if (!(to > 0.0)) return greatest;
  for (int i = 0; i < CIRCLE_HALVINGS; ++i) {
    const double t = 0.5 * (from + to), far = t + gap;
    if (b1 / (t * t) + b2 / (far * far) > 1.0) {
      from = t;
    } else {
      to = t;
    }
  }
  return greatest + to + b1 / to + b2 / (to + gap);
}

// Returns the greatest length of M (u + axis), u in the unit disc across local z, rounded up by at most 1e-12 of
// itself. The matrix is M except for its third column, which holds M axis: z in |A u + z|^2 = |A u|^2 + 2 u . At z +
// |z|^2.
static double rim_stretch(const matrix3* a) {
  const symmetric g = gram(a->m);
  return lgjk_sqrt(greatest_on_circle(g.xx, g.yy, g.xy, g.xz, g.yz) + g.zz) * OUTER_GROW;
}

// Returns the cofactors of a matrix of floats, which over its determinant are the inverse transposed. Products of
// floats are exact in double, so each difference is rounded once.
static matrix3 cofactors_of(const float m[9]) {
  matrix3 c;
  for (int row = 0; row < 3; ++row) {
    const float* p = m + 3 * ((row + 1) % 3);
    const float* q = m + 3 * ((row + 2) % 3);
    for (int column = 0; column < 3; ++column) {
      const int i = (column + 1) % 3, j = (column + 2) % 3;
      c.m[3 * row + column] = (double)p[i] * (double)q[j] - (double)p[j] * (double)q[i];
    }
  }
  return c;
}

// Returns the determinant, off by less than 2^-48 of itself.
double lgjk_record3_determinant(const float m[9]) {
  double terms[12];
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    lgjk_exact_product((double)m[i] * (double)m[3 + j], m[6 + k], terms + 4 * i);
    lgjk_exact_product(-(double)m[i] * (double)m[3 + k], m[6 + j], terms + 4 * i + 2);
  }
  return lgjk_exact_sum(terms, 12);
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

// Returns one over the distance from the origin to the nearest plane that touches the core. M maps the half space n . p
// <= 1 to one at distance 1 / |N n|, N being the inverse of M transposed. A ball touches along every unit vector. A
// cylinder touches along (u, 0) and (0, 0, +-1), a cone along (2 u, 1) and (0, 0, -1), u on the unit circle.
static double nearest_inverse(uint32_t kind, matrix3 n) {
  if (kind == LGJK_SHAPE3_ELLIPSOID) return greatest_stretch(&n);
  if (kind == LGJK_SHAPE3_CONE) {
    for (int row = 0; row < 3; ++row) n.m[3 * row] *= 2.0, n.m[3 * row + 1] *= 2.0;
    return rim_stretch(&n);
  }
  const double base = length3(n.m[2], n.m[5], n.m[8]);
  n.m[2] = n.m[5] = n.m[8] = 0.0;
  const double side = greatest_stretch(&n);
  return side > base ? side : base;
}

static int32_t write_matrix(const lgjk_shape3_def* def, lgjk_shape3* record, matrix3* matrix, uint64_t index,
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

int32_t lgjk_record3_write_curved(lgjk_shape3* record, const lgjk_shape3_def* def, uint64_t index, lgjk_error* error) {
  matrix3 matrix;
  LGJK_TRY(write_matrix(def, record, &matrix, index, error));
  const double signed_volume = lgjk_record3_determinant(record->small);
  const double volume = signed_volume < 0.0 ? -signed_volume : signed_volume;
  const matrix3 cofactors = cofactors_of(record->small);
  // Sign and zero of the determinant are exact, so least is 0 exactly where the matrix is singular.
  const double least = volume > 0.0 ? volume / greatest_stretch(&cofactors) : 0.0;
  if (!(least >= SINGULAR_VALUE_MIN)) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map: a singular value of the mapped %s is below 1e-10",
                     kind_name(def->kind));
  }
  record->core = LGJK_CORE3_ELLIPSOID + (def->kind - LGJK_SHAPE3_ELLIPSOID);
  record->bound = lgjk_round_up(def->kind == LGJK_SHAPE3_ELLIPSOID ? greatest_stretch(&matrix) : rim_stretch(&matrix));
  record->inner = lgjk_round_down(volume / nearest_inverse(def->kind, cofactors) * LGJK_INNER_SHRINK);
  return LGJK_OK;
}
