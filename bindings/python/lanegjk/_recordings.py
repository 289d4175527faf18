"""Files of recorded crowds, by the reader of the command line program; see cli/recording/recorded_rows.h."""
from __future__ import annotations

import contextlib
import dataclasses
import gzip
import os
import pathlib
import re
import sqlite3
import tempfile
import warnings
import zlib
from typing import Any, Iterator, Optional, Sequence, Union

import numpy as np

from ._native import ffi, lib

_SQLITE = b"SQLite format 3\0"
_POSITIONS = "SELECT id, frame, pos_x, pos_y FROM trajectory_data ORDER BY id, frame"
_RATE = "SELECT value FROM metadata WHERE key = 'fps'"


class RecordingWarning(UserWarning):
    """What a reader assumed, or left out: a frame rate that no header says, lines without a position."""


@dataclasses.dataclass(frozen=True, eq=False)
class Recording:
    """A recorded crowd, which lanegjk.replay takes as it is.

    Arguments:
        data: a pandas.DataFrame with id, frame, x, y (metres), sorted by id and frame. Ids are numbers, or texts where the file
            has names.
        frame_rate: frames per second.
        frame_rate_source: "header", "option", "times" or "assumed".
        unit: the metres of one unit of the file.
        unit_source: "header", "option", "format" or "from walking speeds".
        columns: what the columns of the file are, and who says so.
        gaps: how many of its lines have no position.
        notes: what was assumed or left out.
    """

    data: Any
    frame_rate: float
    frame_rate_source: str
    unit: float
    unit_source: str
    columns: str
    gaps: int
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Recording({len(self.data)} rows, {self.data['id'].nunique()} persons, {self.frame_rate:g} frames per second)"


def read_trajectories(file: Union[str, os.PathLike[str]], columns: Union[None, str, Sequence[str]] = None,
                      fps: Optional[float] = None, unit: Union[None, str, float] = None) -> Recording:
    """Returns the positions of a recorded crowd, read as `lanegjk replay` reads them.

    Takes text of PedPy and JuPedSim, CSV with names of columns, the files of ETH and UCY, trajnet's text and .ndjson, and
    JuPedSim's .sqlite, each also compressed by gzip. Warns by RecordingWarning of what it assumed. Errors: ValueError with
    file:line: reason; OSError.

    Arguments:
        file: the path.
        columns: names of the columns, such as ("frame", "id", "x", "y"), as --columns of the program; None: as the file says.
        fps: frames per second, as --fps; None: as the file says, else by its times, else an assumption.
        unit: of x and y, such as "cm", or the metres of one unit, as --unit; None: as the file says, else by walking speed.
    """
    path = pathlib.Path(file)
    with open(path, "rb") as stream:
        is_base = stream.read(len(_SQLITE)) == _SQLITE
    data = b"" if is_base else _decompressed(path, path.read_bytes())
    if is_base or data.startswith(_SQLITE):
        recording = _read_sqlite(path, data, columns, fps, unit)
    else:
        recording = _read_text(path, data, columns, fps, unit)
    for note in recording.notes:
        warnings.warn(note, RecordingWarning, stacklevel=2)
    return recording


def _decompressed(path: pathlib.Path, data: bytes) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        return gzip.decompress(data)
    except EOFError:
        raise ValueError(f"{path}: compressed by gzip, and cut off") from None
    except (OSError, zlib.error) as error:
        raise ValueError(f"{path}: compressed by gzip, and damaged: {error}") from None


def _text(characters: Any) -> str:
    """Returns a text of C; bytes that are no UTF-8 stay apart from each other."""
    return str(ffi.string(characters).decode("utf-8", "surrogateescape"))


def _in_python(text: str) -> str:
    """Returns a message of the program by the names of arguments here."""
    return re.sub(r"--(columns|fps|unit)\b(:?)", lambda found: found[1] + (found[2] or "="), text)


def _argument(value: Any) -> Any:
    return ffi.NULL if value is None else ffi.new("char[]", str(value).encode("utf-8", "surrogateescape"))


def _read_text(path: pathlib.Path, data: bytes, columns: Union[None, str, Sequence[str]], fps: Optional[float],
               unit: Union[None, str, float]) -> Recording:
    if columns is not None and not isinstance(columns, str):
        columns = ",".join(columns)
    texts = [_argument(value) for value in (path, columns, fps, unit)]
    options, rows = ffi.new("recording_options*"), ffi.new("recorded_rows*")
    options.file, options.columns, options.fps, options.unit = texts
    code = lib.recorded_rows_read(ffi.from_buffer(data), len(data), options, rows)
    try:
        if code == lib.RECORDING_NO_MEMORY:
            raise MemoryError(_text(rows.error))
        if code != lib.RECORDING_OK:
            raise ValueError(_in_python(_text(rows.error)))
        return _recording(rows)
    finally:
        lib.recorded_rows_free(rows)


def _recording(rows: Any) -> Recording:
    import pandas

    def array(start: Any, kind: type) -> Any:
        return np.frombuffer(ffi.buffer(start, 8 * rows.count), kind).copy()

    ids = array(rows.id, np.int64)
    if rows.name != ffi.NULL:
        ids = np.array([_text(rows.name[i]) for i in range(rows.name_count)], object)[ids]
    data = pandas.DataFrame({"id": ids, "frame": array(rows.frame, np.int64), "x": array(rows.x, np.float64),
                             "y": array(rows.y, np.float64)})
    notes = tuple(_in_python(_text(rows.note[i])) for i in range(rows.note_count))
    return Recording(data, rows.fps, _text(rows.fps_source), rows.metres_per_unit, _text(rows.unit_source),
                     _text(rows.columns), rows.gaps, notes)


@contextlib.contextmanager
def _opened(path: pathlib.Path, decompressed: bytes) -> Iterator[sqlite3.Connection]:
    """Opens a database; one that was compressed is a file of its own for as long."""
    with tempfile.TemporaryDirectory() as folder:
        if decompressed:
            path = pathlib.Path(folder, "recording.sqlite")
            path.write_bytes(decompressed)
        with contextlib.closing(sqlite3.connect(path)) as base:
            yield base


def _read_sqlite(path: pathlib.Path, decompressed: bytes, columns: Union[None, str, Sequence[str]], fps: Optional[float],
                 unit: Union[None, str, float]) -> Recording:
    """Reads a database of JuPedSim, which the program does not: its columns and its unit are known."""
    import pandas
    if columns is not None or unit is not None:
        raise ValueError(f"{path}: columns= and unit= are of texts, and this is a database of JuPedSim")
    try:
        with _opened(path, decompressed) as base:
            table = pandas.read_sql_query(_POSITIONS, base)
            found = base.execute(_RATE).fetchone()
    except (sqlite3.Error, pandas.errors.DatabaseError) as error:
        raise ValueError(f"{path}: no database of JuPedSim: {error}") from None
    table = table.rename(columns={"pos_x": "x", "pos_y": "y"})
    places = table[["x", "y"]].apply(pandas.to_numeric, errors="coerce").to_numpy(float)
    known = np.isfinite(places).all(axis=1)
    gaps = int((~known).sum())
    rows = table[known].reset_index(drop=True).astype({"x": float, "y": float})
    twice = rows.duplicated(["id", "frame"])
    if not len(rows) or twice.any():
        raise ValueError(f"{path}: there are no positions, or somebody has two in a frame")
    notes = [f"{path}: {gaps} rows without a position are left out as gaps"] if gaps else []
    rate = fps if fps is not None else float(found[0]) if found else 25.0
    if not 0 < rate <= 1e6:
        raise ValueError(f"{path}: fps: a number above 0, at most 1e+06, is needed, not {rate:g}")
    if fps is None and not found:
        notes.append(f"{path}: no frame rate is given; 25 frames per second are assumed; fps= sets the rate")
    return Recording(rows, rate, "option" if fps is not None else "header" if found else "assumed", 1.0, "format",
                     "id frame pos_x pos_y (as JuPedSim has them)", gaps, tuple(notes))
