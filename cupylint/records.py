"""Dataclasses whose immutability is left to the type checker, which knows `dataclass` for one that makes dataclasses.

At run time a frozen class costs twice as much to make, which every start pays some three hundred times, and an object
of it three times as much. Nothing here writes to one, and mypy sees to that.

Since it is not the standard library's own, mypyc leaves these classes to Python where it compiles a module.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

_Class = TypeVar("_Class")

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    @dataclass_transform(field_specifiers=(dataclasses.field,))
    def dataclass(
        *,
        init: bool = True,
        repr: bool = True,
        eq: bool = True,
        order: bool = False,
        frozen: bool = False,
        kw_only: bool = False,
        slots: bool = False,
    ) -> Callable[[type[_Class]], type[_Class]]: ...
else:

    def dataclass(**options: Any) -> Callable[[type], type]:
        """What `dataclasses.dataclass` gives, but that ``frozen`` only makes it hashable."""
        frozen = options.pop("frozen", False)

        def make(cls: type) -> type:
            hashed = frozen and options.get("eq", True) and "__hash__" not in cls.__dict__
            return dataclasses.dataclass(**options, unsafe_hash=hashed)(cls)

        return make


def interpreted(cls: type[_Class]) -> type[_Class]:
    """Leaves a class to Python where its module is compiled, as `dataclass` does: what such classes derive from."""
    return cls
