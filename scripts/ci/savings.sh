#!/usr/bin/env bash
# Measures what each special case of the table of routes saves: builds the benchmark with and without it, and prints how
# much longer a scene takes without. Both run alternately. Each time is divided by that of a query of the other dimension in
# the same process, which the case cannot change, so that a machine whose clock changes gives the same figures. About 25
# minutes; it requires an idle machine. The cases are in bench/savings.txt.
#   scripts/ci/savings.sh [--turns N] [NAME ...]  only these cases; N turns (7)
#   scripts/ci/savings.sh --check                 only whether each case still changes what it names
# LGJK_ISA names the instruction set: avx512 where the processor has it, else avx2.
set -euo pipefail
cd "$(dirname "$0")/../.."

turns=7 checks=no
while [ $# -gt 0 ]; do
  case "$1" in
    --turns) turns=$2; shift 2 ;;
    --check) checks=yes; shift ;;
    -*) sed -n '2,8s/^# //p' scripts/ci/savings.sh >&2; exit 2 ;;
    *) break ;;
  esac
done
work=build/savings
isa=${LGJK_ISA:-$(grep -qw avx512vl /proc/cpuinfo && echo avx512 || echo avx2)}

build() { # folder of a tree, name of the binary, flags of C
  cmake --preset bench -S "$1" -B "$work/$2" "-DLGJK_ISAS=scalar;$isa" -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_EXAMPLES=OFF \
    "-DCMAKE_C_FLAGS=${3:-}" >/dev/null
  cmake --build "$work/$2" --target lgjk_bench >"$work/$2.log" 2>&1 || { tail -5 "$work/$2.log" >&2; exit 1; }
}

# Prints the time of query $2 by binary $1 over that of a query that it has nothing to do with.
relative() {
  local control=3d/T2/distance/cold/$isa/10000
  case "$2" in 3d/*) control=2d/S4/distance/cold/$isa/10000 ;; esac
  "$PWD/$1" --quick --filter "^($2/$isa/10000|$control)$" --benchmark_min_time=0.02 --benchmark_repetitions=5 \
    --benchmark_enable_random_interleaving=true --json "$work/one.json" >/dev/null 2>"$work/one.log"
  awk -F'"' -v control="$control" '
    /"run_name"/ { run = $4 } /"aggregate_name"/ { kind = $4 }
    /"ns_per_pair"/ && kind == "median" { sub(/.*: */, ""); if (run == control) against = $0 + 0; else own = $0 + 0 }
    /^ *}/ { kind = "" }
    END { print (own > 0 ? own : against) / against }' "$work/one.json"
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# Prints how many times as long query $1 takes without the case.
price() {
  local with=() without=()
  for _ in $(seq "$turns"); do
    with+=("$(relative "$work/base/lgjk_bench" "$1")")
    without+=("$(relative "$work/case/lgjk_bench" "$1")")
  done
  echo "$(printf '%s\n' "${without[@]}" | median) $(printf '%s\n' "${with[@]}" | median)" | awk '{ printf "%.2f", $1 / $2 }'
}

# Fails where the case `name` changes nothing of a file, as after the text that it names is gone.
check() {
  local file
  [ -z "$without" ] || grep -qx "#ifndef WITHOUT_$without" kernel/case[23]/cases.h ||
    { echo "savings.sh: $name: kernel/case2/cases.h and case3/cases.h know no WITHOUT_$without" >&2; exit 1; }
  for file in "${!command[@]}"; do
    sed "${command[$file]}" "kernel/$file" | cmp -s - "kernel/$file" || continue
    echo "savings.sh: $name changes nothing of kernel/$file: bring bench/savings.txt up to date" >&2
    exit 1
  done
}

measure() {
  local file row="" query
  echo "without: $name" >&2
  rm -rf "$work/tree"
  mkdir "$work/tree"
  git ls-files -z | xargs -0 cp --parents -t "$work/tree"
  for file in "${!command[@]}"; do sed -i "${command[$file]}" "$work/tree/kernel/$file"; done
  build "$work/tree" case "${without:+-DWITHOUT_$without=1}"
  for query in $queries; do row="$row${row:+, }${query#?d/} $(price "$query")"; done
  echo "| $name | $row |"
}

declare -A command
if [ $checks = no ]; then
  mkdir -p "$work"
  echo "building with all cases" >&2
  build . base
  echo "| special case | time without it, over that with it |"
  echo "|---|---|"
fi
while read -r key rest; do
  case "$key" in
    name) name=$rest without="" command=() ;;
    without) without=$rest ;;
    file) file=$rest ;;
    sed) command[$file]+=$rest$'\n' ;;
    queries)
      queries=$rest
      check
      if [ $checks = no ] && { [ $# -eq 0 ] || printf '%s\n' "$@" | grep -qxF "$name"; }; then measure </dev/null; fi ;;
  esac
done <bench/savings.txt
