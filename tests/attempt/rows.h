// Words of the tables of rows.
#ifndef LGJK_TESTS_ATTEMPT_ROWS_H
#define LGJK_TESTS_ATTEMPT_ROWS_H

#include "attempt.h"

#define OF(kinds_a, kinds_b, how) .a = (kinds_a), .b = (kinds_b), .relation = (how)
#define ROUTES(o, d, c, e) .routes = {#o, #d, #c, #e}
#define KEEPS(asked) (1u << ASK_##asked)
#define KEEPS_ALL .keeps = (1u << ASKS) - 1
#define SHARES(...) .shares = {__VA_ARGS__}
// The query, of which statuses, from and to so many evaluations: so many percent, and so many of all pairs.
#define COLD(asked, statuses, least, most, percent, there) \
  { ASK_##asked, COLD_CALL, statuses, least, most, percent, there }
#define SECOND(asked, statuses, least, most, percent, there) \
  { ASK_##asked, SECOND_CALL, statuses, least, most, percent, there }
#define FREE(asked, statuses, least, most, percent, there) \
  { ASK_##asked, FREE_CALL, statuses, least, most, percent, there }

// Boxes whose gap along x is a multiple of 1/8; across it they overlap.
static inline void place_in_eighths(sample* s, uint32_t pair) {
  const double apart = 2 + (1 + random_below(96)) / 8.0;
  place_body(s, 2 * pair, 0, 0, 0, 0);
  place_body(s, 2 * pair + 1, random_below(2) ? apart : -apart, random_below(8) / 8.0, 0, 0);
}

#endif
