// What every part of the command line program shares: ending with an error, memory that cannot be NULL, text that is
// built in memory and written at the end, and files that appear whole or not at all.
#ifndef LANEGJK_TOOLS_SUPPORT_H
#define LANEGJK_TOOLS_SUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "portable.h"

// The subcommands; argv[0] is the subcommand's own name. They return the exit status.
int command_query(int argc, char** argv);
int command_replay(int argc, char** argv);
int command_demo_recording(int argc, char** argv);
int command_info(int argc, char** argv);

// The exit status of every error; results are written only after everything has been computed.
#define STATUS_ERROR 2
// Where results are written, and not one of them is an answer: all pairs are bad.
#define STATUS_ALL_BAD 1

// Prints one line to stderr and ends the program with STATUS_ERROR.
_Noreturn void fail(const char* format, ...) PRINTF_LIKE(1, 2);

// Prints one line to stderr and goes on.
void note(const char* format, ...) PRINTF_LIKE(1, 2);

// Zeroed memory for count elements; ends the program where there is none. Released with free.
void* allocate(size_t count, size_t size);
// Makes room for `needed` elements, doubling; updates *capacity and returns the memory.
void* grow(void* memory, size_t* capacity, size_t needed, size_t size);

// The same, aligned as the library requires, for aligned_release.
void* allocate_aligned(uint64_t size);

// Memory that is released as a whole; starts as {0}.
typedef struct memory_pool {
  void** block;
  size_t count, capacity;
} memory_pool;

void* pool_allocate(memory_pool* pool, size_t count, size_t size);
void pool_free(memory_pool* pool);

// Seconds on a clock that only goes forward.
double seconds_now(void);

typedef struct text_buffer {
  char* data;
  size_t size;
  size_t capacity;
} text_buffer;

void text_append(text_buffer* text, const char* format, ...) PRINTF_LIKE(2, 3);
void text_free(text_buffer* text);

// "-" is standard input, which messages call by that name.
const char* input_name(const char* path);
// Reads a file as a whole, decompressed where it is compressed by gzip. What cannot be read ends the program.
text_buffer read_input(const char* path);

typedef struct output_file {
  const char* path; // NULL, "-" or /dev/stdout: standard output
  const text_buffer* text;
  char *target, *temporary; // as it is written: where it goes in the end, and what is written first; NULL: no such
} output_file;

// Writes all files or none of them: each is written beside its target and renamed once all are complete. Devices and
// pipes are written directly. Standard output should come last.
void write_outputs(output_file* files, size_t count);

// A progress bar on standard error, only where that is a terminal.

typedef struct progress {
  const char* what; // "frame"
  uint64_t total;   // 0: not known, so there is no bar but only how much is done
  uint64_t unit;    // what the numbers that are shown count, such as 1000 bytes
  double last_drawn;
  int on_terminal;
} progress;

progress progress_begin(const char* what, uint64_t total, uint64_t unit);
void progress_update(progress* self, uint64_t done);
// Wipes what is drawn, at the end and before a message.
void progress_wipe(void);

// ---------------------------------------------------------------- pairs, or bodies, without an answer

#define BAD_PAIRS "pairs are bad and have no answer"
#define BAD_BODIES "bodies are bad and meet no others"

typedef struct bad_pairs {
  uint64_t total;  // over all frames
  uint64_t count;  // of those, bad
  char first[320]; // what is wrong with the first; empty: none yet
} bad_pairs;

// Warns on standard error where there are any; returns the exit status. `what` they are, and what that means.
int bad_pairs_warn(const bad_pairs* self, const char* command, const char* what);

// Coordinates far from the origin of the world are an offset in double and a float relative to it. Returns how many
// digits, 9 to 17, show their sum as finely as a float holds the largest magnitude of those that belong together.
int coordinate_digits(double offset, double relative, double largest);

#endif
