"""What names stand for where it is looked for what shows that they are device arrays."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from cupylint.cupy_model import canonical
from cupylint.flow.domain.values import ClassValue, External, FunctionValue, Kernel
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.memory import Memory
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_CUPY = ("cp", "cupy")
_NO_OBJECT = frozenset(("staticmethod", "classmethod"))


class Evidence(IntEnum):
    """How well it is known that a parameter is a device array."""

    NONE = 0
    ASKED = 1  # an array if it is given at all, or if `isinstance` says so
    LIKELY = 2  # other objects have the same methods
    SURE = 3


@dataclass(slots=True, eq=False)
class Scope:
    """What names at the top level of the checked file stand for, and what was worked out from that.

    Attributes:
        memory: that of the path on which they are looked up.
        read: the names that were looked up.
        known: function and depth -> what is known of its parameters.
        lists: function -> those of its parameters that are lists of device arrays.
    """

    memory: Memory
    read: dict[str, object] = field(default_factory=dict)
    known: dict[tuple[ir.Function, int], dict[str, Evidence]] = field(default_factory=dict)
    lists: dict[ir.Function, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, interpreter: Interpreter, state: State) -> Scope:
        """The scope on a path: the one that was used last, if the names that were looked up stand for the same."""
        found, memory = interpreter.parameter_scope, state.memory
        if found is None or any(memory.get((0, name)) is not value for name, value in found.read.items()):
            found = interpreter.parameter_scope = cls(memory)
        found.memory = memory
        return found

    def _value(self, name: str) -> object:
        value = self.read[name] = self.memory.get((0, name))
        return value

    def dotted(self, name: str) -> str:
        """The canonical name of ``cp.ndarray`` as it is written, "" where its first part is not known."""
        root, dot, rest = name.partition(".")
        value = self._value(root)
        if isinstance(value, External):
            return canonical(value.dotted + dot + rest)
        return "cupy" + dot + rest if root in _CUPY else name if root in ("typing", "Optional", "Union") else ""

    def called(self, expression: ir.Expr) -> ir.Function | None:
        """The function of this file that a call names."""
        value = self._value(str(expression.name)) if isinstance(expression, ir.Load) else None
        return value.function if isinstance(value, FunctionValue) else None

    def methods_of(self, name: str) -> list[ir.Function]:
        """The methods that stand in a class of this file."""
        value = self._value(name) if name else None
        members = value.members.values() if isinstance(value, ClassValue) else ()
        return [member.function for member in members if isinstance(member, FunctionValue)]

    def kernel(self, expression: ir.Expr) -> Kernel | None:
        """The kernel that a name stands for."""
        value = self._value(str(expression.name)) if isinstance(expression, ir.Load) else None
        return value if isinstance(value, Kernel) else None


class Names(NamedTuple):
    """The names whose uses are looked for.

    Attributes:
        own: those of the function itself.
        attributes: attribute of the object -> the one of those that it is.
        receiver: what the object is called in the function.
    """

    own: Set[str]
    attributes: Mapping[str, str] = {}
    receiver: str = ""

    def all(self) -> set[str]:
        """All that are looked for."""
        return {*self.own, *self.attributes.values()}

    def of(self, expression: ir.Expr | ir.Target) -> str:
        """The name that an expression is, "" for none."""
        if isinstance(expression, ir.Load):
            return str(expression.name) if expression.name in self.own else ""
        attribute = self.attribute(expression)
        return self.attributes.get(attribute, "") if attribute else ""

    def attribute(self, expression: ir.Expr | ir.Target) -> str:
        """The attribute of the object that an expression is, "" for none."""
        if not isinstance(expression, ir.Attr) or not isinstance(base := expression.base, ir.Load):
            return ""
        return expression.name if self.receiver and base.name == self.receiver else ""


def receiver_of(code: ir.Function) -> str:
    """What a method calls the object that it is called on; "" for what has none."""
    is_method = code.parent_class and code.parameters and _NO_OBJECT.isdisjoint(code.decorator_names)
    return code.parameters[0].name if is_method else ""
