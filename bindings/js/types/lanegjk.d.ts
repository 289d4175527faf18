// Types of lanegjk. The headers of C say what every number means.

/** Numbers: [x, y, x, y, ...], or a list for each row, all with as many numbers. */
export type Numbers = ArrayLike<number> | ArrayLike<ArrayLike<number>>;
export type Source = WebAssembly.Module | BufferSource | Response;

declare global {
  // For compilers whose libraries do not have it yet.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

export declare const Status: Readonly<{ SEPARATED: 0; OVERLAPPING: 1; BEYOND: 2; LIMIT: 3; BAD: 4 }>;
export declare const CastStatus: Readonly<{ MISS: 0; HIT: 1; OVERLAP: 2; LIMIT: 3; BAD: 4 }>;
export declare const EventKind: Readonly<{ BEGIN: 1; PERSIST: 2; END: 3 }>;
export declare const Flag: Readonly<
  { NONE: 0; SORT_ALL: 1; EPA: 2; HISTORY_FREE: 4; COMMON_POINTS: 8; NORMALIZE: 16 }>;
export declare const ErrorCode: Readonly<
  { ARGUMENT: 1; RANGE: 2; PAIR_INDEX: 3; SHAPE: 4; MEMORY: 5; ISA: 6; CAPACITY: 7 }>;
/** Where an array of bodies or pairs has none. */
export declare const NO_BODY: number;
export declare const NO_PAIR: number;

/** What the library reports: `code` is one of ErrorCode, `index` the first offender: a pair, a shape, or 0. */
export declare class LanegjkError extends Error {
  readonly code: number;
  readonly index: number;
  constructor(text: string, code?: number, index?: number);
}

/** A loaded module, which all else is made in. */
export declare class Library {
  private constructor();
  /** The functions of C by their names. */
  readonly exports: Readonly<Record<string, WebAssembly.ExportValue>>;
  readonly memory: WebAssembly.Memory;
  readonly version: string;
  /** The dimensions of this module. */
  readonly dims: readonly number[];
  /** The instruction sets of this module, narrowest first. */
  isas(): string[];
}
export interface LoadOptions {
  /** Memory for a module that imports one. */
  memory?: WebAssembly.Memory;
  /** Memory that is there from the beginning: as long as it does, no array has to move. */
  megabytes?: number;
}
/** Loads a module: its bytes, a WebAssembly.Module, a Response, or a promise of one of these. */
export declare function load(source: Source | PromiseLike<Source>, options?: LoadOptions): Promise<Library>;

/** What owns memory of a module, until free() or the end of `using` gives it back, or it is garbage. */
export declare class Owner {
  readonly lg: Library;
  free(): void;
  [Symbol.dispose](): void;
}

/** A shape before it is in a set: a core and a rounding radius. Lengths are in any one unit. */
export declare class Shape<D extends 2 | 3 = 2 | 3> {
  private constructor();
  readonly dim: D;
  readonly kind: string;
  readonly radius: number;
  /** The shape with this rounding radius: all points within it of the core. */
  rounded(radius: number): Shape<D>;
  /** The shape with a linear map of its core, by rows: scale, mirror, shear. */
  mapped(matrix: Numbers): Shape<D>;
}
/** The convex hull of points, in any order; 256 vertices at most. */
export declare function polygon(points: Numbers, radius?: number): Shape<2>;
export declare function circle(radius: number): Shape<2>;
/** A segment along x of twice that length, rounded. */
export declare function capsule2(halfLength: number, radius: number): Shape<2>;
export declare function box2(halfX: number, halfY: number, radius?: number): Shape<2>;
export declare function ellipse(semiX: number, semiY: number, radius?: number): Shape<2>;
export declare function hull(points: Numbers, radius?: number): Shape<3>;
export declare function ball(radius: number): Shape<3>;
/** A segment along z of twice that length, rounded. */
export declare function capsule3(halfLength: number, radius: number): Shape<3>;
export declare function box3(halfX: number, halfY: number, halfZ: number, radius?: number): Shape<3>;
export declare function ellipsoid(semiX: number, semiY: number, semiZ: number, radius?: number): Shape<3>;
/** A cylinder along z. */
export declare function cylinder(radius: number, halfHeight: number, rounding?: number): Shape<3>;
/** A cone along z: its base is at -halfHeight, its apex at halfHeight. */
export declare function cone(radius: number, halfHeight: number, rounding?: number): Shape<3>;

export interface ShapeInfo {
  kind: string;
  vertices: Float32Array;
  radius: number;
  bound: number;
  matrix: number[];
}
export interface Mass {
  mass: number;
  centre: number[];
  /** A number in 2D; in 3D xx, yy, zz, xy, xz, yz. */
  inertia: number | number[];
}
/** A table of shapes that never changes. */
declare class Shapes<D extends 2 | 3> extends Owner {
  constructor(lg: Library, shapes: readonly Shape<D>[]);
  readonly dim: D;
  readonly length: number;
  /** What was built. */
  get(index: number): ShapeInfo;
  mass(index: number): Mass;
}
export declare class Shapes2 extends Shapes<2> {}
export declare class Shapes3 extends Shapes<3> {}

/** Bodies, in arrays of the module. Move them by writing to `pose`. */
declare class BodiesOf<S extends Shapes<2 | 3>> extends Owner {
  /**
   * shape: how many bodies there are, or the shape of each. pose: x, y, cosine, sine of each (in 3D x, y, z and a
   * quaternion); else all are at the origin. radius: rounding radii in place of the shapes', or true. position: in
   * double, two (three) numbers for each, to which poses and points of results are relative; or true.
   */
  constructor(shapes: S, shape: number | ArrayLike<number>, pose?: Numbers, radius?: ArrayLike<number> | true,
    position?: Numbers | true);
  readonly shapes: S;
  readonly capacity: number;
  /** How many there are, up to `capacity`. */
  count: number;
  readonly shape: Uint32Array;
  readonly pose: Float32Array;
  readonly radius: Float32Array | undefined;
  readonly position: Float64Array | undefined;
  /** Adds the positions of bodies to points that are relative to them, as those of results are to that of the first body. */
  addPositions(bodies: ArrayLike<number>, points: Numbers): Float64Array;
  /** Takes another set of shapes, such as one with more of them. */
  setShapes(shapes: S): void;
  /** Brings rotations back to unit length. */
  normalize(): void;
}
export declare class Bodies2 extends BodiesOf<Shapes2> {
  readonly dim: 2;
  /** Puts a body somewhere, turned by an angle in radians, with the same bits on every machine. */
  place(i: number, x: number, y: number, angle?: number): void;
}
export declare class Bodies3 extends BodiesOf<Shapes3> {
  readonly dim: 3;
  place(i: number, position: ArrayLike<number>, axis?: ArrayLike<number>, angle?: number): void;
}
export type Bodies = Bodies2 | Bodies3;

/** A list of pairs. The first `count` of `capacity` are the list. */
export declare class Pairs extends Owner {
  constructor(lg: Library, list: Numbers | number);
  readonly capacity: number;
  count: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  set(list: Numbers | Pairs): this;
}
/** A list, or a number of pairs to make room for. */
export type PairList = Pairs | Numbers | number;

export interface CommonOptions {
  flags?: number;
  isa?: string;
  /** Threads (lanegjk/threads). */
  workers?: Owner;
}
export interface QueryOptions<B extends Bodies, W extends string> extends CommonOptions {
  /** The B side is of other bodies. */
  other?: B;
  /** Names of results. The type of the query has these alone. */
  want?: readonly W[];
  /** Keeps records from run to run. */
  warm?: boolean;
  /** Pairs farther apart are only reported as BEYOND, which saves most of their time. */
  maxDistance?: number;
  /** Manifolds take in points that are apart by so much. */
  margin?: number;
  iterationLimit?: number;
}
export interface BadReason {
  reason: number;
  side: number;
  body: number;
  value: number;
  text: string;
}
export interface Manifold {
  normal: number[];
  points: { position: number[]; separation: number; id: number }[];
}
/** Arrays of results, a row for each pair. */
export interface Results {
  readonly status: Uint8Array;
  readonly iterations: Uint8Array;
  /** Of a contact: minus the depth where shapes overlap. */
  readonly distance: Float32Array;
  readonly pointA: Float32Array;
  readonly pointB: Float32Array;
  readonly normal: Float32Array;
  /** Manifolds as numbers; manifoldAt reads them. */
  readonly manifold: Float32Array;
  readonly fraction: Float32Array;
  readonly point: Float32Array;
  /** Of a cast: of overlaps at the beginning; 0 else. */
  readonly depth: Float32Array;
}
type OverlapResult = "status" | "iterations";
type DistanceResult = OverlapResult | "distance" | "pointA" | "pointB";
type ContactResult = DistanceResult | "normal" | "manifold";
type CastResult = OverlapResult | "fraction" | "normal" | "point" | "depth";

declare class PairQuery<B extends Bodies> extends Owner {
  readonly bodies: B;
  readonly other: B;
  readonly pairs: Pairs;
  readonly badCount: number;
  /** Runs the query on `count` pairs from `first` on; all of them by default. */
  run(first?: number, count?: number): this;
}
declare class Query<B extends Bodies> extends PairQuery<B> {
  readonly records: Uint32Array | undefined;
  /** Brings the records along from the list `before` to the list that `pairs` has now. */
  carry(before: Pairs, records?: Uint32Array): void;
  badReason(pair: number): BadReason;
}
/** A query, and the results that were requested. */
type Answered<B extends Bodies, W extends string> =
  Query<B> & Pick<Results, W & keyof Results> & ("manifold" extends W ? { manifoldAt(pair: number): Manifold } : {});
/** Without `want` the results are the usual ones. */
interface QueryMaker<Any extends string, Usual extends Any> {
  new <B extends Bodies>(bodies: B, pairs: PairList, options?: Usually<QueryOptions<B, Any>>): Answered<B, Usual>;
  new <B extends Bodies, W extends Any>(bodies: B, pairs: PairList, options: Selected<QueryOptions<B, W>>): Answered<B, W>;
}
type Usually<Options> = Omit<Options, "want"> & { want?: undefined };
type Selected<Options extends { want?: unknown }> = Options & { want: Options["want"] };
export type Overlap<B extends Bodies = Bodies, W extends OverlapResult = "status"> = Answered<B, W>;
export declare const Overlap: QueryMaker<OverlapResult, "status">;
export type Distance<B extends Bodies = Bodies, W extends DistanceResult = "distance"> = Answered<B, W>;
export declare const Distance: QueryMaker<DistanceResult, "distance">;
export type Contact<B extends Bodies = Bodies, W extends ContactResult = "distance" | "normal"> = Answered<B, W>;
export declare const Contact: QueryMaker<ContactResult, "distance" | "normal">;
/** The same, once: copies of the results. */
interface Once<B extends Bodies, Any extends keyof Results, Usual extends Any> {
  (bodies: B, pairs: PairList, options?: Usually<QueryOptions<B, Any>>): Pick<Results, Usual>;
  <W extends Any>(bodies: B, pairs: PairList, options: Selected<QueryOptions<B, W>>): Pick<Results, W>;
}
export declare const overlap2: Once<Bodies2, OverlapResult, "status">;
export declare const overlap3: Once<Bodies3, OverlapResult, "status">;
export declare const distance2: Once<Bodies2, DistanceResult, "distance">;
export declare const distance3: Once<Bodies3, DistanceResult, "distance">;
export declare const contact2: Once<Bodies2, ContactResult, "distance" | "normal">;
export declare const contact3: Once<Bodies3, ContactResult, "distance" | "normal">;

/** Who may meet whom: a and b if category a & mask b and category b & mask a, and not both of one group other than 0. */
export declare class Filters extends Owner {
  constructor(bodies: Bodies, values?: { category?: ArrayLike<number>; mask?: ArrayLike<number>; group?: ArrayLike<number> });
  readonly category: Uint32Array;
  readonly mask: Uint32Array;
  readonly group: Uint32Array;
}
export interface PointsOptions {
  /** Of the points or bodies that look: Filters of as many bodies or more. */
  filters?: Filters;
  /** A body that is left out, for each of them, by its number among those of all trees. */
  skip?: ArrayLike<number>;
  isa?: string;
  workers?: Owner;
}
export interface ShapesOptions extends PointsOptions {
  flags?: number;
}
/** k bodies for each point or body: NO_BODY and Infinity where there are fewer; `found` says how many there are. */
export interface Nearest {
  body: Uint32Array;
  distance: Float32Array;
  found: Uint32Array;
}
/** Pairs of a point or body and a body that is near, sorted. */
export interface Within {
  count: number;
  a: Uint32Array;
  b: Uint32Array;
  distance: Float32Array;
}
/** Up to four trees that are searched together. Bodies are numbered in one row: those of the first, then of the second. */
export declare class Trees<B extends Bodies = Bodies> extends Owner {
  constructor(lg: Library, trees: readonly Tree<B>[]);
  readonly dim: B["dim"];
  readonly count: number;
  /** The place of the tree that a number belongs to, and the number there; undefined for NO_BODY. */
  which(body: number): { tree: number; body: number } | undefined;
  /** The k bodies (1..64) whose positions are nearest to each point. Points in a Float64Array are positions in double. */
  nearest(points: Numbers, k: number, options?: PointsOptions & { maxDistance?: number }): Nearest;
  /** The k bodies (1..64) whose shapes are nearest to that of each body. */
  nearestShapes(bodies: B, k: number, options?: ShapesOptions & { maxDistance?: number }): Nearest;
  /** All bodies whose positions are within a radius of each point. */
  within(points: Numbers, radius: number, options?: PointsOptions): Within;
  /** All bodies whose shapes are within a distance of that of each body. */
  withinShapes(bodies: B, radius: number, options?: ShapesOptions): Within;
}
export interface TreeOptions extends CommonOptions {
  /** How far each body will move, or true: zeros, to be written before a rebuild. */
  motion?: Numbers | true;
  filters?: Filters;
  /** Writes a checksum of the whole, for a tree that is saved. */
  sealed?: boolean;
}
export interface TreeInfo {
  bodies: number;
  /** Bodies that can be found. */
  placed: number;
  bad: number;
  bytes: number;
  low: number[];
  high: number[];
  /** What both are relative to, where the bodies have positions in double. */
  origin: number[];
}
/** A tree of bodies as they are when it is built: once, or again in each tick. It is searched as Trees are. */
export declare class Tree<B extends Bodies = Bodies> extends Trees<B> {
  constructor(bodies: B, options?: TreeOptions);
  /** A tree that was saved, of the bodies of which it was built. Other bytes are an error that says why. */
  static load<B extends Bodies>(bodies: B, saved: Uint8Array): Tree<B>;
  readonly bodies: B;
  readonly motion: Float32Array | undefined;
  readonly info: TreeInfo;
  rebuild(): this;
  save(): Uint8Array;
}
export interface FindOptions<B extends Bodies> extends CommonOptions {
  other?: B | Tree<B>;
  /** The gap up to which bodies meet. */
  margin?: number;
  /** How far each body moves until the next run, or true. */
  motion?: Numbers | true;
  filters?: Filters;
  otherFilters?: Filters;
  /** The greatest number of comparisons for 16 bodies near each other, beyond which pairs may be missing; 0: none. */
  effort?: number;
  capacity?: number;
  /** The list takes the pairs that fit into `capacity`. */
  fit?: boolean;
}
/** A list of pairs that run() fills with those that are no farther apart than the margin, sorted. */
export declare class Finder<B extends Bodies = Bodies> extends Pairs {
  /** Of bodies, with `other` bodies or among themselves; of a tree, with an `other` tree or in itself. */
  constructor(bodies: B | Tree<B>, options?: FindOptions<B>);
  /** It may be replaced by another of its kind. */
  other: B | Tree<B> | undefined;
  readonly badBodies: number;
  /** Pairs that are left out with fit: true. */
  readonly dropped: number;
  /** The work of the last run: comparisons of 16 bodies near each other with as many, or with a node of a tree. */
  readonly compared: number;
  /** Groups of 16 bodies whose search `effort` has ended. */
  readonly cut: number;
  readonly motion: Float32Array | undefined;
  set margin(margin: number);
  run(): this;
}
/** The pairs that a Finder finds, as [a, b, a, b, ...]. */
export declare function findPairs2(bodies: Bodies2 | Tree<Bodies2>, options?: FindOptions<Bodies2>): Uint32Array;
export declare function findPairs3(bodies: Bodies3 | Tree<Bodies3>, options?: FindOptions<Bodies3>): Uint32Array;
/** Which body should stand at each place, so that neighbours in space are neighbours in memory. */
export declare function order(bodies: Bodies): Uint32Array;
/** For each pair of `now` its place in the list `before`, or NO_PAIR. */
export declare function pairsMatch(before: Pairs, now: Pairs): Uint32Array;
/** Rewrites a list after bodies have changed places, sorted, and returns for each pair its place before. */
export declare function pairsRenumber(
  pairs: Pairs, order?: ArrayLike<number>, otherOrder?: ArrayLike<number>, options?: { oneView?: boolean }): Uint32Array;

export interface EventList {
  count: number;
  a: Uint32Array;
  b: Uint32Array;
  /** Of EventKind. */
  kind: Uint32Array;
  /** The pair's place in the list now; of an END, of Events in the list before, of a Tick NO_PAIR. */
  pair: Uint32Array;
}
/** Which pairs of a query began and ceased to touch since the run before. */
export declare class Events extends Owner {
  constructor(query: Query<Bodies> & Pick<Results, "status">, options?: { slop?: number; persist?: boolean; replaced?: boolean });
  readonly replaced: Uint8Array | undefined;
  readonly otherReplaced: Uint8Array | undefined;
  readonly touching: Uint8Array;
  forget(): void;
  run(): EventList;
}

export interface CastOptions<B extends Bodies, W extends string = CastResult> extends CommonOptions {
  other?: B;
  want?: readonly W[];
  /** Where each body moves, relative to its pose; true: zeros, to be written later. */
  way?: Numbers | true;
  /** The rotation of each body at the end. */
  turn?: Numbers | true;
  otherWay?: Numbers | true;
  otherTurn?: Numbers | true;
  /** In place of ways and turns: the poses at the end. */
  end?: Numbers | true;
  otherEnd?: Numbers | true;
  /** The greatest fraction of interest of each pair. */
  most?: ArrayLike<number>;
  /** Shapes count as touching from this gap on. */
  target?: number;
  iterationLimit?: number;
}
declare class Caster<B extends Bodies> extends PairQuery<B> {
  readonly way: Float32Array | undefined;
  readonly turn: Float32Array | undefined;
  readonly end: Float32Array | undefined;
  readonly otherWay: Float32Array | undefined;
  readonly otherTurn: Float32Array | undefined;
  readonly otherEnd: Float32Array | undefined;
}
/** Reports where pairs touch first along the ways of their bodies. */
export type Cast<B extends Bodies = Bodies, W extends CastResult = "status" | "fraction"> = Caster<B> & Pick<Results, W>;
export declare const Cast: {
  new <B extends Bodies>(bodies: B, pairs: PairList, options?: Usually<CastOptions<B>>): Cast<B>;
  new <B extends Bodies, W extends CastResult>(bodies: B, pairs: PairList, options: Selected<CastOptions<B, W>>): Cast<B, W>;
};
interface CastOnce<B extends Bodies> {
  (bodies: B, pairs: PairList, options?: Usually<CastOptions<B>>): Pick<Results, "status" | "fraction">;
  <W extends CastResult>(bodies: B, pairs: PairList, options: Selected<CastOptions<B, W>>): Pick<Results, W>;
}
export declare const cast2: CastOnce<Bodies2>;
export declare const cast3: CastOnce<Bodies3>;
export interface Hit {
  body: number;
  status: number;
  fraction: number;
  /** Of an overlap at the beginning; 0 else. */
  depth: number;
  normal: number[];
  point: number[];
}
export interface AgainstOptions extends CommonOptions {
  way?: Numbers | true;
  turn?: Numbers | true;
  /** Hits of each body. */
  k?: number;
  /** An error where a body has more than k. */
  all?: boolean;
  most?: ArrayLike<number>;
  filters?: Filters;
  skip?: ArrayLike<number>;
  target?: number;
  /** Contacts that a pair may take; 4,096 by default. */
  iterationLimit?: number;
}
/** Casts each body against those of a tree, or of several: the first k that it touches. A ray is a body of one point. */
export declare class CastAgainst<B extends Bodies = Bodies> extends Owner {
  constructor(bodies: B, trees: Trees<B>, options?: AgainstOptions);
  /** They may be replaced by others. */
  trees: Trees<B>;
  readonly way: Float32Array | undefined;
  readonly turn: Float32Array | undefined;
  /** Ten words for each hit: body, status, fraction, depth, normal (3), point (3). */
  readonly hits: Uint32Array;
  readonly badBodies: number;
  /** Bodies that may have other hits than these, as the limit of contacts ended a cast. */
  readonly limitBodies: number;
  run(): this;
  /** The hit of a body, the first by default. */
  at(body: number, place?: number): Hit | undefined;
}
/** The hits of each body, once. */
export declare function castAgainst<B extends Bodies>(
  bodies: B, trees: Trees<B>, way?: Numbers, options?: AgainstOptions): Hit[][];

/** What a run has found of one list, in the tick's memory, until the next run. */
interface TickListBase {
  readonly count: number;
  /** Pairs for which maxPairs had no room. */
  readonly dropped: number;
  /** Groups of 16 bodies whose search `effort` has ended. */
  readonly cut: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly status: Uint8Array;
  readonly distance: Float32Array;
  readonly normal: Float32Array;
  readonly touching: Uint8Array;
  readonly events: EventList;
}
/** P: with points; M: with manifolds. */
export type TickList<P extends boolean = boolean, M extends boolean = boolean> = TickListBase &
  (P extends true ? Pick<Results, "pointA" | "pointB"> : {}) &
  (M extends true ? Pick<Results, "manifold"> & { manifoldAt(pair: number): Manifold } : {});
export interface TickOptions<P extends boolean = boolean, M extends boolean = boolean> {
  /** A pair that touched goes on touching up to this gap. */
  slop?: number;
  /** Keeps warm records. */
  records?: boolean;
  /** Pairs that go on touching have events, too. */
  persist?: boolean;
  /** The lists have witness points. */
  points?: P;
  /** The lists have manifolds. */
  manifolds?: M;
  /** There is `replaced`. */
  replaced?: boolean;
  /** There is `replacedFixed`, of so many bodies. */
  replacedFixed?: number;
}
export interface TickRunOptions extends CommonOptions {
  /** The gap up to which pairs are listed and have contacts; at least the slop in any case. */
  margin?: number;
  /** The separation up to which manifolds have points. */
  manifoldMargin?: number;
  motion?: Numbers;
  filters?: Filters;
  /** As of a Finder. */
  effort?: number;
}
export interface PushOptions {
  /** Overlaps up to this depth stay. */
  slop?: number;
  /** Of the way, above 0 and up to 1. */
  share?: number;
  /** For each moving body a number up to 255, not 0 where it pushes none and is not pushed. */
  sensors?: ArrayLike<number>;
  /** For each fixed body a number up to 255, not 0 where it pushes none. */
  fixedSensors?: ArrayLike<number>;
  /** For each moving body: bodies of a pair move in this ratio; 0 is a body that does not move. */
  inverseMass?: ArrayLike<number>;
}
/** The state of a world from tick to tick: pairs, contacts and events in one call. */
export declare class Tick<D extends 2 | 3 = 2 | 3, P extends boolean = false, M extends boolean = false> extends Owner {
  /** maxPairs: of each of the two lists. */
  constructor(lg: Library, dim: D, maxBodies: number, maxPairs: number, options?: TickOptions<P, M>);
  readonly dim: D;
  /** Pairs of moving bodies. */
  readonly among: TickList<P, M>;
  /** Pairs of a moving body and a fixed one. */
  readonly against: TickList<P, M>;
  readonly badBodies: number;
  /** Not 0 where another moving body has the place. */
  readonly replaced: Uint8Array | undefined;
  /** Not 0 where another fixed body has the place. */
  readonly replacedFixed: Uint8Array | undefined;
  /** What pushApart adds to. */
  readonly push: Float32Array;
  /** The tree of the moving bodies, until the next call; undefined where there was no run. */
  readonly tree: Tree<BodiesIn<D>> | undefined;
  run(moving: BodiesIn<D>, fixed?: Tree<BodiesIn<D>>, options?: TickRunOptions): this;
  pushApart(options?: PushOptions): Float32Array;
  /** After bodies have changed places: the body that stands at each place now, by its number before. */
  renumber(order?: ArrayLike<number>, fixedOrder?: ArrayLike<number>): void;
  /** As if nothing had touched. */
  forget(): void;
  save(): Uint8Array;
  load(saved: Uint8Array): void;
}
type BodiesIn<D extends 2 | 3> = D extends 2 ? Bodies2 : Bodies3;
