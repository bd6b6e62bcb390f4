"""Mistakes that show in how a whole run ends: an error of CUDA, or results that depend on what took freed memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cupylint.findings import Finding

from .jobs import Seen
from .results import Verdict

ERRORS = {
    "CUP502": re.compile(r"cudaErrorNotReady|cudaErrorInvalidResourceHandle"),
    "CUP503": re.compile(r"[Cc]aptur|cudaErrorIllegalState"),
}
"""What rules that announce an error mean."""

REUSE = "CUP504"
"""The rule about memory that has a new owner by the time a graph uses it."""

PRINTED = "what it prints"
ROW = re.compile(r" \(line (\d+)\)$")
"""How an error names the row of the program that it left."""


def provable(finding: Finding) -> bool:
    """Whether the end of a run says something about it."""
    return finding.code in ERRORS or finding.code == REUSE


def compared(seen: Seen, names: Mapping[str, Any], apart: Mapping[str, Any]) -> Seen:
    """The verdict on a run that ended, by the values of another in which no block of memory was used twice."""
    from .finals import differs

    for name, right in apart.items():
        if name not in names:
            continue
        if isinstance(right, str) or name == PRINTED:
            found = f"{_last(names[name])} instead of {_last(right)}" if names[name] != right else ""
        else:
            found = differs(right, names[name])
        if found:
            text = f"{seen.evidence}; with no block of memory used twice, {name} is different"
            return replace(seen, verdict=Verdict.CONFIRMED.name, evidence=text, harm=f"{name}: {found}")
    return replace(seen, evidence=f"{seen.evidence}; the same with no block of memory used twice")


def _last(output: bytes | str) -> str:
    text = output.decode("utf-8", "replace") if isinstance(output, bytes) else output
    return " ".join((text.strip().splitlines() or [""])[-1].split())[:60]


def judged(finding: Finding, seen: Seen) -> Seen:
    """What the end of a run says of one finding."""
    if finding.code == REUSE:
        if seen.verdict == Verdict.ENDS.name:
            return replace(seen, verdict=Verdict.INCONCLUSIVE.name)
        return seen
    row = finding.location.row
    if seen.verdict == Verdict.ENDS.name:
        return replace(seen, verdict=Verdict.INCONCLUSIVE.name, evidence="the run ended without an error")
    if seen.verdict != Verdict.FAILED.name:
        return seen
    match = ROW.search(seen.evidence)
    at = int(match.group(1)) if match else 0
    # A capture that was broken in one line may tell so in a later one.
    here = finding.location.row <= at <= finding.location.end_row or (finding.code == "CUP503" and at > row)
    if here and ERRORS[finding.code].search(seen.evidence):
        return replace(seen, verdict=Verdict.CONFIRMED.name)
    return replace(seen, evidence=f"the program failed elsewhere: {seen.evidence}")
