"""Which fixes are applied: each is tried, and stays if the file, analysed again, has lost its finding and gained none.

A file is changed one fix after the other, until none is left that can be applied. Then the files that import it are
analysed as well: where one of them has gained something, all is done again with them looked at after each fix. What a
change allows in files that it has to do with comes next, until nothing is left to do anywhere.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cupylint import notebooks, source
from cupylint.config import Settings
from cupylint.findings import Edit, Finding, Fix, Location
from cupylint.fixing.cells import edited_cell
from cupylint.fixing.edits import NotExact, edited
from cupylint.fixing.replace import Change, obstacle
from cupylint.reading import NOTEBOOK, read_regular
from cupylint.workspace import Workspace

Check = Callable[[bytes, str, Settings, Workspace], Sequence[Finding]]
Key = tuple[str, str, int, int, int]
"""A finding: absolute path, code, cell, row and column."""


@dataclass(slots=True)
class Plan:
    """What is to be changed.

    Attributes:
        applied: codes of the findings that were fixed, one for each fix.
        refused: how many fixes did not hold when they were tried.
        unsafe: how many findings have a fix that is not safe, where only safe ones were wanted.
        remarks: one line for each file that may not be changed.
    """

    changes: list[Change] = field(default_factory=list)
    applied: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    unsafe: int = 0
    remarks: list[str] = field(default_factory=list)


def plan(
    files: Mapping[str, Settings],
    findings: Iterable[Finding],
    check: Check,
    *,
    unsafe: bool = False,
    allowed: Sequence[str] = (),
) -> Plan:
    """What applying the fixes of `findings` changes. Nothing is written.

    Args:
        files: those of the run, with their settings; only these are changed.
        findings: those that are to be fixed, with fixes that were verified.
        check: the findings of a file, with their fixes; those that other files lead to are among them. It is handed a
            workspace that holds the files as they are after the fixes that were tried.
        unsafe: apply unsafe fixes, too.
        allowed: see `obstacle`.
    """
    made = Plan()
    names = {os.path.abspath(name): name for name in files}
    wanted: set[Key] = set()
    paths: set[str] = set()
    for finding in findings:
        path = _changed_by(finding)
        if finding.fix is None:  # it may have one, in any file, once others are applied
            wanted.add(_key(finding))
        elif path in names and not unsafe and finding.fix.applicability != "safe":
            made.unsafe += 1
        elif path in names:
            wanted.add(_key(finding))
            paths.add(path)
    run = _Run(files, check, wanted, unsafe)
    fixings = []
    for name in map(names.__getitem__, sorted(paths)):
        if reason := obstacle(name, allowed):
            made.remarks.append(f"{name}: {reason}: not changed")
        else:
            fixings.append(_Fixing(name, run))
    _fix_all(fixings, run)
    for fixing in fixings:
        fixing.into(made)
    return made


def _fix_all(fixings: Sequence[_Fixing], run: _Run) -> None:
    """Fix files until nothing is left to do: a change of one may allow a fix in another one that it has to do with."""
    pending = deque(fixings)
    while pending:
        fixing = pending.popleft()
        if fixing.goes_on():
            others = (other for other in fixings if other is not fixing and other not in pending)
            pending += [other for other in others if run.are_related(fixing.name, other.name)]


def _key(finding: Finding) -> Key:
    place = finding.location
    return os.path.abspath(finding.filename), finding.code, place.cell, place.row, place.column


def _keys(finding: Finding) -> list[Key]:
    """A finding by where it stands and, if that is another file, by where the checked file leads to it."""
    return [_key(one) for one in (finding, finding.seen_from) if one is not None]


def _meet(fix: Fix, edit: Edit) -> bool:
    """Whether a fix and an edit change the same rows, and one of them replaces something there."""
    place, changed = fix.place or Location(fix.before_row, 1, fix.before_row, 1), edit.place
    replaces = fix.place is not None or (changed.row, changed.column) != (changed.end_row, changed.end_column)
    return replaces and place.row <= changed.end_row and changed.row <= place.end_row


def _moved_fix(fix: Fix, edit: Edit) -> Fix:
    """A fix where it goes after an edit that it does not meet."""
    if fix.cell != edit.place.cell:
        return fix
    row, _ = edit.moved(fix.before_row, 1)
    if fix.place is None:
        return replace(fix, before_row=row)
    start, end = edit.moved(fix.place.row, fix.place.column), edit.moved(fix.place.end_row, fix.place.end_column)
    return replace(fix, before_row=row, place=Location(*start, *end, fix.place.cell))


def _changed_by(finding: Finding) -> str:
    """The absolute path of the file that a finding's fix changes, "" if it has none."""
    return "" if finding.fix is None else os.path.abspath(finding.fix.filename or finding.filename)


class _Run:
    """What is the same for all files: what may be changed and how, and the files as they are by now.

    Args:
        files: those of the run, with their settings.
        wanted: the findings that are to be fixed, by where they stand now.
        unsafe: apply unsafe fixes, too.
    """

    def __init__(self, files: Mapping[str, Settings], check: Check, wanted: set[Key], unsafe: bool) -> None:
        self._files, self._check = files, check
        self.wanted, self.unsafe = wanted, unsafe
        self._workspace = Workspace()
        self._importers: dict[str, set[str]] | None = None

    def hold(self, path: str, data: bytes) -> None:
        """Take the file at an absolute path for having other contents than it has on the disk."""
        self._workspace.hold({**self._workspace.held, path: data})

    def found(self, name: str, data: bytes | None = None, *, is_quick: bool = False) -> Sequence[Finding]:
        """The findings of a file, with the contents that are held or on the disk if none are given."""
        if data is None:
            held = self._workspace.held.get(os.path.abspath(name))
            data = read_regular(name) if held is None else held
        settings = self._files[name]
        return self._check(data, name, settings.quick if is_quick else settings, self._workspace)

    def importers(self, name: str) -> list[str]:
        """The names of the files that import a file, directly or through others."""
        if self._importers is None:  # nobody has asked before
            self._importers = {}
            for importer in self._files:
                for path in self._imported(importer):
                    self._importers.setdefault(path, set()).add(importer)
        found: set[str] = set()
        pending = [name]
        while pending:
            new = self._importers.get(os.path.abspath(pending.pop()), set()) - found
            found |= new
            pending += new
        return sorted(found - {name})

    def are_related(self, name: str, other: str) -> bool:
        """Whether one of two files imports the other one."""
        return other in self.importers(name) or name in self.importers(other)

    def _imported(self, name: str) -> Iterable[str]:
        try:
            data = read_regular(name)
            program = notebooks.read(data).data if name.endswith(NOTEBOOK) else data
            return self._workspace.imported(os.path.abspath(name), program)
        except (OSError, source.UnreadableSource):
            return ()


@dataclass(frozen=True, slots=True)
class _Step:
    """A fix, and all that its finding is known by: first where that stands."""

    keys: tuple[Key, ...]
    fix: Fix


class _Fixing:
    """The fixing of one file, by its name."""

    def __init__(self, name: str, run: _Run) -> None:
        self.name, self._path, self._is_notebook = name, os.path.abspath(name), name.endswith(NOTEBOOK)
        self._run = run
        self._before: bytes | None = None
        self._after = b""
        self._applied: Counter[str] = Counter()
        self._refused = 0

    def goes_on(self) -> bool:
        """Apply what can be applied now; whether that is anything."""
        try:
            if self._before is None:
                self._before = self._after = read_regular(self.name)
            data = self._after
            after, moved, applied, refused = self._fixed(data, ())
            if after != data:
                importers = self._run.importers(self.name)
                if importers and self._gained(data, after, importers):
                    after, moved, applied, refused = self._fixed(data, importers)
        except (OSError, source.UnreadableSource):  # it is no longer what it was when it was linted
            return False
        self._run.hold(self._path, after)
        self._run.wanted = moved
        self._after, self._refused = after, refused
        self._applied += applied
        return after != data

    def into(self, made: Plan) -> None:
        """Add what this file got to a plan."""
        made.refused += self._refused
        if self._before is not None and self._after != self._before:
            made.changes.append(Change(self.name, self._before, self._after))
            made.applied += self._applied

    def _fixed(self, data: bytes, others: Sequence[str]) -> tuple[bytes, set[Key], Counter[str], int]:
        """The file with all fixes that hold, where what is wanted stands then, what was fixed, how many did not hold.

        Further fixes are looked for, which takes longest, only once all that are known were tried.

        Args:
            others: files that must not gain a finding either.
        """
        wanted, refused = self._run.wanted, set[Key]()
        applied: Counter[str] = Counter()
        found = self._found(data, others)
        ready, is_new = self._ready(found), True
        while True:
            step = self._next(ready, found, wanted - refused)
            if step is None and not is_new:
                # What was refused, or had no fix, may have one beside what was applied since.
                refused, found = set(), self._found(data, others)
                ready, is_new = self._ready(found), True
                continue
            if step is None:
                return data, wanted, applied, sum(not refused.isdisjoint(_keys(one)) for one in found)
            edit, changed = self._tried(step.fix, data)
            after = [] if edit is None else self._found(changed, others, is_quick=True)
            if edit is None or not self._holds(edit, step.keys[0], found, after):
                refused.update(step.keys)
                continue
            moved = {each: self._moved(each, edit) for each in wanted | refused}
            wanted, refused = {moved[each] for each in wanted}, {moved[each] for each in refused}
            ready = self._moved_steps([each for each in ready if each is not step], edit)
            data, found, is_new = changed, after, False
            applied[step.keys[0][1]] += 1

    def _ready(self, found: Sequence[Finding]) -> list[_Step]:
        """The fixes that may be applied to this file, in order."""
        here = sorted((one for one in found if _changed_by(one) == self._path), key=lambda one: one.sort_key)
        steps = [_Step(tuple(_keys(one)), one.fix) for one in here if one.fix]
        return [step for step in steps if self._run.unsafe or step.fix.applicability == "safe"]

    def _next(self, ready: Sequence[_Step], found: Sequence[Finding], wanted: set[Key]) -> _Step | None:
        """The first fix of a finding that is still there."""
        there = {key for one in found for key in _keys(one)}
        return next((step for step in ready if step.keys[0] in there and not wanted.isdisjoint(step.keys)), None)

    def _tried(self, fix: Fix, data: bytes) -> tuple[Edit | None, bytes]:
        """The edit of a fix and the file with it; no edit if it cannot be made."""
        try:
            edit = fix.edit(notebooks.read(data).texts[fix.cell] if self._is_notebook else source.decode(data))
            edit = replace(edit, place=replace(edit.place, cell=fix.cell))
            return edit, edited_cell(data, edit) if self._is_notebook else edited(data, edit)
        except (NotExact, LookupError, source.UnreadableSource):
            return None, data

    def _holds(self, edit: Edit, key: Key, before: Sequence[Finding], after: Sequence[Finding]) -> bool:
        """Whether a finding is gone after an edit, and none is there that was not before."""
        expected = Counter(self._moved(_key(one), edit) for one in before)
        expected[self._moved(key, edit)] -= 1  # another one may have moved to its place
        return not Counter(map(_key, after)) - expected

    def _moved(self, key: Key, edit: Edit) -> Key:
        path, code, cell, row, column = key
        is_here = path == self._path and cell == edit.place.cell
        return (path, code, cell, *edit.moved(row, column)) if is_here else key

    def _moved_steps(self, ready: Sequence[_Step], edit: Edit) -> list[_Step]:
        """The fixes as they are after an edit; not those that replace a part of what it changed."""
        left = [step for step in ready if step.fix.cell != edit.place.cell or not _meet(step.fix, edit)]
        return [_Step(tuple(self._moved(key, edit) for key in step.keys), _moved_fix(step.fix, edit)) for step in left]

    def _found(self, data: bytes, others: Sequence[str], *, is_quick: bool = False) -> list[Finding]:
        """What is found where the file has these contents; quickly without fixes."""
        self._run.hold(self._path, data)
        found = list(self._run.found(self.name, data, is_quick=is_quick))
        for other in others:
            found += self._run.found(other, is_quick=is_quick)
        return found

    def _gained(self, before: bytes, after: bytes, importers: Sequence[str]) -> bool:
        """Whether files that import this one have more findings, in their own texts, than before."""
        counts = []
        for data in (before, after):
            self._run.hold(self._path, data)
            keys = [_key(one) for name in importers for one in self._run.found(name)]
            counts.append((Counter(key for key in keys if key[0] != self._path), Counter(key[:2] for key in keys)))
        (own, all_of), (own_after, all_after) = counts
        return bool(own_after - own or all_after - all_of)
