"""A task that is suspended in a ``with stream:``: whatever runs next runs on its stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cupylint.facts import SuspendedOnStream
from cupylint.order import Kind

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.domain.state import StreamBlock, Touch
    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(frozen=True, slots=True, eq=False)
class Leak:
    """A task suspended in a ``with stream:`` of its own, so that whatever runs next runs on that stream."""

    node: CSTNode
    block: StreamBlock


@dataclass(frozen=True, slots=True, eq=False)
class Resumed:
    """A task that went on after others were suspended.

    Attributes:
        entry: the outermost frame.
        depth: how many jobs it is inside of.
        first: the number of the first access after that.
    """

    entry: Frame
    depth: int
    first: int
    leaks: tuple[Leak, ...]


def leaked_by_others(interpreter: Interpreter, leaks: tuple[Leak, ...], own: list[Touch]) -> None:
    """A task went on while others were suspended: what it did on the default stream ran on theirs."""
    for leak in leaks:
        for touch in own:
            if not touch.explicit and not touch.blocks and touch.stream == leak.block.outer:
                report_leak(interpreter, leak, work=touch, certain=touch.certain)
                break


def report_leak(
    interpreter: Interpreter, leak: Leak, work: Touch | None = None, other: CSTNode | None = None, certain: bool = True
) -> None:
    block = leak.block
    emit_strongest(
        interpreter,
        SuspendedOnStream(
            spot=interpreter.spot(leak.node),
            block=block.spot,
            stream=interpreter.names.stream(block.stream),
            expected=interpreter.names.stream(block.outer),
            kind="await",
            work=None if work is None else work.spot,
            other=None if other is None else interpreter.spot(other),
            certain=certain and block.stream.kind is not Kind.UNKNOWN,
        ),
        leak.node,
    )


def emit_strongest(interpreter: Interpreter, fact: SuspendedOnStream, key: CSTNode) -> None:
    """Report a fact at a place, instead of a weaker one that was found there before."""
    known = interpreter.tasks.reported.get(key)
    if known is None:
        interpreter.emit(fact, key)
    elif _strength(known) >= _strength(fact):
        return
    elif known in interpreter.facts:
        interpreter.facts[interpreter.facts.index(known)] = fact
    interpreter.tasks.reported[key] = fact


def _strength(fact: SuspendedOnStream) -> tuple[bool, bool]:
    return fact.certain, fact.work is not None or fact.other is not None


def resume(interpreter: Interpreter) -> None:
    """The running task comes to its next ``await``, or its end: it may have run while others were suspended."""
    tasks, depth, entry = interpreter.tasks, len(interpreter.tasks.running), interpreter.frames[0]
    while tasks.resumed and (tasks.resumed[-1].depth >= depth or tasks.resumed[-1].entry is not entry):
        last = tasks.resumed.pop()
        if last.depth == depth and last.entry is entry:
            leaked_by_others(interpreter, last.leaks, tasks.touches(interpreter, last.first))
