"""Findings as plain data (lists, texts, numbers) and back.

A dataclass is the list of its fields, so what was written by another version of it is not read: see `store`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Decoder = Callable[[Any], Any]


class NotPlain(ValueError):
    """Data that does not stand for a value of the type that is asked for."""


def encode(value: object) -> Any:
    """`value` as lists, texts, numbers, truth values and None: a dataclass, a tuple or set of such, or one of these.

    Sets are sorted, so that equal values have equal data.

    Raises:
        NotPlain: it is something else.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    if isinstance(value, frozenset):
        return sorted((encode(item) for item in value), key=repr)
    if is_dataclass(value) and not isinstance(value, type):
        return [encode(getattr(value, name)) for name in _names(type(value))]
    raise NotPlain(f"a {type(value).__name__} is no plain data")


def decode(kind: type, data: object) -> Any:
    """The value of the dataclass `kind` that `data` stands for.

    Raises:
        NotPlain: it stands for none.
    """
    return _decoder(kind)(data)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init)


@cache
def _decoder(kind: Any) -> Decoder:
    """What makes values of a type from their data."""
    if kind in (str, int, bool, float, NoneType):
        return lambda data: _of(kind, data)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda data: _one_of(arguments, data)
    if origin in (Union, UnionType):
        (other,) = (argument for argument in arguments if argument is not NoneType)
        some = _later(other)
        return lambda data: None if data is None else some()(data)
    if origin is tuple:
        return _tuple(arguments)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    raise NotPlain(f"{kind} is no plain data")


def _later(kind: Any) -> Callable[[], Decoder]:
    """The decoder of a type, made when the first value comes: a type may hold itself. Found once, which is quick."""
    found: list[Decoder] = []

    def decoder() -> Decoder:
        if not found:
            found.append(_decoder(kind))
        return found[0]

    return decoder


def _tuple(arguments: tuple[Any, ...]) -> Decoder:
    if arguments[1:] == (...,):
        each = _later(arguments[0])
        return lambda data: tuple(map(each(), _of(list, data)))
    parts = [_later(kind) for kind in arguments]

    def decoded(data: object) -> tuple[Any, ...]:
        items = _of(list, data)
        _same_length(items, arguments)
        return tuple([part()(item) for part, item in zip(parts, items, strict=True)])

    return decoded


def _dataclass(kind: type) -> Decoder:
    hints = get_type_hints(kind)
    names = _names(kind)
    parts = [_later(hints[name]) for name in names]

    def decoded(data: object) -> Any:
        items = _of(list, data)
        _same_length(items, names)
        return kind(**{name: part()(item) for name, part, item in zip(names, parts, items, strict=True)})

    return decoded


def _of(kind: type, data: Any) -> Any:
    if type(data) is not kind:
        raise NotPlain(f"{kind.__name__} expected")
    return data


def _one_of(known: tuple[Any, ...], data: object) -> object:
    if data not in known:
        raise NotPlain("one of a few values expected")
    return data


def _same_length(items: list[Any], expected: tuple[Any, ...]) -> None:
    if len(items) != len(expected):
        raise NotPlain(f"{len(expected)} items expected")
