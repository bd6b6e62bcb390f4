"""Processes: whether they are forked, and whether CUDA is used both before that and in the child.

A child is followed on trial where it is started: what it finds is taken back, only that it uses CUDA is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from cupylint.facts import ForkAfterCuda
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in, dict_items, items_of
from cupylint.flow.domain.cuda_calls import CUDA_USED, Contact, Forked, speculative_run, used
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    External,
    FunctionValue,
    Instance,
    Value,
)
from cupylint.flow.library.concurrent_tasks import Task
from cupylint.flow.library.executors import Executor
from cupylint.flow.library.sync_primitives import SyncPrimitive
from cupylint.flow.library.thread_local import ThreadLocal
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.flow.library.executors import Executor

FORKING = frozenset(("fork", "forkpty", "Process", "Pool", "ProcessPoolExecutor"))
"""Names without which no program forks in a way that is looked for."""
_MODULES = re.compile(
    r"(?:torch\.)?(?:multiprocessing|multiprocess)(?:\.(?:pool|process|context))?\.(?:start by (\w+)\.)?(\w+)$"
)
_CONTEXT = re.compile(r".*\bstart by (\w+)$")
_METHOD = ("start method",)
_MAPS = frozenset(("map", "imap", "imap_unordered", "starmap", "map_async", "starmap_async"))


@dataclass(frozen=True, slots=True)
class StartMethod(Value):
    """How a pool of processes starts them: "fork" or another one, "" for what is the default."""

    name: str
    known: bool = True


# -- what makes processes --------------------------------------------------------------------------


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``os.fork`` and the functions of ``multiprocessing``; None for any other."""
    if dotted in ("os.fork", "os.forkpty"):
        return _fork(interpreter, state, dotted, node)
    found = _MODULES.match(dotted)
    if found is None:
        return None
    chosen, name = found[1], found[2]
    if name == "get_context":
        method = _text(arguments.either(0, "method"))
        base = "multiprocessing"
        return [(state, External(f"{base}.start by {method}" if method else base))]
    if name == "set_start_method":
        method = _text(arguments.either(0, "method"))
        state.memory[_METHOD] = StartMethod(method, known=bool(method))
        return [(state, NONE)]
    if name == "Process" and "pool" not in dotted:
        return [(state, _process(interpreter, state, arguments, node, _how(interpreter, state, chosen)))]
    if name == "Pool" and ".dummy." not in dotted:
        how = _given(arguments.either(4, "context")) or _how(interpreter, state, chosen)
        return [(state, _pool(interpreter, state, arguments, node, how))]
    return None


def _text(value: Value | None) -> str:
    return value.value if isinstance(value, Const) and isinstance(value.value, str) else ""


def _given(context: Value | None) -> StartMethod | None:
    """How processes are started by what ``get_context`` gave; None if that is nothing, or the default."""
    if context is None or context in (NONE, External("multiprocessing")):
        return None
    found = _CONTEXT.match(context.dotted) if isinstance(context, External) else None
    return StartMethod("", known=False) if found is None else StartMethod(found[1])


def _how(interpreter: Interpreter, state: State, chosen: str | None) -> StartMethod:
    """How processes are started here."""
    if chosen:
        return StartMethod(chosen)
    found = state.memory.get(_METHOD)
    if isinstance(found, StartMethod):
        return found
    return StartMethod("", known="set_start_method" not in interpreter.entries.idents)


def _fork(interpreter: Interpreter, state: State, dotted: str, node: CSTNode) -> list[Outcome] | None:
    """``os.fork()``: goes on in two processes."""
    before = used(state)
    if before is None or interpreter.watch is not None or interpreter.modules.importing:
        return None
    child = state.copy()
    child.memory[CUDA_USED] = Forked(interpreter.spot(node), before, f"{dotted}()")
    return [(state, Const(4711)), (child, Const(0))]


def _process(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode, how: StartMethod) -> Value:
    """``Process(group, target, name, args, kwargs)``."""
    target = arguments.either(1, "target")
    if target is None or target == NONE:
        return interpreter.unknown("process", host=True)
    args, kwargs = arguments.either(3, "args"), arguments.either(4, "kwargs")
    placed = [(value, node) for value in items_of(state, args or NONE) or ()]
    items = dict_items(state, kwargs) if isinstance(kwargs, DictValue) else ()
    named = {key.value: (value, node) for key, value in items if isinstance(key, Const) and isinstance(key.value, str)}
    return _task(interpreter, target, Arguments(placed, named), node, how)


def _task(interpreter: Interpreter, target: Value, arguments: Arguments, node: CSTNode, how: StartMethod) -> Task:
    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:

        return interpreter.invoke(state, target, arguments, node)

    return Task(interpreter.fresh(), "process", ("process", how), work, node)


def job_method(interpreter: Interpreter, state: State, task: Task, name: str, node: CSTNode) -> list[Outcome]:
    """A method of a process."""
    if name == "start" and isinstance(task.host, tuple) and isinstance(task.host[1], StartMethod):
        forked = _Fork(used(state), node, "Process.start()", task.host[1])
        _check(interpreter, state, forked, lambda trial: task.work(interpreter, trial, node))
    return [(state, interpreter.unknown(name, host=True))]


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``start`` of an object of a subclass of ``multiprocessing.Process`` in this file."""
    if name != "start" or not isinstance(receiver, Instance) or not _is_process_class(receiver.cls):
        return None
    run = receiver.cls.find("run")
    if not isinstance(run, FunctionValue):
        return None
    task = _task(interpreter, BoundMethod(receiver, run), Arguments([], {}), node, _how(interpreter, state, None))
    return job_method(interpreter, state, task, name, node)


def _is_process_class(cls: ClassValue) -> bool:
    named = (_MODULES.match(base.dotted) for base in cls.outside() if isinstance(base, External))
    return any(found is not None and found[2] == "Process" and found[1] is None for found in named)


# -- pools -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Fork(Value):
    """Where processes of a pool are forked, and what the parent had done by then."""

    before: Contact | None
    node: CSTNode
    how: str
    method: StartMethod


def _pool(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode, how: StartMethod) -> Value:
    """``Pool(processes, initializer, initargs)``: its processes are started at once."""
    pool = Executor(interpreter.fresh(), pool=True, processes=True)
    forked = _Fork(used(state), node, "Pool()", how)
    state.memory[("forked", pool.key)] = forked
    _prepare(interpreter, state, forked, arguments.either(1, "initializer"), arguments.either(2, "initargs"))
    return pool


def executor(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``ProcessPoolExecutor(max_workers, mp_context, initializer, initargs)``: starts processes for its first work."""
    how = _given(arguments.either(1, "mp_context")) or _how(interpreter, state, None)
    pool = Executor(
        interpreter.fresh(), processes=True, prepare=arguments.either(2, "initializer"),
        arguments=(arguments.either(3, "initargs") or NONE,),
    )  # fmt: skip
    state.memory[("method of", pool.key)] = how
    return pool


def submitted(
    interpreter: Interpreter, state: State, pool: Executor, name: str, arguments: Arguments, node: CSTNode
) -> None:
    """A method of a pool of processes is called: its work is followed on trial."""
    function = arguments.either(0, "func") if pool.pool else arguments.position(0)
    works = name in _MAPS or name in ("submit", "apply", "apply_async")
    if not works or function is None or any(_stays(state, each) for each in (function, *arguments.values()[1:])):
        return
    forked = state.memory.get(("forked", pool.key))
    if not isinstance(forked, _Fork):
        how = state.memory.get(("method of", pool.key))
        forked = _Fork(used(state), node, f"{name}()", how if isinstance(how, StartMethod) else StartMethod("", False))
        state.memory[("forked", pool.key)] = forked
        _prepare(interpreter, state, forked, pool.prepare, pool.arguments[0] if pool.arguments else None)
    rest = arguments.values()[1:]
    if any(True for value in rest for _ in arrays_in(state, value)):
        _tell(interpreter, forked, None)  # unpickled in the child
        return
    given = _arguments(interpreter, state, pool, name, arguments, node)

    def run(trial: State) -> list[Outcome]:

        return interpreter.invoke(trial, function, given, node)

    _check(interpreter, state, forked, run)


_PICKLED = 3
"""Objects inside objects that are looked into for what cannot be pickled."""


def _stays(state: State, value: Value, depth: int = _PICKLED) -> bool:
    """Whether a value cannot be pickled, so no process of a pool gets it: a lock, a function inside another one."""
    if isinstance(value, (SyncPrimitive, Task, Executor, ThreadLocal)):
        return True
    if isinstance(value, FunctionValue):
        return value.function.name == "<lambda>" or len(value.frames) > 1  # one inside a function
    if isinstance(value, BoundMethod):
        return _stays(state, value.receiver, depth)
    if not depth or not isinstance(value, Instance) or any(map(value.cls.find, _TELLS_PICKLE)):
        return False
    held = [held for _, held in state.memory.members(value.key) if isinstance(held, Value)]
    return any(_stays(state, each, depth - 1) for each in held)


_TELLS_PICKLE = ("__getstate__", "__reduce__", "__reduce_ex__")


def _arguments(
    interpreter: Interpreter, state: State, pool: Executor, name: str, arguments: Arguments, node: CSTNode
) -> Arguments:
    """What the function of a pool is called with, at first."""
    if name == "submit":
        named = {key: (value, node) for key, value in arguments.keyword_values()}
        return Arguments([(value, node) for value in arguments.values()[1:]], named)
    if name.startswith("apply"):
        args = arguments.either(1, "args")
        return Arguments([(value, node) for value in items_of(state, args or NONE) or ()], {})
    columns = arguments.values()[1:2] if pool.pool else arguments.values()[1:]
    row: list[Value] = []
    for column in columns:
        items = items_of(state, column)
        row.append(items[0] if items else interpreter.unknown("item"))
    if name.startswith("starmap") and row:
        row = list(items_of(state, row[0]) or ())
    return Arguments([(value, node) for value in row], {})


def _prepare(
    interpreter: Interpreter, state: State, forked: _Fork, function: Value | None, values: Value | None
) -> None:
    if function is None or function == NONE:
        return
    placed = [(value, forked.node) for value in items_of(state, values or NONE) or ()]

    def run(trial: State) -> list[Outcome]:

        return interpreter.invoke(trial, function, Arguments(placed, {}), forked.node)

    _check(interpreter, state, forked, run)


# -- findings --------------------------------------------------------------------------------------


def _check(interpreter: Interpreter, state: State, forked: _Fork, run: Callable[[State], list[Outcome]]) -> None:
    """Whether both the parent had used CUDA and the child does."""
    if forked.before is None or interpreter.watch is not None or interpreter.modules.importing:
        return
    if forked.method.name not in ("", "fork"):
        return
    found, _ = speculative_run(interpreter, state, run)
    if found:
        _tell(interpreter, forked, found[0])


def _tell(interpreter: Interpreter, forked: _Fork, work: Contact | None) -> None:
    before, method = forked.before, forked.method
    if before is None or interpreter.watch is not None or method.name not in ("", "fork"):
        return
    fact = ForkAfterCuda(
        spot=interpreter.spot(forked.node),
        used=before.spot,
        work=None if work is None else work.spot,
        how=forked.how,
        default=method.name == "",
        certain=before.always and method.known,
    )
    interpreter.emit(fact, key=forked.node)
