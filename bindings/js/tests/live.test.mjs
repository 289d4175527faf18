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
  fs.copyFileSync(path.join(live, "crowd.js"), path.join(work, "crowd.js"));
  fs.writeFileSync(path.join(work, "package.json"), '{ "type": "module" }');
  const { Crowd } = await import(pathToFileURL(path.join(work, "crowd.js")).href);
  fs.rmSync(work, { recursive: true });
  for (const [module, agents, ticks] of [["crowd", 300, 50], ["crowd-scalar", 300, 50], ["crowd", 10000, 80]]) {
    const bytes = fs.readFileSync(path.join(live, `${module}.wasm`));
    const crowd = await Crowd.open(await WebAssembly.compile(bytes), { agents });
    for (let tick = 0; tick < ticks; tick++) {
      if (tick === ticks >> 1) crowd.addObstacles();
      crowd.run();
    }
    assert.strictEqual(crowd.checksum(), native(agents, ticks), `${module}, ${agents} agents`);
  }
});

let browser, server, page;
before(async () => {
  if (!program) return;
  server = await serve({ live, package: folder, tests: path.join(root, "bindings/js/tests"), png: () => fs.readFileSync(picture),
    ...Object.fromEntries([2, 3].flatMap((dim) => [
      [`inputs${dim}`, () => execFileSync(path.join(programs, `digest_inputs${dim}`), { maxBuffer: 1 << 30 })],
      [`golden${dim}`, () => fs.readFileSync(path.join(root, `tests/contract/golden${dim}.h`))]])) });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});
const open = async (query, ...size) => {
  const opened = await browser.open(`${server.address}/live/index.html?${query}`, ...size);
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
  page = await open("still&agents=1000", 480, 700);
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

// Where a point of the plaza is on the screen.
const toScreen = (run, x, y) => run(`(() => {
  const box = document.getElementById("over").getBoundingClientRect(), { view } = live, k = box.width / view.width * view.scale;
  return [box.left + box.width / 2 + (${x} - view.x) * k, box.top + box.height / 2 - (${y} - view.y) * k]; })()`);

test("keyboard, mouse and touch change the walls", withBrowser, async () => {
  const { call, run } = (page ??= await open("still&agents=1000"));
  const key = async (name) => {
    await call("Input.dispatchKeyEvent", { type: "keyDown", key: name });
    await call("Input.dispatchKeyEvent", { type: "keyUp", key: name });
  };
  const walls = () => run(`(({ crowd }) => [crowd.wallCount, ...Array.from({ length: crowd.wallCount }, (_, i) => crowd.wall(i))
    .flatMap(({ x, y, c, s }) => [x, y, c, s])])(live)`);
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
  const [fromX, fromY] = await toScreen(run, 0.5, 0.5), [toX, toY] = await toScreen(run, 6.5, 0.5);
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
  await key("Escape");
});

test("wheel, drag, pinch, keys and buttons zoom and move the view", withBrowser, async () => {
  const { call, run } = (page ??= await open("still&agents=1000"));
  const view = () => run("({ x: live.view.x, y: live.view.y, zoom: live.view.zoom })");
  const key = (name) => call("Input.dispatchKeyEvent", { type: "keyDown", key: name });
  const mouse = (type, x, y, more) => call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1, ...more });
  const near = (given, expected) => given.forEach((value, i) =>
    assert.ok(Math.abs(value - expected[i]) < 0.02, `${given}, not ${expected}`));
  const whole = { x: 0, y: 0, zoom: 1 };
  await run("document.getElementById('over').focus()");
  await key("0");
  assert.deepStrictEqual(await view(), whole);
  // The wheel zooms; the point below it stays.
  const at = (await toScreen(run, 5, 3)).map(Math.round); // whole pixels, as the wheel has
  const { x, y } = await run(`live.view.metres({ clientX: ${at[0]}, clientY: ${at[1]} })`);
  for (let i = 0; i < 4; i++) await mouse("mouseWheel", ...at, { button: "none", deltaX: 0, deltaY: -200 });
  assert.ok((await view()).zoom > 3);
  near(await toScreen(run, x, y), at);
  // The ground is dragged: the point stays at the mouse.
  const from = await toScreen(run, 5, 3);
  await mouse("mousePressed", ...from);
  await mouse("mouseMoved", from[0] - 60, from[1] + 40);
  await mouse("mouseReleased", from[0] - 60, from[1] + 40);
  near(await toScreen(run, 5, 3), [from[0] - 60, from[1] + 40]);
  await key("ArrowRight");
  assert.ok((await view()).x > 5);
  await key("0");
  assert.deepStrictEqual(await view(), whole);
  await key("+");
  await key("+");
  await key("-");
  assert.ok(Math.abs((await view()).zoom - 1.4) < 1e-9);
  await run("for (const id of ['in', 'out', 'in', 'fit']) document.getElementById(id).click()");
  assert.deepStrictEqual(await view(), whole);
  // Two fingers: twice as far apart is twice as large, and both points stay below them.
  await call("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
  const touch = (type, ...points) =>
    call("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const [left, right] = [await toScreen(run, -2, 4), await toScreen(run, 2, 4)], wide = right[0] - left[0];
  await touch("touchStart", left, right);
  for (const k of [0.2, 0.4, 0.5]) await touch("touchMove", [left[0] - k * wide, left[1]], [right[0] + k * wide, right[1]]);
  await touch("touchEnd");
  assert.ok(Math.abs((await view()).zoom - 2) < 0.02, String((await view()).zoom));
  near(await toScreen(run, -2, 4), [left[0] - wide / 2, left[1]]);
  await call("Emulation.setTouchEmulationEnabled", { enabled: false });
  await key("0");
});

test("it fits screens that are narrow, wide, dense and dark, and no text is cut off", withBrowser, async () => {
  for (const [width, height, ratio, theme] of [[1280, 860, 1, "light"], [390, 844, 3, "dark"]]) {
    const { call, run, until } = await browser.open("about:blank");
    await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: ratio, mobile: width < 500 });
    await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
    await call("Page.navigate", { url: `${server.address}/live/index.html?agents=300` });
    await until("window.live?.ready");
    await run(`(() => {
      const write = CanvasRenderingContext2D.prototype.fillText, align = { left: 0, center: 0.5, right: 1 };
      window.outside = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = this.measureText(text);
        const left = x - align[this.textAlign] * width, { width: wide, height: high } = this.canvas, k = devicePixelRatio;
        if (left < 0 || (left + width) * k > wide || y - up < 0 || (y + down) * k > high) window.outside.push(text);
        write.call(this, text, x, y);
      };
    })()`);
    await until("live.frames.length > 40");
    const { outside, across, dense, boxes, paper } = await run(`({ outside,
      across: document.documentElement.scrollWidth - innerWidth,
      dense: [...document.querySelectorAll("canvas")].map((one) => one.width / one.getBoundingClientRect().width),
      boxes: [...document.querySelectorAll("#stage, #chart, button, dd, .legend li, select")]
        .map((one) => one.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length,
      paper: [...document.getElementById("ground").getContext("2d").getImageData(2, 2, 1, 1).data] })`);
    assert.deepStrictEqual([outside, boxes], [[], 0]);
    assert.ok(across <= 0 && dense.every((one) => Math.abs(one - ratio) < 0.02), `${across} ${dense}`);
    assert.ok(theme === "dark" ? paper[0] < 100 : paper[0] > 150, String(paper));
  }
  assert.deepStrictEqual(browser.complaints, []);
});

test("each kind has its outline and its colour", withBrowser, async () => {
  const { run } = await open("still&agents=300");
  const kinds = await run(`(async () => {
    const { crowd, view } = live, found = {}, agents = Array.from({ length: crowd.count }, (_, i) => crowd.agent(i));
    const style = getComputedStyle(document.documentElement), field = document.getElementById("over");
    const colour = (name) => [1, 3, 5].map((at) => parseInt(style.getPropertyValue("--" + name).trim().slice(at, at + 2), 16));
    // The pixel of the page at a point of the plaza that is offset from its middle.
    const pixel = (x, y) => {
      live.show(0);
      const both = document.createElement("canvas"), pen = both.getContext("2d");
      Object.assign(both, { width: view.width, height: view.height });
      for (const id of ["ground", "over"]) pen.drawImage(document.getElementById(id), 0, 0);
      return [...pen.getImageData(Math.round(view.width / 2 + (x - view.x) * view.scale),
        Math.round(view.height / 2 - (y - view.y) * view.scale), 1, 1).data].slice(0, 3);
    };
    for (const [kind, name] of [[0, "circle"], [1, "ellipse"]]) {
      const { x, y, c, s, radius } = agents.find(({ shape }) => shape === kind);
      view.zoom = 3;
      view.look(x, y);
      const aside = kind === 0 ? radius : radius + 0.14; // along y of the body
      const at = (far) => pixel(view.x + (x - view.x) - s * far, view.y + (y - view.y) + c * far);
      found[name] = { inside: at(0.5 * aside), rim: at(0.95 * aside), outside: at(1.1 * aside), is: colour(name) };
    }
    view.reset();
    return found;
  })()`);
  for (const [name, { inside, rim, outside, is }] of Object.entries(kinds)) {
    const far = (a, b) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));
    assert.ok(far(inside, is) < 12, `${name}: ${inside} inside, not ${is}`);
    assert.ok(far(rim, is.map((value) => 0.55 * value)) < 25, `${name}: ${rim} at the rim`);
    assert.ok(far(outside, is) > 60 && far(outside, rim) > 60, `${name}: ${outside} outside`);
  }
});

test("it runs, its controls work, and a frame takes little script", withBrowser, async () => {
  const idle = os.loadavg()[0] < 1, bar = idle ? 2 : 3; // milliseconds
  const { call, run, until } = await open("");
  const sum = (frames, of) => frames.reduce((total, frame) => total + of(frame), 0);
  // Of the page's own thread: a frame that waits for a core, which Chromium's drawing and other tests use, takes no longer.
  await call("Performance.enable", { timeDomain: "threadTicks" });
  const script = async () => (await call("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value;
  // The least mean of 30 frames: what else the machine does comes and goes, so that up to 60 times 30 are looked at. At 60
  // frames a second every third has a tick; without a graphics card they are fewer, and have more ticks each.
  let mean = Infinity;
  for (let round = 0; round < 60 && mean >= bar; ++round) {
    await run("live.frames.length = 0");
    const before = await script();
    await until("live.frames.length >= 30", 60);
    const frames = await run("[...live.frames]"), share = 1000 * (await script() - before) / sum(frames, ({ all }) => all);
    mean = Math.min(mean, share * (sum(frames, ({ tick }) => tick) / sum(frames, ({ ticks }) => ticks) / 3 +
      sum(frames, ({ all, tick }) => all - tick) / frames.length));
  }
  console.log(`10,000 agents: ${mean.toFixed(2)} ms of script per frame, at most ${bar} on a machine that is ` +
    (idle ? "idle" : "busy"));
  assert.ok(mean < bar);
  const change = (id, value) => run(`(() => { const field = document.getElementById("${id}"); field.value = "${value}";
    field.dispatchEvent(new Event("input")); field.dispatchEvent(new Event("change")); })()`);
  await change("shapes", "1");
  await change("number", "3");
  await until("live.crowd.count === 1000");
  assert.ok(await run("Array.from({ length: 1000 }, (_, i) => live.crowd.agent(i)).every(({ shape }) => shape === 1)"));
  await change("kernel", "crowd-scalar");
  await until("live.crowd.name === 'scalar' && live.frames.length > 20");
  const still = async (speed) => {
    await change("speed", speed);
    return run(`new Promise((done) => setTimeout(() => done(live.crowd.speed), 200))`);
  };
  assert.deepStrictEqual([await still("0"), await still("3")], [0, 3]);
  for (const id of ["tick", "pair", "rate", "pairs", "touching", "frame"])
    assert.match(await run(`document.getElementById("n-${id}").textContent`), /^[\d.,]+$/, id);
  assert.deepStrictEqual(browser.complaints, []);
});
