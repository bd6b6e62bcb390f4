"""Tests that come out true in one round of many: ``if step % 100 == 0``.

Where not all rounds of a loop are followed, those that are stand for any others. With the numbers that they have, such
a test would be false in each but perhaps the first. From the second one on it is not decided: on one path the counter
is so much further that it is true. All tests of that remainder agree on how much that is. Where several remainders are
asked for, what is done in one of their rounds may rest on what was done in another one: these are decided as they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain import truths
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.source_text import dotted
from cupylint.flow.domain.values import Const, Symbol, Value
from cupylint.flow.interp.unrolling import LARGEST_RING
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_EQUALS = {"==": True, "!=": False}
_SECOND = 2


class Rare(NamedTuple):
    """A test of a remainder.

    Attributes:
        names: what is counted.
        modulus: in how many rounds it is true once.
        attribute: what is counted is an attribute of an object.
        waits: something may be waited for where it is true, or where it is not.
        alone: the function asks for no other remainder of what is counted.
    """

    names: frozenset[ir.Name_]
    modulus: ir.Expr
    attribute: bool
    waits: bool = False
    alone: bool = True


@dataclass(slots=True)
class Remainders:
    """What an entry has asked for of the remainders of one modulus.

    Attributes:
        wanted: the remainders.
        further: how much further the counter is on some path.
    """

    wanted: set[int] = field(default_factory=set)
    further: dict[int, None] = field(default_factory=dict)


def undecided(
    interpreter: Interpreter, state: State, test: ir.Compare, remainder: Value, wanted: Value
) -> Symbol | None:
    """What stands for the truth of such a test in a round that stands for others; None for other tests and rounds.

    Where it is decided by the numbers of the round, the path is one on which the counter is not further.
    """
    now, rare = _number(remainder), _number(wanted)
    if test.operator not in _EQUALS or now is None or rare is None:
        return None
    found = interpreter.rare_tests(interpreter.frame.function).get(id(test))
    modulus = 0 if found is None else _number(interpreter.value(state, found.modulus)) or 0
    if found is None or not LARGEST_RING < modulus > rare >= 0:
        return None
    asked = interpreter.remainders.setdefault(modulus, Remainders())
    asked.wanted.add(rare)
    if now == rare or len(asked.wanted) > 1 or not found.alone:
        return None
    further = (rare - now) % modulus
    way = _is_further(interpreter, modulus, further)
    if not _may_be_further(interpreter, state, found, modulus, further):
        return None
    asked.further[further] = None
    return way if _EQUALS[test.operator] else interpreter.symbol(("not", way), host=True)


def _may_be_further(interpreter: Interpreter, state: State, rare: Rare, modulus: int, further: int) -> bool:
    """Whether the counter may be so much further on a path; where it is not, that is remembered."""
    asked = interpreter.remainders[modulus].further
    known = [each for each in asked if truths.truth_of(state, _is_further(interpreter, modulus, each))]
    if known:
        return known == [further]
    if not rare.waits and _stands_for_others(interpreter, rare):
        return True
    if further in asked or interpreter.loop_carried.is_partial():
        truths.remember(state, _is_further(interpreter, modulus, further), False)
    return False


def _is_further(interpreter: Interpreter, modulus: int, number: int) -> Symbol:
    """Whether the counter is so much further than in the round that is followed."""
    return interpreter.symbol(("further", modulus, number), host=True)


def _stands_for_others(interpreter: Interpreter, rare: Rare) -> bool:
    """Whether what is followed now is a round, or a call, that stands for others with other numbers."""
    own = interpreter.loop_carried.counting(interpreter, rare.names)
    turn = own or interpreter.loop_carried.innermost()  # else the loop that calls it
    if turn is not None and not (turn.partial and turn.round >= _SECOND):
        return False
    return own is not None or (rare.attribute and _counts(interpreter, rare.names))


def _counts(interpreter: Interpreter, names: frozenset[ir.Name_]) -> bool:
    """Whether a method of the object that is worked with adds to an attribute: each call counts."""
    receiver = interpreter.frame.receiver
    return receiver is not None and any(
        isinstance(each, ir.Augment) and isinstance(each.target, ir.Attr) and each.target.name in names
        for method in receiver.cls.methods().values()
        if not names.isdisjoint(method.function.idents)
        for each in walk(method.function.body)
    )


def rare_tests(function: ir.Function) -> dict[int, Rare]:
    """The tests of a function that are true in one round of many, by their identity."""
    made = {
        statement.target.name: statement.value
        for statement in walk(function.body)
        if isinstance(statement, ir.Assign) and isinstance(statement.target, ir.Load)
    }
    found: dict[int, Rare] = {}
    wanted: dict[frozenset[ir.Name_], set[Hashable]] = {}
    for statement in walk(function.body):
        if isinstance(statement, ir.If):
            for test in _compared(statement.test, made):
                if (rare := _rare(test, made)) is not None:
                    waits = rare.waits or _may_wait([*statement.then, *statement.orelse])
                    found[id(test)] = rare._replace(waits=waits)
                    wanted.setdefault(rare.names, set()).add(getattr(test.right, "value", dotted(test.right)))
    return {test: rare._replace(alone=len(wanted[rare.names]) == 1) for test, rare in found.items()}


def _compared(test: ir.Expr, made: dict[ir.Name_, ir.Expr]) -> Iterator[ir.Compare]:
    """The comparison that a test is, or begins with: ``step % 10 == 0 and step > 0``."""
    if isinstance(test, ir.Load) and isinstance(test.name, int):
        test = made.get(test.name, test)
    if isinstance(test, ir.Compare):
        yield test


def _rare(test: ir.Compare, made: dict[ir.Name_, ir.Expr]) -> Rare | None:
    remainder = made.get(test.left.name, test.left) if isinstance(test.left, ir.Load) else test.left
    if not isinstance(remainder, ir.Binary) or remainder.operator != "%":
        return None
    counted = [each for each in ir.inside(remainder.left) if isinstance(each, (ir.Load, ir.Attr))]
    of_object = any(isinstance(each, ir.Attr) for each in counted)
    return Rare(frozenset(each.name for each in counted), remainder.right, of_object)


def _may_wait(block: ir.Block) -> bool:
    calls = (each.function for each in walk(block) if isinstance(each, ir.Call))
    return any(
        SOUNDS_LIKE_WAITING.search(str(called.name)) for called in calls if isinstance(called, (ir.Attr, ir.Load))
    )


def _number(value: Value) -> int | None:
    return value.value if isinstance(value, Const) and type(value.value) is int else None
