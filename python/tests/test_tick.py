"""Whole ticks: what single calls give, snapshots, pushes."""
import numpy as np
import pytest

import lanegjk as lg


def walls(shapes):
    return lg.Bodies2(shapes, np.ones(3, np.uint32), lg.poses2([[2, 2], [5, 5], [7, 3]], [0, 1, 2]))


def test_a_tick_is_its_calls(crowd, rng):
    index = lg.Index(walls(crowd.shapes), reach=1)
    tick = lg.Tick(2, len(crowd), 4000, slop=0.01)
    touches = lg.NOTHING_TOUCHES
    for _ in range(5):
        crowd.pose[:, :2] += rng.normal(0, 0.05, (len(crowd), 2)).astype(np.float32)
        tick.run(crowd, index, margin=0.1)
        pairs = lg.find_pairs2(crowd, margin=0.1)
        results = lg.contact2(crowd, pairs, want=("status", "distance", "normal"), max_distance=0.1)
        events, touches = lg.pair_events(touches, pairs, results.status, distance=results.distance, slop=0.01)
        assert np.array_equal(tick.among.pairs, pairs) and np.array_equal(tick.among.status, results.status)
        assert np.array_equal(tick.among.distance, results.distance) and np.array_equal(tick.among.normal, results.normal)
        assert np.array_equal(tick.among.events, events) and np.array_equal(tick.among.touching, touches.touching)
        assert np.array_equal(tick.against.pairs, lg.find_against(crowd, index, margin=0.1))
    assert len(events) > 10 and tick.bad_bodies == 0
    with pytest.raises(ValueError):
        tick.among.distance[0] = 1


def test_a_snapshot_goes_on_with_the_same_bits(swarm):
    tick, other = (lg.Tick(3, len(swarm), 4000, records=True, persist=True) for _ in range(2))
    tick.run(swarm, margin=0.1)
    saved = tick.snapshot()
    swarm.pose[:, :3] *= 0.97
    tick.run(swarm, margin=0.1)
    other.restore(saved)
    assert len(other.among.pairs) == 0
    other.run(swarm, margin=0.1)
    for one, two in zip(tick.among, other.among):
        assert len(one) and one.tobytes() == two.tobytes()
    assert lg.EventKind.PERSIST in tick.among.events["kind"]
    other.restore(saved)
    assert len(other.among.pairs) == 0
    with pytest.raises(ValueError):
        other.restore(saved[:-1])


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
    tick.run(bodies, lg.Index(wall, reach=1), margin=0.1)
    push = np.zeros((2, 2), np.float32)
    tick.push_apart(push)
    assert push == pytest.approx(np.array([[-0.25, -0.25], [0.25, -0.25]]), abs=1e-5)
    push[:] = 0
    tick.push_apart(push, sensors=np.ones(1, np.uint8), share=0.5)
    assert push == pytest.approx(np.array([[-0.125, 0], [0.125, 0]]), abs=1e-5)
    for wrong in (lambda: tick.push_apart(push[:1]), lambda: tick.push_apart(np.zeros((2, 3), np.float32)),
                  lambda: tick.push_apart(push, sensors=np.zeros(2, np.uint8)),
                  lambda: tick.push_apart(np.zeros((4, 2), np.float32)[::2])):
        with pytest.raises(ValueError):
            wrong()


def test_too_few_pairs_and_bad_arguments(crowd, swarm):
    tick = lg.Tick(2, len(crowd), 10)
    few = lg.Bodies2(crowd.shapes, crowd.shape[:2], lg.poses2([[0, 0], [0.2, 0]]))
    tick.run(few)
    assert len(tick.among.pairs) == 1
    with pytest.raises(lg.CapacityError) as error:
        tick.run(crowd, margin=1)
    assert error.value.index > 10 and len(tick.among.pairs) == 0
    with pytest.raises(lg.ArgumentError, match="max_bodies"):
        lg.Tick(2, 3, 10).run(crowd)
    with pytest.raises(TypeError):
        tick.run(swarm)
    with pytest.raises(ValueError):
        lg.Tick(4, 3, 10)
    with pytest.raises(ValueError, match="replaced"):  # pairs of the tick before may name any of max_bodies
        lg.Tick(2, len(crowd) + 1, 10).run(crowd, replaced=np.zeros(len(crowd), np.uint8))
