"""Numbers that stand in a kernel's text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from cupylint.kernels.grammar import text

from .errors import NotUnderstood, line_of
from .kinds import BOOL, CHAR, DOUBLE, FLOAT, INT, LONG, UINT, ULONG, Kind, cast, common

if TYPE_CHECKING:
    from tree_sitter import Node

_FLOAT = re.compile(r"(?:\d[\d']*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fF]?")
_ESCAPES = {"n": 10, "t": 9, "0": 0, "r": 13, "\\": 92, "'": 39}
_KEYWORDS = {"true": (BOOL, 1), "false": (BOOL, 0), "NULL": (LONG, 0), "nullptr": (LONG, 0)}


def literal(node: Node) -> tuple[Kind, Any]:
    """The type and the value of a literal.

    Raises:
        NotUnderstood: it is none of a number.
    """
    said = text(node)
    if said in _KEYWORDS:
        kind, value = _KEYWORDS[said]
        return kind, kind.dtype.type(value)
    if node.type == "char_literal":
        inside = said[1:-1]
        code = _ESCAPES.get(inside[1:], -1) if inside.startswith("\\") else ord(inside)
        if code >= 0:
            return CHAR, np.int8(code)
    if said[:1] in ("-", "+"):  # the parser takes the sign for a part of the number
        kind, value = _literal(said[1:].strip(), node)
        return common(kind, INT), np.negative(cast(value, common(kind, INT).dtype)) if said[0] == "-" else value
    return _literal(said, node)


def _literal(said: str, node: Node) -> tuple[Kind, Any]:
    word = said.replace("'", "")
    whole = re.fullmatch(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlL]*)", word)
    if whole:
        return _whole(whole[1], whole[2].lower())
    if _FLOAT.fullmatch(word):
        kind = FLOAT if word[-1] in "fF" else DOUBLE
        return kind, kind.dtype.type(float(word.rstrip("fF")))
    raise NotUnderstood(said, line_of(node))


def _whole(digits: str, suffix: str) -> tuple[Kind, Any]:
    decimal = digits.isdecimal()
    value = int(digits, 8 if decimal and digits.startswith("0") and len(digits) > 1 else 10 if decimal else 0)
    if "u" in suffix:
        kinds = [ULONG] if "l" in suffix else [UINT, ULONG]
    else:
        kinds = [LONG, ULONG] if "l" in suffix else [INT, LONG] if decimal else [INT, UINT, LONG, ULONG]
    for kind in kinds:
        if value <= np.iinfo(kind.dtype).max:
            return kind, kind.dtype.type(value)
    return ULONG, np.uint64(value & (1 << 64) - 1)
