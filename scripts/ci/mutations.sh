#!/usr/bin/env bash
# Whether the tests see it when the library is wrong: breaks it in each of the ways that tests/mutations.txt lists, one at
# a time, and runs the tests, in a copy of the tree under build/mutations/.
#   scripts/ci/mutations.sh             all of them; then, and once all were run in parts, writes results/mutations.md
#   scripts/ci/mutations.sh FROM-TO     those of these numbers
#   scripts/ci/mutations.sh NAME...     those of these names
#   scripts/ci/mutations.sh --named ... the same, by the tests alone that the table names: reports which survive these
#   scripts/ci/mutations.sh --minutes N ...  begins none after so many minutes; those without a verdict and the oldest first
#   scripts/ci/mutations.sh --page      results/mutations.md from the verdicts there are: names what was not run
#   scripts/ci/mutations.sh --list      numbers, names, files
#   scripts/ci/mutations.sh --check     only whether each entry of the table still applies to the tree
# First the tests run that the table names, of few pairs, in a build for one lane and SSE (a wider set for what is in its
# lane header) at -O0, which takes seconds; where these pass, the same in full, in a build at -O1, and then all tests but the
# stages, which takes minutes. Status 1 where a mutation survives, where its text no longer applies, or where it does not compile.
set -euo pipefail
cd "$(dirname "$0")/../.."
table=tests/mutations.txt
work=build/mutations
jobs=$(nproc)
# What judges other builds, other compilers, pages and sources' text, and not what the library does.
not_run='^(stage_.*|python|compilers_.*|dropin_.*|build_.*|test_install|test_readme.*|test_(plot.*|pages|publish)|page_names'
not_run+='|style|layers|editor|lane_time)$'

die() { echo "mutations.sh: $*" >&2; exit 1; }

# ------------------------------------------------------------------ the table

names=() files=() olds=() news=() expected=() lanes=()
read_table() {
  local key value
  while read -r key value; do
    case $key in
      "" | "#"*) ;;
      name) names+=("$value") ;;
      file) files+=("kernel/$value") ;;
      old) olds+=("$value") ;;
      new) news+=("$value") ;;
      lanes) lanes[${#names[@]} - 1]=$value ;;
      tests) expected+=("$value") ;;
      *) die "$table: a line begins with \"$key\"" ;;
    esac
    [ "$key" != tests ] || [ "${#files[@]} ${#olds[@]} ${#news[@]} ${#expected[@]}" = \
      "${#names[@]} ${#names[@]} ${#names[@]} ${#names[@]}" ] || die "$table: ${names[-1]} is not name, file, old, new, tests"
  done <"$table"
}

# Says what is wrong with entry $1, or nothing. An old text is there once, and in one line.
complaint() {
  local text rest found
  [ -n "${olds[$1]}" ] && [ "${olds[$1]}" != "${news[$1]}" ] || { echo "changes nothing"; return; }
  text=$(cat "${files[$1]}" 2>/dev/null) || { echo "names no file: ${files[$1]}"; return; }
  rest=${text//"${olds[$1]}"/}
  found=$(((${#text} - ${#rest}) / ${#olds[$1]}))
  [ $found -eq 1 ] || echo "applies $found times, not once, to ${files[$1]}: ${olds[$1]}"
}

check_table() {
  local i folder problem failures=0
  for i in "${!names[@]}"; do
    problem=$(complaint "$i")
    [ -z "$problem" ] || { echo "$table: ${names[$i]} $problem"; failures=$((failures + 1)); }
  done
  for problem in $(printf '%s\n' "${names[@]}" | sort | uniq -d); do
    echo "$table: $problem is there twice"; failures=$((failures + 1))
  done
  for folder in lane shape single gjk block engine case2 case3 schedule api; do
    [[ " ${files[*]}" == *" kernel/$folder/"* ]] || { echo "$table: nothing of $folder"; failures=$((failures + 1)); }
  done
  [ ${#names[@]} -ge 40 ] || { echo "$table: ${#names[@]} mutations only"; failures=$((failures + 1)); }
  [ $failures -eq 0 ] || exit 1
  echo "${#names[@]} mutations apply"
}

# ------------------------------------------------------------------ the copy and its builds

# Only files that differ are written: what a run that was cut short left broken is compiled again, and nothing else.
copy_tree() {
  local file
  while read -r file; do
    [ -f "$file" ] && ! cmp -s "$file" "$work/tree/$file" || continue
    mkdir -p "$work/tree/$(dirname "$file")"
    cp "$file" "$work/tree/$file"
    case $file in scripts/* | *.md | "$table") ;; *) rm -f "$work"/*-full/limit ;; esac
  done < <(git ls-files --cached --others --exclude-standard)
}

# The set beside one lane that a mutation is built with.
isa_of() { # ENTRY
  case ${lanes[$1]:-}:${files[$1]} in
    ?*:*) echo "${lanes[$1]}" ;;
    */lane_256.h) echo avx2 ;;
    */lane_512.h) echo avx512 ;;
    *) echo sse ;;
  esac
}

configure() { # SET, quick or full
  local level=-O1
  [ "$2" = full ] || level=-O0
  cmake -S "$work/tree" -B "$work/$1-$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=$level \
    -DLGJK_ISAS="scalar;$1" -DLGJK_BUILD_BENCH=OFF -DLGJK_WERROR=OFF >/dev/null
}

build() { # FOLDER PROGRAM...
  local folder=$1
  shift
  cmake --build "$folder" -j "$jobs" --target "$@" >"$work/build.log" 2>&1
}

# Of the tests of a build folder whose names fit: name, and the program to build; all for a test that is a script.
tests_of() { # FOLDER REGEX
  local test program
  grep -rh --include=CTestTestfile.cmake '^add_test' "$1/tests" | tr -d '[]=' |
    sed -nE 's/^add_test\(([^ ]*) "([^"]*)".*/\1 \2/p' |
    while read -r test program; do
      [[ $test =~ $2 ]] && ! [[ $test =~ $not_run ]] || continue
      case $program in "$PWD/$1"/*) echo "$test $(basename "$program")" ;; *) echo "$test all" ;; esac
    done
}

# Runs the tests whose names fit up to the first that fails, and names what failed.
run_tests() { # FOLDER REGEX SECONDS
  local few=()
  [[ $1 != *-quick ]] || few=(LGJK_TEST_PAIRS=80 LGJK_TEST_ROUNDS=1)
  env "${few[@]}" ctest --test-dir "$1" -j "$jobs" -R "$2" -E "$not_run" --timeout "$3" --no-tests=error \
    --stop-on-failure >"$work/tests.log" 2>&1 && return
  grep -q 'tests passed' "$work/tests.log" || die "no tests called $2: see $work/tests.log"
  sed -nE '/Not Run/d; s/^.*[0-9]+ - ([^ ]+) \(([^)]*)\).*$/\1 \2/p' "$work/tests.log" | awk '
    { line = line (NR == 1 ? "" : ", ") $1 ($2 == "Failed" ? "" : $2 == "Timeout" ? " (time)" : " (crash)") }
    END { print line }'
}

# The tree as it is has to pass what judges mutations.
check_unbroken() { # SET, quick or full, REGEX
  local folder=$work/$1-$2 tests failed
  echo "the tree as it is, scalar and $1, $2" >&2
  configure "$1" "$2"
  tests=$(tests_of "$folder" "$3")
  # shellcheck disable=SC2046
  build "$folder" lanegjk $(cut -d' ' -f2 <<<"$tests" | sort -u) || die "the tree does not compile: see $work/build.log"
  failed=$(run_tests "$folder" "^($(cut -d' ' -f1 <<<"$tests" | paste -sd'|'))\$" 900) # ctest's own expressions are short
  [ -z "$failed" ] || die "the tree as it is fails: $failed"
  awk '/^Test time =/ && $4 > most { most = $4 } END { print int(60 + 2 * most) }' \
    "$folder/Testing/Temporary/LastTest.log" >"$folder/limit"
}

# ------------------------------------------------------------------ one mutation

apply() { # ENTRY
  local text
  text=$(cat "${files[$1]}"; printf .)
  text=${text%.}
  printf %s "${text/"${olds[$1]}"/"${news[$1]}"}" >"$work/tree/${files[$1]}"
}

# Names the tests that catch what is in the tree, of those whose names fit, or says that it does not compile. A test hangs
# if it takes a minute more than twice the slowest of the tree as it is.
judge() { # SET, quick or full, REGEX
  local folder=$work/$1-$2 programs
  mapfile -t programs < <(tests_of "$folder" "$3" | cut -d' ' -f2 | sort -u)
  [ ${#programs[@]} -gt 0 ] || { echo "ERROR: no test is called $3"; return; }
  build "$folder" "${programs[@]}" || { echo "ERROR: does not compile: $(grep -m 1 error: "$work/build.log")"; return; }
  run_tests "$folder" "$3" "$(<"$folder/limit")"
}

# Prints what caught it, SURVIVED, skipped or an error.
run_one() { # ENTRY
  local isa file=${files[$1]} verdict
  verdict=$(complaint "$1")
  [ -z "$verdict" ] || { echo "ERROR: $verdict"; return; }
  isa=$(isa_of "$1")
  "$work/$isa-quick/lanegjk" info | awk -v isa="$isa" '$1 == isa && $3 == "yes" { found = 1 } END { exit !found }' ||
    { echo "skipped: this machine has no $isa"; return; }
  apply "$1"
  verdict=$(judge "$isa" quick "${expected[$1]}")
  if [ -z "$verdict" ]; then
    if [ -n "$named_only" ] || [ ! -f "$work/$isa-full/limit" ]; then
      cp "$file" "$work/tree/$file"
      check_unbroken "$isa" full "${named_only:+${expected[$1]}}"
      apply "$1"
    fi
    verdict=$(judge "$isa" full "${expected[$1]}")
    if [ -n "$named_only" ]; then
      rm -f "$work/$isa-full/limit"
    elif [ -z "$verdict" ]; then
      verdict=$(judge "$isa" full .)
    fi
  fi
  cp "$file" "$work/tree/$file"
  echo "${verdict:-SURVIVED}"
}

# ------------------------------------------------------------------ a run

# Verdicts are kept by name, each with the commit that it was found on, so that a page can be made of runs of some.
keep() { # ENTRY VERDICT
  mkdir -p "$work/verdicts"
  echo "| ${names[$1]} | \`${files[$1]}\` | $2 | $(git rev-parse --short=12 HEAD) |" >"$work/verdicts/${names[$1]}"
}

# Writes nothing while one was never run, unless that is requested: then it is named.
write_page() { # [with those that were not run]
  local i name caught=0 missing=0
  for name in "${names[@]}"; do [ -f "$work/verdicts/$name" ] || missing=$((missing + 1)); done
  [ $missing -eq 0 ] || [ -n "${1:-}" ] || return 0
  {
    echo "# Mutations"
    echo
    echo "Written by \`scripts/ci/mutations.sh\`, $(date -u +%F), $(gcc --version | head -n 1). Each row is an error that was"
    echo "put into the library, one at a time (\`$table\` has the text), and the tests that failed: of those that the"
    echo "table names for it, else of all but the stages. Tests stop at the first failure, so that others may see the same error."
    echo
    echo "| mutation | file | caught by | commit |"
    echo "|---|---|---|---|"
    for i in "${!names[@]}"; do
      cat "$work/verdicts/${names[$i]}" 2>/dev/null || echo "| ${names[$i]} | \`${files[$i]}\` | not run | |"
    done
    for name in "${names[@]}"; do
      grep -qvE 'SURVIVED|ERROR|skipped' "$work/verdicts/$name" 2>/dev/null && caught=$((caught + 1))
    done
    echo
    echo "$caught of ${#names[@]} are caught; $missing were not run."
  } >results/mutations.md
}

# Of entries those first that have no verdict, then those with the oldest.
oldest_first() { # ENTRY...
  local i
  for i; do echo "$(stat -c %Y "$work/verdicts/${names[$i]}" 2>/dev/null || echo 0) $i"; done | sort -n -k1,1 -s | cut -d' ' -f2
}

# Entries by number, range or name; all of none.
chosen_entries() {
  local arg i found
  [ $# -gt 0 ] || { echo "${!names[@]}"; return; }
  for arg; do
    found=""
    for i in "${!names[@]}"; do
      if [[ $arg =~ ^([0-9]+)-([0-9]+)$ ]]; then
        ((i + 1 >= BASH_REMATCH[1] && i + 1 <= BASH_REMATCH[2])) || continue
      else
        [ "${names[$i]}" = "$arg" ] || continue
      fi
      found=1
      echo "$i"
    done
    [ -n "$found" ] || die "no mutation is called $arg; see --list"
  done
}

run_all() {
  local entries isa i line number=0 caught=0 survived=0 errors=0 skipped=0 summary begin
  entries=$(chosen_entries "$@") || exit 1
  # shellcheck disable=SC2086
  [ -z "$minutes" ] || entries=$(oldest_first $entries)
  copy_tree
  for isa in $(for i in $entries; do isa_of "$i"; done | sort -u); do
    check_unbroken "$isa" quick "$(for i in $entries; do
      [ "$(isa_of "$i")" != "$isa" ] || echo "${expected[$i]}"; done | sort -u | paste -sd'|')"
  done
  for i in $entries; do
    begin=$SECONDS
    [ -z "$minutes" ] || [ $begin -lt $((60 * minutes)) ] || break
    line=$(run_one "$i")
    keep "$i" "${line/SURVIVED/SURVIVED${named_only:+ the tests named}}"
    case $line in
      SURVIVED) survived=$((survived + 1)) ;;
      ERROR*) errors=$((errors + 1)) ;;
      skipped*) skipped=$((skipped + 1)) ;;
      *) caught=$((caught + 1)) line="caught by $line" ;;
    esac
    number=$((number + 1))
    echo "$number/$(wc -w <<<"$entries")  ${names[$i]} (${files[$i]}), $((SECONDS - begin)) s: $line"
  done
  summary="$caught caught, $survived survived, $errors errors, $skipped skipped, of $number"
  [ $number -eq "$(wc -w <<<"$entries")" ] || summary+="; not run for want of time: $(($(wc -w <<<"$entries") - number))"
  write_page
  echo "$summary"
  [ $((survived + errors)) -eq 0 ]
}

named_only="" minutes=""
read_table
while :; do
  case "${1:-}" in
    --named) named_only=1; shift ;;
    --minutes) minutes=${2:?so many}; shift 2 ;;
    *) break ;;
  esac
done
case "${1:-}" in
  --check) check_table ;;
  --page) write_page all ;;
  --list) for i in "${!names[@]}"; do echo "$((i + 1)) ${names[$i]} ${files[$i]}"; done ;;
  -*) sed -n '2,15s/^# //p' "$0" >&2; exit 2 ;;
  *) run_all "$@" ;;
esac
