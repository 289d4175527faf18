// A progress bar on standard error, only where that is a terminal.
#ifndef LANEGJK_TOOLS_PROGRESS_H
#define LANEGJK_TOOLS_PROGRESS_H

#include <stdint.h>

typedef struct progress {
  const char* what; // "frame"
  uint64_t total;   // 0: not known, so there is no bar but only how much is done
  uint64_t unit;    // what the numbers that are shown count, such as 1000 bytes
  double last_drawn;
  int on_terminal;
} progress;

progress progress_begin(const char* what, uint64_t total, uint64_t unit);
void progress_update(progress* self, uint64_t done);
// Wipes what is drawn, at the end and before a message.
void progress_wipe(void);

#endif
