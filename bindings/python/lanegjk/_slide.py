"""Slides: bodies that walk among what rests."""
from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Optional, Sequence

import numpy as np

from ._base import ArgumentError, call, dtype_of, flags_of, isa_number, nonzero, pointer, struct, view
from ._lists import filters_of
from ._native import ffi, lib

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._base import Floats, Words
    from ._lists import Filters
    from ._shapes import B
    from ._trees import Trees

SlideEnd = dtype_of("lgjk_slide_end")
SlidePlane = dtype_of("lgjk_slide_plane")


class SlideStatus(enum.IntEnum):
    """What has become of a body on its way."""

    FREE = lib.LGJK_SLIDE_FREE
    SLID = lib.LGJK_SLIDE_SLID
    LIMIT = lib.LGJK_SLIDE_LIMIT
    OVERLAP = lib.LGJK_SLIDE_OVERLAP
    BAD = lib.LGJK_SLIDE_BAD
    EMPTY = lib.LGJK_SLIDE_EMPTY


def slide(bodies: B, trees: Trees[B], way: Floats, *, planes: int = 0, up: Sequence[float] = (0, 0, 0), skin: float = 0.0,
          recover: float = 0.0, walkable: float = 0.0, step_height: float = 0.0, step_forward: float = 0.0,
          snap: float = 0.0, filters: Optional[Filters] = None, skip: Optional[Words] = None, iteration_limit: int = 0,
          flags: int = 0, isa: str = "auto") -> tuple[NDArray[Any], NDArray[Any]]:
    """Moves each body along its way among those of one or several trees; the rest of its way goes along what it touches.

    Arguments:
        bodies: Bodies2 or Bodies3. Their poses are not changed: pose[:, :dim] = end["position"][:, :dim].
        trees: a Tree, or several as Trees, of bodies of the same dimension, which rest.
        way: (n, 2) or (n, 3) float32, how far each body is to go.
        planes: how many planes there is room for, of each body, 8 at most.
        up: the direction away from the ground, which walkable, step_height, step_forward and snap need; zero: no ground.
        skin: the gap that a body keeps from what it touches; 0: 1e-4 of its radius.
        recover: the greatest way by which a body is pushed out of what it overlaps; 0: its radius.
        walkable: the least cosine of a slope that is ground; 0: that of 45 degrees.
        step_height: steps up to this height are climbed; 0: none.
        step_forward: how far beyond its way a body looks for ground on top of a step; 0: step_height.
        snap: how far at most a body is brought down to the ground that it was on; 0: it is not.
        filters: of `bodies`.
        skip: (n,) bodies of the trees that are left out, one for each body.
        iteration_limit: casts along the way that a body may take, 64 at most; 0: 12.
        flags: 0 or Flag.NORMALIZE.
        isa: the name of an instruction set, one of isas(), or "auto".

    Returns what each comes to, (n,) with status (SlideStatus), position, ground (NO_BODY: none), ground_normal, planes, casts
    and left; and the planes that it has touched, (n, planes) with body, status, normal and point. lanegjk_slide.h says more.
    """
    count, dim = len(bodies), bodies.dim
    if len(up) not in (dim, 3):
        raise ArgumentError(f"up: {dim} numbers are required, not {len(up)}")
    at, stride = view("way", way, np.float32, (dim,), count)
    end, plane = np.zeros(count, SlideEnd), np.zeros((count, planes), SlidePlane)
    out = struct("lgjk_slide", max_planes=planes, end=ffi.cast("lgjk_slide_end*", view("end", end, SlideEnd)[0]))
    if planes:
        out.plane = ffi.cast("lgjk_slide_plane*", view("plane", plane.reshape(-1), SlidePlane)[0])
    options = struct("lgjk_slide_options", isa=isa_number(isa), flags=flags_of(flags), iteration_limit=iteration_limit,
                     way_stride=stride, skin=nonzero("skin", skin), recover=nonzero("recover", recover), up=[*up, 0][:3],
                     walkable=nonzero("walkable", walkable), step_height=step_height,
                     step_forward=nonzero("step_forward", step_forward), snap=snap, filters=filters_of(filters, bodies),
                     skip=pointer("uint32_t*", "skip", skip, np.uint32, (), count))
    with trees._targets(dim) as targets:
        call(f"lgjk_slide{dim}", bodies._c, ffi.cast("float*", at), *targets, out, options)
    return end, plane
