// Errors, memory, text and whole files for the command line program.
#include "support.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "progress.h"

static void report(const char* format, va_list arguments) {
  progress_wipe();
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
}

void fail(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(format, arguments);
  va_end(arguments);
  exit(STATUS_ERROR);
}

void note(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(format, arguments);
  va_end(arguments);
}

void* allocate(size_t count, size_t size) {
  void* memory = calloc(count > 0 ? count : 1, size);
  if (memory == NULL) fail("lanegjk: out of memory");
  return memory;
}

void* grow(void* memory, size_t* capacity, size_t needed, size_t size) {
  if (needed <= *capacity) return memory;
  size_t wanted = *capacity < 16 ? 16 : *capacity;
  while (wanted < needed && wanted <= SIZE_MAX / 2) wanted *= 2;
  void* larger = wanted >= needed && wanted <= SIZE_MAX / size ? realloc(memory, wanted * size) : NULL;
  if (larger == NULL) fail("lanegjk: out of memory");
  *capacity = wanted;
  return larger;
}

double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void text_append(text_buffer* text, const char* format, ...) {
  va_list arguments;
  va_list again;
  va_start(arguments, format);
  va_copy(again, arguments);
  text->data = grow(text->data, &text->capacity, text->size + 256, 1);
  const size_t room = text->capacity - text->size;
  const int length = vsnprintf(text->data + text->size, room, format, arguments);
  if (length < 0) fail("lanegjk: cannot format text");
  if ((size_t)length >= room) {
    text->data = grow(text->data, &text->capacity, text->size + (size_t)length + 1, 1);
    vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
  }
  text->size += (size_t)length;
  va_end(again);
  va_end(arguments);
}

void text_free(text_buffer* text) {
  free(text->data);
  *text = (text_buffer){0};
}

static int is_standard_input(const char* path) { return strcmp(path, "-") == 0; }

const char* input_name(const char* path) { return is_standard_input(path) ? "standard input" : path; }

FILE* open_input(const char* path) {
  if (is_standard_input(path)) return stdin;
  FILE* file = fopen(path, "rb");
  if (file == NULL) fail("%s: cannot open: %s", path, strerror(errno));
  return file;
}

void close_input(FILE* file) {
  if (file != stdin) fclose(file);
}

// A file on its way: where it goes in the end, and the file beside it that is written first (NULL: written directly).
typedef struct staged_file {
  char* target;
  char* temporary;
} staged_file;

static char* copy_of(const char* text) {
  const size_t size = strlen(text) + 1;
  return memcpy(allocate(size, 1), text, size);
}

// A symbolic link is followed, so that renaming replaces the file and not the link. What lies in /dev is never
// replaced: /dev/stdout may lead to a file that others write to.
static staged_file stage(const char* path) {
  staged_file file = {0};
  struct stat status;
  if (strncmp(path, "/dev/", 5) == 0) {
    file.target = copy_of(path);
    return file;
  }
  char* resolved = realpath(path, NULL);
  file.target = copy_of(resolved != NULL ? resolved : path);
  free(resolved);
  const int exists = stat(file.target, &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail("%s: cannot write: %s", path, strerror(EISDIR));
  if (exists && !S_ISREG(status.st_mode)) return file;
  const size_t size = strlen(file.target) + 32;
  file.temporary = allocate(size, 1);
  snprintf(file.temporary, size, "%s.%ld.tmp", file.target, (long)getpid());
  return file;
}

// Returns 0 on success, else errno.
static int write_text(FILE* file, const text_buffer* text) {
  errno = 0;
  if ((text->size > 0 && fwrite(text->data, 1, text->size, file) != text->size) || fflush(file) != 0)
    return errno != 0 ? errno : EIO;
  return 0;
}

static int write_named(const char* path, const char* mode, const text_buffer* text) {
  FILE* file = fopen(path, mode);
  if (file == NULL) return errno;
  const int error = write_text(file, text);
  if (fclose(file) != 0 && error == 0) return errno;
  return error;
}

static void discard(staged_file* files, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (files[i].temporary != NULL) remove(files[i].temporary);
  }
}

static int is_standard_output(const char* path) {
  return path == NULL || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

void write_outputs(const output_file* files, size_t count) {
  staged_file* staged = allocate(count, sizeof *staged);
  for (size_t i = 0; i < count; ++i) {
    if (!is_standard_output(files[i].path)) staged[i] = stage(files[i].path);
  }
  for (size_t i = 0; i < count; ++i) {
    if (staged[i].temporary == NULL) continue;
    const int error = write_named(staged[i].temporary, "wbx", files[i].text);
    if (error != 0) {
      discard(staged, i + 1);
      fail("%s: cannot write: %s", files[i].path, strerror(error));
    }
  }
  for (size_t i = 0; i < count; ++i) {
    int error = 0;
    if (is_standard_output(files[i].path)) {
      error = write_text(stdout, files[i].text);
    } else if (staged[i].temporary == NULL) {
      error = write_named(staged[i].target, "ab", files[i].text);
    } else if (replace_file(staged[i].temporary, staged[i].target) != 0) {
      error = errno;
    }
    if (error != 0) {
      discard(staged + i, count - i);
      fail("%s: cannot write: %s", files[i].path != NULL ? files[i].path : "standard output", strerror(error));
    }
    free(staged[i].target);
    free(staged[i].temporary);
  }
  free(staged);
}
