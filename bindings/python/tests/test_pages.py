"""docs/python.md, docs/start.md and the examples print what they say, and the notebook runs."""
import ast
import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parents[1]
SOURCE = pathlib.Path(os.environ.get("LGJK_SOURCE", HERE.parent))


def run(code, names):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "page", "exec"), names)
    return out.getvalue()


def test_tutorial():
    blocks = re.findall(r"```(python|text)\n(.*?)```", (SOURCE / "docs/python.md").read_text(), re.S)
    names = {}
    compared = 0
    printed = ""
    for language, text in blocks:
        if language == "python":
            assert not printed, f"the page does not show: {printed}"
            printed = run(text, names)
        else:
            assert printed == text
            printed, compared = "", compared + 1
    assert compared >= 8


def test_readme():
    page = (HERE / "README.md").read_text()
    code, = re.findall(r"```python\n(.*?)```", page, re.S)
    printed, = re.findall(r"```text\n(.*?)```", page, re.S)
    assert run(code, {}) == printed


def test_start():
    page = (SOURCE / "docs/start.md").read_text()
    code, = re.findall(r"```python\n(.*?)```", page, re.S)
    printed, = re.findall(r"```text\n(.*?)```", page, re.S)
    assert run(code, {}) == printed


def run_cell(code, names):
    """Returns what a cell of a notebook prints, and the repr of the value that it ends with."""
    block = ast.parse(code)
    last = block.body.pop() if isinstance(block.body[-1], ast.Expr) else None
    out, value = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        exec(compile(block, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return out.getvalue(), "" if value is None else repr(value)


def test_the_notebook_shows_what_it_gives():
    """Its outputs are stored, and are those of its cells today. Pictures are there, but not compared.

    After a change store them again: python3 -m nbconvert --to notebook --execute --inplace replay.ipynb
    """
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib").use("Agg")
    cells = json.loads((HERE / "examples/replay.ipynb").read_text())["cells"]
    cells = [cell for cell in cells if cell["cell_type"] == "code"]
    names, pictures = {}, 0
    for number, cell in enumerate(cells, 1):
        outputs = cell["outputs"]
        printed = "".join("".join(one["text"]) for one in outputs if one["output_type"] == "stream")
        value = "".join("".join(one["data"]["text/plain"]) for one in outputs if one["output_type"] == "execute_result")
        assert cell["execution_count"] == number and run_cell("".join(cell["source"]), names) == (printed, value)
        pictures += sum("image/png" in one.get("data", {}) for one in outputs)
    assert len(cells) >= 5 and pictures == 2


def printed(program, folder):
    return subprocess.run([sys.executable, str(program)], check=True, capture_output=True, text=True, cwd=folder).stdout


# test_dask.py runs the one that requires files.
PROGRAMS = sorted(set(HERE.glob("examples/*.py")) - {HERE / "examples/dask_replay.py"})


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_example(program, tmp_path):
    text = printed(program, tmp_path)
    assert len(text.splitlines()) >= 3
    if program.name == "first.py":
        assert text == re.findall(r"```text\n(.*?)```", (SOURCE / "README.md").read_text(), re.S)[0]
