// Recorded crowds, numbered for a replay.
#ifndef LANEGJK_TOOLS_TRAJECTORIES_H
#define LANEGJK_TOOLS_TRAJECTORIES_H

#include <stddef.h>
#include <stdint.h>

#include "command_line.h"
#include "recorded_rows.h"

typedef struct track_point {
  uint32_t person; // index into person_name
  uint32_t frame;  // index into frame_number
  float x, y;      // metres from the recording's origin
  float c, s;      // where the person faces: a unit vector
} track_point;

// Persons and frames are numbered densely and ascending, so that indices compare across frames like the numbers do.
typedef struct recording {
  uint32_t person_count;
  uint32_t frame_count; // frames in which somebody is present
  size_t point_count;
  char** person_name;    // person_count; ascending as numbers, or where one is none as texts
  int64_t* frame_number; // frame_count, ascending
  track_point* point;    // sorted by (person, frame)
  size_t* person_first;  // person_count + 1 offsets into point
  size_t* by_frame;      // indices of points, sorted by (frame, person)
  size_t* frame_first;   // frame_count + 1 offsets into by_frame
  double origin[2];      // metres; float coordinates are relative to it, so that map coordinates lose no precision
  recorded_rows rows;    // what the reader says of the file: rate, unit, columns, gaps
} recording;

// Reads the file, "-" being standard input, and prints its notes. fps NULL: the header's `framerate: 25 fps`, else by
// the times, else an assumption. unit NULL: the header's `x/m`, `x [cm]`, `in mm`, else by speed: where the fastest
// tenth of all steps is above 10 units per second the unit is the centimetre. (People do not walk at 10 m/s, and a
// crowd whose fastest tenth stays below 10 cm/s stands.) At most frame_limit frames are kept. What is malformed ends
// the program with file:line: reason.
recording recording_read(const command* caller, const char* file, recording_options options, uint32_t frame_limit);
void recording_free(recording* self);

// Fills c and s of every point: the direction of the displacement over the 0.2 s before and after, which evens out the
// sway of the steps; held while a person is slower than 0.1 m/s.
void recording_find_headings(recording* self);

#endif
