"""The findings of many files as those of one run: each told once, at a file that the run is about."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cupylint.findings import CONFIDENCES, USES_TOLD, Finding


def in_this_run(found: Sequence[Finding], path: str, paths: Sequence[str]) -> Iterator[Finding]:
    """The findings of the file `path`; those in files that are none of `paths` at the calls that lead there."""
    names: dict[str, str] = {}
    for finding in found:
        if finding.filename in ("", path):
            yield finding
            continue
        names = names or {os.path.abspath(each): each for each in paths}
        inside = names.get(os.path.abspath(finding.filename))
        if inside is not None:
            yield replace(finding, filename=inside)
        elif finding.seen_from is not None:
            yield finding.seen_from


def unique(findings: Sequence[Finding]) -> list[Finding]:
    """One finding for each code and place: the likeliest; of those the one that the file itself shows.

    It names the places in the files of other callers, too.
    """
    found: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.filename, finding.code, finding.location, finding.message if not finding.related else "")
        kept = found.setdefault(key, finding)
        if _precedence(finding) < _precedence(kept):
            kept, finding = finding, kept
        found[key] = kept if kept is finding else _with_places(kept, finding)
    return list(found.values())


def _precedence(finding: Finding) -> tuple[int, bool]:
    likely = -1 if finding.confidence is None else CONFIDENCES.index(finding.confidence)
    return likely, finding.seen_from is not None


_CALLERS = 20  # places that one finding names at most where other files lead to it


def _with_places(kept: Finding, other: Finding) -> Finding:
    """A finding with the uses, and the places in other files, that the same one has where another file leads to it."""
    known = {(place.filename, place.location) for place in kept.related}
    new = [place for place in other.related if (place.filename, place.location) not in known]
    uses = [place for place in new if place.is_use]
    told = [*kept.related, *uses[: max(0, USES_TOLD - sum(place.is_use for place in kept.related))]]
    if other.seen_from is not None:
        elsewhere = [place for place in new if not place.is_use and place.filename not in ("", kept.filename)]
        told += elsewhere[: max(0, _CALLERS - len(told))]
    return replace(kept, related=tuple(told)) if len(told) > len(kept.related) else kept
