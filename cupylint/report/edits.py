"""A fix as an edit of the text that it changes, and in words."""

from __future__ import annotations

from dataclasses import replace

from cupylint.findings import Edit, Fix
from cupylint.report.page import Page
from cupylint.report.places import line


def edit(fix: Fix, filename: str, page: Page) -> Edit | None:
    """What a fix for a finding in `filename` changes; None where the text cannot be read or has become shorter."""
    text = page.text(fix.filename or filename, fix.cell)
    if text is None:
        return None
    try:
        change = fix.edit(text)
    except IndexError:
        return None
    return replace(change, place=replace(change.place, cell=fix.cell))


def words(fix: Fix) -> str:
    """What a fix does, in one line."""
    at = line(fix.before_row if fix.place is None else fix.place.row, fix.cell)
    where = f"before {at}" if fix.place is None else f"in place of what is at {at}"
    does = f"Insert `{fix.code}` {where}" if fix.code else f"Delete what is at {at}"
    return f"{does}{f' of {fix.filename}' if fix.filename else ''}"
