// The golden hashes of C, through the package: all that queries write for each input of the tests, cold, warm, free of
// history. tests/contract/digest.c writes the inputs; digest.h has the order of the queries. It runs in
// Node.js and in browsers: readInputs and hashes take bytes.
const POINTS = ["status", "iterations", "distance", "pointA", "pointB"];

export function* readInputs(lanegjk, dim, data) {
  const { box2, box3, cone, cylinder, ellipse, ellipsoid, hull, polygon } = lanegjk;
  let at = 0;
  const take = (count, type = Uint32Array) => new type(data.slice(4 * at, 4 * (at += count)));
  const sized = [, dim === 2 ? box2 : box3, dim === 2 ? ellipse : ellipsoid, cylinder, cone];
  function readShape() {
    const [kind, vertices] = take(2), [radius] = take(1, Float32Array), matrix = take(dim * dim, Float32Array);
    const points = take(dim * vertices, Float32Array);
    if (kind === 0) return (dim === 2 ? polygon : hull)(points, radius);
    if (kind === 1) {
      const half = Array.from({ length: dim }, (_, k) => Math.max(...points.filter((_, i) => i % dim === k).map(Math.abs)));
      return sized[1](...half, radius);
    }
    return sized[kind](...Array(dim === 2 || kind > 2 ? 2 : 3).fill(1)).mapped(matrix).rounded(radius);
  }
  while (4 * at < data.byteLength) {
    const name = new TextDecoder().decode(new Uint8Array(data, 4 * at, 40)).split("\0")[0];
    at += 10;
    const [shapes, count, pairs, frames, radii] = take(5);
    const input = { name, shapes: Array.from({ length: shapes }, readShape), shape: take(count) };
    input.radius = radii ? take(count, Float32Array) : undefined;
    input.columns = [take(pairs), take(pairs)];
    input.poses = Array.from({ length: frames }, () => take((dim === 2 ? 4 : 7) * count, Float32Array));
    yield input;
  }
}

// FNV-1a of 64 bits in two halves: the prime is 2^40 + 435.
class Hash {
  constructor() {
    this.high = 0xcbf29ce4;
    this.low = 0x84222325;
  }
  add(array) {
    let { high, low } = this;
    for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) {
      low = (low ^ byte) >>> 0;
      const product = low * 435, carry = Math.floor(product / 4294967296);
      high = (high * 435 + carry + ((low << 8) >>> 0)) % 4294967296;
      low = product % 4294967296;
    }
    this.high = high;
    this.low = low;
  }
  toString() {
    return `0x${this.high.toString(16).padStart(8, "0")}${this.low.toString(16).padStart(8, "0")}u`;
  }
}

function addWritten(hash, query) {
  query.run();
  hash.add(Uint32Array.from(query.status, (status, i) => status | (query.iterations[i] << 8)));
  for (const name of query.want.slice(2, 6)) hash.add(query[name]);
  if (query.want.includes("manifold")) {
    const { manifold, dim } = query, words = new Uint32Array(manifold.buffer, manifold.byteOffset, manifold.length);
    hash.add(dim === 2 ? words.filter((_, i) => i % 12 !== 3) : words); // without what is reserved
  }
  if (query.warm) hash.add(query.records);
}

function hashes(lanegjk, lg, dim, input) {
  const { Bodies2, Bodies3, Contact, Distance, Flag, Overlap, Pairs, Shapes2, Shapes3 } = lanegjk;
  const shapes = new (dim === 2 ? Shapes2 : Shapes3)(lg, input.shapes), free = [shapes];
  const keep = (thing) => (free.push(thing), thing);
  const bodies = keep(new (dim === 2 ? Bodies2 : Bodies3)(shapes, input.shape, input.poses[0], input.radius));
  const pairs = keep(new Pairs(lg, input.columns[0].length));
  pairs.count = pairs.capacity;
  pairs.a.set(input.columns[0]);
  pairs.b.set(input.columns[1]);
  const ways = [{}, { maxDistance: 0.5, margin: 0.1, iterationLimit: 64 }, { maxDistance: 0.5, iterationLimit: 3 },
    { maxDistance: 3e38, margin: 1e-3, iterationLimit: 64 }, { maxDistance: 3e38, iterationLimit: 64, flags: Flag.EPA }];
  const queries = [[Overlap, POINTS.slice(0, 2)], [Distance, POINTS], [Contact, [...POINTS, "normal", "manifold"]]];
  const found = queries.map(() => new Hash());
  queries.forEach(([Kind, want], q) =>
    ways.slice(0, q === 2 ? 5 : 4).forEach((way) => addWritten(found[q], keep(new Kind(bodies, pairs, { ...way, want })))));
  const warm = queries.map(([Kind, want]) => [0, Flag.HISTORY_FREE].map((flags) =>
    keep(new Kind(bodies, pairs, { want, warm: true, flags }))));
  for (const pose of input.poses) {
    bodies.pose.set(pose);
    warm.forEach((queries, q) => queries.forEach((query) => addWritten(found[q], query)));
  }
  free.reverse().forEach((thing) => thing.free());
  return found.join(", ");
}

/** Compares all inputs with the text of golden2.h or golden3.h; returns how many there were, and which differ. */
export function compare(lanegjk, lg, dim, data, golden) {
  const expected = Object.fromEntries([...golden.matchAll(/GOLDEN\("([^"]+)", (.*)\)/g)].map(([, name, list]) => [name, list]));
  const wrong = [];
  let count = 0;
  for (const input of readInputs(lanegjk, dim, data)) {
    if (hashes(lanegjk, lg, dim, input) !== expected[input.name]) wrong.push(input.name);
    count++;
  }
  return { count, wrong };
}
