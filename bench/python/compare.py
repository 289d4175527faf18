"""Prints a page: this package beside calls of C, shapely, scipy and numpy. scripts/ci/bench_python.sh runs it.

    compare.py CALLS COMMIT COMPILER DATE LOAD FILE [--quick]     CALLS: the program of bench/python/calls.c
                                                                  FILE: gets all rows as CSV
"""
import concurrent.futures
import importlib
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy

import lanegjk as lg
from finding import finding_rows, tick_rows
from pairs import pair_rows
from rows import QUICK, Times, in_turns, lost, table, won, write
from worlds import Crowd, Polygons

PAIRS, TURNS, PART = 10_000, 5, 100_000
REPEATS = 20 if QUICK else 200
RESULTS = {"distance": ("distance, bound query", "ns per pair", 2), "contact": ("contact, bound query", "ns per pair", 2),
           "once": ("distance, one-shot function", "ns per pair", 2), "one": ("one pair, bound query", "ns a call", 0),
           "one once": ("one pair, one-shot function", "ns a call", 0)}


def median_ns(call, repeats, calls=1):
    """The median time of a call in nanoseconds."""
    taken = []
    for _ in range(repeats):
        begin = time.perf_counter_ns()
        for _ in range(calls):
            call()
        taken.append((time.perf_counter_ns() - begin) / calls)
    return statistics.median(taken)


def beside_c(calls):
    """Rows of the package and of C, in turns: the least of the medians of each."""
    world = Polygons(PAIRS)
    distance, contact = lg.Distance(world.bodies, world.pairs), lg.Contact(world.bodies, world.pairs)
    one = lg.Distance(world.bodies, world.pairs[:1])
    times = {}

    def keep(name, value):
        times[name] = min(value, times.get(name, value))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "world"
        world.write(path)
        for _ in range(2 if QUICK else TURNS):
            out = subprocess.run([calls, str(path), str(REPEATS)], check=True, capture_output=True, text=True).stdout
            for line in out.splitlines():
                keep("C " + line.split()[0], float(line.split()[1]))
            keep("distance", median_ns(distance, REPEATS) / PAIRS)
            keep("contact", median_ns(contact, REPEATS) / PAIRS)
            keep("once", median_ns(lambda: lg.distance2(world.bodies, world.pairs), REPEATS) / PAIRS)
            keep("one", median_ns(one, REPEATS, 1000))
            keep("one once", median_ns(lambda: lg.distance2(world.bodies, world.pairs[:1]), REPEATS, 20))
    for key, (name, unit, digits) in RESULTS.items():
        of_c = times["C " + {"once": "distance", "one once": "one"}.get(key, key)]
        yield name, unit, f"{of_c:.{digits}f}", f"{times[key]:.{digits}f}", f"{times[key] / of_c:.2f}x"


def threads():
    """How many times faster two threads are, on 2,000,000 pairs: of a pool of Python in parts of PART, and of Workers."""
    world = Polygons(200_000 if QUICK else 2_000_000)
    query, count = lg.Distance(world.bodies, world.pairs), len(world.pairs)
    shared = lg.Distance(world.bodies, world.pairs, workers=lg.Workers(2))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        def both():
            list(pool.map(lambda first: query(first, min(PART, count - first)), range(0, count, PART)))
        one, two, three = (min(taken) for taken in in_turns([query, both, shared], 2 * TURNS, 1))
    return one / two, one / three


def once_beside_bound():
    """Rows of find_pairs2 beside a Finder, in turns."""
    for count in (100, 1_000, 10_000, 100_000):
        bodies = Crowd(count).bodies
        bound, once = (Times.of(taken, 1e3) for taken in in_turns([lg.Finder(bodies), lambda: lg.find_pairs2(bodies)]))
        yield f"{count:,}", bound.text(), once.text(), f"{once.median / bound.median:.2f}x"


def facts(commit, compiler, date, load, shapely):
    cpu = dict(line.split("\t")[0:1] + [line.split(": ", 1)[1]] for line in
               pathlib.Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines() if ": " in line)
    cpu_text = f"family {cpu['cpu family']}, model {cpu['model']}, stepping {cpu['stepping']}"
    geos = shapely and f"{shapely.__version__}, GEOS {'.'.join(map(str, shapely.geos_version))}"
    table(("", ""), [("machine", cpu["model name"]), ("cpu", cpu_text), ("compiler", compiler), ("commit", commit),
                     ("date", date), ("lanegjk", lg.__version__), ("python", platform.python_version()),
                     ("numpy", np.__version__),
                     ("scipy", scipy.__version__), ("shapely", geos or "not measured: there is no shapely 2 here"),
                     ("instruction set", lg.isas()[-1]), ("load average at the start", load)])


LACKS = """What the rivals do not do:

- **shapely** has distances, and no depths, normals or manifolds. Its geometries do not move: those that do are built again from
  arrays of corners. It computes in double.
- **cKDTree** knows points. Of bodies it finds the centres that are within the sum of the two greatest radii, and numpy leaves out
  the rest; it has no worker threads for pairs. Each case has the size of leaves and the build that are fastest for it.
- **STRtree** finds each pair in both orders, and numpy keeps one.
- **numpy** has one formula for each kind of shape; separating axes say whether polygons overlap, and not how far apart they are.
- None reports touches that begin and end, as a `Tick` does. Where no threads are mentioned, all have one."""


def main():
    calls, commit, compiler, date, load, rows_file = sys.argv[1:7]
    shapely = importlib.import_module("shapely")
    shapely = shapely if hasattr(shapely, "distance") else None
    sections = [pair_rows(shapely), finding_rows(shapely), tick_rows()]
    every = [row for rows in sections for row in rows]
    write(rows_file, every)
    print("# The Python package\n")
    facts(commit, compiler, date, load, shapely)
    print("Median (least..greatest) of several runs, in which the package and its rivals take turns; everything included,\n"
          f"without records. All {len(every)} rows are in [python.csv](python.csv).\n")
    lost(every)
    print(f"That is {np.mean([row.lost() for row in every]):.0%} of the rows; the rest follow.\n")
    won("Queries of pairs", "Polygons have 3 to 8 vertices, and 42% of their pairs overlap. Circles and boxes are near ones "
        "of 20,000 in a crowd.", sections[0])
    won("Finding", "Points are 1.5 m apart in the mean; polygons of half a metre, one per square metre.", sections[1])
    won("Ticks", "Circles of 0.2 to 0.35 m, 2 per square metre, walk; each tick moves them and lists the pairs up to 0.1 m "
        "apart, with gaps\nand normals.", sections[2])
    print(LACKS)
    print(f"\n## Beside C\n\nThe same {PAIRS:,} pairs of polygons; the least of the medians of turns.\n")
    table(("", "", "C", "Python", "Python takes"), list(beside_c(calls)))
    pool, workers = threads()
    size = "200,000" if QUICK else "2,000,000"
    print(f"Two threads, {size} pairs: of a pool of Python, in parts of {PART:,} pairs, {pool:.2f} times as fast as one; of "
          f"`Workers(2)`\n{workers:.2f} times.\n")
    table(("bodies", "Finder, µs a call", "find_pairs2", "takes"), list(once_beside_bound()))


main()
