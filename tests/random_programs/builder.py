"""Writes a random library and its plan at once: each statement as text, and as a step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from cupylint.order import Kind

from .plans import (
    Block,
    Call,
    HandOver,
    Library,
    Line,
    Loop,
    Make,
    Record,
    Ref,
    Slot,
    Step,
    Synchronize,
    Test,
    WaitEvent,
    Work,
)

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Item:
    """Something that statements can use: how the text calls it, and its name in the plan; `slots`: of a list."""

    text: str
    name: str
    slots: int = 0


@dataclass
class Scope:
    """What is in reach of a statement.

    Attributes:
        variables: of the loops around it.
        flag: an expression of which the code does not tell whether it holds; "" for none.
        helpers: names of functions that may be called.
    """

    streams: list[Item] = field(default_factory=list)
    arrays: list[Item] = field(default_factory=list)
    events: list[Item] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)
    flag: str = ""
    helpers: list[str] = field(default_factory=list)

    def with_(self, **more: list[Item] | str) -> Scope:
        """The same with more of some kinds."""
        found = Scope(self.streams[:], self.arrays[:], self.events[:], self.variables[:], self.flag, self.helpers)
        for name, items in more.items():
            setattr(found, name, items if isinstance(items, str) else [*getattr(found, name), *items])
        return found


class Builder:
    """A library that is being written."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.files: dict[str, list[str]] = {}
        self.file = ""
        self.depth = 0
        self.library = Library()
        self.block: Block = self.library.module
        self._counter = 0

    # -- choices -------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random.random() < probability

    def pick(self, items: Sequence[Choice]) -> Choice:
        """One of them."""
        return self.random.choice(items)

    def number(self, low: int, high: int) -> int:
        """From `low` to `high`, both included."""
        return self.random.randint(low, high)

    def fresh(self, prefix: str) -> str:
        """A new name."""
        self._counter += 1
        return f"{prefix}_{self._counter}"

    # -- text and steps ------------------------------------------------------------------------

    def line(self, text: str, *steps: Step) -> Line:
        """A line of text, and what it does."""
        lines = self.files.setdefault(self.file, [])
        lines.append("    " * self.depth + text if text else "")
        self.block += steps
        return self.file, len(lines)

    @property
    def next(self) -> Line:
        """Where the next line will stand."""
        return self.file, len(self.files.setdefault(self.file, [])) + 1

    @contextmanager
    def under(self, head: str, block: Block) -> Iterator[None]:
        """A block below a line; its steps go into `block`."""
        self.line(head)
        kept, self.block = self.block, block
        self.depth += 1
        yield
        self.depth -= 1
        self.block = kept

    @contextmanager
    def on(self, stream: Item, scope: Scope) -> Iterator[Ref]:
        """``with stream:``."""
        text, ref = self.spelled(stream, scope)
        with self.under(f"with {text}:", self.block):
            yield ref

    def spelled(self, item: Item, scope: Scope) -> tuple[str, Ref]:
        """An expression for something, and what it is; of a list, for one of its items."""
        if not item.slots:
            return item.text, Ref(item.name)
        slot, text = Slot("", self.number(0, item.slots - 1)), ""
        if scope.variables and self.chance(0.85):
            variable = scope.variables[-1]
            slot = Slot(variable, self.pick((0, 0, 0, 1)), item.slots)
            text = f"({variable} + 1) % {item.slots}" if slot.offset else f"{variable} % {item.slots}"
        return f"{item.text}[{text or slot.offset}]", Ref(item.name, slot)

    # -- statements ----------------------------------------------------------------------------

    def operation(self, scope: Scope, stream: Ref | None, array: tuple[str, Ref] | None = None) -> None:
        """One operation on the stream that is current."""
        one, first = array or self.spelled(self.pick(scope.arrays), scope)
        other, second = self.spelled(self.pick(scope.arrays), scope)
        form = self.number(0, 6)
        if form == 0:
            self.line(f"{one}.fill({self.number(1, 9)})", Work(stream, (), (first,), self.next))
        elif form == 1:
            self.line(f"{one}[...] = {other}", Work(stream, (second,), (first,), self.next))
        elif form == 2:
            self.line(f"cp.add({one}, 1, out={other})", Work(stream, (first,), (second,), self.next))
        elif form == 3:
            self.line(f"cp.multiply({one}, {other}, out={other})", Work(stream, (first, second), (second,), self.next))
        elif form == 4:
            self.line(f"{one}[...] += 1", Work(stream, (first,), (first,), self.next))
        else:
            name = self.fresh("t")
            text = self.pick((f"{one} + 1", f"cp.sqrt({one})", f"{one}.sum()"))
            self.line(f"{name} = {text}", Work(stream, (first,), (), self.next, made=name))
            if form == 5 and not scope.variables:
                scope.arrays.append(Item(name, name))

    def work(self, scope: Scope) -> None:
        """``with stream:`` and one or two operations."""
        with self.on(self.pick(scope.streams), scope) as stream:
            for _ in range(self.number(1, 2)):
                self.operation(scope, stream)

    def edge(self, scope: Scope) -> None:
        """Something that orders, or seems to."""
        (one, first), (other, second) = (self.spelled(self.pick(scope.streams), scope) for _ in range(2))
        form = self.number(0, 9 if scope.events else 5)
        if form <= 2 or (form == 5 and not scope.helpers):
            self.line(f"{other}.wait_event({one}.record())", HandOver(first, second))
        elif form == 3:
            self.line(f"{one}.synchronize()", Synchronize(stream=first))
        elif form == 4:
            self.line("cp.cuda.Device().synchronize()", Synchronize())
        elif form == 5:
            self._helped(scope, (one, first), (other, second))
        else:
            event, recorded = self.spelled(self.pick(scope.events), scope)
            if form == 6:
                self.line(f"{event}.record({one})", Record(recorded, first))
            elif form == 7:
                self.line(f"{one}.wait_event({event})", WaitEvent(first, recorded))
            elif form == 8:
                self.line(f"{event}.record({one})", Record(recorded, first))
                self.line(f"{other}.wait_event({event})", WaitEvent(second, recorded))
            else:
                self.line(f"{event}.synchronize()", Synchronize(event=recorded))

    def _helped(self, scope: Scope, one: tuple[str, Ref], other: tuple[str, Ref]) -> None:
        """An edge, or work, that a function makes."""
        name = self.pick(scope.helpers)
        plain = name.rpartition(".")[2]
        if plain == "hand_over":
            arguments, refs = (one[0], other[0]), (("first", one[1]), ("second", other[1]))
        else:
            (source, read), (target, written) = (self.spelled(self.pick(scope.arrays), scope) for _ in range(2))
            arguments = (one[0], source, target)  # type: ignore[assignment]
            refs = (("stream", one[1]), ("source", read), ("target", written))  # type: ignore[assignment]
        self.line(f"{name}({', '.join(arguments)})", Call(plain, refs))

    def chain(self, scope: Scope) -> None:
        """An array is written on one stream and read on another one, with or without the edge that it takes."""
        array = self.spelled(self.pick(scope.arrays), scope)
        (one, first), (other, second) = (self.spelled(self.pick(scope.streams), scope) for _ in range(2))
        with self.under(f"with {one}:", self.block):
            self.line(f"{array[0]}[...] = {self.number(1, 9)}", Work(first, (), (array[1],), self.next))
        form = self.number(0, 5)
        if form <= 2:
            self.line(f"{other}.wait_event({one}.record())", HandOver(first, second))
        elif form == 3:
            self.line(f"{one}.wait_event({other}.record())", HandOver(second, first))
        with self.under(f"with {other}:", self.block):
            self.operation(scope, second, array)

    def branch(self, scope: Scope) -> None:
        """A test of a flag that is not told, or of the variable of the loop."""
        body, orelse = Block(), Block()
        if scope.variables and self.chance(0.6):
            variable, least = scope.variables[-1], self.number(1, 2)
            head, step = f"if {variable} >= {least}:", Test(body, orelse, variable, least)
        elif scope.flag:
            head, step = f"if {scope.flag}:", Test(body, orelse)
        else:
            return self.work(scope)
        with self.under(head, body):
            self.pick((self.work, self.edge, self.edge))(scope.with_())
            if not body:
                self.line("pass")
        if self.chance(0.3):
            with self.under("else:", orelse):
                self.work(scope.with_())
        self.block.append(step)
        return None

    def loop(self, scope: Scope, size: str, items: str = "") -> None:
        """A loop of as many rounds as the size says, which is not told."""
        variable, body = self.fresh("i"), Block()
        form = self.number(0, 9)
        step, head = Loop(variable, body), f"for {variable} in range({size}):"
        if form == 0:
            step, head = Loop(variable, body, less=1), f"for {variable} in range({size} - 1):"
        elif form == 1:
            step, head = Loop(variable, body, first=1), f"for {variable} in range(1, {size}):"
        elif form == 2:
            step, head = Loop(variable, body, down=True), f"for {variable} in range({size} - 1, -1, -1):"
        elif form <= 4 and items:
            head = f"for {variable}, item in enumerate({items}):"
        elif form == 5:
            self.line(f"{variable} = 0")
            head = f"while {variable} < {size}:"
        with self.under(head, body):
            self._rounds(scope.with_(variables=[variable]))  # type: ignore[list-item]
            if form == 5:
                self.line(f"{variable} += 1")
        self.block.append(step)

    def _rounds(self, scope: Scope) -> None:
        """What a round does: a ring of buffers with the edges that it takes or fewer, or anything."""
        rings = [item for item in scope.arrays if item.slots]
        if not rings or self.chance(0.4):
            for _ in range(self.number(2, 4)):
                self.pick((self.work, self.work, self.chain, self.edge, self.edge, self.branch))(scope)
            return
        buffer = self.spelled(self.pick(rings), scope)
        (load, first), (use, second) = (self.spelled(self.pick(scope.streams), scope) for _ in range(2))
        free = self.spelled(self.pick(scope.events), scope) if scope.events and self.chance(0.6) else None
        if free is not None and self.chance(0.8):
            self.line(f"{load}.wait_event({free[0]})", WaitEvent(first, free[1]))
        with self.under(f"with {load}:", self.block):
            self.line(f"{buffer[0]}[...] = 0", Work(first, (), (buffer[1],), self.next))
        if self.chance(0.8):
            self.line(f"{use}.wait_event({load}.record())", HandOver(first, second))
        with self.under(f"with {use}:", self.block):
            self.operation(scope, second, buffer)
        if free is not None and self.chance(0.9):
            self.line(f"{free[0]}.record({use})", Record(free[1], second))
        elif self.chance(0.3):
            self.line(f"{load}.wait_event({use}.record())", HandOver(second, first))

    def statement(self, scope: Scope, size: str, items: str = "") -> None:
        """Some statement."""
        if size and self.chance(0.3):
            self.loop(scope, size, items)
        else:
            self.pick((self.work, self.chain, self.chain, self.edge, self.edge, self.branch))(scope)

    # -- objects -------------------------------------------------------------------------------

    def stream(self, target: Item) -> None:
        """A stream, or a list of them, gets a name."""
        kind, argument = self.pick((*((Kind.NON_BLOCKING, "non_blocking=True"),) * 4, (Kind.BLOCKING, "")))
        made = f"cp.cuda.Stream({argument})"
        text = f"[{made} for _ in range({target.slots})]" if target.slots else made
        self.line(f"{target.text} = {text}", Make(target.name, kind))

    def array(self, target: Item) -> None:
        """An array, or a ring of them: rows of an array, or a list."""
        if not target.slots:
            text = self.pick(("cp.zeros(64)", "cp.empty(64)", "cp.ones(64)"))
        else:
            text = self.pick((f"cp.zeros(({target.slots}, 64))", f"[cp.zeros(64) for _ in range({target.slots})]"))
        self.line(f"{target.text} = {text}", Make(target.name), *self._filled(target, text))

    def _filled(self, target: Item, text: str) -> tuple[Step, ...]:
        empty = "empty" in text
        return () if empty else (Work(None, (), (Ref(target.name),), self.next),)

    def event(self, target: Item) -> None:
        """An event, or a list of them, gets a name."""
        made = "cp.cuda.Event()"
        text = f"[{made} for _ in range({target.slots})]" if target.slots else made
        self.line(f"{target.text} = {text}", Make(target.name))
