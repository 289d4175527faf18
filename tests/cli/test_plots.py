#!/usr/bin/python3
"""Every plot names and draws everyone of its data: the plots of a made-up run that has all of them, and the published ones.

An implementation that is neither an instruction set nor a rival is refused by name.   test_plots.py PROJECT_FOLDER
"""
import json
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
except ImportError:
    print("skipped: this machine has no matplotlib")
    raise SystemExit(77)
from results import IMPLEMENTATIONS, Run, suffix  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
PLOTS = ("speedup", "pairs", "warm", "contact")


def made_up(load, second=""):
    """The run of tests/cli/results_maker.sh."""
    script = f'TABLE={project}/bench/report/table.py; . {project}/tests/cli/results_maker.sh; make_results {load} {second}'
    return subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True).stdout


def wanted(run, plot):
    """What a plot has to draw: panel or scene, mode and name of everyone that has such a figure."""
    dim, kind = ("3d", plot[:-1]) if plot.endswith("3") else ("2d", plot)
    widest = run.widest(dim)
    found = set()
    for r in run.results:
        usual = r.dimension == dim and not r.sorted and r.mode in ("cold", "warm") and r.pairs == 10000
        name = {("distance", ""): "distance", ("overlap", ""): "overlap", ("contact", ""): "contact, up to 0.02 apart",
                ("depth", "-overlapping"): "depth, all pairs overlapping"}.get((r.query, suffix(r.scene)))
        if kind == "speedup" and usual and name == "distance" and r.of.is_rival and run.find(r.question(), widest):
            found.add(f"speedup {r.mode} {r.of.shown}")
        if kind in ("warm", "contact") and usual and name and (r.query in ("distance", "overlap")) == (kind == "warm"):
            found.add(f"{name} {r.mode} {r.of.shown}")
        if kind == "pairs" and r.query == "distance" and r.mode in ("cold", "warm") and not r.sorted and r.scene in ("S2", "T4"):
            if r.dimension == dim:
                found.add(f"{r.scene} {r.mode} {r.of.shown}")
    return found


def check(run, svg):
    """Each has a shape of its own, and its name is in the legend; the machine is named, and whether it was busy."""
    tree = xml.parse(svg).getroot()
    drawn = {group.get("id"): group for group in tree.iter(SVG + "g") if group.get("id")}
    text = "\n".join("".join(one.itertext()) for one in tree.iter(SVG + "text"))
    names = wanted(run, svg.stem)
    for name in names:
        assert name in drawn, f"{svg}: {name} is not drawn"
        shapes = [*drawn[name].iter(SVG + "use"), *drawn[name].iter(SVG + "path")]
        assert shapes, f"{svg}: {name} is empty"
    for one in IMPLEMENTATIONS["3d" if svg.stem.endswith("3") else "2d"]:
        if any(name.endswith(" " + one.shown) for name in names):
            assert re.search(f"^{re.escape(one.shown)}$", text, re.M), f"{svg}: {one.shown} is not in the legend"
    assert run.context("machine") in text, f"{svg} does not name the machine"
    assert ("busy: load average" in text) == (run.load > 1), f"{svg}: busy or not"
    assert len(names) > 1, f"{svg}: no names in its data"
    print(f"{svg}: all of its {len(names)} rows")


def check_find(page):
    """Of a page of pairs: the widest set, its two workers and each rival are drawn, a point for each row; steps of a tick."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "find.md"
        copy.write_text("\n".join(line for line in page.read_text().splitlines() if not line.startswith("![")))
        for _ in range(2):  # the second run shows no picture again
            subprocess.run([project / "bench/report/plot.py", copy], check=True, capture_output=True)
        shown = re.findall(r"^!\[.*\]\((.*)\)$", copy.read_text(), re.M)
        assert sorted(shown) == ["find.svg", "tick.svg"], f"{page} shows {shown}"
        tree = xml.parse(copy.parent / "find.svg").getroot()
        drawn = {group.get("id"): len([*group.iter(SVG + "use")]) for group in tree.iter(SVG + "g") if group.get("id")}
        text = {"".join(one.itertext()) for one in tree.iter(SVG + "text")}
        for scene in ("P1", "P2", "P5"):
            section = re.search(rf"^## {scene}:.*?(?=^## |\Z)", page.read_text(), re.M | re.S)[0]
            rows = re.findall(r"^\| \d+ \| random \| ([A-Za-z][^|]*) \| [0-9.]+ \|.*$", section, re.M)
            widest = next(name for name in rows if name.startswith("lanegjk, A"))
            for name in set(rows):
                if not name.startswith("lanegjk") or name in (widest, widest + ", 2 workers"):
                    assert drawn.get(f"{scene} {name}") == rows.count(name), f"{page}: points of {scene} {name}"
                    assert name in text, f"{page}: {name} is not named"
        colours = {(group.get("id").partition(" ")[2], re.search(r"stroke: (#\w+)", one.get("style", ""))[1])
                   for group in tree.iter(SVG + "g") if re.match("P[125] ", group.get("id") or "")
                   for one in list(group.iter(SVG + "path"))[:1]}
        assert len(colours) == len({name for name, _ in colours}) == len({colour for _, colour in colours}), \
            f"{page}: a colour stands for two, or two stand for one: {sorted(colours)}"
        assert not any("lanegjk, SSE" in name for name in drawn), f"{page}: a set that is not the widest is drawn"
        assert ">push<" in (copy.parent / "tick.svg").read_text(), "a step of a tick is not named"


def main():
    for file in sorted(project.glob("results/*/results.json")):
        run = Run(str(file))
        for plot in PLOTS:
            for end in ("", "3"):
                svg = file.parent / f"{plot}{end}.svg"
                if wanted(run, svg.stem) and (svg.exists() or plot != "pairs"):
                    check(run, svg)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "results.json"
        for load in (0.5, 5.3):
            path.write_text(made_up(load))
            subprocess.run([project / "bench/report/plot.py", path, folder], check=True, capture_output=True)
            for plot in PLOTS:
                check(Run(str(path)), pathlib.Path(folder) / f"{plot}.svg")
                check(Run(str(path)), pathlib.Path(folder) / f"{plot}3.svg")
        asked = Run(str(path))
        for dim in ("2d", "3d"):
            assert {r.of for r in asked.results if r.dimension == dim} == set(IMPLEMENTATIONS[dim]), "the run lacks somebody"
        assert asked.widest("2d").shown == "AVX-512"
        path.write_text(made_up(0.5, "3d/T1/distance/cold/unheard-of/10000"))
        json.loads(path.read_text())
        out = subprocess.run([project / "bench/report/table.py", "--csv", path], capture_output=True, text=True)
        assert out.returncode == 2 and re.search('3d/T1/distance/cold/unheard-of/10000.*"unheard-of" is neither', out.stderr), out
    pages = sorted(project.glob("results/*/find.md"))
    assert pages, "there is no published page of pairs"
    for page in pages:
        check_find(page)
    out = subprocess.run([project / "bench/report/plot.py", "none.md"], capture_output=True)
    assert out.returncode == 2, "a page that is not there is drawn"


main()
