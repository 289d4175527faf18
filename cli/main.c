// The command line program: picks the subcommand. Each subcommand parses its own options and returns the exit status.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "lanegjk/lanegjk.h"
#include "support.h"

typedef struct subcommand {
  const char* name;
  const char* form; // with what it needs
  const char* help;
  int (*run)(int argc, char** argv);
} subcommand;

static const subcommand subcommands[] = {
    {"query", "query SCENE.json", "overlap, distance, contact, cast, or neighbours of the bodies of a scene",
     command_query},
    {"replay", "replay TRAJECTORIES", "contacts and closest approaches in a recorded crowd", command_replay},
    {"demo-recording", "demo-recording --out FILE", "a made-up recording to try replay with", command_demo_recording},
    {"info", "info", "version, instruction sets, and which one is used here", command_info},
};
#define SUBCOMMANDS (sizeof subcommands / sizeof subcommands[0])

static void print_help(void) {
  printf("lanegjk - collision queries for very many pairs of convex shapes at once\n\n");
  for (size_t i = 0; i < SUBCOMMANDS; ++i) printf("  lanegjk %-25s %s\n", subcommands[i].form, subcommands[i].help);
  printf(
      "  lanegjk --version\n\n"
      "Each has its own --help with an example. SCENE.json and TRAJECTORIES may be - for standard input. Errors go to\n"
      "standard error; the exit status is then 2. It is 1 where all pairs are bad.\n");
}

// As parse_command_line does for a command.
static void print_table(void) {
  for (size_t i = 0; i < SUBCOMMANDS; ++i) printf("%s\tnone\t%s\n", subcommands[i].name, subcommands[i].help);
  printf("--help\tnone\twhat there is\n--version\tnone\tthe version\n");
}

int main(int argc, char** argv) {
  const command self = {.name = "lanegjk"};
  if (argc < 2) usage_error(&self, "which of query, replay, demo-recording, info?");
  const char* first = argv[1];
  for (size_t i = 0; i < SUBCOMMANDS; ++i) {
    if (strcmp(first, subcommands[i].name) == 0) return subcommands[i].run(argc - 1, argv + 1);
  }
  if (strcmp(first, "--version") == 0) {
    printf("lanegjk %s\n", lgjk_version());
  } else if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
    print_help();
  } else if (strcmp(first, "--complete") == 0) {
    print_table();
  } else {
    usage_error(&self, "unknown %s '%s'", first[0] == '-' ? "option" : "command", first);
  }
  return 0;
}

// ---------------------------------------------------------------- info

// `lanegjk info`: the version, the instruction sets of this build, what this CPU runs, and which one is used and why.

static const char summary[] =
    "lanegjk info: the version, the instruction sets of this build, and which one is used here and why\n"
    "\n"
    "  LANEGJK_ISA=sse lanegjk info      force one by the environment, for every query of the process\n";

static void print_instruction_sets(void) {
  uint32_t isas[16];
  const uint32_t capacity = sizeof isas / sizeof isas[0], total = lgjk_isa_list(isas, capacity);
  const uint32_t count = total < capacity ? total : capacity;
  printf("instruction set   pairs per block   on this CPU\n");
  for (uint32_t i = 0; i < count; ++i) {
    printf("%-15s   %15u   %s\n", lgjk_isa_name(isas[i]), lgjk_isa_lanes(isas[i]),
           lgjk_isa_supported(isas[i]) ? "yes" : "no");
  }
}

int command_info(int argc, char** argv) {
  const command self = {.name = "lanegjk info", .summary = summary, .details = ""};
  if (parse_command_line(&self, argc, argv)) return 0;
  printf("lanegjk %s\n\n", lgjk_version());
  print_instruction_sets();
  fflush(stdout);

  const uint32_t chosen = isa_option(&self, NULL);
  const char* forced = getenv("LANEGJK_ISA");
  printf("\nused: %s, ", lgjk_isa_name(chosen));
  if (forced != NULL && forced[0] != '\0') {
    printf("by LANEGJK_ISA=%s\n", forced);
  } else {
    printf("the widest that this CPU supports (LANEGJK_ISA is not set)\n");
  }
  return 0;
}
