#!/usr/bin/env bash
# `lanegjk query` of random scenes that lie elsewhere: at the coordinates of a map, and of crowds that are far from each other.
#   test_cli_moved.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"
seed=${LGJK_SEED:-$RANDOM}
echo "seed $seed"

# shellcheck disable=SC2034  # both are used by name
shapes2='"dim": 2, "shapes": [{"points": [[0, 0]], "radius": 0.5}, {"box": [1, 0.5]}]'
# shellcheck disable=SC2034
shapes3='"dim": 3, "shapes": [{"points": [[0, 0, 0]], "radius": 0.5}, {"box": [1, 0.5, 2]}]'

# two_crowds AXES APART SHIFT...: bodies that move and bodies that rest, half of each apart from the others along x, all moved
# by the shift. Coordinates are whole 1/1024 m, so that differences are the same.
two_crowds() {
  awk -v axes="$1" -v apart="$2" -v shift_by="${*:3}" -v seed="$seed" '
    function bodies(count, motion,   i, k) {
      for (i = 0; i < count; ++i) {
        printf "%s{\"shape\": %d, ", i ? ",\n" : "", 2 * rand()
        for (k = 1; k <= axes; ++k)
          printf "%s%.10f", (k > 1 ? ", " : "\"p\": ["), by[k] + int(8192 * rand()) / 1024 + (k == 1 && i % 2 ? apart : 0)
        printf "], %s", axes == 2 ? "\"angle\": " rand() : "\"q\": [0, 0, 0.6, 0.8]"
        if (motion) printf ", \"way\": [%.3f, %.3f%s]", 9 * rand(), 9 * rand() - 4, axes == 3 ? ", 1" : ""
        if (motion && i % 3 == 0) printf ", \"turn\": %s", axes == 2 ? 1 : "[0, 0.6, 0, 0.8]"
        printf "}"
      }
    }
    BEGIN {
      srand(seed)
      split(shift_by, by, " ")
      bodies(40, 1)
      printf "], \"against\": ["
      bodies(30, 0)
    }'
}

# unmoved SHIFT...: CSV, with points where they would be without the shift
unmoved() {
  awk -F , -v OFS=, -v shift_by="$*" '
    BEGIN { split(shift_by, by, " ") }
    NR == 1 { for (i = 1; i <= NF; ++i) if ($i ~ /^[ab]?[xyz][0-9]*$/) axis[i] = $i ~ /x/ ? 1 : $i ~ /y/ ? 2 : 3 }
    NR > 1 { for (i in axis) if ($i + 0 > 1e5 || $i + 0 < -1e5) $i = sprintf("%.8f", $i - by[axis[i]]) }
    { print }'
}

# but_points: CSV without the coordinates of points
but_points() {
  awk -F , '
    NR == 1 { for (i = 1; i <= NF; ++i) point[i] = $i ~ /^[ab]?[xyz][0-9]*$/ }
    { for (i = 1; i <= NF; ++i) if (!point[i]) printf "%s,", $i; print "" }'
}

nth_table() { awk -v n="$1" '/^frame/ { ++table } table == n' "$work/all.csv"; }

# A world that is moved gives the same output, except for its points, which are moved along. Crowds that are far from each
# other, so that no float holds the coordinates of both, find what they find nearby.
test_moved() {
  local axes query pairs here there where
  for axes in 2 3; do
    local shapes="shapes$axes"
    for query in distance "contact --manifold --margin 0.5" "contact found" "cast pairs" "find --margin 0.5" \
      "nearest -k 3" "cast -k 2"; do
      pairs='"pairs": "all", '
      [[ $query == *found ]] && pairs='"pairs": {"find": {"margin": 0.5}}, '
      [ "$query" = "cast -k 2" ] && pairs=
      for where in "4194304 0 0 0" "4194304 500000 5400000 300000" "4096 0 0 0"; do
        # shellcheck disable=SC2086,SC2046  # words
        "$lanegjk" query - --query ${query% [a-z]*} <<<"{${!shapes}, $pairs\"bodies\": [$(two_crowds $axes $where)]}" 2>/dev/null
      done >"$work/all.csv"
      here=$(nth_table 1) there=$(nth_table 2)
      [ "$(wc -l <<<"$here")" -gt 20 ] || failed "$axes""D, $query: too few rows" "$here"
      same "$axes""D, $query: moved by 5,400 km" "$(but_points <<<"$here")" "$(but_points <<<"$there")"
      near "$axes""D, $query: its points" 3e-7 "$(unmoved 0 0 0 <<<"$here" | sed 1d)" \
        "$(unmoved 500000 5400000 300000 <<<"$there" | sed 1d)"
      [[ $pairs == *all* ]] && [[ $query != [fn]* ]] && continue # with pairs of both crowds
      same "$axes""D, $query: crowds 4,194 km or 4 km from each other" "$(nth_table 3 | but_points)" "$(but_points <<<"$here")"
    done
  done
}

run_tests
