"""The ``gitlab`` format: a report of code quality, which GitLab shows in merge requests."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.escape import to_json
from cupylint.findings import Finding, Severity
from cupylint.report.page import Page
from cupylint.report.places import fingerprints, relative, sentence

_SEVERITIES: dict[Severity, str] = {"error": "major", "warning": "minor", "info": "info"}


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return the findings as a JSON list in the form of GitLab's code quality."""
    marks = fingerprints(findings, page)
    return to_json([_object(finding, mark, page) for finding, mark in zip(findings, marks, strict=True)])


def _object(finding: Finding, fingerprint: str, page: Page) -> dict[str, object]:
    place = finding.location
    first = 1 if place.cell else max(place.row, 1)
    last = first if place.cell else max(place.end_row, first)
    return {
        "description": f"{finding.code} {sentence(finding)}{f' ({finding.url})' if finding.url else ''}",
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": relative(finding.filename, page), "lines": {"begin": first, "end": last}},
    }
