#!/usr/bin/python3
"""Draws the results of scripts/bench.sh as SVG, those pictures that the file has the figures for.

usage: plot.py FILE.json DIRECTORY
  speedup.svg, speedup3.svg   2D, 3D: how many times faster the widest instruction set is than each rival
  pairs.svg, pairs3.svg       2D, 3D: time per pair against the number of pairs of a call, cold and warm
  warm.svg, warm3.svg         2D, 3D: time per pair of everyone on every scene, cold and warm
  contact.svg, contact3.svg   2D, 3D: the same of contacts on whole scenes, and of depths of pairs that overlap
usage: plot.py find.md
  find.svg, tick.svg          beside a page of scripts/bench.sh --find: time per body against their number, and whole ticks
"""
from __future__ import annotations

import pathlib
import sys
from typing import Any

from matplotlib.lines import Line2D

import style
from find import draw_find, draw_tick, show
from results import IMPLEMENTATIONS, MOST_LOAD, USUAL_PAIRS, Implementation, Result, Run, stop, suffix

COLD, WARM = "cold", "warm"
MODES = [Line2D([], [], color="0.3", marker="o", linestyle="", fillstyle="none", label="cold: hollow"),
         Line2D([], [], color="0.3", marker="o", linestyle="", label="warm, with records: full")]
RANDOM = Line2D([], [], color="0.3", linestyle=":", label="bodies in random order")


def below(run: Run) -> str:
    """Where the figures come from."""
    busy = f", busy: load average {run.load:.2f}" if run.load > MOST_LOAD else ""
    return f"one core, {run.context('machine')}{busy}"


def chosen(run: Run, dimension: str, query: str, of_suffix: str) -> list[Result]:
    """What a panel of scenes is drawn from."""
    return [r for r in run.results if r.dimension == dimension and r.query == query and suffix(r.scene) == of_suffix
            and r.mode in (COLD, WARM) and r.pairs == USUAL_PAIRS and not r.sorted]


def draw_dumbbells(axes: Any, dimension: str, cases: list[Result], who: list[Implementation], value: Any, name: str) -> None:
    """On the line of each scene a hollow point for cold and a full one for warm, joined."""
    scenes = list(dict.fromkeys(r.scene for r in cases))
    for k, one in enumerate(who):
        colour, marker = style.look(dimension, one)
        points: dict[str, dict[float, float]] = {COLD: {}, WARM: {}}
        for r in cases:
            found = value(r, one)
            if found:
                points[r.mode][len(scenes) - 1 - scenes.index(r.scene) - 0.8 * ((k + 0.5) / len(who) - 0.5)] = found
        for mode, fill in ((COLD, "none"), (WARM, "full")):
            if not points[mode]:
                continue
            axes.plot(list(points[mode].values()), list(points[mode]), marker, color=colour, fillstyle=fill, markersize=4.5,
                      label=one.shown, gid=f"{name} {mode} {one.shown}")
        for at in points[COLD].keys() & points[WARM].keys():
            axes.plot([points[COLD][at], points[WARM][at]], [at, at], color=colour, linewidth=1)
    axes.set_yticks(range(len(scenes)), [style.words(scene) for scene in reversed(scenes)])
    axes.set_ylim(-0.6, len(scenes) - 0.4)
    for line in range(1, len(scenes)):
        axes.axhline(line - 0.5, color="#eeeeee", linewidth=0.8)
    axes.grid(axis="y", visible=False)
    axes.set_xscale("log")
    style.decades(axes.xaxis)


def own_time(r: Result, one: Implementation) -> float:
    """The nanoseconds of a result of this implementation."""
    return r.nanoseconds if r.of == one else 0.0


def draw_times(run: Run, dimension: str, asks: list[tuple[str, str, str]], title: str, path: pathlib.Path) -> None:
    """A panel for each query: time per pair of everyone on every scene."""
    drawn = [(title, cases) for query, end, title in asks if (cases := chosen(run, dimension, query, end))]
    if not drawn:
        return
    present = {r.of for _, cases in drawn for r in cases}
    who = [one for one in IMPLEMENTATIONS[dimension] if one in present]
    lines = [len({r.scene for r in cases}) for _, cases in drawn]
    height = sum(lines) * (0.2 + 0.075 * len(who)) + 1.8 + 0.5 * len(drawn)
    figure, panels = style.new(len(drawn), 1, (9.5, height), title, below(run), lines)
    for axes, (name, cases) in zip(panels, drawn):
        draw_dumbbells(axes, dimension, cases, who, own_time, name)
        axes.set_title(name)
        axes.set_xlabel("nanoseconds per pair")
    style.legend(figure, panels, MODES)
    style.save(figure, path)


def draw_speedup(run: Run, dimension: str, path: pathlib.Path) -> None:
    """How many times faster the widest set is than each rival, cold and warm."""
    widest = run.widest(dimension)
    cases = [r for r in chosen(run, dimension, "distance", "") if r.of == widest]
    rivals = run.present(dimension, True)
    if not widest or not any(run.ratio(r, rival) for r in cases for rival in rivals):
        return
    scenes = len({r.scene for r in cases})
    figure, panels = style.new(1, 1, (9.5, scenes * (0.25 + 0.06 * len(rivals)) + 2),
                               f"{dimension[0]}D distance: how many times faster {widest.shown} is than each rival", below(run))
    draw_dumbbells(panels[0], dimension, cases, rivals, run.ratio, "speedup")
    panels[0].axvline(1, color="black", linestyle="--", linewidth=1)
    panels[0].set_xlabel("times faster (left of 1: the rival is faster)")
    style.legend(figure, panels, MODES)
    style.save(figure, path)


def draw_sizes(run: Run, dimension: str, scene: str, path: pathlib.Path) -> None:
    """Time per pair against the number of pairs of a call; in random order the library and the rival that is most like it."""
    widest = run.widest(dimension)
    panels_of = []
    for mode in (COLD, WARM):
        curves: dict[tuple[Implementation, str], dict[int, float]] = {}
        for r in run.results:
            alike = r.of == widest or r.of.shown in ("Box2D", "Bullet")
            if (r.dimension == dimension and r.query == "distance" and r.mode == mode and not r.sorted
                    and (r.scene == scene or r.scene == scene + "-shuffled" and alike)):
                curves.setdefault((r.of, r.scene), {})[r.pairs] = r.nanoseconds
        if len({pairs for curve in curves.values() for pairs in curve}) > 1:
            panels_of.append((mode, curves))
    if not panels_of:
        return
    figure, panels = style.new(1, len(panels_of), (9.5, 4.6), f"{dimension[0]}D distance of {style.words(scene)}"
                               .replace("\n", " "), below(run))
    for axes, (mode, curves) in zip(panels, panels_of):
        for one in IMPLEMENTATIONS[dimension]:
            for of, dash in ((scene, "-"), (scene + "-shuffled", ":")):
                curve = sorted(curves.get((one, of), {}).items())
                colour, marker = style.look(dimension, one)
                if curve:
                    axes.plot(*zip(*curve), dash, marker=marker, markersize=3, color=colour, gid=f"{of} {mode} {one.shown}",
                              **({"label": one.shown} if of == scene else {}))
        axes.set(xscale="log", yscale="log", xlabel="pairs of a call", ylabel="nanoseconds per pair", title=mode)
        style.decades(axes.xaxis)
        style.decades(axes.yaxis)
    style.legend(figure, panels, [RANDOM] if any(s != scene for _, curves in panels_of for _, s in curves) else [])
    style.save(figure, path)


def main(given: list[str]) -> None:
    """Draws what the arguments ask."""
    if len(given) == 1 and given[0].endswith(".md"):
        page = pathlib.Path(given[0])
        if not page.is_file():
            stop(f"plot.py: there is no page {page}")
        draw_find(page)
        draw_tick(page)
        show(page)
        return
    if len(given) != 2:
        print("\n".join((__doc__ or "").splitlines()[2:]), file=sys.stderr)
        raise SystemExit(2)
    run, folder = Run(given[0]), pathlib.Path(given[1])
    folder.mkdir(parents=True, exist_ok=True)
    for dimension, scene, end in (("2d", "S2", ""), ("3d", "T4", "3")):
        name = f"{dimension[0]}D, {USUAL_PAIRS:,} pairs: time per pair"
        draw_speedup(run, dimension, folder / f"speedup{end}.svg")
        draw_sizes(run, dimension, scene, folder / f"pairs{end}.svg")
        draw_times(run, dimension, [("distance", "", "distance"), ("overlap", "", "overlap")], name, folder / f"warm{end}.svg")
        draw_times(run, dimension, [("contact", "", "contact, up to 0.02 apart"),
                                    ("depth", "-overlapping", "depth, all pairs overlapping")], name,
                   folder / f"contact{end}.svg")


main(sys.argv[1:])
