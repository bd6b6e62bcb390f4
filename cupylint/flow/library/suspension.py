"""Streams that are not where the code suggests: a thread does not inherit one, a suspended function leaves one behind.

CuPy keeps the current stream for each thread. A new thread starts on the default stream. Generators and
coroutines share the thread of their caller: suspended inside ``with stream:``, they leave it on that stream.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.facts import NotInherited
from cupylint.flow.device import consumers, cuda
from cupylint.flow.domain.operations import Leak
from cupylint.flow.domain.state import State, StreamBlock, Touch
from cupylint.flow.domain.values import Value
from cupylint.flow.library import concurrent_tasks
from cupylint.flow.library.concurrent_tasks import Resumed, Task
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from cupylint.facts import Spot
    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

MANAGERS = ("contextmanager", "contextlib.contextmanager", "asynccontextmanager", "contextlib.asynccontextmanager")
"""Decorators that make a context manager of a generator."""
_DEFAULTS = (Kind.NULL, Kind.PER_THREAD)
LOOP = concurrent_tasks.signal("loop", None)
"""What a path knows as long as the file itself runs the event loop."""


def is_manager(interpreter: Interpreter, code: ir.Function) -> bool:
    """Whether a generator function makes context managers."""
    return code in interpreter.tasks.managers or any(name in MANAGERS for name in code.decorator_names)


# -- threads ---------------------------------------------------------------------------------------


def expected(interpreter: Interpreter, state: State) -> tuple[Stream, Spot] | None:
    """The stream that the code around suggests for work started here, and what chose it; None if nothing did."""
    now = cuda.current(interpreter, state)
    if now.stream.kind in _DEFAULTS:
        return None
    if now.used is not None:
        return now.stream, now.used
    return (now.stream, state.blocks[-1].spot) if state.blocks else None


def check_inherited(interpreter: Interpreter, task: Task, stream: Stream, outer: Spot, own: Iterable[Touch]) -> None:
    """Report a followed thread that was started on `stream` and whose work runs on the default one.

    It is certain where none of its work chooses a stream: what does choose knows of the default.
    """
    work = [touch for touch in own if touch.host == task.host and touch.stream is not None]
    lost = [touch for touch in work if not touch.explicit and not touch.blocks and _is_default(touch.stream)]
    if not lost or lost[0].stream is None:
        return
    per_thread = lost[0].stream.kind is Kind.PER_THREAD
    interpreter.emit(
        NotInherited(
            spot=interpreter.spot(task.node),
            outer=outer,
            work=lost[0].spot,
            stream=interpreter.names.stream(stream),
            actual="the default stream of its thread" if per_thread else "the null stream",
            ordered=not per_thread and stream.kind is Kind.BLOCKING,
            task="the thread" if task.kind == "thread" else "the task",
            certain=task.certain and stream.kind is not Kind.UNKNOWN and len(lost) == len(work) and lost[0].certain,
        ),
        key=task.node,
    )


def _is_default(stream: Stream | None) -> bool:
    return stream is not None and stream.kind in _DEFAULTS


# -- who has entered a block -----------------------------------------------------------------------


def _entered_by(interpreter: Interpreter, block: StreamBlock) -> Frame | None:
    """The function whose ``with`` a block is; for a context manager's block, the one that uses the manager."""
    older = [frame for frame in interpreter.frames if frame.number < block.number]
    for frame in sorted(older, key=lambda frame: frame.number, reverse=True):
        if not is_manager(interpreter, frame.function):
            return frame
    return None


def _changes_stream(block: StreamBlock) -> bool:
    return block.stream != block.outer


# -- generators ------------------------------------------------------------------------------------


def follow_yield(interpreter: Interpreter, state: State, value: Value, statement: ir.Yield) -> list[State]:
    """``yield``: the consumer goes on, on the stream of the block that the generator is in."""
    frame = interpreter.frame
    block = next((block for block in reversed(state.blocks) if _entered_by(interpreter, block) is frame), None)
    first = len(interpreter.touches)
    if frame.on_yield is None:
        consumers.reads(interpreter, state, value, getattr(statement.value, "node", None) or statement.node)
        state.memory[(frame.number, statement.target)] = interpreter.unknown()
        after = [state]
    else:
        after = frame.on_yield(state, value)
    if block is None or statement.node is None or is_manager(interpreter, frame.function):
        return after
    if _changes_stream(block) and _works_in(interpreter.touches[:first], block, state):
        # a block around nothing but the yield is meant for the consumer
        work = [touch for touch in interpreter.touches[first:] if _runs_in(touch, block, state)]
        interpreter.announce.generator_suspended(Leak(statement.node, block), work)
    return after


def _runs_in(touch: Touch, block: StreamBlock, state: State) -> bool:
    """Whether work runs on the stream of `block` and of no block inside it."""
    inside = bool(touch.blocks) and touch.blocks[-1].number == block.number
    return inside and not touch.explicit and touch.stream == block.stream and touch.host == state.host


def _works_in(touches: list[Touch], block: StreamBlock, state: State) -> bool:
    return any(_runs_in(touch, block, state) for touch in touches)


# -- coroutines ------------------------------------------------------------------------------------


def suspend(interpreter: Interpreter, state: State) -> list[State]:
    """The running task is suspended: the others of its event loop go on, on the stream that it leaves current."""
    found = interpreter.tasks
    leak = _open_leak(interpreter, state)
    seen, ended, first = len(found.leaks), len(found.own), len(interpreter.touches)
    states = [state]
    for task in [task for task in concurrent_tasks.pending(state) if task.kind == "task"]:
        states = interpreter.join(
            [after for each in states for after in concurrent_tasks.advance(interpreter, each, False, [task])]
        )
    others = found.leaks[seen:]
    if others:
        found.resumed.append(
            Resumed(interpreter.frames[0], len(found.running), len(interpreter.touches), tuple(others))
        )
    if leak is not None:
        found.leaks.append(leak)
        block, done = leak.block, found.own[ended:]
        work = [touch for task, own in done if task.kind == "task" and block.number not in task.blocks for touch in own]
        work = [touch for touch in work if touch.number >= first and _is_left_on(touch, block)]
        interpreter.announce.task_suspended(leak, work, others, state.order.recorded(LOOP))
    return states


def _is_left_on(touch: Touch, block: StreamBlock) -> bool:
    """Whether work runs on the stream of a block that it knows nothing of."""
    return not touch.explicit and not touch.blocks and touch.stream == block.stream


def _open_leak(interpreter: Interpreter, state: State) -> Leak | None:
    """The innermost block that the running task is suspended in, and the ``await`` of the function that entered it."""
    for block in reversed(state.blocks):
        frame = _entered_by(interpreter, block)
        node = next((node for waiting, node in reversed(interpreter.tasks.awaits) if waiting is frame), None)
        if node is not None and _changes_stream(block):
            return Leak(node, block)
    return None
