"""NumPy and others on host arrays: what is read, what is written, what is a view."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.cupy_model.tables import words
from cupylint.flow.device import host_memory, pinned_pool
from cupylint.flow.domain.allocation_sizes import FILLED, LIKE
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.values import (
    NONE,
    Array,
    Const,
    External,
    HostArray,
    HostView,
    Pointer,
    Symbol,
    Value,
    is_address,
)

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_READERS = frozenset(
    words(
        """all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy cumprod cumsum dot
        dump dumps flatten item max mean min nonzero prod ptp repeat round searchsorted std sum take tobytes tofile
        tolist tostring trace var"""
    )
)
_WRITERS = frozenset("fill itemset partition put setfield sort".split())  # noqa: SIM905
_METHOD_VIEWS = frozenset("cast diagonal ravel reshape squeeze swapaxes toreadonly transpose view".split())  # noqa: SIM905
_SAME = frozenset(("ctypeslib.as_array", "ctypeslib.as_ctypes", "asarray", "asanyarray", "frombuffer", "ndarray"))
_SAME_OR_COPY = frozenset(("ascontiguousarray", "asfortranarray", "require"))
_VIEWS = frozenset(
    words(
        """atleast_1d atleast_2d atleast_3d broadcast_to expand_dims flip fliplr flipud moveaxis permute_dims ravel
        reshape rollaxis rot90 squeeze swapaxes transpose lib.stride_tricks.as_strided
        lib.stride_tricks.sliding_window_view"""
    )
)
_SPLITS = frozenset("split array_split hsplit vsplit dsplit unstack nditer ndenumerate".split())  # noqa: SIM905
_SHAPE_ONLY = frozenset(
    words(
        """can_cast dtype empty_like full_like isdtype isfortran isscalar issubdtype iterable may_share_memory ndim
        ones_like promote_types result_type shape shares_memory size zeros_like errstate printoptions"""
    )
)
_WRITES_FIRST = frozenset(
    "copyto fill_diagonal place put put_along_axis putmask random.shuffle".split()  # noqa: SIM905
)
_FILLS = re.compile(r"readinto1?$|read_direct$|(\w+_)?(read|recv|recvfrom|receive|load|fetch|decode|fill)\w*_into$")
"""Methods that write into what they are given, and keep nothing of it."""
_COPIES = frozenset(("get", "asnumpy"))  # of CuPy: they fill what they are given when their stream gets there
_READS = re.compile(r"_*(get|read|load|fetch|receive|recv)(_|item|$)")
_TAKES = frozenset(("write", "sendall"))
_OF_FILES = frozenset(("memmap", "lib.format.open_memmap"))


def call(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments) -> Value | None:
    """A function of NumPy; None if it is given no host array and makes none that copies could fill."""
    name = dotted.partition(".")[2]
    first = _memory(arguments.position(0) or arguments.keyword("buffer") or arguments.keyword("a"))
    buffer = _memory(arguments.either(2, "buffer")) if name == "ndarray" else first
    if isinstance(buffer, HostView) and (shown := _same(name, buffer, arguments)) is not None:
        return shown
    if name in FILLED or name in LIKE or name in _OF_FILES:
        return _made(interpreter, name, first, arguments)
    if name in _SHAPE_ONLY:
        return interpreter.unknown(name, host=True) if _touched(state, arguments) else None
    if name == "ctypeslib.load_library":
        return interpreter.unknown("library")  # code that is not seen
    touched = _touched(state, arguments)
    return _worked(interpreter, state, name, first, arguments, touched) if touched else None


def _made(interpreter: Interpreter, name: str, first: Value | None, arguments: Arguments) -> Value | None:
    """A new array; None if it is like one of the device, so that CuPy makes it."""
    if name in LIKE and isinstance(first, Array):
        return None
    if name in FILLED and _holds_objects(arguments):
        return HostArray()
    return pinned_pool.pageable(interpreter, axes=pinned_pool.axes_of(first if name in FILLED else NONE))


def _holds_objects(arguments: Arguments) -> bool:
    """Whether an array is made that holds objects, such as device arrays, as they are."""
    dtype = arguments.either(1, "dtype")
    return dtype in (External("builtins.object"), External("numpy.object_"), Const("object"), Const("O"))


def _memory(value: Value | None) -> Value | None:
    """What is given as a buffer: of ``host.data`` that is the memory of the array."""
    return HostView(value.array) if isinstance(value, Pointer) else value


def _worked(
    interpreter: Interpreter,
    state: State,
    name: str,
    first: Value | None,
    arguments: Arguments,
    touched: list[tuple[HostView, CSTNode]],
) -> Value:
    """A function of NumPy reads and writes the host arrays it is given."""
    out = arguments.keyword("out")
    writes_first = name in _WRITES_FIRST or name.endswith(".at")
    for value, place in touched:
        written = (value is first and writes_first) or value is out or value in (items_of(state, out or NONE) or ())
        host_memory.touch(interpreter, state, value, "w" if written else "r", place)
    if isinstance(out, HostView):
        return out
    return NONE if writes_first else HostArray()


def _same(name: str, view: HostView, arguments: Arguments) -> Value | None:
    """A function that returns a view of what it is given, None if it is none."""
    if name in _SAME or (name == "array" and arguments.keyword("copy") in (Const(False), NONE)):
        guess = bool(
            name in ("asarray", "asanyarray", "array") and (arguments.keyword("dtype") or arguments.position(1))
        )
        return _again(view, 1 if name == "frombuffer" else view.axes, guess)
    if name in _SAME_OR_COPY:
        return _again(view, view.axes, guess=bool(view.array.region))
    if name in _SPLITS:
        return HostArray()  # parts that are not followed
    return host_memory.other_view(view, name) if name in _VIEWS else None


def _again(view: HostView, axes: int | None, guess: bool) -> HostView:
    return HostView(replace(view.array, guess=view.array.guess or guess), axes)


def _touched(state: State, arguments: Arguments) -> list[tuple[HostView, CSTNode]]:
    """The host arrays among the arguments, also in lists and tuples: what is read first, then ``out``."""
    found: list[tuple[HostView, CSTNode]] = []
    last = arguments.named("out")
    placed = [(value, place) for value, place in arguments.all() if last is None or value is not last[0]]
    for value, place in [*placed, *([last] if last is not None else [])]:
        for item in (value, *(items_of(state, value) or ())):
            if isinstance(item, HostView):
                found.append((item, place))
    return found


# -- methods ---------------------------------------------------------------------------------------


def method(
    interpreter: Interpreter, state: State, receiver: HostArray, name: str, arguments: Arguments, place: CSTNode
) -> Value:
    """A method of a host array, or of something else of NumPy's (a random generator)."""
    if isinstance(receiver, HostView):
        if name in _METHOD_VIEWS:
            return host_memory.other_view(receiver, name, _axes_after(state, receiver, name, arguments))
        if name == "data_as":
            return Pointer(receiver.array, number=True)
        if name not in _READERS and name not in _WRITERS:
            return interpreter.unknown(name, host=True)
        host_memory.touch(interpreter, state, receiver, "rw" if name in _WRITERS else "r", place)
    out = arguments.keyword("out")
    for value, where in _touched(state, arguments):
        if value is out or name in _READERS:
            host_memory.touch(interpreter, state, value, "w" if value is out else "r", where)
    return out if isinstance(out, HostView) else NONE if name in _WRITERS else HostArray()


def _axes_after(state: State, view: HostView, name: str, arguments: Arguments) -> int | None:
    values = arguments.values()
    if name in ("swapaxes", "transpose", "view"):
        return view.axes
    if name == "ravel":
        return 1
    if name == "reshape" and len(values) > 1:
        return len(values)
    if name == "reshape" and values:
        items = items_of(state, values[0])
        return len(items) if items is not None else 1 if isinstance(values[0], Const) else None
    return None


_READ_AT_ONCE = re.compile(
    r"zlib\.\w+|hashlib\.\w+|binascii\.\w+|base64\.\w+|(bz2|lzma)\.compress|pickle\.dumps|struct\.(unpack|unpack_from|iter_unpack)"
)
"""Functions of the standard library that read the buffers that they are given before they return."""


def reads_at_once(dotted: str) -> bool:
    """Whether a function of the standard library reads the buffers that it is given before it returns."""
    return _READ_AT_ONCE.fullmatch(dotted) is not None


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A function of the standard library that reads host arrays; None for others, and if it is given none."""
    touched = _touched(state, arguments) if reads_at_once(dotted) else []
    for view, place in touched:
        host_memory.touch(interpreter, state, view, "r", place)
    return [(state, interpreter.unknown(dotted.rpartition(".")[2], host=True))] if touched else None


def unknown_method(interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments) -> None:
    """``file.readinto(buffer)``, ``file.write(buffer)``: methods whose names say what they do to a host array."""
    given = arguments.all()
    fills_one = fills(name) and sum(isinstance(value, HostView) or is_address(value) for value, _ in given) == 1
    for value, place in given:
        view = HostView(value.array) if is_address(value) else value
        if fills_one:
            host_memory.touch(interpreter, state, view, "w", place)
        elif name in _TAKES and _is_file(receiver):
            host_memory.touch(interpreter, state, view, "r", place)


def fills(name: str) -> bool:
    """Whether a method that is called so writes into what it is given, and keeps nothing of it."""
    return _FILLS.match(name) is not None


def filled(interpreter: Interpreter, state: State, name: str, arguments: Arguments) -> None:
    """``array.get_basic_selection(..., out=host)``: code that is not seen fills a host array, or begins to."""
    given = arguments.named("out") or (arguments.named("buf") if _READS.match(name) else None)
    if given is not None and name not in _COPIES and arguments.keyword("stream") is None:
        host_memory.touch(interpreter, state, given[0], "w", given[1])


def _is_file(value: Value) -> bool:
    """Whether something comes from the standard library: ``open(...)``, also as entered by ``with``."""
    if not isinstance(value, Symbol):
        return False
    entered = isinstance(value.key, tuple) and value.key[:1] == ("entered",)
    return value.host or (entered and isinstance(value.key, tuple) and _is_file(value.key[1]))
