// Sets up structs of the public headers, zero in every member except the size and some options, and names statuses.
#include <math.h>
#include <string.h>

#include "lanegjk/lanegjk3.h"
#include "lanegjk/lanegjk_cast.h"
#include "lanegjk/lanegjk_find.h"
#include "lanegjk/lanegjk_slide.h"
#include "lanegjk/lanegjk_tick.h"

#define DEFINE_INIT(name)                       \
  void name##_init(name* made) {                \
    memset(made, 0, sizeof *made);              \
    made->struct_size = (uint32_t)sizeof *made; \
  }
DEFINE_INIT(lgjk_tasks)
#if LGJK_HAVE_2D
DEFINE_INIT(lgjk_shape2_info)
DEFINE_INIT(lgjk_mass2)
DEFINE_INIT(lgjk_bodies2)
#endif
#if LGJK_HAVE_3D
DEFINE_INIT(lgjk_shape3_info)
DEFINE_INIT(lgjk_mass3)
DEFINE_INIT(lgjk_bodies3)
#endif
DEFINE_INIT(lgjk_pairs)
DEFINE_INIT(lgjk_results)
DEFINE_INIT(lgjk_bad_reason)
DEFINE_INIT(lgjk_filters)
DEFINE_INIT(lgjk_find_options)
DEFINE_INIT(lgjk_pair_list)
DEFINE_INIT(lgjk_tree_options)
DEFINE_INIT(lgjk_tree_info)
DEFINE_INIT(lgjk_near_options)
DEFINE_INIT(lgjk_events)
DEFINE_INIT(lgjk_touches)
DEFINE_INIT(lgjk_cast_options)
DEFINE_INIT(lgjk_cast_results)
DEFINE_INIT(lgjk_cast_search)
DEFINE_INIT(lgjk_tick)
DEFINE_INIT(lgjk_push_options)
DEFINE_INIT(lgjk_slide)
DEFINE_INIT(lgjk_slide_options)

void lgjk_options_init(lgjk_options* options) {
  memset(options, 0, sizeof *options);
  options->struct_size = sizeof *options;
  options->max_distance = HUGE_VALF;
  options->iteration_limit = LGJK_DEFAULT_ITERATION_LIMIT;
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
const char* lgjk_version(void) {
  return TEXT(LGJK_VERSION_MAJOR) "." TEXT(LGJK_VERSION_MINOR) "." TEXT(LGJK_VERSION_PATCH);
}

#define DEFINE_TEXT(name, ...)                                          \
  const char* name(uint32_t status) {                                   \
    static const char* const text[] = {__VA_ARGS__};                    \
    return status < sizeof text / sizeof text[0] ? text[status] : NULL; \
  }
DEFINE_TEXT(lgjk_status_text, "separated", "overlapping", "beyond", "limit", "bad")
DEFINE_TEXT(lgjk_cast_text, "miss", "hit", "overlap", "limit", "bad")
DEFINE_TEXT(lgjk_slide_text, "free", "slid", "limit", "overlap", "bad", "empty")
