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
SETS = ("automatic", "AVX-512", "AVX2", "SSE", "NEON", "scalar")


def made_up(call):
    """What a function of tests/cli/results_maker.sh prints."""
    script = f'TABLE={project}/bench/report/table.py; . {project}/tests/cli/results_maker.sh; {call}'
    return subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True).stdout


def wanted(run, plot):
    """What a plot has to draw: panel or scene, and the name of every instruction set that has such a figure, or "rival"."""
    if plot == "find":
        rows = run.of("find", scene=["P1", "P2", "P5"], mode="random")
        rows = rows[~rows["who"].str.contains("index")]
        rows = rows[~rows["own"] | rows["who"].isin(["AVX-512", "AVX-512, 2 workers", "AVX2", "NEON"])]
        return {f"{r.scene} {r.who}" for r in rows.itertuples()}
    found = set()
    if plot in ("casts", "worlds"):
        for r in run.of("cast", "rays", "find").itertuples():
            panel = {"cast": f"casts: {r.mode}", "rays": "rays against all bodies", "find": "worlds"}[r.suite]
            if (r.suite == "find") == (plot == "worlds") and not (r.suite == "find" and r.scene.startswith("P")):
                found.add(f"{panel} {r.who if r.own else 'rival'}")
    for r in run.of("2d", "3d", query=["distance", "contact"], mode=["cold", "warm"]).itertuples():
        who = r.who if r.own else "rival" if r.library != "lanegjk" else ""
        if plot == "few" and r.size < 1000 and r.mode == "cold" and r.scene in ("S2", "T4"):
            found.add(f"{r.scene} {r.query} {who}")
        if plot == {"cold": "queries", "warm": "warm"}[r.mode] + r.suite[0] and r.size == 10000 and suffix(r.scene) == "":
            found.add(f"{r.query} {who}")
    return {name for name in found if name.endswith((" rival", *(f" {one}" for one in SETS)))}


def check(run, svg):
    """Each has a shape of its own, and its name is in the legend; the machine, the version, the commit, the date and the spread
    are named. The picture is as narrow as a phone's text, so that its letters can be read there."""
    tree = xml.parse(svg).getroot()
    drawn = {group.get("id"): group for group in tree.iter(SVG + "g") if group.get("id")}
    text = "\n".join("".join(one.itertext()) for one in tree.iter(SVG + "text"))
    names = wanted(run, svg.stem)
    for name in names:
        assert name in drawn, f"{svg}: {name} is not drawn"
        shapes = [*drawn[name].iter(SVG + "use"), *drawn[name].iter(SVG + "path")]
        assert shapes, f"{svg}: {name} is empty"
        who = "fastest rival(, named at the right)?" if name.endswith(" rival") else None
        if svg.stem == "find":
            who = re.escape(name.partition(" ")[2])
        who = who or re.escape(next(one for one in SETS if name.endswith(" " + one)))
        assert re.search(f"^{who}$", text, re.M), f"{svg}: {name} is not in the legend"
    said = text.replace("\n", " ")
    for key in ("machine", "lanegjk", "commit"):
        assert run.context(key) in said, f"{svg} does not name the {key}"
    assert run.context("date")[:10] in said, f"{svg} does not name the date"
    assert ("median spread" in said) == (run.spread == run.spread), f"{svg}: spread"
    assert len(names) > 1 or svg.stem == "tick", f"{svg}: no names in its data"
    assert float(tree.get("viewBox").split()[2]) <= 420, f"{svg} is too wide for a phone"
    if svg.stem == "find":
        colours = {re.search(r"stroke: (#\w+)", one.get("style", ""))[1] for name in names
                   for one in list(drawn[name].iter(SVG + "path"))[:1]}
        assert len(colours) == len({name.partition(" ")[2] for name in names}), f"{svg}: a colour stands for two"
    if svg.stem == "tick":
        for step in ("find", "carry", "contact", "events", "push", "move"):
            assert re.search(f"^{step}$", text, re.M), f"{svg}: {step} is not named"
    print(f"{svg}: all of its {len(names)} marks")


def main():
    published = sorted(project.glob("results/*/results.csv"))
    assert published, "no run is published"
    for file in published:
        run = Run(str(file))
        for svg in sorted(file.parent.glob("*.svg")):
            check(run, svg)
        for plot in ("queries2", "warm2", "queries3", "warm3", "few", "casts", "find", "worlds"):
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
        assert len(drawn) == 9, f"drawn: {drawn}"
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
