#!/usr/bin/python3
"""Prints the results of a benchmark run. Ratios are times of a rival over times of the library in the same run.

usage: table.py [OPTION] FILE.json     the results of a benchmark run; without an option as a table
  --markdown     every case, as a page
  --csv          the same as comma-separated values
  --source       where it comes from, in a paragraph
  --short        what README.md shows of it
  --summary      what each instruction set and each rival needs
  --scenes       a row for each scene
  --contacts     the same of contacts, and how far rivals' depths are off
  --records      what records are worth, on the same frames
  --small        calls of few pairs
  --losses       where a rival is faster
  --context KEY  a line of its context; load_avg: the load average at the start; busy: the same where it was
                 above 1; widest: the instruction set with the most lanes
or without a file
  --isas         the names of the library's instruction sets, narrowest first, and of its own choice among them:
                 in a case, for people
  --rivals       the same of the rivals, after the dimension
"""
import sys
from typing import NoReturn

import pages
import summary
from results import DIMENSIONS, IMPLEMENTATIONS, MOST_LOAD, Run

PAGES = {"--markdown": pages.print_markdown, "--csv": pages.print_csv, "--source": summary.print_source,
         "--short": summary.print_short, "--summary": summary.print_summary, "--scenes": pages.print_scenes,
         "--small": pages.print_small, "--losses": pages.print_losses, "--contacts": pages.print_contacts,
         "--records": pages.print_records}


def print_isas() -> None:
    """Narrowest first."""
    own = [one for one in IMPLEMENTATIONS["2d"] if not one.is_rival]
    for one in [*sorted((one for one in own if one.lanes), key=lambda one: one.lanes), *(one for one in own if not one.lanes)]:
        print(f"{one.name}\t{one.shown}")


def print_rivals() -> None:
    """After the dimension."""
    for dimension in DIMENSIONS:
        for one in IMPLEMENTATIONS[dimension]:
            if one.is_rival:
                print(f"{dimension}\t{one.name}\t{one.shown}")


def print_context(run: Run, key: str) -> None:
    """A line of the context, or what is made of it."""
    if key == "widest":
        widest = run.widest("2d") or run.widest("3d")
        print(widest.shown if widest else "")
    elif run.load >= 0 and (key == "load_avg" or key == "busy" and run.load > MOST_LOAD):
        print(f"{run.load:.2f}")
    else:
        print(run.context(key))


def refuse() -> NoReturn:
    """Ends the program with the usage."""
    print("\n".join((__doc__ or "").splitlines()[2:]), file=sys.stderr)
    raise SystemExit(2)


def main(given: list[str]) -> None:
    """Does what the arguments ask."""
    if given == ["--isas"]:
        print_isas()
    elif given == ["--rivals"]:
        print_rivals()
    elif len(given) == 3 and given[0] == "--context":
        print_context(Run(given[2]), given[1])
    elif len(given) == 2 and given[0] in PAGES:
        PAGES[given[0]](Run(given[1]))
    elif len(given) == 1 and not given[0].startswith("-"):
        pages.print_text(Run(given[0]))
    else:
        refuse()


main(sys.argv[1:])
