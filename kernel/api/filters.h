// Checks filters; for files that are compiled once for each dimension.
#ifndef LGJK_API_FILTERS_H
#define LGJK_API_FILTERS_H

#include "base/error.h"
#include "find/job.h"
#include "lanegjk/lanegjk_find.h"

// Sets the filters of a view. `name`: the argument's; filters may be NULL.
static int32_t check_filters(const char* name, const lgjk_filters* filters, find_view* view, lgjk_error* error) {
  view->category = view->mask = view->group = NULL;
  view->filter_stride = sizeof(uint32_t);
  if (filters == NULL) return LGJK_OK;
  int32_t code = lgjk_check_struct_size(name, filters->struct_size, sizeof *filters, "lgjk_filters_init", error);
  if (code != LGJK_OK) return code;
  if (filters->stride % 4 != 0) return lgjk_refuse(error, "%s->stride is not a multiple of 4", name);
  const void* arrays[] = {filters->category, filters->mask, filters->group};
  for (int i = 0; i < 3 && code == LGJK_OK; ++i) code = lgjk_check_aligned(name, arrays[i], 4, error);
  if (filters->stride != 0) view->filter_stride = filters->stride;
  view->category = (const char*)filters->category;
  view->mask = (const char*)filters->mask;
  view->group = (const char*)filters->group;
  return code;
}

#endif
