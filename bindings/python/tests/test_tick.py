"""Whole ticks: what single calls give, snapshots, pushes."""
import copy
import pickle

import numpy as np
import pytest

import lanegjk as lg
from test_threads import hammer


def walls(shapes):
    return lg.Bodies2(shapes, np.ones(3, np.uint32), lg.poses2([[2, 2], [5, 5], [7, 3]], [0, 1, 2]))


def test_a_tick_is_its_calls(crowd, rng):
    tree = lg.Tree(walls(crowd.shapes))
    tick = lg.Tick(2, len(crowd), 4000, slop=0.01)
    touches = lg.NOTHING_TOUCHES
    for _ in range(5):
        crowd.pose[:, :2] += rng.normal(0, 0.05, (len(crowd), 2)).astype(np.float32)
        tick.run(crowd, tree, margin=0.1)
        pairs = lg.find_pairs2(crowd, margin=0.1)
        results = lg.contact2(crowd, pairs, want=("status", "distance", "normal"), max_distance=0.1)
        events, touches = lg.pair_events(touches, pairs, results.status, distance=results.distance, slop=0.01)
        assert np.array_equal(tick.among.pairs, pairs) and np.array_equal(tick.among.status, results.status)
        assert np.array_equal(tick.among.distance, results.distance) and np.array_equal(tick.among.normal, results.normal)
        events["pair"][events["kind"] == lg.EventKind.END] = lg.NO_PAIR  # its list is not there any more
        assert np.array_equal(tick.among.events, events) and np.array_equal(tick.among.touching, touches.touching)
        assert np.array_equal(tick.against.pairs, lg.find_pairs2(crowd, tree.bodies, margin=0.1))
        assert np.array_equal(tick.tree.pairs(margin=0.1), pairs)
    assert len(events) > 10 and tick.bad_bodies == 0
    with pytest.raises(ValueError):
        tick.among.distance[0] = 1


def test_the_tree_of_what_moves(crowd):
    """It is searched until the next run, with the tree of what rests or without it, and never after that."""
    rest, tick = lg.Tree(walls(crowd.shapes)), lg.Tick(2, len(crowd), 4000)
    assert tick.tree is None
    tick.run(crowd, rest)
    points = crowd.pose[:20, :2].copy()
    both = lg.Trees([tick.tree, rest])
    assert np.array_equal(both.nearest(points, 4).body, lg.Trees([lg.Tree(crowd), rest]).nearest(points, 4).body)
    kept = copy.copy(tick.tree)
    assert "1 bodies" not in repr(tick.tree) and len(tick.tree) == tick.tree.info.placed == len(crowd)
    with pytest.raises(lg.ArgumentError, match="Tick.run"):
        tick.tree.rebuild()
    with pytest.raises(lg.BusyError), tick.tree._guard.reading():
        tick.run(crowd, rest)
    tick.run(crowd, rest)
    for ended in (lambda: both.nearest(points, 4), both._trees[0].pairs, both._trees[0].save):
        with pytest.raises(lg.ArgumentError, match="earlier run"):
            ended()
    assert np.array_equal(kept.nearest(points, 1).body[:, 0], np.arange(20))
    tick.renumber()
    assert tick.tree is None


def same(one, two):
    return all(a == b if isinstance(a, int) or a is None else a.tobytes() == b.tobytes() for a, b in zip(one, two))


def test_a_snapshot_goes_on_with_the_same_bits(swarm):
    tick, other = (lg.Tick(3, len(swarm), most, records=True, persist=True) for most in (4000, 3000))
    tick.run(swarm, margin=0.1)
    saved = tick.snapshot()
    assert isinstance(saved, bytes) and len(saved) == 28 * len(tick.among.pairs) + 40
    swarm.pose[:, :3] *= 0.97
    tick.run(swarm, margin=0.1)
    for form in (bytes, bytearray, memoryview, lambda data: np.frombuffer(data, np.uint8),
                 lambda data: np.frombuffer(data, "<u4")):
        other.restore(form(saved))
        assert len(other.among.pairs) == 0
        other.run(swarm, margin=0.1)
        assert same(tick.among, other.among) and len(other.among.events)
    assert lg.EventKind.PERSIST in tick.among.events["kind"]
    small = lg.Tick(3, len(swarm), 3, records=True)
    with pytest.raises(lg.CapacityError) as error:
        small.restore(saved)
    assert error.value.index > 3


@pytest.mark.parametrize("way", [copy.deepcopy, lambda tick: pickle.loads(pickle.dumps(tick))])
@pytest.mark.parametrize("world", ["crowd", "swarm"])
def test_copies_go_on(request, way, world):
    bodies = request.getfixturevalue(world)
    tick = lg.Tick(bodies.dim, len(bodies), 4000, slop=0.03, records=True, persist=True, points=True, manifolds=True)
    tick.run(bodies, margin=0.1)
    again = way(tick)
    assert again._settings == tick._settings and len(again.among.pairs) == 0
    bodies.pose[:, :2] += 0.05 * bodies.pose[:, 1::-1] % 0.1
    for one in (tick, again):
        one.run(bodies, margin=0.1)
    assert len(tick.among.events) and same(tick.among, again.among)


def test_no_bytes_kill_the_interpreter(crowd, rng):
    """All that a snapshot may hold: errors, and a tick that goes on as before."""
    tick = lg.Tick(2, len(crowd), 4000)
    tick.run(crowd, margin=0.1)
    saved = tick.snapshot()
    refused = 0
    for number in range(2000):
        damaged = bytearray(saved)
        for _ in range(rng.integers(1, 4)):
            damaged[rng.integers(0, min(len(damaged), 64) if number % 2 else len(damaged))] = rng.integers(0, 256)
        damaged = damaged[:rng.integers(0, len(damaged))] if number % 5 == 0 else damaged
        try:
            tick.restore(damaged)
        except ValueError:
            refused += 1
    assert refused > 1900
    for odd in (b"", b"x", bytes(10**6), saved + b"x", np.full(len(saved), 255, np.uint8)):
        with pytest.raises(lg.ArgumentError):
            tick.restore(odd)
    for odd in (None, 7, "text", [1, 2]):
        with pytest.raises(TypeError):
            tick.restore(odd)
    for other in (lg.Tick(3, len(crowd), 4000), lg.Tick(2, len(crowd), 4000, records=True)):
        with pytest.raises(lg.ArgumentError):
            other.restore(saved)
    fresh = lg.Tick(2, len(crowd), 4000)
    fresh.restore(saved)
    for one in (tick, fresh):
        one.restore(saved)
        one.run(crowd, margin=0.1)
    assert same(tick.among, fresh.among) and len(tick.among.events) == 0


def test_touches_go_on_up_to_the_slop():
    """A slop larger than the margin: gaps of -0.01, 0.01, -0.005, 0.02 are one touch, which ends at 0.2."""
    bodies = lg.Bodies2(lg.Shapes2([lg.circle(0.5)]), np.zeros(2, np.uint32), lg.poses2([[0, 0], [0.99, 0]]))
    wall = lg.Tree(lg.Bodies2(bodies.shapes, np.zeros(1, np.uint32), lg.poses2([[0, -0.99]])))
    tick = lg.Tick(2, 2, 16, slop=0.05)
    seen = []
    for gap in (-0.01, 0.01, -0.005, 0.02, -0.01, 0.2):
        bodies.pose[1, 0], bodies.pose[0, 1] = 1 + gap, gap - 0.01
        tick.run(bodies, wall)
        for found in (tick.among, tick.against):
            seen.append(found.events["kind"].tolist())
    assert seen == [[lg.EventKind.BEGIN]] * 2 + [[]] * 8 + [[lg.EventKind.END]] * 2


def test_a_crowd_on_one_spot_takes_nothing_from_others(rng):
    place = rng.uniform(0, 100, (600, 2))
    place[:300] = 50
    bodies = lg.Bodies2(lg.Shapes2([lg.circle(0.5)]), np.zeros(600, np.uint32), lg.poses2(place))
    small, large = lg.Tick(2, 600, 3000), lg.Tick(2, 600, 50_000)
    for tick in (small, large):
        tick.run(bodies)
    assert large.among.dropped == 0 and 0 < len(small.among.pairs) <= 3000
    assert len(small.among.pairs) + small.among.dropped == len(large.among.pairs)

    def others(found):
        return found.pairs[(found.pairs >= 300).all(axis=1)].tolist()
    assert others(small.among) == others(large.among) != []


def test_walls_are_numbered_anew(shapes):
    """Walls 0 and 1 are touched; 0 is removed, 1 becomes 0: the touch of 1 goes on, that of 0 ends."""
    mover = lg.Bodies2(shapes, np.zeros(1, np.uint32), lg.poses2([[0, 0]]))

    def tree(*places):
        return lg.Tree(lg.Bodies2(shapes, np.ones(len(places), np.uint32), lg.poses2(places)))
    tick, plain, third = (lg.Tick(2, 1, 9) for _ in range(3))
    for one in (tick, plain, third):
        one.run(mover, tree([-1.2, 0], [1.2, 0]))
        assert one.against.events["kind"].tolist() == [lg.EventKind.BEGIN] * 2
    tick.renumber(fixed_order=np.array([1, 0], np.uint32))
    tick.run(mover, tree([1.2, 0]))
    assert tick.against.events.tolist() == [(0, 1, lg.EventKind.END, lg.NO_PAIR)]
    plain.run(mover, tree([1.2, 0]))  # 0 is another wall, and nobody says so
    assert plain.against.events[["b", "kind"]].tolist() == [(1, lg.EventKind.END)]
    third.run(mover, tree([1.2, 0]), replaced_fixed=np.ones(1, np.uint8))
    assert third.against.events[["b", "kind"]].tolist() == [(0, lg.EventKind.END), (0, lg.EventKind.BEGIN), (1, lg.EventKind.END)]
    with pytest.raises(ValueError, match="replaced_fixed"):
        third.run(mover, tree([1.2, 0]), replaced_fixed=np.ones(0, np.uint8))


@pytest.mark.parametrize("world", ["crowd", "swarm"])
def test_points_and_manifolds(request, world):
    bodies = request.getfixturevalue(world)
    contact = lg.contact2 if bodies.dim == 2 else lg.contact3
    tick = lg.Tick(bodies.dim, len(bodies), 4000, points=True, manifolds=True)
    tick.run(bodies, margin=0.1, manifold_margin=0.05)
    results = contact(bodies, tick.among.pairs, want=("point_a", "point_b", "manifold"), max_distance=0.1, margin=0.05)
    for name in ("point_a", "point_b", "manifold"):
        assert getattr(tick.among, name).tobytes() == getattr(results, name).tobytes()
    plain = lg.Tick(bodies.dim, len(bodies), 4000)
    plain.run(bodies)
    assert plain.among.point_a is plain.among.point_b is plain.among.manifold is None


def test_one_thread_at_a_time(rng):
    bodies = lg.Bodies2(lg.Shapes2([lg.circle(0.25)]), np.zeros(5000, np.uint32), lg.poses2(rng.uniform(0, 50, (5000, 2))))
    tick, push = lg.Tick(2, 5000, 40_000), np.zeros((4, 5000, 2), np.float32)
    tick.run(bodies)
    saved = tick.snapshot()

    def work(number):
        [lambda: tick.run(bodies, margin=0.1), lambda: tick.restore(saved), lambda: tick.run(bodies),
         lambda: tick.push_apart(push[number][:tick._moving])][number]()
    assert hammer(work) > 0
    tick.restore(saved)
    tick.run(bodies)
    assert len(tick.among.events) == 0 and len(tick.among.pairs) > 1000


def test_sorting_begins_and_ends_no_touch(crowd):
    tick = lg.Tick(2, len(crowd), 4000)
    tick.run(crowd)
    touching = int(tick.among.touching.sum())
    order = lg.order(crowd)
    crowd.pose[:], crowd.shape[:] = crowd.pose[order], crowd.shape[order]
    tick.renumber(order)
    assert len(tick.among.pairs) == 0
    tick.run(crowd)
    assert int(tick.among.touching.sum()) == touching > 50 and len(tick.among.events) == 0
    with pytest.raises(ValueError):
        tick.renumber(order[:2])


def test_pushes_move_bodies_apart():
    bodies = lg.Bodies2(lg.Shapes2([lg.circle(0.5), lg.box2(1, 1)]), np.zeros(2, np.uint32),
                        lg.poses2([[0, 0], [0.5, 0]]))
    wall = lg.Bodies2(bodies.shapes, np.ones(1, np.uint32), lg.poses2([[0, 1.25]]))
    tick = lg.Tick(2, 2, 16)
    tick.run(bodies, lg.Tree(wall), margin=0.1)
    push = np.zeros((2, 2), np.float32)
    tick.push_apart(push)
    assert push == pytest.approx(np.array([[-0.25, -0.25], [0.25, -0.25]]), abs=1e-5)
    push[:] = 0
    tick.push_apart(push, fixed_sensors=np.ones(1, np.uint8), share=0.5)
    assert push == pytest.approx(np.array([[-0.125, 0], [0.125, 0]]), abs=1e-5)
    push[:] = 0
    tick.push_apart(push, sensors=np.array([0, 1], np.uint8))
    assert push == pytest.approx(np.array([[0, -0.25], [0, 0]]), abs=1e-5)
    push[:] = 0
    tick.push_apart(push, inverse_mass=np.array([3, 1], np.float32), fixed_sensors=np.ones(1, np.uint8))
    assert push == pytest.approx(np.array([[-0.375, 0], [0.125, 0]]), abs=1e-5)
    before = push.copy()
    for wrong in (lambda: tick.push_apart(push[:1]), lambda: tick.push_apart(np.zeros((2, 3), np.float32)),
                  lambda: tick.push_apart(push, sensors=np.zeros(1, np.uint8)), lambda: tick.push_apart(push, share=0),
                  lambda: tick.push_apart(push, fixed_sensors=np.zeros(0, np.uint8)), lambda: tick.push_apart(push, slop=-1),
                  lambda: tick.push_apart(push, inverse_mass=np.array([1, np.nan], np.float32)),
                  lambda: tick.push_apart(push, share=1.5), lambda: tick.push_apart(np.zeros((4, 2), np.float32)[::2])):
        with pytest.raises(ValueError):
            wrong()
    assert np.array_equal(push, before)


def test_bad_arguments(crowd, swarm):
    tick = lg.Tick(2, len(crowd), 10)
    tick.run(crowd, margin=1)
    assert len(tick.among.pairs) <= 10 and tick.among.dropped > 100
    with pytest.raises(lg.ArgumentError, match="find->margin is -1"):
        tick.run(crowd, margin=-1)
    assert len(tick.among.pairs) == 0
    with pytest.raises(lg.ArgumentError, match="max_bodies"):
        lg.Tick(2, 3, 10).run(crowd)
    with pytest.raises(TypeError):
        tick.run(swarm)
    with pytest.raises(ValueError):
        lg.Tick(4, 3, 10)
    with pytest.raises(ValueError, match="replaced"):
        tick.run(crowd, replaced=np.zeros(len(crowd) - 1, np.uint8))
    tick.run(crowd, replaced=np.zeros(2 * len(crowd), np.uint8)[::2])
    tick.run(crowd, flags=lg.Flag.EPA | lg.Flag.NORMALIZE)
