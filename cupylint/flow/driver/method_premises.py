"""What a hazard between two functions rests on: that callers call them in that order, and nothing between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cupylint.facts import EarlyElapsed, Race
from cupylint.findings import Premise, lowest
from cupylint.flow.domain.frames import Closure
from cupylint.flow.domain.loop_carried import blocks, targets_of, walk
from cupylint.flow.domain.source_text import dotted
from cupylint.flow.domain.values import ClassValue, FunctionValue
from cupylint.flow.driver.repeated_calls import TWICE
from cupylint.program import ir
from cupylint.records import dataclass

_IN_TURN = Premise("called-next", "`{}` is called after `{}`, and nothing waits between the two")
_AGAIN = Premise("called-again", "`{}` is called again, and nothing waits between the two")
_AFTER_SEVERAL = Premise("called-next", "`{}` is called after several calls of `{}`, and nothing waits between these")
_SEVERAL_TIMES = Premise("called-again", "`{}` is called several times in a row, and nothing waits in between")
_ONCE = re.compile(r"_*(initiali[sz]e|init|set_?up|configure)(_|$)", re.IGNORECASE)
"""Names of methods that are called once for each object."""
_SETS_UP = re.compile(r"_*(prepare|build|allocate|create|load|compile|plan|start|open|warm_?up)(_|$)", re.IGNORECASE)
"""Those of methods that are, where the constructor calls them."""
_SET_UP_AGAIN = Premise("opaque-call", "an object is set up more than once")
_BETWEEN = Premise("opaque-call", "no method that may wait is called between the two")
_AT_THE_END = re.compile(
    r"_*(flush|close|finish|finali[sz]e|end|exit|stop|shut_?down|join|destroy|tear_?down|del)(_|$)", re.I
)
"""Names of methods that are called when all others have been."""
_CLOSES = re.compile(r"_*(close|exit|shut_?down|destroy|tear_?down|del)(_|$)", re.I)
"""Those of them after which an object is not used any more."""
_STEP_OF_ANOTHER = Premise("opaque-call", "`{}`, which the class calls on a stream of its choice, is called by itself")
_STREAM = re.compile("stream", re.IGNORECASE)
_REQUESTS = frozenset(("Wait", "wait", "Waitall", "waitall", "Waitany", "Waitsome", "Test", "Testall", "Testany"))
_WAITING = re.compile(r"synchron|wait|result|join|finish|flush|\bdone\b", re.IGNORECASE)


BetweenMethods = Race | EarlyElapsed
"""What is found in one function because of another one that was called before it."""


@dataclass(frozen=True, slots=True)
class OnCallers:
    """What hazards between two functions rest on, which callers who are not seen call one after the other.

    Attributes:
        races: that of races, and `times` that of times of events that are asked for too early.
    """

    races: tuple[Premise, ...]
    times: tuple[Premise, ...]

    @property
    def are_guesses(self) -> bool:
        """Whether all of it rests on something that is not likely."""
        return lowest(self.races) == lowest(self.times) == "low"

    def put_on(self, found: list[BetweenMethods]) -> None:
        """Say so of the hazards that were found."""
        for item in found:
            item.premises += self.times if isinstance(item, EarlyElapsed) else self.races


def pair_rests_on(
    first: FunctionValue, second: FunctionValue, public: list[FunctionValue], functions: list[ir.Function], calls: int
) -> OnCallers:
    """A hazard with what the first of two methods left rests on the one who calls both.

    It is a guess if what is meant to come between may wait: a third method, a caller of both or, where the time of an
    event is asked for, a caller of the second one. So it is where a method of the class calls one of the two on a
    stream that it has chosen: such a step is not meant to be called by itself.

    Args:
        public: the methods of the class.
        functions: those of the file.
        calls: how many calls it takes; more than two are of the first method, but for the last.
    """
    rests = _who_calls_both(first, second, public, calls)
    if _SETS_UP.match(second.function.name) and _is_called_by_constructor(second, functions):
        rests += (_SET_UP_AGAIN,)
    callers = [each for each in functions if second.function.name in each.idents and each is not first.function]
    waiting = frozenset(method.function.name for method in public if _may_wait([method.function]))
    if any(_calls_in_turn(function, first.function.name, second.function.name, waiting) for function in callers):
        return OnCallers(rests, rests)  # nothing comes between
    races, times = _may_come_between(first, second, public, callers, calls)
    return OnCallers((*rests, _BETWEEN) if races else rests, (*rests, _BETWEEN) if times else rests)


def _who_calls_both(
    first: FunctionValue, second: FunctionValue, public: list[FunctionValue], calls: int
) -> tuple[Premise, ...]:
    """What the one who calls two methods in turn is taken to do."""
    if first is second:
        premise = _SEVERAL_TIMES if calls > TWICE else _AGAIN
    else:
        premise = _AFTER_SEVERAL if calls > TWICE else _IN_TURN
    set_up_again = (_SET_UP_AGAIN,) if first is second and _ONCE.match(first.function.name) else ()
    steps = [step for method in dict.fromkeys((first, second)) for step in _step_of_another(method, public)]
    text = premise.text.format(second.function.name, first.function.name)
    return replace(premise, text=text), *set_up_again, *steps


def _step_of_another(method: FunctionValue, methods: list[FunctionValue]) -> tuple[Premise, ...]:
    """What has to hold where one of `methods` calls a method inside ``with stream:``."""
    name = method.function.name
    if any(_calls_on_a_stream(other.function, name) for other in methods if other is not method):
        return (replace(_STEP_OF_ANOTHER, text=_STEP_OF_ANOTHER.text.format(name)),)
    return ()


def _is_called_by_constructor(method: FunctionValue, functions: list[ir.Function]) -> bool:
    """Whether a constructor of the file names a method."""
    return any(each.name == "__init__" and method.function.name in each.idents for each in functions)


def _may_come_between(
    first: FunctionValue, second: FunctionValue, public: list[FunctionValue], callers: list[ir.Function], calls: int
) -> tuple[bool, bool]:
    """Whether what is meant to come between two calls may wait, or record what the second one waits for.

    Where a method waits for what its own earlier calls have left, nothing else is meant to. What closes an object does
    not come between uses of it.

    Returns:
        That for races, and for times of events that are asked for too early.
    """
    others = [method.function for method in public if method is not first and method is not second]
    if not _CLOSES.match(second.function.name):
        others = [function for function in others if not _CLOSES.match(function.name)]
    if first is second and _waits_for_earlier_calls(first.function):
        return False, False
    several = calls > TWICE
    if several:  # a ring or queue is there so that calls may follow one another: what comes last does not count
        others = [function for function in others if not _AT_THE_END.match(function.name)]
    method = _may_wait(others) or _may_record(others, second.function)
    of_both = [each for each in callers if first.function.name in each.idents and each is not second.function]
    own = frozenset((first.function.name, second.function.name))
    return method or _may_wait(of_both, several, own), method or _may_wait(callers, several, own)


def waits_for_requests(function: ir.Function) -> bool:
    """Whether a function may wait for requests of MPI, though it has nothing to do with streams."""
    return not _REQUESTS.isdisjoint(function.idents)


def _waits_for_earlier_calls(function: ir.Function) -> bool:
    """Whether a function waits for an event that it keeps or records for the next call: ``self.done[i]``."""
    waited = _given_to(function, "wait_event") | _called_on(function, "synchronize")
    return not waited.isdisjoint(_kept(function) | _called_on(function, "record"))


def _attributes_in(expression: ir.Expr | ir.Target) -> set[str]:
    """The attributes that are named in an expression."""
    return {each.name for each in ir.inside(expression) if isinstance(each, ir.Attr)}


def _may_wait(functions: list[ir.Function], until_the_end: bool = False, known: frozenset[str] = frozenset()) -> bool:
    """Whether functions mention what may wait, other than names that are `known`.

    `until_the_end`: but for what is called when all else has been.
    """
    idents = {ident for function in functions for ident in _words_of_waiting(function)} - known
    return any(not (until_the_end and _AT_THE_END.match(ident)) for ident in idents)


def _words_of_waiting(function: ir.Function) -> set[str]:
    """What a function mentions that sounds like waiting, but for ``self.done.record(stream)``, ``self.result = x``."""
    found = {ident for ident in function.idents if _WAITING.search(ident)}
    return found - _called_on(function, "record") - _kept(function) if found else found


def _calls_in_turn(function: ir.Function, first: str, second: str, waiting: frozenset[str]) -> bool:
    """Whether a function calls two methods of one object, one after the other or round by round, and nothing between.

    Nothing that may wait. They may be one method. `waiting` are methods that may wait, whatever they are called.
    """
    if any(_are_called_in(block, first, second, waiting) for block in blocks(function.body)):
        return True
    for loop in walk(function.body):
        if not isinstance(loop, (ir.For, ir.While)):
            continue
        rounds = [*loop.body, *(loop.before if isinstance(loop, ir.While) else ())]
        called = [
            each.function
            for each in walk(rounds)
            if isinstance(each, ir.Call) and isinstance(each.function, (ir.Attr, ir.Load))
        ]
        turning = set(targets_of(loop.target)) if isinstance(loop, ir.For) else set()
        for number, each in enumerate(called):
            if each.name == first and turning.isdisjoint(_names_in(each)):
                following = [*called[number + 1 :], *called[: number + 1]]
                if _comes_before_waits(following, second, _object_of(each), waiting):
                    return True
    return False


def _are_called_in(block: ir.Block, first: str, second: str, waiting: frozenset[str]) -> bool:
    """The same of the statements of one block: the second method in a later one than the first."""
    called = [
        (number, each.function)
        for number, statement in enumerate(block)
        for each in walk([statement])
        if isinstance(each, ir.Call) and isinstance(each.function, (ir.Attr, ir.Load))
    ]
    for place, (number, each) in enumerate(called):
        if each.name == first:
            for later, other in called[place + 1 :]:
                if other.name == second and later > number and _object_of(other) == _object_of(each):
                    return True
                if other.name in waiting or _WAITING.search(str(other.name)):
                    break
    return False


def _comes_before_waits(called: list[ir.Attr | ir.Load], name: str, of: str, waiting: frozenset[str]) -> bool:
    """Whether a method of the object `of` is called, and nothing before it that may wait."""
    for each in called:
        if each.name == name and _object_of(each) == of:
            return True
        if each.name in waiting or _WAITING.search(str(each.name)):
            return False
    return False


def _object_of(called: ir.Attr | ir.Load) -> str:
    return dotted(called.base) if isinstance(called, ir.Attr) else ""


def _names_in(expression: ir.Expr) -> set[ir.Name_]:
    """The names that an expression reads."""
    return {each.name for each in ir.inside(expression) if isinstance(each, ir.Load)}


def _calls_on_a_stream(function: ir.Function, name: str) -> bool:
    """Whether a function calls a method of this name inside ``with stream:``."""
    return any(
        isinstance(block, ir.With)
        and isinstance(block.manager, (ir.Attr, ir.Load))
        and _STREAM.search(str(block.manager.name)) is not None
        and any(_calls_of(block.body, name))
        for block in walk(function.body)
    )


def _may_record(functions: list[ir.Function], waiting: ir.Function) -> bool:
    """Whether some functions may record an event that another one waits for: both name the attribute that it is."""
    waited = _given_to(waiting, "wait_event") | _called_on(waiting, "synchronize")
    for function in functions:
        if "record" in function.idents and not waited.isdisjoint(_called_on(function, "record") | _kept(function)):
            return True
    return False


def _calls_of(block: ir.Block, method: str) -> Iterator[tuple[ir.Attr, ir.Call]]:
    """The calls of methods of a name."""
    for call in walk(block):
        if isinstance(call, ir.Call) and isinstance(call.function, ir.Attr) and call.function.name == method:
            yield call.function, call


def _called_on(function: ir.Function, method: str) -> set[str]:
    """The attributes that a method of some name is called on: ``self.done.record(stream)``."""
    return {name for called, _ in _calls_of(function.body, method) for name in _attributes_in(called.base)}


def _given_to(function: ir.Function, method: str) -> set[str]:
    """The attributes that a method of some name is given: ``stream.wait_event(self.done)``."""
    return {
        name
        for _, call in _calls_of(function.body, method)
        for argument in call.arguments
        for name in _attributes_in(argument.value)
    }


def _kept(function: ir.Function) -> set[str]:
    """The attributes that a function gives a value, or a value in."""
    found: set[str] = set()
    for statement in walk(function.body):
        if isinstance(statement, ir.Assign) and not isinstance(statement.target, ir.Load):
            found |= _attributes_in(statement.target)
    return found


_FIRST = Premise("called-next", "the method is called right after `{}` is made, and nothing waits between the two")
_RETURNED = Premise("called-next", "`{}` is called right after it is returned, and nothing waits between the two")
_ON_RETURNED = Premise("called-next", "`{}` is called on what `{}` returns, and nothing waits between the two")
_STARTING = re.compile(
    r"__enter__|set_?up|start|init|open|prepare|begin|load|reset|warm_?up|compile|connect", re.IGNORECASE
)
"""Names of methods that are meant to be called first."""


def first_call_rests_on(method: FunctionValue, cls: ClassValue) -> OnCallers:
    """A race with what ``__init__`` left rests on the one who makes the object: it may wait, or call others first."""
    others = [
        member.function
        for member in cls.members.values()
        if isinstance(member, FunctionValue) and member is not method and not member.function.name.startswith("__init")
    ]
    public = [each for each in others if not each.name.startswith("_") or each.name in ("__call__", "__enter__")]
    step = _step_of_another(method, list(cls.methods().values()))
    return _unless_others_come_before((replace(_FIRST, text=_FIRST.text.format(cls.name)), *step), public)


def returned_rests_on(closure: Closure) -> OnCallers:
    """A race of a returned function with what the one that made it left rests on the one who calls both."""
    others = [each.function for each in closure.returned if isinstance(each, FunctionValue) and each != closure.value]
    name = closure.value.function.name
    return _unless_others_come_before((replace(_RETURNED, text=_RETURNED.text.format(name)),), others)


def returned_object_rests_on(method: FunctionValue, maker: ir.Function, public: list[FunctionValue]) -> OnCallers:
    """A race of a method of an object with what the function left that made and returned it.

    Args:
        public: the methods of the object.
    """
    others = [
        each.function for each in public if each is not method and "property" not in each.function.decorator_names
    ]
    premise = replace(_ON_RETURNED, text=_ON_RETURNED.text.format(method.function.name, maker.name))
    rests = (premise, _BETWEEN) if _may_wait(others) else (premise,)
    return OnCallers(rests, rests)


def _unless_others_come_before(premises: tuple[Premise, ...], others: list[ir.Function]) -> OnCallers:
    """What rests on premises, and is a guess where `others` that may wait are called before."""
    between = any(_STARTING.match(each.name) for each in others) or _may_wait(others)
    rests = (*premises, _BETWEEN) if between else premises
    return OnCallers(rests, rests)
