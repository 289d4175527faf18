// Queries of pairs beside packages of npm and plain loops: the same pairs, whose answers are compared before they are timed.
import fs from "node:fs";
import { createRequire } from "node:module";
import { lanegjk, load } from "../tests/package.mjs";
import { beside, quick } from "./rows.mjs";
import { PIXELS, World, boxOfBox2d } from "./worlds.mjs";

const require = createRequire(import.meta.url);
const { Contact, Distance, Overlap, Pairs, Status, findPairs2 } = lanegjk;
const ONE = "a query reads arrays and writes arrays, which pays from a few pairs on";
const LOOP = "one formula for circles, without shapes and poses";

// Of each package what it answers fastest: a function of a pair's place, the query that it answers, and how far it may differ.
const packages = {
  planck(input, pairs) {
    const { Distance: distance, DistanceInput, DistanceOutput, Polygon, SimplexCache, Transform, Vec2 } = require("planck");
    const shapes = input.corners.map((list) => new Polygon(list.map(([x, y]) => new Vec2(x, y))));
    const inputs = pairs.map((pair) => {
      const to = new DistanceInput();
      [[to.proxyA, to.transformA], [to.proxyB, to.transformB]].forEach(([proxy, transform], side) => {
        proxy.set(shapes[pair[side].shape], 0);
        transform.set(new Vec2(pair[side].x, pair[side].y), pair[side].angle);
      });
      return to;
    });
    const output = new DistanceOutput();
    return { query: "Distance", most: 1e-3, of: (k) => (distance(output, new SimplexCache(), inputs[k]), output.distance) };
  },
  async rapier(name, input, pairs) {
    const rapier = require(name);
    await rapier.init();
    const shapes = input.corners.map((list) => new rapier.ConvexPolygon(Float32Array.from(list.flat()), true));
    return { query: "Contact", most: 2e-3, of(k) {
      const [p, q] = pairs[k];
      return shapes[p.shape].contactShape(p, p.angle, shapes[q.shape], q, q.angle, 100)?.distance ?? Infinity;
    } };
  },
  async box2d(input, pairs) {
    const box2d = await boxOfBox2d();
    const shapes = input.corners.map((list) => {
      const shape = new box2d.b2PolygonShape(), [array, free] = box2d.tuplesToVec2Array(list.map(([x, y]) => [x, y]));
      shape.Set(array, list.length);
      free();
      return shape;
    });
    const placed = pairs.map((pair) => pair.map(({ shape, x, y, angle }) => {
      const transform = new box2d.b2Transform();
      transform.Set(new box2d.b2Vec2(x, y), angle);
      return { shape: shapes[shape], transform };
    }));
    return { query: "Overlap", most: 0.02, of(k) { // which is the skin of both polygons
      const [p, q] = placed[k];
      return box2d.b2TestOverlap(p.shape, 0, q.shape, 0, p.transform, q.transform);
    } };
  },
  matter(input, pairs) {
    const { Body, Collision, Vertices } = require("matter-js");
    const bodies = pairs.map((pair) => pair.map(({ shape, x, y, angle }) => {
      const c = Math.cos(angle), s = Math.sin(angle), vertices = input.corners[shape].map(([u, v]) =>
        ({ x: PIXELS * (x + c * u - s * v), y: PIXELS * (y + s * u + c * v) }));
      return Body.create({ position: Vertices.centre(vertices), vertices });
    }));
    return { query: "Overlap", most: 1e-3, of: (k) => Collision.collides(bodies[k][0], bodies[k][1]) !== null };
  },
};

// How far an answer is off; of a verdict how far the pair is from touching.
const off = (query, answer, gap) => (query === "Overlap" ? (answer === gap < 0 ? 0 : Math.abs(gap))
  : Math.abs(answer - (query === "Distance" ? Math.max(gap, 0) : gap)));

export async function polygons(world, input) {
  const { columns: [a, b], poses: [pose] } = input, found = [];
  input.corners = input.shapes.map(({ points }) =>
    Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]));
  const pairs = Array.from(a, (i, k) => [i, b[k]].map((body) => ({ shape: input.shape[body],
    x: pose[4 * body], y: pose[4 * body + 1], angle: Math.atan2(pose[4 * body + 3], pose[4 * body + 2]) })));
  const gap = new Contact(world.bodies, world.pairs).run().distance.slice(), kinds = { Contact, Distance, Overlap };
  const first = new Pairs(world.bodies.lg, [[a[0], b[0]]]);
  const makers = { planck: packages.planck, "rapier2d-simd-compat": packages.rapier.bind(0, "@dimforge/rapier2d-simd-compat"),
    "rapier2d-compat": packages.rapier.bind(0, "@dimforge/rapier2d-compat"), "box2d-wasm": packages.box2d,
    "matter-js": packages.matter };
  for (const [name, make] of Object.entries(makers)) {
    const { query, most, of } = await make(input, pairs), odd = gap.findIndex((value, k) => !(off(query, of(k), value) <= most));
    if (odd >= 0) throw new Error(`${name}: the answer for pair ${odd} is ${of(odd)}, its gap ${gap[odd]}`);
    const own = new kinds[query](world.bodies, world.pairs), one = new kinds[query](world.bodies, first);
    let kept;
    const all = () => { for (let k = 0; k < gap.length; k++) kept = of(k); };
    const question = `S2: ${query}, ${gap.length.toLocaleString("en")} pairs`;
    found.push(...beside(question, "pair", gap.length, () => own.run(), [[name, all]]));
    found.push(...beside(`S2: ${query} of one pair`, "call", 1, () => one.run(), [[name, () => (kept = of(0))]], ONE));
    if (kept === undefined) throw new Error(`${name} has no answers`);
  }
  return found;
}

/** Near circles of a crowd, beside loops over arrays. */
export async function circles() {
  const lg = await load(2), world = new World(quick ? 1000 : 10000), { count } = world;
  const [x, y] = [world.x, world.y].map((list) => Float32Array.from(list));
  const radius = new Float32Array(count).map((_, i) => 0.2 + (i % 16) / 100);
  const bodies = new lanegjk.Bodies2(new lanegjk.Shapes2(lg, [lanegjk.circle(0.35)]), count, undefined, radius);
  for (let i = 0; i < count; i++) bodies.place(i, x[i], y[i]);
  const pairs = new Pairs(lg, findPairs2(bodies, { margin: 0.3 })), { a, b } = pairs, size = pairs.count;
  const distance = new Float32Array(size), normal = new Float32Array(2 * size);
  const loop = (contact) => () => {
    for (let k = 0; k < size; k++) {
      const i = a[k], j = b[k], across = x[j] - x[i], up = y[j] - y[i], length = Math.sqrt(across * across + up * up);
      const gap = length - radius[i] - radius[j];
      distance[k] = contact ? gap : Math.max(gap, 0);
      if (contact) {
        normal[2 * k] = across / length;
        normal[2 * k + 1] = up / length;
      }
    }
  };
  return [Distance, Contact].flatMap((Kind) => {
    const query = new Kind(bodies, pairs), plain = loop(Kind === Contact);
    plain();
    const answers = query.run().distance;
    distance.forEach((value, k) => {
      if (!(Math.abs(value - answers[k]) < 1e-4)) throw new Error(`circles: pair ${k}: ${value}, not ${answers[k]}`);
    });
    return beside(`circles: ${Kind.name}, ${size.toLocaleString("en")} pairs`, "pair", size, () => query.run(),
      [["a loop over typed arrays", plain]], LOOP);
  });
}
