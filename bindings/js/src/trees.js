// Trees of bodies, and what is near by them. Finders, casts and ticks take trees, too.
import { ErrorCode, NO_BODY, Owner, briefly, chosen, limit, moduleOf, numbers, readOnly, refuse, steady, whole } from "./base.js";
import { Filters, at, filtersOf } from "./filters.js";
import { Bodies } from "./shapes.js";

const MOST_TREES = 4, SEALED = 1;

// The options of C for points or bodies that look.
function near(trees, kept, most, { capacity, count, position = 0 }, { filters, skip, flags = 0, isa, workers }) {
  if (filters instanceof Filters && filters.capacity < count) refuse(`filters: those of ${count} bodies are required`);
  return kept.struct("lgjk_near_options", { isa: trees.lg.isa(isa), max_distance: most, flags,
    filters: trees.address("filters", filters, Filters), tasks: trees.address("workers", workers, Owner),
    position, skip: skip ? kept.given("skip", Uint32Array, capacity, skip, count).at : 0 });
}
// Who looks: how many there are, how many numbers for each may be given at most, and what a call of C takes. Points are read
// once, before memory grows, and may be put into memory twice.
function pointsOf({ lg, dim }, points) {
  const list = steady(lg, numbers("points", Float32Array, points, 0, Infinity, dim)), count = list.length / dim;
  if (!Number.isInteger(count)) refuse(`points: ${dim} numbers for each are required`);
  const put = (kept, type) => kept.block(type, list.length, list).at;
  if (list instanceof Float64Array) // positions as they are
    return (kept) => ({ count, capacity: count, position: put(kept, Float64Array), words: [0, count] });
  return (kept) => ({ count, capacity: count, words: [put(kept, Float32Array), count] });
}
function looking(trees, bodies) {
  const address = trees.address("bodies", bodies ?? {}, Bodies);
  if (bodies.dim !== trees.dim) refuse(`bodies: those of ${trees.dim}D are required`);
  return { count: bodies.count, capacity: bodies.capacity, words: [address] };
}

/**
 * Several trees that are searched together, such as that of what moves and that of what rests. Their bodies are numbered in
 * one row: those of the first tree, then those of the second, and so on; `which` says where a number belongs.
 */
export class Trees extends Owner {
  constructor(lg, trees) {
    super(lg);
    this.build(() => {
      this.targetWords = this.block(Uint32Array, 4 * MOST_TREES);
      if (!(this instanceof Tree)) this.gather(trees);
    });
  }
  gather(trees) {
    if (!(trees?.length >= 1 && trees.length <= MOST_TREES)) refuse(`trees: a list of 1 to ${MOST_TREES} is required`);
    readOnly(this, { dim: trees[0]?.dim });
    for (const tree of trees)
      if (!this.address("trees", tree, Tree) || tree.dim !== this.dim) refuse(`trees: those of ${this.dim}D are required`);
    this.trees = [...trees];
  }
  get at() {
    return this.targetWords.at;
  }
  /** Bodies of all trees. */
  get count() {
    return this.trees.reduce((sum, tree) => sum + tree.count, 0);
  }
  /** The place of the tree that a body belongs to, and its number there; undefined for a number of none. */
  which(body) {
    this.ready();
    let number = whole("body", body, NO_BODY);
    for (let tree = 0; tree < this.trees.length; number -= this.trees[tree++].count)
      if (number < this.trees[tree].count) return { tree, body: number };
    return undefined;
  }
  // What a call of C takes: the address of an array of lgjk_target2 or lgjk_target3, and how many there are.
  targets() {
    this.ready();
    const words = this.trees.flatMap((tree) => [tree.bodies.at, tree.place, tree.size, 0]);
    this.targetWords.view.set(words);
    return [this.at, this.trees.length];
  }
  /** The k bodies (1..64) whose positions are nearest to each point, by distance. skip: a body for each point. */
  nearest(points, k, options) {
    return this.ranked("nearest", k, options, { filters: undefined, skip: undefined, isa: "auto", maxDistance: 0,
      workers: undefined }, pointsOf(this, points));
  }
  /** The k bodies (1..64) whose shapes are nearest to that of each body. What overlaps has the distance 0. */
  nearestShapes(bodies, k, options) {
    return this.ranked("nearest_shapes", k, options, { filters: undefined, skip: undefined, flags: 0, isa: "auto",
      maxDistance: 0, workers: undefined }, () => looking(this, bodies));
  }
  ranked(name, k, options, usual, look) {
    this.ready();
    const { lg, dim } = this, given = chosen(options, usual, lg);
    whole("k", k, 64);
    return briefly(lg, (kept) => {
      const who = look(kept), { count } = who, words = near(this, kept, limit(given.maxDistance), who, given);
      const size = Number(name === "nearest" ? lg.exports[`lgjk_near_scratch${dim}`](count, 0n)
        : lg.exports[`lgjk_nearest_shapes_scratch${dim}`](count, k, this.count));
      const body = kept.block(Uint32Array, count * k), distance = kept.block(Float32Array, count * k);
      const found = kept.block(Uint32Array, count), scratch = kept.block(Uint8Array, size);
      lg.call(`${name}${dim}`, ...who.words, ...this.targets(), k, body.at, distance.at, found.at, scratch.at, BigInt(size),
        words.at);
      return { body: body.view.slice(), distance: distance.view.slice(), found: found.view.slice() };
    });
  }
  /** All bodies whose positions are within a radius of each point: pairs of a point and a body, sorted, and distances. */
  within(points, radius, options) {
    return this.all("within", radius, options, { filters: undefined, skip: undefined, isa: "auto", workers: undefined },
      pointsOf(this, points));
  }
  /** All bodies whose shapes are within a distance of that of each body. */
  withinShapes(bodies, radius, options) {
    return this.all("within_shapes", radius, options, { filters: undefined, skip: undefined, flags: 0, isa: "auto",
      workers: undefined }, () => looking(this, bodies));
  }
  all(name, radius, options, usual, look) {
    this.ready();
    const { lg, dim } = this, given = chosen(options, usual, lg);
    const run = (capacity) => briefly(lg, (kept) => {
      const who = look(kept), room = capacity ?? 8 * who.count + 64, words = near(this, kept, radius, who, given);
      const size = Number(lg.exports[`lgjk_near_scratch${dim}`](who.count, BigInt(room)));
      const [a, b] = [0, 1].map(() => kept.block(Uint32Array, room)), distance = kept.block(Float32Array, room);
      const list = kept.struct("lgjk_pair_list", { a: a.at, b: b.at, capacity: room }), scratch = kept.block(Uint8Array, size);
      lg.call(`${name}${dim}`, ...who.words, ...this.targets(), list.at, distance.at, scratch.at, BigInt(size), words.at);
      const count = list.get("count"), copy = (block) => block.first(count).slice();
      return { count, a: copy(a), b: copy(b), distance: copy(distance) };
    });
    try {
      return run();
    } catch (error) {
      if (error.code !== ErrorCode.CAPACITY) throw error;
      return run(error.index);
    }
  }
}

/**
 * A tree of bodies, as they are when it is built: once of bodies that rest, or again by `rebuild` in each tick of bodies that
 * move. It does not depend on the size of the world, of bodies or of searches. It is searched as Trees are.
 */
export class Tree extends Trees {
  constructor(bodies, options) {
    const given = chosen(options, { motion: undefined, filters: undefined, sealed: false, flags: 0, isa: "auto",
      workers: undefined }, moduleOf("bodies", bodies, Bodies));
    super(bodies.lg);
    readOnly(this, { dim: bodies.dim, bodies });
    Object.assign(this, { trees: [this], built: bodies.count });
    this.build(() => this.bind(given));
  }
  bind({ motion, filters, sealed, flags, isa, workers }) {
    const { dim, capacity, count } = this.bodies;
    this.moves = motion ? this.given("motion", Float32Array, dim * capacity, motion, dim * count, dim) : undefined;
    this.options = this.struct("lgjk_tree_options", { isa: this.lg.isa(isa), motion: at(this.moves),
      flags: whole("flags", flags, 0xffffffff) | (sealed ? SEALED : 0),
      filters: this.rely("filters", filtersOf("filters", filters, this.bodies), Filters),
      tasks: this.rely("workers", workers, Owner) });
    this.rebuild();
  }
  /** Bodies of which it was built. */
  get count() {
    return this.built;
  }
  /** A tree that was saved, of the bodies that it was built of. All that a search relies on is checked. */
  static load(bodies, saved) {
    if (!(saved instanceof Uint8Array)) refuse("saved: the bytes of save() are required");
    const kept = steady(moduleOf("bodies", bodies, Bodies), saved), tree = new Tree(bodies);
    tree.build(() => {
      tree.drop(tree.bytes);
      tree.bytes = tree.block(Uint8Array, kept.length, kept);
      const built = tree.info.bodies;
      if (built !== bodies.count) refuse(`saved: it is a tree of ${built} bodies, not of ${bodies.count}`);
    });
    return tree;
  }
  /** Builds it again, of the bodies as they are now. */
  rebuild() {
    this.ready();
    const { lg, dim, bodies } = this, size = Number(lg.exports[`lgjk_tree_size${dim}`](bodies.count));
    if (!this.bytes || this.bytes.length < size) {
      if (this.bytes) this.drop(this.bytes);
      this.bytes = this.block(Uint8Array, size);
    }
    lg.call(`tree_build${dim}`, bodies.at, this.place, BigInt(this.size), this.options.at);
    this.built = bodies.count;
    return this;
  }
  get place() {
    return this.bytes.at;
  }
  get size() {
    return this.bytes.length;
  }
  /** How far each body will move, if it was made with `motion`. */
  get motion() {
    return this.moves?.view;
  }
  /** What is known of it: bodies, placed, bad, bytes, low, high, origin. */
  get info() {
    return briefly(this.lg, (kept) => {
      const known = kept.struct("lgjk_tree_info");
      this.lg.call(`tree_check${this.dim}`, this.place, BigInt(this.size), known.at);
      const { low, high, origin, ...rest } = known.read();
      return { ...rest, low: low.slice(0, this.dim), high: high.slice(0, this.dim), origin: origin.slice(0, this.dim) };
    });
  }
  /** The tree as bytes. Those of one with sealed: true are checked in full when they are loaded. */
  save() {
    return this.lg.copy(Uint8Array, this.place, this.info.bytes);
  }
}

/** The tree of a tick's moving bodies, in the tick's memory, until the next call of the tick. */
export class TickTree extends Tree {
  constructor(tick, bodies) {
    super(bodies);
    this.tick = tick;
    this.built = tick.moved; // the bodies may have another count by now
  }
  bind() {} // there is nothing to build
  get place() {
    this.ready();
    return this.tick.c.get("tree");
  }
  get size() {
    return this.tick.c.get("tree_size");
  }
  rebuild() {
    refuse("tree: that of a tick is rebuilt by its run");
  }
}
