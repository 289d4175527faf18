// The attempts of the table of routes (docs/internals/routes.md), a row for each special case: all queries about pairs
// of its shapes in its relation. Of each: the answers are right, the attempt ends its share of them, and they have the
// same bits however they are called. And cases that once had a wrong answer. Compiled once for each dimension. In
// the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_PAIRS=n fewer, and LGJK_TEST_ROW=name runs only one
// row.
#include "attempt.h"

uint64_t random_state;
static uint64_t seed = 20267;

static void check_row(void** state) {
  const row* r = *state;
  sample* s = calloc(1, sizeof *s);
  assert_non_null(s);
  sample_open(s, r, seed + 1000 * (uint64_t)(r - rows));
  check_sample(s);
  sample_close(s);
  free(s);
}

// Rows that need many pairs are left out of the quick loop of a developer, which requests next to none.
static void add(const row* r) {
  const char* name = getenv("LGJK_TEST_ROW");
  if (r->least >= 500 && fewer(FEWER_OF, 1) < 30) return;
  if (name == NULL || strcmp(name, r->name) == 0) test_add(check_row, r, "%s", r->name);
}

int main(void) {
  seed = test_seed(seed);
  for (uint32_t k = 0; k < row_count; ++k) add(&rows[k]);
  return test_run(NULL, NULL);
}
