"""What code does with names that may be device arrays, as far as its text shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from cupylint.cupy_model import canonical, function, is_listed
from cupylint.cupy_model.spec import Returns, Runs
from cupylint.cupy_model.ufuncs import UFUNCS
from cupylint.flow.device.copied_memory import FROM_DEVICE
from cupylint.flow.device.named_parameters import bound
from cupylint.flow.domain import source_text
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import ClassValue, External, FunctionValue, Kernel
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


ARRAY_TYPES = frozenset(("cupy.ndarray", "cupy.typing.NDArray", "cupy._core.core.ndarray"))
_CUPY = ("cp", "cupy")
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
_LAUNCH = 3
"""What a launch is given: blocks, threads, arguments."""


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

    def methods_of(self, name: str) -> list[ir.Function]:
        """The methods that stand in a class of this file."""
        value = self._value(name) if name else None
        members = value.members.values() if isinstance(value, ClassValue) else ()
        return [member.function for member in members if isinstance(member, FunctionValue)]

    def kernel(self, expression: ir.Expr) -> Kernel | None:
        """The kernel that a name stands for."""
        value = self._value(str(expression.name)) if isinstance(expression, ir.Load) else None
        return value if isinstance(value, Kernel) else None


class Names(NamedTuple):
    """The names whose uses are looked for.

    Attributes:
        own: those of the function itself.
        attributes: attribute of the object -> the one of those that it is.
        receiver: what the object is called in the function.
    """

    own: Set[str]
    attributes: Mapping[str, str] = {}
    receiver: str = ""

    def of(self, expression: ir.Expr | ir.Target) -> str:
        """The name that an expression is, "" for none."""
        if isinstance(expression, ir.Load):
            return str(expression.name) if expression.name in self.own else ""
        attribute = self.attribute(expression)
        return self.attributes.get(attribute, "") if attribute else ""

    def attribute(self, expression: ir.Expr | ir.Target) -> str:
        """The attribute of the object that an expression is, "" for none."""
        if not isinstance(expression, ir.Attr) or not isinstance(base := expression.base, ir.Load):
            return ""
        return expression.name if self.receiver and base.name == self.receiver else ""


@dataclass(slots=True)
class Uses:
    """What code does with some names.

    Attributes:
        sure: used as only a device array can be.
        asked: tested whether they are device arrays.
        likely: used in a way that other objects allow as well.
        taken: given to functions of CuPy, or kernels, that take device arrays or plain numbers.
        like_arrays: used as arrays of any library, but not as plain numbers.
        shaped: asked for what arrays of any library have, and lists have not.
        filled: they, or items of them, are given a device array; NumPy's arrays take none.
        compared: compared with something, perhaps with None.
        passed: handed on to functions of the file: the name, the function, its parameter.
        kin: names of what is an array of the same library as one of the names, or a part of it, an item of a list say.
        alike: those of them that are no part.
        made: what calls of CuPy in the code make, and the names that have it.
        made_attributes: attributes of the object that have nothing else.
        tuples: the tuples that names stand for.
    """

    scope: Scope
    names: Names
    sure: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    likely: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    like_arrays: set[str] = field(default_factory=set)
    shaped: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    passed: list[tuple[str, ir.Function, str]] = field(default_factory=list)
    kin: dict[ir.Name_, str] = field(default_factory=dict)
    alike: dict[ir.Name_, str] = field(default_factory=dict)
    made: set[ir.Name_] = field(default_factory=set)
    made_attributes: set[str] = field(default_factory=set)
    tuples: dict[ir.Name_, ir.Build] = field(default_factory=dict)

    @classmethod
    def of(cls, code: ir.Function, names: Set[str], scope: Scope) -> Uses:
        """The uses in a function, which calls its object by its first parameter."""
        found = cls(scope, Names(names, receiver=receiver_of(code)))
        found.read(code)
        return found

    def read(self, code: ir.Function) -> None:
        """Add those in a function."""
        for statement in walk(code.body):
            for expression in source_text.expressions_in(statement):
                self._expression(expression)
            if isinstance(statement, ir.Call):
                self._call(statement)
            elif isinstance(statement, ir.Assign):
                self._assign(statement.target, statement.value)
        for statement in walk(code.body):
            if isinstance(statement, ir.With) and _STREAM.search(source_text.last_name(statement.manager)):
                self.sure.update(self._added(statement.body))

    def read_as(self, attributes: Mapping[str, str], code: ir.Function) -> None:
        """Add those in another method, where names are attributes of the object."""
        self.names = Names(frozenset(), attributes, receiver_of(code))
        self.kin, self.alike, self.made, self.tuples = {}, {}, set(), {}
        self.read(code)

    def evidence(self, name: str) -> Evidence:
        """What the uses of one name say together."""
        if name in self.asked:
            return Evidence.ASKED
        if name in self.sure or name in (self.taken & self.like_arrays) | (self.filled & self.shaped):
            return Evidence.SURE
        return Evidence.LIKELY if name in self.likely else Evidence.NONE

    def _expression(self, expression: ir.Expr) -> None:
        if isinstance(expression, ir.Attr):
            base = expression.base
            if (name := self.names.of(base)) and expression.name in _LIKE_AN_ARRAY:
                self.like_arrays.add(name)
                self.shaped.add(name)
            if expression.name == "ptr" and isinstance(base, ir.Attr) and base.name == "data":
                self.sure.update(filter(None, [self.names.of(base.base)]))
        elif isinstance(expression, ir.Compare) and expression.operator in ("is", "is not"):
            self.compared.update(filter(None, [self.names.of(expression.left)]))
        elif isinstance(expression, ir.Item) and (name := self.names.of(expression.base)):
            self.like_arrays.add(name)

    def _assign(self, target: ir.Target, value: ir.Expr) -> None:
        is_made = self._is_made(value)
        if isinstance(target, ir.Load):
            _set(self.kin, target.name, self._is_kin(value))
            _set(self.alike, target.name, self._is_alike(value))
            self.made = self.made | {target.name} if is_made else self.made - {target.name}
            if isinstance(value, ir.Build):
                self.tuples[target.name] = value
        elif isinstance(target, ir.Attr) and (attribute := self.names.attribute(target)):
            self.made_attributes = (
                (self.made_attributes | {attribute}) if is_made else self.made_attributes - {attribute}
            )
        elif isinstance(target, ir.Item) and is_made and (name := self.names.of(target.base)):
            self.filled.add(name)

    def _is_made(self, value: ir.Expr) -> bool:
        """Whether a value is a device array that the code has made, or a part of one."""
        while isinstance(value, ir.Item):
            value = value.base
        if isinstance(value, ir.Load):
            return value.name in self.made
        return self.names.attribute(value) in self.made_attributes

    def _call(self, call: ir.Call) -> None:
        dotted = self.scope.dotted(source_text.dotted(call.function))
        if dotted == "isinstance" or (isinstance(call.function, ir.Load) and call.function.name == "isinstance"):
            self._isinstance(call)
        elif dotted.startswith(("cupy.", "cupyx.")):
            self._cupy(call, dotted)
        elif (given := self._launched(call)) is not None:
            self.taken.update(filter(None, map(self.names.of, given)))
            self.sure.update(filter(None, map(self.names.of, self._written(call, given))))
        elif isinstance(call.function, ir.Attr):
            self._method(call, call.function)
        elif (code := self.scope.called(call.function)) is not None:
            handed = bound(call.arguments, code)
            self.passed += [(name, code, each) for each, argument in handed if (name := self.names.of(argument.value))]

    def _launched(self, call: ir.Call) -> list[ir.Expr] | None:
        """What a kernel is given; None if this is not seen to be a launch: ``kernel((n,), (256,), (x, y))``."""
        given = [argument.value for argument in call.arguments if argument.keyword is None and not argument.star]
        parts = [self._tuple(each) for each in given]
        is_launch = len(given) >= _LAUNCH and parts[2] is not None
        is_kernel = self.scope.kernel(call.function) is not None
        if is_launch and (is_kernel or (parts[0] is not None and parts[1] is not None)):
            return parts[2]
        return given if is_kernel else None

    def _written(self, call: ir.Call, given: list[ir.Expr]) -> Iterator[ir.Expr]:
        """What an elementwise kernel writes, which are arrays of the device; a raw one may be given addresses."""
        kernel = self.scope.kernel(call.function)
        yield from given[kernel.inputs :] if kernel is not None and kernel.kind == "elementwise" else ()

    def _tuple(self, expression: ir.Expr) -> list[ir.Expr] | None:
        """The parts of a tuple, or of the one that a name stands for."""
        held = self.tuples.get(expression.name) if isinstance(expression, ir.Load) else expression
        return held.items if isinstance(held, ir.Build) and held.kind in ("tuple", "list") else None

    def _isinstance(self, call: ir.Call) -> None:
        values = [argument.value for argument in call.arguments]
        if len(values) == 2 and (name := self.names.of(values[0])):
            kinds = values[1].items if isinstance(values[1], ir.Build) else [values[1]]
            if any(self.scope.dotted(source_text.dotted(kind)) in ARRAY_TYPES for kind in kinds):
                self.asked.add(name)

    def _cupy(self, call: ir.Call, dotted: str) -> None:
        last, spec = dotted.rpartition(".")[2], function(dotted)
        if is_listed(dotted) and spec.returns in (Returns.NEW, Returns.ALLOCATED):
            self.made.add(call.target)
        if last in _TAKES_ANYTHING or not is_listed(dotted) or spec.runs is Runs.NOWHERE:
            return
        reads, keywords = spec.reads, {argument.keyword for argument in call.arguments}
        for position, argument in enumerate(call.arguments):
            name = self._is_kin(argument.value)
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

    def _added(self, block: ir.Block) -> Iterator[str]:
        """The names that are added to something, or the like, where a stream is current: ``self.total += x``."""
        for statement in walk(block):
            name = self._is_kin(statement.value) if isinstance(statement, ir.Augment) else ""
            if name in self.like_arrays:
                yield name

    def _is_kin(self, argument: ir.Expr) -> str:
        """The name that an argument is, or is made from, as ``x.real ** 2`` is; "" for none."""
        if found := self.names.of(argument):
            return found
        if isinstance(argument, ir.Item) or (isinstance(argument, ir.Attr) and argument.name in _PARTS):
            return self._is_kin(argument.base)
        if isinstance(argument, ir.Binary):
            return self._is_kin(argument.left) or self._is_kin(argument.right)
        return self.kin.get(argument.name, "") if isinstance(argument, ir.Load) else ""

    def _is_alike(self, argument: ir.Expr) -> str:
        """Likewise where it is no part: of a list of arrays, a part is an array and the list is none."""
        if found := self.names.of(argument):
            return found
        if isinstance(argument, ir.Attr) and argument.name in _PARTS:
            return self._is_alike(argument.base)
        if isinstance(argument, ir.Binary):
            return self._is_alike(argument.left) or self._is_alike(argument.right)
        return self.alike.get(argument.name, "") if isinstance(argument, ir.Load) else ""

    def _method(self, call: ir.Call, method: ir.Attr) -> None:
        first = call.arguments[0].value if call.arguments else None
        if method.name in _OF_ITS_KIND:
            _set(self.kin, call.target, self._is_kin(method.base))
            _set(self.alike, call.target, self._is_alike(method.base))
        if method.name == "get":
            self._got(method.base, {argument.keyword for argument in call.arguments})
        elif method.name == "asnumpy" and first is not None and (name := self.names.of(first)):
            self.likely.add(name)
        elif method.name in FROM_DEVICE and isinstance(first, ir.Attr) and first.name == "data":
            self.sure.update(filter(None, [self.names.of(first.base)]))
        outs = [self.names.of(argument.value) for argument in call.arguments if argument.keyword == "out"]
        self.likely.update(filter(None, outs))

    def _got(self, array: ir.Expr, keywords: set[str | None]) -> None:
        """``x.get(...)``, which dictionaries have, too."""
        name = self.names.of(array)
        if keywords and keywords <= GET_ASKS:
            self.sure.update(filter(None, [self._is_alike(array)]))
        elif name and not keywords:
            self.likely.add(name)
            self.taken.add(name)


def _set(known: dict[ir.Name_, str], name: ir.Name_, value: str) -> None:
    """Store a value, or forget the one before."""
    if value:
        known[name] = value
    else:
        known.pop(name, None)


def receiver_of(code: ir.Function) -> str:
    """What a method calls its object; "" for what is no method, or has none."""
    is_method = code.parent_class and code.parameters and "staticmethod" not in code.decorator_names
    return code.parameters[0].name if is_method else ""
