// Sets up the struct of lanegjk_tick.h, which both dimensions share.
#include <string.h>

#include "lanegjk/lanegjk_tick.h"

void lgjk_tick_init(lgjk_tick* tick) {
  memset(tick, 0, sizeof *tick);
  tick->struct_size = (uint32_t)sizeof *tick;
}
