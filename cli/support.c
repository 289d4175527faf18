// Errors, memory, text and whole files for the command line program.
#include "support.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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
  size_t grown = *capacity < 16 ? 16 : *capacity;
  while (grown < needed && grown <= SIZE_MAX / 2) grown *= 2;
  void* larger = grown >= needed && grown <= SIZE_MAX / size ? realloc(memory, grown * size) : NULL;
  if (larger == NULL) fail("lanegjk: out of memory");
  *capacity = grown;
  return larger;
}

void* allocate_aligned(uint64_t size) {
  void* memory = aligned_memory((size_t)size);
  if (memory == NULL) fail("lanegjk: out of memory");
  return memory;
}

void* pool_allocate(memory_pool* pool, size_t count, size_t size) {
  pool->block = grow(pool->block, &pool->capacity, pool->count + 1, sizeof *pool->block);
  return pool->block[pool->count++] = allocate(count, size);
}

void pool_free(memory_pool* pool) {
  while (pool->count > 0) free(pool->block[--pool->count]);
  free(pool->block);
  *pool = (memory_pool){0};
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

static char* copy_of(const char* text) {
  const size_t size = strlen(text) + 1;
  return memcpy(allocate(size, 1), text, size);
}

static int is_standard_output(const char* path) {
  return path == NULL || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

// A symbolic link is followed, so that renaming replaces the file and not the link. What lies in /dev is never
// replaced: /dev/stdout may lead to a file that others write to.
static void stage(output_file* file) {
  struct stat status;
  const int is_device = strncmp(file->path, "/dev/", 5) == 0;
  char* resolved = is_device ? NULL : realpath(file->path, NULL);
  file->target = resolved != NULL ? resolved : copy_of(file->path);
  const int exists = !is_device && stat(file->target, &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail("%s: cannot write: %s", file->path, strerror(EISDIR));
  if (is_device || (exists && !S_ISREG(status.st_mode))) return;
  const size_t size = strlen(file->target) + 32;
  file->temporary = allocate(size, 1);
  snprintf(file->temporary, size, "%s.%ld.tmp", file->target, (long)getpid());
}

// Returns 0 on success, else errno; a path of NULL is standard output.
static int write_text(const char* path, const char* mode, const text_buffer* text) {
  FILE* file = path != NULL ? fopen(path, mode) : stdout;
  if (file == NULL) return errno;
  errno = 0;
  int error = 0;
  if ((text->size > 0 && fwrite(text->data, 1, text->size, file) != text->size) || fflush(file) != 0)
    error = errno != 0 ? errno : EIO;
  if (path != NULL && fclose(file) != 0 && error == 0) error = errno;
  return error;
}

// Ends the program after an error, and removes what would have taken the place of files.
static void check_output(int error, const output_file* failed, const output_file* files, size_t count) {
  if (error == 0) return;
  for (size_t i = 0; i < count; ++i) {
    if (files[i].temporary != NULL) remove(files[i].temporary);
  }
  fail("%s: cannot write: %s", failed->path != NULL ? failed->path : "standard output", strerror(error));
}

void write_outputs(output_file* files, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!is_standard_output(files[i].path)) stage(&files[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    if (files[i].temporary == NULL) continue;
    check_output(write_text(files[i].temporary, "wbx", files[i].text), &files[i], files, i + 1);
  }
  for (output_file* file = files; file < files + count; ++file) {
    if (file->temporary == NULL) {
      check_output(write_text(file->target, "ab", file->text), file, file, (size_t)(files + count - file));
    } else if (replace_file(file->temporary, file->target) != 0) {
      check_output(errno, file, file, (size_t)(files + count - file));
    }
    free(file->target);
    free(file->temporary);
  }
}

// ---------------------------------------------------------------- progress

// One line, redrawn at most twenty times a second.

#define BAR_WIDTH 40

// Whether a bar stands on the last line of the terminal.
static int on_screen;

progress progress_begin(const char* what, uint64_t total, uint64_t unit) {
  return (progress){.what = what, .total = total, .unit = unit, .on_terminal = isatty(STDERR_FILENO)};
}

static void draw_bar(const progress* self, uint64_t done) {
  const int filled = (int)(done * BAR_WIDTH / self->total);
  char bar[BAR_WIDTH + 1];
  for (int i = 0; i < BAR_WIDTH; ++i) bar[i] = i < filled ? '#' : '.';
  bar[BAR_WIDTH] = '\0';
  fprintf(stderr, "\r[%s] %3u%%  %s %llu of %llu", bar, (unsigned)(done * 100 / self->total), self->what,
          (unsigned long long)(done / self->unit), (unsigned long long)(self->total / self->unit));
}

void progress_update(progress* self, uint64_t done) {
  if (!self->on_terminal) return;
  const double now = seconds_now();
  if ((self->total == 0 || done < self->total) && now - self->last_drawn < 0.05) return;
  self->last_drawn = now;
  on_screen = 1;
  if (self->total > 0) {
    draw_bar(self, done < self->total ? done : self->total);
  } else {
    fprintf(stderr, "\r%s %llu", self->what, (unsigned long long)(done / self->unit));
  }
  fflush(stderr);
}

void progress_wipe(void) {
  if (on_screen) fputs("\r\033[K", stderr);
  on_screen = 0;
}

// ---------------------------------------------------------------- bad pairs

int bad_pairs_warn(const bad_pairs* self, const char* command, const char* what) {
  if (self->count == 0) return 0;
  fprintf(stderr, "%s: warning: %" PRIu64 " of %" PRIu64 " %s; the first: %s\n", command, self->count, self->total,
          what, self->first);
  return self->count == self->total ? STATUS_ALL_BAD : 0;
}

// ---------------------------------------------------------------- digits of coordinates

#define FLOAT_DIGITS 9
// of a float that are not the noise of its last place
#define SURE_DIGITS 8
#define DOUBLE_DIGITS 17

// Digits before the point.
static int whole_digits(double value) {
  int digits = 0;
  for (value = fabs(value); value >= 1.0 && digits < 400; value /= 10.0) ++digits;
  return digits;
}

int coordinate_digits(double offset, double relative, double largest) {
  const int digits = SURE_DIGITS + whole_digits(offset + relative) - whole_digits(largest);
  return digits < FLOAT_DIGITS ? FLOAT_DIGITS : digits > DOUBLE_DIGITS ? DOUBLE_DIGITS : digits;
}

// ---------------------------------------------------------------- whole files

#define CHUNK (1u << 16)

#if defined(LGJK_ZLIB)

#include <zlib.h>

// Appends up to CHUNK bytes; returns how many. zlib passes on what is not compressed.
static size_t read_some(gzFile stream, const char* name, char* to) {
  int code = Z_OK;
  const int count = gzread(stream, to, CHUNK);
  const char* reason = gzerror(stream, &code);
  if (code == Z_ERRNO) fail("%s: cannot read: %s", name, strerror(errno));
  if (code == Z_BUF_ERROR) fail("%s: compressed by gzip, and cut off", name);
  if (code == Z_MEM_ERROR) fail("lanegjk: out of memory");
  if (count < 0) fail("%s: compressed by gzip, and damaged: %s", name, strrchr(reason, ':') + 2); // "<fd:3>: reason"
  return (size_t)count;
}

static gzFile open_stream(FILE* file) {
  gzFile stream = gzdopen(dup(fileno(file)), "rb");
  if (stream == NULL) fail("lanegjk: out of memory");
  return stream;
}

#else

// The same, of files that are not compressed.
static size_t read_some(FILE* stream, const char* name, char* to) {
  const size_t count = fread(to, 1, CHUNK, stream);
  if (ferror(stream)) fail("%s: cannot read: %s", name, strerror(errno));
  if (count < 2 || memcmp(to, "\x1f\x8b", 2) != 0) return count;
  fail("%s: compressed by gzip, and this program was built without zlib: use gunzip -c FILE | lanegjk replay -", name);
}

typedef FILE* gzFile;
static FILE* open_stream(FILE* file) { return file; }
static void gzclose(FILE* stream) { (void)stream; }

#endif

text_buffer read_input(const char* path) {
  text_buffer input = {0};
  FILE* file = is_standard_input(path) ? stdin : fopen(path, "rb");
  if (file == NULL) fail("%s: cannot open: %s", path, strerror(errno));
  gzFile stream = open_stream(file);
  for (size_t got = 1; got > 0; input.size += got) {
    input.data = grow(input.data, &input.capacity, input.size + CHUNK, 1);
    got = read_some(stream, input_name(path), input.data + input.size);
  }
  gzclose(stream);
  if (file != stdin) fclose(file);
  return input;
}
