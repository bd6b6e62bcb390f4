"""What a traced run adds to the verdicts on findings: how much was unordered, and what the linter does not report."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from cupylint.findings import Finding, Location

from ..table import Terminal
from . import show
from .observe import Observation
from .trace import Observed


def is_reported(observed: Observed, findings: Sequence[Finding], path: str) -> bool:
    """Whether a finding is about the later line of a race; `path` is the file of findings that name none."""
    name, row = observed.lines[1]
    return any(
        os.path.realpath(file) == os.path.realpath(name) and row in rows for file, rows in _lines(findings, path)
    )


def _lines(findings: Sequence[Finding], path: str) -> Iterator[tuple[str, range]]:
    """Files and rows that findings about order are told at."""
    for finding in findings:
        places: list[tuple[str, Location]] = [(finding.filename, finding.location)] if finding.accesses else []
        places += [(side.filename, side.location) for side in finding.accesses[1:]]
        for file, place in places:
            yield file or finding.filename or path, range(place.row, place.end_row + 1)


def text(seen: Observation | None, out: Terminal) -> str:
    """A line about the whole run, and the races."""
    if seen is None or seen.summary is None:
        return ""
    line = f"{show.counted(seen.summary)} in what ran"
    if not seen.races:
        return f"{line}\n"
    what = "a race that the linter does not report" if len(seen.races) == 1 else "races that the linter does not report"
    return f"{out.paint(line, 'bad')}; {what}:\n\n{show.text(seen.races, out)}"


def objects(seen: Observation | None) -> list[dict[str, Any]]:
    """The races as the verdicts on findings are written as JSON."""
    found = []
    for race in () if seen is None else seen.races:
        told = show.as_object(race)
        sides = race.observed.earlier, race.observed.later
        found.append(
            {
                "case": told["filename"],
                "code": "race",
                "filename": told["filename"],
                "location": told["location"],
                "expected": "ORDERED",
                "verdict": race.verdict,
                "evidence": f"{told['message']}; no finding of the linter",
                "harm": race.harm,
                "streams": [side.label for side in sides],
                "milliseconds": 0.0,
                "backend": "dynamic",
            }
        )
    return found
