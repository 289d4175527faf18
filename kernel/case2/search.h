// The routes of pairs that have no case of their own: a search, and the expanding polytope for depths. Other cases have
// them where they have no attempt for a query. The rows are the last of the table.
#ifndef LGJK_CASE2_SEARCH_H
#define LGJK_CASE2_SEARCH_H

#include "case2/axes.h"
#include "case2/depth.h"

// clang-format off
ROUTE(few_vertices) = {WITHOUT_RECORDS(search, search_queued), .depth = depth_by_polytope};
ROUTE(curved_search) = {SEARCH_FROM(search), .depth = depth_by_polytope, .culls_early = true};
ROUTE(any_search) = {SEARCH_FROM(by_record), .depth = depth_by_polytope};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(CURVED, EVERY, curved_search, curved_search, curved_search, curved_search)
ROW(EVERY, EVERY, any_search, any_search, any_search, any_search)
#endif
