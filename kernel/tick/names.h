// Names of the caller's arguments in the errors of the calls that a tick makes.
#ifndef LGJK_TICK_NAMES_H
#define LGJK_TICK_NAMES_H

#include "lanegjk/lanegjk_find.h"

// What a call names its arguments, and what the caller of the tick does. The last row is NULL.
typedef struct tick_name {
  const char *from, *to;
} tick_name;

extern const tick_name lgjk_tick_find_names[], lgjk_tick_among_names[], lgjk_tick_against_names[],
    lgjk_tick_order_names[], lgjk_tick_build_names[], lgjk_tick_fixed_names[];

// Replaces names in the text of an error, unless `code` is LGJK_OK. Returns `code`.
int32_t lgjk_tick_name_error(int32_t code, const tick_name* names, lgjk_error* error);

#endif
