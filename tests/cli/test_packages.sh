#!/usr/bin/env bash
# The Debian packages build, lintian has nothing to say of them, and what they and the archive hold can be used: a program
# links the shared library by pkg-config, the command line program starts, the manual page and the licence are there.
#   test_packages.sh SOURCE_DIR C_COMPILER
# Status 77 where this machine does not have what makes packages.
set -euo pipefail
source=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packages=$source/build/packages-quick
"$source/scripts/ci/package.sh" --quick

# links LIBRARY_FOLDER: a program with the shared library there
links() {
  # shellcheck disable=SC2046
  "$cc" "$source/tests/cli/install/consumer.c" -o "$work/consumer" \
    $(PKG_CONFIG_PATH=$1/pkgconfig pkg-config --cflags --libs lanegjk)
  readelf -d "$work/consumer" | grep -q 'NEEDED.*liblanegjk'
  LD_LIBRARY_PATH=$1 "$work/consumer"
}

for package in "$packages"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
links "$work/root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
version=$("$work/root/usr/bin/lanegjk" --version)
echo "$version"
[ "$(dpkg-deb -f "$packages"/lanegjk_*.deb Version)" = "${version#lanegjk }-1" ]
[ -e "$work/root/usr/share/man/man1/lanegjk.1.gz" ]
cmp "$source/cli/completion/lanegjk.bash" "$work/root/usr/share/bash-completion/completions/lanegjk"
cmp "$source/cli/completion/_lanegjk" "$work/root/usr/share/zsh/vendor-completions/_lanegjk"
words() { tr -s ' .\n' ' ' | sed 's/^ //;s/ $//'; }
diff <(sed -n '/^Permission/,$p' "$source/LICENSE" | words) \
  <(sed -n '/^ Permission/,$p' "$work/root/usr/share/doc/lanegjk/copyright" | words)

mkdir "$work/archive"
tar -C "$work/archive" --strip-components=1 -xf "$packages"/lanegjk-*.tar.gz
links "$(dirname "$(find "$work/archive" -name liblanegjk.so)")"
"$work/archive/bin/lanegjk" --version
cmp "$source/LICENSE" "$work/archive/share/doc/lanegjk/LICENSE"
