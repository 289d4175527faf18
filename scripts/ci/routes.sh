#!/usr/bin/env bash
# Prints the table of routes of a dimension, as kernel/route/ has it, in markdown; or writes both into docs/internals/routes.md,
# between the marks that it has for them.
#   scripts/ci/routes.sh 2|3      prints
#   scripts/ci/routes.sh --write  writes docs/internals/routes.md
set -euo pipefail
cd "$(dirname "$0")/../.."
page=docs/internals/routes.md

# The header after the preprocessor, one statement a line: macros of rows are gone, names of attempts and cores are not.
expanded() {
  sed '/^#include/d; /^#undef/d; s/ *\/\/.*$//' kernel/route/attempts.h "kernel/route/routes$1.h" |
    "${CC:-cc}" -E -P -DDIM="$1" - 2>/dev/null | tr '\n' ' ' | sed 's/  */ /g; s/;/;\n/g'
}

routes() {
  echo "| route | new pairs | with a record | left by that | left without one | afresh | depth | records |"
  echo "|---|---|---|---|---|---|---|---|"
  expanded "$1" | sed -n 's/^.*static const route \([a-z0-9_]*\) = {\(.*\)};$/\1,\2/p' |
    tr -d '(){}' | awk -F, '
    { split("", of); traits = ""
      for (i = 2; i <= NF; ++i) if (match($i, /^ *\.[a-z]+ = /)) { name = $i; sub(/^ *\./, "", name); value = name
        sub(/ = .*/, "", name); sub(/^[a-z]+ = */, "", value); gsub(/ /, "", value); of[name] = value }
      kept = index("|" of["traits"] "|", "|RECORDS|") != 0
      printf "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", $1, of["cold"], kept ? of["warm"] : "", kept ? of["left"] : "",
        of["second"], kept || of["afresh"] != of["cold"] ? of["afresh"] : "", of["depth"], kept ? "yes" : "no" }'
}

rows() {
  echo "| cores | overlap | distance | contact | contact, LGJK_FLAG_EPA |"
  echo "|---|---|---|---|---|"
  sed -n '/^static const route_row routes/,/^};/s/^  {\(.*\)},$/\1/p' "kernel/route/routes$1.h" |
    tr -d '& ' | tr '|' '+' | awk -F, '
    { gsub(/\+/, " or ") }
    { printf "| %s x %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6 }'
}

table() { rows "$1"; echo; routes "$1"; }

case "${1:-}" in
  2 | 3) table "$1" ;;
  --write)
    for dim in 2 3; do
      { sed "/^<!-- routes of ${dim}D: begin -->$/q" "$page"
        table $dim
        sed -n "/^<!-- routes of ${dim}D: end -->$/,\$p" "$page"; } >"$page.new"
      mv "$page.new" "$page"
    done ;;
  *) sed -n '2,5s/^# //p' scripts/ci/routes.sh >&2; exit 2 ;;
esac
