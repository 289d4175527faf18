// Sets up structs of the public headers: zero in every member but the size.
#include <string.h>

#include "lanegjk/lanegjk_cast.h"
#include "lanegjk/lanegjk_find.h"

#define DEFINE_INIT(name)                       \
  void name##_init(name* made) {                \
    memset(made, 0, sizeof *made);              \
    made->struct_size = (uint32_t)sizeof *made; \
  }
DEFINE_INIT(lgjk_pairs)
DEFINE_INIT(lgjk_results)
DEFINE_INIT(lgjk_bad_reason)
DEFINE_INIT(lgjk_filters)
DEFINE_INIT(lgjk_find_options)
DEFINE_INIT(lgjk_pair_list)
DEFINE_INIT(lgjk_index_def)
DEFINE_INIT(lgjk_nearest_options)
DEFINE_INIT(lgjk_events)
DEFINE_INIT(lgjk_touches)
DEFINE_INIT(lgjk_cast_options)
DEFINE_INIT(lgjk_cast_results)
DEFINE_INIT(lgjk_cast_search)

const char* lgjk_cast_text(uint32_t status) {
  static const char* const text[] = {"miss", "hit", "overlap", "limit", "bad"};
  return status < sizeof text / sizeof text[0] ? text[status] : NULL;
}
