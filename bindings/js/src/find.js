// Pairs that may meet, indices of what rests, nearest bodies, events, the order of bodies.
import { ErrorCode, Owner, briefly, chosen, moduleOf, numbers, refuse, steady, whole } from "./base.js";
import { Pairs, Query, of } from "./queries.js";
import { Bodies } from "./shapes.js";

/** Who may meet whom, in arrays of the module, one element for each body: category (1), mask (all bits), group (0). */
export class Filters extends Owner {
  constructor(bodies, values) {
    super(moduleOf("bodies", bodies, Bodies));
    const { capacity, count } = bodies, usual = { category: 1, mask: 0xffffffff, group: 0 };
    const given = Object.entries(chosen(values, { category: undefined, mask: undefined, group: undefined }))
      .map(([name, list]) => [name, list && steady(this.lg, numbers(name, Uint32Array, list, count, capacity))]);
    this.capacity = capacity;
    this.blocks = {};
    this.build(() => {
      for (const [name, list] of given) {
        this.blocks[name] = this.block(Uint32Array, capacity);
        this.blocks[name].view.fill(usual[name]).set(list ?? []);
      }
      const { category, mask, group } = this.blocks;
      this.c = this.struct("lgjk_filters", { category: category.at, mask: mask.at, group: group.at });
    });
  }
  get at() {
    return this.c.at;
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
export const at = (thing) => (thing ? thing.at : 0);
/** Filters that were given by a name, if they are of so many bodies. */
export function filtersOf(name, filters, { capacity }) {
  if (filters instanceof Filters && filters.capacity < capacity)
    refuse(`${name}: those of ${capacity} bodies are required, not of ${filters.capacity}`);
  return filters;
}

/** An index of bodies that rest. It is made once, of the bodies as they are then. */
export class Index extends Owner {
  constructor(bodies, reach = 0, options) {
    const { nearest, filters, flags, workers } = chosen(options, { nearest: false, filters: undefined, flags: 0,
      workers: undefined });
    super(moduleOf("bodies", bodies, Bodies));
    this.bodies = bodies;
    this.dim = bodies.dim;
    const tasks = this.address("workers", workers, Owner);
    const who = this.address("filters", filtersOf("filters", filters, bodies), Filters);
    this.build(() => briefly(this.lg, (given) => {
      const def = given.struct("lgjk_index_def", { reach, kind: nearest ? 1 : 0, flags, filters: who });
      const size = given.block(Uint32Array, 2);
      this.lg.call(`index_size${this.dim}`, bodies.at, def.at, size.at);
      this.bytes = this.block(Uint8Array, size.view[0]);
      this.lg.call(`index_build${this.dim}`, bodies.at, def.at, this.at, BigInt(this.bytes.length), tasks);
    }));
  }
  get at() {
    return this.bytes.at;
  }
  /** The index as bytes, which may be copied. */
  get memory() {
    return this.bytes.view;
  }
  /** The k bodies (1..64) whose positions are nearest to each point, of an index with nearest: true. */
  nearest(points, k, options) {
    const { maxDistance, skip, workers } = chosen(options, { maxDistance: 0, skip: undefined, workers: undefined });
    const { lg, dim } = this, list = numbers("points", Float32Array, points, 0, Infinity);
    const count = list.length / dim, tasks = this.address("workers", workers, Owner);
    if (!Number.isInteger(count)) refuse(`points: ${dim} numbers for each are required`);
    whole("k", k, 64);
    return briefly(lg, (given) => {
      const at = given.block(Float32Array, list.length, list).at;
      const words = given.struct("lgjk_nearest_options", { max_distance: maxDistance, tasks,
        skip: skip ? given.given("skip", Uint32Array, count, skip).at : 0 });
      const body = given.block(Uint32Array, count * k), distance = given.block(Float32Array, count * k);
      const found = given.block(Uint32Array, count);
      lg.call(`nearest${dim}`, this.at, at, BigInt(count), k, body.at, distance.at, found.at, words.at);
      return { body: body.view.slice(), distance: distance.view.slice(), found: found.view.slice() };
    });
  }
}

/**
 * Finds the pairs of bodies that are no farther apart than `margin`, by bounds: each once, sorted by (a, b). Of one set of
 * bodies, with `other`, or with an `index`. It is a list of pairs that run() fills; memory grows where it must, or with
 * fit: true the list takes the pairs that fit, and `dropped` counts the rest.
 */
export class Finder extends Pairs {
  constructor(bodies, options) {
    const { other, index, margin, motion, filters, otherFilters, flags, isa, workers, capacity, fit } = chosen(options, {
      other: undefined, index: undefined, margin: 0, motion: undefined, filters: undefined, otherFilters: undefined, flags: 0,
      isa: "auto", workers: undefined, capacity: 4 * bodies?.capacity + 64, fit: false });
    super(moduleOf("bodies", bodies, Bodies), whole("capacity", capacity));
    Object.assign(this, { bodies, other, index, dim: bodies.dim, badBodies: 0, dropped: 0 });
    this.build(() => {
      if (other && index) refuse("other and index: one of both");
      for (const one of [other, index]) if (one && one.dim !== bodies.dim) refuse(`bodies of ${bodies.dim}D are required`);
      this.partner();
      const room = bodies.dim * bodies.capacity, filtersA = filtersOf("filters", filters, bodies);
      this.moves = motion ? this.given("motion", Float32Array, room, motion, bodies.dim * bodies.count) : undefined;
      this.options = this.struct("lgjk_find_options", { isa: this.lg.isa(isa), margin, flags, motion: at(this.moves),
        filters_a: this.rely("filters", filtersA, Filters), tasks: this.rely("workers", workers, Owner),
        filters_b: this.rely("otherFilters", filtersOf("otherFilters", otherFilters, other ?? bodies), Filters) });
      this.found = this.struct("lgjk_pair_list", { flags: fit ? 1 : 0 });
    });
  }
  /** How far each body moves until the next run, if it was made with `motion`. */
  get motion() {
    return this.moves?.view;
  }
  set margin(margin) {
    this.options.set({ margin });
  }
  // The address of the index, which may be replaced, or of the other bodies.
  partner() {
    return this.address("index", this.index, Index) || this.address("other", this.other, Bodies);
  }
  /** Finds the pairs now. */
  run() {
    this.ready();
    const { lg, dim } = this, size = lg.exports[`lgjk_find_scratch${dim}`](this.bodies.count, this.other?.count ?? 0,
      BigInt(this.capacity));
    if (!this.scratch || this.scratch.length < Number(size)) {
      if (this.scratch) this.drop(this.scratch);
      this.scratch = this.block(Uint8Array, Number(size));
    }
    this.found.set({ a: this.columns[0].at, b: this.columns[1].at, capacity: this.capacity });
    try {
      lg.call(`find_${this.index ? "against" : "pairs"}${dim}`, this.bodies.at, this.partner(),
        this.found.at, this.scratch.at, size, this.options.at);
    } catch (error) {
      if (error.code !== ErrorCode.CAPACITY) throw error;
      this.reserve(error.index + (error.index >> 2));
      return this.run();
    }
    this.count = this.found.get("count");
    this.badBodies = this.found.get("bad_bodies");
    this.dropped = this.found.get("dropped");
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
  return briefly(moduleOf("bodies", bodies, Bodies), (kept) => {
    const places = kept.block(Uint32Array, bodies.count), scratch = kept.block(Uint8Array, 16 * bodies.count);
    bodies.lg.call(`order${bodies.dim}`, bodies.at, places.at, scratch.at, BigInt(scratch.length));
    return places.view.slice();
  });
}

/** For each pair of `now` its place in the list `before`, or NO_PAIR. Both are sorted. */
export function pairsMatch(before, now) {
  return briefly(moduleOf("now", now, Pairs), (kept) => {
    const was = kept.address("before", before, Pairs), rows = kept.block(Uint32Array, now.count);
    now.lg.call("pairs_match", was, now.at, rows.at, 0);
    return rows.view.slice();
  });
}

/**
 * Rewrites a list of pairs after bodies have changed places, sorted, and returns for each pair its place before. order:
 * as `order` returns it. Pairs of one set of bodies; else oneView: false, and otherOrder, without which those of B stay.
 */
export function pairsRenumber(pairs, order, otherOrder, options) {
  const { oneView } = chosen(options, { oneView: true });
  const most = (list) => list.reduce((a, b) => Math.max(a, b + 1), 0);
  return briefly(moduleOf("pairs", pairs, Pairs), (kept) => {
    const { lg, count } = pairs, put = (name, list) => (list ? kept.given(name, Uint32Array, list.length, list).at : 0);
    const a = put("order", order), b = oneView ? a : put("otherOrder", otherOrder);
    const countA = order?.length ?? most(pairs.a), countB = (oneView ? order : otherOrder)?.length ?? most(pairs.b);
    const columns = [0, 1].map(() => kept.block(Uint32Array, count)), rows = kept.block(Uint32Array, count);
    const now = kept.struct("lgjk_pair_list", { a: columns[0].at, b: columns[1].at, capacity: count });
    const scratch = kept.block(Uint8Array, 8 * (count + countA + countB + 1));
    lg.call("pairs_renumber", pairs.at, a, countA, b, countB, now.at, rows.at, scratch.at, BigInt(scratch.length));
    pairs.a.set(columns[0].view);
    pairs.b.set(columns[1].view);
    return rows.view.slice();
  });
}

/** The events of a list, as typed arrays: a, b, kind (EventKind) and pair of each. */
export function eventsOf(words) {
  const count = words.length / 4, column = (k) => Uint32Array.from({ length: count }, (_, i) => words[4 * i + k]);
  return { count, a: column(0), b: column(1), kind: column(2), pair: column(3) };
}

/**
 * Reports which pairs of a query began and ceased to touch since the run before; it keeps what it needs. The query has
 * status among its results; with distance, a pair that touched goes on to touch up to `slop`.
 */
export class Events extends Owner {
  constructor(query, options) {
    const { slop, persist, replaced } = chosen(options, { slop: 0, persist: false, replaced: false });
    super(moduleOf("query", query, Query));
    this.rely("query", query, Query);
    if (!query.want.includes("status")) refuse(`query: one with want: ["status"] is required`);
    Object.assign(this, { query, slop, persist });
    this.build(() => {
      const sides = replaced ? new Set([query.bodies, query.other]) : [];
      this.slots = [...sides].map((side) => this.block(Uint8Array, side.capacity));
      this.forget();
    });
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
    return this.slots.at(-1)?.view;
  }
  /** Whether each pair of the last run touches. */
  get touching() {
    return this.lists[0].touching.view;
  }
  /** Returns the events of the query's last run: count, and a, b, kind, pair of each. */
  run() {
    this.ready();
    const { lg, query, lists: [before, spare] } = this;
    spare.pairs.set(query.pairs);
    const touching = this.block(Uint8Array, spare.pairs.count);
    this.drop(spare.touching);
    spare.touching = touching;
    return briefly(lg, (kept) => {
      const touches = (of) => kept.struct("lgjk_touches", { pairs: of.pairs.at, touching: of.touching.at }).at;
      const room = before.pairs.count + spare.pairs.count, events = kept.block(Uint32Array, 4 * room);
      const out = kept.struct("lgjk_events", { flags: this.persist ? 1 : 0, event: events.at, capacity: room });
      lg.call("pair_events", touches(before), touches(spare), query.status.byteOffset,
        query.want.includes("distance") ? query.distance.byteOffset : 0, this.slop, at(this.slots[0]), at(this.slots.at(-1)),
        out.at);
      this.lists = [spare, before];
      return eventsOf(events.first(4 * out.get("count")));
    });
  }
}
