"""Which calls are barriers: built-in ones, those of cooperative groups, and functions that contain one."""

from __future__ import annotations

from dataclasses import dataclass, field

from cupylint.kernels.model import Call, Declare, Expr, Function, Name, Source, walk
from cupylint.kernels.vocabulary import BLOCK_BARRIERS, GROUP_SYNC, THIS_BLOCK, THIS_GRID


@dataclass(slots=True)
class Groups:
    """Barriers as one function sees them.

    Attributes:
        variables: cooperative groups by name: "block", "grid", or "other" for parts of a block.
        functions: device functions that contain a barrier, "block" or "grid".
    """

    variables: dict[str, str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, function: Function, functions: dict[str, str]) -> Groups:
        """The groups that are declared in `function`."""
        found = cls({}, functions)
        for parameter in function.parameters:
            found._note(parameter.name, parameter.type.name, None)
        for part in walk(*function.body):
            if isinstance(part, Declare):
                found._note(part.name, part.type.name, part.value)
        return found

    def _note(self, name: str, kind: str, value: Expr | None) -> None:
        made = value.function if isinstance(value, Call) else ""
        last = kind.rsplit("::", 1)[-1]
        if made in THIS_BLOCK or last == "thread_block":
            self.variables[name] = "block"
        elif made in THIS_GRID or last == "grid_group":
            self.variables[name] = "grid"

    def barrier(self, call: Call) -> str | None:
        """Who waits for each other at this call: "block", "grid" or None for nobody (or nobody knows)."""
        if call.receiver is None and call.function in BLOCK_BARRIERS:
            return "block"
        if call.function in GROUP_SYNC:
            group = call.receiver or (call.arguments[0] if len(call.arguments) == 1 else None)
            return None if group is None else self._group(group)
        if call.receiver is None:
            return self.functions.get(call.function)
        return None

    def _group(self, group: Expr) -> str | None:
        if isinstance(group, Name):
            return self.variables.get(group.id)
        if isinstance(group, Call) and group.function in THIS_GRID:
            return "grid"
        return "block" if isinstance(group, Call) and group.function in THIS_BLOCK else None


def functions_with_barriers(source: Source) -> dict[str, str]:
    """The device functions of a source that contain a barrier, directly or through another one."""
    found: dict[str, str] = {}
    grown = True
    while grown:
        grown = False
        for function in source.functions:
            if function.kernel or function.name in found:
                continue
            groups = Groups.of(function, found)
            kinds = {groups.barrier(part) for part in walk(*function.body) if isinstance(part, Call)} - {None}
            if kinds:
                found[function.name] = "grid" if "grid" in kinds else "block"
                grown = True
    return found
