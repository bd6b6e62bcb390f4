"""The door to threads and tasks: which calls, methods and ``with`` statements are about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments, Handler
from cupylint.flow.domain.contents import new_list
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import BoundMethod, FunctionValue, Partial, Symbol, TupleValue, Value
from cupylint.flow.library import concurrent_tasks, coroutines, processes, sync_primitives, threads
from cupylint.flow.library.concurrent_tasks import Task
from cupylint.flow.library.coroutines import Awaitable, Group, Loop
from cupylint.flow.library.executors import Executor
from cupylint.flow.library.suspension import suspend
from cupylint.flow.library.sync_primitives import SyncPrimitive
from cupylint.order import HOST

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

VALUES: tuple[type, ...] = (Task, Executor, SyncPrimitive, Awaitable, Group, Loop)
"""What stands for threads, tasks and what they wait for."""
_FUNCTIONS = (FunctionValue, BoundMethod, Partial)
_THREAD_WAITS = frozenset(("wait", "join", "get", "result", "acquire", "as_completed"))

_MADE: dict[str, Handler] = {
    "threading.Thread": threads.make_thread,
    "threading.Timer": threads.make_timer,
    "concurrent.futures.ThreadPoolExecutor": threads.make_executor,
    "concurrent.futures.thread.ThreadPoolExecutor": threads.make_executor,
    "concurrent.futures.ProcessPoolExecutor": processes.executor,
    "concurrent.futures.process.ProcessPoolExecutor": processes.executor,
    "multiprocessing.pool.ThreadPool": threads.make_pool,
    "multiprocessing.dummy.Pool": threads.make_pool,
    **dict.fromkeys(("threading.get_ident", "threading.get_native_id", "threading.current_thread"), threads.running),
}


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of ``threading``, ``concurrent.futures``, ``queue`` or ``asyncio``; None if it is none that is known."""
    if dotted in sync_primitives.KINDS:
        return [(state, sync_primitives.make(interpreter, state, dotted, arguments))]
    make = _MADE.get(dotted)
    if make is not None:
        return [(state, make(interpreter, state, arguments, node))]
    call = coroutines.CALLS.get(dotted)
    if call is not None:
        return call(interpreter, state, arguments, node)
    if dotted == "concurrent.futures.wait":
        return [
            (after, TupleValue((new_list(interpreter, after, items), new_list(interpreter, after, ()))))
            for after, items in threads.wait_for(interpreter, state, arguments.either(0, "fs"))
        ]
    if dotted == "concurrent.futures.as_completed":
        return [
            (after, new_list(interpreter, after, items))
            for after, items in threads.wait_for(interpreter, state, arguments.either(0, "fs"))
        ]
    if dotted in ("contextlib.contextmanager", "contextlib.asynccontextmanager"):
        function = arguments.position(0)
        if isinstance(function, FunctionValue):
            interpreter.tasks.managers.add(function.function)
            return [(state, function)]
    return None


def call_method(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of one of `VALUES`."""
    if isinstance(receiver, Task):
        return threads.job_method(interpreter, state, receiver, name, arguments, node)
    if isinstance(receiver, Executor):
        return threads.executor_method(interpreter, state, receiver, name, arguments, node)
    if isinstance(receiver, Loop):
        return coroutines.loop_method(interpreter, state, name, arguments, node)
    if isinstance(receiver, Group):
        return coroutines.group_method(interpreter, state, receiver, name, arguments, node)
    if isinstance(receiver, SyncPrimitive):
        return _signal_method(interpreter, state, receiver, name, arguments, node)
    return [(state, interpreter.unknown(name, host=True))]


def _signal_method(
    interpreter: Interpreter, state: State, target: SyncPrimitive, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        waited = target.asynchronous and sync_primitives.blocking(target, name)
        outcomes: list[Outcome] = []
        for each in suspend(interpreter, state) if waited else [state]:
            found = sync_primitives.call(interpreter, each, target, name, arguments)
            outcomes += [(each, interpreter.unknown(name, host=True))] if found is None else found
        return outcomes

    if target.asynchronous and sync_primitives.blocking(target, name):
        return [(state, Awaitable(interpreter.fresh(), work))]
    return work(interpreter, state, node)


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of something unknown that sounds like a thread, an executor or an event loop."""
    thread = threads.thread_of(interpreter, receiver, node)
    if thread is not None:
        return threads.job_method(interpreter, state, thread, name, arguments, node)
    function = arguments.position(0)
    if name == "submit" and isinstance(function, _FUNCTIONS):
        executor = Executor(("executor", receiver), guess=True)
        return threads.executor_method(interpreter, state, executor, name, arguments, node)
    if name == "run_in_executor" and isinstance(arguments.position(1), _FUNCTIONS):
        return coroutines.loop_method(interpreter, state, name, arguments, node)
    if name in ("create_task", "run_until_complete") and isinstance(function, Awaitable):
        return coroutines.loop_method(interpreter, state, name, arguments, node)
    if name in _THREAD_WAITS and isinstance(receiver, Symbol) and receiver.host:
        concurrent_tasks.meet(state)
        if state.host != HOST:
            state.tentative = max(1, state.tentative)  # the other thread may have gone on meanwhile
    return None


def follow_with(
    interpreter: Interpreter,
    states: list[State],
    manager: Value,
    node: CSTNode,
    body: Callable[[list[State]], list[State]],
) -> list[State]:
    """``with`` a lock, an executor or a group of tasks."""
    if isinstance(manager, SyncPrimitive) and manager.kind in sync_primitives.LOCKS:
        lock = manager
        states = [after for state in states for after in sync_primitives.enter(interpreter, state, lock)]

    def leave(states: list[State]) -> list[State]:
        left: list[State] = []
        for state in states:
            if isinstance(manager, SyncPrimitive) and manager.kind in sync_primitives.LOCKS:
                left += sync_primitives.leave(interpreter, state, manager)
            elif isinstance(manager, Executor):
                left += threads.shut_down(interpreter, state, manager)
            elif isinstance(manager, Group):
                left += coroutines.end_group(interpreter, state, manager, node)
            else:
                left.append(state)
        return left

    return interpreter.guarded(states, body, leave)
