"""Calls: functions and classes of the file, CuPy, other libraries, and what nobody knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from cupylint.flow.detectors import clocks, fixtures
from cupylint.flow.detectors.readings import Fixture
from cupylint.flow.device import arrays, cuda, early_records, launches, native_code
from cupylint.flow.domain import contents
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.choices import returned_with_device
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.frames import Closure, Frame
from cupylint.flow.domain.hints import SOUNDS_LIKE_SETTING, SOUNDS_LIKE_WAITING
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    Either,
    EventValue,
    External,
    Field,
    FunctionValue,
    Generator,
    Instance,
    Kernel,
    ListValue,
    Method,
    Partial,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp import decorators, external_calls, generators, namespaces
from cupylint.flow.interp.evaluate import evaluate
from cupylint.flow.interp.joins import join_outcomes
from cupylint.flow.library import exit_stack, numpy_calls, tasks
from cupylint.flow.library.exit_stack import ExitStack
from cupylint.flow.library.suspension import is_manager
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.machine import Machine

Outcome = tuple[State, Value]
OnYield = Callable[[State, Value], list[State]]


def call(machine: Machine, state: State, statement: ir.Call) -> list[Outcome]:
    """Follow a call statement; one outcome for each path through it."""
    function = evaluate(machine, state, statement.function)
    with machine.lifetimes.together() as used:
        arguments = _arguments(machine, state, statement, used)
    assert statement.node is not None
    if machine.clocks.active and (kept := clocks.passed(machine, state, function, arguments)) is not None:
        return [(state, kept)]
    outcomes = invoke(machine, state, function, arguments, statement.node, statement.function)
    if machine.lifetimes.known and any(may_keep(function, value) for _, value in outcomes):
        machine.lifetimes.hold(state, *(value for value, _ in arguments.all()))
    return outcomes


def _arguments(machine: Machine, state: State, statement: ir.Call, used: list[Value]) -> Arguments:
    positional: list[tuple[Value, CSTNode]] = []
    keywords: dict[str, tuple[Value, CSTNode]] = {}
    partial = False
    for argument in statement.arguments:
        value = evaluate(machine, state, argument.value)
        used.append(value)
        node = argument.value.node or statement.node
        assert node is not None
        if argument.star == "*":
            items = items_of(state, value)
            partial = partial or items is None
            positional += [(item, node) for item in items or (value,)]
        elif argument.star == "**":
            if isinstance(value, DictValue):
                for key, item in dict_items(state, value):
                    if isinstance(key, Const) and isinstance(key.value, str):
                        keywords[key.value] = (item, node)
            else:
                partial = True
                keywords.setdefault("**", (value, node))
        elif argument.keyword is not None:
            keywords[argument.keyword] = (value, node)
        else:
            positional.append((value, node))
    return Arguments(positional, keywords, partial)


def invoke(
    machine: Machine, state: State, function: Value, arguments: Arguments, node: CSTNode, source: ir.Expr | None = None
) -> list[Outcome]:
    """Call `function`."""
    if (through := generators.through(machine, state, function, arguments, node)) is not None:
        return through
    machine.launches.called(machine, state, function, arguments, node)
    if any(isinstance(value, Generator) for value, _ in arguments.all()) and not isinstance(function, FunctionValue):
        collected = generators.collect(machine, state, function, arguments)
        if collected is not None:
            return collected
        state.doubt |= state.order.issued  # what its code does while it is gone through is not looked at
    if isinstance(function, (FunctionValue, BoundMethod)):
        return call_function(machine, state, function, arguments, node)
    if isinstance(function, ClassValue):
        return construct(machine, state, function, arguments, node)
    if isinstance(function, Partial):
        return _call_partial(machine, state, function, arguments, node)
    if isinstance(function, Fixture):
        return fixtures.benchmarked(machine, state, function, arguments, node)
    if isinstance(function, Either):
        return _call_either(machine, state, function, arguments, node)
    if isinstance(function, Kernel):
        return [(state, launches.launch(machine, state, function, arguments, node))]
    if isinstance(function, External):
        outcome = external_calls.call_external(machine, state, function.dotted, arguments, node)
        if outcome is not None:
            return outcome
        return unknown_call(machine, state, function.dotted, None, arguments, node)
    if isinstance(function, Method):
        if isinstance(function.receiver, ExitStack):
            return exit_stack.method(machine, state, function.receiver, function.name, arguments, node)
        outcome = external_calls.call_method(machine, state, function.receiver, function.name, arguments, node, source)
        if outcome is not None:
            return outcome
        return unknown_call(machine, state, function.name, function.receiver, arguments, node)
    if isinstance(function, Instance):
        member = function.cls.find("__call__")
        if isinstance(member, FunctionValue):
            return call_function(machine, state, BoundMethod(function, member), arguments, node)
    if decorators.wraps(function) and isinstance(held := arguments.position(0), (FunctionValue, BoundMethod)):
        return [(state, decorators.wrapped(machine, state, function, held, node))]
    if isinstance(function, Symbol) and (made := decorators.compiled(function, arguments.position(0))) is not None:
        return [(state, made)]
    if isinstance(function, Symbol) and launches.is_launch(state, arguments):
        return [(state, launches.launch(machine, state, launches.UNSEEN, arguments, node))]
    if isinstance(function, Symbol):
        outcome = external_calls.call_symbol(machine, state, function, arguments, node, source)
        if outcome is not None:
            return outcome
        return unknown_call(machine, state, function.label, function, arguments, node)
    return unknown_call(machine, state, "", function, arguments, node)


def may_keep(function: Value, result: Value) -> bool:
    """Whether what was called may refer to its arguments from now on, in ways that are not seen."""
    if isinstance(function, ClassValue):
        return function.open and not isinstance(function.find("__init__"), FunctionValue)
    return isinstance(result, Symbol) and not result.host


# -- code of this file -----------------------------------------------------------------------------

_SHORT = 3  # statements of a function that is followed one call deeper than others


def call_function(
    machine: Machine,
    state: State,
    target: FunctionValue | BoundMethod,
    arguments: Arguments,
    node: CSTNode,
    awaited: bool = False,
) -> list[Outcome]:
    """Follow a function of this file, or give up on it (depth, recursion) as an unknown call.

    The call of an ``async def`` makes a coroutine, which is followed when it is `awaited`.
    """
    function = target.function if isinstance(target, BoundMethod) else target
    receiver: tuple[Value, ...] = (target.receiver,) if isinstance(target, BoundMethod) else ()
    if receiver and "classmethod" in function.function.decorator_names and isinstance(receiver[0], Instance):
        receiver = (receiver[0].cls,)
    code = function.function
    if code.is_generator:
        manager = is_manager(machine, code)
        return [(state, Generator(function, (*receiver, *arguments.values()), arguments.keyword_values(), manager))]
    if code.is_async and not awaited:
        return [(state, tasks.coroutine(machine, target, arguments, node))]
    active = sum(1 for frame in machine.frames if frame.function is code)
    # A recursion that counts down is followed as deep as calls are, another one once.
    counted = any(isinstance(value, Const) and type(value.value) is int for value, _ in arguments.all())
    depth = machine.depth_followed + (len(code.body) <= _SHORT)  # which costs next to nothing
    if len(machine.frames) >= depth or active >= (machine.DEPTH if counted else 2):
        state.doubt |= state.order.issued  # what it waits for is not looked at
        return unknown_call(machine, state, code.name, None, arguments, node, of_project=True)
    memo = None
    if any(name.rpartition(".")[2] in ("lru_cache", "cache", "memoize") for name in code.decorator_names):
        memo = ("memo", code, receiver, arguments.values(), arguments.keyword_values())
        known = state.memory.get(memo)
        if isinstance(known, Value):
            return [(state, known)]
    dotted = f".{code.name}"
    if any(name == code.name or name.endswith(dotted) for name in machine.options.waits):
        cuda.host_wait_device(machine, state, None, node)
    statement = machine.statement
    values = (*receiver, *arguments.values())
    results = run_function(machine, state, function, values, arguments.keyword_values(), node=node)
    machine.statement = statement
    if memo is not None:
        for result, value in results:
            result.memory[memo] = value
    return results


def run_function(
    machine: Machine,
    state: State,
    target: Value,
    positional: tuple[Value, ...],
    keywords: tuple[tuple[str, Value], ...],
    on_yield: OnYield | None = None,
    node: CSTNode | None = None,
) -> list[Outcome]:
    """Follow a function's body with its parameters bound. `node` is the call, where there is one."""
    if not isinstance(target, FunctionValue):
        return [(state, machine.unknown())]
    code = target.function
    if len(machine.frames) > machine.DEPTH + 2:
        state.doubt |= state.order.issued
        return [(state, machine.unknown())]
    machine.entered.add(code)
    machine.reached.setdefault(code.name, set()).add(machine.entry)
    machine.led_from.setdefault(code, set()).add(machine.entry)
    frame = Frame(machine.fresh(), code, target.frames)
    frame.names = tuple(machine.scopes.get(number, frozenset()) for number in target.frames)
    frame.on_yield = on_yield
    frame.owner = target.owner
    frame.caller, frame.statement = node or machine.statement, machine.statement
    machine.scopes[frame.number] = code.assigned
    _bind(machine, state, frame.number, target, positional, dict(keywords))
    machine.frames.append(frame)
    statement = machine.statement
    try:
        with machine.lifetimes.lending(*positional, *(value for _, value in keywords)):
            ended = machine.run(code.body, [state])
    finally:
        machine.frames.pop()
        machine.statement = statement
    outcomes = returned_with_device(frame.returns + [(end, NONE) for end in ended])
    if not code.captures:
        for result, value in outcomes:
            _forget(machine, result, frame.number, code, value)
    elif code in machine.relevant and frame.module == 0:
        _keep_closures(machine, code, frame.number, outcomes)
    return join_outcomes(outcomes, machine.paths_kept, machine.unknown)


def _keep_closures(machine: Machine, code: ir.Function, number: int, outcomes: list[Outcome]) -> None:
    """Remember the functions that were defined in a frame: code that is not seen may call those that are used."""
    for state, _ in outcomes[:1]:
        for _, value in state.memory.members(number):
            if not isinstance(value, FunctionValue) or value.frames[0] != number:
                continue
            if value.function.name in code.idents or value.function.decorator_names:
                machine.closures.setdefault(value.function, Closure(value, state.memory.copy(), machine.entry))


def _forget(machine: Machine, state: State, number: int, code: ir.Function, returned: Value) -> None:
    for name in code.assigned if machine.lifetimes.elsewhere else ():
        machine.lifetimes.drop(state, state.memory.get((number, name)), "returned", returned)
    for name in code.assigned:
        state.memory.discard((number, name))
    for temporary in range(1, code.temporaries + 1):
        state.memory.discard((number, temporary))


def _bind(
    machine: Machine,
    state: State,
    number: int,
    target: FunctionValue,
    positional: tuple[Value, ...],
    keywords: dict[str, Value],
) -> None:
    defaults = dict(target.defaults)
    rest = list(positional)
    for parameter in target.function.parameters:
        name = parameter.name
        if parameter.kind == "positional" and rest:
            value: Value = rest.pop(0)
        elif parameter.kind == "*":
            value, rest = TupleValue(tuple(rest)), []
        elif parameter.kind == "**":
            held = DictValue(machine.fresh())
            state.memory[held.key] = tuple((Const(key), item) for key, item in keywords.items())
            value, keywords = held, {}
        elif name in keywords:
            value = keywords.pop(name)
        elif name in defaults:
            value = defaults[name]
        else:
            value = machine.unknown(name)
        state.memory[(number, name)] = value


def construct(machine: Machine, state: State, cls: ClassValue, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``Class(...)``: a new instance, with ``__init__`` followed."""
    instance = Instance(machine.fresh(), cls)
    initialiser = cls.find("__init__")
    if not isinstance(initialiser, FunctionValue):
        return construct_fields(machine, state, instance, arguments, node)
    results = call_function(machine, state, BoundMethod(instance, initialiser), arguments, node)
    return [(result, instance) for result, _ in results]


def construct_fields(
    machine: Machine, state: State, instance: Instance, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """A class without ``__init__`` of its own: what a dataclass does with its fields."""
    cls = instance.cls
    given = dict(zip(cls.all_fields(), arguments.values(), strict=False)) | dict(arguments.keyword_values())
    for name, value in given.items():
        state.memory[(instance.key, name)] = value
    states = [state]
    for name in cls.all_fields():
        default = cls.find(name)
        if name in given or not isinstance(default, Field):
            continue
        if default.factory is None:
            if default.default is not None:
                for each in states:
                    each.memory[(instance.key, name)] = default.default
            continue
        made: list[State] = []
        for each in states:
            for after, value in invoke(machine, each, default.factory, Arguments([], {}), node):
                after.memory[(instance.key, name)] = value
                made.append(after)
        states = made
    finish = cls.find("__post_init__")
    if isinstance(finish, FunctionValue):
        method = BoundMethod(instance, finish)
        states = [
            after for each in states for after, _ in call_function(machine, each, method, Arguments([], {}), node)
        ]
    return [(each, instance) for each in states]


def _call_either(
    machine: Machine, state: State, function: Either, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """Each of the methods that it may be is a path of its own."""
    outcomes: list[Outcome] = []
    for option in function.options:
        outcomes += invoke(machine, state.copy(), option, arguments, node)
    return join_outcomes(outcomes, machine.paths_kept, machine.unknown)


def _call_partial(
    machine: Machine, state: State, function: Partial, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    positional = [(value, node) for value in function.arguments] + arguments.positional_placed()
    keywords = {name: (value, node) for name, value in (*function.keywords, *arguments.keyword_values())}
    return invoke(machine, state, function.function, Arguments(positional, keywords, arguments.partial), node)


# -- code that is not seen -------------------------------------------------------------------------


def unknown_call(
    machine: Machine,
    state: State,
    name: str,
    receiver: Value | None,
    arguments: Arguments,
    node: CSTNode,
    of_project: bool = False,
) -> list[Outcome]:
    """A call of code that is not seen: it may wait for whatever it can reach.

    Of a library's it is taken that it works on the stream that it is given; code `of_project` may do otherwise.
    """
    machine.cancel.unknown(state, name, node)
    machine.may_raise(state)
    native_code.given_pointers(machine, state, arguments, node)
    early_records.given(machine, state, arguments, node)
    last = name.rpartition(".")[2]
    own = native_code.given_stream(machine, state, last, arguments, node)
    if not of_project:
        own |= native_code.given_arrays(machine, state, last, arguments, node)
    machine.footprint.unseen(state, last)
    machine.clocks.host_calls += 1
    machine.costs.activity += 1
    if not clocks.is_harmless(name, receiver, receiver is None):
        state.unseen = state.order.issued
    machine.pinned.keep_all(machine, state, arguments, receiver)
    doubt = state.doubt
    reached = _reached(state, [*(value for value, _ in arguments.all()), *([receiver] if receiver else [])])
    on_host = isinstance(receiver, Symbol) and receiver.host
    called_back = any(isinstance(value, (FunctionValue, BoundMethod)) for value, _ in arguments.all())
    code = called_back or namespaces.is_looked_up(state, receiver)
    if code or (SOUNDS_LIKE_WAITING.search(last) and not on_host):
        state.doubt |= state.order.issued
    if called_back:
        for key in machine.created:
            state.memory[("escaped", key)] = True
    for value in reached:
        if isinstance(value, StreamValue):
            cuda.used_as_stream(machine, value)
            cuda.may_wait_for(state, cuda.actual(state, value.stream))
            arrays.escape(state, value)
            if SOUNDS_LIKE_SETTING.search(last) and any(given == value for given, _ in arguments.all()):
                cuda.may_become_current(machine, state, value.stream)
        elif isinstance(value, EventValue):
            state.doubt |= state.order.events.get(value.key, 0)
            arrays.escape(state, value)
        elif isinstance(value, Array):
            if machine.captures:
                state.memory.update((("kept", buffer), True) for buffer in value.buffers)
            machine.lifetimes.hold(state, value)
            cuda.may_wait_for(state, cuda.current_stream(machine, state))
            for buffer in value.buffers:
                state.doubt |= state.readers.get(buffer, 0) | state.writers.get(buffer, 0)
    if _only_tells(machine, last):
        state.doubt = doubt
    state.doubt, state.unseen = state.doubt & ~own, state.unseen & ~own
    numpy_calls.filled(machine, state, last, arguments)
    result = machine.unknown(last)
    if any(isinstance(value, (StreamValue, EventValue)) for value in reached):
        machine.given.add(result)
    return [(after, result) for after in tasks.given_away(machine, state, arguments, node)]


_TELLS = re.compile(r"_?(get|is|has|infer)_?(array_)?(device|dtype|shape|ndim|module|namespace|backend)s?(_id|_of)?")
"""Names of functions that tell something of an array which is known without its contents."""


def _only_tells(machine: Machine, name: str) -> bool:
    """Whether a call is of such a function, or stands in one of the project: it waits for nothing."""
    return bool(_TELLS.fullmatch(name)) or any(_TELLS.fullmatch(frame.function.name) for frame in machine.frames[1:])


def _reached(state: State, values: list[Value], depth: int = 3) -> list[Value]:
    found: list[Value] = []
    for value in map(native_code.plain, values):
        if isinstance(value, (Array, StreamValue, EventValue)):
            found.append(value)
        elif isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key and value.key[0] == "ptr":
            found.append(value.key[1])
        elif depth and isinstance(value, (TupleValue, ListValue)):
            found += _reached(state, list(items_of(state, value) or ()), depth - 1)
        elif depth and isinstance(value, DictValue):
            found += _reached(state, [item for _, item in dict_items(state, value)], depth - 1)
        elif depth and isinstance(value, Instance):
            members = [member for _, member in state.memory.members(value.key) if isinstance(member, Value)]
            found += _reached(state, members, depth - 1)
        elif depth and isinstance(value, Either):
            found += _reached(state, list(value.options), depth - 1)
        elif depth and isinstance(value, (BoundMethod, Method)):
            found += _reached(state, [value.receiver], depth - 1)
        elif depth:
            found += contents.arrays_in(state, value)
    return found
