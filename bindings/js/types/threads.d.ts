import { Library, Owner, Source } from "./lanegjk.js";

/** Loads lanegjk-threads.wasm, whose memory is shared with workers. */
export declare function loadShared(
  source: Source | PromiseLike<Source>, options?: { megabytes?: number }): Promise<Library>;
/** Threads for the option `workers` of queries, finders and ticks. Results have the same bits for any number. */
export declare class Workers extends Owner {
  private constructor();
  readonly threads: number;
  /**
   * Makes workers serve, each one pool at a time: objects of Worker whose scripts call serve(). The caller's thread is one more.
   */
  static start(lg: Library, workers: readonly { postMessage(message: any, transfer: any): void }[]): Promise<Workers>;
  /** Ends the workers' service. */
  close(): void;
}
/** What a worker's script calls: serve(self), in Node.js serve(parentPort). */
export declare function serve(port: object): void;
