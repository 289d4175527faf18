"""Casts: against geometry, and one against all as pairs do. Slides: along a wall, up a step, and what is refused."""
import numpy as np
import pytest

import lanegjk as lg


def test_a_ray_and_a_circle():
    shapes = lg.Shapes2([lg.polygon([[0, 0]]), lg.circle(0.5)])
    eyes = lg.Bodies2(shapes, np.zeros(2, np.uint32), lg.poses2([[0, 0], [0, 2]]))
    circles = lg.Bodies2(shapes, np.ones(1, np.uint32), lg.poses2([[5, 0]]))
    way = np.array([[10, 0], [10, 0]], np.float32)
    pairs = np.array([[0, 0], [1, 0]], np.uint32)
    want = ("status", "fraction", "normal", "point", "iterations", "bad_count")
    results = lg.cast2(eyes, pairs, other=circles, way=way, want=want)
    assert results.status.tolist() == [lg.CastStatus.HIT, lg.CastStatus.MISS]
    assert results.fraction == pytest.approx([0.45, 1], abs=1e-5)
    assert results.normal[0] == pytest.approx([1, 0], abs=1e-5) and results.point[0] == pytest.approx([4.5, 0], abs=1e-5)
    circles.pose[0, 1] = 2
    assert lg.cast2(eyes, pairs, other=circles, way=way).status.tolist() == [lg.CastStatus.MISS, lg.CastStatus.HIT]


def test_both_move_and_turn():
    shapes = lg.Shapes2([lg.box2(2, 0.1), lg.circle(0.5)])
    bodies = lg.Bodies2(shapes, np.array([0, 1], np.uint32), lg.poses2([[0, 0], [0, 1.5]]))
    pair = np.array([[0, 1]], np.uint32)
    ways = np.array([[0, 1], [0, -1]], np.float32)
    cast = lg.Cast(bodies, pair, way=ways)
    assert cast().fraction[0] == pytest.approx(0.45, abs=1e-4)
    ways[:] = 0
    assert cast().status[0] == lg.CastStatus.MISS
    turn = np.array([[0, 1], [1, 0]], np.float32)  # the box by a quarter
    for order in (pair, pair[:, ::-1]):
        assert lg.cast2(bodies, order, way=ways, turn=turn).status[0] == lg.CastStatus.HIT
    with pytest.raises(ValueError):
        lg.cast2(bodies, pair, other_way=ways)
    with pytest.raises(ValueError):
        lg.cast2(bodies, pair, way=ways[:1])
    with pytest.raises(lg.PairIndexError) as error:
        lg.cast2(bodies, np.array([[0, 2]], np.uint32), way=ways)
    assert error.value.index == 0


def test_poses_at_the_end():
    shapes = lg.Shapes2([lg.box2(2, 0.1), lg.circle(0.5)])
    now, end = lg.poses2([[0, 0], [0, 5]]), lg.poses2([[0, 0], [0, 1.5]], [np.pi / 2, 0])
    bodies = lg.Bodies2(shapes, np.array([0, 1], np.uint32), now)
    pair = np.array([[0, 1]], np.uint32)
    results = lg.cast2(bodies, pair, end=end)  # the box rises to 2 m while the circle comes down to 1 m
    assert results.status[0] == lg.CastStatus.HIT and 0.5 < results.fraction[0] < 1
    assert lg.cast2(bodies, pair, end=now).status[0] == lg.CastStatus.MISS
    alone = lg.Bodies2(shapes, np.zeros(1, np.uint32), lg.poses2([[0, 0]]))
    assert lg.cast2(alone, np.array([[0, 1]], np.uint32), other=bodies, other_end=end).status[0] == lg.CastStatus.MISS
    end[1, 1] = 0.5
    assert lg.cast2(alone, np.array([[0, 1]], np.uint32), other=bodies, other_end=end).status[0] == lg.CastStatus.HIT
    wide = np.zeros((2, 8), np.float32)
    for wrong in ({"end": wide[:, :4]}, {"end": end[:1]}, {"other_end": end}, {"end": end, "way": end[:, :2]}):
        with pytest.raises(ValueError):
            lg.cast2(bodies, pair, **wrong)


@pytest.mark.parametrize("world", ["crowd", "swarm"])
def test_against_a_tree_as_pairs(request, world, rng):
    bodies = request.getfixturevalue(world)
    dim, cast = bodies.dim, lg.cast2 if bodies.dim == 2 else lg.cast3
    point = lg.Shapes2([lg.polygon([[0, 0]])]) if dim == 2 else lg.Shapes3([lg.hull([[0, 0, 0]])])
    start = rng.uniform(0, 6, (30, dim))
    kind = lg.Bodies2 if dim == 2 else lg.Bodies3
    rays = kind(point, np.zeros(30, np.uint32), lg.poses2(start) if dim == 2 else lg.poses3(start))
    way = rng.uniform(-4, 4, (30, dim)).astype(np.float32)
    hits = lg.cast_against(rays, lg.Tree(bodies), way, k=3)
    a, b = np.meshgrid(np.arange(30), np.arange(len(bodies)), indexing="ij")
    pairs = np.stack([a.ravel(), b.ravel()], 1).astype(np.uint32)
    results = cast(rays, pairs, other=bodies, way=way)
    fraction = np.where(results.status == lg.CastStatus.MISS, np.inf, results.fraction).reshape(30, -1)
    first = np.sort(fraction, axis=1)[:, :3]
    assert np.isfinite(first).sum() > 10
    assert np.array_equal(hits["body"] == lg.NO_BODY, np.isinf(first))
    assert np.allclose(hits["fraction"][np.isfinite(first)], first[np.isfinite(first)])
    skipped = lg.cast_against(rays, lg.Tree(bodies), way, skip=hits["body"][:, 0].copy())
    assert not ((skipped["body"][:, 0] == hits["body"][:, 0]) & (hits["body"][:, 0] != lg.NO_BODY)).any()
    with pytest.raises(lg.CapacityError) as error:
        lg.cast_against(rays, lg.Tree(bodies), way, all=True)
    assert error.value.index > 1


def test_overlaps_report_their_depth():
    shapes = lg.Shapes2([lg.circle(1.0)])
    bodies = lg.Bodies2(shapes, np.zeros(3, np.uint32), lg.poses2([[0, 0], [1.25, 0], [5, 0]]))
    pairs, way = np.array([[0, 1], [0, 2]], np.uint32), np.array([[4, 0], [0, 0], [0, 0]], np.float32)
    results = lg.cast2(bodies, pairs, way=way, want=("status", "depth"))
    assert results.status.tolist() == [lg.CastStatus.OVERLAP, lg.CastStatus.HIT]
    assert results.depth.tolist() == [0.75, 0]
    hit = lg.cast_against(bodies, lg.Tree(bodies), way, skip=np.arange(3, dtype=np.uint32))[0, 0]
    assert (hit["body"], hit["status"], hit["depth"]) == (1, lg.CastStatus.OVERLAP, 0.75)


def test_a_cast_that_a_limit_ends_is_no_hit():
    shapes = lg.Shapes2([lg.box2(1.0, 0.05), lg.box2(1.0, 1.0)])
    plank = lg.Bodies2(shapes, np.array([0], np.uint32), lg.poses2([[1.1, 0.9]], [np.pi / 2]))
    wall = lg.Bodies2(shapes, np.array([1], np.uint32), lg.poses2([[0, 0]]))
    turn = lg.poses2([[0, 0]], [np.pi * 0.75])[:, 2:]
    tree = lg.Tree(wall)
    hit = lg.cast_against(plank, tree, turn=turn)[0, 0]
    assert hit["status"] == lg.CastStatus.HIT and abs(hit["fraction"] - 0.5378) < 2e-4
    with pytest.warns(RuntimeWarning, match="1 bodies may have other hits"):
        assert lg.cast_against(plank, tree, turn=turn, iteration_limit=2)[0, 0]["body"] == lg.NO_BODY


def test_along_a_wall():
    shapes = lg.Shapes2([lg.circle(0.5), lg.box2(20, 1)])
    walls = lg.Tree(lg.Bodies2(shapes, np.ones(1, np.uint32), lg.poses2([[0, -1]])))
    pose = lg.poses2([[0, 0.6], [0, 3]])
    way = np.array([[2, -1], [2, -1]], np.float32)
    end, plane = lg.slide(lg.Bodies2(shapes, np.zeros(2, np.uint32), pose), walls, way, planes=2, skin=1e-3)
    assert end["status"].tolist() == [lg.SlideStatus.SLID, lg.SlideStatus.FREE]
    assert end["position"][0, :2] == pytest.approx([2, 0.501], abs=2e-4) and end["position"][1, :2].tolist() == [2, 2]
    assert end["planes"].tolist() == [1, 0] and plane["normal"][0, 0, :2] == pytest.approx([0, -1])
    assert plane["body"][0, 0] == 0 and end["ground"].tolist() == [lg.NO_BODY] * 2
    end, _ = lg.slide(lg.Bodies2(shapes, np.zeros(2, np.uint32), pose), walls, way, skip=np.zeros(2, np.uint32))
    assert end["status"].tolist() == [lg.SlideStatus.FREE] * 2


def test_up_a_step():
    shapes = lg.Shapes3([lg.box3(0.3, 0.3, 0.9), lg.box3(10, 10, 1)])
    fixed = lg.Bodies3(shapes, np.ones(2, np.uint32), lg.poses3([[0, 0, -1], [11, 0, -0.8]]))
    tree = lg.Tree(fixed)
    pose = lg.poses3([[0, 0, 0.9]])
    way = np.array([[2, 0, -0.01]], np.float32)
    for step, x, z in ((0.25, 2, 1.1), (0.15, 0.7, 0.9)):
        end, _ = lg.slide(lg.Bodies3(shapes, np.zeros(1, np.uint32), pose), tree, way, up=(0, 0, 1), step_height=step)
        assert end["position"][0] == pytest.approx([x, 0, z], abs=2e-3)
        assert end["ground"].tolist() == [1 if step > 0.2 else 0]


def test_what_is_refused():
    shapes = lg.Shapes2([lg.circle(0.5)])
    bodies = lg.Bodies2(shapes, np.zeros(1, np.uint32), lg.poses2([[0, 0]]))
    tree = lg.Tree(bodies)
    way = np.zeros((1, 2), np.float32)
    with pytest.raises(lg.ArgumentError, match="step_height is set, but options->up is zero"):
        lg.slide(bodies, tree, way, step_height=1)
    with pytest.raises(ValueError):
        lg.slide(bodies, tree, way[:, :1])
    with pytest.raises(TypeError):
        lg.slide(bodies, tree, way.astype(np.float64))
