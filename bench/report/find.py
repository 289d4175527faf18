"""Plots of a page of scripts/bench.sh --find: the time of ticks against the number of bodies, and whole ticks."""
from __future__ import annotations

import pathlib
import re
from typing import Any

import style

SCENES = {"P1": "walkers", "P2": "walkers among long walls", "P5": "a swarm in 3D"}
STEPS = ("find", "carry", "contact", "events", "push", "move")


def machine_of(page: pathlib.Path) -> str:
    """What the page says of the machine."""
    found = re.search(r"^\| machine \| (.*) \|$", page.read_text(), re.M)
    return found[1] if found else ""


def sections(page: pathlib.Path) -> dict[str, list[list[str]]]:
    """The rows of tables below each heading."""
    found: dict[str, list[list[str]]] = {}
    rows: list[list[str]] = []
    for line in page.read_text().splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line[3:], [])
        elif line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def curves_of(rows: list[list[str]]) -> dict[str, list[tuple[int, float]]]:
    """Bodies and median of everyone in random order; of this library the widest set, with one and two workers."""
    found: dict[str, list[tuple[int, float]]] = {}
    for row in rows:
        if len(row) > 4 and row[0].isdigit() and row[1] == "random" and re.fullmatch(r"[0-9.]+", row[3]):
            found.setdefault(row[2], []).append((int(row[0]), float(row[3])))
    own = next((name for name in found if name.startswith("lanegjk")), "")
    index = f"lanegjk, walls in an index{own[len('lanegjk'):]}"
    return {name: curve for name, curve in found.items() if not name.startswith("lanegjk") or name == own
            or name.startswith(own + ", ") or name == index}


def draw_find(page: pathlib.Path) -> None:
    """find.svg: nanoseconds per body of this library and its rivals, for the scenes that have all sizes."""
    parts = sections(page)
    figure, panels = style.new(1, len(SCENES), (11, 5), "Finding pairs: time of a tick, bodies in random order",
                               machine_of(page))
    own: dict[str, str] = {}  # colours by name, the same in all panels
    rivals: dict[str, str] = {}
    for axes, (scene, title) in zip(panels, SCENES.items()):
        rows: list[list[str]] = next((found for name, found in parts.items() if name.startswith(scene + ":")), [])
        for name, curve in curves_of(rows).items():
            kin, width = (own, 2.2) if name.startswith("lanegjk") else (rivals, 1.2)
            new = style.BLUES[3 - len(own) % 3] if kin is own else style.OTHERS[len(rivals) % len(style.OTHERS)]
            colour = kin.setdefault(name, new)
            axes.plot(*zip(*curve), "o-", markersize=3, color=colour, linewidth=width, label=name, gid=f"{scene} {name}")
        axes.set(xscale="log", yscale="log", xlabel="bodies", ylabel="ns per body and tick", title=title)
        style.decades(axes.xaxis)
        style.decades(axes.yaxis)
    style.legend(figure, panels)
    style.save(figure, page.with_suffix(".svg"))


def draw_tick(page: pathlib.Path) -> None:
    """tick.svg: where the time of a whole tick goes."""
    rows: list[list[str]] = next((found for name, found in sections(page).items() if name.startswith("A whole tick")), [])
    if not rows or any(step not in rows[0] for step in STEPS):
        return
    column = {name: place for place, name in enumerate(rows[0])}
    ticks = [row for row in rows[2:] if row[0].isdigit()]
    sizes = list(dict.fromkeys(row[0] for row in ticks))
    figure, panels = style.new(1, len(sizes), (11, 0.24 * len(ticks) / max(len(sizes), 1) + 2),
                               "A whole tick of a crowd: where the time goes", machine_of(page))
    for axes, size in zip(panels, sizes):
        draw_steps(axes, [row for row in ticks if row[0] == size], column)
        axes.set(xlabel="milliseconds per tick", title=f"{int(size):,} agents")
    style.legend(figure, panels)
    style.save(figure, page.with_name("tick.svg"))


def show(page: pathlib.Path) -> None:
    """Puts the pictures that are there before the page's first section, once."""
    text = page.read_text()
    for name, title in (("tick.svg", "Where the time of a whole tick goes"),
                        ("find.svg", "Nanoseconds per body against the number of bodies")):
        if page.with_name(name).exists() and f"]({name})" not in text:
            before, heading, after = text.partition("\n![" if "\n![" in text else "\n## ")
            text = f"{before}\n![{title}]({name})\n{heading}{after}"
    page.write_text(text)


def draw_steps(axes: Any, rows: list[list[str]], column: dict[str, int]) -> None:
    """A bar for each row, of its steps one after the other."""
    left = [0.0] * len(rows)
    order = {"random": "random order", "Z": "sorted"}
    for step, colour in zip(STEPS, (style.BLUES[3], style.OTHERS[0], style.BLUES[1], *style.OTHERS[1:])):
        taken = [float(row[column[step]]) for row in rows]
        axes.barh(range(len(rows)), taken, left=left, color=colour, label=step, height=0.7)
        left = [a + b for a, b in zip(left, taken)]
    axes.set_yticks(range(len(rows)), [f"{row[2]}, {order.get(row[1], row[1])}" for row in rows])
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
