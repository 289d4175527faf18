#!/usr/bin/env bash
# Published pages, and what publishes them.
#   test_publish.sh pages PROJECT_FOLDER     the project's own pages show its newest run, say where they are of another minor
#                         version than the code, describe each scene and rival; results/ takes at most 2 MB
#   test_publish.sh publish PROJECT_FOLDER   scripts/ci/publish.sh and bench/report/pages.py in a copy of the project's pages: a
#                         quiet run of a build with right answers is shown with its version, commit, date and spread. One whose
#                         repetitions spread, one that stayed disturbed, one of a part of the cases, one without its
#                         version, one of another build, and one whose accuracy tests fail are refused. Rows that are lost come
#                         first, with their reasons, and one without a reason fails. Folders of older versions go.
#                         scripts/ci/measure.sh waits for an idle machine, and refuses changed files except pages
set -euo pipefail
case=$1 project=$2
TABLE=$project/bench/report/table.py
. "$project/tests/cli/results_maker.sh"
. "$project/scripts/ci/measure.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }
/usr/bin/python3 -c 'import matplotlib, pandas' 2>/dev/null || { echo "skipped: no matplotlib or no pandas"; exit 77; }

# ---- the project's own pages ----

if [ "$case" = pages ]; then
  "$project/bench/report/pages.py" --check ||
    fail "the pages are not those of the published runs, or do not say that these are of another version: bench/report/pages.py"
  while IFS=$'\t' read -r _ name shown; do
    grep -qF "| \`$name\` | $shown | " "$project/results/rivals.md" || fail "results/rivals.md does not say what $name is"
  done < <("$TABLE" --rivals)
  [ "$(du -sk "$project/results" | cut -f 1)" -le 2048 ] || fail "results/ takes more than 2 MB"
  echo "README.md and results/README.md show the newest results"
  exit
fi

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

# ---- changed files ----

mkdir -p "$work/tree/results"
(
  cd "$work/tree"
  touch code results/page.md
  git init -q
  git add .
  git -c user.name=test -c user.email=test@example.invalid commit -qm "test: begin"
  clean_commit >/dev/null || fail "a tree without changes is refused"
  echo changed >results/page.md
  clean_commit >/dev/null || fail "a page that was just measured stops the next measurement"
  echo changed >code
  if clean_commit >"$work/out" 2>&1; then fail "changed code is measured"; fi
  grep -qE -- '^[0-9a-f]+-dirty$' "$work/out" || fail "changed code is not called dirty: $(cat "$work/out")"
)
echo "refuses changed code, and no changed page"

# ---- blocks ----

# In place of the benchmark: the first measurement of each block spreads by 20%, a second of S1 by 1%, of S2 by 30%. FAIL
# is a scene, and how often it fails first, by END.
cat >"$work/bench" <<'END'
#!/usr/bin/env bash
for name in 2d/S1/distance/cold/avx512/10000 2d/S1/distance/warm/avx512/10000 2d/S2/distance/cold/avx512/10000; do
  if [ "$1" = --list ]; then echo $name; continue; fi
  grep -qx $name "$3" || continue
  scene=$(cut -d / -f 2 <<<$name)
  echo $name >>"$COUNT$scene"
  if [ $scene = "${FAIL%% *}" ] && [ "$(wc -l <"$COUNT$scene")" -le "${FAIL##* }" ]; then ${END:-exit 3}; fi
  [ "$(grep -cx $name "$COUNT$scene")" -eq 1 ] && cv=0.2 || { [ $scene = S1 ] && cv=0.01 || cv=0.3; }
  entry="\"run_name\": \"$name\", \"run_type\": \"aggregate\""
  list="${list:-}${list:+,}{$entry, \"aggregate_name\": \"median\", \"ns_per_pair\": 9},"
  list="$list{$entry, \"aggregate_name\": \"cv\", \"ns_per_pair\": $cv}"
done
[ "$1" = --list ] || echo "{\"context\": {\"date\": \"2001-02-03\", \"commit\": \"${COMMIT:-abc}\"},
  \"benchmarks\": [$list]}" >"$5"
END
chmod +x "$work/bench"
FAIL="none 0" COUNT=$work/count- "$project/bench/report/measure.py" "$work/bench" "$work/blocks.json" 2>"$work/out" ||
  fail "measure.py: $(cat "$work/out")"
"$TABLE" --csv "$work/blocks.json" >"$work/blocks.csv"
for said in "# blocks: 2" "# repeated: 4" "# disturbed: 1" "# set: standard" "2d/S1/distance/warm/avx512/10000,9,0.01" \
  "2d/S2/distance/cold/avx512/10000,9,0.2"; do
  grep -q "^$said" "$work/blocks.csv" || fail "blocks: no $said in $(cat "$work/blocks.csv" "$work/out")"
done
[ "$(wc -l <"$work/count-S1")" -eq 4 ] || fail "a disturbed block is not measured again as a whole"
grep -q "again (1), 1 of 2: 2d/S2/" "$work/out" || fail "a row of README.md is not measured again first: $(cat "$work/out")"
grep -q "again (3), 1 of 1: 2d/S2/.* spread 30.0% (kept: 20.0%)" "$work/out" ||
  fail "the spread of a measurement that is not kept is not reported: $(cat "$work/out")"
FAIL="S1 1" COUNT=$work/once- "$project/bench/report/measure.py" "$work/bench" "$work/once.json" 2>"$work/out" ||
  fail "a block that fails once ends the run: $(cat "$work/out")"
grep -q '"set": "standard"' "$work/once.json" || fail "a run whose block failed once is not whole"
if FAIL="S1 9" COUNT=$work/twice- "$project/bench/report/measure.py" "$work/bench" "$work/twice.json" 2>"$work/out"; then
  fail "a run passes whose block fails each time"
fi
grep -q "failed: 2d/S1/distance/10000;" "$work/out" || fail "measure.py does not name the block that failed: $(cat "$work/out")"
grep -q '"set": "incomplete"' "$work/twice.json" || fail "a run that lacks a block passes for a whole one"
grep -q 2d/S2/distance "$work/twice.json" || fail "a block that failed takes the others with it"
FAIL="S1 1" END="exec sleep 60" COUNT=$work/hangs- PYTHONPATH=$project/bench/report timeout 50 /usr/bin/python3 -c \
  'import measure; measure.MOST_SECONDS = 5; measure.main()' "$work/bench" "$work/hangs.json" 2>"$work/out" ||
  fail "a block that never ends is not stopped: $(cat "$work/out")"
grep -q "stopped after" "$work/out" || fail "measure.py does not say that it stopped a block: $(cat "$work/out")"
FAIL="none 0" COUNT=$work/late- PYTHONPATH=$project/bench/report /usr/bin/python3 -c \
  'import measure; measure.MOST_TOTAL = -1; measure.main()' "$work/bench" "$work/late.json" 2>"$work/out" ||
  fail "$(cat "$work/out")"
grep -q "2 blocks are not measured again" "$work/out" && [ "$(wc -l <"$work/late-S1")" -eq 2 ] ||
  fail "blocks are measured again after the time of a run: $(cat "$work/out")"
FAIL="none 0" COUNT=$work/taken- PYTHONPATH=$project/bench/report /usr/bin/python3 -c \
  'import itertools, measure; measure.steal = itertools.count(0, 10).__next__; measure.main()' "$work/bench" "$work/taken.json" \
  2>"$work/out" || fail "$(cat "$work/out")"
grep -q '"disturbed": "2"' "$work/taken.json" || fail "blocks in which the host took time are not counted: $(cat "$work/out")"
echo "disturbed and failed blocks are measured again, up to three times, and one that never ends is stopped"

# resume FILE [OPTION ...]: goes on with a run. The fourth measurement of S1 is never the quietest of all.
resume() { FAIL="none 0" "$project/bench/report/measure.py" --resume "${@:2}" "$work/bench" "$work/$1" 2>"$work/out"; }
cp "$work/twice.json" "$work/before.json"
if COUNT=$work/other- COMMIT=def resume twice.json; then fail "a run of one commit goes on by another"; fi
grep -q "is of commit abc, not of def" "$work/out" || fail "it does not say whose run it is: $(cat "$work/out")"
if COUNT=$work/other- resume twice.json --quick; then fail "a run goes on with other options"; fi
cmp -s "$work/twice.json" "$work/before.json" || fail "a run that does not go on is changed"
if COUNT=$work/other- resume none.json; then fail "a run goes on without its file"; fi
grep -q "no run to resume" "$work/out" || fail "it does not say that there is no run: $(cat "$work/out")"
COUNT=$work/twice- resume twice.json || fail "a run does not go on: $(cat "$work/out")"
"$TABLE" --csv "$work/twice.json" >"$work/blocks.csv"
for said in "# blocks: 2" "# disturbed: 1" "# set: standard" 2d/S1/distance/warm/avx512/10000,9,0.01 \
  2d/S2/distance/cold/avx512/10000,9,0.2; do
  grep -q "^$said" "$work/blocks.csv" || fail "resumed: no $said in $(cat "$work/blocks.csv" "$work/out")"
done
COUNT=$work/count- resume blocks.json || fail "a run does not go on: $(cat "$work/out")"
[ "$(wc -l <"$work/count-S1")" -eq 4 ] || fail "a quiet block is measured again"
[ "$(wc -l <"$work/count-S2")" -eq 7 ] || fail "a disturbed block is not measured again"
echo "a run goes on where it was stopped"

# ---- publishing ----

copy=$work/copy
mkdir -p "$copy/results/old-machine" "$copy/bench" "$copy/kernel/isa" "$copy/kernel/include/lanegjk" "$work/build/bench" \
  "$work/bin"
cp -r "$project/bench/report" "$project/bench/rivals.h" "$copy/bench"
cp "$project/kernel/isa/kernels.h" "$copy/kernel/isa"
cp -r "$project/scripts" "$project/README.md" "$copy"
cp "$project/results/README.md" "$copy/results"
# version NUMBER: makes the copy one of it.
version() {
  local number
  for number in "MAJOR ${1%%.*}" "MINOR $(cut -d . -f 2 <<<"$1")" "PATCH ${1##*.}"; do echo "#define LGJK_VERSION_$number"; done \
    >"$copy/kernel/include/lanegjk/lanegjk.h"
}
version 9.8.1
echo "* it is made up" >"$copy/bench/report/reasons.txt"
# The folder of an older version.
{ make_head 2000-02-03 0; make_entry "" 2d/S2/distance/cold/avx512/10000 1 20 0.01; echo ']}'; } >"$work/old.json"
"$TABLE" --csv "$work/old.json" | sed 's/^# lanegjk: .*/# lanegjk: 9.7.3/' >"$copy/results/old-machine/results.csv"
# In place of a build and its tests.
printf '#!/bin/sh\necho "cmake $*" >>"%s/calls"\n' "$work" >"$work/bin/cmake"
printf '#!/bin/sh\necho "ctest $*" >>"%s/calls"\nexit ${ORACLE:-0}\n' "$work" >"$work/bin/ctest"
chmod +x "$work/bin/cmake" "$work/bin/ctest"
echo '#define BUILD_COMMIT "0123456789ab"' >"$work/build/bench/commit.h"
publish() { PATH=$work/bin:$PATH LGJK_BENCH_BUILD=$work/build "$copy/scripts/bench.sh" --publish --run "$@" >"$work/out" 2>&1; }
# refused TEXT FILE: publish.sh refuses the file with the text, and changes nothing.
refused() {
  if publish "$2"; then fail "published: $2"; fi
  grep -q "$1" "$work/out" || fail "$2 is refused by other words: $(cat "$work/out")"
  [ "$(ls "$copy/results" | tr '\n' ' ')" = "README.md old-machine " ] || fail "a refused run leaves $(ls "$copy/results")"
  cmp -s "$project/README.md" "$copy/README.md" || fail "a refused run changes README.md"
}

# small SPREAD [CASE]: a run of one case.
small() { make_head 2001-02-03 0; make_entry "" "${2:-2d/S2/distance/cold/avx512/10000}" 1 20 "$1"; echo ']}'; }
{
  make_head 2001-02-03 0
  make_entry "" 2d/S2/distance/cold/avx512/10000 1 20 0.031
  make_entry , 2d/S1/distance/cold/avx512/10000 2 20 0.001
  make_entry , 2d/S1/distance/cold/avx2/10000 3 20 0.001
  echo ']}'
} >"$work/headline.json"
small 0.0301 >"$work/noisy.json"
small 0.012 >"$work/small.json"
make_results 0.012 0 >"$work/quiet.json"
sed 's/"disturbed": "2"/"disturbed": "3"/' "$work/small.json" >"$work/stolen.json"
sed 's/"steal": "0"/"x": ""/' "$work/small.json" >"$work/silent.json"
sed 's/"lanegjk": "9.8.7",//' "$work/small.json" >"$work/nameless.json"
sed 's/"set": "standard"/"set": "filtered"/' "$work/small.json" >"$work/part.json"
sed 's/"commit": "[^"]*"/"commit": "0123456789ab-dirty"/' "$work/small.json" >"$work/dirty.json"
sed 's/"commit": "[^"]*"/"commit": "ba9876543210"/' "$work/small.json" >"$work/other.json"
refused "spread by 0.0301 .*more than 0.03" "$work/noisy.json"
refused "a row of README.md spreads by 0.0310" "$work/headline.json"
refused "3 of 40 blocks were disturbed each time" "$work/stolen.json"
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
printf '# of Python\n\n| lanegjk | 9.8.7 |\n' >"$folder/python.md" # scripts/ci/bench_python.sh was there first
{
  echo "name,ours_ns,rival,rival_ns,per,faster,reason"
  echo "one pair,30,shapely,10,call,rival,a call costs more"
  echo "many pairs,30,shapely,90,call,ours,"
} >"$folder/python.csv"
publish "$work/quiet.json" || fail "publish.sh: $(cat "$work/out")"
grep -qx "ctest --test-dir $work/build -L oracle --output-on-failure" "$work/calls" ||
  fail "no accuracy tests: $(cat "$work/calls")"
grep -q "of Python" "$folder/python.md" || fail "publish.sh loses python.md"
[ ! -e "$copy/results/old-machine" ] || fail "a folder of an older minor version is left"
for file in "$copy/README.md" "$copy/results/README.md" "$folder"/{2d,3d,ways,few,casts,find,ticks,losses}.md; do
  tr '\n' ' ' <"$file" |
    grep -q "lanegjk 9.8.7, commit 0123456789ab, 2001-02-03; one core of Made(R) Up Processor .* repetitions is 1.2%" ||
    fail "$file does not say the version, the commit, the date and the spread"
  case "$file" in */losses.md) ;; *)
    [ "$file" = "$copy/README.md" ] || [ "$(wc -l <"$file")" -le 200 ] ||
      fail "$file has $(wc -l <"$file") lines: more than five screens" ;;
  esac
done
[ "$(sed -n '/results: begin/,/^$/p' "$copy/results/README.md" | sed -n 2p)" = "## Where it loses" ] ||
  fail "where it loses does not come first: $(head -20 "$copy/results/README.md")"
grep -q "coefficient of variation over all cases is 1.2%" "$folder/table.md" || fail "table.md does not say the spread"
grep -q "2 of 40 blocks" <(tr '\n' ' ' <"$folder/2d.md") || fail "2d.md does not say how many blocks were disturbed"
for file in "$folder"/*.svg; do
  sed -n 's/^.*<text[^>]*>\(.*\)<.text>$/\1/p' "$file" | tr '\n' ' ' |
    grep -q "lanegjk 9.8.7, commit 0123456789ab, 2001-02-03; .*median spread 1.2%" ||
    fail "$file does not say the version, the commit, the date and the spread"
done
[ "$(ls "$folder"/*.svg | wc -l)" -eq 9 ] || fail "plots are missing: $(ls "$folder")"
# has FILE PATTERN
has() { grep -qE -e "$2" "$1" || fail "$1 lacks $2; has: $(grep -F "${2:3:5}" "$1" | head -5)"; }
has "$folder/few.md" '^\| S2 \| cold \| 16 \|( [0-9.]+ \|)+ [A-Za-z0-9 ]+ [0-9.]+ \| [0-9.x*]+ \| [0-9.x*]+ \| 1\.2% \|$'
has "$folder/records.md" '^\| S2-overlapping \| Chipmunk \| [0-9.]+ \| 0\.0e\+00 \| 3\.0e-02 \| 1\.50% \|$'
has "$folder/find.md" '^\| P1 \| 10000 \| random \| 40.0 \| 50.0 \| 30.0 \| box2d-new 90.0 \| 2.2x \| 1.2% \|$'
has "$folder/casts.md" \
  '^\| S2 \| 20.0 \| 25.0 \| 30.0 \| 35.0 \| box2d-toi 90.0 \| 0.2% other verdicts \| 4.5x \| 3.6x \| 1.2% \|$'
grep -q '^2d/S2/distance/cold/avx512/10000,[0-9.]*,0.012' "$folder/results.csv" || fail "results.csv has no median and spread"
"$copy/bench/report/pages.py" --check || fail "pages that were just written are not up to date"
echo "a quiet run is shown with its version and spread"

# ---- a run in which a rival wins ----

{
  make_head 2001-02-04 0 box2d-v3 3.9
  make_entry "" 2d/S2/distance/cold/sse/10000 1 90 0.01
  make_entry , 2d/S2/distance/cold/avx512/10000 2 20 0.01
  make_entry , 2d/S2/distance/cold/avx2/10000 3 40 0.01
  make_entry , 2d/S2/distance/cold/reference/10000 4 30 0.01
  make_entry , 2d/S2/distance/cold/box2d/10000 5 10 0.01
  make_entry , 2d/S1-default/contact/cold/avx512/10000 6 20 0.01
  make_entry , 2d/S1-default/contact/cold/avx2/10000 7 160 0.01
  make_entry , 2d/S1/contact/cold/box2d/10000 8 90 0.01
  make_entry , 2d/S1/contact/cold/box2d-v3/10000 9 80 0.01 ', "missed_depths": 0.25'
  make_entry , 2d/S10/contact/warm/avx512/10000 10 30 0.01
  make_entry , 2d/S10/contact/recordless/avx512/10000 11 20 0.01
  echo ']}'
} >"$work/losing.json"
echo "2d/S2/* it is made up" >"$copy/bench/report/reasons.txt"
if publish "$work/losing.json"; then fail "a lost row has no reason"; fi
grep -qF "reasons.txt has no reason for 2d/S1-default/contact/cold/10000: Box2D v3 is faster, **0.50x**" "$work/out" ||
  fail "the row is not named: $(cat "$work/out")"
echo "2d/S1-default/contact/* so is that" >>"$copy/bench/report/reasons.txt"
publish "$work/losing.json" || fail "publish.sh: $(cat "$work/out")"
line() { grep -qxF -e "$2" "$1" || fail "$1 lacks: $2; has: $(grep -F -e "${2:0:6}" "$1")"; }
for file in "$copy/results/README.md" "$folder/losses.md"; do
  line "$file" "| 2D S2 distance, cold | Box2D | 10.0 | 20.0 | **0.50x** | 40.0 | **0.25x** | b |"
  line "$file" "- **b**: it is made up."
  line "$file" \
    "| 2D S1-default contact, cold | Box2D v3 (25.0% missed depths) | 80.0 | 20.0 | 4.0x | 160.0 | **0.50x** | c |"
  line "$file" "- **c**: so is that."
done
line "$folder/losses.md" "| Python: one pair | shapely | 10.0 | 30.0 | **0.33x** | | | a |"
line "$folder/records.md" "| 2d | S10 | contact | AVX-512 | 30.0 | 20.0 | **0.67x** |"
line "$folder/2d.md" "| S2 | cold | 20.0 | 40.0 | 90.0 | Box2D 10.0 | **0.50x** | **0.25x** | 1.0% |"
scene="| **S2** polygons of 3 to 8 vertices, 30% overlapping"
line "$copy/README.md" "$scene; 2D distance, cold | 20.0 | 40.0 | Box2D 10.0 | **0.50x** | 1.0% |"
tr '\n' ' ' <"$copy/README.md" |
  grep -q "4 rows have a rival .* default instruction set in 2 of them, and faster than its AVX2 build in 2\\." ||
  fail "README.md does not say how often it loses"
rows=$(sed -n '/^| scene; query | AVX-512 | AVX2 | fastest rival |/,/^$/p' "$copy/README.md" | grep -c '^| \*\*')
[ "$rows" -eq 6 ] || fail "README.md has $rows rows"
[ "$(ls "$copy/results" | wc -l)" -eq 2 ] || fail "a second run of a machine has another folder"
[ ! -e "$folder/find.svg" ] || fail "a plot of the run before is left"
[ ! -e "$folder/find.md" ] || fail "a page of the run before is left"
echo "the next run takes the place of the one before, and shows what it loses"

# ---- another version ----

version 9.9.0
if "$copy/bench/report/pages.py" --check 2>"$work/out"; then fail "pages of 9.8 pass as those of 9.9"; fi
"$copy/bench/report/pages.py" 2>"$work/out"
grep -q "measured with lanegjk 9.8.7, but this is 9.9.0" "$work/out" || fail "no warning: $(cat "$work/out")"
for file in "$copy/README.md" "$copy/results/README.md" "$folder"/*.md; do
  grep -q "Measured with lanegjk 9.8.7, not with this version, 9.9.0" "$file" || fail "$file does not say that it is old"
done
"$copy/bench/report/pages.py" --check 2>"$work/out" || fail "pages that say that they are old fail: $(cat "$work/out")"
if "$copy/bench/report/pages.py" --check --strict 2>"$work/out"; then fail "old pages pass strictly"; fi
version 9.8.9
"$copy/bench/report/pages.py"
if grep -rq "not with this version" "$copy/README.md" "$copy/results"; then fail "a patch makes pages old"; fi
echo "pages of another minor version say so"
