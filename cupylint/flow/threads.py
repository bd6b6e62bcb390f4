"""Threads and futures: followed at once, on a default stream of their own."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from cupylint.flow.arguments import Arguments
from cupylint.flow.state import State
from cupylint.flow.values import (
    NONE,
    Thread,
    Value,
)

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine

Outcome = tuple[State, Value]


def thread_method(
    machine: Machine, state: State, receiver: Thread, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A started thread is followed at once, on its own default stream; ``join`` tells what it waited for."""
    if name not in ("start", "join"):
        return [(state, machine.unknown(name))]
    caller, thread = state.host, ("thread", receiver.key)
    for order in (state.order, state.raw):
        if order is not None:
            order.host_signal(caller, thread) if name == "start" else order.host_signal(thread, caller)
    if name == "join":
        return [(state, NONE)]
    outcomes = _in_thread(machine, state, thread, receiver.function, receiver.arguments, (), node)
    return [(after, NONE) for after, _ in outcomes]


def run_in_thread(
    machine: Machine,
    state: State,
    function: Value,
    values: tuple[Value, ...],
    keywords: tuple[tuple[str, Value], ...],
    node: CSTNode,
) -> list[Outcome]:
    """``executor.submit(function, ...)``: followed at once, in a thread of its own. Gives a future."""
    thread = ("thread", machine.fresh())
    for order in (state.order, state.raw):
        if order is not None:
            order.host_signal(state.host, thread)
    outcomes = _in_thread(machine, state, thread, function, values, keywords, node)
    futures: list[Outcome] = []
    for after, value in outcomes:
        future = machine.unknown("future", host=True)
        after.memory[("result", future)] = value
        futures.append((after, future))
    return futures


def _in_thread(
    machine: Machine,
    state: State,
    thread: Hashable,
    function: Value,
    values: tuple[Value, ...],
    keywords: tuple[tuple[str, Value], ...],
    node: CSTNode,
) -> list[Outcome]:
    from cupylint.flow.calls import invoke

    caller, blocks, muted = state.host, state.blocks, state.muted
    state.host, state.blocks = thread, ()
    placed = [(value, node) for value in values]
    outcomes = invoke(machine, state, function, Arguments(placed, {name: (v, node) for name, v in keywords}), node)
    for after, _ in outcomes:
        after.host, after.blocks, after.muted = caller, blocks, muted
    return outcomes
