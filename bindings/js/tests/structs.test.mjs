// The layouts in base.js name the members of the structs of the public headers, in their order, with their types.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "./package.mjs";

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
