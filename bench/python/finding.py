"""Rows of finding and of whole ticks: cKDTree, STRtree, numpy. Answers are compared before they are timed."""
import numpy as np
import scipy
from scipy.spatial import cKDTree

import lanegjk as lg
from pairs import same
from rows import QUICK, Rows, in_turns
from worlds import Crowd, Polygons, Walkers

NAME = f"scipy {scipy.__version__}"
NEAR = 1.0  # metres between points that count as a pair
ONE = "a search of the package for one point takes arrays, and makes those of its results"
SMALL = "the formula of all pairs in one array has the least to prepare"
MARGIN, WIDEST = 0.1, 0.35  # of the walkers


def same_pairs(mine, theirs, gap, most, what):
    """Ends the run where a pair is on one list alone and its `gap` is not within 1e-4 of `most`."""
    def keys(pairs):
        pairs = np.sort(pairs, axis=1).astype(np.int64)
        return pairs[:, 0] << 32 | pairs[:, 1]
    odd = np.setxor1d(keys(mine), keys(theirs))
    wrong = np.count_nonzero(np.abs(gap(odd >> 32, odd & 0xffffffff) - most) > 1e-4)
    if wrong or not len(mine):
        raise SystemExit(f"{what}: {wrong} of {len(mine)} pairs differ")


class Tuned:
    """A cKDTree that is built in the way that takes the least time for a question; resting: without the time to build it."""

    def __init__(self, place, ask, resting=False):
        ways = [{"leafsize": size, "balanced_tree": even, "compact_nodes": even}
                for size in (8, 16, 32) for even in (False, True)]
        trees = [cKDTree(place, **way) for way in ways] if resting else ways
        taken = in_turns([lambda at=at: ask(at if resting else cKDTree(place, **at)) for at in trees], 3, 1e6)
        self.way = min(zip(map(min, taken), range(len(ways)), ways))[2]
        self.text = f"leaves of {self.way['leafsize']}, {'default' if self.way['balanced_tree'] else 'quick'} build"

    def __call__(self, place):
        return cKDTree(place, **self.way)


def points(count, ordered):
    """Points 1.5 m apart in the mean, random or in the order of the tree's leaves; as bodies, whose circles meet within NEAR."""
    place = np.random.default_rng(7).uniform(0, count**0.5 * 1.5, (count, 2)).astype(np.float32)
    if ordered:
        place = place[cKDTree(place).indices]
    bodies = lg.Bodies2(lg.Shapes2([lg.circle(NEAR / 2)]), np.zeros(count, np.uint32), lg.poses2(place))
    return bodies, place.astype(float)


def near(tree):
    return tree.query_pairs(NEAR, output_type="ndarray")


def of_points(rows):
    count = 10_000 if QUICK else 100_000
    for ordered in (False, True):
        bodies, place = points(count, ordered)
        finder, tuned = lg.Finder(bodies), Tuned(place, near)
        same_pairs(finder(), near(tuned(place)), lambda a, b: np.linalg.norm(place[a] - place[b], axis=1), NEAR, "points")
        order = "sorted" if ordered else "random order"
        rows.beside(f"pairs of {count:,} points within 1 m that move, {order}", "point", count, finder,
                    (f"{NAME}: cKDTree ({tuned.text}), query_pairs", lambda: near(tuned(place))))
    tree, tuned = lg.Tree(bodies), Tuned(place, near, resting=True)
    resting = tuned(place)
    rows.beside("pairs of points that rest, sorted", "point", count, tree.pairs,
                (f"{NAME}: cKDTree ({tuned.text}), query_pairs", lambda: near(resting)))
    tuned = Tuned(place, lambda built: None)
    rows.beside("building the tree, sorted", "point", count, tree.rebuild,
                (f"{NAME}: cKDTree ({tuned.text})", lambda: tuned(place)))
    neighbours(rows, bodies.pose[:, :2], place, tree)
    other = np.random.default_rng(9).uniform(0, count**0.5 * 1.5, (count, 2))
    theirs = resting.sparse_distance_matrix(cKDTree(other), NEAR, output_type="coo_matrix")
    ours = tree.within(other.astype(np.float32), NEAR)
    if abs(len(ours.pairs) - theirs.nnz) > 1e-4 * theirs.nnz + 2:
        raise SystemExit("points within a radius differ")
    asked = other.astype(np.float32)
    rows.beside("points within 1 m of each of others, with distances", "point", count, lambda: tree.within(asked, NEAR),
                (f"{NAME}: cKDTree of those, sparse_distance_matrix",
                 lambda: resting.sparse_distance_matrix(cKDTree(other), NEAR, output_type="coo_matrix")))


def neighbours(rows, asked, place, tree):
    count = len(place)
    tuned, best = (Tuned(place, lambda built: built.query(place[:count // 10], k=8), resting) for resting in (False, True))
    resting = best(place)
    same(tree.nearest(asked, 8).distance, resting.query(place, k=8)[0], 1e-4 * count**0.5, "nearest 8")

    def both():
        tree.rebuild()
        tree.nearest(asked, 8)
    rows.beside(f"8 nearest of each of {count:,} points that move", "point", count, both,
                (f"{NAME}: cKDTree ({tuned.text}), query(k=8)", lambda: tuned(place).query(place, k=8)))
    pool = lg.Workers(2)
    for threads, workers in ((1, None), (2, pool)):
        rows.beside(f"8 nearest of points that rest, {threads} thread{'s'[:threads - 1]}", "point", count,
                    lambda: tree.nearest(asked, 8, workers=workers),
                    (f"{NAME}: cKDTree ({best.text}), query(k=8, workers={threads})",
                     lambda: resting.query(place, k=8, workers=threads)))
    rows.beside("8 nearest of one point", "call", 1, lambda: tree.nearest(asked[:1], 8),
                (f"{NAME}: cKDTree.query(k=8)", lambda: resting.query(place[:1], k=8)), reason=ONE)


def of_polygons(rows):
    """STRtree, whose lists have each pair in both orders, and each body with itself."""
    import shapely
    count, gap = 2_000 if QUICK else 20_000, 0.25
    world, name = Polygons(crowd=count), f"shapely {shapely.__version__}"
    made, finder = world.geometries(), lg.Finder(world.bodies)
    wide = lg.Finder(world.bodies, margin=gap)

    def overlapping():
        pairs = finder()
        return pairs[lg.overlap2(world.bodies, pairs).status == lg.Status.OVERLAPPING]

    def within():
        pairs = wide()
        distance = lg.distance2(world.bodies, pairs, max_distance=gap).distance
        return pairs[distance <= gap]

    def once(found):
        return found.T[found[0] < found[1]]

    def tree(geometries, *question, **options):
        return once(shapely.STRtree(geometries).query(geometries, *question, **options))
    same_pairs(overlapping(), tree(made, "intersects"), lambda a, b: lg.contact2(
        world.bodies, np.stack([a, b], 1).astype(np.uint32), want=("distance",)).distance, 0, "STRtree")
    same_pairs(within(), tree(made, "dwithin", distance=gap), lambda a, b: shapely.distance(made[a], made[b]), gap, "dwithin")
    rows.beside(f"overlapping pairs of {count:,} polygons that move", "body", count, overlapping,
                (f"{name}: geometries rebuilt, STRtree.query intersects", lambda: tree(world.geometries(), "intersects")),
                (f"{name}: STRtree.query intersects of geometries as they are", lambda: tree(made, "intersects")))
    rows.beside(f"pairs of {count:,} polygons within {gap} m", "body", count, within,
                (f"{name}: STRtree.query dwithin of geometries as they are", lambda: tree(made, "dwithin", distance=gap)))
    rows.beside(f"pairs of {count:,} polygons whose bounds meet", "body", count, finder,
                (f"{name}: STRtree.query of geometries as they are", lambda: tree(made)))
    resting, rtree, here = lg.Tree(world.bodies), shapely.STRtree(made), made[count // 2]
    asker = lg.Bodies2(world.bodies.shapes, world.shape[count // 2:][:1].copy(), world.pose[count // 2:][:1].copy())
    if len(resting.within_shapes(asker, gap).pairs) != len(rtree.query(here, "dwithin", distance=gap)):
        raise SystemExit("dwithin of one polygon differs")
    rows.beside(f"polygons that rest within {gap} m of one", "call", 1, lambda: resting.within_shapes(asker, gap),
                (f"{name}: STRtree.query dwithin", lambda: rtree.query(here, "dwithin", distance=gap)), reason=ONE)


def finding_rows(shapely):
    rows = Rows()
    of_points(rows)
    if shapely:
        of_polygons(rows)
    return rows


class Tree:
    """A tick of the walkers with cKDTree and numpy: pairs up to the margin, their gaps and normals."""

    def __init__(self, count):
        self.walkers = Walkers(count, float)
        self.place, self.radius = self.walkers.start.copy(), self.walkers.radius
        self.build = Tuned(self.place, self.pairs)
        self.text = f"{NAME}: cKDTree ({self.build.text}), query_pairs, numpy"

    @staticmethod
    def pairs(tree):
        return tree.query_pairs(2 * WIDEST + MARGIN, output_type="ndarray")

    def candidates(self):
        return self.pairs(self.build(self.place)).T

    def __call__(self):
        self.walkers.move(self.place)
        a, b = self.candidates()
        way = self.place[b] - self.place[a]
        length = np.sqrt(np.einsum("ij,ij->i", way, way))
        gap = length - self.radius[a] - self.radius[b]
        near = np.flatnonzero(gap <= MARGIN)
        return np.stack([a[near], b[near]], 1), gap[near], way[near] / length[near, None]


class AllPairs(Tree):
    """The same of few walkers: all pairs, of which numpy keeps the near ones."""

    def __init__(self, count):
        super().__init__(count)
        self.all, self.text = np.triu_indices(count, 1), "numpy: all pairs"

    def candidates(self):
        return self.all


class Own:
    """A tick of the walkers with the package: the same, and touches that begin and end."""

    def __init__(self, count, workers=None):
        self.walkers = Walkers(count, np.float32)
        self.pose = lg.poses2(self.walkers.start)
        self.place, self.workers = self.pose[:, :2], workers
        self.bodies = lg.Bodies2(lg.Shapes2([lg.circle(WIDEST)]), np.zeros(count, np.uint32), self.pose, self.walkers.radius)
        self.tick = lg.Tick(2, count, 8 * count)

    def __call__(self):
        self.walkers.move(self.place)
        self.tick.run(self.bodies, margin=MARGIN, workers=self.workers)
        return self.tick.among


class Apart(Own):
    """The same with a finder and a query in place of a tick, without touches."""

    def __init__(self, count):
        super().__init__(count)
        self.finder = lg.Finder(self.bodies, margin=MARGIN)

    def __call__(self):
        self.walkers.move(self.place)
        pairs = self.finder()
        return pairs, lg.contact2(self.bodies, pairs)


def tick_rows():
    rows = Rows()
    for count in (100, 2_000) if QUICK else (100, 5_000, 20_000):
        rival = AllPairs(count) if count == 100 else Tree(count)
        own = Own(count)
        for _ in range(5):
            mine, (pairs, gap, _) = own(), rival()
            if mine.dropped:
                raise SystemExit("the tick dropped pairs")
        place, radius = rival.place, rival.radius
        same_pairs(mine.pairs, pairs, lambda a, b: np.linalg.norm(place[a] - place[b], axis=1) - radius[a] - radius[b], MARGIN,
                   "a tick")
        least = min(len(gap), len(mine.distance))  # those at the margin may be on one list alone
        same(np.sort(mine.distance)[:least], np.sort(gap)[:least], 1e-3, "gaps of a tick")
        name = f"tick of {count:,} circles"
        rows.beside(f"{name}: Tick", "tick", 1, own, (rival.text, rival), reason=SMALL)
        rows.beside(f"{name}: Finder and contact2", "tick", 1, Apart(count), (rival.text, rival), reason=SMALL)
        if count > 100:
            rows.beside(f"{name}: Tick of two threads", "tick", 1, Own(count, lg.Workers(2)), (rival.text, rival))
    return rows
