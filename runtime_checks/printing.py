"""Results as they come: whatever the format, a run that is cut has shown what it found until then."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TextIO

from cupylint import escape

from . import table
from .options import UsageError
from .results import Result, Verdict
from .table import Row


class Printer:
    """Prints rows in one of the formats.

    As JSON lines each comes at once, and a result that is told again, since more is known by then, has another line:
    the last one counts. As a table and as JSON they come in the order of their numbers, so that two runs can be
    compared: bundled programs once those before are there, findings of one program together at its end.

    Args:
        planned: rows as wide as those to come, by which the columns of a table are laid out; each is told once then.
    """

    def __init__(self, output_format: str, stream: TextIO | None, planned: Sequence[Row] = ()) -> None:
        self._format, self._stream, self._begun = output_format, stream, False
        self._out = table.terminal(stream) if stream is not None else table.Terminal()
        self._waiting: dict[int, Sequence[Row]] = {}
        self._told: dict[int, list[tuple[Verdict, str, str]]] = {}
        self._next = 0
        self._layout = table.layout(planned, self._out) if planned else None
        self._planned = bool(planned)
        self._rest: Sequence[Mapping[str, Any]] = ()

    def add(self, number: int, rows: Sequence[Row]) -> None:
        """The rows of one program or finding, counted from 0."""
        if self._format == "jsonl":
            said = [(row.result.verdict, row.result.evidence, row.result.harm) for row in rows]
            if self._told.get(number) != said:
                self._told[number] = said
                self._write("".join(escape.to_json(as_json(row.result), indent=None) for row in rows))
            return
        self._waiting[number] = rows
        if self._planned:
            while self._next in self._waiting:
                self._show(self._waiting.pop(self._next))
                self._next += 1

    def tell(self, objects: Sequence[Mapping[str, Any]]) -> None:
        """What else was seen, behind all rows: for programs that read the output; people are told in other words."""
        self._rest = objects

    def end(self) -> None:
        """All are there, or no more will come."""
        left = [row for _, rows in sorted(self._waiting.items()) for row in rows]
        self._waiting.clear()
        if self._format == "table":
            if left and not self._planned:
                self._layout = table.layout(left, self._out)
            self._show(left)
        elif self._format == "json":
            self._show(left)
            self._write_objects(self._rest)
            self._write("\n]\n" if self._begun else "[]\n")
        elif self._format == "jsonl":
            self._write("".join(escape.to_json(each, indent=None) for each in self._rest))

    def _show(self, rows: Sequence[Row]) -> None:
        if not rows:
            return
        if self._format == "json":
            self._write_objects([as_json(row.result) for row in rows])
            return
        heading = "" if self._begun else table.heading(self._layout, self._out)
        self._begun = True
        self._write(heading + table.lines(rows, self._layout, self._out))

    def _write_objects(self, objects: Sequence[Mapping[str, Any]]) -> None:
        for each in objects:
            self._write((",\n" if self._begun else "[\n") + escape.to_json([each])[2:-3])
            self._begun = True

    def _write(self, text: str) -> None:
        emit(self._stream, text)


def as_json(result: Result) -> Mapping[str, Any]:
    """A result as JSON has it."""
    return {
        "case": result.case,
        "code": result.code,
        "filename": result.filename,
        "location": {"row": result.row, "column": result.column},
        "expected": result.expected,
        "verdict": result.verdict.value,
        "evidence": result.evidence,
        "harm": result.harm,
        "streams": list(result.streams),
        "milliseconds": round(result.milliseconds, 3),
        "backend": result.backend,
    }


def emit(stream: TextIO | None, text: str) -> None:
    """Write `text`. A reader that has gone away (``| head``) is no error.

    Raises:
        UsageError: it cannot be written.
    """
    if stream is None or not text:
        return
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, errors="backslashreplace").decode(encoding))
        stream.flush()
    except OSError as error:
        # The interpreter flushes once more at its end.
        with suppress(OSError, ValueError), open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
        if not isinstance(error, BrokenPipeError) and error.errno != errno.EINVAL:
            raise UsageError(f"output cannot be written: {error.strerror or error}") from None
