"""Fuzzing of the package: every public class and function gets arguments that are right, nearly right, and anything.

    fuzz.py [SECONDS] [SEED]

Arrays of random dtypes, shapes, strides, byte orders, read-only and not aligned; numbers of all sizes; objects of other
kinds; arrays that change size or vanish after they were bound. A call returns or raises an Exception: an end of the process
is a finding, and so are SystemError and what a sanitizer reports (scripts/ci/python.sh --fuzz). The number of the call is
written to fuzz_python.log, so that the last one is known where the process has ended. The seed is printed; the same seed has
the same calls.
"""
import faulthandler
import inspect
import sys
import time
import warnings

import numpy as np

import lanegjk as lg

LEFT_OUT = {"read_trajectories", "from_trimesh", "from_shapely", "Workers"}  # files: tests/fuzz/fuzz_files.py
SIZES = [0, 1, 2, 3, 4, 7, 8, 16, 17, 63, 64, 65, 300]
KINDS = ["f4", "f4", "f4", "f8", "u4", "u4", "i4", "u1", "i8", "u8", "u2", "?", "c8", ">f4", ">u4", "S4", "U2", "O", "M8[s]"]
NUMBERS = [0, 1, -1, 2, 3, 0.5, 1e-3, 1e9, -0.0, 1e38, 1e39, -1e300, 1e-46, float("nan"), float("inf"), -float("inf"), 2**31,
           2**32 - 1, 2**32, 2**63, 2**64, -2**63, 10**40, True, None, "1", b"1", 1j, [], {}, (), object(), np.float32(2)]
GROUPS = {"pairs": "pairs before now", "vectors": "way other_way motion points position push", "turns": "turn other_turn",
          "poses": "end other_end pose", "floats": "radius most inverse_mass distance", "records": "records warm out",
          "indices": "shape skip order fixed_order other_order body category mask group",
          "bytes": "status replaced sensors fixed_sensors replaced_fixed"}
NAMES = {name: group for group, names in GROUPS.items() for name in names.split()}
TAILS = {"pairs": (2,), "floats": (), "indices": (), "bytes": (), "records": (4,)}


class Fuzz:
    """A world of one dimension, and calls upon it."""

    def __init__(self, rng, dim):
        self.rng, self.dim, self.made = rng, dim, []
        self.shapes = (lg.Shapes2 if dim == 2 else lg.Shapes3)(
            [lg.circle(0.5), lg.box2(1, 0.5), lg.polygon(rng.normal(size=(7, 2)))] if dim == 2 else
            [lg.ball(0.5), lg.box3(1, 0.5, 0.2), lg.cone(0.3, 1), lg.hull(rng.normal(size=(9, 3)))])
        self.count = int(self.pick(SIZES))
        place = rng.integers(-20, 20, (self.count, dim)) / 4
        pose = lg.poses2(place, rng.uniform(-3, 3, self.count)) if dim == 2 else lg.poses3(
            place, rng.normal(size=(self.count, 3)), rng.uniform(-3, 3, self.count))
        shape = rng.integers(0, len(self.shapes), self.count).astype(np.uint32)
        self.bodies = (lg.Bodies2 if dim == 2 else lg.Bodies3)(self.shapes, shape, pose)
        self.tree = lg.Tree(self.bodies)
        self.workers = lg.Workers(2)
        self.keep(self.bodies, self.tree, self.shapes, lg.Tick(dim, max(self.count, 1), 200, records=bool(self.chance(2))))

    def chance(self, n):
        """Returns whether it is one of n cases."""
        return self.rng.integers(n) == 0

    def pick(self, some):
        """Returns one of a list."""
        return some[int(self.rng.integers(len(some)))]

    def keep(self, *things):
        """Keeps what calls have made, for other calls."""
        self.made = (self.made + [thing for thing in things if thing is not None])[-40:]

    def values(self, dtype, shape):
        """Returns an array of values of which most are of use."""
        rng, kind = self.rng, np.dtype(dtype).kind
        if kind in "fc":
            array = rng.integers(-16, 16, shape) / 4
            if self.chance(4) and array.size:
                array.flat[int(rng.integers(array.size))] = self.pick([np.nan, np.inf, 1e30, -1e30, 1e-40])
            return array.astype(dtype)
        if kind in "ui?":
            most = self.pick([2, max(self.count, 1), max(self.count, 1), 256, 2**32])
            return rng.integers(0, most, shape).astype(dtype)
        return np.zeros(shape, dtype)

    def strided(self, array):
        """Returns the array in another layout: tight, with gaps, reversed, transposed, not aligned, read-only."""
        way = int(self.rng.integers(12))
        if way == 0 and array.ndim > 0:
            wide = np.zeros((*array.shape[:-1], array.shape[-1] * 2), array.dtype)
            wide[..., ::2] = array
            return wide[..., ::2]
        if way == 1 and array.ndim > 0:
            return array[::-1]
        if way == 2:
            return np.asfortranarray(array)
        if way == 3 and array.dtype.kind in "fiu":
            memory = np.zeros(array.nbytes + 1, np.uint8)[1:]
            memory[:] = np.frombuffer(array.tobytes(), np.uint8)
            return memory.view(array.dtype).reshape(array.shape)
        if way == 4:
            array.flags.writeable = False
        if way == 5 and array.ndim > 1:
            wide = np.zeros((array.shape[0], array.shape[1] + 3), array.dtype)
            wide[:, :array.shape[1]] = array
            return wide[:, :array.shape[1]]
        if way == 6:
            return array.tolist()
        return array

    def array(self, name):
        """Returns what a parameter of this name takes, or nearly so."""
        kind = NAMES.get(name, "floats")
        of_dim = {"vectors": (self.dim,), "turns": (2 if self.dim == 2 else 4,), "poses": (4 if self.dim == 2 else 7,)}
        tail = TAILS.get(kind) if kind in TAILS else of_dim[kind]
        count = self.count if self.rng.integers(4) else int(self.pick(SIZES))
        dtype = {"pairs": "u4", "indices": "u4", "records": "u4", "bytes": "u1"}.get(kind, "f4")
        if self.chance(6):
            dtype = self.pick(KINDS)
        if self.chance(10):
            tail = self.pick([(), (1,), (2,), (3,), (4,), (7,), (2, 2), (0,)])
        array = self.values(dtype, (count, *tail))
        if kind == "pairs" and self.chance(2) and array.ndim == 2:
            array = array[np.lexsort(array.T[::-1])] if array.dtype.kind in "ui" else array
        return self.strided(array)

    def stored(self):
        """Returns what a tree or a tick has saved, with some bytes changed, or other bytes."""
        one = self.thing(self.pick(["Tree", "Tick"]))
        saved = bytearray(one.save() if hasattr(one, "save") else one.snapshot() if hasattr(one, "snapshot") else 64)
        for _ in range(int(self.rng.integers(3))):
            saved[int(self.rng.integers(len(saved)))] = int(self.rng.integers(256))
        if self.chance(4):
            del saved[int(self.rng.integers(len(saved))):]
        return self.pick([saved, bytes(saved), memoryview(saved), bytes(saved)])

    def thing(self, kind):
        """Returns something made before, of this kind if there is one."""
        fit = [one for one in self.made if type(one).__name__.startswith(kind)]
        return self.pick(fit or self.made)

    def argument(self, name, parameter):
        """Returns an argument for a parameter."""
        if name == "path":
            return None  # a file, which open() would take the number of, too
        if self.chance(12):
            return self.pick(NUMBERS)
        if self.chance(20):
            return self.pick(self.made)
        if name in NAMES:
            return self.array(name)
        for kind in ("Trees", "Tree", "Bodies", "Filters", "Touches", "Query", "Tick"):
            if kind in str(parameter.annotation) and self.chance(2):
                return self.thing(kind)
        if name == "shapes":
            return self.pick([self.shapes, [lg.circle(1)], [lg.ball(1), lg.circle(1)], [], [self.pick(NUMBERS)]])
        if name in ("bodies", "moving", "other"):
            return self.bodies
        if name in ("tree", "trees", "fixed"):
            return self.pick([self.tree, [self.tree], [self.tree] * 5])
        if name == "workers":
            return self.pick([None, self.workers])
        if name == "want":
            return self.pick([("distance",), ("status", "normal"), ("manifold",), ("x",), "status", ("fraction", "point")])
        if name == "isa":
            return self.pick(["auto", "scalar", *lg.isas(), "mmx", ""])
        if name == "flags":
            return self.pick([0, 4, 16, 1, 2, 8, 64, 2**32, -1])
        if name in ("snapshot", "saved"):
            return self.stored()
        if name in ("k", "max_bodies", "max_pairs", "planes", "count", "first", "pair", "index", "dim"):
            return self.pick([0, 1, 2, 3, 8, 64, 65, self.count, 200, -1, 2**32])
        return self.pick(NUMBERS)

    def call(self, function):
        """Calls it with random arguments, and keeps what it returns."""
        try:
            parameters = inspect.signature(function).parameters
        except (TypeError, ValueError):
            return
        given, named = [], {}
        for name, parameter in parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            if parameter.default is not parameter.empty and self.rng.integers(3):
                continue
            value = self.argument(name, parameter)
            if parameter.kind is parameter.KEYWORD_ONLY or named:
                named[name] = value
            elif len(given) < list(parameters).index(name):
                named[name] = value
            else:
                given.append(value)
        result = function(*given, **named)
        if type(result).__module__.startswith("lanegjk"):
            self.keep(result)
        if self.chance(4):
            repr(result)

    def step(self):
        """One call: of a public name, or of a method of something made before."""
        way = int(self.rng.integers(10))
        if way < 4:
            name = self.pick([name for name in lg.__all__ if name not in LEFT_OUT and callable(getattr(lg, name))])
            self.call(getattr(lg, name))
        elif way < 9:
            one = self.pick(self.made)
            names = [name for name in dir(one) if not name.startswith("_")]
            name = self.pick(names) if names else "__repr__"
            member = getattr(one, name)
            if callable(member):
                self.call(member)
            elif isinstance(member, np.ndarray) and member.size and member.flags.writeable and self.chance(2):
                member[...] = self.values(member.dtype, member.shape) if member.dtype.names is None else member
        else:
            one = self.pick(self.made)
            if callable(one):
                self.call(one)


def run(seconds, seed):
    """Calls for so long; returns how many returned and how many raised."""
    rng, end, returned, raised, said = np.random.default_rng(seed), time.monotonic() + seconds, 0, 0, time.monotonic()
    with open("fuzz_python.log", "w", encoding="ascii") as log:
        while time.monotonic() < end:
            fuzz = Fuzz(rng, int(rng.integers(2, 4)))
            for _ in range(300):
                log.seek(0)
                log.write("call %d of seed %d\n" % (returned + raised, seed))
                log.flush()
                try:
                    fuzz.step()
                    returned += 1
                except SystemError:
                    raise
                except Exception:  # any other is an answer
                    raised += 1
            if time.monotonic() > said + 60:
                said = time.monotonic()
                print("%d calls returned, %d raised" % (returned, raised), flush=True)
    return returned, raised


def main():
    """Reads the arguments."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns() % 2**32
    print("seed %d" % seed, flush=True)
    faulthandler.enable()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    returned, raised = run(seconds, seed)
    print("%d calls returned, %d raised an error; nothing found" % (returned, raised))
    if returned < raised // 20:
        sys.exit("fuzz.py: nearly no call is right: the arguments are of no use")


if __name__ == "__main__":
    main()
