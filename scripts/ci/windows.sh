# shellcheck shell=bash
# The stage windows of scripts/ci/stage.sh, which sources this: the library, the examples and the command line program, built
# by MinGW and run under Wine.
windows=$PWD/build/windows
on_windows=$PWD/scripts/ci/wine.sh
windows_toolchain=$PWD/packaging/cmake/x86_64-w64-mingw32.cmake

# The command line program reads JSON by jansson, of which Debian has no build for Windows: its source, fetched once.
build_jansson() {
  local apt=$windows/apt source options
  [ ! -e "$windows/jansson/lib/libjansson.a" ] || return 0
  command -v apt-get >/dev/null || return 1
  rm -rf "$apt"
  mkdir -p "$apt/lists"
  # shellcheck disable=SC2016
  apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    grep ' main$' >"$apt/sources.list"
  options=(-o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists")
  (cd "$apt" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only jansson &&
    tar -xf jansson_*.orig.tar.*) >"$apt/log" 2>&1 || return 1
  rm -r "$apt/lists"
  source=$(echo "$apt"/jansson-*)
  cmake -S "$source" -B "$apt/build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$windows_toolchain" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$windows/jansson" -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF \
    -Wno-dev >>"$apt/log"
  cmake --build "$apt/build" --target install >>"$apt/log"
}

build_windows() {
  require_target x86_64-w64-mingw32-gcc
  local tools=OFF
  if build_jansson; then tools=ON; else echo "left out: lanegjk.exe, as apt fetched no source of jansson"; fi
  PKG_CONFIG_LIBDIR=$windows/jansson/lib/pkgconfig preset windows -DLGJK_BUILD_TOOLS=$tools
  "$on_windows" "$windows/smallest.exe" >/dev/null # makes the C drive
}

# A stranger's programs find the installed package, and link the static library or the DLL.
windows_install() {
  local prefix=$windows/prefix consumer=$windows/consumer program flags
  rm -rf "$prefix" "$consumer"
  cmake --install "$windows" --prefix "$prefix" >/dev/null
  cmake -S tests/cli/install -B "$consumer" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$windows_toolchain" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
  cmake --build "$consumer" >/dev/null
  flags=$(PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig pkg-config --static --cflags --libs lanegjk)
  # shellcheck disable=SC2086
  x86_64-w64-mingw32-gcc -static tests/cli/install/consumer.c $flags -o "$consumer/by_pkgconfig.exe"
  for program in c_static cxx_static cxx20 c_default by_pkgconfig; do "$on_windows" "$consumer/$program.exe"; done
  cp "$prefix/bin/liblanegjk.dll" "$consumer"
  for program in c_shared cxx_shared; do "$on_windows" "$consumer/$program.exe"; done
  windows_exports "$prefix"
}

# The DLL exports what the headers declare; the static library's objects export nothing.
windows_exports() {
  sed -n 's/^LGJK_API [^(]*\(lgjk_[a-z0-9_]*\)(.*/\1/p' "$1/include/lanegjk/"*.h | sort >"$windows/declared"
  x86_64-w64-mingw32-objdump -p "$1/bin/liblanegjk.dll" |
    awk '/Ordinal\/Name Pointer/ {inside = 1; next} !NF {inside = 0} inside {print $NF}' | sort >"$windows/exported"
  diff "$windows/declared" "$windows/exported"
  if x86_64-w64-mingw32-objdump -h "$1/lib/liblanegjk.a" | grep -q '\.drectve'; then
    echo "an object of the static library makes the linker export something"
    return 1
  fi
  echo "the DLL exports what the headers declare, the static library nothing"
}

windows_digests() {
  diff <(build/test/digest2 --list) <("$on_windows" "$windows/digest2" --list)
  same_digests "$windows" build/test all
}

windows_examples() {
  local name isa
  for name in smallest smallest3 server; do
    diff <(build/test/$name) <("$on_windows" "$windows/$name.exe")
  done
  isa=$("$on_windows" "$windows/digest2" --list | tail -n 1)
  tests/cli/test_examples.sh crowd build/test/crowd "$isa" "$windows/crowd.exe" "$on_windows"
  tests/cli/test_examples.sh stack build/test/stack tower "$isa" "$windows/stack.exe" "$on_windows"
}

# Tests of the command line program, by a script that runs it under Wine; files that both systems' programs write are equal.
windows_tools() {
  [ -e "$windows/lanegjk.exe" ] || { echo "skipped: lanegjk.exe was not built"; left_out=77; return; }
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$on_windows" "$windows/lanegjk.exe" >"$windows/lanegjk"
  chmod +x "$windows/lanegjk"
  local system
  tests/cli/test_cli3.sh "$windows/lanegjk" "$PWD/tests/data/cli.txt"
  for system in test windows; do
    mkdir -p "$windows/from_$system"
    (cd "$windows/from_$system" && ../../$system/lanegjk demo-recording --out demo.txt &&
      ../../$system/lanegjk replay demo.txt --out replay.csv --svg replay.svg >/dev/null)
  done
  diff -r "$windows/from_test" "$windows/from_windows"
  echo "recording, replay and picture: the same bytes"
}

run_windows() {
  require_target x86_64-w64-mingw32-gcc
  : >"$windows/lost"
  windows_digests
  windows_install
  windows_examples
  windows_tools
  echo "runs whose output Wine lost, and that were made again: $(wc -l <"$windows/lost")"
  exit "${left_out:-0}"
}
