// Golden hashes in Node.js: LGJK_TEST_PROGRAMS names the folder of digest_inputs2 and digest_inputs3.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compare } from "./golden.mjs";
import { lanegjk, load, root } from "./package.mjs";

const programs = process.env.LGJK_TEST_PROGRAMS;
for (const dim of [2, 3]) {
  test(`golden hashes of ${dim}D`, { skip: !programs && "LGJK_TEST_PROGRAMS is not set" }, async () => {
    const written = execFileSync(path.join(programs, `digest_inputs${dim}`), { maxBuffer: 1 << 30 });
    const data = written.buffer.slice(written.byteOffset, written.byteOffset + written.length);
    const golden = fs.readFileSync(path.join(root, `tests/contract/golden${dim}.h`), "utf8");
    const { count, wrong } = compare(lanegjk, await load(dim), dim, data, golden);
    assert.deepStrictEqual(wrong, []);
    assert.ok(count >= 40, `only ${count} inputs`);
  });
}
