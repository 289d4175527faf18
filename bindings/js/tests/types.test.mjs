// What TypeScript knows: which results were requested, which dimension a thing has, and which options there are. And the
// layouts in base.js name the members of the structs of the public headers, in their order, with their types.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folder, root } from "./package.mjs";

const skip = spawnSync("tsc", ["--version"]).status !== 0 && "this machine has no tsc";
const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "--lib",
  "es2022,dom"];
const begin = `import * as L from "lanegjk";
  type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
  export const same = <A, B>(yes: Same<A, B>) => yes;
  declare const lg: L.Library, flat: L.Bodies2, solid: L.Bodies3, pairs: L.Pairs, index: L.Index<L.Bodies2>;
`;
const right = [
  // The results are those that were requested, by name and type.
  `const found = L.contact2(flat, pairs, { want: ["status", "distance"] });
   same<keyof typeof found, "status" | "distance">(true);
   same<(typeof found)["status"], Uint8Array>(true); same<(typeof found)["distance"], Float32Array>(true);`,
  `const found = L.distance2(flat, [[0, 1]]); same<keyof typeof found, "distance">(true);`,
  `const found = L.contact3(solid, pairs, { maxDistance: 1 }); same<keyof typeof found, "distance" | "normal">(true);`,
  `const found = L.cast2(flat, pairs, { way: true }); same<keyof typeof found, "status" | "fraction">(true);`,
  `const found = L.cast3(solid, pairs, { want: ["point"] }); same<keyof typeof found, "point">(true);`,
  // Bound queries have them as members, and run() returns them.
  `const query = new L.Contact(flat, pairs, { want: ["status", "manifold"], warm: true });
   const { status, manifold } = query.run(); query.manifoldAt(0).normal; query.records; query.pairs.count; [status, manifold];`,
  `const query = new L.Distance(solid, pairs), all: Float32Array = query.run().distance; query.bodies.place(0, [1, 2, 3]); all;`,
  `const want: ("status" | "distance")[] = ["status"]; new L.Distance(flat, 9, { want }).distance;`,
  `const kept: L.Distance = new L.Distance(flat, pairs); let more: L.Contact<L.Bodies2, "status"> | undefined; [kept, more];`,
  `new L.Events(new L.Contact(flat, pairs, { want: ["status", "distance"] }), { slop: 0.1 }).run().kind;`,
  `new L.Cast(flat, pairs, { want: ["normal"], end: true }).run().normal;`,
  `const shapes = new L.Shapes2(lg, [L.circle(1).rounded(2), L.box2(1, 2)]); new L.Bodies2(shapes, 3); shapes[Symbol.dispose]();`,
  `new L.Finder(flat, { index, motion: true }).run().free();`,
  `const tick = new L.Tick(lg, 2, 9, 9, { points: true, slop: 0.1 }); tick.run(flat, index, { margin: 1 }).among.pointA;
   tick.load(tick.save()); tick.pushApart({ inverseMass: [1] });`,
  `new L.Tick(lg, 3, 9, 9, { manifolds: true }).run(solid).against.manifoldAt(0).points;`,
];
const wrong = [
  `L.contact2(flat, pairs, { want: ["status", "distance"] }).normal;`,
  `L.contact2(flat, pairs, { want: ["status", "distence"] });`,
  `L.overlap2(flat, pairs, { want: ["distance"] });`,
  `const found: Pick<L.Results, "status"> = L.distance2(flat, pairs); found;`,
  `L.distance2(flat, pairs, { want: ["normal"] });`,
  `L.distance2(flat, pairs).status;`,
  `new L.Distance(flat, pairs, { want: ["status"] }).run().distance;`,
  `new L.Overlap(flat, pairs).run().iterations;`,
  `new L.Contact(flat, pairs).manifoldAt(0);`,
  `new L.Contact(flat, pairs, { maxDistanse: 1 });`,
  `new L.Finder(flat, { margins: 1 });`,
  `new L.Index(flat, 1, { neerest: true });`,
  `new L.Events(new L.Distance(flat, pairs));`,
  `new L.Cast(flat, pairs, { way: true }).point;`,
  `L.cast2(flat, pairs, { want: ["distance"] });`,
  `new L.Distance(flat, pairs, { other: solid });`,
  `new L.Finder(solid, { index });`,
  `L.distance3(flat, pairs);`,
  `L.findPairs2(solid);`,
  `new L.Shapes2(lg, [L.ball(1)]);`,
  `new L.Bodies2(new L.Shapes3(lg, []), 3);`,
  `new L.Bodies2(new L.Shapes2(lg, []), "3");`,
  `new L.CastAgainst(flat, index, { all: 1 });`,
  `new L.Distance(flat, pairs, { workers: {} });`,
  `new L.Distance(flat, pairs).distance = new Float32Array(1);`,
  `new L.Tick(lg, 2, 9, 9).among.pointA;`,
  `new L.Tick(lg, 2, 9, 9, { points: true }).among.manifoldAt(0);`,
  `new L.Tick(lg, 2, 9, 9).run(solid);`,
  `new L.Tick(lg, 3, 9, 9).run(solid, index);`,
  `new L.Tick(lg, 2, 9, 9).run(flat, index, { maxDistance: 1 });`,
  `new L.Tick(lg, 4, 9, 9);`,
];

test("what is right compiles, what is wrong does not", { skip }, () => {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "lanegjk-types-")), name = (kind, i) => `${kind}${i}.mts`;
  try {
    fs.mkdirSync(path.join(work, "node_modules"));
    fs.symlinkSync(folder, path.join(work, "node_modules", "lanegjk"));
    const write = (kind, list) => list.map((text, i) => fs.writeFileSync(path.join(work, name(kind, i)), `${begin}${text}\n`));
    write("right", right);
    write("wrong", wrong);
    const { stdout } = spawnSync("tsc", [...options, ...fs.readdirSync(work).filter((file) => file.endsWith(".mts"))],
      { cwd: work, encoding: "utf8" });
    assert.deepStrictEqual(stdout.split("\n").filter((line) => /^\S/.test(line) && !line.startsWith("wrong")), []);
    const caught = wrong.map((_, i) => new RegExp(`^${name("wrong", i)}\\(5,`, "m").test(stdout));
    assert.deepStrictEqual(wrong.filter((_, i) => !caught[i]), []);
  } finally {
    fs.rmSync(work, { recursive: true });
  }
});

// ---------------------------------------------------------------- layouts

const { LAYOUTS } = await import(pathToFileURL(path.join(root, "bindings/js/src/base.js")).href);
const headers = ["kernel/include/lanegjk/lanegjk.h", "kernel/include/lanegjk/lanegjk3.h", "kernel/include/lanegjk/lanegjk_find.h",
  "kernel/include/lanegjk/lanegjk_cast.h", "kernel/include/lanegjk/lanegjk_tick.h"];
const text = headers.map((name) => fs.readFileSync(path.join(root, name), "utf8")).join("\n").replace(/\/\*.*?\*\//gs, "");

// [name, kind, count] of each member after struct_size.
function members(name) {
  const body = new RegExp(`typedef struct ${name} \\{(.*?)\\} ${name};`, "s").exec(text)[1];
  return body.split(";").map((line) => line.trim().replace(/\s+/g, " ")).filter((line) => line).flatMap((line) => {
    if (line.includes("(*")) return [[/\(\*(\w+)\)/.exec(line)[1], "u", 1]];
    const [, type, rest] = /^(?:const )?(?:struct )?(\w+)(.*)$/.exec(line);
    const kinds = { float: "f", double: "d", uint64_t: "q", char: "b", lgjk_tick_list: "l", lgjk_pairs: "p" };
    return rest.split(",").map((one) => {
      const [, pointer, member, , count] = /^ ?(\*?) ?(\w+)(\[(\d+)\])?$/.exec(one);
      return [member, pointer ? "u" : (kinds[type] ?? "u"), +(count ?? 1)];
    });
  }).filter(([member]) => member !== "struct_size");
}

test("structs are those of the headers", () => {
  const names = Object.keys(LAYOUTS);
  assert.ok(names.length >= 24);
  for (const name of names) {
    const found = Object.entries(LAYOUTS[name].members).map(([member, { kind, count }]) => [member, kind, count]);
    assert.deepStrictEqual(found, members(name), name);
  }
});
