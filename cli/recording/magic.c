// Kinds of files.
#include "magic.h"

#include <string.h>

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
