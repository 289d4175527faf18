// The package under test, by LGJK_JS, the folder that bindings/js/build.mjs writes; and what several tests use.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const folder = path.resolve(process.env.LGJK_JS ?? "build/js/package");
export const root = path.resolve(process.env.LGJK_SOURCE ?? ".");
export const bytes = (name) => fs.readFileSync(path.join(folder, name));
export const entry = (name) => import(pathToFileURL(path.join(folder, name)).href);
export const lanegjk = await entry("lanegjk.mjs");
export const load = (dims = "") => lanegjk.load(bytes(`lanegjk${dims}.wasm`));

/** Random numbers that are the same on every machine; the seed is LGJK_TEST_SEED, and is printed. */
export function random(usual = 7) {
  let state = +(process.env.LGJK_TEST_SEED ?? usual);
  console.log(`seed ${state}`);
  return (low, high) => low + (high - low) * (((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) / 16777216);
}

/** All pairs a < b of so many bodies. */
export function allPairs(count) {
  const list = [];
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) list.push([a, b]);
  return list;
}
