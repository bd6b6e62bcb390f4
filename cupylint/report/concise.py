"""The ``concise`` format: one line a finding, as compilers print them."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.findings import Finding
from cupylint.report.page import Page
from cupylint.report.text import shown


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return ``file:row:column: CODE [name] message (if premise)`` for each finding."""
    return "".join(_line(finding, page) for finding in findings)


def _line(finding: Finding, page: Page) -> str:
    place = f"{shown(finding.filename, page.unicode)}:{finding.location.row}:{finding.location.column}:"
    code = page.paint(finding.code, finding.severity)
    condition = f" (if {finding.condition})" if finding.premises else ""
    return f"{page.paint(place, 'bold')} {code} [{finding.name}] {shown(finding.message + condition, page.unicode)}\n"
