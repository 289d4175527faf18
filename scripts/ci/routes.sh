#!/usr/bin/env bash
# Prints the table of routes of a dimension, as the cases of kernel/ have it, in markdown; or writes both into
# docs/internals/routes.md, between the marks that it has for them.
#   scripts/ci/routes.sh 2|3      prints
#   scripts/ci/routes.sh --write  writes docs/internals/routes.md
set -euo pipefail
cd "$(dirname "$0")/../.."
page=docs/internals/routes.md

# The files of the cases, in the order of the table.
cases() { sed -n 's/^#include "\(.*\)"$/kernel\/\1/p' "kernel/case$1/cases.h"; }

# Depths are no case of their own: other cases include them.
attempts() { echo kernel/engine/route.h "$([ "$1" = 2 ] || echo kernel/case3/polytope.h)"; }

# The headers after the preprocessor, one statement a line: macros of rows are gone, names of attempts and cores are not.
expanded() {
  # shellcheck disable=SC2046 # a word for each file
  sed '/^#include/d; /^#undef/d; s/ *\/\/.*$//' $(attempts "$1") $(cases "$1") |
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
  listed "$1" CASE_ROWS | awk -F, '{ printf "| %s x %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6 }'
}

# The rows that the cases have of a table.
listed() { # DIMENSION TABLE
  # shellcheck disable=SC2046 # a word for each file
  sed -n "/^#ifdef $2\$/,/^#endif/{s/^ROW(\(.*\))\$/\1/p; s/^ *{\(.*\)},\$/\1/p}" $(cases "$1") | tr -d ' ' | sed 's/|/ or /g'
}

# Cores whose depth has a closed form, which comes before the attempt at depths.
closed() {
  [ -n "$(listed "$1" CASE_DEPTHS)" ] || return 0
  echo
  echo "| cores | closed form of the depth, without LGJK_FLAG_EPA |"
  echo "|---|---|"
  listed "$1" CASE_DEPTHS | awk -F, '{ printf "| %s x %s | %s |\n", $1, $2, $3 }'
}

table() { rows "$1"; closed "$1"; echo; routes "$1"; }

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
