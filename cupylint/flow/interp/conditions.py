"""What a test tells: known truth, and what holds on either side of a branch."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from cupylint.flow.device import arrays, cuda, host_memory, parameters
from cupylint.flow.domain import dict_keys, number_bounds, parted, truths
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.contents import Iterator, asked_if_empty, assume_filled, is_filled
from cupylint.flow.domain.enums import settled
from cupylint.flow.domain.readings import Reading
from cupylint.flow.domain.values import (
    NONE,
    Array,
    BoundMethod,
    ByKey,
    ClassValue,
    Const,
    DictValue,
    Done,
    EitherFunction,
    EventValue,
    External,
    FunctionValue,
    HostView,
    Instance,
    Kernel,
    ListValue,
    Method,
    NoEvent,
    Partial,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp import callbacks, quantifiers, special_methods
from cupylint.flow.library import wall_clocks
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_ALWAYS_TRUE = (
    *(StreamValue, EventValue, FunctionValue, EitherFunction, ByKey, BoundMethod, Partial, Kernel, External, Iterator),
    Reading,
)
_METHODS = frozenset(("synchronize", "record", "wait_event", "use", "begin_capture", "end_capture"))


def truth(interpreter: Interpreter, state: State, value: Value, node: CSTNode | None) -> bool | None:
    """Whether `value` is true, None if both are possible. Testing a device array waits for it."""
    value = settled(value)
    return _TRUTH_OF[type(value)](interpreter, state, value, node)


def _truth_of_instance(interpreter: Interpreter, state: State, value: Instance, node: CSTNode | None) -> bool | None:
    if not _may_be_false(value.cls):
        return True
    own = special_methods.asked(interpreter, state, value, node)
    return None if own is None or isinstance(own, Instance) else truth(interpreter, state, own, node)


def _truth_of_container(
    interpreter: Interpreter, state: State, value: ListValue | DictValue, node: CSTNode | None
) -> bool | None:
    callbacks.counted(interpreter, state, value)
    filled = is_filled(state, value)
    return None if filled is False and _is_filled_by_others(interpreter, state, value) else filled


def _is_filled_by_others(interpreter: Interpreter, state: State, value: ListValue | DictValue) -> bool:
    """Whether a container that a top level made may have got something before the followed function runs."""
    return interpreter.frames[0].function.name != "<module>" and value.key not in state.memory.own


def _truth_of_symbol(interpreter: Interpreter, state: State, value: Symbol, node: CSTNode | None) -> bool | None:
    if cuda.is_own_handle(value):
        return True
    value = truths.as_test(value)
    if isinstance(value.key, tuple) and value.key and value.key[0] == "not":
        inner = value.key[1]
        known = truth(interpreter, state, inner, node) if isinstance(inner, Value) else None
        return None if known is None else not known
    if tests := truths.several(value):
        return _truth_of_any(interpreter, state, tests, node)
    test = ("truth", value)
    assumed = state.path_condition.get(test) or interpreter.modules.path_condition.get(test)
    if isinstance(assumed, Const):
        return bool(assumed.value)
    by = parted.chosen(state, value)
    known = None if by is None else truth(interpreter, state, by[0], node)
    if by is not None and known is not None:
        return known == by[1]
    rest = truths.truth_of_rest(state, value)
    return number_bounds.decided(state, value) if rest is None else rest


def _truth_of_any(
    interpreter: Interpreter, state: State, tests: quantifiers.Tests, node: CSTNode | None
) -> bool | None:
    known = {test: truth(interpreter, state, test, node) for test in tests}
    undecided = tuple(test for test, answer in known.items() if answer is None)
    if True in known.values():
        return True
    if not undecided:
        return False
    true = (_held(key) for key, value in state.path_condition.items() if value == Const(True))
    return True if quantifiers.some_is_true(undecided, true) else None


def _held(key: Hashable) -> object:
    """The test that is noted to have come out in one way under `key`, None if that notes something else."""
    return key[1] if isinstance(key, tuple) and len(key) == 2 and key[0] == "truth" else None


_TRUTH_OF: ByClass[Callable[[Interpreter, State, Any, CSTNode | None], bool | None]] = ByClass(
    {
        **dict.fromkeys(_ALWAYS_TRUE, lambda interpreter, state, value, node: True),
        Const: lambda interpreter, state, value, node: bool(value.value),
        NoEvent: lambda interpreter, state, value, node: False,
        Instance: _truth_of_instance,
        Method: lambda interpreter, state, value, node: True if value.name in _METHODS else None,
        TupleValue: lambda interpreter, state, value, node: bool(value.items),
        ListValue: _truth_of_container,
        DictValue: _truth_of_container,
        Array: lambda interpreter, state, value, node: arrays.host_read(interpreter, state, value, node),
        HostView: lambda interpreter, state, value, node: host_memory.touch(interpreter, state, value, "r", node),
        Symbol: _truth_of_symbol,
        Value: lambda interpreter, state, value, node: None,
    }
)


def _may_be_false(cls: ClassValue) -> bool:
    """Whether objects of a class tell themselves whether they are true (or a base that is not known may)."""
    if cls.find("__bool__") is not None or cls.find("__len__") is not None:
        return True
    return not all(_is_plain(base) for base in cls.outside())


def _is_plain(base: Value) -> bool:
    return isinstance(base, External) and base.dotted.partition(".")[0] in ("builtins", "abc", "typing", "threading")


def chained(interpreter: Interpreter, state: State, test: ir.Expr) -> Value:
    """The value of a test; ``0 <= k < n`` is true if all its parts are."""
    if not (isinstance(test, ir.Unknown) and test.parts and all(isinstance(part, ir.Compare) for part in test.parts)):
        return interpreter.value(state, test)
    values = [interpreter.value(state, part) for part in test.parts]
    known = [truth(interpreter, state, value, test.node) for value in values]
    if False in known:
        return Const(False)
    unknown = [value for value, answer in zip(values, known, strict=True) if answer is None]
    if not unknown:
        return Const(True)
    return unknown[0] if len(unknown) == 1 else interpreter.symbol(("chained", *unknown), "chained", host=True)


def assume(
    interpreter: Interpreter, state: State, value: Value, holds: bool, node: CSTNode | None, sticky: bool = True
) -> None:
    """Follow the path on which the test `value` came out as `holds`.

    ``sticky=False``: do not remember it (the test of a loop changes from round to round).
    """
    if isinstance(value, Done):
        if holds != value.negated:
            cuda.observed_done(interpreter, state, value.target, node)
        return
    if (asked := asked_if_empty(value)) is not None:
        assume_filled(state, asked[0], holds != asked[1])
    if not isinstance(value, Symbol):
        return
    value = truths.as_test(value)
    key = value.key if isinstance(value.key, tuple) and value.key else ("",)
    if key[0] == "not" and isinstance(key[1], Value):
        assume(interpreter, state, key[1], not holds, node, sticky)
        return
    tests = truths.several(value)
    if not (tests and _narrowed(interpreter, state, tests, holds, node, sticky)):
        _learn(interpreter, state, value, key, holds, sticky)
    if sticky:
        truths.remember(state, value, holds)
        if (by := parted.chosen(state, value)) is not None:
            assume(interpreter, state, by[0], holds == by[1], node)


def _learn(
    interpreter: Interpreter, state: State, value: Symbol, key: tuple[Any, ...], holds: bool, sticky: bool
) -> None:
    """What a test says of what it asks about."""
    if key == ("",):
        return
    parameters.asked(interpreter, state, key, holds)
    if (asked := dict_keys.asked(state, value, holds)) is not None:
        _found(interpreter, state, asked)
    if key[0] == "same handle" and holds == (key[3] == "=="):
        interpreter.lifetimes.share_handle(state, key[1], key[2])
    if not (holds and sticky and len(key) > 1 and isinstance(key[1], Symbol)):
        return
    if key[0] in ("is", "==") and _is_one(key[0], key[2]):
        state.path_condition[key[1]] = key[2]
    elif key[0] == "isinstance" and isinstance(key[2], ClassValue) and wall_clocks.knows_the_time(key[2]):
        state.path_condition[key[1]] = Instance(interpreter.fresh(), key[2])


def _found(interpreter: Interpreter, state: State, asked: dict_keys.Asked) -> None:
    """A dict has an item under a key that is not known, so that what it gave is one of its items."""
    frame = interpreter.frame.number
    members = state.memory.members(frame)
    names = [name for name, held in members if isinstance(held, Symbol) and held.key == asked]
    value = dict_keys.gave(state, asked) if names else None
    for name in names if value is not None else ():
        state.memory[(frame, name)] = value


def _narrowed(
    interpreter: Interpreter, state: State, tests: quantifiers.Tests, holds: bool, node: CSTNode | None, sticky: bool
) -> bool:
    """Follow what ``any`` says of tests that nothing has decided; False if it says only that one of them is true."""
    undecided = [test for test in tests if truth(interpreter, state, test, node) is None]
    if holds and len(undecided) != 1:
        return False
    for test in undecided:
        assume(interpreter, state, test, holds, node, sticky)
    return True


def _is_one(test: str, value: object) -> bool:
    """Whether what passes a test with `value` is that one: a constant, or a function or module of a library.

    A dtype is equal to others (``x.dtype == np.float32``), a module to itself alone.
    """
    if isinstance(value, External):
        return test == "is" or "." not in value.dotted
    return isinstance(value, Const)


def tell_more(statement: ir.If, states: list[State]) -> bool:
    """Whether the paths through ``f is cp.empty or f is cp.zeros`` tell more apart, for the test that this is part of.

    `statement` chooses between the parts of the test. What tells more is that `f` is known on one of the paths.
    """
    branches = (statement.then, statement.orelse)
    if [] not in branches or not isinstance(statement.test, ir.Load) or not isinstance(statement.test.name, int):
        return False
    found = [{key for key, value in state.path_condition.items() if isinstance(value, External)} for state in states]
    return any(known != found[0] for known in found[1:])


def is_none(value: Value) -> bool | None:
    """Whether a value is None, None if not known."""
    if value == NONE or isinstance(value, NoEvent):
        return True
    return None if isinstance(value, Symbol) else False


def only_leaves(statement: ir.If) -> bool:
    """``if ...: return`` and ``if ...: continue``, with nothing else."""
    match statement.then:
        case [ir.Return(value=None | ir.Const(value=None)) | ir.Continue()]:
            return not statement.orelse
    return False


def insisted(interpreter: Interpreter, state: State, test: ir.Expr) -> bool:
    """Whether ``assert self.x is not None`` is about what an object began with, so that somebody has set it since.

    It is set then, to what is not known. A program that is followed from its first line has set all that it sets.
    """
    if interpreter.frames[0].function.name == "<module>" or not isinstance(test, ir.Compare):
        return False
    asked = test.left
    if test.operator != "is not" or not isinstance(asked, ir.Attr):
        return False
    base = interpreter.value(state, asked.base)
    if not isinstance(base, Instance) or state.memory.get((base.key, asked.name)) != NONE:
        return False
    state.memory[(base.key, asked.name)] = interpreter.unknown(asked.name)
    return True
