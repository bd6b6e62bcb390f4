"""Coroutines and the tasks of an event loop: followed when they are awaited, or when the loop comes to them.

All tasks of a loop run in one thread and share its current stream. Where a task awaits something that is
not followed, the other ones that were started go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cupylint.flow.detectors import leaks
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of, new_list
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, BoundMethod, FunctionValue, TupleValue, Value
from cupylint.flow.library import executors, jobs, signals, threads
from cupylint.flow.library.jobs import Job, Outcome, Work
from cupylint.flow.library.suspension import LOOP, suspend

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.machine import Machine


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

    key: int = 0


# -- awaiting --------------------------------------------------------------------------------------


def await_(machine: Machine, state: State, value: Value, node: CSTNode) -> list[Outcome]:
    """``await value``."""
    leaks.resume(machine)
    machine.jobs.awaits.append((machine.frame, node))
    try:
        if isinstance(value, Awaitable):
            return value.work(machine, state, node)
        if isinstance(value, Job):
            return _finish(machine, state, [value], lambda machine, state, values: values[0])
        if isinstance(value, signals.Signal) and value.kind in signals.AWAITED:
            return [out for after in suspend(machine, state) for out in signals.wait_for_future(machine, after, value)]
        return [(after, value) for after in suspend(machine, state)]
    finally:
        machine.jobs.awaits.pop()


def _finish(
    machine: Machine,
    state: State,
    waited: list[Job],
    collect: Callable[[Machine, State, list[Value]], Value],
) -> list[Outcome]:
    """The running task is suspended until several jobs are done."""
    outcomes: list[Outcome] = []
    for each in suspend(machine, state):
        for after, values in jobs.finish_all(machine, each, waited):
            outcomes.append((after, collect(machine, after, values)))
    return outcomes


def coroutine(machine: Machine, target: FunctionValue | BoundMethod, arguments: Arguments, node: CSTNode) -> Awaitable:
    """The call of an ``async def`` of this file, not yet run."""

    def work(machine: Machine, state: State, node: CSTNode) -> list[Outcome]:

        return machine.call_function(state, target, arguments, node, awaited=True)

    return Awaitable(machine.fresh(), work)


def task(machine: Machine, state: State, value: Value, node: CSTNode) -> Job | None:
    """A task for an awaitable, started; a job for what is one already; None for what is not followed."""
    if isinstance(value, Job):
        return value
    if not isinstance(value, Awaitable):
        return None
    blocks = tuple(block.number for block in state.blocks)
    job = Job(machine.fresh(), "task", state.host, value.work, node, blocks=blocks)
    jobs.schedule(state, job)
    return job


def _tasks(machine: Machine, state: State, values: tuple[Value, ...], node: CSTNode) -> list[Job | None]:
    return [task(machine, state, value, node) for value in values]


def run(machine: Machine, state: State, value: Value | None, node: CSTNode) -> list[Outcome]:
    """``asyncio.run(coroutine)``: the file itself runs the event loop."""
    if value is None:
        return [(state, machine.unknown("result"))]
    nested = state.order.recorded(LOOP)
    for order in (state.order, state.raw):
        if order is not None:
            order.events[LOOP] = 0
    outcomes = await_(machine, state, value, node)
    leaks.resume(machine)
    if not nested:
        for after, _ in outcomes:
            for order in (after.order, after.raw):
                if order is not None:
                    order.events.pop(LOOP, None)
    return outcomes


def given_away(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[State]:
    """Awaitables that code gets which is not seen: taken to be awaited there."""
    states = [state]
    for value in arguments.values():
        if isinstance(value, Awaitable):
            states = [after for each in states for after, _ in await_(machine, each, value, node)]
            for after in states:
                after.doubt |= after.order.issued
    return states


# -- functions of asyncio --------------------------------------------------------------------------

_Call = Callable[["Machine", State, Arguments, "CSTNode"], "list[Outcome]"]


def _run(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    return run(machine, state, arguments.position(0), node)


def _run_function(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``trio.run(f, *args)``."""

    placed = arguments.positional_placed()
    if not placed:
        return [(state, machine.unknown("result"))]
    called = machine.invoke(state, placed[0][0], Arguments(placed[1:], {}), node)
    return [out for after, value in called for out in run(machine, after, value, node)]


def _create_task(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    value = arguments.position(0)
    job = None if value is None else task(machine, state, value, node)
    return [(state, job or machine.unknown("task", host=True))]


def _gather(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.gather(a, b)``: tasks at once; their results, in order, when it is awaited."""
    started = _tasks(machine, state, arguments.values(), node)
    whole = not arguments.partial and all(job is not None for job in started)
    waited = [job for job in started if job is not None]

    def collect(machine: Machine, state: State, values: list[Value]) -> Value:
        if whole:
            return new_list(machine, state, values)
        state.doubt |= state.order.issued
        return machine.unknown("results")

    def work(machine: Machine, state: State, node: CSTNode) -> list[Outcome]:
        return _finish(machine, state, waited, collect)

    return [(state, Awaitable(machine.fresh(), work))]


def _wait(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.wait(tasks)``."""
    items = items_of(state, arguments.position(0) or NONE)
    started = _tasks(machine, state, items or (), node)
    waited = [job for job in started if job is not None]
    whole = bool(items) and len(waited) == len(started) and arguments.keyword("timeout") is None

    def collect(machine: Machine, state: State, values: list[Value]) -> Value:
        if not whole:
            state.doubt |= state.order.issued
        return TupleValue((new_list(machine, state, waited), new_list(machine, state, ())))

    def work(machine: Machine, state: State, node: CSTNode) -> list[Outcome]:
        return _finish(machine, state, waited, collect)

    return [(state, Awaitable(machine.fresh(), work))]


def _as_completed(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    items = items_of(state, arguments.position(0) or NONE)
    if not items:
        return [(state, machine.unknown("completed"))]
    started = _tasks(machine, state, items, node)
    values = [job or machine.unknown("task", host=True) for job in started]
    return [(state, new_list(machine, state, values))]


def _wait_for(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.wait_for(awaitable, timeout)``, ``asyncio.shield(awaitable)``."""
    value = arguments.either(0, "fut")
    job = None if value is None else task(machine, state, value, node)
    return [(state, job or value or machine.unknown("waited"))]


def _sleep(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    def work(machine: Machine, state: State, node: CSTNode) -> list[Outcome]:
        return [(after, arguments.position(1) or NONE) for after in suspend(machine, state)]

    return [(state, Awaitable(machine.fresh(), work))]


def _to_thread(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``asyncio.to_thread(f, *args)``: a thread that starts when it is awaited."""
    function = arguments.position(0)
    if function is None:
        return [(state, machine.unknown("to_thread"))]
    executor = executors.Executor(machine.fresh())

    def work(machine: Machine, state: State, _: CSTNode) -> list[Outcome]:
        values, named = arguments.values()[1:], arguments.keyword_values()
        started = threads.submit(machine, state, executor, function, values, named, node)
        return [out for after, job in started for out in _finish(machine, after, [job], lambda m, s, got: got[0])]

    return [(state, Awaitable(machine.fresh(), work))]


def _thread_run_sync(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``anyio.to_thread.run_sync(f, *args)``: as above; its keywords are its own."""
    return _to_thread(machine, state, Arguments(arguments.positional_placed(), {}), node)


def _run_in_executor(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``loop.run_in_executor(executor, f, *args)``."""
    function = arguments.position(1)
    if function is None:
        return [(state, machine.unknown("future", host=True))]
    given = arguments.position(0)
    executor = executors.Executor(machine.fresh(), guess=given != NONE)
    if isinstance(given, executors.Executor):
        executor = given
    if executor.processes:
        return [(state, machine.unknown("future", host=True))]
    return list(threads.submit(machine, state, executor, function, arguments.values()[2:], (), node))


def _loop(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    return [(state, Loop())]


def _group(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    return [(state, Group(machine.fresh()))]


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


def loop_method(machine: Machine, state: State, name: str, arguments: Arguments, node: CSTNode) -> list[Outcome] | None:
    """A method of an event loop."""
    if name == "run_until_complete":
        return run(machine, state, arguments.position(0), node)
    if name == "create_task":
        return _create_task(machine, state, arguments, node)
    if name == "run_in_executor":
        return _run_in_executor(machine, state, arguments, node)
    if name == "create_future":
        return [(state, signals.Signal(machine.fresh(), "future", asynchronous=True))]
    if name in ("call_soon", "call_later", "call_at", "call_soon_threadsafe", "add_signal_handler"):
        position = 1 if name in ("call_later", "call_at", "add_signal_handler") else 0
        function = arguments.position(position)
        if function is not None:
            return _call_soon(machine, state, function, arguments.values()[position + 1 :], node)
    return [(state, machine.unknown(name, host=True))]


def _call_soon(
    machine: Machine, state: State, function: Value, values: tuple[Value, ...], node: CSTNode
) -> list[Outcome]:
    def work(machine: Machine, state: State, node: CSTNode) -> list[Outcome]:

        return machine.invoke(state, function, Arguments([(value, node) for value in values], {}), node)

    job = Job(machine.fresh(), "task", state.host, work, node)
    jobs.schedule(state, job)
    return [(state, machine.unknown("handle", host=True))]


def group_method(
    machine: Machine, state: State, group: Group, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``tg.create_task(coroutine)``."""
    if name != "create_task":
        return [(state, machine.unknown(name, host=True))]
    value = arguments.position(0)
    job = None if value is None else task(machine, state, value, node)
    if job is None:
        state.doubt |= state.order.issued
        return [(state, machine.unknown("task", host=True))]
    state.memory[("tasks of", group.key)] = (*_members(state, group), job)
    return [(state, job)]


def _members(state: State, group: Group) -> tuple[Job, ...]:
    found = state.memory.get(("tasks of", group.key), ())
    return tuple(job for job in found if isinstance(job, Job)) if isinstance(found, tuple) else ()


def end_group(machine: Machine, state: State, group: Group, node: CSTNode) -> list[State]:
    """``async with asyncio.TaskGroup()`` ends: all its tasks are waited for."""
    machine.jobs.awaits.append((machine.frame, node))
    try:
        ended = _finish(machine, state, list(_members(state, group)), lambda machine, state, values: NONE)
    finally:
        machine.jobs.awaits.pop()
    return [after for after, _ in ended]
