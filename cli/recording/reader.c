// Failures, notes, memory and names of the reader.
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

void reader_fail(reader* self, size_t line, const char* format, ...) {
  recorded_rows* out = self->out;
  char number[24] = "";
  size_t at = 0;
  va_list arguments;
  if (line != 0) snprintf(number, sizeof number, ":%zu", line);
  if (line != OF_OPTION) at = (size_t)snprintf(out->error, sizeof out->error, "%s%s: ", self->file, number);
  if (at >= sizeof out->error) at = sizeof out->error / 2; // a long name leaves room for the reason
  va_start(arguments, format);
  vsnprintf(out->error + at, sizeof out->error - at, format, arguments);
  va_end(arguments);
  replace_controls(out->error + at);
  out->error_line = line != OF_OPTION ? line : 0;
  longjmp(self->failed, line != OF_OPTION ? RECORDING_BAD_FILE : RECORDING_BAD_OPTION);
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

// ---------------------------------------------------------------- kinds of files

typedef struct magic {
  const char* bytes;
  size_t count;
  const char* name;
} magic;

#define MAGIC(bytes, name) \
  { bytes, sizeof(bytes) - 1, name }

static const magic kinds[] = {
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
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (size >= kinds[i].count && memcmp(data, kinds[i].bytes, kinds[i].count) == 0) {
      reader_fail(owner, 1, "%s", kinds[i].name);
    }
  }
}

// ---------------------------------------------------------------- names, a hash table of texts

// FNV-1a.
static size_t hash_of(const char* text, size_t length) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
  return (size_t)hash;
}

static uint32_t* find_slot(const name_table* self, const char* text, size_t length) {
  size_t at = hash_of(text, length) & (self->slots - 1);
  for (; self->slot[at] != 0; at = (at + 1) & (self->slots - 1)) {
    const char* known = self->name[self->slot[at] - 1];
    if (strlen(known) == length && memcmp(known, text, length) == 0) break;
  }
  return &self->slot[at];
}

static void make_slots(reader* owner, name_table* self) {
  reader_release(owner, self->slot);
  self->slots = self->slots == 0 ? 64 : 2 * self->slots;
  self->slot = reader_allocate(owner, self->slots, sizeof *self->slot);
  for (size_t i = 0; i < self->count; ++i) {
    *find_slot(self, self->name[i], strlen(self->name[i])) = (uint32_t)i + 1;
  }
}

uint32_t names_number(reader* owner, name_table* self, const char* text, size_t length) {
  if (2 * (self->count + 1) > self->slots) make_slots(owner, self);
  uint32_t* slot = find_slot(self, text, length);
  if (*slot != 0) return *slot - 1;
  if (self->count == UINT32_MAX - 1) reader_fail(owner, 0, "too many names");
  char* copy = memcpy(reader_allocate(owner, length + 1, 1), text, length);
  self->name = reader_grow(owner, self->name, &self->capacity, self->count + 1, sizeof *self->name);
  self->name[self->count++] = copy;
  return (*slot = (uint32_t)self->count) - 1;
}

static int compare_names(const void* left, const void* right) {
  return strcmp(*(char* const*)left, *(char* const*)right);
}

uint32_t* names_sort(reader* owner, name_table* self) {
  uint32_t* became = reader_allocate(owner, self->count, sizeof *became);
  char** sorted = reader_allocate(owner, self->count, sizeof *sorted);
  if (self->count > 0) memcpy(sorted, self->name, self->count * sizeof *sorted);
  if (self->count > 0) qsort(sorted, self->count, sizeof *sorted, compare_names);
  for (size_t i = 0; i < self->count; ++i)
    became[names_number(owner, self, sorted[i], strlen(sorted[i]))] = (uint32_t)i;
  if (self->count > 0) memcpy(self->name, sorted, self->count * sizeof *sorted);
  reader_release(owner, sorted);
  reader_release(owner, self->slot);
  self->slot = NULL;
  self->slots = 0;
  return became;
}

static int compare_doubles(const void* left, const void* right) {
  const double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

void sort_doubles(double* values, size_t count) {
  if (count > 0) qsort(values, count, sizeof *values, compare_doubles);
}

double median_of(double* values, size_t count) {
  sort_doubles(values, count);
  return count > 0 ? values[count / 2] : 0.0;
}

size_t longest_run(double* values, size_t count, double* common) {
  size_t longest = 0, run = 0;
  sort_doubles(values, count);
  for (size_t i = 0; i < count; ++i) {
    run = i > 0 && values[i] == values[i - 1] ? run + 1 : 1;
    if (run > longest) longest = run, *common = values[i];
  }
  return longest;
}
