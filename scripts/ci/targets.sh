# shellcheck shell=bash
# What is known of compilers for other machines, whose programs an emulator runs. Sourced by the other scripts, from the
# project's folder or with SOURCE_DIR as it.
#   target_of COMPILER        sets target_options (of cmake), target_flags (of the compiler alone), target_link and
#                             emulator (arrays), and target_name; ends the script as skipped where one is missing
#   build_for COMPILER LEVEL SIMDE_INCLUDE_DIR BUILD_DIR   the library alone, as BUILD_DIR/kernel/liblanegjk.a
#   compile_digests COMPILER LEVEL BUILD_DIR [OPTION...]   digest2 and digest3 there, plain C, no other library;
#                                                          digest_dims: one of them
source_dir=${SOURCE_DIR:-$PWD}

require_command() {
  command -v "$1" >/dev/null || { echo "skipped: this machine has no $1"; exit 77; }
}

target_of() {
  local machine=${1%-linux-gnu-gcc} qemu
  require_command "$1"
  target_options=(-DCMAKE_C_COMPILER="$1") target_flags=() target_link=() emulator=() target_name=$1
  case $1 in
    *-linux-gnu-gcc)
      qemu=qemu-${machine/powerpc/ppc}
      require_command "$qemu"
      emulator=("$qemu" -L "/usr/$machine-linux-gnu")
      target_options+=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$machine")
      # As the library's: by the letter of C, floats of this machine are evaluated as doubles.
      if [ "$machine" = s390x ]; then target_flags=(-fexcess-precision=fast); fi
      ;;
    x86_64-w64-mingw32-gcc)
      require_command wine
      emulator=("$source_dir/scripts/ci/wine.sh")
      target_options=(-DCMAKE_TOOLCHAIN_FILE="$source_dir/cmake/x86_64-w64-mingw32.cmake")
      target_flags=(-DLGJK_STATIC) target_link=(-static)
      ;;
    emcc)
      require_command node
      emulator=(node)
      target_options=(-DCMAKE_TOOLCHAIN_FILE="$(em-config EMSCRIPTEN_ROOT)/cmake/Modules/Platform/Emscripten.cmake")
      # One file, because this emscripten cannot fetch a second one with Node.js 18 and later.
      target_link=(-sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576 -sEXIT_RUNTIME=1 -sSINGLE_FILE=1)
      ;;
  esac
}

build_for() {
  target_of "$1"
  mkdir -p "$4/include"
  # The SIMDe headers alone: the rest of this machine's include folder is not for another one.
  ln -sfn "$3/simde" "$4/include/simde"
  cmake -S "$source_dir" -B "$4" "${target_options[@]}" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$2" \
    -DSIMDE_INCLUDE_DIR="$4/include" -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_BENCH=OFF -DLGJK_BUILD_TOOLS=OFF \
    -DLGJK_BUILD_EXAMPLES=OFF -DLGJK_ISAS=all -DLGJK_WERROR=ON -Wno-dev >/dev/null
  cmake --build "$4" --target lanegjk_static
}

compile_digests() {
  local dim level=$2
  target_of "$1"
  if [ "$1" = emcc ]; then level=-O1; fi # above, Debian's emscripten requires a package of Node.js to link
  for dim in ${digest_dims:-2 3}; do
    "$1" -std=c11 "$level" -ffp-contract=off "${target_flags[@]}" -DDIM=$dim -I"$source_dir/kernel/include" \
      -I"$source_dir/tests/support" -I"$source_dir/bench/scenes" -I"$source_dir/bench/reference" \
      "$source_dir/tests/contract/digest.c" \
      "$source_dir"/tests/support/{families,families_maker,families_pairs,inputs,families${dim}_*}.c \
      "$source_dir"/bench/scenes/scenes$dim*.c \
      "$3/kernel/liblanegjk.a" -lm "${target_link[@]}" "${@:4}" -o "$3/digest$dim"
  done
}
