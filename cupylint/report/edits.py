"""A fix as an edit of the text: what stands between two places becomes something else."""

from __future__ import annotations

from typing import NamedTuple

from cupylint.findings import Fix, Location
from cupylint.report.page import Page, split_lines
from cupylint.report.places import line


class Edit(NamedTuple):
    """`content` in place of what is at `place`, which is empty where something is put in."""

    place: Location
    content: str


def edit(fix: Fix, filename: str, page: Page) -> Edit | None:
    """The new line of a fix for a finding in `filename`, indented like the line it goes before, or the new text at its
    place; None where the text cannot be read or has changed."""
    text = page.text(fix.filename or filename, fix.cell)
    if text is None:
        return None
    if fix.place is not None:
        return Edit(fix.place, fix.code)
    lines = split_lines(text)
    if not 1 <= fix.before_row <= len(lines):
        return None
    below = lines[fix.before_row - 1]
    indent = below[: len(below) - len(below.lstrip(" \t\f"))]
    newline = "\r\n" if "\r\n" in text else "\n"
    content = "".join(indent + part + newline for part in fix.code.splitlines())
    return Edit(Location(fix.before_row, 1, fix.before_row, 1, fix.cell), content)


def words(fix: Fix) -> str:
    """What a fix does, in one line."""
    where = line(fix.before_row, fix.cell) if fix.place is None else line(fix.place.row, fix.cell)
    told = f"before {where}" if fix.place is None else f"in place of what is at {where}"
    return f"Insert `{fix.code}` {told}{f' of {fix.filename}' if fix.filename else ''}"


def applicability(fix: Fix) -> str:
    """ "safe" or "unsafe": a new line changes what waits for what, so it is never applied unasked."""
    return "unsafe" if fix.place is None else "safe"
