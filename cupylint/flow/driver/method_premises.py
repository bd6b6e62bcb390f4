"""What a race between two functions rests on: that callers call them in that order, and nothing between."""

from __future__ import annotations

import re
from dataclasses import replace

from cupylint.findings import Premise
from cupylint.flow.detectors.races import Found
from cupylint.flow.domain.frames import Closure
from cupylint.flow.domain.values import ClassValue, FunctionValue
from cupylint.program import ir

_BETWEEN = Premise("opaque-call", "no method that may wait is called between the two")
_WAITING = re.compile(r"synchron|wait|result|join|finish|flush|\bdone\b", re.IGNORECASE)


def weigh_pair(found: list[Found], first: FunctionValue, second: FunctionValue, public: list[FunctionValue]) -> None:
    """A race with what the first of two methods left is a guess if a third one, meant to come between, may wait."""
    between = [method for method in public if method is not first and method is not second]
    waits = any(any(_WAITING.search(ident) for ident in method.function.idents) for method in between)
    for item in found:
        if waits:
            item.race.premises += (_BETWEEN,)


_FIRST = Premise("called-next", "the method is called right after `{}` is made, and nothing waits between the two")
_RETURNED = Premise("called-next", "`{}` is called right after it is returned, and nothing waits between the two")
_STARTING = re.compile(
    r"__enter__|set_?up|start|init|open|prepare|begin|load|reset|warm_?up|compile|connect", re.IGNORECASE
)
"""Names of methods that are meant to be called first."""


def weigh_first_call(found: list[Found], method: FunctionValue, cls: ClassValue) -> None:
    """A race with what ``__init__`` left rests on the one who makes the object: it may wait, or call others first."""
    others = [
        member.function
        for member in cls.members.values()
        if isinstance(member, FunctionValue) and member is not method and not member.function.name.startswith("__init")
    ]
    public = [each for each in others if not each.name.startswith("_") or each.name in ("__call__", "__enter__")]
    _rest_on(found, _FIRST, cls.name, public)


def weigh_returned(found: list[Found], closure: Closure) -> None:
    """A race of a returned function with what the one that made it left rests on the one who calls both."""
    others = [each.function for each in closure.returned if isinstance(each, FunctionValue) and each != closure.value]
    _rest_on(found, _RETURNED, closure.value.function.name, others)


def _rest_on(found: list[Found], premise: Premise, name: str, others: list[ir.Function]) -> None:
    """The races rest on a premise about `name`, and are guesses where `others` that may wait are called before."""
    between = any(_STARTING.match(each.name) or any(_WAITING.search(ident) for ident in each.idents) for each in others)
    named = replace(premise, text=premise.text.format(name))
    for item in found:
        item.race.premises += (named, _BETWEEN) if between else (named,)
