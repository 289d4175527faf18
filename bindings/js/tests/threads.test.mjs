// Threads: the same bits as one, of queries, finding and ticks; workers begin and end.
import assert from "node:assert";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { openBrowser, program, serve as serveFiles } from "./chromium.mjs";
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

test("two threads in Chromium", { timeout: 60000, skip: !program && "there is no Chromium" }, async () => {
  const server = await serveFiles({ package: folder, "page.html": () => "",
    "worker.mjs": () => `import { serve } from "/package/threads.mjs"; serve(self);` });
  const browser = await openBrowser();
  try {
    const { run } = await browser.open(`${server.address}/page.html`);
    const found = await run(`(async () => {
      const { Workers, loadShared } = await import("/package/threads.mjs"), lanegjk = await import("/package/lanegjk.mjs");
      const { Bodies2, Finder, Shapes2, circle } = lanegjk, lg = await loadShared(fetch("/package/lanegjk-threads.wasm"));
      const made = (name) => new Worker(name, { type: "module" }), worker = made("/worker.mjs");
      const workers = await Workers.start(lg, [worker]), bodies = new Bodies2(new Shapes2(lg, [circle(0.5)]), 20000);
      for (let i = 0; i < 20000; i++) bodies.place(i, 0.75 * (i % 100), 0.75 * Math.floor(i / 100));
      const refused = await Workers.start(lg, [made("/none.mjs")]).catch((error) => error.message);
      const finder = new Finder(bodies, { workers }), count = finder.run().count;
      worker.terminate(); // of which a browser says nothing
      const after = finder.run().count;
      return { count, after, same: count === new Finder(bodies).run().count, refused };
    })()`);
    // Each circle meets the next ones of its row and column.
    assert.deepStrictEqual(found, { count: 39700, after: 39700, same: true, refused: "workers[0]: its script did not start" });
  } finally {
    await browser.close();
    server.close();
  }
});

test("a worker that does not start is an error", async () => {
  const lg = await loadShared(bytes("lanegjk-threads.wasm"));
  await assert.rejects(Workers.start(lg, [new Worker(new URL("data:text/javascript,nonsense("))]), { name: "LanegjkError",
    message: /workers\[0\]: .*/ });
});

test("a worker serves one pool at a time, and none once it has ended", { timeout: 20000 }, async () => {
  const lg = await loadShared(bytes("lanegjk-threads.wasm")), [worker] = workers(1), start = (list) => Workers.start(lg, list);
  const twice = { name: "LanegjkError", message: "workers: each is required once, and for one pool at a time" };
  const over = { name: "LanegjkError", message: "workers[0]: it has ended" };
  await assert.rejects(start([worker, worker]), twice);
  const pool = await start([worker]), exit = new Promise((end) => worker.once("exit", end));
  await assert.rejects(start([worker]), twice);
  pool.close();
  await exit;
  await assert.rejects(start([worker]), over);
  await assert.rejects(start([new Worker(new URL("data:text/javascript,"))]), over); // its script does not serve
});

test("a worker that is terminated takes no more tasks: the others and the caller do them", { timeout: 60000 }, async () => {
  const expected = await answers(await load(2));
  const lg = await loadShared(bytes("lanegjk-threads.wasm")), made = workers(2), pool = await Workers.start(lg, made);
  for (const worker of made) {
    const ended = worker.terminate();
    assert.deepStrictEqual(await answers(lg, pool), expected); // nothing has said yet that it has ended
    await ended;
    assert.deepStrictEqual(await answers(lg, pool), expected);
  }
  pool.close();
});

test("workers want the shared module", async () => {
  await assert.rejects(Workers.start(await load(2), []), /loadShared/);
});

test("one thread alone uses a memory's objects: a second one is refused, none is cloned", { timeout: 60000 }, async () => {
  const module = new WebAssembly.Module(bytes("lanegjk-threads.wasm"));
  // Each of four workers loads the module on the same memory, all at once, and runs a tick there if it may.
  const script = `import { parentPort } from "node:worker_threads";
    import { Bodies2, Shapes2, Tick, circle, load } from ${JSON.stringify(pathToFileURL(path.join(folder, "lanegjk.mjs")).href)};
    parentPort.once("message", async ({ module, memory, gate }) => {
      Atomics.add(gate, 0, 1);
      while (Atomics.load(gate, 0) < 4) continue;
      try {
        const lg = await load(module, { memory }), bodies = new Bodies2(new Shapes2(lg, [circle(1)]), 9);
        parentPort.postMessage(String(new Tick(lg, 2, 9, 99).run(bodies).among.count));
      } catch (error) {
        parentPort.postMessage(error.message);
      }
    });`;
  for (let round = 0; round < 5; round++) {
    const memory = new WebAssembly.Memory({ initial: 1024, maximum: 16384, shared: true });
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const texts = await Promise.all(Array.from({ length: 4 }, () => new Promise((answer, fail) => {
      const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
      worker.once("message", answer).once("error", fail);
      worker.postMessage({ module, memory, gate });
    })));
    assert.deepStrictEqual(texts.filter((text) => text === "36"), ["36"], texts.join("; "));
    assert.strictEqual(texts.filter((text) => text.startsWith("memory: it has a module already")).length, 3, texts.join("; "));
  }
  const lg = await loadShared(module), bodies = new Bodies2(new Shapes2(lg, [circle(1)]), 2);
  await assert.rejects(lanegjk.load(module, { memory: lg.memory }), { message: /^memory: it has a module already/ });
  const { port1 } = new MessageChannel();
  for (const thing of [lg, bodies.shapes, bodies, new Finder(bodies), new Tick(lg, 2, 2, 2), new Contact(bodies, 1)])
    assert.throws(() => port1.postMessage(thing), { name: "DataCloneError" });
  port1.close();
});

test("what workers needed is freed once they have ended", { timeout: 60000 }, async () => {
  const lg = await loadShared(bytes("lanegjk-threads.wasm")), live = new Set(), { allocate, free } = lg;
  lg.allocate = (size) => {
    const at = allocate.call(lg, size);
    live.add(at);
    return at;
  };
  lg.free = (at) => (live.delete(at), free.call(lg, at));
  const left = async (most) => {
    for (let i = 0; i < 200 && live.size > most; i++) await new Promise((next) => setTimeout(next, 10));
    return live.size;
  };
  const pool = await Workers.start(lg, workers(2));
  assert.strictEqual(live.size, 3); // the pool, two stacks
  pool.close();
  assert.strictEqual(await left(1), 1);
  const bad = () => new Worker(new URL("data:text/javascript,nonsense("));
  await assert.rejects(Workers.start(lg, [...workers(1), bad(), bad()]), /workers\[[12]\]/);
  assert.strictEqual(await left(2), 2);
});
