"""Pictures of a replay, as `lanegjk replay --svg` draws them: a warm glow where many came close to each other, every path as
a thin line, the gaps of close approaches as lines, contacts as rings, and near misses by number."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._trajectories import Encounters

HEAT, GAPS = ("#faf7ee", "#fed976", "#fda042", "#f05a28"), ("#54003c", "#9e1450", "#d6486c", "#f08ca0")
DARK, PATH = "#54003c", "#44566c"
BORDER, HEAT_RADIUS = 0.3, 0.5  # metres: around the paths, of the glow about a close approach
SHOWN_SHARE = 0.15  # of the reach: smaller gaps are drawn one by one
CELLS = 140  # of the glow, along the longer side
MOST_POINTS, MOST_GAPS = 150_000, 12_000
BADGE, RING = 9.0, 100.0  # points: the radius of a number; square points of the floor for each ring, more hide each other
INCHES, LINE = 7.0, 0.9  # of the longer side; points, of a path
STRONGEST, COVER = 0.5, 0.17  # opacity where paths are few; the share of the floor that all paths cover, as if they were ink


def _glow(middle: Any, weight: Any, low: Any, high: Any) -> Any:
    """Returns the sum of bumps (1 - (r/R)^2)^2 about the points on a grid over the floor, rows from below."""
    cell = float((high - low).max()) / CELLS
    shape = np.maximum(np.ceil((high - low) / cell).astype(int), 1)
    at = np.clip(((middle - low) / cell).astype(int), 0, shape - 1)
    sums = np.zeros(shape[::-1])
    np.add.at(sums, (at[:, 1], at[:, 0]), weight)
    radius = max(HEAT_RADIUS, 1.5 * cell) / cell
    reach = int(radius)
    padded = np.pad(sums, reach)
    heat = np.zeros_like(sums)
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            fall = 1 - (x * x + y * y) / (radius * radius)
            if fall > 0:
                heat += fall * fall * padded[reach + y:reach + y + shape[1], reach + x:reach + x + shape[0]]
    return heat, (low[0], low[0] + shape[0] * cell, low[1], low[1] + shape[1] * cell)


def _figure(low: Any, high: Any) -> Any:
    """Returns axes of a new figure that has the proportions of the floor, and room for the legend."""
    from matplotlib import pyplot
    width, height = np.maximum(INCHES * (high - low) / (high - low).max(), (4.5, 0.8))
    return pyplot.figure(figsize=(width + 1, height + 2.65), layout="constrained", dpi=110).add_subplot()


def _paths(met: Encounters, axes: Any, floor: Any) -> None:
    """Draws a line for each person, the fainter the more of them cross the floor."""
    from matplotlib.collections import LineCollection
    person, _, place = met.track
    every = -(-len(place) // MOST_POINTS)
    ways = [np.concatenate([way[::every], way[-1:]]) for way in np.split(place, np.flatnonzero(person[1:] != person[:-1]) + 1)]
    length = sum(float(np.hypot(*np.diff(way, axis=0).T).sum()) for way in ways)
    cover = length * LINE / 72 * floor.max() / INCHES / floor.prod()
    axes.add_collection(LineCollection(ways, colors=PATH, linewidths=LINE, alpha=min(STRONGEST, COVER / max(cover, 1e-3))))
    axes.plot([], [], color=PATH, linewidth=LINE, alpha=STRONGEST, label="path")


def _place(middle: Any, taken: Any, floor: Any, low: Any, high: Any) -> Any:
    """Returns where a number stands: beside its point, as near as there is room, in metres."""
    point = floor.max() / INCHES / 72
    for away in range(22, 100, 12):
        for way in ((0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7), (1, 0), (-1, 0), (0, 1), (0, -1)):
            at = middle + away * point * np.array(way)
            inside = (at > low + BADGE * point).all() and (at < high - BADGE * point).all()
            if inside and np.hypot(*(taken - at).T).min() > 2 * BADGE * point:
                return at
    return middle


def _near_misses(met: Encounters, axes: Any, most: int, low: Any, high: Any) -> None:
    """Draws a number beside each near miss."""
    rows = met.near_misses(most)
    middles = (rows["point_a"] + rows["point_b"]) / 2
    taken = middles
    for number, middle in enumerate(middles, 1):
        at = _place(middle, taken, high - low, low, high)
        taken = np.concatenate([taken, [at]])
        axes.annotate(str(number), middle, at, ha="center", va="center", fontsize=9, fontweight="bold", color=DARK, zorder=6,
                      bbox={"boxstyle": "circle,pad=0.2", "facecolor": "white", "edgecolor": DARK},
                      arrowprops={"arrowstyle": "-", "color": DARK, "linewidth": 1.1})


def draw(met: Encounters, axes: Any, most: int) -> Any:
    """Draws what Encounters.plot says, and returns the axes."""
    from matplotlib.collections import LineCollection
    from matplotlib.colors import LinearSegmentedColormap, Normalize
    place = met.track[2]
    low, high = place.min(axis=0) - BORDER, place.max(axis=0) + BORDER
    made = axes is None
    axes = _figure(low, high) if made else axes
    near = met.table[met.table["kind"] == "approach"]
    middle = (near["point_a"] + near["point_b"]) / 2
    heat, extent = _glow(middle, (1 - np.maximum(near["min_distance"], 0) / met.reach) ** 2, low, high)
    glow = axes.imshow(heat, LinearSegmentedColormap.from_list("heat", HEAT), origin="lower", extent=extent,
                       interpolation="bicubic", vmin=0, vmax=max(float(heat.max()), 1e-9), zorder=0)
    _paths(met, axes, high - low)
    largest = SHOWN_SHARE * met.reach
    shown = near[(near["min_distance"] > 0) & (near["min_distance"] <= largest)]
    shown = shown[np.argsort(shown["min_distance"], kind="stable")[:MOST_GAPS][::-1]]  # the smallest on top
    gaps = LineCollection(np.stack([shown["point_a"], shown["point_b"]], axis=1), array=shown["min_distance"],
                          cmap=LinearSegmentedColormap.from_list("gaps", GAPS), norm=Normalize(0, largest), linewidths=1.8,
                          capstyle="round", zorder=3)
    axes.add_collection(gaps)
    room = float((INCHES * 72) ** 2 * (high - low).prod() / (high - low).max() ** 2 / RING)
    every = int(len(met.contacts) / room) + 1
    contacts = met.contacts[::every]
    axes.plot(*((contacts["point_a"] + contacts["point_b"]) / 2).T, "o", color=DARK, markersize=4.5, markerfacecolor="white",
              markeredgewidth=1.2, label="contact", zorder=4)
    counts = f"{len(near)} approaches, {len(met.contacts)} contacts" + (f", 1 in {every} drawn" if every > 1 else "")
    axes.set(xlabel="x [m]", ylabel="y [m]", xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal", facecolor="#f7f8fa",
             title=counts)
    _near_misses(met, axes, most, low, high)
    axes.plot([], [], "o", color=DARK, markersize=10, markerfacecolor="white", label="near miss, the nearest is 1")
    if made:
        axes.figure.suptitle("Where people came closest", fontweight="bold")
        axes.set_title(None)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=3, frameon=False, title=counts)
        for ramp, label, ticks in ((gaps, "gap [m]", (0, largest)), (glow, "close approaches", (0, glow.norm.vmax))):
            bar = axes.figure.colorbar(ramp, ax=axes, location="bottom", shrink=0.6, aspect=40, pad=0.02, label=label)
            bar.set_ticks(ticks, labels=("few", "many") if ramp is glow else None)
            bar.outline.set_visible(False)
    else:
        axes.legend()
    return axes


def draw_distance(met: Encounters, a: Any, b: Any, axes: Any) -> Any:
    """Draws what Encounters.plot_distance says, and returns the axes."""
    from matplotlib import pyplot
    if axes is None:
        axes = pyplot.figure(figsize=(8, 4), layout="constrained").add_subplot()
    rows = met.meetings[(met.meetings["a"] == min(a, b)) & (met.meetings["b"] == max(a, b))]
    axes.set(xlabel="time [s]", ylabel="distance of torsos [m]")
    axes.plot(rows["frame"] / met.frame_rate, rows["distance"], ".-", color=GAPS[1], label=f"{a} and {b}")
    axes.axhline(0, color="0.5", linewidth=0.6)
    axes.legend()
    return axes
