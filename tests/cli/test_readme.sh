#!/usr/bin/env bash
# The programs, scenes and commands of README.md and of the pages for users do what their page says, and a stranger can use
# what is installed.
#   test_readme.sh CASE ARGUMENT...
# Status 77 where this machine does not have what the case requires.
set -euo pipefail

# block PAGE LANGUAGE [N]: the Nth fenced block of that language (the first) in a page of documentation.
block() {
  awk -v fence="\`\`\`$2" -v number="${3:-1}" '
    $0 == "```" && inside {exit} inside {print} $0 == fence && ++seen == number {inside = 1}' "$1"
}

# absent PAGE LANGUAGE N: there is no such block, which nothing here would look at
absent() { [ -z "$(block "$@")" ] || { echo "$1 has a block \`\`\`$2 that no test looks at"; exit 1; }; }

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

# The programs of README.md, docs/queries.md and docs/start.md compile as printed, without a warning, and print what their page
# says they print. What README.md shows of a server is in examples/server.c. The command line program gives the tables of
# docs/command-line.md for the scenes that stand there.
#   test_readme.sh programs PROJECT_FOLDER LIBRARY INCLUDE_DIR C_COMPILER [LANEGJK]
case_programs() {
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
  check_programs
  [ $# -le 4 ] || check_tables "$5"
}

check_programs() {
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
}

# check_tables LANEGJK
check_tables() {
  query=(distance cast distance)
  for scene in 1 2 3; do
    block "$command_line" json $scene >"$work/scene.json"
    block "$command_line" csv $scene >"$work/expected.csv"
    [ -s "$work/scene.json" ] && [ -s "$work/expected.csv" ]
    "$1" query "$work/scene.json" --query "${query[scene - 1]}" >"$work/printed.csv"
    same="diff"
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
    (cd "$work" && "$1" $command >/dev/null)
  done <"$work/commands"
  echo "$(wc -l <"$work/commands") commands of $command_line run"
}

fresh() { env -i HOME="$work/home" PATH=/usr/bin:/bin "$@"; }

# follow FOLDER N [SED]: runs the Nth shell block of docs/install.md there, edited by SED if given
follow() {
  block "$install" sh "$2" | sed "${3:-}" >"$work/commands"
  [ -s "$work/commands" ]
  cat "$work/commands"
  (cd "$1" && fresh sh -eu "$work/commands") >"$work/output" 2>&1 || { cat "$work/output"; exit 1; }
}

# links PROGRAM: the lanegjk library that it needs when it starts, none where that is static
links() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(liblanegjk.*\)\]/\1/p'; }

# expect TIMES: what the last commands printed ends with what README.md says, that many times
expect() {
  local i
  block "$readme" text >"$work/once"
  [ -s "$work/once" ]
  for ((i = 0; i < $1; i++)); do cat "$work/once"; done >"$work/expected"
  tail -n "$(wc -l <"$work/expected")" "$work/output" | diff "$work/expected" -
}

# What docs/install.md says, to the letter and with an empty environment: installs into a home folder, then builds the first
# program of README.md with CMake and with pkg-config, static and shared, and starts it. Its output is in README.md, too.
# The clone has one instruction set, unoptimised: the commands and what they install are the same.
#   test_readme.sh install SOURCE_DIR
# Status 77 where this machine has the tools elsewhere than a fresh environment would look.
case_install() {
  source=$1
  readme=$source/README.md
  install=$source/docs/install.md
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  for command in cmake make cc pkg-config; do
    # shellcheck disable=SC2016
    fresh sh -c 'command -v "$0" >/dev/null' $command || { echo "skipped: this machine has no $command in /usr/bin"; exit 77; }
  done

  mkdir "$work/home" "$work/clone" "$work/project"
  tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$work/clone" -xf -
  sed -i '1a set(LGJK_ISAS scalar)\nset(CMAKE_C_FLAGS_RELEASE -O0)' "$work/clone/CMakeLists.txt"
  follow "$work/clone" 1
  cmp "$source/LICENSE" "$work/home/.local/share/doc/lanegjk/LICENSE"

  block "$readme" c >"$work/project/program.c"
  block "$install" cmake >"$work/project/CMakeLists.txt"
  follow "$work/project" 2
  expect 1
  [ -z "$(links "$work/project/build/your_program")" ]
  rm -r "$work/project/build"
  option=-DBUILD_SHARED_LIBS=ON
  grep -qF -e "$option" "$install"
  follow "$work/project" 2 "/^cmake -S/s/\$/ $option/"
  expect 1
  [ -n "$(links "$work/project/build/your_program")" ]

  follow "$work/project" 3
  expect 2
  [ -z "$(links "$work/project/program_static")" ]
  [ -n "$(links "$work/project/program_shared")" ]
  [ -z "$(block "$install" sh 4)" ]
}

# Installs a build into a fresh prefix, moves it, and uses it as a stranger would: find_package and pkg-config, C and C++,
# static and shared. Then looks at what the libraries export.
#   test_readme.sh package BUILD_DIR C_COMPILER
case_package() {
  build=$1
  cc=$2
  here=$(cd "$(dirname "$0")" && pwd)
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT

  cmake --install "$build" --prefix "$work/first" >/dev/null
  mv "$work/first" "$work/prefix"
  library=$(dirname "$(find "$work/prefix" -name liblanegjk.a)")

  echo "find_package: C and C++, static and shared"
  cmake -S "$here/install" -B "$work/consumer" -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
  cmake --build "$work/consumer" >/dev/null
  for program in c_static c_shared cxx_static cxx_shared cxx20 c_default; do
    printf '  %s: ' "$program"
    "$work/consumer/$program"
  done

  echo "pkg-config: C and C++"
  export PKG_CONFIG_PATH=$library/pkgconfig
  for compiler in "$cc" "c++ -x c++"; do
    # shellcheck disable=SC2046,SC2086 # words
    $compiler -Wall -Wextra -pedantic -Werror "$here/install/consumer.c" -x none -o "$work/by_pkgconfig" \
      $(pkg-config --cflags --libs lanegjk)
    printf '  %s: ' "$compiler"
    LD_LIBRARY_PATH=$library "$work/by_pkgconfig"
  done

  use_openmp
  use_examples
  check_version
  check_completion
  check_symbols
  exit "${left_out:-0}"
}

use_openmp() {
  echo "the adapter of OpenMP"
  if [ -f "$library/liblanegjk_openmp.a" ]; then
    printf '  find_package: '
    "$work/consumer/openmp"
    # shellcheck disable=SC2046
    "$cc" -DCONSUMER_OPENMP -Wall -Wextra -pedantic -Werror "$here/install/consumer.c" -o "$work/openmp_by_pkgconfig" \
      $(pkg-config --cflags --libs lanegjk_openmp)
    printf '  pkg-config: '
    LD_LIBRARY_PATH=$library "$work/openmp_by_pkgconfig"
  else
    echo "skipped: the adapter of OpenMP, which the build has not found"
    left_out=77
  fi
}

use_examples() {
  echo "the examples, as one project and by README's command"
  cmake -S "$here/../../examples" -B "$work/examples" -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
  cmake --build "$work/examples" >/dev/null
  "$work/examples/bin/smallest" >/dev/null
  "$work/examples/bin/smallest3" >/dev/null
  "$work/examples/bin/server" >"$work/expected"
  block "$here/../../README.md" sh 2 >"$work/commands"
  grep -q '^cc examples/server.c ' "$work/commands"
  (cd "$here/../.." && sed "s|^cc |$cc |; s|-o server|-o '$work/server'|" "$work/commands" | sh -eu)
  LD_LIBRARY_PATH=$library "$work/server" | diff "$work/expected" -
}

check_version() {
  echo "one version: package, header, file names; the licence comes along"
  version=$("$here/../../scripts/ci/version.sh")
  declared=$(sed -n 's/^#define LGJK_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$work/prefix/include/lanegjk/lanegjk.h" | paste -sd.)
  soname=$(readelf -d "$library/liblanegjk.so" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
  printf '  %s\n' "$version" "$(pkg-config --modversion lanegjk)" "$declared" "$soname"
  [ "$(pkg-config --modversion lanegjk)" = "$version" ]
  [ "$declared" = "$version" ]
  [ "$soname" = "liblanegjk.so.${version%.*}" ]
  [ -f "$library/liblanegjk.so.$version" ]
  cmp "$here/../../LICENSE" "$work/prefix/share/doc/lanegjk/LICENSE"
}

check_completion() {
  [ -e "$work/prefix/bin/lanegjk" ] || return 0
  echo "completion of the command line program: bash loads it by the program's name"
  cmp "$here/../../cli/completion/lanegjk.bash" "$work/prefix/share/bash-completion/completions/lanegjk"
  cmp "$here/../../cli/completion/_lanegjk" "$work/prefix/share/zsh/site-functions/_lanegjk"
  # shellcheck disable=SC2016  # for the other shell
  PATH=$work/prefix/bin:$PATH bash --norc -c '. "$1" && complete -p lanegjk' bash \
    "$work/prefix/share/bash-completion/completions/lanegjk" | grep -qxF 'complete -F _lanegjk lanegjk'
}

check_symbols() {
  echo "exported symbols begin with lgjk_"
  stray=$({ nm -D --defined-only "$library/liblanegjk.so"; nm -g --defined-only "$library/liblanegjk.a"; } |
    awk 'NF == 3 && $3 !~ /^lgjk_/ {print $3}')
  if [ -n "$stray" ]; then
    printf 'stray symbols:\n%s\n' "$stray"
    exit 1
  fi

  echo "the shared library exports what the headers declare, and nothing else"
  sed -n 's/^LGJK_API [^(]*\(lgjk_[a-z0-9_]*\)(.*/\1/p' "$work/prefix/include/lanegjk/"*.h | sort >"$work/declared"
  nm -D --defined-only "$library/liblanegjk.so" | awk 'NF == 3 {print $3}' | sort >"$work/exported"
  diff "$work/declared" "$work/exported"
}

# The project that docs/install.md shows, which fetches an archive of this one by FetchContent. Unoptimised.
#   test_readme.sh fetch SOURCE_DIR C_COMPILER SIMDE_INCLUDE_DIR
case_fetch() {
  local source=$1
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/fetching"
  tar -C "$source" --exclude=./build --exclude=./.git -czf "$work/lanegjk.tar.gz" .
  block "$source/docs/install.md" cmake 2 | sed "s|https://.*\.tar\.gz|file://$work/lanegjk.tar.gz|" \
    >"$work/fetching/CMakeLists.txt"
  block "$source/README.md" c >"$work/fetching/program.c"
  grep -q "file://$work" "$work/fetching/CMakeLists.txt"
  { cmake -S "$work/fetching" -B "$work/child" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER="$2" -DSIMDE_INCLUDE_DIR="$3" \
    -DLGJK_ISAS=scalar && cmake --build "$work/child" -j 2; } >"$work/output" 2>&1 || { cat "$work/output"; exit 1; }
  "$work/child/your_program" | diff <(block "$source/README.md" text) -
  [ ! -e "$work/child/_deps/lanegjk-build/smallest" ]
}

case=$1
shift
"case_$case" "$@"
