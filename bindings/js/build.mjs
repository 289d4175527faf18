// Assembles the npm package from the sources and the compiled modules, with Node.js alone.
//   node build.mjs MODULE_FOLDER OUTPUT_FOLDER     writes OUTPUT_FOLDER/package, and OUTPUT_FOLDER/live, the live page
// The files of src/ have no name twice. One after the other, without imports, they are one module; without `export`, and
// with the names at the end, they are CommonJS.
import fs from "node:fs";
import path from "node:path";

const [modules, output] = process.argv.slice(2), here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const root = path.dirname(path.dirname(here)), to = path.join(output, "package");
const read = (...names) => fs.readFileSync(path.join(...names), "utf8");
const header = read(root, "kernel", "include", "lanegjk", "lanegjk.h"); // whose version is everybody's
const version = [...header.matchAll(/^#define LGJK_VERSION_[A-Z]+ (\d+)$/gm)].map(([, number]) => number).join(".");

const PARTS = ["base", "shapes", "queries", "find", "cast", "tick"];
const HIDDEN = ["refuse", "flat", "once", "of", "at", "eventsOf", "filtersOf", "moduleOf", "numbers", "whole", "long", "compiled",
  "unknown", "chosen", "showing", "briefly", "LAYOUTS", "POSE_FLOATS", "Memory", "Struct", "Block", "Owner", "Counted", "Asked",
  "Query", "Bodies", "steady", "MANIFOLD_WORDS", "manifoldOf"];
const exported = /^export (?:async )?(?:function|class|const) (\w+)/gm;
const bodyOf = (name) => read(here, "src", `${name}.js`).replace(/^import .*?;\n/gms, "");

// The text of some parts as a module and as CommonJS. `imports` are names that another file of the package has.
function bundle(parts, hidden, imports = []) {
  const text = parts.map(bodyOf).join("\n"), names = [...text.matchAll(exported)].map(([, name]) => name);
  const open = names.filter((name) => !hidden.includes(name)), bare = text.replace(/^export /gm, "");
  const list = imports.join(", ");
  return {
    mjs: (list && `import { ${list} } from "./lanegjk.mjs";\n`) + `${bare}\nexport { ${[...open].sort().join(", ")} };\n`,
    cjs: `"use strict";\n${list && `const { ${list} } = require("./lanegjk.cjs");\n`}${bare}\nmodule.exports = { ` +
      `${[...open].sort().join(", ")} };\n`,
  };
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
const inner = ["Memory", "Owner", "chosen", "compiled", "refuse", "whole"]; // what threads.js takes of the rest
writeBoth("lanegjk", bundle(PARTS, HIDDEN.filter((name) => !inner.includes(name))), read(here, "types", "lanegjk.d.ts"));
writeBoth("threads", bundle(["threads"], [], ["LanegjkError", "load", ...inner]), read(here, "types", "threads.d.ts"));

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
