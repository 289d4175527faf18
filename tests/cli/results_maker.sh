# shellcheck shell=bash
# Sourced by the tests of plots, pages and scripts/ci/publish.sh. TABLE is the table program.
#   make_results LOAD [SECOND]   prints the results of a benchmark run in which every instruction set and every rival of the
#                                program's tables answers everything, and rivals win nothing; SECOND: a run of SECOND too

make_entry() { printf '%s{"run_name": "%s", "family_index": %d, "run_type": "iteration", "ns_per_pair": %s}' "$@"; }
# The same of a depth that is far off.
make_depth() { make_entry "$@" | sed 's/}$/, "worst_depth_error": 0.03, "missed_depths": 0.015}/'; }

# The implementations of a dimension, a line each.
implementations() {
  "$TABLE" --isas | cut -f 1
  "$TABLE" --rivals | sed -n "s/^$1\t\([^\t]*\)\t.*/\1/p"
}

# What a dimension's scenes are asked.
questions() {
  local scene
  for scene in $([ "$1" = 2d ] && echo S1 S2 S2-shuffled || echo T1 T4); do echo "$scene/distance" "$scene/overlap"; done
  [ "$1" = 2d ] && echo S2/contact S2-overlapping/depth || echo T4/contact T4-overlapping/depth
}

make_results() {
  local dim asked make mode name names pairs place=0 separator=""
  cat <<END
{"context": {"date": "2001-02-03T04:05:06+00:00", "load_avg": [$1, 0.5, 0.5], "machine": "Made(R) Up Processor @ 1_0's",
 "compiler": "GNU 1", "flags": "-O9", "commit": "0123456789ab", "build_type": "Release", "cpu": "family 1"},
"benchmarks": [
END
  for dim in 2d 3d; do
    names=$(implementations $dim)
    for asked in $(questions $dim); do
      case "$asked" in */depth) make=make_depth ;; *) make=make_entry ;; esac
      for mode in cold warm; do
        for pairs in 1 16 1000 10000 1000000; do
          for name in $names; do
            place=$((place + 1))
            $make "$separator" "$dim/$asked/$mode/$name/$pairs" $place "$((10 + place * 7 % 997))"
            separator=$',\n'
          done
        done
      done
    done
  done
  [ -z "${2:-}" ] || make_entry "$separator" "$2" $((place + 1)) 1
  echo "]}"
}
