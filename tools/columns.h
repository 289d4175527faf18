// Which columns of a recording hold what. Columns that are not used are skipped, whatever stands there.
#ifndef LANEGJK_TOOLS_COLUMNS_H
#define LANEGJK_TOOLS_COLUMNS_H

#include <stddef.h>

enum { COLUMN_ID, COLUMN_FRAME, COLUMN_X, COLUMN_Y, COLUMNS_USED };

typedef struct column_layout {
  const char* text;         // as given, for messages
  size_t at[COLUMNS_USED];  // the place of each in a line, from 0
  size_t least, most;       // how many columns a line has
} column_layout;

extern const char* const column_names[COLUMNS_USED];

// The layout of `id,frame,x,y` in any order with any other names between; NULL: id frame x y [z]. Returns NULL, else
// what is wrong with the text, written to `room`.
const char* columns_parse(const char* text, column_layout* out, char* room, size_t size);

#endif
