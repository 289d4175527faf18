// Tries cold verdicts of large hulls by the support plane across their line of centres, before a search.
#ifndef LGJK_CASE3_HULLS_H
#define LGJK_CASE3_HULLS_H

#include "case3/search.h"

// Tries the support plane across the line of centres. A pair that it does not separate waits for its search.
LANE_INLINE bool separate_centres(class_run* run, pair_block* block, block_state* state, proposal* p,
                                  attempt_kind how) {
  (void)run, (void)block, (void)p, (void)how;
  const vec_f d = first_direction_f(&state->f);
  clear_state_f(&state->s, state->valid);
  end_separated_f(&state->s, &state->bounds, find_support_value_f(&state->f, &d, mf_bits(state->valid)), d);
  state->s.closed_form = true; // nothing else of the simplex is set
  return true;
}

static LANE_NOINLINE void centres(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  attempt_kind how = simple_kind(OVERLAP, SECOND_ATTEMPT);
  how.spent = 1;
  how.load = BY_CALL;
  how.part = QUICK_PART;
  attempt(run, pairs, how, NULL, NULL, separate_centres);
}

// clang-format off
ROUTE(centres_overlap) = {.cold = centres, .warm = by_record, .second = search_queued, .left = by_record,
    .afresh = search, .traits = RECORDS};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(HULLS, HULLS, centres_overlap, any_search, any_contact, any_contact)
#endif
