// Queries the cases, on every instruction set.
#include "built.h"
#include "attempt.h"

static void expect(const known_case* c, const answersN* answers, const truth* t, attempt_query query_kind,
                   uint32_t limit) {
  const uint8_t status = answers->status[0];
  double product = 0;
  if (limit != 0 && status == LGJK_STATUS_LIMIT) return;
  if (status != c->status) fail_msg("%s, %s: status %u, not %u", c->name, attempt_name[query_kind], status, c->status);
  if (query_kind == ATTEMPT_OVERLAP) return;
  const double off = fabs((double)answers->distance[0] - (double)c->distance);
  if (c->within > 0 && !(off <= (double)c->within)) fail_msg("%s: distance %g", c->name, (double)answers->distance[0]);
  for (int k = 0; k < DIM && c->beside > 0; ++k) {
    if (!(fabsf(answers->point_a[k] - c->point[k]) <= c->beside)) fail_msg("%s: point", c->name);
  }
  if (query_kind >= ATTEMPT_CONTACT) {
    for (int k = 0; k < DIM; ++k) product += (double)c->across[k] * (double)answers->normal[k];
    if (c->off > 0 && !(fabs(product - (double)c->along) <= (double)c->off))
      fail_msg("%s: normal %g", c->name, product);
    if (!truth_is_touched(t, answers, 0)) fail_msg("%s: a contact out of the band", c->name);
  } else if (!truth_is_kept(t, answers, 0)) {
    fail_msg("%s: a distance out of the band", c->name);
  }
}

// Most of them name vertices that there may be.
static lgjk_warm random_record(void) {
  const uint32_t mask = random_below(8) ? 0x07070707u : UINT32_MAX;
  return (lgjk_warm){{random_bits() & mask, random_bits() & mask, random_bits() & mask, 1 + random_below(4)}};
}

// `swapped`: B and A are queried, and what is known of A's point and of the normal is not.
static void check_on(const known_case* c, uint32_t isa, bool swapped) {
  const uint32_t shape[2] = {0, 1};
  lgjk_shapeN_def defs[2] = {c->def[0], c->def[1]};
  known_case known = *c;
  if (swapped) known.beside = known.off = 0;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_options options = options_of_isa(isa);
  uint32_t a, b;
  for (int k = 0; k < 2; ++k) defs[k].struct_size = sizeof defs[k];
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  lone_pairs(shapes, shape, c->pose[0], 1, swapped ? &b : &a, swapped ? &a : &b, &bodies, &pairs);
  pairs = packed_pairs(&a, &b, 1);
  oracleN_table* table = oracleN_table_create(shapes);
  const truth t = truth_of(table, &bodies, &pairs, 0);
  answersN answers = answersN_open(1);
  for (attempt_query query_kind = ATTEMPT_OVERLAP; query_kind < ATTEMPT_QUERIES; ++query_kind) {
    options.flags = query_kind == ATTEMPT_EPA ? LGJK_FLAG_EPA : 0;
    for (uint32_t limit = 0; limit <= c->limits && (c->queries >> query_kind & 1); ++limit) {
      options.iteration_limit = limit;
      query_pairs(query_of[query_kind], &bodies, &pairs, NULL, &options, &answers);
      expect(&known, &answers, &t, query_kind, limit);
    }
    options.iteration_limit = 0;
    for (uint32_t n = 0; n < c->records && (c->queries >> query_kind & 1); ++n) {
      lgjk_warm record = random_record();
      query_pairs(query_of[query_kind], &bodies, &pairs, &record, &options, &answers);
      expect(&known, &answers, &t, query_kind, 0);
    }
  }
  answersN_close(&answers);
  oracleN_table_destroy(table);
  lgjk_shapesN_destroy(shapes);
}

void check_case(const known_case* c) {
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t known = test_isas(isas);
  random_state = 3;
  for (uint32_t k = 0; k < 2 * known; ++k) check_on(c, isas[k / 2], k % 2);
}

TEST(cases_are_right) {
  for (uint32_t i = 0; i < case_count; ++i) check_case(&cases[i]);
}
