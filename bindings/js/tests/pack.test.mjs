// What a stranger gets: the tarball, installed into a fresh folder, runs the README's program as an ES module, by require,
// from TypeScript and bundled; docs/javascript.md and docs/start.md print what they say, and their types are right.
import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
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
