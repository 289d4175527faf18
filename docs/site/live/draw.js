// Agents as pixels: each is a stamp, made once for its size and direction, that is copied into the picture. It needs
// no WebGL, and gives the same pixels everywhere.
import { TORSO } from "./crowd.js";

export const COLOURS = ["#2f6db5", "#d9822b", "#3a9d5d", "#b8405e"]; // of the streams
const PAPER = 0xfff0f5f7, SIZES = 5, TURNS = 16;
const word = (colour) => 0xff000000 | (parseInt(colour.slice(5), 16) << 16) | (parseInt(colour.slice(3, 5), 16) << 8) |
  parseInt(colour.slice(1, 3), 16);

export class Picture {
  /** data: the pixels of a square of `size`, as words; half: metres from the middle to a side. */
  constructor(data, size, half) {
    Object.assign(this, { data, size, half, scale: size / (2 * half) });
    this.words = COLOURS.map((colour) => word(colour) | 0);
    this.stamps = [];
    for (let turn = 0; turn < TURNS; turn++)
      for (let s = 0; s < SIZES; s++) this.stamps.push(this.torso(s, (turn * Math.PI) / TURNS));
    this.circles = Array.from({ length: SIZES }, (_, s) => this.stamp(() => 0, 0.18 + (0.12 * s) / (SIZES - 1)));
  }
  // The offsets of the pixels whose centres are within `radius` metres of a core, by the distance to it.
  stamp(distance, radius) {
    const { scale, size } = this, reach = Math.ceil((radius + 0.15) * scale), offsets = [];
    for (let y = -reach; y <= reach; y++) for (let x = -reach; x <= reach; x++) {
      if (Math.hypot(x, y) - 0.35 <= distance(x / scale, y / scale) * scale + radius * scale) offsets.push(y * size + x);
    }
    return Int32Array.from(offsets);
  }
  // An ellipse with a rim: how far its core reaches in a direction.
  torso(s, angle) {
    const c = Math.cos(angle), w = Math.sin(angle);
    return this.stamp((x, y) => {
      const along = c * x + w * y, aside = c * y - w * x, length = Math.hypot(along, aside) || 1;
      return 1 / Math.hypot(along / length / 0.04, aside / length / 0.14);
    }, 0.1 + (0.05 * s) / (SIZES - 1));
  }
  /** Draws the agents as they are `ahead` seconds before their next tick. */
  draw(crowd, ahead = 0) {
    const { data, size, half, scale, words, stamps, circles } = this, { count, stream, velocity, agents } = crowd;
    const { pose, shape, radius } = agents, { category } = crowd.filters, edge = Math.ceil(0.5 * scale) + 2;
    data.fill(PAPER | 0);
    for (let i = 0; i < count; i++) {
      if (category[i] === 0) continue;
      const x = ((pose[4 * i] - ahead * velocity[2 * i] + half) * scale + 0.5) | 0;
      const y = ((half - pose[4 * i + 1] + ahead * velocity[2 * i + 1]) * scale + 0.5) | 0;
      if (x < edge || y < edge || x >= size - edge || y >= size - edge) continue;
      const isTorso = shape[i] === TORSO, share = isTorso ? (radius[i] - 0.1) * 20 : (radius[i] - 0.18) * 8.33;
      const s = (share * (SIZES - 1) + 0.5) | 0;
      let stamp = circles[s];
      if (isTorso) {
        const turn = (Math.atan2(-pose[4 * i + 3], pose[4 * i + 2]) * (TURNS / Math.PI) + TURNS + 0.5) | 0;
        stamp = stamps[(turn & (TURNS - 1)) * SIZES + s];
      }
      const at = y * size + x, colour = words[stream[i]], length = stamp.length;
      for (let k = 0; k < length; k++) data[at + stamp[k]] = colour;
    }
  }
}

/** Draws walls, what the lamp sees, and contacts, over the agents. */
export function drawOver(context, size, crowd, { seen, lamp, reach, chosen, contacts }) {
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
    context.fillStyle = chosen === "lamp" ? "#c0392b" : "#b88a00";
    context.fill();
  }
  for (let i = 0; i < walls.count; i++) drawWall(context, crowd, i, to, scale, chosen === i);
  if (contacts) {
    context.beginPath();
    const { pairs: { a, b }, distance } = crowd.contacts, { pose } = crowd.agents;
    for (let i = 0; i < a.length; i++) {
      if (distance[i] > 0) continue;
      context.moveTo(...to(pose[4 * a[i]], pose[4 * a[i] + 1]));
      context.lineTo(...to(pose[4 * b[i]], pose[4 * b[i] + 1]));
    }
    context.strokeStyle = "#d0021b";
    context.lineWidth = 1;
    context.stroke();
  }
}
function drawWall(context, crowd, i, to, scale, isChosen) {
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
  context.fillStyle = context.strokeStyle = isChosen ? "#c0392b" : "#4a4f58";
  context.stroke();
  context.fill();
}
