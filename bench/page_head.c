#include "page_head.h"

#include <chipmunk/chipmunk.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "build_info.h"
#include "commit.h"
#include "lanegjk/lanegjk.h"
#include "machine.h"

static void row(const char* name, const char* value) { printf("| %s | %s |\n", name, value); }

void note_begin(run_begun* begun) {
  *begun = (run_begun){"unknown", "unknown"};
  const time_t now = time(NULL);
  struct tm utc;
  if (gmtime_r(&now, &utc) != NULL) strftime(begun->date, sizeof begun->date, "%Y-%m-%dT%H:%M:%S+00:00", &utc);
  FILE* file = fopen("/proc/loadavg", "r");
  if (file == NULL) return;
  if (fgets(begun->load, sizeof begun->load, file) != NULL) begun->load[strcspn(begun->load, " \n")] = '\0';
  fclose(file);
}

void print_page_head(const char* title, const run_begun* begun, const char* quick, const page_row* more) {
  char text[256];
  printf("# %s\n\n| | |\n|---|---|\n", title);
  machine_name(text, sizeof text, BUILD_PROCESSOR);
  row("machine", text);
  if (machine_numbers(text, sizeof text)) row("cpu", text);
  row("compiler", BUILD_COMPILER);
  row("flags", BUILD_FLAGS);
  row("commit", BUILD_COMMIT);
  row("date", begun->date);
  row("lanegjk", lgjk_version());
  row("box2d", BUILD_BOX2D);
  row("chipmunk", cpVersionString);
  row("bullet", BUILD_BULLET);
  row("fcl", BUILD_FCL);
  for (; more->name != NULL; ++more) row(more->name, more->value);
  row("load average at the start", begun->load);
  if (quick != NULL) row("kind of run", quick);
  putchar('\n');
}
