// Sets up the structs of lanegjk_find.h: zero in every member but the size.
#include <string.h>

#include "lanegjk/lanegjk_find.h"

#define DEFINE_INIT(name)                       \
  void name##_init(name* made) {                \
    memset(made, 0, sizeof *made);              \
    made->struct_size = (uint32_t)sizeof *made; \
  }
DEFINE_INIT(lgjk_filters)
DEFINE_INIT(lgjk_find_options)
DEFINE_INIT(lgjk_pair_list)
DEFINE_INIT(lgjk_index_def)
DEFINE_INIT(lgjk_nearest_options)
DEFINE_INIT(lgjk_events)
DEFINE_INIT(lgjk_touches)
