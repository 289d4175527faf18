#!/usr/bin/python3
"""Draws what scripts/ci/scaling.sh has measured of the crowd on MPI ranks, and what a model makes of it.

usage: scaling.py FOLDER       (docs/beyond-one-machine; the page docs/beyond-one-machine.md gets its tables)
  times.svg    time per tick against agents and cores; strong scaling, and the model's
  ticks.svg    agents, ghosts and time of each rank over ticks
  map.svg      which rank owns what
"""
from __future__ import annotations

import dataclasses
import math
import pathlib
import re
import sys
from typing import Any

import matplotlib
import numpy as np
import pandas

matplotlib.use("svg")
from plot import BLUES, OTHERS, decades, legend, new, save  # noqa: E402
from results import ROOT  # noqa: E402

PAGE = ROOT / "docs/beyond-one-machine.md"
DENSITY = 1 / 0.85**2  # agents per square metre
REACH = 1.073  # metres: crowd_mpi's, at 20 ticks per second
AGENT = 64  # bytes of a ghost in a message
NEIGHBOURS = 8


@dataclasses.dataclass(frozen=True)
class Network:
    """What a model assumes of the way between ranks."""

    name: str
    latency: float  # milliseconds of a message
    bandwidth: float  # bytes in a millisecond


ETHERNET = Network("10 Gbit/s, 20 us a message", 0.020, 1.25e6)
FAST = Network("100 Gbit/s, 2 us a message", 0.002, 1.25e7)


class Model:
    """Milliseconds of a tick: of agents here and ghosts, as measured on one core, and of messages, as assumed."""

    def __init__(self, times: Any) -> None:
        one = times[(times["program"] == "crowd_mpi") & (times["cores"] == 1)].sort_values("agents")
        self.size, self.cost = np.log(one["agents"].to_numpy()), (one["ms"] / one["agents"]).to_numpy()

    def ghosts(self, own: float) -> float:
        """Of a rank whose rectangle has four borders."""
        side = math.sqrt(own / DENSITY)
        return DENSITY * (4 * side * REACH + 4 * REACH * REACH)

    def work(self, own: float, ranks: int) -> float:
        here = own + (self.ghosts(own) if ranks > 1 else 0.0)
        return here * float(np.interp(math.log(here), self.size, self.cost))

    def messages(self, own: float, ranks: int, network: Network) -> float:
        """An exchange of sizes among all, in steps, then a message to and from each neighbour."""
        if ranks == 1:
            return 0.0
        return (network.latency * (math.ceil(math.log2(ranks)) + min(NEIGHBOURS, ranks - 1))
                + 2 * AGENT * self.ghosts(own) / network.bandwidth)

    def tick(self, agents: float, ranks: int, network: Network) -> float:
        return self.work(agents / ranks, ranks) + self.messages(agents / ranks, ranks, network)


def read(folder: pathlib.Path) -> Any:
    """The median of each case."""
    times = pandas.read_csv(folder / "times.csv")
    return times.groupby(["program", "agents", "cores"], as_index=False)["ms"].median()


def of(times: Any, program: str, agents: int, cores: int) -> float:
    found = times[(times["program"] == program) & (times["agents"] == agents) & (times["cores"] == cores)]["ms"]
    return float(found.iloc[0]) if len(found) else math.nan


# ---------------------------------------------------------------- plots

def draw_times(times: Any, model: Model, path: pathlib.Path) -> None:
    figure, (left, right) = new(1, 2, (10, 4.4), "The crowd on one machine and on MPI ranks",
                                "left: measured on this machine. right: a model of more cores, not measured")
    for place, (program, cores, label) in enumerate([("crowd", 1, "crowd, 1 thread"), ("crowd", 2, "crowd, 2 threads"),
                                                     ("crowd_mpi", 1, "crowd_mpi, 1 rank"), ("crowd_mpi", 2, "2 ranks")]):
        rows = times[(times["program"] == program) & (times["cores"] == cores) & (times["agents"] >= 10000)]
        left.plot(rows["agents"], 1e6 * rows["ms"] / rows["agents"], color=(BLUES if cores == 2 else OTHERS)[place],
                  marker="o^sD"[place], label=label)
    left.set(xscale="log", xlabel="agents", ylabel="ns per agent and tick", title="measured", ylim=(0, None))
    ranks = [2**k for k in range(11)]
    for place, agents in enumerate((1_000_000, 10_000_000, 100_000_000)):
        for network, style in ((ETHERNET, "-"), (FAST, ":")):
            some = [n for n in ranks if agents / n <= 2_000_000]
            right.plot(some, [model.tick(agents, n, network) for n in some], style, color=BLUES[1 + place],
                       label=f"{agents // 1_000_000} million, {network.name.split(',')[0]}")
    right.axhline(50, color="0.6", linewidth=0.8)
    right.text(60, 55, "20 per second", color="0.4")
    right.set(xscale="log", yscale="log", xlabel="cores, one rank each", ylabel="ms per tick", title="model: strong scaling")
    for panel in (left, right):
        decades(panel.xaxis)
    decades(right.yaxis)
    legend(figure, (left, right))
    save(figure, path)


def draw_ticks(folder: pathlib.Path, path: pathlib.Path) -> None:
    log = pandas.read_csv(folder / "ticks.csv")
    figure, panels = new(3, 1, (8, 6.4), "Two ranks, 50,000 agents in three clusters",
                         "borders by measured time, drawn again every 100 ticks; at first by counts")
    for column, panel, label in (("agents", panels[0], "agents of a rank"), ("ghosts", panels[1], "ghosts of a rank"),
                                 ("busy_ms", panels[2], "ms of work in a tick")):
        for rank, rows in log.groupby("rank"):
            panel.plot(rows["tick"], rows[column], color=(BLUES[2], OTHERS[1])[rank % 2], linewidth=0.9, label=f"rank {rank}")
        panel.set(ylabel=label, ylim=(0, 1.05 * log[column].quantile(0.995)))
    panels[2].set(xlabel="tick")
    legend(figure, panels)
    save(figure, path)


def draw_map(folder: pathlib.Path, path: pathlib.Path) -> None:
    cells = pandas.read_csv(folder / "map.csv")
    side, edge = int(cells["column"].max()) + 1, float(cells["edge"].iloc[0])
    owner = cells.pivot(index="row", columns="column", values="rank").to_numpy()
    agents = cells.pivot(index="row", columns="column", values="agents").to_numpy()
    own = cells.groupby("rank")["agents"].sum()
    figure, panels = new(1, 1, (6.4, 6.6), "Who owns what: 20,000 agents on seven ranks",
                         f"cells of {edge:.1f} m, the darker the more agents; {own.min():,} to {own.max():,} agents each")
    colours = np.array([matplotlib.colors.to_rgb(name) for name in (*BLUES[1:3], *OTHERS[1:6])])
    weight = np.clip(0.25 + 0.75 * agents / max(1, np.percentile(agents, 98)), 0, 1)[..., None]
    panels[0].imshow(1 - weight * (1 - colours[owner]), origin="lower", extent=(0, side * edge, 0, side * edge))
    for rank in own.index:
        row, column = (float(np.mean(where)) + 0.5 for where in np.nonzero(owner == rank))
        panels[0].text(column * edge, row * edge, str(rank), ha="center", va="center", fontweight="bold")
    panels[0].set(xlabel="m", ylabel="m")
    panels[0].grid(False)
    figure.set_layout_engine("constrained", rect=(0, 0, 1, 1 - 0.5 / figure.get_size_inches()[1]))
    save(figure, path)


# ---------------------------------------------------------------- tables

def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["--:"] * len(head), *rows])


def ms(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def measured(times: Any, model: Model) -> str:
    rows = []
    for agents in sorted(set(times["agents"])):
        crowd, threads, one, two = (of(times, *case) for case in (("crowd", agents, 1), ("crowd", agents, 2),
                                                                   ("crowd_mpi", agents, 1), ("crowd_mpi", agents, 2)))
        shared = Network("memory", 0.003, 5e6)
        rows.append([f"{agents:,}", ms(crowd), ms(threads), ms(one), ms(two), f"{one / two:.2f}x", f"{one / crowd:.2f}x",
                     ms(model.tick(agents, 2, shared))])
    return table(["agents", "`crowd`", "2 threads", "1 rank", "2 ranks", "1 rank / 2 ranks", "1 rank / `crowd`",
                  "2 ranks, by the model"], rows)


def weak(times: Any) -> str:
    one, two = of(times, "crowd_mpi", 100_000, 1), of(times, "crowd_mpi", 200_000, 2)
    return (f"Weak scaling: 100,000 agents on one rank take {ms(one)} ms, twice as many on two {ms(two)} ms: "
            f"{100 * one / two:.0f}%.")


def ghosts(folder: pathlib.Path, model: Model) -> str:
    found = pandas.read_csv(folder / "ghosts.csv")
    rows = [[str(row.ranks), f"{row.ghosts:,.0f}", f"{100 * row.ghosts / row.agents:.1f}%",
             f"{row.ranks * model.ghosts(row.agents / row.ranks):,.0f}"] for row in found.itertuples()]
    return table(["ranks", "ghosts of 100,000 agents", "share", "by the model"], rows)


def predicted(model: Model) -> str:
    rows = []
    for network in (ETHERNET, FAST):
        for agents in (1_000_000, 10_000_000, 100_000_000):
            row = [f"{agents // 1_000_000} million", network.name]
            for ranks in (64, 1024):
                tick = model.tick(agents, ranks, network)
                row += [ms(tick), f"{100 * model.work(agents / ranks, 1) / tick:.0f}%"]
            rows.append(row)
    return table(["agents", "network", "64 cores, ms", "efficiency", "1,024 cores, ms", "efficiency"], rows)


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    times = read(folder)
    model = Model(times)
    draw_times(times, model, folder / "times.svg")
    draw_ticks(folder, folder / "ticks.svg")
    draw_map(folder, folder / "map.svg")
    text = PAGE.read_text()
    for name, part in (("measured", measured(times, model) + "\n\n" + weak(times)), ("ghosts", ghosts(folder, model)),
                       ("model", predicted(model))):
        mark = re.compile(f"(<!-- {name}: begin.*? -->\n).*?(<!-- {name}: end -->)", re.S)
        if not mark.search(text):
            raise SystemExit(f"{PAGE}: no part called {name}")
        text = mark.sub(lambda at: at[1] + part + "\n" + at[2], text)
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
