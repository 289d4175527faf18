#!/usr/bin/env bash
# Every plot names and draws each instruction set and each rival of its data: the plots of a made-up run that has all of
# them, and the published ones. An implementation that is neither is refused by name.
#   test_plots.sh TABLE_PROGRAM PROJECT_FOLDER
set -euo pipefail
TABLE=$1
project=$2
export LGJK_BENCH_TABLE=$TABLE
. "$project/tests/cli/results_maker.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }

# The cases that a plot draws, as a regular expression of their names.
cases_of() {
  case "$1" in
    speedup.svg) echo '2d/[^/-]+/distance/cold/[^/]+/10000' ;;
    speedup3.svg) echo '3d/[^/-]+/distance/cold/[^/]+/10000' ;;
    pairs.svg) echo '2d/S2/distance/(cold|warm)/[^/]+/[0-9]+' ;;
    pairs3.svg) echo '3d/T4/distance/(cold|warm)/[^/]+/[0-9]+' ;;
    warm.svg) echo '2d/[^/-]+/(distance|overlap)/(cold|warm)/[^/]+/10000' ;;
    contact3.svg) echo '3d/([^/-]+/contact|[^/-]+-overlapping/depth)/(cold|warm)/[^/]+/10000' ;;
    warm3.svg) echo '3d/[^/-]+/(distance|overlap)/(cold|warm)/[^/]+/10000' ;;
    *) fail "no cases are known of the plot $1" ;;
  esac
}

# What people call the implementations of a plot's data: isas_in, rivals_in FILE.json PLOT
names_in() { grep -oE "\"run_name\": ?\"$(cases_of "$2")\"" "$1" | cut -d / -f 5 | sort -u; }
shown() { awk -F '\t' -v key="$1" 'NR == FNR { wanted[$1]; next } $key in wanted { print $(key + 1) }' "$2" -; }
isas_in() { "$TABLE" --isas | shown 1 <(names_in "$1" "$2"); }
rivals_in() {
  local dim=2d
  case "$2" in *3.svg) dim=3d ;; esac
  "$TABLE" --rivals | grep "^$dim" | shown 2 <(names_in "$1" "$2")
}

# The names that have a bar, a point or a curve of their own, a line each. The first plot of an SVG is the legend.
drawn_in() {
  awk '/<g id="gnuplot_plot_/ { name = $0; sub(/.*<title>/, "", name); sub(/<\/title>.*/, "", name); depth = 0 }
       /<g id="gnuplot_plot_[0-9]+a"/ { name = "" }
       name != "" && /<(path|polygon|use) / { print name }
       { depth += gsub(/<g[ >]/, "") - gsub(/<\/g>/, ""); if (depth <= 0) name = "" }' "$1" | sort -u
}

check_plot() {
  local json=$1 svg=$2 plot name count=0
  plot=$(basename "$svg")
  while read -r name; do
    count=$((count + 1))
    grep -qF ">$name</t" "$svg" || fail "$svg: $name is not in the legend"
    drawn_in "$svg" | grep -qxF "$name" || fail "$svg: $name is not drawn"
  done < <(isas_in "$json" "$plot"; case "$plot" in speedup*) ;; *) rivals_in "$json" "$plot" ;; esac)
  case "$plot" in
    speedup*)
      grep -qF ">as fast (1x)</t" "$svg" || fail "$svg: no line at 1x"
      drawn_in "$svg" | grep -qxF "as fast (1x)" || fail "$svg: no line at 1x"
      while read -r name; do
        count=$((count + 1))
        grep -qF ">times faster than $name</t" "$svg" || fail "$svg: no panel for $name"
      done < <(rivals_in "$json" "$plot") ;;
  esac
  [ "$count" -gt 1 ] || fail "$svg: no names in its data"
  echo "$svg: all of its $count names"
}

plots="speedup.svg speedup3.svg pairs.svg pairs3.svg warm.svg warm3.svg contact3.svg"
for json in "$project"/results/*/results.json; do
  for svg in "${json%/*}"/*.svg; do check_plot "$json" "$svg"; done
  for plot in $plots; do
    [ -f "${json%/*}/$plot" ] || ! names_in "$json" "$plot" | grep -q . || [ "$plot" = pairs3.svg ] ||
      fail "${json%/*} lacks $plot"
  done
done

if "$TABLE" --csv <(make_results 0.5 3d/T1/distance/cold/unheard-of/10000) >"$work/out" 2>&1; then
  fail "an unknown name is taken"
fi
grep -q '3d/T1/distance/cold/unheard-of/10000.*"unheard-of" is neither' "$work/out" ||
  fail "no error naming it: $(cat "$work/out")"

make_results 0.5 >"$work/results.json"
[ "$("$TABLE" --context widest "$work/results.json")" = AVX-512 ] || fail "the widest instruction set is not AVX-512"
command -v gnuplot >/dev/null || { echo "skipped: this machine has no gnuplot"; exit 77; }
"$project/scripts/plot.sh" "$work/results.json" "$work" >"$work/out" || fail "plot.sh"
[ "$(wc -l <"$work/out")" -eq "$(wc -w <<<"$plots")" ] || fail "plot.sh: $(cat "$work/out")"
for plot in $plots; do
  grep -qF ">one core, Made(R) Up Processor @ 1_0's</t" "$work/$plot" || fail "$plot does not name the machine"
  dim=2d
  case "$plot" in *3.svg) dim=3d ;; esac
  [ "$({ isas_in "$work/results.json" "$plot"; rivals_in "$work/results.json" "$plot"; } | wc -l)" -eq \
    "$(implementations "$dim" | wc -l)" ] || fail "the made-up run lacks an implementation for $plot"
  check_plot "$work/results.json" "$work/$plot"
done
for query in contact depth; do
  grep -qF ">$query: ns per pair, cold hollow, warm full</t" "$work/contact3.svg" || fail "contact3.svg: no panel for $query"
done
