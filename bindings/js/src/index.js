// What the package exports.
export { CastStatus, ErrorCode, EventKind, Flag, LanegjkError, Library, NO_BODY, NO_PAIR, Status, load } from "./base.js";
export { Shape, Shapes2, Shapes3, Bodies2, Bodies3, ball, box2, box3, capsule2, capsule3, circle, cone, cylinder, ellipse,
  ellipsoid, hull, polygon } from "./shapes.js";
export { Contact, Distance, Overlap, Pairs, contact2, contact3, distance2, distance3, overlap2, overlap3 } from "./queries.js";
export { Filters } from "./filters.js";
export { Events, Finder, findPairs2, findPairs3, order, pairsMatch, pairsRenumber } from "./find.js";
export { Tree, Trees } from "./trees.js";
export { Cast, CastAgainst, cast2, cast3, castAgainst } from "./cast.js";
export { Tick } from "./tick.js";
// For threads.js, which is a file of its own.
export { Memory, Owner, chosen, compiled, refuse, whole } from "./base.js";
