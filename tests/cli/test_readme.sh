#!/usr/bin/env bash
# The programs of README.md, docs/queries.md and docs/start.md compile as printed, without a warning, and print what their page
# says they print. What README.md shows of a server is in examples/server.c. The command line program gives the tables of
# docs/command-line.md for the scenes that stand there.
#   test_readme.sh PROJECT_FOLDER LIBRARY INCLUDE_DIR C_COMPILER [LANEGJK]
set -euo pipefail
project=$1
library=$2
include=$3
cc=$4
readme=$project/README.md
queries=$project/docs/queries.md
start=$project/docs/start.md
command_line=$project/docs/command-line.md
server=$project/examples/server.c
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tests/cli/page_block.sh
. "$(dirname "$0")/page_block.sh"

# absent PAGE LANGUAGE N: there is no such block, which nothing here would look at
absent() { [ -z "$(block "$@")" ] || { echo "$1 has a block \`\`\`$2 that no test looks at"; exit 1; }; }

for page in "$readme" "$queries" "$start"; do
  block "$page" c >"$work/program.c"
  block "$page" text >"$work/expected"
  [ -s "$work/program.c" ] && [ -s "$work/expected" ]
  "$cc" -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror -I"$include" "$work/program.c" "$library" -o "$work/program"
  "$work/program" >"$work/printed"
  diff "$work/expected" "$work/printed"
  absent "$page" text 2
  echo "the program of $page: $(wc -l <"$work/program.c") lines, prints as it says"
done

block "$start" cpp >"$work/program.cpp"
[ -s "$work/program.cpp" ]
c++ -std=c++20 -Wall -Wextra -Wconversion -Wshadow -Werror -I"$include" \
  "$work/program.cpp" "$library" -o "$work/program"
"$work/program" | diff "$work/expected" -
absent "$start" c 2
absent "$start" cpp 2
echo "the program of C++ prints the same"

block "$readme" c 2 >"$work/excerpt"
[ -s "$work/excerpt" ]
while IFS= read -r line; do
  grep -qxF -e "$line" "$server" || { echo "not in $server: $line"; exit 1; }
done <"$work/excerpt"
absent "$readme" c 3
echo "the lines of $readme about a server are of $server"

# as_printed EXPECTED FOUND: the same lines of fields, except numbers that differ by no more than 1e-5: how closely a cast stops
# may change
as_printed() {
  awk -F , 'NR == FNR { expected[FNR] = $0; next }
    { count = split(expected[FNR], field)
      same = count == NF
      for (i = 1; i <= NF; ++i) same = same && (field[i] == $i || (field[i] - $i) ^ 2 < 1e-10 && field[i] ~ /^[0-9]/)
      if (!same) { print "expected " expected[FNR] ", found " $0; wrong = 1 } }
    END { exit wrong || FNR != length(expected) }' "$1" "$2"
}

if [ $# -gt 4 ]; then
  query=(distance cast distance)
  for scene in 1 2 3; do
    block "$command_line" json $scene >"$work/scene.json"
    block "$command_line" csv $scene >"$work/expected.csv"
    [ -s "$work/scene.json" ] && [ -s "$work/expected.csv" ]
    "$5" query "$work/scene.json" --query "${query[scene - 1]}" >"$work/printed.csv"
    same=diff
    [ $scene -ne 2 ] || same=as_printed
    $same "$work/expected.csv" "$work/printed.csv"
    echo "scene $scene gives the table of $command_line"
  done
  absent "$command_line" json 4
  absent "$command_line" csv 4
  # shellcheck disable=SC2016  # as the page has it
  grep -o '`lanegjk query scene.json --query cast[^`]*`' "$command_line" | tr -d '`' | sort -u >"$work/commands"
  grep -q -e --svg "$work/commands"
  block "$command_line" json 2 >"$work/scene.json"
  while read -r _ command; do
    # shellcheck disable=SC2086  # words
    (cd "$work" && "$5" $command >/dev/null)
  done <"$work/commands"
  echo "$(wc -l <"$work/commands") commands of $command_line run"
fi
