"""The ``jsonl`` format: the objects of the ``json`` format, one a line."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.escape import to_json
from cupylint.findings import Finding
from cupylint.report.json_list import as_object
from cupylint.report.page import Page


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return a line for each finding."""
    return "".join(to_json(as_object(finding, page), indent=None) for finding in findings)
