// What a frame is in seconds and a unit in metres: as an option says, or the header, or as the times and the speeds do.
#ifndef LANEGJK_RECORDING_SCALES_H
#define LANEGJK_RECORDING_SCALES_H

#include "lines.h"

// The values of the options --fps and --unit, 0 being none.
double fps_of_option(reader* owner, const char* text);
double metres_of_option(reader* owner, const char* text);

// Where the file has times instead of frames, settles the frame rate and makes frames of the times.
void settle_times(raw_recording* raw, double fps);

// Settles the frame rate of a file that has frames. The points are sorted by person and frame, here and below.
void settle_rate(raw_recording* raw, double fps);

// Settles the unit, when the frame rate is known.
void settle_unit(const raw_recording* raw, double metres);

#endif
