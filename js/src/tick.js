// A whole tick in one call: pairs, contacts, events.
import { ErrorCode, LanegjkError, Owner, briefly, chosen, numbers, refuse, showing, whole } from "./base.js";
import { Filters, Index, at, eventsOf, filtersOf } from "./find.js";
import { Bodies } from "./shapes.js";

/** What a run has found of one list, in the tick's memory, until the next run. Copy what must stay. */
class TickList {
  constructor(tick, name) {
    Object.defineProperty(this, "tick", { value: tick });
    this.name = name;
    this.count = 0;
    this.eventCount = 0;
  }
  update(moved) {
    const { c, lg } = this.tick, pairs = c.at + c.layout.members[this.name].at;
    this.count = moved ? lg.read(pairs + 16, "q") : 0;
    this.eventCount = moved ? c.part(this.name, "event_count") : 0;
    this.columns = [8, 12].map((offset) => lg.read(pairs + offset, "u"));
  }
  array(type, from, width = 1) {
    const { c, lg, state } = this.tick;
    c.at; // refuses a tick that was freed
    return showing(state, new type(lg.memory.buffer, this.count ? from : 0, this.count * width));
  }
  part(type, name, width) {
    return this.array(type, this.tick.c.part(this.name, name), width);
  }
  get a() {
    return this.array(Uint32Array, this.columns[0]);
  }
  get b() {
    return this.array(Uint32Array, this.columns[1]);
  }
  get status() {
    return this.part(Uint8Array, "status");
  }
  get distance() {
    return this.part(Float32Array, "distance");
  }
  get normal() {
    return this.part(Float32Array, "normal", this.tick.dim);
  }
  get touching() {
    return this.part(Uint8Array, "touching");
  }
  /** The events: count, and a, b, kind, pair of each. */
  get events() {
    const { c, lg } = this.tick;
    return eventsOf(new Uint32Array(lg.memory.buffer, this.eventCount ? c.part(this.name, "events") : 0, 4 * this.eventCount));
  }
}

/** The state of a world from tick to tick. A run fills `among`, pairs of moving bodies, and `against`, those with an index. */
export class Tick extends Owner {
  constructor(lg, dim, maxBodies, maxPairs, options) {
    const { slop, records, persist, replaced } = chosen(options, { slop: 0, records: false, persist: false, replaced: false });
    super(lg);
    if (!lg.dims.includes(dim)) refuse(`dim: ${dim} is not in this module, which has ${lg.dims.join(" and ")}`);
    this.dim = dim;
    whole("maxBodies", maxBodies, 0xffffffff);
    whole("maxPairs", maxPairs);
    const flags = (records ? 1 : 0) | (persist ? 2 : 0);
    const size = Number(lg.exports[`lgjk_tick_size${dim}`](maxBodies, BigInt(maxPairs), flags));
    this.badBodies = 0;
    this.among = new TickList(this, "among");
    this.against = new TickList(this, "against");
    this.build(() => {
      this.state = this.block(Uint8Array, size);
      this.slots = replaced ? this.block(Uint8Array, maxBodies) : undefined;
      this.pushes = this.block(Float32Array, maxBodies * dim);
      this.ways = this.block(Float32Array, maxBodies * dim);
      this.c = this.struct("lgjk_tick", { flags, memory: this.state.at, size, max_bodies: maxBodies, max_pairs: maxPairs, slop,
        replaced: at(this.slots) });
      this.find = this.struct("lgjk_find_options");
      this.contact = this.struct("lgjk_options");
      this.update(false);
    });
  }
  update(moved) {
    this.among.update(moved);
    this.against.update(moved);
  }
  /** A byte for each moving body, not 0 where its slot holds another body than before, of a tick with replaced: true. */
  get replaced() {
    return this.slots?.view;
  }
  /** What pushApart adds to: `dim` numbers for each moving body. */
  get push() {
    return this.pushes.view;
  }
  /** Runs a tick. margin: the gap up to which pairs are listed, and contacts told unless maxDistance says so. */
  run(moving, index, options) {
    const { margin, maxDistance, motion, filters, flags, isa, workers } = chosen(options, { margin: 0, maxDistance: undefined,
      motion: undefined, filters: undefined, flags: 0, isa: "auto", workers: undefined });
    this.ready();
    const bodies = this.address("moving", moving ?? {}, Bodies), against = this.address("index", index, Index);
    for (const what of [moving, index]) if (what?.dim !== (what && this.dim)) refuse(`bodies of ${this.dim}D are required`);
    const number = this.lg.isa(isa), tasks = this.address("workers", workers, Owner);
    const who = this.address("filters", filtersOf("filters", filters, moving), Filters);
    if (motion) this.ways.view.set(numbers("motion", Float32Array, motion, this.dim * moving.count, this.ways.length));
    this.find.set({ isa: number, margin, flags, motion: motion ? this.ways.at : 0, filters_a: who, tasks });
    this.contact.set({ isa: number, flags, max_distance: maxDistance ?? margin, tasks });
    this.update(false);
    try {
      this.lg.call(`tick_run${this.dim}`, this.c.at, bodies, at(index?.bodies), against, this.find.at, this.contact.at);
    } catch ({ code, index: wanted, message }) {
      const few = code === ErrorCode.CAPACITY;
      throw new LanegjkError(few ? `maxPairs: there are ${wanted} pairs` : message, code, wanted);
    }
    this.update(true);
    this.resting = index?.bodies;
    this.moved = moving.count;
    this.badBodies = this.c.get("bad_bodies");
    return this;
  }
  /**
   * Adds to `push` what moves each body out of those that it overlaps by more than slop. sensors: a number for each body of
   * the index, not 0 where it pushes nobody.
   */
  pushApart(options) {
    const { slop, share, sensors } = chosen(options, { slop: 0, share: 1, sensors: undefined });
    const { count = 0, capacity = 0 } = this.resting ?? {};
    this.ready();
    for (const [name, number] of [["slop", slop], ["share", share]]) if (!(number >= 0)) refuse(`${name}: ${number}`);
    briefly(this.lg, (given) => {
      const skip = sensors ? given.given("sensors, of the bodies of the index", Uint8Array, capacity, sensors, count).at : 0;
      this.lg.exports[`lgjk_push_apart${this.dim}`](this.c.at, slop, share, skip, this.pushes.at);
    });
    return this.push;
  }
  /** Brings the state along after moving bodies have changed places, as `order` tells. The lists are empty then. */
  renumber(order) {
    const list = numbers("order", Uint32Array, order, this.moved ?? 0, this.moved ?? Infinity);
    briefly(this.lg, (given) => {
      const places = given.block(Uint32Array, list.length, list);
      this.lg.call(`tick_renumber${this.dim}`, this.c.at, places.at, list.length);
      this.update(false);
    });
  }
  /** A copy of the state. */
  snapshot() {
    return this.state.view.slice();
  }
  /** Goes back to a snapshot of a tick that was made by the same arguments. The lists are empty then. */
  restore(snapshot) {
    if (!(snapshot instanceof Uint8Array && snapshot.length === this.state.length))
      refuse("snapshot: one of a tick with the same bodies, pairs and flags is required");
    this.state.view.set(snapshot);
    this.c.clear("among", "against");
    this.moved = undefined;
    this.update(false);
  }
}
