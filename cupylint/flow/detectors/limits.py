"""Limits of CuPy's pool that a program sets itself: ``set_limit``, and the variable read at the first allocation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.plain_values import plain
from cupylint.flow.domain.values import NONE, Const, Symbol, Value

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State

VARIABLE = "CUPY_GPU_MEMORY_LIMIT"
_EVERY = None  # the device in the key of the variable's limit
_POOL = "cupy.get_default_memory_pool"


class Setting(NamedTuple):
    """A limit that is set in a program.

    Attributes:
        text: how it is set, for readers.
        nbytes: the limit, if it is a number of bytes.
        share: otherwise the part of the device's memory.
    """

    text: str
    node: CSTNode
    nbytes: int = 0
    share: float = 0.0

    def room(self, device: int) -> int:
        """Bytes that the pool may take of a device with `device` bytes."""
        return int(device * self.share) if self.share else self.nbytes


def set_limit(state: State, receiver: Value, arguments: Arguments, node: CSTNode) -> None:
    """``pool.set_limit(size=..., fraction=...)``, for the current device."""
    key = receiver.key if isinstance(receiver, Symbol) else None
    if not (isinstance(key, tuple) and key[:2] == ("made", _POOL)):
        return  # another pool, which arrays are made of only after `set_allocator`
    size, share = arguments.either(0, "size") or NONE, arguments.either(1, "fraction") or NONE
    state.memory[(_LIMIT, state.device)] = _setting("set_limit", node, _number(state, size), _number(state, share))


def set_variable(state: State, name: Value, value: Value, node: CSTNode | None) -> None:
    """``os.environ[name] = value`` before anything was allocated."""
    if name != Const(VARIABLE) or node is None:
        return
    text = value.value if isinstance(value, Const) and isinstance(value.value, str) else ""
    size = share = None
    try:
        if text.endswith("%"):
            share = float(text[:-1]) / 100
        else:
            size = int(text)
    except ValueError:
        pass  # not known, or CuPy raises the same
    state.memory[(_LIMIT, _EVERY)] = _setting(VARIABLE, node, size, share)


def setting(state: State, device: Hashable) -> Setting | None:
    """The limit of the pool of a device, None if there is none or it is not known."""
    found = state.memory.get((_LIMIT, device))
    if found is None:
        found = state.memory.get((_LIMIT, _EVERY))
    return found if isinstance(found, Setting) else None


def _joined(mine: object, theirs: object) -> Setting | tuple[()]:
    """The limit that holds on both of two paths."""
    if not isinstance(mine, Setting) or not isinstance(theirs, Setting) or bool(mine.share) != bool(theirs.share):
        return ()
    return max(mine, theirs, key=lambda found: (found.share, found.nbytes))


_LIMIT = Note(_joined)
"""A path remembers limits under ``(_LIMIT, device)``: a `Setting`, or ``()`` for one that is not known."""


def _number(state: State, value: Value) -> float | None:
    found = plain(state, value, lambda array: None)
    return found if isinstance(found, (int, float)) and not isinstance(found, bool) else None


def _setting(text: str, node: CSTNode, size: float | None, share: float | None) -> Setting | tuple[()]:
    """Zero is no limit, both at once and shares of more than all are errors."""
    if size is not None and share is None and 0 < size < float("inf"):
        return Setting(text, node, nbytes=int(size))
    if share is not None and size is None and 0 < share <= 1:
        return Setting(text, node, share=share)
    return ()
