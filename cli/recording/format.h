// Finds out what the lines of a recording are: what separates their columns, what these are, and what comments say of
// frame rate and unit.
#ifndef LANEGJK_RECORDING_FORMAT_H
#define LANEGJK_RECORDING_FORMAT_H

#include <stddef.h>

#include "columns.h"
#include "fields.h"
#include "reader.h"

typedef struct recording_format {
  reader* owner;
  column_layout columns;
  const char* columns_source; // "option", "header", "by their steps", "as ..." or "assumed"
  size_t header_line;         // of the names; 0: none
  delimiter separator;        // UNKNOWN before the first line that is no comment
  int on_a_plane;             // the columns are those of ETH and UCY, as nothing else has so many
  double fps;                 // 0: no comment says
  int fps_of_positions;       // it counts the positions of a person, not the numbers of frames
  double metres;              // per unit as comments say; 0: they do not
  size_t metres_line;
  int contradictory; // comments name different units
} recording_format;

// `columns`: those of the option, NULL without it.
recording_format format_begin(reader* owner, const column_layout* columns);

// Whether the line is a comment; NULL, or its text behind the mark.
const char* comment_of(const char* line);
void format_comment(recording_format* self, const char* comment, size_t line);

// The first line that is no comment. Returns 1 where it names the columns, 0 where it is a position.
int format_first_line(recording_format* self, const char* text, size_t line);

#endif
