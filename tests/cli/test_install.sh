#!/usr/bin/env bash
# Installs a build into a fresh prefix, moves it, and uses it as a stranger would: find_package and pkg-config, C and C++,
# static and shared. Then looks at what the libraries export.
#   test_install.sh BUILD_DIR C_COMPILER
set -euo pipefail
build=$1
cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
# shellcheck source=tests/cli/page_block.sh
. "$here/page_block.sh"
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
for compiler in "$cc" c++; do
  source=consumer.c
  [ "$compiler" != c++ ] || source=consumer.cpp
  # shellcheck disable=SC2046
  "$compiler" -Wall -Wextra -pedantic -Werror "$here/install/$source" -o "$work/by_pkgconfig" \
    $(pkg-config --cflags --libs lanegjk)
  printf '  %s: ' "$source"
  LD_LIBRARY_PATH=$library "$work/by_pkgconfig"
done

echo "the adapter of OpenMP"
if [ -f "$library/liblanegjk_openmp.a" ]; then
  printf '  find_package: '
  "$work/consumer/openmp"
  # shellcheck disable=SC2046
  "$cc" -Wall -Wextra -pedantic -Werror "$here/install/consumer_openmp.c" -o "$work/openmp_by_pkgconfig" \
    $(pkg-config --cflags --libs lanegjk_openmp)
  printf '  pkg-config: '
  LD_LIBRARY_PATH=$library "$work/openmp_by_pkgconfig"
else
  echo "skipped: the adapter of OpenMP, which the build has not found"
  left_out=77
fi

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

if [ -e "$work/prefix/bin/lanegjk" ]; then
  echo "completion of the command line program: bash loads it by the program's name"
  cmp "$here/../../cli/completion/lanegjk.bash" "$work/prefix/share/bash-completion/completions/lanegjk"
  cmp "$here/../../cli/completion/_lanegjk" "$work/prefix/share/zsh/site-functions/_lanegjk"
  # shellcheck disable=SC2016  # for the other shell
  PATH=$work/prefix/bin:$PATH bash --norc -c '. "$1" && complete -p lanegjk' bash \
    "$work/prefix/share/bash-completion/completions/lanegjk" | grep -qxF 'complete -F _lanegjk lanegjk'
fi

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
exit "${left_out:-0}"
