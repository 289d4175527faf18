"""Lists of pairs that a call fills, in memory that grows, and who may meet whom."""
from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Callable, Optional, Sized

import numpy as np

from ._base import CapacityError, aligned, call, held, struct, view
from ._native import ffi

if TYPE_CHECKING:
    from ._base import Floats, Words

KEPT_BYTES = 1 << 26
"""What a thread keeps for the next call that finds a list."""


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
        self._keep, self._held = (category, mask, group), held(category, mask, group)
        self._c = struct("lgjk_filters", stride=strides.pop() if strides else 0,
                         **{name: ffi.cast("uint32_t*", at) for name, (at, _) in given.items()})

    def __repr__(self) -> str:
        given = [name for name, array in zip(("category", "mask", "group"), self._keep) if array is not None]
        return f"Filters({', '.join(given)} of {max(self._count, default=0)} bodies)"

    def __reduce__(self) -> Any:
        return Filters, self._keep


def filters_of(filters: Optional[Filters], bodies: Sized) -> Any:
    """Returns the lgjk_filters of so many bodies or points, or NULL."""
    if filters is None:
        return ffi.NULL
    if filters._count - {len(bodies)}:
        raise ValueError(f"filters: arrays of {len(bodies)} elements are required")
    return filters._c


class Memory:
    """A list of pairs, the distances of these, and scratch, which grow where a call needs more."""

    def __init__(self) -> None:
        self.list, self.room, self.size = struct("lgjk_pair_list"), -1, -1
        self.distances: Floats = np.empty(0, np.float32)

    def grow(self, capacity: int, scratch_for: Callable[[int], int]) -> None:
        """Makes room for so many pairs, and for the scratch that a call with this room takes."""
        if capacity > self.room:
            self.pairs, self.room = np.empty((2, capacity), np.uint32), capacity
            self.list.a = at = ffi.from_buffer("uint32_t[]", self.pairs)
            self.list.b, self.list.capacity = at + capacity, capacity
        size = scratch_for(self.room)
        if size > self.size:
            self.scratch, self.size = aligned(size), size

    def fill(self, name: str, arguments: tuple[Any, ...], options: Any, capacity: int, scratch_for: Callable[[int], int],
             distances: bool = False) -> None:
        """Calls a function that takes arguments, a list, perhaps distances, scratch and options, until the list fits."""
        while True:
            self.grow(capacity, scratch_for)
            measured: tuple[Any, ...] = ()
            if distances:
                if len(self.distances) < self.room:
                    self.distances = np.empty(self.room, np.float32)
                measured = (ffi.from_buffer("float[]", self.distances),)
            try:
                call(name, *arguments, self.list, *measured, ffi.from_buffer(self.scratch), self.size, options)
                return
            except CapacityError as error:
                capacity = error.index + error.index // 4

    def found(self) -> Words:
        """Returns the pairs (m, 2), in this memory."""
        pairs: Words = self.pairs[:, :self.list.count].T
        return pairs


class _Kept(threading.local):
    """The memory that a thread keeps between calls without a finder of their own."""

    memory: Optional[Memory] = None


kept = _Kept()


def take() -> Memory:
    """Returns memory that nobody else has."""
    memory, kept.memory = kept.memory or Memory(), None
    return memory


def give_back(memory: Memory) -> None:
    """Keeps the memory for the thread's next call, unless it is large."""
    if 8 * memory.room + memory.distances.nbytes + memory.size <= KEPT_BYTES:
        kept.memory = memory
