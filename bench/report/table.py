#!/usr/bin/python3
"""Prints the results of a benchmark run: google-benchmark's JSON, or results.csv.

usage: table.py [OPTION] FILE     without an option as a page
  --csv          every case: the context, median nanoseconds, spread, other figures
  --source       where it comes from, in a paragraph
  --short        what README.md shows of it
  --scenes       distances, a row for each scene
  --context KEY  a line of its context; spread: the median coefficient of variation
or without a file
  --isas         the names of the library's instruction sets, narrowest first, and of its own choice among them:
                 in a case, for people
  --rivals       the same of the rivals, after the dimension
"""
from __future__ import annotations

import sys
from typing import Callable

import tables
from results import DIMENSIONS, IMPLEMENTATIONS, Run

PARTS: dict[str, Callable[[Run], str]] = {"--csv": Run.csv, "--source": tables.source, "--short": tables.short,
                                          "--scenes": tables.scenes}


def names(rivals: bool) -> str:
    """A line for each: of the rivals of both dimensions, or of the instruction sets."""
    if rivals:
        return "".join(f"{dimension}\t{one.name}\t{one.shown}\n" for dimension in DIMENSIONS
                       for one in IMPLEMENTATIONS[dimension] if one.is_rival)
    own = [one for one in IMPLEMENTATIONS["2d"] if not one.is_rival]
    return "".join(f"{one.name}\t{one.shown}\n" for one in sorted(own, key=lambda one: one.lanes or 1000))


def context(run: Run, key: str) -> str:
    """A line of the context, or what is computed from the cases."""
    return f"{run.spread:.4f}" if key == "spread" else run.context(key)


def main(given: list[str]) -> None:
    """Does what the arguments ask."""
    if given in (["--isas"], ["--rivals"]):
        text = names(given == ["--rivals"])
    elif len(given) == 3 and given[0] == "--context":
        text = context(Run(given[2]), given[1]) + "\n"
    elif len(given) == 2 and given[0] in PARTS:
        text = PARTS[given[0]](Run(given[1]))
    elif len(given) == 1 and not given[0].startswith("-"):
        text = tables.page(Run(given[0]))
    else:
        print("\n".join((__doc__ or "").splitlines()[2:]), file=sys.stderr)
        raise SystemExit(2)
    sys.stdout.write(text)


main(sys.argv[1:])
