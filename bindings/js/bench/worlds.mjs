// Worlds of circles and boxes that move, and who reports their contacts in each step: this package and packages of npm.
// A contender has step(out), which moves the bodies by one step and writes the pairs that touch, with a normal and a point of
// each; turn(), which turns the ways of all round; and `behind`, by how many steps its contacts are older than its poses.
import { createRequire } from "node:module";
import fs from "node:fs";
import { lanegjk } from "../tests/package.mjs";

const require = createRequire(import.meta.url);
export const STEP = 1 / 60; // seconds

// Half of the bodies, or all, are circles of 0.2 to 0.35 m, the others turned boxes; 1.5 per square metre, at 1.4 m/s.
export class World {
  constructor(count, circles = false) {
    let state = 7;
    this.circles = circles;
    const random = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) / 16777216;
    const numbers = (make) => Float64Array.from({ length: count }, (_, i) => make(i)), side = Math.sqrt(count / 1.5);
    this.count = count;
    this.x = numbers(() => side * random());
    this.y = numbers(() => side * random());
    this.kind = numbers((i) => (this.isCircle(i) ? 0 : Math.floor(100 * random()))); // of boxes
    this.angle = numbers((i) => (this.isCircle(i) ? 0 : 6.28 * random()));
    const way = numbers(() => 6.28 * random());
    this.vx = way.map((turn) => 1.4 * Math.cos(turn));
    this.vy = way.map((turn) => 1.4 * Math.sin(turn));
    this.radius = numbers((i) => (this.isCircle(i) ? 0.2 + 0.15 * random() : 0)); // of circles
    const half = Array.from({ length: 100 }, () => [0.15 + 0.2 * random(), 0.15 + 0.2 * random()]);
    this.half = half;
    this.halfX = this.kind.map((kind) => half[kind][0]);
    this.halfY = this.kind.map((kind) => half[kind][1]);
  }
  isCircle(i) {
    return this.circles || i % 2 === 1;
  }
  bodies(lg) {
    const { Bodies2, Shapes2, box2, circle } = lanegjk;
    const shapes = new Shapes2(lg, [circle(0.35), ...this.half.map(([x, y]) => box2(x, y))]);
    const bodies = new Bodies2(shapes, Array.from(this.kind, (kind, i) => (this.isCircle(i) ? 0 : kind + 1)), undefined,
      Float32Array.from(this.radius));
    for (let i = 0; i < this.count; i++) bodies.place(i, this.x[i], this.y[i], this.angle[i]);
    return bodies;
  }
}

/** What a step writes. */
export class Contacts {
  constructor(room) {
    this.a = new Uint32Array(room);
    this.b = new Uint32Array(room);
    this.normalX = new Float32Array(room);
    this.normalY = new Float32Array(room);
    this.x = new Float32Array(room);
    this.y = new Float32Array(room);
    this.count = 0;
  }
  add(a, b, normalX, normalY, x, y) {
    const k = this.count++;
    this.a[k] = a;
    this.b[k] = b;
    this.normalX[k] = normalX;
    this.normalY[k] = normalY;
    this.x[k] = x;
    this.y[k] = y;
  }
}

// ---------------------------------------------------------------- this package

export const own = (lg, workers, margin = 0) => (world) => {
  const { count } = world, bodies = world.bodies(lg), tick = new lanegjk.Tick(lg, 2, count, 8 * count, { points: true });
  const wayX = world.vx.map((v) => v * STEP), wayY = world.vy.map((v) => v * STEP), options = { margin, workers };
  let sign = 1;
  return { behind: 0, list: tick.among, bodies, turn: () => (sign = -sign),
    step(out) {
      const { pose } = bodies;
      for (let i = 0; i < count; i++) {
        pose[4 * i] += sign * wayX[i];
        pose[4 * i + 1] += sign * wayY[i];
      }
      tick.run(bodies, undefined, options);
      const { a, b, touching, normal, pointA } = tick.among;
      out.count = 0;
      for (let k = 0; k < a.length; k++) {
        if (touching[k]) out.add(a[k], b[k], normal[2 * k], normal[2 * k + 1], pointA[2 * k], pointA[2 * k + 1]);
      }
    } };
};

// ---------------------------------------------------------------- a grid, of circles alone

const WIDEST = 0.35; // the greatest radius

// Cells as wide as the greatest circle: bodies are sorted into them, and each meets those of its own cell and of four others.
export const grid = (world) => {
  const { count } = world, [x, y, radius] = [world.x, world.y, world.radius].map((list) => Float32Array.from(list));
  const cell = new Uint32Array(count), sorted = new Uint32Array(count);
  let sign = STEP, first = new Uint32Array(1);
  const meet = (out, i, from, to) => {
    for (let k = from; k < to; k++) {
      const j = sorted[k], across = x[j] - x[i], up = y[j] - y[i], reach = radius[i] + radius[j];
      const square = across * across + up * up;
      if (square >= reach * reach) continue;
      const length = Math.sqrt(square), normalX = across / length, normalY = up / length;
      out.add(i, j, normalX, normalY, x[i] + radius[i] * normalX, y[i] + radius[i] * normalY);
    }
  };
  return { behind: 0, turn: () => (sign = -sign),
    step(out) {
      let left = Infinity, right = -Infinity, bottom = Infinity, top = -Infinity;
      for (let i = 0; i < count; i++) {
        x[i] += sign * world.vx[i];
        y[i] += sign * world.vy[i];
        left = Math.min(left, x[i]);
        right = Math.max(right, x[i]);
        bottom = Math.min(bottom, y[i]);
        top = Math.max(top, y[i]);
      }
      // A cell is left free on each side, so that neighbours are always there.
      const scale = 1 / (2 * WIDEST), columns = Math.floor((right - left) * scale) + 3;
      const cells = columns * (Math.floor((top - bottom) * scale) + 3);
      if (first.length < cells + 2) first = new Uint32Array(2 * cells + 2);
      first.fill(0);
      for (let i = 0; i < count; i++) {
        cell[i] = (Math.floor((y[i] - bottom) * scale) + 1) * columns + Math.floor((x[i] - left) * scale) + 1;
        first[cell[i] + 2]++;
      }
      for (let c = 2; c < cells + 2; c++) first[c] += first[c - 1];
      for (let i = 0; i < count; i++) sorted[first[cell[i] + 1]++] = i;
      out.count = 0;
      for (let k = 0; k < count; k++) {
        const i = sorted[k], c = cell[i];
        meet(out, i, k + 1, first[c + 2]); // the rest of this cell, and the next one
        meet(out, i, first[c + columns - 1], first[c + columns + 2]); // three of the next row
      }
    } };
};

// ---------------------------------------------------------------- rapier

// Bodies are kinematic, so that there is nothing to solve. Events say which pairs begin and cease to touch; what touches is
// asked for its manifold.
export const rapier = (name) => async (world) => {
  const rapier = require(name), { count } = world;
  await rapier.init();
  const space = new rapier.World({ x: 0, y: 0 }), queue = new rapier.EventQueue(true), all = [], colliders = [];
  space.timestep = STEP;
  for (let i = 0; i < count; i++) {
    const body = space.createRigidBody(rapier.RigidBodyDesc.kinematicVelocityBased().setTranslation(world.x[i], world.y[i])
      .setRotation(world.angle[i]).setLinvel(world.vx[i], world.vy[i]).setCanSleep(false));
    const shape = world.isCircle(i) ? rapier.ColliderDesc.ball(world.radius[i])
      : rapier.ColliderDesc.cuboid(world.halfX[i], world.halfY[i]);
    all.push(body);
    colliders.push(space.createCollider(shape.setActiveCollisionTypes(rapier.ActiveCollisionTypes.KINEMATIC_KINEMATIC)
      .setActiveEvents(rapier.ActiveEvents.COLLISION_EVENTS), body));
  }
  const index = new Map(colliders.map((collider, i) => [collider.handle, i])), touching = new Map();
  let to, a, b, sign = 1, normal = { x: 0, y: 0 }, point = { x: 0, y: 0 };
  const note = (first, second, begins) => {
    const i = index.get(first), k = index.get(second), key = i < k ? i * count + k : k * count + i;
    if (begins) touching.set(key, i < k ? [i, k] : [k, i]);
    else touching.delete(key);
  };
  const read = (manifold, flipped) => {
    const points = manifold.numContacts();
    if (!(points > 0 && manifold.contactDist(0) <= 0) && !(points > 1 && manifold.contactDist(1) <= 0)) return;
    const way = flipped ? -1 : 1;
    normal = manifold.normal(normal);
    point = manifold.solverContactPoint(0, point);
    to.add(a, b, way * normal.x, way * normal.y, point.x, point.y);
  };
  return { behind: 1,
    turn() {
      sign = -sign;
      all.forEach((body, i) => body.setLinvel({ x: sign * world.vx[i], y: sign * world.vy[i] }, true));
    },
    step(out) {
      space.step(queue);
      queue.drainCollisionEvents(note);
      out.count = 0;
      to = out;
      for ([a, b] of touching.values()) space.contactPair(colliders[a], colliders[b], read);
    } };
};

// ---------------------------------------------------------------- Box2D: compiled, and rewritten in JavaScript

/** The compiled one, with SIMD. */
export const boxOfBox2d = () => {
  // In Node.js 18 and later it does not find its file by itself.
  const wasmBinary = fs.readFileSync(require.resolve("box2d-wasm/dist/umd/Box2D.simd.wasm"));
  return require("box2d-wasm/dist/umd/Box2D.simd.js")({ wasmBinary });
};

// Kinematic bodies of Box2D do not meet, so they are dynamic. A listener gets each pair that touches, and keeps it from
// the solver, which has no iterations.
export const box2d = async (world) => {
  const box2d = await boxOfBox2d(), { getPointer, wrapPointer } = box2d, none = () => {};
  const space = new box2d.b2World(new box2d.b2Vec2(0, 0)), way = new box2d.b2Vec2(0, 0), all = [], index = new Map();
  space.SetAllowSleeping(false);
  space.SetContinuousPhysics(false);
  space.SetWarmStarting(false);
  for (let i = 0; i < world.count; i++) {
    const def = new box2d.b2BodyDef(), circle = world.isCircle(i);
    const shape = new box2d[circle ? "b2CircleShape" : "b2PolygonShape"]();
    def.type = box2d.b2_dynamicBody;
    def.position.Set(world.x[i], world.y[i]);
    def.angle = world.angle[i];
    def.linearVelocity.Set(world.vx[i], world.vy[i]);
    def.fixedRotation = true;
    if (circle) shape.m_radius = world.radius[i];
    else shape.SetAsBox(world.halfX[i], world.halfY[i]);
    const body = space.CreateBody(def);
    index.set(getPointer(body.CreateFixture(shape, 1)), i);
    all.push(body);
  }
  const manifold = new box2d.b2WorldManifold();
  let to, sign = 1;
  const listener = Object.assign(new box2d.JSContactListener(), { BeginContact: none, EndContact: none, PostSolve: none,
    PreSolve(pointer) {
      const contact = wrapPointer(pointer, box2d.b2Contact);
      contact.SetEnabled(false);
      contact.GetWorldManifold(manifold);
      const { normal } = manifold, point = manifold.get_points(0);
      to.add(index.get(getPointer(contact.GetFixtureA())), index.get(getPointer(contact.GetFixtureB())), normal.x, normal.y,
        point.x, point.y);
    } });
  space.SetContactListener(listener);
  return { behind: 1,
    turn() {
      sign = -sign;
      all.forEach((body, i) => (way.Set(sign * world.vx[i], sign * world.vy[i]), body.SetLinearVelocity(way)));
    },
    step(out) {
      out.count = 0;
      to = out;
      space.Step(STEP, 0, 0);
    } };
};

export const planck = async (world) => {
  const { Box, Circle, Vec2, World: Space, WorldManifold } = require("planck"), all = [];
  const space = new Space({ gravity: new Vec2(0, 0), allowSleep: false, continuousPhysics: false, warmStarting: false,
    velocityIterations: 0, positionIterations: 0 });
  for (let i = 0; i < world.count; i++) {
    const body = space.createBody({ type: "dynamic", position: new Vec2(world.x[i], world.y[i]), angle: world.angle[i],
      linearVelocity: new Vec2(world.vx[i], world.vy[i]), fixedRotation: true });
    const shape = world.isCircle(i) ? new Circle(world.radius[i]) : new Box(world.halfX[i], world.halfY[i]);
    body.createFixture({ shape, density: 1, userData: i });
    all.push(body);
  }
  const manifold = new WorldManifold();
  let to, sign = 1;
  // Gets each pair that touches, and keeps it from the solver.
  space.on("pre-solve", (contact) => {
    contact.setEnabled(false);
    const { normal, points: [point] } = contact.getWorldManifold(manifold);
    to.add(contact.getFixtureA().getUserData(), contact.getFixtureB().getUserData(), normal.x, normal.y, point.x, point.y);
  });
  return { behind: 1,
    turn() {
      sign = -sign;
      all.forEach((body, i) => body.setLinearVelocity(new Vec2(sign * world.vx[i], sign * world.vy[i])));
    },
    step(out) {
      out.count = 0;
      to = out;
      space.step(STEP);
    } };
};

// ---------------------------------------------------------------- matter

export const PIXELS = 100; // in a metre; it rounds corners to a thousandth of a pixel

// Its detector alone: no pairs of an engine, and no solver. Circles are polygons of up to 26 corners.
export const matter = async (world) => {
  const { Bodies, Body, Detector } = require("matter-js");
  const all = Array.from(world.x, (x, i) => {
    const options = { angle: 0 }, at = [PIXELS * x, PIXELS * world.y[i]];
    const body = world.isCircle(i) ? Bodies.circle(...at, PIXELS * world.radius[i], options)
      : Bodies.rectangle(...at, 2 * PIXELS * world.halfX[i], 2 * PIXELS * world.halfY[i], options);
    body.plugin.index = i;
    Body.setAngle(body, world.angle[i]);
    return body;
  });
  const detector = Detector.create({ bodies: [...all] }), way = { x: 0, y: 0 };
  let sign = PIXELS * STEP;
  return { behind: 0, turn: () => (sign = -sign),
    step(out) {
      for (let i = 0; i < all.length; i++) {
        way.x = sign * world.vx[i];
        way.y = sign * world.vy[i];
        Body.translate(all[i], way);
      }
      out.count = 0;
      for (const { bodyA, bodyB, normal, supports: [point] } of Detector.collisions(detector)) {
        out.add(bodyA.plugin.index, bodyB.plugin.index, -normal.x, -normal.y, point.x / PIXELS, point.y / PIXELS);
      }
    } };
};
