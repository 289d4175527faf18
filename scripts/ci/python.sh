#!/usr/bin/env bash
# Builds the Python package's wheel without a network, installs it into a fresh virtual environment, and runs its tests, its
# examples and mypy there. The wheel is for CPython 3.9 and later; it is left in build/python/dist with the sdist. Then
# `pip install ./bindings/python` and the sdist are tried as users have them: each builds the library by itself.
#   scripts/ci/python.sh                 builds the library in build/test first, and installs what is missing
#   scripts/ci/python.sh --build FOLDER  takes the library of this build of cmake, and leaves all in FOLDER/python. With a library
#                                     that was built with sanitizers it runs the tests alone, under these
#   scripts/ci/python.sh --fuzz FOLDER SECONDS [SEED]    fuzzes the package under the sanitizers that FOLDER was built with
# Status 77 where packages are missing, or where tests have left something out, by name.
# PYTHON names another interpreter than /usr/bin/python3, which is Debian's and has its packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh
root=$PWD
python=${PYTHON:-/usr/bin/python3}
fail() { echo "python.sh: $1" >&2; exit "${2:-1}"; }

case "${1:-} $#" in
  " 0")
    need_packages build tools test python
    cmake --preset test >/dev/null
    cmake --build build/test --target lanegjk_static lgjk_recording lanegjk digest_inputs2 digest_inputs3
    build=$root/build/test out=$root/build/python ;;
  "--build 2")
    build=$(cd "$2" && pwd) out=$build/python
    "$python" -c 'import build, cffi, numpy, pytest, setuptools, venv, wheel' 2>/dev/null ||
      { echo "skipped: $python has not all packages of the group python (scripts/ci/packages.sh)"; exit 77; } ;;
  "--fuzz "[34])
    build=$(cd "$2" && pwd) out=$build/python-fuzz
    "$python" -c 'import cffi, numpy, setuptools' 2>/dev/null ||
      { echo "skipped: $python has not all packages of the group python (scripts/ci/packages.sh)"; exit 77; } ;;
  *) sed -n '5,9s/^# //p' "$root/scripts/ci/python.sh" >&2; exit 2 ;;
esac

export LGJK_SOURCE=$root LGJK_BUILD=$build LGJK_TEST_PROGRAMS=$build
rm -rf "$out"
mkdir -p "$out"
cp -r bindings/python "$out/source" # setuptools writes beside what it builds
rm -rf "$out/source"/*.egg-info

checked() {
  (cd "$out/source" && "$python" -c 'import build_native as native; native.build("-fsanitize=address,undefined")')
  export LD_PRELOAD ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1
  LD_PRELOAD=$(gcc -print-file-name=libasan.so)
}
if [ "${1:-}" = --fuzz ]; then
  grep -q '^LGJK_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" || fail "$2 was built without sanitizers"
  checked
  cd "$out"
  PYTHONPATH=$out/source "$python" source/tests/fuzz.py "${@:3}" ||
    fail "status $? after $(cat fuzz_python.log)"
  exit
fi
if grep -q '^LGJK_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
  checked
  # mypy runs none of the library. Python itself frees not all at its end, and is no concern of these tests.
  cd "$out/source"
  PYTHONPATH=$PWD "$python" -m pytest tests \
    --deselect tests/test_package.py::test_mypy_finds_mistakes
  exit
fi

for kind in wheel sdist; do
  (cd "$out/source" && "$python" -m build --$kind --no-isolation --outdir "$out/dist" >"$out/build.log" 2>&1) ||
    { tail -n 40 "$out/build.log"; fail "the $kind could not be built"; }
done
"$python" -m venv --system-site-packages "$out/venv"
pip=(-m pip install --quiet --no-index --disable-pip-version-check)
"$out/venv/bin/python" "${pip[@]}" "$out"/dist/lanegjk-*.whl
cd "$out/source"
rm -rf lanegjk lanegjk.egg-info # what is tested is what was installed
export LGJK_MYPY_CACHE=$out/mypy
"$out/venv/bin/python" -m pytest -rs tests | tee "$out/tests.log"
mypy=("$out/venv/bin/python" -m mypy --config-file "$out/source/pyproject.toml" --cache-dir "$out/mypy")
"${mypy[@]}" -p lanegjk
"${mypy[@]}" examples
(cd "$root/bench/report" && "${mypy[@]}" ./*.py)

# What a user does, without environment variables. Here the library is built without optimisation, to save the time.
"$python" -m venv --system-site-packages "$out/user"
unset LGJK_SOURCE LGJK_BUILD
# pip unpacks below $out, where the compiler's cache finds what it has seen.
export CMAKE_BUILD_TYPE=Debug CFLAGS=-g0 TMPDIR=$out/tmp
mkdir "$TMPDIR"
for from in "$root/bindings/python" "$out"/dist/lanegjk-*.tar.gz; do
  "$out/user/bin/python" "${pip[@]}" --no-build-isolation --no-deps --force-reinstall "$from" >"$out/build.log" 2>&1 ||
    { tail -n 40 "$out/build.log"; fail "pip could not install $from"; }
  "$out/user/bin/python" -I examples/first.py >/dev/null || fail "what pip installed from $from does not run"
done
for made in "$out"/dist/*; do echo "$made: $(wc -c <"$made") bytes"; done
if grep -q '^SKIPPED' "$out/tests.log"; then exit 77; fi
