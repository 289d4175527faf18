#!/usr/bin/python3
"""Draws a run of scripts/bench.sh, JSON or results.csv, as SVG: those pictures that the file has the figures for.

usage: plot.py FILE FOLDER
  speedup.svg, speedup3.svg   2D, 3D: how many times faster the widest instruction set is than each rival
  pairs.svg, pairs3.svg       2D, 3D: time per pair against the number of pairs of a call, cold and warm
  warm.svg, warm3.svg         2D, 3D: time per pair of everyone on every scene, cold and warm
  contact.svg, contact3.svg   2D, 3D: the same of contacts on whole scenes, and of depths of pairs that overlap
  find.svg                    finding pairs: time per body against the number of bodies
  tick.svg                    a whole tick of a crowd: where the time goes
"""
from __future__ import annotations

import pathlib
import sys
import textwrap
from typing import Any

import matplotlib
import pandas

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402

from results import IMPLEMENTATIONS, SCENE_LINES, USUAL_PAIRS, Run, suffix  # noqa: E402

matplotlib.rcParams.update({
    "font.family": "sans-serif", "font.size": 9, "svg.fonttype": "none", "svg.hashsalt": "lanegjk", "axes.grid": True,
    "grid.color": "#dddddd", "grid.linewidth": 0.6, "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": "#666666", "legend.frameon": False, "axes.titlesize": 10, "axes.axisbelow": True})
BLUES = ("#a9bccf", "#6aaee0", "#2f72b8", "#0b2f5c", "#8fb8a8", "#1b9e93", "#7a5cd6")
OTHERS = ("#6e6e6e", "#e08a1e", "#b5322a", "#4c9a3a", "#a6c93f", "#8a4fa8", "#d06fa8", "#8c6d31", "#333333")
MARKERS = ("s", "^", "D", "v", "P", "X", "<", ">", "p")
COLD, WARM = "cold", "warm"
MODES = [Line2D([], [], color="0.3", marker="o", linestyle="", fillstyle="none", label="cold: hollow"),
         Line2D([], [], color="0.3", marker="o", linestyle="", label="warm, with records: full")]
RANDOM = Line2D([], [], color="0.3", linestyle=":", label="bodies in random order")
SCENES = {"P1": "walkers", "P2": "walkers among long walls", "P5": "a swarm in 3D"}
STEPS = ("find", "carry", "contact", "events", "push", "move")


def look(names: list[str], name: str, rival: bool) -> tuple[str, str]:
    """Colour and marker by its place: instruction sets in blues with circles, rivals in the rest."""
    place = names.index(name)
    return (OTHERS[place % len(OTHERS)], MARKERS[place % len(MARKERS)]) if rival else (BLUES[place % len(BLUES)], "o")


def words(scene: str) -> str:
    """A scene in words, and its number, by which tables name it."""
    end = suffix(scene)
    line = SCENE_LINES.get(scene[:len(scene) - len(end)], scene)
    line = line.rpartition(",")[0] if end == "-overlapping" and "," in line else line
    return textwrap.fill(f"{line} ({scene[:len(scene) - len(end)]})", 34)


def new(rows: int, columns: int, size: tuple[float, float], title: str, caption: str, ratios: Any = None) -> tuple[Any, Any]:
    """A figure with its title, and under it a caption. Returns it and its panels."""
    figure, panels = pyplot.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained",
                                     gridspec_kw={"height_ratios": ratios})
    figure.text(0.5, 1 - 0.08 / size[1], title, ha="center", va="top", fontsize=12)
    figure.text(0.5, 1 - 0.32 / size[1], caption, ha="center", va="top", color="#555555")
    return figure, panels.ravel()


def decades(axis: Any) -> None:
    """Figures along a logarithmic axis, at 1, 2 and 5 of each decade if there are few, with k and M for thousands."""
    low, high = sorted(axis.get_view_interval())
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if high / max(low, 1e-9) < 300 else (1,), numticks=20))
    axis.set_major_formatter(lambda x, _: f"{x / 1e6:g}M" if x >= 1e6 else f"{x / 1e3:g}k" if x >= 1e4 else f"{x:g}")
    axis.set_minor_formatter("")


def legend(figure: Any, panels: Any, last: Any = ()) -> None:
    """One legend below all panels, each name once; `last` are more entries. Panels get the room between it and the title."""
    handles = {label: handle for panel in panels for handle, label in zip(*panel.get_legend_handles_labels())}
    handles.update({one.get_label(): one for one in last})
    height = figure.get_size_inches()[1]
    room = (0.1 + 0.19 * -(-len(handles) // 5)) / height
    figure.set_layout_engine("constrained", rect=(0, room, 1, 1 - room - 0.5 / height))
    figure.legend([*handles.values()], [*handles], loc="lower center", ncols=5)


def save(figure: Any, path: pathlib.Path) -> None:
    """Writes an SVG, the same bytes for the same data, and says so."""
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    print(path)


def below(run: Run) -> str:
    """Where the figures come from."""
    spread = f", median spread {run.spread:.1%}" if run.spread == run.spread else ""
    return f"one core, {run.context('machine')}, lanegjk {run.context('lanegjk')}{spread}"


def everyone(dimension: str, rows: pandas.DataFrame) -> list[tuple[str, tuple[str, str]]]:
    """Those that the rows have, in the order of their table, with their colours and markers."""
    seen = {*rows["who"]}
    names = {rival: [one.shown for one in IMPLEMENTATIONS[dimension] if one.is_rival == rival] for rival in (False, True)}
    return [(one.shown, look(names[one.is_rival], one.shown, one.is_rival)) for one in IMPLEMENTATIONS[dimension]
            if one.shown in seen]


def chosen(run: Run, dimension: str, query: str, end: str) -> pandas.DataFrame:
    """What a panel of scenes is drawn from."""
    rows = run.of(dimension, query=query, mode=[COLD, WARM], size=USUAL_PAIRS)
    return rows[rows["scene"].map(suffix) == end]


def draw_dumbbells(axes: Any, rows: pandas.DataFrame, who: list[tuple[str, tuple[str, str]]], value: str, name: str) -> None:
    """On the line of each scene a hollow point for cold and a full one for warm, joined."""
    scenes = [*rows["scene"].unique()]
    for k, (one, (colour, marker)) in enumerate(who):
        points = rows[rows["who"] == one].pivot_table(index="scene", columns="mode", values=value)
        at = pandas.Series({scene: len(scenes) - 1 - scenes.index(scene) - 0.8 * ((k + 0.5) / len(who) - 0.5)
                            for scene in points.index}, dtype=float)
        for mode, fill in ((COLD, "none"), (WARM, "full")):
            if mode in points:
                drawn = points[mode].dropna()
                axes.plot(drawn, at[drawn.index], marker, color=colour, fillstyle=fill, markersize=4.5, label=one,
                          gid=f"{name} {mode} {one}")
        if COLD in points and WARM in points:
            for scene, pair in points.dropna().iterrows():
                axes.plot([pair[COLD], pair[WARM]], [at[scene]] * 2, color=colour, linewidth=1)
    axes.set_yticks(range(len(scenes)), [words(scene) for scene in reversed(scenes)])
    axes.set_ylim(-0.6, len(scenes) - 0.4)
    for line in range(1, len(scenes)):
        axes.axhline(line - 0.5, color="#eeeeee", linewidth=0.8)
    axes.grid(axis="y", visible=False)
    axes.set_xscale("log")
    decades(axes.xaxis)


def draw_times(run: Run, dimension: str, panels_of: list[tuple[str, str, str]], path: pathlib.Path) -> None:
    """A panel for each query: time per pair of everyone on every scene."""
    drawn = [(title, rows) for query, end, title in panels_of if len(rows := chosen(run, dimension, query, end))]
    if not drawn:
        return
    who = everyone(dimension, pandas.concat([rows for _, rows in drawn]))
    lines = [rows["scene"].nunique() for _, rows in drawn]
    height = sum(lines) * (0.2 + 0.075 * len(who)) + 1.8 + 0.5 * len(drawn)
    figure, panels = new(len(drawn), 1, (9.5, height), f"{dimension[0]}D, {USUAL_PAIRS:,} pairs: time per pair", below(run),
                               lines)
    for axes, (name, rows) in zip(panels, drawn):
        draw_dumbbells(axes, rows, who, "ns", name)
        axes.set_title(name)
        axes.set_xlabel("nanoseconds per pair")
    legend(figure, panels, MODES)
    save(figure, path)


def draw_speedup(run: Run, dimension: str, path: pathlib.Path) -> None:
    """How many times faster the widest set is than each rival, cold and warm."""
    rows, widest = chosen(run, dimension, "distance", ""), run.widest(dimension)
    rivals = rows[~rows["own"]]
    if widest is None or rivals.empty:
        return
    own = rows[rows["who"] == widest.shown].set_index(["scene", "mode"])["ns"]
    rivals = rivals.assign(ratio=rivals["ns"] / own.reindex(pandas.MultiIndex.from_frame(rivals[["scene", "mode"]])).values)
    who = everyone(dimension, rivals)
    figure, panels = new(1, 1, (9.5, rivals["scene"].nunique() * (0.25 + 0.06 * len(who)) + 2),
                               f"{dimension[0]}D distance: how many times faster {widest.shown} is than each rival", below(run))
    draw_dumbbells(panels[0], rivals.dropna(subset=["ratio"]), who, "ratio", "speedup")
    panels[0].axvline(1, color="black", linestyle="--", linewidth=1)
    panels[0].set_xlabel("times faster (left of 1: the rival is faster)")
    legend(figure, panels, MODES)
    save(figure, path)


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


def draw_sizes(run: Run, dimension: str, scene: str, path: pathlib.Path) -> None:
    """Time per pair against the number of pairs of a call; in random order the library and the rival that is most like it."""
    rows, widest = run.of(dimension, query="distance", scene=[scene, scene + "-shuffled"]), run.widest(dimension)
    alike = [widest.shown if widest else "", "Box2D", "Bullet"]
    rows = rows[(rows["scene"] == scene) | rows["who"].isin(alike)]
    modes = [mode for mode in (COLD, WARM) if rows.loc[rows["mode"] == mode, "size"].nunique() > 1]
    if not modes:
        return
    figure, panels = new(1, len(modes), (9.5, 4.6), f"{dimension[0]}D distance of {words(scene)}".replace("\n", " "),
                               below(run))
    for axes, mode in zip(panels, modes):
        for one, (colour, marker) in everyone(dimension, rows):
            mine = rows[(rows["who"] == one) & (rows["mode"] == mode)]
            draw_lines(axes, mine[mine["scene"] == scene], "-", f"{scene} {mode} {one}", color=colour, marker=marker, label=one)
            draw_lines(axes, mine[mine["scene"] != scene], ":", f"{scene}-shuffled {mode} {one}", color=colour, marker=marker)
        logarithmic(axes, "pairs of a call", "nanoseconds per pair", mode)
    legend(figure, panels, [RANDOM] if (rows["scene"] != scene).any() else [])
    save(figure, path)


def draw_find(run: Run, path: pathlib.Path) -> None:
    """Time per body of the widest set, its two workers and index, and of rivals, for the scenes that have all sizes."""
    rows = run.of("find", scene=[*SCENES], mode="random")
    if rows.empty:
        return
    rows = rows[~rows["own"] | (rows["lanes"] == rows["lanes"].max())]
    rows = rows[~rows["who"].str.contains("index, 2 workers")]
    names = {own: [*rows.loc[rows["own"] == own, "who"].unique()] for own in (True, False)}
    figure, panels = new(1, len(SCENES), (11, 5), "Finding pairs: time of a tick, bodies in random order", below(run))
    for axes, (scene, title) in zip(panels, SCENES.items()):
        for (one, own), mine in rows[rows["scene"] == scene].groupby(["who", "own"], sort=False):
            draw_lines(axes, mine, "o-", f"{scene} {one}", label=one, color=look(names[own], one, not own)[0],
                       linewidth=2.2 if own else 1.2)
        logarithmic(axes, "bodies", "ns per body and tick", title)
    legend(figure, panels)
    save(figure, path)


def draw_tick(run: Run, path: pathlib.Path) -> None:
    """A bar for each row, of its steps one after the other."""
    rows = run.of("crowd")
    if rows.empty or "find_ms" not in rows:
        return
    sizes = [*rows["size"].unique()]
    figure, panels = new(1, len(sizes), (11, 0.24 * len(rows) / len(sizes) + 2),
                               "A whole tick of a crowd: where the time goes", below(run))
    colours = (BLUES[3], OTHERS[0], BLUES[1], *OTHERS[1:])
    for axes, size in zip(panels, sizes):
        table = rows[rows["size"] == size]
        table.index = pandas.Index(table["who"] + table["mode"].map({"random": ", random order"}).fillna(", sorted"))
        table[[f"{step}_ms" for step in STEPS]].set_axis(STEPS, axis=1).plot.barh(stacked=True, ax=axes, legend=False, width=0.7,
                                                                                  color=colours)
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.set(xlabel="milliseconds per tick", ylabel="", title=f"{size:,} agents")
    legend(figure, panels)
    save(figure, path)


def main(given: list[str]) -> None:
    """Draws what the file has."""
    if len(given) != 2:
        print("\n".join((__doc__ or "").splitlines()[2:]), file=sys.stderr)
        raise SystemExit(2)
    run, folder = Run(given[0]), pathlib.Path(given[1])
    folder.mkdir(parents=True, exist_ok=True)
    for dimension, scene, end in (("2d", "S2", ""), ("3d", "T4", "3")):
        draw_speedup(run, dimension, folder / f"speedup{end}.svg")
        draw_sizes(run, dimension, scene, folder / f"pairs{end}.svg")
        draw_times(run, dimension, [("distance", "", "distance"), ("overlap", "", "overlap")], folder / f"warm{end}.svg")
        draw_times(run, dimension, [("contact", "", "contact, up to 0.02 apart"),
                                    ("depth", "-overlapping", "depth, all pairs overlapping")], folder / f"contact{end}.svg")
    draw_find(run, folder / "find.svg")
    draw_tick(run, folder / "tick.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
