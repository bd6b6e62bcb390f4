"""Which lines of some files a run comes to and what they raise, in all threads, and in processes that it forks."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from types import CodeType, FrameType, TracebackType
from typing import Any

from . import hook, launch
from .jobs import Site, Watch, Watched
from .journal import Journal
from .rewrite import RewriteError, read_text, unit_text
from .tracing import traced

OnLine = Callable[[str, int], None]
"""Called with the real path and the row of a line."""

OnError = Callable[[str, FrameType, BaseException], None]
"""Called with the real path, the frame that an error goes through, and the error."""

_monitoring: Any = getattr(sys, "monitoring", None)  # from Python 3.12
_TOOLS = (3, 4)  # none of the numbers that debuggers, coverage and profilers take
_ERRORS = 8  # of a line
_LACKS = "NotSupported: "

Line = tuple[str, int]
"""A real path and a row."""


class Lines:
    """Collects lines.

    Args:
        files: real paths.
        process: the one whose lines are kept here; those of others are noted in `journal`.
        told: called with each line when the process comes to it first, and when it raises something new.
    """

    def __init__(
        self, files: frozenset[str], process: int, journal: Journal, told: Callable[[Line], None] = lambda line: None
    ) -> None:
        self.met: set[Line] = set()
        self.errors: dict[Line, list[str]] = {}
        self._files, self._process, self._journal, self._told = files, process, journal, told

    def add(self, line: Line) -> None:
        """The run has come to a line."""
        if line in self.met:
            return
        self.met.add(line)
        if os.getpid() == self._process:
            self._told(line)
        else:
            self._journal.note(line=line)

    def raised(self, line: Line, text: str) -> None:
        """A line has raised an error."""
        known = self.errors.setdefault(line, [])
        if text in known or len(known) >= _ERRORS:
            return
        known.append(text)
        if os.getpid() == self._process:
            self._told(line)
        else:
            self._journal.note(line=line, error=text)

    def noted(self, entry: Mapping[str, Any]) -> None:
        """Add what another process has noted. What makes no sense is left out."""
        with suppress(KeyError, TypeError, ValueError):
            name, row = entry["line"]
            self.met.add((name, row))
            if "error" in entry:
                self.errors.setdefault((name, row), []).append(str(entry["error"]))

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Collect while the block runs."""
        follow = _traced if _free_tool() is None else _monitored
        with follow(self._files, lambda name, row: self.add((name, row)), self._raises):
            yield

    def _raises(self, name: str, frame: FrameType, error: BaseException) -> None:
        if _is_of(frame, error.__traceback__):
            self.raised((name, frame.f_lineno), _text(error))


def _free_tool() -> int | None:
    """A number to monitor under, None if there is none."""
    if _monitoring is None:
        return None
    return next((number for number in _TOOLS if _monitoring.get_tool(number) is None), None)


@contextmanager
def _monitored(files: Set[str], line: OnLine, raises: OnError) -> Iterator[None]:
    """Python tells each line once, and errors: nothing is in the way of what traces the program itself."""
    real, tool, events = hook.real_paths(), _free_tool(), _monitoring.events

    def on_line(code: CodeType, row: int) -> object:
        name = real(code.co_filename)
        if name in files:
            line(name, row)
        return _monitoring.DISABLE  # from now on, at this place

    def on_raise(code: CodeType, offset: int, error: BaseException) -> None:
        name = real(code.co_filename)
        if name in files:
            raises(name, sys._getframe(1), error)

    _monitoring.use_tool_id(tool, "cupylint")
    _monitoring.register_callback(tool, events.LINE, on_line)
    _monitoring.register_callback(tool, events.RAISE, on_raise)
    _monitoring.set_events(tool, events.LINE | events.RAISE)
    _monitoring.restart_events()
    try:
        yield
    finally:
        _monitoring.set_events(tool, 0)
        _monitoring.register_callback(tool, events.LINE, None)
        _monitoring.register_callback(tool, events.RAISE, None)
        _monitoring.free_tool_id(tool)


@contextmanager
def _traced(files: Set[str], line: OnLine, raises: OnError) -> Iterator[None]:
    """As `_monitored` before Python 3.12."""
    real = hook.real_paths()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        name = real(frame.f_code.co_filename)
        if name not in files:
            return None
        if event == "line":
            line(name, frame.f_lineno)
        elif event == "exception" and isinstance(argument[1], BaseException):
            raises(name, frame, argument[1].with_traceback(argument[2]))
        return trace

    with traced(trace):
        yield


def _is_of(frame: FrameType, traceback: TracebackType | None) -> bool:
    """Whether an exception was raised in a frame, or in libraries that it calls: not by other code of the program."""
    last = None
    while traceback is not None:
        if not launch.is_library(traceback.tb_frame.f_code.co_filename):
            last = traceback.tb_frame
        traceback = traceback.tb_next
    return last is frame


def _text(error: object) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"


def rows(site: Site, texts: Mapping[str, str]) -> set[Line]:
    """All lines of the statement that makes an access; `texts` by real path, of files that are not those on disk."""
    real = os.path.realpath(site.filename)
    place = site.location
    try:
        unit = unit_text(texts.get(real) or read_text(site.filename), place)
    except (RewriteError, SyntaxError, ValueError, RecursionError):
        unit = None
    if unit is not None:
        place = unit[1]
    return {(real, row) for row in range(place.row, place.end_row + 1)}


def straight(text: str) -> set[int]:
    """The rows of a program that run once at most, one after the other: not in loops, functions and classes."""
    found: set[int] = set()
    left: list[ast.stmt] = list(ast.parse(text).body)
    while left:
        node = left.pop()
        blocks = [getattr(node, name) for name in ("body", "orelse", "finalbody") if getattr(node, name, None)]
        if isinstance(node, (ast.With, ast.If, ast.Try)):
            left += [inner for block in blocks for inner in block]
            left += [inner for handler in getattr(node, "handlers", ()) for inner in handler.body]
        elif not blocks:
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


class Watching:
    """Statements that are watched for errors in a run."""

    def __init__(self, watch: Sequence[Watch], texts: Mapping[str, str]) -> None:
        self._watch = watch
        self._rows = [rows(one.site, texts) for one in watch]

    @property
    def files(self) -> frozenset[str]:
        """Real paths of the files that they stand in."""
        return frozenset(name for wanted in self._rows for name, _ in wanted)

    def rows(self, number: int) -> set[Line]:
        """All lines of a statement."""
        return self._rows[number]

    def concerned(self, line: Line) -> Iterator[int]:
        """The numbers of the statements that something in a line may be said of."""
        for number, wanted in enumerate(self._rows):
            if line in wanted or (self._watch[number].later and self._is_later(number, line)):
                yield number

    def seen(
        self, number: int, lines: Lines, idle: Set[Line] = frozenset(), lacking: Mapping[Line, str] | None = None
    ) -> Watched:
        """What was seen of a statement; `idle`: see `Watched`; `lacking`: calls that the simulator lacks, by line."""
        wanted = self._rows[number]
        errors = [
            text if line in wanted else f"{text} (line {line[1]})"
            for line, texts in lines.errors.items()
            if line in wanted or (self._watch[number].later and self._is_later(number, line))
            for text in texts
        ]
        refused = [text for text in errors if text.startswith(_LACKS)]
        others = tuple(text for text in errors if not text.startswith(_LACKS))
        lacks = refused[0].removeprefix(_LACKS) if refused else ""
        lacks = lacks or next((name for line, name in (lacking or {}).items() if line in wanted), "")
        return Watched(not wanted.isdisjoint(lines.met), others, not wanted.isdisjoint(idle), lacks)

    def __len__(self) -> int:
        return len(self._watch)

    def _is_later(self, number: int, line: Line) -> bool:
        return any(name == line[0] and row <= line[1] for name, row in self._rows[number])
