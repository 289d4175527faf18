#!/usr/bin/env bash
# Writes what README.md and results/README.md show of the newest folder under results/, six rows and everything: the part of
# each between the lines `<!-- results: begin -->` and `<!-- results: end -->`. scripts/ci/publish.sh calls it.
#   scripts/ci/results_pages.sh [--check]     --check: only say which page is not up to date, by status 1
set -eu
fail() { echo "results_pages.sh: $1" >&2; exit 1; }
cd "$(dirname "$0")/../.."
table=$PWD/bench/report/table.py
check=""
case "${1:-}" in
  "") ;;
  --check) check=1 ;;
  *) sed -n '2,4s/^# //p' scripts/ci/results_pages.sh >&2; exit 2 ;;
esac

# All folders, the newest run first.
folders() {
  local file
  for file in results/*/results.json; do
    [ ! -f "$file" ] || printf '%s\t%s\n' "$("$table" --context date "$file")" "${file%/results.json}"
  done | sort -r | cut -f 2
}
newest=$(folders | head -n 1)
[ -n "$newest" ] || fail "no folder with results.json under results/"
folder=${newest#results/}
of_run() { "$table" "$1" "$newest/results.json"; }

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

# plot FILE TEXT: where the run has the plot.
plot() { [ ! -f "$newest/$1" ] || printf '![%s](%s/%s)\n\n' "$2" "$folder" "$1"; }

# A line for each run but the newest.
other_runs() {
  local file
  folders | tail -n +2 | while read -r file; do
    echo "- [${file#results/}](${file#results/}/table.md): $("$table" --context machine "$file/results.json")," \
      "commit $("$table" --context commit "$file/results.json")"
  done
}

readme_part() {
  of_run --short
  cat <<END

[results/](results/README.md) holds the complete tables and plots, every case in which a rival wins, and the raw measurements.
Before anything is timed, the benchmark compares the answers of every instruction set with those of its one-lane build, bit
for bit.
END
}

results_part() {
  cat <<END
The newest run of the queries is [$folder]($folder/table.md); pairs, casts and JavaScript have pages of their own below.

END
  if [ "$(folders | wc -l)" -gt 1 ]; then
    printf 'Other machines, and earlier runs:\n\n'
    other_runs
    echo
  fi
  of_run --source
  cat <<END
Distance with both witness points, on every scene. The fastest rival is the fastest of all rival libraries; where it is
faster than this one, the ratio is in bold.

END
  of_run --scenes
  plot speedup.svg "2D: times faster than each rival, cold and warm"
  plot speedup3.svg "3D: times faster than each rival, cold and warm"
  plot pairs.svg "2D: time per pair against the number of pairs of a call"
  cat <<END
## Each instruction set and each rival

END
  of_run --summary
  cat <<END
## Contacts

END
  of_run --contacts
  plot contact.svg "2D: time per pair of contacts and depths, cold and warm"
  plot contact3.svg "3D: time per pair of contacts and depths, cold and warm"
  cat <<END
## With and without records

The 59 moving frames of a warm figure, with records and without any; without carrying them to another list of pairs. Where
records cost more than 2%, the ratio is in bold:

END
  of_run --records
  cat <<END
## Where a rival wins

Cases of 1,000 pairs or more in which a rival or the reference is faster than an instruction set with several lanes; the
slower figures in bold:

END
  of_run --losses
  cat <<END
## Small calls

A call of few pairs pays its fixed cost for few, and leaves lanes idle. Nanoseconds per pair:

END
  of_run --small
  plot pairs3.svg "3D: time per pair against the number of pairs of a call"
  cat <<END
## Cold and warm

END
  plot warm.svg "2D: time per pair on every scene, cold and warm"
  plot warm3.svg "3D: time per pair on every scene, cold and warm"
}

# update PAGE PART: the page with the part between its two lines.
stale=""
update() {
  local page=$1 part work
  part=$("$2" | wrapped)
  [ "$(grep -cE '^<!-- results: (begin|end) -->$' "$page")" -eq 2 ] || fail "$page lacks its two lines <!-- results: ... -->"
  work=$(mktemp)
  part=$part awk '/^<!-- results: end -->$/ { inside = 0 }
                  !inside { print }
                  /^<!-- results: begin -->$/ { inside = 1; print ENVIRON["part"] }' "$page" >"$work"
  if [ -n "$check" ]; then
    diff -u "$page" "$work" || { echo "$page does not show $newest: run scripts/ci/results_pages.sh" >&2; stale=1; }
  else
    cat "$work" >"$page"
  fi
  rm -f "$work"
}

update README.md readme_part
update results/README.md results_part
[ -z "$stale" ]
