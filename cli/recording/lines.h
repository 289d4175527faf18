// The lines of a recording, as they stand in the file, and what they are made of: the order of the columns, frames,
// units.
#ifndef LANEGJK_RECORDING_LINES_H
#define LANEGJK_RECORDING_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "format.h"
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

// ---------------------------------------------------------------- column_order.c

// Which of the first two columns is the id and which the frame, where neither a header nor an option says.

// A column that may hold names: numbers, until the first name; from then on all are names.
typedef struct key_column {
  int named;
  name_table names;
} key_column;

// Settles the order, and exchanges ids and frames where it is `frame id x y`. A file that can be read either way is
// refused with both readings and the option that chooses.
void settle_column_order(raw_recording* raw, key_column* key);

// ---------------------------------------------------------------- scales.c

// What a frame is in seconds and a unit in metres: as an option says, or the header, or as the times and the speeds do.

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
