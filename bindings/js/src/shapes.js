// Shapes, sets of them, bodies that have them, poses.
import { Counted, ErrorCode, LAYOUTS, LanegjkError, Memory, Owner, briefly, numbers, readOnly, real, refuse,
  steady, whole } from "./base.js";

const KINDS = { 2: ["POINTS", "BOX", "ELLIPSE"], 3: ["POINTS", "BOX", "ELLIPSOID", "CYLINDER", "CONE"] };
const MAX_POINTS = 256;
export const POSE_FLOATS = { 2: 4, 3: 7 };

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
    const { dim } = this, map = numbers("matrix", Float32Array, matrix, dim ** 2, dim ** 2, dim);
    return new Shape({ ...this, map: Array.from(map) });
  }
}

const points = (dim, given, radius) =>
  new Shape({ dim, kind: "POINTS", points: Float32Array.from(numbers("points", Float32Array, given, 0, Infinity, dim)), radius });
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
class Shapes extends Owner {
  constructor(lg, dim, shapes) {
    super(lg);
    if (!Array.isArray(shapes)) refuse("shapes: an array of shapes is required");
    const { size } = LAYOUTS[`lgjk_shape${dim}_def`];
    readOnly(this, { dim, length: shapes.length });
    briefly(lg, (kept) => {
      const table = kept.block(Uint8Array, size * this.length), out = kept.block(Uint32Array, 1);
      shapes.map((shape, i) => this.define(kept, shape, i)).forEach((def, i) =>
        table.view.set(new Uint8Array(lg.memory.buffer, def.at, size), size * i));
      lg.call(`shapes${dim}_create`, table.at, this.length, 0, out.at);
      this.built = this.own(new Memory(lg, out.view[0], lg.exports[`lgjk_shapes${dim}_destroy`]));
    });
  }
  define(kept, shape, i) {
    const wrong = (text) => { throw new LanegjkError(`shapes[${i}]${text}`, ErrorCode.SHAPE, i); };
    if (!(shape instanceof Shape)) wrong(": a shape is required, such as circle(1)");
    if (shape.dim !== this.dim) wrong(` is of ${shape.dim}D`);
    const count = shape.points.length / this.dim, list = kept.block(Float32Array, shape.points.length, shape.points);
    if (!Number.isInteger(count)) wrong(`: ${this.dim} numbers for each point are required`);
    return kept.struct(`lgjk_shape${this.dim}_def`, {
      kind: KINDS[this.dim].indexOf(shape.kind), radius: shape.radius, points: count ? list.at : 0, point_count: count,
      size: shape.size, map: shape.map,
    });
  }
  // What a function reports of a shape: all members of the struct that it writes.
  info(what, struct, index, ...words) {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) refuse(`shape ${index} of ${this.length}`);
    return briefly(this.lg, (given) => {
      const written = given.struct(struct);
      this.lg.call(`shapes${this.dim}_${what}`, this.at, index, written.at, ...words);
      return written.read();
    });
  }
  /** What was built: kind, vertices, radius, bound, matrix. */
  get(index) {
    return briefly(this.lg, (given) => {
      const room = given.block(Float32Array, MAX_POINTS * this.dim);
      const { kind, vertex_count, ...rest } = this.info("get", `lgjk_shape${this.dim}_info`, index, room.at, MAX_POINTS);
      return { kind: KINDS[this.dim][kind], vertices: room.view.slice(0, vertex_count * this.dim), ...rest };
    });
  }
  /** Mass, centre of mass and moment of inertia for a density of 1. */
  mass(index) {
    return this.info("mass", `lgjk_mass${this.dim}`, index);
  }
  get at() {
    return this.built.at;
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

const shapesOf = (dim, shapes) =>
  (shapes instanceof Shapes && shapes.dim === dim ? shapes : refuse(`shapes: Shapes${dim} are required`));

/**
 * Bodies, in arrays of the module: shape, pose and, on request, radius and position of each. Move them by writing to `pose`.
 * Positions are doubles, to which poses are then relative. Points of results are relative to the position of A's body.
 */
export class Bodies extends Counted {
  constructor(dim, shapes, shape, pose, radius, position) {
    super(shapesOf(dim, shapes).lg);
    const which = typeof shape === "number" ? undefined : numbers("shape", Uint32Array, shape, 0, Infinity);
    const count = which ? which.length : whole("bodies", shape), width = POSE_FLOATS[dim], rest = dim === 2 ? 2 : 6;
    const poses = pose && steady(this.lg, numbers("pose", Float32Array, pose, count * width, count * width, width));
    const radii = radius && radius !== true ? steady(this.lg, numbers("radius", Float32Array, radius, count)) : undefined;
    const places = position && position !== true
      ? steady(this.lg, numbers("position", Float64Array, position, count * dim, count * dim, dim)) : undefined;
    shapes.at; // refuses what was freed
    readOnly(this, { dim, capacity: count });
    this.length = count;
    this.shapes = shapes;
    this.build(() => {
      this.blocks = {
        shape: this.block(Uint32Array, count, which),
        pose: this.block(Float32Array, count * width, poses),
        radius: radius ? this.block(Float32Array, count, radii) : undefined,
        position: position ? this.block(Float64Array, count * dim, places) : undefined,
      };
      const { blocks } = this, at = blocks.pose.view;
      for (let i = 0; i < count && !poses; i++) at[width * i + rest] = 1;
      this.c = this.struct(`lgjk_bodies${dim}`, { count, shapes: shapes.at, shape: blocks.shape.at, pose: blocks.pose.at,
        radius: blocks.radius ? blocks.radius.at : 0, position: blocks.position ? blocks.position.at : 0 });
    });
  }
  /** Takes another set of shapes, such as one with more of them. */
  setShapes(shapes) {
    if (shapesOf(this.dim, shapes).lg !== this.lg) refuse("shapes: they are of another module");
    this.c.set({ shapes: shapes.at });
    this.shapes = shapes;
  }
  get at() {
    return this.shapes.at && this.c.at;
  }
  // The address of the pose of a body.
  poseAt(body) {
    return this.blocks.pose.at + 4 * POSE_FLOATS[this.dim] * whole("body", body, this.capacity - 1);
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
  get position() {
    return this.blocks.position?.view;
  }
  /** Adds the positions of bodies to points that are relative to them, as those of results are: the numbers of all in a row. */
  addPositions(bodies, points) {
    const which = steady(this.lg, numbers("bodies", Uint32Array, bodies, 0, Infinity)), count = which.length;
    const length = count * this.dim, list = steady(this.lg, numbers("points", Float32Array, points, length, length, this.dim));
    return briefly(this.lg, (given) => {
      const body = given.block(Uint32Array, count, which), from = given.block(Float32Array, length, list);
      const out = given.block(Float64Array, length);
      this.lg.call(`add_positions${this.dim}`, this.at, body.at, 0, from.at, 0, BigInt(count), out.at);
      return out.view.slice();
    });
  }
  /** Brings rotations back to unit length. */
  normalize() {
    this.lg.call(`pose${this.dim}_normalize`, this.blocks.pose.at, 0, this.length);
  }
}
export class Bodies2 extends Bodies {
  constructor(shapes, shape, pose, radius, position) {
    super(2, shapes, shape, pose, radius, position);
  }
  /** Puts body i at (x, y), turned by an angle in radians, with the same bits on every machine. */
  place(i, x, y, angle = 0) {
    this.lg.exports.lgjk_pose2_from_angle(real("x", x), real("y", y), real("angle", angle), this.poseAt(i));
  }
}
export class Bodies3 extends Bodies {
  constructor(shapes, shape, pose, radius, position) {
    super(3, shapes, shape, pose, radius, position);
  }
  /** Puts body i at a position, turned by an angle in radians about an axis of any length. */
  place(i, position, axis = [0, 0, 1], angle = 0) {
    const three = (name, list) => steady(this.lg, numbers(name, Float32Array, list, 3));
    const from = three("position", position), about = three("axis", axis), to = this.poseAt(i);
    real("angle", angle);
    briefly(this.lg, (given) => {
      const [at, around] = [from, about].map((list) => given.block(Float32Array, 3, list).at);
      this.lg.exports.lgjk_pose3_from_axis_angle(at, around, angle, to);
    });
  }
}
