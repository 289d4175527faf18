// The command line program: picks the subcommand. Each subcommand parses its own options and returns the exit status.
#include <stdio.h>
#include <string.h>

#include "command_line.h"
#include "lanegjk/lanegjk.h"

static const char help_text[] =
    "lanegjk - collision queries for very many pairs of convex shapes at once\n"
    "\n"
    "  lanegjk query SCENE.json          overlap or distance of the pairs of a scene\n"
    "  lanegjk replay TRAJECTORIES       contacts and closest approaches in a recorded crowd\n"
    "  lanegjk demo-recording --out FILE a made-up recording to try replay with\n"
    "  lanegjk info                      version, instruction sets, and which one is used here\n"
    "  lanegjk --version\n"
    "\n"
    "Each has its own --help with an example. SCENE.json and TRAJECTORIES may be - for standard input. Errors go to\n"
    "standard error; the exit status is then 2. It is 1 where all pairs are bad.\n";

typedef struct subcommand {
  const char* name;
  int (*run)(int argc, char** argv);
} subcommand;

static const subcommand subcommands[] = {
    {"query", command_query},
    {"replay", command_replay},
    {"demo-recording", command_demo_recording},
    {"info", command_info},
};

int main(int argc, char** argv) {
  const command self = {.name = "lanegjk", .help = help_text};
  if (argc < 2) usage_error(&self, "which of query, replay, demo-recording, info?");
  if (strcmp(argv[1], "--version") == 0) {
    printf("lanegjk %s\n", lgjk_version());
    return 0;
  }
  for (size_t i = 0; i < sizeof subcommands / sizeof subcommands[0]; ++i) {
    if (strcmp(argv[1], subcommands[i].name) == 0) return subcommands[i].run(argc - 1, argv + 1);
  }
  if (argv[1][0] != '-') usage_error(&self, "unknown command '%s'", argv[1]);
  return parse_command_line(&self, argc, argv) ? 0 : 2;
}
