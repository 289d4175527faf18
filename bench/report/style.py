"""One look for all plots: colours by place in the tables, words on the axes, text that stays text in the SVG."""
from __future__ import annotations

import pathlib
import textwrap
from typing import Any

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402

from results import SCENE_LINES, suffix  # noqa: E402

matplotlib.rcParams.update({
    "font.family": "sans-serif", "font.size": 9, "svg.fonttype": "none", "svg.hashsalt": "lanegjk", "axes.grid": True,
    "grid.color": "#dddddd", "grid.linewidth": 0.6, "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": "#666666", "legend.frameon": False, "axes.titlesize": 10, "axes.axisbelow": True})
BLUES = ("#a9bccf", "#6aaee0", "#2f72b8", "#0b2f5c", "#8fb8a8", "#1b9e93", "#7a5cd6")
OTHERS = ("#6e6e6e", "#e08a1e", "#b5322a", "#4c9a3a", "#a6c93f", "#8a4fa8", "#d06fa8", "#8c6d31", "#333333")
MARKERS = ("s", "^", "D", "v", "P", "X", "<", ">", "p")


def look(names: list[str], name: str, rival: bool) -> tuple[str, str]:
    """Colour and marker by place among its kin: instruction sets in blues with circles, rivals in the rest."""
    place = names.index(name)
    return (OTHERS[place % len(OTHERS)], MARKERS[place % len(MARKERS)]) if rival else (BLUES[place % len(BLUES)], "o")


def words(scene: str) -> str:
    """A scene in words, and its number, by which tables name it."""
    end = suffix(scene)
    line = SCENE_LINES.get(scene[:len(scene) - len(end)], scene)
    line = line.rpartition(",")[0] if end == "-overlapping" and "," in line else line
    return textwrap.fill(f"{line} ({scene[:len(scene) - len(end)]})", 34)


def new(rows: int, columns: int, size: tuple[float, float], title: str, below: str, ratios: Any = None) -> tuple[Any, Any]:
    """A figure with its title, and below it where the figures come from. Returns it and its panels."""
    figure, panels = pyplot.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained",
                                     gridspec_kw={"height_ratios": ratios})
    figure.text(0.5, 1 - 0.08 / size[1], title, ha="center", va="top", fontsize=12)
    figure.text(0.5, 1 - 0.32 / size[1], below, ha="center", va="top", color="#555555")
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
    below = (0.1 + 0.19 * -(-len(handles) // 5)) / height
    figure.set_layout_engine("constrained", rect=(0, below, 1, 1 - below - 0.5 / height))
    figure.legend([*handles.values()], [*handles], loc="lower center", ncols=5)


def save(figure: Any, path: pathlib.Path) -> None:
    """Writes an SVG, the same bytes for the same data, and says so."""
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    print(path)
