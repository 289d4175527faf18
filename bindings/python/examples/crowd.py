"""2,000 walkers among walls: one call a tick finds pairs and contacts, and reports which touches began and ended."""
import numpy as np

import lanegjk as lg

AGENTS, TICKS, RADIUS = 2000, 100, 0.25
rng = np.random.default_rng(7)
shapes = lg.Shapes2([lg.circle(RADIUS), lg.box2(2, 0.1)])
agents = lg.Bodies2(shapes, np.zeros(AGENTS, np.uint32), lg.poses2(rng.uniform(-20, 20, (AGENTS, 2))))
walls = lg.Bodies2(shapes, np.ones(60, np.uint32), lg.poses2(rng.uniform(-18, 18, (60, 2)), rng.uniform(0, 3, 60)))
tree = lg.Tree(walls)  # what rests costs a tick nothing
tick = lg.Tick(2, AGENTS, 8 * AGENTS, slop=0.02)
walk = rng.uniform(-0.02, 0.02, (AGENTS, 2)).astype(np.float32)
push = np.zeros((AGENTS, 2), np.float32)
begun = ended = 0
for number in range(1, TICKS + 1):
    place = agents.pose[:, :2]
    place += walk + push
    walk[np.abs(place) > 20] *= -1
    push[:] = 0
    tick.run(agents, tree, margin=0.1)
    tick.push_apart(push, slop=0.01, share=0.5)
    kind = tick.among.events["kind"]
    begun += int(np.count_nonzero(kind == lg.EventKind.BEGIN))
    ended += int(np.count_nonzero(kind == lg.EventKind.END))
    if number % 25 == 0:
        deepest = -float(tick.among.distance.min())
        print(f"tick {number:3}: {len(tick.among.pairs)} pairs of agents, {len(tick.against.pairs)} with walls, "
              f"{begun} touches began, {ended} ended, the deepest is {deepest:.3f} m")
