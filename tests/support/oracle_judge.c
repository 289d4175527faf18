// What the oracles of 2D and 3D do alike: shapes read back from the library, what rounding may cost, and the judgement
// of an answer. Compiled once for each dimension.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dim_names.h"
#include "oracle.h"

// ---------------------------------------------------------------- rounding

long double oracleN_epsilon(void) {
  volatile long double one = 1, sum = one + 0x1p-60L;
  return sum == one ? 0x1p-53L : 0x1p-64L;
}

static long double half_ulp(float x) {
  int exponent;
  if (x == 0) return 0;
  frexpf(x, &exponent);
  return ldexpl(1, (exponent < -125 ? -125 : exponent) - 25);
}

static long double length_of(const long double v[DIM]) {
  long double square = 0;
  for (int k = 0; k < DIM; ++k) square += v[k] * v[k];
  return sqrtl(square);
}

long double oracleN_half_ulp(const float* point) {
  long double half[DIM];
  for (int k = 0; k < DIM; ++k) half[k] = half_ulp(point[k]);
  return length_of(half);
}

// ---------------------------------------------------------------- judgement

bool oracleN_misclassified(const oracleN_bounds* truth, long double band, uint8_t status) {
  if (truth->lower > band) return status == LGJK_STATUS_OVERLAPPING;
  if (truth->upper < -band) return status != LGJK_STATUS_OVERLAPPING;
  return false;
}

// In 2D the bounds of the truth are close; in 3D the least error that they leave.
static long double distance_error(const oracleN_bounds* truth, float distance) {
#if DIM == 2
  return fabsl(distance - fmaxl(0, (truth->lower + truth->upper) / 2));
#else
  long double short_by = fmaxl(0, truth->lower) - distance, long_by = distance - fmaxl(0, truth->upper);
  return fmaxl(0, fmaxl(short_by, long_by));
#endif
}

oracleN_judgement oracleN_judge(const oracleN_body* a, const oracleN_body* b, const oracleN_bounds* truth,
                                uint8_t status, float distance, const float* point_a, const float* point_b) {
  oracleN_judgement judgement;
  long double band = oracleN_band(a, b), apart[DIM];
  long double slack_a = oracleN_half_ulp(point_a), slack_b = oracleN_half_ulp(point_b);
  for (int k = 0; k < DIM; ++k) apart[k] = (long double)point_a[k] - point_b[k];
  judgement.distance = distance_error(truth, distance) / band;
  judgement.witness = fmaxl(oracleN_outside(a, point_a) - slack_a, oracleN_outside(b, point_b) - slack_b) / band;
  judgement.gap = (fabsl(length_of(apart) - distance) - slack_a - slack_b) / (2 * band);
  judgement.misclassified = oracleN_misclassified(truth, band, status);
  judgement.contradiction = (distance == 0) != (status == LGJK_STATUS_OVERLAPPING) ||
                            (distance == 0 && memcmp(point_a, point_b, DIM * sizeof(float)) != 0) || !(distance >= 0);
  return judgement;
}

// ---------------------------------------------------------------- shapes

struct oracleN_table {
  uint32_t count;
  lgjk_shapeN_info* info;
  float** vertices;
};

oracleN_table* oracleN_table_create(const lgjk_shapesN* shapes) {
  oracleN_table* table = malloc(sizeof *table);
  table->count = lgjk_shapesN_count(shapes);
  table->info = malloc((table->count + 1) * sizeof *table->info);
  table->vertices = malloc((table->count + 1) * sizeof *table->vertices);
  for (uint32_t i = 0; i < table->count; ++i) {
    lgjk_shapeN_info_init(&table->info[i]);
    if (lgjk_shapesN_get(shapes, i, &table->info[i], NULL, 0, NULL) != LGJK_OK) abort();
    uint32_t count = table->info[i].vertex_count;
    table->vertices[i] = malloc(DIM * (count + 1) * sizeof(float));
    if (lgjk_shapesN_get(shapes, i, &table->info[i], table->vertices[i], count, NULL) != LGJK_OK) abort();
  }
  return table;
}

void oracleN_table_destroy(oracleN_table* table) {
  if (table == NULL) return;
  for (uint32_t i = 0; i < table->count; ++i) free(table->vertices[i]);
  free(table->vertices);
  free(table->info);
  free(table);
}

static oracleN_body place(const oracleN_table* table, uint32_t shape, const float* pose, const float* radius) {
  const lgjk_shapeN_info* info = &table->info[shape];
  oracleN_body body = {.count = info->vertex_count};
  if (body.count > 0) body.vertices = table->vertices[shape];
  body.radius = radius != NULL ? *radius : info->radius;
  memcpy(body.matrix, info->matrix, sizeof body.matrix);
  memcpy(body.pose, pose, sizeof body.pose);
#if DIM == 3
  body.kind = info->kind;
#endif
  return body;
}

#if DIM == 3
oracle3_body oracle3_place(const oracle3_table* table, uint32_t shape, const float* pose, const float* radius) {
  return place(table, shape, pose, radius);
}
#endif

static const void* element(const void* base, uint32_t stride, uint32_t tight, uint32_t index) {
  return (const char*)base + (size_t)(stride != 0 ? stride : tight) * index;
}

oracleN_body oracleN_read(const oracleN_table* table, const lgjk_bodiesN* bodies, uint32_t index) {
  uint32_t shape;
  float pose[POSE_FLOATS], radius = 0;
  memcpy(&shape, element(bodies->shape, bodies->shape_stride, sizeof shape, index), sizeof shape);
  memcpy(pose, element(bodies->pose, bodies->pose_stride, sizeof pose, index), sizeof pose);
  if (bodies->radius != NULL) {
    memcpy(&radius, element(bodies->radius, bodies->radius_stride, sizeof radius, index), sizeof radius);
  }
  return place(table, shape, pose, bodies->radius != NULL ? &radius : NULL);
}
