#!/usr/bin/env bash
# `lanegjk replay` of recordings as their makers publish them, in tests/data/recordings.txt: what nobody has to say is found out,
# what is assumed is reported, lines without a position are gaps, and what is no recording is refused with its line and the
# reason. bindings/python/tests/test_recordings.py has the same files read in Python.
#   test_cli_recordings.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"
recordings=$work/recordings
unpack "$(dirname "$2")/recordings.txt" "$recordings"

# replays NAME FILE LINES...: the report holds these texts
replays() {
  local name=$1 file=$2 line
  shift 2
  "$lanegjk" replay "$file" --out "$work/events.csv" >"$work/report" 2>"$work/notes"
  for line in "$@"; do
    if grep -qF -- "$line" "$work/report"; then
      passed "$name: $line"
    else
      failed "$name: $line" "$(cat "$work/report" "$work/notes")"
    fi
  done
}

# noted TEXT: of the file that was replayed last
noted() {
  if grep -qF "lanegjk replay: note: " "$work/notes" && grep -qF -- "$1" "$work/notes"; then
    passed "a note: $1"
  else
    failed "a note: $1" "$(cat "$work/notes")"
  fi
}

# silent: about that file
silent() { same "no note" "" "$(cat "$work/notes")"; }

test_formats() {
  replays "id frame x y z" "$recordings/walk.txt" "4 persons, 40 frames (0..39), 3.9 s at 10 frames/s (header), metres (header)" \
    "contacts    1 "
  silent
  cp "$work/events.csv" "$work/walk.csv"
  replays "a CSV with milliseconds beside its frames" "$recordings/times.csv" \
    "4 persons, 40 frames (1..40), 3.9 s at 10 frames/s (times)" "contacts    1 " "persons P0 and P1"
  silent
  replays "ETH and UCY, four columns" "$recordings/eth.txt" "columns frame id x y [z] (by their steps)" \
    "3 persons, 30 frames (780..954), 11.6 s at 15 frames/s (assumed), metres" "contacts    0 " "approaches  1 "
  noted "15 frames per second are assumed: 2.5 positions per second as in recordings of ETH, UCY and trajnet, 6 frames apart"
  noted "read as frame id x y"
  cp "$work/events.csv" "$work/eth.csv"
  replays "ETH and UCY, eight columns" "$recordings/ucy.txt" "columns frame id x z y vx vz vy (as ETH and UCY have them)" \
    "3 persons, 30 frames (780..954), 11.6 s at 15 frames/s (assumed), metres" "contacts    0 " "approaches  1 "
  noted "its 8 columns are read as frame id x z y vx vz vy of ETH and UCY; --columns names others"
  same "the same events" "$(cat "$work/eth.csv")" "$(cat "$work/events.csv")"
  replays "trajnet++" "$recordings/trajnet.ndjson" "columns p f x y (as trajnet++ has them)" \
    "3 persons, 30 frames (780..954), 11.6 s at 15 frames/s (header), metres (format)"
  silent
  same "the same events" "$(cat "$work/eth.csv")" "$(cat "$work/events.csv")"
  sed '/scene/d;s/"x"/"note": {"a": [1, "}"]}, "x"/' "$recordings/trajnet.ndjson" >"$work/bare.ndjson"
  replays "trajnet++ without scenes" "$work/bare.ndjson" "11.6 s at 15 frames/s (assumed), metres (format)"
  noted "15 frames per second are assumed"
  same "the same events" "$(cat "$work/eth.csv")" "$(cat "$work/events.csv")"
}

test_rates() {
  sed 1d "$recordings/walk.txt" >"$work/bare.txt"
  replays "no rate" "$work/bare.txt" "1.6 s at 25 frames/s (assumed), metres (header)"
  noted "no frame rate is given; 25 frames per second are assumed; --fps sets the rate"
  "$lanegjk" replay "$work/bare.txt" --fps 10 --out "$work/events.csv" >/dev/null 2>"$work/notes"
  silent
  same "--fps is as good as the header" "$(cat "$work/walk.csv")" "$(cat "$work/events.csv")"
  "$lanegjk" replay "$recordings/eth.txt" --columns frame,id,x,y --unit m >"$work/report" 2>"$work/notes"
  says "the rate of ETH with its columns named" "11.6 s at 15 frames/s (assumed)" cat "$work/report"
  awk 'NR > 2 { print $1, 5 * $2, $3, $4 }' "$recordings/walk.txt" >"$work/fives.txt"
  replays "every fifth frame, and the id first" "$work/fives.txt" "frames (0..195), 7.8 s at 25 frames/s (assumed)"
  for name in time_s time_ms t_ms timestamp_us timestamp_ns; do
    case $name in *_s) ms=0.001 ;; *_ms) ms=1 ;; *_us) ms=1000 ;; *) ms=1000000 ;; esac
    awk -F, -v name="$name" -v ms="$ms" 'NR == 1 { print "id,frame," name ",x_cm,y_cm"; next }
      { printf "%s,%d,%.3f,%.3f,%.3f\n", $2, $3 - 1, $4 * ms, 100 * $6 - 100000, 100 * $7 - 100000 }' \
      "$recordings/times.csv" >"$work/named.csv"
    replays "$name and centimetres" "$work/named.csv" "3.9 s at 10 frames/s (times), centimetres (header)"
    same "the same events, $name" "$(sed 's/P//g' "$work/events.csv" | cut -d , -f 1-7)" "$(cut -d , -f 1-7 "$work/walk.csv")"
  done
  printf 'id,frame,x_min,x_in,x,y\n1,0,9,9,0,0\n' >"$work/box.csv"
  replays "x_min and x_in have no unit" "$work/box.csv" "1 persons, 1 frames"
}

test_gaps() {
  replays "NaN" "$recordings/gaps.txt" "4 persons, 40 frames (0..39)" "1 gaps: lines without a position" "contacts    1 "
  noted "gaps.txt: 1 line without a position is left out as gaps, the first of them line 92"
  local mark
  for mark in '' NA N/A null nan NaN -nan none - '?' '""'; do
    awk -F, -v OFS=, -v mark="$mark" 'NR == 60 || NR == 61 { $6 = mark } NR == 100 { $7 = mark } { print }' \
      "$recordings/times.csv" >"$work/marks.csv"
    replays "a gap is '$mark'" "$work/marks.csv" "3 gaps: lines without a position" "4 persons, 40 frames"
    noted "3 lines without a position are left out as gaps, the first of them line 60"
  done
  printf 'id,frame,x,y\n1,0,0,0\n1,1,,\n1,2,3,\n1,3,1,1,\n' >"$work/last.csv"
  replays "y is the last column" "$work/last.csv" "2 gaps: lines without a position" "1 persons, 2 frames (0..3)"
  sed 's/"x": -6.0/"x": null/;s/"y": 6.0/"y": NaN/' "$recordings/trajnet.ndjson" >"$work/gaps.ndjson"
  replays "of trajnet++" "$work/gaps.ndjson" "31 gaps: lines without a position" "2 persons"
  printf '# id frame x/m y/m\n1 0 inf 0\n' >"$work/inf.txt"
  refuses "infinite is no gap" "$work/inf.txt:2: x is not within +-1e9: 'inf'" replay "$work/inf.txt"
}

test_compression() {
  local file name
  if ! "$lanegjk" replay <(gzip -c "$recordings/walk.txt") >/dev/null 2>"$work/err" && grep -q 'without zlib' "$work/err"; then
    left_out "compressed recordings" "this program was built without zlib"
    return
  fi
  for file in "$recordings"/*; do
    name=$(basename "$file")
    gzip -c "$file" >"$work/$name.gz"
    "$lanegjk" replay "$file" --out "$work/plain.csv" >/dev/null 2>&1
    replays "$name.gz" "$work/$name.gz" "recording   $work/$name.gz"
    same "the events of $name.gz" "$(cat "$work/plain.csv")" "$(cat "$work/events.csv")"
  done
  same "from standard input" "$(cat "$work/walk.csv")" \
    "$("$lanegjk" replay - --out - <"$work/walk.txt.gz" | grep -E '^(kind|approach|contact),')"
  (head -n 80 "$recordings/walk.txt" | gzip; tail -n +81 "$recordings/walk.txt" | gzip; head -c 100 /dev/zero) >"$work/two.gz"
  replays "two members, and zeros behind them" "$work/two.gz" "4 persons, 40 frames"
  head -c 500 "$work/walk.txt.gz" >"$work/cut.gz"
  refuses "a file that is cut off" "$work/cut.gz: compressed by gzip, and cut off" replay "$work/cut.gz"
  (head -c 300 "$work/walk.txt.gz"; printf 'damage'; tail -c +307 "$work/walk.txt.gz") >"$work/damaged.gz"
  refuses "a damaged one" "$work/damaged.gz: compressed by gzip, and damaged: " replay "$work/damaged.gz"
  gzip -c "$work/walk.txt.gz" >"$work/twice.gz"
  refuses "compressed twice" "$work/twice.gz:1: compressed by gzip twice" replay "$work/twice.gz"
}

# refuses_bytes NAME MESSAGE BYTES: as printf has them
refuses_bytes() {
  printf '%b' "$3" >"$work/bytes"
  refuses "$1" "$work/bytes:$2" replay "$work/bytes" --out "$work/none.csv"
}

test_refusals() {
  local i
  refuses_bytes "nothing" " no positions" ''
  refuses_bytes "only a line end" " no positions" '\n'
  refuses_bytes "SQLite" "1: an SQLite database; the Python package reads those of JuPedSim" 'SQLite format 3\0000abc'
  refuses_bytes "a workbook" "1: a ZIP archive or a workbook" 'PK\x03\x04abc'
  refuses_bytes "MATLAB" "1: a file of MATLAB" 'MATLAB 5.0 MAT-file\n1 0 0 0\n'
  refuses_bytes "UTF-16, little end first" "1: UTF-16; save it as UTF-8" '\xff\xfe1\0 \0000\0'
  refuses_bytes "UTF-16, big end first" "1: UTF-16; save it as UTF-8" '\xfe\xff\0001\0 '
  refuses_bytes "UTF-16 without a mark" "1: a zero byte: not a text file" '1\0 \0000\0'
  refuses_bytes "a zero byte later" "3: a zero byte: not a text file" '1 0 0 0\n\n1 1 \0000 0\n'
  refuses_bytes "bytes of no text" "1: no position, and as the names of columns" '\x93\x8a\x01\x02\xf0\n'
  same "controls do not reach the terminal" "" "$(grep -c $'[\x01\x02]' "$work/err" | grep -v '^0$')"
  refuses_bytes "eight columns that are not ETH's" "2: 8 columns, which no header names. As those of ETH and UCY, frame id x z y \
vx vz vy, they would have one z, but this is '1'; name them by --columns" '1 0 0 0 0 0 0 0\n1 1 0 1 0 0 0 0\n'
  refuses_bytes "seven of eight columns" "2: 7 columns, but the lines before have the 8 of frame id x z y vx vz vy" \
    '1 0 0 0 0 0 0 0\n1 1 0 0 0 0 0\n'
  refuses_bytes "half an object" "2: no object of JSON, or not the whole of it" '{"scene": {}}\n{"track": {"f": 1\n'
  refuses_bytes "a track without y" "1: a track without y" '{"track": {"f": 1, "p": 2, "x": 3}}\n'
  refuses_bytes "a track that is a text" "1: a track without p" '{"track": "{p: 1"}\n'
  refuses_bytes "a word in JSON" "1: x is not a number: 'left' (member x of the track)" \
    '{"track": {"f": 1, "p": 2, "x": "left", "y": 0}}\n'
  refuses_bytes "an infinite number in JSON" "1: y is not within +-1e9: '-Infinity' (member y of the track)" \
    '{"track": {"f": 1, "p": 2, "x": 0, "y": -Infinity}}\n'
  refuses_bytes "two rates" "2: a scene of 5 positions per second after one of 2.5" \
    '{"scene": {"fps": 2.5}}\n{"scene": {"fps": 5}}\n'
  refuses_bytes "a rate of nothing" "1: fps is not a positive number" '{"scene": {"fps": 0}}\n'
  awk 'BEGIN { for (i = 0; i < 2500000; ++i) printf "1 0 " }' >"$work/bytes"
  refuses "a line of 10 MB" "$work/bytes:1: 5000000 columns, expected the 4 or 5" replay "$work/bytes"
  head -c 10000000 /dev/zero | tr '\0' 7 >"$work/bytes"
  refuses "a number of 10 MB" "$work/bytes:1: 1 column, expected" replay "$work/bytes"
  (printf '1 0 0 '; cat "$work/bytes") >"$work/long"
  refuses "as a coordinate" "$work/long:1: y is not within +-1e9: '7777777777777777777777777777777777777777' (column 4" replay \
    "$work/long"
  for i in 9007199254740993e3 1e300 -1e16; do
    refuses_bytes "a frame of $i" "2: frame is not within +-9e15: '$i'" "# id frame x y\n1 $i 0 0\n"
  done
  refuses_bytes "a time of the far future" "3: the time 9e+15 is beyond frame 9e15 at 10 frames per second" \
    '# framerate: 10 fps\n# id time x y\n1 9e15 0 0\n'
  refuses "--columns of JSON" "--columns: $recordings/trajnet.ndjson has lines of JSON and no columns" replay \
    "$recordings/trajnet.ndjson" --columns id,frame,x,y
  refuses "a rate that is none" "--fps: 'fast' is not a number" replay "$recordings/walk.txt" --fps fast
  refuses "a rate that is too low" "--fps: 0 is not within 0.001..1e+06" replay "$recordings/walk.txt" --fps 0
}

run_tests
