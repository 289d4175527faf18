"""What the installed package says of itself; mypy --strict finds what does not belong together; docstrings list all arguments."""
import importlib.metadata
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

import lanegjk as lg

HERE = pathlib.Path(__file__).parents[1]
SOURCE = pathlib.Path(os.environ.get("LGJK_SOURCE", pathlib.Path(__file__).parents[2]))


def test_metadata():
    try:
        package = importlib.metadata.distribution("lanegjk")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("not installed from a wheel")
    about = package.metadata
    assert about["Version"] == lg.__version__ and about["License"] == "MIT"
    assert any("https://" in url for url in about.get_all("Project-URL"))
    description = about["Description"] or about.get_payload()
    assert description.strip() == (HERE / "README.md").read_text().strip() and "](" not in description
    licence, = [file for file in package.files if file.name == "LICENSE"]
    assert licence.parts[0].endswith(".dist-info") and licence.read_text() == (SOURCE / "LICENSE").read_text()
    assert {"_native.pyi", "py.typed"} <= {file.name for file in package.files}


def test_the_licence_is_the_repositorys():
    assert (HERE / "LICENSE").read_text() == (SOURCE / "LICENSE").read_text()


SNIPPETS = '''\
# What mypy --strict has to say of these lines: an error where it says so, and nothing elsewhere.
import numpy as np

import lanegjk as lg

flat, solid = lg.Shapes2([lg.circle(1)]), lg.Shapes3([lg.ball(1)])
shape, pairs = np.zeros(2, np.uint32), np.array([[0, 1]], np.uint32)
bodies = lg.Bodies2(flat, shape, lg.poses2([[0, 0], [3, 0]]))
balls = lg.Bodies3(solid, shape, lg.poses3([[0, 0, 0], [3, 0, 0]]))
walls, rocks = lg.Tree(bodies), lg.Tree(balls)
way = np.zeros((2, 2), np.float32)
numbers = np.zeros(2, np.int64)

# a set, bodies or a tree of the other dimension
lg.Bodies3(flat, shape, balls.pose)  # wrong
lg.Bodies2(solid, shape, bodies.pose)  # wrong
lg.distance3(bodies, pairs)  # wrong
lg.overlap2(balls, pairs)  # wrong
lg.cast3(bodies, pairs)  # wrong
lg.distance2(bodies, pairs, other=balls)  # wrong
lg.Contact(bodies, pairs, other=balls)  # wrong
lg.Cast(bodies, pairs, other=balls)  # wrong
lg.find_pairs2(balls)  # wrong
lg.find_pairs2(bodies, other=balls)  # wrong
walls.pairs(rocks)  # wrong
walls.within_shapes(balls, 1)  # wrong
walls.rebuild(balls)  # wrong
lg.cast_against(balls, walls)  # wrong
lg.Finder(bodies, rocks)  # wrong
lg.cast_against(balls, lg.Trees([walls, walls]))  # wrong
lg.slide(bodies, rocks, way)  # wrong
lg.Tick(2, 2, 9).run(balls)  # wrong
lg.Tick(3, 2, 9).run(balls, walls)  # wrong
lg.Tick(4, 2, 9)  # wrong

# arrays of another kind
lg.Bodies2(flat, np.zeros(2, np.int64), bodies.pose)  # wrong
lg.Bodies2(flat, numbers, bodies.pose)  # wrong
lg.Bodies2(flat, np.arange(2), bodies.pose)  # wrong
lg.Bodies2(flat, shape, np.zeros((2, 4)))  # wrong
lg.Bodies2(flat, shape, bodies.pose, np.ones(2))  # wrong
lg.Distance(bodies, numbers)  # wrong
lg.Filters(numbers)  # wrong

# names that there are not
lg.distance2(bodies, pairs, want=("distnace",))  # wrong
lg.distance2(bodies, pairs, want=("normal",))  # wrong
lg.distance2(bodies, pairs, want="distance")  # wrong
lg.Overlap(bodies, pairs, want=["distance"])  # wrong
lg.Contact(bodies, pairs, want=("manifolds",))  # wrong
lg.cast2(bodies, pairs, want=("fractoin",))  # wrong
lg.distance2(bodies, pairs, max_dist=3)  # wrong
lg.find_pairs2(bodies, margn=1)  # wrong

# all right
print(lg.distance2(bodies, pairs, want=("status", "distance"), max_distance=3).distance + np.float32(1))
print(lg.Contact(balls, pairs, want=["manifold"], out={"distance": np.zeros(1, np.float32)})().manifold)
print(lg.cast2(bodies, pairs, want=("normal", "point"), way=way).point, lg.cast_against(bodies, walls, way))
print(walls.pairs(margin=1).max(), lg.Trees([walls, walls]).nearest(way, 1).body, rocks.within_shapes(balls, 1).distance)
print(lg.find_pairs3(balls, margin=1).max(), lg.Finder(bodies, bodies)().max())
print(lg.Bodies2(flat, shape, bodies.pose, np.ones(2, np.float32)).shapes[0].bound)
print(lg.slide(bodies, walls, way, skin=0.01)[0]["position"])
lg.Tick(2, 2, 9).run(bodies, walls)
lg.Tick(3, 2, 9).run(balls, rocks)
'''


def test_mypy_finds_mistakes(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "snippets.py"
    program.write_text(SNIPPETS)
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir",
                          os.environ.get("LGJK_MYPY_CACHE", str(tmp_path / "cache")), str(program)],
                         capture_output=True, text=True, env={k: v for k, v in os.environ.items() if k != "LD_PRELOAD"})
    found = {int(line) for line in re.findall(r"snippets.py:(\d+): error", run.stdout)}
    lines = program.read_text().splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
    assert len(wrong) > 20
    assert not run.stderr and found == wrong, run.stdout


def documented():
    for name in lg.__all__:
        thing = getattr(lg, name)
        if inspect.isfunction(thing) or (inspect.isclass(thing) and "__init__" in vars(thing) and
                                         not issubclass(thing, (tuple, Exception))):
            yield name, thing
            for method, function in vars(thing).items() if inspect.isclass(thing) else ():
                public = inspect.isfunction(function) and not method.startswith("_")
                if public and len(inspect.signature(function).parameters) > 1:
                    yield f"{name}.{method}", function


@pytest.mark.parametrize("name, thing", list(documented()), ids=lambda value: value if isinstance(value, str) else "")
def test_docstrings_list_the_arguments(name, thing):
    """All but shapes and what numpy's users know by one sentence: their arguments are sizes."""
    parameters = [one for one in inspect.signature(thing).parameters if one != "self"]
    text = inspect.getdoc(thing)
    assert text and text.splitlines()[0].endswith((".", ":"))
    if name in SIZES:
        return
    listed = re.findall(r"^    (\w+):", text.partition("Arguments:\n")[2], re.M)
    assert listed == parameters


SIZES = ("ball", "box2", "box3", "capsule2", "capsule3", "circle", "cone", "cylinder", "ellipse", "ellipsoid", "hull", "polygon",
         "Shape", "Shape.rounded", "Shape.mapped", "isas")
