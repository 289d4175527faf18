"""Shapes, sets of them, bodies that have them, poses."""
from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Sequence

import numpy as np

from ._base import ArgumentError, ShapeError, call, struct, view
from ._native import ffi, lib

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._base import Floats, Words

POSE_FLOATS = {2: 4, 3: 7}


@dataclasses.dataclass(frozen=True, eq=False)
class Shape:
    """A shape before it is in a set: a core and a rounding radius. Lengths are in any one unit."""

    dim: int
    kind: str
    size: tuple[float, ...] = ()
    points: Optional[Floats] = None
    radius: float = 0.0
    map: Optional[Floats] = None

    def rounded(self, radius: float) -> Shape:
        """Returns the shape with this rounding radius >= 0: all points within it of the core."""
        return dataclasses.replace(self, radius=radius)

    def mapped(self, matrix: ArrayLike) -> Shape:
        """Returns the shape with a linear map of its core, (2, 2) or (3, 3): scale, mirror, shear. Not of the radius."""
        map = np.asarray(matrix, np.float32)
        if map.shape != (self.dim, self.dim):
            raise ArgumentError(f"matrix: shape {(self.dim, self.dim)} is wanted, not {map.shape}")
        return dataclasses.replace(self, map=map)


def _hull(dim: int, points: ArrayLike, radius: float) -> Shape:
    array = np.ascontiguousarray(points, np.float32)
    if array.ndim != 2 or array.shape[1] != dim:
        raise ArgumentError(f"points: shape (n, {dim}) is wanted, not {array.shape}")
    return Shape(dim, "POINTS", points=array, radius=radius)


def polygon(points: ArrayLike, radius: float = 0.0) -> Shape:
    """Returns the convex hull of points (n, 2), in any order; 256 vertices at most."""
    return _hull(2, points, radius)


def circle(radius: float) -> Shape:
    """Returns a circle about the body's position."""
    return _hull(2, [[0, 0]], radius)


def capsule2(half_length: float, radius: float) -> Shape:
    """Returns a segment along x of twice that length, rounded."""
    return _hull(2, [[-half_length, 0], [half_length, 0]], radius)


def box2(half_x: float, half_y: float, radius: float = 0.0) -> Shape:
    """Returns a rectangle by its half extents > 0."""
    return Shape(2, "BOX", (half_x, half_y), radius=radius)


def ellipse(semi_x: float, semi_y: float, radius: float = 0.0) -> Shape:
    """Returns an ellipse by its semi-axes."""
    return Shape(2, "ELLIPSE", (semi_x, semi_y), radius=radius)


def hull(points: ArrayLike, radius: float = 0.0) -> Shape:
    """Returns the convex hull of points (n, 3), in any order; 256 vertices at most."""
    return _hull(3, points, radius)


def ball(radius: float) -> Shape:
    """Returns a ball about the body's position."""
    return _hull(3, [[0, 0, 0]], radius)


def capsule3(half_length: float, radius: float) -> Shape:
    """Returns a segment along z of twice that length, rounded."""
    return _hull(3, [[0, 0, -half_length], [0, 0, half_length]], radius)


def box3(half_x: float, half_y: float, half_z: float, radius: float = 0.0) -> Shape:
    """Returns a box by its half extents > 0."""
    return Shape(3, "BOX", (half_x, half_y, half_z), radius=radius)


def ellipsoid(semi_x: float, semi_y: float, semi_z: float, radius: float = 0.0) -> Shape:
    """Returns an ellipsoid by its semi-axes."""
    return Shape(3, "ELLIPSOID", (semi_x, semi_y, semi_z), radius=radius)


def cylinder(radius: float, half_height: float, rounding: float = 0.0) -> Shape:
    """Returns a cylinder along z."""
    return Shape(3, "CYLINDER", (radius, half_height, 0), radius=rounding)


def cone(radius: float, half_height: float, rounding: float = 0.0) -> Shape:
    """Returns a cone along z: its base is at -half_height, its apex at half_height."""
    return Shape(3, "CONE", (radius, half_height, 0), radius=rounding)


def from_shapely(geometry: Any, radius: float = 0.0, origin: tuple[float, float] = (0.0, 0.0)) -> Shape:
    """Returns the shape of a shapely Point, LineString, MultiPoint or Polygon, relative to `origin`, where its body is.

    Choose an origin near the geometry: shapes have single precision. Errors: ShapeError for what is not convex.
    """
    kind = geometry.geom_type
    if kind == "Polygon":
        coords, convex = geometry.exterior.coords, geometry.convex_hull.area <= geometry.area * (1 + 1e-9)
    elif kind == "MultiPoint":
        coords, convex = [point.coords[0] for point in geometry.geoms], True
    else:
        coords = geometry.coords if kind in ("Point", "LineString") else ()
        convex = len(coords) <= 2
    if not convex or not len(coords):
        raise ShapeError(f"{kind}: not one convex shape; split it, or take its convex_hull", lib.LGJK_ERROR_SHAPE)
    return _hull(2, np.asarray(coords, float)[:, :2] - origin, radius)


def from_trimesh(mesh: Any, radius: float = 0.0) -> Shape:
    """Returns the shape of a convex trimesh.Trimesh. Errors: ShapeError for one that is not convex."""
    if not mesh.is_convex:
        raise ShapeError("mesh: not convex; split it, or take its convex_hull", lib.LGJK_ERROR_SHAPE)
    return _hull(3, mesh.vertices, radius)


class ShapeInfo(NamedTuple):
    """A shape as built: see lgjk_shape2_info."""

    kind: str
    vertices: Floats
    radius: float
    bound: float
    matrix: Floats


class Mass(NamedTuple):
    """What a solver needs of a shape of density 1; in 3D inertia is xx, yy, zz, xy, xz, yz."""

    mass: float
    centre: Floats
    inertia: Floats


class _Shapes:
    dim: int

    def __init__(self, shapes: Sequence[Shape]):
        defs = ffi.new(f"lgjk_shape{self.dim}_def[]", max(len(shapes), 1))
        for i, (to, given) in enumerate(zip(defs, shapes)):
            if given.dim != self.dim:
                raise ShapeError(f"shapes[{i}] is of {given.dim}D", lib.LGJK_ERROR_SHAPE, i)
            to.struct_size = ffi.sizeof(f"lgjk_shape{self.dim}_def")
            to.kind, to.radius = getattr(lib, f"LGJK_SHAPE{self.dim}_{given.kind}"), given.radius
            if given.points is not None:
                to.points, to.point_count = ffi.from_buffer("float[]", given.points), len(given.points)
            if given.size:
                to.size = given.size
            if given.map is not None:
                to.map = given.map.ravel().tolist()
        out = ffi.new(f"lgjk_shapes{self.dim}**")
        call(f"lgjk_shapes{self.dim}_create", defs, len(shapes), ffi.NULL, out)
        self._c = ffi.gc(out[0], getattr(lib, f"lgjk_shapes{self.dim}_destroy"))

    def __len__(self) -> int:
        return int(getattr(lib, f"lgjk_shapes{self.dim}_count")(self._c))

    def _index(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"shape {index} of {len(self)}")
        return index

    def __getitem__(self, index: int) -> ShapeInfo:
        """Returns what was built. Errors: IndexError."""
        info = struct(f"lgjk_shape{self.dim}_info")
        get = f"lgjk_shapes{self.dim}_get"
        call(get, self._c, self._index(index), info, ffi.NULL, 0)
        vertices = np.empty((info.vertex_count, self.dim), np.float32)
        call(get, self._c, index, info, ffi.from_buffer("float[]", vertices), info.vertex_count)
        kinds = {2: ("POINTS", "BOX", "ELLIPSE"), 3: ("POINTS", "BOX", "ELLIPSOID", "CYLINDER", "CONE")}
        matrix = np.array(list(info.matrix), np.float32).reshape(self.dim, self.dim)
        return ShapeInfo(kinds[self.dim][info.kind], vertices, info.radius, info.bound, matrix)

    def mass(self, index: int) -> Mass:
        """Returns area or volume, centre of mass and moment of inertia. Errors: IndexError."""
        mass = struct(f"lgjk_mass{self.dim}")
        call(f"lgjk_shapes{self.dim}_mass", self._c, self._index(index), mass)
        inertia = [mass.inertia] if self.dim == 2 else list(mass.inertia)
        return Mass(mass.mass, np.array(list(mass.centre), np.float32), np.array(inertia, np.float32))


class Shapes2(_Shapes):
    """A table of shapes of 2D that never changes. Errors: ShapeError, whose index is the shape's place."""

    dim = 2


class Shapes3(_Shapes):
    """A table of shapes of 3D that never changes. Errors: ShapeError, whose index is the shape's place."""

    dim = 3


class Bodies:
    """A view over arrays of yours, which calls read where they are: move bodies by writing to `pose`.

    shape: (n,) uint32, an index of the set for each body. pose: (n, 4) float32 {x, y, cosine, sine}, in 3D (n, 7)
    {x, y, z, qx, qy, qz, qw}. radius: None, or (n,) float32, rounding radii in place of the shapes'. Rows may be apart,
    as in arrays of records; the fastest are records of 32 bytes. Nothing is copied: what cannot be read in place is
    refused (TypeError, ValueError). A body with a NaN or an unknown shape makes its own pairs BAD, and no others.
    The view holds references, by which numpy refuses to resize the arrays.
    """

    dim: int

    def __init__(self, shapes: _Shapes, shape: Words, pose: Floats, radius: Optional[Floats] = None):
        if not isinstance(shapes, _Shapes) or shapes.dim != self.dim:
            raise TypeError(f"shapes: Shapes{self.dim} are wanted, not {type(shapes).__name__}")
        at, stride = view("shape", shape, np.uint32)
        count = len(shape)
        pose_at, pose_stride = view("pose", pose, np.float32, (POSE_FLOATS[self.dim],), count)
        radius_at, radius_stride = (0, 0) if radius is None else view("radius", radius, np.float32, (), count)
        self._arrays = (shapes, shape[:], pose[:], None if radius is None else radius[:])
        self._c = struct(f"lgjk_bodies{self.dim}", count=count, shapes=shapes._c,
                         shape=ffi.cast("uint32_t*", at), shape_stride=stride, pose=ffi.cast("float*", pose_at),
                         pose_stride=pose_stride, radius=ffi.cast("float*", radius_at), radius_stride=radius_stride)

    def __len__(self) -> int:
        return int(self._c.count)

    @property
    def shapes(self) -> _Shapes:
        """The set."""
        return self._arrays[0]

    @property
    def shape(self) -> Words:
        """Your array of shape indices."""
        return self._arrays[1]

    @property
    def pose(self) -> Floats:
        """Your array of poses."""
        return self._arrays[2]

    @property
    def radius(self) -> Optional[Floats]:
        """Your array of rounding radii, or None."""
        return self._arrays[3]


class Bodies2(Bodies):
    __doc__ = Bodies.__doc__
    dim = 2


class Bodies3(Bodies):
    __doc__ = Bodies.__doc__
    dim = 3


def _floats(array: ArrayLike, shape: tuple[int, ...]) -> Any:
    return ffi.from_buffer("float[]", np.ascontiguousarray(np.broadcast_to(np.asarray(array, np.float32), shape)))


def poses2(position: ArrayLike, angle: ArrayLike = 0.0) -> Floats:
    """Returns new poses (n, 4) of positions (n, 2) and angles in radians, with the same bits on every machine."""
    count = len(np.asarray(position))
    pose = np.empty((count, 4), np.float32)
    lib.poses2(_floats(position, (count, 2)), _floats(angle, (count,)), ffi.from_buffer("float[]", pose), count)
    return pose


def poses3(position: ArrayLike, axis: ArrayLike = (0, 0, 1), angle: ArrayLike = 0.0) -> Floats:
    """Returns new poses (n, 7) of positions (n, 3) and turns by angles in radians about axes (n, 3) of any length."""
    count = len(np.asarray(position))
    pose = np.empty((count, 7), np.float32)
    lib.poses3(_floats(position, (count, 3)), _floats(axis, (count, 3)), _floats(angle, (count,)),
               ffi.from_buffer("float[]", pose), count)
    return pose


def normalize(pose: Floats) -> None:
    """Brings the rotations of poses (n, 4) or (n, 7) back to unit length, in place."""
    dim = 2 if isinstance(pose, np.ndarray) and pose.shape[1:] == (4,) else 3
    at, stride = view("pose", pose, np.float32, (POSE_FLOATS[dim],), write=True)
    call(f"lgjk_pose{dim}_normalize", ffi.cast("float*", at), stride, len(pose))
