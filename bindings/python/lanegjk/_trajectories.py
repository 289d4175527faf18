"""Recorded crowds: who touched whom, and how close the others came."""
from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional

import numpy as np

from ._base import Status, Workers
from ._find import find_pairs2
from ._queries import ContactName, contact2
from ._shapes import Bodies2, Shape, Shapes2, ellipse

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._base import Doubles, Floats

TORSO = (0.14, 0.23)
"""Semi-axes of an adult in summer dress, metres, along and across the motion: Predtechenskii and Milinskii 1978."""
HEADING_SECONDS, STANDING_SPEED = 0.2, np.float32(0.1)
_Found = dict[str, Any]
_WANT: tuple[ContactName, ...] = ("status", "distance", "normal", "point_a", "point_b")
_FIELDS = ("kind", "a", "b", "first_frame", "last_frame", "min_distance", "min_frame")
Encounter = np.dtype([("kind", "U8"), ("a", "i8"), ("b", "i8"), ("first_frame", "i8"), ("last_frame", "i8"),
                      ("min_distance", "f4"), ("min_frame", "i8"), ("point_a", "f8", 2), ("point_b", "f8", 2),
                      ("normal", "f4", 2)])
Meeting = np.dtype([("a", "i8"), ("b", "i8"), ("frame", "i8"), ("distance", "f4"), ("status", "u1")])


@dataclasses.dataclass(frozen=True, eq=False)
class Encounters:
    """What a replay found.

    Arguments:
        table: a row of Encounter for each contact (a run of frames in which two torsos overlap) and approach (in which they are
            within reach), as `lanegjk replay --out` writes them. Where ids are texts, so are those here and in meetings.
        meetings: each pair within reach, frame by frame.
        track: the people's ids, frames and positions, sorted by id and frame.
        frame_rate: frames per second.
        reach: metres between torsos.
    """

    table: Any
    meetings: Any
    track: tuple[NDArray[Any], NDArray[np.int64], NDArray[np.float64]]
    frame_rate: float
    reach: float = 1.0

    def __repr__(self) -> str:
        contacts, rows = len(self.contacts), len(self.table)
        return f"Encounters({contacts} contacts, {rows - contacts} approaches, {len(self.meetings)} meetings)"

    @property
    def contacts(self) -> Any:
        """The rows of contacts; min_distance is minus the greatest depth, in metres."""
        return self.table[self.table["kind"] == "contact"]

    def near_misses(self, most: int = 5) -> Any:
        """Returns the approaches with the smallest gaps above 0, smallest first.

        Arguments:
            most: how many there are at most.
        """
        rows = self.table[(self.table["kind"] == "approach") & (self.table["min_distance"] > 0)]
        return rows[np.argsort(rows["min_distance"], kind="stable")[:most]]

    def to_pandas(self) -> Any:
        """Returns the table as a pandas.DataFrame with the columns of `lanegjk replay --out`."""
        import pandas
        columns = {name: self.table[name] for name in _FIELDS}
        for name, short in (("point_a", "a"), ("point_b", "b"), ("normal", "n")):
            columns.update({short + "x": self.table[name][:, 0], short + "y": self.table[name][:, 1]})
        return pandas.DataFrame(columns)

    def plot(self, axes: Any = None, most: int = 5) -> Any:
        """Draws a map with matplotlib, and returns the axes.

        A warm glow shows where many came close to each other. Paths are thin lines, contacts rings, gaps up to 0.15 of the
        reach lines from torso to torso, near misses numbers.

        Arguments:
            axes: where to draw; None: those of a new figure with the proportions of the floor.
            most: how many near misses have a number.
        """
        from ._plots import draw
        return draw(self, axes, most)

    def plot_distance(self, a: Any, b: Any, axes: Any = None) -> Any:
        """Draws the distance of two persons over time where they are within reach, and returns the axes.

        Arguments:
            a: the id of one.
            b: the id of the other.
            axes: where to draw; None: those of a new figure.
        """
        from ._plots import draw_distance
        return draw_distance(self, a, b, axes)


def _headings(person: Any, frame: Any, place: Doubles, frame_rate: float) -> Floats:
    """Returns where people face: along their motion; who stands as before, or as they will go."""
    count, span = len(person), int(HEADING_SECONDS * frame_rate)
    key, row = person * (int(np.ptp(frame)) + 2 * span + 2) + frame - frame.min() + span, np.arange(count)
    begin, end = np.searchsorted(person, person), np.searchsorted(person, person, "right")
    first, last = np.searchsorted(key, key - span), np.searchsorted(key, key + span, "right") - 1
    first, last = np.maximum(first, begin), np.minimum(last, end - 1)
    first = np.where((first == row) & (row > begin), row - 1, first)
    last = np.where((last == row) & (row + 1 < end), row + 1, last)
    step = (place[last] - place[first]).astype(np.float32)
    length = np.sqrt(step[:, 0] * step[:, 0] + step[:, 1] * step[:, 1])
    moves = length > STANDING_SPEED * ((frame[last] - frame[first]) / frame_rate).astype(np.float32)
    before = np.maximum.accumulate(np.where(moves, row, -1))
    after = np.minimum.accumulate(np.where(moves, row, count)[::-1])[::-1]
    source = np.where(before >= begin, before, np.where(after < end, after, -1))
    heading = np.tile(np.array([1, 0], np.float32), (count, 1))
    known = source >= 0
    heading[known] = step[source[known]] / length[source[known]][:, None]
    return heading


def _runs(pair: Any, frame: Any, distance: Floats) -> tuple[Any, Any, Any]:
    """Returns first, last and nearest row of each run of frames of a pair; rows are sorted by pair and frame."""
    starts = np.ones(len(frame), bool)
    starts[1:] = (np.diff(pair) != 0) | (np.diff(frame) != 1)
    first = np.flatnonzero(starts)
    last = np.append(first[1:], len(frame))[:len(first)] - 1
    least = np.minimum.reduceat(distance, first) if len(first) else distance[:0]
    at = np.flatnonzero(distance == np.repeat(least, last - first + 1))
    return first, last, at[np.searchsorted(at, first)]


def _contacts(pose: Floats, place: Doubles, frame: Any, shape: Shape, reach: float,
              workers: Optional[Workers]) -> tuple[Any, _Found]:
    """Returns pairs of rows of the same frame that are within reach, and their contacts; rows are sorted by frame."""
    shapes, zeros = Shapes2([shape]), np.zeros(len(pose), np.uint32)
    bounds = np.append(np.flatnonzero(np.diff(frame, prepend=-1)), len(frame))
    found = [find_pairs2(Bodies2(shapes, zeros[i:k], pose[i:k], position=place[i:k]), margin=reach) + np.uint32(i)
             for i, k in zip(bounds[:-1], bounds[1:])]
    pairs = np.concatenate([np.empty((0, 2), np.uint32), *found])
    bodies = Bodies2(shapes, zeros, pose, position=place)
    results = contact2(bodies, pairs, max_distance=reach, workers=workers, want=_WANT)
    kept = np.flatnonzero((results.status != Status.BEYOND) & (results.status != Status.BAD))
    values: _Found = {name: getattr(results, name)[kept] for name in _WANT}
    for name in ("point_a", "point_b"):
        values[name] = bodies.add_positions(values[name], pairs[kept, 0])
    return pairs[kept].astype(np.int64), values


def _contacts_in_blocks(pose: Floats, place: Doubles, frame: Any, work: Callable[[Floats, Doubles, Any], tuple[Any, _Found]],
                        blocks: int, mapper: Callable[..., Iterable[Any]]) -> tuple[Any, _Found]:
    """Returns the same, of so many runs of frames, each of which is a call of `work`."""
    begin = np.flatnonzero(np.diff(frame, prepend=-1))
    cut = np.unique(begin[np.arange(blocks) * len(begin) // blocks])
    ends = np.append(cut[1:], len(frame))
    found = list(mapper(work, *([rows[i:k] for i, k in zip(cut, ends)] for rows in (pose, place, frame))))
    return (np.concatenate([pairs + first for first, (pairs, _) in zip(cut, found)]),
            {name: np.concatenate([results[name] for _, results in found]) for name in _WANT})


def _whole(name: str, numbers: Any) -> Any:
    """Returns whole numbers, of any dtype, as int64."""
    given = np.asarray(numbers)
    with np.errstate(invalid="ignore"):
        whole = given.astype(np.int64)
    if given.dtype.kind in "fuO" and (whole != given).any():
        raise ValueError(f"{name}: whole numbers are required, not {given[whole != given][0]}")
    return whole


def _ids(id: Any) -> Any:
    """Returns ids as numbers, or as texts."""
    found = np.asarray(id)
    return found.astype(str) if found.dtype.kind in "OU" else _whole("id", found)


def _named(dtype: Any, ids: Any) -> Any:
    """Returns the dtype with the people's ids as they are."""
    return np.dtype([(name, ids.dtype if name in "ab" else (dtype[name].base, dtype[name].shape)) for name in dtype.names])


def replay(x: Any, y: Optional[ArrayLike] = None, frame: Optional[ArrayLike] = None, id: Optional[ArrayLike] = None, *,
           frame_rate: Optional[float] = None, shape: Optional[Shape] = None, reach: float = 1.0,
           workers: Optional[Workers] = None, blocks: int = 1, mapper: Callable[..., Iterable[Any]] = map) -> Encounters:
    """Returns contacts and approaches of a recorded crowd, as the program `lanegjk replay` finds them.

    Errors: ValueError where someone is twice in a frame, or nowhere, and for arguments that are not as below.

    Arguments:
        x: metres; or all of x, y, frame and id as a Recording, a pandas.DataFrame with these columns, or a TrajectoryData of
            PedPy.
        y: metres.
        frame: whole numbers.
        id: who it is: whole numbers or texts.
        frame_rate: frames per second; None: the recording's, else 25.
        shape: the torso, which faces along the motion; None: an ellipse of TORSO.
        reach: metres between torsos, up to which an approach counts.
        workers: threads of the queries.
        blocks: into how many runs of frames the recording is divided. The result is the same for any number.
        mapper: what calls a function for each of them, as the builtin map does: that of a concurrent.futures executor, or of a
            cluster. Without `workers` all that it is given can be pickled.
    """
    if blocks < 1:
        raise ValueError(f"blocks is {blocks}, and is to be 1 or more")
    if frame_rate is None:
        frame_rate = float(getattr(x, "frame_rate", 25.0))
    if y is None or frame is None or id is None:
        data = x.data if hasattr(x, "frame_rate") else x
        x, y, frame, id = (data[name] for name in ("x", "y", "frame", "id"))
    if not 0 < frame_rate < np.inf:
        raise ValueError(f"frame_rate: a finite number above 0 is required, not {frame_rate}")
    who, number, *axes = _ids(id), _whole("frame", frame), np.asarray(x, float), np.asarray(y, float)
    if any(column.shape != (who.size,) for column in (*axes, number, who)):
        raise ValueError("x, y, frame, id: arrays (n,) of one length are required, not "
                         f"{', '.join(str(column.shape) for column in (*axes, number, who))}")
    ids, person = np.unique(who, return_inverse=True)
    order = np.lexsort((number, person))
    person, number, place = person[order], number[order], np.stack(axes, axis=1)[order]
    if not len(place) or np.any((np.diff(person) == 0) & (np.diff(number) == 0)):
        raise ValueError("there are no positions, or somebody has two in a frame")
    if not np.isfinite(place).all():
        raise ValueError("x or y is not finite; leave out the rows without a position")
    pose = np.concatenate([np.zeros(place.shape, np.float32), _headings(person, number, place, frame_rate)], axis=1)
    numbers, frames = np.unique(number, return_inverse=True)
    by_frame = np.lexsort((person, frames))
    work = functools.partial(_contacts, shape=shape or ellipse(*TORSO), reach=reach, workers=workers)
    pairs, results = _contacts_in_blocks(pose[by_frame], place[by_frame], frames[by_frame], work, blocks, mapper)
    who, when = person[by_frame][pairs], frames[by_frame][pairs[:, 0]]
    kept = np.lexsort((when, who[:, 1], who[:, 0]))
    table = np.concatenate([_table(kind, rows, ids[who], numbers, when, results) for kind, rows in
                            (("contact", kept[results["status"][kept] == Status.OVERLAPPING]), ("approach", kept))])
    table = table[np.lexsort((table["kind"] == "approach", table["b"], table["a"], table["first_frame"]))]
    meetings = np.empty(len(kept), _named(Meeting, ids))
    meetings["a"], meetings["b"] = ids[who[kept]].T
    meetings["frame"] = numbers[when[kept]]
    meetings["distance"], meetings["status"] = results["distance"][kept], results["status"][kept]
    return Encounters(table, meetings, (ids[person], number, place), frame_rate, reach)


def _table(kind: str, rows: Any, who: Any, numbers: Any, when: Any, results: _Found) -> NDArray[Any]:
    """Returns the encounters of a kind, of rows of the results that are sorted by pair and frame."""
    pair = np.unique(who[rows], axis=0, return_inverse=True)[1]
    first, last, best = (rows[at] for at in _runs(pair, when[rows], results["distance"][rows]))
    table = np.empty(len(first), _named(Encounter, who))
    table["kind"], table["a"], table["b"] = kind, who[first, 0], who[first, 1]
    for name, at in (("first_frame", first), ("last_frame", last), ("min_frame", best)):
        table[name] = numbers[when[at]]
    table["min_distance"], table["normal"] = results["distance"][best], results["normal"][best] + np.float32(0)
    table["point_a"], table["point_b"] = results["point_a"][best], results["point_b"][best]
    return table
