// Threads: workers of the browser or of Node.js take tasks of the library, on one shared memory. Pages need the headers
// COOP and COEP for it. The module is lanegjk-threads.wasm. One thread allocates and calls: the one that loaded the module
// first. A second one that loads it on the same memory gets an error, so no object has two users.
import { LanegjkError, Memory, Owner, chosen, compiled, load, refuse, whole } from "./index.js";

const STACK = 512 * 1024; // bytes: a cast takes up to 205 KB
const MAX_WORKERS = 64; // threads: LGJK_MAX_WORKERS
const hired = new WeakSet(); // workers that serve a pool: they hear of no other one

/** Loads the module that shares its memory with workers. megabytes: at the beginning; it grows up to 1024. */
export async function loadShared(source, options) {
  const { megabytes } = chosen(options, { megabytes: 64 }), module = await compiled(source);
  whole("megabytes", megabytes, 1024);
  if (WebAssembly.Module.imports(module).length === 0) refuse("source: lanegjk-threads.wasm is required");
  const lg = await load(module, { memory: new WebAssembly.Memory({ initial: megabytes * 16, maximum: 16384, shared: true }) });
  lg.module = module;
  return lg;
}

/** Threads for the option `workers` of queries, finders and ticks. Results have the same bits for any number. */
export class Workers extends Owner {
  constructor(lg, threads) {
    super(lg);
    this.threads = whole("threads", threads, MAX_WORKERS);
    this.serving = 0;
    this.closed = false;
    this.pool = lg.allocate(lg.exports.lgjk_js_pool_size()); // workers read it, so it is no garbage as long as one serves
    this.at = lg.exports.lgjk_js_pool_open(this.pool, threads);
  }
  /**
   * Makes workers serve: objects of Worker whose scripts call serve(). The caller's thread is one more. Resolves once all
   * of them wait for tasks.
   */
  static async start(lg, workers) {
    if (!lg?.module) refuse("lg: workers need the module that loadShared loads");
    if (!(workers.length < MAX_WORKERS)) refuse(`workers: at most ${MAX_WORKERS - 1} are possible`);
    if (new Set(workers).size < workers.length || workers.some((worker) => hired.has(worker)))
      refuse("workers: each is required once, and for one pool at a time");
    const pool = new Workers(lg, workers.length + 1);
    try {
      await Promise.all(workers.map((worker, i) => pool.hire(worker, i)));
    } catch (error) {
      pool.close();
      throw error;
    }
    return pool;
  }
  // Resolves once a worker serves. It says when it has ended, too: then its stack is free. One of Node.js that has ended before
  // says nothing, and has no thread.
  hire(worker, i) {
    const { lg, pool } = this, stack = lg.allocate(STACK), { port1, port2 } = new MessageChannel();
    this.serving++;
    hired.add(worker);
    return new Promise((ready, fail) => {
      let serves = true; // an end has several events
      const end = (text = "it has ended") => {
        if (!serves) return;
        serves = false;
        hired.delete(worker);
        port1.close();
        lg.free(stack);
        this.serving--;
        this.release();
        fail(new LanegjkError(`workers[${i}]: ${text}`)); // unless it was ready
      };
      port1.onmessage = ({ data }) => (data === "ready" ? ready() : end());
      // A script that is not found is no exception of its own in a browser.
      (worker.addEventListener ?? worker.once)?.call(worker, "error", ({ message = "its script did not start" }) =>
        end(message), { once: true });
      worker.once?.("exit", () => end());
      if (worker.threadId === -1) return end();
      const { module, memory } = lg;
      const box = lg.exports.lgjk_js_mailbox(pool, i);
      worker.postMessage({ lanegjk: { module, memory, box, stack: stack + STACK, port: port2 } }, [port2]);
    });
  }
  /** Ends the workers' service: in Node.js they end. What is bound to the pool runs on the caller's thread alone then. */
  close() {
    if (this.closed) return;
    this.closed = true;
    this.lg.exports.lgjk_js_pool_close(this.pool);
    this.release();
  }
  // Once nobody serves, the pool's memory lasts as long as this object, which queries hold.
  release() {
    if (this.closed && this.serving === 0) this.own(new Memory(this.lg, this.pool));
  }
  free() {
    this.close();
  }
}

/** What a worker's script calls: serve(self), in Node.js serve(parentPort). It ends when the pool is closed. */
export function serve(port) {
  port.addEventListener("message", function begin({ data }) {
    if (!data?.lanegjk) return;
    port.removeEventListener("message", begin); // which would keep a worker of Node.js for ever
    const { module, memory, box, stack, port: caller } = data.lanegjk, state = new Int32Array(memory.buffer, box, 1);
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    exports.__stack_pointer.value = stack;
    caller.postMessage("ready");
    for (let seen; (seen = exports.lgjk_js_serve(box)) >= 0; ) Atomics.wait(state, 0, seen);
    caller.postMessage("ended");
    caller.close();
  });
  port.start?.();
}
