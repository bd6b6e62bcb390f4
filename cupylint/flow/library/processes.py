"""Processes: whether they are forked, and whether CUDA is used both before that and in the child.

A child is followed on trial where it is started: what it finds is taken back, only that it uses CUDA is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cupylint.facts import ForkAfterCuda
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contact import USED, Contact, Forked, on_trial, used
from cupylint.flow.domain.contents import arrays_in, dict_items, items_of
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
from cupylint.flow.library.executors import Executor
from cupylint.flow.library.jobs import Job

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.machine import Machine
    from cupylint.flow.library.executors import Executor

Outcome = tuple[State, Value]
FORKING = frozenset(("fork", "forkpty", "Process", "Pool", "ProcessPoolExecutor"))
"""Names without which no program forks in a way that is looked for."""
_MODULES = re.compile(
    r"(?:torch\.)?(?:multiprocessing|multiprocess)(?:\.(?:pool|process|context))?\.(?:start by (\w+)\.)?(\w+)$"
)
_PROCESS_POOLS = frozenset(("concurrent.futures.ProcessPoolExecutor", "concurrent.futures.process.ProcessPoolExecutor"))
_METHOD = ("start method",)
_MAPS = frozenset(("map", "imap", "imap_unordered", "starmap", "map_async", "starmap_async"))


@dataclass(frozen=True, slots=True)
class StartMethod(Value):
    """How a pool of processes starts them: "fork" or another one, "" for what is the default."""

    name: str
    known: bool = True


# -- what makes processes --------------------------------------------------------------------------


def call_external(
    machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``os.fork`` and the functions of ``multiprocessing``; None for any other."""
    if dotted in ("os.fork", "os.forkpty"):
        return _fork(machine, state, dotted, node)
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
        return [(state, _process(machine, state, arguments, node, _how(machine, state, chosen)))]
    if name == "Pool" and ".dummy." not in dotted:
        return [(state, _pool(machine, state, arguments, node, _how(machine, state, chosen)))]
    return None


def _text(value: Value | None) -> str:
    return value.value if isinstance(value, Const) and isinstance(value.value, str) else ""


def _how(machine: Machine, state: State, chosen: str | None) -> StartMethod:
    """How processes are started here."""
    if chosen:
        return StartMethod(chosen)
    found = state.memory.get(_METHOD)
    if isinstance(found, StartMethod):
        return found
    return StartMethod("", known="set_start_method" not in machine.idents)


def _fork(machine: Machine, state: State, dotted: str, node: CSTNode) -> list[Outcome] | None:
    """``os.fork()``: goes on in two processes."""
    before = used(state)
    if before is None or machine.watch is not None or machine.importing:
        return None
    child = state.copy()
    child.memory[USED] = Forked(machine.spot(node), before, f"{dotted}()")
    return [(state, Const(4711)), (child, Const(0))]


def _process(machine: Machine, state: State, arguments: Arguments, node: CSTNode, how: StartMethod) -> Value:
    """``Process(group, target, name, args, kwargs)``."""
    target = arguments.either(1, "target")
    if target is None or target == NONE:
        return machine.unknown("process", host=True)
    args, kwargs = arguments.either(3, "args"), arguments.either(4, "kwargs")
    placed = [(value, node) for value in (items_of(state, args) if args is not None else ()) or ()]
    items = dict_items(state, kwargs) if isinstance(kwargs, DictValue) else ()
    named = {key.value: (value, node) for key, value in items if isinstance(key, Const) and isinstance(key.value, str)}
    return _job(machine, target, Arguments(placed, named), node, how)


def _job(machine: Machine, target: Value, arguments: Arguments, node: CSTNode, how: StartMethod) -> Job:
    def work(machine: Machine, state: State, node: CSTNode) -> list[Outcome]:

        return machine.invoke(state, target, arguments, node)

    return Job(machine.fresh(), "process", ("process", how), work, node)


def job_method(machine: Machine, state: State, job: Job, name: str, node: CSTNode) -> list[Outcome]:
    """A method of a process."""
    if name == "start" and isinstance(job.host, tuple) and isinstance(job.host[1], StartMethod):
        forked = _Fork(used(state), node, "Process.start()", job.host[1])
        _check(machine, state, forked, lambda trial: job.work(machine, trial, node))
    return [(state, machine.unknown(name, host=True))]


def call_unknown(
    machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``start`` of an object of a subclass of ``multiprocessing.Process`` in this file."""
    if name != "start" or not isinstance(receiver, Instance) or not _is_process_class(receiver.cls):
        return None
    run = receiver.cls.find("run")
    if not isinstance(run, FunctionValue):
        return None
    job = _job(machine, BoundMethod(receiver, run), Arguments([], {}), node, _how(machine, state, None))
    return job_method(machine, state, job, name, node)


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


def _pool(machine: Machine, state: State, arguments: Arguments, node: CSTNode, how: StartMethod) -> Value:
    """``Pool(processes, initializer, initargs)``: its processes are started at once."""
    pool = Executor(machine.fresh(), pool=True, processes=True)
    forked = _Fork(used(state), node, "Pool()", how)
    state.memory[("forked", pool.key)] = forked
    _prepare(machine, state, forked, arguments.either(1, "initializer"), arguments.either(2, "initargs"))
    return pool


def executor(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``ProcessPoolExecutor(max_workers, mp_context, initializer, initargs)``: starts processes for its first work."""
    context = arguments.either(1, "mp_context")
    chosen = re.search(r"start by (\w+)", context.dotted) if isinstance(context, External) else None
    how = _how(machine, state, chosen[1] if chosen else None)
    if context is not None and context != NONE and not isinstance(context, External):
        how = StartMethod("", known=False)
    pool = Executor(
        machine.fresh(), processes=True, prepare=arguments.either(2, "initializer"),
        arguments=(arguments.either(3, "initargs") or NONE,),
    )  # fmt: skip
    state.memory[("method of", pool.key)] = how
    return pool


def submitted(machine: Machine, state: State, pool: Executor, name: str, arguments: Arguments, node: CSTNode) -> None:
    """A method of a pool of processes is called: its work is followed on trial."""
    function = arguments.either(0, "func") if pool.pool else arguments.position(0)
    works = name in _MAPS or name in ("submit", "apply", "apply_async")
    if not works or function is None:
        return
    forked = state.memory.get(("forked", pool.key))
    if not isinstance(forked, _Fork):
        how = state.memory.get(("method of", pool.key))
        forked = _Fork(used(state), node, f"{name}()", how if isinstance(how, StartMethod) else StartMethod("", False))
        state.memory[("forked", pool.key)] = forked
        _prepare(machine, state, forked, pool.prepare, pool.arguments[0] if pool.arguments else None)
    rest = arguments.values()[1:]
    if any(True for value in rest for _ in arrays_in(state, value)):
        _tell(machine, forked, None)  # unpickled in the child
        return
    given = _arguments(machine, state, pool, name, arguments, node)

    def run(trial: State) -> list[Outcome]:

        return machine.invoke(trial, function, given, node)

    _check(machine, state, forked, run)


def _arguments(
    machine: Machine, state: State, pool: Executor, name: str, arguments: Arguments, node: CSTNode
) -> Arguments:
    """What the function of a pool is called with, at first."""
    if name == "submit":
        named = {key: (value, node) for key, value in arguments.keyword_values()}
        return Arguments([(value, node) for value in arguments.values()[1:]], named)
    if name.startswith("apply"):
        args = arguments.either(1, "args")
        return Arguments([(value, node) for value in (items_of(state, args) if args is not None else ()) or ()], {})
    columns = arguments.values()[1:2] if pool.pool else arguments.values()[1:]
    row: list[Value] = []
    for column in columns:
        items = items_of(state, column)
        row.append(items[0] if items else machine.unknown("item"))
    if name.startswith("starmap") and row:
        row = list(items_of(state, row[0]) or ())
    return Arguments([(value, node) for value in row], {})


def _prepare(machine: Machine, state: State, forked: _Fork, function: Value | None, values: Value | None) -> None:
    if function is None or function == NONE:
        return
    placed = [(value, forked.node) for value in (items_of(state, values) if values is not None else ()) or ()]

    def run(trial: State) -> list[Outcome]:

        return machine.invoke(trial, function, Arguments(placed, {}), forked.node)

    _check(machine, state, forked, run)


# -- findings --------------------------------------------------------------------------------------


def _check(machine: Machine, state: State, forked: _Fork, run: Callable[[State], list[Outcome]]) -> None:
    """Whether both the parent had used CUDA and the child does."""
    if forked.before is None or machine.watch is not None or machine.importing:
        return
    if forked.method.name not in ("", "fork"):
        return
    found, _ = on_trial(machine, state, run)
    if found:
        _tell(machine, forked, found[0])


def _tell(machine: Machine, forked: _Fork, work: Contact | None) -> None:
    before, method = forked.before, forked.method
    if before is None or machine.watch is not None or method.name not in ("", "fork"):
        return
    fact = ForkAfterCuda(
        spot=machine.spot(forked.node),
        used=before.spot,
        work=None if work is None else work.spot,
        how=forked.how,
        default=method.name == "",
        certain=before.always and method.known,
    )
    machine.emit(fact, key=forked.node)
