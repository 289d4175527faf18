// A progress bar on standard error, only where that is a terminal.
#ifndef LANEGJK_TOOLS_PROGRESS_H
#define LANEGJK_TOOLS_PROGRESS_H

#include <stdint.h>

typedef struct progress {
  const char* what;  // "frame"
  uint64_t total;
  double last_drawn;
  int on_terminal;
} progress;

progress progress_begin(const char* what, uint64_t total);
void progress_update(progress* self, uint64_t done);
// Wipes the bar.
void progress_end(progress* self);

#endif
