"""Recordings on the workers of a Dask cluster have the tables of one process, also where workers die."""
import os
import pathlib
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

import lanegjk as lg

pytest.importorskip("pandas")
try:
    import distributed  # noqa: F401
except ImportError:
    pytest.skip("no Dask: Debian's python3-dask and python3-distributed", allow_module_level=True)

if "libasan" in os.environ.get("LD_PRELOAD", ""):
    pytest.skip("no cluster under sanitizers", allow_module_level=True)

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
# Workers run what is pickled by value. The first task of each kind kills its process.
DRIVER = """
import os, pathlib, signal, sys
import cloudpickle, lanegjk, dask_replay
cloudpickle.register_pickle_by_value(dask_replay)
folder = pathlib.Path(sys.argv[1])

def die_once(kind):
    try:
        (folder / kind).touch(exist_ok=False)
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)

def work(path, options):
    die_once("file")
    return dask_replay.replay_file(path, options)

def divided(client, name, usual=dask_replay.divided):
    def mapper(function, *arguments):
        def dying(*values):
            die_once("frames")
            return function(*values)
        return usual(client, name)(dying, *arguments)
    return mapper

dask_replay.divided = divided
if __name__ == "__main__":
    sys.exit(dask_replay.main(sys.argv[2:], work))
"""


def walkers(path, seed, people, frames):
    rng = np.random.default_rng(seed)
    place = rng.uniform(0, 12, (people, 1, 2)) + np.cumsum(rng.normal(0, 0.05, (people, frames, 2)), axis=1)
    with open(path, "w") as file:
        file.write("# framerate: 25\n# id frame x/m y/m\n")
        for person in range(people):
            for frame in range(frames):
                file.write(f"{person} {frame} {place[person, frame, 0]:.4f} {place[person, frame, 1]:.4f}\n")


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    """Returns files of which the last is large, and the tables that one process finds."""
    folder = tmp_path_factory.mktemp("recordings")
    files = [folder / f"walk{number}.txt" for number in range(5)]
    for number, path in enumerate(files):
        walkers(path, number, 40 if number == 4 else 12, 200 if number == 4 else 60)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lg.RecordingWarning)
        return files, [lg.replay(lg.read_trajectories(path)).to_pandas().to_csv(index=False) for path in files]


def run(program, folder, files, *options):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")]),
                       OMP_NUM_THREADS="1")
    return subprocess.run([sys.executable, *program, "--workers", "2", "--split", "100000", "--out", str(folder), *options,
                           *map(str, files)], capture_output=True, text=True, timeout=300, env=environment)


def tables(folder, files):
    return [(folder / (path.name + ".csv")).read_text() for path in files]


def test_tables_are_those_of_one_process(recordings, tmp_path):
    files, expected = recordings
    bad = tmp_path / "bad.txt"
    bad.write_text("# id frame x y\n1 0 nothing 3\n")
    done = run([str(EXAMPLES / "dask_replay.py")], tmp_path, [*files, bad, tmp_path / "none.txt"])
    assert done.returncode == 1, done.stderr
    assert tables(tmp_path, files) == expected
    assert re.findall(r"^(\d)/7 after [\d.]+ s: .*walk\d.txt: \d+ contacts, \d+ approaches$", done.stdout, re.M), done.stdout
    assert sorted(re.findall(r"^(\d+)/7 ", done.stdout, re.M)) == list("1234567")
    assert len(re.findall(r"^\d+/8 after .* runs of frames of .*walk4.txt$", done.stdout, re.M)) == 8, done.stdout
    assert re.search(r"bad.txt: ValueError.*bad.txt:2: ", done.stdout) and "none.txt: FileNotFoundError" in done.stdout


def test_workers_die(recordings, tmp_path):
    files, expected = recordings
    driver = tmp_path / "driver.py"
    driver.write_text(DRIVER)
    done = run([str(driver), str(tmp_path)], tmp_path / "out", files)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "file").exists() and (tmp_path / "frames").exists()
    assert tables(tmp_path / "out", files) == expected
