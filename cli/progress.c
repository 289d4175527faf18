// The progress bar: one line, redrawn at most twenty times a second.
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "support.h"

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
