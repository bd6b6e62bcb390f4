"""Puts other calls into the place of functions, methods and classes, and takes them away again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

Make = Callable[[Any], Any]


class Replacing:
    """What was replaced; `undo` ends it."""

    def __init__(self) -> None:
        self.undo = ExitStack()

    def replace(self, owner: Any, name: str, make: Make) -> bool:
        """Put what `make` makes of the original into its place; whether that could be done.

        A method is replaced in the class that has it; where that is compiled, in the class that was given.
        """
        original = getattr(owner, name, None)
        if original is None:
            return False
        places = [owner]
        if isinstance(owner, type):
            has = next((kind for kind in owner.__mro__ if name in vars(kind)), owner)
            original = vars(has).get(name, original)
            places = [has, owner]
        made = make(original)
        for place in places:
            had = name in vars(place)
            with suppress(TypeError, AttributeError):
                setattr(place, name, made)
                if had:
                    self.undo.callback(setattr, place, name, original)
                else:
                    self.undo.callback(delattr, place, name)
                return True
        return False


def then(original: Any, tell: Callable[..., None]) -> Callable[..., Any]:
    """`original`, and then `tell` with the same arguments, whose names are CuPy's: they may be given by name."""

    def both(*args: Any, **kwargs: Any) -> Any:
        result = original(*args, **kwargs)
        tell(*args, **kwargs)
        return result

    return both


def if_done(original: Any, tell: Callable[[Any], None]) -> property:
    """A property that says whether something is done; `tell` is called when it is."""

    def done(self: Any) -> bool:
        found = bool(original.__get__(self, type(self)))
        if found:
            tell(self)
        return found

    return property(done)


def if_zero(original: Any, tell: Callable[..., None]) -> Callable[..., Any]:
    """A question that is answered by 0 where all is done; `tell` is called with the same arguments when it is."""

    def asked(*args: Any, **kwargs: Any) -> Any:
        found = original(*args, **kwargs)
        if found == 0:
            tell(*args, **kwargs)
        return found

    return asked
