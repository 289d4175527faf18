// The lines of a recording, as they stand in the file.
#ifndef LANEGJK_RECORDING_LINES_H
#define LANEGJK_RECORDING_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "columns.h"
#include "format.h"
#include "names.h"
#include "reader.h"

typedef struct raw_point {
  int64_t id;    // the number that stands there, or that of a name
  int64_t frame; // 0 where there is a time instead
  double time;   // in the column's unit; 0 where there is none
  double x, y;
  size_t line;
} raw_point;

typedef struct raw_recording {
  reader* owner;
  raw_point* point;
  size_t count;
  size_t capacity;
  size_t widest; // columns of the longest line
  size_t gaps;   // lines without a position
  size_t first_gap;
  recording_format format;
  int named;          // ids are texts, not numbers
  name_table id_name; // then
} raw_recording;

// Reads all lines. Columns: NULL without --columns.
raw_recording recording_lines(reader* owner, const char* data, size_t size, const recording_options* options,
                              const column_layout* columns);

#endif
