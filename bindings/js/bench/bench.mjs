// Nanoseconds per pair in Node.js, beside the C library and, where npm has installed them, packages of npm: the same pairs.
//   node bench.mjs PROGRAMS [COMMIT COMPILERS DATE LOAD]     PROGRAMS: the folder of digest_inputs2, digest_inputs3,
// native2 and native3, which scripts/ci/bench_js.sh builds; with the rest it prints a page for results/.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Worker } from "node:worker_threads";
import { readInputs } from "../tests/golden.mjs";
import { bytes, entry, folder, lanegjk, load } from "../tests/package.mjs";

const [programs, commit, compiler, date, load1] = process.argv.slice(2), PAIRS = 10000, ROUNDS = 60;
const { Bodies2, Bodies3, Contact, Distance, Overlap, Pairs, Shapes2, Shapes3 } = lanegjk;
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`), ns = (value) => value.toFixed(1);

function median(run, count) {
  const times = [];
  for (let i = 0; i < 2 * ROUNDS; i++) {
    const begin = performance.now();
    run();
    times.push(performance.now() - begin);
  }
  return (1e6 * times.slice(ROUNDS).sort((a, b) => a - b)[ROUNDS >> 1]) / count;
}
function inputOf(dim, name) {
  const written = execFileSync(path.join(programs, `digest_inputs${dim}`), [PAIRS, name], { maxBuffer: 1 << 30 });
  return readInputs(lanegjk, dim, written.buffer.slice(written.byteOffset, written.byteOffset + written.length)).next().value;
}
function worldOf(lg, dim, input) {
  const bodies = new (dim === 2 ? Bodies2 : Bodies3)(new (dim === 2 ? Shapes2 : Shapes3)(lg, input.shapes), input.shape,
    input.poses[0], input.radius);
  const pairs = new Pairs(lg, input.columns[0].length);
  pairs.count = pairs.capacity;
  pairs.a.set(input.columns[0]);
  pairs.b.set(input.columns[1]);
  return { bodies, pairs };
}

// ---------------------------------------------------------------- what is measured, and where

const require = createRequire(import.meta.url);
if (commit) {
  const about = Object.fromEntries(fs.readFileSync("/proc/cpuinfo", "utf8").split("\n\n")[0].split("\n")
    .map((line) => line.split(/\s*: /)));
  const kB = (name) => `${(gzipSync(bytes(`${name}.wasm`), { level: 9 }).length / 1000).toFixed(0)} kB`;
  const { dependencies } = require("./package.json");
  console.log("# The npm package\n");
  row("", "");
  row("--", "--:");
  row("machine", about["model name"]);
  row("cpu", `family ${about["cpu family"]}, model ${about.model}, stepping ${about.stepping}`);
  row("compiler", compiler);
  row("commit", commit);
  row("date", date);
  row("lanegjk", JSON.parse(bytes("package.json")).version);
  row("Node.js", `${process.versions.node}, V8 ${process.versions.v8}`);
  for (const [name, version] of Object.entries(dependencies)) row(name.replace(/.*\//, ""), version);
  row("load average at the start", load1);
  console.log(`\n${PAIRS.toLocaleString("en")} pairs of the scenes of the benchmark, everything included, without records, one ` +
    "core: medians of calls.\nContacts are queried without a maximum distance. gzip makes of the modules of 2D, 3D and both " +
    `${kB("lanegjk2")}, ${kB("lanegjk3")} and ${kB("lanegjk")}.\n`);
}

// ---------------------------------------------------------------- the C library

row("scene", "query", "Node.js, ns per pair", "SSE, ns per pair", "Node.js / SSE");
row("--", "--", "--:", "--:", "--:");
const mine = {};
for (const [dim, name] of [[2, "S2"], [2, "S9"], [3, "T1"], [3, "T4"]]) {
  const { bodies, pairs } = worldOf(await load(dim), dim, inputOf(dim, name));
  const native = execFileSync(path.join(programs, `native${dim}`), [PAIRS, name, "sse"], { encoding: "utf8" }).trim().split(" ");
  [Overlap, Distance, Contact].forEach((Kind, q) => {
    const query = new Kind(bodies, pairs), time = (mine[`${name} ${Kind.name}`] = median(() => query.run(), pairs.count));
    row(name, Kind.name, ns(time), native[q], (time / native[q]).toFixed(2));
  });
}

// ---------------------------------------------------------------- packages of npm

const input = inputOf(2, "S2"), { columns: [a, b], poses: [pose] } = input;
const pairsOf = (shapes) => Array.from(a, (i, k) => [i, b[k]].map((body) => ({ shape: shapes[input.shape[body]],
  x: pose[4 * body], y: pose[4 * body + 1], angle: Math.atan2(pose[4 * body + 3], pose[4 * body + 2]) })));
const corners = input.shapes.map(({ points }) =>
  Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]));
const rivals = {
  async planck() {
    const { Distance: distance, DistanceInput, DistanceOutput, Polygon, SimplexCache, Transform, Vec2 } = require("planck");
    const pairs = pairsOf(corners.map((list) => new Polygon(list.map(([x, y]) => new Vec2(x, y)))));
    const inputs = pairs.map((pair) => {
      const to = new DistanceInput();
      [[to.proxyA, to.transformA], [to.proxyB, to.transformB]].forEach(([proxy, transform], side) => {
        proxy.set(pair[side].shape, 0);
        transform.set(new Vec2(pair[side].x, pair[side].y), pair[side].angle);
      });
      return to;
    });
    const output = new DistanceOutput();
    return { query: "Distance", run: () => inputs.forEach((one) => distance(output, new SimplexCache(), one)) };
  },
  async "rapier2d-compat"() {
    const rapier = require("@dimforge/rapier2d-compat");
    await rapier.init();
    const pairs = pairsOf(corners.map((list) => new rapier.ConvexPolygon(Float32Array.from(list.flat()), true)));
    return { query: "Contact", run: () => pairs.forEach(([p, q]) => p.shape.contactShape(p, p.angle, q.shape, q, q.angle, 100)) };
  },
  async "box2d-wasm"() {
    // In Node.js 18 and later it does not find its file by itself.
    const wasmBinary = fs.readFileSync(require.resolve("box2d-wasm/dist/umd/Box2D.simd.wasm"));
    const box2d = await require("box2d-wasm")({ wasmBinary });
    const pairs = pairsOf(corners.map((list) => {
      const shape = new box2d.b2PolygonShape(), [array, free] = box2d.tuplesToVec2Array(list.map(([x, y]) => [x, y]));
      shape.Set(array, list.length);
      free();
      return shape;
    }));
    const placed = pairs.map((pair) => pair.map(({ shape, x, y, angle }) => {
      const transform = new box2d.b2Transform();
      transform.Set(new box2d.b2Vec2(x, y), angle);
      return { shape, transform };
    }));
    return { query: "Overlap", run: () => placed.forEach(([p, q]) =>
      box2d.b2TestOverlap(p.shape, 0, q.shape, 0, p.transform, q.transform)) };
  },
};
console.log();
row("S2, against", "query", "ns per pair", "lanegjk, ns per pair", "times faster");
row("--", "--", "--:", "--:", "--:");
for (const [name, make] of Object.entries(rivals)) {
  const rival = await make().catch((error) => row(name, error.message.split("\n")[0], "", "", ""));
  if (!rival) continue;
  const time = median(rival.run, a.length), own = mine[`S2 ${rival.query}`];
  row(name, rival.query, ns(time), ns(own), (time / own).toFixed(1));
}

// ---------------------------------------------------------------- threads

const { Workers, loadShared } = await entry("threads.mjs");
const script = `import { parentPort } from "node:worker_threads";
  import { serve } from "file://${folder}/threads.mjs";
  serve(parentPort);`;
const shared = await loadShared(bytes("lanegjk-threads.wasm"));
const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
const workers = await Workers.start(shared, [worker]), world = worldOf(shared, 2, input), many = new Pairs(shared, 20 * a.length);
many.count = many.capacity;
for (let k = 0; k < 20; k++) many.a.set(a, k * a.length), many.b.set(b, k * a.length);
const times = [undefined, workers].map((pool) => {
  const query = new Distance(world.bodies, many, { workers: pool });
  return median(() => query.run(), many.count);
});
console.log(`\n${many.count.toLocaleString("en")} pairs of S2, distance: one thread ${ns(times[0])} ns per pair, ` +
  `two ${ns(times[1])}: ${(times[0] / times[1]).toFixed(2)}x`);
workers.close();
await worker.terminate();
