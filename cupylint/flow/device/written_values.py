"""What functions of CuPy write to all of an array."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.numpy_values import FILLED
from cupylint.flow.domain.values import Const, Value

if TYPE_CHECKING:
    from cupylint.flow.domain.arguments import Arguments

_GIVEN = {
    **dict.fromkeys(("fill", "memset", "memset_async"), "value"),
    **dict.fromkeys(("full", "full_like"), "fill_value"),
    "copyto": "src",
    "set": "arr",
}
"""Functions and the names of their argument 1, which they write."""


def written_by(name: str, arguments: Arguments) -> Value | None:
    """What a function writes to all of its result, or of the array it is given; None if not known."""
    if name in FILLED:
        return Const(FILLED[name])
    return arguments.either(1, _GIVEN[name]) if name in _GIVEN else None
