// Candidate pairs, events, order and casts: beside brute force, and what they refuse.
import assert from "node:assert";
import { test } from "node:test";
import { allPairs, lanegjk, load, random } from "./package.mjs";

const { Bodies2, Bodies3, Cast, CastAgainst, CastStatus, Contact, Distance, ErrorCode, EventKind, Events, Filters, Finder,
  NO_PAIR, Overlap, Pairs, Shapes2, Shapes3, Tree, ball, box2, box3, castAgainst, cast2, cast3, circle, distance2,
  findPairs2, findPairs3, order, pairsMatch, pairsRenumber, polygon } = lanegjk;
const lg = await load(), between = random();
const throws = (run, code, text = "") => assert.throws(run, (error) => error.code === code && error.message.includes(text));
function crowd(count, side = 10) {
  const bodies = new Bodies2(new Shapes2(lg, [circle(0.25), box2(0.3, 0.1), polygon([[0, 0]])]),
    Array.from({ length: count }, () => +(between(0, 1) > 0.5)));
  for (let i = 0; i < count; i++) bodies.place(i, between(0, side), between(0, side), between(-3, 3));
  return bodies;
}
const rows = (words) => Array.from({ length: words.length / 2 }, (_, i) => `${words[2 * i]} ${words[2 * i + 1]}`);
const listed = (list) => Array.from(list.a, (a, i) => `${a} ${list.b[i]}`);

test("no pair within the margin is missing", () => {
  const bodies = crowd(400), all = allPairs(400), { distance } = distance2(bodies, all);
  const near = all.filter((_, i) => distance[i] <= 0.1).map(([a, b]) => `${a} ${b}`);
  const found = rows(findPairs2(bodies, { margin: 0.1 }));
  const has = new Set(found);
  assert.ok(near.length > 300 && found.length < 3 * near.length);
  assert.deepStrictEqual(near.filter((pair) => !has.has(pair)), []);
  const place = (pair) => +pair.split(" ")[0] * 400 + +pair.split(" ")[1];
  assert.deepStrictEqual(found, [...found].sort((p, q) => place(p) - place(q)));
  throws(() => findPairs3(bodies), ErrorCode.ARGUMENT, "3D");
});

test("a finder is a list of pairs that grows, with filters, motion and a margin", () => {
  const bodies = crowd(300), filters = new Filters(bodies), finder = new Finder(bodies, { capacity: 1, filters, motion: true });
  const query = new Overlap(bodies, finder), all = finder.run().count;
  assert.ok(all > 100 && finder.capacity >= all);
  assert.strictEqual(query.run().status.length, all);
  filters.category[finder.a[0]] = 0;
  assert.ok(finder.run().count < all);
  filters.category.fill(1);
  finder.motion.fill(1);
  assert.ok(finder.run().count > all);
  finder.motion.fill(0);
  finder.margin = 0.5;
  assert.ok(finder.run().count > all);
  bodies.pose[0] = NaN;
  assert.strictEqual(finder.run().badBodies, 1);
});

test("a list that has to fit has so many pairs, and counts the rest", () => {
  const bodies = crowd(300), all = new Finder(bodies).run().count;
  const capacity = Math.floor(0.9 * all), finder = new Finder(bodies, { capacity, fit: true }).run();
  assert.ok(finder.count <= capacity && finder.count > 0.3 * all && finder.capacity === capacity, `${finder.count} of ${all}`);
  assert.deepStrictEqual([finder.count + finder.dropped, new Finder(bodies, { fit: true }).run().dropped], [all, 0]);
});

test("an effort bounds the work of a crowd that filters keep from meeting", () => {
  const bodies = new Bodies2(new Shapes2(lg, [circle(1)]), 2000), filters = new Filters(bodies, { group: Array(2000).fill(1) });
  const full = new Finder(bodies, { filters }).run(), cut = new Finder(bodies, { filters, effort: 20 }).run();
  assert.deepStrictEqual([full.count, cut.count, full.cut], [0, 0, 0]);
  assert.ok(cut.cut > 0 && full.compared > 2 * cut.compared, `${full.compared} and ${cut.compared}`);
});

test("each begin of a touch has one end", () => {
  const bodies = crowd(200), finder = new Finder(bodies, { margin: 0.05 });
  const contact = new Contact(bodies, finder, { want: ["status", "distance"], maxDistance: 0.05 }), touching = new Set();
  const events = new Events(contact, { slop: 0.01, replaced: true });
  let ends = 0;
  for (let round = 0; round < 30; round++) {
    finder.run();
    contact.run();
    events.replaced.fill(0);
    events.replaced[round] = round % 2;
    const found = events.run();
    for (let i = 0; i < found.count; i++) {
      const pair = `${found.a[i]} ${found.b[i]}`;
      if (found.kind[i] === EventKind.BEGIN) assert.ok(!touching.has(pair) && touching.add(pair));
      else assert.ok(found.kind[i] === EventKind.END && touching.delete(pair) && ++ends);
    }
    assert.deepStrictEqual(listed(finder).filter((_, i) => events.touching[i]).sort(), [...touching].sort());
    for (let i = 0; i < 200; i++) bodies.pose[4 * i] += between(-0.1, 0.1);
  }
  assert.ok(ends > 50);
  events.forget();
  assert.strictEqual(new Set(events.run().kind).size, 1);
});

test("lists follow bodies that were sorted", () => {
  const bodies = crowd(200), list = new Pairs(lg, findPairs2(bodies)), before = new Pairs(lg, list.count).set(list);
  const places = order(bodies), poses = bodies.pose.slice(), shapes = bodies.shape.slice();
  places.forEach((old, i) => (bodies.pose.set(poses.subarray(4 * old, 4 * old + 4), 4 * i), (bodies.shape[i] = shapes[old])));
  const came = pairsRenumber(list, places);
  assert.deepStrictEqual(listed(list), rows(findPairs2(bodies)));
  const key = (a, b) => [a, b].sort((p, q) => p - q).join(" ");
  const were = [...came].map((k) => key(before.a[k], before.b[k]));
  assert.deepStrictEqual(Array.from(list.a, (a, i) => key(places[a], places[list.b[i]])), were);
  assert.deepStrictEqual([...pairsMatch(list, new Pairs(lg, [[list.a[3], list.b[3]], [199, 200]]))], [3, NO_PAIR]);
});

test("casts tell where pairs touch first", () => {
  const shapes = new Shapes2(lg, [circle(1), polygon([[0, 0]])]);
  const bodies = new Bodies2(shapes, [1, 0], [[0, 0, 1, 0], [5, 0, 1, 0]]);
  const ray = new Cast(bodies, [[0, 1]], { way: [[10, 0], [0, 0]], want: ["status", "fraction", "normal", "point"] }).run();
  assert.deepStrictEqual([ray.status[0], Math.abs(ray.fraction[0] - 0.4) < 1e-6, ray.normal[0]], [CastStatus.HIT, true, 1]);
  assert.ok(Math.abs(ray.point[0] - 4) < 1e-5);
  ray.way.set([0, 10]);
  assert.deepStrictEqual([...ray.run().status, ...ray.fraction], [CastStatus.MISS, 1]);
  const other = new Bodies2(shapes, [0], [[5, 0, 1, 0]]), meeting = { other, way: [[5, 0], [0, 0]], otherWay: [[-5, 0]] };
  assert.ok(Math.abs(cast2(bodies, [[0, 0]], meeting).fraction[0] - 0.4) < 1e-6);
  const round = new Bodies2(shapes, [0], [[4.25, 0, 1, 0]]), touch = cast2(bodies, [[0, 0], [1, 0]],
    { other: round, way: [[4, 0], [0, 0]], want: ["status", "depth"] });
  assert.deepStrictEqual([...touch.status, ...touch.depth], [CastStatus.HIT, CastStatus.OVERLAP, 0, 1.25]);
  const [[hit]] = castAgainst(round, new Tree(bodies), [[0, 0]]);
  assert.deepStrictEqual([hit.body, hit.status, hit.fraction, hit.depth, hit.normal[0]], [1, CastStatus.OVERLAP, 0, 1.25, 1]);
  const end = [[10, 0, 1, 0], [5, 0, 1, 0]];
  assert.ok(Math.abs(cast2(bodies, [[0, 1]], { end }).fraction[0] - 0.4) < 1e-6);
  assert.strictEqual(cast2(bodies, [[0, 1]], { way: [10, 0, 0, 0], most: [0.25] }).fraction[0], 0.25);
  const solids = new Bodies3(new Shapes3(lg, [ball(1), box3(1, 1, 1)]), [0, 1], [[0, 0, 0, 0, 0, 0, 1], [0, 0, 6, 0, 0, 0, 1]]);
  assert.ok(Math.abs(cast3(solids, [[0, 1]], { way: [[0, 0, 8], [0, 0, 0]] }).fraction[0] - 0.5) < 1e-6);
  throws(() => new Cast(bodies, [[0, 1]], { otherWay: [[0, 0]] }), ErrorCode.ARGUMENT, "no other");
});

test("casts against a tree give the hits of casts of pairs, in their order", () => {
  const eyes = crowd(40), walls = crowd(100), tree = new Tree(walls), all = [];
  eyes.shape.fill(2);
  const way = Array.from({ length: 80 }, () => between(-8, 8)), rays = new CastAgainst(eyes, tree, { way, k: 100 }).run();
  for (let a = 0; a < 40; a++) for (let b = 0; b < 100; b++) all.push([a, b]);
  const one = cast2(eyes, all, { other: walls, way, want: ["status", "fraction"] });
  let hits = 0;
  for (let a = 0; a < 40; a++) {
    const expected = all.map((_, i) => i).slice(100 * a, 100 * a + 100).filter((i) => one.status[i] !== 0)
      .sort((p, q) => one.fraction[p] - one.fraction[q] || p - q).map((i) => i % 100);
    const found = Array.from({ length: expected.length }, (_, place) => rays.at(a, place).body);
    assert.deepStrictEqual(found, expected);
    assert.strictEqual(rays.at(a, expected.length), undefined);
    hits += expected.length;
  }
  assert.ok(hits > 40);
  const first = castAgainst(eyes, tree, way);
  assert.deepStrictEqual(first.map(([hit]) => hit?.body), Array.from({ length: 40 }, (_, a) => rays.at(a)?.body));
  throws(() => new CastAgainst(eyes, tree, { way, all: true }).run(), ErrorCode.CAPACITY);
  // A plank that turns by 45 degrees beside a box needs more than two contacts.
  const shapes = new Shapes2(lg, [box2(1, 0.05), box2(1, 1)]), plank = new Bodies2(shapes, [0], [[1.1, 0.9, 0, 1]]);
  const wall = new Tree(new Bodies2(shapes, [1], [[0, 0, 1, 0]])), turn = [[-Math.SQRT1_2, Math.SQRT1_2]];
  const turns = new CastAgainst(plank, wall, { turn }).run();
  const few = new CastAgainst(plank, wall, { turn, iterationLimit: 2 }).run();
  assert.ok(Math.abs(turns.at(0).fraction - 0.5378) < 2e-4 && turns.limitBodies === 0);
  assert.deepStrictEqual([few.at(0), few.limitBodies], [undefined, 1]);
});

test("bodies come and go by their count and their shapes", () => {
  const bodies = crowd(10, 100), more = new Shapes2(lg, [circle(2), circle(3), circle(50)]);
  bodies.count = 2;
  const query = new Distance(bodies, [[0, 1]]), before = query.run().distance[0];
  throws(() => distance2(bodies, [[0, 2]]), ErrorCode.PAIR_INDEX);
  bodies.setShapes(more);
  bodies.shape.set([2, 2]);
  assert.ok(query.run().distance[0] < before);
});
