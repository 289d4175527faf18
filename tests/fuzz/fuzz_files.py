#!/usr/bin/env python3
"""Fuzzing of the files that the command line reads: scenes of lanegjk query, recordings of lanegjk replay, compressed ones.

    fuzz_files.py PROGRAM [SECONDS] [SEED]

PROGRAM is lanegjk built with sanitizers (the preset sanitize). Files of tests/data are changed at random: bytes, numbers,
whole lines, parts of JSON, parts of another file. Whatever comes out, the program ends by itself within 20 s with the
status 0, 1 (all pairs are bad) or 2 (an error in one line that names the file), and no sanitizer reports anything. The
seed is printed; the same seed has the same files. What fails is kept in the folder fuzz_files below the working one.
"""
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
NUMBERS = ["0", "-0", "1", "-1", "1e38", "1e39", "-1e308", "1e-46", "1e999", "nan", "inf", "4294967295", "4294967296",
           "-2147483649", "18446744073709551616", "0.1e", "0x1p3", "1,5", "00", "", "true", "null"]
WORDS = ["id", "frame", "time", "x", "y", "x/m", "y/cm", "# framerate: 0", "# framerate: 10 fps", "nan", "\"", "'", ";", "\t",
         "\0", "\x1b", "\r", "\xff", "\ufeff", "sep=;", "a" * 5000]
QUERIES = ["overlap", "distance", "contact", "cast", "find", "nearest", "within"]


def parts():
    """Returns scenes and recordings: files by name, as bytes."""
    scenes, recordings = {}, {}
    for file in ("cli.txt", "recordings.txt"):
        for part in (DATA / file).read_bytes().split(b"==> ")[1:]:
            name, text = part.split(b"\n", 1)
            (scenes if name.endswith(b".json") else recordings)[name.decode()] = text
    return scenes, recordings


def spoil_number(rng, data):
    """Returns the bytes with one of their numbers replaced."""
    marks = [i for i, byte in enumerate(data) if 48 <= byte <= 57 and (i == 0 or not 48 <= data[i - 1] <= 57)]
    if not marks:
        return data
    begin = rng.choice(marks)
    end = begin
    while end < len(data) and data[end:end + 1] in b"0123456789.eE+-":
        end += 1
    usual = str(rng.randrange(-8, 9) / rng.choice([1, 2, 4, 1000]))
    return data[:begin] + rng.choice([usual, usual, rng.choice(NUMBERS)]).encode() + data[end:]


def spoil_lines(rng, data):
    """Returns the bytes with lines doubled, left out, exchanged or repeated."""
    lines = data.split(b"\n")
    i, k = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(4)
    if way == 0:
        del lines[i]
    elif way == 1:
        lines.insert(k, lines[i])
    elif way == 2:
        lines[i], lines[k] = lines[k], lines[i]
    else:
        lines[i:i] = lines[i:i + 3] * rng.randrange(20)
    return b"\n".join(lines)


def spoil_bytes(rng, data):
    """Returns the bytes with some of them changed, removed or inserted."""
    data = bytearray(data)
    for _ in range(1 + rng.randrange(4)):
        at = rng.randrange(len(data) + 1)
        way = rng.randrange(4)
        if way == 0 and at < len(data):
            data[at] = rng.randrange(256)
        elif way == 1:
            del data[at:at + 1 + rng.randrange(1, 9)]
        elif way == 2:
            data[at:at] = rng.choice(WORDS).encode("latin-1", "replace")
        else:
            data = data[:at] if rng.randrange(4) == 0 else data
    return bytes(data)


def places(value):
    """Yields all (container, key) of a JSON value."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, (dict, list)):
            yield from places(inner)


def any_value(rng, depth=0):
    """Returns a random JSON value."""
    way = rng.randrange(12 if depth < 3 else 9)
    if way < 3:
        return rng.randrange(-8, 9) / 4
    if way < 6:
        return rng.choice([0, -1, 1, 0.5, 1e300, -1e39, 1e-300, 2**31, 2**32, 2**63, -(2**63), 3, 7])
    if way < 9:
        return rng.choice(["", "a", "circle", "box", "polygon", "hull", "x" * 300, "\0", None, True, False])
    inner = [any_value(rng, depth + 1) for _ in range(rng.randrange(5))]
    return inner if way < 11 else {rng.choice(["kind", "points", "radius", "shape", "a", "map", "size"]): v for v in inner}


def spoil_json(rng, data):
    """Returns a scene with values replaced, left out, repeated or exchanged; as it is where it is no JSON."""
    try:
        scene = json.loads(data)
    except ValueError:
        return spoil_bytes(rng, data)
    for _ in range(rng.choice([1, 1, 2])):
        every = list(places(scene)) if isinstance(scene, (dict, list)) else []
        if not every:
            break
        into, key = rng.choice(every)
        other, other_key = rng.choice(every)
        copied = json.loads(json.dumps(other[other_key]))
        way = rng.randrange(5)
        if way < 2:
            into[key] = any_value(rng)
        elif way == 2:
            del into[key]
        elif way == 3 and isinstance(into[key], list):
            into[key] = into[key] * rng.choice([2, 3, 40]) if len(json.dumps(into[key])) < 2000 else into[key]
        else:
            into[key] = copied
    return json.dumps(scene).encode()


def scene_command(rng, file, scenes):
    """Returns the arguments of a query, the file's bytes and the file."""
    data = rng.choice(list(scenes.values()))
    for _ in range(rng.choice([1, 1, 1, 2])):
        data = rng.choice([spoil_json, spoil_json, spoil_number, spoil_bytes, spoil_lines])(rng, data)
    command = ["query", str(file)]
    if rng.randrange(2):
        command += ["--query", rng.choice(QUERIES)]
    for option, values in (("--max-distance", NUMBERS), ("--margin", NUMBERS), ("--k", NUMBERS)):
        if rng.randrange(12) == 0:
            command += [option, rng.choice(values)]
    if rng.randrange(4) == 0:
        command += ["--svg", os.devnull]
    return command, data, file


def recording_command(rng, file, recordings):
    """Returns the arguments of a replay, the file's bytes, compressed now and then, and the file."""
    name = rng.choice(list(recordings))
    data, file = recordings[name], file.with_name("walk" + (".ndjson" if name.endswith(".ndjson") else file.name[4:]))
    for _ in range(rng.choice([0, 1, 1, 2])):
        data = rng.choice([spoil_number, spoil_number, spoil_bytes, spoil_lines])(rng, data)
    if rng.randrange(8) == 0:
        data = data[:rng.randrange(len(data) + 1)] + rng.choice(list(recordings.values()))
    if rng.randrange(4) == 0:
        data = gzip.compress(data, mtime=0)
        if rng.randrange(3):
            data = spoil_bytes(rng, data)
    command = ["replay", str(file), "--out", os.devnull]
    given = (("--fps", ["10", *NUMBERS]), ("--unit", ["m", "cm", "0.5", *NUMBERS]), ("--columns", ["id frame x y", "id x", ""]),
             ("--shape", ["circle"]), ("--frames", NUMBERS), ("--reach", ["2", *NUMBERS]), ("--svg", [os.devnull]))
    for option, values in given:
        if rng.randrange(25) == 0:
            command += [option, rng.choice(values)]
    return command, data, file


def complaint(program, command):
    """Runs the program; returns what is wrong with how it ended, or None, and its status."""
    try:
        ended = subprocess.run([program, *command], stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return "no end within 20 s", None
    error = ended.stderr.decode(errors="replace")
    if ended.returncode not in (0, 1, 2):
        return "status %d: %s" % (ended.returncode, error[-3000:]), None
    if "Sanitizer" in error or "runtime error" in error:
        return error[-3000:], None
    if ended.returncode == 2 and (not error.strip() or len(error) > 20000):
        return "an error without a reason, or with one too long: %s" % error[:300], None
    if ended.returncode == 2 and any(ord(c) < 32 and c not in "\n\t" for c in error):
        return "an error with control characters: %r" % error[:300], None
    return None, ended.returncode


def main():
    """Reads the arguments."""
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    program = str(pathlib.Path(sys.argv[1]).resolve())
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns() % 2**32
    print("seed %d" % seed, flush=True)
    rng, scenes, recordings = random.Random(seed), *parts()
    end, said, runs, seen = time.monotonic() + seconds, time.monotonic(), 0, {0: 0, 1: 0, 2: 0}
    os.environ.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1:max_allocation_size_mb=2048")
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end:
            kind = rng.randrange(2)
            file = pathlib.Path(folder, "scene.json" if kind else rng.choice(["walk.txt", "walk.csv", "walk.txt.gz"]))
            command, data, file = (scene_command if kind else recording_command)(rng, file, scenes if kind else recordings)
            file.write_bytes(data)
            found, status = complaint(program, command)
            runs += 1
            if found:
                kept = pathlib.Path("fuzz_files", "seed%d-%d-%s" % (seed, runs, file.name))
                kept.parent.mkdir(exist_ok=True)
                kept.write_bytes(data)
                sys.exit("fuzz_files.py: %s\nlanegjk %s\nrun %d of seed %d; the file is kept as %s" % (
                    found, " ".join(command), runs, seed, kept))
            seen[status] += 1
            if time.monotonic() > said + 60:
                said = time.monotonic()
                print("%d files, %d read, %d refused" % (runs, seen[0] + seen[1], seen[2]), flush=True)
    print("%d files: %d were read, of %d all pairs were bad, %d were refused; nothing found" % (runs, seen[0], seen[1], seen[2]))
    if runs > 200 and (seen[0] < runs // 50 or seen[2] < runs // 50):
        sys.exit("fuzz_files.py: nearly all files end alike: the changes are of no use")


if __name__ == "__main__":
    main()
