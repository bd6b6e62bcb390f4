"""The lanes drawing as inline SVG: the same picture as `lanes`, for a page that is as wide as it likes."""

from __future__ import annotations

from typing import NamedTuple

from cupylint.escape import to_html as escape
from cupylint.findings import Edge, Lanes, Mark
from cupylint.report.text import columns, shorten, shown

_CHARACTER = 7.3  # of the font of the boxes, which has one width for all
_ROW, _BOX, _PAD, _GAP, _TOP = 46, 26, 8, 30, 10
_MOST_TEXT, _MOST_NAME, _MOST_REMARK = 44, 24, 40  # characters

STYLE = """
svg.lanes{max-width:none}svg.lanes text{font:12px ui-monospace,Menlo,Consolas,monospace}
svg.lanes text.lane{font-weight:600}svg.lanes text.remark{fill:var(--soft)}
svg.lanes rect{fill:var(--card);stroke:var(--wait)}svg.lanes rect.access{stroke:var(--ink);stroke-width:1.5}
svg.lanes rect.first{stroke:var(--work);stroke-width:2}svg.lanes rect.later{stroke:var(--missed);stroke-width:2}
svg.lanes circle{fill:var(--work)}svg.lanes path{fill:none;stroke:var(--work);stroke-width:1.5}
svg.lanes path.head{fill:var(--work)}svg.lanes path.missing{stroke:var(--missed);stroke-dasharray:5 4}
svg.lanes path.cross{stroke:var(--missed);stroke-width:2.5}
"""


class _Box(NamedTuple):
    mark: Mark
    text: str
    left: float
    right: float
    middle: float


def picture(lanes: Lanes, title: str, identifier: str) -> str:
    """The SVG of a finding's lanes, "" where there is nothing to draw.

    Args:
        title: what a screen reader says first.
        identifier: unique on the page, beginning with a letter.
    """
    count = len(lanes.names)
    if not any(0 <= mark.lane < count for mark in lanes.marks):
        return ""
    names = [shorten(shown(name), _MOST_NAME, "…") for name in lanes.names]
    left = max(map(columns, names)) * _CHARACTER + 2 * _PAD
    boxes, end = _boxes(lanes, left)
    remarks = {lane: shorten(shown(text), _MOST_REMARK, "…") for lane, text in lanes.remarks if 0 <= lane < count}
    wide = end + max((columns(text) * _CHARACTER + _PAD for text in remarks.values()), default=0) + _PAD
    high = count * _ROW + 2 * _TOP
    rails = "".join(
        f'<line class="rail" x1="{left:.0f}" x2="{end:.0f}" y1="{_middle(lane):.0f}" y2="{_middle(lane):.0f}"/>'
        f'<text class="lane" x="{_PAD}" y="{_middle(lane) + 4:.0f}">{escape(name)}</text>'
        for lane, name in enumerate(names)
    )
    beside = "".join(
        f'<text class="remark" x="{end + _PAD:.0f}" y="{_middle(lane) + 4:.0f}">{escape(text)}</text>'
        for lane, text in remarks.items()
    )
    edges = [edge for edge in lanes.edges if edge.source in boxes and edge.target in boxes]
    drawn = "".join(_drawn(index, box, edges) for index, box in boxes.items())
    arrows = "".join(_arrow(boxes[edge.source], boxes[edge.target], edge.missing) for edge in edges)
    return (
        f'<svg class="lanes" width="{wide:.0f}" height="{high}" viewBox="0 0 {wide:.0f} {high}" role="img" '
        f'aria-labelledby="{identifier}-t {identifier}-d"><title id="{identifier}-t">{escape(shown(title))}</title>'
        f'<desc id="{identifier}-d">{escape(_said(lanes, edges))}</desc>{rails}{arrows}{drawn}{beside}</svg>'
    )


def _middle(lane: int) -> float:
    return _TOP + lane * _ROW + _ROW / 2


def _boxes(lanes: Lanes, left: float) -> tuple[dict[int, _Box], float]:
    """The marks by their numbers, each in columns of its own, and where the last one ends."""
    boxes: dict[int, _Box] = {}
    at = left + _GAP / 2
    for index, mark in enumerate(lanes.marks):
        if 0 <= mark.lane < len(lanes.names):
            told = shorten(shown(f"{_row(mark)} {mark.text}").strip(), _MOST_TEXT, "…")
            text = "" if mark.kind == "record" else told
            right = at + (columns(text) * _CHARACTER + 2 * _PAD if text else _PAD)
            boxes[index] = _Box(mark, text, at, right, _middle(mark.lane))
            at = right + _GAP
    return boxes, at


def _row(mark: Mark) -> str:
    return f"{mark.file}:{mark.row}" if mark.file else str(mark.row)


def _line(mark: Mark) -> str:
    return f"{shown(mark.file)}, line {mark.row}" if mark.file else f"line {mark.row}"


def _drawn(index: int, box: _Box, edges: list[Edge]) -> str:
    full = escape(shown(f"{_row(box.mark)} {box.mark.text}"))
    if not box.text:
        middle = (box.left + box.right) / 2
        return f'<circle cx="{middle:.0f}" cy="{box.middle:.0f}" r="5"><title>{full}</title></circle>'
    kind = box.mark.kind
    name = next((role for edge in edges if edge.missing for role, end in _ends(edge) if end == index), kind)
    return (
        f'<rect class="{kind} {name}" x="{box.left:.0f}" y="{box.middle - _BOX / 2:.0f}" '
        f'width="{box.right - box.left:.0f}" height="{_BOX}" rx="4"><title>{full}</title></rect>'
        f'<text x="{box.left + _PAD:.0f}" y="{box.middle + 4:.0f}">{escape(box.text)}</text>'
    )


def _ends(edge: Edge) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("first", edge.source), ("later", edge.target)


def _arrow(source: _Box, target: _Box, missing: bool) -> str:
    """The line of an order from the end of one mark to the beginning of another, with a cross where it is missing."""
    x, y, to, down = source.right, source.middle, target.left, target.middle
    half = (x + to) / 2
    path = f"M{x:.0f} {y:.0f}C{half:.0f} {y:.0f} {half:.0f} {down:.0f} {to:.0f} {down:.0f}"
    if not missing:
        head = f"M{to:.0f} {down:.0f}l-8 -4v8z"
        return f'<path d="{path}"/><path class="head" d="{head}"/>'
    over = (y + down) / 2
    cross = f"M{half - 6:.0f} {over - 6:.0f}l12 12m0 -12l-12 12"
    return f'<path class="missing" d="{path}"/><path class="cross" d="{cross}"/>'


def _said(lanes: Lanes, edges: list[Edge]) -> str:
    """The picture in words."""
    told = [
        f"{shown(lanes.names[mark.lane])}: {_line(mark)} {shown(mark.text)}".rstrip()
        for mark in lanes.marks
        if 0 <= mark.lane < len(lanes.names)
    ]
    for edge in edges:
        order = "is not ordered before" if edge.missing else "comes before"
        told.append(f"{_line(lanes.marks[edge.source])} {order} {_line(lanes.marks[edge.target])}")
    return "; ".join(told)
