// The page: the crowd runs, and the visitor changes it by mouse, touch or keyboard.
import { BLOCK, Crowd, HEXAGON, PILLAR, TRIANGLE } from "./crowd.js";
import { Picture, drawOver } from "./draw.js";
import { Bodies2, Distance, Shapes2, circle, load } from "./lanegjk.mjs";

const SIZE = 720, REACH = 25, KEPT = 240; // pixels, metres, frames of the chart
const FASTEST = 1.6, SEEN = 1 / 3; // metres a second that anybody wants to walk; pixels
const element = (id) => document.getElementById(id);
const given = new URLSearchParams(location.search);
const over = element("over"), top = over.getContext("2d");
const context = element("agents").getContext("2d", { alpha: false });
const dark = matchMedia("(prefers-color-scheme: dark)");
const image = context.createImageData(SIZE, SIZE), data = new Int32Array(image.data.buffer);
const modules = {}, frames = [];
let crowd, picture, pointer, colours, time = 0, since, drawn = 0, chosen, stale = true, playing = !given.has("still");
const lamp = { x: 0, y: 0 };
const live = (window.live = { frames });

async function module(name) {
  modules[name] ??= await load(fetch(new URL(`${name}.wasm`, import.meta.url)), { megabytes: 96 });
  return modules[name];
}

// A new crowd for the number, the shapes and the module that are chosen. Walls are those of the beginning.
async function begin() {
  const lg = await module(element("kernel").value), agents = Math.round(10 ** +element("number").value);
  pointer?.free();
  crowd?.free();
  live.crowd = crowd = new Crowd(lg, { agents, torsos: +element("shapes").value });
  picture = new Picture(data, SIZE, crowd.half);
  const spot = new Bodies2(new Shapes2(lg, [circle(0.3)]), 1);
  pointer = new Distance(spot, Array.from({ length: crowd.walls.capacity }, (_, i) => [0, i]), { other: crowd.walls });
  Object.assign(lamp, { x: 0, y: -0.165 * crowd.half }); // between two of the places where obstacles come
  chosen = undefined;
  stale = true;
  time = 0;
  frames.length = 0;
  showSettings();
  show(0);
}
function showSettings() {
  element("agents-out").textContent = Math.round(10 ** +element("number").value);
  element("speed-out").textContent = `${(+element("speed").value).toFixed(1)}x`;
  element("shapes-out").textContent = `${Math.round(100 * element("shapes").value)}%`;
  element("play").textContent = playing ? "Pause" : "Play";
}

// ---------------------------------------------------------------- walls

// The wall at a point, the last of several, or the lamp: by the library, within 30 cm.
function at({ x, y }) {
  if (Math.hypot(x - lamp.x, y - lamp.y) < 12 / picture.scale) return "lamp";
  pointer.bodies.pose.set([x, y, 1, 0]);
  pointer.pairs.count = crowd.walls.count;
  const { distance } = pointer.run(), nearest = distance.lastIndexOf(Math.min(...distance));
  return distance[nearest] === 0 && nearest >= 4 ? nearest : undefined;
}
function move(what, x, y) {
  stale = true;
  const { half } = crowd, to = { x: Math.max(-half, Math.min(half, x)), y: Math.max(-half, Math.min(half, y)) };
  if (what === "lamp") return Object.assign(lamp, to);
  crowd.walls.pose.set([to.x, to.y], 4 * what);
  crowd.rebuild();
}
function turn(what, angle) {
  if (typeof what !== "number") return;
  const { pose } = crowd.walls, [x, y, c, s] = pose.subarray(4 * what, 4 * what + 4);
  crowd.walls.place(what, x, y, Math.atan2(s, c) + angle);
  crowd.rebuild();
}
const placeOf = (what) => (what === "lamp" ? lamp : { x: crowd.walls.pose[4 * what], y: crowd.walls.pose[4 * what + 1] });
function add({ x, y } = { x: 0, y: 0 }) {
  const kinds = [BLOCK, PILLAR, TRIANGLE, HEXAGON], added = crowd.addWall(kinds[crowd.walls.count % 4], x, y, 1, 0);
  if (added >= 0) chosen = added;
  crowd.rebuild();
}
function remove() {
  if (typeof chosen === "number" && chosen >= 4) crowd.removeWall(chosen);
  chosen = undefined;
}

// ---------------------------------------------------------------- mouse, touch, keyboard

const metres = (event) => {
  const box = over.getBoundingClientRect(), { half } = crowd;
  const across = (event.clientX - box.left) / box.width, down = (event.clientY - box.top) / box.height;
  return { x: (2 * across - 1) * half, y: (1 - 2 * down) * half };
};
let dragged;
over.addEventListener("pointerdown", (event) => {
  const point = metres(event);
  chosen = at(point);
  if (chosen === undefined) return;
  const from = placeOf(chosen);
  dragged = { x: from.x - point.x, y: from.y - point.y };
  over.setPointerCapture(event.pointerId);
});
over.addEventListener("pointermove", (event) => {
  if (!dragged || chosen === undefined) return;
  const { x, y } = metres(event);
  move(chosen, x + dragged.x, y + dragged.y);
});
for (const end of ["pointerup", "pointercancel"]) over.addEventListener(end, () => (dragged = undefined));
over.addEventListener("dblclick", (event) => add(metres(event)));
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
function choose(step) {
  const all = ["lamp", ...Array.from({ length: crowd.walls.count - 4 }, (_, i) => i + 4)];
  chosen = all[(Math.max(all.indexOf(chosen), step < 0 ? 0 : -1) + step + all.length) % all.length];
}
over.addEventListener("keydown", (event) => {
  const step = STEPS[event.key], keys = { n: () => add(), r: () => turn(chosen, Math.PI / 12), Delete: remove, Backspace: remove,
    "[": () => choose(-1), "]": () => choose(1), " ": toggle };
  if (step && chosen !== undefined) move(chosen, placeOf(chosen).x + step[0] / 2, placeOf(chosen).y + step[1] / 2);
  else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
});
function toggle() {
  playing = !playing;
  since = undefined;
  showSettings();
}
for (const id of ["number", "shapes", "kernel"]) element(id).addEventListener("change", begin);
for (const id of ["number", "speed", "shapes"]) element(id).addEventListener("input", showSettings);
element("play").addEventListener("click", toggle);
element("add").addEventListener("click", () => add());
element("remove").addEventListener("click", remove);
element("turn").addEventListener("click", () => turn(chosen, Math.PI / 12));
for (const event of ["pointerdown", "dblclick", "keydown", "click", "change"]) addEventListener(event, () => (stale = true));

// ---------------------------------------------------------------- frames

// Agents are drawn as often as anybody has gone a part of a pixel. What lies over them waits for the visitor.
const isSeen = (now) => ((now - drawn) / 1000) * Math.max(1, crowd.speed) * FASTEST * picture.scale >= SEEN;
function show(ahead) {
  picture.draw(crowd, ahead, { paper: colours.paper, contact: element("contacts").checked && colours.contact });
  context.putImageData(image, 0, 0);
  if (!stale) return;
  stale = false;
  const seen = element("sights").checked ? crowd.look(lamp.x, lamp.y, REACH) : undefined;
  drawOver(top, SIZE, crowd, { seen, lamp, reach: REACH, chosen, wall: colours.wall });
}
// Colours of the pictures are those of the page, which has a light theme and a dark one.
function readColours() {
  const style = getComputedStyle(document.documentElement);
  colours = Object.fromEntries(["paper", "contact", "wall"].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  stale = true;
}
dark.addEventListener("change", readColours);
readColours();
function chart() {
  const canvas = element("chart"), pen = canvas.getContext("2d"), { width, height } = canvas, most = 8; // milliseconds
  pen.clearRect(0, 0, width, height);
  frames.slice(-KEPT).forEach(({ tick, all }, i) => {
    pen.fillStyle = "#9db8d9";
    pen.fillRect((i * width) / KEPT, height, width / KEPT, -(all / most) * height);
    pen.fillStyle = "#2f6db5";
    pen.fillRect((i * width) / KEPT, height, width / KEPT, -(tick / most) * height);
  });
  const last = frames.slice(-60), sum = (name) => last.reduce((total, frame) => total + frame[name], 0);
  element("told").textContent = `${(sum("all") / last.length).toFixed(2)} ms of script per frame, ` +
    `${((1e6 * sum("query")) / Math.max(1, sum("pairs"))).toFixed(0)} ns per pair, ` +
    `${crowd.among.count + crowd.against.count} pairs, ${crowd.touching ?? 0} touch`;
}
function frame(now) {
  requestAnimationFrame(frame);
  if (!playing) return stale && show(0);
  const begun = performance.now(), passed = Math.min(0.1, (now - (since ?? now)) / 1000);
  const measured = { tick: 0, query: 0, pairs: 0, all: 0 };
  since = now;
  crowd.speed = +element("speed").value;
  for (time += passed; time >= crowd.dt; time -= crowd.dt) {
    const { milliseconds, pairs } = crowd.run();
    measured.query += milliseconds;
    measured.pairs += pairs;
  }
  measured.tick = performance.now() - begun;
  if (stale || isSeen(now)) {
    drawn = now;
    show(crowd.dt - time);
  }
  measured.all = performance.now() - begun;
  if (frames.push(measured) > 2 * KEPT) frames.shift();
  if (frames.length % 15 === 0) chart();
}

// For tests: ?still stops the clock, and live.play(n) runs ticks, with the obstacles of the C program half way.
live.play = (ticks) => {
  for (let i = 0; i < ticks; i++) {
    if (crowd.tick === ticks >> 1) crowd.addObstacles();
    crowd.run();
  }
  stale = true;
  show(0);
  return crowd.checksum();
};
Object.assign(live, { lamp, chosen: () => chosen, show });
if (given.has("agents")) element("number").value = Math.log10(+given.get("agents"));
begin().then(() => {
  live.ready = true;
  requestAnimationFrame(frame);
}, (error) => (element("told").textContent = `It does not run here: ${error.message}`));
