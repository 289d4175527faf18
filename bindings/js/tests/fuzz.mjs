// Fuzzing of the package: constructors, functions and methods get arguments that are right, nearly right, and anything: arrays
// of all types and lengths, numbers of all sizes, objects that were freed. A call returns or throws a LanegjkError, a TypeError
// or a RangeError: what else it throws is a finding, such as a RuntimeError, with which WebAssembly says that memory was read
// out of its bounds or that code is not to be reached. All is freed in between, so that memory does not end.
//   node fuzz.mjs [SECONDS] [SEED]      LGJK_JS: the package's folder; the seed is printed, and has the same calls
import { lanegjk, load } from "./package.mjs";

const seconds = Number(process.argv[2] ?? 30), seed = Number(process.argv[3] ?? Date.now() % 4294967296);
console.log(`seed ${seed}`);
let state = seed >>> 0 || 1;
const bits = () => (state ^= state << 13, state ^= state >>> 17, state ^= state << 5, state >>>= 0);
const below = (count) => Math.floor((bits() / 4294967296) * count);
const pick = (list) => list[below(list.length)];
const chance = (n) => below(n) === 0;
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const SIZES = [0, 1, 2, 3, 4, 7, 16, 17, 64, 65, 300];
const TYPES = [Float32Array, Float32Array, Float64Array, Uint32Array, Uint32Array, Int32Array, Uint8Array, BigInt64Array];
const NUMBERS = [0, 1, -1, 2, 3, 0.5, 1e-3, 1e9, -0, 1e38, 1e39, -1e300, 1e-46, NaN, Infinity, -Infinity, 2147483648, 4294967295,
  4294967296, 2 ** 53, 2 ** 64, true, null, undefined, "1", "", 1n, [], {}, Symbol("any"), () => 1];
const ARRAYS = { // the numbers of each element, by the name of the option
  way: "vector", otherWay: "vector", motion: "vector", turn: "turn", otherTurn: "turn", end: "pose", otherEnd: "pose",
  most: 1, skip: 1, category: 1, mask: 1, group: 1, sensors: 1, fixedSensors: 1, inverseMass: 1,
};
const METHODS = ["addPositions", "at", "badReason", "carry", "forget", "free", "get", "load", "manifoldAt", "mass", "nearest",
  "nearestShapes", "normalize", "place", "pushApart", "rebuild", "renumber", "run", "save", "set", "setShapes", "which", "within",
  "withinShapes"]; // of types/lanegjk.d.ts
const MAKERS = ["polygon", "hull", "circle", "ball", "capsule2", "capsule3", "box2", "box3", "ellipse", "ellipsoid", "cylinder",
  "cone"];
const OPTIONS = {
  query: ["other", "want", "warm", "maxDistance", "margin", "iterationLimit", "flags", "isa"],
  cast: ["other", "want", "way", "turn", "otherWay", "otherTurn", "end", "otherEnd", "most", "target", "iterationLimit", "flags",
    "isa"],
  against: ["way", "turn", "k", "all", "most", "filters", "skip", "target", "iterationLimit", "flags", "isa"],
  find: ["other", "margin", "motion", "filters", "otherFilters", "effort", "capacity", "fit", "flags", "isa"],
  tree: ["motion", "filters", "sealed", "flags", "isa"],
  near: ["filters", "skip", "maxDistance", "flags", "isa"],
  tick: ["slop", "records", "persist", "points", "manifolds", "replaced", "replacedFixed"],
  run: ["margin", "manifoldMargin", "motion", "filters", "effort", "flags", "isa"],
  push: ["slop", "share", "sensors", "fixedSensors", "inverseMass"],
  events: ["slop", "persist", "replaced"],
  filters: ["category", "mask", "group"],
};

// A world of one dimension, and calls upon it.
class Fuzz {
  constructor(lg, dim) {
    Object.assign(this, { lg, dim, made: [], count: pick(SIZES) });
    this.elements = dim === 2 ? { vector: 2, turn: 2, pose: 4 } : { vector: 3, turn: 4, pose: 7 };
    const { ball, box2, box3, circle, cone, hull, polygon, Bodies2, Bodies3, Shapes2, Shapes3, Tree, Tick } = lanegjk;
    const round = (i) => [Math.cos(i), Math.sin(2.1 * i), i % 3];
    const corners = times(6, (i) => round(i).slice(0, 2));
    this.shapes = this.keep(dim === 2 ? new Shapes2(lg, [circle(0.5), box2(1, 0.5), polygon(corners)])
      : new Shapes3(lg, [ball(0.5), box3(1, 0.5, 0.2), cone(0.3, 1), hull(times(9, round))]));
    const index = Uint32Array.from(times(this.count, () => below(3)));
    this.bodies = this.keep(new (dim === 2 ? Bodies2 : Bodies3)(this.shapes, index));
    const place = () => times(dim, () => (below(40) - 20) / 4);
    for (let i = 0; i < this.count; i++) this.bodies.pose.set(place(), i * this.elements.pose);
    this.tree = this.keep(new Tree(this.bodies));
    this.keep(new Tick(lg, dim, Math.max(this.count, 1), 200, { records: chance(2) }));
  }
  keep(thing) {
    this.made.push(thing);
    return thing;
  }
  of(kind) { // one of this class, or any
    const fit = this.made.filter((one) => one instanceof kind);
    return chance(15) || fit.length === 0 ? pick(this.made) : pick(fit);
  }
  array(each) {
    const size = (chance(4) ? pick(SIZES) : this.count) * each + (chance(10) ? 1 : 0);
    const Type = chance(4) ? pick(TYPES) : Float32Array;
    if (Type === BigInt64Array) return new Type(size);
    const usual = () => (each > 1 ? (below(64) - 32) / 8 : below(8));
    const values = times(size, () => (chance(50) ? pick([NaN, Infinity, 1e30, -1, 4294967295, 0.1]) : usual()));
    if (chance(8) && each > 1) return times(Math.floor(size / each), (i) => values.slice(i * each, i * each + each));
    return chance(6) ? values : Type.from(values);
  }
  pairs(sorted = false) {
    if (chance(12)) return pick(NUMBERS);
    if (chance(6)) return this.of(lanegjk.Pairs);
    let list = times(pick(SIZES), () => [below(Math.max(this.count, 1)), below(Math.max(this.count, 1))]);
    if (sorted) list = list.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    return chance(3) ? Uint32Array.from(list.flat()) : chance(8) ? list.flat().slice(1) : list;
  }
  number() {
    return chance(3) ? pick(NUMBERS) : pick([0, 1, 2, 3, 8, 0.25, 64, this.count, this.count - 1, 200]);
  }
  option(name) {
    if (chance(12)) return pick(NUMBERS);
    if (name in ARRAYS) return chance(6) ? true : this.array(this.elements[ARRAYS[name]] ?? ARRAYS[name]);
    if (name === "other") return chance(4) ? this.of(lanegjk.Tree) : this.bodies;
    if (name.endsWith("ilters")) return this.of(lanegjk.Filters);
    if (name === "want") return pick([["distance"], ["status", "normal"], ["manifold"], ["x"], [], ["fraction", "point"]]);
    if (name === "isa") return pick(["auto", "scalar", "wasm", "avx2", ...this.lg.isas()]);
    if (name === "flags") return pick([0, 1, 2, 4, 8, 16, 64, -1]);
    return chance(2) ? chance(2) : this.number();
  }
  options(kind) {
    if (chance(20)) return pick(NUMBERS);
    return Object.fromEntries(OPTIONS[kind].filter(() => chance(4)).map((name) => [name, this.option(name)]));
  }
  saved(from) { // with some bytes changed
    const bytes = from instanceof lanegjk.Tree || from instanceof lanegjk.Tick ? from.save() : new Uint8Array(100);
    for (let n = below(3); n > 0 && bytes.length > 0; n--) bytes[below(bytes.length)] = below(256);
    return chance(4) ? bytes.slice(0, below(bytes.length + 1)) : bytes;
  }
  shape() {
    const make = pick(MAKERS), points = { polygon: 2, hull: 3 }[make];
    const shape = lanegjk[make](...(points ? [this.array(points)] : []), ...times(3, () => this.number()));
    return chance(4) ? shape.mapped(this.array(1)) : chance(4) ? shape.rounded(this.number()) : shape;
  }
  // All kinds of calls; each may throw.
  calls() {
    const { lg, dim } = this, L = lanegjk, call = (name) => L[`${name}${dim}`];
    const bodies = () => (chance(10) ? pick(this.made) : chance(4) ? this.of(dim === 2 ? L.Bodies2 : L.Bodies3) : this.bodies);
    const tree = () => (chance(10) ? pick(this.made) : this.of(L.Trees)), near = () => this.options("near");
    return [
      () => new (call("Shapes"))(lg, times(1 + below(4), () => this.shape())),
      () => new (call("Bodies"))(this.of(call("Shapes")), chance(2) ? this.number() : this.array(1),
        ...[this.elements.pose, 1, dim].map((each) => (chance(2) ? undefined : this.array(each)))),
      () => new (pick([L.Overlap, L.Distance, L.Contact]))(bodies(), this.pairs(), this.options("query")).run(),
      () => pick([call("overlap"), call("distance"), call("contact")])(bodies(), this.pairs(), this.options("query")),
      () => new L.Cast(bodies(), this.pairs(), this.options("cast")).run(),
      () => call("cast")(bodies(), this.pairs(), this.options("cast")),
      () => new L.CastAgainst(bodies(), tree(), this.options("against")).run(),
      () => L.castAgainst(bodies(), tree(), this.array(dim), this.options("against")),
      () => new L.Filters(bodies(), this.options("filters")),
      () => new L.Tree(bodies(), this.options("tree")),
      () => new L.Trees(lg, times(below(6), tree)),
      () => L.Tree.load(bodies(), this.saved(this.of(L.Tree))),
      () => new L.Finder(chance(3) ? tree() : bodies(), this.options("find")).run(),
      () => call("findPairs")(chance(3) ? tree() : bodies(), this.options("find")),
      () => new L.Pairs(lg, this.pairs(true)),
      () => L.order(bodies()),
      () => L.pairsMatch(this.of(L.Pairs), this.of(L.Pairs)),
      () => L.pairsRenumber(this.of(L.Pairs), this.array(1), chance(2) ? undefined : this.array(1), { oneView: chance(2) }),
      () => tree().nearest(this.array(dim), this.number(), near()),
      () => tree().nearestShapes(bodies(), this.number(), near()),
      () => tree().within(this.array(dim), this.number(), near()),
      () => tree().withinShapes(bodies(), this.number(), near()),
      () => new L.Events(this.of(L.Overlap), this.options("events")).run(),
      () => new L.Tick(lg, chance(20) ? this.number() : dim, this.number(), this.number(), this.options("tick")),
      () => this.of(L.Tick).run(bodies(), chance(2) ? undefined : this.of(L.Tree), this.options("run")),
      () => this.of(L.Tick).run(this.bodies, this.tree),
      () => this.of(L.Tick).pushApart(this.options("push")),
      () => this.of(L.Tick).renumber(this.array(1), chance(2) ? undefined : this.array(1)),
      () => this.of(L.Tick).load(this.saved(this.of(L.Tick))),
      () => this.method(pick(this.made)),
      () => this.method(pick(this.made)),
      () => this.member(pick(this.made)),
    ];
  }
  // A public method of a thing, with any arguments; not often one that frees it.
  method(one) {
    const name = pick(METHODS.filter((known) => typeof one[known] === "function"));
    if (name === "free" && !chance(20)) return undefined;
    const any = () => pick([this.pairs(), this.array(1), this.array(this.dim), pick(this.made), {}]);
    return one[name](...times(below(4), () => (chance(2) ? this.number() : any())));
  }
  // Reads or writes a member: arrays get other numbers.
  member(one) {
    const names = Object.keys(one).concat(Object.getOwnPropertyNames(Object.getPrototypeOf(one)));
    const name = pick(names), value = one[name];
    const any = [0, 1, 2, -1, NaN, Infinity, 4294967295, 1e30];
    if (ArrayBuffer.isView(value) && value.length > 0) value[below(value.length)] = pick(any);
    else if (chance(4) && name === "count") one[name] = this.number();
    return undefined;
  }
}

const counts = { returned: 0, thrown: 0 };
const fine = (error) => error instanceof lanegjk.LanegjkError || error instanceof TypeError ||
  (error instanceof RangeError && !/call stack/.test(error.message)) || error instanceof SyntaxError;
const end = Date.now() + 1000 * seconds;
let said = Date.now();
while (Date.now() < end) {
  const lg = await load();
  for (let round = 0; round < 20 && Date.now() < end; round++) {
    const fuzz = new Fuzz(lg, 2 + below(2));
    for (let n = 0; n < 200; n++) {
      const number = counts.returned + counts.thrown, calls = fuzz.calls(), call = pick(calls);
      try {
        const result = call();
        if (result instanceof lanegjk.Owner && !fuzz.made.includes(result)) fuzz.keep(result);
        counts.returned++;
      } catch (error) {
        counts.thrown++;
        if (fine(error)) continue;
        console.error(`fuzz.mjs: call ${number} of seed ${seed}, ${call}:\n${error?.stack ?? String(error)}`);
        process.exit(1);
      }
    }
    for (const one of fuzz.made.reverse()) one.free();
    if (Date.now() > said + 60000) {
      said = Date.now();
      console.log(`${counts.returned} calls returned, ${counts.thrown} threw`);
    }
  }
}
console.log(`${counts.returned} calls returned, ${counts.thrown} threw an error; nothing found`);
if (counts.returned < counts.thrown / 20) {
  console.error("fuzz.mjs: nearly no call is right: the arguments are of no use");
  process.exit(1);
}
