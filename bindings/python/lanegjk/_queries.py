"""Overlap, distance and contact of pairs: bound to their arrays, or called once."""
from __future__ import annotations

import functools
import inspect
from typing import (TYPE_CHECKING, Any, Callable, ClassVar, Generic, Literal, Mapping, NamedTuple, Optional, Sequence, TypeVar,
                    Union, get_origin)

import numpy as np

from ._base import call, dtype_of, flags_of, held, isa_number, nonzero, pairs_of, pointer, struct, tasks_of
from ._native import ffi, lib
from ._shapes import B, Bodies2, Bodies3

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import ParamSpec

    from ._base import Bytes, Floats, Tail, Words, Workers

    P = ParamSpec("P")
    Layout = dict[str, tuple[str, Any, Tail]]  # of results by name: member, dtype, shape of a row

R = TypeVar("R")
OverlapName = Literal["status", "iterations", "bad_count"]
DistanceName = Literal["status", "iterations", "bad_count", "distance", "point_a", "point_b"]
ContactName = Literal["status", "iterations", "bad_count", "distance", "point_a", "point_b", "normal", "manifold"]
W = TypeVar("W", bound=str)
"""The names of what a query can write."""
_KINDS = ("overlap", "distance", "contact")
Manifold2, Manifold3 = dtype_of("lgjk_manifold2"), dtype_of("lgjk_manifold3")


class Results:
    """The arrays that a query writes, an element for each pair. Those that were not requested are missing.

    status: Status. iterations: evaluations spent. distance: >= 0, for contacts minus the depth where shapes overlap, inf
    where BEYOND, NaN where BAD. point_a, point_b: (n, 2) or (n, 3), the closest points in the world. normal: unit, from A
    to B. manifold: count, normal and points of each pair. bad_count: one number, of the last call.
    """

    status: Bytes
    iterations: Bytes
    distance: Floats
    point_a: Floats
    point_b: Floats
    normal: Floats
    manifold: NDArray[Any]
    bad_count: NDArray[np.uint64]

    def __repr__(self) -> str:
        counts = {name: len(array) for name, array in vars(self).items() if name != "bad_count"}
        return f"{type(self).__name__}({max(counts.values(), default=0)} pairs: {', '.join(vars(self))})"

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name} is not among the results: request it with want=(\"{name}\", ...)")


@functools.lru_cache(maxsize=None)
def _member_type(struct_pointer: Any, member: str) -> Any:
    return dict(struct_pointer.item.fields)[member].type


def attach(results: Any, layout: Layout, count: int, want: Sequence[str],
           out: Union[Results, Mapping[str, Any], None], into: Any) -> None:
    """Makes or takes the requested arrays, and points the struct `results` to them. `into` gets them by name."""
    given: Mapping[str, Any] = vars(out) if isinstance(out, Results) else out or {}
    for name in dict.fromkeys([*want, *given]):
        if name not in layout:
            raise ValueError(f"want: {name!r} is none of {', '.join(layout)}")
        member, dtype, tail = layout[name]
        rows = 1 if name == "bad_count" else count
        array = given.get(name)
        if array is None:
            array = np.zeros((rows, *tail), dtype)
        setattr(into, name, array)
        kind = _member_type(ffi.typeof(results), member)
        setattr(results, member, pointer(kind, f"out[{name!r}]", array, dtype, tail, rows, write=True))


class BadReason(NamedTuple):
    """Why a pair is BAD: see lgjk_bad_reason. reason 0: it is not."""

    reason: int
    side: int
    body: int
    value: float
    text: str


class Query(Generic[B, W]):
    """%s of pairs, bound to arrays: each call is one call of C, without the GIL and without allocation.

    `query(first, count)` queries a range of the pairs. It may run on several threads at once for ranges that share no pair.

    Arguments:
        bodies: Bodies2 or Bodies3, the A side.
        pairs: (n, 2) uint32, bodies of `bodies` and of `other`.
        other: the B side, of the same dimension; None: the same bodies.
        warm: None, or records (n, 4) uint32, zeros at first (warm_records), which calls read and replace.
        want: names of Results%s.
        out: arrays of your own by name, or the Results of another query: no allocation.
        max_distance: pairs farther apart become BEYOND; 0: none.
        margin: manifolds take in points that are apart by so much.
        iteration_limit: 0, or how many steps a search may take.
        flags: a Flag, or several by |.
        isa: the name of an instruction set, one of isas(), or "auto".
        workers: threads of C that share the work.

    Errors when made: TypeError, ArgumentError. When called: PairIndexError, IsaError, RangeError, ArgumentError;
    nothing is written then.
    """

    _kind: ClassVar[str]
    _default: ClassVar[tuple[str, ...]]

    def __init__(self, bodies: B, pairs: Words, *, other: Optional[B] = None, warm: Optional[Words] = None,
                 want: Sequence[W] = (), out: Union[Results, Mapping[str, Any], None] = None,
                 max_distance: float = 0.0, margin: float = 0.0, iteration_limit: int = 0, flags: int = 0,
                 isa: str = "auto", workers: Optional[Workers] = None):
        b = bodies if other is None else other
        dim, kind = bodies.dim, self._kind
        if b.dim != dim:
            raise TypeError(f"other: bodies of {dim}D are required")
        listed = pairs_of("pairs", pairs)
        count = len(pairs)
        layout: Layout = {"status": ("status", np.uint8, ()), "iterations": ("iterations", np.uint8, ()),
                  "bad_count": ("bad_count", np.uint64, ())}
        if kind != "overlap":
            layout.update(distance=("distance", np.float32, ()), point_a=("point_a", np.float32, (dim,)),
                          point_b=("point_b", np.float32, (dim,)))
        if kind == "contact":
            layout.update(normal=("normal", np.float32, (dim,)),
                          manifold=(f"manifold{dim}", Manifold2 if dim == 2 else Manifold3, ()))
        self.results = Results()
        results = struct("lgjk_results")
        attach(results, layout, count, want or (() if out else self._default), out, self.results)
        options = struct("lgjk_options", isa=isa_number(isa), max_distance=nonzero("max_distance", max_distance),
                         margin=margin, iteration_limit=iteration_limit, flags=flags_of(flags), tasks=tasks_of(workers))
        records = pointer("lgjk_warm*", "warm", warm, np.uint32, (4,), count, write=True)
        self._keep: Any = (bodies, b, workers, held(pairs, warm, *vars(self.results).values()))
        self._name, self._dim, self._count = f"lgjk_{kind}{dim}", dim, count
        self._parts = (bodies._c, b._c, listed, records, results, options)
        self._bound = ffi.new("bound_query*", (dim, _KINDS.index(kind), *self._parts))
        self._run = lib.run_query

    def __call__(self, first: int = 0, count: Optional[int] = None) -> Results:
        """Runs the query on `count` pairs from `first` on (default: all), and returns the same Results each time."""
        if count is None:
            count = self._count - first
        if self._run(self._bound, first, count):
            call(self._name, *self._parts[:4], first, count, *self._parts[4:])  # for the reason; nothing was written
        return self.results

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._count} pairs in {self._dim}D: {', '.join(vars(self.results))})"

    def bad_reason(self, pair: int) -> BadReason:
        """Returns why a pair is BAD, in words and numbers.

        Arguments:
            pair: its index. Errors: RangeError.
        """
        why = struct("lgjk_bad_reason")
        call(f"lgjk_bad_reason{self._dim}", *self._parts[:3], pair, self._parts[5], why)
        return BadReason(why.reason, why.side, why.body, why.value, ffi.string(why.text).decode())


def _documented(what: str, names: Any, default: tuple[str, ...]) -> str:
    text = f": {', '.join(names.__args__)}; by default {' and '.join(default)}"
    return (Query.__doc__ or "") % (what, text)


class Overlap(Query[B, OverlapName]):
    _kind, _default = "overlap", ("status",)
    __doc__ = _documented("Whether shapes overlap,", OverlapName, _default)


class Distance(Query[B, DistanceName]):
    _kind, _default = "distance", ("distance",)
    __doc__ = _documented("Distances", DistanceName, _default)


class Contact(Query[B, ContactName]):
    _kind, _default = "contact", ("distance", "normal")
    __doc__ = _documented("Contacts", ContactName, _default)


Query.__doc__ = _documented("Overlap, Distance or Contact", ContactName, ("what the class says",))


def once(name: str, text: str, bind: Callable[P, Callable[[], R]], dim: int) -> Callable[P, R]:
    """Returns the function that binds and calls once, with the signature and the arguments of the bound form."""
    made: Any = get_origin(bind) or bind

    def run(*given: P.args, **options: P.kwargs) -> R:
        if given and getattr(given[0], "dim", dim) != dim:
            raise TypeError(f"{name}: Bodies{dim} are required, not {type(given[0]).__name__}")
        result: R = made(*given, **options)()
        return result
    run.__name__ = run.__qualname__ = name
    run.__module__ = "lanegjk"
    run.__doc__ = f"{text}\n\nArguments:{inspect.cleandoc(made.__doc__).partition('Arguments:')[2]}"
    run.__signature__ = inspect.signature(made)  # type: ignore[attr-defined]
    return run


_TEXT = "Returns Results of pairs, %s: one call of a Query that is made for it. For loops bind the query."
overlap2 = once("overlap2", _TEXT % "whether they overlap", Overlap[Bodies2], 2)
overlap3 = once("overlap3", _TEXT % "whether they overlap", Overlap[Bodies3], 3)
distance2 = once("distance2", _TEXT % "how far apart they are", Distance[Bodies2], 2)
distance3 = once("distance3", _TEXT % "how far apart they are", Distance[Bodies3], 3)
contact2 = once("contact2", _TEXT % "how they touch", Contact[Bodies2], 2)
contact3 = once("contact3", _TEXT % "how they touch", Contact[Bodies3], 3)


def warm_records(count: int) -> Words:
    """Returns records (count, 4) for a first call with warm=.

    Arguments:
        count: of the pairs.
    """
    return np.zeros((count, 4), np.uint32)


def warm_carry(before: Words, records: Optional[Words], now: Words, out: Optional[Words] = None,
               workers: Optional[Workers] = None) -> Words:
    """Returns the records (m, 4) of the pairs `now`: of those that `before` has, theirs; of others zeros.

    Arguments:
        before: (n, 2), the last list of pairs.
        records: (n, 4), its records, or None: zeros.
        now: (m, 2), the new list.
        out: None, or (m, 4) where the records are written.
        workers: threads of C that share the work.

    Both lists are sorted by (a, b), without repeats. Errors: ArgumentError, whose index is the pair out of order.
    """
    records_out = warm_records(len(now)) if out is None else out
    call("lgjk_warm_carry", pairs_of("before", before),
         pointer("lgjk_warm*", "records", records, np.uint32, (4,), len(before)), pairs_of("now", now),
         pointer("lgjk_warm*", "out", records_out, np.uint32, (4,), len(now), write=True), tasks_of(workers))
    return records_out
