"""Functions that are being followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State, StreamBlock
    from cupylint.flow.domain.values import ClassValue, FunctionValue, Instance, Value
    from cupylint.program import ir

Outcome = tuple["State", "Value"]
"""One path's state after a call, and what the call returns."""


class Closure(NamedTuple):
    """A function inside another one.

    Attributes:
        made: the state at the end of the function that made it.
        entry: what was followed on its own then.
        returned: what that function returns, if it is the entry itself.
    """

    value: FunctionValue
    made: State
    entry: str
    returned: tuple[Value, ...]


class LocalClass(NamedTuple):
    """A class inside a function.

    Attributes:
        made: the state at the end of the function that made it.
        entry: what was followed on its own then.
    """

    value: ClassValue
    made: State
    entry: str


@dataclass(slots=True, eq=False)
class Frame:
    """A function being followed. `closure` are the numbers of the frames it sees, innermost first.

    `receiver` is the object that it was given first, if it was given one. `guards` is how many blocks are open that do
    something on every way out, and `returned_by` has, for paths that return through them, where and in which blocks.
    """

    number: int
    function: ir.Function
    closure: tuple[int, ...]
    names: tuple[frozenset[str], ...] = ()
    returns: list[Outcome] = field(default_factory=list)
    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)
    globals: set[str] = field(default_factory=set)
    owner: ClassValue | None = None
    receiver: Instance | None = None
    caller: CSTNode | None = None  # where it is called, in the frame below
    statement: CSTNode | None = None  # the statement of that call
    calling: int = 0  # the temporary that the call which is carried out is for, 0: none is carried out
    on_yield: Callable[[State, Value], list[State]] | None = None
    guards: int = 0
    returned_by: dict[int, tuple[ir.Return, tuple[StreamBlock, ...]]] = field(default_factory=dict)

    @property
    def module(self) -> int:
        """The number of the frame of the file's top level: 0 for the file that is checked."""
        return self.closure[-1] if self.closure else self.number


def depth(frames: list[Frame]) -> int:
    """How many calls are inside one another; a generator that has yielded to a frame below it is not among them."""
    if len(set(frames)) == len(frames):  # none has
        return len(frames)
    stack: list[Frame] = []
    for frame in frames:
        if frame in stack:
            del stack[stack.index(frame) :]
        stack.append(frame)
    return len(stack)
