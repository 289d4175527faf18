#!/usr/bin/python3
"""Writes the pages of all runs under results/: those of each machine, and what README.md and results/README.md show.

usage: pages.py [--check] [--strict] [FOLDER]
  --check    only say which page is not up to date, by status 1
  --strict   fail where a row that is lost has no reason, or a page is of another minor version than the code
  FOLDER     in place of results/; what README.md would show is written into FOLDER/project.md
Both README files have the generated part between the lines <!-- results: begin --> and <!-- results: end -->.
"""
from __future__ import annotations

import pathlib
import re
import sys
import textwrap
from typing import Optional

import pandas

from losses import Lost, complete, lost_rows, missing_reasons, table_of
from results import DIMENSIONS, ROOT, SCENE_LINES, SHORT_ROWS, SMALL_CALL, USUAL_PAIRS, Run, code_version, suffix
from table import compare, factor, markdown, narrow, number, page, usual, with_figures

SCREENS = 200  # lines of a page: five screens
MOST_LOST = 22  # rows that results/README.md shows before the link to all of them
PLOTS = {"queries2": "2D, cold", "warm2": "2D, warm", "queries3": "3D, cold", "warm3": "3D, warm", "few": "few pairs",
         "casts": "casts", "find": "finding pairs", "worlds": "worlds", "tick": "a tick"}
TITLES = {"2d.md": "queries in 2D", "3d.md": "queries in 3D", "ways.md": "other ways",
          "records.md": "records, and rivals' depths", "few.md": "few pairs",
          "casts.md": "casts and rays", "find.md": "finding pairs", "ticks.md": "ticks", "python.md": "Python",
          "js.md": "JavaScript", "sizes.md": "sizes and build times", "losses.md": "where it loses", "table.md": "all tables",
          "results.csv": "all figures"}
OTHERS = ("python.md", "js.md", "sizes.md")  # which other programs have written
RATIOS = ("`times faster` compares the first column, which is what users get by default, with the fastest rival, and "
          "`AVX2` that set; "
          "bold where the rival is faster.")


def wrapped(text: str) -> str:
    """Lines of text, but not of tables and lists, to 125 columns."""
    parts = re.split(r"\n\n+", text.strip())
    return "\n\n".join(part if re.match(r"[|!#*<-]", part) and not part.startswith("**") else
                       textwrap.fill(part, 125, break_long_words=False, break_on_hyphens=False) for part in parts) + "\n"


# ---- where figures come from ----

def minor(version: str) -> str:
    """Of 0.4.1, 0.4."""
    return ".".join(version.split(".")[:2])


def is_old(version: str) -> bool:
    """Whether a page has to say that it is of another minor version than the code."""
    return minor(version) != minor(code_version())


def age(version: str) -> str:
    """What a page of another minor version says of itself."""
    return (f"**Measured with lanegjk {version}, not with this version, {code_version()}, whose figures follow with its "
            "release.**\n\n") if is_old(version) else ""


def aged(text: str) -> str:
    """A page that another program has written, which says below its title whether it is old."""
    text = re.sub(r"^\*\*Measured with lanegjk .*\*\*\n\n", "", text, flags=re.M)
    version = re.search(r"^\| lanegjk \| (\S+) \|$", text, re.M)
    return re.sub(r"\A(# .*\n\n)", lambda title: title[1] + age(version[1] if version else code_version()), text)


def source(run: Run) -> str:
    """Version, commit, date and machine, and how the repetitions spread."""
    text = (f"lanegjk {run.context('lanegjk')}, commit {run.context('commit')}, {run.context('date')[:10]}; one core of "
            f"{run.context('machine')} ({run.context('cpu')}), {run.context('compiler')}.")
    if run.spread == run.spread:
        text += f" The coefficient of variation of a case's repetitions is {run.spread:.1%} (the median over all cases)"
        most = run.headline_spread
        text += f", and at most {most:.1%} in README's rows." if most == most else "."
        if int(run.context("disturbed") or 0):
            some, blocks = int(run.context("disturbed")), int(run.context("blocks"))
            text += (f" {some} of {blocks} blocks of cases stayed disturbed (spread by more than 3%, or lost steal time) each "
                     "time they were measured")
            text += ", which is more than `--publish` accepts: look at the spread of each row." if 20 * some > blocks else "."
    return text + "\n"


def libraries(run: Run) -> str:
    """The versions of rivals."""
    seen = {one.library for dimension in DIMENSIONS for one in run.present(dimension, True)} - {"lanegjk"}
    known = ", ".join(f"{key} {run.context(key)}" for key in sorted(seen) if run.context(key))
    return f"Rivals: {known}.\n" if known else ""


# ---- pages of a machine ----

class Page:
    """A page of a run, and its sections."""

    def __init__(self, run: Run, title: str):
        self.run, self.empty = run, True
        self.text = f"# {title}\n\n{age(run.context('lanegjk'))}{wrapped(source(run))}\n"

    def say(self, text: str) -> None:
        """A paragraph."""
        self.text += wrapped(text) + "\n"

    def section(self, title: str, rows: pandas.DataFrame, index: list[str], note: str = "", **names: str) -> None:
        """A table of those rows; nothing where there are none."""
        if len(rows):
            self.put(title, narrow(rows, index, **names), note)

    def put(self, title: str, table: str, note: str = "") -> None:
        """A table."""
        if table:
            self.text += f"## {title}\n\n" + (wrapped(note) + "\n" if note else "") + table + "\n"
            self.empty = False

    def done(self) -> Optional[str]:
        """The text; None where it has no table."""
        return None if self.empty else self.text.rstrip() + "\n"


def queries(run: Run, dimension: str) -> Optional[str]:
    """Every scene, cold and warm."""
    made = Page(run, f"Queries in {dimension[0]}D")
    rows = usual(run, dimension)
    rows = rows[(rows["scene"].map(suffix) == "") & rows["mode"].isin(["cold", "warm"])]
    made.say(f"Nanoseconds per pair, everything included: medians of calls of {USUAL_PAIRS:,} pairs. A cold call has "
             "no records, a warm "
             f"one those of the previous frame. {RATIOS} [All columns](table.md).")
    for query in ("distance", "overlap", "contact"):
        made.section(query.capitalize(), rows[rows["query"] == query], ["scene", "mode"])
    made.text += "## The scenes\n\n" + "".join(f"- **{scene}** {SCENE_LINES[scene]}\n" for scene in rows["scene"].unique()
                                                if scene in SCENE_LINES)
    return made.done()


def ways(run: Run) -> Optional[str]:
    """Lists that differ, other options, replaced pairs, a million pairs."""
    made = Page(run, "Other ways to query")
    rows = usual(run, *DIMENSIONS)
    made.say(f"Nanoseconds per pair of calls of {USUAL_PAIRS:,}. {RATIOS} [What the suffixes of scenes "
             "mean](../reading.md#queries).")
    end = rows["scene"].map(suffix)
    lists = rows[end == "-lists"]
    made.section("Lists that differ from call to call", lists, ["scene", "query"])
    made.section("Depths of pairs that overlap", rows[(end == "-overlapping") & (rows["query"] == "depth")], ["scene", "mode"])
    made.section("Other options, replaced pairs", rows[end.isin(["-half", "-ab", "-default"]) | rows["mode"].isin(
        ["churn", "historyfree"])], ["scene", "query", "mode"])
    large = run.of(*DIMENSIONS, mode="cold")
    made.section("A million pairs", large[large["size"] == 1000000], ["scene", "query"])
    return made.done()


def records_and_depths(run: Run) -> Optional[str]:
    """What records are worth, and the errors of rivals' depths."""
    from table import depths, records
    made = Page(run, "Records, and rivals' depths")
    made.say(f"Nanoseconds per pair of calls of {USUAL_PAIRS:,}. [What the suffixes of scenes mean](../reading.md#queries).")
    made.put("With and without records", records(run), "The 59 moving frames of a warm figure, with records and without any.")
    made.put("Depths of rivals", depths(run), "Errors relative to the scale of the pair, against this library's "
                                              "depths, whose error "
             "the tests hold below 4e-7 of it, 2e-6 for curved shapes. Missed: by more than a thousandth.")
    return made.done()


def few(run: Run) -> Optional[str]:
    """Calls of a few pairs."""
    from results import borrow
    made = Page(run, "Calls of few pairs")
    rows = run.of(*DIMENSIONS, mode=["cold", "warm"])
    rows = rows[rows["size"] < SMALL_CALL]
    made.say("Nanoseconds per pair, not per call. `automatic` is the set that users get by default. Rivals are called "
             "pair by pair, so that "
             f"their figures of one pair stand for all. {RATIOS}")
    if len(rows):
        rows = borrow(rows)
        for dimension in DIMENSIONS:
            for query in ("distance", "overlap", "contact"):
                made.section(f"{dimension[0]}D, {query}", rows[(rows["suite"] == dimension) & (rows["query"] == query)],
                             ["scene", "mode", "size"])
    return made.done()


def casts(run: Run) -> Optional[str]:
    """Casts of pairs, and rays."""
    made = Page(run, "Casts and rays")
    made.say(f"Nanoseconds per pair or ray, with all outputs. {RATIOS} [What is cast](../reading.md#casts-and-rays).")
    rows = run.of("cast")
    for way in rows["mode"].unique() if len(rows) else []:
        made.section(f"Casts of pairs: {way}", rows[rows["mode"] == way], ["scene"])
    made.section("Rays against all bodies", run.of("rays"), ["size"], size="bodies")
    return made.done()


def find(run: Run) -> Optional[str]:
    """Finding pairs."""
    made = Page(run, "Finding pairs")
    made.say("Nanoseconds per body of a tick. [The scenes](../../docs/benchmark.md#scenes-of-finding-pairs); `Z`: "
             "bodies in the order of a "
             f"space-filling curve. {RATIOS}")
    rows = run.of("find")
    grown = rows["scene"].str.match("P") if len(rows) else []
    if len(rows):
        made.section("Growth", rows[grown], ["scene", "size", "mode"], size="bodies", mode="order")
        made.section("Worlds", rows[~grown], ["scene", "size"], size="bodies")
    return made.done()


def ticks(run: Run) -> Optional[str]:
    """Nearest bodies, the crowd, the server."""
    made = Page(run, "Ticks")
    made.say(f"Nanoseconds per body. {RATIOS} [What is timed](../reading.md#ticks).")
    made.section("The 8 nearest bodies", run.of("near"), ["scene", "size", "mode"], size="bodies", mode="order")
    rows = run.of("server")
    if len(rows):
        names = {"size": "agents", "who": "", "ns": "ns per body", "cv": "spread"}
        table = rows[[*names]].rename(columns=names)
        table["spread"] = [f"{cv:.1%}" if cv == cv else "" for cv in table["spread"]]
        made.put("A server's tick", markdown(table))
    rows = run.of("crowd")
    steps = [name for name in rows if name.endswith("_ms") and name != "index_ms"]
    made.put("A whole tick of a crowd", with_figures(rows, ["size", "mode", "who", "ns", "worst_ns_per_body", *steps],
                                                     size="agents", mode="order") if len(rows) else "")
    return made.done()


def pages_of(run: Run, folder: pathlib.Path, lost: list[Lost]) -> dict[str, str]:
    """All pages of a machine's folder, by name."""
    made = {"2d.md": queries(run, "2d"), "3d.md": queries(run, "3d"), "ways.md": ways(run),
            "records.md": records_and_depths(run), "few.md": few(run), "casts.md": casts(run), "find.md": find(run),
            "ticks.md": ticks(run),
            "losses.md": (f"# Where it loses\n\n{age(run.context('lanegjk'))}{wrapped(source(run) + libraries(run))}\n"
                          f"{complete(lost)}"),
            "table.md": page(run, age(run.context("lanegjk")))}
    for name, text in made.items():
        if text is not None and name not in ("table.md", "losses.md") and len(text.splitlines()) > SCREENS:
            raise SystemExit(f"{folder / name} would have {len(text.splitlines())} lines, more than {SCREENS}")
    return {name: text for name, text in made.items() if text is not None}


# ---- README.md and results/README.md ----

def short(run: Run) -> str:
    """What README.md shows: six rows, and where they come from."""
    wide = compare(usual(run, *DIMENSIONS), ["suite", "scene", "query", "mode"])
    sets = [name for name in wide.attrs.get("own", []) if name != "scalar"][:2]
    wide = wide.reindex(pandas.MultiIndex.from_tuples(SHORT_ROWS))
    table = wide[sets].reset_index(drop=True)
    table.insert(0, "scene; query", [f"**{scene}** {SCENE_LINES[scene]}; {dim[0]}D {query}, {mode}"
                                     for dim, scene, query, mode in SHORT_ROWS])
    table["fastest rival"] = [f"{who} {number(ns)}" if ns == ns else "" for who, ns in zip(wide["fastest rival"], wide["best"])]
    table["times faster"] = [*wide["ratio"].map(factor)]
    table["spread"] = [*wide["spread"].fillna("")]
    return ("Nanoseconds per pair on one core, with loading, sorting and results: medians of repeated calls with "
            f"{USUAL_PAIRS:,} pairs. A cold call has no records, a warm one has those of the previous frame. Contacts are "
            "reported up to a distance of 0.02 m. `times faster` is the fastest rival's time over that of "
            f"{sets[0] if sets else 'the library'}, `spread` the latter's coefficient of variation. "
            "[How rivals are built](results/rivals.md).\n\n"
            f"{markdown(table)}\n")


def score(run: Run, lost: list[Lost]) -> str:
    """How often a rival is faster."""
    asked = sum({one.page: one.asked for one in lost}.values())
    best = sum(one.ratio < 1 for one in lost)
    return (f"{asked} rows have a rival or the reference, textbook algorithms in scalar C. That one is faster than the "
            f"library's default instruction set in {best} of them, and faster than its AVX2 build in "
            f"{sum(one.narrow < 1 for one in lost)}.") if lost else (
                "In no row is a rival or the reference faster.")


def readme_part(run: Run, lost: list[Lost]) -> str:
    """Of README.md."""
    return (age(run.context("lanegjk")) + wrapped(short(run)) + "\n" + wrapped(source(run)) + "\n" + wrapped(
        f"[Where it loses](results/README.md#where-it-loses): {score(run, lost)} [results/](results/README.md) holds "
        "the tables and plots of "
        "each machine. Before anything is timed, the benchmark compares the answers of every instruction set with "
        "those of the "
        "scalar build (one pair at a time), bit for bit."))


def links(folder: pathlib.Path) -> str:
    """Links to what a folder has."""
    texts = [f"[{title}]({folder.name}/{name})" for name, title in TITLES.items() if (folder / name).exists()]
    plots = [f"[{title}]({folder.name}/{name}.svg)" for name, title in PLOTS.items() if (folder / f"{name}.svg").exists()]
    return ", ".join(texts) + (". Plots: " + ", ".join(plots) if plots else "")


def results_part(runs: dict[pathlib.Path, Run], newest: pathlib.Path, lost: list[Lost]) -> str:
    """Of results/README.md: where it loses comes first."""
    run = runs[newest]
    text = f"{age(run.context('lanegjk'))}## Where it loses\n\n" + wrapped(
        f"{score(run, lost)} Nanoseconds per pair, ray or body of [{newest.name}]({newest.name}/2d.md). The first "
        "ratio is the rival's time over "
        "that of the set which users get by default, the second over that of AVX2: below 1 the rival is faster. Calls are of "
        f"{USUAL_PAIRS:,} pairs where no size is stated.")
    text += "\n" + table_of(lost[:MOST_LOST])
    if len(lost) > MOST_LOST:
        text += f"\n[All {len(lost)} rows]({newest.name}/losses.md).\n"
    text += "\n" + wrapped(source(run))
    text += "\n## Machines\n\n| machine | lanegjk | date | tables, figures and plots |\n|---|---|---|---|\n"
    for folder, one in runs.items():
        text += (f"| {one.context('machine')}, {one.context('cpu')} | {one.context('lanegjk')}, commit {one.context('commit')} | "
                 f"{one.context('date')[:10]} | {links(folder)} |\n")
    return text


def with_part(path: pathlib.Path, part: str) -> str:
    """The page with the part between its two lines."""
    text = path.read_text()
    if len(re.findall(r"^<!-- results: (?:begin|end) -->$", text, re.M)) != 2:
        raise SystemExit(f"{path} needs its two lines <!-- results: ... -->")
    return re.sub(r"(?<=<!-- results: begin -->\n).*?(?=^<!-- results: end -->$)", lambda _: part, text, flags=re.S | re.M)


def old_pages(runs: dict[pathlib.Path, Run]) -> list[str]:
    """Pages of another minor version than the code."""
    found = [f"{folder}: measured with lanegjk {run.context('lanegjk')}, but this is "
    f"{code_version()}" for folder, run in runs.items()
             if is_old(run.context("lanegjk"))]
    for folder in runs:
        for name in OTHERS:
            said = re.search(r"^\| lanegjk \| (\S+) \|$", (folder / name).read_text(), re.M) if (folder / name).exists() else None
            if said and is_old(said[1]):
                found.append(f"{folder / name}: measured with lanegjk {said[1]}, but this is {code_version()}")
    return found


def main(given: list[str]) -> None:
    """Writes or checks all pages."""
    options = {one for one in given if one.startswith("-")}
    rest = [one for one in given if one not in options]
    if options - {"--check", "--strict"} or len(rest) > 1:
        print("\n".join((__doc__ or "").splitlines()[2:]), file=sys.stderr)
        raise SystemExit(2)
    top = pathlib.Path(rest[0]).resolve() if rest else ROOT / "results"
    runs = {file.parent: Run(str(file)) for file in top.glob("*/results.csv")}
    runs = dict(sorted(runs.items(), key=lambda one: one[1].date, reverse=True))
    newest = next((folder for folder, run in runs.items() if len(run.of(*DIMENSIONS))), None)
    if newest is None:
        raise SystemExit(f"no folder with queries in its results.csv under {top}")
    files: dict[pathlib.Path, str] = {}
    lost = {folder: lost_rows(run, folder) for folder, run in runs.items()}
    for folder, run in runs.items():
        files.update({folder / name: text for name, text in pages_of(run, folder, lost[folder]).items()})
        files.update({path: aged(path.read_text()) for path in (folder / name for name in OTHERS) if path.exists()})
    stale = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    if "--check" not in options:
        for path, text in files.items():
            path.write_text(text)
    shown = {ROOT / "README.md" if not rest else top / "project.md": readme_part(runs[newest], lost[newest]),
             top / "README.md": results_part(runs, newest, lost[newest])}
    for path, part in shown.items():
        model = path if path.exists() else ROOT / ("README.md" if path.name == "project.md" else "results/README.md")
        text = with_part(model, part)
        if not path.exists() or path.read_text() != text:
            stale.append(path)
        if "--check" not in options:
            path.write_text(text)
    wrong = [f"{path} does not show its results: run bench/report/pages.py" for path in stale] if "--check" in options else []
    strict = [*old_pages(runs), *missing_reasons(lost[newest])]
    wrong += strict if "--strict" in options else []
    for line in dict.fromkeys([*wrong, *strict]):
        print(line if line in wrong else f"warning: {line}", file=sys.stderr)
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
