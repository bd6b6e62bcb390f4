"""Calls: functions and classes of the file, CuPy, other libraries, and what nobody knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from cupylint.flow.device import arrays, cuda, early_records, launches, native_code, queued_arrays, torch_library
from cupylint.flow.domain import contents, dict_keys, parted, truths
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.array_modules import returned_with_device
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.frames import Closure, Frame, LocalClass, Outcome
from cupylint.flow.domain.frames import depth as depth_of
from cupylint.flow.domain.hints import HANDS_ON, QUEUES, SOUNDS_LIKE_SETTING, SOUNDS_LIKE_WAITING, WAITING
from cupylint.flow.domain.readings import Fixture
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    BoundMethod,
    ByKey,
    ClassValue,
    Const,
    DictValue,
    Either,
    EitherFunction,
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
    is_address,
    is_whole,
)
from cupylint.flow.interp import conditions, decorators, external_calls, generators, namespaces
from cupylint.flow.interp.concern import concerns
from cupylint.flow.interp.evaluate import as_written, evaluate
from cupylint.flow.interp.joins import join_outcomes
from cupylint.flow.interp.operators import equality
from cupylint.flow.interp.unfollowed import tells_only, waits_for_nothing
from cupylint.flow.library import benchmark_fixtures, coroutines, exit_stack, numpy_calls, wall_clocks
from cupylint.flow.library.exit_stack import ExitStack
from cupylint.flow.library.suspension import is_manager
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

OnYield = Callable[[State, Value], list[State]]


def call(interpreter: Interpreter, state: State, statement: ir.Call) -> list[Outcome]:
    """Follow a call statement; one outcome for each path through it."""
    function = evaluate(interpreter, state, statement.function)
    with interpreter.lifetimes.together() as used:
        arguments = _arguments(interpreter, state, statement, function, used)
    assert statement.node is not None
    interpreter.announce.call_begins(state, statement)
    if (kept := wall_clocks.kept(function, arguments)) is not None:
        return [(state, kept)]
    interpreter.announce.passed(state, function, arguments)
    if _is_refused(function, statement):
        interpreter.announce.called(state, function, arguments, statement.node)
        interpreter.may_raise(state)
        return []
    outcomes = invoke(interpreter, state, function, arguments, statement.node, statement.function)
    if interpreter.lifetimes.known and any(may_keep(function, value) for _, value in outcomes):
        interpreter.lifetimes.hold(state, *(value for value, _ in arguments.all()))
    return outcomes


def _is_refused(function: Value, statement: ir.Call) -> bool:
    """Whether a function of the project has no parameter of a name that it is given: Python raises TypeError."""
    target = function.function if isinstance(function, BoundMethod) else function
    if not isinstance(target, FunctionValue) or target.function.decorator_names:
        return False
    names = {argument.keyword for argument in statement.arguments if argument.keyword is not None}
    if not names:
        return False
    parameters = target.function.parameters
    return not any(each.kind == "**" for each in parameters) and not names <= {each.name for each in parameters}


def _arguments(
    interpreter: Interpreter, state: State, statement: ir.Call, function: Value, used: list[Value]
) -> Arguments:
    given = as_written if isinstance(function, (BoundMethod, ClassValue, FunctionValue)) else evaluate
    positional: list[tuple[Value, CSTNode]] = []
    keywords: dict[str, tuple[Value, CSTNode]] = {}
    partial = False
    for argument in statement.arguments:
        value = given(interpreter, state, argument.value)
        used.append(value)
        node = argument.value.node or statement.node
        assert node is not None
        if argument.star == "*":
            items = items_of(state, value)
            partial = partial or items is None
            positional += [(item, node) for item in ((value,) if items is None else items)]
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
    interpreter: Interpreter,
    state: State,
    function: Value,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None = None,
) -> list[Outcome]:
    """Call `function`."""
    if (through := generators.through(interpreter, state, function, arguments, node)) is not None:
        return through
    interpreter.announce.called(state, function, arguments, node)
    if (collected := _collected(interpreter, state, function, arguments)) is not None:
        return collected
    if (follow := _CALL[type(function)]) is not None:
        return follow(interpreter, state, function, arguments, node)
    if isinstance(function, Method):
        return _call_method(interpreter, state, function, arguments, node, source)
    if isinstance(function, Instance) and isinstance(member := _called_by(function), FunctionValue):
        return call_function(interpreter, state, BoundMethod(function, member), arguments, node)
    if decorators.wraps(function) and isinstance(held := arguments.position(0), (FunctionValue, BoundMethod)):
        return [(state, decorators.wrapped(interpreter, state, function, held, node))]
    if isinstance(function, Symbol):
        return _call_symbol(interpreter, state, function, arguments, node, source)
    return unknown_call(interpreter, state, "", function, arguments, node)


def _called_by(instance: Instance) -> Value | None:
    """The member that a call of an object leads to; ``torch.nn.Module`` calls ``forward``."""
    member = instance.cls.find("__call__")
    return instance.cls.find("forward") if member is None and torch_library.is_network(instance) else member


def _collected(interpreter: Interpreter, state: State, function: Value, arguments: Arguments) -> list[Outcome] | None:
    """What a call makes of a generator that it goes through; None if it is given none, or nobody knows."""
    is_method = isinstance(function, Method) and isinstance(function.receiver, Generator)
    is_given = any(isinstance(value, Generator) for value, _ in arguments.all())
    if not (is_given or is_method) or isinstance(function, FunctionValue):
        return None
    collected = generators.collect(interpreter, state, function, arguments)
    if collected is None:
        state.maybe_waited |= state.order.issued  # what its code does while it is gone through is not looked at
    return collected


def _call_external(
    interpreter: Interpreter, state: State, function: External, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    outcome = external_calls.call_external(interpreter, state, function.dotted, arguments, node)
    return unknown_call(interpreter, state, function.dotted, None, arguments, node) if outcome is None else outcome


def _call_method(
    interpreter: Interpreter,
    state: State,
    function: Method,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None,
) -> list[Outcome]:
    receiver, name = function.receiver, function.name
    if isinstance(receiver, ExitStack):
        return exit_stack.method(interpreter, state, receiver, name, arguments, node)
    outcome = external_calls.call_method(interpreter, state, receiver, name, arguments, node, source)
    return unknown_call(interpreter, state, name, receiver, arguments, node) if outcome is None else outcome


def _call_symbol(
    interpreter: Interpreter,
    state: State,
    function: Symbol,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None,
) -> list[Outcome]:
    if (made := decorators.compiled(function, arguments.position(0))) is not None:
        return [(state, made)]
    if (forward := torch_library.forward_of(function)) is not None:
        context = interpreter.unknown("ctx", host=True)
        return call_function(interpreter, state, forward, arguments.with_receiver(context, node), node)
    if launches.is_launch(state, arguments):
        return [(state, launches.launch(interpreter, state, launches.UNSEEN, arguments, node))]
    outcome = external_calls.call_symbol(interpreter, state, function, arguments, node, source)
    return unknown_call(interpreter, state, function.label, function, arguments, node) if outcome is None else outcome


def _launch(
    interpreter: Interpreter, state: State, function: Kernel, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    return [(state, launches.launch(interpreter, state, function, arguments, node))]


def may_keep(function: Value, result: Value) -> bool:
    """Whether what was called may refer to its arguments from now on, in ways that are not seen."""
    if isinstance(function, ClassValue):
        return function.open and not isinstance(function.find("__init__"), FunctionValue)
    return isinstance(result, Symbol) and not result.host


# -- code of this file -----------------------------------------------------------------------------

_SHORT = 5  # statements of a function that is followed some calls deeper than others


def call_function(
    interpreter: Interpreter,
    state: State,
    target: FunctionValue | BoundMethod,
    arguments: Arguments,
    node: CSTNode,
    awaited: bool = False,
) -> list[Outcome]:
    """Follow a function of this file, or give up on it (depth, recursion) as an unknown call.

    The call of an ``async def`` makes a coroutine, which is followed when it is `awaited`.
    """
    function, receiver = _taken_apart(target)
    code = function.function
    if decorators.is_hidden(code):
        state.maybe_waited |= state.order.issued
        return unknown_call(interpreter, state, code.name, function, arguments, node, of_project=True)
    if code.is_generator:
        manager = is_manager(interpreter, code)
        values = (*receiver, *arguments.values())
        generator = Generator(function, values, arguments.keyword_values(), manager, key=interpreter.fresh())
        return [(state, generators.made(state, generator))]
    if code.is_async and not awaited:
        return [(state, coroutines.coroutine(interpreter, target, arguments, node))]
    if not concerns(interpreter, function):
        return unknown_call(interpreter, state, code.name, None, arguments, node)
    active = _open_calls(interpreter, code)
    if len(interpreter.frames) == 2:
        interpreter.work.begin_call()
    # A recursion that counts down is followed as deep as calls are, another one once.
    counted = any(isinstance(value, Const) and type(value.value) is int for value, _ in arguments.all())
    depth = interpreter.work.depth_followed + 3 * (len(code.body) <= _SHORT)  # which costs next to nothing
    if depth_of(interpreter.frames) >= depth or active >= (interpreter.work.DEPTH if counted else 2):
        return _not_followed(interpreter, state, function, arguments, node)
    memo, earlier = None, list[Outcome]()
    if any(name.rpartition(".")[2] in ("lru_cache", "cache", "memoize") for name in code.decorator_names):
        memo = _Memo(code, receiver, arguments.values(), arguments.keyword_values())
        known = state.memory.get(memo)
        if isinstance(known, Value):
            return [(state, known)]
        earlier = _remembered(state, memo)
    if _is_told_to_wait(interpreter, code):
        cuda.host_wait_device(interpreter, state, None, node)
    if receiver and _is_empty(code) and SOUNDS_LIKE_WAITING.search(code.name):
        state.before_opaque_call = state.order.issued  # a hook, which subclasses fill in
    statement = interpreter.statement
    values = (*receiver, *arguments.values())
    results = run_function(interpreter, state, function, values, arguments.keyword_values(), node=node)
    interpreter.statement = statement
    for result, value in results if memo is not None else ():
        result.memory[memo] = value
        result.memory[("memos", code)] = (*result.memory.sequence(("memos", code)), memo)
    return results + earlier


class _Memo(NamedTuple):
    """A call of a function that remembers what it has returned."""

    code: ir.Function
    receiver: tuple[Value, ...]
    values: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


def _remembered(state: State, memo: _Memo) -> list[Outcome]:
    """The path on which what a function is given is what it was given before, as far as that is known."""
    earlier: tuple[_Memo, ...] = state.memory.sequence(("memos", memo.code))
    for before in reversed(earlier):
        same = before._replace(values=()) == memo._replace(values=()) and len(before.values) == len(memo.values)
        pairs = zip(before.values, memo.values, strict=False)
        if same and all(one == two or Symbol in (type(one), type(two)) for one, two in pairs):
            value = state.memory.get(before)
            return [(state.copy(), value)] if isinstance(value, Value) else []
    return []


def _is_empty(code: ir.Function) -> bool:
    return all(isinstance(statement, ir.Return) and isinstance(statement.value, ir.Const) for statement in code.body)


def _taken_apart(target: FunctionValue | BoundMethod) -> tuple[FunctionValue, tuple[Value, ...]]:
    """A function, and what it is given first as a method: the object, or its class."""
    if not isinstance(target, BoundMethod):
        return target, ()
    function, receiver = target.function, target.receiver
    if "classmethod" in function.function.decorator_names and isinstance(receiver, Instance):
        receiver = receiver.cls
    return function, (receiver,)


def _open_calls(interpreter: Interpreter, code: ir.Function) -> int:
    """How many calls of a function have not come back yet."""
    return sum(1 for frame in interpreter.frames if frame.function is code)


def _is_told_to_wait(interpreter: Interpreter, code: ir.Function) -> bool:
    """Whether the configuration says that a function waits for the device."""
    dotted = f".{code.name}"
    return any(name == code.name or name.endswith(dotted) for name in interpreter.options.waits)


def _not_followed(
    interpreter: Interpreter, state: State, target: FunctionValue, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """A call that is not looked into: it may wait for everything, unless all that it calls waits for nothing."""
    known = state.maybe_waited, state.before_opaque_call, state.unseen_work
    quiet = not any(contents.arrays_in(state, value) for value, _ in arguments.all()) and waits_for_nothing(
        state, target
    )
    state.maybe_waited |= state.order.issued
    outcomes = unknown_call(interpreter, state, target.function.name, None, arguments, node, of_project=True)
    if quiet:
        for after, _ in outcomes:
            after.maybe_waited, after.before_opaque_call, after.unseen_work = known
    return outcomes


def run_function(
    interpreter: Interpreter,
    state: State,
    target: Value,
    positional: tuple[Value, ...],
    keywords: tuple[tuple[str, Value], ...],
    on_yield: OnYield | None = None,
    node: CSTNode | None = None,
) -> list[Outcome]:
    """Follow a function's body with its parameters bound. `node` is the call, where there is one."""
    if not isinstance(target, FunctionValue):
        return [(state, interpreter.unknown())]
    code = target.function
    if depth_of(interpreter.frames) > interpreter.work.DEPTH + 2:
        state.maybe_waited |= state.order.issued
        return [(state, interpreter.unknown())]
    interpreter.entries.entered.add(code)
    interpreter.entries.reached.setdefault(code.name, set()).add(interpreter.entries.current)
    interpreter.entries.led_from.setdefault(code, set()).add(interpreter.entries.current)
    frame = Frame(interpreter.fresh(), code, target.frames)
    frame.names = tuple(interpreter.scopes.get(number, frozenset()) for number in target.frames)
    frame.on_yield = on_yield
    frame.owner = target.owner
    frame.receiver = positional[0] if positional and isinstance(positional[0], Instance) else None
    frame.caller, frame.statement = node or interpreter.statement, interpreter.statement
    interpreter.scopes[frame.number] = code.assigned
    _bind(interpreter, state, frame.number, target, positional, dict(keywords))
    interpreter.frames.append(frame)
    statement = interpreter.statement
    try:
        with interpreter.lifetimes.lending(*positional, *(value for _, value in keywords)):
            ended = interpreter.run(code.body, [state])
    finally:
        interpreter.frames.pop()
        interpreter.statement = statement
    outcomes = returned_with_device(frame.returns + [(end, NONE) for end in ended])
    if not code.captures:
        for result, value in outcomes:
            _forget(interpreter, result, frame.number, code, value)
    elif code in interpreter.entries.relevant and frame.module == 0:
        _keep_closures(interpreter, code, frame.number, outcomes)
    return join_outcomes(outcomes, interpreter.work.paths_kept, interpreter.unknown)


def _keep_closures(interpreter: Interpreter, code: ir.Function, number: int, outcomes: list[Outcome]) -> None:
    """Remember the functions and classes that a frame defined: code that is not seen may call those that are used."""
    entries = interpreter.entries
    for state, result in outcomes[:1]:
        returned = result.items if isinstance(result, TupleValue) else (result,)
        for _, value in state.memory.members(number):
            node = value.node if isinstance(value, ClassValue) and _is_made_in(value, number) else None
            if node is not None and isinstance(value, ClassValue) and node not in entries.local_classes:
                entries.local_classes[node] = LocalClass(value, state.copy(), entries.current)
            if not isinstance(value, FunctionValue) or value.frames[0] != number:
                continue
            is_used = value.function.name in code.idents or value.function.decorator_names
            if is_used and value.function not in entries.closures:
                to_caller = returned if len(interpreter.frames) == 1 else ()
                entries.closures[value.function] = Closure(value, state.copy(), entries.current, to_caller)


def _is_made_in(cls: ClassValue, number: int) -> bool:
    """Whether a class stands in the function of a frame."""
    methods = (member for member in cls.members.values() if isinstance(member, FunctionValue))
    return any(method.frames[0] == number for method in methods)


def _forget(interpreter: Interpreter, state: State, number: int, code: ir.Function, returned: Value) -> None:
    for name in code.assigned if interpreter.lifetimes.elsewhere else ():
        interpreter.lifetimes.drop(state, state.memory.get((number, name)), "returned", returned)
    for name in code.assigned:
        state.memory.discard((number, name))
    for temporary in range(1, code.temporaries + 1):
        state.memory.discard((number, temporary))


def _bind(
    interpreter: Interpreter,
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
            if isinstance(value, Symbol):  # ``*args`` that are not known
                value = _own_object(interpreter, target.function, name) or value
        elif parameter.kind == "*":
            value, rest = TupleValue(tuple(rest)), []
        elif parameter.kind == "**":
            held = DictValue(interpreter.fresh())
            state.memory[held.key] = tuple((Const(key), item) for key, item in keywords.items())
            value, keywords = held, {}
        elif name in keywords:
            value = keywords.pop(name)
        elif name in defaults:
            value = defaults[name]
        else:
            value = _own_object(interpreter, target.function, name) or interpreter.unknown(name)
        state.memory[(number, name)] = value
        if type(value) is Array and is_whole(value):
            interpreter.names.name_array(min(value.buffers), name)  # what was made for the call has no other name


def _own_object(interpreter: Interpreter, method: ir.Function, name: str) -> Instance | None:
    """The object of a method that functions around it call with what was made of their arguments: its own."""
    if name != "self":
        return None
    around = takewhile(lambda frame: not frame.function.parent_class, reversed(interpreter.frames))
    receiver = next((frame.receiver for frame in around if frame.receiver is not None), None)
    if receiver is None or all(cls.name != method.parent_class for cls in receiver.cls.family()):
        return None
    return receiver


def construct(
    interpreter: Interpreter, state: State, cls: ClassValue, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """``Class(...)``: a new instance, with ``__init__`` followed."""
    instance = Instance(interpreter.fresh(), cls)
    if any(_has_functions(state, value) for value in arguments.values()):
        interpreter.entries.given_functions.add(instance.key)
    initialiser = cls.find("__init__")
    if not isinstance(initialiser, FunctionValue):
        return construct_fields(interpreter, state, instance, arguments, node)
    results = call_function(interpreter, state, BoundMethod(instance, initialiser), arguments, node)
    return [(result, instance) for result, _ in results]


def _has_functions(state: State, value: Value) -> bool:
    """Whether a value is a function whose code is known, or a collection that holds one."""
    return any(isinstance(item, FunctionValue) for item in (value, *(items_of(state, value) or ())))


def construct_fields(
    interpreter: Interpreter, state: State, instance: Instance, arguments: Arguments, node: CSTNode
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
            for after, value in invoke(interpreter, each, default.factory, Arguments([], {}), node):
                after.memory[(instance.key, name)] = value
                made.append(after)
        states = made
    finish = cls.find("__post_init__")
    if isinstance(finish, FunctionValue):
        method = BoundMethod(instance, finish)
        states = [
            after for each in states for after, _ in call_function(interpreter, each, method, Arguments([], {}), node)
        ]
    return [(each, instance) for each in states]


def _call_either(
    interpreter: Interpreter, state: State, function: Either | EitherFunction, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """Each of the methods that it may be is a path of its own, on which the test that chose it came out so."""
    outcomes: list[Outcome] = []
    for option in function.options:
        chosen, by = state.copy(), parted.chosen_by(state, function, option)
        if by is not None:
            if truths.truth_of(state, by[0]) is (not by[1]):
                continue  # it is another one on this path
            conditions.assume(interpreter, chosen, *by, node)
        outcomes += invoke(interpreter, chosen, option, arguments, node)
    return join_outcomes(outcomes, interpreter.work.paths_kept, interpreter.unknown)


def _call_either_function(
    interpreter: Interpreter, state: State, function: EitherFunction, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """Likewise for functions."""
    _hangs_on_choice(state, function.options)
    return _call_either(interpreter, state, function, arguments, node)


def _hangs_on_choice(state: State, options: tuple[Value, ...]) -> None:
    """What was issued before hangs on the same choice as which function is called, so that each may wait for it."""
    if any(_may_wait(option) for option in options):
        state.unseen_work += 1
        state.maybe_waited |= state.order.issued


def _call_by_key(
    interpreter: Interpreter, state: State, function: ByKey, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """Each of what a dict holds is a path of its own, on which the key is that of it."""
    _hangs_on_choice(state, function.options)
    outcomes: list[Outcome] = []
    for key, option in zip(function.keys, function.options, strict=True):
        chosen = state.copy()
        for other in (*(each for each in function.keys if each != key), key):  # once it is known, nothing is asked
            test = equality(interpreter, chosen, function.key, other)
            conditions.assume(interpreter, chosen, test, other == key, node)
        dict_keys.is_same(chosen, function.key, key)
        outcomes += invoke(interpreter, chosen, option, arguments, node)
    return join_outcomes(outcomes, interpreter.work.paths_kept, interpreter.unknown)


def _may_wait(option: Value) -> bool:
    """Whether a function mentions anything that may wait."""
    made = option.find("__init__") if isinstance(option, ClassValue) else option
    held = made.function if isinstance(made, BoundMethod) else made
    if isinstance(option, ClassValue) and held is None:
        return False
    if not isinstance(held, FunctionValue):
        return True
    return any(SOUNDS_LIKE_WAITING.search(ident) or ident in WAITING for ident in held.function.idents)


def _call_partial(
    interpreter: Interpreter, state: State, function: Partial, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    positional = [(value, node) for value in function.arguments] + arguments.positional_placed()
    keywords = {name: (value, node) for name, value in (*function.keywords, *arguments.keyword_values())}
    return invoke(interpreter, state, function.function, Arguments(positional, keywords, arguments.partial), node)


# -- code that is not seen -------------------------------------------------------------------------


def _note_unseen_work(state: State, given: list[Value], handed: list[Value], of_project: bool) -> None:
    state.before_opaque_call = state.order.issued
    state.unseen_work += of_project or any(_may_be_of_device(state, value) for value in handed)
    state.unseen_callers += any(isinstance(value, _CALLED_BACK) for value in given)


def _works_on_stream(interpreter: Interpreter, state: State, last: str, arguments: Arguments, node: CSTNode) -> bool:
    """Whether a library works on the stream that it is given, as far as its name tells."""
    if SOUNDS_LIKE_WAITING.search(last) or HANDS_ON.match(last):
        return False
    return native_code.given_on_stream(interpreter, state, last, arguments, node)


def _may_become_current(interpreter: Interpreter, state: State, reached: list[Value], given: list[Value]) -> None:
    for value in reached:
        if isinstance(value, StreamValue) and value in given:
            cuda.may_become_current(interpreter, state, value.stream)


def unknown_call(
    interpreter: Interpreter,
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
    interpreter.announce.opaque_call(state, name, node)
    interpreter.may_raise(state)
    last = name.rpartition(".")[2]
    if not native_code.read_at_once(interpreter, state, last, arguments, node):
        native_code.given_pointers(interpreter, state, arguments, node)
    early_records.given(interpreter, state, arguments, node)
    if last in queued_arrays.PUTS and receiver is not None:
        queued_arrays.put(interpreter, state, arguments)
    own = native_code.given_stream(interpreter, state, last, arguments, node)
    own |= 0 if of_project else native_code.given_arrays(interpreter, state, last, arguments, node)
    own |= native_code.works_in_own_memory(interpreter, state, receiver, last, arguments, node)
    only_tells = tells_only(name, receiver)
    issued = state.order.issued
    works = not (only_tells or of_project) and _works_on_stream(interpreter, state, last, arguments, node)
    own |= state.order.issued & ~issued
    if own:  # if one call waits for none of its work, no other one does
        own |= interpreter.parameters.work_of.get(last, 0)
        interpreter.parameters.work_of[last] = own
    interpreter.host_work += 1
    given = [value for value, _ in arguments.all()]
    handed = [*given, *([receiver] if receiver else [])]
    if not only_tells:
        _note_unseen_work(state, given, handed, of_project)
    if not (receiver is not None and numpy_calls.fills(last)):
        interpreter.pinned.keep_all(interpreter, state, arguments, receiver)
    doubt = state.maybe_waited
    kept = _reached(state, [value for value in handed if not is_address(value)])
    interpreter.lifetimes.hold(state, *kept)
    reached = kept + [value.array for value in handed if is_address(value)]
    _runs_anything(interpreter, state, last, receiver, given)
    for value in reached:
        _given_away(interpreter, state, value)
    if SOUNDS_LIKE_SETTING.search(last):
        _may_become_current(interpreter, state, reached, given)
    if _describes(interpreter, last) or (receiver is not None and last in QUEUES):
        state.maybe_waited = doubt
    state.maybe_waited, state.before_opaque_call = state.maybe_waited & ~own, state.before_opaque_call & ~own
    numpy_calls.filled(interpreter, state, last, arguments)
    result = interpreter.unknown(last)
    native_code.may_keep_memory(interpreter, result, name)
    if works:
        native_code.returned_on_stream(interpreter, state, last, result, node)
    if any(isinstance(value, (StreamValue, EventValue)) for value in reached):
        interpreter.parameters.given_streams.add(result)
    return [(after, result) for after in coroutines.given_away(interpreter, state, arguments, node)]


_CALLED_BACK = (FunctionValue, BoundMethod)
"""What code that is not seen may call."""


def _may_be_of_device(state: State, value: Value) -> bool:
    """Whether something is, holds or may be an array of the device."""
    return (isinstance(value, Symbol) and not value.host) or bool(contents.arrays_in(state, value))


def _runs_anything(
    interpreter: Interpreter, state: State, name: str, receiver: Value | None, given: list[Value]
) -> None:
    """Code that calls back, that was looked up by its name, or whose name says so may wait for all work."""
    on_host = isinstance(receiver, Symbol) and receiver.host
    called_back = any(isinstance(value, _CALLED_BACK) for value in given)
    if state.order.issued & ~state.maybe_waited and (  # else nothing hangs on it
        called_back
        or namespaces.is_looked_up(state, receiver)
        or (SOUNDS_LIKE_WAITING.search(name) and not on_host)
        or (isinstance(receiver, Symbol) and not on_host and interpreter.modules.has_waiting_method(name))
    ):
        state.maybe_waited |= state.order.issued
    if called_back:
        for key in interpreter.events.created:
            state.memory[("escaped", key)] = True


def _given_away(interpreter: Interpreter, state: State, value: Value) -> None:
    """Code that is not seen may wait for what it is given, or have it known to others."""
    if isinstance(value, StreamValue):
        cuda.used_as_stream(interpreter, value)
        cuda.may_wait_for(state, cuda.actual(state, value.stream))
        arrays.escape(state, value)
    elif isinstance(value, EventValue):
        state.maybe_waited |= state.order.events.get(value.key, 0)
        arrays.escape(state, value)
    elif isinstance(value, Array):
        if interpreter.allocations.captured:
            state.memory.update((("kept", buffer), True) for buffer in value.buffers)
        cuda.may_wait_for(state, cuda.current_stream(interpreter, state))
        for buffer in value.buffers:
            state.maybe_waited |= state.readers.get(buffer, 0) | state.writers.get(buffer, 0)


_DESCRIBES = re.compile(
    r"_?(get|is|has|infer)_?(array_)?(device|dtype|shape|ndim|module|namespace|backend)s?(_id|_of)?"
)
"""Names of functions that tell something of an array which is known without its contents."""


def _describes(interpreter: Interpreter, name: str) -> bool:
    """Whether a call is of such a function, or stands in one of the project: it waits for nothing."""
    return bool(_DESCRIBES.fullmatch(name)) or any(
        _DESCRIBES.fullmatch(frame.function.name) for frame in interpreter.frames[1:]
    )


def _reached(state: State, values: Iterable[Value], depth: int = 3) -> list[Value]:
    """The arrays, streams and events that code gets hold of with values, through what these hold."""
    found: list[Value] = []
    for value in map(native_code.plain, values):
        if isinstance(value, (Array, StreamValue, EventValue)):
            found.append(value)
        elif isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key and value.key[0] == "ptr":
            found.append(value.key[1])
        elif depth and (parts := _PARTS[type(value)]) is not None:
            found += _reached(state, parts(state, value), depth - 1)
        elif depth:
            found += contents.arrays_in(state, value)
    return found


def _items(state: State, value: TupleValue | ListValue) -> Iterable[Value]:
    return items_of(state, value) or ()


def _values(state: State, value: DictValue) -> Iterable[Value]:
    return [item for _, item in dict_items(state, value)]


def _members(state: State, value: Instance) -> Iterable[Value]:
    return [member for _, member in state.memory.members(value.key) if isinstance(member, Value)]


def _receiver(state: State, value: BoundMethod | Method) -> Iterable[Value]:
    return (value.receiver,)


_PARTS: ByClass[Callable[[State, Any], Iterable[Value]] | None] = ByClass(
    {
        TupleValue: _items,
        ListValue: _items,
        DictValue: _values,
        Instance: _members,
        Either: lambda state, value: value.options,
        EitherFunction: lambda state, value: value.options,
        ByKey: lambda state, value: value.options,
        BoundMethod: _receiver,
        Method: _receiver,
        Value: None,
    }
)
"""What values hold, by which code gets hold of more."""

_CALL: ByClass[Callable[[Interpreter, State, Any, Arguments, CSTNode], list[Outcome]] | None] = ByClass(
    {
        FunctionValue: call_function,
        BoundMethod: call_function,
        ClassValue: construct,
        Partial: _call_partial,
        Fixture: benchmark_fixtures.benchmarked,
        Either: _call_either,
        EitherFunction: _call_either_function,
        ByKey: _call_by_key,
        Kernel: _launch,
        External: _call_external,
        Value: None,
    }
)
"""How what a value stands for is called, where that needs no more than its arguments."""
