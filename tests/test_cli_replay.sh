#!/usr/bin/env bash
# `lanegjk replay` and `lanegjk demo-recording`: events to the byte, other layouts of columns, standard input, what the report
# and the picture say, progress bars, and the same output on every instruction set. The recordings of LGJK_DATA_DIR are
# skipped, by name, where it is not set.
#   test_cli_replay.sh LANEGJK DATA_FOLDER
set -u
# shellcheck source=tests/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

# refuses_recording NAME MESSAGE TEXT
refuses_recording() {
  printf '%b' "$3" >"$work/recording.txt"
  refuses "$1" "$work/recording.txt:$2" replay "$work/recording.txt" --out "$work/none.csv" --svg "$work/none.svg"
  [ ! -e "$work/none.csv" ] && [ ! -e "$work/none.svg" ] || failed "$1: no output file"
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
  refuses_recording "too few numbers" "2: 3 columns, expected the 4 or 5 of id frame x y [z]" '1 0 0 0\n1 1 0\n'
  refuses_recording "too many numbers" "1: 6 columns, expected the 4 or 5 of id frame x y [z]" '1 0 0 0 0 0\n'
  refuses_recording "a word" "3: x is not a number: 'left'" '# c\n\n1 0 left 0\n'
  refuses_recording "a number with a tail" "1: x is not a number: '1.5m'" '1 0 1.5m 0\n'
  refuses_recording "columns of another layout" "2: 8 columns, expected the 4 or 5 of id frame x y [z], separated by spaces or tabs; for \
another layout name its columns, such as --columns frame,id,x,z,y,vx,vz,vy" '# UCY\n780 1 8.4 0 3.5 1.6 0 0.3\n'
  refuses_recording "columns between commas" "1: 1 column, expected" '1,0,2.5,3\n'
  refuses_recording "a frame that is not whole" "1: frame is not a whole number: '0.5'" '1 0.5 0 0\n'
  refuses_recording "NaN" "1: y is not within +-1e9: 'nan'" '1 0 0 nan\n'
  refuses_recording "infinite" "1: x is not within" '1 0 1e999 0\n'
  refuses_recording "person twice in a frame" "3: person 1 already has a position in frame 0 (line 1)" '1 0 0 0\n2 0 5 5\n1 0 1 1\n'
  refuses_recording "framerate of nothing" "1: framerate is not a positive number" '# framerate: fast\n1 0 0 0\n'
  refuses_recording "binary file" "1: a zero byte" '1 0 0\0000 0\n'
}

only_events() { grep -E '^(kind|approach|contact),'; }

# The walk of meeting.txt as lines of `frame id x z y vx vz vy`.
ucy() { awk '!/^#/ && NF { print $2 ".0", $1, $3, 1.7, $4, "nan", "-", 0 }' "$data/meeting.txt"; }

test_columns() {
  local events
  events=$("$lanegjk" replay "$data/meeting.txt" --shape circle --radius 0.25 --out - | only_events)
  same "columns by name, what is not used is not read" "$events" \
    "$(ucy | "$lanegjk" replay - --columns frame,id,x,z,y,vx,vz,vy --fps 10 --unit m --shape circle --radius 0.25 --out - | only_events)"
  (ucy; echo "15 1 2 3") >"$work/ucy.txt"
  refuses "a line with fewer columns" "$work/ucy.txt:12: 4 columns, but --columns names 8: frame,id,x,z,y,vx,vz,vy" \
    replay "$work/ucy.txt" --columns frame,id,x,z,y,vx,vz,vy
}

test_standard_input() {
  same "a recording from standard input" "$("$lanegjk" replay "$data/meeting.txt" --out - | only_events)" \
    "$("$lanegjk" replay - --out - <"$data/meeting.txt" | only_events)"
  says "the report names it" "recording   standard input" "$lanegjk" replay - <"$data/meeting.txt"
  refuses "and so do errors" "standard input:1: 2 columns" replay - <<<"1 2"
}

test_throughput() {
  says "throughput of the query alone and with the records" "pairs per second for the query alone, " "$lanegjk" replay "$data/meeting.txt"
  "$lanegjk" replay "$data/meeting.txt" | awk '
    /^throughput/ { alone = $2; carried = $11 }
    / ns per pair,/ { ns = $4; sum = $6 }
    END { exit !(alone >= carried && ns > 0 && sum > ns) }'
  same "carrying takes time, which only the second figures count" 0 $?
}

# same_replay NAME FILE TEXT: runs on every instruction set with the same events and picture, and the report holds TEXT
same_replay() {
  says "$1: every frame runs" "$3" "$lanegjk" replay "$2" --isa scalar --out "$work/scalar.csv" --svg "$work/scalar.svg"
  for isa in $isas; do
    "$lanegjk" replay "$2" --isa "$isa" --out "$work/isa.csv" --svg "$work/isa.svg" >/dev/null
    cmp "$work/scalar.csv" "$work/isa.csv" && cmp "$work/scalar.svg" "$work/isa.svg" && passed "$1: $isa as scalar" || failed "$1: $isa"
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

test_events
test_recording_errors
test_columns
test_standard_input
test_throughput
test_demo_recording
test_recordings
finish
