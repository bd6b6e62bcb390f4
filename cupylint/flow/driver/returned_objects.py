"""Methods of the objects that functions return.

``ticket = reader.read(x)`` and then ``ticket.result()``: the first begins a copy, the second is meant to wait for it.
``return Pipeline([scale, clip])`` says more of what its methods do than the class alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cupylint.flow.domain.reachability import referred
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import ClassValue, FunctionValue, Value
from cupylint.flow.driver.classes import follow_after, follow_object, public_methods
from cupylint.flow.driver.method_premises import returned_object_rests_on
from cupylint.flow.driver.run import Returned, Run
from cupylint.flow.driver.sequences import Mentions, unfinished
from cupylint.order import bits
from cupylint.program import ir


def follow_returned_objects(run: Run) -> list[State]:
    """What callers of functions do with the objects that these have made and returned."""
    return [*_follow_composed(run), *_follow_at_once(run)]


def _follow_composed(run: Run) -> list[State]:
    """The methods of objects that were made with functions, which tell what the methods call.

    An object of each class for each function that returns one.
    """
    ends: list[State] = []
    composed: dict[tuple[ir.Function, ClassValue], list[Returned]] = {}
    for returned in run.returned:
        if returned.instance.key in run.interpreter.entries.given_functions:
            composed.setdefault((returned.function, returned.instance.cls), []).append(returned)
    for first, *others in composed.values():
        same = [each.state for each in others if each.instance == first.instance]
        with run.entry(first.entry):
            ends += follow_object(run, first.instance, [first.state, *same])
    return ends


def _follow_at_once(run: Run) -> list[State]:
    """Each public method of an object that an entry has made and returned, right after its return.

    Only where nothing in the file shows how the method is called, and only those that name an attribute that leads to
    what is in use.
    """
    ends: list[State] = []
    met: set[tuple[ir.Function, Hashable]] = set()
    mentions: Mentions | None = None
    for returned in run.returned:
        instance, key = returned.instance, (returned.function, returned.instance.cls)
        attributes = frozenset(_in_use(run, returned)) if key not in met else frozenset()
        if not attributes:
            continue
        met.add(key)
        mentions = mentions or Mentions.of(value for _, value in run.base.memory.items())
        methods = public_methods(instance.cls)
        for method in methods:
            callers = run.interpreter.entries.led_from.get(method.function, set()) - {instance.cls.name}
            if callers or attributes.isdisjoint(mentions.reached(method)):
                continue
            with run.entry(returned.entry):
                rests = returned_object_rests_on(method, returned.function, methods)
                ends += follow_after(run, instance, method, [returned.state], rests)[1]
    return ends


def _in_use(run: Run, returned: Returned) -> Iterator[str]:
    """The attributes of a returned object that lead to something that is in use."""
    state = returned.state
    pending = unfinished(state)
    buffers = {run.interpreter.touches[number].buffer for number in bits(pending)}
    for name, value in state.memory.members(returned.instance.key):
        is_attribute = isinstance(name, str) and isinstance(value, Value) and not isinstance(value, FunctionValue)
        if is_attribute and referred(run.interpreter, state, [value], buffers):  # type: ignore[list-item]
            yield str(name)
