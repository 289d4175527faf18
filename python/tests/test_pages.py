"""docs/python.md and docs/start.md print what they say, and the notebook runs."""
import contextlib
import io
import json
import os
import pathlib
import re

import pytest

SOURCE = pathlib.Path(os.environ.get("LGJK_SOURCE", pathlib.Path(__file__).parents[2]))


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
    page = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
    code, = re.findall(r"```python\n(.*?)```", page, re.S)
    printed, = re.findall(r"```text\n(.*?)```", page, re.S)
    assert run(code, {}) == printed


def test_start():
    page = (SOURCE / "docs/start.md").read_text()
    code, = re.findall(r"```python\n(.*?)```", page, re.S)
    printed, = re.findall(r"```text\n(.*?)```", page, re.S)
    assert run(code, {}) == printed


def test_notebook():
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib").use("Agg")
    cells = json.loads((SOURCE / "python/examples/replay.ipynb").read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) >= 5
    names = {}
    text = "".join(run(block, names) for block in code)
    assert "contacts" in text
