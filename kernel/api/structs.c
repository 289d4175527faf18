// Sets up the structs of lanegjk_find.h.
#include <string.h>

#include "lanegjk/lanegjk_find.h"

void lgjk_filters_init(lgjk_filters* filters) {
  memset(filters, 0, sizeof *filters);
  filters->struct_size = (uint32_t)sizeof *filters;
}

void lgjk_find_options_init(lgjk_find_options* options) {
  memset(options, 0, sizeof *options);
  options->struct_size = (uint32_t)sizeof *options;
}

void lgjk_pair_list_init(lgjk_pair_list* list) {
  memset(list, 0, sizeof *list);
  list->struct_size = (uint32_t)sizeof *list;
}

void lgjk_index_def_init(lgjk_index_def* def) {
  memset(def, 0, sizeof *def);
  def->struct_size = (uint32_t)sizeof *def;
}

void lgjk_events_init(lgjk_events* events) {
  memset(events, 0, sizeof *events);
  events->struct_size = (uint32_t)sizeof *events;
}

void lgjk_touches_init(lgjk_touches* touches) {
  memset(touches, 0, sizeof *touches);
  touches->struct_size = (uint32_t)sizeof *touches;
}

void lgjk_nearest_options_init(lgjk_nearest_options* options) {
  memset(options, 0, sizeof *options);
  options->struct_size = (uint32_t)sizeof *options;
}
