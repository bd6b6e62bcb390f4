"""The source lines of a finding with carets under its places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cupylint.findings import Finding, Location
from cupylint.records import dataclass
from cupylint.report.canvas import Canvas
from cupylint.report.page import Page, Style
from cupylint.report.text import Cell, cells, columns, wrap

_LEAST_LABEL = 24  # columns; a label with less room than this goes below its caret
_AROUND = 4  # how many times the room of a row is looked at on either side of a label


@dataclass(frozen=True, slots=True)
class Label:
    """A marked place: the primary one with carets, others with dashes."""

    location: Location
    message: str
    primary: bool


@dataclass(frozen=True, slots=True)
class ExcerptBlock:
    """The labels and further rows to show of one file, or of one cell of a notebook."""

    filename: str
    cell: int
    labels: tuple[Label, ...]
    context: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Span:
    """A label on its line: columns on the page, end exclusive."""

    start: int
    end: int
    message: str
    mark: str
    style: Style


def blocks(finding: Finding) -> list[ExcerptBlock]:
    """Return what to show of each file or cell, that of the finding first."""
    first = (finding.filename, finding.location.cell)
    labels = {first: [Label(finding.location, finding.label, True)]}
    for other in finding.related:
        key = (other.filename or finding.filename, other.location.cell)
        labels.setdefault(key, []).append(Label(other.location, other.message, False))
    return [ExcerptBlock(*key, tuple(found), finding.context if key == first else ()) for key, found in labels.items()]


def gutter_width(parts: Iterable[ExcerptBlock]) -> int:
    """Return the digits of the largest line number shown."""
    rows = [row for block in parts for row in (*block.context, *(label.location.row for label in block.labels))]
    return max(2, len(str(max(rows, default=1))))


def excerpt(block: ExcerptBlock, finding: Finding, gutter: int, page: Page) -> list[str]:
    """Return the rows of one file's excerpt, without the line that names the file."""
    lines = page.lines(block.filename, block.cell)
    if lines is None and not any(label.message for label in block.labels):
        return []
    bar = page.paint(" " * gutter + " |", "gutter")
    out = [bar]
    previous = 0
    for row in _rows(block, lines):
        if previous and _left_out(lines, previous, row):
            out.append(page.paint("...", "gutter"))
        previous = row
        marks = [label for label in block.labels if label.location.row == row]
        text = lines[row - 1] if lines and 0 < row <= len(lines) else None
        room = max(page.width - gutter - 3, 16)
        body = _line(text, marks, finding.severity, room, page)
        number = page.paint(f"{row:>{gutter}} |", "gutter")
        out += [f"{bar if index else number} {part}".rstrip() for index, part in enumerate(body)]
    return out


def _rows(block: ExcerptBlock, lines: list[str] | None) -> list[int]:
    """The rows to show; a single line between two of them is shown rather than left out."""
    rows = {label.location.row for label in block.labels}
    if lines:
        rows |= {row for row in block.context if 0 < row <= len(lines)}
        rows |= {row + 1 for row in rows if row + 2 in rows and row < len(lines) and lines[row].strip()}
    return sorted(rows)


def _left_out(lines: list[str] | None, above: int, below: int) -> bool:
    """Whether anything but empty lines lies between two rows."""
    return lines is None or any(line.strip() for line in lines[above : below - 1])


def _line(text: str | None, marks: list[Label], style: Style, room: int, page: Page) -> list[str]:
    """One source line and the rows of labels below it."""
    canvas = Canvas()
    if text is None:
        # The file is gone or has changed: the labels stand where the text would.
        for label in marks:
            tone: Style = style if label.primary else "second"
            top = canvas.height
            canvas.put(top, 0, "^" if label.primary else "-", tone)
            for index, part in enumerate(wrap(label.message, room - 2, page.unicode)):
                canvas.put(top + index, 2, part, tone)
        return canvas.lines(page) or [""]
    text, marks = _window(text, marks, room)
    row = cells(text, page.unicode)
    starts = [0]
    for _, wide in row:
        starts.append(starts[-1] + wide)
    spans = _said_once([_span(label, text, starts, style) for label in marks])
    shift = _draw_text(canvas, row, starts, spans, room, page)
    if spans:
        last = room - 1
        moved = [
            _Span(start := min(max(span.start - shift, 0), last), min(max(span.end - shift, start + 1), room),
                  span.message, span.mark, span.style)
            for span in spans
        ]  # fmt: skip
        _draw_labels(canvas, moved, room, page)
    return canvas.lines(page)


def _said_once(spans: list[_Span]) -> list[_Span]:
    """Of marks below one line that say the same only one says it: the carets, else the last."""
    last = {span.message: span for span in sorted(spans, key=lambda span: (span.mark == "^", span.start))}
    return [span if last[span.message] is span else replace(span, message="") for span in spans]


def _window(text: str, marks: list[Label], room: int) -> tuple[str, list[Label]]:
    """The part of a long line that can be shown, and its labels there.

    A line may be as long as a file and have a finding every few characters: to draw all of it each time takes too long.
    """
    around = _AROUND * room
    main = next((label for label in marks if label.primary), marks[0] if marks else None)
    first = 0 if main is None else min(max(main.location.column - 1 - around, 0), len(text))
    final = first + 2 * around
    if not first and final >= len(text):
        return text, marks
    moved = []
    for label in marks:
        where = label.location
        past = where.end_column - 1 if where.end_row <= where.row else len(text.rstrip())
        place = replace(
            where, column=max(where.column - first, 1), end_row=where.row, end_column=max(past - first, 0) + 1
        )
        moved.append(replace(label, location=place))
    return text[first:final], moved


def _span(label: Label, text: str, starts: list[int], style: Style) -> _Span:
    where = label.location
    first = min(max(where.column - 1, 0), len(text))
    past = where.end_column - 1 if where.end_row <= where.row else len(text.rstrip())
    start = starts[first]
    end = max(starts[min(max(past, first), len(text))], start + 1)
    return _Span(start, end, label.message, "^" if label.primary else "-", style if label.primary else "second")


def _draw_text(canvas: Canvas, row: list[Cell], starts: list[int], spans: list[_Span], room: int, page: Page) -> int:
    """Write the part of the line around its labels and return the columns cut off at its left."""
    dots = page.glyphs.ellipsis
    shift, total = 0, starts[-1]
    if total > room and spans:
        first = min(span.start for span in spans)
        final = max(span.end for span in spans)
        primary = next((span for span in spans if span.mark == "^"), spans[0])
        if final + len(dots) > room:
            # Keep all labels in view when that is possible, else the primary one.
            middle = (first + final) // 2 if final - first < room - 2 * len(dots) else primary.start + room // 4
            shift = max(0, min(middle - room // 2, total - room))
    cut_left = len(dots) if shift else 0
    cut_right = len(dots) if total - shift > room else 0
    if cut_left:
        canvas.put(0, 0, dots, "dim")
    for (shown, wide), start in zip(row, starts, strict=False):
        at = start - shift
        if at < cut_left:
            continue
        if at + wide > room - cut_right:
            break
        canvas.put(0, at, shown)
    if cut_right:
        canvas.put(0, room - cut_right, dots, "dim")
    return shift


def _draw_labels(canvas: Canvas, spans: list[_Span], room: int, page: Page) -> None:
    """Draw the carets on row 1; the right-most label beside them, the others below, joined by bars."""
    for span in sorted(spans, key=lambda one: one.mark == "^"):
        canvas.put(1, span.start, span.mark * (span.end - span.start), span.style)
    waiting = sorted((span for span in spans if span.message), key=lambda one: (one.start, one.mark == "^"))
    row = 2
    if waiting:
        span, beside = waiting[-1], canvas.width(1) + 1
        if columns(span.message, page.unicode) <= room - beside or room - beside >= _LEAST_LABEL:
            waiting.pop()
            for index, part in enumerate(wrap(span.message, room - beside, page.unicode)):
                row = index + 1
                if index:
                    _bars(canvas, row, waiting)
                canvas.put(row, beside, part, span.style)
            row += 1
    if waiting:
        _bars(canvas, row, waiting)
        row += 1
    while waiting:
        span = waiting.pop()
        wanted = min(columns(span.message, page.unicode), max(_LEAST_LABEL, room // 2))
        column = max(0, min(span.start, room - wanted))
        for part in wrap(span.message, room - column, page.unicode):
            _bars(canvas, row, waiting)
            canvas.put(row, column, part, span.style)
            row += 1


def _bars(canvas: Canvas, row: int, spans: list[_Span]) -> None:
    for span in spans:
        canvas.put(row, span.start, "|", span.style)
