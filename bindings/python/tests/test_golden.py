"""The golden hashes of C, through NumPy: all that queries write for each input of the tests, cold, warm, free of history.

LGJK_TEST_PROGRAMS names the folder of digest_inputs2 and digest_inputs3 (tests/contract/digest.c), which write the
inputs; tests/contract/digest.h has the order of the queries.
"""
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest

import lanegjk as lg

SOURCE = pathlib.Path(os.environ.get("LGJK_SOURCE", pathlib.Path(__file__).parents[2]))
PROGRAMS = os.environ.get("LGJK_TEST_PROGRAMS")
KINDS = {2: (lg.polygon, None, lg.ellipse), 3: (lg.hull, None, lg.ellipsoid, lg.cylinder, lg.cone)}
POSE = {2: 4, 3: 7}


class Reader:
    """Takes words off the bytes of an input."""

    def __init__(self, data):
        self.words, self.at = np.frombuffer(data, "<u4"), 0

    def take(self, count, dtype=np.uint32):
        self.at += count
        return self.words[self.at - count:self.at].view(dtype).copy()


def read_shape(reader, dim):
    kind, vertices = reader.take(2).tolist()
    radius, = reader.take(1, np.float32).tolist()
    matrix = reader.take(dim * dim, np.float32).reshape(dim, dim)
    points = reader.take(dim * vertices, np.float32).reshape(vertices, dim)
    if kind == 0:
        return KINDS[dim][0](points, radius)
    if kind == 1:
        return (lg.box2 if dim == 2 else lg.box3)(*np.abs(points).max(axis=0).tolist(), radius)
    make = KINDS[dim][kind]
    return make(*[1] * (2 if dim == 2 or kind > 2 else 3)).mapped(matrix).rounded(radius)


def read_inputs(dim):
    data = subprocess.run([os.path.join(PROGRAMS, f"digest_inputs{dim}")], check=True, capture_output=True).stdout
    reader = Reader(data)
    while reader.at < len(reader.words):
        name = reader.take(10).tobytes().rstrip(b"\0").split(b"\0")[0].decode()
        shape_count, count, pair_count, frames, has_radius = reader.take(5).tolist()
        shapes = (lg.Shapes2 if dim == 2 else lg.Shapes3)([read_shape(reader, dim) for _ in range(shape_count)])
        shape, radius = reader.take(count), reader.take(count, np.float32) if has_radius else None
        pairs = np.stack([reader.take(pair_count), reader.take(pair_count)], axis=1)
        poses = [reader.take(POSE[dim] * count, np.float32).reshape(count, POSE[dim]) for _ in range(frames)]
        yield name, shapes, shape, radius, pairs, poses


def fnv(hash, data):
    for byte in data:
        hash = (hash ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return hash


def written(query, warm):
    """The bytes of all that a query wrote, as digest.h goes through them."""
    results = query()
    parts = [(results.status.astype("<u4") | results.iterations.astype("<u4") << 8).tobytes()]
    for name in ("distance", "point_a", "point_b", "normal"):
        if name in vars(results):
            parts.append(getattr(results, name).tobytes())
    if "manifold" in vars(results):
        rows, dim = results.manifold, results.normal.shape[1]
        words = rows.view(np.uint32).reshape(len(rows), -1)
        keep = list(range(words.shape[1]))
        if dim == 2:
            keep.remove(3)  # reserved
        parts.append(words[:, keep].tobytes())
    return b"".join([*parts, b"" if warm is None else warm.tobytes()])


def hashes(dim, shapes, shape, radius, pairs, poses):
    pose = poses[0].copy()
    bodies = (lg.Bodies2 if dim == 2 else lg.Bodies3)(shapes, shape, pose, radius)
    ways = [{}, {"max_distance": 0.5, "margin": 0.1, "iteration_limit": 64}, {"max_distance": 0.5, "iteration_limit": 3},
            {"max_distance": 3e38, "margin": 1e-3, "iteration_limit": 64},
            {"max_distance": 3e38, "iteration_limit": 64, "flags": lg.Flag.EPA}]
    points = ("status", "iterations", "distance", "point_a", "point_b")
    queries = ((lg.Overlap, points[:2]), (lg.Distance, points), (lg.Contact, (*points, "normal", "manifold")))
    hash = [0xCBF29CE484222325] * 3
    for q, (kind, want) in enumerate(queries):
        for way in ways if q == 2 else ways[:4]:
            hash[q] = fnv(hash[q], written(kind(bodies, pairs, want=want, **way), None))
    warm = [[lg.warm_records(len(pairs)) for _ in range(2)] for _ in queries]
    bound = [[(kind(bodies, pairs, want=want, warm=records, flags=flags), records) for records, flags in
              zip(warm[q], (0, lg.Flag.HISTORY_FREE))] for q, (kind, want) in enumerate(queries)]
    for moved in poses:
        pose[:] = moved
        for q, queries in enumerate(bound):
            for query, records in queries:
                hash[q] = fnv(hash[q], written(query, records))
    return hash


@pytest.mark.filterwarnings("ignore::lanegjk.PrecisionWarning")  # some of these worlds are made to lose digits
@pytest.mark.skipif(PROGRAMS is None, reason="LGJK_TEST_PROGRAMS names no folder of digest_inputs2 and 3")
@pytest.mark.parametrize("dim", [2, 3])
def test_golden_hashes(dim):
    golden = dict(re.findall(r'GOLDEN\("([^"]+)", (.*)\)', (SOURCE / f"tests/contract/golden{dim}.h").read_text()))
    seen, every = 0, 8 if "LGJK_TEST_PAIRS" in os.environ else 1  # a part, where tests are to be short
    for number, (name, *world) in enumerate(read_inputs(dim)):
        if number % every:
            continue
        found = ", ".join(f"0x{hash:016x}u" for hash in hashes(dim, *world))
        assert found == golden[name], name
        seen += 1
    assert seen >= 40 // every
