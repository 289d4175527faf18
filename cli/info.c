// `lanegjk info`: the version, the instruction sets of this build, what this CPU runs, and which one is used and why.
#include <stdio.h>
#include <stdlib.h>

#include "command_line.h"
#include "commands.h"
#include "lanegjk/lanegjk.h"
#include "support.h"

static const char summary[] =
    "lanegjk info: the version, the instruction sets of this build, and which one is used here and why\n"
    "\n"
    "  LANEGJK_ISA=sse lanegjk info      force one by the environment, for every query of the process\n";

static void print_instruction_sets(void) {
  uint32_t isas[16];
  const uint32_t capacity = sizeof isas / sizeof isas[0];
  const uint32_t total = lgjk_isa_list(isas, capacity);
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
