// Bad input: each has an error of the library that names the offender, and changes nothing.
import assert from "node:assert";
import { test } from "node:test";
import { bytes, entry, lanegjk, load } from "./package.mjs";

const { Bodies2, Bodies3, Cast, CastAgainst, Contact, Distance, ErrorCode, EventKind, Events, Filters, Finder, LanegjkError,
  Overlap, Pairs, Shapes2, Shapes3, Tick, Tree, Trees, ball, box2, cast2, castAgainst, circle, distance2, findPairs2, hull,
  order, pairsMatch, pairsRenumber, polygon } = lanegjk;
const lg = await load(), foreign = await load();
const make = (module = lg, count = 3) => {
  const bodies = new Bodies2(new Shapes2(module, [circle(0.5), box2(1, 0.5)]), count);
  for (let i = 0; i < count; i++) bodies.place(i, 3 * i, 0);
  return bodies;
};

// refuses(text, run): an error whose text has these words; a text for each call of a table.
function refuses(text, run, code = ErrorCode.ARGUMENT) {
  assert.throws(run, (error) => {
    assert.ok(error instanceof LanegjkError, `${text}: ${error.stack}`);
    assert.ok(error.message.includes(text), `"${error.message}" does not say "${text}"`);
    assert.strictEqual(error.code, code, error.message);
    return true;
  }, `nothing was refused: ${text} ${run}`);
}
const refusesAll = (table) => table.forEach(([text, run]) => refuses(text, run));
// Calls what is refused, which leaves things as they were: all that can be seen of them.
function leaves(things, run) {
  const members = ["count", "shape", "pose", "a", "b", "push", "hits"], seen = () => things.map((thing) =>
    [...members, ...(thing.want ?? [])].map((name) => (ArrayBuffer.isView(thing[name]) ? [...thing[name]] : thing[name])));
  const before = seen();
  run();
  assert.deepStrictEqual(seen(), before);
}

test("arrays that are too short, too long or not of numbers", () => {
  const bodies = make(), { shapes } = bodies, tree = new Tree(bodies), tick = new Tick(lg, 2, 3, 9);
  const query = new Distance(bodies, [[0, 1]], { warm: true }).run(), pairs = new Pairs(lg, [[0, 1], [1, 2]]);
  const resting = new Tick(lg, 2, 3, 9).run(bodies, new Tree(bodies));
  tick.run(bodies);
  leaves([bodies, query, pairs, tick], () => refusesAll([
    ["radius: 3 numbers are required, not 2", () => new Bodies2(shapes, 3, undefined, [1, 2])],
    ["radius: 3 numbers are required, not 4", () => new Bodies2(shapes, 3, undefined, new Float32Array(4))],
    ["pose: 12 numbers are required, not 8", () => new Bodies2(shapes, 3, [[0, 0, 1, 0], [0, 0, 1, 0]])],
    ["pose: number 1 is", () => new Bodies2(shapes, 1, [0, "0", 1, 0])],
    ["pose: number 0 is", () => new Bodies2(shapes, 1, new BigInt64Array(4))],
    ["shape: number 1 is 0.5", () => new Bodies2(shapes, [0, 0.5])],
    ["shape: number 0 is NaN", () => new Bodies2(shapes, new Float64Array([NaN]))],
    ["shape", () => new Bodies2(shapes, undefined)],
    ["pairs: two bodies for each", () => pairs.set([0, 1, 2])],
    ["pairs: two bodies for each", () => pairs.set([[0, 1, 2], [1]])],
    ["pairs: number 3 is NaN", () => pairs.set([[0, 1], [1, NaN]])],
    ["pairs: number 0 is 0.5", () => pairs.set(new Float32Array([0.5, 1]))],
    ["pairs: an array of numbers is required, not undefined", () => pairs.set(undefined)],
    ["pairs: an array of numbers is required, not () => []", () => new Distance(bodies, () => [])],
    ["pairs: an array of numbers is required, not ", () => new Distance(bodies, "")],
    ["shape: an array of numbers is required, not () => 3", () => new Bodies2(shapes, () => 3)],
    ["points: an array of numbers is required, not null", () => tree.nearest(null, 1)],
    ["way: an array of numbers is required, not 5", () => new Cast(bodies, [[0, 1]], { way: 5 })],
    ["pairs: two bodies for each", () => new Distance(bodies, [0, 1, 2])],
    ["category: 3 numbers are required, not 1", () => new Filters(bodies, { category: [1] })],
    ["mask: number 2 is", () => new Filters(bodies, { mask: [1, 2, 4294967296] })],
    ["motion: 6 numbers are required, not 2", () => new Finder(bodies, { motion: [1, 1] })],
    ["motion: 6 numbers are required, not 3", () => tick.run(bodies, undefined, { motion: [1, 1, 1] })],
    ["fixedSensors: 0 numbers are required, not 1", () => tick.pushApart({ fixedSensors: [1] })],
    ["fixedSensors: 3 numbers are required, not 1", () => resting.pushApart({ fixedSensors: [1] })],
    ["sensors: 3 numbers are required, not 1", () => resting.pushApart({ sensors: [1] })],
    ["sensors: number 1 is 256", () => resting.pushApart({ sensors: [0, 256, 0] })],
    ["sensors: number 0 is -256", () => resting.pushApart({ sensors: new Int16Array([-256, 0, 0]) })],
    ["fixedSensors: number 2 is 65536", () => resting.pushApart({ fixedSensors: new Uint32Array([0, 0, 65536]) })],
    ["inverseMass: 3 numbers are required, not 4", () => resting.pushApart({ inverseMass: [1, 1, 1, 1] })],
    ["inverse_mass", () => resting.pushApart({ inverseMass: [1, -1, 1] })],
    ["order: 3 numbers are required, not 2", () => tick.renumber([0, 1])],
    ["saved", () => tick.load(new Float32Array(9))],
    ["saved", () => tick.load("bytes")],
    ["points: only a tick with points: true", () => tick.among.pointA],
    ["manifolds: only a tick with manifolds: true", () => tick.among.manifold],
    ["manifolds: only a tick with manifolds: true", () => tick.against.manifoldAt(0)],
    ["replacedFixed: there is room for 1 bodies, the tree has 3", () =>
      new Tick(lg, 2, 3, 9, { replacedFixed: 1 }).run(bodies, new Tree(bodies))],
    ["order: number 1 is", () => pairsRenumber(pairs, [0, "a", 2])],
    ["way: 6 numbers are required, not 2", () => new Cast(bodies, [[0, 1]], { way: [1, 0] })],
    ["turn: 6 numbers are required, not 7", () => new Cast(bodies, [[0, 1]], { turn: new Float32Array(7) })],
    ["end: 12 numbers are required, not 1", () => new Cast(bodies, [[0, 1]], { end: [[1]] })],
    ["most: 1 numbers are required, not 0", () => new Cast(bodies, [[0, 1]], { most: [] })],
    ["most: 3 numbers are required, not 1", () => new CastAgainst(bodies, new Tree(bodies), { most: [1] })],
    ["skip: 3 numbers are required, not 5", () => new CastAgainst(bodies, new Tree(bodies), { skip: [1, 1, 1, 1, 1] })],
    ["skip: 1 numbers are required, not 2", () => tree.nearest([[0, 0]], 1, { skip: [1, 1] })],
    ["skip: 3 numbers are required, not 1", () => tree.withinShapes(bodies, 1, { skip: [1] })],
    ["saved: the bytes", () => Tree.load(bodies, [1, 2])],
    ["trees: a list of 1 to 4", () => new Trees(lg, Array(5).fill(tree))],
    ["trees: a list of 1 to 4", () => new Trees(lg, [])],
    ["points: 2 numbers for each", () => tree.nearest([1, 2, 3], 1)],
    ["position: 3 numbers are required, not 2", () => new Bodies3(new Shapes3(lg, [ball(1)]), 1).place(0, [1, 2])],
    ["records: 4 numbers are required, not 3", () => query.carry(query.pairs, [1, 2, 3])],
  ]));
  assert.deepStrictEqual([...pairs.a, ...pairs.b], [0, 1, 1, 2]);
  assert.strictEqual(new Pairs(lg, Array.from({ length: 300000 }, () => [0, 1])).count, 300000);
});

test("rows of another width, of different widths, and what is no row", () => {
  const bodies = make(), { shapes } = bodies, tree = new Tree(bodies), tick = new Tick(lg, 2, 3, 9);
  const wide = [[1, 0, 1, 0, 1, 0]], three = [[0, 0, 1], [3, 0, 1]], each = " numbers in each row are required, not ";
  const points = `points: 2${each}`, way = `way: 2${each}`, motion = `motion: 2${each}`;
  leaves([bodies, tick], () => refusesAll([
    [`${points}3`, () => tree.nearest([[0, 0, 0], [0.8, 0, 0]], 1)],
    [`${points}3`, () => tree.within(three, 1)],
    [`${points}0`, () => tree.within([[], []], 1)],
    [`${points}3`, () => polygon([[0, 0, 9], [1, 0, 9], [0, 1, 9]])],
    [`points: 3${each}2`, () => hull([[0, 0], [1, 0], [0, 1], [1, 1], [2, 2], [3, 3]])],
    [`${points}6`, () => bodies.addPositions([0, 1, 2], wide)],
    [`${way}6`, () => new Cast(bodies, [[0, 1]], { way: wide })],
    [`${way}3`, () => castAgainst(bodies, tree, three)],
    [`turn: 2${each}6`, () => new CastAgainst(bodies, tree, { turn: wide })],
    [`end: 4${each}6`, () => new Cast(bodies, [[0, 1]], { end: [...wide, ...wide] })],
    [`${motion}3`, () => new Finder(bodies, { motion: three })],
    [`${motion}3`, () => new Tree(bodies, { motion: three })],
    [`${motion}6`, () => tick.run(bodies, undefined, { motion: wide })],
    [`matrix: 2${each}4`, () => circle(1).mapped([[1, 0, 0, 1]])],
    ["matrix: rows of one length are required, not of 1 in row 1", () => circle(1).mapped([[1, 0, 0], [1]])],
    [`pose: 4${each}6`, () => new Bodies2(shapes, 3, [...wide, ...wide])],
    [`position: 2${each}6`, () => new Bodies2(shapes, 3, undefined, undefined, wide)],
    ["points: rows of one length are required, not of 3 in row 1", () => tree.nearest([[0, 0], [0, 1, 2], [3]], 1)],
    ["points: rows of one length are required, not of undefined in row 1", () => tree.nearest([[0, 0], null, [3, 0]], 1)],
    ["points: rows of one length are required, not of undefined in row 0", () => tree.nearest([null, [0, 0]], 1)],
    ["points: rows of one length are required, not of undefined in row 2", () => polygon([[0, 0], [1, 1], 5])],
    ["points: rows of one length are required, not of undefined in row 0", () => polygon([{}, {}])],
    ["points: number 1 is", () => polygon([5, [0, 0]])],
    ["pairs: two bodies for each", () => new Distance(bodies, [[0, 1], null])],
    ["pairs: two bodies for each", () => new Distance(bodies, [[0, 1], 2])],
    ["pairs: two bodies for each", () => new Distance(bodies, [null])],
  ]));
  assert.deepStrictEqual(tree.nearest([new Float32Array(2), [3, 0]], 1), tree.nearest([0, 0, 3, 0], 1));
});

test("numbers that are negative, broken, not there or out of range", () => {
  const bodies = make(), { shapes } = bodies, tree = new Tree(bodies), resting = new Tree(bodies);
  const query = new Contact(bodies, [[0, 1]], { want: ["manifold"] }).run(), tick = new Tick(lg, 2, 3, 9).run(bodies);
  const rays = new CastAgainst(bodies, resting, { way: true }).run(), solid = new Bodies3(new Shapes3(lg, [ball(1)]), 1);
  solid.place(0, [[1, 2, 3]]);
  assert.deepStrictEqual([...solid.pose], [1, 2, 3, 0, 0, 0, 1]); // as the flat one
  for (const bad of [-1, 0.5, NaN, Infinity, "2"]) {
    leaves([bodies, query, tick, rays], () => refusesAll([
      ["bodies: ", () => new Bodies2(shapes, typeof bad === "string" ? NaN : bad)],
      ["pairs: ", () => new Pairs(lg, typeof bad === "string" ? NaN : bad)],
      ["count: ", () => (bodies.count = bad)],
      ["count: ", () => (query.pairs.count = bad)],
      ["maxBodies: ", () => new Tick(lg, 2, bad, 9)],
      ["maxPairs: ", () => new Tick(lg, 2, 3, bad)],
      ["capacity: ", () => new Finder(bodies, { capacity: bad })],
      ["k: ", () => new CastAgainst(bodies, resting, { k: bad })],
      ["k: ", () => tree.nearest([[0, 0]], bad)],
      ["body: ", () => tree.which(bad)],
      ["first: ", () => query.run(bad)],
      ["count: ", () => query.run(0, bad)],
      ["pair: ", () => query.badReason(bad)],
      ["pair: ", () => query.manifoldAt(bad)],
      ["body: ", () => bodies.place(bad, 0, 0)],
      ["body: ", () => rays.at(bad)],
      ["shape ", () => shapes.get(bad)],
    ]));
  }
  leaves([bodies, query, tick, rays], () => refusesAll([
    ["count: a whole number up to 3 is required, not 4", () => (bodies.count = 4)],
    ["body: a whole number up to 2 is required, not 3", () => bodies.place(3, 0, 0)],
    ["pair: a whole number up to 0 is required, not 1", () => query.manifoldAt(1)],
    ["place: a whole number up to 0 is required, not 1", () => rays.at(0, 1)],
    ["x: a number is required, not undefined", () => bodies.place(0)],
    ["x: a number is required, not x", () => bodies.place(0, "x", 1)],
    ["y: a number is required, not 7", () => bodies.place(0, 1, [7])],
    ["angle: a number is required, not 1", () => bodies.place(0, 1, 2, "1")],
    ["x: a number is required, not 1", () => bodies.place(0, { valueOf: () => 1, toString: () => "1" }, 0)],
    ["angle: a number is required, not null", () => solid.place(0, [1, 2, 3], [0, 0, 1], null)],
    ["iteration_limit: ", () => new Distance(bodies, [[0, 1]], { iterationLimit: -1 })],
    ["flags: ", () => new Distance(bodies, [[0, 1]], { flags: NaN })],
    ["flags: ", () => new Tree(bodies, { flags: 0.5 })],
    ["flags: a number is required, not 0,0", () => new Tree(bodies, { flags: [0, 0] })],
    ["max_distance: a number is required, not 1,2,3", () => tree.within([[0, 0]], [1, 2, 3])],
    ["margin: a number is required, not 0,0,0,0", () => findPairs2(bodies, { margin: [0, 0, 0, 0] })],
    ["radius: a number is required, not 1,2", () => new Shapes2(lg, [circle([1, 2])])],
    ["size: at most 2 numbers are allowed, not 3", () => new Shapes2(lg, [Object.assign(box2(1, 1), { size: [1, 1, 1] })])],
    ["slop", () => tick.pushApart({ slop: NaN })],
    ["share: ", () => tick.pushApart({ share: NaN })],
    ["share: ", () => tick.pushApart({ share: 0 })],
    ["share: a number above 0 and up to 1 is required, not 1e-46", () => tick.pushApart({ share: 1e-46 })],
    ["maxDistance: 0, or a number", () => tree.nearest([[0, 0]], 1, { maxDistance: 1e-46 })],
    ["maxDistance: 0, or a number", () => tree.nearestShapes(bodies, 1, { maxDistance: 1e-46 })],
    ["maxDistance: 0, or a number", () => new Distance(bodies, [[0, 1]], { maxDistance: 1e-46 })],
    ["share", () => tick.pushApart({ share: 1.5 })],
    ["slop", () => tick.pushApart({ slop: -1 })],
    ["slop", () => new Tick(lg, 2, 3, 9, { slop: -1 })],
    ["slop", () => new Tick(lg, 2, 3, 9, { slop: NaN })],
    ["replacedFixed", () => new Tick(lg, 2, 3, 9, { replacedFixed: 0.5 })],
    ["records", () => query.carry(query.pairs)],
  ]));
  const list = new Pairs(lg, [[0, 1]]), next = new Pairs(lg, [[1, 2]]);
  list.length = 1000;
  refuses("length: a whole number up to 1 is required, not 1000", () => list.a.fill(7));
  assert.deepStrictEqual([...next.a, ...next.b], [1, 2]);
  for (const name of ["maxDistance", "margin"]) refuses("", () => new Distance(bodies, [[0, 1]], { [name]: NaN }).run());
  for (const bad of [NaN, -1]) {
    refuses("margin", () => findPairs2(bodies, { margin: bad }));
    refuses("margin", () => tick.run(bodies, undefined, { margin: bad }));
    refuses("max_distance", () => new Tree(bodies).within([[0, 0]], bad));
    refuses("target", () => new Cast(bodies, [[0, 1]], { way: true, target: bad }).run());
    const touches = new Distance(bodies, [[0, 1]], { want: ["status", "distance"] }).run();
    refuses("slop", () => new Events(touches, { slop: bad }).run());
  }
});

test("options that are unknown, or of another type, with the nearest name", async () => {
  const bodies = make(), list = [[0, 1]], tree = new Tree(bodies), pairs = new Pairs(lg, list);
  const query = new Distance(bodies, list, { want: ["status"] }), tick = new Tick(lg, 2, 3, 9);
  const uses = [(options) => new Overlap(bodies, list, options), (options) => new Distance(bodies, list, options),
    (options) => new Contact(bodies, list, options), (options) => distance2(bodies, list, options),
    (options) => new Filters(bodies, options), (options) => new Tree(bodies, options),
    (options) => tree.nearest([[0, 0]], 1, options), (options) => new Finder(bodies, options),
    (options) => findPairs2(bodies, options), (options) => tree.withinShapes(bodies, 1, options),
    (options) => pairsRenumber(pairs, [0, 1, 2], undefined, options), (options) => new Events(query, options),
    (options) => new Cast(bodies, list, options), (options) => cast2(bodies, list, options),
    (options) => new CastAgainst(bodies, tree, options), (options) => castAgainst(bodies, tree, [1, 0, 1, 0, 1, 0], options),
    (options) => new Tick(lg, 2, 3, 9, options), (options) => tick.run(bodies, undefined, options),
    (options) => tick.pushApart(options)];
  leaves([bodies, pairs, tick], () => uses.forEach((use) => {
    refuses('options: "nonsense" is unknown; the nearest is ', () => use({ nonsense: undefined }));
    refuses('options: "toString" is unknown', () => use({ toString: 1 }));
    if (use === uses[15]) return; // which puts something into an object of their own
    for (const bad of [1, "text", null, true]) refuses("options: an object", () => use(bad));
  }));
  refusesAll([
    ['options: "max_distance" is unknown; the nearest is "maxDistance", of other, want, warm, ', () =>
      new Distance(bodies, list, { max_distance: 1 })],
    ['options: "maxdistnace" is unknown; the nearest is "maxDistance"', () => new Contact(bodies, list, { maxdistnace: 1 })],
    ['options: "wants" is unknown; the nearest is "want"', () => new Contact(bodies, list, { wants: [] })],
    ['options: "persists" is unknown; the nearest is "persist"', () => new Events(query, { persists: true })],
    ['options: "masks" is unknown; the nearest is "mask"', () => new Filters(bodies, { masks: [1, 1, 1] })],
    ['want: "normals" is unknown; the nearest is "normal"', () => new Contact(bodies, list, { want: ["normals"] })],
    ['want: "point_a" is unknown; the nearest is "pointA"', () => new Distance(bodies, list, { want: ["point_a"] })],
    ['want: "toString" is unknown', () => new Distance(bodies, list, { want: ["toString"] })],
    ["maxDistance: a number is required, not 1", () => new Contact(bodies, list, { maxDistance: "1" })],
    ["warm: a boolean is required, not 1", () => new Contact(bodies, list, { warm: 1 })],
    ["isa: a string is required, not 0", () => new Contact(bodies, list, { isa: 0 })],
    ["query: one with want: [\"status\"] is required", () => new Events(new Distance(bodies, list))],
  ]);
  new Distance(bodies, list, { other: undefined, want: undefined, maxDistance: undefined }).run(); // as if they were not given
  const { loadShared } = await entry("threads.mjs");
  const source = bytes("lanegjk2.wasm");
  await assert.rejects(lanegjk.load(source, { megabyte: 1 }), /"megabyte" is unknown; the nearest is "megabytes"/);
  await assert.rejects(loadShared(bytes("lanegjk-threads.wasm"), { pages: 1 }), /"pages" is unknown/);
});

test("things of another module", async () => {
  const bodies = make(), theirs = make(foreign), { Workers, loadShared } = await entry("threads.mjs");
  const tree = new Tree(bodies), strange = new Tree(theirs), filters = new Filters(theirs), tick = new Tick(lg, 2, 3, 9);
  const workers = await Workers.start(await loadShared(bytes("lanegjk-threads.wasm")), []);
  leaves([bodies, theirs, tick], () => refusesAll([
    ["pairs: ", () => new Distance(bodies, new Pairs(foreign, [[0, 1]]))],
    ["other: ", () => new Overlap(bodies, [[0, 1]], { other: theirs })],
    ["workers: ", () => new Contact(bodies, [[0, 1]], { workers })],
    ["other: ", () => new Finder(tree, { other: strange })],
    ["trees: ", () => new Trees(lg, [tree, strange])],
    ["bodies: ", () => tree.withinShapes(theirs, 1)],
    ["other: ", () => new Finder(bodies, { other: theirs })],
    ["filters: ", () => new Finder(bodies, { filters })],
    ["filters: ", () => new Tree(bodies, { filters })],
    ["trees: ", () => new CastAgainst(bodies, strange)],
    ["filters: ", () => new CastAgainst(bodies, tree, { filters })],
    ["other: ", () => new Cast(bodies, [[0, 1]], { other: theirs })],
    ["moving: ", () => tick.run(theirs)],
    ["fixed: ", () => tick.run(bodies, strange)],
    ["filters: ", () => tick.run(bodies, undefined, { filters })],
    ["shapes: ", () => bodies.setShapes(theirs.shapes)],
    ["before: ", () => pairsMatch(new Pairs(foreign, 1), new Pairs(lg, 1))],
    ["other: ", () => new Finder(tree, { other: bodies })],
    ["other: ", () => new Finder(bodies, { other: tree })],
    ["motion, filters, otherFilters: ", () => new Finder(tree, { motion: true })],
    ["fixed: ", () => tick.run(bodies, bodies)],
    ["fixed: ", () => tick.run(bodies, new Trees(lg, [tree]))],
    ["filters: ", () => new Finder(bodies, { filters: {} })],
    ["lg: ", () => new Shapes2([circle(1)])],
    ["lg: ", () => new Shapes2(load(), [circle(1)])],
    ["lg: ", () => new Pairs(undefined, 3)],
    ["shapes: ", () => new Shapes2(lg, circle(1))],
    ["want: ", () => new Distance(bodies, [[0, 1]], { want: "distance" })],
    ["shapes: ", () => new Bodies2(lg, 3)],
    ["bodies: ", () => new Distance(undefined, [[0, 1]])],
    ["bodies: ", () => new Finder(lg)],
    ["bodies: ", () => distance2(undefined, [[0, 1]])],
    ["bodies: ", () => order(undefined)],
  ]));
  refuses("shapes[1]", () => new Shapes2(lg, [circle(1), null]), ErrorCode.SHAPE);
  refuses("shapes[0]: 2 numbers for each point", () => new Shapes2(lg, [polygon([1, 2, 3])]), ErrorCode.SHAPE);
});

test("filters of fewer bodies, a limit of fewer pairs", () => {
  const few = new Filters(make(lg, 2)), bodies = make(), finder = new Finder(bodies, { filters: new Filters(bodies) });
  refuses("filters: those of 3 bodies are required, not of 2", () => new Finder(bodies, { filters: few }));
  refuses("filters: those of 3", () => new Tick(lg, 2, 3, 9).run(bodies, undefined, { filters: few }));
  const cast = new Cast(bodies, [[0, 1]], { way: true, most: [1] });
  cast.pairs.set([[0, 1], [1, 2], [0, 2]]);
  refuses("most: 3 numbers are required, not 1", () => cast.run());
  assert.strictEqual(finder.run().count, 0);
  const between = new Finder(bodies, { other: make(lg, 2), otherFilters: new Filters(bodies) }).run(), { count } = between;
  for (const [text, other] of [["otherFilters: those of 4 bodies are required, not of 3", make(lg, 4)],
    ["other: bodies of 2D are required", new Bodies3(new Shapes3(lg, [ball(1)]), 2)], ["other: ", new Tree(bodies)]]) {
    between.other = other;
    leaves([between], () => refuses(text, () => between.run()));
  }
  between.other = bodies;
  assert.deepStrictEqual([count, between.run().count], [2, 3]);
});

test("events of bodies that have no slot", () => {
  const bodies = make(lg, 5), other = make(lg, 2), list = (pairs) => new Overlap(bodies, pairs, { other }).run();
  const query = list([[4, 1]]), events = new Events(query, { replaced: true });
  assert.strictEqual(events.run().count, 0);
  for (const [pair, text] of [[[5, 1], "below 5 are required, not 5"], [[4, 2], "below 2 are required, not 2"],
    [[4, 2e9], "below 2 are required, not 2000000000"]]) {
    query.pairs.set([pair]);
    refuses(`pairs: with replaced, numbers ${text}`, () => events.run());
  }
  query.pairs.set([[0, 0], [4, 1]]);
  query.run();
  assert.deepStrictEqual([...events.run().kind], [EventKind.BEGIN]);
});

test("what was freed is refused by name, wherever it is used", () => {
  const runs = (its) => () => its.run(), freed = (thing) => (thing.free(), thing);
  const uses = (make, use) => {
    const thing = make(), run = use(thing);
    run?.();
    thing.free();
    thing.free(); // twice is no harm
    return run;
  };
  const bodies = make(), query = (options) => new Distance(bodies, [[0, 1]], options), tree = new Tree(bodies);
  const dead = make();
  dead.shapes.free();
  const tick = freed(new Tick(lg, 2, 3, 9)), finder = freed(new Finder(bodies)), gone = freed(query()), away = freed(make());
  const list = new Pairs(lg, [[0, 1]]), none = freed(new Pairs(lg, [[0, 1], [1, 2], [0, 2]]));
  const ran = {
    Bodies2: uses(make, (own) => runs(new Distance(own, [[0, 1]]))),
    Pairs: uses(() => new Pairs(lg, [[0, 1]]), (own) => runs(new Distance(bodies, own))),
    Filters: uses(() => new Filters(bodies), (own) => runs(new Finder(bodies, { filters: own }))),
    Tree: uses(() => new Tree(bodies), (own) => runs(new Finder(own))),
    Trees: uses(() => new Trees(lg, [tree]), (own) => () => own.nearest([[0, 0]], 1)),
    CastAgainst: uses(() => new CastAgainst(bodies, tree, { way: true }), (own) => () => own.run()),
    Cast: uses(() => new Cast(bodies, [[0, 1]], { way: true }), (own) => () => own.run()),
  };
  leaves([bodies, list], () => {
    for (const name in ran) refuses(`${name} was freed`, ran[name]);
    refusesAll([
      ["Shapes2 was freed", () => new Distance(dead, [[0, 1]])],
      ["Shapes2 was freed", () => dead.shapes.get(0)],
      ["Shapes2 was freed", () => new Bodies2(dead.shapes, 1)],
      ["Bodies2 was freed", () => away.pose],
      ["Bodies2 was freed", () => away.place(0, 0, 0)],
      ["Bodies2 was freed", () => (away.count = 1)],
      ["Pairs was freed", () => list.set(none)],
      ["Pairs was freed", () => none.set(list)],
      ["Distance was freed", () => gone.run()],
      ["Distance was freed", () => gone.distance],
      ["Finder was freed", () => finder.run()],
      ["Tick was freed", () => tick.run(bodies)],
      ["Tick was freed", () => tick.among.a],
      ["Tick was freed", () => tick.pushApart()],
      ["Tick was freed", () => tick.save()],
      ["Tick was freed", () => tick.forget()],
    ]);
  });
});

test("lists of names and numbers that the caller changes later", () => {
  const bodies = make(), want = ["distance", "normal"], query = new Contact(bodies, [[0, 1]], { want });
  want.length = 1;
  query.pairs.set([[0, 1], [1, 2], [0, 2]]);
  assert.deepStrictEqual([query.run().normal.length, query.want.length], [6, 2]);
  const corners = new Float32Array([0, 0, 2, 0, 0, 1]), list = [...corners], each = [polygon(corners), polygon(list)];
  corners.fill(7);
  list.splice(0, 3, "0");
  const shapes = new Shapes2(lg, each);
  assert.deepStrictEqual([shapes.mass(0).mass, shapes.mass(1).mass], [1, 1]);
});

test("what memory was made for is not replaced", () => {
  const bodies = make(), pairs = new Pairs(lg, [[0, 1]]), query = new Contact(bodies, pairs), tree = new Tree(bodies);
  const things = { shapes: [bodies.shapes, "dim length"], bodies: [bodies, "dim capacity"], pairs: [pairs, "capacity"],
    query: [query, "dim bodies other pairs want"], cast: [new Cast(bodies, pairs, { way: true }), "dim bodies other pairs want"],
    filters: [new Filters(bodies), "capacity"], finder: [new Finder(bodies), "dim bodies tree otherFilters capacity"],
    against: [new CastAgainst(bodies, tree), "dim bodies k"], tree: [tree, "dim bodies count"],
    trees: [new Trees(lg, [tree]), "dim count"], events: [new Events(new Overlap(bodies, pairs)), "query"],
    tick: [new Tick(lg, 2, 3, 9), "dim"] };
  for (const [text, [thing, names]] of Object.entries(things)) {
    for (const name of names.split(" ")) {
      const was = thing[name];
      assert.throws(() => (thing[name] = 1e9), TypeError, `${text}.${name}`);
      assert.strictEqual(thing[name], was);
    }
  }
});

test("modules that are none", async () => {
  const { Workers, loadShared } = await entry("threads.mjs");
  for (const [text, run] of [
    ["source", () => lanegjk.load()],
    ["source", () => lanegjk.load("lanegjk2.wasm")],
    ["source", () => lanegjk.load(new URL("file:///lanegjk2.wasm"))],
    ["megabytes", () => lanegjk.load(bytes("lanegjk2.wasm"), { megabytes: -1 })],
    ["megabytes", () => lanegjk.load(bytes("lanegjk2.wasm"), { megabytes: NaN })],
    ["loadShared", () => lanegjk.load(bytes("lanegjk-threads.wasm"))],
    ["lanegjk-threads.wasm", () => loadShared(bytes("lanegjk2.wasm"))],
    ["source", () => loadShared("lanegjk-threads.wasm")],
    ["404", () => loadShared(new Response("", { status: 404 }))],
    ["workers: ", async () => Workers.start(await loadShared(bytes("lanegjk-threads.wasm")), Array(64).fill({}))],
    ["threads: a whole number up to 64", async () => new Workers(await loadShared(bytes("lanegjk-threads.wasm")), 1e6)],
  ]) {
    await assert.rejects(run(), (error) => {
      assert.ok(error instanceof LanegjkError, `${text}: ${error.stack}`);
      return error.message.includes(text) || assert.fail(`"${error.message}" does not say "${text}"`);
    });
  }
});

test("a list that is too small, memory that does not suffice: nothing has changed, and it can go on", async () => {
  const bodies = make(lg, 20);
  for (let i = 0; i < 20; i++) bodies.place(i, 0, 0);
  assert.strictEqual(new Finder(bodies, { capacity: 1 }).run().count, 190);
  const query = new Distance(bodies, [[0, 1]]).run(), { pairs } = query;
  refuses("out of memory", () => pairs.reserve(1e9), ErrorCode.MEMORY);
  assert.deepStrictEqual([pairs.capacity, [...pairs.a], [...query.run().distance]], [1, [0], [0]]);
});
