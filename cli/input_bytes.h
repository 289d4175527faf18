// Whole files, decompressed where they are compressed by gzip.
#ifndef LANEGJK_TOOLS_INPUT_BYTES_H
#define LANEGJK_TOOLS_INPUT_BYTES_H

#include <stddef.h>

typedef struct input_bytes {
  char* data;
  size_t size;
} input_bytes;

// "-" is standard input. What cannot be read or decompressed ends the program.
input_bytes input_bytes_read(const char* path);
void input_bytes_free(input_bytes* self);

#endif
