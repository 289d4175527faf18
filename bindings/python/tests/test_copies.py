"""Pickles, copies, and what repr says of an object."""
import copy
import pickle

import numpy as np
import pytest

import lanegjk as lg
from conftest import all_pairs

WAYS = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
KINDS = {2: [lg.circle(0.5), lg.box2(1, 2, 0.25), lg.ellipse(2, 1).mapped([[1, 0.5], [0, 1]]),
             lg.polygon([[0, 0], [1, 0], [0, 1]])],
         3: [lg.ball(0.5), lg.box3(1, 2, 3), lg.ellipsoid(1, 2, 3).rounded(0.1), lg.cone(1, 2), lg.cylinder(1, 2),
             lg.hull(np.eye(3)), lg.box3(1, 1, 1).mapped(np.diag([1, 2, 3]))]}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dim", [2, 3])
def test_shapes(way, dim):
    shapes = (lg.Shapes2 if dim == 2 else lg.Shapes3)(KINDS[dim])
    again = way(shapes)
    assert type(again) is type(shapes) and len(again) == len(shapes)
    for i in range(len(shapes)):
        for one, two in zip(shapes[i], again[i]):
            assert np.array_equal(one, two)
        assert repr(way(KINDS[dim][i])) == repr(KINDS[dim][i])


def test_a_shape_does_not_change_with_the_array_it_was_made_of():
    corners = np.array([[0, 0], [1, 0], [0, 1]], np.float32)
    shapes = lg.Shapes2([lg.polygon(corners)])
    corners += 7
    assert np.array_equal(pickle.loads(pickle.dumps(shapes))[0].vertices, shapes[0].vertices)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("world", ["crowd", "swarm"])
def test_bodies(request, way, world):
    bodies = request.getfixturevalue(world)
    distance = lg.distance2 if bodies.dim == 2 else lg.distance3
    pairs = all_pairs(len(bodies))[:500]
    wide = np.zeros((len(bodies), 9), np.float32)  # rows apart
    wide[:, :bodies.pose.shape[1]] = bodies.pose
    strided = type(bodies)(bodies.shapes, bodies.shape, wide[:, :bodies.pose.shape[1]], np.full(len(bodies), 0.1, np.float32))
    for one in (bodies, strided):
        again = way(one)
        assert type(again) is type(one) and not np.shares_memory(again.pose, one.pose)
        assert np.array_equal(distance(again, pairs).distance, distance(one, pairs).distance)
        again.pose[:, :2] += 1
        assert not np.array_equal(again.pose, one.pose)


def test_a_copy_of_a_world_stays_together(crowd):
    world = copy.deepcopy({"pose": crowd.pose, "bodies": crowd, "shapes": crowd.shapes})
    assert world["bodies"].pose is world["pose"] and world["bodies"].shapes is world["shapes"]
    assert copy.copy(crowd).pose is crowd.pose


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("world", ["crowd", "swarm"])
def test_index(request, way, world, rng):
    bodies = request.getfixturevalue(world)
    queries = copy.deepcopy(bodies)
    queries.pose[:, :2] += 0.1
    index, near = lg.Index(bodies, reach=1), lg.Index(bodies, nearest=True)
    before = lg.find_against(queries, index), near.nearest(queries.pose[:, :bodies.dim], 4)
    index, near = way(index), way(near)
    assert len(before[0]) and np.array_equal(lg.find_against(queries, index), before[0])
    for one, two in zip(near.nearest(queries.pose[:, :bodies.dim], 4), before[1]):
        assert np.array_equal(one, two)
    with pytest.raises(ValueError, match="read-only"):
        index.memory[0] = 1


@pytest.mark.parametrize("way", WAYS)
def test_small_things(way, crowd):
    filters = way(lg.Filters(category=np.arange(len(crowd), dtype=np.uint32) % 2))
    assert len(lg.find_pairs2(crowd, filters=filters)) < len(lg.find_pairs2(crowd))
    assert repr(way(lg.Workers(2))) == "Workers(2)"
    results = way(lg.contact2(crowd, all_pairs(9)))
    assert np.isfinite(results.distance).all()
    try:
        lg.Shapes2([lg.circle(1), lg.circle(-1)])
    except lg.ShapeError as error:
        assert way(error).index == error.index == 1 and way(error).code == error.code


def test_reprs_have_counts(crowd, swarm):
    pairs = all_pairs(5)
    index, finder = lg.Index(crowd, reach=1), lg.Finder(crowd)
    near = lg.Index(swarm, nearest=True)
    expected = {
        "Shape(2D POINTS, 1 points, radius 0.5)": lg.circle(0.5), "Shape(3D BOX, 1, 2, 3)": lg.box3(1, 2, 3),
        "Shape(2D ELLIPSE, 2, 1, mapped)": lg.ellipse(2, 1).mapped(np.eye(2)),
        "Shapes2(2 shapes)": crowd.shapes, "Bodies2(400 bodies, 2 shapes)": crowd, "Bodies3(300 bodies, 3 shapes)": swarm,
        "ShapeInfo(POINTS, 1 vertices, radius 0.25, bound 0.25)": crowd.shapes[0],
        f"Index(400 bodies in 2D, {len(index.memory)} bytes)": index,
        f"Index(300 bodies in 3D, nearest, {len(near.memory)} bytes)": near,
        "Nearest(4 points, 3 bodies each)": near.nearest(np.zeros((4, 3), np.float32), 3),
        "Finder(400 bodies in 2D, room for 1664 pairs)": finder,
        "Finder(400 bodies with 400 of an index in 2D, room for 9 pairs)": lg.Finder(crowd, index=index, capacity=9),
        "Distance(10 pairs in 2D: distance)": lg.Distance(crowd, pairs),
        "Contact(10 pairs in 3D: status, normal, bad_count)": lg.Contact(swarm, pairs, want=("status", "normal", "bad_count")),
        "Results(10 pairs: status)": lg.overlap2(crowd, pairs), "CastResults(10 pairs: status, fraction)": lg.cast2(crowd, pairs),
        "Cast(10 pairs in 2D: status, fraction)": lg.Cast(crowd, pairs), "Workers(3)": lg.Workers(3),
        "Filters(mask of 4 bodies)": lg.Filters(mask=np.zeros(4, np.uint32)),
        "Touches(0 pairs, 0 touch)": lg.NOTHING_TOUCHES,
    }
    assert {repr(thing): None for thing in expected.values()}.keys() == expected.keys()
