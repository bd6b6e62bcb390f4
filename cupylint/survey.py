"""Which of the files of a run are to be checked, and what is known of the others."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cupylint.findings import Finding, Location
from cupylint.reading import NOTEBOOK, read_regular
from cupylint.registry import UNREADABLE, UNREADABLE_NAME
from cupylint.workspace import Rests, Workspace

if TYPE_CHECKING:
    from cupylint.cache.results import Result, Results
    from cupylint.files import Target

NEEDLE = b"cupy"
"""A file that does not contain this is counted and not looked at further."""

_STREAM = b"Stream"
_FEW = 200
"""In runs of more files, of which none with CuPy makes a stream, files without CuPy are not looked at further."""

_HELD_BYTES = 50_000_000
"""Of files that are to be checked, which are held in memory so that none is read twice."""


@dataclass(slots=True)
class Survey:
    """The files of a run, by their positions.

    Attributes:
        sizes: bytes of those that are to be checked.
        data: what they hold, as far as that is not much.
        known: those of which an earlier run has told what a check would.
        streams: those that mention CuPy and may make streams.
        passed: those that are not to be checked, and what that rests on; None: nobody asked.
        asked: what it rests on that others, which do not mention CuPy, are.
        unreadable: findings of those that cannot be read.
    """

    sizes: dict[int, int] = field(default_factory=dict)
    data: dict[int, bytes] = field(default_factory=dict)
    room: int = field(default_factory=lambda: _HELD_BYTES)
    known: dict[int, Result] = field(default_factory=dict)
    streams: set[int] = field(default_factory=set)
    passed: dict[int, Rests | None] = field(default_factory=dict)
    asked: dict[int, Rests] = field(default_factory=dict)
    unreadable: list[Finding] = field(default_factory=list)

    def add(self, index: int, data: bytes) -> None:
        """Note a file that is to be checked."""
        self.sizes[index] = len(data)
        if len(data) <= self.room:
            self.data[index] = data
            self.room -= len(data)


def survey_of(targets: Sequence[Target], cache: Results | None, workspace: Workspace) -> Survey:
    """Which files are to be checked, and what is known of the others."""
    survey = Survey()
    streams = False
    rest: dict[int, Result | None] = {}
    for index, target in enumerate(targets):
        known = None if cache is None else cache.find(target.path, target.settings, workspace)
        if known is not None:
            streams |= known.streams
            (survey.known if known.cupy else rest)[index] = known
            continue
        try:
            data = read_regular(target.path)
        except OSError as error:
            survey.unreadable.append(unreadable(target.path, error))
            continue
        if NEEDLE not in data:
            rest[index] = None
            continue
        survey.add(index, data)
        if _STREAM in data:
            survey.streams.add(index)
    asks = streams or bool(survey.streams) or len(rest) <= _FEW
    for index, known in rest.items():
        if not asks:
            if known is None:
                survey.passed[index] = None
        elif known is None or known.concerned is None:
            _ask(targets[index].path, index, survey, workspace)
        elif known.concerned:
            survey.known[index] = known
    return survey


def _ask(path: str, index: int, survey: Survey, workspace: Workspace) -> None:
    """Whether a file that does not mention CuPy takes streams from others that do."""
    try:
        data = read_regular(path)
    except OSError:
        return
    with workspace.looking() as looked:
        is_concerned = concerned(data, path, workspace)
    if is_concerned:
        survey.add(index, data)
        survey.asked[index] = workspace.rested(looked)
    else:
        survey.passed[index] = workspace.rested(looked)


def concerned(data: bytes, path: str, workspace: Workspace) -> bool:
    """Whether a file is to be checked: it mentions CuPy, or takes from a file of its project what may use streams."""
    if NEEDLE in data:
        return True
    if path.endswith(NOTEBOOK):
        return False
    try:
        return workspace.imports_streams(os.path.abspath(path), data)
    except Exception:
        return True  # the check asks again, and tells of the error


def unreadable(filename: str, error: OSError) -> Finding:
    """The finding for a file that cannot be opened."""
    return finding(filename, f"cannot be read: {error.strerror or type(error).__name__}")


def finding(filename: str, message: str, row: int = 1, column: int = 1) -> Finding:
    place = Location(row, column, row, column)
    return Finding(UNREADABLE, UNREADABLE_NAME, "error", message, place, filename=filename)
