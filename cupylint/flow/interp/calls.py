"""Calls: functions and classes of the file, CuPy, other libraries, and what nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupylint.flow.device import cuda, launches, torch_library
from cupylint.flow.domain import contents
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.frames import depth as depth_of
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.readings import Fixture
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    BoundMethod,
    ByKey,
    ClassValue,
    Const,
    DictValue,
    Either,
    EitherFunction,
    External,
    FunctionValue,
    Generator,
    Instance,
    Kernel,
    Method,
    Partial,
    Symbol,
    Value,
)
from cupylint.flow.interp import (
    bodies,
    chosen_calls,
    decorators,
    external_calls,
    generators,
    memos,
    objects,
)
from cupylint.flow.interp.concern import concerns
from cupylint.flow.interp.evaluate import as_written, evaluate
from cupylint.flow.interp.unfollowed import waits_for_nothing
from cupylint.flow.interp.unseen_calls import unknown_call
from cupylint.flow.library import benchmark_fixtures, coroutines, exit_stack, wall_clocks
from cupylint.flow.library.exit_stack import ExitStack
from cupylint.flow.library.suspension import is_manager
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


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
    function = function.by_way_of or function
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
    if _is_too_deep(interpreter, code, arguments):
        return _not_followed(interpreter, state, function, arguments, node)
    if not memos.remembers(code):
        return _followed(interpreter, state, function, receiver, arguments, node)
    memo = memos.Memo(code, receiver, arguments.values(), arguments.keyword_values())
    if isinstance(known := state.memory.get(memo), Value):
        return [(state, known)]
    earlier = memos.earlier(state, memo)
    return memos.kept(memo, _followed(interpreter, state, function, receiver, arguments, node)) + earlier


def _is_too_deep(interpreter: Interpreter, code: ir.Function, arguments: Arguments) -> bool:
    """Whether a call is not looked into: there are too many around it, or too many of the same function.

    A recursion that counts down is followed as deep as calls are, another one once.
    """
    active = _open_calls(interpreter, code)
    if len(interpreter.frames) == 2:
        interpreter.work.begin_call()
    counted = any(isinstance(value, Const) and type(value.value) is int for value, _ in arguments.all())
    depth = interpreter.work.depth_followed + 3 * (len(code.body) <= _SHORT)  # which costs next to nothing
    return depth_of(interpreter.frames) >= depth or active >= (interpreter.work.DEPTH if counted else 2)


def _followed(
    interpreter: Interpreter,
    state: State,
    function: FunctionValue,
    receiver: tuple[Value, ...],
    arguments: Arguments,
    node: CSTNode,
) -> list[Outcome]:
    """Follow the body of a function, which may be one that the configuration says to wait."""
    code = function.function
    if _is_told_to_wait(interpreter, code):
        cuda.host_wait_device(interpreter, state, None, node)
    if receiver and _is_empty(code) and SOUNDS_LIKE_WAITING.search(code.name):
        state.before_opaque_call = state.order.issued  # a hook, which subclasses fill in
    statement, values = interpreter.statement, (*receiver, *arguments.values())
    results = bodies.run_function(interpreter, state, function, values, arguments.keyword_values(), node=node)
    interpreter.statement = statement
    return results


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


def _call_partial(
    interpreter: Interpreter, state: State, function: Partial, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    positional = [(value, node) for value in function.arguments] + arguments.positional_placed()
    keywords = {name: (value, node) for name, value in (*function.keywords, *arguments.keyword_values())}
    return invoke(interpreter, state, function.function, Arguments(positional, keywords, arguments.partial), node)


_CALL: ByClass[Callable[[Interpreter, State, Any, Arguments, CSTNode], list[Outcome]] | None] = ByClass(
    {
        FunctionValue: call_function,
        BoundMethod: call_function,
        ClassValue: objects.construct,
        Partial: _call_partial,
        Fixture: benchmark_fixtures.benchmarked,
        Either: chosen_calls.call_either,
        EitherFunction: chosen_calls.call_either_function,
        ByKey: chosen_calls.call_by_key,
        Kernel: _launch,
        External: _call_external,
        Value: None,
    }
)
"""How what a value stands for is called, where that needs no more than its arguments."""
