// The lines of a recording, as they stand in the file.
#ifndef LANEGJK_TOOLS_RECORDING_LINES_H
#define LANEGJK_TOOLS_RECORDING_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "columns.h"

typedef struct raw_point {
  int64_t id;
  int64_t frame;
  double x, y;
  size_t line;
} raw_point;

typedef struct raw_recording {
  const char* file;  // as messages call it
  raw_point* point;
  size_t count;
  size_t capacity;
  double fps;  // 0: the header does not say
  int unit;    // UNIT_AUTO: the header does not say
} raw_recording;

// Reads all lines; one that is malformed ends the program with file:line: reason. `point` is released with free.
raw_recording recording_lines(const char* file, const column_layout* columns);

#endif
