"""Chooses where to start, follows everything from there, and collects the facts of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from cupylint.flow.detectors.conversions import Conversions
from cupylint.flow.detectors.table import DETECTORS
from cupylint.flow.device import fft_plans, timed_events
from cupylint.flow.domain import switches
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.launchers import launchers
from cupylint.flow.domain.modules import on_device
from cupylint.flow.domain.senders import MPI_SIGNS, senders, writers
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import FunctionValue
from cupylint.flow.driver import large_allocations, relevance
from cupylint.flow.driver.called_again import follow_again
from cupylint.flow.driver.classes import Constructed, follow_class, follow_first_calls
from cupylint.flow.driver.closures import follow_closures, follow_local_classes
from cupylint.flow.driver.result import Result
from cupylint.flow.driver.returned_objects import follow_returned_objects
from cupylint.flow.driver.run import Run
from cupylint.flow.driver.sequences import Mentions
from cupylint.flow.driver.subject import Subject
from cupylint.flow.driver.untaken_sides import follow_untaken_sides
from cupylint.flow.interp.concern import makers
from cupylint.flow.interp.interpreter import Interpreter
from cupylint.flow.interp.unrolling import rings
from cupylint.order import Kind
from cupylint.program import ir

TOP_LEVEL = ""
"""The entry that the top level of the file is."""


def analyse(subject: Subject, detectors: Sequence[type[Detector]] = DETECTORS) -> Result:
    """All facts about a module that `detectors` find. Never imports or runs it."""
    interpreter = _interpreter(subject)
    interpreter.listen(detectors)
    run = Run(interpreter, Result())
    result = run.result
    states = _follow_top_level(run, subject.module)
    values = relevance.made_by_top_level(run.base)
    every = interpreter.entries.functions = [*dict.fromkeys([*subject.module.inner, *values])]
    relevant, sending = _with_schedules(run, subject, every)
    alone = sending | _worth_following_alone(subject, every, run.base)
    interpreter.entries.with_schedules = relevant | sending
    interpreter.entries.mentioned = frozenset().union(*(function.idents for function in every))
    interpreter.entries.relevant |= relevant
    constructed, ends = _follow_classes(run, subject.is_entry, relevant, alone)
    wanted = [function for function in every if function in relevant | alone and function in values]
    wanted.sort(key=lambda function: function.name in interpreter.entries.mentioned)
    chosen = {function: values[function] for function in wanted}
    ends += _follow_functions(run, subject.is_entry, chosen)
    ends += follow_untaken_sides(run, subject.is_entry, chosen)
    ends += follow_closures(run)
    ends += follow_local_classes(run)
    ends += follow_returned_objects(run)
    result.driven = subject.driven | _driven(interpreter, constructed)
    mentions = Mentions.of(value for _, value in run.base.memory.items())
    for made in constructed:
        with run.entry(made.cls.name):
            ends += follow_first_calls(run, made, mentions)
    ends = [*states, *ends]
    result.facts = [*interpreter.facts, *(fact for each in interpreter.detectors for fact in each.facts(ends))]
    result.facts += [fact for function, fact in result.unfinished.items() if function.node]
    result.work, result.reached = interpreter.work.followed, interpreter.entries.reached
    result.sizes = interpreter.entries.unknown_sizes
    result.guesses = interpreter.entries.guesses if _meets_streams(interpreter) else set()
    result.is_separable = not result.driven and interpreter.work.is_ample
    result.files = [path for number, path in interpreter.modules.paths.items() if number]
    return result


def _interpreter(subject: Subject) -> Interpreter:
    """An interpreter that knows what the names in the file ask it to look for."""
    module, options = subject.module, subject.options
    interpreter = Interpreter(options, subject.library, subject.path, subject.budget)
    interpreter.entries.concrete_size = subject.concrete_size
    interpreter.entries.idents = module.idents
    interpreter.entries.makers = makers(options)
    if module.idents & MPI_SIGNS:
        interpreter.lifetimes.expect_messages()
    interpreter.rings = rings(module.inner)
    interpreter.fft_plans.cache_varies = fft_plans.plans_vary(module.idents)
    interpreter.allocations.captured = "begin_capture" in module.idents
    interpreter.events.are_timed = bool(module.idents & timed_events.ASKS)
    return interpreter


def _follow_top_level(run: Run, module: ir.Function) -> list[State]:
    """The states that the top level ends in; the run's base is what it leaves behind, with CuPy in NumPy's place."""
    with run.entry(TOP_LEVEL):
        states = run.top_level(module)
    run.base = on_device(states, 0)
    run.interpreter.modules.path_condition.update(run.base.path_condition)
    for switch, name in switches.switches(module, run.base, 0):
        taken: list[State] = []
        with run.entry(switch.function.name):
            taken = switches.with_cupy(run.switch(switch), 0, name)
        run.base = on_device(taken, 0) if taken else run.base
    run.base.memory = run.base.memory.frozen()
    return states


# -- what is followed ------------------------------------------------------------------------------


def _with_schedules(run: Run, subject: Subject, every: list[ir.Function]) -> tuple[set[ir.Function], set[ir.Function]]:
    """Functions that get hold of streams, events or clocks, and those that send arrays, if anybody asks for that."""
    followed = set(every) if subject.options.all_functions else set[ir.Function]()
    if not subject.options.schedules:
        return followed, set()
    sending = senders(every, subject.module.idents)
    relevant = relevance.relevant_functions(run.interpreter, every, run.base)
    return followed | relevant | writers(every, sending), sending


def _worth_following_alone(subject: Subject, every: list[ir.Function], base: State) -> set[ir.Function]:
    """Functions that get hold of no stream, send nothing, and yet matter to the rules that run."""
    options = subject.options
    alone = {function for function in every if options.sizes and large_allocations.creates_much(function, base)}
    if Conversions.is_wanted(options, subject.module.idents):
        alone |= {function for function in every if _converts(function, options.converting)}
    if options.launches:
        alone |= launchers(every, base)
    return alone


def _converts(function: ir.Function, converting: frozenset[str]) -> bool:
    """Whether a function may give a device array to NumPy, or takes capsules of DLPack."""
    named = function.name in converting or function.parent_class in converting
    return named or not function.idents.isdisjoint(("from_dlpack", "fromDlpack"))


def _follow_classes(
    run: Run, is_entry: Callable[[str], bool], relevant: Set[ir.Function], alone: Set[ir.Function]
) -> tuple[list[Constructed], list[State]]:
    """The classes whose constructors leave work unfinished, and the states in which anything ended."""
    constructed: list[Constructed] = []
    ends: list[State] = []
    for cls in relevance.classes(run.base):
        if is_entry(cls.name):
            made: Constructed | None = None
            with run.entry(cls.name, (member.function for member in cls.methods().values())):
                made = follow_class(run, cls, relevant, alone)
            if made is not None:
                ends += made.ends
                constructed += [made] if made.pending else []
    return constructed, ends


def _follow_functions(
    run: Run, is_entry: Callable[[str], bool], functions: Mapping[ir.Function, Sequence[FunctionValue]]
) -> list[State]:
    """Functions that were not followed on the way and are no methods; decorated ones by way of what stands for them."""
    entries, methods = run.interpreter.entries, relevance.methods(run.base)
    ends: list[State] = []
    for function, values in functions.items():
        if function not in methods | entries.entered and is_entry(function.name):
            with run.entry(function.name, [function]):
                if isinstance(wrapper := entries.decorated.get(function), FunctionValue):
                    ends += run.decorated(function, wrapper)
                else:
                    for value in values:
                        ends += run.decorated(function, value.by_way_of) if value.by_way_of is not None else []
                        begin = run.begin()
                        ended = run.function(value, begin.copy())
                        ends += ended + follow_again(run, value, begin, ended)
    return ends


def _driven(interpreter: Interpreter, constructed: list[Constructed]) -> frozenset[ir.Function]:
    """Methods that other code of the file calls, which shows what comes between the making of an object and its use."""
    return frozenset(
        method.function
        for made in constructed
        for method, *_ in made.methods
        if interpreter.entries.led_from.get(method.function, set()) - {made.cls.name}
    )


# -- what was found --------------------------------------------------------------------------------


def _meets_streams(interpreter: Interpreter) -> bool:
    """Whether any other stream than the null stream was met: without one, no number for a size shows a race."""
    return bool(interpreter.streams.created) or any(
        touch.stream is not None and touch.stream.kind is not Kind.NULL for touch in interpreter.touches
    )
