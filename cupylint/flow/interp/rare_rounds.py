"""Tests that come out true in one round of many: ``if step % 100 == 0``.

Where not all rounds of a loop are followed, those that are stand for any others. With the numbers that they have, such
a test would be false in each but perhaps the first. From the second one on it is not decided, until it was true once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain import truths
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import Const, Symbol, Value
from cupylint.flow.interp.unrolling import LARGEST_RING, MOST
from cupylint.program import ir

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
    """

    names: frozenset[ir.Name_]
    modulus: ir.Expr
    attribute: bool


def undecided(
    interpreter: Interpreter, state: State, test: ir.Compare, remainder: Value, wanted: Value
) -> Symbol | None:
    """What stands for the truth of such a test in a round that stands for others; None for other tests and rounds."""
    now, rare = _number(remainder), _number(wanted)
    if test.operator not in _EQUALS or now is None or rare is None or now == rare:
        return None
    found = interpreter.rare_tests(interpreter.frame.function).get(id(test))
    if found is None or not _stands_for_others(interpreter, found):
        return None
    modulus = _number(interpreter.value(state, found.modulus))
    if modulus is None or modulus <= LARGEST_RING or not 0 <= rare < modulus:
        return None
    rounds = range((rare - now) % modulus, (rare - now) % modulus + MOST)
    ways = [interpreter.symbol(("in a rare round", found.names, modulus, number), host=True) for number in rounds]
    if any(truths.truth_of(state, earlier) for earlier in ways[1:]):
        return None
    return ways[0] if _EQUALS[test.operator] else interpreter.symbol(("not", ways[0]), host=True)


def _stands_for_others(interpreter: Interpreter, rare: Rare) -> bool:
    """Whether what is followed now is a round, or a call, that stands for others with other numbers."""
    turn = interpreter.loop_carried.innermost()
    if turn is not None and turn.depth == len(interpreter.frames):
        return turn.partial and turn.round >= _SECOND
    return rare.attribute and turn is None and _counts(interpreter, rare.names)


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
    """The tests of a function that are true in one round of many, by their identity.

    Left out are those behind which something may be waited for, and counters of which several remainders are asked:
    what is done in one of their rounds may rest on what was done in another one.
    """
    made = {
        statement.target.name: statement.value
        for statement in walk(function.body)
        if isinstance(statement, ir.Assign) and isinstance(statement.target, ir.Load)
    }
    found: dict[int, tuple[Rare, object]] = {}
    waiting: set[int] = set()
    for statement in walk(function.body):
        if isinstance(statement, ir.If):
            for test in _compared(statement.test, made):
                if (rare := _rare(test, made)) is not None:
                    found[id(test)] = rare, getattr(test.right, "value", None)
                    waiting |= {id(test)} if _may_wait([*statement.then, *statement.orelse]) else set()
    asked: dict[frozenset[ir.Name_], set[object]] = {}
    for rare, wanted in found.values():
        asked.setdefault(rare.names, set()).add(wanted)
    return {test: rare for test, (rare, _) in found.items() if test not in waiting and len(asked[rare.names]) == 1}


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
