"""A triangle and two squares, one of which moves into the triangle over three frames: the first program of README.md."""
import numpy as np

import lanegjk as lg

square = lg.polygon([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
shapes = lg.Shapes2([lg.polygon([[4, 11], [4, 5], [9, 9]]), square])
pose = np.array([[0, 0, 1, 0], [7, 5, 1, 0], [8, 3, 1, 0]], np.float32)  # x, y, cosine, sine of each
bodies = lg.Bodies2(shapes, np.array([0, 1, 1], np.uint32), pose)
pairs = np.array([[0, 1], [0, 2], [1, 2]], np.uint32)
query = lg.Distance(bodies, pairs, warm=lg.warm_records(3))
for frame in range(3):
    a, b, c = query().distance
    print(f"frame {frame}: triangle to squares {a:.5f}, {b:.5f}; between squares {c:.5f}")
    pose[1, 1] += 1  # the query sees it: poses are read where they are
