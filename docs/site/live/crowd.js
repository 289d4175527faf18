// The crowd of examples/crowd, in JavaScript over the package: four streams of agents make their way among walls. Its
// arithmetic is that of floats, operation by operation, so a run has the checksum of the C program.
import { Bodies2, Cast, CastAgainst, Contact, Filters, Finder, Index, Pairs, Shapes2, box2, capsule2, circle, ellipse, order,
  polygon } from "./lanegjk.mjs";

const f = Math.fround;
const COMFORT = f(0.35), CIRCLE_RADIUS = f(0.18), CIRCLE_RANGE = f(0.12), TORSO_RADIUS = f(0.1), TORSO_RANGE = f(0.05);
const SPACING = f(0.85), MAX_SPEED = f(1.6), MAX_PUSH = f(0.1), MAX_EXTENT = f(0.3), TILE = f(70), STEER = f(0.15);
const STIFF = 0.5, SOFT = f(0.03), KEEP_RIGHT = f(0.4), ROOM = f(0.1), DOOR = 1, GATE = 2.5, AWAY = 20, PERIOD = 64;
const TURN = f(0.1);
const NOBODY = 0, SOMEBODY = 1, NEWCOMER = 2, HIT = 1, OVERLAP = 2;
export const CIRCLE = 0, TORSO = 1, LONG_WALL = 2, BLOCK = 3, PILLAR = 4, TRIANGLE = 5, HEXAGON = 6;
const WAY_X = new Float32Array([1, -1, 0, 0]), WAY_Y = new Float32Array([0, 0, 1, -1]);
const MAX_WALLS = 1024, RAYS = 240;

// Where walls stand in a tile: shape, centre in halves of the tile's side, cosine and sine.
const FIRST = [[BLOCK, -0.5, -0.5, 0.8, 0.6], [BLOCK, 0.5, -0.5, 0.6, 0.8], [BLOCK, -0.5, 0.5, 0.6, -0.8],
  [BLOCK, 0.5, 0.5, 0.8, -0.6], [PILLAR, -0.8, -0.25, 0.8, 0.6], [PILLAR, -0.8, 0.25, 0.8, 0.6], [PILLAR, 0.8, -0.25, 0.8, 0.6],
  [PILLAR, 0.8, 0.25, 0.8, 0.6], [PILLAR, -0.25, -0.8, 0.8, 0.6], [PILLAR, 0.25, -0.8, 0.8, 0.6], [PILLAR, -0.25, 0.8, 0.8, 0.6],
  [PILLAR, 0.25, 0.8, 0.8, 0.6]];
const LATER = [[HEXAGON, 0, 0, 1, 0], [TRIANGLE, -0.333, 0, 0.6, 0.8], [TRIANGLE, 0.333, 0, -0.6, -0.8],
  [HEXAGON, 0, -0.333, 0.96, 0.28], [HEXAGON, 0, 0.333, 0.8, -0.6]];

const clamp = (value, limit) => (value > limit ? limit : value < -limit ? -limit : value);

export class Crowd {
  /** agents: how many; rate: ticks per second; torsos: the share of ellipses; isa: an instruction set of the module. */
  constructor(lg, { agents = 10000, rate = 20, torsos = 0.3 } = {}) {
    let columns = 1;
    while (columns * columns < agents) columns++;
    Object.assign(this, { lg, count: agents, tick: 0, dt: f(1 / rate), torsos: f(torsos), speed: 1 });
    this.half = f(f(f(0.5 * SPACING) * columns) + 1);
    this.tiles = Math.trunc(f(this.half / TILE)) + 1;
    this.owned = [];
    this.defineShapes();
    this.makeAgents(columns);
    this.makeWalls();
    this.bind();
  }
  own(thing) {
    this.owned.push(thing);
    return thing;
  }
  free() {
    for (const thing of [...this.owned.reverse(), this.index]) thing.free();
  }

  // ---------------------------------------------------------------- the plaza

  defineShapes() {
    const k = f(f(this.half / this.tiles) / 20), scale = [[k, 0], [0, k]];
    this.list = [circle(0), ellipse(f(0.04), f(0.14)), capsule2(this.half, f(0.2)), box2(2.5, 0.75), box2(0.5, 0.5, f(0.1)),
      polygon([[-2, -1.5], [2.5, -1], [0, 2]], f(0.3)),
      polygon([[2, 0], [1, 1.75], [-1, 1.75], [-2, 0], [-1, -1.75], [1, -1.75]])]
      .map((shape, i) => (i < BLOCK ? shape : shape.mapped(scale)));
    this.shapes = this.own(new Shapes2(this.lg, this.list));
    this.scale = k;
  }
  makeWalls() {
    const h = this.half;
    this.walls = this.own(new Bodies2(this.shapes, MAX_WALLS));
    this.walls.count = 0;
    this.addWall(LONG_WALL, 0, -h, 1, 0);
    this.addWall(LONG_WALL, 0, h, 1, 0);
    this.addWall(LONG_WALL, -h, 0, 0, 1);
    this.addWall(LONG_WALL, h, 0, 0, 1);
    this.addInTiles(FIRST);
    this.rebuild();
  }
  addInTiles(places) {
    const tile = f(this.half / this.tiles), { tiles, half } = this;
    for (let t = 0; t < tiles * tiles; t++) {
      const x = f(f(tile * (2 * (t % tiles) + 1)) - half), y = f(f(tile * (2 * Math.trunc(t / tiles) + 1)) - half);
      for (const [shape, atX, atY, c, s] of places)
        this.addWall(shape, f(x + f(tile * f(atX))), f(y + f(tile * f(atY))), c, s);
    }
  }
  addObstacles() {
    this.addInTiles(LATER);
    this.rebuild();
  }
  /** Adds a wall, if there is room for it; rebuild() makes it stand. Returns its number. */
  addWall(shape, x, y, c, s) {
    const { walls } = this;
    if (walls.count === walls.capacity) return -1;
    walls.count++;
    walls.shape[walls.count - 1] = shape;
    walls.pose.set([x, y, c, s], 4 * (walls.count - 1));
    return walls.count - 1;
  }
  removeWall(i) {
    const { walls } = this, last = walls.count - 1;
    walls.shape[i] = walls.shape[last];
    walls.pose.copyWithin(4 * i, 4 * last, 4 * last + 4);
    walls.count = last;
    this.rebuild();
  }
  /** After walls were added, moved or removed. */
  rebuild() {
    const step = f(f(MAX_SPEED * this.dt) + f(f(1.42) * MAX_PUSH));
    this.wallMargin = step > COMFORT ? step : COMFORT;
    this.index?.free();
    this.index = new Index(this.walls, f(f(1.01) * f(MAX_EXTENT + this.wallMargin)));
    if (this.against) this.against.index = this.rays.index = this.index;
  }

  // ---------------------------------------------------------------- agents

  random(i) {
    const state = (this.state[i] = Math.imul(this.state[i], 1664525) + 1013904223);
    return (state >>> 8) / 16777216;
  }
  makeSomebody(i) {
    const { agents: { shape, radius } } = this, torso = this.random(i) < this.torsos, size = this.random(i);
    shape[i] = torso ? TORSO : CIRCLE;
    radius[i] = torso ? f(TORSO_RADIUS + f(TORSO_RANGE * size)) : f(CIRCLE_RADIUS + f(CIRCLE_RANGE * size));
    this.walk[i] = f(1 + f(f(0.6) * this.random(i)));
    this.stream[i] = 4 * this.random(i);
    this.velocity[2 * i] = this.velocity[2 * i + 1] = 0;
  }
  makeAgents(columns) {
    const { count, half } = this;
    this.agents = this.own(new Bodies2(this.shapes, count, undefined, true));
    this.filters = this.own(new Filters(this.agents));
    this.state = new Int32Array(count);
    this.number = Uint32Array.from({ length: count }, (_, i) => i);
    this.back = new Uint32Array(count);
    this.stream = new Uint8Array(count);
    this.replaced = new Uint8Array(count);
    this.walk = new Float32Array(count);
    this.velocity = new Float32Array(2 * count);
    const { pose } = this.agents;
    for (let i = 0; i < count; i++) {
      this.state[i] = Math.imul(i + 1, 2654435769);
      this.makeSomebody(i);
      const place = (i * 2654435761) % count, x = f((place % columns) + f(f(0.4) * this.random(i)));
      const y = f(Math.trunc(place / columns) + f(f(0.4) * this.random(i)));
      pose[4 * i] = f(f(f(SPACING * f(x + f(0.3))) - half) + 1);
      pose[4 * i + 1] = f(f(f(SPACING * f(y + f(0.3))) - half) + 1);
      pose[4 * i + 2] = WAY_X[this.stream[i]];
      pose[4 * i + 3] = WAY_Y[this.stream[i]];
    }
  }
  // The queries, bound once.
  bind() {
    const { agents, walls, filters } = this, want = ["status", "distance", "normal"];
    this.among = this.own(new Finder(agents, { margin: COMFORT, filters, capacity: 3 * this.count }));
    this.against = this.own(new Finder(agents, { index: this.index, margin: this.wallMargin, filters, capacity: this.count }));
    this.contacts = this.own(new Contact(agents, this.among, { want, maxDistance: COMFORT }));
    this.wallContacts = this.own(new Contact(agents, this.against, { other: walls, want, maxDistance: COMFORT }));
    this.held = this.own(new Pairs(this.lg, this.count));
    this.steps = this.own(new Cast(agents, this.held, { other: walls, way: true, want: ["status", "fraction", "normal"] }));
    this.eyes = this.own(new Bodies2(this.own(new Shapes2(this.lg, [polygon([[0, 0]])])), RAYS));
    this.rays = this.own(new CastAgainst(this.eyes, this.index, { way: true }));
  }
  appear(i) {
    const { pose } = this.agents, { half } = this;
    this.makeSomebody(i);
    const x = WAY_X[this.stream[i]], y = WAY_Y[this.stream[i]], back = f(DOOR - half);
    const aside = f(f(half - DOOR) * f(f(2 * this.random(i)) - 1));
    pose[4 * i] = f(f(back * x) + f(aside * y));
    pose[4 * i + 1] = f(f(back * y) + f(aside * x));
    pose[4 * i + 2] = x;
    pose[4 * i + 3] = y;
    this.velocity[2 * i] = f(this.walk[i] * x);
    this.velocity[2 * i + 1] = f(this.walk[i] * y);
    this.filters.category[i] = NEWCOMER;
  }
  leave(i, back) {
    this.filters.category[i] = NOBODY;
    this.back[i] = back;
  }

  // ---------------------------------------------------------------- a tick

  /** Agents that are near each other get places near each other in memory. */
  sort() {
    const places = order(this.agents), { agents, filters: { category } } = this;
    const moved = (array, width) => {
      const from = array.slice();
      for (let i = 0; i < places.length; i++) for (let k = 0; k < width; k++) array[width * i + k] = from[width * places[i] + k];
    };
    moved(agents.pose, 4);
    moved(this.velocity, 2);
    for (const array of [agents.shape, agents.radius, category, this.state, this.number, this.back, this.stream, this.walk])
      moved(array, 1);
    for (let i = 0; i < places.length; i++) this.replaced[i] = category[i] === NEWCOMER;
  }
  // Newcomers who are too near anybody or anything try again in the next tick, elsewhere.
  turnAway(query, ofAgents) {
    const { pairs: { a, b }, distance } = query, { replaced } = this;
    let count = 0;
    for (let i = 0; i < a.length; i++) {
      const newB = ofAgents && replaced[b[i]];
      if (!(replaced[a[i]] || newB) || !(distance[i] < ROOM)) continue;
      this.leave(newB ? b[i] : a[i], this.tick + 1);
      count++;
    }
    return count;
  }
  // They have not been here: their pairs do not count.
  forgetPairs(query, ofAgents) {
    const { pairs: { a, b }, distance } = query, { category } = this.filters;
    for (let i = 0; i < a.length; i++)
      if (category[a[i]] === NOBODY || (ofAgents && category[b[i]] === NOBODY)) distance[i] = Infinity;
  }
  admit() {
    const { category } = this.filters;
    if (this.turnAway(this.contacts, true) + this.turnAway(this.wallContacts, false) > 0) {
      this.forgetPairs(this.contacts, true);
      this.forgetPairs(this.wallContacts, false);
    }
    for (let i = 0; i < this.count; i++) if (this.replaced[i] && category[i] === NEWCOMER) category[i] = SOMEBODY;
  }
  // What a list pushes agents by; the sum of floats depends on the order of its terms, which is that of the sorted list.
  pushBy(query, push, ofAgents) {
    const { pairs: { a, b }, distance, normal } = query;
    let touching = 0;
    for (let i = 0; i < a.length; i++) {
      const gap = distance[i];
      if (!(gap < COMFORT)) continue;
      touching += gap <= 0;
      const amount = f(f(SOFT * f(COMFORT - gap)) + (gap < 0 ? f(-STIFF * gap) : 0)), x = normal[2 * i], y = normal[2 * i + 1];
      const pushX = f(amount * f(f(KEEP_RIGHT * y) - x)), pushY = f(amount * f(f(-KEEP_RIGHT * x) - y)), to = 2 * a[i];
      if (ofAgents) {
        const other = 2 * b[i];
        push[to] = f(push[to] + pushX);
        push[to + 1] = f(push[to + 1] + pushY);
        push[other] = f(push[other] - pushX);
        push[other + 1] = f(push[other + 1] - pushY);
      } else { // the wall does not give way
        push[to] = f(push[to] + f(2 * pushX));
        push[to + 1] = f(push[to + 1] + f(2 * pushY));
      }
    }
    return touching;
  }
  planSteps(push) {
    const { velocity, walk, stream, dt, half, agents: { pose }, filters: { category }, speed } = this;
    for (let i = 0; i < this.count; i++) {
      if (category[i] === NOBODY) continue;
      const wanted = f(speed * walk[i]), v = 2 * i, at = 4 * i, vx = velocity[v], vy = velocity[v + 1];
      const goX = f(vx + f(STEER * f(f(WAY_X[stream[i]] * wanted) - vx)));
      const goY = f(vy + f(STEER * f(f(WAY_Y[stream[i]] * wanted) - vy)));
      const x = clamp(f(f(pose[at] + f(dt * goX)) + clamp(push[v], MAX_PUSH)), half);
      const y = clamp(f(f(pose[at + 1] + f(dt * goY)) + clamp(push[v + 1], MAX_PUSH)), half);
      push[v] = f(x - pose[at]);
      push[v + 1] = f(y - pose[at + 1]);
      velocity[v] = velocity[v + 1] = 0; // that of the step: who is held up slows down
    }
  }
  go(i, push, fraction, pose = this.agents.pose) {
    const { velocity, dt } = this, x = f(fraction * push[2 * i]), y = f(fraction * push[2 * i + 1]);
    pose[4 * i] = f(pose[4 * i] + x);
    pose[4 * i + 1] = f(pose[4 * i + 1] + y);
    velocity[2 * i] = f(velocity[2 * i] + f(x / dt));
    velocity[2 * i + 1] = f(velocity[2 * i + 1] + f(y / dt));
  }
  // Nobody walks through a wall: who would touch one goes up to it, and slides along it with the rest of the step, once.
  holdBack() {
    this.held.set(this.against);
    for (let round = 0; round < 2 && this.held.count > 0; round++) {
      const { status, fraction, normal, way: push, pairs: { a, b } } = this.steps.run(), kept = [];
      for (let i = 0, next; i < a.length; i = next) {
        const who = a[i], x = push[2 * who], y = push[2 * who + 1];
        const dot = (k) => f(f(x * normal[2 * k]) + f(y * normal[2 * k + 1]));
        let first = -1, nearest = 1;
        for (next = i; next < a.length && a[next] === who; next++) {
          if (status[next] !== HIT && (status[next] !== OVERLAP || dot(next) <= 0)) continue;
          if (fraction[next] < nearest) (nearest = fraction[next]), (first = next);
        }
        if (first < 0) continue;
        this.go(who, push, nearest);
        const left = round === 0 ? f(1 - nearest) : 0, into = f(left * dot(first));
        push[2 * who] = f(f(left * x) - f(into * normal[2 * first]));
        push[2 * who + 1] = f(f(left * y) - f(into * normal[2 * first + 1]));
        for (let k = i; k < next; k++) kept.push(a[k], b[k]);
      }
      this.held.set(kept);
    }
  }
  makeSteps(push) {
    const { velocity, stream, replaced, half, tick, agents: { pose }, filters: { category } } = this, far = f(half - GATE);
    for (let i = 0; i < this.count; i++) {
      if (category[i] !== NOBODY) {
        this.go(i, push, 1, pose);
        push[2 * i] = push[2 * i + 1] = 0;
        const c = f(pose[4 * i + 2] + f(TURN * velocity[2 * i])), s = f(pose[4 * i + 3] + f(TURN * velocity[2 * i + 1]));
        const length = f(Math.sqrt(f(f(c * c) + f(s * s))));
        if (length > f(0.1)) (pose[4 * i + 2] = f(c / length)), (pose[4 * i + 3] = f(s / length));
        if (f(f(WAY_X[stream[i]] * pose[4 * i]) + f(WAY_Y[stream[i]] * pose[4 * i + 1])) > far) this.leave(i, tick + AWAY);
      } else if (tick >= this.back[i]) this.appear(i);
      replaced[i] = category[i] === NEWCOMER ? 1 : 0;
    }
  }
  /** Runs a tick. Returns the milliseconds of the queries and their pairs. */
  run() {
    if (this.tick % PERIOD === 0) this.sort();
    this.among.run();
    this.against.run();
    const begin = performance.now();
    this.contacts.run();
    this.wallContacts.run();
    const milliseconds = performance.now() - begin, push = this.steps.way;
    this.admit();
    this.touching = this.pushBy(this.contacts, push, true) + this.pushBy(this.wallContacts, push, false);
    this.planSteps(push);
    this.holdBack();
    this.makeSteps(this.steps.way);
    this.tick++;
    return { milliseconds, pairs: this.among.count + this.against.count };
  }
  /** Casts rays all around from a point: the fraction of `reach` that each comes to. */
  look(x, y, reach) {
    const { pose } = this.eyes, { way } = this.rays;
    for (let i = 0; i < RAYS; i++) {
      pose[4 * i] = x;
      pose[4 * i + 1] = y;
      way[2 * i] = reach * Math.cos((2 * Math.PI * i) / RAYS);
      way[2 * i + 1] = reach * Math.sin((2 * Math.PI * i) / RAYS);
    }
    this.rays.run();
    return Array.from({ length: RAYS }, (_, i) => this.rays.at(i)?.fraction ?? 1);
  }
  /** As the C program prints it. */
  checksum() {
    const { pose } = this.agents, words = new Uint32Array(pose.buffer, pose.byteOffset, pose.length), { category } = this.filters;
    let sum = 0n;
    for (let i = 0; i < this.count; i++) {
      let hash = 14695981039346656037n;
      for (const word of [this.number[i], category[i], ...words.subarray(4 * i, 4 * i + 4)])
        hash = BigInt.asUintN(64, (hash ^ BigInt(word)) * 1099511628211n);
      sum += hash;
    }
    return BigInt.asUintN(64, sum).toString(16).padStart(16, "0");
  }
}
