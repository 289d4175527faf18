#!/usr/bin/env bash
# Runs programs on an emulated processor that has AVX-512, for machines whose own has none: Bochs starts Debian's kernel,
# which takes it half a minute, and then executes some 50 million instructions a second.
#   emulate_avx512.sh WORK_DIR PROGRAM [ARGUMENT...] [-- PROGRAM [ARGUMENT...]]...
# Programs are linked statically; they run one after the other, and write to standard output what they write to either
# output there. Status: that of the first that fails, 1 where the machine did not run, 77 where Bochs or what it needs is
# missing (scripts/ci/packages.sh, avx512). The kernel is Debian's package, fetched into WORK_DIR once and not installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$1
shift
. scripts/ci/packages.sh

require_file() { [ -e "$1" ] || { echo "skipped: this machine has no $1"; exit 77; }; }
for file in /usr/bin/bochs /usr/share/bochs/BIOS-bochs-latest /usr/lib/ISOLINUX/isolinux.bin \
  /usr/lib/syslinux/modules/bios/ldlinux.c32 /usr/bin/xorriso /usr/bin/cpio; do
  require_file "$file"
done
rm -rf "$work/root" "$work/disc"
mkdir -p "$work/root/dev" "$work/disc/isolinux"

# The kernel that the package depends on, whose name has its version.
if [ ! -e "$work/vmlinuz" ]; then
  kernel=$(apt-cache depends "$(packages_of kernel)" 2>/dev/null | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p')
  if ! (cd "$work" && apt-get download "${kernel:-none}" >kernel.log 2>&1); then
    echo "skipped: apt did not fetch $(packages_of kernel)"
    exit 77
  fi
  dpkg-deb --fsys-tarfile "$work/$kernel"_*.deb | tar -x -C "$work" --wildcards --strip-components=2 './boot/vmlinuz-*'
  mv "$work"/vmlinuz-* "$work/vmlinuz"
  rm "$work/$kernel"_*.deb
fi

# Its only files: the first program, those that are named, and what to run.
gcc -std=gnu11 -O1 -static -Wall -Wextra tests/support/emulated_init.c -o "$work/root/init"
line=()
for word in "$@" --; do
  if [ "$word" = -- ]; then
    cp "${line[0]}" "$work/root/$(basename "${line[0]}")"
    line[0]=/$(basename "${line[0]}")
    echo "${line[*]}" >>"$work/root/commands"
    line=()
  else
    line+=("$word")
  fi
done
(cd "$work/root" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/disc/initrd.gz"

# Bochs reports another size of the compact form of registers than it has, for which the kernel would do without AVX.
cp tests/support/emulated_isolinux.cfg "$work/disc/isolinux/isolinux.cfg"
cp "$work/vmlinuz" "$work/disc/vmlinuz"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$work/disc/isolinux/"
xorriso -as mkisofs -quiet -o "$work/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
  -boot-load-size 4 -boot-info-table "$work/disc" 2>"$work/disc.log"

cp tests/support/emulated_bochsrc "$work/bochsrc"
echo continue >"$work/debugger" # Debian's Bochs waits for its debugger
rm -f "$work/serial.txt"
# It ends with a panic, as the machine switches itself off.
(cd "$work" && bochs -q -f bochsrc -rc debugger </dev/null >bochs.out 2>&1) || true
status=$(sed -n '$s/^status \([0-9]*\)$/\1/p' "$work/serial.txt" 2>/dev/null || true)
if [ -z "$status" ]; then
  echo "the emulated machine did not run to the end: see $work/bochs.out and bochs.log" >&2
  exit 1
fi
sed '$d' "$work/serial.txt"
exit "$status"
