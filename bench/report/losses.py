"""Rows in which a rival or the reference is faster than the library, with the reason that bench/report/reasons.txt has."""
from __future__ import annotations

import dataclasses
import fnmatch
import functools
import pathlib
import re

import pandas

from results import DIMENSIONS, QUESTION, ROOT, USUAL_PAIRS, Run, borrow
from table import compare, errors, factor, markdown, number

REASONS = ROOT / "bench/report/reasons.txt"
UNKNOWN = "no reason recorded"
MODES = ["cold", "warm", "churn", "historyfree"]


@dataclasses.dataclass(frozen=True)
class Lost:
    """A row in which somebody is faster than the library's default set or than AVX2."""

    key: str  # by which reasons.txt names it
    shown: str
    rival: str
    best: float  # nanoseconds
    first: float  # of the default set
    avx2: float  # NaN where the machine or the row has none
    error: str  # of the rival
    asked: int = 0  # rows of its page in which a rival takes part
    known: str = ""  # the reason, where the row has brought it

    @property
    def page(self) -> str:
        """Python's, JavaScript's or the benchmark's."""
        return self.key.partition("/")[0] if self.key.startswith(("python/", "js/")) else ""

    @property
    def ratio(self) -> float:
        """The rival's time over that of the default set."""
        return self.best / self.first

    @property
    def narrow(self) -> float:
        """The same of AVX2."""
        return self.best / self.avx2

    @property
    def reason(self) -> str:
        """Half a sentence, or that there is none."""
        if self.known:
            return self.known
        names = (self.key, f"{self.key}/{self.rival.replace(' ', '-')}")
        return next((text for pattern, text in reasons() if any(fnmatch.fnmatchcase(name, pattern) for name in names)), UNKNOWN)


@functools.lru_cache(None)
def reasons() -> list[tuple[str, str]]:
    """Patterns of rows, and why they are lost; the first that fits counts."""
    lines = [line.split(None, 1) for line in REASONS.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [(pattern, text.strip()) for pattern, text in lines]


def words(suite: str, scene: str, query: str, mode: str, size: int) -> str:
    """A row as people read it."""
    start = {"2d": "2D", "3d": "3D", "cast": "cast", "near": "8 nearest", "rays": "rays", "server": "server"}.get(suite, suite)
    text = " ".join(filter(None, [start, scene, query])) + (f", {mode}" if mode and mode != "random" else "")
    if suite in DIMENSIONS:
        return text if size == USUAL_PAIRS else f"{text}, {'calls of ' if size < 1000 else ''}{size:,}"
    return text if suite == "cast" else f"{text}, {size:,} bodies"


def of_run(run: Run) -> list[Lost]:
    """Of the benchmark."""
    rows = run.cases[~run.cases["suite"].isin(["kinds", "crowd"]) & (run.cases["sorted"] == 0)]
    pairs = rows[rows["suite"].isin(DIMENSIONS) & rows["mode"].isin(MODES)]
    found: list[Lost] = []
    asked = 0
    others = rows[~rows["suite"].isin(DIMENSIONS)]
    for part in (borrow(pairs) if len(pairs) else pairs, *(group for _, group in others.groupby("suite", sort=False))):
        wide = compare(part, QUESTION, reference=True) if len(part) else part
        if "best" not in wide:
            continue
        both = wide[wide["best"].notna() & wide["first"].notna()]
        asked += len(both)
        narrow = both["AVX2"] if "AVX2" in both else pandas.Series(float("nan"), index=both.index)
        wrong = errors(part, QUESTION)
        for at in both.index[(both["best"] < both["first"]) | (both["best"] < narrow)]:
            suite, scene, query, mode, size = at
            rival = both.loc[at, "fastest rival"]
            found.append(Lost("/".join(filter(None, [suite, scene, query, mode, str(size)])), words(*at), rival,
                              float(both.loc[at, "best"]), float(both.loc[at, "first"]), float(narrow[at]),
                              wrong.get((*at, rival), "")))
    return [dataclasses.replace(one, asked=asked) for one in found]


def of_language(path: pathlib.Path) -> list[Lost]:
    """Of the rows that scripts/ci/bench_python.sh and bench_js.sh leave, which may have a reason of their own."""
    if not path.exists():
        return []
    rows = pandas.read_csv(path, keep_default_na=False)
    asked = int((rows["rival"] != "").sum())
    language = {"python": "Python", "js": "JavaScript"}[path.stem]
    return [Lost(f"{path.stem}/{re.sub('[^A-Za-z0-9]+', '-', row.name).strip('-')}", f"{language}: {row.name}", row.rival,
                 float(row.rival_ns), float(row.ours_ns), float("nan"), "", asked, row.reason)
            for row in rows.itertuples(index=False, name="Row") if row.faster == "rival"]


def lost_rows(run: Run, folder: pathlib.Path) -> list[Lost]:
    """Of all pages of a folder, the worst first."""
    found = [*of_run(run), *of_language(folder / "python.csv"), *of_language(folder / "js.csv")]
    return sorted(found, key=lambda one: (one.ratio, one.key))


def table_of(lost: list[Lost]) -> str:
    """In Markdown: the rows, each with the letter of its reason, and the reasons."""
    letters: dict[str, str] = {}
    for one in lost:
        letters.setdefault(one.reason, chr(ord("a") + len(letters)) if len(letters) < 26 else f"a{len(letters) - 25}")
    rows = [[one.shown, one.rival + (f" ({one.error})" if one.error else ""), number(one.best), number(one.first),
             factor(one.ratio), number(one.avx2), factor(one.narrow), letters[one.reason]] for one in lost]
    table = pandas.DataFrame(rows, columns=["row", "faster (its error)", "its ns", "default ns", "times faster", "AVX2 ns",
                                            "times faster, AVX2", "why"])
    if not rows:
        return "In no row of this run.\n"
    return markdown(table) + "\n" + "\n".join(f"- **{letter}**: {reason}." for reason, letter in letters.items()) + "\n"


def complete(lost: list[Lost]) -> str:
    """All of them."""
    return (f"{len(lost)} rows in which a rival or the reference is faster than the library's default set or than "
            "AVX2; ratios below 1 are "
            f"losses.\n\n{table_of(lost)}")


def missing_reasons(lost: list[Lost]) -> list[str]:
    """Rows that bench/report/reasons.txt does not explain."""
    return [f"bench/report/reasons.txt has no reason for {one.key}: {one.rival} is faster, {factor(min(one.ratio, one.narrow))}"
            for one in lost if one.reason == UNKNOWN]
