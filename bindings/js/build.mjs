// Assembles the npm package from the sources and the compiled modules, with esbuild.
//   node build.mjs MODULE_FOLDER OUTPUT_FOLDER     writes OUTPUT_FOLDER/package, and OUTPUT_FOLDER/live, the live page
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const [modules, output] = process.argv.slice(2), here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const root = path.dirname(path.dirname(here)), to = path.join(output, "package");
const read = (...names) => fs.readFileSync(path.join(...names), "utf8");
const header = read(root, "kernel", "include", "lanegjk", "lanegjk.h"); // whose version is everybody's
const version = [...header.matchAll(/^#define LGJK_VERSION_[A-Z]+ (\d+)$/gm)].map(([, number]) => number).join(".");

// A file of src/ with what it imports, as a module and as CommonJS. What threads.js imports is the package's own file.
function bundle(name, ...options) {
  const as = (format, ending) => {
    const given = [path.join(here, "src", name), "--bundle", `--format=${format}`, "--platform=node", ...options];
    return execFileSync("esbuild", given, { encoding: "utf8" }).replaceAll("./index.js", `./lanegjk.${ending}`);
  };
  return { mjs: as("esm", "mjs"), cjs: as("cjs", "cjs") };
}
const write = (name, text) => fs.writeFileSync(path.join(to, name), text);
function writeBoth(name, { mjs, cjs }, types) {
  write(`${name}.mjs`, mjs);
  write(`${name}.cjs`, cjs);
  write(`${name}.d.mts`, types.replaceAll("./lanegjk.js", "./lanegjk.mjs"));
  write(`${name}.d.cts`, types.replaceAll("./lanegjk.js", "./lanegjk.cjs"));
}

fs.rmSync(to, { recursive: true, force: true });
fs.mkdirSync(to, { recursive: true });
writeBoth("lanegjk", bundle("index.js"), read(here, "types", "lanegjk.d.ts"));
writeBoth("threads", bundle("threads.js", "--external:./index.js"), read(here, "types", "threads.d.ts"));

// The entries with the module's bytes inside, for programs that cannot load a file.
for (const dims of ["2", "3", ""]) {
  const bytes = fs.readFileSync(path.join(modules, `lanegjk${dims}.wasm`));
  write(`lanegjk${dims}.wasm`, bytes);
  write(`bytes${dims}.cjs`, `module.exports = "${bytes.toString("base64")}";\n`);
  write(`bytes${dims}.mjs`, `export default "${bytes.toString("base64")}";\n`);
  const load = `const load = (source = Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), options) => from(source, options);\n`;
  writeBoth(`compat${dims}`, {
    mjs: `import text from "./bytes${dims}.mjs";\nimport { load as from } from "./lanegjk.mjs";\n` +
      `export * from "./lanegjk.mjs";\nexport ${load}`,
    cjs: `"use strict";\nconst text = require("./bytes${dims}.cjs"), lanegjk = require("./lanegjk.cjs"), from = lanegjk.load;\n` +
      `${load}module.exports = { ...lanegjk, load };\n`,
  }, read(here, "types", "compat.d.ts"));
}
fs.copyFileSync(path.join(modules, "lanegjk-threads.wasm"), path.join(to, "lanegjk-threads.wasm"));

const entry = (name) => ({
  import: { types: `./${name}.d.mts`, default: `./${name}.mjs` },
  require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
});
const entries = { ".": entry("lanegjk") };
for (const name of ["compat2", "compat3", "compat", "threads"]) entries[`./${name}`] = entry(name);
for (const name of fs.readdirSync(to).filter((name) => name.endsWith(".wasm")).sort()) entries[`./${name}`] = `./${name}`;
const manifest = JSON.parse(read(here, "package.json"));
write("package.json", JSON.stringify({ ...manifest, version, exports: entries }, null, 2) + "\n");
fs.copyFileSync(path.join(root, "LICENSE"), path.join(to, "LICENSE"));
write("README.md", read(here, "README.md"));

// The live page has its crowd in two modules beside it.
const page = path.join(root, "docs", "site", "live"), live = path.join(output, "live");
if (fs.existsSync(page)) {
  fs.rmSync(live, { recursive: true, force: true });
  fs.cpSync(page, live, { recursive: true });
  for (const name of ["crowd.wasm", "crowd-scalar.wasm"]) fs.copyFileSync(path.join(modules, name), path.join(live, name));
}
