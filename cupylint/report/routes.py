"""The ways of the arrows between lanes: which columns they take and on which row they run sideways.

Between two lanes lies one row, a track, or none where no arrow passes. An arrow to the very next mark is
slanted. Any other one goes straight down (or up) from its mark, sideways on a track, and straight on to its
target; marks share no columns, so it meets no box. Where two arrows would share a stretch of track, a second
track is added.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cupylint.findings import Lanes
from cupylint.records import dataclass
from cupylint.report.layout import Layout, Placed, crosses

_MOST_EXTRA = 2  # tracks beyond one between two lanes, in a whole drawing

Shape = Literal["slant", "bend", "cross"]
"""``bend`` runs sideways; ``cross`` is only the mark before the target that says "no order here"."""


@dataclass(frozen=True, slots=True)
class Route:
    """One arrow. ``gap`` g lies between lanes g and g + 1; ``track`` counts from the top of the gap."""

    source: Placed
    target: Placed
    missing: bool
    shape: Shape
    gap: int
    track: int

    @property
    def leaves(self) -> int:
        """The column where it leaves its source: under the right end."""
        return self.source.end - 1

    @property
    def arrives(self) -> int:
        """The column where it ends: the left end of its target, or before it for a missing order."""
        return self.target.start - self.missing


@dataclass(frozen=True, slots=True)
class _Taken:
    low: int
    high: int
    source: int
    target: int

    def clashes(self, other: _Taken) -> bool:
        """Arrows from or to the same mark may share a stretch: it reads as one that forks or joins."""
        apart = self.high < other.low or other.high < self.low
        return not apart and self.source != other.source and self.target != other.target


@dataclass(slots=True)
class Routes:
    """All arrows of a drawing and the number of tracks in each gap."""

    routes: list[Route]
    tracks: list[int]


@dataclass(slots=True)
class _Plan:
    gaps: list[list[list[_Taken]]]
    extra: int = _MOST_EXTRA
    routes: list[Route] = field(default_factory=list)

    def free(self, gap: int, taken: _Taken, downward: bool) -> int | None:
        """The free track of a gap that is nearest to the target."""
        tracks = range(len(self.gaps[gap]))
        order = reversed(tracks) if downward else tracks
        return next((at for at in order if not any(taken.clashes(one) for one in self.gaps[gap][at])), None)

    def add_track(self, gap: int, downward: bool) -> int | None:
        """A new track next to the target's lane, None when the drawing is high enough."""
        if not self.extra:
            return None
        self.extra -= 1
        if downward:
            self.gaps[gap].append([])
            return len(self.gaps[gap]) - 1
        self.gaps[gap].insert(0, [])
        self.routes = [
            Route(one.source, one.target, one.missing, one.shape, gap, one.track + 1) if one.gap == gap else one
            for one in self.routes
        ]
        return 0


def plan(lanes: Lanes, layout: Layout) -> Routes:
    """Return the ways of all edges between marks that are shown, existing orders first."""
    placed = {one.index: one for one in layout.placed}
    todo = _Plan([[[]] for _ in lanes.names[1:]])
    edges = [edge for edge in lanes.edges if crosses(edge, lanes) and edge.source in placed and edge.target in placed]
    for edge in sorted(edges, key=lambda one: one.missing):
        source, target = placed[edge.source], placed[edge.target]
        if edge.missing:
            _missing(todo, source, target)
        else:
            _existing(todo, source, target)
    crossed = {gap for one in todo.routes for gap in _spanned(one.source, one.target)}
    return Routes(todo.routes, [len(tracks) if gap in crossed else 0 for gap, tracks in enumerate(todo.gaps)])


def _spanned(source: Placed, target: Placed) -> list[int]:
    """The gaps between two lanes, the one at the target first."""
    low, high = sorted((source.mark.lane, target.mark.lane))
    gaps = list(range(low, high))
    return gaps[::-1] if target.mark.lane == high else gaps


def _existing(todo: _Plan, source: Placed, target: Placed) -> None:
    leaves, arrives = source.end - 1, target.start
    taken = _Taken(min(leaves, arrives), max(leaves, arrives), source.index, target.index)
    gaps = _spanned(source, target)
    downward = target.mark.lane > source.mark.lane
    if arrives - leaves == 2 * len(gaps):
        for gap in gaps:
            todo.gaps[gap][0].append(taken)
        todo.routes.append(Route(source, target, False, "slant", gaps[0], 0))
        return
    free = next(((gap, at) for gap in gaps if (at := todo.free(gap, taken, downward)) is not None), None)
    if free is None:
        track = todo.add_track(gaps[0], downward)
        free = (gaps[0], 0 if track is None else track)
    gap, at = free
    todo.gaps[gap][at].append(taken)
    todo.routes.append(Route(source, target, False, "bend", gap, at))


def _missing(todo: _Plan, source: Placed, target: Placed) -> None:
    """A dashed line from the source to the cross before the target, or the cross alone where no track is free."""
    leaves, arrives = source.end - 1, target.start - 1
    gap = _spanned(source, target)[0]
    downward = target.mark.lane > source.mark.lane
    # Dashes may join those of the same source, but no line of an order that exists.
    whole = _Taken(min(leaves, arrives), max(leaves, arrives) + 1, -1 - source.index, -1 - target.index)
    cross = _Taken(arrives - 1, arrives + 1, -1 - source.index, -1 - target.index)
    shape: Shape = "bend" if abs(arrives - leaves) > 1 else "cross"
    track = todo.free(gap, whole, downward)
    if track is None and (track := todo.free(gap, cross, downward)) is not None:
        shape = "cross"
    if track is None and (track := todo.add_track(gap, downward)) is None:
        shape, track = "cross", 0
    todo.gaps[gap][track].append(whole if shape == "bend" else cross)
    todo.routes.append(Route(source, target, True, shape, gap, track))
