// Threads: the same bits as one, of queries, finding and ticks; workers begin and end.
import assert from "node:assert";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { bytes, entry, folder, lanegjk, load, random } from "./package.mjs";

const { Bodies2, Contact, Finder, Shapes2, Tick, circle, box2 } = lanegjk;
const { Workers, loadShared } = await entry("threads.mjs");
const script = `import { parentPort } from "node:worker_threads";
  import { serve } from ${JSON.stringify(pathToFileURL(path.join(folder, "threads.mjs")).href)};
  serve(parentPort);`;
const workers = (count) => Array.from({ length: count }, () =>
  new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`)));

async function answers(lg, pool) {
  const between = random(), count = 20000, bodies = new Bodies2(new Shapes2(lg, [circle(0.25), box2(0.3, 0.1)]), count);
  for (let i = 0; i < count; i++) bodies.shape[i] = i % 2, bodies.place(i, between(0, 90), between(0, 90), between(-3, 3));
  const finder = new Finder(bodies, { margin: 0.1, workers: pool }).run();
  const query = new Contact(bodies, finder, { want: ["status", "distance", "normal", "pointA"], workers: pool }).run();
  const tick = new Tick(lg, 2, count, 100000).run(bodies, undefined, { margin: 0.1, workers: pool });
  return [finder.count, finder.a, finder.b, ...query.want.map((name) => query[name]), tick.among.count, tick.among.distance]
    .map((array) => (typeof array === "number" ? array : array.slice()));
}

test("two and three threads give the bits of one", { timeout: 60000 }, async () => {
  const expected = await answers(await load(2));
  assert.ok(expected[0] > 10000);
  for (const more of [1, 2]) {
    const lg = await loadShared(bytes("lanegjk-threads.wasm")), made = workers(more), pool = await Workers.start(lg, made);
    assert.strictEqual(pool.threads, more + 1);
    assert.deepStrictEqual(await answers(lg, pool), expected);
    assert.deepStrictEqual(await answers(lg), expected);
    const ended = made.map((worker) => new Promise((end) => worker.once("exit", end)));
    pool.close();
    assert.deepStrictEqual(await Promise.all(ended), made.map(() => 0)); // without a call of terminate
    assert.deepStrictEqual(await answers(lg, pool), expected); // the caller does all of it then
  }
});

test("a worker that does not start is an error", async () => {
  const lg = await loadShared(bytes("lanegjk-threads.wasm"));
  await assert.rejects(Workers.start(lg, [new Worker(new URL("data:text/javascript,nonsense("))]), { name: "LanegjkError",
    message: /workers\[0\]: .*/ });
});

test("workers want the shared module", async () => {
  await assert.rejects(Workers.start(await load(2), []), /loadShared/);
});
