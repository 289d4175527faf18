// Prints one line per input: its name and a hash for each query of everything that the query wrote, cold, over warm
// frames and free of history, on the instruction sets named as arguments (none: all that run here). The lines do not
// name the instruction set, and are those of golden2.h and golden3.h unless fewer pairs are requested: on all machines,
// for every compiler and every instruction set they must be the same. Needs nothing but lanegjk. Compiled once for each
// dimension, as digest2 and digest3. Inputs whose data file is missing are left out.
//   digest2 [--pairs N] [--every N] [NAME...]     --every: of every Nth input, the first included
//   digest2 --list       the instruction sets that run here
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"

static int print_all(uint32_t isa, uint32_t pairs, uint32_t every) {
  for (uint32_t i = 0; i < inputsN_count(); i += every) {
    uint64_t hash[QUERIES];
    if (inputsN_missing(i) != NULL) continue;
    if (digestN_input(i, isa, pairs, hash) != 0) {
      fprintf(stderr, "digest" DIM_TEXT(DIM) ": %s: no memory, or a query failed\n", inputsN_name(i));
      return 1;
    }
    digestN_print(i, hash);
  }
  return 0;
}

static int print_list(void) {
  for (uint32_t i = 1; i < LGJK_ISA_COUNT; ++i) {
    if (lgjk_isa_supported(i)) puts(lgjk_isa_name(i));
  }
  return 0;
}

int main(int argc, char** argv) {
  int code = 0;
  uint32_t pairs = DIGEST_PAIRS, every = 1;
  if (argc == 2 && strcmp(argv[1], "--list") == 0) return print_list();
  for (; argc > 2 && strncmp(argv[1], "--", 2) == 0; argc -= 2, argv += 2) {
    const uint32_t number = (uint32_t)strtoul(argv[2], NULL, 10);
    if (strcmp(argv[1], "--pairs") == 0) pairs = number;
    if (strcmp(argv[1], "--every") == 0 && number > 0) every = number;
  }
  for (int i = 1; i < argc; ++i) {
    const uint32_t isa = lgjk_isa_from_name(argv[i]);
    if (!lgjk_isa_supported(isa)) {
      fprintf(stderr, "digest" DIM_TEXT(DIM) ": %s does not run here\n", argv[i]);
      return 2;
    }
    code |= print_all(isa, pairs, every);
  }
  for (uint32_t isa = 1; argc == 1 && isa < LGJK_ISA_COUNT; ++isa) {
    if (lgjk_isa_supported(isa)) code |= print_all(isa, pairs, every);
  }
  return code;
}
