"""Streams that a function is given, waits for and puts no work on, while its work is on the current stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import StreamLost
from cupylint.findings import Premise
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.source_text import dotted, expressions_in
from cupylint.order import Kind, bits
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter

_WAIT = "synchronize"


class IdleArguments(Detector):
    """Waits for such streams after work of the current one."""

    def call_begins(self, state: State, statement: ir.Call) -> None:
        """If it is a wait for such a stream, work of the current one may be what is meant."""
        interpreter = self.interpreter
        function = statement.function
        base = function.base if isinstance(function, ir.Attr) and function.name == _WAIT else None
        name = base.name if isinstance(base, ir.Load) else None
        if not isinstance(name, str) or state.blocks or name not in waits_only_for(interpreter.frame.function):
            return
        work = _latest_work(interpreter, state)
        if work is None or statement.node is None:
            return
        own = () if work.premise is None else (work.premise,)
        lost = StreamLost(
            spot=interpreter.spot(statement.node),
            opened=interpreter.spot(statement.node),
            work=work.spot,
            array=interpreter.names.array(work.buffer) or "the result",
            argument=name,
            premises=(Premise("argument", f"{name} is another stream than the current one"), *own),
        )
        interpreter.emit(lost, key=statement.node)


def _latest_work(interpreter: Interpreter, state: State) -> Touch | None:
    """The last write of the current stream, the caller's, that nothing has waited for."""
    pending = 0
    for numbers in state.writers.values():
        pending |= numbers
    pending &= ~(state.order.hosts.get(state.host, 0) | state.maybe_waited)
    for number in sorted(bits(pending), reverse=True):
        touch = interpreter.touches[number]
        sure = touch.certain or (touch.premise is not None and touch.premise.kind == "argument")
        if sure and not touch.caller and touch.stream is not None and touch.stream.kind is Kind.NULL:
            return touch
    return None


def waits_only_for(code: ir.Function) -> frozenset[str]:
    """The parameters that are streams by default, and of which a function does nothing but wait for them."""
    if _WAIT not in code.idents:
        return frozenset()
    streams = {each.name for each in code.parameters if dotted(each.default).endswith(".null")}
    for statement in walk(code.body) if streams else ():
        streams -= _used(statement)
    return frozenset(streams)


def _used(statement: ir.Statement) -> set[str]:
    """Names that a statement uses, but for what it only waits for."""
    found: set[str] = set()
    held = statement.function if isinstance(statement, ir.Call) else None
    waited_for = held.base if isinstance(held, ir.Attr) and held.name == _WAIT else None
    for expression in expressions_in(statement):
        if isinstance(expression, ir.Load) and isinstance(expression.name, str) and expression is not waited_for:
            found.add(expression.name)
        elif isinstance(expression, ir.Closure):
            found |= expression.function.idents
    return found | statement.function.idents if isinstance(statement, ir.Define) else found


DETECTOR = IdleArguments
