"""Writes the instructions of a kernel: slots, memory, and values that can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from .declarations import Known
from .errors import NotUnderstood, line_of
from .kinds import ADDRESS, LONG, Kind, Value, cast, pointer
from .memory import Site
from .program import Again, Ask, Branch, Do, Group, Instruction, Jump, Program, Slot, Threads
from .source import Source

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(frozen=True, slots=True)
class Term:
    """An expression that is evaluated without effects.

    Attributes:
        ask: gives its value; that of an array is where it begins.
        slot: of the variable that it is, -1 if it is none.
        address: where it stands in memory; None if it does not.
        number: its value, if that is known before the kernel runs.
    """

    kind: Kind
    ask: Ask
    slot: int = -1
    address: Ask | None = None
    number: Any = None


def constant(kind: Kind, value: Any) -> Term:
    """A number."""
    item = kind.dtype.type(value)
    return Term(kind, lambda _: item, number=item)


class Writer:
    """What is written so far, and what names mean at this point.

    Args:
        variables: addresses of the module's variables.
    """

    def __init__(self, source: Source, program: Program, variables: Callable[[str], int]) -> None:
        self.source, self.program, self._variables = source, program, variables
        self.code: list[Instruction] = program.code
        self.scopes: list[dict[str, Term]] = [{}]
        self.known = Known(dict(source.known.types), dict(source.known.constants))
        self.slots_of: dict[str, set[int]] = {}  # all variables of a name, for loops
        self.sites_of: dict[str, list[Site]] = {}  # the reads through a pointer, by its name

    # -- names ---------------------------------------------------------------------------------

    def bind(self, name: str, term: Term) -> None:
        """Give a term a name."""
        self.scopes[-1][name] = term
        if term.slot >= 0:
            self.slots_of.setdefault(name, set()).add(term.slot)

    def lookup(self, name: str, node: Node) -> Term:
        """What a name means.

        Raises:
            NotUnderstood: nobody knows.
        """
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        if name in self.known.constants:
            return constant(*self.known.constants[name])
        if name in self.source.variables:
            kind = self.source.variables[name][0]
            at = ADDRESS.type(self._variables(name))
            return self.at(kind, lambda _: at, node)
        raise NotUnderstood(f"the name {name}", line_of(node))

    # -- values --------------------------------------------------------------------------------

    def new_slot(self) -> int:
        """A slot that nothing else uses."""
        self.program.slots += 1
        return self.program.slots - 1

    def variable(self, kind: Kind) -> Term:
        """A new variable that stands in no memory."""
        slot = self.new_slot()
        return Term(kind.plain, lambda threads: threads.read(slot), slot)

    def own(self, kind: Kind, shared: bool, node: Node) -> Term:
        """A new variable in memory of the thread or the block."""
        here = -(-(self.program.shared if shared else self.program.local) // 16) * 16
        base = Slot.SHARED if shared else Slot.LOCAL
        if shared:
            self.program.shared = here + max(kind.size, 1)
        else:
            self.program.local = here + kind.size
        return self.at(kind, lambda threads: threads.read(base) + here, node)

    def at(self, kind: Kind, address: Ask, node: Node, name: str = "") -> Term:
        """What stands at an address."""
        if kind.count:
            return Term(kind, address, address=address)
        site = self.site(kind, node, writes=False, reads=True)
        if name:
            self.sites_of.setdefault(name, []).append(site)
        return Term(kind, lambda threads: threads.world.space.load(site, address(threads)), address=address)

    def site(self, kind: Kind, node: Node, writes: bool, reads: bool) -> Site:
        """A new place in the kernel that uses memory."""
        made = Site(kind, writes, reads)
        self.program.sites.append(made)
        return made

    def converted(self, term: Term, kind: Kind) -> Term:
        """A term as another type."""
        if kind.dtype == term.kind.dtype:
            return replace(term, kind=kind.plain, slot=-1, address=None)
        if term.number is not None:
            return constant(kind.plain, cast(term.number, kind.dtype))
        ask, dtype = term.ask, kind.dtype
        return Term(kind.plain, lambda threads: cast(ask(threads), dtype))

    def decayed(self, term: Term) -> Term:
        """An array as a pointer to its first item; anything else as it is."""
        if term.kind.count and term.kind.to is not None:
            return Term(pointer(term.kind.to), term.ask)
        return term

    def shifted(self, base: Term, index: Term, sign: int = 1) -> Ask:
        """The address of an item of an array."""
        assert base.kind.to is not None
        begin, number, size = base.ask, self.converted(index, LONG).ask, ADDRESS.type(sign * base.kind.to.size)
        return lambda threads: begin(threads) + number(threads) * size

    # -- instructions --------------------------------------------------------------------------

    def do(self, action: Callable[[Group], object]) -> None:
        """Something with an effect."""
        self.code.append(Do(action))

    def set(self, slot: int, ask: Ask) -> None:
        """Give a variable a value."""

        def action(group: Group) -> None:
            group.write(slot, ask(group))

        self.do(action)

    def kept(self, kind: Kind, ask: Ask) -> Term:
        """A value as it is now."""
        made = self.variable(kind)
        self.set(made.slot, ask)
        return made

    def assign(self, to: Term, value: Term, node: Node) -> None:
        """Write a value into a variable or into memory.

        Raises:
            NotUnderstood: that cannot be done.
        """
        ask = self.converted(value, to.kind).ask
        if to.slot >= 0:
            self.set(to.slot, ask)
            return
        if to.address is None or to.kind.count:
            raise NotUnderstood("an assignment to this", line_of(node))
        address, site = to.address, self.site(to.kind, node, writes=True, reads=False)
        self.do(lambda group: group.world.space.store(site, address(group), ask(group)))

    def branch(self, condition: Term) -> Branch:
        """Go on elsewhere where `condition` is false."""
        made = Branch(truth_of(condition))
        self.code.append(made)
        return made

    def jump(self) -> Jump:
        """Go on elsewhere."""
        made = Jump(-1)
        self.code.append(made)
        return made

    def land(self, *jumps: Branch | Jump) -> None:
        """Where some jumps lead to."""
        for jump in jumps:
            jump.target = len(self.code)

    def again(self, loop: Again) -> None:
        """Go back to the begin of a loop."""
        self.code.append(loop)


def truth_of(term: Term) -> Ask:
    """Whether a term is not zero."""
    ask = term.ask
    if term.kind.dtype.kind == "b":
        return ask
    return lambda threads: ask(threads) != 0


def selected(threads: Threads, mask: Value, one: Ask, other: Ask, kind: Kind) -> Value:
    """The value of `one` where `mask` is true, else that of `other`; each is asked only by those that get it."""
    if not mask.ndim or mask.all() or not mask.any():
        return (one if np.all(mask) else other)(threads)
    result = np.empty(mask.shape, kind.dtype)
    result[mask], result[~mask] = one(threads.only(mask)), other(threads.only(~mask))
    return result
