#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// After windows.h, whose types it needs.
#include <psapi.h>

#include <errno.h>
#include <malloc.h>

#include "portable.h"

void* aligned_memory(size_t size) { return _aligned_malloc(size, 64); }
void aligned_release(void* memory) { _aligned_free(memory); }

double peak_memory(void) {
  PROCESS_MEMORY_COUNTERS counters;
  const BOOL known = GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters);
  return known ? (double)counters.PeakWorkingSetSize : 0.0;
}

int replace_file(const char* from, const char* to) {
  if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) return 0;
  errno = EACCES;
  return -1;
}
