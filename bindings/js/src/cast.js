// Casts: where moving shapes touch first.
import { NO_BODY, Owner, chosen, long, moduleOf, numbers, readOnly, refuse, whole } from "./base.js";
import { Filters, at, filtersOf } from "./filters.js";
import { PairQuery, of, once } from "./queries.js";
import { Bodies, POSE_FLOATS } from "./shapes.js";
import { Trees } from "./trees.js";

const castResults = (dim) => ({ status: ["status", Uint8Array, 1], iterations: ["iterations", Uint8Array, 1],
  fraction: ["fraction", Float32Array, 1], normal: ["normal", Float32Array, dim], point: ["point", Float32Array, dim],
  depth: ["depth", Float32Array, 1] });

// Ways, turns or poses at the end of a side: an array of the module, with what is given at first; true: zeros.
const moves = (owner, name, side, width, given) =>
  (given ? owner.given(name, Float32Array, side.capacity * width, given, side.count * width, width) : undefined);
const turnWidth = (dim) => (dim === 2 ? 2 : 4);

/**
 * A cast of pairs along the ways of their bodies: each run finds where they touch first. way, turn: of `bodies`; otherWay,
 * otherTurn: of `other`, which without them rests. end, otherEnd: in place of these the poses at the end.
 */
export class Cast extends PairQuery {
  constructor(bodies, pairs, options) {
    const given = chosen(options, { other: undefined, want: ["status", "fraction"], way: undefined, turn: undefined,
      otherWay: undefined, otherTurn: undefined, end: undefined, otherEnd: undefined, most: undefined, target: 0,
      iterationLimit: 0, flags: 0, isa: "auto", workers: undefined }, moduleOf("bodies", bodies, Bodies));
    super(bodies, pairs, given.other ?? bodies, castResults(bodies?.dim), given.want, "lgjk_cast_results");
    this.build(() => this.bind(given));
  }
  bind({ other, way, turn, otherWay, otherTurn, end, otherEnd, most, target, iterationLimit, flags, isa, workers }) {
    const { bodies, dim } = this, b = this.other;
    if (!other && (otherWay || otherTurn || otherEnd)) refuse("otherWay, otherTurn, otherEnd: there is no other");
    const mine = { way: moves(this, "way", bodies, dim, way), turn: moves(this, "turn", bodies, turnWidth(dim), turn),
      end: moves(this, "end", bodies, POSE_FLOATS[dim], end) };
    const theirs = other ? { way: moves(this, "otherWay", b, dim, otherWay),
      turn: moves(this, "otherTurn", b, turnWidth(dim), otherTurn), end: moves(this, "otherEnd", b, POSE_FLOATS[dim], otherEnd) }
      : mine;
    this.sides = [mine, theirs];
    this.most = most ? this.given("most", Float32Array, this.pairs.capacity, most, this.pairs.count) : undefined;
    this.options = this.struct("lgjk_cast_options", { isa: this.lg.isa(isa), flags, target, iteration_limit: iterationLimit,
      way_a: at(mine.way), turn_a: at(mine.turn), way_b: at(theirs.way), turn_b: at(theirs.turn), most: at(this.most),
      tasks: this.rely("workers", workers, Owner) });
    this.ends = mine.end || theirs.end ? [at(mine.end), at(theirs.end)] : [];
    this.call = `${this.ends.length ? "sweep" : "cast"}${dim}`;
    this.prepare();
  }
  /** Casts `count` pairs from `first` on; all of them by default. */
  run(first = 0, count = Math.max(this.pairs.count - first, 0)) {
    this.ready();
    this.prepare();
    if (this.most) numbers("most", Float32Array, this.most.view, this.pairs.count, Infinity);
    this.lg.call(this.call, this.bodies.at, this.other.at, ...this.ends, this.pairs.at, long("first", first),
      long("count", count), this.results.at, this.options.at);
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
  get depth() {
    return this.array("depth");
  }
}
export const cast2 = (bodies, pairs, options) => once(Cast, of(2, bodies), pairs, options);
export const cast3 = (bodies, pairs, options) => once(Cast, of(3, bodies), pairs, options);

const HIT_WORDS = 10; // body, status, fraction, depth, normal (3), point (3)

/**
 * Casts each body against those of a tree, or of several: the first k that it touches on its way. A ray is a body of one
 * point. `hits` has ten words for each: body (NO_BODY: there are fewer), status, fraction, depth, normal (3), point (3); `at`
 * reads one.
 */
export class CastAgainst extends Owner {
  constructor(bodies, trees, options) {
    const given = chosen(options, { way: undefined, turn: undefined, k: 1, all: false, most: undefined, filters: undefined,
      skip: undefined, target: 0, iterationLimit: 0, flags: 0, isa: "auto", workers: undefined },
      moduleOf("bodies", bodies, Bodies));
    super(bodies.lg);
    readOnly(this, { dim: bodies.dim, bodies, k: whole("k", given.k) });
    this.trees = trees;
    this.against();
    this.build(() => this.bind(given));
  }
  bind({ way, turn, k, all, most, filters, skip, target, iterationLimit, flags, isa, workers }) {
    const { bodies } = this;
    const who = this.rely("filters", filtersOf("filters", filters, bodies), Filters), of = (name, type, given) =>
      (given ? this.given(name, type, bodies.capacity, given, bodies.count).at : 0);
    this.ways = moves(this, "way", bodies, this.dim, way);
    this.turns = moves(this, "turn", bodies, turnWidth(this.dim), turn);
    this.hitWords = this.block(Uint32Array, HIT_WORDS * k * bodies.capacity);
    this.search = this.struct("lgjk_cast_search", { flags: all ? 1 : 0, k, hit: this.hitWords.at, filters_a: who,
      skip: of("skip", Uint32Array, skip) });
    this.options = this.struct("lgjk_cast_options", { isa: this.lg.isa(isa), flags, target, iteration_limit: iterationLimit,
      way_a: at(this.ways), turn_a: at(this.turns), most: of("most", Float32Array, most),
      tasks: this.rely("workers", workers, Owner) });
  }
  run() {
    this.ready();
    this.lg.call(`cast_against${this.dim}`, this.bodies.at, ...this.against().targets(), this.search.at, this.options.at);
    return this;
  }
  // The trees, which may be replaced.
  against() {
    const { trees, dim } = this;
    if (!this.address("trees", trees, Trees) || trees.dim !== dim) refuse(`trees: those of ${dim}D are required`);
    return trees;
  }
  get way() {
    return this.ways?.view;
  }
  get turn() {
    return this.turns?.view;
  }
  get hits() {
    return this.hitWords.first(HIT_WORDS * this.k * this.bodies.count);
  }
  get badBodies() {
    return this.search.get("bad_bodies");
  }
  /** Bodies that may have other hits than these, as the limit of contacts ended a cast. */
  get limitBodies() {
    return this.search.get("limit_bodies");
  }
  /** The hit of a body, the first by default: body, status, fraction, depth, normal, point; undefined where there is none. */
  at(body, place = 0) {
    whole("body", body, this.bodies.count - 1);
    whole("place", place, this.k - 1);
    const begin = HIT_WORDS * (this.k * body + place), words = this.hits;
    if (words[begin] === NO_BODY) return undefined;
    const numbers = new Float32Array(words.buffer, words.byteOffset + 4 * begin, HIT_WORDS), { dim } = this;
    return { body: words[begin], status: words[begin + 1], fraction: numbers[2], depth: numbers[3],
      normal: [...numbers.subarray(4, 4 + dim)], point: [...numbers.subarray(7, 7 + dim)] };
  }
}

/** The hits of each body of a CastAgainst that is made, run and freed: a list for each. */
export function castAgainst(bodies, trees, way, options) {
  const cast = new CastAgainst(bodies, trees, { ...options, way });
  try {
    cast.run();
    return Array.from({ length: bodies.count }, (_, body) =>
      Array.from({ length: cast.k }, (_, place) => cast.at(body, place)).filter((hit) => hit));
  } finally {
    cast.free();
  }
}
