"""Casts: where moving shapes touch first."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Generic, Literal, Mapping, Optional, Sequence, Union

import numpy as np

from ._base import call, dtype_of, flags_of, held, isa_number, pairs_of, pointer, struct, tasks_of, view
from ._lists import filters_of
from ._native import ffi, lib
from ._queries import Results, attach, once
from ._shapes import POSE_FLOATS, B, Bodies2, Bodies3

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._base import Floats, Words, Workers
    from ._lists import Filters
    from ._queries import Layout
    from ._shapes import Bodies
    from ._trees import Trees

Hit = dtype_of("lgjk_cast_hit")
CastName = Literal["status", "iterations", "fraction", "normal", "point", "depth", "bad_count"]


class CastResults(Results):
    """The arrays that a cast writes: status (CastStatus), iterations, fraction (of the way), normal, point on B, depth.

    depth is that of an overlap at the beginning, and 0 else.
    """

    fraction: Floats
    point: Floats
    depth: Floats


def _options(bodies: Bodies[Any], other: Bodies[Any], most: Any, most_count: int, ways: Mapping[str, Any], **members: Any) -> Any:
    """Returns the lgjk_cast_options of ways (n, 2) or (n, 3), and turns (n, 2) {cosine, sine} or (n, 4) quaternions."""
    for name, array in ways.items():
        side = bodies if name.endswith("a") else other
        width = side.dim if name.startswith("way") or side.dim == 2 else 4
        at, stride = (0, 0) if array is None else view(name, array, np.float32, (width,), len(side))
        members.update({name: ffi.cast("float*", at), name + "_stride": stride})
    return struct("lgjk_cast_options", most=pointer("float*", "most", most, np.float32, (), most_count), **members)


def _end(name: str, pose: Optional[Floats], of: Bodies[Any]) -> Any:
    """Returns a pointer to poses that have the stride of the bodies' own, or NULL."""
    if pose is None:
        return ffi.NULL
    at, stride = view(name, pose, np.float32, (POSE_FLOATS[of.dim],), len(of))
    if len(of) > 1 and stride != of._c.pose_stride:
        raise ValueError(f"{name}: rows {of._c.pose_stride} bytes apart are required, as the poses', not {stride}")
    return ffi.cast("float*", at)


class Cast(Generic[B]):
    """A cast of pairs whose arrays are bound: each call writes where they touch first along their ways.

    `cast(first, count)` casts a range of the pairs, as queries do.

    Arguments:
        bodies: Bodies2 or Bodies3, the A side.
        pairs: (n, 2) uint32, bodies of `bodies` and of `other`.
        other: the B side, of the same dimension; None: the same bodies, with the same ways and turns.
        way: (n, 2) or (n, 3) float32, where each body moves, relative to its pose.
        other_way: that of `other`, which without it rests.
        turn: the rotation of each body at the end, (n, 2) {cosine, sine} or (n, 4) quaternions.
        other_turn: that of `other`.
        end: in place of ways and turns the poses at the end, such as those of the next frame, with the stride of the poses now.
        other_end: those of `other`.
        most: (n pairs,) float32, the greatest fraction of interest; None: 1.
        want: names of CastResults: %s; by default status and fraction.
        out: arrays of your own by name, or the CastResults of another cast: no allocation.
        target: shapes count as touching from this gap on.
        iteration_limit: 0, or how many steps a cast may take.
        flags: 0 or Flag.NORMALIZE.
        isa: the name of an instruction set, one of isas(), or "auto".
        workers: threads of C that share the work.

    Errors: as those of a Query.
    """

    def __init__(self, bodies: B, pairs: Words, *, other: Optional[B] = None, way: Optional[Floats] = None,
                 other_way: Optional[Floats] = None, turn: Optional[Floats] = None, other_turn: Optional[Floats] = None,
                 end: Optional[Floats] = None, other_end: Optional[Floats] = None, most: Optional[Floats] = None,
                 want: Sequence[CastName] = (), out: Union[Results, Mapping[str, Any], None] = None, target: float = 0.0,
                 iteration_limit: int = 0, flags: int = 0, isa: str = "auto", workers: Optional[Workers] = None):
        b, count, dim = bodies if other is None else other, len(pairs), bodies.dim
        if b.dim != dim:
            raise TypeError(f"other: bodies of {dim}D are required")
        if other is None and not other_way is other_turn is other_end is None:
            raise ValueError("other_way, other_turn, other_end: there is no other view")
        ways = {"way_a": way, "turn_a": turn, "way_b": way if other is None else other_way,
                "turn_b": turn if other is None else other_turn}
        layout: Layout = {"status": ("status", np.uint8, ()), "iterations": ("iterations", np.uint8, ()),
                          "fraction": ("fraction", np.float32, ()), "normal": ("normal", np.float32, (dim,)),
                          "point": ("point", np.float32, (dim,)), "depth": ("depth", np.float32, ()),
                          "bad_count": ("bad_count", np.uint64, ())}
        self.results: CastResults = CastResults()
        results = struct("lgjk_cast_results")
        attach(results, layout, count, want or (() if out else ("status", "fraction")), out, self.results)
        options = _options(bodies, b, most, count, ways, target=target, iteration_limit=iteration_limit, flags=flags_of(flags),
                           isa=isa_number(isa), tasks=tasks_of(workers))
        ends = (end, end if other is None else other_end)
        sweeps = not end is other_end is None
        self._keep: Any = (bodies, b, workers, held(pairs, most, *ways.values(), *ends, *vars(self.results).values()))
        self._name: str = f"lgjk_{'sweep' if sweeps else 'cast'}{dim}"
        self._count: int = count
        self._dim: int = dim
        to: list[Any] = []
        if sweeps:
            to = [_end(name, array, of) for name, array, of in zip(("end", "other_end"), ends, (bodies, b))]
        self._arguments = (bodies._c, b._c, *to, pairs_of("pairs", pairs)), (results, options)

    def __call__(self, first: int = 0, count: Optional[int] = None) -> CastResults:
        """Casts `count` pairs from `first` on (default: all), and returns the same CastResults each time."""
        head, tail = self._arguments
        call(self._name, *head, first, self._count - first if count is None else count, *tail)
        return self.results

    def __repr__(self) -> str:
        return f"Cast({self._count} pairs in {self._dim}D: {', '.join(vars(self.results))})"


Cast.__doc__ = (Cast.__doc__ or "") % ", ".join(CastName.__args__)  # type: ignore[attr-defined]
_TEXT = "Returns CastResults of pairs: one call of a Cast that is made for it."
cast2 = once("cast2", _TEXT, Cast[Bodies2], 2)
cast3 = once("cast3", _TEXT, Cast[Bodies3], 3)


def cast_against(bodies: B, trees: Trees[B], way: Optional[Floats] = None, *, turn: Optional[Floats] = None, k: int = 1,
                 all: bool = False, most: Optional[Floats] = None, filters: Optional[Filters] = None,
                 skip: Optional[Words] = None, target: float = 0.0, iteration_limit: int = 0, flags: int = 0,
                 isa: str = "auto", workers: Optional[Workers] = None) -> NDArray[Any]:
    """Returns the first hits (n, k) of each body on its way among the bodies of one or several trees: rays, sight lines, bullets.

    Arguments:
        bodies: Bodies2 or Bodies3; a ray is a body of one point.
        trees: a Tree, or several as Trees, of bodies of the same dimension, which rest.
        way: (n, 2) or (n, 3) float32, where each body moves.
        turn: the rotation of each body at the end, (n, 2) {cosine, sine} or (n, 4) quaternions.
        k: how many hits there is room for.
        all: CapacityError where a body has more than k.
        most: (n,) float32, the greatest fraction of interest; None: 1.
        filters: of `bodies`.
        skip: (n,) bodies of the trees that are left out, one for each body, such as itself.
        target: shapes count as touching from this gap on.
        iteration_limit: contacts for each pair, 0: 4,096. A cast that these do not decide is no hit.
        flags: 0 or Flag.NORMALIZE.
        isa: the name of an instruction set, one of isas(), or "auto".
        workers: threads of C that share the work.

    A hit has body (NO_BODY: there are fewer; Trees.which says of which tree), status, fraction, depth (of an overlap at the
    beginning), normal and point. Hits are sorted by fraction. A RuntimeWarning reports how many bodies have casts that are not
    decided.
    """
    count = len(bodies)
    hits = np.empty((count, k), Hit)
    search = struct("lgjk_cast_search", flags=lib.LGJK_CAST_ALL if all else 0, k=k,
                    hit=ffi.cast("lgjk_cast_hit*", view("hit", hits.reshape(-1), Hit)[0]),
                    filters_a=filters_of(filters, bodies), skip=pointer("uint32_t*", "skip", skip, np.uint32, (), count))
    options = _options(bodies, bodies, most, count, {"way_a": way, "turn_a": turn}, target=target,
                       iteration_limit=iteration_limit, flags=flags_of(flags), isa=isa_number(isa), tasks=tasks_of(workers))
    with trees._targets(bodies.dim) as targets:
        call(f"lgjk_cast_against{bodies.dim}", bodies._c, *targets, search, options)
    if search.limit_bodies:
        warnings.warn(f"{search.limit_bodies} bodies may have other hits: the limit ended a cast", RuntimeWarning, 2)
    return hits
