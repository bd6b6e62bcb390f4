"""The ``concise`` format: one line a finding, as compilers print them."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.findings import Finding
from cupylint.report.page import Page
from cupylint.report.places import place, silenced, statement
from cupylint.report.text import shown


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return ``file:row:column: CODE [name] message (if premise)`` for each finding."""
    return "".join(_line(finding, page) for finding in findings)


def _line(finding: Finding, page: Page) -> str:
    where = f"{place(finding.filename, finding.location, page.unicode)}:"
    code = page.linked(page.paint(finding.code, finding.severity), finding.url)
    text = shown(statement(finding), page.unicode) + silenced(finding)
    return f"{page.paint(where, 'bold')} {code} [{finding.name}] {text}\n"
