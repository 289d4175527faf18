"""Replays: contacts, near misses, headings, ids, plots. test_recordings.py has those of files."""
import numpy as np
import pytest

import lanegjk as lg

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
