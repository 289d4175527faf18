// A whole tick in one call: pairs, contacts, events.
import { Owner, briefly, chosen, numbers, readOnly, refuse, showing, steady, whole } from "./base.js";
import { Filters, at, filtersOf } from "./filters.js";
import { eventsOf } from "./find.js";
import { MANIFOLD_WORDS, manifoldOf } from "./queries.js";
import { Bodies } from "./shapes.js";
import { TickTree, Tree } from "./trees.js";

const FLAGS = { records: 1, persist: 2, points: 4, manifolds: 8 };

/** What a run has found of one list, in the tick's memory, until the next run. Copy what must stay. */
class TickList {
  constructor(tick, name) {
    Object.defineProperty(this, "tick", { value: tick });
    this.name = name;
    this.update(false);
  }
  update(moved) {
    const part = (name) => (moved ? this.tick.c.part(this.name, name) : 0);
    this.count = part("count");
    this.eventCount = part("event_count");
    /** Pairs for which maxPairs had no room. */
    this.dropped = part("dropped");
    /** Groups of 16 bodies whose search `effort` has ended. */
    this.cut = part("cut");
  }
  // Views: of the memory as it is now.
  view(type, name, count, width) {
    const { c, lg, state } = this.tick;
    c.at; // refuses a tick that was freed
    return showing(state, new type(lg.memory.buffer, count ? c.part(this.name, name) : 0, count * width));
  }
  array(type, name, width = 1) {
    return this.view(type, name, this.count, width);
  }
  requested(option, type, name, width) {
    if (!this.tick.has(option)) refuse(`${option}: only a tick with ${option}: true has them`);
    return this.array(type, name, width);
  }
  get a() {
    return this.array(Uint32Array, "a");
  }
  get b() {
    return this.array(Uint32Array, "b");
  }
  get status() {
    return this.array(Uint8Array, "status");
  }
  get distance() {
    return this.array(Float32Array, "distance");
  }
  get normal() {
    return this.array(Float32Array, "normal", this.tick.dim);
  }
  get touching() {
    return this.array(Uint8Array, "touching");
  }
  get pointA() {
    return this.requested("points", Float32Array, "point_a", this.tick.dim);
  }
  get pointB() {
    return this.requested("points", Float32Array, "point_b", this.tick.dim);
  }
  /** The manifolds as numbers; manifoldAt reads them. */
  get manifold() {
    const { dim } = this.tick;
    return this.requested("manifolds", Float32Array, `manifold${dim}`, MANIFOLD_WORDS[dim]);
  }
  manifoldAt(pair) {
    return manifoldOf(this.tick.dim, this.manifold, whole("pair", pair, this.count - 1));
  }
  /** The events: count, and a, b, kind, pair of each. The pair of an END is NO_PAIR: its list is not there any more. */
  get events() {
    return eventsOf(this.view(Uint32Array, "events", this.eventCount, 4));
  }
}

/** The state of a world from tick to tick. A run fills `among`, pairs of moving bodies, and `against`, those with fixed ones. */
export class Tick extends Owner {
  constructor(lg, dim, maxBodies, maxPairs, options) {
    const given = chosen(options, { slop: 0, records: false, persist: false, points: false, manifolds: false, replaced: false,
      replacedFixed: 0 });
    super(lg);
    if (!lg.dims.includes(dim)) refuse(`dim: ${dim} is not in this module, which has ${lg.dims.join(" and ")}`);
    readOnly(this, { dim });
    whole("maxBodies", maxBodies, 0xffffffff);
    whole("maxPairs", maxPairs, 0xfffffffe);
    whole("replacedFixed", given.replacedFixed, 0xffffffff);
    if (!(given.slop >= 0 && given.slop < Infinity)) refuse(`slop: a number of at least 0 is required, not ${given.slop}`);
    this.flags = Object.keys(FLAGS).reduce((flags, name) => flags | (given[name] ? FLAGS[name] : 0), 0);
    const size = Number(lg.exports[`lgjk_tick_size${dim}`](maxBodies, BigInt(maxPairs), this.flags));
    this.badBodies = 0;
    this.among = new TickList(this, "among");
    this.against = new TickList(this, "against");
    this.build(() => {
      this.state = this.block(Uint8Array, size);
      this.slots = given.replaced ? this.block(Uint8Array, maxBodies) : undefined;
      this.fixedSlots = given.replacedFixed ? this.block(Uint8Array, given.replacedFixed) : undefined;
      this.pushes = this.block(Float32Array, maxBodies * dim);
      this.ways = this.block(Float32Array, maxBodies * dim);
      this.c = this.struct("lgjk_tick", { flags: this.flags, memory: this.state.at, size, max_bodies: maxBodies, slop: given.slop,
        max_pairs: maxPairs, replaced: at(this.slots), replaced_fixed: at(this.fixedSlots) });
      this.find = this.struct("lgjk_find_options");
      this.contact = this.struct("lgjk_options");
      this.forget();
    });
  }
  has(option) {
    return (this.flags & FLAGS[option]) !== 0;
  }
  update(moved) {
    this.among.update(moved);
    this.against.update(moved);
    if (this.search) this.drop(this.search);
    this.search = this.ran = undefined;
  }
  /** The tree of the bodies that move, until the next call of the tick; undefined where there was no run. */
  get tree() {
    this.ready();
    if (this.ran) this.search ??= this.own(new TickTree(this, this.ran));
    return this.search;
  }
  // Calls a function of a tick, after which the lists are empty until the next run.
  change(name, ...words) {
    this.lg.call(`tick_${name}${this.dim}`, this.c.at, ...words);
    this.update(false);
  }
  /** As if nothing had touched. */
  forget() {
    this.change("init");
    this.moved = this.resting = undefined;
  }
  /** A byte for each moving body, not 0 where its slot holds another body than before, of a tick with replaced: true. */
  get replaced() {
    return this.slots?.view;
  }
  /** The same of the fixed bodies, of a tick with replacedFixed: how many of these there are, at most. */
  get replacedFixed() {
    return this.fixedSlots?.view;
  }
  /** What pushApart adds to: `dim` numbers for each moving body. */
  get push() {
    return this.pushes.view;
  }
  /**
   * Runs a tick. margin: the gap up to which pairs are listed and have contacts; at least the slop in any case. manifoldMargin:
   * the separation up to which manifolds have points.
   */
  run(moving, fixed, options) {
    const { margin, manifoldMargin, motion, filters, effort, flags, isa, workers } = chosen(options, { margin: 0,
      manifoldMargin: 0, motion: undefined, filters: undefined, effort: 0, flags: 0, isa: "auto", workers: undefined });
    this.ready();
    const bodies = this.address("moving", moving ?? {}, Bodies);
    this.address("fixed", fixed, Tree);
    for (const what of [moving, fixed]) if (what?.dim !== (what && this.dim)) refuse(`bodies of ${this.dim}D are required`);
    const number = this.lg.isa(isa), tasks = this.address("workers", workers, Owner);
    const who = this.address("filters", filtersOf("filters", filters, moving), Filters);
    const room = this.fixedSlots?.length;
    if (room < fixed?.count) refuse(`replacedFixed: there is room for ${room} bodies, the tree has ${fixed.count}`);
    if (motion) this.ways.view.set(numbers("motion", Float32Array, motion, this.dim * moving.count, this.ways.length, this.dim));
    this.find.set({ isa: number, margin, flags, effort, motion: motion ? this.ways.at : 0, filters_a: who, tasks });
    this.contact.set({ isa: number, flags, margin: manifoldMargin, tasks });
    this.update(false);
    this.lg.call(`tick_run${this.dim}`, this.c.at, bodies, fixed ? fixed.targets()[0] : 0, this.find.at, this.contact.at);
    this.update(true);
    this.resting = fixed?.bodies;
    this.moved = moving.count;
    this.ran = moving;
    this.badBodies = this.c.get("bad_bodies");
    return this;
  }
  /**
   * Adds to `push` what moves each body out of those that it overlaps by more than slop. share: of the way, up to 1. sensors,
   * fixedSensors: a byte for each moving body, and for each fixed body, not 0 where it pushes none. inverseMass:
   * bodies of a pair move in its ratio; 0 is a body that does not move.
   */
  pushApart(options) {
    const { slop, share, sensors, fixedSensors, inverseMass } = chosen(options, { slop: 0, share: 1, sensors: undefined,
      fixedSensors: undefined, inverseMass: undefined }, this.lg);
    this.ready();
    if (!(Math.fround(share) > 0)) refuse(`share: a number above 0 and up to 1 is required, not ${share}`);
    const moved = this.moved ?? 0, { count = 0, capacity = 0 } = this.resting ?? {}, room = this.pushes.length / this.dim;
    briefly(this.lg, (kept) => {
      const put = (name, type, most, least, list) => (list ? kept.given(name, type, most, list, least).at : 0);
      const words = kept.struct("lgjk_push_options", { slop, share, fixed_bodies: count,
        sensors: put("sensors", Uint8Array, room, moved, sensors),
        fixed_sensors: put("fixedSensors", Uint8Array, capacity, count, fixedSensors),
        inverse_mass: put("inverseMass", Float32Array, room, moved, inverseMass) });
      this.lg.call(`push_apart${this.dim}`, this.c.at, room, words.at, this.pushes.at);
    });
    return this.push;
  }
  /**
   * Brings the state along after moving bodies, or those of a tree that is rebuilt, have changed places, as `order` reports:
   * the body that stands at each place now, by its number before. The lists are empty then.
   */
  renumber(order, fixedOrder) {
    this.ready();
    const [moving, fixed] = [order, fixedOrder].map((list) => steady(this.lg, list));
    briefly(this.lg, (kept) => {
      const put = (name, list, least) => {
        const places = numbers(name, Uint32Array, list ?? [], list ? least : 0, Infinity);
        return [list ? kept.block(Uint32Array, places.length, places).at : 0, places.length];
      };
      this.change("renumber", ...put("order", moving, this.moved ?? 0), ...put("fixedOrder", fixed, 0));
    });
  }
  /** The state as bytes: what touches, and records. Every run after it has the same bits as one after load() of these. */
  save() {
    this.ready();
    return briefly(this.lg, (kept) => {
      const size = kept.block(Uint32Array, 2), save = (place, room) =>
        this.lg.call(`tick_save${this.dim}`, this.c.at, place, BigInt(room), size.at);
      save(0, 0);
      const bytes = kept.block(Uint8Array, size.view[0]);
      save(bytes.at, bytes.length);
      return bytes.view.slice();
    });
  }
  /** Goes back to saved bytes, of a tick with the same dimension and records. The lists are empty then. */
  load(saved) {
    if (!(saved instanceof Uint8Array)) refuse("saved: the bytes of save() are required");
    this.ready();
    const { length } = saved; // before memory may grow
    briefly(this.lg, (kept) => this.change("load", kept.block(Uint8Array, length, saved).at, BigInt(length)));
    this.moved = this.resting = undefined;
  }
}
