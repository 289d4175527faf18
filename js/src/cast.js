// Casts: where moving shapes touch first.
import { NO_BODY, Owner, refuse } from "./base.js";
import { at } from "./find.js";
import { Asked, of, once } from "./queries.js";
import { POSE_FLOATS, flat } from "./shapes.js";

const castResults = (dim) => ({ status: ["status", Uint8Array, 1], iterations: ["iterations", Uint8Array, 1],
  fraction: ["fraction", Float32Array, 1], normal: ["normal", Float32Array, dim], point: ["point", Float32Array, dim] });

// Ways, turns or poses at the end of a side: an array of the module, with what is given at first; true: zeros.
function moves(owner, side, width, given) {
  return given ? owner.block(Float32Array, side.capacity * width, given === true ? undefined : flat(given)) : undefined;
}
const turnWidth = (dim) => (dim === 2 ? 2 : 4);

/**
 * A cast of pairs along the ways of their bodies: each run tells where they touch first. way, turn: of `bodies`; otherWay,
 * otherTurn: of `other`, which without them rests. end, otherEnd: in place of these the poses at the end.
 */
export class Cast extends Asked {
  constructor(bodies, pairs, { other, want = ["status", "fraction"], way, turn, otherWay, otherTurn, end, otherEnd, most,
    target = 0, iterationLimit = 0, flags = 0, isa = "auto", workers } = {}) {
    const b = other ?? bodies, dim = bodies.dim;
    super(bodies, pairs, b, castResults(dim), want, "lgjk_cast_results");
    if (!other && (otherWay || otherTurn || otherEnd)) refuse("otherWay, otherTurn, otherEnd: there is no other");
    const mine = { way: moves(this, bodies, dim, way), turn: moves(this, bodies, turnWidth(dim), turn),
      end: moves(this, bodies, POSE_FLOATS[dim], end) };
    const theirs = other ? { way: moves(this, b, dim, otherWay), turn: moves(this, b, turnWidth(dim), otherTurn),
      end: moves(this, b, POSE_FLOATS[dim], otherEnd) } : mine;
    this.sides = [mine, theirs];
    this.most = most ? this.block(Float32Array, this.pairs.capacity, most) : undefined;
    this.options = this.struct("lgjk_cast_options", { isa: this.lg.isa(isa), flags, target, iteration_limit: iterationLimit,
      way_a: at(mine.way), turn_a: at(mine.turn), way_b: at(theirs.way), turn_b: at(theirs.turn), most: at(this.most),
      tasks: at(workers) });
    this.ends = mine.end || theirs.end ? [at(mine.end), at(theirs.end)] : [];
    this.call = `${this.ends.length ? "sweep" : "cast"}${dim}`;
    this.prepare();
  }
  /** Casts `count` pairs from `first` on; all of them by default. */
  run(first = 0, count = this.pairs.count - first) {
    this.prepare();
    this.lg.call(this.call, this.bodies.c.at, this.other.c.at, ...this.ends, this.pairs.c.at, BigInt(first), BigInt(count),
      this.results.at, this.options.at);
    return this;
  }
  get way() {
    return this.sides[0].way?.view;
  }
  get turn() {
    return this.sides[0].turn?.view;
  }
  get end() {
    return this.sides[0].end?.view;
  }
  get otherWay() {
    return this.sides[1].way?.view;
  }
  get otherTurn() {
    return this.sides[1].turn?.view;
  }
  get otherEnd() {
    return this.sides[1].end?.view;
  }
  get fraction() {
    return this.array("fraction");
  }
  get point() {
    return this.array("point");
  }
}
export const cast2 = (bodies, pairs, options) => once(Cast, of(2, bodies), pairs, options);
export const cast3 = (bodies, pairs, options) => once(Cast, of(3, bodies), pairs, options);

const HIT_WORDS = 9; // body, status, fraction, normal (3), point (3)

/**
 * Casts each body against those of an index: the first k that it touches on its way. A ray is a body of one point. `hits`
 * has nine words for each: body (NO_BODY: there are fewer), status, fraction, normal (3), point (3); `at` reads one.
 */
export class CastAgainst extends Owner {
  constructor(bodies, index, { way, turn, k = 1, all = false, most, filters, skip, target = 0, flags = 0, isa = "auto",
    workers } = {}) {
    super(bodies.lg);
    Object.assign(this, { bodies, k, dim: bodies.dim });
    this.ways = moves(this, bodies, this.dim, way);
    this.turns = moves(this, bodies, turnWidth(this.dim), turn);
    this.told = this.block(Uint32Array, HIT_WORDS * k * bodies.capacity);
    this.search = this.struct("lgjk_cast_search", { flags: all ? 1 : 0, k, hit: this.told.at, filters_a: at(filters),
      skip: skip ? this.block(Uint32Array, bodies.capacity, skip).at : 0 });
    this.options = this.struct("lgjk_cast_options", { isa: this.lg.isa(isa), flags, target, way_a: at(this.ways),
      turn_a: at(this.turns), most: most ? this.block(Float32Array, bodies.capacity, most).at : 0, tasks: at(workers) });
    this.index = index;
  }
  run() {
    const { bodies, index } = this;
    this.lg.call(`cast_against${this.dim}`, bodies.c.at, index.bodies.c.at, index.at, this.search.at, this.options.at);
    return this;
  }
  get way() {
    return this.ways?.view;
  }
  get turn() {
    return this.turns?.view;
  }
  get hits() {
    return this.told.first(HIT_WORDS * this.k * this.bodies.count);
  }
  get badBodies() {
    return this.search.get("bad_bodies");
  }
  /** The hit of a body, the first by default: body, status, fraction, normal, point; undefined where there is none. */
  at(body, place = 0) {
    const begin = HIT_WORDS * (this.k * body + place), words = this.hits;
    if (words[begin] === NO_BODY) return undefined;
    const numbers = new Float32Array(words.buffer, words.byteOffset + 4 * begin, HIT_WORDS), { dim } = this;
    return { body: words[begin], status: words[begin + 1], fraction: numbers[2], normal: [...numbers.subarray(3, 3 + dim)],
      point: [...numbers.subarray(6, 6 + dim)] };
  }
}

/** The hits of each body of a CastAgainst that is made, run and freed: a list for each. */
export function castAgainst(bodies, index, way, options) {
  const cast = new CastAgainst(bodies, index, { ...options, way });
  try {
    cast.run();
    return Array.from({ length: bodies.count }, (_, body) =>
      Array.from({ length: cast.k }, (_, place) => cast.at(body, place)).filter((hit) => hit));
  } finally {
    cast.free();
  }
}
