"""Shapes, what was built of them, poses."""
import types

import numpy as np
import pytest

import lanegjk as lg


def test_kinds_of_2d():
    made = [lg.circle(0.5), lg.capsule2(1, 0.25), lg.box2(1, 2, 0.5), lg.ellipse(2, 1),
            lg.polygon([[1, 0], [0, 0], [0, 1], [0.2, 0.2]])]
    shapes = lg.Shapes2(made)
    assert len(shapes) == 5
    info = [shapes[i] for i in range(5)]
    assert [one.kind for one in info] == ["POINTS", "POINTS", "BOX", "ELLIPSE", "POINTS"]
    assert info[4].vertices.tolist() == [[0, 0], [1, 0], [0, 1]]
    assert info[2].bound == pytest.approx(5**0.5 + 0.5) and info[2].radius == 0.5
    assert info[3].matrix.tolist() == [[2, 0], [0, 1]]
    assert shapes.mass(0).mass == pytest.approx(np.pi / 4) and shapes.mass(0).centre.tolist() == [0, 0]
    with pytest.raises(IndexError):
        shapes[5]
    with pytest.raises(IndexError):
        shapes.mass(-1)


def test_kinds_of_3d():
    made = [lg.ball(1), lg.capsule3(1, 0.25), lg.box3(1, 2, 3), lg.ellipsoid(1, 2, 3), lg.cylinder(1, 2), lg.cone(1, 2),
            lg.hull(np.eye(3)), lg.box3(1, 1, 1).rounded(0.5)]
    shapes = lg.Shapes3(made)
    assert [shapes[i].kind for i in range(8)] == ["POINTS", "POINTS", "BOX", "ELLIPSOID", "CYLINDER", "CONE", "POINTS", "BOX"]
    assert shapes.mass(2).mass == 48 and shapes.mass(2).inertia.shape == (6,)
    assert shapes[7].radius == 0.5 and shapes[1].vertices[:, 2].tolist() == [-1, 1]


def test_maps():
    shapes = lg.Shapes2([lg.box2(1, 1).mapped([[2, 0], [0, 0.5]]), lg.ellipse(1, 1).mapped([[0, 1], [-2, 0]])])
    assert np.abs(shapes[0].vertices).max(axis=0).tolist() == [2, 0.5]
    assert shapes[1].matrix.tolist() == [[0, 1], [-2, 0]]
    with pytest.raises(ValueError):
        lg.box2(1, 1).mapped(np.eye(3))


@pytest.mark.parametrize("bad", [lg.circle(np.nan), lg.circle(-1), lg.box2(0, 1), lg.ellipse(1, -1),
                                 lg.polygon(np.zeros((0, 2))), lg.box2(1, 1).mapped([[1, 1], [1, 1]])])
def test_bad_shapes_say_which(bad):
    with pytest.raises(lg.ShapeError) as error:
        lg.Shapes2([lg.circle(1), bad])
    assert error.value.index == 1 and isinstance(error.value, ValueError)


def test_bad_points():
    for points in ([1, 2, 3], [[1, 2, 3]]):
        with pytest.raises(ValueError, match="points"):
            lg.polygon(points)


def test_shapely():
    geometry = pytest.importorskip("shapely.geometry")
    square = geometry.Polygon([(10, 0), (12, 0), (12, 1), (10, 1)])
    shapes = lg.Shapes2([lg.from_shapely(square, origin=(10, 0)), lg.from_shapely(geometry.Point(1, 2), 0.5),
                         lg.from_shapely(geometry.LineString([(0, 0), (1, 0)])),
                         lg.from_shapely(geometry.MultiPoint([(0, 0), (1, 0), (0, 1)]))])
    assert shapes.mass(0).mass == 2 and shapes.mass(0).centre.tolist() == [1, 0.5]
    assert shapes[1].radius == 0.5 and shapes[1].vertices.tolist() == [[1, 2]]
    assert len(shapes[2].vertices) == 2 and len(shapes[3].vertices) == 3
    hollow = geometry.Polygon([(0, 0), (2, 0), (1, 0.5), (1, 2)])
    for concave in (hollow, geometry.LineString([(0, 0), (1, 0), (0, 1)]), square.union(geometry.Point(0, 0))):
        with pytest.raises(lg.ShapeError):
            lg.from_shapely(concave)


def test_distances_are_those_of_shapely(rng):
    geometry = pytest.importorskip("shapely.geometry")
    corners = [geometry.MultiPoint(rng.uniform(-1, 1, (6, 2))).convex_hull for _ in range(60)]
    affinity = pytest.importorskip("shapely.affinity")
    place, angle = rng.uniform(0, 8, (60, 2)), rng.uniform(-3, 3, 60)
    bodies = lg.Bodies2(lg.Shapes2([lg.from_shapely(one) for one in corners]), np.arange(60, dtype=np.uint32),
                        lg.poses2(place, angle))
    moved = [affinity.translate(affinity.rotate(one, a, origin=(0, 0), use_radians=True), *p)
             for one, a, p in zip(corners, angle, place)]
    from conftest import all_pairs
    pairs = all_pairs(60)
    theirs = [moved[a].distance(moved[b]) for a, b in pairs]
    assert np.allclose(lg.distance2(bodies, pairs).distance, theirs, atol=5e-6)


def test_trimesh():
    """A mesh requires only the packages that its arguments use."""
    mesh = types.SimpleNamespace(is_convex=True, vertices=np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]))
    assert lg.Shapes3([lg.from_trimesh(mesh)]).mass(0).mass == pytest.approx(1 / 6)
    mesh.is_convex = False
    with pytest.raises(lg.ShapeError):
        lg.from_trimesh(mesh)


def test_poses(rng):
    angle = rng.uniform(-3, 3, 50)
    pose = lg.poses2(rng.uniform(-9, 9, (50, 2)), angle)
    assert pose.dtype == np.float32 and np.allclose(pose[:, 2:], np.stack([np.cos(angle), np.sin(angle)], 1), atol=1e-6)
    solid = lg.poses3(np.zeros((50, 3)), (0, 0, 2), angle)
    assert np.allclose(solid[:, 5:], np.stack([np.sin(angle / 2), np.cos(angle / 2)], 1), atol=1e-6)
    solid *= 1.5
    lg.normalize(solid)
    assert np.allclose(np.linalg.norm(solid[:, 3:], axis=1), 1, atol=1e-6)
    with pytest.raises(TypeError):
        lg.normalize(pose.astype(float))
