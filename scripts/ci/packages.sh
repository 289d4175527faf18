# shellcheck shell=bash
# The one place that knows which Debian packages this project uses, by group. Sourced by the other scripts:
#   need_packages GROUP...   installs what is missing, or ends the script with the line to run
#   try_packages GROUP...    the same for what a script can do without: says what is missing and returns 1

packages_of() {
  case "$1" in
    build) echo gcc libc6-dev cmake make ninja-build pkg-config libsimde-dev ;;  # the library and the examples
    tools) echo libjansson-dev zlib1g-dev ;;                                   # the command line program
    test) echo libcmocka-dev libgmp-dev libjansson-dev binutils ;;
    text) echo g++ clang-format zsh ;;                                         # C++ in pages, style, completion
    cache) echo ccache ;;                                                      # for those who build often
    clang) echo clang clangd libclang-rt-dev ;;                                # second compiler, sanitizers, libFuzzer
    valgrind) echo valgrind libc6-dbg ;;
    aarch64) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user ;;     # NEON on another machine
    windows) echo gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 wine wine64 ;;     # another system, run under Wine
    avx512) echo bochs bochsbios vgabios isolinux syslinux-common xorriso cpio ;; # a processor with AVX-512, emulated
    kernel) echo linux-image-cloud-amd64 ;;                                    # what starts there; fetched, not installed
    mpi) echo libopenmpi-dev openmpi-bin libtrilinos-zoltan-dev ;;             # the crowd on many machines
    machines) # other machines that scripts/ci/determinism.sh emulates
      echo gcc-riscv64-linux-gnu libc6-dev-riscv64-cross gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross \
        gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user emscripten nodejs ;;
    bench) # harness and rivals
      echo g++ python3 libbenchmark-dev libbox2d-dev libchipmunk-dev libbullet-dev libccd-dev libfcl-dev libnanoflann-dev ;;
    packaging) echo g++ dpkg-dev debhelper fakeroot lintian git ;;                 # Debian packages
    site) echo doxygen python3-sphinx python3-breathe python3-myst-parser furo git ;; # the pages as a site
    plot) echo python3 python3-pandas python3-matplotlib ;;
    compare) echo libbenchmark-tools python3-scipy ;;                          # google-benchmark's compare.py
    python) # the package, its tests, and what it works with
      echo python3-cffi python3-numpy python3-build python3-setuptools python3-wheel python3-venv python3-pytest mypy \
        python3-shapely python3-pandas python3-matplotlib python3-dask python3-distributed locales ;;
    wasm) echo emscripten nodejs node-typescript esbuild chromium ;;           # the npm package, its tests, the live page
    pybench) echo python3-scipy ;;                                             # a peer of the Python package
    *) echo "packages.sh: no group $1" >&2; exit 2 ;;
  esac
}

is_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

missing_packages() {
  local group package
  for group in "$@"; do
    for package in $(packages_of "$group"); do
      dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || echo "$package"
    done
  done | sort -u
}

# 0: all there now; 1: not; says why on stderr.
install_packages() {
  local missing as_root=""
  if ! is_debian; then
    echo "not a Debian system: expecting the equivalents of these to be installed:" >&2
    for group in "$@"; do packages_of "$group"; done | tr '\n' ' ' >&2
    echo >&2
    return 0
  fi
  missing=$(missing_packages "$@" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "missing packages; as root: apt-get install --no-install-recommends $missing" >&2
      return 1
    fi
    as_root=sudo
  fi
  echo "installing: $missing" >&2
  # shellcheck disable=SC2086
  if ! { $as_root apt-get update -qq &&
         $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } >&2; then
    echo "apt could not install; as root: apt-get install --no-install-recommends $missing" >&2
    return 1
  fi
}

need_packages() { install_packages "$@" || exit 1; }
try_packages() { install_packages "$@"; }
