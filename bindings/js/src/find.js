// Pairs that may meet, events, the order of bodies.
import { ErrorCode, Owner, briefly, chosen, moduleOf, readOnly, refuse, steady, whole } from "./base.js";
import { Filters, at, filtersOf } from "./filters.js";
import { Pairs, Query, of } from "./queries.js";
import { Bodies } from "./shapes.js";
import { Tree } from "./trees.js";

/**
 * Finds the pairs of bodies that are no farther apart than `margin`, by bounds: each once, sorted by (a, b). Of one set of
 * bodies, or with `other`; or of one tree, or of two. It is a list of pairs that run() fills; memory grows where it must, or
 * with fit: true the list takes the pairs that fit, and `dropped` counts the rest. effort: the greatest number of comparisons
 * for 16 bodies near each other, beyond which pairs may be missing; `cut` counts where.
 */
export class Finder extends Pairs {
  constructor(bodies, options) {
    const tree = bodies instanceof Tree ? bodies : undefined, of = tree ? tree.bodies : bodies;
    const { other, margin, motion, filters, otherFilters, effort, flags, isa, workers, capacity, fit } = chosen(options, {
      other: undefined, margin: 0, motion: undefined, filters: undefined, otherFilters: undefined, effort: 0, flags: 0,
      isa: "auto", workers: undefined, capacity: 4 * of?.capacity + 64, fit: false }, moduleOf("bodies", of, Bodies));
    super(of.lg, whole("capacity", capacity));
    readOnly(this, { dim: of.dim, bodies: of, tree, otherFilters });
    Object.assign(this, { other, badBodies: 0, dropped: 0, compared: 0, cut: 0 });
    this.build(() => {
      if (tree && (motion || filters || otherFilters)) refuse("motion, filters, otherFilters: those of trees are required");
      this.sides();
      const room = of.dim * of.capacity, filtersA = filtersOf("filters", filters, of);
      this.moves = motion ? this.given("motion", Float32Array, room, motion, of.dim * of.count, of.dim) : undefined;
      this.options = this.struct("lgjk_find_options", { isa: this.lg.isa(isa), margin, flags, effort, motion: at(this.moves),
        filters_a: this.rely("filters", filtersA, Filters), tasks: this.rely("workers", workers, Owner),
        filters_b: this.rely("otherFilters", otherFilters, Filters) });
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
  // What a call takes for both sides: trees and their sizes, or bodies. `other` may be replaced, so each run checks it.
  sides() {
    const { tree, other, bodies, dim } = this;
    this.address("other", other, tree ? Tree : Bodies);
    if (other && other.dim !== dim) refuse(`other: bodies of ${dim}D are required`);
    filtersOf("otherFilters", this.otherFilters, other ?? bodies);
    if (!tree) return [this.bodies.at, at(other)];
    return [tree, other].flatMap((one) => (one ? [one.place, BigInt(one.size)] : [0, 0n]));
  }
  scratchSize() {
    const { lg, dim, tree, other } = this, room = BigInt(this.capacity);
    return tree ? lg.exports[`lgjk_tree_scratch${dim}`](tree.count, room)
      : lg.exports[`lgjk_find_scratch${dim}`](this.bodies.count, other?.count ?? 0, room);
  }
  /** Finds the pairs now. */
  run() {
    this.ready();
    const { lg, dim } = this, sides = this.sides(), size = this.scratchSize();
    if (!this.scratch || this.scratch.length < Number(size)) {
      if (this.scratch) this.drop(this.scratch);
      this.scratch = this.block(Uint8Array, Number(size));
    }
    this.found.set({ a: this.columns[0].at, b: this.columns[1].at, capacity: this.capacity });
    try {
      lg.call(`${this.tree ? "tree" : "find"}_pairs${dim}`, ...sides, this.found.at, this.scratch.at, size, this.options.at);
    } catch (error) {
      if (error.code !== ErrorCode.CAPACITY) throw error;
      this.reserve(error.index + (error.index >> 2));
      return this.run();
    }
    const { count, bad_bodies: badBodies, dropped, compared, cut } = this.found.read();
    return Object.assign(this, { count, badBodies, dropped, compared, cut });
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

/** Which body should stand at each place, so that neighbours in space are neighbours in memory. */
export function order(bodies) {
  return briefly(moduleOf("bodies", bodies, Bodies), (kept) => {
    const size = Number(bodies.lg.exports[`lgjk_tree_size${bodies.dim}`](bodies.count));
    const places = kept.block(Uint32Array, bodies.count), scratch = kept.block(Uint8Array, size);
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

// How many bodies a column of a list requires.
function most(list) {
  let bodies = 0;
  for (let i = 0; i < list.length; i++) if (list[i] >= bodies) bodies = list[i] + 1;
  return bodies;
}

/**
 * Rewrites a list of pairs after bodies have changed places, sorted, and returns for each pair its place before. order:
 * as `order` returns it. Pairs of one set of bodies; else oneView: false, and otherOrder, without which those of B stay.
 */
export function pairsRenumber(pairs, order, otherOrder, options) {
  const { oneView } = chosen(options, { oneView: true });
  return briefly(moduleOf("pairs", pairs, Pairs), (kept) => {
    const { lg, count } = pairs, [mine, theirs] = [order, oneView ? order : otherOrder].map((list) => steady(lg, list));
    const put = (name, list) => (list ? kept.given(name, Uint32Array, list.length, list).at : 0);
    const a = put("order", mine), b = oneView ? a : put("otherOrder", theirs);
    const countA = mine?.length ?? most(pairs.a), countB = theirs?.length ?? most(pairs.b);
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
    readOnly(this, { query });
    Object.assign(this, { slop, persist });
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
    for (const [slots, side] of this.slots.length ? [[this.slots[0], "a"], [this.slots.at(-1), "b"]] : []) {
      const bodies = most(spare.pairs[side]); // C does not know how many slots there are
      if (bodies > slots.length) refuse(`pairs: with replaced, numbers below ${slots.length} are required, not ${bodies - 1}`);
    }
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
