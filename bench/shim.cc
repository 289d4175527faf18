// The C++ side of the shim: google-benchmark's state behind plain functions. Times are measured by the callbacks, for
// which google-benchmark appends "/manual_time" to every name; the reporters here take it off again.
#include "shim.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <ostream>
#include <vector>

#include "quiet.h"

struct bench_run {
  benchmark::State& state;
  uint64_t done = 0;  // iterations of the sample
  double seconds = 0; // that they took
};

namespace {

using Runs = std::vector<benchmark::BenchmarkReporter::Run>;

Runs WithPlainNames(Runs runs) {
  for (auto& run : runs) {
    run.run_name.time_type.clear();
    run.run_name.iterations.clear();
    run.run_name.repetitions.clear();
  }
  return runs;
}

class Console : public benchmark::ConsoleReporter {
 public:
  Console() : ConsoleReporter(OO_Tabular) {}
  void ReportRuns(const Runs& runs) override { ConsoleReporter::ReportRuns(WithPlainNames(runs)); }
};

class Json : public benchmark::JSONReporter {
 public:
  void ReportRuns(const Runs& runs) override { JSONReporter::ReportRuns(WithPlainNames(runs)); }
};

} // namespace

void bench_register(const char* name, bench_body* body, void* context, uint32_t once) {
  const auto measure = [body, context](benchmark::State& state) {
    bench_run run{state};
    body(&run, context);
  };
  auto* added = benchmark::RegisterBenchmark(name, measure)->UseManualTime();
  if (once > 0) added->Iterations(1)->Repetitions(static_cast<int>(once));
}

void bench_describe(const char* key, const char* value) { benchmark::AddCustomContext(key, value); }

void bench_run_all(int argc, char** argv, bool to_file) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) std::exit(2);
  static char name[] = "lgjk_bench"; // not the path of this build
  benchmark::BenchmarkReporter::Context::executable_name = name;
  // For the context, which is in the file, and a warning about how google-benchmark was built.
  std::ostream nowhere(nullptr);
  Console console;
  console.SetErrorStream(&nowhere);
  Json json;
  // google-benchmark demands an output file for a file reporter that it is given.
  if (to_file) {
    benchmark::RunSpecifiedBenchmarks(&console, &json);
  } else {
    benchmark::RunSpecifiedBenchmarks(&console);
  }
  benchmark::Shutdown();
}

void bench_measured(bench_run* run, double seconds) {
  while (run->state.KeepRunning()) run->state.SetIterationTime(seconds);
}

// google-benchmark cannot take back an iteration: it gets those of a quiet sample, when they are done.
bool bench_next(bench_run* run) {
  const uint64_t all = bench_iterations(run);
  if (run->done == 0) quiet_begin();
  if (run->done < all) return true;
  if (!quiet_end()) {
    run->done = 0;
    run->seconds = 0;
    quiet_begin();
    return true;
  }
  bench_measured(run, run->seconds / static_cast<double>(all));
  return false;
}

void bench_took(bench_run* run, double seconds) {
  run->done++;
  run->seconds += seconds;
  quiet_look();
}

uint64_t bench_iterations(const bench_run* run) { return static_cast<uint64_t>(run->state.max_iterations); }

void bench_counter(bench_run* run, const char* name, double value) { run->state.counters[name] = value; }

void bench_label(bench_run* run, const char* text) { run->state.SetLabel(text); }

void bench_skip(bench_run* run, const char* why) { run->state.SkipWithError(why); }

void bench_nanoseconds_per_item(bench_run* run, const char* name, uint64_t items_per_iteration) {
  using benchmark::Counter;
  const double billions =
      1e-9 * static_cast<double>(items_per_iteration) * static_cast<double>(run->state.iterations());
  run->state.counters[name] = Counter(billions, Counter::kIsRate | Counter::kInvert);
}
