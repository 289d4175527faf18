"""What the tests share: a small world, and random ones whose seed is printed when a test fails."""
import os

import numpy as np
import pytest

import lanegjk as lg

SEED = int(os.environ.get("LGJK_TEST_SEED", "20261126"))


@pytest.fixture
def rng():
    """Random numbers; pytest prints what a failed test printed."""
    print(f"LGJK_TEST_SEED={SEED}")
    return np.random.default_rng(SEED)


@pytest.fixture
def shapes():
    """A box of 2 x 1 and a circle of radius 0.5."""
    return lg.Shapes2([lg.box2(1, 0.5), lg.circle(0.5)])


@pytest.fixture
def crowd(rng):
    """400 circles of radius 0.25 in a square of 10 m, half of them turned boxes."""
    count = 400
    shapes = lg.Shapes2([lg.circle(0.25), lg.box2(0.3, 0.1)])
    pose = lg.poses2(rng.uniform(0, 10, (count, 2)), rng.uniform(-3, 3, count))
    return lg.Bodies2(shapes, rng.integers(0, 2, count).astype(np.uint32), pose)


@pytest.fixture
def swarm(rng):
    """300 balls, boxes and cones in a cube of 6 m."""
    count = 300
    shapes = lg.Shapes3([lg.ball(0.25), lg.box3(0.3, 0.1, 0.2), lg.cone(0.2, 0.3)])
    pose = lg.poses3(rng.uniform(0, 6, (count, 3)), rng.normal(size=(count, 3)), rng.uniform(-3, 3, count))
    return lg.Bodies3(shapes, rng.integers(0, 3, count).astype(np.uint32), pose)


def all_pairs(count):
    """All pairs a < b, sorted."""
    a, b = np.triu_indices(count, 1)
    return np.stack([a, b], axis=1).astype(np.uint32)
