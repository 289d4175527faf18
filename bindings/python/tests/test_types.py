"""mypy --strict finds what does not belong together, and the docstrings list all arguments."""
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

import lanegjk as lg

SNIPPETS = pathlib.Path(__file__).with_name("types.txt")


def test_mypy_finds_mistakes(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "snippets.py"
    program.write_text(SNIPPETS.read_text())
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
