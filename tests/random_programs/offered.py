"""Every fix that is offered, applied as it is: is its finding gone, is no other one there, is what raced ordered?"""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from pathlib import Path

from cupylint.config import Settings
from cupylint.engine import check_text
from cupylint.findings import Finding, Fix
from cupylint.options import ModelOptions
from cupylint.registry import find
from cupylint.runtime_checks.simulator import Options, Report, run
from cupylint.source import deep_recursion

RACES = ("CUP101", "CUP102", "CUP103", "CUP104", "CUP201", "CUP202")
RULES = [rule for code in RACES if (rule := find(code)) is not None]
_MOST = 40  # fixes of one program
_OF_A_RACE = ("CUP101", "CUP102", "CUP103")
_DEVICE_WIDE = "Device().synchronize()"
_STREAMS = re.compile(r"(?m)^\s*([a-z_]\w*(?:\[\d\])?) = [\w.]*Stream\(")


@dataclass
class Tried:
    """What became of the fixes of some programs.

    Attributes:
        counts: "fixes" that were applied, those that left a "finding" or made a "new" one (where none was told of),
            findings "without" a fix, fixes that wait for the whole "device" and those of them where an "event" would
            do, "programs" with a fix, and those that are "ordered" once all of theirs are applied.
        remarks: a line for each that is not as it should be.
    """

    counts: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)

    def add(self, other: Tried) -> None:
        """Put the results of others to these."""
        self.counts += other.counts
        self.remarks += other.remarks


class Program:
    """A program in a folder of its own, file name -> text with the main file last."""

    def __init__(self, folder: str, files: dict[str, str], model: ModelOptions, per_thread: bool = False) -> None:
        self.files, self._folder, self._model, self._per_thread = dict(files), folder, model, per_thread
        self.main = list(files)[-1]
        for name in files:
            self._write(name)

    def _write(self, name: str) -> None:
        Path(self._folder, name).write_text(self.files[name], encoding="utf-8")

    def path(self, name: str) -> str:
        """Where a file is."""
        return os.path.join(self._folder, name)

    def findings(self, fixes: bool = True) -> list[Finding]:
        """What is found by default, in the order of the lines."""
        with deep_recursion():
            found = check_text(
                self.files[self.main], self.path(self.main), RULES, Settings(model=self._model), fixes=fixes
            )
        return sorted((one for one in found if one.certain), key=lambda one: one.sort_key)

    def simulated(self) -> Report:
        """One run, without schedules."""
        options = Options(schedules="none", per_thread_default_stream=self._per_thread)
        return run(self.path(self.main), options=options, source=self.files[self.main])

    def change(self, name: str, text: str) -> None:
        """A file gets another text."""
        self.files[name] = text
        self._write(name)


def tried(name: str, files: dict[str, str], model: ModelOptions | None = None, per_thread: bool = False) -> Tried:
    """Apply the fixes of a program, one after the other, until none is offered any more."""
    result = Tried()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(folder, files, model or ModelOptions(), per_thread)
        found = program.findings()
        offered = any(one.fix is not None for one in found)
        for _ in range(_MOST):
            finding = next((one for one in found if one.fix is not None), None)
            if finding is None or finding.fix is None:
                break
            found = _apply(program, finding, finding.fix, found, result, name)
        for left in found:
            result.counts["without"] += 1
            result.remarks.append(f"{name}: no fix: {_told(left)}")
        if offered:
            _run(program, found, result, name)
    return result


def _apply(
    program: Program, finding: Finding, fix: Fix, before: Sequence[Finding], result: Tried, name: str
) -> list[Finding]:
    """One fix is applied; what is found then."""
    file = os.path.basename(fix.filename or finding.filename)
    old = program.files[file]
    result.counts["fixes"] += 1
    if _DEVICE_WIDE in fix.code:
        result.counts["device"] += 1
        if instead := _event_instead(program, finding, fix, file):
            result.counts["event"] += 1
            result.remarks.append(f"{name}: {instead} would do for {_told(finding)}")
    program.change(file, fix.applied(old))
    after = program.findings()
    expected, now = Counter(_key(one, fix, file) for one in before), Counter(map(_key, after))
    mine = _key(finding, fix, file)
    if now[mine] >= expected[mine]:
        result.counts["finding"] += 1
        result.remarks.append(f"{name}: still there with `{fix.code}`: {_told(finding)}")
    elif more := set(now - expected) - {_key(one, fix, file) for one in _told_of(before)}:
        result.counts["new"] += 1
        result.remarks.append(f"{name}: new with `{fix.code}`: {sorted(more)}")
    return after


def _event_instead(program: Program, finding: Finding, fix: Fix, file: str) -> str:
    """One or two waits of streams for each other in the place of one for the device, "" if none is enough."""
    old = program.files[file]
    before = program.findings(fixes=False)
    names = dict.fromkeys(_STREAMS.findall(old))
    waits = [f"{one}.wait_event({other}.record())" for one, other in permutations(names, 2)]
    pairs = ["\n".join(pair) for pair in combinations(waits, 2)]
    try:
        for code in (*waits, *pairs):
            instead = Fix(code, fix.before_row)
            program.change(file, instead.applied(old))
            if _removes(program, instead, finding, before, file):
                return code.replace("\n", "; ")
    finally:
        program.change(file, old)
    return ""


def _removes(program: Program, fix: Fix, finding: Finding, before: Sequence[Finding], file: str) -> bool:
    """Whether the program, in which a fix is applied, has lost a finding and gained none."""
    found = Counter(_key(one) for one in program.findings(fixes=False))
    expected = Counter(_key(one, fix, file) for one in before)
    expected[_key(finding, fix, file)] -= 1
    return not found - expected


Key = tuple[str, str, int, int]


def _key(finding: Finding, fix: Fix | None = None, file: str = "") -> Key:
    """What a finding is known by, also once a fix of a file has moved it."""
    row, name = finding.location.row, os.path.basename(finding.filename)
    return name, finding.code, fix.moves(row) if fix is not None and name == file else row, finding.location.column


def _told_of(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, in their places and in those of the further accesses that they name, as what a race may be."""
    for one in findings:
        also = [
            (place.filename or one.filename, place.location) for place in one.related if place.message == "and here"
        ]
        for name, location in [(one.filename, one.location), *also]:
            for code in _OF_A_RACE if one.code in _OF_A_RACE else ():
                yield replace(one, code=code, filename=name, location=location)


def _run(program: Program, found: Sequence[Finding], result: Tried, name: str) -> None:
    """Whether what was mended is ordered in a run; lines that have a finding without a fix may race."""
    report = program.simulated()
    if report.error or report.not_supported:
        result.remarks.append(f"{name}: not run: {report.error or report.not_supported}")
        return
    result.counts["programs"] += 1
    left = {(os.path.basename(one.filename), one.location.row) for one in found}
    raced = {(os.path.basename(race.later.filename), race.later.row) for race in report.races if not race.reuse} - left
    if raced and not found:
        result.remarks.append(f"{name}: still races: {sorted(raced)}")
    else:
        result.counts["ordered"] += 1


def _told(finding: Finding) -> str:
    return f"{os.path.basename(finding.filename)}:{finding.location.row} {finding.code} {finding.message}"


def summary(counts: Counter[str]) -> Iterator[str]:
    """The figures in words."""
    yield f"{counts['fixes']} fixes applied: {counts['finding']} left their finding, {counts['new']} made a new one"
    yield f"{counts['without']} findings without a fix"
    yield f"{counts['device']} wait for the whole device, {counts['event']} of them where an event would do"
    yield f"{counts['programs']} programs: {counts['ordered']} ordered in a run with all their fixes"
