"""Pairs that may meet, indices of what rests, nearest bodies, events, order."""
from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Optional

import numpy as np

from ._base import (Exclusive, aligned, call, dtype_of, isa_number, pairs_of, pointer, reported, struct, tasks_of, view)
from ._native import ffi, lib
from ._queries import once
from ._shapes import B, Bodies2, Bodies3

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._base import Bytes, Floats, Words, Workers
    from ._shapes import Bodies

KEPT_BYTES = 1 << 26
"""What a thread keeps for the next find_pairs2, find_pairs3 or find_against."""
Event = dtype_of("lgjk_event")


class Filters:
    """Who may meet whom: a and b if category a & mask b and category b & mask a, and not both of one group other than 0.

    Arguments:
        category: None, 1 for all, or (n,) uint32; a body of category 0 is an empty slot.
        mask: None, all bits, or (n,) uint32.
        group: None, 0 for all, or (n,) uint32.

    The arrays are read where they are, and have the same stride.
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

    def __repr__(self) -> str:
        given = [name for name, array in zip(("category", "mask", "group"), self._keep) if array is not None]
        return f"Filters({', '.join(given)} of {max(self._count, default=0)} bodies)"

    def __reduce__(self) -> Any:
        return Filters, self._keep


def filters_of(filters: Optional[Filters], bodies: Bodies[Any]) -> Any:
    """Returns the lgjk_filters of so many bodies, or NULL."""
    if filters is None:
        return ffi.NULL
    if filters._count - {len(bodies)}:
        raise ValueError(f"filters: arrays of {len(bodies)} elements are required")
    return filters._c


class Index(Generic[B]):
    """An index of bodies that rest, in one block of memory. Made once; the bodies are not needed to find pairs later.

    Arguments:
        bodies: Bodies2 or Bodies3 that rest.
        reach: the greatest radius of a query body, plus the margin; for `nearest` the size of cells, 0: chosen.
        nearest: for Index.nearest; else for find_against and casts.
        filters: of the bodies, which are copied into the index.
        flags: 0 or Flag.NORMALIZE.
        workers: threads of C that share the work.

    Any number of threads may use it at once. Errors: ArgumentError.
    """

    def __init__(self, bodies: B, reach: float = 0.0, *, nearest: bool = False, filters: Optional[Filters] = None,
                 flags: int = 0, workers: Optional[Workers] = None):
        kind = lib.LGJK_INDEX_NEAREST if nearest else lib.LGJK_INDEX_COVER
        made_for = struct("lgjk_index_def", reach=reach, kind=kind, flags=int(flags), filters=filters_of(filters, bodies))
        size = ffi.new("uint64_t*")
        call(f"lgjk_index_size{bodies.dim}", bodies._c, made_for, size)
        memory = aligned(size[0])
        call(f"lgjk_index_build{bodies.dim}", bodies._c, made_for, ffi.from_buffer(memory), size[0], tasks_of(workers))
        self._hold(bodies, memory, nearest)

    def _hold(self, bodies: B, memory: Bytes, nearest: bool) -> None:
        memory.flags.writeable = False
        self.bodies: B = bodies
        self.dim, self.memory, self._nearest = bodies.dim, memory, nearest
        self._c = ffi.from_buffer(memory)

    def __repr__(self) -> str:
        use = ", nearest" if self._nearest else ""
        return f"Index({len(self.bodies)} bodies in {self.dim}D{use}, {len(self.memory)} bytes)"

    def __getstate__(self) -> Any:
        return self.bodies, self.memory, self._nearest

    def __setstate__(self, state: Any) -> None:
        bodies, memory, nearest = state
        copied = aligned(len(memory))
        copied[:] = memory
        self._hold(bodies, copied, nearest)

    def nearest(self, points: Floats, k: int, *, max_distance: float = 0.0, skip: Optional[Words] = None,
                isa: str = "auto", workers: Optional[Workers] = None) -> Nearest:
        """Returns the bodies whose positions are nearest to each point, nearest first.

        Arguments:
            points: (n, 2) or (n, 3) float32, such as the first columns of poses.
            k: how many for each point, 1..64.
            max_distance: bodies farther off are left out; 0: none are.
            skip: (n,) bodies that are left out, one for each point.
            isa: the name of an instruction set, or "auto".
            workers: threads of C that share the work.
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

    def __repr__(self) -> str:
        return f"Nearest({len(self.found)} points, {self.body.shape[1]} bodies each)"


_SCRATCH = {2: lib.lgjk_find_scratch2, 3: lib.lgjk_find_scratch3}


class _Memory:
    """The list of pairs and the scratch of a finder, which grow where a call needs more, and the arguments of C with them."""

    def __init__(self) -> None:
        self.list, self.room, self.size = struct("lgjk_pair_list"), -1, -1
        self.call = ffi.new("bound_find*", {"list": self.list})

    def grow(self, counts: tuple[int, int, int], capacity: int) -> None:
        """Makes room for so many pairs of bodies (dimension, of A, of B)."""
        if capacity > self.room:
            self.pairs, self.room = np.empty((2, capacity), np.uint32), capacity
            self.list.a = at = ffi.from_buffer("uint32_t[]", self.pairs)
            self.list.b, self.list.capacity = at + capacity, capacity
        dim, count, count_b = counts
        size = _SCRATCH[dim](count, count_b, self.room)
        if size > self.size:
            self.scratch, self.size = aligned(size), size
            self.call.scratch, self.call.scratch_size = ffi.from_buffer(self.scratch), size


class Finder(Generic[B]):
    """Finds the pairs of bodies that are no farther apart than a margin, by bounds: each once, sorted by (a, b).

    The arrays are bound: call it each tick. It returns pairs (m, 2), which queries take as they are, in memory of the finder
    that the next call overwrites; memory grows where it must. bad_bodies: how many bodies the last call left out because a
    query would call their pairs BAD. A call while another thread is inside one raises BusyError: make a finder for each thread.

    Arguments:
        bodies: Bodies2 or Bodies3.
        other: pairs of one of `bodies` with one of these, of the same dimension.
        index: pairs of one of `bodies` with one of an Index.
        margin: the greatest gap.
        motion: (n, 2) or (n, 3) float32, how far each body moves until the next call.
        filters: of `bodies`.
        other_filters: of `other`.
        flags: 0 or Flag.NORMALIZE.
        isa: the name of an instruction set, or "auto".
        workers: threads of C that share the work.
        capacity: how many pairs there is room for at first; 0: chosen.

    Errors: ArgumentError, IsaError.
    """

    def __init__(self, bodies: B, other: Optional[B] = None, *, index: Optional[Index[B]] = None,
                 margin: float = 0.0, motion: Optional[Floats] = None, filters: Optional[Filters] = None,
                 other_filters: Optional[Filters] = None, flags: int = 0, isa: str = "auto",
                 workers: Optional[Workers] = None, capacity: int = 0):
        dim = bodies.dim
        if other is not None and index is not None:
            raise ValueError("other and index: one of both")
        second = other if index is None else index
        if second is not None and second.dim != dim:
            raise TypeError(f"other, index: one of {dim}D is required")
        options = struct("lgjk_find_options", isa=isa_number(isa), margin=margin, flags=int(flags), tasks=tasks_of(workers),
                         filters_a=filters_of(filters, bodies))
        if motion is not None:
            at, options.motion_stride = view("motion", motion, np.float32, (dim,), len(bodies))
            options.motion = ffi.cast("float*", at)
        if other is not None:
            options.filters_b = filters_of(other_filters, other)
        self._keep: Any = (bodies, other, index, motion, filters, other_filters, workers, options)
        count = len(bodies)
        self._counts = dim, count, 0 if other is None else len(other)
        self._memory = memory = self._take()
        memory.grow(self._counts, capacity or 4 * count + 64)
        call = memory.call
        call.dim, call.against, call.a, call.options = dim, index is not None, bodies._c, options
        call.b = ffi.NULL if second is None else second._c
        self.bad_bodies = 0

    def _take(self) -> _Memory:
        self._exclusive = Exclusive("Finder")
        return _Memory()

    def _find(self) -> Any:
        memory = self._memory
        while lib.find(memory.call):
            error = memory.call.error
            if error.code != lib.LGJK_ERROR_CAPACITY:
                raise reported(error)
            memory.grow(self._counts, error.index + error.index // 4)
        self.bad_bodies = memory.list.bad_bodies
        return memory.pairs[:, :memory.list.count]

    def __call__(self) -> Words:
        """Finds the pairs now."""
        with self._exclusive:
            pairs: Words = self._find().T
        return pairs

    def __repr__(self) -> str:
        dim, count, other = self._counts
        index = self._keep[2]
        second = f" with {len(index.bodies)} of an index" if index is not None else f" with {other}" if other else ""
        return f"Finder({count} bodies{second} in {dim}D, room for {self._memory.room} pairs)"


class _Kept(threading.local):
    """The memory that a thread keeps between calls without a finder of their own."""

    memory: Optional[_Memory] = None


_kept = _Kept()


class _FindOnce(Finder[B]):
    __doc__ = Finder.__doc__

    def _take(self) -> _Memory:
        memory, _kept.memory = _kept.memory or _Memory(), None  # nobody else has it now
        return memory

    def __call__(self) -> Words:
        pairs: Words = self._find().copy().T
        if 8 * self._memory.room + self._memory.size <= KEPT_BYTES:
            _kept.memory = self._memory
        return pairs


_TEXT = "Returns pairs (m, 2) of bodies that may meet: one call of a Finder that is made for it, in memory of their own."
find_pairs2 = once("find_pairs2", _TEXT, _FindOnce[Bodies2], 2)
find_pairs3 = once("find_pairs3", _TEXT, _FindOnce[Bodies3], 3)


def find_against(bodies: B, index: Index[B], *, margin: float = 0.0, filters: Optional[Filters] = None,
                 workers: Optional[Workers] = None) -> Words:
    """Returns pairs (m, 2) of a body and one of an index that may meet, sorted: as Finder with index=.

    Arguments:
        bodies: Bodies2 or Bodies3.
        index: of bodies of the same dimension.
        margin: the greatest gap.
        filters: of `bodies`.
        workers: threads of C that share the work.
    """
    return _FindOnce(bodies, index=index, margin=margin, filters=filters, workers=workers)()


def order(bodies: Bodies[Any]) -> Words:
    """Returns which body should stand at each place (n,), so that neighbours in space are neighbours in memory.

    Arguments:
        bodies: Bodies2 or Bodies3.
    """
    places = np.empty(len(bodies), np.uint32)
    scratch = aligned(16 * len(bodies))
    call(f"lgjk_order{bodies.dim}", bodies._c, ffi.from_buffer("uint32_t[]", places), ffi.from_buffer(scratch),
         len(scratch))
    return places


def pairs_match(before: Words, now: Words, workers: Optional[Workers] = None) -> Words:
    """Returns for each pair of `now` its row in `before`, or NO_PAIR.

    Arguments:
        before: (n, 2), sorted by (a, b), without repeats.
        now: (m, 2), likewise.
        workers: threads of C that share the work.
    """
    rows = np.empty(len(now), np.uint32)
    call("lgjk_pairs_match", pairs_of("before", before), pairs_of("now", now), ffi.from_buffer("uint32_t[]", rows),
         tasks_of(workers))
    return rows


def pairs_renumber(before: Words, order: Optional[Words], other_order: Optional[Words] = None, *,
                   one_view: bool = True) -> tuple[Words, Words]:
    """Returns a list of pairs after bodies have changed places, sorted, and for each pair its row in `before`.

    Arguments:
        before: (n, 2), sorted by (a, b), without repeats.
        order: the body that stands at each place now, by its number before, as lanegjk.order has it; None: all stay.
        other_order: that of the B side; None where those stay.
        one_view: both sides are one view, and `order` is that of both.

    Errors: ArgumentError.
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

    def __repr__(self) -> str:
        return f"Touches({len(self.pairs)} pairs, {int(np.count_nonzero(self.touching))} touch)"


NOTHING_TOUCHES = Touches(np.empty((0, 2), np.uint32), np.empty(0, np.uint8))


def pair_events(before: Touches, pairs: Words, status: Bytes, *, distance: Optional[Floats] = None, slop: float = 0.0,
                replaced: Optional[Bytes] = None, replaced_b: Optional[Bytes] = None, persist: bool = False,
                workers: Optional[Workers] = None) -> tuple[NDArray[Any], Touches]:
    """Returns the events since `before`, and the touches now, for the next tick.

    Arguments:
        before: what the last call returned; NOTHING_TOUCHES at first.
        pairs: (n, 2), found with a margin of at least `slop`. Keep them: a finder's next call overwrites its own.
        status: (n,), of any query.
        distance: (n,), of a contact or distance query, for `slop`.
        slop: a pair that touched goes on touching up to this gap.
        replaced: (bodies,) uint8, not 0 where the slot of A holds another body than before.
        replaced_b: the same of B; without it both sides are one view.
        persist: touches that go on are events, too.
        workers: threads of C that share the work.

    An event has a, b, kind (EventKind) and pair, its row now; of an END its row before. Errors: ArgumentError.
    """
    listed, count = pairs_of("pairs", pairs), len(pairs)
    for name, array, column in (("replaced", replaced, 0), ("replaced_b", replaced_b, 1)):
        most = max((int(of[:, column if replaced_b is not None else slice(None)].max()) for of in (before.pairs, pairs)
                    if len(of)), default=-1)
        if array is not None and len(array) <= most:
            raise ValueError(f"{name}: a byte for each body is required, {most + 1} at least")
    touches = Touches(pairs, np.zeros(count, np.uint8))
    lists = [pairs_of("before", before.pairs), listed]
    was, now = (struct("lgjk_touches", pairs=of, touching=ffi.cast("uint8_t*", view("touching", touching, np.uint8, (), of.count,
                                                                                  dense=True)[0]))
                for of, touching in zip(lists, (before.touching, touches.touching)))
    event = np.empty(len(before.pairs) + count, Event)
    out = struct("lgjk_events", flags=lib.LGJK_EVENTS_PERSIST if persist else 0, capacity=len(event),
                 event=ffi.cast("lgjk_event*", view("event", event, Event)[0]), tasks=tasks_of(workers))
    call("lgjk_pair_events", was, now, pointer("uint8_t*", "status", status, np.uint8, (), count),
         pointer("float*", "distance", distance, np.float32, (), count), slop,
         pointer("uint8_t*", "replaced", replaced, np.uint8),
         pointer("uint8_t*", "replaced_b", replaced if replaced_b is None else replaced_b, np.uint8), out)
    return event[:out.count], touches
