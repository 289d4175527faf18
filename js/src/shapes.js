// Shapes, sets of them, bodies that have them, poses.
import { Block, LAYOUTS, LanegjkError, ErrorCode, Owner, Struct, refuse, steady } from "./base.js";

const KINDS = { 2: ["POINTS", "BOX", "ELLIPSE"], 3: ["POINTS", "BOX", "ELLIPSOID", "CYLINDER", "CONE"] };
const MAX_POINTS = 256;
export const POSE_FLOATS = { 2: 4, 3: 7 };

/** The numbers of an array of arrays, or of a flat one. */
export function flat(array) {
  return array.length > 0 && typeof array[0] === "object" ? [].concat(...Array.from(array, (row) => Array.from(row))) : array;
}

/** A shape before it is in a set. */
export class Shape {
  constructor(members) {
    Object.assign(this, { radius: 0, points: [], size: [], map: [] }, members);
  }
  /** The shape with this rounding radius. */
  rounded(radius) {
    return new Shape({ ...this, radius });
  }
  /** The shape with a linear map of its core, by rows. */
  mapped(matrix) {
    const map = Array.from(flat(matrix));
    return map.length === this.dim ** 2 ? new Shape({ ...this, map }) : refuse(`matrix: ${this.dim ** 2} numbers are wanted`);
  }
}

const points = (dim, given, radius) => new Shape({ dim, kind: "POINTS", points: flat(given), radius });
const sized = (dim, kind, size, radius) => new Shape({ dim, kind, size, radius });
export const polygon = (list, radius = 0) => points(2, list, radius);
export const circle = (radius) => points(2, [0, 0], radius);
export const capsule2 = (halfLength, radius) => points(2, [-halfLength, 0, halfLength, 0], radius);
export const box2 = (halfX, halfY, radius = 0) => sized(2, "BOX", [halfX, halfY], radius);
export const ellipse = (semiX, semiY, radius = 0) => sized(2, "ELLIPSE", [semiX, semiY], radius);
export const hull = (list, radius = 0) => points(3, list, radius);
export const ball = (radius) => points(3, [0, 0, 0], radius);
export const capsule3 = (halfLength, radius) => points(3, [0, 0, -halfLength, 0, 0, halfLength], radius);
export const box3 = (halfX, halfY, halfZ, radius = 0) => sized(3, "BOX", [halfX, halfY, halfZ], radius);
export const ellipsoid = (semiX, semiY, semiZ, radius = 0) => sized(3, "ELLIPSOID", [semiX, semiY, semiZ], radius);
export const cylinder = (radius, halfHeight, rounding = 0) => sized(3, "CYLINDER", [radius, halfHeight], rounding);
export const cone = (radius, halfHeight, rounding = 0) => sized(3, "CONE", [radius, halfHeight], rounding);

/** A table of shapes that never changes. */
class Shapes {
  constructor(lg, dim, shapes) {
    Object.defineProperty(this, "lg", { value: lg });
    this.dim = dim;
    this.length = shapes.length;
    const kept = new Owner(lg), { size } = LAYOUTS[`lgjk_shape${dim}_def`];
    try {
      const table = kept.block(Uint8Array, size * this.length);
      shapes.map((shape, i) => this.define(kept, shape, i)).forEach((def, i) =>
        table.view.set(new Uint8Array(lg.memory.buffer, def.at, size), size * i));
      const out = kept.block(Uint32Array, 1);
      lg.call(`shapes${dim}_create`, table.at, this.length, 0, out.at);
      this.at = out.view[0];
    } finally {
      kept.free();
    }
  }
  define(kept, shape, i) {
    if (shape.dim !== this.dim) throw new LanegjkError(`shapes[${i}] is of ${shape.dim}D`, ErrorCode.SHAPE, i);
    const count = shape.points.length / this.dim, list = kept.block(Float32Array, shape.points.length, shape.points);
    return kept.struct(`lgjk_shape${this.dim}_def`, {
      kind: KINDS[this.dim].indexOf(shape.kind), radius: shape.radius, points: count ? list.at : 0, point_count: count,
      size: shape.size, map: shape.map,
    });
  }
  // What a function tells of a shape: the struct that it writes, which the caller frees.
  ask(what, struct, index, ...words) {
    if (!(index >= 0 && index < this.length)) refuse(`shape ${index} of ${this.length}`);
    const told = new Struct(this.lg, struct);
    this.lg.call(`shapes${this.dim}_${what}`, this.at, index, told.at, ...words);
    return told;
  }
  /** What was built: kind, vertices, radius, bound, matrix. */
  get(index) {
    const room = new Block(this.lg, Float32Array, MAX_POINTS * this.dim);
    const info = this.ask("get", `lgjk_shape${this.dim}_info`, index, room.at, MAX_POINTS);
    const vertices = room.view.slice(0, info.get("vertex_count") * this.dim), { kind, ...rest } = info.read();
    room.free();
    info.free();
    return { kind: KINDS[this.dim][kind], vertices, radius: rest.radius, bound: rest.bound, matrix: rest.matrix };
  }
  /** Mass, centre of mass and moment of inertia for a density of 1. */
  mass(index) {
    const mass = this.ask("mass", `lgjk_mass${this.dim}`, index), told = mass.read();
    mass.free();
    return told;
  }
  free() {
    this.lg.exports[`lgjk_shapes${this.dim}_destroy`](this.at);
    this.at = 0;
  }
}
export class Shapes2 extends Shapes {
  constructor(lg, shapes) {
    super(lg, 2, shapes);
  }
}
export class Shapes3 extends Shapes {
  constructor(lg, shapes) {
    super(lg, 3, shapes);
  }
}

/** Bodies, in arrays of the module: shape, pose and, if wanted, radius of each. Move them by writing to `pose`. */
class Bodies extends Owner {
  constructor(dim, shapes, shape, pose, radius) {
    super(shapes.lg);
    if (shapes.dim !== dim) refuse(`shapes: Shapes${dim} are wanted`);
    const poses = pose && steady(shapes.lg, flat(pose));
    const count = typeof shape === "number" ? shape : shape.length, width = POSE_FLOATS[dim], rest = dim === 2 ? 2 : 6;
    this.dim = dim;
    this.capacity = this.length = count;
    this.shapes = shapes;
    this.blocks = {
      shape: this.block(Uint32Array, count, typeof shape === "number" ? undefined : shape),
      pose: this.block(Float32Array, count * width),
      radius: radius ? this.block(Float32Array, count, radius === true ? undefined : radius) : undefined,
    };
    if (poses) {
      if (poses.length !== count * width) refuse(`pose: ${width} numbers for each of ${count} bodies are wanted`);
      this.pose.set(poses);
    } else for (let i = 0; i < count; i++) this.pose[width * i + rest] = 1;
    const { blocks } = this;
    this.c = this.struct(`lgjk_bodies${dim}`, { count, shapes: shapes.at, shape: blocks.shape.at, pose: blocks.pose.at,
      radius: blocks.radius ? blocks.radius.at : 0 });
  }
  /** Takes another set of shapes, such as one with more of them. */
  setShapes(shapes) {
    this.shapes = shapes;
    this.c.set({ shapes: shapes.at });
  }
  /** How many bodies there are, of those that it was made for. */
  get count() {
    return this.length;
  }
  set count(count) {
    if (!(count >= 0 && count <= this.capacity)) refuse(`count: at most ${this.capacity}`);
    this.length = count;
    this.c.set({ count });
  }
  get shape() {
    return this.blocks.shape.view;
  }
  get pose() {
    return this.blocks.pose.view;
  }
  get radius() {
    return this.blocks.radius?.view;
  }
  /** Brings rotations back to unit length. */
  normalize() {
    this.lg.call(`pose${this.dim}_normalize`, this.blocks.pose.at, 0, this.length);
  }
}
export class Bodies2 extends Bodies {
  constructor(shapes, shape, pose, radius) {
    super(2, shapes, shape, pose, radius);
  }
  /** Puts body i at (x, y), turned by an angle in radians, with the same bits on every machine. */
  place(i, x, y, angle = 0) {
    this.lg.exports.lgjk_pose2_from_angle(x, y, angle, this.blocks.pose.at + 16 * i);
  }
}
export class Bodies3 extends Bodies {
  constructor(shapes, shape, pose, radius) {
    super(3, shapes, shape, pose, radius);
  }
  /** Puts body i at a position, turned by an angle in radians about an axis of any length. */
  place(i, position, axis = [0, 0, 1], angle = 0) {
    const given = new Owner(this.lg), to = this.blocks.pose.at + 28 * i;
    const at = given.block(Float32Array, 3, position).at, around = given.block(Float32Array, 3, axis).at;
    this.lg.exports.lgjk_pose3_from_axis_angle(at, around, angle, to);
    given.free();
  }
}
