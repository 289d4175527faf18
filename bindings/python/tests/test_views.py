"""Arrays are read where they are, or refused with the call that fixes it. Run under the address sanitizer, too."""
import gc

import numpy as np
import pytest

import lanegjk as lg

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


def test_arrays_live_as_long_as_the_query(shapes):
    def made():
        pose = np.array([[0, 0, 1, 0], [3, 0, 1, 0]], np.float32)
        return lg.Distance(lg.Bodies2(lg.Shapes2([lg.box2(1, 0.5)]), np.zeros(2, np.uint32), pose), PAIR.copy(),
                           warm=lg.warm_records(1))
    query = made()
    gc.collect()
    np.full(1000, 7, np.float32)
    assert query().distance[0] == 1


def test_arrays_in_use_are_not_moved(shapes):
    """numpy moves an array that grows, but not one that a view refers to; views are not exchanged either."""
    pose = np.zeros((2, 4), np.float32)
    bodies = two(shapes, pose=pose)
    with pytest.raises(ValueError):
        pose.resize((1000, 4))
    with pytest.raises(AttributeError):
        bodies.pose = np.zeros((2, 4), np.float32)


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
