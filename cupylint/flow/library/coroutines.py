"""Coroutines and the tasks of an event loop: followed when they are awaited, or when the loop comes to them.

All tasks of a loop run in one thread and share its current stream. Where a task awaits something that is
not followed, the other ones that were started go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of, new_list
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, BoundMethod, FunctionValue, TupleValue, Value
from cupylint.flow.library import concurrent_tasks, executors, sync_primitives, threads
from cupylint.flow.library.concurrent_tasks import Task, Work
from cupylint.flow.library.suspension import LOOP, suspend
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(frozen=True, slots=True)
class Awaitable(Value):
    """What is done only when it is awaited: a coroutine, ``queue.get()``, ``asyncio.to_thread(f)``."""

    key: int
    work: Work = field(compare=False)


@dataclass(frozen=True, slots=True)
class Group(Value):
    """An ``asyncio.TaskGroup``."""

    key: int


@dataclass(frozen=True, slots=True)
class Loop(Value):
    """An event loop."""


_Collect = Callable[["Interpreter", State, list[Value]], Value]

# -- awaiting --------------------------------------------------------------------------------------


def await_(interpreter: Interpreter, state: State, value: Value, node: CSTNode) -> list[Outcome]:
    """``await value``."""
    concurrent_tasks.resume(interpreter)
    interpreter.tasks.awaits.append((interpreter.frame, node))
    try:
        if isinstance(value, Awaitable):
            return value.work(interpreter, state, node)
        if isinstance(value, Task):
            return _finish(interpreter, state, [value], lambda interpreter, state, values: values[0])
        if isinstance(value, sync_primitives.SyncPrimitive) and value.kind in sync_primitives.AWAITED:
            return [
                out
                for after in suspend(interpreter, state)
                for out in sync_primitives.wait_for_future(interpreter, after, value)
            ]
        return [(after, value) for after in suspend(interpreter, state)]
    finally:
        interpreter.tasks.awaits.pop()


def _awaitable(interpreter: Interpreter, state: State, waited: list[Task], collect: _Collect) -> list[Outcome]:
    """What suspends the task that awaits it until several tasks are done."""

    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        return _finish(interpreter, state, waited, collect)

    return [(state, Awaitable(interpreter.fresh(), work))]


def _finish(interpreter: Interpreter, state: State, waited: list[Task], collect: _Collect) -> list[Outcome]:
    """The running task is suspended until several tasks are done."""
    outcomes: list[Outcome] = []
    for each in suspend(interpreter, state):
        for after, values in concurrent_tasks.finish_all(interpreter, each, waited):
            outcomes.append((after, collect(interpreter, after, values)))
    return outcomes


def coroutine(
    interpreter: Interpreter, target: FunctionValue | BoundMethod, arguments: Arguments, node: CSTNode
) -> Awaitable:
    """The call of an ``async def`` of this file, not yet run."""

    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:

        return interpreter.call_function(state, target, arguments, node)

    return Awaitable(interpreter.fresh(), work)


def as_task(interpreter: Interpreter, state: State, value: Value, node: CSTNode) -> Task | None:
    """A task for an awaitable, started; a task for what is one already; None for what is not followed."""
    if isinstance(value, Task):
        return value
    if not isinstance(value, Awaitable):
        return None
    blocks = tuple(block.number for block in state.blocks)
    task = Task(interpreter.fresh(), "task", state.host, value.work, node, blocks=blocks)
    concurrent_tasks.schedule(state, task)
    return task


def _tasks(interpreter: Interpreter, state: State, values: tuple[Value, ...], node: CSTNode) -> list[Task | None]:
    return [as_task(interpreter, state, value, node) for value in values]


def run(interpreter: Interpreter, state: State, value: Value | None, node: CSTNode) -> list[Outcome]:
    """``asyncio.run(coroutine)``: the file itself runs the event loop."""
    if value is None:
        return [(state, interpreter.unknown("result"))]
    nested = state.order.recorded(LOOP)
    for order in state.orders:
        order.events[LOOP] = 0
    outcomes = await_(interpreter, state, value, node)
    concurrent_tasks.resume(interpreter)
    if not nested:
        for after, _ in outcomes:
            for order in after.orders:
                order.events.pop(LOOP, None)
    return outcomes


def given_away(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[State]:
    """Awaitables that code gets which is not seen: taken to be awaited there."""
    states = [state]
    for value in arguments.values():
        if isinstance(value, Awaitable):
            states = [after for each in states for after, _ in await_(interpreter, each, value, node)]
            for after in states:
                after.maybe_waited |= after.order.issued
    return states


# -- functions of asyncio --------------------------------------------------------------------------

_Call = Callable[["Interpreter", State, Arguments, "CSTNode"], "list[Outcome]"]


def _run(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    return run(interpreter, state, arguments.position(0), node)


def _run_function(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``trio.run(f, *args)``."""

    placed = arguments.positional_placed()
    if not placed:
        return [(state, interpreter.unknown("result"))]
    called = interpreter.invoke(state, placed[0][0], Arguments(placed[1:], {}), node)
    return [out for after, value in called for out in run(interpreter, after, value, node)]


def _create_task(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    value = arguments.position(0)
    task = None if value is None else as_task(interpreter, state, value, node)
    return [(state, task or interpreter.unknown("task", host=True))]


def _gather(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.gather(a, b)``: tasks at once; their results, in order, when it is awaited."""
    started = _tasks(interpreter, state, arguments.values(), node)
    whole = not arguments.partial and all(task is not None for task in started)
    waited = [task for task in started if task is not None]

    def collect(interpreter: Interpreter, state: State, values: list[Value]) -> Value:
        if whole:
            return new_list(interpreter, state, values)
        state.maybe_waited |= state.order.issued
        return interpreter.unknown("results")

    return _awaitable(interpreter, state, waited, collect)


def _wait(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.wait(tasks)``."""
    items = items_of(state, arguments.position(0) or NONE)
    started = _tasks(interpreter, state, items or (), node)
    waited = [task for task in started if task is not None]
    whole = bool(items) and len(waited) == len(started) and arguments.keyword("timeout") is None

    def collect(interpreter: Interpreter, state: State, values: list[Value]) -> Value:
        if not whole:
            state.maybe_waited |= state.order.issued
        return TupleValue((new_list(interpreter, state, waited), new_list(interpreter, state, ())))

    return _awaitable(interpreter, state, waited, collect)


def _as_completed(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    items = items_of(state, arguments.position(0) or NONE)
    if not items:
        return [(state, interpreter.unknown("completed"))]
    started = _tasks(interpreter, state, items, node)
    values = [task or interpreter.unknown("task", host=True) for task in started]
    return [(state, new_list(interpreter, state, values))]


def _wait_for(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.wait_for(awaitable, timeout)``, ``asyncio.shield(awaitable)``."""
    value = arguments.either(0, "fut")
    task = None if value is None else as_task(interpreter, state, value, node)
    return [(state, task or value or interpreter.unknown("waited"))]


def _sleep(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        return [(after, arguments.position(1) or NONE) for after in suspend(interpreter, state)]

    return [(state, Awaitable(interpreter.fresh(), work))]


def _to_thread(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.to_thread(f, *args)``: a thread that starts when it is awaited."""
    function = arguments.position(0)
    if function is None:
        return [(state, interpreter.unknown("to_thread"))]
    executor = executors.Executor(interpreter.fresh())

    def work(interpreter: Interpreter, state: State, _: CSTNode) -> list[Outcome]:
        values, named = arguments.values()[1:], arguments.keyword_values()
        started = threads.submit(interpreter, state, executor, function, values, named, node)
        return [out for after, task in started for out in _finish(interpreter, after, [task], lambda m, s, got: got[0])]

    return [(state, Awaitable(interpreter.fresh(), work))]


def _thread_run_sync(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``anyio.to_thread.run_sync(f, *args)``: as above; its keywords are its own."""
    return _to_thread(interpreter, state, Arguments(arguments.positional_placed(), {}), node)


def _run_in_executor(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``loop.run_in_executor(executor, f, *args)``."""
    function = arguments.position(1)
    if function is None:
        return [(state, interpreter.unknown("future", host=True))]
    given = arguments.position(0)
    executor = executors.Executor(interpreter.fresh(), guess=given != NONE)
    if isinstance(given, executors.Executor):
        executor = given
    if executor.processes:
        return [(state, interpreter.unknown("future", host=True))]
    return list(threads.submit(interpreter, state, executor, function, arguments.values()[2:], (), node))


def _loop(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    return [(state, Loop())]


def _group(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    return [(state, Group(interpreter.fresh()))]


CALLS: dict[str, _Call] = {
    "asyncio.run": _run, "uvloop.run": _run, "anyio.run": _run_function, "trio.run": _run_function,
    "asyncio.create_task": _create_task, "asyncio.ensure_future": _create_task, "asyncio.gather": _gather,
    "asyncio.wait": _wait, "asyncio.as_completed": _as_completed, "asyncio.wait_for": _wait_for,
    "asyncio.shield": _wait_for, "asyncio.sleep": _sleep, "anyio.sleep": _sleep, "trio.sleep": _sleep,
    "asyncio.to_thread": _to_thread, "anyio.to_thread.run_sync": _thread_run_sync,
    "trio.to_thread.run_sync": _thread_run_sync, "asyncio.get_event_loop": _loop, "asyncio.get_running_loop": _loop,
    "asyncio.new_event_loop": _loop, "asyncio.TaskGroup": _group,
}  # fmt: skip
"""Functions by their dotted names."""


# -- methods ---------------------------------------------------------------------------------------


def loop_method(
    interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of an event loop."""
    if name == "run_until_complete":
        return run(interpreter, state, arguments.position(0), node)
    if name == "create_task":
        return _create_task(interpreter, state, arguments, node)
    if name == "run_in_executor":
        return _run_in_executor(interpreter, state, arguments, node)
    if name == "create_future":
        return [(state, sync_primitives.SyncPrimitive(interpreter.fresh(), "future", asynchronous=True))]
    if name in ("call_soon", "call_later", "call_at", "call_soon_threadsafe", "add_signal_handler"):
        position = 1 if name in ("call_later", "call_at", "add_signal_handler") else 0
        function = arguments.position(position)
        if function is not None:
            return _call_soon(interpreter, state, function, arguments.values()[position + 1 :], node)
    return [(state, interpreter.unknown(name, host=True))]


def _call_soon(
    interpreter: Interpreter, state: State, function: Value, values: tuple[Value, ...], node: CSTNode
) -> list[Outcome]:
    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:

        return interpreter.invoke(state, function, Arguments([(value, node) for value in values], {}), node)

    task = Task(interpreter.fresh(), "task", state.host, work, node)
    concurrent_tasks.schedule(state, task)
    return [(state, interpreter.unknown("handle", host=True))]


def group_method(
    interpreter: Interpreter, state: State, group: Group, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``tg.create_task(coroutine)``."""
    if name != "create_task":
        return [(state, interpreter.unknown(name, host=True))]
    value = arguments.position(0)
    task = None if value is None else as_task(interpreter, state, value, node)
    if task is None:
        state.maybe_waited |= state.order.issued
        return [(state, interpreter.unknown("task", host=True))]
    members = ("tasks of", group.key)
    state.memory[members] = (*state.memory.sequence(members), task)
    return [(state, task)]


def end_group(interpreter: Interpreter, state: State, group: Group, node: CSTNode) -> list[State]:
    """``async with asyncio.TaskGroup()`` ends: all its tasks are waited for."""
    interpreter.tasks.awaits.append((interpreter.frame, node))
    try:
        tasks = list(state.memory.sequence(("tasks of", group.key)))
        ended = _finish(interpreter, state, tasks, lambda interpreter, state, values: NONE)
    finally:
        interpreter.tasks.awaits.pop()
    return [after for after, _ in ended]
