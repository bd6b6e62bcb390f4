"""Names that stand for memory: what they are and whether the compiler may keep what it read there."""

from __future__ import annotations

from dataclasses import dataclass, field

from cupylint.kernels.model import (
    UNKNOWN_TYPE,
    Address,
    Assign,
    Call,
    Cast,
    CType,
    Declare,
    Expr,
    Function,
    Load,
    Name,
    Operation,
    Source,
    walk,
)
from cupylint.kernels.vocabulary import LOADS


def root(expression: Expr) -> str:
    """The variable that an expression for a place in memory starts from, or ""."""
    while True:
        if isinstance(expression, Name):
            return expression.id
        if isinstance(expression, Load):
            expression = expression.base
        elif isinstance(expression, (Cast, Address)):
            expression = expression.operand
        elif isinstance(expression, Operation) and expression.operator in (".", "+", "-") and expression.operands:
            expression = expression.operands[0]
        else:
            return ""


@dataclass(slots=True)
class Memory:
    """The names of a function.

    Attributes:
        types: of all variables; one that is declared twice in different ways has an unknown type.
        spaces: "parameter", "shared", "device", "constant", "array" (of the thread) or "local".
        written: names through which the function writes, atomically or not, or that it hands on.
    """

    types: dict[str, CType] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, source: Source, function: Function) -> Memory:
        """The names that `function` can see."""
        found = cls()
        for name, item in source.globals.items():
            found._add(name, item.type, item.space or "constant")
        for parameter in function.parameters:
            found._add(parameter.name, parameter.type, "parameter")
        for part in walk(*function.body):
            if isinstance(part, Declare):
                found._add(part.name, part.type, part.space or "local")
            elif isinstance(part, Assign):
                found.written.add(root(part.target))
            elif isinstance(part, Call) and part.function not in LOADS:
                found.written.update(root(argument) for argument in part.arguments if not isinstance(argument, Load))
        return found

    def _add(self, name: str, kind: CType, space: str) -> None:
        if name in self.types and (self.types[name] != kind or self.spaces[name] != space):
            kind, space = UNKNOWN_TYPE, "local"
        self.types[name], self.spaces[name] = kind, space

    def type(self, name: str) -> CType:
        """The type of a variable, unknown if it was not seen."""
        return self.types.get(name, UNKNOWN_TYPE)

    def space(self, name: str) -> str:
        """What a name stands for, "" if it was not seen."""
        return self.spaces.get(name, "")

    def pointer_type(self, expression: Expr) -> CType:
        """The type of an expression for an address, unknown if it is not plain."""
        while True:
            if isinstance(expression, Name):
                return self.type(expression.id)
            if isinstance(expression, Cast):
                return expression.type
            if isinstance(expression, Operation) and expression.operator in ("+", "-"):
                expression = expression.operands[0]
            elif isinstance(expression, Address):
                inner = expression.operand
                if isinstance(inner, Load) and inner.index:
                    expression = inner.base
                elif isinstance(inner, Name):
                    kind = self.type(inner.id)
                    return CType(kind.name, kind.pointers + 1, kind.const, kind.volatile)
                else:
                    return UNKNOWN_TYPE
            else:
                return UNKNOWN_TYPE

    def is_volatile(self, load: Load) -> bool:
        """Whether each read really reads memory again."""
        return self.pointer_type(load.base).volatile

    def is_plain(self, load: Load) -> bool:
        """Whether it reads a number through a pointer to ordinary, not volatile numbers."""
        kind = self.pointer_type(load.base)
        return kind.width is not None and kind.pointers == 1 and not kind.volatile and not load.member
