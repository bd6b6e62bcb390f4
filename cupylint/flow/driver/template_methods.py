"""Methods that a class inherits and that call others which stand in it: its base alone does not show what they do.

A base class may say in which order the parts of a method come, and leave the parts to its subclasses. Followed on an
object of the base, such a method shows what the base's own parts do, or ends at the first that raises
``NotImplementedError``, or that the base does not have at all.
"""

from __future__ import annotations

from collections.abc import Set

from cupylint.flow.domain.values import ClassValue, FunctionValue
from cupylint.flow.driver.sequences import Mentions
from cupylint.program import ir


def template_methods(cls: ClassValue, relevant: Set[ir.Function]) -> tuple[list[FunctionValue], set[ir.Function]]:
    """The public methods from bases of `cls` that call a method of its own, and the methods of its own that they call.

    Only those that are worth following, or call what is: `relevant`.
    """
    own = {
        name: member.function
        for name, member in cls.members.items()
        if isinstance(member, FunctionValue) and not name.startswith("__")
    }
    inherited = {name: method for name, method in cls.methods().items() if name not in cls.members}
    if not own or not inherited:
        return [], set()
    mentions = Mentions({name: each.function.idents for name, each in inherited.items() if not name.startswith("__")})
    found: list[FunctionValue] = []
    parts: set[ir.Function] = set()
    for name, member in inherited.items():
        called = {own[each] for each in mentions.reached(member).intersection(own)}
        is_public = not name.startswith("_") or name == "__call__"
        if is_public and called and not relevant.isdisjoint(called | {member.function}):
            found.append(member)
            parts |= called
    return found, parts
