// Shapes, bodies, pairs, queries: what they answer, what they refuse, and views when memory grows. And golden hashes in
// Node.js: LGJK_TEST_PROGRAMS names the folder of digest_inputs2 and digest_inputs3.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compare } from "./golden.mjs";
import { allPairs, bytes, lanegjk, load, random, root } from "./package.mjs";

const { Bodies2, Bodies3, Contact, Distance, ErrorCode, Flag, LanegjkError, Overlap, Pairs, Shapes2, Shapes3, Status, ball, box2,
  box3, capsule2, circle, cone, contact2, distance2, distance3, ellipse, hull, overlap2, polygon } = lanegjk;
const lg = await load();
const throws = (run, code, index, text = "") =>
  assert.throws(run, (error) => error instanceof LanegjkError && error.code === code && error.index === index &&
    error.message.includes(text) && (assert.ok(error.message.length > 5), true));
const row = (...places) => new Bodies2(new Shapes2(lg, [circle(0.5), box2(1, 0.5)]), places.map(() => 0),
  places.map((x) => [x, 0, 1, 0]));

test("loads from bytes, a module, a response and promises of these", async () => {
  const source = bytes("lanegjk2.wasm"), { version } = JSON.parse(bytes("package.json"));
  for (const from of [source, new WebAssembly.Module(source), Promise.resolve(source), new Response(source),
    Promise.resolve(new Response(source, { headers: { "content-type": "text/plain" } }))]) {
    const loaded = await lanegjk.load(from);
    assert.deepStrictEqual([loaded.version, loaded.dims, loaded.isas()], [version, [2], ["wasm"]]);
  }
  await assert.rejects(lanegjk.load(new Response("", { status: 404 })), /404/);
  assert.deepStrictEqual(WebAssembly.Module.imports(new WebAssembly.Module(source)), []);
  assert.ok((await lanegjk.load(source, { megabytes: 20 })).memory.buffer.byteLength >= 20 << 20);
});

test("modules of one dimension say what they lack", async () => {
  const flat = await load(2), solid = await load(3);
  throws(() => new Shapes3(flat, [ball(1)]), ErrorCode.ARGUMENT, 0, "not in this module");
  throws(() => new Shapes2(solid, [circle(1)]), ErrorCode.ARGUMENT, 0, "not in this module");
});

test("distances, overlaps and contacts of circles", () => {
  const bodies = row(0, 3, 3.5), list = [[0, 1], [0, 2], [1, 2]];
  assert.deepStrictEqual([...distance2(bodies, list).distance], [2, 2.5, 0]);
  assert.deepStrictEqual([...overlap2(bodies, new Uint32Array([0, 1, 0, 2, 1, 2])).status], [0, 0, 1]);
  const contact = new Contact(bodies, list, { want: ["distance", "normal", "pointA", "pointB", "manifold", "status"] }).run();
  assert.deepStrictEqual([...contact.distance], [2, 2.5, -0.5]);
  assert.deepEqual([...contact.normal], [1, 0, 1, 0, 1, 0]); // or -0
  assert.deepEqual([...contact.pointA.subarray(0, 2), ...contact.pointB.subarray(0, 2)], [0.5, 0, 2.5, 0]);
  assert.deepEqual(contact.manifoldAt(2), { normal: [1, 0], points: [{ position: [3.25, 0], separation: -0.5, id: 0x2000200 }] });
  assert.deepStrictEqual(contact.manifoldAt(0).points, []);
});

test("a solid on another has four points", () => {
  const bodies = new Bodies3(new Shapes3(lg, [box3(1, 1, 1)]), [0, 0], [[0, 0, 0, 0, 0, 0, 1], [0, 0, 1.5, 0, 0, 0, 1]]);
  const { normal, points } = new Contact(bodies, [[0, 1]], { want: ["manifold"] }).run().manifoldAt(0);
  assert.deepStrictEqual([normal, points.length], [[0, 0, 1], 4]);
  assert.ok(points.every((point) => Math.abs(point.separation + 0.5) < 1e-5));
  assert.ok(Math.abs(distance3(bodies, [[0, 1]]).distance[0]) === 0);
});

test("shapes tell what was built", () => {
  const shapes = new Shapes2(lg, [polygon([[0, 0], [2, 0], [1, 0.5], [0, 2], [0, 1]], 0.25),
    ellipse(1, 2).mapped([[2, 0], [0, 1]]), capsule2(1, 0.5).rounded(0.25)]);
  assert.deepStrictEqual([...shapes.get(0).vertices], [0, 0, 2, 0, 0, 2]);
  assert.deepStrictEqual([shapes.get(0).kind, shapes.get(0).radius, shapes.length], ["POINTS", 0.25, 3]);
  assert.deepStrictEqual([shapes.get(1).kind, shapes.get(1).matrix], ["ELLIPSE", [2, 0, 0, 2]]);
  assert.strictEqual(shapes.get(2).bound, 1.25);
  assert.ok(Math.abs(new Shapes3(lg, [cone(1, 3)]).mass(0).mass - 2 * Math.PI) < 1e-4);
  throws(() => shapes.get(3), ErrorCode.ARGUMENT, 0, "shape 3 of 3");
  throws(() => new Shapes2(lg, [circle(1), polygon([])]), ErrorCode.SHAPE, 1);
  throws(() => new Shapes2(lg, [circle(1), circle(1), ball(1)]), ErrorCode.SHAPE, 2, "3D");
  throws(() => new Shapes3(lg, [hull([[0, 0, NaN]])]), ErrorCode.SHAPE, 0);
});

test("poses have the bits of C, and rotations come back to unit length", () => {
  const bodies = row(0, 1);
  bodies.place(1, 2, 3, Math.PI / 2);
  assert.deepStrictEqual([...bodies.pose.subarray(4, 6)], [2, 3]);
  assert.ok(Math.abs(bodies.pose[6]) < 1e-7 && bodies.pose[7] === 1);
  bodies.pose.set([0, 0, 3, 4]);
  bodies.normalize();
  assert.deepStrictEqual([...bodies.pose.subarray(0, 4)], [0, 0, Math.fround(0.6), Math.fround(0.8)]);
  const solid = new Bodies3(new Shapes3(lg, [ball(1)]), 1);
  solid.place(0, [1, 2, 3], [0, 0, 5], Math.PI);
  assert.deepStrictEqual([...solid.pose.subarray(0, 3)], [1, 2, 3]);
  assert.ok(Math.abs(solid.pose[5] - 1) < 1e-6);
});

test("errors have a code and an index", () => {
  const bodies = row(0, 3);
  throws(() => distance2(bodies, [[0, 1], [0, 9]]), ErrorCode.PAIR_INDEX, 1);
  throws(() => new Distance(bodies, [[0, 1]]).run(1, 7), ErrorCode.RANGE, 1);
  throws(() => distance2(bodies, [[0, 1]], { maxDistance: -1 }), ErrorCode.ARGUMENT, 0, "max_distance");
  throws(() => distance2(bodies, [[0, 1]], { isa: "avx2" }), ErrorCode.ISA, 0, "wasm");
  throws(() => distance2(bodies, [[0, 1]], { want: ["normal"] }), ErrorCode.ARGUMENT, 0, "normal");
  throws(() => new Distance(bodies, [[0, 1]]).run().pointA, ErrorCode.ARGUMENT, 0, "want");
  throws(() => distance3(bodies, [[0, 1]]), ErrorCode.ARGUMENT, 0, "3D");
  throws(() => new Bodies2(bodies.shapes, [0, 0], [[0, 0, 1, 0]]), ErrorCode.ARGUMENT, 0, "pose");
  throws(() => new Bodies2(bodies.shapes, 3e9), ErrorCode.MEMORY, 0, "memory");
  throws(() => (bodies.count = 3), ErrorCode.ARGUMENT, 0, "up to 2");
  throws(() => circle(1).mapped([1]), ErrorCode.ARGUMENT, 0, "4 numbers");
});

test("a body with a NaN spoils its own pairs, and the query says why", () => {
  const bodies = row(0, NaN, 3), query = new Distance(bodies, [[0, 1], [0, 2], [2, 2]], { want: ["distance", "status"] }).run();
  assert.deepStrictEqual([...query.status], [Status.BAD, Status.SEPARATED, Status.BAD]);
  assert.ok(Number.isNaN(query.distance[0]) && query.distance[1] === 2 && query.badCount === 2);
  const why = query.badReason(0);
  assert.deepStrictEqual([why.side, why.body, Number.isNaN(why.value)], [1, 1, true]);
  assert.match(why.text, /body 1 of B/);
  assert.strictEqual(query.badReason(1).reason, 0);
  throws(() => query.badReason(3), ErrorCode.RANGE, 3);
});

test("views are never stale, however memory grows", async () => {
  const own = await load(2), bodies = new Bodies2(new Shapes2(own, [circle(0.5)]), 2, [[0, 0, 1, 0], [3, 0, 1, 0]]);
  const query = new Distance(bodies, [[0, 1]]), before = own.memory.buffer, held = bodies.pose, shown = query.run().distance;
  const more = new Bodies2(bodies.shapes, 200000);
  assert.notStrictEqual(own.memory.buffer, before);
  assert.strictEqual(held.length, 0); // not old numbers: none
  assert.strictEqual(shown.length, 0);
  assert.deepStrictEqual([...bodies.pose], [0, 0, 1, 0, 3, 0, 1, 0]);
  bodies.pose[4] = 5;
  assert.deepStrictEqual([query.run().distance[0], bodies.pose.buffer], [4, own.memory.buffer]);
  assert.strictEqual(bodies.pose, bodies.pose); // the same view as long as memory stays
  more.free();
  throws(() => more.pose, ErrorCode.ARGUMENT, 0, "freed");
});

test("memory that is freed is used again", async () => {
  const own = await load(2), bodies = new Bodies2(new Shapes2(own, [circle(0.5)]), 1000);
  const round = () => {
    const query = new Contact(bodies, 50000, { warm: true, want: ["distance", "manifold", "status"] });
    query.pairs.count = 1;
    query.pairs.b[0] = 1;
    query.run();
    query.free();
    distance2(bodies, [[0, 1]]);
    new Shapes2(own, [circle(1), box2(1, 2)]).free();
  };
  round();
  const size = own.memory.buffer.byteLength;
  for (let i = 0; i < 40; i++) round();
  assert.strictEqual(own.memory.buffer.byteLength, size);
});

test("ranges, other bodies, lists that grow", () => {
  const bodies = row(0, 3, 6), others = row(10, 20), query = new Distance(bodies, [[0, 0], [1, 1], [2, 0]], { other: others });
  query.run(1, 1);
  assert.deepStrictEqual([...query.distance], [0, 16, 0]);
  assert.deepStrictEqual([...query.run().distance], [9, 16, 3]);
  query.pairs.set(Array.from({ length: 100 }, () => [2, 1]));
  assert.deepStrictEqual([...query.run().distance], Array(100).fill(13));
  query.pairs.count = 2;
  assert.strictEqual(query.distance.length, 2);
});

test("records help, follow their pairs, and change no verdict", () => {
  const between = random(), rings = Array.from({ length: 20 }, () =>
    polygon(Array.from({ length: 20 }, () => [between(-1, 1), between(-1, 1)])));
  const bodies = new Bodies2(new Shapes2(lg, rings), Array.from({ length: 120 }, (_, i) => i % 20));
  for (let i = 0; i < 120; i++) bodies.place(i, between(0, 20), between(0, 20), between(-3, 3));
  const query = new Distance(bodies, allPairs(120), { warm: true, want: ["distance", "iterations"] });
  const sum = (list) => list.reduce((a, b) => a + b, 0), cold = query.run().distance.slice(), spent = sum(query.iterations);
  query.run();
  assert.ok(sum(query.iterations) < spent);
  query.distance.forEach((distance, i) => assert.ok(Math.abs(distance - cold[i]) < 1e-4));
  const before = new Pairs(lg, query.pairs.count).set(query.pairs), kept = query.records.slice(0, 40);
  query.pairs.set(allPairs(120).slice(5, 10));
  query.carry(before);
  assert.deepStrictEqual(query.records, kept.slice(20, 40));
  const free = new Overlap(bodies, query.pairs, { flags: Flag.HISTORY_FREE }).run();
  query.run();
  free.status.forEach((status, i) => assert.strictEqual(status === 1, query.distance[i] === 0));
  assert.deepStrictEqual([...contact2(bodies, [[0, 1]]).distance].length, 1);
});

const programs = process.env.LGJK_TEST_PROGRAMS;
for (const dim of [2, 3]) {
  test(`golden hashes of ${dim}D`, { skip: !programs && "LGJK_TEST_PROGRAMS is not set" }, async () => {
    const written = execFileSync(path.join(programs, `digest_inputs${dim}`), { maxBuffer: 1 << 30 });
    const data = written.buffer.slice(written.byteOffset, written.byteOffset + written.length);
    const golden = fs.readFileSync(path.join(root, `tests/contract/golden${dim}.h`), "utf8");
    const { count, wrong } = compare(lanegjk, await load(dim), dim, data, golden);
    assert.deepStrictEqual(wrong, []);
    assert.ok(count >= 40, `only ${count} inputs`);
  });
}

test("positions in double: the same bits wherever the world is", () => {
  const shapes = new Shapes2(lg, [circle(0.5), box2(1, 0.5)]), which = [0, 1, 0, 1], list = [[0, 1], [0, 2], [1, 3], [2, 3]];
  const places = [[0, 0], [1.25, 0.5], [3, -0.75], [2.5, 1.5]], want = ["distance", "normal", "pointA", "pointB"];
  const at = (x, y) => new Bodies2(shapes, which, undefined, undefined, places.map((p) => [x + p[0], y + p[1]]));
  const here = at(0, 0), far = at(691234.5, -1e9), one = contact2(here, list, { want }), other = contact2(far, list, { want });
  for (const name of want) assert.deepStrictEqual(one[name], other[name]);
  const points = far.addPositions(list.map((pair) => pair[0]), other.pointA);
  assert.ok(Math.abs(points[0] - (691234.5 + one.pointA[0])) < 1e-9 && Math.abs(points[1] - (one.pointA[1] - 1e9)) < 1e-6);
  far.position[1] = 1e16;
  const query = new Distance(far, list, { want: ["status"] }).run();
  assert.deepStrictEqual([...query.status].map((s) => s === Status.BAD), [true, true, false, false]);
  assert.match(query.badReason(0).text, /position/);
  throws(() => far.addPositions([4], [0, 0]), ErrorCode.RANGE, 0, "4 bodies");
  throws(() => new Bodies2(shapes, which, undefined, undefined, [0, 0]), ErrorCode.ARGUMENT, 0, "position");
});
