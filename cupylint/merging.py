"""What was found in several files, put together: each finding once, where it stands, all at the end or file by file."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cupylint.findings import CONFIDENCES, USES_TOLD, Finding

Tell = Callable[[Sequence[Finding]], None]
"""Is given findings of a run, in order, each time some are certain to be told."""


def together(found: Iterable[tuple[str, Sequence[Finding]]], paths: Sequence[str]) -> list[Finding]:
    """The findings of a run, each once and in order.

    Args:
        found: files with what was found while each was checked.
        paths: all files of the run.
    """
    told = [finding for path, findings in found for finding in _in_this_run(findings, path, paths)]
    return sorted(_unique(told), key=lambda finding: finding.sort_key)


def _in_this_run(found: Sequence[Finding], path: str, paths: Sequence[str]) -> Iterator[Finding]:
    """The findings of one file; those in files that are not of this run at the calls that lead there."""
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


def _unique(findings: Iterable[Finding], shown: Collection[object] = ()) -> list[Finding]:
    """One finding for each code and place: the likeliest; of those the one that the file itself shows.

    It names the places in the files of other callers, too. What nothing shows but tests is told in one of them.

    Args:
        findings: what was found.
        shown: keys of what has been shown before, and not by tests alone.
    """
    findings = list(findings)
    elsewhere = {*shown, *(_key(finding) for finding in findings if not _is_of_test(finding))}
    found = _once(findings).values()
    of_tests = [finding.seen_from for finding in found if finding.seen_from and _key(finding) not in elsewhere]
    told = [finding for finding in found if _key(finding) in elsewhere]
    return list(_once([*told, *of_tests]).values())


def _is_of_test(finding: Finding) -> bool:
    """Whether it shows that a test calls a library as the library's own callers perhaps do not.

    Two calls of one test lead to it, with nothing in between: there the wait is missing, and not in the library.
    """
    if finding.seen_from is None or not finding.by_two_calls:
        return False
    name = os.path.basename(finding.seen_from.filename)
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


def _once(findings: Iterable[Finding]) -> dict[object, Finding]:
    """The likeliest finding of each code and place, with the places that others name."""
    found: dict[object, Finding] = {}
    for finding in findings:
        key = _key(finding)
        kept = found.setdefault(key, finding)
        if _precedence(finding) < _precedence(kept):
            kept, finding = finding, kept
        found[key] = kept if kept is finding else _with_places(kept, finding)
    return found


def _key(finding: Finding) -> object:
    return finding.filename, finding.code, finding.location, finding.message if not finding.related else ""


def _precedence(finding: Finding) -> tuple[bool, int, bool]:
    likely = -1 if finding.confidence is None else CONFIDENCES.index(finding.confidence)
    return bool(finding.suppressed), likely, finding.seen_from is not None


_CALLERS = 20  # places that one finding names at most where other files lead to it


def _with_places(kept: Finding, other: Finding) -> Finding:
    """A finding with the uses, and the places in other files, that the same one has where another file leads to it."""
    known = {(place.filename, place.location) for place in kept.related}
    new = [place for place in other.related if (place.filename, place.location) not in known]
    uses = [place for place in new if place.is_use]
    told = [*kept.related, *uses[: max(0, USES_TOLD - sum(place.is_use for place in kept.related))]]
    if other.seen_from is not None or other.by_two_calls:
        elsewhere = [place for place in new if not place.is_use and place.filename not in ("", kept.filename)]
        told += elsewhere[: max(0, _CALLERS - len(told))]
    return replace(kept, related=tuple(told)) if len(told) > len(kept.related) else kept


class Telling:
    """Tells what is found while a run goes on: the findings in a file once it, and all before it, are done.

    What files further on add comes later: findings in a file that was done, and those that they show to be likelier
    than they were told to be. What only tests show comes last. Places that they add to a finding are not told any more.

    Args:
        paths: all files of the run, in its order.
        is_wanted: whether a finding is to be told at all.
    """

    def __init__(self, paths: Sequence[str], is_wanted: Callable[[Finding], bool], tell: Tell) -> None:
        self._paths, self._is_wanted, self._tell = paths, is_wanted, tell
        self._places = {path: index for index, path in enumerate(paths)}
        self._pending: list[int] = []
        self._found: dict[int, Sequence[Finding]] = {}
        self._held: dict[int, list[Finding]] = {}
        self._told: dict[object, tuple[bool, int, bool]] = {}

    def begin(
        self, pending: Collection[int], known: Mapping[int, Sequence[Finding]], unread: Iterable[Finding]
    ) -> None:
        """Say what is to be done, and what is known.

        Args:
            pending: the positions of files that will be done.
            known: what was found in others.
            unread: findings of files that cannot be read.
        """
        self._found.update(known)
        for finding in unread:
            self._found[self._places[finding.filename]] = [finding]
        self._pending = sorted({*pending, *self._found}, reverse=True)
        self._go_on()

    def done(self, position: int, findings: Sequence[Finding]) -> None:
        """A file is done."""
        self._found[position] = findings
        self._go_on()

    def end(self) -> None:
        """No more files will be done: tell what those that are have found."""
        self._pending = [position for position in self._pending if position in self._found]
        self._go_on()
        self._release(len(self._paths))

    def _go_on(self) -> None:
        while self._pending and self._pending[-1] in self._found:
            position = self._pending.pop()
            for finding in _in_this_run(self._found.pop(position), self._paths[position], self._paths):
                place = max(position, self._places.get(finding.filename, 0))
                self._held.setdefault(len(self._paths) if _is_of_test(finding) else place, []).append(finding)
            self._release(position)

    def _release(self, position: int) -> None:
        """Tell what waits for the files up to a position."""
        ready = sorted(place for place in self._held if place <= position)
        held = [finding for place in ready for finding in self._held.pop(place)]
        found = _unique((finding for finding in held if self._is_news(finding)), self._told)
        new = [finding for finding in found if self._is_wanted(finding) and self._is_news(finding)]
        if new:
            self._told.update((_key(finding), _precedence(finding)) for finding in new)
            self._tell(sorted(new, key=lambda finding: finding.sort_key))

    def _is_news(self, finding: Finding) -> bool:
        known = self._told.get(_key(finding))
        return known is None or _precedence(finding)[:2] < known[:2]
