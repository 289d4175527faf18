#include <stdlib.h>
#include <sys/resource.h>

#include "portable.h"

void* aligned_memory(size_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); }
void aligned_release(void* memory) { free(memory); }

double peak_memory(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024.0 * (double)usage.ru_maxrss : 0.0;
}

int replace_file(const char* from, const char* to) { return rename(from, to); }
