#!/usr/bin/env bash
# The command line program and `lanegjk query` in 2D: results to the byte, errors by place and reason with exit status 2 and
# nothing written, bad pairs, and the same output on every instruction set.
#   test_cli.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

test_help() {
  says "--help" "lanegjk query SCENE.json" "$lanegjk" --help
  says "--version" "lanegjk 0." "$lanegjk" --version
  for command in query replay demo-recording info; do
    says "$command --help has an example" "lanegjk $command" "$lanegjk" $command --help
  done
  says "info lists scalar" "scalar" "$lanegjk" info
  says "info says what is used and why" "used: scalar, by LANEGJK_ISA=scalar" env LANEGJK_ISA=scalar "$lanegjk" info
}

test_worked_figures() {
  local row
  row=$("$lanegjk" query "$data/worked.json" | sed -n 2p)
  if echo "$row" | awk -F, 'function off(a, b) { return (a - b) ^ 2 > 1e-10 }
      { exit $5 != "separated" || off($6, sqrt(4961) / 41) || off($7, 284 / 41) || off($8, 301 / 41) ||
               off($9, 8) || off($10, 6) }'
  then passed "triangle and quad: sqrt(4961)/41 from (284/41, 301/41) to (8, 6)"
  else failed "triangle and quad" "$row"; fi
  same "overlap, CSV to the byte" "frame,pair,a,b,status
0,0,0,1,separated
0,1,1,0,separated
0,2,0,2,overlapping" "$("$lanegjk" query "$data/worked.json" --query overlap)"
  same "overlap, JSON to the byte" '{"query": "overlap", "results": [
  {"frame": 0, "pair": 0, "a": 0, "b": 1, "status": "separated"},
  {"frame": 0, "pair": 1, "a": 1, "b": 0, "status": "separated"},
  {"frame": 0, "pair": 2, "a": 0, "b": 2, "status": "overlapping"}
]}' "$("$lanegjk" query "$data/worked.json" --query=overlap --format=json)"
}

test_packed_scenes() {
  gzip -c "$data/worked.json" >"$work/worked.json.gz"
  if "$lanegjk" query "$work/worked.json.gz" 2>&1 | grep -q 'without zlib'; then
    left_out "a scene packed by gzip" "this program was built without zlib"
    return
  fi
  same "a scene packed by gzip" "$("$lanegjk" query "$data/worked.json")" "$("$lanegjk" query "$work/worked.json.gz")"
}

test_frames() {
  same "distance over frames, CSV to the byte" "frame,pair,a,b,status,distance,ax,ay,bx,by
0,0,0,1,separated,3,1,0,4,0
0,1,1,2,separated,2.5,5,-1,5,-3.5
1,0,0,1,separated,2,1,0,3,0
1,1,1,2,separated,2.5,4,-1,4,-3.5
2,0,0,1,overlapping,0,1,0,1,0
2,1,1,2,beyond,inf,0,0,0,0" "$("$lanegjk" query "$data/circles.json" --max-distance 4 | without_iterations)"
  same "a pair beyond, JSON" \
    '  {"frame": 2, "pair": 1, "a": 1, "b": 2, "status": "beyond", "distance": null, "point_a": null, "point_b": null' \
    "$("$lanegjk" query "$data/circles.json" --max-distance 4 --format json | sed -n 7p | without_iterations)"
  "$lanegjk" query "$data/circles.json" --max-distance 4 >"$work/stdout.csv"
  "$lanegjk" query "$data/circles.json" --max-distance 4 --out "$work/file.csv"
  cmp -s "$work/stdout.csv" "$work/file.csv" && passed "--out writes what stdout gets" || failed "--out"
  same "no temporary file stays" "" "$(find "$work" -name '*.tmp')"
}

# Of a frame that is there twice the second begins with what the first has found, and ends with fewer evaluations.
test_history_free() {
  local frame='[{"p": [0, 0], "angle": 0.25}, {"p": [4, 0.5], "angle": -0.5}]' rows
  printf '%s' '{"dim": 2, "shapes": [{"points": [[-1, -1], [1, -1], [1.5, 0], [1, 1], [-1, 1]]}],
    "bodies": [{"shape": 0}, {"shape": 0}], "pairs": [[0, 1]], "frames": ['"$frame, $frame"']}' >"$work/twice.json"
  "$lanegjk" query "$work/twice.json" >"$work/kept.csv"
  "$lanegjk" query "$work/twice.json" --history-free >"$work/free.csv"
  rows=$(sed 1d "$work/free.csv" | cut -d , -f 2-)
  same "--history-free: a frame twice, the same rows" "1" "$(sort -u <<<"$rows" | wc -l)"
  [ "$(sed -n 3p "$work/kept.csv")" != "$(sed -n 3p "$work/free.csv")" ] &&
    passed "without it frames keep records" || failed "without it frames keep records" "$(cat "$work/kept.csv")"
}

# Squares that overlap by half a metre, and the other way round; an eighth apart; a circle deep in a square by a quarter, and
# one that is apart; a body with itself. Where faces meet, any of their points may be the closest.
test_contacts() {
  near "contacts" 1e-6 "frame,pair,a,b,status,distance,nx,ny,ax,ay,bx,by
0,0,0,1,overlapping,-0.5,1,0,1,*,0.5,*
0,1,1,0,overlapping,-0.5,-1,0,0.5,*,1,*
0,2,0,2,separated,0.125,0,-1,*,-1,*,-1.125
0,3,0,3,overlapping,-0.25,1,0,1,0,0.75,0
0,4,0,4,separated,2.5,-1,0,-1,0,-3.5,0
0,5,0,0,bad,nan,0,0,0,0,0,0" "$("$lanegjk" query "$data/contacts.json" --query contact 2>/dev/null | without_iterations)"
  same "beyond a distance" "0,4,0,4,beyond,inf,0,0,0,0,0,0" \
    "$("$lanegjk" query "$data/contacts.json" --query contact --max-distance 1 2>/dev/null | sed -n 6p | without_iterations)"
  same "touching is a distance of 0" "2,0,0,1,overlapping,0,1,0,1,0,1,0" \
    "$("$lanegjk" query "$data/circles.json" --query contact | sed -n 6p | without_iterations)"
}

test_manifolds() {
  "$lanegjk" query "$data/contacts.json" --query contact --manifold >"$work/manifold.csv" 2>/dev/null
  same "columns of manifolds" \
    "frame,pair,a,b,status,distance,nx,ny,ax,ay,bx,by,iterations,points,x1,y1,separation1,id1,x2,y2,separation2,id2" \
    "$(head -n 1 "$work/manifold.csv")"
  near "points and separations" 1e-6 "0,2,0.75,-0.75,-0.5
0,2,0.75,1,-0.5
1,2,0.75,-0.75,-0.5
1,2,0.75,1,-0.5
2,0,,,
2,0,,,
3,1,,,
3,1,0.875,0,-0.25
4,0,,,
4,0,,,
5,0,,,
5,0,,," "$(points_of 2 <"$work/manifold.csv")"
  same "ids distinguish points" "yes" "$(awk -F, 'NR == 2 { print $18 != $22 ? "yes" : "no" }' "$work/manifold.csv")"
  near "a margin takes in points of what is apart" 1e-6 "2,2,-1,-1.0625,0.125
2,2,1,-1.0625,0.125" "$("$lanegjk" query "$data/contacts.json" --query contact --manifold --margin 0.25 2>/dev/null |
    points_of 2 | grep '^2')"
  same "JSON of a contact" '  {"frame": 0, "pair": 3, "a": 0, "b": 3, "status": "overlapping", "distance": -0.25, '\
'"normal": [1, 0], "point_a": [1, 0], "point_b": [0.75, 0], "iterations": *, '\
'"manifold": [{"position": [0.875, 0], "separation": -0.25, "id": *}]},' \
    "$("$lanegjk" query "$data/contacts.json" --query contact --manifold --format json 2>/dev/null | sed -n 5p |
      sed 's/\("id"\|"iterations"\): [0-9]*/\1: */g')"
  same "JSON of what is apart, and of a bad pair" '"manifold": []} "manifold": []}' \
    "$("$lanegjk" query "$data/contacts.json" --query contact --manifold --format json 2>/dev/null |
      grep -E '"pair": [45]' | grep -o '"manifold".*}' | xargs -d '\n')"
}

# A ray that meets a box at half of its way, with the box on its own way; one that passes; a circle that begins in a box; a
# body with itself.
test_casts() {
  cat >"$work/casts.json" <<'SCENE'
{"dim": 2, "shapes": [{"points": [[0, 0]]}, {"box": [1, 1]}, {"points": [[0, 0]], "radius": 0.5}],
 "bodies": [{"shape": 0, "p": [-5, 0.25], "way": [6, 0]}, {"shape": 1, "p": [1, 0], "way": [-4, 0]},
            {"shape": 0, "p": [-5, 3], "way": [9, 0]}, {"shape": 2, "p": [2.25, 0]}],
 "pairs": [[0, 1], [2, 1], [3, 1], [1, 1]]}
SCENE
  near "casts" 1e-5 "frame,pair,a,b,status,fraction,nx,ny,x,y,depth
0,0,0,1,hit,0.5,1,0,-2,0.25,0
0,1,2,1,miss,1,0,0,0,0,0
0,2,3,1,overlap,0,-1,0,2,0,0.25
0,3,1,1,bad,nan,0,0,0,0,0" "$("$lanegjk" query "$work/casts.json" --query cast 2>/dev/null | without_iterations)"
  same "JSON of a miss" '  {"frame": 0, "pair": 1, "a": 2, "b": 1, "status": "miss", "fraction": 1, "normal": null, '\
'"point": null, "depth": null, "iterations": 0},' \
    "$("$lanegjk" query "$work/casts.json" --query cast --format json 2>/dev/null | sed -n 3p)"
  says "JSON of a hit" '"status": "hit", "fraction": 0.5,' "$lanegjk" query "$work/casts.json" --query cast --format json
  says "a bad cast is reported" "bad" "$lanegjk" query "$work/casts.json" --query cast
  refuses "a maximum distance of a cast" "--max-distance requires --query distance, overlap, contact or nearest" \
    query "$work/casts.json" --query cast --max-distance 1
  refuses_scene "way of three numbers" " bodies[0].way" \
    '{"dim": 2, "shapes": [{"box": [1, 1]}], "bodies": [{"shape": 0, "p": [0, 0], "way": [1, 2, 3]}], "pairs": []}'
}

test_usage_errors() {
  refuses "no command" "which of query"
  refuses "unknown command" "unknown command 'ask'" ask
  refuses "unknown option" "unknown option '--foo'" query "$data/worked.json" --foo 1
  refuses "usage hint" "Try 'lanegjk query --help'." query "$data/worked.json" --foo 1
  refuses "missing file argument" "missing SCENE.json" query
  refuses "missing recording" "missing TRAJECTORIES" replay
  refuses "second file argument" "a second SCENE.json" query a.json b.json
  refuses "option without its value" "--out needs a value" query "$data/worked.json" --out
  refuses "option before another option" "--out needs a value" query "$data/worked.json" --out --format csv
  refuses "unknown query" "'impact' is none of distance, overlap, contact, cast, find, nearest" \
    query "$data/worked.json" --query impact
  refuses "manifold of a distance" "--manifold requires --query contact" query "$data/worked.json" --manifold
  refuses "manifold of an overlap" "--manifold requires --query contact" query "$data/worked.json" --query overlap --manifold
  refuses "margin of a distance" "--margin requires --manifold" query "$data/worked.json" --margin 1
  refuses "margin of a contact alone" "--margin requires --manifold" query "$data/worked.json" --query contact --margin 1
  refuses "margin: negative" "not within" query "$data/worked.json" --query contact --manifold --margin -1
  refuses "margin: infinite" "not within" query "$data/worked.json" --query contact --manifold --margin inf
  refuses "a value where none is taken" "--manifold takes no value" query "$data/worked.json" --query contact --manifold=yes
  refuses "unknown format" "'xml' is none of csv, json" query "$data/worked.json" --format xml
  refuses "maximum distance: no number" "'far' is not a number" query "$data/worked.json" --max-distance far
  refuses "maximum distance: negative" "not within" query "$data/worked.json" --max-distance -1
  refuses "maximum distance: 0, which is no limit to the library" "0 is not above 0" query "$data/worked.json" --max-distance 0
  refuses "reach: 0, likewise" "not within" replay "$data/meeting.txt" --reach 0
  refuses "maximum distance: NaN" "not within" query "$data/worked.json" --max-distance nan
  refuses "unknown instruction set" "unknown instruction set 'mmx'" query "$data/worked.json" --isa mmx
  for isa in neon avx512; do  # no build has both
    "$lanegjk" info | grep -q "^$isa " && continue
    refuses "instruction set of another machine" "'$isa' is not in this build" query "$data/worked.json" --isa $isa
  done
  LANEGJK_ISA=mmx refuses "LANEGJK_ISA unknown" "LANEGJK_ISA" query "$data/worked.json"
  LANEGJK_ISA=mmx refuses "LANEGJK_ISA unknown, replay" "LANEGJK_ISA" replay "$data/meeting.txt"
  refuses "radius of an ellipse" "--radius requires --shape circle" replay "$data/meeting.txt" --radius 1
  refuses "depth of a circle" "require --shape ellipse" replay "$data/meeting.txt" --shape circle --depth 1
  refuses "frames: no whole number" "'1.5' is not a whole number" replay "$data/meeting.txt" --frames 1.5
  refuses "frames: none" "not within" replay "$data/meeting.txt" --frames 0
  refuses "demo-recording without a file" "--out FILE is missing" demo-recording
  refuses "columns without y" "'id,frame,x' does not name y" replay "$data/meeting.txt" --columns id,frame,x
  refuses "columns with two x" "'id,frame,x,x,y' names x twice" replay "$data/meeting.txt" --columns id,frame,x,x,y
  refuses "columns without a name" "column 3 of 'id,frame,,x,y' has no name" replay "$data/meeting.txt" --columns id,frame,,x,y
  refuses "too many people" "not within 2..20000" demo-recording --out "$work/none.txt" --people 99999
}

test_file_errors() {
  refuses "scene that is not there" "$work/nothing.json: cannot open" query "$work/nothing.json"
  refuses "recording that is not there" "$work/nothing.txt: cannot open" replay "$work/nothing.txt"
  refuses "recording that is a folder" "$work: cannot read" replay "$work"
  refuses "scene that is a folder" "$work: cannot read: Is a directory" query "$work"
  printf '{"dim": 2\0, "shapes": [], "bodies": [], "pairs": []}' >"$work/zero.json"
  refuses "scene with a zero byte" "$work/zero.json: holds a zero byte" query "$work/zero.json"
  echo '{"dim": 2, "shapes": [{"box": [1, 1]}, {"box": [1, 1], "map": [[0, 0], [0, 0]]}], "bodies": [], "pairs": []}' \
    >"$work/map.json"
  refuses "map that leaves nothing" "$work/map.json: shapes[1].map: all zero" query "$work/map.json"
  refuses "output folder that is not there" "cannot write" query "$data/worked.json" --out "$work/no/such.csv"
  refuses "output that is a folder" "cannot write" query "$data/worked.json" --out "$work"
  refuses "second output cannot be written" "cannot write" replay "$data/meeting.txt" --out "$work/first.csv" \
    --svg "$work/no/such.svg"
  [ ! -e "$work/first.csv" ] && passed "then the first is not written either" || failed "both files or none"
  if [ -c /dev/full ]; then
    refuses "full device" "cannot write" query "$data/worked.json" --out /dev/full
  fi
}

test_scene_errors() {
  local box='"shapes": [{"box": [1, 1]}]' two='"bodies": [{"shape": 0, "p": [0, 0]}, {"shape": 0, "p": [3, 0]}]'
  refuses_scene "syntax error: line and column" "2:" '{"dim": 2,
"shapes": [}'
  refuses_scene "a control character that the error quotes" "1:2: string or '}' expected near '?'" $'{\f}'
  refuses_scene "empty file" "1:" ''
  refuses_scene "key twice" "1:" '{"dim": 2, "dim": 2}'
  refuses_scene "not an object" " not an object" '[1]'
  refuses_scene "no dimension" ' "dim" is missing' "{$box, $two, \"pairs\": []}"
  refuses_scene "four dimensions" " dim: not a dimension (2 or 3)" '{"dim": 4, "shapes": []}'
  refuses_scene "a rotation of 3D" ' bodies[0]: unknown key "q"' \
    "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"q\": [0, 0, 0, 1]}], \"pairs\": []}"
  refuses_scene "no shapes" ' "shapes" is missing' '{"dim": 2, "bodies": [], "pairs": []}'
  refuses_scene "no bodies" ' "bodies" is missing' "{\"dim\": 2, $box, \"pairs\": []}"
  refuses_scene "no pairs" ' "pairs" is missing' "{\"dim\": 2, $box, $two}"
  refuses_scene "unknown key of a scene" ' unknown key "pear"' "{\"dim\": 2, $box, $two, \"pear\": []}"
  refuses_scene "unknown key of a shape" ' shapes[0]: unknown key "raduis"' '{"dim": 2, "shapes": [{"box": [1, 1], "raduis": 1}]}'
  refuses_scene "unknown key of a body" ' bodies[0]: unknown key "pos"' \
    "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0, \"pos\": [0, 0]}]}"
  refuses_scene "shape of no kind" ' shapes[0]: a shape is exactly one of' '{"dim": 2, "shapes": [{"radius": 1}]}'
  refuses_scene "shape of two kinds" ' shapes[0]: a shape is exactly one of' \
    '{"dim": 2, "shapes": [{"box": [1, 1], "ellipse": [1, 1]}]}'
  refuses_scene "radius: no number" ' shapes[1].radius: not a number' \
    '{"dim": 2, "shapes": [{"box": [1, 1]}, {"box": [1, 1], "radius": "x"}]}'
  refuses_scene "radius: negative" ' shapes[0].radius: -1 is negative' '{"dim": 2, "shapes": [{"box": [1, 1], "radius": -1}]}'
  refuses_scene "coordinate: no number" ' shapes[0].points[1][0]: not a number' \
    '{"dim": 2, "shapes": [{"points": [[0, 0], [null, 1]]}]}'
  refuses_scene "coordinate: too large" ' shapes[0].points[0][0]: 1e+39 is too large' \
    '{"dim": 2, "shapes": [{"points": [[1e39, 0]]}]}'
  refuses_scene "point of three numbers" ' shapes[0].points[0]: not a list of 2 numbers' \
    '{"dim": 2, "shapes": [{"points": [[0, 0, 0]]}]}'
  refuses_scene "map of one row" ' shapes[0].map: not two rows' '{"dim": 2, "shapes": [{"box": [1, 1], "map": [[1, 0]]}]}'
  refuses_scene "no points" ' shapes[0]: ' '{"dim": 2, "shapes": [{"points": []}], "bodies": [], "pairs": []}'
  refuses_scene "flat box" ' shapes[1]: ' '{"dim": 2, "shapes": [{"box": [1, 1]}, {"box": [0, 1]}], "bodies": [], "pairs": []}'
  refuses_scene "no such shape" ' bodies[0].shape: there is no shape 1 (the scene has 1)' \
    "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 1, \"p\": [0, 0]}], \"pairs\": []}"
  refuses_scene "no position" ' bodies[0]: "p" is missing' "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0}], \"pairs\": []}"
  refuses_scene "angle: no number" ' bodies[0].angle: not a number' \
    "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"angle\": true}], \"pairs\": []}"
  refuses_scene "no such body" ' pairs[1][1]: there is no body 2 (the scene has 2)' \
    "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1], [0, 2]]}"
  refuses_scene "pair of three" ' pairs[0]: not a list of two bodies' "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1, 1]]}"
  refuses_scene "pair of fractions" ' pairs[0][0]: not a whole number' "{\"dim\": 2, $box, $two, \"pairs\": [[0.5, 1]]}"
  refuses_scene "frame of too few poses" ' frames[0]: 1 poses for 2 bodies' \
    "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1]], \"frames\": [[{\"p\": [0, 0]}]]}"
  refuses_scene "unknown key of a pose" ' frames[0][1]: unknown key "a"' \
    "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1]], \"frames\": [[{\"p\": [0, 0]}, {\"p\": [0, 0], \"a\": 1}]]}"
}

test_empty_scene() {
  printf '{"dim": 2, "shapes": [], "bodies": [], "pairs": []}' >"$work/empty.json"
  same "an empty scene has a header only" "frame,pair,a,b,status,distance,ax,ay,bx,by,iterations" \
    "$("$lanegjk" query "$work/empty.json")"
}

# bad NAME STATUS REASON SCENE: exit status 1 where all pairs are bad, else 0; the warning ends with the reason
bad() {
  local code=0
  "$lanegjk" query - <<<"$4" >"$work/bad.csv" 2>"$work/warning" || code=$?
  same "$1: exit status" "$2" "$code"
  same "$1: warning" "lanegjk query: warning: $3" "$(cat "$work/warning")"
}

test_bad_pairs() {
  local box='"shapes": [{"box": [1, 1]}]' beside='{"shape": 0, "p": [3, 0]}' \
    reason='1 of 1 pairs are bad and have no answer; the first: frame 0, pair 0'
  bad "a body with itself, among others" 0 \
    "1 of 2 pairs are bad and have no answer; the first: frame 0, pair 1 (bodies 1 and 1): a body with itself" \
    "{\"dim\": 2, $box, \"bodies\": [$beside, $beside], \"pairs\": [[0, 1], [1, 1]]}"
  same "their distance is nan" "0,1,1,1,bad,nan,0,0,0,0,0" "$(sed -n 3p "$work/bad.csv")"
  bad "an angle that is too large" 1 "$reason (bodies 0 and 1): body 1 of B: c of its pose is not finite; \
an angle is within +-1e6" \
    "{\"dim\": 2, $box, \"bodies\": [$beside, {\"shape\": 0, \"p\": [0, 0], \"angle\": 1e9}], \"pairs\": [[0, 1]]}"
  bad "bodies too far away" 1 \
    "$reason (bodies 0 and 1): the scale of the pair is 1e+09, outside of 1e-6 to 1e6" \
    "{\"dim\": 2, $box, \"bodies\": [$beside, {\"shape\": 0, \"p\": [1e9, 0]}], \"pairs\": [[0, 1]]}"
  bad "over all frames" 0 "4 of 6 pairs are bad and have no answer; the first: frame 1, pair 0 (bodies 0 and 1): \
body 0 of A: c of its pose is not finite; an angle is within +-1e6" \
    "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0}, {\"shape\": 0}], \"pairs\": [[0, 1], [1, 0]],
      \"frames\": [[{\"p\": [0, 0]}, {\"p\": [3, 0]}], [{\"p\": [0, 0], \"angle\": 2e6}, {\"p\": [3, 0]}],
      [{\"p\": [0, 0], \"angle\": 2e6}, {\"p\": [3, 0]}]]}"
  same "JSON says null" '  {"frame": 0, "pair": 0, "a": 0, "b": 0, "status": "bad", '\
'"distance": null, "point_a": null, "point_b": null, "iterations": 0}' \
    "$("$lanegjk" query - --format json <<<"{\"dim\": 2, $box, \"bodies\": [$beside], \"pairs\": [[0, 0]]}" 2>/dev/null |
      sed -n 2p)"
  "$lanegjk" query "$data/worked.json" >/dev/null 2>"$work/warning"
  same "no warning where no pair is bad" "" "$(cat "$work/warning")"
}

test_standard_input() {
  same "a scene from standard input" "$("$lanegjk" query "$data/worked.json")" "$("$lanegjk" query - <"$data/worked.json")"
  refuses "its errors name it" "standard input:2:" query - <<<"{"
  refuses "and so do those of its contents" "standard input: dim: not a dimension" query - <<<'{"dim": 4}'
  refuses "a second input beside it" "a second SCENE.json: '-'" query "$data/worked.json" -
}

test_instruction_sets() { same_on_all_sets worked circles shapes; }

run_tests
