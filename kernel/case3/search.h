// The routes of pairs that have no case of their own: a search, and the expanding polytope for depths. The rows are the
// last of the table.
#ifndef LGJK_CASE3_SEARCH_H
#define LGJK_CASE3_SEARCH_H

#include "case3/polytope.h"

// clang-format off
ROUTE(curved_search) = {SEARCH_FROM(search), .culls_early = true};
ROUTE(curved_search_contact) = {WITH_RECORDS(depth_before_second, recorded_depth_before_left, search), IN_LANES,
    .traits = RECORDS | PROVES_DEPTH, .culls_early = true};
ROUTE(any_search) = {SEARCH_FROM(by_record), .culls_early = true};
ROUTE(any_contact) = {.cold = depth_before_second, .warm = recorded_depth_before_left, .second = search,
    .left = by_record, .afresh = search, IN_LANES, .traits = RECORDS | PROVES_DEPTH, .culls_early = true};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(CURVED, EVERY, curved_search, curved_search, curved_search_contact, curved_search_contact)
ROW(EVERY, EVERY, any_search, any_search, any_contact, any_contact)
#endif
