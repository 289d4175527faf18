// Agents and their contacts as pixels: an agent is a stamp, made once for its size and direction, that is copied into the
// picture. It needs no WebGL, and gives the same pixels everywhere.
import { TORSO } from "./crowd.js";

export const COLOURS = ["#2f6db5", "#d9822b", "#3a9d5d", "#b8405e"]; // of the streams
const SIZES = 5, TURNS = 16, NOBODY = 255, CHOSEN = "#c0392b";
// The turn of an ellipse whose sine and cosine are in these cells: it is asked too often for an arc tangent.
const CELLS = 128, cellOf = (part) => ((part + 1) * 63.5 + 0.5) | 0;
const TURN_OF = Uint8Array.from({ length: CELLS * CELLS }, (_, n) =>
  Math.round((Math.atan2(63.5 - Math.floor(n / CELLS), (n % CELLS) - 63.5) / Math.PI) * TURNS) & (TURNS - 1));
const word = (colour) => 0xff000000 | (parseInt(colour.slice(5), 16) << 16) | (parseInt(colour.slice(3, 5), 16) << 8) |
  parseInt(colour.slice(1, 3), 16);

export class Picture {
  /** data: the pixels of a square of `size`, as words; half: metres from the middle to a side. */
  constructor(data, size, half) {
    Object.assign(this, { data, size, half, scale: size / (2 * half), tick: -1, touching: 0 });
    this.words = Int32Array.from(COLOURS, word);
    const stamps = [];
    for (let turn = 0; turn < TURNS; turn++)
      for (let s = 0; s < SIZES; s++) stamps.push(this.torso(s, (turn * Math.PI) / TURNS));
    for (let s = 0; s < SIZES; s++) stamps.push(this.stamp(() => 0, 0.18 + (0.12 * s) / (SIZES - 1)));
    // All stamps in one array, and where each of them begins.
    this.offsets = Int32Array.from(stamps.flat());
    let end = 0;
    this.first = Int32Array.from([0, ...stamps.map((stamp) => (end += stamp.length))]);
  }
  // The offsets of the pixels whose centres are within `radius` metres of a core, by the distance to it.
  stamp(distance, radius) {
    const { scale, size } = this, reach = Math.ceil((radius + 0.15) * scale), offsets = [];
    for (let y = -reach; y <= reach; y++) for (let x = -reach; x <= reach; x++) {
      if (Math.hypot(x, y) - 0.35 <= distance(x / scale, y / scale) * scale + radius * scale) offsets.push(y * size + x);
    }
    return offsets;
  }
  // An ellipse with a rim: how far its core reaches in a direction.
  torso(s, angle) {
    const c = Math.cos(angle), w = Math.sin(angle);
    return this.stamp((x, y) => {
      const along = c * x + w * y, aside = c * y - w * x, length = Math.hypot(along, aside) || 1;
      return 1 / Math.hypot(along / length / 0.04, aside / length / 0.14);
    }, 0.1 + (0.05 * s) / (SIZES - 1));
  }
  // What stays from a tick to the next: each agent's stamp, and the pairs that touch.
  look({ tick, count, agents: { pose, shape, radius }, filters: { category }, contacts: { pairs: { a, b }, distance } }) {
    if (this.stamps?.length !== count) Object.assign(this, { stamps: new Uint8Array(count), places: new Int32Array(count) });
    if (!(this.pairs?.length >= 2 * a.length)) this.pairs = new Int32Array(3 * a.length);
    const { stamps, pairs } = this;
    for (let i = 0; i < count; i++) {
      const isTorso = shape[i] === TORSO, share = isTorso ? (radius[i] - 0.1) * 20 : (radius[i] - 0.18) * 8.33;
      const turn = isTorso ? TURN_OF[CELLS * cellOf(pose[4 * i + 3]) + cellOf(pose[4 * i + 2])] : TURNS;
      stamps[i] = category[i] === 0 ? NOBODY : turn * SIZES + ((share * (SIZES - 1) + 0.5) | 0);
    }
    let touching = 0;
    for (let k = 0; k < a.length && tick > 0; k++) {
      if (!(distance[k] <= 0)) continue;
      pairs[touching++] = a[k];
      pairs[touching++] = b[k];
    }
    Object.assign(this, { tick, touching });
  }
  /** Draws the agents as they are `ahead` seconds before their next tick, on a paper, and lines where they touch. */
  draw(crowd, ahead, { paper, contact }) {
    if (this.tick !== crowd.tick) this.look(crowd);
    const { data, size, half, scale, words, offsets, first, stamps, places } = this, { count, stream, velocity } = crowd;
    const { pose } = crowd.agents, edge = Math.ceil(0.5 * scale) + 2, far = size - edge;
    data.fill(word(paper));
    for (let i = 0; i < count; i++) {
      const stamp = stamps[i];
      places[i] = -1;
      if (stamp === NOBODY) continue;
      const x = ((pose[4 * i] - ahead * velocity[2 * i] + half) * scale + 0.5) | 0;
      const y = ((half - pose[4 * i + 1] + ahead * velocity[2 * i + 1]) * scale + 0.5) | 0;
      if (x < edge || y < edge || x >= far || y >= far) continue;
      const at = y * size + x, colour = words[stream[i]], end = first[stamp + 1];
      for (let k = first[stamp]; k < end; k++) data[at + offsets[k]] = colour;
      places[i] = at;
    }
    if (contact) this.join(word(contact));
  }
  // Lines between agents that touch: these are few pixels apart.
  join(colour) {
    const { data, size, pairs, places, touching } = this;
    for (let k = 0; k < touching; k += 2) {
      const from = places[pairs[k]], to = places[pairs[k + 1]];
      if (from < 0 || to < 0) continue;
      const x = from % size, y = (from / size) | 0, across = (to % size) - x, down = ((to / size) | 0) - y;
      const steps = Math.max(Math.abs(across), Math.abs(down), 1);
      for (let n = 0; n <= steps; n++)
        data[(y + Math.round((n * down) / steps)) * size + x + Math.round((n * across) / steps)] = colour;
    }
  }
}

/** Draws walls, and what the lamp sees, over the agents. */
export function drawOver(context, size, crowd, { seen, lamp, reach, chosen, wall }) {
  const { half, walls } = crowd, scale = size / (2 * half), to = (x, y) => [(x + half) * scale, (half - y) * scale];
  context.clearRect(0, 0, size, size);
  if (seen) {
    context.beginPath();
    seen.forEach((fraction, i) => {
      const angle = (2 * Math.PI * i) / seen.length;
      context.lineTo(...to(lamp.x + fraction * reach * Math.cos(angle), lamp.y + fraction * reach * Math.sin(angle)));
    });
    context.closePath();
    context.fillStyle = "#f2c84b55";
    context.fill();
    context.beginPath();
    context.arc(...to(lamp.x, lamp.y), 7, 0, 7);
    context.fillStyle = chosen === "lamp" ? CHOSEN : "#b88a00";
    context.fill();
  }
  for (let i = 0; i < walls.count; i++) drawWall(context, crowd, i, to, scale, chosen === i ? CHOSEN : wall);
}
function drawWall(context, crowd, i, to, scale, colour) {
  const { walls, list, scale: map } = crowd, { kind, points, size, radius } = list[walls.shape[i]];
  const [x, y, c, s] = walls.pose.subarray(4 * i, 4 * i + 4), k = kind === "BOX" || points.length > 4 ? map : 1;
  const corners = kind === "BOX" ? [-1, -1, 1, -1, 1, 1, -1, 1].map((sign, n) => sign * size[n % 2]) : points;
  context.beginPath();
  for (let n = 0; n < corners.length; n += 2) {
    const px = k * corners[n], py = k * corners[n + 1];
    context.lineTo(...to(x + c * px - s * py, y + s * px + c * py));
  }
  context.closePath();
  context.lineJoin = context.lineCap = "round";
  context.lineWidth = 2 * radius * scale + 1;
  context.fillStyle = context.strokeStyle = colour;
  context.stroke();
  context.fill();
}
