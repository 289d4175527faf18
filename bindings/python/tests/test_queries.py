"""Queries: their results, calls and errors."""
import concurrent.futures
import re
import threading
import time

import numpy as np
import pytest

import lanegjk as lg
from conftest import all_pairs

PAIR = np.array([[0, 1]], np.uint32)


def row(shapes, *places):
    """Boxes in a row along x."""
    pose = np.array([[x, 0, 1, 0] for x in places], np.float32)
    return lg.Bodies2(shapes, np.zeros(len(places), np.uint32), pose)


def test_gap_of_circles(rng):
    place = rng.uniform(0, 10, (200, 2)).astype(np.float32)
    bodies = lg.Bodies2(lg.Shapes2([lg.circle(0.5)]), np.zeros(200, np.uint32), lg.poses2(place))
    pairs = all_pairs(200)
    gap = np.linalg.norm(place[pairs[:, 0]].astype(float) - place[pairs[:, 1]], axis=1) - 1
    assert np.allclose(lg.distance2(bodies, pairs).distance, np.maximum(gap, 0), atol=1e-5)
    assert np.allclose(lg.contact2(bodies, pairs).distance, gap, atol=1e-5)
    assert np.array_equal(lg.overlap2(bodies, pairs).status == lg.Status.OVERLAPPING, gap <= 0)


def test_contact_with_a_manifold(shapes):
    bodies = lg.Bodies2(shapes, np.zeros(2, np.uint32), np.array([[0, 0, 1, 0], [0.5, 0.75, 1, 0]], np.float32))
    results = lg.contact2(bodies, PAIR, want=("distance", "normal", "point_a", "point_b", "manifold", "status"))
    assert results.distance[0] == -0.25 and results.normal[0].tolist() == [0, 1]
    manifold = results.manifold[0].copy()
    bodies.pose[1, 1] = 1.25
    assert [lg.contact2(bodies, PAIR, want=("manifold",), margin=margin).manifold["count"][0] for margin in (0, 0.5)] == [0, 2]
    assert manifold["count"] == 2 and manifold["points"]["separation"].tolist() == [-0.25, -0.25]
    assert sorted(manifold["points"]["position"][:, 0].tolist()) == [-0.5, 1]


def test_3d(rng):
    bodies = lg.Bodies3(lg.Shapes3([lg.box3(1, 1, 1)]), np.zeros(2, np.uint32), lg.poses3([[0, 0, 0], [0.5, 0, 1.75]]))
    results = lg.contact3(bodies, PAIR, want=("distance", "normal", "manifold"))
    assert results.distance[0] == -0.25 and results.normal[0].tolist() == [0, 0, 1]
    assert results.manifold[0]["count"] == 4
    assert lg.overlap3(bodies, PAIR).status[0] == lg.Status.OVERLAPPING
    assert lg.distance3(bodies, PAIR).distance[0] == 0


def test_other_bodies_limits_and_ranges(shapes):
    a, b = row(shapes, 0, 10), row(shapes, 3, 100)
    pairs = np.array([[0, 0], [1, 1], [1, 0]], np.uint32)
    query = lg.Distance(a, pairs, other=b, max_distance=50, want=("distance", "status", "bad_count"))
    results = query(1, 2)
    assert results.distance.tolist() == [0, np.inf, 5] and results.status[1] == lg.Status.BEYOND
    assert query(2).distance.tolist() == [0, np.inf, 5]  # to the end
    assert query() is results and results.distance.tolist() == [1, np.inf, 5] and results.bad_count.tolist() == [0]
    assert len(query) == 3


def test_records_help_and_change_no_distance(rng):
    corners = rng.normal(size=(40, 20, 2))
    shapes = lg.Shapes2([lg.polygon(points) for points in corners])
    pose = lg.poses2(rng.uniform(0, 60, (300, 2)), rng.uniform(-3, 3, 300))
    bodies = lg.Bodies2(shapes, rng.integers(0, 40, 300).astype(np.uint32), pose)
    pairs = all_pairs(300)[::7].copy()
    warm = lg.warm_records(len(pairs))
    query = lg.Distance(bodies, pairs, warm=warm, want=("distance", "iterations"))
    cold, spent = query().distance.copy(), int(query.results.iterations.sum())
    assert warm.any()
    assert np.allclose(query().distance, cold, atol=1e-5) and query.results.iterations.sum() < spent


def test_bad_bodies_are_nan_and_say_why(shapes):
    bodies = row(shapes, 0, np.nan, 3)
    pairs = np.array([[0, 1], [0, 2], [2, 2]], np.uint32)
    query = lg.Distance(bodies, pairs, want=("distance", "status", "bad_count"))
    results = query()
    assert np.isnan(results.distance[0]) and results.distance[1] == 1 and results.bad_count[0] == 2
    assert results.status.tolist() == [lg.Status.BAD, lg.Status.SEPARATED, lg.Status.BAD]
    why = query.bad_reason(0)
    assert why.side == 1 and why.body == 1 and np.isnan(why.value) and "1" in why.text
    assert query.bad_reason(1).reason == 0 and query.bad_reason(1).text == ""
    with pytest.raises(lg.RangeError):
        query.bad_reason(3)


def test_errors_have_an_index(shapes):
    bodies = row(shapes, 0, 3)
    with pytest.raises(lg.PairIndexError) as error:
        lg.distance2(bodies, np.array([[0, 1], [0, 9]], np.uint32))
    assert error.value.index == 1 and isinstance(error.value, IndexError) and isinstance(error.value, lg.Error)
    with pytest.raises(lg.RangeError) as error:
        lg.Distance(bodies, PAIR)(1, 7)
    assert error.value.index == 1
    with pytest.raises(lg.ArgumentError, match="max_distance"):
        lg.distance2(bodies, PAIR, max_distance=-1)
    with pytest.raises(lg.IsaError, match="unknown"):
        lg.distance2(bodies, PAIR, isa="avx4096")
    with pytest.raises(ValueError):
        lg.distance2(bodies, PAIR, want=("normal",))
    with pytest.raises(ValueError):
        lg.Workers(0)


def test_what_is_0_in_single_precision_is_refused(crowd):
    """0 means something else: the whole way, any distance."""
    tree, tick, way = lg.Tree(crowd), lg.Tick(2, len(crowd), 10), np.zeros((len(crowd), 2), np.float32)
    calls = {"max_distance": [lambda least: lg.distance2(crowd, PAIR, max_distance=least),
                              lambda least: tree.nearest(way, 1, max_distance=least),
                              lambda least: tree.nearest_shapes(crowd, 1, max_distance=least)],
             "share": [lambda least: tick.push_apart(way, share=least)]}
    for name in ("skin", "recover", "walkable", "step_forward"):
        calls[name] = [lambda least, name=name: lg.slide(crowd, tree, way, up=(0, 1), **{name: least})]
    tick.run(crowd)
    for name in calls:
        for call in calls[name]:
            with pytest.raises(lg.ArgumentError, match=f"{name}: at least 1.4e-45, the smallest float, is needed, not 1e-46"):
                call(1e-46)
            call(1.4e-45)


def test_arguments_of_other_kinds_are_named(crowd):
    tree, tick, way = lg.Tree(crowd), lg.Tick(2, len(crowd), 10), np.zeros((len(crowd), 2), np.float32)
    calls = [lambda **given: lg.Distance(crowd, PAIR, **given), lambda **given: lg.Cast(crowd, PAIR, **given),
             lambda **given: lg.Finder(crowd, **given), lambda **given: lg.Tree(crowd, **given),
             lambda **given: tree.within_shapes(crowd, 1, **given), lambda **given: tree.pairs(**given),
             lambda **given: tick.run(crowd, **given), lambda **given: lg.cast_against(crowd, tree, way, **given)]
    for call in calls:
        for flags in (1.9, "4", np.float32(1), None):
            with pytest.raises(TypeError, match=f"flags: a Flag or a whole number is required, not {re.escape(repr(flags))}"):
                call(flags=flags)
        with pytest.raises(TypeError, match="workers: Workers are required, not Bodies2"):
            call(workers=crowd)
        call(flags=np.uint8(lg.Flag.NONE), workers=lg.Workers(1))
    for flags in (1.9, "4"):
        with pytest.raises(TypeError, match="flags: "):
            lg.slide(crowd, tree, way, flags=flags)
    for look in (tree.nearest, tree.within):
        with pytest.raises(TypeError, match="points: a numpy array of float32 is required, not list"):
            look([[0, 0]], 1)
    with pytest.raises(lg.ArgumentError, match="body: numbers from 0 on are required, not -1"):
        tree.which([3, -1])
    for up in ([1], [0, 0, 1, 0], []):
        with pytest.raises(lg.ArgumentError, match=f"up: 2 numbers are required, not {len(up)}"):
            lg.slide(crowd, tree, way, up=up)
    for up in ((0, 1), (0, 1, 0), np.array([0, 1], np.float32)):
        lg.slide(crowd, tree, way, up=up)


def test_errors_write_nothing(shapes):
    mine = np.full(2, -1, np.float32)
    with pytest.raises(lg.PairIndexError):
        lg.distance2(row(shapes, 0, 3), np.array([[0, 1], [0, 9]], np.uint32), out={"distance": mine})
    assert mine.tolist() == [-1, -1]


def test_dimensions_are_not_mixed(shapes, swarm):
    flat = row(shapes, 0, 3)
    for wrong in (lambda: lg.distance3(flat, PAIR), lambda: lg.distance2(swarm, PAIR), lambda: lg.find_pairs3(flat),
                  lambda: lg.Distance(flat, PAIR, other=swarm), lambda: lg.Finder(flat, swarm),
                  lambda: lg.Bodies2(swarm.shapes, flat.shape, flat.pose), lambda: lg.cast3(flat, PAIR)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError, match="Shapes3 are required"):
        lg.Bodies3(shapes, swarm.shape, swarm.pose)
    with pytest.raises(lg.ShapeError) as error:
        lg.Shapes2([lg.circle(1), lg.ball(1)])
    assert error.value.index == 1


def test_what_is_not_wanted_is_not_there(shapes):
    results = lg.distance2(row(shapes, 0, 3), PAIR)
    with pytest.raises(AttributeError, match="want="):
        results.point_a


@pytest.mark.parametrize("isa", lg.isas())
def test_same_bits_on_all_sets_and_threads(crowd, isa):
    pairs = all_pairs(len(crowd))
    want = ("distance", "normal", "point_a", "status")
    expected = lg.contact2(crowd, pairs, want=want, isa="scalar")
    for workers in (None, lg.Workers(3)):
        results = lg.contact2(crowd, pairs, want=want, isa=isa, workers=workers)
        for name in want:
            assert getattr(results, name).tobytes() == getattr(expected, name).tobytes()


def test_ranges_on_a_pool(crowd):
    pairs = all_pairs(len(crowd))
    query, expected = lg.Distance(crowd, pairs), lg.distance2(crowd, pairs).distance
    first = range(0, len(pairs), 5000)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda i: query(i, min(5000, len(pairs) - i)), first))
    assert query.results.distance.tobytes() == expected.tobytes()


def test_the_lock_of_python_is_released(crowd):
    """While a long call runs in another thread, this one goes on."""
    query = lg.Contact(crowd, np.repeat(all_pairs(len(crowd)), 40, axis=0), isa="scalar")
    times = []

    def run():
        times.append(time.perf_counter())
        query()
        times.append(time.perf_counter())
    thread = threading.Thread(target=run)
    ticks = []
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    assert times[1] - times[0] > 0.05
    assert sum(times[0] < tick < times[1] for tick in ticks) > 5


def test_flags(shapes):
    drifted = row(shapes, 0, 3)
    drifted.pose[:, 2] = 1.002
    assert np.isnan(lg.distance2(drifted, PAIR).distance[0])
    assert lg.distance2(drifted, PAIR, flags=lg.Flag.NORMALIZE).distance[0] == 1
    lg.normalize(drifted.pose)
    assert lg.distance2(drifted, PAIR).distance[0] == 1
