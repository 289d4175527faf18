#!/usr/bin/python3
"""Runs the benchmark a block at a time: what is compared with each other is measured in the same seconds.

usage: measure.py [--quick] [--filter REGEX] BENCH FILE.json
A block holds everybody's answers to a query of a scene, in all modes. One that was disturbed, because the host took half a
percent of its time or its repetitions spread by more than 3%, is measured again at the end, up to three times; the quietest
counts. So is one that failed, or took a quarter of an hour; where it fails each time, the file holds the other blocks, and
the run fails.
The results are one file of google-benchmark, whose context says how many blocks were repeated and how many stayed
disturbed.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from results import DIMENSIONS, MOST_SPREAD, PARTS, SHORT_ROWS, SMALL_CALL, USUAL_PAIRS, scene_base

MOST_STOLEN = 0.005  # of a block's time: a sixth of the spread that is let pass
ROUNDS = 3  # in which blocks are measured again: noise of other machines comes in bursts of seconds to minutes
MOST_SECONDS = 900.0  # of a block; a longer one has failed


def block_of(case: str) -> tuple[str, ...]:
    """What a case is measured together with."""
    suite, *rest = case.split("/")
    part = dict(zip(PARTS[suite].split(), rest))
    size = int(part.get("size", 0))
    if suite in DIMENSIONS:
        return suite, scene_base(part["scene"]), part["query"], "few" if size < SMALL_CALL else str(size)
    return suite, part.get("scene", ""), part.get("mode", ""), str(size)


def is_headline(block: tuple[str, ...], case: str) -> bool:
    """Whether README.md shows a case of the library in this block."""
    _, scene, query, mode, who, _ = (case.split("/") + [""] * 6)[:6]
    return ((*block[:3], mode) in SHORT_ROWS and scene == block[1] and query == block[2] and who in ("avx2", "avx512")
            and block[3] == str(USUAL_PAIRS))


def steal() -> int:
    """Ticks that the host took from the machine since it started."""
    try:
        fields = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()
        return int(fields[8])
    except (OSError, IndexError, ValueError):
        return 0


class Block:
    """The cases that are measured together, and what came of it."""

    def __init__(self, key: tuple[str, ...], cases: list[str]):
        self.key, self.cases = key, cases
        self.root: dict[str, Any] = {}
        self.failed = False
        self.stolen, self.share, self.spread = 0, 0.0, 0.0

    def run(self, bench: str, quick: bool) -> None:
        """Measures it; keeps the quietest of all times."""
        with tempfile.TemporaryDirectory() as folder:
            names, out = pathlib.Path(folder, "cases"), pathlib.Path(folder, "out.json")
            names.write_text("\n".join(self.cases) + "\n")
            before, begin = steal(), time.monotonic()
            command = [bench, *(["--quick"] if quick else ["--all"]), "--cases", str(names), "--json", str(out)]
            try:
                done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=MOST_SECONDS)
            except subprocess.TimeoutExpired:
                print(f"stopped after {MOST_SECONDS:.0f} seconds", file=sys.stderr)
                self.failed = True
                return
            stolen = steal() - before
            share = stolen / os.sysconf("SC_CLK_TCK") / (time.monotonic() - begin)
            lines = [line for line in done.stderr.splitlines() if not line.startswith("measured ")]
            if done.returncode == 77:  # its data is not here
                print("\n".join(lines), file=sys.stderr)
                return
            self.failed = done.returncode != 0
            if self.failed:
                print("\n".join([*lines, f"exit status {done.returncode}"]), file=sys.stderr)
                return
            root = json.loads(out.read_text())
        spread = self.spread_of(root)
        if not self.root or (share > MOST_STOLEN, spread) < (self.share > MOST_STOLEN, self.spread):
            self.root, self.stolen, self.share, self.spread = root, stolen, share, spread

    def spread_of(self, root: dict[str, Any]) -> float:
        """The median coefficient of variation, and no less than that of a row of README.md."""
        found = {one["run_name"]: next(value for key, value in one.items() if key.startswith("ns_per_"))
                 for one in root["benchmarks"] if one.get("aggregate_name") == "cv"
                 and any(key.startswith("ns_per_") for key in one)}
        shown = [value for case, value in found.items() if is_headline(self.key, case)]
        return float(max([statistics.median(found.values()), *shown])) if found else 0.0

    @property
    def disturbed(self) -> bool:
        """Whether it has to be measured again."""
        return self.failed or bool(self.root) and (self.share > MOST_STOLEN or self.spread > MOST_SPREAD)


def main() -> None:
    """Measures all blocks, and then the disturbed ones again."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--filter")
    parser.add_argument("bench")
    parser.add_argument("json")
    given = parser.parse_args()
    command = [given.bench, "--list", *(["--quick"] if given.quick else []),
               *(["--filter", given.filter] if given.filter else [])]
    cases = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if cases.returncode != 0:
        raise SystemExit(cases.returncode)
    keys: dict[tuple[str, ...], list[str]] = {}
    for case in cases.stdout.split():
        keys.setdefault(block_of(case), []).append(case)
    blocks = [Block(key, names) for key, names in keys.items()]
    begin = time.monotonic()

    def measure(some: list[Block], what: str) -> None:
        for place, block in enumerate(some, 1):
            since = time.monotonic()
            block.run(given.bench, given.quick)
            print(f"{time.monotonic() - begin:5.0f} s  {what}{place} of {len(some)}: {'/'.join(filter(None, block.key))}, "
                  f"{len(block.cases)} cases in {time.monotonic() - since:.1f} s, spread {block.spread:.1%}"
                  + (f", {block.stolen} ticks of steal time" if block.stolen else ""), file=sys.stderr)

    measure(blocks, "")
    repeated = 0
    for turn in range(0 if given.quick else ROUNDS):
        again = [block for block in blocks if block.disturbed]
        measure(again, f"again ({turn + 1}), ")
        repeated += len(again)
    failed = ["/".join(filter(None, block.key)) for block in blocks if block.failed]
    blocks = [block for block in blocks if block.root]
    if not blocks:
        raise SystemExit(1 if failed else 77)
    root: dict[str, Any] = {"context": dict(blocks[0].root["context"]), "benchmarks": []}
    for place, block in enumerate(blocks):
        for one in block.root["benchmarks"]:
            one["family_index"] = 10000 * place + one.get("family_index", 0)
        root["benchmarks"] += block.root["benchmarks"]
    root["context"].update({
        "set": "incomplete" if failed else "filtered" if given.filter else "quick" if given.quick else "standard",
        "blocks": str(len(blocks)),
        "repeated": str(repeated), "disturbed": str(sum(block.disturbed for block in blocks)),
        "steal": str(sum(block.stolen for block in blocks)), "seconds": f"{time.monotonic() - begin:.0f}"})
    pathlib.Path(given.json).write_text(json.dumps(root, indent=1) + "\n")
    if failed:
        raise SystemExit(f"measure.py: failed: {', '.join(failed)}; the other blocks are in {given.json}")


if __name__ == "__main__":
    main()
