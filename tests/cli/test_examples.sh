#!/usr/bin/env bash
# The example programs end as they should, and with the same bits on every instruction set and number of threads.
#   test_examples.sh CASE ARGUMENT...
# Status 77 where this machine does not have what the case requires.
set -euo pipefail

checksum_of() { "$@" --agents 700 --ticks 120 | sed -n 's/.*checksum //p'; }

# 700 agents have some 1,100 pairs per tick. Of times only that they are there, and that carrying records is a part of the
# queries, is certain.
check_costs() {
  awk '/checksum/ {
    found = match($0, /[0-9]+ pairs per tick/) && substr($0, RSTART) + 0 >= 700 && substr($0, RSTART) + 0 <= 3500
    found = found && match($0, /[0-9.]+ ns per pair in queries/) && substr($0, RSTART) + 0 > 0
    found = found && match($0, /[0-9.]+% of that in lgjk_warm_carry/)
    found = found && substr($0, RSTART) + 0 > 0 && substr($0, RSTART) + 0 < 100
    found = found && match($0, /[0-9]+ pairs touch, at most /) && substr($0, RSTART + RLENGTH) + 0 < 0.2
  }
  END { exit !found }'
}

# Rows are name, median, worst, share, from `phase` on; the last is the whole tick.
check_table() {
  awk '$1 == "phase" { inside = 1; next }
    !inside || NF != 4 { next }
    $1 == "tick" { whole = $2; inside = 0; next }
    { rows++; sum += $4; wrong += $2 > $3; worst += $3 }
    END { exit !(rows == 9 && !wrong && sum > 99 && sum < 101 && whole > 0 && whole <= worst) }'
}

# What began, what ended, and what touches in the last tick.
check_events() {
  awk '/^events: / { open = $2 - $6; any = $2 > 100 && $6 > 100 }
    /checksum/ { match($0, /[0-9]+ pairs touch/); found = any && substr($0, RSTART) + 0 == open }
    END { exit !found }'
}

# The crowd example ends with the same bits on an instruction set as on one lane, and on several threads as on one: agents
# that come, go and change places in memory, walls, warm records and the shapes added half way, and where ticks are played
# again from snapshots, with records or without them. Each touch that began has ended, or is one now. The table of a tick's
# phases adds up. The last line reports what the queries cost, and that nobody is deep in another. Skipped (77) where this
# machine does not have the instruction set.
#   test_examples.sh crowd CROWD ISA [CROWD_OF_ANOTHER_MACHINE EMULATOR...]
case_crowd() {
  crowd=$1
  isa=$2
  shift 2

  whole=$("$crowd" --agents 700 --ticks 120 --isa scalar)
  line=$(tail -n 1 <<<"$whole")
  check_costs <<<"$line" || { echo "no costs, or too deep: $line"; exit 1; }
  check_table <<<"$whole" || { echo "phases do not add up: $whole"; exit 1; }
  check_events <<<"$whole" || { echo "touches that began and ended: $whole"; exit 1; }
  grep -qE '^memory: [0-9.]+ MB at the most, [0-9]+ bytes per agent$' <<<"$whole" || { echo "no memory: $whole"; exit 1; }

  expected=$(checksum_of "$crowd" --isa scalar)
  again=$("$crowd" --agents 700 --ticks 120 --rollback)
  grep -q '^rollback: 100 ticks played again, all with the same bits$' <<<"$again" || { echo "no rollback: $again"; exit 1; }
  [ "${again##*checksum }" = "$expected" ] || { echo "rolled back, the crowd ends otherwise: $again"; exit 1; }
  free_of_history=$(checksum_of "$crowd" --history-free)
  again=$("$crowd" --agents 700 --ticks 120 --rollback --history-free)
  grep -q '^rollback: 100 ticks played again, all with the same bits$' <<<"$again" || { echo "no rollback: $again"; exit 1; }
  [ "${again##*checksum }" = "$free_of_history" ] || { echo "without records, it ends otherwise: $again"; exit 1; }
  if [ $# -gt 0 ]; then
    other=$1
    shift
    found=$(checksum_of "$@" "$other" --isa "$isa")
  else
    code=0
    "$crowd" --agents 1 --ticks 1 --isa "$isa" >/dev/null || code=$?
    if [ "$code" -eq 3 ]; then
      echo "skipped: this machine has no $isa"
      exit 77
    fi
    [ "$code" -eq 0 ] || { echo "one agent alone, and so no pair: status $code"; exit 1; }
    found=$(checksum_of "$crowd" --isa "$isa")
  fi
  for workers in 2 5; do
    threads=$("$crowd" --agents 700 --ticks 120 --workers $workers --rollback)
    [ "${threads##*checksum }" = "$expected" ] || { echo "on $workers threads, it ends otherwise: $threads"; exit 1; }
    check_events <<<"$threads" || { echo "touches that began and ended, on $workers threads: $threads"; exit 1; }
  done
  echo "scalar $expected, $isa $found"
  [ -n "$expected" ] && [ "$expected" = "$found" ]
}

# The crowd example with enough agents for every thread to have parts of each phase: the same bits on one thread and on
# several. A million agents need no more memory than the program says.
#   test_examples.sh crowd_large CROWD [MEGABYTES]     of memory that a million agents may take; without: any number
case_crowd_large() {
  crowd=$1
  most=${2:-}

  expected=$("$crowd" --agents 20000 --ticks 70 | sed -n 's/.*checksum //p')
  for workers in 2 3 8; do
    found=$("$crowd" --agents 20000 --ticks 70 --workers $workers | sed -n 's/.*checksum //p')
    [ -n "$expected" ] && [ "$found" = "$expected" ] || { echo "$workers threads: $found, one: $expected"; exit 1; }
  done

  million=$("$crowd" --agents 1000000 --ticks 2 --workers 2)
  taken=$(sed -n 's/^memory: \([0-9]*\).*/\1/p' <<<"$million")
  echo "a million agents: $taken MB"
  [ -z "$most" ] || [ "$taken" -le "$most" ] || { echo "$million"; exit 1; }
}

# The page that the crowd example writes draws the run in a browser, and its controls work: with #selftest it uses them all
# and puts what is wrong into its title. A page that would be too large is refused, and the message says what would do.
# Skipped (77) without Chromium.
#   test_examples.sh crowd_page CROWD
case_crowd_page() {
  crowd=$1
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT

  code=0
  "$crowd" --agents 1000000 --html "$work/none.html" >"$work/out" 2>&1 || code=$?
  [ "$code" -eq 2 ] && grep -q 'page of 2400 MB, and at most 30 MB are written: --agents 12458 would do' "$work/out" ||
    { echo "status $code: $(cat "$work/out")"; exit 1; }
  [ ! -e "$work/none.html" ] || { echo "a page that is too large is there"; exit 1; }

  "$crowd" --agents 400 --ticks 700 --workers 2 --html "$work/page.html" >/dev/null
  size=$(wc -c <"$work/page.html")
  [ "$size" -lt 1000000 ] || { echo "400 agents take $size bytes"; exit 1; }
  ! grep -qiE '(src|href)=|https?://' "$work/page.html" || { echo "the page loads something else"; exit 1; }

  chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    { echo "skipped: this machine has no Chromium"; exit 77; }
  HOME=$work timeout 100 "$chromium" --headless --no-sandbox --disable-gpu --dump-dom "file://$work/page.html#selftest" \
    >"$work/dom" 2>"$work/log" || { echo "Chromium: status $?"; tail -n 5 "$work/log"; exit 1; }
  title=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' "$work/dom")
  echo "$title"
  [ "$title" = "selftest passed" ]
}

# Nobody of the crowd walks into a wall, at 1, 10 and 60 ticks per second, with steps of up to 1.6 m. Of the places along
# each step this is checked by an overlap, and not by a cast.
#   test_examples.sh crowd_walls CROWD
case_crowd_walls() {
  for rate in 1 10 60; do
    out=$("$1" --agents 1500 --ticks $((12 * rate)) --rate $rate --watch)
    grep -qx 'steps into a wall: 0' <<<"$out" || { echo "at $rate ticks per second: $out"; exit 1; }
  done
}

# The scenes of the stack example rest: the top is less than 1% of the height away from where it began, the fastest body below
# 0.05 m/s, the deepest overlap below 1% of a body; and with the same bits on an instruction set as on one lane. Skipped (77)
# where this machine does not have the instruction set.
#   test_examples.sh stack STACK SCENE ISA [STACK_OF_ANOTHER_MACHINE EMULATOR...]
case_stack() {
  stack=$1
  scene=$2
  isa=$3
  shift 3

  code=0
  if [ $# -gt 0 ]; then
    other=$1
    shift
    found=$("$@" "$other" "$scene" --isa "$isa") || code=$?
  else
    found=$("$stack" "$scene" --isa "$isa") || code=$?
  fi
  if [ "$code" -eq 3 ]; then
    echo "skipped: this machine has no $isa"
    exit 77
  fi
  echo "$found"
  [ "$code" -eq 0 ] || { echo "$scene does not rest: status $code"; exit 1; }

  # The program's own verdict, found again from what it prints.
  awk -v scene="$scene" '
    function number(after) { return match($0, after " [0-9.]+") ? substr($0, RSTART + length(after)) + 0 : -1 }
    $1 == scene ":" {
      found = number("after") == (scene == "heap" ? 20 : 10)
      found = found && number("fastest") >= 0 && number("fastest") < 0.05
      found = found && number("deepest") >= 0 && number("deepest") < (scene == "heap" ? 0.004 : 0.01)
      if (scene != "heap") found = found && number("top") >= 0 && number("top") < (scene == "tower" ? 0.1 : 0.15)
    }
    END { exit !found }' <<<"$found" || { echo "not at rest"; exit 1; }

  [ "$isa" = scalar ] && [ "${other:-}" = "" ] && exit 0
  [ "$found" = "$("$stack" "$scene" --isa scalar)" ] || { echo "scalar: $("$stack" "$scene" --isa scalar)"; exit 1; }
}

fail() { echo "FAIL  $1" >&2; exit 1; }

number() { sed -n "s/^tick $ticks: .*[ ;]\([0-9][0-9]*\) $1.*/\1/p" <<<"$expected"; }

# The server example: agents touch, stop touching and enter regions, see others or do not, bullets hit agents and walls,
# a player walks on, and all of it is the same on every instruction set.
#   test_examples.sh server SERVER [TICKS [ISA...]]     100, 200 or 300 ticks; on these instruction sets in place of all
case_server() {
  server=$1 ticks=${2:-300}
  local isas=(scalar sse avx2 avx512 neon)
  [ $# -lt 3 ] || isas=("${@:3}")
  expected=$("$server" 0 "$ticks")
  case $expected in
    *"tick $ticks: "*" touches began, "*" ended; "*" entered a region"*"bullets hit "*" walls; the player came to ("*) ;;
    *) fail "the last lines are not those of tick $ticks: $expected" ;;
  esac
  began=$(number "touches began") ended=$(number ended) entered=$(number entered)
  [ "$began" -gt "$ended" ] && [ "$ended" -gt $((ticks * 10 / 3)) ] && [ "$entered" -gt $((ticks / 3)) ] ||
    fail "too little happens: $expected"
  shots=$(sed -n 's/^bullets hit \([0-9]*\) agents and \([0-9]*\) walls; .*/\1 \2/p' <<<"$expected")
  [ "${shots% *}" -gt $((ticks * 100 / 3)) ] && [ "${shots#* }" -gt $((ticks * 10 / 3)) ] || fail "too few hits: $expected"
  views=$(sed -n "s/^tick $ticks: .*; \([0-9]*\) of \([0-9]*\) agents nearby are seen;.*/\1 \2/p" <<<"$expected")
  [ "${views% *}" -gt 100 ] && [ "${views#* }" -gt "$((2 * ${views% *}))" ] || fail "agents see too few, or all: $expected"
  # From -48, by at most 0.3 in a tick.
  player=$(sed -n 's/.*the player came to (\(-*[0-9]*\)\..*/\1/p' <<<"$expected")
  [ "$player" -gt $((ticks * 4 / 25 - 48)) ] || fail "the player does not get along the walls: $expected"

  # Clients that gather on one spot do not stop the server (test_tick_world looks at the events of others).
  for gathered in 401 3000; do
    crowd=$("$server" "$gathered" "$ticks") || fail "$gathered agents on one spot stop the server: $crowd"
    case $crowd in *"tick $ticks: "*" pairs of the crowd had no room"*) ;; *) fail "$gathered on one spot: $crowd" ;; esac
    case $crowd in *$'\n'"0 pairs of the crowd had no room"*)
      fail "a list of $gathered on one spot had room for all: $crowd" ;; esac
  done

  for isa in "${isas[@]}"; do
    if ! other=$(LANEGJK_ISA=$isa "$server" 0 "$ticks" 2>&1); then
      case $other in *LANEGJK_ISA*) echo "$isa: not here"; continue ;; *) fail "$isa: $other" ;; esac
    fi
    [ "$other" = "$expected" ] || fail "$isa gives another run"
  done
}

case=$1
shift
"case_$case" "$@"
