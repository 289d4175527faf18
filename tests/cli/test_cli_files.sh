#!/usr/bin/env bash
# `lanegjk replay` of the files that users bring: one walk in every usual format gives the same events to the byte, columns
# whose order no header says are distinguished or refused with both readings, and what cannot be read is refused with its
# line, its column and its delimiter. Parts of real recordings with their headers cut off are skipped, by name, without
# LGJK_DATA_DIR.
#   test_cli_files.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

only_events() { grep -E '^(kind|approach|contact),'; }
events_of() { "$lanegjk" replay - --shape circle --radius 0.25 --out - "$@" 2>"$work/notes" | only_events; }

# The walk of meeting.txt as `id frame x y`, in metres at 10 frames per second, and the events in it.
walk() { awk '!/^#/ && NF { print $1, $2, $3, $4 }' "$data/meeting.txt"; }
events=$("$lanegjk" replay "$data/meeting.txt" --shape circle --radius 0.25 --out - | only_events)

# reads NAME OPTIONS...: the recording on standard input gives those events
reads() {
  local name=$1
  shift
  same "$name" "$events" "$(events_of "$@")"
}

# refuses_text NAME MESSAGE TEXT OPTIONS...
refuses_text() {
  local name=$1 message=$2
  printf '%b' "$3" >"$work/recording.txt"
  shift 3
  refuses "$name" "$work/recording.txt:$message" replay "$work/recording.txt" "$@"
}

# separated BY: the walk with another delimiter, below a header
separated() {
  printf 'id%bframe%bx/m%by/m\n' "$1" "$1" "$1"
  walk | sed "s/ /$1/g"
}

test_delimiters() {
  separated ',' | reads "commas" --fps 10
  separated ';' | reads "semicolons" --fps 10
  separated '\t' | reads "tabs" --fps 10
  separated ' , ' | reads "commas and spaces" --fps 10
  separated ';' | sed 's/\./,/g' | reads "semicolons and decimal commas" --fps 10
  separated '\t' | sed 's/\./,/g' | reads "tabs and decimal commas" --fps 10
  separated ',' | sed 's/$/,/' | reads "a delimiter at the end of each line" --fps 10
  separated ',' | sed 's/[^,]*/"&"/g' | reads "everything in quotation marks" --fps 10
  separated ',' | sed 's/$/\r/' | reads "lines end with CR LF" --fps 10
  separated ',' | tr '\n' '\r' | reads "lines end with CR" --fps 10
  (printf '\xef\xbb\xbf'; separated ',') | reads "a byte order mark" --fps 10
  (printf '\xef\xbb\xbf'; cat "$data/meeting.txt") | reads "a byte order mark before a comment"
  (echo 'sep=;'; separated ';') | reads "a line for spreadsheets" --fps 10
  (printf '\n  \n'; separated ',' | sed 's/$/\n\n/') | reads "empty lines" --fps 10
  separated ';' | sed '1!s/$/;NA;"a; b"/;1s/$/;speed;note/' | reads "columns that are not read hold anything" --fps 10
}

test_headers() {
  walk | sed '1i #framerate: 10.0\n#id\tframe\tx/m\ty/m\tz/m\tox\toy' | sed '3,$s/$/ 0 1 0/' | reads "JuPedSim"
  (printf '#description: jpscore (0.9.6)\n#framerate: 10.00\n#geometry: geometry.xml\n#ID: the agent ID\n#FR: the current frame\n'
    printf '#X,Y,Z: the agents coordinates (in metres)\n#A, B: semi-axes of the ellipse\n\n#ID\tFR\tX\tY\tZ\tA\tB\tANGLE\tCOLOR\n'
    walk | sed 's/$/ 0 0.2 0.3 -165.96 0/;s/ /\t/g') | reads "JuPedSim before version 1"
  (printf '# framerate: 10 fps\n# FR ID X Y Z A B\n'; walk | awk '{ print $2, $1, $3, $4, 0, 0.2, 0.3 }') |
    reads "the names decide the order" --unit m
  (printf '# PersID\tFrame\tX\tY\tZ\n'; walk | sed 's/$/ 1.7/') | reads "PersID Frame X Y Z" --unit m --fps 10
  (printf '%s\n' ',frame_id,Track ID,pos_y [cm],note,pos_x [cm]'
    walk | awk '{ print NR - 1 "," $2 "," $1 "," 100 * $4 ",," 100 * $3 }') | reads \
        "names without #, and a column without one" --fps 10
  (echo '# columns: frame id x y'; walk | awk '{ print $2, $1, $3, $4 }') | reads "a title before the names" --unit m --fps 10
  (echo '# the columns are called: frame, id, x, y'; walk | awk '{ print $2, $1, $3, $4 }') | reads "a longer one" --unit m \
      --fps 10
  (printf '%% fps = 10\n// frame id x y\n'; walk | awk '{ print $2, $1, $3, $4 }') | reads "other marks of comments" --unit m
  (echo 'who,when,here,there'; walk | sed 's/ /,/g') | reads "names of no meaning, and --columns" --columns \
      'id frame x/m y/m' --fps 10
  walk | awk '{ print $2, $1, $3, $4 }' | reads "--columns between spaces" --columns "frame id x y" --unit m --fps 10
  (separated ' '; separated ' ' | sed 1d | awk '{ $1 += 100; $3 += 99; print }' | sed '1i # id frame x/m y/m') >"$work/twice.txt"
  says "the same names again" "6 persons" "$lanegjk" replay "$work/twice.txt"
  says "the report says the columns" "columns id frame x/m y/m z/m (header, line 3)" "$lanegjk" replay "$data/meeting.txt"
}

# scaled FACTOR NAMES: the walk multiplied, below names
scaled() {
  echo "$2"
  walk | awk -v f="$1" '{ printf "%d %d %.9g %.9g\n", $1, $2, f * $3, f * $4 }'
}

test_units() {
  for name in 'x/mm y/mm' 'x [mm] y [mm]' 'x(mm) y(mm)' 'x (mm) y (mm)'; do
    scaled 1000 "# id frame $name" | reads "$name" --fps 10
  done
  scaled 1000 '# id,frame,x in mm,y in mm' | reads "x in mm" --fps 10
  scaled 100 '# id frame x [cm] y [cm]' | reads "x [cm]" --fps 10
  scaled 10 '# id frame x/dm y/dm' | reads "x/dm" --fps 10
  scaled 1000 '# unit: mm' | reads "unit: mm" --fps 10
  scaled 1000 '# coordinates in millimetres, speeds in m/s' | reads "in millimetres" --fps 10
  scaled 1000 '# id frame x/px y/px' | reads "--unit mm" --unit mm --fps 10
  scaled 80 '# id frame x/px y/px' | reads "--unit with the metres of a pixel" --unit 0.0125 --fps 10
  scaled 1 '# id frame x/cm y/cm' | reads "--unit before the header" --unit m --fps 10
  says "the report says the unit" "units of 0.001 m (option)" "$lanegjk" replay "$data/meeting.txt" --unit mm
  refuses "no such unit" "--unit: 'px' is none of auto, m, dm, cm, mm, km, ft, in, nor metres" replay "$data/meeting.txt" \
      --unit px
  refuses_text "a unit of the header that is none" "1: x in 'px', which is none of m, dm" '#id frame x/px y/px\n1 0 0 0\n'
  refuses_text "two units" "1: x and y are in different units" '#id frame x/cm y/m\n1 0 0 0\n'
  refuses_text "comments of two units" "2: comments name different units" '# all in cm\n# heights in m\n1 0 0 0\n'
  awk 'BEGIN { print "# id frame x y"; for (f = 0; f < 50; ++f) print 1, f, f * 56, 0 }' >"$work/mm.txt"
  refuses "millimetres that nobody says" "$work/mm.txt: no header says the unit, and neither metres nor centimetres fit: persons \
move by 1400 units per second" replay "$work/mm.txt"
  says "a speed that is doubtful" "persons move at 3.5 m/s" "$lanegjk" replay "$work/mm.txt" --fps 6.25
}

test_times() {
  # shellcheck disable=SC2016  # awk expands it
  local timed='{ printf "%d %.3f %s %s\n", $1, $2 / 10, $3, $4 }'
  (echo '# id time x/m y/m'; walk | awk "$timed") | reads "seconds"
  (echo 'id;t [ms];x [m];y [m]'; walk | awk '{ print $1 ";" 100 * $2 ";" $3 ";" $4 }') | reads "milliseconds"
  walk | awk "$timed" | reads "seconds by option" --columns id,time,x/m,y/m
  (echo '# id time x/m y/m'; walk | awk '{ printf "%d %.3f %s %s\n", $1, 0.0004 + $2 / 10, $3, $4 }') | reads \
      "seconds and --fps" --fps 10
  (echo '# id frame time x/m y/m'; walk | awk '{ print $1, $2, $2 / 10 - 1, $3, $4 }') | reads "frame rate by a column of seconds"
  awk 'BEGIN { print "id,time,x/m,y/m"; for (f = 0; f < 90; ++f) printf "1,%.3f,%g,0\n", f / 30, f / 30 }' >"$work/30.txt"
  says "rounded thirtieths" "90 frames (0..89), 3.0 s at 30 frames/s (times)" "$lanegjk" replay "$work/30.txt"
  awk 'BEGIN { print "id,time,x/m,y/m"; for (f = 0; f < 90; ++f) printf "1,%.2f,%g,0\n", 1700000000 + f / 25, f / 30 }' \
      >"$work/unix.txt"
  says "seconds since 1970" "90 frames (42500000000..42500000089), 3.6 s at 25 frames/s (times)" "$lanegjk" replay \
      "$work/unix.txt"
  refuses_text "times without a step" "3: the time 0.1 is not one of the steps of" \
      '#id time x y\n1 0 0 0\n1 0.1 0 0\n1 0.23 0 0\n1 0.3 0 0\n'
  refuses_text "times in an unknown unit" " its times are 40 s apart; name their unit" \
      '#id time x y\n1 0 0 0\n1 40 0 0\n1 80 0 0\n'
  refuses_text "seconds that no name says" "1: frame is not a whole number: '0.04' (column 2, separated by commas); a column of \
seconds is called time" '1,0.04,0,0\n'
}

test_ids() {
  local named
  named=$(sed 's/,3,/,anna,/;s/,5$/,bert/;s/,5,/,bert,/;s/,7,/,"van, dyk",/' <<<"$events" | tail -n +2)
  same "ids that are names" "$named" \
    "$( (echo 'id,frame,x/m,y/m'; walk | awk '{ n[3] = "anna"; n[5] = "bert"; n[7] = "\"van, dyk\""
      print n[$1] "," $2 "," $3 "," $4 }') | events_of --fps 10 | tail -n +2)"
  walk | sed 's/^3 /p3 /;s/^5 /p5 /;s/^7 /p7 /' >"$work/names.txt"
  same "in the report" "persons p3 and p5" \
    "$("$lanegjk" replay "$work/names.txt" --unit m --shape circle --radius 0.25 | grep -o 'persons p. and p.' | head -n 1)"
  same "names behind frames" "$("$lanegjk" replay "$work/names.txt" --unit m --out - | only_events)" \
    "$(awk '{ print $2, $1, $3, $4 }' "$work/names.txt" | "$lanegjk" replay - --unit m --out - 2>/dev/null | only_events)"
  printf '10 0 0 0\n9 0 5 0\n9 1 5.1 0\n10 1 0.1 0\n9 2 5.2 0\n10 2 0.2 0\nb 0 0.6 0\n9 0 1 1\n' >"$work/mixed.txt"
  refuses "numbers before a name stay who they are" "8: person 9 already has a position in frame 0 (line 2)" replay \
      "$work/mixed.txt"
  same "negative ids, and ids longer than a double" "-4,76561198012345678" \
    "$(printf '76561198012345678,0,0,0\n-4,0,0.6,0\n' | "$lanegjk" replay - --unit m --columns id,frame,x,y --out - |
      grep ^approach, | cut -d , -f 2,3)"
  refuses_text "an id that is neither" "1: id is not a whole number: '1.5' (column 1, separated by spaces or tabs)" '1.5 0 0 0\n'
  refuses_text "no id" "2: id is missing" 'id,frame,x,y\n,0,0,0\n'
}

# Six people who walk side by side and never touch, for 200 frames.
six() { awk 'BEGIN { for (f = 0; f < 200; ++f) for (i = 1; i <= 6; ++i) printf "%d %d %.3f %.3f\n", f, i, f * 0.05, i * 0.8 }'; }

test_order() {
  six >"$work/six.txt"
  says "frame id x y: no contacts of people who never touch" "contacts    0 " "$lanegjk" replay "$work/six.txt" --unit m
  says "it is said" "note: $work/six.txt: read as frame id x y, by the steps of its columns" "$lanegjk" replay \
      "$work/six.txt" --unit m
  says "in the report as well" "columns frame id x y [z] (by their steps)" "$lanegjk" replay "$work/six.txt" --unit m
  six | awk '{ print $2, $1, $3, $4 }' | sort -n -s -k 1,1 >"$work/usual.txt"
  same "id frame x y, by person: the same" "$("$lanegjk" replay "$work/six.txt" --unit m --out - 2>/dev/null | only_events)" \
    "$("$lanegjk" replay "$work/usual.txt" --unit m --out - | only_events)"
  six | awk '{ print $1 ".0\t" $2 ".0\t" $3 "\t" $4 "\t1.7" }' >"$work/five.txt"
  says "five columns, written as trajnet does" "6 persons, 200 frames (0..199)" "$lanegjk" replay "$work/five.txt" --unit m
  printf '1 1 0 0\n1 2 1 0\n2 1 1 0\n2 2 2 0\n1 3 2 0\n3 1 2 0\n3 3 4 0\n2 3 3 0\n3 2 3 0\n' >"$work/both.txt"
  refuses "a file that can be read both ways" "  --columns id,frame,x,y: 3 persons in 3 frames" replay "$work/both.txt"
  refuses "the other reading is shown, too" "  --columns frame,id,x,y: 3 persons in 3 frames" replay "$work/both.txt"
  says "an option chooses" "columns frame,id,x,y (option)" "$lanegjk" replay "$work/both.txt" --columns frame,id,x,y
  awk 'BEGIN { srand(5); for (i = 1; i <= 40; ++i) print i, 7, 10 * rand(), 10 * rand() }' >"$work/row.txt"
  says "a moment with many people" "40 persons, 1 frames (7..7)" "$lanegjk" replay "$work/row.txt" --unit m
  awk '{ print $2, $1, $3, $4 }' "$work/row.txt" >"$work/turned.txt"
  refuses "and in the other order" "$work/turned.txt: no header says" replay "$work/turned.txt" --unit m
}

test_errors() {
  refuses_text "delimiter, line and column" "2: x is not a number: 'left' (column 3, separated by semicolons)" \
    'id;frame;x;y\n1;0;left;0\n'
  refuses_text "a line with fewer columns than the header" "3: 3 columns, separated by commas, but line 1 names 4: id,frame,x,y" \
    'id,frame,x,y\n1,0,0,0\n1,1,0\n'
  refuses_text "a line with more" "2: 5 columns, separated by commas, but line 1 names 4" 'id,frame,x,y\n1,0,0,0,0\n'
  refuses_text "another delimiter than before" "2: 1 column, expected the 4 or 5 of id frame x y [z], separated by commas" \
    '1,0,0,0\n1 1 0 0\n'
  refuses_text "decimal points and commas" "2: x is one of numbers with decimal points and numbers with decimal commas: '0,5'" \
    '1;0;0.5;0\n1;1;0,5;0\n'
  refuses_text "thousands" "1: x is not a number: '1,234.5'" '1;0;1,234.5;0\n'
  refuses_text "names that say nothing" "1: no position, and as the names of columns, \
separated by commas, not clear: 'id,lon,lat' does \
not name frame" 'id,lon,lat\n'
  refuses_text "names for two columns" "1: no position, and as the names of columns, separated by commas, not clear: \
'id,frame,x,pos_x,y' names x twice" 'id,frame,x,pos_x,y\n1,0,0,0,0\n'
  refuses_text "names behind positions" "2: names of columns, 'frame id x y', that come behind the first position" \
    '1 0 0 0\n# frame id x y\n'
  refuses_text "other names than before" "3: names of columns, 'frame id x y', that differ from those before" \
    '# id frame x y\n1 0 0 0\n# frame id x y\n'
  refuses_text "JSON" "1: JSON or XML" '[{"track": {"f": 1, "p": 2, "x": 0, "y": 0}}]\n'
  refuses_text "UTF-16" "1: UTF-16; save it as UTF-8" '\xff\xfe1\0 \0000\0'
  refuses_text "a frame that is a word" "2: frame is not a number: 'b'" '1 0 0 0\na b 0 0\n'
}

# Parts of a real recording without its header, in both orders: read in the right one, or refused.
test_recordings() {
  local file name every first rows order wrong
  if [ -z "${LGJK_DATA_DIR:-}" ]; then
    left_out "orders of 040_c_56_h-, bi_corr_400_b_03, uo-180-180-070" "LGJK_DATA_DIR is not set"
    return
  fi
  for name in 040_c_56_h- bi_corr_400_b_03 uo-180-180-070; do
    file="$LGJK_DATA_DIR/$name.txt"
    wrong=""
    for every in 1 50; do
      awk -v e=$every '!/^#/ && $2 % e == 0 { print $1, $2, $3, $4 }' "$file" >"$work/by_id.txt"
      sort -n -s -k 2,2 "$work/by_id.txt" >"$work/by_frame.txt"
      for order in by_id by_frame; do
        for first in 1 2000; do
          for rows in 6 30 1000; do
            tail -n +$first "$work/$order.txt" | head -n $rows >"$work/usual.txt"
            [ -s "$work/usual.txt" ] || continue
            awk '{ print $2, $1, $3, $4 }' "$work/usual.txt" >"$work/turned.txt"
            "$lanegjk" replay "$work/usual.txt" --unit cm 2>&1 | grep -qE 'columns id frame x y|columns frame,id' ||
              wrong="$wrong $every/$order/$first/$rows"
            "$lanegjk" replay "$work/turned.txt" --unit cm 2>&1 | grep -qE 'columns frame id x y|columns frame,id' ||
              wrong="$wrong $every/$order/$first/$rows/turned"
          done
        done
      done
    done
    same "parts of $name in either order" "" "$wrong"
    awk '!/^#/ { print $2, $1, $3, $4 }' "$file" >"$work/turned.txt"
    says "the whole of $name in the other order" "(by their steps)" "$lanegjk" replay "$work/turned.txt" --unit cm
  done
}

run_tests
