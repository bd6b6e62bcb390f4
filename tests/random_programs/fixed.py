"""What ``--fix --unsafe-fixes`` does to random programs, in files of all forms.

    python -m tests.random_programs.fixed --count 2000 [--first SEED] > part.jsonl
    python -m tests.random_programs.fixed --add part.jsonl other.jsonl

Checked of each: no file has more findings of a code than before, each fix that was applied took one away, a second run
changes nothing, rows are added and all others stay byte for byte, and what is left unordered in a run has a finding
that is left. A line that raced before and had no finding then is a miss of the linter, and counted as such.
Each line of the output is a JSON object with the figures of 50 seeds; those of several runs can be added up.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cupylint import source
from cupylint.config import Settings
from cupylint.findings import Finding
from cupylint.fixing.plan import Plan, plan
from cupylint.merging import together
from cupylint.runner import check_data
from cupylint.runtime_checks.simulator import Options, run
from cupylint.workspace import Workspace

from .generate import program

_SETTINGS = Settings(fixing=True)
_DEVICE_WIDE = b"Device().synchronize()"
_FORMS = (
    ("utf-8", "", "\n", "    ", True),
    ("utf-8-sig", "", "\r\n", "    ", False),
    ("latin-1", "# coding: latin-1\n# \xe9\n", "\n", "\t", False),
    ("utf-8", "# \u2211\n", "\r\n", "\t", True),
)
"""Encoding, what stands first, the end of a line, one step of indentation, and whether the last line ends."""
_TOLD = 50

Line = tuple[str, bytes]
"""The name of a file, and the text of a line in it."""


class NotRun(Exception):
    """The simulator cannot run a program."""


@dataclass
class Fixed:
    """What became of some programs.

    Attributes:
        counts: "programs", those that were "changed", "findings", those that are "left", "fixes" that were applied,
            those that did not hold beside others ("refused"), those that wait for the whole "device", changed programs
            that are "ordered" in a run, those with a race that the linter "missed" from the beginning, and those
            that the simulator cannot run ("not_run").
        remarks: a line for each that is not as it should be.
        wide: seeds of programs that wait for the whole device because of a fix.
        missing: seeds of programs with a race that the linter does not find.
        failing: seeds of programs that the simulator cannot run.
    """

    counts: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)
    wide: list[int] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    failing: list[int] = field(default_factory=list)

    def add(self, other: Fixed) -> None:
        """Put the results of other programs to these."""
        self.counts += other.counts
        self.remarks += other.remarks
        self.wide += other.wide
        self.missing += other.missing
        self.failing += other.failing

    def to_json(self) -> str:
        """All of it in one line."""
        return json.dumps(vars(self))

    @classmethod
    def from_json(cls, text: str) -> Fixed:
        """What `to_json` has told."""
        told = json.loads(text)
        return cls(**{**told, "counts": Counter(told["counts"])})

    def lines(self) -> Iterator[str]:
        """The figures in words."""
        counts = self.counts
        yield f"{counts['programs']} programs: {counts['findings']} findings, {counts['left']} left"
        yield f"{counts['fixes']} fixes applied in {counts['changed']} programs, {counts['refused']} did not hold"
        yield f"{counts['ordered']} of these ordered in a run, {counts['missed']} with a race that was never found"
        yield f"{counts['device']} wait for the whole device: seeds {self.wide}; never found: seeds {self.missing}"
        yield f"{len(self.remarks)} remarks, {counts['not_run']} not run: seeds {self.failing}"


def fix(seed: int, result: Fixed) -> None:
    """Fix the program of a seed, and add what became of it."""
    with tempfile.TemporaryDirectory() as made:
        main = _written(Path(made), seed)
        files = _Files(main)
        found = files.findings()
        done = files.plan(found)
        counts = result.counts
        counts.update(programs=1, findings=len(found), fixes=done.applied.total(), refused=done.refused)
        if not done.changes:
            counts["left"] += len(found)
            return
        known, raced = files.places(found), files.raced()
        for change in done.changes:
            Path(change.path).write_bytes(change.after)
        left = files.findings()
        counts.update(changed=1, left=len(left))
        if wide := sum(change.after.count(_DEVICE_WIDE) - change.before.count(_DEVICE_WIDE) for change in done.changes):
            counts["device"] += wide
            result.wide.append(seed)
        result.remarks += [f"seed {seed}: {remark}" for remark in _wrong(files, found, done, left)]
        races = files.raced() - files.places(left)
        if races - (raced - known):
            result.remarks.append(f"seed {seed}: still races: {sorted(races)}")
        elif races:
            counts["missed"] += 1
            result.missing.append(seed)
        else:
            counts["ordered"] += 1


def _written(folder: Path, seed: int) -> Path:
    """The main file of a seed's program, written in a form that the seed chooses."""
    encoding, head, end, step, ended = _FORMS[seed % len(_FORMS)]
    for name, text in program(seed, modules=seed % 5 == 0).items():
        text = re.sub(r"(?m)^(?: {4})+", lambda spaces: step * (len(spaces[0]) // 4), head + text)
        text = text if ended else text.rstrip("\n")
        (folder / name).write_bytes(text.replace("\n", end).encode(encoding))
    return folder / name


class _Files:
    """The files of a program, the main one and those beside it."""

    def __init__(self, main: Path) -> None:
        self._main, self._paths = main, sorted(main.parent.iterdir())
        self._checked: dict[object, Sequence[Finding]] = {}

    def findings(self) -> list[Finding]:
        """What is found in them, with the fixes that hold."""
        workspace = Workspace()
        found = [(str(path), self._check(path.read_bytes(), str(path), _SETTINGS, workspace)) for path in self._paths]
        return together(found, [str(path) for path in self._paths])

    def plan(self, found: Sequence[Finding]) -> Plan:
        """What applying all fixes changes."""
        return plan({str(path): _SETTINGS for path in self._paths}, found, self._check, unsafe=True)

    def _check(self, data: bytes, filename: str, settings: Settings, workspace: Workspace) -> Sequence[Finding]:
        """What is found in a file; asked once more for the same contents of all files, what was found then."""
        others = tuple(workspace.held.get(str(path)) or path.read_bytes() for path in self._paths)
        key = (data, filename, settings.shows_fixes, others)
        if key not in self._checked:
            self._checked[key] = check_data(data, filename, settings, workspace).findings
        return self._checked[key]

    def places(self, findings: Sequence[Finding]) -> set[Line]:
        """The lines that findings stand in, and those of further accesses that they name."""
        more = [(place, one.filename) for one in findings for place in one.related if place.message == "and here"]
        places = [(one.filename, one.location.row) for one in findings]
        return self._named(places + [(place.filename or name, place.location.row) for place, name in more])

    def raced(self) -> set[Line]:
        """The lines of later accesses that a run shows to be unordered; memory that is used again is left out.

        Raises:
            NotRun: the program does not run to its end.
        """
        text = source.decode(self._main.read_bytes())
        report = run(self._main, options=Options(schedules="none"), source=text)
        if report.error or report.not_supported:
            raise NotRun(report.error or report.not_supported)
        return self._named((race.later.filename, race.later.row) for race in report.races if not race.reuse)

    def _named(self, places: Iterable[tuple[str, int]]) -> set[Line]:
        lines = {path.name: path.read_bytes().splitlines() for path in self._paths}
        names = ((os.path.basename(path), row) for path, row in places)
        return {(name, lines[name][row - 1]) for name, row in names}


def _wrong(files: _Files, found: Sequence[Finding], done: Plan, left: Sequence[Finding]) -> Iterator[str]:
    """What is wrong with the files, in which all fixes are applied now."""
    gained = _counted(left) - _counted(found)
    if gained or len(left) > len(found) - done.applied.total():
        yield f"{len(left)} of {len(found)} left after {done.applied.total()} fixes, gained {dict(gained)}"
    if files.plan(left).changes:
        yield "a second run changes more"
    for change in done.changes:
        kept = iter(change.after.splitlines(keepends=True))
        if not all(line in kept for line in change.before.splitlines(keepends=True)):
            yield f"rows of {os.path.basename(change.path)} are not what they were"


def _counted(findings: Sequence[Finding]) -> Counter[tuple[str, str]]:
    return Counter((one.filename, one.code) for one in findings)


def main() -> None:
    """Fix the programs of as many seeds as the command line says, and tell the figures."""
    parser = argparse.ArgumentParser(description="What --fix does to random programs.")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--add", nargs="+", metavar="FILE", help="run nothing; add up what earlier runs have told")
    arguments = parser.parse_args()
    total, end = Fixed(), arguments.first + arguments.count
    if arguments.add:
        parts = (Fixed.from_json(line) for name in arguments.add for line in Path(name).read_text().splitlines())
    else:
        parts = (_block(range(first, min(first + _TOLD, end))) for first in range(arguments.first, end, _TOLD))
    for part in parts:
        total.add(part)
        if not arguments.add:
            print(part.to_json(), flush=True)
    print(*total.remarks, *total.lines(), sep="\n", file=sys.stderr)
    sys.exit(bool(total.remarks))


def _block(seeds: range) -> Fixed:
    """What became of the programs of some seeds."""
    done = Fixed()
    for seed in seeds:
        try:
            fix(seed, done)
        except NotRun:
            done.counts["not_run"] += 1
            done.failing.append(seed)
    return done


if __name__ == "__main__":
    main()
