"""Tables that tell by the class of a value what is done with it."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class ByClass(dict[type, T], Generic[T]):
    """Asked with ``table[type(value)]``; a class that is not listed is treated as the nearest of its bases that is."""

    def __missing__(self, cls: type) -> T:
        self[cls] = found = next(self[base] for base in cls.__mro__[1:] if base in self)
        return found
