"""Classes as entries: an object is made, then its methods are called, alone and in pairs, as callers might."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Set
from dataclasses import field
from typing import NamedTuple

from cupylint.flow.device import parameters, timed_events
from cupylint.flow.domain import elements
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.cuda_calls import with_earlier_use_in_doubt
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.inventory import Entries
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import ClassValue, FunctionValue, Instance
from cupylint.flow.driver.called_again import follow_again
from cupylint.flow.driver.left_behind import Allocated, Arena, LeftBehind, arenas, left_behind
from cupylint.flow.driver.lent_arrays import follow_loans
from cupylint.flow.driver.method_premises import (
    BetweenMethods,
    OnCallers,
    first_call_rests_on,
    pair_rests_on,
    waits_for_requests,
)
from cupylint.flow.driver.preparation import preparers
from cupylint.flow.driver.repeated_calls import TWICE, calls_in_a_row, rebinds
from cupylint.flow.driver.run import Run
from cupylint.flow.driver.sequences import Mentions, can_meet, unfinished
from cupylint.flow.driver.template_methods import template_methods
from cupylint.flow.driver.untaken_sides import leaves_out
from cupylint.flow.interp import objects
from cupylint.flow.interp.joins import join
from cupylint.program import ir
from cupylint.records import dataclass

_MAX_IN_PAIRS = 8  # the first of these
_BEFORE_TESTS = ("setUp", "setup_method")
"""Methods that ``unittest`` or pytest calls before each test of a class."""
_MAX_STATES = 3
_ON_CLASS = frozenset(("staticmethod", "classmethod"))
_NO_METHODS = _ON_CLASS | {"property"}

Pending = list[tuple[State, LeftBehind]]
"""States with unfinished work, and what later code can tell of it."""


class Alone(NamedTuple):
    """A method that was followed with no work of others unfinished.

    Attributes:
        accesses: those that it made.
        arenas: where it took memory from; None: also from some that did not exist before.
    """

    method: FunctionValue
    accesses: range
    arenas: frozenset[Arena] | None


@dataclass(slots=True)
class Constructed:
    """A class, and what its constructor left behind.

    Attributes:
        pending: the states that the constructor ended in, with its work unfinished.
        methods: methods that were followed with that work done.
        ends: the states in which anything ended that was followed.
    """

    cls: ClassValue
    instance: Instance
    pending: Pending = field(default_factory=list)
    methods: list[Alone] = field(default_factory=list)
    ends: list[State] = field(default_factory=list)


class _Methods(NamedTuple):
    """What is followed of a class.

    Attributes:
        own: methods that are called on its objects.
        of_class: all that stands in it.
        inherited: what stands in a base, and calls `parts` that stand in the class.
        chosen: those of `own` that others may call.
    """

    own: list[FunctionValue]
    of_class: list[FunctionValue]
    inherited: list[FunctionValue]
    parts: Set[ir.Function]
    chosen: list[FunctionValue]


def follow_class(
    run: Run, cls: ClassValue, relevant: Set[ir.Function], alone: Set[ir.Function], after: State | None = None
) -> Constructed | None:
    """``__init__``, then the public methods in any order of two; tests, and those of `alone`, without another one.

    The object is made at the end of the top level, or of `after`. Every method begins with the work of ``__init__``
    done. None: nothing of the class is worth following.
    """
    members = [
        member
        for member in cls.members.values()
        if isinstance(member, FunctionValue) and member.function in relevant | alone
    ]
    methods = [member for member in members if _is_called_on_objects(member.function)]
    templates, parts = template_methods(cls, relevant | alone)
    inherited = [method for method in templates if _is_called_on_objects(method.function)]
    entered = run.interpreter.entries.entered
    if not methods and not inherited and all(member.function in entered for member in members):
        return None
    run.interpreter.begin_entry()
    made = Constructed(cls, Instance(run.interpreter.fresh(), cls))
    events = run.interpreter.events
    fresh = _construct(run, made, methods or members or inherited, after)
    events.of_object = set(events.of_entry)
    done = [with_work_done(end) for end in fresh]
    started = join(done, _MAX_STATES)
    made.ends += fresh
    if (prepare := _prepares_tests(cls)) is not None:
        made.ends += _follow_tests(run, made.instance, started, prepare, methods)
        return made
    chosen = _callable_alone(run, methods)
    _follow_methods(run, made, started, _Methods(methods, members, inherited, parts, chosen), relevant)
    made.ends += follow_loans(run, made.instance, [with_events_done(end) for end in fresh])
    made.pending = [
        (end, left_behind(run.interpreter, begin, end, made.instance.key))
        for begin, end in zip(done, fresh, strict=True)
        if made.methods and unfinished(end)
    ]
    return made


def follow_object(run: Run, instance: Instance, made: list[State]) -> list[State]:
    """The public methods of an object that was made in the states `made`, with all work until then done.

    Returns:
        The states in which anything ended.
    """
    run.interpreter.begin_entry()
    begin = join([with_work_done(state) for state in made], _MAX_STATES)
    members = [member for member in instance.cls.members.values() if isinstance(member, FunctionValue)]
    methods = [member for member in members if _is_called_on_objects(member.function)]
    object_ = Constructed(instance.cls, instance)
    relevant = {method.function for method in methods}
    _follow_methods(run, object_, begin, _Methods(methods, members, [], frozenset(), _public(methods)), relevant)
    return object_.ends


def follow_first_calls(run: Run, made: Constructed, mentions: Mentions) -> list[State]:
    """Each method right after ``__init__``, where nothing in the file calls it on an object whose making is seen."""
    ends: list[State] = []
    for method, accesses, _ in made.methods:
        mentioned = mentions.reached(method, made.cls)
        begin = [
            end
            for end, left in made.pending
            if left.is_told_by(mentioned) and can_meet(run.interpreter, unfinished(end), accesses)
        ]
        if method.function not in run.result.driven and begin:
            rests = first_call_rests_on(method, made.cls)
            ends += follow_after(run, made.instance, method, join(begin, _MAX_STATES), rests)[1]
    return ends


def with_work_done(state: State) -> State:
    """The same names, with all work until now done and no event recorded."""
    done = state.copy()
    done.order, done.program_order = State().order, None
    done.readers, done.writers, done.maybe_waited, done.trace = {}, {}, 0, None
    timed_events.work_is_done(done)
    elements.work_is_done(done)
    return done


def with_events_done(state: State) -> State:
    """The same with all work until now done, and of all events that were recorded it is known that they are over."""
    done = with_work_done(state)
    done.order.events.update(dict.fromkeys(state.order.events, 0))
    done.trace = state.trace
    return done


# -- methods ---------------------------------------------------------------------------------------


def _is_called_on_objects(function: ir.Function) -> bool:
    return not function.name.startswith("__init") and _NO_METHODS.isdisjoint(function.decorator_names)


def public_methods(cls: ClassValue) -> list[FunctionValue]:
    """The methods of a class and its bases that others call on its objects, also by way of properties."""
    methods = _public(list(cls.methods().values()))
    return [method for method in methods if _ON_CLASS.isdisjoint(method.function.decorator_names)]


def _public(methods: list[FunctionValue]) -> list[FunctionValue]:
    return [
        method for method in methods if not method.function.name.startswith("_") or method.function.name == "__call__"
    ]


def _follow_methods(
    run: Run,
    made: Constructed,
    started: list[State],
    methods: _Methods,
    relevant: Set[ir.Function],
) -> None:
    """Each method with the work of ``__init__`` done, and then after each those that can tell that it was called.

    Those that no other one calls come first. What is inherited was followed on other objects.
    """
    own, inherited = methods.own, methods.inherited
    relevant = relevant | {method.function for method in inherited}
    callable_alone = [*methods.chosen, *inherited]
    chosen = sorted(callable_alone, key=lambda each: (each in inherited, _is_called(each, [*own, *inherited])))
    in_pairs = [each for each in chosen if each in callable_alone[:_MAX_IN_PAIRS] and each.function in relevant]
    first_of_all = preparers(started[0], made.instance, chosen) if started else []
    left: list[tuple[FunctionValue, Pending]] = []
    wanted = [*first_of_all, *(method for method in chosen if method not in first_of_all)]
    for first in _in_turn(wanted, methods, run.interpreter.entries):
        after = _follow_method(run, made, started, first, relevant)
        made.ends += _besides(run, made, started, first, after)
        if first in in_pairs:
            left.append((first, [each for begin, end in after for each in _pending(run, made, begin, end)]))
        if first in first_of_all and after:
            started = join([with_work_done(end) for _, end in after], len(started))
    _follow_pairs(run, made, methods, in_pairs, left, relevant)


def _besides(
    run: Run, made: Constructed, started: list[State], method: FunctionValue, after: list[tuple[State, State]]
) -> list[State]:
    """The states that a method ends in by way of a decorator that reads a clock, and right after itself if static.

    Args:
        after: the states that it has ended in, each with the one that it began in.
    """
    ends: list[State] = []
    if after and "staticmethod" in method.function.decorator_names:  # a function, as far as callers can tell
        ends += follow_again(run, method, after[0][0], [end for _, end in after])
    if method.by_way_of is not None:
        run.interpreter.begin_entry()
        for begin in started:
            ends += _run_method(run, made.instance, method, begin.copy(), method.by_way_of)
    return ends


def _follow_pairs(
    run: Run,
    made: Constructed,
    methods: _Methods,
    in_pairs: list[FunctionValue],
    left: list[tuple[FunctionValue, Pending]],
    relevant: Set[ir.Function],
) -> None:
    """After each of `left`, with what it leaves unfinished, those methods that are no part of it.

    Methods of bases, which know nothing of it, come after those that stand in the class.
    """
    waiting = [each for each in public_methods(made.cls) if waits_for_requests(each.function)]
    public = _public([*methods.own, *methods.inherited])
    pairs = _Pairs(run, made, list(dict.fromkeys([*public, *waiting])))
    known = [*public, *methods.of_class]
    inherited = [each for each in public_methods(made.cls) if each not in known and each.function in relevant]
    of_bases = [each for each in inherited if _is_called_on_objects(each.function)]
    for first, pending in left:
        others = [
            each
            for each in in_pairs
            if not _is_one_a_part(first, each, methods) and not _are_private_parts(first, each, methods)
        ]
        if first in methods.own:
            others += of_bases[:_MAX_IN_PAIRS]
        made.ends += pairs.after(first, pending, others)


def _callable_alone(run: Run, methods: list[FunctionValue]) -> list[FunctionValue]:
    """Those that callers who are not seen may call, and the file does not, or leaves out a part of."""
    entered = run.interpreter.entries.entered
    public = _public(methods) or methods
    return [each for each in public if each.function not in entered or leaves_out(run, each.function)]


def _in_turn(wanted: list[FunctionValue], methods: _Methods, entries: Entries) -> Iterator[FunctionValue]:
    """Those of `wanted` that stand in the class, what else stands there and was not entered by then, and the others.

    What nothing calls that is seen, something else calls, or a subclass. A thread that has waited in vain for what
    callers put into its queue has not been followed behind that.
    """
    yield from (method for method in wanted if method not in methods.inherited)
    for method in methods.of_class:
        is_followed = method.function in entries.entered - (entries.blocked - entries.served)
        if not is_followed and not method.function.name.startswith("__init"):
            yield method
    yield from (method for method in wanted if method in methods.inherited)


def _are_private_parts(first: FunctionValue, second: FunctionValue, methods: _Methods) -> bool:
    """Whether two methods are called by a base, as is seen, and by nobody else: the base has what lies between them."""
    return first is not second and not _public([first, second]) and {first.function, second.function} <= methods.parts


def _is_one_a_part(first: FunctionValue, second: FunctionValue, methods: _Methods) -> bool:
    """Whether one of two methods is called by way of the other one alone."""
    ways = ((first, second), (second, first))
    return any(whole in methods.inherited and part.function in methods.parts for whole, part in ways)


def _follow_method(
    run: Run, made: Constructed, started: list[State], method: FunctionValue, relevant: Set[ir.Function]
) -> list[tuple[State, State]]:
    """The states that a method of the object ends in, each with the one of `started` that it began in."""
    interpreter = run.interpreter
    interpreter.begin_entry()
    begun, allocated = len(interpreter.touches), Allocated.by(interpreter)
    after = [(begin, end) for begin in started for end in _run_method(run, made.instance, method, begin.copy())]
    made.ends += [end for _, end in after]
    interpreter.events.of_object |= interpreter.events.of_entry
    if method.function in relevant:
        accesses = range(begun, len(interpreter.touches))
        made.methods.append(Alone(method, accesses, arenas(interpreter, allocated)))
    return after


def _pending(run: Run, made: Constructed, begin: State, end: State) -> Pending:
    """The state that a method ended in, if it left work unfinished."""
    if not unfinished(end):
        return []
    return [(with_earlier_use_in_doubt(end, begin), left_behind(run.interpreter, begin, end, made.instance.key))]


class _Pairs:
    """Methods that are followed right after another one."""

    def __init__(self, run: Run, made: Constructed, public: list[FunctionValue]) -> None:
        self._run = run
        self._made = made
        self._public = public
        self._mentions = Mentions.of(value for _, value in run.base.memory.items())
        self._mentioned: dict[ir.Function, frozenset[str]] = {}
        self._met: set[tuple[ir.Function, frozenset[Hashable]]] = set()

    def after(self, first: FunctionValue, pending: Pending, others: list[FunctionValue]) -> list[State]:
        """The states that those of `others` end in that can tell what `first` left, called once or several times."""
        ends: list[State] = []
        several: list[list[State]] = []
        tell: list[FunctionValue] = []
        for second in others:
            told = self._told(second, pending)
            if second is first:
                ends += self._in_a_row(second, told, several)
            elif told:
                ends += self._follow(first, second, told, TWICE)[1]
                tell.append(second)
        for second in tell:
            for begin in several:
                found, ended = self._follow(first, second, begin, TWICE + 1)
                ends += ended
                if found:
                    break
        return ends

    def _told(self, second: FunctionValue, pending: Pending) -> list[State]:
        """The states of `pending` in which a method can tell that another one was called."""
        if second.function not in self._mentioned:
            self._mentioned[second.function] = self._mentions.reached(second, self._made.cls)
        mentioned = self._mentioned[second.function]
        alone = next((each for each in self._made.methods if each.method == second), None)
        told = [
            end
            for end, left in pending
            if self._may_meet(mentioned, alone, end, left)
            or (left.ambient and (second.function, left.ambient) not in self._met)
        ]
        self._met |= {(second.function, left.ambient) for _, left in pending}
        return told

    def _may_meet(self, mentioned: frozenset[str], alone: Alone | None, end: State, left: LeftBehind) -> bool:
        """Whether a method may race with what is unfinished: one that comes to the same arrays was followed alone."""
        if not left.is_told_by(mentioned, alone and alone.arenas):
            return False
        if alone is None or not left.only_arrays_told(mentioned, alone.arenas):
            return True
        return can_meet(self._run.interpreter, unfinished(end), alone.accesses)

    def _in_a_row(self, method: FunctionValue, begin: list[State], several: list[list[State]]) -> Iterator[State]:
        """A method called as often as it takes to come round.

        Where that is the method of a ring or queue, and nothing is found, others may be called when it has come to the
        second place, or round: the states then are added to `several`.
        """
        if not begin:
            return
        calls = calls_in_a_row(self._made.cls, method)
        is_ring = calls > TWICE
        if not is_ring and self._run.interpreter.lifetimes.elsewhere and rebinds(self._made.cls, method):
            calls += 1  # the third takes the memory of what the second has dropped, which another stream may still use
        for number in range(TWICE, calls + 1):
            found, ended = self._follow(method, method, begin, number, is_step=is_ring)
            yield from ended
            begin = [end for end in ended if unfinished(end)]
            if found or not begin:
                several.clear()
                return
            if number in (TWICE, calls) and is_ring:
                several.append(begin)

    def _follow(
        self, first: FunctionValue, second: FunctionValue, begin: list[State], calls: int, *, is_step: bool = False
    ) -> tuple[list[BetweenMethods], list[State]]:
        rests = pair_rests_on(first, second, self._public, self._run.interpreter.entries.functions, calls)
        return follow_after(self._run, self._made.instance, second, join(begin, _MAX_STATES), rests, is_step=is_step)


def follow_after(
    run: Run,
    instance: Instance,
    method: FunctionValue,
    begin: list[State],
    rests: OnCallers,
    *,
    is_step: bool = False,
) -> tuple[list[BetweenMethods], list[State]]:
    """A method after others: the hazards with what those left, and the ends. Each of `begin` stays as it is."""
    return run.after(begin, lambda state: _run_method(run, instance, method, state), rests, is_step=is_step)


def _is_called(method: FunctionValue, methods: list[FunctionValue]) -> bool:
    """Whether another method names it, so that it is met on the way."""
    return any(method.function.name in other.function.idents for other in methods if other is not method)


def _run_method(
    run: Run, instance: Instance, method: FunctionValue, state: State, wrapper: FunctionValue | None = None
) -> list[State]:
    """The states that a method ends in, be it by way of a `wrapper` that takes whatever it is given."""
    arguments = parameters.arguments(run.interpreter, state, method.function)
    if wrapper is not None:
        return run.call(wrapper, state, (), (instance, *(value for _, value in arguments[1:])))
    if "staticmethod" in method.function.decorator_names:
        return run.call(method, state, arguments)
    receiver = instance.cls if "classmethod" in method.function.decorator_names else instance
    if (inner := run.behind(method)) is not None:
        values = tuple(value for _, value in parameters.arguments(run.interpreter, state, inner)[1:])
        return run.call(method, state, (), (receiver, *values))
    return run.call(method, state, arguments[1:], (receiver,))


# -- classes of tests ------------------------------------------------------------------------------


def _prepares_tests(cls: ClassValue) -> FunctionValue | None:
    """The method that runs before each test of a class of tests; None for other classes."""
    found = (cls.find(name) for name in _BEFORE_TESTS)
    return next((method for method in found if isinstance(method, FunctionValue)), None)


def _follow_tests(
    run: Run, instance: Instance, started: list[State], prepare: FunctionValue, methods: list[FunctionValue]
) -> list[State]:
    """Each test by itself, after what comes before each: none is told of another one."""
    prepared = [end for each in started for end in _run_method(run, instance, prepare, each)]
    ready = join(prepared, _MAX_STATES)
    tests = [method for method in methods if method.function.name.startswith("test")]
    ends = list(ready)
    for test in tests:
        run.interpreter.begin_entry()
        for begin in ready:
            ends += _run_method(run, instance, test, begin.copy())
    return ends


# -- making an object ------------------------------------------------------------------------------


def _construct(run: Run, made: Constructed, members: list[FunctionValue], after: State | None) -> list[State]:
    """The states that the making of an object ends in, with arguments of which only the kind is known."""
    state = run.begin(after)
    initialiser = made.cls.find("__init__")
    if not isinstance(initialiser, FunctionValue):
        return _construct_fields(run, made, state, members[0].function)
    arguments = parameters.arguments(run.interpreter, state, initialiser.function)[1:]
    return run.call(initialiser, state, arguments, (made.instance,))


def _construct_fields(run: Run, made: Constructed, state: State, member: ir.Function) -> list[State]:
    """An object of a class without ``__init__``: a dataclass makes what its fields have by default."""
    node = made.cls.node
    if node is None:
        return [state]

    def follow() -> list[Outcome]:
        return objects.construct_fields(run.interpreter, state, made.instance, Arguments([], {}), node)

    return run.guard(member, state, follow)
