// The crowd of examples/crowd, compiled to WebAssembly (bindings/js/native/crowd.c): the same code as the C program's, and
// the same bits. What is read here lies in the module's memory.
export const TORSO = 1, LONG_WALL = 2, BLOCK = 3, PILLAR = 4, TRIANGLE = 5, HEXAGON = 6;
const VIEW = ["agents", "walls", "a", "b", "distance", "isa", "seen", "corners", "count", "wallCount", "pairs", "wallPairs",
  "touching", "tick"], NUMBERS = ["half", "dt", "milliseconds"]; // crowd_view
export const AGENT = { pose: 0, velocity: 4, radius: 8, shape: 10, category: 11, stream: 12, words: 16 }; // of 4 bytes
const WALL_WORDS = 6, RAYS = 240;

export class Crowd {
  /** source: a WebAssembly.Module; agents: how many; torsos: the share of ellipses. */
  static async open(source, { agents = 10000, torsos = 0.3 } = {}) {
    const { exports } = await WebAssembly.instantiate(source, { page: { now: () => performance.now() } }), crowd = new Crowd();
    Object.assign(crowd, { c: exports, speed: 1 });
    crowd.at(exports.crowd_open(agents, torsos));
    for (const all = new Uint8Array(exports.memory.buffer); (crowd.name ??= "", all[crowd.isa]); crowd.isa++)
      crowd.name += String.fromCharCode(all[crowd.isa]);
    crowd.outlines = [LONG_WALL, BLOCK, PILLAR, TRIANGLE, HEXAGON].map((shape) => crowd.outline(shape));
    return crowd;
  }
  floats(at, length) {
    return new Float32Array(this.c.memory.buffer, at, length);
  }
  words(at, length) {
    return new Uint32Array(this.c.memory.buffer, at, length);
  }
  // Reads what the module has to show.
  at(place) {
    const words = this.words(place, VIEW.length), numbers = this.floats(place + 4 * VIEW.length, NUMBERS.length);
    VIEW.forEach((name, i) => (this[name] = words[i]));
    NUMBERS.forEach((name, i) => (this[name] = numbers[i]));
  }
  /** Runs a tick. */
  run() {
    this.at(this.c.crowd_run(this.speed));
  }
  /** As the C program prints it. */
  checksum() {
    return BigInt.asUintN(64, this.c.crowd_checksum()).toString(16).padStart(16, "0");
  }

  // ---------------------------------------------------------------- agents

  /** Bytes of all agents, AGENT.words words each. */
  get bytes() {
    return new Uint8Array(this.c.memory.buffer, this.agents, 4 * AGENT.words * this.count);
  }
  agent(i) {
    const at = this.agents + 4 * AGENT.words * i, numbers = this.floats(at, 9), words = this.words(at, AGENT.words);
    const [x, y, c, s, vx, vy] = numbers;
    return { x, y, c, s, vx, vy, radius: numbers[AGENT.radius], shape: words[AGENT.shape], category: words[AGENT.category] };
  }
  /** The agents that touch in the last tick: two numbers for each pair. */
  touches() {
    if (this.tick === 0) return [];
    const a = this.words(this.a, this.pairs), b = this.words(this.b, this.pairs), found = [];
    this.floats(this.distance, this.pairs).forEach((distance, k) => distance <= 0 && found.push([a[k], b[k]]));
    return found;
  }

  // ---------------------------------------------------------------- walls

  wall(i) {
    const at = this.walls + 4 * WALL_WORDS * i, [x, y, c, s] = this.floats(at, 4);
    return { x, y, c, s, shape: this.words(at + 16, 1)[0] };
  }
  /** The corners of a shape of walls: x, y of each, and the radius around their hull. */
  outline(shape) {
    const count = this.c.crowd_corners(shape), all = this.floats(this.corners, 2 * count + 1);
    return { corners: [...all.subarray(0, 2 * count)], radius: all[2 * count] };
  }
  addObstacles() {
    this.at(this.c.crowd_add_obstacles());
  }
  /** Returns the wall's number; -1 where there is no room for it. */
  addWall(shape, x, y, c, s) {
    const before = this.wallCount;
    this.at(this.c.crowd_add_wall(shape, x, y, c, s));
    return this.wallCount > before ? before : -1;
  }
  moveWall(i, x, y, c, s) {
    this.c.crowd_move_wall(i, x, y, c, s);
  }
  /** The last wall takes its number. */
  removeWall(i) {
    this.at(this.c.crowd_remove_wall(i));
  }
  /** The last of the walls within 30 cm of a point, or -1. */
  wallAt(x, y) {
    return this.c.crowd_wall_at(x, y);
  }
  /** Casts rays all around from a point: the fraction of `reach` that each comes to. */
  look(x, y, reach) {
    const way = this.floats(this.c.crowd_rays(), 2 * RAYS);
    for (let i = 0; i < 2 * RAYS; i++) {
      const angle = (2 * Math.PI * (i >> 1)) / RAYS;
      way[i] = reach * (i % 2 ? Math.sin(angle) : Math.cos(angle));
    }
    this.c.crowd_look(x, y);
    return [...this.floats(this.seen, RAYS)];
  }
}
