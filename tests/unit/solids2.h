// Pairs of the families in 2D as the kernel's plain C sees them, and as the exact oracle does.
#ifndef LGJK_TESTS_UNIT_SOLIDS2_H
#define LGJK_TESTS_UNIT_SOLIDS2_H

#include "test.h"
#include "families.h"
#include "fewer.h"
#include "oracle.h"
#include "single/penetrate.h"
#include "shape_defs.h"
#include "test_random.h"

typedef struct solid_pair {
  const lgjk_shapes2* shapes;
  uint32_t shape[2];
  oracle2_body a, b;
  lgjk_solid2 solid_a, solid_b;
  double scale;
  bool curved;
} solid_pair;

static inline void place_pair(const lgjk_shapes2* shapes, uint32_t a, uint32_t b, solid_pair* out) {
  out->shapes = shapes;
  out->shape[0] = a;
  out->shape[1] = b;
  lgjk_solid2_place(&out->solid_a, &shapes->shape[a], shapes->pool, out->a.pose, out->a.pose);
  lgjk_solid2_place(&out->solid_b, &shapes->shape[b], shapes->pool, out->b.pose, out->a.pose);
  out->scale = (double)oracle2_scale(&out->a, &out->b);
  out->curved = out->a.count == 0 || out->b.count == 0;
}

// Calls check for pairs of every family, as they are and with B moved towards A and onto it.
static inline void each_family_pair(uint64_t seed, uint32_t pairs, void (*check)(const char*, const solid_pair*)) {
  static const float moves[4] = {1, 0.75f, 0.25f, 0};
  for (uint32_t family = 0; family < families2_count(); ++family) {
    families2_batch batch;
    assert_int_equal(families2_make(&batch, family, seed, pairs, NULL), LGJK_OK);
    oracle2_table* table = oracle2_table_create(batch.shapes);
    for (uint32_t i = 0; i < 4 * pairs; ++i) {
      const uint32_t a = batch.a[i / 4], b = batch.b[i / 4];
      solid_pair pair = {.a = oracle2_read(table, &batch.bodies, a), .b = oracle2_read(table, &batch.bodies, b)};
      for (int k = 0; k < 2; ++k) {
        const float from = pair.a.pose[k];
        pair.b.pose[k] = from + moves[i % 4] * (pair.b.pose[k] - from);
      }
      place_pair(batch.shapes, batch.shape[a], batch.shape[b], &pair);
      if (pair.scale >= 1e-6 && pair.scale <= 1e6) check(families2_name(family), &pair);
    }
    oracle2_table_destroy(table);
    families2_free(&batch);
  }
}

#endif
