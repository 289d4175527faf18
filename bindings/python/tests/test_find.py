"""Pairs, events, order: against brute force."""
import numpy as np
import pytest

import lanegjk as lg
from conftest import all_pairs
from lanegjk import _lists


def as_set(pairs):
    return {tuple(pair) for pair in pairs.tolist()}


@pytest.mark.parametrize("world, find, distance", [("crowd", lg.find_pairs2, lg.distance2),
                                                   ("swarm", lg.find_pairs3, lg.distance3)])
def test_no_pair_is_missing(request, world, find, distance):
    bodies = request.getfixturevalue(world)
    found = find(bodies, margin=0.1)
    assert found.dtype == np.uint32 and sorted(found.tolist()) == found.tolist() and len(as_set(found)) == len(found)
    near = all_pairs(len(bodies))
    near = near[distance(bodies, near).distance <= 0.1]
    assert as_set(near) <= as_set(found) and len(found) < 0.1 * len(all_pairs(len(bodies)))
    assert np.array_equal(find(bodies, margin=0.1, workers=lg.Workers(2)), found)


def test_the_list_goes_into_a_query_without_a_copy(crowd):
    found = lg.find_pairs2(crowd)
    assert np.array_equal(lg.distance2(crowd, found).distance, lg.distance2(crowd, found.copy("C")).distance)


def test_one_shot_calls_keep_their_memory(crowd):
    """Without it 100 bodies cost 4 times as long, 1,000 bodies 1.7 times. bench/python/compare.py measures."""
    lg.find_pairs2(crowd, margin=0.1)
    kept = _lists.kept.memory
    assert kept is not None and kept.room > 0
    room = kept.room
    lg.find_pairs2(crowd, margin=0.1)
    assert _lists.kept.memory is kept and kept.room == room


def test_a_finder_grows_and_sees_moves(crowd):
    finder = lg.Finder(crowd, margin=3, capacity=1)
    first = finder().copy()
    assert len(first) > 1000
    crowd.pose[:, :2] *= 100
    assert len(finder()) < 100
    crowd.pose[5, 0] = np.nan
    finder()
    assert finder.bad_bodies == 1


def test_two_views_filters_and_motion(shapes):
    pose = lg.poses2([[0, 0], [3, 0], [6, 0], [6.5, 0]])
    bodies = lg.Bodies2(shapes, np.ones(4, np.uint32), pose)
    probe = lg.Bodies2(shapes, np.ones(1, np.uint32), lg.poses2([[3.25, 0]]))
    assert lg.find_pairs2(bodies).tolist() == [[2, 3]]
    assert lg.find_pairs2(bodies, probe).tolist() == [[1, 0]]
    motion = np.zeros((4, 2), np.float32)
    motion[0] = 2, 0
    assert lg.find_pairs2(bodies, motion=motion).tolist() == [[0, 1], [2, 3]]
    empty = np.array([1, 1, 1, 0], np.uint32)
    assert lg.find_pairs2(bodies, filters=lg.Filters(category=empty)).tolist() == []
    table = np.zeros(4, np.dtype([("category", "u4"), ("mask", "u4"), ("group", "u4")]))
    table["category"], table["mask"], table["group"] = 1, 1, 7
    assert lg.find_pairs2(bodies, filters=lg.Filters(table["category"], table["mask"], table["group"])).tolist() == []
    for wrong in (lambda: lg.find_pairs2(bodies, filters=lg.Filters(np.ones(3, np.uint32))),
                  lambda: lg.Filters(table["category"], np.ones(4, np.uint32)),
                  lambda: lg.find_pairs2(bodies, motion=motion[:3])):
        with pytest.raises(ValueError):
            wrong()


def test_an_effort_cuts_a_crowd(rng):
    """All in one place, whom filters keep from meeting: the work is bounded, and said to be."""
    bodies = lg.Bodies2(lg.Shapes2([lg.circle(1)]), np.zeros(2000, np.uint32), lg.poses2(np.zeros((2000, 2))))
    nobody = lg.Filters(group=np.ones(2000, np.uint32))
    full, cut = lg.Finder(bodies, filters=nobody), lg.Finder(bodies, filters=nobody, effort=20)
    assert len(full()) == len(cut()) == 0
    assert full.cut == 0 < cut.cut <= 125 and full.compared > 2 * cut.compared > 0


def test_order(crowd):
    places = lg.order(crowd)
    assert sorted(places.tolist()) == list(range(len(crowd)))

    def steps(x):
        return np.linalg.norm(np.diff(x, axis=0), axis=1).mean()
    assert steps(crowd.pose[places, :2]) < 0.3 * steps(crowd.pose[:, :2])


def test_match_and_carry():
    before = np.array([[0, 1], [0, 2], [3, 4]], np.uint32)
    now = np.array([[0, 2], [1, 2], [3, 4]], np.uint32)
    assert lg.pairs_match(before, now).tolist() == [1, lg.NO_PAIR, 2]
    records = np.arange(12, dtype=np.uint32).reshape(3, 4)
    assert lg.warm_carry(before, records, now).tolist() == [[4, 5, 6, 7], [0] * 4, [8, 9, 10, 11]]
    assert not lg.warm_carry(before[:0], None, now).any()
    with pytest.raises(lg.ArgumentError) as error:
        lg.warm_carry(before, records, now[::-1].copy())
    assert error.value.index == 1


def test_renumber(crowd, rng):
    before = lg.find_pairs2(crowd, margin=0.1)
    order = rng.permutation(len(crowd)).astype(np.uint32)
    now, rows = lg.pairs_renumber(before, order)
    crowd.pose[:], crowd.shape[:] = crowd.pose[order], crowd.shape[order]
    assert len(before) > 100 and np.array_equal(now, lg.find_pairs2(crowd, margin=0.1))
    assert np.array_equal(np.sort(order[now], axis=1), before[rows])
    sides = np.array([[0, 0], [1, 1]], np.uint32)
    swap = np.array([1, 0], np.uint32)
    assert lg.pairs_renumber(sides, swap, one_view=False)[0].tolist() == [[0, 1], [1, 0]]
    assert lg.pairs_renumber(sides, None, swap, one_view=False)[0].tolist() == [[0, 1], [1, 0]]
    assert lg.pairs_renumber(sides, swap, swap.copy(), one_view=False)[1].tolist() == [1, 0]
    for wrong in (order[:2], np.zeros(len(crowd), np.uint32)):
        with pytest.raises(ValueError):
            lg.pairs_renumber(before, wrong)


def test_each_begin_has_one_end(crowd, rng):
    touches, open_pairs, kinds = lg.NOTHING_TOUCHES, set(), []
    for _ in range(20):
        crowd.pose[:, :2] += rng.normal(0, 0.1, (len(crowd), 2)).astype(np.float32)
        pairs = lg.find_pairs2(crowd)
        status = lg.overlap2(crowd, pairs).status
        events, touches = lg.pair_events(touches, pairs, status)
        for a, b, kind, _ in events.tolist():
            (open_pairs.add if kind == lg.EventKind.BEGIN else open_pairs.remove)((a, b))
            kinds.append(kind)
        assert open_pairs == as_set(pairs[status == lg.Status.OVERLAPPING])
    assert kinds.count(lg.EventKind.END) > 100


def test_events_of_slots_and_of_what_goes_on():
    pairs = np.array([[0, 1], [2, 3]], np.uint32)
    hit = np.full(2, lg.Status.OVERLAPPING, np.uint8)
    first, touches = lg.pair_events(lg.NOTHING_TOUCHES, pairs, hit)
    assert first["kind"].tolist() == [lg.EventKind.BEGIN] * 2 and touches.touching.tolist() == [1, 1]
    assert len(lg.pair_events(touches, pairs, hit)[0]) == 0
    assert lg.pair_events(touches, pairs, hit, persist=True)[0]["kind"].tolist() == [lg.EventKind.PERSIST] * 2
    replaced = np.array([0, 0, 1, 0], np.uint8)
    events = lg.pair_events(touches, pairs, hit, replaced=replaced)[0]
    assert events[["a", "kind"]].tolist() == [(2, lg.EventKind.END), (2, lg.EventKind.BEGIN)]
    apart = np.zeros(2, np.uint8)
    near = np.array([0.01, 1], np.float32)
    assert lg.pair_events(touches, pairs, apart, distance=near, slop=0.1)[1].touching.tolist() == [1, 0]
    with pytest.raises(ValueError, match="replaced"):  # the library would read beyond its end
        lg.pair_events(touches, pairs, hit, replaced=replaced[:3])
    for wrong in (lambda: lg.pair_events(touches, pairs, hit[:1]),
                  lambda: lg.pair_events(lg.Touches(pairs, hit[:1]), pairs, hit)):
        with pytest.raises(ValueError):
            wrong()
