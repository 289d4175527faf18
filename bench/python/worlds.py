"""The bodies that the package and its rivals are asked about."""
import numpy as np

import lanegjk as lg

SEED = 7


def hulls(rng, size=1.0):
    """200 polygons of 3 to 8 corners on a circle."""
    angle = [np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 9))) for _ in range(200)]
    return [size * np.stack([np.cos(a), np.sin(a)], 1).astype(np.float32) for a in angle]


class Polygons:
    """Bodies that are polygons: `pairs` pairs of two bodies of their own, of which about a third overlap, or a crowd."""

    def __init__(self, pairs=0, crowd=0):
        rng = np.random.default_rng(SEED)
        self.corners = hulls(rng, 0.5 if crowd else 1)
        count = crowd or 2 * pairs
        self.shape = rng.integers(0, 200, count).astype(np.uint32)
        if crowd:
            place, turn = rng.uniform(0, crowd**0.5, (crowd, 2)), rng.uniform(0, 2 * np.pi, crowd)
        else:
            place = np.repeat(rng.uniform(-500, 500, (pairs, 2)), 2, axis=0)
            way, turn = rng.uniform(0, 2 * np.pi, (2, pairs))
            place[1::2] += rng.uniform(0, 3.4, pairs)[:, None] * np.stack([np.cos(way), np.sin(way)], 1)
            turn = np.stack([turn, way], 1).ravel()
        self.pose = lg.poses2(place, turn)
        self.pairs = np.arange(2 * pairs, dtype=np.uint32).reshape(-1, 2)
        self.bodies = lg.Bodies2(lg.Shapes2([lg.polygon(points) for points in self.corners]), self.shape, self.pose)
        self.sizes = np.array([len(points) for points in self.corners])[self.shape]
        self.local = np.concatenate([self.corners[i] for i in self.shape]).astype(float)
        self.owner = np.repeat(np.arange(count), self.sizes)

    def write(self, path):
        """Writes the world for the program of C."""
        head = [np.array([len(self.corners), len(self.shape), len(self.pairs)], np.uint32)]
        shapes = [part for points in self.corners for part in (np.array([len(points)], np.uint32), np.zeros(1, np.float32),
                                                               points)]
        path.write_bytes(b"".join(part.tobytes() for part in [*head, *shapes, self.shape, self.pose, self.pairs]))

    def geometries(self):
        """The bodies where they are, as geometries of shapely."""
        import shapely
        x, y, c, s = np.repeat(self.pose.astype(float), self.sizes, axis=0).T
        turned = np.stack([c * self.local[:, 0] - s * self.local[:, 1] + x, s * self.local[:, 0] + c * self.local[:, 1] + y], 1)
        return shapely.polygons(shapely.linearrings(turned, indices=self.owner))


class Crowd:
    """Circles or boxes that stand in a square, and the pairs of those that are near each other."""

    def __init__(self, count, kind="circles", turned=False, margin=0.3):
        rng = np.random.default_rng(SEED)
        place = rng.uniform(0, (count / 2)**0.5, (count, 2))
        size = rng.uniform(0.2, 0.35, (2, count)).astype(np.float32)
        self.pose = lg.poses2(place, rng.uniform(0, 2 * np.pi, count) if turned else np.zeros(count))
        self.x, self.y = (np.ascontiguousarray(self.pose[:, i]) for i in (0, 1))
        if kind == "circles":
            self.radius = size[0]
            self.bodies = lg.Bodies2(lg.Shapes2([lg.circle(0.35)]), np.zeros(count, np.uint32), self.pose, self.radius)
        else:
            size[:, 200:] = np.tile(size[:, :200], count // 200 + 1)[:, :count - 200]
            self.half_x, self.half_y = size
            shapes = lg.Shapes2([lg.box2(float(x), float(y)) for x, y in size[:, :200].T])
            self.bodies = lg.Bodies2(shapes, (np.arange(count) % 200).astype(np.uint32), self.pose)
        self.pairs = lg.find_pairs2(self.bodies, margin=margin)
        self.a, self.b = (np.ascontiguousarray(self.pairs[:, i]).astype(np.intp) for i in (0, 1))


class Walkers:
    """Circles of 0.2 to 0.35 m, 2 per square metre, that walk at about 1.4 m/s and turn round at the walls."""

    def __init__(self, count, dtype):
        rng = np.random.default_rng(SEED)
        self.side = (count / 2)**0.5
        self.start = rng.uniform(0, self.side, (count, 2))
        self.radius = rng.uniform(0.2, 0.35, count).astype(dtype)
        way = rng.uniform(0, 2 * np.pi, count)
        self.step = (1.4 / 60 * np.stack([np.cos(way), np.sin(way)], 1)).astype(dtype)

    def move(self, place):
        place += self.step
        self.step[(place < 0) & (self.step < 0)] *= -1
        self.step[(place > self.side) & (self.step > 0)] *= -1
