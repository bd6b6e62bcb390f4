"""What a call gives that the simulator lacks: something that can be passed on, but not looked at.

The call counts as work on its stream that reads the arrays it is given. Whether it makes the host wait is not known,
nor what memory it takes or writes. So whoever judges the run asks for it both ways (`Options.lacking_waits`), believes
only what is the same, and nothing about a line where such a thing is used. A program that looks at it ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from ..engine import active
from ..places import user_place
from ..results import NotSupported
from . import tables
from .operands import arrays_in, touch

_METADATA = frozenset(("shape", "dtype", "ndim", "size", "nbytes", "itemsize", "strides", "flags", "nnz", "device"))


class Unknown:
    """The result of a call that the simulator lacks, or the callable itself. `name` is what it is called."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Unknown:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in _METADATA:
            self._refuse()
        return Unknown(self._name)

    def __call__(self, *args: Any, **kwargs: Any) -> Unknown:
        return lacking(self._name, args, kwargs)

    def __getitem__(self, key: Any) -> Unknown:
        return lacking(self._name, (key,), {})

    def __setitem__(self, key: Any, value: Any) -> None:
        lacking(self._name, (key, value), {})

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise NotSupported(self._name)

    __bool__ = __len__ = __iter__ = __float__ = __int__ = __complex__ = __index__ = __array__ = _refuse
    __contains__ = __str__ = __repr__ = __format__ = __instancecheck__ = __enter__ = __reduce__ = _refuse
    __hash__ = object.__hash__

    def __exit__(self, *_: object) -> None:
        """It was refused at the beginning of the block."""


def _operator(self: Unknown, *others: Any) -> Unknown:
    return lacking(self._name, others, {})


for _name in (*tables.OPERATORS, *tables.COMPARISONS, *tables.UNARY):
    for _prefix in ("", "r", "i"):
        setattr(Unknown, f"__{_prefix}{_name}__", _operator)


def unknown_in(value: Any) -> Iterator[Unknown]:
    """The unknown things in nested lists, tuples and dictionaries."""
    if isinstance(value, Unknown):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from unknown_in(item)
    elif isinstance(value, dict):
        yield from unknown_in(list(value.values()))


def lacking(name: str, args: Sequence[Any], kwargs: Mapping[str, Any], writes: Sequence[Any] = ()) -> Unknown:
    """Work that reads the arrays in its arguments, and writes some of them.

    Raises:
        NotSupported: the memory that it takes is the question.
    """
    from .devices import target

    engine = active()
    if engine.options.sized:
        raise NotSupported(name)
    engine.lacking[user_place()] = name
    stream, label = target(kwargs.get("stream"))
    read = [array for array in arrays_in([*args, dict(kwargs)]) if not any(array is out for out in writes)]
    touches = [*map(touch, read), *(touch(array, True) for array in writes)]
    engine.issue(stream, label, touches, lambda: None)
    if engine.options.lacking_waits:
        engine.wait_for_stream(stream)
    return Unknown(name)


def fallback(module: str) -> Callable[[str], Unknown]:
    """Names of a module that the simulator lacks as a whole."""
    return lambda name: Unknown(f"{module}.{name}")
