#!/usr/bin/env bash
# The command line program: results to the byte, errors by place and reason with exit status 2 and nothing written, replays
# of recordings, and the same output on every instruction set. The recordings of LGJK_DATA_DIR are skipped, by name,
# where it is not set.
#   test_cli.sh LANEGJK DATA_FOLDER
set -u
# shellcheck source=tests/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

# refuses_recording NAME MESSAGE TEXT
refuses_recording() {
  printf '%b' "$3" >"$work/recording.txt"
  refuses "$1" "$work/recording.txt:$2" replay "$work/recording.txt" --out "$work/none.csv" --svg "$work/none.svg"
  [ ! -e "$work/none.csv" ] && [ ! -e "$work/none.svg" ] || failed "$1: no output file"
}

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
      { exit $5 != "separated" || off($6, sqrt(4961) / 41) || off($7, 284 / 41) || off($8, 301 / 41) || off($9, 8) || off($10, 6) }'
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

test_frames() {
  same "distance over frames, CSV to the byte" "frame,pair,a,b,status,distance,ax,ay,bx,by
0,0,0,1,separated,3,1,0,4,0
0,1,1,2,separated,2.5,5,-1,5,-3.5
1,0,0,1,separated,2,1,0,3,0
1,1,1,2,separated,2.5,4,-1,4,-3.5
2,0,0,1,overlapping,0,1,0,1,0
2,1,1,2,beyond,inf,0,0,0,0" "$("$lanegjk" query "$data/circles.json" --max-distance 4 | without_iterations)"
  same "a pair beyond, JSON" '  {"frame": 2, "pair": 1, "a": 1, "b": 2, "status": "beyond", "distance": null, "point_a": null, "point_b": null' \
    "$("$lanegjk" query "$data/circles.json" --max-distance 4 --format json | sed -n 7p | without_iterations)"
  "$lanegjk" query "$data/circles.json" --max-distance 4 >"$work/stdout.csv"
  "$lanegjk" query "$data/circles.json" --max-distance 4 --out "$work/file.csv"
  cmp -s "$work/stdout.csv" "$work/file.csv" && passed "--out writes what stdout gets" || failed "--out"
  same "no temporary file stays" "" "$(find "$work" -name '*.tmp')"
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
  refuses "contact is not offered" "'contact' is none of distance, overlap" query "$data/worked.json" --query contact
  refuses "unknown format" "'xml' is none of csv, json" query "$data/worked.json" --format xml
  refuses "maximum distance: no number" "'far' is not a number" query "$data/worked.json" --max-distance far
  refuses "maximum distance: negative" "not within" query "$data/worked.json" --max-distance -1
  refuses "maximum distance: NaN" "not within" query "$data/worked.json" --max-distance nan
  refuses "unknown instruction set" "unknown instruction set 'mmx'" query "$data/worked.json" --isa mmx
  for isa in neon avx512; do  # no build has both
    "$lanegjk" info | grep -q "^$isa " && continue
    refuses "instruction set of another machine" "'$isa' is not in this build" query "$data/worked.json" --isa $isa
  done
  LANEGJK_ISA=mmx refuses "LANEGJK_ISA unknown" "LANEGJK_ISA" query "$data/worked.json"
  LANEGJK_ISA=mmx refuses "LANEGJK_ISA unknown, replay" "LANEGJK_ISA" replay "$data/meeting.txt"
  refuses "radius of an ellipse" "--radius goes with --shape circle" replay "$data/meeting.txt" --radius 1
  refuses "depth of a circle" "go with --shape ellipse" replay "$data/meeting.txt" --shape circle --depth 1
  refuses "frames: no whole number" "'1.5' is not a whole number" replay "$data/meeting.txt" --frames 1.5
  refuses "frames: none" "not within" replay "$data/meeting.txt" --frames 0
  refuses "demo-recording without a file" "--out FILE is missing" demo-recording
  refuses "too many people" "not within 2..20000" demo-recording --out "$work/none.txt" --people 99999
}

test_file_errors() {
  refuses "scene that is not there" "$work/nothing.json: cannot open" query "$work/nothing.json"
  refuses "recording that is not there" "$work/nothing.txt: cannot open" replay "$work/nothing.txt"
  refuses "recording that is a folder" "$work: cannot read" replay "$work"
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
  refuses_scene "empty file" "1:" ''
  refuses_scene "key twice" "1:" '{"dim": 2, "dim": 2}'
  refuses_scene "not an object" " not an object" '[1]'
  refuses_scene "no dimension" ' "dim" is missing' "{$box, $two, \"pairs\": []}"
  refuses_scene "four dimensions" " dim: not a dimension (2 or 3)" '{"dim": 4, "shapes": []}'
  refuses_scene "a rotation of 3D" ' bodies[0]: unknown key "q"' "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"q\": [0, 0, 0, 1]}], \"pairs\": []}"
  refuses_scene "no shapes" ' "shapes" is missing' '{"dim": 2, "bodies": [], "pairs": []}'
  refuses_scene "no bodies" ' "bodies" is missing' "{\"dim\": 2, $box, \"pairs\": []}"
  refuses_scene "no pairs" ' "pairs" is missing' "{\"dim\": 2, $box, $two}"
  refuses_scene "unknown key of a scene" ' unknown key "pear"' "{\"dim\": 2, $box, $two, \"pear\": []}"
  refuses_scene "unknown key of a shape" ' shapes[0]: unknown key "raduis"' '{"dim": 2, "shapes": [{"box": [1, 1], "raduis": 1}]}'
  refuses_scene "unknown key of a body" ' bodies[0]: unknown key "pos"' "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0, \"pos\": [0, 0]}]}"
  refuses_scene "shape of no kind" ' shapes[0]: a shape is exactly one of' '{"dim": 2, "shapes": [{"radius": 1}]}'
  refuses_scene "shape of two kinds" ' shapes[0]: a shape is exactly one of' '{"dim": 2, "shapes": [{"box": [1, 1], "ellipse": [1, 1]}]}'
  refuses_scene "radius: no number" ' shapes[1].radius: not a number' '{"dim": 2, "shapes": [{"box": [1, 1]}, {"box": [1, 1], "radius": "x"}]}'
  refuses_scene "radius: negative" ' shapes[0].radius: -1 is negative' '{"dim": 2, "shapes": [{"box": [1, 1], "radius": -1}]}'
  refuses_scene "coordinate: no number" ' shapes[0].points[1][0]: not a number' '{"dim": 2, "shapes": [{"points": [[0, 0], [null, 1]]}]}'
  refuses_scene "coordinate: too large" ' shapes[0].points[0][0]: 1e+39 is too large' '{"dim": 2, "shapes": [{"points": [[1e39, 0]]}]}'
  refuses_scene "point of three numbers" ' shapes[0].points[0]: not a list of 2 numbers' '{"dim": 2, "shapes": [{"points": [[0, 0, 0]]}]}'
  refuses_scene "map of one row" ' shapes[0].map: not two rows' '{"dim": 2, "shapes": [{"box": [1, 1], "map": [[1, 0]]}]}'
  refuses_scene "no points" ' shapes[0]: ' '{"dim": 2, "shapes": [{"points": []}], "bodies": [], "pairs": []}'
  refuses_scene "flat box" ' shapes[1]: ' '{"dim": 2, "shapes": [{"box": [1, 1]}, {"box": [0, 1]}], "bodies": [], "pairs": []}'
  refuses_scene "no such shape" ' bodies[0].shape: there is no shape 1 (the scene has 1)' "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 1, \"p\": [0, 0]}], \"pairs\": []}"
  refuses_scene "no position" ' bodies[0]: "p" is missing' "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0}], \"pairs\": []}"
  refuses_scene "angle: no number" ' bodies[0].angle: not a number' "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"angle\": true}], \"pairs\": []}"
  refuses_scene "no such body" ' pairs[1][1]: there is no body 2 (the scene has 2)' "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1], [0, 2]]}"
  refuses_scene "pair of three" ' pairs[0]: not a list of two bodies' "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1, 1]]}"
  refuses_scene "pair of fractions" ' pairs[0][0]: not a whole number' "{\"dim\": 2, $box, $two, \"pairs\": [[0.5, 1]]}"
  refuses_scene "frame of too few poses" ' frames[0]: 1 poses for 2 bodies' "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1]], \"frames\": [[{\"p\": [0, 0]}]]}"
  refuses_scene "unknown key of a pose" ' frames[0][1]: unknown key "a"' "{\"dim\": 2, $box, $two, \"pairs\": [[0, 1]], \"frames\": [[{\"p\": [0, 0]}, {\"p\": [0, 0], \"a\": 1}]]}"
}

test_empty_scene() {
  printf '{"dim": 2, "shapes": [], "bodies": [], "pairs": []}' >"$work/empty.json"
  same "an empty scene has a header only" "frame,pair,a,b,status,distance,ax,ay,bx,by,iterations" "$("$lanegjk" query "$work/empty.json")"
}

test_events() {
  local events="kind,id_a,id_b,first_frame,last_frame,min_distance,min_frame,ax,ay,bx,by
approach,3,7,11,13,0.5,12,0.25,0,0.75,0
contact,3,5,14,14,0,14,0,0.25,0,0.25
approach,3,5,14,14,0,14,0,0.25,0,0.25"
  "$lanegjk" replay "$data/meeting.txt" --shape circle --radius 0.25 --out "$work/m.csv" --svg "$work/m.svg" >"$work/report" 2>"$work/err"
  same "events of a small recording, to the byte" "$events" "$(cat "$work/m.csv")"
  same "no progress bar where stderr is no terminal" "" "$(cat "$work/err")"
  says "frames and persons are reported" "3 persons, 5 frames (10..14), 0.4 s at 10 frames/s (header), metres (header)" cat "$work/report"
  says "the picture is whole" "</svg>" tail -n 1 "$work/m.svg"
  # the same walk in centimetres, said by the header, by an option, or not at all (500 units/s cannot be metres)
  awk '/^#/ { sub("x/m", "x/cm"); print; next } NF { print $1, $2, $3 * 100, $4 * 100, $5 }' "$data/meeting.txt" >"$work/cm.txt"
  grep -v '^#' "$work/cm.txt" >"$work/bare.txt"
  for how in "cm.txt" "cm.txt --unit cm --fps 10" "bare.txt --unit cm" "bare.txt --fps 10"; do
    # shellcheck disable=SC2086  # options are several words
    (cd "$work" && "$lanegjk" replay $how --shape circle --radius 0.25 --out cm.csv >/dev/null)
    same "events in centimetres: $how" "$events" "$(cat "$work/cm.csv")"
  done
  same "--frames 2 stops there" "approach,3,7,11,11,1,11,0.25,0,1.25,0" \
    "$("$lanegjk" replay "$data/meeting.txt" --shape circle --radius 0.25 --frames 2 --out - | sed -n 2p)"
  printf '1 0 500000.25 5600000.5\n2 0 500001 5600000.5\n' >"$work/map.txt"
  same "map coordinates lose no precision" "approach,1,2,0,0,0.25,0,500000.5,5600000.5,500000.75,5600000.5" \
    "$("$lanegjk" replay "$work/map.txt" --unit m --shape circle --radius 0.25 --out - | sed -n 2p)"
  printf '1 0 0 0\n' >"$work/alone.txt"
  says "a person alone" "1 persons, 1 frames" "$lanegjk" replay "$work/alone.txt" --svg "$work/alone.svg"
}

test_recording_errors() {
  refuses_recording "empty recording" " no positions" '# nothing\n'
  refuses_recording "too few numbers" "2: y is missing" '1 0 0 0\n1 1 0\n'
  refuses_recording "too many numbers" "1: more than five numbers" '1 0 0 0 0 0\n'
  refuses_recording "a word" "3: x is not a number" '# c\n\n1 0 left 0\n'
  refuses_recording "a number with a tail" "1: x is not a number" '1 0 1.5m 0\n'
  refuses_recording "a frame that is not whole" "1: frame is not a whole number" '1 0.5 0 0\n'
  refuses_recording "NaN" "1: y is not within" '1 0 0 nan\n'
  refuses_recording "infinite" "1: x is not within" '1 0 1e999 0\n'
  refuses_recording "person twice in a frame" "3: person 1 already has a position in frame 0 (line 1)" '1 0 0 0\n2 0 5 5\n1 0 1 1\n'
  refuses_recording "framerate of nothing" "1: framerate is not a positive number" '# framerate: fast\n1 0 0 0\n'
  refuses_recording "binary file" "1: a zero byte" '1 0 0\0000 0\n'
}

# same_replay NAME FILE TEXT: runs on every instruction set with the same events and picture, and the report holds TEXT
same_replay() {
  says "$1: every frame runs" "$3" "$lanegjk" replay "$2" --isa scalar --out "$work/scalar.csv" --svg "$work/scalar.svg"
  for isa in $isas; do
    "$lanegjk" replay "$2" --isa "$isa" --out "$work/isa.csv" --svg "$work/isa.svg" >/dev/null
    cmp "$work/scalar.csv" "$work/isa.csv" && cmp "$work/scalar.svg" "$work/isa.svg" && passed "$1: $isa as scalar" || failed "$1: $isa"
  done
}

test_instruction_sets() {
  for scene in worked circles shapes; do
    "$lanegjk" query "$data/$scene.json" --isa scalar >"$work/scalar.csv"
    for isa in $isas; do
      same "query $scene: $isa as scalar" "$(cat "$work/scalar.csv")" "$("$lanegjk" query "$data/$scene.json" --isa "$isa")"
    done
  done
}

test_demo_recording() {
  "$lanegjk" demo-recording --out "$work/demo.txt" --people 60 --seconds 20
  same "the made-up recording has the same bytes everywhere" "1860206446 501188" "$(cksum <"$work/demo.txt")"
  same_replay "made-up recording" "$work/demo.txt" "60 persons, 499 frames"
  grep -v '^#' "$work/demo.txt" | sort -n -k1,1 -k2,2 >"$work/bare.txt"
  says "metres are told by walking speed" "metres (from walking speeds)" "$lanegjk" replay "$work/bare.txt" --out "$work/bare.csv"
  "$lanegjk" replay "$work/demo.txt" --out "$work/demo.csv" >/dev/null
  cmp -s "$work/demo.csv" "$work/bare.csv" && passed "the order of lines does not matter" || failed "the order of lines"
}

test_recordings() {
  if [ -z "${LGJK_DATA_DIR:-}" ]; then
    echo "skip  recordings 040_c_56_h-, bi_corr_400_b_03, uo-180-180-070: LGJK_DATA_DIR is not set"
    return
  fi
  same_replay "bottleneck" "$LGJK_DATA_DIR/040_c_56_h-.txt" "75 persons, 1657 frames (0..1656), 66.2 s at 25 frames/s (header), metres (header)"
  same_replay "two-way corridor" "$LGJK_DATA_DIR/bi_corr_400_b_03.txt" "480 persons, 3247 frames (94..3340), 129.8 s at 25 frames/s (header), centimetres (header)"
  same_replay "one-way corridor" "$LGJK_DATA_DIR/uo-180-180-070.txt" "148 persons, 1600 frames (218..1817), 64.0 s at 25 frames/s (assumed), centimetres (from walking speeds)"
}

test_help
test_worked_figures
test_frames
test_usage_errors
test_file_errors
test_scene_errors
test_empty_scene
test_events
test_recording_errors
test_instruction_sets
test_demo_recording
test_recordings
finish
