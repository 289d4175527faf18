// Trees: pairs, what is near, several at once, in place, as bytes: beside brute force, and what they refuse.
import assert from "node:assert";
import { test } from "node:test";
import { lanegjk, load, random } from "./package.mjs";

const { Bodies2, Bodies3, CastAgainst, ErrorCode, Filters, Finder, LanegjkError, NO_BODY, Shapes2, Shapes3, Tree, Trees, ball,
  box2, box3, castAgainst, circle, distance2, findPairs2 } = lanegjk;
const lg = await load(), between = random();
const throws = (run, code, text = "") => assert.throws(run, (error) => error.code === code && error.message.includes(text));
function crowd(count, side = 10) {
  const bodies = new Bodies2(new Shapes2(lg, [circle(0.25), box2(0.3, 0.1)]), Array.from({ length: count }, (_, i) => i % 2));
  for (let i = 0; i < count; i++) bodies.place(i, between(0, side), between(0, side), between(-3, 3));
  return bodies;
}
const rows = (words) => Array.from({ length: words.length / 2 }, (_, i) => `${words[2 * i]} ${words[2 * i + 1]}`);
const listed = (list) => Array.from({ length: list.count }, (_, i) => `${list.a[i]} ${list.b[i]}`);
const places = (count) => Array.from({ length: count }, () => [between(0, 10), between(0, 10)]);
const far = (bodies, [x, y]) => Array.from({ length: bodies.count }, (_, i) =>
  Math.hypot(bodies.pose[4 * i] - x, bodies.pose[4 * i + 1] - y));
const ranked = (distances) => distances.map((_, i) => i).sort((p, q) => distances[p] - distances[q] || p - q);
// The distances of the shapes of two sets of bodies: a row for each of the first.
function gaps(a, b) {
  const pairs = Array.from({ length: a.count * b.count }, (_, i) => [Math.floor(i / b.count), i % b.count]);
  const { distance } = distance2(a, pairs, { other: b });
  return Array.from({ length: a.count }, (_, i) => [...distance.subarray(i * b.count, (i + 1) * b.count)]);
}

test("a tree has the pairs of its bodies, and is rebuilt in place", () => {
  const bodies = crowd(300), walls = crowd(50), tree = new Tree(bodies), rest = new Tree(walls), at = tree.place;
  const finder = new Finder(tree, { margin: 0.1 }), meeting = new Finder(tree, { other: rest, margin: 0.1, capacity: 1 });
  for (let round = 0; round < 3; round++) {
    assert.deepStrictEqual(listed(finder.run()), rows(findPairs2(bodies, { margin: 0.1 })));
    assert.deepStrictEqual(listed(meeting.run()), rows(findPairs2(bodies, { other: walls, margin: 0.1 })));
    assert.ok(finder.count > 50 && meeting.count > 20 && finder.compared > 0);
    for (let i = 0; i < 300; i++) bodies.pose[4 * i] += between(-0.3, 0.3);
    assert.strictEqual(tree.rebuild().place, at);
  }
  bodies.pose[0] = NaN;
  bodies.count = 200;
  const { bodies: all, placed, bad, low, high } = tree.rebuild().info;
  assert.deepStrictEqual([all, placed, bad, low.length, high[0] > low[0] + 5], [200, 199, 1, 2, true]);
  const moving = new Tree(walls, { motion: true, filters: new Filters(walls) }), before = new Finder(moving).run().count;
  moving.motion.fill(1);
  moving.rebuild();
  assert.ok(new Finder(moving).run().count > before);
  const solids = new Bodies3(new Shapes3(lg, [ball(1), box3(1, 1, 1)]), [0, 1], [[0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0, 1]]);
  assert.deepStrictEqual(listed(new Finder(new Tree(solids)).run()), ["0 1"]);
  throws(() => new Finder(tree, { other: new Tree(solids) }), ErrorCode.ARGUMENT, "2D");
  throws(() => new Trees(lg, [tree, new Tree(solids)]), ErrorCode.ARGUMENT, "2D");
  throws(() => tree.withinShapes(solids, 1), ErrorCode.ARGUMENT, "2D");
});

test("the nearest, and all within a radius, by positions", () => {
  const bodies = crowd(300), tree = new Tree(bodies), points = places(20), near = tree.nearest(points, 4);
  const all = tree.within(points, 1.5);
  points.forEach((point, i) => {
    const distances = far(bodies, point);
    assert.deepStrictEqual([...near.body.slice(4 * i, 4 * i + 4)], ranked(distances).slice(0, 4));
    const found = [...all.b].filter((_, k) => all.a[k] === i);
    assert.deepStrictEqual(found, distances.flatMap((distance, b) => (distance <= 1.5 ? [b] : [])));
    assert.ok(Math.abs(near.distance[4 * i] - Math.min(...distances)) < 1e-5);
  });
  assert.ok(all.count > 100 && all.distance.every((distance) => distance <= 1.5));
  const own = Array.from({ length: 300 }, (_, i) => i), at = own.map((i) => [...bodies.pose.slice(4 * i, 4 * i + 2)]);
  assert.ok(tree.nearest(at, 1, { skip: own }).body.every((body, i) => body !== i));
  assert.deepStrictEqual([...tree.nearest([[99, 99]], 2, { maxDistance: 1 }).body], [NO_BODY, NO_BODY]);
  assert.strictEqual(tree.within(at, 0.5, { filters: new Filters(bodies, { mask: Array(300).fill(0) }) }).count, 0);
});

test("positions in double: the same bodies are near wherever the world is", () => {
  const which = Array.from({ length: 100 }, (_, i) => i % 2), grid = () => Math.round(between(0, 4096)) / 1024;
  for (const [dim, Of, shapes] of [[2, Bodies2, new Shapes2(lg, [circle(0.25), box2(0.3, 0.1)])],
    [3, Bodies3, new Shapes3(lg, [ball(0.25), box3(0.3, 0.1, 0.2)])]]) {
    const place = Array.from({ length: 100 * dim }, grid), look = Array.from({ length: 20 * dim }, grid);
    const [here, far] = [0, 5e8].map((by) => {
      const to = (list) => Float64Array.from(list, (x, i) => x + (i % dim === 0 ? by : -by));
      const bodies = new Of(shapes, which, undefined, undefined, to(place)), tree = new Tree(bodies), points = to(look);
      assert.deepStrictEqual(tree.info.origin, [...bodies.position.slice(0, dim)]);
      return { near: tree.nearest(points, 3), within: tree.within(points, 0.75), pairs: listed(new Finder(tree).run()),
        shapes: tree.nearestShapes(bodies, 2) };
    });
    assert.ok(here.within.count > 10 && here.pairs.length > 20);
    assert.deepStrictEqual(far, here);
    const gap = (i, b) => Math.hypot(...Array.from({ length: dim }, (_, k) => place[dim * b + k] - look[dim * i + k]));
    for (let i = 0; i < 20; i++)
      assert.deepStrictEqual([...here.near.body.slice(3 * i, 3 * i + 3)], ranked(which.map((_, b) => gap(i, b))).slice(0, 3));
  }
});

test("all within a distance, and the nearest, by shapes", () => {
  const few = crowd(30), bodies = crowd(200), tree = new Tree(bodies), distances = gaps(few, bodies);
  const all = tree.withinShapes(few, 0.3);
  const expected = distances.flatMap((row, a) => row.flatMap((distance, b) => (distance <= 0.3 ? [`${a} ${b}`] : [])));
  assert.deepStrictEqual(listed(all), expected);
  assert.ok(all.distance.every((distance, i) => distance === distances[all.a[i]][all.b[i]]) && all.count > 30);
});

test("the nearest by shapes", () => {
  const few = crowd(30), bodies = crowd(200), distances = gaps(few, bodies), near = new Tree(bodies).nearestShapes(few, 3);
  assert.deepStrictEqual([...near.body], distances.flatMap((row) => ranked(row).slice(0, 3)));
  assert.deepStrictEqual([...near.distance], [...near.body].map((body, i) => distances[Math.floor(i / 3)][body]));
});

test("several trees are one row of bodies", () => {
  const parts = [crowd(100), crowd(20), crowd(80)], { shapes } = parts[0];
  const one = new Tree(new Bodies2(shapes, parts.flatMap((of) => [...of.shape]), parts.flatMap((of) => [...of.pose])));
  const trees = new Trees(lg, parts.map((of) => new Tree(of))), points = places(20), way = places(20);
  assert.deepStrictEqual(trees.nearest(points, 5), one.nearest(points, 5));
  assert.deepStrictEqual(trees.within(points, 1), one.within(points, 1));
  const skip = Array.from({ length: 20 }, (_, i) => 100 + i);
  const hits = castAgainst(parts[1], trees, way, { skip, k: 2 });
  assert.ok(hits.flat().length > 10);
  assert.deepStrictEqual(hits, castAgainst(parts[1], one, way, { skip, k: 2 }));
  const known = [0, 99, 100, 119, 120, 199].map((body) => trees.which(body)).map(({ tree, body }) => [tree, body]);
  assert.deepStrictEqual(known, [[0, 0], [0, 99], [1, 0], [1, 19], [2, 0], [2, 79]]);
  assert.deepStrictEqual([trees.which(200), trees.which(NO_BODY), trees.count], [undefined, undefined, 200]);
  const rays = new CastAgainst(parts[1], one, { way, skip }).run(), first = rays.at(0);
  rays.trees = trees;
  assert.deepStrictEqual(rays.run().at(0), first);
});

test("a tree as bytes: of another set, cut short, damaged", () => {
  const bodies = crowd(200), tree = new Tree(bodies, { sealed: true }), saved = tree.save(), again = Tree.load(bodies, saved);
  assert.deepStrictEqual(again.save(), saved);
  const pairs = listed(new Finder(tree).run());
  assert.deepStrictEqual(listed(new Finder(again).run()), pairs);
  throws(() => Tree.load(crowd(10), saved), ErrorCode.ARGUMENT, "a tree of 200 bodies, not of 10");
  throws(() => Tree.load(bodies, saved.subarray(0, saved.length - 64)), ErrorCode.ARGUMENT, "cut short");
  throws(() => Tree.load(bodies, new Uint8Array(0)), ErrorCode.ARGUMENT, "head");
  for (const from of [saved, new Tree(bodies).save()]) {
    let refused = 0;
    for (let round = 0; round < 500; round++) {
      const damaged = from.slice();
      damaged[Math.floor(between(0, round % 2 ? 256 : from.length))] ^= 1 << Math.floor(between(0, 8));
      try {
        const loaded = Tree.load(bodies, damaged);
        loaded.nearest([[5, 5]], 3);
        if (from === saved) assert.deepStrictEqual(listed(new Finder(loaded).run()), pairs);
        loaded.free();
      } catch (error) {
        assert.ok(error instanceof LanegjkError, error.stack);
        refused++;
      }
    }
    assert.ok(refused > (from === saved ? 400 : 50), `${refused} were refused`);
  }
});
