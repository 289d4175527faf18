# shellcheck shell=bash
# Builds by other compilers and for other machines, whose programs an emulator runs. Sourced by the other scripts, from the
# project's folder or with SOURCE_DIR as it.
#   require_command COMMAND...               ends the script as skipped where one is missing
#   require_target COMPILER                  the same for a compiler, and what runs its programs
#   build_for COMPILER FLAGS DIR TARGET...   targets of the library and of tests/portable; DIR/emulator runs them
source_dir=${SOURCE_DIR:-$PWD}

require_command() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || { echo "skipped: this machine has no $command"; exit 77; }
  done
}

require_target() {
  local machine=${1%-linux-gnu-gcc}
  case $1 in
    *-linux-gnu-gcc) require_command "$1" "qemu-${machine/powerpc/ppc}" ;;
    x86_64-w64-mingw32-gcc) require_command "$1" x86_64-w64-mingw32-g++ wine ;;
    emcc) require_command emcc node ;;
    *) require_command "$1" ;;
  esac
}

build_for() {
  local options=(-DCMAKE_C_COMPILER="$1") cmake=$source_dir/packaging/cmake
  require_target "$1"
  case $1 in
    *-linux-gnu-gcc) options+=(-DCMAKE_TOOLCHAIN_FILE="$cmake/linux-gnu.cmake") ;;
    x86_64-w64-mingw32-gcc) options=(-DCMAKE_TOOLCHAIN_FILE="$cmake/x86_64-w64-mingw32.cmake") ;;
    emcc)
      options=(-C "$cmake/host_simde.cmake"
        -DCMAKE_TOOLCHAIN_FILE="$(em-config EMSCRIPTEN_ROOT)/cmake/Modules/Platform/Emscripten.cmake") ;;
  esac
  cmake --preset portable -S "$source_dir" -B "$3" "${options[@]}" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$2" \
    -DLGJK_BUILD_EXAMPLES=OFF -Wno-dev >/dev/null
  cmake --build "$3" --target "${@:4}"
}
