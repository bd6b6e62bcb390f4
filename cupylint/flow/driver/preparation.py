"""Methods that finish what ``__init__`` begins, as ``setup``, ``prepare`` or ``open`` do.

An attribute that an object begins without (or with None or an empty container in its place), that one method sets or
fills and others only read: these are called after it, and followed so. What was issued by then has ended, as it has
after ``__init__``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import NONE, ClassValue, DictValue, FunctionValue, Instance, ListValue
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State


@dataclass(frozen=True, slots=True)
class _Method:
    """What a method does with the attributes of its object, also by way of other methods.

    Attributes:
        gives: attributes that it sets, to more than a constant, or fills.
        mentions: all names in it.
    """

    value: FunctionValue
    gives: frozenset[str]
    mentions: frozenset[str]

    def needs(self, missing: frozenset[str]) -> frozenset[str]:
        """Those of the `missing` attributes that it does not set itself."""
        return (self.mentions & missing) - self.gives


def preparers(begin: State, instance: Instance, methods: Sequence[FunctionValue]) -> list[FunctionValue]:
    """Those of `methods` that give the object in the state `begin` what others need, in the order of their calls."""
    given: dict[ir.Function, frozenset[str]] = {}
    known = [_method(instance.cls, method, given) for method in methods]
    missing = frozenset(
        name
        for name in frozenset().union(*(method.gives for method in known))
        if _is_missing(begin, begin.memory.get((instance.key, name))) and instance.cls.find(name) is None
    )
    pending = [
        method for method in known if any(method.gives & other.needs(missing) for other in known if other is not method)
    ]
    found: list[FunctionValue] = []
    while pending:
        ready = (method for method in pending if not _waits_for(method, pending, missing))
        chosen = next(ready, pending[0])
        pending.remove(chosen)
        found.append(chosen.value)
        missing -= chosen.gives
    return found


def _is_missing(begin: State, held: object) -> bool:
    """Whether an attribute holds nothing yet."""
    return held in (None, NONE) or (isinstance(held, (ListValue, DictValue)) and not begin.memory.get(held.key))


def _waits_for(method: _Method, pending: Iterable[_Method], missing: frozenset[str]) -> bool:
    """Whether another one of `pending` has to come before a method."""
    needs = method.needs(missing)
    return any(needs & other.gives for other in pending if other is not method)


def _method(cls: ClassValue, method: FunctionValue, given: dict[ir.Function, frozenset[str]]) -> _Method:
    """What a method does; `given` is what is known of functions by themselves."""
    reached = called_on_object(cls, method)
    mentions = frozenset().union(*(code.idents for code in reached))
    for code in reached.difference(given):
        given[code] = frozenset(_given(code))
    return _Method(method, frozenset().union(*(given[code] for code in reached)), mentions)


def called_on_object(cls: ClassValue, method: FunctionValue) -> set[ir.Function]:
    """A method, and those of the class and its bases that it may call on its object, by name."""
    met: set[ir.Function] = set()
    pending = [method.function]
    while pending:
        code = pending.pop()
        if code not in met:
            met.add(code)
            pending += _others(cls, code)
    return met


def _others(cls: ClassValue, code: ir.Function) -> Iterator[ir.Function]:
    for base in cls.family():
        for name, member in base.members.items():
            if name in code.idents and isinstance(member, FunctionValue) and not name.startswith("__"):
                yield member.function


def _given(code: ir.Function) -> Iterator[str]:
    """The attributes of its object that a method sets to more than a constant, or puts something into."""
    if not code.parameters:
        return
    own = code.parameters[0].name
    for statement in walk(code.body):
        changed: list[ir.Node] = []
        if isinstance(statement, ir.Assign) and not isinstance(statement.value, ir.Const):
            changed += [each.base if isinstance(each, ir.Item) else each for each in _targets(statement.target)]
        elif isinstance(statement, ir.Call) and isinstance(called := statement.function, ir.Attr):
            changed += [called.base] if called.name in _FILLS else []
        for each in changed:
            if isinstance(each, ir.Attr) and isinstance(each.base, ir.Load) and each.base.name == own:
                yield each.name


_FILLS = frozenset(("append", "extend", "setdefault", "update"))
"""Methods that put something into a list or dict."""


def _targets(target: ir.Target) -> Iterator[ir.Target]:
    if isinstance(target, ir.Unpack):
        for part in target.targets:
            yield from _targets(part)
    else:
        yield target
