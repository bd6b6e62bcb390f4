"""What a finding is known by in a later run: not the number of its line, which changes with every line above it."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from cupylint.findings import Finding
from cupylint.report.page import Page
from cupylint.report.places import relative

_NUMBERED = re.compile(r"(?:cell \d+, )?\blines? \d+(?:, \d+)*")


def fingerprints(findings: Sequence[Finding], page: Page) -> list[str]:
    """A text of hexadecimal digits for each finding, no two the same: of its file, code, message and line of source.

    Findings alike are counted, in their order.
    """
    counts: Counter[str] = Counter()
    found = []
    for finding in findings:
        mark = _mark(finding, page)
        counts[mark] += 1
        found.append(_digest(f"{mark}\0{counts[mark]}"))
    return found


def _mark(finding: Finding, page: Page) -> str:
    lines = page.lines(finding.filename, finding.location.cell) or []
    row = finding.location.row
    source = " ".join(lines[row - 1].split()) if 0 < row <= len(lines) else ""
    message = _NUMBERED.sub("line", finding.message)
    return "\0".join((relative(finding.filename, page), finding.code, message, source))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
