"""The JSON of a benchmark run, read back: where it came from, and the median figures of each case."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import re
import sys
from typing import Any, Optional

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIMENSIONS = ("2d", "3d")
USUAL_PAIRS = 10000
SMALL_CALL = 1000  # a call of fewer pairs is small
MOST_LOAD = 1.0  # a run is busy, and is published only as such, where the load average at its start was above this


@dataclasses.dataclass(frozen=True)
class Implementation:
    """Who has answered: an instruction set of the library, its own choice among them, or a rival."""

    name: str  # in a case: "avx512", "box2d"
    shown: str  # on pages and plots: "AVX-512", "Box2D"
    library: str = ""  # of a rival: the line of the context with its version
    lanes: int = 0  # of an instruction set

    @property
    def is_rival(self) -> bool:
        """False for the library."""
        return bool(self.library)


def _read(path: str) -> str:
    return (ROOT / path).read_text().replace("\\\n", " ")


def _implementations() -> dict[str, list[Implementation]]:
    """Of each dimension, by the library's own table and the benchmark's: sets, the choice among them, rivals."""
    rows = re.findall(r'X\((\w+), *\w+, *"([^"]+)", *(\d+),', _read("kernel/isa/kernels.h"))
    own = [Implementation(name, shown, lanes=int(lanes)) for name, shown, lanes in rows]
    text = _read("bench/rivals.h")
    found = {}
    for dimension in DIMENSIONS:
        line = re.search(rf"#define BENCH_RIVALS{dimension[0]}\(ROW\)(.*)", text)
        assert line and own
        rivals = re.findall(r'ROW\(\w+, "([^"]+)", "([^"]+)", "([^"]+)"\)', line[1])
        found[dimension] = [*own, Implementation("auto", "automatic"), *(Implementation(*rival) for rival in rivals)]
    return found


IMPLEMENTATIONS = _implementations()
# What each scene is, in a line. scenes2.h and scenes3.h say more.
SCENE_LINES = {
    "S1": "polygons of 8 vertices, half of the pairs overlapping",
    "S2": "polygons of 3 to 8 vertices, 30% overlapping",
    "S3": "capsules, 30% overlapping",
    "S4": "boxes, 30% overlapping",
    "S5": "polygons of 3 to 8 vertices, all apart",
    "S6": "circles, capsules, boxes and polygons in equal parts, 30% overlapping",
    "S7": "polygons of 3 to 8 vertices, near touching: gaps of 0.001 to 1 of their size",
    "S8": "a grid of touching boxes that rest, each against its eight neighbours",
    "S9": "a crowd: circles, ellipses and walls, a third overlapping by up to 20%",
    "S10": "touching after a push: boxes, hexagons, capsules, circles and walls",
    "S11": "touching after a push: boxes against walls",
    "S12": "touching after a push: hexagons against walls",
    "S13": "touching after a push: capsules against walls",
    "T1": "boxes, 30% overlapping",
    "T2": "capsules, 30% overlapping",
    "T3": "balls, capsules, boxes and cylinders in equal parts, 30% overlapping",
    "T4": "hulls of 8 to 16 vertices, 30% overlapping",
    "T5": "hulls of 32 to 64 vertices, 30% overlapping",
    "T6": "hulls of 256 vertices, 30% overlapping",
    "T7": "the convex hulls of a shipped game, 30% overlapping",
    "T8": "boxes, hulls and prisms at rest on a floor, 70% overlapping",
}


def implementation(dimension: str, name: str) -> Optional[Implementation]:
    """The one of this name, or None."""
    return next((one for one in IMPLEMENTATIONS[dimension] if one.name == name), None)


def suffix(scene: str) -> str:
    """What stands behind the letter and the number of a scene, such as -shuffled."""
    return re.sub(r"^.\d{0,2}", "", scene)


@dataclasses.dataclass
class Result:
    """The median of a case over its repetitions. Figures that a case has not got are 0."""

    name: str  # 2d/S2/distance/warm/avx512/10000
    dimension: str
    scene: str
    query: str
    mode: str
    written: str  # the implementation as it is written: avx512, or avx512-sorted
    pairs: int
    of: Implementation
    sorted: bool  # the library where it sorts polygons, too
    rank: float  # place in the list of cases
    spread: float = 0.0  # standard deviation of the repetitions / mean
    nanoseconds: float = 0.0  # per pair
    iterations: float = 0.0  # per pair
    occupancy: float = 0.0  # of the lanes
    overlap: float = 0.0  # share of the pairs
    worst_error: float = 0.0  # of a rival's depths, relative to the scale of the pair
    median_error: float = 0.0
    missed: float = 0.0  # share of the overlapping pairs whose error is above MISSED_DEPTH in bench/depths.h

    def question(self, mode: str = "") -> str:
        """The name without the implementation, by another mode if one is given."""
        return f"{self.dimension}/{self.scene}/{self.query}/{mode or self.mode}/{self.pairs}"


def stop(text: str) -> None:
    """Ends the program."""
    print(text, file=sys.stderr)
    raise SystemExit(2)


FIGURES = {"nanoseconds": "ns_per_pair", "iterations": "iterations_per_pair", "occupancy": "lane_occupancy",
           "overlap": "overlap", "worst_error": "worst_depth_error", "median_error": "median_depth_error",
           "missed": "missed_depths"}


class Run:
    """A run of the benchmark."""

    def __init__(self, path: str):
        try:
            root = json.loads(pathlib.Path(path).read_text())
        except (OSError, ValueError) as error:
            stop(f"{path}: {error}")
        self.path, self._context, known = path, root.get("context", {}), dict[str, Result]()
        for entry in root.get("benchmarks", []):
            self._take(entry, known)
        if not known:
            stop(f"{path}: no benchmark results in it")
        # The repetitions were interleaved, so the file has them in the order in which they ended.
        self.results = sorted(known.values(), key=lambda r: r.rank)
        self._found = {(r.question(), r.of): r for r in reversed(self.results) if not r.sorted}

    def _take(self, entry: dict[str, Any], known: dict[str, Result]) -> None:
        """Medians where there are repetitions; a single run stands for itself."""
        name, kind = entry.get("run_name", ""), entry.get("aggregate_name", "")
        result, fresh = known.get(name), name not in known
        if result is None:
            result = known[name] = self._case(name, float(entry.get("family_index", 0)))
        if fresh or kind == "median":
            for figure, key in FIGURES.items():
                setattr(result, figure, float(entry.get(key, 0)))
        if kind == "cv":
            result.spread = float(entry.get("ns_per_pair", 0))

    def _case(self, name: str, rank: float) -> Result:
        parts = name.split("/")
        if len(parts) < 6 or parts[0] not in DIMENSIONS or not parts[5].isdigit():
            stop(f'{self.path}: "{name}" is no name of a case: <2d or 3d>/<scene>/<query>/<mode>/<implementation>/<pairs>')
        dimension, scene, query, mode, written, pairs = parts[:6]
        of, is_sorted = implementation(dimension, written), False
        if of is None and written.endswith("-sorted"):  # the library with another option
            of = implementation(dimension, written[:-len("-sorted")])
            is_sorted = of is not None and not of.is_rival
        if of is None or written.endswith("-sorted") and not is_sorted:
            stop(f'{self.path}: {name}: "{written}" is neither an instruction set of the library nor a rival in '
                 "bench/rivals.h")
        assert of is not None
        return Result(name, dimension, scene, query, mode, written, int(pairs), of, is_sorted, rank)

    def context(self, key: str) -> str:
        """A line of its context, or "" where it is missing."""
        value = self._context.get(key, "")
        return value if isinstance(value, str) else ""

    @property
    def load(self) -> float:
        """The load average of the minute before the start; -1 where the file does not say it."""
        loads = self._context.get("load_avg") or [-1.0]
        return float(loads[0])

    def find(self, question: str, of: Optional[Implementation]) -> Optional[Result]:
        """The figures of an implementation on a question."""
        return self._found.get((question, of)) if of else None

    def present(self, dimension: str, rivals: bool) -> list[Implementation]:
        """Those that the run has, in the order of their table: rivals, or instruction sets."""
        seen = {r.of for r in self.results if r.dimension == dimension}
        return [one for one in IMPLEMENTATIONS[dimension] if one in seen and one.is_rival == rivals]

    def widest(self, dimension: str) -> Optional[Implementation]:
        """The instruction set with the most lanes; of equals the last."""
        isas = sorted(self.present(dimension, False), key=lambda one: one.lanes)
        return isas[-1] if isas else None

    def ratio(self, r: Result, rival: Implementation) -> float:
        """How many times longer a rival takes for the question of a result; 0 where it has none."""
        other = self.find(r.question(), rival)
        return other.nanoseconds / r.nanoseconds if other and r.nanoseconds > 0 else 0.0

    def fastest_rival(self, dimension: str, asked: str, library: str = "") -> Optional[Result]:
        """The fastest on a question: of a library, or of all rivals but the reference.

        A rival without a warm start is never measured warm: its cold figure is what its users have there. Rivals have one
        way to be asked for contacts, which stands beside the library's by either options.
        """
        question = asked.replace("-default", "", 1)
        best = None
        for rival in self.present(dimension, True):
            if rival.library == library if library else rival.library != "lanegjk":
                r = self.find(question, rival)
                if r is None and "/warm/" in question:
                    r = self.find(question.replace("/warm/", "/cold/", 1), rival)
                if r and (best is None or r.nanoseconds < best.nanoseconds):
                    best = r
        return best
