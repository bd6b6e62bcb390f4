"""The ``json`` format: one list of objects with the field names that users of ruff know."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.escape import to_json
from cupylint.findings import Edit, Finding, Fix, Location
from cupylint.report.edits import edit, words
from cupylint.report.page import Page

Json = dict[str, object]


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return the findings as a JSON list; rows and columns start at 1."""
    return to_json([as_object(finding, page) for finding in findings])


def _start(place: Location) -> Json:
    return _place(place.row, place.column, place.cell)


def _place(row: int, column: int, cell: int) -> Json:
    return {"cell": cell, "row": row, "column": column} if cell else {"row": row, "column": column}


def as_object(finding: Finding, page: Page) -> Json:
    """Return a finding as an object of the list."""
    where = finding.location
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "filename": finding.filename,
        "location": _start(where),
        "end_location": _place(where.end_row, where.end_column, where.cell),
        "message": finding.message,
        "related": [
            {
                "filename": other.filename or finding.filename,
                "location": _start(other.location),
                "message": other.message,
            }
            for other in finding.related
        ],
        "accesses": [
            {
                "filename": side.filename or finding.filename,
                "location": _start(side.location),
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
        "suppressed": finding.suppressed or None,
        "fix": None if finding.fix is None else _fix(finding.fix, finding.filename, page),
        "url": finding.url or None,
        "noqa_row": where.row,
    }


def _fix(fix: Fix, filename: str, page: Page) -> Json:
    change = edit(fix, filename, page)
    return {
        "message": words(fix),
        **({"filename": fix.filename} if fix.filename else {}),
        "applicability": fix.applicability,
        "edits": [] if change is None else [_edit(change, fix.filename or filename)],
    }


def _edit(change: Edit, filename: str) -> Json:
    place = change.place
    end = _place(place.end_row, place.end_column, place.cell)
    return {"filename": filename, "content": change.content, "location": _start(place), "end_location": end}
