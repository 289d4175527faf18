// The lines of a recording, as they stand in the file.
#ifndef LANEGJK_TOOLS_RECORDING_LINES_H
#define LANEGJK_TOOLS_RECORDING_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "columns.h"
#include "names.h"
#include "recording_format.h"

typedef struct raw_point {
  int64_t id;    // the number that stands there, or that of a name
  int64_t frame; // 0 where there is a time instead
  double time;   // in the column's unit; 0 where there is none
  double x, y;
  size_t line;
} raw_point;

typedef struct raw_recording {
  const char* file; // as messages call it
  raw_point* point;
  size_t count;
  size_t capacity;
  size_t widest; // columns of the longest line
  recording_format format;
  int named;          // ids are texts, not numbers
  name_table id_name; // then
} raw_recording;

// Reads all lines; one that is malformed ends the program with file:line: reason. Columns: NULL without --columns.
raw_recording recording_lines(const char* file, const column_layout* columns);
void raw_recording_free(raw_recording* raw);

#endif
