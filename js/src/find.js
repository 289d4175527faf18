// Pairs that may meet, indices of what rests, nearest bodies, events, the order of bodies.
import { ErrorCode, Owner, Struct, refuse } from "./base.js";
import { Pairs, of } from "./queries.js";
import { flat } from "./shapes.js";

/** Who may meet whom, in arrays of the module, one element for each body: category (1), mask (all bits), group (0). */
export class Filters extends Owner {
  constructor(bodies, { category, mask, group } = {}) {
    super(bodies.lg);
    const make = (from, usual) => {
      const block = this.block(Uint32Array, bodies.capacity);
      return block.view.fill(usual), from && block.view.set(from), block;
    };
    this.blocks = { category: make(category, 1), mask: make(mask, 0xffffffff), group: make(group, 0) };
    const { blocks } = this;
    this.c = this.struct("lgjk_filters", { category: blocks.category.at, mask: blocks.mask.at, group: blocks.group.at });
  }
  get category() {
    return this.blocks.category.view;
  }
  get mask() {
    return this.blocks.mask.view;
  }
  get group() {
    return this.blocks.group.view;
  }
}
export const at = (thing) => (thing ? (thing.c?.at ?? thing.at) : 0);

/** An index of bodies that rest. It is made once, of the bodies as they are then. */
export class Index extends Owner {
  constructor(bodies, reach = 0, { nearest = false, filters, flags = 0, workers } = {}) {
    super(bodies.lg);
    this.bodies = bodies;
    this.dim = bodies.dim;
    const def = this.struct("lgjk_index_def", { reach, kind: nearest ? 1 : 0, flags, filters: at(filters) });
    const size = this.block(Uint32Array, 2);
    this.lg.call(`index_size${this.dim}`, bodies.c.at, def.at, size.at);
    this.block8 = this.block(Uint8Array, size.view[0]);
    this.at = this.block8.at;
    this.lg.call(`index_build${this.dim}`, bodies.c.at, def.at, this.at, BigInt(this.block8.length), at(workers));
  }
  /** The index as bytes, which may be copied. */
  get memory() {
    return this.block8.view;
  }
  /** The k bodies (1..64) whose positions are nearest to each point, of an index with nearest: true. */
  nearest(points, k, { maxDistance = 0, skip, workers } = {}) {
    const { lg, dim } = this, given = new Owner(lg), list = flat(points), count = list.length / dim;
    try {
      const options = given.struct("lgjk_nearest_options", { max_distance: maxDistance, tasks: at(workers),
        skip: skip ? given.block(Uint32Array, count, skip).at : 0 });
      const body = given.block(Uint32Array, count * k), distance = given.block(Float32Array, count * k);
      const found = given.block(Uint32Array, count);
      lg.call(`nearest${dim}`, this.at, given.block(Float32Array, list.length, list).at, BigInt(count), k, body.at,
        distance.at, found.at, options.at);
      return { body: body.view.slice(), distance: distance.view.slice(), found: found.view.slice() };
    } finally {
      given.free();
    }
  }
}

/**
 * Finds the pairs of bodies that are no farther apart than `margin`, by bounds: each once, sorted by (a, b). Of one set of
 * bodies, with `other`, or with an `index`. It is a list of pairs that run() fills; memory grows where it must.
 */
export class Finder extends Pairs {
  constructor(bodies, { other, index, margin = 0, motion, filters, otherFilters, flags = 0, isa = "auto", workers,
    capacity = 4 * bodies.capacity + 64 } = {}) {
    super(bodies.lg, capacity);
    if (other && index) refuse("other and index: one of both");
    for (const what of [other, index]) if (what && what.dim !== bodies.dim) refuse(`bodies of ${bodies.dim}D are wanted`);
    Object.assign(this, { bodies, other, index, dim: bodies.dim, badBodies: 0 });
    this.moves = motion ? this.block(Float32Array, bodies.capacity * bodies.dim, motion === true ? undefined : flat(motion)) : 0;
    this.options = this.struct("lgjk_find_options", { isa: this.lg.isa(isa), margin, flags, motion: at(this.moves),
      filters_a: at(filters), filters_b: at(otherFilters), tasks: at(workers) });
    this.found = this.struct("lgjk_pair_list");
  }
  /** How far each body moves until the next run, if it was made with `motion`. */
  get motion() {
    return this.moves ? this.moves.view : undefined;
  }
  set margin(margin) {
    this.options.set({ margin });
  }
  /** Finds the pairs now. */
  run() {
    const { lg, dim } = this, size = lg.exports[`lgjk_find_scratch${dim}`](this.bodies.count, this.other?.count ?? 0,
      BigInt(this.capacity));
    if (!this.scratch || this.scratch.length < Number(size)) {
      if (this.scratch) this.drop(this.scratch);
      this.scratch = this.block(Uint8Array, Number(size));
    }
    this.found.set({ a: this.columns[0].at, b: this.columns[1].at, capacity: this.capacity });
    try {
      lg.call(`find_${this.index ? "against" : "pairs"}${dim}`, this.bodies.c.at, this.index ? this.index.at : at(this.other),
        this.found.at, this.scratch.at, size, this.options.at);
    } catch (error) {
      if (error.code !== ErrorCode.CAPACITY) throw error;
      this.reserve(error.index + (error.index >> 2));
      return this.run();
    }
    this.count = this.found.get("count");
    this.badBodies = this.found.get("bad_bodies");
    return this;
  }
}

// A list found once, apart from the finder's memory: [a, b, a, b, ...].
function found(bodies, options) {
  const finder = new Finder(bodies, options);
  try {
    const { a, b, count } = finder.run(), list = new Uint32Array(2 * count);
    for (let i = 0; i < count; i++) (list[2 * i] = a[i]), (list[2 * i + 1] = b[i]);
    return list;
  } finally {
    finder.free();
  }
}
export const findPairs2 = (bodies, options) => found(of(2, bodies), options);
export const findPairs3 = (bodies, options) => found(of(3, bodies), options);
export const findAgainst = (bodies, index, options) => found(bodies, { ...options, index });

/** Which body should stand at each place, so that neighbours in space are neighbours in memory. */
export function order(bodies) {
  const kept = new Owner(bodies.lg), places = kept.block(Uint32Array, bodies.count);
  const scratch = kept.block(Uint8Array, 16 * bodies.count);
  try {
    bodies.lg.call(`order${bodies.dim}`, bodies.c.at, places.at, scratch.at, BigInt(scratch.length));
    return places.view.slice();
  } finally {
    kept.free();
  }
}

/** For each pair of `now` its place in the list `before`, or NO_PAIR. Both are sorted. */
export function pairsMatch(before, now) {
  const kept = new Owner(now.lg), rows = kept.block(Uint32Array, now.count);
  try {
    now.lg.call("pairs_match", before.c.at, now.c.at, rows.at, 0);
    return rows.view.slice();
  } finally {
    kept.free();
  }
}

/**
 * Writes a list of pairs anew after bodies have changed places, sorted, and returns for each pair its place before. order:
 * as `order` tells. Pairs of one set of bodies; else oneView: false, and otherOrder, without which those of B stay.
 */
export function pairsRenumber(pairs, order, otherOrder, { oneView = true } = {}) {
  const { lg, count } = pairs, kept = new Owner(lg), most = (list) => list.reduce((a, b) => Math.max(a, b + 1), 0);
  const put = (list) => (list ? kept.block(Uint32Array, list.length, list).at : 0);
  try {
    const a = put(order), b = oneView ? a : put(otherOrder), [countA, countB] = [order?.length ?? most(pairs.a),
      (oneView ? order : otherOrder)?.length ?? most(pairs.b)];
    const columns = [0, 1].map(() => kept.block(Uint32Array, count)), rows = kept.block(Uint32Array, count);
    const now = kept.struct("lgjk_pair_list", { a: columns[0].at, b: columns[1].at, capacity: count });
    const scratch = kept.block(Uint8Array, 8 * (count + countA + countB + 1));
    lg.call("pairs_renumber", pairs.c.at, a, countA, b, countB, now.at, rows.at, scratch.at, BigInt(scratch.length));
    pairs.a.set(columns[0].view);
    pairs.b.set(columns[1].view);
    return rows.view.slice();
  } finally {
    kept.free();
  }
}

/** The events of a list, as typed arrays: a, b, kind (EventKind) and pair of each. */
export function eventsOf(words) {
  const count = words.length / 4, column = (k) => Uint32Array.from({ length: count }, (_, i) => words[4 * i + k]);
  return { count, a: column(0), b: column(1), kind: column(2), pair: column(3) };
}

/**
 * Tells which pairs of a query began and ceased to touch since the run before; it keeps what it needs. The query has
 * status among its results; with distance, a pair that touched goes on to touch up to `slop`.
 */
export class Events extends Owner {
  constructor(query, { slop = 0, persist = false, replaced = false } = {}) {
    super(query.lg);
    Object.assign(this, { query, slop, persist });
    const sides = replaced ? [query.bodies, query.other] : [];
    this.slots = sides.map((side) => this.block(Uint8Array, side.capacity));
    if (query.other === query.bodies && replaced) this.slots[1] = this.slots[0];
    this.forget();
  }
  /** As if nothing had touched. */
  forget() {
    for (const { pairs, touching } of this.lists ?? []) this.drop(pairs), this.drop(touching);
    this.lists = [0, 1].map(() => ({ pairs: this.own(new Pairs(this.lg, 0)), touching: this.block(Uint8Array, 0) }));
  }
  /** A byte for each body of A, not 0 where its slot holds another body than before; otherReplaced: of B. */
  get replaced() {
    return this.slots[0]?.view;
  }
  get otherReplaced() {
    return this.slots[1]?.view;
  }
  /** Whether each pair of the last run touches. */
  get touching() {
    return this.lists[0].touching.view;
  }
  /** Returns the events of the query's last run: count, and a, b, kind, pair of each. */
  run() {
    const { lg, query, lists: [before, spare] } = this, kept = new Owner(lg), touches = (of) =>
      kept.struct("lgjk_touches", { pairs: of.pairs.c.at, touching: of.touching.at }).at;
    spare.pairs.set(query.pairs);
    this.drop(spare.touching);
    spare.touching = this.block(Uint8Array, spare.pairs.count);
    try {
      const room = before.pairs.count + spare.pairs.count, told = kept.block(Uint32Array, 4 * room);
      const events = kept.struct("lgjk_events", { flags: this.persist ? 1 : 0, event: told.at, capacity: room });
      lg.call("pair_events", touches(before), touches(spare), query.status.byteOffset,
        query.want.includes("distance") ? query.distance.byteOffset : 0, this.slop, at(this.slots[0]), at(this.slots[1]),
        events.at);
      this.lists = [spare, before];
      return eventsOf(told.first(4 * events.get("count")));
    } finally {
      kept.free();
    }
  }
}
