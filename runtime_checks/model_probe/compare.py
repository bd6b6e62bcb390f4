"""Where the model says something else than what was measured."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cupylint.cupy_model import Call, Returns, Runs, Waits, refine, refine_method

from .calls import ARGUMENTS

_METHOD = "cupy.ndarray."
_RETURNS = {
    "new": (Returns.NEW, Returns.MAYBE_VIEW, Returns.ALLOCATED),
    "view": (Returns.VIEW, Returns.MAYBE_VIEW),
    "same": (Returns.SAME, Returns.VIEW, Returns.MAYBE_VIEW),
    "host": (Returns.HOST,),
    "none": (Returns.NONE,),
}
"""What the model may say of a result; `Returns.OTHER` claims nothing."""

_AFTER = {Waits.YES: False, Waits.EARLIER: True, Waits.SOMETIMES_EARLIER: True}
_MORE = {True: "it puts more work on the stream", False: "nothing more"}


def disagreements(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """One line for each thing that the model has wrong."""
    for row in rows:
        call = modelled(row["name"], row["call"])
        for what, said, seen in _compared(call, row):
            yield f"{row['name']}: {what}: the model says {said}, measured {seen} ({row['call']})"


def modelled(name: str, expression: str) -> Call:
    """What the model says of a call with these arguments."""
    tree = ast.parse(expression, mode="eval").body
    positional = tree.args if isinstance(tree, ast.Call) else []
    keywords = {each.arg: each.value for each in tree.keywords if each.arg} if isinstance(tree, ast.Call) else {}
    shift = int(name.startswith(_METHOD))
    arrays: list[int | str] = [at + shift for at, value in enumerate(positional) if _is_array(value)]
    arrays += [key for key, value in keywords.items() if _is_array(value)]
    if shift:
        return refine_method(name[len(_METHOD) :], len(positional) + 1, set(keywords), arrays=arrays)
    return refine(name, len(positional), set(keywords), arrays=arrays)


def _is_array(value: ast.expr) -> bool:
    """Whether an expression is an array of the device."""
    match value:
        case ast.Name(name):
            return name in ARGUMENTS and name != "h"
        case ast.Subscript(array):
            return _is_array(array)
        case ast.BinOp(left, _, right):
            return _is_array(left) or _is_array(right)
        case ast.Call(ast.Attribute(ast.Name("cp"))):
            return True
    return False


def _compared(call: Call, row: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    null, other = row["waits"]
    waits = call.waits in (Waits.YES, Waits.EARLIER)
    if (waits and not (null and other)) or (call.waits is Waits.NO and (null or other)):
        yield "waits", call.waits.value, f"{null} on the null stream, {other} on a non-blocking one"
    elif call.waits in _AFTER and row["goes_on"] is not None and row["goes_on"] is not _AFTER[call.waits]:
        yield "after its wait", _MORE[_AFTER[call.waits]], _MORE[row["goes_on"]]
    if row["held"] and call.runs is not Runs.LEGACY and call.waits not in (Waits.SOMETIMES, Waits.SOMETIMES_EARLIER):
        yield "works on", "the current stream", "the null stream"
    if call.returns is not Returns.OTHER and call.returns not in _RETURNS.get(row["returns"], (call.returns,)):
        yield "returns", call.returns.value, row["returns"]
