"""Trees of bodies, and what they are asked for: pairs, what is near. Casts and slides take trees, too."""
from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any, Generic, Iterator, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._base import NO_BODY, ArgumentError, Shared, aligned, call, flags_of, isa_number, nonzero, pointer, struct, tasks_of, view
from ._lists import filters_of, give_back, take
from ._native import ffi, lib
from ._shapes import B

if TYPE_CHECKING:
    from ._base import Doubles, Floats, Words, Workers
    from ._lists import Filters


class Nearest(NamedTuple):
    """body (n, k), NO_BODY where there are fewer; distance (n, k), inf there; found (n,), how many."""

    body: Words
    distance: Floats
    found: Words

    def __repr__(self) -> str:
        return f"Nearest({len(self.found)} rows, {self.body.shape[1]} bodies each)"


class Within(NamedTuple):
    """pairs (m, 2) of a point or body and a body that is near, sorted; distance (m,)."""

    pairs: Words
    distance: Floats

    def __repr__(self) -> str:
        return f"Within({len(self.pairs)} pairs)"


class TreeInfo(NamedTuple):
    """bodies of the view; placed, those that can be found; bad, those left out as bad; bytes; low, high (dim,): bounds of all,
    relative to origin (dim,) where the view has positions."""

    bodies: int
    placed: int
    bad: int
    bytes: int
    low: Floats
    high: Floats
    origin: Doubles


class Trees(Generic[B]):
    """Several trees that are searched together, such as that of what moves and that of what rests.

    Their bodies are numbered in one row: those of the first tree, then those of the second, and so on; `which` says where a
    number belongs. A Tree is searched in the same ways.

    Arguments:
        trees: 1 to 4 of them, of the same dimension.

    Any number of threads may search at once. Errors: ArgumentError.
    """

    def __init__(self, trees: Sequence[Tree[B]]):
        self._trees: tuple[Tree[B], ...] = tuple(trees)
        if not 1 <= len(self._trees) <= lib.LGJK_MAX_TARGETS:
            raise ArgumentError(f"trees: 1..{lib.LGJK_MAX_TARGETS} are possible, not {len(self._trees)}")
        for tree in self._trees:
            if not isinstance(tree, Tree) or tree.dim != self._trees[0].dim:
                raise TypeError(f"trees: each is a Tree of {self._trees[0].dim}D, not {tree!r}")
        self.dim: int = self._trees[0].dim

    def __repr__(self) -> str:
        return f"Trees({' and '.join(str(len(tree)) for tree in self._trees)} bodies in {self.dim}D)"

    def __len__(self) -> int:
        return sum(len(tree) for tree in self._trees)

    def which(self, body: Words) -> tuple[Words, Words]:
        """Returns of numbers of bodies, in an array of any shape, the tree's place in the list, and the number there.

        Arguments:
            body: uint32, such as hits["body"] or Nearest.body. NO_BODY has no tree, either: both are NO_BODY.
        """
        if np.size(body) and np.min(body) < 0:
            raise ArgumentError(f"body: numbers from 0 on are required, not {np.min(body)}")
        first = np.cumsum([0, *(len(tree) for tree in self._trees)])
        tree = np.searchsorted(first[1:], body, "right")
        known = tree < len(self._trees)
        own = np.where(known, body - first[np.where(known, tree, 0)], NO_BODY)
        return np.where(known, tree, NO_BODY).astype(np.uint32), own.astype(np.uint32)

    @contextlib.contextmanager
    def _targets(self, dim: int) -> Iterator[tuple[Any, int]]:
        """Gives the lgjk_target of each tree and their number, and keeps the trees as they are meanwhile."""
        if dim != self.dim:
            raise TypeError(f"trees: those of {dim}D are required")
        with contextlib.ExitStack() as stack:
            for tree in self._trees:
                stack.enter_context(tree._guard.reading())
            yield ffi.new(f"lgjk_target{dim}[]", [{"bodies": tree.bodies._c, "tree": tree._at(), "tree_size": len(tree._memory)}
                                                  for tree in self._trees]), len(self._trees)

    def _points(self, points: Union[Floats, Doubles], options: Any) -> Any:
        if getattr(points, "dtype", None) == np.float64:  # positions as they are
            at, options.position_stride = view("points", points, np.float64, (self.dim,))
            options.position = ffi.cast("double*", at)
            return ffi.NULL
        at, options.stride = view("points", points, np.float32, (self.dim,))
        return ffi.cast("float*", at)

    def nearest(self, points: Union[Floats, Doubles], k: int, *, max_distance: float = 0.0, filters: Optional[Filters] = None,
                skip: Optional[Words] = None, isa: str = "auto", workers: Optional[Workers] = None) -> Nearest:
        """Returns the bodies whose positions are nearest to each point, nearest first.

        Arguments:
            points: (n, 2) or (n, 3) float32, such as the first columns of poses, or float64: positions.
            k: how many for each point, 1..64.
            max_distance: bodies farther off are left out; 0: none are.
            filters: of the points.
            skip: (n,) bodies that are left out, one for each point.
            isa: the name of an instruction set, or "auto".
            workers: threads of C that share the work.
        """
        options = _near(points, nonzero("max_distance", max_distance), filters, skip, 0, isa, workers)
        at, count = self._points(points, options), len(points)
        scratch = aligned(getattr(lib, f"lgjk_near_scratch{self.dim}")(count, 0))
        return self._ranked(f"lgjk_nearest{self.dim}", (at, count), count, k, scratch, options)

    def nearest_shapes(self, bodies: B, k: int, *, max_distance: float = 0.0, filters: Optional[Filters] = None,
                       skip: Optional[Words] = None, flags: int = 0, isa: str = "auto",
                       workers: Optional[Workers] = None) -> Nearest:
        """Returns the bodies whose shapes are nearest to that of each body, nearest first. What overlaps has the distance 0.

        Bodies of which the pose is the same memory, as in a slice of the arrays that the tree was built of, are no pairs.

        Arguments:
            bodies: Bodies2 or Bodies3; a point is a circle or ball of radius 0.
            k: how many for each, 1..64.
            max_distance: bodies farther off are left out; 0: none are.
            filters: of `bodies`.
            skip: (n,) bodies that are left out, one for each, such as itself.
            flags: 0, or Flag.NORMALIZE if the trees have it.
            isa: the name of an instruction set, or "auto".
            workers: threads of C that share the work.
        """
        options = _near(bodies, nonzero("max_distance", max_distance), filters, skip, flags, isa, workers)
        count = len(bodies)
        scratch = aligned(getattr(lib, f"lgjk_nearest_shapes_scratch{self.dim}")(count, k, len(self)))
        return self._ranked(f"lgjk_nearest_shapes{self.dim}", (bodies._c,), count, k, scratch, options, bodies.dim)

    def _ranked(self, name: str, who: tuple[Any, ...], count: int, k: int, scratch: Any, options: Any, dim: int = 0) -> Nearest:
        if not 1 <= k <= lib.LGJK_MAX_NEAREST:
            raise ArgumentError(f"k: 1..{lib.LGJK_MAX_NEAREST} are possible, not {k}")
        found = Nearest(np.empty((count, k), np.uint32), np.empty((count, k), np.float32), np.empty(count, np.uint32))
        with self._targets(dim or self.dim) as targets:
            call(name, *who, *targets, k, ffi.from_buffer("uint32_t[]", found.body), ffi.from_buffer("float[]", found.distance),
                 ffi.from_buffer("uint32_t[]", found.found), ffi.from_buffer(scratch), len(scratch), options)
        return found

    def within(self, points: Union[Floats, Doubles], radius: float, *, filters: Optional[Filters] = None,
               skip: Optional[Words] = None, isa: str = "auto", workers: Optional[Workers] = None) -> Within:
        """Returns all bodies whose positions are within a radius of each point.

        Arguments:
            points: (n, 2) or (n, 3) float32, or float64: positions.
            radius: the greatest distance.
            filters: of the points.
            skip: (n,) bodies that are left out, one for each point.
            isa: the name of an instruction set, or "auto".
            workers: threads of C that share the work.
        """
        options = _near(points, radius, filters, skip, 0, isa, workers)
        return self._within("within", (self._points(points, options), len(points)), len(points), options)

    def within_shapes(self, bodies: B, radius: float, *, filters: Optional[Filters] = None, skip: Optional[Words] = None,
                      flags: int = 0, isa: str = "auto", workers: Optional[Workers] = None) -> Within:
        """Returns all bodies whose shapes are within a distance of that of each body. What overlaps has the distance 0.

        Bodies of which the pose is the same memory, as in a slice of the arrays that the tree was built of, are no pairs.

        Arguments:
            bodies: Bodies2 or Bodies3; a point is a circle or ball of radius 0.
            radius: the greatest distance.
            filters: of `bodies`.
            skip: (n,) bodies that are left out, one for each, such as itself.
            flags: 0, or Flag.NORMALIZE if the trees have it.
            isa: the name of an instruction set, or "auto".
            workers: threads of C that share the work.
        """
        options = _near(bodies, radius, filters, skip, flags, isa, workers)
        return self._within("within_shapes", (bodies._c,), len(bodies), options, bodies.dim)

    def _within(self, name: str, who: tuple[Any, ...], count: int, options: Any, dim: int = 0) -> Within:
        scratch_of, memory = getattr(lib, f"lgjk_near_scratch{self.dim}"), take()
        with self._targets(dim or self.dim) as targets:
            memory.fill(f"lgjk_{name}{self.dim}", who + targets, options, 8 * count + 64,
                        lambda room: int(scratch_of(count, room)), True)
        found = Within(memory.found().copy("F"), memory.distances[:memory.list.count].copy())
        give_back(memory)
        return found


def _near(who: Any, most: float, filters: Optional[Filters], skip: Optional[Words], flags: int, isa: str,
          workers: Optional[Workers]) -> Any:
    """Returns the lgjk_near_options of points or bodies."""
    return struct("lgjk_near_options", isa=isa_number(isa), max_distance=most, flags=flags_of(flags),
                  filters=filters_of(filters, who), tasks=tasks_of(workers),
                  skip=pointer("uint32_t*", "skip", skip, np.uint32, (), len(who)))


class Tree(Trees[B]):
    """A tree of bodies, in one block of memory: for pairs, for what is near, for casts, ticks and slides.

    It holds the bounds of the bodies as they are when it is built. Make it once of bodies that rest; `rebuild` it in each tick
    of bodies that move. It does not depend on the size of the world, of bodies or of queries.

    Arguments:
        bodies: Bodies2 or Bodies3.
        motion: (n, 2) or (n, 3) float32, how far each body will move: its bound is that of its way.
        filters: of the bodies, which are copied into the tree.
        sealed: writes a checksum of the whole, for a tree that is saved.
        flags: 0 or Flag.NORMALIZE.
        isa: the name of an instruction set, or "auto".
        workers: threads of C that share the work.

    Any number of threads may search it at once; `rebuild` raises BusyError meanwhile. Errors: ArgumentError, IsaError.
    """

    def __init__(self, bodies: B, *, motion: Optional[Floats] = None, filters: Optional[Filters] = None, sealed: bool = False,
                 flags: int = 0, isa: str = "auto", workers: Optional[Workers] = None):
        self._settings: Any = motion, filters, sealed, flags_of(flags), isa, workers
        self._hold(bodies, aligned(0))
        self.rebuild()

    def _hold(self, bodies: B, memory: Any, guard: Optional[Shared] = None) -> None:
        self.bodies: B = bodies
        self.dim, self._memory, self._guard, self._trees = bodies.dim, memory, guard or Shared("Tree"), (self,)
        self._known: Optional[TreeInfo] = None

    @classmethod
    def _of_tick(cls, bodies: B, memory: Any, guard: Shared) -> Tree[B]:
        """Returns a tree in memory of a tick."""
        tree = cls.__new__(cls)
        tree._settings = None
        tree._hold(bodies, memory, guard)
        return tree

    def _forget(self) -> None:
        """Ends the life of a tick's tree: its memory is that of another one now."""
        self._memory = None

    def _at(self) -> Any:
        if self._memory is None:
            raise ArgumentError("tree: it was that of an earlier run; the tick's `tree` is that of the last one")
        return ffi.from_buffer(self._memory)

    def __len__(self) -> int:
        return len(self.bodies)

    def __repr__(self) -> str:
        return f"Tree({len(self.bodies)} bodies in {self.dim}D)"

    def rebuild(self, bodies: Optional[B] = None) -> None:
        """Builds the tree again, with the same motion, filters and so on, as these are now. The memory grows where it must.

        Arguments:
            bodies: others of the same dimension, of any number; None: the same ones, as they are now.
        """
        bodies = self.bodies if bodies is None else bodies
        if self._settings is None:
            raise ArgumentError("tree: that of a tick is rebuilt by Tick.run")
        if bodies.dim != self.dim:
            raise TypeError(f"bodies: those of {self.dim}D are required")
        motion, filters, sealed, flags, isa, workers = self._settings
        options = struct("lgjk_tree_options", isa=isa_number(isa), flags=flags | (lib.LGJK_TREE_SEALED if sealed else 0),
                         filters=filters_of(filters, bodies), tasks=tasks_of(workers))
        if motion is not None:
            at, options.motion_stride = view("motion", motion, np.float32, (self.dim,), len(bodies))
            options.motion = ffi.cast("float*", at)
        with self._guard.writing():
            size = getattr(lib, f"lgjk_tree_size{self.dim}")(len(bodies))
            memory = self._memory if len(self._memory) >= size else aligned(size)
            call(f"lgjk_tree_build{self.dim}", bodies._c, ffi.from_buffer(memory), len(memory), options)
            self.bodies, self._memory, self._known = bodies, memory, None

    @property
    def info(self) -> TreeInfo:
        """What is known of the tree."""
        if self._known is None:
            with self._guard.reading():
                self._known = _checked(self.dim, self._at(), len(self._memory))
        return self._known

    def save(self, path: Union[str, os.PathLike[str], None] = None) -> bytes:
        """Returns the tree as bytes, which are the same on every machine of the same byte order, and writes them to a file.

        Arguments:
            path: of the file; None: none is written.
        """
        size = self.info.bytes
        with self._guard.reading():
            self._at()
            saved = bytes(memoryview(self._memory[:size]))
        if path is not None:
            with open(path, "wb") as file:
                file.write(saved)
        return saved

    @classmethod
    def load(cls, bodies: B, saved: Union[bytes, bytearray, memoryview, str, os.PathLike[str]]) -> Tree[B]:
        """Returns a tree that was saved. All that a search relies on is checked, and the checksum of a sealed tree.

        Arguments:
            bodies: those of which it was built, as they were then.
            saved: the bytes, or the path of a file of them.

        A tree that was built without `sealed` may differ from the saved one unnoticed; searches are safe all the same. Its
        `rebuild` has the defaults. Errors: ArgumentError with the reason.
        """
        if isinstance(saved, (str, os.PathLike)):
            with open(saved, "rb") as file:
                saved = file.read()
        tree = cls.__new__(cls)
        tree.__setstate__((bodies, (None, None, False, 0, "auto", None), np.frombuffer(saved, np.uint8)))
        return tree

    def __getstate__(self) -> Any:
        settings = self._settings or (None, None, False, 0, "auto", None)
        return self.bodies, settings, np.frombuffer(self.save(), np.uint8)

    def __setstate__(self, state: Any) -> None:
        bodies, self._settings, saved = state
        memory = aligned(max(len(saved), 1))
        memory[:len(saved)] = saved
        known = _checked(bodies.dim, ffi.from_buffer(memory), len(saved))
        if known.bodies != len(bodies):
            raise ArgumentError(f"saved: it is a tree of {known.bodies} bodies, not of {len(bodies)}")
        self._hold(bodies, memory)
        self._known = known

    def pairs(self, other: Optional[Tree[B]] = None, *, margin: float = 0.0, effort: int = 0, flags: int = 0, isa: str = "auto",
              workers: Optional[Workers] = None) -> Words:
        """Returns pairs (m, 2) of bodies that may meet, sorted by (a, b): those that find_pairs2 or find_pairs3 finds.

        Arguments:
            other: pairs of a body of this tree and one of that; None: of two bodies of this tree, a < b.
            margin: the greatest gap.
            effort: 0, or with how many nodes and leaves each leaf of this tree is compared at most; pairs may then be missing.
            flags: 0 or Flag.NORMALIZE, as the trees have it.
            isa: the name of an instruction set, or "auto".
            workers: threads of C that share the work.
        """
        options = struct("lgjk_find_options", isa=isa_number(isa), margin=margin, flags=flags_of(flags), effort=effort,
                         tasks=tasks_of(workers))
        trees: Trees[B] = self if other is None else Trees([self, other])
        memory, scratch_of, count = take(), getattr(lib, f"lgjk_tree_scratch{self.dim}"), len(self)
        with trees._targets(self.dim):
            b: tuple[Any, ...] = (ffi.NULL, 0) if other is None else (other._at(), len(other._memory))
            memory.fill(f"lgjk_tree_pairs{self.dim}", (self._at(), len(self._memory)) + b, options, 4 * count + 64,
                        lambda room: int(scratch_of(count, room)))
        found = memory.found().copy("F")
        give_back(memory)
        return found


def _checked(dim: int, at: Any, size: int) -> TreeInfo:
    """Returns what is known of a tree that may be any bytes."""
    info = struct("lgjk_tree_info")
    call(f"lgjk_tree_check{dim}", at, size, info)
    low, high = (np.array(list(corner)[:dim], np.float32) for corner in (info.low, info.high))
    return TreeInfo(info.bodies, info.placed, info.bad, info.bytes, low, high, np.array(list(info.origin)[:dim]))
