"""The examples run; the first prints what README.md shows of the same program in C."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parents[1]
SOURCE = pathlib.Path(os.environ.get("LGJK_SOURCE", HERE.parent))


def printed(program, folder):
    return subprocess.run([sys.executable, str(program)], check=True, capture_output=True, text=True, cwd=folder).stdout


@pytest.mark.parametrize("program", sorted(HERE.glob("examples/*.py")), ids=lambda path: path.name)
def test_example(program, tmp_path):
    text = printed(program, tmp_path)
    assert len(text.splitlines()) >= 3
    if program.name == "first.py":
        assert text == re.findall(r"```text\n(.*?)```", (SOURCE / "README.md").read_text(), re.S)[0]
