"""Arrays are read where they are, or refused with the call that fixes it. Run under the address sanitizer, too.

Pickles, copies, and what repr says of an object.
"""
import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import lanegjk as lg
from conftest import all_pairs

PAIR = np.array([[0, 1]], np.uint32)


def two(shapes, **changed):
    """Two boxes of 2 x 1, 3 m apart: their gap is 1."""
    arrays = {"shape": np.zeros(2, np.uint32), "pose": np.array([[0, 0, 1, 0], [3, 0, 1, 0]], np.float32)}
    return lg.Bodies2(shapes, **{**arrays, **changed})


def records():
    """Two bodies as records of 32 bytes."""
    bodies = np.zeros(2, np.dtype([("pose", "<f4", 4), ("shape", "<u4"), ("radius", "<f4"), ("mine", "<u8")]))
    bodies["pose"] = [[0, 0, 1, 0], [3, 0, 1, 0]]
    return bodies


def test_answer(shapes):
    assert lg.distance2(two(shapes), PAIR).distance[0] == 1


def test_moves_are_seen_without_a_copy(shapes):
    pose = np.array([[0, 0, 1, 0], [3, 0, 1, 0]], np.float32)
    bodies = two(shapes, pose=pose)
    query = lg.Distance(bodies, PAIR)
    assert np.shares_memory(bodies.pose, pose)
    pose[1, 0] = 5
    assert query().distance[0] == 3


def test_records_are_read_in_place(shapes):
    bodies = records()
    query = lg.Distance(lg.Bodies2(shapes, bodies["shape"], bodies["pose"], bodies["radius"]), PAIR)
    assert query().distance[0] == 1
    bodies["pose"][1, 0], bodies["radius"] = 5, 0.5
    assert query().distance[0] == 2


@pytest.mark.parametrize("bad, error, fix", [
    ({"pose": np.zeros((2, 4))}, TypeError, "pose.astype(numpy.float32)"),
    ({"pose": np.zeros((2, 4), ">f4")}, TypeError, "pose.astype(numpy.float32)"),
    ({"shape": np.zeros(2, np.int64)}, TypeError, "shape.astype(numpy.uint32)"),
    ({"shape": np.zeros(2, ">u4")}, TypeError, "shape.astype"),
    ({"radius": np.zeros(2)}, TypeError, "radius.astype"),
    ({"pose": [[0, 0, 1, 0]] * 2}, TypeError, "numpy array of float32"),
    ({"pose": np.zeros((2, 3), np.float32)}, ValueError, "(2, 4)"),
    ({"pose": np.zeros((3, 4), np.float32)}, ValueError, "(2, 4)"),
    ({"shape": np.zeros(3, np.uint32)}, ValueError, "(3, 4)"),
    ({"shape": np.zeros((2, 1), np.uint32)}, ValueError, "(n,)"),
    ({"radius": np.zeros(3, np.float32)}, ValueError, "(2,)"),
    ({"shape": np.zeros((), np.uint32)}, ValueError, "(n,)"),
    ({"radius": np.zeros((), np.float32)}, ValueError, "(2,)"),
    ({"pose": np.zeros((4, 2), np.float32).T}, ValueError, "ascontiguousarray(pose)"),
    ({"pose": np.asfortranarray(np.zeros((2, 4), np.float32))}, ValueError, "ascontiguousarray(pose)"),
    ({"pose": np.zeros((2, 8), np.float32)[:, ::2]}, ValueError, "ascontiguousarray(pose)"),
    ({"pose": np.zeros((4, 4), np.float32)[::-2]}, ValueError, "ascontiguousarray(pose)"),
    ({"shape": np.zeros(2, np.uint32)[::-1]}, ValueError, "ascontiguousarray(shape)"),
    ({"pose": np.broadcast_to(np.float32([0, 0, 1, 0]), (2, 4))}, ValueError, "broadcast"),
    ({"shape": np.broadcast_to(np.uint32(0), 2)}, ValueError, "broadcast"),
    ({"radius": np.broadcast_to(np.float32(0), 2)}, ValueError, "broadcast"),
    ({"pose": np.lib.stride_tricks.as_strided(np.zeros(8, np.float32), (2, 4), (4, 4))}, ValueError, "pose_stride"),
    ({"pose": np.zeros(33, np.uint8)[1:].view(np.float32).reshape(2, 4)}, ValueError, "pose: its elements are not aligned"),
])
def test_refused(shapes, bad, error, fix):
    with pytest.raises(error) as refusal:
        lg.Distance(two(shapes, **bad), PAIR)()
    assert fix in str(refusal.value)


def test_a_stride_beyond_32_bits_is_refused(shapes):
    far = np.lib.stride_tricks.as_strided(np.zeros(8, np.float32), (2, 4), (2**33, 4))
    with pytest.raises(ValueError, match="in place"):
        two(shapes, pose=far)


def test_one_body_has_no_stride(shapes):
    """Of one element numpy's stride means nothing: any is taken."""
    pose = np.broadcast_to(np.float32([3, 0, 1, 0]), (1, 4))
    other = lg.Bodies2(shapes, np.broadcast_to(np.uint32(0), 1), pose)
    assert lg.distance2(two(shapes), np.zeros((1, 2), np.uint32), other=other).distance[0] == 1


def test_read_only_bodies_are_read(shapes):
    pose = two(shapes).pose
    pose.flags.writeable = False
    assert lg.distance2(two(shapes, pose=pose), PAIR).distance[0] == 1


def test_no_bodies_and_no_pairs(shapes):
    none = lg.Bodies2(shapes, np.zeros(0, np.uint32), np.zeros((0, 4), np.float32))
    assert lg.distance2(none, np.zeros((0, 2), np.uint32)).distance.shape == (0,)
    assert lg.find_pairs2(none).shape == (0, 2)


@pytest.mark.parametrize("pairs", [
    np.array([[0, 1], [1, 0]], np.uint32), np.asfortranarray(np.array([[0, 1], [1, 0]], np.uint32)),
    np.array([[1, 0], [0, 1]], np.uint32)[:, ::-1], np.array([[0, 7, 1], [1, 7, 0]], np.uint32)[:, ::2],
    np.array([[0, 1], [9, 9], [1, 0]], np.uint32)[::2]])
def test_columns_of_pairs_may_be_anywhere(shapes, pairs):
    results = lg.distance2(two(shapes), pairs, want=("distance", "point_a"))
    assert results.distance.tolist() == [1, 1]
    assert results.point_a[:, 0].tolist() == [1, 2]


@pytest.mark.parametrize("pairs, error", [
    (PAIR.astype(np.int64), TypeError), (PAIR[0], ValueError), (np.zeros((2, 3), np.uint32), ValueError),
    (np.array([[0, 1]] * 4, np.uint32)[::-1], ValueError), (np.broadcast_to(PAIR, (3, 2)), ValueError),
    ([(0, 1)], TypeError)])
def test_refused_pairs(shapes, pairs, error):
    with pytest.raises(error):
        lg.Distance(two(shapes), pairs)


class Longer(np.ndarray):
    """An array that says that it is longer than it is."""

    def __len__(self):
        return self.size + 10**6


class Flat(np.ndarray):
    """An array that says how many elements it has in place of rows: of one column that is the same."""

    def __len__(self):
        return self.size


def test_arrays_are_what_they_say(shapes):
    bodies = two(shapes)
    for other, fix in (("Longer", "a len of"), ("Flat", "a len of"), ("MaskedArray", "without a mask")):
        def made(array):
            return np.ma.masked_equal(array, 0) if other == "MaskedArray" else array.view(globals()[other])
        wrong = {"pairs": lambda: lg.Distance(bodies, made(PAIR)), "pose": lambda: two(shapes, pose=made(bodies.pose)),
                 "warm": lambda: lg.Distance(bodies, PAIR, warm=made(lg.warm_records(1))),
                 "before": lambda: lg.pairs_match(made(PAIR), PAIR)}
        if other != "Flat":
            wrong["shape"] = lambda: two(shapes, shape=made(bodies.shape))
        for name, call in wrong.items():
            with pytest.raises((TypeError, ValueError), match=f"{name}: .*{fix}"):
                call()


def test_a_masked_pair_is_no_way_around_the_check_of_replaced():
    pairs = np.ma.array([[0, 1], [2, 4_000_000]], np.uint32, mask=[[0, 0], [0, 1]])
    with pytest.raises(TypeError, match="before: an array without a mask is required"):
        lg.pair_events(lg.Touches(pairs, np.ones(2, np.uint8)), np.zeros((0, 2), np.uint32), np.zeros(0, np.uint8),
                       replaced=np.zeros(3, np.uint8))


def test_arrays_live_as_long_as_the_query(shapes):
    def made():
        pose = np.array([[0, 0, 1, 0], [3, 0, 1, 0]], np.float32)
        return lg.Distance(lg.Bodies2(lg.Shapes2([lg.box2(1, 0.5)]), np.zeros(2, np.uint32), pose), PAIR.copy(),
                           warm=lg.warm_records(1))
    query = made()
    gc.collect()
    np.full(1000, 7, np.float32)
    assert query().distance[0] == 1


@pytest.mark.parametrize("bind", [lg.Distance, lg.Cast])
def test_results_that_are_replaced_live_as_long_as_the_query(crowd, bind):
    """A call writes to the arrays it was bound to, whatever its Results name now."""
    query = bind(crowd, all_pairs(len(crowd)))
    name = "distance" if bind is lg.Distance else "fraction"
    bound = weakref.ref(getattr(query(), name))
    setattr(query.results, name, None)
    query.results = None
    gc.collect()
    query()
    assert bound() is not None


def test_arrays_in_use_are_not_moved(shapes):
    """numpy moves an array that grows, but not one that a view refers to; views are not exchanged either."""
    pose = np.zeros((2, 4), np.float32)
    bodies = two(shapes, pose=pose)
    with pytest.raises(ValueError):
        pose.resize((1000, 4))
    with pytest.raises(AttributeError):
        bodies.pose = np.zeros((2, 4), np.float32)


def test_arrays_whose_last_name_is_gone_are_not_moved(shapes):
    """Only what has bound them refers to them, and to the block that one is a part of."""
    block, f4, u4 = np.zeros((4, 4), np.float32), np.float32, np.uint32
    given = {"shape": np.zeros(2, u4), "radius": np.zeros(2, f4), "position": np.zeros((2, 2)), "category": np.zeros(2, u4),
             "motion": np.zeros((2, 2), f4), "pairs": PAIR.copy(), "warm": lg.warm_records(1), "most": np.ones(1, f4),
             "way": np.zeros((2, 2), f4), "end": np.zeros((2, 4), f4), "cast": PAIR.copy()}
    bodies = lg.Bodies2(shapes, given["shape"], block[2:], given["radius"], given["position"])
    filters = lg.Filters(given["category"])
    finder = lg.Finder(bodies, motion=given["motion"])
    query = lg.Distance(bodies, given["pairs"], warm=given["warm"])
    casts = [lg.Cast(bodies, given["cast"], most=given["most"], way=given["way"]), lg.Cast(bodies, PAIR, end=given["end"])]
    given.update(vars(query.results), fraction=casts[0].results.fraction)
    for results in (query.results, casts[0].results):
        vars(results).clear()
    del block
    for name in list(given):
        with pytest.raises(ValueError, match="cannot resize"):
            given.pop(name).resize((1000, 4))
    with pytest.raises(ValueError, match="cannot resize"):
        bodies.pose.base.resize((1000, 4))
    assert bodies and filters and finder and query and casts


def test_memory_that_is_freed_or_replaced(shapes):
    """A result that is kept is not what a later query writes to."""
    first = lg.distance2(two(shapes), PAIR).distance
    lg.distance2(two(shapes, pose=np.array([[0, 0, 1, 0], [9, 0, 1, 0]], np.float32)), PAIR)
    assert first[0] == 1


@pytest.mark.parametrize("name, array, error", [
    ("distance", np.zeros(1), TypeError), ("distance", np.zeros(2, np.float32), ValueError),
    ("distance", np.broadcast_to(np.float32(0), 1), ValueError), ("point_a", np.zeros((1, 3), np.float32), ValueError),
    ("nothing", np.zeros(1, np.float32), ValueError), ("normal", np.zeros((1, 2), np.float32), ValueError)])
def test_refused_outputs(shapes, name, array, error):
    with pytest.raises(error):
        lg.distance2(two(shapes), PAIR, out={name: array})


def test_outputs_of_yours(shapes):
    mine = np.full(1, -1, np.float32)
    results = lg.distance2(two(shapes), PAIR, out={"distance": mine}, want=("status",))
    assert results.distance is mine and mine[0] == 1 and results.status[0] == lg.Status.SEPARATED
    assert lg.distance2(two(shapes), PAIR, out=results).distance is mine


def test_outputs_over_poses_are_refused(shapes):
    block = np.array([0, 0, 1, 0, 3, 0, 1, 0], np.float32)
    with pytest.raises(lg.ArgumentError):
        lg.distance2(two(shapes, pose=block.reshape(2, 4)), PAIR, out={"distance": block[3:4]})
    assert block.tolist() == [0, 0, 1, 0, 3, 0, 1, 0]


@pytest.mark.parametrize("warm, error", [
    (np.zeros((1, 4), np.int32), TypeError), (np.zeros((2, 4), np.uint32), ValueError), (np.zeros(4, np.uint32), ValueError),
    (np.zeros((4, 1), np.uint32).T[:, ::-1], ValueError)])
def test_refused_records(shapes, warm, error):
    with pytest.raises(error):
        lg.distance2(two(shapes), PAIR, warm=warm)


def test_read_only_outputs_and_records_are_refused(shapes):
    for given in ({"warm": lg.warm_records(1)}, {"out": {"distance": np.zeros(1, np.float32)}}):
        for array in given.get("out", given).values():
            array.flags.writeable = False
        with pytest.raises(ValueError, match="writable"):
            lg.distance2(two(shapes), PAIR, **given)


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
def test_tree(request, way, world, rng):
    bodies = request.getfixturevalue(world)
    queries = copy.deepcopy(bodies)
    queries.pose[:, :2] += 0.1
    tree = lg.Tree(bodies, filters=lg.Filters(group=np.arange(len(bodies), dtype=np.uint32) // 3))
    before = tree.within_shapes(queries, 0.1), tree.nearest(queries.pose[:, :bodies.dim], 4), tree.pairs()
    tree = way(tree)
    after = tree.within_shapes(queries, 0.1), tree.nearest(queries.pose[:, :bodies.dim], 4), tree.pairs()
    assert len(before[0].pairs) and len(before[2])
    for one, two in zip((*before[0], *before[1], before[2]), (*after[0], *after[1], after[2])):
        assert np.array_equal(one, two)
    tree.rebuild()
    assert np.array_equal(tree.pairs(), before[2])
    damaged = tree.__getstate__()
    with pytest.raises(lg.ArgumentError, match="cut short"):
        tree.__setstate__((*damaged[:2], damaged[2][:-64]))


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
    tree, finder, near = lg.Tree(crowd), lg.Finder(crowd), lg.Tree(swarm)
    expected = {
        "Shape(2D POINTS, 1 points, radius 0.5)": lg.circle(0.5), "Shape(3D BOX, 1, 2, 3)": lg.box3(1, 2, 3),
        "Shape(2D ELLIPSE, 2, 1, mapped)": lg.ellipse(2, 1).mapped(np.eye(2)),
        "Shapes2(2 shapes)": crowd.shapes, "Bodies2(400 bodies, 2 shapes)": crowd, "Bodies3(300 bodies, 3 shapes)": swarm,
        "ShapeInfo(POINTS, 1 vertices, radius 0.25, bound 0.25)": crowd.shapes[0],
        "Tree(400 bodies in 2D)": tree, "Trees(300 and 300 bodies in 3D)": lg.Trees([near, near]),
        "Within(0 pairs)": tree.within(np.full((4, 2), 1e6, np.float32), 1),
        "Nearest(4 rows, 3 bodies each)": near.nearest(np.zeros((4, 3), np.float32), 3),
        "Finder(400 bodies in 2D, room for 1664 pairs)": finder,
        "Finder(400 bodies with 400 in 2D, room for 9 pairs)": lg.Finder(crowd, crowd, capacity=9),
        "Distance(10 pairs in 2D: distance)": lg.Distance(crowd, pairs),
        "Contact(10 pairs in 3D: status, normal, bad_count)": lg.Contact(swarm, pairs, want=("status", "normal", "bad_count")),
        "Results(10 pairs: status)": lg.overlap2(crowd, pairs), "CastResults(10 pairs: status, fraction)": lg.cast2(crowd, pairs),
        "Cast(10 pairs in 2D: status, fraction)": lg.Cast(crowd, pairs), "Workers(3)": lg.Workers(3),
        "Filters(mask of 4 bodies)": lg.Filters(mask=np.zeros(4, np.uint32)),
        "Touches(0 pairs, 0 touch)": lg.NOTHING_TOUCHES,
    }
    assert {repr(thing): None for thing in expected.values()}.keys() == expected.keys()
