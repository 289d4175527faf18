"""Rows of a page: this package beside rivals, timed in turns, with the median and the range of several runs."""
import csv
import dataclasses
import pathlib
import statistics
import sys
import time

QUICK = "--quick" in sys.argv
RUNS, BATCH = (3, 3e6) if QUICK else (7, 3e7)  # nanoseconds of calls in a run


def in_turns(calls, runs=RUNS, batch=BATCH):
    """The nanoseconds that a call takes: for each of the calls a list with the mean of each run. The calls take turns."""
    loops = []
    for call in calls:
        call()
        begin = time.perf_counter_ns()
        call()
        loops.append(max(1, int(batch / max(1, time.perf_counter_ns() - begin))))
    taken = [[] for _ in calls]
    for _ in range(runs):
        for call, count, times in zip(calls, loops, taken):
            begin = time.perf_counter_ns()
            for _ in range(count):
                call()
            times.append((time.perf_counter_ns() - begin) / count)
    return taken


@dataclasses.dataclass
class Times:
    """Of several runs."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, taken, divisor=1):
        return cls(*(value / divisor for value in (statistics.median(taken), min(taken), max(taken))))

    def text(self, unit=1):
        digits = 2 if self.median < 10 * unit else 1 if self.median < 100 * unit else 0
        median, least, most = (f"{value / unit:,.{digits}f}" for value in (self.median, self.least, self.most))
        return f"{median} ({least}..{most})"


@dataclasses.dataclass
class Row:
    """A question, this package's time, and a rival's."""

    name: str
    per: str
    ours: Times
    rival: str
    theirs: Times
    reason: str

    def lost(self):
        return self.theirs.median < self.ours.median

    def why(self):
        """Why a rival is faster, as far as that is known."""
        return self.reason or ("the ranges of both overlap" if self.theirs.most > self.ours.least else "")

    def cells(self):
        unit, ratio = 1000 if self.per == "tick" else 1, self.theirs.median / self.ours.median
        per = {"tick": "µs a tick", "call": "ns a call"}.get(self.per, f"ns per {self.per}")
        return self.name, per, self.ours.text(unit), self.rival, self.theirs.text(unit), f"{ratio:.{1 if ratio > 9.95 else 2}f}x"


class Rows(list):
    """The rows of a section."""

    def beside(self, name, per, count, ours, *rivals, reason=""):
        """Times `ours` beside (name, call) of each rival, for `count` of `per` in a call. reason: why a rival may be faster."""
        taken = in_turns([ours, *(call for _, call in rivals)])
        mine = Times.of(taken[0], count)
        for (rival, _), theirs in zip(rivals, taken[1:]):
            self.append(Row(name, per, mine, rival, Times.of(theirs, count), reason))


def table(head, rows):
    """Prints a table of Markdown, whose columns of figures are on the right."""
    figures = [cell[:1].isdigit() for cell in rows[0]]
    print(f"| {' | '.join(head)} |\n|{'|'.join('--:' if figure else '---' for figure in figures)}|")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print()


HEAD = ("question", "unit", "lanegjk", "rival", "takes", "lanegjk is faster by")


def lost(rows):
    """Prints the rows in which a rival is faster."""
    rows = [row for row in rows if row.lost()]
    print("## Where a rival is faster\n")
    if rows:
        table((*HEAD, "because"), [(*row.cells(), row.why()) for row in rows])
    else:
        print("Nowhere in this run.\n")


def won(title, text, rows):
    """Prints the other rows of a section."""
    print(f"## {title}\n\n{text}\n")
    rows = [row for row in rows if not row.lost()]
    if rows:
        table(HEAD, [row.cells() for row in rows])


def write(path, rows):
    """Writes all rows as CSV; `faster` says who is."""
    with pathlib.Path(path).open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("name", "ours_ns", "rival", "rival_ns", "per", "faster", "reason", "ours_min", "ours_max", "rival_min",
                      "rival_max"))
        for row in rows:
            figures = [f"{value:.5g}" for value in (row.ours.least, row.ours.most, row.theirs.least, row.theirs.most)]
            out.writerow((row.name, f"{row.ours.median:.5g}", row.rival, f"{row.theirs.median:.5g}", row.per,
                          "rival" if row.lost() else "ours", row.why() if row.lost() else "", *figures))
