"""Threads, executors and their futures: what starts work in another thread, and what waits for it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in, dict_items, items_of, new_list
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    External,
    FunctionValue,
    Instance,
    Value,
    integer,
)
from cupylint.flow.library import concurrent_tasks, processes
from cupylint.flow.library.concurrent_tasks import Task
from cupylint.flow.library.executors import Executor
from cupylint.flow.library.suspension import check_inherited, expected

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

Keywords = tuple[tuple[str, Value], ...]


# -- making threads --------------------------------------------------------------------------------


def _invoke(
    interpreter: Interpreter,
    state: State,
    function: Value,
    values: tuple[Value, ...],
    keywords: Keywords,
    node: CSTNode,
) -> list[Outcome]:

    named = {name: (value, node) for name, value in keywords}
    return interpreter.invoke(state, function, Arguments([(value, node) for value in values], named), node)


def _task(
    interpreter: Interpreter,
    state: State,
    function: Value,
    values: tuple[Value, ...],
    keywords: Keywords,
    node: CSTNode,
    kind: str = "thread",
    executor: Executor | None = None,
) -> Task:
    """A task in a thread of its own, or in one of an executor."""
    key = interpreter.fresh()
    one = executor is not None and executor.workers == 1
    host: Hashable = ("thread", executor.key) if executor is not None and one else ("thread", key)

    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        states = [state]
        if executor is not None and executor.prepare is not None:
            prepared = _invoke(interpreter, state, executor.prepare, executor.arguments, (), node)
            states = [after for after, _ in prepared]
        return [out for each in states for out in _invoke(interpreter, each, function, values, keywords, node)]

    certain = executor is None or not executor.guess
    arguments = (*values, *(value for _, value in keywords))
    given = frozenset(each for value in arguments for array in arrays_in(state, value) for each in array.buffers)
    return Task(key, kind, host, work, node, certain=certain, given=given)


def _values(state: State, value: Value | None) -> tuple[Value, ...]:
    return () if value is None else items_of(state, value) or ()


def _named(state: State, value: Value | None) -> Keywords:
    items = dict_items(state, value) if isinstance(value, DictValue) else ()
    return tuple((key.value, item) for key, item in items if isinstance(key, Const) and isinstance(key.value, str))


def make_thread(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``threading.Thread(group, target, name, args, kwargs)``."""
    return _of_function(interpreter, state, arguments, node, ("thread", "target", 3))


def make_timer(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``threading.Timer(seconds, function, args, kwargs)``."""
    return _of_function(interpreter, state, arguments, node, ("timer", "function", 2))


def _of_function(
    interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode, takes: tuple[str, str, int]
) -> Value:
    """What runs its second argument: what it is called, how that is, and where the arguments for it begin."""
    name, keyword, first = takes
    function = arguments.either(1, keyword)
    if function is None:
        return interpreter.unknown(name, host=True)
    values = _values(state, arguments.either(first, "args"))
    return _task(interpreter, state, function, values, _named(state, arguments.either(first + 1, "kwargs")), node)


def make_executor(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``ThreadPoolExecutor(max_workers, initializer=..., initargs=...)``."""
    workers = arguments.either(0, "max_workers")
    prepare = arguments.keyword("initializer")
    return Executor(
        interpreter.fresh(), integer(workers), None if prepare == NONE else prepare,
        _values(state, arguments.keyword("initargs")),
    )  # fmt: skip


def make_pool(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``multiprocessing.pool.ThreadPool(processes, initializer, initargs)``."""
    prepare = arguments.either(1, "initializer")
    return Executor(
        interpreter.fresh(), integer(arguments.either(0, "processes")), None if prepare == NONE else prepare,
        _values(state, arguments.either(2, "initargs")), pool=True,
    )  # fmt: skip


def thread_of(interpreter: Interpreter, receiver: Value, node: CSTNode) -> Task | None:
    """An object of a subclass of ``threading.Thread`` in this file, as a thread that calls its ``run``."""
    if not isinstance(receiver, Instance) or not _is_thread_class(receiver.cls):
        return None
    run = receiver.cls.find("run")
    if not isinstance(run, FunctionValue):
        return None

    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        return _invoke(interpreter, state, BoundMethod(receiver, run), (), (), node)

    return Task(receiver.key, "thread", ("thread", receiver.key), work, node)


def _is_thread_class(cls: ClassValue) -> bool:
    threads = ("threading.Thread", "threading.Timer")
    return any(isinstance(base, External) and base.dotted in threads for base in cls.outside())


def running(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``threading.get_ident()``, ``threading.current_thread()``: the same for all that one thread does."""
    return interpreter.symbol(("thread", state.host), "thread", host=True)


# -- starting and waiting --------------------------------------------------------------------------


def start(interpreter: Interpreter, state: State, task: Task, node: CSTNode) -> list[State]:
    """Start a thread at `node`, and follow it if it can come to its end."""
    around = expected(interpreter, state)
    placed = replace(task, node=node)
    if around is None:
        return concurrent_tasks.start(interpreter, state, placed)

    def watched(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        first = len(interpreter.touches)
        outcomes = task.work(interpreter, state, node)
        check_inherited(interpreter, placed, *around, interpreter.tasks.touches(interpreter, first))
        return outcomes

    return concurrent_tasks.start(interpreter, state, replace(placed, work=watched))


def submit(
    interpreter: Interpreter,
    state: State,
    executor: Executor,
    function: Value,
    values: tuple[Value, ...],
    keywords: Keywords,
    node: CSTNode,
) -> list[tuple[State, Task]]:
    """Work for an executor; the future for each path."""
    task = _task(interpreter, state, function, values, keywords, node, "future", executor)
    key = ("jobs of", executor.key)
    state.memory[key] = (*state.memory.sequence(key), task)
    return [(after, task) for after in start(interpreter, state, task, node)]


def shut_down(interpreter: Interpreter, state: State, executor: Executor) -> list[State]:
    """Wait for all work of an executor, and for what its threads call when it is done."""
    submitted = state.memory.sequence(("jobs of", executor.key))
    called = [call for task in submitted for call in state.memory.sequence(("callbacks of", task.key))]
    ended = [after for after, _ in concurrent_tasks.finish_all(interpreter, state, [*submitted, *called])]
    for after in ended:
        after.memory.discard(("jobs of", executor.key))
    return ended


_WAITS = frozenset(("join", "wait", "exception"))
_ASKS = {"done": Const(True), "ready": Const(True), "successful": Const(True), "is_alive": Const(False)}
"""Questions, with the answers once the work is done."""
_NOT_YET = {"done": Const(False), "ready": Const(False), "is_alive": Const(True)}
"""Those that may be answered otherwise before."""


def job_method(
    interpreter: Interpreter, state: State, task: Task, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of a thread, future or task."""
    if task.kind == "process":
        return processes.job_method(interpreter, state, task, name, node)
    if name == "start" and task.kind == "thread":
        return [(after, NONE) for after in start(interpreter, state, task, node)]
    if name in ("result", "get"):
        outcomes = concurrent_tasks.finish(interpreter, state, task)
        for after, _ in outcomes:
            interpreter.may_raise(after)  # what the work raised
        return outcomes
    if name in _WAITS or (name in _ASKS and concurrent_tasks.status(state, task) == concurrent_tasks.DONE):
        not_yet: list[Outcome] = [(state.copy(), _NOT_YET[name])] if name in _NOT_YET else []
        ended = concurrent_tasks.finish(interpreter, state, task)
        return [*((after, _ASKS.get(name, NONE)) for after, _ in ended), *not_yet]
    if name == "add_done_callback" and (function := arguments.position(0)) is not None:
        return _call_back(interpreter, state, task, function, node)
    if name == "cancel":
        state.maybe_waited |= state.order.issued
    return [(state, interpreter.unknown(name, host=True))]


def _call_back(interpreter: Interpreter, state: State, task: Task, function: Value, node: CSTNode) -> list[Outcome]:
    """``future.add_done_callback(f)``: called in the thread of the work, once that is done."""
    key = interpreter.fresh()

    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        return [
            out
            for after, _ in concurrent_tasks.finish(interpreter, state, task)
            for out in _invoke(interpreter, after, function, (task,), (), node)
        ]

    call = Task(key, task.kind, task.host if task.kind == "task" else ("thread", key), work, node)
    called = ("callbacks of", task.key)
    state.memory[called] = (*state.memory.sequence(called), call)
    return [(after, NONE) for after in concurrent_tasks.start(interpreter, state, call)]


# -- executors -------------------------------------------------------------------------------------


def executor_method(
    interpreter: Interpreter, state: State, executor: Executor, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of an executor or a pool of threads."""
    if executor.processes:
        processes.submitted(interpreter, state, executor, name, arguments, node)
        return [(state, interpreter.unknown(name, host=True))]
    function = arguments.position(0) if name == "submit" else arguments.either(0, "func")
    if name in _RUNS and function is not None:
        return _RUNS[name](interpreter, state, executor, function, name, arguments, node)
    if name in ("shutdown", "join"):
        if arguments.either(0, "wait") == Const(False):
            return [(state, NONE)]
        return [(after, NONE) for after in shut_down(interpreter, state, executor)]
    return [(state, interpreter.unknown(name, host=True))]


def _submit(
    interpreter: Interpreter,
    state: State,
    executor: Executor,
    function: Value,
    name: str,
    arguments: Arguments,
    node: CSTNode,
) -> list[Outcome]:
    values, named = arguments.values()[1:], arguments.keyword_values()
    return list(submit(interpreter, state, executor, function, values, named, node))


def _apply(
    interpreter: Interpreter,
    state: State,
    executor: Executor,
    function: Value,
    name: str,
    arguments: Arguments,
    node: CSTNode,
) -> list[Outcome]:
    values, named = _values(state, arguments.either(1, "args")), _named(state, arguments.either(2, "kwds"))
    started = submit(interpreter, state, executor, function, values, named, node)
    if name == "apply_async":
        return list(started)
    return [out for after, task in started for out in concurrent_tasks.finish(interpreter, after, task)]


def _map(
    interpreter: Interpreter,
    state: State,
    executor: Executor,
    function: Value,
    name: str,
    arguments: Arguments,
    node: CSTNode,
) -> list[Outcome]:
    """``executor.map(f, a, b)``: taken to be waited for at once."""
    columns = arguments.values()[1:2] if executor.pool else arguments.values()[1:]
    rows = list(zip(*[_listed(interpreter, state, value) for value in columns], strict=False))
    if name.startswith("starmap"):
        rows = [_values(state, row[0]) for row in rows]
    paths: list[tuple[State, list[Task]]] = [(state, [])]
    for row in rows:
        begun = [
            (after, [*started, task])
            for each, started in paths
            for after, task in submit(interpreter, each, executor, function, row, (), node)
        ]
        paths = concurrent_tasks.few(interpreter, begun)
    outcomes: list[Outcome] = []
    for each, started in paths:
        for after, values in concurrent_tasks.finish_all(interpreter, each, started):
            outcomes.append((after, new_list(interpreter, after, values)))
    return outcomes


_RUNS = {
    "submit": _submit,
    **dict.fromkeys(("apply", "apply_async"), _apply),
    **dict.fromkeys(("map", "imap", "imap_unordered", "starmap", "map_async", "starmap_async"), _map),
}
"""Methods that run a function."""


def _listed(interpreter: Interpreter, state: State, value: Value) -> list[Value]:
    """The items that work is done for; of an unknown number, as many as a loop is followed for."""
    items = items_of(state, value)
    if items is not None:
        return list(items[: interpreter.FULL_LOOP])
    if isinstance(value, Const) and isinstance(value.value, range):
        return [Const(number) for number in value.value[: interpreter.FULL_LOOP]]
    if isinstance(value, Array):
        return list(interpreter.items(state, value))
    return [interpreter.symbol(("item", value, number), "item") for number in range(interpreter.rounds())]


def wait_for(interpreter: Interpreter, state: State, value: Value | None) -> list[tuple[State, list[Value]]]:
    """``concurrent.futures.wait(futures)``, ``as_completed(futures)``: all of them are waited for."""
    items = _values(state, value)
    if isinstance(value, DictValue):
        items = tuple(key for key, _ in dict_items(state, value))
    if not all(isinstance(item, Task) for item in items) or not items:
        state.maybe_waited |= state.order.issued
    found = [item for item in items if isinstance(item, Task)]
    return [(after, list(items)) for after, _ in concurrent_tasks.finish_all(interpreter, state, found)]
