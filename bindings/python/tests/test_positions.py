"""Positions in double: the same answers wherever the world is, points relative to the first body, arrays as they are."""
import copy
import pickle

import numpy as np
import pytest

import lanegjk as lg

ZONE = np.array([500_123.25, 5_412_345.5])  # as coordinates of maps are


def crowd_at(origin, count=300):
    """A crowd whose places are multiples of 1/1024 m, so that differences are the same everywhere."""
    rng = np.random.default_rng(7)
    shapes = lg.Shapes2([lg.circle(0.3), lg.box2(0.4, 0.1), lg.polygon([[0, 0], [0.5, 0], [0, 0.5]])])
    places = np.round(rng.uniform(0, 12, (count, 2)) * 1024) / 1024
    pose = lg.poses2(np.zeros((count, 2)), rng.uniform(0, 6, count))
    return lg.Bodies2(shapes, rng.integers(0, 3, count).astype(np.uint32), pose, position=places + origin)


@pytest.mark.parametrize("origin", [np.zeros(2), ZONE, np.array([1e7, -1e9])], ids=["origin", "zone", "far"])
def test_answers_do_not_depend_on_where_the_world_is(origin):
    here, there = crowd_at(np.zeros(2)), crowd_at(origin)
    pairs = lg.find_pairs2(here, margin=0.2)
    assert len(pairs) > 300 and np.array_equal(pairs, lg.find_pairs2(there, margin=0.2))
    answers = [lg.contact2(b, pairs, want=("status", "distance", "normal", "point_a", "point_b")) for b in (here, there)]
    for name in ("status", "distance", "normal", "point_a", "point_b"):
        assert np.array_equal(getattr(answers[0], name), getattr(answers[1], name)), name
    trees = lg.Tree(here), lg.Tree(there)
    near = [tree.nearest(b.position, 4) for tree, b in zip(trees, (here, there))]
    assert np.array_equal(near[0].body, near[1].body) and np.array_equal(near[0].distance, near[1].distance)
    assert (near[0].body[:, 0] == np.arange(300)).all()
    assert np.array_equal(lg.order(here), lg.order(there))
    assert np.array_equal(trees[1].info.origin, there.position[0])
    way = np.full((300, 2), 3, np.float32)
    hits = [lg.cast_against(b, tree, way, k=2, skip=np.arange(300, dtype=np.uint32))
            for b, tree in zip((here, there), trees)]
    assert np.array_equal(hits[0], hits[1])
    ticks = []
    for bodies, tree in zip((here, there), trees):
        tick = lg.Tick(2, 300, 30000)
        tick.run(bodies, tree, margin=0.1)
        ticks.append(tick)
    assert len(ticks[0].against.pairs) > 300
    for name in ("among", "against"):
        one, other = getattr(ticks[0], name), getattr(ticks[1], name)
        for member in ("pairs", "status", "distance", "normal"):
            assert getattr(one, member).tobytes() == getattr(other, member).tobytes(), member


def test_points_get_the_positions_of_their_bodies():
    bodies = crowd_at(ZONE)
    pairs = lg.find_pairs2(bodies, margin=0.2)
    found = lg.distance2(bodies, pairs, want=("distance", "point_a", "point_b"))
    a, b = (bodies.add_positions(points, pairs[:, 0]) for points in (found.point_a, found.point_b))
    assert a.dtype == np.float64 and np.abs(a - bodies.position[pairs[:, 0]]).max() < 2
    apart = found.distance > 0
    assert np.allclose(np.linalg.norm(a - b, axis=1)[apart], found.distance[apart], atol=1e-6)
    with pytest.raises(lg.RangeError) as error:
        bodies.add_positions(found.point_a[:2], np.array([0, 300], np.uint32))
    assert error.value.index == 1


def test_arrays_are_taken_as_they_are():
    records = np.zeros(3, [("position", np.float64, 2), ("pose", np.float32, 4), ("shape", np.uint32)])
    records["pose"][:, 2] = 1
    records["position"] = [[1e7, 0], [1e7 + 3, 0], [np.nan, 0]]
    shapes = lg.Shapes2([lg.circle(0.5)])
    bodies = lg.Bodies2(shapes, records["shape"], records["pose"], position=records["position"])
    pairs = np.array([[0, 1], [1, 2]], np.uint32)
    query = lg.Distance(bodies, pairs, want=("status", "distance"))
    assert query().distance[0] == 2 and query().status[1] == lg.Status.BAD
    assert "position" in query.bad_reason(1).text
    records["position"][1, 0] += 1
    assert query().distance[0] == 3
    for copied in (copy.deepcopy(bodies), pickle.loads(pickle.dumps(bodies))):
        assert np.array_equal(copied.position, bodies.position, equal_nan=True)
    with pytest.raises(TypeError, match="position"):
        lg.Bodies2(shapes, records["shape"], records["pose"], position=np.zeros((3, 2), np.float32))
    with pytest.raises(ValueError, match="position"):
        lg.Bodies2(shapes, records["shape"], records["pose"], position=np.zeros((2, 2)))
