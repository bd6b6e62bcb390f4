"""The random program of a seed: streams, arrays and events, then statements of all shapes, mixed."""

from __future__ import annotations

from .concurrency import CONCURRENCY
from .containers import CONTAINERS
from .control import CONTROL
from .functions import FUNCTIONS
from .managers import MANAGERS
from .objects import OBJECTS
from .work import SIMPLE
from .writer import Scope, Writer

_KINDS = ("", "", "non_blocking=True", "non_blocking=True", "non_blocking=True")
_NESTED = (FUNCTIONS, FUNCTIONS, OBJECTS, MANAGERS, CONTAINERS, CONTAINERS, CONTROL, CONTROL, CONCURRENCY)
_WAIT = "cp.cuda.Device().synchronize()"


def program(seed: int, modules: bool = False) -> dict[str, str]:
    """The program of a seed: file name -> text, the main file last.

    Args:
        seed: equal seeds give equal programs.
        modules: put functions and classes into a second file, which the main one imports.
    """
    w = Writer(seed, SIMPLE, _NESTED, modules)
    w.scope = _set_up(w)
    for _ in range(w.number(3, 8)):
        if w.chance(w.care):
            w.write(_WAIT)
        w.statement(2)
    w.write(_WAIT)
    return w.files()


def _set_up(w: Writer) -> Scope:
    streams = [f"s{number}" for number in range(w.number(2, 4))]
    arrays = [f"a{number}" for number in range(w.number(2, 3))]
    events = ["e0", "e1"]
    w.write("N = 64")
    for name in streams:
        w.write(f"{name} = cp.cuda.Stream({w.pick(_KINDS)})")
    for name in arrays:
        w.write(f"{name} = cp.ones(N)")
    for name in events:
        w.write(f"{name} = cp.cuda.Event()")
    scope = Scope(list(streams), list(arrays), list(events), own=[*arrays, *events])
    if w.chance(0.5):
        w.write(f"streams = [{', '.join(streams)}]")
        scope.stream_lists.append("streams")
    if w.chance(0.4):
        w.write("ring = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]")
        scope.stream_lists.append("ring")
    if w.chance(0.4):
        w.write("buffers = [cp.zeros(N) for _ in range(3)]\nslots = [cp.cuda.Event() for _ in range(3)]")
        scope.array_lists.append("buffers")
        scope.event_lists.append("slots")
    if w.chance(0.3):
        w.write(f"named = {{'load': {streams[0]}, 'work': {streams[-1]}}}")
        scope.streams += ["named['load']", "named['work']"]
    if w.chance(0.2):
        scope.streams.append("cp.cuda.Stream.null")
    w.write(_WAIT)
    return scope
