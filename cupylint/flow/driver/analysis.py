"""Chooses where to start, follows everything from there, and collects the facts of a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from cupylint.budget import Spent
from cupylint.facts import EmptyWait, Fact, Unfinished
from cupylint.findings import Premise
from cupylint.flow.detectors import clocks, costs, elapsed, nested_ranges
from cupylint.flow.detectors.peak_memory import NOTHING_USED, PEAK_MEMORY
from cupylint.flow.detectors.races import Found
from cupylint.flow.device import fft_plans, parameters
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Frame, Outcome
from cupylint.flow.domain.launchers import launchers
from cupylint.flow.domain.memory import Memory
from cupylint.flow.domain.modules import on_device
from cupylint.flow.domain.senders import senders
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    ClassValue,
    FunctionValue,
    Instance,
    Value,
)
from cupylint.flow.domain.work import OutOfWork
from cupylint.flow.driver import large_allocations, relevance
from cupylint.flow.driver.preparation import preparers
from cupylint.flow.driver.sequences import LeftBehind, Mentions, can_meet, left_behind, unfinished
from cupylint.flow.driver.subject import Subject
from cupylint.flow.interp import calls
from cupylint.flow.interp.interpreter import Interpreter
from cupylint.flow.interp.joins import join
from cupylint.flow.interp.unrolling import rings
from cupylint.order import Kind
from cupylint.program import ir
from cupylint.source import UnreadableSource

_MAX_METHODS = 8
_MAX_TESTS = 32
_BEFORE_TESTS = ("setUp", "setup_method")
"""Methods that ``unittest`` or pytest calls before each test of a class."""
_MAX_STATES = 3


@dataclass(slots=True)
class Result:
    """The facts of a file, and the other files of the project that were followed for it.

    Attributes:
        work: the statements followed, times paths.
        entry_work: those of each function and class that was an entry, by name.
        reached: function -> the entries that led into it, all by name.
        sizes: entry -> names of numbers that it loops over and that are not known.
        replaced: guesses in whose place there are now facts that small sizes showed.
        guesses: entries in which it is not known whether parts overlap, or which of several items is meant.
        failed: functions whose analysis went wrong, and how.
        driven: methods that other code of the file than their class calls.
        driven: methods that other code of the file calls.
    """

    facts: list[Fact] = field(default_factory=list)
    replaced: list[Fact] = field(default_factory=list)
    unfinished: dict[ir.Function, Unfinished] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    work: int = 0
    entry_work: Counter[str] = field(default_factory=Counter)
    reached: dict[str, set[str]] = field(default_factory=dict)
    sizes: dict[str, set[str]] = field(default_factory=dict)
    guesses: set[str] = field(default_factory=set)
    failed: list[tuple[str, Exception]] = field(default_factory=list)
    driven: frozenset[ir.Function] = frozenset()


def analyse(subject: Subject) -> Result:
    """All facts about a module. Never imports or runs it."""
    module, options, entries = subject.module, subject.options, subject.entries
    interpreter = Interpreter(options, subject.library, subject.path, subject.budget)
    interpreter.entries.concrete_size = subject.concrete_size
    interpreter.rings = rings(module.inner)
    interpreter.entries.idents = module.idents
    interpreter.fft_plans.cache_varies = fft_plans.plans_vary(module.idents)
    interpreter.cancellation.known(module.idents)
    if not module.idents & relevance.MAKERS:
        interpreter.work.of_importer()
    interpreter.peak_memory.begin(module.idents)
    interpreter.conversions.begin(module.idents)
    interpreter.allocations.captured = "begin_capture" in module.idents
    interpreter.events.are_timed = bool(module.idents & elapsed.ASKS)
    result = Result()
    states = _follow_module(interpreter, module, result)
    base = on_device(states, 0)
    interpreter.modules.path_condition.update(base.path_condition)
    base.memory = base.memory.frozen()
    values = relevance.made_by_top_level(base)
    every = [*dict.fromkeys([*module.inner, *values])]
    relevant = relevance.relevant_functions(interpreter, every, base)
    if options.all_functions:
        relevant |= set(every)
    alone = {function for function in every if options.sizes and large_allocations.creates_much(function, base)}
    alone |= senders(every, module.idents)
    if interpreter.conversions.active:
        alone |= {function for function in every if _converts(function, options.converting)}
    if options.launches:
        alone |= launchers(every, base)
    ends = list(states)
    functions = [function for function in every if function in relevant | alone]
    methods = {
        method.function
        for cls in relevance.classes(base)
        for method in cls.members.values()
        if isinstance(method, FunctionValue)
    }
    called = frozenset().union(*(function.idents for function in every))
    interpreter.entries.mentioned = called
    interpreter.entries.relevant |= relevant
    functions.sort(key=lambda function: function.name in called)
    constructed: list[_Constructed] = []
    for cls in relevance.classes(base):
        if entries is None or cls.name in entries:
            with _entry(interpreter, cls.name, result):
                left, ended = _follow_class(interpreter, cls, base, relevant, alone, result)
                constructed += left
                ends += ended
    for function in functions:
        if function in methods | interpreter.entries.entered or function not in values:
            continue
        if entries is None or function.name in entries:
            with _entry(interpreter, function.name, result):
                if (wrapper := interpreter.entries.decorated.get(function)) is not None:
                    ends += _follow_decorated(interpreter, function, wrapper, base, result)
                    continue
                for value in values[function]:
                    ends += _follow_function(interpreter, value, base, result)
    ends += _follow_closures(interpreter, base, result)
    result.driven = subject.driven | _driven(interpreter, constructed)
    mentions = Mentions.of(value for _, value in base.memory.items())
    for made in constructed:
        with _entry(interpreter, made.cls.name, result):
            ends += _follow_first_calls(interpreter, made, mentions, result)
    result.facts = [*_facts(interpreter, ends), *nested_ranges.found(interpreter, every)]
    result.facts += [fact for function, fact in result.unfinished.items() if function.node]
    result.work, result.reached = interpreter.work.followed, interpreter.entries.reached
    result.sizes, result.guesses = (
        interpreter.entries.unknown_sizes,
        interpreter.entries.guesses if _meets_streams(interpreter) else set(),
    )
    result.files = [path for number, path in interpreter.modules.paths.items() if number]
    return result


def _driven(interpreter: Interpreter, constructed: list[_Constructed]) -> frozenset[ir.Function]:
    """Methods that other code of the file calls, which shows what comes between the making of an object and its use."""
    return frozenset(
        method.function
        for made in constructed
        for method, _ in made.methods
        if interpreter.entries.led_from.get(method.function, set()) - {made.cls.name}
    )


def _converts(function: ir.Function, converting: frozenset[str]) -> bool:
    """Whether a function may give a device array to NumPy, or takes capsules of DLPack."""
    named = function.name in converting or function.parent_class in converting
    return named or not function.idents.isdisjoint(("from_dlpack", "fromDlpack"))


def _meets_streams(interpreter: Interpreter) -> bool:
    """Whether any other stream than the null stream was met: without one, no number for a size shows a race."""
    return bool(interpreter.streams.created) or any(
        touch.stream is not None and touch.stream.kind is not Kind.NULL for touch in interpreter.touches
    )


@contextmanager
def _entry(interpreter: Interpreter, name: str, result: Result) -> Iterator[None]:
    """What is followed now is followed from there."""
    interpreter.entries.current, before = name, interpreter.work.followed
    try:
        yield
    finally:
        interpreter.entries.current = ""
        result.entry_work[name] += interpreter.work.followed - before


def _facts(interpreter: Interpreter, ends: list[State]) -> list[Fact]:
    facts: list[Fact] = list(interpreter.facts)
    for node, (empty, key) in interpreter.events.empty_waits.items():
        if node not in interpreter.events.good_waits:
            later = interpreter.events.recorded.get(key)
            facts.append(EmptyWait(empty.spot, empty.event, empty.created, later[0] if later else None))
    facts += interpreter.races.finish(ends)
    facts += [*clocks.facts(interpreter), *costs.facts(interpreter)]
    facts += interpreter.lifetimes.finish(ends)
    facts += [
        *interpreter.peak_memory.finish(),
        *interpreter.peak_memory.blow_ups(),
        *interpreter.peak_memory.moments(),
    ]
    facts += interpreter.peak_memory.idle_frees()
    if interpreter.peak_memory.savings is not None:
        facts += interpreter.peak_memory.savings.found()
    facts += interpreter.cancellation.findings() + interpreter.launches.findings()
    facts += interpreter.conversions.findings()
    facts += interpreter.kernel_arrays.findings()
    return facts


# -- the module itself -----------------------------------------------------------------------------


def _follow_module(interpreter: Interpreter, module: ir.Function, result: Result) -> list[State]:
    frame = Frame(0, module, ())
    interpreter.scopes[0] = module.assigned
    interpreter.frames.append(frame)
    state = State()
    state.memory = Memory(shared=interpreter.modules.shared, index=interpreter.index)
    try:
        ended = interpreter.run(module.body, [state])
    except (OutOfWork, RecursionError, Spent):
        _give_up(interpreter, module, "the top level", result)
        ended = [state]
    except UnreadableSource:  # of a body that was read just now
        raise
    except Exception as error:
        result.failed.append(("the top level", error))
        ended = [state]
    finally:
        interpreter.frames.clear()
        interpreter.raising.clear()
    return ended + [state for state, _ in frame.returns] or [state]


def _give_up(interpreter: Interpreter, function: ir.Function, name: str, result: Result) -> None:
    """Note that a function was not followed to its end; of those that are not even begun only the number is told."""
    bound = interpreter.work.budget.reason or "work"
    for known in result.unfinished.values():
        if interpreter.work.budget.reason and known.bound == bound:
            known.after += 1
            return
    result.unfinished[function] = Unfinished(interpreter.spot(function.node), name, bound)


def _fresh_from(memory: Memory) -> State:
    """A state to start a function in: the names that there are, with all work until then done."""
    state = State()
    state.memory = memory.copy()
    state.memory[PEAK_MEMORY] = NOTHING_USED
    return state


# -- functions -------------------------------------------------------------------------------------


def _follow_function(interpreter: Interpreter, value: FunctionValue, base: State, result: Result) -> list[State]:
    interpreter.begin_entry()
    state = _fresh_from(base.memory)
    arguments = parameters.arguments(interpreter, state, value.function)
    return _guarded(interpreter, value.function, state, arguments, value, result)


def _follow_decorated(
    interpreter: Interpreter, function: ir.Function, wrapper: Value, base: State, result: Result
) -> list[State]:
    """A function by way of the one that its decorators put in its place, of this file or another one."""
    if not isinstance(wrapper, FunctionValue):
        return []
    interpreter.begin_entry()
    state = _fresh_from(base.memory)
    given = parameters.arguments(interpreter, state, function)
    by_name = any(parameter.kind == "**" for parameter in wrapper.function.parameters)
    positional, keywords = ((), given) if by_name else (tuple(value for _, value in given), ())
    return _guard(
        interpreter, function, state, lambda: interpreter.run_function(state, wrapper, positional, keywords), result
    )


def _follow_closures(interpreter: Interpreter, base: State, result: Result) -> list[State]:
    """Functions inside functions that nothing has called, but code that is not seen may: returned, kept, handed on.

    Each is followed once, from what the function that made it left behind, with all work until then done.
    """
    if not interpreter.entries.closures:
        return []
    ends: list[State] = []
    met: set[ir.Function] = set()
    names = relevance.Names.of(interpreter, base)
    while waiting := interpreter.entries.closures.keys() - met - interpreter.entries.entered:
        for function in [each for each in interpreter.entries.closures if each in waiting]:
            met.add(function)
            closure = interpreter.entries.closures[function]
            if function in interpreter.entries.entered or not relevance.matters(closure, names):
                continue
            interpreter.entries.relevant.add(function)
            with _entry(interpreter, closure.entry, result):
                interpreter.begin_entry()
                state = _fresh_from(closure.memory)
                arguments = parameters.arguments(interpreter, state, function)
                ends += _guarded(interpreter, function, state, arguments, closure.value, result)
    return ends


def _guarded(
    interpreter: Interpreter,
    function: ir.Function,
    state: State,
    arguments: tuple[tuple[str, Value], ...],
    value: FunctionValue,
    result: Result,
    receiver: tuple[Value, ...] = (),
) -> list[State]:
    return _guard(
        interpreter, function, state, lambda: interpreter.run_function(state, value, receiver, arguments), result
    )


def _guard(
    interpreter: Interpreter, function: ir.Function, state: State, follow: Callable[[], list[Outcome]], result: Result
) -> list[State]:
    """The states that `follow` ends in; what goes wrong there costs only `function`."""
    interpreter.statement = function.node
    try:
        interpreter.frames.append(Frame(0, function, ()))
        return [end for end, _ in follow()]
    except (OutOfWork, RecursionError, Spent):
        _give_up(interpreter, function, function.name, result)
        return [state]
    except UnreadableSource:  # of a body that was read just now
        raise
    except Exception as error:
        result.failed.append((function.name, error))
        return [state]
    finally:
        interpreter.frames.clear()
        interpreter.raising.clear()


# -- classes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Constructed:
    """A class, and what its constructor left behind.

    Attributes:
        ends: the states that the constructor ended in, with its work unfinished, and what later code can tell of that.
        methods: methods that were followed with that work done, and which accesses each of them made.
    """

    cls: ClassValue
    instance: Instance
    ends: list[tuple[State, LeftBehind]]
    methods: list[tuple[FunctionValue, range]]


def _follow_class(
    interpreter: Interpreter,
    cls: ClassValue,
    base: State,
    relevant: set[ir.Function],
    alone: set[ir.Function],
    result: Result,
) -> tuple[list[_Constructed], list[State]]:
    """``__init__``, then the public methods in any order of two; tests, and those of `alone`, without another one.

    Every method begins with the work of ``__init__`` done. The objects whose ``__init__`` leaves some are given back.
    """
    members = [
        member
        for member in cls.members.values()
        if isinstance(member, FunctionValue) and member.function in relevant | alone
    ]
    methods = [
        member
        for member in members
        if not member.function.name.startswith("__init")
        and not {"staticmethod", "classmethod", "property"} & set(member.function.decorator_names)
    ]
    if (
        all(member.function in interpreter.entries.entered for member in members if member not in methods)
        and not methods
    ):
        return [], []
    interpreter.begin_entry()
    instance, fresh = _construct(interpreter, cls, _fresh_from(base.memory), methods or members, result)
    done = [_with_work_done(end) for end in fresh]
    started, ends = join(done, _MAX_STATES), list(fresh)
    if (prepare := _prepares_tests(cls)) is not None:
        return [], ends + _follow_tests(interpreter, instance, started, prepare, methods, result)
    public = _public(methods)
    chosen = [method for method in public or methods if method.function not in interpreter.entries.entered]
    chosen = sorted(chosen[:_MAX_METHODS], key=lambda method: _is_called(method, methods))
    mentions = Mentions.of(value for _, value in base.memory.items())
    met: set[tuple[ir.Function, frozenset[Hashable]]] = set()
    prepare_first = preparers(started[0], instance, chosen) if started else []
    accesses: list[tuple[FunctionValue, range]] = []
    for first in [*prepare_first, *(method for method in chosen if method not in prepare_first)]:
        interpreter.begin_entry()
        begun = len(interpreter.touches)
        after: list[State] = []
        pending: list[tuple[State, LeftBehind]] = []
        for begin in started:
            ended = _run_method(interpreter, instance, first, begin.copy(), result)
            after += ended
            pending += [(end, left_behind(interpreter, begin, end, instance)) for end in ended if unfinished(end)]
        ends += after
        accesses += [(first, range(begun, len(interpreter.touches)))] if first.function in relevant else []
        if first in prepare_first and after:
            started = join([_with_work_done(end) for end in after], len(started))
        together = [method for method in chosen if method.function in relevant] if first.function in relevant else []
        for second in together:
            mentioned = mentions.reached(second)
            told = [
                end
                for end, left in pending[:_MAX_STATES]
                if left.is_told_by(mentioned) or (left.ambient and (second.function, left.ambient) not in met)
            ]
            met |= {(second.function, left.ambient) for _, left in pending[:_MAX_STATES]}
            if told:
                found, ended = _follow_after(interpreter, instance, second, told, result)
                _weigh(found, first, second, public)
                ends += ended
    left = [
        (end, left_behind(interpreter, begin, end, instance))
        for begin, end in zip(done, fresh, strict=True)
        if accesses and unfinished(end)
    ]
    return [_Constructed(cls, instance, left, accesses)] if left else [], ends


def _public(methods: list[FunctionValue]) -> list[FunctionValue]:
    return [
        method for method in methods if not method.function.name.startswith("_") or method.function.name == "__call__"
    ]


def _follow_after(
    interpreter: Interpreter, instance: Instance, method: FunctionValue, begin: list[State], result: Result
) -> tuple[list[Found], list[State]]:
    """A method after others: the races with what those left, and the ends."""
    interpreter.begin_entry()
    interpreter.pairing, begun = [], len(interpreter.touches)
    ends = [end for each in begin for end in _run_method(interpreter, instance, method, each.copy(), result)]
    found, interpreter.pairing = [item for item in interpreter.pairing if item.earlier.number < begun], None
    return found, ends


def _follow_first_calls(
    interpreter: Interpreter, made: _Constructed, mentions: Mentions, result: Result
) -> list[State]:
    """Each method right after ``__init__``, where nothing in the file calls it on an object whose making is seen."""
    ends: list[State] = []
    for method, accesses in made.methods:
        mentioned = mentions.reached(method)
        begin = [
            end
            for end, left in made.ends
            if left.is_told_by(mentioned) and can_meet(interpreter, unfinished(end), accesses)
        ]
        if method.function not in result.driven and begin:
            found, ended = _follow_after(interpreter, made.instance, method, join(begin, _MAX_STATES), result)
            _weigh_first(found, method, made.cls)
            ends += ended
    return ends


def _prepares_tests(cls: ClassValue) -> FunctionValue | None:
    """The method that runs before each test of a class of tests; None for other classes."""
    found = (cls.find(name) for name in _BEFORE_TESTS)
    return next((method for method in found if isinstance(method, FunctionValue)), None)


def _follow_tests(
    interpreter: Interpreter,
    instance: Instance,
    started: list[State],
    prepare: FunctionValue,
    methods: list[FunctionValue],
    result: Result,
) -> list[State]:
    """Each test by itself, after what comes before each: none is told of another one."""
    prepared = [end for each in started for end in _run_method(interpreter, instance, prepare, each, result)]
    ready = join(prepared, _MAX_STATES)
    tests = [method for method in methods if method.function.name.startswith("test")]
    ends = ready
    for test in tests[:_MAX_TESTS]:
        interpreter.begin_entry()
        for begin in ready:
            ends = ends + _run_method(interpreter, instance, test, begin.copy(), result)
    return ends


def _is_called(method: FunctionValue, methods: list[FunctionValue]) -> bool:
    """Whether another method names it, so that it is met on the way."""
    return any(method.function.name in other.function.idents for other in methods if other is not method)


def _construct(
    interpreter: Interpreter, cls: ClassValue, state: State, members: list[FunctionValue], result: Result
) -> tuple[Instance, list[State]]:
    """An object made with arguments of which only the kind is known, and the states that its making ends in."""
    initialiser = cls.find("__init__")
    if not isinstance(initialiser, FunctionValue):
        return _construct_fields(interpreter, cls, state, members[0].function, result)
    instance = Instance(interpreter.fresh(), cls)
    arguments = parameters.arguments(interpreter, state, initialiser.function)[1:]
    interpreter.statement = initialiser.function.node
    return instance, _guarded(interpreter, initialiser.function, state, arguments, initialiser, result, (instance,))


def _construct_fields(
    interpreter: Interpreter, cls: ClassValue, state: State, member: ir.Function, result: Result
) -> tuple[Instance, list[State]]:
    """An object of a class without ``__init__``: a dataclass makes what its fields have by default."""
    instance = Instance(interpreter.fresh(), cls)
    if cls.node is None:
        return instance, [state]
    node = cls.node

    def follow() -> list[Outcome]:
        return calls.construct_fields(interpreter, state, instance, Arguments([], {}), node)

    return instance, _guard(interpreter, member, state, follow, result)


def _with_work_done(state: State) -> State:
    """The same names, with all work until now done and no event recorded."""
    done = state.copy()
    done.order, done.program_order = State().order, None
    done.readers, done.writers, done.maybe_waited, done.trace = {}, {}, 0, None
    return done


def _run_method(
    interpreter: Interpreter, instance: Instance, method: FunctionValue, state: State, result: Result
) -> list[State]:
    arguments = parameters.arguments(interpreter, state, method.function)[1:]
    return _guarded(interpreter, method.function, state, arguments, method, result, (instance,))


_BETWEEN = Premise("opaque-call", "no method that may wait is called between the two")
_WAITING = re.compile(r"synchron|wait|result|join|finish|flush|\bdone\b", re.IGNORECASE)


def _weigh(found: list[Found], first: FunctionValue, second: FunctionValue, public: list[FunctionValue]) -> None:
    """A race with what the first of two methods left is a guess if a third one, meant to come between, may wait."""
    between = [method for method in public if method is not first and method is not second]
    waits = any(any(_WAITING.search(ident) for ident in method.function.idents) for method in between)
    for item in found:
        if waits:
            item.race.premises += (_BETWEEN,)


_FIRST = Premise("called-next", "the method is called right after `{}` is made, and nothing waits between the two")
_STARTING = re.compile(
    r"__enter__|set_?up|start|init|open|prepare|begin|load|reset|warm_?up|compile|connect", re.IGNORECASE
)
"""Names of methods that are meant to be called first."""


def _weigh_first(found: list[Found], method: FunctionValue, cls: ClassValue) -> None:
    """A race with what ``__init__`` left rests on the one who makes the object: it may wait, or call others first."""
    others = [
        member.function
        for member in cls.members.values()
        if isinstance(member, FunctionValue) and member is not method and not member.function.name.startswith("__init")
    ]
    between = any(
        _STARTING.match(each.name) or any(_WAITING.search(ident) for ident in each.idents)
        for each in others
        if not each.name.startswith("_") or each.name in ("__call__", "__enter__")
    )
    for item in found:
        premise = replace(_FIRST, text=_FIRST.text.format(cls.name))
        item.race.premises += (premise, _BETWEEN) if between else (premise,)
