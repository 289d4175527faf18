// What a stranger gets: the tarball, installed into a fresh folder, runs the README's program as an ES module, by require,
// from TypeScript and bundled; docs/javascript.md and docs/start.md print what they say, and their types are right. Snippets of
// TypeScript compile, or do not: which results were requested, which dimension a thing has, and which options there are.
import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { openBrowser, program, serve } from "./chromium.mjs";
import { bytes, folder, root } from "./package.mjs";

const work = fs.mkdtempSync(path.join(os.tmpdir(), "lanegjk-")), isMissing = (name) =>
  spawnSync(name, ["--version"]).status === 0 ? false : `this machine has no ${name}`;
after(() => fs.rmSync(work, { recursive: true }));
const run = (command, ...given) => execFileSync(command, given, { cwd: work, encoding: "utf8", stdio: ["ignore", "pipe", 2] });
const write = (name, text) => (fs.writeFileSync(path.join(work, name), text), name);
const blocks = (text, language) => [...text.matchAll(new RegExp("```(" + language + ")\\n(.*?)```", "gs"))];

const snippet = blocks(fs.readFileSync(path.join(folder, "README.md"), "utf8"), "js")[0][2];
const expected = "0 1.3740851879119873 3.5605177879333496 1.2360680103302002\n" +
  "1 0.5932163000106812 3.5605177879333496 2.1622776985168457\n2 0 3.5605177879333496 3.123105525970459\n";
const manual = fs.readFileSync(path.join(root, "docs/javascript.md"), "utf8");
const commonJs = (text) => text.replace(/^import (\{.*?\}) from (".*?");/gms, "const $1 = require($2);");
const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "--lib",
  "es2022,dom"];

// With npm as a stranger does it; without, the folder itself.
test("the package installs", () => {
  write("package.json", '{ "name": "stranger", "private": true }');
  if (isMissing("npm")) return fs.cpSync(folder, path.join(work, "node_modules", "lanegjk"), { recursive: true });
  const environment = { ...process.env, npm_config_cache: path.join(work, ".npm"), npm_config_update_notifier: "false" };
  const npm = (...given) => execFileSync("npm", given, { cwd: work, encoding: "utf8", env: environment, stdio: "pipe" });
  const [{ filename, files }] = JSON.parse(npm("pack", "--json", folder));
  const expected = /^(LICENSE|README\.md|package\.json|[\w-]+\.(mjs|cjs|wasm|d\.mts|d\.cts))$/;
  assert.deepStrictEqual(files.map((file) => file.path).filter((name) => !expected.test(name)), []);
  npm("install", "--offline", "--no-audit", "--no-fund", path.join(work, filename));
});

test("as an ES module and by require", () => {
  assert.strictEqual(run("node", write("main.mjs", snippet)), expected);
  assert.strictEqual(run("node", write("main.cjs", `(async () => {${commonJs(snippet)}})();`)), expected);
  const file = `import { createRequire } from "node:module"; import fs from "node:fs"; import { load } from "lanegjk";
    const file = createRequire(import.meta.url).resolve("lanegjk/lanegjk3.wasm"), lg = await load(fs.readFileSync(file));
    console.log(lg.dims);`;
  assert.strictEqual(run("node", write("file.mjs", file)), "[ 3 ]\n");
});

test("docs/start.md prints what it says", () => {
  const page = fs.readFileSync(path.join(root, "docs/start.md"), "utf8"), [[, , program], ...more] = blocks(page, "js");
  assert.strictEqual(run("node", write("start.mjs", program)), blocks(page, "text")[0][2]);
  assert.strictEqual(more.length, 0);
});

test("from TypeScript", { skip: isMissing("tsc") }, () => {
  write("main.mts", snippet);
  const [imports] = snippet.match(/^import.*?;/gms);
  write("main.cts", `${imports}\nexport async function main() {${snippet.replace(imports, "")}}`);
  write("threads.mts", `import { load } from "lanegjk"; import { Workers, loadShared, serve } from "lanegjk/threads";
    const pool = await Workers.start(await loadShared(new Uint8Array()), []); serve({}); pool.close(); load(new Response());`);
  run("tsc", ...options, "main.mts", "main.cts", "threads.mts");
  write("wrong.mts", snippet.replace("new Distance(", "new Distance(lg, "));
  assert.throws(() => run("tsc", ...options, "wrong.mts"));
  write("wrong.mts", `${snippet}\nimport { overlap2 } from "lanegjk";\noverlap2(bodies, [[0, 1]], { want: ["normal"] });`);
  assert.throws(() => run("tsc", ...options, "wrong.mts"));
});

test("bundled", { skip: isMissing("esbuild") }, () => {
  write("entry.mjs", snippet);
  run("esbuild", "--bundle", "--format=esm", "--platform=browser", "--target=es2022", "--outfile=out.mjs", "--log-level=error",
    "entry.mjs");
  assert.strictEqual(run("node", "out.mjs"), expected);
});

test("docs/javascript.md prints what it says", () => {
  const page = blocks(manual, "js|text"), mark = "\u0001\n";
  const code = page.filter(([, language]) => language === "js").map(([, , text]) => text);
  const joined = code.map((text) => `${text}\nconsole.log("\\u0001");\n`).join("");
  const printed = run("node", write("page.mjs", joined)).split(mark);
  const after = (i) => (page[i + 1]?.[1] === "text" ? page[i + 1][2] : "");
  const expected = page.flatMap(([, language], i) => (language === "text" ? [] : [after(i)]));
  assert.deepStrictEqual(printed.slice(0, -1), expected);
  assert.ok(expected.filter((text) => text).length >= 8);
  if (!isMissing("tsc")) run("tsc", ...options, write("page.mts", joined));
});

// Files that start with their name in a comment.
test("the program with threads in docs/javascript.md runs, and ends", () => {
  const files = blocks(manual, "javascript").map(([, , text]) => text);
  const expected = /\/\/ main\.mjs.*?```text\n(.*?)```/s.exec(manual)[1];
  for (const text of files) write(/^\/\/ ([\w.]+)/.exec(text)[1], text);
  assert.strictEqual(files.length, 2);
  assert.strictEqual(execFileSync("node", ["main.mjs"], { cwd: work, encoding: "utf8", timeout: 60000 }), expected);
});

test("the page without a build step, and esbuild's, work in Chromium", { skip: !program && "there is no Chromium" }, async () => {
  const places = { "page.html": () => blocks(manual, "html")[0][2], node_modules: path.join(work, "node_modules") };
  if (!isMissing("esbuild")) {
    write("file.mjs", `import url from "lanegjk/lanegjk2.wasm"; import { load } from "lanegjk";
      document.title = (await load(fetch(url))).dims.join();`);
    run("esbuild", "--bundle", "--format=esm", "--loader:.wasm=file", "--public-path=/dist", "--outdir=dist", "--log-level=error",
      "file.mjs");
    places["file.html"] = () => `<script type="module" src="/dist/file.js"></script>`;
    places.dist = path.join(work, "dist");
  }
  const server = await serve(places), browser = await openBrowser();
  try {
    await (await browser.open(`${server.address}/page.html`)).until("document.title === '2'");
    if (places.dist) await (await browser.open(`${server.address}/file.html`)).until("document.title === '2'");
  } finally {
    await browser.close();
    server.close();
  }
});

test("the modules are no larger than they may be", () => {
  const size = (name) => Math.ceil(gzipSync(bytes(`${name}.wasm`), { level: 9 }).length / 1000);
  const sizes = ["lanegjk2", "lanegjk3", "lanegjk"].map(size);
  console.log(`gzip: ${sizes.join(", ")} kB`);
  assert.ok(sizes[0] <= 226 && sizes[1] <= 311 && sizes[2] <= 502, String(sizes));
});

// ---------------------------------------------------------------- types

const begin = `import * as L from "lanegjk";
  type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
  export const same = <A, B>(yes: Same<A, B>) => yes;
  declare const lg: L.Library, flat: L.Bodies2, solid: L.Bodies3, pairs: L.Pairs, tree: L.Tree<L.Bodies2>;
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
  `new L.Finder(flat, { other: flat, motion: true }).run().free(); new L.Finder(tree, { other: tree, effort: 9 }).run().cut;`,
  `const all = new L.Trees(lg, [tree, tree]); all.which(3)?.tree; all.within([[1, 2]], 3).distance; tree.rebuild().save();
   L.Tree.load(flat, tree.save()).withinShapes(flat, 1); new L.CastAgainst(flat, all); L.findPairs2(tree);`,
  `const tick = new L.Tick(lg, 2, 9, 9, { points: true, slop: 0.1 }); tick.run(flat, tree, { margin: 1 }).among.pointA;
   tick.load(tick.save()); tick.tree?.nearest([[1, 2]], 1).body; tick.pushApart({ inverseMass: [1] });`,
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
  `new L.Tree(flat, { seeled: true });`,
  `tree.withinShapes(solid, 1);`,
  `new L.Trees(lg, tree);`,
  `new L.Events(new L.Distance(flat, pairs));`,
  `new L.Cast(flat, pairs, { way: true }).point;`,
  `L.cast2(flat, pairs, { want: ["distance"] });`,
  `new L.Distance(flat, pairs, { other: solid });`,
  `new L.Finder(solid, { other: tree });`,
  `L.distance3(flat, pairs);`,
  `L.findPairs2(solid);`,
  `new L.Shapes2(lg, [L.ball(1)]);`,
  `new L.Bodies2(new L.Shapes3(lg, []), 3);`,
  `new L.Bodies2(new L.Shapes2(lg, []), "3");`,
  `new L.CastAgainst(flat, tree, { all: 1 });`,
  `new L.Distance(flat, pairs, { workers: {} });`,
  `new L.Distance(flat, pairs).distance = new Float32Array(1);`,
  `new L.Tick(lg, 2, 9, 9).among.pointA;`,
  `new L.Tick(lg, 2, 9, 9, { points: true }).among.manifoldAt(0);`,
  `new L.Tick(lg, 2, 9, 9).run(solid);`,
  `new L.Tick(lg, 3, 9, 9).run(solid, tree);`,
  `new L.Tick(lg, 2, 9, 9).run(flat, tree, { maxDistance: 1 });`,
  `new L.Tick(lg, 4, 9, 9);`,
];

test("what is right compiles, what is wrong does not", { skip: isMissing("tsc") }, () => {
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
