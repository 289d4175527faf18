"""Pairs that may meet, events, order."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Optional

import numpy as np

from ._base import (Exclusive, aligned, call, dtype_of, flags_of, held, isa_number, pairs_of, pointer, reported, struct,
                    tasks_of, view)
from ._lists import Memory, filters_of, give_back, take
from ._native import ffi, lib
from ._queries import once
from ._shapes import B, Bodies2, Bodies3

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._base import Bytes, Floats, Words, Workers
    from ._lists import Filters
    from ._shapes import Bodies

Event = dtype_of("lgjk_event")


class Finder(Generic[B]):
    """Finds the pairs of bodies that are no farther apart than a margin, by bounds: each once, sorted by (a, b).

    The arrays are bound: call it each tick. It returns pairs (m, 2), which queries take as they are, in memory of the finder
    that the next call overwrites; memory grows where it must. bad_bodies: how many bodies the last call left out because a
    query would call their pairs BAD. compared: its work, in comparisons of 16 bodies near each other with as many or a node. cut:
    how many of these `effort` has ended. A call while another thread is inside one raises BusyError: make a finder for each
    thread.

    Arguments:
        bodies: Bodies2 or Bodies3.
        other: pairs of one of `bodies` with one of these, of the same dimension.
        margin: the greatest gap.
        motion: (n, 2) or (n, 3) float32, how far each body moves until the next call.
        filters: of `bodies`.
        other_filters: of `other`.
        effort: 0, or the greatest number of comparisons for 16 bodies near each other. Beyond it pairs may be missing.
        flags: 0 or Flag.NORMALIZE.
        isa: the name of an instruction set, or "auto".
        workers: threads of C that share the work.
        capacity: how many pairs there is room for at first; 0: chosen.

    Errors: ArgumentError, IsaError.
    """

    def __init__(self, bodies: B, other: Optional[B] = None, *, margin: float = 0.0, motion: Optional[Floats] = None,
                 filters: Optional[Filters] = None, other_filters: Optional[Filters] = None, effort: int = 0, flags: int = 0,
                 isa: str = "auto", workers: Optional[Workers] = None, capacity: int = 0):
        dim = bodies.dim
        if other is not None and other.dim != dim:
            raise TypeError(f"other: bodies of {dim}D are required")
        options = struct("lgjk_find_options", isa=isa_number(isa), margin=margin, flags=flags_of(flags), effort=effort,
                         tasks=tasks_of(workers), filters_a=filters_of(filters, bodies))
        if motion is not None:
            at, options.motion_stride = view("motion", motion, np.float32, (dim,), len(bodies))
            options.motion = ffi.cast("float*", at)
        if other is not None:
            options.filters_b = filters_of(other_filters, other)
        self._keep: Any = (bodies, other, held(motion), filters, other_filters, workers, options)
        count = len(bodies)
        self._counts = dim, count, 0 if other is None else len(other)
        self._memory = self._take()
        self._c = ffi.new("bound_find*", {"dim": dim, "a": bodies._c, "b": ffi.NULL if other is None else other._c,
                                          "options": options, "list": self._memory.list})
        self._grow(capacity or 4 * count + 64)
        self.bad_bodies, self.compared, self.cut = 0, 0, 0

    def _take(self) -> Memory:
        self._exclusive = Exclusive("Finder")
        return Memory()

    def _grow(self, capacity: int) -> None:
        dim, *counts = self._counts
        memory = self._memory
        memory.grow(capacity, lambda room: int(_SCRATCH[dim](*counts, room)))
        self._c.scratch, self._c.scratch_size = ffi.from_buffer(memory.scratch), memory.size

    def _find(self) -> Words:
        while lib.find(self._c):
            error = self._c.error
            if error.code != lib.LGJK_ERROR_CAPACITY:
                raise reported(error)
            self._grow(error.index + error.index // 4)
        found = self._memory.list
        self.bad_bodies, self.compared, self.cut = found.bad_bodies, found.compared, found.cut
        return self._memory.found()

    def __call__(self) -> Words:
        """Finds the pairs now."""
        with self._exclusive:
            return self._find()

    def __repr__(self) -> str:
        dim, count, other = self._counts
        second = f" with {other}" if other else ""
        return f"Finder({count} bodies{second} in {dim}D, room for {self._memory.room} pairs)"


_SCRATCH = {2: lib.lgjk_find_scratch2, 3: lib.lgjk_find_scratch3}


class _FindOnce(Finder[B]):
    __doc__ = Finder.__doc__

    def _take(self) -> Memory:
        return take()  # nobody else has it now

    def __call__(self) -> Words:
        pairs: Words = self._find().copy("F")
        give_back(self._memory)
        return pairs


_TEXT = "Returns pairs (m, 2) of bodies that may meet: one call of a Finder that is made for it, in memory of their own."
find_pairs2 = once("find_pairs2", _TEXT, _FindOnce[Bodies2], 2)
find_pairs3 = once("find_pairs3", _TEXT, _FindOnce[Bodies3], 3)


def order(bodies: Bodies[Any]) -> Words:
    """Returns which body should stand at each place (n,), so that neighbours in space are neighbours in memory.

    Arguments:
        bodies: Bodies2 or Bodies3.
    """
    places = np.empty(len(bodies), np.uint32)
    scratch = aligned(getattr(lib, f"lgjk_tree_size{bodies.dim}")(len(bodies)))
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
