"""What all modules share: errors, views of arrays, structs of the library, threads, numbers with names."""
from __future__ import annotations

import contextlib
import enum
import functools
import operator
import threading
from typing import TYPE_CHECKING, Any, Iterator, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._native import ffi, lib

if TYPE_CHECKING:
    Floats = NDArray[np.float32]
    Doubles = NDArray[np.float64]
    Words = NDArray[np.uint32]
    Bytes = NDArray[np.uint8]
    Tail = Union[tuple[()], tuple[int]]  # the shape of a row

NO_BODY = NO_PAIR = 0xFFFFFFFF
"""Where an array of bodies or pairs has none."""
ALIGNMENT = 64


class Status(enum.IntEnum):
    """What a query says of a pair."""

    SEPARATED = lib.LGJK_STATUS_SEPARATED
    OVERLAPPING = lib.LGJK_STATUS_OVERLAPPING
    BEYOND = lib.LGJK_STATUS_BEYOND
    LIMIT = lib.LGJK_STATUS_LIMIT
    BAD = lib.LGJK_STATUS_BAD


class CastStatus(enum.IntEnum):
    """What a cast says of a pair."""

    MISS = lib.LGJK_CAST_MISS
    HIT = lib.LGJK_CAST_HIT
    OVERLAP = lib.LGJK_CAST_OVERLAP
    LIMIT = lib.LGJK_CAST_LIMIT
    BAD = lib.LGJK_CAST_BAD


class EventKind(enum.IntEnum):
    """What has become of a touch."""

    BEGIN = lib.LGJK_EVENT_BEGIN
    PERSIST = lib.LGJK_EVENT_PERSIST
    END = lib.LGJK_EVENT_END


class Flag(enum.IntFlag):
    """Flags of queries; NORMALIZE is one of finding and of casts, too. lanegjk.h documents them."""

    NONE = 0
    SORT_ALL = lib.LGJK_FLAG_SORT_ALL
    EPA = lib.LGJK_FLAG_EPA
    HISTORY_FREE = lib.LGJK_FLAG_HISTORY_FREE
    COMMON_POINTS = lib.LGJK_FLAG_COMMON_POINTS
    NORMALIZE = lib.LGJK_FLAG_NORMALIZE


class Error(Exception):
    """What the library reports. `code` is its number, `index` the first offender: a pair, a shape, or 0."""

    def __init__(self, text: str, code: int = lib.LGJK_ERROR_ARGUMENT, index: int = 0):
        super().__init__(text)
        self.code, self.index = code, index


class ArgumentError(Error, ValueError):
    """An option, a stride or memory that cannot be meant."""


class RangeError(Error, IndexError):
    """A range beyond the pairs; `index` is its first."""


class PairIndexError(Error, IndexError):
    """A pair names a body that there is not; `index` is the pair."""


class ShapeError(Error, ValueError):
    """A shape that cannot be used; `index` is its place in the list."""


class OutOfMemoryError(Error, MemoryError):
    """The library got no memory."""


class IsaError(Error, RuntimeError):
    """An instruction set that is unknown, not in this build, or not on this processor."""


class CapacityError(Error, ValueError):
    """An array is too small; `index` is how many elements are needed."""


class BusyError(Error, RuntimeError):
    """Another thread is inside a call of the same object, whose memory serves one call at a time."""


class PrecisionWarning(UserWarning):
    """Coordinates lose digits in single precision that matter for the size of the body: choose an origin near the bodies."""


class Exclusive:
    """Lets one thread in at a time, and raises BusyError for the others: what a finder returns is in its memory."""

    def __init__(self, what: str):
        self._what, self._lock = what, threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise BusyError(f"{self._what}: another thread is inside a call of this object; make one for each thread")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Shared:
    """Lets any number of threads read at a time, or one write, and raises BusyError for the others."""

    def __init__(self, what: str):
        self._what, self._lock, self._readers = what, threading.Lock(), 0

    def _enter(self, refused: bool, readers: int) -> None:
        if refused:
            raise BusyError(f"{self._what}: another thread is inside a call of this object that changes or reads it")
        self._readers = readers

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Keeps writers out."""
        with self._lock:
            self._enter(self._readers < 0, self._readers + 1)
        try:
            yield
        finally:
            with self._lock:
                self._readers -= 1

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Keeps all others out."""
        with self._lock:
            self._enter(self._readers != 0, -1)
        try:
            yield
        finally:
            with self._lock:
                self._readers = 0


_CLASSES = {lib.LGJK_ERROR_ARGUMENT: ArgumentError, lib.LGJK_ERROR_RANGE: RangeError,
            lib.LGJK_ERROR_PAIR_INDEX: PairIndexError, lib.LGJK_ERROR_SHAPE: ShapeError,
            lib.LGJK_ERROR_MEMORY: OutOfMemoryError, lib.LGJK_ERROR_ISA: IsaError,
            lib.LGJK_ERROR_CAPACITY: CapacityError}


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the library that ends with an error, and raises what it reports."""
    error = ffi.new("lgjk_error*")
    if getattr(lib, name)(*arguments, error) != lib.LGJK_OK:
        raise reported(error)


def reported(error: Any) -> Error:
    """Returns the exception of an lgjk_error."""
    return _CLASSES.get(error.code, Error)(ffi.string(error.text).decode(), error.code, error.index)


def struct(name: str, **members: Any) -> Any:
    """Returns a struct of the library with its size; members that are not named are 0."""
    made = ffi.new(name + "*", members)
    made.struct_size = ffi.sizeof(name)
    return made


def flags_of(flags: int) -> int:
    """Returns flags as a number, of whole ones alone."""
    try:
        return operator.index(flags)
    except TypeError:
        raise TypeError(f"flags: a Flag or a whole number is required, not {flags!r}") from None


def nonzero(name: str, number: float) -> float:
    """Returns an option of which 0 means something else; refuses what becomes 0 in single precision."""
    if number and not float(ffi.cast("float", number)):
        raise ArgumentError(f"{name}: at least 1.4e-45, the smallest float, is needed, not {number}")
    return number


def dtype_of(name: str) -> np.dtype[Any]:
    """Returns the layout of a struct or number of the library as NumPy names it, so that neither can drift."""
    return _dtype(ffi.typeof(name))


def _dtype(kind: Any) -> np.dtype[Any]:
    if kind.kind == "array":
        return np.dtype((_dtype(kind.item), kind.length))
    if kind.kind == "struct":
        fields = kind.fields
        return np.dtype({"names": [name for name, _ in fields], "formats": [_dtype(f.type) for _, f in fields],
                         "offsets": [f.offset for _, f in fields], "itemsize": ffi.sizeof(kind)})
    return np.dtype({"float": "f4", "double": "f8"}.get(kind.cname, f"u{ffi.sizeof(kind)}"))


def _refuse_others(name: str, array: Any, dtype: Any) -> None:
    """Refuses what is no numpy array, and subclasses that say less or more than their memory."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: a numpy array of {dtype} is required, not {type(array).__name__}")
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name}: an array without a mask is required, not {type(array).__name__}; use {name}.filled(...), "
                        f"or {name}.data where nothing is masked")
    if array.ndim and len(array) != array.shape[0]:
        raise ArgumentError(f"{name}: a len of {array.shape[0]} is required, as its shape says, not {len(array)}")


def view(name: str, array: Any, dtype: Any, tail: Tail = (), count: Optional[int] = None,
         dense: bool = False, write: bool = False) -> tuple[int, int]:
    """Returns address and stride (bytes from row to row) of an array that the library reads where it is.

    Nothing is copied. What cannot be read in place is refused, with the call that fixes it: another dtype or byte order,
    rows that are not contiguous, arrays that go backwards, and broadcast ones, whose stride of 0 would mean "tight" in C.
    dense: rows follow each other. write: the library writes to it.
    """
    dtype = np.dtype(dtype)
    _refuse_others(name, array, dtype)
    if array.dtype != dtype:
        raise TypeError(f"{name}: dtype {dtype} is required, not {array.dtype}; use {name}.astype(numpy.{dtype})")
    if array.ndim != 1 + len(tail) or array.shape[1:] != tail or (count is not None and len(array) != count):
        shape = ", ".join([str("n" if count is None else count), *map(str, tail)]) + ("" if tail else ",")
        raise ArgumentError(f"{name}: shape ({shape}) is required, not {array.shape}")
    fix = f"use numpy.ascontiguousarray({name})"
    words = dtype == np.float64 and not (array.__array_interface__["data"][0] | array.strides[0]) % 4  # enough for the library
    if not (array.flags.aligned or words):
        raise ArgumentError(f"{name}: its elements are not aligned; {fix}")
    if write and not array.flags.writeable:
        raise ArgumentError(f"{name}: a writable array is required")
    row = array.itemsize * (tail[0] if tail else 1)
    if tail and array.size and array.strides[1] != array.itemsize:
        raise ArgumentError(f"{name}: rows have to be contiguous; {fix}")
    stride = array.strides[0] if len(array) > 1 else row
    if not 0 < stride < 2**32:
        raise ArgumentError(f"{name}: reversed and broadcast arrays cannot be read in place; {fix}")
    if dense and stride != row:
        raise ArgumentError(f"{name}: a contiguous array is required; {fix}")
    return array.__array_interface__["data"][0], stride


def held(*arrays: Any) -> list[Any]:
    """Returns two references to each array and to what owns its memory, as numpy still resizes what has one besides the caller's.

    Who binds arrays to a struct of C keeps them.
    """
    kept = [array for array in arrays if array is not None]
    for array in kept:  # which grows
        if isinstance(array.base, np.ndarray):
            kept.append(array.base)
    return 2 * kept


def pointer(kind: Any, name: str, array: Any, dtype: Any, tail: Tail = (), count: Optional[int] = None,
            write: bool = False) -> Any:
    """Returns a pointer to a dense array, or NULL for None."""
    if array is None:
        return ffi.NULL
    return ffi.cast(kind, view(name, array, dtype, tail, count, dense=True, write=write)[0])


def pairs_of(name: str, pairs: Any) -> Any:
    """Returns the lgjk_pairs of an array of shape (n, 2) whose two columns may be anywhere."""
    _refuse_others(name, pairs, "uint32")
    if pairs.ndim == 2 and pairs.shape[1] == 2:
        first, stride = view(name, pairs[:, 0], np.uint32)
        second = first + pairs.strides[1]
    else:
        first, stride = view(name, pairs, np.uint32, (2,))
        second = first
    return struct("lgjk_pairs", stride=stride, a=ffi.cast("uint32_t*", first), b=ffi.cast("uint32_t*", second),
                  count=len(pairs))


def aligned(size: int) -> Bytes:
    """Returns so many bytes of zeros at a multiple of 64."""
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    skip = -memory.__array_interface__["data"][0] % ALIGNMENT
    return memory[skip:skip + size]


@functools.lru_cache(maxsize=None)
def isa_number(name: str) -> int:
    """Returns the number of an instruction set."""
    number = int(lib.lgjk_isa_from_name(name.encode()))
    if number >= lib.LGJK_ISA_COUNT:
        raise IsaError(f"isa: {name!r} is unknown; these run here: {', '.join(isas())}", lib.LGJK_ERROR_ISA)
    return number


def isas() -> list[str]:
    """Returns the names of the instruction sets that run here, narrowest first; "auto" takes the last one."""
    numbers = range(1, lib.LGJK_ISA_COUNT)
    return [ffi.string(lib.lgjk_isa_name(i)).decode() for i in numbers if lib.lgjk_isa_supported(i)]


class Workers:
    """Threads of C that calls divide their work among; results have the same bits for any number.

    Arguments:
        count: the threads, 1..64, with the one that calls.

    A pool may serve any number of calls, one after the other or at once. Errors: ArgumentError.
    """

    def __init__(self, count: int):
        if not 1 <= count <= lib.LGJK_MAX_WORKERS:
            raise ArgumentError(f"workers: 1..{lib.LGJK_MAX_WORKERS} are possible, not {count}")
        self._count = count
        pool = lib.pool_open(count)
        if pool == ffi.NULL:
            raise OutOfMemoryError("workers: no threads or no memory", lib.LGJK_ERROR_MEMORY)
        self._pool = ffi.gc(pool, lib.pool_close)
        self._tasks = ffi.new("lgjk_tasks*", lib.pool_tasks(self._pool))

    def __repr__(self) -> str:
        return f"Workers({self._count})"

    def __reduce__(self) -> Any:
        return Workers, (self._count,)


def tasks_of(workers: Optional[Workers]) -> Any:
    """Returns the lgjk_tasks of a pool, or NULL."""
    if not isinstance(workers, (Workers, type(None))):
        raise TypeError(f"workers: Workers are required, not {type(workers).__name__}")
    return ffi.NULL if workers is None else workers._tasks
