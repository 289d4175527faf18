// google-benchmark for C: benchmarks are registered by name with a callback that measures its own time.
#ifndef LGJK_BENCH_SHIM_H
#define LGJK_BENCH_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_run bench_run; // one measurement under way
typedef void bench_body(bench_run* run, void* context);

// once: 0, or of a body that is called once for each repetition, and measures for long: so many repetitions, whatever
// the options.
void bench_register(const char* name, bench_body* body, void* context, uint32_t once);
// A line for the context of the JSON.
void bench_describe(const char* key, const char* value);
// Runs everything that was registered, by google-benchmark's own options; names are reported as they were registered.
// to_file: the options name an output file.
void bench_run_all(int argc, char** argv, bool to_file);

// Inside a body: `while (bench_next(run)) { ...; bench_took(run, seconds); }`, then the figures. The loop is
// repeated where the processor was disturbed: quiet.h.
bool bench_next(bench_run* run);
void bench_took(bench_run* run, double seconds);
void bench_measured(bench_run* run, double seconds); // in place of the loop: what an iteration took elsewhere
uint64_t bench_iterations(const bench_run* run);     // how many times bench_next is true in a sample
void bench_counter(bench_run* run, const char* name, double value);
void bench_label(bench_run* run, const char* text);
void bench_skip(bench_run* run, const char* why); // nothing was measured
void bench_nanoseconds_per_item(bench_run* run, const char* name, uint64_t items_per_iteration);

#ifdef __cplusplus
}
#endif

#endif
