"""Shapes, sets of them, bodies that have them, poses."""
from __future__ import annotations

import dataclasses
import warnings
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Optional, Sequence, TypeVar

import numpy as np

from ._base import ArgumentError, PrecisionWarning, ShapeError, call, held, pointer, struct, view
from ._native import ffi, lib

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from numpy.typing import NDArray

    from ._base import Doubles, Floats, Words

    # Variables, because mypy takes the dtype that an array is needed in for the one that numpy.zeros(n, numpy.int64) makes.
    Indices = TypeVar("Indices", bound=Words)
    Poses = TypeVar("Poses", bound=Floats)
    Radii = TypeVar("Radii", bound=Floats)
    Positions = TypeVar("Positions", bound=Doubles)

POSE_FLOATS = {2: 4, 3: 7}
ROUNDING = 1e-4
"""Of a body's size: what a coordinate may lose without a warning where it becomes a float."""
COARSE = 1e-3
"""Of a body's size: how far apart neighbouring floats may be where it stands, without a warning."""


def to_floats(name: str, coordinates: Any, size: float, advice: str, level: int) -> Floats:
    """Returns coordinates as floats, and warns where one loses more than ROUNDING of the size."""
    exact = np.asarray(coordinates, np.float64)
    with np.errstate(all="ignore"):
        rounded = exact.astype(np.float32)
        lost = np.abs(rounded - exact)
    lost[~np.isfinite(exact)] = 0
    if lost.size and lost.max() > ROUNDING * size:
        at = np.unravel_index(np.argmax(lost), lost.shape)
        warnings.warn(f"{name}{list(map(int, at))}: {exact[at]!r} becomes {float(rounded[at])!r} in single precision: "
                      f"{lost[at]:.2g} off, more than {ROUNDING:g} of a body of size {size:g}; {advice}", PrecisionWarning,
                      stacklevel=level)
    return rounded


@dataclasses.dataclass(frozen=True, eq=False)
class Shape:
    """A shape before it is in a set: a core and a rounding radius. Lengths are in any one unit."""

    dim: int
    kind: str
    size: tuple[float, ...] = ()
    points: Optional[Floats] = None
    radius: float = 0.0
    map: Optional[Floats] = None

    def __repr__(self) -> str:
        of = f"{len(self.points)} points" if self.points is not None else ", ".join(f"{length:g}" for length in self.size)
        return (f"Shape({self.dim}D {self.kind}, {of}" + (f", radius {self.radius:g}" if self.radius else "") +
                (", mapped" if self.map is not None else "") + ")")

    def rounded(self, radius: float) -> Shape:
        """Returns the shape with this rounding radius >= 0: all points within it of the core."""
        return dataclasses.replace(self, radius=radius)

    def mapped(self, matrix: ArrayLike) -> Shape:
        """Returns the shape with a linear map of its core, (2, 2) or (3, 3): scale, mirror, shear. Not of the radius."""
        map = np.array(matrix, np.float32)
        if map.shape != (self.dim, self.dim):
            raise ArgumentError(f"matrix: shape {(self.dim, self.dim)} is required, not {map.shape}")
        return dataclasses.replace(self, map=map)


def _hull(dim: int, points: ArrayLike, radius: float) -> Shape:
    exact = np.asarray(points, np.float64)
    if exact.ndim != 2 or exact.shape[1] != dim:
        raise ArgumentError(f"points: shape (n, {dim}) is required, not {exact.shape}")
    size = float(np.ptp(exact, axis=0).max(initial=0)) + 2 * radius if len(exact) else 0.0
    array = to_floats("points", exact, size if size > 0 else 1.0, "give points relative to the body, whose place is its pose", 4)
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


def _origin(dim: int, origin: ArrayLike) -> NDArray[np.float64]:
    exact = np.asarray(origin, np.float64)
    if exact.shape != (dim,):
        raise ArgumentError(f"origin: shape ({dim},) is required, not {exact.shape}")
    return exact


def from_shapely(geometry: Any, radius: float = 0.0, origin: tuple[float, float] = (0.0, 0.0)) -> Shape:
    """Returns the shape of a shapely Point, LineString, MultiPoint or Polygon.

    Arguments:
        geometry: convex; others raise ShapeError.
        radius: the rounding radius.
        origin: (x, y), where its body is: what the shape is relative to. Choose one near the geometry: shapes have single
            precision. PrecisionWarning: coordinates lose more than 1e-4 of the geometry's size.
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
    return _hull(2, np.asarray(coords, float)[:, :2] - _origin(2, origin), radius)


def from_trimesh(mesh: Any, radius: float = 0.0) -> Shape:
    """Returns the shape of a trimesh.Trimesh.

    Arguments:
        mesh: convex; others raise ShapeError.
        radius: the rounding radius.
    """
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

    def __repr__(self) -> str:
        return f"ShapeInfo({self.kind}, {len(self.vertices)} vertices, radius {self.radius:g}, bound {self.bound:g})"


class Mass(NamedTuple):
    """What a solver needs of a shape of density 1; in 3D inertia is xx, yy, zz, xy, xz, yz."""

    mass: float
    centre: Floats
    inertia: Floats


class _Shapes:
    dim: int

    def __init__(self, shapes: Sequence[Shape]):
        self._given = tuple(shapes)
        defs = ffi.new(f"lgjk_shape{self.dim}_def[]", max(len(self._given), 1))
        for i, (to, given) in enumerate(zip(defs, self._given)):
            if not isinstance(given, Shape):
                raise TypeError(f"shapes[{i}]: a Shape is required, not {type(given).__name__}")
            if given.dim != self.dim:
                raise ShapeError(f"shapes[{i}] is of {given.dim}D", lib.LGJK_ERROR_SHAPE, i)
            to.struct_size = ffi.sizeof(f"lgjk_shape{self.dim}_def")
            to.kind, to.radius = getattr(lib, f"LGJK_SHAPE{self.dim}_{given.kind}"), given.radius
            if given.points is not None:
                to.points = pointer("float*", f"shapes[{i}].points", given.points, np.float32, (self.dim,))
                to.point_count = len(given.points)
            if given.size:
                to.size = given.size
            if given.map is not None:
                to.map = given.map.ravel().tolist()
        out = ffi.new(f"lgjk_shapes{self.dim}**")
        call(f"lgjk_shapes{self.dim}_create", defs, len(self._given), ffi.NULL, out)
        self._c = ffi.gc(out[0], getattr(lib, f"lgjk_shapes{self.dim}_destroy"))

        self._sizes: Any = None

    def __len__(self) -> int:
        return int(getattr(lib, f"lgjk_shapes{self.dim}_count")(self._c))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} shapes)"

    def __reduce__(self) -> Any:
        return type(self), (self._given,)

    def sizes(self) -> Any:
        """Returns (2, shapes): the radius that holds each core, and its rounding radius."""
        if self._sizes is None:
            sizes = np.zeros((2, len(self)), np.float32)
            lib.sizes(self.dim, self._c, len(self), ffi.from_buffer("float[]", sizes))
            self._sizes = sizes
        return self._sizes

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
    """A table of shapes of 2D that never changes.

    Arguments:
        shapes: what circle, box2, polygon and the like return.

    Errors: ShapeError, whose index is the shape's place.
    """

    dim = 2


class Shapes3(_Shapes):
    """A table of shapes of 3D that never changes.

    Arguments:
        shapes: what ball, box3, hull and the like return.

    Errors: ShapeError, whose index is the shape's place.
    """

    dim = 3


S = TypeVar("S", Shapes2, Shapes3)


class Bodies(Generic[S]):
    """A view over arrays of yours, which calls read where they are: move bodies by writing to `pose`.

    Arguments:
        shapes: the set, a Shapes2 for Bodies2 and a Shapes3 for Bodies3.
        shape: (n,) uint32, an index of the set for each body.
        pose: (n, 4) float32 {x, y, cosine, sine}, in 3D (n, 7) {x, y, z, qx, qy, qz, qw}.
        radius: None, or (n,) float32, rounding radii in place of the shapes'.
        position: None, or (n, 2) or (n, 3) float64, to which poses are then relative: for coordinates of maps, as they are.
            Points of results are relative to the position of the first body (`add_positions`).

    Rows may be apart, as in arrays of records; the fastest are records of 32 bytes. Nothing is copied: what cannot be read in
    place is refused (TypeError, ValueError). A body with a NaN or an unknown shape makes its own pairs BAD, and no others.
    The view holds references, by which numpy refuses to resize the arrays. Pickles and copies (copy.deepcopy) have arrays of
    their own. PrecisionWarning: neighbouring floats are farther apart at a body than 1e-3 of its size.
    """

    dim: int

    def __init__(self, shapes: S, shape: Indices, pose: Poses, radius: Optional[Radii] = None,
                 position: Optional[Positions] = None):
        if not isinstance(shapes, _Shapes) or shapes.dim != self.dim:
            raise TypeError(f"shapes: Shapes{self.dim} are required, not {type(shapes).__name__}")
        at, stride = view("shape", shape, np.uint32)
        count = len(shape)
        pose_at, pose_stride = view("pose", pose, np.float32, (POSE_FLOATS[self.dim],), count)
        radius_at, radius_stride = (0, 0) if radius is None else view("radius", radius, np.float32, (), count)
        position_at, position_stride = (0, 0) if position is None else view("position", position, np.float64, (self.dim,), count)
        self._arrays: tuple[S, Words, Floats, Optional[Floats], Optional[Doubles]] = (shapes, shape, pose, radius, position)
        self._held = held(*self._arrays[1:])
        self._c = struct(f"lgjk_bodies{self.dim}", count=count, shapes=shapes._c,
                         shape=ffi.cast("uint32_t*", at), shape_stride=stride, pose=ffi.cast("float*", pose_at),
                         pose_stride=pose_stride, radius=ffi.cast("float*", radius_at), radius_stride=radius_stride,
                         position=ffi.cast("double*", position_at), position_stride=position_stride)
        self._warn_where_floats_are_coarse()

    def _warn_where_floats_are_coarse(self) -> None:
        sizes, found = self.shapes.sizes(), ffi.new("coarse_body*")
        if not lib.find_coarse(self.dim, self._c, ffi.from_buffer("float[]", sizes), sizes.shape[1], COARSE, found):
            return
        warnings.warn(f"pose[{found.body}]: neighbouring floats are {found.apart:g} apart there, more than {COARSE:g} of a body "
                      f"of size {found.size:g}; choose an origin near the bodies (poses{self.dim}, choose_origin)",
                      PrecisionWarning, stacklevel=3)

    def __len__(self) -> int:
        count: int = self._c.count
        return count

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} bodies, {len(self.shapes)} shapes)"

    def __reduce__(self) -> Any:
        return type(self), self._arrays

    @property
    def shapes(self) -> S:
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

    @property
    def position(self) -> Optional[Doubles]:
        """Your array of positions, or None."""
        return self._arrays[4]

    def add_positions(self, points: Floats, body: Words) -> Doubles:
        """Returns points in double, by adding the positions of the bodies that they are relative to.

        Arguments:
            points: (m, 2) or (m, 3) float32, such as `point_a` and `point_b` of results, of whose pairs `self` is the first
                view, or `point` of casts.
            body: (m,) uint32, the body of each, such as pairs[:, 0].

        Errors: RangeError, whose index is the point.
        """
        from_at, from_stride = view("points", points, np.float32, (self.dim,))
        at, stride = view("body", body, np.uint32, (), len(points))
        out = np.empty((len(points), self.dim))
        call(f"lgjk_add_positions{self.dim}", self._c, ffi.cast("uint32_t*", at), stride, ffi.cast("float*", from_at),
             from_stride, len(points), ffi.from_buffer("double[]", out))
        return out


class Bodies2(Bodies[Shapes2]):
    __doc__ = Bodies.__doc__
    dim = 2


class Bodies3(Bodies[Shapes3]):
    __doc__ = Bodies.__doc__
    dim = 3


B = TypeVar("B", Bodies2, Bodies3)
"""The bodies of one dimension: what belongs together has the same."""


def _floats(array: ArrayLike, shape: tuple[int, ...]) -> Any:
    return ffi.from_buffer("float[]", np.ascontiguousarray(np.broadcast_to(np.asarray(array, np.float32), shape)))


def choose_origin(position: ArrayLike) -> NDArray[np.float64]:
    """Returns an origin for poses2 or poses3: the median of the positions that are finite, rounded to whole numbers.

    Arguments:
        position: (n, 2) or (n, 3), in double precision, such as eastings and northings of a map.

    What comes back is relative to it: add it to results.point_a and its like in double precision.
    """
    exact = np.asarray(position, np.float64)
    known = exact[np.isfinite(exact).all(axis=1)]
    origin: NDArray[np.float64] = np.rint(np.median(known, axis=0)) if len(known) else np.zeros(exact.shape[1])
    return origin


def _places(dim: int, position: ArrayLike, origin: Optional[ArrayLike], size: float) -> Floats:
    """Returns positions relative to the origin, subtracted in double precision, as floats."""
    exact = np.asarray(position, np.float64)
    if exact.shape == (0,):  # an empty list
        exact = exact.reshape(0, dim)
    if exact.ndim != 2 or exact.shape[1] != dim:
        raise ArgumentError(f"position: shape (n, {dim}) is required, not {exact.shape}")
    advice = f"give poses{dim} an origin near the bodies (lanegjk.choose_origin(position)), or their size"
    return to_floats("position", exact if origin is None else exact - _origin(dim, origin), size, advice, 4)


def poses2(position: ArrayLike, angle: ArrayLike = 0.0, *, origin: Optional[ArrayLike] = None, size: float = 1.0) -> Floats:
    """Returns new poses (n, 4), with the same bits on every machine.

    Arguments:
        position: (n, 2), in double precision.
        angle: in radians, one for all or (n,).
        origin: None, or (2,): what is subtracted from the positions before they become floats, as choose_origin chooses it.
        size: of the smallest body, in the unit of the positions.

    PrecisionWarning: a position loses more than 1e-4 of the size because floats have 24 bits.
    """
    place = _places(2, position, origin, size)
    pose = np.empty((len(place), 4), np.float32)
    lib.poses2(_floats(place, place.shape), _floats(angle, (len(place),)), ffi.from_buffer("float[]", pose), len(place))
    return pose


def poses3(position: ArrayLike, axis: ArrayLike = (0, 0, 1), angle: ArrayLike = 0.0, *, origin: Optional[ArrayLike] = None,
           size: float = 1.0) -> Floats:
    """Returns new poses (n, 7), with the same bits on every machine.

    Arguments:
        position: (n, 3), in double precision.
        axis: of the turns, of any length, one for all or (n, 3).
        angle: in radians, one for all or (n,).
        origin: None, or (3,): what is subtracted from the positions before they become floats, as choose_origin chooses it.
        size: of the smallest body, in the unit of the positions.

    PrecisionWarning: a position loses more than 1e-4 of the size because floats have 24 bits.
    """
    place = _places(3, position, origin, size)
    count = len(place)
    pose = np.empty((count, 7), np.float32)
    lib.poses3(_floats(place, place.shape), _floats(axis, (count, 3)), _floats(angle, (count,)),
               ffi.from_buffer("float[]", pose), count)
    return pose


def normalize(pose: Floats) -> None:
    """Brings the rotations of poses back to unit length, in place.

    Arguments:
        pose: (n, 4) or (n, 7) float32.
    """
    dim = 2 if isinstance(pose, np.ndarray) and pose.shape[1:] == (4,) else 3
    at, stride = view("pose", pose, np.float32, (POSE_FLOATS[dim],), write=True)
    call(f"lgjk_pose{dim}_normalize", ffi.cast("float*", at), stride, len(pose))
