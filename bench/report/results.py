"""A run of the benchmark as a table of pandas: from google-benchmark's JSON, or from the results.csv that is made of it."""
from __future__ import annotations

import dataclasses
import io
import json
import pathlib
import re
import sys
from typing import Any, NoReturn, Optional

import pandas

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIMENSIONS = ("2d", "3d")
USUAL_PAIRS = 10000
SMALL_CALL = 1000  # a call of fewer pairs is small
MOST_SPREAD = 0.03  # the median coefficient of variation over all cases; a run above it is not published
# What the parts of a case's name are, after the first.
PARTS = {"2d": "scene query mode name size", "3d": "scene query mode name size", "cast": "scene mode name size",
         "rays": "name size", "find": "scene size mode name", "near": "scene size mode name", "crowd": "size mode name",
         "server": "size name", "kinds": "dim scene query mode name"}
QUESTION = ["suite", "scene", "query", "mode", "size"]
# The rows of README.md, whose spread a published run has to hold below MOST_SPREAD, too.
SHORT_ROWS = [("2d", "S2", "distance", "cold"), ("2d", "S4", "contact", "cold"), ("2d", "S10", "contact", "cold"),
              ("3d", "T1", "distance", "warm"), ("3d", "T4", "distance", "cold"), ("3d", "T1", "contact", "cold")]
# Of google-benchmark, and what it computes from other figures.
NO_FIGURES = {"name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions", "repetition_index",
              "threads", "iterations", "real_time", "cpu_time", "time_unit", "items_per_second", "aggregate_name",
              "aggregate_unit", "error_occurred", "error_message", "label"}


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
    "S14": "the grid of S8 turned by 0.3 rad: boxes and polygons that touch and rest",
    "S15": "piles at rest: boxes, hexagons, capsules and circles, 77% overlapping by 5 mm",
    "T1": "boxes, 30% overlapping",
    "T2": "capsules, 30% overlapping",
    "T3": "balls, capsules, boxes and cylinders in equal parts, 30% overlapping",
    "T4": "hulls of 8 to 16 vertices, 30% overlapping",
    "T5": "hulls of 32 to 64 vertices, 30% overlapping",
    "T6": "hulls of 256 vertices, 30% overlapping",
    "T7": "the convex hulls of a shipped game, 30% overlapping",
    "T8": "boxes, hulls and prisms at rest on a floor, 70% overlapping",
    "T9": "piles at rest: hulls of 8 to 16 vertices, 46% overlapping by 5 mm",
    "T10": "piles at rest: balls, capsules, boxes, cylinders and hulls, 53% overlapping by 5 mm",
}


def code_version() -> str:
    """The version of the code, by the public header."""
    return ".".join(re.findall(r"^#define LGJK_VERSION_[A-Z]* (\d+)$", _read("kernel/include/lanegjk/lanegjk.h"), re.M))


def stop(text: str) -> NoReturn:
    """Ends the program."""
    print(text, file=sys.stderr)
    raise SystemExit(2)


def suffix(scene: str) -> str:
    """What stands behind the letter and the number of a scene, such as -shuffled."""
    return re.sub(r"^.\d{0,2}", "", scene)


def scene_base(scene: str) -> str:
    """A scene without the suffix of a variant."""
    return scene[:len(scene) - len(suffix(scene))]


def implementation(name: str, label: str, suite: str) -> Optional[Implementation]:
    """The one that a case names; None where it is neither an instruction set nor a rival."""
    found = re.fullmatch(r"(?:(library|indexed)-)?(\w+?)(?:-(\d+))?", name)
    dimension = suite if suite in DIMENSIONS else "2d"
    for one in IMPLEMENTATIONS[dimension]:
        if one.name == name and (suite in DIMENSIONS or not one.is_rival):
            return one
        if found and one.name == found[2] and one.lanes and suite in ("find", "near", "crowd"):
            end = (", walls in an index" if found[1] == "indexed" else "") + (", 2 workers" if found[3] == "2" else "")
            return Implementation(name, one.shown + end, lanes=one.lanes)
    if suite in DIMENSIONS:
        return None
    if suite == "server" and name == "tick":
        return Implementation(name, "lgjk_tick_run2", lanes=1)
    return Implementation(name, label or name, "lanegjk" if name == "reference" else name)


def _from_json(root: dict[str, Any]) -> pandas.DataFrame:
    """A row for each case: medians of the repetitions, and how they spread."""
    entries = pandas.DataFrame(root.get("benchmarks", []))
    if "error_occurred" in entries:
        entries = entries[entries["error_occurred"].isna()]
    if entries.empty or "run_name" not in entries:
        return pandas.DataFrame()
    names = [name for name in entries if name.startswith("ns_per_")]
    entries["ns"] = entries[names].bfill(axis=1).iloc[:, 0] if names else entries["real_time"]
    kind = entries.get("aggregate_name", pandas.Series(index=entries.index, dtype=object))
    order = entries.drop_duplicates("run_name").sort_values("family_index")["run_name"]
    once = entries[kind.isna()].drop_duplicates("run_name").set_index("run_name")
    medians = entries[kind == "median"].set_index("run_name")
    table = medians.reindex(order).combine_first(once).reindex(order)
    table["cv"] = entries[kind == "cv"].set_index("run_name")["ns"].reindex(order) if (kind == "cv").any() else float("nan")
    figures = [name for name in table if name not in NO_FIGURES and name not in names and name not in ("ns", "cv")]
    columns = ["ns", "cv", *figures, *(["label"] if "label" in table else [])]
    return table[columns].rename_axis("case").reset_index()


def _from_csv(text: str) -> tuple[dict[str, Any], pandas.DataFrame]:
    lines = text.splitlines()
    head = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
    return {key: value for key, _, value in head}, pandas.read_csv(
        io.StringIO("\n".join(line for line in lines if not line.startswith("#"))))


class Run:
    """A run: its context, and a row for each case with the parts of its name, its figures, and who has answered."""

    def __init__(self, path: str):
        try:
            text = pathlib.Path(path).read_text()
            if path.endswith(".csv"):
                self._context, self.cases = _from_csv(text)
            else:
                root = json.loads(text)
                self._context, self.cases = root.get("context", {}), _from_json(root)
        except (OSError, ValueError) as error:
            stop(f"{path}: {error}")
        if self.cases.empty:
            stop(f"{path}: no benchmark results in it")
        self.figures = [*self.cases.columns]  # of the file
        self.cases = self.cases.astype({"ns": float, "cv": float})
        labels = self.cases.get("label", pandas.Series("", index=self.cases.index)).fillna("")
        parts = pandas.DataFrame([self._parts(path, *both) for both in zip(self.cases["case"], labels)])
        self.cases = self.cases.join(parts)
        self.date = self.context("date")

    @staticmethod
    def _parts(path: str, case: str, label: str) -> dict[str, Any]:
        suite, *rest = case.split("/")
        names = PARTS.get(suite, "").split()
        if len(names) != len(rest) or not names:
            stop(f'{path}: "{case}" is no name of a case')
        row: dict[str, Any] = {"suite": suite, "scene": "", "query": "", "mode": "", "size": 0, **dict(zip(names, rest))}
        name, row["sorted"] = re.subn("-sorted$", "", row["name"])
        one = implementation(name, label, suite)
        if one is None:
            stop(f'{path}: {case}: "{name}" is neither an instruction set of the library nor a rival in bench/rivals.h')
        row.update(size=int(row["size"]), who=one.shown, own=not one.is_rival, lanes=one.lanes, library=one.library)
        return row

    def context(self, key: str) -> str:
        """A line of its context, or "" where it is missing."""
        value = self._context.get(key, "")
        return str(value[0]) if isinstance(value, list) and value else str(value)

    @property
    def spread(self) -> float:
        """The median coefficient of variation over all cases; NaN where nothing was repeated."""
        return float(self.cases["cv"].median()) if self.cases["cv"].notna().any() else float("nan")

    @property
    def headline_spread(self) -> float:
        """The greatest coefficient of variation of the library in a row of README.md; NaN where none is there."""
        rows = self.of(*DIMENSIONS, size=USUAL_PAIRS, who=["AVX-512", "AVX2"])
        keys = zip(rows["suite"], rows["scene"], rows["query"], rows["mode"])
        return float(rows.loc[[key in SHORT_ROWS for key in keys], "cv"].max()) if len(rows) else float("nan")

    def csv(self) -> str:
        """The context without the host, and a line for each case."""
        keys = ["machine", "cpu", "compiler", "flags", "build_type", "commit", "date", "lanegjk", "load_avg", "steal", "tick"]
        skipped = {*keys, "host_name", "executable", "caches", "num_cpus", "mhz_per_cpu", "cpu_scaling_enabled",
                   "library_build_type"}
        keys += [key for key in self._context if key not in skipped]
        head = "".join(f"# {key}: {self.context(key)}\n" for key in keys if self.context(key))
        table = self.cases[self.figures].copy()
        table["cv"] = table["cv"].round(4)
        return head + str(table.to_csv(index=False, float_format="%.4g", lineterminator="\n"))

    def of(self, *suites: str, **equal: Any) -> pandas.DataFrame:
        """The rows of these suites whose parts are as given, without those that sort polygons too."""
        rows = self.cases[self.cases["suite"].isin(suites) & (self.cases["sorted"] == 0)]
        for key, value in equal.items():
            rows = rows[rows[key].isin(value if isinstance(value, (list, tuple)) else [value])]
        return rows

    def present(self, dimension: str, rivals: bool) -> list[Implementation]:
        """Those that the queries of a dimension have, in the order of their table: rivals, or instruction sets."""
        seen = {*self.of(dimension)["who"]}
        return [one for one in IMPLEMENTATIONS[dimension] if one.shown in seen and one.is_rival == rivals]

    def widest(self, dimension: str) -> Optional[Implementation]:
        """The instruction set with the most lanes; of equals the last."""
        isas = sorted(self.present(dimension, False), key=lambda one: one.lanes)
        return isas[-1] if isas else None


def borrow(rows: pandas.DataFrame) -> pandas.DataFrame:
    """The rows with figures of rivals that stand for others, where the library has answered the question.

    A rival without a warm start is never measured warm: its cold figure is what its users have there. Rivals have one way
    to compute contacts, which stands beside the library's by either options. They are called pair by pair: the figure of one pair
    stands for calls of a few.
    """
    rivals = rows[~rows["own"]]
    rows = pandas.concat([rows, rivals.assign(scene=rivals["scene"] + "-default")])
    one = rows[~rows["own"] & (rows["size"] == 1)]
    rows = pandas.concat([rows, *(one.assign(size=size) for size in sorted({*rows["size"]}) if 1 < size < SMALL_CALL)])
    cold = rows[~rows["own"] & (rows["mode"] == "cold")]
    rows = pandas.concat([rows, cold.assign(mode="warm")]).drop_duplicates([*QUESTION, "who"])
    return rows.merge(rows.loc[rows["own"], QUESTION].drop_duplicates(), on=QUESTION)
