"""Code that takes CuPy where there is a device and NumPy elsewhere: it is followed as it runs with a device."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterable

import libcst as cst

from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, External, ModuleValue, Symbol, TupleValue, Value
from cupylint.program import ir

_OTHERS = ("numpy", "scipy", "chainerx", "dask", "jax", "mlx")  # code that takes CuPy's arrays or theirs
_HOMES = {"cupy": "device", "cupyx": "device", **dict.fromkeys(_OTHERS, "host")}
_WITH_HOMES = (External, ModuleValue, TupleValue)
_DEVICE = re.compile(
    r"gpu|cuda|cupy|cpu|device|backend|host|numpy|avail|(?<![a-z])(?:xp|np|cp)(?![a-z])", re.IGNORECASE
)
_CHOSEN = ("took a library",)  # whether paths of this one's kind without a device were left out


def home(value: object) -> str:
    """Where a library, or something in it, works: "device" if that is CuPy, "host" for others with arrays of their own.

    "" for other values. Pairs of such have one.
    """
    if isinstance(value, TupleValue):
        parts = {home(item) for item in value.items} - {""}
        return parts.pop() if len(parts) == 1 else ""
    if isinstance(value, ModuleValue):  # a library of arrays whose own source lies in the project
        folder, name = os.path.split(value.path)
        return _HOMES.get(os.path.basename(folder), "") if name == "__init__.py" else ""
    return _HOMES.get(value.dotted.partition(".")[0], "") if isinstance(value, External) else ""


def with_device(states: list[State]) -> list[State]:
    """Those paths through a choice that run where there is a device.

    ``xp = cp if gpu else np``: where one path stores CuPy under a name or attribute, a path that stores NumPy there is
    not gone on with. What the choice hangs on stays known: ``if gpu:`` is decided from then on.
    """
    if len(states) < 2:
        return states
    chosen = {key for key in _differing(states) if any(home(state.memory.own.get(key)) == "device" for state in states)}
    if not chosen:
        return states
    kept = [state for state in states if not any(home(state.memory.own.get(key)) == "host" for key in chosen)]
    return _chosen(kept) if 0 < len(kept) < len(states) else states


def _differing(states: list[State]) -> set[Hashable]:
    """The names and attributes under which other paths than the first store a library that this one does not."""
    first = states[0].memory.own.get
    return {
        key
        for state in states[1:]
        for (key, value), other in zip(state.memory.own.items(), map(first, state.memory.own), strict=True)
        if other is not value and type(value) in _WITH_HOMES
    }


def returned_with_device(outcomes: list[tuple[State, Value]]) -> list[tuple[State, Value]]:
    """`with_device` for the ways out of a function, of which one may return CuPy and another one NumPy."""
    if len(outcomes) < 2:
        return outcomes
    homes = {home(value) for _, value in outcomes}
    if {"device", "host"} <= homes:
        outcomes = [outcome for outcome in outcomes if home(outcome[1]) != "host"]
        _chosen([state for state, _ in outcomes])
    kept = {id(state) for state in with_device([state for state, _ in outcomes])}
    return [outcome for outcome in outcomes if id(outcome[0]) in kept]


def looked_up(state: State, key: Value, pairs: Iterable[tuple[Value, Value]]) -> Value | None:
    """The library with a device, where a key that is not known chooses among libraries; None for other things.

    ``{"gpu": cp, "cpu": np}[kind]``: from then on `key` is known to be the one that takes it, as after a test.
    """
    held = list(pairs)
    homes = [home(value) for _, value in held]
    if "host" not in homes or homes.count("device") != 1:
        return None
    known, value = held[homes.index("device")]
    state.memory[_CHOSEN] = True
    if isinstance(key, Symbol) and isinstance(known, Const):
        state.path_condition[key] = known
    return value


def _chosen(states: list[State]) -> list[State]:
    for state in states:
        state.memory[_CHOSEN] = True
    return states


def may_say_the_same(statement: ir.If, yes: list[State], no: list[State]) -> None:
    """A test that is not decided may be the one by which the library was taken, in other words.

    ``if device != "cpu": synchronize()``: on the path that passes by the wait there may be nothing to wait for.
    """
    for arm, passing in ((statement.then, no), (statement.orelse, yes)):
        concerned = [state for state in passing if state.memory.get(_CHOSEN)]
        if concerned and _seems_to_wait(arm) and _asks_for_device(statement.test.node):
            for state in concerned:
                state.maybe_waited |= state.order.issued


def _seems_to_wait(block: ir.Block) -> bool:
    calls = (statement.function for statement in walk(block) if isinstance(statement, ir.Call))
    names = (str(function.name) for function in calls if isinstance(function, (ir.Attr, ir.Load)))
    return any(name != "wait_event" and SOUNDS_LIKE_WAITING.search(name) for name in names)


def _asks_for_device(test: cst.CSTNode | None) -> bool:
    return test is not None and _DEVICE.search(cst.Module([]).code_for_node(test)) is not None
