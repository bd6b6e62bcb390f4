"""Makes a failing input smaller: fewer files, arguments, lines, tokens, while it fails in the same way."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from .case import Case

_SECONDS = 240.0
_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")


def shrink(case: Case, kinds: set[str], failures: Callable[[Case], set[str]]) -> Case:
    """The smallest version found that still has a failure of one of `kinds`; stops after some minutes."""
    end = time.monotonic() + _SECONDS

    def fails(smaller: Case) -> bool:
        return time.monotonic() < end and bool(kinds & failures(smaller))

    for smaller in _without_parts(case):
        if fails(smaller):
            case = _combined(case, smaller)
    for name in list(case.entries):
        case = _smaller_file(case, name, fails)
    return case


def _without_parts(case: Case) -> Iterator[Case]:
    for name in case.entries:
        if len(case.entries) > 1:
            yield replace(case, entries={key: entry for key, entry in case.entries.items() if key != name})
    for word in case.arguments:
        yield replace(case, arguments=tuple(other for other in case.arguments if other != word))


def _combined(case: Case, smaller: Case) -> Case:
    """What both have left."""
    entries = {key: entry for key, entry in case.entries.items() if key in smaller.entries}
    return replace(case, entries=entries, arguments=tuple(word for word in case.arguments if word in smaller.arguments))


def _smaller_file(case: Case, name: bytes, fails: Callable[[Case], bool]) -> Case:
    entry = case.entries.get(name)
    if not isinstance(entry, bytes):
        return case

    def holding(data: bytes) -> Case:
        return replace(case, entries={**case.entries, name: data})

    for split in (lambda data: data.splitlines(keepends=True), _TOKEN.findall):
        parts = _fewest(split(entry), lambda parts: fails(holding(b"".join(parts))))
        entry = b"".join(parts)
    return holding(entry)


def _fewest(parts: Sequence[bytes], fails: Callable[[Sequence[bytes]], bool]) -> Sequence[bytes]:
    """The shortest list found by leaving out runs of parts, long ones first."""
    run = max(1, len(parts) // 2)
    while parts:
        start, before = 0, len(parts)
        while start < len(parts):
            fewer = [*parts[:start], *parts[start + run :]]
            if fails(fewer):
                parts = fewer
            else:
                start += run
        if run == 1 and len(parts) == before:
            break
        run = max(1, run // 2)
    return parts
