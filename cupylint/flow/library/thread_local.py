"""``threading.local()``: each thread has attributes of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State


@dataclass(frozen=True, slots=True)
class ThreadLocal(Value):
    """``threading.local()``: each thread has attributes of its own."""

    key: int


def local_key(state: State, base: ThreadLocal) -> tuple[str, int, object]:
    """Under what the attributes of the running thread are kept."""
    return ("local", base.key, state.host)


def local_attribute(state: State, base: ThreadLocal, name: str) -> Value | None:
    """An attribute as the running thread has set it, None if it has not."""
    found = state.memory.get((local_key(state, base), name))
    return found if isinstance(found, Value) else None
