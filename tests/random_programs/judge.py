"""The two verdicts on a program: the simulator's, which is the truth, and the linter's."""

from __future__ import annotations

import _thread
import ast
import importlib
import os
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from cupylint.config import Settings
from cupylint.engine import check_text
from cupylint.options import ModelOptions
from cupylint.registry import find
from cupylint.source import deep_recursion

simulator = importlib.import_module("cupylint.runtime_checks.simulator")

CODES = ("CUP101", "CUP102", "CUP103")
_RULES = [rule for code in CODES if (rule := find(code)) is not None]

_TOO_LONG = 20.0  # seconds

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Called = tuple[str, str]
"""File and name of a function."""

Line = tuple[str, int]
"""File name and line of a later access."""


@dataclass(frozen=True)
class Verdicts:
    """Lines of later accesses.

    Attributes:
        agreed: racy by both.
        missed: racy when run, not found.
        false: found, not racy when run.
    """

    agreed: frozenset[Line] = frozenset()
    missed: frozenset[Line] = frozenset()
    false: frozenset[Line] = frozenset()

    @property
    def differ(self) -> bool:
        """Whether the two disagree."""
        return bool(self.missed or self.false)

    def __str__(self) -> str:
        return "; ".join(
            f"{what} {', '.join(f'{name}:{row}' for name, row in sorted(lines))}"
            for what, lines in (("missed", self.missed), ("false", self.false))
            if lines
        )


class CannotRun(Exception):
    """The program itself fails, or needs what the simulator lacks."""


def judge(files: dict[str, str]) -> Verdicts:
    """Both verdicts on a program, file name -> text with the main file last.

    Raises:
        CannotRun: the program does not run to its end.
    """
    if len(files) == 1:
        (name,) = files
        return _compare(name, files[name], files)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        return _compare(os.path.join(folder, name), text, files)


def _compare(path: str, text: str, files: dict[str, str]) -> Verdicts:
    report, called = _run(path, text)
    if report.error or report.not_supported:
        raise CannotRun(report.error or report.not_supported)
    # a line where memory that was freed is reused too may, but need not, be reported by the rules about order
    ordered = {_line(race.later.filename, race.later.row) for race in report.races if not race.reuse}
    any_kind = {_line(race.later.filename, race.later.row) for race in report.races}
    with deep_recursion():
        found = check_text(text, path, _RULES, Settings(model=ModelOptions(every_access=True)), fixes=False)
    dead = [
        (os.path.basename(name), node)
        for name, source in files.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, _DEFINITIONS) and (os.path.basename(name), node.name) not in called
    ]
    static = {
        (name, row)
        for finding in found
        if finding.certain
        for name, row in [_line(finding.filename, finding.location.row)]
        # a function that nobody calls is judged by the linter alone
        if not any(name == file and node.lineno <= row <= (node.end_lineno or row) for file, node in dead)
    }
    return Verdicts(frozenset(static & any_kind), frozenset(ordered - static), frozenset(static - any_kind))


def _line(path: str, row: int) -> Line:
    return os.path.basename(path), row


def _run(path: str, text: str) -> tuple[Any, set[Called]]:
    """The simulator's report, and which functions were called; a program that does not end is ended."""
    called: set[Called] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        called.add((os.path.basename(code.co_filename), code.co_name))

    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    tracer = sys.gettrace()
    sys.settrace(note)
    threading.settrace(note)
    running = _thread.allocate_lock()  # the simulator watches what the module `threading` offers
    running.acquire()
    _thread.start_new_thread(_watch, (running,))
    try:
        return simulator.run(path, options=simulator.Options(schedules="none"), source=text), called
    except KeyboardInterrupt:
        raise CannotRun(f"not done in {_TOO_LONG} s") from None
    finally:
        sys.settrace(tracer)
        threading.settrace(tracer)  # type: ignore[arg-type]
        running.release()
        sys.dont_write_bytecode = kept


def _watch(running: Any) -> None:
    if not running.acquire(timeout=_TOO_LONG):
        _thread.interrupt_main()
