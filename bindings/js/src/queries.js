// Pairs, and the queries on them: overlap, distance, contact.
import { Counted, Owner, briefly, chosen, limit, long, moduleOf, numbers, readOnly, refuse, steady, unknown,
  whole } from "./base.js";
import { Bodies } from "./shapes.js";

/** A list of pairs, in two arrays of the module. The first `count` of `capacity` are the list. */
export class Pairs extends Counted {
  constructor(lg, list) {
    super(lg);
    const words = typeof list === "number" ? [] : steady(lg, pairWords(list));
    this.columns = [];
    this.length = 0;
    this.build(() => {
      this.c = this.struct("lgjk_pairs");
      this.reserve(typeof list === "number" ? whole("pairs", list) : words.length / 2);
      this.set(words);
    });
  }
  get capacity() {
    return this.columns[0].length;
  }
  reserve(capacity) {
    const columns = [this.block(Uint32Array, capacity)];
    try {
      columns.push(this.block(Uint32Array, capacity));
    } catch (error) {
      this.drop(columns[0]);
      throw error;
    }
    for (const column of this.columns) this.drop(column);
    this.columns = columns;
    this.c.set({ a: columns[0].at, b: columns[1].at });
  }
  /** The bodies of A, one for each pair. */
  get a() {
    return this.columns[0].first(this.length);
  }
  get b() {
    return this.columns[1].first(this.length);
  }
  /** Takes another list: [[a, b], ...], [a, b, a, b, ...], or Pairs. */
  set(list) {
    const isPairs = list instanceof Pairs;
    if (isPairs) list.at; // refuses what was freed, before anything changes
    const words = isPairs ? [] : steady(this.lg, pairWords(list)), count = isPairs ? list.count : words.length / 2;
    if (count > this.capacity) this.reserve(count + (count >> 2));
    this.count = count;
    const { a, b } = this;
    if (isPairs) return a.set(list.a), b.set(list.b), this;
    for (let i = 0; i < count; i++) (a[i] = words[2 * i]), (b[i] = words[2 * i + 1]);
    return this;
  }
}
function pairWords(list) {
  const rows = typeof list?.[0] === "object", wrong = () => refuse("pairs: two bodies for each are required");
  for (let i = 0; rows && i < list.length; i++) if (list[i]?.length !== 2) wrong();
  const words = numbers("pairs", Uint32Array, list, 0, Infinity);
  return words.length % 2 === 0 ? words : wrong();
}

export const MANIFOLD_WORDS = { 2: 12, 3: 24 };
// Of each result: its member of the struct, its type, and the numbers for each pair.
const queryResults = (dim, kind) => {
  const layout = { status: ["status", Uint8Array, 1], iterations: ["iterations", Uint8Array, 1] };
  if (kind !== "overlap") {
    Object.assign(layout, { distance: ["distance", Float32Array, 1], pointA: ["point_a", Float32Array, dim],
      pointB: ["point_b", Float32Array, dim] });
  }
  if (kind === "contact") {
    Object.assign(layout, { normal: ["normal", Float32Array, dim],
      manifold: [`manifold${dim}`, Float32Array, MANIFOLD_WORDS[dim]] });
  }
  return layout;
};

/** A manifold of those that a query has written: its normal, and position, separation and id of each point. */
export function manifoldOf(dim, all, pair) {
  const each = dim + 2, at = MANIFOLD_WORDS[dim] * pair, words = new Uint32Array(all.buffer, all.byteOffset, all.length);
  const points = Array.from({ length: words[at] }, (_, k) => {
    const from = at + 4 + each * k;
    return { position: [...all.subarray(from, from + dim)], separation: all[from + dim], id: words[from + dim + 1] };
  });
  return { normal: [...all.subarray(at + 1, at + 1 + dim)], points };
}

/** What a query or a cast writes, for as many pairs as the list has room for. */
export class PairQuery extends Owner {
  constructor(bodies, pairs, other, layout, want, results) {
    super(moduleOf("bodies", bodies, Bodies));
    if (!Array.isArray(want)) refuse("want: an array of names is required");
    const names = Object.keys(layout);
    for (const name of want) if (!names.includes(name)) unknown("want", String(name), names);
    this.rely("bodies", bodies, Bodies);
    this.rely("other", other, Bodies);
    if (other?.dim !== bodies.dim) refuse(`other: bodies of ${bodies.dim}D are required`);
    readOnly(this, { dim: bodies.dim, bodies, other, want: Object.freeze([...want]) });
    if (pairs instanceof Pairs) this.rely("pairs", pairs, Pairs);
    this.layout = layout;
    this.blocks = {};
    this.room = -1;
    this.build(() => {
      readOnly(this, { pairs: pairs instanceof Pairs ? pairs : this.own(new Pairs(this.lg, pairs)) });
      this.results = this.struct(results);
      this.bad = this.block(Uint32Array, 2);
    });
  }
  get at() {
    return this.results.at;
  }
  // Arrays follow a list that has grown.
  prepare() {
    if (this.room === this.pairs.capacity) return;
    for (const block of Object.values(this.blocks)) this.drop(block);
    this.room = -1; // as long as memory may not suffice
    for (const name of this.want) {
      const [member, type, width] = this.layout[name];
      this.blocks[name] = this.block(type, this.pairs.capacity * width);
      this.results.set({ [member]: this.blocks[name].at });
    }
    this.results.set({ bad_count: this.bad.at });
    this.room = this.pairs.capacity;
  }
  array(name) {
    if (!this.want.includes(name)) refuse(`${name} is not among the results: request it with want: ["${name}"]`);
    this.prepare();
    return this.blocks[name].first(this.pairs.count * this.layout[name][2]);
  }
  /** How many pairs of the last call were bad. */
  get badCount() {
    return this.bad.view[0];
  }
  get status() {
    return this.array("status");
  }
  get iterations() {
    return this.array("iterations");
  }
  get normal() {
    return this.array("normal");
  }
}

/** Overlap, Distance or Contact, bound to bodies and pairs: each run is one call of C, without allocation. */
export class Query extends PairQuery {
  constructor(kind, usual, bodies, pairs, options) {
    const { other, want, warm, maxDistance, margin, iterationLimit, flags, isa, workers } = chosen(options, { other: bodies,
      want: usual, warm: false, maxDistance: 0, margin: 0, iterationLimit: 0, flags: 0, isa: "auto", workers: undefined });
    super(bodies, pairs, other, queryResults(bodies?.dim, kind), want, "lgjk_results");
    this.call = `${kind}${bodies.dim}`;
    this.warm = warm;
    this.build(() => {
      this.options = this.struct("lgjk_options", { isa: this.lg.isa(isa), max_distance: limit(maxDistance), margin, flags,
        iteration_limit: iterationLimit, tasks: this.rely("workers", workers, Owner) });
      this.prepare();
    });
  }
  prepare() {
    if (this.warm && this.room !== this.pairs.capacity) {
      if (this.kept) this.drop(this.kept);
      this.kept = this.block(Uint32Array, 4 * this.pairs.capacity);
    }
    super.prepare();
  }
  /** Runs the query on `count` pairs from `first` on; all of them by default. */
  run(first = 0, count = Math.max(this.pairs.count - first, 0)) {
    this.ready();
    this.prepare();
    this.lg.call(this.call, this.bodies.at, this.other.at, this.pairs.at, this.warm ? this.kept.at : 0,
      long("first", first), long("count", count), this.results.at, this.options.at);
    return this;
  }
  get distance() {
    return this.array("distance");
  }
  get pointA() {
    return this.array("pointA");
  }
  get pointB() {
    return this.array("pointB");
  }
  /** The manifolds as numbers; manifoldAt reads them. */
  get manifold() {
    return this.array("manifold");
  }
  manifoldAt(pair) {
    return manifoldOf(this.dim, this.manifold, whole("pair", pair, this.pairs.count - 1));
  }
  /** The records, four words for each pair, of a query with warm: true. */
  get records() {
    this.prepare();
    return this.kept?.first(4 * this.pairs.count);
  }
  /** Brings the records along from the list `before`, whose records they are, to the list that `pairs` has now. */
  carry(before, records = this.kept?.view.slice(0, 4 * before.count)) {
    if (!this.warm) refuse("records: only a query with warm: true has some");
    briefly(this.lg, (from) => {
      const at = from.address("before", before, Pairs), was = from.given("records", Uint32Array, 4 * before.count, records);
      this.prepare();
      this.lg.call("warm_carry", at, was.at, this.pairs.at, this.kept.at, this.options.get("tasks"));
    });
  }
  /** Why a pair is bad: reason (0: it is not), side, body, value, text. */
  badReason(pair) {
    const place = long("pair", pair);
    return briefly(this.lg, (given) => {
      const why = given.struct("lgjk_bad_reason");
      this.lg.call(`bad_reason${this.dim}`, this.bodies.at, this.other.at, this.pairs.at, place, this.options.at, why.at);
      return why.read();
    });
  }
}
export class Overlap extends Query {
  constructor(bodies, pairs, options) {
    super("overlap", ["status"], bodies, pairs, options);
  }
}
export class Distance extends Query {
  constructor(bodies, pairs, options) {
    super("distance", ["distance"], bodies, pairs, options);
  }
}
export class Contact extends Query {
  constructor(bodies, pairs, options) {
    super("contact", ["distance", "normal"], bodies, pairs, options);
  }
}

// A query that is made, run and freed: its results, copied.
export function once(Kind, bodies, pairs, options) {
  const query = new Kind(bodies, pairs, options);
  try {
    query.run();
    return Object.fromEntries(query.want.map((name) => [name, query[name].slice()]));
  } finally {
    query.free();
  }
}
export const overlap2 = (bodies, pairs, options) => once(Overlap, of(2, bodies), pairs, options);
export const overlap3 = (bodies, pairs, options) => once(Overlap, of(3, bodies), pairs, options);
export const distance2 = (bodies, pairs, options) => once(Distance, of(2, bodies), pairs, options);
export const distance3 = (bodies, pairs, options) => once(Distance, of(3, bodies), pairs, options);
export const contact2 = (bodies, pairs, options) => once(Contact, of(2, bodies), pairs, options);
export const contact3 = (bodies, pairs, options) => once(Contact, of(3, bodies), pairs, options);
export const of = (dim, bodies) => (bodies?.dim === dim ? bodies : refuse(`bodies: those of ${dim}D are required`));
