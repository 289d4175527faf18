"""Shapes, what was built of them, poses.

Coordinates that floats cannot hold: an origin, and warnings where digits are lost.
"""
import dataclasses
import types
import warnings

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


@pytest.mark.parametrize("points, error, fix", [
    (np.ones((200, 1), np.float32), ValueError, r"shapes\[1\].points: shape \(n, 2\) is required, not \(200, 1\)"),
    (np.ones((200, 3), np.float32), ValueError, r"shape \(n, 2\)"), (np.ones(200, np.float32), ValueError, r"shape \(n, 2\)"),
    (np.ones((200, 2)), TypeError, "dtype float32 is required, not float64"),
    (np.ones((200, 2), np.float16), TypeError, "float16"),
    ([[0, 0]], TypeError, "not list"), (np.ones((200, 4), np.float32)[:, ::2], ValueError, "contiguous")])
def test_shapes_made_by_hand(points, error, fix):
    """Shape is public, and points are read where they are."""
    with pytest.raises(error, match=fix):
        lg.Shapes2([lg.circle(1), lg.Shape(2, "POINTS", points=points)])


def test_shapes_made_of_others():
    flat = lg.polygon(np.random.default_rng(7).normal(size=(200, 2)))
    with pytest.raises(ValueError, match=r"shapes\[0\].points: shape \(n, 3\) is required, not \(200, 2\)"):
        lg.Shapes3([dataclasses.replace(flat, dim=3)])
    assert len(lg.Shapes2([dataclasses.replace(flat, points=flat.points[:9])])[0].vertices) <= 9
    for wrong in (None, (2, "BOX")):
        with pytest.raises(TypeError, match=r"shapes\[1\]: a Shape is required"):
            lg.Shapes2([flat, wrong])


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


UTM = np.array([[691234.567, 5428001.123], [691234.867, 5428001.123], [691240.25, 5428003.75]])
PAIR = np.array([[0, 1]], np.uint32)
CIRCLE, ONE = lg.Shapes2([lg.circle(0.25)]), np.zeros(1, np.uint32)


def test_an_origin_keeps_the_digits():
    origin = lg.choose_origin(UTM)
    assert origin.dtype == np.float64 and origin.tolist() == [691235, 5428001]
    bodies = lg.Bodies2(CIRCLE, np.zeros(3, np.uint32), lg.poses2(UTM, origin=origin, size=0.5))
    assert np.allclose(bodies.pose[:, :2].astype(float) + origin, UTM, atol=1e-6, rtol=0)
    met = lg.contact2(bodies, PAIR, want=("distance", "point_a"))
    assert met.distance[0] == pytest.approx(-0.2, abs=1e-6)
    assert met.point_a[0].astype(float) + origin == pytest.approx([691234.817, 5428001.123], abs=1e-6)
    solid = lg.poses3(np.insert(UTM, 2, 7.5, axis=1), origin=(*origin, 0), size=0.5)
    assert np.allclose(solid[:, :3], bodies.pose[:, [0, 1, 1]] * [1, 1, 0] + [0, 0, 7.5])


def test_origins():
    assert lg.choose_origin([[0.4, -0.6]]).tolist() == [0, -1]
    assert lg.choose_origin(np.zeros((0, 3))).tolist() == [0, 0, 0]
    assert lg.choose_origin([[1e6, 2e6], [np.nan, 0], [np.inf, 0], [1e6 + 2, 2e6]]).tolist() == [1000001, 2000000]


@pytest.mark.parametrize("poses, width", [(lg.poses2, 2), (lg.poses3, 3)])
def test_lost_digits_are_told(poses, width):
    place = np.zeros((3, width))
    place[1, 1] = 5428001.123
    with pytest.warns(lg.PrecisionWarning, match=r"position\[1, 1\]: 5428001.123 becomes 5428001.0 .* origin") as reported:
        poses(place)
    assert len(reported) == 1 and reported[0].filename == __file__
    place[1, 1] = 3000.1  # loses 9.8e-5
    poses(place)
    with pytest.warns(lg.PrecisionWarning, match="9.8e-05 off, .* size 0.9"):
        poses(place, size=0.9)
    place[1, 1] = 5428001.0  # loses nothing
    assert poses(place)[1, 1] == 5428001
    assert poses(place, origin=place[1])[1, 1] == 0 and poses(place, origin=place[1])[0, 1] == -5428001
    for odd in (np.nan, np.inf, -np.inf, 0.1, 1e-300):
        place[1, 1] = odd
        assert np.array_equal(poses(place)[1, 1], np.float32(odd), equal_nan=True)
    with pytest.warns(lg.PrecisionWarning):
        place[1, 1] = 1e300
        poses(place)
    assert len(poses([])) == 0
    for wrong in (1, [1], place, np.zeros(5 - width)):
        with pytest.raises(ValueError, match=rf"origin: shape \({width},\) is required"):
            poses(np.zeros((3, width)), origin=wrong)
    with pytest.raises(ValueError, match="position"):
        poses(np.zeros((3, 5 - width)))


def test_floats_that_are_too_coarse_are_told():
    """Who rounded the positions on their own is warned where the bodies are made."""
    far = np.array([[691234.567, 5428001.123, 1, 0]], np.float32)
    with pytest.warns(lg.PrecisionWarning, match=r"pose\[0\]: .* 0.5 apart .* size 0.5") as reported:
        lg.Bodies2(CIRCLE, ONE, far)
    assert reported[0].filename == __file__
    lg.Bodies2(lg.Shapes2([lg.circle(400)]), ONE, far)
    lg.Bodies2(lg.Shapes2([lg.polygon([[0, 0]])]), ONE, far)  # a point has no size
    with pytest.warns(lg.PrecisionWarning, match="size 2"):
        lg.Bodies2(CIRCLE, ONE, far, np.ones(1, np.float32))
    lg.Bodies2(CIRCLE, ONE, far, np.full(1, 400, np.float32))
    place = np.zeros((4, 3), np.float32)
    place[2] = 1e6
    place[3] = np.inf
    kinds = lg.Shapes3([lg.ball(0.25), lg.box3(500, 500, 500)])
    lg.Bodies3(kinds, np.array([0, 0, 1, 0], np.uint32), lg.poses3(place))
    lg.Bodies3(kinds, np.array([0, 0, 7, 0], np.uint32), lg.poses3(place))  # no such shape: BAD
    with pytest.warns(lg.PrecisionWarning, match=r"pose\[2\]"):
        lg.Bodies3(kinds, np.zeros(4, np.uint32), lg.poses3(place))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for half in (2000, 4000):  # a town of 8 km
            lg.Bodies2(CIRCLE, ONE, np.array([[half, -half, 1, 0]], np.float32))


def test_shapes_far_from_their_body_are_told():
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    lg.polygon(square + 100.3)
    lg.polygon([[0.1, 0.2]])
    lg.hull(1e6 * np.eye(3) / 3)
    with pytest.warns(lg.PrecisionWarning, match="points"):
        lg.polygon(square + UTM[0])
    with pytest.warns(lg.PrecisionWarning, match="points"):
        lg.hull(np.eye(3) + 691234.567)
    geometry = pytest.importorskip("shapely.geometry")
    house = geometry.Polygon(square * 10 + UTM[0])
    lg.from_shapely(house, origin=tuple(UTM[0]))
    with pytest.raises(ValueError, match="origin: shape"):
        lg.from_shapely(house, origin=(UTM[0, 0],))
    with pytest.warns(lg.PrecisionWarning, match="points") as reported:
        lg.from_shapely(house)
    assert reported[0].filename == __file__
    with pytest.warns(lg.PrecisionWarning):
        lg.from_shapely(geometry.Point(UTM[0]), 0.5)
