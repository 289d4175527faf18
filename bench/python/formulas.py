"""What a good user of numpy writes: formulas of pairs of circles and boxes, and a separating-axis test of polygons in arrays.

Numbers are float32, as the package's, coordinates in arrays of their own; a and b are indices of bodies.
"""
import numpy as np

CHUNK = 1024  # pairs whose arrays stay in the cache


def circle_gap(x, y, radius, a, b):
    """The gap of circles, less than 0 where they overlap, and the unit vector from a to b."""
    across, up = x[b], y[b]
    across -= x[a]
    up -= y[a]
    length = np.sqrt(across * across + up * up)
    gap = length - radius[a]
    gap -= radius[b]
    return gap, across, up, length


def circle_distance(x, y, radius, a, b):
    gap = circle_gap(x, y, radius, a, b)[0]
    return np.maximum(gap, 0, out=gap)


def circle_contact(x, y, radius, a, b):
    gap, across, up, length = circle_gap(x, y, radius, a, b)
    normal = np.empty((len(gap), 2), np.float32)
    np.divide(across, length, out=normal[:, 0])
    np.divide(up, length, out=normal[:, 1])
    return gap, normal


def box_distance(x, y, half_x, half_y, a, b):
    """Of boxes that are not turned."""
    across, up = x[b], y[b]
    across -= x[a]
    up -= y[a]
    np.abs(across, out=across)
    np.abs(up, out=up)
    across -= half_x[a]
    across -= half_x[b]
    up -= half_y[a]
    up -= half_y[b]
    np.maximum(across, 0, out=across)
    np.maximum(up, 0, out=up)
    return np.sqrt(across * across + up * up)


def relative(pose, a, b):
    """Where b is, and how it is turned, as a sees it: x, y, cosine, sine."""
    (ax, ay, ac, as_), (bx, by, bc, bs) = (pose[index].T for index in (a, b))
    across, up = bx - ax, by - ay
    return across * ac + up * as_, up * ac - across * as_, bc * ac + bs * as_, bs * ac - bc * as_


def box_overlap(pose, half_x, half_y, a, b):
    """Of turned boxes: their four axes."""
    x, y, c, s = relative(pose, a, b)
    ahx, ahy, bhx, bhy = half_x[a], half_y[a], half_x[b], half_y[b]
    along, side = np.abs(c), np.abs(s)
    apart = np.abs(x) > ahx + bhx * along + bhy * side
    apart |= np.abs(y) > ahy + bhx * side + bhy * along
    apart |= np.abs(x * c + y * s) > bhx + ahx * along + ahy * side
    apart |= np.abs(y * c - x * s) > bhy + ahx * side + ahy * along
    return ~apart


class Polygons:
    """Corners and edge normals of polygons in arrays (most corners, polygons); the last corner is repeated."""

    def __init__(self, corners):
        most = max(map(len, corners))
        padded = np.stack([np.concatenate([points, np.repeat(points[-1:], most - len(points), axis=0)]) for points in corners])
        edge = np.roll(padded, -1, axis=1) - padded
        self.corner_x, self.corner_y = (np.ascontiguousarray(padded[:, :, i].T, np.float32) for i in (0, 1))
        self.normal_x = np.ascontiguousarray(edge[:, :, 1].T, np.float32)
        self.normal_y = np.ascontiguousarray(-edge[:, :, 0].T, np.float32)
        self.reach = self.normal_x * self.corner_x + self.normal_y * self.corner_y

    def apart(self, mine, theirs, x, y, c, s):
        """Where an edge of `mine` has all of `theirs` beyond it."""
        corner_x, corner_y = self.corner_x[:, theirs], self.corner_y[:, theirs]
        across, up = c * corner_x - s * corner_y + x, s * corner_x + c * corner_y + y
        nx, ny, reach = self.normal_x[:, mine], self.normal_y[:, mine], self.reach[:, mine]
        apart = np.zeros(len(mine), bool)
        for i in range(len(nx)):
            apart |= (nx[i] * across + ny[i] * up).min(axis=0) > reach[i]
        return apart

    def overlap(self, pose, shape, a, b):
        found = np.empty(len(a), bool)
        for first in range(0, len(a), CHUNK):
            i, j = a[first:first + CHUNK], b[first:first + CHUNK]
            x, y, c, s = relative(pose, i, j)
            apart = self.apart(shape[i], shape[j], x, y, c, s)
            apart |= self.apart(shape[j], shape[i], -(x * c + y * s), x * s - y * c, c, -s)
            found[first:first + CHUNK] = ~apart
        return found
