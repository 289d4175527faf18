#!/usr/bin/env bash
# scripts/ci/publish.sh and bench/report/pages.sh in a copy of the project's pages: a quiet run of a build with right answers
# is shown with its version and spread; one whose repetitions spread, one with steal time, one of a part of the cases, one without
# its version, one of another build, and one whose accuracy tests fail are refused. Where a rival wins, what small calls take
# and what records are worth comes from the data. README.md has six rows. The project's own pages show its newest run,
# and describe each scene. scripts/ci/measure.sh waits for an idle machine.
#   test_publish.sh PROJECT_FOLDER
set -euo pipefail
project=$1
TABLE=$project/bench/report/table.py
. "$project/tests/cli/results_maker.sh"
. "$project/scripts/ci/measure.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }
/usr/bin/python3 -c 'import matplotlib, pandas' 2>/dev/null || { echo "skipped: no matplotlib or no pandas"; exit 77; }

# ---- the project's own pages ----

"$project/bench/report/pages.sh" --check || fail "the pages do not show the newest results"
if grep -qE '^\| \*\*[A-Z][0-9]+\*\* *\|' "$project/results/README.md"; then
  fail "results/README.md does not describe every scene"
fi
while IFS=$'\t' read -r _ name shown; do
  grep -qF "| \`$name\` | $shown | " "$project/results/rivals.md" || fail "results/rivals.md does not say what $name is"
done < <("$TABLE" --rivals)
for folder in "$project"/results/*/; do
  diff <("$TABLE" "$folder/results.csv") "$folder/table.md" >/dev/null || fail "$folder/table.md is not of its results.csv"
done
echo "README.md and results/README.md show the newest results"

# ---- waiting ----

echo "0.99 1 1 1/1 1" >"$work/load"
wait_for_quiet 0 "$work/load" 2>"$work/out" || fail "a load of 0.99 is taken for busy"
[ ! -s "$work/out" ] || fail "an idle machine is told of: $(cat "$work/out")"
echo "1.01 1 1 1/1 1" >"$work/load"
if wait_for_quiet 0 "$work/load" 2>"$work/out"; then fail "a load of 1.01 is taken for idle"; fi
grep -q "busy (load average 1.01)" "$work/out" || fail "a busy machine is not told of"
(sleep 1; echo "0.5 1 1 1/1 1" >"$work/load") &
wait_for_quiet 3 "$work/load" 2>"$work/out" || fail "it did not wait"
grep -q "waiting up to 3 s" "$work/out" || fail "it does not say that it waits"
echo "waits for an idle machine"

# ---- publishing ----

copy=$work/copy
mkdir -p "$copy/results" "$copy/bench" "$copy/kernel/isa" "$work/build/bench" "$work/bin"
cp -r "$project/bench/report" "$project/bench/rivals.h" "$copy/bench"
cp "$project/kernel/isa/kernels.h" "$copy/kernel/isa"
cp -r "$project/scripts" "$project/README.md" "$copy"
cp "$project/results/README.md" "$copy/results"
# In place of a build and its tests.
printf '#!/bin/sh\necho "cmake $*" >>"%s/calls"\n' "$work" >"$work/bin/cmake"
printf '#!/bin/sh\necho "ctest $*" >>"%s/calls"\nexit ${ORACLE:-0}\n' "$work" >"$work/bin/ctest"
chmod +x "$work/bin/cmake" "$work/bin/ctest"
echo '#define BUILD_COMMIT "0123456789ab"' >"$work/build/bench/commit.h"
publish() { PATH=$work/bin:$PATH LGJK_BENCH_BUILD=$work/build "$copy/scripts/ci/publish.sh" "$@" >"$work/out" 2>&1; }
# refused TEXT FILE: publish.sh refuses the file with the text, and changes nothing.
refused() {
  if publish "$2"; then fail "published: $2"; fi
  grep -q "$1" "$work/out" || fail "$2 is refused by other words: $(cat "$work/out")"
  [ "$(ls "$copy/results")" = README.md ] || fail "a refused run leaves $(ls "$copy/results")"
  cmp -s "$project/README.md" "$copy/README.md" || fail "a refused run changes README.md"
}

# small SPREAD: a run of one case.
small() { make_head 2001-02-03 0; make_entry "" 2d/S2/distance/cold/avx512/10000 1 20 "$1"; echo ']}'; }
small 0.0301 >"$work/noisy.json"
small 0.012 >"$work/small.json"
make_results 0.012 0 >"$work/quiet.json"
sed 's/"steal": "0"/"steal": "3"/' "$work/small.json" >"$work/stolen.json"
sed 's/"steal": "0"/"x": ""/' "$work/small.json" >"$work/silent.json"
sed 's/"lanegjk": "9.8.7",//' "$work/small.json" >"$work/nameless.json"
sed 's/"set": "standard"/"set": "filtered"/' "$work/small.json" >"$work/part.json"
sed 's/"commit": "[^"]*"/"commit": "0123456789ab-dirty"/' "$work/small.json" >"$work/dirty.json"
sed 's/"commit": "[^"]*"/"commit": "ba9876543210"/' "$work/small.json" >"$work/other.json"
refused "spread by 0.0301 .*more than 0.03" "$work/noisy.json"
refused "took 3 ticks of steal time" "$work/stolen.json"
refused "does not say its steal" "$work/silent.json"
refused "does not say its lanegjk" "$work/nameless.json"
refused "is a filtered run" "$work/part.json"
refused "was measured on 0123456789ab-dirty" "$work/dirty.json"
refused "is of commit 0123456789ab, not of ba9876543210" "$work/other.json"
[ ! -e "$work/calls" ] || fail "the accuracy tests run for a run that is refused anyway"
export ORACLE=1
refused "accuracy tests fail" "$work/small.json"
unset ORACLE
echo "noisy runs, stolen time and wrong answers are refused"

folder=$copy/results/made-up-processor-1-0-s-family-1
mkdir "$folder"
echo "of Python" >"$folder/python.md" # scripts/ci/bench_python.sh was there first
publish "$work/quiet.json" || fail "publish.sh: $(cat "$work/out")"
grep -qx "ctest --test-dir $work/build -L oracle --output-on-failure" "$work/calls" ||
  fail "no accuracy tests: $(cat "$work/calls")"
grep -q "of Python" "$folder/python.md" || fail "publish.sh loses python.md"
pages="$copy/README.md $copy/results/README.md"
for file in $pages; do
  tr '\n' ' ' <"$file" | grep -q "lanegjk 9.8.7 on one core of Made(R) Up Processor .* spread by 1.2%" ||
    fail "$file does not say the version and the spread"
done
grep -q "coefficient of variation over all cases is 1.2%" "$folder/table.md" || fail "table.md does not say the spread"
for file in "$folder"/*.svg; do
  grep -q "lanegjk 9.8.7, median spread 1.2%" "$file" || fail "$file does not say the version and the spread"
done
[ "$(ls "$folder"/*.svg | wc -l)" -eq 10 ] || fail "plots are missing: $(ls "$folder")"
grep -qE '^\| S2 \| distance \| cold \| 16 \|( [0-9.]+ \|)+ [A-Za-z0-9 ]+ \| [0-9.x*]+ \| 1\.2% \|$' "$folder/table.md" ||
  fail "no small calls: $(grep '| 16 |' "$folder/table.md" | head -3)"
grep -qE '^\| S2-overlapping \| Chipmunk \| [0-9.]+ \| 0\.0e\+00 \| 3\.0e-02 \| 1\.50% \|$' "$folder/table.md" ||
  fail "table.md does not say how far depths are off"
grep -qE '^\| 1000 \| random \| 40.0 \| 30.0 \| 50.0 \| 90.0 \| box2d-new \| 2.2x \| 1.2% \|$' "$folder/table.md" ||
  fail "table.md does not show who finds pairs"
grep -q '^2d/S2/distance/cold/avx512/10000,[0-9.]*,0.012' "$folder/results.csv" || fail "results.csv has no median and spread"
"$copy/bench/report/pages.sh" --check >/dev/null || fail "pages that were just written are not up to date"
echo "a quiet run is shown with its version and spread"

# ---- a run in which a rival wins ----

{
  make_head 2001-02-04 0 box2d-v3 3.9
  make_entry "" 2d/S2/distance/cold/sse/10000 1 90 0.01
  make_entry , 2d/S2/distance/cold/avx512/10000 2 20 0.01
  make_entry , 2d/S2/distance/cold/reference/10000 3 30 0.01
  make_entry , 2d/S2/distance/cold/box2d/10000 4 10 0.01
  make_entry , 2d/S1-default/contact/cold/avx512/10000 5 20 0.01
  make_entry , 2d/S1/contact/cold/box2d/10000 6 90 0.01
  make_entry , 2d/S1/contact/cold/box2d-v3/10000 7 80 0.01
  make_entry , 2d/S10/contact/warm/avx512/10000 8 30 0.01
  make_entry , 2d/S10/contact/recordless/avx512/10000 9 20 0.01
  echo ']}'
} >"$work/losing.json"
publish "$work/losing.json" || fail "publish.sh: $(cat "$work/out")"
has() { grep -qxF "$2" "$1" || fail "$1 lacks: $2; has: $(grep "${2:0:6}" "$1")"; }
has "$folder/table.md" "| 2d | S2 | distance | cold | 10000 | **20.0** | **90.0** | Box2D | 10.0 |"
has "$folder/table.md" "| S1-default | contact | cold | 20.0 | | | 90.0 | 80.0 | Box2D v3 | 4.0x | 1.0% |"
has "$folder/table.md" "| 2d | S10 | contact | AVX-512 | 30.0 | 20.0 | **0.67x** |"
scene="| **S2** polygons of 3 to 8 vertices, 30% overlapping"
has "$copy/README.md" "$scene; 2D distance, cold | 20.0 | 90.0 | Box2D 10.0 | **0.50x** | 1.0% |"
has "$copy/results/README.md" "$scene | 20.0 | Box2D 10.0 | **0.50x** |"
rows=$(sed -n '/^| scene; query | AVX-512 | SSE | fastest rival |/,/^$/p' "$copy/README.md" | grep -c '^| \*\*')
[ "$rows" -eq 6 ] || fail "README.md has $rows rows"
grep -qE '^\| \*\*T1\*\* boxes, 30% overlapping; 3D contact, cold \| \| \| \| \| \|$' "$copy/README.md" ||
  fail "README.md does not leave empty what a run lacks: $(grep "T1" "$copy/README.md")"
[ "$(ls "$copy/results" | wc -l)" -eq 2 ] || fail "a second run of a machine has another folder"
[ ! -e "$folder/find.svg" ] || fail "a plot of the run before is left"
echo "the next run takes the place of the one before, and shows what it loses"
