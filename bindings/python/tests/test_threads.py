"""Objects that several threads use at once: a finder lets one in and raises for the others, the rest may be shared."""
import threading
import time

import numpy as np
import pytest

import lanegjk as lg
from conftest import all_pairs


def hammer(work, threads=4, times=25):
    """Runs work(number) so many times on each of threads at once, again where it is refused; returns how often it was. Other
    errors are raised."""
    refused, errors, ready = [0] * threads, [], threading.Barrier(threads)

    def run(number):
        ready.wait()
        done = 0
        while done < times:
            try:
                work(number)
                done += 1
            except lg.BusyError:
                refused[number] += 1
                time.sleep(1e-4)
            except Exception as error:  # noqa: BLE001
                errors.append(error)
                return
    running = [threading.Thread(target=run, args=(i,)) for i in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if errors:
        raise errors[0]
    return sum(refused)


@pytest.fixture
def big(rng):
    """20,000 circles: calls that take long enough to meet each other."""
    pose = lg.poses2(rng.uniform(0, 100, (20_000, 2)))
    return lg.Bodies2(lg.Shapes2([lg.circle(0.25)]), np.zeros(20_000, np.uint32), pose)


def test_a_finder_refuses_a_second_thread(big):
    finder = lg.Finder(big, margin=0.1, capacity=1)
    expected = finder().copy()

    def work(number):
        assert len(finder()) == len(expected)
    assert hammer(work) > 0
    assert np.array_equal(finder(), expected)  # it is free again


def test_a_finder_that_fails_is_free_again(crowd):
    finder = lg.Finder(crowd, margin=-1)
    for _ in range(2):
        with pytest.raises(lg.ArgumentError, match="margin"):
            finder()


def few_of(bodies, count):
    return lg.Bodies2(bodies.shapes, bodies.shape[:count], bodies.pose[:count])


def test_functions_have_memory_of_their_own(big):
    expected = lg.find_pairs2(big, margin=0.1)
    tree = lg.Tree(big)
    within = tree.within_shapes(few_of(big, 500), 0.3).pairs

    def work(number):
        size = 20_000 >> number  # the memory of a thread serves calls of all sizes
        lg.find_pairs2(few_of(big, size), margin=0.1)
        assert np.array_equal(lg.find_pairs2(big, margin=0.1), expected)
        if number == 0:
            assert np.array_equal(tree.within_shapes(few_of(big, 500), 0.3).pairs, within)
    assert hammer(work, 4) == 0


def test_a_tree_is_rebuilt_or_searched(big):
    """A thread that comes while the other kind is inside gets an error, and the others what there is."""
    tree, few = lg.Tree(big), few_of(big, 100)
    expected = tree.within_shapes(few, 0.3)

    def work(number):
        if number == 0:
            tree.rebuild()
        else:
            assert np.array_equal(tree.within_shapes(few, 0.3).distance, expected.distance)
    hammer(work)
    tree.rebuild()
    assert np.array_equal(tree.within_shapes(few, 0.3).pairs, expected.pairs)


def test_what_a_function_found_stays(crowd):
    first = lg.find_pairs2(crowd, margin=0.5)
    kept = first.copy()
    lg.find_pairs2(crowd, margin=0.1)
    assert np.array_equal(first, kept)


def test_an_error_leaves_a_thread_its_memory(crowd):
    for _ in range(3):
        with pytest.raises(lg.ArgumentError):
            lg.find_pairs2(crowd, margin=-1)
        assert len(lg.find_pairs2(crowd))


def test_queries_casts_and_trees_are_shared(crowd):
    pairs = all_pairs(len(crowd))[:8000]
    query, tree = lg.Contact(crowd, pairs), lg.Tree(crowd)
    cast = lg.Cast(crowd, pairs, way=np.ones((len(crowd), 2), np.float32))
    found = tree.pairs()
    distance, fraction = query().distance.copy(), cast().fraction.copy()
    near = tree.nearest(crowd.pose[:, :2], 3).body

    def work(number):
        query(2000 * number, 2000)
        cast(2000 * number, 2000)
        assert np.array_equal(tree.nearest(crowd.pose[:, :2], 3).body, near)
        assert np.array_equal(tree.pairs(), found)
    assert hammer(work) == 0
    assert np.array_equal(query.results.distance, distance) and np.array_equal(cast.results.fraction, fraction)
