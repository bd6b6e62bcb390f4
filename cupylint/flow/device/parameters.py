"""Which parameters of a function are device arrays: what its annotations say, and what its code does with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterator
from dataclasses import field
from enum import IntEnum
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.cupy_model import canonical, function, is_listed
from cupylint.cupy_model.spec import Runs
from cupylint.cupy_model.ufuncs import UFUNCS
from cupylint.flow.device import annotated, array_lists, callers, handed_streams, likely_buffers, torch_library
from cupylint.flow.device.arrays import symbol_array
from cupylint.flow.device.benchmark_parameters import fixture
from cupylint.flow.device.copied_memory import FROM_DEVICE
from cupylint.flow.device.default_objects import is_made_where_left_out
from cupylint.flow.device.interop_arrays import hand_over
from cupylint.flow.device.named_parameters import bound
from cupylint.flow.device.tensor_parameters import is_network, is_tensor
from cupylint.flow.domain import source_text
from cupylint.flow.domain.loop_carried import targets_of, walk
from cupylint.flow.domain.number_types import stated_number
from cupylint.flow.domain.values import NONE, External, FunctionValue, Symbol, Value
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.memory import Memory
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


class Evidence(IntEnum):
    """How well it is known that a parameter is a device array."""

    NONE = 0
    ASKED = 1  # an array if it is given at all, or if `isinstance` says so
    LIKELY = 2  # other objects have the same methods
    SURE = 3


_ARRAY_TYPES = frozenset(("cupy.ndarray", "cupy.typing.NDArray", "cupy._core.core.ndarray"))
_EITHER = frozenset(("typing.Optional", "typing.Union", "Optional", "Union"))
_SEQUENCES = frozenset(("list", "List", "tuple", "Tuple", "Sequence", "MutableSequence"))
_CUPY = ("cp", "cupy")
_MODULE = "cupy"
_LIKE_AN_ARRAY = frozenset(
    (
        *("T", "astype", "base", "conj", "copy", "dtype", "flags", "flatten", "imag", "itemsize", "max", "mean", "min"),
        *("nbytes", "ndim", "ravel", "real", "reshape", "shape", "size", "strides", "sum", "transpose"),
    )
)
"""Attributes that show that what a function of CuPy takes is no plain number."""
_OF_ITS_KIND = frozenset(
    (
        *("astype", "clip", "conj", "copy", "cumsum", "dot", "flatten", "max", "mean", "min", "prod", "ravel"),
        *("repeat", "reshape", "round", "std", "sum", "take", "transpose", "var"),
    )
)
"""Methods of arrays that return an array of the same library."""
_PARTS = frozenset(("T", "mT", "real", "imag"))
"""Attributes that are one."""
GET_ASKS = frozenset(("stream", "order", "out", "blocking"))
"""Keywords that tell ``array.get()`` from that of a queue or of a dict."""
_TAKES_ANYTHING = frozenset(
    (
        *("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "isscalar", "ndim", "shape", "size"),
        *("result_type", "can_cast", "zeros_like", "ones_like", "empty_like", "full_like", "full", "zeros", "ones"),
        *("empty", "arange", "linspace", "get_array_module", "from_dlpack", "fromDlpack", "broadcast_shapes"),
    )
)
"""Functions of CuPy that take NumPy's arrays and plain numbers as well."""
_STREAM = re.compile("stream", re.IGNORECASE)
_DEPTH = 4


@dataclass(slots=True, eq=False)
class Scope:
    """What names at the top level of the checked file stand for, and what was worked out from that.

    Attributes:
        memory: that of the path on which they are looked up.
        read: the names that were looked up.
        known: function and depth -> what is known of its parameters.
        lists: function -> those of its parameters that are lists of device arrays.
    """

    memory: Memory
    read: dict[str, object] = field(default_factory=dict)
    known: dict[tuple[ir.Function, int], dict[str, Evidence]] = field(default_factory=dict)
    lists: dict[ir.Function, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, interpreter: Interpreter, state: State) -> Scope:
        """The scope on a path: the one that was used last, if the names that were looked up stand for the same."""
        found, memory = interpreter.parameter_scope, state.memory
        if found is None or any(memory.get((0, name)) is not value for name, value in found.read.items()):
            found = interpreter.parameter_scope = cls(memory)
        found.memory = memory
        return found

    def _value(self, name: str) -> object:
        value = self.read[name] = self.memory.get((0, name))
        return value

    def dotted(self, name: str) -> str:
        """The canonical name of ``cp.ndarray`` as it is written, "" where its first part is not known."""
        root, dot, rest = name.partition(".")
        value = self._value(root)
        if isinstance(value, External):
            return canonical(value.dotted + dot + rest)
        return "cupy" + dot + rest if root in _CUPY else name if root in ("typing", "Optional", "Union") else ""

    def called(self, expression: ir.Expr) -> ir.Function | None:
        """The function of this file that a call names."""
        value = self._value(str(expression.name)) if isinstance(expression, ir.Load) else None
        return value.function if isinstance(value, FunctionValue) else None


def arguments(interpreter: Interpreter, state: State, code: ir.Function) -> tuple[tuple[str, Value], ...]:
    """Arguments of which only the kind is known, for a function that is followed on its own.

    Device arrays carry the work of the caller, see `callers`.
    """
    scope = Scope.of(interpreter, state)
    objects = _handed_objects(interpreter, state, code)  # first of all: their streams are none that the function makes
    objects |= handed_streams.hand_over(interpreter, state, code)
    made: list[tuple[str, Value]] = []
    for parameter in code.parameters:
        if parameter.kind in ("*", "**") or _is_library(parameter, scope):
            continue
        if parameter.name == _MODULE and parameter.default is None:  # what else is called so
            made.append((parameter.name, External(_MODULE)))
            continue
        if parameter.name in objects:
            made.append((parameter.name, objects[parameter.name]))
            continue
        if is_made_where_left_out(state, code, parameter):
            made.append((parameter.name, NONE))
            continue
        measures = fixture(interpreter, state, code, parameter.name)
        if measures is not None:
            made.append((parameter.name, measures))
            continue
        made.append((parameter.name, _unknown(interpreter, state, code, parameter, scope)))
    likely_buffers.handed_on(interpreter, state, code, made)
    return tuple(made)


def _unknown(interpreter: Interpreter, state: State, code: ir.Function, parameter: ir.Parameter, scope: Scope) -> Value:
    """What stands for an argument of which only the kind is known, if anything is."""
    symbol = interpreter.unknown(parameter.name)
    interpreter.names.name_unknown(symbol, parameter.name)
    known = evidence(code, scope).get(parameter.name, Evidence.NONE)
    if known is not Evidence.NONE:
        array = symbol_array(interpreter, symbol)
        if known is Evidence.ASKED:
            interpreter.parameters.optional.add(symbol)
        if known is not Evidence.LIKELY:
            callers.works_on(interpreter, state, code, parameter.name, array)
        return symbol if known is Evidence.ASKED else array
    if (of_torch := _of_torch(interpreter, state, code, parameter, scope, symbol)) is not None:
        return of_torch
    if parameter.name in _lists(code, scope):
        array_lists.hand_over(interpreter, state, code, symbol)
    elif (number := stated_number(code, parameter)) is not None:
        interpreter.parameters.numbers[symbol] = number
    return symbol


def _of_torch(
    interpreter: Interpreter, state: State, code: ir.Function, parameter: ir.Parameter, scope: Scope, symbol: Symbol
) -> Value | None:
    """The tensor or network that a parameter is; None for what is none of torch's."""
    if is_tensor(interpreter, state, code, parameter, scope.dotted):
        tensor = hand_over(symbol_array(interpreter, symbol), "torch", None)
        callers.works_on(interpreter, state, code, parameter.name, tensor, library="torch")
        return tensor
    return torch_library.network(interpreter, parameter.name) if is_network(parameter, scope.dotted) else None


def _handed_objects(interpreter: Interpreter, state: State, code: ir.Function) -> dict[str, Value]:
    """The parameters of which annotations or tests tell what objects they are."""
    found: dict[str, Value] = {}
    for parameter in code.parameters:
        if parameter.kind not in ("*", "**"):
            held = annotated.handed_object(interpreter, state, code, parameter, arguments)
            if held is not None:
                found[parameter.name] = held
    return found


def _is_library(parameter: ir.Parameter, scope: Scope) -> bool:
    """Whether a parameter is CuPy if nothing else is given: ``def f(n, xp=cp)``."""
    default = parameter.default
    return isinstance(default, ir.Load) and scope.dotted(str(default.name)) in ("cupy", "cupyx")


def narrowed(interpreter: Interpreter, state: State, symbol: Symbol) -> None:
    """A test has shown that what `symbol` stands for is a device array."""
    array = symbol_array(interpreter, symbol)
    frame = interpreter.frame.number
    for name, value in state.memory.members(frame):
        if value is symbol:
            state.memory[(frame, name)] = array


def asked(interpreter: Interpreter, state: State, key: tuple[Hashable, ...], holds: bool) -> None:
    """A test came out as `holds`: ``isinstance(x, cp.ndarray)``, or ``x is None`` of what is an array otherwise."""
    if key[0] not in ("isinstance", "is") or len(key) != 3 or not isinstance(key[1], Symbol):
        return
    shown = (
        (holds and key[2] == External("cupy.ndarray")) if key[0] == "isinstance" else _is_array(interpreter, key, holds)
    )
    if shown:
        narrowed(interpreter, state, key[1])


def _is_array(interpreter: Interpreter, key: tuple[Hashable, ...], holds: bool) -> bool:
    return not holds and key[2] == NONE and key[1] in interpreter.parameters.optional


# -- evidence --------------------------------------------------------------------------------------


def evidence(code: ir.Function, scope: Scope, depth: int = _DEPTH) -> dict[str, Evidence]:
    """What is known of each parameter that may be a device array; worked out once for a scope."""
    if (code, depth) not in scope.known:
        scope.known[(code, depth)] = _evidence(code, scope, depth)
    return scope.known[(code, depth)]


def _evidence(code: ir.Function, scope: Scope, depth: int) -> dict[str, Evidence]:
    names = {parameter.name for parameter in code.parameters}
    uses = _Uses.of(code, names, scope, depth)
    bound = {str(name) for statement in walk(code.body) for name in _binds(statement)}
    found = {name: uses.evidence(name) for name in names if name not in bound or name in uses.asked}
    for parameter in code.parameters:
        kind = _annotated(code, parameter, scope, uses)
        if kind is not None:
            found[parameter.name] = kind
    return {name: known for name, known in found.items() if known is not Evidence.NONE}


def _lists(code: ir.Function, scope: Scope) -> frozenset[str]:
    """The parameters that are lists of device arrays; worked out once for a scope."""
    if code not in scope.lists:
        scope.lists[code] = _found_lists(code, scope)
    return scope.lists[code]


def _found_lists(code: ir.Function, scope: Scope) -> frozenset[str]:
    """Those by their annotation, and by what is done to each element."""
    annotated = {
        parameter.name: set(_kinds(annotation, scope))
        for parameter in code.parameters
        if parameter.kind not in ("*", "**") and (annotation := _annotation(code, parameter)) is not None
    }
    names = {parameter.name for parameter in code.parameters} - set(annotated)
    elements = dict(_elements(code, names))
    uses = _Uses.of(code, set(elements), scope, _DEPTH) if elements else None
    used = {held for name, held in elements.items() if uses is not None and uses.evidence(name) is Evidence.SURE}
    return frozenset(used) | {name for name, kinds in annotated.items() if kinds == {"list"}}


def _elements(code: ir.Function, names: set[str]) -> Iterator[tuple[str, str]]:
    """The names that loops give the elements of parameters, each with its parameter."""
    for statement in walk(code.body):
        if isinstance(statement, ir.For) and isinstance(target := statement.target, ir.Load):
            held = _name(statement.iterable, names)
            if held and isinstance(target.name, str):
                yield target.name, held


def _annotation(code: ir.Function, parameter: ir.Parameter) -> ast.expr | None:
    """What a parameter is annotated with, if that speaks of arrays."""
    node = callers.parameter_node(code, parameter.name)
    if node is None or node.annotation is None:
        return None
    text = cst.Module([]).code_for_node(node.annotation.annotation)
    return _parsed(text) if "ndarray" in text or "NDArray" in text else None


def _annotated(code: ir.Function, parameter: ir.Parameter, scope: Scope, uses: _Uses) -> Evidence | None:
    """What an annotation says; None: nothing, or that it may be an array of another library."""
    annotation = _annotation(code, parameter)
    if annotation is None:
        return None
    kinds = set(_kinds(annotation, scope))
    if "array" not in kinds or not kinds <= {"array", "none"}:
        return Evidence.NONE if "array" not in kinds else None
    may_be_none = "none" in kinds or (isinstance(parameter.default, ir.Const) and parameter.default.value is None)
    return Evidence.ASKED if may_be_none and parameter.name in uses.compared else Evidence.SURE


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _kinds(node: ast.expr | None, scope: Scope) -> Iterator[str]:
    """What an annotation allows: "array", "list" (of arrays), "none" or "other"."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from _kinds(_parsed(node.value), scope)
    elif isinstance(node, ast.Constant) and node.value is None:
        yield "none"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _kinds(node.left, scope)
        yield from _kinds(node.right, scope)
    elif isinstance(node, ast.Subscript):
        yield from _kinds_of_generic(node, scope)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        yield _kind_of_class(node, scope)
    else:
        yield "other"


def _kinds_of_generic(node: ast.Subscript, scope: Scope) -> Iterator[str]:
    """The same for ``Optional[...]``, ``list[...]``, ``NDArray[...]``."""
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if (name := scope.dotted(ast.unparse(node.value))) in _EITHER:
        yield from ["none"] * name.endswith("Optional")
        for each in inside:
            yield from _kinds(each, scope)
    elif _is_sequence(ast.unparse(node.value)):
        kinds = {kind for each in inside if ast.unparse(each) != "..." for kind in _kinds(each, scope)}
        yield "list" if kinds == {"array"} else "other"
    else:
        yield _kind_of_class(node.value, scope)


def _kind_of_class(node: ast.expr, scope: Scope) -> str:
    return "array" if scope.dotted(ast.unparse(node)) in _ARRAY_TYPES else "other"


def _is_sequence(name: str) -> bool:
    return name.rpartition(".")[2] in _SEQUENCES


@dataclass(slots=True)
class _Uses:
    """What a function does with its parameters, by name.

    Attributes:
        sure: used as only a device array can be.
        asked: tested whether they are device arrays.
        likely: used in a way that other objects allow as well.
        taken: given to functions of CuPy that take device arrays or plain numbers.
        like_arrays: used as arrays of any library, but not as plain numbers.
        compared: compared with something, perhaps with None.
        kin: what methods of parameters return that are arrays of the same library.
    """

    sure: set[str]
    asked: set[str]
    likely: set[str]
    taken: set[str]
    like_arrays: set[str]
    compared: set[str]
    kin: dict[ir.Name_, str]

    @classmethod
    def of(cls, code: ir.Function, names: set[str], scope: Scope, depth: int) -> _Uses:
        """The uses in a function."""
        found = cls(set(), set(), set(), set(), set(), set(), {})
        for statement in walk(code.body):
            for expression in source_text.expressions_in(statement):
                found._expression(expression, names)
            if isinstance(statement, ir.Call):
                found._call(statement, names, scope, depth)
            elif isinstance(statement, ir.Assign) and isinstance(target := statement.target, ir.Load):
                found._assign(target.name, statement.value, names)
        for statement in walk(code.body):
            if isinstance(statement, ir.With) and _STREAM.search(source_text.last_name(statement.manager)):
                found.sure.update(found._added(statement.body, names))
        return found

    def evidence(self, name: str) -> Evidence:
        """What the uses of one parameter say together."""
        if name in self.asked:
            return Evidence.ASKED
        if name in self.sure or (name in self.taken and name in self.like_arrays):
            return Evidence.SURE
        return Evidence.LIKELY if name in self.likely else Evidence.NONE

    def _expression(self, expression: ir.Expr, names: set[str]) -> None:
        if isinstance(expression, ir.Attr):
            base = expression.base
            if (name := _name(base, names)) and expression.name in _LIKE_AN_ARRAY:
                self.like_arrays.add(name)
            if expression.name == "ptr" and isinstance(base, ir.Attr) and base.name == "data":
                self.sure |= {name for name in (_name(base.base, names),) if name}
        elif isinstance(expression, ir.Compare) and expression.operator in ("is", "is not"):
            self.compared |= {name for name in (_name(expression.left, names),) if name}
        elif isinstance(expression, ir.Item) and (name := _name(expression.base, names)):
            self.like_arrays.add(name)

    def _call(self, call: ir.Call, names: set[str], scope: Scope, depth: int) -> None:
        dotted = scope.dotted(source_text.dotted(call.function))
        if dotted == "isinstance" or (isinstance(call.function, ir.Load) and call.function.name == "isinstance"):
            self._isinstance(call, names, scope)
        elif dotted.startswith(("cupy.", "cupyx.")):
            self._cupy(call, dotted, names)
        elif isinstance(call.function, ir.Attr):
            self._method(call, call.function, names)
        elif depth and (code := scope.called(call.function)) is not None:
            self._passed(call, code, names, scope, depth)

    def _isinstance(self, call: ir.Call, names: set[str], scope: Scope) -> None:
        values = [argument.value for argument in call.arguments]
        if len(values) == 2 and (name := _name(values[0], names)):
            kinds = values[1].items if isinstance(values[1], ir.Build) else [values[1]]
            if any(scope.dotted(source_text.dotted(kind)) in _ARRAY_TYPES for kind in kinds):
                self.asked.add(name)

    def _cupy(self, call: ir.Call, dotted: str, names: set[str]) -> None:
        last = dotted.rpartition(".")[2]
        if last in _TAKES_ANYTHING or not is_listed(dotted) or function(dotted).runs is Runs.NOWHERE:
            return
        reads, keywords = function(dotted).reads, {argument.keyword for argument in call.arguments}
        for position, argument in enumerate(call.arguments):
            name = self._is_kin(argument.value, names)
            if not name or argument.star:
                continue
            if argument.keyword == "out":
                self.likely.add(name)
            elif last in ("asnumpy", "copyto") and position == 0:
                self.likely.add(name)
                self.taken.add(name)
            elif argument.keyword is None and (reads is None or position in reads):
                self._taken(name, position == 0, dotted in UFUNCS, "axis" in keywords)

    def _taken(self, name: str, first: bool, by_ufunc: bool, along: bool) -> None:
        """Given to a function of CuPy, `along` one of its axes."""
        self.taken |= {name} if first or by_ufunc else set()
        self.like_arrays |= {name} if first and along else set()

    def _assign(self, name: ir.Name_, value: ir.Expr, names: set[str]) -> None:
        if kin := self._is_kin(value, names):
            self.kin[name] = kin
        else:
            self.kin.pop(name, None)

    def _added(self, block: ir.Block, names: set[str]) -> Iterator[str]:
        """The parameters that are added to something, or the like, where a stream is current: ``self.total += x``."""
        for statement in walk(block):
            name = self._is_kin(statement.value, names) if isinstance(statement, ir.Augment) else ""
            if name in self.like_arrays:
                yield name

    def _is_kin(self, argument: ir.Expr, names: set[str]) -> str:
        """The parameter that an argument is, or is made from, as ``x.real ** 2`` is; "" for none."""
        if isinstance(argument, ir.Item) or (isinstance(argument, ir.Attr) and argument.name in _PARTS):
            return self._is_kin(argument.base, names)
        if isinstance(argument, ir.Binary):
            return self._is_kin(argument.left, names) or self._is_kin(argument.right, names)
        found = _name(argument, names)
        return found or (self.kin.get(argument.name, "") if isinstance(argument, ir.Load) else "")

    def _method(self, call: ir.Call, method: ir.Attr, names: set[str]) -> None:
        first = call.arguments[0].value if call.arguments else None
        if method.name in _OF_ITS_KIND and (name := self._is_kin(method.base, names)):
            self.kin[call.target] = name
        if method.name == "get" and (name := _name(method.base, names)):
            self._got(name, {argument.keyword for argument in call.arguments})
        elif method.name == "asnumpy" and first is not None and (name := _name(first, names)):
            self.likely.add(name)
        elif method.name in FROM_DEVICE and isinstance(first, ir.Attr) and first.name == "data":
            self.sure.update(name for name in [_name(first.base, names)] if name)
        outs = [_name(argument.value, names) for argument in call.arguments if argument.keyword == "out"]
        self.likely.update(name for name in outs if name)

    def _got(self, name: str, keywords: set[str | None]) -> None:
        """``x.get(...)``, which dictionaries have, too."""
        if keywords and keywords <= GET_ASKS:
            self.sure.add(name)
        elif not keywords:
            self.likely.add(name)
            self.taken.add(name)

    def _passed(self, call: ir.Call, code: ir.Function, names: set[str], scope: Scope, depth: int) -> None:
        """What a function of the file shows of the parameters that are handed on to it."""
        handed = {
            parameter: name
            for parameter, argument in bound(call.arguments, code)
            if (name := _name(argument.value, names))
        }
        if handed:
            inner = evidence(code, scope, depth - 1)
            for parameter, name in handed.items():
                known = inner.get(parameter, Evidence.NONE)
                if known is Evidence.SURE:
                    self.sure.add(name)
                elif known is not Evidence.NONE:
                    self.likely |= {name} if known is Evidence.LIKELY else set()


def _binds(statement: ir.Statement) -> list[ir.Name_]:
    """The names that a statement gives another value."""
    if isinstance(statement, (ir.Assign, ir.For, ir.With)) and statement.target is not None:
        return targets_of(statement.target)
    return []


def _name(expression: ir.Expr, names: set[str]) -> str:
    """The parameter that an expression is, "" for none."""
    return str(expression.name) if isinstance(expression, ir.Load) and expression.name in names else ""
