"""Comments that silence findings, written where they stand: ``# cupylint: ignore[rule-name] reason``, or
``# noqa: CODE reason``.

A comment that silences something already gets one more name. Whether a comment does what it is to do is seen from the
text alone: the program is the same, the finding is silenced, and nothing that was silenced before is no longer.
"""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cupylint import source
from cupylint.findings import Edit, Finding, Location
from cupylint.fixing.edits import NotExact, edited
from cupylint.fixing.plan import Plan
from cupylint.fixing.replace import Change, obstacle
from cupylint.reading import NOTEBOOK, read_regular
from cupylint.suppress import Suppressions

DEFAULT_REASON = "not judged yet"
_LONGEST_REASON = 200
_WIDTH = 100
"""Columns up to which a comment goes behind the code and not above it."""
_OWN = re.compile(r"#\s*cupylint\s*:\s*ignore\s*\[[^\]#]*(?=\])", re.IGNORECASE)
_CODE = re.compile(r"\s*(?:[A-Z]+[0-9]+|CUP)\b", re.IGNORECASE)
_NOQA = re.compile(r"#\s*noqa\s*:\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*", re.IGNORECASE)


class Words(NamedTuple):
    """What a comment says.

    Attributes:
        reason: what stands behind the rule; empty for `DEFAULT_REASON`, behind ``noqa`` for none.
        noqa: whether it is one that other linters read, too.
    """

    reason: str = ""
    noqa: bool = False

    def comment(self, finding: Finding) -> str:
        """The comment that silences a finding."""
        if self.noqa:
            return f"# noqa: {finding.code} {self.reason}".rstrip()
        return f"# cupylint: ignore[{finding.name}] {self.reason or DEFAULT_REASON}"


def wrong_reason(reason: str, *, noqa: bool = False) -> str:
    """What is wrong with a reason, ready to stand behind it; "" if nothing is."""
    if len(reason) > _LONGEST_REASON:
        return f"must have at most {_LONGEST_REASON} characters"
    if not reason.isprintable():
        return "must be one line without control characters"
    if re.search(r"(?i)noqa|cupylint\s*:", reason):
        return "must not look like a comment that silences something itself"
    if noqa and _CODE.match(reason):
        return "must not begin like a code of a linter"
    return ""


def plan_ignores(files: Iterable[str], findings: Iterable[Finding], words: Words, allowed: Sequence[str] = ()) -> Plan:
    """What is changed so that comments silence `findings`. Nothing is written.

    Args:
        files: those of the run; only these are changed.
        allowed: see `obstacle`.
    """
    made = Plan()
    names = {os.path.abspath(name): name for name in files}
    wanted: dict[str, list[Finding]] = {}
    for finding in findings:
        path = os.path.abspath(finding.filename)
        if path in names and _can_be_silenced(finding):
            wanted.setdefault(names[path], []).append(finding)
    for name, found in sorted(wanted.items()):
        refusal = "is a notebook, which gets no comments" if name.endswith(NOTEBOOK) else obstacle(name, allowed)
        if refusal:
            made.remarks.append(f"{name}: {refusal}: not changed")
            continue
        try:
            before = read_regular(name)
            after, silenced, left = _silenced(before, found, words)
        except (OSError, source.UnreadableSource):
            made.remarks.append(f"{name}: was changed while it was linted: not changed")
            continue
        made.applied += silenced
        made.remarks += [
            f"{name}:{row}: no comment can silence this: name the file in per-file-ignores" for row in left
        ]
        if after != before:
            made.changes.append(Change(name, before, after))
    return made


def silencing(text: str, finding: Finding) -> Edit | None:
    """What puts a comment that silences a finding into the text that it stands in; None if no comment can."""
    if not _can_be_silenced(finding):
        return None
    right = (edit for edit in _edits(text, finding, Words()) if _is_right(text, edit.applied(text), edit, finding))
    return next(right, None)


def _can_be_silenced(finding: Finding) -> bool:
    """Whether a finding is about the program, and not about its file or about comments."""
    return not finding.code.startswith("CUP9")


def _silenced(data: bytes, findings: list[Finding], words: Words) -> tuple[bytes, Counter[str], list[int]]:
    """A file with comments that silence its findings, the codes of these, and the rows of those that none can."""
    silenced: Counter[str] = Counter()
    left: list[int] = []
    pending = sorted(findings, key=lambda one: one.sort_key, reverse=True)
    while pending:
        finding = pending.pop()
        text = source.decode(data)
        if Suppressions(text).silences(finding):  # by what an earlier one got
            silenced[finding.code] += 1
            continue
        for edit in _edits(text, finding, words):
            try:
                changed = edited(data, edit)
            except NotExact:
                continue
            if _is_right(text, source.decode(changed), edit, finding):
                data, pending = changed, [_moved(other, edit) for other in pending]
                silenced[finding.code] += 1
                break
        else:
            left.append(finding.location.row)
    return data, silenced, left


def _edits(text: str, finding: Finding, words: Words) -> Iterator[Edit]:
    """Ways to silence a finding, the best first."""
    known, rows = Suppressions(text), source.split_rows(text)
    row = known.row_for(finding.location.row)
    behind = rows[row - 1].rstrip("\r\n")
    own, end = words.comment(finding), len(behind.rstrip()) + 1
    at_end = Edit(Location(row, end, row, end), f"  {own}")
    if not words.noqa:
        for place in (row, *known.rows_above(row)):
            yield from _longer(known.comment(place), place, rows[place - 1], _OWN, f", {finding.name}")
    if words.noqa or not words.reason:
        yield from _longer(known.comment(row), row, behind, _NOQA, f", {finding.code}")
    if words.noqa:
        yield at_end
        return
    above = rows[row - 1][: len(behind) - len(behind.lstrip(" \t\f"))].rpartition("\f")[2]
    ending = re.search(r"\r?\n|\r|$", rows[row - 1] if row < len(rows) else rows[0])
    over = Edit(Location(row, 1, row, 1), f"{above}{own}{ending[0] if ending and ending[0] else chr(10)}")
    fits = known.comment(row) is None and len(behind) + len(own) + 2 <= _WIDTH
    yield from (at_end, over) if fits else (over, at_end)


def _longer(comment: str | None, row: int, line: str, pattern: re.Pattern[str], more: str) -> Iterator[Edit]:
    """A comment with one more word in its list."""
    match = None if comment is None else pattern.search(comment)
    if match is not None and comment is not None and comment in line:
        column = line.index(comment) + match.end() + 1
        yield Edit(Location(row, column, row, column), more)


def _moved(finding: Finding, edit: Edit) -> Finding:
    """A finding after a change in its file."""
    where = finding.location
    row, column = edit.moved(where.row, where.column)
    return replace(finding, location=Location(row, column, row + where.end_row - where.row, where.end_column))


def _is_right(before: str, after: str, edit: Edit, finding: Finding) -> bool:
    """Whether a change silences a finding and does nothing else."""
    programs = source.standard_tree(before), source.standard_tree(after)
    if None in programs or len({ast.dump(program) for program in programs if program}) != 1:
        return False
    words = [Counter((word.text, word.way) for word in Suppressions(text).words()) for text in (before, after)]
    return Suppressions(after).silences(_moved(finding, edit)) and not words[0] - words[1]
