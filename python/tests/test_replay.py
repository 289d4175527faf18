"""Replays: the events of the command line program, readers of recordings, plots."""
import csv
import json
import os
import sqlite3
import subprocess

import numpy as np
import pytest

import lanegjk as lg

PROGRAMS = os.environ.get("LGJK_TEST_PROGRAMS", "")
LANEGJK = os.path.join(PROGRAMS, "lanegjk")
pandas = pytest.importorskip("pandas")


def walk():
    """Person 1 walks into person 2 from behind; 3 stands by far away. 5 frames a second."""
    rows = [(1, f, 0.25 * f, 0.0) for f in range(6)] + [(2, f, 0.75 + 0.125 * f, 0.0) for f in range(6)]
    return pandas.DataFrame([*rows, (3, 0, 9.0, 0.0)], columns=["id", "frame", "x", "y"])


def test_contacts_and_near_misses():
    met = lg.replay(walk(), frame_rate=5, shape=lg.circle(0.25))
    assert met.table[["kind", "a", "b", "first_frame", "last_frame", "min_frame"]].tolist() == [
        ("approach", 1, 2, 0, 5, 5), ("contact", 1, 2, 2, 5, 5)]
    assert met.contacts["min_distance"].tolist() == [-0.375] and met.contacts["normal"].tolist() == [[1, 0]]
    assert len(met.near_misses()) == 0 and len(met.meetings) == 6
    arrays = walk()
    again = lg.replay(arrays["x"].to_numpy(), arrays["y"], arrays["frame"], arrays["id"], frame_rate=5, shape=lg.circle(0.25))
    assert again.table.tobytes() == met.table.tobytes()
    at_once = lg.replay([0, 0.1], [0, 0], [7, 7], [2, 1])
    assert at_once.table[["kind", "a", "b", "first_frame"]].tolist() == [("contact", 1, 2, 7), ("approach", 1, 2, 7)]
    with pytest.raises(ValueError, match="two"):
        lg.replay(pandas.concat([arrays, arrays]))


def test_who_stands_faces_where_they_will_go():
    """Two persons side by side, shoulder to shoulder once they walk: 0.5 m less two semi-axes of 0.23 m. Two others stand."""
    frame = np.tile(np.arange(40), 4)
    y = np.tile(np.maximum(np.arange(40) - 20, 0) * 0.05, 4) * np.repeat([1, 1, 0, 0], 40)
    met = lg.replay(np.repeat([0, 0.5, 10, 10.5], 40), y, frame, np.repeat([1, 2, 3, 4], 40))
    assert met.meetings["distance"][:40] == pytest.approx(0.04, abs=1e-6)
    assert met.meetings["distance"][40:] == pytest.approx(0.22, abs=1e-6)


@pytest.mark.skipif(not os.path.exists(LANEGJK), reason="LGJK_TEST_PROGRAMS names no folder with the program lanegjk")
@pytest.mark.parametrize("options", [["--people", "60", "--seconds", "20"], ["--people", "300", "--seconds", "30"]])
def test_events_are_those_of_the_program(tmp_path, options):
    recording, events = tmp_path / "crowd.txt", tmp_path / "events.csv"
    subprocess.run([LANEGJK, "demo-recording", "--out", str(recording), *options], check=True, capture_output=True)
    subprocess.run([LANEGJK, "replay", str(recording), "--out", str(events)], check=True, capture_output=True)
    data, frame_rate = lg.read_trajectories(recording)
    met = lg.replay(data, frame_rate=frame_rate)
    mine = met.to_pandas()
    with open(events, newline="") as file:
        theirs = list(csv.reader(file))
    assert theirs[0] == [{"a": "id_a", "b": "id_b"}.get(name, name) for name in mine.columns]
    assert len(theirs) - 1 == len(mine) > 50 and len(met.near_misses()) == 5
    for want, have in zip(theirs[1:], mine.itertuples(index=False)):
        assert want[:5] == [str(value) for value in have[:5]] and want[6] == str(have.min_frame)
        assert np.float32(want[5]) == np.float32(have.min_distance)
        assert np.allclose(np.array(want[7:], float), np.array(have[7:], float), atol=1e-6)


def written(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


def test_readers(tmp_path):
    data, expected = walk(), walk().sort_values(["id", "frame"]).to_numpy(float)
    lines = [f"{i} {f} {x} {y} 0" for i, f, x, y in data.itertuples(index=False)]
    metres = "#framerate: 5.00\n#id frame x/m y/m z/m\n"
    in_cm = "# framerate: 5 fps\n# id frame x/cm y/cm\n"
    tracks = [json.dumps({"scene": {"id": 0, "fps": 5}})] + [
        json.dumps({"track": {"f": f, "p": i, "x": x, "y": y}}) for i, f, x, y in data.itertuples(index=False)]
    files = [
        (written(tmp_path, "juelich.txt", metres + "\n".join(lines)), None, 5),
        (written(tmp_path, "bare.txt", "\n".join(lines)), None, 25),
        (written(tmp_path, "cm.txt", in_cm + "\n".join(f"{i}\t{f}\t{100 * x}\t{100 * y}" for i, f, x, y in
                                                       data.itertuples(index=False))), None, 5),
        (written(tmp_path, "trajnet.txt", "\n".join(f"{f} {i} {x} {y}" for i, f, x, y in data.itertuples(index=False))),
         ("frame", "id", "x", "y"), 25),
        (written(tmp_path, "trajnet.ndjson", "\n".join(tracks)), None, 5)]
    base = sqlite3.connect(tmp_path / "jupedsim.sqlite")
    base.execute("CREATE TABLE trajectory_data (frame INTEGER, id INTEGER, pos_x REAL, pos_y REAL, ori_x REAL, ori_y REAL)")
    base.execute("CREATE TABLE metadata (key TEXT, value TEXT)")
    base.execute("INSERT INTO metadata VALUES ('fps', '5.0')")
    base.executemany("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, 1, 0)", [
        (int(f), int(i), x, y) for i, f, x, y in data.itertuples(index=False)])
    base.commit()
    base.close()
    for path, columns, rate in [*files, (tmp_path / "jupedsim.sqlite", None, 5)]:
        frame, found = lg.read_trajectories(path, columns)
        assert found == rate, path
        read = frame[["id", "frame", "x", "y"]].sort_values(["id", "frame"]).to_numpy(float)
        assert np.allclose(read, expected), path


def test_plots(tmp_path):
    pytest.importorskip("matplotlib").use("Agg")
    met = lg.replay(walk(), frame_rate=5, shape=lg.circle(0.125))
    axes = met.plot()
    assert axes.get_xlabel() == "x [m]" and len(axes.lines) == 3
    assert np.isnan(axes.lines[0].get_xdata()).sum() == 2  # three paths, apart
    over_time = met.plot_distance(2, 1)
    assert over_time.lines[0].get_xdata().tolist() == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert over_time.lines[0].get_ydata()[0] == pytest.approx(0.5)
    over_time.figure.savefig(tmp_path / "distance.svg")
    assert (tmp_path / "distance.svg").stat().st_size > 1000
