// Which of the first two columns is the id and which the frame, where neither a header nor an option says.
#ifndef LANEGJK_RECORDING_COLUMN_ORDER_H
#define LANEGJK_RECORDING_COLUMN_ORDER_H

#include "lines.h"

// A column that may hold names: numbers, until the first name; from then on all are names.
typedef struct key_column {
  int named;
  name_table names;
} key_column;

// Makes names of the numbers that were read before: of the ids, or of what was read as frames.
void key_column_name(raw_recording* raw, key_column* self, int of_frames);
// The number of the name that the number is.
int64_t key_column_number(reader* owner, key_column* self, int64_t number);

// Settles the order, and exchanges ids and frames where it is `frame id x y`. A file that can be read either way is
// refused with both readings and the option that chooses.
void settle_column_order(raw_recording* raw, key_column* key);

#endif
