// The page: the crowd runs, and the visitor changes it and the view by mouse, touch or keyboard.
import { drawChart } from "./chart.js";
import { BLOCK, Crowd, HEXAGON, PILLAR, TRIANGLE } from "./crowd.js";
import { Agents, drawGround } from "./draw.js";
import { View } from "./view.js";

const REACH = 25, KEPT = 480; // metres, frames
const FASTEST = 1.6, SEEN = 1 / 3; // metres a second, the greatest desired speed; pixels
const element = (id) => document.getElementById(id);
const given = new URLSearchParams(location.search);
const ground = element("ground"), over = element("over"), pen = ground.getContext("2d", { alpha: false });
const modules = {}, frames = [];
let crowd, view, agents, colours, time = 0, since, drawn = 0, chosen, stale = true, playing = !given.has("still");
const lamp = { x: 0, y: 0 };
const live = (window.live = { frames });

async function module(name) {
  if (modules[name]) return modules[name];
  const answer = await fetch(new URL(`${name}.wasm`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: status ${answer.status}`);
  // Servers that do not know the type application/wasm are common.
  return (modules[name] = await WebAssembly.compile(await answer.arrayBuffer()));
}

// A new crowd for the number, the shapes and the module that are chosen. Walls are those of the beginning.
async function begin() {
  const number = Math.round(10 ** +element("number").value);
  agents ??= new Agents(over);
  crowd = await Crowd.open(await module(element("kernel").value), { agents: number, torsos: +element("shapes").value });
  live.crowd = crowd;
  live.view = view = new View(over, crowd.half);
  fit();
  Object.assign(lamp, { x: 0, y: -0.165 * crowd.half }); // between two of the places where obstacles come
  chosen = undefined;
  time = 0;
  frames.length = 0;
  showSettings();
  show(0);
}
function showSettings() {
  element("agents-out").textContent = Math.round(10 ** +element("number").value).toLocaleString("en");
  element("speed-out").textContent = `${(+element("speed").value).toFixed(1)}x`;
  element("shapes-out").textContent = `${Math.round(100 * element("shapes").value)}%`;
  element("play").textContent = playing ? "Pause" : "Play";
  showLegend();
}

// ---------------------------------------------------------------- walls

// The wall at a point, or the lamp. The first four walls stay where they are.
function at({ x, y }) {
  if (Math.hypot(x - lamp.x, y - lamp.y) < (12 * view.density) / view.scale) return "lamp";
  const nearest = crowd.wallAt(x, y);
  return nearest >= 4 ? nearest : undefined;
}
function move(what, x, y) {
  stale = true;
  const { half } = crowd, to = { x: Math.max(-half, Math.min(half, x)), y: Math.max(-half, Math.min(half, y)) };
  if (what === "lamp") return Object.assign(lamp, to);
  const { c, s } = crowd.wall(what);
  crowd.moveWall(what, to.x, to.y, c, s);
}
function turn(what, angle) {
  if (typeof what !== "number") return;
  const { x, y, c, s } = crowd.wall(what), to = Math.atan2(s, c) + angle;
  crowd.moveWall(what, x, y, Math.cos(to), Math.sin(to));
}
const placeOf = (what) => (what === "lamp" ? lamp : crowd.wall(what));
function add({ x, y } = view) {
  const kinds = [BLOCK, PILLAR, TRIANGLE, HEXAGON], added = crowd.addWall(kinds[crowd.wallCount % 4], x, y, 1, 0);
  if (added >= 0) chosen = added;
}
function remove() {
  if (typeof chosen === "number" && chosen >= 4) crowd.removeWall(chosen);
  chosen = undefined;
}

// ---------------------------------------------------------------- mouse, touch, keyboard

// Fingers or the mouse that are down, by their number. The first one drags a wall, the lamp or the ground; two zoom.
const down = new Map();
let dragged, spread;
const middle = () => {
  const [a, b = a] = down.values();
  return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
};
const apart = () => {
  const [a, b] = down.values();
  return b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
};
// What is held: a point of the ground, or how far the middle of what is chosen lies from where it was taken.
function hold() {
  spread = apart();
  dragged = down.size > 0 ? view.metres(middle()) : undefined;
  if (down.size === 1 && chosen !== undefined) {
    const from = placeOf(chosen);
    dragged = { x: from.x - dragged.x, y: from.y - dragged.y, what: chosen };
  }
  over.classList.toggle("held", down.size > 0);
}
over.addEventListener("pointerdown", (event) => {
  over.setPointerCapture(event.pointerId);
  down.set(event.pointerId, event);
  if (down.size === 1) chosen = at(view.metres(event));
  hold();
});
over.addEventListener("pointermove", (event) => {
  if (!down.has(event.pointerId)) return;
  down.set(event.pointerId, event);
  stale = true;
  const { x, y } = view.metres(middle());
  if (dragged.what !== undefined) return move(dragged.what, x + dragged.x, y + dragged.y);
  if (spread > 0) view.zoomBy(apart() / spread, middle());
  view.put(dragged, middle());
  spread = apart();
});
for (const end of ["pointerup", "pointercancel"])
  over.addEventListener(end, (event) => (down.delete(event.pointerId), hold()));
// A finger that holds nothing scrolls the page as long as the whole plaza is seen.
over.addEventListener("touchstart", (event) => {
  if (dragged?.what !== undefined || view.zoom > 1 || event.touches.length > 1) event.preventDefault();
}, { passive: false });
over.addEventListener("dblclick", (event) => add(view.metres(event)));
const LINES = [1, 16, 400]; // pixels of a step of the wheel, by its mode
over.addEventListener("wheel", (event) => {
  event.preventDefault();
  view.zoomBy(Math.exp(-event.deltaY * LINES[event.deltaMode] * (event.ctrlKey ? 0.01 : 0.002)), event);
}, { passive: false });
const zoom = (factor) => view.zoomBy(factor);
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
function choose(step) {
  const all = ["lamp", ...Array.from({ length: crowd.wallCount - 4 }, (_, i) => i + 4)];
  chosen = all[(Math.max(all.indexOf(chosen), step < 0 ? 0 : -1) + step + all.length) % all.length];
}
function step([x, y]) {
  const far = (0.1 * view.height) / view.scale;
  if (chosen === undefined) view.look(view.x + far * x, view.y + far * y);
  else move(chosen, placeOf(chosen).x + x / 2, placeOf(chosen).y + y / 2);
}
const KEYS = { n: () => add(), r: () => turn(chosen, Math.PI / 12), Delete: remove, Backspace: remove, "[": () => choose(-1),
  "]": () => choose(1), " ": toggle, "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), 0: () => view.reset(),
  Escape: () => (chosen = undefined) };
over.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (STEPS[event.key]) step(STEPS[event.key]);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});
function toggle() {
  playing = !playing;
  since = undefined;
  showSettings();
}
for (const id of ["number", "shapes", "kernel"]) element(id).addEventListener("change", begin);
for (const id of ["number", "speed", "shapes", "colour"]) element(id).addEventListener("input", showSettings);
const CLICKS = { play: toggle, add: () => add(), remove, turn: KEYS.r, in: KEYS["+"], out: KEYS["-"], fit: KEYS[0] };
for (const id in CLICKS) element(id).addEventListener("click", CLICKS[id]);
for (const event of ["pointerdown", "dblclick", "keydown", "click", "change", "wheel"])
  addEventListener(event, () => (stale = true), { passive: true });

// ---------------------------------------------------------------- what is seen

// Both canvases have the pixels of the screen.
function fit() {
  const { width, height } = over.getBoundingClientRect(), density = devicePixelRatio || 1;
  for (const canvas of [ground, over])
    Object.assign(canvas, { width: Math.round(width * density), height: Math.round(height * density) });
  view.resize(over.width, over.height, density);
  stale = true;
}
new ResizeObserver(() => view && (fit(), show(0))).observe(over);
// Agents are drawn as often as anybody has gone a part of a pixel. What lies below them waits for the visitor.
const isSeen = (now) => ((now - drawn) / 1000) * Math.max(1, crowd.speed) * FASTEST * view.scale >= SEEN;
function show(ahead) {
  const byStream = element("colour").value === "stream";
  agents.draw(crowd, view, ahead, { colours: colours.agents, byStream, contacts: element("contacts").checked });
  if (!stale) return;
  stale = false;
  const seen = element("sights").checked ? crowd.look(lamp.x, lamp.y, REACH) : undefined;
  drawGround(pen, crowd, view, { colours, seen, lamp, reach: REACH, chosen });
}
// Colours are those of the page, which has a light theme and a dark one.
function readColours() {
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const walls = ["capsule", "box", "rounded", "polygon"];
  colours = Object.fromEntries(["paper", "grid", "light", "chosen", "ink", "soft", "line", "tick", "draw", ...walls,
    ...walls.map((name) => `${name}-edge`)].map((name) => [name, colour(name)]));
  colours.agents = ["circle", "ellipse", "east", "west", "north", "south", "contact"].map(colour);
  stale = true;
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColours);
readColours();
const ICONS = { capsule: '<rect x="1" y="5" width="20" height="8" rx="4"/>', box: '<rect x="2" y="4" width="18" height="10"/>',
  "rounded box": '<rect x="4" y="2" width="14" height="14" rx="4"/>',
  polygon: '<path d="M11 2 L18 6 V12 L11 16 L4 12 V6 Z" stroke-linejoin="round"/>',
  circle: '<circle cx="11" cy="9" r="7"/>', ellipse: '<ellipse cx="11" cy="9" rx="5" ry="8"/>' };
function showLegend() {
  const icon = (name, fill, edge) => `<svg viewBox="0 0 22 18" fill="var(--${fill})" stroke="${edge}" stroke-width="2">` +
    `${ICONS[name]}</svg>`, item = (picture, text) => `<li>${picture}${text}</li>`, dim = (name) =>
    `color-mix(in srgb, var(--${name}) 55%, #000)`;
  const people = element("colour").value === "stream" ?
    ["east", "west", "north", "south"].map((name) => item(icon("circle", name, dim(name)), `to the ${name}`)) :
    ["circle", "ellipse"].map((name) => item(icon(name, name, dim(name)), name));
  element("legend").innerHTML = people.join("") + [["capsule", "capsule"], ["box", "box"], ["rounded", "rounded box"],
    ["polygon", "polygon"]].map(([colour, name]) => item(icon(name, colour, `var(--${colour}-edge)`), name)).join("") +
    item('<i style="background: var(--contact); height: 4px; width: 16px"></i>', "contact");
}

// ---------------------------------------------------------------- frames

function showNumbers() {
  const last = frames.slice(-60), sum = (name) => last.reduce((total, frame) => total + frame[name], 0), ticks = sum("ticks");
  const seconds = (last.at(-1).now - last[0].now) / 1000, write = (id, text) => (element(`n-${id}`).textContent = text);
  drawChart(element("chart"), frames, { ink: colours.soft, line: colours.line, tick: colours.tick, draw: colours.draw });
  write("tick", ticks ? (sum("tick") / ticks).toFixed(2) : "\u2013");
  write("pair", sum("pairs") ? ((1e6 * sum("query")) / sum("pairs")).toFixed(0) : "\u2013");
  write("rate", seconds ? ((last.length - 1) / seconds).toFixed(0) : "\u2013");
  write("pairs", (crowd.pairs + crowd.wallPairs).toLocaleString("en"));
  write("touching", crowd.touching.toLocaleString("en"));
  write("frame", (sum("all") / last.length).toFixed(2));
  element("status").textContent = `${crowd.count.toLocaleString("en")} agents, 20 ticks a second`;
}
function frame(now) {
  requestAnimationFrame(frame);
  if (!playing) return stale && show(0);
  const begun = performance.now(), passed = Math.min(0.1, (now - (since ?? now)) / 1000);
  const measured = { now, ticks: 0, tick: 0, query: 0, pairs: 0, all: 0 };
  since = now;
  crowd.speed = +element("speed").value;
  for (time += passed; time >= crowd.dt; time -= crowd.dt) {
    crowd.run();
    measured.ticks++;
    measured.query += crowd.milliseconds;
    measured.pairs += crowd.pairs + crowd.wallPairs;
  }
  measured.tick = performance.now() - begun;
  if (stale || isSeen(now)) {
    drawn = now;
    show(crowd.dt - time);
  }
  measured.all = performance.now() - begun;
  if (crowd.tick < 10) return; // in the first ticks the browser compiles
  if (frames.push(measured) > KEPT) frames.shift();
  if (frames.length % 15 === 0) showNumbers();
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
element("number").value = Math.log10(+(given.get("agents") ?? (innerWidth < 600 ? 2500 : 10000)));
begin().then(() => {
  live.ready = true;
  requestAnimationFrame(frame);
}, (error) => (element("status").textContent = `It does not run here: ${error.message}`));
