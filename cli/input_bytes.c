// Reads a file or a pipe to its end, and decompresses gzip by zlib, where the program was built with that.
#include "input_bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define CHUNK ((size_t)1 << 16)

static int is_compressed(const input_bytes* self) { return self->size >= 2 && memcmp(self->data, "\x1f\x8b", 2) == 0; }

#if defined(LGJK_ZLIB)

#include <limits.h>
#include <zlib.h>

// Takes the next piece of the compressed bytes, which zlib counts by unsigned numbers.
static void feed(z_stream* stream, const input_bytes* from, size_t* at) {
  if (stream->avail_in > 0) return;
  const size_t left = from->size - *at;
  stream->avail_in = left < UINT_MAX ? (uInt)left : UINT_MAX;
  stream->next_in = (Bytef*)(void*)(from->data + *at);
  *at += stream->avail_in;
}

// A file may be several compressed ones, one behind the other, with zeros behind the last.
static int goes_on(z_stream* stream, const input_bytes* from, size_t* at) {
  feed(stream, from, at);
  return stream->avail_in > 0 && *stream->next_in != 0;
}

static input_bytes decompress(const char* name, const input_bytes* from) {
  input_bytes to = {0};
  size_t capacity = 0;
  size_t at = 0;
  z_stream stream = {0};
  int code = inflateInit2(&stream, 16 + MAX_WBITS);
  while (code == Z_OK) {
    feed(&stream, from, &at);
    to.data = grow(to.data, &capacity, to.size + CHUNK, 1);
    stream.next_out = (Bytef*)(void*)(to.data + to.size);
    stream.avail_out = CHUNK;
    code = inflate(&stream, Z_NO_FLUSH);
    to.size += CHUNK - stream.avail_out;
    if (code == Z_STREAM_END && goes_on(&stream, from, &at)) code = inflateReset(&stream);
  }
  if (code == Z_BUF_ERROR) fail("%s: compressed by gzip, and cut off", name);
  if (code != Z_STREAM_END) {
    fail("%s: compressed by gzip, and damaged: %s", name, stream.msg != NULL ? stream.msg : "no memory");
  }
  inflateEnd(&stream);
  return to;
}

#else

static input_bytes decompress(const char* name, const input_bytes* from) {
  (void)from;
  fail("%s: compressed by gzip, and this program was built without zlib: use gunzip -c FILE | lanegjk replay -", name);
}

#endif

input_bytes input_bytes_read(const char* path) {
  input_bytes self = {0};
  size_t capacity = 0;
  FILE* file = open_input(path);
  for (size_t got = 1; got > 0; self.size += got) {
    self.data = grow(self.data, &capacity, self.size + CHUNK, 1);
    got = fread(self.data + self.size, 1, capacity - self.size, file);
  }
  if (ferror(file)) fail("%s: cannot read: %s", input_name(path), strerror(errno));
  close_input(file);
  if (!is_compressed(&self)) return self;
  const input_bytes plain = decompress(input_name(path), &self);
  input_bytes_free(&self);
  return plain;
}

void input_bytes_free(input_bytes* self) {
  free(self->data);
  *self = (input_bytes){0};
}
