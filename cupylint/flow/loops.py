"""Loops: followed for as many rounds as their collections or moduli need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.flow import stores
from cupylint.flow.conditions import assume, truth
from cupylint.flow.items import iterate
from cupylint.flow.state import State, join
from cupylint.flow.values import Generator, Value
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.machine import Machine


def for_(machine: Machine, statement: ir.For, states: list[State]) -> list[State]:
    after: list[State] = []
    for state in states:
        iterable = machine.value(state, statement.iterable)
        if isinstance(iterable, Generator) and not iterable.manager:
            after += for_generator(machine, statement, state, iterable)
        else:
            comprehension = any(isinstance(inner, ir.Append) for inner in statement.body)
            items, complete = iterate(machine, state, iterable, statement, comprehension)
            ended = loop(machine, statement, [state], items)
            if not complete and _may_wait_sometimes(statement.body):
                for end in ended:
                    end.doubt |= end.order.issued
            after += ended
    return join(after, machine.PATHS)


def loop(machine: Machine, statement: ir.For, states: list[State], items: Iterable[Value]) -> list[State]:
    frame = machine.frame
    outer = frame.breaks, frame.continues
    frame.breaks = []
    try:
        for item in items:
            if not states:
                break
            frame.continues = []
            for state in states:
                stores.store(machine, state, statement.target, item, None)
            states = join(machine.run(statement.body, states) + frame.continues, machine.PATHS)
        if statement.orelse:
            states = machine.run(statement.orelse, states)
        return join(states + frame.breaks, machine.PATHS)
    finally:
        frame.breaks, frame.continues = outer


def for_generator(machine: Machine, statement: ir.For, state: State, generator: Generator) -> list[State]:
    """Run a generator of this file, with the loop's body where it yields."""
    from cupylint.flow.calls import run_function

    consumer = machine.frame

    def body(inner: State, value: Value) -> list[State]:
        with machine.within(consumer):
            stores.store(machine, inner, statement.target, value, None)
            consumer.continues = []
            return join(machine.run(statement.body, [inner]) + consumer.continues, machine.PATHS)

    outer = consumer.breaks, consumer.continues
    consumer.breaks = []
    try:
        results = run_function(machine, state, generator.function, generator.arguments, generator.keywords, body)
        ended = machine.run(statement.orelse, [result for result, _ in results])
        return join(ended + consumer.breaks, machine.PATHS)
    finally:
        consumer.breaks, consumer.continues = outer


def while_(machine: Machine, statement: ir.While, states: list[State]) -> list[State]:
    frame = machine.frame
    outer = frame.breaks, frame.continues
    frame.breaks = []
    left: list[State] = []
    forever = isinstance(statement.test, ir.Const) and bool(statement.test.value)
    rounds = machine.rounds()
    try:
        for round_ in range(machine.FULL_LOOP + 1):
            states = machine.run(statement.before, states)
            go: list[State] = []
            for state in states:
                value = machine.value(state, statement.test)
                known = truth(machine, state, value, statement.test.node)
                limit = rounds if known is None or forever else machine.FULL_LOOP
                if known is False or (round_ >= limit and not forever):
                    if known is True:  # it would go on: what its later rounds wait for is not known
                        state.doubt |= state.order.issued
                    assume(machine, state, value, False, statement.test.node)
                    left.append(state)
                elif round_ >= limit and _has_break(statement.body) and not frame.breaks:
                    state.doubt |= state.order.issued
                    left.append(state)
                elif round_ < limit:
                    assume(machine, state, value, True, statement.test.node, sticky=False)
                    go.append(state)
            if not go:
                break
            frame.continues = []
            states = join(machine.run(statement.body, go) + frame.continues, machine.PATHS)
        if statement.orelse:
            left = machine.run(statement.orelse, left)
        return join(left + frame.breaks, machine.PATHS)
    finally:
        frame.breaks, frame.continues = outer


def _has_break(body: ir.Block) -> bool:
    """Whether a loop's body can break out of the loop."""
    for statement in body:
        if isinstance(statement, ir.Break):
            return True
        for name in ("then", "orelse", "final", "body"):
            inner = getattr(statement, name, None)
            is_loop = isinstance(statement, (ir.For, ir.While)) and name == "body"
            if isinstance(inner, list) and not is_loop and _has_break(inner):
                return True
    return False


_WAITS = frozenset(("synchronize", "wait_event", "deviceSynchronize", "streamSynchronize", "get", "record"))


def _may_wait_sometimes(body: ir.Block, conditional: bool = False) -> bool:
    """Whether a loop waits in some rounds only, which may be ones that are not followed."""
    for statement in body:
        if conditional and isinstance(statement, ir.Call) and getattr(statement.function, "name", "") in _WAITS:
            return True
        if isinstance(statement, ir.If) and (
            _may_wait_sometimes(statement.then, True) or _may_wait_sometimes(statement.orelse, True)
        ):
            return True
        if isinstance(statement, (ir.With, ir.For)) and _may_wait_sometimes(statement.body, conditional):
            return True
    return False
