#!/usr/bin/env bash
# The package that MinGW's build installs: a stranger's programs find it and link the static library or the DLL; the DLL
# exports what the headers declare; the static library's objects export nothing. Its instruction sets are those of this machine.
#   test_windows_package.sh BUILD_DIR REFERENCE_DIR TOOLCHAIN_FILE EMULATOR
set -euo pipefail
windows=$1 reference=$2 toolchain=$3 emulator=$4
install=$(cd "$(dirname "$0")/../cli/install" && pwd)
prefix=$windows/prefix consumer=$windows/consumer
diff <("$reference/digest2" --list) <("$emulator" "$windows/digest2" --list)
rm -rf "$prefix" "$consumer"
cmake --install "$windows" --prefix "$prefix" >/dev/null
cmake -S "$install" -B "$consumer" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$consumer" >/dev/null
flags=$(PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig pkg-config --static --cflags --libs lanegjk)
# shellcheck disable=SC2086
x86_64-w64-mingw32-gcc -static "$install/consumer.c" $flags -o "$consumer/by_pkgconfig.exe"
for program in c_static cxx_static cxx20 c_default by_pkgconfig; do "$emulator" "$consumer/$program.exe"; done
cp "$prefix/bin/liblanegjk.dll" "$consumer"
for program in c_shared cxx_shared; do "$emulator" "$consumer/$program.exe"; done

sed -n 's/^LGJK_API [^(]*\(lgjk_[a-z0-9_]*\)(.*/\1/p' "$prefix/include/lanegjk/"*.h | sort >"$windows/declared"
x86_64-w64-mingw32-objdump -p "$prefix/bin/liblanegjk.dll" |
  awk '/Ordinal\/Name Pointer/ {inside = 1; next} !NF {inside = 0} inside {print $NF}' | sort >"$windows/exported"
diff "$windows/declared" "$windows/exported"
if x86_64-w64-mingw32-objdump -h "$prefix/lib/liblanegjk.a" | grep -q '\.drectve'; then
  echo "an object of the static library makes the linker export something"
  exit 1
fi
echo "the DLL exports what the headers declare, the static library nothing"
