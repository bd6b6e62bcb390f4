"""Methods that a class inherits and that call others which stand in it: its base alone does not show what they do.

A base class may say in which order the parts of a method come, and leave the parts to its subclasses. Followed on an
object of the base, such a method shows what the base's own parts do, or ends at the first that raises
``NotImplementedError``.
"""

from __future__ import annotations

from collections.abc import Set

from cupylint.flow.domain.values import ClassValue, FunctionValue
from cupylint.program import ir


def template_methods(cls: ClassValue, relevant: Set[ir.Function]) -> tuple[list[FunctionValue], set[ir.Function]]:
    """The public methods from bases of `cls` that call a method of its own, and the methods of its own that they call.

    Only those that are worth following, or call what is: `relevant`.
    """
    bases = list(cls.family())[1:]
    replaced = {
        name: member.function
        for name, member in cls.members.items()
        if isinstance(member, FunctionValue)
        and not name.startswith("__")
        and any(name in base.members for base in bases)
    }
    inherited: dict[str, FunctionValue] = {}
    for base in bases if replaced else ():
        for name, member in base.members.items():
            if name not in cls.members and isinstance(member, FunctionValue):
                inherited.setdefault(name, member)
    found: list[FunctionValue] = []
    parts: set[ir.Function] = set()
    for name, member in inherited.items():
        called = {replaced[each] for each in _reached(member, inherited) & replaced.keys()}
        is_public = not name.startswith("_") or name == "__call__"
        if is_public and called and not relevant.isdisjoint(called | {member.function}):
            found.append(member)
            parts |= called
    return found, parts


def _reached(method: FunctionValue, inherited: dict[str, FunctionValue]) -> set[str]:
    """The names that a method mentions, itself or by way of other methods of the bases."""
    seen = set(method.function.idents)
    pending = list(seen)
    while pending:
        name = pending.pop()
        if name in inherited and not name.startswith("__"):
            new = inherited[name].function.idents - seen
            seen |= new
            pending += new
    return seen
