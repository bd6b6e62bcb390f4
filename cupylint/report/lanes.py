"""The lanes drawing: one lane per stream, time to the right, arrows for orders, a cross for the missing one."""

from __future__ import annotations

from cupylint.findings import Lanes, MarkKind
from cupylint.report.canvas import Canvas
from cupylint.report.layout import Layout, fit
from cupylint.report.page import Page, Style
from cupylint.report.routes import Route, Routes, plan
from cupylint.report.text import columns, shorten, shown

_BETWEEN = 2  # columns between the names and the lanes, and between the lanes and the remarks
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8  # the open sides of a cell, an index into `Glyphs.corners`

_STYLES: dict[MarkKind, Style] = {
    "access": "access",
    "operation": "dim",
    "record": "edge",
    "wait": "edge",
    "sync": "edge",
}


def draw(lanes: Lanes, page: Page, room: int, tone: Style = "error") -> list[str]:
    """Return the rows of the drawing in ``room`` columns; none when there is nothing to draw or no room for it.

    ``tone`` colours the access that the finding is about, as the excerpt colours its carets.
    """
    if not lanes.names:
        return []
    dots = page.glyphs.ellipsis
    names = [shorten(shown(name, page.unicode), max(room // 4, 8), dots) for name in lanes.names]
    left = max(columns(name) for name in names) + _BETWEEN
    remarks = {lane: shown(text, page.unicode) for lane, text in lanes.remarks if 0 <= lane < len(lanes.names) and text}
    layout = _fit(lanes, remarks, room - left, page)
    if layout is None:
        return []
    drawing = _Drawing(lanes, layout, plan(lanes, layout), left, page)
    for lane, name in enumerate(names):
        drawing.canvas.put(drawing.lane_rows[lane], 0, name, "bold")
    drawing.draw(tone)
    for lane, text in remarks.items():
        if not drawing.remark(lane, text, room):
            row = drawing.canvas.height
            drawing.canvas.put(row, 0, names[lane], "bold")
            drawing.canvas.put(row, left, shorten(text, room - left, dots), "dim")
    return drawing.canvas.lines(page)


def _fit(lanes: Lanes, remarks: dict[int, str], room: int, page: Page) -> Layout | None:
    """Lay the marks out beside the remarks, or without regard to them where that would cost too much."""
    longest = max((columns(text) + _BETWEEN for text in remarks.values()), default=0)
    layout = fit(lanes, room, page)
    if longest and layout is not None and layout.end + longest > room:
        beside = fit(lanes, room - longest, page)
        return beside if beside is not None and beside.whole else layout
    return layout


class _Drawing:
    """A canvas with the rows of lanes and tracks on it."""

    def __init__(self, lanes: Lanes, layout: Layout, routes: Routes, left: int, page: Page) -> None:
        self.canvas = Canvas()
        self.lane_rows = [lane + sum(routes.tracks[:lane]) for lane in range(len(lanes.names))]
        self._lanes, self._layout, self._routes, self._left, self._page = lanes, layout, routes, left, page
        # The open sides of the cells of lines, for missing orders (True) and existing ones.
        self._lines: dict[bool, dict[tuple[int, int], int]] = {True: {}, False: {}}

    def draw(self, tone: Style) -> None:
        """Draw lanes, then arrows, then marks, each over the ones before."""
        glyphs = self._page.glyphs
        for row in self.lane_rows:
            self.canvas.put(row, self._left, glyphs.lane * self._layout.end, "dim")
        for lane, start, end in self._layout.left_out:
            self.canvas.put(self.lane_rows[lane], self._left + start, glyphs.left_out * (end - start), "dim")
        for route in self._routes.routes:
            if route.shape == "bend":
                self._bend(route)
        self._put_bends()
        for route in self._routes.routes:
            if route.shape == "slant":
                self._slant(route)
            elif route.missing:
                self._cross(route)
        for edge in self._lanes.edges:
            self._same_lane(edge.source, edge.target, edge.missing)
        styles: dict[int, Style] = {edge.source: "second" for edge in self._lanes.edges if edge.missing}
        styles.update({edge.target: tone for edge in self._lanes.edges if edge.missing})
        for one in self._layout.placed:
            style = styles.get(one.index, _STYLES[one.mark.kind])
            self.canvas.put(self.lane_rows[one.mark.lane], self._left + one.start, one.text, style)

    def remark(self, lane: int, text: str, room: int) -> bool:
        """Write a lane's remark after its end, which may come earlier to make room; False when it does not fit."""
        row, end = self.lane_rows[lane], self._left + self._layout.end
        taken = [one.end for one in self._layout.placed if one.mark.lane == lane]
        taken += [past for left_out, _, past in self._layout.left_out if left_out == lane]
        taken += [column + 1 - self._left for at, column in (*self._lines[True], *self._lines[False]) if at == row]
        least = self._left + max(taken, default=0)
        start = min(end, room - _BETWEEN - columns(text))
        if start < least:
            return False
        self.canvas.put(row, start, " " * (end - start))
        self.canvas.put(row, start + _BETWEEN, text, "dim")
        return True

    def _track_row(self, route: Route) -> int:
        return self.lane_rows[route.gap] + 1 + route.track

    def _bend(self, route: Route) -> None:
        """Note the open sides of all cells of an arrow that runs sideways."""
        first, last = self.lane_rows[route.source.mark.lane], self.lane_rows[route.target.mark.lane]
        track = self._track_row(route)
        leaves, arrives = self._left + route.leaves, self._left + route.arrives
        self._vertical(first, track, leaves, route.missing)
        self._horizontal(track, leaves, arrives, route.missing)
        if not route.missing:
            self._vertical(track, last, arrives, False)

    def _vertical(self, first: int, last: int, column: int, dashed: bool) -> None:
        for row in range(min(first, last), max(first, last)):
            self._open(row, column, _SOUTH, dashed)
            self._open(row + 1, column, _NORTH, dashed)

    def _horizontal(self, row: int, first: int, last: int, dashed: bool) -> None:
        for column in range(min(first, last), max(first, last)):
            self._open(row, column, _EAST, dashed)
            self._open(row, column + 1, _WEST, dashed)

    def _open(self, row: int, column: int, side: int, missing: bool) -> None:
        sides = self._lines[missing]
        sides[row, column] = sides.get((row, column), 0) | side

    def _put_bends(self) -> None:
        """Draw the noted cells; the line of an existing order passes over one of a missing order."""
        glyphs = self._page.glyphs
        lane_rows = set(self.lane_rows)
        for missing in (True, False):
            for (row, column), sides in self._lines[missing].items():
                if row in lane_rows and sides != _NORTH | _SOUTH:
                    continue  # an end, where a mark stands
                char = glyphs.corners[sides]
                if missing and sides == _EAST | _WEST:
                    char = glyphs.dash[column % 2]
                elif missing and sides == _NORTH | _SOUTH:
                    char = glyphs.dash_vertical
                self.canvas.put(row, column, char, "missing" if missing else "edge")

    def _slant(self, route: Route) -> None:
        """An arrow to the next mark, one column a row; with a track added between, it bends once."""
        first, last = self.lane_rows[route.source.mark.lane], self.lane_rows[route.target.mark.lane]
        step = 1 if last > first else -1
        char = self._page.glyphs.down if step == 1 else self._page.glyphs.up
        most = self._left + route.arrives - 1
        column = self._left + route.leaves
        for row in range(first + step, last, step):
            column = min(column + 1, most)
            self.canvas.put(row, column, char, "edge")

    def _cross(self, route: Route) -> None:
        """The cross before the target, with a line to it over the lanes that lie between."""
        glyphs = self._page.glyphs
        column = self._left + route.arrives
        row = self._track_row(route)
        if route.shape == "cross":
            source = self.lane_rows[route.source.mark.lane]
            # Beside the target's lane the cross alone says enough; tracks next to it belong to other arrows.
            step = 1 if row > source else -1
            near = self.lane_rows[route.target.mark.lane - step]
            for between in range(source + step, near + step, step):
                self.canvas.put(between, column, glyphs.dash_vertical, "missing")
        self.canvas.put(row, column, glyphs.cross, "missing")

    def _same_lane(self, source: int, target: int, missing: bool) -> None:
        """A missing order within one lane: the cross stands on the lane."""
        placed = {one.index: one for one in self._layout.placed}
        if missing and source in placed and target in placed:
            here, there = placed[source], placed[target]
            if here.mark.lane == there.mark.lane:
                row = self.lane_rows[here.mark.lane]
                self.canvas.put(row, self._left + there.start - 1, self._page.glyphs.cross, "missing")
