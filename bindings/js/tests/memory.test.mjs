// Memory of the module: what fails gives it back, free() and dispose do, and garbage does, except what a view still shows.
import assert from "node:assert";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { lanegjk, load } from "./package.mjs";

const { Bodies2, Bodies3, Cast, CastAgainst, Contact, Distance, ErrorCode, Events, Filters, Finder, LanegjkError, Overlap,
  Pairs, Shapes2, Shapes3, Tick, Tree, Trees, ball, box2, castAgainst, circle, distance2, findPairs2, order, pairsMatch,
  pairsRenumber, polygon } = lanegjk;
v8.setFlagsFromString("--expose-gc");
const gc = vm.runInNewContext("gc"), dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

// A module whose allocations are counted: `live` has the place of each. fault(what, n): the nth call of lg.allocate, or of
// lg.call, fails.
async function counted() {
  const lg = await load(), live = new Set(), { exports } = lg, failing = { name: "", left: 0 };
  const table = { ...exports, aligned_alloc: (...words) => {
    const at = exports.aligned_alloc(...words);
    live.add(at);
    return at;
  }, free: (at) => (live.delete(at), exports.free(at)) };
  for (const dim of [2, 3]) {
    table[`lgjk_shapes${dim}_create`] = (...words) => {
      const code = exports[`lgjk_shapes${dim}_create`](...words);
      if (code === 0) live.add(lg.data.getUint32(words[3], true));
      return code;
    };
    table[`lgjk_shapes${dim}_destroy`] = (at) => (live.delete(at), exports[`lgjk_shapes${dim}_destroy`](at));
  }
  lg.exports = table;
  for (const name of ["allocate", "call"]) {
    const real = lg[name];
    lg[name] = function (...given) {
      if (failing.name === name && --failing.left === 0) throw new LanegjkError("on purpose", ErrorCode.MEMORY);
      return real.apply(this, given);
    };
  }
  return { lg, live, fault: (name, left) => Object.assign(failing, { name, left }) };
}

// All that is made of a module, by name, over things that are there already.
function makers(lg) {
  const shapes = new Shapes2(lg, [circle(0.5), box2(1, 0.5)]), bodies = new Bodies2(shapes, 3), other = new Bodies2(shapes, 2);
  bodies.place(1, 0.6, 0);
  other.place(0, 2, 0);
  const tree = new Tree(other), moving = new Tree(bodies), filters = new Filters(bodies);
  const pairs = new Pairs(lg, [[0, 1], [1, 2]]), query = new Distance(bodies, pairs, { want: ["status"] }).run();
  const warm = new Distance(bodies, pairs, { warm: true }), solid = new Bodies3(new Shapes3(lg, [ball(1)]), 1);
  const events = new Events(query), finder = new Finder(bodies), list = new Pairs(lg, 0), renumbered = new Pairs(lg, [[0, 1]]);
  const tick = new Tick(lg, 2, 3, 9).run(bodies), all = ["status", "distance", "pointA", "normal", "manifold"];
  return {
    Shapes2: () => new Shapes2(lg, [circle(1), polygon([[0, 0], [1, 0], [0, 1]])]),
    Shapes3: () => new Shapes3(lg, [ball(1)]),
    Bodies2: () => new Bodies2(shapes, [0, 1], [[0, 0, 1, 0], [1, 0, 1, 0]], [1, 2]),
    Pairs: () => new Pairs(lg, [[0, 1]]),
    Overlap: () => new Overlap(bodies, [[0, 1]], { other }),
    Distance: () => new Distance(bodies, pairs, { warm: true }),
    Contact: () => new Contact(bodies, 9, { warm: true, want: all }),
    Filters: () => new Filters(bodies, { mask: [1, 2, 3] }),
    Tree: () => new Tree(bodies, { filters, motion: true, sealed: true }),
    Trees: () => new Trees(lg, [tree, moving]),
    Finder: () => new Finder(bodies, { other, motion: true, filters }),
    TreeFinder: () => new Finder(moving, { other: tree }),
    Events: () => new Events(query, { replaced: true }),
    Cast: () => new Cast(bodies, [[0, 1]], { other, way: true, turn: true, otherWay: true, most: [1] }),
    Sweep: () => new Cast(bodies, [[0, 1]], { other, end: true, otherEnd: true }),
    CastAgainst: () => new CastAgainst(bodies, tree, { way: true, turn: true, most: [1, 1, 1], skip: [1, 1, 1], filters }),
    Tick: () => new Tick(lg, 2, 3, 9, { replaced: true, records: true, replacedFixed: 3 }),
    // What makes nothing that stays.
    run: () => void finder.run(),
    set: () => void list.set([[0, 1]]),
    once: () => void distance2(bodies, [[0, 1]]),
    findOnce: () => void findPairs2(bodies),
    castOnce: () => void castAgainst(bodies, tree, true),
    nearest: () => void tree.nearest([[0, 0]], 1, { skip: [0] }),
    within: () => void moving.withinShapes(bodies, 1),
    rebuild: () => void moving.rebuild(),
    load: () => Tree.load(bodies, moving.save()),
    order: () => void order(bodies),
    match: () => void pairsMatch(pairs, pairs),
    renumber: () => void pairsRenumber(renumbered, [1, 0, 2]),
    get: () => void shapes.get(1),
    mass: () => void shapes.mass(1),
    place3: () => void solid.place(0, [1, 2, 3]),
    badReason: () => void query.badReason(0),
    carry: () => void warm.carry(pairs),
    events: () => void events.run(),
    tick: () => void tick.run(bodies, tree).pushApart({ fixedSensors: [0, 1], inverseMass: [1, 2, 3] }),
    tickRenumber: () => void tick.run(bodies, tree).renumber([2, 1, 0], [1, 0]),
    save: () => void tick.run(bodies, tree).load(tick.save()),
  };
}

test("whatever allocation or call fails in a constructor, its memory is given back", async () => {
  const { lg, live, fault } = await counted(), make = makers(lg);
  let faults = 0;
  for (const name in make) {
    make[name]()?.free(); // what grows has grown
    for (const what of ["allocate", "call"]) {
      for (let n = 1; ; n++) {
        const before = live.size;
        let made;
        fault(what, n);
        try {
          made = make[name]();
        } catch (error) {
          assert.strictEqual(error.message, "on purpose", `${name}: ${error.stack}`);
          faults++;
          assert.strictEqual(live.size, before, `${name}, ${what} ${n}`);
          continue;
        } finally {
          fault("", 0);
        }
        made?.free();
        assert.strictEqual(live.size, before, `${name}: what free() leaves`);
        break;
      }
    }
  }
  assert.ok(faults > 150, `${faults} faults`);
});

test("whatever argument is wrong, nothing stays allocated", async () => {
  const { lg, live } = await counted(), shapes = new Shapes2(lg, [circle(1)]), bodies = new Bodies2(shapes, 3);
  const tree = new Tree(bodies), query = new Distance(bodies, 3, { want: ["status"] });
  const kinds = [[Shapes2, [lg, [circle(1)]]], [Bodies2, [shapes, 3, [[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 1, 0]], [1, 2, 3]]],
    [Pairs, [lg, 3]], [Overlap, [bodies, 3, { other: bodies, want: ["status"], flags: 0, isa: "auto", iterationLimit: 1 }]],
    [Distance, [bodies, 3, { maxDistance: 1, margin: 1, workers: undefined }]], [Contact, [bodies, 3, { want: ["normal"] }]],
    [Filters, [bodies, { category: [1, 1, 1], mask: [1, 1, 1], group: [1, 1, 1] }]],
    [Tree, [bodies, { filters: undefined, motion: true, sealed: true, flags: 0, workers: undefined }]], [Trees, [lg, [tree]]],
    [Finder, [bodies, { other: bodies, margin: 1, motion: true, filters: undefined, otherFilters: undefined, capacity: 1,
      isa: "auto", fit: true }]],
    [Finder, [tree, { other: tree }]], [Events, [query, { slop: 1 }]],
    [Cast, [bodies, 3, { other: bodies, way: true, turn: true, otherWay: true, otherTurn: true, end: true, otherEnd: true,
      target: 0, most: [1, 1, 1] }]],
    [CastAgainst, [bodies, tree, { way: true, turn: true, k: 1, most: [1, 1, 1], skip: [1, 1, 1], target: 0 }]],
    [Tick, [lg, 2, 3, 3, { slop: 0, points: true, manifolds: true, replacedFixed: 2 }]]];
  let refused = 0;
  for (const [Kind, given] of kinds) {
    const before = new Set(live), attempt = (args, must) => {
      try {
        new Kind(...args).free();
        assert.ok(!must, `${Kind.name}: nothing was refused`);
      } catch (error) {
        assert.ok(error instanceof LanegjkError, `${Kind.name}: ${error.stack}`);
        refused++;
      }
      assert.deepStrictEqual(live, before, `${Kind.name}(${args.map(String)})`);
    };
    attempt(given, false);
    given.forEach((one, i) => {
      for (const bad of [NaN, -1, "nonsense", { nonsense: 1 }, [NaN], null]) attempt(given.with(i, bad), bad?.nonsense);
      if (Object.getPrototypeOf(one ?? 0) !== Object.prototype) return;
      for (const name in one) for (const bad of [NaN, "nonsense", { nonsense: 1 }, [NaN], [1, 2]])
        attempt(given.with(i, { ...one, [name]: bad }), bad?.nonsense);
    });
  }
  assert.ok(refused > 300, `${refused} were refused`);
});

test("100,000 constructions that fail let memory stay as it is", async () => {
  const lg = await load(2), bodies = new Bodies2(new Shapes2(lg, [circle(1)]), 100), late = [
    () => new Distance(bodies, 100, { flags: NaN }), () => new Tree(bodies, { flags: NaN }),
    () => new Shapes2(lg, [circle(1), polygon([])]), () => new Finder(bodies, { isa: "none" }),
    () => new Tick(lg, 2, 10, 100, { slop: -1 })];
  const rounds = (count) => {
    for (let i = 0; i < count; i++) for (const run of late) assert.throws(run, LanegjkError);
  };
  rounds(100);
  const size = lg.memory.buffer.byteLength;
  rounds(20000);
  assert.strictEqual(lg.memory.buffer.byteLength, size);
});

// Collects garbage until a condition holds.
async function collected(holds) {
  for (let i = 0; i < 100 && !holds(); i++) {
    gc();
    await wait(5);
  }
  return holds();
}

test("what is dropped is freed", async () => {
  const { lg, live } = await counted(), make = makers(lg);
  for (const name in make) make[name]()?.free(); // what grows has grown
  const settled = live.size, lap = () => {
    for (const name in make) for (let i = 0; i < 5; i++) make[name]();
  };
  lap();
  assert.ok(live.size > settled + 300);
  assert.ok(await collected(() => live.size === settled), `${live.size - settled} blocks stay`);
  const size = lg.memory.buffer.byteLength;
  for (let i = 0; i < 20; i++) lap(), assert.ok(await collected(() => live.size === settled));
  assert.ok(lg.memory.buffer.byteLength < 1.5 * size); // gaps between blocks differ
});

test("views of memory that grows while the call runs are read before", async () => {
  const lg = await load(), allocate = lg.allocate, shapes = new Shapes2(lg, [circle(0.5)]), count = 16;
  const bodies = new Bodies2(shapes, count, undefined, true, true), solid = new Bodies3(new Shapes3(lg, [ball(1)]), 2);
  for (let i = 0; i < count; i++) bodies.position[2 * i] = 0.8 * i, (bodies.radius[i] = 0.5 + 0.01 * i);
  const tree = new Tree(bodies), filters = new Filters(bodies), tick = new Tick(lg, 2, count, 99, { replaced: true });
  filters.group.set(Array.from(filters.group, (_, i) => (i + 1) % count));
  tick.run(bodies, tree).push.forEach((_, i, push) => (push[i] = i));
  tick.replaced[3] = 1;
  solid.pose.set([3, 4, 5], 7);
  const saved = tick.save(), room = new Pairs(lg, 1000), bytes = () => {
    const view = new Uint8Array(lg.memory.buffer, room.columns[0].at, saved.length);
    view.set(saved);
    return view;
  };
  lg.allocate = function (size) { // each makes all views empty
    lg.memory.grow(1);
    return allocate.call(lg, size);
  };
  const vectors = (as) => as(tick.push), words = (as) => as(filters.group), near = (found) => [...found.body, ...found.distance];
  const once = (query, ...names) => (query.run(), names.map((name) => [...query[name]]));
  const calls = {
    pairs: (as) => new Pairs(lg, words(as)).a,
    distance: (as) => distance2(bodies, words(as)).distance,
    cast: (as) => once(new Cast(bodies, [[0, 1]], { way: vectors(as), turn: vectors(as), most: as(bodies.radius.subarray(15)) }),
      "fraction", "turn"),
    against: (as) => once(new CastAgainst(bodies, tree, { way: vectors(as), skip: words(as), most: as(bodies.radius) }), "hits"),
    find: (as) => findPairs2(bodies, { motion: vectors(as) }),
    tree: (as) => new Tree(bodies, { motion: vectors(as) }).motion,
    nearest: (as) => near(tree.nearest(vectors(as), 2, { skip: words(as) })),
    nearestShapes: (as) => near(tree.nearestShapes(bodies, 2, { skip: words(as) })),
    within: (as) => tree.within(as(bodies.position), 99, { skip: words(as) }).a, // runs twice
    rows: (as) => tree.within(Array.from({ length: count }, (_, i) => as(bodies.position.subarray(2 * i, 2 * i + 2))), 99).a,
    addPositions: (as) => bodies.addPositions(words(as), vectors(as)),
    place: (as) => (solid.place(0, as(solid.pose.subarray(7, 10)), as(solid.pose.subarray(7, 10)), 1), solid.pose),
    push: (as) => (tick.run(bodies, tree).push.fill(0), tick.pushApart({ sensors: as(tick.replaced), fixedSensors:
      as(tick.replaced), inverseMass: as(bodies.radius) })),
    renumber: (as) => (tick.run(bodies, tree).renumber(words(as), words(as)), tick.save()),
    pairsRenumber: (as) => pairsRenumber(new Pairs(lg, [[0, 1], [1, 2]]), words(as), words(as), { oneView: false }),
    load: (as) => (tick.load(as(bytes())), tick.save()),
  };
  for (const [name, call] of Object.entries(calls)) {
    const kept = tick.push.slice(), copied = [...call((view) => view.slice())];
    tick.push.set(kept);
    assert.ok(copied.length > 0, name);
    assert.deepStrictEqual([...call((view) => view)], copied, name);
    tick.push.set(kept);
  }
});

test("a view keeps the object that it shows", async () => {
  const { lg, live } = await counted();
  lg.memory.grow(256); // so that it need not grow, which empties views
  let views = (() => {
    const bodies = new Bodies2(new Shapes2(lg, [circle(0.5)]), 2, [[0, 0, 1, 0], [3, 0, 1, 0]]);
    return [bodies.pose, new Distance(bodies, [[0, 1]]).run().distance, new Finder(bodies, { margin: 9 }).run().a,
      new Tick(lg, 2, 2, 9).run(bodies, undefined, { margin: 9 }).among.distance];
  })();
  const shown = views.map((view) => [...view]), more = [];
  assert.ok(await collected(() => live.size < 45), `${live.size} blocks stay`); // of four objects, two bodies
  for (let i = 0; i < 200; i++) more.push(new Pairs(lg, Array(2 * i).fill(7))); // would write over what was freed
  assert.deepStrictEqual(views.map((view) => [...view]), shown);
  assert.deepStrictEqual(shown.slice(1), [[2], [0], [2]]);
  more.length = 0;
  views = undefined;
  assert.ok(await collected(() => live.size <= 1));
});

test("a module that is dropped is garbage, too", async () => {
  let gone = 0;
  const registry = new FinalizationRegistry(() => gone++);
  for (let i = 0; i < 3; i++) {
    const lg = await load(2);
    distance2(new Bodies2(new Shapes2(lg, [circle(1)]), 2), [[0, 1]]);
    registry.register(lg, i);
  }
  assert.ok(await collected(() => gone >= 2), `${gone} are gone`); // the last one may be in a frame yet
});

// Members that constructors use, and those that do not have to refuse.
const INNER = ["constructor", "free", "build", "own", "block", "struct", "given", "drop", "rely", "bind", "has", "update"];

test("dispose frees, twice is no harm, and all that is used later is an error", async () => {
  const { lg, live } = await counted(), make = makers(lg);
  let uses = 0;
  for (const name in make) {
    const before = new Set(live), thing = make[name]();
    if (!thing) continue;
    thing[dispose]();
    thing[dispose]();
    thing.free();
    assert.deepStrictEqual(live, before, name);
    for (let proto = Object.getPrototypeOf(thing); proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
      for (const [member, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(proto))) {
        if (!(get ?? value) || INNER.includes(member)) continue;
        let result;
        try {
          result = get ? get.call(thing) : value.call(thing);
        } catch (error) {
          assert.ok(error instanceof LanegjkError, `${name}.${member}: ${error.stack}`);
          uses++;
          continue;
        }
        assert.ok(!ArrayBuffer.isView(result), `${name}.${member} shows memory`);
      }
    }
    assert.throws(() => thing.ready(), /was freed/);
  }
  assert.ok(uses > 60, `${uses} uses`);
  assert.deepStrictEqual([...Object.values(make.Distance().run().distance)].length, 2);
});
