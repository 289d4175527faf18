// Steps of worlds of circles and boxes, whose contacts are read out: this package with one thread and two, and engines of npm.
import { load } from "../tests/package.mjs";
import { Times, add, head, inTurns, quick, row } from "./rows.mjs";
import { Contacts, World, box2d, grid, matter, own, planck, rapier } from "./worlds.mjs";

const rivals = { "rapier2d-simd-compat": rapier("@dimforge/rapier2d-simd-compat"),
  "rapier2d-compat": rapier("@dimforge/rapier2d-compat"), "box2d-wasm": box2d, planck, "matter-js": matter };
const SIZES = quick ? [500, 2000] : [5000, 20000];
const KEPT = "it keeps pairs from step to step";
const ALONE = "it knows circles of similar sizes alone, and reports no touches that begin or end";
const TURN = 20; // steps
const MARGIN = 0.1; // metres: pairs farther apart are none that a rival may report

// Compares what a contender reports in its tenth step with all gaps up to MARGIN, and circles' normals. How many pairs are on
// one list alone, and the largest of their gaps and depths.
async function differing(lg, world, contender, out) {
  const reference = own(lg, undefined, MARGIN)(world), key = (a, b) => Math.min(a, b) * world.count + Math.max(a, b);
  for (let i = 0; i < 10; i++) {
    contender.step(out);
    if (i < 10 - contender.behind) reference.step(new Contacts(8 * world.count));
  }
  const { a, b, distance, normal } = reference.list, gaps = new Map(), seen = new Set();
  for (let k = 0; k < a.length; k++) gaps.set(key(a[k], b[k]), { gap: distance[k], x: normal[2 * k], y: normal[2 * k + 1] });
  let differ = 0, worst = 0;
  const note = (gap) => {
    differ++;
    worst = Math.max(worst, Math.abs(gap));
  };
  for (let k = 0; k < out.count; k++) {
    const [i, j] = [out.a[k], out.b[k]], known = gaps.get(key(i, j));
    if (!known) throw new Error(`bodies ${i} and ${j} are more than ${MARGIN} m apart`);
    seen.add(key(i, j));
    if (known.gap > 0) note(known.gap);
    const cosine = (i < j ? 1 : -1) * (known.x * out.normalX[k] + known.y * out.normalY[k]);
    // Deeper ones turn fast.
    if (world.isCircle(i) && world.isCircle(j) && known.gap > -0.1 && !(cosine > 0.95)) {
      throw new Error(`bodies ${i} and ${j}: the normals differ, by a cosine of ${cosine}`);
    }
    if (!(Number.isFinite(out.x[k]) && Number.isFinite(out.y[k]))) throw new Error(`bodies ${i} and ${j} have no point`);
  }
  for (const [pair, { gap }] of gaps) if (gap < 0 && !seen.has(pair)) note(gap);
  if (!(differ < 0.1 * seen.size && seen.size > 0)) throw new Error(`${differ} of ${seen.size} pairs differ`);
  return { pairs: seen.size, differ, worst };
}

// Contenders, checked, and the times of their steps.
async function measure(lg, world, makers) {
  const out = new Contacts(8 * world.count), contenders = [];
  for (const [name, make] of Object.entries(makers)) {
    const contender = await make(world);
    const errors = await differing(lg, world, contender, out).catch(({ message }) => {
      throw new Error(`${name}, ${world.count} bodies: ${message}`);
    });
    contenders.push({ name, errors, ...contender, at: 10, way: 1 });
  }
  // All turn round where they have walked for some time, so that the crowd stays as dense as it was.
  const taken = inTurns(contenders.map((one) => () => ((one.at += one.way), one.step(out))), { least: 3, most: TURN,
    batch: quick ? 20 : 250, between(k) {
      const one = contenders[k];
      if (one.at * one.way >= TURN) one.turn(), (one.way = -one.way);
    } });
  return contenders.map(({ name, errors }, k) => ({ name, errors, taken: taken[k] }));
}

// Rows of the others beside both of this package, which come first.
const note = (question, [single, double, ...others], reason) => others.flatMap(({ name, taken }) => [
  add(question, "tick", 1, single.taken, name, taken, reason),
  add(`${question}, two threads`, "tick", 1, double.taken, name, taken, reason)]);

/** Prints a table of circles and boxes, a row for each contender. Returns the rows of circles alone. */
export async function ticks(shared, workers) {
  const lg = await load(2), table = new Map(), circles = [], named = SIZES.map((count) => count.toLocaleString("en"));
  const makers = { "lanegjk, one thread": own(lg), "lanegjk, two threads": own(shared, workers) };
  for (const [place, count] of SIZES.entries()) {
    const measured = await measure(lg, new World(count), { ...makers, ...rivals });
    note(`world of ${named[place]} circles and boxes, contacts`, measured, KEPT);
    measured.forEach(({ name, errors: { differ, pairs, worst }, taken }, k) => {
      const time = new Times(taken), ratio = time.median / new Times(measured[0].taken).median;
      const cells = table.get(name) ?? table.set(name, []).get(name);
      cells.push(time.text(1e6), k ? `${ratio.toFixed(ratio > 9.95 ? 1 : 2)}x` : "");
      if (count === SIZES.at(-1)) cells.push(differ ? `${differ} of ${pairs}, ${(1000 * worst).toFixed(1)} mm` : "none");
    });
    const alone = await measure(lg, new World(count, true), { ...makers, "a grid of typed arrays": grid });
    circles.push(...note(`world of ${named[place]} circles, contacts`, alone, ALONE));
  }
  head(["ms a step", ...named.flatMap((count) => [`${count} bodies`, "times one thread"]), "pairs that differ, at most by"],
    [1, 2, 3, 4, 5]);
  table.forEach((cells, name) => row(name, ...cells));
  return circles;
}
