#!/usr/bin/python3
"""Every plot names and draws everyone of its data: the plots of a made-up run that has all of them, and the published ones.

An implementation that is neither an instruction set nor a rival is refused by name.   test_plots.py PROJECT_FOLDER
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

project = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(project / "bench/report"))
try:
    import matplotlib  # noqa: F401
    import pandas  # noqa: F401
except ImportError:
    print("skipped: this machine has no matplotlib or no pandas")
    raise SystemExit(77)
from results import IMPLEMENTATIONS, Run, suffix  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
PANELS = {("distance", ""): "distance", ("overlap", ""): "overlap", ("contact", ""): "contact, up to 0.02 apart",
          ("depth", "-overlapping"): "depth, all pairs overlapping"}


def made_up(call):
    """What a function of tests/cli/results_maker.sh prints."""
    script = f'TABLE={project}/bench/report/table.py; . {project}/tests/cli/results_maker.sh; {call}'
    return subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True).stdout


def wanted(run, plot):
    """What a plot has to draw: panel or scene, mode and name of everyone that has such a figure."""
    if plot == "find":
        rows = run.of("find", scene=["P1", "P2", "P5"], mode="random")
        rows = rows[~rows["own"] | (rows["lanes"] == rows["lanes"].max()) & ~rows["who"].str.contains("index, 2")]
        return {f"{r.scene} {r.who}" for r in rows.itertuples()}
    dim, kind = ("3d", plot[:-1]) if plot.endswith("3") else ("2d", plot)
    widest = run.widest(dim)
    found = set()
    for r in run.of(dim, mode=["cold", "warm"]).itertuples():
        name = PANELS.get((r.query, suffix(r.scene))) if r.size == 10000 else None
        if kind == "speedup" and name == "distance" and not r.own and widest:
            found.add(f"speedup {r.mode} {r.who}")
        if kind in ("warm", "contact") and name and (r.query in ("distance", "overlap")) == (kind == "warm"):
            found.add(f"{name} {r.mode} {r.who}")
        if kind == "pairs" and r.query == "distance" and r.scene in ("S2", "T4"):
            found.add(f"{r.scene} {r.mode} {r.who}")
    return found


def check(run, svg):
    """Each has a shape of its own, and its name is in the legend; the machine, the version and the spread are named."""
    tree = xml.parse(svg).getroot()
    drawn = {group.get("id"): group for group in tree.iter(SVG + "g") if group.get("id")}
    text = "\n".join("".join(one.itertext()) for one in tree.iter(SVG + "text"))
    names = wanted(run, svg.stem)
    for name in names:
        assert name in drawn, f"{svg}: {name} is not drawn"
        shapes = [*drawn[name].iter(SVG + "use"), *drawn[name].iter(SVG + "path")]
        assert shapes, f"{svg}: {name} is empty"
    for who in {*run.cases["who"]}:
        if any(name.endswith(" " + who) for name in names):
            assert re.search(f"^{re.escape(who)}$", text, re.M), f"{svg}: {who} is not in the legend"
    assert run.context("machine") in text, f"{svg} does not name the machine"
    assert "lanegjk " + run.context("lanegjk") in text, f"{svg} does not name the version"
    assert ("median spread" in text) == (run.spread == run.spread), f"{svg}: spread"
    assert len(names) > 1 or svg.stem == "tick", f"{svg}: no names in its data"
    if svg.stem == "find":
        colours = {re.search(r"stroke: (#\w+)", one.get("style", ""))[1] for name in names
                   for one in list(drawn[name].iter(SVG + "path"))[:1]}
        assert len(colours) == len({name.partition(" ")[2] for name in names}), f"{svg}: a colour stands for two"
        assert not any("SSE" in name for name in drawn), f"{svg}: a set that is not the widest is drawn"
    if svg.stem == "tick":
        for step in ("find", "carry", "contact", "events", "push", "move"):
            assert re.search(f"^{step}$", text, re.M), f"{svg}: {step} is not named"
    print(f"{svg}: all of its {len(names)} rows")


def main():
    published = sorted(project.glob("results/*/results.csv"))
    assert published, "no run is published"
    for file in published:
        run = Run(str(file))
        for svg in sorted(file.parent.glob("*.svg")):
            check(run, svg)
        for plot in ("speedup", "warm", "contact", "find"):
            assert not wanted(run, plot) or (file.parent / f"{plot}.svg").exists(), f"{file.parent} has no {plot}.svg"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "results.json"
        path.write_text(made_up("make_results 0.01 0"))
        run = Run(str(path))
        csv = path.with_suffix(".csv")
        csv.write_text(run.csv())
        assert "secret" not in csv.read_text(), "the name of the host is published"
        again = Run(str(csv))
        assert again.cases["who"].equals(run.cases["who"]) and again.csv() == run.csv(), "results.csv is read otherwise"
        subprocess.run([project / "bench/report/plot.py", csv, folder], check=True, capture_output=True)
        drawn = sorted(pathlib.Path(folder).glob("*.svg"))
        assert len(drawn) == 10, f"drawn: {drawn}"
        for svg in drawn:
            check(run, svg)
        for dim in ("2d", "3d"):
            assert {*run.of(dim)["who"]} == {one.shown for one in IMPLEMENTATIONS[dim]}, "the run lacks somebody"
        assert run.widest("2d").shown == "AVX-512"
        for case in ("3d/T1/distance/cold/unheard-of/10000", "2d/S1/distance"):
            path.write_text(made_up(f"make_head 2001-02-03 0; make_entry '' {case} 1 1 0; echo ']}}'"))
            out = subprocess.run([project / "bench/report/table.py", "--csv", path], capture_output=True, text=True)
            assert out.returncode == 2 and re.search(f'{case}.*is n', out.stderr), out
    out = subprocess.run([project / "bench/report/plot.py", "none.csv", "."], capture_output=True)
    assert out.returncode == 2, "a file that is not there is drawn"


main()
