// What a frame is in seconds and a unit in metres: as an option says, or the header, or as the times and the speeds do.
#ifndef LANEGJK_TOOLS_RECORDING_SCALES_H
#define LANEGJK_TOOLS_RECORDING_SCALES_H

#include "recording_lines.h"
#include "trajectories.h"

// Sets fps of the recording, 0 being no option; where the file has times instead of frames, makes frames of them.
void settle_frames(raw_recording* raw, recording* self, double fps);

// Sets metres_per_unit, 0 being no option. The points are sorted by person and frame, and the frame rate is settled.
void settle_unit(const raw_recording* raw, recording* self, double metres);

#endif
