#!/usr/bin/env bash
# `lanegjk query` of scenes in the coordinates of a map, in 2D and 3D, in one frame and in several: the answers are those of the
# same scene at the origin, and the points are where the scene is. Notes about shapes: concave outlines, dropped points, points
# far from their origin. And scenes as editors save them.
#   test_cli_world.sh LANEGJK DATA_FOLDER
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

# scene2 X Y: two boxes with a gap of 0.3 between them, and a circle 1.05 above the first, at an offset
scene2() {
  awk -v x="$1" -v y="$2" 'BEGIN {
    body = "{\"shape\": %d, \"p\": [%.9f, %.9f]}"
    printf "{\"dim\": 2, \"shapes\": [{\"box\": [1, 1]}, {\"points\": [[0, 0]], \"radius\": 0.5}],\n\"bodies\": ["
    printf body ", " body ", " body, 0, x, y, 0, x + 2.3, y, 1, x, y + 2.55
    printf "], \"pairs\": [[0, 1], [1, 0], [0, 2]]}\n"
  }'
}

# distances SCENE OPTIONS...: pair, status and distance
distances() {
  local scene=$1
  shift
  "$lanegjk" query - "$@" <<<"$scene" | sed 1d | cut -d , -f 1,2,5,6
}

test_gap() {
  local here there
  here=$(distances "$(scene2 0 0)")
  near "a gap of 0.3 at the origin" 1e-6 "0,0,separated,0.3
0,1,separated,0.3
0,2,separated,1.05" "$here"
  for there in "5428000.1 3500000.7" "428000.125 5600000.3" "-0 99999999.5"; do
    # shellcheck disable=SC2086  # two numbers
    near "the same at $there" 1e-6 "$here" "$(distances "$(scene2 $there)")"
  done
  # shellcheck disable=SC2046
  near "contacts" 1e-6 "$here" "$(distances "$(scene2 5428000.1 3500000.7)" --query contact)"
}

test_points() {
  local rows
  rows=$("$lanegjk" query - <<<"$(scene2 5428000.1 3500000.7)" | sed 1d | without_iterations)
  near "points in the coordinates of the scene" 2e-7 "0,0,0,1,separated,*,5428001.1,*,5428001.4,*
0,1,1,0,separated,*,5428001.4,*,5428001.1,*
0,2,0,2,separated,*,5428000.1,3500001.7,5428000.1,3500002.75" "$rows"
  same "written with the digits that say it" "0,2,0,2,5428000.1,3500001.7,5428000.1,3500002.75" \
    "$(sed -n 3p <<<"$rows" | cut -d , -f 1-4,7-)"
  "$lanegjk" query - --query contact --manifold --margin 1 --format json <<<"$(scene2 5428000.1 3500000.7)" >"$work/m.json"
  same "points of a manifold as well" "5428001.25 5428001.25 5428001.25 5428001.25" \
    "$(grep -o '"position": \[[0-9.]*' "$work/m.json" | cut -d '[' -f 2 | xargs)"
  same "a pair beyond has no points" "0,0,0,1,beyond,inf,0,0,0,0" \
    "$("$lanegjk" query - --max-distance 0.1 <<<"$(scene2 5428000.1 3500000.7)" | sed -n 2p | without_iterations)"
}

test_3d_and_frames() {
  local shapes='"dim": 3, "shapes": [{"box": [1, 1, 1]}, {"points": [[0, 0, 0]], "radius": 0.5}]'
  local bodies='"bodies": [{"shape": 0}, {"shape": 0}, {"shape": 1}], "pairs": [[0, 1], [1, 2], [2, 2]]'
  "$lanegjk" query - <<<"{$shapes, $bodies, \"frames\": [
    [{\"p\": [428000.1, 5428000.1, 100.1]}, {\"p\": [428000.1, 5428002.4, 100.1]}, {\"p\": [428000.1, 5428002.4, 101.85]}],
    [{\"p\": [428000.1, 5428000.1, 100.1]}, {\"p\": [428000.1, 5428002.2, 100.1]}, {\"p\": [428000.1, 5428002.2, 101.7]}]]}" \
    2>"$work/warning" >"$work/found.csv"
  near "3D, in each frame" 1e-6 "0,0,separated,0.3
0,1,separated,0.25
0,2,bad,nan
1,0,separated,0.1
1,1,separated,0.1
1,2,bad,nan" "$(sed 1d "$work/found.csv" | cut -d , -f 1,2,5,6)"
  same "points in 3D" "428000.1,5428002.4,101.1,428000.1,5428002.4,101.35" "$(sed -n 3p "$work/found.csv" | cut -d , -f 7-12)"
  same "a body with itself is still bad" "lanegjk query: warning: 2 of 6 pairs are bad and have no answer; the first: \
frame 0, pair 2 (bodies 2 and 2): a body with itself" "$(cat "$work/warning")"
}

# notes NAME SHAPES EXPECTED: what standard error says of a scene of these shapes alone
notes() {
  "$lanegjk" query - <<<"{\"dim\": ${dim:-2}, \"shapes\": [$2], \"bodies\": [], \"pairs\": []}" >/dev/null 2>"$work/notes" ||
    failed "$1: exit status"
  same "$1" "$3" "$(sed 's/^lanegjk query: note: standard input: //' "$work/notes")"
}

test_notes() {
  local square='{"points": [[0, 0], [1, 0], [1, 1], [0, 1]]}' hull="points are corners of their convex hull, which is the shape"
  notes "nothing to note" "$square, {\"points\": [[1, 1], [0, 0], [1, 0], [0, 1]]}, {\"box\": [1, 1]}, {\"points\": [[0, 0]]}" ""
  notes "a ring that ends where it begins" '{"points": [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]}' ""
  notes "a concave ring" "$square, {\"points\": [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]]}" \
    "shapes[1].points: 4 of 5 $hull: in this order they are a concave outline, \
whose hollows are filled; split it into convex parts"
  notes "points that are dropped" "$square, $square, {\"points\": [[0, 0], [1, 0], [2, 0], [2, 2], [1, 1]]}" \
    "shapes[2].points: 3 of 5 $hull: the others lie in it or on its edges and are dropped"
  notes "one note for many" '{"points": [[0, 0], [1, 0], [2, 0]]}, {"points": [[0, 0], [3, 0], [2, 0]]}' \
    "shapes[0].points: 2 of 3 $hull: the others lie in it or on its edges and are dropped (and so in 1 more shape)"
  dim=3 notes "points that are dropped in 3D" '{"points": [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4], [0.5, 0.5, 0.5]]}' \
    "shapes[0].points: 4 of 5 $hull: the others lie in it or on its faces and are dropped; a concave solid has to be split into \
convex parts"
  notes "points far from their origin" '{"points": [[428001.2, 100], [428003.2, 100], [428003.2, 102]]}' \
    "shapes[0].points: coordinates up to 428003 in a shape that is 2 wide are rounded to steps of 0.03125; \
give points relative to \
a place near them, and that place as \"p\" of the body, which is kept in double"
  dim=3 notes "in 3D" '{"points": [[0, 0, 50000]], "radius": 0.5}' \
    "shapes[0].points: coordinates up to 50000 in a shape that is 1 wide are rounded to steps of 0.00390625; \
give points relative \
to a place near them, and that place as \"p\" of the body, which is kept in double"
  refuses_scene "points outside of the domain: the same advice" " shapes[0]: points[0].x is beyond +-1e6 once mapped; \
give points \
relative to a place near them" \
    '{"dim": 2, "shapes": [{"points": [[5428001, 0], [5428002, 0], [5428002, 1]]}], "bodies": [], "pairs": []}'
}

test_byte_order_mark() {
  same "a scene with a byte order mark" "$("$lanegjk" query "$data/worked.json")" \
    "$( (printf '\xef\xbb\xbf'; cat "$data/worked.json") | "$lanegjk" query - 2>&1)"
}

# A recording in the coordinates of a map, whose events have the digits, too.
test_replay() {
  printf '%s\n' '# id frame x/m y/m' '1 0 5428000.1234 3500000.7' '2 0 5428000.9234 3500000.7' >"$work/map.txt"
  near "events of a recording" 1e-7 "5428000.3734,3500000.7,5428000.6734,3500000.7" \
    "$("$lanegjk" replay "$work/map.txt" --shape circle --radius 0.25 --out - | grep ^approach, | cut -d , -f 8-11)"
  sed -i '1a 0 0 0 0\n3 0 5428900.5 3500900.5' "$work/map.txt"
  near "beside one position at (0, 0)" 1e-6 "0.3" \
    "$("$lanegjk" replay "$work/map.txt" --shape circle --radius 0.25 --out - | grep ^approach, | cut -d , -f 6)"
}

test_gap
test_points
test_3d_and_frames
test_notes
test_byte_order_mark
test_replay
finish
