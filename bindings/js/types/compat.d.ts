export * from "./lanegjk.js";
import { Library, LoadOptions, Source } from "./lanegjk.js";

/** Loads the module whose bytes are inside, or another. */
export declare function load(source?: Source | PromiseLike<Source>, options?: LoadOptions): Promise<Library>;
