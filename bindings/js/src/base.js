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

export function refuse(text, index = 0) {
  throw new LanegjkError(text, ErrorCode.ARGUMENT, index);
}

/** A number of things, or the place of one, that was given by a name. */
export function whole(name, number, most = Number.MAX_SAFE_INTEGER) {
  if (Number.isSafeInteger(number) && number >= 0 && number <= most) return number;
  const upTo = most < Number.MAX_SAFE_INTEGER ? ` up to ${most}` : "";
  return refuse(`${name}: a whole number${upTo} is required, not ${String(number)}`);
}
/** The same for a function of C that takes 64 bits. */
export const long = (name, number) => BigInt(whole(name, number));
/** A maxDistance, of which 0 means any: no other one may become 0 as a float. */
export const limit = (maxDistance) => (maxDistance === 0 || Math.fround(maxDistance) !== 0 ? maxDistance
  : refuse(`maxDistance: 0, or a number that is not 0 as a float, is required, not ${maxDistance}`));
/** A number of any size that was given by a name. */
export const real = (name, number) =>
  (typeof number === "number" ? number : refuse(`${name}: a number is required, not ${String(number)}`));

/** Refuses a name that is none of some, and says which of these is the nearest. */
export function unknown(what, name, names) {
  const near = names.reduce((best, one) => (edits(name, one) < edits(name, best) ? one : best));
  refuse(`${what}: "${name}" is unknown; the nearest is "${near}", of ${names.join(", ")}`);
}
// How many letters have to be added, removed or replaced to make one name of the other. Case and underscores do not count.
function edits(...names) {
  const [from, to] = names.map((name) => name.toLowerCase().replaceAll("_", ""));
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let k = 0; k < to.length; k++) next.push(Math.min(next[k] + 1, row[k + 1] + 1, row[k] + (from[i] !== to[k])));
    row = next;
  }
  return row[to.length];
}
/**
 * The options: those that were given, else the usual ones, which name all that there are. lg: the module for which memory is
 * allocated later, where arrays are among them.
 */
export function chosen(given, usual, lg) {
  if (given === undefined) return usual;
  if (Object(given) !== given) refuse(`options: an object is required, not ${String(given)}`);
  const options = { ...usual }, names = Object.keys(usual);
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) unknown("options", name, names);
    const value = given[name], type = typeof usual[name];
    if (value === undefined) continue;
    if (type !== "undefined" && typeof value !== type) refuse(`${name}: a ${type} is required, not ${String(value)}`);
    options[name] = lg ? steady(lg, value) : value;
  }
  return options;
}

/** The numbers of an array of arrays, each with the same width, or of a flat one. */
function flat(name, array) {
  if (typeof array[0] !== "object") return array;
  const list = [], width = array[0]?.length;
  for (let i = 0; i < array.length; i++) {
    const row = array[i];
    if (!(row?.length >= 0 && row.length === width))
      refuse(`${name}: rows of one length are required, not of ${row?.length} in row ${i}`, i);
    for (let k = 0; k < width; k++) list.push(row[k]);
  }
  return list;
}

// Whether an array of a type can have the number. Words take negative ones, such as a mask of -1.
const fits = (type, number) => typeof number === "number" && (type === Float32Array || type === Float64Array ||
  (type === Uint8Array ? number === (number & 255) : number === (number | 0) || number === number >>> 0));
// Whether it can have all of another typed array: bytes alone do not take other words.
const takes = (type, list) => type === Float32Array || type === Float64Array || (type === Uint8Array
  ? list instanceof Uint8Array : !(list instanceof Float32Array || list instanceof Float64Array));

/**
 * What was given by a name, as numbers in a row for an array of a type: from `least` to `most` of them. width: of each row,
 * where there are any.
 */
export function numbers(name, type, given, least, most = least, width = undefined) {
  if (typeof given !== "object" || given === null) refuse(`${name}: an array of numbers is required, not ${String(given)}`);
  const list = flat(name, given), count = list.length;
  if (!(count >= least && count <= most)) refuse(`${name}: ${least} numbers are required, not ${count}`);
  if (list !== given && width && given[0].length !== width)
    refuse(`${name}: ${width} numbers in each row are required, not ${given[0].length}`);
  if (ArrayBuffer.isView(list) && typeof list[0] !== "bigint" && takes(type, list)) return list;
  for (let i = 0; i < count; i++) if (!fits(type, list[i])) refuse(`${name}: number ${i} is ${String(list[i])}`, i);
  return list;
}

// The structs of the public headers, member by member after struct_size. A member is a word, unless it says :f (float),
// :q (64 bits), or a number of elements. bindings/js/tests/pack.test.mjs compares them with the headers.
const STRUCTS = {
  lgjk_error: "code index:q text:b160",
  lgjk_shape2_def: "kind points point_count point_stride size:f2 radius:f map:f4",
  lgjk_shape3_def: "kind points point_count point_stride size:f3 radius:f map:f9",
  lgjk_shape2_info: "kind vertex_count radius:f bound:f matrix:f4",
  lgjk_shape3_info: "kind vertex_count radius:f bound:f matrix:f9",
  lgjk_mass2: "mass:f centre:f2 inertia:f",
  lgjk_mass3: "mass:f centre:f3 inertia:f6",
  lgjk_bodies2: "count shapes shape pose radius position shape_stride pose_stride radius_stride position_stride",
  lgjk_bodies3: "count shapes shape pose radius position shape_stride pose_stride radius_stride position_stride",
  lgjk_pairs: "stride a b count:q",
  lgjk_options: "isa max_distance:f iteration_limit flags margin:f tasks",
  lgjk_results: "reserved status iterations distance point_a point_b normal manifold2 manifold3 bad_count",
  lgjk_bad_reason: "reason side body value:d text:b160",
  lgjk_filters: "stride category mask group",
  lgjk_find_options: "isa margin:f flags motion motion_stride effort filters_a filters_b tasks",
  lgjk_pair_list: "flags a b capacity:q count:q bad_bodies:q dropped:q compared:q cut:q",
  lgjk_tree_options: "isa flags motion_stride motion filters tasks",
  lgjk_tree_info: "bodies placed bad bytes:q low:f3 high:f3 origin:d3",
  lgjk_near_options: "isa max_distance:f stride flags position_stride filters skip tasks position",
  lgjk_events: "flags event capacity:q count:q tasks replaced_stride replaced_b_stride",
  lgjk_touches: "reserved pairs touching",
  lgjk_cast_options: "isa flags iteration_limit target:f way_a_stride way_b_stride turn_a_stride turn_b_stride reserved " +
    "way_a way_b turn_a turn_b most tasks",
  lgjk_cast_results: "reserved status iterations fraction normal point depth bad_count first",
  lgjk_cast_search: "flags k reserved hit found filters_a skip bad_bodies:q limit_bodies:q",
  lgjk_tick_list: "pairs:p status distance normal point_a point_b manifold2 manifold3 touching events event_count:q dropped:q " +
    "cut:q",
  lgjk_tick: "flags memory size:q max_bodies slop:f max_pairs:q replaced replaced_fixed replaced_stride replaced_fixed_stride " +
    "among:l against:l bad_bodies:q tree tree_size:q",
  lgjk_push_options: "slop:f share:f fixed_bodies sensor_stride fixed_sensor_stride inverse_mass_stride sensors fixed_sensors " +
    "inverse_mass",
};
const SIZES = { u: 4, f: 4, q: 8, d: 8, b: 1 };
const NESTED = { p: "lgjk_pairs", l: "lgjk_tick_list" }; // members that are structs themselves

/** Where the members of each struct lie. lgjk_tick_list alone has no struct_size. */
export const LAYOUTS = {};
for (const [name, members] of Object.entries(STRUCTS)) LAYOUTS[name] = structLayout(members, name === NESTED.l ? 0 : 4);
function structLayout(members, begin) {
  const layout = { members: {} };
  let at = begin, align = 4;
  for (const member of members.split(" ")) {
    const [name, type = "u"] = member.split(":"), kind = type[0], inner = LAYOUTS[NESTED[kind]];
    const size = inner?.size ?? SIZES[kind], own = inner ? 8 : size, count = +type.slice(1) || 1;
    at = Math.ceil(at / own) * own;
    align = Math.max(align, own);
    layout.members[name] = { at, kind, count };
    at += size * count;
  }
  layout.size = Math.ceil(at / align) * align;
  return layout;
}

// Frees the cells of owners that are garbage. A cell is where memory is, and what frees it: it leads to no owner.
const release = (cell) => (cell.free(cell.place), (cell.place = 0)); // nothing at 0
const garbage = new FinalizationRegistry((cells) => cells.forEach(release));
// The memory that a view shows. So its owner is no garbage as long as somebody holds the view alone.
const SHOWN = Symbol("lanegjk");
export const showing = (memory, view) => Object.defineProperty(view, SHOWN, { value: memory });

/** Memory of the module, until it is freed. */
export class Memory {
  constructor(lg, place, free = lg.exports.free) {
    this.lg = lg;
    this.cell = { place, free };
  }
  get at() {
    return this.cell.place || refuse(`${this.owner.constructor.name} was freed`);
  }
  free() {
    release(this.cell);
  }
}

/** A struct of C in the module's memory. */
export class Struct extends Memory {
  constructor(lg, name) {
    super(lg, lg.allocate(LAYOUTS[name].size));
    this.layout = LAYOUTS[name];
    lg.data.setUint32(this.at, this.layout.size, true);
  }
  set(members) {
    for (const name in members) {
      const { at, kind, count } = this.layout.members[name], given = members[name], list = count > 1 ? given : [given];
      if (list.length > count) refuse(`${name}: at most ${count} numbers are allowed, not ${list.length}`);
      list.forEach((one, i) => {
        if (kind === "u") whole(name, one, 0xffffffff);
        if (kind === "f") real(name, one);
        this.write(this.at + at + i * SIZES[kind], kind, one);
      });
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
  /** A part of a member that is an lgjk_tick_list, or of the lgjk_pairs at its beginning. */
  part(list, name) {
    const { at, kind } = LAYOUTS.lgjk_tick_list.members[name] ?? LAYOUTS.lgjk_pairs.members[name];
    return this.lg.read(this.at + this.layout.members[list].at + at, kind);
  }
}

/** The numbers, or a copy of them where they are a view of the module's memory, which is empty once that has grown. */
export const steady = (lg, array) => (array?.buffer === lg.memory.buffer ? array.slice() : array);

/** An array in the module's memory. `view` is never stale: memory that has grown gets a new view. */
export class Block extends Memory {
  constructor(lg, type, length) {
    super(lg, lg.allocate(length * type.BYTES_PER_ELEMENT));
    this.type = type;
    this.length = length;
    this.made = new type(0);
  }
  get view() {
    return this.first(this.length);
  }
  // A view of the first elements. A view of memory that has moved is empty.
  first(length) {
    if (this.made.length !== length || length === 0)
      this.made = showing(this, new this.type(this.lg.memory.buffer, this.at, whole("length", length, this.length)));
    return this.made;
  }
  free() {
    super.free();
    this.made = new this.type(0);
  }
}

const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** What owns memory of the module: everything except the module itself. */
export class Owner {
  #lg;
  #owned = new Set();
  #cells = new Set();
  #relied = [];
  #freed = false;
  constructor(lg) {
    if (!(lg instanceof Library)) refuse("lg: a loaded module is required, as `await load()` returns it");
    this.#lg = lg;
    garbage.register(this, this.#cells, this);
  }
  get lg() {
    return this.#lg;
  }
  /** Does what a constructor does: where that fails, all memory is given back. */
  build(make) {
    try {
      make();
    } catch (error) {
      this.free();
      throw error;
    }
  }
  own(thing) {
    if (this.#freed) thing.free(), this.ready();
    this.#owned.add(thing);
    if (thing instanceof Memory) this.#cells.add(thing.cell), (thing.owner = this);
    return thing;
  }
  block(type, length, from) {
    const kept = steady(this.lg, from), block = this.own(new Block(this.lg, type, length));
    if (kept) block.view.set(kept);
    return block;
  }
  struct(name, members = {}) {
    return this.own(new Struct(this.lg, name)).set(members);
  }
  /** An array with the numbers that were given by a name, of as many as there is room for; true: zeros. */
  given(name, type, length, from, least = length, width = undefined) {
    return this.block(type, length, from === true ? undefined : numbers(name, type, from, least, length, width));
  }
  /** The address of what was given by a name, 0 for nothing: of this module, of a kind, and not freed. */
  address(name, thing, kind) {
    if (!thing) return 0;
    if (!(thing instanceof kind)) refuse(`${name}: ${kind.name} is required`);
    if (thing.lg !== this.lg) refuse(`${name}: it is of another module`);
    return thing.at;
  }
  /** The same of what each run needs. */
  rely(name, thing, kind) {
    const at = this.address(name, thing, kind);
    if (thing) this.#relied.push(thing);
    return at;
  }
  /** Refuses where this, or something that it relies on, was freed. */
  ready() {
    if (this.#freed) refuse(`${this.constructor.name} was freed`);
    for (const thing of this.#relied) thing.at;
  }
  // Frees a part that is replaced.
  drop(thing) {
    this.#owned.delete(thing);
    this.#cells.delete(thing.cell);
    thing.free();
  }
  /** Gives all memory back. What it refers to stays. */
  free() {
    this.#freed = true;
    garbage.unregister(this);
    this.#owned.forEach((thing) => thing.free());
    this.#owned.clear();
  }
  [DISPOSE]() {
    this.free();
  }
}

/** Runs what needs memory for itself alone: an owner, which is freed then. */
export function briefly(lg, run) {
  const given = new Owner(lg);
  try {
    return run(given);
  } finally {
    given.free();
  }
}

/** What has room for `capacity` things, of which the first `count` are there: the member of a struct, `c`. */
export class Counted extends Owner {
  get count() {
    return this.length;
  }
  set count(count) {
    whole("count", count, this.capacity);
    this.c.set({ count });
    this.length = count;
  }
  get at() {
    return this.c.at;
  }
}

/** Members that callers read, and that memory was made for: to assign another value to one is a TypeError. */
export function readOnly(thing, members) {
  for (const [name, value] of Object.entries(members)) Object.defineProperty(thing, name, { value, enumerable: true });
}

/** The module that something was made in. */
export const moduleOf = (name, thing, kind = Owner) =>
  (thing instanceof kind ? thing.lg : refuse(`${name}: ${kind.name} is required`));

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
    const size = Math.ceil(Math.max(bytes, 1) / 64) * 64;
    const at = size < 0x7fffffff ? this.exports.aligned_alloc(64, size) >>> 0 : 0;
    if (at === 0) throw new LanegjkError(`out of memory: ${bytes} bytes were requested`, ErrorCode.MEMORY);
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
export async function load(source, options) {
  const { memory, megabytes } = chosen(options, { memory: undefined, megabytes: 0 });
  const pages = 16 * whole("megabytes", megabytes, 4095), module = await compiled(source);
  const imported = WebAssembly.Module.imports(module).length > 0;
  if (imported && !memory) refuse("lanegjk-threads.wasm requires shared memory: use loadShared of lanegjk/threads");
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  if (imported && !instance.exports.lgjk_js_take())
    refuse("memory: it has a module already, whose objects belong to the thread that loaded it; others serve it");
  const lg = new Library(instance, imported ? memory : undefined), more = pages - lg.memory.buffer.byteLength / 65536;
  if (more > 0) lg.memory.grow(more);
  return lg;
}

/** The module of what load takes. */
export async function compiled(source) {
  const from = await source, isResponse = typeof Response !== "undefined" && from instanceof Response;
  if (from instanceof WebAssembly.Module) return from;
  if (isResponse && !from.ok) refuse(`${from.url}: status ${from.status}`);
  // Servers that do not know the type application/wasm are common.
  const bytes = isResponse ? await from.arrayBuffer() : from;
  if (!ArrayBuffer.isView(bytes) && !("byteLength" in Object(bytes)))
    refuse(`source: bytes, a module or a response is required, not ${String(source)}`);
  return WebAssembly.compile(bytes);
}
