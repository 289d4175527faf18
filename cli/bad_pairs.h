// Pairs, or bodies, without an answer: how many, and what is wrong with the first.
#ifndef LANEGJK_TOOLS_BAD_PAIRS_H
#define LANEGJK_TOOLS_BAD_PAIRS_H

#include <stdint.h>

#define BAD_PAIRS "pairs are bad and have no answer"
#define BAD_BODIES "bodies are bad and meet nobody"

typedef struct bad_pairs {
  uint64_t asked;  // over all frames
  uint64_t count;  // of those, bad
  char first[320]; // empty: none yet
} bad_pairs;

// Warns on standard error where there are any; returns the exit status. `what` they are, and what that means.
int bad_pairs_warn(const bad_pairs* self, const char* command, const char* what);

#endif
