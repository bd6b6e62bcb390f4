"""The arguments of one call: values with the places they stand at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.flow.domain.values import Array, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

Placed = tuple[Value, "CSTNode"]
Handler = Callable[["Interpreter", "State", "Arguments", "CSTNode"], Value]
"""What works out a call of one function."""


class Arguments:
    """Positional and keyword arguments.

    ``partial`` is true where ``*args`` or ``**kwargs`` of unknown length were passed.
    """

    def __init__(self, positional: list[Placed], keywords: dict[str, Placed], partial: bool = False) -> None:
        self._positional, self._keywords, self.partial = positional, keywords, partial

    def position(self, number: int) -> Value | None:
        """The value of a positional argument, None if it is not given."""
        return self._positional[number][0] if number < len(self._positional) else None

    def at(self, number: int) -> Placed | None:
        return self._positional[number] if number < len(self._positional) else None

    def keyword(self, name: str | None) -> Value | None:
        placed = None if name is None else self._keywords.get(name)
        return None if placed is None else placed[0]

    def named(self, name: str) -> Placed | None:
        return self._keywords.get(name)

    def either(self, number: int, name: str) -> Value | None:
        """An argument given by position or by keyword."""
        found = self.position(number)
        return self.keyword(name) if found is None else found

    def place(self, number: int, default: CSTNode) -> CSTNode:
        placed = self.at(number)
        return default if placed is None else placed[1]

    def all(self) -> list[Placed]:
        return [*self._positional, *self._keywords.values()]

    def values(self) -> tuple[Value, ...]:
        return tuple(value for value, _ in self._positional)

    def positional_placed(self) -> list[Placed]:
        return list(self._positional)

    def keyword_values(self) -> tuple[tuple[str, Value], ...]:
        return tuple((name, value) for name, (value, _) in self._keywords.items())

    def keyword_names(self) -> frozenset[str]:
        return frozenset(self._keywords)

    def arrays(self) -> frozenset[int | str]:
        """Which arguments are certainly device arrays: positions and keyword names."""
        positions = {number for number, (value, _) in enumerate(self._positional) if isinstance(value, Array)}
        return frozenset(positions | {name for name, (value, _) in self._keywords.items() if isinstance(value, Array)})

    def with_receiver(self, value: Value, node: CSTNode) -> Arguments:
        """The same arguments with the object of a method in front."""
        return Arguments([(value, node), *self._positional], self._keywords, self.partial)

    def with_first(self, value: Value) -> Arguments:
        """The same arguments with another value of the first one, which is given by position."""
        (_, node), *rest = self._positional
        return Arguments([(value, node), *rest], self._keywords, self.partial)

    def changed(self, change: Callable[[Value], Value]) -> Arguments:
        """The same arguments with what `change` makes of each value that is given by position."""
        return Arguments([(change(value), node) for value, node in self._positional], self._keywords, self.partial)

    def in_order(self, names: Sequence[str]) -> Arguments:
        """The same arguments where those that are given by these names stand at their positions, without a gap."""
        positional, keywords = list(self._positional), dict(self._keywords)
        for name in names[len(positional) :]:
            if name not in keywords:
                break
            positional.append(keywords.pop(name))
        return Arguments(positional, keywords, self.partial)

    def elements(self, values: Sequence[Value], default: CSTNode) -> list[Placed]:
        """The elements of the third argument, a tuple or list, with their own places if it is written as a display."""
        placed = self.at(2)
        node = default if placed is None else placed[1]
        if isinstance(node, (cst.Tuple, cst.List)) and len(node.elements) == len(values):
            return [(value, element.value) for value, element in zip(values, node.elements, strict=True)]
        return [(value, node) for value in values]
