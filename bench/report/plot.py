#!/usr/bin/python3
"""Draws a run of scripts/bench.sh, JSON or results.csv, as SVG: those pictures that the file has the figures for.

usage: plot.py FILE FOLDER
  queries2.svg, queries3.svg  2D, 3D: time per pair of each instruction set and of the fastest rival on every scene, cold
  warm2.svg, warm3.svg        the same, with records
  few.svg                     time per pair against the number of pairs of a call
  casts.svg                   casts of pairs, and rays against all bodies
  find.svg                    finding pairs: time per body against the number of bodies
  worlds.svg                  finding pairs in worlds that are hard to divide
  tick.svg                    a whole tick of a crowd: where the time goes
"""
from __future__ import annotations

import pathlib
import re
import sys
import textwrap
from typing import Any

import matplotlib
import pandas

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402

from results import DIMENSIONS, SCENE_LINES, SMALL_CALL, USUAL_PAIRS, Run, borrow, suffix  # noqa: E402
from table import compare  # noqa: E402

matplotlib.rcParams.update({
    "font.family": "sans-serif", "font.size": 9, "svg.fonttype": "none", "svg.hashsalt": "lanegjk", "axes.grid": True,
    "grid.color": "#dddddd", "grid.linewidth": 0.6, "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": "#666666", "legend.frameon": False, "axes.titlesize": 10, "axes.axisbelow": True})
BLUES = ("#a9bccf", "#6aaee0", "#2f72b8", "#0b2f5c", "#8fb8a8", "#1b9e93", "#7a5cd6")
OTHERS = ("#6e6e6e", "#e08a1e", "#b5322a", "#4c9a3a", "#a6c93f", "#8a4fa8", "#d06fa8", "#8c6d31", "#333333",
          "#7fb2c9", "#c9a400", "#7a1f3d")
SETS = {"automatic": ("#7a5cd6", "P"), "AVX-512": ("#0b2f5c", "o"), "AVX2": ("#2f72b8", "s"), "SSE": ("#6ab0e6", "^"),
        "NEON": ("#6ab0e6", "^"), "scalar": ("#8a8a8a", "x")}
RIVAL = ("#e0701e", "D")
RIVAL_NAME = "fastest rival, named at the right"
WIDTH = 5.6  # inches: at the width of a phone the letters are as high as those of the page
SCENES = {"P1": "walkers", "P2": "walkers among long walls", "P5": "a swarm in 3D"}
SCENES = {"P1": "walkers", "P2": "walkers among long walls", "P5": "a swarm in 3D"}
# Where the words of the table before the first comma would not do.
SHORT = {"S5": "polygons, all apart", "S6": "mixed kinds", "S7": "polygons, nearly touching", "S15": "mixed piles",
         "T3": "mixed kinds", "T9": "piles of hulls", "T10": "mixed piles", "A0": "a crowd", "A7": "one body at 1e7 m",
         "A9": "one body at 1e9 m", "A18": "one body at 1e18 m", "D4": "radii 1 to 4", "D30": "radii 1 to 30",
         "D1000": "radii 1 to 1000", "B10": "a crowd, 1% large", "G6": "two halves, 1e6 m apart",
         "G9": "two halves, 1e9 m apart", "H1": "all on one spot", "W10": "a tenth walls of 10 m",
         "W100": "a tenth walls of 100 m", "R2": "circles against points", "R5": "larger circles", "F1": "boxes in 3D",
         "F2": "balls in 3D", "F3": "boxes of all sizes", "F4": "a layer in 3D"}
STEPS = ("find", "carry", "contact", "events", "push", "move")


def words(scene: str) -> str:
    """A scene's number, by which tables name it, and what it is in a few words."""
    line = SCENE_LINES.get(scene, "")
    push = "touching after a push: "
    short = SHORT.get(scene) or SCENES.get(scene) or (
        "touching: " + line[len(push):] if line.startswith(push) else re.split("[:,]| and ", line)[0])
    return textwrap.fill(textwrap.shorten(f"{scene} {short}", 40, placeholder=" ..."), 22)


def new(rows: int, columns: int, size: tuple[float, float], title: str, caption: str, ratios: Any = None) -> tuple[Any, Any]:
    """A figure with its title, and under it a caption. Returns it and its panels."""
    figure, panels = pyplot.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained",
                                     gridspec_kw={"height_ratios": ratios})
    wide = int(13 * size[0])
    head = textwrap.fill(title, wide)
    figure.text(0.5, 1 - 0.08 / size[1], head, ha="center", va="top", fontsize=12)
    below_head = 0.14 + 0.2 * (head.count("\n") + 1)
    caption = textwrap.fill(caption, int(13.5 * size[0]), break_on_hyphens=False)
    figure.text(0.5, 1 - below_head / size[1], caption, ha="center", va="top", color="#555555")
    figure.head = below_head + 0.16 * (caption.count("\n") + 1) + 0.06
    return figure, panels.ravel()


def decades(axis: Any) -> None:
    """Figures along a logarithmic axis, at 1, 2 and 5 of each decade if there are few, with k and M for thousands."""
    low, high = sorted(axis.get_view_interval())
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if high / max(low, 1e-9) < 300 else (1,), numticks=20))
    axis.set_major_formatter(lambda x, _: f"{x / 1e6:g}M" if x >= 1e6 else f"{x / 1e3:g}k" if x >= 1e4 else f"{x:g}")
    axis.set_minor_formatter("")


def legend(figure: Any, panels: Any, columns: int = 5) -> None:
    """One legend below all panels, each name once. Panels get the room between it and the title."""
    handles = {label: handle for panel in panels for handle, label in zip(*panel.get_legend_handles_labels())}
    height = figure.get_size_inches()[1]
    room = (0.1 + 0.19 * -(-len(handles) // columns)) / height
    figure.set_layout_engine("constrained", rect=(0, room, 1, 1 - room - figure.head / height))
    figure.legend([*handles.values()], [*handles], loc="lower center", ncols=columns)


def save(figure: Any, path: pathlib.Path) -> None:
    """Writes an SVG, the same bytes for the same data, and says so."""
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    print(path)


def below(run: Run) -> str:
    """Where the figures come from."""
    spread = f"; median spread {run.spread:.1%}" if run.spread == run.spread else ""
    return (f"lanegjk {run.context('lanegjk')}, commit {run.context('commit')}, {run.context('date')[:10]}; one core, "
            f"{run.context('machine')}{spread}")


def draw_rows(axes: Any, wide: pandas.DataFrame, labels: list[str], title: str, gid: str, unit: str) -> None:
    """On a line for each row a mark for each instruction set and for the fastest rival, whose name stands at the right."""
    places = [len(wide) - 1 - k for k in range(len(wide))]
    for name, (colour, marker) in SETS.items():
        if name in wide and wide[name].notna().any():
            axes.plot(wide[name], places, marker, color=colour, markersize=5, label=name, gid=f"{gid} {name}")
    if "best" in wide and wide["best"].notna().any():
        axes.plot(wide["best"], places, RIVAL[1], color=RIVAL[0], markersize=5, label=RIVAL_NAME, gid=f"{gid} rival")
        for place, ns, who in zip(places, wide["best"], wide["fastest rival"]):
            if ns == ns:
                axes.annotate(who.partition("'s ")[0], (1.02, place), xycoords=("axes fraction", "data"), va="center", fontsize=8,
                              color="#8a3d08")
    axes.set_yticks(places, labels, fontsize=8)
    axes.set(ylim=(-0.6, len(wide) - 0.4), xscale="log", title=title, xlabel=unit)
    for line in range(1, len(wide)):
        axes.axhline(line - 0.5, color="#eeeeee", linewidth=0.8)
    axes.grid(axis="y", visible=False)
    decades(axes.xaxis)


def draw_tables(run: Run, title: str, parts: list[tuple[str, pandas.DataFrame, list[str]]], unit: str,
                path: pathlib.Path) -> None:
    """A panel for each part: its title, its rows and what a line of it is called by."""
    drawn = [(name, compare(rows, index), index) for name, rows, index in parts if len(rows)]
    if not drawn:
        return
    lines = [len(wide) + 1.5 for _, wide, _ in drawn]
    figure, panels = new(len(drawn), 1, (WIDTH, 0.27 * sum(lines) + 0.5 * len(drawn) + 1.1), title, below(run),
                         lines)
    for axes, (name, wide, index) in zip(panels, drawn):
        labels = [words(at) if index == ["scene"] else f"{at:,} bodies" for at in wide.index]
        draw_rows(axes, wide, labels, name, name, unit)
    legend(figure, panels, 3)
    save(figure, path)


def draw_queries(run: Run, dimension: str, mode: str, path: pathlib.Path) -> None:
    """Distances and contacts on every scene."""
    rows = run.of(dimension, size=USUAL_PAIRS, mode=["cold", "warm"])
    rows = rows[rows["scene"].map(suffix) == ""]
    rows = borrow(rows) if len(rows) else rows
    rows = rows[rows["mode"] == mode]
    records = "without records" if mode == "cold" else "with records of the frame before"
    draw_tables(run, f"{dimension[0]}D queries {records}: time per pair",
                [(query, rows[rows["query"] == query], ["scene"]) for query in ("distance", "contact")],
                f"nanoseconds per pair, calls of {USUAL_PAIRS:,}", path)


def draw_casts(run: Run, path: pathlib.Path) -> None:
    """Casts of pairs in each way, and rays."""
    rows, rays = run.of("cast"), run.of("rays")
    ways = ("shapes", "rays", "turning") if len(rows) else ()
    parts = [(f"casts: {way}", rows[rows["mode"] == way], ["scene"]) for way in ways]
    draw_tables(run, "Casts and rays: time of each", [*parts, ("rays against all bodies", rays, ["size"])], "nanoseconds", path)


def draw_worlds(run: Run, path: pathlib.Path) -> None:
    """Worlds of one size."""
    rows = run.of("find")
    if len(rows):
        draw_tables(run, "Finding pairs in worlds that are hard to divide: time of a tick",
                    [("worlds", rows[~rows["scene"].str.match("P")], ["scene"])], "nanoseconds per body", path)


def draw_lines(axes: Any, rows: pandas.DataFrame, form: str, gid: str, **how: Any) -> None:
    """Time against size."""
    curve = rows.sort_values("size")
    if len(curve):
        axes.plot(curve["size"], curve["ns"], form, markersize=3, gid=gid, **how)


def logarithmic(axes: Any, x: str, y: str, title: str) -> None:
    """Both axes, with their labels."""
    axes.set(xscale="log", yscale="log", xlabel=x, ylabel=y, title=title)
    decades(axes.xaxis)
    decades(axes.yaxis)


def draw_few(run: Run, path: pathlib.Path) -> None:
    """Time per pair against the number of pairs of a call."""
    rows = run.of(*DIMENSIONS, mode="cold", query=["distance", "contact"])
    rows = rows[rows["size"] < SMALL_CALL]
    rows = borrow(rows) if len(rows) else rows
    panels_of = [(scene, query, part) for query in ("distance", "contact") for scene in ("S2", "T4")
                 if len(part := rows[(rows["scene"] == scene) & (rows["query"] == query) & (rows["mode"] == "cold")])]
    if not panels_of:
        return
    lines = -(-len(panels_of) // 2)
    figure, panels = new(lines, min(2, len(panels_of)), (WIDTH, 2.5 * lines + 1.2), "Calls of few pairs: time per pair",
                         below(run))
    for axes, (scene, query, part) in zip(panels, panels_of):
        wide = compare(part, ["size"])
        for name, (colour, marker) in SETS.items():
            if name in wide:
                axes.plot(wide.index, wide[name], marker=marker, color=colour, markersize=4, label=name,
                          gid=f"{scene} {query} {name}", linewidth=2 if name == "automatic" else 1)
        if wide.get("best", pandas.Series(dtype=float)).notna().any():
            axes.plot(wide.index, wide["best"], "--", color=RIVAL[0], label="fastest rival", gid=f"{scene} {query} rival")
            axes.annotate(wide["fastest rival"].iloc[-1], (wide.index[-1], wide["best"].iloc[-1]), (0, 3),
                          textcoords="offset points", ha="right", fontsize=8, color="#8a3d08")
        logarithmic(axes, "pairs of a call", "ns per pair", f"{query}\n" + words(scene).replace("\n", " "))
        axes.set_xticks([*wide.index], [f"{size}" for size in wide.index])
        axes.title.set_fontsize(9)
    legend(figure, panels, 3)
    save(figure, path)


def draw_find(run: Run, path: pathlib.Path) -> None:
    """Time per body of the two widest sets and of rivals, for the scenes that have all sizes."""
    rows = run.of("find", scene=[*SCENES], mode="random")
    rows = rows[~rows["who"].str.contains("index")] if len(rows) else rows
    own = {"AVX-512": SETS["AVX-512"], "AVX-512, 2 workers": ("#1b9e93", "v"), "AVX2": SETS["AVX2"], "NEON": SETS["NEON"]}
    rows = rows[~rows["own"] | rows["who"].isin([*own])] if len(rows) else rows
    if rows.empty:
        return
    scenes = [scene for scene in SCENES if scene in {*rows["scene"]}]
    rivals = [*rows.loc[~rows["own"], "who"].unique()]
    looks = {**own, **{who: (OTHERS[k % len(OTHERS)], "DvPX<>psh*d8"[k % 12]) for k, who in enumerate(rivals)}}
    figure, panels = new(len(scenes), 1, (WIDTH, 2.6 * len(scenes) + 2.2),
                         "Finding pairs: time of a tick, bodies in random order", below(run))
    for axes, scene in zip(panels, scenes):
        for who, mine in rows[rows["scene"] == scene].groupby("who", sort=False):
            colour, marker = looks[who]
            draw_lines(axes, mine, "-", f"{scene} {who}", label=who, color=colour, marker=marker,
                       linewidth=2.2 if who in own else 1.2)
        logarithmic(axes, "bodies", "ns per body", f"{scene}: {SCENES[scene]}")
    legend(figure, panels, 2)
    save(figure, path)


def draw_tick(run: Run, path: pathlib.Path) -> None:
    """A bar for each row, of its steps one after the other."""
    rows = run.of("crowd")
    if rows.empty or "find_ms" not in rows:
        return
    sizes = [*rows["size"].unique()]
    lines = [int((rows["size"] == size).sum()) + 1.5 for size in sizes]
    figure, panels = new(len(sizes), 1, (WIDTH, 0.27 * sum(lines) + 0.5 * len(sizes) + 1.1),
                         "A whole tick of a crowd: where the time goes", below(run), lines)
    colours = ("#0b2f5c", "#6e6e6e", "#6ab0e6", "#e08a1e", "#b5322a", "#4c9a3a")
    for axes, size in zip(panels, sizes):
        table = rows[rows["size"] == size]
        table.index = pandas.Index(table["who"] + table["mode"].map({"Z": ", sorted"}).fillna(""))
        table[[f"{step}_ms" for step in STEPS]].set_axis(STEPS, axis=1).plot.barh(stacked=True, ax=axes, legend=False, width=0.7,
                                                                                  color=colours)
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.set(xlabel="milliseconds per tick", ylabel="", title=f"{size:,} agents")
    legend(figure, panels, 6)
    save(figure, path)


def main(given: list[str]) -> None:
    """Draws what the file has."""
    if len(given) != 2:
        print("\n".join((__doc__ or "").splitlines()[2:]), file=sys.stderr)
        raise SystemExit(2)
    run, folder = Run(given[0]), pathlib.Path(given[1])
    folder.mkdir(parents=True, exist_ok=True)
    for dimension in DIMENSIONS:
        draw_queries(run, dimension, "cold", folder / f"queries{dimension[0]}.svg")
        draw_queries(run, dimension, "warm", folder / f"warm{dimension[0]}.svg")
    draw_few(run, folder / "few.svg")
    draw_casts(run, folder / "casts.svg")
    draw_find(run, folder / "find.svg")
    draw_worlds(run, folder / "worlds.svg")
    draw_tick(run, folder / "tick.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
