#!/usr/bin/python3
"""Prints the results of a benchmark run: google-benchmark's JSON, or results.csv.

usage: table.py [OPTION] FILE     without an option as a page
  --csv          every case: the context, median nanoseconds, spread, other figures
  --context KEY  a line of its context; spread: the median coefficient of variation; headline: the greatest of README's rows
or without a file
  --isas         the names of the library's instruction sets, narrowest first, and of its own choice among them:
                 in a case, for people
  --rivals       the same of the rivals, after the dimension
"""
from __future__ import annotations

import re
import sys
from typing import Any

import pandas

from results import DIMENSIONS, IMPLEMENTATIONS, USUAL_PAIRS, Run, borrow, suffix

MODES = ["cold", "warm", "churn", "historyfree"]
WORDS = {"size": "pairs", "mode": "mode", "scene": "scene", "query": "query"}


def number(value: Any) -> str:
    """Three figures or so; nothing where there is none."""
    if not isinstance(value, float):
        return str(value)
    if pandas.isna(value):
        return ""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 1 else f"{value:.2g}"


def markdown(table: pandas.DataFrame) -> str:
    """A table of Markdown; columns of text are on the left."""
    right = [pandas.api.types.is_numeric_dtype(table[name]) or str(name).endswith(("times faster", "spread", "gain", "ns"))
             for name in table]
    rows = [" |".join(f" {number(cell)}".rstrip() for cell in row) for row in table.itertuples(index=False)]
    return "\n".join([f"| {' | '.join(map(str, table))} |", "|" + "".join("--:|" if one else "---|" for one in right),
                      *(f"|{row} |" for row in rows)]) + "\n"


def factor(ratio: float) -> str:
    """How many times faster, in bold where slower."""
    return "" if pandas.isna(ratio) else f"{ratio:.1f}x" if ratio >= 1 else f"**{ratio:.2f}x**"


def compare(rows: pandas.DataFrame, index: list[str], reference: bool = False) -> pandas.DataFrame:
    """A row for each question: a column for each implementation, the fastest rival, times faster, and the spread.

    The scalar reference counts among the rivals only where that is given.
    """
    wide = rows.pivot_table(index=index, columns="who", values="ns", sort=False)
    who = rows.drop_duplicates("who").set_index("who").reindex(wide.columns)
    own = who[who["own"]].sort_values("lanes", ascending=False, kind="stable").index
    rivals = [name for name in wide if not who["own"][name] and (reference or who["library"][name] != "lanegjk")]
    wide = wide[[*own, *(name for name in wide if not who["own"][name])]]
    if not len(own):
        return wide
    best, first = wide[rivals].min(axis=1), wide[own[0]]
    if "automatic" in wide:  # what users get by default, where it is not the widest set
        first = wide["automatic"].fillna(first)
    wide["first"] = first
    wide["fastest rival"] = [wide.loc[at, rivals].astype(float).idxmin() if value == value else "" for at, value in best.items()]
    wide["best"] = best
    wide["ratio"] = best / first
    spread = rows[rows["who"] == own[0]].set_index(index)["cv"].reindex(wide.index)
    wide["spread"] = spread.map(lambda cv: "" if pandas.isna(cv) else f"{100 * cv:.1f}%")
    wide.attrs["own"] = [*own]
    return wide


def shown(rows: pandas.DataFrame, index: list[str], **names: str) -> str:
    """The comparison in Markdown."""
    wide = compare(rows, index)
    if "ratio" in wide:
        wide.insert(wide.columns.get_loc("spread"), "times faster", wide["ratio"].map(factor))
        unused = {"ratio", "best", "first", *(["fastest rival", "times faster"] if wide["best"].isna().all() else [])}
        unused |= {"spread"} if (wide["spread"] == "").all() else set()
        wide = wide[[name for name in wide if name not in unused]]
    return markdown(wide.reset_index().rename(columns={**WORDS, **names}))


# Figures of a rival that say how far its answers are off, the plainest first.
ERRORS = ("missed", "other_", "worst", "mean_", "median_")


def errors(rows: pandas.DataFrame, index: list[str]) -> dict[tuple[Any, ...], str]:
    """Of each question and rival, in words, how far its answers are from this library's."""
    def place(name: str) -> int:
        return next((k for k, start in enumerate(ERRORS) if name.startswith(start)), len(ERRORS))

    names: list[str] = sorted([str(name) for name in rows if re.search("error|missed|other_|difference", name)], key=place)
    rivals = rows[~rows["own"]]
    found = {}
    for key, values in zip(zip(*(rivals[name] for name in [*index, "who"])), rivals[names].to_numpy()):
        said = [f"{value:.1%} {name.replace('_', ' ')}" if name.startswith(("missed", "other_")) else
                f"{name.replace('_', ' ')} {value:.0e}" for name, value in zip(names, values) if value > 0]
        if said:
            found[key] = said[0]
    return found


def narrow(rows: pandas.DataFrame, index: list[str], **names: str) -> str:
    """A page's table: each instruction set, the fastest rival with its error, and how many times faster it is not."""
    wide = compare(rows, index)
    own = [name for name in wide.attrs.get("own", []) if "," not in name]
    table = wide[sorted(own, key=lambda name: str(name) != "automatic")].copy()
    two = [name for name in wide if str(name).endswith(", 2 workers") and "index" not in name]
    if two:
        table["2 workers"] = wide[two].min(axis=1)
    if "best" in wide and wide["best"].notna().any():
        wrong = errors(rows, index)
        table["fastest rival"] = [f"{who} {number(ns)}" if ns == ns else ""
                                  for who, ns in zip(wide["fastest rival"], wide["best"])]
        said = [wrong.get((*(at if isinstance(at, tuple) else (at,)), who), "") for at, who in wide["fastest rival"].items()]
        if any(said):
            table["its error"] = said
        table["times faster"] = wide["ratio"].map(factor)
        if "AVX2" in wide:
            table["AVX2 times faster"] = (wide["best"] / wide["AVX2"]).map(factor)
    if (wide["spread"] != "").any():
        table["spread"] = wide["spread"]
    return markdown(table.reset_index().rename(columns={**WORDS, **names}))


def usual(run: Run, *dimensions: str) -> pandas.DataFrame:
    """Queries of the usual number of pairs, with the figures of rivals that stand for others."""
    return borrow(run.of(*dimensions, size=USUAL_PAIRS, mode=MODES))


# ---- table.md ----

def records(run: Run) -> str:
    """What records are worth: the same frames with and without."""
    key = ["suite", "scene", "query", "who"]
    both = run.of(*DIMENSIONS, mode=["warm", "recordless"], size=USUAL_PAIRS).pivot_table(
        index=key, columns="mode", values="ns", sort=False)
    if "recordless" not in both:
        return ""
    both = both.dropna(subset=["warm", "recordless"])[["warm", "recordless"]]
    both["gain"] = [f"{gain:.2f}x" if gain >= 0.98 else f"**{gain:.2f}x**" for gain in both["recordless"] / both["warm"]]
    names = {"warm": "with records", "recordless": "without", "who": "instruction set", "suite": ""}
    return markdown(both.reset_index().rename(columns={**WORDS, **names}))


def depths(run: Run) -> str:
    """How far rivals' depths are off, relative to the scale of the pair."""
    rows = run.of(*DIMENSIONS, query="depth", mode="cold", size=USUAL_PAIRS, own=False)
    rows = rows[rows["scene"].map(suffix) == "-overlapping"]
    columns = {"median_depth_error": "{:.1e}", "worst_depth_error": "{:.1e}", "missed_depths": "{:.2%}"}
    if rows.empty:
        return ""
    table = rows[["scene", "who", "ns"]].rename(columns={"who": "rival", "ns": "ns per pair"})
    for name, form in columns.items():
        table[name.replace("_", " ")] = [form.format(value) for value in rows.get(name, rows["ns"] * 0).fillna(0)]
    return markdown(table)


def with_figures(rows: pandas.DataFrame, names: list[str], **shown_as: str) -> str:
    """A row for each case with further figures of it."""
    names = [name for name in names if name in rows and rows[name].notna().any()]
    table = rows[names].rename(columns={**WORDS, "who": "", "ns": "ns per body", **shown_as})
    return markdown(table)


def page(run: Run, said: str = "") -> str:
    """Everything but the single cases, which results.csv has. `said` stands below the title."""
    keys = ["machine", "cpu", "compiler", "flags", "commit", "date", "lanegjk"]
    libraries = dict.fromkeys(one.library for dimension in DIMENSIONS for one in run.present(dimension, True))
    keys += [key for key in libraries if key != "lanegjk"]
    keys += ["load_avg", "steal", "blocks", "repeated", "disturbed", "seconds", "ticks", "tick", "note"]
    head = pandas.DataFrame([(key, run.context(key)) for key in keys if run.context(key)], columns=["key", "value"])
    spread = "" if run.spread != run.spread else (f"The median coefficient of variation over all cases is {run.spread:.1%}; "
                                                  "`spread` is that of the first column. ")
    text = (f"# {run.context('machine')}, lanegjk {run.context('lanegjk')}\n\n{said}{markdown(head)}\nNanoseconds; medians of "
            f"the repetitions. {spread}Times faster: the widest set, in calls of fewer than 1,000 pairs the automatic "
            "choice, than "
            "the fastest rival of the row, the scalar reference excepted; bold where that one is faster. "
            "[results.csv](results.csv) has every case.\n")

    def section(title: str, table: str, note: str = "") -> None:
        nonlocal text
        text += f"\n## {title}\n\n{note}{table}" if table else ""

    for dimension in DIMENSIONS:
        rows = usual(run, dimension)
        section(f"{dimension[0]}D, {USUAL_PAIRS:,} pairs", shown(rows, ["scene", "query", "mode"]) if len(rows) else "")
    for dimension in DIMENSIONS:
        rows = run.of(dimension, mode=["cold", "warm"])
        rows = borrow(rows[rows["size"] != USUAL_PAIRS])
        section(f"{dimension[0]}D, smaller and larger calls",
                shown(rows, ["scene", "query", "mode", "size"]) if len(rows) else "")
    section("With and without records", records(run), "The 59 moving frames of a warm figure, with records and without any.\n\n")
    section("Depths of rivals", depths(run), "Errors relative to the scale of the pair, against this library's depths, whose "
            "error the tests hold below 4e-7 of it, 2e-6 for curved shapes. Missed: by more than a thousandth.\n\n")
    for suite, title, index in (("cast", "Casts of pairs", ["scene", "mode"]), ("rays", "Rays, nanoseconds per ray", ["size"]),
                                ("near", "The 8 nearest bodies", ["scene", "size", "mode"]),
                                ("server", "A server's tick", ["size"])):
        rows = run.of(suite)
        section(title, shown(rows, index, size="bodies", mode="way" if suite == "cast" else "order") if len(rows) else "")
    for scene in run.of("find")["scene"].unique():
        section(f"Finding pairs, {scene}", shown(run.of("find", scene=scene), ["size", "mode"], size="bodies", mode="order"))
    rows = run.of("crowd")
    steps = [name for name in rows if name.endswith("_ms") and name != "index_ms"]
    section("A whole tick of a crowd", with_figures(rows, ["size", "mode", "who", "ns", "worst_ns_per_body", *steps,
                                                           "pairs_per_body"], size="agents", mode="order") if len(rows) else "")
    rows = run.of("cast", "rays", own=False)
    names = ["scene", "mode", "size", "who", "other_verdicts", "mean_difference", "median_difference", "other_hits"]
    section("What rivals cast otherwise", with_figures(rows, names) if any(name in rows for name in names[4:]) else "")
    rows = run.of("kinds")
    section("Pairs of kinds", shown(rows, ["dim", "scene", "query", "mode"], scene="kinds") if len(rows) else "")
    return text


# ---- the program ----

def names(rivals: bool) -> str:
    """A line for each: of the rivals of both dimensions, or of the instruction sets."""
    if rivals:
        return "".join(f"{dimension}\t{one.name}\t{one.shown}\n" for dimension in DIMENSIONS
                       for one in IMPLEMENTATIONS[dimension] if one.is_rival)
    own = [one for one in IMPLEMENTATIONS["2d"] if not one.is_rival]
    return "".join(f"{one.name}\t{one.shown}\n" for one in sorted(own, key=lambda one: one.lanes or 1000))


def context(run: Run, key: str) -> str:
    """A line of the context, or what is computed from the cases."""
    computed = {"spread": run.spread, "headline": run.headline_spread}
    return f"{computed[key]:.4f}" if key in computed else run.context(key)


def main(given: list[str]) -> None:
    """Prints what the arguments name."""
    if given in (["--isas"], ["--rivals"]):
        text = names(given == ["--rivals"])
    elif len(given) == 3 and given[0] == "--context":
        text = context(Run(given[2]), given[1]) + "\n"
    elif len(given) == 2 and given[0] == "--csv":
        text = Run(given[1]).csv()
    elif len(given) == 1 and not given[0].startswith("-"):
        text = page(Run(given[0]))
    else:
        print("\n".join((__doc__ or "").splitlines()[2:]), file=sys.stderr)
        raise SystemExit(2)
    sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
