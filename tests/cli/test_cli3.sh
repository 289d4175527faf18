#!/usr/bin/env bash
# `lanegjk query` in 3D: answers known by hand, frames, the same output on every instruction set, and errors by place and
# reason with exit status 2 and nothing written. And scenes in the coordinates of a map, in 2D and 3D, in one frame and in
# several: the answers are those of the same scene at the origin, and the points are where the scene is. Notes about shapes:
# concave outlines, dropped points, points far from their origin. And scenes as editors save them.
#   test_cli3.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

# In order: a box and one turned by 45 degrees, which shows an edge; a sphere before a face and before a corner of a box;
# capsules that cross; a sphere beside a cylinder, beyond its rim, and above its end; above the apex and the side of a cone;
# above an ellipsoid and along its normal, (1, 2, 2) / 3 there; the same for a ball that "map" makes that ellipsoid; a box
# whose axes "map" exchanges; a segment turned by the angle with cosine 0.28 and sine 0.96; rounded cylinder, cone and box;
# a radius of the body in place of the shape's; the cone the other way round. Then what overlaps, and what is bad.
known_answers="frame,pair,a,b,status,distance,ax,ay,az,bx,by,bz
0,0,0,1,separated,0.5,1,0,*,1.5,0,*
0,1,0,2,separated,1.5,1,0.25,-0.5,2.5,0.25,-0.5
0,2,0,3,separated,2.5,1,1,1,2.666667,2.666667,1.833333
0,3,4,5,separated,1,0.5,0,0.25,0.5,0,1.25
0,4,6,7,separated,3.5,0.6,0.8,1,2.7,3.6,1
0,5,6,8,separated,4.5,1,0,2,3.7,0,5.6
0,6,9,10,separated,2.5,2,0,0,4.5,0,0
0,7,11,12,separated,2.5,0,0,2,0,0,4.5
0,8,11,13,separated,4.5,1.5,0,0,5.1,0,2.7
0,9,14,12,separated,4,0,0,0.5,0,0,4.5
0,10,14,16,separated,2.5,1.333333,0.666667,0.166667,2.166667,2.333333,1.833333
0,11,15,16,separated,2.5,1.333333,0.666667,0.166667,2.166667,2.333333,1.833333
0,12,17,10,separated,2.5,2,0,0,4.5,0,0
0,13,18,19,separated,2.5,0,-4.8,1.4,0,-4.8,3.9
0,14,20,8,separated,4.25,1.15,0,2.2,3.7,0,5.6
0,15,21,13,separated,4.25,1.7,0,0.15,5.1,0,2.7
0,16,22,3,separated,2.25,1.166667,1.166667,1.083333,2.666667,2.666667,1.833333
0,17,23,3,separated,2,1.333333,1.333333,1.166667,2.666667,2.666667,1.833333
0,18,13,11,separated,4.5,5.1,0,2.7,1.5,0,0
0,19,0,24,overlapping,0,*,*,*,*,*,*
0,20,14,15,overlapping,0,*,*,*,*,*,*
0,21,0,25,bad,nan,0,0,0,0,0,0
0,22,0,26,bad,nan,0,0,0,0,0,0"

test_known_answers() {
  "$lanegjk" query "$data/shapes3.json" 2>"$work/warning" | without_iterations >"$work/found.csv"
  same "bad pairs are counted, and the first is explained" "lanegjk query: warning: 2 of 23 pairs are bad and have no answer; \
the first: frame 0, pair 21 (bodies 0 and 25): body 25 of B: the squares of its rotation add up to 0, off 1 by more than 1e-4; \
q has length 1, give or take 5e-5" \
    "$(cat "$work/warning")"
  # Closest points slide along a curve much further than the distance changes, so theirs is the wider tolerance.
  near "known answers: distances" 2e-5 "$(echo "$known_answers" | cut -d, -f1-6)" "$(cut -d, -f1-6 "$work/found.csv")"
  near "known answers: closest points" 5e-3 "$known_answers" "$(cat "$work/found.csv")"
  same "overlapping pairs report one common point" "" \
    "$(awk -F, '$5 == "overlapping" && $7 "," $8 "," $9 != $10 "," $11 "," $12' "$work/found.csv")"
  same "overlap says the same" "$(echo "$known_answers" | cut -d, -f1-5)" \
    "$("$lanegjk" query "$data/shapes3.json" --query overlap)"
}

test_normalize() {
  local scene='{"dim": 3, "shapes": [{"box": [1, 1, 1]}], "bodies": [{"shape": 0, "p": [0, 0, 0], "q": [0, 0, 0, 1.004]},
    {"shape": 0, "p": [5, 0, 0], "q": [0.5, 0.5, -0.5, 0.498]}], "pairs": [[0, 1]]}' code=0
  same "a q off length 1 is taken with --normalize" "0,0,0,1,separated" \
    "$("$lanegjk" query - --normalize <<<"$scene" | sed -n 2p | cut -d, -f1-5)"
  "$lanegjk" query - <<<"$scene" >"$work/bad.csv" 2>"$work/warning" || code=$?
  same "and is bad without: exit status" 1 "$code"
  same "and is bad without: warning" "lanegjk query: warning: 1 of 1 pairs are bad and have no answer; the first: frame 0, \
pair 0 (bodies 0 and 1): body 0 of A: the squares of its rotation add up to 1.0080159, off 1 by more than 1e-4; \
q has length 1, give or take 5e-5" "$(cat "$work/warning")"
}

test_frames() {
  same "distance over frames, CSV to the byte" "frame,pair,a,b,status,distance,ax,ay,az,bx,by,bz
0,0,0,1,separated,3,0,0,1,0,0,4
0,1,1,2,separated,2.5,0,-1,5,0,-3.5,5
1,0,0,1,separated,2,0,0,1,0,0,3
1,1,1,2,separated,2.5,0,-1,4,0,-3.5,4
2,0,0,1,overlapping,0,0,0,1,0,0,1
2,1,1,2,beyond,inf,0,0,0,0,0,0" "$("$lanegjk" query "$data/spheres3.json" --max-distance 4 | without_iterations)"
  same "distance over frames, JSON to the byte" '{"query": "distance", "results": [
  {"frame": 0, "pair": 0, "a": 0, "b": 1, "status": "separated", "distance": 3, "point_a": [0, 0, 1], "point_b": [0, 0, 4]
  {"frame": 0, "pair": 1, "a": 1, "b": 2, "status": "separated", "distance": 2.5, "point_a": [0, -1, 5], "point_b": [0, -3.5, 5]
  {"frame": 1, "pair": 0, "a": 0, "b": 1, "status": "separated", "distance": 2, "point_a": [0, 0, 1], "point_b": [0, 0, 3]
  {"frame": 1, "pair": 1, "a": 1, "b": 2, "status": "separated", "distance": 2.5, "point_a": [0, -1, 4], "point_b": [0, -3.5, 4]
  {"frame": 2, "pair": 0, "a": 0, "b": 1, "status": "overlapping", "distance": 0, "point_a": [0, 0, 1], "point_b": [0, 0, 1]
  {"frame": 2, "pair": 1, "a": 1, "b": 2, "status": "beyond", "distance": null, "point_a": null, "point_b": null
]}' "$("$lanegjk" query "$data/spheres3.json" --max-distance 4 --format json | sed 's/, "iterations": [0-9]*},*$//')"
  same "overlap, JSON to the byte" '{"query": "overlap", "results": [
  {"frame": 0, "pair": 0, "a": 0, "b": 1, "status": "separated"},
  {"frame": 0, "pair": 1, "a": 1, "b": 2, "status": "separated"},
  {"frame": 1, "pair": 0, "a": 0, "b": 1, "status": "separated"},
  {"frame": 1, "pair": 1, "a": 1, "b": 2, "status": "separated"},
  {"frame": 2, "pair": 0, "a": 0, "b": 1, "status": "overlapping"},
  {"frame": 2, "pair": 1, "a": 1, "b": 2, "status": "separated"}
]}' "$("$lanegjk" query "$data/spheres3.json" --query overlap --format json)"
  local poses='[{"p": [0, 0, 0], "q": [0.6, 0, 0, 0.8]}, {"p": [4, 3, 2], "q": [0, 0.28, 0, 0.96]}]'
  local hull='[[1, 1, 2], [-1, 1, 2], [1, -1, 2], [-1, -1, 2], [1, 1, -2], [-1, 1, -2], [1, -1, -2], [-1, -1, -2]]'
  printf '{"dim": 3, "shapes": [{"points": '"$hull"'}], "bodies": [{"shape": 0}, {"shape": 0}], "pairs": [[0, 1]],
           "frames": [%s, %s]}' "$poses" "$poses" >"$work/twice.json"
  "$lanegjk" query "$work/twice.json" >"$work/twice.csv"
  awk -F, 'NR == 2 { cold = $13 } NR == 3 { warm = $13 } END { exit !(warm > 0 && warm < cold) }' "$work/twice.csv" &&
    passed "a frame starts from the one before" || failed "a frame starts from the one before" "$(cat "$work/twice.csv")"
  "$lanegjk" query "$work/twice.json" --out "$work/file.csv"
  cmp -s "$work/twice.csv" "$work/file.csv" && passed "--out writes what stdout gets" || failed "--out"
}

# As in 2D: boxes that overlap by half a metre, and the other way round; an eighth apart; a ball deep in a box by a quarter, and
# one that is apart; a body with itself.
test_contacts() {
  "$lanegjk" query "$data/contacts3.json" --query contact --manifold >"$work/found.csv" 2>/dev/null
  near "contacts" 1e-6 "frame,pair,a,b,status,distance,nx,ny,nz,ax,ay,az,bx,by,bz
0,0,0,1,overlapping,-0.5,1,0,0,1,*,*,0.5,*,*
0,1,1,0,overlapping,-0.5,-1,0,0,0.5,*,*,1,*,*
0,2,0,2,separated,0.125,0,-1,0,*,-1,*,*,-1.125,*
0,3,0,3,overlapping,-0.25,0,0,1,0,0,1,0,0,0.75
0,4,0,4,separated,2.5,-1,0,0,-1,0,0,-3.5,0,0
0,5,0,0,bad,nan,0,0,0,0,0,0,0,0,0" "$(cut -d, -f 1-15 "$work/found.csv")"
  same "columns of manifolds" "iterations,points,x1,y1,z1,separation1,id1,x2,y2,z2,separation2,id2,\
x3,y3,z3,separation3,id3,x4,y4,z4,separation4,id4" "$(head -n 1 "$work/found.csv" | cut -d, -f 16-)"
  near "points and separations" 1e-6 "0,4,0.75,-0.75,-1,-0.5
0,4,0.75,-0.75,1,-0.5
0,4,0.75,1,-1,-0.5
0,4,0.75,1,1,-0.5
3,1,0,0,0.875,-0.25" "$(points_of 3 <"$work/found.csv" | grep -E '^[034],.*[0-9]$')"
  near "a margin takes in points of what is apart" 1e-6 "2,4,-1,-1.0625,-1,0.125
2,4,-1,-1.0625,1,0.125
2,4,1,-1.0625,-1,0.125
2,4,1,-1.0625,1,0.125" "$("$lanegjk" query "$data/contacts3.json" --query contact --manifold --margin 0.25 2>/dev/null |
    points_of 3 | grep '^2')"
  same "JSON of a contact" '  {"frame": 0, "pair": 3, "a": 0, "b": 3, "status": "overlapping", "distance": -0.25, '\
'"normal": [0, 0, 1], "point_a": [0, 0, 1], "point_b": [0, 0, 0.75], "iterations": *, '\
'"manifold": [{"position": [0, 0, 0.875], "separation": -0.25, "id": *}]},' \
    "$("$lanegjk" query "$data/contacts3.json" --query contact --manifold --format json 2>/dev/null | sed -n 5p |
      sed 's/\("id"\|"iterations"\): [0-9]*/\1: */g')"
}

test_instruction_sets() { same_on_all_sets shapes3 spheres3; }

# refuses_shape NAME MESSAGE SHAPE: shapes[1] of a scene
refuses_shape() {
  refuses_scene "$1" " shapes[1]$2" "{\"dim\": 3, \"shapes\": [{\"box\": [1, 1, 1]}, $3], \"bodies\": [], \"pairs\": []}"
}

test_shape_errors() {
  refuses_shape "shape of 2D" ': unknown key "ellipse" (known here: points, box, ellipsoid, cylinder, cone, radius, map)' \
    '{"ellipse": [1, 1]}'
  refuses_shape "shape of no kind" ': a shape is exactly one of "points", "box", "ellipsoid", "cylinder", "cone"' '{"radius": 1}'
  refuses_shape "shape of two kinds" ': a shape is exactly one of' '{"box": [1, 1, 1], "cone": {"radius": 1, "half_height": 1}}'
  refuses_shape "box of two numbers" '.box: not a list of 3 numbers' '{"box": [1, 1]}'
  refuses_shape "flat box" ': size[2] is not above 0' '{"box": [1, 1, 0]}'
  refuses_shape "semi-axis: no number" '.ellipsoid[2]: not a number' '{"ellipsoid": [1, 1, "1"]}'
  refuses_shape "ellipsoid that is too thin" ': ' '{"ellipsoid": [1, 1, 1e-20]}'
  refuses_shape "point of two numbers" '.points[1]: not a list of 3 numbers' '{"points": [[0, 0, 0], [0, 0]]}'
  refuses_shape "coordinate: too large" '.points[0][2]: 1e+39 is too large' '{"points": [[0, 0, 1e39]]}'
  refuses_shape "no points" ': point_count is 0' '{"points": []}'
  refuses_shape "cylinder of a list" '.cylinder: not an object' '{"cylinder": [1, 2]}'
  refuses_shape "cylinder without a height" '.cylinder: "half_height" is missing' '{"cylinder": {"radius": 1}}'
  refuses_shape "cone without a radius" '.cone: "radius" is missing' '{"cone": {"half_height": 1}}'
  refuses_shape "unknown key of a cone" '.cone: unknown key "height" (known here: radius, half_height)' \
    '{"cone": {"radius": 1, "height": 1}}'
  refuses_shape "cylinder of no radius" '.cylinder.radius: 0 is not above 0' '{"cylinder": {"radius": 0, "half_height": 1}}'
  refuses_shape "cone upside down" '.cone.half_height: -2 is not above 0' '{"cone": {"radius": 1, "half_height": -2}}'
  refuses_shape "half height: no number" '.cylinder.half_height: not a number' '{"cylinder": {"radius": 1, "half_height": null}}'
  refuses_shape "radius: negative" '.radius: -1 is negative' '{"cylinder": {"radius": 1, "half_height": 1}, "radius": -1}'
  refuses_shape "map of two rows" '.map: not three rows of three numbers' '{"box": [1, 1, 1], "map": [[1, 0, 0], [0, 1, 0]]}'
  refuses_shape "map with a short row" '.map[1]: not a list of 3 numbers' \
    '{"box": [1, 1, 1], "map": [[1, 0, 0], [0, 1], [0, 0, 1]]}'
  refuses_shape "map that flattens a cylinder" ': ' \
    '{"cylinder": {"radius": 1, "half_height": 1}, "map": [[1, 0, 0], [0, 1, 0], [0, 0, 0]]}'
}

test_scene_errors() {
  local box='"shapes": [{"box": [1, 1, 1]}]' two='"bodies": [{"shape": 0, "p": [0, 0, 0]}, {"shape": 0, "p": [3, 0, 0]}]'
  refuses_scene "no pairs" ' "pairs" is missing' "{\"dim\": 3, $box, $two}"
  refuses_scene "unknown key of a scene" ' unknown key "pear"' "{\"dim\": 3, $box, $two, \"pear\": []}"
  refuses_scene "dimension of a fraction" ' dim: not a whole number' "{\"dim\": 3.0, $box, $two, \"pairs\": []}"
  refuses_scene "angle" ' bodies[0]: unknown key "angle" (known here: shape, p, q, radius, way, turn)' \
    "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0, 0], \"angle\": 1}], \"pairs\": []}"
  refuses_scene "no such shape" ' bodies[0].shape: there is no shape 1 (the scene has 1)' \
    "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 1, \"p\": [0, 0, 0]}], \"pairs\": []}"
  refuses_scene "no position" ' bodies[0]: "p" is missing' "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 0}], \"pairs\": []}"
  refuses_scene "position of two numbers" ' bodies[0].p: not a list of 3 numbers' \
    "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}], \"pairs\": []}"
  refuses_scene "rotation of three numbers" ' bodies[0].q: not a list of 4 numbers' \
    "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0, 0], \"q\": [0, 0, 1]}], \"pairs\": []}"
  refuses_scene "rotation of one number" ' bodies[0].q: not a list' \
    "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0, 0], \"q\": 1}], \"pairs\": []}"
  refuses_scene "rotation: no number" ' bodies[0].q[3]: not a number' \
    "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0, 0], \"q\": [0, 0, 1, false]}], \"pairs\": []}"
  refuses_scene "radius of a body: negative" ' bodies[0].radius: -1 is negative' \
    "{\"dim\": 3, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0, 0], \"radius\": -1}], \"pairs\": []}"
  refuses_scene "no such body" ' pairs[1][1]: there is no body 2 (the scene has 2)' \
    "{\"dim\": 3, $box, $two, \"pairs\": [[0, 1], [0, 2]]}"
  refuses_scene "frame of too few poses" ' frames[0]: 1 poses for 2 bodies' \
    "{\"dim\": 3, $box, $two, \"pairs\": [[0, 1]], \"frames\": [[{\"p\": [0, 0, 0]}]]}"
  refuses_scene "unknown key of a pose" ' frames[0][1]: unknown key "angle" (known here: p, q)' \
    "{\"dim\": 3, $box, $two, \"pairs\": [[0, 1]], \"frames\": [[{\"p\": [0, 0, 0]}, {\"p\": [0, 0, 0], \"angle\": 1}]]}"
  refuses_scene "pose in 2D" ' frames[0][0].p: not a list of 3 numbers' \
    "{\"dim\": 3, $box, $two, \"pairs\": [[0, 1]], \"frames\": [[{\"p\": [0, 0]}, {\"p\": [0, 0]}]]}"
}

test_empty_scene() {
  printf '{"dim": 3, "shapes": [], "bodies": [], "pairs": []}' >"$work/empty.json"
  same "an empty scene has a header only" "frame,pair,a,b,status,distance,ax,ay,az,bx,by,bz,iterations" \
    "$("$lanegjk" query "$work/empty.json")"
}

# ---------------------------------------------------------------- the coordinates of a map

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

run_tests
