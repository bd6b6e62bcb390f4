"""Where the marks of a lanes drawing go: each has columns of its own, so that time reads left to right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from cupylint.findings import Edge, Lanes, Mark
from cupylint.records import dataclass
from cupylint.report.page import ASCII, UNICODE, Page
from cupylint.report.text import columns, shorten, shown

LEAD = 2  # columns of lane before the first mark and after the last one
_APART = 2  # columns between two marks
_SHORT = 32  # columns of text that a mark keeps as long as others can give way
_LEAST = 5  # columns of text below which only the line number stays
_ENOUGH = 12  # columns of text that marks keep as long as operations can be left out
_UNLIMITED = 10_000
_OPERATOR = re.compile(r"(?:(?<!\s)\s+)?([-+*/%@=<>&|^,:]+)\s*")


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark with its text and its columns, end exclusive. ``index`` counts in `Lanes.marks`."""

    index: int
    mark: Mark
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Layout:
    """All marks that are shown, and where others were left out, as (lane, first column, end column)."""

    placed: tuple[Placed, ...]
    left_out: tuple[tuple[int, int, int], ...]
    end: int
    """The column after the lanes."""
    whole: bool
    """Whether all marks are there and all accesses kept a fair part of their texts."""


@dataclass(frozen=True, slots=True)
class _Caps:
    """The most columns of text in the box of an operation, of a wait and of an access."""

    operation: int
    wait: int
    access: int
    slanted: bool = True
    """Whether an arrow to the next mark over several lanes gets the room to be slanted."""


def crosses(edge: Edge, lanes: Lanes) -> bool:
    """Whether both ends of an edge exist and lie on different lanes."""
    count = len(lanes.marks)
    if not (0 <= edge.source < count and 0 <= edge.target < count):
        return False
    lane, other = lanes.marks[edge.source].lane, lanes.marks[edge.target].lane
    return lane != other and 0 <= lane < len(lanes.names) and 0 <= other < len(lanes.names)


def fit(lanes: Lanes, room: int, page: Page) -> Layout | None:
    """Place the marks in ``room`` columns, with as much text as fits; None when even the accesses do not fit."""
    for kept, least in _attempts(lanes):
        caps = _caps(lanes, kept, least, room, page)
        if caps is not None:
            return _place(lanes, kept, caps, page)
    return None


def _attempts(lanes: Lanes) -> Iterator[tuple[list[int], int]]:
    """Ever smaller sets of marks, each with the text that marks other than operations keep at least."""
    kept = [index for index, mark in enumerate(lanes.marks) if 0 <= mark.lane < len(lanes.names)]
    joined = {end for edge in lanes.edges for end in (edge.source, edge.target)}
    busy = {lanes.marks[index].lane for index in kept if lanes.marks[index].kind == "access"}
    middle = len(lanes.marks) / 2
    yield kept, _ENOUGH
    # Operations say least when nothing hangs on them; then those far from the accesses' lanes, then those in between.
    loose = [index for index in kept if lanes.marks[index].kind == "operation" and index not in joined]
    for dropped in sorted(loose, key=lambda index: (lanes.marks[index].lane in busy, abs(index - middle), index)):
        kept = [index for index in kept if index != dropped]
        yield kept, _ENOUGH
    yield kept, 0
    for kind in ("operation", "sync", "record", "wait"):
        kept = [index for index in kept if lanes.marks[index].kind != kind]
        yield kept, 0
    racing = {end for edge in lanes.edges if edge.missing for end in (edge.source, edge.target)}
    yield [index for index in kept if index in racing], 0


def _caps(lanes: Lanes, kept: list[int], least: int, room: int, page: Page) -> _Caps | None:
    """The most generous caps with which ``kept`` fits: operations give way first, all of a kind evenly."""
    if not kept:
        return None
    steps = [_Caps(_UNLIMITED, _UNLIMITED, _UNLIMITED)]
    steps += [_Caps(cap, _SHORT, _SHORT) for cap in range(_SHORT, -1, -1)]
    steps += [_Caps(0, cap, cap) for cap in range(_SHORT - 1, _ENOUGH - 1, -1)]
    if least < _ENOUGH:
        steps += [_Caps(0, cap, _ENOUGH) for cap in range(_ENOUGH - 1, -1, -1)]
        steps += [_Caps(0, 0, cap) for cap in range(_ENOUGH - 1, least - 1, -1)]
        steps.append(_Caps(0, 0, 0, slanted=False))
    return next((caps for caps in steps if _width(lanes, kept, caps, page) <= room), None)


def _width(lanes: Lanes, kept: list[int], caps: _Caps, page: Page) -> int:
    boxes = sum(_box(lanes.marks[index], caps, page.unicode)[1] for index in kept)
    return boxes + sum(_gaps(lanes, kept, caps)) + 2 * LEAD


def _box(mark: Mark, caps: _Caps, unicode: bool) -> tuple[str, int]:
    """What a mark shows as and its columns: its line and text in a box, a dot for a record."""
    return _boxed(mark, {"operation": caps.operation, "access": caps.access}.get(mark.kind, caps.wait), unicode)


@lru_cache(maxsize=4096)
def _boxed(mark: Mark, cap: int, unicode: bool) -> tuple[str, int]:
    glyphs = UNICODE if unicode else ASCII
    if mark.kind == "record":
        return glyphs.record, 1
    text = shown(mark.text, unicode).strip()
    if columns(text) > cap:
        # Code stays whole longer without the spaces around its operators.
        text = _OPERATOR.sub(r"\1", text)
    short = shorten(text, cap, glyphs.ellipsis) if cap >= min(_LEAST, columns(text)) else ""
    row = f"{mark.file}:{mark.row}" if mark.file else f"{mark.row}"
    box = f"[{row} {short}]" if short else f"[{row}]"
    return box, columns(box)


def _gaps(lanes: Lanes, kept: list[int], caps: _Caps) -> list[int]:
    """Columns between neighbours: a slanted arrow takes one for each row it crosses, a cross one before its target."""
    slanted = {(edge.source, edge.target): edge for edge in lanes.edges if crosses(edge, lanes)}
    out = []
    for here, there in pairwise(kept):
        edge = slanted.get((here, there))
        if edge is None:
            out.append(_APART + (there - here > 1))
        else:
            rows = 2 * abs(lanes.marks[here].lane - lanes.marks[there].lane) - 1
            out.append(1 if edge.missing else rows if caps.slanted else min(rows, _APART))
    return out


def _place(lanes: Lanes, kept: list[int], caps: _Caps, page: Page) -> Layout:
    placed: list[Placed] = []
    left_out: list[tuple[int, int, int]] = []
    column, before = 0, -1
    for gap, index in zip([LEAD, *_gaps(lanes, kept, caps)], kept, strict=True):
        start = column + gap
        left_out += [(lane, column, start) for lane in _skipped(lanes, before + 1, index)]
        text, wide = _box(lanes.marks[index], caps, page.unicode)
        column = start + wide
        placed.append(Placed(index, lanes.marks[index], text, start, column))
        before = index
    left_out += [(lane, column, column + LEAD) for lane in _skipped(lanes, before + 1, len(lanes.marks))]
    return Layout(tuple(placed), tuple(left_out), column + LEAD, not left_out and caps.access >= _ENOUGH)


def _skipped(lanes: Lanes, first: int, end: int) -> list[int]:
    """The lanes of the marks that are left out between two that are shown."""
    return sorted({mark.lane for mark in lanes.marks[first:end] if 0 <= mark.lane < len(lanes.names)})
