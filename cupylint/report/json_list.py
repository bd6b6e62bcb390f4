"""The ``json`` format: one list of objects with the field names that users of ruff know."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.escape import to_json
from cupylint.findings import Finding, Fix
from cupylint.report.page import Page, split_lines

Json = dict[str, object]


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return the findings as a JSON list; rows and columns start at 1."""
    return to_json([_object(finding, page) for finding in findings])


def _place(row: int, column: int) -> Json:
    return {"row": row, "column": column}


def _object(finding: Finding, page: Page) -> Json:
    where = finding.location
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "filename": finding.filename,
        "location": _place(where.row, where.column),
        "end_location": _place(where.end_row, where.end_column),
        "message": finding.message,
        "related": [
            {
                "filename": other.filename or finding.filename,
                "location": _place(other.location.row, other.location.column),
                "message": other.message,
            }
            for other in finding.related
        ],
        "accesses": [
            {
                "filename": side.filename or finding.filename,
                "location": _place(side.location.row, side.location.column),
                "mode": side.mode,
                "stream": side.stream,
                "host": side.host,
            }
            for side in finding.accesses
        ],
        "premises": [
            {"kind": premise.kind, "text": premise.text, "confidence": premise.confidence}
            for premise in finding.premises
        ],
        "notes": list(finding.notes),
        "confidence": finding.confidence,
        "certain": finding.certain,
        "fix": None if finding.fix is None else _fix(finding.fix, finding.filename, page),
        "url": finding.url or None,
        "noqa_row": where.row,
    }


def _fix(fix: Fix, filename: str, page: Page) -> Json:
    text = page.sources(fix.filename or filename)
    where = f"before line {fix.before_row}" if fix.place is None else f"in place of what is at line {fix.place.row}"
    edit = None if text is None else _edit(fix, text)
    return {
        "message": f"Insert `{fix.code}` {where}{f' of {fix.filename}' if fix.filename else ''}",
        **({"filename": fix.filename} if fix.filename else {}),
        # A new line changes what waits for what, so it is never applied unasked.
        "applicability": "unsafe" if fix.place is None else "safe",
        "edits": [] if edit is None else [edit],
    }


def _edit(fix: Fix, text: str) -> Json | None:
    """The new line, indented like the line it goes before, or the new text at its place."""
    if fix.place is not None:
        start = _place(fix.place.row, fix.place.column)
        return {"content": fix.code, "location": start, "end_location": _place(fix.place.end_row, fix.place.end_column)}
    lines = split_lines(text)
    if not 1 <= fix.before_row <= len(lines):
        return None
    below = lines[fix.before_row - 1]
    indent = below[: len(below) - len(below.lstrip(" \t\f"))]
    newline = "\r\n" if "\r\n" in text else "\n"
    place = _place(fix.before_row, 1)
    content = "".join(indent + line + newline for line in fix.code.splitlines())
    return {"content": content, "location": place, "end_location": place}
