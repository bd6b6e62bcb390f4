"""Where a program makes CUDA calls, and who watches for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.cupy_model.tables import words
from cupylint.facts import ForkAfterCuda
from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.values import Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.facts import Spot
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(frozen=True, slots=True, eq=False)
class Contact(Value):
    """A CUDA call.

    Attributes:
        call: what it is, for messages.
        waits: it waits for the device.
        always: it is made on every path to where this is asked.
    """

    spot: Spot
    call: str
    waits: bool = False
    always: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Forked(Value):
    """In a child that was forked: where, by what, and the first CUDA call of its parent before that."""

    spot: Spot
    before: Contact
    how: str


def contact(interpreter: Interpreter, state: State, node: CSTNode, call: str, waits: bool = False) -> None:
    """The program makes a CUDA call at `node`."""
    key = CUDA_USED if interpreter.watch is None else TRIED
    found = state.memory.get(key)
    if interpreter.watch is None and isinstance(found, Contact):
        return
    made = Contact(interpreter.spot(node), call, waits)
    if isinstance(found, Forked):
        interpreter.emit(
            ForkAfterCuda(
                spot=found.spot,
                used=found.before.spot,
                work=made.spot,
                how=found.how,
                default=False,
                certain=found.before.always and not state.unclear,
            ),
            key=found.spot.node,
        )
    if interpreter.watch is not None:
        interpreter.watch.append(made)
    if not isinstance(found, Contact):
        state.memory[key] = made


def merged(mine: object, theirs: object) -> object:
    """What two paths that become one have to tell of their first CUDA calls."""
    if isinstance(mine, Forked) != isinstance(theirs, Forked):
        return None  # parent and child
    if isinstance(mine, Forked):
        return mine
    first = mine if isinstance(mine, Contact) else theirs
    both = isinstance(mine, Contact) and isinstance(theirs, Contact) and mine.always and theirs.always
    return replace(first, always=both) if isinstance(first, Contact) and first.always != both else first


CUDA_USED = (Note(merged),)
"""Where in a state's memory the first CUDA call of the running process is kept."""
TRIED = (Note(merged),)
"""The same of what is followed on trial."""


def used(state: State) -> Contact | None:
    """The first CUDA call of the running process on this path."""
    found = state.memory.get(CUDA_USED)
    return found.before if isinstance(found, Forked) else found if isinstance(found, Contact) else None


def with_earlier_use_in_doubt(state: State, begin: State) -> State:
    """The same, in which a first CUDA call since `begin` may not have been made, as by a method that was not called."""
    found = state.memory.get(CUDA_USED)
    if not isinstance(found, Contact) or used(begin) is not None:
        return state
    doubted = state.copy()
    doubted.memory[CUDA_USED] = replace(found, always=False)
    return doubted


def speculative_run(
    interpreter: Interpreter, state: State, run: Callable[[State], list[tuple[State, Value]]]
) -> tuple[list[Contact], bool]:
    """Follow `run` on a copy of the state and take everything back.

    Returns:
        The CUDA calls that it makes, in the order in which they are followed, and whether every path makes one.
    """
    trial = state.copy()
    trial.memory.discard(TRIED)
    kept = (
        interpreter.watch,
        interpreter.entries.entered,
        interpreter.frames,
        interpreter.raising,
        interpreter.statement,
    )
    watch: list[Contact] = []
    interpreter.watch = watch
    interpreter.entries.entered, interpreter.frames, interpreter.raising = (
        set(interpreter.entries.entered),
        list(interpreter.frames),
        [[]],
    )
    interpreter.modules.importing += 1  # what is found there is said where it is not on trial
    try:
        ended = [after.memory.get(TRIED) for after, _ in run(trial)]
    finally:
        interpreter.modules.importing -= 1
        (
            interpreter.watch,
            interpreter.entries.entered,
            interpreter.frames,
            interpreter.raising,
            interpreter.statement,
        ) = kept
    always = all(isinstance(first, Contact) and first.always for first in ended)
    return watch, bool(watch) and always


_QUERIES = frozenset(
    (
        *words(
            """cupy.cuda.Event cupy.cuda.alloc cupy.cuda.malloc_managed cupy.cuda.malloc_async
            cupy.cuda.alloc_pinned_memory cupy.cuda.is_available cupy.cuda.memory.alloc
            cupy.cuda.memory.malloc_managed cupy.cuda.Graph.launch cupy.is_available cupy.empty cupy.empty_like
            cupy.ndarray cupyx.empty_pinned cupyx.zeros_pinned cupyx.empty_like_pinned cupyx.zeros_like_pinned
            cupyx.profiler.benchmark"""
        ),
        *words("torch.cuda.synchronize torch.cuda.Stream torch.cuda.Event"),
        *words("numba.cuda.stream numba.cuda.synchronize numba.cuda.to_device numba.cuda.device_array"),
    )
)
"""Functions that make CUDA calls without work on an array that this analysis sees."""
_HARMLESS_CALLS = frozenset(
    ("runtimeGetVersion", "driverGetVersion", "getDevice", "get_local_runtime_version", "is_hip", "check_status")
)
"""Members of ``cupy.cuda.runtime`` that ask nothing of a device."""


def named_call(interpreter: Interpreter, state: State, dotted: str, node: CSTNode) -> None:
    """A call by dotted name: notes those that are CUDA calls."""
    owner, _, name = dotted.rpartition(".")
    if dotted in _QUERIES:
        contact(interpreter, state, node, name, name in ("synchronize", "benchmark"))
    elif owner == "cupy.cuda.runtime" and name[:1].islower() and name not in _HARMLESS_CALLS:
        contact(interpreter, state, node, name, "ynchronize" in name)
