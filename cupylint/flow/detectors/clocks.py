"""Wall-clock intervals: which device work is still under way when the second reading is taken.

A reading remembers what was issued and what the host knew to be done. The difference of two of them is an
`Interval`, which is followed until it is printed, stored, returned or handed to other code. Only then it counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cupylint.facts import UnsyncedTiming
from cupylint.flow.detectors.readings import Interval, Reading, Span, Timer
from cupylint.flow.detectors.untimed_work import LeftOut, ends_in_loop, left_out, steps
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.values import (
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    External,
    FunctionValue,
    ListValue,
    Method,
    Partial,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

Outcome = tuple["State", Value]

CLOCKS = "perf_counter perf_counter_ns process_time process_time_ns monotonic monotonic_ns time_ns".split()  # noqa: SIM905
READINGS = frozenset(
    [
        "time.time", *(f"time.{name}" for name in CLOCKS), "timeit.default_timer",
        "datetime.datetime.now", "datetime.datetime.utcnow",
    ]
)  # fmt: skip
"""Functions that read a clock."""
TIMERS = frozenset(("timeit.timeit", "timeit.repeat"))
_ENTERED = (FunctionValue, BoundMethod, ClassValue, Partial)
_KEEPS = frozenset(f"builtins.{name}" for name in ("round", "int", "float", "abs", "min", "max", "sum"))
_ON_PURPOSE = re.compile(
    r"launch|enqueu|submi|issu|async|dispatch|overhead|queue|un_?sync|no.?sync|without.{0,8}sync|before.{0,8}sync"
    r"|compil|warm",
    re.IGNORECASE,
)
"""Names and texts that say that the cost of issuing the work is meant."""
_ON_HOST = re.compile(r"\bhost|host\b|_host|cpu|numpy|python", re.IGNORECASE)
_ON_DEVICE = re.compile(r"gpu|cuda|device|cupy|kernel", re.IGNORECASE)
_MOSTLY_HOST = re.compile(
    r"load|(?<!th)read(?!y)|import|pars|init|setup|set_up|prepar|alloc|build|construct|plot", re.IGNORECASE
)
_TELLS = re.compile(
    r"^(a?info|debug|warn(ing)?|error|critical|log\w*|print\w*|write\w*|echo|append|extend|format|join|items|keys"
    r"|values|setdefault|sleep|set_(description|postfix)\w*|start(s|ed)?with|ends?with|strip|split|copy|add_argument"
    r"|parse_args|getLogger|title|label|legend)$"
)
_PAUSES = frozenset(("sleep", "wait", "wait_for", "join", "acquire", "result", "select", "poll"))
"""Functions that are told how long to wait: no measurement."""
_HOST_LIBRARIES = frozenset(
    """scipy matplotlib pandas tqdm sklearn rich click yaml h5py PIL cv2 psutil tabulate colorama nvtx pytest typer
    absl loguru toml""".split()  # noqa: SIM905
)
_MOST = 2000
_OF_EVENTS = frozenset(("get_elapsed_time", "record"))


@dataclass(slots=True, eq=False)
class ReadingUse:
    """Something made of an interval, with what was still under way at its end."""

    span: Span
    left: LeftOut
    places: list[CSTNode | None]
    cupy: str


@dataclass(slots=True, eq=False)
class Clocks:
    """What is known of one analysis' readings of the clock.

    Attributes:
        active: whether the clock was read at all.
        entry: number of the current start of the analysis.
        host_calls: how many calls were met that are no device work.
        names: reading -> what it, or an interval that it ends, is called.
        told: statement -> the readings that end the intervals in it.
    """

    active: bool = False
    entry: int = 0
    host_calls: int = 0
    uses: list[ReadingUse] = field(default_factory=list)
    names: dict[CSTNode, set[str]] = field(default_factory=dict)
    told: dict[CSTNode | None, set[CSTNode]] = field(default_factory=dict)


# -- readings --------------------------------------------------------------------------------------


def read(interpreter: Interpreter, state: State, node: CSTNode) -> Reading:
    """The clock is read by the call `node`."""
    interpreter.clocks.active = True
    interpreter.clocks.names.setdefault(node, set()).add(interpreter.frame.function.name)
    pending = state.order.issued & ~state.order.hosts.get(state.host, 0)
    return Reading(
        node,
        interpreter.clocks.entry,
        state.order.issued,
        pending,
        pending & (state.maybe_waited | state.before_opaque_call),
        interpreter.clocks.host_calls,
        tuple((frame.number, frame.caller) for frame in interpreter.frames),
        interpreter.statement,
        interpreter.called(),
        interpreter.frame.function,
        frozenset(frame.number for frame in interpreter.frames if frame.function.idents & _OF_EVENTS),
    )


def timer(arguments: Arguments) -> Timer:
    """``timeit.Timer(f)``"""
    return Timer(arguments.either(0, "stmt"), arguments.either(1, "setup"))


def timed(interpreter: Interpreter, state: State, made: Timer, node: CSTNode) -> list[Outcome]:
    """``timeit.timeit(f)``, ``Timer(f).timeit()``: calls f and gives the time that took."""
    timed, setup = made.timed, made.setup
    if not isinstance(timed, (*_ENTERED, External, Method)):
        return [(state, interpreter.unknown("timeit", host=True))]
    ready = [state]
    if isinstance(setup, _ENTERED):
        ready = [after for after, _ in interpreter.invoke(state, setup, Arguments([], {}), node)]
    outcomes: list[Outcome] = []
    for begun in ready:
        first = read(interpreter, begun, node)
        for after, _ in interpreter.invoke(begun, timed, Arguments([], {}), node):
            outcomes.append((after, Interval((Span(first, read(interpreter, after, node)),))))
    return outcomes


def binary(interpreter: Interpreter, state: State, operator: str, left: Value, right: Value) -> Value | None:
    """An operator with a reading or an interval among its operands; None if neither is one."""
    if isinstance(left, Reading) and isinstance(right, Reading):
        return Interval((Span(right, left),)) if operator == "-" else interpreter.unknown("time", host=True)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Reading):
            scaled = operator in ("*", "/", "//") and isinstance(other, Const)
            return one if scaled else interpreter.unknown("time", host=True)
    if operator == "%" and isinstance(left, Const) and isinstance(left.value, str):
        use(interpreter, state, right)
        return None
    if isinstance(left, Interval):
        return left.joined(right) if isinstance(right, Interval) else left
    if isinstance(right, Interval) and operator == "-":
        return interpreter.unknown("time", host=True)  # what is left of a given time
    return right if isinstance(right, Interval) else None


def passed(interpreter: Interpreter, state: State, function: Value, arguments: Arguments) -> Value | None:
    """An interval may be handed to a function. What the function returns, if that is as good as the interval."""
    given = [value for value, _ in arguments.all()]
    if isinstance(function, Method) and isinstance(function.receiver, (Reading, Interval)):
        return function.receiver if function.name in ("total_seconds", "timestamp") else None
    if isinstance(function, External) and function.dotted in _KEEPS:
        kept = [value for value in given if isinstance(value, (Reading, Interval))]
        return kept[0] if kept else None
    if isinstance(function, _ENTERED):
        for value in given:
            for span in spans(state, value):
                interpreter.clocks.names.setdefault(span.second.node, set()).add(_text(interpreter.statement))
        return None
    if getattr(function, "dotted", getattr(function, "name", "")).rpartition(".")[2] in _PAUSES:
        return None
    for value in given:
        use(interpreter, state, value)
    return None


def spans(state: State, value: Value, depth: int = 3) -> Iterator[Span]:
    """The intervals in a value, also inside containers."""
    if isinstance(value, Interval):
        yield from value.spans
    elif isinstance(value, Method):
        yield from spans(state, value.receiver, 0)
    elif depth and isinstance(value, (TupleValue, ListValue)):
        for item in items_of(state, value) or ():
            yield from spans(state, item, depth - 1)
    elif depth and isinstance(value, DictValue):
        for _, item in dict_items(state, value):
            yield from spans(state, item, depth - 1)


def stored(interpreter: Interpreter, state: State, target: ir.Expr | ir.Target, value: Value, text: str = "") -> None:
    """An interval gets a name; where that is no plain name, others can see it."""
    if text:
        for span in spans(state, value, 0):
            interpreter.clocks.names.setdefault(span.second.node, set()).add(text)
    if text and isinstance(value, Reading):
        interpreter.clocks.names.setdefault(value.node, set()).add(text)
    if not isinstance(target, ir.Load):
        use(interpreter, state, value)


def use(interpreter: Interpreter, state: State, value: Value) -> None:
    """Something is made of the intervals in `value`."""
    clocks = interpreter.clocks
    if interpreter.modules.importing or len(clocks.uses) > _MOST:
        return
    for span in spans(state, value):
        if span.first.entry != span.second.entry:
            continue  # the methods in between are a guess
        left = left_out(interpreter, span)
        cupy = _name_of_cupy(state) if left.work else ""
        places = [interpreter.statement, span.second.statement]
        clocks.uses.append(ReadingUse(span, left, places, cupy))
        for place in places:
            clocks.told.setdefault(place, set()).add(span.second.node)


def _name_of_cupy(state: State) -> str:
    """What the checked file calls CuPy, "" if nothing."""
    return next((str(name) for name, held in state.memory.members(0) if held == External("cupy")), "")


# -- code that is not seen ------------------------------------------------------------------------


def is_harmless(name: str, receiver: Value | None, dotted: bool) -> bool:
    """Whether code that is not seen certainly waits for nothing: it writes a message, or knows of no device."""
    if isinstance(receiver, Symbol) and receiver.host:
        return True
    if dotted and name.partition(".")[0] in _HOST_LIBRARIES:
        return True
    return _TELLS.match(name.rpartition(".")[2]) is not None


# -- facts -----------------------------------------------------------------------------------------


def facts(interpreter: Interpreter) -> Iterator[UnsyncedTiming]:
    """One for each second reading of the clock that does not wait for the work in between."""
    clocks = interpreter.clocks
    complete = (one.span for one in clocks.uses if not one.left.work)
    waits = {_key(span) for span in complete if span.second.issued & ~span.first.issued}
    for place, those in _by_place(interpreter).items():
        one = max(those, key=lambda use: use.left.rank)
        likely = not (_is_mostly_host(clocks, one) or _is_progress(clocks, one)) and _key(one.span) not in waits
        yield _fact(interpreter, place, one, _used_from(those), likely)


def _fact(
    interpreter: Interpreter, place: CSTNode, one: ReadingUse, used: list[CSTNode], likely: bool
) -> UnsyncedTiming:
    """What is told of an interval at `place`: its second reading, or what leads to it."""
    spot, start, second = interpreter.spot, one.span.first, one.span.second
    at_reading = place is second.node
    used = used if at_reading else []
    own = one.cupy and at_reading and second.called is None and second.statement is not None
    line = f"{one.cupy}.cuda.Device().synchronize()"
    return UnsyncedTiming(
        spot=spot(place),
        start=spot(start.node if at_reading else _head(start.called or start.node)),
        work=tuple(one.left.work[-1:]),
        count=len({step.spot.node for step in one.left.work}),
        fix=(line, spot(second.statement)) if own and start.node is not second.node else None,
        certain=likely and one.left.rank > 0,
        part=one.left.part,
        reading=None if at_reading else spot(second.node),
        used=tuple(spot(node) for node in used),
        seen=spot(used[0]) if used and second.called is not None else None,
        fixture=one.span.fixture,
    )


def _by_place(interpreter: Interpreter) -> dict[CSTNode, list[ReadingUse]]:
    """The intervals that leave out a wait, by the place to tell of them."""
    found: dict[CSTNode, list[ReadingUse]] = {}
    for one in interpreter.clocks.uses:
        if one.left.work and not _is_meant(interpreter, one):
            found.setdefault(_place(one.span), []).append(one)
    return found


def _used_from(those: list[ReadingUse]) -> list[CSTNode]:
    """The calls that lead to the clock, for what times the work of others."""
    best = max(one.left.rank for one in those)
    calls = [_call(one.span) for one in those if one.left.rank == best and (one.left.others or one.span.second.called)]
    return list(dict.fromkeys(node for node in calls if node is not None))


def _call(span: Span) -> CSTNode | None:
    """What leads to the clock in the checked file: a call or a ``with``; None where its reader is followed itself."""
    first, second = span.first, span.second
    before, after = (each.called or (each.calls[-1][1] if each.calls else None) for each in (first, second))
    node = before if type(before).__name__ == "With" else after
    return None if node is None or type(node).__name__ == "FunctionDef" else _head(node)


def _key(span: Span) -> tuple[object, ...]:
    """Tells intervals apart that differ in more than the path between their ends: on another one, it may wait."""
    return (span.first.node, span.second.node, *(caller for _, caller in span.second.calls))


def _place(span: Span) -> CSTNode:
    """The second reading, or the call that leads to it where both readings are made by one line of a helper."""
    first, second = span.first, span.second
    if first.node is second.node:
        for (number, _), (other, caller) in zip(first.calls, second.calls, strict=False):
            if number != other and caller is not None:
                return _head(second.called or caller)
    return second.node


def _head(node: CSTNode) -> CSTNode:
    """The manager of a ``with`` statement, else the node itself."""
    items = getattr(node, "items", None)
    return items[0].item if items and type(node).__name__ == "With" else node


def _is_meant(interpreter: Interpreter, one: ReadingUse) -> bool:
    """Whether the source says that the wait is left out on purpose."""
    clocks = interpreter.clocks
    evidence = _evidence(clocks, one)
    if _ON_PURPOSE.search(evidence) or (_ON_HOST.search(evidence) and not _ON_DEVICE.search(evidence)):
        return True
    first, second = one.span.first, one.span.second
    if second.with_events - {number for number, _ in first.calls}:
        return True  # a timer that takes the device's time by events, and the host's beside it
    for other in clocks.uses:  # another reading follows after nothing but a wait, and both are used
        later = other.span.second
        follows = other.span.first.node in (first.node, second.node) and later.node is not second.node
        if not follows or second.issued & ~later.issued or second.pending & later.pending & ~first.issued:
            continue
        copies = other.span.first.node is second.node  # to measure these alone is no way to wait for what comes before
        if not steps(interpreter, later.issued & ~second.issued, light=copies):
            return True
    return False


def _is_mostly_host(clocks: Clocks, one: ReadingUse) -> bool:
    """Whether what names an interval, and no other one, says that it is about work of the host."""
    first, second = one.span.first.node, one.span.second.node
    begins_only = all(other.span.second.node is not first or other.span.first.node is first for other in clocks.uses)
    names = [*clocks.names.get(second, ()), *(clocks.names.get(first, ()) if begins_only else ())]
    texts = (_text(place) for place in one.places if place is not None and len(clocks.told[place]) == 1)
    return _MOSTLY_HOST.search(" ".join([*names, *texts])) is not None


def _is_progress(clocks: Clocks, one: ReadingUse) -> bool:
    """Whether it is told in each round of a loop how long that takes so far."""
    return ends_in_loop(one.span, clocks.names.get(one.span.first.node, set()))


def _evidence(clocks: Clocks, one: ReadingUse) -> str:
    """Everything that names an interval: variables, texts printed with it."""
    names = [*clocks.names.get(one.span.second.node, ()), *clocks.names.get(one.span.first.node, ())]
    return " ".join([*names, *(_text(place) for place in one.places)])


def _text(node: CSTNode | None) -> str:
    """The names and literal texts in a simple statement."""
    if node is None or hasattr(node, "body"):
        return ""
    found = []
    pending = [node]
    while pending:
        each = pending.pop()
        value = getattr(each, "value", None)
        if isinstance(value, str):
            found.append(value)
        pending += each.children
    return " ".join(found)
