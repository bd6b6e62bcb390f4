"""What a program calls the memory that it uses."""

from __future__ import annotations

from types import ModuleType

from .memory import Allocation


def way_to(value: object, allocation: int, depth: int = 1) -> str | None:
    """How to get from `value` to the owner of `allocation`: "", an index, an attribute; None if there is no way."""
    owner = getattr(value, "_owner", None)
    if isinstance(owner, Allocation):
        return "" if owner.number == allocation else None
    inside: list[tuple[str, object]] = []
    if depth and isinstance(value, (list, tuple)):
        inside = [(f"[{index}]", item) for index, item in enumerate(value[:64])]
    elif depth and isinstance(value, dict):
        inside = [(f"[{key!r}]", item) for key, item in list(value.items())[:64]]
    elif depth and not isinstance(value, (type, ModuleType)) and hasattr(value, "__dict__"):
        inside = [(f".{key}", item) for key, item in list(vars(value).items())[:64]]
    return next((path for path, item in inside if way_to(item, allocation, 0) == ""), None)
