"""What writes a random program: its text so far, the names in scope, the choices.

Everything in a program is known statically (no unknown branch, no unknown size), so that it has one
trace and the static verdict must equal the one of a run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TypeVar

Item = TypeVar("Item")
MAIN, HELPERS = "program.py", "helpers.py"
_STATEMENTS = 45  # of one program, about


@dataclass
class Scope:
    """What a piece of the program can use, each an expression or a name.

    Attributes:
        streams, arrays, events: expressions of that kind.
        own: names of arrays and events that may be bound anew here.
        stream_lists: lists of at least two streams.
        array_lists: lists of at least three arrays.
        event_lists: lists of at least three events.
        function: whether it is a function's body.
    """

    streams: list[str]
    arrays: list[str]
    events: list[str]
    own: list[str] = field(default_factory=list)
    stream_lists: list[str] = field(default_factory=list)
    array_lists: list[str] = field(default_factory=list)
    event_lists: list[str] = field(default_factory=list)
    function: bool = False

    def inner(self) -> Scope:
        """The scope of a function defined here: it sees everything, but may bind nothing of it."""
        return Scope(
            list(self.streams),
            list(self.arrays),
            list(self.events),
            [],
            list(self.stream_lists),
            list(self.array_lists),
            list(self.event_lists),
            True,
        )


@dataclass
class Section:
    """A part of the program with imports of its own."""

    imports: dict[str, None] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Function:
    """A function that calls can be written for.

    Attributes:
        parameters: name, kind ("stream", "array", "event" or "streams") and whether it has a default value.
        returns: "array", "pair" (array and event), "stream", "event" or "".
    """

    name: str
    parameters: tuple[tuple[str, str, bool], ...]
    returns: str


Shape = Callable[["Writer", int], None]
"""Writes one statement, or a few that belong together; the number says how deep it may nest."""


class Writer:
    """Writes one program.

    Args:
        seed: equal seeds give equal programs.
        simple: shapes of one line or block.
        nested: groups of shapes that contain others or need definitions.
        modules: put the definitions into a file of their own.
    """

    def __init__(self, seed: int, simple: Sequence[Shape], nested: Sequence[Sequence[Shape]], modules: bool) -> None:
        self.random = random.Random(seed)
        self.simple, self.nested, self.modules = simple, nested, modules
        self.main, self.definitions = Section(), Section()
        self.section = self.main
        self.depth = 0
        self.unsure = 0  # loops and branches around the statement
        self.inside = 0  # `with` blocks around it, in its function
        self.left = _STATEMENTS
        self._counter = 0
        self._defined: list[str] = []
        self.functions: list[Function] = []
        self.things: dict[str, str] = {}  # objects of the main part: name -> class
        self.scope = Scope([], [], [])
        self.qualified = modules and self.chance(0.5)
        self.care = self.pick((0.2, 0.5, 0.8, 0.9))  # how often a top-level statement begins with nothing pending

    # -- choices -------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random.random() < probability

    def pick(self, items: Sequence[Item]) -> Item:
        """One of them."""
        return self.random.choice(items)

    def number(self, low: int, high: int) -> int:
        """From `low` to `high`, both included."""
        return self.random.randint(low, high)

    def fresh(self, prefix: str) -> str:
        """A new name."""
        self._counter += 1
        return f"{prefix}_{self._counter}"

    # -- text ----------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Lines at the current depth; common indentation goes."""
        lines = dedent(text).strip("\n").splitlines()
        self.section.lines += ["    " * self.depth + line if line.strip() else "" for line in lines]

    def needs(self, line: str) -> None:
        """An import of the section."""
        self.section.imports[line] = None

    @contextmanager
    def indented(self, unsure: bool = False) -> Iterator[None]:
        """A block; `unsure`: it may run never or often, so that names bound in it are not used after it."""
        self.depth += 1
        self.unsure += unsure
        try:
            yield
        finally:
            self.depth -= 1
            self.unsure -= unsure

    @contextmanager
    def on(self, manager: str) -> Iterator[None]:
        """A `with` block."""
        self.write(f"with {manager}:")
        self.inside += 1
        with self.indented():
            yield
        self.inside -= 1

    @contextmanager
    def scoped(self, scope: Scope) -> Iterator[Scope]:
        """Another scope, for a function's body."""
        kept = self.scope, self.unsure, self.inside
        self.scope, self.unsure, self.inside = scope, 0, 0
        try:
            yield scope
        finally:
            self.scope, self.unsure, self.inside = kept

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Among the definitions, outside of everything."""
        kept = self.section, self.depth
        self.section, self.depth = Section(self.definitions.imports), 0
        try:
            yield
        finally:
            # What is defined meanwhile ends sooner, and so comes before.
            self.definitions.lines += ["", *self.section.lines]
            self.section, self.depth = kept

    def define(self, name: str, text: str, *imports: str) -> str:
        """A definition that any program may need once; returns how it is called here."""
        if name not in self._defined:
            with self.apart():
                for line in imports:
                    self.needs(line)
                self.write(text)
            self._defined.append(name)
        return self.ref(name)

    def ref(self, name: str) -> str:
        """A definition's name in the current section."""
        if name not in self._defined:
            self._defined.append(name)
        return f"helpers.{name}" if self.qualified and self.section is self.main else name

    # -- names ---------------------------------------------------------------------------------

    def stream(self) -> str:
        """An expression for a stream."""
        if self.scope.stream_lists and self.chance(0.2):
            return f"{self.pick(self.scope.stream_lists)}[{self.pick((0, 1, -1))}]"
        return self.pick(self.scope.streams)

    def array(self) -> str:
        """An expression for an array."""
        if self.scope.array_lists and self.chance(0.1):
            return f"{self.pick(self.scope.array_lists)}[{self.number(0, 1)}]"
        return self.pick(self.scope.arrays)

    def event(self) -> str:
        """An expression for an event."""
        return self.pick(self.scope.events)

    def target(self) -> str:
        """A name to bind an array to."""
        own = [name for name in self.scope.arrays if name in self.scope.own]
        if own and self.chance(0.75):
            return self.pick(own)
        name = self.fresh("t")
        if not self.unsure:
            self.scope.arrays.append(name)
            self.scope.own.append(name)
        return name

    def assign(self, value: str) -> None:
        """Bind an array to some name."""
        self.write(f"{self.target()} = {value}")

    def bumped(self, array: str) -> str:
        """A statement that changes an array; `+=` on a name of an outer scope would make it a local one."""
        return f"{array} += 1" if array in self.scope.own or not self.scope.function else f"{array}[...] += 1"

    def bind(self, kind: str, name: str) -> None:
        """A name that was just bound to a "stream" or an "event"."""
        if not self.unsure:
            (self.scope.streams if kind == "stream" else self.scope.events).append(name)

    def value(self, kind: str) -> str:
        """An argument of a kind of parameter."""
        if kind == "stream":
            return self.stream()
        if kind == "array":
            return self.array()
        if kind == "streams":
            return self.stream_list()
        return f"{self.stream()}.record()" if self.chance(0.6) else self.event()

    def stream_list(self) -> str:
        """An expression for streams, at least two."""
        if self.scope.stream_lists and self.chance(0.7):
            whole = self.pick(self.scope.stream_lists)
            return self.pick((whole, whole, f"{whole}[:2]", f"{whole}[::-1]", f"[*{whole}, {self.stream()}]"))
        return self.pick(("[{}, {}]", "({}, {})")).format(self.stream(), self.stream())

    # -- statements ----------------------------------------------------------------------------

    def statement(self, budget: int) -> None:
        """Some shape."""
        self.left -= 1
        if budget > 0 and self.left > 0 and self.chance(0.55):
            self.pick(self.pick(self.nested))(self, budget)
        else:
            self.pick(self.simple)(self, budget)

    def body(self, budget: int, most: int = 2, unsure: bool = True) -> None:
        """An indented block."""
        with self.indented(unsure):
            for _ in range(self.number(1, most)):
                self.statement(budget - 1)

    # -- the whole -----------------------------------------------------------------------------

    def files(self) -> dict[str, str]:
        """The program's files by name, the main one last."""
        defined = self.definitions
        if not defined.lines:
            body = [*self.main.imports, "import cupy as cp", "", *self.main.lines]
            return {MAIN: "\n".join(body) + "\n"}
        home = ["home = cp.cuda.Stream(non_blocking=True)", "N = 64"]
        if not self.modules:
            imports = dict.fromkeys((*defined.imports, *self.main.imports))
            body = [*imports, "import cupy as cp", "", *home, *defined.lines, "", *self.main.lines]
            return {MAIN: "\n".join(body) + "\n"}
        helpers = [*defined.imports, "import cupy as cp", "", *home, *defined.lines]
        line = "import helpers" if self.qualified else f"from helpers import {', '.join(self._defined)}"
        body = [*self.main.imports, "import cupy as cp", line, "", *self.main.lines]
        return {HELPERS: "\n".join(helpers) + "\n", MAIN: "\n".join(body) + "\n"}
