// Which kernels a call runs: the set that it names, whatever the number of pairs; by default the widest, but for a few
// pairs the narrowest with several lanes that holds them all; and the one that LANEGJK_ISA names. The variable is read
// once in a program, so each of its values is a run of its own; 77 where this machine lacks the set that it names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "isa/kernels.h"

enum { MANY = 10000 };

static const lgjk_kernels* kernels_of(uint32_t isa, uint64_t pairs) {
  int32_t code = LGJK_OK;
  const lgjk_kernels* kernels = lgjk_kernels_for(isa, pairs, &code, NULL);
  assert_non_null(kernels);
  assert_int_equal(code, LGJK_OK);
  return kernels;
}

// 0: no set that this machine runs has several lanes and holds so many pairs.
static uint32_t narrowest_for(uint64_t pairs) {
  uint32_t isas[LGJK_ISA_COUNT], best = 0;
  const uint32_t count = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t lanes = lgjk_isa_lanes(isas[i]);
    if (!lgjk_isa_supported(isas[i]) || lanes == 1 || lanes < pairs) continue;
    if (best == 0 || lanes < lgjk_isa_lanes(best)) best = isas[i];
  }
  return best;
}

static void a_named_set_runs_whatever_the_number_of_pairs(void** state) {
  (void)state;
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    if (!lgjk_isa_supported(isa)) continue;
    for (uint64_t pairs = 0; pairs <= 33; ++pairs) assert_ptr_equal(kernels_of(isa, pairs), kernels_of(isa, MANY));
    for (uint32_t other = 1; other < isa; ++other) {
      if (lgjk_isa_supported(other)) assert_ptr_not_equal(kernels_of(isa, 1), kernels_of(other, 1));
    }
  }
}

static void a_few_pairs_run_on_the_narrowest_lanes_that_hold_them(void** state) {
  (void)state;
  uint32_t widest = 0;
  assert_int_equal(lgjk_isa_chosen(&widest, NULL), LGJK_OK);
  for (uint64_t pairs = 0; pairs <= 33; ++pairs) {
    const uint32_t fitting = narrowest_for(pairs);
    assert_ptr_equal(kernels_of(LGJK_ISA_AUTO, pairs), kernels_of(fitting ? fitting : widest, MANY));
  }
  assert_ptr_equal(kernels_of(LGJK_ISA_AUTO, MANY), kernels_of(widest, MANY));
}

static void the_environment_names_a_set_for_all_calls(void** state) {
  (void)state;
  const uint32_t named = lgjk_isa_from_name(getenv("LANEGJK_ISA"));
  for (uint64_t pairs = 0; pairs <= 33; ++pairs) {
    assert_ptr_equal(kernels_of(LGJK_ISA_AUTO, pairs), kernels_of(named, MANY));
  }
}

int main(void) {
  const struct CMUnitTest by_default[] = {cmocka_unit_test(a_named_set_runs_whatever_the_number_of_pairs),
                                          cmocka_unit_test(a_few_pairs_run_on_the_narrowest_lanes_that_hold_them)};
  const struct CMUnitTest named[] = {cmocka_unit_test(a_named_set_runs_whatever_the_number_of_pairs),
                                     cmocka_unit_test(the_environment_names_a_set_for_all_calls)};
  const char* wanted = getenv("LANEGJK_ISA");
  if (wanted == NULL || wanted[0] == '\0') return cmocka_run_group_tests(by_default, NULL, NULL);
  if (lgjk_isa_supported(lgjk_isa_from_name(wanted))) return cmocka_run_group_tests(named, NULL, NULL);
  printf("skipped: this CPU does not run %s\n", wanted);
  return 77;
}
