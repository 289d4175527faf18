"""Slides: along a wall, up a step, and what is refused."""
import numpy as np
import pytest

import lanegjk as lg


def test_along_a_wall():
    shapes = lg.Shapes2([lg.circle(0.5), lg.box2(20, 1)])
    walls = lg.Index(lg.Bodies2(shapes, np.ones(1, np.uint32), lg.poses2([[0, -1]])), reach=1)
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
    index = lg.Index(fixed, reach=1.5)
    pose = lg.poses3([[0, 0, 0.9]])
    way = np.array([[2, 0, -0.01]], np.float32)
    for step, x, z in ((0.25, 2, 1.1), (0.15, 0.7, 0.9)):
        end, _ = lg.slide(lg.Bodies3(shapes, np.zeros(1, np.uint32), pose), index, way, up=(0, 0, 1), step_height=step)
        assert end["position"][0] == pytest.approx([x, 0, z], abs=2e-3)
        assert end["ground"].tolist() == [1 if step > 0.2 else 0]


def test_what_is_refused():
    shapes = lg.Shapes2([lg.circle(0.5)])
    bodies = lg.Bodies2(shapes, np.zeros(1, np.uint32), lg.poses2([[0, 0]]))
    index = lg.Index(bodies, reach=1)
    way = np.zeros((1, 2), np.float32)
    with pytest.raises(lg.ArgumentError, match="step_height is set, but options->up is zero"):
        lg.slide(bodies, index, way, step_height=1)
    with pytest.raises(ValueError):
        lg.slide(bodies, index, way[:, :1])
    with pytest.raises(TypeError):
        lg.slide(bodies, index, way.astype(np.float64))
