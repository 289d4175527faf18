#!/usr/bin/env bash
# The scenes of the stack example rest: the top is less than 1% of the height away from where it began, the fastest body below
# 0.05 m/s, the deepest overlap below 1% of a body; and with the same bits on an instruction set as on one lane. Skipped (77)
# where this machine does not have the instruction set.
#   test_stack.sh STACK SCENE ISA [STACK_OF_ANOTHER_MACHINE EMULATOR...]
set -euo pipefail
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
