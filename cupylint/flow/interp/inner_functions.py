"""Functions inside functions that code calls which is not seen: followed once, from what is known where they go there.

Only those that read the clock: of what they time nothing has to be known but what they do themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.flow.detectors.clock_readers import reads_clock
from cupylint.flow.detectors.footprint import NOTHING_USED, USED
from cupylint.flow.device import parameters
from cupylint.flow.domain.frames import Frame, OutOfFuel
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import FunctionValue, Value

if TYPE_CHECKING:
    from cupylint.flow.interp.machine import Machine

_FUEL = 1_000  # statements of one of them, what it calls included


def given_away(machine: Machine, state: State, values: Iterable[Value]) -> None:
    """Follow those of `values` that are such functions of the checked file, and were never entered."""
    for value in values:
        if not isinstance(value, FunctionValue) or len(value.frames) < 2 or value.frames[-1] or machine.importing:
            continue
        if value.function not in machine.entered and reads_clock(value.function):
            _follow(machine, state, value)


def _follow(machine: Machine, state: State, value: FunctionValue) -> None:
    """Follow a function whenever it may be called: all that was issued before it is done."""
    begun = State()
    begun.memory = state.memory.copy()
    begun.memory[USED] = NOTHING_USED
    begun.device = state.device
    kept = machine.frames, machine.raising, machine.statement, machine.share, machine.pairing
    fuel = machine.fuel
    machine.frames, machine.raising, machine.pairing = [Frame(0, value.function, ())], [], None
    machine.statement = value.function.node
    machine.fuel = machine.share = given = min(fuel, _FUEL)
    try:
        machine.run_function(begun, value, (), parameters.arguments(machine, begun, value.function))
    except (OutOfFuel, RecursionError):  # what was found until then holds
        machine.entered.add(value.function)
    finally:
        machine.frames, machine.raising, machine.statement, machine.share, machine.pairing = kept
        machine.fuel = fuel - (given - max(0, machine.fuel))
