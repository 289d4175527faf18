// Units of length and time as headers and options name them.
#ifndef LANEGJK_RECORDING_UNITS_H
#define LANEGJK_RECORDING_UNITS_H

#include "fields.h"

// For messages.
#define LENGTH_UNITS "m, dm, cm, mm, km, ft, in"

// Metres, or seconds, of one such unit; 0: not known.
double unit_metres(const field* unit);
double unit_seconds(const field* unit);

// Cuts `x/cm`, `x [cm]`, `x (cm)` or `x in cm` into its name and its unit, whose length is 0 where there is none.
void cut_unit(const field* column, field* name, field* unit);

// The unit that a comment speaks of, as in "coordinates in cm", "unit: cm" or "x/cm"; metres, 0 where it speaks of
// none.
double unit_in_prose(const char* comment);

#endif
