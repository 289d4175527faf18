// Threads: workers of the browser or of Node.js take tasks of the library, on one shared memory. Pages need the headers
// COOP and COEP for it. The module is lanegjk-threads.wasm.
import { LanegjkError, Owner, compiled, load, refuse } from "./base.js";

const STACK = 512 * 1024; // bytes: a cast takes up to 205 KB
const MAX_WORKERS = 64; // threads: LGJK_MAX_WORKERS

/** Loads the module that shares its memory with workers. megabytes: at the beginning; it grows up to 1024. */
export async function loadShared(source, { megabytes = 64 } = {}) {
  const module = await compiled(source);
  if (WebAssembly.Module.imports(module).length === 0) refuse("source: lanegjk-threads.wasm is wanted");
  const lg = await load(module, { memory: new WebAssembly.Memory({ initial: megabytes * 16, maximum: 16384, shared: true }) });
  lg.module = module;
  return lg;
}

/** Threads for the option `workers` of queries, finders and ticks. Results have the same bits for any number. */
export class Workers extends Owner {
  constructor(lg, threads) {
    super(lg);
    this.threads = threads;
    this.pool = this.block(Uint8Array, lg.exports.lgjk_js_pool_size());
    this.tasks = lg.exports.lgjk_js_pool_open(this.pool.at, threads);
  }
  get at() {
    return this.pool.at && this.tasks;
  }
  /**
   * Makes workers serve: objects of Worker whose scripts call serve(). The caller's thread is one more. Resolves once all
   * of them wait for tasks.
   */
  static async start(lg, workers) {
    if (!lg?.module) refuse("lg: workers need the module that loadShared loads");
    if (!(workers.length < MAX_WORKERS)) refuse(`workers: at most ${MAX_WORKERS - 1} are wanted`);
    const pool = new Workers(lg, workers.length + 1);
    await Promise.all(workers.map((worker, i) => new Promise((ready, fail) => {
      const { port1, port2 } = new MessageChannel(), stack = pool.block(Uint8Array, STACK);
      port1.onmessage = () => (port1.close(), ready());
      // A script that is not found is no exception of its own in a browser.
      (worker.addEventListener ?? worker.once)?.call(worker, "error", ({ message = "its script did not start" }) =>
        (port1.close(), fail(new LanegjkError(`workers[${i}]: ${message}`))), { once: true });
      const given = { module: lg.module, memory: lg.memory, pool: pool.pool.at, i, stack: stack.at + STACK, ready: port2 };
      worker.postMessage({ lanegjk: given }, [port2]);
    })));
    return pool;
  }
  /** Ends the workers' service: in Node.js they end. The pool's memory stays, as they may still be about to read it. */
  close() {
    this.lg.exports.lgjk_js_pool_close(this.pool.at);
  }
  /** Closes it alone: nothing tells when the last worker has read the memory. */
  free() {
    this.close();
  }
}

/** What a worker's script calls: serve(self), in Node.js serve(parentPort). It ends when the pool is closed. */
export function serve(port) {
  port.addEventListener("message", function begin({ data }) {
    if (!data?.lanegjk) return;
    port.removeEventListener("message", begin); // which would keep a worker of Node.js for ever
    const { module, memory, pool, i, stack, ready } = data.lanegjk;
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    exports.__stack_pointer.value = stack;
    ready.postMessage("ready");
    exports.lgjk_js_pool_serve(pool, i);
    ready.close();
  });
  port.start?.();
}
