// What all files share: numbers with names, errors, structs of C, memory, and the loader.

export const Status = Object.freeze({ SEPARATED: 0, OVERLAPPING: 1, BEYOND: 2, LIMIT: 3, BAD: 4 });
export const CastStatus = Object.freeze({ MISS: 0, HIT: 1, OVERLAP: 2, LIMIT: 3, BAD: 4 });
export const EventKind = Object.freeze({ BEGIN: 1, PERSIST: 2, END: 3 });
export const Flag = Object.freeze({ NONE: 0, SORT_ALL: 1, EPA: 2, HISTORY_FREE: 4, COMMON_POINTS: 8, NORMALIZE: 16 });
export const ErrorCode = Object.freeze({ ARGUMENT: 1, RANGE: 2, PAIR_INDEX: 3, SHAPE: 4, MEMORY: 5, ISA: 6, CAPACITY: 7 });
export const NO_BODY = 0xffffffff;
export const NO_PAIR = 0xffffffff;

/** What the library reports: `code` is one of ErrorCode, `index` the first offender: a pair, a shape, or 0. */
export class LanegjkError extends Error {
  constructor(text, code = ErrorCode.ARGUMENT, index = 0) {
    super(text);
    this.name = "LanegjkError";
    this.code = code;
    this.index = index;
  }
}

export function refuse(text) {
  throw new LanegjkError(text);
}

// The structs of the public headers, member by member after struct_size. A member is a word, unless it says :f (float),
// :q (64 bits), or a number of elements. js/tests/structs.mjs compares them with the headers.
const STRUCTS = {
  lgjk_error: "code index:q text:b160",
  lgjk_shape2_def: "kind points point_count point_stride size:f2 radius:f map:f4",
  lgjk_shape3_def: "kind points point_count point_stride size:f3 radius:f map:f9",
  lgjk_shape2_info: "kind vertex_count radius:f bound:f matrix:f4",
  lgjk_shape3_info: "kind vertex_count radius:f bound:f matrix:f9",
  lgjk_mass2: "mass:f centre:f2 inertia:f",
  lgjk_mass3: "mass:f centre:f3 inertia:f6",
  lgjk_bodies2: "count shapes shape pose radius shape_stride pose_stride radius_stride reserved",
  lgjk_bodies3: "count shapes shape pose radius shape_stride pose_stride radius_stride reserved",
  lgjk_pairs: "stride a b count:q",
  lgjk_options: "isa max_distance:f iteration_limit flags margin:f tasks",
  lgjk_results: "reserved status iterations distance point_a point_b normal manifold2 manifold3 bad_count",
  lgjk_bad_reason: "reason side body value:d text:b160",
  lgjk_filters: "stride category mask group",
  lgjk_find_options: "isa margin:f flags motion motion_stride reserved filters_a filters_b tasks",
  lgjk_pair_list: "reserved a b capacity:q count:q bad_bodies:q",
  lgjk_index_def: "flags kind reach:f filters",
  lgjk_nearest_options: "isa max_distance:f stride skip tasks",
  lgjk_events: "flags event capacity:q count:q tasks replaced_stride reserved",
  lgjk_touches: "reserved pairs touching",
  lgjk_cast_options: "isa flags iteration_limit target:f way_a_stride way_b_stride turn_a_stride turn_b_stride reserved " +
    "way_a way_b turn_a turn_b most tasks",
  lgjk_cast_results: "reserved status iterations fraction normal point bad_count",
  lgjk_cast_search: "flags k reserved hit found filters_a skip bad_bodies:q",
  lgjk_tick: "flags memory size:q max_bodies replaced_stride max_pairs:q slop:f replaced among:l against:l bad_bodies:q",
};
// A member of another struct: its size, and that its parts are read by the offset of the member.
const LIST_PARTS = { pairs: 0, status: 24, distance: 28, normal: 32, touching: 36, events: 40, event_count: 48 };
const SIZES = { u: 4, f: 4, q: 8, d: 8, b: 1, l: 56 };

function structLayout(members) {
  const layout = { members: {} };
  let at = 4, align = 4;
  for (const member of members.split(" ")) {
    const [name, type = "u"] = member.split(":"), kind = type[0], size = SIZES[kind], count = +type.slice(1) || 1;
    const own = kind === "l" ? 8 : size;
    at = Math.ceil(at / own) * own;
    align = Math.max(align, own);
    layout.members[name] = { at, kind, count };
    at += size * count;
  }
  layout.size = Math.ceil(at / align) * align;
  return layout;
}
export const LAYOUTS = Object.fromEntries(Object.entries(STRUCTS).map(([name, members]) => [name, structLayout(members)]));

/** A struct of C in the module's memory. */
export class Struct {
  constructor(lg, name, members = {}) {
    this.lg = lg;
    this.layout = LAYOUTS[name];
    this.at = lg.allocate(this.layout.size);
    lg.data.setUint32(this.at, this.layout.size, true);
    this.set(members);
  }
  set(members) {
    for (const name in members) {
      const { at, kind } = this.layout.members[name], value = members[name];
      (Array.isArray(value) ? value : [value]).forEach((one, i) => this.write(this.at + at + i * SIZES[kind], kind, one));
    }
    return this;
  }
  write(at, kind, value) {
    const data = this.lg.data;
    if (kind === "f") data.setFloat32(at, value, true);
    else if (kind === "q") data.setBigUint64(at, BigInt(value), true);
    else data.setUint32(at, value, true);
  }
  get(name) {
    const { at, kind, count } = this.layout.members[name];
    if (kind === "b") return this.lg.text(this.at + at);
    const read = (i) => this.lg.read(this.at + at + i * SIZES[kind], kind);
    return count === 1 ? read(0) : Array.from({ length: count }, (_, i) => read(i));
  }
  /** All members by name. */
  read() {
    return Object.fromEntries(Object.keys(this.layout.members).map((name) => [name, this.get(name)]));
  }
  /** A part of an lgjk_tick_list. */
  part(list, name) {
    return this.lg.read(this.at + this.layout.members[list].at + LIST_PARTS[name], name === "event_count" ? "q" : "u");
  }
  free() {
    this.lg.free(this.at);
  }
}

/** The numbers, or a copy of them where they are a view of the module's memory, which is empty once that has grown. */
export const steady = (lg, array) => (array?.buffer === lg.memory.buffer ? array.slice() : array);

/** An array in the module's memory. `view` is never stale: memory that has grown gets a new view. */
export class Block {
  constructor(lg, type, length, from) {
    this.lg = lg;
    this.type = type;
    this.length = length;
    const kept = steady(lg, from);
    this.at = lg.allocate(length * type.BYTES_PER_ELEMENT);
    this.made = new type(0);
    if (kept) this.view.set(kept);
  }
  get view() {
    return this.first(this.length);
  }
  // A view of the first elements. A view of memory that has moved is empty.
  first(length) {
    if (this.made.length !== length || length === 0) {
      if (this.at === 0) refuse("it was freed");
      this.made = new this.type(this.lg.memory.buffer, this.at, length);
    }
    return this.made;
  }
  free() {
    this.lg.free(this.at);
    this.at = 0;
    this.made = new this.type(0);
  }
}

/** What owns memory of the module: everything but the module itself. */
export class Owner {
  constructor(lg) {
    Object.defineProperty(this, "lg", { value: lg });
    Object.defineProperty(this, "owned", { value: new Set() });
  }
  own(thing) {
    this.owned.add(thing);
    return thing;
  }
  block(type, length, from) {
    return this.own(new Block(this.lg, type, length, from));
  }
  struct(name, members) {
    return this.own(new Struct(this.lg, name, members));
  }
  // Frees a part that is replaced.
  drop(thing) {
    this.owned.delete(thing);
    thing.free();
  }
  /** Gives all memory back. What it refers to stays. */
  free() {
    this.owned.forEach((thing) => thing.free());
    this.owned.clear();
  }
}

/** A loaded module: the functions of C, and its memory. */
export class Library {
  constructor(instance, memory) {
    this.exports = instance.exports;
    this.memory = memory ?? instance.exports.memory;
    this.made = new DataView(new ArrayBuffer(0));
    this.error = new Struct(this, "lgjk_error");
    this.version = this.text(this.exports.lgjk_version());
    this.dims = [2, 3].filter((dim) => `lgjk_shapes${dim}_create` in this.exports);
  }
  get data() {
    const buffer = this.memory.buffer;
    if (this.made.buffer !== buffer) this.made = new DataView(buffer);
    return this.made;
  }
  /** Zeroed memory at a multiple of 64. */
  allocate(bytes) {
    const size = Math.ceil(Math.max(bytes, 1) / 64) * 64, at = size < 0x7fffffff ? this.exports.aligned_alloc(64, size) : 0;
    if (at === 0) throw new LanegjkError(`out of memory: ${bytes} bytes were wanted`, ErrorCode.MEMORY);
    new Uint8Array(this.memory.buffer, at, size).fill(0);
    return at;
  }
  free(at) {
    this.exports.free(at);
  }
  /** Calls lgjk_<name>, and throws what it reports. */
  call(name, ...words) {
    const run = this.exports[`lgjk_${name}`];
    if (!run) refuse(`${name} is not in this module: load the one with its dimension`);
    if (run(...words, this.error.at) !== 0)
      throw new LanegjkError(this.error.get("text"), this.error.get("code"), this.error.get("index"));
  }
  read(at, kind) {
    const data = this.data;
    if (kind === "f") return data.getFloat32(at, true);
    if (kind === "d") return data.getFloat64(at, true);
    return kind === "q" ? Number(data.getBigUint64(at, true)) : data.getUint32(at, true);
  }
  text(at) {
    let text = "";
    for (const data = this.data; data.getUint8(at) !== 0; at++) text += String.fromCharCode(data.getUint8(at));
    return text;
  }
  /** A copy of memory as a typed array. */
  copy(type, at, length) {
    return new type(this.memory.buffer, at, length).slice();
  }
  /** The number of an instruction set: "auto" or what isas() has. */
  isa(name = "auto") {
    if (name === "auto") return 0;
    const place = this.isas().indexOf(name);
    if (place < 0) throw new LanegjkError(`isa: "${name}" is none of ${this.isas().join(", ")}`, ErrorCode.ISA);
    return this.isaNumbers()[place];
  }
  /** The instruction sets of the module by name, narrowest first. */
  isas() {
    return this.isaNumbers().map((number) => this.text(this.exports.lgjk_isa_name(number)));
  }
  isaNumbers() {
    const at = this.allocate(64), count = this.exports.lgjk_isa_list(at, 16), numbers = this.copy(Uint32Array, at, count);
    this.free(at);
    return [...numbers];
  }
}

/**
 * Loads a module: its bytes, a WebAssembly.Module, a Response (of fetch), or a promise of one of these.
 * memory: a WebAssembly.Memory for a module that imports one. megabytes: memory that is there from the beginning, so that
 * it need not grow, and arrays that you hold stay what they are.
 */
export async function load(source, { memory, megabytes = 0 } = {}) {
  const from = await source, imports = { env: { memory } };
  let instance;
  if (from instanceof WebAssembly.Module) instance = await WebAssembly.instantiate(from, imports);
  else if (typeof Response !== "undefined" && from instanceof Response) {
    if (!from.ok) throw new LanegjkError(`${from.url}: status ${from.status}`);
    // Servers that do not know the type application/wasm are common.
    instance = (await WebAssembly.instantiate(await from.arrayBuffer(), imports)).instance;
  } else instance = (await WebAssembly.instantiate(from, imports)).instance;
  const lg = new Library(instance, memory), pages = megabytes * 16 - lg.memory.buffer.byteLength / 65536;
  if (pages > 0) lg.memory.grow(pages);
  return lg;
}
