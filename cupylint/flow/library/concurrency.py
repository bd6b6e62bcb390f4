"""The door to threads and tasks: which calls, methods and ``with`` statements are about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import new_list
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import BoundMethod, FunctionValue, Partial, Symbol, TupleValue, Value
from cupylint.flow.library import jobs, signals, tasks, threads
from cupylint.flow.library.executors import Executor
from cupylint.flow.library.jobs import Job, Outcome
from cupylint.flow.library.signals import Signal
from cupylint.flow.library.suspension import suspend
from cupylint.flow.library.tasks import Awaitable, Group, Loop
from cupylint.order import HOST

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.machine import Machine

VALUES = (Job, Executor, Signal, Awaitable, Group, Loop)
"""What stands for threads, tasks and what they wait for."""
_FUNCTIONS = (FunctionValue, BoundMethod, Partial)
_THREAD_WAITS = frozenset(("wait", "join", "get", "result", "acquire", "as_completed"))

_MADE: dict[str, Callable[[Machine, State, Arguments, CSTNode], Value]] = {
    "threading.Thread": threads.make_thread,
    "threading.Timer": threads.make_timer,
    "concurrent.futures.ThreadPoolExecutor": threads.make_executor,
    "concurrent.futures.thread.ThreadPoolExecutor": threads.make_executor,
    "concurrent.futures.ProcessPoolExecutor": threads.make_processes,
    "concurrent.futures.process.ProcessPoolExecutor": threads.make_processes,
    "multiprocessing.pool.ThreadPool": threads.make_pool,
    "multiprocessing.dummy.Pool": threads.make_pool,
}


def call_external(
    machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of ``threading``, ``concurrent.futures``, ``queue`` or ``asyncio``; None if it is none that is known."""
    if dotted in signals.KINDS:
        return [(state, signals.make(machine, state, dotted, arguments))]
    make = _MADE.get(dotted)
    if make is not None:
        return [(state, make(machine, state, arguments, node))]
    call = tasks.CALLS.get(dotted)
    if call is not None:
        return call(machine, state, arguments, node)
    if dotted == "concurrent.futures.wait":
        return [
            (after, TupleValue((new_list(machine, after, items), new_list(machine, after, ()))))
            for after, items in threads.wait_for(machine, state, arguments.either(0, "fs"))
        ]
    if dotted == "concurrent.futures.as_completed":
        return [
            (after, new_list(machine, after, items))
            for after, items in threads.wait_for(machine, state, arguments.either(0, "fs"))
        ]
    if dotted in ("contextlib.contextmanager", "contextlib.asynccontextmanager"):
        function = arguments.position(0)
        if isinstance(function, FunctionValue):
            machine.jobs.managers.add(function.function)
            return [(state, function)]
    return None


def call_method(
    machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of one of `VALUES`."""
    if isinstance(receiver, Job):
        return threads.job_method(machine, state, receiver, name, arguments, node)
    if isinstance(receiver, Executor):
        return threads.executor_method(machine, state, receiver, name, arguments, node)
    if isinstance(receiver, Loop):
        return tasks.loop_method(machine, state, name, arguments, node)
    if isinstance(receiver, Group):
        return tasks.group_method(machine, state, receiver, name, arguments, node)
    if isinstance(receiver, Signal):
        return _signal_method(machine, state, receiver, name, arguments, node)
    return [(state, machine.unknown(name, host=True))]


def _signal_method(
    machine: Machine, state: State, target: Signal, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    def work(machine: Machine, state: State, node: CSTNode) -> list[Outcome]:
        waited = target.asynchronous and signals.blocking(target, name)
        outcomes: list[Outcome] = []
        for each in suspend(machine, state) if waited else [state]:
            found = signals.call(machine, each, target, name, arguments, node)
            outcomes += [(each, machine.unknown(name, host=True))] if found is None else found
        return outcomes

    if target.asynchronous and signals.blocking(target, name):
        return [(state, Awaitable(machine.fresh(), work))]
    return work(machine, state, node)


def call_unknown(
    machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of something unknown that sounds like a thread, an executor or an event loop."""
    thread = threads.thread_of(machine, receiver, node)
    if thread is not None:
        return threads.job_method(machine, state, thread, name, arguments, node)
    function = arguments.position(0)
    if name == "submit" and isinstance(function, _FUNCTIONS):
        executor = Executor(("executor", receiver), guess=True)
        return threads.executor_method(machine, state, executor, name, arguments, node)
    if name == "run_in_executor" and isinstance(arguments.position(1), _FUNCTIONS):
        return tasks.loop_method(machine, state, name, arguments, node)
    if name in ("create_task", "run_until_complete") and isinstance(function, Awaitable):
        return tasks.loop_method(machine, state, name, arguments, node)
    if name in _THREAD_WAITS and isinstance(receiver, Symbol) and receiver.host:
        jobs.meet(state)
        if state.host != HOST:
            state.muted = max(1, state.muted)  # the other thread may have gone on meanwhile
    return None


def follow_with(
    machine: Machine, states: list[State], manager: Value, node: CSTNode, body: Callable[[list[State]], list[State]]
) -> list[State]:
    """``with`` a lock, an executor or a group of tasks."""
    if isinstance(manager, Signal) and manager.kind in signals.LOCKS:
        lock = manager
        states = [after for state in states for after in signals.enter(machine, state, lock)]

    def leave(states: list[State]) -> list[State]:
        left: list[State] = []
        for state in states:
            if isinstance(manager, Signal) and manager.kind in signals.LOCKS:
                left += signals.leave(machine, state, manager)
            elif isinstance(manager, Executor):
                left += threads.shut_down(machine, state, manager)
            elif isinstance(manager, Group):
                left += tasks.end_group(machine, state, manager, node)
            else:
                left.append(state)
        return left

    return machine.guarded(states, body, leave)
