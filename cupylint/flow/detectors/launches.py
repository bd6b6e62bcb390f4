"""How kernels are launched: what is launched, with which grid, with which arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import libcst as cst

from cupylint.counted import counted
from cupylint.facts import Fact, FlagByValue, LaunchArgument, NotAKernel
from cupylint.flow.device.jit_parameters import interface_of
from cupylint.flow.domain.arguments import Arguments, Placed
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.number_types import number_type
from cupylint.flow.domain.number_types import premise as number_premise
from cupylint.flow.domain.numpy_values import is_numpy_array
from cupylint.flow.domain.values import (
    NONE,
    Array,
    Const,
    DictValue,
    EventValue,
    FunctionValue,
    HostArray,
    Kernel,
    ListValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.domain.written import by_the_caller
from cupylint.kernels.interface import Interface
from cupylint.kernels.model import CType, Parameter

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

_NEVER_CALLED = (
    Const, Array, TupleValue, ListValue, DictValue, StreamValue, EventValue, HostArray,
)  # fmt: skip
_NO_TUPLES = (Array, ListValue, DictValue, StreamValue, EventValue, HostArray, FunctionValue, Kernel)
_THREADS = frozenset(("threadIdx", "blockIdx", "blockDim", "gridDim"))
_GRIDS = ("jit", "cuda")
_NUMERIC = ("//", "/", "%", "-", "**")
_FLOATS = {"float": 32, "float32": 32, "double": 64, "float64": 64, "half": 16, "__half": 16, "float16": 16}
_TYPES = {16: "float16", 32: "float32", 64: "float64"}
_OF_PYTHON = {
    "float": "a Python float, passed as a double",
    "bool": "a Python bool, passed as one byte",
    "int": "a Python int, passed as 64 bits",
}


_Argument = tuple["CSTNode", int]
"""Where an argument stands, and which one of the kernel it is."""
_Stack = tuple["CSTNode | None", ...]
"""The calls that have led to a launch."""


class Launches(Detector):
    """What is wrong with the launches of one analysis."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._results: dict[CSTNode, NotAKernel] = {}
        self._launchable: set[CSTNode] = set()  # calls of what may be a kernel on some path
        self._found: dict[tuple[str, CSTNode], Fact] = {}
        self._given: dict[_Argument, dict[_Stack, Fact | None]] = {}

    def facts(self, ends: list[State]) -> list[Fact]:
        """What was found on all paths."""
        results = [fact for node, fact in self._results.items() if node not in self._launchable]
        given = (next(filter(None, by_stack.values()), None) for by_stack in self._given.values())
        return [*self._found.values(), *filter(None, given), *results]

    def _add(self, kind: str, node: CSTNode, fact: Fact) -> None:
        if not self.interpreter.modules.importing:
            self._found.setdefault((kind, node), fact)

    def _note(self, argument: _Argument, fact: Fact | None) -> None:
        """What is wrong with an argument; None: nothing on a path through the same calls, so that nothing is said."""
        if self.interpreter.modules.importing:
            return
        stack = tuple(frame.caller for frame in self.interpreter.frames)
        known = self._given.setdefault(argument, {})
        known[stack] = known.get(stack, fact) and fact

    # -- what is launched ----------------------------------------------------------------------------

    def called(self, state: State, function: Value, arguments: Arguments, node: CSTNode) -> None:
        """Anything is called: perhaps as if it were a kernel."""
        interpreter = self.interpreter
        names = arguments.keyword_names()
        if not isinstance(node, cst.Call) or arguments.partial:
            return
        if isinstance(function, FunctionValue):
            if _is_launched_by_mistake(function, arguments):
                name = _text(node.func)
                self._add("call", node, NotAKernel(interpreter.spot(node), name, "call"))
        elif {"grid", "block"} <= names:
            if isinstance(function, _NEVER_CALLED) and not interpreter.modules.importing:
                inner = node.func.func if isinstance(node.func, cst.Call) else node.func
                self._results.setdefault(node, NotAKernel(interpreter.spot(node), _text(inner), "result"))
            else:
                self._launchable.add(node)

    def item_read(self, state: State, base: Value, key: Value, node: CSTNode | None) -> None:
        """``base[grid, block]``."""
        two = isinstance(key, TupleValue) and len(key.items) in (2, 3, 4)
        plain = isinstance(base, FunctionValue) and not base.function.decorator_names
        if two and plain and isinstance(node, cst.Subscript) and not isinstance(node.value, cst.Call):
            self._add("index", node, NotAKernel(self.interpreter.spot(node), _text(node.value), "index"))

    def kernel_made(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """``cupy.RawKernel(code, name)``."""
        code = arguments.either(0, "code") if dotted == "cupy.RawKernel" else None
        if isinstance(code, FunctionValue) and isinstance(node, cst.Call) and node.args:
            place = node.args[0].value
            self._add("source", node, NotAKernel(self.interpreter.spot(place), _text(place), "source"))

    # -- with what -----------------------------------------------------------------------------------

    def launched(self, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> None:
        """``kernel(grid, block, args)``."""
        interpreter = self.interpreter
        seen = interface_of(kernel)
        name = seen.name if seen is not None else _name_of(node)
        self._shape(name, "grid", arguments.at(0) or arguments.named("grid"))
        self._shape(name, "block", arguments.at(1) or arguments.named("block"))
        listed = arguments.at(2) or arguments.named("args")
        if listed is None:
            return
        value, place = listed
        if _is_single(value):
            given, fix = _kind(value), f"({_text(place)},)"
            fact = LaunchArgument(interpreter.spot(place), "args", name, given, "a tuple of arguments", fix)
            self._add("args", place, fact)
            return
        if not isinstance(value, TupleValue) or arguments.partial:
            return
        operands = by_the_caller(interpreter.frames, arguments.elements(value.items, place))
        if kernel.kind == "jit":
            for item, where in operands:
                if is_numpy_array(item):
                    flag = FlagByValue(interpreter.spot(where), _text(where), "", name, True)
                    self._add("value", where, flag)
        elif seen is not None:
            self._arguments(seen, operands, place)

    def _shape(self, name: str, which: Literal["grid", "block"], placed: tuple[Value, CSTNode] | None) -> None:
        if placed is not None and _is_no_tuple(placed[0]):
            value, place = placed
            if value == NONE and isinstance(place, cst.Attribute):
                return  # what a constructor leaves at None, another method sets
            fix = f"({_text(place)},)" if isinstance(value, (Const, Symbol)) else ""
            fact = LaunchArgument(self.interpreter.spot(place), which, name, _kind(value), "a tuple of ints", fix)
            self._add(which, place, fact)

    def _arguments(self, kernel: Interface, operands: list[Placed], place: CSTNode) -> None:
        """The arguments in the tuple at `place`."""
        if len(operands) == len(kernel.parameters):
            for number, ((item, where), parameter) in enumerate(zip(operands, kernel.parameters, strict=True)):
                text = f"{_text(where)}[{number}]" if where is place else _text(where)
                self._note((where, number), self._argument(kernel, item, where, parameter, text))
        elif isinstance(place, (cst.Tuple, cst.List)) and not any(
            isinstance(element, cst.StarredElement) for element in place.elements
        ):
            given, takes = counted(len(operands), "argument"), counted(len(kernel.parameters), "parameter")
            fact = LaunchArgument(self.interpreter.spot(place), "count", kernel.name, given, takes)
            self._add("count", place, fact)

    def _argument(
        self, kernel: Interface, value: Value, place: CSTNode, parameter: Parameter, text: str
    ) -> Fact | None:
        """What is wrong with one argument, which the source calls `text`."""
        spot, known = self.interpreter.spot(place), self.interpreter.parameters.numbers
        kind, declared = parameter.type, _declared(parameter)
        if kind.pointers and is_numpy_array(value):
            return FlagByValue(spot, text, declared, kernel.name, False)
        if not kind.pointers and kind.width is not None and isinstance(value, Array):
            return LaunchArgument(spot, "array", kernel.name, f"the array {text}", declared)
        if given := _mismatch(value, number_type(value, known), kind):
            premise = number_premise(value, known)
            premises, fix = () if premise is None else (premise,), _as(kind, text)
            return LaunchArgument(spot, "number", kernel.name, f"{text} is {given}", declared, fix, premises)
        return None


def _is_launched_by_mistake(function: FunctionValue, arguments: Arguments) -> bool:
    """Whether a plain Python function is called as a kernel is launched."""
    code: ir.Function = function.function
    names = arguments.keyword_names()
    if code.decorator_names or any(parameter.kind in ("*", "**") for parameter in code.parameters):
        return False
    taken = {parameter.name for parameter in code.parameters}
    if {"grid", "block"} <= names:
        return not {"grid", "block"} & taken
    grid, block, args = (arguments.position(number) for number in range(3))
    shaped = isinstance(grid, TupleValue) and isinstance(block, TupleValue) and isinstance(args, TupleValue)
    threads = code.idents & _THREADS or ("grid" in code.idents and any(name in code.idents for name in _GRIDS))
    return shaped and bool(threads) and len(arguments.values()) == 3


def _is_single(value: Value) -> bool:
    number = isinstance(value, Const) and isinstance(value.value, (int, float))
    return number or isinstance(value, Array) or is_numpy_array(value)


def _is_no_tuple(value: Value) -> bool:
    if isinstance(value, Const):
        return not isinstance(value.value, tuple)
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key:
        return value.key[0] in ("linear", "len") or (value.key[0] == "binary" and value.key[1] in _NUMERIC)
    return isinstance(value, _NO_TUPLES)


def _kind(value: Value) -> str:
    """What a value is, for a message."""
    if isinstance(value, Const):
        return f"{value.value!r}" if not isinstance(value.value, str) else "text"
    if isinstance(value, Array):
        return "an array"
    if isinstance(value, ListValue):
        return "a list"
    if isinstance(value, HostArray):
        return "a NumPy array"
    return "a number" if isinstance(value, Symbol) else "no tuple"


def _mismatch(value: Value, given: str, kind: CType) -> str:
    """What a number of type `given` is that a parameter of type `kind` reads wrongly, "" if it reads it right.

    An int that is longer than its parameter is read right on all machines that CUDA runs on, and so is a zero.
    """
    if not given or kind.pointers > 1 or (isinstance(value, Const) and not value.value):
        return ""
    floats = _FLOATS.get(kind.name)
    if kind.pointers:
        return "a float" if given in _FLOATS else ""
    if kind.width is None:
        return ""
    if given not in _OF_PYTHON:
        return f"a {given}" if _FLOATS.get(given) != floats else ""
    if given == "float":
        return _OF_PYTHON[given] if floats != 64 else ""
    return _OF_PYTHON[given] if floats is not None else ""


def _as(kind: CType, text: str) -> str:
    """How an argument is written as a number of the right type."""
    if kind.pointers:
        return ""
    floats = _FLOATS.get(kind.name)
    name = _TYPES[floats] if floats is not None else "int64" if kind.width == 64 else "int32"
    inner = re.sub(r"^\w+\.(?:float|int|uint)\d+\((.*)\)$", r"\1", text)
    return f"np.{name}({inner})"


def _declared(parameter: Parameter) -> str:
    kind = parameter.type
    words = [*(["const"] if kind.const else []), *(["volatile"] if kind.volatile else []), kind.name or "T"]
    return f"`{' '.join(words)}{'*' * kind.pointers} {parameter.name}`".replace(" `", "`")


def _name_of(node: CSTNode) -> str:
    return _text(node.func) if isinstance(node, cst.Call) else "the kernel"


def _text(node: CSTNode) -> str:
    """Source of a node, in one line and not long."""
    if isinstance(node, cst.BaseExpression):
        node = node.with_changes(lpar=[], rpar=[]) if not isinstance(node, cst.Tuple) else node
    text = " ".join(cst.Module([]).code_for_node(node).split())
    return text if len(text) <= 40 else f"{text[:37]}..."


DETECTOR = Launches
