"""Pairs that may meet, indices of what rests, nearest bodies, events, order."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np

from ._base import CapacityError, aligned, call, dtype_of, isa_number, pairs_of, pointer, struct, tasks_of, view
from ._native import ffi, lib
from ._queries import once

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._base import Bytes, Floats, Words, Workers
    from ._shapes import Bodies

Event = dtype_of("lgjk_event")


class Filters:
    """Who may meet whom: a and b if category a & mask b and category b & mask a, and not both of one group other than 0.

    Arrays (n,) uint32 of yours, read where they are, all with the same stride. Default: category 1, all bits, group 0. A
    body of category 0 is an empty slot.
    """

    def __init__(self, category: Optional[Words] = None, mask: Optional[Words] = None, group: Optional[Words] = None):
        given = {name: view(name, array, np.uint32) for name, array in
                 (("category", category), ("mask", mask), ("group", group)) if array is not None}
        strides = {stride for _, stride in given.values()}
        if len(strides) > 1:
            raise ValueError("category, mask and group: their strides differ; use numpy.ascontiguousarray")
        self._count = {len(array) for array in (category, mask, group) if array is not None}
        self._keep = (category, mask, group)
        self._c = struct("lgjk_filters", stride=strides.pop() if strides else 0,
                         **{name: ffi.cast("uint32_t*", at) for name, (at, _) in given.items()})


def filters_of(filters: Optional[Filters], bodies: Bodies) -> Any:
    """Returns the lgjk_filters of so many bodies, or NULL."""
    if filters is None:
        return ffi.NULL
    if filters._count - {len(bodies)}:
        raise ValueError(f"filters: arrays of {len(bodies)} elements are wanted")
    return filters._c


class Index:
    """An index of bodies that rest, in one block of memory. Made once; the bodies are not needed to find pairs later.

    reach: the greatest radius of a body that will ask, plus the margin; for `nearest` the size of cells, 0: chosen.
    nearest: for Index.nearest; else for find_against and casts. Errors: ArgumentError.
    """

    def __init__(self, bodies: Bodies, reach: float = 0.0, *, nearest: bool = False, filters: Optional[Filters] = None,
                 flags: int = 0, workers: Optional[Workers] = None):
        self.bodies, self.dim = bodies, bodies.dim
        kind = lib.LGJK_INDEX_NEAREST if nearest else lib.LGJK_INDEX_COVER
        made_for = struct("lgjk_index_def", reach=reach, kind=kind, flags=int(flags), filters=filters_of(filters, bodies))
        size = ffi.new("uint64_t*")
        call(f"lgjk_index_size{self.dim}", bodies._c, made_for, size)
        self.memory = aligned(size[0])
        self._c = ffi.from_buffer(self.memory)
        call(f"lgjk_index_build{self.dim}", bodies._c, made_for, self._c, size[0], tasks_of(workers))

    def nearest(self, points: Floats, k: int, *, max_distance: float = 0.0, skip: Optional[Words] = None,
                isa: str = "auto", workers: Optional[Workers] = None) -> Nearest:
        """Returns the k (1..64) bodies whose positions are nearest to each of points (n, 2) or (n, 3), nearest first.

        points may be the first columns of poses. skip: (n,) bodies that are left out, one for each point.
        """
        at, stride = view("points", points, np.float32, (self.dim,))
        count = len(points)
        found = Nearest(np.empty((count, k), np.uint32), np.empty((count, k), np.float32), np.empty(count, np.uint32))
        options = struct("lgjk_nearest_options", isa=isa_number(isa), max_distance=max_distance, stride=stride,
                         skip=pointer("uint32_t*", "skip", skip, np.uint32, (), count), tasks=tasks_of(workers))
        call(f"lgjk_nearest{self.dim}", self._c, ffi.cast("float*", at), count, k,
             ffi.from_buffer("uint32_t[]", found.body), ffi.from_buffer("float[]", found.distance),
             ffi.from_buffer("uint32_t[]", found.found), options)
        return found


class Nearest(NamedTuple):
    """body (n, k), NO_BODY where there are fewer; distance (n, k), inf there; found (n,), how many."""

    body: Words
    distance: Floats
    found: Words


class Finder:
    """Finds the pairs of bodies that are no farther apart than `margin`, by bounds: each once, sorted by (a, b).

    Of one view, of `bodies` with `other`, or of `bodies` with an `index`. motion: (n, 2) or (n, 3), how far each body
    moves until the next call. The arrays are bound: call it each tick. It returns pairs (m, 2), which queries take as they
    are, in memory of the finder that the next call overwrites; memory grows where it must. bad_bodies: how many bodies
    the last call left out because a query would call their pairs BAD. Errors: ArgumentError, IsaError.
    """

    def __init__(self, bodies: Bodies, other: Optional[Bodies] = None, *, index: Optional[Index] = None,
                 margin: float = 0.0, motion: Optional[Floats] = None, filters: Optional[Filters] = None,
                 other_filters: Optional[Filters] = None, flags: int = 0, isa: str = "auto",
                 workers: Optional[Workers] = None, capacity: int = 0):
        if other is not None and index is not None:
            raise ValueError("other and index: one of both")
        self._dim, self._bodies, self._index = bodies.dim, bodies, index
        for name, what in (("other", other), ("index", index)):
            if what is not None and what.dim != bodies.dim:
                raise TypeError(f"{name}: one of {bodies.dim}D is wanted")
        self._keep = (other, motion, filters, other_filters, workers)
        at, stride = (0, 0) if motion is None else view("motion", motion, np.float32, (self._dim,), len(bodies))
        self._options = struct("lgjk_find_options", isa=isa_number(isa), margin=margin, flags=int(flags),
                               motion=ffi.cast("float*", at), motion_stride=stride, tasks=tasks_of(workers),
                               filters_a=filters_of(filters, bodies),
                               filters_b=ffi.NULL if other is None else filters_of(other_filters, other))
        self._b = ffi.NULL if other is None else other._c
        self._count_b = 0 if other is None else len(other)
        self.bad_bodies = 0
        self._reserve(capacity or 4 * len(bodies) + 64)

    def _reserve(self, capacity: int) -> None:
        self._pairs = np.empty((2, capacity), np.uint32)
        at = ffi.from_buffer("uint32_t[]", self._pairs)
        self._list = struct("lgjk_pair_list", a=at, b=at + capacity, capacity=capacity)
        self._size = getattr(lib, f"lgjk_find_scratch{self._dim}")(len(self._bodies), self._count_b, capacity)
        self._scratch = aligned(self._size)

    def __call__(self) -> Words:
        """Finds the pairs now."""
        against = self._index is not None
        name = f"lgjk_find_{'against' if against else 'pairs'}{self._dim}"
        try:
            call(name, self._bodies._c, self._index._c if self._index is not None else self._b, self._list,
                 ffi.from_buffer(self._scratch), self._size, self._options)
        except CapacityError as error:
            self._reserve(error.index + error.index // 4)
            return self()
        self.bad_bodies = self._list.bad_bodies
        return self._pairs[:, :self._list.count].T


_TEXT = "Returns pairs (m, 2) of bodies that may meet, by a Finder that is made and called once; its arguments and errors."
find_pairs2 = once("find_pairs2", _TEXT, Finder, 2)
find_pairs3 = once("find_pairs3", _TEXT, Finder, 3)


def find_against(bodies: Bodies, index: Index, *, margin: float = 0.0, filters: Optional[Filters] = None,
                 workers: Optional[Workers] = None) -> Words:
    """Returns pairs (m, 2) of a body and one of an index that may meet, sorted: as Finder with index=."""
    return Finder(bodies, index=index, margin=margin, filters=filters, workers=workers)()


def order(bodies: Bodies) -> Words:
    """Returns which body should stand at each place (n,), so that neighbours in space are neighbours in memory."""
    places = np.empty(len(bodies), np.uint32)
    scratch = aligned(16 * len(bodies))
    call(f"lgjk_order{bodies.dim}", bodies._c, ffi.from_buffer("uint32_t[]", places), ffi.from_buffer(scratch),
         len(scratch))
    return places


def pairs_match(before: Words, now: Words, workers: Optional[Workers] = None) -> Words:
    """Returns for each pair of `now` its row in `before`, or NO_PAIR. Both are sorted by (a, b), without repeats."""
    rows = np.empty(len(now), np.uint32)
    call("lgjk_pairs_match", pairs_of("before", before), pairs_of("now", now), ffi.from_buffer("uint32_t[]", rows),
         tasks_of(workers))
    return rows


def pairs_renumber(before: Words, order: Optional[Words], other_order: Optional[Words] = None, *,
                   one_view: bool = True) -> tuple[Words, Words]:
    """Returns a list of pairs anew after bodies have changed places, sorted, and for each pair its row in `before`.

    order: (n,), the body that stands at each place now, by its number before, as `order` tells. one_view: pairs of one
    view; else other_order is the order of the B side, None where those stay. Errors: ArgumentError.
    """
    listed, orders = pairs_of("before", before), (order, order if one_view else other_order)
    at = [pointer("uint32_t*", name, array, np.uint32) for name, array in zip(("order", "other_order"), orders)]
    bodies = before.max(axis=0).astype(int) + 1 if len(before) else (0, 0)  # of a side that stays, as many as pairs name
    counts = [int(most) if array is None else len(array) for array, most in zip(orders, bodies)]
    memory, rows = np.empty((2, len(before)), np.uint32), np.empty(len(before), np.uint32)
    first = ffi.from_buffer("uint32_t[]", memory)
    now = struct("lgjk_pair_list", a=first, b=first + len(before), capacity=len(before))
    scratch = aligned(8 * (len(before) + sum(counts) + 1))
    call("lgjk_pairs_renumber", listed, at[0], counts[0], at[1], counts[1], now,
         ffi.from_buffer("uint32_t[]", rows), ffi.from_buffer(scratch), len(scratch))
    return memory.T, rows


class Touches(NamedTuple):
    """A sorted list of pairs (n, 2) and whether each touches (n,): what pair_events needs of the tick before."""

    pairs: Words
    touching: Bytes


NOTHING_TOUCHES = Touches(np.empty((0, 2), np.uint32), np.empty(0, np.uint8))


def pair_events(before: Touches, pairs: Words, status: Bytes, *, distance: Optional[Floats] = None, slop: float = 0.0,
                replaced: Optional[Bytes] = None, replaced_b: Optional[Bytes] = None, persist: bool = False,
                workers: Optional[Workers] = None) -> tuple[NDArray[Any], Touches]:
    """Returns the events since `before` (NOTHING_TOUCHES at first), and the touches now, for the next tick.

    An event has a, b, kind (EventKind) and pair, its row now; of an END its row before. distance, slop: a pair that
    touched goes on to touch up to this gap. replaced, replaced_b: a byte for each body of A and B, not 0 where the slot
    holds another body than before; without replaced_b both sides are one view. persist: touches that go on are told, too.
    Keep the arrays of the pairs: a finder's next call overwrites its own. Errors: ArgumentError.
    """
    listed, count = pairs_of("pairs", pairs), len(pairs)
    for name, array, column in (("replaced", replaced, 0), ("replaced_b", replaced_b, 1)):
        most = max((int(of[:, column if replaced_b is not None else slice(None)].max()) for of in (before.pairs, pairs)
                    if len(of)), default=-1)
        if array is not None and len(array) <= most:
            raise ValueError(f"{name}: a byte for each body is wanted, {most + 1} at least")
    touches = Touches(pairs, np.zeros(count, np.uint8))
    lists = [pairs_of("before", before.pairs), listed]
    was, now = (struct("lgjk_touches", pairs=of, touching=ffi.cast("uint8_t*", view("touching", touching, np.uint8, (), of.count,
                                                                                  dense=True)[0]))
                for of, touching in zip(lists, (before.touching, touches.touching)))
    event = np.empty(len(before.pairs) + count, Event)
    told = struct("lgjk_events", flags=lib.LGJK_EVENTS_PERSIST if persist else 0, capacity=len(event),
                  event=ffi.cast("lgjk_event*", view("event", event, Event)[0]), tasks=tasks_of(workers))
    call("lgjk_pair_events", was, now, pointer("uint8_t*", "status", status, np.uint8, (), count),
         pointer("float*", "distance", distance, np.float32, (), count), slop,
         pointer("uint8_t*", "replaced", replaced, np.uint8),
         pointer("uint8_t*", "replaced_b", replaced if replaced_b is None else replaced_b, np.uint8), told)
    return event[:told.count], touches
