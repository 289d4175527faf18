// Ticks: beside the calls that they are made of; touches over time; saved states, good and damaged; lists that are full.
import assert from "node:assert";
import { test } from "node:test";
import { lanegjk, load, random } from "./package.mjs";

const { Bodies2, Bodies3, Contact, ErrorCode, EventKind, Filters, Finder, LanegjkError, NO_PAIR, Shapes2, Shapes3, Tick, Tree,
  Trees, box2, box3, circle, order } = lanegjk;
const lg = await load(), between = random();
const listed = (list) => Array.from(list.a, (a, i) => `${a} ${list.b[i]}`);
function crowd(count, side = 10) {
  const shape = Array.from({ length: count }, () => +(between(0, 1) > 0.5));
  const bodies = new Bodies2(new Shapes2(lg, [circle(0.25), box2(0.3, 0.1)]), shape);
  for (let i = 0; i < count; i++) bodies.place(i, between(0, side), between(0, side), between(-3, 3));
  return bodies;
}
const row = (...places) => new Bodies2(new Shapes2(lg, [circle(0.5)]), places.map(() => 0), places.map((x) => [x, 0, 1, 0]));
// The events of a list as texts: "begin 0 1", of an END with a pair that is none.
const reported = ({ events: { count, a, b, kind, pair } }) => Array.from({ length: count }, (_, i) => {
  if (kind[i] === EventKind.END) assert.strictEqual(pair[i], NO_PAIR);
  return `${["", "begin", "persist", "end"][kind[i]]} ${a[i]} ${b[i]}`;
});

test("a tick has what a finder and a contact have, and points and manifolds if they are requested", () => {
  const bodies = crowd(300), walls = crowd(40), tree = new Tree(walls), tick = new Tick(lg, 2, 300, 4000,
    { points: true, manifolds: true }).run(bodies, tree, { margin: 0.1, manifoldMargin: 0.05 });
  const arrays = ["status", "distance", "normal", "pointA", "pointB"], want = [...arrays, "manifold"];
  for (const [list, other] of [[tick.among, undefined], [tick.against, walls]]) {
    const finder = new Finder(bodies, { margin: 0.1, other }).run();
    const contact = new Contact(bodies, finder, { want, maxDistance: 0.1, margin: 0.05, other }).run();
    assert.ok(list.count > 100 && list.dropped === 0);
    assert.deepStrictEqual(listed(list), listed(finder));
    for (const name of arrays) assert.deepStrictEqual(list[name].slice(), contact[name].slice(), name);
    assert.deepStrictEqual(Array.from(list.a, (_, i) => list.manifoldAt(i)), Array.from(list.a, (_, i) => contact.manifoldAt(i)));
    assert.deepStrictEqual([...list.touching], [...list.distance].map((gap) => +(gap <= 0)));
  }
  const solids = new Bodies3(new Shapes3(lg, [box3(1, 1, 1)]), [0, 0], [[0, 0, 0, 0, 0, 0, 1], [0, 0, 1.5, 0, 0, 0, 1]]);
  const { among } = new Tick(lg, 3, 2, 9, { manifolds: true, points: true }).run(solids);
  assert.deepStrictEqual([among.manifoldAt(0).points.length, among.pointA.length, among.normal.length], [4, 3, 3]);
});

test("a touch goes on up to the slop, without a margin, too", () => {
  for (const margin of [undefined, 0, 0.01, 0.3]) {
    const bodies = row(0, 1), tick = new Tick(lg, 2, 2, 9, { slop: 0.05 }), events = [];
    for (const gap of [-0.01, 0.01, -0.005, 0.02, 0.04, 0.049, 0.2, 0.02]) {
      bodies.pose[4] = 1 + gap;
      events.push(reported(tick.run(bodies, undefined, { margin }).among).join());
    }
    assert.deepStrictEqual(events, ["begin 0 1", "", "", "", "", "", "end 0 1", ""]);
  }
});

test("saved states are small, and go on with the same bits, in other ticks, too", () => {
  const bodies = crowd(500, 14), walls = crowd(40, 14), tree = new Tree(walls);
  for (const records of [false, true]) {
    const [tick, other] = [[500, 40000], [800, 5000]].map((sizes) => new Tick(lg, 2, ...sizes, { slop: 0.01, records }));
    const play = (of) => {
      of.run(bodies, tree, { margin: 0.1 });
      of.push.fill(0);
      of.pushApart({ share: 0.5 });
      for (let i = 0; i < 500; i++) for (let k = 0; k < 2; k++) bodies.pose[4 * i + k] += of.push[2 * i + k];
      return [...reported(of.among), ...reported(of.against), of.among.count, of.against.count, ...bodies.pose];
    };
    assert.ok(reported(tick.run(bodies, tree).among).length > 20);
    play(tick);
    const saved = tick.save(), poses = bodies.pose.slice(), expected = [play(tick), play(tick), play(tick)];
    assert.ok(saved.length < 80 + (records ? 28 : 12) * 2500, `${saved.length} bytes`);
    for (const of of [tick, other]) {
      of.load(saved);
      assert.strictEqual(of.among.count, 0);
      if (of === tick) assert.deepStrictEqual(of.save(), saved);
      bodies.pose.set(poses);
      assert.deepStrictEqual([play(of), play(of), play(of)], expected);
    }
    const refuses = (bytes, of = tick) => {
      const before = of.save();
      assert.throws(() => of.load(bytes), (error) => error instanceof LanegjkError && error.message.length > 5);
      assert.deepStrictEqual(of.save(), before);
    };
    for (let i = 0; i < 2000; i++) refuses(saved.map((byte, at) => (at === i % saved.length ? byte ^ (1 + (i % 255)) : byte)));
    for (const length of [0, 1, 79, 80, saved.length - 1]) refuses(saved.slice(0, length));
    refuses(saved, new Tick(lg, 2, 500, 9, { records }));
    refuses(saved, new Tick(lg, 2, 500, 9000, { records: !records }));
    refuses(saved, new Tick(lg, 3, 500, 9000, { records }));
    bodies.pose.set(poses);
  }
});

test("whatever the memory holds, a run answers or refuses", () => {
  const bodies = crowd(60, 4), fill = () => Math.floor(between(0, 256));
  let refused = 0;
  for (let i = 0; i < 3000; i++) {
    const tick = new Tick(lg, 2, 60, 500).run(bodies), { view } = tick.state;
    const at = Math.floor(between(0, i % 2 ? 4096 : view.length));
    for (let k = 0; k < 4; k++) view[Math.min(at + k, view.length - 1)] = fill();
    for (const run of [() => tick.run(bodies), () => tick.save(), () => tick.renumber(order(bodies))]) {
      try {
        run();
      } catch (error) {
        assert.ok(error instanceof LanegjkError, error.stack);
        refused++;
      }
    }
    tick.forget();
    assert.ok(tick.run(bodies).among.count > 50);
    tick.free();
  }
  assert.ok(refused > 30, `${refused} were refused`);
});

test("a place of a moving body, or of a fixed one, gets another body", () => {
  const bodies = row(0, 0.9, 50), walls = row(-0.9, 60), tree = new Tree(walls);
  const tick = new Tick(lg, 2, 3, 9, { replaced: true, replacedFixed: 2 });
  assert.deepStrictEqual([reported(tick.run(bodies, tree).among), reported(tick.against)], [["begin 0 1"], ["begin 0 0"]]);
  tick.replaced[1] = 1;
  assert.deepStrictEqual([reported(tick.run(bodies, tree).among), reported(tick.against)], [["end 0 1", "begin 0 1"], []]);
  tick.replaced[1] = 0;
  tick.replacedFixed[0] = 1;
  assert.deepStrictEqual([reported(tick.run(bodies, tree).among), reported(tick.against)], [[], ["end 0 0", "begin 0 0"]]);
  tick.replacedFixed[0] = 0;
  tick.forget();
  assert.deepStrictEqual(reported(tick.run(bodies, tree).among), ["begin 0 1"]);
});

test("a wall is removed: its touches end, the others go on", () => {
  const bodies = row(0, 10), walls = row(0.9, 9.1), few = row(9.1), tick = new Tick(lg, 2, 2, 9);
  assert.deepStrictEqual(reported(tick.run(bodies, new Tree(walls)).against), ["begin 0 0", "begin 1 1"]);
  tick.renumber(undefined, [1, 0]); // wall 1 is number 0 now, the one that is removed the last
  assert.deepStrictEqual(reported(tick.run(bodies, new Tree(few)).against), ["end 0 1"]);
  tick.renumber([1, 0]);
  bodies.pose.set([10, 0, 1, 0, 0, 0, 1, 0]);
  assert.deepStrictEqual(reported(tick.run(bodies, new Tree(few)).against), []);
  assert.throws(() => tick.renumber([0]), { code: ErrorCode.ARGUMENT });
});

test("bodies on one spot take nothing from those elsewhere", () => {
  const count = 2000, bodies = crowd(count, 30), [tick, free] = [0, 1].map(() => new Tick(lg, 2, count, 4000));
  free.run(bodies);
  const far = (text) => text.split(" ").slice(-2).every((body) => body >= 401), apart = reported(free.among).filter(far);
  for (let i = 0; i < 401; i++) bodies.place(i, -500, 0);
  tick.run(bodies);
  assert.ok(tick.among.count <= 4000 && tick.among.dropped > 70000);
  assert.deepStrictEqual(reported(tick.among).filter(far), apart);
  assert.deepStrictEqual(reported(tick.run(bodies).among).filter(far), []);
});

test("the tree of a tick has the bodies of its run, whenever it is read", () => {
  const bodies = row(0, 1, 2), walls = new Tree(row(50, 60)), tick = new Tick(lg, 2, 3, 9).run(bodies);
  bodies.count = 1;
  const both = new Trees(lg, [tick.tree, walls]), { body } = both.nearest([[60, 0]], 1);
  assert.deepStrictEqual([tick.tree.count, body[0], both.which(body[0])], [3, 4, { tree: 1, body: 1 }]);
});

test("pushes follow masses, and sensors push nobody", () => {
  const push = (options) => {
    const bodies = row(0, 0.8), tick = new Tick(lg, 2, 2, 9).run(bodies);
    return [...tick.pushApart(options)].filter((_, i) => i % 2 === 0).map((x) => +x.toFixed(4));
  };
  assert.deepStrictEqual(push(), [-0.1, 0.1]);
  assert.deepStrictEqual(push({ share: 0.5, slop: 0.1 }), [-0.025, 0.025]);
  assert.deepStrictEqual(push({ inverseMass: [1, 3] }), [-0.05, 0.15]);
  assert.deepStrictEqual(push({ inverseMass: [0, 1] }), [0, 0.2]);
  assert.deepStrictEqual(push({ sensors: [0, 1] }), [0, 0]);
  const bodies = row(0), walls = row(0.8), tick = new Tick(lg, 2, 1, 9).run(bodies, new Tree(walls));
  assert.strictEqual(+tick.pushApart()[0].toFixed(4), -0.2);
  tick.push.fill(0);
  assert.strictEqual(tick.pushApart({ fixedSensors: [1] })[0], 0);
});

test("a tick with filters, motion and bodies that are bad", () => {
  const bodies = crowd(200), filters = new Filters(bodies), tick = new Tick(lg, 2, 200, 9000), all = tick.run(bodies).among.count;
  filters.category[tick.among.a[0]] = 0;
  assert.ok(tick.run(bodies, undefined, { filters }).among.count < all);
  assert.ok(tick.run(bodies, undefined, { motion: new Float32Array(400).fill(1) }).among.count > all);
  bodies.pose[0] = NaN;
  assert.strictEqual(tick.run(bodies).badBodies, 1);
  assert.throws(() => new Tick(lg, 4, 1, 1), { code: ErrorCode.ARGUMENT, message: /^dim/ });
  assert.throws(() => tick.run(crowd(201)), { code: ErrorCode.ARGUMENT, message: /max_bodies/ });
});

test("the tree of what moves is searched until the next call", () => {
  const bodies = crowd(200), walls = crowd(20), rest = new Tree(walls), tick = new Tick(lg, 2, 200, 4000);
  assert.strictEqual(tick.tree, undefined);
  const { tree } = tick.run(bodies, rest), points = [[3, 3], [7, 5]], own = new Tree(bodies);
  assert.strictEqual(tick.tree, tree);
  assert.deepStrictEqual(new Trees(lg, [tree, rest]).nearest(points, 5), new Trees(lg, [own, rest]).nearest(points, 5));
  assert.deepStrictEqual(listed(new Finder(tree).run()), listed(tick.among));
  assert.strictEqual(tree.info.placed, 200);
  const saved = Tree.load(bodies, tree.save());
  assert.throws(() => tree.rebuild(), { code: ErrorCode.ARGUMENT, message: /by its run/ });
  assert.throws(() => tick.run(bodies, tick.tree), { code: ErrorCode.ARGUMENT, message: /was freed/ });
  tick.run(bodies, rest);
  assert.notStrictEqual(tick.tree, tree);
  assert.throws(() => tree.nearest(points, 1), { code: ErrorCode.ARGUMENT, message: /was freed/ });
  assert.deepStrictEqual(tick.tree.nearest(points, 5), saved.nearest(points, 5));
  tick.forget();
  assert.strictEqual(tick.tree, undefined);
});
