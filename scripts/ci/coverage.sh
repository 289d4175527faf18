#!/usr/bin/env bash
# Which lines and branches of the library its tests run: builds it for one lane, SSE and AVX2 with gcc's --coverage at -O0,
# runs the tests of few pairs, all but the stages, and writes results/coverage.md, by folder of kernel/. A line or branch of
# a header counts as run where it is in any of the objects that hold it. Needs gcov, which comes with gcc. Some minutes.
#   scripts/ci/coverage.sh              all of that
#   scripts/ci/coverage.sh FILE         from the run before, of one file of kernel/: lines not run, and those with branches
#                                    that were not taken (how many of how many)
set -euo pipefail
cd "$(dirname "$0")/../.."
work=build/coverage

# gcov's own pages, one for each object and source: lines "count: line: source", each with its branches below it. It is
# called where the compiler was, as names of sources may be relative.
collect() {
  local object
  rm -rf "$work/pages"
  while read -r object; do
    mkdir -p "$work/pages/$object"
    (cd "$work" && gcov -b -c -p "$object" >/dev/null 2>&1 && mv ./*.gcov "pages/$object")
  done < <(cd "$work" && find kernel -name '*.gcda' -type f)
}

# Each line of kernel/ once: file, line, 1 where it is run, branches, branches taken. Functions that are there several
# times (templates) have pages of each: a line is run where one of them is.
merge_pages() {
  find "$work/pages" -name '*.gcov' -print0 | xargs -0 cat | awk -F: '
    $2 ~ /^ *0$/ && $3 == "Source" {
      file = $4
      if (!sub(/^.*\/kernel\//, "", file) || file ~ /^\//) file = ""
      at = ""
      next
    }
    /^branch/ {
      if (at == "") next
      split($0, word, " ")
      key = at SUBSEP word[2]
      if (!(key in taken)) { taken[key] = 0; ++all[at] }
      if (word[3] == "taken" && word[4] > 0 && !taken[key]) { taken[key] = 1; ++some[at] }
      next
    }
    file == "" || NF < 3 || $2 !~ /^ *[0-9]+$/ { next }
    {
      count = $1
      gsub(/[ *]/, "", count)
      at = count == "-" || $2 == 0 ? "" : file SUBSEP ($2 + 0)
      if (at == "") next
      if (!(at in run)) run[at] = 0
      if (count !~ /^[#=]/) run[at] = 1
    }
    END {
      for (at in run) { split(at, part, SUBSEP); print part[1], part[2], run[at], all[at] + 0, some[at] + 0 }
    }' | sort -k1,1 -k2,2n
}

# Lines that are not run, and those with branches that are not taken: of the files whose names fit; all, or the first alone.
missing() { # REGEX all|lines
  awk -v files="$1" -v what="$2" '
    $1 ~ files && $3 == 0 { print $1, $2, "not run" }
    $1 ~ files && $3 > 0 && $5 < $4 && what == "all" { print $1, $2, ($4 - $5) " of " $4 " branches" }' "$work/lines" |
    while read -r file line what; do
      printf '%s:%s: %s: %s\n' "$file" "$line" "$what" "$(sed -n "${line}s/^ *//p" "kernel/$file")"
    done
}

write_page() {
  echo "# Coverage"
  echo
  echo "Written by \`scripts/ci/coverage.sh\`; commit $(git rev-parse --short=12 HEAD), $(date -u +%F),"
  echo "$(gcc --version | head -n 1), one lane, SSE and AVX2. Branches are gcc's, of each condition both ways;"
  echo "those of loops that macros repeat count each time."
  echo
  echo "| folder | lines | run | branches | taken |"
  echo "|---|---|---|---|---|"
  awk '
    { split($1, part, "/"); n = split("all " part[1], names, " ") }
    { for (i = 1; i <= n; ++i) { k = names[i]; ++lines[k]; run[k] += $3; branches[k] += $4; taken[k] += $5 } }
    END {
      for (k in lines) {
        printf "| %s | %d | %.1f%% | %d | %.1f%% |\n", k, lines[k], 100 * run[k] / lines[k], branches[k],
          100 * taken[k] / (branches[k] + !branches[k])
      }
    }' "$work/lines" | sort
  echo
  echo "What no test runs or takes of the public functions (\`api\`, \`shape\`, \`base\`), and what no test runs of the rest:"
  echo
  echo '```'
  missing '^(api|shape|base)/' all
  missing '^(block|formula|geometry|isa|lane|query|route|schedule|single)/' lines
  echo '```'
  echo
  echo "Of the public functions these are what this machine and this build cannot have: a set that the CPU does not run, a build"
  echo "without a dimension (\`test_builds\` makes some), bytes that are not aligned to bytes, and names of sets that do not fit."
}

if [ $# -eq 1 ]; then missing "^${1#kernel/}\$" all; exit; fi
[ $# -eq 0 ] || { sed -n '2,8s/^# //p' "$0" >&2; exit 2; }
root=$PWD
cmake -S . -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O0 -DCMAKE_C_FLAGS=--coverage \
  -DLGJK_ISAS="scalar;sse;avx2" -DLGJK_BUILD_BENCH=OFF >/dev/null
cmake --build "$work" -j "$(nproc)" >/dev/null
find "$work" -name '*.gcda' -type f -delete
not_run='^(stage_.*|compilers_.*|build_.*|test_install|test_readme.*|test_plot.*|test_publish|style|layers|editor|'
not_run+='lane_time|stack_heap.*)$'  # other builds, pages, text; time; and minutes for nothing new
LGJK_TEST_PAIRS=80 LGJK_TEST_ROUNDS=1 ctest --test-dir "$work" -j "$(nproc)" --timeout 1800 -E "$not_run"
collect
merge_pages >"$work/lines"
write_page >results/coverage.md
cat results/coverage.md
