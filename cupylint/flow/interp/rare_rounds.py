"""Tests that come out true in one round of many: ``if step % 100 == 0``.

Where not all rounds of a loop are followed, those that are stand for any others. With the numbers that they have, such
a test would be false in each but perhaps the first. From the second one on it is not decided: on one path the counter
is so much further that it is true. Other tests of the counter know nothing of that. So it is done only where no
remainder of it is asked for in another way, and where nothing is waited for under any test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain import truths
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.source_text import dotted
from cupylint.flow.domain.values import Const, Symbol, Value
from cupylint.flow.interp.unrolling import LARGEST_RING
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_EQUALS = {"==": True, "!=": False}
_SECOND = 2
_DEPTH = 4  # of names that a test is worked out from
_WAITS = re.compile(r"^(get|get_nowait|asnumpy|item|result|tolist|float|int|bool)$")
"""Names of functions and methods that may wait without sounding like it."""


class Rare(NamedTuple):
    """A test of a remainder.

    Attributes:
        names: what is counted.
        modulus: in how many rounds it is true once.
        wanted: the remainder, as it is written.
        attribute: what is counted is an attribute of an object.
    """

    names: frozenset[ir.Name_]
    modulus: ir.Expr
    wanted: str
    attribute: bool


def undecided(
    interpreter: Interpreter, state: State, test: ir.Compare, remainder: Value, wanted: Value
) -> Symbol | None:
    """What stands for the truth of such a test in a round that stands for others; None for other tests and rounds."""
    now, then = _number(remainder), _number(wanted)
    if test.operator not in _EQUALS or now is None or then is None or now == then:
        return None
    rare = interpreter.rare_tests(interpreter.frame.function).get(id(test))
    modulus = 0 if rare is None else _number(interpreter.value(state, rare.modulus)) or 0
    if rare is None or not LARGEST_RING < modulus > then >= 0 or not _stands_for_others(interpreter, rare):
        return None
    further = (then - now) % modulus
    earlier = (_is_further(interpreter, modulus, number) for number in range(further + 1, further + LARGEST_RING))
    if any(truths.truth_of(state, each) for each in earlier):  # it was true in a round before, and is not again so soon
        return None
    found = _is_further(interpreter, modulus, further)
    return found if _EQUALS[test.operator] else interpreter.symbol(("not", found), host=True)


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


# -- what can be read off the code -----------------------------------------------------------------


def rare_tests(function: ir.Function, functions: list[ir.Function]) -> dict[int, Rare]:
    """The tests of a function that are true in one round of many, by their identity; `functions` are all of the file.

    None where a test of theirs may decide whether something is waited for.
    """
    sources = _sources(function)
    tests = [statement.test for statement in walk(function.body) if isinstance(statement, (ir.If, ir.While))]
    rare = {id(test): found for each in tests if (test := _compared(each, sources)) and (found := _rare(test, sources))}
    alone = {number: each for number, each in rare.items() if _is_alone(each, tests, rare, sources)}
    return alone if alone and not _waits_under_a_test(function, functions) else {}


def _sources(function: ir.Function) -> dict[ir.Name_, list[ir.Expr]]:
    """What each name and temporary is made from; of what a call makes the call itself stands for it, too."""
    found: dict[ir.Name_, list[ir.Expr]] = {}
    for statement in walk(function.body):
        if isinstance(statement, ir.Assign) and isinstance(statement.target, ir.Load):
            found.setdefault(statement.target.name, []).append(statement.value)
        elif isinstance(statement, ir.Call):
            given = [argument.value for argument in statement.arguments]
            found[statement.target] = [ir.Unknown(statement.node, [statement.function, *given])]
    return found


def _compared(test: ir.Expr, sources: dict[ir.Name_, list[ir.Expr]]) -> ir.Compare | None:
    """The comparison that a test is, or begins with: ``step % 10 == 0 and step > 0``."""
    if isinstance(test, ir.Load) and isinstance(test.name, int):
        test = next(iter(sources.get(test.name, ())), test)
    return test if isinstance(test, ir.Compare) else None


def _rare(test: ir.Compare, sources: dict[ir.Name_, list[ir.Expr]]) -> Rare | None:
    made = sources.get(test.left.name, []) if isinstance(test.left, ir.Load) else [test.left]
    remainder = made[0] if len(made) == 1 else None
    if not isinstance(remainder, ir.Binary) or remainder.operator != "%":
        return None
    counted = [each for each in ir.inside(remainder.left) if isinstance(each, (ir.Load, ir.Attr))]
    of_object = any(isinstance(each, ir.Attr) for each in counted)
    return Rare(frozenset(each.name for each in counted), remainder.right, _written(test.right), of_object)


def _is_alone(rare: Rare, tests: list[ir.Expr], known: dict[int, Rare], sources: dict[ir.Name_, list[ir.Expr]]) -> bool:
    """Whether no test asks for another remainder of what is counted, nor hands it to a function that may."""
    modulus = _written(rare.modulus)
    for each in tests:
        test = _compared(each, sources)
        other = None if test is None else known.get(id(test))
        if other is not None and (_written(other.modulus), other.wanted) == (modulus, rare.wanted):
            continue
        parts = list(_worked_out_from(each, sources, rare.names))
        named = any(isinstance(part, (ir.Load, ir.Attr)) and part.name in rare.names - {"self"} for part in parts)
        asks = any(
            isinstance(part, ir.Unknown) or (isinstance(part, ir.Binary) and part.operator in ("%", "&", "//"))
            for part in parts
        )
        if named and asks:
            return False
    return True


def _written(expression: ir.Expr) -> str:
    return str(expression.value) if isinstance(expression, ir.Const) else dotted(expression)


def _worked_out_from(
    expression: ir.Expr, sources: dict[ir.Name_, list[ir.Expr]], names: frozenset[ir.Name_], depth: int = _DEPTH
) -> Iterator[ir.Expr | ir.Target]:
    """An expression, and what it is made from by way of other names than `names`."""
    for each in ir.inside(expression):
        yield each
        if depth and isinstance(each, ir.Load) and each.name not in names:
            for source in sources.get(each.name, ()):
                yield from _worked_out_from(source, sources, names, depth - 1)


def _waits_under_a_test(function: ir.Function, functions: list[ir.Function]) -> bool:
    """Whether a function, one of its class or one that they name waits for something under a test."""
    named: dict[str, list[ir.Function]] = {}
    for each in functions:
        named.setdefault(each.name, []).append(each)
    beside = [each for each in functions if function.parent_class and each.parent_class == function.parent_class]
    pending = list(dict.fromkeys((function, *beside)))
    seen = set(pending)
    for each in pending:
        if any(_may_wait([*part.then, *part.orelse]) for part in walk(each.body) if isinstance(part, ir.If)):
            return True
        if any(_may_wait([*part.before, *part.body]) for part in walk(each.body) if isinstance(part, ir.While)):
            return True
        new = [other for name in each.idents for other in named.get(name.removeprefix("."), ()) if other not in seen]
        seen.update(new)
        pending += dict.fromkeys(new)
    return False


def _may_wait(block: ir.Block) -> bool:
    calls = (each.function for each in walk(block) if isinstance(each, ir.Call))
    names = (str(called.name) for called in calls if isinstance(called, (ir.Attr, ir.Load)))
    return any(SOUNDS_LIKE_WAITING.search(name) or _WAITS.match(name) for name in names)


def _number(value: Value) -> int | None:
    return value.value if isinstance(value, Const) and type(value.value) is int else None
