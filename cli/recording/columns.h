// Which columns of a recording hold what. Columns that are not used are skipped, whatever stands there.
#ifndef LANEGJK_RECORDING_COLUMNS_H
#define LANEGJK_RECORDING_COLUMNS_H

#include <stddef.h>

#include "fields.h"

enum { COLUMN_ID, COLUMN_FRAME, COLUMN_TIME, COLUMN_X, COLUMN_Y, COLUMNS_USED };

#define COLUMN_ABSENT ((size_t)-1)

typedef struct column_layout {
  char text[160];          // the names, for messages
  size_t at[COLUMNS_USED]; // the place of each in a line, from 0; COLUMN_ABSENT: time, or frame where there is a time
  size_t least, most;      // how many columns a line has; unused ones at its end may be missing
  int undecided;           // id and frame may be the other way round
  double metres;           // per unit of x and y; 0: the names do not say
  double seconds;          // per unit of the time; 0: the names do not say
  int mixed_units;         // x and y have different ones
  char unknown_unit[24];   // what x is said to be in where that is no unit of length; else empty
} column_layout;

extern const char* const column_names[COLUMNS_USED];

// Whose words the names are: an option uses just these names, a header any of the usual ones (`PersID`, `FR`,
// `xCenter`).
typedef enum column_words { WORDS_OF_OPTION, WORDS_OF_HEADER } column_words;

// `id frame x y [z]`, where id and frame are yet to be distinguished.
column_layout columns_default(void);

// Those of ETH and UCY, `frame id x z y vx vz vy`: the positions are on a plane, so that z is the same in all lines.
enum { ETH_COLUMNS = 8, ETH_LEVEL = 3 };
column_layout columns_of_eth(void);

// The members p, f, x and y of trajnet++, which are metres.
column_layout columns_of_tracks(void);

// The layout of names in any order, with any other names between. Returns NULL, else what is wrong, written to `room`.
const char* columns_named(const char* text, column_words words, column_layout* out, char* room, size_t size);

// The column that the name stands for in a header; COLUMNS_USED: none.
size_t column_of_header_word(const field* word);

#endif
