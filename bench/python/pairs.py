"""Rows of queries of pairs: shapely's functions of arrays, and formulas of numpy. Answers are compared before they are timed."""
import math

import numpy as np

import formulas
import lanegjk as lg
from rows import QUICK, Rows
from worlds import Crowd, Polygons

COUNT = 20_000  # circles and boxes
FLOAT = "two points and a square root, without a call of the library"
CACHE = "one formula for one kind of shape, without poses and shape sets"


def same(mine, theirs, most, what):
    """Ends the run where answers differ by more than `most`."""
    worst = float(np.abs(mine - theirs).max())
    if not worst <= most:
        raise SystemExit(f"{what}: answers differ by {worst}")


def same_verdicts(world, mine, theirs, what):
    """Ends the run where verdicts differ of pairs that do not just touch."""
    gap = lg.contact2(world.bodies, world.pairs, want=("distance",)).distance
    wrong = (mine != theirs) & (np.abs(gap) > 1e-4)
    if wrong.any():
        raise SystemExit(f"{what}: {np.count_nonzero(wrong)} verdicts differ")


def overlaps(world):
    """A bound query, and its verdicts."""
    query = lg.Overlap(world.bodies, world.pairs)
    return query, query().status == lg.Status.OVERLAPPING


def of_shapely(rows, world):
    import shapely
    count, distance = len(world.pairs), lg.Distance(world.bodies, world.pairs)
    overlap, verdicts = overlaps(world)
    made = world.geometries()
    a, b = made[0::2].copy(), made[1::2].copy()
    prepared = world.geometries()[0::2].copy()
    shapely.prepare(prepared)
    same(distance().distance, shapely.distance(a, b), 4e-4, "distance of shapely")  # poses of 500 m are float32
    same_verdicts(world, verdicts, shapely.intersects(a, b), "intersects of shapely")
    name = f"shapely {shapely.__version__}"
    rows.beside(f"polygons: distance, {count:,} pairs", "pair", count, distance,
                (f"{name}: distance", lambda: shapely.distance(a, b)))
    kept = world.pose.copy()

    def moved():
        world.pose[:] = kept
        distance()

    def remade():
        geometries = world.geometries()
        shapely.distance(geometries[0::2], geometries[1::2])
    rows.beside("polygons: the same of bodies that have moved", "pair", count, moved,
                (f"{name}: geometries rebuilt, distance", remade))
    rows.beside(f"polygons: do they overlap, {count:,} pairs", "pair", count, overlap,
                (f"{name}: intersects", lambda: shapely.intersects(a, b)),
                (f"{name}: intersects of prepared geometries", lambda: shapely.intersects(prepared, b)))
    one, first, second = lg.Distance(world.bodies, world.pairs[:1]), a[0], b[0]
    single = f"{name}: distance", lambda: shapely.distance(first, second)
    rows.beside("polygons: distance of one pair, bound query", "call", 1, one, single)
    rows.beside("polygons: distance of one pair, one-shot function", "call", 1,
                lambda: lg.distance2(world.bodies, world.pairs[:1]), single,
                reason="the function binds arrays for each call; a bound query does so once")


def of_numpy(rows, world):
    overlap, verdicts = overlaps(world)
    polygons = formulas.Polygons(world.corners)
    a, b = (np.ascontiguousarray(world.pairs[:, i]).astype(np.intp) for i in (0, 1))

    def axes():
        return polygons.overlap(world.pose, world.shape, a, b)
    same_verdicts(world, verdicts, axes(), "the separating axes")
    rows.beside(f"polygons: do they overlap, {len(a):,} pairs", "pair", len(a), overlap, ("numpy: separating axes", axes))


def of_circles(rows):
    world = Crowd(1_000 if QUICK else COUNT)
    x, y, radius = world.x, world.y, world.radius
    for count in (len(world.pairs), 1_000, 100):
        pairs, a, b = world.pairs[:count], world.a[:count], world.b[:count]
        distance, contact = lg.Distance(world.bodies, pairs), lg.Contact(world.bodies, pairs)
        same(distance().distance, formulas.circle_distance(x, y, radius, a, b), 1e-4, "distance of circles")
        gap, normal = formulas.circle_contact(x, y, radius, a, b)
        same(contact().distance, gap, 1e-4, "gap of circles")
        same(contact().normal, normal, 1e-3, "normal of circles")
        rows.beside(f"circles: distance, {count:,} pairs", "pair", count, distance,
                    ("numpy: formula", lambda: formulas.circle_distance(x, y, radius, a, b)), reason=CACHE)
        rows.beside(f"circles: signed distance and normal, {count:,} pairs", "pair", count, contact,
                    ("numpy: formula", lambda: formulas.circle_contact(x, y, radius, a, b)), reason=CACHE)
    one = lg.Distance(world.bodies, world.pairs[:1])
    circle = [(float(x[i]), float(y[i]), float(radius[i])) for i in range(len(x))]
    i, j = map(int, world.pairs[0])

    def formula():
        (ax, ay, ar), (bx, by, br) = circle[i], circle[j]
        return max(math.hypot(bx - ax, by - ay) - ar - br, 0.0)
    rows.beside("circles: distance of one pair, bound query", "call", 1, one, ("math.hypot of floats", formula), reason=FLOAT)


def of_boxes(rows):
    for turned in (False, True):
        world = Crowd(1_000 if QUICK else COUNT, "boxes", turned)
        count, a, b, half_x, half_y = len(world.pairs), world.a, world.b, world.half_x, world.half_y
        if turned:
            query, verdicts = overlaps(world)

            def formula():
                return formulas.box_overlap(world.pose, half_x, half_y, a, b)
            same_verdicts(world, verdicts, formula(), "axes of boxes")
            rows.beside(f"turned boxes: do they overlap, {count:,} pairs", "pair", count, query, ("numpy: four axes", formula))
        else:
            query = lg.Distance(world.bodies, world.pairs)

            def formula():
                return formulas.box_distance(world.x, world.y, half_x, half_y, a, b)
            same(query().distance, formula(), 1e-4, "distance of boxes")
            rows.beside(f"boxes along the axes: distance, {count:,} pairs", "pair", count, query, ("numpy: formula", formula),
                        reason=CACHE)


def pair_rows(shapely):
    rows, world = Rows(), Polygons(1_000 if QUICK else 10_000)
    if shapely:
        of_shapely(rows, world)
    of_numpy(rows, world)
    of_circles(rows)
    of_boxes(rows)
    return rows
