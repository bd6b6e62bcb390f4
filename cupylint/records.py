"""Dataclasses whose immutability is left to the type checker, which takes `dataclass` for the standard library's own.

At run time a frozen class costs twice as much to make, which every start pays some three hundred times, and an object
of it three times as much. Nothing here writes to one, and mypy sees to that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options: Any) -> Callable[[type], type]:
        """What `dataclasses.dataclass` gives, but that ``frozen`` only makes it hashable."""
        frozen = options.pop("frozen", False)

        def make(cls: type) -> type:
            hashed = frozen and options.get("eq", True) and "__hash__" not in cls.__dict__
            return dataclasses.dataclass(**options, unsafe_hash=hashed)(cls)

        return make
