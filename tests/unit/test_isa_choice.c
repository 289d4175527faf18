// Which kernels a call runs: the set that it names, whatever the number of pairs; by default the widest, except for a
// few pairs, or a few of each kind, the narrowest that holds them; and the one that LANEGJK_ISA names. The variable is
// read once in a program, so each of its values is a run of its own; 77 where this machine has no such set.
#include "test.h"
#include "isa/kernels.h"
#include "shape/core.h"

enum { MANY = 10000 };

static uint32_t set_of(uint32_t isa, uint64_t pairs) {
  uint32_t set = 0;
  assert_int_equal(lgjk_isa_for(isa, pairs, &set, NULL), LGJK_OK);
  assert_int_not_equal(set, 0);
  assert_non_null(lgjk_distance2_kernels[set]);
  assert_non_null(lgjk_look3_kernels[set]);
  return set;
}

// 0: no set that this machine runs holds so many pairs.
static uint32_t narrowest_for(uint64_t pairs) {
  uint32_t isas[LGJK_ISA_COUNT], best = 0;
  const uint32_t count = test_isas(isas);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t lanes = lgjk_isa_lanes(isas[i]);
    if (lanes < pairs) continue;
    if (best == 0 || lanes < lgjk_isa_lanes(best)) best = isas[i];
  }
  return best;
}

// The set that LANEGJK_ISA names, or NULL.
static const char* named_set(void) {
  const char* name = getenv("LANEGJK_ISA");
  return name != NULL && name[0] != '\0' ? name : NULL;
}

TEST(a_named_set_runs_whatever_the_number_of_pairs) {
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    if (!lgjk_isa_supported(isa)) continue;
    for (uint64_t pairs = 0; pairs <= 33; ++pairs) assert_int_equal(set_of(isa, pairs), set_of(isa, MANY));
    for (uint32_t other = 1; other < isa; ++other) {
      if (lgjk_isa_supported(other)) assert_int_not_equal(set_of(isa, 1), set_of(other, 1));
    }
  }
}

TEST(a_few_pairs_run_on_the_narrowest_lanes_that_hold_them) {
  if (named_set() != NULL) return; // another entry has no named set
  uint32_t widest = 0;
  assert_int_equal(lgjk_isa_chosen(&widest, NULL), LGJK_OK);
  for (uint64_t pairs = 0; pairs <= 33; ++pairs) {
    const uint32_t fitting = narrowest_for(pairs);
    assert_int_equal(set_of(LGJK_ISA_AUTO, pairs), set_of(fitting ? fitting : widest, MANY));
  }
  assert_int_equal(set_of(LGJK_ISA_AUTO, MANY), set_of(widest, MANY));
}

// Pairs of a block in a call of so many pairs, of bodies whose shapes have these cores.
static uint64_t of_pairs(uint64_t pairs, uint32_t dim, uint32_t mask_a, uint32_t mask_b) {
  lgjk_batch batch = {.a.core_mask = mask_a, .b.core_mask = mask_b};
  return lgjk_pairs_of_block(&batch, dim, pairs);
}

static uint64_t of_a_block(uint32_t dim, uint32_t mask_a, uint32_t mask_b) { return of_pairs(64, dim, mask_a, mask_b); }

TEST(pairs_of_many_kinds_are_few_of_each) {
  const uint32_t two = 1u << LGJK_CORE3_POINT | 1u << LGJK_CORE3_BOX, four = two | 1u << LGJK_CORE3_HULL16 | 2;
  assert_int_equal(of_a_block(3, two, 1), 64);
  assert_int_equal(of_a_block(3, 1, four), 17);
  assert_int_equal(of_a_block(3, two, two), 17);
  assert_int_equal(of_a_block(3, four, four), 5);
  assert_int_equal(of_pairs(16, 3, four, four), 2);
  for (uint64_t pairs = 2; pairs < 16; ++pairs) assert_int_equal(of_pairs(pairs, 3, four, four), 2); // not one lane
  for (uint64_t pairs = 0; pairs < 2; ++pairs) assert_int_equal(of_pairs(pairs, 3, four, four), pairs);
  const uint32_t rings = 1u << LGJK_CORE2_POLYGON4 | 1u << LGJK_CORE2_POLYGON8;
  assert_int_equal(of_a_block(2, rings, rings), 64);
  assert_int_equal(of_a_block(2, rings, rings | 1), 64);
  assert_int_equal(of_a_block(2, rings | 1, rings | 1), 8);
  assert_int_equal(of_a_block(3, rings, rings), 17);
}

TEST(the_environment_names_a_set_for_all_calls) {
  if (named_set() == NULL) return; // other entries name each
  const uint32_t named = lgjk_isa_from_name(named_set());
  for (uint64_t pairs = 0; pairs <= 33; ++pairs) {
    assert_int_equal(set_of(LGJK_ISA_AUTO, pairs), set_of(named, MANY));
  }
}

int main(void) {
  const char* name = named_set();
  if (name == NULL || lgjk_isa_supported(lgjk_isa_from_name(name))) return test_run(NULL, NULL);
  printf("skipped: this CPU does not run %s\n", name);
  return 77;
}
