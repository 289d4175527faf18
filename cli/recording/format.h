// Which columns of a recording hold what, and what its comments say of frame rate and unit. Columns that are not used
// are skipped, whatever stands there.
#ifndef LANEGJK_RECORDING_FORMAT_H
#define LANEGJK_RECORDING_FORMAT_H

#include <stddef.h>

#include "fields.h"
#include "reader.h"

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
  char wrong[256];         // with names that are not clear: what is wrong
} column_layout;

extern const char* const column_names[COLUMNS_USED];

// Whose words the names are: an option uses just these names, a header any of the usual ones (`PersID`, `FR`,
// `xCenter`).
typedef enum column_words { WORDS_OF_OPTION, WORDS_OF_HEADER } column_words;

// `id frame x y [z]`, where id and frame are yet to be distinguished.
extern const column_layout columns_default;

// Those of ETH and UCY, `frame id x z y vx vz vy`: the positions are on a plane, so that z is the same in all lines.
enum { ETH_COLUMNS = 8, ETH_LEVEL = 3 };
extern const column_layout columns_of_eth;

// The members p, f, x and y of trajnet++, which are metres.
extern const column_layout columns_of_tracks;

// The layout of names in any order, with any other names between. Returns 0 where they are not clear.
int columns_named(const char* text, column_words words, column_layout* out);

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

// Whether the line is a comment; NULL, or its text behind the mark.
const char* comment_of(const char* line);
void format_comment(recording_format* self, const char* comment, size_t line);

// The first line that is no comment. Returns 1 where it names the columns, 0 where it is a position.
int format_first_line(recording_format* self, const char* text, size_t line);

#endif
