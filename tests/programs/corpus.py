"""The small programs of this folder, and what is found in each of them: analysed once for all that is asserted.

README.md tells what the comments of a program mean.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding, reaches
from cupylint.options import ModelOptions
from cupylint.runtime_checks.cases import size
from tests.programs import marked

FOLDER = Path(__file__).parent
BAD_ENDINGS = ("racy", "huge", "held", "wide")
"""Last words of the names of programs in which something is found."""
GOOD_ENDINGS = ("safe", "fits", "narrow")
"""Last words of the names of programs in which nothing certain is found."""
KEYS = ("device-memory", "measured-peak", "python", "rules", "simulator")
"""What comments on top of a program may set."""

_TOP = re.compile(r"# ([a-z-]+): (.*)\n")
_MISSED = re.compile(r"# missed: (CUP\d+) (\S.*)")


class Mark(NamedTuple):
    """A finding, or a comment that announces one. `word`: "expect", or "maybe" if only ``--maybe`` shows it."""

    row: int
    code: str
    word: str


@dataclass(frozen=True)
class Program:
    """A file of this folder; `name` is like "rings/index_wraps_by_if_racy"."""

    name: str
    text: str

    @property
    def topic(self) -> str:
        return self.name.partition("/")[0]

    @property
    def ending(self) -> str:
        return self.name.rpartition("_")[2]

    @functools.cached_property
    def settings(self) -> dict[str, str]:
        """The comments on top."""
        found: dict[str, str] = {}
        position = 0
        while match := _TOP.match(self.text, position):
            found[match[1]] = match[2]
            position = match.end()
        return found

    @functools.cached_property
    def marks(self) -> set[Mark]:
        """What its comments announce."""
        return {Mark(*place, word) for word in ("expect", "maybe") for place in marked(self.text, (word,))}

    @functools.cached_property
    def missed(self) -> set[Mark]:
        """Findings that are known to be missed."""
        rows = enumerate(self.text.splitlines(), 1)
        return {Mark(row, match[1], "expect") for row, line in rows if (match := _MISSED.search(line))}

    def checked(
        self, *, every_access: bool = False, maybe: bool = False, fixes: bool = True, default: bool = False
    ) -> list[Finding]:
        """What is found; with `default` as if there were no comments on top."""
        own = {} if default else self.settings
        memory = size(own["device-memory"]) if "device-memory" in own else None
        settings = Settings(
            model=ModelOptions(every_access=every_access, device_memory=memory),
            min_confidence="low" if maybe else "medium",
            extend_select=tuple(own.get("rules", "").split()),
            output_format="full" if fixes else "concise",
        )
        return check_bytes(self.text.encode(), "program.py", settings)


@functools.cache
def programs() -> list[Program]:
    """All programs by name."""
    return [_read(path) for path in sorted(FOLDER.glob("*/*.py"))]


def projects() -> dict[str, dict[str, str]]:
    """The programs of several files in ``projects/``: the files of each by their names."""
    return {
        folder.name: {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*.py"))
        }
        for folder in sorted((FOLDER / "projects").iterdir())
    }


def program(name: str) -> Program:
    """The program of this name."""
    return _read(FOLDER / f"{name}.py")


def _read(path: Path) -> Program:
    return Program(f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8"))


def each_access(program: Program) -> set[Mark]:
    """All that is found, racy accesses one by one: what likely is so, and what only ``--maybe`` shows."""
    found: set[Mark] = set()
    for finding in program.checked(every_access=True, maybe=True, fixes=False):
        word = "expect" if reaches(finding.confidence, "medium") else "maybe"
        found.add(Mark(finding.location.row, finding.code, word))
    return {mark for mark in found if mark.word == "expect" or mark._replace(word="expect") not in found}


def differences(program: Program) -> Iterator[str]:
    """Where findings and marks of a program differ, each as a line of text."""
    found, lines = each_access(program), program.text.splitlines()
    for said, marks in (
        ("found, not marked", found - program.marks),
        ("marked, not found", program.marks - found),
        ("found, no longer `missed:`", found & program.missed),
    ):
        yield from (f"{said}: {mark.word}: {mark.code} in line {mark.row}: {lines[mark.row - 1]}" for mark in marks)
    if program.marks:
        yield from _one_for_each_missing_wait(program)


def _one_for_each_missing_wait(program: Program) -> Iterator[str]:
    """Where the findings that users see, one for each missing wait, leave lines out or tell others."""
    found = program.checked(fixes=any(mark.code == "CUP104" for mark in program.marks))
    expected = {(mark.row, mark.code) for mark in program.marks if mark.word == "expect"}
    told = {(finding.location.row, finding.code) for finding in found}
    named = {row for row, _ in told} | {related.location.row for finding in found for related in finding.related}
    yield from (f"told by default, not expected: {code} in line {row}" for row, code in sorted(told - expected))
    for row, code in sorted(expected):
        if row not in named and code != "CUP104":  # one block is reused again and again
            yield f"{code} in line {row} is named by no finding"
    for finding in found:
        if finding.code == "CUP104" and not (finding.fix and finding.fix.verified):
            yield f"CUP104 in line {finding.location.row} has no verified fix"
