"""The device arrays among the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine import Touch

if TYPE_CHECKING:
    from .arrays import ndarray


def array_type() -> type[ndarray]:
    """The stand-in for ``cupy.ndarray``, whose methods call what takes it apart here."""
    from .arrays import ndarray

    return ndarray


def arrays_in(value: Any) -> Iterator[ndarray]:
    """The device arrays in nested lists, tuples and dictionaries."""
    if isinstance(value, array_type()):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from arrays_in(item)
    elif isinstance(value, dict):
        yield from arrays_in(list(value.values()))


def map_arrays(value: Any, change: Callable[[ndarray], Any]) -> Any:
    """`value` with every device array in it changed."""
    if isinstance(value, array_type()):
        return change(value)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(map_arrays(item, change) for item in value)
    if isinstance(value, dict):
        return {key: map_arrays(item, change) for key, item in value.items()}
    return value


def views_of(value: Any) -> Any:
    """`value` with the storage of every device array in its place."""
    return map_arrays(value, lambda array: array._view)


def touch(array: ndarray, writes: bool = False) -> Touch:
    """An access to the whole of `array`."""
    return array._view, writes, array._owner


def written(arrays: Iterable[ndarray]) -> list[Touch]:
    """Writes to the whole of each array."""
    return [touch(array, True) for array in arrays]


def any_elements(arrays: Iterable[ndarray]) -> bool:
    """Whether one of the arrays is not empty."""
    return any(array.size for array in arrays)


def reject_host_arrays(values: Any) -> None:
    """CuPy's computing functions take no NumPy arrays.

    Raises:
        TypeError: there is one of more than one element.
    """
    for value in values.values() if isinstance(values, dict) else values:
        if isinstance(value, np.ndarray) and value.size != 1:
            raise TypeError(f"Unsupported type {type(value)}")
