"""Parameters that are streams: nothing orders work on several of them but what the function does.

Who asks for two streams, or for a list of them, means different ones. One alone may be the null stream, or the one that
is current, and proves nothing beside that; it is told apart only from the streams that the function makes itself. They
are taken for blocking ones, so that all that the null stream orders is ordered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.findings import Premise
from cupylint.flow.device import cuda
from cupylint.flow.domain import source_text
from cupylint.flow.domain.contents import new_list
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import ClassValue, StreamValue, Symbol, Value
from cupylint.order import Kind, Stream
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_ONE = re.compile(r"(^|_)(stream|lane)\d*$|^(stream|lane)(_|\d|$)", re.IGNORECASE)
_SEVERAL = re.compile(r"(^|_)(streams|lanes)$", re.IGNORECASE)
"""What streams are called, and lists of them."""
_CUPYS = re.compile(r"\b(cuda|stream|cupy|cp)\.(Stream|ExternalStream)$|^Stream$")
"""Annotations that name the class of CuPy."""
_OF_STREAMS = frozenset(("launch_host_func", "ptr", "record", "synchronize", "use", "wait_event"))
"""Attributes that streams of CuPy have."""
_OF_OTHERS = frozenset(("cuda_stream", "handle", "query", "read", "record_event", "wait_stream", "write"))
"""Attributes that streams of other libraries have."""
_LEAST = 3
"""How many streams a list is taken to hold, where nothing says how many."""


@dataclass(frozen=True, slots=True)
class Streams:
    """The parameters of a function that are streams.

    Attributes:
        single: those that are one.
        lists: those that are lists of them, and how many the function uses.
    """

    single: frozenset[str] = frozenset()
    lists: dict[str, int] = field(default_factory=dict)

    @property
    def are_several(self) -> bool:
        """Whether the function is given different ones."""
        return len(self.single) > 1 or bool(self.lists)


_NONE = Streams()


def streams_of(code: ir.Function) -> Streams:
    """The parameters without a default that are streams, by their annotations, or by their names and uses."""
    candidates = {
        parameter.name: parameter
        for parameter in code.parameters
        if parameter.kind not in ("*", "**") and parameter.default is None and _may_be(parameter)
    }
    if not candidates:
        return _NONE
    uses = _Uses.of(code, candidates.keys())
    single = frozenset(
        name
        for name, each in candidates.items()
        if each.annotation or (not each.items and _ONE.search(name) and name in uses.streams - uses.others)
    )
    lists = {
        name: uses.counts.get(name, _LEAST)
        for name, each in candidates.items()
        if each.items or (not each.annotation and _SEVERAL.search(name) and name in uses.lists)
    }
    return Streams(single, lists) if single or lists else _NONE


def hand_over(interpreter: Interpreter, state: State, code: ir.Function) -> dict[str, Value]:
    """Streams for those parameters of a function that is followed on its own."""
    found = streams_of(code)
    each_call = found.single and not found.are_several and _orders_calls(state, code)
    if not (found.are_several or each_call or (found.single and "Stream" in code.idents)):
        return {}
    first = interpreter.fresh()
    of_call = f" of {code.name}()" if each_call else ""
    made: dict[str, Value] = {name: _stream(interpreter, state, name + of_call) for name in found.single}
    for name, count in found.lists.items():
        made[name] = new_list(interpreter, state, [_stream(interpreter, state, f"{name}[{i}]") for i in range(count)])
    numbers = range(first, interpreter.fresh())
    clause = _EACH_CALL if each_call else _clause(code, found)
    interpreter.parameters.named.append((numbers, Premise("argument", clause)))
    return made


_EACH_CALL = "calls of its methods are given different streams"


def _orders_calls(state: State, code: ir.Function) -> bool:
    """Whether a function is a method of a class that records events for later calls, which may be on other streams.

    No constructor: what it is given stays with the object.
    """
    is_method = code.parent_class and code.name != "__init__"
    cls = state.memory.get((0, code.parent_class)) if is_method else None
    return isinstance(cls, ClassValue) and {"Event", "record"} <= cls.idents


def differs_from(interpreter: Interpreter, stream: Stream, other: Stream) -> bool:
    """Whether one stream is what an object from elsewhere holds, and the other is known, or has another name there."""
    mine, others = _attribute(interpreter, stream), _attribute(interpreter, other)
    if mine is None:
        return False
    if other.kind is Kind.UNKNOWN:
        return others is not None and mine[0] == others[0] and mine[1] != others[1]
    return other.kind in (Kind.BLOCKING, Kind.NON_BLOCKING) and stream.device == other.device


def _attribute(interpreter: Interpreter, stream: Stream) -> tuple[Value, str] | None:
    """The object and the attribute that a stream is; None for one that the program may have given to that object."""
    symbol = stream.key[1] if isinstance(stream.key, tuple) and stream.key[0] == "symbol" else None
    if not isinstance(symbol, Symbol) or not isinstance(symbol.key, tuple) or symbol.key[0] != "attribute":
        return None
    base, name = symbol.key[1], symbol.key[-1]
    if not _ONE.search(str(name)) or base in interpreter.parameters.given_streams:
        return None
    return base, str(name)


def _clause(code: ir.Function, found: Streams) -> str:
    """What has to hold of the parameters."""
    names = [f"`{each.name}`" for each in code.parameters if each.name in found.single]
    names += [f"those in `{each.name}`" for each in code.parameters if each.name in found.lists]
    if len(names) == 1 and not found.lists:
        return f"{names[0]} is not the null stream"
    if len(names) == 1:
        return f"the streams in `{next(iter(found.lists))}` are different ones"
    return f"{', '.join(names[:-1])} and {names[-1]} are different streams"


def _stream(interpreter: Interpreter, state: State, name: str) -> StreamValue:
    made = cuda.new_stream(interpreter, state, Kind.BLOCKING)
    interpreter.streams.handed.add(made.stream.key)
    interpreter.names.name_stream(made.stream, name)
    return made


def _may_be(parameter: ir.Parameter) -> bool:
    """Whether a parameter may be one, before anything dear is read."""
    if parameter.annotation or parameter.items:
        return _CUPYS.search(parameter.annotation or parameter.items) is not None
    return bool(_ONE.search(parameter.name) or _SEVERAL.search(parameter.name))


@dataclass(slots=True)
class _Uses:
    """What a function does with parameters, by name.

    Attributes:
        streams: used as streams of CuPy, or kept.
        others: used as something else.
        lists: gone through, unpacked, kept, or asked for an element.
        counts: how many elements of a list are used.
    """

    streams: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, code: ir.Function, names: Set[str]) -> _Uses:
        """The uses in a function."""
        found = cls()
        for statement in walk(code.body):
            if isinstance(statement, ir.With):
                found.streams.update(_loaded(statement.manager, names))
            elif isinstance(statement, ir.Call):
                found._call(statement, names)
            elif isinstance(statement, ir.For):
                found.lists.update(name for each in ir.inside(statement.iterable) for name in _loaded(each, names))
            elif isinstance(statement, ir.Assign):
                found._assigned(statement.target, statement.value, names)
            for expression in source_text.expressions_in(statement):
                found._expression(expression, names)
        return found

    def _call(self, call: ir.Call, names: Set[str]) -> None:
        for argument in call.arguments:
            for name in _loaded(argument.value, names):
                if argument.keyword == "stream":
                    self.streams.add(name)
                elif source_text.last_name(call.function) in ("stream", "ExternalStream"):  # torch.cuda.stream(s)
                    self.others.add(name)
                else:
                    self.lists.add(name)

    def _assigned(self, target: ir.Target, value: ir.Expr, names: Set[str]) -> None:
        if isinstance(target, ir.Unpack) and isinstance(value, ir.Build):
            for part, item in zip(target.targets, value.items, strict=False):
                self._assigned(part, item, names)
        for name in _loaded(value, names):
            self.lists.add(name)
            if isinstance(target, ir.Attr):  # kept by an object, for its methods
                self.streams.add(name)
            elif isinstance(target, ir.Unpack) and target.star is None:
                self.counts[name] = len(target.targets)

    def _expression(self, expression: ir.Expr, names: Set[str]) -> None:
        if isinstance(expression, ir.Attr):
            for name in _loaded(expression.base, names):
                self.streams |= {name} if expression.name in _OF_STREAMS else set()
                self.others |= {name} if expression.name in _OF_OTHERS else set()
        elif isinstance(expression, ir.Item):
            self.lists.update(_loaded(expression.base, names))


def _loaded(expression: ir.Expr | ir.Target, names: Set[str]) -> Iterator[str]:
    """The name of `names` that an expression is."""
    if isinstance(expression, ir.Load) and isinstance(expression.name, str) and expression.name in names:
        yield expression.name
