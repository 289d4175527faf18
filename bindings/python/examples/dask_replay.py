"""Recorded crowds on a Dask cluster: the tables of one process, from any number of workers.

    python3 dask_replay.py --workers 4 --out tables *.txt              # processes of this machine
    python3 dask_replay.py --scheduler tcp://host:8786 --out tables *.txt

A file is the task of one worker, which has to see it. One of more than --split bytes is read here, and its frames are divided
among the workers. Dask gives the work of a worker that has died to others. A file that cannot be read is reported, and the rest
goes on; the status is 1 then.
"""
from __future__ import annotations

import argparse
import pathlib
import sys
import time
import warnings
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence

import dask
import distributed

import lanegjk as lg

RETRIES = 3  # of a task that fails; those of workers that die are as many as allowed-failures says

Options = dict[str, Any]


def read(path: str, options: Options) -> lg.Recording:
    """Returns a recording; what had to be assumed of it is in its notes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lg.RecordingWarning)
        return lg.read_trajectories(path, **options)


def replay_file(path: str, options: Options) -> Any:
    """Returns the table of a file: the task of a worker."""
    return lg.replay(read(path, options)).to_pandas()


class Progress:
    """A line for each part that is done."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.since = total, 0, time.monotonic()

    def report(self, text: str) -> None:
        self.done += 1
        print(f"{self.done}/{self.total} after {time.monotonic() - self.since:.1f} s: {text}", flush=True)


def divided(client: distributed.Client, name: str) -> Callable[..., Iterable[Any]]:
    """Returns a mapper for lanegjk.replay, which calls a function on the workers and reports each run of frames."""
    def mapper(function: Callable[..., Any], *arguments: Sequence[Any]) -> list[Any]:
        futures = client.map(function, *arguments, retries=RETRIES, pure=False)
        progress = Progress(len(futures))
        for _ in distributed.as_completed(futures):
            progress.report(f"runs of frames of {name}")
        return list(client.gather(futures))
    return mapper


def replay_all(client: distributed.Client, files: Sequence[str], options: Options, split: int,
               work: Callable[[str, Options], Any] = replay_file) -> Iterator[tuple[str, Any]]:
    """Yields each file with its table, or with the error that it has, as they are done."""
    large = [path for path in files if pathlib.Path(path).is_file() and pathlib.Path(path).stat().st_size > split]
    small = [path for path in files if path not in large]
    futures = {client.submit(work, path, options, retries=RETRIES, pure=False): path for path in small}
    for future in distributed.as_completed(list(futures)):
        yield futures[future], future.exception() or future.result()
    for path in large:
        blocks = 4 * max(1, sum(client.nthreads().values()))
        try:
            yield path, lg.replay(read(path, options), blocks=blocks, mapper=divided(client, path)).to_pandas()
        except (OSError, ValueError) as error:
            yield path, error


def write(folder: pathlib.Path, path: str, table: Any) -> str:
    """Writes the table and returns what to say of it."""
    table.to_csv(folder / (pathlib.Path(path).name + ".csv"), index=False)
    contacts = int((table["kind"] == "contact").sum())
    return f"{path}: {contacts} contacts, {len(table) - contacts} approaches"


def parse(arguments: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), help="folder of the tables (default: .)")
    parser.add_argument("--scheduler", help="address of a cluster; without it, one of this machine")
    parser.add_argument("--workers", type=int, help="processes of this machine (default: as many as cores)")
    parser.add_argument("--split", type=int, default=50_000_000, help="bytes above which a file's frames are divided")
    parser.add_argument("--columns", help="as of lanegjk.read_trajectories")
    parser.add_argument("--fps", type=float)
    parser.add_argument("--unit")
    return parser.parse_args(arguments)


def connect(given: argparse.Namespace) -> distributed.Client:
    dask.config.set({"distributed.scheduler.allowed-failures": 10})
    if given.scheduler:
        return distributed.Client(given.scheduler)
    return distributed.Client(n_workers=given.workers, threads_per_worker=1, dashboard_address=None)


def main(arguments: Optional[Sequence[str]] = None, work: Callable[[str, Options], Any] = replay_file) -> int:
    given = parse(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    if len({pathlib.Path(path).name for path in given.files}) < len(given.files):
        print("dask_replay.py: two files have one name, and would have one table", file=sys.stderr)
        return 2
    options = {name: getattr(given, name) for name in ("columns", "fps", "unit")}
    failed = 0
    with connect(given) as client:
        progress = Progress(len(given.files))
        for path, found in replay_all(client, given.files, options, given.split, work):
            failed += isinstance(found, BaseException)
            progress.report(f"{path}: {found!r}" if isinstance(found, BaseException) else write(given.out, path, found))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
