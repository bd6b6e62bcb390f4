"""How places and premises are written: the same words in every format."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cupylint.findings import Finding, Location, MarkKind
from cupylint.fingerprints import identities
from cupylint.report.page import Page
from cupylint.report.text import shown

DONE: dict[MarkKind, str] = {
    "access": "accesses the memory",
    "operation": "runs",
    "record": "records an event",
    "wait": "waits",
    "sync": "the host waits",
}
"""What happens at a mark of a picture."""


def place(filename: str, location: Location, unicode: bool = True) -> str:
    """``file.py:3:9``, or in a notebook ``book.ipynb: cell 3, line 2, column 9``."""
    name = shown(filename, unicode)
    if location.cell:
        return f"{name}: {line(location.row, location.cell)}, column {location.column}"
    return f"{name}:{location.row}:{location.column}"


def line(row: int, cell: int) -> str:
    """``line 3``, or in a notebook ``cell 3, line 2``."""
    return f"cell {cell}, line {row}" if cell else f"line {row}"


def statement(finding: Finding) -> str:
    """The message with what the finding rests on."""
    return f"{finding.message}{f' (if {finding.condition})' if finding.premises else ''}"


def sentence(finding: Finding) -> str:
    """The same for readers that know nothing of cells: a place in a notebook stands before the message."""
    place = finding.location
    return f"{line(place.row, place.cell)}: {statement(finding)}" if place.cell else statement(finding)


def silenced(finding: Finding) -> str:
    """What stands behind a finding that something silences and that is told all the same."""
    words = {"": "", "comment": " (silenced by a comment)", "baseline": " (known to the baseline)"}
    return words[finding.suppressed]


def relative(filename: str, page: Page) -> str:
    """The name of a file from the folder that `page` starts from, with slashes; absolute if it is elsewhere."""
    root = page.run.root.rstrip(os.sep) + os.sep
    below = filename.removeprefix(root) if page.run.root else filename
    return (below or filename).replace(os.sep, "/")


def fingerprints(findings: Sequence[Finding], page: Page) -> list[str]:
    """What each finding is known by in the reports of later runs (`cupylint.fingerprints`), no two the same."""
    return [found.digest for found in identities(findings, lambda name: relative(name, page), page.text)]
