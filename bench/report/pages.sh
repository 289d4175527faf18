#!/usr/bin/env bash
# Writes what README.md and results/README.md show of the newest run of queries under results/, six rows and all scenes: the
# part of each between the lines `<!-- results: begin -->` and `<!-- results: end -->`. scripts/ci/publish.sh calls it.
#   bench/report/pages.sh [--check]     --check: only say which page is not up to date, by status 1
set -euo pipefail
fail() { echo "pages.sh: $1" >&2; exit 1; }
cd "$(dirname "$0")/../.."
table=$PWD/bench/report/table.py
check=""
case "${1:-}" in
  "") ;;
  --check) check=1 ;;
  *) sed -n '2,4s/^# //p' bench/report/pages.sh >&2; exit 2 ;;
esac

# said KEY FILE: what the context says.
said() { sed -n "s/^# $1: //p" "$2"; }
# All folders, the newest run first.
folders() {
  local file
  for file in results/*/results.csv; do
    [ ! -f "$file" ] || printf '%s\t%s\n' "$(said date "$file")" "${file%/results.csv}"
  done | sort -r | cut -f 2
}
newest=$(folders | while read -r folder; do ! grep -q '^[23]d/' "$folder/results.csv" || echo "$folder"; done | sed -n 1p)
[ -n "$newest" ] || fail "no folder with queries in its results.csv under results/"
folder=${newest#results/}

# Lines of text, but not of tables, to 125 columns.
wrapped() {
  awk '/^[|!]/ || $0 == "" { print; next }
       { line = ""
         for (i = 1; i <= NF; i++) {
           if (line != "" && length(line) + length($i) > 124) { print line; line = "" }
           line = line (line == "" ? "" : " ") $i
         }
         print line }'
}

readme_part() {
  "$table" --short "$newest/results.csv"
  cat <<END

[results/](results/README.md) holds the tables and plots of each machine, and every case in which a rival wins. Before
anything is timed, the benchmark compares the answers of every instruction set with those of its one-lane build, bit for bit.
END
}

# Links to what a folder has.
links() {
  local file name
  for file in table.md results.csv python.md js.md {speedup,warm,contact,pairs}{,3}.svg find.svg tick.svg; do
    name=${file%.*}
    [ ! -f "results/$1/$file" ] || printf '[%s](%s/%s) ' "${name/results/figures}" "$1" "$file"
  done
}

results_part() {
  local one
  echo "| machine | lanegjk | date | tables, figures and plots |"
  echo "|---|---|---|---|"
  folders | while read -r one; do
    echo "| $(said machine "$one/results.csv"), $(said cpu "$one/results.csv") | $(said lanegjk "$one/results.csv")," \
      "commit $(said commit "$one/results.csv") | $(said date "$one/results.csv" | cut -c 1-10) | $(links "${one#results/}")|"
  done
  cat <<END

Distance with both witness points, 10,000 pairs, nanoseconds per pair; of the newest run of queries,
[$folder]($folder/table.md).
The fastest rival is the fastest of all rival libraries; where it is faster than this one, the ratio is in bold.

END
  "$table" --scenes "$newest/results.csv"
  echo
  "$table" --source "$newest/results.csv"
}

# update PAGE PART: the page with the part between its two lines.
stale=""
update() {
  local page=$1 part work
  part=$("$2" | wrapped)
  [ "$(grep -cE '^<!-- results: (begin|end) -->$' "$page")" -eq 2 ] || fail "$page needs its two lines <!-- results: ... -->"
  work=$(mktemp)
  part=$part awk '/^<!-- results: end -->$/ { inside = 0 }
                  !inside { print }
                  /^<!-- results: begin -->$/ { inside = 1; print ENVIRON["part"] }' "$page" >"$work"
  if [ -n "$check" ]; then
    diff -u "$page" "$work" || { echo "$page does not show $newest: run bench/report/pages.sh" >&2; stale=1; }
  else
    cat "$work" >"$page"
  fi
  rm -f "$work"
}

update README.md readme_part
update results/README.md results_part
[ -z "$stale" ]
