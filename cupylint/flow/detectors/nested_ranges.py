"""Context managers that measure a range between two events which all ranges share, read off their code.

A range inside another one records the event that begins it again, so the outer one's time begins there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupylint.facts import RecordedAgain
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.source_text import dotted, last_name
from cupylint.flow.library import suspension
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_ASKS = "get_elapsed_time"
_OPENS, _CLOSES = ("append", "push"), ("pop",)
_BOUNDS = frozenset([*_OPENS, *_CLOSES])


class NestedRanges(Detector):
    """Managers of the file that record an event again where their ranges are nested."""

    def facts(self, ends: list[State]) -> Iterator[RecordedAgain]:
        """One for each event of an object that ranges record which are meant to be nested."""
        for code in self.interpreter.entries.functions:
            if _ASKS in code.idents and code.parameters and suspension.is_manager(self.interpreter, code):
                yield from _in_manager(self.interpreter, code, code.parameters[0].name)


def _in_manager(interpreter: Interpreter, code: ir.Function, own: str) -> Iterator[RecordedAgain]:
    statements = list(walk(code.body))
    yields = [place for place, statement in enumerate(statements) if isinstance(statement, ir.Yield)]
    asked = {text: place for place, statement in enumerate(statements) if (text := _asked(statement))}
    records = {text: place for place, each in enumerate(statements) for text in _recorded(each) if text in asked}
    tested = {text for statement in statements if isinstance(statement, ir.If) for text in _mentions(statement.test)}
    bound = {dotted(statement.target) for statement in statements if isinstance(statement, ir.Assign)}
    for text, place in records.items():
        end = asked[text]
        between = [at for at in yields if place < at < end]
        if not between or text in bound or not text.startswith(f"{own}."):
            continue
        nests = _nests(statements[: between[0]], statements[between[-1] :])
        if nests is not None and _counter(nests) not in tested:
            record, ask = statements[place], statements[end]
            yield RecordedAgain(
                interpreter.spot(record.node), interpreter.spot(ask.node), interpreter.spot(nests.node), text
            )


def _nests(before: list[ir.Statement], after: list[ir.Statement]) -> ir.Statement | None:
    """What counts, or collects, the ranges that are open: it is taken back when the range ends."""
    backwards = {_change(statement) for statement in after}
    for statement in before:
        counter, by = _change(statement)
        if counter and by > 0 and (counter, -by) in backwards:
            return statement
    return None


def _counter(statement: ir.Statement) -> str:
    return _change(statement)[0]


def _change(statement: ir.Statement) -> tuple[str, int]:
    """What a statement makes larger or smaller, and which of these; "" for nothing."""
    if isinstance(statement, ir.Augment) and statement.operator in ("+", "-", "+=", "-="):
        return dotted(statement.target), 1 if statement.operator[0] == "+" else -1
    called = statement.function if isinstance(statement, ir.Call) else None
    if isinstance(called, ir.Attr) and called.name in _BOUNDS:
        return dotted(called.base), 1 if called.name in _OPENS else -1
    return "", 0


def _recorded(statement: ir.Statement) -> Iterator[str]:
    """What a statement may record: ``event.record()``, ``stream.record(event)``."""
    called = statement.function if isinstance(statement, ir.Call) else None
    if isinstance(statement, ir.Call) and isinstance(called, ir.Attr) and called.name == "record":
        yield dotted(called.base)
        yield from (dotted(argument.value) for argument in statement.arguments[:1])


def _asked(statement: ir.Statement) -> str:
    """The event from which on ``get_elapsed_time`` tells the time."""
    if isinstance(statement, ir.Call) and statement.arguments and last_name(statement.function) == _ASKS:
        return dotted(statement.arguments[0].value)
    return ""


def _mentions(expression: ir.Expr) -> Iterator[str]:
    yield dotted(expression)
    for part in ir.parts(expression):
        yield from _mentions(part)


DETECTOR = NestedRanges
