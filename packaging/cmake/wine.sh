#!/usr/bin/env bash
# Runs a Windows program under Wine, with the C drive of build/windows/wine. Lines that it writes end with LF alone.
#   packaging/cmake/wine.sh PROGRAM [ARGUMENT...]
set -euo pipefail
program=$1
shift
[ ! -e "$program.exe" ] || program+=.exe
WINEPREFIX=$(cd "$(dirname "$0")/../.." && pwd)/build/windows/wine
mkdir -p "$(dirname "$WINEPREFIX")"
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
written=$(mktemp -d)
trap 'rm -r "$written"' EXIT
# A server that stays for some seconds: one that goes while the next program comes may take that one's output along.
wineserver -p30 </dev/null >/dev/null 2>&1 || true
# Files and no pipes, whose end comes with that of Wine's services, some seconds later. On a busy machine Wine now and then
# loses all that a program writes. So one that has written nothing is run again; build/windows/lost names those that then wrote.
for try in 1 2 3; do
  status=0
  wine "$program" "$@" >"$written/out" 2>"$written/err" || status=$?
  [ -s "$written/out" ] || [ -s "$written/err" ] || continue
  [ "$try" -eq 1 ] || echo "$program $*" >>"$WINEPREFIX/../lost"
  break
done
tr -d '\r' <"$written/out"
tr -d '\r' <"$written/err" >&2
exit "$status"
