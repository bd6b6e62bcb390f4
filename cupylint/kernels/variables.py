"""Local variables of a kernel: where they are in effect, what they are set to and how they are changed."""

from __future__ import annotations

from dataclasses import field

from cupylint.kernels.model import Assign, Block, Declare, Expr, Function, If, Loop, Name, Scope, Source, walk
from cupylint.records import dataclass


@dataclass(slots=True, eq=False)
class Variable:
    """A local variable, what it is made and set to, and how it is changed. Offsets in the source."""

    start: int
    end: int
    values: list[Expr]
    updates: list[Assign] = field(default_factory=list)


class Variables:
    """The local variables of a function.

    Attributes:
        fixed: parameters that nothing is assigned to, and constants of the source.
    """

    def __init__(self, source: Source, function: Function) -> None:
        self.fixed = set(source.constants) | {parameter.name for parameter in function.parameters}
        self._by_name: dict[str, list[Variable]] = {}
        self._declare(function.body, function.span[1])
        for part in walk(*function.body):
            if isinstance(part, Assign) and isinstance(part.target, Name):
                variable = self.at(part.target.id, part.span[0])
                if variable is None:
                    self.fixed.discard(part.target.id)
                elif part.operator == "=":
                    variable.values.append(part.value)
                else:
                    variable.updates.append(part)

    def at(self, name: str, place: int) -> Variable | None:
        """The innermost declaration that is in effect there."""
        inside = [each for each in self._by_name.get(name, ()) if each.start <= place < each.end]
        return max(inside, key=lambda each: each.start, default=None)

    def _declare(self, block: Block, end: int) -> None:
        """The variables of a block, which ends there; of a ``for`` they end with it."""
        for place, statement in enumerate(block):
            if isinstance(statement, Declare):
                behind = next((each for each in block[place + 1 :] if not isinstance(each, Declare)), None)
                heads = isinstance(behind, Loop) and behind.span[0] <= statement.span[0] < behind.span[1]
                last = behind.span[1] if behind is not None and heads else end
                values = [] if statement.value is None else [statement.value]
                self._by_name.setdefault(statement.name, []).append(Variable(statement.span[0], last, values))
            elif isinstance(statement, If):
                self._declare(statement.then, statement.span[1])
                self._declare(statement.other, statement.span[1])
            elif isinstance(statement, (Loop, Scope)):
                self._declare(statement.body, statement.span[1])
