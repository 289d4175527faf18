#!/usr/bin/env bash
# publish.sh and results_pages.sh of scripts/ci in a copy of the project's pages: a busy run is refused, or marked wherever
# it is shown; a quiet one is shown without a mark; where a rival wins, which one, what small calls take, what records are
# worth and what share of a tick queries are is said from the data. README.md has six rows. The project's
# own pages show its newest run, and describe each scene. scripts/ci/quiet.sh waits for an idle machine.
#   test_publish.sh PROJECT_FOLDER
set -euo pipefail
project=$1
TABLE=$project/bench/report/table.py
. "$project/tests/cli/results_maker.sh"
. "$project/scripts/ci/quiet.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }

# ---- the project's own pages ----

"$project/scripts/ci/results_pages.sh" --check || fail "the pages do not show the newest results"
if grep -qE '^\| \*\*[A-Z][0-9]+\*\* *\|' "$project/results/README.md"; then
  fail "results/README.md does not describe every scene"
fi
while IFS=$'\t' read -r _ name shown; do
  grep -qF "| \`$name\` | $shown | " "$project/results/README.md" || fail "results/README.md does not say what $name is"
done < <("$TABLE" --rivals)
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

/usr/bin/python3 -c 'import matplotlib' 2>/dev/null || { echo "skipped: this machine has no matplotlib"; exit 77; }
copy=$work/copy
mkdir -p "$copy/results"
mkdir -p "$copy/bench" "$copy/kernel/isa"
cp -r "$project/bench/report" "$project/bench/rivals.h" "$copy/bench"
cp "$project/kernel/isa/kernels.h" "$copy/kernel/isa"
cp -r "$project/scripts" "$project/README.md" "$copy"
cp "$project/results/README.md" "$copy/results"
pages="$copy/README.md $copy/results/README.md"
publish() { "$copy/scripts/ci/publish.sh" "$@" >"$work/out" 2>&1; }

make_results 5.3 >"$work/busy.json"
if publish "$work/busy.json"; then fail "a busy run is published"; fi
grep -q "busy.json was measured on a busy machine, load average 5.30" "$work/out" ||
  fail "refused without a word of it: $(cat "$work/out")"
[ "$(ls "$copy/results")" = README.md ] || fail "a refused run leaves $(ls "$copy/results")"
cmp -s "$project/README.md" "$copy/README.md" || fail "a refused run changes README.md"
sed 's/"load_avg": [^]]*],//' "$work/busy.json" >"$work/silent.json"
if publish "$work/silent.json"; then fail "a run without its load is published"; fi
grep -q "does not say its load_avg" "$work/out" || fail "refused without a word of it: $(cat "$work/out")"

publish --busy "$work/busy.json" || fail "publish.sh --busy: $(cat "$work/out")"
folder=$copy/results/2001-02-03-made-up-processor-1-0-s-family-1
for file in $pages "$folder/table.md"; do
  grep -q "Measured on a busy machine.*5\.3" "$file" || fail "$file does not say that the machine was busy"
done
for file in "$folder"/*.svg; do
  grep -q "busy: load average 5.30" "$file" || fail "$file does not say that the machine was busy"
done
for file in $pages; do grep -q "Made(R) Up Processor" "$file" || fail "$file does not show the run"; done
grep -qE '^\| 16 \|( [0-9.]+ \| [A-Za-z0-9]+ [0-9.]+ \| [0-9.x*]+ \|){2}$' "$copy/results/README.md" || fail "no small calls"
for scene in T4 T4-overlapping; do
  grep -qE "^\| \*\*$scene\*\* hulls of 8 to 16 vertices(, 30% overlapping)? \| [0-9.]+ \| [A-Za-z]+( MPR)? [0-9.]+ \|" \
    "$copy/results/README.md" || fail "no contacts on $scene"
done
grep -qE '^\| S2-overlapping \| Chipmunk \| [0-9.]+ \| 0\.0e\+00 \| 3\.0e-02 \| 1\.50% \|$' "$copy/results/README.md" ||
  fail "results/README.md does not say how far depths are off"
"$copy/scripts/ci/results_pages.sh" --check >/dev/null || fail "pages that were just written are not up to date"
echo "a busy run is refused, and marked"

# ---- a quiet run, in which a rival wins ----

{
  make_results 0.5 | sed '/^"benchmarks"/,$d' |
    sed 's/2001-02-03/2001-02-04/; s/"compiler"/"tick": "3 agents, 10% in queries", "box2d-v3": "3.9", &/'
  printf '"benchmarks": ['
  make_entry "" 2d/S2/distance/cold/sse/10000 1 90
  make_entry , 2d/S2/distance/cold/avx512/10000 2 20
  make_entry , 2d/S2/distance/cold/reference/10000 3 30
  make_entry , 2d/S2/distance/cold/box2d/10000 4 10
  make_entry , 2d/S1-default/contact/cold/avx512/10000 5 20
  make_entry , 2d/S1/contact/cold/box2d/10000 6 90
  make_entry , 2d/S1/contact/cold/box2d-v3/10000 7 80
  make_entry , 2d/S10/contact/warm/avx512/10000 8 30
  make_entry , 2d/S10/contact/recordless/avx512/10000 9 20
  echo ']}'
} >"$work/quiet.json"
folder=$copy/results/2001-02-04-made-up-processor-1-0-s-family-1
mkdir "$folder"
echo "what finds pairs" >"$folder/find.md" # scripts/bench.sh --find was there first
publish "$work/quiet.json" || fail "publish.sh: $(cat "$work/out")"
grep -q "what finds pairs" "$folder/find.md" || fail "publish.sh loses find.md"
if publish "$work/quiet.json"; then fail "a run is published twice"; fi
grep -q "is there already" "$work/out" || fail "refused without a word of it: $(cat "$work/out")"
if grep -il "busy machine\*\*\|busy: load" "$folder"/*.svg "$folder/table.md" $pages; then fail "a quiet run is marked busy"; fi
grep -qxF "| S2, distance cold, 10,000 pairs | reference | 30.0 | 20.0 | **90.0** |" "$copy/results/README.md" &&
  grep -qxF "| S2, distance cold, 10,000 pairs | Box2D | 10.0 | **20.0** | **90.0** |" "$copy/results/README.md" ||
  fail "results/README.md does not say where a rival wins"
grep -qF "| 20.0 | Box2D 10.0 | **0.50x** |" "$copy/results/README.md" || fail "the table of scenes does not say it"
row="| **S2** polygons of 3 to 8 vertices, 30% overlapping; 2D distance, cold | 20.0 | 90.0 | Box2D 10.0 | **0.50x** |"
grep -qxF "$row" "$copy/README.md" || fail "README.md does not show a row with its fastest rival: $(grep "S2" "$copy/README.md")"
rows=$(sed -n '/^| scene; query | AVX-512 | SSE | fastest rival | times faster |$/,/^$/p' "$copy/README.md" | grep -c '^| \*\*')
[ "$rows" -eq 6 ] || fail "README.md has $rows rows"
grep -qE '^\| \*\*T1\*\* boxes, 30% overlapping; 3D contact, cold \| \| \| \| \|$' "$copy/README.md" ||
  fail "README.md does not leave empty what a run lacks: $(grep "T1" "$copy/README.md")"
grep -qxF "| S1, contact by default options, cold | 20.0 | | 90.0 | 80.0 | | 4.0x, Box2D v3 |" "$copy/results/README.md" ||
  fail "results/README.md does not name the fastest rival of a row: $(grep "S1, contact" "$copy/results/README.md")"
tr '\n' ' ' <"$copy/results/README.md" | grep -q "release builds by their own settings (Box2D v3 3.9)" ||
  fail "no version of Box2D v3"
grep -qxF "A whole tick of the crowd example, on one core: 3 agents, 10% in queries." "$copy/results/README.md" ||
  fail "results/README.md does not say what share of a tick queries are"
for file in $pages; do
  grep -q '^One lane at a time .* is slower than the fastest rival in 0 of 0 cases' "$file" ||
    fail "$file does not say where one lane loses"
done
grep -qxF "| S10, contact | 30.0 | 20.0 | **0.67x** |" "$copy/results/README.md" || fail "no table of records"
grep -qxF "| **S1-default** polygons of 8 vertices, half of the pairs overlapping | 20.0 | Box2D v3 80.0 | 4.0x | \
| Box2D v3 80.0 | |" \
  "$copy/results/README.md" || fail "no table of contacts by default options: $(grep -F "S1-default" "$copy/results/README.md")"
grep -q "no call of fewer than 1,000 pairs" "$copy/results/README.md" || fail "small calls that were not measured"
named="- [2001-02-03-made-up-processor-1-0-s-family-1](2001-02-03-made-up-processor-1-0-s-family-1/table.md): "
named+="Made(R) Up Processor @ 1_0's, commit 0123456789ab "
tr '\n' ' ' <"$copy/results/README.md" | grep -qF -- "$named" || # the line may be wrapped
  fail "results/README.md does not name the run before"
echo "a quiet run is shown, with what it loses, and names the run before"

# ---- a run that loses everything ----

{
  make_results 5.3 | sed '/^"benchmarks"/,$d' | sed 's/2001-02-03/2001-02-05/; s/"compiler"/"tick": "3 agents", &/'
  printf '"benchmarks": ['
  place=0
  for scene in 2d/S{1..9} 2d/S10 3d/T{1..8}; do
    for asked in distance/cold distance/warm contact/cold contact/warm; do
      rival=$([ "${scene%/*}" = 2d ] && echo box2d-distance || echo bullet-detector)
      for entry in avx512/10000:1234.5 avx2/10000:2345.6 "$rival/10000:123.4"; do
        place=$((place + 1))
        make_entry "$([ $place -eq 1 ] || echo ,)" "$scene/$asked/${entry%:*}" $place "${entry#*:}"
      done
    done
  done
  echo ']}'
} >"$work/losing.json"
publish --busy "$work/losing.json" || fail "publish.sh: $(cat "$work/out")"
lost=$(grep -cE '^\| [ST][0-9]+, (distance|contact) (cold|warm), 10,000 pairs \|' "$copy/results/README.md")
[ "$lost" -eq 72 ] || fail "results/README.md names $lost of 72 cases in which a rival wins"
echo "a run that loses everything is shown"
