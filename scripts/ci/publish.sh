#!/usr/bin/env bash
# Measures everything that is published, and writes it: scripts/bench.sh --publish calls this. Queries, casts, finding and
# ticks; Python, JavaScript; sizes and build times. It runs the accuracy tests on the measured build. Then it writes the
# folder of the machine, results/<machine>-<cpu>, README.md and results/README.md, and removes folders of older minor
# versions. At most two hours on two cores. What this machine lacks the tools for is skipped, by name.
#   scripts/ci/publish.sh [--resume]
#     --resume: go on with the queries of build/publish.json, of a run of this commit that was stopped or refused: what it
#     lacks, and the disturbed blocks again
#   scripts/ci/publish.sh --trial FOLDER [--only PART,...] [--filter REGEX]
#     into another folder than results/, by few repetitions of few bodies, also with local changes and on a busy machine;
#     parts: queries, tests, python, js, sizes
#   scripts/ci/publish.sh --run FILE.json [--only PART,...] [--trial FOLDER]
#     takes the queries of a run of `scripts/bench.sh --json`, such as build/publish.json, which stays where a run is refused; it
#     measures nothing else unless --only names it, but runs the accuracy tests
# It refuses local changes, a busy machine, a run of a part of the cases, one of another build; one whose repetitions spread by
# more than 3% (the coefficient of variation: the median over all cases, or a row of README.md); and one in which more than
# one block in twenty stayed disturbed each time it was measured. Pages fail that lack the reason of a lost row.
set -euo pipefail
fail() { echo "publish.sh: $1" >&2; exit 1; }
usage() { sed -n '6,14s/^# //p' "$0" >&2; exit 2; }
trial="" only=queries,tests,python,js,sizes run="" resume="" options=()
if [ "${1:-}" = --resume ]; then
  resume=1
  shift
fi
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || usage
  case "$1" in
    --trial) trial=$(realpath -m "$2") ;;
    --only) only=$2 ;;
    --run) run=$(realpath "$2") only=queries,tests; [ -f "$run" ] || fail "no file $2" ;;
    --filter) options+=(--filter "$2") ;;
    *) usage ;;
  esac
  shift 2
done
[ -z "$resume" ] || [ -z "$trial$run" ] || fail "--resume goes on with build/publish.json, without --trial and --run"
[ -n "$trial$run" ] || [ "$only ${options[*]-}" = "queries,tests,python,js,sizes " ] || fail "--only and --filter are for --trial"
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/ci/packages.sh
. scripts/ci/packages.sh
# shellcheck source=scripts/ci/measure.sh
. scripts/ci/measure.sh
need_packages plot

table=bench/report/table.py
export LGJK_RESULTS=${trial:-results}
build=${LGJK_BENCH_BUILD:-build/bench}
[ -n "$trial$run" ] || clean_commit >/dev/null || exit 1
mkdir -p "$LGJK_RESULTS"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
begin=$SECONDS
part() { case ",$only," in *",$1,"*) echo "$((SECONDS - begin)) s: $1" >&2 ;; *) return 1 ;; esac; }
quiet() { [ -n "$trial" ] || wait_for_quiet 600 || fail "measure on an idle machine"; }
strict=$([ -n "$trial" ] && [ -z "$run" ] || echo 1)
refuse() { if [ -z "$strict" ]; then echo "warning: $*" >&2; else fail "$*"; fi; }
# lacks PART COMMAND...: says so where a part's tools are missing.
lacks() {
  local part=$1 tool
  shift
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "skipped: $part: no $tool on this machine" >&2; return 0; }
  done
  return 1
}

# ---- queries, casts, finding, ticks ----

# context KEY: what the results say of it; nothing said is a refusal.
context() {
  local value
  value=$(sed -n "s/^# $1: //p" "$work/results.csv")
  [ -n "$value" ] || fail "the run does not say its $1"
  echo "$value"
}

if part queries; then
  if [ -z "$run" ]; then
    quiet
    mkdir -p build
    run=build/publish.json # stays, for --run
    scripts/bench.sh ${trial:+--quick} ${options[@]+"${options[@]}"} --json "$run" ${resume:+--resume} >/dev/null
  fi
  "$table" --csv "$run" >"$work/results.csv"
  for key in machine cpu compiler flags date lanegjk steal blocks disturbed; do context $key >/dev/null; done
  measured=$(context commit)
  case "$measured" in
    unknown) fail "the run does not say its commit" ;;
    *-dirty) refuse "it was measured on $measured: commit the changes and measure again" ;;
  esac
  set=$(context set)
  [ "$set" = standard ] || refuse "it is a $set run: publish one of all cases, without --quick and --filter"
  spread=$("$table" --context spread "$work/results.csv") headline=$("$table" --context headline "$work/results.csv")
  awk -v spread="$spread" 'BEGIN { exit !(spread <= 0.03) }' ||
    refuse "the repetitions spread by $spread (median coefficient of variation), more than 0.03: measure on an idle machine"
  awk -v spread="$headline" 'BEGIN { exit !(spread <= 0.03) }' ||
    refuse "a row of README.md spreads by $headline (coefficient of variation), more than 0.03: measure on an idle machine"
  awk -v some="$(context disturbed)" -v all="$(context blocks)" 'BEGIN { exit !(20 * some <= all) }' ||
    refuse "$(context disturbed) of $(context blocks) blocks were disturbed each time, with $(context steal) ticks of steal" \
      "time: --resume measures them again"
  folder=$(results_folder "$(context machine)" "$(context cpu)")
fi

# ---- right answers ----

if part tests; then
  built=$(sed -n 's/.*BUILD_COMMIT "\(.*\)"/\1/p' "$build/bench/commit.h" 2>/dev/null || true)
  [ "$built" = "$measured" ] || fail "$build is of commit ${built:-unknown}, not of $measured that was measured"
  cmake --build "$build" >"$build/build.log" 2>&1 || fail "the accuracy tests cannot be built: $build/build.log"
  ctest --test-dir "$build" -L oracle --output-on-failure >"$build/oracle.log" 2>&1 ||
    fail "the accuracy tests fail on the build that was measured: $build/oracle.log"
fi

# ---- Python, JavaScript ----

if part python && ! lacks python cmake /usr/bin/python3; then
  if [ -n "$trial" ]; then
    scripts/ci/bench_python.sh --quick >"$work/python.md"
    cp build/python/rows.csv "$work/python.csv"
  else
    quiet
    scripts/ci/bench_python.sh
  fi
fi
if part js && ! lacks js emcc node npm esbuild; then
  if [ -z "$trial" ]; then
    quiet
    scripts/ci/bench_js.sh --rivals
  elif [ -e build/js/package/package.json ]; then
    scripts/ci/bench_js.sh >"$work/js.md"
  else
    echo "skipped: js: a trial takes the package that scripts/ci/js.sh leaves, and there is none" >&2
  fi
fi

# ---- sizes and build times ----

if part sizes; then
  quiet
  scripts/ci/sizes.sh ${trial:+--quick} "$build" >"$work/sizes.md"
fi

# ---- the folder, the pages ----

[ -n "${folder:-}" ] || exit 0
bench/report/plot.py "$work/results.csv" "$work" >/dev/null
mkdir -p "$folder"
find "$folder" -type f ! -name 'python.*' ! -name 'js.*' ! -name sizes.md -delete
mv "$work"/* "$folder"
if [ -z "$trial" ]; then
  minor=$(scripts/ci/version.sh | cut -d . -f 1,2)
  for other in results/*/; do
    of=$(sed -n 's/^# lanegjk: //p' "$other/results.csv" | cut -d . -f 1,2)
    [ "${other%/}" = "$folder" ] || [ "$of" = "$minor" ] || { rm -r "$other"; echo "removed $other, of lanegjk $of" >&2; }
  done
fi
bench/report/pages.py ${trial:+"$LGJK_RESULTS"}
[ -n "$trial" ] || bench/report/pages.py --check --strict
size=$(du -sk "$LGJK_RESULTS" | cut -f 1)
[ "$size" -le 2048 ] || refuse "$LGJK_RESULTS takes $size kB, more than 2 MB"
echo "$folder, in $((SECONDS - begin)) s"
