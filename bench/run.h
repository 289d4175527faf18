// Runs benchmark cases: plays the frames of a mode, checks every contender's answers against the library's scalar
// ones before it is timed, and reports the figures.
#ifndef LGJK_BENCH_RUN_H
#define LGJK_BENCH_RUN_H

#include "cases.h"

// Registers the cases with the shim. A contender whose answers are wrong ends the program with a message. The cases
// must outlive the run. repetitions: how often each is measured, for the progress line.
void run_register(const bench_case* cases, uint32_t count, uint32_t repetitions);
// Releases the scenes.
void run_finish(void);

#endif
