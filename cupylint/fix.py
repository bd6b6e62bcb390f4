"""Fixes are offered only after the fixed source was analysed again and found clean there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from cupylint import source
from cupylint.bound import may_stand, names_at
from cupylint.findings import Finding, Fix, Premise
from cupylint.source import UnreadableSource

Check = Callable[[str, tuple[Premise, ...]], "tuple[list[Finding], list[Finding]] | None"]
"""What to compare for a changed source where some premises hold: findings before the change and after it; None: no more
is looked at."""


def verify(finding: Finding, filename: str, text: str, check: Check) -> Finding:
    """The finding with the first of its candidate fixes that removes it and brings nothing up, or with none.

    Where each brings something up, as what was folded into the finding, it is the first that leaves fewer findings.

    Args:
        filename: the file that may be changed.
        text: its source.
        check: gives the findings of a changed source, and those that it would have without the change, each where the
            premises of the finding hold.
    """
    second_best = None
    for fix in _offered(finding, filename, text):
        try:
            findings = check(fix.applied(text), finding.premises)
        except (UnreadableSource, RecursionError):
            continue
        if findings is None:
            break
        before, after = map(_keys, findings)
        (key,) = _keys([finding])
        moved = _moved(key, fix, filename)
        if key not in before or moved in after or len(after) >= len(before):
            continue
        if after <= {_moved(each, fix, filename) for each in before}:
            return _with_fix(finding, replace(fix, verified=True))
        second_best = second_best or replace(fix, verified=True)
    return _with_fix(finding, second_best)


def _offered(finding: Finding, filename: str, text: str) -> Iterator[Fix]:
    """The candidates that change a file, each in the first two of the wordings that may stand there."""
    for candidate in finding.candidates:
        if (candidate.filename or finding.filename) == filename:
            worded = (replace(candidate, code=code, others=()) for code in (candidate.code, *candidate.others))
            yield from islice((fix for fix in worded if _may_stand(fix, text)), 2)


def _may_stand(fix: Fix, text: str) -> bool:
    """Whether the names in a new line certainly have values where it is to stand."""
    tree = source.standard_tree(text) if fix.place is None else None
    return tree is None or may_stand(fix.code, names_at(tree, fix.before_row))


def without_fix(finding: Finding) -> Finding:
    """The finding, with no fix and nothing that may become one."""
    return _with_fix(finding, None)


def _with_fix(finding: Finding, fix: Fix | None) -> Finding:
    seen = finding.seen_from
    if seen is not None:
        mine = None if fix is None or fix.filename != seen.filename else replace(fix, filename="")
        seen = replace(seen, fix=mine, candidates=())
    return replace(finding, fix=fix, candidates=(), seen_from=seen)


_Key = tuple[str, str, int, int]


def _moved(key: _Key, fix: Fix, filename: str) -> _Key:
    """A finding as it is known once a fix has changed a file."""
    name, code, row, column = key
    return name, code, fix.moves(row) if name == filename else row, column


def _keys(findings: list[Finding]) -> set[_Key]:
    return {(item.filename, item.code, item.location.row, item.location.column) for item in findings}
