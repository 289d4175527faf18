"""lanegjk: collision queries for very many pairs of convex shapes, NumPy arrays in and out, at the speed of C.

    shapes = lanegjk.Shapes2([lanegjk.box2(1, 0.5), lanegjk.circle(0.5)])
    bodies = lanegjk.Bodies2(shapes, shape, pose)                 a view of your arrays
    pairs = lanegjk.find_pairs2(bodies, margin=0.1)               who may meet
    distance = lanegjk.distance2(bodies, pairs).distance          once; lanegjk.Distance(bodies, pairs) for loops

docs/python.md is the tutorial; the headers of C say what every number means. Errors have an `index`.
"""
from ._base import (NO_BODY, NO_PAIR, ArgumentError, BusyError, CapacityError, CastStatus, Error, EventKind, Flag, IsaError,
                    OutOfMemoryError, PairIndexError, PrecisionWarning, RangeError, ShapeError, Status, Workers, isas)
from ._cast import Cast, CastResults, Hit, cast2, cast3, cast_against
from ._find import (NOTHING_TOUCHES, Event, Finder, Touches, find_pairs2, find_pairs3, order, pair_events, pairs_match,
                    pairs_renumber)
from ._lists import Filters
from ._native import ffi, lib
from ._queries import (BadReason, Contact, Distance, Manifold2, Manifold3, Overlap, Query, Results, contact2, contact3,
                       distance2, distance3, overlap2, overlap3, warm_carry, warm_records)
from ._recordings import Recording, RecordingWarning, read_trajectories
from ._shapes import (Bodies, Bodies2, Bodies3, Mass, Shape, ShapeInfo, Shapes2, Shapes3, ball, box2, box3, capsule2,
                      capsule3, choose_origin, circle, cone, cylinder, ellipse, ellipsoid, from_shapely, from_trimesh, hull,
                      normalize, polygon, poses2, poses3)
from ._slide import SlideEnd, SlidePlane, SlideStatus, slide
from ._tick import Tick, TickList
from ._trajectories import TORSO, Encounter, Encounters, Meeting, replay
from ._trees import Nearest, Tree, TreeInfo, Trees, Within

__version__: str = ffi.string(lib.lgjk_version()).decode()
__all__ = [
    "ArgumentError", "BadReason", "Bodies", "Bodies2", "Bodies3", "BusyError", "CapacityError", "Cast",
    "CastResults", "CastStatus", "Contact", "Distance", "Encounter", "Encounters", "Error", "Event",
    "EventKind", "Filters", "Finder", "Flag", "Hit", "IsaError", "Manifold2", "Manifold3", "Mass", "Meeting",
    "NOTHING_TOUCHES", "NO_BODY", "NO_PAIR", "Nearest", "OutOfMemoryError", "Overlap", "PairIndexError",
    "PrecisionWarning", "Query", "RangeError", "Recording", "RecordingWarning", "Results", "Shape",
    "ShapeError", "ShapeInfo", "Shapes2", "Shapes3", "SlideEnd", "SlidePlane", "SlideStatus", "Status", "TORSO",
    "Tick", "TickList", "Touches", "Tree", "TreeInfo", "Trees", "Within", "Workers", "__version__", "ball",
    "box2", "box3", "capsule2", "capsule3", "cast2", "cast3", "cast_against", "choose_origin", "circle", "cone",
    "contact2", "contact3", "cylinder", "distance2", "distance3", "ellipse", "ellipsoid", "find_pairs2",
    "find_pairs3", "from_shapely", "from_trimesh", "hull", "isas", "normalize", "order", "overlap2", "overlap3",
    "pair_events", "pairs_match", "pairs_renumber", "polygon", "poses2", "poses3", "read_trajectories",
    "replay", "slide", "warm_carry", "warm_records"]
