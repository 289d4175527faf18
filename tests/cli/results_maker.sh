# shellcheck shell=bash
# Sourced by the tests of plots, pages and scripts/ci/publish.sh. TABLE is the table program.
#   make_results SPREAD STEAL   prints the results of a benchmark run in which every instruction set and every rival of
#                               the program's tables answers everything, and rivals win nothing
#   make_head DATE STEAL [KEY VALUE]   its beginning; STEAL as bench/report/measure.py counts it
#   make_entry SEPARATOR CASE PLACE NS SPREAD [MORE]   a case: a repetition, their median, and the coefficient of variation

make_entry() {
  local head='"run_name": "'$2'", "family_index": '$3
  printf '%s{%s, "run_type": "iteration", "ns_per_pair": %s%s},\n' "$1" "$head" "$4" "${6:-}"
  printf '{%s, "run_type": "aggregate", "aggregate_name": "median", "ns_per_pair": %s%s},\n' "$head" "$4" "${6:-}"
  printf '{%s, "run_type": "aggregate", "aggregate_name": "cv", "ns_per_pair": %s}' "$head" "$5"
}

# The implementations of a dimension, a line each.
implementations() {
  "$TABLE" --isas | cut -f 1
  "$TABLE" --rivals | sed -n "s/^$1\t\([^\t]*\)\t.*/\1/p"
}

# What a dimension's scenes are queried for.
questions() {
  local scene
  for scene in $([ "$1" = 2d ] && echo S1 S2 S2-shuffled || echo T1 T4); do echo "$scene/distance" "$scene/overlap"; done
  [ "$1" = 2d ] && echo S2/contact S2-overlapping/depth || echo T4/contact T4-overlapping/depth
}

make_head() {
  cat <<END
{"context": {"date": "$1T04:05:06+00:00", "load_avg": [0.5, 0.5, 0.5], "machine": "Made(R) Up Processor @ 1_0's",
 "compiler": "GNU 1", "flags": "-O9", "commit": "0123456789ab", "build_type": "Release", "cpu": "family 1", "lanegjk": "9.8.7",
 "set": "standard", "${3:-note}": "${4:-made up}", "host_name": "secret", "steal": "$2",
 "blocks": "40", "repeated": "3", "disturbed": "2"},
"benchmarks": [
END
}

make_results() {
  local dim asked more mode name names pairs place=0 separator=""
  make_head 2001-02-03 "$2"
  for dim in 2d 3d; do
    names=$(implementations $dim)
    for asked in $(questions $dim); do
      case "$asked" in */depth) more=', "worst_depth_error": 0.03, "missed_depths": 0.015' ;; *) more="" ;; esac
      for mode in cold warm; do
        for pairs in 1 16 1000 10000 1000000; do
          for name in $names; do
            place=$((place + 1))
            make_entry "$separator" "$dim/$asked/$mode/$name/$pairs" $place "$((10 + place * 7 % 997))" "$1" "$more"
            separator=$',\n'
          done
        done
      done
    done
  done
  for name in library-avx512-1:40 library-avx512-2:30 library-sse-1:50 box2d-new:90; do
    place=$((place + 1))
    make_entry "$separator" "find/D4/100000/random/${name%:*}" $place "${name#*:}" "$1"
    for pairs in 10000 100000 1000000; do
      place=$((place + 1))
      make_entry "$separator" "find/P1/$pairs/random/${name%:*}" $place "${name#*:}" "$1"
    done
  done
  for name in avx512:20 avx2:25 sse:30 scalar:35 box2d-toi:90; do
    place=$((place + 1))
    make_entry "$separator" "cast/S2/shapes/${name%:*}/10000" $place "${name#*:}" "$1" ', "other_verdicts": 0.002'
  done
  for name in avx512-1 avx512-2; do
    place=$((place + 1))
    make_entry "$separator" "crowd/100000/random/$name" $place 70 "$1" \
      ', "find_ms": 3, "carry_ms": 1, "contact_ms": 2, "events_ms": 1, "push_ms": 1, "move_ms": 1'
  done
  echo "]}"
}
