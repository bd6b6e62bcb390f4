"""What ``--fix --unsafe-fixes`` does to random programs, in files of all forms, with the real command.

    python -m tests.random_programs.fixed --count 2000 [--first SEED]

Checked of each: what `tests.benchmarks.fixes` checks of a tree, the finding of each fix that was applied is gone, and
whatever is left unordered in a run has a finding that is left.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cupylint import source
from cupylint.runtime_checks.simulator import Options, run
from tests.benchmarks.fixes import contents, try_fixes
from tests.benchmarks.fixes import run as lint

from .generate import program

BATCH = 40
_DEVICE_WIDE = b"Device().synchronize()"
_FORMS = (
    ("utf-8", "", "\n", "    ", True),
    ("utf-8-sig", "", "\r\n", "    ", False),
    ("latin-1", "# coding: latin-1\n# \xe9\n", "\n", "\t", False),
    ("utf-8", "# \u2211\n", "\r\n", "\t", True),
)
"""Encoding, what stands first, the end of a line, one step of indentation, and whether the last line ends."""


@dataclass
class Fixed:
    """What became of some programs.

    Attributes:
        counts: "programs", those that were "changed", "findings", those that are "left", "fixes" that were applied,
            those that did not hold beside others ("refused"), those that wait for the whole "device", and changed
            programs that are "ordered" in a run.
        remarks: a line for each that is not as it should be.
        wide: seeds of programs that wait for the whole device because of a fix.
    """

    counts: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)
    wide: list[int] = field(default_factory=list)

    def add(self, other: Fixed) -> None:
        """Put the results of others to these."""
        self.counts += other.counts
        self.remarks += other.remarks
        self.wide += other.wide

    def lines(self) -> Iterator[str]:
        """The figures in words."""
        counts = self.counts
        yield f"{counts['programs']} programs: {counts['findings']} findings, {counts['left']} left"
        yield f"{counts['fixes']} fixes applied in {counts['changed']} programs, {counts['refused']} did not hold"
        yield f"{counts['ordered']} of {counts['changed']} changed programs ordered in a run but for findings left"
        yield f"{counts['device']} wait for the whole device: seeds {self.wide}"
        yield f"{len(self.remarks)} remarks"


def fixed(seeds: Sequence[int]) -> Fixed:
    """Fix the programs of some seeds, all at once."""
    result = Fixed()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        mains = {seed: _written(folder / f"seed_{seed}", seed) for seed in seeds}
        before, (found, _) = contents(folder), lint(folder)
        row = try_fixes(folder, f"seeds {seeds[0]} to {seeds[-1]}", "all", found)
        after = contents(folder)
        result.counts.update(
            programs=len(mains), findings=row.findings, left=row.left, fixes=row.applied, refused=row.refused
        )
        result.remarks += [f"{row.tree}: {remark}" for remark in (*row.wrong, *row.remarks)]
        if row.left > row.findings - row.applied:
            result.remarks.append(f"{row.tree}: {row.left} of {row.findings} left after {row.applied} fixes")
        for seed, main in mains.items():
            changed = [
                name for name in after if name.startswith(f"seed_{seed}{os.sep}") and after[name] != before[name]
            ]
            if not changed:
                continue
            result.counts["changed"] += 1
            if wide := sum(after[name].count(_DEVICE_WIDE) - before[name].count(_DEVICE_WIDE) for name in changed):
                result.counts["device"] += wide
                result.wide.append(seed)
            if remark := _still_racing(main, row.told):
                result.remarks.append(f"seed {seed}: {remark}")
            else:
                result.counts["ordered"] += 1
    return result


def _written(folder: Path, seed: int) -> Path:
    """The main file of a seed's program, written in a form that the seed chooses."""
    encoding, head, end, step, ended = _FORMS[seed % len(_FORMS)]
    folder.mkdir()
    for name, text in program(seed, modules=seed % 5 == 0).items():
        text = re.sub(r"(?m)^(?: {4})+", lambda spaces: step * (len(spaces[0]) // 4), head + text)
        text = text if ended else text.rstrip("\n")
        (folder / name).write_bytes(text.replace("\n", end).encode(encoding))
    return folder / name


def _still_racing(main: Path, left: Sequence[Mapping[str, Any]]) -> str:
    """What a run shows to be unordered where no finding is left, "" for nothing."""
    report = run(main, options=Options(schedules="none"), source=source.decode(main.read_bytes()))
    if report.error or report.not_supported:
        return f"not run: {report.error or report.not_supported}"
    told = {
        (os.path.basename(one["filename"]), one["location"]["row"])
        for one in left
        if os.path.basename(os.path.dirname(one["filename"])) == main.parent.name
    }
    raced = {(os.path.basename(race.later.filename), race.later.row) for race in report.races} - told
    return f"still races: {sorted(raced)}" if raced else ""


def main() -> None:
    """Fix the programs of as many seeds as the command line says, and tell the figures."""
    parser = argparse.ArgumentParser(description="What --fix does to random programs.")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    arguments = parser.parse_args()
    total = Fixed()
    end = arguments.first + arguments.count
    for first in range(arguments.first, end, BATCH):
        seeds = range(first, min(first + BATCH, end))
        batch = fixed(seeds)
        print(*batch.remarks, f"until {seeds[-1]}: {dict(batch.counts)}", sep="\n", flush=True)
        total.add(batch)
    print(*total.lines(), sep="\n")
    sys.exit(bool(total.remarks))


if __name__ == "__main__":
    main()
