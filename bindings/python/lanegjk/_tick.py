"""A whole tick in one call: pairs, contacts, events."""
from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Optional, Union, overload

import numpy as np

from ._base import ArgumentError, Shared, aligned, call, flags_of, isa_number, nonzero, pointer, struct, tasks_of, view
from ._find import Event
from ._lists import filters_of
from ._native import ffi, lib
from ._queries import Manifold2, Manifold3
from ._shapes import B, Bodies2, Bodies3
from ._trees import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._base import Bytes, Floats, Words, Workers
    from ._lists import Filters


class TickList(NamedTuple):
    """What a run has found of one list: read-only views of the tick's memory, until the next run. Copy what must stay.

    pairs (n, 2), status, distance, normal, touching and, where the tick has them, point_a, point_b and manifold, as Results.
    events: a, b, kind (EventKind) and pair, its row, of an END NO_PAIR. dropped: pairs for which there was no room.
    cut: how many groups of 16 bodies have had less than their whole search, as `effort` ended it.
    """

    pairs: Words
    status: Bytes
    distance: Floats
    normal: Floats
    touching: Bytes
    events: NDArray[Any]
    point_a: Optional[Floats]
    point_b: Optional[Floats]
    manifold: Optional[NDArray[Any]]
    dropped: int
    cut: int

    def __repr__(self) -> str:
        return f"TickList({len(self.pairs)} pairs, {len(self.events)} events, {self.dropped} dropped)"


def _loaded(settings: tuple[Any, ...], saved: bytes) -> Any:
    """Returns the tick of a pickle."""
    dim, bodies, pairs, slop, *flags = settings
    tick: Any = Tick(dim, bodies, pairs, slop=slop, **dict(zip(("records", "persist", "points", "manifolds"), flags)))
    tick.restore(saved)
    return tick


class Tick(Generic[B]):
    """The state of a world from tick to tick. `run` finds pairs, queries their contacts and reports what began and ended.

    Arguments:
        dim: 2 or 3.
        max_bodies: moving bodies, at most.
        max_pairs: of each of both lists. Where a crowd has more, its bodies lose some of their pairs, and no others do: the
            lists count them in `dropped`.
        slop: a pair that touched goes on touching up to this gap.
        records: keeps warm records, for hulls and large polygons.
        persist: touches that go on are events, too.
        points: the lists have witness points.
        manifolds: the lists have manifolds.

    After `run`: `among` has the pairs of moving bodies, `against` those with the fixed ones, bad_bodies counts what was left out,
    and `tree` is that of the moving bodies, to be searched until the next call. A call while another thread is inside one, or
    searches the tree, raises BusyError. Pickles and copies have the state, and empty lists.
    """

    among: TickList
    against: TickList
    tree: Optional[Tree[B]]

    @overload
    def __init__(self: Tick[Bodies2], dim: Literal[2], max_bodies: int, max_pairs: int, *, slop: float = 0.0,
                 records: bool = False, persist: bool = False, points: bool = False, manifolds: bool = False): ...

    @overload
    def __init__(self: Tick[Bodies3], dim: Literal[3], max_bodies: int, max_pairs: int, *, slop: float = 0.0,
                 records: bool = False, persist: bool = False, points: bool = False, manifolds: bool = False): ...

    def __init__(self, dim: int, max_bodies: int, max_pairs: int, *, slop: float = 0.0, records: bool = False,
                 persist: bool = False, points: bool = False, manifolds: bool = False):
        if dim not in (2, 3):
            raise ArgumentError(f"dim: 2 or 3, not {dim}")
        self.dim = dim
        self._settings = dim, max_bodies, max_pairs, slop, records, persist, points, manifolds
        flags = ((lib.LGJK_TICK_RECORDS if records else 0) | (lib.LGJK_TICK_PERSIST if persist else 0) |
                 (lib.LGJK_TICK_POINTS if points else 0) | (lib.LGJK_TICK_MANIFOLDS if manifolds else 0))
        size = getattr(lib, f"lgjk_tick_size{dim}")(max_bodies, max_pairs, flags)
        self._memory = aligned(size)
        self._c = struct("lgjk_tick", flags=flags, memory=ffi.from_buffer(self._memory), size=size, max_bodies=max_bodies,
                         max_pairs=max_pairs, slop=slop)
        call(f"lgjk_tick_init{dim}", self._c)
        self.bad_bodies, self._moving, self._fixed = 0, 0, 0
        self._guard, self.tree = Shared("Tick"), None
        self._forget()

    def __repr__(self) -> str:
        _, bodies, pairs, *_ = self._settings
        return (f"Tick({self.dim}D, at most {bodies} bodies and {pairs} pairs, now {len(self.among.pairs)} pairs among them and "
                f"{len(self.against.pairs)} with fixed ones)")

    def __reduce__(self) -> Any:
        return _loaded, (self._settings, self.snapshot())

    def _forget(self) -> None:
        """Empties the lists of the last run, in C as well."""
        for of in (self._c.among, self._c.against):
            of.pairs.count = of.event_count = of.dropped = of.cut = 0
        if self.tree is not None:
            self.tree._forget()
        self.tree = None
        self.among, self.against = self._list(self._c.among), self._list(self._c.against)

    def run(self, moving: B, fixed: Optional[Tree[B]] = None, *, margin: float = 0.0, motion: Optional[Floats] = None,
            filters: Optional[Filters] = None, replaced: Optional[Bytes] = None, replaced_fixed: Optional[Bytes] = None,
            effort: int = 0, manifold_margin: float = 0.0, iteration_limit: int = 0, flags: int = 0, isa: str = "auto",
            workers: Optional[Workers] = None) -> None:
        """Runs a tick.

        Arguments:
            moving: Bodies2 or Bodies3 that move; their number may change from run to run.
            fixed: the tree of bodies that rest, of the same dimension. In one that is rebuilt a body keeps its number, unless
                replaced_fixed or renumber says otherwise.
            margin: the gap up to which pairs are listed and their distance is queried, the slop at least.
            motion: (n, 2) or (n, 3) float32, how far each body moves until the next call.
            filters: of `moving`.
            replaced: (n,) uint8 or longer, not 0 where the slot holds another body than in the last run.
            replaced_fixed: the same of the fixed bodies.
            effort: 0, or the greatest number of comparisons for 16 bodies near each other, as of a Finder.
            manifold_margin: manifolds take in points that are apart by so much.
            iteration_limit: 0, or how many steps a search may take.
            flags: a Flag, or several by |.
            isa: the name of an instruction set, or "auto".
            workers: threads of C that share the work.

        Errors: ArgumentError, IsaError. After an error the state is as before, and the lists are empty.
        """
        if moving.dim != self.dim or (fixed is not None and fixed.dim != self.dim):
            raise TypeError(f"moving, fixed: those of {self.dim}D are required")
        count, resting = len(moving), 0 if fixed is None else len(fixed)
        find = struct("lgjk_find_options", isa=isa_number(isa), margin=margin, flags=flags_of(flags) & lib.LGJK_FLAG_NORMALIZE,
                      effort=effort, filters_a=filters_of(filters, moving), tasks=tasks_of(workers))
        if motion is not None:
            at, find.motion_stride = view("motion", motion, np.float32, (self.dim,), count)
            find.motion = ffi.cast("float*", at)
        contact = struct("lgjk_options", isa=find.isa, flags=flags_of(flags), margin=manifold_margin,
                         iteration_limit=iteration_limit, tasks=find.tasks)
        with contextlib.ExitStack() as stack:
            targets = (ffi.NULL, 0) if fixed is None else stack.enter_context(fixed._targets(self.dim))
            stack.enter_context(self._guard.writing())
            self._c.replaced, self._c.replaced_stride = _of_bodies("replaced", replaced, np.uint8, count)
            self._c.replaced_fixed, self._c.replaced_fixed_stride = _of_bodies(
                "replaced_fixed", replaced_fixed, np.uint8, resting)
            self._forget()
            call(f"lgjk_tick_run{self.dim}", self._c, moving._c, targets[0], find, contact)
            self._moving, self._fixed, self.bad_bodies = count, resting, self._c.bad_bodies
            self.among, self.against = self._list(self._c.among), self._list(self._c.against)
            self.tree = Tree._of_tick(moving, self._array(self._c.tree, self._c.tree_size, np.uint8), self._guard)

    def _array(self, at: Any, count: int, dtype: Any, tail: tuple[int, ...] = ()) -> Any:
        kind = np.dtype(dtype)
        if not count:
            return np.empty((0, *tail), kind)
        first = int(ffi.cast("uintptr_t", at)) - self._memory.__array_interface__["data"][0]
        array = self._memory[first:first + count * kind.itemsize * int(np.prod(tail, dtype=int))].view(kind)
        array.flags.writeable = False
        return array.reshape((count, *tail))

    def _list(self, of: Any) -> TickList:
        count, pairs, row = of.pairs.count, of.pairs, (self.dim,)
        points, manifolds = self._settings[6:]
        columns = [self._array(column, count, np.uint32) for column in (pairs.a, pairs.b)]
        apart = 0 if not count else columns[1].__array_interface__["data"][0] - columns[0].__array_interface__["data"][0]
        both = np.lib.stride_tricks.as_strided(columns[0], (count, 2), (pairs.stride or 4, apart), writeable=False)
        manifold = Manifold2 if self.dim == 2 else Manifold3
        return TickList(both, self._array(of.status, count, np.uint8), self._array(of.distance, count, np.float32),
                        self._array(of.normal, count, np.float32, row), self._array(of.touching, count, np.uint8),
                        self._array(of.events, of.event_count, Event),
                        self._array(of.point_a, count, np.float32, row) if points else None,
                        self._array(of.point_b, count, np.float32, row) if points else None,
                        self._array(getattr(of, f"manifold{self.dim}"), count, manifold) if manifolds else None, of.dropped,
                        of.cut)

    def push_apart(self, push: Floats, *, slop: float = 0.0, share: float = 1.0, sensors: Optional[Bytes] = None,
                   fixed_sensors: Optional[Bytes] = None, inverse_mass: Optional[Floats] = None) -> None:
        """Adds to each row of push what moves the body out of those that it overlaps in the last run by more than slop.

        Arguments:
            push: (moving bodies, 2) or (moving bodies, 3) float32.
            slop: overlaps up to this depth stay.
            share: of the way, above 0, 1 at most.
            sensors: (n,) uint8, not 0 where a moving body pushes none and is not pushed.
            fixed_sensors: (n,) uint8, not 0 where a fixed body pushes none.
            inverse_mass: (n,) float32; bodies of a pair move in its ratio, one of 0 does not move.

        Errors: ArgumentError.
        """
        if not share > 0:  # 0 means 1 in C
            raise ArgumentError(f"share: more than 0 is needed, not {share}")
        with self._guard.writing():
            count = self._moving
            at, _ = view("push", push, np.float32, (self.dim,), count, dense=True, write=True)
            options = struct("lgjk_push_options", slop=slop, share=nonzero("share", share), fixed_bodies=self._fixed)
            options.sensors, options.sensor_stride = _of_bodies("sensors", sensors, np.uint8, count)
            options.fixed_sensors, options.fixed_sensor_stride = _of_bodies("fixed_sensors", fixed_sensors, np.uint8, self._fixed)
            options.inverse_mass, options.inverse_mass_stride = _of_bodies("inverse_mass", inverse_mass, np.float32, count)
            call(f"lgjk_push_apart{self.dim}", self._c, count, options, ffi.cast("float*", at))

    def renumber(self, order: Optional[Words] = None, fixed_order: Optional[Words] = None) -> None:
        """Brings the state along after bodies have changed places: no touch begins or ends. The lists are empty then.

        Arguments:
            order: (n,) uint32, which moving body of the last run stands at each place now, by its number before, as lanegjk.order
                has it; None: they stand where they stood.
            fixed_order: the same of the fixed bodies, for a tree that is rebuilt of others. Those that were removed get the last
                numbers, beyond the new ones; those that were added have had numbers from the old count on.

        Errors: ArgumentError; the state is then as before.
        """
        with self._guard.writing():
            counts = [0 if array is None else len(array) for array in (order, fixed_order)]
            call(f"lgjk_tick_renumber{self.dim}", self._c, pointer("uint32_t*", "order", order, np.uint32), counts[0],
                 pointer("uint32_t*", "fixed_order", fixed_order, np.uint32), counts[1])
            self._forget()

    def snapshot(self) -> bytes:
        """Returns the state: 8 bytes for each pair that touches, with records 28 for each pair, and 40. The bytes are the same on
        every machine."""
        with self._guard.writing():
            size = ffi.new("uint64_t*")
            call(f"lgjk_tick_save{self.dim}", self._c, ffi.NULL, 0, size)
            saved = bytearray(size[0])
            call(f"lgjk_tick_save{self.dim}", self._c, ffi.from_buffer(saved), len(saved), size)
            return bytes(saved)

    def restore(self, snapshot: Union[bytes, bytearray, memoryview]) -> None:
        """Goes on from a snapshot with the same bits; the lists of the last run are empty.

        Arguments:
            snapshot: of a tick of the same dimension and with records as this one; its sizes may be others.

        Errors: ArgumentError for other bytes; CapacityError. The state is then as before.
        """
        with self._guard.writing():
            call(f"lgjk_tick_load{self.dim}", self._c, ffi.from_buffer(snapshot), memoryview(snapshot).nbytes)
            self._forget()


def _of_bodies(name: str, array: Any, dtype: Any, count: int) -> tuple[Any, int]:
    """Returns a pointer to an array with an element for each body at least, or NULL, and its stride."""
    if array is None:
        return ffi.NULL, 0
    at, stride = view(name, array, dtype)
    if len(array) < count:
        raise ArgumentError(f"{name}: an element for each of {count} bodies is needed, not {len(array)}")
    return ffi.cast("uint8_t*" if dtype is np.uint8 else "float*", at), stride
