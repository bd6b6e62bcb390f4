"""The ``full`` format: the places in the source, the picture in time, the notes and the fix."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.findings import Finding, Fix, Location
from cupylint.report.excerpt import blocks, excerpt, gutter_width
from cupylint.report.lanes import draw
from cupylint.report.page import Page
from cupylint.report.places import line, place, silenced
from cupylint.report.text import columns, shown, wrap


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return the findings one below the other with an empty line between."""
    return "\n".join("".join(f"{row}\n" for row in _finding(finding, page)) for finding in findings)


def _finding(finding: Finding, page: Page) -> list[str]:
    parts = blocks(finding)
    gutter = gutter_width(parts)
    bar = page.paint(" " * gutter + " |", "gutter")
    indent = " " * (gutter + 1)
    out = [_headline(finding, page)]
    for block in parts:
        first = block.labels[0].location
        arrow = "-->" if block is parts[0] else ":::"
        if block is not parts[0]:
            out.append(bar)
        where = place(block.filename, first, page.unicode)
        out.append(f"{' ' * gutter}{page.paint(arrow, 'gutter')} {where}")
        out += excerpt(block, finding, gutter, page)
    drawing = draw(finding.lanes, page, page.width - len(indent), finding.severity) if finding.lanes else []
    if drawing:
        out += [bar, *((indent + row).rstrip() or bar for row in drawing)]
    if finding.table:
        out += [bar, *((indent + shown(row, page.unicode)).rstrip() or bar for row in finding.table)]
    closing = _closing(finding, page, page.width - len(indent))
    if closing:
        out += [bar, *(indent + row for row in closing)]
    return out


def _headline(finding: Finding, page: Page) -> str:
    maybe = ("" if finding.certain else " (maybe)") + silenced(finding)
    title = page.paint(f"{finding.code} {finding.name}", finding.severity)
    title = page.linked(title, finding.url)
    return f"{title}{maybe}: {page.paint(shown(finding.message, page.unicode), 'bold')}"


def _closing(finding: Finding, page: Page, room: int) -> list[str]:
    """Notes, premises and the fix, their texts below one another."""
    out: list[str] = []
    for note in finding.notes:
        out += _paragraph("note:", note, page, room)
    for premise in finding.premises:
        out += _paragraph("if:", premise.text, page, room)
    if finding.fix is not None:
        out += _fix(finding.fix, finding.filename, page, room)
    if finding.url and not page.links:
        out.append(page.paint("rule:", "bold") + f" {finding.url}")
    return out


_TITLE = 6  # columns of "note: " and the like
_LONG = 2_000  # characters: more than anybody writes on a line, so that a fix there shows only what changes


def _paragraph(title: str, text: str, page: Page, room: int) -> list[str]:
    rows = wrap(text, room - _TITLE, page.unicode)
    head = page.paint(title, "bold") + " " * (_TITLE - len(title))
    return [(" " * _TITLE if index else head) + row for index, row in enumerate(rows)]


def _changed(where: Location, code: str, lines: list[str] | None) -> str:
    """The lines of `where` with `code` in their place, as far as they can be read."""
    if lines is None or not 0 < where.row <= where.end_row <= len(lines):
        return code
    first, last = lines[where.row - 1], lines[where.end_row - 1]
    if len(first) + len(last) > 2 * _LONG:
        return code
    changed = first[: where.column - 1] + code + last[where.end_column - 1 :]
    indent = first[: len(first) - len(first.lstrip())]
    return "\n".join(row.removeprefix(indent) for row in changed.splitlines()).strip()


def _fix(fix: Fix, filename: str, page: Page, room: int) -> list[str]:
    """The code as it is, never wrapped so that it can be copied, and where it goes."""
    if fix.deletes_rows:
        return [page.paint("fix:", "bold") + f"  delete {line(fix.before_row, fix.cell)}"]
    where = f"{'before' if fix.place is None else 'as'} {line(fix.before_row, fix.cell)}"
    where += f" of {shown(fix.filename, page.unicode)}" if fix.filename else ""
    code = fix.code
    if fix.place is not None:
        code = _changed(fix.place, code, page.lines(fix.filename or filename, fix.cell))
    rows = [shown(row, page.unicode) for row in code.splitlines()] or [""]
    head = page.paint("fix:", "bold") + "  "
    out = [(" " * _TITLE if index else head) + page.paint(row, "fix") for index, row in enumerate(rows)]
    if _TITLE + columns(rows[-1]) + 3 + len(where) <= room:
        out[-1] += f"   {where}"
    else:
        out.append(" " * _TITLE + where)
    return out
