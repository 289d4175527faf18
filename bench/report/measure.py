#!/usr/bin/python3
"""Runs the benchmark a block at a time: what is compared with each other is measured in the same seconds.

usage: measure.py [--quick] [--filter REGEX] [--resume] BENCH FILE.json
A block holds everybody's answers to a query of a scene, in all modes. One that was disturbed, because the host took
half a percent of its time or its repetitions spread by more than 3%, is measured again at the end, up to three times
and as long as the run is younger than an hour and three quarters, those of README.md first and then short ones; the
quietest counts. So is one that failed, or took a quarter of an hour; where it fails each time, the file holds the other
blocks, and the run fails. The results are one file of google-benchmark, whose context says how many blocks were
repeated, and how many stayed disturbed. It is written after each block; --resume takes it up again on the same machine
and build: it measures what the file lacks, and then the disturbed blocks as before.
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
MOST_TOTAL = 6300.0  # of a run, after which nothing is measured again: publishing may take two hours with everything else
KEPT = ("failed", "stolen", "share", "spread", "seconds")  # of a block, in the file
SAME = ("commit", "compiler", "flags", "machine", "cpu")  # of the context, in all blocks of a run


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
        self.stolen, self.share, self.spread, self.seconds = 0, 0.0, 0.0, 0.0
        self.last = 0.0  # spread of the last measurement, which is not the one that is kept where it is larger

    def run(self, bench: str, quick: bool) -> None:
        """Measures it; keeps the quietest of all times."""
        with tempfile.TemporaryDirectory() as folder:
            names, out = pathlib.Path(folder, "cases"), pathlib.Path(folder, "out.json")
            names.write_text("\n".join(self.cases) + "\n")
            before, begin, self.failed = steal(), time.monotonic(), True
            command = [bench, *(["--quick"] if quick else ["--all"]), "--cases", str(names), "--json", str(out)]
            try:
                done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=MOST_SECONDS)
            except subprocess.TimeoutExpired:
                print(f"stopped after {MOST_SECONDS:.0f} seconds", file=sys.stderr)
                return
            finally:
                self.seconds = time.monotonic() - begin
            stolen = steal() - before
            share = stolen / os.sysconf("SC_CLK_TCK") / self.seconds
            lines = [line for line in done.stderr.splitlines() if not line.startswith("measured ")]
            self.failed = done.returncode not in (0, 77)
            if done.returncode != 0:  # 77: its data is not here
                print("\n".join([*lines, *([f"exit status {done.returncode}"] if self.failed else [])]), file=sys.stderr)
                return
            root = json.loads(out.read_text())
        self.last = spread = self.spread_of(root)
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

    @property
    def shown(self) -> bool:
        """Whether README.md shows a row of it."""
        return any(is_headline(self.key, case) for case in self.cases)

    @property
    def name(self) -> str:
        """What the reports call it."""
        return "/".join(filter(None, self.key))


class Run:
    """All blocks, and the file of their results."""

    def __init__(self, given: argparse.Namespace, cases: list[str]):
        self.given, self.path, self.begin, self.repeated = given, pathlib.Path(given.json), time.monotonic(), 0
        keys: dict[tuple[str, ...], list[str]] = {}
        for case in cases:
            keys.setdefault(block_of(case), []).append(case)
        self.blocks = [Block(key, names) for key, names in keys.items()]
        self.before = 0.0  # seconds that the resumed run took
        self.options = {"quick": given.quick, "filter": given.filter}
        self.context: dict[str, str] = {}
        if given.resume:
            self.read()

    @property
    def seconds(self) -> float:
        """Since this run began."""
        return time.monotonic() - self.begin

    def read(self) -> None:
        """Takes the blocks that the file holds."""
        try:
            root = json.loads(self.path.read_text())
        except (OSError, ValueError) as error:
            raise SystemExit(f"measure.py: no run to resume: {error}") from error
        if root.get("options") != self.options:
            raise SystemExit(f"measure.py: {self.path} is a run with {root.get('options')}, not with {self.options}")
        self.context = root["context"]
        self.repeated, self.before = int(self.context["repeated"]), float(self.context["seconds"])
        entries: dict[str, list[dict[str, Any]]] = {}
        for one in root["benchmarks"]:
            entries.setdefault(one["run_name"], []).append(one)
        held = {tuple(one["key"]): one for one in root["measured"]}
        for block in self.blocks:
            if block.key in held and all(case in entries for case in block.cases):
                for field in KEPT:
                    setattr(block, field, held[block.key][field])
                block.root = {"context": self.context, "benchmarks": [one for case in block.cases for one in entries[case]]}

    def write(self) -> None:
        """Writes what is measured."""
        blocks = [block for block in self.blocks if block.root]
        root: dict[str, Any] = {"context": dict(self.context), "benchmarks": []}
        for place, block in enumerate(blocks):
            for one in block.root["benchmarks"]:
                root["benchmarks"].append({**one, "family_index": 10000 * place + one.get("family_index", 0) % 10000})
        whole = all(block.seconds and not block.failed for block in self.blocks)
        kind = "filtered" if self.given.filter else "quick" if self.given.quick else "standard"
        root["context"].update({
            "set": kind if whole else "incomplete", "blocks": str(len(blocks)), "repeated": str(self.repeated),
            "disturbed": str(sum(block.disturbed for block in blocks)),
            "steal": str(sum(block.stolen for block in blocks)), "seconds": f"{self.before + self.seconds:.0f}"})
        root["options"] = self.options
        root["measured"] = [{"key": block.key, **{field: getattr(block, field) for field in KEPT}} for block in blocks]
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(json.dumps(root, indent=1) + "\n")
        part.replace(self.path)

    def measure(self, some: list[Block], what: str, until: float) -> None:
        """Measures blocks, as long as the run is younger than so many seconds."""
        for place, block in enumerate(some, 1):
            if self.seconds > until:
                print(f"{self.seconds:5.0f} s  {len(some) - place + 1} blocks are not measured again: --resume does",
                      file=sys.stderr)
                return
            again = bool(block.seconds)
            block.run(self.given.bench, self.given.quick)
            self.repeated += again
            self.check(block)
            print(f"{self.seconds:5.0f} s  {what}{place} of {len(some)}: {block.name}, "
                  f"{len(block.cases)} cases in {block.seconds:.1f} s, spread {block.last:.1%}"
                  + (f" (kept: {block.spread:.1%})" if block.spread < block.last else "")
                  + (f", {block.stolen} ticks of steal time" if block.stolen else ""), file=sys.stderr)
            if self.context:
                self.write()

    def check(self, block: Block) -> None:
        """Refuses a block of another build or machine than the run."""
        if not block.root:
            return
        self.context = self.context or block.root["context"]
        for key in SAME:
            mine, other = self.context.get(key), block.root["context"].get(key)
            if mine != other:
                raise SystemExit(f"measure.py: the run of {self.path} is of {key} {mine}, not of {other} as this build")


def main() -> None:
    """Measures all blocks, and then the disturbed ones again."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--filter")
    parser.add_argument("bench")
    parser.add_argument("json")
    given = parser.parse_args()
    command = [given.bench, "--list", *(["--quick"] if given.quick else []),
               *(["--filter", given.filter] if given.filter else [])]
    cases = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if cases.returncode != 0:
        raise SystemExit(cases.returncode)
    run = Run(given, cases.stdout.split())
    run.measure([block for block in run.blocks if not block.root], "", float("inf"))
    for turn in range(0 if given.quick else ROUNDS):
        again = sorted((block for block in run.blocks if block.disturbed), key=lambda block: (not block.shown, block.seconds))
        run.measure(again, f"again ({turn + 1}), ", MOST_TOTAL)
    failed = [block.name for block in run.blocks if block.failed]
    if failed:
        raise SystemExit(f"measure.py: failed: {', '.join(failed)}; the other blocks are in {given.json}")
    if not any(block.root for block in run.blocks):
        raise SystemExit(77)


if __name__ == "__main__":
    main()
