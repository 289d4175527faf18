"""Trees: pairs, what is near, several at once, in place, in files: against brute force."""
import numpy as np
import pytest

import lanegjk as lg
from conftest import all_pairs

WORLDS = pytest.mark.parametrize("world", ["crowd", "swarm"])


def find_of(bodies):
    return lg.find_pairs2 if bodies.dim == 2 else lg.find_pairs3


def part(bodies, first, last):
    return type(bodies)(bodies.shapes, bodies.shape[first:last], bodies.pose[first:last])


def distances(a, b):
    """Between the shapes of all bodies of both views."""
    pairs = np.stack(np.meshgrid(np.arange(len(a)), np.arange(len(b)), indexing="ij"), -1).reshape(-1, 2).astype(np.uint32)
    query = lg.distance2 if a.dim == 2 else lg.distance3
    return query(a, pairs, other=b, want=("distance",)).distance.reshape(len(a), len(b))


def gaps(points, bodies):
    return np.linalg.norm(points[:, None].astype(float) - bodies.pose[:, :bodies.dim].astype(float), axis=2)


@WORLDS
def test_pairs_are_those_of_views(request, world):
    bodies = request.getfixturevalue(world)
    some, rest = part(bodies, 0, 60), part(bodies, 60, None)
    find, trees = find_of(bodies), (lg.Tree(some), lg.Tree(rest))
    assert len(trees[1].pairs(margin=0.1)) > 50
    assert np.array_equal(trees[1].pairs(margin=0.1), find(rest, margin=0.1))
    assert np.array_equal(trees[0].pairs(trees[1], margin=0.1), find(some, rest, margin=0.1))
    assert np.array_equal(trees[0].pairs(trees[1], margin=0.1, workers=lg.Workers(2)), find(some, rest, margin=0.1))
    none = lg.Tree(some, filters=lg.Filters(mask=np.zeros(60, np.uint32)))
    assert len(none.pairs(trees[1], margin=0.1)) == 0
    motion = np.full((60, bodies.dim), 0.5, np.float32)
    assert np.array_equal(lg.Tree(some, motion=motion).pairs(trees[1]), find(some, rest, motion=motion))
    with pytest.raises(lg.ArgumentError, match="flags"):
        lg.Tree(some, flags=lg.Flag.NORMALIZE).pairs(trees[1])
    assert np.array_equal(lg.Tree(some, flags=lg.Flag.NORMALIZE).pairs(flags=lg.Flag.NORMALIZE),
                          find(some, flags=lg.Flag.NORMALIZE))
    assert len(lg.Tree(part(bodies, 0, 0)).pairs()) == 0


def test_it_is_rebuilt_in_place(crowd, rng):
    tree = lg.Tree(crowd)
    memory = tree._memory
    for _ in range(3):
        crowd.pose[:, :2] += rng.normal(0, 0.3, (len(crowd), 2)).astype(np.float32)
        tree.rebuild()
        assert np.array_equal(tree.pairs(), lg.find_pairs2(crowd)) and tree._memory is memory
    crowd.pose[7, 0] = np.nan
    tree.rebuild()
    assert tree.info[:3] == (400, 399, 1) and (tree.info.high > tree.info.low + 5).all()
    many = lg.Bodies2(crowd.shapes, np.zeros(2000, np.uint32), lg.poses2(rng.uniform(0, 30, (2000, 2))))
    tree.rebuild(many)
    assert np.array_equal(tree.pairs(), lg.find_pairs2(many)) and len(tree) == 2000
    with pytest.raises(lg.BusyError), tree._guard.reading():
        tree.rebuild()
    with pytest.raises(lg.BusyError), tree._guard.writing():
        tree.pairs()
    assert len(tree.pairs())


@WORLDS
def test_nearest(request, world, rng):
    bodies = request.getfixturevalue(world)
    tree, dim = lg.Tree(bodies), bodies.dim
    points = rng.uniform(0, 6, (40, dim)).astype(np.float32)
    near, distance = tree.nearest(points, 5), gaps(points, bodies)
    assert np.allclose(near.distance, np.sort(distance, axis=1)[:, :5], atol=1e-5)
    assert np.allclose(np.take_along_axis(distance, near.body.astype(int), 1), near.distance, atol=1e-5)
    own = np.arange(len(bodies), dtype=np.uint32)
    assert (tree.nearest(bodies.pose[:, :dim], 1, skip=own).body[:, 0] != own).all()
    few = tree.nearest(points, 5, max_distance=1e-6)
    assert (few.body == lg.NO_BODY).all() and np.isinf(few.distance).all() and not few.found.any()
    nobody = lg.Filters(mask=np.zeros(40, np.uint32))
    assert not tree.nearest(points, 5, filters=nobody).found.any()
    for k in (0, 65):
        with pytest.raises(lg.ArgumentError, match="k"):
            tree.nearest(points, k)


@WORLDS
def test_within(request, world, rng):
    bodies = request.getfixturevalue(world)
    points = rng.uniform(0, 6, (40, bodies.dim)).astype(np.float32)
    found, distance = lg.Tree(bodies).within(points, 1.5), gaps(points, bodies)
    assert (np.abs(distance - 1.5) > 1e-5).all() and found.pairs.tolist() == np.argwhere(distance <= 1.5).tolist()
    assert np.allclose(found.distance, distance[tuple(found.pairs.T)], atol=1e-5) and len(found.pairs) > 200
    with pytest.raises(lg.ArgumentError, match="max_distance"):
        lg.Tree(bodies).within(points, -1)
    with pytest.raises(ValueError):
        lg.Tree(bodies).within(points[:, :1], 1)


@WORLDS
def test_within_shapes(request, world):
    bodies = request.getfixturevalue(world)
    few, rest = part(bodies, 0, 50), part(bodies, 50, None)
    found, distance = lg.Tree(rest).within_shapes(few, 0.25), distances(few, rest)
    assert found.pairs.tolist() == np.argwhere(distance <= 0.25).tolist() and len(found.pairs) > 30
    assert np.array_equal(found.distance, distance[tuple(found.pairs.T)]) and (found.distance == 0).any()


@WORLDS
def test_nearest_shapes(request, world):
    bodies = request.getfixturevalue(world)
    few, rest = part(bodies, 0, 50), part(bodies, 50, None)
    near, distance = lg.Tree(rest).nearest_shapes(few, 4), distances(few, rest)
    order = np.argsort(distance, axis=1, kind="stable")[:, :4]
    assert np.array_equal(near.body, order) and (near.found == 4).all()
    assert np.array_equal(near.distance, np.take_along_axis(distance, order, 1))
    own = np.arange(len(bodies), dtype=np.uint32)
    assert (lg.Tree(bodies).nearest_shapes(bodies, 1, skip=own).body[:, 0] != own).all()


def test_several_are_one(crowd, rng):
    """Bodies of three trees have the numbers that one view of all has; `which` takes them apart."""
    parts = part(crowd, 0, 100), part(crowd, 100, 150), part(crowd, 150, 400)
    one, all_three = lg.Tree(crowd), lg.Trees([lg.Tree(some) for some in parts])
    points = rng.uniform(0, 10, (60, 2)).astype(np.float32)
    near = all_three.nearest(points, 6)
    for a, b in zip(near, one.nearest(points, 6)):
        assert np.array_equal(a, b)
    assert np.array_equal(all_three.within(points, 1).pairs, one.within(points, 1).pairs)
    assert np.array_equal(all_three.within_shapes(parts[1], 0.2).pairs, one.within_shapes(parts[1], 0.2).pairs)
    way = rng.uniform(-3, 3, (50, 2)).astype(np.float32)
    skip = np.arange(100, 150, dtype=np.uint32)
    hits = lg.cast_against(parts[1], all_three, way, k=2, skip=skip)
    assert np.array_equal(hits["body"], lg.cast_against(parts[1], one, way, k=2, skip=skip)["body"])
    tree, body = all_three.which(near.body)
    assert np.array_equal(np.array([0, 100, 150], np.uint32)[tree] + body, near.body) and set(tree.ravel()) == {0, 1, 2}
    assert [one.tolist() for one in all_three.which(np.array([99, 100, 149, 150, lg.NO_BODY], np.uint32))] == [
        [0, 1, 1, 2, lg.NO_BODY], [99, 0, 49, 0, lg.NO_BODY]]
    end, _ = lg.slide(parts[1], all_three, way, skip=skip)
    assert np.array_equal(end["position"], lg.slide(parts[1], one, way, skip=skip)[0]["position"])
    for wrong in ([], [one] * 5):
        with pytest.raises(lg.ArgumentError, match="trees"):
            lg.Trees(wrong)


def test_dimensions_do_not_mix(crowd, swarm):
    flat, solid = lg.Tree(crowd), lg.Tree(swarm)
    for wrong in (lambda: lg.Trees([flat, solid]), lambda: flat.pairs(solid), lambda: flat.within_shapes(swarm, 1),
                  lambda: flat.rebuild(swarm), lambda: lg.cast_against(swarm, flat), lambda: lg.Trees([flat, crowd])):
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize("sealed", [False, True])
@WORLDS
def test_files(request, world, sealed, tmp_path):
    bodies = request.getfixturevalue(world)
    tree, path = lg.Tree(bodies, sealed=sealed), tmp_path / "walls.tree"
    saved = tree.save(path)
    assert path.read_bytes() == saved and len(saved) == tree.info.bytes
    for form in (saved, bytearray(saved), memoryview(saved), path, str(path)):
        again = lg.Tree.load(bodies, form)
        assert np.array_equal(again.pairs(margin=0.1), tree.pairs(margin=0.1)) and again.save() == saved
    for wrong, reason in ((b"", "smaller than the head"), (saved[:-64], "cut short"), (b"?" * len(saved), "tree")):
        with pytest.raises(lg.ArgumentError, match=reason):
            lg.Tree.load(bodies, wrong)
    with pytest.raises(lg.ArgumentError, match=f"a tree of {len(bodies)} bodies, not of 10"):
        lg.Tree.load(part(bodies, 0, 10), saved)
    with pytest.raises(FileNotFoundError):
        lg.Tree.load(bodies, tmp_path / "none")


def test_no_bytes_kill_the_interpreter(crowd, rng):
    """A sealed tree of other bytes is refused, unless nothing reads these; one without a seal is refused or searched."""
    points, pairs = crowd.pose[:, :2].copy(), lg.Tree(crowd).pairs(margin=0.1)
    for sealed in (True, False):
        saved, refused = lg.Tree(crowd, sealed=sealed).save(), 0
        for number in range(1000):
            damaged = bytearray(saved)
            at = int(rng.integers(0, 256 if number % 2 else len(damaged)))
            damaged[at] ^= 1 << int(rng.integers(0, 8))
            try:
                tree = lg.Tree.load(crowd, damaged)
            except lg.ArgumentError:
                refused += 1
                continue
            tree.nearest(points, 3)
            found = tree.pairs(margin=0.1)
            lg.cast_against(crowd, tree, points)
            assert not sealed or np.array_equal(found, pairs)
        assert refused > (800 if sealed else 100)


def test_all_pairs_of_a_crowd_are_found(crowd):
    near = all_pairs(len(crowd))
    near = near[lg.distance2(crowd, near).distance <= 0.1]
    found = {tuple(pair) for pair in lg.Tree(crowd).pairs(margin=0.1).tolist()}
    assert {tuple(pair) for pair in near.tolist()} <= found
