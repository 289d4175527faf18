// Failures, notes and memory of the reader.
#include "reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
  struct block* next; // of the list that begins at the result's memory
  struct block* previous;
  max_align_t bytes[];
} block;

static block* block_of(void* memory) { return (block*)(void*)((char*)memory - offsetof(block, bytes)); }

static void* link_block(reader* self, block* added) {
  if (added == NULL) longjmp(self->failed, RECORDING_NO_MEMORY);
  block* first = self->out->memory;
  added->next = first;
  added->previous = NULL;
  if (first != NULL) first->previous = added;
  self->out->memory = added;
  return added->bytes;
}

static void unlink_block(reader* self, const block* removed) {
  if (removed->next != NULL) removed->next->previous = removed->previous;
  if (removed->previous != NULL) {
    removed->previous->next = removed->next;
  } else {
    self->out->memory = removed->next;
  }
}

static size_t size_of(reader* self, size_t count, size_t size) {
  if (count > (SIZE_MAX / 2 - sizeof(block)) / size) longjmp(self->failed, RECORDING_NO_MEMORY);
  return sizeof(block) + count * size;
}

void* reader_allocate(reader* self, size_t count, size_t size) {
  return link_block(self, calloc(1, size_of(self, count, size)));
}

void* reader_grow(reader* self, void* memory, size_t* capacity, size_t needed, size_t size) {
  if (needed <= *capacity) return memory;
  size_t grown = *capacity < 16 ? 16 : *capacity;
  while (grown < needed && grown <= SIZE_MAX / 2) grown *= 2;
  const size_t bytes = size_of(self, grown, size);
  block* old = memory != NULL ? block_of(memory) : NULL;
  if (old != NULL) unlink_block(self, old);
  block* larger = realloc(old, bytes);
  if (larger == NULL) free(old);
  *capacity = grown;
  return link_block(self, larger);
}

void reader_release(reader* self, void* memory) {
  if (memory == NULL) return;
  unlink_block(self, block_of(memory));
  free(block_of(memory));
}

void recorded_rows_free(recorded_rows* rows) {
  for (block* next = rows->memory; next != NULL;) {
    block* freed = next;
    next = next->next;
    free(freed);
  }
  *rows = (recorded_rows){0};
}

// What a file may hold and a terminal would obey.
static void replace_controls(char* text) {
  for (; *text != '\0'; ++text) {
    if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7f) *text = '?';
  }
}

// Writes from `at` on.
static void write_error(recorded_rows* out, size_t at, const char* format, va_list arguments) {
  if (at >= sizeof out->error) at = sizeof out->error / 2; // a long name leaves room for the reason
  vsnprintf(out->error + at, sizeof out->error - at, format, arguments);
  replace_controls(out->error + at);
}

void reader_fail(reader* self, size_t line, const char* format, ...) {
  char* error = self->out->error;
  char number[24] = "";
  va_list arguments;
  if (line != 0) snprintf(number, sizeof number, ":%zu", line);
  const int length = snprintf(error, sizeof self->out->error, "%s%s: ", self->file, number);
  va_start(arguments, format);
  write_error(self->out, (size_t)length, format, arguments);
  va_end(arguments);
  self->out->error_line = line;
  longjmp(self->failed, RECORDING_BAD_FILE);
}

void reader_fail_option(reader* self, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_error(self->out, 0, format, arguments);
  va_end(arguments);
  longjmp(self->failed, RECORDING_BAD_OPTION);
}

void reader_note(reader* self, const char* format, ...) {
  recorded_rows* out = self->out;
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  replace_controls(text);
  const size_t size = strlen(self->file) + strlen(text) + 3;
  out->note = reader_grow(self, out->note, &self->note_capacity, out->note_count + 1, sizeof *out->note);
  char* note = reader_allocate(self, size, 1);
  snprintf(note, size, "%s: %s", self->file, text);
  out->note[out->note_count++] = note;
}

// ---------------------------------------------------------------- magic

// Kinds of files.

typedef struct magic {
  const char* bytes;
  size_t count;
  const char* name;
} magic;

#define MAGIC(bytes, name) \
  { bytes, sizeof(bytes) - 1, name }

static const magic known[] = {
    MAGIC("\xff\xfe", "UTF-16; save it as UTF-8"),
    MAGIC("\xfe\xff", "UTF-16; save it as UTF-8"),
    MAGIC("\x1f\x8b", "compressed by gzip twice; decompress it once"),
    MAGIC("SQLite format 3",
          "an SQLite database; the Python package reads those of JuPedSim, for others export a table"),
    MAGIC("PK\x03\x04", "a ZIP archive or a workbook; take the text out of it, or export it as CSV"),
    MAGIC("BZh", "compressed by bzip2; decompress it"),
    MAGIC("\xfd\x37zXZ", "compressed by xz; decompress it"),
    MAGIC("\x28\xb5\x2f\xfd", "compressed by zstd; decompress it"),
    MAGIC("\x89HDF", "HDF5; export it as text"),
    MAGIC("MATLAB 5.0", "a file of MATLAB; export it as text"),
    MAGIC("%PDF-", "a PDF"),
};

void check_magic(reader* owner, const char* data, size_t size) {
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
    if (size >= known[i].count && memcmp(data, known[i].bytes, known[i].count) == 0) {
      reader_fail(owner, 1, "%s", known[i].name);
    }
  }
}
