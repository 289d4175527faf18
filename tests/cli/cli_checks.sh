# shellcheck shell=bash
# What the tests of the command line program have in common. Sourced by test_cli*.sh, which get
#   LANEGJK DATA_FILE
# The file has scenes and a recording, which become files of the folder $data.
lanegjk=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$work/data
# unpack FILE FOLDER: each part behind a line `==> NAME` into a file of that name
unpack() {
  mkdir "$2"
  awk -v folder="$2" '/^==> / { file = folder "/" $2; next } { print >file }' "$1"
}
unpack "$2" "$data"
unset LANEGJK_ISA
failures=0 left_out=0

passed() { echo "ok    $1"; }
failed() {
  echo "FAIL  $1"
  shift
  [ $# -eq 0 ] || printf '      %s\n' "$@"
  failures=$((failures + 1))
}

# same NAME EXPECTED FOUND
same() {
  if [ "$2" = "$3" ]; then passed "$1"; else failed "$1" "expected:" "$2" "found:" "$3"; fi
}

# says NAME TEXT COMMAND...: the command succeeds, and its output holds the text
says() {
  local name=$1 text=$2 output code=0
  shift 2
  output=$("$@" 2>&1) || code=$?
  if [ $code -eq 0 ] && [[ $output == *"$text"* ]]; then passed "$name"; else failed "$name" "exit $code" "$output"; fi
}

# refuses NAME MESSAGE ARGUMENTS...: exit status 2, nothing on stdout, and the message on stderr
refuses() {
  local name=$1 message=$2 code=0
  shift 2
  "$lanegjk" "$@" >"$work/out" 2>"$work/err" || code=$?
  if [ $code -eq 2 ] && [ ! -s "$work/out" ] && grep -qF -- "$message" "$work/err"; then
    passed "$name"
  else
    failed "$name" "exit $code, expected message: $message" "$(cat "$work/err")"
  fi
}

# refuses_scene NAME MESSAGE JSON: as a query with --out, which must neither write nor replace the file
refuses_scene() {
  printf '%s' "$3" >"$work/scene.json"
  echo "kept" >"$work/result.csv"
  refuses "$1" "$work/scene.json:$2" query "$work/scene.json" --out "$work/result.csv"
  [ "$(cat "$work/result.csv")" = "kept" ] || failed "$1: the file that was there is kept"
}

# near NAME TOLERANCE EXPECTED FOUND: the same lines of fields; numbers may differ by the tolerance, * stands for any
near() {
  local off
  off=$(paste -d '\n' <(echo "$3") <(echo "$4") | awk -F, -v tolerance="$2" '
    NR % 2 { count = split($0, expected); next }
    {
      bad = NF != count
      for (i = 1; i <= count && !bad; ++i) {
        if (expected[i] == "*" || expected[i] "" == $i "") continue
        bad = expected[i] !~ /^[-0-9.e]+$/ || $i !~ /^[-0-9.e]+$/ || (expected[i] - $i) ^ 2 > tolerance ^ 2
      }
      if (bad) print "line " NR / 2 ": " $0
    }')
  if [ -z "$off" ]; then passed "$1"; else failed "$1" "expected within $2:" "$3" "off:" "$off"; fi
}

# All but the last column: the number of iterations is free to change.
without_iterations() { sed 's/,[^,]*$//'; }

# points_of AXES: of the CSV of contacts, pair, number of points, and position and separation of each on a line of its own, in
# order of their numbers
points_of() {
  awk -F, -v axes="$1" 'NR > 1 {
    first = 8 + 3 * axes
    for (i = first + 1; i <= NF; i += axes + 2) {
      line = $2 "," $first
      for (k = 0; k <= axes; ++k) line = line "," $(i + k)
      print line
    }
  }' | sort -t, -k1,1n -k2,2n -k3,3g -k4,4g -k5,5g
}

# same_bits NAME ARGUMENTS...: what the program prints is the same on every instruction set
same_bits() {
  local name=$1 isa expected
  shift
  expected=$("$lanegjk" "$@" --isa scalar 2>/dev/null)
  [ -n "$expected" ] || failed "$name: nothing is printed"
  for isa in $isas; do same "$name: $isa as scalar" "$expected" "$("$lanegjk" "$@" --isa "$isa" 2>/dev/null)"; done
}

# same_on_all_sets SCENE...: distances and contacts, manifolds and all
same_on_all_sets() {
  local scene
  for scene in "$@"; do
    same_bits "query $scene" query "$data/$scene.json"
    same_bits "contacts of $scene" query "$data/$scene.json" --query contact --manifold --margin 0.5
  done
}

# inside ID FILE: the lines of a group of the picture
inside() { sed -n "/<g id=\"$1\"/,/^<\/g>/p" "$2"; }
# text_of ID FILE: what a line of the picture reports
text_of() { sed -n "s/<text id=\"$1\"[^>]*>\(.*\)<\/text>/\1/p" "$2"; }

# left_out PART WHY
left_out() {
  echo "skipped: $1: $2"
  left_out=$((left_out + 1))
}

# Status 77 where all passed except what was left out.
finish() {
  echo "$failures failures, $left_out left out"
  [ "$failures" -eq 0 ] || exit 1
  [ "$left_out" -eq 0 ] || exit 77
}

# Runs the functions called test_... of the script, in their order, and ends.
run_tests() {
  local name
  for name in $(sed -n 's/^\(test_[a-z0-9_]*\)() .*/\1/p' "$0"); do "$name"; done
  finish
}

isas=$("$lanegjk" info | awk '$2 ~ /^[0-9]+$/ && $3 == "yes" { print $1 }')
same "scalar is among the instruction sets" "scalar" "$(echo "$isas" | head -n 1)"
