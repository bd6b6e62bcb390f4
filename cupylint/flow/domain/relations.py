"""Comparisons of numbers, as operators of Python."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
"""``not a < b`` is ``a >= b``."""
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
"""``a < b`` is ``b > a``."""
KEPT = frozenset(("==", "<", "<="))
"""How tests are kept that are not decided: the others are the opposite of one of these."""
