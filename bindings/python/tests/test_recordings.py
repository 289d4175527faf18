"""Files of recordings: what is read is what the command line program reads, and so is what a replay finds.

Replays: contacts, near misses, headings, ids, plots.
"""
import concurrent.futures
import csv
import gzip
import json
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import warnings

import numpy as np
import pytest

import lanegjk as lg

LANEGJK = os.path.join(os.environ.get("LGJK_TEST_PROGRAMS", ""), "lanegjk")
SOURCE = pathlib.Path(os.environ.get("LGJK_SOURCE", pathlib.Path(__file__).parents[2]))
UNPACKED = tempfile.TemporaryDirectory(prefix="recordings-")
FILES = pathlib.Path(UNPACKED.name)
for name, text in re.findall(r"^==> (.*)\n((?:(?!==> ).*\n)*)", (SOURCE / "tests/data/recordings.txt").read_text(), re.M):
    (FILES / name).write_text(text)
SEED = int(os.environ.get("LGJK_TEST_SEED", "20261128"))
REAL = os.environ.get("LGJK_DATA_DIR", "")
pandas = pytest.importorskip("pandas")
with_program = pytest.mark.skipif(not os.path.exists(LANEGJK), reason="LGJK_TEST_PROGRAMS names no folder with lanegjk")


def read(*arguments, **named):
    """Returns the recording; its notes are what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        recording = lg.read_trajectories(*arguments, **named)
    assert [str(warning.message) for warning in caught] == list(recording.notes)
    assert all(issubclass(warning.category, lg.RecordingWarning) for warning in caught)
    return recording


def in_python(text):
    return re.sub(r"--(columns|fps|unit)\b(?!:)", r"\1=", text).replace("--", "")


def report_of(path, *options):
    """Returns what the program prints, and its notes by the names of Python's arguments."""
    done = subprocess.run([LANEGJK, "replay", str(path), *options], check=True, capture_output=True, text=True)
    notes = re.findall("^lanegjk replay: note: (.*)$", done.stderr, re.M)
    return done.stdout, [in_python(note) for note in notes]


def same_as_the_program(path, folder, *options, **named):
    """Expects of both the same rate, unit, columns, gaps, notes, and events."""
    recording = read(path, **named)
    report, notes = report_of(path, "--out", str(folder / "events.csv"), *options)
    assert notes == list(recording.notes)
    assert f"{recording.data['id'].nunique()} persons, {recording.data['frame'].nunique()} frames " in report
    rate = re.search(r"at (\S+) frames/s \((.*?)\), (.*) \((.*)\)$", report, re.M)
    assert float(rate[1]) == pytest.approx(recording.frame_rate, rel=1e-5) and rate[2] == recording.frame_rate_source
    units = {"metres": 1.0, "centimetres": 0.01}
    assert units.get(rate[3]) == recording.unit and rate[4] == recording.unit_source
    assert f"columns {recording.columns}\n" in report
    assert (f"{recording.gaps} gaps:" in report) == (recording.gaps > 0)
    same_events(folder / "events.csv", lg.replay(recording))
    return recording


def same_events(path, met):
    mine = met.to_pandas()
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        theirs = list(csv.reader(file))
    assert theirs[0] == [{"a": "id_a", "b": "id_b"}.get(name, name) for name in mine.columns]
    assert len(theirs) - 1 == len(mine)
    for expected, have in zip(theirs[1:], mine.itertuples(index=False)):
        assert expected[:5] == [str(value) for value in have[:5]] and expected[6] == str(have.min_frame)
        assert np.float32(expected[5]) == np.float32(have.min_distance)
        assert np.allclose(np.array(expected[7:], float), np.array(have[7:], float), rtol=0, atol=2e-6)


@with_program
@pytest.mark.parametrize("name", sorted(path.name for path in FILES.iterdir()))
def test_files(name, tmp_path):
    whole = same_as_the_program(FILES / name, tmp_path)
    compressed = tmp_path / (name + ".gz")
    compressed.write_bytes(gzip.compress((FILES / name).read_bytes()))
    again = same_as_the_program(compressed, tmp_path)
    assert again.data.equals(whole.data) and again.frame_rate == whole.frame_rate


def test_right_values():
    """The rows that are in the files by construction: see tests/cli/test_cli_recordings.sh, too."""
    walk, times, gaps = (read(FILES / name) for name in ("walk.txt", "times.csv", "gaps.txt"))
    frame = np.tile(np.arange(40), 4)
    assert walk.data["frame"].tolist() == frame.tolist() and walk.notes == () and walk.frame_rate == 10
    assert np.allclose(walk.data["x"][:80], np.append(-2.6 + 0.13 * frame[:40], 2.6 - 0.13 * frame[:40]), atol=1e-9)
    assert times.frame_rate == 10 and times.frame_rate_source == "times" and times.notes == ()
    assert times.data["id"].tolist() == list(np.repeat(["P0", "P1", "P2", "P3"], 40))
    assert gaps.gaps == 1 and len(gaps.data) == 159 and "line 92" in gaps.notes[0]
    eth, ucy, trajnet = (read(FILES / name) for name in ("eth.txt", "ucy.txt", "trajnet.ndjson"))
    assert eth.data.equals(ucy.data) and eth.data.equals(trajnet.data)
    assert sorted(set(eth.data["frame"])) == list(range(780, 960, 6)) and set(eth.data["id"]) == {1, 2, 3}
    assert [recording.frame_rate for recording in (eth, ucy, trajnet)] == [15, 15, 15]
    assert any("15 frames per second are assumed" in note and "fps= sets" in note for note in eth.notes)
    for recording, contacts in ((walk, 1), (times, 1), (gaps, 1), (eth, 0), (ucy, 0), (trajnet, 0)):
        met = lg.replay(recording)
        assert len(met.contacts) == contacts and len(met.table) - contacts == 1


@with_program
@pytest.mark.parametrize("name,contacts", [("040_c_56_h-.txt", 1415), ("bi_corr_400_b_03.txt", 470), ("uo-180-180-070.txt", 793)])
def test_real_recordings(name, contacts, tmp_path):
    if not REAL:
        pytest.skip(f"{name}: LGJK_DATA_DIR is not set")
    recording = same_as_the_program(pathlib.Path(REAL, name), tmp_path)
    assert len(lg.replay(recording).contacts) == contacts


@with_program
@pytest.mark.parametrize("options", [["--people", "60", "--seconds", "20"], ["--people", "300", "--seconds", "30"]])
def test_made_up_recordings(tmp_path, options):
    path = tmp_path / "crowd.txt"
    subprocess.run([LANEGJK, "demo-recording", "--out", str(path), *options], check=True, capture_output=True)
    met = lg.replay(same_as_the_program(path, tmp_path))
    assert len(met.table) > 50 and len(met.near_misses()) == 5


ROWS = "1 0 100 0\n1 1 105 0\n1 2 110 0\n2 0 200 0\n2 1 205 0\n2 2 210 0\n"
OTHERS = [
    ("id frame x y\n" + ROWS, [], {}),  # an ordinary header, and centimetres that nobody says
    (ROWS, ["--columns", "id,frame,x,y", "--fps", "12.5", "--unit", "cm"],
     {"columns": ("id", "frame", "x", "y"), "fps": 12.5, "unit": "cm"}),
    (ROWS, ["--columns", "frame id x/cm y/cm"], {"columns": "frame id x/cm y/cm"}),
    (ROWS, ["--columns", "id frame x y", "--unit", "0.01"], {"columns": "id frame x y", "unit": 0.01}),
    ("\ufeff# framerate: 10 fps\r\n# id;frame;x [cm];y [cm]\r\n" + ROWS.replace(" ", ";").replace("\n", "\r\n"), [], {}),
    ("id,time,x/m,y/m\nzoë,0.5,1.5,NA\nzoë,0.6,1.6,0\n\"van, dyk\",0.5,1.7,0\n", [], {}),
    ("# id frame x/m y/m\n1 0 500000.25 5600000.5\n2 0 500000.75 5600000.5\n", ["--fps", "10"], {"fps": 10}),
]


@with_program
@pytest.mark.parametrize("text,options,named", OTHERS)
def test_other_texts(text, options, named, tmp_path):
    path = tmp_path / "recording.txt"
    path.write_bytes(text.encode())
    same_as_the_program(path, tmp_path, *options, **named)


BAD = [b"", b"\xff\xfe1\0", b"1 0 0\n", b"1 0 left 0\n", b"1 0 1e999 0\n", b"1 0 0 0\n1 0 1 1\n", b"PK\x03\x04", b"1 0 nan 0\n",
       b"\x00\x01\x02", b"id,lon,lat\n1,2,3\n", b"# id frame x/px y/px\n1 0 0 0\n", b"[1]", b'{"track": {}}\n', b"7" * 10**7,
       b"# framerate: fast\n", gzip.compress(b"1 0 left 0\n"), gzip.compress(b"1 0 0 0\n" * 999)[:40]]


@with_program
@pytest.mark.parametrize("data", BAD, ids=range(len(BAD)))
def test_errors_are_those_of_the_program(data, tmp_path):
    path = tmp_path / "recording"
    path.write_bytes(data)
    done = subprocess.run([LANEGJK, "replay", str(path)], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith(str(path))
    with pytest.raises(ValueError) as caught:
        lg.read_trajectories(path)
    assert str(caught.value) == in_python(done.stderr).rstrip("\n")


def test_arguments(tmp_path):
    path = FILES / "walk.txt"
    for named, part in (({"fps": 0}, "fps: 0 is not within"), ({"unit": "px"}, "unit: 'px' is none of"),
                        ({"columns": ("id", "x", "y")}, "columns: 'id,x,y' does not name frame")):
        with pytest.raises(ValueError, match=re.escape(part)):
            lg.read_trajectories(path, **named)
    with pytest.raises(FileNotFoundError):
        lg.read_trajectories(tmp_path / "none.txt")
    damaged = bytearray(gzip.compress(path.read_bytes()))
    damaged[200:210] = bytes(10)
    (tmp_path / "damaged.gz").write_bytes(damaged)
    with pytest.raises(ValueError, match="damaged.gz: compressed by gzip, and damaged"):
        lg.read_trajectories(tmp_path / "damaged.gz")


def database(path, rows, rate="5.0"):
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE trajectory_data (frame INTEGER, id INTEGER, pos_x REAL, pos_y REAL, ori_x REAL, ori_y REAL)")
    base.execute("CREATE TABLE metadata (key TEXT, value TEXT)")
    if rate:
        base.execute("INSERT INTO metadata VALUES ('fps', ?)", (rate,))
    base.executemany("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, 1, 0)", rows)
    base.commit()
    base.close()
    return path


def test_databases(tmp_path):
    rows = [(f, i, 0.25 * f, float(i)) for f in range(6) for i in (2, 1)]
    path = database(tmp_path / "jupedsim.sqlite", rows)
    compressed = tmp_path / "any.name"
    compressed.write_bytes(gzip.compress(path.read_bytes()))
    for recording in (read(path), read(compressed)):
        assert recording.data.to_numpy(float).tolist() == sorted([i, f, x, y] for f, i, x, y in rows)
        assert (recording.frame_rate, recording.frame_rate_source, recording.notes) == (5, "header", ())
    gaps = read(database(tmp_path / "gaps.sqlite", [*rows, (6, 1, None, 0), (6, 2, 0, float("inf"))], ""))
    assert gaps.gaps == 2 and len(gaps.data) == 12 and len(gaps.notes) == 2 and gaps.frame_rate_source == "assumed"
    assert read(path, fps=4).frame_rate == 4
    for wrong, part in (({"unit": "cm"}, "are of texts"), ({"columns": "id frame x y"}, "are of texts"),
                        *(({"fps": rate}, f"fps: a number above 0, .* not {rate}") for rate in (0, -1, np.nan, np.inf))):
        with pytest.raises(ValueError, match=part):
            lg.read_trajectories(path, **wrong)
    for name, bad in (("twice", [rows[0], rows[0]]), ("empty", [])):
        with pytest.raises(ValueError, match=name):
            lg.read_trajectories(database(tmp_path / (name + ".sqlite"), bad))
    (tmp_path / "cut.sqlite").write_bytes(path.read_bytes()[:200])
    with pytest.raises(ValueError, match="cut.sqlite: no database of JuPedSim"):
        lg.read_trajectories(tmp_path / "cut.sqlite")


def test_decimal_points_in_every_locale(tmp_path):
    """Where the program has set a locale with decimal commas, files have points."""
    if not shutil.which("localedef") or subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", tmp_path / "de_DE.UTF-8"],
                                                       capture_output=True).returncode:
        pytest.skip("localedef made no locale de_DE.UTF-8 (package locales)")
    program = f"""if True:
        import locale
        import lanegjk
        locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
        assert locale.localeconv()["decimal_point"] == ","
        recording = lanegjk.read_trajectories({str(FILES / "walk.txt")!r}, fps=12.5)
        print(recording.data["x"][1], recording.frame_rate, locale.localeconv()["decimal_point"])"""
    printed = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True,
                             env={**os.environ, "LOCPATH": str(tmp_path)}).stdout
    assert printed == "-2.47 12.5 ,\n"


def test_threads():
    """The reader has no state."""
    expected = read(FILES / "eth.txt").data
    found = []
    threads = [threading.Thread(target=lambda: found.extend(lg.read_trajectories(FILES / "trajnet.ndjson").data.equals(expected)
                                                            for _ in range(20))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 80


def test_changed_files_are_read_or_refused(tmp_path):
    print(f"LGJK_TEST_SEED={SEED}")
    numbers = random.Random(SEED)
    read_count = 0
    for name in sorted(os.listdir(FILES)):
        whole = (FILES / name).read_bytes()
        for _ in range(30):
            data = bytearray(gzip.compress(whole, mtime=0) if numbers.random() < 0.3 else whole)
            for _ in range(numbers.randrange(1, 4)):
                data[numbers.randrange(len(data))] = numbers.randrange(256)
            path = tmp_path / "changed"
            path.write_bytes(data)
            try:
                recording = read(path)
            except ValueError as error:
                assert str(error).startswith(str(path)) and len(str(error)) > len(str(path)) + 4
            else:
                read_count += 1
                assert np.isfinite(recording.data[["x", "y"]].to_numpy()).all()
    assert 10 < read_count < 170


def test_json_and_text_are_told_apart_by_their_content(tmp_path):
    tracks = [json.dumps({"scene": {"id": 0, "fps": 5}})] + [
        json.dumps({"track": {"f": f, "p": i, "x": 0.1 * f, "y": float(i)}}) for i in (1, 2) for f in range(5)]
    path = tmp_path / "trajnet.txt"
    path.write_text("\n".join(tracks))
    recording = read(path)
    assert recording.frame_rate == 5 and recording.notes == () and recording.columns == "p f x y (as trajnet++ has them)"
    assert recording.data["y"].tolist() == [1.0] * 5 + [2.0] * 5


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


def test_ids_may_be_texts_and_a_recording_has_its_rate():
    data = walk()
    data["id"] = data["id"].map({1: "zoe", 2: "ann", 3: "bob"})
    met = lg.replay(data, frame_rate=5, shape=lg.circle(0.25))
    assert met.table[["kind", "a", "b", "first_frame"]].tolist() == [("approach", "ann", "zoe", 0), ("contact", "ann", "zoe", 2)]
    assert met.meetings["b"].tolist() == ["zoe"] * 6 and set(met.track[0]) == {"ann", "bob", "zoe"}
    assert met.to_pandas()["a"].tolist() == ["ann", "ann"]
    recording = lg.Recording(data, 5.0, "header", 1.0, "header", "", 0, ())
    again = lg.replay(recording, shape=lg.circle(0.25))
    assert again.table.tobytes() == met.table.tobytes() and again.frame_rate == 5


@pytest.mark.parametrize("changed, fix", [
    ({"x": [0, 1, 2, 3]}, r"one length are required, not \(4,\), \(3,\), \(3,\), \(3,\)"),
    ({"x": [0, 1, 2, 3], "y": [0] * 4}, "one length"),
    ({"frame": [0, 1]}, "one length"), ({"id": [1]}, "one length"), ({"x": [[0, 1, 2]], "y": [[0] * 3]}, "one length"),
    ({"frame": [0.2, 1.7, 2.9]}, "frame: whole numbers are required, not 0.2"), ({"frame": [0, 1, np.nan]}, "frame: .* not nan"),
    ({"frame": np.array([0, 1, 2.5], object)}, "frame: .* not 2.5"), ({"frame": [0, 1, 1e30]}, "frame: .* not 1e"),
    ({"id": [1.2, 1.7, 1]}, "id: whole numbers are required, not 1.2"), ({"id": [1, 1, np.nan]}, "id: .* not nan"),
    ({"id": np.array([1, 1, 2**63], np.uint64)}, "id: .* not 9223372036854775808"),
    *(({"frame_rate": rate}, "frame_rate: a finite number above 0 is required") for rate in (0, -1, np.nan, np.inf))])
def test_columns_are_whole_and_of_one_length(changed, fix):
    right = {"x": [0, 1, 2], "y": [0, 0, 0], "frame": [0, 1, 2], "id": [1, 1, 1]}
    with pytest.raises(ValueError, match=fix):
        lg.replay(**{**right, **changed})
    for kind in (float, np.uint64, object):
        assert len(lg.replay(**{**right, "frame": np.array([0, 1, 2], kind)}).track[1]) == 3
    assert lg.replay(**{**right, "id": [1.0, 1.0, 1.0]}).track[0].tolist() == [1, 1, 1]


def test_positions_are_finite():
    data = walk()
    data.loc[3, "x"] = np.nan
    with pytest.raises(ValueError, match="not finite"):
        lg.replay(data)


def test_plots(tmp_path):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    met = lg.replay(walk(), frame_rate=5, shape=lg.circle(0.125))
    assert repr(met) == "Encounters(1 contacts, 1 approaches, 6 meetings)"
    axes = met.plot()
    paths, gaps = axes.collections
    assert axes.get_xlabel() == "x [m]" and len(paths.get_segments()) == 3 and len(gaps.get_segments()) == 0
    assert paths.get_segments()[1][0].tolist() == [0.75, 0] and len(paths.get_segments()[2]) >= 1
    heat = axes.images[0]
    left, right, bottom, top = heat.get_extent()
    row, column = np.unravel_index(np.argmax(heat.get_array()), heat.get_array().shape)
    shape, middle = heat.get_array().shape, met.table["point_a"][1] / 2 + met.table["point_b"][1] / 2
    assert left + (column + 0.5) * (right - left) / shape[1] == pytest.approx(middle[0], abs=0.1)
    assert bottom + (row + 0.5) * (top - bottom) / shape[0] == pytest.approx(middle[1], abs=0.1)
    rings = [line for line in axes.lines if line.get_label() == "contact"][0]
    assert rings.get_xdata().tolist() == [pytest.approx(middle[0])]
    over_time = met.plot_distance(2, 1)
    assert over_time.lines[0].get_xdata().tolist() == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert over_time.lines[0].get_ydata()[0] == pytest.approx(0.5)
    over_time.figure.savefig(tmp_path / "distance.svg")
    assert (tmp_path / "distance.svg").stat().st_size > 1000
    pyplot.close("all")


def test_a_dense_crowd_is_readable():
    """Paths that cover the floor are faint, so that glow, gaps and numbers stay visible."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    rng = np.random.default_rng(3)
    people, frames = 400, 200
    side, start = rng.uniform(0, 8, people), rng.uniform(-10, 10, people)
    x = start[:, None] + np.where(np.arange(people) % 2, 1, -1)[:, None] * 1.3 * np.arange(frames) / 25
    met = lg.replay(x.ravel(), np.repeat(side, frames), np.tile(np.arange(frames), people), np.repeat(np.arange(people), frames))
    figure = pyplot.figure(figsize=(9, 6))
    axes = met.plot(figure.add_subplot(), most=3)
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(float)
    box = axes.get_window_extent()
    floor = pixels[int(pixels.shape[0] - box.y1) + 5:int(pixels.shape[0] - box.y0) - 5, int(box.x0) + 5:int(box.x1) - 5]
    light = floor.mean(axis=2)
    assert 150 < light.mean() < 245 and np.std(floor[..., 0] - floor[..., 2]) > 10  # no grey wall; the glow has its colours
    assert axes.collections[0].get_alpha() < 0.2 and len(figure.axes) == 1
    assert [text.get_text() for text in axes.texts] == ["1", "2", "3"]
    assert len(met.plot().figure.axes) == 3  # with two scales of colours
    pyplot.close("all")


def test_crowds_far_from_each_other_and_at_the_coordinates_of_a_map():
    rng = np.random.default_rng(SEED)
    place = rng.uniform(0, 5, (20, 1, 2)) + np.cumsum(rng.normal(0, 0.05, (20, 40, 2)), axis=1)
    place = np.floor(place * 1024) / 1024  # differences are the same anywhere
    x, y = place.reshape(-1, 2).T
    frame, id = np.tile(np.arange(40), 20), np.repeat(np.arange(20), 40)
    here = lg.replay(x, y, frame, id).table
    assert np.count_nonzero(here["kind"] == "contact") > 5
    moved = lg.replay(x + 500000, y + 5400000, frame, id).table
    both = lg.replay(np.append(x, x - 2.0**22), np.append(y, y + 2.0**22), np.tile(frame, 2), np.append(id, id + 100)).table
    for table, shift in ((moved, (500000, 5400000)), (both[both["a"] < 100], (0, 0)),
                         (both[both["a"] >= 100], (-2.0**22, 2.0**22))):
        for name in ("kind", "first_frame", "last_frame", "min_distance", "min_frame", "normal"):
            assert np.array_equal(table[name], here[name])
        for name in ("point_a", "point_b"):
            assert np.allclose(table[name] - shift, here[name], rtol=0, atol=2e-9)


def test_frames_are_divided_at_will():
    rng = np.random.default_rng(SEED)
    place = rng.uniform(0, 9, (30, 1, 2)) + np.cumsum(rng.normal(0, 0.05, (30, 80, 2)), axis=1)
    frame = np.arange(80) // 7 * 9 + np.arange(80) % 7  # with gaps
    track = (*place.reshape(-1, 2).T, np.tile(frame, 30), np.repeat(np.arange(30), 80))
    whole = lg.replay(*track)
    assert len(whole.contacts) > 5
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        for blocks, mapper in ((1, map), (2, map), (13, map), (80, map), (1000, map), (5, pool.map)):
            found = lg.replay(*track, blocks=blocks, mapper=mapper)
            assert found.table.tobytes() == whole.table.tobytes() and found.meetings.tobytes() == whole.meetings.tobytes()
    with pytest.raises(ValueError, match="blocks is 0"):
        lg.replay(*track, blocks=0)
