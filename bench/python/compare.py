"""Prints a page: this package beside calls of C, shapely and scipy, on the same pairs. scripts/ci/bench_python.sh runs it.

    compare.py CALLS COMMIT COMPILER DATE LOAD [--quick]      CALLS: the program of bench/python/calls.c
    compare.py --rows                                         the rows of shapely alone, for another shapely than Debian's

LGJK_SHAPELY2_DIR names a folder with shapely 2, such as one that `pip install --target` filled.
"""
import concurrent.futures
import importlib
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy
from scipy.spatial import cKDTree

import lanegjk as lg

PAIRS, SEED, TURNS, PART = 10_000, 7, 5, 100_000
QUICK = "--quick" in sys.argv
REPEATS = 20 if QUICK else 200


def median_ns(call, repeats, calls=1):
    """The median time of a call in nanoseconds."""
    taken = []
    for _ in range(repeats):
        begin = time.perf_counter_ns()
        for _ in range(calls):
            call()
        taken.append((time.perf_counter_ns() - begin) / calls)
    return statistics.median(taken)


class World:
    """Pairs of polygons of 3 to 8 vertices, each of two bodies of its own, of which about a third overlap."""

    def __init__(self, pairs):
        rng = np.random.default_rng(SEED)
        angle = [np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 9))) for _ in range(200)]
        self.corners = [np.stack([np.cos(a), np.sin(a)], 1).astype(np.float32) for a in angle]
        self.shape = rng.integers(0, 200, 2 * pairs).astype(np.uint32)
        place = np.repeat(rng.uniform(-500, 500, (pairs, 2)), 2, axis=0)
        way, turn = rng.uniform(0, 2 * np.pi, (2, pairs))
        place[1::2] += rng.uniform(0, 3.4, pairs)[:, None] * np.stack([np.cos(way), np.sin(way)], 1)
        self.pose = lg.poses2(place, np.stack([turn, way], 1).ravel())
        self.pairs = np.arange(2 * pairs, dtype=np.uint32).reshape(-1, 2)
        self.bodies = lg.Bodies2(lg.Shapes2([lg.polygon(points) for points in self.corners]), self.shape, self.pose)

    def write(self, path):
        """Writes the world for the program of C."""
        head = [np.array([len(self.corners), len(self.shape), len(self.pairs)], np.uint32)]
        shapes = [part for points in self.corners for part in (np.array([len(points)], np.uint32), np.zeros(1, np.float32),
                                                               points)]
        path.write_bytes(b"".join(part.tobytes() for part in [*head, *shapes, self.shape, self.pose, self.pairs]))

    def moved(self):
        """The corners of all bodies in the world, and which body each belongs to."""
        sizes = np.array([len(points) for points in self.corners])[self.shape]
        corners = np.concatenate([self.corners[i] for i in self.shape]).astype(float)
        x, y, c, s = np.repeat(self.pose.astype(float), sizes, axis=0).T
        turned = np.stack([c * corners[:, 0] - s * corners[:, 1] + x, s * corners[:, 0] + c * corners[:, 1] + y], 1)
        return turned, np.repeat(np.arange(len(sizes)), sizes)


def beside_c(calls):
    """Rows of the package and of C, in turns; the least of the medians of each."""
    world = World(PAIRS)
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
    overlapping = np.mean(lg.overlap2(world.bodies, world.pairs).status == lg.Status.OVERLAPPING)
    return world, times, overlapping


def threads():
    """How many times faster two threads are, on 2,000,000 pairs: of a pool of Python in parts of PART, and of Workers."""
    world = World(200_000 if QUICK else 2_000_000)
    query, count = lg.Distance(world.bodies, world.pairs), len(world.pairs)
    shared = lg.Distance(world.bodies, world.pairs, workers=lg.Workers(2))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        def both():
            list(pool.map(lambda first: query(first, min(PART, count - first)), range(0, count, PART)))
        one, two, three = (min(times) for times in zip(*[(median_ns(query, 1), median_ns(both, 1), median_ns(shared, 1))
                                                         for _ in range(2 * TURNS)]))
    return one / two, one / three


def shapely_rows(world):
    """Rows of shapely on the same pairs: 2.x by arrays, 1.x one pair at a time."""
    shapely = importlib.import_module("shapely")
    geometry = importlib.import_module("shapely.geometry")
    corners, owner = world.moved()
    mine = lg.distance2(world.bodies, world.pairs).distance
    if hasattr(shapely, "distance"):
        def make():
            rings = shapely.linearrings(corners, indices=owner)
            return shapely.polygons(rings)
        bodies = make()
        a, b = bodies[0::2], bodies[1::2]
        theirs = shapely.distance(a, b)
        rows = [("distance of arrays", median_ns(lambda: shapely.distance(a, b), 5) / PAIRS),
                ("intersects of arrays", median_ns(lambda: shapely.intersects(a, b), 5) / PAIRS),
                ("distance, with making the moved geometries", median_ns(lambda: shapely.distance(*make().reshape(-1, 2).T), 5)
                 / PAIRS)]
    else:
        bodies = [geometry.Polygon(ring) for ring in np.split(corners, np.flatnonzero(np.diff(owner)) + 1)]
        couples = list(zip(bodies[0::2], bodies[1::2]))
        theirs = np.array([a.distance(b) for a, b in couples])
        rows = [("distance, a call for each pair", median_ns(lambda: [a.distance(b) for a, b in couples], 3) / PAIRS)]
    assert np.abs(theirs - mine).max() < 4e-7 * 1000, "distances differ"
    version = shapely.__version__.replace("0+unknown", "2 of a source tree")
    return [(f"shapely {version}: {name}", ns) for name, ns in rows]


def other_shapely():
    """The rows of the shapely of LGJK_SHAPELY2_DIR, from a process of its own."""
    folder = os.environ.get("LGJK_SHAPELY2_DIR")
    if not folder:
        return []
    command = [sys.executable, __file__, "--rows", *(["--quick"] if QUICK else [])]
    out = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": folder})
    return json.loads(out.stdout)


def crowd(count):
    """Places and bodies of circles that stand 1.5 m apart in the mean."""
    place = np.random.default_rng(SEED).uniform(0, count**0.5 * 1.5, (count, 2)).astype(np.float32)
    return place, lg.Bodies2(lg.Shapes2([lg.circle(0.5)]), np.zeros(count, np.uint32), lg.poses2(place))


def once_beside_bound():
    """Rows of find_pairs2 beside a Finder, in turns: the medians of both, and of the ratio of neighbours."""
    for count in (100, 1_000, 10_000, 100_000):
        bodies = crowd(count)[1]
        finder, calls = lg.Finder(bodies), max(1, 20_000 // count)
        finder()
        turns = [(median_ns(finder, 1, calls), median_ns(lambda: lg.find_pairs2(bodies), 1, calls))
                 for _ in range(5 if QUICK else 51)]
        bound, once = (statistics.median(times) / 1e3 for times in zip(*turns))
        yield (f"{count:,}", f"{bound:.1f}", f"{once:.1f}", f"{statistics.median(b / a for a, b in turns):.2f}x")


def finding():
    """Rows of pairs within 1 m of each other, of 100,000 points."""
    count = 10_000 if QUICK else 100_000
    place, bodies = crowd(count)
    finder = lg.Finder(bodies)
    found = len(finder())
    tree = len(cKDTree(place).query_pairs(1, output_type="ndarray"))
    assert abs(found - tree) <= 1e-4 * tree, (found, tree)
    return found, count, median_ns(finder, 9) / count, median_ns(
        lambda: cKDTree(place).query_pairs(1, output_type="ndarray"), 9) / count


def table(head, rows):
    print(f"| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print()


def main():
    calls, commit, compiler, date, load = sys.argv[1:6]
    cpu = dict(line.split("\t")[0:1] + [line.split(": ", 1)[1]] for line in
               pathlib.Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines() if ": " in line)
    world, times, overlapping = beside_c(calls)
    peers = shapely_rows(world) + other_shapely()
    pairs, count, mine, theirs = finding()
    print("# The Python package\n")
    table(("", ""), [("machine", cpu["model name"]), ("cpu", f"family {cpu['cpu family']}, model {cpu['model']}, stepping "
                                                             f"{cpu['stepping']}"),
                     ("compiler", compiler), ("commit", commit), ("date", date), ("lanegjk", lg.__version__),
                     ("python", platform.python_version()), ("numpy", np.__version__), ("scipy", scipy.__version__),
                     ("instruction set", lg.isas()[-1]), ("load average at the start", load)])
    print(f"{PAIRS:,} pairs of polygons of 3 to 8 vertices, each of two bodies of its own, {overlapping:.0%} overlapping. "
          "Everything included,\nwithout records, one core. The least of the medians of turns; C and Python take turns.\n")
    table(("", "C", "Python", "Python takes"), [
        (name, f"{times['C ' + key]:.{digits}f} {unit}", f"{times[mine_key]:.{digits}f} {unit}",
         f"{times[mine_key] / times['C ' + key]:.2f}x")
        for name, key, mine_key, unit, digits in (
            ("distance, bound query", "distance", "distance", "ns per pair", 2),
            ("contact, bound query", "contact", "contact", "ns per pair", 2),
            ("distance, one-shot function", "distance", "once", "ns per pair", 2),
            ("one pair, bound query", "one", "one", "ns a call", 0),
            ("one pair, one-shot function", "one", "one once", "ns a call", 0))])
    size = "200,000" if QUICK else "2,000,000"
    pool, workers = threads()
    print(f"Two threads, {size} pairs: of a pool of Python, in parts of {PART:,} pairs, {pool:.2f} times as fast as one; of "
          f"`Workers(2)`\n{workers:.2f} times.\n")
    table(("on the same pairs", "ns per pair", "lanegjk is"),
          [(name, f"{ns:.0f}", f"{ns / times['distance']:.0f}x faster") for name, ns in peers])
    print(f"Pairs of circles that meet, {pairs:,} of {count:,} moving ones, everything that a tick needs included.\n")
    table(("", "ns per body"), [("Finder", f"{mine:.0f}"), (f"scipy {scipy.__version__}: cKDTree and query_pairs",
                                                            f"{theirs:.0f} ({theirs / mine:.0f}x)")])
    table(("bodies", "Finder, µs a call", "find_pairs2", "takes"), list(once_beside_bound()))


if "--rows" in sys.argv:
    print(json.dumps(shapely_rows(World(PAIRS))))
else:
    main()
