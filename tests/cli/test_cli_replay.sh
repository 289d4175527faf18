#!/usr/bin/env bash
# `lanegjk replay` and `lanegjk demo-recording`: events to the byte, other layouts of columns, standard input, what the report
# and the picture say, progress bars, and the same output on every instruction set. The recordings of LGJK_DATA_DIR are
# skipped, by name, where it is not set.
#   test_cli_replay.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

# refuses_recording NAME MESSAGE TEXT
refuses_recording() {
  printf '%b' "$3" >"$work/recording.txt"
  refuses "$1" "$work/recording.txt:$2" replay "$work/recording.txt" --out "$work/none.csv" --svg "$work/none.svg"
  [ ! -e "$work/none.csv" ] && [ ! -e "$work/none.svg" ] || failed "$1: no output file"
}

test_events() {
  local events="kind,id_a,id_b,first_frame,last_frame,min_distance,min_frame,ax,ay,bx,by,nx,ny
approach,3,7,11,13,0.5,12,0.25,0,0.75,0,1,0
contact,3,5,14,14,0,14,0,0.25,0,0.25,0,1
approach,3,5,14,14,0,14,0,0.25,0,0.25,0,1"
  "$lanegjk" replay "$data/meeting.txt" --shape circle --radius 0.25 --out "$work/m.csv" --svg "$work/m.svg" \
    >"$work/report" 2>"$work/err"
  same "events of a small recording, to the byte" "$events" "$(cat "$work/m.csv")"
  same "no progress bar where stderr is no terminal" "" "$(cat "$work/err")"
  says "frames and persons are reported" "3 persons, 5 frames (10..14), 0.4 s at 10 frames/s (header), metres (header)" \
    cat "$work/report"
  says "the picture is whole" "</svg>" tail -n 1 "$work/m.svg"
  # the same walk in centimetres, said by the header, by an option, or not at all (500 units/s cannot be metres)
  awk '/^#/ { gsub("/m", "/cm"); print; next } NF { print $1, $2, $3 * 100, $4 * 100, $5 }' "$data/meeting.txt" >"$work/cm.txt"
  grep -v '^#' "$work/cm.txt" >"$work/bare.txt"
  for how in "cm.txt" "cm.txt --unit cm --fps 10" "bare.txt --unit cm" "bare.txt --fps 10"; do
    # shellcheck disable=SC2086  # options are several words
    (cd "$work" && "$lanegjk" replay $how --shape circle --radius 0.25 --out cm.csv >/dev/null)
    same "events in centimetres: $how" "$events" "$(cat "$work/cm.csv")"
  done
  same "--frames 2 stops there" "approach,3,7,11,11,1,11,0.25,0,1.25,0,1,0" \
    "$("$lanegjk" replay "$data/meeting.txt" --shape circle --radius 0.25 --frames 2 --out - | sed -n 2p)"
  printf '1 0 500000.25 5600000.5\n2 0 500001 5600000.5\n' >"$work/map.txt"
  same "map coordinates lose no precision" "approach,1,2,0,0,0.25,0,500000.5,5600000.5,500000.75,5600000.5,1,0" \
    "$("$lanegjk" replay "$work/map.txt" --unit m --shape circle --radius 0.25 --out - | sed -n 2p)"
  printf '1 0 0 0\n' >"$work/alone.txt"
  says "a person alone" "1 persons, 1 frames" "$lanegjk" replay "$work/alone.txt" --svg "$work/alone.svg"
}

# moved ID X Y: the crowd of crowd.txt, with so much added to ids and to coordinates, which become whole 1/1024 m
moved() {
  awk -v id="$1" -v x="$2" -v y="$3" '
    /^#/ { print; next }
    { printf "%d %d %.10f %.10f\n", $1 + id, $2, int($3 * 1024) / 1024 + x, int($4 * 1024) / 1024 + y }' "$work/crowd.txt"
}

# same_events NAME ID X Y: of the recording of standard input, the events of ids from ID on are those of here.csv, moved so
same_events() {
  "$lanegjk" replay - --out - 2>/dev/null | awk -F , -v OFS=, -v id="$2" -v x="$3" -v y="$4" '
    /^(contact|approach)/ && $2 >= id && $2 < id + 1000 {
      $2 -= id
      $3 -= id
      for (i = 8; i <= 11; ++i) $i = sprintf("%.9f", $i - (i % 2 ? y : x))
      print
    }' >"$work/there.csv"
  same "$1" "$(cut -d , -f 1-7,12- "$work/here.csv")" "$(cut -d , -f 1-7,12- "$work/there.csv")"
  near "$1: points" 2e-7 "$(cat "$work/here.csv")" "$(cat "$work/there.csv")"
}

# A crowd has the same events anywhere, and beside another one that is so far away that no float holds coordinates of both.
test_far_crowds() {
  "$lanegjk" demo-recording --people 60 --seconds 12 --out "$work/crowd.txt"
  moved 0 0 0 | "$lanegjk" replay - --out - | grep -E '^(contact|approach),' >"$work/here.csv"
  [ "$(wc -l <"$work/here.csv")" -gt 20 ] || failed "events of a crowd" "$(cat "$work/here.csv")"
  moved 0 500000 5400000 | same_events "a crowd at map coordinates" 0 500000 5400000
  (moved 0 0 0; moved 1000 4194304 -4194304) >"$work/two.txt"
  same_events "a crowd 5,900 km from another" 0 0 0 <"$work/two.txt"
  same_events "and the other one" 1000 4194304 -4194304 <"$work/two.txt"
}

# Person 1 walks into person 2 from behind, who walks the same way but slowly: they touch in frame 1, and overlap by 1/8 m in
# frame 2. Beside them 3 and 4 stand by each other, all the time in each other by 1/32 m.
test_depths() {
  printf '%s\n' "1 0 0 0" "1 1 0.25 0" "1 2 0.5 0" "2 0 0.625 0" "2 1 0.75 0" "2 2 0.875 0" \
    "3 0 4 0" "3 1 4 0" "3 2 4 0" "4 0 4 0.46875" "4 1 4 0.46875" "4 2 4 0.46875" >"$work/depths.txt"
  "$lanegjk" replay "$work/depths.txt" --unit m --shape circle --radius 0.25 --out "$work/depths.csv" >"$work/report"
  same "contacts and approaches have the deepest overlap" "approach,1,2,0,2,-0.125,2,0.75,0,0.625,0,1,0
contact,3,4,0,2,-0.03125,0,4,0.25,4,0.21875,0,1
approach,3,4,0,2,-0.03125,0,4,0.25,4,0.21875,0,1
contact,1,2,1,2,-0.125,2,0.75,0,0.625,0,1,0" "$(sed 1d "$work/depths.csv")"
  says "how many pairs overlap" "; 5 pairs over all frames" cat "$work/report"
  says "mean and largest depth" "depth of these pairs: 0.043750 m in the mean, 0.125000 m at most" cat "$work/report"
  says "where, when, and in which direction" \
    "deepest: persons 1 and 2, frame 2, at (0.69, 0.00), direction from one to the other (1.00, 0.00)" cat "$work/report"
  says "from which side" "the other person is in front in 20%, behind in 20%, beside in 60%" cat "$work/report"
}

test_recording_errors() {
  refuses_recording "empty recording" " no positions" '# nothing\n'
  refuses_recording "too few numbers" "2: 3 columns, expected the 4 or 5 of id frame x y [z]" '1 0 0 0\n1 1 0\n'
  refuses_recording "too many numbers" "1: 6 columns, expected the 4 or 5 of id frame x y [z]" '1 0 0 0 0 0\n'
  refuses_recording "a word" "3: x is not a number: 'left'" '# c\n\n1 0 left 0\n'
  refuses_recording "a number with a tail" "1: x is not a number: '1.5m'" '1 0 1.5m 0\n'
  refuses_recording "columns of another layout" \
    "2: 7 columns, expected the 4 or 5 of id frame x y [z], separated by spaces or tabs; for \
another layout name its columns, such as --columns frame,id,x,z,y,vx,vz,vy" '# UCY\n780 1 8.4 0 3.5 1.6 0\n'
  refuses_recording "columns between bars" "1: 1 column, expected" '1|0|2.5|3\n'
  refuses_recording "a frame that is not whole" "1: frame is not a whole number: '0.5'" '1 0.5 0 0\n'
  refuses_recording "NaN alone" " no positions, in none of its 1 lines" '1 0 0 nan\n'
  refuses_recording "infinite" "1: x is not within" '1 0 1e999 0\n'
  refuses_recording "person twice in a frame" "3: person 1 already has a position in frame 0 (line 1)" \
    '1 0 0 0\n2 0 5 5\n1 0 1 1\n'
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
    "$(ucy | "$lanegjk" replay - --columns frame,id,x,z,y,vx,vz,vy --fps 10 --unit m --shape circle --radius 0.25 --out - |
      only_events)"
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
  says "throughput of the query" "million pairs per second (" "$lanegjk" replay "$data/meeting.txt"
  "$lanegjk" replay "$data/meeting.txt" | awk '
    /^throughput/ { for (i = 1; i < NF; ++i) if ($i == "thread):") found = $2 > 0 && $(i + 1) > 0 }
    END { exit !found }'
  same "time is reported" 0 $?
}

test_picture_and_report() {
  "$lanegjk" demo-recording --out "$work/demo.txt" --people 300 --seconds 20
  "$lanegjk" replay "$work/demo.txt" --svg "$work/demo.svg" --out "$work/demo.csv" >"$work/report"
  local approaches contacts
  approaches=$(awk '/^approaches/ { print $2 }' "$work/report")
  contacts=$(awk '/^contacts/ { print $2 }' "$work/report")
  same "the picture counts as the report does" "300 persons, 499 frames, 19.9 s; $approaches approaches, $contacts contacts" \
    "$(text_of counts "$work/demo.svg")"
  same "a ring for each contact" "$contacts" "$(inside contacts "$work/demo.svg" | grep -c '<circle')"
  same "the report numbers the near misses" "1: 2: 3: 4: 5:" \
    "$(sed -n '/^near misses/,/^queries/p' "$work/report" | grep -o ' [0-9]: ' | xargs)"
  same "they are the smallest gaps of all approaches" \
    "$(grep ^approach "$work/demo.csv" | awk -F, '$6 > 0 { printf "%.6f %d %d %d\n", $6, $2, $3, $7 }' | sort -g | head -n 5)" \
    "$(sed -n 's/^.* [1-5]: \([0-9.]*\) m  persons \([0-9]*\) and \([0-9]*\), frame \([0-9]*\), .*/\1 \2 \3 \4/p' "$work/report")"
  same "and so does the picture" "1 2 3 4 5" \
    "$(inside near-misses "$work/demo.svg" | grep -o '>[0-9]</text>' | tr -cd '0-9\n' | xargs)"
}

test_axes() {
  local labels='s/.*text-anchor="[a-z]*">\(-*[0-9.]*\)<\/text>/\1/p'
  "$lanegjk" replay "$data/meeting.txt" --svg "$work/axes.svg" >/dev/null
  same "ticks at round numbers of metres" "-2.5 -2.0 -1.5 -1.0 -0.5 0.0 0.5 1.0 1.5 2.0 -0.2 0.0 0.2 0.4 0.6 0.8" \
    "$(inside axes "$work/axes.svg" | sed -n "$labels" | xargs)"
  printf '1 0 500000.25 5600000.5\n2 0 500012 5600003.5\n' | "$lanegjk" replay - --unit m --svg "$work/axes.svg" >/dev/null
  same "in the coordinates of the recording" "500000 500001 500002 5600001 5600002 5600003" \
    "$(inside axes "$work/axes.svg" | sed -n "$labels" | grep -E '^(50000[0-2]|56.*)$' | xargs)"
}

# well_formed NAME FILE
well_formed() {
  if ! command -v xmllint >/dev/null; then
    left_out "$1" "xmllint is not installed"
  elif xmllint --noout "$2" 2>"$work/err"; then
    passed "$1"
  else
    failed "$1" "$(cat "$work/err")"
  fi
}

test_names() {
  local strange long cut
  strange=$'a<b>&"c" \x01\xff \xc3\xa9.txt'
  cp "$data/meeting.txt" "$work/$strange"
  "$lanegjk" replay "$work/$strange" --svg "$work/strange.svg" >/dev/null
  same "what XML cannot hold is escaped or replaced" $'a&lt;b&gt;&amp;&quot;c&quot; \xef\xbf\xbd\xef\xbf\xbd \xc3\xa9.txt' \
    "$(text_of name "$work/strange.svg")"
  well_formed "the picture is well-formed" "$work/strange.svg"
  long=$(printf 'W%.0s' {1..100})-$(printf 'i%.0s' {1..95}).txt
  cp "$data/meeting.txt" "$work/$long"
  "$lanegjk" replay "$work/$long" --svg "$work/long.svg" >/dev/null
  cut=$(text_of name "$work/long.svg")
  if [[ $cut == WWWWWWWWWWWWWWWWWWWW*…*iiiiiiiiiiiiiiiiiiii.txt ]] && [ ${#cut} -lt 160 ]; then
    passed "a name of 200 characters is cut in its middle"
  else
    failed "a name of 200 characters" "$cut"
  fi
}

test_paths() {
  local paths='s/.*<path d="\(.*\)".*/\1/p'
  awk 'BEGIN { for (f = 0; f <= 200; ++f) print 1, f, f < 100 ? f / 20 : (200 - f) / 20, 0 }' |
    "$lanegjk" replay - --unit m --svg "$work/path.svg" >/dev/null
  [[ $(inside paths "$work/path.svg" | sed -n "$paths") =~ ^M[0-9]+\ [0-9]+l([0-9]+)\ 0(-[0-9]+)\ 0$ ]] &&
    same "there and back is two lines" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]#-}" ||
      failed "there and back" "$(inside paths "$work/path.svg")"
}

test_large_crowd() {
  awk 'BEGIN {
    srand(3)
    print "# framerate: 5 fps\n# id frame x/m y/m"
    for (i = 1; i <= 20000; ++i) {
      x = 180 * rand(); y = 120 * rand()
      for (f = 0; f < 12; ++f) print i, f, x += rand() - 0.5, y += rand() - 0.5
    }
  }' >"$work/crowd.txt"
  "$lanegjk" replay "$work/crowd.txt" --svg "$work/crowd.svg" >/dev/null
  local size
  size=$(wc -c <"$work/crowd.svg")
  if [ "$size" -lt 2000000 ]; then passed "20,000 people are less than 2 MB"; else failed "20,000 people" "$size bytes"; fi
  local said persons rings contacts
  said=$(text_of omissions "$work/crowd.svg")
  persons=$(sed -n 's/.*paths of 1 in \([0-9]*\) persons.*/\1/p' <<<"$said")
  same "the picture says how many paths it draws" "$(((20000 + persons - 1) / persons))" \
    "$(inside paths "$work/crowd.svg" | grep -c '<path d=')"
  rings=$(sed -n 's/.*1 in \([0-9]*\) contacts.*/\1/p' <<<"$said")
  contacts=$(text_of counts "$work/crowd.svg" | sed 's/.* \([0-9]*\) contacts.*/\1/')
  same "and how many contacts" "$(((contacts + rings - 1) / rings))" "$(inside contacts "$work/crowd.svg" | grep -c '<circle')"
}

# The path of one person cannot be left out, however long it is.
test_long_path() {
  awk 'BEGIN { srand(3); for (f = 0; f < 400000; ++f) print 1, f, rand(), rand() }' >"$work/restless.txt"
  timeout 60 "$lanegjk" replay "$work/restless.txt" --columns id,frame,x,y --unit m --svg "$work/restless.svg" >/dev/null
  same "a path that alone is too long is drawn" 1 "$(inside paths "$work/restless.svg" | grep -c '<path d=')"
}

# bar NAME TEXT COMMAND: on a terminal the command draws a bar that ends with the text, and wipes it
bar() {
  local drawn
  drawn=$(script -qec "$3" /dev/null | tr '\r' '\n')
  if [[ $drawn == *"100%  $2"* && $drawn == *$'\033[K'* ]]; then passed "$1"; else failed "$1" "$drawn"; fi
}

test_progress() {
  if ! script -qec true /dev/null >/dev/null 2>&1; then
    left_out "progress bars" "there is no script(1) of util-linux"
    return
  fi
  "$lanegjk" demo-recording --out "$work/demo.txt" --people 60 --seconds 20
  local kilobytes=$(($(wc -c <"$work/demo.txt") / 1000))
  bar "reading draws a bar" "reading, kB $kilobytes of $kilobytes" "'$lanegjk' replay '$work/demo.txt'"
  bar "so do the frames" "frame 499 of 499" "'$lanegjk' replay '$work/demo.txt'"
  bar "so does demo-recording" "frame 500 of 500" "'$lanegjk' demo-recording --people 60 --seconds 20 --out '$work/demo.txt'"
  printf '1 0 0 0\n1 1 0\n' >"$work/recording.txt"
  same "an error wipes the bar" $'\033[K'"$work/recording.txt:2: 3 columns" \
    "$(script -qec "'$lanegjk' replay '$work/recording.txt'" /dev/null | tr '\r' '\n' | grep -o $'.*2: 3 columns')"
  bar "a pipe has no size, but then the frames have" "frame 499 of 499" "cat '$work/demo.txt' | '$lanegjk' replay -"
}

# same_replay NAME FILE TEXT: runs on every instruction set with the same events and picture, and the report holds TEXT
same_replay() {
  says "$1: every frame runs" "$3" "$lanegjk" replay "$2" --isa scalar --out "$work/scalar.csv" --svg "$work/scalar.svg"
  for isa in $isas; do
    "$lanegjk" replay "$2" --isa "$isa" --out "$work/isa.csv" --svg "$work/isa.svg" >/dev/null
    cmp "$work/scalar.csv" "$work/isa.csv" && cmp "$work/scalar.svg" "$work/isa.svg" && passed "$1: $isa as scalar" ||
      failed "$1: $isa"
  done
}

test_demo_recording() {
  "$lanegjk" demo-recording --out "$work/demo.txt" --people 60 --seconds 20
  same "the made-up recording has the same bytes everywhere" "1860206446 501188" "$(cksum <"$work/demo.txt")"
  same_replay "made-up recording" "$work/demo.txt" "60 persons, 499 frames"
  grep -v '^#' "$work/demo.txt" | sort -n -k1,1 -k2,2 >"$work/bare.txt"
  says "metres by walking speed" "metres (from walking speeds)" "$lanegjk" replay "$work/bare.txt" --out "$work/bare.csv"
  "$lanegjk" replay "$work/demo.txt" --out "$work/demo.csv" >/dev/null
  cmp -s "$work/demo.csv" "$work/bare.csv" && passed "the order of lines does not matter" || failed "the order of lines"
}

test_recordings() {
  if [ -z "${LGJK_DATA_DIR:-}" ]; then
    left_out "recordings 040_c_56_h-, bi_corr_400_b_03, uo-180-180-070" "LGJK_DATA_DIR is not set"
    return
  fi
  same_replay "bottleneck" "$LGJK_DATA_DIR/040_c_56_h-.txt" \
    "75 persons, 1657 frames (0..1656), 66.2 s at 25 frames/s (header), metres (header)"
  same_replay "two-way corridor" "$LGJK_DATA_DIR/bi_corr_400_b_03.txt" \
    "480 persons, 3247 frames (94..3340), 129.8 s at 25 frames/s (header), centimetres (header)"
  same_replay "one-way corridor" "$LGJK_DATA_DIR/uo-180-180-070.txt" \
    "148 persons, 1600 frames (218..1817), 64.0 s at 25 frames/s (assumed), centimetres (from walking speeds)"
}

run_tests
