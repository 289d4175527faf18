// Nanoseconds per pair in Node.js, beside the C library and, for a page, packages of npm: the same pairs, and worlds that move.
//   node bench.mjs PROGRAMS [COMMIT COMPILERS DATE LOAD FILE [--quick]]     PROGRAMS: the folder of digest_inputs2,
// digest_inputs3, native2 and native3, which scripts/ci/bench_js.sh builds; with the rest it prints a page for results/, and
// writes the rows with rivals to FILE. --quick: small worlds, and short runs.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Worker } from "node:worker_threads";
import { readInputs } from "../tests/golden.mjs";
import { bytes, entry, folder, lanegjk, load } from "../tests/package.mjs";
import { head, inTurns, lost, row, rows, won, write, Times } from "./rows.mjs";

const [programs, commit, compiler, date, load1, file] = process.argv.slice(2), PAIRS = 10000;
const { Bodies2, Bodies3, Contact, Distance, Overlap, Pairs, Shapes2, Shapes3 } = lanegjk;
const ns = (value) => value.toFixed(1);

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

// Other threads, which serve `shared`, a module that was loaded for them.
async function helpers() {
  const { Workers, loadShared } = await entry("threads.mjs");
  const script = `import { parentPort } from "node:worker_threads";
    import { serve } from "file://${folder}/threads.mjs";
    serve(parentPort);`;
  const shared = await loadShared(bytes("lanegjk-threads.wasm"));
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const workers = await Workers.start(shared, [worker]);
  return { shared, workers, end: () => (workers.close(), worker.terminate()) };
}

function printFacts() {
  const about = Object.fromEntries(fs.readFileSync("/proc/cpuinfo", "utf8").split("\n\n")[0].split("\n")
    .map((line) => line.split(/\s*: /)));
  const { dependencies } = createRequire(import.meta.url)("./package.json");
  console.log("# The npm package\n");
  head(["", ""], []);
  row("machine", about["model name"]);
  row("cpu", `family ${about["cpu family"]}, model ${about.model}, stepping ${about.stepping}`);
  row("compiler", compiler);
  row("commit", commit);
  row("date", date);
  row("lanegjk", JSON.parse(bytes("package.json")).version);
  row("Node.js", `${process.versions.node}, V8 ${process.versions.v8}`);
  for (const [name, version] of Object.entries(dependencies)) row(name.replace(/.*\//, ""), version);
  row("load average at the start", load1);
}

async function printBesideC() {
  head(["scene", "query", "Node.js, ns per pair", "SSE, ns per pair", "Node.js / SSE"], [2, 3, 4]);
  for (const [dim, name] of [[2, "S2"], [2, "S9"], [3, "T1"], [3, "T4"]]) {
    const { bodies, pairs } = worldOf(await load(dim), dim, inputOf(dim, name));
    const program = path.join(programs, `native${dim}`);
    const native = execFileSync(program, [PAIRS, name, "sse"], { encoding: "utf8" }).trim().split(" ");
    const kinds = [Overlap, Distance, Contact], queries = kinds.map((Kind) => new Kind(bodies, pairs));
    inTurns(queries.map((query) => () => query.run())).forEach((taken, q) => {
      const time = new Times(taken).median / pairs.count;
      row(name, kinds[q].name, ns(time), native[q], (time / native[q]).toFixed(2));
    });
  }
}

function printThreads(shared, workers) {
  const input = inputOf(2, "S2"), world = worldOf(shared, 2, input), { columns: [a, b] } = input;
  const many = new Pairs(shared, 20 * a.length);
  many.count = many.capacity;
  for (let k = 0; k < 20; k++) many.a.set(a, k * a.length), many.b.set(b, k * a.length);
  const queries = [undefined, workers].map((pool) => new Distance(world.bodies, many, { workers: pool }));
  const [one, two] = inTurns(queries.map((query) => () => query.run())).map((taken) => new Times(taken).median / many.count);
  console.log(`\n${many.count.toLocaleString("en")} pairs of S2, distance: one thread ${ns(one)} ns per pair, ` +
    `two ${ns(two)}: ${(one / two).toFixed(2)}x`);
}

// What console.log prints meanwhile, to be printed later.
async function kept(print) {
  const { log } = console, lines = [];
  console.log = (line) => lines.push(line);
  try {
    await print();
  } finally {
    console.log = log;
  }
  return lines.join("\n");
}

const LACKS = `What is the same: all bodies move by the same ways, and each contender writes the numbers of both bodies, a
normal and a point of each pair that touches into the same arrays. What is not:

- **lanegjk** searches all pairs in each step; it also reports touches that begin and end, and gaps and depths of all near
  pairs. It has no solver; the loop that moves the bodies is in the time.
- **rapier2d** has kinematic bodies, so that its solver has nothing to do. It moves them, and keeps islands. Pairs come from its
  events, manifolds from \`world.contactPair\`. The build with SIMD is older; the newer one reports contacts of older poses.
- **box2d-wasm** and **planck**: kinematic bodies do not meet there, so bodies are dynamic; a listener reads each contact and
  keeps it from the solver. No sleeping, no continuous collision, no iterations. Polygons have a skin of 1 cm, and touch earlier.
- **A grid of typed arrays**, written for this page, is for circles alone: cells as wide as the greatest one.
- **matter-js** is its \`Detector\` alone, without its engine. Circles are polygons of up to 26 corners, a little too small.

The last column compares the tenth step of the greater world with the gaps at the poses that it belongs to.`;

async function page() {
  const { circles, polygons } = await import("./pairs.mjs"), { ticks } = await import("./ticks.mjs");
  const kB = (name) => `${(gzipSync(bytes(`${name}.wasm`), { level: 9 }).length / 1000).toFixed(0)} kB`;
  const { shared, workers, end } = await helpers(), input = inputOf(2, "S2");
  let circlesAlone;
  const steps = await kept(async () => (circlesAlone = await ticks(shared, workers)));
  const queries = [...await polygons(worldOf(await load(2), 2, input), input), ...await circles()];
  printFacts();
  console.log("\nMedian (least..greatest) of several runs, in which this package and its rivals take turns; everything\n" +
    "included, without records, one thread where no more are mentioned. All rows are in [js.csv](js.csv).");
  lost();
  console.log("\n## Worlds that move\n\nHalf of the bodies are circles of 0.2 to 0.35 m, half are turned boxes; 1.5 per square " +
    `metre, at 1.4 m/s, 60 steps\na second.\n\n${steps}\n\n${LACKS}\n\n## Circles, and queries of pairs\n`);
  console.log("S2 are pairs of polygons of the benchmark; contacts are queried without a maximum distance.\n");
  won([...circlesAlone, ...queries]);
  console.log("\n## Beside C\n\nThe same pairs of scenes of the benchmark.\n");
  await printBesideC();
  printThreads(shared, workers);
  console.log(`\ngzip makes of the modules of 2D, 3D and both ${kB("lanegjk2")}, ${kB("lanegjk3")} and ${kB("lanegjk")}.`);
  write(file, rows);
  return end();
}

if (commit) {
  await page();
} else {
  await printBesideC();
  const { shared, workers, end } = await helpers();
  printThreads(shared, workers);
  await end();
}
process.exit();
