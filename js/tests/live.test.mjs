// The live page: the crowd has the checksum of the C program in Node.js and in Chromium, the page looks as it did, takes mouse,
// touch and keyboard, and Chromium has the golden hashes. LGJK_TEST_PROGRAMS names the folder of the C programs.
//   LGJK_WRITE_PICTURE=1: writes the picture that the page is compared with
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openBrowser, program, serve } from "./chromium.mjs";
import { folder, root } from "./package.mjs";

const programs = process.env.LGJK_TEST_PROGRAMS, live = path.join(folder, "..", "live");
const picture = path.join(root, "docs/site/live/live.png");
const native = (agents, ticks) => /checksum (\w+)/.exec(
  execFileSync(path.join(programs, "crowd"), ["--agents", agents, "--ticks", ticks], { encoding: "utf8" }))[1];
const skip = !programs && "LGJK_TEST_PROGRAMS is not set", withBrowser = { skip: !program && "this machine has no Chromium" };

test("the run of the C program, in Node.js, on four lanes and on one", { skip }, async () => {
  // The page's files are ES modules by their place in a page, not by their names.
  const work = fs.mkdtempSync(path.join(folder, "..", "crowd-"));
  for (const name of ["crowd.js", "lanegjk.mjs"]) fs.copyFileSync(path.join(live, name), path.join(work, name));
  fs.writeFileSync(path.join(work, "package.json"), '{ "type": "module" }');
  const [{ Crowd }, { load }] = await Promise.all(["crowd.js", "lanegjk.mjs"].map((name) =>
    import(pathToFileURL(path.join(work, name)).href)));
  fs.rmSync(work, { recursive: true });
  for (const [module, agents, ticks] of [["lanegjk2", 300, 50], ["lanegjk2-scalar", 300, 50], ["lanegjk2", 10000, 80]]) {
    const crowd = new Crowd(await load(fs.readFileSync(path.join(live, `${module}.wasm`))), { agents });
    for (let tick = 0; tick < ticks; tick++) {
      if (tick === ticks >> 1) crowd.addObstacles();
      crowd.run();
    }
    assert.strictEqual(crowd.checksum(), native(agents, ticks), `${module}, ${agents} agents`);
    crowd.free();
  }
});

let browser, server, page;
before(async () => {
  if (!program) return;
  server = await serve({ live, package: folder, tests: path.join(root, "js/tests"), png: () => fs.readFileSync(picture),
    ...Object.fromEntries([2, 3].flatMap((dim) => [
      [`inputs${dim}`, () => execFileSync(path.join(programs, `digest_inputs${dim}`), { maxBuffer: 1 << 30 })],
      [`golden${dim}`, () => fs.readFileSync(path.join(root, `tests/contract/golden${dim}.h`))]])) });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});
const open = async (query) => {
  const opened = await browser.open(`${server.address}/live/index.html?${query}`);
  await opened.until("window.live?.ready");
  return opened;
};

test("Chromium has the golden hashes", { skip: skip || withBrowser.skip }, async () => {
  const { run } = await browser.open(`${server.address}/live/index.html?still&agents=100`);
  for (const dim of [2, 3]) {
    const { count, wrong } = await run(`(async () => {
      const lanegjk = await import("/package/lanegjk.mjs"), { compare } = await import("/tests/golden.mjs");
      const data = await (await fetch("/inputs${dim}")).arrayBuffer(), golden = await (await fetch("/golden${dim}")).text();
      return compare(lanegjk, await lanegjk.load(fetch("/package/lanegjk${dim}.wasm")), ${dim}, data, golden);
    })()`);
    assert.deepStrictEqual(wrong, []);
    assert.ok(count >= 40);
  }
});

test("the page plays the run of the C program, and looks as it did", { skip: skip || withBrowser.skip }, async () => {
  page = await open("still&agents=1000");
  assert.strictEqual(await page.run("live.play(200)"), native(1000, 200));
  const { x, y, width, height } = await page.run("document.getElementById('stage').getBoundingClientRect().toJSON()");
  const { data } = await page.call("Page.captureScreenshot", { format: "png", clip: { x, y, width, height, scale: 1 } });
  if (process.env.LGJK_WRITE_PICTURE) fs.writeFileSync(picture, Buffer.from(data, "base64"));
  const { size, far } = await page.run(`(async () => {
    const pixels = async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    };
    const [now, then] = [await pixels("data:image/png;base64,${data}"), await pixels("/png")];
    let far = 0;
    for (let i = 0; i < now.length; i++) far += Math.abs(now[i] - then[i]) > 40;
    return { size: now.length === then.length, far: far / now.length };
  })()`);
  assert.ok(size && far < 0.002, `${(100 * far).toFixed(2)}% of the values differ by more than 40`);
});

test("keyboard, mouse and touch change the walls", withBrowser, async () => {
  const { call, run } = (page ??= await open("still&agents=1000"));
  const key = async (name) => {
    await call("Input.dispatchKeyEvent", { type: "keyDown", key: name });
    await call("Input.dispatchKeyEvent", { type: "keyUp", key: name });
  };
  const walls = () => run("[live.crowd.walls.count, ...live.crowd.walls.pose]");
  await run("document.getElementById('over').focus()");
  const begin = await walls();
  await key("n");
  const added = await walls(), place = 1 + 4 * begin[0];
  assert.deepStrictEqual([added[0], ...added.slice(place, place + 2)], [begin[0] + 1, 0, 0]);
  await key("ArrowRight");
  await key("ArrowUp");
  await key("r");
  const moved = await walls();
  assert.deepStrictEqual(moved.slice(place, place + 2), [0.5, 0.5]);
  assert.ok(Math.abs(moved[place + 3] - Math.sin(Math.PI / 12)) < 1e-6);
  // Where a point of the plaza is on the screen, and back.
  const toScreen = (x, y) => run(`(() => {
    const box = document.getElementById("over").getBoundingClientRect(), h = live.crowd.half;
    return [box.left + (${x} + h) / (2 * h) * box.width, box.top + (h - ${y}) / (2 * h) * box.height]; })()`);
  const [fromX, fromY] = await toScreen(0.5, 0.5), [toX, toY] = await toScreen(6.5, 0.5);
  const mouse = (type, x, y) => call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  await mouse("mousePressed", fromX, fromY);
  await mouse("mouseMoved", toX, toY);
  await mouse("mouseReleased", toX, toY);
  assert.ok(Math.abs((await walls())[place] - 6.5) < 0.1);
  await call("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type, ...touchPoints) => call("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x: toX, y: toY });
  await touch("touchMove", { x: fromX, y: fromY });
  await touch("touchEnd");
  assert.ok(Math.abs((await walls())[place] - 0.5) < 0.1);
  await key("Delete");
  assert.deepStrictEqual((await walls())[0], begin[0]);
  await key("]");
  assert.strictEqual(await run("live.chosen()"), "lamp");
});

test("it runs, its controls work, and a frame takes little script", withBrowser, async () => {
  const idle = os.loadavg()[0] < 1, bar = idle ? 2 : 3; // milliseconds
  const { run, until } = await open("");
  await until("live.frames.length >= 400");
  const all = await run("live.frames.slice(-360).map((frame) => frame.all)");
  // The least mean of 30 frames, which have ten ticks: what else the machine does comes and goes.
  const mean = Math.min(...Array.from({ length: 12 }, (_, k) => all.slice(30 * k, 30 * k + 30).reduce((a, b) => a + b) / 30));
  console.log(`10,000 agents: ${mean.toFixed(2)} ms of script per frame, at most ${bar} on a machine that is ` +
    (idle ? "idle" : "busy"));
  assert.ok(mean < bar);
  const change = (id, value) => run(`(() => { const field = document.getElementById("${id}"); field.value = "${value}";
    field.dispatchEvent(new Event("input")); field.dispatchEvent(new Event("change")); })()`);
  await change("shapes", "1");
  await change("number", "3");
  await until("live.crowd.count === 1000 && live.crowd.agents.shape.every((shape) => shape === 1)");
  await change("kernel", "lanegjk2-scalar");
  await until("live.crowd.lg.isas()[0] === 'scalar' && live.frames.length > 20");
  const still = async (speed) => {
    await change("speed", speed);
    return run(`new Promise((done) => setTimeout(() => done(live.crowd.speed), 200))`);
  };
  assert.deepStrictEqual([await still("0"), await still("3")], [0, 3]);
  assert.match(await run("document.getElementById('told').textContent"), /ms of script per frame, \d+ ns per pair/);
  assert.deepStrictEqual(browser.complaints, []);
});
