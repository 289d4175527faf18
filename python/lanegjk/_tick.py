"""A whole tick in one call: pairs, contacts, events."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Optional, overload

import numpy as np

from ._base import ArgumentError, aligned, call, isa_number, pointer, struct, tasks_of, view
from ._find import Event, filters_of
from ._native import ffi, lib
from ._shapes import B, Bodies2, Bodies3

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._base import Bytes, Floats, Words, Workers
    from ._find import Filters, Index


class TickList(NamedTuple):
    """What a run has found of one list: read-only views of the tick's memory, until the next run. Copy what must stay."""

    pairs: Words
    status: Bytes
    distance: Floats
    normal: Floats
    touching: Bytes
    events: NDArray[Any]


class Tick(Generic[B]):
    """The state of a world from tick to tick, and its whole memory: a copy of it is a snapshot.

    dim: 2 or 3. max_bodies, max_pairs: at most, in each of both lists. slop: a pair that touched goes on to touch up to
    this gap. records: keeps warm records, for hulls and large polygons. persist: touches that go on are events, too.
    After `run`: `among` has the pairs of moving bodies, `against` those with the index, bad_bodies what was left out.
    """

    @overload
    def __init__(self: Tick[Bodies2], dim: Literal[2], max_bodies: int, max_pairs: int, *, slop: float = 0.0,
                 records: bool = False, persist: bool = False): ...

    @overload
    def __init__(self: Tick[Bodies3], dim: Literal[3], max_bodies: int, max_pairs: int, *, slop: float = 0.0,
                 records: bool = False, persist: bool = False): ...

    def __init__(self, dim: int, max_bodies: int, max_pairs: int, *, slop: float = 0.0, records: bool = False,
                 persist: bool = False):
        if dim not in (2, 3):
            raise ArgumentError(f"dim: 2 or 3, not {dim}")
        flags = (lib.LGJK_TICK_RECORDS if records else 0) | (lib.LGJK_TICK_PERSIST if persist else 0)
        size = getattr(lib, f"lgjk_tick_size{dim}")(max_bodies, max_pairs, flags)
        self.dim, self.memory = dim, aligned(size)
        self._c = struct("lgjk_tick", flags=flags, memory=ffi.from_buffer(self.memory), size=size, max_bodies=max_bodies,
                         max_pairs=max_pairs, slop=slop)
        self.bad_bodies, self._moving, self._fixed = 0, 0, 0
        self._forget()

    def _forget(self) -> None:
        """Empties the lists of the last run, in C as well."""
        for of in (self._c.among, self._c.against):
            of.pairs.count = of.event_count = 0
        self.among, self.against = self._list(self._c.among), self._list(self._c.against)

    def run(self, moving: B, index: Optional[Index[B]] = None, *, margin: float = 0.0, max_distance: float = 0.0,
            motion: Optional[Floats] = None, filters: Optional[Filters] = None, replaced: Optional[Bytes] = None,
            flags: int = 0, isa: str = "auto", workers: Optional[Workers] = None) -> None:
        """Runs a tick. margin: the gap up to which pairs are listed, and contacts told unless max_distance says so.

        replaced: (max_bodies,) uint8, not 0 where its slot holds another body than before. Errors: ArgumentError;
        CapacityError where max_pairs is too small. After an error the memory is as before.
        """
        if moving.dim != self.dim or (index is not None and index.dim != self.dim):
            raise TypeError(f"moving, index: those of {self.dim}D are wanted")
        at, stride = (0, 0) if motion is None else view("motion", motion, np.float32, (self.dim,), len(moving))
        find = struct("lgjk_find_options", isa=isa_number(isa), margin=margin, flags=int(flags), motion_stride=stride,
                      motion=ffi.cast("float*", at), filters_a=filters_of(filters, moving), tasks=tasks_of(workers))
        contact = struct("lgjk_options", isa=find.isa, flags=int(flags), max_distance=max_distance or margin,
                         tasks=find.tasks)
        self._c.replaced = pointer("uint8_t*", "replaced", replaced, np.uint8, (), self._c.max_bodies)
        self._forget()
        fixed = (ffi.NULL, ffi.NULL) if index is None else (index.bodies._c, index._c)
        call(f"lgjk_tick_run{self.dim}", self._c, moving._c, *fixed, find, contact)
        self._moving, self._fixed = len(moving), 0 if index is None else len(index.bodies)
        self.bad_bodies = self._c.bad_bodies
        self.among, self.against = self._list(self._c.among), self._list(self._c.against)

    def _array(self, at: Any, count: int, dtype: Any, tail: tuple[int, ...] = ()) -> Any:
        kind = np.dtype(dtype)
        if not count:
            return np.empty((0, *tail), kind)
        first = int(ffi.cast("uintptr_t", at)) - self.memory.__array_interface__["data"][0]
        array = self.memory[first:first + count * kind.itemsize * int(np.prod(tail, dtype=int))].view(kind)
        array.flags.writeable = False
        return array.reshape((count, *tail))

    def _list(self, of: Any) -> TickList:
        count, pairs = of.pairs.count, of.pairs
        columns = [self._array(column, count, np.uint32) for column in (pairs.a, pairs.b)]
        apart = 0 if not count else columns[1].__array_interface__["data"][0] - columns[0].__array_interface__["data"][0]
        both = np.lib.stride_tricks.as_strided(columns[0], (count, 2), (pairs.stride or 4, apart), writeable=False)
        return TickList(both, self._array(of.status, count, np.uint8), self._array(of.distance, count, np.float32),
                        self._array(of.normal, count, np.float32, (self.dim,)),
                        self._array(of.touching, count, np.uint8), self._array(of.events, of.event_count, Event))

    def push_apart(self, push: Floats, *, slop: float = 0.0, share: float = 1.0, sensors: Optional[Bytes] = None) -> None:
        """Adds to each row of push (moving bodies, dim) what moves the body out of those that it overlaps by over slop.

        share: of the way, in 0..1. sensors: a byte for each body that rests, not 0 where it pushes nobody.
        """
        at, _ = view("push", push, np.float32, (self.dim,), self._moving, dense=True, write=True)
        skip = pointer("uint8_t*", "sensors", sensors, np.uint8, (), self._fixed)
        getattr(lib, f"lgjk_push_apart{self.dim}")(self._c, slop, share, skip, ffi.cast("float*", at))

    def renumber(self, order: Words) -> None:
        """Brings the state along after the moving bodies of the last run have changed places: no touch begins or ends.

        order: (bodies,), which body stands at each place now, by its number before, as lanegjk.order tells. The lists are
        empty until the next run. Errors: ArgumentError; the state is then as before.
        """
        at, _ = view("order", order, np.uint32, dense=True)
        call(f"lgjk_tick_renumber{self.dim}", self._c, ffi.cast("uint32_t*", at), len(order))
        self._forget()

    def snapshot(self) -> Bytes:
        """Returns a copy of the state."""
        return self.memory.copy()

    def restore(self, snapshot: Bytes) -> None:
        """Goes back to a snapshot of a tick made by the same arguments; the lists of the last run are void."""
        if not isinstance(snapshot, np.ndarray) or snapshot.shape != self.memory.shape or snapshot.dtype != np.uint8:
            raise ArgumentError("snapshot: one of a tick with the same bodies, pairs and flags is wanted")
        self._forget()
        self.memory[:] = snapshot
