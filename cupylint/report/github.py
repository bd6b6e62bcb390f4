"""The ``github`` format: workflow commands, which GitHub Actions shows as annotations of the changed lines."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint import escape
from cupylint.findings import Finding, Severity
from cupylint.report.page import Page
from cupylint.report.places import relative, sentence

_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}
_IN_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return ``::error title=CODE name,file=F,line=R,...::message`` for each finding."""
    return "".join(_command(finding, page) for finding in findings)


def _command(finding: Finding, page: Page) -> str:
    properties = {
        "title": f"{finding.code} {finding.name}",
        "file": relative(finding.filename, page),
        **_position(finding),
    }
    told = ",".join(f"{key}={escape.lines(str(value)).translate(_IN_PROPERTY)}" for key, value in properties.items())
    text = escape.lines("\n".join(filter(None, [sentence(finding), *finding.notes, finding.url]))).translate(_IN_DATA)
    return f"::{_COMMANDS[finding.severity]} {told}::{text}\n"


def _position(finding: Finding) -> dict[str, int]:
    """Lines; columns only where GitHub takes them, within one line. The lines of a cell are none of a file."""
    place = finding.location
    if place.cell:
        return {}
    first, last = max(place.row, 1), max(place.end_row, place.row, 1)
    if first != last:
        return {"line": first, "endLine": last}
    start = max(place.column, 1)
    return {"line": first, "endLine": last, "col": start, "endColumn": max(place.end_column, start)}
