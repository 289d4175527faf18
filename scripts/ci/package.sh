#!/usr/bin/env bash
# Makes the packages in build/packages: Debian's, from packaging/debian/, which lintian then checks, and an archive of what
# cmake installs, by CPack. Installs what is missing.
#   scripts/ci/package.sh              as they are released: some five minutes on two cores
#   scripts/ci/package.sh --quick      in build/packages-quick, the Debian packages without optimisation and without debug
#                                   information, and the archive of build/test: what the tests look at
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh
. scripts/ci/targets.sh
say() { printf '== %3d s  %s\n' $SECONDS "$*"; }

work=$PWD/build/packages
lintian=(lintian --display-info --fail-on "error,warning,info" --allow-root)
export DEB_BUILD_OPTIONS="nocheck parallel=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
case "${1:-} $#" in
  " 0") need_packages build tools packaging ;;
  "--quick 1")
    work+=-quick
    export DEB_BUILD_OPTIONS="noopt noautodbgsym $DEB_BUILD_OPTIONS" DEB_CFLAGS_STRIP=-g
    lintian+=(--suppress-tags hardening-no-fortify-functions) ;; # which gcc only has where it optimises
  *) sed -n '4,6s/^# *//p' "$0" >&2; exit 2 ;;
esac
require_command dpkg-buildpackage dh lintian git
[ "$(git rev-parse --show-toplevel 2>/dev/null)" -ef . ] || { echo "skipped: this is no git checkout"; exit 77; }
# debhelper has a home folder of its own.
if command -v ccache >/dev/null; then export CCACHE_DIR=${CCACHE_DIR:-$(ccache -k cache_dir)}; fi

version=$(scripts/ci/version.sh)
tree=$work/lanegjk-$version
rm -rf "$work"
mkdir -p "$tree"
say "source: what git tracks, as it is now"
git ls-files -z --deduplicate -- ':!packaging/debian' | tar --null -T - -c | tar -C "$tree" -x
tar -C "$work" -czf "$work/lanegjk_$version.orig.tar.gz" "lanegjk-$version"
git ls-files -z --deduplicate -- packaging/debian | tar --null -T - --transform=s,^packaging/,, -c | tar -C "$tree" -x

say "Debian packages"
(cd "$tree" && dpkg-buildpackage -us -uc) >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }
say "lintian"
(cd "$work" && "${lintian[@]}" ./*.changes)

say "archive"
build=build/release
if [ "${1:-}" = --quick ]; then build=build/test; else scripts/ci/build.sh; fi
cpack --config "$build/CPackConfig.cmake" -B "$work/archive" >"$work/cpack.log" || { tail "$work/cpack.log"; exit 1; }
mv "$work"/archive/*.tar.gz "$work"
rm -r "$work/archive" "$tree"
(cd "$work" && wc -c ./*.deb ./*.tar.gz ./*.dsc)
