"""Loops that are to look whether work is done, and wait for it instead.

Such a loop issues nothing itself. Its first round waits for what was issued before the loop, and there is nothing left
to look for in the second.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.facts import BlockingPoll, Step
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import Array, FunctionValue
from cupylint.looks import LOOKS
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from libcst import CSTNode

    from cupylint.flow.detectors.cancellation import Cancellation
    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(slots=True, eq=False)
class _Loop:
    """A ``while`` that is followed.

    Attributes:
        pending: the work that the host has not waited for when it begins.
        events: the events that are recorded when it begins.
        asks: its test asks whether something is done.
        works: places of work in it.
        waits: places of waits, with the most often that one path came to them.
        behind: places of reads of what the pending work writes, and that wait for it.
        derived: memory computed from such reads.
        places: the memory that is read, by places of reads.
        walks: its rounds wait for different things, or read different places.
    """

    statement: ir.While
    pending: int
    events: set[object]
    asks: bool
    works: set[CSTNode] = field(default_factory=set)
    waits: dict[CSTNode, tuple[Step, int]] = field(default_factory=dict)
    behind: set[CSTNode] = field(default_factory=set)
    derived: set[int] = field(default_factory=set)
    places: dict[CSTNode, tuple[frozenset[int], object]] = field(default_factory=dict)
    walks: bool = False


class Polls:
    """The ``while`` loops of one analysis."""

    def __init__(self, cancellation: Cancellation) -> None:
        self._cancellation = cancellation
        self.interpreter = cancellation.interpreter
        self._loops: list[_Loop] = []
        self._depths: list[int] = []  # how many there were when each ``while`` began
        self._found: dict[CSTNode, BlockingPoll] = {}

    def begin(self, statement: ir.While, states: list[State]) -> None:
        """A loop begins."""
        self._depths.append(len(self._loops))
        interpreter = self.interpreter
        if (
            states
            and not interpreter.modules.importing
            and _looks(interpreter, states[0], [*statement.before, *statement.body], 2)
        ):
            pending = 0
            for state in states:
                order = state.program_order or state.order
                pending |= order.issued & ~order.hosts.get(state.host, 0)
            events = {key for state in states for key in state.order.events}
            self._loops.append(_Loop(statement, pending, events, _asks(statement.test)))

    def end(self) -> None:
        """The loop that began last ends: has it waited instead of looking?"""
        depth = self._depths.pop()
        while len(self._loops) > depth:
            loop = self._loops.pop()
            if loop.works - {node for node in loop.works if node in loop.waits} or loop.walks:
                continue
            for node, (step, times) in loop.waits.items():
                if times > 1 and node not in self._found:
                    self._found[node] = BlockingPoll(
                        spot=step.spot,
                        loop=self.interpreter.spot(loop.statement.node),
                        event=step.event is not None,
                        read=node in loop.behind,
                        certain=not self._cancellation.threads and not self.interpreter.allocations.captured,
                    )

    def issued(self, state: State, node: CSTNode, uses: Sequence[Effect], before: int) -> None:
        """Work was issued; `before` is what certainly comes before it."""
        if not self._loops:
            return
        known = (state.program_order or state.order).hosts.get(state.host, 0)
        for loop in self._loops:
            for use in uses:
                if use.mode == "r":
                    self._read(state, loop, node, use.array, before & ~known)
            made = {buffer for use in uses if "w" in use.mode for buffer in use.array.buffers}
            if node in loop.behind and all(_is_made_at(self.interpreter, buffer, node) for buffer in made):
                loop.derived |= made
            else:
                loop.works.add(node)

    def waited(self, state: State, step: Step) -> None:
        """The host has waited."""
        for loop in self._loops:
            if _counts(state, loop, step):
                _count(state, loop, step)
            elif step.implicit:
                loop.works.discard(step.spot.node)  # a copy to the host that does not wait for the work in question

    def facts(self) -> list[BlockingPoll]:
        """What was found on all paths."""
        return list(self._found.values())

    def _read(self, state: State, loop: _Loop, node: CSTNode, array: Array, waited: int) -> None:
        """An array is read in a loop, once the work in `waited` is done."""
        for buffer in array.buffers:
            writers = state.writers.get(buffer, 0) | self._cancellation.running_on(state, buffer)
            if buffer in loop.derived or writers & loop.pending & waited:
                loop.behind.add(node)
        written = frozenset(buffer for buffer in array.buffers if buffer in state.writers)
        place = (written, array.region)
        if written and not loop.derived & array.buffers:
            loop.walks = loop.walks or loop.places.setdefault(node, place) != place


def _counts(state: State, loop: _Loop, step: Step) -> bool:
    """Whether a wait is one for what was issued before the loop."""
    node = step.spot.node
    if step.implicit:
        return node in loop.behind or node in loop.waits
    if loop.asks or not isinstance(node, cst.Call):
        return False  # it was asked with ``done``
    if step.event is not None:
        return step.event in loop.events
    order = state.program_order or state.order
    return bool(loop.pending & order.hosts.get(state.host, 0)) and (step.learned or node in loop.waits)


def _count(state: State, loop: _Loop, step: Step) -> None:
    node = step.spot.node
    known = state.memory.sequence(("waits", id(loop), node))
    if any((other.event, other.stream) != (step.event, step.stream) for other in known):
        loop.walks = True  # each round waits for something else
    state.memory[("waits", id(loop), node)] = rounds = (*known, step)[-2:]
    loop.waits[node] = (step, max(len(rounds), loop.waits[node][1] if node in loop.waits else 0))


def _is_made_at(interpreter: Interpreter, buffer: int, node: CSTNode) -> bool:
    number = interpreter.allocations.creators.get(buffer)
    return number is not None and number < len(interpreter.touches) and interpreter.touches[number].spot.node is node


def _asks(part: ir.Expr) -> bool:
    """Whether an expression asks a stream or an event whether it is done."""
    return any(isinstance(each, ir.Attr) and each.name in ("done", "query") for each in ir.inside(part))


def _looks(interpreter: Interpreter, state: State, block: ir.Block, depth: int) -> bool:
    for part in walk(block):
        if isinstance(part, (ir.While, ir.For, ir.With, ir.Try, ir.Yield, ir.Raise, ir.DefineClass, ir.Define)):
            return False
        if not isinstance(part, ir.Call):
            continue
        function = part.function
        name = getattr(function, "name", None)
        if not isinstance(name, str):
            return False
        if isinstance(function, ir.Load):
            found = interpreter.value(state, function)
            if isinstance(found, FunctionValue):
                if not depth or not _looks(interpreter, state, found.function.body, depth - 1):
                    return False
                continue
        if name not in LOOKS:
            return False
    return True
