// What the C library would ask of its surroundings. A module has none: no variable is set, and nobody has to be told
// that memory has grown. So it imports nothing.
#include <stddef.h>

char* getenv(const char* name) {
  (void)name;
  return NULL;
}

void emscripten_notify_memory_growth(size_t memory) { (void)memory; }
