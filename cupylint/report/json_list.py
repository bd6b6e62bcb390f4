"""The ``json`` format: one list of objects with the field names that users of ruff know."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.escape import to_json
from cupylint.findings import Finding, Fix
from cupylint.report.page import Page

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
    changed = fix.filename or filename
    text = page.sources(changed)
    where = f"before line {fix.before_row}" if fix.place is None else f"in place of what is at line {fix.place.row}"
    edit = None if text is None else _edit(fix, text, changed)
    does = f"Insert `{fix.code}` {where}" if fix.code else f"Delete what is at line {fix.before_row}"
    return {
        "message": f"{does}{f' of {fix.filename}' if fix.filename else ''}",
        **({"filename": fix.filename} if fix.filename else {}),
        "applicability": fix.applicability,
        "edits": [] if edit is None else [edit],
    }


def _edit(fix: Fix, text: str, filename: str) -> Json | None:
    """What changes in a file, None if the file has become shorter."""
    try:
        edit = fix.edit(text)
    except IndexError:
        return None
    start, end = _place(edit.place.row, edit.place.column), _place(edit.place.end_row, edit.place.end_column)
    return {"filename": filename, "content": edit.content, "location": start, "end_location": end}
