#!/usr/bin/env bash
# The version, whose one source is the public header: CMake, the packages of Python, npm and conan, and the site read it there.
#   scripts/ci/version.sh            prints it
#   scripts/ci/version.sh --check    names the files that cannot read it and have another one
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^#define LGJK_VERSION_[A-Z]* \([0-9]*\)$/\1/p' kernel/include/lanegjk/lanegjk.h | paste -sd. -)
case "${1:-} $#" in
  " 0") echo "$version"; exit ;;
  "--check 1") ;;
  *) sed -n '3,4s/^# *//p' "$0" >&2; exit 2 ;;
esac

minor=${version%.*} # what the name of the shared library has, until 1.0
status=0
# has FILE TEXT
has() { grep -qF -e "$2" "$1" || { echo "$1: expected $2"; status=1; }; }
has CHANGELOG.md "## [$version] - "
has packaging/debian/changelog "lanegjk ($version-"
has packaging/debian/control "Package: liblanegjk$minor"
has packaging/debian/control "Depends: liblanegjk$minor ("
has "packaging/debian/liblanegjk$minor.install" "lib*.so."
has "packaging/debian/liblanegjk$minor.lintian-overrides" "liblanegjk$minor:"
has "packaging/debian/liblanegjk$minor.symbols" "liblanegjk.so.$minor liblanegjk$minor #MINVER#"
has "packaging/debian/liblanegjk$minor.symbols" "@Base\$\" $minor.0"
has packaging/vcpkg/lanegjk/vcpkg.json "\"version\": \"$version\""
for page in docs/install.md examples/CMakeLists.txt tests/cli/install/CMakeLists.txt; do
  has $page "find_package(lanegjk $minor "
done
exit $status
