// Rows of a page: this package beside rivals, timed in turns, with the median and the range of several runs.
import fs from "node:fs";

export const quick = process.argv.includes("--quick");
const RUNS = quick ? 3 : 7, BATCH = quick ? 5 : 60; // milliseconds of calls in a run

export const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
/** The first lines of a table, whose columns of figures are on the right. */
export function head(names, figures) {
  row(...names);
  row(...names.map((_, i) => (figures.includes(i) ? "--:" : "---")));
}

export class Times {
  constructor(taken) {
    const sorted = [...taken].sort((a, b) => a - b);
    [this.median, this.least, this.most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)];
  }
  text(unit = 1) {
    const digits = this.median < 10 * unit ? 2 : this.median < 100 * unit ? 1 : 0;
    const [median, least, most] = [this.median, this.least, this.most].map((value) =>
      (value / unit).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
    return `${median} (${least}..${most})`;
  }
}

/** Nanoseconds of a call, of each of the calls, which take turns. least, most: calls in a run. between: called before a run. */
export function inTurns(calls, { least = 1, most = Infinity, batch = BATCH, between = () => {} } = {}) {
  const loops = calls.map((call, k) => {
    let taken = Infinity; // which is compiled before it counts
    for (let i = 0, begin = performance.now(); i < 3 || (i < 2000 && performance.now() - begin < 2 * batch); i++) {
      between(k);
      const before = performance.now();
      call();
      taken = Math.min(taken, performance.now() - before);
    }
    return Math.min(most, Math.max(least, Math.ceil(batch / Math.max(taken, 1e-4))));
  });
  const taken = calls.map(() => []);
  for (let run = 0; run < RUNS; run++) {
    calls.forEach((call, k) => {
      between(k);
      const begin = performance.now();
      for (let i = 0; i < loops[k]; i++) call();
      taken[k].push((1e6 * (performance.now() - begin)) / loops[k]);
    });
  }
  return taken;
}

export const rows = [];
const UNIT = { tick: "ms a step", call: "ns a call" };
const times = (value) => `${value.toFixed(value > 9.95 ? 1 : 2)}x`;

/** A row, of nanoseconds in runs. */
export function add(name, per, count, ours, rival, theirs, reason = "") {
  const [mine, others] = [ours, theirs].map((taken) => new Times(taken.map((value) => value / count)));
  const why = reason || (others.most > mine.least ? "the ranges of both overlap" : "");
  rows.push({ name, per, ours: mine, rival, theirs: others, reason: why, ratio: others.median / mine.median });
  return rows.at(-1);
}
/** Times [name, call] of each rival beside ours, for `count` of `per` in a call. */
export function beside(name, per, count, ours, rivals, reason) {
  const taken = inTurns([ours, ...rivals.map(([, call]) => call)]);
  return rivals.map(([rival], k) => add(name, per, count, taken[0], rival, taken[k + 1], reason));
}
const cells = ({ name, per, ours, rival, theirs, ratio }, unit = per === "tick" ? 1e6 : 1) =>
  [name, UNIT[per] ?? `ns per ${per}`, ours.text(unit), rival, theirs.text(unit), times(ratio)];

/** Rows in which this package is faster. */
export function won(list) {
  head(["question", "unit", "lanegjk", "rival", "takes", "lanegjk is faster by"], [2, 4, 5]);
  list.filter(({ ratio }) => ratio >= 1).forEach((one) => row(...cells(one)));
}
/** Those in which a rival is. */
export function lost() {
  const list = rows.filter(({ ratio }) => ratio < 1);
  console.log("\n## Where a rival is faster\n");
  if (!list.length) return console.log("Nowhere in this run.");
  head(["question", "unit", "lanegjk", "rival", "takes", "lanegjk is faster by", "because"], [2, 4, 5]);
  list.forEach((one) => row(...cells(one), one.reason));
}
export function write(file) {
  const figures = (value) => +value.toPrecision(5);
  const quoted = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map(({ name, ours, rival, theirs, per, reason, ratio }) => [name, figures(ours.median), rival,
    figures(theirs.median), per, ratio < 1 ? "rival" : "ours", ratio < 1 ? reason : "", ...[ours.least, ours.most, theirs.least,
      theirs.most].map(figures)].map((cell) => quoted(String(cell))).join(","));
  const names = "name,ours_ns,rival,rival_ns,per,faster,reason,ours_min,ours_max,rival_min,rival_max";
  fs.writeFileSync(file, [names, ...lines, ""].join("\n"));
}
