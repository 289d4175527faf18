// Sets up the structs of lanegjk_tick.h, which both dimensions share.
#include <string.h>

#include "lanegjk/lanegjk_tick.h"

void lgjk_tick_init(lgjk_tick* tick) {
  memset(tick, 0, sizeof *tick);
  tick->struct_size = (uint32_t)sizeof *tick;
}

void lgjk_push_options_init(lgjk_push_options* options) {
  memset(options, 0, sizeof *options);
  options->struct_size = (uint32_t)sizeof *options;
}
