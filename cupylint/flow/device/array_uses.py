"""What code does with names that may be device arrays, as far as its text shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import field
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from cupylint.cupy_model import function, is_listed
from cupylint.cupy_model.spec import Returns, Runs
from cupylint.cupy_model.ufuncs import UFUNCS
from cupylint.flow.device.array_names import Evidence, Names, Scope, receiver_of
from cupylint.flow.device.copied_memory import FROM_DEVICE
from cupylint.flow.device.named_parameters import bound
from cupylint.flow.domain import source_text
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import Kernel
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    pass


ARRAY_TYPES = frozenset(("cupy.ndarray", "cupy.typing.NDArray", "cupy._core.core.ndarray"))
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
"""Attributes that are such an array."""
GET_ASKS = frozenset(("stream", "order", "out", "blocking"))
"""Keywords that tell ``array.get()`` from that of a queue or of a dict."""
_UPLOADS = frozenset(("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray"))
"""Functions of CuPy that are there for what may be on the host."""
_TAKES_ANYTHING = _UPLOADS.union(
    ("isscalar", "ndim", "shape", "size", "result_type", "can_cast", "zeros_like", "ones_like", "empty_like"),
    ("full_like", "full", "zeros", "ones", "empty", "arange", "linspace", "get_array_module", "from_dlpack"),
    ("fromDlpack", "broadcast_shapes"),
)
"""Functions of CuPy that take NumPy's arrays and plain numbers as well."""
_STREAM = re.compile("stream", re.IGNORECASE)
_BEFORE_ARGUMENTS = 2
"""What a launch of a raw kernel is given before the arguments: blocks and threads."""
_OF_ARRAYS_ALONE = frozenset(("conj", "dtype", "flags", "flatten", "itemsize", "nbytes", "ravel", "reshape", "strides"))
"""Attributes that lists, dicts and data frames have not."""


Passed = tuple[str, ir.Function, str]
"""A name that is handed on: the name, the function that gets it, the parameter there."""


class _Kin(NamedTuple):
    """What something is made of: the name, and whether it may be a part, which of a list of arrays is one."""

    name: str = ""
    is_part: bool = False


_NO_KIN = _Kin()


@dataclass(slots=True)
class Uses:
    """What code does with some names.

    Attributes:
        sure: used as only a device array can be.
        asked: tested whether they are device arrays.
        likely: used in a way that other objects allow as well.
        taken: given to functions of CuPy that take device arrays or plain numbers.
        like_arrays: used as arrays of any library, but not as plain numbers.
        compared: compared with something, perhaps with None.
        passed: handed on to functions of the file.
        launched: given to kernels that read or write memory there; where addresses are not meant, these are arrays.
        filled: items of them are given a device array, which arrays of NumPy do not take, and lists and dicts do.
        typed: asked for what arrays have, and lists, dicts and data frames have not.
        shown: used as only a device array can be, at that place.
        doubtful: where other places may have an array of the host: they are uploaded, or their type is asked for.
        kin: what names and temporaries are made of that are arrays of the same library.
        made: names and temporaries that are arrays which the code has CuPy make.
        made_attributes: attributes of the object that are such arrays; kept from the constructor to the methods.
        tuples: the tuples that names stand for.
    """

    scope: Scope
    names: Names
    sure: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    likely: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    like_arrays: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    passed: list[Passed] = field(default_factory=list)
    launched: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    typed: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    doubtful: set[str] = field(default_factory=set)
    kin: dict[ir.Name_, _Kin] = field(default_factory=dict)
    made: set[ir.Name_] = field(default_factory=set)
    made_attributes: set[str] = field(default_factory=set)
    tuples: dict[ir.Name_, ir.Build] = field(default_factory=dict)

    @classmethod
    def of(cls, code: ir.Function, names: Set[str], scope: Scope) -> Uses:
        """The uses in a function."""
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
            elif isinstance(statement, ir.Try) and statement.handlers:
                self.doubtful |= self.names.all()  # what is tried may be tried of something else
        calls = {each.target: each for each in walk(code.body) if isinstance(each, ir.Call)}
        for statement in walk(code.body):
            if isinstance(statement, ir.With) and _enters_stream(statement.manager, calls):
                self.sure.update(self._added(statement.body))

    def read_as(self, attributes: Mapping[str, str], code: ir.Function) -> None:
        """Add those in another method, where the names are attributes of the object, and prove less.

        A method may be called where a test of another one has failed: what is tested anywhere is doubtful everywhere.
        """
        asked, sure, taken = set(self.asked), set(self.sure), set(self.taken)
        self.names = Names(frozenset(), attributes, receiver_of(code))
        self.kin, self.made, self.tuples = {}, set(), {}
        self.read(code)
        self.doubtful |= self.asked - asked
        self.shown |= (self.sure - sure) | (self.taken - taken) & self.like_arrays
        self.asked, self.sure, self.taken = asked, sure, taken

    def evidence(self, name: str) -> Evidence:
        """What the uses of one name say together."""
        if name in self.asked:
            return Evidence.ASKED
        if name in self.sure or name in self.taken & self.like_arrays:
            return Evidence.SURE
        if name in (self.shown | self.launched & self.like_arrays | self.filled & self.typed) - self.doubtful:
            return Evidence.SURE
        return Evidence.LIKELY if name in self.likely else Evidence.NONE

    def _expression(self, expression: ir.Expr) -> None:
        if isinstance(expression, ir.Attr):
            base = expression.base
            if name := self.names.of(base):
                self.like_arrays |= {name} if expression.name in _LIKE_AN_ARRAY else set()
                self.typed |= {name} if expression.name in _OF_ARRAYS_ALONE else set()
            if expression.name == "ptr" and isinstance(base, ir.Attr) and base.name == "data":
                _add(self.sure, self.names.of(base.base))
        elif isinstance(expression, ir.Compare) and expression.operator in ("is", "is not"):
            _add(self.compared, self.names.of(expression.left))
        elif isinstance(expression, ir.Item) and (name := self.names.of(expression.base)):
            self.like_arrays.add(name)

    def _assign(self, target: ir.Target, value: ir.Expr) -> None:
        is_made = self._is_made(value)
        if isinstance(target, ir.Load):
            _set(self.kin, target.name, self._kin(value))
            self.made = self.made | {target.name} if is_made else self.made - {target.name}
            if isinstance(value, ir.Build):
                self.tuples[target.name] = value
        elif isinstance(target, ir.Attr) and (attribute := self.names.attribute(target)):
            known = self.made_attributes - {attribute}
            self.made_attributes = known | {attribute} if is_made else known
        elif isinstance(target, ir.Item) and is_made and (name := self.names.of(target.base)):
            (self.shown if _is_of_axes(target.key) else self.filled).add(name)

    def _is_made(self, value: ir.Expr) -> bool:
        """Whether a value is a device array that the code has made, or a part of one."""
        while isinstance(value, ir.Item):
            value = value.base
        if isinstance(value, ir.Load):
            return value.name in self.made
        return self.names.attribute(value) in self.made_attributes

    def _call(self, call: ir.Call) -> None:
        dotted = self.scope.dotted(source_text.dotted(call.function))
        builtin = call.function.name if isinstance(call.function, ir.Load) else ""
        if dotted == "isinstance" or builtin == "isinstance":
            self._isinstance(call)
        elif builtin in ("hasattr", "getattr", "setattr", "type"):
            _add(self.doubtful, *(self.names.of(argument.value) for argument in call.arguments))
        elif dotted.startswith(("cupy.", "cupyx.")):
            self._cupy(call, dotted)
        elif (kernel := self.scope.kernel(call.function)) is not None:
            self._launched(call, kernel)
        elif isinstance(call.function, ir.Attr):
            self._method(call, call.function)
        elif (code := self.scope.called(call.function)) is not None:
            handed = bound(call.arguments, code)
            self.passed += [(name, code, each) for each, argument in handed if (name := self.names.of(argument.value))]

    def _launched(self, call: ir.Call, kernel: Kernel) -> None:
        """What kernels read and write; numbers and structures go by value, and inputs of elementwise ones may."""
        given = [argument.value for argument in takewhile(_is_plain, call.arguments)]
        if kernel.kind == "elementwise":
            _add(self.shown, *map(self.names.of, given[kernel.inputs :]))
        elif kernel.kind == "raw" and len(given) > _BEFORE_ARGUMENTS:
            parts = self._tuple(given[_BEFORE_ARGUMENTS])
            pointers = (part for part, mode in zip(parts, kernel.modes, strict=False) if mode != "v")
            _add(self.launched, *map(self.names.of, pointers))

    def _tuple(self, expression: ir.Expr) -> list[ir.Expr]:
        """The parts of a tuple, or of the one that a name stands for."""
        held = self.tuples.get(expression.name) if isinstance(expression, ir.Load) else expression
        return held.items if isinstance(held, ir.Build) else []

    def _isinstance(self, call: ir.Call) -> None:
        values = [argument.value for argument in call.arguments]
        if len(values) == 2 and (name := self.names.of(values[0])):
            kinds = values[1].items if isinstance(values[1], ir.Build) else [values[1]]
            if any(self.scope.dotted(source_text.dotted(kind)) in ARRAY_TYPES for kind in kinds):
                self.asked.add(name)
            else:
                self.doubtful.add(name)

    def _cupy(self, call: ir.Call, dotted: str) -> None:
        last, spec = dotted.rpartition(".")[2], function(dotted)
        if is_listed(dotted) and spec.returns in (Returns.NEW, Returns.ALLOCATED):
            self.made.add(call.target)
        if last in _UPLOADS:
            _add(self.doubtful, *(self._kin(argument.value).name for argument in call.arguments))
        if last in _TAKES_ANYTHING or not is_listed(dotted) or spec.runs is Runs.NOWHERE:
            return
        reads, keywords = spec.reads, {argument.keyword for argument in call.arguments}
        for position, argument in enumerate(call.arguments):
            name = self._kin(argument.value).name
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
            name = self._kin(statement.value).name if isinstance(statement, ir.Augment) else ""
            if name in self.like_arrays:
                yield name

    def _kin(self, value: ir.Expr) -> _Kin:
        """What a value is, or is made of, as ``x.real ** 2`` is."""
        if name := self.names.of(value):
            return _Kin(name)
        if isinstance(value, ir.Item):
            return _Kin(self._kin(value.base).name, is_part=True)
        if isinstance(value, ir.Attr) and value.name in _PARTS:
            return self._kin(value.base)
        if isinstance(value, ir.Binary):
            left = self._kin(value.left)
            return left if left.name else self._kin(value.right)
        return self.kin.get(value.name, _NO_KIN) if isinstance(value, ir.Load) else _NO_KIN

    def _method(self, call: ir.Call, method: ir.Attr) -> None:
        first = call.arguments[0].value if call.arguments else None
        if method.name in _OF_ITS_KIND and (kin := self._kin(method.base)).name:
            self.kin[call.target] = kin
        if method.name == "get":
            self._got(method.base, {argument.keyword for argument in call.arguments})
        elif method.name == "asnumpy" and first is not None and (name := self.names.of(first)):
            self.likely.add(name)
        elif method.name == "set" and first is not None:
            _add(self.doubtful, self._kin(first).name)
        elif method.name in FROM_DEVICE and isinstance(first, ir.Attr) and first.name == "data":
            _add(self.sure, self.names.of(first.base))
        _add(self.likely, *(self.names.of(argument.value) for argument in call.arguments if argument.keyword == "out"))

    def _got(self, array: ir.Expr, keywords: set[str | None]) -> None:
        """``x.get(...)``, which dictionaries have, too."""
        name = self.names.of(array)
        if keywords and keywords <= GET_ASKS:
            _add(self.sure, name)
            kin = self._kin(array)
            _add(self.shown, "" if kin.is_part else kin.name)
        elif name and not keywords:
            self.likely.add(name)
            self.taken.add(name)


def _enters_stream(manager: ir.Expr, calls: Mapping[int, ir.Call]) -> bool:
    """Whether a manager sounds like a stream, or like what is made of one: ``with running_on(self.stream):``."""
    if _STREAM.search(source_text.last_name(manager)):
        return True
    call = calls.get(manager.name) if isinstance(manager, ir.Load) and isinstance(manager.name, int) else None
    given = () if call is None else (call.function, *(argument.value for argument in call.arguments))
    return any(_STREAM.search(source_text.last_name(each)) for each in given)


def _add(found: set[str], *names: str) -> None:
    """Add names, "" for none."""
    found.update(filter(None, names))


def _is_plain(argument: ir.Argument) -> bool:
    return argument.keyword is None and not argument.star


def _is_of_axes(key: ir.Expr) -> bool:
    """Whether a key is one that only arrays take: ``x[2:, 1]``, ``x[...]``."""
    parts = key.items if isinstance(key, ir.Build) else [key]
    return any(isinstance(each, ir.Slice) or (isinstance(each, ir.Const) and each.value is ...) for each in parts)


def _set(known: dict[ir.Name_, _Kin], name: ir.Name_, kin: _Kin) -> None:
    """Store what a name is made of, or forget what it was before."""
    if kin.name:
        known[name] = kin
    else:
        known.pop(name, None)
