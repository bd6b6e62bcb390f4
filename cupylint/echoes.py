"""Waits that miss their work, where another finding tells of that work: one mistake is one finding, with a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cupylint.findings import Finding


def without_echoes(found: Sequence[Finding]) -> list[Finding]:
    """The findings without such waits; what tells of their work names them, if it does not already."""
    waits = [one for one in found if _waits(one)]
    if not waits:
        return list(found)
    echoes = [wait for wait in waits if any(_tells_of(one, wait) for one in found)]
    return [_with_notes(one, [wait for wait in echoes if _tells_of(one, wait)]) for one in found if one not in echoes]


def _waits(one: Finding) -> bool:
    return bool(one.accesses) and one.accesses[-1].mode == "wait"


def _tells_of(one: Finding, wait: Finding) -> bool:
    """Whether a finding is about the work that a wait misses: on the same stream, in the same line."""
    return not _waits(one) and bool(one.accesses) and _work(one) == _work(wait)


def _work(one: Finding) -> tuple[str, str, int]:
    side = one.accesses[0]
    return side.filename, side.stream, side.location.row


def _with_notes(one: Finding, waits: Sequence[Finding]) -> Finding:
    marked = {mark.row for mark in one.lanes.marks} if one.lanes is not None else set()
    notes = [
        f"line {wait.location.row} waits for another stream, which has nothing to do"
        for wait in waits
        if wait.filename == one.filename and wait.location.row not in marked
    ]
    return replace(one, notes=(*one.notes, *notes)) if notes else one
