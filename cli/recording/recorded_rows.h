// Reads a recorded crowd: the bytes of a text file in, rows out. The command line program and the Python package both
// read by it. It prints nothing, ends nothing, opens no file and keeps no state: calls from several threads are safe.
#ifndef LANEGJK_RECORDED_ROWS_H
#define LANEGJK_RECORDED_ROWS_H

#include <stddef.h>
#include <stdint.h>

// Texts as the command line has them; NULL: as the file says, else as its numbers suggest.
typedef struct recording_options {
  const char* file;    // as messages call it
  const char* columns; // names of the columns, such as "frame id x y" or "id,time/ms,x/cm,y/cm"
  const char* fps;     // frames per second, within 0.001..1e6
  const char* unit;    // of x and y: m, dm, cm, mm, km, ft, in, the metres of one unit, or auto
  void (*progress)(void* user, uint64_t done, uint64_t total); // bytes that were read; may be NULL
  void* user;
} recording_options;

enum { RECORDING_OK, RECORDING_BAD_FILE, RECORDING_BAD_OPTION, RECORDING_NO_MEMORY };

// Rows are sorted by id and frame, and nobody has two of a frame.
typedef struct recorded_rows {
  uint64_t count;
  int64_t* id;    // the file's numbers, or, where an id is a text, indices of `name`
  int64_t* frame; // the file's numbers, or made of its times
  double* x;      // metres
  double* y;
  uint64_t name_count;
  char** name;   // ascending by their bytes; NULL where ids are numbers
  uint64_t gaps; // lines of the file that have no position: nan, NA, nothing
  double fps;
  const char* fps_source; // "header", "option", "times" or "assumed"
  double metres_per_unit;
  const char* unit_source; // "header", "option", "format" or "from walking speeds"
  char columns[200];       // what they are, and who says so
  uint64_t note_count;
  char** note;         // what was assumed or left out, a sentence each that begins with the file
  char error[1024];    // after a failure: file:line: reason
  uint64_t error_line; // of the file; 0: none
  void* memory;        // of all the rest
} recorded_rows;

// Returns RECORDING_OK, or what is wrong, with the error filled in. Release the rows in both cases.
int recorded_rows_read(const char* data, uint64_t size, const recording_options* options, recorded_rows* out);
void recorded_rows_free(recorded_rows* rows);

#endif
